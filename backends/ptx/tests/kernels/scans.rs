//! Running reductions: lines by warps, by blocks and by chunks, and columns.

use super::common::{Ran, Run, checked_by, input};
use hloom_ir::Element;
use hloom_ptx::Target;

/// Of floats, eighths, whose sums are exact in any order.
fn eighths(number: usize, element: Element, count: u64) -> Vec<u8> {
    let bytes = input(number, element, count);
    if element != Element::F32 {
        return bytes;
    }
    let each = bytes.chunks_exact(4).flat_map(|x| {
        let x = f32::from_le_bytes([x[0], x[1], x[2], x[3]]);
        ((x * 8.0).round() / 8.0).to_le_bytes()
    });
    each.collect()
}

/// Runs it for a target, whose results are to be exact.
fn exact(text: &str, target: Target, assembled: &[Target]) -> Ran {
    let run = Run { input: &eighths, rounding: Some(0.0), ..Run::on(target, assembled) };
    checked_by(text, &run)
}

/// A running reduction along one dimension, from its beginning or from its end.
fn scan(
    shape: &[usize],
    axis: usize,
    backwards: bool,
    element: &str,
    (op, start): (&str, &str),
) -> String {
    let list =
        |each: &dyn Fn(usize) -> String| (0..shape.len()).map(each).collect::<Vec<_>>().join(", ");
    let window = list(&|d| if d == axis { shape[d].to_string() } else { "1".to_owned() });
    let all = |d: usize| if d == axis { shape[d].saturating_sub(1) } else { 0 };
    let padding = list(&|d| match backwards {
        false => format!("[{}, 0]", all(d)),
        true => format!("[0, {}]", all(d)),
    });
    let dims = shape.iter().map(|n| format!("{n}x")).collect::<String>();
    format!(
        "func.func @main(%x: tensor<{dims}{element}>) -> tensor<{dims}{element}> {{
          %start = stablehlo.constant dense<{start}> : tensor<{element}>
          %y = \"stablehlo.reduce_window\"(%x, %start) <{{window_dimensions = array<i64: {window}>, padding = dense<[{padding}]> : tensor<{}x2xi64>}}> ({{
          ^bb0(%a: tensor<{element}>, %b: tensor<{element}>):
            %s = stablehlo.{op} %a, %b : tensor<{element}>
            stablehlo.return %s : tensor<{element}>
          }}) : (tensor<{dims}{element}>, tensor<{element}>) -> tensor<{dims}{element}>
          return %y : tensor<{dims}{element}>
        }}",
        shape.len()
    )
}

const ADD: (&str, &str) = ("add", "0.0");

/// Reads and writes each sector once, and once more for the totals where there are any.
fn moves(what: &str, ran: &Ran, bytes: usize) {
    println!("{what}: {:?}", ran.kernels);
    let sum = |of: &dyn Fn(&hloom_ptx::device::Counts) -> u64| -> u64 {
        ran.kernels.iter().map(|(_, counts)| of(counts)).sum()
    };
    let (read, written, all) = (sum(&|c| c.read), sum(&|c| c.written), bytes as u64 / 32);
    let passes = if ran.kernels.len() > 1 { 2 } else { 1 };
    assert!(read <= passes * all + all / 8 + 64, "{what}: {read} sectors of {all}");
    assert!(written <= all + all / 8 + 64, "{what}: {written} sectors of {all}");
}

#[test]
fn rows_of_all_lengths() {
    for (rows, length) in [(64, 1000), (5, 128), (300, 4096), (3, 300), (2, 40_000), (1, 300_000)] {
        for backwards in [false, true] {
            let text = scan(&[rows, length], 1, backwards, "f32", ADD);
            let ran = exact(&text, Target::Sm80, &Target::ALL);
            if length % 4 == 0 {
                moves(&format!("sums along rows {rows}x{length}"), &ran, rows * length * 4);
            }
        }
    }
    for length in [2, 3, 37, 1025, 5001] {
        let text = scan(&[3, length], 1, true, "f32", ADD);
        exact(&text, Target::Sm90, &[Target::Sm90]);
    }
}

#[test]
fn columns() {
    for (shape, axis) in [
        (vec![1000, 512], 0),
        (vec![5, 100, 33], 1),
        (vec![3, 2, 4], 1),
        (vec![20_000, 3], 0),
        (vec![2, 7000, 8], 1),
    ] {
        for backwards in [false, true] {
            let text = scan(&shape, axis, backwards, "f32", ADD);
            let ran = exact(&text, Target::Sm80, &Target::ALL);
            println!("sums along {axis} of {shape:?}: {:?}", ran.kernels);
        }
    }
}

#[test]
fn other_reducers_and_elements() {
    for (element, reducer) in [
        ("i32", ("maximum", "-2147483648")),
        ("i32", ("add", "0")),
        ("f64", ("minimum", "0x7FF0000000000000")),
        ("bf16", ("maximum", "-1.0e30")),
        ("i8", ("xor", "0")),
    ] {
        for shape in [vec![3, 70_000], vec![70_000, 2]] {
            let axis = usize::from(shape[0] == 3);
            let text = scan(&shape, axis, false, element, reducer);
            let ran = exact(&text, Target::Sm80, &[Target::Sm80, Target::Sm120]);
            println!("{} of {shape:?} {element}: {:?}", reducer.0, ran.kernels);
        }
    }
}

/// Two values together, whose combiner is not commutative: of (a, b) then (c, d), which
/// stand for `x → a·x + b`, comes `x → c·(a·x + b) + d`.
#[test]
fn order_matters() {
    for (shape, axis) in [("4x5000", 1), ("5000x4", 0), ("1x100000", 1)] {
        for backwards in [false, true] {
            let extents: Vec<usize> =
                shape.split('x').map(|n| n.parse().expect("a number")).collect();
            let mut window = [1, 1];
            window[axis] = extents[axis];
            let mut padding = ["[0, 0]".to_owned(), "[0, 0]".to_owned()];
            padding[axis] = match backwards {
                false => format!("[{}, 0]", extents[axis] - 1),
                true => format!("[0, {}]", extents[axis] - 1),
            };
            let text = format!(
                "func.func @main(%x: tensor<{shape}xi32>, %y: tensor<{shape}xi32>) -> (tensor<{shape}xi32>, tensor<{shape}xi32>) {{
                  %one = stablehlo.constant dense<1> : tensor<i32>
                  %zero = stablehlo.constant dense<0> : tensor<i32>
                  %r:2 = \"stablehlo.reduce_window\"(%x, %y, %one, %zero) <{{window_dimensions = array<i64: {}, {}>, padding = dense<[{}]> : tensor<2x2xi64>}}> ({{
                  ^bb0(%a: tensor<i32>, %b: tensor<i32>, %c: tensor<i32>, %d: tensor<i32>):
                    %p = stablehlo.multiply %a, %c : tensor<i32>
                    %q = stablehlo.multiply %b, %c : tensor<i32>
                    %s = stablehlo.add %q, %d : tensor<i32>
                    stablehlo.return %p, %s : tensor<i32>, tensor<i32>
                  }}) : (tensor<{shape}xi32>, tensor<{shape}xi32>, tensor<i32>, tensor<i32>) -> (tensor<{shape}xi32>, tensor<{shape}xi32>)
                  return %r#0, %r#1 : tensor<{shape}xi32>, tensor<{shape}xi32>
                }}",
                window[0],
                window[1],
                padding.join(", ")
            );
            let ran = exact(&text, Target::Sm80, &Target::ALL);
            println!("pairs along {axis} of {shape}: {:?}", ran.kernels);
        }
    }
}
