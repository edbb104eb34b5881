//! Sparse LU by dense blocks, for matrices whose unknowns come in groups (the velocities of a body, the
//! rows of a contact). Pattern symmetric by groups, order of minimum degree, groups that fill alike are
//! eliminated together; pivots are chosen inside a block only. The pattern is analysed once, a
//! factorisation allocates nothing.
//!
//! Of a block k with its rows R_k further down:
//!
//! ```text
//! P A_kk = L_kk U_kk,    U_kR = L_kk⁻¹ P A_kR,    L_Rk = A_Rk U_kk⁻¹,    A_RR -= L_Rk U_kR
//! ```

use super::order::minimum_degree;

/// A block of unknowns eliminated together.
#[derive(Clone, Debug)]
struct Front {
    /// First unknown, in the order of elimination, and how many.
    first: usize,
    width: usize,
    /// Unknowns further down that it touches.
    rows: Vec<u32>,
    /// Where its diagonal block, its rows of U and its columns of L start.
    diagonal: usize,
    upper: usize,
    lower: usize,
    /// For each later block it touches: that block, its share of `rows`, and the places of all that
    /// follows in the rows of that block.
    targets: Vec<Target>,
}

#[derive(Clone, Debug)]
struct Target {
    front: usize,
    share: std::ops::Range<usize>,
    places: Vec<u32>,
}

/// Pattern and values of a matrix and its factors.
#[derive(Clone, Debug, Default)]
pub struct Blocks {
    n: usize,
    fronts: Vec<Front>,
    /// Place in the order of elimination of each unknown.
    place: Vec<u32>,
    /// Front of each place.
    front: Vec<u32>,
    /// Values, replaced by the factors.
    pub value: Vec<f64>,
    pivot: Vec<u32>,
    product: Vec<f64>,
    work: Vec<f64>,
    cost: f64,
    /// Sign of the determinant of the last matrix factorised.
    pub sign: f64,
    /// Pivots that were replaced as they were too small.
    pub small: usize,
}

impl Blocks {
    /// Analyse a pattern: groups of unknowns [start[k], start[k + 1]), and sets of groups that are
    /// coupled with each other.
    pub fn new<'a>(start: &[usize], coupled: impl Iterator<Item = &'a [u32]>) -> Self {
        let groups = start.len() - 1;
        let size: Vec<usize> = start.windows(2).map(|w| w[1] - w[0]).collect();
        let mut graph: Vec<Vec<u32>> = vec![Vec::new(); groups];
        for set in coupled {
            for &i in set {
                graph[i as usize].extend(set.iter().filter(|j| **j != i));
            }
        }
        for v in &mut graph {
            v.sort_unstable();
            v.dedup();
        }
        let order = minimum_degree(&graph, &size);
        let (order, filled) = fill(&graph, &order);
        // groups that follow each other and fill alike become one front
        let mut first_of: Vec<usize> = Vec::new();
        for k in 0..groups {
            let joins = k > 0 && {
                let before: &[u32] = &filled[k - 1];
                let width: usize =
                    first_of.last().map_or(0, |&f| (f..k).map(|g| size[order[g]]).sum());
                let (a, b) = (height(before, &order, &size), height(&filled[k], &order, &size));
                let step = size[order[k]];
                // zeros that a join would store
                let zeros = width * (b + step).saturating_sub(a);
                before.first() == Some(&(k as u32)) && (zeros == 0 || zeros <= 36 && width < 12)
            };
            if !joins {
                first_of.push(k);
            }
        }
        let mut s = Blocks { n: start[groups], sign: 1.0, ..Blocks::default() };
        s.place = vec![0; s.n];
        let mut at = vec![0_usize; groups + 1];
        for (k, &g) in order.iter().enumerate() {
            (0..size[g]).for_each(|c| s.place[start[g] + c] = (at[k] + c) as u32);
            at[k + 1] = at[k] + size[g];
        }
        s.front = vec![0; s.n];
        let mut values = 0;
        for (f, &k0) in first_of.iter().enumerate() {
            let k1 = first_of.get(f + 1).copied().unwrap_or(groups);
            let mut below: Vec<u32> =
                filled[k0..k1].iter().flatten().copied().filter(|&j| j as usize >= k1).collect();
            below.sort_unstable();
            below.dedup();
            let rows: Vec<u32> = below
                .iter()
                .flat_map(|&j| (at[j as usize]..at[j as usize + 1]).map(|p| p as u32))
                .collect();
            let (first, width) = (at[k0], at[k1] - at[k0]);
            (first..first + width).for_each(|p| s.front[p] = f as u32);
            let (w, h) = (width, rows.len());
            s.cost += (w * w) as f64 * (w as f64 / 3.0 + h as f64) + (w * h * h) as f64;
            let (diagonal, upper) = (values, values + w * w);
            let lower = upper + w * h;
            values = lower + w * h;
            s.fronts.push(Front {
                first,
                width,
                rows,
                diagonal,
                upper,
                lower,
                targets: Vec::new(),
            });
        }
        for f in 0..s.fronts.len() {
            let rows = std::mem::take(&mut s.fronts[f].rows);
            let mut targets = Vec::new();
            let mut from = 0;
            while from < rows.len() {
                let front = s.front[rows[from] as usize] as usize;
                let same = |r: &&u32| s.front[**r as usize] as usize == front;
                let to = from + rows[from..].iter().take_while(same).count();
                let there = &s.fronts[front].rows;
                let find = |r: &u32| there.binary_search(r).map_or(u32::MAX, |p| p as u32);
                let places = rows[to..].iter().map(find).collect();
                targets.push(Target { front, share: from..to, places });
                from = to;
            }
            (s.fronts[f].rows, s.fronts[f].targets) = (rows, targets);
        }
        let most = s.fronts.iter().map(|f| f.rows.len()).max().unwrap_or(0);
        s.product = vec![0.0; most * most];
        s.value = vec![0.0; values];
        s.pivot = vec![0; s.n];
        s.work = vec![0.0; s.n];
        s
    }

    /// Multiplications of a factorisation.
    pub fn cost(&self) -> f64 {
        self.cost
    }

    /// Number of stored values.
    pub fn fill(&self) -> usize {
        self.value.len()
    }

    /// Where the entry (i, j) is stored; the groups of i and j must be coupled.
    pub fn address(&self, i: usize, j: usize) -> usize {
        let (i, j) = (self.place[i] as usize, self.place[j] as usize);
        let (fi, fj) = (self.front[i] as usize, self.front[j] as usize);
        let f = &self.fronts[fi.min(fj)];
        let find = |p: usize| f.rows.binary_search(&(p as u32)).unwrap_or(0);
        match fi.cmp(&fj) {
            std::cmp::Ordering::Equal => f.diagonal + (i - f.first) * f.width + j - f.first,
            std::cmp::Ordering::Less => f.upper + (i - f.first) * f.rows.len() + find(j),
            std::cmp::Ordering::Greater => f.lower + find(i) * f.width + j - f.first,
        }
    }

    /// Set all values to zero.
    pub fn clear(&mut self) {
        self.value.fill(0.0);
    }

    /// Factorise. Pivots below `floor` times the largest value of their block are replaced by that.
    pub fn factor(&mut self, floor: f64) {
        self.sign = 1.0;
        self.small = 0;
        for k in 0..self.fronts.len() {
            let (w, h) = (self.fronts[k].width, self.fronts[k].rows.len());
            let (first, diagonal) = (self.fronts[k].first, self.fronts[k].diagonal);
            // diagonal block, rows of U and columns of L follow each other
            let (A, rest) = self.value[diagonal..diagonal + w * (w + 2 * h)].split_at_mut(w * w);
            let (U, L) = rest.split_at_mut(w * h);
            let pivot = &mut self.pivot[first..first + w];
            let least = floor * A.iter().fold(0.0_f64, |a, v| a.max(v.abs()));
            for c in 0..w {
                let (mut best, mut at) = (-1.0, c);
                for r in c..w {
                    let v = A[r * w + c].abs();
                    if v > best {
                        (best, at) = (v, r);
                    }
                }
                pivot[c] = at as u32;
                if at != c {
                    (0..w).for_each(|j| A.swap(at * w + j, c * w + j));
                    (0..h).for_each(|j| U.swap(at * h + j, c * h + j));
                    self.sign = -self.sign;
                }
                if best.is_nan() || best <= least {
                    self.small += 1;
                    let v = if least > 0.0 { least } else { 1.0 };
                    A[c * w + c] = if A[c * w + c] < 0.0 { -v } else { v };
                }
                if A[c * w + c] < 0.0 {
                    self.sign = -self.sign;
                }
                let inverse = 1.0 / A[c * w + c];
                let (top, bottom) = A.split_at_mut((c + 1) * w);
                let (u_top, u_bottom) = U.split_at_mut((c + 1) * h);
                let (a_row, u_row) = (&top[c * w + c + 1..], &u_top[c * h..]);
                for (r, row) in bottom.chunks_exact_mut(w).enumerate() {
                    let m = row[c] * inverse;
                    row[c] = m;
                    if m != 0.0 {
                        row[c + 1..].iter_mut().zip(a_row).for_each(|(x, a)| *x -= m * a);
                        let u = &mut u_bottom[r * h..(r + 1) * h];
                        u.iter_mut().zip(u_row).for_each(|(x, a)| *x -= m * a);
                    }
                }
            }
            // L_Rk = A_Rk U_kk⁻¹
            for row in L.chunks_exact_mut(w.max(1)) {
                for c in 0..w {
                    let v = row[c] / A[c * w + c];
                    row[c] = v;
                    if v != 0.0 {
                        let u = &A[c * w + c + 1..(c + 1) * w];
                        row[c + 1..].iter_mut().zip(u).for_each(|(x, a)| *x -= v * a);
                    }
                }
            }
            if h == 0 {
                continue;
            }
            multiply(L, U, &mut self.product[..h * h], w, h);
            self.subtract(k, h);
        }
    }

    /// Subtract the product of front k from the fronts it touches.
    fn subtract(&mut self, k: usize, h: usize) {
        for t in &self.fronts[k].targets {
            let f = &self.fronts[t.front];
            let (w, height) = (f.width, f.rows.len());
            let to = t.share.end;
            for a in t.share.clone() {
                let i = self.fronts[k].rows[a] as usize - f.first;
                let from = &self.product[a * h..(a + 1) * h];
                let row = &mut self.value[f.diagonal + i * w..][..w];
                for b in t.share.clone() {
                    row[self.fronts[k].rows[b] as usize - f.first] -= from[b];
                }
                let row = &mut self.value[f.upper + i * height..][..height];
                for (b, &p) in (to..h).zip(&t.places) {
                    row[p as usize] -= from[b];
                }
            }
            for (b, &p) in (to..h).zip(&t.places) {
                let from = &self.product[b * h..(b + 1) * h];
                let row = &mut self.value[f.lower + p as usize * w..][..w];
                for a in t.share.clone() {
                    row[self.fronts[k].rows[a] as usize - f.first] -= from[a];
                }
            }
        }
    }

    /// Solve in place with the factors.
    pub fn solve(&mut self, b: &mut [f64]) {
        let x = &mut self.work;
        self.place.iter().zip(&*b).for_each(|(&p, v)| x[p as usize] = *v);
        for f in &self.fronts {
            let (w, h) = (f.width, f.rows.len());
            let A = &self.value[f.diagonal..f.diagonal + w * w];
            let (mine, below) = x.split_at_mut(f.first + w);
            let mine = &mut mine[f.first..];
            // multipliers were swapped with their rows: all swaps come first
            (0..w).for_each(|c| mine.swap(c, self.pivot[f.first + c] as usize));
            for c in 1..w {
                let sum: f64 = A[c * w..c * w + c].iter().zip(&*mine).map(|(a, x)| a * x).sum();
                mine[c] -= sum;
            }
            let L = &self.value[f.lower..f.lower + w * h];
            for (row, &r) in L.chunks_exact(w.max(1)).zip(&f.rows) {
                let sum: f64 = row.iter().zip(&*mine).map(|(a, x)| a * x).sum();
                below[r as usize - f.first - w] -= sum;
            }
        }
        for f in self.fronts.iter().rev() {
            let (w, h) = (f.width, f.rows.len());
            let A = &self.value[f.diagonal..f.diagonal + w * w];
            let U = &self.value[f.upper..f.upper + w * h];
            let (mine, below) = x.split_at_mut(f.first + w);
            let mine = &mut mine[f.first..];
            for c in (0..w).rev() {
                let far: f64 = U[c * h..(c + 1) * h]
                    .iter()
                    .zip(&f.rows)
                    .map(|(u, &r)| u * below[r as usize - f.first - w])
                    .sum();
                let near: f64 = A[c * w + c + 1..(c + 1) * w]
                    .iter()
                    .zip(&mine[c + 1..])
                    .map(|(a, x)| a * x)
                    .sum();
                mine[c] = (mine[c] - far - near) / A[c * w + c];
            }
        }
        self.place.iter().zip(b).for_each(|(&p, v)| *v = self.work[p as usize]);
    }
}

/// C = L U with L h × w and U w × h, four columns of L at a time.
fn multiply(L: &[f64], U: &[f64], C: &mut [f64], w: usize, h: usize) {
    for (l, c) in L.chunks_exact(w.max(1)).zip(C.chunks_exact_mut(h)) {
        c.fill(0.0);
        let mut k = 0;
        while k + 4 <= w {
            let (a, b, d, e) = (l[k], l[k + 1], l[k + 2], l[k + 3]);
            let u = &U[k * h..(k + 4) * h];
            let (u0, u) = u.split_at(h);
            let (u1, u) = u.split_at(h);
            let (u2, u3) = u.split_at(h);
            for ((((c, u0), u1), u2), u3) in c.iter_mut().zip(u0).zip(u1).zip(u2).zip(u3) {
                *c += a * u0 + b * u1 + d * u2 + e * u3;
            }
            k += 4;
        }
        for k in k..w {
            let a = l[k];
            c.iter_mut().zip(&U[k * h..(k + 1) * h]).for_each(|(c, u)| *c += a * u);
        }
    }
}

/// The fill of a graph in an order, and that order with each subtree of the elimination contiguous:
/// `filled[k]` are the positions after k that k touches.
fn fill(graph: &[Vec<u32>], order: &[usize]) -> (Vec<usize>, Vec<Vec<u32>>) {
    let n = order.len();
    let mut place = vec![0_u32; n];
    order.iter().enumerate().for_each(|(p, &i)| place[i] = p as u32);
    let later = |k: usize, place: &[u32], i: usize| -> Vec<u32> {
        graph[i].iter().map(|&j| place[j as usize]).filter(|&p| p as usize > k).collect()
    };
    let mut filled: Vec<Vec<u32>> = (0..n).map(|k| later(k, &place, order[k])).collect();
    let mut parent = vec![n; n];
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); n];
    for k in 0..n {
        let mut mine = std::mem::take(&mut filled[k]);
        for &c in &children[k] {
            mine.extend(filled[c].iter().filter(|&&j| j as usize != k));
        }
        mine.sort_unstable();
        mine.dedup();
        if let Some(&p) = mine.first() {
            parent[k] = p as usize;
            children[p as usize].push(k);
        }
        filled[k] = mine;
    }
    // depth first, without recursion: chains of bodies are long
    let mut post = Vec::with_capacity(n);
    for root in (0..n).filter(|&k| parent[k] == n) {
        let mut stack = vec![(root, 0)];
        while let Some((k, c)) = stack.pop() {
            if c < children[k].len() {
                stack.push((k, c + 1));
                stack.push((children[k][c], 0));
            } else {
                post.push(k);
            }
        }
    }
    let mut new_place = vec![0_u32; n];
    post.iter().enumerate().for_each(|(p, &k)| new_place[k] = p as u32);
    let renamed = |k: &usize| {
        let mut v: Vec<u32> = filled[*k].iter().map(|&j| new_place[j as usize]).collect();
        v.sort_unstable();
        v
    };
    (post.iter().map(|&k| order[k]).collect(), post.iter().map(renamed).collect())
}

fn height(rows: &[u32], order: &[usize], size: &[usize]) -> usize {
    rows.iter().map(|&j| size[order[j as usize]]).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linalg::Dense;

    /// Random sparse matrices by groups of one to six unknowns agree with dense ones.
    #[test]
    fn sparse_blocks_equal_dense() {
        let mut seed = 5_u64;
        let mut random = move || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 11) as f64 / (1_u64 << 53) as f64 - 0.5
        };
        for groups in [1, 2, 7, 30, 60] {
            let mut start = vec![0];
            for g in 0..groups {
                start.push(start[g] + 1 + (6.0 * (random() + 0.5)) as usize % 6);
            }
            let n = start[groups];
            let mut sets: Vec<Vec<u32>> = (0..groups as u32).map(|g| vec![g]).collect();
            for _ in 0..2 * groups {
                let a = ((random() + 0.5) * groups as f64) as u32;
                let b = (a + 1 + ((random() + 0.5) * 5.0) as u32) % groups as u32;
                if a != b {
                    sets.push(vec![a, b]);
                }
            }
            let mut s = Blocks::new(&start, sets.iter().map(|v| &v[..]));
            let mut d = Dense::default();
            d.reset(n);
            for set in &sets {
                for &a in set {
                    for &b in set {
                        for i in start[a as usize]..start[a as usize + 1] {
                            for j in start[b as usize]..start[b as usize + 1] {
                                let v = random() + if i == j { 8.0 } else { 0.0 };
                                let at = s.address(i, j);
                                s.value[at] += v;
                                d.add(i, j, v);
                            }
                        }
                    }
                }
            }
            let b0: Vec<f64> = (0..n).map(|i| (i as f64).sin()).collect();
            let (mut x, mut y) = (b0.clone(), b0);
            s.factor(0.0);
            s.solve(&mut x);
            d.factor();
            d.solve(&mut y, &mut Vec::new());
            for (x, y) in x.iter().zip(&y) {
                assert!((x - y).abs() < 1e-12, "{groups}: {x} {y}");
            }
            assert_eq!(s.small, 0);
        }
    }

    #[test]
    fn the_sign_of_the_determinant() {
        for (values, sign) in [([2.0, 1.0, 1.0, 2.0], 1.0), ([1.0, 2.0, 2.0, 1.0], -1.0)] {
            for start in [vec![0, 2], vec![0, 1, 2]] {
                let all: Vec<u32> = (0..start.len() as u32 - 1).collect();
                let mut s = Blocks::new(&start, std::iter::once(&all[..]));
                for k in 0..4 {
                    let at = s.address(k / 2, k % 2);
                    s.value[at] = values[k];
                }
                s.factor(0.0);
                assert_eq!(s.sign, sign, "{values:?} {start:?}");
            }
        }
    }

    #[test]
    fn a_chain_costs_in_proportion_to_its_length() {
        let cost = |n: usize| {
            let start: Vec<usize> = (0..=n).map(|k| 6 * k).collect();
            let pairs: Vec<[u32; 2]> = (1..n as u32).map(|k| [k - 1, k]).collect();
            Blocks::new(&start, pairs.iter().map(|p| &p[..])).cost()
        };
        assert!(cost(2000) < 2.2 * cost(1000));
    }
}
