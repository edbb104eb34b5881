//! The laws of contact and friction.

use percussion::contact::law::{length, Item, Local, Mode, Rubbing};

#[test]
fn the_slope_is_the_derivative_of_the_prox() {
    let mut seed = 3_u64;
    let mut random = || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (seed >> 11) as f64 / (1_u64 << 53) as f64 - 0.5
    };
    for case in 0..400 {
        let t = 1 + case % 3;
        let mut item = match case % 5 {
            0 => Item::dry(0, 0.8, 0..t, 0.4),
            _ => Item::contact(0, 0, 1..1 + t, 0.4),
        };
        if case % 7 == 0 {
            item.rubbing = Rubbing::Slides([0.6, -0.8, 0.0]);
        }
        let mut p = [0.0; 4];
        (0..1 + t).for_each(|k| p[k] = 2.0 * random());
        let D = item.prox_slope(&p);
        for l in 0..1 + t {
            let e = 1e-6;
            let (mut a, mut b) = (p, p);
            a[l] += e;
            b[l] -= e;
            let (a, b) = (item.prox(&a), item.prox(&b));
            for k in 0..1 + t {
                let difference = (a[k] - b[k]) / (2.0 * e);
                // a kink within 1e-6 is unlikely, and would show as an error of order one
                assert!((D[k][l] - difference).abs() < 1e-6, "{case} {k} {l} {D:?}");
            }
        }
    }
}

#[test]
fn the_natural_map_vanishes_at_solutions_only() {
    let item = Item::contact(0, 0, 1..3, 0.5);
    let size = |m: Local, y: Local| length(&item.natural_map(&m, &y, [0.7, 0.9]));
    assert!(size([2.0, 0.3, 0.1, 0.0], [0.0; 4]) < 1e-15);
    assert!(size([2.0, -0.6, -0.8, 0.0], [0.0, 3.0, 4.0, 0.0]) < 1e-14);
    assert!(size([0.0; 4], [1.0, 5.0, -2.0, 0.0]) < 1e-15);
    for (m, y) in [
        ([2.0, -0.6, -0.8, 0.0], [0.0, -3.0, -4.0, 0.0]),
        ([2.0, -0.6, -0.9, 0.0], [0.0, 3.0, 4.0, 0.0]),
        ([0.0, 0.0, 0.0, 0.0], [-0.1, 0.0, 0.0, 0.0]),
        ([1.0, 0.0, 0.0, 0.0], [0.1, 0.0, 0.0, 0.0]),
    ] {
        assert!(size(m, y) > 0.05, "{m:?} {y:?}");
    }
}

#[test]
fn modes() {
    let item = Item::contact(0, 0, 1..2, 0.5);
    let mode = |m: [f64; 2], y: [f64; 2]| {
        item.mode(&[m[0], m[1], 0.0, 0.0], &[y[0], y[1], 0.0, 0.0], [1.0; 2])
    };
    assert_eq!(mode([0.0, 0.0], [1.0, 1.0]), Mode::Open);
    assert_eq!(mode([1.0, 0.2], [0.0, 0.0]), Mode::Stick);
    assert_eq!(mode([1.0, -0.5], [0.0, 1.0]), Mode::Slip);
}
