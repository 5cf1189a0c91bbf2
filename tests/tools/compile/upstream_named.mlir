// Products that are an op of `linalg` have its name, in the lowering alone: passes see generic ops.

// REQUIRES: mlir
// RUN: hloom compile %s --emit=linalg | hloom check %s
// RUN: hloom compile %s --emit=linalg --print-generic | hloom opt --raise-linalg=strict=true | hloom check %s --check-prefix=RAISED
// RUN: hloom run %s --backend=mlir --compare=interp --random-inputs=1 | hloom check %s --check-prefix=SAME

// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<2x3xf32>, tensor<3x4xf32>)
// CHECK: linalg.batch_matmul
// CHECK: linalg.matvec
// CHECK: linalg.vecmat
// CHECK: linalg.dot ins(%{{.*}}, %{{.*}} : tensor<3xi32>, tensor<3xi32>)
// A transposed operand, and floats that are summed in a wider type.
// CHECK-NOT: linalg.{{matmul|dot}}
// CHECK: linalg.generic
// CHECK: linalg.generic

// RAISED-COUNT-7: stablehlo.dot_general

// SAME-COUNT-7: no difference

func.func @main(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>, %as: tensor<5x2x3xf32>, %bs: tensor<5x3x4xf32>, %v: tensor<3xf32>, %n: tensor<3xi32>, %h: tensor<2x3xbf16>)
    -> (tensor<2x4xf32>, tensor<5x2x4xf32>, tensor<2xf32>, tensor<4xf32>, tensor<i32>, tensor<2x2xf32>, tensor<2x2xbf16>) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  %1 = stablehlo.dot_general %as, %bs, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<5x2x3xf32>, tensor<5x3x4xf32>) -> tensor<5x2x4xf32>
  %2 = stablehlo.dot_general %a, %v, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2xf32>
  %3 = stablehlo.dot_general %v, %b, contracting_dims = [0] x [0] : (tensor<3xf32>, tensor<3x4xf32>) -> tensor<4xf32>
  %4 = stablehlo.dot_general %n, %n, contracting_dims = [0] x [0] : (tensor<3xi32>, tensor<3xi32>) -> tensor<i32>
  %5 = stablehlo.dot_general %a, %a, contracting_dims = [1] x [1] : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x2xf32>
  %6 = stablehlo.dot_general %h, %h, contracting_dims = [1] x [1] : (tensor<2x3xbf16>, tensor<2x3xbf16>) -> tensor<2x2xbf16>
  return %0, %1, %2, %3, %4, %5, %6 : tensor<2x4xf32>, tensor<5x2x4xf32>, tensor<2xf32>, tensor<4xf32>, tensor<i32>, tensor<2x2xf32>, tensor<2x2xbf16>
}
