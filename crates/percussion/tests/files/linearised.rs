//! Modes of the state as given: velocities, damping, turning frames.

use crate::common::load_text;
use percussion::frame::V3;
use percussion::inspect::{
    inspect, look, rigid_rotation, rotating_equilibrium, Inspection, Look, Steadiness,
};
use percussion::problems::Prepared;
use percussion::statics::StaticSettings;

fn prepared(text: &str) -> Prepared {
    let p = load_text(text).unwrap_or_else(|d| panic!("{d}")).assemble();
    p.unwrap_or_else(|d| panic!("{d}"))
}

fn seen(text: &str) -> Inspection {
    let p = prepared(text);
    inspect(&p.system, &p.q0, &p.u0)
}

fn close(found: &[f64], exact: &[f64], tol: f64) {
    assert_eq!(found.len(), exact.len(), "{found:?} {exact:?}");
    for (a, b) in found.iter().zip(exact) {
        assert!((a - b).abs() <= tol * b.abs(), "{found:?} {exact:?}");
    }
}

/// A disc between two bearings of stiffness k at the distance a: translation at sqrt(2 k/m), and
/// forward and backward whirl with J w^2 -+ Jp omega w - 2 k a^2 = 0.
#[test]
fn a_rotor_at_speed_has_gyroscopic_frequencies() {
    let text = |omega: f64| {
        format!(
            r#"
[[bodies]]
name = "disc"
type = "spatial"
mass = 2
principal = [0.02, 0.012, 0.012]
spin = [{omega}, 0, 0]
rotation = {{ axis = [1, 0, 0], angle = 0.3 }}
[[forces]]
name = "y{{i}}"
type = "spring"
along = "direction"
direction = [0, 1, 0]
a = {{ at = ["0.2*(2*i-3)", 0, 0] }}
b = {{ body = "disc", at = ["0.2*(2*i-3)", 0, 0] }}
k = 1e5
repeat = 2
[[forces]]
name = "z{{i}}"
type = "spring"
along = "direction"
direction = [0, 0, 1]
a = {{ at = ["0.2*(2*i-3)", 0, 0] }}
b = {{ body = "disc", at = ["0.2*(2*i-3)", 0, 0] }}
k = 1e5
repeat = 2
"#
        )
    };
    let plain = 1e5_f64.sqrt();
    for omega in [0.0, 400.0, 1000.0] {
        let i = seen(&text(omega));
        let p = 0.5 * 0.02 * omega / 0.012;
        let root = (p * p + 8000.0 / 0.012_f64).sqrt();
        let mut exact = vec![plain, plain, root - p, root + p];
        exact.sort_by(f64::total_cmp);
        close(&i.frequencies, &exact, 1e-9);
        assert_eq!(i.unstable, 0);
        assert_ne!(i.steadiness, Steadiness::Momentary, "{omega}");
    }
}

/// A door on its hinge turns freely: nothing vibrates, whatever its speed.
#[test]
fn a_door_that_moves_freely_has_no_frequency() {
    let door = |spin: f64| {
        format!(
            r#"
gravity = [0, 0, -9.81]
[[bodies]]
name = "door"
type = "spatial"
mass = 30
solid = {{ type = "box", size = [1, 0.05, 2] }}
position = [0.5, 0, 1]
velocity = [0, {}, 0]
spin = [0, 0, {spin}]
[[joints]]
name = "hinge"
type = "revolute"
bodies = ["world", "door"]
"#,
            0.5 * spin
        )
    };
    for spin in [0.0, 2.0] {
        let i = seen(&door(spin));
        assert_eq!(
            (i.freedoms(), i.frequencies.len(), i.unstable),
            (Some(1), 0, 0),
            "{:?}",
            i.modes
        );
    }
}

/// The sleeping top: J w^2 - Jp W w + m g l = 0, in J about the fixed point; unstable below
/// W = 2 sqrt(J m g l)/Jp.
#[test]
fn a_sleeping_top_is_stable_above_its_critical_spin() {
    let top = |spin: f64| {
        format!(
            r#"
gravity = [0, 0, -10]
[[bodies]]
name = "top"
type = "spatial"
mass = 1
principal = [0.03, 0.03, 0.02]
position = [0, 0, 0.5]
spin = [0, 0, {spin}]
[[joints]]
name = "tip"
type = "spherical"
bodies = ["world", "top"]
"#
        )
    };
    let (J, Jp, mgl): (f64, f64, f64) = (0.03 + 0.25, 0.02, 5.0);
    let critical = 2.0 * (J * mgl).sqrt() / Jp;
    let i = seen(&top(1.2 * critical));
    let p = 0.5 * Jp * 1.2 * critical / J;
    let root = (p * p - mgl / J).sqrt();
    close(&i.frequencies, &[p - root, p + root], 1e-9);
    assert_eq!((i.unstable, i.steadiness), (0, Steadiness::Steady));
    assert!(seen(&top(0.8 * critical)).unstable > 0);
}

/// m x'' + c x' + k x = 0.
#[test]
fn damping_ratios() {
    let text = "[[bodies]]\nname = \"m\"\ntype = \"point\"\ndim = 1\nmass = 2\n[[forces]]\nname = \"s\"\ntype = \"spring\"\nalong = \"direction\"\ndirection = [1, 0, 0]\nb = { body = \"m\" }\nk = 50\nc = 4\n";
    let i = seen(text);
    close(&[i.modes[0].damping_ratio(), i.frequencies[0]], &[0.2, 24.0_f64.sqrt()], 1e-12);
    // overdamped: two decays, no frequency
    let i = seen(&text.replace("c = 4", "c = 40"));
    assert_eq!(i.frequencies.len(), 0);
    let exact = [10.0 - 75.0_f64.sqrt(), 10.0 + 75.0_f64.sqrt()];
    close(&[-i.modes[0].re, -i.modes[1].re], &exact, 1e-12);
}

/// A mass on a spring that turns about its end: r = k L/(k - m w^2), and dr'' = -(k/m + 3 w^2) dr.
#[test]
fn steady_rotation_is_an_equilibrium_of_the_turning_frame() {
    let text = "[[bodies]]\nname = \"m\"\ntype = \"point\"\ndim = DIM\nmass = 2\nq0 = Q0\n[[forces]]\nname = \"s\"\ntype = \"spring\"\nb = { body = \"m\" }\nk = 100\n";
    let omega = V3::new(0.0, 0.0, 4.0);
    for (dim, q0) in [("2", "[1, 0]"), ("3", "[1, 0, 0]")] {
        let mut p = prepared(&text.replace("DIM", dim).replace("Q0", q0));
        let settings = StaticSettings::new(0.0);
        let path = rotating_equilibrium(&mut p.system, &p.q0, omega, &settings).unwrap();
        let q = path.last().unwrap().q.clone();
        close(&q[..1], &[100.0 / (100.0 - 2.0 * 16.0)], 1e-10);
        let u = rigid_rotation(&p.system, &q, &omega).0;
        let how = Look { rotating: omega, ..Look::default() };
        let i = look(&p.system, &q, &u, &how);
        // in space the mass also swings out of the plane, as often as it turns
        let swing = if dim == "3" { vec![4.0] } else { vec![] };
        let exact: Vec<f64> = swing.into_iter().chain([98.0_f64.sqrt()]).collect();
        close(&i.frequencies, &exact, 1e-6);
        assert_eq!((i.unstable, i.steadiness), (0, Steadiness::Steady));
    }
}

/// A bar that turns about its end stretches by rho A w^2 L^3 / (3 EA), in small strains; a beam in
/// the plane and a rod in space alike.
#[test]
fn a_turning_beam_stretches() {
    for (kind, more) in [("beam", ""), ("rod", ", GJ = 2e3")] {
        let text = format!(
            "[[bodies]]\nname = \"b\"\ntype = \"{kind}\"\nlength = 2\nelements = 8\nsection = {{ EA = 1e7, GA = 5e6, EI = 3e3, rhoA = 1.5, rhoI = 1e-4{more} }}\n[[joints]]\nname = \"hub\"\ntype = \"fixed\"\nbodies = [\"world\", \"b\"]\n"
        );
        let mut p = prepared(&text);
        let omega = V3::new(0.0, 0.0, 30.0);
        let path =
            rotating_equilibrium(&mut p.system, &p.q0, omega, &StaticSettings::new(0.0)).unwrap();
        let q = &path.last().unwrap().q;
        let tip = p.system.q_names.iter().position(|n| n == "b.x8").unwrap();
        close(&[q[tip] - 2.0], &[1.5 * 900.0 * 8.0 / 3e7], 2e-3);
        // stiffened by rotation: a cantilever's first flap frequency grows towards
        // w1^2 = w0^2 + 1.19 omega^2 (Southwell), with w0 = 3.516 sqrt(EI/(rhoA L^4))
        if kind == "rod" {
            let u = rigid_rotation(&p.system, q, &omega).0;
            let how = Look { rotating: omega, ..Look::default() };
            let i = look(&p.system, q, &u, &how);
            let w0 = 3.516 * (3e3_f64 / (1.5 * 16.0)).sqrt();
            let flap = (w0 * w0 + 1.19 * 900.0).sqrt();
            let lag = (w0 * w0 + 0.19 * 900.0).sqrt();
            close(&i.frequencies[..2], &[lag, flap], 0.02);
        }
    }
}

/// A frame turns about z only where bodies move in the plane, and gravity must lie along the axis.
#[test]
fn frames_that_cannot_turn_are_refused() {
    let text =
        "gravity = [0, -9.81, 0]\n[[bodies]]\nname = \"m\"\ntype = \"planar\"\nmass = 2\nJ = 1\n";
    let mut p = prepared(text);
    let mut why = |omega: V3| {
        let path = rotating_equilibrium(&mut p.system, &p.q0, omega, &StaticSettings::new(0.0));
        path.unwrap_err().to_string()
    };
    assert!(why(V3::x()).contains("moves in the plane"));
    assert!(why(V3::z()).contains("along the axis"));
    assert!(why(V3::new(0.0, 0.0, f64::NAN)).contains("finite"));
}

/// What falls onto something asks for a step, springs or not.
#[test]
fn the_suggested_step_knows_contacts() {
    let text = "gravity = [0, -9.81, 0]\n[[bodies]]\nname = \"car\"\ntype = \"planar\"\nmass = 1000\nJ = 1500\nposition = [0, 1]\n[[shapes]]\nname = \"floor\"\ntype = \"plane\"\nnormal = [0, 1]\n[[shapes]]\nname = \"body\"\ntype = \"box\"\nbody = \"car\"\nsize = [4, 1]\n[[contacts]]\nname = \"c\"\nbetween = [\"floor\", \"body\"]\n";
    let i = seen(text);
    // a fiftieth of sqrt(2 k/g) with k = sqrt(1.5): 0.00999, rounded down
    assert_eq!(i.dt, Some(0.005));
}

/// Rolling binds velocities, not places: a wheel on the plane has all its places, and no frequency.
#[test]
fn rolling_does_not_bind_places() {
    let text = "[[bodies]]\nname = \"wheel\"\ntype = \"planar\"\nmass = 1\nJ = 0.5\nposition = [0, 1]\nvelocity = [1, 0]\nspin = -1\n[[joints]]\nname = \"roll\"\ntype = \"rolling-planar\"\nradius = 1\nb = { body = \"wheel\" }\n[[forces]]\nname = \"s\"\ntype = \"spring\"\nalong = \"direction\"\ndirection = [1, 0, 0]\nb = { body = \"wheel\" }\nk = 6\n";
    let i = seen(&text.replace("velocity = [1, 0]\nspin = -1\n", ""));
    // (m + J/r^2) x'' + k x = 0
    close(&i.frequencies, &[2.0], 1e-9);
}

/// Bodies that nothing holds, in numbers beyond the dense matrices: no vibration, no panic.
#[test]
fn many_free_bodies_do_not_make_check_panic() {
    let text = "gravity = [0, 0, -9.81]\n[[bodies]]\nname = \"b{i}\"\ntype = \"spatial\"\nmass = 1\nprincipal = [1, 1, 1]\nposition = [\"3*i\", 0, 0]\nrepeat = 70\n";
    let i = seen(text);
    assert_eq!((i.freedoms(), i.frequencies.len(), i.highest), (Some(420), 0, None));
}
