//! The contributor's guide is correct: its patches apply to this tree, and the guide names each of
//! them.
//!
//! `cargo xtask patches` (or `HLOOM_PATCHES=1`) also applies all of them to a copy of the tree,
//! checks the crates and runs the tests that the patches add. It takes minutes, since the copy is
//! built from nothing in a folder of its own.

use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("tests lies in the repository")
}

/// The files that git tracks, by their paths from the root.
fn tracked_files() -> Vec<String> {
    let listed = Command::new("git").current_dir(root()).args(["ls-files", "-z"]).output();
    let listed = String::from_utf8(listed.expect("git lists the files").stdout);
    let listed = listed.expect("paths are UTF-8");
    listed.split('\0').filter(|it| !it.is_empty()).map(str::to_owned).collect()
}

/// The patches of the guide, sorted by name.
fn patches() -> Vec<PathBuf> {
    let listed = std::fs::read_dir(root().join("tools/guide/patches"));
    let listed = listed.expect("the patches can be listed");
    let mut paths: Vec<PathBuf> = listed.map(|it| it.expect("it can be listed").path()).collect();
    paths.sort();
    paths
}

/// Runs `git apply` in a folder, with one line of context: line numbers may shift.
fn apply(folder: &Path, patch: &Path, check: bool) -> Result<(), String> {
    let mut git = Command::new("git");
    git.current_dir(folder).args(["apply", "-C1", "--recount"]).args(check.then_some("--check"));
    // A copy within the repository is not a part of it.
    git.env("GIT_CEILING_DIRECTORIES", folder.parent().unwrap_or(folder));
    let output = git.arg(patch).output().map_err(|error| error.to_string())?;
    match output.status.success() {
        true => Ok(()),
        false => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
    }
}

#[test]
fn patches_apply_to_this_tree() {
    let patches = patches();
    assert!(patches.len() >= 7, "there are only {} patches", patches.len());
    for patch in patches {
        if let Err(words) = apply(root(), &patch, true) {
            panic!(
                "{} does not apply any more; make its change again and write `git diff -U1` \
                 over it:\n{words}",
                patch.display()
            );
        }
    }
}

#[test]
fn the_guide_names_each_patch() {
    let guide = std::fs::read_to_string(root().join("tools/guide/contributing.md"));
    let guide = guide.expect("the guide can be read");
    for patch in patches() {
        let name = patch.file_name().and_then(|it| it.to_str()).expect("a plain name");
        assert!(guide.contains(&format!("(patches/{name})")), "the guide does not link {name}");
        let text = std::fs::read_to_string(&patch).expect("the patch can be read");
        // The guide lists the same places as the patches.
        for line in text.lines().filter_map(|line| line.strip_prefix("+++ b/")) {
            assert!(guide.contains(line), "{name} changes {line}, which the guide does not list");
        }
    }
}

#[test]
fn places_in_the_documents_exist() {
    let listed = tracked_files();
    let patched: Vec<String> = patches()
        .iter()
        .map(|patch| std::fs::read_to_string(patch).expect("the patch can be read"))
        .collect();
    // A place is a path from the root, from the folder of the document, or from that of a crate.
    let crates = source_folders(&listed);
    let mut count = 0;
    for document in listed.iter().filter(|file| file.ends_with(".md")) {
        let text = std::fs::read_to_string(root().join(document)).expect("it can be read");
        let folder = Path::new(document).parent().expect("a file lies in a folder");
        let prose = text.split("```").step_by(2).collect::<String>();
        for place in prose.split('`').skip(1).step_by(2).filter(|place| is_place(place)) {
            let made = patched.iter().any(|text| text.contains(&format!("+++ b/{place}\n")));
            let bases = ["", folder.to_str().expect("UTF-8")].into_iter().map(Path::new);
            let bases = bases.chain(crates.iter().map(Path::new));
            let exists = || bases.clone().any(|base| root().join(base).join(place).exists());
            let written = WRITTEN.contains(&place);
            assert!(made || written || exists(), "{document}: there is no {place}");
            count += 1;
        }
    }
    assert!(count > 60, "the documents name only {count} places");
}

/// Files that commands write, and folders that stand in many places.
const WRITTEN: &[&str] = &["backends/ptx/BENCH.md", "snapshots/"];

/// Whether a piece of code in a document is the path of a file or of a folder.
fn is_place(text: &str) -> bool {
    let file = [".rs", ".mlir", ".md", ".txt", ".py"].iter().any(|end| text.ends_with(end));
    let folder = text.len() > 1 && text.ends_with('/');
    let plain = |c: char| c.is_ascii_alphanumeric() || "/._-".contains(c);
    (file || folder)
        && text.contains('/')
        && text.chars().all(plain)
        && !text.starts_with("target/")
}

/// The folders of sources of all crates.
fn source_folders(listed: &[String]) -> Vec<String> {
    let manifests = listed.iter().filter_map(|file| file.strip_suffix("Cargo.toml"));
    manifests.map(|folder| format!("{folder}src")).collect()
}

#[test]
fn patched_trees_pass_the_tests_of_the_patches() {
    if std::env::var_os("HLOOM_PATCHES").is_none() {
        return;
    }
    let copy = Path::new(env!("CARGO_TARGET_TMPDIR")).join("patched");
    let _ = std::fs::remove_dir_all(&copy);
    for file in tracked_files() {
        let (from, to) = (root().join(&file), copy.join(&file));
        std::fs::create_dir_all(to.parent().expect("a file lies in a folder")).expect("made");
        if from.is_file() {
            std::fs::copy(from, to).expect("the file can be copied");
        }
    }
    for patch in patches() {
        apply(&copy, &patch, false).unwrap_or_else(|words| panic!("{}: {words}", patch.display()));
    }
    // A folder of its own: cargo names what it builds by paths within a workspace, so that the copy's
    // crates would take the place of the tree's.
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("patched-target");
    let cargo = |line: &str| {
        let mut command = Command::new(env!("CARGO"));
        command.current_dir(&copy).args(line.split(' ')).arg("--target-dir").arg(&target);
        // The test runner sets this variable to measure times; build scripts read it.
        command.env_remove("RUSTC_BOOTSTRAP").env("FILES", "example");
        let status = command.status().expect("cargo can be started");
        assert!(status.success(), "`cargo {line}` fails in {}", copy.display());
    };
    cargo("check --workspace --all-targets");
    cargo("test --package hloom-tests --test files");
    cargo("test --package hloom-tests --test rules");
    cargo("test --package hloom-loops --lib schedule::tests");
    cargo("test --package hloom-llvm --test dots instructions_of_each_kind");
}
