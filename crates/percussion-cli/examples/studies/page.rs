//! Makes a figure and judges it; the page docs/book/reproductions.md of all of them.

use super::figures::{Figure, FIGURES};
use super::judges::VARIES;
use super::results::Results;
use std::path::Path;
use std::process::Command;

/// A figure with its verdict and what was seen.
pub struct Row {
    pub figure: &'static Figure,
    pub verdict: &'static str,
    /// What does not depend on how a step is solved.
    pub seen: String,
    /// What does, or on the clock.
    pub varies: String,
}

/// The folder of a command; figures with the same command share it.
pub fn place(f: &Figure) -> String {
    let first = FIGURES.iter().position(|g| g.command == f.command).unwrap_or_default();
    format!("figure-{:02}", first + 1)
}

/// Runs the command of a figure into its folder and judges what comes out.
pub fn make(program: &Path, folder: &Path, figure: &'static Figure) -> Row {
    let row = |verdict, seen: &str| {
        let (seen, varies) = seen.split_once(VARIES).unwrap_or((seen, ""));
        Row { figure, verdict, seen: seen.into(), varies: varies.replace(VARIES, "; ") }
    };
    if figure.command.is_empty() {
        return row("not made", "");
    }
    let out = folder.join(place(figure));
    let words = figure.command.split_whitespace();
    let status = Command::new(program).args(words).arg("--quiet").arg("--out").arg(&out).status();
    match status {
        Ok(s) if s.success() => {}
        Ok(s) => return row("failed", &format!("the command ended with {s}")),
        Err(e) => return row("failed", &e.to_string()),
    }
    match Results::read(&out).and_then(|r| (figure.judge)(&r)) {
        Some((true, seen)) => row("reproduced", &seen),
        Some((false, seen)) if figure.contradicts => row("contradicted", &seen),
        Some((false, seen)) => row("not reproduced", &seen),
        None => row("failed", "the results lack what is looked at"),
    }
}

/// The first cells of a line of the page, by which it is found.
pub fn head(f: &Figure) -> String {
    format!("| {} | {} |", cell(f.figure), cell(f.prints))
}

/// A line of the page.
pub fn line(row: &Row) -> String {
    let f = row.figure;
    let command = match f.command {
        "" => String::new(),
        command => format!("`percussion {command}`"),
    };
    let why = if f.why.is_empty() || row.seen.is_empty() { "" } else { ". " };
    format!(
        "{} {}{why}{} | {} | {}{} | {command} |\n",
        head(f),
        cell(row.seen.trim_end_matches('.')),
        cell(f.why),
        cell(&row.varies),
        row.verdict,
        if f.cheap { " (tested)" } else { "" }
    )
}

fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}

/// The page.
pub fn page(rows: &[Row]) -> String {
    let mut text = INTRODUCTION.to_string();
    let mut document = "";
    for row in rows {
        if row.figure.document != document {
            document = row.figure.document;
            text += &format!("\n## {document}\n\n");
            text += "| figure | the document shows | here | depends on the solver or the clock | | command |\n";
            text += "|---|---|---|---|---|---|\n";
        }
        text += &line(row);
    }
    text + END
}

const INTRODUCTION: &str = "# Reproductions

Every figure and table of the documents that the schemes come from: what it shows, what this program gives, and the command that makes it. \
`make studies` runs all commands, draws the figures and writes this page; `make test` runs the cheap half of them, marked as tested, and compares the numbers of the \
column \"here\" to three digits.

The verdict is that of the drawing or table; counts of iterations, which depend on the solver of a step, are beside it. *Contradicted* stands where runs show the opposite of what the document says: the numbers beside it are the evidence. Where a document has printed \
mistakes, the corrected equation is used: the weight of the old acceleration in the quadrature of positions is 1/2 - β, not 1 - β; the weights θ of Moreau's half steps belong \
to the new value; the estimates of the half-explicit method take derivatives of stages.
";

const END: &str = "
The mechanisms of the sets of Haddouni et al. are of a commercial library and not available; the sets `joints`, `impacts` and `flexible` have the same numbers of members, degrees of \
freedom, joints and contacts (`crates/percussion/src/problems/sets.rs`). Integrators run members with contacts under `event-driven`, which hands the parameters of table 1 on to them.

## See them

| | |
|---|---|
| bouncing pendulum | [scene](gallery/bouncing-pendulum.html) |
| flexible pendulum | [scene](gallery/flexible-pendulum.html) |
| bar against a wall | [scene](gallery/bar-impact.html) |
| ball on the plane | [scene](gallery/rotating-ball.html) |
| ball in the corner | [scene](gallery/ball-in-corner.html) |
| ball in the cylinder | [scene](gallery/ball-in-cylinder.html) |
| Painlevé's rod | [scene](gallery/painleve-rod.html) |
| guided hopper | [scene](gallery/guided-hopper.html) |
| tippe-top | [scene](gallery/tippe-top.html) |
| slider-crank with clearance | [scene](gallery/slider-crank-clearance.html) |
| woodpecker | [scene](gallery/woodpecker.html) |

All references, with the settings under which they hold, are in [named problems](problems.md).
";
