//! This checkout follows the house rules: layout, imports, and how files read.

use std::path::Path;

use hloom_house as house;

/// The repository's root: two levels above this crate.
fn root() -> &'static Path {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2);
    root.expect("the crate lies in the repository")
}

#[test]
fn the_house_is_in_order() {
    let findings = house::findings(root()).expect("the checkout can be read");
    let lines: Vec<String> = findings.iter().map(house::Finding::to_string).collect();
    assert!(lines.is_empty(), "{} house rules are broken:\n{}", lines.len(), lines.join("\n"));
}

#[test]
fn the_whole_checkout_is_looked_at() {
    let files = house::files(root(), house::Untracked::Taken).expect("the checkout can be read");
    for file in ["ir/src/lib.rs", "tests/house/src/lib.rs", "tools/xtask/src/main.rs", ".ci/run"] {
        assert!(files.iter().any(|f| f == Path::new(file)), "{file} is not listed");
    }
    let packages = house::imports::workspace(root()).expect("cargo describes the workspace");
    let ir = packages.iter().find(|p| p.name == "hloom-ir").expect("the ir crate is a member");
    assert_eq!(ir.manifest, Path::new("ir/Cargo.toml"));
    let passes = packages.iter().find(|p| p.name == "hloom-passes").expect("passes is a member");
    let on_ir = passes.dependencies.iter().find(|d| d.name == "hloom-ir");
    assert!(on_ir.expect("passes depends on ir").ours);
}

#[test]
fn cycles_are_printed_when_asked_for() {
    let packages = house::imports::workspace(root()).expect("cargo describes the workspace");
    let all = house::cycles::find(root(), &packages).expect("the crates can be read");
    assert_eq!(all.len(), packages.len(), "each crate is looked at");
    if let Ok(selected) = std::env::var("CYCLES") {
        for cycles in all.iter().filter(|it| selected == "all" || selected == it.name) {
            print!("{}", cycles.describe());
        }
    }
}
