//! Work without the interpreter's lock, while signals are handled.

use percussion::schemes::Interrupt;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use std::sync::mpsc::{channel, RecvTimeoutError};
use std::time::Duration;

/// How often signals are looked at and progress is told.
pub const LOOK: Duration = Duration::from_millis(50);
/// Stack of the thread that works.
const STACK: usize = 16 << 20;

/// A wish to stop, raised from another thread.
#[pyclass(frozen, module = "percussion._core")]
#[derive(Clone, Default)]
pub struct Stop(pub Interrupt);

#[pymethods]
impl Stop {
    #[new]
    fn new() -> Self {
        Self::default()
    }
    /// Ask for the end.
    fn set(&self) {
        self.0.raise();
    }
    /// Whether the end was asked for.
    fn is_set(&self) -> bool {
        self.0.raised()
    }
}

/// Does `work` on another thread, and meanwhile looks at signals and at `look`. What they raise raises
/// `stop`, which `work` has to check, and is what comes back.
pub fn watched<T: Send>(
    py: Python<'_>,
    stop: &Interrupt,
    mut look: impl FnMut(Python<'_>) -> PyResult<()> + Send,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    let mut failed: Option<PyErr> = None;
    let done = py.detach(|| {
        let (send, receive) = channel();
        std::thread::scope(|scope| {
            let task = move || {
                let out = work();
                // nobody waits only where the thread that waits has gone
                let _ = send.send(());
                out
            };
            let builder = std::thread::Builder::new().stack_size(STACK);
            let worker = builder.spawn_scoped(scope, task)?;
            while let Err(RecvTimeoutError::Timeout) = receive.recv_timeout(LOOK) {
                let looked = Python::attach(|py| py.check_signals().and_then(|()| look(py)));
                if let Err(e) = looked {
                    stop.raise();
                    failed.get_or_insert(e);
                }
            }
            Ok(worker.join())
        })
    });
    let done: std::io::Result<_> = done;
    match (failed, done) {
        (Some(e), _) => Err(e),
        (None, Ok(Ok(value))) => Ok(value),
        (None, Ok(Err(panic))) => std::panic::resume_unwind(panic),
        (None, Err(e)) => Err(PyRuntimeError::new_err(format!("no thread can be started: {e}"))),
    }
}
