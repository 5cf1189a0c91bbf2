//! The crates and test files that a change touches: what `cargo xtask test --quick` looks at.

use std::collections::BTreeSet;
use std::process::Command;

use anyhow::Context;

use crate::process;

/// A folder, its crate, and the folders of test files that depend on it first.
struct Room {
    folder: &'static str,
    package: &'static str,
    /// Parts of the paths of test files, as `FILES` takes them.
    files: &'static [&'static str],
}

/// The longest folders first, so that a file belongs to the innermost crate.
const ROOMS: &[Room] = &[
    Room { folder: "tools/front/macros/", package: "hloom-front-macros", files: &[] },
    Room { folder: "tests/front/", package: "hloom-front-tests", files: &[] },
    Room { folder: "tests/house/", package: "hloom-house", files: &[] },
    Room { folder: "tools/front/", package: "hloom-front", files: &[] },
    Room { folder: "tools/xtask/", package: "xtask", files: &[] },
    Room { folder: "backends/interp/", package: "hloom-interp", files: &["tests/run/"] },
    Room { folder: "backends/loops/", package: "hloom-loops", files: &["tests/tools/compile/"] },
    Room { folder: "backends/runtime/", package: "hloom-runtime", files: &[] },
    Room { folder: "backends/llvm/", package: "hloom-llvm", files: &["tests/tools/compile/"] },
    Room { folder: "backends/ptx/", package: "hloom-ptx", files: &["tests/tools/compile/"] },
    Room { folder: "backends/mlir/", package: "hloom-mlir", files: &[] },
    Room { folder: "passes/", package: "hloom-passes", files: &["tests/passes/"] },
    Room { folder: "tools/", package: "hloom", files: &["tests/tools/"] },
    Room { folder: "tests/", package: "hloom-tests", files: &[] },
    Room { folder: "ir/", package: "hloom-ir", files: &["tests/text/", "tests/errors/"] },
];

/// What a change touches.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Changed {
    /// Crates with a changed file.
    pub(crate) packages: BTreeSet<&'static str>,
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
pub(crate) fn touched(paths: &[String]) -> Changed {
    let mut changed = Changed::default();
    for path in paths {
        let tested =
            path.starts_with("tests/") && (path.ends_with(".mlir") || path.ends_with(".gz"));
        if tested {
            changed.files.insert(path.clone());
            continue;
        }
        let room = ROOMS.iter().find(|room| path.starts_with(room.folder));
        if let Some(room) = room {
            changed.packages.insert(room.package);
            changed.files.extend(room.files.iter().map(|&part| part.to_owned()));
        }
    }
    changed
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(paths: &[&str]) -> Changed {
        touched(&paths.iter().map(|&path| path.to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn files_belong_to_the_innermost_crate() {
        let changed = of(&["tools/front/macros/src/lib.rs", "tests/house/src/lib.rs", "README.md"]);
        assert_eq!(
            changed.packages.into_iter().collect::<Vec<_>>(),
            ["hloom-front-macros", "hloom-house"]
        );
        assert_eq!(of(&["README.md"]), Changed::default());
    }

    #[test]
    fn test_files_are_run_themselves() {
        let changed = of(&["tests/run/dynamic.mlir", "ir/src/op.rs"]);
        let files: Vec<_> = changed.files.into_iter().collect();
        assert_eq!(files, ["tests/errors/", "tests/run/dynamic.mlir", "tests/text/"]);
        assert_eq!(changed.packages.into_iter().collect::<Vec<_>>(), ["hloom-ir"]);
    }

    #[test]
    fn every_crate_has_a_room() {
        let manifest = std::fs::read_to_string(process::root().join("Cargo.toml"));
        let manifest = manifest.expect("the workspace's manifest can be read");
        let members = manifest.split_once("members = [").and_then(|it| it.1.split_once(']'));
        let members = members.expect("the manifest names its members").0;
        let members: BTreeSet<&str> =
            members.split(['"', ',', ' ', '\n']).filter(|m| !m.is_empty()).collect();
        let rooms: BTreeSet<&str> =
            ROOMS.iter().map(|it| it.folder.trim_end_matches('/')).collect();
        assert_eq!(members, rooms);
        // A folder within another one stands before it.
        for (i, room) in ROOMS.iter().enumerate() {
            assert!(
                !ROOMS[..i].iter().any(|it| room.folder.starts_with(it.folder)),
                "{}",
                room.folder
            );
        }
    }
}
