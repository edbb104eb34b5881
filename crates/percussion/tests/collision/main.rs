//! Colliders: the same words in Rust and in model files, and who touches whom.

#![allow(non_snake_case)]

use percussion::prelude::*;

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
