//! Which columns are drawn, and what is said about them.

use crate::args::PlotArgs;
use crate::error::CliError;
use crate::plot::{self, Curve, Labels, MOST_CURVES};
use crate::report::write_page;
use crate::run::Job;
use crate::table::{self, Table};
use crate::terminal;
use percussion::measure::{reference, Component, Reference};
use percussion::problems;
use percussion::record::Record;
use percussion::scene::unit;

/// A plot with what is to be said about it.
pub struct Picture {
    /// Its part of the file name.
    pub name: &'static str,
    /// Its SVG text.
    pub svg: String,
    /// What it shows.
    pub caption: String,
}

/// Coordinates and velocities; where there are contacts forces, beside them percussions.
pub fn pictures(job: &Job, record: &Record) -> Vec<Picture> {
    let info = job.problem.and_then(|p| problems::reference_for(p, &job.sets));
    let exact = info.and_then(|i| reference(i.name)?.ok().map(|r| (i, r)));
    let last = record.len().checked_sub(1).map_or(0.0, |k| record.row(k)[0]);
    let until = exact.as_ref().map_or(0.0, |(i, r)| i.until.min(r.trust_until).min(last));
    let q = exact.as_ref().map(|(i, r)| Overlay { names: i.q, of: Component::Q, exact: r, until });
    let u = exact.as_ref().map(|(i, r)| Overlay { names: i.u, of: Component::V, exact: r, until });
    let table = Table::of(record, usize::MAX);
    [
        picture(&table, "q", "coordinates", &["q."], q),
        picture(&table, "u", "velocities", &["u."], u),
        picture(&table, "la", "contact forces", &["laN.", "laF."], None),
        picture(&table, "P", "contact percussions", &["PN.", "PF."], None),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// The columns of a reference, by the names of the record.
struct Overlay<'a> {
    names: &'static [&'static str],
    of: fn(usize) -> Component,
    exact: &'a Reference,
    until: f64,
}

impl Overlay<'_> {
    fn points(&self, name: &str) -> Option<Vec<(f64, f64)>> {
        let k = self.names.iter().position(|n| *n == name)?;
        let per_piece = (4000 / self.exact.pieces.len().max(1)).clamp(3, 400);
        self.exact.polyline((self.of)(k), per_piece, self.until)
    }
}

/// How much a column changes: the distance of its largest from its smallest value.
fn range(values: &[f64]) -> f64 {
    let finite = values.iter().filter(|v| v.is_finite());
    let (lo, hi) = finite.fold((f64::MAX, f64::MIN), |(lo, hi), v| (lo.min(*v), hi.max(*v)));
    if hi > lo {
        hi - lo
    } else {
        0.0
    }
}

/// Of these columns the `most` that change most, in their order; and all others.
fn most_changing(table: &Table, columns: Vec<usize>, most: usize) -> (Vec<usize>, Vec<usize>) {
    let mut by: Vec<(usize, f64)> = columns.iter().map(|&c| (c, range(&table.column(c)))).collect();
    by.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    let mut shown: Vec<usize> = by.iter().take(most).map(|(c, _)| *c).collect();
    shown.sort_unstable();
    let left = columns.into_iter().filter(|c| !shown.contains(c)).collect();
    (shown, left)
}

/// What is left out, by name as far as there is room.
fn left_out(table: &Table, left: &[usize]) -> String {
    if left.is_empty() {
        return String::new();
    }
    let named: Vec<&str> = left.iter().take(6).map(|&c| table.columns[c].as_str()).collect();
    let more = left.len() - named.len();
    let rest = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("; left out, as they change less: {}{rest}", named.join(", "))
}

/// The units of columns, each once.
fn units(names: &[&str]) -> String {
    let mut list: Vec<&str> = Vec::new();
    for u in names.iter().map(|n| unit(n)).filter(|u| !u.is_empty()) {
        if !list.contains(&u) {
            list.push(u);
        }
    }
    list.join(", ")
}

fn picture(
    table: &Table,
    name: &'static str,
    title: &str,
    prefixes: &[&str],
    overlay: Option<Overlay>,
) -> Option<Picture> {
    let wanted = |c: &usize| prefixes.iter().any(|p| table.columns[*c].starts_with(p));
    let (shown, left) =
        most_changing(table, (0..table.columns.len()).filter(wanted).collect(), MOST_CURVES);
    let curves: Vec<Curve> = shown
        .iter()
        .map(|&c| {
            let label = &table.columns[c];
            let reference = overlay.as_ref().and_then(|o| o.points(label.get(2..)?));
            Curve { reference, ..curve(table, c) }
        })
        .collect();
    let mut caption = format!("{title}{}", left_out(table, &left));
    if curves.iter().any(|c| c.reference.is_some()) {
        caption += "; wide pale lines: reference";
    }
    if !table.events.is_empty() {
        caption += "; marks on the axis: events";
    }
    let svg = draw(table, title, &curves).ok()?;
    Some(Picture { name, svg, caption })
}

fn draw(table: &Table, title: &str, curves: &[Curve]) -> Result<String, String> {
    let names: Vec<&str> = curves.iter().map(|c| c.label.as_str()).collect();
    let marks: Vec<f64> = table.events.iter().map(|e| e.t).collect();
    plot::draw(&Labels { title, unit: &units(&names), marks: &marks, x: "" }, curves)
}

/// A column over time.
fn curve(table: &Table, c: usize) -> Curve {
    let points = (0..table.len()).map(|k| (table.row(k)[0], table.row(k)[c])).collect();
    Curve { label: table.columns[c].clone(), points, reference: None }
}

/// What a column is, so that columns that can share an axis do.
fn family(column: &str) -> &'static str {
    match column.split('.').next().unwrap_or("") {
        "q" => "coordinates",
        "u" => "velocities",
        "gN" => "gaps",
        "laN" | "laF" | "lag" => "forces",
        "PN" | "PF" | "Pg" | "LaN" | "LaF" | "Lag" => "percussions",
        _ => "others",
    }
}

/// The columns of these names, one below the other where they cannot share an axis.
pub fn chosen(table: &Table, columns: &[String]) -> Option<Picture> {
    let at = |name: &String| table.columns.iter().position(|c| c == name);
    let mut groups: Vec<(&str, Vec<Curve>)> = Vec::new();
    for c in columns.iter().filter_map(at) {
        let what = family(&table.columns[c]);
        match groups.iter_mut().find(|g| g.0 == what) {
            Some(group) => group.1.push(curve(table, c)),
            None => groups.push((what, vec![curve(table, c)])),
        }
    }
    let svgs: Vec<String> =
        groups.iter().filter_map(|(what, curves)| draw(table, what, curves).ok()).collect();
    let svg = plot::stack(&svgs)?;
    Some(Picture { name: "plot", svg, caption: columns.join(", ") })
}

/// Curves of each kind that are drawn where none are named.
const SOME: usize = 4;
/// Rows that are read to draw them.
const ROWS: usize = 20_000;

/// `percussion plot`.
pub fn plot(args: &PlotArgs) -> Result<(), CliError> {
    let table = table::read(&args.run, ROWS)?;
    let names: Vec<String> = args.columns.iter().map(|c| c.trim().to_string()).collect();
    if names.len() > MOST_CURVES {
        let n = names.len();
        return Err(CliError::Usage(format!("at most {MOST_CURVES} columns are drawn, not {n}")));
    }
    if let Some(name) = names.iter().find(|n| !table.columns.contains(n)) {
        let near = percussion::nearest(name, table.columns.iter().map(String::as_str));
        let near: Vec<String> = near.into_iter().take(40).collect();
        return Err(CliError::Usage(format!(
            "there is no column '{name}'; valid: {}",
            near.join(", ")
        )));
    }
    let (names, left) = match names.is_empty() {
        false => (names, String::new()),
        true => {
            let mut left: Vec<usize> = (1..table.columns.len()).collect();
            let mut names = Vec::new();
            for what in ["coordinates", "velocities", "forces", "percussions"] {
                let own = |c: &usize| family(&table.columns[*c]) == what;
                let (shown, _) =
                    most_changing(&table, left.iter().copied().filter(own).collect(), SOME);
                names.extend(shown.iter().map(|&c| table.columns[c].clone()));
                left.retain(|c| !shown.contains(c));
            }
            (names, left_out(&table, &left))
        }
    };
    let Some(picture) = chosen(&table, &names) else {
        return Err(CliError::Usage("there is nothing finite to draw".into()));
    };
    let out = args.out.clone().unwrap_or_else(|| args.run.join("plot.svg"));
    write_page(&out, &plot::standalone(&picture.svg))?;
    terminal::print(&format!("{}: {}{left}\n", out.display(), picture.caption))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_columns_that_change_most_are_drawn_and_the_others_named() {
        let columns: Vec<String> =
            ["t".to_string()].into_iter().chain((0..11).map(|k| format!("q.x{k}"))).collect();
        // column k changes by k: 3 to 10 are drawn
        let row = |t: f64| (0..12).map(move |k| if k == 0 { t } else { t * f64::from(k - 1) });
        let data = row(0.0).chain(row(1.0)).collect();
        let table = Table { columns, data, ..Table::default() };
        let (shown, left) = most_changing(&table, (1..12).collect(), 8);
        assert_eq!((shown, left.clone()), ((4..12).collect(), vec![1, 2, 3]));
        assert_eq!(left_out(&table, &left), "; left out, as they change less: q.x0, q.x1, q.x2");
        assert_eq!(units(&["q.x", "q.theta", "q.y"]), "m, rad");
    }
}
