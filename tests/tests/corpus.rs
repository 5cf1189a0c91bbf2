//! The whole language on the CPU: every corpus function that the interpreter can run is compiled
//! and run, and must give the same results.
//!
//! Ops without code generation are executed by the interpreter, one by one; [`INTERPRETED`] lists
//! exactly these ops.

#![cfg(feature = "llvm")]

use hloom_ir::Module;
use hloom_tests::corpus::{Case, cases, files, shown};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Ops that the interpreter runs for compiled programs; a name that ends in a dot stands for a
/// dialect. The README has the same list in words.
const INTERPRETED: &[&str] = &[
    // Rare scalars and extents beside tensors.
    "arith.",
    "math.",
    "shape.",
    "tensor.",
    "chlo.minimum_broadcast_shapes",
    // Any op whose sizes are known at run time only.
    "ops on unknown extents",
    // Multi-process ops, and communication with the host.
    "interpreter.print",
    "interpreter.run_parallel",
    "sdy.manual_computation",
    "sdy.named_computation",
    "stablehlo.async_done",
    "stablehlo.async_start",
    "stablehlo.collective_broadcast",
    "stablehlo.partition_id",
    "stablehlo.replica_id",
    // Recursive functions, and functions whose branches can't be raised to structured control flow.
    "func.call",
    "func.func",
    // Functions of other libraries.
    "stablehlo.custom_call",
    // Random numbers from the run's own source; bits of elements of odd widths.
    "stablehlo.rng",
    "stablehlo.rng_bit_generator",
];

/// Functions whose results may differ: the file, the beginning of the name, and the reason.
const DIFFERENT: &[(&str, &str, &str)] = &[
    (
        "jax/decompositions.mlir.gz",
        "svd",
        "singular vectors have the signs and phases of the algorithm, and those of zero any basis",
    ),
    (
        "jax/decompositions.mlir.gz",
        "eigh",
        "eigenvectors have the signs and phases of the algorithm",
    ),
];

/// Whether the results of a function may differ.
fn may_differ(place: &str) -> bool {
    let (file, name) = place.split_once('@').unwrap_or((place, ""));
    DIFFERENT.iter().any(|(of, begin, _)| file.starts_with(of) && name.starts_with(begin))
}

/// Statistics.
#[derive(Default)]
struct Seen {
    functions: usize,
    wrong: Vec<String>,
    interpreted: BTreeMap<String, BTreeSet<String>>,
}

impl Seen {
    /// Compiles and runs a case.
    fn case(&mut self, module: &Module, case: Case) {
        let Case { name, place, inputs, want, .. } = &case;
        self.functions += 1;
        let options = hloom::Options { entry: Some(name.clone()), ..Default::default() };
        let ran = hloom::compile_module(module.clone(), &options)
            .and_then(|program| Ok((program.run_values(inputs.clone())?, program.interpreted())));
        match ran {
            Err(error) => self.wrong.push(format!("{place}: {error}")),
            Ok((got, interpreted)) => {
                for op in interpreted {
                    self.interpreted.entry(op).or_default().insert(place.clone());
                }
                let differs = !case.agrees(&got);
                if differs && !may_differ(place) {
                    self.wrong.push(format!("{place}: {} instead of {}", shown(&got), shown(want)));
                }
            }
        }
    }

    fn file(&mut self, path: &Path) {
        cases(path, &mut |module, case| self.case(module, case));
    }
}

#[test]
fn what_the_interpreter_runs_the_cpu_runs_too() {
    let mut seen = Seen::default();
    for path in files() {
        seen.file(&path);
    }
    let listed: BTreeSet<&str> = INTERPRETED.iter().copied().collect();
    for (op, places) in &seen.interpreted {
        let dialect = op.split_inclusive('.').next().unwrap_or_default();
        if !listed.contains(op.as_str()) && !listed.contains(dialect) {
            let some: Vec<&String> = places.iter().take(3).collect();
            seen.wrong.push(format!("{op} is interpreted {} times: {some:?}", places.len()));
        }
    }
    for op in listed {
        if !seen
            .interpreted
            .keys()
            .any(|seen| seen == op || op.ends_with('.') && seen.starts_with(op))
        {
            seen.wrong.push(format!("{op} stands in the list, but no code leaves it out"));
        }
    }
    let (all, wrong) = (seen.functions, &seen.wrong);
    assert!(wrong.is_empty(), "{} of {all}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(all > 1000, "only {all} functions ran");
}

#[test]
fn owned_inputs_become_results_in_their_place() {
    let text =
        "func.func @main(%x: tensor<512x512xf32>, %y: tensor<512x512xf32>) -> tensor<512x512xf32> {
      %z = stablehlo.add %x, %y : tensor<512x512xf32>
      return %z : tensor<512x512xf32>
    }";
    let ty = hloom_ir::Type::tensor(&[512, 512], hloom_ir::Element::F32);
    let filled = |value: f32| {
        let mut literal = hloom_ir::Literal::zeros(ty).expect("there is memory");
        literal.as_mut_slice::<f32>().fill(value);
        literal
    };
    let options = hloom::Options { donate: vec![0], ..Default::default() };
    let program = hloom::compile(text, options).expect("a program");
    assert_eq!(program.donated(), [Some(0), None]);
    let (x, y) = (filled(1.0), filled(2.0));
    let place = x.bytes().as_ptr();
    let results = program.run_owned(vec![x, y.clone()]).expect("a result");
    assert_eq!(results[0].bytes().as_ptr(), place, "the sum is somewhere else");
    assert!(results[0].as_slice::<f32>().iter().all(|&z| z == 3.0));
    // Shared values and inputs that are only read must be preserved.
    let copied = filled(5.0);
    let results = program.run_owned(vec![copied.clone(), y.clone()]).expect("a result");
    assert!(copied.as_slice::<f32>().iter().all(|&x| x == 5.0));
    assert!(results[0].as_slice::<f32>().iter().all(|&z| z == 7.0));
    let dims = [512, 512];
    let views = [&copied, &y].map(|it| hloom::View::of(&dims, hloom_ir::Element::F32, it.bytes()));
    assert_eq!(program.run(&views).expect("a result")[0].bytes(), results[0].bytes());
    let wrong = program.run_owned(vec![y]).unwrap_err().to_string();
    assert!(wrong.contains("takes 2 arguments"), "{wrong}");
}

#[test]
fn programs_are_called_from_several_threads_on_memory_of_the_callers() {
    fn shared<T: Send + Sync>(_: &T) {}
    let text = "func.func @main(%x: tensor<?x3xf32>, %y: tensor<3xf32>) -> tensor<?xf32> {
      %z = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<?x3xf32>, tensor<3xf32>) -> tensor<?xf32>
      return %z : tensor<?xf32>
    }";
    let program = hloom::compile(text, hloom::Options::default()).expect("a program");
    shared(&program);
    std::thread::scope(|scope| {
        for rows in 1..4usize {
            let program = &program;
            scope.spawn(move || {
                let x: Vec<f32> = (0..rows * 3).map(|i| i as f32).collect();
                let dims = [rows, 3];
                let inputs =
                    [hloom::View::new(&dims, &x), hloom::View::new(&[3], &[1f32, 0.0, 2.0])];
                let results = program.run(&inputs).expect("a result");
                let want: Vec<f32> = x.chunks(3).map(|row| row[0] + 2.0 * row[2]).collect();
                assert_eq!(results[0].as_slice::<f32>(), want);
                assert_eq!(results[0].dims(), [rows as i64]);
                let mut bytes = vec![0u8; 4 * rows];
                program.run_into(&inputs, &mut [&mut bytes]).expect("a result");
                assert_eq!(bytes, results[0].bytes());
            });
        }
    });
    assert_eq!(program.interpreted(), Vec::<String>::new());
    let short =
        program.run(&[hloom::View::new(&[2, 2], &[0f32; 4]), hloom::View::new(&[3], &[0f32; 3])]);
    assert!(short.unwrap_err().to_string().contains("argument 0 must be tensor<?x3xf32>"));
    assert!(program.run(&[]).unwrap_err().to_string().contains("takes 2 arguments"));
}
