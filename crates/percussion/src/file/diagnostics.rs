//! Mistakes in a model file: all of them, each with its place.

use std::fmt;

/// Most mistakes that are reported.
const MOST: usize = 100;

/// A place in one of the files read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Span {
    /// Which file.
    pub file: usize,
    /// First byte.
    pub start: usize,
    /// Behind the last byte.
    pub end: usize,
}

impl Span {
    /// A part of this one, by bytes from its start.
    pub fn part(&self, at: std::ops::Range<usize>) -> Span {
        let start = (self.start + at.start).min(self.end);
        Span {
            file: self.file,
            start,
            end: (self.start + at.end).clamp(start, self.end.max(start)),
        }
    }
}

/// A mistake.
#[derive(Clone, Debug, PartialEq)]
pub struct Diagnostic {
    /// Where.
    pub span: Span,
    /// What is wrong.
    pub message: String,
    /// Said beside the underline: what is expected, or the nearest valid name.
    pub label: String,
}

/// A text with its name.
#[derive(Clone, Debug)]
pub struct Source {
    /// Name of the file.
    pub name: String,
    /// Its text.
    pub text: String,
}

impl Source {
    /// Line and column (both from 1, in characters) of a byte.
    pub fn place(&self, byte: usize) -> (usize, usize) {
        let mut byte = byte.min(self.text.len());
        while !self.text.is_char_boundary(byte) {
            byte -= 1;
        }
        let before = &self.text[..byte];
        let line = before.matches('\n').count() + 1;
        let start = before.rfind('\n').map_or(0, |k| k + 1);
        (line, before[start..].chars().count() + 1)
    }
}

/// Whether a name is `pattern`, in which `{...}` stands for a whole number.
fn fits(pattern: &str, name: &str) -> bool {
    let Some((before, rest)) = pattern.split_once('{') else { return pattern == name };
    let Some((_, after)) = rest.split_once('}') else { return pattern == name };
    let Some(tail) = name.strip_prefix(before) else { return false };
    let digits = tail.strip_prefix('-').unwrap_or(tail);
    let sign = tail.len() - digits.len();
    let n = digits.bytes().take_while(u8::is_ascii_digit).count();
    n > 0 && (1..=n).any(|n| fits(after, &tail[sign + n..]))
}

/// The mistakes found in a model file and the files it includes.
#[derive(Clone, Debug, Default)]
pub struct Diagnostics {
    /// The files.
    pub sources: Vec<Source>,
    /// The mistakes.
    pub list: Vec<Diagnostic>,
    /// How many more there were than are listed.
    pub more: usize,
    /// Names of entries with mistakes: that they are unknown is no mistake of its own.
    pub(super) dropped: Vec<String>,
    /// Bodies that entries name which could not be read.
    pub(super) mentions: Vec<(Span, String)>,
}

impl Diagnostics {
    /// Adds a mistake.
    pub fn add(&mut self, span: Span, message: impl Into<String>, label: impl Into<String>) {
        let d = Diagnostic { span, message: message.into(), label: label.into() };
        if self.list.contains(&d) {
            return;
        }
        if self.list.len() < MOST {
            self.list.push(d);
        } else {
            self.more += 1;
        }
    }
    /// Adds a name that is not known.
    pub fn unknown<'a>(
        &mut self,
        span: Span,
        kind: &str,
        name: &str,
        valid: impl Iterator<Item = &'a str>,
    ) {
        if self.dropped.iter().any(|n| fits(n, name)) {
            return;
        }
        let label = suggestion(name, valid, kind);
        self.add(span, format!("unknown {kind} '{name}'"), label);
    }
    /// Remembers the name of an entry that has mistakes: that it is unknown is none of its own.
    pub fn drop_name(&mut self, name: impl Into<String>) {
        self.dropped.push(name.into());
    }
    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }
    /// Line and column of a mistake.
    pub fn place(&self, d: &Diagnostic) -> (usize, usize) {
        self.sources.get(d.span.file).map_or((0, 0), |s| s.place(d.span.start))
    }
    /// In the order of the files' lines.
    pub fn sort(&mut self) {
        self.list.sort_by_key(|d| (d.span.file, d.span.start));
    }
}

/// "did you mean 'x'?", or the valid names.
pub fn suggestion<'a>(name: &str, valid: impl Iterator<Item = &'a str>, kind: &str) -> String {
    let valid: Vec<&str> = valid.take(2000).collect();
    let near = crate::nearest(name, valid.iter().copied());
    match &near[..] {
        [] => format!("there is no {kind} of any name"),
        [one] if valid.len() > 1 || near.len() == 1 => format!("did you mean '{one}'?"),
        _ => {
            let more = if valid.len() > 30 { ", ..." } else { "" };
            format!("valid: {}{more}", valid[..valid.len().min(30)].join(", "))
        }
    }
}

impl fmt::Display for Diagnostics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (k, d) in self.list.iter().enumerate() {
            if k > 0 {
                writeln!(f)?;
            }
            show(f, self.sources.get(d.span.file), d)?;
        }
        if self.more > 0 {
            writeln!(f, "\nand {} more", self.more)?;
        }
        Ok(())
    }
}

fn show(f: &mut fmt::Formatter<'_>, source: Option<&Source>, d: &Diagnostic) -> fmt::Result {
    writeln!(f, "{}", d.message)?;
    let Some(s) = source else { return Ok(()) };
    let (line, column) = s.place(d.span.start);
    let (text, shift) = window(s.text.lines().nth(line - 1).unwrap_or(""), column);
    let number = line.to_string();
    let gap = " ".repeat(number.len());
    writeln!(f, "{gap}--> {}:{line}:{column}", s.name)?;
    writeln!(f, "{gap} |")?;
    writeln!(f, "{number} | {text}")?;
    let (last, end) = s.place(d.span.end);
    let left = text.chars().count().saturating_sub(column - 1 - shift);
    let length = if last == line { end.saturating_sub(column) } else { left };
    let marks = "^".repeat(length.clamp(1, left.max(1)));
    let indent = " ".repeat(column - 1 - shift);
    writeln!(f, "{gap} | {indent}{marks} {}", d.label)
}

/// The part of a long line around a column, and how many characters are cut off in front.
fn window(line: &str, column: usize) -> (String, usize) {
    const WIDTH: usize = 110;
    let n = line.chars().count();
    let clean = |c: char| if c.is_control() { ' ' } else { c };
    if n <= WIDTH {
        return (line.chars().map(clean).collect(), 0);
    }
    let shift = (column - 1).saturating_sub(WIDTH / 2).min(n - WIDTH);
    (line.chars().skip(shift).take(WIDTH).map(clean).collect(), shift)
}
