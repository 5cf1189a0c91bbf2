//! The allowed entries at the top level of the repository.

use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};

use super::Finding;

/// All allowed top-level names, except names that begin with a dot.
pub const TOP_LEVEL: &[&str] = &[
    "Cargo.toml",
    "Cargo.lock",
    "README.md",
    "LICENSE",
    "rustfmt.toml",
    "ir",
    "passes",
    "backends",
    "tools",
    "tests",
];

/// Findings about the paths of all files.
pub fn check(files: &[PathBuf]) -> Vec<Finding> {
    let tops: BTreeSet<&str> = files.iter().filter_map(|f| top(f)).collect();
    let strange = |name: &&&str| !name.starts_with('.') && !TOP_LEVEL.contains(name);
    let mut found: Vec<Finding> = tops
        .iter()
        .filter(strange)
        .map(|name| {
            Finding::file(
                name,
                format!(
                    "the top level holds only {} and dot-files; move this into one of the folders",
                    TOP_LEVEL.join(", ")
                ),
            )
        })
        .collect();
    for needed in TOP_LEVEL.iter().filter(|n| **n != "rustfmt.toml" && !tops.contains(*n)) {
        found.push(Finding::file(needed, "this belongs to the top level and is not there"));
    }
    found
}

/// The first component of a path.
fn top(file: &Path) -> Option<&str> {
    match file.components().next() {
        Some(Component::Normal(name)) => name.to_str(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checked(extra: &[&str], without: &str) -> Vec<String> {
        let usual =
            ["Cargo.toml", "Cargo.lock", "LICENSE", "README.md", ".ci/run", "ir/src/lib.rs"];
        let rest = ["passes/x", "backends/x/y", "tools/x", "tests/x"];
        let files = usual.iter().chain(&rest).chain(extra).filter(|f| !f.starts_with(without));
        let files: Vec<PathBuf> = files.map(PathBuf::from).collect();
        check(&files).iter().map(Finding::to_string).collect()
    }

    #[test]
    fn the_usual_top_level_is_fine() {
        assert_eq!(checked(&["rustfmt.toml", ".gitignore"], "nothing"), [""; 0]);
    }

    #[test]
    fn a_new_folder_is_found_once() {
        let found = checked(&["scripts/a.py", "scripts/b.py"], "nothing");
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].starts_with("scripts: the top level holds only Cargo.toml, "));
    }

    #[test]
    fn a_lost_folder_is_found() {
        let found = checked(&[], "passes");
        assert_eq!(found, ["passes: this belongs to the top level and is not there"]);
    }
}
