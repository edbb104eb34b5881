//! Convex polyhedra: topology, mass, and which features of two touch, against all pairs of features one by one.
#![allow(non_snake_case)]

use percussion::contacts::{Geometry, HullOnHull, HullOnPlane, HullPair, Touch};
use percussion::frame::{rotation, Frame, M3, V3};
use percussion::shapes::{
    meet, read_obj, read_stl, Feature, Hull, HullError, MeshFault, Workspace,
};
use std::sync::Arc;

#[path = "shared/random.rs"]
mod random;
use random::Random;

fn hull(points: &[[f64; 3]]) -> Hull {
    Hull::new(&points.iter().map(|p| V3::from(*p)).collect::<Vec<_>>(), 1e-9).unwrap()
}

fn cube() -> Hull {
    Hull::cuboid(&V3::new(0.3, 0.4, 0.5)).unwrap()
}

fn tetrahedron() -> Hull {
    hull(&[[0.5, 0.5, 0.5], [0.5, -0.5, -0.5], [-0.5, 0.5, -0.5], [-0.5, -0.5, 0.5]])
}

fn octahedron() -> Hull {
    let e = |k: usize, s: f64| [0, 1, 2].map(|j| if j == k { s } else { 0.0 });
    hull(&[e(0, 0.6), e(0, -0.6), e(1, 0.6), e(1, -0.6), e(2, 0.6), e(2, -0.6)])
}

fn dodecahedron() -> Hull {
    let f = 0.5 * (1.0 + 5f64.sqrt());
    let mut p = Vec::new();
    for s in [-1.0, 1.0] {
        for t in [-1.0, 1.0] {
            p.extend([-1.0, 1.0].map(|r| V3::new(s, t, r)));
            p.push(V3::new(0.0, s / f, t * f));
            p.push(V3::new(s / f, t * f, 0.0));
            p.push(V3::new(s * f, 0.0, t / f));
        }
    }
    Hull::new(&p.iter().map(|p| p * 0.3).collect::<Vec<_>>(), 1e-9).unwrap()
}

fn prism(n: usize) -> Hull {
    let p = |k: usize, z: f64| {
        let (s, c) = (std::f64::consts::TAU * k as f64 / n as f64).sin_cos();
        [0.5 * c, 0.5 * s, z]
    };
    hull(&(0..n).flat_map(|k| [p(k, -0.2), p(k, 0.2)]).collect::<Vec<_>>())
}

fn random_hull(seed: u64) -> Hull {
    let mut rng = Random(seed);
    Hull::new(&(0..20).map(|_| rng.vector() * 0.5).collect::<Vec<_>>(), 1e-9).unwrap()
}

fn shape(h: &Hull) -> [usize; 3] {
    [h.vertices.len(), h.edges.len(), h.faces.len()]
}

#[test]
fn hulls_have_the_faces_of_their_solids() {
    assert_eq!(shape(&cube()), [8, 12, 6]);
    assert_eq!(shape(&tetrahedron()), [4, 6, 4]);
    assert_eq!(shape(&octahedron()), [6, 12, 8]);
    assert_eq!(shape(&dodecahedron()), [20, 30, 12]);
    assert_eq!(shape(&prism(7)), [14, 21, 9]);
    // points within, on faces and on edges
    let grid: Vec<V3> = (0..125)
        .map(|k| V3::new((k % 5) as f64, (k / 5 % 5) as f64, (k / 25) as f64) * 0.1)
        .collect();
    let h = Hull::new(&grid, 1e-9).unwrap();
    assert_eq!(shape(&h), [8, 12, 6]);
    assert_eq!(h.edge_colours, 4, "the edges of a box have four numbers");
    // the same turned and far away
    let R = rotation(&V3::new(1.0, 2.0, 3.0).normalize(), 0.7);
    let turned: Vec<V3> = grid.iter().map(|p| R * p + V3::new(30.0, -20.0, 10.0)).collect();
    assert_eq!(shape(&Hull::new(&turned, 1e-9).unwrap()), [8, 12, 6]);
    for seed in 1..200 {
        let h = random_hull(seed);
        let mut rng = Random(seed);
        for _ in 0..20 {
            assert!(h.distance(&(rng.vector() * 0.5)) < 1e-12, "its points are within");
        }
    }
    // a ball of many vertices
    let mut rng = Random(9);
    let ball: Vec<V3> = (0..400).map(|_| rng.vector().normalize()).collect();
    let h = Hull::new(&ball, 0.0).unwrap();
    assert_eq!(shape(&h), [400, 1194, 796], "triangles: E = 3V - 6, F = 2V - 4");
}

#[test]
fn bad_points_are_named() {
    let p =
        |list: &[[f64; 3]]| Hull::new(&list.iter().map(|p| V3::from(*p)).collect::<Vec<_>>(), 1e-9);
    let plane =
        [[0.0, 0.0, 1.0], [1.0, 0.0, 1.0], [0.0, 1.0, 1.0], [1.0, 1.0, 1.0], [0.3, 0.2, 1.0]];
    assert!(matches!(p(&plane), Err(HullError::Flat(_))));
    let line = [[0.0; 3], [1.0; 3], [2.0; 3], [3.0; 3]];
    assert!(matches!(p(&line), Err(HullError::Flat(_))));
    assert_eq!(p(&[[1.0; 3]; 5]).err(), Some(HullError::Point));
    assert_eq!(p(&[[1.0; 3]; 3]).err(), Some(HullError::Count(3)));
    let nan = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, f64::NAN, 0.0], [0.0, 0.0, 1.0]];
    assert_eq!(p(&nan).err(), Some(HullError::NotFinite(2)));
    assert!(Hull::cuboid(&V3::new(1.0, 1.0, 0.0)).is_err());
    let huge = [[0.0; 3], [1e300, 0.0, 0.0], [0.0, 1e300, 0.0], [0.0, 0.0, 1e300]];
    assert!(p(&huge).is_err());
}

#[test]
fn mass_of_solids() {
    // a box of density one: V = abc, I = V (b² + c²)/12
    let h = Hull::cuboid(&V3::new(0.5, 1.0, 1.5)).unwrap();
    let R = rotation(&V3::new(1.0, 2.0, 3.0).normalize(), 0.7);
    let (o, I) = (V3::new(1.0, 2.0, 3.0), V3::new(4.0 + 9.0, 1.0 + 9.0, 1.0 + 4.0) * 0.5);
    let moved: Vec<V3> = h.vertices.iter().map(|v| o + R * v).collect();
    let m = Hull::new(&moved, 1e-9).unwrap().mass_properties();
    assert!((m.volume - 6.0).abs() < 1e-13 && (m.centre - o).norm() < 1e-13);
    assert!((m.inertia - R * M3::from_diagonal(&I) * R.transpose()).norm() < 1e-12);
    // a regular tetrahedron of edge a: V = a³/(6√2), I = V a²/20
    let m = tetrahedron().mass_properties();
    let a = 2f64.sqrt();
    assert!((m.volume - a.powi(3) / (6.0 * a)).abs() < 1e-15);
    assert!((m.inertia - M3::identity() * (m.volume * a * a / 20.0)).norm() < 1e-15);
}

/// The distance of two hulls, and the way from the first to the second, by all pairs of features; what is thin has no
/// faces. Where they overlap: the least depth over all axes, without a way.
fn oracle(one: &Hull, v2: &[V3], two: &Hull) -> (f64, Option<V3>) {
    let v1 = &one.vertices;
    let span = |v: &[V3], n: &V3| {
        let x = v.iter().map(|v| v.dot(n));
        x.fold((f64::INFINITY, f64::NEG_INFINITY), |s, x| (s.0.min(x), s.1.max(x)))
    };
    let gap = |n: &V3| {
        let (a, b) = (span(v1, n), span(v2, n));
        (b.0 - a.1).max(a.0 - b.1)
    };
    let newell =
        |v: &[V3], f: &[usize]| (v[f[1]] - v[f[0]]).cross(&(v[f[2]] - v[f[1]])).normalize();
    let mut axes: Vec<V3> = one.faces.iter().map(|f| newell(v1, &f.vertices)).collect();
    if !two.thin {
        axes.extend(two.faces.iter().map(|f| newell(v2, &f.vertices)));
    }
    let ways = |h: &Hull, v: &[V3]| -> Vec<[V3; 2]> {
        h.edges.iter().map(|e| e.ends.map(|k| v[k])).collect()
    };
    let (e1, e2) = (ways(one, v1), ways(two, v2));
    for a in &e1 {
        for b in &e2 {
            let m = (a[1] - a[0]).normalize().cross(&(b[1] - b[0]).normalize());
            if m.norm() > 1e-6 {
                axes.push(m.normalize());
            }
        }
    }
    let apart = axes.iter().map(gap).fold(f64::NEG_INFINITY, f64::max);
    if apart <= 0.0 {
        return (apart, None);
    }
    let mut best = (f64::INFINITY, V3::zeros());
    let mut take = |w: V3| {
        if w.norm() < best.0 {
            best = (w.norm(), w);
        }
    };
    let in_face = |v: &[V3], f: &[usize], x: &V3| -> Option<V3> {
        let n = newell(v, f);
        let h = n.dot(&(x - v[f[0]]));
        let inside = (0..f.len()).all(|k| {
            let (a, b) = (v[f[k]], v[f[(k + 1) % f.len()]]);
            (b - a).cross(&(x - a)).dot(&n) >= 0.0
        });
        (inside && h > 0.0).then(|| n * h)
    };
    let on_edge = |e: &[V3; 2], x: &V3| {
        let w = e[1] - e[0];
        x - (e[0] + w * (w.dot(&(x - e[0])) / w.norm_squared()).clamp(0.0, 1.0))
    };
    for x in v2 {
        one.faces.iter().filter_map(|f| in_face(v1, &f.vertices, x)).for_each(&mut take);
        e1.iter().for_each(|e| take(on_edge(e, x)));
    }
    for x in v1 {
        if !two.thin {
            two.faces.iter().filter_map(|f| in_face(v2, &f.vertices, x)).for_each(|w| take(-w));
        }
        e2.iter().for_each(|e| take(-on_edge(e, x)));
    }
    for [a, b] in &e1 {
        for [c, d] in &e2 {
            // least squares for the two parameters
            let (u, w, r) = (b - a, d - c, c - a);
            let (uu, uw, ww) = (u.norm_squared(), u.dot(&w), w.norm_squared());
            let det = uu * ww - uw * uw;
            let (s, t) =
                ((r.dot(&u) * ww - r.dot(&w) * uw) / det, (r.dot(&u) * uw - r.dot(&w) * uu) / det);
            if det > 1e-12 && (0.0..=1.0).contains(&s) && (0.0..=1.0).contains(&t) {
                take(r + w * t - u * s);
            }
        }
    }
    (best.0, Some(best.1))
}

fn frame(r: V3, A: M3) -> Frame {
    let mut f = Frame::default();
    (f.r, f.A) = (r, A);
    f
}

fn touches(pair: &HullPair, a: &Frame, b: &Frame) -> Vec<Touch> {
    let all = (0..pair.slots()).map(|slot| HullOnHull { pair: pair.clone(), slot }.touch(a, b));
    all.filter(|t| t.n != V3::zeros()).collect()
}

fn pairs() -> Vec<(&'static str, HullPair)> {
    let pair =
        |one: Hull, two: Hull| HullPair { one: one.into(), two: two.into(), R1: 0.0, R2: 0.0 };
    let mut list = vec![
        ("box on box", pair(cube(), Hull::cuboid(&V3::new(0.5, 0.2, 0.6)).unwrap())),
        ("tetrahedron on box", pair(cube(), tetrahedron())),
        ("octahedron on tetrahedron", pair(tetrahedron(), octahedron())),
        ("dodecahedron on dodecahedron", pair(dodecahedron(), dodecahedron())),
        ("prism on box", pair(cube(), prism(17))),
        ("any on any", pair(random_hull(3), random_hull(4))),
        ("segment on box", pair(cube(), Hull::segment(0.4))),
        ("segment on any", pair(random_hull(5), Hull::segment(0.6))),
        ("point on octahedron", pair(octahedron(), Hull::segment(0.0))),
    ];
    list.push(("rounded", HullPair { R1: 0.1, R2: 0.05, ..list[1].1.clone() }));
    list.push(("capsule on box", HullPair { R2: 0.2, ..list[6].1.clone() }));
    list
}

/// Random places of all pairs; the hulls are then moved along the way between them until they nearly touch.
fn poses(number: usize) {
    for (name, pair) in pairs() {
        let mut rng = Random(0x9e37_79b9_7f4a_7c15);
        let (mut apart, mut overlapping, mut border) = (0, 0, 0);
        let mut features = std::collections::BTreeMap::new();
        for k in 0..number {
            let (r1, A1, A2) = (rng.vector(), rng.rotation(), rng.rotation());
            let mut r2 = r1 + rng.vector() * 1.1;
            for attempt in 0..2 {
                let v2: Vec<V3> =
                    pair.two.vertices.iter().map(|v| A1.tr_mul(&(r2 - r1 + A2 * v))).collect();
                let (core, way) = oracle(&pair.one, &v2, &pair.two);
                let d = core - pair.R1 - pair.R2;
                let far = (r2 - r1).norm()
                    > 1.5 * (pair.one.radius + pair.two.radius + pair.R1 + pair.R2);
                if far || core <= 0.0 && pair.two.thin {
                    break;
                }
                let list = touches(&pair, &frame(r1, A1), &frame(r2, A2));
                let least = list.iter().min_by(|a, b| a.g.total_cmp(&b.g));
                let least = least.unwrap_or_else(|| panic!("{name}, pose {k}: no contact"));
                let error = (least.g - d).abs();
                // a vertex beside a face by b, up to 1e-8 of the size, counts as over it: the gap is the height h, less than
                // the distance by b²/2h, and the normal that of the face, off by b/h
                let b = 1e-8 * pair.one.radius.max(pair.two.radius);
                let most = 1e-10 + (b * b / (2.0 * core.abs())).min(b);
                assert!(error < most, "{name}, pose {k}.{attempt}: gap {} instead of {d}", least.g);
                if let Some(w) = way {
                    apart += 1;
                    let n = A1 * w / core;
                    let off = (least.n - n).norm();
                    border += usize::from(off > 1e-9 + 1e-12 / core.min(1.0));
                    assert!(
                        off < 1e-9 + b / core.min(1.0),
                        "{name}, pose {k}.{attempt}: normal {} instead of {n}",
                        least.n
                    );
                    let found = meet(
                        &pair.one,
                        &pair.two,
                        (&r1, &A1),
                        (&r2, &A2),
                        0.0,
                        &mut Workspace::default(),
                    );
                    for f in found.slots.iter().flatten() {
                        let word = format!("{f:?}");
                        *features
                            .entry(word.split('(').next().unwrap().to_string())
                            .or_insert(0) += 1;
                    }
                    // nearly touching
                    r2 -= n * (d - 1e-3 * rng.next().abs());
                } else {
                    overlapping += 1;
                    break;
                }
            }
        }
        println!("{name}: {apart} apart, {overlapping} overlapping, {features:?}");
        assert!(apart > number / 4, "{name}");
        // that is rare: only vertices of solids that nearly touch are that near to a border
        assert!(border <= 1 + number / 1000, "{name}: {border} at borders");
    }
}

#[test]
fn gaps_and_normals_against_all_pairs_of_features() {
    poses(400);
}

/// The full count: `cargo test --test hulls -- --ignored`.
#[test]
#[ignore = "some minutes"]
fn gaps_and_normals_of_many_poses() {
    poses(std::env::var("POSES").map_or(100_000, |n| n.parse().unwrap()));
}

/// Time of the search for the features of a pair that is near.
#[test]
#[ignore = "prints times"]
fn time_of_a_near_pair() {
    for (name, pair) in pairs() {
        let mut rng = Random(11);
        let (one, two) = (&pair.one, &pair.two);
        let mut places = Vec::new();
        while places.len() < 200 {
            let (r, A) = (rng.vector() * 1.2, rng.rotation());
            let v2: Vec<V3> = two.vertices.iter().map(|v| r + A * v).collect();
            if oracle(one, &v2, two).0.abs() < 0.05 {
                places.push((r, A));
            }
        }
        let (mut w, start) = (Workspace::default(), std::time::Instant::now());
        for (r, A) in places.iter().cycle().take(20_000) {
            meet(one, two, (&V3::zeros(), &M3::identity()), (r, A), 0.0, &mut w);
        }
        println!("{name}: {:.2} µs", start.elapsed().as_secs_f64() / 20_000.0 * 1e6);
    }
}

fn on_top(one: &Hull, two: &Hull, r: V3, A: M3) -> Vec<(Feature, Touch)> {
    let pair =
        HullPair { one: Arc::new(one.clone()), two: Arc::new(two.clone()), R1: 0.0, R2: 0.0 };
    let (a, b) = (frame(V3::zeros(), M3::identity()), frame(r, A));
    let found = meet(one, two, (&a.r, &a.A), (&b.r, &b.A), 0.0, &mut Workspace::default());
    (0..pair.slots())
        .filter_map(|slot| {
            let touch = || HullOnHull { pair: pair.clone(), slot }.touch(&a, &b);
            found.slots[slot].map(|f| (f, touch()))
        })
        .collect()
}

#[test]
fn faces_on_faces_touch_at_the_corners_of_their_overlap() {
    let one = Hull::cuboid(&V3::new(0.5, 0.5, 0.5)).unwrap();
    let h = 1.0 - 1e-6;
    // aligned and of the same size; shifted; turned about the normal; turned by round-off
    let turn = |angle: f64| rotation(&V3::z(), angle);
    let tilt = |angle: f64| rotation(&V3::new(0.6, 0.8, 0.0), angle);
    let cases = [
        (V3::new(0.0, 0.0, h), M3::identity(), 4, 1.0),
        (V3::new(0.3, 0.0, h), M3::identity(), 4, 0.7),
        (V3::new(0.3, 0.2, h), M3::identity(), 4, 0.7 * 0.8),
        (
            V3::new(0.0, 0.0, h),
            turn(std::f64::consts::FRAC_PI_4),
            8,
            8.0 * (2f64.sqrt() - 1.0) / 4.0,
        ),
        (V3::new(0.0, 0.0, h), turn(1e-9), 4, 1.0),
        (V3::new(0.0, 0.0, h), turn(1e-7), 4, 1.0),
        (V3::new(0.1, 0.0, h), turn(1e-3), 4, 0.9),
        (V3::new(0.3, 0.2, h), tilt(1e-9), 4, 0.7 * 0.8),
        (V3::new(0.3, 0.2, h), tilt(-1e-9), 4, 0.7 * 0.8),
    ];
    for (k, (r, A, least, area)) in cases.into_iter().enumerate() {
        let list = on_top(&one, &one.clone(), r, A);
        assert!(list.len() >= least && list.len() <= 8, "case {k}: {list:?}");
        // all gaps are the same, all normals vertical
        for (f, t) in &list {
            assert!((t.g + 1e-6).abs() < 2e-9, "case {k}: {f:?} {}", t.g);
            assert!((t.n - V3::z()).norm() < 2e-6, "case {k}: {f:?} {}", t.n);
        }
        // their hull in the plane has the area of the overlap
        let mut p: Vec<[f64; 2]> = list.iter().map(|(_, t)| [t.c1.x, t.c1.y]).collect();
        let c = p.iter().fold([0.0; 2], |c, p| [0, 1].map(|k| c[k] + p[k] / list.len() as f64));
        p.sort_by(|a, b| {
            (a[1] - c[1]).atan2(a[0] - c[0]).total_cmp(&(b[1] - c[1]).atan2(b[0] - c[0]))
        });
        let sum: f64 = (0..p.len())
            .map(|k| {
                let (a, b) = (p[k], p[(k + 1) % p.len()]);
                a[0] * b[1] - a[1] * b[0]
            })
            .sum();
        assert!((0.5 * sum - area).abs() < 2e-3, "case {k}: area {} instead of {area}", 0.5 * sum);
    }
}

#[test]
fn contacts_keep_their_slots_under_small_motion() {
    let (one, two) = (Hull::cuboid(&V3::new(1.0, 1.0, 0.2)).unwrap(), octahedron());
    let cube = Hull::cuboid(&V3::repeat(0.3)).unwrap();
    for two in [two, cube, dodecahedron()] {
        let mut rng = Random(77);
        let down = two.faces[0].n;
        let up = -V3::z();
        let A = nalgebra::Rotation3::rotation_between(&down, &up).unwrap().into_inner();
        let r = V3::new(0.05, 0.02, 0.2 + two.faces[0].d);
        let first: Vec<Feature> = on_top(&one, &two, r, A).iter().map(|f| f.0).collect();
        assert_eq!(first.len(), two.faces[0].vertices.len());
        for _ in 0..100 {
            let dA = rotation(&rng.vector().normalize(), 1e-3 * rng.next());
            let now: Vec<Feature> =
                on_top(&one, &two, r + rng.vector() * 1e-3, dA * A).iter().map(|f| f.0).collect();
            assert_eq!(first, now);
        }
    }
}

#[test]
fn hulls_on_planes_have_the_vertices_of_their_lowest_face() {
    for h in [cube(), tetrahedron(), octahedron(), dodecahedron(), prism(17), random_hull(8)] {
        let h = Arc::new(h);
        for f in &h.faces {
            let A = nalgebra::Rotation3::rotation_between(&f.n, &-V3::z());
            let A = A.map_or(rotation(&V3::x(), std::f64::consts::PI), |A| A.into_inner());
            let (a, b) = (frame(V3::zeros(), M3::identity()), frame(V3::z() * f.d, A));
            let gap = |slot| HullOnPlane { hull: h.clone(), R: 0.0, slot }.touch(&a, &b);
            let flat = (0..HullOnPlane::slots(&h)).filter(|k| gap(*k).g.abs() < 1e-9).count();
            assert_eq!(flat, f.vertices.len().min(8));
        }
        let mut rng = Random(5);
        for _ in 0..200 {
            let (a, b) = (frame(rng.vector(), rng.rotation()), frame(rng.vector(), rng.rotation()));
            let n: V3 = a.A.column(2).into();
            let low = h
                .vertices
                .iter()
                .map(|v| n.dot(&(b.r + b.A * v - a.r)))
                .fold(f64::INFINITY, f64::min);
            let all = (0..HullOnPlane::slots(&h))
                .map(|slot| HullOnPlane { hull: h.clone(), R: 0.0, slot }.touch(&a, &b))
                .filter(|t| t.n != V3::zeros())
                .map(|t| t.g);
            let least = all.fold(f64::INFINITY, f64::min);
            assert!((least - low).abs() < 1e-13, "{least} instead of {low}, {:?}", shape(&h));
        }
    }
}

#[test]
fn what_is_not_a_number_is_far() {
    let pair = &pairs()[0].1;
    let (a, b) = (frame(V3::zeros(), M3::identity()), frame(V3::repeat(f64::NAN), M3::identity()));
    assert!(touches(pair, &a, &b).is_empty());
    let b = frame(V3::zeros(), M3::repeat(f64::NAN));
    let _ = touches(pair, &a, &b);
}

#[test]
fn meshes_are_read_and_their_faults_named() {
    let h = cube();
    let mut text = String::from("solid cube\n");
    let mut bytes = vec![0u8; 80];
    bytes.extend(u32::try_from(h.triangles().len()).unwrap().to_le_bytes());
    let mut obj = String::from("# a cube\n");
    h.vertices.iter().for_each(|v| obj += &format!("v {} {} {}\n", v.x, v.y, v.z));
    for t in h.triangles() {
        text += "facet normal 0 0 0\nouter loop\n";
        bytes.extend([0u8; 12]);
        for k in t {
            let v = h.vertices[k];
            text += &format!("vertex {} {} {}\n", v.x, v.y, v.z);
            v.iter().for_each(|x| bytes.extend((*x as f32).to_le_bytes()));
        }
        bytes.extend([0u8; 2]);
        text += "endloop\nendfacet\n";
        obj += &format!("f {}//1 {}//1 {}//1\n", t[0] + 1, t[1] + 1, t[2] + 1);
    }
    for mesh in [read_stl(text.as_bytes()), read_stl(&bytes), read_obj(&obj)] {
        let mesh = mesh.unwrap();
        assert_eq!((mesh.vertices.len(), mesh.triangles.len()), (8, 12));
        assert!(mesh.faults().is_empty());
        assert!((mesh.mass_properties().volume - 0.48).abs() < 1e-7);
        assert_eq!(shape(&Hull::new(&mesh.vertices, 1e-6).unwrap()), [8, 12, 6]);
        let mut inside_out = mesh.clone();
        inside_out.triangles.iter_mut().for_each(|t| t.swap(0, 1));
        assert_eq!(inside_out.faults(), [MeshFault::Inverted]);
        let mut open = mesh.clone();
        open.triangles.pop();
        assert_eq!(open.faults(), [MeshFault::Open(3)]);
        let mut turned = mesh.clone();
        turned.triangles[0].swap(0, 1);
        assert_eq!(turned.faults(), [MeshFault::Tangled(3)]);
        let mut flat = mesh;
        flat.triangles.push([0, 0, 1]);
        assert!(flat.faults().contains(&MeshFault::Degenerate(1)));
    }
    for bad in [
        "",
        "solid x",
        "solid\nvertex 1 2\n",
        "solid\nvertex 1 2 nan\nendloop",
        "solid\nvertex 1 2 3\nendloop",
    ] {
        assert!(read_stl(bad.as_bytes()).is_err(), "{bad:?}");
    }
    for bad in [
        "",
        "v 1 2 3\nf 1 2 3",
        "v 1 2\n",
        "v 1 2 inf\n",
        "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2",
        "f 99999999999999999999 1 2",
    ] {
        assert!(read_obj(bad).is_err(), "{bad:?}");
    }
}

/// Corners of a hull that has too many are left out where they matter least; those of usual meshes all stay.
#[test]
fn corners_are_left_out_where_they_matter_least() {
    let mut rng = Random(11);
    // a long rounded bar
    let mut points = |n: usize| -> Vec<V3> {
        let one = |_| {
            let w = V3::from_fn(|_, _| rng.next()).normalize();
            V3::new(w.x.signum(), 0.0, 0.0) + 0.1 * w
        };
        (0..n).map(one).collect()
    };
    let some = points(120);
    let (hull, off) = Hull::rough(&some, 1e-9, 256).unwrap();
    assert_eq!((hull.vertices.len(), off), (Hull::new(&some, 1e-9).unwrap().vertices.len(), 0.0));
    let many = points(2000);
    assert!(Hull::new(&many, 1e-9).is_err(), "more than 512 corners");
    for most in [64, 256] {
        let (hull, off) = Hull::rough(&many, 1e-9, most).unwrap();
        assert!(hull.vertices.len() <= most && hull.vertices.len() + 4 > most);
        let worst = many.iter().map(|p| hull.distance(p)).fold(0.0, f64::max);
        assert!((worst - off).abs() < 1e-12);
        // half of them cover a half sphere of radius R = 0.1 in hexagons of area 4πR²/most: 0.24/most is left at best
        assert!(off < 0.6 / most as f64, "{most}: {off}");
    }
}
