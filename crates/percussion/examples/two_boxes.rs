//! A box falls on another: `cargo run --release --example two_boxes`.

use percussion::prelude::*;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut model = Model::new();
    model.gravity(-9.81 * V3::z());
    let wood = Material::new(0.5);
    model.ground(wood);
    for (name, z) in [("lower", 0.1), ("upper", 0.4)] {
        let cube = RigidBody::principal(8.0, 0.053, 0.053, 0.053);
        let body = model.body(name, cube, &[0.0, 0.0, z, 1.0, 0.0, 0.0, 0.0], &[0.0; 6]);
        model.collider(body, Shape::cuboid([0.2; 3]), wood);
    }
    let record = model.run(Alpha::default()).dt(1e-3).until(1.0)?;
    println!("the upper box rests at {:?} m", record.last("q.z2"));
    Ok(())
}
