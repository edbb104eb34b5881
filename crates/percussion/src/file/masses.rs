//! Masses and moments of inertia: as given, of solids, of what is attached.

use super::build::Builder;
use super::hulls::Given;
use super::read::Number;
use super::spec::*;
use crate::frame::{M3, V3};

/// Mass, and inertia about the centre.
pub(super) struct Properties {
    pub mass: f64,
    pub theta: M3,
}

/// A part of a body: mass, centre and inertia about it.
pub(super) struct Part {
    pub m: f64,
    pub c: V3,
    pub theta: M3,
}

/// The parts as one.
fn whole(parts: &[Part]) -> Part {
    let m: f64 = parts.iter().map(|p| p.m).sum();
    let c = parts.iter().map(|p| p.c * p.m).sum::<V3>() / m;
    let about = |p: &Part| {
        let d = p.c - c;
        p.theta + (M3::identity() * d.norm_squared() - d * d.transpose()) * p.m
    };
    Part { m, c, theta: parts.iter().map(about).sum() }
}

impl Builder {
    /// A body with the masses attached to it; centres count from that of the body without them.
    pub(super) fn with_attached(
        &mut self,
        s: &BodySpec,
        mass: f64,
        theta: M3,
        planar: bool,
    ) -> Part {
        let mut parts = vec![Part { m: mass, c: V3::zeros(), theta }];
        for a in s.attached.iter().flatten() {
            let c = self.vector_or(&a.at, V3::zeros());
            let R = a.rotation.as_ref().map_or(M3::identity(), |r| self.turned(r));
            let (m, theta) = match &a.solid {
                Some(x) => {
                    let p = self.solid(x, &a.mass, planar);
                    (p.mass, p.theta)
                }
                None => (self.needed(&a.mass, "mass", a.span), M3::zeros()),
            };
            parts.push(Part { m, c, theta: R * theta * R.transpose() });
        }
        whole(&parts)
    }

    pub(super) fn inertia(&mut self, s: &BodySpec, p: Option<Properties>) -> M3 {
        let (theta, at) = match (&s.inertia, &s.principal, p) {
            (Some(m), _, _) if m.rows.len() == 1 => {
                let label = "3 rows of 3; moments along the axes are 'principal'";
                self.d.add(m.span, "expected 3 rows, found 1", label);
                return M3::identity();
            }
            (Some(m), _, _) => (self.matrix(m), m.span),
            (None, Some(v), _) => {
                let i = self.numbers(v, 3);
                (M3::from_diagonal(&V3::new(i[0], i[1], i[2])), v.span)
            }
            (None, None, Some(p)) => return p.theta,
            (None, None, None) => {
                let message = "the moments of inertia are missing";
                self.d.add(s.span, message, "add principal, inertia or solid");
                return M3::identity();
            }
        };
        if theta.iter().any(|v| v.is_nan()) {
            return M3::identity();
        }
        if (theta - theta.transpose()).norm() > 1e-9 * theta.norm() {
            self.d.add(at, "the inertia tensor is not symmetric", "a symmetric matrix");
        } else if theta.symmetric_eigenvalues().iter().any(|&e| e <= 0.0) {
            self.d.add(at, "the inertia tensor is not positive", "positive principal moments");
        }
        theta
    }

    pub(super) fn solid(
        &mut self,
        s: &SolidSpec,
        mass: &Option<Number>,
        planar: bool,
    ) -> Properties {
        use std::f64::consts::PI;
        let radius = |b: &mut Self| b.needed(&s.radius, "radius", s.span);
        let length = |b: &mut Self| b.needed(&s.length, "length", s.span);
        // volume (area, length) and moments per mass
        let (volume, moments) = match s.r#type {
            SolidKind::Hull | SolidKind::Prism | SolidKind::Wedge => {
                return self.polyhedral_solid(s, mass, planar)
            }
            SolidKind::Outline => return self.plate_solid(s, mass, planar),
            SolidKind::Box => {
                let Some(v) = &s.size else {
                    self.needed(&None, "size", s.span);
                    return Properties { mass: 1.0, theta: M3::identity() };
                };
                let e = match planar {
                    true => {
                        let e = self.numbers(v, 2);
                        V3::new(e[0], e[1], 0.0)
                    }
                    false => {
                        let e = self.numbers(v, 3);
                        V3::new(e[0], e[1], e[2])
                    }
                };
                let volume = if planar { e.x * e.y } else { e.x * e.y * e.z };
                if v.items.iter().map(|n| self.number(n)).any(|x| x <= 0.0) {
                    self.d.add(v.span, "edges must be greater than zero", "positive numbers");
                }
                let q = e.component_mul(&e);
                (volume, V3::new(q.y + q.z, q.x + q.z, q.x + q.y) / 12.0)
            }
            SolidKind::Sphere => {
                let r = radius(self);
                (4.0 / 3.0 * PI * r * r * r, V3::repeat(0.4 * r * r))
            }
            SolidKind::Ellipsoid => {
                let a = self.radii(&s.radii, s.span);
                let q = a.component_mul(&a);
                match planar {
                    true => (PI * a.x * a.y, V3::new(q.y, q.x, q.x + q.y) / 4.0),
                    false => {
                        let sums = V3::new(q.y + q.z, q.x + q.z, q.x + q.y);
                        (4.0 / 3.0 * PI * a.x * a.y * a.z, sums / 5.0)
                    }
                }
            }
            SolidKind::Disc => {
                let r = radius(self);
                (PI * r * r, V3::new(0.25, 0.25, 0.5) * (r * r))
            }
            SolidKind::Cylinder => {
                let (r, l) = (radius(self), length(self));
                let across = (3.0 * r * r + l * l) / 12.0;
                (PI * r * r * l, V3::new(across, across, 0.5 * r * r))
            }
            SolidKind::Cone => {
                let (r, h) = (radius(self), length(self));
                let across = 0.15 * r * r + 0.0375 * h * h;
                (PI * r * r * h / 3.0, V3::new(across, across, 0.3 * r * r))
            }
            SolidKind::Torus => {
                let (R, r, L) = self.wire(&s.radius, &s.tube, &s.length, s.span);
                // ∫x², ∫y², ∫z² of both halves of the ring, and of the straight parts
                let (ring, bars) = (2.0 * PI * PI * R * r * r, 4.0 * PI * r * r * L);
                let middle = 2.0 / PI * (R + r * r / (4.0 * R));
                let across = 0.5 * R * R + 0.375 * r * r;
                let x = ring * (across + 2.0 * L * middle + L * L) + bars * L * L / 3.0;
                let y = ring * across + bars * (R * R + 0.25 * r * r);
                let z = (ring + bars) * 0.25 * r * r;
                (ring + bars, V3::new(y + z, x + z, x + y) / (ring + bars))
            }
            SolidKind::Mesh => return self.mesh_solid(s, mass, planar),
            SolidKind::Rod => {
                let l = length(self);
                let across = l * l / 12.0;
                // a thin rod has no moment about itself: a thousandth keeps the tensor regular
                (l, V3::new(if planar { 0.0 } else { 1e-3 * across }, across, across))
            }
            SolidKind::Capsule => {
                let (r, l) = (radius(self), length(self));
                let (vc, vs) = (PI * r * r * l, 4.0 / 3.0 * PI * r * r * r);
                let (c, b) = (vc / (vc + vs), vs / (vc + vs));
                let along = c * 0.5 * r * r + b * 0.4 * r * r;
                let across = c * (3.0 * r * r + l * l) / 12.0
                    + b * (0.4 * r * r + 0.25 * l * l + 0.375 * l * r);
                (vc + vs, V3::new(along, across, across))
            }
        };
        let mass = self.solid_mass(s, mass, volume);
        Properties { mass, theta: M3::from_diagonal(&(moments * mass)) }
    }

    /// A hull, prism or wedge about its centre of volume.
    fn polyhedral_solid(
        &mut self,
        s: &SolidSpec,
        mass: &Option<Number>,
        planar: bool,
    ) -> Properties {
        let kind = match s.r#type {
            SolidKind::Prism => ShapeKind::Prism,
            SolidKind::Wedge => ShapeKind::Wedge,
            _ => ShapeKind::Hull,
        };
        let SolidSpec { span, points, file, scale, length, size, .. } = s;
        let given = Given { span: *span, points, file, scale, length, size };
        let Some(h) = self.hull(kind, &given) else {
            return Properties { mass: 1.0, theta: M3::identity() };
        };
        if planar != h.flat {
            let label = "in the plane a hull of points [x, y], in space points [x, y, z]";
            self.d.add(s.span, "this solid does not fit the type of the body", label);
        }
        let m = h.mass_properties();
        // of a polygon the area
        let thick = if h.flat { 2.0 * h.vertices[0].z.abs() } else { 1.0 };
        let mass = self.solid_mass(s, mass, m.volume / thick);
        Properties { mass, theta: m.inertia * (mass / m.volume) }
    }

    /// What a mesh encloses, about its centre of volume.
    fn mesh_solid(&mut self, s: &SolidSpec, mass: &Option<Number>, planar: bool) -> Properties {
        let none = Properties { mass: 1.0, theta: M3::identity() };
        let Some(t) = &s.file else {
            self.d.add(s.span, "the key 'file' is missing", "file = \"...\": an STL or OBJ file");
            return none;
        };
        if planar {
            self.d.add(s.span, "this solid does not fit the type of the body", "a body in space");
        }
        let scale = s.scale.as_ref().map_or(1.0, |n| self.positive(n));
        let Some(mesh) = self.mesh(t) else { return none };
        if !self.sound(&mesh, t.span, false) {
            return none;
        }
        let m = mesh.scaled(&V3::repeat(scale)).mass_properties();
        let mass = self.solid_mass(s, mass, m.volume);
        Properties { mass, theta: m.inertia * (mass / m.volume) }
    }

    /// An outline about its centre; in space with a length.
    fn plate_solid(&mut self, s: &SolidSpec, mass: &Option<Number>, planar: bool) -> Properties {
        let length = if planar { 1.0 } else { self.needed(&s.length, "length", s.span) };
        let Some(o) = self.drawn(&super::outlines::Drawn::solid(s)) else {
            return Properties { mass: 1.0, theta: M3::identity() };
        };
        let (area, _, [xx, xy, yy]) = o.area_properties();
        let mass = self.solid_mass(s, mass, area * length);
        let theta = match planar {
            true => M3::identity() * ((xx + yy) / area),
            false => {
                let [x, y, c] = [xx, yy, xy].map(|v| v / area);
                let z = length * length / 12.0;
                M3::new(y + z, -c, 0.0, -c, x + z, 0.0, 0.0, 0.0, x + y)
            }
        };
        Properties { mass, theta: theta * mass }
    }

    fn solid_mass(&mut self, s: &SolidSpec, mass: &Option<Number>, volume: f64) -> f64 {
        match (mass, &s.density) {
            (Some(m), None) => self.positive(m),
            (None, Some(d)) => self.positive(d) * volume,
            (Some(_), Some(d)) => {
                self.d.add(d.span, "mass and density exclude each other", "keep one of them");
                1.0
            }
            (None, None) => {
                self.d.add(s.span, "neither mass nor density is given", "add density = ...");
                1.0
            }
        }
    }
}
