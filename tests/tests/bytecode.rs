//! MLIR bytecode: what JAX and upstream MLIR wrote is read as the module that their text holds, and
//! damaged files are errors.
//!
//! `tests/bytecode` holds pairs of bytecode, `NAME.bc`, and of the text that the same library printed
//! of it, `NAME.mlir`. The StableHLO in JAX 0.10.2 wrote them, as portable artifacts of several
//! versions, and (`NAME.native.bc`) as MLIR's own bytecode; `make.py` there had it do so.

use hloom_ir::bytecode::{is_bytecode, read};
use hloom_ir::module::Module;
use hloom_ir::text::{PrintOptions, parse_module, print};
use hloom_ir::{Block, OpId, Region, Value};
use hloom_tests::campaign::Random;
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// The folder of the files.
fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("bytecode")
}

/// The files of bytecode, sorted.
fn files() -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder()).expect("the folder is there");
    let mut found: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    found.retain(|path| path.extension().is_some_and(|it| it == "bc"));
    found.sort();
    assert!(found.len() >= 60, "{} files", found.len());
    found
}

/// The values of one module and their counterparts in another.
struct Same<'m> {
    a: &'m Module,
    b: &'m Module,
    values: HashMap<Value, Value>,
}

impl Same<'_> {
    /// A sentence on the first difference of two regions.
    fn region(&mut self, a: Region, b: Region) -> Result<(), String> {
        let (a, b) = (self.a.blocks(a).to_vec(), self.b.blocks(b).to_vec());
        if a.len() != b.len() {
            return Err(format!("{} blocks and {}", a.len(), b.len()));
        }
        a.into_iter().zip(b).try_for_each(|(a, b)| self.block(a, b))
    }

    fn block(&mut self, a: Block, b: Block) -> Result<(), String> {
        let (args, others) = (self.a.args(a).to_vec(), self.b.args(b).to_vec());
        self.values(&args, &others)?;
        let (a, b): (Vec<OpId>, Vec<OpId>) = (self.a.ops(a).collect(), self.b.ops(b).collect());
        if a.len() != b.len() {
            return Err(format!("{} ops and {}", a.len(), b.len()));
        }
        a.into_iter().zip(b).try_for_each(|(a, b)| self.op(a, b))
    }

    fn values(&mut self, a: &[Value], b: &[Value]) -> Result<(), String> {
        let types = |module: &Module, all: &[Value]| -> Vec<String> {
            all.iter().map(|&value| module.ty(value).to_string()).collect()
        };
        let (found, expected) = (types(self.a, a), types(self.b, b));
        if found != expected {
            return Err(format!("values of types {found:?} and {expected:?}"));
        }
        self.values.extend(a.iter().copied().zip(b.iter().copied()));
        Ok(())
    }

    fn op(&mut self, a: OpId, b: OpId) -> Result<(), String> {
        let (x, y) = (self.a.op(a), self.b.op(b));
        if x != y {
            return Err(format!("{x:?}\n  and {y:?}"));
        }
        let attrs = |module: &Module, op: OpId| {
            let all = module.discardable_attrs(op);
            let mut all: Vec<String> =
                all.map_or(Vec::new(), |all| all.iter().map(|it| format!("{it:?}")).collect());
            all.sort();
            all
        };
        if attrs(self.a, a) != attrs(self.b, b) {
            return Err(format!(
                "attributes of {x:?}: {:?} {:?}",
                attrs(self.a, a),
                attrs(self.b, b)
            ));
        }
        let operands: Option<Vec<Value>> =
            self.a.operands(a).iter().map(|value| self.values.get(value).copied()).collect();
        if operands.as_deref() != Some(self.b.operands(b)) {
            return Err(format!("the operands of {x:?} differ"));
        }
        let results: Vec<Value> = self.a.results(a).iter().collect();
        let others: Vec<Value> = self.b.results(b).iter().collect();
        self.values(&results, &others)?;
        let (regions, others) = (self.a.regions(a).to_vec(), self.b.regions(b).to_vec());
        if regions.len() != others.len() {
            return Err(format!("{} regions and {}", regions.len(), others.len()));
        }
        regions.into_iter().zip(others).try_for_each(|(a, b)| self.region(a, b))
    }
}

/// The first difference of two modules.
fn difference(a: &Module, b: &Module) -> Result<(), String> {
    let mut same = Same { a, b, values: HashMap::new() };
    same.op(a.root(), b.root())
}

#[test]
fn files_are_read_as_the_modules_of_their_text() {
    let mut wrong = Vec::new();
    for path in files() {
        let bytes = std::fs::read(&path).expect("a file");
        assert!(is_bytecode(&bytes), "{}", path.display());
        let text = std::fs::read_to_string(path.with_extension("mlir")).expect("a text");
        let expected = parse_module(&text).expect("upstream's text is read");
        let outcome = match read(&bytes) {
            Ok(found) => difference(&found, &expected),
            Err(error) => Err(error.to_string()),
        };
        if let Err(message) = outcome {
            wrong.push(format!("{}: {message}", path.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn locations_are_kept() {
    let bytes = std::fs::read(folder().join("jax_locations.bc")).expect("a file");
    let module = read(&bytes).expect("a module");
    let text = print(&module, &PrintOptions { locations: true, ..PrintOptions::default() });
    assert!(text.contains("loc(\"jit(f)"), "{text}");
}

/// Cuts files short, and changes bytes and whole numbers: each result is a module or an error, and
/// what is a module prints.
#[test]
fn damaged_files_are_errors() {
    let (mut modules, mut errors) = (0, 0);
    let mut random = Random::new(7);
    let mut try_one = |bytes: &[u8]| match read(bytes) {
        Ok(module) => {
            modules += 1;
            print(&module, &PrintOptions::default());
        }
        Err(error) => {
            errors += 1;
            assert!(!error.message.is_empty());
        }
    };
    for path in files() {
        let whole = std::fs::read(&path).expect("a file");
        for _ in 0..60 {
            let mut bytes = whole.clone();
            match random.below(4) {
                0 => bytes.truncate(random.below(whole.len())),
                1 => {
                    let at = random.below(whole.len());
                    bytes.remove(at);
                }
                _ => {
                    for _ in 0..=random.below(3) {
                        let at = random.below(whole.len());
                        bytes[at] = [0, 1, 0xff, 0x80, random.below(256) as u8][random.below(5)];
                    }
                }
            }
            try_one(&bytes);
        }
    }
    assert!(modules > 100 && errors > 1000, "{modules} modules, {errors} errors");
}

#[test]
fn numbers_beyond_the_file_are_errors() {
    let header = |version: u8, rest: &[u8]| [b"ML\xefR", &[version][..], b"x\0", rest].concat();
    let message = |bytes: &[u8]| read(bytes).expect_err("an error").to_string();
    assert_eq!(message(b""), "byte 0: this is no MLIR bytecode");
    assert_eq!(message(b"ML\xefR"), "byte 4: the file, or a part of it, ends too early");
    // Version 7, in the form of numbers: 7 << 1 | 1.
    assert_eq!(message(&header(15, b"")), "byte 4: version 7 of bytecode is newer than 6");
    assert_eq!(message(&header(13, b"")), "byte 7: the section of strings is missing");
    // A section of 2^40 bytes.
    let huge = header(13, &[0, 0, 0, 0, 0, 0, 0, 1, 0, 0]);
    assert_eq!(message(&huge), "byte 17: 1099511627776 bytes should follow, but 0 do");
    assert_eq!(message(&header(13, &[0, 0xff])), "byte 9: 127 bytes should follow, but 0 do");
    assert_eq!(message(&header(13, &[20, 1])), "byte 7: there is no section 20");
}
