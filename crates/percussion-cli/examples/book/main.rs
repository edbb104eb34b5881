//! Writes the documentation as pages: `cargo run --example book -- docs book`.
//!
//! Markdown becomes HTML (`convert.rs`), each page gets a list of all pages, its own contents and a search over all headings.
//! Formulas and highlighted code are rendered by `bundle/book.js` when a page is opened; `make viewer` bundles it from
//! `viewer/book`. Links that lead nowhere are an error.

mod convert;
mod source;

use convert::{escape, target, Page};
use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::fs;
use std::path::{Component, Path, PathBuf};

/// Pages in their order, in groups: file relative to `docs/book`, title.
const GROUPS: [(&str, &[(&str, &str)]); 5] = [
    (
        "Start",
        &[
            ("index.md", "Percussion"),
            ("tutorial.md", "Ten minutes"),
            ("tutorial-mechanism.md", "For mechanism engineers"),
            ("tutorial-robot.md", "For roboticists"),
            ("tutorial-schemes.md", "For researchers of schemes"),
            ("coming-from.md", "Coming from another program"),
        ],
    ),
    (
        "Use",
        &[
            ("modelling.md", "How to model"),
            ("elements.md", "Bodies, joints, forces, shapes"),
            ("which-scheme.md", "Which scheme?"),
            ("results.md", "Reading results"),
            ("viewer.md", "The viewer"),
            ("playground.md", "The playground"),
            ("robots.md", "Published robots"),
            ("troubleshooting.md", "Troubleshooting"),
        ],
    ),
    (
        "Reference",
        &[
            ("../command-line.md", "Command line"),
            ("../model-files.md", "Model files"),
            ("../python.md", "Python"),
            ("python-api.md", "Python reference"),
            ("../dask.md", "Sweeps on a cluster"),
            ("../studies.md", "Studies"),
            ("../schemes.md", "Schemes"),
            ("../problems.md", "Named problems"),
            ("api.md", "Rust library"),
            ("../../crates/percussion/src/notation.md", "Glossary"),
        ],
    ),
    (
        "Background",
        &[
            ("theory.md", "Theory"),
            ("peers.md", "Compared with others"),
            ("reproductions.md", "Reproductions"),
            ("performance.md", "Performance"),
            ("promises.md", "What is promised"),
        ],
    ),
    ("Pictures", &[]),
];

/// Names of the files that make the pages work; they are copied beside them.
const BUNDLE: [(&str, &str); 3] = [
    ("book.js", include_str!("bundle/book.js")),
    ("book.css", include_str!("bundle/book.css")),
    ("katex.css", include_str!("bundle/katex.css")),
];

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [docs, out] = &arguments[..] else { return Err("usage: book DOCS OUT".into()) };
    let (docs, out) = (Path::new(docs), Path::new(out));
    fs::create_dir_all(out.join("pictures"))?;
    for file in fs::read_dir(docs.join("pictures"))? {
        let file = file?;
        fs::copy(file.path(), out.join("pictures").join(file.file_name()))?;
    }
    for (name, text) in BUNDLE {
        fs::write(out.join(name), text)?;
    }
    let mut pages = BTreeMap::new();
    let mut todo: Vec<(PathBuf, String)> = Vec::new();
    for (file, title) in GROUPS.iter().flat_map(|(_, pages)| pages.iter()) {
        todo.push((clean(&docs.join("book").join(file)), title.to_string()));
    }
    let listed: Vec<PathBuf> = todo.iter().map(|(file, _)| file.clone()).collect();
    let mut seen: BTreeSet<PathBuf> = listed.iter().cloned().collect();
    // what a page links to in the repository becomes a page of its own, one level deep
    while let Some((file, title)) = todo.pop() {
        let page = match file.extension().is_some_and(|e| e == "md") {
            true => convert::convert(&fs::read_to_string(&file)?, &file, out),
            false => source::page(&file)?,
        };
        if listed.contains(&file) {
            for link in page.files.iter().filter(|f| f.exists()) {
                if seen.insert(link.clone()) {
                    todo.push((link.clone(), link.display().to_string()));
                }
            }
        }
        pages.insert(target(&file), (file, title, page));
    }
    let mut missing = Vec::new();
    for (name, (file, title, page)) in &pages {
        if listed.contains(file) {
            missing
                .extend(dead(page, &pages, out).map(|link| format!("{}: {link}", file.display())));
        }
        fs::write(out.join(name), layout(title, name, page))?;
    }
    fs::write(out.join("search.js"), search(&pages))?;
    println!("{}", out.join("index.html").display());
    match missing.is_empty() {
        true => Ok(()),
        false => Err(format!("links that lead nowhere:\n  {}", missing.join("\n  ")).into()),
    }
}

type Pages = BTreeMap<String, (PathBuf, String, Page)>;

/// Links of a page to files, headings or scenes that do not exist.
fn dead<'a>(page: &'a Page, pages: &'a Pages, out: &'a Path) -> impl Iterator<Item = &'a String> {
    page.links.iter().filter(move |link| {
        let (to, anchor) = link.split_once('#').unwrap_or((link, ""));
        match pages.get(to) {
            Some((.., page)) => !anchor.is_empty() && !page.headings.iter().any(|h| h.id == anchor),
            None => !out.join(to).exists(),
        }
    })
}

/// The path without `.` and `..` in between.
fn clean(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir if out.file_name().is_some() => {
                out.pop();
            }
            Component::CurDir => {}
            other => out.push(other),
        }
    }
    out
}

fn layout(title: &str, current: &str, page: &Page) -> String {
    let mut nav = String::new();
    for (group, list) in GROUPS {
        nav += &format!("<h2>{group}</h2>\n");
        for (file, title) in list {
            let name = target(Path::new(file));
            let here = if name == current { " aria-current=\"page\"" } else { "" };
            nav += &format!("<a href=\"{name}\"{here}>{title}</a>\n");
        }
    }
    nav += "<a href=\"gallery/index.html\">Gallery</a>\n";
    let entries: String = page
        .headings
        .iter()
        .filter(|h| h.level > 1)
        .map(|h| {
            format!("<a class=\"level{}\" href=\"#{}\">{}</a>\n", h.level, h.id, escape(&h.text))
        })
        .collect();
    let contents = match entries.is_empty() {
        true => String::new(),
        false => format!(
            "<details class=\"contents\" open><summary>On this page</summary>{entries}</details>"
        ),
    };
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <title>{}</title><link rel=\"stylesheet\" href=\"katex.css\">\
         <link rel=\"stylesheet\" href=\"book.css\"></head>\n<body>\
         <header><button id=\"menu\" aria-label=\"all pages\" aria-expanded=\"false\">☰</button>\
         <a href=\"index.html\">Percussion</a>\
         <input id=\"search\" type=\"search\" placeholder=\"search\" aria-label=\"search\">\
         <div id=\"found\" hidden></div></header>\n\
         <nav>{nav}</nav>\n<main>{}</main>\n<aside>{contents}</aside>\n\
         <script src=\"book.js\"></script></body></html>\n",
        escape(title),
        page.body
    )
}

/// The index of the search: page, anchor, heading and the words below it.
fn search(pages: &Pages) -> String {
    let mut rows = Vec::new();
    for (name, (_, title, page)) in pages {
        for h in &page.headings {
            let row = [name, &h.id, title, &h.text, &h.words];
            let row: Vec<String> = row.iter().map(|t| quote(t)).collect();
            rows.push(format!("[{}]", row.join(",")));
        }
    }
    format!("window.searchIndex=[\n{}\n];\n", rows.join(",\n"))
}

/// A text as a literal of JavaScript.
fn quote(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '<' => out += "\\u003c",
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out + "\""
}
