//! Colliders: the same words in Rust and in model files, and who touches whom.

#![allow(non_snake_case)]

use percussion::prelude::*;

#[path = "../shared/random.rs"]
mod random;
mod superellipsoid;

fn read(text: &str) -> Result<percussion::file::ModelFile, percussion::file::Diagnostics> {
    percussion::problems::load("test.toml", text, &|_| Err("none".into()), &[])
}

const START: [f64; 7] = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0];

fn cube(model: &mut Model, name: &str, z: f64) -> BodyId {
    let mut q = START;
    q[2] = z;
    model.body(name, RigidBody::principal(8.0, 0.053, 0.053, 0.053), &q, &[0.0; 6])
}

fn two_boxes() -> (Model, [BodyId; 2]) {
    let mut model = Model::new();
    model.gravity(-9.81 * V3::z());
    let bodies = [cube(&mut model, "lower", 0.1), cube(&mut model, "upper", 0.4)];
    (model, bodies)
}

fn run(model: Model) -> Record {
    model.run("alpha").dt(1e-3).until(0.4).unwrap()
}

#[test]
fn a_box_falls_on_another_and_rests_on_it() {
    let (mut model, bodies) = two_boxes();
    let wood = Material::new(0.5);
    model.ground(wood);
    for b in bodies {
        model.collider(b, Shape::cuboid([0.2; 3]), wood);
    }
    let record = run(model);
    assert!((record.last("q.z2").unwrap() - 0.3).abs() < 1e-9, "{:?}", record.last("q.z2"));
    assert!((record.last("q.z1").unwrap() - 0.1).abs() < 1e-9);
    // the impact comes when the upper one has fallen by 0.1 m
    let first = record.events.iter().find(|e| e.kind == "impact").unwrap();
    assert!((first.t - (0.2f64 / 9.81).sqrt()).abs() < 2e-3, "{}", first.t);
    assert!(first.contact.starts_with("lower.upper"), "{}", first.contact);
}

/// The words of Rust and those of a model file make the same model.
#[test]
fn rust_and_a_model_file_give_the_same_motion() {
    let text = r#"
        gravity = [0, 0, -9.81]
        ground = { material = "wood" }
        [materials.wood]
        mu = 0.5
        [[bodies]]
        name = "lower"
        type = "spatial"
        mass = 8.0
        principal = [0.053, 0.053, 0.053]
        position = [0, 0, 0.1]
        [[bodies]]
        name = "upper"
        type = "spatial"
        mass = 8.0
        principal = [0.053, 0.053, 0.053]
        position = [0.03, 0, 0.4]
        [[colliders]]
        name = "lower"
        body = "lower"
        type = "box"
        size = [0.2, 0.2, 0.2]
        material = "wood"
        [[colliders]]
        name = "upper"
        body = "upper"
        type = "box"
        size = [0.2, 0.2, 0.2]
        material = "wood"
    "#;
    let file = read(text).unwrap();
    assert_eq!(file.collisions.len(), 3, "{:?}", file.collisions);
    assert!(file.notes.is_empty(), "{:?}", file.notes);
    let (mut model, bodies) = two_boxes();
    model.initial_mut(bodies[1]).unwrap().0[0] = 0.03;
    let wood = Material::new(0.5);
    model.ground(wood);
    for b in bodies {
        model.collider(b, Shape::cuboid([0.2; 3]), wood);
    }
    let (a, b) = (run(model), run(file.model));
    assert_eq!(a.q(a.len() - 1), b.q(b.len() - 1));
    let names = |r: &Record| {
        r.columns.iter().filter(|c| c.starts_with("gN.")).cloned().collect::<Vec<String>>()
    };
    assert_eq!(names(&a), names(&b));
}

#[test]
fn ignored_and_joined_bodies_pass_through_each_other() {
    let end = |change: &dyn Fn(&mut Model, [BodyId; 2])| {
        let (mut model, bodies) = two_boxes();
        let wood = Material::new(0.5);
        model.ground(wood);
        for b in bodies {
            model.collider(b, Shape::cuboid([0.2; 3]), wood);
        }
        change(&mut model, bodies);
        run(model).last("q.z2").unwrap()
    };
    assert!((end(&|_, _| {}) - 0.3).abs() < 1e-9);
    assert!((end(&|m, [a, b]| drop_it(m.ignore(a, b))) - 0.1).abs() < 1e-9);
    // a joint along which the upper one slides down
    let joint = |m: &mut Model, [a, b]: [BodyId; 2]| {
        let [a, b] = [a, b].map(Anchor::from);
        m.joint("rail", Joint::prismatic(), a, b);
    };
    assert!((end(&joint) - 0.1).abs() < 1e-8);
    let lifted = |m: &mut Model, bodies| {
        joint(m, bodies);
        m.collide_joined(true);
    };
    assert!((end(&lifted) - 0.3).abs() < 1e-8);
}

fn drop_it(_: &mut Model) {}

#[test]
fn groups_choose_and_pairs_of_materials_have_laws_of_their_own() {
    let bounce = |touches: &[&str], law: Option<ContactLaw>| {
        let mut model = Model::new();
        model.gravity(-9.81 * V3::z());
        let ball = cube(&mut model, "ball", 0.5);
        let (rubber, steel) = (Material::new(0.0).restitution(1.0), Material::new(0.0));
        let floor = Anchor::world(V3::zeros());
        let floor = Collider::new(floor, Shape::cuboid([4.0, 4.0, 0.2]), steel);
        model.add_collider(floor.named("floor").groups(&["floors"]));
        let ball = Collider::new(ball, Shape::sphere(0.1), rubber);
        model.add_collider(ball.touching(touches));
        law.into_iter().for_each(|law| drop_it(model.pair_law(steel, rubber, law)));
        let record = run(model);
        (record.last("q.z").unwrap(), record.last("u.z").unwrap())
    };
    let (z, u) = bounce(&["floors"], None);
    assert!((z - 0.2).abs() < 1e-9 && u.abs() < 1e-9, "{z} {u}");
    assert!(bounce(&["walls"], None).0 < -0.2, "falls through");
    assert!(bounce(&["floors"], Some(ContactLaw::restitution(1.0))).1 > 0.5, "jumps up");
}

/// More than 4000 pairs: contacts exist while two are near.
#[test]
fn many_colliders_have_contacts_while_they_are_near() {
    let mut model = Model::new();
    model.gravity(-9.81 * V3::z());
    let steel = Material::new(0.0);
    model.ground(steel);
    for k in 0..100 {
        let q = [0.3 * f64::from(k % 10), 0.3 * f64::from(k / 10), 0.12];
        let ball = model.body(&format!("b{k}"), PointMass { m: 1.0, dim: 3 }, &q, &[0.0; 3]);
        model.collider(ball, Shape::sphere(0.1), steel);
    }
    let system = model.assemble().unwrap();
    assert!(system.lists() && system.shapes_listed() == 101);
    assert_eq!(system.listed_pairs().len(), 100, "each above the ground, none near another");
}

/// A ball that has a shape and no partner falls for ever: the file says so.
#[test]
fn a_body_that_can_touch_nothing_is_named() {
    let text = |more: &str| {
        format!(
            "gravity = [0, 0, -10]\n[[bodies]]\nname = \"ball\"\ntype = \"point\"\nmass = 1.0\nposition = [0, 0, 1]\n[[shapes]]\nname = \"skin\"\n\
             body = \"ball\"\ntype = \"sphere\"\nradius = 0.1\n{more}[[shapes]]\nname = \"floor\"\ntype = \"plane\"\nnormal = [0, 0, 1]\n"
        )
    };
    let notes = |t: &str| read(t).unwrap().notes;
    let found = notes(&text(""));
    assert!(
        found.len() == 1 && found[0].starts_with("'ball' has shapes and can touch nothing"),
        "{found:?}"
    );
    assert!(notes(&text("collide = false\n")).is_empty());
    let contact = "[[contacts]]\nname = \"touch\"\nbetween = [\"floor\", \"skin\"]\n";
    assert!(notes(&(text("") + contact)).is_empty());
    let both = text("collide = true\n")
        .replace("[[shapes]]\nname = \"floor\"", "[[colliders]]\nname = \"floor\"");
    assert!(notes(&both).is_empty());
}

/// Distances where shapes are far apart, near and through each other, and rays.
#[test]
fn distances_and_rays() {
    let box_ = || Shape::cuboid([2.0, 2.0, 2.0]);
    let gap = |a: &Shape, b: &Shape| a.distance(b).unwrap().gap;
    for x in [1.2, 3.0, 300.0] {
        let pin = Shape::cylinder(0.5, 1.0).along(V3::x()).at(V3::new(x + 1.5, 0.3, 0.2));
        let (there, back) = (gap(&box_(), &pin), gap(&pin, &box_()));
        assert!((there - x).abs() < 1e-11 * x && (back - x).abs() < 1e-11 * x, "{there} {back}");
        let ball = Shape::sphere(0.5).at(V3::new(x + 1.5, 0.0, 0.0));
        assert!((gap(&box_(), &ball) - x).abs() < 1e-11 * x);
        let cube = box_().at(V3::new(x + 2.0, 0.5, 0.0));
        assert!((gap(&box_(), &cube) - x).abs() < 1e-11 * x);
    }
    assert!((gap(&box_(), &Shape::sphere(0.5).at(1.4 * V3::z())) + 0.1).abs() < 1e-12);
    assert!(box_().distance(&Shape::sphere(-1.0)).is_err());
    let torus = Shape::torus(1.0, 0.1);
    assert!((gap(&torus, &Shape::sphere(0.1).at(1.25 * V3::x())) - 0.05).abs() < 1e-12);
    assert!(torus.distance(&Shape::sphere(0.1).at(100.0 * V3::x())).is_err());

    let hit = |s: &Shape, from: [f64; 3], way: [f64; 3]| s.ray(from.into(), way.into());
    let found = hit(&box_(), [5.0, 0.3, 0.2], [-2.0, 0.0, 0.0]).unwrap();
    assert!((found.distance - 4.0).abs() < 1e-9 && (found.normal - V3::x()).norm() < 1e-9);
    assert!(hit(&box_(), [5.0, 3.0, 0.0], [-1.0, 0.0, 0.0]).is_none());
    assert!(hit(&box_(), [5.0, 0.0, 0.0], [1.0, 0.0, 0.0]).is_none());
    assert!(hit(&box_(), [5.0, 0.0, 0.0], [0.0; 3]).is_none());
    // an ellipsoid in a direction of its own: |x/a| = 1
    let egg = Shape::ellipsoid([0.5, 0.3, 0.2]).at(V3::new(1.0, 2.0, 3.0));
    let found = hit(&egg, [1.1, 2.1, 13.0], [0.0, 0.0, -1.0]).unwrap();
    let z = 0.2 * (1.0 - 0.04 - 1.0 / 9.0f64).sqrt();
    assert!((found.distance - (10.0 - z)).abs() < 1e-9, "{found:?}");
    let floor = hit(&Shape::plane(), [0.0, 0.0, 3.0], [0.0, 3.0, -4.0]).unwrap();
    assert!((floor.distance - 3.75).abs() < 1e-12 && floor.normal == V3::z());
    let corners = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]].map(V3::from);
    let sheet = Shape::mesh(&corners, &[[0, 1, 2]]).unwrap();
    assert!((hit(&sheet, [0.2, 0.2, 2.0], [0.0, 0.0, -1.0]).unwrap().distance - 2.0).abs() < 1e-12);
    assert!(hit(&sheet, [0.8, 0.8, 2.0], [0.0, 0.0, -1.0]).is_none());
}

/// A ball in a bowl and in a funnel rests where it touches: at the bottom, and where both walls carry it.
#[test]
fn a_ball_rests_in_a_bowl_and_in_a_funnel() {
    let rests = |word: &str, at: f64| {
        let text = format!(
            "gravity = [0, 0, -10]\n[materials.steel]\nmu = 0.3\n[[bodies]]\nname = \"ball\"\ntype = \"spatial\"\nmass = 1.0\n\
             principal = [0.004, 0.004, 0.004]\nposition = [0.05, 0, {at}]\n[[colliders]]\nname = \"skin\"\nbody = \"ball\"\ntype = \"sphere\"\n\
             radius = 0.1\nmaterial = \"steel\"\n[[colliders]]\nname = \"hollow\"\n{word}\nmaterial = \"steel\"\n"
        );
        let file = read(&text).unwrap_or_else(|d| panic!("{d}"));
        let record = file.model.run(Moreau::default()).dt(1e-3).until(4.0).unwrap();
        // its way in a step at 2 m/s
        let penetration = record.statistics.penetration;
        assert!(penetration < 2e-3, "{word}: {penetration}");
        let end = record.q(record.len() - 1);
        (end[0], end[2])
    };
    // it rolls up and down, and never leaves: |r| = 0.4 within what a step adds
    let (x, z) = rests("type = \"hollow-sphere\"\nradius = 0.5", -0.39);
    assert!((x.hypot(z) - 0.4).abs() < 1e-3 && z < -0.39, "{x} {z}");
    // half the angle is 30 degrees: the middle is 0.1/sin 30 above the tip
    let funnel = format!("type = \"hollow-cone\"\nradius = 1.0\nlength = {}", 3f64.sqrt());
    let (_, z) = rests(&funnel, 0.35);
    assert!(z > 0.19 && z < 0.31, "{z}");
    let law = Material::new(0.0);
    let mut model = Model::new();
    let cone = cube(&mut model, "cone", 0.0);
    model.collider(cone, Shape::cone(0.1, 0.2), law);
    model.collider(Anchor::world(V3::zeros()), Shape::hollow_sphere(1.0), law);
    assert!(
        model.run("moreau").dt(1e-3).until(0.01).is_err(),
        "a cone in a bowl is refused by name"
    );
}
