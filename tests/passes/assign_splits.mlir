// Shardings become split types; relayouts and halos stand where devices exchange data.

// RUN: hloom opt %s --assign-splits --split-input-file | hloom check %s
// RUN: hloom opt %s --assign-splits --assign-splits --split-input-file | hloom check %s
// RUN: hloom opt %s --assign-splits --erase-splits --split-input-file | hloom check %s --check-prefix=SDY

// Each device has terms of the second product's sums.
// CHECK-LABEL: func.func @terms
// CHECK-SAME: (%x: tensor<16x8xf32, #hloom.split<@mesh, [2 over {"d"}, 1]>>, %w: tensor<8x16xf32, #hloom.split<@mesh, [1, 2 over {"m"}]>>, %v: tensor<16x8xf32, #hloom.split<@mesh, [2 over {"m"}, 1]>>)
// CHECK: %h = stablehlo.dot_general {{.*}} -> tensor<16x16xf32, #hloom.split<@mesh, [2 over {"d"}, 2 over {"m"}]>>
// CHECK: %y = stablehlo.dot_general {{.*}} -> tensor<16x8xf32, #hloom.split<@mesh, [2 over {"d"}, 1], partial = add 2 over {"m"}>>
// CHECK-NEXT: %0 = hloom.relayout %y : ({{.*}}) -> tensor<16x8xf32, #hloom.split<@mesh, [2 over {"d"}, 1]>>
// CHECK-NEXT: return %0
// SDY-LABEL: func.func @terms
// SDY: %y = stablehlo.dot_general {{.*}} {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"d"}, {}], unreduced={"m"}>]>}
// SDY-NEXT: sdy.reshard %y <@mesh, [{"d"}, {}]> : tensor<16x8xf32>
// SDY-NOT: hloom.
sdy.mesh @mesh = <["d"=2, "m"=2]>
func.func @terms(%x: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"d"}, {}]>}, %w: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"m"}]>}, %v: tensor<16x8xf32>) -> (tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"d"}, {}]>}) {
  %h = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<16x8xf32>, tensor<8x16xf32>) -> tensor<16x16xf32>
  %y = stablehlo.dot_general %h, %v, contracting_dims = [1] x [0] : (tensor<16x16xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
  return %y : tensor<16x8xf32>
}

// -----

// A window of 3 rows reads one row of each neighbour; at the borders stands the padding, 0.
// CHECK-LABEL: func.func @rows
// CHECK: %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %0 = hloom.halo %x, %cst : (tensor<1x8x8x1xf32, #hloom.split<@mesh, [1, 4 over {"r"}, 1, 1]>>, tensor<f32>) -> tensor<1x8x8x1xf32, #hloom.split<@mesh, [1, 4 over {"r"} halo (1, 1), 1, 1]>>
// CHECK-NEXT: %y = stablehlo.convolution(%0, %k)
// SDY-LABEL: func.func @rows
// SDY-NOT: hloom.
sdy.mesh @mesh = <["r"=4]>
func.func @rows(%x: tensor<1x8x8x1xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"r"}, {}, {}]>}, %k: tensor<3x3x1x1xf32>) -> tensor<1x8x8x1xf32> {
  %y = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x1xf32>, tensor<3x3x1x1xf32>) -> tensor<1x8x8x1xf32>
  return %y : tensor<1x8x8x1xf32>
}

// -----

// Types alone may say it; what follows from them is added.
// CHECK-LABEL: func.func @types
// CHECK: %a = stablehlo.tanh %x : tensor<8xf32, #hloom.split<@mesh, [4 over {"r"}]>>
// CHECK-NEXT: %0 = hloom.relayout %a : (tensor<8xf32, #hloom.split<@mesh, [4 over {"r"}]>>) -> tensor<8xf32>
// CHECK-NEXT: %b = "stablehlo.sort"(%0)
sdy.mesh @mesh = <["r"=4]>
func.func @types(%x: tensor<8xf32, #hloom.split<@mesh, [4 over {"r"}]>>) -> tensor<8xf32> {
  %a = stablehlo.tanh %x : (tensor<8xf32, #hloom.split<@mesh, [4 over {"r"}]>>) -> tensor<8xf32>
  %b = "stablehlo.sort"(%a) <{dimension = 0 : i64}> ({
  ^bb0(%l: tensor<f32>, %r: tensor<f32>):
    %c = stablehlo.compare LT, %l, %r : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<8xf32>) -> tensor<8xf32>
  return %b : tensor<8xf32>
}

// -----

// Terms of a maximum can't be `unreduced`, which means sums.
// CHECK-LABEL: func.func @maximum
// CHECK: partial = maximum 2 over {"r"}
// SDY-LABEL: func.func @maximum
// SDY-NOT: unreduced
sdy.mesh @mesh = <["r"=2]>
func.func @maximum(%x: tensor<8xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"r"}]>}) -> tensor<i32> {
  %z = stablehlo.constant dense<3> : tensor<i32>
  %m = stablehlo.reduce(%x init: %z) applies stablehlo.maximum across dimensions = [0] : (tensor<8xi32>, tensor<i32>) -> tensor<i32>
  return %m : tensor<i32>
}
