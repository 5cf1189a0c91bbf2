//! Sparse inputs: every policy of `fuse` gives the interpreter's results in every storage format,
//! also on empty matrices and matrices of one row or column; counters show that fusions iterate
//! over stored entries only; and all storage formats of few levels can be read.
#![cfg(feature = "llvm")]

use hloom_interp::Value;
use hloom_ir::literal::sparse::Sparse;
use hloom_ir::module::Module;
use hloom_ir::ops::Op;
use hloom_ir::types::sparse::SparseEncoding;
use hloom_ir::{Element, Literal, TensorType, Type};
use hloom_llvm::{Executable, ThreadPool};
use hloom_loops::program::machine::Machine;
use hloom_loops::program::{Inst, Program, Stmt};
use hloom_passes::{Options, Pipeline};
use hloom_tests::campaign::Random;
use std::collections::HashSet;
use std::path::{Path, PathBuf};

const POLICIES: [&str; 5] = ["none", "all", "no-redundancy", "greedy", "cost"];
const CSR: &str = "(d0 : dense, d1 : compressed)";
const CSC: &str = "(d1 : dense, d0 : compressed)";

fn encoding(levels: &str) -> SparseEncoding {
    let dims = ["d0", "d1", "d2"][..levels.matches(':').count()].join(", ");
    let text = format!("#sparse_tensor.encoding<{{ map = ({dims}) -> {levels} }}>");
    SparseEncoding::parse(&text).expect("an encoding").expect("it can be read")
}

/// Programs on a matrix `%x` of `M` rows and `N` columns, of type `X`.
fn programs() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fusion/sparse");
    let entries = std::fs::read_dir(folder).expect("the folder is there");
    let paths = entries.filter_map(|e| Some(e.ok()?.path()));
    let mut found: Vec<PathBuf> =
        paths.filter(|p| p.extension().is_some_and(|e| e == "mlir")).collect();
    found.sort();
    let name = |p: &PathBuf| p.file_stem().expect("a name").to_string_lossy().into_owned();
    let found: Vec<(String, String)> =
        found.iter().map(|p| (name(p), std::fs::read_to_string(p).expect("a text"))).collect();
    assert!(found.len() >= 15, "programs are missing");
    found
}

/// A program with its extents (`?` replaces `300` and `280` of the files), and the storage format
/// of its first argument.
fn with(text: &str, (m, n): (usize, usize), stored: Option<&str>, entries: usize) -> String {
    let text = text.replace("300", &m.to_string()).replace("280", &n.to_string());
    let plain = format!("%x: tensor<{m}x{n}xf64>");
    assert!(text.contains(&plain), "{text}");
    let Some(levels) = stored else { return text };
    let dense = format!("tensor<{m}x{n}xf64>");
    let sparse = format!("tensor<{m}x{n}xf64, {}>", encoding(levels));
    let argument = format!("%stored: {sparse} {{hloom.stored_entries = {entries} : i64}}");
    let made = format!("{{\n  %x = hloom.relayout %stored : ({sparse}) -> {dense}\n");
    text.replacen(&plain, &argument, 1).replacen("{\n", &made, 1)
}

fn read(text: &str) -> Module {
    let mut module = hloom_ir::text::parse_module(text).unwrap_or_else(|e| panic!("{e:?}\n{text}"));
    run(&mut module, "inline,relayout-sparse,canonicalize,cse,canonicalize");
    module
}

fn run(module: &mut Module, pipeline: &str) {
    let pipeline = Pipeline::parse(pipeline).expect("a pipeline");
    let options = Options { verify_each: true, ..Options::default() };
    hloom_passes::run(module, &pipeline, &options, &mut ()).expect("the passes run");
}

fn fused(module: &Module, fuse: &str) -> Module {
    let mut module = module.clone();
    run(&mut module, &format!("{fuse},dce"));
    module
}

/// Numbers from 0.1 to 1; `density` is the fraction of nonzero elements of the first argument.
fn inputs(module: &Module, part: f64) -> Vec<Literal> {
    let main = module.symbol("main").expect("there is a main");
    let mut random = Random::new(11);
    let types = module.func(main).function_type.inputs().to_vec();
    let mut one = |(i, ty): (usize, Type)| {
        let dense = ty.as_tensor().expect("a tensor").densified();
        let mut literal = Literal::zeros(dense.into()).expect("it is small");
        for x in literal.as_mut_slice::<f64>() {
            let (here, number) = (random.below(10_000), random.below(9_000));
            let stored = i > 0 || (here as f64) < part * 10_000.0;
            *x = if stored { 0.1 + number as f64 / 10_000.0 } else { 0.0 };
        }
        literal
    };
    types.into_iter().enumerate().map(&mut one).collect()
}

fn lower(module: &Module) -> Program {
    let main = module.symbol("main").expect("there is a main");
    let lowered = hloom_loops::lower_function(module, main, &Default::default());
    lowered.unwrap_or_else(|e| panic!("{e}")).program
}

/// The arguments in the program's storage formats.
fn arrays(module: &Module, inputs: &[Literal]) -> Vec<Literal> {
    let main = module.symbol("main").expect("there is a main");
    let types = module.func(main).function_type.inputs();
    let each = types.iter().zip(inputs).flat_map(|(&ty, input)| {
        match ty.as_tensor().and_then(|t| t.sparse()) {
            None => vec![input.clone()],
            Some(_) => {
                let sparse = Sparse::from_dense(ty, input).expect("it can be stored");
                sparse.arrays().into_iter().cloned().collect()
            }
        }
    });
    each.collect()
}

fn compiled(module: &Module, inputs: &[Literal], threads: usize) -> Vec<Vec<u8>> {
    let code = Executable::compile(&lower(module), &Default::default()).expect("it compiles");
    let arrays = arrays(module, inputs);
    let bytes: Vec<&[u8]> = arrays.iter().map(Literal::bytes).collect();
    let pool = ThreadPool::new(threads).expect("threads");
    let out = code.call(&bytes, &pool).expect("it runs");
    out.iter().map(|b| b[..].to_vec()).collect()
}

fn numbers(bytes: &[u8]) -> Vec<f64> {
    let number = |c: &[u8]| f64::from_le_bytes(c.try_into().expect("eight bytes"));
    bytes.chunks_exact(8).map(number).collect()
}

fn interpreted(module: &Module, inputs: &[Literal]) -> Vec<Vec<f64>> {
    let values: Vec<Value> = inputs.iter().cloned().map(Value::Tensor).collect();
    let results = hloom_interp::run(module, "main", &values).expect("it runs");
    let tensors = results.into_iter().filter_map(Value::into_tensor);
    tensors.map(|l| numbers(l.expanded().bytes())).collect()
}

/// The largest difference, relative to the largest number of each result.
fn difference(a: &[Vec<f64>], b: &[Vec<f64>]) -> f64 {
    assert_eq!(a.len(), b.len());
    let mut worst = 0.0f64;
    for (x, y) in a.iter().zip(b) {
        assert_eq!(x.len(), y.len());
        let scale = x.iter().filter(|v| v.is_finite()).fold(1e-30f64, |m, v| m.max(v.abs()));
        for (p, q) in x.iter().zip(y).filter(|(p, q)| p != q) {
            assert!(p.is_finite() && q.is_finite(), "{p} and {q}");
            worst = worst.max((p - q).abs() / scale);
        }
    }
    worst
}

fn drivers(module: &Module) -> usize {
    let main = module.symbol("main").expect("there is a main");
    let ops = module.walk(main);
    ops.filter(|&o| matches!(module.op(o), Op::Fusion(it) if it.driver.is_some())).count()
}

#[test]
fn every_policy_gives_the_same_in_every_storage() {
    let shapes = [(300, 280, 0.05), (300, 280, 0.0), (1, 300, 0.3), (300, 1, 0.3), (0, 280, 0.5)];
    let mut driven = 0;
    for (name, text) in programs() {
        for (m, n, part) in shapes {
            let dense = read(&with(&text, (m, n), None, 0));
            let inputs = inputs(&dense, part);
            let want = interpreted(&dense, &inputs);
            // Policies often agree; equal programs are run once.
            let mut known: HashSet<String> = HashSet::new();
            for stored in [None, Some(CSR), Some(CSC)] {
                let entries = (m as f64 * n as f64 * part) as usize;
                let module = read(&with(&text, (m, n), stored, entries));
                for policy in POLICIES {
                    let module = fused(&module, &format!("fuse{{policy={policy}}}"));
                    driven += drivers(&module);
                    if !known.insert(hloom_ir::text::print(&module, &Default::default())) {
                        continue;
                    }
                    let what = format!("{name}, {m}x{n}, {stored:?}, {policy}");
                    let meant = difference(&want, &interpreted(&module, &inputs));
                    assert!(meant <= 1e-13, "{what}: interpreted, it differs by {meant:e}");
                    let one = compiled(&module, &inputs, 1);
                    let found: Vec<Vec<f64>> = one.iter().map(|b| numbers(b)).collect();
                    let differs = difference(&want, &found);
                    assert!(differs <= 1e-9, "{what}: compiled, it differs by {differs:e}");
                    if drivers(&module) > 0 {
                        assert_eq!(one, compiled(&module, &inputs, 3), "{what}: threads");
                    }
                }
            }
        }
    }
    assert!(driven > 100, "only {driven} fusions ran over stored entries");
}

/// Every storage format of up to three dense and compressed levels in every order, and coordinates:
/// read, validated, made dense and run.
#[test]
fn every_storage_is_made_dense() {
    let mut all: Vec<(usize, String)> = vec![
        (2, "(d0 : compressed(nonunique), d1 : singleton)".to_owned()),
        (3, "(d0 : compressed(nonunique), d1 : singleton(nonunique), d2 : singleton)".to_owned()),
    ];
    for orders in [vec!["0"], vec!["01", "10"], vec!["012", "021", "102", "120", "201", "210"]] {
        for order in orders {
            for kinds in 0..1 << order.len() {
                let level = |(l, d): (usize, char)| {
                    let kind = if kinds >> l & 1 == 1 { "compressed" } else { "dense" };
                    format!("d{d} : {kind}")
                };
                let levels: Vec<String> = order.chars().enumerate().map(level).collect();
                all.push((order.len(), format!("({})", levels.join(", "))));
            }
        }
    }
    for (rank, levels) in all {
        let dims = &[3i64, 4, 2][..rank];
        let dense = TensorType::new(dims, Element::F64);
        let sparse = dense.stored(&encoding(&levels));
        let text = format!(
            "func.func @main(%x: {sparse}) -> {dense} {{\n  %y = stablehlo.add %x, %x : ({sparse}, {sparse}) -> {dense}\n  return %y : {dense}\n}}"
        );
        let module = fused(&read(&text), "fuse");
        for part in [0.0, 0.4, 1.0] {
            let inputs = inputs(&module, part);
            let want = interpreted(&module, &inputs);
            let found: Vec<Vec<f64>> =
                compiled(&module, &inputs, 1).iter().map(|b| numbers(b)).collect();
            assert_eq!(want, found, "{levels}");
            let arrays = arrays(&module, &inputs);
            let bytes: Vec<&[u8]> = arrays.iter().map(Literal::bytes).collect();
            let program = lower(&module);
            let machine = Machine::new(&program, &bytes).expect("it begins");
            let out = machine.run(100_000).expect("it ends");
            assert_eq!(want, [numbers(&out[0])], "{levels}");
        }
    }
}

/// Number of float operations of a program, and number of stored elements that it reads.
fn operations(program: &Program, inputs: &[Literal]) -> u64 {
    let bytes: Vec<&[u8]> = inputs.iter().map(Literal::bytes).collect();
    let mut machine = Machine::new(program, &bytes).expect("it begins");
    let mut count = 0;
    loop {
        if let Some(Stmt::Let(v, Inst::Binary(..) | Inst::Fma(..) | Inst::Unary(..))) =
            machine.statement()
            && program.type_of(*v).scalar.is_float()
        {
            count += u64::from(program.type_of(*v).lanes);
        }
        if !machine.step().expect("it goes on") {
            return count;
        }
    }
}

fn program_named(searched: &str) -> String {
    let found = programs().into_iter().find(|(name, _)| name == searched);
    found.unwrap_or_else(|| panic!("there is no {searched}")).1
}

#[test]
fn an_outer_product_is_computed_at_stored_entries_alone() {
    let text = program_named("outer_loss");
    let mut per_entry = Vec::new();
    for part in [0.01, 0.02, 0.05] {
        let entries = (300.0 * 280.0 * part) as usize;
        let module = read(&with(&text, (300, 280), Some(CSR), entries));
        let module = fused(&module, "fuse");
        assert_eq!(drivers(&module), 1, "{}", hloom_ir::text::print(&module, &Default::default()));
        let inputs = inputs(&module, part);
        let stored = inputs[0].as_slice::<f64>().iter().filter(|x| **x != 0.0).count() as f64;
        let program = lower(&module);
        let arrays = arrays(&module, &inputs);
        let some = operations(&program, &arrays) as f64;
        let none = operations(&program, &{
            let mut empty = arrays.clone();
            let nothing = Literal::zeros(inputs[0].ty()).expect("it is small");
            let main = module.symbol("main").expect("there is a main");
            let ty = module.func(main).function_type.inputs()[0];
            let nothing = Sparse::from_dense(ty, &nothing).expect("nothing can be stored");
            for (array, none) in empty.iter_mut().zip(nothing.arrays()) {
                *array = none.clone();
            }
            empty
        }) as f64;
        per_entry.push((some - none) / stored);
    }
    // Eight products, their sum, a logarithm, and the final sum.
    let first = per_entry[0];
    assert!(first > 16.0 && first < 120.0, "{per_entry:?}");
    assert!(per_entry.iter().all(|n| (n / first - 1.0).abs() < 1e-9), "{per_entry:?}");
}

#[test]
fn dense_inputs_drive_nothing() {
    for (_, text) in programs() {
        let module = read(&with(&text, (300, 280), None, 0));
        for policy in ["all", "cost"] {
            assert_eq!(drivers(&fused(&module, &format!("fuse{{policy={policy}}}"))), 0);
        }
    }
    // Nor does a matrix with all elements stored, if that takes longer.
    let full = read(&with(&program_named("outer_loss"), (300, 280), Some(CSR), 84_000));
    assert_eq!(drivers(&fused(&full, "fuse")), 0);
}

#[test]
fn a_hole_is_a_zero() {
    let text = "
func.func @main(%x: tensor<2x3xf64, ENC>) -> (tensor<f64>, tensor<2xf64>, tensor<f64>) {
  %big = stablehlo.constant dense<0x7FF0000000000000> : tensor<f64>
  %one = stablehlo.constant dense<1.0> : tensor<f64>
  %min = stablehlo.reduce(%x init: %big) applies stablehlo.minimum across dimensions = [0, 1] : (tensor<2x3xf64, ENC>, tensor<f64>) -> tensor<f64>
  %rows = stablehlo.reduce(%x init: %big) applies stablehlo.minimum across dimensions = [1] : (tensor<2x3xf64, ENC>, tensor<f64>) -> tensor<2xf64>
  %prod = stablehlo.reduce(%x init: %one) applies stablehlo.multiply across dimensions = [0, 1] : (tensor<2x3xf64, ENC>, tensor<f64>) -> tensor<f64>
  return %min, %rows, %prod : tensor<f64>, tensor<2xf64>, tensor<f64>
}";
    for levels in [CSR, CSC] {
        let text = text.replace("ENC", &encoding(levels).to_string());
        let module = fused(&read(&text), "fuse{policy=all}");
        assert!(drivers(&module) > 0, "{}", hloom_ir::text::print(&module, &Default::default()));
        let main = module.symbol("main").expect("there is a main");
        let ty = module.func(main).function_type.inputs()[0];
        let dense = Type::from(ty.as_tensor().expect("a tensor").densified());
        for (x, want) in [
            ([1.0, 2.0, 3.0, 4.0, 0.0, 6.0], ([0.0], [1.0, 0.0], [0.0])),
            ([1.0, 2.0, 3.0, 4.0, 5.0, 6.0], ([1.0], [1.0, 4.0], [720.0])),
        ] {
            let x = Literal::from_f64s(dense, &x).expect("of its size");
            let want = vec![want.0.to_vec(), want.1.to_vec(), want.2.to_vec()];
            assert_eq!(interpreted(&module, std::slice::from_ref(&x)), want);
            let found: Vec<Vec<f64>> =
                compiled(&module, &[x], 1).iter().map(|b| numbers(b)).collect();
            assert_eq!(found, want, "{levels}");
        }
    }
}

#[test]
fn zero_annihilates_unless_that_is_forbidden() {
    let text = "
func.func @main(%x: tensor<40x50xf64, ENC>, %y: tensor<40x50xf64>) -> tensor<f64> {
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %p = stablehlo.multiply %x, %y : (tensor<40x50xf64, ENC>, tensor<40x50xf64>) -> tensor<40x50xf64>
  %s = stablehlo.reduce(%p init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<40x50xf64>, tensor<f64>) -> tensor<f64>
  return %s : tensor<f64>
}";
    let module = read(&text.replace("ENC", &encoding(CSR).to_string()));
    let mut inputs = inputs(&module, 0.1);
    let hole = inputs[0].as_slice::<f64>().iter().position(|x| *x == 0.0).expect("a hole");
    inputs[1].as_mut_slice::<f64>()[hole] = f64::NAN;
    let result = |fuse: &str| {
        let module = fused(&module, fuse);
        (drivers(&module), numbers(&compiled(&module, &inputs, 1)[0])[0])
    };
    let (driven, sum) = result("fuse");
    assert!(driven == 1 && sum.is_finite(), "{driven}, {sum}");
    for fuse in ["fuse{sparse=strict}", "fuse{sparse=off}"] {
        let (driven, sum) = result(fuse);
        assert!(driven == 0 && sum.is_nan(), "{fuse}: {driven}, {sum}");
    }
    // A number that is known to be finite needs no check.
    let text = "
func.func @main(%x: tensor<40x50xf64, ENC>, %y: tensor<40x50xi1>) -> tensor<f64> {
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %n = stablehlo.convert %y : (tensor<40x50xi1>) -> tensor<40x50xf64>
  %p = stablehlo.multiply %x, %n : (tensor<40x50xf64, ENC>, tensor<40x50xf64>) -> tensor<40x50xf64>
  %s = stablehlo.reduce(%p init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<40x50xf64>, tensor<f64>) -> tensor<f64>
  return %s : tensor<f64>
}";
    let module = read(&text.replace("ENC", &encoding(CSR).to_string()));
    assert_eq!(drivers(&fused(&module, "fuse{sparse=strict}")), 1);
}

/// Under `sparse=strict` a fusion is driven only if it gives the IEEE 754 results, bit for bit: no
/// factor may overflow in a conversion, and no sign of a zero may be observable.
#[test]
fn strict_fusions_are_exact_where_nothing_is_stored() {
    let f32s = "tensor<3x4xf32, ENC>";
    let sum = |p: &str, init: &str| {
        format!(
            "%i = stablehlo.constant dense<{init}> : tensor<f32>\n  %r = stablehlo.reduce({p} init: %i) applies stablehlo.add across dimensions = [1] : (tensor<3x4xf32>, tensor<f32>) -> tensor<3xf32>\n  return %r : tensor<3xf32>"
        )
    };
    let times = |constant: &str, result: &str| {
        format!(
            "func.func @main(%x: {f32s}) -> tensor<3xf32> {{\n  %y = stablehlo.constant dense<{constant}> : tensor<3x4xf32>\n  %p = stablehlo.multiply %x, %y : ({f32s}, tensor<3x4xf32>) -> tensor<3x4xf32>\n  {result}\n}}"
        )
    };
    let overflow = format!(
        "func.func @main(%x: {f32s}) -> tensor<3xf32> {{\n  %c = stablehlo.constant dense<1.0e300> : tensor<3x4xf64>\n  %y = stablehlo.convert %c : (tensor<3x4xf64>) -> tensor<3x4xf32>\n  %p = stablehlo.multiply %x, %y : ({f32s}, tensor<3x4xf32>) -> tensor<3x4xf32>\n  {}\n}}",
        sum("%p", "0.0")
    );
    let maximum = "%i = stablehlo.constant dense<0xFF800000> : tensor<f32>\n  %r = stablehlo.reduce(%p init: %i) applies stablehlo.maximum across dimensions = [1] : (tensor<3x4xf32>, tensor<f32>) -> tensor<3xf32>\n  return %r : tensor<3xf32>";
    let entries = format!(
        "func.func @main(%x: {f32s}) -> tensor<3x4xf32> {{\n  %d = hloom.relayout %x : ({f32s}) -> tensor<3x4xf32>\n  %n = stablehlo.negate %d : tensor<3x4xf32>\n  %a = stablehlo.ceil %n : tensor<3x4xf32>\n  return %a : tensor<3x4xf32>\n}}"
    );
    // Each program, and whether stored entries may drive it.
    let cases = [
        (overflow, false),
        (times("2.0", &sum("%p", "0.0")), true),
        (times("-2.0", &sum("%p", "0.0")), true),
        (times("-2.0", &sum("%p", "-0.0")), false),
        (times("2.0", &sum("%p", "-0.0")), false),
        (times("-2.0", maximum), false),
        (entries, false),
    ];
    for (text, driven) in cases {
        let module = read_without_folding(&text.replace("ENC", &encoding(CSR).to_string()));
        let fused = fused(&module, "fuse{policy=all,sparse=strict}");
        assert_eq!(drivers(&fused) > 0, driven, "{text}");
        let dense = TensorType::new(&[3, 4], Element::F32);
        // A row without entries, one with a single entry, and a full one.
        let x = [0.0, 0.0, 0.0, 0.0, 0.0, -3.0, 0.0, 0.0, 1.0, 2.0, -3.0, 4.0];
        let x = Literal::from_f64s(dense.into(), &x).expect("of its size");
        let values = [Value::Tensor(x.clone())];
        let want = hloom_interp::run(&module, "main", &values).expect("it runs");
        let want: Vec<u32> = bits(want[0].tensor().expect("a tensor").expanded().bytes());
        let found = bits(&compiled(&fused, &[x], 1)[0]);
        assert_eq!(want, found, "{text}");
    }
}

/// The bits of `f32` numbers, with all NaNs equal.
fn bits(bytes: &[u8]) -> Vec<u32> {
    let number = |c: &[u8]| u32::from_le_bytes(c.try_into().expect("four bytes"));
    let one_nan = |b: u32| if f32::from_bits(b).is_nan() { f32::NAN.to_bits() } else { b };
    bytes.chunks_exact(4).map(|c| one_nan(number(c))).collect()
}

fn read_without_folding(text: &str) -> Module {
    let mut module = hloom_ir::text::parse_module(text).unwrap_or_else(|e| panic!("{e:?}\n{text}"));
    run(&mut module, "relayout-sparse");
    module
}
