//! A spinning ball falls on a rough floor, slides and then rolls:
//! `cargo run --release --package percussion --example first_steps`.

use percussion::prelude::*;

fn main() -> Result<(), Stopped> {
    let mut model = Model::new();
    model.gravity(V3::new(0.0, -9.81, 0.0));
    let ball = model.add("ball", RigidBody::planar(1.0, 0.004).at(0.0, 1.0).spin(50.0));
    let (floor, law) = (Anchor::plane(V3::zeros(), V3::y()), ContactLaw::coulomb(0.0, 0.2));
    let floor = model.contact("floor", SphereOnPlane { R: 0.1 }, floor, ball, law);
    let record = model.run(Alpha::default().rho_inf(0.9)).dt(2e-3).until(1.0)?;
    record.events.iter().for_each(|e| println!("{e}"));
    println!("{} m/s, {:?} N", record.body(ball).velocity().x, record.contact(floor).force());
    Ok(())
}
