// Ops that can't be in any fusion, each with the reason and what would have to change.
//
// RUN: hloom explain fusion %s | hloom check %s
// RUN: hloom explain fusion %s --edge x_sum sorted | hloom check %s --check-prefix=EDGE
// RUN: hloom explain fusion %s --html %t
// RUN: hloom check %s --check-prefix=PAGE --input-file=%t
//
// CHECK: @main:
// CHECK: can't be fused
// CHECK: %sorted (sort): no kernel combines it with other ops
// CHECK-NEXT: to change it: ops that have a kernel form
// CHECK: %noted (custom_call): it has side effects, whose order is fixed
// CHECK-NEXT: to change it: an op without side effects
// CHECK: %captured (reduce): its region uses values from outside
// CHECK: %looped (while): it is control flow: the ops in its regions are fused among themselves
// CHECK: %open_sum (add): an extent of its operands or results is known at run time only
// CHECK-NEXT: to change it: `refine-shapes`, with the extents of the arguments
//
// EDGE: %sorted (sort): no kernel combines it with other ops
//
// PAGE: <th>why it can't be fused</th>
// PAGE: no kernel combines it with other ops
func.func @main(%x: tensor<64xf32>, %open: tensor<?xf32>, %scale: tensor<f32>) -> (tensor<64xf32>, tensor<64xf32>, tensor<f32>, tensor<64xf32>, tensor<?xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %x_sum = stablehlo.add %x, %x : tensor<64xf32>
  %sorted = "stablehlo.sort"(%x_sum) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %less = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }) : (tensor<64xf32>) -> tensor<64xf32>
  %noted = stablehlo.custom_call @note(%x_sum) {has_side_effect = true} : (tensor<64xf32>) -> tensor<64xf32>
  %captured = "stablehlo.reduce"(%x_sum, %zero) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %scaled = stablehlo.multiply %b, %scale : tensor<f32>
    %sum = stablehlo.add %a, %scaled : tensor<f32>
    stablehlo.return %sum : tensor<f32>
  }) : (tensor<64xf32>, tensor<f32>) -> tensor<f32>
  %looped = stablehlo.while(%y = %x_sum) : tensor<64xf32>
  cond {
    %first = stablehlo.slice %y [0:1] : (tensor<64xf32>) -> tensor<1xf32>
    %scalar = stablehlo.reshape %first : (tensor<1xf32>) -> tensor<f32>
    %go = stablehlo.compare LT, %scalar, %scale : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %next = stablehlo.exponential %y : tensor<64xf32>
    stablehlo.return %next : tensor<64xf32>
  }
  %open_sum = stablehlo.add %open, %open : tensor<?xf32>
  return %sorted, %noted, %captured, %looped, %open_sum : tensor<64xf32>, tensor<64xf32>, tensor<f32>, tensor<64xf32>, tensor<?xf32>
}
