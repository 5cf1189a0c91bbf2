//! Scatters: updates that meet in a place count in their order, whoever applies them.

use super::common::{Ran, Run, checked_by};
use hloom_ptx::Target;

/// Results are to be those of one update after the other, bit for bit.
fn exact(text: &str, target: Target, assembled: &[Target]) -> Ran {
    checked_by(text, &Run { rounding: Some(0.0), ..Run::on(target, assembled) })
}

/// Whether the places of updates were sorted.
fn sorts_places(ran: &Ran) -> bool {
    ran.kernels.iter().any(|(name, _)| name.contains("order"))
}

/// Updates of rows at places that repeat, some of which lie outside.
fn rows(
    places: usize,
    updates: usize,
    width: usize,
    element: &str,
    (op, unique): (&str, bool),
) -> String {
    let by = if unique { 7 } else { 7919 };
    let body = match op {
        "last" => format!("stablehlo.return %b : tensor<{element}>"),
        op => format!(
            "%s = stablehlo.{op} %a, %b : tensor<{element}>
             stablehlo.return %s : tensor<{element}>"
        ),
    };
    let modulus = if unique { places } else { places + 1 };
    format!(
        "func.func @main(%x: tensor<{places}x{width}x{element}>, %u: tensor<{updates}x{width}x{element}>) -> tensor<{places}x{width}x{element}> {{
          %n = stablehlo.iota dim = 0 : tensor<{updates}x1xi32>
          %by = stablehlo.constant dense<{by}> : tensor<{updates}x1xi32>
          %m = stablehlo.multiply %n, %by : tensor<{updates}x1xi32>
          %most = stablehlo.constant dense<{modulus}> : tensor<{updates}x1xi32>
          %i = stablehlo.remainder %m, %most : tensor<{updates}x1xi32>
          %y = \"stablehlo.scatter\"(%x, %i, %u) <{{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = {unique}}}> ({{
          ^bb0(%a: tensor<{element}>, %b: tensor<{element}>):
            {body}
          }}) : (tensor<{places}x{width}x{element}>, tensor<{updates}x1xi32>, tensor<{updates}x{width}x{element}>) -> tensor<{places}x{width}x{element}>
          return %y : tensor<{places}x{width}x{element}>
        }}"
    )
}

#[test]
fn rows_that_meet() {
    for (places, updates, width, element, op) in [
        (10, 40, 1, "f32", "add"),
        (50, 3000, 8, "f32", "add"),
        (1000, 5000, 1, "f32", "add"),
        (3, 2500, 1, "f64", "add"),
        (100, 700, 33, "f32", "multiply"),
        (40, 900, 4, "f32", "last"),
        (40, 900, 2, "i16", "subtract"),
        (64, 2000, 1, "bf16", "maximum"),
        (9, 12, 5, "f32", "add"),
        (9, 1, 5, "f32", "add"),
        (9, 0, 5, "f32", "add"),
    ] {
        let text = rows(places, updates, width, element, (op, false));
        let ran = exact(&text, Target::Sm80, &Target::ALL);
        println!("{op} {updates}x{width} {element} to {places} places: {:?}", ran.kernels);
        // One thread applies few of them.
        assert_eq!(sorts_places(&ran), updates > 16, "{:?}", ran.kernels);
    }
}

/// Updates whose order does not matter are atomic, by as many threads as there
/// are updates: no places are sorted.
#[test]
fn integers_in_any_order() {
    for (places, updates, width, element, op) in [
        (50, 3000, 8, "i32", "add"),
        (3, 2500, 1, "i64", "add"),
        (40, 900, 2, "ui32", "subtract"),
        (40, 900, 3, "i32", "maximum"),
        (40, 900, 3, "ui32", "minimum"),
        (7, 300, 3, "i64", "minimum"),
        (7, 300, 3, "ui64", "maximum"),
        (64, 2000, 1, "i32", "and"),
        (64, 2000, 1, "ui64", "or"),
        (64, 2000, 1, "i32", "xor"),
        (9, 12, 5, "i32", "add"),
    ] {
        let text = rows(places, updates, width, element, (op, false));
        let ran = exact(&text, Target::Sm80, &Target::ALL);
        println!("{op} {updates}x{width} {element} to {places} places: {:?}", ran.kernels);
        assert!(!sorts_places(&ran), "{:?}", ran.kernels);
        assert!(ran.program.contains("atomic_rmw"), "{}", ran.program);
    }
}

/// Of these the order shows, or no GPU combines such few bits.
#[test]
fn integers_in_their_order() {
    for (element, op) in [("i32", "last"), ("i32", "multiply"), ("i8", "add"), ("i16", "xor")] {
        let ran = exact(&rows(40, 900, 2, element, (op, false)), Target::Sm80, &[Target::Sm75]);
        assert!(!ran.program.contains("atomic_rmw"), "{}", ran.program);
    }
}

#[test]
fn rows_that_never_meet() {
    let ran = exact(&rows(1009, 900, 16, "f32", ("add", true)), Target::Sm90, &Target::ALL);
    println!("add 900x16 f32 to as many places: {:?}", ran.kernels);
    assert!(!sorts_places(&ran), "{:?}", ran.kernels);
}

/// Windows that overlap where they are put, of two operands.
#[test]
fn windows_that_overlap() {
    let text = "func.func @main(%x: tensor<20x30xf32>, %z: tensor<20x30xf32>, %i: tensor<40x2xi32>, %u: tensor<40x3x4xf32>, %v: tensor<40x3x4xf32>) -> (tensor<20x30xf32>, tensor<20x30xf32>) {
      %two = stablehlo.constant dense<2> : tensor<40x2xi32>
      %j = stablehlo.multiply %i, %two : tensor<40x2xi32>
      %y:2 = \"stablehlo.scatter\"(%x, %z, %j, %u, %v) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>}> ({
      ^bb0(%a: tensor<f32>, %c: tensor<f32>, %b: tensor<f32>, %d: tensor<f32>):
        %s = stablehlo.add %a, %b : tensor<f32>
        %p = stablehlo.multiply %s, %d : tensor<f32>
        %q = stablehlo.add %p, %c : tensor<f32>
        stablehlo.return %s, %q : tensor<f32>, tensor<f32>
      }) : (tensor<20x30xf32>, tensor<20x30xf32>, tensor<40x2xi32>, tensor<40x3x4xf32>, tensor<40x3x4xf32>) -> (tensor<20x30xf32>, tensor<20x30xf32>)
      return %y#0, %y#1 : tensor<20x30xf32>, tensor<20x30xf32>
    }";
    let ran = exact(text, Target::Sm80, &Target::ALL);
    println!("windows of two operands: {:?}", ran.kernels);
}

/// Selected elements of a place are added up in the order of the windows.
#[test]
fn select_and_scatter() {
    let text = "func.func @main(%x: tensor<2x24x24x4xf32>, %s: tensor<2x23x23x4xf32>) -> tensor<2x24x24x4xf32> {
      %zero = stablehlo.constant dense<0.0> : tensor<f32>
      %y = \"stablehlo.select_and_scatter\"(%x, %s, %zero) <{window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 1, 1, 1>}> ({
      ^bb0(%a: tensor<f32>, %b: tensor<f32>):
        %c = stablehlo.compare GE, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
        stablehlo.return %c : tensor<i1>
      }, {
      ^bb0(%a: tensor<f32>, %b: tensor<f32>):
        %c = stablehlo.add %a, %b : tensor<f32>
        stablehlo.return %c : tensor<f32>
      }) : (tensor<2x24x24x4xf32>, tensor<2x23x23x4xf32>, tensor<f32>) -> tensor<2x24x24x4xf32>
      return %y : tensor<2x24x24x4xf32>
    }";
    let ran = exact(text, Target::Sm80, &Target::ALL);
    println!("select and scatter: {:?}", ran.kernels);
}
