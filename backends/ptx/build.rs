//! Fingerprints the sources of this crate, for the keys of cached machine code; those of the
//! crates below it are in the fingerprint of `hloom-llvm`.

#[path = "../llvm/src/cache/fingerprint.rs"]
mod fingerprint;

use std::path::PathBuf;

fn main() -> std::io::Result<()> {
    fingerprint::tell_cargo("HLOOM_PTX_SOURCES", &[("ptx", PathBuf::from("src"))])
}
