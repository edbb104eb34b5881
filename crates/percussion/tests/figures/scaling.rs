//! Chains of any length: the static order of the saddle-point matrix keeps its factors linear in
//! the number of links. Times are measured by the benchmarks, not here.

use crate::common::run;
use percussion::system::Kkt;

#[test]
fn factors_of_chains_fill_linearly() {
    for name in ["chain", "spatial-chain"] {
        let fill = |n: &str| Kkt::new(&run(name).set("n", n).prepare().system).fill() as f64;
        let [f10, f20, f100, f1000] = ["10", "20", "100", "1000"].map(fill);
        // each link after the first adds the same
        let link = (f20 - f10) / 10.0;
        assert_eq!((f100 - f20) / 80.0, link, "{name}");
        assert_eq!((f1000 - f100) / 900.0, link, "{name}");
        assert!((f10 - 10.0 * link).abs() < link, "{name}: {f10}");
    }
}

/// A long chain keeps its joints closed and its Newton counts low.
#[test]
fn long_chain() {
    let r = run("chain").set("n", "300").until(0.05).every(50).done();
    let s = &r.statistics;
    assert!(s.position <= 1e-10 && s.velocity <= 1e-10 && s.acceleration <= 1e-8, "{s:?}");
    assert!(s.newton_max <= 4 && s.rejected == 0, "{s:?}");
}
