//! `percussion demo`.

use crate::args::DemoArgs;
use crate::error::CliError;

/// `percussion demo`.
pub fn demo(_: &DemoArgs) -> Result<(), CliError> {
    Err(CliError::Usage("the demo is not there yet".into()))
}
