#![allow(missing_docs)]
//! Scratch.
use percussion::{problems, schemes, simulate};
use std::ops::ControlFlow;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let p = problems::find(&args[1]).unwrap();
    let info = schemes::find(&args[2]).unwrap();
    let dt: f64 = args[3].parse().unwrap();
    let t_end: f64 = args[4].parse().unwrap();
    let mut o = schemes::Options::new("option", info.options);
    for (k, v) in p.scheme_options {
        if o.has(k) {
            o.set(k, v).unwrap();
        }
    }
    let mut po = schemes::Options::new("parameter", p.parameters);
    for a in &args[5..] {
        let (k, v) = a.split_once('=').unwrap();
        if po.has(k) {
            po.set(k, v).unwrap();
        } else {
            o.set(k, v).unwrap();
        }
    }
    let sys = (p.build)(&po).unwrap().assemble().unwrap();
    let mut s = (info.make)(&o).unwrap();
    let (q0, u0) = (sys.q0.clone(), sys.u0.clone());
    let set = simulate::Settings::new(dt, t_end);
    let r = simulate::simulate(&sys, &mut *s, &q0, &u0, set, |_, _| ControlFlow::Continue(()));
    let st = &r.statistics;
    println!("{:?} steps {} newton {:.3} max {} fp {} ({:.1}) rejected {} pos {:.1e} vel {:.1e} acc {:.1e} pen {:.1e} fric {:.1e} dE {:.1e} us/step {:.3}", r.status, st.steps, st.newton_mean(), st.newton_max, st.fixed_point_steps, st.fixed_point_mean(), st.rejected, st.position, st.velocity, st.acceleration, st.penetration, st.friction_excess, st.energy_max_increase, st.wall_s*1e6/st.steps as f64);
    println!("{:?}", r.notes);
    println!("q {:?}\nu {:?}", r.q(r.len() - 1), r.u(r.len() - 1));
    for e in r.events.iter().take(8) {
        println!("{e:?}");
    }
    println!("{} events", r.events.len());
    println!(
        "{:?}",
        r.columns.iter().zip(r.row(r.len() - 1)).skip(1 + sys.nq + sys.nu).collect::<Vec<_>>()
    );
    if let Some(info) = p.references.first() {
        if let Some(Ok(rf)) = percussion::measure::reference(info.name) {
            let t = r.row(r.len() - 1)[0];
            println!("ref q {:?} v {:?}", rf.q_at(t), rf.v_at(t));
        }
    }
}
