//! Loops that end by what their data say: on little data they are one kernel, which the host
//! starts once for thousands of iterations.

use hloom_ptx::Target;

use crate::common::{Ran, Run, checked_by, input};

/// Runs a loop on numbers from 0 to 2.
fn looped(text: &str) -> Ran {
    let positive = |n, element, count| {
        let mut bytes = input(n, element, count);
        for x in bytes.chunks_mut(4) {
            let number = f32::from_le_bytes([x[0], x[1], x[2], x[3]]);
            x.copy_from_slice(&(number.abs() + 1.0).to_le_bytes());
        }
        bytes
    };
    checked_by(text, &Run { input: &positive, ..Run::on(Target::Sm80, &Target::ALL) })
}

/// The number of times that each kernel was started.
fn launches(ran: &Ran) -> Vec<u64> {
    ran.kernels.iter().map(|(_, counts)| counts.launches).collect()
}

/// Newton's method for square roots, until the largest error is small: rows that are
/// reduced, elements, and a condition of them.
#[test]
fn a_loop_with_a_reduction_is_one_kernel() {
    let ran = looped(
        "func.func @main(%a: tensor<300xf32>) -> (tensor<300xf32>, tensor<f32>) {
          %one = stablehlo.constant dense<1.0> : tensor<f32>
          %x, %e = stablehlo.while(%y = %a, %error = %one) : tensor<300xf32>, tensor<f32>
          cond {
            %small = stablehlo.constant dense<1.0e-6> : tensor<f32>
            %c = stablehlo.compare GT, %error, %small : (tensor<f32>, tensor<f32>) -> tensor<i1>
            stablehlo.return %c : tensor<i1>
          } do {
            %half = stablehlo.constant dense<0.5> : tensor<300xf32>
            %least = stablehlo.constant dense<0.0> : tensor<f32>
            %q = stablehlo.divide %a, %y : tensor<300xf32>
            %s = stablehlo.add %q, %y : tensor<300xf32>
            %z = stablehlo.multiply %s, %half : tensor<300xf32>
            %d = stablehlo.subtract %z, %y : tensor<300xf32>
            %size = stablehlo.abs %d : tensor<300xf32>
            %most = stablehlo.reduce(%size init: %least) applies stablehlo.maximum
              across dimensions = [0] : (tensor<300xf32>, tensor<f32>) -> tensor<f32>
            stablehlo.return %z, %most : tensor<300xf32>, tensor<f32>
          }
          return %x, %e : tensor<300xf32>, tensor<f32>
        }",
    );
    assert!(ran.program.contains("kernel \"iterations of "), "{}", ran.program);
    // The condition twice, the rounds once, nothing else.
    assert_eq!(launches(&ran), [2, 1], "{}", ran.program);
}

/// A branch in the loop's body depends on the data, too.
#[test]
fn branches_in_a_loop_are_part_of_its_kernel() {
    let ran = looped(
        "func.func @main(%x: tensor<64xf32>) -> tensor<64xf32> {
          %r = stablehlo.while(%y = %x) : tensor<64xf32>
          cond {
            %limit = stablehlo.constant dense<1000.0> : tensor<f32>
            %at = stablehlo.slice %y [3:4] : (tensor<64xf32>) -> tensor<1xf32>
            %f = stablehlo.reshape %at : (tensor<1xf32>) -> tensor<f32>
            %c = stablehlo.compare LT, %f, %limit : (tensor<f32>, tensor<f32>) -> tensor<i1>
            stablehlo.return %c : tensor<i1>
          } do {
            %ten = stablehlo.constant dense<10.0> : tensor<f32>
            %at = stablehlo.slice %y [3:4] : (tensor<64xf32>) -> tensor<1xf32>
            %f = stablehlo.reshape %at : (tensor<1xf32>) -> tensor<f32>
            %early = stablehlo.compare LT, %f, %ten : (tensor<f32>, tensor<f32>) -> tensor<i1>
            %z = \"stablehlo.if\"(%early) ({
              %more = stablehlo.add %y, %y : tensor<64xf32>
              stablehlo.return %more : tensor<64xf32>
            }, {
              %back = stablehlo.reverse %y, dims = [0] : tensor<64xf32>
              %most = stablehlo.maximum %back, %y : tensor<64xf32>
              %more = stablehlo.multiply %most, %y : tensor<64xf32>
              stablehlo.return %more : tensor<64xf32>
            }) : (tensor<i1>) -> tensor<64xf32>
            stablehlo.return %z : tensor<64xf32>
          }
          return %r : tensor<64xf32>
        }",
    );
    assert!(ran.program.contains("kernel \"iterations of "), "{}", ran.program);
    // The two kernels of the condition twice, the rounds once.
    assert_eq!(launches(&ran).iter().sum::<u64>(), 5, "{}", ran.program);
}

/// Loops on much data want the whole GPU, and those that count are launches.
#[test]
fn other_loops_stay_as_they_are() {
    for (shape, compared) in [("40000", "%f, %limit"), ("40", "%k, %five")] {
        let kind = if compared.contains("%k") { "i32" } else { "f32" };
        let text = format!(
            "func.func @main(%x: tensor<{shape}xf32>) -> tensor<{shape}xf32> {{
              %zero = stablehlo.constant dense<0> : tensor<i32>
              %n, %r = stablehlo.while(%k = %zero, %y = %x) : tensor<i32>, tensor<{shape}xf32>
              cond {{
                %limit = stablehlo.constant dense<100.0> : tensor<f32>
                %five = stablehlo.constant dense<5> : tensor<i32>
                %at = stablehlo.slice %y [0:1] : (tensor<{shape}xf32>) -> tensor<1xf32>
                %f = stablehlo.reshape %at : (tensor<1xf32>) -> tensor<f32>
                %c = stablehlo.compare LT, {compared} : (tensor<{kind}>, tensor<{kind}>) -> tensor<i1>
                stablehlo.return %c : tensor<i1>
              }} do {{
                %one = stablehlo.constant dense<1> : tensor<i32>
                %m = stablehlo.add %k, %one : tensor<i32>
                %more = stablehlo.add %y, %y : tensor<{shape}xf32>
                stablehlo.return %m, %more : tensor<i32>, tensor<{shape}xf32>
              }}
              return %r : tensor<{shape}xf32>
            }}"
        );
        let ran = looped(&text);
        assert!(!ran.program.contains("iterations of"), "{}", ran.program);
    }
}
