//! The integrators as schemes.

use super::*;
use percussion::schemes::{find as scheme, Options, Scheme, Start};
use percussion::simulate::{simulate, Settings as Span};
use std::ops::ControlFlow;

const NAMES: [&str; 8] = [
    "dopri5",
    "mdop5",
    "hem5",
    "phem56",
    "radau5",
    "alpha-p-adaptive",
    "alpha-v-adaptive",
    "alpha-pv-adaptive",
];

fn made(name: &str, list: &[(&str, &str)]) -> Scheme {
    let info = scheme(name).unwrap();
    let mut o = Options::new("option", info.options);
    list.iter().for_each(|(n, v)| o.set(n, v).unwrap());
    info.make(&o).unwrap_or_else(|e| panic!("{name}: {e}"))
}

/// Steps end where asked, λ is that of the reference, and the percussions of the rows add up to
/// the change of momentum: M Δu = ∫ h dt + W ∫ λ dt for the centre of mass of the pendulum.
#[test]
fn states_and_percussions() {
    let p = ready("pendulum", &[]);
    let r = reference("pendulum").unwrap().unwrap();
    for name in NAMES {
        let start = Start { t: 0.0, q: &p.q0, u: &p.u0, dt: 0.1 };
        let mut s = made(name, &[("tol", "1e-7")]).start(&p.system, &start).unwrap();
        let mut P = [0.0; 2];
        for _ in 0..10 {
            s.step(0.1).unwrap();
            (0..2).for_each(|k| P[k] += s.state().P[k]);
        }
        let (x, tol) = (s.state(), if name.starts_with("alpha") { 1e-2 } else { 1e-4 });
        assert!((x.t - 1.0).abs() < 1e-14);
        assert!(distance(&x.la, &r.lam_at(1.0).unwrap()) < tol, "{name}: {:?}", x.la);
        let change = [x.u[0] - p.u0[0], x.u[1] - p.u0[1] - 10.0];
        assert!(distance(&P, &change) < tol, "{name}: {P:?} for {change:?}");
    }
}

#[test]
fn simulated() {
    let p = ready("slider-crank", &[]);
    for (name, list) in [
        ("phem56", &[][..]),
        ("hem5", &[("fixed", "yes")]),
        ("radau5", &[("index", "ggl"), ("rtol", "1e-9"), ("h_max", "1e-3")]),
        ("alpha-pv-adaptive", &[("rho_inf", "0.5"), ("h0", "1e-5")]),
    ] {
        let s = made(name, list);
        let span = Span::new(5e-4, 0.02);
        let go = |_, _| ControlFlow::Continue(());
        let record = simulate(&p.system, &s, &p.q0, &p.u0, span, go);
        let st = &record.statistics;
        assert!(st.position < 1e-6 && st.velocity < 1e-6, "{name}: {st:?}");
        assert!((st.energy_end - st.energy_start).abs() < 1e-2, "{name}: {st:?}");
    }
}

#[test]
fn what_they_cannot_do_is_refused() {
    let p = ready("bouncing-pendulum", &[]);
    for name in NAMES {
        let e = scheme(name).unwrap().check(&p.system).unwrap_err().to_string();
        assert!(e.contains("contacts"), "{e}");
        let info = scheme(name).unwrap();
        for (option, value) in [("tol", "0"), ("rtol", "-1"), ("h_max", "0"), ("fixed", "maybe")] {
            let mut o = Options::new("option", info.options);
            o.set(option, value).unwrap();
            let e = info.make(&o).err().unwrap().to_string();
            assert!(e.contains(option), "{e}");
        }
    }
}
