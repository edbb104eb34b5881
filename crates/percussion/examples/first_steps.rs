//! A spinning ball falls on a rough floor, slides and then rolls:
//! `cargo run --release --package percussion --example first_steps`.

use percussion::bodies::PlanarBody;
use percussion::contacts::SphereOnPlane;
use percussion::frame::{basis, Anchor, V3};
use percussion::laws::ContactLaw;
use percussion::model::Model;
use percussion::schemes::{self, Options};
use percussion::simulate::{simulate, Settings};
use std::ops::ControlFlow;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // What exists: a ball of 1 kg and radius 0.1 m, a rough floor, no restitution.
    let mut model = Model::new();
    model.gravity(V3::new(0.0, -9.81, 0.0));
    let body = PlanarBody::new(1.0, 0.4 * 0.1 * 0.1);
    let ball = model.body("ball", body, &[0.0, 1.0, 0.0], &[0.0, 0.0, 50.0]);
    let floor = Anchor::world(V3::zeros()).with_axes(basis(&V3::y()));
    let centre = Anchor::on(ball, V3::zeros());
    let law = ContactLaw::coulomb(0.0, 0.2);
    model.contact("floor", SphereOnPlane { R: 0.1 }, floor, centre, law);
    let system = model.assemble()?;

    // How it is integrated: the scheme `alpha` with its default options, 500 steps of 2 ms.
    let info = schemes::find("alpha")?;
    info.check(&system)?;
    let scheme = info.make(&Options::new("option", info.options))?;
    let settings = Settings::new(2e-3, 1.0);
    let go_on = |_step: usize, _t: f64| ControlFlow::Continue(());
    let record = simulate(&system, &scheme, &system.q0, &system.u0, settings, go_on);

    // What came out: -10/7 m/s and 100/7 rad/s, up to the step.
    for e in &record.events {
        println!("{:.3} s: {} at the {}, {:.4} N s", e.t, e.kind, e.contact, e.impulse);
    }
    let end = record.u(record.len() - 1);
    println!("rolls with {:.3} m/s and {:.3} rad/s", end[0], end[2]);
    Ok(())
}
