//! The crates and test files that a change touches: what `cargo xtask test --quick` looks at.

use std::collections::BTreeSet;
use std::process::Command;

use anyhow::Context;

use crate::process;

/// Test files that depend on a crate first, as parts of their paths.
const FILES: &[(&str, &[&str])] = &[
    ("hloom-ir", &["tests/text/", "tests/errors/"]),
    ("hloom-interp", &["tests/run/"]),
    ("hloom-passes", &["tests/passes/"]),
    ("hloom-loops", &["tests/tools/compile/"]),
    ("hloom-llvm", &["tests/tools/compile/"]),
    ("hloom-ptx", &["tests/tools/compile/"]),
    ("hloom", &["tests/tools/"]),
];

/// The folder of each crate, and its name; inner folders first, so that a file belongs to the
/// innermost crate.
///
/// # Errors
/// Returns an error if a manifest can't be read.
pub(crate) fn crates() -> anyhow::Result<Vec<(String, String)>> {
    let read = |path: &str| {
        let text = std::fs::read_to_string(process::root().join(path));
        text.with_context(|| format!("can't read {path}"))
    };
    let manifest = read("Cargo.toml")?;
    let members = manifest.split_once("members = [").and_then(|it| it.1.split_once(']'));
    let members = members.context("Cargo.toml names no members")?.0;
    let mut crates = Vec::new();
    for member in members.split('"').skip(1).step_by(2) {
        let manifest = read(&format!("{member}/Cargo.toml"))?;
        let name = manifest.lines().find_map(|line| line.strip_prefix("name = "));
        let name = name.with_context(|| format!("{member}/Cargo.toml has no name"))?;
        crates.push((format!("{member}/"), name.trim_matches('"').to_owned()));
    }
    crates.sort_by_key(|(folder, _)| std::cmp::Reverse(folder.len()));
    Ok(crates)
}

/// The crates and test files that a change touches.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Changed {
    /// Crates with a changed file.
    pub(crate) packages: BTreeSet<String>,
    /// Parts of paths of test files to run.
    pub(crate) files: BTreeSet<String>,
}

/// The files that differ from the branch `main`, uncommitted and new ones too. On `main`
/// itself without a change, those of the last commit.
///
/// # Errors
/// Returns an error if git can't be started.
pub(crate) fn paths() -> anyhow::Result<Vec<String>> {
    let base = git(&["merge-base", "HEAD", "main"])?;
    let base = base.first().map_or("HEAD", String::as_str);
    let mut paths = git(&["diff", "--name-only", base])?;
    paths.extend(git(&["ls-files", "--others", "--exclude-standard"])?);
    if paths.is_empty() {
        paths = git(&["diff", "--name-only", "HEAD~1"])?;
    }
    Ok(paths)
}

/// The lines that git prints; none if it fails.
fn git(args: &[&str]) -> anyhow::Result<Vec<String>> {
    let output = Command::new("git").current_dir(process::root()).args(args).output();
    let output = output.context("can't start git")?;
    let text = if output.status.success() { output.stdout } else { Vec::new() };
    Ok(String::from_utf8_lossy(&text).lines().map(str::to_owned).collect())
}

/// The crates and test files of changed paths.
pub(crate) fn touched(paths: &[String], crates: &[(String, String)]) -> Changed {
    let mut changed = Changed::default();
    for path in paths {
        let program = path.ends_with(".mlir") || path.ends_with(".mlir.gz");
        if path.starts_with("tests/") && program {
            changed.files.insert(path.clone());
        } else if let Some((_, name)) = crates.iter().find(|(folder, _)| path.starts_with(folder)) {
            changed.packages.insert(name.clone());
            let files = FILES.iter().filter(|(package, _)| package == name);
            changed.files.extend(files.flat_map(|(_, parts)| *parts).map(|&it| it.to_owned()));
        }
    }
    changed
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(paths: &[&str]) -> (Vec<String>, Vec<String>) {
        let paths: Vec<String> = paths.iter().map(|&path| path.to_owned()).collect();
        let changed = touched(&paths, &crates().expect("the manifests can be read"));
        (changed.packages.into_iter().collect(), changed.files.into_iter().collect())
    }

    #[test]
    fn files_belong_to_the_innermost_crate() {
        let paths = ["tools/front/macros/src/lib.rs", "tests/house/src/lib.rs", "README.md"];
        assert_eq!(of(&paths).0, ["hloom-front-macros", "hloom-house"]);
        assert_eq!(of(&["README.md"]), (Vec::new(), Vec::new()));
    }

    #[test]
    fn test_files_are_run_themselves() {
        let (packages, files) = of(&["tests/run/dynamic.mlir", "ir/src/op.rs"]);
        assert_eq!(files, ["tests/errors/", "tests/run/dynamic.mlir", "tests/text/"]);
        assert_eq!(packages, ["hloom-ir"]);
    }

    #[test]
    fn each_row_is_about_a_crate_and_folders_that_exist() {
        let crates = crates().expect("the manifests can be read");
        for (package, files) in FILES {
            assert!(crates.iter().any(|(_, name)| name == package), "{package}");
            for folder in *files {
                assert!(process::root().join(folder).is_dir(), "{folder}");
            }
        }
    }
}
