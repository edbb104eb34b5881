use super::{Joint, Primitive};
use crate::bodies::BodySlot;
use crate::frame::Anchor;
use crate::relation::{Context, Element, FrameElement, Scratch};

/// One joint coordinate follows another: s_a - ratio s_b - offset = 0.
///
/// Angles are measured within half a turn of their zero, so this is for joints that do not go round.
pub struct Coupling {
    a: FrameElement<Joint>,
    b: FrameElement<Joint>,
    ratio: f64,
    offset: f64,
}

/// A coordinate between two anchors.
pub type Coordinate = (Primitive, Anchor, Anchor);

fn element((p, a, b): Coordinate) -> FrameElement<Joint> {
    FrameElement::new(Joint { primitives: vec![p] }, a, b)
}

impl Coupling {
    /// `a` follows `b`.
    pub fn new(a: Coordinate, b: Coordinate, ratio: f64, offset: f64) -> Self {
        Coupling { a: element(a), b: element(b), ratio, offset }
    }
}

impl Element for Coupling {
    fn dofs(&self, bodies: &[BodySlot], nu: usize) -> Vec<usize> {
        let mut d = self.a.dofs(bodies, nu);
        d.extend(self.b.dofs(bodies, nu));
        d
    }
    fn anchors(&mut self) -> Vec<&mut Anchor> {
        let mut list = self.a.anchors();
        list.extend(self.b.anchors());
        list
    }
    fn rows(&self) -> usize {
        1
    }
    fn first(&self, c: &Context, s: &mut Scratch, g: &mut [f64], W: &mut [f64], zeta: &mut [f64]) {
        let na = self.a.columns_of(c);
        let (wa, wb) = W.split_at_mut(na);
        self.a.first(c, s, g, wa, zeta);
        let (mut gb, mut zb) = ([0.0], [0.0]);
        self.b.first(c, s, &mut gb, wb, &mut zb);
        g[0] -= self.ratio * gb[0] + self.offset;
        zeta[0] -= self.ratio * zb[0];
        wb.iter_mut().for_each(|w| *w *= -self.ratio);
    }
    fn second(&self, c: &Context, H: &mut [f64]) {
        const MAX: usize = 2 * crate::frame::MAX_COLUMNS;
        let (na, nb) = (self.a.columns_of(c), self.b.columns_of(c));
        let n = na + nb;
        H[..n * n].fill(0.0);
        let mut block = [0.0; MAX * MAX];
        self.a.second(c, &mut block[..na * na]);
        for i in 0..na {
            H[i * n..i * n + na].copy_from_slice(&block[i * na..(i + 1) * na]);
        }
        block.fill(0.0);
        self.b.second(c, &mut block[..nb * nb]);
        for i in 0..nb {
            for j in 0..nb {
                H[(na + i) * n + na + j] = -self.ratio * block[i * nb + j];
            }
        }
    }
}
