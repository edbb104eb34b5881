//! Every public constructor and setter with hostile values: invalid input is an error that names the part,
//! nothing panics, nothing that is not a number is carried on, and no run of such a model is done.

#![allow(non_snake_case)]

mod forgotten;
mod sizes;

use percussion::bodies::*;
use percussion::contacts::*;
use percussion::forces::{Along, Applied, Characteristic, ExpressionForce, Force, Load};
use percussion::frame::{Drive, TimeFn, TimeVector, M3};
use percussion::joints::Primitive;
use percussion::laws::Impact;
use percussion::model::Naming;
use percussion::picture::{self, Drawing};
use percussion::prelude::*;
use percussion::schemes::SCHEMES;
use percussion::statics::{equilibrium, StaticSettings};

/// A ball of radius 0.1 above the origin, as a body of the space.
fn base() -> (Model, BodyId) {
    let mut model = Model::new();
    model.gravity(V3::new(0.0, 0.0, -10.0));
    let body = RigidBody::principal(1.0, 0.004, 0.004, 0.004);
    let ball = model.body("ball", body, &[0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 0.0], &[0.0; 6]);
    (model, ball)
}

fn run(model: Model) -> Result<Record, StepError> {
    model.run("alpha").dt(1e-2).until(0.03).map_err(StepError::from)
}

type Change = Box<dyn Fn(&mut Model, BodyId, f64)>;

/// What a number goes into, with the name that an error must have in it.
fn numbers() -> Vec<(&'static str, Change)> {
    fn world() -> Anchor {
        Anchor::world(V3::zeros())
    }
    fn centre(b: BodyId) -> Anchor {
        Anchor::on(b, V3::zeros())
    }
    fn touch<G: Geometry>(geometry: fn(f64) -> G) -> (&'static str, Change) {
        let add = move |m: &mut Model, b: BodyId, x: f64| {
            let law = ContactLaw::coulomb(0.5, 0.3);
            m.contact("touch", geometry(x), world(), centre(b), law);
        };
        ("touch", Box::new(add))
    }
    fn joint(make: fn(f64) -> Joint) -> (&'static str, Change) {
        let add = move |m: &mut Model, b: BodyId, x: f64| {
            m.joint("hold", make(x), Anchor::world(V3::z()), centre(b));
        };
        ("hold", Box::new(add))
    }
    fn body<B: Body>(make: fn(f64) -> (B, Vec<f64>)) -> (&'static str, Change) {
        let add = move |m: &mut Model, _: BodyId, x: f64| {
            let (body, q) = make(x);
            let u = vec![0.0; body.nu()];
            m.body("more", body, &q, &u);
        };
        ("more", Box::new(add))
    }
    fn force<F: Force>(make: fn(BodyId, f64) -> F) -> (&'static str, Change) {
        ("push", Box::new(move |m, b, x| drop_id(m.force("push", make(b, x)))))
    }
    fn any(
        name: &'static str,
        add: impl Fn(&mut Model, BodyId, f64) + 'static,
    ) -> (&'static str, Change) {
        (name, Box::new(add))
    }
    fn wood() -> Material {
        Material::new(0.3)
    }
    fn collider(shape: fn(f64) -> Shape) -> (&'static str, Change) {
        let add = move |m: &mut Model, b: BodyId, x: f64| {
            m.ground(wood());
            m.collider(b, shape(x), wood());
        };
        ("ball", Box::new(add))
    }
    fn law(x: f64, k: usize) -> ContactLaw {
        let mut law = ContactLaw::coulomb(0.5, 0.3);
        match k {
            0 => law.e_N = x,
            1 => law.e_F = x,
            2 => law.mu = x,
            _ => law.r = Some(x),
        }
        law
    }
    let sound = || Section::planar(1e5, 1e5, 1e2, 1.0, 1e-3);
    let mut list = vec![
        any("g", |m, _, x| as_was(m.gravity(V3::new(x, 0.0, 0.0)))),
        any("switch", |m, _, x| as_was(m.switch_at(x))),
        any("q0.x", |m, b, x| m.initial_mut(b).unwrap().0[0] = x),
        any("u0.x", |m, b, x| m.initial_mut(b).unwrap().1[0] = x),
        body(|x| (PointMass { m: x, dim: 3 }, vec![0.0; 3])),
        body(|x| (PlanarBody::new(x, 1.0), vec![0.0; 3])),
        body(|x| (PlanarBody::new(1.0, x), vec![0.0; 3])),
        body(|x| (RigidBody::principal(x, 1.0, 1.0, 1.0), vec![0., 0., 0., 1., 0., 0., 0.])),
        body(|x| (RigidBody { m: 1.0, theta: M3::repeat(x) }, vec![0., 0., 0., 1., 0., 0., 0.])),
        body(|x| (Bar::new(x, 2, 1.0, 1.0), vec![0.0; 3])),
        body(|x| (Bar::new(1.0, 2, x, 1.0), vec![0.0; 3])),
        body(|x| (Bar::new(1.0, 2, 1.0, x).lumped(), vec![0.0; 3])),
        body(|x| (FloatingBeam::new(x, 2, 1.0, 1.0), vec![0.0; 5])),
        body(|x| (FloatingBeam::new(1.0, 2, x, 1.0), vec![0.0; 5])),
        body(|x| (FloatingBeam::new(1.0, 2, 1.0, x), vec![0.0; 5])),
        body(|x| {
            (
                PlanarBeam::new(x, 1, Section::planar(1., 1., 1., 1., 1.)),
                vec![0., 0., 0., 1., 0., 0.],
            )
        }),
        body(|x| {
            (
                PlanarBeam::new(1.0, 1, Section::planar(x, 1., 1., 1., 1.)),
                vec![0., 0., 0., 1., 0., 0.],
            )
        }),
        body(|x| {
            (
                PlanarBeam::new(1.0, 1, Section::planar(1., 1., 1., x, 1.)),
                vec![0., 0., 0., 1., 0., 0.],
            )
        }),
        body(|x| {
            (
                PlanarBeam::new(1.0, 1, Section::planar(1., 1., 1., 1., 1.)).rayleigh(x, 0.0),
                vec![0., 0., 0., 1., 0., 0.],
            )
        }),
        body(|x| {
            (
                PlanarBeam::new(1.0, 1, Section::planar(1., 1., 1., 1., 1.)).curvature(x),
                vec![0., 0., 0., 1., 0., 0.],
            )
        }),
        body(|x| {
            let rod = Rod::straight(
                x,
                1,
                1,
                Section::circle(1e9, 1e9, 1e3, 0.1),
                V3::zeros(),
                M3::identity(),
            );
            (rod, vec![0., 0., 0., 1., 0., 0., 0., 1., 0., 0., 1., 0., 0., 0.])
        }),
        body(|x| {
            let rod = Rod::straight(
                1.0,
                1,
                1,
                Section::circle(x, 1e9, 1e3, 0.1),
                V3::zeros(),
                M3::identity(),
            );
            (rod, vec![0., 0., 0., 1., 0., 0., 0., 1., 0., 0., 1., 0., 0., 0.])
        }),
        body(|x| {
            let rod = Rod::straight(
                1.0,
                1,
                1,
                Section::rectangle(1e9, 1e9, 1e3, x, 0.1),
                V3::zeros(),
                M3::identity(),
            );
            (rod.rayleigh(0.0, 0.0), vec![0., 0., 0., 1., 0., 0., 0., 1., 0., 0., 1., 0., 0., 0.])
        }),
        body(|x| {
            let beam = SplineBeam::new(x, 2, 2, 1e4, 1.0, 1.0);
            let q = vec![0.0; beam.nq()];
            (beam, q)
        }),
        body(|x| {
            let beam = SplineBeam::new(1.0, 2, 2, 1e4, x, 1.0).rayleigh(0.0, 0.0);
            let q = beam.shape(0.0, 0.0, 0.0);
            (beam, q)
        }),
        any("more", |m, _, x| drop_id(m.add("more", RigidBody::planar(x, 1.0)))),
        any("more", |m, _, x| drop_id(m.add("more", RigidBody::spatial(1.0, [x, 1.0, 1.0])))),
        any("more", |m, _, x| drop_id(m.add("more", PointMass::at(x, V3::zeros())))),
        any("q0.", |m, _, x| drop_id(m.add("more", PointMass::at(1.0, V3::repeat(x))))),
        any("q0.", |m, _, x| drop_id(m.add("more", RigidBody::planar(1.0, 1.0).at(x, 0.0)))),
        any("q0.", |m, _, x| drop_id(m.add("more", RigidBody::planar(1.0, 1.0).turned(x)))),
        any("u0.", |m, _, x| drop_id(m.add("more", RigidBody::planar(1.0, 1.0).moving(x, x)))),
        any("u0.", |m, _, x| drop_id(m.add("more", RigidBody::planar(1.0, 1.0).spin(x)))),
        any("q0.", |m, _, x| {
            let turned = RigidBody::spatial(1.0, [1.0; 3]).turned(V3::repeat(x), 0.1);
            drop_id(m.add("more", turned));
        }),
        any("hold", |m, b, x| {
            drop_id(m.joint("hold", Joint::fixed(), Anchor::plane(V3::zeros(), V3::repeat(x)), b));
        }),
        any("q0.phi", |m, _, x| {
            let disc = PlanarBody::new(1.0, 1.0).angle("phi");
            m.body("more", disc, &[0.0, 0.0, x], &[0.0; 3]);
        }),
        body(|x| {
            let section = Section::circle(1e9, 1e9, 1e3, 0.1);
            let start = (V3::zeros(), M3::identity());
            let rod = Rod::curved(1.0, 1, 1, section, start, V3::new(0.0, x, 0.0));
            (rod, vec![0., 0., 0., 1., 0., 0., 0., 1., 0., 0., 1., 0., 0., 0.])
        }),
        body(|x| {
            let section = Section::circle(1e9, 1e9, 1e3, 0.1);
            let node = |k: usize| [k as f64, x, 0., 1., 0., 0., 0.];
            let rod = Rod::through(1.0, 1, 1, section, node);
            (rod, vec![0., 0., 0., 1., 0., 0., 0., 1., 0., 0., 1., 0., 0., 0.])
        }),
        body(|x| {
            let section = FullSection::from(Section::circle(1e9, 1e9, 1e3, 0.1));
            let section = section.with_inertia(V3::new(x, 1.0, 1.0));
            let rod = Rod::straight(1.0, 1, 1, section, V3::zeros(), M3::identity());
            (rod, vec![0., 0., 0., 1., 0., 0., 0., 1., 0., 0., 1., 0., 0., 0.])
        }),
        any("hold", |m, _, x| {
            let disc = PlanarBody::new(1.0, 1.0);
            let disc = m.body("more", disc, &[0.0; 3], &[0.0; 3]);
            m.joint("hold", Joint::rolling_planar(x), world(), centre(disc));
        }),
        any("touch", |m, b, x| {
            let (g, law) = (SphereOnPlane { R: 0.1 }, ContactLaw::restitution(x));
            m.contact("touch", g, world(), centre(b), law);
        }),
        joint(Joint::distance),
        joint(Joint::rolling),
        joint(|x| Joint::knife_edge(V3::new(x, 0.0, 0.0))),
        any("hold", |m, b, x| {
            let place = Anchor::world(V3::new(x, 0.0, 0.0));
            m.joint("hold", Joint::spherical(), place, centre(b));
        }),
        any("hold", |m, b, x| {
            let place = centre(b).offset(V3::new(0.0, x, 0.0));
            m.joint("hold", Joint::revolute(), Anchor::world(V3::z()), place);
        }),
        any("hold", |m, b, x| {
            let place = centre(b).with_axes(M3::repeat(x));
            m.joint("hold", Joint::fixed(), Anchor::world(V3::z()), place);
        }),
        any("hold", |m, b, x| {
            let place = Anchor::world(V3::z()).driven(Drive::turn(TimeFn::new(move |_| [x; 3])));
            m.joint("hold", Joint::fixed(), place, centre(b));
        }),
        any("hold", |m, b, x| {
            let drive = Drive::slide(TimeFn::new(|_| [0.0; 3])).about(V3::repeat(x));
            m.joint("hold", Joint::universal(), Anchor::world(V3::z()).driven(drive), centre(b));
        }),
        any("disc", |m, b, x| drop_id(m.rolling_disc("disc", x, world(), centre(b)))),
        any("rub", |m, b, x| {
            drop_id(m.joint_friction("rub", Primitive::Spin, world(), centre(b), x))
        }),
        any("rub", |m, b, x| {
            drop_id(m.joint_friction("rub", Primitive::Slide, world(), centre(b), x))
        }),
        any("follow", |m, b, x| {
            let along = || (Primitive::Along { n1: V3::x() }, world(), centre(b));
            m.coupling("follow", along(), along(), x, 0.0);
        }),
        any("follow", |m, b, x| {
            let along = || (Primitive::Along { n1: V3::x() }, world(), centre(b));
            m.coupling("follow", along(), along(), 2.0, x);
        }),
        any("stop", |m, b, x| {
            let stop = Stop { primitive: Primitive::Along { n1: V3::z() }, limit: x, upper: false };
            m.stop("stop", stop, world(), centre(b), ContactLaw::default());
        }),
        force(|b, x| Applied::force(centre(b), move |_| V3::repeat(x))),
        force(|b, x| Applied::moment(centre(b), move |_| V3::repeat(x)).following()),
        force(|b, x| Applied {
            at: centre(b),
            load: Load::Time {
                force: TimeVector::new(move |_| V3::repeat(x)),
                moment: TimeVector::zero(),
            },
            length: None,
        }),
        force(|b, k| {
            let law = Characteristic::SpringDamper { k, c: 0.0, s0: 0.0 };
            Along::new(Primitive::Distance { length: 0.0 }, world(), centre(b), law)
        }),
        force(|b, c| {
            let law = Characteristic::SpringDamper { k: 1.0, c, s0: 0.0 };
            Along::new(Primitive::Distance { length: 0.0 }, world(), centre(b), law)
        }),
        force(|b, s0| {
            let law = Characteristic::SpringDamper { k: 1.0, c: 0.0, s0 };
            Along::new(Primitive::Distance { length: 0.0 }, world(), centre(b), law)
        }),
        touch(|R| SphereOnPlane { R }),
        touch(|R1| SphereOnSphere { R1, R2: 0.1 }),
        touch(|R2| SphereOnSphere { R1: 0.1, R2 }),
        touch(|Rc| SphereInCylinder { Rc, R: 0.1 }),
        touch(|R| SphereInCylinder { Rc: 5.0, R }),
        touch(|Rc| SphereOnCylinder { Rc, R: 0.1 }),
        touch(|R| RimOnPlane { R }),
        collider(Shape::sphere),
        collider(|x| Shape::points(&[V3::zeros(), V3::x()], x)),
        collider(|x| Shape::points(&[V3::repeat(x)], 0.1)),
        collider(|x| Shape::cuboid([0.1, 0.1, x])),
        collider(|x| Shape::cuboid([0.1; 3]).rounded(x)),
        collider(|x| Shape::capsule([V3::zeros(), V3::x()], x)),
        collider(|x| Shape::capsule([V3::zeros(), V3::repeat(x)], 0.1)),
        collider(|x| Shape::cylinder(x, 0.1)),
        collider(Shape::rim),
        collider(|x| Shape::ellipsoid([x, 0.1, 0.1])),
        collider(|x| Shape::convex(Ball(x))),
        collider(|x| Shape::cone(x, 0.1)),
        collider(|x| Shape::cone(0.1, x)),
        collider(|x| Shape::torus(0.2, x)),
        collider(|x| Shape::torus(x, 0.1)),
        collider(|x| Shape::link(0.2, 0.1, x)),
        collider(|x| Shape::cuboid([0.1; 3]).at(V3::repeat(x))),
        any("ball", |m, b, x| drop_id(m.collider(b, Shape::endless_cylinder(x), wood()))),
        any("wall", |m, b, x| {
            let ball = Collider::new(b, Shape::sphere(0.1), wood());
            drop_id(m.add_collider(ball.touching(&["walls"])));
            let hole = Collider::new(world(), Shape::hollow_cylinder(x), wood());
            drop_id(m.add_collider(hole.named("wall").groups(&["walls"])));
            let bowl = Collider::new(world(), Shape::hollow_sphere(x), wood());
            drop_id(m.add_collider(bowl.named("bowl").groups(&["walls"])));
            let funnel = Collider::new(world(), Shape::hollow_cone(x, 0.1), wood());
            drop_id(m.add_collider(funnel.named("funnel").groups(&["walls"])));
        }),
        any("ball", |m, b, x| {
            drop_id(m.ground(wood()));
            drop_id(m.collider(b, Shape::sphere(0.1), Material::new(x)));
        }),
        any("ball", |m, b, x| {
            drop_id(m.ground(wood()));
            drop_id(m.collider(b, Shape::sphere(0.1), wood().restitution(x)));
        }),
        any("ball", |m, b, x| {
            drop_id(m.ground(wood()));
            drop_id(m.collider(b, Shape::sphere(0.1), wood()));
            as_was(m.pair_law(wood(), wood(), law(x, 0)));
        }),
        any("touch", |m, b, x| {
            let (g, t) = (SphereOnPlane { R: 0.1 }, Tangents::Contensou(x));
            m.contact_with("touch", g, t, world(), centre(b), ContactLaw::coulomb(0.0, 0.3));
        }),
        any("load", move |m, _, x| {
            let beam = PlanarBeam::new(1.0, 1, sound());
            let q = beam.shape(0.0, 0.0, 0.0);
            let beam = m.body("beam", beam, &q, &[0.0; 6]);
            m.distributed("load", beam, false, move |_| V3::repeat(x));
        }),
    ];
    for k in 0..4 {
        list.push(any("touch", move |m, b, x| {
            let g = SphereOnPlane { R: 0.1 };
            m.contact("touch", g, world(), centre(b), law(x, k));
        }));
    }
    list
}

fn drop_id<T: Copy>(_: T) {}

fn as_was(_: &mut Model) {}

/// A ball by its functions, with a radius that may be anything.
struct Ball(f64);

impl percussion::collision::Convex for Ball {
    fn support(&self, n: &V3) -> V3 {
        n * self.0
    }
    fn curvature(&self, n: &V3) -> percussion::frame::M3 {
        (percussion::frame::M3::identity() - n * n.transpose()) * self.0
    }
}

#[test]
fn what_is_not_a_number_is_refused_by_name() {
    for (k, (name, add)) in numbers().iter().enumerate() {
        for x in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            // capsules and cylinders may be endless
            if *name == "endless" && x > 0.0 {
                continue;
            }
            let (mut model, ball) = base();
            add(&mut model, ball, x);
            match run(model) {
                Ok(r) => panic!("change {k} of '{name}' with {x}: {:?}", r.status),
                Err(e) => assert!(e.to_string().contains(name), "change {k}, {name} = {x}: {e}"),
            }
        }
    }
}

#[test]
fn odd_numbers_never_panic_and_leave_no_nan() {
    for (k, (name, add)) in numbers().iter().enumerate() {
        for x in [-1.0, 0.0, -0.0, 1e308, -1e308, 1e-308, 1e12] {
            let (mut model, ball) = base();
            add(&mut model, ball, x);
            match run(model) {
                Ok(r) => assert!(r.data.iter().all(|v| v.is_finite()), "change {k} of {name}, {x}"),
                Err(e) => assert!(!e.to_string().is_empty()),
            }
        }
    }
}

#[test]
fn lengths_counts_and_strangers() {
    let refused = |what: &str, change: &dyn Fn(&mut Model, BodyId)| {
        let (mut model, ball) = base();
        change(&mut model, ball);
        match run(model) {
            Ok(r) => panic!("{what}: {:?}", r.status),
            Err(e) => assert!(e.to_string().contains(what), "{what}: {e}"),
        }
    };
    let world = || Anchor::world(V3::zeros());
    for n in [0, 1, 4, 17] {
        refused("more", &|m, _| {
            drop_id(m.body("more", PointMass { m: 1.0, dim: 3 }, &vec![0.0; n], &[0.0; 3]));
        });
        refused("more", &|m, _| {
            drop_id(m.body("more", PointMass { m: 1.0, dim: 3 }, &[0.0; 3], &vec![0.0; n]));
        });
    }
    for dim in [0, 4, usize::MAX] {
        refused("more", &|m, _| {
            drop_id(m.body("more", PointMass { m: 1.0, dim }, &[0.0; 3], &[0.0; 3]));
        });
    }
    // the same name twice
    refused("ball", &|m, _| {
        drop_id(m.body("ball", PointMass { m: 1.0, dim: 1 }, &[0.0], &[0.0]));
    });
    // seven rows, and none
    refused("hold", &|m, b| {
        let mut joint = Joint::fixed();
        joint.primitives.push(Primitive::Distance { length: 1.0 });
        drop_id(m.joint("hold", joint, Anchor::world(V3::z()), Anchor::on(b, V3::zeros())));
    });
    // a body, node or material point that is not there
    let mut other = Model::new();
    let mut more = || other.body("b", PointMass { m: 1.0, dim: 1 }, &[0.0], &[0.0]);
    let stranger = [more(), more(), more()][2];
    for place in
        [Anchor::on(stranger, V3::zeros()), Anchor::node(stranger, 3), Anchor::along(stranger, 0.5)]
    {
        refused("hold", &|m, _| {
            drop_id(m.joint("hold", Joint::spherical(), world(), place.clone()))
        });
        refused("touch", &|m, _| {
            let law = ContactLaw::default();
            drop_id(m.contact("touch", SphereOnPlane { R: 0.1 }, world(), place.clone(), law));
        });
        refused("push", &|m, _| {
            drop_id(m.force("push", Applied::force(place.clone(), |_| V3::x())));
        });
        refused("shape", &|m, _| as_was(m.shape(place.clone(), picture::Shape::Plane)));
        refused("point", &|m, _| as_was(m.point("point", place.clone())));
    }
    refused("shape", &|m, b| {
        drop_id(m.collider(b, Shape::sphere(0.1), Material::new(0.1)));
        drop_id(m.collider(stranger, Shape::sphere(0.1), Material::new(0.1)));
        as_was(m.ignore(stranger, b).collide_joined(true));
    });
    // a name twice, and two shapes that cannot touch
    refused("a.b", &|m, b| {
        for (name, at) in [("a", Anchor::from(b)), ("a", Anchor::from(b)), ("b", world())] {
            let ball = Shape::sphere(0.1).turned(M3::identity());
            drop_id(m.add_collider(Collider::new(at, ball, Material::new(0.1)).named(name)));
        }
    });
    refused("'ground' and 'ball'", &|m, b| {
        drop_id(m.ground(Material::new(0.1)));
        drop_id(m.collider(b, Shape::plane().along(V3::x()), Material::new(0.1)));
    });
    let flat = [V3::zeros(), V3::x(), V3::y(), V3::x() + V3::y()];
    assert!(Shape::hull(&flat).is_err() && Shape::hull(&[]).is_err());
    assert!(Shape::hull(&[V3::zeros(), V3::x(), V3::y(), V3::repeat(f64::NAN)]).is_err());
    assert!(Shape::polygon(&[[0.0, 0.0], [1.0, 0.0], [2.0, 0.0]]).is_err());
    assert!(Shape::outline(&[[0.0; 3], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0]]).is_err());
    assert!(Shape::mesh(&flat, &[[0, 1, 4]]).is_err() && Shape::mesh(&[], &[]).is_err());
    assert!(Shape::mesh(&flat, &[[0, 0, 0]]).is_err());
    refused("ball", &|m, b| {
        drop_id(m.ground(Material::new(0.1)));
        drop_id(m.collider(b, Shape::rectangle([0.1, 0.1]), Material::new(0.1)));
    });
    for s in [-0.1, 1.1, f64::NAN] {
        refused("hold", &|m, b| {
            drop_id(m.joint("hold", Joint::spherical(), world(), Anchor::along(b, s)))
        });
    }
    refused("hold", &|m, b| {
        drop_id(m.joint("hold", Joint::spherical(), world(), Anchor::node(b, 1)))
    });
    refused("load", &|m, _| drop_id(m.distributed("load", stranger, true, |_| V3::x())));
    refused("load", &|m, b| {
        drop_id(m.distributed_load("load", b, false, TimeVector::zero(), TimeVector::zero()));
    });
    struct Gap;
    impl GapFunction for Gap {
        fn g<D: Num>(&self, _: D, q: &[D]) -> D {
            q[0]
        }
    }
    refused("given", &|m, _| drop_id(m.constraint("given", Gap, stranger)));
    refused("given", &|m, _| {
        drop_id(m.contact_function("given", Gap, stranger, ContactLaw::default()))
    });
    refused("given", &|m, _| drop_id(m.friction_function("given", Gap, stranger, 1.0)));
    refused("drawing", &|m, _| as_was(m.drawing(Drawing::of(stranger))));
    let (mut model, ball) = base();
    assert!(model.initial_mut(stranger).is_none());
    assert_eq!((model.body_named("ball"), model.body_named("bell")), (Some(ball), None));
    assert_eq!(model.contact_named("floor"), None);
    for k in [3, usize::MAX] {
        let at = || Anchor::on(ball, V3::zeros());
        assert!(ExpressionForce::of_time(at(), k, "t").is_err());
        assert!(ExpressionForce::torque(at(), k, "t").is_err());
    }
    for text in ["", "t +", "x", "1/0*", "((((", "nan(t)"] {
        let at = Anchor::on(ball, V3::zeros());
        let distance = Primitive::Distance { length: 0.0 };
        assert!(ExpressionForce::law(distance, world(), at, text).is_err(), "{text}");
        assert!(TimeFn::expression(text).is_err(), "{text}");
    }
    // elements, degrees and points of flexible bodies
    let section = || Section::planar(1.0, 1.0, 1.0, 1.0, 1.0);
    for n in [0, 100_000_000] {
        refused("more", &|m, _| {
            drop_id(m.body("more", Bar::new(1.0, n, 1.0, 1.0), &[0.0; 2], &[0.0; 2]))
        });
        refused("more", &|m, _| {
            drop_id(m.body(
                "more",
                PlanarBeam::new(1.0, 1, section()).degree(n),
                &[0.0; 6],
                &[0.0; 6],
            ))
        });
        refused("more", &|m, _| {
            drop_id(m.body(
                "more",
                SplineBeam::new(1.0, 1, 2, 1.0, 1.0, 1.0).gauss(n),
                &[0.0; 6],
                &[0.0; 6],
            ));
        });
    }
    // the settings that take a word
    let (mut model, _) = base();
    model.naming(Naming::Bodies).settled(true);
    for (_, law) in model.laws_mut() {
        law.impact = Impact::Poisson;
    }
}

#[test]
fn settings_of_a_run() {
    let refused = |what: &str, run: Run, t_end: f64| match run.until(t_end) {
        Ok(r) => panic!("{what}: {:?}", r.status),
        Err(e) => assert!(e.to_string().contains(what), "{what}: {e}"),
    };
    let start = |scheme: &str| base().0.run(scheme);
    for x in [f64::NAN, f64::INFINITY, -1.0, 0.0, -0.0] {
        refused("dt", start("alpha").dt(x), 1.0);
    }
    for x in [f64::NAN, f64::INFINITY, -1.0] {
        refused("t_end", start("alpha"), x);
    }
    refused("number of steps", start("alpha").dt(1e-300), 1.0);
    refused("every", start("alpha").every(0), 1.0);
    for x in [f64::NAN, f64::INFINITY] {
        refused("t0", start("alpha").from(x), 1.0);
    }
    refused("t_end", start("alpha").from(2.0), 1.0);
    refused("coordinates", start("alpha").start(&[0.0; 6], &[0.0; 6]), 1.0);
    refused("velocities", start("alpha").start(&[0.0; 7], &[0.0; 7]), 1.0);
    refused("coordinates", start("alpha").start(&[f64::NAN; 7], &[0.0; 6]), 1.0);
    refused("scheme", start("alfa"), 1.0);
    // a ball 5 cm inside the floor
    let (mut model, ball) = base();
    let floor = Anchor::world(V3::new(0.0, 0.0, 0.95));
    model.contact(
        "floor",
        SphereOnPlane { R: 0.1 },
        floor,
        Anchor::on(ball, V3::zeros()),
        ContactLaw::default(),
    );
    refused("floor", model.run("alpha"), 1.0);
    // what can be called on a simulation
    let mut sim = start("alpha").simulation(1.0).unwrap();
    assert!(sim.set_velocities(&[0.0; 5]).is_err() && sim.set_velocities(&[f64::NAN; 6]).is_err());
    assert!([f64::NAN, f64::INFINITY, -1.0, 0.0].iter().all(|dt| sim.set_dt(*dt).is_err()));
    assert!(sim.step().unwrap());
    let (mut other, _) = base();
    let b = other.body("b", PointMass { m: 1.0, dim: 1 }, &[0.0], &[0.0]);
    let (c, j) = {
        let at = || Anchor::on(b, V3::zeros());
        let c = other.contact(
            "c",
            SphereOnPlane { R: 0.0 },
            Anchor::world(V3::zeros()),
            at(),
            ContactLaw::default(),
        );
        (c, other.joint("j", Joint::spherical(), Anchor::world(V3::zeros()), at()))
    };
    assert!(sim.contact(c).is_none() && sim.joint(j).is_empty());
    assert!(sim.coordinates(b).is_empty() && sim.velocities(b).is_empty());
    assert_eq!(sim.record().column("nothing"), None);
    assert_eq!(sim.record().last("nothing"), None);
    let saved = sim.save();
    let scheme = Scheme::new("alpha").unwrap();
    let system = base().0.assemble().unwrap();
    for n in [0, 1, 8, saved.len() / 2, saved.len() - 1] {
        assert!(Simulation::resume(&scheme, &system, &saved[..n], 1.0).is_err(), "{n} bytes");
    }
    assert!(Simulation::resume(&scheme, &system, &saved, f64::NAN).is_err());
    let mut stepper = scheme.start(&system, &Start::of(&system, 1e-2)).unwrap();
    for dt in [f64::NAN, f64::INFINITY, -1.0, 0.0] {
        assert!(stepper.step(dt).is_err(), "{dt}");
    }
    for steps in [0, 1] {
        for x in [f64::NAN, 0.0, -1.0] {
            let mut system = base().0.assemble().unwrap();
            let q = system.q0.clone();
            let settings = StaticSettings { steps, tol: x, ..StaticSettings::new(x) };
            let path = equilibrium(&mut system, &q, &settings);
            assert!(path.states.iter().all(|s| s.q.iter().all(|x| x.is_finite())));
        }
    }
}

/// Every option of every scheme with values that it may not have, or barely.
#[test]
fn options_of_every_scheme() {
    for info in SCHEMES {
        for option in info.options {
            for value in [
                "nan",
                "inf",
                "-inf",
                "-1",
                "0",
                "1e308",
                "",
                "x",
                "99999999999999999999",
                "1e-308",
            ] {
                let Ok(scheme) = Scheme::new(info.name).and_then(|s| s.set(option.name, value))
                else {
                    continue;
                };
                if let Ok(r) = base().0.run(scheme).dt(1e-2).until(0.02) {
                    let finite = r.data.iter().all(|x| x.is_finite());
                    assert!(finite, "{} {}={value}", info.name, option.name);
                    assert!(
                        !matches!(value, "nan" | "inf" | "-inf"),
                        "{} {}={value}",
                        info.name,
                        option.name
                    );
                }
            }
        }
        assert!(Scheme::new(info.name).and_then(|s| s.set("nothing", "1")).is_err());
    }
}
