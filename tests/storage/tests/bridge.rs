//! StableHLO as storage programs: the value of the program over arrays in any encoding is the
//! interpreter's result.

use hloom_interp::Value as Given;
use hloom_ir::module::Module;
use hloom_ir::{Block, Literal, text};
use hloom_storage::{
    Coordinates, Duplicates, EvalError, Inputs, Numbers, Value, assemble, compile, evaluate,
    evaluate_module,
};
use hloom_storage_search::from_stablehlo::{Bridge, bridge, scalar};
use hloom_storage_search::search::{Options, Statistics, optimize};
use hloom_storage_tests::{Random, samples, stablehlo};

fn parse(source: &str) -> Module {
    text::parse_module(source).unwrap_or_else(|errors| panic!("{errors:?}\n{source}"))
}

fn main_block(module: &Module) -> Block {
    let function = module.symbol("main").unwrap();
    module.entry(function, 0).unwrap()
}

/// The elements of a literal as entries, without the zeros.
fn coordinates(literal: &Literal) -> Coordinates {
    let dims = literal.dims();
    let mut keys = vec![Vec::new(); dims.len()];
    let (mut reals, mut ints, mut bools) = (Vec::new(), Vec::new(), Vec::new());
    for i in 0..literal.count() {
        let zero = literal.get_f64(i) == 0.0;
        if zero {
            continue;
        }
        let mut rest = i as i64;
        for d in (0..dims.len()).rev() {
            keys[d].push(rest % dims[d]);
            rest /= dims[d];
        }
        reals.push(literal.get_f64(i));
        ints.push(literal.get_int(i).unwrap_or(0) as i64);
        bools.push(true);
    }
    let values: Numbers = match scalar(literal.element()).unwrap() {
        hloom_storage::Scalar::Real => reals.into(),
        hloom_storage::Scalar::Int => ints.into(),
        hloom_storage::Scalar::Bool => bools.into(),
    };
    let extents = dims.iter().map(|d| *d as u64).collect();
    Coordinates::new(extents, keys, values, Duplicates::Reject).unwrap()
}

/// The data of the program for these arguments.
fn data(bridge: &Bridge, program: &hloom_storage::Module, arguments: &[Literal]) -> Inputs {
    let mut inputs = Inputs::new();
    let named = bridge.arguments.iter().map(|(i, name)| (name, &arguments[*i]));
    // A program has the tensors that its result needs.
    let needed = named.chain(&bridge.constants).filter(|(name, _)| program.tensor(name).is_some());
    for (name, literal) in needed {
        if literal.dims().is_empty() {
            let value = match scalar(literal.element()).unwrap() {
                hloom_storage::Scalar::Real => Value::Real(literal.get_f64(0)),
                hloom_storage::Scalar::Int => Value::Int(literal.get_int(0).unwrap() as i64),
                hloom_storage::Scalar::Bool => Value::Bool(literal.get_int(0) != Some(0)),
            };
            inputs.insert(name.as_str().into(), value);
            continue;
        }
        let arrays = assemble(program, name, &coordinates(literal), &Inputs::new());
        inputs.extend(arrays.unwrap_or_else(|error| panic!("{name}: {error}")));
    }
    inputs
}

/// Whether the value is the tensor, modulo the width of integers.
fn same(value: &Value, expected: &Literal) -> bool {
    let dims = expected.dims();
    let bits = expected.element().bit_width();
    (0..expected.count()).all(|i| {
        let mut rest = i as i64;
        let mut key = vec![0; dims.len()];
        for d in (0..dims.len()).rev() {
            key[d] = rest % dims[d];
            rest /= dims[d];
        }
        let found = key.iter().try_fold(value.clone(), |value, key| match value {
            Value::Dict(entries) => entries.get(key).cloned(),
            _ => None,
        });
        match found {
            None => expected.get_f64(i) == 0.0,
            Some(Value::Real(found)) => {
                let want = expected.get_f64(i);
                found == want || found.is_nan() && want.is_nan()
            }
            Some(Value::Int(found)) => {
                let want = expected.get_int(i).unwrap() as i64;
                (found ^ want) << (64 - bits) == 0
            }
            Some(Value::Bool(found)) => found == (expected.get_int(i) != Some(0)),
            Some(_) => false,
        }
    })
}

/// Holds the storage program of `encoded` against the interpreter's results of `plain`, the same
/// program without encodings. Returns the number of numbers other than zero.
fn check(encoded: &str, plain: &str, arguments: &[Literal], search: bool) -> usize {
    let module = parse(encoded);
    let bridge = bridge(&module, main_block(&module))
        .unwrap_or_else(|refused| panic!("{refused}\n{encoded}"));
    let given: Vec<Given> = arguments.iter().cloned().map(Given::Tensor).collect();
    let expected = hloom_interp::run(&parse(plain), "main", &given)
        .unwrap_or_else(|error| panic!("{error:?}\n{plain}"));
    let mut numbers = 0;
    for (i, expected) in expected.iter().enumerate() {
        let Given::Tensor(expected) = expected else { panic!("a tensor") };
        let text = bridge.program(i);
        let program = compile(&text).unwrap_or_else(|errors| panic!("{errors:?}\n{text}"));
        let inputs = data(&bridge, &program, arguments);
        let (value, _) = evaluate_module(&program, &inputs, 10_000_000)
            .unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert!(same(&value, expected), "{encoded}\n{text}\n{value:?}\n{expected:?}");
        if search {
            let options = Options { statistics: Statistics::of(&inputs), ..Options::default() };
            let plan = optimize(&program, &options).unwrap();
            let value = match evaluate(&plan.term, &inputs, 10_000_000) {
                Ok((value, _)) => value,
                // Lookups of definitions in loops stay what they are.
                Err(EvalError::TooLong(_)) => continue,
                Err(error) => panic!("{error}\n{text}"),
            };
            assert!(same(&value, expected), "{encoded}\n{text}\n{value:?}\n{expected:?}");
        }
        numbers += value.entries() as usize;
    }
    numbers
}

fn random_program(seed: u64, search: bool) -> usize {
    let program = stablehlo::random(&mut Random::new(seed));
    check(&program.encoded, &program.plain, &program.arguments, search)
}

#[test]
fn random_programs_have_the_interpreters_results() {
    let numbers: usize = (0..150).map(|seed| random_program(seed, false)).sum();
    assert!(numbers > 500, "{numbers}");
}

#[test]
fn plans_of_random_programs_have_the_interpreters_results() {
    let numbers: usize = (0..20).map(|seed| random_program(1 << 33 | seed, true)).sum();
    assert!(numbers > 10, "{numbers}");
}

#[test]
fn campaign_stablehlo() {
    for seed in 0..samples(100) {
        random_program(1 << 32 | seed, seed % 50 == 0);
    }
}

#[test]
fn a_sampled_product_in_text() {
    let module = parse(
        "func.func @main(%A: tensor<3x4xf64, #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>>,
                         %B: tensor<3x2xf64>, %C: tensor<4x2xf64>) -> tensor<3x4xf64> {
           %0 = stablehlo.dot_general %B, %C, contracting_dims = [1] x [1] : (tensor<3x2xf64>, tensor<4x2xf64>) -> tensor<3x4xf64>
           %dense = \"hloom.relayout\"(%A) : (tensor<3x4xf64, #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>>) -> tensor<3x4xf64>
           %S = stablehlo.multiply %dense, %0 : tensor<3x4xf64>
           return %S : tensor<3x4xf64>
         }",
    );
    let bridge = bridge(&module, main_block(&module)).unwrap();
    let expected = "\
CREATE TENSOR A_pos1 : [int];
CREATE TENSOR A_crd1 : [int];
CREATE TENSOR A_val : [real];
CREATE TENSOR A : {int[3] -> {int[4] -> real}} AS
  sum(<i0, _> in 0:3) { unique(i0) -> sum(<p1, i1> in A_crd1(A_pos1(i0):A_pos1(i0 + 1))) { unique(i1) -> A_val(p1) } };
CREATE TENSOR B_val : [real; 6];
CREATE TENSOR B : {int[3] -> {int[2] -> real}} AS
  sum(<i0, _> in 0:3) { unique(i0) -> sum(<i1, _> in 0:2) { unique(i1) -> B_val(i0 * 2 + i1) } };
CREATE TENSOR C_val : [real; 8];
CREATE TENSOR C : {int[4] -> {int[2] -> real}} AS
  sum(<i0, _> in 0:4) { unique(i0) -> sum(<i1, _> in 0:2) { unique(i1) -> C_val(i0 * 2 + i1) } };
CREATE TENSOR v3 : {int[3] -> {int[4] -> real}} AS
  sum(<(m0, k0), x> in B, <(n0, k0), y> in C) { (m0, n0) -> x * y };
CREATE TENSOR dense : {int[3] -> {int[4] -> real}} AS
  A;
CREATE TENSOR S : {int[3] -> {int[4] -> real}} AS
  dense * v3;
S
";
    assert_eq!(bridge.program(0), expected);
}

/// The reason for which a body over `%x: tensor<3xf64>` and `%n: tensor<3xi32>` is refused.
fn refused(body: &str, result: &str) -> String {
    let module = parse(&format!(
        "func.func @main(%x: tensor<3xf64>, %n: tensor<3xi32>) -> {result} {{ {body} }}"
    ));
    bridge(&module, main_block(&module)).unwrap_err().to_string()
}

#[test]
fn ops_outside_of_the_calculus_are_refused() {
    let x = "tensor<3xf64>";
    assert_eq!(
        refused(&format!("%0 = stablehlo.exponential %x : {x} return %0 : {x}"), x),
        "`stablehlo.exponential` is not in the storage calculus"
    );
    assert_eq!(
        refused(
            "%0 = stablehlo.multiply %n, %n : tensor<3xi32>
             %1 = stablehlo.maximum %0, %n : tensor<3xi32> return %1 : tensor<3xi32>",
            "tensor<3xi32>"
        ),
        "`maximum` of narrow integers after sums or products is not in the calculus"
    );
    assert_eq!(
        refused(
            "%c = stablehlo.constant dense<1.0> : tensor<f64>
             %0 = stablehlo.reduce(%x init: %c) applies stablehlo.multiply across dimensions = [0] : (tensor<3xf64>, tensor<f64>) -> tensor<f64>
             return %0 : tensor<f64>",
            "tensor<f64>"
        ),
        "only sums are reductions of the calculus"
    );
}

/// A mapping by its name and the same one by upstream's levels stand for the same tensor, by arrays
/// with the same contents.
#[test]
fn mappings_mean_what_upstreams_encodings_mean() {
    let matrix =
        |levels: &str| format!("#sparse_tensor.encoding<{{ map = (d0, d1) -> ({levels}) }}>");
    let pairs = [
        ("csr", matrix("d0 : dense, d1 : compressed")),
        ("csc", matrix("d1 : dense, d0 : compressed")),
        ("dcsr", matrix("d0 : compressed, d1 : compressed")),
        ("coo_matrix", matrix("d0 : compressed(nonunique), d1 : singleton")),
        ("dense_matrix", matrix("d0 : dense, d1 : dense")),
        ("dense_columns", matrix("d1 : dense, d0 : dense")),
    ];
    let mut random = Random::new(24);
    for (name, upstream) in pairs {
        for _ in 0..20 {
            let (m, n) = (random.below(5) as i64, random.below(5) as i64);
            let numbers: Vec<f64> = (0..m * n).map(|_| random.below(3) as f64).collect();
            let ty = hloom_ir::Type::tensor(&[m, n], hloom_ir::Element::F64);
            let literal = Literal::from_f64s(ty, &numbers).unwrap();
            let stored = [format!("#hloom.storage<\"{name}\">"), upstream.clone()].map(|encoding| {
                let text = format!(
                    "func.func @main(%A: tensor<{m}x{n}xf64, {encoding}>) -> tensor<{m}x{n}xf64> {{
                       %0 = hloom.relayout %A : (tensor<{m}x{n}xf64, {encoding}>) -> tensor<{m}x{n}xf64>
                       return %0 : tensor<{m}x{n}xf64>
                     }}"
                );
                let module = parse(&text);
                assert_eq!(hloom_storage::encoding::verify(&module, &text), Ok(()));
                let program = bridge(&module, main_block(&module)).unwrap().program(0);
                let program = compile(&program).unwrap();
                let inputs = assemble(&program, "A", &coordinates(&literal), &Inputs::new());
                let inputs = inputs.unwrap_or_else(|error| panic!("{encoding}: {error}"));
                let (value, _) = evaluate_module(&program, &inputs, 1000).unwrap();
                assert!(same(&value, &literal), "{encoding} {value:?}");
                // The arrays of the same role: values, and the innermost positions and coordinates.
                let ending = |ends: &[&str]| {
                    let of = |end: &&str| inputs.get(&format!("A_{end}").as_str().into()).cloned();
                    ends.iter().find_map(of)
                };
                [
                    ending(&["val"]),
                    ending(&["pos2", "pos1", "pos"]).filter(|_| !name.starts_with("coo")),
                    ending(&["idx2", "col", "crd1", "idx"]),
                ]
            });
            assert_eq!(stored[0], stored[1], "{name}");
        }
    }
}

#[test]
fn arrays_of_mappings_have_names_of_their_own() {
    let module = parse(
        "func.func @main(%A_m: tensor<3xf64>, %A: tensor<3x4xf64, #hloom.storage<\"ell\">>, %A_w: tensor<f64>) -> tensor<3x4xf64> {
           %0 = stablehlo.broadcast_in_dim %A_m, dims = [0] : (tensor<3xf64>) -> tensor<3x4xf64>
           %1 = stablehlo.broadcast_in_dim %A_w, dims = [] : (tensor<f64>) -> tensor<3x4xf64>
           %d = hloom.relayout %A : (tensor<3x4xf64, #hloom.storage<\"ell\">>) -> tensor<3x4xf64>
           %2 = stablehlo.multiply %0, %d : tensor<3x4xf64>
           %3 = stablehlo.multiply %1, %2 : tensor<3x4xf64>
           return %3 : tensor<3x4xf64>
         }",
    );
    let bridge = bridge(&module, main_block(&module)).unwrap();
    let names: Vec<&str> = bridge.arguments.values().map(String::as_str).collect();
    assert_eq!(names, ["A_m", "t_A", "A_w"]);
    assert_eq!(compile(&bridge.program(0)).map(|_| ()), Ok(()));
}
