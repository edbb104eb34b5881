//! A tree of boxes: what overlaps a given box is found without a look at the rest.

use crate::frame::V3;

/// Most entries of a leaf.
const LEAF: usize = 4;

#[derive(Clone, Debug)]
struct Node {
    low: V3,
    high: V3,
    /// Entries of a leaf, or the second child; the first child follows its parent.
    first: usize,
    /// Number of entries; none for a branch.
    count: usize,
}

/// Boxes by their place in a list.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    nodes: Vec<Node>,
    order: Vec<usize>,
}

impl Tree {
    /// Of boxes given by their corners.
    pub fn new(boxes: &[(V3, V3)]) -> Self {
        let mut t = Tree { nodes: Vec::new(), order: (0..boxes.len()).collect() };
        if !boxes.is_empty() {
            t.split(boxes, 0, boxes.len());
        }
        t
    }

    fn split(&mut self, boxes: &[(V3, V3)], from: usize, to: usize) {
        let none = (V3::repeat(f64::INFINITY), V3::repeat(f64::NEG_INFINITY));
        let join = |a: (V3, V3), b: &(V3, V3)| (a.0.inf(&b.0), a.1.sup(&b.1));
        let (low, high) = self.order[from..to].iter().map(|k| &boxes[*k]).fold(none, join);
        let at = self.nodes.len();
        let count = to - from;
        self.nodes.push(Node { low, high, first: from, count });
        if count <= LEAF {
            return;
        }
        let middle = |k: &usize| boxes[*k].0 + boxes[*k].1;
        let spread = self.order[from..to].iter().map(middle).fold(none, |a, m| join(a, &(m, m)));
        let axis = (spread.1 - spread.0).imax();
        let half = from + count / 2;
        self.order[from..to].select_nth_unstable_by(count / 2, |a, b| {
            middle(a)[axis].total_cmp(&middle(b)[axis]).then(a.cmp(b))
        });
        self.split(boxes, from, half);
        let second = self.nodes.len();
        self.split(boxes, half, to);
        (self.nodes[at].first, self.nodes[at].count) = (second, 0);
    }

    /// Entries whose leaf overlaps a box; the caller looks at their own boxes.
    pub fn query(&self, low: &V3, high: &V3, mut out: impl FnMut(usize)) {
        let apart = |n: &Node| (0..3).any(|k| n.low[k] > high[k] || n.high[k] < low[k]);
        // the depth is the logarithm of a count that fits into memory
        let mut stack = [0; 64];
        let mut top = usize::from(!self.nodes.is_empty());
        while top > 0 {
            top -= 1;
            let at = stack[top];
            let node = &self.nodes[at];
            if apart(node) {
                continue;
            }
            if node.count > 0 {
                self.order[node.first..node.first + node.count].iter().for_each(|k| out(*k));
            } else {
                stack[top] = node.first;
                stack[top + 1] = at + 1;
                top += 2;
            }
        }
    }
}
