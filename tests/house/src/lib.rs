//! The house rules that a machine can hold: layout, imports, and how files read.
//!
//! [`findings`] checks a checkout and returns one sentence for every violation; its test fails if
//! there are any. The rules are tables: the allowed top-level entries ([`layout`]), the allowed
//! imports of each crate ([`imports`]), the absence of cycles between modules ([`cycles`]), and the
//! properties of every source file ([`source`]).
//!
//! rustfmt and clippy check formatting and lints.

pub mod cycles;
pub mod imports;
pub mod layout;
pub mod modules;
pub mod source;

use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A violation of a rule, and how to fix it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Finding {
    /// The file, relative to the root.
    pub file: PathBuf,
    /// The line, counted from one; zero if the finding is about the whole file.
    pub line: usize,
    /// The violation and the fix, as a sentence.
    pub sentence: String,
}

impl Finding {
    /// A finding about `file` as a whole.
    pub fn file(file: impl Into<PathBuf>, sentence: impl Into<String>) -> Finding {
        Finding::line(file, 0, sentence)
    }

    /// A finding about one line of `file`.
    pub fn line(file: impl Into<PathBuf>, line: usize, sentence: impl Into<String>) -> Finding {
        Finding { file: file.into(), line, sentence: sentence.into() }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.file.display())?;
        if self.line > 0 {
            write!(f, ":{}", self.line)?;
        }
        write!(f, ": {}", self.sentence)
    }
}

/// All violations in the checkout at `root`, sorted by file.
///
/// # Errors
///
/// If files can't be read, or cargo can't describe the workspace.
pub fn findings(root: &Path) -> io::Result<Vec<Finding>> {
    let mut all = layout::check(&files(root, Untracked::Left)?);
    let packages = imports::workspace(root)?;
    all.extend(imports::check(&packages));
    all.extend(cycles::check(&cycles::find(root, &packages)?, cycles::CUTTING));

    let mut sources = Vec::new();
    for file in
        files(root, Untracked::Taken)?.iter().filter(|f| f.extension().is_some_and(|e| e == "rs"))
    {
        sources.push((file.clone(), fs::read_to_string(root.join(file))?));
    }
    all.extend(sources.iter().flat_map(|(file, text)| source::check(file, text)));
    all.extend(source::mean_length(&sources));
    all.sort();
    Ok(all)
}

/// The treatment of files that git does not track.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Untracked {
    /// Ignore them: untracked scratch folders are not part of the layout.
    Left,
    /// Include them unless git ignores them: new code is checked before it is added.
    Taken,
}

/// The files of the checkout that git tracks, relative to `root`; without git, all files outside of
/// `target`.
///
/// # Errors
///
/// If a folder can't be read.
pub fn files(root: &Path, untracked: Untracked) -> io::Result<Vec<PathBuf>> {
    let mut git = Command::new("git");
    git.current_dir(root).args(["ls-files", "-z", "--cached", "--deduplicate"]);
    if untracked == Untracked::Taken {
        git.args(["--others", "--exclude-standard"]);
    }
    let git = git.output();
    if let Ok(output) = git
        && output.status.success()
        && !output.stdout.is_empty()
    {
        let names = output.stdout.split(|b| *b == 0).filter(|n| !n.is_empty());
        let paths = names.map(|n| PathBuf::from(String::from_utf8_lossy(n).into_owned()));
        // A deleted file is listed until the deletion is committed.
        return Ok(paths.filter(|p| root.join(p).is_file()).collect());
    }
    let mut found = Vec::new();
    walk(root, Path::new(""), &mut found)?;
    Ok(found)
}

/// Adds the files under `root/folder` to `found`.
fn walk(root: &Path, folder: &Path, found: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(root.join(folder))? {
        let entry = entry?;
        let path = folder.join(entry.file_name());
        match entry.file_type()?.is_dir() {
            true if path == Path::new("target") || path == Path::new(".git") => {}
            true => walk(root, &path, found)?,
            false => found.push(path),
        }
    }
    Ok(())
}
