// Ops become layers, and layers ops again.

// RUN: hloom opt %s --passes='layer-graph{cores=2 policy=greedy}' --split-input-file | hloom check %s
// RUN: hloom opt %s --passes='layer-graph{cores=2 policy=greedy},inline-layers' --split-input-file | hloom check %s --check-prefix=BACK
// RUN: hloom opt %s --passes='layer-graph' --split-input-file | hloom check %s --check-prefix=COST
// RUN: not hloom opt %s --passes='layer-graph{cores=0}' --split-input-file 2>&1 | hloom check %s --check-prefix=ZERO

// ZERO: error: {{.*}}the number of cores must be 1 or more, not 0

// Two ops are ready at first; the third one needs both. Constants are copied into layers.
// CHECK-LABEL: func.func @two_branches
// CHECK: %a, %b = "hloom.layer"(%x) ({
// CHECK: stablehlo.exponential
// CHECK: stablehlo.return
// CHECK: "hloom.layer"(%a, %b) ({
// CHECK: stablehlo.add
// CHECK:      return
// BACK-LABEL: func.func @two_branches
// BACK-NOT: hloom.layer
// BACK: stablehlo.exponential
// BACK: stablehlo.multiply
// BACK: stablehlo.add
// COST-LABEL: func.func @two_branches
// COST: "hloom.layer"
func.func @two_branches(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c = stablehlo.constant dense<2.0> : tensor<4xf32>
  %a = stablehlo.exponential %x : tensor<4xf32>
  %b = stablehlo.multiply %x, %c : tensor<4xf32>
  %y = stablehlo.add %a, %b : tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

// A branch captures a value: the layer takes it as an input. Its own results are used in it.
// CHECK-LABEL: func.func @captured
// CHECK: "hloom.layer"(%x) ({
// CHECK: "hloom.layer"({{.*}}%p{{.*}}) ({
// CHECK: stablehlo.if
func.func @captured(%p: tensor<i1>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %a = stablehlo.negate %x : tensor<4xf32>
  %y = "stablehlo.if"(%p) ({
    %s = stablehlo.add %a, %x : tensor<4xf32>
    stablehlo.return %s : tensor<4xf32>
  }, {
    stablehlo.return %a : tensor<4xf32>
  }) : (tensor<i1>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

// Ops without users are left out, and so are layers without results.
// CHECK-LABEL: func.func @unused
// CHECK-NOT: exponential
// CHECK: %a = "hloom.layer"(%x) ({
// CHECK: stablehlo.negate
// CHECK-NOT: () -> ()
// CHECK: "hloom.layer"(%a, %x) ({
// CHECK: stablehlo.add
// CHECK: return %y
func.func @unused(%x: tensor<4xf32>) -> tensor<4xf32> {
  %a = stablehlo.negate %x : tensor<4xf32>
  "hloom.layer"(%a) ({
  ^bb0(%b: tensor<4xf32>):
    %c = stablehlo.exponential %b : tensor<4xf32>
    stablehlo.return
  }) : (tensor<4xf32>) -> ()
  %y = stablehlo.add %a, %x : tensor<4xf32>
  return %y : tensor<4xf32>
}
