//! Upstream MLIR, without the StableHLO dialect, parses the generic form that hloom prints.

use hloom_ir::diag::expected::split_input;
use hloom_ir::text::{PrintOptions, parse, print};
use hloom_mlir::accepts;
use std::io::Read;
use std::path::{Path, PathBuf};

/// Every `.mlir` file below a folder of the tests, packed by gzip or not.
fn programs(folder: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests").join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("the folder is there") {
            let path = entry.expect("the entry can be read").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "mlir" || e == "gz") {
                found.push(path);
            }
        }
    }
    assert!(!found.is_empty(), "there are programs in {folder}");
    found
}

/// The text of a file.
fn text_of(path: &Path) -> String {
    let bytes = std::fs::read(path).expect("the file can be read");
    let mut text = String::new();
    let read = match path.extension().is_some_and(|e| e == "gz") {
        true => flate2::read::GzDecoder::new(&bytes[..]).read_to_string(&mut text),
        false => (&bytes[..]).read_to_string(&mut text),
    };
    read.expect("the file is text");
    text
}

#[test]
fn generic_text_is_accepted() {
    for folder in ["text", "models", "jax"] {
        for path in programs(folder) {
            let text = text_of(&path);
            for (i, (_, part)) in split_input(&text).into_iter().enumerate() {
                let module = parse(part).module.expect("the test program is valid");
                for locations in [false, true] {
                    let options = PrintOptions { generic: true, locations, ..Default::default() };
                    let printed = print(&module, &options);
                    if let Err(error) = accepts(&printed) {
                        panic!("{} part {i}: {error}\n{printed}", path.display());
                    }
                }
            }
        }
    }
}
