//! How the search for near pairs and their contact geometry grow with the number of bodies: spheres and boxes on a lattice,
//! a little disturbed, 10 to 10,000 of them. `cargo run --release --example detect`; with a shape and a number those alone.
//!
//! *list* finds the near pairs from nothing (boxes, tree, pairs), *look* is what a step does while no pair comes near, *gaps*
//! evaluates g, W and ζ of all listed contacts that are near.

use percussion::problems::load;
use percussion::system::System;
use std::time::Instant;

fn model(shape: &str, n: usize) -> String {
    let k = (n as f64).cbrt().ceil() as usize;
    let place = |index: &str, wave: &str| format!("({index})*0.105 + 0.002*{wave}");
    let x = place(&format!("i - 1 - floor((i - 1)/{k})*{k}"), "sin(7*i)");
    let y = place(&format!("floor((i - 1)/{k}) - floor((i - 1)/{0})*{k}", k * k), "cos(11*i)");
    let z = place(&format!("floor((i - 1)/{0})", k * k), "sin(5*i)");
    let (solid, skin) = match shape {
        "sphere" => ("type = \"sphere\", radius = 0.05", "radius = 0.05"),
        _ => ("type = \"box\", size = [0.1, 0.1, 0.1]", "size = [0.1, 0.1, 0.1]"),
    };
    format!(
        "[[bodies]]\nname = \"b{{i}}\"\ntype = \"spatial\"\nrepeat = {n}\nmass = 1\nsolid = {{ {solid} }}\n\
         position = [\"{x}\", \"{y}\", \"{z}\"]\n\
         [[shapes]]\nname = \"s{{i}}\"\ntype = \"{shape}\"\nbody = \"b{{i}}\"\n{skin}\nrepeat = {n}\n\
         [collide]\nall = true\ndeclared = 0\n"
    )
}

/// Seconds that this thread has worked; where the system does not tell, those that have passed.
fn worked(begun: &Instant) -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let own = text.split_whitespace().next().and_then(|n| n.parse::<f64>().ok());
    own.map_or(begun.elapsed().as_secs_f64(), |ns| 1e-9 * ns)
}

/// The mean time of some calls (µs of the processor).
fn time(mut f: impl FnMut()) -> f64 {
    let begun = Instant::now();
    f();
    let (from, mut calls) = (worked(&begun), 0);
    loop {
        (0..3).for_each(|_| f());
        calls += 3;
        let spent = worked(&begun) - from;
        if spent > 0.1 {
            return 1e6 * spent / f64::from(calls);
        }
    }
}

fn figures(sys: &System) -> (usize, [f64; 3]) {
    let mut search = sys.search().unwrap_or_default();
    let mut u = sys.u0.clone();
    u.push(1.0);
    let (at, dt) = ((0.0, &sys.q0[..], &u[..]), 1e-3);
    let list = time(|| {
        sys.wanted(&mut search, at, dt);
    });
    let look = time(|| {
        sys.lacks(&mut search, at, dt);
    });
    let mut ev = sys.eval_near();
    // nothing presses
    sys.evaluate_rows(0.0, &sys.q0, &sys.u0, &mut ev);
    sys.hold_near(&mut ev, |_| false);
    let gaps = time(|| sys.evaluate_rows(0.0, &sys.q0, &sys.u0, &mut ev));
    (sys.listed_pairs().len(), [list, look, gaps])
}

fn main() {
    println!("| shapes | bodies | ready s | near pairs | list µs | look µs | gaps µs | all a pair µs | growth |");
    println!("|---|---|---|---|---|---|---|---|---|");
    let mut asked = std::env::args().skip(1);
    let (kind, number) = (asked.next(), asked.next().and_then(|n| n.parse::<usize>().ok()));
    for shape in ["sphere", "box"].into_iter().filter(|s| kind.as_ref().is_none_or(|k| k == s)) {
        let mut before: Option<(usize, f64)> = None;
        for n in number.map_or(vec![10, 100, 1000, 10_000], |n| vec![n]) {
            let clock = Instant::now();
            let file = load("detect", &model(shape, n), &|_| Err("no includes".into()), &[]);
            let ready = match file.and_then(|f| f.assemble()) {
                Ok(ready) => ready,
                Err(d) => {
                    println!("{d}");
                    return;
                }
            };
            let begun = clock.elapsed().as_secs_f64();
            let (pairs, [list, look, gaps]) = figures(&ready.system);
            let all = list + gaps;
            let growth = before.map_or(String::new(), |(m, t)| {
                format!("{:.2}", (all / t).ln() / (n as f64 / m as f64).ln())
            });
            before = Some((n, all));
            println!(
                "| {shape} | {n} | {begun:.3} | {pairs} | {list:.0} | {look:.0} | {gaps:.0} | {:.2} | {growth} |",
                all / pairs.max(1) as f64
            );
        }
    }
}
