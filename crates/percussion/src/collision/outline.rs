//! Shapes of the plane as outlines.

use super::parts::{Cavity, Parts, Plate};
use crate::collision::shapes::outline::{Flat, Outline, P2};
use crate::frame::{Anchor, M3, V3};
use std::sync::Arc;

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
            Parts::Hollow(at, Cavity::Cylinder(r) | Cavity::Sphere(r)) => {
                one(at, Outline::circle(*r, true))
            }
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
