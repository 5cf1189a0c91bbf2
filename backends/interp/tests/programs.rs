//! Runs every self-checking program of `tests/jax` and `tests/run`, each part between `// -----`
//! separately.

use hloom_interp::run;
use hloom_ir::text::parse_module;
use std::path::Path;

/// The text of a file, decompressed if necessary.
fn text_of(path: &Path) -> String {
    let file = std::fs::File::open(path).expect("a readable file");
    let text = if path.extension().is_some_and(|e| e == "gz") {
        std::io::read_to_string(flate2::read::GzDecoder::new(file))
    } else {
        std::io::read_to_string(file)
    };
    text.unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// The programs of a folder that fail, each with the reason, and the number of all programs.
fn failures(folder: &str) -> (Vec<String>, usize) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests").join(folder);
    let mut files: Vec<_> = std::fs::read_dir(&root)
        .unwrap_or_else(|e| panic!("{}: {e}", root.display()))
        .map(|entry| entry.expect("a readable folder").path())
        .filter(|path| path.extension().is_some_and(|e| e == "mlir" || e == "gz"))
        .collect();
    files.sort();
    let (mut failed, mut count) = (Vec::new(), 0);
    for path in files {
        let text = text_of(&path);
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        // `tests/tests/files.rs` covers programs that fail on purpose or need arrays from a folder.
        if text.lines().take(3).any(|l| l.starts_with("// RUN: not ") || l.contains("--probes")) {
            continue;
        }
        let mut line = 1;
        for part in text.split("// -----") {
            let here = format!("{folder}/{name}:{line}");
            line += part.matches('\n').count();
            if !part.contains("func.func") || part.contains("EXPECT-FAILURE") {
                continue;
            }
            count += 1;
            match parse_module(part) {
                Err(errors) => {
                    let first = errors.first().map_or("", |e| &e.message);
                    failed.push(format!("{here}: does not parse: {first}"));
                }
                Ok(module) => {
                    if let Err(error) = run(&module, "main", &[]) {
                        failed.push(format!("{here}: {error}"));
                    }
                }
            }
        }
    }
    (failed, count)
}

#[test]
fn programs_made_by_jax_agree() {
    let (failed, count) = failures("jax");
    assert!(count >= 400, "only {count} programs were found");
    assert!(failed.is_empty(), "{} of {count} fail:\n{}", failed.len(), failed.join("\n"));
}

#[test]
fn programs_written_by_hand_agree() {
    let (failed, count) = failures("run");
    assert!(count >= 30, "only {count} programs were found");
    assert!(failed.is_empty(), "{} of {count} fail:\n{}", failed.len(), failed.join("\n"));
}
