//! Advice for a set-up by hand: the texts of errors.

use super::probe::{DEFAULT_PREFIX, LLVM, Missing, PREFIX_VARIABLES, System};

/// The advice for LLVM and MLIR on other systems.
fn elsewhere() -> String {
    let set = PREFIX_VARIABLES.map(|name| format!("{name}=DIR")).join(" ");
    format!(
        "On other systems, install LLVM and MLIR {LLVM} with headers and libraries:
  Ubuntu         add the source that https://apt.llvm.org describes for your release,
                 then install the same packages
  Fedora         dnf install llvm-devel llvm-static mlir-devel mlir-static clang clang-devel
                 libzstd-devel z3-devel zlib-devel libxml2-devel gcc-c++
                 (where `dnf info mlir-devel` says version {LLVM})
  Arch           pacman -S llvm mlir clang polly zstd z3 zlib libxml2
                 (where `pacman -Si mlir` says version {LLVM})
  macOS          brew install llvm@{LLVM} z3 zstd
                 its folder is what `brew --prefix llvm@{LLVM}` prints
and, where they lie elsewhere than in {DEFAULT_PREFIX}, set
  {set}
Without LLVM, `cargo build --release --package hloom --no-default-features` makes a
smaller program that parses, checks, optimizes and interprets, and generates no code."
    )
}

/// apt-get doesn't exist here.
pub(super) fn no_apt(names: &[&str]) -> String {
    format!(
        "LLVM and MLIR {LLVM} are not installed, and there is no apt-get to install them with.\n\
         On Debian these packages are missing: {}\n{}",
        names.join(" "),
        elsewhere()
    )
}

/// Only root may install, and there is no sudo.
pub(super) fn no_sudo(names: &[&str]) -> String {
    format!(
        "packages are missing, and installing them needs root or sudo. As root, run\n  \
         apt-get install {}\nand start again.",
        names.join(" ")
    )
}

/// The package sources don't have these.
pub(super) fn unknown(names: &[&str]) -> String {
    format!(
        "the package sources of this machine don't have: {}\n\
         Debian 12 has them among its security updates, a source with the line\n  \
         deb http://deb.debian.org/debian-security bookworm-security main\n{}",
        names.join(" "),
        elsewhere()
    )
}

/// LLVM's prefix was set by hand and lacks something: apt would fill another folder.
pub(super) fn other_prefix(system: &System, missing: &[Missing]) -> String {
    let lines: Vec<String> =
        missing.iter().map(|m| format!("  {:<18} {}", m.package.name, m.why())).collect();
    format!(
        "{} is set to {}, where part of LLVM and MLIR {LLVM} is missing (Debian's names of the \
         parts):\n{}\nUnset it to use the packages in {DEFAULT_PREFIX}, or complete that folder.\n{}",
        PREFIX_VARIABLES[0],
        system.prefix.display(),
        lines.join("\n"),
        elsewhere()
    )
}

/// The packages are installed and a file is still not there.
pub(super) fn still_missing(missing: &[Missing]) -> String {
    let lines: Vec<String> =
        missing.iter().map(|m| format!("  {:<18} {}", m.package.name, m.why())).collect();
    format!(
        "the packages are installed, but these files are still missing:\n{}\n{}",
        lines.join("\n"),
        elsewhere()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_way_out_is_named() {
        let text = no_apt(&["llvm-22-dev", "libz3-dev"]);
        for word in
            ["llvm-22-dev libz3-dev", "Ubuntu", "Fedora", "Arch", "brew", "--no-default-features"]
        {
            assert!(text.contains(word), "{word} is missing in\n{text}");
        }
        for variable in PREFIX_VARIABLES {
            assert!(text.contains(variable), "{variable} is missing in\n{text}");
        }
    }

    #[test]
    fn without_sudo_the_command_is_spelt_out() {
        assert!(no_sudo(&["a", "b"]).contains("apt-get install a b\n"));
    }
}
