//! What the next step depends on, saved and restored, bit for bit.
//!
//! One walk over the fields serves both directions: [`Remember::remember`] hands every field to a
//! [`Memory`], which writes it or puts back what it has. [`remember!`] makes that walk for a struct;
//! it must name every field, so that a new one cannot be forgotten: those that hold the same values
//! after every start, and workspaces whose contents no later step reads, come after `skip`.
//!
//! Everything is a sequence of 64-bit words. Fields carry the hash of their name where the words
//! leave the program, so that another version of a struct is noticed and not misread.

use std::ops::Range;

/// Words to be written or read.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    words: Vec<u64>,
    at: usize,
    loading: bool,
    named: bool,
    wrong: Option<&'static str>,
    field: &'static str,
}

/// Increased whenever the meaning of the words changes.
const VERSION: u64 = 5;
const MAGIC: u64 = u64::from_le_bytes(*b"percusmn");

impl Memory {
    /// Ready to write what will leave the program.
    pub fn named() -> Self {
        Memory { words: vec![MAGIC, VERSION], named: true, ..Memory::default() }
    }
    /// Forget everything and write from the beginning.
    pub fn record(&mut self) {
        self.words.truncate(if self.named { 2 } else { 0 });
        (self.loading, self.wrong) = (false, None);
    }
    /// Read from the beginning.
    pub fn replay(&mut self) {
        (self.at, self.loading) = (if self.named { 2 } else { 0 }, true);
    }
    /// The words and their checksum as bytes.
    pub fn bytes(&self) -> Vec<u8> {
        let sum = checksum(&self.words);
        self.words.iter().chain([&sum]).flat_map(|w| w.to_le_bytes()).collect()
    }
    /// Bytes written earlier, to be read; none where they are damaged, or not of this kind or version.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let mut words = Vec::with_capacity(bytes.len() / 8);
        for chunk in bytes.chunks(8) {
            words.push(u64::from_le_bytes(chunk.try_into().ok()?));
        }
        words.pop().filter(|sum| *sum == checksum(&words))?;
        (words.get(..2)? == [MAGIC, VERSION]).then(|| Memory {
            words,
            at: 2,
            loading: true,
            named: true,
            ..Memory::default()
        })
    }
    /// Whether everything was read and was as expected; the field at which it was not.
    pub fn finished(&self) -> Result<(), &'static str> {
        match self.wrong {
            Some(field) => Err(field),
            None if self.loading && self.at != self.words.len() => Err("end"),
            None => Ok(()),
        }
    }
    /// Whether the words leave the program.
    pub fn leaves(&self) -> bool {
        self.named
    }
    /// Whether it puts back what it has.
    pub fn loading(&self) -> bool {
        self.loading
    }
    /// The next field has this name.
    pub fn field(&mut self, name: &'static str) {
        if self.named {
            self.field = name;
            let hash = hash(name.as_bytes());
            let mut word = hash;
            self.word(&mut word);
            if word != hash {
                self.wrong.get_or_insert(name);
            }
        }
    }
    /// A part that exists on both sides.
    pub fn part<T: Remember>(&mut self, part: &mut Option<T>) {
        let mut some = part.is_some();
        some.remember(self);
        match part {
            Some(part) if some => part.remember(self),
            None if !some => {}
            _ => self.refuse(),
        }
    }
    /// The saved state does not fit.
    pub fn refuse(&mut self) {
        self.wrong.get_or_insert(self.field);
    }
    #[inline]
    fn word(&mut self, w: &mut u64) {
        if !self.loading {
            self.words.push(*w);
        } else if self.wrong.is_none() {
            match self.words.get(self.at) {
                Some(v) => (*w, self.at) = (*v, self.at + 1),
                None => self.wrong = Some(self.field),
            }
        }
    }
    fn length(&mut self, n: usize) -> usize {
        let mut w = n as u64;
        self.word(&mut w);
        if self.loading && (self.wrong.is_some() || w > (self.words.len() - self.at) as u64) {
            self.wrong.get_or_insert(self.field);
            return n;
        }
        w as usize
    }
}

/// Checksum of words: every step is invertible, so that a change of one word always changes it.
fn checksum(words: &[u64]) -> u64 {
    let seed = 0xcbf2_9ce4_8422_2325 ^ words.len() as u64;
    words.iter().fold(seed, |h, w| (h ^ w).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29))
}

/// The FNV-1a hash.
pub(crate) fn hash(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |h, b| (h ^ u64::from(*b)).wrapping_mul(0x0100_0000_01b3))
}

/// A value that can be saved and restored.
pub trait Remember {
    /// Hand every field to the memory.
    fn remember(&mut self, m: &mut Memory);
    /// The same for many of them.
    fn remember_all(list: &mut [Self], m: &mut Memory)
    where
        Self: Sized,
    {
        list.iter_mut().for_each(|x| x.remember(m));
    }
}

impl Remember for f64 {
    fn remember(&mut self, m: &mut Memory) {
        let mut w = self.to_bits();
        m.word(&mut w);
        *self = f64::from_bits(w);
    }
    fn remember_all(list: &mut [Self], m: &mut Memory) {
        if !m.loading {
            m.words.extend(list.iter().map(|x| x.to_bits()));
        } else if m.wrong.is_none() {
            match m.words.get(m.at..m.at + list.len()) {
                Some(from) => {
                    list.iter_mut().zip(from).for_each(|(x, w)| *x = f64::from_bits(*w));
                    m.at += list.len();
                }
                None => m.wrong = Some(m.field),
            }
        }
    }
}

macro_rules! whole {
    ($($t:ty),*) => {$(
        impl Remember for $t {
            fn remember(&mut self, m: &mut Memory) {
                let mut w = *self as u64;
                m.word(&mut w);
                *self = w as $t;
            }
        }
    )*};
}
whole!(usize, u32, u64, u8);

/// A memory within another.
impl Remember for Memory {
    fn remember(&mut self, m: &mut Memory) {
        self.words.remember(m);
    }
}

impl Remember for bool {
    fn remember(&mut self, m: &mut Memory) {
        let mut w = u64::from(*self);
        m.word(&mut w);
        *self = w != 0;
    }
}

impl Remember for String {
    fn remember(&mut self, m: &mut Memory) {
        let mut bytes = std::mem::take(self).into_bytes();
        bytes.remember(m);
        match String::from_utf8(bytes) {
            Ok(text) => *self = text,
            Err(_) => m.wrong = Some(m.field),
        }
    }
}

/// Names that are known when the program is written; one that is not stays in memory.
impl Remember for &'static str {
    fn remember(&mut self, m: &mut Memory) {
        let mut text = self.to_string();
        text.remember(m);
        if text != *self {
            *self = Box::leak(text.into_boxed_str());
        }
    }
}

impl<T: Remember, U: Remember> Remember for (T, U) {
    fn remember(&mut self, m: &mut Memory) {
        self.0.remember(m);
        self.1.remember(m);
    }
}

impl<T: Remember, U: Remember, V: Remember> Remember for (T, U, V) {
    fn remember(&mut self, m: &mut Memory) {
        self.0.remember(m);
        self.1.remember(m);
        self.2.remember(m);
    }
}

impl<T: Remember, const N: usize> Remember for [T; N] {
    fn remember(&mut self, m: &mut Memory) {
        T::remember_all(self, m);
    }
}

impl<T: Remember + Default + Clone> Remember for Vec<T> {
    fn remember(&mut self, m: &mut Memory) {
        let n = m.length(self.len());
        if n != self.len() {
            self.resize(n, T::default());
        }
        T::remember_all(self, m);
    }
}

impl<T: Remember + Default> Remember for Option<T> {
    fn remember(&mut self, m: &mut Memory) {
        let mut some = self.is_some();
        some.remember(m);
        if some {
            self.get_or_insert_with(T::default).remember(m);
        } else {
            *self = None;
        }
    }
}

impl Remember for nalgebra::Vector3<f64> {
    fn remember(&mut self, m: &mut Memory) {
        self.iter_mut().for_each(|x| x.remember(m));
    }
}

impl Remember for nalgebra::Matrix3<f64> {
    fn remember(&mut self, m: &mut Memory) {
        self.iter_mut().for_each(|x| x.remember(m));
    }
}
impl Remember for nalgebra::Complex<f64> {
    fn remember(&mut self, m: &mut Memory) {
        self.re.remember(m);
        self.im.remember(m);
    }
}
impl<T: Remember> Remember for Box<T> {
    fn remember(&mut self, m: &mut Memory) {
        (**self).remember(m);
    }
}

impl Remember for Range<usize> {
    fn remember(&mut self, m: &mut Memory) {
        self.start.remember(m);
        self.end.remember(m);
    }
}

/// Implements [`Remember`] for a struct: `remember!(Name { field, field; skip field, field });`. With
/// `cache` before the name it is something that follows from the rest, up to round-off: it is kept
/// with what leaves the program, and not for the undoing of a step.
macro_rules! remember {
    (cache $name:ident { $($field:ident),* $(,)? $(; skip $($skip:ident),* $(,)?)? }) => {
        impl $crate::memory::Remember for $name {
            fn remember(&mut self, m: &mut $crate::memory::Memory) {
                let $name { $($field,)* $($($skip: _,)*)? } = self;
                if m.leaves() {
                    $(
                        m.field(stringify!($field));
                        $crate::memory::Remember::remember($field, m);
                    )*
                }
            }
        }
    };
    ($name:ident { $($field:ident),* $(,)? $(; skip $($skip:ident),* $(,)?)? }) => {
        impl $crate::memory::Remember for $name {
            fn remember(&mut self, m: &mut $crate::memory::Memory) {
                let $name { $($field,)* $($($skip: _,)*)? } = self;
                $(
                    m.field(stringify!($field));
                    $crate::memory::Remember::remember($field, m);
                )*
            }
        }
    };
}
pub(crate) use remember;

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Debug, Default, PartialEq)]
    struct Sample {
        x: f64,
        v: Vec<(bool, usize)>,
        o: Option<Box<f64>>,
        s: String,
        scratch: f64,
    }
    remember!(Sample { x, v, o, s; skip scratch });

    #[test]
    fn what_is_read_is_what_was_written() {
        let one = Sample {
            x: f64::from_bits(0x7ff8_0000_0000_1234),
            v: vec![(true, 3), (false, 7)],
            o: Some(Box::new(-0.0)),
            s: "Kräfte".into(),
            scratch: 1.0,
        };
        let mut m = Memory::named();
        one.clone().remember(&mut m);
        let bytes = m.bytes();
        let mut two = Sample { v: vec![(true, 1); 9], ..Sample::default() };
        let mut m = Memory::from_bytes(&bytes).unwrap();
        two.remember(&mut m);
        assert_eq!(m.finished(), Ok(()));
        assert_eq!((two.x.to_bits(), two.scratch), (one.x.to_bits(), 0.0));
        assert_eq!((two.v, two.o, two.s), (one.v, one.o, one.s));
    }

    /// Any byte changed or cut away is noticed.
    #[test]
    fn damaged_bytes_are_refused() {
        let mut m = Memory::named();
        Sample { v: vec![(true, 3); 5], ..Sample::default() }.remember(&mut m);
        let bytes = m.bytes();
        for k in 0..bytes.len() {
            let mut bad = bytes.clone();
            bad[k] ^= 0xff;
            assert!(Memory::from_bytes(&bad).is_none(), "{k}");
            assert!(Memory::from_bytes(&bytes[..k]).is_none(), "{k}");
        }
        // with a checksum that fits: no panic and no large allocation
        for k in 2..m.words.len() {
            let mut bad = m.clone();
            bad.words[k] ^= u64::MAX;
            bad.replay();
            Sample::default().remember(&mut bad);
        }
    }
}
