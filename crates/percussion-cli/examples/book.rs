//! Writes the documentation as pages: `cargo run --example book -- docs book`.
//!
//! Markdown becomes HTML, links to `.md` become links to `.html`, and a line `{{scene NAME}}` becomes
//! the page NAME of the gallery in a frame, with its picture until it is opened; `{{element NAME}}` adds
//! what the model of that page says of itself, and its text.

use pulldown_cmark::{html, CowStr, Event, Options, Parser, Tag, TagEnd};
use std::error::Error;
use std::fs;
use std::path::Path;

/// Pages in their order: file in `docs/book`, title.
const PAGES: [(&str, &str); 22] = [
    ("index.md", "Percussion"),
    ("tutorial.md", "Ten minutes"),
    ("modelling.md", "How to model"),
    ("elements.md", "Bodies, joints, forces, shapes"),
    ("which-scheme.md", "Which scheme?"),
    ("robots.md", "Published robots"),
    ("results.md", "Reading results"),
    ("viewer.md", "The viewer"),
    ("theory.md", "Theory"),
    ("reproductions.md", "Reproductions"),
    ("performance.md", "Performance"),
    ("peers.md", "Compared with others"),
    ("troubleshooting.md", "Troubleshooting"),
    ("promises.md", "What is promised"),
    ("../python.md", "Python"),
    ("../dask.md", "Sweeps on a cluster"),
    ("../command-line.md", "Command line"),
    ("../studies.md", "Studies"),
    ("../model-files.md", "Model files"),
    ("../schemes.md", "Schemes"),
    ("../problems.md", "Named problems"),
    ("api.md", "Library"),
];

const STYLE: &str = include_str!("book.css");

/// Opens the frame of a scene only when it is asked for.
const SCRIPT: &str =
    "document.querySelectorAll('details.scene').forEach(d=>d.addEventListener('toggle',()=>{\
const f=d.querySelector('iframe');if(d.open&&!f.src)f.src=f.dataset.src}))";

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [docs, out] = &arguments[..] else { return Err("usage: book DOCS OUT".into()) };
    let (docs, out) = (Path::new(docs), Path::new(out));
    fs::create_dir_all(out.join("pictures"))?;
    for file in fs::read_dir(docs.join("pictures"))? {
        let file = file?;
        fs::copy(file.path(), out.join("pictures").join(file.file_name()))?;
    }
    let mut missing = Vec::new();
    for (file, title) in PAGES {
        let text = fs::read_to_string(docs.join("book").join(file))?;
        let name = target(file);
        let (body, links) = convert(&text, out);
        for link in links {
            let to = link.split('#').next().unwrap_or("").trim_start_matches("../").to_string();
            let known = PAGES.iter().any(|(f, _)| f.trim_start_matches("../") == to);
            if to.ends_with(".md") && !to.contains('/') && !known {
                missing.push(format!("{file}: {link}"));
            }
            if to.starts_with("gallery/") && !out.join(&to).exists() {
                missing.push(format!("{file}: {link} ('make gallery' writes it)"));
            }
        }
        fs::write(out.join(&name), page(title, &name, &body))?;
    }
    println!("{}", out.join("index.html").display());
    match missing.is_empty() {
        true => Ok(()),
        false => Err(format!("links that lead nowhere:\n  {}", missing.join("\n  ")).into()),
    }
}

fn page(title: &str, current: &str, body: &str) -> String {
    let entry = |(file, title): &(&str, &str)| {
        let name = target(file);
        let here = if name == current { " aria-current=\"page\"" } else { "" };
        format!("<a href=\"{name}\"{here}>{title}</a>\n")
    };
    let nav: String = PAGES.iter().map(entry).collect();
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <title>{title}</title><style>{STYLE}</style></head>\n<body><nav>{nav}\
         <a href=\"gallery/index.html\">Gallery</a></nav>\n<main>{body}</main>\
         <script>{SCRIPT}</script></body></html>\n"
    )
}

/// The HTML of a page, and where its links lead.
fn convert(text: &str, out: &Path) -> (String, Vec<String>) {
    let mut links = Vec::new();
    let mut events: Vec<Event> = Vec::new();
    // where a heading began, and its words
    let mut heading: Option<(usize, String)> = None;
    for event in Parser::new_ext(text, Options::ENABLE_TABLES) {
        match event {
            Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
                links.push(dest_url.to_string());
                let dest_url = CowStr::from(target(&dest_url));
                events.push(Event::Start(Tag::Link { link_type, dest_url, title, id }));
            }
            Event::Start(Tag::Heading { .. }) => {
                heading = Some((events.len(), String::new()));
                events.push(Event::Text("".into()));
            }
            Event::End(TagEnd::Heading(level)) => {
                if let Some((at, words)) = heading.take() {
                    events[at] = Event::Html(format!("<{level} id=\"{}\">", slug(&words)).into());
                }
                events.push(Event::Html(format!("</{level}>\n").into()));
            }
            Event::Text(words) if words.starts_with("{{scene ") => {
                let name = words.trim_start_matches("{{scene ").trim_end_matches("}}").to_string();
                links.push(format!("gallery/{name}.html"));
                events.push(Event::Html(scene(&name).into()));
            }
            Event::Text(words) if words.starts_with("{{element ") => {
                let name =
                    words.trim_start_matches("{{element ").trim_end_matches("}}").to_string();
                links.push(format!("gallery/{name}.html"));
                events.push(Event::Html(element(&name, out).into()));
            }
            other => {
                if let (Some((_, text)), Event::Text(w) | Event::Code(w)) = (&mut heading, &other) {
                    *text += w;
                }
                events.push(other);
            }
        }
    }
    let mut body = String::new();
    html::push_html(&mut body, events.into_iter());
    (body, links)
}

fn target(link: &str) -> String {
    match link.contains("://") {
        true => link.into(),
        false => link.trim_start_matches("../").replace(".md", ".html"),
    }
}

fn slug(words: &str) -> String {
    let keep = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
    words.to_lowercase().replace(' ', "-").chars().filter(|c| keep(*c)).collect()
}

fn scene(name: &str) -> String {
    format!(
        "<details class=\"scene\"><summary><img src=\"gallery/{name}.svg\" alt=\"{name}\"> \
         ► {name}: see it move</summary>\
         <iframe data-src=\"gallery/{name}.html\" title=\"{name}\"></iframe></details>"
    )
}

/// A scene, with the first comment of its model above and the model below.
fn element(name: &str, out: &Path) -> String {
    let model =
        fs::read_to_string(out.join("gallery").join(format!("{name}.toml"))).unwrap_or_default();
    let escaped = |t: &str| t.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    let comments =
        model.lines().take_while(|l| l.starts_with('#')).map(|l| l.trim_start_matches('#').trim());
    let words = escaped(&comments.collect::<Vec<_>>().join(" "));
    let rest: Vec<&str> = model.lines().skip_while(|l| l.starts_with('#')).collect();
    format!(
        "<span>{words}</span>{}<details><summary>model file</summary><pre>{}</pre></details>",
        scene(name),
        escaped(rest.join("\n").trim())
    )
}
