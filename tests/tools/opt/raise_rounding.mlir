// REQUIRES: mlir
//
// A cast of false is 0, not -0; a cast that rounds otherwise than StableHLO's stays; loops in conditions of loops,
// eight deep, stay too: each would be written three times.
//
// RUN: hloom opt %s --raise-linalg | hloom check %s
// RUN: hloom opt %S/Inputs/conditions.mlir --raise-linalg | hloom check %s --check-prefix=DEEP
//
// CHECK-NOT: negate
// CHECK: subtract
// CHECK: arith.truncf
//
// DEEP: scf.while
func.func @main(%b: tensor<2xi1>, %x: f64) -> (tensor<2xf32>, f32) {
  %s = arith.sitofp %b : tensor<2xi1> to tensor<2xf32>
  %t = arith.truncf %x toward_zero : f64 to f32
  return %s, %t : tensor<2xf32>, f32
}
