//! Standard output and error, tables, progress and Ctrl-C.

use crate::error::CliError;
use indicatif::{ProgressBar, ProgressStyle};
use percussion::schemes::Interrupt;
use std::borrow::Cow;
use std::io::{self, IsTerminal, Write};
use std::sync::LazyLock;

static INTERRUPT: LazyLock<Interrupt> = LazyLock::new(Interrupt::default);

/// A text in which nothing steers a terminal: control characters, and those that turn the direction of writing, are
/// spelled out. Names and lines of files may hold any.
pub fn visible(text: &str) -> Cow<'_, str> {
    let steers = |c: char| {
        let turns = matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
        turns || c.is_control() && c != '\n' && c != '\t'
    };
    if !text.contains(steers) {
        return Cow::Borrowed(text);
    }
    let spelled = |c: char| match steers(c) {
        true => c.escape_default().to_string(),
        false => c.to_string(),
    };
    Cow::Owned(text.chars().map(spelled).collect())
}

/// Prints to standard output. A reader that has gone away (`| head`) is not an error.
pub fn print(text: &str) -> Result<(), CliError> {
    let mut out = io::stdout().lock();
    match out.write_all(visible(text).as_bytes()).and_then(|()| out.flush()) {
        Err(e) if e.kind() != io::ErrorKind::BrokenPipe => {
            Err(CliError::Usage(format!("cannot write to standard output: {e}")))
        }
        _ => Ok(()),
    }
}

/// Prints a line to standard error; if that is gone, nobody is left to tell.
pub fn complain(line: &str) {
    let _ = writeln!(io::stderr().lock(), "{}", visible(line));
}

/// From here on, Ctrl-C asks the running simulation to stop after its step; a second one ends the
/// program at once.
pub fn catch_interrupt() {
    // Without a handler Ctrl-C ends the program: finished files are whole all the same.
    let _ = ctrlc::set_handler(|| {
        if INTERRUPT.raised() {
            std::process::exit(130);
        }
        INTERRUPT.raise();
    });
}

/// Raised by Ctrl-C, and by SIGTERM and SIGHUP.
pub fn interrupt() -> &'static Interrupt {
    &INTERRUPT
}

/// Whether it was raised.
pub fn interrupted() -> bool {
    INTERRUPT.raised()
}

/// A progress bar over a number of steps, on a terminal only.
pub fn progress(label: &str, steps: usize, quiet: bool) -> ProgressBar {
    if quiet || !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(steps as u64);
    if let Ok(style) =
        ProgressStyle::with_template("{msg} [{wide_bar}] {percent:>3} %  {elapsed} + {eta}")
    {
        bar.set_style(style.progress_chars("=> "));
    }
    bar.set_message(visible(label).into_owned());
    bar
}

/// Lines with columns as wide as their widest cell; `right` says which are numbers.
pub fn table(rows: &[Vec<String>], right: &[bool]) -> String {
    let width = |c: usize| rows.iter().filter_map(|r| r.get(c)).map(|s| s.chars().count()).max();
    let widths: Vec<usize> = (0..right.len()).map(|c| width(c).unwrap_or(0)).collect();
    let mut text = String::new();
    for row in rows {
        let mut line = String::new();
        for ((cell, &w), &right) in row.iter().zip(&widths).zip(right) {
            let space = " ".repeat(w.saturating_sub(cell.chars().count()));
            line += &if right { format!("{space}{cell}  ") } else { format!("{cell}{space}  ") };
        }
        text += line.trim_end();
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_steers_the_terminal() {
        assert_eq!(visible("a\tb\nµ ζ"), "a\tb\nµ ζ");
        assert_eq!(visible("\u{1b}[2J\r\u{9b}x\u{202e}"), "\\u{1b}[2J\\r\\u{9b}x\\u{202e}");
    }

    #[test]
    fn columns_are_aligned() {
        let cells = |r: [&str; 3]| r.map(String::from).to_vec();
        let text =
            table(&[cells(["a", "1", "x"]), cells(["long", "23", ""])], &[false, true, false]);
        assert_eq!(text, "a      1  x\nlong  23\n");
    }
}
