//! The page of the demo: one file without anything from elsewhere.

use crate::demo::{Shown, HEAD, RIGHT};
use crate::report::escape;

const STYLE: &str = include_str!("page.css");

/// The text of `index.html`.
pub fn page(shown: &[Shown], quick: bool) -> String {
    let failed = shown.iter().filter(|s| s.failure.is_some()).count();
    let mut lead = format!("{} runs of the named problems", shown.len());
    if quick {
        lead += ", cut short after 2000 steps";
    }
    lead += &match failed {
        0 => ".".into(),
        n => format!("; <span class=\"bad\">{n} failed</span>."),
    };
    let sections: String = shown.iter().map(section).collect();
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>Percussion: the named problems</title>\n<style>\n{STYLE}</style>\n</head>\n\
         <body>\n<main>\n<h1>Percussion: the named problems</h1>\n\
         <p class=\"soft\">{lead} Errors are integrals over time of the distance from the \
         reference solution; penetration is the largest of the run. Version {}.</p>\n\
         {sections}{}</main>\n</body>\n</html>\n",
        env!("CARGO_PKG_VERSION"),
        table(shown)
    )
}

fn table(shown: &[Shown]) -> String {
    let class = |right: bool| if right { " class=\"number\"" } else { "" };
    let mut text = "<div class=\"card wide\"><table>\n<thead><tr>".to_string();
    for (head, right) in HEAD.iter().zip(RIGHT) {
        text += &format!("<th{}>{}</th>", class(right), escape(head));
    }
    text += "</tr></thead>\n<tbody>\n";
    for s in shown {
        text += "<tr>";
        for (k, (cell, right)) in s.cells().iter().zip(RIGHT).enumerate() {
            let cell = escape(cell);
            text += &match k {
                0 => format!("<td><a href=\"#{}\">{cell}</a></td>", escape(&s.slug())),
                7 if s.failure.is_some() => format!("<td class=\"bad\">{cell}</td>"),
                _ => format!("<td{}>{cell}</td>", class(right)),
            };
        }
        text += "</tr>\n";
    }
    text + "</tbody></table></div>\n"
}

fn section(s: &Shown) -> String {
    let p = s.problem;
    let mut text = format!(
        "<section class=\"card\" id=\"{}\">\n<h2>{}<span class=\"badge\">{}</span></h2>\n\
         <p>{}</p>\n<p class=\"soft\">Source: {}. dt = {}, default end t = {}.{}</p>\n",
        escape(&s.slug()),
        escape(&s.label()),
        escape(&s.scheme),
        escape(p.summary),
        escape(p.source),
        p.dt,
        p.t_end,
        reference(s),
    );
    if let Some(failure) = &s.failure {
        text += &format!("<p class=\"bad\">Failed: {}</p>\n", escape(failure));
    }
    if let (Some(still), Some(_)) = (&s.still, &s.summary) {
        text += &format!(
            "<figure class=\"still\"><a href=\"{}.html\">{still}</a></figure>\n",
            escape(&s.slug())
        );
    }
    if !s.pictures.is_empty() {
        text += "<div class=\"plots\">\n";
        for picture in &s.pictures {
            // The drawing is SVG already; its labels were escaped by the backend.
            text += &format!(
                "<figure>{}<figcaption>{}</figcaption></figure>\n",
                picture.svg,
                escape(&picture.caption)
            );
        }
        text += "</div>\n";
    }
    if s.summary.is_some() {
        text += &format!(
            "<p><a class=\"scene\" href=\"{}.html\">See it move: scene, forces, events</a></p>\n",
            escape(&s.slug())
        );
    }
    text + &format!("<pre>{}</pre>\n</section>\n", escape(&s.command))
}

fn reference(s: &Shown) -> String {
    let error = s.summary.as_ref().and_then(|s| s.error.as_ref());
    error.map_or_else(String::new, |e| {
        format!(" Reference {}, compared until t = {}.", escape(&e.reference), e.until)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failures_and_special_letters_are_shown() {
        let problem = &percussion::problems::PROBLEMS[0];
        let shown = Shown {
            problem,
            sets: &[],
            scheme: "a<b".into(),
            command: "percussion run x --set \"a\"".into(),
            summary: None,
            pictures: Vec::new(),
            still: None,
            page: None,
            failure: Some("1 < 2 & more".into()),
        };
        let text = page(&[shown], true);
        assert!(text.contains("1 &lt; 2 &amp; more") && text.contains("1 failed"));
        assert!(text.contains("a&lt;b") && text.contains("&quot;a&quot;"));
        assert!(!text.contains("http"), "nothing from elsewhere");
    }
}
