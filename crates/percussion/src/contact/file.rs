//! Contact problems as text. What a text is, its beginning tells:
//!
//! | text | what |
//! |---|---|
//! | local | d, nc, matrix G (d nc square), q, μ of each contact |
//! | global | d, nc, matrix M (n), matrix H (n × d nc), q (n), b (d nc), μ: M v = q + H r, u = Hᵀ v + b |
//! | bodies | nb, nc; six inverse masses a body; per contact b1 b2 (-1: fixed) μ q_N q_T1 q_T2, H1 6×3 by columns, H2 where b2 ≥ 0; n and n reactions to start from |
//! | JSON | a [`Problem`] as this library writes it, with an optional `start` |
//!
//! Matrices are dense (0, rows, columns, both once more, all entries by columns) or blocks (1, rows,
//! columns; numbers of blocks, block rows NR, block columns NC; ends of the block rows and columns; the
//! lengths NR + 1 and number of blocks; pointers of the block rows, block columns; each block with its
//! number, by columns) or sparse (2, rows, columns; triplets 1, columns 2 or rows 3; what CSparse prints of them). The order in a contact is N, T1, T2. The formats are those of the data of
//! V. Acary, M. Brémond, T. Koziara, F. Pérignon, "FCLIB: a collection of discrete 3D frictional contact
//! problems", 2014, as written by Siconos.

use super::law::Item;
use super::problem::{Bodies, Form, Point, Problem};
use crate::linalg::Rows;
use serde::{Deserialize, Serialize};
use thiserror::Error;

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

/// A problem and where to start from, as it is written to JSON.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Dump {
    /// The problem.
    #[serde(flatten)]
    pub problem: Problem,
    /// Multipliers to start from; empty: zero.
    #[serde(default)]
    pub start: Vec<f64>,
    /// Where it comes from.
    #[serde(default)]
    pub comment: String,
}

struct Words<'a> {
    words: Vec<(usize, &'a str)>,
    at: usize,
}

impl<'a> Words<'a> {
    fn new(text: &'a str) -> Self {
        let words = text
            .lines()
            .enumerate()
            .flat_map(|(k, line)| line.split_whitespace().map(move |w| (k + 1, w)))
            .collect();
        Words { words, at: 0 }
    }
    fn left(&self) -> usize {
        self.words.len() - self.at
    }
    fn error(&self, expected: &str) -> ParseError {
        let (line, found) = match self.words.get(self.at) {
            Some((line, w)) => {
                let short: String = w.chars().take(40).flat_map(char::escape_debug).collect();
                (*line, format!("'{short}'"))
            }
            None => (self.words.last().map_or(1, |w| w.0), "the end of the file".to_string()),
        };
        ParseError { line, expected: expected.into(), found }
    }
    fn peek(&self, ahead: usize) -> Option<usize> {
        self.words.get(self.at + ahead).and_then(|w| w.1.parse().ok())
    }
    fn whole(
        &mut self,
        expected: &str,
        allowed: impl Fn(usize) -> bool,
    ) -> Result<usize, ParseError> {
        match self.peek(0) {
            Some(v) if allowed(v) => {
                self.at += 1;
                Ok(v)
            }
            _ => Err(self.error(expected)),
        }
    }
    fn number(&mut self, expected: impl Fn() -> String) -> Result<f64, ParseError> {
        match self.words.get(self.at).and_then(|w| w.1.parse::<f64>().ok()) {
            Some(v) if v.is_finite() => {
                self.at += 1;
                Ok(v)
            }
            _ => Err(self.error(&expected())),
        }
    }
    /// The next word, where `read` can make something of it.
    fn word<T>(
        &mut self,
        expected: &str,
        read: impl Fn(&str) -> Option<T>,
    ) -> Result<T, ParseError> {
        let found = self.words.get(self.at).and_then(|w| read(w.1));
        let found = found.ok_or_else(|| self.error(expected))?;
        self.at += 1;
        Ok(found)
    }
    fn numbers(&mut self, n: usize, name: &str) -> Result<Vec<f64>, ParseError> {
        self.enough(n, name)?;
        (0..n).map(|i| self.number(|| format!("a finite number, {name}({})", i + 1))).collect()
    }
    /// Refuse before anything is allocated.
    fn enough(&mut self, n: usize, name: &str) -> Result<(), ParseError> {
        if n <= self.left() {
            return Ok(());
        }
        let expected = format!("{n} more numbers for {name}");
        self.at = self.words.len();
        Err(self.error(&expected))
    }
}

/// A matrix with the ends of its block rows and columns.
struct Matrix {
    rows: Rows,
    ends: Vec<usize>,
}

fn matrix(w: &mut Words, name: &str, rows: usize, columns: usize) -> Result<Matrix, ParseError> {
    let storage = w
        .whole(&format!("the storage of {name}, 0 (dense), 1 (blocks) or 2 (sparse)"), |v| {
            v <= 2
        })?;
    let size = |w: &mut Words, what: &str, n: usize| {
        w.whole(&format!("the number of {what} of {name}, {n}"), |v| v == n)
    };
    size(w, "rows", rows)?;
    size(w, "columns", columns)?;
    let mut entries: Vec<Vec<(usize, f64)>> = vec![Vec::new(); rows];
    let mut ends = Vec::new();
    if storage == 0 {
        size(w, "rows, once more,", rows)?;
        size(w, "columns, once more,", columns)?;
        w.enough(rows.saturating_mul(columns), name)?;
        for j in 0..columns {
            for (i, row) in entries.iter_mut().enumerate() {
                let v = w.number(|| format!("a finite number, {name}({}, {})", i + 1, j + 1))?;
                if v != 0.0 {
                    row.push((j, v));
                }
            }
        }
    } else if storage == 2 {
        sparse(w, name, columns, &mut entries)?;
    } else {
        let blocks = w.whole(&format!("the number of blocks of {name}"), |_| true)?;
        let nr = w.whole(&format!("the number of block rows of {name}"), |v| v <= rows)?;
        let nc = w.whole(&format!("the number of block columns of {name}"), |v| v <= columns)?;
        let read_ends = |w: &mut Words, n: usize, last: usize, what: &str| {
            let mut v = vec![0];
            for k in 0..n {
                let least = v[k];
                let e = w.whole(
                    &format!(
                        "the end of block {what} {} of {name}, {least} < end <= {last}",
                        k + 1
                    ),
                    |e| e > least && e <= last && (k + 1 < n || e == last),
                )?;
                v.push(e);
            }
            if v.last() == Some(&last) {
                Ok(v)
            } else {
                Err(w.error(&format!("block {what}s of {name} that end at {last}")))
            }
        };
        let row_ends = read_ends(w, nr, rows, "row")?;
        let column_ends = read_ends(w, nc, columns, "column")?;
        w.whole(&format!("the length of the block pointers of {name}, {}", nr + 1), |v| {
            v == nr + 1
        })?;
        w.whole(&format!("the number of blocks of {name} once more, {blocks}"), |v| v == blocks)?;
        w.enough(blocks, name)?;
        let mut pointers = Vec::with_capacity(nr + 1);
        for k in 0..=nr {
            let least = pointers.last().copied().unwrap_or(0);
            pointers.push(w.whole(
                &format!("block pointer {} of {name}, from {least} to {blocks}", k + 1),
                |v| v >= least && v <= blocks && (k > 0 || v == 0) && (k < nr || v == blocks),
            )?);
        }
        let mut at = Vec::with_capacity(blocks);
        for k in 0..blocks {
            at.push(w.whole(&format!("the column of block {k} of {name}"), |v| v < nc)?);
        }
        for r in 0..nr {
            for b in pointers[r]..pointers[r + 1] {
                w.whole(&format!("the number of a block of {name}, {b}"), |v| v == b)?;
                for j in column_ends[at[b]]..column_ends[at[b] + 1] {
                    for i in row_ends[r]..row_ends[r + 1] {
                        let v =
                            w.number(|| format!("a finite number, {name}({}, {})", i + 1, j + 1))?;
                        if v != 0.0 {
                            entries[i].push((j, v));
                        }
                    }
                }
            }
        }
        ends = row_ends;
    }
    let mut rows = Rows::default();
    for mut row in entries {
        // a block may be given in parts
        row.sort_by_key(|e| e.0);
        row.dedup_by(|a, b| {
            let same = a.0 == b.0;
            if same {
                b.1 += a.1;
            }
            same
        });
        rows.push(row);
    }
    Ok(Matrix { rows, ends })
}

/// A sparse matrix as CSparse prints it: triplets `I J : V`, or for each column (row) `col J : locations A to B` and its
/// entries `I : V`.
fn sparse(
    w: &mut Words,
    name: &str,
    columns: usize,
    entries: &mut [Vec<(usize, f64)>],
) -> Result<(), ParseError> {
    let rows = entries.len();
    let form = w
        .whole(&format!("the form of {name}, 1 (triplets), 2 (columns) or 3 (rows)"), |v| {
            (1..=3).contains(&v)
        })?;
    // a line that says who wrote it
    let size = format!("{rows}-by-{columns},");
    let about = w.words[w.at..].iter().take_while(|x| x.1 != size).count();
    let head = w.words.get(w.at).map_or(0, |x| x.0);
    if w.words.get(w.at + about).is_none_or(|x| x.0 > head + 1) {
        return Err(w.error(&format!("'{size}' in one of two lines, the size of {name}")));
    }
    w.at += about + 1;
    let label =
        |w: &mut Words, text: &str| w.word(&format!("'{text}'"), |x| (x == text).then_some(()));
    let whole = |x: &str| x.trim_end_matches(',').parse::<usize>().ok();
    label(w, "nzmax:")?;
    w.word("a whole number", whole)?;
    label(w, "nnz:")?;
    let nnz = w.word(&format!("the number of entries of {name}"), whole)?;
    w.enough(nnz.saturating_mul(3), name)?;
    let mut entry = |w: &mut Words, outer: Option<usize>| {
        let first = w.whole(&format!("an index of {name}"), |_| true)?;
        let second = match outer {
            Some(k) => k,
            None => w.whole(&format!("an index of {name}"), |_| true)?,
        };
        let (i, j) = if form == 3 { (second, first) } else { (first, second) };
        label(w, ":")?;
        let v = w.number(|| format!("a finite number, {name}({}, {})", i + 1, j + 1))?;
        match entries.get_mut(i).filter(|_| j < columns) {
            Some(row) => row.push((j, v)),
            None => return Err(w.error(&format!("indices below {rows} and {columns} in {name}"))),
        }
        Ok(())
    };
    if form == 1 {
        return (0..nnz).try_for_each(|_| entry(w, None));
    }
    label(w, "1-norm:")?;
    w.word("a number", |x| x.parse::<f64>().ok())?;
    let (word, outer) = if form == 2 { ("col", columns) } else { ("row", rows) };
    let mut next = 0;
    for k in 0..outer {
        label(w, word)?;
        w.whole(&format!("{word} {k} of {name}"), |v| v == k)?;
        label(w, ":")?;
        label(w, "locations")?;
        w.whole(&format!("the location {next}"), |v| v == next)?;
        label(w, "to")?;
        // the last one, -1 where there is none
        let end = |x: &str| x.parse::<i64>().ok().and_then(|v| usize::try_from(v + 1).ok());
        let end = w.word("the last location", |x| end(x).filter(|e| (next..=nnz).contains(e)))?;
        (next..end).try_for_each(|_| entry(w, Some(k)))?;
        next = end;
    }
    Ok(())
}

fn items(w: &mut Words, d: usize, nc: usize) -> Result<Vec<Item>, ParseError> {
    let mut items = Vec::with_capacity(nc);
    for k in 0..nc {
        let at = w.at;
        let mu = w.number(|| format!("a number >= 0, mu({})", k + 1))?;
        if mu < 0.0 {
            w.at = at;
            return Err(w.error(&format!("a number >= 0, mu({})", k + 1)));
        }
        items.push(Item::contact(k, d * k, d * k + 1..d * (k + 1), mu));
    }
    Ok(items)
}

/// The ends of the smallest diagonal blocks of a square matrix, after a zero.
fn uncoupled(M: &Rows, n: usize) -> Vec<usize> {
    // the last row or column that is coupled with one so far
    let mut reach: Vec<usize> = (0..n).collect();
    for i in 0..n {
        for (j, _) in M.row(i) {
            let first = i.min(j);
            reach[first] = reach[first].max(i).max(j);
        }
    }
    let mut ends = vec![0];
    let mut last = 0;
    for (i, reach) in reach.iter().enumerate() {
        last = last.max(*reach);
        if last == i {
            ends.push(i + 1);
        }
    }
    ends
}

/// A local or global problem.
fn published(text: &str) -> Result<Dump, ParseError> {
    let mut w = Words::new(text);
    let d = w.whole("the dimension, 2 or 3", |v| v == 2 || v == 3)?;
    let nc =
        w.whole("the number of contacts, from 1 to 1000000", |v| (1..=1_000_000).contains(&v))?;
    let n = d * nc;
    // M of a local problem has the size of the contacts; a global one is followed by the matrix H
    let size = w.peek(1).unwrap_or(n);
    if size > w.left().saturating_mul(6) {
        return Err(w.error("a matrix that fits into the file"));
    }
    let M = matrix(&mut w, "M", size, size)?;
    let global = size != n
        || (w.left() != n + nc
            && w.peek(0).is_some_and(|v| v <= 2)
            && w.peek(1) == Some(n)
            && w.peek(2) == Some(n));
    let (form, b) = if global {
        let H = matrix(&mut w, "H", size, n)?;
        let f = w.numbers(size, "q")?;
        let b = w.numbers(n, "b")?;
        let mut columns: Vec<Vec<(usize, f64)>> = vec![Vec::new(); n];
        for i in 0..size {
            H.rows.row(i).for_each(|(j, v)| columns[j].push((i, v)));
        }
        let mut W = Rows::default();
        columns.into_iter().for_each(|c| W.push(c));
        let blocks = if M.ends.is_empty() { uncoupled(&M.rows, size) } else { M.ends };
        (Form::Bodies(Bodies { M: M.rows, blocks, f, W, ..Bodies::default() }), b)
    } else {
        (Form::Sparse(M.rows), w.numbers(n, "q")?)
    };
    let items = items(&mut w, d, nc)?;
    Ok(Dump { problem: Problem::new(form, b, items), start: Vec::new(), comment: String::new() })
}

/// A problem by bodies.
fn by_bodies(text: &str) -> Result<Dump, ParseError> {
    let mut w = Words::new(text);
    let nb = w.whole("the number of bodies, at least 1", |v| v >= 1)?;
    let nc = w.whole("the number of contacts, at least 1", |v| v >= 1)?;
    w.enough(nb.saturating_mul(6).saturating_add(nc.saturating_mul(24)), "bodies and contacts")?;
    let mut M = Rows::default();
    let mut fixed = vec![false; 6 * nb];
    for d in 0..6 * nb {
        let at = w.at;
        let what = || format!("an inverse mass >= 0 of body {}", d / 6);
        let inverse = w.number(what)?;
        if inverse < 0.0 {
            w.at = at;
            return Err(w.error(&what()));
        }
        // what cannot move has no column
        fixed[d] = inverse == 0.0;
        M.push([(d, if fixed[d] { 1.0 } else { 1.0 / inverse })]);
    }
    let (mut W, mut b, mut items) = (Rows::default(), Vec::new(), Vec::new());
    for k in 0..nc {
        let name = format!("a body of contact {k}, from 0 to {}", nb - 1);
        let one = w.whole(&name, |v| v < nb)?;
        let two = if w.words.get(w.at).is_some_and(|v| v.1 == "-1") {
            w.at += 1;
            None
        } else {
            Some(w.whole(&format!("{name}, or -1"), |v| v < nb && v != one)?)
        };
        let at = w.at;
        let mu = w.number(|| format!("a number >= 0, mu of contact {k}"))?;
        if mu < 0.0 {
            w.at = at;
            return Err(w.error(&format!("a number >= 0, mu of contact {k}")));
        }
        b.extend(w.numbers(3, "q")?);
        let mut rows: [Vec<(usize, f64)>; 3] = Default::default();
        for body in std::iter::once(one).chain(two) {
            for row in &mut rows {
                for d in 6 * body..6 * body + 6 {
                    let v = w.number(|| format!("a finite number, H of contact {k}"))?;
                    if v != 0.0 && !fixed[d] {
                        row.push((d, v));
                    }
                }
            }
        }
        rows.into_iter().for_each(|r| W.push(r));
        items.push(Item::contact(k, 3 * k, 3 * k + 1..3 * k + 3, mu));
    }
    let mut start = Vec::new();
    if w.left() > 0 {
        let n = w.whole(&format!("the length of the start, 0 or {}", 3 * nc), |v| {
            v == 0 || v == 3 * nc
        })?;
        start = w.numbers(n, "the start")?;
    }
    let blocks = (0..=nb).map(|k| 6 * k).collect();
    let f = vec![0.0; 6 * nb];
    let form = Form::Bodies(Bodies { M, blocks, f, W, ..Bodies::default() });
    Ok(Dump { problem: Problem::new(form, b, items), start, comment: String::new() })
}

/// Read a problem and its start.
///
/// # Errors
/// Names the line, what was expected there and what was found.
pub fn parse(text: &str) -> Result<(Problem, Point), ParseError> {
    let first = text.lines().map(str::trim).find(|l| !l.is_empty()).unwrap_or("");
    let dump = if first.starts_with('{') {
        serde_json::from_str::<Dump>(text).map_err(|e| ParseError {
            line: e.line(),
            expected: "a contact problem as JSON".into(),
            found: format!("{e}"),
        })?
    } else if first.split_whitespace().count() == 2 {
        by_bodies(text).or_else(|e| published(text).map_err(|_| e))?
    } else {
        published(text).or_else(|e| by_bodies(text).map_err(|_| e))?
    };
    let wrong = |found: String| ParseError { line: 1, expected: "a contact problem".into(), found };
    dump.problem.check().map_err(|e| wrong(e.to_string()))?;
    let mut point = Point::zero(&dump.problem);
    if !dump.start.is_empty() {
        if dump.start.len() != dump.problem.rows() || dump.start.iter().any(|v| !v.is_finite()) {
            return Err(wrong(format!(
                "a start of {} numbers, {} finite ones are needed",
                dump.start.len(),
                dump.problem.rows()
            )));
        }
        point.m = dump.start;
    }
    Ok((dump.problem, point))
}

/// Write a problem as JSON; it reads back as the same numbers.
pub fn write(problem: &Problem, start: &[f64], comment: &str) -> String {
    let dump =
        Dump { problem: problem.clone(), start: start.to_vec(), comment: comment.to_string() };
    // plain data of finite numbers
    serde_json::to_string(&dump).unwrap_or_default()
}
