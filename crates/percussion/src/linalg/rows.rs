//! A sparse matrix, row by row.

use serde::{Deserialize, Serialize};

/// Compressed rows. Entries of a row may come in any order, none twice.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rows {
    /// Where each row starts, and where the last one ends.
    pub start: Vec<usize>,
    /// Column of each entry.
    pub column: Vec<usize>,
    /// Value of each entry.
    pub value: Vec<f64>,
}

impl Default for Rows {
    fn default() -> Self {
        Rows { start: vec![0], column: Vec::new(), value: Vec::new() }
    }
}

impl Rows {
    /// Number of rows.
    #[inline]
    pub fn len(&self) -> usize {
        self.start.len() - 1
    }

    /// Whether there are no rows.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Take all rows away; memory is kept.
    pub fn clear(&mut self) {
        self.start.clear();
        self.start.push(0);
        self.column.clear();
        self.value.clear();
    }

    /// Add a row at the end.
    pub fn push(&mut self, entries: impl IntoIterator<Item = (usize, f64)>) {
        for (c, v) in entries {
            self.column.push(c);
            self.value.push(v);
        }
        self.start.push(self.column.len());
    }

    /// Where the entries of row i lie.
    #[inline]
    pub fn range(&self, i: usize) -> std::ops::Range<usize> {
        self.start[i]..self.start[i + 1]
    }

    /// Columns and values of row i.
    #[inline]
    pub fn row(&self, i: usize) -> impl Iterator<Item = (usize, f64)> + '_ {
        let r = self.range(i);
        self.column[r.clone()].iter().copied().zip(self.value[r].iter().copied())
    }

    /// The entry (i, j), zero where there is none.
    pub fn get(&self, i: usize, j: usize) -> f64 {
        self.row(i).find(|e| e.0 == j).map_or(0.0, |e| e.1)
    }

    /// Row i times x.
    #[inline]
    pub fn dot(&self, i: usize, x: &[f64]) -> f64 {
        self.row(i).map(|(j, v)| v * x[j]).sum()
    }

    /// x += s times row i.
    #[inline]
    pub fn add(&self, i: usize, s: f64, x: &mut [f64]) {
        self.row(i).for_each(|(j, v)| x[j] += s * v);
    }

    /// Refuse what is no matrix of this size.
    ///
    /// # Errors
    /// Says what is wrong.
    pub fn check(&self, rows: usize, columns: usize) -> Result<(), String> {
        let ordered = self.start.first() == Some(&0) && self.start.windows(2).all(|w| w[0] <= w[1]);
        if !ordered || self.start.last() != Some(&self.column.len()) {
            return Err("the starts of the rows must grow from 0 to the number of entries".into());
        }
        if self.len() != rows {
            return Err(format!("{} rows, expected {rows}", self.len()));
        }
        if self.value.len() != self.column.len() {
            return Err("as many columns as values are needed".into());
        }
        if let Some(c) = self.column.iter().find(|c| **c >= columns) {
            return Err(format!("column {c}, there are {columns}"));
        }
        match self.value.iter().position(|v| !v.is_finite()) {
            Some(k) => Err(format!("entry {k} is not a finite number")),
            None => Ok(()),
        }
    }
}
