//! The named problems: they can be made ready, start where their statements say, agree with their
//! references at t = 0, and refuse what cannot be.
#![allow(non_snake_case)]

mod along_references;
mod sets;
mod settings;
mod statements;

use percussion::measure::reference;
use percussion::problems::{find, parameters, prepare, reference_for, Prepared, PROBLEMS};
use percussion::system::RowKind;

fn sets(list: &[(&str, &str)]) -> Vec<(String, String)> {
    list.iter().map(|(n, v)| (n.to_string(), v.to_string())).collect()
}

fn ready(name: &str, list: &[(&str, &str)]) -> Prepared {
    prepare(find(name).unwrap(), &sets(list)).unwrap_or_else(|e| panic!("{name} {list:?}: {e}"))
}

fn refused(name: &str, list: &[(&str, &str)]) -> String {
    match prepare(find(name).unwrap(), &sets(list)) {
        Ok(_) => panic!("{name} accepts {list:?}"),
        Err(e) => e.to_string(),
    }
}

fn q(p: &Prepared, name: &str) -> f64 {
    p.q0[p.system.q_names.iter().position(|n| n == name).unwrap_or_else(|| panic!("q.{name}"))]
}

fn u(p: &Prepared, name: &str) -> f64 {
    p.u0[p.system.u_names.iter().position(|n| n == name).unwrap_or_else(|| panic!("u.{name}"))]
}

/// g and g' of every row at the start.
fn rows(p: &Prepared) -> (Vec<f64>, Vec<f64>) {
    let mut ev = p.system.eval();
    p.system.evaluate(0.0, &p.q0, &p.u0, &mut ev);
    let mut gd = vec![0.0; p.system.nr];
    p.system.rows_dot(&ev, &ev.u, &mut gd);
    (ev.g, gd)
}

fn gap(p: &Prepared, contact: &str) -> f64 {
    let c = p.system.contacts.iter().find(|c| c.name == contact);
    rows(p).0[c.unwrap_or_else(|| panic!("contact {contact}")).row]
}

fn sliding(p: &Prepared, contact: &str) -> Vec<f64> {
    let f = p.system.frictions.iter().find(|c| c.name == contact);
    rows(p).1[f.unwrap_or_else(|| panic!("friction {contact}")).rows.clone()].to_vec()
}

fn near(a: f64, b: f64) {
    assert!((a - b).abs() < 1e-12 * b.abs().max(1.0), "{a} for {b}");
}

#[test]
fn names_are_unique_and_every_problem_is_ready() {
    for (k, p) in PROBLEMS.iter().enumerate() {
        assert!(PROBLEMS[..k].iter().all(|o| o.name != p.name), "{}", p.name);
        assert!(p.dt > 0.0 && p.t_end >= p.dt && !p.summary.is_empty() && !p.source.is_empty());
        let r = ready(p.name, &[]);
        assert_eq!((r.q0.len(), r.u0.len()), (r.system.nq, r.system.nu), "{}", p.name);
        assert_eq!((&r.system.q0, &r.system.u0), (&r.q0, &r.u0), "{}", p.name);
        let (g, gd) = rows(&r);
        for i in 0..r.system.nr {
            match r.system.kinds[i] {
                RowKind::Position => {
                    assert!(g[i].abs() < 1e-14 && gd[i].abs() < 1e-12, "{} row {i}", p.name)
                }
                RowKind::Velocity => assert!(gd[i].abs() < 1e-12, "{} row {i}", p.name),
                RowKind::Normal(_) => assert!(g[i] > -1e-14, "{} row {i}: {}", p.name, g[i]),
                RowKind::Friction(_) => {}
            }
        }
    }
}

#[test]
fn references_start_where_their_problem_starts() {
    let mut seen = Vec::new();
    for p in PROBLEMS {
        for info in p.references {
            let r = reference(info.name)
                .unwrap_or_else(|| panic!("{}: no reference {}", p.name, info.name))
                .unwrap();
            assert!(info.until <= r.trust_until, "{}: {}", info.name, r.trust_until);
            assert_eq!((info.q.len(), info.u.len()), (r.q_names.len(), r.v_names.len()));
            let ready = ready(p.name, info.set);
            for (name, value) in info.q.iter().zip(r.q_at(0.0).unwrap()) {
                near(q(&ready, name), value);
            }
            for (name, value) in info.u.iter().zip(r.v_at(0.0).unwrap()) {
                near(u(&ready, name), value);
            }
            let found = reference_for(p, &sets(info.set)).map(|r| r.name);
            assert_eq!(found, Some(info.name), "{}", p.name);
            seen.push(info.name);
        }
    }
    // all embedded references belong to a problem
    for name in percussion::measure::reference_names() {
        assert!(seen.contains(&name), "{name}");
    }
}
