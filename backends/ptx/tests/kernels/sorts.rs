//! Sorts: tiles in shared memory, and merges of what they give.

use super::common::checked;
use hloom_ptx::Target;

/// A sort of keys, by these comparisons of two, and of numbers that say where they were.
fn sort(shape: &str, dimension: usize, key: &str, compare: &str) -> String {
    let text = format!(
        "func.func @main(%x: tensor<SxK>) -> (tensor<SxK>, tensor<Sxi32>) {{
          %place = stablehlo.iota dim = {dimension} : tensor<Sxi32>
          %y:2 = \"stablehlo.sort\"(%x, %place) <{{dimension = {dimension} : i64, is_stable = true}}> ({{
          ^bb0(%a: tensor<K>, %b: tensor<K>, %i: tensor<i32>, %j: tensor<i32>):
            {compare}
            stablehlo.return %before : tensor<i1>
          }}) : (tensor<SxK>, tensor<Sxi32>) -> (tensor<SxK>, tensor<Sxi32>)
          return %y#0, %y#1 : tensor<SxK>, tensor<Sxi32>
        }}"
    );
    text.replace("SxK", &format!("{shape}x{key}"))
        .replace("Sx", &format!("{shape}x"))
        .replace("<K>", &format!("<{key}>"))
}

fn ascending(shape: &str, dimension: usize, key: &str) -> String {
    let kind = if key.starts_with('i') { "SIGNED" } else { "FLOAT" };
    let compare = format!(
        "%before = stablehlo.compare LT, %a, %b, {kind} : (tensor<K>, tensor<K>) -> tensor<i1>"
    );
    sort(shape, dimension, key, &compare)
}

/// Equal keys keep their order, of which whole numbers from -8 to 7 have many.
#[test]
fn rows_of_all_lengths() {
    let shapes = [
        ("1", 0, "i32"),
        ("2", 0, "f32"),
        ("37", 0, "i32"),
        ("3x65", 1, "i32"),
        ("70x3", 1, "i32"),
        ("1000x8", 1, "f32"),
        ("65x5", 0, "i32"),
        ("2x2049", 1, "i32"),
        ("9001", 0, "i32"),
        ("4100x2", 0, "f32"),
        ("3x0", 1, "i32"),
        ("0x3", 1, "i32"),
    ];
    for (shape, dimension, key) in shapes {
        let ran = checked(&ascending(shape, dimension, key), Target::Sm80, &Target::ALL);
        println!("sort {shape} along {dimension}: {:?}", ran.kernels);
    }
}

/// A comparator that is a computation, from the largest size to the least.
#[test]
fn any_comparator() {
    let compare = "%p = stablehlo.abs %a : tensor<K>
            %q = stablehlo.abs %b : tensor<K>
            %before = stablehlo.compare GT, %p, %q, FLOAT : (tensor<K>, tensor<K>) -> tensor<i1>";
    for key in ["f32", "f64", "bf16"] {
        let ran = checked(&sort("2x3000", 1, key, compare), Target::Sm90, &Target::ALL);
        println!("sort by size of 2x3000 {key}: {:?}", ran.kernels);
    }
}

/// The first few of a row go from tiles to tiles.
#[test]
fn the_first_of_rows() {
    for (rows, length, keep) in [(3, 100, 5), (2, 9000, 8), (1, 70_000, 100), (1, 5000, 1)] {
        let text = format!(
            "func.func @main(%x: tensor<{rows}x{length}xf32>) -> (tensor<{rows}x{keep}xf32>, tensor<{rows}x{keep}xi32>) {{
              %place = stablehlo.iota dim = 1 : tensor<{rows}x{length}xi32>
              %y:2 = \"stablehlo.sort\"(%x, %place) <{{dimension = 1 : i64, is_stable = true}}> ({{
              ^bb0(%a: tensor<f32>, %b: tensor<f32>, %i: tensor<i32>, %j: tensor<i32>):
                %before = stablehlo.compare GT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
                stablehlo.return %before : tensor<i1>
              }}) : (tensor<{rows}x{length}xf32>, tensor<{rows}x{length}xi32>) -> (tensor<{rows}x{length}xf32>, tensor<{rows}x{length}xi32>)
              %v = stablehlo.slice %y#0 [0:{rows}, 0:{keep}] : (tensor<{rows}x{length}xf32>) -> tensor<{rows}x{keep}xf32>
              %i = stablehlo.slice %y#1 [0:{rows}, 0:{keep}] : (tensor<{rows}x{length}xi32>) -> tensor<{rows}x{keep}xi32>
              return %v, %i : tensor<{rows}x{keep}xf32>, tensor<{rows}x{keep}xi32>
            }}"
        );
        let ran = checked(&text, Target::Sm80, &Target::ALL);
        println!("top {keep} of {rows}x{length}: {:?}", ran.kernels);
    }
}

/// A comparator that is not a strict weak order loses no element: sorted again, all are there.
#[test]
fn any_relation() {
    for length in [70, 3000, 9001] {
        let text = format!(
            "func.func @main(%x: tensor<2x{length}xi32>) -> tensor<2x{length}xi32> {{
              %zero = stablehlo.constant dense<0> : tensor<i32>
              %i = stablehlo.iota dim = 1 : tensor<2x{length}xi32>
              %w = \"stablehlo.sort\"(%i) <{{dimension = 1 : i64}}> ({{
              ^bb0(%l: tensor<i32>, %r: tensor<i32>):
                %s = stablehlo.xor %l, %r : tensor<i32>
                %t = stablehlo.constant dense<5> : tensor<i32>
                %u = stablehlo.and %s, %t : tensor<i32>
                %c = stablehlo.compare EQ, %u, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
                stablehlo.return %c : tensor<i1>
              }}) : (tensor<2x{length}xi32>) -> tensor<2x{length}xi32>
              %again = \"stablehlo.sort\"(%w) <{{dimension = 1 : i64}}> ({{
              ^bb0(%l: tensor<i32>, %r: tensor<i32>):
                %c = stablehlo.compare LT, %l, %r : (tensor<i32>, tensor<i32>) -> tensor<i1>
                stablehlo.return %c : tensor<i1>
              }}) : (tensor<2x{length}xi32>) -> tensor<2x{length}xi32>
              return %again : tensor<2x{length}xi32>
            }}"
        );
        checked(&text, Target::Sm80, &[Target::Sm80]);
    }
}
