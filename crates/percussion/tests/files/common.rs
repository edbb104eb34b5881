use percussion::file::{Diagnostics, ModelFile, DEFAULT_DT, DEFAULT_T_END};
use percussion::problems::load;
use percussion::record::{Record, Status};
use percussion::schemes::{self, Options};
use percussion::simulate::{simulate, Settings};
use std::ops::ControlFlow;

pub fn no_includes(_: &str) -> Result<String, String> {
    Err("nothing can be included here".into())
}

pub fn load_text(text: &str) -> Result<ModelFile, Diagnostics> {
    load("test.toml", text, &no_includes, &[])
}

/// A file of models/ with its includes.
pub fn model(name: &str, sets: &[(&str, &str)]) -> ModelFile {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../models/");
    let read = |path: &str| std::fs::read_to_string(format!("{folder}{path}"));
    let include = |path: &str| read(path).map_err(|e| e.to_string());
    let sets: Vec<(String, String)> =
        sets.iter().map(|(n, v)| (n.to_string(), v.to_string())).collect();
    let text = read(&format!("{name}.toml")).unwrap();
    load(name, &text, &include, &sets).unwrap_or_else(|d| panic!("{d}"))
}

pub struct Run {
    pub record: Record,
}

pub fn run(file: ModelFile) -> Run {
    let info = schemes::find(&file.scheme).unwrap();
    let mut options = Options::new("scheme option", info.options);
    for (n, v) in &file.scheme_options {
        options.set(n, v).unwrap();
    }
    let mut settings =
        Settings::new(file.dt.unwrap_or(DEFAULT_DT), file.t_end.unwrap_or(DEFAULT_T_END));
    settings.every = file.every;
    let prepared = file.prepare().unwrap_or_else(|d| panic!("{d}"));
    info.check(&prepared.system).unwrap();
    let scheme = info.make(&options).unwrap();
    let record =
        simulate(&prepared.system, &scheme, &prepared.q0, &prepared.u0, settings, |_, _| {
            ControlFlow::Continue(())
        });
    Run { record }
}

impl Run {
    pub fn done(self) -> Self {
        assert_eq!(self.record.status, Status::Done);
        self
    }
    /// It came to its end, whatever the audit says of it.
    pub fn ended(self) -> Self {
        assert!(matches!(self.record.status, Status::Done | Status::Doubtful(_)));
        self
    }
    pub fn last(&self, column: &str) -> f64 {
        self.at(self.record.len() - 1, column)
    }
    pub fn at(&self, row: usize, column: &str) -> f64 {
        let k = self.record.columns.iter().position(|c| c == column);
        let k = k.unwrap_or_else(|| panic!("no column {column} in {:?}", self.record.columns));
        self.record.row(row)[k]
    }
    pub fn column(&self, column: &str) -> Vec<f64> {
        (0..self.record.len()).map(|r| self.at(r, column)).collect()
    }
    /// Largest |u| in the last row.
    pub fn speed(&self) -> f64 {
        let last = self.record.u(self.record.len() - 1);
        last.iter().fold(0.0_f64, |a, v| a.max(v.abs()))
    }
}
