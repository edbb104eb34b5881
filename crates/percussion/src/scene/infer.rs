//! Shapes of bodies that declare none.

use super::{placed, vector, Place, Placed, Scene};
use crate::frame::V3;
use crate::picture::Shape;
use crate::system::System;
use std::collections::{HashMap, HashSet};

/// Gives every part its shapes: declared ones, else those that contacts know, else bars between
/// the points where it is held, else a symbol.
pub(super) fn shapes(scene: &mut Scene, sys: &System, nodes: &mut HashMap<(usize, usize), usize>) {
    let declared: Vec<Placed> = sys
        .pictures()
        .shapes
        .iter()
        .filter(|(_, shape)| shape.finite())
        .map(|(a, shape)| Placed { at: scene.place(a, nodes), shape: shape.clone() })
        .collect();
    let mut told = Vec::new();
    for e in &sys.elements {
        let Some(s) = e.element.sketch() else { continue };
        for (anchor, shape) in [(s.a, s.shape_a), (s.b, s.shape_b)] {
            if let Some(shape) = shape.filter(Shape::finite) {
                told.push(Placed { at: scene.place(&anchor, nodes), shape });
            }
        }
    }
    let owner = owners(scene);
    let of = |p: &Placed| p.at.frame.and_then(|f| owner.get(&f).copied());
    let has: HashSet<Option<usize>> = declared.iter().map(of).collect();
    let inferred: Vec<Placed> = told.into_iter().filter(|p| !has.contains(&of(p))).collect();
    let mut seen = HashSet::new();
    let mut points: HashMap<usize, Vec<V3>> = HashMap::new();
    for p in declared.into_iter().chain(inferred) {
        if !seen.insert(format!("{p:?}")) {
            continue;
        }
        let part = of(&p);
        match (&p.shape, part) {
            (Shape::Sphere { radius }, Some(k)) if scene.parts[k].kind == "line" => {
                let r = scene.parts[k].radius.unwrap_or(0.0).max(*radius);
                scene.parts[k].radius = (r > 0.0).then_some(r);
            }
            (Shape::Sphere { radius }, Some(k)) if *radius == 0.0 => {
                points.entry(k).or_default().push(vector(&p.at.r));
            }
            (_, Some(k)) => scene.parts[k].shapes.push(p),
            (_, None) => scene.world.push(p),
        }
    }
    let held = held(scene, &owner);
    for k in 0..scene.parts.len() {
        if scene.parts[k].kind == "body" {
            let corners = points.remove(&k).unwrap_or_default();
            complete(scene, k, corners, held.get(&k).map_or(&[][..], |v| v));
        }
    }
}

/// The part of each frame.
fn owners(scene: &Scene) -> HashMap<usize, usize> {
    let frames = |(k, p): (usize, &super::Part)| (p.first..p.first + p.count).map(move |f| (f, k));
    let mut owner: HashMap<usize, usize> =
        scene.parts.iter().enumerate().flat_map(frames).collect();
    // frames beside the nodes: material points of lines
    for (f, source) in scene.sources.iter().enumerate() {
        if let super::Source::Node(b, _) = source {
            let same = |s: &super::Source| matches!(s, super::Source::Node(c, _) if c == b);
            if let Some(k) = scene.sources.iter().position(same).and_then(|f| owner.get(&f)) {
                owner.insert(f, *k);
            }
        }
    }
    owner
}

/// Points where joints and springs hold each part, in its frame.
fn held(scene: &Scene, owner: &HashMap<usize, usize>) -> HashMap<usize, Vec<V3>> {
    let mut held: HashMap<usize, Vec<V3>> = HashMap::new();
    for link in scene.joints.iter().chain(&scene.springs) {
        for Place { frame, r, .. } in [&link.a, &link.b] {
            if let Some(&k) = frame.and_then(|f| owner.get(&f)) {
                let (list, r) = (held.entry(k).or_default(), vector(r));
                if list.len() < 32 && !list.iter().any(|p: &V3| near(p, &r)) {
                    list.push(r);
                }
            }
        }
    }
    held
}

fn near(a: &V3, b: &V3) -> bool {
    (a - b).norm() <= 1e-6 * (a.norm() + b.norm())
}

fn complete(scene: &mut Scene, k: usize, corners: Vec<V3>, held: &[V3]) {
    let planar = scene.planar;
    let part = &mut scene.parts[k];
    let frame = part.first;
    let mut add = |shape| part.shapes.push(placed(frame, shape));
    if corners.len() > 2 && !collinear(&corners) {
        add(Shape::Hull { points: corners.iter().map(|p| (*p).into()).collect() });
    } else if !corners.is_empty() {
        let mut all = corners;
        all.extend(held.iter().filter(|h| h.norm() > 0.0));
        add_bars(&mut add, &all, planar);
        return;
    }
    if part.shapes.is_empty() {
        match held {
            [] => part.shapes.push(placed(frame, Shape::Symbol)),
            [p] if p.norm() == 0.0 => part.shapes.push(placed(frame, Shape::Symbol)),
            _ => add_bars(&mut |s| part.shapes.push(placed(frame, s)), held, planar),
        }
        return;
    }
    // arms from the shapes to the points beyond them
    let round: Vec<(V3, f64)> = part
        .shapes
        .iter()
        .filter_map(|s| match s.shape {
            Shape::Sphere { radius } | Shape::Disc { radius } => Some((vector(&s.at.r), radius)),
            _ => None,
        })
        .collect();
    if round.len() != part.shapes.len() {
        return;
    }
    let beyond = |h: &&V3| round.iter().all(|(c, radius)| (*h - c).norm() > 1.001 * radius);
    for h in held.iter().filter(beyond) {
        let by = |a: &&(V3, f64), b: &&(V3, f64)| (a.0 - h).norm().total_cmp(&(b.0 - h).norm());
        if let Some((c, _)) = round.iter().min_by(by) {
            let points = vec![(*c).into(), (*h).into()];
            part.shapes.push(placed(frame, Shape::Bars { points }));
        }
    }
}

fn collinear(points: &[V3]) -> bool {
    let d = points[1] - points[0];
    let size = points.iter().map(|p| (p - points[0]).norm()).fold(0.0, f64::max);
    points.iter().all(|p| d.cross(&(p - points[0])).norm() <= 1e-6 * size * d.norm().max(1e-300))
}

/// Bars between two points, a plate or a star through more of them; a symbol for the centre of
/// mass where it lies beside.
fn add_bars(add: &mut impl FnMut(Shape), points: &[V3], planar: bool) {
    let list = |p: &[V3]| p.iter().map(|p| (*p).into()).collect::<Vec<[f64; 3]>>();
    let centre = V3::zeros();
    match points {
        [] => add(Shape::Symbol),
        [p] => {
            add(Shape::Bars { points: list(&[*p, centre]) });
            add(Shape::Symbol);
        }
        [p, q] => {
            let (d, l) = (q - p, (q - p).norm());
            let foot = p + d * (d.dot(&(centre - p)) / (l * l).max(1e-300)).clamp(0.0, 1.0);
            if foot.norm() > 0.02 * l {
                add(Shape::Bars { points: list(&[*p, centre, *q]) });
            } else {
                add(Shape::Bars { points: list(points) });
            }
        }
        _ if collinear(points) => {
            let d = points[1] - points[0];
            let mut sorted = points.to_vec();
            sorted.sort_by(|a, b| d.dot(a).total_cmp(&d.dot(b)));
            add(Shape::Bars { points: list(&sorted) });
        }
        _ if planar => add(Shape::Hull { points: list(points) }),
        _ => {
            let middle = points.iter().sum::<V3>() / points.len() as f64;
            let star: Vec<V3> = points.iter().flat_map(|p| [middle, *p]).collect();
            add(Shape::Bars { points: list(&star) });
        }
    }
}
