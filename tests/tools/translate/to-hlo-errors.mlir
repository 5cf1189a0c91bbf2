// What HLO lacks is an error at its place; what passes can expand is expanded.
//
// RUN: not hloom translate %s - --to hlo 2>&1 | hloom check %s
//
// CHECK: error: `stablehlo.real_dynamic_slice` has no form in HLO
// CHECK-NEXT: to-hlo-errors.mlir:[[# @LINE + 6]]:3
// CHECK: in this op
// CHECK: = help: the passes refine-shapes and canonicalize-dynamism make it static
func.func @main(%x: tensor<?xf32>, %n: tensor<1xi32>) -> tensor<?xf32> {
  %z = chlo.square %x : tensor<?xf32> -> tensor<?xf32>
  %y = stablehlo.real_dynamic_slice %z, %n, %n, %n : (tensor<?xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  return %y : tensor<?xf32>
}
