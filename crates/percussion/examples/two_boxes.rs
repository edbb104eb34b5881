//! A box falls on another: `cargo run --release --example two_boxes`.

use percussion::prelude::*;

fn main() -> Result<(), Stopped> {
    let mut model = Model::new();
    model.gravity(-9.81 * V3::z());
    let wood = Material::new(0.5);
    model.ground(wood);
    let [_, upper] = [("lower", 0.1), ("upper", 0.4)].map(|(name, z)| {
        let cube = RigidBody::spatial(8.0, [0.053; 3]).at(0.0, 0.0, z);
        let cube = model.add(name, cube);
        model.collider(cube, Shape::cuboid([0.2; 3]), wood);
        cube
    });
    let record = model.run(Alpha::default()).dt(1e-3).until(1.0)?;
    println!("the upper box rests at {} m", record.body(upper).position().z);
    Ok(())
}
