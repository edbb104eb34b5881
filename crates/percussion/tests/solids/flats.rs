//! Flat parts on each other, parallel and nearly so, in part beside each other: poses that random turns never meet.

use super::*;

/// Normals of flat parts.
fn flats(w: &Whole) -> Vec<V3> {
    match w {
        Whole::Cylinder(..) => vec![V3::z(), -V3::z()],
        Whole::Cone(..) => vec![-V3::z()],
        Whole::Half(..) => vec![V3::z(), -V3::z(), -V3::x()],
        Whole::Hull(v, _) => Hull::new(v, 1e-9).unwrap().faces.iter().map(|f| f.n).collect(),
        _ => Vec::new(),
    }
}

/// A rotation that takes m to n.
fn onto(m: &V3, n: &V3) -> M3 {
    let axis = m.cross(n);
    match axis.norm() {
        0.0 if m.dot(n) > 0.0 => M3::identity(),
        0.0 => rotation(&percussion::frame::basis(m).column(0).into(), std::f64::consts::PI),
        l => rotation(&(axis / l), l.atan2(m.dot(n))),
    }
}

/// Largest separation of solids that lie on each other: it is concave about the normals of both parts, and bent at both. It is
/// looked for between the two, where no step along fixed axes leads along the ridge, then around.
fn apart(x: &Whole, y: &Whole, a: &Frame, b: &Frame, [up, other]: [&V3; 2]) -> f64 {
    let part = |t: f64| (up * (1.0 - t) + other * t).normalize();
    let (mut low, mut high) = (-1.0, 2.0);
    for _ in 0..80 {
        let (s, t) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
        match along(x, y, a, b, &part(s)) < along(x, y, a, b, &part(t)) {
            true => low = s,
            false => high = t,
        }
    }
    let from = part(0.5 * (low + high));
    let B = percussion::frame::basis(&from);
    let at = |c: &[f64; 2]| along(x, y, a, b, &(from + B * V3::new(c[0], c[1], 0.0)).normalize());
    let (mut best, mut width) = ([0.0, 0.0], 1.0);
    while width > 1e-13 {
        let mut next = best;
        for (i, j) in (-4..=4).flat_map(|i| (-4..=4).map(move |j| (i, j))) {
            let c = [best[0] + 0.25 * width * f64::from(i), best[1] + 0.25 * width * f64::from(j)];
            if at(&c) > at(&next) {
                next = c;
            }
        }
        (best, width) = (next, 0.75 * width);
    }
    at(&best)
}

#[test]
fn flat_parts_lie_on_each_other() {
    let all: Vec<_> = wholes().into_iter().filter(|(_, w)| !flats(w).is_empty()).collect();
    let mut rng = Random(0x2545_f491_4f6c_dd1d);
    let mut poses = 0;
    for (i, (one, x)) in all.iter().enumerate() {
        for (two, y) in all[i..].iter().filter(|y| chosen(one, y.0)) {
            let pair = SolidPair { one: Arc::new(x.solid()), two: Arc::new(y.solid()) };
            for (k, tilt) in
                [0.0, 0.0, 1e-9, 1e-6, 1e-4, 1e-3, 1e-2, 0.05].iter().cycle().take(64).enumerate()
            {
                let (m, n) = (flats(x)[k % flats(x).len()], flats(y)[(k / 3) % flats(y).len()]);
                let a =
                    frame(rng.vector(), if k % 2 == 0 { M3::identity() } else { rng.rotation() });
                let up = a.A * m;
                let turned = rotation(&up, 3.0 * rng.next()) * onto(&n, &-up);
                let B = percussion::frame::basis(&up);
                let beside = B * V3::new(rng.next(), rng.next(), 0.0) * 0.5;
                let axis = (B * V3::new(rng.next(), rng.next(), 0.0)).normalize();
                let A = rotation(&axis, *tilt) * turned;
                let reach = x.support(&m) + y.support(&A.tr_mul(&-up));
                let b = frame(a.r + up * (reach + 0.003) + beside, A);
                let name = format!("{one} and {two}, pose {k}, tilt {tilt:e}");
                let list = touches(&pair, &a, &b);
                let Some((_, t)) = list.iter().min_by(|a, b| a.1.g.total_cmp(&b.1.g)) else {
                    panic!("{name}: no contact");
                };
                // what no direction proves may be rounded off
                if (along(x, y, &a, &b, &t.n) - t.g).abs() > 1e-10 {
                    let apart = apart(x, y, &a, &b, [&up, &-(A * n)]);
                    let right = (t.g - apart).abs() < 1e-9;
                    let gaps: Vec<f64> = list.iter().map(|l| l.1.g).collect();
                    assert!(right, "{name}: {gaps:?}, they are {apart} apart");
                }
                // a rim that is not inclined is bent without a second derivative
                for (g, t) in list.iter().filter(|_| *tilt > 1e-5 && k < 24) {
                    differences(&name, g, &a, &b, t, &mut rng);
                }
                poses += 1;
            }
        }
    }
    assert!(std::env::var("PAIR").is_ok() || poses > 900, "{poses}");
}
