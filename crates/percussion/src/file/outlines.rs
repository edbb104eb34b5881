//! Outlines of model files: points with bulges, drawings, gears; and other shapes of the plane as outlines.

use super::build::Builder;
use super::diagnostics::Span;
use super::read::{Number, Rows, Text};
use super::shapes::{Parts, Plate};
use super::spec::{GearSpec, ShapeSpec, SolidSpec};
use crate::frame::{Anchor, M3, V3};
use crate::shapes::outline::{read_dxf, Flat, Outline, MAX_PIECES, P2};
use crate::shapes::{Gear, OutlineError};
use std::sync::Arc;

/// An outline as a file gives it.
pub(super) struct Drawn<'a> {
    span: Span,
    points: &'a Option<Rows>,
    around: &'a Option<Number>,
    file: &'a Option<Text>,
    layer: &'a Option<Text>,
    scale: &'a Option<Number>,
    gear: &'a Option<GearSpec>,
    hollow: bool,
}

impl<'a> Drawn<'a> {
    pub(super) fn shape(s: &'a ShapeSpec) -> Self {
        let ShapeSpec { span, points, around, file, layer, scale, gear, hollow, .. } = s;
        let hollow = hollow.unwrap_or(false);
        Drawn { span: *span, points, around, file, layer, scale, gear, hollow }
    }
    pub(super) fn solid(s: &'a SolidSpec) -> Self {
        let SolidSpec { span, points, around, file, layer, scale, gear, .. } = s;
        Drawn { span: *span, points, around, file, layer, scale, gear, hollow: false }
    }
}

impl Builder {
    /// The outline of what is given.
    pub(super) fn drawn(&mut self, s: &Drawn) -> Option<Outline> {
        let before = self.d.list.len();
        let scale = s.scale.as_ref().map_or(1.0, |n| self.positive(n));
        let (made, at) = match (s.points, s.file, s.gear) {
            (Some(r), None, None) => (self.listed_outline(s, r, scale), r.span),
            (None, Some(t), None) => (Ok(self.drawing(s, t, scale)?), t.span),
            (None, None, Some(g)) => (self.gear(g, s.hollow), g.span),
            _ => {
                let add =
                    "points = [[x, y], [x, y, bulge], ...], file = \"....dxf\" or gear = { ... }";
                self.d.add(s.span, "an outline has points, a file or a gear: one of them", add);
                return None;
            }
        };
        if self.d.list.len() > before {
            return None;
        }
        match made {
            Ok(o) => Some(o),
            Err(e) => {
                self.d.add(at, e.to_string(), "a closed curve that runs counterclockwise");
                None
            }
        }
    }

    fn listed_outline(&mut self, s: &Drawn, r: &Rows, scale: f64) -> Result<Outline, OutlineError> {
        let mut points: Vec<[f64; 3]> = Vec::new();
        for v in &r.rows {
            let p = match v.items.len() {
                2 => [self.numbers(v, 2), vec![0.0]].concat(),
                _ => self.numbers(v, 3),
            };
            points.push([scale * p[0], scale * p[1], p[2]]);
        }
        let times = s.around.as_ref().map_or(1, |n| self.whole(n, 1, 1000));
        if points.len() * times > MAX_PIECES {
            return Err(OutlineError::Count(points.len() * times));
        }
        let part = points.clone();
        for k in 1..times {
            let x = P2::at_angle(std::f64::consts::TAU * k as f64 / times as f64);
            let turned = |p: &[f64; 3]| {
                let [a, b] = x.scaled(p[0]).plus(&x.left().scaled(p[1])).0;
                [a, b, p[2]]
            };
            points.extend(part.iter().map(turned));
        }
        Outline::new(&points, s.hollow)
    }

    fn drawing(&mut self, s: &Drawn, t: &Text, scale: f64) -> Option<Outline> {
        let path = t.text.clone();
        let text = self.meshes.get(&path)?.clone();
        let layer = s.layer.as_ref().map(|l| l.text.as_str());
        let curves = text.and_then(|text| read_dxf(&text, layer, scale));
        let made = curves.and_then(|c| Outline::of(c, s.hollow).map_err(|e| e.to_string()));
        match made {
            Ok(o) => Some(o),
            Err(why) => {
                let label = "a DXF drawing of one closed outline";
                self.d.add(t.span, format!("cannot read '{path}': {why}"), label);
                None
            }
        }
    }

    fn gear(&mut self, g: &GearSpec, ring: bool) -> Result<Outline, OutlineError> {
        let gear = Gear {
            teeth: self.whole(&g.teeth, 4, 500),
            module: self.positive(&g.module),
            pressure: self.or(&g.pressure, 20f64.to_radians()),
            addendum: self.or(&g.addendum, 1.0),
            dedendum: self.or(&g.dedendum, 1.25),
            backlash: self.or(&g.backlash, 0.0),
            ring,
        };
        gear.outline()
    }

    /// An outline about its origin, and where that is.
    pub(super) fn plate(&mut self, s: &ShapeSpec) -> Option<(V3, Outline)> {
        let outline = self.drawn(&Drawn::shape(s))?;
        let (_, c, _) = outline.area_properties();
        let c = if c.norm() < 1e-12 * outline.radius { c.scaled(0.0) } else { c };
        Some(match s.centred.unwrap_or(false) {
            true => (V3::zeros(), outline.about_point(&c)),
            // an origin far outside would make a poor bound of gaps
            false if c.norm() > 0.5 * outline.radius => {
                (V3::new(c.0[0], c.0[1], 0.0), outline.about_point(&c))
            }
            false => (V3::zeros(), outline),
        })
    }
}

/// The third axis of an anchor points out of the plane, so that its outline runs as it was written.
fn upright(at: &Anchor) -> Result<(), &'static str> {
    match at.R[(2, 2)] > 1.0 - 1e-9 {
        true => Ok(()),
        false => Err("an outline lies in the x-y plane: its axes are turned about z only"),
    }
}

/// The axes whose x is e_z of the anchor.
fn lying(at: &Anchor) -> Anchor {
    let x: V3 = at.R.column(2).into();
    at.clone().with_axes(M3::from_columns(&[x, V3::z().cross(&x), V3::z()]))
}

/// A convex polygon that runs counterclockwise, with arcs of a radius about its corners.
fn rounded_polygon(corners: &[P2], r: f64) -> Vec<[f64; 3]> {
    let n = corners.len();
    if r == 0.0 {
        return corners.iter().map(|c| [c.0[0], c.0[1], 0.0]).collect();
    }
    // out of the side that begins at a corner
    let normal = |k: usize| {
        let way = corners[(k + 1) % n].minus(&corners[k]);
        way.left().scaled(-1.0 / way.norm())
    };
    let mut out = Vec::with_capacity(2 * n);
    for (k, c) in corners.iter().enumerate() {
        let (before, after) = (normal((k + n - 1) % n), normal(k));
        let turn = before.cross(&after).atan2(before.dot(&after));
        for (m, bulge) in [(before, (0.25 * turn).tan()), (after, 0.0)] {
            let p = c.plus(&m.scaled(r));
            out.push([p.0[0], p.0[1], bulge]);
        }
    }
    out
}

impl Parts {
    /// The outlines that this shape is in the plane; half planes have none of their own.
    pub(super) fn plates(&self) -> Result<Option<Vec<Plate>>, &'static str> {
        let one =
            |at: &Anchor, o: Outline| Some(vec![Plate { at: at.clone(), outline: Arc::new(o) }]);
        Ok(match self {
            Parts::Outline(p) => {
                upright(&p.at)?;
                Some(vec![p.clone()])
            }
            Parts::Plane(at) => one(at, Outline::half_plane()),
            Parts::Spheres(list, r) => {
                let disc = Arc::new(Outline::circle(*r, false));
                let plate = |at: &Anchor| Plate { at: at.clone(), outline: disc.clone() };
                Some(list.iter().map(plate).collect())
            }
            Parts::Hollow(at, r) => one(at, Outline::circle(*r, true)),
            Parts::Cylinder(c) => one(&c.at, Outline::circle(c.R, false)),
            Parts::Box(b) => {
                upright(&b.at)?;
                let [x, y] = [b.h.x, b.h.y];
                let corners = [[x, -y], [x, y], [-x, y], [-x, -y]].map(Flat);
                let made = Outline::new(&rounded_polygon(&corners, b.round), false);
                one(&b.at, made.map_err(|_| "this box is too flat for an outline")?)
            }
            Parts::Capsule(c) => {
                let (l, r) = (c.L, c.R);
                let points = [[-l, -r, 0.0], [l, -r, 1.0], [l, r, 0.0], [-l, r, 1.0]];
                let made = Outline::new(&points, false);
                one(&lying(&c.at), made.map_err(|_| "this capsule is too thin for an outline")?)
            }
            Parts::Hull(h) if h.hull.flat => {
                upright(&h.at)?;
                let rim = h.hull.faces.iter().find(|f| f.n.z > 0.5);
                let v = |k: &usize| Flat([h.hull.vertices[*k].x, h.hull.vertices[*k].y]);
                let corners: Vec<P2> =
                    rim.map_or(Vec::new(), |f| f.vertices.iter().map(v).collect());
                let made = Outline::new(&rounded_polygon(&corners, h.round), false);
                one(&h.at, made.map_err(|_| "this polygon is no outline")?)
            }
            Parts::Ellipsoid(at, a) => {
                upright(at)?;
                one(at, Outline::ellipse([a.x, a.y]))
            }
            _ => None,
        })
    }
}
