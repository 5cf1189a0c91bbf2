//! The programs of the test folders, as text or compressed by gzip; scripts that generate many
//! write compressed ones.

use hloom_analysis::verify::verify;
use hloom_ir::Module;
use hloom_ir::text::parse;
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

/// The valid programs from which [`crate::sampling::Language`] starts: those that show each op of the
/// table.
///
/// # Panics
/// If a file can't be read.
pub fn of_every_op() -> Vec<Module> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = vec![root.join("../tools/src/explain/examples.mlir")];
    for folder in ["../tools/src/explain/examples", "text", "run", "jax", "passes"] {
        let entries = std::fs::read_dir(root.join(folder)).expect("the folder is there");
        files.extend(entries.map(|entry| entry.expect("the entry can be read").path()));
    }
    files.retain(|path| is_program(path));
    files.sort();
    let mut programs = Vec::new();
    for file in files {
        let text = text_of(&file);
        let parts = text.split("// -----").filter_map(|part| parse(part).module);
        programs.extend(parts.filter(|module| verify(module).is_ok()));
    }
    programs
}
