//! Semismooth Newton on all three levels at once, with the analytic Jacobian at fixed index sets
//! (143). Unknowns are scaled to lengths: h² δa, h δu1, δθ1, and multipliers likewise; rows and
//! columns by masses.

use super::levels::{Coefficients, Levels, SmoothRow};
use super::step::Step;
use crate::contact::law::limit_slope;
use crate::contact::policy::COMPLIANCE;
use crate::contact::reduce::restitution_of;
use crate::linalg::Dense;
use crate::memory::remember;
use crate::system::{Derivatives, Normal, RowKind, System};

pub(super) struct Monolithic {
    lu: Dense,
    d: Derivatives,
    index: [Vec<usize>; 3],
    b: Vec<f64>,
    scale: Vec<f64>,
    work: Vec<f64>,
    dM: Vec<f64>,
    uH: Vec<f64>,
    u0H: Vec<f64>,
    aH: Vec<f64>,
    Hu: Vec<f64>,
    transfer: Vec<f64>,
    /// Rows found to depend on others; those of contacts stay as long as there is a compliance.
    pub redundant: Vec<usize>,
    /// Whether rows of contacts or friction depend on others: then all of them have a compliance.
    pub soft: bool,
    /// Unknowns for which this was found; it is looked for again where there are others.
    unknowns: usize,
}
remember!(Monolithic {
   redundant, soft, unknowns;
    skip lu, d, index, b, scale, work, dM, uH, u0H, aH, Hu, transfer
});

const NONE: usize = usize::MAX;

impl Monolithic {
    pub fn new(sys: &System) -> Self {
        let widest = sys.elements.iter().map(|e| e.dofs.len()).max().unwrap_or(0);
        let z = || vec![0.0; widest];
        // room from the start where it is used from the start
        let n = match 3 * (sys.nu + sys.nr) {
            n if n <= super::ways::MEDIUM => n,
            _ => 0,
        };
        Monolithic {
            lu: Dense::with_capacity(n),
            d: sys.derivatives(),
            index: [0, 1, 2].map(|_| vec![NONE; sys.nr]),
            b: Vec::with_capacity(n),
            scale: Vec::with_capacity(n),
            work: Vec::with_capacity(n),
            dM: vec![0.0; sys.K_entries.len()],
            uH: z(),
            u0H: z(),
            aH: z(),
            Hu: z(),
            transfer: Vec::with_capacity(if n > 0 { sys.nu * (sys.nu + 1) } else { 0 }),
            redundant: Vec::with_capacity(sys.nr),
            soft: false,
            unknowns: 0,
        }
    }

    /// One Newton update; false where the solution is not finite. Where rows of contacts depend on each other, all of them get
    /// the compliance e of `contact/solve.rs` at the three levels,
    ///
    /// ```text
    /// g'' + e λ,    ξ + e P,    g + e κ̂
    /// ```
    ///
    /// in the matrix; with `select` also in the residual, which selects the split of equal springs. Updates without it take e out again
    /// and keep the split.
    pub fn update(
        &mut self,
        sys: &System,
        c: &Coefficients,
        l: &Levels,
        s: &mut Step,
        select: bool,
    ) -> bool {
        s.differentiate_h(sys, c, &mut self.d);
        sys.differentiate_W(s.t0 + s.h, &s.q, &s.ev, &mut self.d);
        if sys.stiff() {
            s.note_stiffness(sys, &self.d.dh_q);
        }
        self.assemble(sys, c, l, s, select);
        let known = self.soft;
        let mut found = self.factor(sys, s);
        if found == Some(true) && !known {
            self.soft = true;
            self.assemble(sys, c, l, s, true);
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
    fn assemble(&mut self, sys: &System, c: &Coefficients, l: &Levels, s: &Step, select: bool) {
        let (nu, h) = (s.nu, s.h);

        // unknowns: three levels of velocities, then the active rows of each level
        let mut n = 3 * nu;
        for (level, on) in [&s.on_a, &s.on_v, &s.on_p].into_iter().enumerate() {
            for r in 0..s.nr {
                self.index[level][r] = if on[r] { n } else { NONE };
                n += usize::from(on[r]);
            }
        }
        self.soft &= n == std::mem::replace(&mut self.unknowns, n);
        self.lu.reset(n);
        self.b.clear();
        self.b.resize(n, 0.0);

        // columns of δθ first without M, so that the change of basis can be applied to them
        self.position_columns(sys, l, s, c);
        self.change_basis(sys, s);
        self.levels(sys, c, s);
        self.rows(sys, c, l, s);

        for i in 0..nu {
            self.b[i] = -h * h * s.R1[i];
            self.b[nu + i] = -h * s.R2[i];
            self.b[2 * nu + i] = -s.R3[i];
        }
        if self.soft {
            self.soften(sys, c, s, select);
        }
        self.apply_scale(sys, s);
    }

    /// The compliance of contacts and friction.
    fn soften(&mut self, sys: &System, c: &Coefficients, s: &Step, select: bool) {
        let h = s.h;
        let (beta, gamma) = (c.beta * c.ratio(), c.gamma * c.ratio());
        let own = |r: usize| sys.delassus_diagonal(&s.ev, r);
        let closed = sys.contacts.iter().filter(|k| s.on_p[k.row]);
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
            let [ia, iv, ip] = [0, 1, 2].map(|level: usize| self.index[level][r]);
            let total = [h * h * s.la[r], h * s.P[r], s.khat[r]];
            for ((i, by), total) in [(ia, 1.0), (iv, gamma), (ip, beta)].into_iter().zip(total) {
                if i == NONE {
                    continue;
                }
                self.lu.add(i, i, e);
                if i != ia && ia != NONE {
                    self.lu.add(i, ia, by * e);
                }
                if select {
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

        s.jumps = true;
        let (beta, gamma) = (c.beta * c.ratio(), c.gamma * c.ratio());
        for i in 0..nu {
            let (xa, xv, xp) = (self.b[i], self.b[nu + i], self.b[2 * nu + i]);
            s.a[i] += xa / (h * h);
            s.U[i] += (xv - gamma * xa) / h;
            s.Q[i] += xp - beta * xa;
        }
        for r in 0..s.nr {
            let get = |level: usize| match self.index[level][r] {
                NONE => 0.0,
                k => self.b[k],
            };
            s.la[r] += get(0) / (h * h);
            s.La[r] += get(1) / h;
            s.ka[r] += get(2);
        }
        true
    }

    /// ∂/∂θ of the momentum residuals: ∂(M x - W m)/∂θ and -∂h/∂θ.
    fn position_columns(&mut self, sys: &System, l: &Levels, s: &Step, c: &Coefficients) {
        let (nu, h) = (s.nu, s.h);
        let t1 = s.t0 + h;
        for (&(i, j), &v) in sys.K_entries.iter().zip(&self.d.dh_q) {
            if i < nu && j < nu {
                self.lu.add(i, 2 * nu + j, -h * h * v);
            }
        }
        if !sys.constant_M() {
            for (level, x, f) in [(0, &s.a, h * h), (1, &s.U, h), (2, &s.Q, 1.0)] {
                sys.dMx(t1, &s.q, x, &mut self.dM);
                for (&(i, j), &v) in sys.K_entries.iter().zip(&self.dM) {
                    self.lu.add(level * nu + i, 2 * nu + j, f * v);
                }
            }
        }
        for e in &sys.elements {
            let n = e.dofs.len();
            for (k, r) in e.rows.clone().enumerate() {
                let position = match sys.kinds[r] {
                    RowKind::Position | RowKind::Normal(_) => s.ka[r],
                    _ => c.share * h * s.La[r],
                };
                let m = [h * h * s.la[r], h * s.La[r], position];
                // what the kinematic rows need: ûᵀH, û0ᵀH, âᵀH
                self.contract(s, &e.dofs, e.hess + k * n * n, n);
                let H_used = m.iter().any(|v| *v != 0.0);
                for (j, &dj) in e.dofs.iter().enumerate().filter(|(_, &d)| d < nu) {
                    if H_used {
                        for (i, &di) in e.dofs.iter().enumerate().filter(|(_, &d)| d < nu) {
                            let H = self.d.H[e.hess + (k * n + i) * n + j];
                            for level in 0..3 {
                                self.lu.add(level * nu + di, 2 * nu + dj, -m[level] * H);
                            }
                        }
                    }
                    let (ia, iv, ip) = (self.index[0][r], self.index[1][r], self.index[2][r]);
                    if ia != NONE {
                        let v = self.acceleration_row(sys, l, c, s, r, j, e.w + k * n);
                        self.lu.add(ia, 2 * nu + dj, v);
                    }
                    if iv != NONE {
                        let e_r = restitution_of(sys, r);
                        self.lu.add(iv, 2 * nu + dj, h * (self.uH[j] + e_r * self.u0H[j]));
                    }
                    if ip != NONE {
                        self.lu.add(ip, 2 * nu + dj, s.ev.W[e.w + k * n + j]);
                    }
                }
            }
        }
        self.slip_directions(sys, c, s, true);
    }

    fn contract(&mut self, s: &Step, dofs: &[usize], at: usize, n: usize) {
        for j in 0..n {
            let (mut u, mut u0, mut a, mut t) = (0.0, 0.0, 0.0, 0.0);
            for i in 0..n {
                let v = self.d.H[at + i * n + j];
                u += s.u[dofs[i]] * v;
                u0 += s.u0[dofs[i]] * v;
                a += s.a[dofs[i]] * v;
                t += self.d.H[at + j * n + i] * s.u[dofs[i]];
            }
            (self.uH[j], self.u0H[j], self.aH[j], self.Hu[j]) = (u, u0, a, t);
        }
    }

    /// Entry (row, δθ_j) of the acceleration level's own equation, times h².
    fn acceleration_row(
        &self,
        sys: &System,
        l: &Levels,
        c: &Coefficients,
        s: &Step,
        r: usize,
        j: usize,
        w: usize,
    ) -> f64 {
        let h = s.h;
        let W = s.ev.W[w + j];
        match effective_row(sys, l, r) {
            SmoothRow::Acceleration | SmoothRow::Free => h * h * self.aH[j],
            SmoothRow::Velocity => h * self.uH[j] / (c.gamma * c.ratio()),
            SmoothRow::SmoothVelocity => h * self.uH[j] / (c.gamma * c.ratio()),
            SmoothRow::Position => W / (c.beta * c.ratio()),
            SmoothRow::Baumgarte { alpha, beta } => {
                h * h * (self.aH[j] + 2.0 * alpha * self.uH[j] + beta * beta * W)
            }
        }
    }

    /// δq = B(q0) δθ: columns that were written for a change at q1 are carried over.
    fn change_basis(&mut self, sys: &System, s: &Step) {
        let nu = s.nu;
        let n = self.lu.n;
        for b in sys.bodies.iter().filter(|b| !b.body.plain_kinematics()) {
            let m = b.u.len();
            self.transfer.clear();
            self.transfer.resize(m * m + m, 0.0);
            let (t, row) = self.transfer.split_at_mut(m * m);
            for j in 0..m {
                row.fill(0.0);
                row[j] = 1.0;
                b.body.transfer(&s.q0[b.q.clone()], &s.q[b.q.clone()], row);
                (0..m).for_each(|i| t[i * m + j] = row[i]);
            }
            let at = 2 * nu + b.u.start;
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
        for (&(i, j), &v) in sys.M_entries.iter().zip(&s.ev.M) {
            self.lu.add(i, j, v);
            self.lu.add(nu + i, nu + j, v);
            self.lu.add(nu + i, j, -gamma * v);
            self.lu.add(2 * nu + i, 2 * nu + j, v);
            self.lu.add(2 * nu + i, j, -beta * v);
        }
        for (&(i, j), &v) in sys.K_entries.iter().zip(&self.d.dh_u) {
            if i < nu && j < nu {
                let level = if c.backward { 2 } else { 1 };
                self.lu.add(i, level * nu + j, -h * v);
            }
        }
    }

    /// Force directions (columns) and kinematic equations (rows) of the active rows.
    fn rows(&mut self, sys: &System, c: &Coefficients, l: &Levels, s: &Step) {
        let (nu, h) = (s.nu, s.h);
        let gamma = c.gamma * c.ratio();
        for e in &sys.elements {
            let n = e.dofs.len();
            for (k, r) in e.rows.clone().enumerate() {
                let (ia, iv, ip) = (self.index[0][r], self.index[1][r], self.index[2][r]);
                if ia == NONE && iv == NONE && ip == NONE {
                    continue;
                }
                let normal = matches!(sys.kinds[r], RowKind::Normal(_));
                let half = matches!(sys.kinds[r], RowKind::Velocity | RowKind::Friction(_));
                self.contract(s, &e.dofs, e.hess + k * n * n, n);
                for (j, &d) in e.dofs.iter().enumerate().filter(|(_, &d)| d < nu) {
                    let W = s.ev.W[e.w + k * n + j];
                    if ia != NONE {
                        self.lu.add(d, ia, -W);
                        self.acceleration_entries(sys, l, c, s, r, j, d, W);
                    }
                    if iv != NONE {
                        self.lu.add(nu + d, iv, -W);
                        if half {
                            self.lu.add(2 * nu + d, iv, -c.share * W);
                        }
                        self.lu.add(iv, nu + d, W);
                    }
                    if ip != NONE {
                        self.lu.add(2 * nu + d, ip, -W);
                    }
                    if !normal {
                        continue;
                    }
                    // sliding friction follows the normal force:
                    // δλ_F = -μ s_a δλ_N,  δΛ_F = -μ s_v δΛ_N + hγ μ (s_a - s_v) δλ_N
                    for (f, rf) in (r + 1..e.rows.end).enumerate() {
                        let WF = s.ev.W[e.w + (k + 1 + f) * n + j];
                        let (sa, sv) = (s.slip_a[rf], s.slip_v[rf]);
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
                            let v = -WF * gamma * (sa - sv);
                            self.lu.add(nu + d, ia, v);
                            self.lu.add(2 * nu + d, ia, c.share * v);
                        }
                    }
                }
                if ia != NONE {
                    self.b[ia] = -h * h * s.k_a[r];
                }
                if iv != NONE {
                    self.b[iv] = -h * s.xi[r];
                }
                if ip != NONE {
                    self.b[ip] = -s.ev.g[r];
                }
            }
        }
        self.slip_directions(sys, c, s, false);
    }

    fn acceleration_entries(
        &mut self,
        sys: &System,
        l: &Levels,
        c: &Coefficients,
        s: &Step,
        r: usize,
        j: usize,
        d: usize,
        W: f64,
    ) {
        let (nu, h) = (s.nu, s.h);
        let ia = self.index[0][r];
        // ∂ζ/∂u = (H + Hᵀ) û
        let zeta_u = self.uH[j] + self.Hu[j];
        match effective_row(sys, l, r) {
            SmoothRow::Acceleration | SmoothRow::Free => {
                self.lu.add(ia, d, W);
                self.lu.add(ia, nu + d, h * zeta_u);
            }
            SmoothRow::Velocity => self.lu.add(ia, nu + d, W / (c.gamma * c.ratio())),
            SmoothRow::SmoothVelocity => self.lu.add(ia, d, W),
            SmoothRow::Position => {}
            SmoothRow::Baumgarte { alpha, .. } => {
                self.lu.add(ia, d, W);
                self.lu.add(ia, nu + d, h * (zeta_u + 2.0 * alpha * W));
            }
        }
    }

    /// Turning of the slip directions in space: δs = (I - s sᵀ) δγ / |γ| at acceleration level, that
    /// of the step's own direction at velocity level; none in the plane. With `position` the part
    /// along δθ, otherwise that along velocities and accelerations.
    fn slip_directions(&mut self, sys: &System, c: &Coefficients, s: &Step, position: bool) {
        let (nu, h) = (s.nu, s.h);
        let gamma = c.gamma * c.ratio();
        for (f, fr) in sys.frictions.iter().enumerate() {
            let rub = &s.rubs[f];
            let nf = fr.rows.len();
            if nf < 2 || !(rub.slides_v || rub.slides_a) {
                continue;
            }
            let e = &sys.elements[sys.row_element[fr.rows.start]];
            let n = e.dofs.len();
            let first = fr.rows.start - e.rows.start;
            let closed = match fr.normal {
                Normal::Contact(k) => s.on_p[sys.contacts[k].row],
                Normal::Force(_) => true,
            };
            if !closed {
                continue;
            }
            let turns_v = rub.slides_v && rub.len_v > s.sliding.still;
            let turning = if turns_v { s.turning(sys, f, rub.len_v) } else { [[0.0; 3]; 3] };
            for k in 0..nf {
                for m in 0..nf {
                    // -δλ_Fk = pa δ(γ or γ')_m, -δP_Fk = pv δξ_m
                    let pa = if rub.slides_a && rub.len_a > s.sliding.still {
                        let slope = limit_slope(&fr.law).max(1e-300);
                        let direction = |k: usize| s.slip_a[fr.rows.start + k] / slope;
                        let same = f64::from(u8::from(k == m));
                        rub.radius_a / rub.len_a * (same - direction(k) * direction(m))
                    } else {
                        0.0
                    };
                    let pv = rub.radius_v * turning[k][m];
                    if pa == 0.0 && pv == 0.0 {
                        continue;
                    }
                    let rm = fr.rows.start + m;
                    self.contract(s, &e.dofs, e.hess + (first + m) * n * n, n);
                    let e_F = fr.law.e_F;
                    for (j, &dj) in e.dofs.iter().enumerate().filter(|(_, &d)| d < nu) {
                        let Wm = s.ev.W[e.w + (rm - e.rows.start) * n + j];
                        // how ξ, γ (or γ') change with the scaled unknown of column dj
                        let (dv, da, col) = if position {
                            let a = if rub.by_acceleration { self.aH[j] } else { self.uH[j] };
                            (self.uH[j] + e_F * self.u0H[j], a, 2 * nu + dj)
                        } else {
                            let a = if rub.by_acceleration { 0.0 } else { Wm / h };
                            (Wm / h, a, nu + dj)
                        };
                        for (i, &di) in e.dofs.iter().enumerate().filter(|(_, &d)| d < nu) {
                            let Wk = s.ev.W[e.w + (first + k) * n + i];
                            let la = pa * da;
                            let La = pv * dv - h * gamma * la;
                            self.lu.add(di, col, h * h * Wk * la);
                            if rub.slides_v {
                                self.lu.add(nu + di, col, h * Wk * La);
                                self.lu.add(2 * nu + di, col, c.share * h * Wk * La);
                            }
                            if !position && rub.by_acceleration {
                                self.lu.add(di, dj, Wk * pa * Wm);
                            }
                        }
                    }
                }
            }
        }
    }

    fn apply_scale(&mut self, sys: &System, s: &Step) {
        let nu = s.nu;
        let n = self.lu.n;
        self.scale.clear();
        self.scale.resize(n, 1.0);
        for i in 0..nu {
            let m = 1.0 / s.ev.M_diag[i].abs().max(1e-300).sqrt();
            (0..3).for_each(|level| self.scale[level * nu + i] = m);
        }
        for r in 0..s.nr {
            if self.index.iter().all(|x| x[r] == NONE) {
                continue;
            }
            let g = sys.delassus_diagonal(&s.ev, r);
            let v = if g > 0.0 { 1.0 / g.sqrt() } else { 1.0 };
            for x in &self.index {
                if x[r] != NONE {
                    self.scale[x[r]] = v;
                }
            }
        }
        for i in 0..n {
            let si = self.scale[i];
            self.b[i] *= si;
            for (v, sj) in self.lu.a[i * n..(i + 1) * n].iter_mut().zip(&self.scale) {
                *v *= si * sj;
            }
        }
    }
}

/// The equation of a row at acceleration level.
fn effective_row(sys: &System, l: &Levels, r: usize) -> SmoothRow {
    match (sys.kinds[r], l.row) {
        (RowKind::Normal(_) | RowKind::Friction(_), _) => SmoothRow::Acceleration,
        (RowKind::Velocity, SmoothRow::Position) => SmoothRow::Velocity,
        (_, row) => row,
    }
}
