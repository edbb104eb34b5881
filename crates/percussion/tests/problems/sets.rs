//! The sets for comparisons have the sizes of Haddouni et al. 2017: more than sixty mechanisms with 1 to 19
//! degrees of freedom, thirty with impacts and 2 to 11, fourteen flexible ones with 5 to 31.

use percussion::inspect::inspect;
use percussion::problems::{members, prepare};
use std::collections::HashSet;

fn sizes(set: &str) -> Vec<(String, usize, usize)> {
    let all = members(set).unwrap();
    let names: HashSet<String> = all.iter().map(|m| m.name()).collect();
    assert_eq!(names.len(), all.len(), "{set}: a member twice");
    let size = |m: &percussion::problems::Member| {
        let p = prepare(m.problem, &m.sets).unwrap_or_else(|e| panic!("{}: {e}", m.name()));
        let freedoms = inspect(&p.system, &p.q0, &p.u0).freedoms();
        let freedoms = freedoms.unwrap_or_else(|| panic!("{}: no freedoms", m.name()));
        (m.name(), freedoms, p.system.contacts.len())
    };
    all.iter().map(size).collect()
}

#[test]
fn sets_have_their_sizes() {
    for (set, count, least, most) in
        [("joints", 60, 1, 19), ("impacts", 30, 2, 11), ("flexible", 14, 5, 31)]
    {
        // a few are smaller (driven cranks without freedom, single bodies that strike) or larger
        let all = sizes(set);
        let within = all.iter().filter(|m| (least..=most).contains(&m.1)).count();
        assert!(within >= count, "{set}: {within} of {}", all.len());
        for (name, _, contacts) in &all {
            assert!(set == "flexible" || (set == "impacts") == (*contacts > 0), "{name}");
        }
        let largest = all.iter().map(|m| m.1).max().unwrap();
        assert!(largest * 10 >= most * 8, "{set}: the largest has {largest}");
    }
    assert!(members("joint").is_err());
}
