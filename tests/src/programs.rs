//! The programs of the test folders, as text or compressed by gzip; scripts that generate many
//! write compressed ones.

use std::path::{Path, PathBuf};

/// Whether a file holds programs: `*.mlir` or `*.mlir.gz`.
pub fn is_program(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    name.ends_with(".mlir") || name.ends_with(".mlir.gz")
}

/// Whether a file may be a test of the file-driven harness: a program, or a storage program.
pub fn is_test(path: &Path) -> bool {
    is_program(path) || path.extension().is_some_and(|ending| ending == "sdql")
}

/// The text of a file, decompressed.
///
/// # Panics
/// If the file can't be read or is not text.
pub fn text_of(path: &Path) -> String {
    let read = || {
        let bytes = hloom::unpacked(std::fs::read(path)?)?;
        String::from_utf8(bytes).map_err(std::io::Error::other)
    };
    read().unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// The programs in a folder of the tests, and below it, in order.
///
/// # Panics
/// If the folder can't be read.
pub fn below(folder: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)];
    while let Some(folder) = folders.pop() {
        let entries = std::fs::read_dir(&folder);
        for entry in entries.unwrap_or_else(|e| panic!("{}: {e}", folder.display())) {
            let path = entry.expect("the entry can be read").path();
            if path.is_dir() {
                folders.push(path);
            } else if is_program(&path) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}
