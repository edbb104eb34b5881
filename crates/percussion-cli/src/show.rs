//! What is said about a job beside the numbers of its record.

use crate::run::Job;
pub use percussion_page::scene_file::{json, of_record, rows_of, About, Take, ROWS};

/// A model longer than this is not shown.
const MODEL_BYTES: usize = 300_000;

/// Of a job: its model is that of its file, or the problem as one.
pub fn about(job: &Job) -> About {
    let model = match job.problem {
        Some(p) => percussion::problems::export(p, &job.sets).ok(),
        None => job.file.as_ref().and_then(|f| std::fs::read_to_string(f).ok()),
    };
    About {
        name: format!("{} with {}", job.name, job.scheme.name),
        command: command(job),
        model: model.filter(|m| m.len() <= MODEL_BYTES),
        live: false,
        summary: None,
    }
}

/// The command that repeats a job.
pub fn command(job: &Job) -> String {
    let name = job.file.clone().unwrap_or_else(|| job.name.clone());
    let mut text = format!("percussion run {} --scheme {}", quoted(&name), job.scheme.name);
    text += &format!(" --dt {} --t-end {}", job.settings.dt, job.settings.t_end);
    if job.settings.every != 1 {
        text += &format!(" --every {}", job.settings.every);
    }
    for (flag, list) in [("--set", &job.sets), ("--scheme-set", &job.scheme_sets)] {
        for (name, value) in list {
            text += &format!(" {flag} {}", quoted(&format!("{name}={value}")));
        }
    }
    text
}

/// As a shell takes it for one word.
fn quoted(text: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=+,:@".contains(c);
    match text.chars().all(plain) && !text.is_empty() {
        true => text.into(),
        false => format!("'{}'", text.replace('\'', "'\\''")),
    }
}
