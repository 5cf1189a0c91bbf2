// RUN: hloom opt %s --partition --split-input-file --verify-diagnostics

// Shardings that do not fit.

sdy.mesh @mesh = <["x"=2, "y"=4]>
// expected-error@+1 {{the sharding of %v: the mesh has no axis "z"; its axes are "x", "y"}}
func.func @unknown_axis(%v: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"z"}, {}]>}) -> tensor<8x4xf32> {
  return %v : tensor<8x4xf32>
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
// expected-error@+1 {{the sharding of %v: dimension 0 of extent 6 can't be divided evenly by 4, the size of "y"}}
func.func @uneven(%v: tensor<6x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}) -> tensor<6x4xf32> {
  return %v : tensor<6x4xf32>
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @more_ranks_than_rows(%v: tensor<2x4xf32>) -> tensor<2x4xf32> {
  // expected-error@+1 {{the sharding of %w: dimension 0 of extent 2 can't be divided evenly by 8, the size of "x" times "y"}}
  %w = sdy.sharding_constraint %v <@mesh, [{"x", "y"}, {}]> : tensor<2x4xf32>
  return %w : tensor<2x4xf32>
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
// expected-error@+1 {{the sharding of %v: axis "x" is named twice}}
func.func @twice(%v: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"x"}]>}) -> tensor<4x4xf32> {
  return %v : tensor<4x4xf32>
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
// expected-error@+1 {{the sharding of result 0: it has 1 dimensions, the tensor has 2}}
func.func @rank(%v: tensor<4x4xf32>) -> (tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  return %v : tensor<4x4xf32>
}

// -----

// expected-error@+1 {{there is no mesh @nowhere}}
func.func @no_mesh(%v: tensor<4xf32> {sdy.sharding = #sdy.sharding<@nowhere, [{"x"}]>}) -> tensor<4xf32> {
  return %v : tensor<4xf32>
}

// -----

sdy.mesh @one = <["x"=2]>
sdy.mesh @two = <["x"=4]>
func.func @two_meshes(%v: tensor<4xf32> {sdy.sharding = #sdy.sharding<@one, [{"x"}]>}) -> tensor<4xf32> {
  // expected-error@+1 {{shardings of one function are over two meshes, @one and @two}}
  %w = sdy.sharding_constraint %v <@two, [{"x"}]> : tensor<4xf32>
  return %w : tensor<4xf32>
}

// -----

sdy.mesh @mesh = <["x"=4]>
// expected-error@+1 {{the sharding of %v: it can't be partial sums (`unreduced`); only results of ops can}}
func.func @unreduced(%v: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}], unreduced={"x"}>}) -> tensor<4xf32> {
  return %v : tensor<4xf32>
}

// -----

module attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=4]>
  // expected-error@+1 {{the mesh has 4 devices, but the module runs as 1 × 8 processes (mhlo.num_replicas × mhlo.num_partitions)}}
  func.func @size(%v: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<4xf32> {
    return %v : tensor<4xf32>
  }
}

// -----

sdy.mesh @mesh = <["x"=4]>
func.func @talks(%v: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<ui32> {
  // expected-error@+1 {{`stablehlo.partition_id` stands in a program with shardings, outside of a manual computation}}
  %p = stablehlo.partition_id : tensor<ui32>
  return %p : tensor<ui32>
}

// -----

module attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  // expected-error@+1 {{the sharding `{devices=[2,1]<=[2]}` is over 2 devices, the mesh has 4}}
  func.func @tiles(%v: tensor<4x4xf32> {mhlo.sharding = "{devices=[2,1]<=[2]}"}) -> tensor<4x4xf32> {
    return %v : tensor<4x4xf32>
  }
}
