//! Running cargo and other programs from the repository's root.

use std::env;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};

use anyhow::Context;

/// The repository's root folder: two levels above this crate.
pub(crate) fn root() -> &'static Path {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).unwrap_or(here)
}

/// Cargo's folder for build products.
pub(crate) fn target() -> PathBuf {
    match env::var_os("CARGO_TARGET_DIR") {
        Some(dir) => root().join(dir),
        None => root().join("target"),
    }
}

/// The cargo that runs this program, started in the root.
pub(crate) fn cargo<S: AsRef<OsStr>>(args: impl IntoIterator<Item = S>) -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root()).args(args);
    if crate::terminal::ci() {
        command.env("CARGO_TERM_COLOR", "never").env("CARGO_TERM_PROGRESS_WHEN", "never");
    }
    command
}

/// Runs to the end, streams inherited.
///
/// # Errors
///
/// Returns an error if the program can't be started; its failure is not an error here.
pub(crate) fn status(command: &mut Command) -> anyhow::Result<ExitStatus> {
    command.status().with_context(|| format!("can't start `{}`", line(command)))
}

/// The command as a person would type it, for messages.
pub(crate) fn line(command: &Command) -> String {
    let program = Path::new(command.get_program());
    let name = program.file_name().unwrap_or(program.as_os_str()).to_string_lossy();
    let args = command.get_args().map(|a| quoted(&a.to_string_lossy()));
    std::iter::once(name.into_owned()).chain(args).collect::<Vec<_>>().join(" ")
}

/// `arg` as a shell would need it.
fn quoted(arg: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_=./:,+@%".contains(c);
    if !arg.is_empty() && arg.chars().all(plain) {
        arg.to_owned()
    } else {
        format!("'{}'", arg.replace('\'', r"'\''"))
    }
}

/// The place of `program` in `path`, a list of folders.
pub(crate) fn find(program: &str, path: &[PathBuf]) -> Option<PathBuf> {
    path.iter().map(|dir| dir.join(program)).find(|file| file.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn root_is_the_workspace() {
        assert!(root().join("Cargo.toml").is_file());
        assert!(root().join("tools/xtask/Cargo.toml").is_file());
    }

    #[test]
    fn commands_print_as_typed() {
        let mut command = Command::new("/usr/bin/cargo");
        command.args(["clippy", "--", "-D", "it's"]);
        assert_eq!(line(&command), r"cargo clippy -- -D 'it'\''s'");
    }
}
