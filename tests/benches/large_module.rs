//! Parsing, printing and simplifying a large module, compared with upstream's `mlir-opt`.
//!
//! The module has 200,000 elementwise ops in generic form, which `mlir-opt` also reads if
//! unregistered dialects are allowed. Its times are those that it reports for its parser, which
//! verifies as ours does here, for its passes and for its output, without startup. Its passes run
//! on an equal module of `arith` ops, because `mlir-opt` does not know StableHLO.
#![allow(missing_docs, reason = "criterion's macros make undocumented functions")]

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use hloom_ir::Module;
use hloom_ir::text::{PrintOptions, parse_module, print};
use hloom_ir::verify::verify;
use hloom_passes::{Options, Pipeline, run};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// Number of ops in the module.
const OPS: usize = 200_000;

/// The ops of the module, and the equivalent `arith` ops.
const STABLEHLO: [&str; 4] =
    ["stablehlo.add", "stablehlo.multiply", "stablehlo.subtract", "stablehlo.maximum"];
const ARITH: [&str; 4] = ["arith.addf", "arith.mulf", "arith.subf", "arith.maximumf"];

/// A function of `ops` elementwise ops of these kinds, each on the previous result and an earlier
/// one.
fn elementwise(ops: usize, kinds: [&str; 4]) -> String {
    let ty = "tensor<16xf32>";
    let mut text = format!("module {{\n  func.func @main(%arg0: {ty}, %arg1: {ty}) -> {ty} {{\n");
    let name = |i: usize| if i < 2 { format!("%arg{i}") } else { format!("%{}", i - 2) };
    for i in 0..ops {
        let (kind, a, b) = (kinds[i % 4], name(i + 1), name((i * 7919) % (i + 2)));
        let _ = writeln!(text, "    %{i} = \"{kind}\"({a}, {b}) : ({ty}, {ty}) -> {ty}");
    }
    let _ = write!(text, "    return %{} : {ty}\n  }}\n}}\n", ops - 1);
    text
}

fn read(text: &str) -> Module {
    match parse_module(text) {
        Ok(module) => module,
        Err(errors) => panic!("{}", errors[0].message),
    }
}

/// `mlir-opt` of the LLVM installation that the build uses, if there is one.
fn peer() -> Option<PathBuf> {
    let tool = Path::new(&std::env::var_os("LLVM_SYS_221_PREFIX")?).join("bin/mlir-opt");
    tool.is_file().then_some(tool)
}

/// The time that `mlir-opt` reports under one of these names.
fn peer_time(tool: &Path, file: &Path, passes: &str, names: &[&str]) -> Duration {
    let output = Command::new(tool)
        .args(["--allow-unregistered-dialect", "--mlir-timing", "--mlir-disable-threading"])
        .args(["--mlir-timing-display=list", "-o", "/dev/null"])
        .arg(format!("--pass-pipeline=builtin.module({passes})"))
        .arg(file)
        .output()
        .expect("mlir-opt starts");
    let report = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{report}");
    let row = |name: &&str| {
        let line = report.lines().find(|line| line.trim_end().ends_with(*name));
        let seconds = line.and_then(|line| line.split_whitespace().next()?.parse().ok());
        Duration::from_secs_f64(seconds.unwrap_or_else(|| panic!("no `{name}` in {report}")))
    };
    names.iter().map(row).sum()
}

fn text(c: &mut Criterion) {
    let source = elementwise(OPS, STABLEHLO);
    let module = read(&source);
    let generic = PrintOptions { generic: true, ..PrintOptions::default() };
    let printed = print(&module, &generic).len() as u64;
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("elementwise.mlir");
    std::fs::write(&file, &source).expect("the build folder can be written");
    let peer = peer();

    let mut group = c.benchmark_group("parse and verify 200,000 ops");
    group.sample_size(20).throughput(Throughput::Bytes(source.len() as u64));
    group.bench_function("hloom", |b| {
        b.iter_with_large_drop(|| {
            let module = read(&source);
            assert!(verify(&module).is_ok());
            module
        });
    });
    if let Some(tool) = &peer {
        group.sample_size(10).bench_function("mlir-opt", |b| {
            b.iter_custom(|n| (0..n).map(|_| peer_time(tool, &file, "", &["Parser"])).sum());
        });
    }
    group.finish();

    let mut group = c.benchmark_group("print 200,000 ops");
    group.sample_size(20).throughput(Throughput::Bytes(printed));
    group.bench_function("hloom", |b| b.iter(|| print(&module, &generic)));
    if let Some(tool) = &peer {
        group.sample_size(10).bench_function("mlir-opt", |b| {
            b.iter_custom(|n| (0..n).map(|_| peer_time(tool, &file, "", &["Output"])).sum());
        });
    }
    group.finish();
}

fn passes(c: &mut Criterion) {
    let module = read(&elementwise(OPS, STABLEHLO));
    let pipeline = Pipeline::parse("canonicalize,cse").expect("a pipeline");
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("arith.mlir");
    std::fs::write(&file, elementwise(OPS, ARITH)).expect("the build folder can be written");

    let mut group = c.benchmark_group("canonicalize and cse 200,000 ops");
    group.sample_size(10);
    group.bench_function("hloom", |b| {
        b.iter_batched_ref(
            || module.clone(),
            |m| run(m, &pipeline, &Options::default(), &mut ()).expect("the passes run"),
            BatchSize::PerIteration,
        );
    });
    if let Some(tool) = &peer() {
        let both = "func.func(canonicalize,cse)";
        group.bench_function("mlir-opt", |b| {
            b.iter_custom(|n| {
                (0..n).map(|_| peer_time(tool, &file, both, &["Canonicalizer", "CSE"])).sum()
            });
        });
    }
    group.finish();
}

criterion_group!(benches, text, passes);
criterion_main!(benches);
