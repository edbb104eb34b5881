//! Whether the tests of this folder know every constructor and setter: the sources are looked through.

use std::fs;
use std::path::{Path, PathBuf};

/// Where a user finds constructors and setters.
const PLACES: [&str; 15] = [
    "bodies",
    "collision/mod.rs",
    "collision/shape.rs",
    "contacts",
    "joints",
    "forces",
    "laws",
    "statics/mod.rs",
    "statics/arc_length.rs",
    "frame.rs",
    "model.rs",
    "run.rs",
    "picture.rs",
    "record/mod.rs",
    "schemes/stepper.rs",
];

/// Not for users, or nothing that could be wrong: with the reason.
const KNOWN: [(&str, &str); 5] = [
    ("compose", "of frames, hidden"),
    ("scaled", "of numbers with derivatives, private"),
    ("friction_only", "made by Model::friction_function"),
    ("check", "is what refuses"),
    ("write_csv", "takes a writer, whose errors it hands on"),
];

fn sources(path: &Path, out: &mut Vec<PathBuf>) {
    if path.is_dir() {
        fs::read_dir(path).unwrap().for_each(|e| sources(&e.unwrap().path(), out));
    } else if path.extension().is_some_and(|e| e == "rs") {
        out.push(path.into());
    }
}

fn word(text: &str, name: &str) -> bool {
    let part = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(name).any(|(at, _)| {
        let after = text[at + name.len()..].chars().next();
        !text[..at].chars().next_back().is_some_and(part) && !after.is_some_and(part)
    })
}

/// A public function that makes or changes something out of numbers, names or places has a call in these tests.
#[test]
fn no_constructor_or_setter_is_forgotten() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let tests: String = ["main.rs", "sizes.rs"]
        .iter()
        .map(|f| fs::read_to_string(root.join("tests/hostile").join(f)).unwrap())
        .collect();
    let mut files = Vec::new();
    PLACES.iter().for_each(|p| sources(&root.join("src").join(p), &mut files));
    let (mut seen, mut forgotten) = (0, Vec::new());
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        let text = text.split("#[cfg(test)]").next().unwrap();
        for (at, _) in text.match_indices("    pub fn ").chain(text.match_indices("\npub fn ")) {
            let signature = text[at..].split('{').next().unwrap();
            let name = signature.split("pub fn ").nth(1).unwrap();
            let name = name.split(['(', '<']).next().unwrap();
            let (takes, gives) = signature.split_once("->").unwrap_or((signature, ""));
            let takes = takes.split_once('(').map_or("", |t| t.1);
            let makes = gives.contains("Self") || gives.contains("Id") || gives.contains("Result");
            let changes = takes.contains("mut self");
            let given = ["f64", "V3", "M3", "usize", "&str", "BodyId", "Anchor", "impl "];
            if !(makes || changes) || !given.iter().any(|g| takes.contains(g)) {
                continue;
            }
            seen += 1;
            if !word(&tests, name) && !KNOWN.iter().any(|k| k.0 == name) {
                forgotten.push(format!("{}: {name}", file.strip_prefix(root).unwrap().display()));
            }
        }
    }
    assert!(seen > 80, "{seen}");
    assert!(forgotten.is_empty(), "add to tests/hostile: {forgotten:#?}");
}
