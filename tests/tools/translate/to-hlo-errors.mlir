// What HLO lacks is an error at its place; what passes can expand is expanded.
//
// RUN: not hloom translate %s - --to hlo 2>&1 | hloom check %s
//
// CHECK: error: `foo.bar` has no form in HLO
// CHECK: to-hlo-errors.mlir:[[# @LINE + 4]]:
// CHECK: in this op
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %z = chlo.square %x : tensor<2xf32> -> tensor<2xf32>
  %y = "foo.bar"(%z) : (tensor<2xf32>) -> tensor<2xf32>
  return %y : tensor<2xf32>
}
