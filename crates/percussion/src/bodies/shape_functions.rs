//! Lagrange shape functions on equal elements of a line, and Gauss points.

/// Most nodes of an element.
pub(super) const MAX_NODES: usize = 4;

/// Shape functions and their derivatives along the line at one point of an element.
#[derive(Clone, Copy, Debug)]
pub(super) struct Point {
    /// Weight times the length of the element.
    pub w: f64,
    /// Values.
    pub N: [f64; MAX_NODES],
    /// Derivatives with respect to the arc length.
    pub dN: [f64; MAX_NODES],
}

/// Gauss points and weights on (0, 1).
pub(super) fn gauss(n: usize) -> Vec<(f64, f64)> {
    // roots of the Legendre polynomial by Newton's method
    (0..n)
        .map(|i| {
            let mut x = -(std::f64::consts::PI * (i as f64 + 0.75) / (n as f64 + 0.5)).cos();
            let mut slope = 1.0;
            for _ in 0..100 {
                let (mut p0, mut p1) = (1.0, x);
                for k in 2..=n {
                    let k = k as f64;
                    (p0, p1) = (p1, ((2.0 * k - 1.0) * x * p1 - (k - 1.0) * p0) / k);
                }
                slope = n as f64 * (x * p1 - p0) / (x * x - 1.0);
                let dx = p1 / slope;
                x -= dx;
                if dx.abs() < 1e-15 {
                    break;
                }
            }
            (0.5 * (1.0 + x), 1.0 / ((1.0 - x * x) * slope * slope))
        })
        .collect()
}

/// `n` Gauss points in each of equal elements: material coordinate in (0, 1), length.
pub(super) fn stations(elements: usize, n: usize, length: f64) -> Vec<(f64, f64)> {
    let (rule, l) = (gauss(n), 1.0 / elements as f64);
    let element = |e: usize| rule.iter().map(move |(x, w)| ((e as f64 + x) * l, w * l * length));
    (0..elements).flat_map(element).collect()
}

/// The shape functions of degree `p` at `xi` in an element of length `l`.
pub(super) fn point(p: usize, xi: f64, weight: f64, l: f64) -> Point {
    let at = |k: usize| k as f64 / p as f64;
    let mut out = Point { w: weight * l, N: [0.0; MAX_NODES], dN: [0.0; MAX_NODES] };
    for i in 0..=p {
        let others = || (0..=p).filter(move |&k| k != i);
        out.N[i] = others().map(|k| (xi - at(k)) / (at(i) - at(k))).product();
        out.dN[i] = others()
            .map(|j| {
                let rest = others().filter(|&k| k != j);
                let product: f64 = rest.map(|k| (xi - at(k)) / (at(i) - at(k))).product();
                product / (at(i) - at(j))
            })
            .sum::<f64>()
            / l;
    }
    out
}

/// Where a material point lies: at a node, or in an element with its shape functions there.
#[derive(Clone, Copy, Debug)]
pub(super) enum Place {
    Node(usize),
    Inside(usize, Point),
}

/// The place of `s` in [0, 1] on a line of equal elements of degree `p` and length `l`.
pub(super) fn place(s: f64, elements: usize, p: usize, l: f64) -> Place {
    let node = (s * (elements * p) as f64).round();
    if (s * (elements * p) as f64 - node).abs() <= 1e-12 * node.max(1.0) {
        return Place::Node(node as usize);
    }
    let e = ((s * elements as f64) as usize).min(elements - 1);
    Place::Inside(e, point(p, s * elements as f64 - e as f64, 0.0, l))
}

/// `n` Gauss points of an element of degree `p` and length `l`.
pub(super) fn points(p: usize, n: usize, l: f64) -> Vec<Point> {
    gauss(n).into_iter().map(|(xi, w)| point(p, xi, w, l)).collect()
}

/// ∫ N_i N_j ds of an element.
pub(super) fn mass(p: usize, l: f64) -> [[f64; MAX_NODES]; MAX_NODES] {
    let mut m = [[0.0; MAX_NODES]; MAX_NODES];
    for g in points(p, p + 1, l) {
        for i in 0..=p {
            for j in 0..=p {
                m[i][j] += g.w * g.N[i] * g.N[j];
            }
        }
    }
    m
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn polynomials_are_integrated_and_interpolated_exactly() {
        for n in 1..=6 {
            for k in 0..2 * n {
                let sum: f64 = gauss(n).iter().map(|(x, w)| w * x.powi(k as i32)).sum();
                assert!((sum - 1.0 / (k as f64 + 1.0)).abs() < 1e-14, "{n} {k} {sum}");
            }
        }
        for p in 1..MAX_NODES {
            for (g, xi) in points(p, 3, 2.0).into_iter().zip(gauss(3)) {
                for k in 0..=p as i32 {
                    let f = |i: usize| (2.0 * i as f64 / p as f64).powi(k);
                    let (v, d) = (0..=p)
                        .fold((0.0, 0.0), |(v, d), i| (v + g.N[i] * f(i), d + g.dN[i] * f(i)));
                    let s = 2.0 * xi.0;
                    let slope = if k == 0 { 0.0 } else { k as f64 * s.powi(k - 1) };
                    assert!((v - s.powi(k)).abs() < 1e-13 && (d - slope).abs() < 1e-12);
                }
            }
        }
    }
}
