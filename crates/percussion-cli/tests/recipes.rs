//! The paths in the recipes of CONTRIBUTING exist.

#[test]
fn paths_in_recipes_exist() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../");
    let text = std::fs::read_to_string(format!("{root}CONTRIBUTING.md")).unwrap();
    let mut found = 0;
    for word in text.split('`').skip(1).step_by(2) {
        let path = word.trim_end_matches('/');
        let file = path.ends_with(".rs") || path.ends_with(".md");
        if !file || path.contains("NAME") || path.contains(' ') {
            continue;
        }
        let places = ["", "crates/percussion/src/", "crates/percussion/"];
        let exists =
            places.iter().any(|p| std::path::Path::new(&format!("{root}{p}{path}")).exists());
        assert!(exists, "CONTRIBUTING.md speaks of {path}");
        found += 1;
    }
    assert!(found > 10, "{found}");
}
