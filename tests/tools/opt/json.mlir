// Diagnostics for programs: one JSON object a line.

// RUN: not hloom opt %s --diagnostics=json 2>&1 | hloom check %s
// RUN: not hloom run %s --backend=interp --diagnostics=json 2>&1 | hloom check %s

// CHECK: {"severity":"error","message":"{{.*}}permutation [0, 0]{{.*}}","label":"C2","file":"{{.*}}json.mlir","line":[[#@LINE+2]],"column":39,"end":{"line":[[#@LINE+2]],"column":45},
func.func @f(%x: tensor<2x3xf32>) -> tensor<3x2xf32> {
  %y = stablehlo.transpose %x, dims = [0, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return %y : tensor<3x2xf32>
}
