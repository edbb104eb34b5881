//! Markdown to HTML.
//!
//! A line `{{scene NAME}}` becomes the page NAME of the gallery, which plays in place when its picture is clicked;
//! `{{element NAME}}` adds the first comment of that page's model above it and its text below.
//! `$..$` and `$$..$$` are formulas in TeX.

use pulldown_cmark::{html, CodeBlockKind, CowStr, Event, Options, Parser, Tag, TagEnd};
use std::fs;
use std::path::{Path, PathBuf};

/// A heading, and the words that follow until the next one.
#[derive(Default)]
pub struct Heading {
    pub level: usize,
    pub id: String,
    pub text: String,
    pub words: String,
}

/// A page of the book.
#[derive(Default)]
pub struct Page {
    pub body: String,
    pub headings: Vec<Heading>,
    /// Links within the book, as they stand in the page.
    pub links: Vec<String>,
    /// Files of the repository that the page links to.
    pub files: Vec<PathBuf>,
}

/// Makes the page of a Markdown file; `out` holds the gallery.
pub fn convert(text: &str, file: &Path, out: &Path) -> Page {
    let mut page = Page::default();
    let mut events: Vec<Event> = Vec::new();
    // where a heading began
    let mut heading: Option<usize> = None;
    for event in Parser::new_ext(text, Options::ENABLE_TABLES | Options::ENABLE_MATH) {
        if let Event::Text(words) | Event::Code(words) | Event::InlineMath(words) = &event {
            if let (Some(h), true) = (page.headings.last_mut(), !words.starts_with("{{")) {
                let to = if heading.is_some() { &mut h.text } else { &mut h.words };
                *to += words;
            }
        }
        match event {
            Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
                let dest_url = CowStr::from(link(&dest_url, file, &mut page));
                events.push(Event::Start(Tag::Link { link_type, dest_url, title, id }));
            }
            Event::Start(Tag::Image { link_type, dest_url, title, id }) => {
                let name = dest_url.trim_start_matches("../").to_string();
                page.links.push(name.clone());
                events.push(Event::Start(Tag::Image {
                    link_type,
                    dest_url: name.into(),
                    title,
                    id,
                }));
            }
            Event::Start(Tag::CodeBlock(CodeBlockKind::Indented)) => {
                let kind = CodeBlockKind::Fenced("sh".into());
                events.push(Event::Start(Tag::CodeBlock(kind)));
            }
            Event::Start(Tag::Heading { level, .. }) => {
                heading = Some(events.len());
                page.headings.push(Heading { level: level as usize, ..Heading::default() });
                events.push(Event::Text("".into()));
            }
            Event::End(TagEnd::Heading(level)) => {
                if let (Some(at), Some(h)) = (heading.take(), page.headings.last_mut()) {
                    h.id = slug(&h.text);
                    events[at] = Event::Html(format!("<{level} id=\"{}\">", h.id).into());
                }
                events.push(Event::Html(format!("</{level}>\n").into()));
            }
            Event::End(TagEnd::Paragraph | TagEnd::TableCell | TagEnd::Item) => {
                if let Some(h) = page.headings.last_mut() {
                    h.words.push(' ');
                }
                events.push(event);
            }
            Event::SoftBreak => {
                if let (Some(h), None) = (page.headings.last_mut(), heading) {
                    h.words.push(' ');
                }
                events.push(event);
            }
            Event::Text(words) if words.starts_with("{{") => {
                let (kind, name) =
                    words.trim_matches(['{', '}']).split_once(' ').unwrap_or(("", ""));
                page.links.push(format!("gallery/{name}.html"));
                let made = if kind == "scene" { scene(name, kind) } else { element(name, out) };
                events.push(Event::Html(made.into()));
            }
            other => events.push(other),
        }
    }
    html::push_html(&mut page.body, events.into_iter());
    // tables scroll by themselves on narrow screens
    page.body = page.body.replace("<table>", "<div class=\"table\"><table>");
    page.body = page.body.replace("</table>", "</table></div>");
    page
}

/// Where a link of `file` leads in the book; what it leads to is noted in the page.
fn link(to: &str, file: &Path, page: &mut Page) -> String {
    if to.contains("://") || to.starts_with("mailto:") {
        return to.into();
    }
    let (path, anchor) = to.split_once('#').map_or((to, None), |(p, a)| (p, Some(a)));
    let mut name = match path {
        "" => target(file),
        p if p.starts_with("gallery/") => p.into(),
        p => {
            let goal = super::clean(&file.parent().unwrap_or(Path::new("")).join(p));
            let name = target(&goal);
            page.files.push(goal);
            name
        }
    };
    if let Some(anchor) = anchor {
        name += &format!("#{anchor}");
    }
    page.links.push(name.clone());
    name
}

/// The page of a file: a name for those in `docs`, the whole path for others.
pub fn target(file: &Path) -> String {
    let name = file.file_name().map_or("", |n| n.to_str().unwrap_or(""));
    match name.strip_suffix(".md") {
        Some(stem) if !file.iter().any(|p| p == "adr") && stem != "README" => {
            format!("{stem}.html")
        }
        _ => format!("{}.html", file.display().to_string().replace(['/', '.'], "-")),
    }
}

fn slug(words: &str) -> String {
    let keep = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
    words.to_lowercase().replace(' ', "-").chars().filter(|c| keep(*c)).collect()
}

/// Text with the characters that HTML reserves spelled out.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

fn scene(name: &str, kind: &str) -> String {
    format!(
        "<figure class=\"scene\" data-kind=\"{kind}\" data-src=\"gallery/{name}.html\"><button>\
         <img src=\"gallery/{name}.svg\" alt=\"{name}\" loading=\"lazy\"><span>► play {name}</span></button></figure>"
    )
}

/// A scene, with the first comment of its model above and the model below.
fn element(name: &str, out: &Path) -> String {
    let model =
        fs::read_to_string(out.join("gallery").join(format!("{name}.toml"))).unwrap_or_default();
    let comments =
        model.lines().take_while(|l| l.starts_with('#')).map(|l| l.trim_start_matches('#').trim());
    let words = escape(&comments.collect::<Vec<_>>().join(" "));
    let rest: Vec<&str> = model.lines().skip_while(|l| l.starts_with('#')).collect();
    format!(
        "<span>{words}</span>{}<details><summary>model file</summary>\
         <pre><code class=\"language-toml\">{}</code></pre></details>",
        scene(name, "element"),
        escape(rest.join("\n").trim())
    )
}
