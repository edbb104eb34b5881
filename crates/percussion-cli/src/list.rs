//! `percussion problems` and `percussion schemes`.

use crate::args::{ListArgs, ProblemsArgs};
use crate::error::CliError;
use crate::terminal::{print, table};
use percussion::problems::{self, Problem, PROBLEMS, SETS};
use percussion::schemes::{self, SchemeInfo, Supports, SCHEMES};
use serde::Serialize;
use std::collections::BTreeMap;

#[derive(Serialize)]
struct Named {
    name: String,
    default: String,
    help: String,
}

#[derive(Serialize)]
struct ReferenceView {
    name: &'static str,
    set: BTreeMap<&'static str, &'static str>,
    until: f64,
    q: &'static [&'static str],
    u: &'static [&'static str],
}

#[derive(Serialize)]
struct ProblemView {
    name: &'static str,
    summary: &'static str,
    source: &'static str,
    set: &'static str,
    scheme: &'static str,
    scheme_options: BTreeMap<&'static str, &'static str>,
    dt: f64,
    t_end: f64,
    parameters: Vec<Named>,
    references: Vec<ReferenceView>,
}

impl ProblemView {
    fn new(p: &Problem) -> Self {
        let named = |(name, default, help)| Named { name, default, help };
        ProblemView {
            name: p.name,
            summary: p.summary,
            source: p.source,
            set: p.set,
            scheme: p.scheme,
            scheme_options: p.scheme_options.iter().copied().collect(),
            dt: p.dt,
            t_end: p.t_end,
            parameters: problems::parameters(p).into_iter().map(named).collect(),
            references: p
                .references
                .iter()
                .map(|r| ReferenceView {
                    name: r.name,
                    set: r.set.iter().copied().collect(),
                    until: r.until,
                    q: r.q,
                    u: r.u,
                })
                .collect(),
        }
    }
    fn text(&self) -> String {
        let mut text = format!("{}: {}\n", self.name, self.summary);
        text += &format!("  source     {}\n", self.source);
        if !self.set.is_empty() {
            text += &format!("  set        {}\n", self.set);
        }
        text += &format!("  scheme     {}", self.scheme);
        for (name, value) in &self.scheme_options {
            text += &format!("  {name}={value}");
        }
        text += &format!("\n  dt         {}\n  t_end      {}\n", self.dt, self.t_end);
        if self.references.is_empty() {
            text += "  reference  none\n";
        }
        for r in &self.references {
            text += &format!("  reference  {} until t = {}", r.name, r.until);
            for (name, value) in &r.set {
                text += &format!("  {name}={value}");
            }
            text.push('\n');
        }
        text + "\n" + &named_table("parameter", &self.parameters)
    }
}

#[derive(Serialize)]
struct SchemeView {
    name: &'static str,
    summary: &'static str,
    source: &'static str,
    options: Vec<Named>,
    supports: BTreeMap<&'static str, bool>,
}

impl SchemeView {
    fn new(s: &SchemeInfo) -> Self {
        let named = |o: &schemes::OptionInfo| Named {
            name: o.name.into(),
            default: o.default.into(),
            help: o.help.into(),
        };
        SchemeView {
            name: s.name,
            summary: s.summary,
            source: s.source,
            options: s.options.iter().map(named).collect(),
            supports: supports(&s.supports),
        }
    }
    fn text(&self) -> String {
        let list = |wanted: bool| {
            let names: Vec<&str> =
                self.supports.iter().filter(|(_, &has)| has == wanted).map(|(n, _)| *n).collect();
            if names.is_empty() {
                "nothing".into()
            } else {
                names.join(", ")
            }
        };
        format!("{}: {}\n", self.name, self.summary)
            + &format!("  source    {}\n", self.source)
            + &format!("  supports  {}\n", list(true))
            + &format!("  lacks     {}\n\n", list(false))
            + &named_table("option", &self.options)
    }
}

fn supports(s: &Supports) -> BTreeMap<&'static str, bool> {
    BTreeMap::from([
        ("contacts", s.contacts),
        ("friction", s.friction),
        ("joints", s.joints),
        ("quaternions", s.quaternions),
        ("adaptive", s.adaptive),
        ("poisson", s.poisson),
    ])
}

fn named_table(head: &str, entries: &[Named]) -> String {
    if entries.is_empty() {
        return format!("  no {head}s\n");
    }
    let mut rows = vec![["", head, "default", "meaning"].map(String::from).to_vec()];
    rows.extend(
        entries
            .iter()
            .map(|e| vec![String::new(), e.name.clone(), e.default.clone(), e.help.clone()]),
    );
    table(&rows, &[false; 4])
}

fn json(value: &impl Serialize) -> Result<String, CliError> {
    let text = serde_json::to_string_pretty(value)
        .map_err(|e| CliError::Usage(format!("cannot write JSON: {e}")))?;
    Ok(text + "\n")
}

/// The problems of a set; all of them where none is named.
fn of_set(set: Option<&str>) -> Result<Vec<&'static Problem>, CliError> {
    match set {
        Some(name) if !SETS.contains(&name) => {
            Err(CliError::Usage(format!("unknown set '{name}'; valid names: {}", SETS.join(", "))))
        }
        _ => Ok(PROBLEMS.iter().filter(|p| set.is_none_or(|s| s == p.set)).collect()),
    }
}

/// `percussion problems`.
pub fn problems(args: &ProblemsArgs) -> Result<(), CliError> {
    let ProblemsArgs { list: args, set } = args;
    if let Some(name) = &args.name {
        let view = ProblemView::new(problems::find(name)?);
        return print(&if args.json { json(&view)? } else { view.text() });
    }
    let chosen = of_set(set.as_deref())?;
    if args.json {
        let views: Vec<_> = chosen.into_iter().map(ProblemView::new).collect();
        return print(&json(&views)?);
    }
    if chosen.is_empty() {
        return print("no problem belongs to this set yet\n");
    }
    let head = ["problem", "set", "scheme", "dt", "t_end", "summary"];
    let mut rows = vec![head.map(String::from).to_vec()];
    rows.extend(chosen.into_iter().map(|p| {
        let set = if p.set.is_empty() { "-" } else { p.set };
        let (dt, t_end) = (p.dt.to_string(), short(p.t_end));
        vec![p.name.into(), set.into(), p.scheme.into(), dt, t_end, p.summary.into()]
    }));
    let text = table(&rows, &[false, false, false, true, true, false]);
    print(&(text + "\nParameters and references: percussion problems NAME\n"))
}

/// `percussion schemes`.
pub fn schemes(args: &ListArgs) -> Result<(), CliError> {
    if let Some(name) = &args.name {
        let view = SchemeView::new(schemes::find(name)?);
        return print(&if args.json { json(&view)? } else { view.text() });
    }
    if args.json {
        return print(&json(&SCHEMES.iter().map(SchemeView::new).collect::<Vec<_>>())?);
    }
    let head = ["scheme", "contacts", "friction", "joints", "adaptive", "summary"];
    let mut rows = vec![head.map(String::from).to_vec()];
    let mark = |has: bool| if has { "yes" } else { "-" }.to_string();
    rows.extend(SCHEMES.iter().map(|s| {
        let h = &s.supports;
        vec![
            s.name.into(),
            mark(h.contacts),
            mark(h.friction),
            mark(h.joints),
            mark(h.adaptive),
            s.summary.into(),
        ]
    }));
    let text = table(&rows, &[false; 6]);
    print(&(text + "\nOptions and defaults: percussion schemes NAME\n"))
}

/// A number with at most four decimals, for tables.
fn short(x: f64) -> String {
    let text = format!("{x:.4}");
    text.trim_end_matches('0').trim_end_matches('.').into()
}
