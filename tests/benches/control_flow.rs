//! `lift-control-flow` on large functions, compared with upstream's `mlir-opt --lift-cf-to-scf`,
//! which raises the same branches to `scf` ops.
//!
//! The functions are random structured programs: loops, branches, breaks, early returns. The time
//! of `mlir-opt` is the one that it reports for its pass, without startup and parsing.
#![allow(missing_docs, reason = "criterion's macros make undocumented functions")]

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use hloom_ir::text::{PrintOptions, parse_module, print};
use hloom_passes::{Options, Pipeline, run};
use hloom_tests::campaign::Random;
use hloom_tests::sampling::{CfgShape, branches};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// The approximate number of blocks per function.
const SIZES: [usize; 4] = [100, 1_000, 10_000, 100_000];

/// `mlir-opt` of the LLVM installation that the build uses, if there is one.
fn peer() -> Option<PathBuf> {
    let tool = Path::new(&std::env::var_os("LLVM_SYS_221_PREFIX")?).join("bin/mlir-opt");
    tool.is_file().then_some(tool)
}

/// The time that `mlir-opt` reports for the pass; `None` if it rejects the file.
fn peer_time(tool: &Path, file: &Path) -> Option<Duration> {
    let output = Command::new(tool)
        .args(["--allow-unregistered-dialect", "--mlir-timing", "--mlir-disable-threading"])
        .args(["--mlir-timing-display=list", "--lift-cf-to-scf", "-o", "/dev/null"])
        .arg(file)
        .output()
        .expect("mlir-opt starts");
    let report = String::from_utf8_lossy(&output.stderr);
    let line = report.lines().find(|line| line.trim_end().ends_with("LiftControlFlowToSCFPass"))?;
    let seconds = line.split_whitespace().next()?.parse().ok()?;
    output.status.success().then(|| Duration::from_secs_f64(seconds))
}

fn lift(c: &mut Criterion) {
    let pipeline = Pipeline::parse("lift-control-flow").expect("a pipeline");
    for size in SIZES {
        let source = branches(&mut Random::new(1), CfgShape::Structured, size);
        let module = parse_module(&source).expect("a valid module");
        let function = module.functions().next().expect("a function");
        let blocks = module.blocks(module.regions(function)[0]).len();
        let mut group = c.benchmark_group(format!("lift a function of {size} blocks"));
        group.sample_size(10).throughput(Throughput::Elements(blocks as u64));
        group.bench_function("hloom", |b| {
            let copy = || module.clone();
            b.iter_batched_ref(
                copy,
                |module| {
                    run(module, &pipeline, &Options::default(), &mut ()).expect("it is lifted")
                },
                BatchSize::LargeInput,
            );
        });
        // Conditions as upstream MLIR expects them.
        let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("branches_{size}.mlir"));
        let generic = PrintOptions { generic: true, ..PrintOptions::default() };
        let upstream = print(&with_scalars(&source), &generic);
        std::fs::write(&file, upstream).expect("the build folder can be written");
        if let Some(tool) = peer()
            && peer_time(&tool, &file).is_some()
        {
            group.bench_function("mlir-opt", |b| {
                b.iter_custom(|n| (0..n).filter_map(|_| peer_time(&tool, &file)).sum());
            });
        }
        group.finish();
    }
}

/// The program with conditions extracted from their tensors.
fn with_scalars(source: &str) -> hloom_ir::Module {
    let mut module = parse_module(source).expect("a valid module");
    let pipeline = Pipeline::parse("lower-control-flow{scalars=true}").expect("a pipeline");
    run(&mut module, &pipeline, &Options::default(), &mut ()).expect("it is lowered");
    module
}

criterion_group!(benches, lift);
criterion_main!(benches);
