//! Layers: the graph of modules, read off the sources. It is printed, and a cycle fails.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

type Graph = BTreeMap<String, BTreeSet<String>>;

fn sources(folder: &Path, out: &mut Vec<PathBuf>) {
    for e in std::fs::read_dir(folder).unwrap() {
        let p = e.unwrap().path();
        if p.is_dir() {
            sources(&p, out);
        } else if p.extension().is_some_and(|e| e == "rs") {
            out.push(p);
        }
    }
}

fn graph() -> Graph {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&root, &mut files);
    let of = |p: &Path| {
        let first = p.strip_prefix(&root).unwrap().components().next().unwrap();
        first.as_os_str().to_str().unwrap().trim_end_matches(".rs").to_string()
    };
    let modules: BTreeSet<String> = files.iter().map(|p| of(p)).filter(|m| m != "lib").collect();
    let mut g: Graph = modules.iter().map(|m| (m.clone(), BTreeSet::new())).collect();
    for p in files.iter().filter(|p| of(p) != "lib") {
        let text = std::fs::read_to_string(p).unwrap();
        // tests may look at anything
        let text = text.split("#[cfg(test)]").next().unwrap();
        for line in text.lines().filter(|l| !l.trim_start().starts_with("//")) {
            for part in line.split("crate::").skip(1) {
                let name: String =
                    part.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
                if modules.contains(&name) && name != of(p) {
                    g.get_mut(&of(p)).unwrap().insert(name);
                }
            }
        }
    }
    g
}

/// All that can be reached.
fn reach(g: &Graph, from: &str) -> BTreeSet<String> {
    let (mut seen, mut todo) = (BTreeSet::new(), vec![from.to_string()]);
    while let Some(m) = todo.pop() {
        for n in &g[&m] {
            if seen.insert(n.clone()) {
                todo.push(n.clone());
            }
        }
    }
    seen
}

#[test]
fn no_cycle_between_modules() {
    let g = graph();
    for (m, uses) in &g {
        println!("{m:12} -> {}", uses.iter().cloned().collect::<Vec<_>>().join(" "));
    }
    for m in g.keys() {
        let circle: Vec<String> =
            reach(&g, m).into_iter().filter(|n| n != m && reach(&g, n).contains(m)).collect();
        assert!(circle.is_empty(), "{m} is in a circle with {circle:?}");
    }
}

/// What lies below what.
#[test]
fn leaves_are_leaves() {
    let g = graph();
    let below = |m: &str, allowed: &[&str]| {
        let Some(uses) = g.get(m) else { return };
        for n in uses {
            assert!(allowed.contains(&n.as_str()), "{m} uses {n}");
        }
    };
    below("error", &[]);
    below("memory", &[]);
    below("linalg", &["memory"]);
    let below_model =
        ["bodies", "frame", "number", "error", "laws", "picture", "relation", "joints"];
    below("collision", &below_model);
    // contact/reduce.rs makes problems of systems
    below("contact", &["linalg", "memory", "error", "laws", "system"]);
    // records are read by the handles of a model: record/parts.rs
    below("record", &["bodies", "error", "frame", "memory", "model", "system"]);
    assert!(!g["file"].contains("problems"), "problems stand above files");
    // the core knows nothing of files
    for m in ["bodies", "joints", "forces", "collision", "frame", "relation", "laws", "expression"]
    {
        for above in ["file", "model", "system"] {
            assert!(!g[m].contains(above), "{m} uses {above}");
        }
    }
    for m in ["system", "schemes", "integrators", "contact", "record", "model"] {
        for top in ["file", "problems", "run", "measure", "inspect", "scene"] {
            assert!(!g.get(m).is_some_and(|u| u.contains(top)), "{m} uses {top}");
        }
    }
}

/// The files of the alpha family use each other one way; `mod.rs`, which puts them together, uses all.
#[test]
fn no_cycle_between_the_files_of_alpha() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/schemes/alpha");
    let mut files = Vec::new();
    sources(&folder, &mut files);
    let name = |p: &Path| p.file_stem().unwrap().to_str().unwrap().to_string();
    let all: BTreeSet<String> = files.iter().map(|p| name(p)).collect();
    let mut g: Graph = all.iter().map(|m| (m.clone(), BTreeSet::new())).collect();
    for p in files.iter().filter(|p| name(p) != "mod") {
        let text = std::fs::read_to_string(p).unwrap();
        for line in text.lines().filter(|l| !l.trim_start().starts_with("//")) {
            let used = line.split("super::").skip(1).map(|part| {
                part.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>()
            });
            let used = used.filter(|n| all.contains(n));
            g.get_mut(&name(p)).unwrap().extend(used);
        }
    }
    assert!(g["contacts"].contains("problems") && g["newton"].contains("sparse"), "{g:?}");
    for m in g.keys() {
        assert!(!reach(&g, m).contains(m), "{m} uses itself: {:?}", reach(&g, m));
    }
}

/// The rooms whose files are held in shape below.
const ROOMS: [&str; 3] = ["contact", "schemes/alpha", "schemes/moreau"];
/// Published solvers, which no other file of `contact` uses.
const PUBLISHED: [&str; 2] = ["contact/reference/", "contact/lcp/"];

/// The files of the rooms: path below `src`, and lines without comments and the contents of strings.
fn rooms() -> Vec<(String, Vec<String>)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    ROOMS.iter().for_each(|room| sources(&root.join(room), &mut files));
    files.extend(["schemes/moreau.rs", "schemes/schatzman_paoli.rs"].map(|f| root.join(f)));
    files.sort();
    let name = |p: &PathBuf| p.strip_prefix(&root).unwrap().to_str().unwrap().replace('\\', "/");
    files.iter().map(|p| (name(p), code(&std::fs::read_to_string(p).unwrap()))).collect()
}

/// Lines without tests, comments and the contents of strings.
fn code(text: &str) -> Vec<String> {
    let bare = |line: &str| {
        let (mut out, mut inside, mut escaped) = (String::new(), false, false);
        for c in line.chars() {
            if inside {
                inside = escaped || c != '"';
                escaped = c == '\\' && !escaped;
            } else {
                inside = c == '"';
                out.push(c);
            }
        }
        out.split("//").next().unwrap().to_string()
    };
    text.split("#[cfg(test)]").next().unwrap().lines().map(bare).collect()
}

/// Every identifier after `super::` or `crate::contact::`, those in braces too.
fn used(line: &str, before: &str) -> Vec<String> {
    let word = |s: &str| -> String {
        s.trim().chars().take_while(|c| c.is_alphanumeric() || "_:".contains(*c)).collect()
    };
    let mut out = Vec::new();
    for part in line.split(before).skip(1) {
        match part.strip_prefix('{') {
            Some(list) => out.extend(list.split(['}', ';']).next().unwrap().split(',').map(word)),
            None => out.push(word(part)),
        }
    }
    out
}

/// The files of a room use each other one way. `mod.rs` puts them together: what it exports counts as use of the file it comes from.
#[test]
fn no_cycle_between_the_files_of_contact() {
    let all: BTreeMap<String, String> = rooms()
        .into_iter()
        .filter_map(|(name, lines)| {
            let inner = name.strip_prefix("contact/")?.trim_end_matches(".rs").to_string();
            let published = PUBLISHED.iter().any(|p| name.starts_with(p));
            (!published).then(|| (inner, lines.join(" ")))
        })
        .collect();
    let mut exported = BTreeMap::new();
    for part in all["mod"].split("pub use ").skip(1) {
        let text = part.split(';').next().unwrap();
        let (file, names) = text.split_once("::").unwrap();
        for n in names.trim_matches(['{', '}']).split(',') {
            exported.insert(n.trim().to_string(), file.to_string());
        }
    }
    let mut g: Graph = all.keys().map(|m| (m.clone(), BTreeSet::new())).collect();
    for (m, text) in all.iter().filter(|(m, _)| !m.ends_with("mod")) {
        let inside = m.contains('/');
        let of_room = if inside { "crate::contact::" } else { "super::" };
        let file = |n: String| {
            let mut path = n.split("::");
            let (first, second) = (path.next().unwrap_or(""), path.next().unwrap_or(""));
            let deeper = format!("{first}/{second}");
            match exported.get(first) {
                Some(file) => file.clone(),
                None if all.contains_key(&deeper) => deeper,
                None if all.contains_key(&format!("{first}/mod")) => format!("{first}/mod"),
                None => first.to_string(),
            }
        };
        let mut uses: Vec<String> = used(text, of_room).into_iter().map(&file).collect();
        if let (true, Some((folder, _))) = (inside, m.split_once('/')) {
            let own = used(text, "super::").into_iter();
            uses.extend(own.map(|n| format!("{folder}/{}", n.split("::").next().unwrap())));
        }
        g.get_mut(m).unwrap().extend(uses.into_iter().filter(|n| all.contains_key(n)));
    }
    let operator = all.keys().filter(|m| m.starts_with("operator/")).cloned();
    g.get_mut("operator/mod").unwrap().extend(operator.filter(|m| m != "operator/mod"));
    assert!(g["solve"].contains("newton") && g["levels"].contains("reduce"), "{g:?}");
    for m in g.keys().filter(|m| *m != "mod") {
        assert!(!reach(&g, m).contains(m), "{m} uses itself: {:?}", g[m]);
    }
    for (m, text) in &all {
        let published = ["reference::", "lcp::"].iter().any(|p| text.contains(p));
        assert!(m == "mod" || !published, "{m} uses a published solver");
    }
}

/// What is longer than a screen or two, (file and name, lines). Entries may shrink and go, none may come.
const LONG: [(&str, usize); 10] = [
    ("contact/file.rs matrix", 99),
    ("contact/reference/dense.rs polish", 82),
    ("contact/reference/path.rs path", 83),
    ("contact/reference/path.rs Track", 22),
    ("contact/reference/sweeps.rs solve_item", 84),
    ("schemes/alpha/equations.rs Known", 19),
    ("schemes/alpha/equations.rs Step", 21),
    ("schemes/alpha/located/mod.rs Located", 20),
    ("schemes/moreau.rs OneStep", 30),
    ("schemes/schatzman_paoli.rs Work", 22),
];

/// Functions of at most 80 lines, structs of at most 16 fields.
#[test]
fn functions_and_structs_are_short() {
    let mut long = BTreeMap::new();
    for (file, lines) in rooms() {
        for (k, line) in lines.iter().enumerate() {
            let indent = line.len() - line.trim_start().len();
            let head = line.trim_start().trim_start_matches("pub");
            let head =
                head.split_once(") ")
                    .map_or(head, |(a, b)| if a.starts_with('(') { b } else { head });
            let name = |s: &str| -> String {
                s.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
            };
            let end = || {
                let close = format!("{}}}", " ".repeat(indent));
                lines[k..].iter().position(|l| l.starts_with(&close)).unwrap_or(0)
            };
            if let Some(rest) = head.trim_start().strip_prefix("fn ") {
                let n = end() + 1;
                if n > 80 {
                    long.insert(format!("{file} {}", name(rest)), n);
                }
            } else if let Some(rest) = head.trim_start().strip_prefix("struct ") {
                if line.trim_end().ends_with('{') {
                    let inner = " ".repeat(indent + 4);
                    let field = |l: &&String| {
                        l.starts_with(&inner)
                            && !l[inner.len()..].starts_with(' ')
                            && l.contains(':')
                    };
                    let n = lines[k..k + end()].iter().filter(field).count();
                    if n > 16 {
                        long.insert(format!("{file} {}", name(rest)), n);
                    }
                }
            }
        }
    }
    println!("{long:#?}");
    for (name, n) in &long {
        let known = LONG.iter().find(|k| k.0 == name);
        assert!(known.is_some_and(|k| n <= &k.1), "{name} has {n} lines or fields");
    }
    for (name, _) in LONG {
        assert!(long.contains_key(name), "{name} is short by now: take it off the list");
    }
}

/// Numbers other than 0, 1, 2 and 1/2 in a line: no indices, lengths of arrays, ranges, powers and places of tuples.
fn numbers(line: &str) -> Vec<String> {
    let chars: Vec<char> = line.chars().collect();
    let mut out = Vec::new();
    let mut k = 0;
    while k < chars.len() {
        let before = if k > 0 { chars[k - 1] } else { ' ' };
        if !chars[k].is_ascii_digit() || before.is_alphanumeric() || before == '_' {
            k += 1;
            continue;
        }
        let start = k;
        while k < chars.len() {
            let c = chars[k];
            let part = c.is_ascii_digit() || c == '_';
            let point =
                c == '.' && chars.get(k + 1).is_none_or(|n| *n != '.' && !n.is_alphabetic());
            let exponent = c == 'e' || c == '-' && chars[k - 1] == 'e';
            if !(part || point || exponent) {
                break;
            }
            k += 1;
        }
        let text: String = chars[start..k].iter().collect();
        let value: f64 = text.replace('_', "").trim_end_matches('.').parse().unwrap_or(f64::NAN);
        let range = |at: usize| chars.get(at) == Some(&'.') && chars.get(at + 1) == Some(&'.');
        let rest: String = chars[..start].iter().collect();
        let length = rest.trim_end().ends_with("; ") || rest.ends_with("; ") || rest.ends_with('[');
        let index = before == '.' || before == '<' || range(k) || start >= 2 && range(start - 2);
        let call = [".powi(", ".take(", ".min(", "step_by("].iter().any(|c| rest.ends_with(c));
        let small = [0.0, 0.5, 1.0, 2.0, 3.0, 4.0].contains(&value) && !text.contains('.');
        let usual = [0.0, 0.5, 1.0, 2.0].contains(&value);
        if !(usual || length && value.fract() == 0.0 || index || call || small) {
            out.push(text);
        }
    }
    out
}

/// Numbers of each file, the policies included: they may become fewer. Those of contacts are in their policy but for a count of operations
/// and the sizes of bodies in space.
const NUMBERS: [(&str, usize); 22] = [
    ("contact/operator/dense.rs", 1),
    ("contact/operator/touch.rs", 8),
    ("contact/policy.rs", 47),
    ("schemes/alpha/contacts.rs", 8),
    ("schemes/alpha/damping.rs", 1),
    ("schemes/alpha/dense.rs", 2),
    ("schemes/alpha/equations.rs", 14),
    ("schemes/alpha/levels.rs", 2),
    ("schemes/alpha/located/mod.rs", 7),
    ("schemes/alpha/located/roots.rs", 3),
    ("schemes/alpha/mod.rs", 7),
    ("schemes/alpha/newton.rs", 2),
    ("schemes/alpha/policy.rs", 44),
    ("schemes/alpha/predictor.rs", 13),
    ("schemes/alpha/problems.rs", 4),
    ("schemes/alpha/prox.rs", 5),
    ("schemes/alpha/sets.rs", 1),
    ("schemes/alpha/sparse.rs", 4),
    ("schemes/alpha/start.rs", 6),
    ("schemes/moreau.rs", 10),
    ("schemes/moreau/apart.rs", 4),
    ("schemes/schatzman_paoli.rs", 5),
];

#[test]
fn numbers_that_choose_stand_in_the_policies() {
    let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (file, lines) in rooms() {
        if PUBLISHED.iter().any(|p| file.starts_with(p)) || file == "contact/file.rs" {
            continue;
        }
        let all: Vec<String> = lines.iter().flat_map(|l| numbers(l)).collect();
        found.insert(file, all);
    }
    println!("{found:#?}");
    for (file, all) in &found {
        let most = NUMBERS.iter().find(|n| n.0 == file).map_or(0, |n| n.1);
        assert!(all.len() <= most, "{file} has {} numbers, not {most}: {all:?}", all.len());
    }
}

/// Public functions that take a bool. Entries may go, none may come.
const FLAGS: [&str; 12] = [
    "schemes/alpha/equations.rs begin_part",
    "schemes/alpha/equations.rs exchange_gaps",
    "schemes/alpha/equations.rs new",
    "schemes/alpha/newton.rs new",
    "schemes/alpha/predictor.rs new",
    "schemes/alpha/predictor.rs note",
    "schemes/alpha/predictor.rs predict",
    "schemes/alpha/problems.rs gather",
    "schemes/alpha/problems.rs solve",
    "schemes/alpha/sets.rs slide",
    "schemes/alpha/sparse.rs new",
    "schemes/alpha/sparse.rs update",
];

#[test]
fn public_functions_take_no_flags() {
    let mut flags = Vec::new();
    for (file, lines) in rooms() {
        let text = lines.join("\n");
        for part in text.split("\n    pub fn ").chain(text.split("\npub fn ")).skip(1) {
            let head = part.split('{').next().unwrap();
            let name = head.split(['(', '<']).next().unwrap();
            if head.contains(": bool,") || head.contains(": bool)") {
                flags.push(format!("{file} {name}"));
            }
        }
    }
    flags.sort();
    flags.dedup();
    println!("{flags:#?}");
    for f in &flags {
        assert!(FLAGS.contains(&&f[..]), "{f} takes a flag");
    }
}

/// Most lines of a room: the default solver with all that leads from systems to it; published solvers.
#[test]
fn rooms_stay_small() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&root.join("contact"), &mut files);
    let mut size = [0, 0];
    for p in &files {
        let name = p.strip_prefix(&root).unwrap().to_str().unwrap();
        let published = PUBLISHED.iter().any(|folder| name.starts_with(folder));
        size[usize::from(published)] += std::fs::read_to_string(p).unwrap().lines().count();
    }
    println!("{size:?}");
    assert!(size[0] <= 5250 && size[1] <= 3600, "{size:?}");
}
