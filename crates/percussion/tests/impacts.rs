//! Impacts and restitution in schemes with constant steps.
#![allow(non_snake_case)]

use percussion::problems::{find, load, prepare, Prepared};
use percussion::record::{Record, Status};
use percussion::run::{simulate, Settings};
use percussion::schemes::{Scheme, Start};
use std::ops::ControlFlow;

fn scheme(name: &str, options: &[(&str, &str)]) -> Scheme {
    let scheme = Scheme::new(name).unwrap();
    options.iter().fold(scheme, |s, (name, value)| s.set(name, value).unwrap())
}

fn file(text: &str) -> Prepared {
    let file = load("test.toml", text, &|_| Err("nothing".into()), &[]);
    file.and_then(|f| f.prepare()).unwrap_or_else(|d| panic!("{d}"))
}

fn run(p: &Prepared, scheme: &Scheme, settings: Settings) -> Record {
    let go_on = |_, _| ControlFlow::Continue(());
    let r = simulate(&p.system, scheme, &p.q0, &p.u0, settings, go_on);
    assert_eq!(r.status, Status::Done);
    r
}

/// The last coordinates.
fn end(p: &Prepared, scheme: &Scheme, settings: Settings) -> Vec<f64> {
    let r = run(p, scheme, settings);
    r.q(r.len() - 1).to_vec()
}

fn distance(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
}

/// A hoop with a particle on its rim rolls, slips from 0.13 s to 0.44 s, and jumps at 0.69 s.
const HOOP: &str = r#"
gravity = [0, -9.81, 0]
[parameters]
th = "pi/2 - 0.05"
[[bodies]]
name = "hoop"
type = "planar"
mass = 0.3
J = 0.075
position = [0, 0.5]
angle = "th"
velocity = [2.25, 0]
spin = -4.5
attached = [{ mass = 1, at = [0.5, 0, 0] }]
[[shapes]]
name = "floor"
type = "plane"
normal = [0, 1, 0]
[[shapes]]
name = "rim"
type = "sphere"
body = "hoop"
radius = 0.5
[[contacts]]
name = "c"
between = ["floor", "rim"]
mu = 0.6
e_N = 0.3
"#;

/// The normal turns while the contact presses: its old velocity along the new normal is no approach.
#[test]
fn restitution_does_not_let_go_of_pressed_contacts() {
    let p = file(HOOP);
    let exact = end(&p, &scheme("hybrid", &[("tol", "1e-11")]), Settings::new(1e-2, 1.0));
    let error = |name: &str, dt: f64| {
        distance(&end(&p, &scheme(name, &[]), Settings::new(dt, 1.0)), &exact)
    };
    for (name, most) in [("alpha", 2e-4), ("high-order", 1e-5), ("splitting", 3e-4)] {
        let e = error(name, 1e-3);
        assert!(e < most, "{name}: {e:e}");
    }
    let (coarse, fine) = (error("alpha", 4e-3), error("alpha", 5e-4));
    // three halvings of the step
    assert!((coarse / fine).log2() > 1.7 * 3.0, "{coarse:e} {fine:e}");
    let r = run(&p, &scheme("alpha", &[]), Settings::new(1e-3, 1e-2));
    let P = r.column("PN.c").unwrap();
    assert!(P[1..].iter().all(|P| *P > 0.0), "{P:?}");
    let high = run(&p, &scheme("high-order", &[]), Settings::new(1e-3, 1.0));
    // sliding may begin in the other direction for an instant
    let kinds = high.events.iter().map(|e| e.kind).filter(|k| *k != "reversal");
    let kinds: Vec<&str> = kinds.collect();
    assert_eq!(kinds, ["slip", "stick", "slip", "take-off"]);
}

/// The first of five balls that touch hits the others when the first step begins.
#[test]
fn balls_that_touch_and_approach_rebound() {
    let p = prepare(find("ball-chain").unwrap(), &[]).unwrap();
    for name in ["alpha", "moreau", "splitting", "high-order", "hybrid"] {
        let r = run(&p, &scheme(name, &[]), Settings::new(1e-3, 1e-2));
        let u = r.u(r.len() - 1);
        assert!(distance(u, &[-0.6, 0.4, 0.4, 0.4, 0.4]) < 1e-12, "{name}: {u:?}");
    }
}

/// Masses on a line above a floor or wall at 0, with a weight: point masses, then contacts from below.
fn line(weight: f64, e_N: f64, bodies: &[(f64, f64, f64)], more: &str) -> Prepared {
    let mut text = format!("gravity = [{}, 0, 0]\n", -weight);
    for (k, (mass, x, u)) in bodies.iter().enumerate() {
        text += &format!(
            "[[bodies]]\nname = \"b{k}\"\ntype = \"point\"\ndim = 1\nmass = {mass:e}\nposition = [{x:e}]\nvelocity = [{u:e}]\n\
             [[contacts]]\nname = \"c{k}\"\ntype = \"stop\"\nalong = \"direction\"\ndirection = [1, 0, 0]\n{}\
             b = {{ body = \"b{k}\" }}\nmin = 0\ne_N = {e_N:e}\n",
            if k == 0 { String::new() } else { format!("a = {{ body = \"b{}\" }}\n", k - 1) }
        );
    }
    file(&(text + more))
}

/// Height and velocity at time t of a ball that falls from rest at 1 m and bounces with restitution e until it rests.
fn bouncing(e: f64, t: f64) -> f64 {
    let g: f64 = 9.81;
    let (mut begin, mut v) = (-(2.0 / g).sqrt(), (2.0 * g).sqrt());
    while t - begin > 2.0 * v / g {
        (begin, v) = (begin + 2.0 * v / g, e * v);
        if v < 1e-12 {
            return 0.0;
        }
    }
    let x = t - begin;
    v * x - 0.5 * g * x * x
}

#[test]
fn an_elastic_ball_keeps_its_height() {
    let p = line(9.81, 1.0, &[(1.0, 1.0, 0.0)], "");
    let r = run(&p, &scheme("alpha", &[]), Settings { every: 1000, ..Settings::new(1e-3, 200.0) });
    let (q, u) = (r.q(r.len() - 1)[0], r.u(r.len() - 1)[0]);
    let height = q + u * u / (2.0 * 9.81);
    assert!((height - 1.0).abs() < 1e-9, "{height}");
}

#[test]
fn a_ball_bounces_to_rest_at_second_order() {
    let p = line(9.81, 0.8, &[(1.0, 1.0, 0.0)], "");
    for (dt, most) in [(8e-3, 8e-5), (4e-3, 3e-5), (2e-3, 8e-6), (1e-3, 2e-6)] {
        let r = run(&p, &scheme("alpha", &[]), Settings::new(dt, 5.0));
        let error = |k: usize| (r.q(k)[0] - bouncing(0.8, r.row(k)[0])).abs();
        let e = (0..r.len()).map(error).fold(0.0, f64::max);
        assert!(e < most, "dt {dt}: {e:e}");
        assert!(r.events.iter().any(|e| e.kind == "accumulation"));
    }
}

/// 31 impacts of two masses in front of a wall, the larger one a hundred times the other: their number counts digits of pi.
#[test]
fn a_billiard_of_two_masses_keeps_its_energy() {
    let p = line(0.0, 1.0, &[(1.0, 1.0, 0.0), (100.0, 2.0, -1.0)], "");
    let r = run(&p, &scheme("alpha", &[]), Settings::new(1e-2, 6.0));
    let hits = r.events.iter().filter(|e| e.kind == "impact").count();
    assert_eq!(hits, 31);
    let u = r.u(r.len() - 1);
    let energy = (u[0] * u[0] + 100.0 * u[1] * u[1]) / 100.0;
    assert!((energy - 1.0).abs() < 1e-12, "{energy}");
}

/// A ball bounces between a floor and a ceiling with e_F = 1: spin and velocity come back in a cycle, no energy is lost.
#[test]
fn a_superball_keeps_its_energy() {
    let p = file(
        r#"
[[bodies]]
name = "ball"
type = "planar"
mass = 1
J = 0.4e-2
position = [0, 0.35]
velocity = [1, 3]
[[shapes]]
name = "floor"
type = "plane"
normal = [0, 1, 0]
[[shapes]]
name = "ceiling"
type = "plane"
normal = [0, -1, 0]
at = [0, 1, 0]
[[shapes]]
name = "rim"
type = "sphere"
body = "ball"
radius = 0.1
[[contacts]]
name = "low"
between = ["floor", "rim"]
mu = 10
e_N = 1
e_F = 1
[[contacts]]
name = "high"
between = ["ceiling", "rim"]
mu = 10
e_N = 1
e_F = 1
"#,
    );
    let r = run(&p, &scheme("alpha", &[]), Settings::new(1e-2, 4.0));
    // from impact to impact γ = u_x ± R ω changes its sign, and u_x R/J_R + .. is kept: by hand
    let (mut t, mut q, mut u, J, R) = (0.0, [0.0, 0.35, 0.0], [1.0, 3.0, 0.0], 0.4e-2, 0.1);
    let exact = loop {
        let left: f64 = if u[1] > 0.0 { (0.9 - q[1]) / u[1] } else { (0.1 - q[1]) / u[1] };
        let x = left.min(4.0 - t);
        (0..3).for_each(|k| q[k] += x * u[k]);
        t += x;
        if x < left {
            break q;
        }
        let s = if u[1] > 0.0 { -1.0 } else { 1.0 };
        let gamma: f64 = u[0] + s * R * u[2];
        let P = -2.0 * gamma / (1.0 + R * R / J);
        u = [u[0] + P, -u[1], u[2] + s * R * P / J];
    };
    let e = distance(r.q(r.len() - 1), &exact);
    assert!(e < 1e-8, "{e:e}: {:?} {exact:?}", r.q(r.len() - 1));
    let st = &r.statistics;
    assert!((st.energy_end - st.energy_start).abs() < 1e-10 && st.energy_max_increase < 1e-10);
}

/// A point thrown up reaches over a ceiling by d for the time 2 sqrt(2 d/g).
#[test]
fn grazed_ceilings_are_not_missed() {
    for d in [1e-1_f64, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9] {
        let p = file(&format!(
            "gravity = [-9.81, 0, 0]\n[[bodies]]\nname = \"m\"\ntype = \"point\"\ndim = 1\nmass = 1\nvelocity = [5]\n\
             [[contacts]]\nname = \"ceiling\"\ntype = \"stop\"\nalong = \"direction\"\ndirection = [1, 0, 0]\n\
             b = {{ body = \"m\" }}\nmax = {:e}\ne_N = 1\n",
            25.0 / 19.62 - d
        ));
        let r = run(&p, &scheme("alpha", &[]), Settings::new(1e-2, 1.0));
        // the parabola without what is above the ceiling
        let v = (2.0 * 9.81 * d).sqrt();
        let x = 1.0 + 2.0 * v / 9.81;
        let exact = 5.0 * x - 0.5 * 9.81 * x * x;
        let e = (r.q(r.len() - 1)[0] - exact).abs();
        assert!(e < 1e-9, "d {d:e}: {e:e}");
        assert_eq!(r.events.iter().filter(|e| e.kind == "impact").count(), 1, "d {d:e}");
    }
}

const OSCILLATOR: &str = r#"
[[bodies]]
name = "b"
type = "point"
dim = 1
mass = 1
position = [0.3]
[[contacts]]
name = "stop"
type = "stop"
along = "direction"
direction = [1, 0, 0]
b = { body = "b" }
min = -0.1
e_N = 0.7
[[forces]]
name = "f"
type = "force"
at = { body = "b" }
force = ["30*cos(4*t) - 40*b.x - 4*b.x'", 0, 0]
"#;

/// A block on a rough floor is pushed to and fro and never sticks.
const SHAKEN: &str = r#"
gravity = [0, -9.81, 0]
[[bodies]]
name = "b"
type = "planar"
mass = 1
J = 1e3
position = [0, 0.1]
[[shapes]]
name = "floor"
type = "plane"
normal = [0, 1, 0]
[[shapes]]
name = "foot"
type = "sphere"
body = "b"
radius = 0.1
[[contacts]]
name = "c"
between = ["floor", "foot"]
mu = 0.3
e_N = 0.5
[[forces]]
name = "f"
type = "force"
at = { body = "b" }
force = ["30*cos(10*t)", 0, 0]
"#;

/// A disc with spin bounces, slides and rolls in the end.
const DISC: &str = r#"
gravity = [0, -9.81, 0]
[[bodies]]
name = "d"
type = "planar"
mass = 1
J = "0.4*0.03^2"
position = [0, 0.33]
velocity = [0.5, 0]
spin = 100
[[shapes]]
name = "floor"
type = "plane"
normal = [0, 1, 0]
[[shapes]]
name = "rim"
type = "sphere"
body = "d"
radius = 0.03
[[contacts]]
name = "c"
between = ["floor", "rim"]
mu = 0.05
e_N = 0.5
"#;

/// Largest difference to the reference in rows that are `every` apart, at four steps.
fn errors(text: &str, dt: f64, t_end: f64, every: f64) -> [f64; 4] {
    let p = file(text);
    let exact = run(&p, &scheme("hybrid", &[("tol", "1e-11")]), Settings::new(every, t_end));
    [1.0, 2.0, 4.0, 8.0].map(|n| {
        let at =
            Settings { every: (every * n / dt).round() as usize, ..Settings::new(dt / n, t_end) };
        let r = run(&p, &scheme("alpha", &[]), at);
        let e = (0..r.len()).map(|k| {
            let t = r.row(k)[0];
            let j = (0..exact.len()).find(|j| (exact.row(*j)[0] - t).abs() < 1e-9).unwrap();
            distance(r.q(k), exact.q(j))
        });
        e.fold(0.0, f64::max)
    })
}

#[test]
fn impacts_and_reversals_are_of_second_order() {
    for (name, text, t_end) in [("oscillator", OSCILLATOR, 6.0), ("shaken block", SHAKEN, 2.0)] {
        let e = errors(text, 4e-3, t_end, 0.02);
        assert!((e[0] / e[3]).log2() > 1.9 * 3.0 && e[3] < 3.5e-6, "{name}: {e:?}");
    }
    let e = errors(DISC, 4e-3, 2.0, 0.02);
    assert!(e.iter().all(|e| *e < 1e-6), "disc: {e:?}");
}

/// What is resumed between steps with located impacts has the same bits.
#[test]
fn a_run_with_located_impacts_resumes_bit_for_bit() {
    let p = line(9.81, 0.5, &[(1.0, 0.2, 0.0), (1.0, 0.35, 0.0), (1.0, 0.5, 0.0)], "");
    let (scheme, dt) = (scheme("alpha", &[]), 1e-3);
    let mut whole = scheme.start(&p.system, &Start { t: 0.0, q: &p.q0, u: &p.u0, dt }).unwrap();
    for k in 0..900 {
        let saved = whole.save();
        whole.step(dt).unwrap();
        let mut again = scheme.resume(&p.system, &saved).unwrap();
        again.step(dt).unwrap();
        let bits = |v: &[f64]| v.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
        let (a, b) = (whole.state(), again.state());
        assert_eq!(
            [bits(&a.q), bits(&a.u), bits(&a.P)],
            [bits(&b.q), bits(&b.u), bits(&b.P)],
            "{k}"
        );
    }
}
