//! The page of a study: one file without anything from elsewhere.

use super::Results;
use crate::report::escape;

const STYLE: &str = include_str!("../page.css");

/// Which columns of a table are numbers.
pub fn right(rows: &[Vec<String>], width: usize) -> Vec<bool> {
    let number = |text: &str| {
        let first = text.trim_start_matches('-').chars().next();
        text.is_empty() || text == "-" || first.is_some_and(|c| c.is_ascii_digit())
    };
    let all = |c: usize| rows.iter().skip(1).filter_map(|r| r.get(c)).all(|t| number(t));
    (0..width).map(all).collect()
}

impl Results {
    /// Its text.
    pub fn page(&self) -> String {
        let mut body = String::new();
        if !self.figures.is_empty() {
            body += "<div class=\"card plots\">\n";
            for (caption, svg) in &self.figures {
                // drawings escape their own labels
                body += &format!(
                    "<figure>{svg}<figcaption>{}</figcaption></figure>\n",
                    escape(caption)
                );
            }
            body += "</div>\n";
        }
        for (heading, rows) in &self.tables {
            body += &format!(
                "<div class=\"card wide\"><h2>{}</h2>\n{}</div>\n",
                escape(heading),
                table(rows)
            );
        }
        let command: Vec<String> = std::env::args().skip(1).collect();
        format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{title}</h1>\n\
             <p class=\"soft\">{} Version {}.</p>\n<pre>percussion {}</pre>\n{body}</main>\n</body>\n</html>\n",
            escape(&self.lead),
            env!("CARGO_PKG_VERSION"),
            escape(&command.join(" ")),
            title = escape(&self.title),
        )
    }
}

fn table(rows: &[Vec<String>]) -> String {
    let width = rows.iter().map(Vec::len).max().unwrap_or(0);
    let right = right(rows, width);
    let mut text = "<table>\n".to_string();
    for (k, row) in rows.iter().enumerate() {
        let tag = if k == 0 { "th" } else { "td" };
        text += "<tr>";
        for (cell, right) in row.iter().zip(&right) {
            let class = if *right { " class=\"number\"" } else { "" };
            text += &format!("<{tag}{class}>{}</{tag}>", escape(cell));
        }
        text += "</tr>\n";
    }
    text + "</table>\n"
}
