//! Reproducers: files that reproduce the bug of a pass.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

use anyhow::Context;

/// Writes the program and its command line to `folder`. The name is derived from the pass and the
/// program, so that the same bug gives the same file.
///
/// # Errors
/// If the folder or the file can't be written.
pub(super) fn write(
    folder: &Path,
    pass: &str,
    headline: &str,
    pipeline: &str,
    disabled_rules: &[String],
    program: &str,
) -> anyhow::Result<PathBuf> {
    std::fs::create_dir_all(folder)
        .with_context(|| format!("can't make the folder `{}`", folder.display()))?;
    let mut hasher = DefaultHasher::new();
    (pipeline, disabled_rules, program).hash(&mut hasher);
    let path = folder.join(format!("{pass}-{:016x}.mlir", hasher.finish()));
    std::fs::write(&path, text(headline, pipeline, disabled_rules, program))
        .with_context(|| format!("can't write `{}`", path.display()))?;
    Ok(path)
}

/// The text of the reproducer, in the format of a test file.
fn text(headline: &str, pipeline: &str, disabled_rules: &[String], program: &str) -> String {
    let disabled: String =
        disabled_rules.iter().map(|rule| format!(" --disable-rule={rule}")).collect();
    // A comment has one line, but a message may have several.
    let headline = headline.lines().collect::<Vec<_>>().join(" ");
    let mut text = format!("// RUN: hloom opt %s --passes='{pipeline}'{disabled} --verify-each\n");
    text += &format!("// {headline}\n\n");
    // The program may itself be a test; its own `RUN` lines are removed.
    for line in program.lines().filter(|line| !line.contains("RUN:")) {
        text += line;
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reproducer_runs_its_own_line_alone() {
        let program = "// RUN: hloom opt %s --cse\nfunc.func @f() {\n  return\n}";
        assert_eq!(
            text("pass `cse` panicked:\nat 1", "cse", &["add-zero".to_owned()], program),
            "// RUN: hloom opt %s --passes='cse' --disable-rule=add-zero --verify-each\n\
             // pass `cse` panicked: at 1\n\nfunc.func @f() {\n  return\n}\n"
        );
    }

    #[test]
    fn the_same_bug_gives_the_same_file() {
        let folder = std::env::temp_dir().join(format!("hloom-reproducer-{}", std::process::id()));
        let write = |program| write(&folder, "cse", "why", "cse", &[], program).unwrap();
        let first = write("a");
        assert_eq!(first, write("a"));
        assert_ne!(first, write("b"));
        assert!(std::fs::read_to_string(&first).unwrap().ends_with("// why\n\na\n"));
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
