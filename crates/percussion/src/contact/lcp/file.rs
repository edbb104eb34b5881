//! The text format of complementarity problems.
//!
//! Numbers separated by white space: the order n; M row by row; q. Or, as Siconos writes it, the order n; the
//! storage of the matrix (0, dense), its rows and columns; both once more; M column by column; q. What follows
//! is a comment.

use super::Lcp;
use std::fmt::Write;
use thiserror::Error;

/// Largest order that is read.
pub const MAX_ORDER: usize = 2000;

/// Why a text is not a problem.
#[derive(Clone, Debug, PartialEq, Error)]
#[error("line {line}: expected {expected}, found {found}")]
pub struct ParseError {
    /// Line, counted from one.
    pub line: usize,
    /// What should stand there.
    pub expected: String,
    /// What stands there.
    pub found: String,
}

struct Words<'a> {
    words: Box<dyn Iterator<Item = (usize, &'a str)> + 'a>,
    line: usize,
}

impl<'a> Words<'a> {
    fn new(text: &'a str) -> Self {
        let words = text
            .lines()
            .enumerate()
            .flat_map(|(k, line)| line.split_whitespace().map(move |w| (k + 1, w)));
        Words { words: Box::new(words), line: 1 }
    }
    fn error(&self, expected: &str, found: Option<&str>) -> ParseError {
        let found = match found {
            Some(w) => {
                let short: String = w.chars().take(40).flat_map(char::escape_debug).collect();
                format!("'{short}'")
            }
            None => "the end of the file".into(),
        };
        ParseError { line: self.line, expected: expected.into(), found }
    }
    fn next(&mut self, expected: &str) -> Result<&'a str, ParseError> {
        match self.words.next() {
            Some((line, word)) => {
                self.line = line;
                Ok(word)
            }
            None => Err(self.error(expected, None)),
        }
    }
    fn whole(
        &mut self,
        expected: &str,
        allowed: impl Fn(usize) -> bool,
    ) -> Result<usize, ParseError> {
        let word = self.next(expected)?;
        match word.parse::<usize>() {
            Ok(v) if allowed(v) => Ok(v),
            _ => Err(self.error(expected, Some(word))),
        }
    }
    fn number(&mut self, expected: impl Fn() -> String) -> Result<f64, ParseError> {
        let word = match self.words.next() {
            Some((line, word)) => {
                self.line = line;
                word
            }
            None => return Err(self.error(&expected(), None)),
        };
        match word.parse::<f64>() {
            Ok(v) if v.is_finite() => Ok(v),
            _ => Err(self.error(&expected(), Some(word))),
        }
    }
}

/// Read a problem.
///
/// # Errors
/// Names the line, what was expected there and what was found.
pub fn parse(text: &str) -> Result<Lcp, ParseError> {
    let mut words = Words::new(text);
    let order = format!("the order n, a whole number from 1 to {MAX_ORDER}");
    let n = words.whole(&order, |v| (1..=MAX_ORDER).contains(&v))?;
    // a matrix that begins with 0, n, n, n, n has to be given with the header
    let header = text.split_whitespace().skip(1).take(5).zip([0, n, n, n, n]);
    let by_columns = header.filter(|(word, v)| word.parse() == Ok(*v)).count() == 5;
    if by_columns {
        for _ in 0..5 {
            words.whole("a number of the header", |_| true)?;
        }
    }
    let mut lcp = Lcp::new(n, vec![0.0; n * n], vec![0.0; n]);
    for a in 0..n {
        for b in 0..n {
            let (i, j) = if by_columns { (b, a) } else { (a, b) };
            lcp.M[i * n + j] =
                words.number(|| format!("a finite number, M({}, {})", i + 1, j + 1))?;
        }
    }
    for i in 0..n {
        lcp.q[i] = words.number(|| format!("a finite number, q({})", i + 1))?;
    }
    Ok(lcp)
}

/// Write a problem; it reads back as the same numbers.
pub fn write(lcp: &Lcp, comment: &str) -> String {
    let n = lcp.n;
    let mut text = format!("{n}\n0\n{n}\n{n}\n{n} {n}\n");
    let mut line = |values: &mut dyn Iterator<Item = f64>| {
        for (k, v) in values.enumerate() {
            // writing to a string does not fail
            let _ = write!(text, "{}{v:e}", if k == 0 { "" } else { " " });
        }
        text.push('\n');
    };
    for j in 0..n {
        line(&mut (0..n).map(|i| lcp.M[i * n + j]));
    }
    line(&mut lcp.q.iter().copied());
    if !comment.is_empty() {
        text += "\n";
        text += comment;
        text += "\n";
    }
    text
}
