//! Run times of expressions under the policy `cost`, unfused and under the other policies, on one
//! thread; and the time that the decision takes.
#![allow(missing_docs, reason = "criterion's macros make undocumented functions")]

use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use hloom_ir::literal::sparse::Sparse;
use hloom_ir::module::Module;
use hloom_ir::{Element, Literal, Type};
use hloom_llvm::{Executable, ThreadPool};
use hloom_passes::fusion::{Settings, decide};
use hloom_passes::{Options, Pipeline};

/// The functions of each group: `hloom` is the policy `cost`.
const POLICIES: [(&str, &str); 5] = [
    ("hloom", "cost"),
    ("unfused", "none"),
    ("all", "all"),
    ("no-redundancy", "no-redundancy"),
    ("greedy", "greedy"),
];

fn programs() -> Vec<(&'static str, String)> {
    let f = |name: &'static str, text: &str| (name, text.to_owned());
    vec![
        f("cell: sum(X*Y*Z), 10000x1000", CELL),
        f("multi_agg: sum(X*Y), sum(X*Z), 10000x1000", MULTI_AGG),
        f("one aggregate, 10000x1000", ONE_AGG),
        f("three aggregates, 10000x1000", THREE_AGG),
        f("row: t(X) (X v), 10000x1000", ROW),
        f("row: t(X) (w (X v)), 100000x100", WEIGHTED),
        f("row: softmax, 4096x4096", SOFTMAX),
        f("L2SVM line search, 10000000", LINE_SEARCH),
        f("outer: sum(X*log(U t(V))), 2000x2000, rank 100", OUTER),
        f("dot: relu(X W + b), 512x512x512", DENSE),
    ]
}

const CELL: &str = "
func.func @main(%x: tensor<10000x1000xf32>, %y: tensor<10000x1000xf32>, %z: tensor<10000x1000xf32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %a = stablehlo.multiply %x, %y : tensor<10000x1000xf32>
  %b = stablehlo.multiply %a, %z : tensor<10000x1000xf32>
  %s = stablehlo.reduce(%b init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<10000x1000xf32>, tensor<f32>) -> tensor<f32>
  return %s : tensor<f32>
}";

const MULTI_AGG: &str = "
func.func @main(%x: tensor<10000x1000xf32>, %y: tensor<10000x1000xf32>, %z: tensor<10000x1000xf32>) -> (tensor<f32>, tensor<f32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %a = stablehlo.multiply %x, %y : tensor<10000x1000xf32>
  %b = stablehlo.multiply %x, %z : tensor<10000x1000xf32>
  %s = stablehlo.reduce(%a init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<10000x1000xf32>, tensor<f32>) -> tensor<f32>
  %t = stablehlo.reduce(%b init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<10000x1000xf32>, tensor<f32>) -> tensor<f32>
  return %s, %t : tensor<f32>, tensor<f32>
}";

const ONE_AGG: &str = "
func.func @main(%x: tensor<10000x1000xf32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %s = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<10000x1000xf32>, tensor<f32>) -> tensor<f32>
  return %s : tensor<f32>
}";

const THREE_AGG: &str = "
func.func @main(%x: tensor<10000x1000xf32>) -> (tensor<f32>, tensor<f32>, tensor<f32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %q = stablehlo.multiply %x, %x : tensor<10000x1000xf32>
  %s = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<10000x1000xf32>, tensor<f32>) -> tensor<f32>
  %t = stablehlo.reduce(%q init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<10000x1000xf32>, tensor<f32>) -> tensor<f32>
  %m = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<10000x1000xf32>, tensor<f32>) -> tensor<f32>
  return %s, %t, %m : tensor<f32>, tensor<f32>, tensor<f32>
}";

const ROW: &str = "
func.func @main(%x: tensor<10000x1000xf32>, %v: tensor<1000xf32>) -> tensor<1000xf32> {
  %q = stablehlo.dot_general %x, %v, contracting_dims = [1] x [0] : (tensor<10000x1000xf32>, tensor<1000xf32>) -> tensor<10000xf32>
  %r = stablehlo.dot_general %x, %q, contracting_dims = [0] x [0] : (tensor<10000x1000xf32>, tensor<10000xf32>) -> tensor<1000xf32>
  return %r : tensor<1000xf32>
}";

const WEIGHTED: &str = "
func.func @main(%x: tensor<100000x100xf32>, %w: tensor<100000xf32>, %v: tensor<100xf32>) -> tensor<100xf32> {
  %q = stablehlo.dot_general %x, %v, contracting_dims = [1] x [0] : (tensor<100000x100xf32>, tensor<100xf32>) -> tensor<100000xf32>
  %p = stablehlo.multiply %w, %q : tensor<100000xf32>
  %r = stablehlo.dot_general %x, %p, contracting_dims = [0] x [0] : (tensor<100000x100xf32>, tensor<100000xf32>) -> tensor<100xf32>
  return %r : tensor<100xf32>
}";

const SOFTMAX: &str = "
func.func @main(%x: tensor<4096x4096xf32>) -> tensor<4096x4096xf32> {
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %most = stablehlo.reduce(%x init: %least) applies stablehlo.maximum across dimensions = [1] : (tensor<4096x4096xf32>, tensor<f32>) -> tensor<4096xf32>
  %most_wide = stablehlo.broadcast_in_dim %most, dims = [0] : (tensor<4096xf32>) -> tensor<4096x4096xf32>
  %less = stablehlo.subtract %x, %most_wide : tensor<4096x4096xf32>
  %e = stablehlo.exponential %less : tensor<4096x4096xf32>
  %total = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4096x4096xf32>, tensor<f32>) -> tensor<4096xf32>
  %total_wide = stablehlo.broadcast_in_dim %total, dims = [0] : (tensor<4096xf32>) -> tensor<4096x4096xf32>
  %y = stablehlo.divide %e, %total_wide : tensor<4096x4096xf32>
  return %y : tensor<4096x4096xf32>
}";

const LINE_SEARCH: &str = "
func.func @main(%y: tensor<10000000xf32>, %xw: tensor<10000000xf32>, %xd: tensor<10000000xf32>, %s: tensor<f32>, %wd: tensor<f32>, %dd: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %zeros = stablehlo.constant dense<0.0> : tensor<10000000xf32>
  %one = stablehlo.constant dense<1.0> : tensor<10000000xf32>
  %step = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<10000000xf32>
  %sxd = stablehlo.multiply %step, %xd : tensor<10000000xf32>
  %at = stablehlo.add %xw, %sxd : tensor<10000000xf32>
  %yat = stablehlo.multiply %y, %at : tensor<10000000xf32>
  %out0 = stablehlo.subtract %one, %yat : tensor<10000000xf32>
  %inside = stablehlo.compare GT, %out0, %zeros : (tensor<10000000xf32>, tensor<10000000xf32>) -> tensor<10000000xi1>
  %sv = stablehlo.convert %inside : (tensor<10000000xi1>) -> tensor<10000000xf32>
  %out = stablehlo.multiply %out0, %sv : tensor<10000000xf32>
  %oy = stablehlo.multiply %out, %y : tensor<10000000xf32>
  %oyx = stablehlo.multiply %oy, %xd : tensor<10000000xf32>
  %sum = stablehlo.reduce(%oyx init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<10000000xf32>, tensor<f32>) -> tensor<f32>
  %xsv = stablehlo.multiply %xd, %sv : tensor<10000000xf32>
  %xsvx = stablehlo.multiply %xsv, %xd : tensor<10000000xf32>
  %sum2 = stablehlo.reduce(%xsvx init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<10000000xf32>, tensor<f32>) -> tensor<f32>
  %sdd = stablehlo.multiply %s, %dd : tensor<f32>
  %g0 = stablehlo.add %wd, %sdd : tensor<f32>
  %g = stablehlo.subtract %g0, %sum : tensor<f32>
  %h = stablehlo.add %dd, %sum2 : tensor<f32>
  return %g, %h : tensor<f32>, tensor<f32>
}";

const OUTER: &str = "
func.func @main(%x: tensor<2000x2000xf32>, %u: tensor<2000x100xf32>, %v: tensor<2000x100xf32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %tiny = stablehlo.constant dense<1.0e-15> : tensor<2000x2000xf32>
  %uv = stablehlo.dot_general %u, %v, contracting_dims = [1] x [1] : (tensor<2000x100xf32>, tensor<2000x100xf32>) -> tensor<2000x2000xf32>
  %p = stablehlo.add %uv, %tiny : tensor<2000x2000xf32>
  %l = stablehlo.log %p : tensor<2000x2000xf32>
  %xl = stablehlo.multiply %x, %l : tensor<2000x2000xf32>
  %s = stablehlo.reduce(%xl init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<2000x2000xf32>, tensor<f32>) -> tensor<f32>
  return %s : tensor<f32>
}";

const DENSE: &str = "
func.func @main(%x: tensor<512x512xf32>, %w: tensor<512x512xf32>, %b: tensor<512xf32>) -> tensor<512x512xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<512x512xf32>
  %xw = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
  %wide = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<512xf32>) -> tensor<512x512xf32>
  %sum = stablehlo.add %xw, %wide : tensor<512x512xf32>
  %y = stablehlo.maximum %sum, %zero : tensor<512x512xf32>
  return %y : tensor<512x512xf32>
}";

fn compile(text: &str, policy: &str) -> (Executable, Vec<Literal>, Vec<Literal>) {
    let mut module = hloom_ir::text::parse_module(text).expect("it is well formed");
    let passes = format!("canonicalize,cse,fuse{{policy={policy}}},dce");
    let pipeline = Pipeline::parse(&passes).expect("a pipeline");
    hloom_passes::run(&mut module, &pipeline, &Options::default(), &mut ()).expect("they run");
    let main = module.symbol("main").expect("there is a main");
    let options = hloom_llvm::Options::default();
    let machine = options.target.schedule_machine();
    let lowered = hloom_loops::lower_function(&module, main, &machine).expect("it is lowered");
    let code = Executable::compile(&lowered.program, &options).expect("it compiles");
    let filled = |number: f32| {
        move |&ty: &Type| {
            // The arrays of a sparse input are not known at compile time.
            let known = ty.as_tensor().is_some_and(|t| t.is_static());
            let ty = if known { ty } else { Type::tensor(&[0], Element::F32) };
            let mut literal = Literal::zeros(ty).expect("there is memory");
            match ty.element() {
                Some(Element::F64) => literal.as_mut_slice::<f64>().fill(number.into()),
                _ => literal.as_mut_slice::<f32>().fill(number),
            }
            literal
        }
    };
    let inputs = lowered.arguments.iter().map(filled(0.5)).collect();
    let outputs = lowered.results.iter().map(filled(0.0)).collect();
    (code, inputs, outputs)
}

fn policies(c: &mut Criterion) {
    for (name, text) in programs() {
        let mut group = c.benchmark_group(format!("fusion, {name}"));
        group.sample_size(10).warm_up_time(Duration::from_millis(200));
        group.measurement_time(Duration::from_secs(1));
        for (function, policy) in POLICIES {
            let (code, inputs, mut outputs) = compile(&text, policy);
            let inputs: Vec<&[u8]> = inputs.iter().map(Literal::bytes).collect();
            group.bench_function(function, |b| {
                b.iter(|| {
                    let mut out: Vec<&mut [u8]> =
                        outputs.iter_mut().map(|o| o.as_mut_slice::<u8>()).collect();
                    code.run(&inputs, &mut out, ThreadPool::serial()).expect("it runs");
                });
            });
        }
        group.finish();
    }
}

/// `sum(X * log(U t(V) + 1e-15))` with 2000 rows and columns and rank 100, in `f64`.
const SPARSE_OUTER: &str = "
func.func @main(%x: tensor<2000x2000xf64, #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>> {hloom.stored_entries = ENTRIES : i64}, %u: tensor<2000x100xf64>, %v: tensor<2000x100xf64>) -> tensor<f64> {
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %tiny = stablehlo.constant dense<1.0e-15> : tensor<2000x2000xf64>
  %dense = hloom.relayout %x : (tensor<2000x2000xf64, #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>>) -> tensor<2000x2000xf64>
  %uv = stablehlo.dot_general %u, %v, contracting_dims = [1] x [1] : (tensor<2000x100xf64>, tensor<2000x100xf64>) -> tensor<2000x2000xf64>
  %p = stablehlo.add %uv, %tiny : tensor<2000x2000xf64>
  %l = stablehlo.log %p : tensor<2000x2000xf64>
  %xl = stablehlo.multiply %dense, %l : tensor<2000x2000xf64>
  %s = stablehlo.reduce(%xl init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<2000x2000xf64>, tensor<f64>) -> tensor<f64>
  return %s : tensor<f64>
}";

/// A matrix of 2000 rows and columns in which one of `every` elements is not zero.
fn every(step: usize) -> Literal {
    let ty = Type::tensor(&[2000, 2000], Element::F64);
    let mut x = Literal::zeros(ty).expect("there is memory");
    x.as_mut_slice::<f64>().iter_mut().step_by(step).for_each(|x| *x = 0.5);
    x
}

/// The speedup of sparse-driven kernels over unfused dense ones on the same numbers, by density.
fn sparse(c: &mut Criterion) {
    for (density, step) in [("1", 1), ("0.1", 10), ("0.01", 101), ("0.001", 1009)] {
        let mut group = c.benchmark_group(format!("sparse outer product, density {density}"));
        group.sample_size(10).warm_up_time(Duration::from_millis(200));
        group.measurement_time(Duration::from_secs(1));
        let x = every(step);
        let stored = SPARSE_OUTER.replace("ENTRIES", &(4_000_000 / step).to_string());
        let module = hloom_ir::text::parse_module(&stored).expect("it is well formed");
        let main = module.symbol("main").expect("there is a main");
        let ty = module.func(main).function_type.inputs()[0];
        let sparse = Sparse::from_dense(ty, &x).expect("it can be stored");
        let of_x = Type::from(x.tensor().clone()).to_string();
        let dense = stored.replace(&ty.to_string(), &of_x);
        for (function, policy, text) in [("hloom", "cost", &stored), ("unfused", "none", &dense)] {
            let (code, inputs, mut outputs) = compile(text, policy);
            let arrays: Vec<&Literal> = match function {
                "hloom" => sparse.arrays(),
                _ => vec![&x],
            };
            let factors = inputs[inputs.len() - 2..].iter();
            let arrays: Vec<&[u8]> =
                arrays.into_iter().chain(factors).map(Literal::bytes).collect();
            group.bench_function(function, |b| {
                b.iter(|| {
                    let mut out: Vec<&mut [u8]> =
                        outputs.iter_mut().map(|o| o.as_mut_slice::<u8>()).collect();
                    code.run(&arrays, &mut out, ThreadPool::serial()).expect("it runs");
                });
            });
        }
        group.finish();
    }
}

/// A program of this many ops with values that are used twice.
fn ladder(ops: usize) -> Module {
    let t = "tensor<1000x100xf32>";
    let mut text = format!("func.func @main(%v0: {t}, %v1: {t}) -> {t} {{\n");
    for i in 2..ops + 2 {
        let (a, op) = match i % 7 {
            0 => (i - 2, "multiply"),
            3 => (i - 2, "subtract"),
            _ => (i - 1, "add"),
        };
        text += &format!("  %v{i} = stablehlo.{op} %v{}, %v{a} : {t}\n", i - 1);
    }
    text += &format!("  return %v{} : {t}\n}}\n", ops + 1);
    hloom_ir::text::parse_module(&text).expect("it is well formed")
}

fn deciding(c: &mut Criterion) {
    let mut group = c.benchmark_group("deciding what to fuse");
    group.sample_size(10);
    for ops in [100, 1_000, 10_000, 100_000] {
        let module = ladder(ops);
        let main = module.symbol("main").expect("there is a main");
        let block = module.entry(main, 0).expect("it has a body");
        group.throughput(Throughput::Elements(ops as u64));
        group.bench_function(format!("{ops} ops"), |b| {
            b.iter(|| decide(&module, block, &Settings::default()));
        });
    }
    group.finish();
}

criterion_group!(benches, policies, sparse, deciding);
criterion_main!(benches);
