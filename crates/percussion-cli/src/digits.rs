//! Numbers with 17 significant digits, fast: the text is that of `{:.16e}`.
//!
//! With x = m 2^e and k = floor(log10 x), or one less, the digits are those of the integer nearest to
//! x 10^(16-k). The power of ten is taken from a table of 128 bits, so that the product is known up to a few
//! units of its last place. Where these could change the digits, and for exact ties, the standard library decides.

use std::io::Write;

/// The longest number: sign, digit, point, sixteen digits, `e-` and three more.
const LONGEST: usize = 24;
/// Room for a number, what follows it, and what is overwritten by the next one.
const ROOM: usize = 32;

/// A text of numbers. Its bytes are kept when it is emptied.
#[derive(Default)]
pub struct Text {
    bytes: Vec<u8>,
    end: usize,
}

impl Text {
    /// Forgets what it holds.
    pub fn clear(&mut self) {
        self.end = 0;
    }

    /// What it holds.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes[..self.end]
    }

    /// Appends a number and the byte that follows it.
    pub fn push(&mut self, x: f64, after: u8) {
        if self.bytes.len() < self.end + ROOM {
            self.bytes.resize(2 * self.bytes.len() + 1024, 0);
        }
        let room = &mut self.bytes[self.end..self.end + ROOM];
        let n = number(room, x);
        room[n] = after;
        self.end += n + 1;
    }

    /// Appends bytes as they are.
    pub fn add(&mut self, text: &[u8]) {
        self.bytes.truncate(self.end);
        self.bytes.extend_from_slice(text);
        self.end = self.bytes.len();
    }
}

/// Writes a number to the beginning of `room`; tells how long it is.
fn number(room: &mut [u8], x: f64) -> usize {
    if x == 0.0 {
        let text = b"-0.0000000000000000e0";
        let sign = usize::from(x.is_sign_negative());
        room[..20 + sign].copy_from_slice(&text[1 - sign..]);
        return 20 + sign;
    }
    if let Some((digits, k)) = decimal(x) {
        return spell(room, x.is_sign_negative(), digits, k);
    }
    let mut rest = &mut room[..LONGEST];
    // LONGEST is enough, so that this cannot fail
    let _ = write!(rest, "{x:.16e}");
    LONGEST - rest.len()
}

/// 2^exponent mantissa / 2^127, the mantissa with its first bit set.
#[derive(Clone, Copy)]
struct Power {
    high: u64,
    low: u64,
    exponent: i32,
}

/// Powers of ten from 10^-LEAST to 10^LEAST.
const LEAST: usize = 330;

static POWERS: [Power; 2 * LEAST + 1] = {
    let one: Wide = ([0, 0, 0, 1 << 63], 0);
    let mut table = [Power { high: 1 << 63, low: 0, exponent: 0 }; 2 * LEAST + 1];
    let (mut up, mut down) = (one, one);
    let mut k = 1;
    while k <= LEAST {
        (up, down) = (times_ten(up), by_ten(down));
        table[LEAST + k] = Power { high: up.0[3], low: up.0[2], exponent: up.1 };
        table[LEAST - k] = Power { high: down.0[3], low: down.0[2], exponent: down.1 };
        k += 1;
    }
    table
};

/// 256 bits, least first, and an exponent.
type Wide = ([u64; 4], i32);

const fn times_ten((m, e): Wide) -> Wide {
    let mut r = [0_u64; 5];
    let (mut carry, mut k) = (0_u128, 0);
    while k < 4 {
        let v = m[k] as u128 * 10 + carry;
        (r[k], carry) = (v as u64, v >> 64);
        k += 1;
    }
    r[4] = carry as u64;
    let shift = 64 - r[4].leading_zeros();
    (shifted(r, shift), e + shift as i32)
}

const fn by_ten((m, e): Wide) -> Wide {
    // one more limb below, so that nothing is lost
    let mut r = [0_u64; 5];
    let (mut rest, mut k) = (0_u128, 5);
    while k > 0 {
        k -= 1;
        let v = rest << 64 | if k > 0 { m[k - 1] as u128 } else { 0 };
        (r[k], rest) = ((v / 10) as u64, v % 10);
    }
    let shift = r[4].leading_zeros();
    (shifted(r, 64 - shift), e - shift as i32)
}

/// Four limbs from this bit of the lowest one on.
const fn shifted(r: [u64; 5], bit: u32) -> [u64; 4] {
    let (mut out, mut k) = ([0; 4], 0);
    while k < 4 {
        out[k] = r[k] >> bit | r[k + 1] << (64 - bit);
        k += 1;
    }
    out
}

const TEN_17: u64 = 100_000_000_000_000_000;
/// By how many units of its last place a product may be wrong.
const DOUBT: u128 = 4;

/// The digits of a number as an integer of 17 digits, and its power of ten; none where that is in doubt.
fn decimal(x: f64) -> Option<(u64, i32)> {
    let bits = x.to_bits();
    let (raw, fraction) = ((bits >> 52 & 0x7ff) as i32, bits & ((1 << 52) - 1));
    if raw == 0 || raw == 0x7ff {
        return None;
    }
    // x = m 2^e with the first bit of m set
    let (m, e) = ((fraction | 1 << 52) << 11, raw - 1075 - 11);
    // log10 x from below, one too small at times: 78913 / 2^18 is log10 2
    let mut k = ((e + 63) * 78913) >> 18;
    let p = POWERS.get((LEAST as i32 + 16 - k) as usize)?;
    // m p / 2^64, 128 bits
    let low = u128::from(m) * u128::from(p.low);
    let product = u128::from(m) * u128::from(p.high) + (low >> 64);
    // x 10^(16-k) = product / 2^shift lies between 10^16 and 10^18
    let shift = 127 - 64 - e - p.exponent;
    if !(65..80).contains(&shift) {
        return None;
    }
    let mut digits = (product >> 64) as u64 >> (shift - 64);
    let mut part = product & ((1 << shift) - 1);
    let mut one = 1_u128 << shift;
    if digits >= TEN_17 {
        // eighteen digits: the last one belongs to the part that is rounded
        k += 1;
        part += u128::from(digits % 10) << shift;
        one *= 10;
        digits /= 10;
    }
    // powers up to 10^27 are exact in the table
    let exact = (0..=27).contains(&(16 - k)) && low as u64 == 0;
    let half = one / 2;
    if part.abs_diff(half) <= DOUBT || !exact && (part <= DOUBT || one - part <= DOUBT) {
        return None;
    }
    digits += u64::from(part > half);
    if digits == TEN_17 {
        (digits, k) = (TEN_17 / 10, k + 1);
    }
    Some((digits, k))
}

/// Eight digits of a number below 10^8, the first one in the lowest byte: halves, quarters and digits are
/// divided side by side in one word.
fn eight(n: u32) -> u64 {
    let fours = u64::from(n / 10_000) | u64::from(n % 10_000) << 32;
    let high = ((fours * 10_486) >> 20) & 0x0000_007f_0000_007f;
    let twos = high | (fours - 100 * high) << 16;
    let high = ((twos * 103) >> 10) & 0x000f_000f_000f_000f;
    (high | (twos - 10 * high) << 8) | 0x3030_3030_3030_3030
}

fn spell(room: &mut [u8], negative: bool, digits: u64, k: i32) -> usize {
    room[0] = b'-';
    let sign = usize::from(negative);
    let Some(at) = room.get_mut(sign..).and_then(|r| r.first_chunk_mut::<27>()) else { return 0 };
    let (first, low) = (digits / 100_000_000, digits % 100_000_000);
    let (lead, high) = (first / 100_000_000, first % 100_000_000);
    at[0] = b'0' + lead as u8;
    at[1] = b'.';
    at[2..10].copy_from_slice(&eight(high as u32).to_le_bytes());
    at[10..18].copy_from_slice(&eight(low as u32).to_le_bytes());
    // e, sign, up to three digits as one word
    let size = k.unsigned_abs();
    let (mut word, mut n) = if size < 10 {
        (u64::from(size), 1)
    } else if size < 100 {
        (u64::from((size / 10) | ((size % 10) << 8)), 2)
    } else {
        (u64::from((size / 100) | ((size / 10 % 10) << 8) | ((size % 10) << 16)), 3)
    };
    word |= 0x0030_3030;
    if k < 0 {
        (word, n) = (word << 8 | u64::from(b'-'), n + 1);
    }
    at[18..26].copy_from_slice(&(word << 8 | u64::from(b'e')).to_le_bytes());
    sign + 19 + n
}

#[cfg(test)]
mod tests {
    use super::Text;

    fn same(x: f64) {
        let mut out = Text::default();
        out.push(x, b',');
        let text = std::str::from_utf8(out.bytes()).unwrap();
        assert_eq!(text, format!("{x:.16e},"), "{:x}", x.to_bits());
    }

    #[test]
    fn the_text_is_that_of_the_standard_library() {
        for x in [0.0, 1.0, 0.1, 0.5, 1e22, 1e23, 5e-324, f64::MAX, 1e-5, 123456789.0] {
            same(x);
            same(-x);
        }
        for x in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, f64::MIN_POSITIVE] {
            same(x);
        }
        for e in -320..=308 {
            same(format!("1e{e}").parse().unwrap());
            same(format!("9.99999999999999999e{e}").parse().unwrap());
        }
        // neighbours of powers of two, where the estimate of the power of ten changes
        for e in -1074..1024 {
            let x = 2.0_f64.powi(e);
            [x, x.next_up(), x.next_down()].into_iter().for_each(same);
        }
        let mut k = 1_u64;
        for i in 0..300_000 {
            k = k.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let x = f64::from_bits(k ^ k >> 29);
            if x.is_finite() {
                same(x);
            }
            // numbers as simulations have them, and short ones
            let y = (k >> 40) as f64 / 1e6 - 5.0;
            same(y);
            same(f64::from(i) * 1e-3);
            same((k >> 34) as f64 / 1024.0);
        }
    }

    #[test]
    fn a_text_is_used_again() {
        let mut out = Text::default();
        for _ in 0..3 {
            out.clear();
            out.add(b"t,x\n");
            (0..2000).for_each(|k| out.push(f64::from(k), b'\n'));
            assert!(out.bytes().starts_with(b"t,x\n0.0000000000000000e0\n1.0000000000000000e0\n"));
            assert!(out.bytes().ends_with(b"\n1.9990000000000000e3\n"));
        }
    }
}
