//! The corpus on upstream MLIR: every function that the interpreter can run is lowered to upstream's
//! dialects, run by its execution engine, and must give the same results.
//!
//! `spec/mlir.txt` lists the exceptions with their reasons. The quick suite takes a part of the files;
//! `cargo xtask mlir-sweep` takes them all, and prints figures. The server runs in a process of its
//! own, so a crash of upstream's code is a finding like any other. `HLOOM_MLIR_PIPELINE` names other
//! passes from `linalg` to buffers.

#![cfg(feature = "llvm")]

use hloom::upstream::{Error, Program, Worker};
use hloom_interp::Value;
use hloom_ir::Module;
use hloom_tests::corpus::{Case, cases, files, shown};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::time::{Duration, Instant};

/// The exceptions: a place or an op, and the reason.
const TABLE: &str = "spec/mlir.txt";

/// A part of this many of the files, in the quick suite.
const PART: usize = 40;

fn table() -> BTreeMap<String, String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(TABLE);
    let text = std::fs::read_to_string(path).expect("the table is there");
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines
        .map(|line| {
            let (name, why) = line.split_once(": ").expect("a line is `NAME: REASON`");
            (name.to_owned(), why.to_owned())
        })
        .collect()
}

#[derive(Default)]
struct Seen {
    worker: Option<Worker>,
    /// The pipeline of upstream's passes up to buffers, the usual one if it is empty.
    pipeline: String,
    functions: usize,
    ran: usize,
    /// The functions that are not lowered, by op.
    unsupported: BTreeMap<String, BTreeSet<String>>,
    /// Those of them that the backend for CPUs compiles whole, by place, with the op.
    compiled: BTreeMap<String, String>,
    /// The functions with other results, or on which upstream fails.
    wrong: BTreeMap<String, String>,
    time: Duration,
}

impl Seen {
    fn case(&mut self, module: &Module, case: &Case) {
        self.functions += 1;
        let mut worker = match self.worker.take() {
            Some(worker) if !worker.is_dead() => worker,
            _ => Worker::start().unwrap_or_else(|error| panic!("{error}")),
        };
        let start = Instant::now();
        let types: Vec<_> = case.inputs.iter().map(Value::ty).collect();
        let program = Program::new(&mut worker, module, &case.name, &types, &self.pipeline);
        let ran = program.and_then(|program| {
            program.run(&mut worker, &case.inputs, &hloom_interp::Options::default())
        });
        self.time += start.elapsed();
        self.worker = Some(worker);
        let place = case.place.clone();
        match ran {
            Ok(got) if case.agrees(&got) => self.ran += 1,
            Ok(got) => {
                let (got, want) = (shown(&got), shown(&case.want));
                self.wrong.insert(place, format!("{got} instead of {want}"));
            }
            Err(Error::Program(found))
                if found.iter().any(|d| d.message.contains("has no form")) =>
            {
                let op = found[0].message.split('`').nth(1).unwrap_or_default().to_owned();
                if is_compiled(module, case) {
                    self.compiled.insert(place.clone(), op.clone());
                }
                self.unsupported
                    .entry(op)
                    .or_default()
                    .insert(format!("{place}: {}", found[0].message));
            }
            Err(error) => {
                self.wrong.insert(place, error.to_string());
            }
        }
    }
}

/// Whether the backend for CPUs makes code of all ops.
fn is_compiled(module: &Module, case: &Case) -> bool {
    let options = hloom::Options { entry: Some(case.name.clone()), ..Default::default() };
    let ran = hloom::compile_module(module.clone(), &options).and_then(|program| {
        program.run_values(case.inputs.clone())?;
        Ok(program.interpreted().is_empty())
    });
    ran.unwrap_or(false)
}

#[test]
fn the_corpus_runs_on_upstream_mlir() {
    let all = std::env::var_os("HLOOM_MLIR_SWEEP").is_some();
    let pipeline = std::env::var("HLOOM_MLIR_PIPELINE").unwrap_or_default();
    let mut seen = Seen { pipeline, ..Seen::default() };
    for (i, path) in files().iter().enumerate() {
        if all || i % PART == 7 {
            cases(path, &mut |module, case| seen.case(module, &case));
        }
    }
    let table = table();
    let mut findings = Vec::new();
    for (op, places) in &seen.unsupported {
        if !table.contains_key(op) {
            let some: Vec<&String> = places.iter().take(3).collect();
            findings.push(format!("{op} is not lowered {} times: {some:?}", places.len()));
        }
    }
    for (place, what) in &seen.wrong {
        if !table.contains_key(place) {
            findings.push(format!("{place}: {what}"));
        }
    }
    if all {
        for name in table.keys() {
            if !seen.unsupported.contains_key(name) && !seen.wrong.contains_key(name) {
                findings.push(format!("{TABLE} lists {name}, which runs and agrees"));
            }
        }
        let unsupported: usize = seen.unsupported.values().map(BTreeSet::len).sum();
        let (compiled, wrong) = (seen.compiled.len(), seen.wrong.len());
        println!(
            "of those that compile for CPUs, {compiled} have no form and {wrong} differ or fail: {:.2} %",
            100.0 * (compiled + wrong) as f64 / (seen.ran + compiled + wrong) as f64
        );
        println!(
            "{} functions: {} agree, {unsupported} have an op without a form, {} differ or fail; {:.1} s",
            seen.functions,
            seen.ran,
            seen.wrong.len(),
            seen.time.as_secs_f64()
        );
        for (op, places) in &seen.unsupported {
            println!("  {op}: {}", places.len());
        }
        for (place, op) in &seen.compiled {
            println!("  compiled for CPUs: {place}, but for {op}");
        }
    }
    assert!(
        findings.is_empty(),
        "{} of {}:\n{}",
        findings.len(),
        seen.functions,
        findings.join("\n")
    );
    assert!(seen.ran > 20, "only {} functions ran", seen.ran);
}

/// A program whose buffer is larger than the address space.
const HUGE: &str = "func.func @main(%i: tensor<i32>) -> tensor<1xf64> {
  %x = stablehlo.iota dim = 0 : tensor<35184372088832xf64>
  %y = stablehlo.sine %x : tensor<35184372088832xf64>
  %z = stablehlo.dynamic_slice %y, %i, sizes = [1] : (tensor<35184372088832xf64>, tensor<i32>) -> tensor<1xf64>
  return %z : tensor<1xf64>
}";

#[test]
fn a_server_that_dies_says_how() {
    let module = hloom_ir::text::parse_module(HUGE).expect("the text is valid");
    let mut worker = Worker::start().unwrap_or_else(|error| panic!("{error}"));
    let index = hloom_ir::Literal::zeros(hloom_ir::Type::scalar_tensor(hloom_ir::Element::I32));
    let inputs = [Value::Tensor(index.expect("there is memory"))];
    let types = [inputs[0].ty()];
    let program = Program::new(&mut worker, &module, "main", &types, "").expect("it compiles");
    let error = program.run(&mut worker, &inputs, &hloom_interp::Options::default()).unwrap_err();
    let said = error.to_string();
    assert!(matches!(error, Error::Died(_)) && said.contains("signal: 6"), "{said}");
    assert!(said.contains("memory allocation of 2814749767"), "{said}");
    assert!(worker.is_dead());
    let again = program.run(&mut worker, &inputs, &hloom_interp::Options::default());
    assert!(matches!(again, Err(Error::Died(_))));
}

#[test]
fn pipelines_of_the_user_run_and_fail_with_reasons() {
    let mut worker = Worker::start().unwrap_or_else(|error| panic!("{error}"));
    let text = "func.func @f(%x: i32) -> i32 { %0 = arith.constant 0 : i32
      %1 = arith.addi %x, %0 : i32
      return %1 : i32 }";
    let out = worker.passes(text, "builtin.module(canonicalize)").expect("it runs");
    assert!(!out.contains("arith."), "{out}");
    for (text, pipeline, why) in [
        (text, "builtin.module(canonicalise)", "`builtin.module(canonicalise)` is not one of"),
        ("func.func @f( {", "builtin.module(cse)", "upstream MLIR reports: expected"),
        ("func.func @f() -> i32 { return }", "builtin.module(cse)", "has 0 operands"),
    ] {
        let said = worker.passes(text, pipeline).unwrap_err().to_string();
        assert!(said.contains(why), "{said}");
    }
    // The server goes on.
    worker.passes(text, "builtin.module(cse)").expect("it runs");
}
