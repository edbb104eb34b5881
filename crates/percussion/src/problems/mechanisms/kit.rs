//! Parts that mechanisms are made of: bodies placed in the world at t = 0, so that joints are given
//! by points and directions there, and initial velocities that fit the joints.

use crate::bodies::{PlanarBody, RigidBody};
use crate::error::ModelError;
use crate::frame::{basis, rotation, Anchor, BodyId, Drive, TimeFn, M3, V3};
use crate::joints::Joint;
use crate::model::Model;
use crate::problems::Problem;
use crate::schemes::{OptionInfo, Options};
use crate::system::project_initial;

/// A mechanism as a problem of a set.
pub(super) const fn mechanism(
    set: &'static str,
    name: &'static str,
    summary: &'static str,
    parameters: &'static [OptionInfo],
    dt: f64,
    t_end: f64,
    build: fn(&Options) -> Result<Model, ModelError>,
) -> Problem {
    Problem {
        name,
        summary,
        source: "a family of mechanisms for comparisons",
        set,
        parameters,
        scheme: "alpha",
        scheme_options: &[],
        dt,
        t_end,
        references: &[],
        build,
    }
}

/// A body and where it is at t = 0.
#[derive(Clone, Copy)]
pub(super) struct Placed {
    pub body: BodyId,
    pub r: V3,
    pub A: M3,
}

impl Placed {
    /// The material point that is at `p` at t = 0, with the axes of the body.
    pub fn at(&self, p: V3) -> Anchor {
        Anchor::on(self.body, self.A.transpose() * (p - self.r))
    }
    /// The same point with axes that are `axes` in the world at t = 0.
    pub fn frame(&self, p: V3, axes: M3) -> Anchor {
        self.at(p).with_axes(self.A.transpose() * axes)
    }
    /// Turns the body (in space) about a point at t = 0.
    pub fn spin(&self, model: &mut Model, about: V3, w: V3) {
        let (v, o) = (w.cross(&(self.r - about)), self.A.transpose() * w);
        model.set_velocities(self.body, &[v.x, v.y, v.z, o.x, o.y, o.z]);
    }
}

/// A point of the plane.
pub(super) fn at(x: f64, y: f64) -> V3 {
    V3::new(x, y, 0.0)
}

/// The point at the distance `l` from `from`, at an angle from the x axis.
pub(super) fn polar(from: V3, l: f64, angle: f64) -> V3 {
    from + at(angle.cos(), angle.sin()) * l
}

/// Gravity along -y of the size given by the parameter `g`.
pub(super) fn weighed(p: &Options) -> Result<Model, ModelError> {
    let mut model = Model::new();
    model.gravity(V3::new(0.0, -p.number("g")?, 0.0));
    Ok(model)
}

/// Gravity along -z.
pub(super) fn weighed_in_space(p: &Options) -> Result<Model, ModelError> {
    let mut model = Model::new();
    model.gravity(V3::new(0.0, 0.0, -p.number("g")?));
    Ok(model)
}

/// A planar body with its centre at `r`.
pub(super) fn plate(model: &mut Model, name: &str, m: f64, J: f64, r: V3, angle: f64) -> Placed {
    let body = model.body(name, PlanarBody::new(m, J), &[r.x, r.y, angle], &[0.0; 3]);
    Placed { body, r, A: rotation(&V3::z(), angle) }
}

/// A uniform planar rod from `a` to `b`.
pub(super) fn rod(model: &mut Model, name: &str, m: f64, a: V3, b: V3) -> Placed {
    let d = b - a;
    plate(model, name, m, m * d.norm_squared() / 12.0, (a + b) * 0.5, d.y.atan2(d.x))
}

/// The quaternion of an orientation.
pub(super) fn quaternion(A: &M3) -> [f64; 4] {
    let q = nalgebra::UnitQuaternion::from_rotation_matrix(
        &nalgebra::Rotation3::from_matrix_unchecked(*A),
    );
    [q.w, q.i, q.j, q.k]
}

/// A body in space with principal moments of inertia along its axes A.
pub(super) fn solid(model: &mut Model, name: &str, m: f64, I: [f64; 3], r: V3, A: M3) -> Placed {
    let p = quaternion(&A);
    let q0 = [r.x, r.y, r.z, p[0], p[1], p[2], p[3]];
    let body = model.body(name, RigidBody::principal(m, I[0], I[1], I[2]), &q0, &[0.0; 6]);
    // the orientation as the body has it, to the last bit
    Placed { body, r, A: crate::bodies::orientation(&p) }
}

/// A uniform rod of square section in space, its width a tenth of its length, e_x along it.
pub(super) fn bar(model: &mut Model, name: &str, m: f64, a: V3, b: V3) -> Placed {
    let l = (b - a).norm();
    let n = basis(&(b - a));
    let A = M3::from_columns(&[n.column(2), n.column(0), n.column(1)]);
    let (along, across) = (m * l * l / 600.0, m * l * l * 1.01 / 12.0);
    solid(model, name, m, [along, across, across], (a + b) * 0.5, A)
}

/// A hinge in the plane.
pub(super) fn hinge(model: &mut Model, name: &str, a: Anchor, b: Anchor) {
    model.joint(name, Joint::revolute(), a, b);
}

/// A hinge between a body and the world.
pub(super) fn pivot(model: &mut Model, name: &str, b: &Placed, p: V3) {
    model.joint(name, Joint::revolute(), Anchor::world(p), b.at(p));
}

/// A hinge between two bodies.
pub(super) fn pin(model: &mut Model, name: &str, a: &Placed, b: &Placed, p: V3) {
    model.joint(name, Joint::revolute(), a.at(p), b.at(p));
}

/// A hinge in space about `axis`, between two bodies or a body and the world.
pub(super) fn axle(model: &mut Model, name: &str, a: Option<&Placed>, b: &Placed, p: V3, axis: V3) {
    model.joint(name, Joint::revolute(), held(a, p, basis(&axis)), b.frame(p, basis(&axis)));
}

/// A point and axes of a body or of the world.
pub(super) fn held(a: Option<&Placed>, p: V3, axes: M3) -> Anchor {
    a.map_or(Anchor::world(p).with_axes(axes), |a| a.frame(p, axes))
}

/// A guide along `axis` through `p`.
pub(super) fn guide(
    model: &mut Model,
    name: &str,
    a: Option<&Placed>,
    b: &Placed,
    p: V3,
    axis: V3,
) {
    model.joint(name, Joint::prismatic(), held(a, p, basis(&axis)), b.frame(p, basis(&axis)));
}

/// A motor between a planar body and the world that turns it by `phi(t)` from where it starts.
pub(super) fn motor(model: &mut Model, name: &str, b: &Placed, p: V3, phi: TimeFn) {
    let frame = Anchor::world(p).with_axes(b.A).driven(Drive::turn(phi));
    model.joint(name, Joint::lock_turn(), frame, b.at(p));
}

/// φ = ω t.
pub(super) fn steady(omega: f64) -> Result<TimeFn, ModelError> {
    TimeFn::expression(&format!("{omega:?}*t"))
}

/// Where two links of the lengths `la` from `a` and `lb` from `b` meet, to the left of the way from
/// `a` to `b` (`side` = 1) or to the right (-1).
pub(super) fn meet(
    what: &str,
    a: V3,
    la: f64,
    b: V3,
    lb: f64,
    side: f64,
) -> Result<V3, ModelError> {
    let d = b - a;
    let l = d.norm();
    let x = (l * l + la * la - lb * lb) / (2.0 * l);
    let h2 = la * la - x * x;
    if !(h2 > 1e-12 * la * la && x.is_finite()) {
        return Err(ModelError::Invalid {
            what: format!("lengths of '{what}'"),
            value: format!("{la}, {lb}"),
            allowed: format!("lengths that close the loop over the distance {l}"),
        });
    }
    let e = d / l;
    Ok(a + e * x + V3::z().cross(&e) * (h2.sqrt() * side))
}

/// The mechanism with initial velocities that fit its joints and in which the velocity k of a body
/// is `rate`; all others follow where there is one degree of freedom.
pub(super) fn with_speed(
    make: impl Fn() -> Result<Model, ModelError>,
    body: usize,
    k: usize,
    rate: f64,
) -> Result<Model, ModelError> {
    let mut model = make()?;
    let system = make()?.assemble()?;
    let (mut q, mut u) = (system.q0.clone(), vec![0.0; system.nu]);
    let at = system.bodies[body].u.start + k;
    u[at] = rate;
    for _ in 0..3 {
        project_initial(&system, &mut q, &mut u)?;
        let factor = rate / u[at];
        if rate == 0.0 || factor == 1.0 {
            break;
        }
        if !factor.is_finite() {
            return Err(ModelError::value("initial speed", rate, "a speed that the joints allow"));
        }
        u.iter_mut().for_each(|u| *u *= factor);
    }
    for (b, slot) in system.bodies.iter().enumerate() {
        model.set_velocities(BodyId(b), &u[slot.u.clone()]);
    }
    Ok(model)
}
