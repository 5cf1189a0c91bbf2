//! Tells the linker of the `hloom` program to leave LLVM's constructors to the program, and to give
//! the program a fixed address: together more than half of the time in which it starts.

use std::path::PathBuf;

/// Puts LLVM's constructors, which the linker takes from the library of the crate `llvm-sys`, in a
/// table between two symbols, which the loader does not read.
const SCRIPT: &str = "\
SECTIONS
{
  .hloom_llvm_constructors : ALIGN(8)
  {
    hloom_llvm_constructors_begin = .;
    KEEP(*/libllvm_sys-*.rlib:(SORT_BY_INIT_PRIORITY(.init_array.*) .init_array))
    hloom_llvm_constructors_end = .;
  }
}
INSERT BEFORE .init_array;
";

fn main() -> std::io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-check-cfg=cfg(deferred_constructors)");
    let is = |name: &str, value: &str| std::env::var(name).is_ok_and(|it| it == value);
    let linux = is("CARGO_CFG_TARGET_OS", "linux") && is("CARGO_CFG_TARGET_ENV", "gnu");
    // Sanitizers want to place the program themselves.
    let sanitized = std::env::var_os("CARGO_CFG_SANITIZE").is_some();
    if !linux || sanitized || std::env::var_os("CARGO_FEATURE_QUICK_START").is_none() {
        return Ok(());
    }
    let folder = std::env::var_os("OUT_DIR").map(PathBuf::from).unwrap_or_default();
    let script = folder.join("constructors.ld");
    std::fs::write(&script, SCRIPT)?;
    println!("cargo::rustc-cfg=deferred_constructors");
    println!("cargo::rustc-link-arg-bin=hloom=-Wl,-T,{}", script.display());
    // The loader need not relocate 100,000 addresses in tables of LLVM.
    println!("cargo::rustc-link-arg-bin=hloom=-no-pie");
    Ok(())
}
