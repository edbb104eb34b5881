//! Pages that need nothing else: the viewer and its data in one file, to be opened from disk.

use crate::encode::{base64, deflate};

const SCRIPT: &str = include_str!("../bundle/viewer.js");
const STYLE: &str = include_str!("../bundle/viewer.css");
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
    page_with(&base64(&deflate(SCRIPT.as_bytes())), STYLE, title, runs)
}

/// Page with a given viewer: its script, deflated and encoded as base64, and its style sheet.
pub fn page_with(script: &str, style: &str, title: &str, runs: &[String]) -> String {
    let mut body = String::new();
    for run in runs {
        // no tag can begin within the data
        let text = run.replace('<', "\\u003c");
        body += &format!("<script type=\"application/json\" data-run>{text}</script>\n");
    }
    body += &format!(
        "<script type=\"text/plain\" id=\"viewer\">{script}</script>\n<script>{START}</script>\n"
    );
    frame(title, POLICY, style, "", &body)
}

/// The page of a server: the data comes from `source`.
pub fn live_page(source: &str) -> String {
    let meta = format!("<meta name=\"percussion-source\" content=\"{}\">\n", escape(source));
    let policy = POLICY.replace("connect-src", "connect-src 'self'");
    frame("Percussion", &policy, STYLE, &meta, &format!("<script>{SCRIPT}</script>\n"))
}

fn frame(title: &str, policy: &str, style: &str, meta: &str, body: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n{meta}\
         <title>{}</title>\n<style>{style}</style>\n</head>\n<body>\n\
         <div id=\"app\"><noscript>This page needs JavaScript.</noscript></div>\n{body}</body>\n</html>\n",
        escape(title)
    )
}

/// Text that is safe between tags and in attributes.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
