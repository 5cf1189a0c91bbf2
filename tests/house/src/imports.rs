//! Dependencies between hloom's crates: the import graph has a fixed order.
//!
//! ```text
//! ir <- analysis, interp <- passes <- tools      ir <- storage <- interp, storage-search <- passes      analysis, storage <- loops <- llvm <- ptx      ir <- mlir
//! ```
//!
//! `tests` may import all crates, and no crate imports `tools` or `tests`. Development and build
//! dependencies follow the same rules. Only crates that generate code with LLVM depend on its
//! bindings, so that a build without default features does not need LLVM.

use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use super::Finding;

/// A crate of the workspace and its dependencies.
#[derive(Clone, Debug)]
pub struct Package {
    /// The crate's name.
    pub name: String,
    /// Its `Cargo.toml`, relative to the root.
    pub manifest: PathBuf,
    /// The names of its dependencies of any kind.
    pub dependencies: Vec<Dependency>,
}

/// A dependency of a crate.
#[derive(Clone, Debug)]
pub struct Dependency {
    /// The crate depended on.
    pub name: String,
    /// Whether it is a crate of this workspace.
    pub ours: bool,
    /// Whether it is optional, enabled by a feature.
    pub optional: bool,
}

/// One row per crate: the crates of the workspace that it may depend on.
pub const ARROWS: &[(&str, &[&str])] = &[
    ("hloom-ir", &[]),
    ("hloom-analysis", &["hloom-ir"]),
    ("hloom-storage", &["hloom-ir"]),
    ("hloom-storage-search", &["hloom-ir", "hloom-analysis", "hloom-storage"]),
    ("hloom-interp", &["hloom-ir", "hloom-storage"]),
    ("hloom-raise", &["hloom-ir", "hloom-analysis"]),
    (
        "hloom-passes",
        &[
            "hloom-ir",
            "hloom-analysis",
            "hloom-interp",
            "hloom-raise",
            "hloom-storage",
            "hloom-storage-search",
        ],
    ),
    ("hloom-loops", &["hloom-ir", "hloom-analysis", "hloom-storage"]),
    ("hloom-runtime", &[]),
    // Routines that compiled code calls, behind a C interface.
    ("hloom-linear", &[]),
    ("hloom-loader", &[]),
    // Machine code without LLVM.
    ("hloom-x86", &["hloom-ir", "hloom-loops", "hloom-runtime"]),
    (
        "hloom-llvm",
        &[
            "hloom-ir",
            "hloom-analysis",
            "hloom-linear",
            "hloom-loops",
            "hloom-runtime",
            "hloom-x86",
        ],
    ),
    ("hloom-ptx-emulator", &[]),
    // The emission of instructions for CPUs and GPUs is shared, and so is the `Host` trait.
    (
        "hloom-ptx",
        &["hloom-ir", "hloom-analysis", "hloom-loops", "hloom-llvm", "hloom-ptx-emulator"],
    ),
    ("hloom-mlir", &["hloom-ir"]),
    // Transports between processes, for the interpreter's collectives.
    ("hloom-ranks", &["hloom-ir", "hloom-interp"]),
    (
        "hloom",
        &[
            "hloom-ir",
            "hloom-analysis",
            "hloom-interp",
            "hloom-passes",
            "hloom-storage",
            "hloom-storage-search",
            "hloom-loops",
            "hloom-llvm",
            "hloom-ptx",
            "hloom-mlir",
            "hloom-ranks",
            "hloom-loader",
        ],
    ),
    // The plugin for JAX: a program like `hloom`, made of the same parts.
    ("hloom-pjrt", &["hloom-ir", "hloom-analysis", "hloom-interp", "hloom-passes", "hloom"]),
    ("hloom-front-macros", &[]),
    ("hloom-front", &["hloom-front-macros", "hloom-ir", "hloom-passes"]),
    (
        "hloom-front-tests",
        &["hloom-front", "hloom-ir", "hloom-interp", "hloom-passes", "hloom-loops", "hloom-llvm"],
    ),
    (
        "hloom-storage-tests",
        &[
            "hloom-ir",
            "hloom-interp",
            "hloom-passes",
            "hloom-storage",
            "hloom-storage-search",
            "hloom-loops",
            "hloom-llvm",
        ],
    ),
    ("xtask", &[]),
    ("hloom-house", &[]),
    (
        "hloom-tests",
        &[
            "hloom-ir",
            "hloom-analysis",
            "hloom-interp",
            "hloom-passes",
            "hloom-loops",
            "hloom-llvm",
            "hloom-ptx",
            "hloom-ptx-emulator",
            "hloom-mlir",
            "hloom",
            // The samplers of programs over stored tensors.
            "hloom-storage-tests",
        ],
    ),
];

/// The crates that link LLVM. The program depends on them only through features.
const LLVM_CRATES: &[&str] = &["hloom-llvm", "hloom-ptx", "hloom-mlir"];

/// The bindings to LLVM and MLIR.
const LLVM_BINDINGS: &[&str] = &["inkwell", "llvm-sys", "melior", "mlir-sys"];

/// The crates of the workspace at `root`, as cargo reports them.
///
/// # Errors
/// If cargo can't be started or rejects the workspace.
pub fn workspace(root: &Path) -> io::Result<Vec<Package>> {
    let output = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .current_dir(root)
        .args(["metadata", "--no-deps", "--format-version", "1", "--offline"])
        .output()?;
    if !output.status.success() {
        return Err(io::Error::other(String::from_utf8_lossy(&output.stderr).into_owned()));
    }
    let metadata: Value = serde_json::from_slice(&output.stdout)?;
    packages(&metadata).ok_or_else(|| io::Error::other("cargo's metadata lacks a field"))
}

/// The crates in the output of `cargo metadata`.
fn packages(metadata: &Value) -> Option<Vec<Package>> {
    let root = Path::new(metadata["workspace_root"].as_str()?);
    let dependency = |d: &Value| {
        Some(Dependency {
            name: d["name"].as_str()?.to_owned(),
            ours: d["path"].as_str().is_some_and(|p| Path::new(p).starts_with(root)),
            optional: d["optional"].as_bool()?,
        })
    };
    let package = |p: &Value| {
        let manifest = Path::new(p["manifest_path"].as_str()?);
        Some(Package {
            name: p["name"].as_str()?.to_owned(),
            manifest: manifest.strip_prefix(root).unwrap_or(manifest).to_owned(),
            dependencies: p["dependencies"]
                .as_array()?
                .iter()
                .map(dependency)
                .collect::<Option<_>>()?,
        })
    };
    metadata["packages"].as_array()?.iter().map(package).collect()
}

/// Findings about the crates' dependencies.
pub fn check(packages: &[Package]) -> Vec<Finding> {
    let mut found = Vec::new();
    for package in packages {
        let mut say = |sentence: String| found.push(Finding::file(&package.manifest, sentence));
        let Some((_, allowed)) = ARROWS.iter().find(|(name, _)| *name == package.name) else {
            say(format!(
                "the crate {} has no place among the arrows; add its row to ARROWS in tests/house/src/imports.rs",
                package.name
            ));
            continue;
        };
        for dependency in &package.dependencies {
            let name = dependency.name.as_str();
            if dependency.ours && !allowed.contains(&name) {
                say(format!(
                    "{} may not depend on {name}: imports go ir <- analysis, interp <- passes <- tools, \
                     analysis <- loops <- llvm <- ptx, ir <- mlir; move the shared part down",
                    package.name
                ));
            }
            if LLVM_BINDINGS.contains(&name)
                && !LLVM_CRATES.contains(&package.name.as_str())
                && package.name != "hloom-tests"
            {
                say(format!(
                    "{} may not depend on {name}: only {} link LLVM",
                    package.name,
                    LLVM_CRATES.join(", ")
                ));
            }
            if package.name == "hloom" && LLVM_CRATES.contains(&name) && !dependency.optional {
                say(format!(
                    "{name} has to be optional: without default features the program needs no LLVM"
                ));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A crate whose dependencies are `?` optional and `*` from elsewhere.
    fn package(name: &str, dependencies: &[&str]) -> Package {
        let dependency = |d: &&str| Dependency {
            name: d.trim_matches(['?', '*']).to_owned(),
            ours: !d.contains('*'),
            optional: d.contains('?'),
        };
        Package {
            name: name.to_owned(),
            manifest: PathBuf::from(name).join("Cargo.toml"),
            dependencies: dependencies.iter().map(dependency).collect(),
        }
    }

    fn sentences(packages: &[Package]) -> Vec<String> {
        check(packages).iter().map(Finding::to_string).collect()
    }

    #[test]
    fn the_arrows_have_no_cycle() {
        // Every row names only crates of earlier rows, so the table is a topological order.
        for (i, (name, allowed)) in ARROWS.iter().enumerate() {
            for other in *allowed {
                let earlier = ARROWS[..i].iter().any(|(n, _)| n == other);
                assert!(earlier, "{name} may import {other}, which stands below it");
            }
        }
    }

    #[test]
    fn imports_along_the_arrows_are_fine() {
        let good = [
            package("hloom-passes", &["hloom-ir", "hloom-interp", "petgraph*"]),
            package("hloom-llvm", &["hloom-loops", "inkwell*"]),
            package("hloom", &["hloom-passes", "hloom-llvm?"]),
        ];
        assert_eq!(sentences(&good), [""; 0]);
    }

    #[test]
    fn each_wrong_import_is_found() {
        let wrong = |name: &str, dependency: &str, words: &str| {
            let found = sentences(&[package(name, &[dependency])]);
            assert_eq!(found.len(), 1, "{name} -> {dependency}: {found:?}");
            assert!(found[0].contains(words), "{}", found[0]);
        };
        wrong(
            "hloom-ir",
            "hloom-interp",
            "hloom-ir/Cargo.toml: hloom-ir may not depend on hloom-interp",
        );
        wrong("hloom-passes", "hloom-llvm", "may not depend on hloom-llvm");
        wrong("hloom-llvm", "hloom-passes", "may not depend on hloom-passes");
        wrong("hloom-loops", "hloom", "may not depend on hloom:");
        wrong("hloom", "hloom-tests", "may not depend on hloom-tests");
        wrong("hloom-passes", "inkwell*", "only hloom-llvm, hloom-ptx, hloom-mlir link LLVM");
        wrong("hloom", "hloom-mlir", "has to be optional");
        wrong("xtask", "hloom-ir", "xtask may not depend");
    }

    #[test]
    fn a_crate_without_a_row_is_found() {
        let found = sentences(&[package("hloom-new", &[])]);
        assert!(found[0].contains("add its row to ARROWS"), "{found:?}");
    }
}
