//! `percussion view`: the viewer in the browser, served on loopback to whoever knows the token.
//!
//! A folder of a run is shown as it is. A model file or a named problem is run, shown while it goes
//! on, and run again when its file, or one that it includes, changes.

use crate::args::{RunArgs, ViewArgs};
use crate::error::CliError;
use crate::model::{model_file, places};
use crate::random;
use crate::report::{live_page, read_run};
use crate::run::Job;
use crate::serve::{self, Timed};
use crate::show::{self, About};
use crate::summary::Summary;
use crate::terminal;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime};

/// How often a file is looked at.
const PAUSE: Duration = Duration::from_millis(300);
/// Longest head of a request.
const MAX_HEAD: u64 = 16 << 10;
/// A request is read within this time, or not at all.
const READ: Duration = Duration::from_secs(5);
/// An answer is taken within this time.
const WRITE: Duration = Duration::from_secs(60);

/// What is shown now: the scenes of the runs as a JSON list, or a message.
struct Shared {
    version: u64,
    text: String,
}

/// `percussion view`.
pub fn view(args: &ViewArgs) -> Result<(), CliError> {
    let fail = |e: std::io::Error| CliError::Usage(format!("cannot serve on loopback: {e}"));
    let shared = Arc::new(Mutex::new(Shared { version: 0, text: "[]".into() }));
    let subject = args.subject.clone();
    let is_run = Path::new(&subject).is_dir();
    if is_run {
        refuse_settings(args)?;
        publish(&shared, format!("[{}]", read_run(Path::new(&subject))?));
    } else {
        // what is wrong at once is said at once
        Job::new(&run_args(args))?;
    }
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, args.port)).map_err(fail)?;
    let port = listener.local_addr().map_err(fail)?.port();
    let token = random::text();
    let address = format!("http://127.0.0.1:{port}/?token={token}");
    terminal::print(&format!("{address}\n"))?;
    terminal::complain("Ctrl-C ends it");
    if !args.no_open {
        open_browser(&address);
    }
    let (state, key) = (shared.clone(), token.clone());
    let reply = move |stream: TcpStream| answer(&stream, port, &key, &state);
    let server = serve::start(listener, reply).map_err(fail)?;
    terminal::catch_interrupt();
    let mut seen = None;
    let mut watched = None;
    while !terminal::interrupted() {
        if is_run {
            let now = changed(&Path::new(&subject).join(crate::output::FILES[2]));
            if seen.is_some() && now != seen {
                if let Ok(text) = read_run(Path::new(&subject)) {
                    publish(&shared, format!("[{text}]"));
                }
            }
            seen = now;
        } else {
            if watched.as_ref().is_none_or(Watched::changed) {
                watched = Some(run_and_show(args, &shared, watched.unwrap_or_default()));
            }
        }
        if server.is_finished() {
            return Err(CliError::Usage("the server of the viewer has ended".into()));
        }
        std::thread::sleep(PAUSE);
    }
    terminal::complain("the viewer has ended");
    Ok(())
}

fn changed(path: &Path) -> Option<SystemTime> {
    std::fs::metadata(path).and_then(|m| m.modified()).ok()
}

/// Files with the times of their last change: those a model is made of.
#[derive(Default)]
struct Watched(Vec<(PathBuf, Option<SystemTime>)>);

impl Watched {
    fn add(&mut self, path: PathBuf) {
        if self.0.iter().all(|w| w.0 != path) {
            let now = changed(&path);
            self.0.push((path, now));
        }
    }
    fn look(&mut self) {
        self.0.iter_mut().for_each(|(path, seen)| *seen = changed(path));
    }
    fn changed(&self) -> bool {
        self.0.iter().any(|(path, seen)| changed(path) != *seen)
    }
}

fn publish(shared: &Mutex<Shared>, text: String) {
    if let Ok(mut s) = shared.lock() {
        s.version += 1;
        s.text = text;
    }
}

/// A run that was made takes no settings.
fn refuse_settings(args: &ViewArgs) -> Result<(), CliError> {
    let given = [
        ("--scheme", args.scheme.is_some()),
        ("--dt", args.dt.is_some()),
        ("--t-end", args.t_end.is_some()),
        ("--set", !args.set.is_empty()),
        ("--packages", args.packages.is_some()),
    ];
    match given.iter().find(|(_, given)| *given) {
        None => Ok(()),
        Some((name, _)) => Err(CliError::Usage(format!(
            "{name} is for models that are run; '{}' is the folder of a run, which is shown as it is",
            args.subject
        ))),
    }
}

fn run_args(args: &ViewArgs) -> RunArgs {
    RunArgs {
        scheme: args.scheme.clone(),
        dt: args.dt.clone(),
        t_end: args.t_end.clone(),
        set: args.set.clone(),
        packages: args.packages.clone(),
        quiet: true,
        ..RunArgs::shown(&args.subject)
    }
}

/// Runs what is to be shown, until one of its files changes again; mistakes in a model are shown too. Tells which
/// files these are.
fn run_and_show(args: &ViewArgs, shared: &Mutex<Shared>, mut watched: Watched) -> Watched {
    // a change while they are read is one to come
    watched.look();
    if model_file(&args.subject) {
        watched.add(PathBuf::from(&args.subject));
    }
    let run = Job::new(&run_args(args)).and_then(|job| {
        let about = show::about(&job);
        places(&args.subject, &job.files).into_iter().for_each(|file| watched.add(file));
        let record = job.simulate_with(|record| {
            let about = About { live: true, ..about.clone() };
            let text = show::of_record(&job.prepared.system, record, &about);
            publish(shared, format!("[{text}]"));
            !watched.changed()
        })?;
        let summary = serde_json::from_str(&Summary::new(&job, &record).json()).ok();
        let about = About { summary, ..about };
        Ok(format!("[{}]", show::of_record(&job.prepared.system, &record, &about)))
    });
    if !watched.changed() {
        publish(shared, run.unwrap_or_else(|e| format!("error: {e}")));
    }
    watched
}

/// Answers one request.
fn answer(stream: &TcpStream, port: u16, token: &str, shared: &Mutex<Shared>) {
    let head = Timed::new(stream, READ).take(MAX_HEAD);
    let mut lines = BufReader::new(head).lines().map_while(Result::ok);
    let first = lines.next().unwrap_or_default();
    let head: Vec<String> = lines.take_while(|l| !l.is_empty()).collect();
    let reply = respond(&first, &head, port, token, shared);
    let _ = Timed::new(stream, WRITE).write_all(&reply);
}

fn respond(
    first: &str,
    head: &[String],
    port: u16,
    token: &str,
    shared: &Mutex<Shared>,
) -> Vec<u8> {
    let host = head.iter().find_map(|l| {
        let (name, value) = l.split_once(':')?;
        name.eq_ignore_ascii_case("host").then(|| value.trim().to_string())
    });
    // a page elsewhere must not reach in through a name of its own for this address
    let ours = [format!("127.0.0.1:{port}"), format!("localhost:{port}")];
    if host.is_none_or(|h| !ours.contains(&h)) {
        return plain("403 Forbidden", "this address is not served\n");
    }
    let mut words = first.split(' ');
    let (method, target) = (words.next().unwrap_or(""), words.next().unwrap_or(""));
    if method != "GET" {
        return plain("405 Method Not Allowed", "only GET\n");
    }
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    let value = |name: &str| {
        query.split('&').filter_map(|p| p.split_once('=')).find(|p| p.0 == name).map(|p| p.1)
    };
    if !value("token").is_some_and(|t| same(t.as_bytes(), token.as_bytes())) {
        return plain("403 Forbidden", "the token is missing: use the address that was printed\n");
    }
    match path {
        "/" => {
            let page = live_page(&format!("/runs?token={token}"));
            reply("200 OK", "text/html; charset=utf-8", 0, page.as_bytes())
        }
        "/runs" => {
            let Ok(s) = shared.lock() else { return plain("500 Internal Server Error", "") };
            if s.version == 0 || value("version") == Some(&s.version.to_string()) {
                return plain("204 No Content", "");
            }
            reply("200 OK", "application/json", s.version, s.text.as_bytes())
        }
        _ => plain("404 Not Found", "there is nothing here\n"),
    }
}

/// Equality in a time that does not depend on where the difference is.
fn same(a: &[u8], b: &[u8]) -> bool {
    a.len() == b.len() && a.iter().zip(b).fold(0, |d, (x, y)| d | (x ^ y)) == 0
}

fn plain(status: &str, text: &str) -> Vec<u8> {
    reply(status, "text/plain; charset=utf-8", 0, text.as_bytes())
}

fn reply(status: &str, kind: &str, version: u64, body: &[u8]) -> Vec<u8> {
    let mut out = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nX-Version: {version}\r\n\
         Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\n\
         X-Frame-Options: DENY\r\nConnection: close\r\n\r\n",
        body.len()
    )
    .into_bytes();
    out.extend_from_slice(body);
    out
}

fn open_browser(address: &str) {
    let program = match std::env::consts::OS {
        "macos" => "open",
        "windows" => "explorer",
        _ => "xdg-open",
    };
    let quiet = std::process::Stdio::null;
    // where there is no browser the address is printed all the same
    let _ = std::process::Command::new(program)
        .arg(address)
        .stdin(quiet())
        .stdout(quiet())
        .stderr(quiet())
        .spawn();
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(first: &str, head: &[&str]) -> String {
        let shared = Mutex::new(Shared { version: 3, text: "[1]".into() });
        let head: Vec<String> = head.iter().map(|h| h.to_string()).collect();
        String::from_utf8(respond(first, &head, 80, "secret", &shared)).unwrap()
    }

    #[test]
    fn only_the_right_host_and_token_get_an_answer() {
        let host = ["Host: 127.0.0.1:80"];
        let get = |target: &str| ask(&format!("GET {target} HTTP/1.1"), &host);
        assert!(get("/?token=secret").starts_with("HTTP/1.1 200"));
        assert!(get("/runs?token=secret").ends_with("[1]"));
        assert!(get("/runs?token=secret&version=3").starts_with("HTTP/1.1 204"));
        for bad in ["/", "/?token=", "/?token=secre", "/?token=secret2", "/runs", ""] {
            assert!(get(bad).starts_with("HTTP/1.1 403"), "{bad}");
        }
        for path in
            ["/../Cargo.toml", "/etc/passwd", "//", "/runs/", "/%2e%2e/x", "/trajectory.csv"]
        {
            assert!(get(&format!("{path}?token=secret")).starts_with("HTTP/1.1 404"), "{path}");
        }
        let ok = "GET /?token=secret HTTP/1.1";
        for head in
            [&["Host: evil.example"][..], &[], &["Host: 127.0.0.1:81"], &["Host: 127.0.0.1"]]
        {
            assert!(ask(ok, head).starts_with("HTTP/1.1 403"), "{head:?}");
        }
        assert!(ask("POST /?token=secret HTTP/1.1", &host).starts_with("HTTP/1.1 405"));
        assert!(ask("\u{0}\u{1}", &host).starts_with("HTTP/1.1 405"));
    }

    /// A change of a file that a model includes is one of the model.
    #[test]
    fn included_files_are_watched() {
        let folder = std::env::temp_dir().join(format!("percussion-watch-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let (model, part) = (folder.join("m.toml"), folder.join("part.toml"));
        [&model, &part].into_iter().for_each(|f| std::fs::write(f, "").unwrap());
        let name = model.to_string_lossy().to_string();
        let texts = [name.clone(), "part.toml".into(), "package://p/m.stl".into()];
        let texts = texts.map(|n| (n, String::new()));
        let mut watched = Watched::default();
        places(&name, &texts).into_iter().for_each(|f| watched.add(f));
        assert_eq!(watched.0.len(), 1);
        assert!(!watched.changed());
        let later = SystemTime::now() + Duration::from_secs(5);
        std::fs::File::options().write(true).open(&part).unwrap().set_modified(later).unwrap();
        assert!(watched.changed());
        watched.look();
        assert!(!watched.changed());
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
