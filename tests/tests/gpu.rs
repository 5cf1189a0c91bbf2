//! The whole language on a GPU of this machine: functions of the test files must give the
//! interpreter's results.
//!
//! `cargo xtask gpu-test` runs it. `HLOOM_GPU=N` selects the GPU; without it, or without a driver,
//! the test prints a note and runs nothing. Inputs are random, from the seed `HLOOM_GPU_SEED`. The
//! device's memory is filled with a pattern before each run, so that unwritten results are
//! detected. If the GPU is lost, the test ends, because nothing can run on it afterwards.

#![cfg(feature = "ptx")]

use hloom_ir::Module;
use hloom_tests::corpus::{Case, SEED, cases_of, files, shown};

/// A number from an environment variable.
fn named(variable: &str) -> Option<u64> {
    let text = std::env::var(variable).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{variable} is a number, not `{text}`")))
}

/// Runs a case three times: launched directly, captured as a graph if possible, and replayed from
/// that graph.
fn run(module: &Module, case: &Case, gpu: usize) -> Result<(), hloom::Error> {
    let options = hloom::Options {
        entry: Some(case.name.clone()),
        gpu: Some(gpu),
        poison: true,
        ..Default::default()
    };
    let program = hloom::compile_module(module.clone(), &options)?;
    for _ in 0..3 {
        let got = program.run_values(case.inputs.clone())?;
        if !case.agrees(&got) {
            let what = format!("{} instead of {}", shown(&got), shown(&case.want));
            return Err(hloom::Error::Input(what));
        }
    }
    Ok(())
}

#[test]
fn what_the_interpreter_runs_a_gpu_runs_too() {
    let Some(gpu) = named("HLOOM_GPU") else {
        eprintln!("notice: HLOOM_GPU names no GPU, so none is tested");
        return;
    };
    let gpu = gpu as usize;
    let found = match hloom_ptx::driver::find(gpu) {
        Ok(found) => found,
        Err(error) => {
            eprintln!("notice: no GPU is tested: {error}");
            return;
        }
    };
    let seed = named("HLOOM_GPU_SEED").unwrap_or(SEED);
    let (major, minor) = found.driver;
    println!("{} as {}, CUDA {major}.{minor}, seed {seed}", found.name, found.target);
    let mut ran = 0usize;
    let mut wrong = Vec::new();
    for path in files() {
        cases_of(&path, seed, &mut |module, case| {
            ran += 1;
            match run(module, &case, gpu) {
                Ok(()) => {}
                Err(hloom::Error::Gpu(error @ hloom_ptx::Error::Lost { .. })) => {
                    panic!("{}: {error}", case.place);
                }
                Err(error) => wrong.push(format!("{}: {error}", case.place)),
            }
        });
    }
    println!("{} of {ran} functions agree", ran - wrong.len());
    assert!(wrong.is_empty(), "{} of {ran}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(ran > 3000, "only {ran} functions are there");
}
