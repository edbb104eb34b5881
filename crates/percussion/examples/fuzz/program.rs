//! A text through the program, whose exit code must be one of those that are promised: 0 done, 1 asked for help, 2
//! refused, 3 stopped, 130 interrupted. What it leaves is damaged at times, and read again.

use super::Random;
use percussion::schemes::SCHEMES;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// So long after an interrupt it must have ended, by the time it had, or by that of the wall.
const GRACE: [Duration; 2] = [Duration::from_secs(10), Duration::from_secs(300)];

/// What a process has had of the processor, where the system tells it.
fn processor(id: u32) -> Option<Duration> {
    let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    // the name of the program, in brackets, may hold spaces; then the 14th and 15th field, in hundredths of a second
    let mut fields = stat.rsplit_once(')')?.1.split_whitespace().skip(11);
    let mut ticks = || fields.next()?.parse::<u64>().ok();
    Some(Duration::from_millis(10 * (ticks()? + ticks()?)))
}

pub fn run(text: &str, rng: &mut Random) {
    if std::env::var_os("PROGRAM").is_none() {
        return;
    }
    let folder =
        std::env::temp_dir().join(format!("percussion-fuzz-{}-{}", std::process::id(), rng.next()));
    let robot = text.contains("<robot") || text.contains("<mujoco");
    let name = if robot { "m.urdf" } else { "m.toml" };
    if std::fs::create_dir_all(&folder).is_ok() && std::fs::write(folder.join(name), text).is_ok() {
        // the folder goes also where something is found
        let done = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            commands(name, &folder, rng);
        }));
        let _ = std::fs::remove_dir_all(&folder);
        if let Err(found) = done {
            std::panic::resume_unwind(found);
        }
    }
}

fn commands(file: &str, folder: &Path, rng: &mut Random) {
    let scheme = rng.pick(SCHEMES).name;
    let odd = *rng
        .pick(&["1e-3", "0", "-1", "nan", "1e999", "x", "", "pi", "1:2:3", "9e99", "g=1", "q.*"]);
    let lines: [&str; 14] = [
        "check FILE --json",
        "check FILE --modes 2 --static-start",
        "static FILE --steps 2 --out s --quiet",
        "import FILE --self-collision",
        "import FILE --height ODD",
        "lcp FILE --json",
        "contact FILE --tol ODD",
        "order FILE --schemes SCHEME,moreau --dt 1e-2,5e-3 --t-end 1e-2 --out o --quiet",
        "sweep FILE --set g=ODD --t-end 1e-2 --out o --quiet",
        "compare FILE --schemes SCHEME,alpha --t-end 1e-2 --columns ODD --out o --quiet",
        "work-precision FILE --schemes SCHEME --dt ODD --t-end 1e-2 --out o --quiet",
        "report out ODD",
        "plot out --columns ODD",
        "view ODD --no-open --port 1",
    ];
    let fill = |line: &str| -> Vec<String> {
        let word = |w: &str| w.replace("FILE", file).replace("ODD", odd).replace("SCHEME", scheme);
        line.split(' ').map(word).collect()
    };
    if rng.below(3) > 0 {
        let line = lines[rng.below(lines.len())];
        return call(&fill(line), folder, rng);
    }
    let more = *rng.pick(&[
        "",
        " --every ODD",
        " --dt ODD",
        " --columns ODD",
        " --format npz,vtk,parquet,csv",
        " --plot",
    ]);
    let line = "run FILE --quiet --t-end 1e-2 --out out --scheme SCHEME --checkpoint 3steps";
    call(&fill(&(line.to_string() + more)), folder, rng);
    for _ in 0..rng.below(3) {
        damage(&folder.join("out").join(*rng.pick(&FILES)), rng);
    }
    for verb in ["resume", "recover", "rerun", "report", "plot"] {
        call(&fill(&format!("{verb} out")), folder, rng);
    }
}

const FILES: [&str; 5] =
    ["run.log", "checkpoint.bin", "summary.json", "trajectory.csv", "events.csv"];

/// Bytes are changed, or the end is missing.
fn damage(path: &Path, rng: &mut Random) {
    let Ok(mut bytes) = std::fs::read(path) else { return };
    for _ in 0..rng.below(4) {
        let at = rng.below(bytes.len());
        if let Some(b) = bytes.get_mut(at) {
            *b = (rng.next() & 255) as u8;
        }
    }
    if rng.below(2) == 0 {
        bytes.truncate(rng.below(bytes.len() + 1));
    }
    let _ = std::fs::write(path, bytes);
}

fn call(args: &[String], folder: &Path, rng: &Random) {
    let Some(program) = std::env::var_os("PROGRAM") else { return };
    rng.tell(&args.join(" "));
    let told = folder.join("told");
    let Ok(to) = std::fs::File::create(&told) else { return };
    let mut command = Command::new(program);
    command.args(args).current_dir(folder).stdin(Stdio::null()).stdout(Stdio::null()).stderr(to);
    let Ok(mut child) = command.spawn() else { return };
    let mut asked: Option<(Instant, Duration)> = None;
    let had = |child: &std::process::Child| processor(child.id()).unwrap_or_default();
    let status = loop {
        match (child.try_wait(), asked) {
            (Ok(Some(status)), _) => break status,
            (_, Some((t, d)))
                if had(&child).saturating_sub(d) > GRACE[0] || t.elapsed() > GRACE[1] =>
            {
                let _ = (child.kill(), child.wait());
                panic!("{args:?} does not end");
            }
            (_, None) if rng.stop.raised() => {
                asked = Some((Instant::now(), had(&child)));
                let _ = Command::new("kill").args(["-s", "INT", &child.id().to_string()]).status();
            }
            _ => std::thread::sleep(Duration::from_millis(10)),
        }
    };
    let told = std::fs::read(told).unwrap_or_default();
    let told = String::from_utf8_lossy(&told);
    // without a code: ended by the interrupt, where nothing was under way that would react to it
    let code = status.code().or(asked.map(|_| 130));
    assert!(matches!(code, Some(0..=3 | 130)), "{args:?}: {status}: {told}");
    assert!(!told.contains("panicked"), "{args:?}: {told}");
}
