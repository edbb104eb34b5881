//! Columns of numbers as few bytes: whole multiples of a step, second differences, variable length,
//! deflate, base64. The viewer's `data.ts` reads it.

use flate2::write::DeflateEncoder;
use flate2::Compression;
use std::io::Write as _;

/// A column keeps this part of its largest value: six digits.
const PRECISION: f64 = 1.0 / (1 << 20) as f64;

/// Columns one after the other.
#[derive(Default)]
pub struct Tracks {
    bytes: Vec<u8>,
}

impl Tracks {
    /// Adds a column with six digits of its largest value.
    pub fn push(&mut self, values: &[f64]) {
        self.push_with(values, PRECISION);
    }

    /// Adds a column with steps of `precision` times its largest value; whole numbers stay what
    /// they are up to 1/precision.
    pub fn push_with(&mut self, values: &[f64], precision: f64) {
        let Some(&first) = values.first() else { return };
        if first.is_finite() && values.iter().all(|v| *v == first) {
            self.bytes.push(0);
            self.bytes.extend(first.to_le_bytes());
            return;
        }
        let gaps: Vec<usize> = (0..values.len()).filter(|&k| !values[k].is_finite()).collect();
        let most = values.iter().filter(|v| v.is_finite()).fold(0.0, |m: f64, v| m.max(v.abs()));
        let step = most * precision;
        let step = if step > 0.0 && step.is_finite() { step } else { 1.0 };
        self.bytes.push(if gaps.is_empty() { 1 } else { 2 });
        self.bytes.extend(step.to_le_bytes());
        let (mut last, mut change) = (0_i64, 0_i64);
        for v in values {
            // what is not finite leaves the column where it was
            let x = if v.is_finite() { (v / step).round() as i64 } else { last };
            let now = x - last;
            self.signed(now - change);
            (last, change) = (x, now);
        }
        if !gaps.is_empty() {
            self.varint(gaps.len() as u64);
            let mut before = 0;
            for k in gaps {
                self.varint((k - before) as u64);
                before = k;
            }
        }
    }

    /// Adds whole numbers.
    pub fn push_whole(&mut self, values: impl Iterator<Item = usize>) {
        let values: Vec<f64> = values.map(|v| v as f64).collect();
        let most = values.iter().fold(1.0_f64, |m, v| m.max(*v));
        self.push_with(&values, 1.0 / most);
    }

    fn signed(&mut self, v: i64) {
        self.varint(((v << 1) ^ (v >> 63)) as u64);
    }

    fn varint(&mut self, mut v: u64) {
        while v >= 128 {
            self.bytes.push(v as u8 | 128);
            v >>= 7;
        }
        self.bytes.push(v as u8);
    }

    /// All of it as text.
    pub fn finish(self) -> String {
        base64(&deflate(&self.bytes))
    }
}

/// Deflate without a header.
pub fn deflate(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::new(7));
    // Writing into memory cannot fail.
    let _ = encoder.write_all(bytes);
    encoder.finish().unwrap_or_default()
}

/// Base64 with padding.
pub fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for part in bytes.chunks(3) {
        let b = |k: usize| u32::from(part.get(k).copied().unwrap_or(0));
        let bits = b(0) << 16 | b(1) << 8 | b(2);
        for k in 0..4 {
            let letter = LETTERS[(bits >> (18 - 6 * k)) as usize & 63];
            text.push(if k > part.len() { '=' } else { letter as char });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_of_known_texts() {
        // RFC 4648, section 10
        for (text, coded) in [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foobar", "Zm9vYmFy")] {
            assert_eq!(base64(text.as_bytes()), coded);
        }
    }

    /// Reads a track as the viewer does.
    fn read(bytes: &[u8], n: usize) -> Vec<f64> {
        let number = |at: usize| f64::from_le_bytes(bytes[at..at + 8].try_into().unwrap());
        if bytes[0] == 0 {
            return vec![number(1); n];
        }
        let mut at = 9;
        let mut varint = || {
            let (mut v, mut shift) = (0_u64, 0);
            loop {
                let b = bytes[at];
                at += 1;
                v |= u64::from(b & 127) << shift;
                shift += 7;
                if b < 128 {
                    return v;
                }
            }
        };
        let (mut value, mut change) = (0.0, 0.0);
        let mut out = Vec::new();
        for _ in 0..n {
            let v = varint();
            change += if v % 2 == 1 { -((v + 1) as f64) / 2.0 } else { v as f64 / 2.0 };
            value += change;
            out.push(value * number(1));
        }
        if bytes[0] == 2 {
            let (count, mut k) = (varint(), 0);
            for _ in 0..count {
                k += varint() as usize;
                out[k] = f64::NAN;
            }
        }
        out
    }

    #[test]
    fn columns_come_back_with_six_digits() {
        let smooth: Vec<f64> = (0..2000).map(|k| (k as f64 * 0.01).sin() * 3.0).collect();
        let mut jumps = smooth.clone();
        jumps[700..].iter_mut().for_each(|v| *v = -*v + 1e-3);
        let mut gaps = smooth.clone();
        (gaps[0], gaps[5], gaps[6]) = (f64::NAN, f64::INFINITY, f64::NEG_INFINITY);
        let extreme = vec![1e308, -1e308, 0.0, 1e-300];
        let tiny = vec![5e-324, 0.0];
        for values in [smooth, jumps, gaps, extreme, tiny, vec![0.1; 7]] {
            let mut tracks = Tracks::default();
            tracks.push(&values);
            let most =
                values.iter().filter(|v| v.is_finite()).fold(0.0, |m: f64, v| m.max(v.abs()));
            for (a, b) in read(&tracks.bytes, values.len()).iter().zip(&values) {
                assert_eq!(a.is_nan(), !b.is_finite());
                assert!(a.is_nan() || (a - b).abs() <= 0.51 * most * PRECISION + 1e-300, "{a} {b}");
            }
        }
        let mut whole = Tracks::default();
        whole.push_whole([0, 3, 70_000, 2].into_iter());
        assert_eq!(read(&whole.bytes, 4), [0.0, 3.0, 70_000.0, 2.0]);
    }
}
