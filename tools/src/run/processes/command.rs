//! The command of a rank.

use std::process::Command;

use anyhow::Context;

/// The settings of glibc's allocator for ranks: the memory of a freed tensor is kept for the next
/// one. Otherwise each large tensor is mapped anew, and its pages are cleared one by one by the
/// kernel, which takes longer than sending it.
const TUNABLES: &str = "glibc.malloc.mmap_threshold=4294967296:\
                        glibc.malloc.trim_threshold=17179869184:glibc.malloc.top_pad=67108864";

const NAME: &str = "GLIBC_TUNABLES";

/// The command of a rank: this one.
pub(super) fn this_command() -> anyhow::Result<Command> {
    let program = std::env::current_exe().context("this program is not found again")?;
    let mut command = Command::new(program);
    command.args(std::env::args_os().skip(1));
    if std::env::var_os(NAME).is_none() {
        command.env(NAME, TUNABLES);
    }
    Ok(command)
}
