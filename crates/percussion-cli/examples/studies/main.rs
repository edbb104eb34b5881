//! The figures of the literature, made anew by the commands for studies, and one page that states for each printed
//! figure or table: document, ours, reproduced or why not. `make studies`; `studies [FOLDER] [PAGE.md]` also writes
//! docs/book/reproductions.md, `studies [FOLDER] [WORD]` makes those whose command contains the word.
//!
//! Every verdict is computed from the results of its command (`judges.rs`); what is expected is what the document
//! prints or says in words (`figures.rs`).

#![allow(non_snake_case)]

mod figures;
mod judges;
mod page;
mod results;

use figures::FIGURES;
use page::{make, place, Row};
use std::fs;
use std::path::PathBuf;

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

fn program() -> Option<PathBuf> {
    Some(std::env::current_exe().ok()?.parent()?.parent()?.join("percussion"))
}

fn main() {
    let folder = PathBuf::from(std::env::args().nth(1).unwrap_or_else(|| "studies".into()));
    let (book, only) = match std::env::args().nth(2) {
        Some(path) if path.ends_with(".md") => (Some(path), None),
        word => (None, word),
    };
    let Some(program) = program() else {
        eprintln!("the program percussion was not found beside this one");
        std::process::exit(2);
    };
    if let Err(e) = fs::create_dir_all(&folder) {
        eprintln!("cannot create {}: {e}", folder.display());
        std::process::exit(2);
    }
    let mut rows = String::new();
    let mut made: Vec<Row> = Vec::new();
    let mut count = std::collections::BTreeMap::new();
    for f in FIGURES {
        if only.as_ref().is_some_and(|o| !f.command.contains(o.as_str())) {
            continue;
        }
        let row = make(&program, &folder, f);
        let Row { verdict, seen, varies, .. } = &row;
        *count.entry(*verdict).or_insert(0) += 1;
        println!(
            "{verdict:15} {}: {} | {seen} {} | {varies} | {}",
            f.figure, f.prints, f.why, f.command
        );
        let seen = [seen.as_str(), varies, f.why].join(" ");
        let class = if *verdict == "reproduced" { "" } else { " class=\"bad\"" };
        let link = match f.command {
            "" => String::new(),
            c => format!(
                "<a href=\"{}/index.html\">drawing</a><br><code>percussion {}</code>",
                place(f),
                escape(c)
            ),
        };
        rows += &format!(
            "<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td{class}>{verdict}</td><td>{link}</td></tr>\n",
            escape(f.document), escape(f.figure), escape(f.prints), escape(&seen)
        );
        made.push(row);
    }
    let sum: Vec<String> = count.iter().map(|(verdict, n)| format!("{n} {verdict}")).collect();
    let page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>Figures of the literature</title>\n\
         <style>body{{font:15px/1.45 system-ui,sans-serif;margin:2rem auto;max-width:1300px}}td,th{{border-top:1px solid #ccc;\
         padding:.5rem;vertical-align:top;text-align:left}}.bad{{color:#b3261e}}code{{font-size:.8rem}}</style>\n</head>\n<body>\n\
         <h1>Figures of the literature</h1>\n<p>{}.</p>\n<table>\n<tr><th>document</th><th>figure</th><th>what it prints</th><th>ours</th>\
         <th></th><th></th></tr>\n{rows}</table>\n</body>\n</html>\n",
        sum.join(", ")
    );
    let book = book.map(|path| (PathBuf::from(path), page::page(&made)));
    for (path, text) in [(folder.join("index.html"), page)].into_iter().chain(book) {
        if let Err(e) = fs::write(&path, text) {
            eprintln!("cannot write {}: {e}", path.display());
            std::process::exit(2);
        }
    }
    println!("{}: {}", folder.join("index.html").display(), sum.join(", "));
}
