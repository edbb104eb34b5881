//! `rod-on-floor`: contacts between the nodes of curved elements.

use crate::common::run;
use percussion::problems::{find, prepare};

/// Lowest gap of the centreline of a rod of three elements of degree 2 until it lies on the floor.
fn lowest(points: &str) -> f64 {
    let sets = [("degree", "2"), ("elements", "3"), ("points", points)];
    let r = run("rod-on-floor").sets(&sets).until(0.3).done();
    assert!(r.statistics.penetration < 1e-10);
    let z: Vec<usize> =
        (0..7).map(|k| r.columns.iter().position(|c| *c == format!("q.z{k}")).unwrap()).collect();
    let mut low = 0.0_f64;
    for k in 0..r.len() {
        let row = r.row(k);
        for e in 0..3 {
            let [a, b, c] = [0, 1, 2].map(|i| row[z[2 * e + i]]);
            for x in (0..=20).map(|x| x as f64 / 20.0) {
                let height = a * (1.0 - x) * (1.0 - 2.0 * x)
                    + b * 4.0 * x * (1.0 - x)
                    + c * x * (2.0 * x - 1.0);
                low = low.min(height - 0.02);
            }
        }
    }
    low
}

#[test]
fn contacts_between_nodes_keep_the_centreline_up() {
    let (none, one, three) = (lowest("0"), lowest("1"), lowest("3"));
    assert!(none < -3e-3 && one > 0.5 * none && three > 0.25 * none, "{none} {one} {three}");
}

#[test]
fn straight_elements_have_none() {
    let sets = [("points".to_string(), "1".to_string())];
    let e = prepare(find("rod-on-floor").unwrap(), &sets).err().unwrap().to_string();
    assert_eq!(e, "points = 1 is not allowed; allowed: 0 for elements of degree 1");
}
