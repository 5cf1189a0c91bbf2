// Parts of devices may be divided again: over time, by micro-batches.

// RUN: hloom opt %s --partition --split-input-file | hloom check %s
// RUN: hloom opt %s --assign-splits --split-input-file | hloom check %s --check-prefix=TYPES

// TYPES: func.func @batches(%x: tensor<8x3xf32, #hloom.split<@mesh, [2 over {"d"} / 2 over time, 1]>>)
// CHECK: func.func @batches(%x: tensor<4x3xf32, #hloom.split<[2 over time, 1]>> {{.*}}) -> (tensor<4x3xf32>
sdy.mesh @mesh = <["d"=2]>
func.func @batches(%x: tensor<8x3xf32, #hloom.split<@mesh, [2 over {"d"} / 2 over time, 1]>>) -> tensor<8x3xf32, #hloom.split<@mesh, [2 over {"d"}, 1]>> {
  %y = stablehlo.tanh %x : (tensor<8x3xf32, #hloom.split<@mesh, [2 over {"d"} / 2 over time, 1]>>) -> tensor<8x3xf32>
  return %y : tensor<8x3xf32>
}

// -----

// The terms of two results belong to one reduction; each begins with its own initial value once.
// CHECK: func.func @both
// CHECK: stablehlo.select
// CHECK: stablehlo.reduce
// CHECK: "stablehlo.all_reduce"
// CHECK: "stablehlo.all_reduce"
sdy.mesh @mesh = <["d"=2]>
func.func @both(%x: tensor<8xf32, #hloom.split<@mesh, [2 over {"d"}]>>, %y: tensor<8xi32, #hloom.split<@mesh, [2 over {"d"}]>>, %a: tensor<f32>, %b: tensor<i32>) -> (tensor<f32>, tensor<i32>) {
  %s:2 = stablehlo.reduce(%x init: %a), (%y init: %b) across dimensions = [0] : (tensor<8xf32, #hloom.split<@mesh, [2 over {"d"}]>>, tensor<8xi32, #hloom.split<@mesh, [2 over {"d"}]>>, tensor<f32>, tensor<i32>) -> (tensor<f32>, tensor<i32>)
   reducer(%p: tensor<f32>, %q: tensor<f32>) (%r: tensor<i32>, %t: tensor<i32>) {
    %m = stablehlo.maximum %p, %q : tensor<f32>
    %n = stablehlo.add %r, %t : tensor<i32>
    stablehlo.return %m, %n : tensor<f32>, tensor<i32>
  }
  return %s#0, %s#1 : tensor<f32>, tensor<i32>
}

// -----

// An open extent beside a divided one.
// CHECK: func.func @open(%v: tensor<?x4xf32>
sdy.mesh @mesh = <["x"=2]>
func.func @open(%v: tensor<?x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> tensor<?x8xf32> {
  %t = stablehlo.tanh %v : tensor<?x8xf32>
  return %t : tensor<?x8xf32>
}

// -----

// A bounded one.
// CHECK: func.func @bounded(%v: tensor<?x4xf32, #stablehlo.bounds<6, ?>>
sdy.mesh @mesh = <["x"=2]>
func.func @bounded(%v: tensor<?x8xf32, #stablehlo.bounds<6, ?>> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> tensor<?x8xf32, #stablehlo.bounds<6, ?>> {
  %t = stablehlo.tanh %v : tensor<?x8xf32, #stablehlo.bounds<6, ?>>
  return %t : tensor<?x8xf32, #stablehlo.bounds<6, ?>>
}

// -----

// A dimension whose parts have no room for divisions over time has none; of one that is divided at boundaries of the whole,
// parts of devices are not.
// CHECK: func.func @no_room(%x: tensor<4x1xf32> {{.*}}, %y: tensor<2xf32> {{.*}}, %z: tensor<4x2xf32, #hloom.split<[1, 2 over time]>> {{.*}})
sdy.mesh @mesh = <["d"=2]>
func.func @no_room(%x: tensor<4x2xf32, #hloom.split<[1, 2 over time]>> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"d"}]>}, %y: tensor<4xf32, #hloom.split<[2 at (0, 1, 4) over cores]>> {sdy.sharding = #sdy.sharding<@mesh, [{"d"}]>}, %z: tensor<8x2xf32, #hloom.split<[1, 2 over time]>> {sdy.sharding = #sdy.sharding<@mesh, [{"d"}, {}]>}) {
  return
}
