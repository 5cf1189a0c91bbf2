//! The whole language on an emulated GPU: functions of the test files are compiled to PTX,
//! run in the emulator, and give what the interpreter gives.
//!
//! Every second function is run; `HLOOM_PTX=0/1` runs all of them (one to two minutes),
//! `HLOOM_PTX=3/16` every sixteenth, from the third on, and
//! `HLOOM_PTX_TARGET=sm_90` another target than sm_80.

#![cfg(feature = "ptx")]

use hloom_ir::Module;
use hloom_ptx::Target;
use hloom_ptx::ptxas::{Ptxas, Usage};
use hloom_tests::corpus::{Case, agree, cases, files, shown};

/// Functions whose results may differ, or that can't be emulated, and why.
const DIFFERENT: &[(&str, &str)] = &[];

/// Which functions are run: this one, and then every so-many-th.
fn sample() -> (usize, usize) {
    match std::env::var("HLOOM_PTX").as_deref() {
        Ok(text) => match text.split_once('/').map(|(a, b)| (a.parse(), b.parse())) {
            Some((Ok(first), Ok(every))) if every > 0 => (first, every),
            _ => panic!("HLOOM_PTX is `FIRST/EVERY`, not `{text}`"),
        },
        Err(_) => (0, 2),
    }
}

fn target() -> Target {
    let name = std::env::var("HLOOM_PTX_TARGET").unwrap_or_else(|_| "sm_80".to_owned());
    Target::parse(&name).expect("HLOOM_PTX_TARGET names a target")
}

fn run(module: &Module, case: &Case) -> Result<(), String> {
    let options = hloom::Options {
        entry: Some(case.name.clone()),
        emulate: Some(target()),
        ..Default::default()
    };
    let got = hloom::compile_module(module.clone(), &options)
        .and_then(|program| program.run_values(case.inputs.clone()))
        .map_err(|error| error.to_string())?;
    match agree(&case.want, &got) {
        true => Ok(()),
        false => Err(format!("{} instead of {}", shown(&got), shown(&case.want))),
    }
}

/// One in so many functions is assembled for every target.
const ASSEMBLED: usize = 64;

#[test]
fn every_target_assembles() {
    let ptxas = match Ptxas::find() {
        Ok(ptxas) => ptxas,
        Err(error) => {
            eprintln!("notice: no kernel goes through ptxas: {error}");
            return;
        }
    };
    let every = std::env::var("HLOOM_PTXAS_EVERY").ok().and_then(|n| n.parse().ok());
    let every: usize = every.unwrap_or(ASSEMBLED);
    let (mut number, mut kernels, mut spilled) = (0usize, 0, 0);
    let mut wrong = Vec::new();
    for path in files() {
        cases(&path, &mut |module, case| {
            number += 1;
            if !number.is_multiple_of(every) {
                return;
            }
            for target in Target::ALL {
                let options = hloom::Options {
                    entry: Some(case.name.clone()),
                    emulate: Some(target),
                    ..Default::default()
                };
                let Ok(program) = hloom::compile_module(module.clone(), &options) else { continue };
                for text in program.ptx().iter().filter(|text| text.contains(".entry")) {
                    match ptxas.assemble(text, target) {
                        Ok(cubin) => {
                            kernels += cubin.usage.len();
                            let spills = |u: &&Usage| u.spill_stores + u.spill_loads > 0;
                            spilled += cubin.usage.iter().filter(spills).count();
                        }
                        Err(error) => wrong.push(format!("{} for {target}: {error}", case.place)),
                    }
                }
            }
        });
    }
    println!("{kernels} kernels assembled for six targets, {spilled} of them spill");
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(kernels > 100, "only {kernels} kernels were assembled");
}

#[test]
fn what_the_interpreter_runs_an_emulated_gpu_runs_too() {
    let (first, every) = sample();
    let (mut number, mut ran) = (0usize, 0);
    let mut wrong = Vec::new();
    for path in files() {
        cases(&path, &mut |module, case| {
            number += 1;
            if number % every != first % every {
                return;
            }
            ran += 1;
            if let Err(what) = run(module, &case)
                && !DIFFERENT.iter().any(|(known, _)| *known == case.place)
            {
                wrong.push(format!("{}: {what}", case.place));
            }
        });
    }
    println!("{} of {ran} functions agree", ran - wrong.len());
    assert!(wrong.is_empty(), "{} of {ran}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(number > 3000, "only {number} functions are there");
}

/// Attention as JAX writes it, with a mask, is one kernel, which spills nothing.
#[test]
fn attention_is_one_kernel() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("fusion");
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).expect("it can be read");
    let programs = [(read("attention.mlir"), 1)];
    let file = std::env::temp_dir().join(format!("attention-{}.mlir", std::process::id()));
    let ptxas = Ptxas::find().ok();
    let mut ran = 0;
    for (text, expected) in programs {
        std::fs::write(&file, text).expect("it can be written");
        cases(&file, &mut |module, case| {
            if case.name != "main" {
                return;
            }
            for target in Target::ALL {
                let options = hloom::Options {
                    entry: Some(case.name.clone()),
                    emulate: Some(target),
                    ..Default::default()
                };
                let program = hloom::compile_module(module.clone(), &options).expect("it compiles");
                let texts: Vec<_> =
                    program.ptx().iter().filter(|text| text.contains(".entry")).cloned().collect();
                let kernels: usize = texts.iter().map(|text| text.matches(".entry").count()).sum();
                assert_eq!(kernels, expected, "{target}: {texts:?}");
                for (ptxas, text) in ptxas.iter().zip(&texts) {
                    let cubin = ptxas.assemble(text, target).expect("it is assembled");
                    let spilled = |u: &Usage| u.spill_stores + u.spill_loads > 0;
                    assert!(!cubin.usage.iter().any(spilled), "{target}: {:?}", cubin.usage);
                }
                if matches!(target, Target::Sm75 | Target::Sm90) {
                    let got = program.run_values(case.inputs.clone()).expect("it runs");
                    let (want, got_shown) = (shown(&case.want), shown(&got));
                    assert!(agree(&case.want, &got), "{target}: {got_shown} instead of {want}");
                    ran += 1;
                }
            }
        });
    }
    std::fs::remove_file(&file).expect("it is there");
    assert_eq!(ran, 2);
}
