//! Which shapes are near one another: contacts exist only while they are.
//!
//! Where many shapes can touch, a system holds the contacts of those pairs alone whose bounding boxes are within a margin, its
//! *list*. A [`Search`] says whether a pair that is not listed could touch within the next step, and finds the list that
//! then takes its place. Both answers depend on the positions, the velocities and the list alone, not on what was searched
//! before: a run that is restored goes on with the same bits. What is kept between two searches is a cache: boxes that
//! are larger than needed, and the pairs of them that overlap, which stand until a shape leaves its box.

use super::tree::Tree;
use crate::frame::{Anchor, Frame, V3};
use crate::laws::ContactLaw;
use crate::relation::{Context, Element};

/// Listed are pairs nearer than this part of their sizes, and twice the way of the next step.
const LIST: f64 = 0.25;
/// A pair has to be listed where it is nearer than this part of the sizes and the way of the next step.
const NEED: f64 = 0.1;
/// By this part of its size a box of the cache is larger than the list asks for.
const CACHE: f64 = 0.25;
/// Ways of a step, as its beginning tells them, that a shape may go at most.
const WAYS: f64 = 1.5;

/// Two shapes by their places, the first one first.
pub type Pair = (u32, u32);

/// Where the points of a shape are, in the axes of its anchor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Extent {
    /// Below e_z, without end.
    Plane,
    /// Within a box.
    Box {
        /// Its centre (m).
        centre: V3,
        /// Half its edges (m).
        half: V3,
        /// The radius of a ball about the same centre that holds all points, too (m).
        radius: f64,
    },
}

/// A shape as the search sees it. A plane does not move.
#[derive(Clone)]
pub struct Collider {
    /// Where it is.
    pub at: Anchor,
    /// How far it reaches.
    pub extent: Extent,
}

/// A contact of two shapes.
pub struct Made {
    /// Its name.
    pub name: String,
    /// Its rows.
    pub element: Box<dyn Element>,
    /// Its law.
    pub law: ContactLaw,
}

/// Shapes that touch where they meet.
pub trait Collisions: Send + Sync {
    /// The shapes.
    fn colliders(&self) -> &[Collider];
    /// Whether two of them touch at all.
    fn admits(&self, pair: Pair) -> bool;
    /// The contacts of two that do.
    fn contacts(&self, pair: Pair) -> Vec<Made>;
    /// The names of two.
    fn names(&self, pair: Pair) -> [&str; 2];
    /// Whether there can be a contact of this name.
    fn knows(&self, contact: &str) -> bool;
    /// All laws that there are between them.
    fn laws(&self) -> Vec<ContactLaw>;
}

/// A search with its cache.
#[derive(Default)]
pub struct Search {
    /// Boxes of the shapes now, and radii of balls; of planes nothing.
    low: Vec<V3>,
    high: Vec<V3>,
    radius: Vec<f64>,
    size: Vec<f64>,
    /// How far each may go in the next step, by itself and when others push it.
    way: Vec<f64>,
    pushed: Vec<f64>,
    planes: Vec<Plane>,
    bodies: Vec<u32>,
    /// Velocities that the shapes may have in the step, too; none where it is short.
    also: Vec<f64>,
    cache: Vec<(V3, V3)>,
    /// Pairs of the cache that touch at all, and those of them that are not listed.
    found: Vec<Pair>,
    unlisted: Vec<Pair>,
    frame: Frame,
}

struct Plane {
    shape: u32,
    normal: V3,
    height: f64,
}

impl Search {
    /// For these shapes.
    pub fn new(shapes: &dyn Collisions) -> Self {
        let mut s = Search::default();
        for (k, c) in (0..).zip(shapes.colliders()) {
            match c.extent {
                Extent::Plane => {
                    let normal: V3 = c.at.R.column(2).into();
                    s.planes.push(Plane { shape: k, normal, height: normal.dot(&c.at.rho) });
                    s.size.push(0.0);
                    s.radius.push(0.0);
                }
                Extent::Box { half, radius, .. } => {
                    s.radius.push(radius);
                    s.bodies.push(k);
                    let still = c.at.body.is_none() && c.at.drive.is_none();
                    s.size.push(if still { 0.0 } else { half.sum() / 3.0 });
                }
            }
        }
        let n = s.size.len();
        (s.low, s.high) = (vec![V3::zeros(); n], vec![V3::zeros(); n]);
        (s.way, s.pushed) = (vec![0.0; n], vec![0.0; n]);
        s
    }

    /// The pairs to be listed for the next step of length dt.
    pub fn list(&mut self, shapes: &dyn Collisions, c: &Context, dt: f64) -> Vec<Pair> {
        self.place(shapes, c, dt);
        self.pushed.clone_from(&self.way);
        self.renew(shapes);
        let found = std::mem::take(&mut self.found);
        if self.hand_on(&found) {
            self.renew(shapes);
        } else {
            self.found = found;
        }
        let (listed, rest) =
            std::mem::take(&mut self.found).into_iter().partition(|p| self.near(*p, LIST, 2.0));
        self.unlisted = rest;
        listed
    }

    /// Whether a pair that is not in the list, which is sorted, may touch in the next step of length dt.
    pub fn lacks(&mut self, shapes: &dyn Collisions, list: &[Pair], c: &Context, dt: f64) -> bool {
        self.place(shapes, c, dt);
        self.hand_on(list);
        if !self.covered() {
            self.renew(shapes);
            self.unlisted.clear();
            let fresh = self.found.drain(..).filter(|p| list.binary_search(p).is_err());
            self.unlisted.extend(fresh);
        }
        self.unlisted.iter().any(|p| self.near(*p, NEED, 1.0))
    }

    /// Forget what is kept: another list is in use.
    pub fn forget(&mut self) {
        self.cache.clear();
    }

    /// Boxes and ways of all shapes.
    fn place(&mut self, shapes: &dyn Collisions, c: &Context, dt: f64) {
        for (k, s) in shapes.colliders().iter().enumerate() {
            let Extent::Box { centre, half, .. } = s.extent else { continue };
            c.frame(&s.at, &mut self.frame);
            let f = &self.frame;
            let offset = f.A * centre;
            let (middle, reach) = (f.r + offset, f.A.abs() * half);
            (self.low[k], self.high[k]) = (middle - reach, middle + reach);
            self.way[k] = WAYS * dt * speed(f, &s.extent);
            if !self.also.is_empty() {
                c.with(&self.also).frame(&s.at, &mut self.frame);
                self.way[k] = self.way[k].max(WAYS * dt * speed(&self.frame, &s.extent));
            }
        }
    }

    /// Velocities that shapes may have in the next step, too, where it is long: those that their accelerations lead to.
    pub fn expect(&mut self, u: &[f64]) {
        self.also.clear();
        self.also.extend(u);
    }

    /// Whether a shape was faster in the step of length dt that it was placed for last than was foreseen, as these states
    /// within it tell.
    pub fn strays(&mut self, shapes: &dyn Collisions, states: &[Context], dt: f64) -> bool {
        let boxes = shapes.colliders().iter().enumerate();
        boxes.filter(|(_, s)| s.extent != Extent::Plane).any(|(k, s)| {
            let room = NEED * self.size[k] + self.pushed[k];
            states.iter().any(|c| {
                c.frame(&s.at, &mut self.frame);
                // what is not a number goes anywhere
                let stays = dt * speed(&self.frame, &s.extent) <= room;
                self.size[k] > 0.0 && !stays
            })
        })
    }

    /// What may touch in the step may hand its motion on; whether any does. It needs the pairs alone that have to be listed.
    fn hand_on(&mut self, pairs: &[Pair]) -> bool {
        self.pushed.clone_from(&self.way);
        let mut any = false;
        for &(i, j) in pairs {
            let (a, b) = (i as usize, j as usize);
            let near = NEED * (self.size[a] + self.size[b]) + self.way[a] + self.way[b];
            if self.apart((i, j)) > near {
                continue;
            }
            for (k, from) in [(a, b), (b, a)] {
                // nothing moves what stands
                if self.size[k] > 0.0 && self.way[from] > self.pushed[k] {
                    (self.pushed[k], any) = (self.way[from], true);
                }
            }
        }
        any
    }

    /// Whether all boxes are within those of the cache.
    fn covered(&self) -> bool {
        self.cache.len() == self.bodies.len()
            && self.bodies.iter().zip(&self.cache).all(|(&k, (low, high))| {
                let k = k as usize;
                let room = NEED * self.size[k] + self.pushed[k];
                (0..3).all(|x| self.low[k][x] - room >= low[x] && self.high[k][x] + room <= high[x])
            })
    }

    /// The cache anew.
    fn renew(&mut self, shapes: &dyn Collisions) {
        self.cache.clear();
        for &k in &self.bodies {
            let k = k as usize;
            let room = V3::repeat((LIST + CACHE) * self.size[k] + 2.0 * self.pushed[k]);
            self.cache.push((self.low[k] - room, self.high[k] + room));
        }
        self.found.clear();
        let (tree, mut near) = (Tree::new(&self.cache), Vec::new());
        for (at, (low, high)) in self.cache.iter().enumerate() {
            near.clear();
            tree.query(low, high, |o| {
                let (l, h) = &self.cache[o];
                if o > at && (0..3).all(|x| l[x] <= high[x] && h[x] >= low[x]) {
                    near.push(self.bodies[o]);
                }
            });
            let i = self.bodies[at];
            let moves = |k: u32| self.size[k as usize] > 0.0;
            let pairs = near.iter().map(|&j| (i, j)).filter(|p| moves(p.0) || moves(p.1));
            self.found.extend(pairs.filter(|p| shapes.admits(*p)));
        }
        for (plane, (&k, bounds)) in self
            .planes
            .iter()
            .flat_map(|p| self.bodies.iter().zip(&self.cache).map(move |b| (p, b)))
        {
            let pair = (plane.shape.min(k), plane.shape.max(k));
            if self.size[k as usize] > 0.0 && plane.gap(bounds) <= 0.0 && shapes.admits(pair) {
                self.found.push(pair);
            }
        }
        self.found.sort_unstable();
    }

    /// Whether two are nearer than a part of their sizes and so many ways; what is not a number is near.
    fn near(&self, (i, j): Pair, part: f64, ways: f64) -> bool {
        let (a, b) = (i as usize, j as usize);
        let room = part * (self.size[a] + self.size[b]) + ways * (self.pushed[a] + self.pushed[b]);
        let far = self.apart((i, j)) > room;
        !far
    }

    /// The distance of two boxes and balls, or of a box from a plane: no more than the gap of the shapes.
    fn apart(&self, (i, j): Pair) -> f64 {
        let bounds = |k: u32| (self.low[k as usize], self.high[k as usize]);
        let (a, b) = (bounds(i), bounds(j));
        match self.planes.iter().find(|p| p.shape == i || p.shape == j) {
            Some(p) => p.gap(if p.shape == i { &b } else { &a }),
            None => {
                let boxes = (b.0 - a.1).sup(&(a.0 - b.1)).sup(&V3::zeros()).norm();
                let radii = self.radius[i as usize] + self.radius[j as usize];
                boxes.max(0.5 * (a.0 + a.1 - b.0 - b.1).norm() - radii)
            }
        }
    }
}

/// How fast a point of a shape is at most.
fn speed(f: &Frame, extent: &Extent) -> f64 {
    let Extent::Box { centre, half, .. } = extent else { return 0.0 };
    f.v.norm() + f.w.norm() * (centre.norm() + half.norm())
}

impl Plane {
    fn gap(&self, (low, high): &(V3, V3)) -> f64 {
        let reach = 0.5 * self.normal.abs().dot(&(high - low));
        0.5 * self.normal.dot(&(low + high)) - self.height - reach
    }
}
