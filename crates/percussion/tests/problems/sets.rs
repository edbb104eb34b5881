//! The sets for comparisons: numbers and sizes are those of table 2 of the comparison of Haddouni, Acary, Garreau,
//! Beley and Brogliato (2017).

use percussion::inspect::inspect;
use percussion::problems::{members, prepare, Member};
use percussion::system::RowKind;
use std::collections::HashSet;

/// Degrees of freedom, joints, contacts.
fn size(m: &Member) -> [usize; 3] {
    let p = prepare(m.problem, &m.sets).unwrap_or_else(|e| panic!("{}: {e}", m.name()));
    let freedoms = inspect(&p.system, &p.q0, &p.u0).freedoms();
    let freedoms = freedoms.unwrap_or_else(|| panic!("{}: no freedoms", m.name()));
    let bilateral = |r: usize| matches!(p.system.kinds[r], RowKind::Position | RowKind::Velocity);
    let joints = p.system.elements.iter().filter(|e| e.rows.clone().any(bilateral)).count();
    [freedoms, joints, p.system.contacts.len()]
}

/// Members had 0 to 19, 1 to 11 and 4 to 37 degrees of freedom, some of them no joints or a single one.
#[test]
fn every_member_has_a_size_of_the_table() {
    for (set, count, least, most) in [
        ("joints", 69, [1, 2, 0], [19, 38, 0]),
        ("impacts", 32, [2, 2, 1], [11, 15, 7]),
        ("flexible", 14, [5, 4, 0], [31, 15, 1]),
    ] {
        let all = members(set).unwrap();
        let names: HashSet<String> = all.iter().map(|m| m.name()).collect();
        assert_eq!((names.len(), all.len()), (count, count), "{set}");
        let mut largest = [0; 3];
        for m in &all {
            let size = size(m);
            for k in 0..3 {
                let what = ["degrees of freedom", "joints", "contacts"][k];
                let fits = (least[k]..=most[k]).contains(&size[k]);
                assert!(fits, "{}: {} {what}", m.name(), size[k]);
                largest[k] = largest[k].max(size[k]);
            }
        }
        // the largest ones come near
        assert!(largest[0] * 10 >= most[0] * 7, "{set}: {largest:?}");
    }
    assert!(members("joint").is_err());
}
