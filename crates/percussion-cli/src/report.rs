//! `percussion report`: runs in one page that needs nothing else, to be opened from disk.

use crate::args::ReportArgs;
use crate::encode::{base64, deflate};
use crate::error::CliError;
use crate::output::{Folder, SCENE};
use crate::show::{self, About};
use crate::table::Table;
use crate::terminal;
use std::fs;
use std::path::{Path, PathBuf};

const SCRIPT: &str = include_str!("../../../viewer/dist/viewer.js");
const STYLE: &str = include_str!("../../../viewer/dist/viewer.css");
/// Runs on one page.
const MOST_RUNS: usize = 4;
/// Largest page.
const MAX_BYTES: usize = 50 << 20;
/// What a page may do: run its own script, and nothing from elsewhere.
const POLICY: &str = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; \
                      img-src data: blob:; media-src blob:; connect-src blob: data:; base-uri 'none'; form-action 'none'";
/// Unpacks the viewer and starts it.
const START: &str = "(async()=>{const b=atob(document.getElementById('viewer').textContent);\
const u=new Uint8Array(b.length);for(let k=0;k<b.length;k++)u[k]=b.charCodeAt(k);\
const s=new Blob([u]).stream().pipeThrough(new DecompressionStream('deflate-raw'));\
const e=document.createElement('script');e.textContent=await new Response(s).text();\
document.head.append(e)})().catch(e=>{document.getElementById('app').textContent='This browser is too old for this page: '+e})";

/// A page of runs, each a scene as JSON.
pub fn page(title: &str, runs: &[String]) -> String {
    let mut body = String::new();
    for run in runs {
        // no tag can begin within the data
        let text = run.replace('<', "\\u003c");
        body += &format!("<script type=\"application/json\" data-run>{text}</script>\n");
    }
    body += &format!(
        "<script type=\"text/plain\" id=\"viewer\">{}</script>\n<script>{START}</script>\n",
        base64(&deflate(SCRIPT.as_bytes()))
    );
    frame(title, POLICY, "", &body)
}

/// The page of a server: the data comes from `source`.
pub fn live_page(source: &str) -> String {
    let meta = format!("<meta name=\"percussion-source\" content=\"{}\">\n", escape(source));
    let policy = POLICY.replace("connect-src", "connect-src 'self'");
    frame("Percussion", &policy, &meta, &format!("<script>{SCRIPT}</script>\n"))
}

fn frame(title: &str, policy: &str, meta: &str, body: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n{meta}\
         <title>{}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n\
         <div id=\"app\"><noscript>This page needs JavaScript.</noscript></div>\n{body}</body>\n</html>\n",
        escape(title)
    )
}

/// Text that is safe between tags and in attributes.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// The scene of a run's folder: as the run wrote it, or the columns of its trajectory alone.
pub fn read_run(folder: &Path) -> Result<String, CliError> {
    if !folder.is_dir() {
        return Err(CliError::Usage(format!(
            "'{}' is no folder of a run; 'percussion run' writes one",
            folder.display()
        )));
    }
    if let Ok(text) = fs::read_to_string(folder.join(SCENE)) {
        let value: Result<serde_json::Value, _> = serde_json::from_str(&text);
        if value.is_ok_and(|v| v["format"] == "percussion-scene") {
            return Ok(text);
        }
    }
    let table = Table::read(folder, show::ROWS)?;
    let name = folder.file_name().map_or("a run".into(), |n| n.to_string_lossy().into_owned());
    Ok(show::json(&table, None, &About { name, ..About::default() }))
}

/// `percussion report`.
pub fn report(args: &ReportArgs) -> Result<(), CliError> {
    if args.runs.len() > MOST_RUNS {
        let n = args.runs.len();
        return Err(CliError::Usage(format!("a report shows up to {MOST_RUNS} runs, not {n}")));
    }
    let runs: Vec<String> = args.runs.iter().map(|r| read_run(r)).collect::<Result<_, _>>()?;
    let out = args.out.clone().unwrap_or_else(|| match &args.runs[..] {
        [one] => one.join("report.html"),
        _ => PathBuf::from("report.html"),
    });
    let names: Vec<String> = args.runs.iter().map(|r| r.display().to_string()).collect();
    let text = page(&format!("{} · Percussion", names.join(", ")), &runs);
    if text.len() > MAX_BYTES {
        return Err(CliError::Usage(format!(
            "the page would have {} MB, {} are allowed: show fewer runs",
            text.len() >> 20,
            MAX_BYTES >> 20
        )));
    }
    write_page(&out, &text)?;
    terminal::print(&format!("{} ({} kB)\n", out.display(), text.len().div_ceil(1000)))
}

/// Writes a page under its name once it is whole.
pub fn write_page(path: &Path, text: &str) -> Result<(), CliError> {
    let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let Some(name) = path.file_name().and_then(|n| n.to_str()) else {
        return Err(CliError::Usage(format!("'{}' is no name of a file", path.display())));
    };
    Folder::open(folder, &[name])?.write(name, text)
}
