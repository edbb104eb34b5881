//! Outlines of model files: points with bulges, drawings, gears.

use super::build::Builder;
use super::diagnostics::Span;
use super::read::{Number, Rows, Text};
use super::spec::{GearSpec, ShapeSpec, SolidSpec};
use crate::collision::shapes::outline::{read_dxf, Outline, MAX_PIECES, P2};
use crate::collision::shapes::{Gear, OutlineError};
use crate::collision::Shape;

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

    /// An outline.
    pub(super) fn plate(&mut self, s: &ShapeSpec) -> Option<Shape> {
        let outline = self.drawn(&Drawn::shape(s))?;
        Some(Shape::of_outline(outline, s.centred.unwrap_or(false)))
    }
}
