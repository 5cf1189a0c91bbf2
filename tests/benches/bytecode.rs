//! Reading of modules as bytecode and as text: the portable artifacts of `tests/bytecode`, and the
//! texts that upstream printed of them. Both readers verify.
#![allow(missing_docs, reason = "criterion's macros make undocumented functions")]

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use hloom_ir::bytecode::read;
use hloom_ir::text::parse_module;
use hloom_ir::verify::verify;
use std::hint::black_box;
use std::path::Path;

/// The contents of all artifacts and of all their texts.
fn files() -> (Vec<Vec<u8>>, Vec<String>) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("bytecode");
    let entries = std::fs::read_dir(folder).expect("the folder is there");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let is_artifact = |path: &std::path::PathBuf| {
        let name = path.to_string_lossy();
        name.ends_with(".bc") && !name.ends_with(".native.bc")
    };
    let both = paths.filter(is_artifact).map(|path| {
        let text = std::fs::read_to_string(path.with_extension("mlir")).expect("a text");
        (std::fs::read(path).expect("a file"), text)
    });
    both.unzip()
}

fn reading(c: &mut Criterion) {
    let (artifacts, texts) = files();
    let mut group = c.benchmark_group("read all artifacts of tests/bytecode");
    group.throughput(Throughput::Elements(artifacts.len() as u64));
    group.bench_function("hloom", |b| {
        b.iter(|| {
            for bytes in &artifacts {
                black_box(read(bytes).expect("a module"));
            }
        });
    });
    group.bench_function("the same modules as text", |b| {
        b.iter(|| {
            for text in &texts {
                let module = parse_module(text).expect("a module");
                verify(&module).expect("a valid module");
                black_box(module);
            }
        });
    });
}

criterion_group!(benches, reading);
criterion_main!(benches);
