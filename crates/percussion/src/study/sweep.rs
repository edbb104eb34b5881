//! Sweeps: values of parameters on a grid, drawn at random, or both.
//!
//! Run k of a sweep has the values that belong to k alone: those of the grid by counting, the last parameter
//! fastest, those that are drawn from (seed, k, number of the parameter). Any part of a sweep can be run
//! anywhere, in any order.

use crate::error::ModelError;
use crate::record::Record;
use crate::schemes::options::parse_number;
use serde::{Deserialize, Serialize};

/// More runs than this are not a sweep.
pub const MOST_RUNS: usize = 1_000_000;

/// A parameter with the values it takes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Grid {
    /// Name, as in a setting of the model.
    pub name: String,
    /// Values.
    pub values: Vec<f64>,
}

/// How a parameter is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Law {
    /// Uniformly between two numbers.
    Uniform(f64, f64),
    /// Its logarithm uniformly between those of two positive numbers.
    LogUniform(f64, f64),
    /// Normally, with mean and standard deviation.
    Normal(f64, f64),
}

/// A parameter that is drawn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Draw {
    /// Name.
    pub name: String,
    /// How.
    pub law: Law,
}

/// The runs of a sweep.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Sweep {
    /// Parameters on a grid.
    pub grid: Vec<Grid>,
    /// Parameters that are drawn.
    pub draws: Vec<Draw>,
    /// Draws for each point of the grid.
    pub runs: usize,
    /// Seed of the draws.
    pub seed: u64,
}

impl Grid {
    /// `FROM:TO:N`, equally spaced, `FROM:TO:N:log` in geometric progression, or `A,B,...`. None where the text
    /// is a single value.
    ///
    /// # Errors
    /// A text that looks like one of these and is none.
    pub fn read(name: &str, text: &str) -> Result<Option<Self>, ModelError> {
        if !text.contains([':', ',']) || text.contains('(') {
            return Ok(None);
        }
        let wrong = || ModelError::Invalid {
            what: name.into(),
            value: text.into(),
            allowed: "a value, A,B,..., FROM:TO:N or FROM:TO:N:log with N of 1 to 1000000".into(),
        };
        let number = |t: &str| parse_number(t).ok_or_else(wrong);
        let parts: Vec<&str> = text.split(':').map(str::trim).collect();
        let values = match parts[..] {
            [list] => list.split(',').map(number).collect::<Result<_, _>>()?,
            [from, to, n] | [from, to, n, "log"] => {
                let (a, b, log) = (number(from)?, number(to)?, parts.len() == 4);
                let n: usize = n.parse().map_err(|_| wrong())?;
                if n == 0 || n > MOST_RUNS || (log && !(a > 0.0 && b > 0.0)) {
                    return Err(wrong());
                }
                let share = |k: usize| k as f64 / (n.max(2) - 1) as f64;
                let value = |s: f64| match (s, log) {
                    (0.0, _) => a,
                    (1.0, _) => b,
                    (s, true) => a * (b / a).powf(s),
                    (s, false) => a + s * (b - a),
                };
                (0..n).map(|k| value(share(k))).collect()
            }
            _ => return Err(wrong()),
        };
        Ok(Some(Grid { name: name.into(), values }))
    }
}

impl Draw {
    /// `uniform(A,B)`, `loguniform(A,B)` or `normal(MEAN,DEVIATION)`.
    ///
    /// # Errors
    /// Another text, or numbers that make no distribution.
    pub fn read(name: &str, text: &str) -> Result<Self, ModelError> {
        let wrong = || ModelError::Invalid {
            what: name.into(),
            value: text.into(),
            allowed: "uniform(A,B), loguniform(A,B) with 0 < A, normal(MEAN,DEVIATION)".into(),
        };
        let (law, rest) = text.trim().split_once('(').ok_or_else(wrong)?;
        let (a, b) = rest.strip_suffix(')').and_then(|r| r.split_once(',')).ok_or_else(wrong)?;
        let (a, b) = (parse_number(a).ok_or_else(wrong)?, parse_number(b).ok_or_else(wrong)?);
        let law = match law.trim() {
            "uniform" if a <= b => Law::Uniform(a, b),
            "loguniform" if 0.0 < a && a <= b => Law::LogUniform(a, b),
            "normal" if b >= 0.0 => Law::Normal(a, b),
            _ => return Err(wrong()),
        };
        Ok(Draw { name: name.into(), law })
    }
}

impl Sweep {
    /// Number of runs.
    ///
    /// # Errors
    /// No runs, too many, or a parameter that has two sources.
    pub fn count(&self) -> Result<usize, ModelError> {
        let mut names: Vec<&str> = self.names().collect();
        let all = names.len();
        names.sort_unstable();
        names.dedup();
        if names.len() < all {
            return Err(ModelError::Invalid {
                what: "parameters of the sweep".into(),
                value: self.names().collect::<Vec<_>>().join(", "),
                allowed: "each name once".into(),
            });
        }
        let draws = if self.draws.is_empty() { 1 } else { self.runs };
        let n = self.grid.iter().map(|g| g.values.len() as f64).product::<f64>() * draws as f64;
        if !(n >= 1.0 && n <= MOST_RUNS as f64) {
            let allowed = format!("1 to {MOST_RUNS}");
            return Err(ModelError::value("number of runs", n, &allowed));
        }
        Ok(n as usize)
    }

    /// Names of the parameters: those of the grid, then those that are drawn.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let grid = self.grid.iter().map(|g| g.name.as_str());
        grid.chain(self.draws.iter().map(|d| d.name.as_str()))
    }

    /// Values of run k, in the order of the names.
    pub fn values(&self, k: usize) -> Vec<f64> {
        let draws = if self.draws.is_empty() { 1 } else { self.runs.max(1) };
        let mut point = k / draws;
        let mut values: Vec<f64> = Vec::with_capacity(self.grid.len() + self.draws.len());
        for g in self.grid.iter().rev() {
            let n = g.values.len().max(1);
            values.push(g.values.get(point % n).copied().unwrap_or(f64::NAN));
            point /= n;
        }
        values.reverse();
        for (i, d) in self.draws.iter().enumerate() {
            values.push(d.law.draw([self.seed, k as u64, i as u64]));
        }
        values
    }
}

impl Law {
    /// The number that belongs to a key.
    fn draw(self, key: [u64; 3]) -> f64 {
        let [a, b] = uniform(key);
        match self {
            Law::Uniform(lo, hi) => lo + a * (hi - lo),
            Law::LogUniform(lo, hi) => (lo.ln() + a * (hi / lo).ln()).exp(),
            // Box and Muller
            Law::Normal(mean, deviation) => {
                let radius = (-2.0 * (1.0 - a).ln()).sqrt();
                mean + deviation * radius * (std::f64::consts::TAU * b).cos()
            }
        }
    }
}

/// Two numbers in [0, 1) of a key: a counter through the mixing function of splitmix64.
fn uniform(key: [u64; 3]) -> [f64; 2] {
    let mix = |x: u64| {
        let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ (x >> 31)
    };
    const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;
    let state = key.into_iter().fold(0, |s: u64, k| mix(s.wrapping_add(k).wrapping_add(GOLDEN)));
    [1, 2].map(|n| {
        let bits = mix(state.wrapping_add(GOLDEN.wrapping_mul(n)));
        (bits >> 11) as f64 / (1u64 << 53) as f64
    })
}

/// A number that a sweep keeps of each run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Quantity {
    /// The last value of a column.
    Last(String),
    /// Its largest value.
    Max(String),
    /// Its smallest value.
    Min(String),
    /// A number of the statistics: `energy`, `penetration`, `impacts`, `evaluations`.
    Of(String),
}

const OF: [&str; 4] = ["energy", "penetration", "impacts", "evaluations"];

impl Quantity {
    /// `COLUMN`, `max(COLUMN)`, `min(COLUMN)`, or a number of the statistics.
    ///
    /// # Errors
    /// A name that is no column of the record.
    pub fn read(text: &str, columns: &[String]) -> Result<Self, ModelError> {
        let text = text.trim();
        let inside = |head: &str| text.strip_prefix(head).and_then(|r| r.strip_suffix(')'));
        let (name, make): (&str, fn(String) -> Quantity) = match (inside("max("), inside("min(")) {
            (Some(name), _) => (name, Quantity::Max),
            (_, Some(name)) => (name, Quantity::Min),
            _ if OF.contains(&text) => return Ok(Quantity::Of(text.into())),
            _ => (text, Quantity::Last),
        };
        if columns.iter().any(|c| c == name) {
            return Ok(make(name.into()));
        }
        let valid = columns.iter().map(String::as_str).chain(OF);
        let nearest = crate::nearest(name, valid);
        Err(ModelError::Unknown { kind: "quantity", name: name.into(), nearest })
    }

    /// Its name.
    pub fn name(&self) -> String {
        match self {
            Quantity::Last(c) | Quantity::Of(c) => c.clone(),
            Quantity::Max(c) => format!("max({c})"),
            Quantity::Min(c) => format!("min({c})"),
        }
    }

    /// Whether it needs all rows of a run, not the last one alone.
    pub fn needs_rows(&self) -> bool {
        matches!(self, Quantity::Max(_) | Quantity::Min(_))
    }

    /// Its value, where it is finite.
    pub fn of(&self, record: &Record) -> Option<f64> {
        let st = &record.statistics;
        let value = match self {
            Quantity::Last(c) => record.last(c)?,
            Quantity::Max(c) => record.column(c)?.into_iter().fold(f64::NEG_INFINITY, f64::max),
            Quantity::Min(c) => record.column(c)?.into_iter().fold(f64::INFINITY, f64::min),
            Quantity::Of(name) => match name.as_str() {
                "energy" => st.energy_end,
                "penetration" => st.penetration,
                "evaluations" => st.evaluations as f64,
                _ => record.events.iter().filter(|e| e.kind == "impact").count() as f64,
            },
        };
        Some(value).filter(|v| v.is_finite())
    }
}
