//! What came out, beside what the documents print or say.

use super::figures::Verdict;
use super::results::{between, largest, number, zigzag, Results};
use serde_json::Value;

/// What follows in a verdict depends on the solver of a step or on the clock, and is not compared by the test.
pub const VARIES: &str = " // ";

const NEW: &str = "alpha";
const OLD: &str = "alpha-pvv";

fn first_impact(r: &Results) -> Option<f64> {
    let (t, v) = r.curve(NEW, "gNd.obstacle")?;
    let k = v.windows(2).position(|v| v[0] < -0.1 && v[1] > 0.0)?;
    t.get(k + 1).copied()
}

pub fn levels(r: &Results) -> Option<Verdict> {
    let at = |s: &str| {
        let run = r.run(s)?;
        let g2 = largest(r.curve(s, "gdd.hinge.0")?.1);
        Some((number(run, "position"), number(run, "velocity"), g2))
    };
    let (p, v, pv, pva) = (at("alpha-p")?, at("alpha-v")?, at("alpha-pv")?, at("alpha-pva")?);
    let zero = 1e-10;
    let part =
        |s: &str, from: f64, to: f64| Some(zigzag(&between(r.curve(s, "gdd.hinge.0")?, from, to)));
    let (early, late) = (part("alpha-p", 0.0, 0.1)?, part("alpha-p", 2.5, 3.0)?);
    // (73) and (74) of the document
    let (start, end) = (at("alpha-pv:correction=start")?, pv);
    let of = |s: &str| Some((part(s, 0.0, 0.1)?, part(s, 2.5, 3.0)?));
    let ggl = [of("alpha-pv:correction=start")?, of("alpha-pv")?];
    let good = p.0 < zero
        && p.1 > 1e-6
        && v.0 > 1e-9
        && v.1 < zero
        && pv.0.max(pv.1) < zero
        && pva.0.max(pva.1) < zero
        && pva.2 < 1e-7
        && v.2.max(pv.2) > 1e-4
        && early > 100.0 * late
        && start.0.max(start.1) < zero
        && ggl.iter().all(|(early, late)| *early > 100.0 * late);
    let show = |n: &str, x: (f64, f64, f64)| {
        format!("{n}: |g| {:.2e}, |g'| {:.2e}, |g''| {:.2e}", x.0, x.1, x.2)
    };
    let all = [
        show("index 3", p),
        show("index 2", v),
        show("GGL (73)", start),
        show("with M (74)", end),
        show("new", pva),
    ];
    let tail = format!(
        "zigzag of g'' with index 3 at first {early:.2e}, later {late:.2e}, with (73) {:.2e} and {:.2e}, with (74) {:.2e} and {:.2e}",
        ggl[0].0, ggl[0].1, ggl[1].0, ggl[1].1
    );
    Some((good, format!("{}; {tail}", all.join("; "))))
}

pub fn disturbed(r: &Results) -> Option<Verdict> {
    let at = |s: &str, name: &str| Some(zigzag(&between(r.curve(s, name)?, 0.01, 0.1)));
    let names = ["alpha-p", "alpha-v", "alpha-pv"];
    let new = (at("alpha-pva", "gdd.hinge.0")?, at("alpha-pva", "lag.hinge.0")?);
    let mut good = new.0 < 1e-7;
    let mut text = Vec::new();
    for s in names {
        let (g, la) = (at(s, "gdd.hinge.0")?, at(s, "lag.hinge.0")?);
        good &= la > 100.0 * new.1 && g > 1.0;
        text.push(format!("{s} {g:.2e} m/s², {la:.2e} N"));
    }
    Some((
        good,
        format!("zigzag until 0.1 s: {}; new {:.2e}, {:.2e}", text.join("; "), new.0, new.1),
    ))
}

pub fn gap(r: &Results) -> Option<Verdict> {
    let range = |s: &str| {
        let g = r.curve(s, "gN.obstacle")?.1;
        let v = r.curve(s, "gNd.obstacle")?.1;
        let fold = |f: fn(f64, f64) -> f64| v.iter().copied().fold(0.0, f);
        Some((largest(g), *g.last()?, fold(f64::min), fold(f64::max)))
    };
    let (a, b) = (range(NEW)?, range(OLD)?);
    let fits = |x: (f64, f64, f64, f64)| {
        (x.0 - 0.2588).abs() < 1e-3 && x.1.abs() < 1e-8 && x.2 > -3.0 && x.2 < -2.0 && x.3 < 2.0
    };
    let held = |s: &str| r.run(s).is_some_and(|v| number(v, "penetration") < 1e-10);
    Some((fits(a) && fits(b) && held(NEW) && held(OLD), format!(
        "gap up to {:.4} m, {:.2e} m at the end; velocity {:.2} to {:.2} m/s (older: {:.2} to {:.2}); no penetration",
        a.0, a.1, a.2, a.3, b.2, b.3)))
}

pub fn after_impacts(r: &Results) -> Option<Verdict> {
    let t = first_impact(r)?;
    // from the second step after the impact on: the jump itself is none
    let at = |s: &str, name: &str| Some(zigzag(&between(r.curve(s, name)?, t + 0.0015, t + 0.05)));
    let (g, la) = ("gdd.hinge.0", "lag.hinge.0");
    let (new, old) = ((at(NEW, g)?, at(NEW, la)?), (at(OLD, g)?, at(OLD, la)?));
    Some((new.0 < 1e-7 && new.1 < 0.1 && old.0 > 1.0 && old.1 > 10.0 * new.1, format!(
        "zigzag after the first impact at {t:.3} s: older {:.2e} m/s², {:.2e} N; new {:.2e} m/s², {:.2e} N",
        old.0, old.1, new.0, new.1)))
}

pub fn smooth_at_rest(r: &Results) -> Option<Verdict> {
    let end = |s: &str| r.curve(s, "smooth.hinge.0")?.1.last().copied();
    let (new, old) = (end(NEW)?, end(OLD)?);
    let good = (new + 10.0).abs() < 1e-3 && (old + 4.545).abs() < 5e-3;
    Some((good, format!("older {old:.3} N, new {new:.3} N")))
}

pub fn at_rest(r: &Results) -> Option<Verdict> {
    let end = |s: &str, name: &str| r.curve(s, name)?.1.last().copied();
    let (la, new, old) = ("lag.hinge.0", end(NEW, "lag.hinge.0")?, end(OLD, "lag.hinge.0")?);
    let impulse = (end(NEW, "Lag.hinge.0")?, end(OLD, "Lag.hinge.0")?);
    // the last time the gap is felt
    let rest = |s: &str| {
        let (t, g) = r.curve(s, "gN.obstacle")?;
        t.get(g.iter().rposition(|g| *g > 1e-9)?).copied()
    };
    let (late, early) = (rest(NEW)?, rest(OLD)?);
    let good = (new - old).abs() < 1e-6 && impulse.0.abs() < 1e-8 && impulse.1.abs() > 1e-3;
    Some((good && late > early, format!(
        "{la} {new:.6} and {old:.6} N; impulse a step {:.2e} (new) and {:.2e} N s; at rest from {late:.3} and {early:.3} s", impulse.0, impulse.1)))
}

pub fn undamped(r: &Results) -> Option<Verdict> {
    let t = first_impact_of(r)?;
    let at = |s: &str, a: f64| Some(zigzag(&between(r.curve(s, "lag.hinge.0")?, a, a + 0.05)));
    let (old, later, new) = (at(OLD, t + 0.002)?, at(OLD, t + 0.3)?, at(NEW, t + 0.002)?);
    Some((later > 0.3 * old && old > 10.0 * new, format!(
        "zigzag of the force after the first impact at {t:.3} s: older {old:.2e} N, 0.3 s later {later:.2e}; new {new:.2e} N")))
}

/// The same without the velocity of the gap among the columns that were drawn.
fn first_impact_of(r: &Results) -> Option<f64> {
    let (t, P) = r.curve(NEW, "PN.obstacle")?;
    t.get(P.iter().position(|P| *P > 0.0)?).copied()
}

/// First and last time of contact before 0.4 s, and how often it was entered.
fn phase(r: &Results, s: &str) -> Option<(f64, f64, usize)> {
    let (t, P) = r.curve(s, "PN.obstacle")?;
    let early: Vec<(f64, bool)> =
        t.iter().zip(P).filter(|(t, _)| **t < 0.4).map(|(t, P)| (*t, *P > 0.0)).collect();
    let first = early.iter().find(|x| x.1)?.0;
    let last = early.iter().rev().find(|x| x.1)?.0;
    let entered = early.windows(2).filter(|w| !w[0].1 && w[1].1).count();
    Some((first, last, entered))
}

pub fn first_phase(r: &Results) -> Option<Verdict> {
    let (a, b) = (phase(r, NEW)?, phase(r, OLD)?);
    let fits =
        |x: (f64, f64, usize)| (x.0 - 0.327).abs() < 1e-3 && (x.1 - 0.348).abs() < 4e-3 && x.2 > 5;
    Some((fits(a) && fits(b), format!(
        "contact from {:.4} to {:.4} s, entered {} times (new); {:.4} to {:.4} s, {} times (older); seen every tenth step",
        a.0, a.1, a.2, b.0, b.1, b.2)))
}

pub fn impulses(r: &Results) -> Option<Verdict> {
    let sum = |s: &str| Some(between(r.curve(s, "PN.obstacle")?, 0.32, 0.35).iter().sum::<f64>());
    let (a, b) = (sum(NEW)?, sum(OLD)?);
    let n = phase(r, NEW)?.2;
    let near = (a - b).abs() < 0.1 * a;
    Some((n > 5 && near, format!("{n} groups of impulses, {a:.3} N s together (older {b:.3})")))
}

pub fn decay(r: &Results) -> Option<Verdict> {
    let energy = |s: &str| {
        let e = r.curve(s, "energy")?.1;
        let up = e.windows(2).map(|e| e[1] - e[0]).fold(0.0, f64::max);
        Some((e.first()? - e.last()?, up))
    };
    let (a, b) = (energy(NEW)?, energy(OLD)?);
    Some((a.1 < 1e-3 * a.0 && b.0 > a.0, format!(
        "lost {:.4} J (new) and {:.4} J (older) in 1 s; largest growth between rows {:.2e} and {:.2e} J", a.0, b.0, a.1, b.1)))
}

/// Begin and end of the contact of the bar.
fn closed(r: &Results, s: &str) -> Option<(f64, f64)> {
    let (t, P) = r.curve(s, "PN.wall")?;
    Some((*t.get(P.iter().position(|P| *P > 0.0)?)?, *t.get(P.iter().rposition(|P| *P > 0.0)?)?))
}

pub fn bar_gap(r: &Results) -> Option<Verdict> {
    let (a, b) = (closed(r, NEW)?, closed(r, OLD)?);
    let good = [a, b].iter().all(|x| (x.1 - x.0 - 2.0 / 3.0).abs() < 0.02);
    Some((
        good,
        format!(
            "closed from {:.3} to {:.3} s, {:.4} s (new), {:.4} s (older)",
            a.0,
            a.1,
            a.1 - a.0,
            b.1 - b.0
        ),
    ))
}

pub fn bar_force(r: &Results) -> Option<Verdict> {
    let mean = |s: &str| {
        let P = between(r.curve(s, "PN.wall")?, 0.7, 1.0);
        // rows may be several steps apart
        let (t, _) = r.curve(s, "PN.wall")?;
        Some(P.iter().sum::<f64>() / P.len() as f64 / (t[1] - t[0]))
    };
    let (a, b) = (mean(NEW)?, mean(OLD)?);
    // v0 sqrt(E ρ) with an area of one
    Some((
        (a - 300.0).abs() < 10.0 && (b - 300.0).abs() < 10.0,
        format!("mean force {a:.1} N (new), {b:.1} N (older); 300 N by the analytical solution"),
    ))
}

pub fn bar_energy(r: &Results) -> Option<Verdict> {
    let at = |s: &str| {
        let run = r.run(s)?;
        let updates = run["iterations"][0].as_f64()? / number(run, "steps");
        Some((-number(run, "energy_change"), updates))
    };
    let (a, b) = (at(NEW)?, at(OLD)?);
    Some((a.0 < 5.0, format!(
        "energy lost {:.3} J (new), {:.3} J (older) of 500 J{VARIES}{:.2} and {:.2} iterations a step at a tolerance of 1e-9, which is not printed", a.0, b.0, a.1, b.1)))
}

pub fn ball(r: &Results) -> Option<Verdict> {
    let run = r.run("hybrid")?;
    let e = number(run, "error_q");
    let (_, q) = r.curve("hybrid", "q.x")?;
    Some((
        r.done() && e < 1e-8,
        format!(
            "{} impacts resolved, L1 error of q {e:.2e}, q = {:.2e} at the end",
            run["impacts"],
            q.last()?
        ),
    ))
}

pub fn moreau_order(r: &Results) -> Option<Verdict> {
    let m = &r.json["moreau"];
    let (q, v) = (number(m, "order_q"), number(m, "order_v"));
    Some((
        (q - 1.0).abs() < 0.35,
        format!("slopes {q:.2} (q), {v:.2} (v); one run a step scatters"),
    ))
}

pub fn adaptive(r: &Results) -> Option<Verdict> {
    let all = r.runs()?;
    let best = |s: &str| {
        let own = all.iter().filter(|r| r["scheme"] == s && r["error_q"].is_number());
        own.min_by(|a, b| number(a, "error_q").total_cmp(&number(b, "error_q")))
    };
    let (c, a) = (best("moreau")?, best("moreau-adaptive")?);
    let good = number(a, "error_q") < 1e-8
        && number(c, "error_q") > 1e-6
        && number(a, "evaluations") < number(c, "evaluations");
    Some((
        good,
        format!(
            "constant {:.2e} with {} evaluations, adaptive {:.2e} with {}",
            number(c, "error_q"),
            c["evaluations"],
            number(a, "error_q"),
            a["evaluations"]
        ),
    ))
}

pub fn first_order(r: &Results) -> Option<Verdict> {
    let (s, m) = (number(&r.json["splitting"], "order_q"), number(&r.json["moreau"], "order_q"));
    Some(((s - 1.0).abs() < 0.35 && (m - 1.0).abs() < 0.35, format!("slopes {s:.2} and {m:.2}")))
}

/// Evaluations of both schemes for the least error of Moreau's scheme, and the slope of the other over its steps.
pub fn high_order(r: &Results) -> Option<Verdict> {
    let (high, moreau) = ("high-order:method=gauss4", "moreau");
    let best = least(&over_tolerances(r, moreau, "error_q")?);
    let most = over_tolerances(r, moreau, "evaluations")?.into_iter().fold(0.0, f64::max);
    let runs = r.runs()?.iter().filter(|r| r["scheme"] == high);
    let runs: Vec<[f64; 3]> =
        runs.map(|r| ["dt", "error_q", "evaluations"].map(|n| number(r, n))).collect();
    let enough = runs.iter().find(|r| r[1] <= best)?;
    // above what round-off leaves
    let (a, b) = (runs.first()?, runs.iter().rfind(|r| r[1] > 1e-8)?);
    let slope = (a[1] / b[1]).ln() / (a[0] / b[0]).ln();
    Some((slope > 3.6 && enough[2] < most, format!(
        "slope {slope:.2} down to an error of {:.2e}; Moreau's scheme reaches {best:.2e} with {most} evaluations, the Gauss method of order 4 {:.2e} with {}",
        b[1], enough[1], enough[2])))
}

/// Errors and evaluations at the smallest tolerance.
pub fn adaptive_orders(r: &Results) -> Option<Verdict> {
    let mut good = true;
    let mut text = Vec::new();
    for order in ["0", "1", "variable"] {
        let scheme = format!("moreau-adaptive:order={order}");
        let (e, n) =
            (over_tolerances(r, &scheme, "error_q")?, over_tolerances(r, &scheme, "evaluations")?);
        good &= e.windows(2).all(|e| e[1] < e[0]);
        text.push(format!("order {order}: {:.2e} with {} evaluations", e.last()?, n.last()?));
    }
    Some((good, format!("at a tolerance of 1e-6 {}", text.join("; "))))
}

pub fn integrators(r: &Results) -> Option<Verdict> {
    let (mut good, mut text) = (true, Vec::new());
    for (name, order) in [
        ("hem5", 5.0),
        ("mdop5", 5.0),
        ("dopri5", 5.0),
        ("phem56", 5.0),
        ("radau5", 5.0),
        ("alpha-v-adaptive", 2.0),
        ("alpha-pv-adaptive", 2.0),
    ] {
        let p = number(&r.json[name], "order_q");
        good &= (p - order).abs() < 0.3;
        text.push(format!("{name} {p:.2}"));
    }
    Some((good, format!("slopes of the errors of q: {}", text.join(", "))))
}

pub fn table_3_phem56(r: &Results) -> Option<Verdict> {
    let curves = r.json["evaluations"].as_array()?;
    let told = curves.iter().map(|c| {
        let points = c["points"].as_array()?.iter();
        let below = points.filter(|p| p[0].as_f64().is_some_and(|t| t <= 1.2 + 1e-9));
        let rho = below.filter_map(|p| p[1].as_f64()).fold(0.0, f64::max);
        let steps: f64 = over_tolerances(r, c["scheme"].as_str()?, "steps")?.iter().sum();
        Some(format!(
            "{} {rho:.2} ({} of {}, {steps} steps)",
            c["scheme"].as_str()?,
            c["solved"],
            c["problems"]
        ))
    });
    let told: Option<Vec<String>> = told.collect();
    let all = curves.iter().all(|c| c["solved"] == c["problems"]);
    Some((all, format!("ρ(1.2) in evaluations: {}", told?.join("; "))))
}

fn least(x: &[f64]) -> f64 {
    x.iter().copied().fold(f64::INFINITY, f64::min)
}

pub fn splitting(r: &Results) -> Option<Verdict> {
    let all = r.runs()?;
    let ratio = |r: &Value| number(r, "error_q") / number(r, "tol");
    let (first, last) = (all.first()?, all.last()?);
    let good =
        ratio(last) < 100.0 && number(last, "evaluations") < 20.0 * number(first, "evaluations");
    Some((
        good,
        format!(
            "errors {:.2e} to {:.2e} with {} to {} evaluations",
            number(first, "error_q"),
            number(last, "error_q"),
            first["evaluations"],
            last["evaluations"]
        ),
    ))
}

/// A number of every run of a scheme, in the order of its tolerances.
fn over_tolerances(r: &Results, scheme: &str, of: &str) -> Option<Vec<f64>> {
    Some(r.runs()?.iter().filter(|r| r["scheme"] == scheme).map(|r| number(r, of)).collect())
}

pub fn crank_steps(r: &Results) -> Option<Verdict> {
    let steps = |s: &str| over_tolerances(r, s, "steps");
    let (d, h) = (steps("dopri5")?, steps("hem5")?);
    let (p, v) = (steps("alpha-p-adaptive")?, steps("alpha-v-adaptive")?);
    let k = d.len().checked_sub(3)?;
    let good = d[k] < v[k] && h[k] < v[k] && d.windows(2).all(|w| w[0] <= w[1]);
    Some((good, format!(
        "steps at 1e-6: dopri5 {}, hem5 {}, generalized-α at position level {}, at velocity level {}", d[k], h[k], p[k], v[k])))
}

pub fn crank_violations(r: &Results) -> Option<Verdict> {
    let worst = |s: &str, of: &str| Some(largest(&over_tolerances(r, s, of)?));
    let (h, p) = (worst("hem5", "velocity")?, worst("alpha-p-adaptive", "position")?);
    let (d, hg) = (worst("dopri5", "position")?, worst("hem5", "position")?);
    let pv = worst("alpha-p-adaptive", "velocity")?;
    Some((h < 1e-9 && p < 1e-9 && d > hg && pv > 1e-3, format!(
        "largest over all tolerances: hem5 |g'| {h:.2e}, |g| {hg:.2e}; dopri5 |g| {d:.2e}; generalized-α at position level |g| {p:.2e}, |g'| {pv:.2e}")))
}

pub fn crank_work(r: &Results) -> Option<Verdict> {
    // evaluations for an error, on the line through the two runs around it
    const ERROR: f64 = 1e-5;
    let cost = |s: &str| {
        let (e, n) = (over_tolerances(r, s, "error_q")?, over_tolerances(r, s, "evaluations")?);
        let k = (1..e.len()).find(|&k| e[k] <= ERROR && ERROR <= e[k - 1])?;
        let part = (e[k - 1] / ERROR).ln() / (e[k - 1] / e[k]).ln();
        Some(n[k - 1] * (n[k] / n[k - 1]).powf(part))
    };
    let (hem, dopri) = (cost("hem5")?, cost("dopri5")?);
    let (p, vel) = (cost("alpha-p-adaptive")?, cost("alpha-v-adaptive")?);
    Some((hem <= dopri && hem < vel && vel <= p, format!("evaluations for an error of 1e-5: hem5 {hem:.0}, dopri5 {dopri:.0}, generalized-α at velocity level {vel:.0}, at position level {p:.0}.")))
}

/// Members of the set that was run, by what the program says of each.
fn members(r: &Results, least: usize) -> Option<Verdict> {
    let mut names: Vec<&str> = r.runs()?.iter().filter_map(|r| r["problem"].as_str()).collect();
    names.sort_unstable();
    names.dedup();
    Some((
        names.len() == least,
        format!(
            "{} problems; degrees of freedom, joints and contacts as printed (a test counts them)",
            names.len()
        ),
    ))
}

pub fn set_1(r: &Results) -> Option<Verdict> {
    members(r, 69)
}
pub fn set_2(r: &Results) -> Option<Verdict> {
    members(r, 32)
}
pub fn set_3(r: &Results) -> Option<Verdict> {
    members(r, 14)
}

const METHODS: [&str; 3] = ["hem5", "mdop5", "alpha-pv-adaptive"];

/// ρ(1.2) of the three methods, by evaluations and by time, and the sums of their steps.
fn profile(r: &Results) -> Option<([f64; 3], [f64; 3], [f64; 3])> {
    let rho = |work: &str, scheme: &str| {
        let curve = r.json[work].as_array()?.iter().find(|c| c["scheme"] == scheme)?;
        let points = curve["points"].as_array()?.iter();
        let below = points.filter(|p| p[0].as_f64().is_some_and(|t| t <= 1.2 + 1e-9));
        Some(below.filter_map(|p| p[1].as_f64()).fold(0.0, f64::max))
    };
    let all =
        |work: &str| Some([rho(work, METHODS[0])?, rho(work, METHODS[1])?, rho(work, METHODS[2])?]);
    let steps =
        METHODS.map(|m| over_tolerances(r, m, "steps").map_or(f64::NAN, |s| s.iter().sum()));
    Some((all("evaluations")?, all("time")?, steps))
}

fn told((e, t, s): ([f64; 3], [f64; 3], [f64; 3])) -> String {
    format!(
        "ρ(1.2) of hem5, mdop5, stabilised α: {:.2}, {:.2}, {:.2} in evaluations; steps {}, {}, {}{VARIES}in time {:.2}, {:.2}, {:.2}",
        e[0], e[1], e[2], s[0], s[1], s[2], t[0], t[1], t[2])
}

/// Methods of order 5 lead, as printed; which of them leads is said.
pub fn table_3_joints(r: &Results) -> Option<Verdict> {
    let p = profile(r)?;
    Some((p.0[0] >= p.0[1] && p.0[1] > p.0[2], told(p)))
}
pub fn table_3_impacts(r: &Results) -> Option<Verdict> {
    let p = profile(r)?;
    Some((p.0[0] >= p.0[1] && p.0[1] > p.0[2], told(p)))
}
pub fn table_3_flexible(r: &Results) -> Option<Verdict> {
    let p = profile(r)?;
    Some((p.0[0] >= p.0[2] && p.0[2] > p.0[1], told(p)))
}

pub fn table_4(r: &Results) -> Option<Verdict> {
    let steps = |s: &str| over_tolerances(r, s, "steps");
    let (h, m, a) = (steps("hem5")?, steps("mdop5")?, steps("alpha-pv-adaptive")?);
    let flat = |s: &[f64]| s.iter().all(|n| *n < 2.0 * s[0]);
    let shorter = |s: &[f64]| s.iter().zip(&a).all(|(s, a)| *s > 10.0 * a);
    let good = r.done() && flat(&h) && flat(&m) && shorter(&h) && shorter(&m);
    Some((good, format!("steps at 1e-2, 1e-4, 1e-6: hem5 {h:?}, mdop5 {m:?}, stabilised α {a:?}.")))
}

pub fn rotor(r: &Results) -> Option<Verdict> {
    let scheme = "alpha-pv";
    let (t, y) = r.curve(scheme, "q.y2")?;
    let (_, z) = r.curve(scheme, "q.z2")?;
    let radius: Vec<f64> = y.iter().zip(z).map(|(y, z)| y.hypot(*z)).collect();
    let k = (0..radius.len()).max_by(|a, b| radius[*a].total_cmp(&radius[*b]))?;
    let end = *radius.last()?;
    let good =
        r.done() && t[k] > 0.1 * t.last()? && t[k] < 0.9 * t.last()? && radius[k] > 3.0 * end;
    Some((
        good,
        format!(
            "largest amplitude {:.2e} m at {:.0} rad/s, {end:.2e} m at the end of the run-up",
            radius[k],
            60.0 * t[k]
        ),
    ))
}

/// Newton steps as the document counts them, beside its counts.
fn counts(r: &Results, mean: f64, most: usize) -> Option<String> {
    let n = &r.run(NEW)?["newton"];
    let (own, largest) = (n[0].as_f64()?, n[1].as_u64()?);
    Some(format!("Newton steps {own:.3}, {largest} (document {mean}, {most})"))
}

fn both(good: bool, text: String, counts: String) -> Verdict {
    (good, format!("{text}{VARIES}{counts}"))
}

fn close(r: &Results) -> Option<(bool, f64)> {
    let a = r.run(NEW)?;
    let e = number(a, "error_q");
    Some((a["status"] == "done" && e < 1e-2, e))
}

pub fn bounces(r: &Results) -> Option<Verdict> {
    let (good, e) = close(r)?;
    let (_, g) = r.curve(NEW, "gN.plane")?;
    let rests = g.last()?.abs() < 1e-8;
    Some(both(
        good && rests,
        format!("L1 error of q {e:.2e}, at rest at the end"),
        counts(r, 0.01, 1)?,
    ))
}

pub fn spin_50(r: &Results) -> Option<Verdict> {
    let (good, e) = close(r)?;
    let (n, f) = (largest(r.curve(NEW, "LaN.plane")?.1), largest(r.curve(NEW, "LaF.plane.0")?.1));
    let la = largest(r.curve(NEW, "laF.plane.0")?.1);
    let end = *r.curve(NEW, "laF.plane.0")?.1.last()?;
    let fits = (n - 4.2).abs() < 0.05 && (f - 0.84).abs() < 0.01 && (la - 1.962).abs() < 1e-3;
    Some((
        good && fits && end.abs() < 1e-8,
        format!(
            "ΛN {n:.3} N s, ΛF {f:.3} N s, λF {la:.3} N, then {end:.2e} N; L1 error of q {e:.2e}"
        ),
    ))
}

pub fn spin_10(r: &Results) -> Option<Verdict> {
    let (good, e) = close(r)?;
    let f = r.curve(NEW, "LaF.plane.0")?.1;
    let least = f.iter().copied().fold(0.0, f64::min);
    let la = largest(r.curve(NEW, "laF.plane.0")?.1);
    Some((
        good && (least + 0.2857).abs() < 0.01 && la < 1e-6,
        format!("ΛF {least:.4} N s, λF up to {la:.2e} N; L1 error of q {e:.2e}"),
    ))
}

pub fn corner(r: &Results) -> Option<Verdict> {
    let (t, g) = r.curve(NEW, "gN.plane1")?;
    let last = t[g.iter().rposition(|g| *g > 1e-6)?];
    let fixed = &r.run(NEW)?["iterations"];
    let good = r.done() && (last - 1.36).abs() < 0.03;
    Some(both(good, format!(
        "both contacts closed for good from {last:.3} s{VARIES}{} steps by the fixed point, at most {} sweeps in one (document 13, 281)",
        fixed[1], fixed[2]), counts(r, 0.36, 7)?))
}

pub fn cylinder(r: &Results) -> Option<Verdict> {
    let moreau = r.run("moreau:gradients=theta")?;
    let (a, m) = (number(r.run(NEW)?, "penetration"), number(moreau, "penetration"));
    Some(both(
        a < 1e-5 && m > 1e-3,
        format!("penetration {a:.2e} and {m:.2e} m"),
        counts(r, 0.37, 74)?,
    ))
}

pub fn rod(r: &Results) -> Option<Verdict> {
    let (t, u) = r.curve(NEW, "u.phi")?;
    let k = (1..u.len())
        .max_by(|a, b| (u[*a] - u[a - 1]).abs().total_cmp(&(u[*b] - u[b - 1]).abs()))?;
    let opens = r.curve(NEW, "gN.tip")?.1[k] >= -1e-9;
    // beside what it changes by in a step 0.05 s before
    let early = t.iter().position(|s| *s > t[k] - 0.05).filter(|j| *j > 0)?;
    let jump = (u[k] - u[k - 1]).abs() / (u[early] - u[early - 1]).abs();
    let good = r.done() && opens && jump > 5.0 && (t[k] - 0.8146).abs() < 0.02;
    Some(both(
        good,
        format!(
            "u_φ changes by {:.2} rad/s in the step to {:.4} s, {jump:.0} times as much as 0.05 s before",
            u[k] - u[k - 1],
            t[k]
        ),
        counts(r, 0.07, 2)?,
    ))
}

pub fn rod_counts(r: &Results) -> Option<Verdict> {
    let (mean, most) = (r.run(NEW)?["newton"][0].as_f64()?, r.run(NEW)?["newton"][1].as_u64()?);
    let good = r.done() && (mean - 0.07).abs() < 0.03 && most == 2;
    let until = r.curve(NEW, "t")?.1.last()?;
    Some(both(good, format!("all steps to {until:.1} s"), counts(r, 0.07, 2)?))
}

pub fn hopper(r: &Results) -> Option<Verdict> {
    let (n, f) = (r.curve(NEW, "PN.foot")?.1, r.curve(NEW, "PF.foot.0")?.1);
    let excess = n.iter().zip(f).map(|(n, f)| f.abs() - 0.2 * n).fold(0.0, f64::max);
    let pressed = n.iter().zip(f).filter(|(n, _)| **n > 0.0);
    let (mut slide, mut stick) = (0, 0);
    pressed.for_each(|(n, f)| if 0.2 * n - f.abs() < 1e-6 * n { slide += 1 } else { stick += 1 });
    Some(both(
        r.done() && excess < 1e-9 && slide > 10 && stick > 10,
        format!("largest excess {excess:.2e} N s; {stick} rows stick, {slide} slide"),
        counts(r, 1.23, 5)?,
    ))
}

pub fn tippe_top(r: &Results) -> Option<Verdict> {
    let tilt = |s: &str| {
        let (p1, p2) = (r.curve(s, "q.p1")?.1, r.curve(s, "q.p2")?.1);
        Some(
            p1.iter()
                .zip(p2)
                .map(|(a, b)| (1.0 - 2.0 * (a * a + b * b)).clamp(-1.0, 1.0).acos())
                .fold(0.0, f64::max),
        )
    };
    let (a, m, grey) = (tilt(NEW)?, tilt("moreau")?, tilt("alpha:dt=1e-4")?);
    Some(both(
        r.done() && a > 2.8 && m > 2.8 && (a - grey).abs() < 0.1,
        format!("largest tilt {a:.2} rad, at a step of 1e-4 s {grey:.2} rad, with Moreau's scheme {m:.2} rad"),
        counts(r, 0.36, 3)?,
    ))
}
