//! Kernels that go by rows: what a row needs is read once, and written once.

use super::common::{Ran, checked};
use hloom_ptx::Target;

/// A fusion of these ops of `%x`, and of `%scale` and `%shift` where they are asked for.
fn fusion(rows: usize, columns: usize, element: &str, more: bool, body: &str) -> String {
    let (given, inside, operands, types) = match more {
        true => (
            ", %scale: tensor<CxF>, %shift: tensor<CxF>",
            ", %a: tensor<CxF>, %b: tensor<CxF>",
            ", %scale, %shift",
            ", tensor<CxF>, tensor<CxF>",
        ),
        false => ("", "", "", ""),
    };
    let text = format!(
        "func.func @main(%x: tensor<RxCxF>{given}) -> tensor<RxCxF> {{
          %z = \"hloom.fusion\"(%x{operands}) <{{kind = \"row\"}}> ({{
          ^bb0(%v: tensor<RxCxF>{inside}):
            {body}
            stablehlo.return %y : tensor<RxCxF>
          }}) : (tensor<RxCxF>{types}) -> tensor<RxCxF>
          return %z : tensor<RxCxF>
        }}"
    );
    text.replace("COUNT", &format!("{columns}.0"))
        .replace("RxC", &format!("{rows}x{columns}"))
        .replace("<RxF", &format!("<{rows}x{element}"))
        .replace("<CxF", &format!("<{columns}x{element}"))
        .replace("xF>", &format!("x{element}>"))
        .replace("<F>", &format!("<{element}>"))
}

const EXPONENTIALS: &str = "
    %least = stablehlo.constant dense<-3.0e38> : tensor<F>
    %zero = stablehlo.constant dense<0.0> : tensor<F>
    %most = stablehlo.reduce(%v init: %least) applies stablehlo.maximum across dimensions = [1] : (tensor<RxCxF>, tensor<F>) -> tensor<RxF>
    %m = stablehlo.broadcast_in_dim %most, dims = [0] : (tensor<RxF>) -> tensor<RxCxF>
    %less = stablehlo.subtract %v, %m : tensor<RxCxF>
    %e = stablehlo.exponential %less : tensor<RxCxF>
    %total = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<RxCxF>, tensor<F>) -> tensor<RxF>";

fn softmax(rows: usize, columns: usize, element: &str) -> String {
    let end = "
    %t = stablehlo.broadcast_in_dim %total, dims = [0] : (tensor<RxF>) -> tensor<RxCxF>
    %y = stablehlo.divide %e, %t : tensor<RxCxF>";
    fusion(rows, columns, element, false, &format!("{EXPONENTIALS}{end}"))
}

fn log_softmax(rows: usize, columns: usize) -> String {
    let end = "
    %l = stablehlo.log %total : tensor<RxF>
    %t = stablehlo.broadcast_in_dim %l, dims = [0] : (tensor<RxF>) -> tensor<RxCxF>
    %y = stablehlo.subtract %less, %t : tensor<RxCxF>";
    fusion(rows, columns, "f32", false, &format!("{EXPONENTIALS}{end}"))
}

fn layer_norm(rows: usize, columns: usize) -> String {
    let body = "
    %zero = stablehlo.constant dense<0.0> : tensor<F>
    %n = stablehlo.constant dense<COUNT> : tensor<RxF>
    %small = stablehlo.constant dense<1.0e-5> : tensor<RxF>
    %sum = stablehlo.reduce(%v init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<RxCxF>, tensor<F>) -> tensor<RxF>
    %mean = stablehlo.divide %sum, %n : tensor<RxF>
    %m = stablehlo.broadcast_in_dim %mean, dims = [0] : (tensor<RxF>) -> tensor<RxCxF>
    %d = stablehlo.subtract %v, %m : tensor<RxCxF>
    %q = stablehlo.multiply %d, %d : tensor<RxCxF>
    %squares = stablehlo.reduce(%q init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<RxCxF>, tensor<F>) -> tensor<RxF>
    %w = stablehlo.divide %squares, %n : tensor<RxF>
    %u = stablehlo.add %w, %small : tensor<RxF>
    %r = stablehlo.rsqrt %u : tensor<RxF>
    %s = stablehlo.broadcast_in_dim %r, dims = [0] : (tensor<RxF>) -> tensor<RxCxF>
    %o = stablehlo.multiply %d, %s : tensor<RxCxF>
    %aw = stablehlo.broadcast_in_dim %a, dims = [1] : (tensor<CxF>) -> tensor<RxCxF>
    %bw = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<CxF>) -> tensor<RxCxF>
    %oa = stablehlo.multiply %o, %aw : tensor<RxCxF>
    %y = stablehlo.add %oa, %bw : tensor<RxCxF>";
    fusion(rows, columns, "f32", true, body)
}

fn rms_norm(rows: usize, columns: usize) -> String {
    let body = "
    %zero = stablehlo.constant dense<0.0> : tensor<F>
    %n = stablehlo.constant dense<COUNT> : tensor<RxF>
    %q = stablehlo.multiply %v, %v : tensor<RxCxF>
    %sum = stablehlo.reduce(%q init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<RxCxF>, tensor<F>) -> tensor<RxF>
    %mean = stablehlo.divide %sum, %n : tensor<RxF>
    %r = stablehlo.rsqrt %mean : tensor<RxF>
    %s = stablehlo.broadcast_in_dim %r, dims = [0] : (tensor<RxF>) -> tensor<RxCxF>
    %y = stablehlo.multiply %v, %s : tensor<RxCxF>";
    fusion(rows, columns, "f32", false, body)
}

/// One kernel that reads and writes so many bytes, and moves no sector twice.
fn moves(what: &str, ran: &Ran, read: usize, written: usize) {
    let counts = ran.only();
    println!("{what}: {counts:?}");
    let sectors = (read as u64 / 32, written as u64 / 32);
    assert_eq!((counts.read, counts.written), sectors, "{what}\n{}", ran.program);
    assert_eq!(counts.launches, 1);
}

#[test]
fn a_row_is_read_once_and_written_once() {
    // A warp for each row, one or several to a block; blocks of several warps.
    for (rows, columns) in [(64, 1000), (1728, 64), (5, 104), (6, 1536), (3, 4096), (2, 6000)] {
        let ran = checked(&softmax(rows, columns, "f32"), Target::Sm80, &Target::ALL);
        let all = rows * columns * 4;
        moves(&format!("softmax {rows}x{columns}"), &ran, all, all);
    }
    for (rows, columns) in [(40, 512), (4, 4096)] {
        let all = rows * columns * 4;
        let ran = checked(&log_softmax(rows, columns), Target::Sm90, &Target::ALL);
        moves(&format!("log-softmax {rows}x{columns}"), &ran, all, all);
        let ran = checked(&rms_norm(rows, columns), Target::Sm100, &Target::ALL);
        moves(&format!("rms-norm {rows}x{columns}"), &ran, all, all);
        // Scale and shift are read for each row.
        let ran = checked(&layer_norm(rows, columns), Target::Sm80, &Target::ALL);
        moves(&format!("layer-norm {rows}x{columns}"), &ran, 3 * all, all);
    }
}

#[test]
fn rows_of_other_elements() {
    let ran = checked(&softmax(24, 512, "f64"), Target::Sm80, &[Target::Sm80, Target::Sm120]);
    moves("softmax of f64", &ran, 24 * 512 * 8, 24 * 512 * 8);
    let ran = checked(&softmax(24, 2048, "bf16"), Target::Sm80, &[Target::Sm75, Target::Sm90]);
    moves("softmax of bf16", &ran, 24 * 2048 * 2, 24 * 2048 * 2);
}

/// Rows that shared memory does not hold go from kernel to kernel.
#[test]
fn rows_that_are_too_long() {
    let ran = checked(&softmax(3, 40_000, "f32"), Target::Sm80, &[Target::Sm80]);
    assert!(ran.kernels.len() > 1, "{:?}", ran.kernels);
    println!("softmax 3x40000: {:?}", ran.kernels);
}

/// Sums of long rows and of columns read every sector once.
#[test]
fn sums_read_once() {
    for (shape, dimension, left) in
        [("300x2048", 1, "300"), ("7x20000", 1, "7"), ("2048x512", 0, "512"), ("1x1048576", 1, "1")]
    {
        let text = format!(
            "func.func @main(%x: tensor<{shape}xf32>) -> tensor<{left}xf32> {{
              %zero = stablehlo.constant dense<0.0> : tensor<f32>
              %y = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [{dimension}] : (tensor<{shape}xf32>, tensor<f32>) -> tensor<{left}xf32>
              return %y : tensor<{left}xf32>
            }}"
        );
        let ran = checked(&text, Target::Sm90, &Target::ALL);
        let read: u64 = ran.kernels.iter().map(|(_, counts)| counts.read).sum();
        let all: u64 = shape.split('x').map(|n| n.parse::<u64>().expect("a number")).product();
        println!("sum of {shape} along {dimension}: {:?}", ran.kernels);
        // Partial results are read once more.
        assert!(read >= all / 8 && read <= all / 8 + all / 64, "{shape}: {read} sectors");
    }
}
