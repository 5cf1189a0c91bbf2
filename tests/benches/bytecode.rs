//! Reading of modules as bytecode and as text: the portable artifacts of `tests/bytecode`, and the
//! texts of the same modules, with the same locations; three large programs of `tests/bench` without ops of
//! CHLO, which artifacts do not have. Both readers verify.
#![allow(missing_docs, reason = "criterion's macros make undocumented functions")]

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use hloom_ir::bytecode::{Encoding, Options, Version, read, write};
use hloom_ir::text::{PrintOptions, parse_module, print};
use hloom_ir::verify::verify;
use hloom_passes::{Options as PassOptions, Pipeline, run};
use std::hint::black_box;
use std::path::Path;

/// The contents of all artifacts, and the texts of their modules.
fn files() -> (Vec<Vec<u8>>, Vec<String>) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("bytecode");
    let entries = std::fs::read_dir(folder).expect("the folder is there");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let is_artifact = |path: &std::path::PathBuf| {
        let name = path.to_string_lossy();
        name.ends_with(".bc") && !name.ends_with(".native.bc")
    };
    let both = paths.filter(is_artifact).map(|path| {
        let bytes = std::fs::read(path).expect("a file");
        let module = read(&bytes).expect("a module");
        let text = print(&module, &PrintOptions { locations: true, ..PrintOptions::default() });
        (bytes, text)
    });
    both.unzip()
}

/// Three large programs as artifacts and as texts.
fn programs() -> (Vec<Vec<u8>>, Vec<String>) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("bench/programs");
    let names = ["resnet50-1.mlir", "gpt2-decode-10.mlir", "encoder-128-gradient.mlir"];
    let both = names.into_iter().map(|name| {
        let text = std::fs::read_to_string(folder.join(name)).expect("a text");
        let mut module = parse_module(&text).expect("a module");
        let pipeline = Pipeline::parse("legalize-chlo").expect("a pipeline");
        run(&mut module, &pipeline, &PassOptions::default(), &mut ()).expect("it runs");
        let text = print(&module, &PrintOptions { locations: true, ..PrintOptions::default() });
        let encoding = Encoding::Artifact(Version::PORTABLE);
        let options = Options { encoding, locations: true };
        (write(&module, &options).expect("an artifact"), text)
    });
    both.unzip()
}

fn small_files(c: &mut Criterion) {
    reading(c, "read all artifacts of tests/bytecode", files());
}

fn large_programs(c: &mut Criterion) {
    reading(c, "read ResNet-50, GPT-2 and an encoder's gradient", programs());
}

fn reading(c: &mut Criterion, name: &str, (artifacts, texts): (Vec<Vec<u8>>, Vec<String>)) {
    let mut group = c.benchmark_group(name);
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

criterion_group!(benches, small_files, large_programs);
criterion_main!(benches);
