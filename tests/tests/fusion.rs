//! The programs of `tests/fusion/` under every policy of `fuse`: results are the same, every fusion
//! is one kernel, plans can be replayed, and counters have the expected values.
#![cfg(feature = "llvm")]

use hloom_analysis::kernel::{KernelShape, kernel_shape_of_block};
use hloom_interp::Value;
use hloom_ir::module::Module;
use hloom_ir::ops::Op;
use hloom_ir::{Element, Literal, Type};
use hloom_llvm::{Executable, ThreadPool};
use hloom_loops::program::{Facts, Program};
use hloom_passes::fusion::Control;
use hloom_passes::fusion::plan_file::{FusionPlan, HEADER};
use hloom_passes::{Options, Pipeline};
use hloom_tests::campaign::Random;
use std::path::{Path, PathBuf};
use std::sync::Arc;

const POLICIES: [&str; 5] = ["none", "all", "no-redundancy", "greedy", "cost"];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fusion")
}

fn programs() -> Vec<(String, String)> {
    let entries = std::fs::read_dir(folder()).expect("the folder is there");
    let mut found: Vec<(String, String)> = entries
        .filter_map(|e| Some(e.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|e| e == "mlir"))
        .map(|path| {
            let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
            (name, std::fs::read_to_string(&path).expect("it can be read"))
        })
        .collect();
    found.sort();
    assert!(found.len() >= 30, "programs are missing");
    found
}

fn read(text: &str) -> Module {
    let mut module = hloom_ir::text::parse_module(text).expect("it is well formed");
    let before = "inline,canonicalize,legalize-chlo,canonicalize,cse,canonicalize";
    run(&mut module, before, &Arc::default());
    module
}

fn run(module: &mut Module, pipeline: &str, fusion: &Arc<Control>) {
    let pipeline = Pipeline::parse(pipeline).expect("a pipeline");
    let options = Options { verify_each: true, fusion: fusion.clone(), ..Options::default() };
    hloom_passes::run(module, &pipeline, &options, &mut ()).expect("the passes run");
}

fn fused(module: &Module, policy: &str) -> Module {
    let mut module = module.clone();
    run(&mut module, &format!("fuse{{policy={policy}}},dce"), &Arc::default());
    module
}

/// Deterministic numbers from -1 to 1.
fn inputs(module: &Module) -> Vec<Literal> {
    let main = module.symbol("main").expect("there is a main");
    let types: &[Type] = module.func(main).function_type.inputs();
    let mut random = Random::new(7);
    let mut one = |ty: Type| {
        let mut literal = Literal::zeros(ty).expect("it is small");
        let mut number = || random.below(20_001) as f64 / 10_000.0 - 1.0;
        match ty.element() {
            Some(Element::F32) => {
                literal.as_mut_slice::<f32>().iter_mut().for_each(|x| *x = number() as f32);
            }
            Some(Element::F64) => {
                literal.as_mut_slice::<f64>().iter_mut().for_each(|x| *x = number());
            }
            Some(Element::I1) => {
                literal
                    .as_mut_slice::<u8>()
                    .iter_mut()
                    .for_each(|x| *x = u8::from(number() > -0.5));
            }
            Some(Element::I32) => {
                literal
                    .as_mut_slice::<i32>()
                    .iter_mut()
                    .for_each(|x| *x = (50.0 * number()) as i32);
            }
            other => panic!("no numbers of {other:?}"),
        }
        literal
    };
    types.iter().map(|&ty| one(ty)).collect()
}

fn lower(module: &Module) -> Program {
    let main = module.symbol("main").expect("there is a main");
    let lowered = hloom_loops::lower_function(module, main, &Default::default());
    lowered.unwrap_or_else(|e| panic!("{e}")).program
}

fn compiled(module: &Module, inputs: &[Literal]) -> Vec<Vec<f64>> {
    let main = module.symbol("main").expect("there is a main");
    let types = module.func(main).function_type.results().to_vec();
    let code = Executable::compile(&lower(module), &Default::default()).expect("it compiles");
    let bytes: Vec<&[u8]> = inputs.iter().map(Literal::bytes).collect();
    let pool = ThreadPool::new(2).expect("threads");
    let out = code.call(&bytes, &pool).expect("it runs");
    let literal = |(bytes, ty): (_, &Type)| Literal::new(*ty, bytes).expect("of its size");
    let out = out.iter().map(|b| b[..].into()).zip(&types).map(literal);
    out.map(|l| numbers(&l)).collect()
}

fn numbers(literal: &Literal) -> Vec<f64> {
    (0..literal.count()).map(|i| literal.get_f64(i)).collect()
}

fn interpreted(module: &Module, inputs: &[Literal]) -> Vec<Vec<f64>> {
    let values: Vec<Value> = inputs.iter().cloned().map(Value::Tensor).collect();
    let results = hloom_interp::run(module, "main", &values).expect("it runs");
    results.into_iter().filter_map(Value::into_tensor).map(|l| numbers(&l)).collect()
}

/// The results of a program of single precision, computed in double precision.
fn in_double(text: &str, inputs: &[Literal]) -> Vec<Vec<f64>> {
    let widened = |x: &Literal| match x.element() {
        Element::F32 => {
            let ty = Type::tensor(x.dims(), Element::F64);
            Literal::from_f64s(ty, &numbers(x)).expect("of its size")
        }
        _ => x.clone(),
    };
    let inputs: Vec<Literal> = inputs.iter().map(widened).collect();
    interpreted(&read(&text.replace("f32>", "f64>")), &inputs)
}

/// The largest difference, relative to the largest number of each result.
fn difference(a: &[Vec<f64>], b: &[Vec<f64>]) -> f64 {
    assert_eq!(a.len(), b.len());
    let mut worst = 0.0f64;
    for (x, y) in a.iter().zip(b) {
        assert_eq!(x.len(), y.len());
        let scale = x.iter().fold(0.0f64, |m, v| m.max(v.abs())).max(1e-30);
        for (p, q) in x.iter().zip(y) {
            assert_eq!(p.is_nan(), q.is_nan(), "{p} and {q}");
            worst = worst.max((p - q).abs() / scale);
        }
    }
    worst
}

#[test]
fn results_of_every_policy_agree() {
    for (name, text) in programs() {
        let module = read(&text);
        let inputs = inputs(&module);
        let wide = text.contains("xf64>");
        let allowed = if wide { 1e-12 } else { 1e-5 };
        let want = interpreted(&module, &inputs);
        for policy in POLICIES {
            let module = fused(&module, policy);
            let meant = difference(&want, &interpreted(&module, &inputs));
            assert!(meant == 0.0, "{name}, {policy}: interpreted, it differs by {meant:e}");
            let results = compiled(&module, &inputs);
            let mut found = difference(&want, &results);
            if found > allowed && !wide {
                // Sums that cancel: in order, in single precision, they have lost more digits than
                // the compiled ones. The program in double precision decides.
                found = difference(&in_double(&text, &inputs), &results);
            }
            assert!(found <= allowed, "{name}, {policy}: compiled, it differs by {found:e}");
        }
    }
}

#[test]
fn every_fusion_is_one_kernel() {
    for (name, text) in programs() {
        let module = read(&text);
        for policy in ["all", "no-redundancy", "cost"] {
            let module = fused(&module, policy);
            let main = module.symbol("main").expect("there is a main");
            for op in module.walk(main).filter(|&o| matches!(module.op(o), Op::Fusion(_))) {
                let block = module.entry(op, 0).expect("it has a body");
                let form = kernel_shape_of_block(&module, block);
                assert!(form != KernelShape::Staged, "{name}, {policy}: a fusion is no kernel");
            }
        }
    }
}

#[test]
fn unfusing_gives_back_what_was_there() {
    for (name, text) in programs() {
        let module = read(&text);
        let inputs = inputs(&module);
        let want = interpreted(&module, &inputs);
        let mut again = fused(&module, "cost");
        run(&mut again, "unfuse,cse,dce", &Arc::default());
        let main = again.symbol("main").expect("there is a main");
        assert!(again.walk(main).all(|o| !matches!(again.op(o), Op::Fusion(_))), "{name}");
        assert!(difference(&want, &interpreted(&again, &inputs)) == 0.0, "{name}");
    }
}

fn print(module: &Module) -> String {
    hloom_ir::text::print(module, &Default::default())
}

#[test]
fn plans_replay_to_the_same_program() {
    for (name, text) in programs() {
        let module = read(&text);
        let control = Arc::new(Control::default());
        let mut first = module.clone();
        run(&mut first, "fuse", &control);
        let report = control.report();
        let plan = FusionPlan::parse(&format!("{HEADER}\n{}", report.plan));
        assert!(plan.warnings.is_empty(), "{name}: {:?}", plan.warnings);
        let replay = Arc::new(Control::new(None, Some(plan)));
        let mut second = module.clone();
        run(&mut second, "fuse", &replay);
        assert_eq!(replay.report().warnings, Vec::<String>::new(), "{name}");
        assert_eq!(print(&first), print(&second), "{name}");
    }
}

/// The facts of kernels, in order.
fn kernels(program: &Program) -> Vec<(String, Facts)> {
    program.each_kernel().map(|(_, kernel)| (kernel.name.to_owned(), *kernel.facts)).collect()
}

fn kernels_of(name: &str) -> Vec<(String, Facts)> {
    let text = std::fs::read_to_string(folder().join(format!("{name}.mlir"))).expect("it is there");
    kernels(&lower(&fused(&read(&text), "cost")))
}

#[test]
fn what_reads_the_same_is_read_once() {
    // X, Y and Z are each read once.
    let bytes = 300 * 70 * 4;
    let two = kernels_of("two_sums");
    assert_eq!(two.len(), 1, "{two:?}");
    assert_eq!(two[0].1.bytes_read, 3 * bytes, "{two:?}");
    let three = kernels_of("three_sums");
    assert_eq!((three.len(), three[0].1.bytes_read), (1, bytes), "{three:?}");
    // No common input.
    assert_eq!(kernels_of("unrelated_sums").len(), 2);
    // X is read once for both products.
    let chain = kernels_of("weighted_mv_chain");
    assert_eq!(chain.len(), 1, "{chain:?}");
    assert_eq!(chain[0].1.bytes_read, (1003 * 37 + 1003 + 37) * 4, "{chain:?}");
    // A row of softmax is read once and written once.
    let softmax = kernels_of("softmax");
    assert_eq!(softmax.len(), 1, "{softmax:?}");
    assert_eq!((softmax[0].1.bytes_read, softmax[0].1.bytes_written), (120_000, 120_000));
}
