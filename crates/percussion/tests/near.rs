//! Contacts that exist while they are near: the motion is that of contacts that are always there, what is saved goes on with
//! the same bits, and many shapes cost what is near.

#![allow(non_snake_case)]

use percussion::file::{Diagnostics, ModelFile};
use percussion::prelude::*;
use percussion::problems::load;
use std::sync::Arc;

/// The spheres of models/scenes; `declared`: pairs that have their contacts from the start.
fn spheres(n: usize, k: usize, declared: usize, d: f64) -> Result<ModelFile, Diagnostics> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../models/scenes/spheres.toml");
    let text = std::fs::read_to_string(path).unwrap();
    let text = text.replace("all = true", &format!("all = true\ndeclared = {declared}"));
    let sets = [("n", n as f64), ("k", k as f64), ("d", d)];
    let sets = sets.map(|(name, v)| (name.to_string(), v.to_string()));
    load("spheres", &text, &|_| Err("no includes".into()), &sets)
}

fn system(n: usize, k: usize, declared: usize) -> Arc<System> {
    // layers that are not listed with each other at the start
    let ready = spheres(n, k, declared, 0.14).unwrap_or_else(|d| panic!("{d}")).prepare();
    Arc::new(ready.unwrap_or_else(|d| panic!("{d}")).system)
}

fn difference(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).fold(0.0, |m, (a, b)| m.max((a - b).abs()))
}

#[test]
fn the_motion_is_that_of_contacts_that_are_always_there() {
    let (all, near) = (system(18, 3, 1_000_000), system(18, 3, 0));
    assert!(!all.lists() && near.lists());
    assert_eq!(all.contacts.len(), 18 * 17 / 2 + 5 * 18);
    assert!(near.contacts.len() < all.contacts.len() / 2, "{}", near.contacts.len());
    // steps of the plain motion, impacts on the floor and between spheres; then chaos
    for (scheme, t_end) in [("alpha", 0.13), ("moreau", 0.13), ("alpha-free", 0.13)] {
        let mut one = all.run(scheme).dt(2e-3).simulation(t_end).unwrap();
        let mut two = near.run(scheme).dt(2e-3).simulation(t_end).unwrap();
        let (mut lists, mut last) = (0, two.system().listed_pairs().to_vec());
        while one.step().unwrap() {
            assert!(two.step().unwrap());
            let (a, b) = (one.state(), two.state());
            let off = difference(&a.q, &b.q).max(1e-2 * difference(&a.u, &b.u));
            assert!(off < 1e-9, "{scheme} at {}: {off}", a.t);
            if last != two.system().listed_pairs() {
                (lists, last) = (lists + 1, two.system().listed_pairs().to_vec());
            }
            // contacts that press are listed, and press as much
            let pressing = |s: &Simulation| {
                let c = s.system().contacts.iter();
                let c = c.filter(|c| s.state().P[c.row] > 1e-9);
                c.map(|c| (c.name.clone(), s.state().P[c.row])).collect::<Vec<_>>()
            };
            let (mut p, mut q) = (pressing(&one), pressing(&two));
            p.sort_by(|a, b| a.0.cmp(&b.0));
            q.sort_by(|a, b| a.0.cmp(&b.0));
            assert_eq!(p.len(), q.len(), "{p:?} {q:?}");
            assert!(p.iter().zip(&q).all(|(a, b)| a.0 == b.0 && (a.1 - b.1).abs() < 1e-7));
        }
        assert!(lists > 0, "{scheme}: the list never changed");
        let (one, two) = (one.finish(), two.finish());
        let kinds = |r: &Record| {
            let mut all: Vec<_> = r.events.iter().map(|e| (e.contact.clone(), e.kind)).collect();
            all.sort();
            all
        };
        assert_eq!(kinds(&one), kinds(&two));
        // percussions of all rows, by contact
        let sum: f64 = two.contacts.iter().map(|c| c.percussion[0]).sum();
        let columns = one.columns.iter().filter(|c| c.starts_with("PN."));
        let whole: f64 = columns.map(|c| one.column(c).unwrap().iter().sum::<f64>()).sum();
        assert!(whole > 1.0 && (sum - whole).abs() < 1e-6 * whole, "{scheme}: {sum} {whole}");
        assert!(!two.columns.iter().any(|c| c.starts_with("gN.")));
    }
}

#[test]
fn what_is_saved_goes_on_with_the_same_bits_while_contacts_come_and_go() {
    let near = system(18, 3, 0);
    for name in ["alpha", "moreau"] {
        let scheme = Scheme::new(name).unwrap();
        let mut sim = near.run(name).dt(2e-3).simulation(0.15).unwrap();
        let mut saved = Vec::new();
        while sim.step().unwrap() {
            if sim.progress().0 % 9 == 4 {
                saved.push((sim.system().listed_pairs().to_vec(), sim.save()));
            }
        }
        let last = sim.system().listed_pairs().to_vec();
        assert!(saved.iter().any(|s| s.0 != last));
        let start = near.listed_pairs().to_vec();
        assert!(saved.iter().any(|s| s.0 != start), "{name}");
        for (_, bytes) in &saved {
            let mut again = Simulation::resume_shared(&scheme, near.clone(), bytes, 0.15).unwrap();
            while again.step().unwrap() {}
            assert_eq!(again.state().q, sim.state().q, "{name}");
            assert_eq!(again.state().u, sim.state().u, "{name}");
            assert_eq!(again.system().listed_pairs(), last);
        }
        // bytes that were changed are refused, or read as another list: no panic
        let bytes = &saved[0].1;
        for at in (0..bytes.len().min(4000)).step_by(7) {
            let mut bad = bytes.clone();
            bad[at] ^= 0x15;
            let _ = Simulation::resume_shared(&scheme, near.clone(), &bad, 0.15);
        }
    }
}

/// Seconds that this thread has worked, where the system tells.
fn worked() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    text.split_whitespace().next().and_then(|n| n.parse::<f64>().ok()).unwrap_or(0.0) * 1e-9
}

/// Memory of the process (MB), where the system tells.
fn memory() -> f64 {
    let text = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = text.lines().find_map(|l| l.strip_prefix("VmHWM:")).unwrap_or("0");
    line.split_whitespace().next().and_then(|n| n.parse::<f64>().ok()).unwrap_or(0.0) / 1024.0
}

#[test]
fn two_thousand_spheres_start_soon_and_need_little() {
    let (clock, before) = (worked(), memory());
    let sys = system(2000, 13, 4000);
    let mut sim = sys.run("alpha").dt(2e-3).simulation(0.01).unwrap();
    sim.step().unwrap();
    let (clock, size) = (worked() - clock, memory() - before);
    assert!(sys.lists() && sim.system().contacts.len() < 20_000);
    assert!(clock < 2.0, "{clock} s");
    assert!(size < 500.0, "{size} MB");
}

#[test]
fn settings_of_contacts_reach_those_that_come() {
    let with = |name: &str, value: &str| {
        let mut file = spheres(18, 3, 0, 0.11).unwrap_or_else(|d| panic!("{d}"));
        file.sets.push((name.into(), value.into()));
        file.prepare()
    };
    let law = |sys: &System, name: &str| {
        sys.contacts.iter().find(|c| c.name == name).map(|c| (c.law.mu, c.law.e_N))
    };
    let sys = with("skin1.skin2.mu", "0.7").unwrap_or_else(|d| panic!("{d}")).system;
    assert_eq!(law(&sys, "skin1.skin2"), Some((0.7, 0.0)));
    assert!((law(&sys, "skin1.skin4").unwrap().0 - 0.3).abs() < 1e-15);
    let sys = with("e_N", "0.5").unwrap_or_else(|d| panic!("{d}")).system;
    assert!(sys.contacts.iter().all(|c| c.law.e_N == 0.5));
    // far, but possible; and one that cannot be
    assert!(with("skin1.skin18.mu", "0.1").is_ok());
    assert!(with("skin1.skin19.mu", "0.1").is_err());
    assert!(with("floor.left.mu", "0.1").is_err());
    assert!(with("mu", "-1").is_err());
}

#[test]
fn schemes_that_cannot_go_on_say_so() {
    let near = system(8, 2, 0);
    for name in ["schatzman-paoli", "dopri5", "alpha-p"] {
        let Err(e) = near.run(name).simulation(0.1) else { panic!("{name} begins") };
        assert!(e.to_string().contains("alpha"), "{e}");
    }
}

/// A fast body is listed with what it meets within its step, however far that is.
#[test]
fn a_fast_body_is_seen_before_it_arrives() {
    let text = r#"
        [[bodies]]
        name = "b{i}"
        type = "spatial"
        repeat = 3
        mass = 1
        solid = { type = "sphere", radius = 0.01 }
        position = ["i - 1", 0, 0]
        velocity = ["if(i == 1, 130, 0)", 0, 0]
        [[shapes]]
        name = "s{i}"
        type = "sphere"
        body = "b{i}"
        radius = 0.01
        repeat = 3
        [materials.steel]
        e_N = 1
        [collide]
        all = true
        declared = 0
        swept = true
    "#;
    let text = text.replace(
        "radius = 0.01\n        repeat",
        "radius = 0.01\n        material = \"steel\"\n        repeat",
    );
    let end = |declared: &str| {
        let text = text.replace("declared = 0", declared);
        let file = load("bullet", &text, &|_| Err("none".into()), &[]);
        let ready = file.unwrap_or_else(|d| panic!("{d}")).prepare();
        let sys = Arc::new(ready.unwrap_or_else(|d| panic!("{d}")).system);
        assert!(sys.listed_pairs().is_empty());
        let mut sim = sys.run("moreau").dt(1e-3).simulation(0.02).unwrap();
        while sim.step().unwrap() {}
        sim.state().u.clone()
    };
    let (near, all) = (end("declared = 0"), end(""));
    assert!(difference(&near, &all) < 1e-9, "{near:?} {all:?}");
    // equal masses: the last one has it all
    assert!(near[0].abs() < 1e-6 && (near[12] - 130.0).abs() < 1e-6, "{near:?}");
}

/// Kinds of shapes that cannot touch are named with their place, also where contacts come and go.
#[test]
fn shapes_that_cannot_touch_are_refused() {
    let points = "\n[[shapes]]\nname = \"dot{i}\"\ntype = \"points\"\nbody = \"ball{i}\"\npoints = [[0, 0, 0]]\nrepeat = \"n\"\n[collide]\nall = true";
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../models/scenes/spheres.toml");
    let text = std::fs::read_to_string(path).unwrap();
    let text = text.replace("[collide]\nall = true", &format!("{points}\ndeclared = 0"));
    let Err(d) = load("spheres", &text, &|_| Err("none".into()), &[]) else { panic!("read") };
    assert!(d.to_string().contains("points without a radius do not touch points"), "{d}");
}

/// The list is what a look at all pairs gives, and so is the answer whether it lacks one.
#[test]
fn the_search_finds_what_all_pairs_give() {
    let sys = system(120, 5, 0);
    let (R, n) = (0.05, 120);
    let mut search = sys.search().unwrap();
    let mut seed = 7_u64;
    let mut random = move || {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (seed >> 11) as f64 / (1_u64 << 53) as f64
    };
    let mut q = sys.q0.clone();
    for b in q.chunks_exact_mut(7) {
        (0..3).for_each(|k| b[k] = 0.05 + 0.6 * random());
    }
    let mut u = vec![0.0; sys.nu + 1];
    u[sys.nu] = 1.0;
    // the planes of the box: floor, left, right, front, back; they stand after the spheres
    let walls = |b: &[f64]| [b[2], b[0], 0.72 - b[0], b[1], 0.72 - b[1]];
    let near = |q: &[f64], part: f64| {
        let mut all = Vec::new();
        for i in 0..n {
            let a = &q[7 * i..7 * i + 3];
            for j in i + 1..n {
                let b = &q[7 * j..7 * j + 3];
                let d = (0..3).map(|k| (a[k] - b[k]).powi(2)).sum::<f64>().sqrt();
                if d - 2.0 * R <= part * 2.0 * R {
                    all.push((i as u32, j as u32));
                }
            }
            for (w, d) in walls(a).into_iter().enumerate() {
                if d - R <= part * R {
                    all.push((i as u32, (n + w) as u32));
                }
            }
        }
        all.sort_unstable();
        all
    };
    let (mut lacking, mut lists) = (0, 0);
    let mut list = sys.wanted(&mut search, (0.0, &q, &u), 1e-3);
    assert_eq!(list, near(&q, 0.25));
    let mut listed = (*sys).clone();
    for step in 0..300 {
        for x in q.chunks_exact_mut(7).flat_map(|b| &mut b[..3]) {
            *x += 8e-3 * (random() - 0.5);
        }
        if step % 3 == 0 {
            // as a run that is resumed: nothing is known of before
            search = sys.search().unwrap();
        }
        // the list that is in use
        listed.use_pairs(&list).unwrap();
        let lacks = listed.lacks(&mut search, (0.0, &q, &u), 1e-3);
        let must = near(&q, 0.1);
        assert_eq!(lacks, must.iter().any(|p| list.binary_search(p).is_err()), "{step}");
        if lacks {
            lacking += 1;
            list = sys.wanted(&mut search, (0.0, &q, &u), 1e-3);
            assert_eq!(list, near(&q, 0.25));
            listed.use_pairs(&list).unwrap();
            assert!(!listed.lacks(&mut search, (0.0, &q, &u), 1e-3));
            lists += usize::from(list != must);
        }
    }
    assert!(lacking > 10 && lists > 0, "{lacking} {lists}");
}

/// Balls without friction that fall on a floor and on each other, in rows of `dt`.
fn falling(declared: &str) -> Arc<System> {
    let text = r#"
        gravity = [0, 0, -9.81]
        [[bodies]]
        name = "b{i}"
        type = "point"
        repeat = 6
        mass = "1 + 0.1*i"
        position = ["0.3*floor((i - 1)/2) + 0.02*i", 0, "0.12 + 0.3*(i - 1 - 2*floor((i - 1)/2)) + 0.01*i"]
        velocity = ["if(i == 6, -0.4, 0)", 0, 0]
        [[shapes]]
        name = "s{i}"
        type = "sphere"
        body = "b{i}"
        radius = 0.05
        material = "glass"
        repeat = 6
        [[shapes]]
        name = "floor"
        type = "plane"
        normal = [0, 0, 1]
        material = "glass"
        [materials.glass]
        e_N = 0.6
        [collide]
        all = true
        DECLARED
    "#;
    let text = text.replace("DECLARED", declared);
    let file = load("falling", &text, &|_| Err("none".into()), &[]);
    let ready = file.unwrap_or_else(|d| panic!("{d}")).prepare();
    Arc::new(ready.unwrap_or_else(|d| panic!("{d}")).system)
}

/// Every scheme with contacts goes on where contacts come and go, over steps in which balls fall by more than their size too; what is
/// saved goes on with the same bits.
#[test]
fn every_scheme_moves_as_with_contacts_that_are_always_there() {
    let (all, near) = (falling(""), falling("declared = 0"));
    assert!(!all.lists() && near.lists() && near.contacts.is_empty());
    let able = percussion::schemes::SCHEMES.iter().filter(|s| s.supports.contacts);
    let mut count = 0;
    for info in able {
        let adaptive = info.supports.adaptive && info.name != "splitting";
        let scheme = match info.name {
            "event-driven" | "hybrid" => Scheme::new(info.name).unwrap(),
            name if adaptive => Scheme::new(name).unwrap().set("tol", "1e-7").unwrap(),
            name => Scheme::new(name).unwrap(),
        };
        for dt in if adaptive { vec![1e-3, 0.1] } else { vec![1e-3] } {
            let mut one = all.run(scheme.clone()).dt(dt).simulation(0.4).unwrap();
            let mut two = near.run(scheme.clone()).dt(dt).simulation(0.4).unwrap();
            let mut exact = all.run("event-driven").dt(dt).simulation(0.4).unwrap();
            let (mut off, mut error) = (0.0_f64, 0.0_f64);
            let (mut saved, half) = (Vec::new(), two.progress().1 / 2);
            while one.step().unwrap() {
                assert!(two.step().unwrap() && exact.step().unwrap(), "{}", info.name);
                off = off.max(difference(&one.state().q, &two.state().q));
                error = error.max(difference(&one.state().q, &exact.state().q));
                if two.progress().0 == half {
                    saved = two.save();
                }
            }
            // steps by a tolerance end at other times: they are off by its errors
            let most = if adaptive { 1e-9 + 3.0 * error } else { 1e-9 };
            println!("{} {dt}: {off:e} of {error:e}", info.name);
            assert!(off < most, "{} at {dt}: {off}, its error is {error}", info.name);
            let mut again = Simulation::resume_shared(&scheme, near.clone(), &saved, 0.4).unwrap();
            while again.step().unwrap() {}
            assert_eq!(again.state().q, two.state().q, "{} restored", info.name);
            let impacts = |r: Record| r.events.iter().filter(|e| e.kind == "impact").count();
            let (one, two) = (impacts(one.finish()), impacts(two.finish()));
            assert!(one == two && one >= 15, "{}: {one} and {two} impacts", info.name);
            count += 1;
        }
    }
    assert_eq!(count, 17);
}
