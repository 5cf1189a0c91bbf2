// Splits that an op can't have.

// RUN: hloom opt %s --verify-diagnostics --split-input-file --passes="split{cores=2},assign-splits"

func.func @unlike(%x: tensor<4x4xf32, #hloom.split<[2 over cores, 1]>>) -> tensor<4x4xf32, #hloom.split<[1, 2 over cores]>> {
  // expected-error@+1 {{`stablehlo.tanh` can't have its splits: dimension 0 of %y is whole, but belongs to one that is in 2 parts}}
  %y = stablehlo.tanh %x : (tensor<4x4xf32, #hloom.split<[2 over cores, 1]>>) -> tensor<4x4xf32, #hloom.split<[1, 2 over cores]>>
  return %y : tensor<4x4xf32, #hloom.split<[1, 2 over cores]>>
}

// -----

func.func @no_terms(%x: tensor<4x4xf32, #hloom.split<[2 over cores, 1]>>) -> tensor<4x4xf32> {
  // expected-error@+1 {{has no terms: no combined index is divided}}
  %y = stablehlo.tanh %x : (tensor<4x4xf32, #hloom.split<[2 over cores, 1]>>) -> tensor<4x4xf32, #hloom.split<[2 over cores, 1], partial = add 2 over cores>>
  %z = hloom.relayout %y : (tensor<4x4xf32, #hloom.split<[2 over cores, 1], partial = add 2 over cores>>) -> tensor<4x4xf32>
  return %z : tensor<4x4xf32>
}

// -----

func.func @whole(%x: tensor<4xf32, #hloom.split<[2 over cores]>>) -> tensor<4xf32> {
  // expected-error@+1 {{`stablehlo.sort` can't have its splits: it needs dimension 0 of %x as a whole}}
  %y = "stablehlo.sort"(%x) <{dimension = 0 : i64}> ({
  ^bb0(%l: tensor<f32>, %r: tensor<f32>):
    %c = stablehlo.compare LT, %l, %r : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<4xf32, #hloom.split<[2 over cores]>>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

sdy.mesh @mesh = <["x"=2]>
// expected-error@+1 {{the sharding of %v: the mesh has no axis "y"; its axes are "x"}}
func.func @axis(%v: tensor<4xf32, #hloom.split<@mesh, [2 over {"y"}]>>) -> tensor<4xf32> {
  %t = stablehlo.tanh %v : (tensor<4xf32, #hloom.split<@mesh, [2 over {"y"}]>>) -> tensor<4xf32>
  return %t : tensor<4xf32>
}

// -----

sdy.mesh @mesh = <["x"=2]>
// expected-error@+1 {{can't be divided evenly by 2}}
func.func @uneven(%v: tensor<5xf32, #hloom.split<@mesh, [2 over {"x"}]>>) -> tensor<5xf32> {
  %t = stablehlo.tanh %v : (tensor<5xf32, #hloom.split<@mesh, [2 over {"x"}]>>) -> tensor<5xf32>
  return %t : tensor<5xf32>
}

// -----

sdy.mesh @mesh = <["x"=2]>
// expected-error@+1 {{3 parts are stated over axes of size 2}}
func.func @parts(%v: tensor<6xf32, #hloom.split<@mesh, [3 over {"x"}]>>) -> tensor<6xf32> {
  %t = stablehlo.tanh %v : (tensor<6xf32, #hloom.split<@mesh, [3 over {"x"}]>>) -> tensor<6xf32>
  return %t : tensor<6xf32>
}

// -----

sdy.mesh @mesh = <["x"=2]>
func.func @terms(%v: tensor<4xf32, #hloom.split<@mesh, [2 over {"x"}]>>) -> tensor<4xf32> {
  // expected-error@+1 {{is stated as terms along "x", but `stablehlo.tanh` does not compute terms there}}
  %t = stablehlo.tanh %v : (tensor<4xf32, #hloom.split<@mesh, [2 over {"x"}]>>) -> tensor<4xf32, #hloom.split<@mesh, [1], partial = add 2 over {"x"}>>
  %w = hloom.relayout %t : (tensor<4xf32, #hloom.split<@mesh, [1], partial = add 2 over {"x"}>>) -> tensor<4xf32>
  return %w : tensor<4xf32>
}

// -----

sdy.mesh @mesh = <["x"=2]>
// expected-error@+1 {{a halo is made by an op}}
func.func @argument(%v: tensor<4xf32, #hloom.split<@mesh, [2 over {"x"} halo (1, 1)]>>) -> tensor<4xf32> {
  %t = stablehlo.tanh %v : (tensor<4xf32, #hloom.split<@mesh, [2 over {"x"} halo (1, 1)]>>) -> tensor<4xf32>
  return %t : tensor<4xf32>
}

// -----

func.func @state(%s: tensor<2xui64>, %x: tensor<4xf32, #hloom.split<[2 over cores]>>) -> tensor<4xf32> {
  // expected-error@+1 {{`stablehlo.rng_bit_generator` can't have its splits: it is not divided among cores}}
  %n, %b = stablehlo.rng_bit_generator %s, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32, #hloom.split<[2 over cores]>>)
  %t = stablehlo.tanh %x : (tensor<4xf32, #hloom.split<[2 over cores]>>) -> tensor<4xf32, #hloom.split<[2 over cores]>>
  %w = hloom.relayout %t : (tensor<4xf32, #hloom.split<[2 over cores]>>) -> tensor<4xf32>
  return %w : tensor<4xf32>
}

// -----

func.func @nested(%x: tensor<8xi32, #hloom.split<[2 over time / 2 over cores]>>) -> tensor<8xi32> {
  // expected-error@+1 {{dimension 0 of %x is `2 over time / 2 over cores`; `split` follows one division over cores}}
  %t = stablehlo.abs %x : (tensor<8xi32, #hloom.split<[2 over time / 2 over cores]>>) -> tensor<8xi32>
  return %t : tensor<8xi32>
}

// -----

sdy.mesh @mesh = <["x"=4]>
// expected-error@+1 {{dimension 0 is divided over axes inside of a division over cores or time}}
func.func @interleaved(%x: tensor<8xi32, #hloom.split<@mesh, [2 over time / 4 over {"x"}]>>) -> tensor<8xi32> {
  %t = stablehlo.abs %x : (tensor<8xi32, #hloom.split<@mesh, [2 over time / 4 over {"x"}]>>) -> tensor<8xi32>
  return %t : tensor<8xi32>
}
