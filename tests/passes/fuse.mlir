// RUN: hloom opt %s --passes=fuse --split-input-file | hloom check %s
// RUN: hloom opt %s --passes='fuse{policy=greedy}' --split-input-file | hloom check %s --check-prefix=GREEDY
// RUN: hloom opt %s --passes='fuse{policy=none}' --split-input-file | hloom check %s --check-prefix=NONE

// NONE-NOT: hloom.fusion

// A chain becomes one fusion, its constant with it.
// CHECK-LABEL: func.func @chain
// CHECK-NEXT: "hloom.fusion"(%x, %y) <{kind = "cell"}>
// CHECK: stablehlo.constant
// CHECK: stablehlo.add
// CHECK: stablehlo.tanh
// CHECK: stablehlo.multiply
// CHECK: stablehlo.return
// CHECK: return
// GREEDY-LABEL: func.func @chain
// GREEDY-NEXT: "hloom.fusion"(%x, %y) <{kind = "cell"}>
func.func @chain(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %half = stablehlo.constant dense<0.5> : tensor<4xf32>
  %0 = stablehlo.add %x, %y : tensor<4xf32>
  %1 = stablehlo.tanh %0 : tensor<4xf32>
  %2 = stablehlo.multiply %1, %half : tensor<4xf32>
  return %2 : tensor<4xf32>
}

// -----

// What is written at computed places, and the places, are made where they are wanted;
// what is changed comes from memory, and is not looked at otherwise.
// CHECK-LABEL: func.func @scatter
// CHECK: "hloom.fusion"(%i, %d, %m, %table) <{kind = "scatter"}>
// CHECK: stablehlo.add
// CHECK: stablehlo.reshape
// CHECK: stablehlo.multiply
// CHECK: "stablehlo.scatter"
// CHECK: stablehlo.return %{{.*}} : tensor<9x4xf32>
// CHECK: return
// CHECK-LABEL: func.func @scatter_of_itself
// CHECK-NOT: kind = "scatter"
// CHECK: return
func.func @scatter(%table: tensor<9x4xf32>, %i: tensor<5xi32>, %d: tensor<5x4xf32>, %m: tensor<5x4xf32>) -> tensor<9x4xf32> {
  %one = stablehlo.constant dense<1> : tensor<5xi32>
  %j = stablehlo.add %i, %one : tensor<5xi32>
  %p = stablehlo.reshape %j : (tensor<5xi32>) -> tensor<5x1xi32>
  %u = stablehlo.multiply %d, %m : tensor<5x4xf32>
  %r = "stablehlo.scatter"(%table, %p, %u) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<9x4xf32>, tensor<5x1xi32>, tensor<5x4xf32>) -> tensor<9x4xf32>
  return %r : tensor<9x4xf32>
}
func.func @scatter_of_itself(%x: tensor<9x4xf32>, %p: tensor<9x1xi32>, %m: tensor<9x4xf32>) -> tensor<9x4xf32> {
  %u = stablehlo.multiply %x, %m : tensor<9x4xf32>
  %r = "stablehlo.scatter"(%x, %p, %u) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<9x4xf32>, tensor<9x1xi32>, tensor<9x4xf32>) -> tensor<9x4xf32>
  return %r : tensor<9x4xf32>
}

// -----

// Each row is read once: a sum of the row, and what becomes of its elements.
// Clusters that grow end at the sum.
// CHECK-LABEL: func.func @softmax
// CHECK-NEXT: "hloom.fusion"(%x) <{kind = "row"}>
// CHECK: stablehlo.exponential
// CHECK: stablehlo.reduce
// CHECK: stablehlo.broadcast_in_dim
// CHECK: stablehlo.divide
// CHECK-NOT: hloom.fusion
// GREEDY-LABEL: func.func @softmax
// GREEDY: kind = "cell"
// GREEDY: stablehlo.exponential
// GREEDY: stablehlo.reduce
// GREEDY: kind = "cell"
// GREEDY: stablehlo.divide
func.func @softmax(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %scale = stablehlo.constant dense<0.125> : tensor<8x16xf32>
  %scaled = stablehlo.multiply %x, %scale : tensor<8x16xf32>
  %e = stablehlo.exponential %scaled : tensor<8x16xf32>
  %sum = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
  %wide = stablehlo.broadcast_in_dim %sum, dims = [0] : (tensor<8xf32>) -> tensor<8x16xf32>
  %p = stablehlo.divide %e, %wide : tensor<8x16xf32>
  return %p : tensor<8x16xf32>
}

// -----

// A reduction closes a fusion of what only it uses.
// CHECK-LABEL: func.func @sum_of_squares
// CHECK-NEXT: "hloom.fusion"(%x) <{kind = "cell"}>
// CHECK: stablehlo.multiply
// CHECK-NEXT: stablehlo.reduce
// CHECK: return
func.func @sum_of_squares(%x: tensor<100xf32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %square = stablehlo.multiply %x, %x : tensor<100xf32>
  %sum = stablehlo.reduce(%square init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<100xf32>, tensor<f32>) -> tensor<f32>
  return %sum : tensor<f32>
}

// -----

// A costly function below a broadcast would be computed for every copy.
// CHECK-LABEL: func.func @below_broadcast
// CHECK-NEXT: stablehlo.exponential %x
// CHECK-NEXT: "hloom.fusion"
// CHECK: stablehlo.broadcast_in_dim
// CHECK: stablehlo.add
// GREEDY-LABEL: func.func @below_broadcast
// GREEDY-NEXT: stablehlo.exponential %x
// GREEDY-NEXT: "hloom.fusion"
func.func @below_broadcast(%x: tensor<8xf32>, %y: tensor<1000x8xf32>) -> tensor<1000x8xf32> {
  %e = stablehlo.exponential %x : tensor<8xf32>
  %wide = stablehlo.broadcast_in_dim %e, dims = [1] : (tensor<8xf32>) -> tensor<1000x8xf32>
  %0 = stablehlo.add %wide, %y : tensor<1000x8xf32>
  return %0 : tensor<1000x8xf32>
}

// -----

// What comes behind a product is computed with it.
// CHECK-LABEL: func.func @dense
// CHECK-NEXT: "hloom.fusion"(%x, %w, %b) <{kind = "{{dot|row}}"}>
// CHECK: stablehlo.dot_general
// CHECK: stablehlo.broadcast_in_dim
// CHECK: stablehlo.add
// CHECK: stablehlo.maximum
// CHECK-NOT: hloom.fusion
func.func @dense(%x: tensor<4x8xf32>, %w: tensor<8x2xf32>, %b: tensor<2xf32>) -> tensor<4x2xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<4x2xf32>
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x2xf32>) -> tensor<4x2xf32>
  %1 = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<2xf32>) -> tensor<4x2xf32>
  %2 = stablehlo.add %0, %1 : tensor<4x2xf32>
  %3 = stablehlo.maximum %2, %zero : tensor<4x2xf32>
  return %3 : tensor<4x2xf32>
}

// -----

// Two sums over the same elements are one kernel.
// CHECK-LABEL: func.func @two_sums
// CHECK-NEXT: %a, %b = "hloom.fusion"(%x, %y, %z) <{kind = "multi_agg"}>
// CHECK-NOT: hloom.fusion
func.func @two_sums(%x: tensor<50x40xf32>, %y: tensor<50x40xf32>, %z: tensor<50x40xf32>) -> (tensor<f32>, tensor<f32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %xy = stablehlo.multiply %x, %y : tensor<50x40xf32>
  %xz = stablehlo.multiply %x, %z : tensor<50x40xf32>
  %a = stablehlo.reduce(%xy init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<50x40xf32>, tensor<f32>) -> tensor<f32>
  %b = stablehlo.reduce(%xz init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<50x40xf32>, tensor<f32>) -> tensor<f32>
  return %a, %b : tensor<f32>, tensor<f32>
}

// -----

// Of unknown sizes nothing is known.
// CHECK-LABEL: func.func @dynamic
// CHECK-NOT: hloom.fusion
func.func @dynamic(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.add %x, %x : tensor<?xf32>
  %1 = stablehlo.tanh %0 : tensor<?xf32>
  return %1 : tensor<?xf32>
}

// -----

// What is counted up or repeated is not put into memory for one op.
// CHECK-LABEL: func.func @counted
// CHECK-NEXT: "hloom.fusion"(%x) <{kind = "cell"}>
// CHECK: stablehlo.iota
// CHECK: stablehlo.reduce
func.func @counted(%x: tensor<5x7xf32>) -> tensor<5xi32> {
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %first = stablehlo.constant dense<0> : tensor<i32>
  %n = stablehlo.iota dim = 1 : tensor<5x7xi32>
  %m:2 = stablehlo.reduce(%x init: %least), (%n init: %first) across dimensions = [1] : (tensor<5x7xf32>, tensor<5x7xi32>, tensor<f32>, tensor<i32>) -> (tensor<5xf32>, tensor<5xi32>)
   reducer(%a: tensor<f32>, %b: tensor<f32>) (%i: tensor<i32>, %j: tensor<i32>) {
    %above = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %most = stablehlo.select %above, %a, %b : tensor<i1>, tensor<f32>
    %where = stablehlo.select %above, %i, %j : tensor<i1>, tensor<i32>
    stablehlo.return %most, %where : tensor<f32>, tensor<i32>
  }
  return %m#1 : tensor<5xi32>
}

// -----

// CHECK-LABEL: func.func @masked
// CHECK-NEXT: "hloom.fusion"(){{.*}}<{kind = "cell"}>
// CHECK: stablehlo.iota
// CHECK: stablehlo.iota
// CHECK: stablehlo.compare
func.func @masked() -> tensor<6x6xi1> {
  %i = stablehlo.iota dim = 0 : tensor<6x6xi32>
  %j = stablehlo.iota dim = 1 : tensor<6x6xi32>
  %below = stablehlo.compare GE, %i, %j : (tensor<6x6xi32>, tensor<6x6xi32>) -> tensor<6x6xi1>
  return %below : tensor<6x6xi1>
}
