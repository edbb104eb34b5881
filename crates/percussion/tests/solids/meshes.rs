//! Meshes against all their triangles.

use super::*;

type Triangle = [V3; 3];
/// Name, corners and triangles of a mesh.
type Named = (&'static str, Vec<V3>, Vec<[usize; 3]>);

fn point_triangle(x: &V3, t: &Triangle) -> f64 {
    let n = (t[1] - t[0]).cross(&(t[2] - t[0])).normalize();
    let inside = (0..3).all(|k| n.cross(&(t[(k + 1) % 3] - t[k])).dot(&(x - t[k])) >= 0.0);
    if inside {
        return n.dot(&(x - t[0])).abs();
    }
    let side = |k: usize| {
        let w = t[(k + 1) % 3] - t[k];
        (x - t[k] - w * (w.dot(&(x - t[k])) / w.norm_squared()).clamp(0.0, 1.0)).norm()
    };
    (0..3).map(side).fold(f64::INFINITY, f64::min)
}

fn segments(p: &V3, q: &V3, r: &V3, s: &V3) -> f64 {
    let (u, w, d) = (q - p, s - r, r - p);
    let (uu, uw, ww) = (u.norm_squared(), u.dot(&w), w.norm_squared());
    let det = uu * ww - uw * uw;
    let (x, y) = ((d.dot(&u) * ww - d.dot(&w) * uw) / det, (d.dot(&u) * uw - d.dot(&w) * uu) / det);
    match det > 1e-14 && (0.0..=1.0).contains(&x) && (0.0..=1.0).contains(&y) {
        true => (d + w * y - u * x).norm(),
        false => f64::INFINITY,
    }
}

/// The distance of two triangles; zero where an edge of one passes through the other.
fn triangles(a: &Triangle, b: &Triangle) -> f64 {
    let through = |p: &V3, q: &V3, t: &Triangle| {
        let n = (t[1] - t[0]).cross(&(t[2] - t[0]));
        let (h, g) = (n.dot(&(p - t[0])), n.dot(&(q - t[0])));
        let x = p + (q - p) * (h / (h - g));
        h * g < 0.0 && (0..3).all(|k| n.dot(&(t[(k + 1) % 3] - t[k]).cross(&(x - t[k]))) >= 0.0)
    };
    let mut d = f64::INFINITY;
    for k in 0..3 {
        d = d.min(point_triangle(&a[k], b)).min(point_triangle(&b[k], a));
        for j in 0..3 {
            let (p, q, r, s) = (&a[k], &a[(k + 1) % 3], &b[j], &b[(j + 1) % 3]);
            d = d.min(segments(p, q, r, s));
            if through(p, q, b) || through(r, s, a) {
                return 0.0;
            }
        }
    }
    d
}

/// Hills, and a closed ring of eight boxes' worth of triangles with a hole.
fn meshes() -> Vec<Named> {
    let mut rng = Random(11);
    let rows: Vec<Vec<f64>> = (0..9).map(|_| (0..9).map(|_| 0.2 * rng.next()).collect()).collect();
    let (v, t) = Solid::heights(&rows, [0.3, 0.3]);
    let n = 8;
    let corner = |k: usize, j: usize| {
        let (s, c) = (std::f64::consts::TAU * k as f64 / n as f64).sin_cos();
        let (r, z) = [(0.5, -0.2), (1.0, -0.2), (1.0, 0.2), (0.5, 0.2)][j];
        V3::new(r * c, r * s, z)
    };
    let ring: Vec<V3> = (0..4 * n).map(|k| corner(k / 4, k % 4)).collect();
    let mut sides = Vec::new();
    for k in 0..n {
        for j in 0..4 {
            let (a, b) = (4 * k + j, 4 * k + (j + 1) % 4);
            let (c, d) = ((b + 4) % (4 * n), (a + 4) % (4 * n));
            sides.extend([[a, c, b], [a, d, c]]);
        }
    }
    vec![("hills", v, t), ("ring", ring, sides)]
}

/// Distances of a sphere, boxes and another mesh from a mesh, against all pairs of triangles.
fn mesh_poses(number: usize) {
    let cube = Hull::cuboid(&V3::new(0.15, 0.1, 0.2)).unwrap();
    let fine = Hull::new(&cuboid(V3::new(0.2, 0.05, 0.1)), 1e-9).unwrap();
    for (name, v, t) in meshes() {
        let mesh = Arc::new(Solid::mesh(&v, &t, 1e-9, 0.0, false));
        assert_eq!(mesh.straight, Straight::Mesh);
        let all: Vec<Triangle> = t.iter().map(|t| t.map(|k| v[k])).collect();
        let volume: f64 = all.iter().map(|[a, b, c]| a.dot(&b.cross(c))).sum();
        assert!(name == "hills" || volume > 0.0);
        let others = [
            ("box", Solid::convex(&cube, 0.0), &cube, 0.0),
            ("rounded box", Solid::convex(&fine, 0.03), &fine, 0.03),
            ("mesh", Solid::mesh(&cube.vertices, &cube.triangles(), 1e-9, 0.0, false), &cube, 0.0),
        ];
        for (other, solid, hull, round) in others.into_iter().filter(|o| chosen(name, o.0)) {
            let pair = SolidPair { one: mesh.clone(), two: Arc::new(solid) };
            let mut rng = Random(0x9e37_79b9_7f4a_7c15);
            let (mut seen, mut sum) = (0, 0.0_f64);
            for k in 0..number {
                let a = frame(V3::zeros(), M3::identity());
                let b = frame(rng.vector().component_mul(&V3::new(1.0, 1.0, 0.5)), rng.rotation());
                let corners: Vec<V3> = hull.vertices.iter().map(|v| b.r + b.A * v).collect();
                let d = hull
                    .triangles()
                    .iter()
                    .map(|t| t.map(|k| corners[k]))
                    .flat_map(|x| all.iter().map(move |y| triangles(&x, y)))
                    .fold(f64::INFINITY, f64::min);
                let above = name != "hills" || b.r.z > 0.2;
                if d == 0.0 || d > 0.08 || !above {
                    continue;
                }
                // what the ring has swallowed
                let r = flat(&b.r);
                let within = name == "ring" && r > 0.45 && r < 1.0 && b.r.z.abs() < 0.2;
                if within {
                    continue;
                }
                let list = touches(&pair, &a, &b);
                let least = list.iter().map(|l| l.1.g).fold(f64::INFINITY, f64::min);
                let off = (least - (d - round)).abs();
                assert!(
                    off < 1e-10,
                    "{name} and {other}, pose {k}: {least} instead of {}, {:?}",
                    d - round,
                    (b.r, b.A)
                );
                if k % 4 == 0 {
                    for (g, t) in &list {
                        differences(&format!("{name} and {other}, {k}"), g, &a, &b, t, &mut rng);
                    }
                }
                (seen, sum) = (seen + 1, sum.max(off));
            }
            println!("{name} and {other}: {seen} poses, off by {sum:e}");
            assert!(seen > number / 50, "{name} and {other}: {seen}");
        }
    }
}

#[test]
fn distances_from_meshes_against_all_triangles() {
    mesh_poses(400);
}

#[test]
#[ignore = "some minutes"]
fn distances_of_many_poses_from_meshes() {
    mesh_poses(std::env::var("POSES").map_or(100_000, |n| n.parse().unwrap()));
}

/// Edges within a plane, and those of a valley, are nothing to touch.
#[test]
fn inner_edges_are_no_pieces() {
    let rows = vec![vec![0.0; 5]; 5];
    let (v, t) = Solid::heights(&rows, [1.0, 1.0]);
    let s = Solid::mesh(&v, &t, 1e-9, 0.0, false);
    let lines = s.patches.iter().filter(|p| matches!(p.kind, Kind::Line { .. })).count();
    let points = s.patches.iter().filter(|p| matches!(p.kind, Kind::Point(_))).count();
    assert_eq!((lines, points), (16, 4), "of a flat field its border and corners");
    let valley = vec![vec![1.0, 0.0, 1.0]; 2];
    let (v, t) = Solid::heights(&valley, [1.0, 1.0]);
    let s = Solid::mesh(&v, &t, 1e-9, 0.0, false);
    let inner = s
        .patches
        .iter()
        .filter(|p| matches!(p.kind, Kind::Line { p, .. } if p.x == 0.0 && p.y == 0.0));
    assert_eq!(inner.count(), 0, "a hollow edge");
}
