//! Shapes of a robot: their mass, how far they reach, and their keys in a model file.

use super::*;
use crate::collision::shapes::MassProperties;
use std::f64::consts::{PI, TAU};

/// Corners of the polygon that stands for a circle.
const SIDES: usize = 16;

/// A shape about its own pose; cylinders and capsules along z, a plane across it.
#[derive(Clone, Debug)]
pub(super) enum Solid {
    Plane,
    Sphere(f64),
    Box(V3),
    Ellipsoid(V3),
    Cylinder { radius: f64, length: f64 },
    Capsule { radius: f64, length: f64 },
    Hull(Vec<V3>),
}

/// Of a box by its edges, density one.
fn diagonal(x: f64, y: f64, z: f64) -> M3 {
    M3::from_diagonal(&V3::new(x, y, z))
}

impl Solid {
    /// How far it reaches down from its centre; without end for a plane.
    pub fn reach(&self, R: &M3) -> f64 {
        let down = R.row(2);
        match self {
            Solid::Plane => f64::NEG_INFINITY,
            Solid::Sphere(r) => *r,
            Solid::Box(s) => (0..3).map(|k| 0.5 * s[k] * down[k].abs()).sum(),
            Solid::Ellipsoid(r) => r.component_mul(&down.transpose()).norm(),
            Solid::Cylinder { radius, length } => {
                0.5 * length * down[2].abs() + radius * down[0].hypot(down[1])
            }
            Solid::Hull(list) => list.iter().map(|v| -(R * v).z).fold(f64::NEG_INFINITY, f64::max),
            Solid::Capsule { radius, length } => 0.5 * length * down[2].abs() + radius,
        }
    }

    /// Of density one; none where there is no volume or it has its own source (a mesh).
    pub fn mass_properties(&self) -> Option<MassProperties> {
        let (volume, inertia) = match *self {
            Solid::Plane | Solid::Hull(_) => return None,
            Solid::Sphere(r) => {
                let v = 4.0 / 3.0 * PI * r.powi(3);
                (v, M3::identity() * (0.4 * v * r * r))
            }
            Solid::Box(s) => {
                let (v, q) = (s.x * s.y * s.z, s.component_mul(&s) / 12.0);
                (v, diagonal(q.y + q.z, q.x + q.z, q.x + q.y) * v)
            }
            Solid::Ellipsoid(r) => {
                let (v, q) = (4.0 / 3.0 * PI * r.x * r.y * r.z, r.component_mul(&r) / 5.0);
                (v, diagonal(q.y + q.z, q.x + q.z, q.x + q.y) * v)
            }
            Solid::Cylinder { radius, length } => {
                let v = PI * radius * radius * length;
                let across = (3.0 * radius * radius + length * length) / 12.0;
                (v, diagonal(across, across, 0.5 * radius * radius) * v)
            }
            Solid::Capsule { radius, length } => {
                let (r, l) = (radius, length);
                let (cylinder, ball) = (PI * r * r * l, 4.0 / 3.0 * PI * r.powi(3));
                let across = cylinder * (3.0 * r * r + l * l) / 12.0
                    + ball * (0.4 * r * r + 0.25 * l * l + 0.375 * l * r);
                let along = cylinder * 0.5 * r * r + ball * 0.4 * r * r;
                (cylinder + ball, diagonal(across, across, along))
            }
        };
        Some(MassProperties { volume, centre: V3::zeros(), inertia })
    }

    /// Its keys in a model file, at this pose in the body.
    pub fn keys(&self, p: &Pose) -> String {
        let at = list(p.r.as_slice());
        let axes = matrix(&p.R);
        match self {
            Solid::Plane => {
                let normal = list(p.R.column(2).as_slice());
                format!("type = \"plane\"\nat = {at}\nnormal = {normal}")
            }
            Solid::Hull(points) => {
                let points: Vec<String> = points.iter().map(|p| list(p.as_slice())).collect();
                let points = points.join(", ");
                format!("type = \"hull\"\nat = {at}\naxes = {axes}\npoints = [{points}]")
            }
            Solid::Sphere(r) => format!("type = \"sphere\"\nat = {at}\nradius = {}", number(*r)),
            Solid::Box(s) => {
                format!("type = \"box\"\nat = {at}\naxes = {axes}\nsize = {}", list(s.as_slice()))
            }
            Solid::Ellipsoid(r) => {
                let radii = list(r.as_slice());
                format!("type = \"ellipsoid\"\nat = {at}\naxes = {axes}\nradii = {radii}")
            }
            Solid::Cylinder { radius, length } => format!(
                "type = \"cylinder\"\nat = {at}\naxes = {axes}\nradius = {}\nlength = {}",
                number(*radius),
                number(*length)
            ),
            Solid::Capsule { radius, length } => {
                let l = number(0.5 * length);
                format!(
                    "type = \"capsule\"\nat = {at}\naxes = {axes}\nradius = {}\npoints = [[0.0, 0.0, -{l}], [0.0, 0.0, {l}]]",
                    number(*radius)
                )
            }
        }
    }

    /// What stands for it where it does not touch a plane: a cylinder's largest capsule or, where it is flat, a prism; of an ellipsoid a
    /// polyhedron inside it.
    pub fn stand_in(&self) -> Option<Solid> {
        let ring = |z: f64, r: f64| {
            (0..SIDES).map(move |k| {
                let (s, c) = (TAU * k as f64 / SIDES as f64).sin_cos();
                V3::new(r * c, r * s, z)
            })
        };
        match *self {
            Solid::Cylinder { radius, length } if length > 2.0 * radius => {
                Some(Solid::Capsule { radius, length: length - 2.0 * radius })
            }
            Solid::Cylinder { radius, length } => {
                let ends = [-0.5 * length, 0.5 * length];
                Some(Solid::Hull(ends.into_iter().flat_map(|z| ring(z, radius)).collect()))
            }
            Solid::Ellipsoid(r) => {
                let mut points = vec![V3::z(), -V3::z()];
                for z in [-0.6f64, 0.0, 0.6] {
                    points.extend(ring(z, (1.0 - z * z).sqrt()));
                }
                Some(Solid::Hull(points.iter().map(|p| p.component_mul(&r)).collect()))
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sums over small cells.
    fn summed(inside: impl Fn(&V3) -> bool, size: V3) -> (f64, V3) {
        let n = 60;
        let cell = size / f64::from(n);
        let (mut volume, mut second) = (0.0, V3::zeros());
        for i in 0..n * n * n {
            let k = V3::new(f64::from(i % n), f64::from(i / n % n), f64::from(i / n / n));
            let x = (k + V3::repeat(0.5)).component_mul(&cell) - 0.5 * size;
            if inside(&x) {
                let v = cell.x * cell.y * cell.z;
                volume += v;
                let q = x.component_mul(&x);
                second += V3::new(q.y + q.z, q.x + q.z, q.x + q.y) * v;
            }
        }
        (volume, second)
    }

    #[test]
    fn masses_of_shapes_are_sums_over_their_points() {
        let segment = |x: &V3, l: f64| (x - V3::new(0.0, 0.0, x.z.clamp(-0.5 * l, 0.5 * l))).norm();
        type Inside = Box<dyn Fn(&V3) -> bool>;
        let cases: [(Solid, V3, Inside); 5] = [
            (Solid::Sphere(0.5), V3::repeat(1.0), Box::new(|x| x.norm() < 0.5)),
            (
                Solid::Ellipsoid(V3::new(0.2, 0.3, 0.5)),
                V3::new(0.4, 0.6, 1.0),
                Box::new(|x| x.component_div(&V3::new(0.2, 0.3, 0.5)).norm() < 1.0),
            ),
            (
                Solid::Cylinder { radius: 0.3, length: 0.8 },
                V3::new(0.6, 0.6, 0.8),
                Box::new(|x| x.x.hypot(x.y) < 0.3),
            ),
            (
                Solid::Capsule { radius: 0.3, length: 0.8 },
                V3::new(0.6, 0.6, 1.4),
                Box::new(move |x| segment(x, 0.8) < 0.3),
            ),
            (Solid::Box(V3::new(0.1, 0.2, 0.4)), V3::new(0.1, 0.2, 0.4), Box::new(|_| true)),
        ];
        for (solid, size, inside) in cases {
            let p = solid.mass_properties().unwrap();
            let (volume, second) = summed(inside, size);
            assert!((p.volume / volume - 1.0).abs() < 0.01, "{solid:?}");
            let off = p.inertia.diagonal().component_div(&second).map(|x| (x - 1.0).abs()).max();
            assert!(off < 0.02, "{solid:?}: {off}");
        }
    }
}
