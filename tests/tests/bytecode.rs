//! MLIR bytecode: what JAX and upstream MLIR wrote is read as the module that their text holds, and
//! damaged files are errors.
//!
//! `tests/bytecode` holds pairs of bytecode, `NAME.bc`, and of the text that the same library printed
//! of it, `NAME.mlir`. The StableHLO in JAX 0.10.2 wrote them, as portable artifacts of several
//! versions, and (`NAME.native.bc`) as MLIR's own bytecode; `make.py` there had it do so.

use hloom_ir::bytecode::{Encoding, Options, Version, write};
use hloom_ir::bytecode::{is_bytecode, read};
use hloom_ir::module::Module;
use hloom_ir::ops::Op;
use hloom_ir::text::{PrintOptions, parse, parse_module, print};
use hloom_ir::verify::verify;
use hloom_tests::artifacts::{Artifact, encoded, mutate};
use hloom_tests::campaign::{Log, Random, Watchdog, seeds};
use hloom_tests::difference::difference;
use hloom_tests::programs::{below, text_of};
use std::path::{Path, PathBuf};
use std::time::Duration;

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

/// The greatest memory that the process has had so far, in MiB; 0 where the system doesn't tell.
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let number = line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<u64>().ok());
    number.unwrap_or(0) / 1024
}

/// Reads some bytes and checks the guarantees of the reader: an error with a message, or a module
/// that is valid, prints, and is written again. Returns whether it was a module.
fn holds(bytes: &[u8]) -> bool {
    let module = match read(bytes) {
        Ok(module) => module,
        Err(error) => {
            assert!(!error.message.is_empty() && error.at <= bytes.len(), "{error}");
            return false;
        }
    };
    assert!(verify(&module).is_ok(), "what was read is valid");
    let text = print(&module, &PrintOptions { locations: true, ..PrintOptions::default() });
    // A writer of bytecode may have put into an attribute what has no text.
    let _ = parse(&text);
    for encoding in [Encoding::Bytecode(6), Encoding::Artifact(Version::CURRENT)] {
        let _ = written(&module, encoding);
    }
    true
}

/// Damages files in many ways: each result is a module or an error, soon and in little memory.
#[test]
fn campaign_damaged_files_are_errors() {
    let mut all: Vec<Vec<u8>> =
        files().iter().map(|path| std::fs::read(path).expect("a file")).collect();
    for (i, (_, module)) in modules().iter().enumerate().filter(|(i, _)| i % 3 == 0) {
        let encoding = match i % 2 {
            0 => Encoding::Bytecode(i as u64 % 7),
            _ => Encoding::Artifact(Version::CURRENT),
        };
        all.extend(written(module, encoding).ok().filter(|bytes| bytes.len() < 4000));
    }
    let (mut modules, mut errors) = (0, 0);
    let mut log = Log::new("damaged bytecode");
    let watchdog = Watchdog::new(Duration::from_secs(30));
    let before = peak();
    for seed in seeds(60 * files().len() as u64) {
        let mut random = Random::new(seed);
        let (bytes, other) = (random.one_of(&all).clone(), random.one_of(&all).clone());
        let bytes = mutate(&bytes, &other, &mut random);
        watchdog.begin(format!("seed {seed}"));
        let show = || format!("seed {seed}: {}", bytes.escape_ascii());
        match log.hold(|| holds(&bytes), show) {
            Some(true) => modules += 1,
            Some(false) => errors += 1,
            None => {}
        }
        if seed % 256 == 0 {
            let mib = peak() - before;
            assert!(mib < 2048, "seed {seed} or one of the 256 before it took {mib} MiB");
        }
    }
    log.end();
    eprintln!("{modules} modules, {errors} errors");
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

/// The valid modules of the corpus, with the names of their files.
fn modules() -> Vec<(String, Module)> {
    let mut all = Vec::new();
    for folder in ["text", "run", "passes", "models", "jax"] {
        for path in below(folder) {
            let text = text_of(&path);
            for (i, program) in text.split("// -----").enumerate().filter(|(i, _)| i % 4 == 0) {
                let Some(module) = parse(program).module else { continue };
                if verify(&module).is_ok() {
                    all.push((format!("{}, program {i}", path.display()), module));
                }
            }
        }
    }
    assert!(all.len() > 300, "{} modules", all.len());
    all
}

/// The bytecode of a module.
fn written(module: &Module, encoding: Encoding) -> Result<Vec<u8>, String> {
    write(module, &Options { encoding, locations: true }).map_err(|error| error.to_string())
}

#[test]
fn modules_are_read_as_they_were_written() {
    let mut wrong = Vec::new();
    for (i, (name, module)) in modules().iter().enumerate() {
        let properties = module
            .walk_all()
            .any(|op| matches!(module.op(op), Op::Foreign(it) if !it.properties.is_empty()));
        for version in [i as u64 % 6, 6] {
            // Properties of ops that nobody knows have no place in older files but as attributes.
            if properties && version < 5 {
                continue;
            }
            let outcome = written(module, Encoding::Bytecode(version))
                .and_then(|bytes| read(&bytes).map_err(|error| error.to_string()))
                .and_then(|found| difference(&found, module));
            if let Err(message) = outcome {
                wrong.push(format!("{name}, version {version}: {message}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong: {}", wrong.len(), wrong.join("\n"));
}

/// An artifact is read as a module that gives the same artifact. Attributes that had their defaults
/// in the text may be gone.
#[test]
fn artifacts_are_read_as_they_were_written() {
    let (mut wrong, mut written_count, mut same) = (Vec::new(), 0, 0);
    let versions = ["0.9.0", "0.11.0", "0.13.0", "0.14.0", "1.0.0", "1.9.0", "1.20.0"];
    for (i, (name, module)) in modules().iter().enumerate() {
        for version in [versions[i % versions.len()], "1.20.0"] {
            let encoding = Encoding::Artifact(version.parse().expect("a version"));
            let Ok(bytes) = written(module, encoding) else { continue };
            written_count += 1;
            let again = read(&bytes).map_err(|error| error.to_string()).and_then(|found| {
                same += usize::from(difference(&found, module).is_ok());
                written(&found, encoding)
            });
            match again {
                Ok(again) if again == bytes => {}
                Ok(_) => wrong.push(format!("{name}, {version}: another artifact")),
                Err(message) => wrong.push(format!("{name}, {version}: {message}")),
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong: {}", wrong.len(), wrong.join("\n"));
    assert!(written_count > 300 && same > 200, "{written_count} artifacts, {same} the same");
}

#[test]
fn an_op_too_new_for_a_version_is_an_error() {
    let message = |text: &str, version: &str| {
        let module = parse_module(text).expect("a module");
        let encoding = Encoding::Artifact(version.parse().expect("a version"));
        written(&module, encoding).expect_err("an error")
    };
    let function = |ty: &str, op: &str| {
        format!("func.func @f(%x: {ty}) -> {ty} {{ %y = {op} return %y : {ty} }}")
    };
    let f32 = "tensor<f32>";
    for (text, version, expected) in [
        (
            function(f32, "stablehlo.tan %x : tensor<f32>"),
            "1.3.0",
            "`stablehlo.tan` can't be written in an artifact of version 1.3.0: it needs version 1.4.0",
        ),
        (
            function(
                f32,
                "stablehlo.exponential %x {result_accuracy = #stablehlo.result_accuracy<mode = \
                 #stablehlo.result_accuracy_mode<HIGHEST>>} : tensor<f32>",
            ),
            "1.8.0",
            "`stablehlo.exponential` can't be written in an artifact of version 1.8.0: with this \
             `result_accuracy` it needs version 1.9.0",
        ),
        (
            function("tensor<f8E4M3>", "stablehlo.negate %x : tensor<f8E4M3>"),
            "1.0.0",
            "`func.func` can't be written in an artifact of version 1.0.0: the type f8E4M3 needs \
             version 1.7.0",
        ),
        (
            function(f32, "chlo.erf %x : tensor<f32> -> tensor<f32>"),
            "1.0.0",
            "`chlo.erf` can't be written in an artifact of version 1.0.0: VHLO has no such op; the \
             pass legalize-chlo writes it as ops of StableHLO",
        ),
    ] {
        assert_eq!(message(&text, version), expected);
    }
}

/// Programs that use nothing new are written for the oldest readers, with the versions of ops that
/// those know.
#[test]
fn old_programs_are_written_for_the_oldest_readers() {
    let new = ["batching_dims", "algorithm", "tan ", "f8E3M4", "f8E4M3>", "f4E2M1FN", "i2>"];
    let (mut wrong, mut count) = (Vec::new(), 0);
    for name in ["dot", "gather", "scatter", "unary", "convolution", "sort", "control", "fft"] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("jax/{name}.mlir.gz"));
        for (i, program) in text_of(&path).split("// -----").enumerate() {
            if new.iter().any(|word| program.contains(word)) || program.contains("chlo.") {
                continue;
            }
            let Some(module) = parse(program).module else { continue };
            count += 1;
            let oldest = Encoding::Artifact("0.11.0".parse().expect("a version"));
            if let Err(message) = written(&module, oldest) {
                wrong.push(format!("{name} {i}: {message}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong: {}", wrong.len(), wrong.join("\n"));
    assert!(count > 100, "{count} programs");
}

/// Arrays whose two elements are the same array, 34 levels deep: 16 billion attributes in 275 bytes.
#[test]
fn shared_attributes_have_a_limit() {
    let bytes = std::fs::read(folder().join("shared_arrays.mlirbc")).expect("a file");
    let error = read(&bytes).expect_err("a limit");
    assert!(error.message.contains("an attribute has more than"), "{}", error.message);
}

/// Numbers, each in the encoding of variable length.
fn numbers(all: &[u64]) -> Vec<u8> {
    all.iter().flat_map(|&n| encoded(n, 1)).collect()
}

/// The strings of a crafted file: its dialect, the op at its root, and others.
const STRINGS: [&str; 3] = ["builtin", "module", "name"];

/// A file of one `builtin.module`, with these attributes, types and IR; the encodings are those of
/// the builtin dialect. The text is string 3.
fn crafted(attrs: &[Vec<u8>], types: &[Vec<u8>], text: &str, ir: Vec<u8>) -> Vec<u8> {
    let strings: Vec<&str> = STRINGS.into_iter().chain([text]).collect();
    let lengths = strings.iter().rev().map(|it| it.len() as u64 + 1);
    let mut table = numbers(&[strings.len() as u64]);
    table.extend(numbers(&lengths.collect::<Vec<u64>>()));
    strings.iter().for_each(|it| table.extend([it.as_bytes(), b"\0"].concat()));
    // One dialect, one name of an op, whose writer knew it.
    let dialects = numbers(&[1, 0, 1, 0, 1, 1 << 1 | 1]);
    let mut offsets = numbers(&[attrs.len() as u64, types.len() as u64]);
    for group in [attrs, types].into_iter().filter(|group| !group.is_empty()) {
        offsets.extend(numbers(&[0, group.len() as u64]));
        let lengths = group.iter().map(|entry| (entry.len() as u64) << 1 | 1);
        offsets.extend(numbers(&lengths.collect::<Vec<u64>>()));
    }
    let entries = [attrs, types].concat().concat();
    Artifact::new(vec![(0, table), (1, dialects), (2, entries), (3, offsets), (4, ir)]).join()
}

/// The IR of an empty module with the attributes and the location of these numbers.
fn module_of(attrs: u64, location: u64) -> Vec<u8> {
    // An op; its name, attributes and regions; its region, a section with no block.
    let start = [numbers(&[1 << 1, 0]), vec![1 | 16], numbers(&[location, attrs, 1 << 1 | 1])];
    [start.concat(), vec![4], numbers(&[1, 0])].concat()
}

/// Tuples of two equal tuples, 60 levels deep: 2^60 types in a few hundred bytes.
#[test]
fn shared_types_have_a_limit() {
    let types: Vec<Vec<u8>> = (0..60)
        .map(|i: u64| if i == 0 { numbers(&[1]) } else { numbers(&[15, 2, i - 1, i - 1]) })
        .collect();
    // An unknown location, a name, a type, and the dictionary of the module.
    let attrs = |ty| [numbers(&[15]), numbers(&[2, 2]), numbers(&[6, ty]), numbers(&[1, 1, 1, 2])];
    let file = |ty| crafted(&attrs(ty), &types, "", module_of(3, 0));
    let module = read(&file(3)).expect("a small type");
    let text = print(&module, &PrintOptions::default());
    assert!(text.contains("tuple<tuple<tuple<index, index>, tuple<"), "{text}");
    let error = read(&file(59)).expect_err("a limit");
    assert!(error.message.contains("a type has more than"), "{}", error.message);
}

/// An array of one long string, thousands of times: 4 GB of text in 1 MB.
#[test]
fn shared_strings_have_a_limit() {
    let long = "x".repeat(1 << 20);
    let list = |count: usize| {
        let items = [vec![0, count as u64], vec![2; count]].concat();
        [
            numbers(&[15]),
            numbers(&[2, 2]),
            numbers(&[2, 3]),
            numbers(&items),
            numbers(&[1, 1, 1, 3]),
        ]
    };
    let file = |count| crafted(&list(count), &[], &long, module_of(4, 0));
    read(&file(3)).expect("a module");
    let error = read(&file(4096)).expect_err("a limit");
    assert!(error.message.contains("others inside"), "{}", error.message);
}

/// A fused location of a long one, a million times, is not kept: 4 GB of text in 1 MB.
#[test]
fn shared_locations_have_a_limit() {
    let name = "x".repeat(4000);
    let file = |count: usize| {
        let parts = [vec![12, count as u64], vec![2; count]].concat();
        let attrs = [
            numbers(&[2, 3]),
            numbers(&[1, 0]),
            // A named location of an unknown one.
            numbers(&[14, 0, 3]),
            numbers(&[15]),
            numbers(&parts),
        ];
        crafted(&attrs, &[], &name, module_of(1, 4))
    };
    let location = |count| {
        let module = read(&file(count)).expect("a module");
        module.loc(module.root()).map(str::to_owned)
    };
    assert_eq!(location(1), Some(format!("fused[\"{name}\"]")));
    assert_eq!(location(1_000_000), None);
}

/// Regions in each other that all promise as many values, or blocks, as the file has bytes.
#[test]
fn what_is_promised_has_a_limit() {
    let attrs = [numbers(&[15]), numbers(&[1, 0])];
    let nested = |blocks: u64, values: u64| {
        let mut ir = numbers(&[1 << 1, 0]);
        ir.extend([vec![1 | 16], numbers(&[0, 1, 1 << 1])].concat());
        for _ in 0..200 {
            // Blocks, values, one op in the first block: its name, attributes and region.
            ir.extend(numbers(&[blocks, values, 1 << 1, 0]));
            ir.extend([vec![1 | 16], numbers(&[0, 1, 1 << 1])].concat());
        }
        ir.extend(numbers(&[0]));
        ir.extend(vec![1; 1 << 20]);
        crafted(&attrs, &[], "", ir)
    };
    for (blocks, values) in [(1, 1 << 20), (1 << 20, 0)] {
        let error = read(&nested(blocks, values)).expect_err("a limit");
        assert!(error.message.contains("can't follow"), "{}", error.message);
    }
}
