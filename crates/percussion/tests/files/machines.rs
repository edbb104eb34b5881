//! Machines whose parts touch by outlines: ratios, forces and rest, and changes of features under several schemes.

use crate::common::{load_text, model, run, Run};
use percussion::shapes::Gear;
use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, PI, TAU};

/// Schemes that capture events, and those that locate them.
const SCHEMES: [&str; 4] = ["alpha", "moreau", "hybrid", "event-driven"];

fn under(name: &str, scheme: &str, t_end: Option<f64>, sets: &[(&str, &str)]) -> Run {
    let mut file = model(name, sets);
    file.scheme = scheme.into();
    file.t_end = t_end.or(file.t_end);
    run(file).done()
}

fn go(name: &str, sets: &[(&str, &str)]) -> Run {
    let r = run(model(name, sets)).done();
    assert!(r.record.statistics.penetration < 1e-9, "{}", r.record.statistics.penetration);
    assert!(r.record.statistics.position < 1e-9);
    r
}

/// All columns whose names begin so, in row k.
fn all(r: &Run, k: usize, begin: &str) -> Vec<f64> {
    let of = |(c, v): (&String, &f64)| c.starts_with(begin).then_some(*v);
    r.record.columns.iter().zip(r.record.row(k)).filter_map(of).collect()
}

/// The speeds are in the ratio of the teeth to rounding, and the flanks press as T = F r_b says, one or two pairs of them.
#[test]
fn gear_pair_keeps_its_ratio_and_its_force() {
    let r = go("gear-pair", &[]);
    let gear = |z: usize| Gear::new(z, 0.002, 20f64.to_radians()).outline().unwrap();
    let [j1, j2] = [20, 30].map(|z| {
        let [xx, _, yy] = gear(z).area_properties().2;
        78.0 * (xx + yy)
    });
    let base = 0.02 * 20f64.to_radians().cos();
    // J1 a = T - F r_b,  -J2 a z1/z2 = -L + F r_b z2/z1
    let a = (2.0 - 2.4 / 1.5) / (j1 + j2 / 2.25);
    let force = (2.0 - j1 * a) / base;
    let slip = |k: usize| r.at(k, "q.pinion.theta") + 1.5 * r.at(k, "q.wheel.theta");
    let rows = r.record.len();
    let first = (0..rows).find(|&k| all(&r, k, "laN.").iter().sum::<f64>() > 0.0).unwrap() + 5;
    let theta = r.column("q.pinion.theta");
    // of the last three pitches, by the angle
    let (mut whole, mut twice) = (0.0, 0.0);
    for k in first..rows {
        // gaps of two flanks that depend on each other hold to the tolerance of the step, 1e-12; over the base radius that is 2e-11
        assert!((slip(k) - slip(first)).abs() < 2e-11, "{}", slip(k) - slip(first));
        let u = r.at(k, "u.pinion.theta") + 1.5 * r.at(k, "u.wheel.theta");
        assert!(u.abs() < 1e-10, "{u}");
        let F: f64 = all(&r, k, "laN.").iter().sum();
        assert!((F - force).abs() < 1e-7 * force, "{k}: {F} {force}");
        let pairs = all(&r, k, "gN.").iter().filter(|g| g.abs() < 1e-12).count();
        assert!((1..=2).contains(&pairs), "{pairs} pairs of flanks touch");
        if theta[k] > theta[rows - 1] - 3.0 * TAU / 20.0 {
            whole += theta[k] - theta[k - 1];
            twice += if pairs == 2 { theta[k] - theta[k - 1] } else { 0.0 };
        }
    }
    // the contact ratio of these gears is 1.605
    let ratio = 1.0 + twice / whole;
    assert!((ratio - 1.605).abs() < 0.03, "{ratio}");
}

#[test]
fn gears_turn_at_their_ratio_under_every_scheme() {
    for scheme in SCHEMES {
        let r = under("gear-pair", scheme, Some(0.012), &[]);
        let n = r.record.len();
        let slip = |k: usize| r.at(k, "q.pinion.theta") + 1.5 * r.at(k, "q.wheel.theta");
        // velocity level only: what it drifts is of the size of a step
        let tol = if scheme == "moreau" { 2e-4 } else { 1e-10 };
        assert!((slip(n - 1) - slip(n / 2)).abs() < tol, "{scheme}: {}", slip(n - 1) - slip(n / 2));
        assert!(
            (r.last("q.pinion.theta") - 0.4577).abs() < 2e-3,
            "{scheme} {}",
            r.last("q.pinion.theta")
        );
    }
}

#[test]
fn idle_gears_rattle_within_their_play() {
    let r = go("rattling-gears", &[]);
    // normal distance of the flanks: play of both gears times cos(alpha)
    let base = 0.024 * 20f64.to_radians().cos();
    let start = r.at(0, "q.pinion.theta") + 1.5 * r.at(0, "q.wheel.theta");
    let side =
        |k: usize| base * (r.at(k, "q.pinion.theta") + 1.5 * r.at(k, "q.wheel.theta") - start);
    let half = 5e-5 * 20f64.to_radians().cos();
    let all: Vec<f64> = (0..r.record.len()).map(side).collect();
    assert!(all.iter().all(|s| s.abs() < half + 1e-10), "{all:?}");
    let reaches = |sign: f64| all.iter().any(|s| (sign * s - half).abs() < 1e-9);
    assert!(reaches(1.0) && reaches(-1.0));
    assert!(r.record.events.iter().filter(|e| e.kind == "impact").count() > 10);
}

/// A quarter for each turn of the crank, at rest in between; while the pin drives, the angle is that of the triangle of shafts and pin.
#[test]
fn geneva_drive_advances_by_quarters_under_every_scheme() {
    for scheme in SCHEMES {
        let r = under("geneva", scheme, None, &[]);
        let (d, a) = (0.1, 0.1 * FRAC_PI_4.sin());
        // play: half a millimetre at the rim and in the slot
        for k in 0..r.record.len() {
            let crank = r.at(k, "q.crank.theta");
            let cross = FRAC_PI_4 - r.at(k, "q.cross.theta");
            let turns = ((crank - PI) / TAU).round();
            // from the line of shafts to the pin
            let phi = crank - PI - TAU * turns;
            let exact = match phi.abs() < FRAC_PI_4 {
                true => turns + ((a * phi.sin()).atan2(d - a * phi.cos()) + FRAC_PI_4) / FRAC_PI_2,
                false => turns + if phi > 0.0 { 1.0 } else { 0.0 },
            };
            let play = if phi.abs() < 0.95 * FRAC_PI_4 || phi.abs() > 1.05 * FRAC_PI_4 {
                0.02
            } else {
                0.06
            };
            assert!(
                (cross - exact * FRAC_PI_2).abs() < play,
                "{scheme} {crank}: {cross} {}",
                exact * FRAC_PI_2
            );
        }
        assert!((r.last("q.cross.theta") + 1.5 * FRAC_PI_2).abs() < 0.02, "{scheme}");
    }
}

#[test]
fn ratchet_with_teeth_turns_one_way_under_every_scheme() {
    for scheme in SCHEMES {
        let r = under("ratchet-teeth", scheme, Some(1.0), &[]);
        let theta = r.column("q.wheel.theta");
        let mut best = f64::MIN;
        for t in &theta {
            best = best.max(*t);
            assert!(*t > best - 1.2 * TAU / 16.0, "{scheme}: {t} after {best}");
        }
        // how far it gets depends on every impact
        assert!(best > 0.5 * TAU / 16.0, "{scheme}: {best}");
        // the pawl never leaves the teeth behind
        assert!(r.column("q.pawl.theta").iter().all(|p| p.abs() < 0.15), "{scheme}");
    }
}

/// Every pin lies in its cut: r/sin β above the bottom. Then pins of the right length end at one height.
#[test]
fn key_lifts_the_pins_of_a_lock() {
    let rest = |cut: f64| 0.008 - cut + 0.001 / 50f64.to_radians().sin();
    let r = go("lock", &[]);
    for (k, cut) in [0.002, 0.003, 0.0015, 0.0025].into_iter().enumerate() {
        let y = r.last(&format!("q.pin{}.y", k + 1));
        assert!((y - rest(cut)).abs() < 1e-9, "{y} {}", rest(cut));
    }
    // a spring of 100 N/m that is compressed to there, and the weight, on two sides of a cut
    let F: f64 = all(&r, r.record.len() - 1, "laN.lift2").iter().sum();
    let load = 100.0 * (rest(0.003) + 0.01) + 0.002 * 9.81;
    // friction helps or hinders
    let of = |mu: f64| load / (50f64.to_radians().sin() + mu * 50f64.to_radians().cos());
    assert!(F <= of(-0.1) + 1e-9 && F >= of(0.1) - 1e-9, "{} {F} {}", of(0.1), of(-0.1));
    let wrong = go("lock", &[("cut3", "0.0035")]);
    assert!((wrong.last("q.pin3.y") - rest(0.0035)).abs() < 1e-9);
}

#[test]
fn bolt_finds_its_hole_and_stands_on_the_ground() {
    let r = go("peg-in-hole", &[]);
    assert!((r.last("q.bolt.y") + 0.02).abs() < 1e-9, "{}", r.last("q.bolt.y"));
    assert!(r.last("q.bolt.x").abs() < 5e-4 + 1e-9 && r.last("q.bolt.theta").abs() < 1e-9);
    let F: f64 = all(&r, r.record.len() - 1, "laN.").iter().sum();
    assert!((F - 0.981).abs() < 1e-8, "{F}");
    // too wide: it stays outside
    let wide = go("peg-in-hole", &[("c", "-0.0005")]);
    assert!(wide.last("q.bolt.y") > 0.02, "{}", wide.last("q.bolt.y"));
}

#[test]
fn robot_climbs_stairs() {
    let r = go("stairs", &[]);
    // it stands on the third step, on the feet on which it began, or on the next ones
    assert!(r.last("q.robot.x") > 0.4, "{}", r.last("q.robot.x"));
    for axle in ["q.front.y", "q.rear.y"] {
        let above = r.last(axle) - 0.12;
        assert!(above > 0.047 - 1e-9 && above < 0.082 + 1e-9, "{axle} {above}");
    }
}

/// A block falls out of the third layer; what is above has not moved by more than friction took along.
#[test]
fn jenga_tower_stays() {
    let r = go("jenga", &[]);
    assert!(r.last("q.block6.x") > 0.05 && (r.last("q.block6.y") - 0.0075).abs() < 1e-9);
    assert!((r.last("q.long2.y") - 0.0525).abs() < 1e-9 && r.last("q.long2.x").abs() < 0.005);
    assert!(r.speed() < 1e-9, "{}", r.speed());
    let last = r.record.len() - 1;
    let table: f64 = all(&r, last, "laN.table").iter().sum();
    assert!((table - 12.0 * 0.016 * 9.81).abs() < 1e-6, "{table}");
}

/// Parts travel along the rising swing, and as far to the other side with the other slope.
#[test]
fn feeder_carries_parts_along() {
    let r = go("feeder", &[]);
    let far = |r: &Run| r.last("q.part2.x") - r.at(0, "q.part2.x");
    assert!(far(&r) > 0.02, "{}", far(&r));
    for k in [1, 3] {
        let way = r.last(&format!("q.part{k}.x")) - r.at(0, &format!("q.part{k}.x"));
        assert!((way - far(&r)).abs() < 1e-6);
    }
    let back = go("feeder", &[("slope", "-25*pi/180")]);
    assert!(far(&back) < -0.01, "{}", far(&back));
}

/// Where nothing slips, the cage turns at omega r_i/(r_i + r_o); the balls below carry the shaft.
#[test]
fn cage_of_a_bearing_turns_with_the_balls() {
    let mut file = model("ball-bearing", &[]);
    file.t_end = Some(0.8);
    let r = run(file).done();
    assert!(r.record.statistics.penetration < 1e-9);
    let n = r.record.len();
    let (t, cage) = (r.column("t"), r.column("q.cage.theta"));
    let mean = (cage[n - 1] - cage[n / 4]) / (t[n - 1] - t[n / 4]);
    let exact = 20.0 * 0.02 / (0.02 + 0.03202);
    // a ball that is not loaded runs on the outside of its pocket
    assert!((mean / exact - 1.0).abs() < 0.03, "{mean} {exact}");
    let lift: f64 = (n / 2..n)
        .map(|k| {
            (1..=8)
                .map(|i| {
                    let (x, y) =
                        (r.at(k, &format!("q.ball{i}.x")), r.at(k, &format!("q.ball{i}.y")));
                    let (x, y) = (x - r.at(k, "q.shaft.x"), y - r.at(k, "q.shaft.y"));
                    let l = x.hypot(y);
                    -r.at(k, &format!("laN.inner{i}")) * y / l
                })
                .sum::<f64>()
        })
        .sum::<f64>()
        / (n - n / 2) as f64;
    assert!((lift / 19.62 - 1.0).abs() < 0.1, "{lift}");
}

#[test]
fn chain_of_links_hangs_still() {
    let r = go("chain-links", &[]);
    let last = r.record.len() - 1;
    // what the hook carries is the weight of all links
    let hook: f64 = all(&r, last, "laN.hook").iter().sum();
    assert!((hook - 4.0 * 0.02 * 9.81).abs() < 1e-9, "{hook}");
    // each bar lies on the one below: links are l - 2 r apart
    let z = |i: usize| r.last(&format!("q.link{i}.z"));
    assert!((1..4).all(|i| (z(i) - z(i + 1) - 0.018).abs() < 1e-9) && r.speed() < 1e-9);
}

/// A disc without friction slides over the edge of a box: it turns about the edge while m (g cos φ - v²/R) presses it on, and
/// leaves it at cos φ = 2/3 + v0²/(3 g R).
#[test]
fn disc_leaves_the_edge_of_a_box_where_the_force_vanishes() {
    let text = |shape: &str| {
        format!(
            r#"
gravity = [0, -9.81, 0]
[[bodies]]
name = "disc"
type = "planar"
mass = 1
J = 0.005
position = [-0.1, 0.1]
velocity = [0.5, 0]
[[shapes]]
name = "round"
type = "sphere"
body = "disc"
radius = 0.1
[[shapes]]
name = "ledge"
{shape}
[[contacts]]
name = "edge"
between = ["ledge", "round"]
[run]
dt = 5e-4
t_end = 0.5
"#
        )
    };
    let shapes = [
        "type = \"box\"\nat = [-1, -0.5]\nsize = [2, 1]",
        "type = \"outline\"\npoints = [[-2, -1], [0, -1], [0, 0], [-2, 0]]",
    ];
    let exact = 2.0 / 3.0 + 0.25 / (3.0 * 9.81 * 0.1);
    for shape in shapes {
        for scheme in SCHEMES {
            let mut file = load_text(&text(shape)).unwrap();
            file.scheme = scheme.into();
            let r = run(file).done();
            let off = |e: &&percussion::record::Event| e.kind == "take-off" && e.t > 0.21;
            let t = r
                .record
                .events
                .iter()
                .find(off)
                .unwrap_or_else(|| panic!("{scheme}: {:?}", r.record.events))
                .t;
            let k = (0..r.record.len()).find(|&k| r.at(k, "t") >= t - 1e-12).unwrap();
            let cos = r.at(k, "q.disc.y") / 0.1;
            let tol = match scheme {
                "event-driven" => 1e-7,
                _ => 1e-2,
            };
            assert!((cos - exact).abs() < tol, "{scheme} {shape}: {cos} {exact}");
            if scheme == "event-driven" {
                let edge = r.record.events.iter().find(|e| e.kind == "feature").unwrap();
                // a face of a box ends 1e-8 of its size behind its edge, where the gap differs by the square of that
                let border = if shape.contains("box") { 1e-7 } else { 1e-9 };
                assert!((edge.t - 0.2).abs() < border, "{shape}: {}", edge.t);
            }
        }
    }
}

/// A cam like a drop: a circle and two lines that meet in a corner. The roller follows it over the corner, around which it
/// turns, and is highest there.
#[test]
fn roller_follows_a_cam_over_its_corner() {
    let text = r#"
gravity = [0, 0, 0]
[parameters]
omega = 5
[[bodies]]
name = "cam"
type = "planar"
mass = 1
J = 1e-3
spin = "omega"
[[bodies]]
name = "follower"
type = "planar"
mass = 0.1
J = 1e-4
position = [0, 0.05]
[[joints]]
name = "shaft"
type = "revolute"
bodies = ["world", "cam"]
turn = "omega*t"
[[joints]]
name = "guide"
type = "prismatic"
bodies = ["world", "follower"]
axis = [0, 1, 0]
[[forces]]
name = "spring"
type = "spring"
along = "direction"
direction = [0, 1, 0]
b = { body = "follower" }
k = 200
rest = 0
[[shapes]]
name = "drop"
type = "outline"
body = "cam"
points = [["0.04*sin(pi/3)", "-0.04*cos(pi/3)", "tan(pi/3)"], ["-0.04*sin(pi/3)", "-0.04*cos(pi/3)"], [0, -0.08]]
[[shapes]]
name = "roller"
type = "sphere"
body = "follower"
radius = 0.01
[[contacts]]
name = "touch"
between = ["drop", "roller"]
[run]
dt = 5e-4
t_end = 1.4
project = true
"#;
    for scheme in SCHEMES {
        let mut file = load_text(text).unwrap();
        file.scheme = scheme.into();
        if scheme == "moreau" {
            file.dt = Some(1e-4);
        }
        let r = run(file).done();
        let y = r.column("q.follower.y");
        let top = y.iter().fold(0.0_f64, |m, y| m.max(*y));
        // velocity level only: what it drifts at the joints of the cam stays
        let tol = if scheme == "moreau" { 1e-4 } else { 1e-6 };
        assert!((top - 0.09).abs() < tol, "{scheme} {top}");
        // on the round part it rests
        for k in (0..r.record.len()).filter(|&k| r.at(k, "q.cam.theta") < 0.6 * PI) {
            assert!((y[k] - 0.05).abs() < tol, "{scheme} {}", y[k]);
        }
        if scheme == "event-driven" {
            let features = r.record.events.iter().filter(|e| e.kind == "feature").count();
            // line, corner, line, circle
            assert!(features >= 4, "{features}");
        }
    }
}

/// What cannot be an outline is refused where it stands, in one sentence.
#[test]
fn outlines_that_cannot_be_are_named() {
    let say = |shape: &str, other: &str| {
        let text = format!(
            "[[bodies]]\nname = \"b\"\ntype = \"planar\"\nmass = 1\nJ = 1\nposition = [9, 9]\n[[shapes]]\nname = \"o\"\ntype = \"outline\"\nbody = \"b\"\n{shape}\n[[shapes]]\nname = \"x\"\n{other}\n[[contacts]]\nname = \"c\"\nbetween = [\"o\", \"x\"]\n"
        );
        match load_text(&text) {
            Ok(f) => f.prepare().err().map_or(String::new(), |d| d.to_string()),
            Err(d) => d.to_string(),
        }
    };
    let square = "points = [[0, 0], [1, 0], [1, 1], [0, 1]]";
    let plane = "type = \"plane\"\nnormal = [0, 1, 0]";
    assert_eq!(say(square, plane), "");
    for (shape, other, why) in [
        ("points = [[0, 0], [0, 1], [1, 1]]", plane, "clockwise"),
        ("points = [[0, 0], [1, 1], [1, 0], [0, 1]]", plane, "the pieces after the points 1 and 3"),
        ("points = [[0, 0], [1, 0], [1, 0], [0, 1]]", plane, "after point 2 has no length"),
        ("points = [[0, 0], [1, 0]]", plane, "2 to 4096 points"),
        ("points = [[0, 0], [1, 0, 1, 1], [0, 1]]", plane, "expected 3 numbers"),
        ("points = [[0, 0], [1, \"1/0\"], [0, 1]]", plane, "finite"),
        ("", plane, "points, a file or a gear"),
        (
            "points = [[0, 0], [1, 0], [0, 1]]\ngear = { teeth = 20, module = 1 }",
            plane,
            "one of them",
        ),
        ("gear = { teeth = 3, module = 1 }", plane, "4 to 500"),
        ("gear = { teeth = 20, module = 0 }", plane, "greater than zero"),
        ("gear = { teeth = 20, module = 1, addendum = 4 }", plane, "pointed"),
        ("file = \"none.dxf\"", plane, "none.dxf"),
        (square, "type = \"cone\"\nradius = 1\nlength = 2", "no contact between"),
        (
            "points = [[0, 0], [1, 0], [0, 1]]\naxes = [[1, 0, 0], [0, -1, 0], [0, 0, -1]]",
            plane,
            "turned about z only",
        ),
        ("points = [[0, 0], [1, 0], [0, 1]]\naround = 2000", plane, "1 to 1000"),
    ] {
        let text = say(shape, other);
        assert!(text.contains(why), "{shape}: {text}");
    }
    let spatial = "[[bodies]]\nname = \"b\"\ntype = \"spatial\"\nmass = 1\nprincipal = [1, 1, 1]\n[[shapes]]\nname = \"o\"\ntype = \"outline\"\nbody = \"b\"\npoints = [[0, 0], [1, 0], [0, 1]]\n[[shapes]]\nname = \"x\"\ntype = \"plane\"\nnormal = [0, 0, 1]\n[[contacts]]\nname = \"c\"\nbetween = [\"o\", \"x\"]\n";
    assert!(load_text(spatial).err().unwrap().to_string().contains("in the plane only"));
}
