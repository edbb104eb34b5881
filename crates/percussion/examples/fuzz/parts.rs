//! What is mutated, and what is done with it.

use super::{Kind, Random};
use percussion::contact::{self, lcp, Budget, Goal};
use percussion::file::robots;
use percussion::frame::M3;
use percussion::inspect::inspect;
use percussion::prelude::*;
use percussion::problems::{self, load, prepare};
use percussion::schemes::SCHEMES;
use percussion::shapes::{self, Hull};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// What inputs are made of: a text to begin from, or the name of a problem.
pub struct Seed {
    pub kind: Kind,
    pub text: String,
    /// Time that its inputs took (ns).
    pub spent: AtomicU64,
}

impl Seed {
    fn new(kind: Kind, text: impl Into<String>) -> Self {
        Seed { kind, text: text.into(), spent: AtomicU64::new(0) }
    }
    pub fn spent(&self) -> u64 {
        self.spent.load(Ordering::Relaxed)
    }
}

const OBJ: &str = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n";
/// Longer files of problems are solved too slowly.
const LONG: usize = 10_000;

fn files(folder: &Path, out: &mut Vec<PathBuf>) {
    let Ok(list) = std::fs::read_dir(folder) else { return };
    for path in list.filter_map(Result::ok).map(|e| e.path()) {
        if path.is_dir() {
            files(&path, out);
        } else {
            out.push(path);
        }
    }
}

/// Models that are made by calls take so many shares of the time.
const CALLS: usize = 12;

/// All of the repository that is a model, a robot, a mesh or a problem, some exported problems, the named problems, and calls.
pub fn seeds(root: &Path) -> Vec<Seed> {
    let mut names = Vec::new();
    for folder in ["models", "fuzz/corpus", "crates/percussion/tests/files"] {
        files(&root.join(folder), &mut names);
    }
    for folder in ["contact", "lcp"] {
        files(&root.join("crates/percussion/data").join(folder), &mut names);
    }
    names.sort();
    let mut list = Vec::new();
    for path in names {
        let of_lcp = path.to_string_lossy().contains("lcp");
        let kind = match path.extension().and_then(|e| e.to_str()) {
            Some("toml") => Kind::Model,
            Some("urdf" | "xml") => Kind::Robot,
            Some("obj" | "stl") => Kind::Mesh,
            Some("dat" | "fcb" | "json") if of_lcp => Kind::Lcp,
            Some("dat" | "fcb" | "json") => Kind::Contact,
            _ => continue,
        };
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        if !matches!(kind, Kind::Lcp | Kind::Contact) || text.len() <= LONG {
            list.push(Seed::new(kind, text));
        }
    }
    for name in ["tippe-top", "painleve-rod", "ball-in-cylinder", "rolling-disc"] {
        let text = problems::find(name).ok().and_then(|p| problems::export(p, &[]).ok());
        list.extend(text.map(|text| Seed::new(Kind::Model, text)));
    }
    list.extend(problems::PROBLEMS.iter().map(|p| Seed::new(Kind::Problem, p.name)));
    list.extend((0..CALLS).map(|_| Seed::new(Kind::Calls, "")));
    list.push(Seed::new(Kind::Mesh, OBJ));
    if let Some(text) = Hull::cuboid(&V3::new(0.1, 0.2, 0.3)).ok().map(|h| stl(&h)) {
        list.push(Seed::new(Kind::Mesh, text));
    }
    list
}

fn stl(hull: &Hull) -> String {
    let mut out = String::from("solid\n");
    for t in hull.triangles() {
        let corner = |k: usize| {
            hull.vertices
                .get(k)
                .map_or(String::new(), |v| format!("vertex {} {} {}\n", v.x, v.y, v.z))
        };
        let [a, b, c] = t.map(corner);
        out += &format!("facet normal 0 0 0\nouter loop\n{a}{b}{c}endloop\nendfacet\n");
    }
    out + "endsolid\n"
}

/// A value of a key or attribute, a number, a whole table or element, or a line is replaced, doubled, moved or
/// taken away.
pub fn mutate(text: &str, rng: &mut Random, other: &str) -> String {
    const VALUES: [&str; 28] = [
        "0",
        "-1",
        "1e308",
        "nan",
        "inf",
        "1e-300",
        "\"\"",
        "\"t\"",
        "[]",
        "{}",
        "true",
        "\"world\"",
        "\"1/0\"",
        "\"sqrt(-1)\"",
        "[0, 0, 0]",
        "[1, 2]",
        "\"sin(t)\"",
        "\"{i}\"",
        "99999999999",
        "-0.0",
        "\"ball\"",
        "[[1]]",
        "\"hull\"",
        "\"m.stl\"",
        "\"package://p/m.obj\"",
        "[[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]",
        "[[0, 0], [1, 0], [0, 1]]",
        "\"prism\"",
    ];
    const BLOCKS: [&str; 4] = [
        "[collide]\nall = true",
        "[collide]\nall = true\njoined = true",
        "[[shapes]]\nname = \"fuzzed\"\ntype = \"hull\"\nfile = \"m.obj\"\nbody = \"ball\"",
        "[[shapes]]\nname = \"fuzzed\"\ntype = \"hull\"\nat = [0, 0, -9]\npoints = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]\ncollide = true",
    ];
    let mut lines: Vec<String> = text.lines().map(String::from).collect();
    for _ in 0..1 + rng.below(4) {
        if lines.is_empty() {
            break;
        }
        let k = rng.below(lines.len());
        // the block that begins at or before line k
        let head = (0..=k).rev().find(|&i| lines[i].starts_with('[')).unwrap_or(0);
        let next =
            (head + 1..lines.len()).find(|&i| lines[i].starts_with('[')).unwrap_or(lines.len());
        match rng.below(10) {
            0 => drop(lines.remove(k)),
            1 => lines.insert(k, lines[k].clone()),
            2 => {
                let block: Vec<String> = lines[head..next].to_vec();
                let at = rng.below(lines.len());
                block.into_iter().rev().for_each(|l| lines.insert(at, l));
            }
            3 => drop(lines.drain(head..next)),
            4 | 5 => match lines[k].split_once('=') {
                Some((key, rest)) if rest.trim_start().starts_with('"') && rest.contains(' ') => {
                    // an attribute of XML, or a string
                    lines[k] = format!(
                        "{key}={} {}",
                        rng.pick(&VALUES),
                        rest.split_once(' ').map_or("", |r| r.1)
                    );
                }
                Some((key, _)) => lines[k] = format!("{key}= {}", rng.pick(&VALUES)),
                None => {
                    // a word of a list of numbers
                    let mut words: Vec<&str> = lines[k].split_whitespace().collect();
                    let at = rng.below(words.len() + 1);
                    match words.get_mut(at) {
                        Some(word) => *word = VALUES[rng.below(VALUES.len())],
                        None => words.push(VALUES[rng.below(VALUES.len())]),
                    }
                    lines[k] = words.join(" ");
                }
            },
            6 => {
                let line = other.lines().nth(rng.below(200)).unwrap_or("x = 1");
                lines.insert(k, line.into());
            }
            7 => lines.push(rng.pick(&BLOCKS).to_string()),
            _ => {
                let at: Vec<usize> =
                    lines[k].char_indices().filter(|c| c.1.is_ascii_digit()).map(|c| c.0).collect();
                if !at.is_empty() {
                    let at = *rng.pick(&at);
                    lines[k].replace_range(at..at + 1, &rng.below(10).to_string());
                }
            }
        }
    }
    lines.join("\n")
}

fn few_steps(sys: &System, q: &[f64], u: &[f64], rng: &mut Random, dt: f64) {
    let info = rng.pick(SCHEMES);
    let Ok(mut scheme) = Scheme::new(info.name) else { return };
    let mut tried = Vec::new();
    for _ in 0..rng.below(3) {
        if info.options.is_empty() {
            break;
        }
        let option = rng.pick(info.options).name;
        let value = rng.pick(&["0", "-1", "nan", "1e-9", "0.5", "yes", "decoupled", "3", "x"]);
        tried.push((option, *value));
        scheme = match scheme.clone().set(option, value) {
            Ok(s) => s,
            Err(_) => scheme,
        };
    }
    rng.tell(&format!("{} {tried:?}, dt = {dt}", info.name));
    if sys.nu > 100 {
        return;
    }
    let scheme = scheme.with_interrupt(&rng.stop);
    let Ok(mut s) = scheme.start(sys, &Start { t: 0.0, q, u, dt }) else { return };
    for _ in 0..3 {
        if s.step(dt).is_err() {
            break;
        }
    }
    let numbers = [&s.state().q, &s.state().u];
    assert!(numbers.into_iter().flatten().all(|x| x.is_finite()), "a state is not finite");
    let saved = s.save();
    if let Ok(mut t) = scheme.resume(sys, &saved) {
        let (one, two) = (s.step(dt).is_ok(), t.step(dt).is_ok());
        assert!(one == two || rng.stop.raised(), "resumed, a step goes otherwise");
    }
}

/// A model file, which may name meshes.
pub fn model(text: &str, rng: &mut Random) {
    let mesh = some_mesh(rng);
    let include = |name: &str| match name.ends_with("stl") || name.ends_with("obj") {
        true => Ok(mesh.clone()),
        false => Err("no such file".to_string()),
    };
    let Ok(file) = load("m.toml", text, &include, &[]) else { return };
    let dt = file.dt.unwrap_or(1e-3);
    if let Ok(p) = file.prepare() {
        if p.system.nu <= 100 {
            inspect(&p.system, &p.q0, &p.u0);
        }
        few_steps(&p.system, &p.q0, &p.u0, rng, dt);
    }
}

/// A robot, with meshes.
pub fn robot(text: &str, rng: &mut Random) {
    let mesh = some_mesh(rng);
    let options = robots::ImportOptions {
        self_collision: rng.below(2) == 0,
        height: [0.0, rng.number()][rng.below(2)],
        ..robots::ImportOptions::default()
    };
    if let Ok(r) = robots::convert_with(text, options, &|_| Ok(mesh.clone())) {
        model(&r.toml, rng);
    }
}

fn some_mesh(rng: &mut Random) -> String {
    match rng.below(4) {
        0 => mutate(OBJ, rng, OBJ),
        1 => Hull::cuboid(&V3::new(0.1, 0.2, 0.3)).map_or(String::new(), |h| stl(&h)),
        _ => OBJ.into(),
    }
}

/// Text and bytes of a mesh, and what is made of it.
pub fn mesh(text: &str, rng: &mut Random) {
    let mut bytes = text.as_bytes().to_vec();
    if rng.below(3) == 0 {
        // a binary file of so many triangles
        let n = rng.below(6);
        bytes = vec![0; 84 + 50 * n];
        bytes[80..84].copy_from_slice(&(n as u32).to_le_bytes());
        bytes[84..].iter_mut().for_each(|b| *b = (rng.next() & 255) as u8);
        for _ in 0..rng.below(3) {
            let at = rng.below(bytes.len());
            bytes.truncate(at);
        }
    }
    let read = [
        shapes::read_stl(&bytes),
        shapes::read_obj(text),
        shapes::mesh_text(bytes).and_then(|t| shapes::read_stl(t.as_bytes())),
    ];
    let mut hulls = Vec::new();
    for mesh in read.into_iter().flatten() {
        let mesh = mesh.scaled(&V3::new(rng.number(), 1.0, -1.0));
        let (_, _) = (mesh.faults(), mesh.mass_properties());
        hulls.extend(Hull::new(&mesh.vertices, 1e-9).ok());
        hulls.extend(Hull::rough(&mesh.vertices, 1e-6, 4 + rng.below(60)).map(|h| h.0).ok());
    }
    let flat: Vec<[f64; 2]> = (0..rng.below(8)).map(|_| [rng.number(), rng.number()]).collect();
    hulls.extend(Hull::polygon(&flat, 1e-9).ok());
    hulls.extend(Hull::cuboid(&V3::new(rng.number(), 1.0, 0.5)).ok());
    for one in &hulls {
        assert!(one.vertices.iter().flatten().all(|x| x.is_finite()), "a hull is not finite");
        let _ = (one.mass_properties(), one.distance(&V3::new(rng.number(), 0.0, 1.0)));
        let two = rng.pick(&hulls);
        let at = V3::new(rng.number(), 0.1, 0.0);
        let turn = M3::from(nalgebra_turn(rng.number()));
        let mut work = shapes::Workspace::default();
        shapes::meet(one, two, (&V3::zeros(), &M3::identity()), (&at, &turn), 0.1, &mut work);
    }
}

fn nalgebra_turn(angle: f64) -> [[f64; 3]; 3] {
    let (s, c) = if angle.is_finite() { angle.sin_cos() } else { (0.0, 1.0) };
    [[c, s, 0.0], [-s, c, 0.0], [0.0, 0.0, 1.0]]
}

/// A contact problem, by any solver.
pub fn contact_problem(text: &str, rng: &mut Random) {
    let Ok((problem, mut point)) = contact::file::parse(text) else { return };
    if problem.rows() > 200 {
        return;
    }
    let info = rng.pick(&contact::SOLVERS);
    rng.tell(info.name);
    let mut budget = Budget::new(1e8).with_stop(rng.stop.flag());
    let goal = Goal::to(1e-8);
    let out = (info.make)().solve(&problem, &mut point, goal, &mut budget);
    let finite = point.m.iter().all(|x| x.is_finite());
    assert!(finite || !out.solved(), "solved, but not finite");
    contact::file::write(&problem, &point.m, "");
}

/// A complementarity problem, likewise.
pub fn lcp_problem(text: &str, rng: &mut Random) {
    let Ok(problem) = lcp::file::parse(text) else { return };
    if problem.q.len() > 60 {
        return;
    }
    let (name, solver) = rng.pick(&lcp::Solver::NAMES);
    rng.tell(name);
    let out = problem.solve(*solver);
    assert!(out.z.iter().all(|x| x.is_finite()) || !out.solved(), "solved, but not finite");
    lcp::file::write(&problem, "");
}

/// A model by its calls.
pub fn calls(rng: &mut Random) {
    let mut m = Model::new();
    m.gravity(V3::new(rng.number(), 0.0, -9.81));
    let mut bodies = vec![];
    for k in 0..1 + rng.below(3) {
        let (x, y) = (rng.number(), rng.number());
        let name = format!("b{k}");
        bodies.push(match rng.below(3) {
            0 => {
                m.body(&name, PointMass { m: 1.0, dim: rng.below(5) }, &[0.0, 0.0, 1.0], &[0.0; 3])
            }
            1 => m.body(&name, PlanarBody::new(1.0, x.abs()), &[0.0, y, 0.0], &[0.0; 3]),
            _ => m.body(
                &name,
                RigidBody::principal(1.0, 1.0, 1.0, x),
                &[0., 0., y, 1., 0., 0., 0.],
                &[0.0; 6],
            ),
        });
    }
    for k in 0..rng.below(4) {
        let a = Anchor::on(*rng.pick(&bodies), V3::new(rng.number(), 0.0, 0.0));
        let name = format!("e{k}");
        let world = Anchor::world(V3::zeros());
        match rng.below(4) {
            0 => _ = m.joint(&name, Joint::revolute(), world, a),
            1 => _ = m.joint(&name, Joint::distance(rng.number()), world, a),
            2 => {
                let law = ContactLaw::coulomb(rng.number(), rng.number());
                m.contact(&name, SphereOnPlane { R: rng.number() }, world, a, law);
            }
            _ => {
                // also a body of another model
                let mut other = Model::new();
                let mut more = || other.body("b", PointMass { m: 1.0, dim: 1 }, &[0.0], &[0.0]);
                let bodies = [more(), more(), more(), more(), more()];
                let b = Anchor::on(*rng.pick(&bodies), V3::zeros());
                m.joint(&name, Joint::spherical(), b, a);
            }
        };
    }
    let dt = [rng.number(), 1e-3][rng.below(2)];
    let run =
        m.run(Alpha::default().rho_inf(0.8)).dt(dt).every(rng.below(3)).with_interrupt(&rng.stop);
    if let Ok(mut sim) = run.simulation(if dt > 0.0 { 3.0 * dt } else { 1.0 }) {
        for _ in 0..3 {
            if !matches!(sim.step(), Ok(true)) {
                break;
            }
        }
    }
}

/// A named problem with odd parameters; any of them where none is named.
pub fn problem(name: &str, rng: &mut Random) {
    let p = problems::find(name).unwrap_or_else(|_| rng.pick(problems::PROBLEMS));
    let mut sets = Vec::new();
    for _ in 0..rng.below(3) {
        if !p.parameters.is_empty() {
            let value = rng.pick(&["0", "-1", "1e3", "nan", "2", "0.1", "x", "pi/2"]);
            sets.push((rng.pick(p.parameters).name.to_string(), value.to_string()));
        }
    }
    rng.tell(&format!("{} {sets:?}", p.name));
    if let Ok(ready) = prepare(p, &sets) {
        few_steps(&ready.system, &ready.q0, &ready.u0, rng, p.dt);
    }
}
