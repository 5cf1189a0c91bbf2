//! The archive of the routines of linear algebra, which shared libraries are linked with.
//!
//! Before this: cargo made `libhloom_linear.a` of the crate `hloom_linear` when it built the program,
//! with the same compiler and of the same source as the routines inside of the program. After it:
//! [`crate::emit`] links the archive. It is a file beside the program, not a part of it: it has 30 MB
//! and more, of which a library needs one or two.

use std::path::{Path, PathBuf};

use crate::error::Error;
use crate::target::CpuTarget;

/// The archive's file name, behind which cargo puts a hash in its folder of dependencies.
const NAME: &str = "libhloom_linear";

/// The environment variable that names the archive.
const VARIABLE: &str = "HLOOM_LINEAR";

/// The libraries that Rust's standard library needs, which is part of the archive.
pub(crate) const LIBRARIES: [&str; 4] = ["-lgcc_s", "-lrt", "-lpthread", "-ldl"];

/// The archive's path: `HLOOM_LINEAR`, or the newest of those beside the running program, in `lib`
/// beside its folder, and where cargo builds dependencies.
///
/// # Errors
/// [`Error::Link`] if it is nowhere to be found, or the library is for another architecture.
pub(crate) fn find(target: CpuTarget) -> Result<PathBuf, Error> {
    let missing = |message: String| Error::Link { command: format!("{NAME}.a"), message };
    if !target.is_of_this_architecture() {
        return Err(missing(
            "the routines of linear algebra are there for this machine's architecture only"
                .to_owned(),
        ));
    }
    if let Some(given) = std::env::var_os(VARIABLE).filter(|path| !path.is_empty()) {
        return Ok(given.into());
    }
    let program = std::env::current_exe().unwrap_or_default();
    let program = std::fs::canonicalize(&program).unwrap_or(program);
    let folder = program.parent().unwrap_or(Path::new(".")).to_owned();
    let above = folder.parent().unwrap_or(Path::new(".")).to_owned();
    let named = [folder.clone(), above.join("lib")].map(|folder| folder.join(format!("{NAME}.a")));
    let mut found: Vec<PathBuf> = named.into_iter().filter(|path| path.is_file()).collect();
    // Cargo leaves an old archive beside the program when it builds the program alone.
    [folder.join("deps"), folder.clone()].iter().for_each(|folder| hashed(folder, &mut found));
    let age = |path: &PathBuf| path.metadata().and_then(|it| it.modified()).ok();
    found.into_iter().max_by_key(age).ok_or_else(|| {
        missing(format!(
            "the program calls routines of linear algebra, whose archive {NAME}.a is not in {}; \
             `cargo build --package hloom-linear` makes it, and {VARIABLE} may name its place",
            folder.display()
        ))
    })
}

/// Adds the archives among cargo's dependencies, whose names have a hash.
fn hashed(folder: &Path, found: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let archives = entries.filter(|entry| {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        name.starts_with(&format!("{NAME}-")) && name.ends_with(".a")
    });
    found.extend(archives.map(|entry| entry.path()));
}
