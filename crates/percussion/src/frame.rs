//! Frames: what joints, forces and contacts see of a body.
//!
//! A frame has an origin `r` and an orientation `A` (columns: its axes in the inertial basis). Its
//! twist is linear in the extended velocity û = (u, 1), whose last entry stands for time:
//!
//! ```text
//! v = Σ_k Jr_k û_k        ω = Σ_k Jw_k û_k
//! v' = Σ_k Jr_k a_k + jv  ω' = Σ_k Jw_k a_k + jw
//! ```
//!
//! A body only offers a *base* frame at a material point. The constant offset of an attachment, and
//! its motion in time if it is driven, are composed here, once for every kind of body:
//!
//! ```text
//! r = r_b + A_b ρ(t),    A = A_b R(t),    R' = ψ'~ R   (ψ' in base components)
//! ```

pub use crate::drive::{Drive, TimeFn, TimeVector};
use crate::number::Num;
use nalgebra::{Matrix3, Vector3};

/// A vector of the three-dimensional space.
pub type V3 = Vector3<f64>;
/// A 3×3 matrix, mostly an orientation.
pub type M3 = Matrix3<f64>;

/// Most columns a frame can have: four nodes of six degrees of freedom, and time.
pub const MAX_COLUMNS: usize = 25;

/// Matrix of the cross product: `tilde(a) b = a × b`.
pub fn tilde(a: &V3) -> M3 {
    M3::new(0.0, -a.z, a.y, a.z, 0.0, -a.x, -a.y, a.x, 0.0)
}

/// A v, written out: the general product of matrices is a loop and a call.
#[inline]
pub(crate) fn times(A: &M3, v: &V3) -> V3 {
    let [a, b, c] = &A.data.0;
    V3::new(
        a[0] * v.x + b[0] * v.y + c[0] * v.z,
        a[1] * v.x + b[1] * v.y + c[1] * v.z,
        a[2] * v.x + b[2] * v.y + c[2] * v.z,
    )
}

/// Aᵀ v.
#[inline]
pub(crate) fn times_transposed(A: &M3, v: &V3) -> V3 {
    let [a, b, c] = &A.data.0;
    V3::new(
        a[0] * v.x + a[1] * v.y + a[2] * v.z,
        b[0] * v.x + b[1] * v.y + b[2] * v.z,
        c[0] * v.x + c[1] * v.y + c[2] * v.z,
    )
}

/// Whether all numbers are the same, without a branch for each.
#[inline]
pub(crate) fn same(A: &M3, B: &M3) -> bool {
    let ([a, b, c], [x, y, z]) = (&A.data.0, &B.data.0);
    let row = |a: &[f64; 3], x: &[f64; 3]| (a[0] == x[0]) & (a[1] == x[1]) & (a[2] == x[2]);
    row(a, x) & row(b, y) & row(c, z)
}

/// Rotation by `angle` (rad) about the unit vector `axis`.
pub fn rotation(axis: &V3, angle: f64) -> M3 {
    let (s, c) = angle.sin_cos();
    M3::identity() * c + tilde(axis) * s + axis * axis.transpose() * (1.0 - c)
}

/// Where the tangents of [`tangents`] jump: at no height of normals that models have by design. Bodies of one size on a floor
/// have normals whose height is round-off, and tangents that jump there would be others in every iterate.
const SEAM: f64 = -0.2137;

/// Two tangents that make a right-handed orthonormal basis with the unit vector `n`, itself third; continuous except where
/// the height of `n` along z passes a certain one below zero.
pub(crate) fn tangents<D: Num>([x, y, z]: [D; 3]) -> [[D; 3]; 2] {
    let s = if z.re() >= SEAM { 1.0 } else { -1.0 };
    let a = -(z + s).recip();
    let b = x * y * a;
    [[x * x * a * s + 1.0, b * s, x * (-s)], [b, y * y * a + s, -y]]
}

/// A right-handed orthonormal basis whose third column is along `n`: where n points up, x and y turned with it; continuous
/// except where `n.z` passes a certain height below zero.
pub fn basis(n: &V3) -> M3 {
    let n = n.normalize();
    let [t1, t2] = tangents([n.x, n.y, n.z]);
    M3::from_columns(&[V3::from(t1), V3::from(t2), n])
}

/// A body of a model: what [`crate::model::Model::body`] gives back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BodyId(pub(crate) usize);

impl BodyId {
    /// Its number in the model and in [`crate::system::System::bodies`].
    pub fn index(self) -> usize {
        self.0
    }
}

/// Where a joint, force or contact holds on: a point and axes fixed in a body (or in the world),
/// or moving in them as a given function of time.
#[derive(Clone)]
pub struct Anchor {
    /// The body by its index, or the world.
    pub(crate) body: Option<usize>,
    /// Which node of the body serves as base (rigid bodies have just the one, 0).
    pub node: usize,
    /// A material point of the centreline serves as base instead: 0 (start) to 1 (end). Assembly
    /// gives it a number, which is `node` then.
    pub along: Option<f64>,
    /// Offset in base axes (m).
    pub rho: V3,
    /// Orientation relative to the base axes.
    pub R: M3,
    /// Motion in time, if any.
    pub drive: Option<Drive>,
}

impl Anchor {
    /// A point of the world (m).
    pub fn world(r: V3) -> Self {
        Anchor { body: None, node: 0, along: None, rho: r, R: M3::identity(), drive: None }
    }
    /// A plane of the world through a point (m): e_z of the anchor is the normal, which points to the free side.
    pub fn plane(r: V3, normal: V3) -> Self {
        Anchor::world(r).with_axes(basis(&normal))
    }
    /// A point of a body (m), in body axes.
    ///
    /// ```
    /// use percussion::prelude::*;
    ///
    /// let mut model = Model::new();
    /// let rod = model.body("rod", PlanarBody::new(1.0, 0.1), &[0.5, 0.0, 0.0], &[0.0; 3]);
    /// let end = Anchor::on(rod, V3::new(-0.5, 0.0, 0.0));
    /// model.joint("hinge", Joint::revolute(), Anchor::world(V3::zeros()), end);
    /// let record = model.run(Alpha::default()).dt(1e-2).until(0.1)?;
    /// assert_eq!(record.last("q.theta"), Some(0.0));
    /// # Ok::<(), StepError>(())
    /// ```
    pub fn on(body: BodyId, rho: V3) -> Self {
        Anchor { body: Some(body.0), node: 0, along: None, rho, R: M3::identity(), drive: None }
    }
    /// A node of a flexible body.
    pub fn node(body: BodyId, node: usize) -> Self {
        Anchor { node, ..Anchor::on(body, V3::zeros()) }
    }
    /// A material point of a flexible body: `s` goes from 0 at the start of its centreline to 1 at
    /// the end. The axes are those of the section, interpolated as the body does it.
    pub fn along(body: BodyId, s: f64) -> Self {
        Anchor { along: Some(s), ..Anchor::on(body, V3::zeros()) }
    }
    /// The body it sits on; none is the world.
    pub fn body(&self) -> Option<BodyId> {
        self.body.map(BodyId)
    }
    /// The same anchor at another offset (m), in base axes.
    pub fn offset(mut self, rho: V3) -> Self {
        self.rho = rho;
        self
    }
    /// The same point with other axes.
    pub fn with_axes(mut self, r: M3) -> Self {
        self.R = r;
        self
    }
    /// The same anchor, driven in time.
    pub fn driven(mut self, drive: Drive) -> Self {
        self.drive = Some(drive);
        self
    }
}

/// The origin of a body, with its axes.
impl From<BodyId> for Anchor {
    fn from(body: BodyId) -> Self {
        Anchor::on(body, V3::zeros())
    }
}

/// An evaluated frame. The first `n` columns are in use; the last of them is time where the anchor
/// is driven.
#[derive(Clone)]
pub struct Frame {
    /// Columns in use.
    pub n: usize,
    /// Origin (m).
    pub r: V3,
    /// Orientation.
    pub A: M3,
    /// Velocity of the origin (m/s).
    pub v: V3,
    /// Angular velocity (rad/s).
    pub w: V3,
    /// Acceleration of the origin at zero generalized acceleration.
    pub jv: V3,
    /// Angular acceleration at zero generalized acceleration.
    pub jw: V3,
    /// Columns of the velocity of the origin.
    pub Jr: [V3; MAX_COLUMNS],
    /// Columns of the angular velocity.
    pub Jw: [V3; MAX_COLUMNS],
    /// Features that a contact between this frame and another is to keep; 0: it chooses them.
    pub held: u64,
    /// Whether the columns of the base are those of a free body: unit vectors for its velocity, its axes for its turning.
    pub(crate) free: bool,
    base_columns: usize,
    base: M3,
    rho_I: V3,
    slide: [V3; 2],
    turn: [V3; 2],
}

impl Default for Frame {
    fn default() -> Self {
        let z = V3::zeros();
        Frame {
            n: 0,
            r: z,
            A: M3::identity(),
            v: z,
            w: z,
            jv: z,
            jw: z,
            Jr: [z; MAX_COLUMNS],
            Jw: [z; MAX_COLUMNS],
            held: 0,
            free: false,
            base_columns: 0,
            base: M3::identity(),
            rho_I: z,
            slide: [z; 2],
            turn: [z; 2],
        }
    }
}

impl Frame {
    /// The world's own frame, before an offset.
    pub fn reset(&mut self) {
        let z = V3::zeros();
        self.n = 0;
        self.r = z;
        self.A = M3::identity();
        self.v = z;
        self.w = z;
        self.jv = z;
        self.jw = z;
    }

    /// Compose the base frame stored in `self` with the offset of `anchor`.
    pub fn compose(&mut self, anchor: &Anchor, t: f64) {
        self.base_columns = self.n;
        self.base = self.A;
        let Some(drive) = &anchor.drive else {
            if !same(&anchor.R, &M3::identity()) {
                self.A *= anchor.R;
            }
            if anchor.rho == V3::zeros() {
                self.rho_I = anchor.rho;
                return;
            }
            let rho = times(&self.base, &anchor.rho);
            self.rho_I = rho;
            self.r += rho;
            let w_rho = self.w.cross(&rho);
            self.v += w_rho;
            self.jv += self.jw.cross(&rho) + self.w.cross(&w_rho);
            for k in 0..self.n {
                self.Jr[k] += self.Jw[k].cross(&rho);
            }
            return;
        };
        self.free = false;
        // ρ(t) = ρ + R axis s(t),  R(t) = R rot(axis, φ(t))
        let e = anchor.R * drive.axis;
        let s = drive.slide.as_ref().map_or([0.0; 3], |f| f.at(t));
        let phi = drive.turn.as_ref().map_or([0.0; 3], |f| f.at(t));
        let rho = self.base * (anchor.rho + e * s[0]);
        let axis_I = self.base * e;
        self.slide = [axis_I * s[1], axis_I * s[2]];
        self.turn = [axis_I * phi[1], axis_I * phi[2]];
        self.A = self.base * anchor.R * rotation(&drive.axis, phi[0]);
        self.rho_I = rho;
        self.r += rho;
        let wb = self.w;
        let w_rho = wb.cross(&rho);
        self.jv +=
            self.jw.cross(&rho) + wb.cross(&w_rho) + 2.0 * wb.cross(&self.slide[0]) + self.slide[1];
        self.jw += wb.cross(&self.turn[0]) + self.turn[1];
        for k in 0..self.n {
            self.Jr[k] += self.Jw[k].cross(&rho);
        }
        self.Jr[self.n] = self.slide[0];
        self.Jw[self.n] = self.turn[0];
        self.n += 1;
        self.v += w_rho + self.slide[0];
        self.w += self.turn[0];
    }

    /// Whether it is at this place.
    #[inline]
    pub(crate) fn at(&self, (r, A): &(V3, M3)) -> bool {
        let s = &self.r;
        (r.x == s.x) & (r.y == s.y) & (r.z == s.z) && same(A, &self.A)
    }

    /// Whether the last column is time.
    pub fn has_time(&self) -> bool {
        self.n > self.base_columns
    }

    /// Force and moment at the base that are equivalent to `f`, `m` at the frame's origin.
    pub fn at_base(&self, f: &V3, m: &V3) -> (V3, V3) {
        (*f, m + self.rho_I.cross(f))
    }

    /// Jᵀ(f, m): what a force and a moment at the origin do in each column.
    pub(crate) fn row(&self, f: &V3, m: &V3, out: &mut [f64]) {
        if self.free {
            let (f, m) = self.at_base(f, m);
            out[..3].copy_from_slice(f.as_slice());
            out[3..].copy_from_slice(times_transposed(&self.base, &m).as_slice());
            return;
        }
        for (k, out) in out.iter_mut().enumerate() {
            *out = f.dot(&self.Jr[k]) + m.dot(&self.Jw[k]);
        }
    }

    /// What the offset and the drive add to ∂(Jᵀ(f, m))/∂(columns), apart from the base's own
    /// part: `k` is n×n, row-major with row length `stride`, starting at `k[0]`.
    pub fn add_offset_stress(&self, f: &V3, m: &V3, k: &mut [f64], stride: usize) {
        let nb = self.base_columns;
        let rho_nonzero = self.rho_I != V3::zeros();
        if rho_nonzero {
            for j in 0..nb {
                // δm_b = (δφ_b × ρ) × f
                let dm = self.Jw[j].cross(&self.rho_I).cross(f);
                for i in 0..nb {
                    k[i * stride + j] += self.Jw[i].dot(&dm);
                }
            }
        }
        if self.has_time() {
            let dm = self.slide[0].cross(f);
            for i in 0..nb {
                k[i * stride + nb] += self.Jw[i].dot(&dm);
                let w = self.Jw[i];
                k[nb * stride + i] +=
                    f.dot(&w.cross(&self.slide[0])) + m.dot(&w.cross(&self.turn[0]));
            }
            k[nb * stride + nb] += f.dot(&self.slide[1]) + m.dot(&self.turn[1]);
        }
    }

    /// The direction `n` fixed in this frame, in inertial components.
    pub fn direction(&self, n: &V3) -> V3 {
        self.A * n
    }
}
