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
    below("record", &["error", "memory", "system"]);
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
