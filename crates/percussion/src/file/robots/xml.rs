//! XML as robot descriptions use it: elements with their attributes and places.

use roxmltree::{Document, Node, ParsingOptions};
use std::rc::Rc;

/// Deepest nesting, and most elements of a file.
const MAX_DEPTH: usize = 200;
const MAX_NODES: u32 = 200_000;

/// An element.
#[derive(Clone, Debug)]
pub(super) struct Element {
    pub name: String,
    pub attributes: Vec<(String, String)>,
    pub children: Vec<Element>,
    pub text: String,
    pub line: u32,
    /// The file it stands in; empty for the main one.
    pub file: Rc<str>,
}

impl Element {
    /// The root of a text.
    pub fn parse(text: &str, file: &str) -> Result<Element, String> {
        // some files end with a zero byte, or begin with a mark or with blank lines
        let text = text.trim_matches(|c: char| c.is_whitespace() || c == '\0' || c == '\u{feff}');
        let parsing = ParsingOptions { nodes_limit: MAX_NODES, ..ParsingOptions::default() };
        let doc = Document::parse_with_options(text, parsing).map_err(|e| e.to_string())?;
        Element::of(&doc.root_element(), &file.into(), 0)
    }

    fn of(n: &Node, file: &Rc<str>, depth: usize) -> Result<Element, String> {
        let line = n.document().text_pos_at(n.range().start).row;
        if depth > MAX_DEPTH {
            return Err(format!("line {line}: more than {MAX_DEPTH} elements inside one another"));
        }
        let children = n.children().filter(Node::is_element);
        let space = if n.tag_name().namespace().is_some() { "xacro:" } else { "" };
        let space = match n.tag_name().namespace() {
            Some(s) if s.contains("xacro") => space,
            _ => "",
        };
        let pair = |a: roxmltree::Attribute| (a.name().to_string(), a.value().to_string());
        Ok(Element {
            name: format!("{space}{}", n.tag_name().name()),
            attributes: n.attributes().map(pair).collect(),
            children: children
                .map(|c| Element::of(&c, file, depth + 1))
                .collect::<Result<_, _>>()?,
            text: n.text().unwrap_or("").into(),
            line,
            file: file.clone(),
        })
    }

    pub fn get(&self, key: &str) -> Option<&str> {
        self.attributes.iter().find(|(k, _)| k == key).map(|(_, v)| v.as_str())
    }

    pub fn child(&self, name: &str) -> Option<&Element> {
        self.children.iter().find(|c| c.name == name)
    }

    pub fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a Element> {
        self.children.iter().filter(move |c| c.name == name)
    }

    /// This element and all inside it.
    pub fn walk<'a>(&'a self, visit: &mut dyn FnMut(&'a Element)) {
        visit(self);
        self.children.iter().for_each(|c| c.walk(visit));
    }

    /// Where it stands.
    pub fn place(&self) -> String {
        match self.file.is_empty() {
            true => format!("line {}", self.line),
            false => format!("{} line {}", self.file, self.line),
        }
    }

    /// A mistake in it.
    pub fn wrong(&self, what: impl std::fmt::Display) -> String {
        format!("{}: {what}", self.place())
    }

    pub fn needs(&self, key: &str) -> Result<&str, String> {
        self.get(key).ok_or_else(|| self.wrong(format!("<{}> without {key}", self.name)))
    }

    /// The numbers of an attribute, separated by blanks or commas.
    pub fn list(&self, key: &str) -> Result<Option<Vec<f64>>, String> {
        let Some(text) = self.get(key) else { return Ok(None) };
        let words = text.split(|c: char| c.is_whitespace() || c == ',').filter(|w| !w.is_empty());
        let list: Option<Vec<f64>> =
            words.map(|w| w.parse::<f64>().ok().filter(|v| v.is_finite())).collect();
        match list {
            Some(list) => Ok(Some(list)),
            None => Err(self.wrong(format!("{key}: '{text}' is not a list of finite numbers"))),
        }
    }

    /// Exactly N numbers.
    pub fn numbers<const N: usize>(
        &self,
        key: &str,
        default: [f64; N],
    ) -> Result<[f64; N], String> {
        let Some(list) = self.list(key)? else { return Ok(default) };
        let text = self.get(key).unwrap_or("");
        list.try_into().map_err(|_| self.wrong(format!("{key}: '{text}' should be {N} numbers")))
    }

    /// Up to N numbers; those that are not given have their defaults.
    pub fn up_to<const N: usize>(&self, key: &str, default: [f64; N]) -> Result<[f64; N], String> {
        let list = self.list(key)?.unwrap_or_default();
        let mut out = default;
        out.iter_mut().zip(&list).for_each(|(o, v)| *o = *v);
        Ok(out)
    }

    pub fn number(&self, key: &str, default: f64) -> Result<f64, String> {
        self.numbers(key, [default]).map(|[v]| v)
    }

    /// A number that is not below zero.
    pub fn not_negative(&self, key: &str) -> Result<f64, String> {
        match self.number(key, 0.0)? {
            v if v < 0.0 => Err(self.wrong(format!("{key} = {v} is below zero"))),
            v => Ok(v),
        }
    }
}
