//! Numbers that are the same in every run.
#![allow(dead_code, reason = "not every test needs all of it")]

use percussion::frame::{rotation, M3, V3};

pub struct Random(pub u64);

impl Random {
    /// Between -1 and 1 (xorshift).
    pub fn next(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }
    pub fn vector(&mut self) -> V3 {
        V3::new(self.next(), self.next(), self.next())
    }
    pub fn rotation(&mut self) -> M3 {
        rotation(&self.vector().normalize(), 3.0 * self.next())
    }
}
