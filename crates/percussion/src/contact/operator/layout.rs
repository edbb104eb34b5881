//! Places of the rows of a problem.

/// What a row of the whole problem is in the scaled one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::contact) enum Role {
    /// Takes no part.
    Out,
    /// Row of the scaled problem.
    Row(usize),
    /// Force that follows that of a row, with this factor.
    Follows(usize, f64),
    /// A constant force.
    Given(f64),
}

/// First row and number of rows of each item.
#[derive(Default)]
pub(in crate::contact) struct Layout {
    pub first: Vec<usize>,
    pub count: Vec<usize>,
}

impl Layout {
    /// (first row, number of rows) of the items.
    pub fn items(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.first.iter().copied().zip(self.count.iter().copied())
    }

    /// Rows of an item.
    pub fn rows(&self, k: usize) -> std::ops::Range<usize> {
        self.first[k]..self.first[k] + self.count[k]
    }
}
