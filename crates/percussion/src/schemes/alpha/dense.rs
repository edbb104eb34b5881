//! Newton's matrix on all three levels at once, dense: the analytic Jacobian at fixed index sets (143). Unknowns are scaled to
//! lengths, h² δa, h δu1, δθ1, and multipliers likewise; rows and columns by masses.

use super::equations::{position_force, smooth_row, Step};
use super::{Coefficients, Levels, SmoothRow};
use crate::contact::law::limit_slope;
use crate::contact::policy::COMPLIANCE;
use crate::linalg;
use crate::memory::remember;
use crate::system::{Derivatives, ElementSlot, Normal, RowKind, System};

pub(super) struct Dense {
    lu: linalg::Dense,
    d: Derivatives,
    /// Place of each row in use at acceleration, velocity and position level.
    index: [Vec<usize>; 3],
    b: Vec<f64>,
    scale: Vec<f64>,
    work: Vec<f64>,
    dM: Vec<f64>,
    /// ûᵀH, û0ᵀH, âᵀH and H û of one row.
    contracted: Contracted,
    transfer: Vec<f64>,
    /// Rows found to depend on others; those of contacts stay as long as there is a compliance.
    pub redundant: Vec<usize>,
    /// Whether rows of contacts or friction depend on others: then all of them have a compliance.
    pub soft: bool,
    /// Unknowns for which this was found; it is looked for again where there are others.
    unknowns: usize,
    pub factorisations: usize,
}
remember!(Dense {
    redundant, soft, unknowns;
    skip lu, d, index, b, scale, work, dM, contracted, transfer, factorisations
});

const NONE: usize = usize::MAX;

/// What the compliance of contacts is counted from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Centre {
    /// Selects the split of the forces.
    Zero,
    /// Takes the compliance out again.
    Result,
}

/// H of one row along velocities and accelerations, an entry for each velocity of its element.
struct Contracted {
    u: Vec<f64>,
    u0: Vec<f64>,
    a: Vec<f64>,
    Hu: Vec<f64>,
}

impl Contracted {
    fn take(&mut self, s: &Step, e: &ElementSlot, k: usize, H: &[f64]) {
        let n = e.dofs.len();
        let H = &H[e.hess + k * n * n..e.hess + (k + 1) * n * n];
        for j in 0..n {
            let (mut u, mut u0, mut a, mut t) = (0.0, 0.0, 0.0, 0.0);
            for (i, &d) in e.dofs.iter().enumerate() {
                let v = H[i * n + j];
                u += s.end.u[d] * v;
                u0 += s.from.u[d] * v;
                a += s.y.a[d] * v;
                t += H[j * n + i] * s.end.u[d];
            }
            (self.u[j], self.u0[j], self.a[j], self.Hu[j]) = (u, u0, a, t);
        }
    }
}

impl Dense {
    /// With room for `most` unknowns, where it is used from the start.
    pub fn new(sys: &System, most: usize) -> Self {
        let widest = sys.elements.iter().map(|e| e.dofs.len()).max().unwrap_or(0);
        let z = || vec![0.0; widest];
        let n = Some(3 * (sys.nu + sys.nr)).filter(|n| *n <= most).unwrap_or(0);
        let [b, scale, work] = [0; 3].map(|_| Vec::with_capacity(n));
        Dense {
            lu: linalg::Dense::with_capacity(n),
            d: sys.derivatives(),
            index: [0; 3].map(|_| vec![NONE; sys.nr]),
            b,
            scale,
            work,
            dM: vec![0.0; sys.K_entries.len()],
            contracted: Contracted { u: z(), u0: z(), a: z(), Hu: z() },
            transfer: Vec::with_capacity(if n > 0 { sys.nu * (sys.nu + 1) } else { 0 }),
            redundant: Vec::with_capacity(sys.nr),
            soft: false,
            unknowns: 0,
            factorisations: 0,
        }
    }

    /// One Newton update; false where the solution is not finite. Where rows of contacts depend on each other, all of them get
    /// the compliance e of `contact/solve.rs` at the three levels,
    ///
    /// ```text
    /// g'' + e λ,    ξ + e P,    g + e κ̂
    /// ```
    ///
    /// in the matrix; about zero also in the residual, which selects the split of equal springs. Updates about the result take e out
    /// again and keep the split.
    pub fn update(
        &mut self,
        sys: &System,
        c: &Coefficients,
        l: &Levels,
        s: &mut Step,
        about: Centre,
    ) -> bool {
        s.differentiate_h(sys, c, &mut self.d);
        sys.differentiate_W(s.from.t + s.h, &s.end.q, &s.end.ev, &mut self.d);
        if sys.stiff() {
            s.note_stiffness(sys, &self.d.dh_q);
        }
        self.assemble(sys, c, l, s, about);
        let known = self.soft;
        let mut found = self.factor(sys, s);
        if found == Some(true) && !known {
            self.soft = true;
            self.assemble(sys, c, l, s, Centre::Zero);
            found = self.factor(sys, s);
        }
        found.is_some() && self.advance(c, s)
    }

    /// Factors, and whether a row of a contact depends on others; none where something else has no pivot.
    fn factor(&mut self, sys: &System, s: &Step) -> Option<bool> {
        let of_contact =
            |r: usize| matches!(sys.kinds[r], RowKind::Normal(_) | RowKind::Friction(_));
        let soft = self.soft;
        self.redundant.retain(|&r| soft && of_contact(r));
        self.factorisations += 1;
        let mut contacts = false;
        for &k in self.lu.factor() {
            let r = (0..s.nr).find(|&r| self.index.iter().any(|x| x[r] == k))?;
            contacts |= of_contact(r);
            if !self.redundant.contains(&r) {
                self.redundant.push(r);
            }
        }
        Some(contacts)
    }

    /// The matrix and the right side at the iterate, scaled.
    fn assemble(&mut self, sys: &System, c: &Coefficients, l: &Levels, s: &Step, about: Centre) {
        let (nu, h) = (s.nu, s.h);
        // unknowns: three levels of velocities, then the active rows of each level
        let mut n = 3 * nu;
        for (index, on) in self.index.iter_mut().zip([&s.on.a, &s.on.v, &s.on.p]) {
            for (index, on) in index.iter_mut().zip(on) {
                *index = if *on { n } else { NONE };
                n += usize::from(*on);
            }
        }
        self.soft &= n == std::mem::replace(&mut self.unknowns, n);
        self.lu.reset(n);
        self.b.clear();
        self.b.resize(n, 0.0);
        // columns of δθ first without M, so that the change of basis can be applied to them
        self.force_columns(sys, s);
        for e in &sys.elements {
            for k in 0..e.rows.len() {
                self.row(sys, c, l, s, (e, k));
            }
        }
        (0..sys.frictions.len()).for_each(|f| self.slip_direction(sys, c, s, f));
        self.change_basis(sys, s);
        self.levels(sys, c, s);
        for i in 0..nu {
            self.b[i] = -h * h * s.res.R1[i];
            self.b[nu + i] = -h * s.res.R2[i];
            self.b[2 * nu + i] = -s.res.R3[i];
        }
        if self.soft {
            self.soften(sys, c, s, about);
        }
        self.apply_scale(sys, s);
    }

    /// The compliance of contacts and friction.
    fn soften(&mut self, sys: &System, c: &Coefficients, s: &Step, about: Centre) {
        let h = s.h;
        let (beta, gamma) = (c.beta * c.ratio(), c.gamma * c.ratio());
        let own = |r: usize| sys.delassus_diagonal(&s.end.ev, r);
        let closed = sys.contacts.iter().filter(|k| s.on.p[k.row]);
        let spring = closed.map(|k| own(k.row)).fold(0.0, f64::max);
        for r in 0..s.nr {
            let spring = match sys.kinds[r] {
                RowKind::Normal(_) => spring,
                RowKind::Friction(f) => match sys.frictions[f].normal {
                    Normal::Contact(_) => spring,
                    Normal::Force(_) => own(r),
                },
                _ => continue,
            };
            let e = COMPLIANCE * spring;
            let [ia, iv, ip] = self.places(r);
            let total = [h * h * s.y.la[r], h * s.end.P[r], s.end.khat[r]];
            for ((i, by), total) in [(ia, 1.0), (iv, gamma), (ip, beta)].into_iter().zip(total) {
                if i == NONE {
                    continue;
                }
                self.lu.add(i, i, e);
                if i != ia && ia != NONE {
                    self.lu.add(i, ia, by * e);
                }
                if about == Centre::Zero {
                    self.b[i] -= e * total;
                }
            }
        }
    }

    /// Solve with the factors and go on.
    fn advance(&mut self, c: &Coefficients, s: &mut Step) -> bool {
        let (nu, h) = (s.nu, s.h);
        self.lu.solve(&mut self.b, &mut self.work);
        if self.b.iter().any(|v| !v.is_finite()) {
            return false;
        }
        self.b.iter_mut().zip(&self.scale).for_each(|(b, s)| *b *= s);
        let y = &mut s.y;
        y.jumps = true;
        let (beta, gamma) = (c.beta * c.ratio(), c.gamma * c.ratio());
        for i in 0..nu {
            let (xa, xv, xp) = (self.b[i], self.b[nu + i], self.b[2 * nu + i]);
            y.a[i] += xa / (h * h);
            y.U[i] += (xv - gamma * xa) / h;
            y.Q[i] += xp - beta * xa;
        }
        for r in 0..s.nr {
            let [la, La, ka] = self.places(r).map(|k| if k == NONE { 0.0 } else { self.b[k] });
            y.la[r] += la / (h * h);
            y.La[r] += La / h;
            y.ka[r] += ka;
        }
        true
    }

    fn places(&self, r: usize) -> [usize; 3] {
        [0, 1, 2].map(|level: usize| self.index[level][r])
    }

    /// ∂(M x)/∂θ and -∂h/∂θ.
    fn force_columns(&mut self, sys: &System, s: &Step) {
        let (nu, h) = (s.nu, s.h);
        for (&(i, j), &v) in sys.K_entries.iter().zip(&self.d.dh_q) {
            if i < nu && j < nu {
                self.lu.add(i, 2 * nu + j, -h * h * v);
            }
        }
        if !sys.constant_M() {
            let t1 = s.from.t + h;
            for (level, x, f) in [(0, &s.y.a, h * h), (1, &s.y.U, h), (2, &s.y.Q, 1.0)] {
                sys.dMx(t1, &s.end.q, x, &mut self.dM);
                for (&(i, j), &v) in sys.K_entries.iter().zip(&self.dM) {
                    self.lu.add(level * nu + i, 2 * nu + j, f * v);
                }
            }
        }
    }

    /// Row k of an element: its force directions (columns), how these turn (columns of δθ), and its kinematic equations (rows).
    fn row(
        &mut self,
        sys: &System,
        c: &Coefficients,
        l: &Levels,
        s: &Step,
        (e, k): (&ElementSlot, usize),
    ) {
        let (nu, h, n, r) = (s.nu, s.h, e.dofs.len(), e.rows.start + k);
        let m = [h * h * s.y.la[r], h * s.y.La[r], position_force(sys, c, h, &s.y, r)];
        let [ia, iv, ip] = self.places(r);
        let pushes = m.iter().any(|v| *v != 0.0);
        if !pushes && [ia, iv, ip] == [NONE; 3] {
            return;
        }
        self.contracted.take(s, e, k, &self.d.H);
        let share = match sys.kinds[r] {
            RowKind::Velocity | RowKind::Friction(_) => c.share,
            _ => 0.0,
        };
        for (j, &d) in e.dofs.iter().enumerate().filter(|(_, &d)| d < nu) {
            if pushes {
                for (i, &di) in e.dofs.iter().enumerate().filter(|(_, &d)| d < nu) {
                    let H = self.d.H[e.hess + (k * n + i) * n + j];
                    for (level, m) in m.iter().enumerate() {
                        self.lu.add(level * nu + di, 2 * nu + d, -m * H);
                    }
                }
            }
            let W = s.end.ev.W[e.w + k * n + j];
            if ia != NONE {
                self.lu.add(d, ia, -W);
                self.acceleration_row(sys, l, c, s, r, (j, d, W));
            }
            if iv != NONE {
                self.lu.add(nu + d, iv, -W);
                if share != 0.0 {
                    self.lu.add(2 * nu + d, iv, -share * W);
                }
                self.lu.add(iv, nu + d, W);
                let (u, u0) = (self.contracted.u[j], self.contracted.u0[j]);
                self.lu.add(iv, 2 * nu + d, h * (u + s.e[r] * u0));
            }
            if ip != NONE {
                self.lu.add(2 * nu + d, ip, -W);
                self.lu.add(ip, 2 * nu + d, W);
            }
            if matches!(sys.kinds[r], RowKind::Normal(_)) {
                self.sliding_columns(c, s, (e, k), (j, d));
            }
        }
        for (i, value) in [(ia, h * h * s.res.k_a[r]), (iv, h * s.end.xi[r]), (ip, s.end.ev.g[r])] {
            if i != NONE {
                self.b[i] = -value;
            }
        }
    }

    /// Sliding friction follows the normal force of row k:
    /// δλ_F = -μ s_a δλ_N,  δΛ_F = -μ s_v δΛ_N + hγ μ (s_a - s_v) δλ_N.
    fn sliding_columns(
        &mut self,
        c: &Coefficients,
        s: &Step,
        (e, k): (&ElementSlot, usize),
        (j, d): (usize, usize),
    ) {
        let (nu, n) = (s.nu, e.dofs.len());
        let [ia, iv, _] = self.places(e.rows.start + k);
        for f in k + 1..e.rows.len() {
            let rf = e.rows.start + f;
            let WF = s.end.ev.W[e.w + f * n + j];
            let (sa, sv) = (s.on.slip_a[rf], s.on.slip_v[rf]);
            if ia != NONE {
                self.lu.add(d, ia, WF * sa);
            }
            if sv == 0.0 && self.index[1][rf] != NONE {
                continue;
            }
            if iv != NONE {
                self.lu.add(nu + d, iv, WF * sv);
                self.lu.add(2 * nu + d, iv, c.share * WF * sv);
            }
            if ia != NONE {
                let v = -WF * c.gamma * c.ratio() * (sa - sv);
                self.lu.add(nu + d, ia, v);
                self.lu.add(2 * nu + d, ia, c.share * v);
            }
        }
    }

    /// Entries of the acceleration level's own equation, times h², in the columns of velocity d of its element.
    fn acceleration_row(
        &mut self,
        sys: &System,
        l: &Levels,
        c: &Coefficients,
        s: &Step,
        r: usize,
        (j, d, W): (usize, usize, f64),
    ) {
        let (nu, h) = (s.nu, s.h);
        let (beta, gamma) = (c.beta * c.ratio(), c.gamma * c.ratio());
        let Contracted { u, a, Hu, .. } = &self.contracted;
        let (uH, aH) = (u[j], a[j]);
        // ∂ζ/∂u = (H + Hᵀ) û
        let zeta_u = uH + Hu[j];
        let [of_a, of_u, of_q] = match smooth_row(sys, l, r) {
            SmoothRow::Acceleration | SmoothRow::Free => [W, h * zeta_u, h * h * aH],
            SmoothRow::Velocity => [0.0, W / gamma, h * uH / gamma],
            SmoothRow::SmoothVelocity => [W, 0.0, h * uH / gamma],
            SmoothRow::Position => [0.0, 0.0, W / beta],
            SmoothRow::Baumgarte { alpha, beta } => {
                let of_q = h * h * (aH + 2.0 * alpha * uH + beta * beta * W);
                [W, h * (zeta_u + 2.0 * alpha * W), of_q]
            }
        };
        let i = self.index[0][r];
        for (level, v) in [of_a, of_u, of_q].into_iter().enumerate() {
            self.lu.add(i, level * nu + d, v);
        }
    }

    /// δq = B(q0) δθ: columns that were written for a change at q1 are carried over.
    fn change_basis(&mut self, sys: &System, s: &Step) {
        let n = self.lu.n;
        for b in sys.bodies.iter().filter(|b| !b.body.plain_kinematics()) {
            let m = b.u.len();
            self.transfer.clear();
            self.transfer.resize(m * m + m, 0.0);
            let (t, row) = self.transfer.split_at_mut(m * m);
            for j in 0..m {
                row.fill(0.0);
                row[j] = 1.0;
                b.body.transfer(&s.from.q[b.q.clone()], &s.end.q[b.q.clone()], row);
                (0..m).for_each(|i| t[i * m + j] = row[i]);
            }
            let at = 2 * s.nu + b.u.start;
            for i in 0..n {
                let r = &mut self.lu.a[i * n + at..i * n + at + m];
                row.copy_from_slice(r);
                for j in 0..m {
                    r[j] = (0..m).map(|k| row[k] * t[k * m + j]).sum();
                }
            }
        }
    }

    /// M of the three levels, and -∂h/∂u, along h δu1 or along δθ = h δu*.
    fn levels(&mut self, sys: &System, c: &Coefficients, s: &Step) {
        let (nu, h) = (s.nu, s.h);
        let (beta, gamma) = (c.beta * c.ratio(), c.gamma * c.ratio());
        for (&(i, j), &v) in sys.M_entries.iter().zip(&s.end.ev.M) {
            self.lu.add(i, j, v);
            self.lu.add(nu + i, nu + j, v);
            self.lu.add(nu + i, j, -gamma * v);
            self.lu.add(2 * nu + i, 2 * nu + j, v);
            self.lu.add(2 * nu + i, j, -beta * v);
        }
        let level = if c.backward { 2 } else { 1 };
        for (&(i, j), &v) in sys.K_entries.iter().zip(&self.d.dh_u) {
            if i < nu && j < nu {
                self.lu.add(i, level * nu + j, -h * v);
            }
        }
    }

    /// How the slip direction of friction f turns in space: δs = (I - s sᵀ) δγ / |γ| at acceleration level, that
    /// of the step's own direction at velocity level; none in the plane.
    fn slip_direction(&mut self, sys: &System, c: &Coefficients, s: &Step, f: usize) {
        let (fr, state) = (&sys.frictions[f], &s.on.frictions[f]);
        let nf = fr.rows.len();
        let closed = match fr.normal {
            Normal::Contact(k) => s.on.p[sys.contacts[k].row],
            Normal::Force(_) => true,
        };
        if nf < 2 || !closed || !(state.slides_v || state.slides_a) {
            return;
        }
        let turns_v = state.slides_v && state.len_v > s.on.still;
        let turns_a = state.slides_a && state.len_a > s.on.still;
        let turning = if turns_v { s.turning(sys, f, state.len_v) } else { [[0.0; 3]; 3] };
        let slope = limit_slope(&fr.law).max(1e-300);
        let direction = |k: usize| s.on.slip_a[fr.rows.start + k] / slope;
        let per = if turns_a { state.radius_a / state.len_a } else { 0.0 };
        for k in 0..nf {
            for m in 0..nf {
                // -δλ_Fk = pa δ(γ or γ')_m, -δP_Fk = pv δξ_m
                let same = f64::from(u8::from(k == m));
                let pa = per * (same - direction(k) * direction(m));
                let pv = state.radius_v * turning[k][m];
                if pa != 0.0 || pv != 0.0 {
                    self.turn(sys, c, s, f, [k, m], [pa, pv]);
                }
            }
        }
    }

    /// Entries of friction row k as row m of the same friction changes.
    fn turn(
        &mut self,
        sys: &System,
        c: &Coefficients,
        s: &Step,
        f: usize,
        [k, m]: [usize; 2],
        [pa, pv]: [f64; 2],
    ) {
        let (nu, h) = (s.nu, s.h);
        let (fr, state) = (&sys.frictions[f], &s.on.frictions[f]);
        let e = &sys.elements[sys.row_element[fr.rows.start]];
        let (n, first) = (e.dofs.len(), fr.rows.start - e.rows.start);
        self.contracted.take(s, e, first + m, &self.d.H);
        for (j, &dj) in e.dofs.iter().enumerate().filter(|(_, &d)| d < nu) {
            let Wm = s.end.ev.W[e.w + (first + m) * n + j];
            let Contracted { u, u0, a, .. } = &self.contracted;
            // how ξ, and γ or γ', change with the scaled unknowns h δu1 and δθ
            let of_u = [Wm / h, if state.by_acceleration { 0.0 } else { Wm / h }];
            let by = if state.by_acceleration { a[j] } else { u[j] };
            let of_q = [u[j] + fr.law.e_F * u0[j], by];
            for (i, &di) in e.dofs.iter().enumerate().filter(|(_, &d)| d < nu) {
                let Wk = s.end.ev.W[e.w + (first + k) * n + i];
                for ([dv, da], col) in [(of_u, nu + dj), (of_q, 2 * nu + dj)] {
                    let la = pa * da;
                    let La = pv * dv - h * c.gamma * c.ratio() * la;
                    self.lu.add(di, col, h * h * Wk * la);
                    if state.slides_v {
                        self.lu.add(nu + di, col, h * Wk * La);
                        self.lu.add(2 * nu + di, col, c.share * h * Wk * La);
                    }
                }
                if state.by_acceleration {
                    self.lu.add(di, dj, Wk * pa * Wm);
                }
            }
        }
    }

    fn apply_scale(&mut self, sys: &System, s: &Step) {
        let (nu, n) = (s.nu, self.lu.n);
        self.scale.clear();
        self.scale.resize(n, 1.0);
        for i in 0..nu {
            let m = 1.0 / s.end.ev.M_diag[i].abs().max(1e-300).sqrt();
            (0..3).for_each(|level| self.scale[level * nu + i] = m);
        }
        for r in 0..s.nr {
            let places = self.places(r);
            if places == [NONE; 3] {
                continue;
            }
            let g = sys.delassus_diagonal(&s.end.ev, r);
            let v = if g > 0.0 { 1.0 / g.sqrt() } else { 1.0 };
            places.into_iter().filter(|k| *k != NONE).for_each(|k| self.scale[k] = v);
        }
        for (i, row) in self.lu.a.chunks_exact_mut(n.max(1)).enumerate() {
            let si = self.scale[i];
            self.b[i] *= si;
            row.iter_mut().zip(&self.scale).for_each(|(v, sj)| *v *= si * sj);
        }
    }
}
