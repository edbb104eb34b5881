//! Outlines of the plane: area, bad input, drawings, and the gaps of two of them against sampling.
#![allow(non_snake_case)]

use num_dual::Dual64;
use percussion::shapes::outline::Gear;
use percussion::shapes::outline::{
    gap, pose, read_dxf, Candidates, Curve, Flat, Gap, Outline, OutlineError, Pose, P2,
};
use std::f64::consts::{FRAC_PI_8, PI, TAU};

#[path = "shared/random.rs"]
mod random;
use random::Random;

fn polygon(points: &[[f64; 2]]) -> Result<Outline, OutlineError> {
    Outline::new(&points.iter().map(|p| [p[0], p[1], 0.0]).collect::<Vec<_>>(), false)
}

fn ell() -> Outline {
    polygon(&[[0.0, 0.0], [2.0, 0.0], [2.0, 0.7], [0.6, 0.7], [0.6, 1.5], [0.0, 1.5]]).unwrap()
}

/// A plate with a slot that ends in half a circle, and one rounded corner.
fn slotted() -> Outline {
    let q = FRAC_PI_8.tan();
    Outline::new(
        &[
            [-1.0, -0.6, 0.0],
            [0.7, -0.6, q],
            [1.0, -0.3, 0.0],
            [1.0, -0.15, 0.0],
            [0.0, -0.15, -1.0],
            [0.0, 0.15, 0.0],
            [1.0, 0.15, 0.0],
            [1.0, 0.6, 0.0],
            [-1.0, 0.6, 0.0],
        ],
        false,
    )
    .unwrap()
}

fn gear(teeth: usize) -> Outline {
    Gear { backlash: 0.01, ..Gear::new(teeth, 0.1, 20f64.to_radians()) }.outline().unwrap()
}

#[test]
fn area_centre_and_inertia() {
    // a disc of radius R: π R², R²/2 per area
    let polar = |o: &Outline| {
        let (a, c, [xx, _, yy]) = o.area_properties();
        (a, c, xx + yy)
    };
    let (a, c, j) = polar(&Outline::new(&[[1.0, 2.0, 1.0], [-1.0, 2.0, 1.0]], false).unwrap());
    assert!((a - PI).abs() < 1e-14 && (j - 0.5 * PI).abs() < 1e-14);
    assert!(c.minus(&Flat([0.0, 2.0])).norm() < 1e-14);
    // a rectangle: A (w² + h²)/12
    let far = polygon(&[[99.0, 50.0], [102.0, 50.0], [102.0, 52.0], [99.0, 52.0]]).unwrap();
    let (a, c, j) = polar(&far);
    assert!((a - 6.0).abs() < 1e-12 && (j - 6.0 * 13.0 / 12.0).abs() < 1e-11);
    assert!(c.minus(&Flat([100.5, 51.0])).norm() < 1e-12);
    // an L of two rectangles, by Steiner
    let (a, c, j) = polar(&ell());
    let (a1, a2) = (2.0 * 0.7, 0.6 * 0.8);
    let (c1, c2) = (Flat([1.0, 0.35]), Flat([0.3, 1.1]));
    let centre = c1.scaled(a1 / (a1 + a2)).plus(&c2.scaled(a2 / (a1 + a2)));
    let steiner = |a: f64, w: f64, h: f64, c: &P2| {
        a * ((w * w + h * h) / 12.0 + c.minus(&centre).norm().powi(2))
    };
    let inertia = steiner(a1, 2.0, 0.7, &c1) + steiner(a2, 0.6, 0.8, &c2);
    assert!((a - a1 - a2).abs() < 1e-14 && c.minus(&centre).norm() < 1e-14);
    assert!((j - inertia).abs() < 1e-14, "{j} {inertia}");
    // of a gear with thin teeth: between the circles of root and tip, about its middle
    let (a, c, _) = gear(24).area_properties();
    assert!(a > PI * 1.075f64.powi(2) && a < PI * 1.3f64.powi(2) && c.norm() < 1e-13);
    // an involute sweeps r² φ³/6 from its base circle
    let (r, phi) = (0.7, 1.3);
    let line = |p: P2, q: P2| Curve::line(p, q);
    let curve = Curve::Involute { c: Flat([0.0; 2]), r, alpha: 0.0, hand: 1.0, span: [0.0, phi] };
    let (end, foot) = (curve.point(1.0), P2::at_angle(phi).scaled(r));
    let o = Flat([0.0; 2]);
    let thread = vec![curve, line(end, foot), line(foot, o), line(o, curve.point(0.0))];
    let (a, _, _) = Outline::of(thread, false).unwrap().area_properties();
    assert!((a - r * r * (phi / 2.0 + phi.powi(3) / 6.0)).abs() < 1e-15, "{a}");
}

#[test]
fn bad_outlines_are_named() {
    let p = |list: &[[f64; 3]]| Outline::new(list, false).err();
    let bow = [[0.0, 0.0, 0.0], [1.0, 1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
    assert_eq!(p(&bow), Some(OutlineError::Crossing(1, 3)));
    let clockwise = [[0.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 1.0, 0.0]];
    assert_eq!(p(&clockwise), Some(OutlineError::Clockwise));
    let twice = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
    assert_eq!(p(&twice), Some(OutlineError::NoLength(2)));
    assert_eq!(p(&[[0.0, 0.0, 0.0], [1.0, 0.0, 0.0]]), Some(OutlineError::Count(2)));
    assert_eq!(p(&[]), Some(OutlineError::Count(0)));
    let nan = [[0.0, 0.0, 0.0], [1.0, f64::NAN, 0.0], [0.0, 1.0, 0.0]];
    assert_eq!(p(&nan), Some(OutlineError::NotFinite(2)));
    let bulge = [[0.0, 0.0, 0.0], [1.0, 0.0, f64::INFINITY], [0.0, 1.0, 0.0]];
    assert_eq!(p(&bulge), Some(OutlineError::NotFinite(2)));
    let line = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.5, 0.0, 0.0]];
    assert!(p(&line).is_some());
    // an arc that bulges through the opposite side
    let arc = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 0.2, -0.9], [0.0, 0.2, 0.0]];
    assert!(matches!(p(&arc), Some(OutlineError::Crossing(..))), "{:?}", p(&arc));
    // a spike without width
    let spike =
        [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [2.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.5, 1.0, 0.0]];
    assert!(p(&spike).is_some());
    assert!(p(&[[0.0, 0.0, 0.0], [1e200, 0.0, 0.0], [0.0, 1e200, 0.0]]).is_some());
    let open = vec![
        Curve::line(Flat([0.0; 2]), Flat([1.0, 0.0])),
        Curve::line(Flat([1.0, 0.0]), Flat([0.0, 1.0])),
    ];
    assert_eq!(Outline::of(open, false).err(), Some(OutlineError::Open([0.0, 1.0])));
    for bad in [
        Gear::new(3, 1.0, 0.35),
        Gear::new(20, 0.0, 0.35),
        Gear::new(20, f64::NAN, 0.35),
        Gear::new(20, 1.0, 1.2),
        Gear { addendum: 5.0, ..Gear::new(20, 1.0, 0.35) },
        Gear { dedendum: 50.0, ..Gear::new(20, 1.0, 0.35) },
        Gear { backlash: -5.0, ..Gear::new(20, 1.0, 0.35) },
    ] {
        assert!(matches!(bad.outline(), Err(OutlineError::Gear(_))), "{bad:?}");
    }
}

#[test]
fn drawings_are_read_and_joined() {
    let pair = |c: i32, v: &str| format!("{c}\n{v}\n");
    let line = |l: &str, p: [f64; 4]| {
        let head = pair(0, "LINE") + &pair(8, l);
        let [x, y, X, Y] = p.map(|v| v.to_string());
        head + &pair(10, &x) + &pair(20, &y) + &pair(11, &X) + &pair(21, &Y)
    };
    let arc = pair(0, "ARC")
        + &pair(8, "cut")
        + &pair(10, "0")
        + &pair(20, "5")
        + &pair(40, "5")
        + &pair(50, "90")
        + &pair(51, "270");
    let file = |body: &str| {
        pair(0, "SECTION") + &pair(2, "ENTITIES") + body + &pair(0, "ENDSEC") + &pair(0, "EOF")
    };
    // a rectangle with half a disc at its left; the lines run in any direction and order
    let sides = line("cut", [0.0, 0.0, 20.0, 0.0])
        + &line("cut", [0.0, 10.0, 20.0, 10.0])
        + &arc
        + &line("cut", [20.0, 10.0, 20.0000001, 0.0]);
    let text = file(&(sides.clone() + &line("notes", [50.0, 50.0, 60.0, 60.0])));
    let o = Outline::of(read_dxf(&text, Some("cut"), 1e-3).unwrap(), false).unwrap();
    let (a, _, _) = o.area_properties();
    assert!((a - (200.0 + 12.5 * PI) * 1e-6).abs() < 2e-12, "{a}");
    assert!(o.convex && o.corners.len() == 2);
    // a light polyline with bulges, and a circle
    let round = pair(0, "LWPOLYLINE")
        + &pair(70, "1")
        + &pair(10, "1")
        + &pair(20, "0")
        + &pair(42, "1")
        + &pair(10, "-1")
        + &pair(20, "0")
        + &pair(42, "1");
    let circle = pair(0, "CIRCLE") + &pair(10, "3") + &pair(20, "4") + &pair(40, "1");
    for body in [round, circle.clone()] {
        let o = Outline::of(read_dxf(&file(&body), None, 1.0).unwrap(), false).unwrap();
        assert!((o.area_properties().0 - PI).abs() < 1e-12);
    }
    for (text, why) in [
        (text.clone(), "closed outline"),
        (file(&line("cut", [0.0, 0.0, 20.0, 0.0])), "open at"),
        (file(&(circle.clone() + &circle.replace("40\n1\n", "40\n2\n"))), "closed outline"),
        (file(&pair(0, "SPLINE")), "SPLINE"),
        (file(""), "no line"),
        ("0\nSECTION\n2\nENTITIES\n0\nLINE\n10\nx\n20\n0\n11\n0\n21\n0\n".into(), "'x'"),
        ("what\nis this\n".into(), "group code"),
        ("0\n".into(), "ends"),
    ] {
        let e = read_dxf(&text, None, 1.0).unwrap_err();
        assert!(e.contains(why), "{e} ({why})");
    }
}

/// The distance of two outlines by sampling: the nearest of many points of the second to the first, made finer.
fn sampled(one: &Outline, two: &Outline, a: &Pose<f64>, b: &Pose<f64>) -> f64 {
    let to_one = |x: &P2| a.inward(&b.r.plus(&b.out(x)).minus(&a.r));
    // distance to the first by its own points
    let from = |x: &P2| {
        let mut best = f64::INFINITY;
        for p in &one.pieces {
            let d = |s: f64| p.curve.point(s).minus(x).norm();
            let n = 24;
            let k = (0..=n)
                .min_by(|i, j| d(*i as f64 / n as f64).total_cmp(&d(*j as f64 / n as f64)))
                .unwrap();
            best = best.min(least(d, (k as f64 - 1.0) / n as f64, (k as f64 + 1.0) / n as f64));
        }
        best
    };
    let mut best = f64::INFINITY;
    for p in &two.pieces {
        let d = |s: f64| from(&to_one(&p.curve.point(s)));
        let n = 24;
        for k in 0..=n {
            if d(k as f64 / n as f64) < best + 0.1 {
                best = best.min(least(d, (k as f64 - 1.0) / n as f64, (k as f64 + 1.0) / n as f64));
            }
        }
    }
    best
}

/// The least value between a and b within [0, 1], by golden sections.
fn least(f: impl Fn(f64) -> f64, a: f64, b: f64) -> f64 {
    let (mut a, mut b) = (a.max(0.0), b.min(1.0));
    let g = 0.5 * (5f64.sqrt() - 1.0);
    let (mut x, mut y) = (b - g * (b - a), a + g * (b - a));
    let (mut fx, mut fy) = (f(x), f(y));
    for _ in 0..40 {
        if fx < fy {
            (b, y, fy) = (y, x, fx);
            x = b - g * (b - a);
            fx = f(x);
        } else {
            (a, x, fx) = (x, y, fy);
            y = a + g * (b - a);
            fy = f(y);
        }
    }
    fx.min(fy).min(f(a)).min(f(b))
}

fn points(one: &Outline, two: &Outline, a: &Pose<f64>, b: &Pose<f64>) -> Vec<Gap<f64>> {
    let mut w = Candidates::default();
    let found = one.meet(two, a, b, &mut w);
    let of = |p: &Option<(u16, u16)>| {
        p.and_then(|(i, j)| gap(&one.kind(i.into()), &two.kind(j.into()), a, b))
    };
    found.points.iter().filter_map(of).collect()
}

#[test]
fn gaps_of_separated_outlines_are_those_of_sampling() {
    let (slotted, ell, gear) = (slotted(), ell(), gear(8));
    let disc = Outline::circle(0.12, false);
    let tooth = polygon(&[[0.0, 0.0], [0.8, 0.05], [0.0, 0.1]]).unwrap();
    let (oval, thin) = (Outline::ellipse([0.5, 0.2]), Outline::ellipse([0.1, 0.3]));
    let hole = Outline::circle(0.9, true);
    let mut rng = Random(7);
    for (one, two, reach) in [
        (&oval, &disc, 0.7),
        (&oval, &thin, 0.9),
        (&oval, &tooth, 1.2),
        (&slotted, &oval, 1.5),
        (&ell, &thin, 1.5),
        (&gear, &oval, 1.2),
        (&hole, &oval, 0.6),
        (&slotted, &disc, 1.2),
        (&slotted, &ell, 2.5),
        (&slotted, &tooth, 1.5),
        (&gear, &disc, 0.9),
    ] {
        let (mut near, mut tries) = (0, 0);
        while near < 8 && tries < 4000 {
            tries += 1;
            let a = pose([0.0, 0.0], 3.0 * rng.next());
            let b = pose([reach * rng.next(), reach * rng.next()], 3.0 * rng.next());
            let list = points(one, two, &a, &b);
            let Some(g) = list.iter().map(|p| p.g).reduce(f64::min) else { continue };
            if g < 1e-3 {
                continue;
            }
            // no point of one within the other
            let within = |o: &Outline, p: &Outline, at: &Pose<f64>, of: &Pose<f64>| {
                let x = |s: &P2| at.inward(&of.r.plus(&of.out(s)).minus(&at.r));
                p.pieces
                    .iter()
                    .any(|c| (0..20).any(|k| o.distance(&x(&c.curve.point(k as f64 / 20.0))) < 0.0))
            };
            if within(one, two, &a, &b) || within(two, one, &b, &a) {
                continue;
            }
            near += 1;
            let d = sampled(one, two, &a, &b);
            assert!((g - d).abs() < 1e-9, "{g} {d}");
            for p in list {
                // the two points lie along the normal
                let way = b.r.minus(&a.r).plus(&p.c2).minus(&p.c1);
                assert!((p.n.norm() - 1.0).abs() < 1e-14);
                assert!(
                    way.cross(&p.n).abs() < 1e-12 && (way.dot(&p.n) - p.g).abs() < 1e-12
                        || way.norm() < 1e-12
                );
            }
        }
        assert!(near == 8, "{near} of {tries}");
    }
}

/// g' = n·(v2 + ω2 × c2 - v1 - ω1 × c1), for all kinds of features; and the changes of n, c1, c2 against differences.
#[test]
fn gaps_are_smooth_and_their_gradient_is_the_normal() {
    let (slotted, ell, z12, z17) = (slotted(), ell(), gear(12), gear(17));
    let ring = Gear { ring: true, ..Gear::new(40, 0.1, 0.35) }.outline().unwrap();
    let disc = Outline::circle(0.12, false);
    let plane = Outline::half_plane();
    let hole = Outline::circle(0.9, true);
    let (oval, thin) = (Outline::ellipse([0.5, 0.3]), Outline::ellipse([0.2, 0.3]));
    let mut rng = Random(11);
    let mut kinds = std::collections::BTreeSet::new();
    let pairs = [
        (&slotted, &disc, 1.2),
        (&slotted, &ell, 2.0),
        (&ell, &z12, 2.0),
        (&z12, &z17, 1.6),
        (&ring, &z17, 1.15),
        (&plane, &ell, 1.5),
        (&plane, &z12, 1.2),
        (&hole, &z12, 0.5),
        (&ring, &disc, 2.0),
        (&hole, &disc, 0.9),
        (&oval, &disc, 0.6),
        (&oval, &thin, 0.8),
        (&oval, &ell, 2.0),
        (&plane, &oval, 0.6),
        (&hole, &oval, 0.55),
        (&z12, &thin, 1.2),
        (&slotted, &oval, 1.8),
    ];
    for (one, two, reach) in pairs {
        let mut seen = 0;
        for _ in 0..3000 {
            let (ra, ta) = ([0.1 * rng.next(), 0.1 * rng.next()], rng.next());
            let turn = 3.0 * rng.next();
            let far = reach * (0.7 + 0.3 * rng.next().abs());
            let rb = [far * turn.cos(), far * turn.sin()];
            let tb = 3.0 * rng.next();
            let (v, w) =
                ([rng.next(), rng.next(), rng.next(), rng.next()], [rng.next(), rng.next()]);
            let at = |h: f64| {
                let a = pose([ra[0] + h * v[0], ra[1] + h * v[1]], ta + h * w[0]);
                (a, pose([rb[0] + h * v[2], rb[1] + h * v[3]], tb + h * w[1]))
            };
            let dual = |p: Pose<f64>, v: [f64; 2], w: f64| {
                let d = |x: f64, e: f64| Dual64::new(x, e);
                let axis = |e: P2| Flat([d(e.0[0], -w * e.0[1]), d(e.0[1], w * e.0[0])]);
                Pose {
                    r: Flat([d(p.r.0[0], v[0]), d(p.r.0[1], v[1])]),
                    e: [axis(p.e[0]), axis(p.e[1])],
                }
            };
            let (a, b) = at(0.0);
            let mut work = Candidates::default();
            let found = one.meet(two, &a, &b, &mut work);
            for (i, j) in found.points.iter().flatten() {
                let (k1, k2) = (one.kind((*i).into()), two.kind((*j).into()));
                let g = gap(&k1, &k2, &a, &b).unwrap();
                let (da, db) = (dual(a, [v[0], v[1]], w[0]), dual(b, [v[2], v[3]], w[1]));
                let e = gap(&k1, &k2, &da, &db).unwrap();
                let v1 = Flat([v[0], v[1]]).plus(&g.c1.left().scaled(w[0]));
                let v2 = Flat([v[2], v[3]]).plus(&g.c2.left().scaled(w[1]));
                let rate = g.n.dot(&v2.minus(&v1));
                assert!((e.g.eps - rate).abs() < 1e-11 * (1.0 + rate.abs()), "{} {rate}", e.g.eps);
                let h = 1e-5;
                let of = |h: f64| {
                    let (a, b) = at(h);
                    gap(&k1, &k2, &a, &b).unwrap()
                };
                let (p, m) = (of(h), of(-h));
                let close = |x: Dual64, p: f64, m: f64| {
                    let d = (p - m) / (2.0 * h);
                    assert!((x.eps - d).abs() < 1e-4 * (1.0 + d.abs()), "{} {d}", x.eps);
                };
                if g.g.abs() > 1e-2
                    || !matches!(
                        (k1, k2),
                        (
                            percussion::shapes::outline::Kind::Round { .. },
                            percussion::shapes::outline::Kind::Round { .. }
                        )
                    )
                {
                    for k in 0..2 {
                        close(e.n.0[k], p.n.0[k], m.n.0[k]);
                        close(e.c1.0[k], p.c1.0[k], m.c1.0[k]);
                        close(e.c2.0[k], p.c2.0[k], m.c2.0[k]);
                    }
                }
                let name = |k| match k {
                    percussion::shapes::outline::Kind::Line { .. } => "line",
                    percussion::shapes::outline::Kind::Round { rho: 0.0, .. } => "corner",
                    percussion::shapes::outline::Kind::Round { rho, .. } if rho < 0.0 => "hollow",
                    percussion::shapes::outline::Kind::Round { .. } => "arc",
                    percussion::shapes::outline::Kind::Involute { sign, .. } if sign < 0.0 => {
                        "ring"
                    }
                    percussion::shapes::outline::Kind::Involute { .. } => "involute",
                    percussion::shapes::outline::Kind::Oval { .. } => "oval",
                };
                let mut names = [name(k1), name(k2)];
                names.sort();
                kinds.insert(names);
                seen += 1;
            }
            if seen > 400 {
                break;
            }
        }
        assert!(seen > 20, "{seen}");
    }
    for pair in [
        ["arc", "line"],
        ["arc", "corner"],
        ["corner", "line"],
        ["corner", "hollow"],
        ["arc", "hollow"],
        ["corner", "corner"],
        ["involute", "involute"],
        ["corner", "involute"],
        ["arc", "involute"],
        ["involute", "line"],
        ["involute", "ring"],
        ["corner", "ring"],
        ["arc", "oval"],
        ["oval", "oval"],
        ["corner", "oval"],
        ["line", "oval"],
        ["hollow", "oval"],
        ["involute", "oval"],
    ] {
        assert!(kinds.contains(&pair), "{pair:?} of {kinds:?}");
    }
}

/// The distance to teeth is that to involutes: base circle, pitch thickness, and points below, on and above flanks.
#[test]
fn gears_have_their_dimensions() {
    let z = gear(20);
    // at the pitch circle a tooth takes half a pitch less the backlash
    let r = 1.0;
    let inside = |a: f64| z.distance(&P2::at_angle(a).scaled(r)) < 0.0;
    let n = 200_000;
    let share =
        (0..n).filter(|k| inside(TAU * f64::from(*k) / f64::from(n))).count() as f64 / f64::from(n);
    let thick = (0.05 * PI - 0.01) / (0.1 * PI);
    assert!((share - thick).abs() < 1e-3, "{share} {thick}");
    assert!((z.radius - 1.1).abs() < 1e-12);
    // distance is that of sampling
    let mut rng = Random(5);
    for _ in 0..300 {
        let x = Flat([1.4 * rng.next(), 1.4 * rng.next()]);
        if x.norm() < 0.85 {
            continue;
        }
        let d = z.pieces.iter().map(|p| {
            let d = |s: f64| p.curve.point(s).minus(&x).norm();
            (0..16)
                .map(|k| least(d, f64::from(k) / 16.0, f64::from(k + 1) / 16.0))
                .fold(f64::INFINITY, f64::min)
        });
        let d = d.fold(f64::INFINITY, f64::min);
        assert!((z.distance(&x).abs() - d).abs() < 1e-9, "{} {d}", z.distance(&x));
    }
}

/// Two gears in mesh: as many flanks touch on average as the formula says, and all at once.
#[test]
fn contact_ratio_of_gears() {
    let (z1, z2, m, alpha) = (20, 30, 0.1, 20f64.to_radians());
    let (one, two) =
        (Gear::new(z1, m, alpha).outline().unwrap(), Gear::new(z2, m, alpha).outline().unwrap());
    let (r1, r2) = (0.5 * m * z1 as f64, 0.5 * m * z2 as f64);
    let (b1, b2) = (r1 * alpha.cos(), r2 * alpha.cos());
    let length = ((r1 + m).powi(2) - b1 * b1).sqrt() + ((r2 + m).powi(2) - b2 * b2).sqrt()
        - (r1 + r2) * alpha.sin();
    let ratio = length / (PI * m * alpha.cos());
    let (mut closed, n) = (0, 2000);
    for k in 0..n {
        let turn = TAU / z1 as f64 * (f64::from(k) + 0.5) / f64::from(n);
        // a tooth of the first stands in a gap of the second
        let a = pose([0.0, 0.0], turn);
        let b = pose([r1 + r2, 0.0], PI + PI / z2 as f64 - turn * z1 as f64 / z2 as f64);
        // without backlash both flanks touch: count one side
        let list = points(&one, &two, &a, &b);
        let left = list.iter().filter(|p| p.g.abs() < 1e-12 && p.n.0[1] > 0.0).count();
        let right = list.iter().filter(|p| p.g.abs() < 1e-12 && p.n.0[1] < 0.0).count();
        assert!(
            left >= 1 && right >= 1,
            "{turn}: {:?}",
            list.iter().map(|p| (p.g, p.n.0)).collect::<Vec<_>>()
        );
        assert!(list.iter().all(|p| p.g > -1e-12));
        closed += left;
    }
    let mean = closed as f64 / f64::from(n);
    assert!((mean - ratio).abs() < 2e-3, "{mean} {ratio}");
}

/// What is pushed into an inner corner is held by both sides; what has passed a thin wall is not pulled through.
#[test]
fn overlaps_choose_the_nearest_sides() {
    let ell = ell();
    let point = Outline::circle(0.0, false);
    let here = pose([0.0, 0.0], 0.0);
    let at = |x: f64, y: f64| points(&ell, &point, &here, &pose([x, y], 0.0));
    let list = at(0.6 - 1e-4, 0.7 - 2e-4);
    let mut g: Vec<f64> = list.iter().map(|p| p.g).collect();
    g.sort_by(f64::total_cmp);
    assert!(g.len() == 2 && (g[0] + 2e-4).abs() < 1e-15 && (g[1] + 1e-4).abs() < 1e-15, "{g:?}");
    // near an outer corner: the nearer side alone
    let list = at(2.0 - 1e-3, 0.7 - 2e-3);
    assert!(list.len() == 1 && (list[0].g + 1e-3).abs() < 1e-15 && list[0].n.0[0] == 1.0);
    // a wall of a hundredth, a disc before it and a disc a little within
    let wall = polygon(&[[0.0, -1.0], [0.01, -1.0], [0.01, 1.0], [0.0, 1.0]]).unwrap();
    let disc = Outline::circle(0.05, false);
    for x in [0.061, 0.0595] {
        let list = points(&wall, &disc, &here, &pose([x, 0.1], 0.3));
        assert!(list.len() == 1 && (list[0].g - (x - 0.06)).abs() < 1e-15 && list[0].n.0[0] == 1.0);
    }
}

/// A hole is drawn as what is around it.
#[test]
fn a_hole_is_drawn_as_a_ring() {
    let square = [[-1.0, -1.0, 0.0], [1.0, -1.0, 0.0], [1.0, 1.0, 0.0], [-1.0, 1.0, 0.0]];
    let area = |o: &Outline| {
        let p = o.polygon();
        let cross = |k: usize| {
            let (a, b) = (p[k], p[(k + 1) % p.len()]);
            0.5 * (a[0] * b[1] - a[1] * b[0])
        };
        (0..p.len()).map(cross).sum::<f64>()
    };
    assert!((area(&Outline::new(&square, false).unwrap()) - 4.0).abs() < 1e-12);
    let around = PI * 2.0 * 1.15 * 1.15;
    assert!((area(&Outline::new(&square, true).unwrap()) - (around - 4.0)).abs() < 0.02);
    assert!((area(&Outline::circle(1.0, true)) - PI * (1.15 * 1.15 - 1.0)).abs() < 0.02);
}
