//! Every named problem can be drawn.

use percussion::frame::{basis, Anchor, V3};
use percussion::picture::Shape;
use percussion::problems::{prepare, PROBLEMS};
use percussion::scene::{Motion, Phase, Scene};
use percussion::system::System;

fn start(sys: &System) -> (Scene, Motion) {
    let scene = Scene::of(sys);
    let mut columns = vec!["t".to_string()];
    columns.extend(sys.q_names.iter().map(|n| format!("q.{n}")));
    columns.extend(sys.u_names.iter().map(|n| format!("u.{n}")));
    columns.extend(sys.contacts.iter().map(|c| format!("laN.{}", c.name)));
    let mut row = vec![0.0];
    row.extend(&sys.q0);
    row.extend(&sys.u0);
    row.extend(sys.contacts.iter().map(|_| 2.0));
    let mut motion = Motion::new(&scene, sys, &columns);
    motion.push(&scene, sys, &row);
    (scene, motion)
}

#[test]
fn every_problem_has_a_picture() {
    for problem in PROBLEMS {
        let sys = prepare(problem, &[]).unwrap().system;
        let (scene, motion) = start(&sys);
        let name = problem.name;
        assert!(!scene.parts.is_empty(), "{name}");
        for part in &scene.parts {
            assert!(part.kind == "line" || !part.shapes.is_empty(), "{name}: {}", part.name);
            assert!(part.first + part.count <= scene.frames, "{name}: {}", part.name);
        }
        assert!(motion.frames.iter().all(|c| c.len() == 1 && c[0].is_finite()), "{name}");
        // forces are drawn where they act, as long as the record says; stops in angles have none
        assert_eq!(scene.contacts.len(), sys.contacts.len(), "{name}");
        for c in &motion.contacts {
            let info = &scene.contacts[c.contact];
            let unit = (c.n.norm() - 1.0).abs() < 1e-9;
            assert!(unit || c.n == V3::zeros(), "{name}, {}: {:?}", info.name, c.n);
            assert!((c.force - 2.0 * c.n).norm() < 1e-12, "{name}, {}", info.name);
            assert_ne!(c.phase, Phase::Open, "{name}, {}", info.name);
        }
        assert_eq!(motion.contacts.is_empty(), sys.contacts.is_empty(), "{name}");
    }
}

#[test]
fn the_normal_of_a_contact_is_the_gradient_of_its_gap() {
    // moving the second body along the normal opens the gap by as much: balls, boxes, drawings
    for (name, body) in [("rotating-ball", 0), ("bouncing-ball", 0), ("painleve-rod", 0)] {
        let problem = percussion::problems::find(name).unwrap();
        let sys = prepare(problem, &[]).unwrap().system;
        let (_, motion) = start(&sys);
        let (mut ev, n) = (sys.eval(), motion.contacts[0].n);
        sys.evaluate(0.0, &sys.q0, &sys.u0, &mut ev);
        let g = ev.g[sys.contacts[0].row];
        let mut q = sys.q0.clone();
        let at = sys.bodies[body].q.start;
        let dim = sys.bodies[body].q.len().min(2);
        (0..dim).for_each(|i| q[at + i] += 1e-3 * n[i]);
        sys.evaluate(0.0, &q, &sys.u0, &mut ev);
        assert!((ev.g[sys.contacts[0].row] - g - 1e-3).abs() < 1e-12, "{name}");
    }
}

#[test]
fn declared_shapes_come_first_and_points_become_hulls() {
    let mut model = percussion::model::Model::new();
    let body = percussion::bodies::PlanarBody::new(1.0, 1.0);
    let block = model.body("block", body, &[0.0, 1.0, 0.0], &[0.0; 3]);
    let floor = Anchor::world(V3::zeros()).with_axes(basis(&V3::y()));
    let law = percussion::laws::ContactLaw::coulomb(0.0, 0.3);
    for (k, (x, y)) in [(-1.0, -0.5), (1.0, -0.5), (1.0, 0.5), (-1.0, 0.5)].iter().enumerate() {
        let corner = Anchor::on(block, V3::new(*x, *y, 0.0));
        let point = percussion::contacts::SphereOnPlane { R: 0.0 };
        model.contact(&format!("c{k}"), point, floor.clone(), corner, law);
    }
    let scene = Scene::of(&model.assemble().unwrap());
    let Shape::Hull { points } = &scene.parts[0].shapes[0].shape else { panic!("no hull") };
    assert_eq!((points.len(), scene.world.len(), scene.planar), (4, 1, true));
}

/// Contacts that exist only while they are near have no columns; their forces are drawn all the same.
#[test]
#[cfg(feature = "files")]
fn contacts_that_come_and_go_are_drawn() {
    let text = "gravity = [0, 0, -10]\n[collide]\nall = true\ndeclared = 0\n\
        [[shapes]]\nname = \"floor\"\ntype = \"plane\"\nnormal = [0, 0, 1]\n\
        [[bodies]]\nname = \"ball\"\ntype = \"point\"\nmass = 2\nposition = [0.5, 0, 0.1]\n\
        [[shapes]]\nname = \"skin\"\ntype = \"sphere\"\nbody = \"ball\"\nradius = 0.1\n";
    let file = percussion::problems::load("m.toml", text, &|_| Err(String::new()), &[]).unwrap();
    let sys = std::sync::Arc::new(file.prepare().unwrap().system);
    for (scheme, forces) in [("alpha", true), ("moreau", false)] {
        let record = sys.run(scheme).dt(1e-3).until(0.01).unwrap();
        let mut scene = Scene::of(&sys);
        assert!(scene.contacts.is_empty());
        let mut motion = Motion::new(&scene, &sys, &record.columns);
        for k in 0..record.len() {
            let row = record.row(k);
            motion.push(&scene, &sys, row);
            let did: Vec<_> = record.contacts.iter().filter(|c| c.t == row[0]).cloned().collect();
            motion.push_listed(&mut scene, &sys, row, &did);
        }
        let names: Vec<&str> = scene.contacts.iter().map(|c| c.name.as_str()).collect();
        assert_eq!((names, motion.has_forces), (vec!["floor.skin"], forces));
        let last = motion.contacts.last().unwrap();
        assert!((last.point - V3::new(0.5, 0.0, 0.0)).norm() < 1e-9, "{:?}", last.point);
        let (got, expected) = match forces {
            true => (last.force, 20.0),
            false => (last.percussion, 0.02),
        };
        assert!((got - V3::new(0.0, 0.0, expected)).norm() < 1e-9, "{scheme}: {got:?}");
        assert_eq!(motion.starts.len(), record.len());
    }
}
