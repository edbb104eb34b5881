//! `lag` is the force of a joint, whatever scheme writes it.

use percussion::prelude::*;
use percussion::record::Status;
use percussion::schemes::SCHEMES;

/// A beam of 2 kg, hinged at its left end, lies with its right end on a stop: each carries 10 N. Without the
/// stop the hinge would carry m g/4 = 5 N.
fn supported() -> Model {
    let mut model = Model::new();
    model.gravity(V3::new(0.0, -10.0, 0.0));
    let beam = model.body("beam", PlanarBody::new(2.0, 2.0 / 12.0), &[0.5, 0.0, 0.0], &[0.0; 3]);
    let end = |x: f64| Anchor::on(beam, V3::new(x, 0.0, 0.0));
    model.joint("hinge", Joint::revolute(), Anchor::world(V3::zeros()), end(-0.5));
    let stop = Anchor::world(V3::new(1.0, 0.0, 0.0)).with_axes(basis(&V3::y()));
    let law = ContactLaw::restitution(0.0);
    model.contact("stop", SphereOnPlane { R: 0.0 }, stop, end(0.5), law);
    model
}

#[test]
fn a_hinge_at_rest_carries_its_share_under_every_scheme() {
    let mut seen = Vec::new();
    for info in SCHEMES {
        if !(info.supports.contacts && info.supports.joints) {
            continue;
        }
        let scheme = Scheme::new(info.name).unwrap();
        let record = supported().run(scheme).dt(1e-3).until(0.05).unwrap();
        assert_eq!(record.status, Status::Done, "{}", info.name);
        // signs: the force on the second body of a joint along the axis of the row
        let force: Vec<f64> =
            (0..2).map(|k| record.last(&format!("lag.hinge.{k}")).unwrap()).collect();
        let size = force.iter().map(|f| f * f).sum::<f64>().sqrt();
        // the tolerance of the adaptive schemes and their drift
        assert!((size - 10.0).abs() < 1e-3, "{}: {force:?}", info.name);
        seen.push(force);
    }
    assert!(seen.len() >= 9, "{}", seen.len());
    // and all agree in sign and axes
    for f in &seen {
        assert!((f[0] - seen[0][0]).abs() < 1e-2 && (f[1] - seen[0][1]).abs() < 1e-2, "{seen:?}");
    }
}
