//! `hloom completions` and `hloom man`: completions for shells and manual pages, made of the
//! definitions that the command lines are parsed by.

use std::path::PathBuf;

use anyhow::Context;
use clap::CommandFactory;
use clap_complete::Shell;

use crate::{Cli, ExitStatus, Io};

/// Print completions for a shell
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  hloom completions bash > ~/.local/share/bash-completion/completions/hloom
  hloom completions zsh > ~/.zfunc/_hloom       with `fpath+=~/.zfunc` in ~/.zshrc
  hloom completions fish > ~/.config/fish/completions/hloom.fish")]
pub struct Args {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

/// Print the manual page, or write the pages of all commands
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  hloom man | man -l -
  hloom man ~/.local/share/man/man1      hloom.1, hloom-opt.1, …")]
pub struct ManArgs {
    /// The folder for the pages; without it hloom's own goes to standard output
    #[arg(value_name = "DIR")]
    folder: Option<PathBuf>,
}

/// Prints completions.
///
/// # Errors
/// Standard output can't be written.
pub fn run(args: &Args, io: &mut Io<'_>) -> anyhow::Result<ExitStatus> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "hloom", &mut script);
    io.stdout.write_all(&script)?;
    Ok(ExitStatus::Success)
}

/// Prints the manual page, or writes all pages into a folder.
///
/// # Errors
/// A page can't be written.
pub fn man(args: &ManArgs, io: &mut Io<'_>) -> anyhow::Result<ExitStatus> {
    match &args.folder {
        Some(folder) => {
            std::fs::create_dir_all(folder)
                .and_then(|()| clap_mangen::generate_to(Cli::command(), folder))
                .with_context(|| format!("can't write pages to `{}`", folder.display()))?;
        }
        None => {
            let mut page = Vec::new();
            clap_mangen::Man::new(Cli::command()).render(&mut page)?;
            io.stdout.write_all(&page)?;
        }
    }
    Ok(ExitStatus::Success)
}
