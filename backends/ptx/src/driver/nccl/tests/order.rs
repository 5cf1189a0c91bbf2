//! The order of work on the streams of each rank, and its results.

use super::*;
use crate::collective::Reduction;

const WITH_KERNELS: &str = r#"func.func @main(%x: tensor<6xf32>) -> tensor<6xf32> {
  %a = stablehlo.add %x, %x : tensor<6xf32>
  %r = "stablehlo.all_reduce"(%a) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%c: tensor<f32>, %d: tensor<f32>):
    %s = stablehlo.add %c, %d : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<6xf32>) -> tensor<6xf32>
  %y = stablehlo.negate %r : tensor<6xf32>
  return %y : tensor<6xf32>
}"#;

#[test]
fn a_sum_waits_for_kernels_and_kernels_for_it() {
    let code = compiled(WITH_KERNELS);
    let kind = Kind::AllReduce(Reduction::Sum);
    let sum = collective("stablehlo.all_reduce", kind, &[&[0, 1]], numbers(Number::F32, 6));
    let all = [1.0, 0.5].map(|x| TestRank::new(only(sum.clone()), vec![x; 6], &[6]));
    for (outcome, log) in ranks(&code, all.to_vec()) {
        assert_eq!(outcome.expect("it runs"), [vec![-3.0; 6]]);
        println!("{}", log.join("\n"));
    }
}
