//! Passes keep the meaning of programs: the hook that holds it for every file of a
//! pass test, with no line asking for it.
//!
//! The harness takes each `hloom opt FILE --passes=…` of a `RUN` line under
//! `tests/passes`, and hands the program before and after the passes to a
//! [`Semantics`]. How programs are run is that trait's business.

use std::path::Path;

use super::shell::{Command, Pipeline};

/// Compares two programs by running them.
pub trait Semantics: Sync {
    /// Runs every function that both programs have, on inputs made from a seed.
    ///
    /// # Errors
    /// A function's results differ: a sentence that names it, the inputs' seed and
    /// the first difference.
    fn compare(&self, before: &str, after: &str) -> Result<(), String>;
}

/// The command lines that print the program of a pass test before and after its passes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BeforeAfter {
    /// Words that print the program as it is.
    pub before: Vec<String>,
    /// Words that print it after the passes.
    pub after: Vec<String>,
}

/// Whether a file's passes are held to keep its meaning.
pub fn applies(file: &Path) -> bool {
    file.starts_with("tests/passes")
}

/// What is to be compared for one `RUN` line; `None` where its first command runs
/// no passes over `file`, or should fail.
pub fn before_after(pipeline: &Pipeline, file: &Path) -> Option<BeforeAfter> {
    let Command { words, inverted, .. } = pipeline.commands.first()?;
    let is_opt = words.first()? == "hloom" && words.get(1)? == "opt";
    let file = file.to_string_lossy().into_owned();
    let options = words.get(2..)?;
    if *inverted || !is_opt || !options.contains(&file) {
        return None;
    }
    // Diagnostics and dumps don't belong to the program.
    let is_loud = |word: &&String| {
        ["--verify-diagnostics", "--print-ir", "--timing", "--statistics", "--list-"]
            .iter()
            .any(|loud| word.starts_with(loud))
    };
    if options.iter().any(|word| is_loud(&word)) {
        return None;
    }
    let start = ["hloom".to_owned(), "opt".to_owned(), file.clone()];
    let kept = |word: &&String| word.starts_with("--split-input-file");
    let before: Vec<String> = start.iter().chain(options.iter().filter(kept)).cloned().collect();
    (before != *words).then(|| BeforeAfter { before, after: words.clone() })
}

#[cfg(test)]
mod tests {
    use super::super::{script::Places, shell};
    use super::*;

    #[test]
    fn the_program_before_is_the_file_without_passes() {
        let places = Places { file: "tests/passes/x.mlir".into(), scratch: "t".into() };
        let pair =
            |line| before_after(&shell::parse(line, &places).unwrap(), places.file.as_path());
        let found = pair("hloom opt %s --passes=cse --split-input-file | hloom check %s").unwrap();
        assert_eq!(found.before, ["hloom", "opt", "tests/passes/x.mlir", "--split-input-file"]);
        assert_eq!(found.after.len(), 5);
        assert_eq!(pair("hloom opt %s | hloom check %s"), None);
        assert_eq!(pair("not hloom opt %s --cse 2>&1 | hloom check %s"), None);
        assert_eq!(pair("hloom opt %s --cse --verify-diagnostics"), None);
        assert!(applies(&places.file) && !applies(Path::new("tests/ops/x.mlir")));
    }
}
