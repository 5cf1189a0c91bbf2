// Extents of arguments that contradict an op are an error at that op, and nothing is printed.

// RUN: not hloom opt %s --passes=refine-shapes{arguments=3:4} 2>&1 | hloom check %s --check-prefix=ADD
// RUN: not hloom opt %s --passes=refine-shapes{arguments=3:4} --verify-each=0 2>&1 | hloom check %s --check-prefix=ADD
// RUN: hloom opt %s --passes=refine-shapes{arguments=3:3} | hloom check %s
// RUN: hloom opt %s --passes=refine-shapes{arguments=3:_} | hloom check %s

// ADD-NOT: func.func
// ADD: error: pass `refine-shapes`: the extents that follow are at odds: `stablehlo.add` breaks (C1): lhs is tensor<3xf32> but rhs is tensor<4xf32>
// ADD: refine_shapes_contradiction.mlir:[[@LINE+6]]:
// ADD-NOT: func.func
// CHECK: func.func @main(%x: tensor<3xf32>
// CHECK: return %z : tensor<3xf32>
func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  // The addition.
  %z = stablehlo.add %x, %y : tensor<?xf32>
  return %z : tensor<?xf32>
}
