//! Regression tests for edge cases: extents of 0, extents known at run time only, one-bit integers,
//! and bodies that share steps. Each caused a panic, an endless loop or a wrong result.

use crate::{ErrorKind, Options, Value, run_with};
use hloom_ir::literal::sparse::Sparse;
use hloom_ir::{Element, Literal, Type};
use std::fmt::Write;
use std::sync::Arc;

/// Runs `@main` of a program.
fn run(text: &str, inputs: &[Value]) -> Result<Vec<Value>, (ErrorKind, String)> {
    let module =
        hloom_ir::text::parse_module(text).unwrap_or_else(|found| panic!("{found:#?}\n{text}"));
    hloom_ir::verify::verify(&module).unwrap_or_else(|found| panic!("{found:#?}"));
    let results = run_with(&module, "main", inputs, &Options::default());
    results.map_err(|error| (error.kind, error.message))
}

/// The first result of a program, as numbers.
fn numbers(text: &str, inputs: &[Value]) -> Vec<f64> {
    let results = run(text, inputs).unwrap_or_else(|(_, message)| panic!("{message}"));
    super::numbers(results[0].tensor().expect("a tensor"))
}

#[test]
fn reductions_of_many_empty_rows_end() {
    let text = r#"
func.func @main(%x: tensor<1000000000000x0xf32>) -> tensor<0xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %y = "stablehlo.reduce"(%x, %zero) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.subtract %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<1000000000000x0xf32>, tensor<f32>) -> tensor<0xf32>
  return %y : tensor<0xf32>
}"#;
    let empty = Literal::zeros(Type::tensor(&[1_000_000_000_000, 0], Element::F32));
    assert_eq!(numbers(text, &[empty.expect("no elements").into()]), [0.0; 0]);
}

#[test]
fn sort_keys_that_share_their_steps_are_found_quickly() {
    // Each step doubles: expanded to a tree, the last has 2^60 leaves.
    let mut steps = String::new();
    for i in 0..60 {
        for side in ["l", "r"] {
            let _ = writeln!(
                steps,
                "%{side}{} = stablehlo.add %{side}{i}, %{side}{i} : tensor<f32>",
                i + 1
            );
        }
    }
    let text = format!(
        r#"
func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {{
  %y = "stablehlo.sort"(%x) <{{dimension = 0 : i64, is_stable = true}}> ({{
  ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
    {steps}
    %less = stablehlo.compare LT, %l60, %r60 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }}) : (tensor<3xf32>) -> tensor<3xf32>
  return %y : tensor<3xf32>
}}"#
    );
    let x = super::lit(Element::F32, &[3], &[3.0, 1.0, 2.0]);
    assert_eq!(numbers(&text, &[x.into()]), [1.0, 2.0, 3.0]);
}

#[test]
fn bodies_whose_calls_multiply_are_not_compiled() {
    // 10^7 calls of an empty function; one element is reduced, so the body never runs.
    let mut text = String::new();
    for i in 0..7 {
        let _ = writeln!(text, "func.func private @f{i}(%a0: tensor<f32>) -> tensor<f32> {{");
        for k in 0..10 {
            let _ = writeln!(
                text,
                "  %a{} = func.call @f{}(%a{k}) : (tensor<f32>) -> tensor<f32>",
                k + 1,
                i + 1
            );
        }
        text += "  return %a10 : tensor<f32>\n}\n";
    }
    text += r#"
func.func private @f7(%a: tensor<f32>) -> tensor<f32> { return %a : tensor<f32> }
func.func @main(%x: tensor<0xf32>) -> tensor<0xf32> {
  %y = "stablehlo.map"(%x) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<f32>):
    %c = func.call @f0(%a) : (tensor<f32>) -> tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) : (tensor<0xf32>) -> tensor<0xf32>
  return %y : tensor<0xf32>
}"#;
    let x = Literal::zeros(Type::tensor(&[0], Element::F32)).expect("no elements");
    let start = std::time::Instant::now();
    assert_eq!(numbers(&text, &[x.into()]), [0.0; 0]);
    assert!(start.elapsed().as_secs() < 2, "{:?}", start.elapsed());
}

#[test]
fn ties_by_number_are_not_broken_where_total_order_tells_zeros_apart() {
    // -0 and 0 are equal as numbers, but not in total order: the second key is irrelevant, and a
    // stable sort keeps their order.
    let text = r#"
func.func @main(%x: tensor<2xf32>, %y: tensor<2xi32>) -> tensor<2xi32> {
  %s:2 = "stablehlo.sort"(%x, %y) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<i32>, %d: tensor<i32>):
    %less = stablehlo.compare LT, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %same = stablehlo.compare EQ, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %rest = stablehlo.compare LT, %c, %d : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %both = stablehlo.and %same, %rest : tensor<i1>
    %first = stablehlo.or %less, %both : tensor<i1>
    stablehlo.return %first : tensor<i1>
  }) : (tensor<2xf32>, tensor<2xi32>) -> (tensor<2xf32>, tensor<2xi32>)
  return %s#1 : tensor<2xi32>
}"#;
    let x = super::lit(Element::F32, &[2], &[-0.0, 0.0]);
    let y = super::lit(Element::I32, &[2], &[2.0, 1.0]);
    assert_eq!(numbers(text, &[x.into(), y.into()]), [2.0, 1.0]);
}

#[test]
fn integers_of_one_bit_are_divided() {
    // The only divisor is 1 if unsigned, and -1 if signed.
    for (op, expected) in [
        ("divsi", [0.0, 1.0]),
        ("divui", [0.0, 1.0]),
        ("remsi", [0.0, 0.0]),
        ("remui", [0.0, 0.0]),
        ("ceildivui", [0.0, 1.0]),
    ] {
        let text = format!(
            "func.func @main(%x: tensor<2xi1>, %y: tensor<2xi1>) -> tensor<2xi1> {{
              %z = arith.{op} %x, %y : tensor<2xi1>
              return %z : tensor<2xi1>
            }}"
        );
        let x = super::lit(Element::I1, &[2], &[0.0, 1.0]);
        let y = super::lit(Element::I1, &[2], &[1.0, 1.0]);
        assert_eq!(numbers(&text, &[x.into(), y.into()]), expected, "{op}");
    }
}

#[test]
fn targets_refuse_results_of_open_extents() {
    let vector = Value::from(super::lit(Element::I32, &[3], &[1.0, 2.0, 3.0]));
    let text = "func.func @main(%x: tensor<3xi32>) -> (tensor<?xi32>, tensor<?xi32>) {
      %y:2 = stablehlo.custom_call @mhlo.topk(%x) : (tensor<3xi32>) -> (tensor<?xi32>, tensor<?xi32>)
      return %y#0, %y#1 : tensor<?xi32>, tensor<?xi32>
    }";
    assert_eq!(run(text, std::slice::from_ref(&vector)).expect_err("no k").0, ErrorKind::Invalid);
    let text = "func.func @main(%x: tensor<3xi32>) -> tensor<?xi32> {
      %y = stablehlo.custom_call @cu_lu_pivots_to_permutation(%x) : (tensor<3xi32>) -> tensor<?xi32>
      return %y : tensor<?xi32>
    }";
    assert_eq!(run(text, &[vector]).expect_err("no length").0, ErrorKind::Invalid);
}

#[test]
fn assertions_on_shapes_take_scalars() {
    let text = "func.func @main(%x: tensor<0xi1>) {
      stablehlo.custom_call @shape_assertion(%x) {has_side_effect = true} : (tensor<0xi1>) -> ()
      return
    }";
    let none = Literal::zeros(Type::tensor(&[0], Element::I1)).expect("no elements");
    let (kind, message) = run(text, &[none.into()]).expect_err("no condition");
    assert_eq!(kind, ErrorKind::Invalid);
    assert!(message.contains("takes scalars"), "{message}");
}

#[test]
fn approximate_top_k_keeps_the_first_of_equal_elements() {
    let text = r#"
func.func private @greater(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<i32>, %d: tensor<i32>) -> tensor<i1> {
  %r = stablehlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
  return %r : tensor<i1>
}
func.func @main(%x: tensor<6xf32>, %i: tensor<6xi32>) -> tensor<3xi32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %none = stablehlo.constant dense<-1> : tensor<i32>
  %y:2 = stablehlo.custom_call @ApproxTopK(%x, %i, %zero, %none) {called_computations = [@greater], mhlo.backend_config = {reduction_dim = 0 : i64}} : (tensor<6xf32>, tensor<6xi32>, tensor<f32>, tensor<i32>) -> (tensor<3xf32>, tensor<3xi32>)
  return %y#1 : tensor<3xi32>
}"#;
    let x = super::lit(Element::F32, &[6], &[1.0, 5.0, 2.0, 5.0, 5.0, 4.0]);
    let i = super::lit(Element::I32, &[6], &[0.0, 1.0, 2.0, 3.0, 4.0, 5.0]);
    assert_eq!(numbers(text, &[x.into(), i.into()]), [1.0, 3.0, 4.0]);
}

#[test]
fn scans_of_no_steps_have_empty_results_also_where_types_are_open() {
    let text = r#"
func.func @main(%x: tensor<?x2xf32>) -> tensor<?x2xf32> {
  %init = stablehlo.constant dense<0.0> : tensor<2xf32>
  %y:2 = chlo.scan(%x) inits (%init) dimension=0 {
  ^bb0(%a: tensor<2xf32>, %sum: tensor<2xf32>):
    %s = stablehlo.add %a, %sum : tensor<2xf32>
    stablehlo.return %s, %s : tensor<2xf32>, tensor<2xf32>
  } : (tensor<?x2xf32>, tensor<2xf32>) -> (tensor<?x2xf32>, tensor<2xf32>)
  return %y#0 : tensor<?x2xf32>
}"#;
    let none = Literal::zeros(Type::tensor(&[0, 2], Element::F32)).expect("no elements");
    assert_eq!(numbers(text, &[none.into()]), [0.0; 0]);
    let x = super::lit(Element::F32, &[2, 2], &[1.0, 2.0, 3.0, 4.0]);
    assert_eq!(numbers(text, &[x.into()]), [1.0, 2.0, 4.0, 6.0]);
}

/// Rows of two groups, whose sizes are an operand, per batch.
const RAGGED: &str = r#"
func.func @main(%x: tensor<?x3x1xf32>, %y: tensor<2x?x1x1xf32>, %sizes: tensor<?x2xi32>) -> tensor<?x3x1xf32> {
  %z = "chlo.ragged_dot"(%x, %y, %sizes) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>} : (tensor<?x3x1xf32>, tensor<2x?x1x1xf32>, tensor<?x2xi32>) -> tensor<?x3x1xf32>
  return %z : tensor<?x3x1xf32>
}"#;

#[test]
fn ragged_products_take_group_sizes_by_batch() {
    let x = super::lit(Element::F32, &[2, 3, 1], &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
    let y = super::lit(Element::F32, &[2, 2, 1, 1], &[10.0, 20.0, 100.0, 200.0]);
    let sizes = super::lit(Element::I32, &[2, 2], &[1.0, 2.0, 2.0, 1.0]);
    let z = numbers(RAGGED, &[x.clone().into(), y.clone().into(), sizes.into()]);
    assert_eq!(z, [10.0, 200.0, 300.0, 80.0, 100.0, 1200.0]);
    let sizes = super::lit(Element::I32, &[1, 2], &[1.0, 2.0]);
    let (kind, message) =
        run(RAGGED, &[x.into(), y.into(), sizes.into()]).expect_err("sizes of one batch");
    assert_eq!(kind, ErrorKind::Invalid);
    assert!(message.contains("do not fit"), "{message}");
}

#[test]
fn sparse_arguments_beyond_the_limit_are_refused() {
    let text = "#CSR = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : compressed) }>
    func.func @main(%x: tensor<64x64xf32, #CSR>) -> tensor<64x64xf32, #CSR> {
      return %x : tensor<64x64xf32, #CSR>
    }";
    let module = hloom_ir::text::parse_module(text).expect("it is well formed");
    let main = module.symbol("main").expect("a function");
    let entry = module.entry(main, 0).expect("a body");
    let ty = module.ty(module.args(entry)[0]);
    let dense = Literal::zeros(Type::tensor(&[64, 64], Element::F32)).expect("memory");
    let sparse = Sparse::from_dense(ty, &dense).expect("a sparse type");
    let argument = [Value::Sparse(Arc::new(sparse))];
    let options = Options { max_tensor_bytes: 1 << 13, ..Options::default() };
    let error = run_with(&module, "main", &argument, &options).expect_err("16 KiB");
    assert_eq!(error.kind, ErrorKind::Limit, "{error}");
    assert!(run_with(&module, "main", &argument, &Options::default()).is_ok());
}

#[test]
fn scales_that_do_not_fit_an_open_extent_are_an_error() {
    let text = "
func.func @main(%x: tensor<2x?xf32>) -> tensor<2x?x!quant.uniform<i8:f32:1, {0.5, 0.25}>> {
  %y = stablehlo.uniform_quantize %x : (tensor<2x?xf32>) -> tensor<2x?x!quant.uniform<i8:f32:1, {0.5, 0.25}>>
  return %y : tensor<2x?x!quant.uniform<i8:f32:1, {0.5, 0.25}>>
}";
    let zeros = |n| Literal::zeros(Type::tensor(&[2, n], Element::F32)).expect("it is small");
    assert!(run(text, &[zeros(2).into()]).is_ok());
    let (kind, message) = run(text, &[zeros(3).into()]).expect_err("two scales for three");
    assert_eq!(kind, ErrorKind::Invalid);
    assert!(message.contains("3 indices, but its type has 2 scales"), "{message}");
}
