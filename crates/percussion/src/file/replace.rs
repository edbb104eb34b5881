//! Settings that replace a number of a file: `bodies.arm.mass=2`, `joints.hip.damping=0.1`, `gravity.z=0`. What they name is
//! the way to it: tables by their keys, entries of lists by their names, numbers of a list by x, y, z or counted from 0.

use super::diagnostics::{Diagnostics, Source, Span};
use super::read::{get, Node, Tree};

/// Settings of the command line, and which of them are used up.
pub(super) struct Replacements {
    list: Vec<Replacement>,
    /// Ways to what can be set, of those whose first word is one of a file.
    valid: Vec<String>,
}

struct Replacement {
    name: String,
    value: String,
    span: Span,
    /// Whether a file has what its first word names, and whether it is set.
    meant: bool,
    used: bool,
}

impl Replacements {
    pub fn new(sets: &[(String, String)]) -> Self {
        let one = |(name, value): &(String, String)| {
            let (name, value) = (name.clone(), value.clone());
            Replacement { name, value, span: Span::default(), meant: false, used: false }
        };
        Replacements { list: sets.iter().map(one).collect(), valid: Vec::new() }
    }

    /// Replaces what a file has. Its parameters are no part of that.
    pub fn apply(&mut self, file: &mut Node, d: &mut Diagnostics) {
        let Tree::Table(keys) = &file.value else { return };
        let words: Vec<String> = keys
            .iter()
            .filter(|(k, _, n)| {
                k != "parameters" && matches!(n.value, Tree::Table(_) | Tree::List(_))
            })
            .map(|(k, _, _)| k.clone())
            .collect();
        let meant = |r: &Replacement| {
            words.iter().any(|w| after(&r.name, w).is_some_and(|x| !x.is_empty()))
        };
        if !self.list.iter().any(meant) {
            return;
        }
        // settings get a place of their own, so that mistakes in them can be shown
        let source = d.sources.len();
        let mut text = String::new();
        for r in self.list.iter_mut().filter(|r| meant(r)) {
            let start = text.len();
            text += &format!("{}={}\n", r.name, r.value);
            r.span = Span { file: source, start, end: text.len() - 1 };
            r.meant = true;
            let value = Node { span: r.span, value: value(&r.value) };
            r.used |= put(file, &r.name, &value, 0);
        }
        d.sources.push(Source { name: "--set".into(), text });
        ways(file, "", &mut self.valid);
    }

    /// Settings of another form; those that name nothing of a file are mistakes.
    pub fn rest(self, d: &mut Diagnostics) -> Vec<(String, String)> {
        for r in self.list.iter().filter(|r| r.meant && !r.used) {
            d.unknown(r.span, "setting", &r.name, self.valid.iter().map(String::as_str));
        }
        let rest = self.list.into_iter().filter(|r| !r.meant);
        rest.map(|r| (r.name, r.value)).collect()
    }
}

fn value(text: &str) -> Tree {
    match (text.trim().parse::<f64>(), text.trim()) {
        (Ok(x), _) => Tree::Number(x),
        (_, "true") => Tree::Bool(true),
        (_, "false") => Tree::Bool(false),
        _ => Tree::Text(text.into()),
    }
}

/// What follows a word of a way: nothing, or the rest behind a dot.
fn after<'a>(way: &'a str, word: &str) -> Option<&'a str> {
    match way.strip_prefix(word)? {
        "" => Some(""),
        rest => rest.strip_prefix('.'),
    }
}

fn leaf(node: &Node) -> bool {
    matches!(node.value, Tree::Text(_) | Tree::Number(_) | Tree::Bool(_))
}

fn name_of(node: &Node) -> Option<&str> {
    let Tree::Table(keys) = &node.value else { return None };
    match &get(keys, "name")?.value {
        Tree::Text(name) => Some(name),
        _ => None,
    }
}

/// Whether there is what the way names, and was replaced. A key that an entry does not have is added: whether there is such a
/// key is seen when the entry is read.
fn put(node: &mut Node, way: &str, value: &Node, depth: usize) -> bool {
    if way.is_empty() {
        let fits = leaf(node);
        if fits {
            *node = value.clone();
        }
        return fits;
    }
    match &mut node.value {
        Tree::Table(keys) => {
            for (key, _, inner) in keys.iter_mut().filter(|(key, ..)| key != "name") {
                if let Some(rest) = after(way, key) {
                    return put(inner, rest, value, depth + 1);
                }
            }
            let new = depth > 0 && !way.contains('.');
            if new {
                keys.push((way.into(), value.span, value.clone()));
            }
            new
        }
        Tree::List(items) => {
            // of two names the longer one is meant where the other is the beginning of it
            let named = items.iter().enumerate().filter_map(|(k, n)| {
                let name = name_of(n)?;
                Some((name.len(), k, after(way, name)?))
            });
            if let Some((_, k, rest)) = named.max() {
                return !rest.is_empty() && put(&mut items[k], rest, value, depth + 1);
            }
            let (word, rest) = way.split_once('.').unwrap_or((way, ""));
            let axis = ["x", "y", "z"].iter().position(|a| *a == word);
            let Some(k) = axis.or_else(|| word.parse().ok()) else { return false };
            items.get_mut(k).is_some_and(|n| put(n, rest, value, depth + 1))
        }
        _ => false,
    }
}

/// Ways to all numbers and texts.
fn ways(node: &Node, to: &str, out: &mut Vec<String>) {
    let join = |word: &str| if to.is_empty() { word.to_string() } else { format!("{to}.{word}") };
    match &node.value {
        Tree::Table(keys) => {
            let shown = keys.iter().filter(|(k, ..)| k != "name" && k != "parameters");
            shown.for_each(|(k, _, n)| ways(n, &join(k), out));
        }
        Tree::List(items) => {
            for (k, n) in items.iter().enumerate() {
                match name_of(n) {
                    Some(name) => ways(n, &join(name), out),
                    None => ways(n, &join(["x", "y", "z"].get(k).unwrap_or(&&*k.to_string())), out),
                }
            }
        }
        _ if !to.is_empty() => out.push(to.into()),
        _ => {}
    }
}
