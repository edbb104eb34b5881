//! A spinning ball falls on a rough floor, slides and then rolls:
//! `cargo run --release --package percussion --example first_steps`.

use percussion::prelude::*;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut model = Model::new();
    model.gravity(V3::new(0.0, -9.81, 0.0));
    let ball = model.body("ball", PlanarBody::new(1.0, 0.004), &[0.0, 1.0, 0.0], &[0.0, 0.0, 50.0]);
    let floor = Anchor::world(V3::zeros()).with_axes(basis(&V3::y()));
    let (centre, law) = (Anchor::on(ball, V3::zeros()), ContactLaw::coulomb(0.0, 0.2));
    model.contact("floor", SphereOnPlane { R: 0.1 }, floor, centre, law);
    let record = model.run(Alpha::default().rho_inf(0.9)).dt(2e-3).until(1.0)?;
    record.events.iter().for_each(|e| println!("{:.3} s: {}, {:.4} N s", e.t, e.kind, e.impulse));
    println!("{:?} m/s, pressed with {:?} N", record.last("u.x"), record.last("laN.floor"));
    Ok(())
}
