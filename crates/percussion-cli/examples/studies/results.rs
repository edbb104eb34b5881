//! What a command for studies has written.

use serde_json::Value;
use std::collections::HashMap;
use std::fs;
use std::path::Path;

/// `results.json`, and of `compare` the curves in `results.csv`.
pub struct Results {
    pub json: Value,
    /// Columns by scheme and name.
    curves: HashMap<String, HashMap<String, Vec<f64>>>,
}

impl Results {
    pub fn read(folder: &Path) -> Option<Self> {
        let text = fs::read_to_string(folder.join("results.json")).ok()?;
        let json: Value = serde_json::from_str(&text).ok()?;
        let mut curves: HashMap<String, HashMap<String, Vec<f64>>> = HashMap::new();
        let csv = fs::read_to_string(folder.join("results.csv")).ok()?;
        let mut lines = csv.lines();
        let names: Vec<&str> = lines.next()?.split(',').collect();
        // one line a row of a run, else one line a run
        if names.first() == Some(&"scheme") {
            for line in lines {
                let mut cells = line.split(',');
                let of = curves.entry(cells.next()?.to_string()).or_default();
                for (name, cell) in names[1..].iter().zip(cells) {
                    let value = cell.parse().unwrap_or(f64::NAN);
                    of.entry(name.to_string()).or_default().push(value);
                }
            }
        }
        Some(Results { json, curves })
    }

    /// All runs.
    pub fn runs(&self) -> Option<&Vec<Value>> {
        self.json["runs"].as_array().or(self.json.as_array())
    }

    /// The first run of a scheme.
    pub fn run(&self, scheme: &str) -> Option<&Value> {
        self.runs()?.iter().find(|r| r["scheme"] == scheme)
    }

    /// A column over time, of a scheme of `compare`.
    pub fn curve(&self, scheme: &str, name: &str) -> Option<(&[f64], &[f64])> {
        let of = self.curves.get(scheme)?;
        Some((of.get("t")?, of.get(name)?))
    }

    /// Whether all runs came to their end.
    pub fn done(&self) -> bool {
        self.runs().is_some_and(|all| all.iter().all(|r| r["status"] == "done"))
    }
}

/// A number of a run.
pub fn number(run: &Value, name: &str) -> f64 {
    run[name].as_f64().unwrap_or(f64::NAN)
}

/// The part of a curve between two times.
pub fn between((t, x): (&[f64], &[f64]), from: f64, to: f64) -> Vec<f64> {
    t.iter().zip(x).filter(|(t, _)| **t >= from && **t <= to).map(|(_, x)| *x).collect()
}

/// Largest value.
pub fn largest(x: &[f64]) -> f64 {
    x.iter().fold(0.0, |m, x| m.max(x.abs()))
}

/// Largest zigzag from row to row, |x1 - 2 x2 + x3|/4.
pub fn zigzag(x: &[f64]) -> f64 {
    x.windows(3).map(|x| 0.25 * (x[0] - 2.0 * x[1] + x[2]).abs()).fold(0.0, f64::max)
}
