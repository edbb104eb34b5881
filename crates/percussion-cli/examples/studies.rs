//! The figures of the literature, made anew by the commands for studies, and one page that states for each printed
//! figure: document, ours, reproduced or why not. `make studies`; `studies [FOLDER]`.
//!
//! Every verdict is computed from the results of its command; what is expected is what the document prints or
//! says in words.

use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Whether a figure came out, and what was seen.
type Verdict = (bool, String);

/// A printed figure.
struct Figure {
    document: &'static str,
    figure: &'static str,
    prints: &'static str,
    /// The command; nothing where there is none.
    command: &'static str,
    judge: fn(&Value) -> Option<Verdict>,
    /// Where there is no command: why not.
    why_not: &'static str,
}

const ALPHA: &str = "Brüls, Acary, Cardona 2018, On the constraints formulation in the nonsmooth generalized-α method, DOI 10.1007/978-3-319-75972-2_9";
const LECTURE: &str = "Acary, lecture on event-driven and time-stepping schemes";
const DAES: &str = "Haddouni, Acary, Garreau, Beley, Brogliato 2017, DOI 10.1007/s11044-017-9570-y";
const FRICTION: &str = "Capobianco, Harsch, Eugster, Leine 2021, DOI 10.1002/nme.6801";

const fn by(
    document: &'static str,
    figure: &'static str,
    prints: &'static str,
    command: &'static str,
    judge: fn(&Value) -> Option<Verdict>,
) -> Figure {
    Figure { document, figure, prints, command, judge, why_not: "" }
}

const fn not(
    document: &'static str,
    figure: &'static str,
    prints: &'static str,
    why_not: &'static str,
) -> Figure {
    Figure { document, figure, prints, command: "", judge: |_| None, why_not }
}

#[rustfmt::skip]
const FIGURES: &[Figure] = &[
    by(ALPHA, "2", "violations of a pendulum's joint: index 3 leaves velocity level, index 2 drifts at position level, GGL holds both, the index-1 form all",
        "compare pendulum --schemes alpha-p,alpha-v,alpha-pv,alpha-pva --dt 2e-3 --t-end 5 --scheme-set rho_inf=0.9 --columns position,velocity,gdd.hinge.0,lag.hinge.0,energy", levels),
    by(ALPHA, "5, 6, 7", "a pendulum bounces against an obstacle and comes to rest there; both methods carry the same force at the end",
        "compare bouncing-pendulum --schemes alpha,alpha-pvv --dt 2e-3 --scheme-set rho_inf=0.9", bouncing),
    by(ALPHA, "8", "the same without numerical damping: the older method oscillates for ever, the new one does not",
        "compare bouncing-pendulum --schemes alpha,alpha-pvv --dt 2e-3 --scheme-set rho_inf=1", undamped),
    not(ALPHA, "10, 11, 12", "a flexible pendulum against an obstacle, h = 5e-6",
        "`percussion run flexible-pendulum` takes minutes at that step; not part of this page"),
    by(ALPHA, "14, 15, 16", "an elastic bar strikes a wall: contact for 2/3 s, energy nearly conserved",
        "compare bar-impact --schemes alpha,alpha-pvv", bar),
    by(LECTURE, "precision and work of Moreau's scheme, bouncing ball", "adaptive steps reach errors that constant steps do not",
        "work-precision bouncing-ball --schemes moreau,moreau-adaptive --dt 1e-2:1e-4:5 --tol 1e-2:1e-8:7 --norm grid1", adaptive),
    by(LECTURE, "empirical order of splitting, linear oscillator", "splitting does not raise the order: slope 1, as Moreau's scheme",
        "order linear-oscillator --schemes splitting,moreau --dt 1e-2:1e-4:15 --scheme-set splitting.variant=free --norm grid1", first_order),
    by(LECTURE, "precision and work, higher order", "Runge-Kutta between enclosed events keeps its order",
        "order linear-oscillator --schemes high-order --dt 0.11:0.012:6 --norm grid1", high_order),
    by(LECTURE, "precision and work, splitting with adaptive steps", "the error follows the tolerance at about log(1/tol) evaluations",
        "work-precision linear-oscillator --schemes splitting --tol 1e-3,1e-5,1e-7,1e-9 --norm grid1", splitting),
    by(DAES, "4, 5", "slider-crank: work and precision of the integrators; order 5 beats generalized-α, velocity level beats position level",
        "work-precision slider-crank --schemes dopri5,mdop5,hem5,alpha-p-adaptive,alpha-v-adaptive,alpha-pv-adaptive --tol 1e-3:1e-9:4", slider),
    by(DAES, "9, table 3", "first set: ρ(1.2) of HEM5 0.57, MDOP5 0.54, stabilised α 0.07",
        "profile joints --schemes hem5,mdop5,alpha-pv-adaptive", table_3),
    by(DAES, "10, table 3", "second set: ρ(1.2) of HEM5 0.84, MDOP5 0.45, stabilised α 0.07",
        "profile impacts --schemes hem5,mdop5,alpha-pv-adaptive", table_3),
    by(DAES, "11, table 3", "third set: ρ(1.2) of HEM5 0.62, MDOP5 0.15, stabilised α 0.46",
        "profile flexible --schemes hem5,mdop5,alpha-pv-adaptive", table_3),
    not(DAES, "13, table 4", "stiff rotating beam and rotor", "`make compare` prints them"),
    by(FRICTION, "1", "a ball bounces without friction until it rests",
        "compare rotating-ball --schemes alpha --set omega=0 --set e_N=0.5", close),
    by(FRICTION, "2", "a spinning ball slides, then rolls: friction jumps to zero",
        "compare rotating-ball --schemes alpha,alpha-pvv,moreau", close),
    by(FRICTION, "3", "a ball comes to rest in a corner",
        "compare ball-in-corner --schemes alpha,moreau", done),
    by(FRICTION, "4", "a ball in a cylinder: Moreau's scheme penetrates, the new one does not",
        "compare ball-in-cylinder --schemes alpha,moreau", cylinder),
    by(FRICTION, "5", "Painlevé's rod jumps without a collision",
        "compare painleve-rod --schemes alpha,hybrid", done),
    by(FRICTION, "6", "slider-crank with clearance and a flexible part",
        "compare slider-crank-clearance --schemes alpha,moreau", done),
    by(FRICTION, "7", "the tippe-top turns over",
        "compare tippe-top --schemes alpha", done),
];

fn runs(v: &Value) -> Option<&Vec<Value>> {
    v["runs"].as_array().or(v.as_array())
}

fn number(run: &Value, name: &str) -> f64 {
    run[name].as_f64().unwrap_or(f64::NAN)
}

fn find<'a>(v: &'a Value, scheme: &str) -> Option<&'a Value> {
    runs(v)?.iter().find(|r| r["scheme"] == scheme)
}

fn levels(v: &Value) -> Option<Verdict> {
    let at = |s: &str| find(v, s).map(|r| (number(r, "position"), number(r, "velocity")));
    let (p, vel, pv, pva) = (at("alpha-p")?, at("alpha-v")?, at("alpha-pv")?, at("alpha-pva")?);
    let zero = 1e-10;
    let good = p.0 < zero
        && p.1 > 1e-6
        && vel.0 > 1e-9
        && vel.1 < zero
        && pv.0 < zero
        && pv.1 < zero
        && pva.0 < zero
        && pva.1 < zero;
    let show = |n: &str, x: (f64, f64)| format!("{n}: |g| {:.1e}, |g'| {:.1e}", x.0, x.1);
    let seen = [show("index 3", p), show("index 2", vel), show("GGL", pv), show("index 1", pva)];
    Some((good, seen.join("; ")))
}

fn bouncing(v: &Value) -> Option<Verdict> {
    let (a, b) = (find(v, "alpha")?, find(v, "alpha-pvv")?);
    let held = |r: &Value| number(r, "penetration") < 1e-10 && number(r, "position") < 1e-10;
    let good = [a, b].iter().all(|r| r["status"] == "done" && held(r));
    Some((
        good,
        format!(
            "impacts {} and {}, no penetration, joints held; energy lost {:.4} and {:.4} J",
            a["impacts"],
            b["impacts"],
            -number(a, "energy_change"),
            -number(b, "energy_change")
        ),
    ))
}

fn undamped(v: &Value) -> Option<Verdict> {
    let (a, b) = (find(v, "alpha")?, find(v, "alpha-pvv")?);
    let good = [a, b].iter().all(|r| r["status"] == "done");
    Some((good, "see the forces of the joint in the drawing".into()))
}

fn bar(v: &Value) -> Option<Verdict> {
    let a = find(v, "alpha")?;
    let lost = -number(a, "energy_change");
    Some((
        a["status"] == "done" && lost >= -1e-6,
        format!("energy lost {lost:.3} J of 500 J kinetic energy at the start"),
    ))
}

fn adaptive(v: &Value) -> Option<Verdict> {
    let all = runs(v)?;
    let best = |s: &str| {
        let own = all.iter().filter(|r| r["scheme"] == s && r["error_q"].is_number());
        own.min_by(|a, b| number(a, "error_q").total_cmp(&number(b, "error_q")))
    };
    let (c, a) = (best("moreau")?, best("moreau-adaptive")?);
    let good = number(a, "error_q") < 0.1 * number(c, "error_q")
        && number(a, "evaluations") < number(c, "evaluations");
    Some((
        good,
        format!(
            "constant {:.1e} with {} evaluations, adaptive {:.1e} with {}",
            number(c, "error_q"),
            c["evaluations"],
            number(a, "error_q"),
            a["evaluations"]
        ),
    ))
}

fn first_order(v: &Value) -> Option<Verdict> {
    let (s, m) = (number(&v["splitting"], "order_q"), number(&v["moreau"], "order_q"));
    Some(((s - 1.0).abs() < 0.35 && (m - 1.0).abs() < 0.35, format!("slopes {s:.2} and {m:.2}")))
}

fn high_order(v: &Value) -> Option<Verdict> {
    let p = number(&v["high-order"], "order_q");
    Some((p > 3.6, format!("slope {p:.2} of the method of order 4")))
}

fn splitting(v: &Value) -> Option<Verdict> {
    let all = runs(v)?;
    let ratio = |r: &Value| number(r, "error_q") / number(r, "tol");
    let (first, last) = (all.first()?, all.last()?);
    let good = ratio(last) < 10.0 * ratio(first).max(10.0)
        && number(last, "evaluations") < 20.0 * number(first, "evaluations");
    Some((
        good,
        format!(
            "errors {:.1e} to {:.1e} with {} to {} evaluations",
            number(first, "error_q"),
            number(last, "error_q"),
            first["evaluations"],
            last["evaluations"]
        ),
    ))
}

fn slider(v: &Value) -> Option<Verdict> {
    let all = runs(v)?;
    // evaluations for an error below 1e-4
    let cost = |s: &str| {
        let own = all.iter().filter(|r| r["scheme"] == s && number(r, "error_q") < 1e-4);
        own.map(|r| number(r, "evaluations")).fold(f64::INFINITY, f64::min)
    };
    let (hem, p, vel) = (cost("hem5"), cost("alpha-p-adaptive"), cost("alpha-v-adaptive"));
    Some((hem < vel && vel <= p, format!("evaluations for an error of 1e-4: hem5 {hem}, generalized-α at velocity level {vel}, at position level {p}")))
}

fn table_3(v: &Value) -> Option<Verdict> {
    let rho = |work: &str, scheme: &str| {
        let curve = v[work].as_array()?.iter().find(|c| c["scheme"] == scheme)?;
        let points = curve["points"].as_array()?.iter();
        let below = points.filter(|p| p[0].as_f64().is_some_and(|t| t <= 1.2 + 1e-9));
        Some(below.filter_map(|p| p[1].as_f64()).fold(0.0, f64::max))
    };
    let all = |work: &str| {
        Some([rho(work, "hem5")?, rho(work, "mdop5")?, rho(work, "alpha-pv-adaptive")?])
    };
    let (e, t) = (all("evaluations")?, all("time")?);
    Some((e[0] >= e[1], format!(
        "ρ(1.2) of hem5, mdop5, stabilised α: {:.2}, {:.2}, {:.2} in evaluations, {:.2}, {:.2}, {:.2} in time",
        e[0], e[1], e[2], t[0], t[1], t[2])))
}

fn close(v: &Value) -> Option<Verdict> {
    let a = find(v, "alpha")?;
    let e = number(a, "error_q");
    Some((a["status"] == "done" && e < 1e-2, format!("L1 error of the coordinates {e:.1e}")))
}

fn done(v: &Value) -> Option<Verdict> {
    let all = runs(v)?;
    let good = all.iter().all(|r| r["status"] == "done");
    let told: Vec<String> = all
        .iter()
        .map(|r| {
            format!(
                "{}: {} impacts, penetration {:.1e}",
                r["scheme"].as_str().unwrap_or(""),
                r["impacts"],
                number(r, "penetration")
            )
        })
        .collect();
    Some((good, told.join("; ")))
}

fn cylinder(v: &Value) -> Option<Verdict> {
    let (a, m) =
        (number(find(v, "alpha")?, "penetration"), number(find(v, "moreau")?, "penetration"));
    Some((a < 1e-10 && m > 1e-3, format!("penetration {a:.1e} and {m:.1e} m")))
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

fn program() -> Option<PathBuf> {
    Some(std::env::current_exe().ok()?.parent()?.parent()?.join("percussion"))
}

fn make(program: &Path, folder: &Path, name: &str, f: &Figure) -> (String, String) {
    if f.command.is_empty() {
        return ("not made".into(), f.why_not.into());
    }
    let out = folder.join(name);
    let status = Command::new(program)
        .args(f.command.split_whitespace())
        .arg("--quiet")
        .arg("--out")
        .arg(&out)
        .status();
    match status {
        Ok(s) if s.success() => {}
        Ok(s) => return ("failed".into(), format!("the command ended with {s}")),
        Err(e) => return ("failed".into(), e.to_string()),
    }
    let text = fs::read_to_string(out.join("results.json")).unwrap_or_default();
    let value: Value = serde_json::from_str(&text).unwrap_or_default();
    match (f.judge)(&value) {
        Some((true, seen)) => ("reproduced".into(), seen),
        Some((false, seen)) => ("not reproduced".into(), seen),
        None => ("failed".into(), "the results lack what is looked at".into()),
    }
}

fn main() {
    let folder = PathBuf::from(std::env::args().nth(1).unwrap_or_else(|| "studies".into()));
    let only = std::env::args().nth(2);
    let Some(program) = program() else {
        eprintln!("the program percussion was not found beside this one");
        std::process::exit(2);
    };
    if let Err(e) = fs::create_dir_all(&folder) {
        eprintln!("cannot create {}: {e}", folder.display());
        std::process::exit(2);
    }
    let mut rows = String::new();
    for (k, f) in FIGURES.iter().enumerate() {
        if only.as_ref().is_some_and(|o| !f.command.contains(o.as_str())) {
            continue;
        }
        let name = format!("figure-{:02}", k + 1);
        let (verdict, seen) = make(&program, &folder, &name, f);
        println!("{verdict:15} {}: {} | {seen}", f.figure, f.prints);
        let class = if verdict == "reproduced" { "" } else { " class=\"bad\"" };
        let link = match f.command {
            "" => String::new(),
            c => format!(
                "<a href=\"{name}/index.html\">drawing</a><br><code>percussion {}</code>",
                escape(c)
            ),
        };
        rows += &format!(
            "<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td{class}>{verdict}</td><td>{link}</td></tr>\n",
            escape(f.document), escape(f.figure), escape(f.prints), escape(&seen)
        );
    }
    let page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>Figures of the literature</title>\n\
         <style>body{{font:15px/1.45 system-ui,sans-serif;margin:2rem auto;max-width:1300px}}td,th{{border-top:1px solid #ccc;\
         padding:.5rem;vertical-align:top;text-align:left}}.bad{{color:#b3261e}}code{{font-size:.8rem}}</style>\n</head>\n<body>\n\
         <h1>Figures of the literature</h1>\n<table>\n<tr><th>document</th><th>figure</th><th>what it prints</th><th>ours</th>\
         <th></th><th></th></tr>\n{rows}</table>\n</body>\n</html>\n"
    );
    if let Err(e) = fs::write(folder.join("index.html"), page) {
        eprintln!("cannot write the page: {e}");
        std::process::exit(2);
    }
    println!("{}", folder.join("index.html").display());
}
