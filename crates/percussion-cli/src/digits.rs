//! Numbers with 17 significant digits, fast: the text is that of `{:.16e}`.
//!
//! With x = m 2^e and k = floor(log10 x) the digits are those of the integer nearest to x 10^(16-k). The
//! power of ten is taken from a table of 128 bits, so that the product is known up to a few units of its
//! last place. Where these could change the digits, and for exact ties, the standard library decides.

use std::sync::OnceLock;

/// Appends a number.
pub fn push(out: &mut Vec<u8>, x: f64) {
    if x == 0.0 {
        let zero: &[u8] =
            if x.is_sign_negative() { b"-0.0000000000000000e0" } else { b"0.0000000000000000e0" };
        out.extend_from_slice(zero);
        return;
    }
    if !quick(out, x) {
        use std::io::Write;
        let _ = write!(out, "{x:.16e}");
    }
}

/// 2^exponent mantissa / 2^127, the mantissa with its first bit set.
#[derive(Clone, Copy)]
struct Power {
    mantissa: u128,
    exponent: i32,
}

/// Powers of ten from 10^-LEAST to 10^LEAST.
const LEAST: i32 = 330;

fn powers() -> &'static [Power] {
    static TABLE: OnceLock<Vec<Power>> = OnceLock::new();
    TABLE.get_or_init(|| {
        let one = ([0, 0, 0, 1 << 63], 0);
        let mut up = vec![one];
        let mut down = vec![one];
        for _ in 0..LEAST {
            up.push(times_ten(up[up.len() - 1]));
            down.push(by_ten(down[down.len() - 1]));
        }
        down.iter()
            .skip(1)
            .rev()
            .chain(&up)
            .map(|&(m, exponent)| Power {
                mantissa: u128::from(m[3]) << 64 | u128::from(m[2]),
                exponent,
            })
            .collect()
    })
}

/// 256 bits, least first, and an exponent.
type Wide = ([u64; 4], i32);

fn times_ten((m, e): Wide) -> Wide {
    let mut r = [0_u64; 5];
    let mut carry = 0_u128;
    for k in 0..4 {
        let v = u128::from(m[k]) * 10 + carry;
        (r[k], carry) = (v as u64, v >> 64);
    }
    r[4] = carry as u64;
    let shift = 64 - r[4].leading_zeros();
    (std::array::from_fn(|k| r[k] >> shift | r[k + 1] << (64 - shift)), e + shift as i32)
}

fn by_ten((m, e): Wide) -> Wide {
    // one more limb below, so that nothing is lost
    let mut r = [0_u64; 5];
    let mut rest = 0_u128;
    for k in (0..5).rev() {
        let v = rest << 64 | u128::from(if k > 0 { m[k - 1] } else { 0 });
        (r[k], rest) = ((v / 10) as u64, v % 10);
    }
    let shift = r[4].leading_zeros();
    (std::array::from_fn(|k| r[k + 1] << shift | r[k] >> (64 - shift)), e - shift as i32)
}

const TEN_16: u64 = 10_000_000_000_000_000;

fn quick(out: &mut Vec<u8>, x: f64) -> bool {
    let bits = x.to_bits();
    let (raw, fraction) = ((bits >> 52 & 0x7ff) as i32, bits & ((1 << 52) - 1));
    if raw == 0 || raw == 0x7ff {
        return false;
    }
    // x = m 2^e with the first bit of m set
    let (m, e) = ((fraction | 1 << 52) << 11, raw - 1075 - 11);
    // log10 x from below, one too small at times
    let mut k = ((f64::from(e + 63)) * std::f64::consts::LOG10_2).floor() as i32;
    for _ in 0..2 {
        let Some(p) = powers().get((16 - k + LEAST) as usize) else { return false };
        // m p / 2^64, 128 bits
        let low = u128::from(m) * (p.mantissa & u128::from(u64::MAX));
        let high = u128::from(m) * (p.mantissa >> 64);
        let product = high + (low >> 64);
        // x 10^(16-k) = product 2^(e + exponent - 127 + 64)
        let shift = 127 - 64 - e - p.exponent;
        if !(2..127).contains(&shift) {
            return false;
        }
        let (mut digits, part) = ((product >> shift) as u64, product & ((1 << shift) - 1));
        if product >> shift >= u128::from(10 * TEN_16) {
            k += 1;
            continue;
        }
        if digits < TEN_16 {
            return false;
        }
        let (half, doubt) = (1_u128 << (shift - 1), 4_u128);
        let exact = (0..=27).contains(&(16 - k)) && low << 64 == 0;
        if part.abs_diff(half) <= doubt || !exact && (part <= doubt || (1 << shift) - part <= doubt)
        {
            return false;
        }
        if part > half {
            digits += 1;
            if digits == 10 * TEN_16 {
                (digits, k) = (TEN_16, k + 1);
            }
        }
        text(out, x.is_sign_negative(), digits, k);
        return true;
    }
    false
}

/// The numbers from 00 to 99.
const PAIRS: [[u8; 2]; 100] = {
    let mut pairs = [[0; 2]; 100];
    let mut k = 0;
    while k < 100 {
        pairs[k] = [b'0' + (k / 10) as u8, b'0' + (k % 10) as u8];
        k += 1;
    }
    pairs
};

fn text(out: &mut Vec<u8>, negative: bool, mut digits: u64, k: i32) {
    // sign, digit, point, sixteen digits, exponent
    let mut buffer = *b"-0.0000000000000000e-000";
    // four divisions that wait for each other, not sixteen
    for four in buffer[3..19].rchunks_exact_mut(4) {
        let n = (digits % 10_000) as usize;
        digits /= 10_000;
        four[..2].copy_from_slice(&PAIRS[n / 100]);
        four[2..].copy_from_slice(&PAIRS[n % 100]);
    }
    buffer[1] += digits as u8;
    let mut end = 20 + usize::from(k < 0);
    let k = k.unsigned_abs();
    for unit in [100, 10, 1] {
        if k >= unit || unit == 1 {
            buffer[end] = b'0' + (k / unit % 10) as u8;
            end += 1;
        }
    }
    out.extend_from_slice(&buffer[usize::from(!negative)..end]);
}

#[cfg(test)]
mod tests {
    use super::push;

    fn same(x: f64) {
        let mut out = Vec::new();
        push(&mut out, x);
        assert_eq!(String::from_utf8(out).unwrap(), format!("{x:.16e}"), "{:x}", x.to_bits());
    }

    #[test]
    fn the_text_is_that_of_the_standard_library() {
        for x in [0.0, 1.0, 0.1, 0.5, 1e22, 1e23, 5e-324, f64::MAX, 1e-5, 123456789.0] {
            same(x);
            same(-x);
        }
        for e in -320..=308 {
            same(format!("1e{e}").parse().unwrap());
            same(format!("9.99999999999999999e{e}").parse().unwrap());
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
}
