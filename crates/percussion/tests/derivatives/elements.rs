//! Joint rows, contacts and stops between all kinds of bodies and anchors.

use crate::check::*;
use percussion::bodies::{PlanarBody, PointMass, RigidBody};
use percussion::contacts::*;
use percussion::frame::{Anchor, M3, V3};
use percussion::joints::{Joint, Primitive};
use percussion::laws::ContactLaw;
use percussion::model::Model;

/// Who holds on to whom.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Pair {
    RigidRigid,
    WorldRigid,
    RigidWorld,
    PlanarPlanar,
    WorldPlanar,
    RigidPoint,
    PlanarRigid,
    SameRigid,
}

const SPATIAL: [Pair; 6] = [
    Pair::RigidRigid,
    Pair::WorldRigid,
    Pair::RigidWorld,
    Pair::RigidPoint,
    Pair::PlanarRigid,
    Pair::SameRigid,
];
const PLANAR: [Pair; 2] = [Pair::PlanarPlanar, Pair::WorldPlanar];

/// Two bodies apart from each other and anchors on them; `driven` moves the first (1), the second
/// (2) or both (3) in time.
fn scene(pair: Pair, driven: u8, rng: &mut Random) -> (Model, Anchor, Anchor) {
    let mut m = Model::new();
    let theta = M3::new(2.0, 0.1, -0.2, 0.1, 3.0, 0.3, -0.2, 0.3, 1.4);
    let rigid = |m: &mut Model, name: &str, x: f64| {
        let q0 = [x, 0.5 * x, -x, 0.5, 0.5, -0.5, 0.5];
        Some(m.body(name, RigidBody { m: 1.5, theta }, &q0, &[0.0; 6]))
    };
    let planar = |m: &mut Model, name: &str, x: f64| {
        Some(m.body(name, PlanarBody::new(1.5, 0.2), &[x, -x, 0.4], &[0.0; 3]))
    };
    let (a, b) = match pair {
        Pair::RigidRigid => (rigid(&mut m, "a", 0.0), rigid(&mut m, "b", 4.0)),
        Pair::WorldRigid => (None, rigid(&mut m, "b", 4.0)),
        Pair::RigidWorld => (rigid(&mut m, "a", 4.0), None),
        Pair::PlanarPlanar => (planar(&mut m, "a", 0.0), planar(&mut m, "b", 4.0)),
        Pair::WorldPlanar => (None, planar(&mut m, "b", 4.0)),
        Pair::PlanarRigid => (planar(&mut m, "a", 0.0), rigid(&mut m, "b", 4.0)),
        Pair::RigidPoint => {
            let a = rigid(&mut m, "a", 0.0);
            let point = PointMass { m: 1.0, dim: 3 };
            (a, Some(m.body("b", point, &[4.0, 2.0, -4.0], &[0.0; 3])))
        }
        Pair::SameRigid => {
            let a = rigid(&mut m, "a", 0.0);
            (a, a)
        }
    };
    let flat = PLANAR.contains(&pair);
    let mut anchor = |body| {
        if flat {
            rng.planar_anchor(body)
        } else {
            rng.anchor(body)
        }
    };
    let (mut a, mut b) = (anchor(a), anchor(b));
    let (axis, other) = match flat {
        true => (V3::z(), V3::z()),
        false => (rng.vector().normalize(), rng.vector().normalize()),
    };
    // in the plane the slide would leave it: a turn only
    let moving = |axis| {
        let mut d = drive(axis);
        if flat {
            d.slide = None;
        }
        d
    };
    if driven & 1 != 0 {
        a = a.driven(moving(axis));
    }
    if driven & 2 != 0 {
        b = b.driven(moving(other));
    }
    (m, a, b)
}

fn over(pairs: &[Pair], mut f: impl FnMut(&str, Model, Anchor, Anchor, &mut Random)) {
    for &pair in pairs {
        for driven in 0..4 {
            for seed in 1..4 {
                let mut rng = Random::new(seed + 10 * driven as u64);
                let (m, a, b) = scene(pair, driven, &mut rng);
                f(&format!("{pair:?}, driven {driven}, seed {seed}"), m, a, b, &mut rng);
            }
        }
    }
}

fn primitives() -> Vec<Primitive> {
    let (n1, n2) = (V3::new(0.6, 0.0, 0.8), V3::new(0.0, 0.28, -0.96));
    vec![
        Primitive::Coincide { e: V3::new(0.48, 0.6, 0.64) },
        Primitive::Along { n1 },
        Primitive::Perpendicular { n1, n2 },
        Primitive::Distance { length: 0.7 },
        Primitive::Roll { radius: 0.3, t: V3::x() },
        Primitive::Roll { radius: 0.3, t: V3::y() },
        Primitive::RollPlanar { radius: 0.3 },
        Primitive::KnifeEdge { n2 },
        Primitive::Spin,
        Primitive::Slide,
    ]
}

#[test]
fn joint_primitives() {
    over(&[&SPATIAL[..], &PLANAR[..]].concat(), |what, mut m, a, b, rng| {
        // four rows at a time: an element has six at most
        for (k, rows) in primitives().chunks(4).enumerate() {
            let joint = Joint { primitives: rows.to_vec() };
            m.joint(&format!("j{k}"), joint, a.clone(), b.clone());
        }
        let sys = assemble(what, m);
        let at = At::random(&sys, rng);
        check_rows(what, &sys, &at, true);
    });
}

#[test]
fn joints() {
    over(&[&SPATIAL[..], &PLANAR[..]].concat(), |what, mut m, a, b, rng| {
        let list = [
            Joint::spherical(),
            Joint::revolute(),
            Joint::fixed(),
            Joint::prismatic(),
            Joint::cylindrical(),
            Joint::universal(),
            Joint::distance(0.4),
            Joint::lock_turn(),
            Joint::lock_slide(),
            Joint::rolling(0.2),
            Joint::rolling_planar(0.2),
            Joint::knife_edge(V3::y()),
        ];
        for (k, joint) in list.into_iter().enumerate() {
            m.joint(&format!("j{k}"), joint, a.clone(), b.clone());
        }
        let sys = assemble(what, m);
        let at = At::random(&sys, rng);
        check_rows(what, &sys, &at, true);
    });
}

/// An angle about e_z of frame 1 is a coordinate of bodies that share this axis: in the plane. In
/// space the rows at velocity level must be consistent all the same.
#[test]
fn angles() {
    let add = |m: &mut Model, a: &Anchor, b: &Anchor| {
        for (k, sign) in [1.0, -1.0].into_iter().enumerate() {
            let angle = Primitive::Angle { zero: 0.3, sign };
            let joint = Joint { primitives: vec![angle] };
            m.joint(&format!("angle{k}"), joint, a.clone(), b.clone());
        }
    };
    over(&PLANAR, |what, mut m, a, b, rng| {
        add(&mut m, &a, &b);
        let sys = assemble(what, m);
        let at = At::random(&sys, rng);
        check_rows(what, &sys, &at, true);
    });
    over(&SPATIAL, |what, mut m, a, b, rng| {
        add(&mut m, &a, &b);
        let sys = assemble(what, m);
        let at = At::random(&sys, rng);
        check_rows(what, &sys, &at, false);
    });
}

const TANGENTS: [Tangents; 4] =
    [Tangents::None, Tangents::Planar, Tangents::Spatial, Tangents::Contensou(0.1)];

fn add_contacts(m: &mut Model, a: &Anchor, b: &Anchor) {
    let law = ContactLaw::coulomb(0.1, 0.5);
    for (k, t) in TANGENTS.into_iter().enumerate() {
        let mut add = |name: &str, g: Box<dyn Geometry>| {
            let g = Shape(g);
            m.contact_with(&format!("{name}{k}"), g, t, a.clone(), b.clone(), law);
        };
        add("plane", Box::new(SphereOnPlane { R: 0.3 }));
        add("sphere", Box::new(SphereOnSphere { R1: 0.3, R2: 0.4 }));
        add("cylinder", Box::new(SphereInCylinder { Rc: 3.0, R: 0.4 }));
        add("outside", Box::new(SphereOnCylinder { Rc: 0.5, R: 0.4 }));
        add("funnel", Box::new(SphereInCone { angle: 0.6, R: 0.4 }));
        add("bowl", Box::new(SphereInSphere { Rc: 3.0, R: 0.4 }));
    }
}

/// A geometry behind a pointer, so that one loop adds them all.
struct Shape(Box<dyn Geometry>);

impl Geometry for Shape {
    fn touch(&self, a: &percussion::frame::Frame, b: &percussion::frame::Frame) -> Touch {
        self.0.touch(a, b)
    }
    fn derive(
        &self,
        a: &percussion::frame::Frame,
        b: &percussion::frame::Frame,
        c: &Touch,
        z: &percussion::relation::Motion,
    ) -> Touch {
        self.0.derive(a, b, c, z)
    }
    fn normal_fixed_in_1(&self) -> bool {
        self.0.normal_fixed_in_1()
    }
}

#[test]
fn contacts() {
    over(&[&SPATIAL[..], &PLANAR[..]].concat(), |what, mut m, a, b, rng| {
        add_contacts(&mut m, &a, &b);
        let sys = assemble(what, m);
        let at = At::random(&sys, rng);
        check_rows(what, &sys, &at, true);
    });
}

#[test]
fn rims() {
    over(&SPATIAL, |what, mut m, a, b, rng| {
        let law = ContactLaw::coulomb(0.1, 0.5);
        for (k, t) in TANGENTS.into_iter().enumerate() {
            let rim = RimOnPlane { R: 0.3 };
            m.contact_with(&format!("rim{k}"), rim, t, a.clone(), b.clone(), law);
        }
        let sys = assemble(what, m);
        let at = At::random(&sys, rng);
        check_rows(what, &sys, &at, true);
    });
}

#[test]
fn stops() {
    over(&[&SPATIAL[..], &PLANAR[..]].concat(), |what, mut m, a, b, rng| {
        let list = [Primitive::Distance { length: 0.2 }, Primitive::Along { n1: V3::x() }];
        for (k, primitive) in list.into_iter().enumerate() {
            for upper in [false, true] {
                let stop = Stop { primitive: primitive.clone(), limit: 0.7, upper };
                let law = ContactLaw::restitution(0.3);
                m.stop(&format!("stop{k}{upper}"), stop, a.clone(), b.clone(), law);
            }
        }
        let sys = assemble(what, m);
        let at = At::random(&sys, rng);
        check_rows(what, &sys, &at, true);
        // a smallest and a largest value of the same coordinate: the gaps are opposite
        let ev = evaluate(&sys, &at);
        assert!((ev.g[0] + ev.g[1]).abs() < 1e-12 && (ev.g[2] + ev.g[3]).abs() < 1e-12);
    });
    over(&PLANAR, |what, mut m, a, b, rng| {
        let primitive = Primitive::Angle { zero: 0.0, sign: 1.0 };
        let stop = Stop { primitive, limit: 0.7, upper: true };
        m.stop("stop", stop, a, b, ContactLaw::restitution(0.3));
        let sys = assemble(what, m);
        let at = At::random(&sys, rng);
        check_rows(what, &sys, &at, true);
    });
}

#[test]
fn couplings() {
    over(&[&SPATIAL[..], &PLANAR[..]].concat(), |what, mut m, a, b, rng| {
        let one = (Primitive::Along { n1: V3::x() }, a.clone(), b.clone());
        let two = (Primitive::Distance { length: 0.2 }, b, a);
        m.coupling("both", one, two, -0.7, 0.1);
        let sys = assemble(what, m);
        let at = At::random(&sys, rng);
        check_rows(what, &sys, &at, true);
    });
}

/// What the rows at velocity level mean, from velocities of material points: the sliding velocity
/// of a contact is that of the two material points at the contact point, the drilling velocity is
/// along the normal; rolling, knife edge, spin and slide likewise.
#[test]
fn velocity_rows_are_relative_velocities() {
    use percussion::frame::Frame;
    use percussion::relation::Context;
    over(&SPATIAL, |what, mut m, a, b, rng| {
        let law = ContactLaw::coulomb(0.0, 0.5);
        let contensou = Tangents::Contensou(0.1);
        let ball = SphereOnPlane { R: 0.3 };
        m.contact_with("ball", ball, contensou, a.clone(), b.clone(), law);
        let pair = SphereOnSphere { R1: 0.3, R2: 0.4 };
        m.contact_with("pair", pair, contensou, a.clone(), b.clone(), law);
        m.joint("rolling", Joint::rolling(0.3), a.clone(), b.clone());
        m.joint("blade", Joint::knife_edge(V3::y()), a.clone(), b.clone());
        let rates = Joint { primitives: vec![Primitive::Spin, Primitive::Slide] };
        m.joint("rates", rates, a.clone(), b.clone());
        let sys = assemble(what, m);
        let at = At::random(&sys, rng);
        let ev = evaluate(&sys, &at);
        let mut gd = vec![0.0; sys.nr];
        sys.rows_dot(&ev, &ev.u, &mut gd);
        let c = Context { t: at.t, q: &at.q, u: &ev.u, bodies: &sys.bodies };
        let (mut f1, mut f2) = (Frame::default(), Frame::default());
        c.frame(&a, &mut f1);
        c.frame(&b, &mut f2);
        let relative = |p: V3| f2.v + f2.w.cross(&(p - f2.r)) - f1.v - f1.w.cross(&(p - f1.r));
        let axis = |k: usize| -> V3 { f1.A.column(k).into() };
        let foot = f2.r - axis(2) * 0.3;
        let slip = relative(foot);
        let drill = 3.0 * std::f64::consts::PI / 160.0;
        let spin = f2.w - f1.w;
        let expected = [
            slip.dot(&axis(2)),
            slip.dot(&axis(0)),
            slip.dot(&axis(1)),
            drill * spin.dot(&axis(2)),
        ];
        assert_near(&format!("{what}: ball"), &gd[..4], &expected);
        // two spheres: each body's own surface point along the line of centres
        let n = (f2.r - f1.r).normalize();
        let v1 = f1.v + f1.w.cross(&(n * 0.3));
        let v2 = f2.v - f2.w.cross(&(n * 0.4));
        let t = percussion::frame::basis(&n);
        let slip2 = v2 - v1;
        let expected =
            [slip2.dot(&n), slip2.dot(&t.column(0)), slip2.dot(&t.column(1)), drill * spin.dot(&n)];
        assert_near(&format!("{what}: pair"), &gd[4..8], &expected);
        assert_near(
            &format!("{what}: rolling"),
            &gd[8..10],
            &[slip.dot(&axis(0)), slip.dot(&axis(1))],
        );
        let here = relative(f2.r);
        let y2: V3 = f2.A.column(1).into();
        assert_near(
            &format!("{what}: rates"),
            &gd[10..13],
            &[here.dot(&y2), spin.dot(&axis(2)), here.dot(&axis(2))],
        );
    });
}
