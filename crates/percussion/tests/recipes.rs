//! The recipes of CONTRIBUTING.md are true: the paths they name exist, the symbols occur in the sources, and
//! each of them needs four files at most.

use std::fs;
use std::path::{Path, PathBuf};

/// What can be added, each with a recipe of its own.
const TASKS: [&str; 14] = [
    "a body",
    "a joint",
    "a force",
    "a contact geometry",
    "a shape",
    "a law",
    "a solver",
    "a scheme",
    "an integrator",
    "a problem",
    "a key of model files",
    "an option",
    "an output column",
    "a reference",
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn sources(folder: &Path, out: &mut String) {
    for e in fs::read_dir(folder).unwrap() {
        let p = e.unwrap().path();
        if p.is_dir() {
            sources(&p, out);
        } else if p.extension().is_some_and(|e| e == "rs" || e == "toml") {
            out.push_str(&fs::read_to_string(&p).unwrap());
        }
    }
}

/// A new law of friction needs the law, the model and the file format: nothing else looks at a coefficient of friction.
#[test]
fn friction_coefficients_are_read_in_one_place() {
    // the model with its format and its pictures; data of contact problems and their own file format
    let allowed = ["laws", "model", "file", "prepare", "problems", "scene"];
    let law = ["contact/law.rs", "contact/file.rs", "contact/cone.rs"];
    let folder = root().join("crates/percussion/src");
    let mut files = Vec::new();
    let mut todo = vec![folder.clone()];
    while let Some(f) = todo.pop() {
        for e in fs::read_dir(f).unwrap().map(|e| e.unwrap().path()) {
            if e.is_dir() {
                todo.push(e)
            } else {
                files.push(e)
            }
        }
    }
    assert!(files.len() > 100);
    for p in files.iter().filter(|p| p.extension().is_some_and(|e| e == "rs")) {
        let name = p.strip_prefix(&folder).unwrap().to_str().unwrap().replace('\\', "/");
        let first = name.split(['/', '.']).next().unwrap();
        if allowed.contains(&first) || law.contains(&&*name) || name.contains("tests") {
            continue;
        }
        let text = fs::read_to_string(p).unwrap();
        let code = text.split("#[cfg(test)]").next().unwrap();
        for (k, line) in code.lines().enumerate().filter(|(_, l)| !l.trim_start().starts_with("//"))
        {
            let reads = line.split(".mu").skip(1).any(|rest| {
                let own = line.contains("self.mu") || line.contains("path.mu");
                !own && !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_')
            });
            assert!(!reads, "{name}:{}: {line}", k + 1);
        }
    }
}

#[test]
fn recipes_name_what_exists() {
    let text = fs::read_to_string(root().join("CONTRIBUTING.md")).unwrap();
    let recipes = text.split("## Recipes").nth(1).unwrap().split("\n## ").next().unwrap();
    let mut code = String::new();
    for folder in ["crates/percussion/src", "crates/percussion/tests", "crates/percussion-cli/src"]
    {
        sources(&root().join(folder), &mut code);
    }
    let exists = |path: &str| {
        let places = [
            "",
            "crates/percussion",
            "crates/percussion/src",
            "crates/percussion-cli",
            "crates/percussion-cli/src",
        ];
        places.iter().any(|p| root().join(p).join(path).exists())
    };
    let makefile = fs::read_to_string(root().join("Makefile")).unwrap();
    let mut seen = Vec::new();
    for recipe in recipes.split("\n**").filter_map(|r| r.strip_prefix("Add ")) {
        let name = recipe.split("**").next().unwrap().trim_end_matches('.');
        let name = name.split(" (").next().unwrap();
        seen.push(name.to_string());
        let mut files = std::collections::BTreeSet::new();
        for token in recipe.split('`').skip(1).step_by(2) {
            let token = token.trim();
            if token.contains("NAME") {
                // a new file: its folder must be there
                let folder = token.rsplit_once('/').map_or("", |t| t.0);
                assert!(exists(folder), "{name}: no folder for {token}");
                files.insert(token.to_string());
            } else if let Some(target) = token.strip_prefix("make ") {
                assert!(makefile.contains(&format!("\n{target}:")), "{name}: make {target}");
            } else if token.contains('/') || token.ends_with(".rs") || token.ends_with(".md") {
                assert!(exists(token), "{name}: there is no {token}");
                if token.ends_with(".rs") {
                    files.insert(token.to_string());
                }
            } else {
                let symbol = |c: char| c.is_alphanumeric() || c == '_';
                for word in token.split(|c: char| !symbol(c)).filter(|w| w.len() > 1) {
                    assert!(
                        code.contains(word),
                        "{name}: '{word}' of `{token}` is nowhere in the sources"
                    );
                }
            }
        }
        assert!(files.len() <= 4, "{name}: {} files: {files:?}", files.len());
    }
    for task in TASKS {
        assert!(seen.iter().any(|s| s == task), "no recipe for '{task}', only {seen:?}");
    }
}
