// What can't be partitioned is refused: calls of a function whose types would change, ops of a callee that
// communicate, a dimension with scales, an extent that is open.
//
// RUN: not hloom opt %s --split-input-file --passes=partition 2>&1 | hloom check %s
// RUN: hloom opt %S/Inputs/least.mlir --passes=partition | hloom check %s --check-prefix=LEAST

sdy.mesh @m = <["d"=2]>
func.func @main(%x: tensor<4xf32> {sdy.sharding = #sdy.sharding<@m, [{"d"}]>}) -> tensor<4xf32> {
  // CHECK: error: pass `partition`: `@f`, which is called here, would get arguments or results of other types by its shardings; run `inline` before
  %s = call @f(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %s : tensor<4xf32>
}
func.func @f(%x: tensor<4xf32> {sdy.sharding = #sdy.sharding<@m, [{"d"}]>}) -> tensor<4xf32> {
  %q = stablehlo.tanh %x : tensor<4xf32>
  return %q : tensor<4xf32>
}

// -----

sdy.mesh @m = <["d"=2]>
func.func @main(%x: tensor<4xf32> {sdy.sharding = #sdy.sharding<@m, [{"d"}]>}) -> tensor<4xf32> {
  %i = call @f() : () -> tensor<ui32>
  %f = stablehlo.convert %i : (tensor<ui32>) -> tensor<f32>
  %b = stablehlo.broadcast_in_dim %f, dims = [] : (tensor<f32>) -> tensor<4xf32>
  %s = stablehlo.multiply %x, %b : tensor<4xf32>
  return %s : tensor<4xf32>
}
func.func private @f() -> tensor<ui32> {
  // CHECK: error: pass `partition`: `stablehlo.partition_id` stands in a program with shardings, outside of a manual computation
  %i = stablehlo.partition_id : tensor<ui32>
  return %i : tensor<ui32>
}

// -----

sdy.mesh @m = <["d"=2]>
func.func @main(%x: tensor<4xf32> {sdy.sharding = #sdy.sharding<@m, [{"d"}]>}) -> tensor<4xf32> {
  // CHECK: error: pass `partition`: the sharding of %q: dimension 0 of tensor<4x!quant.uniform<{{.*}}>> has a scale for each index and can't be divided
  %q = stablehlo.uniform_quantize %x {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"d"}]>]>} : (tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32:0, {0.5,0.25,1.0,2.0}>>
  %t = stablehlo.uniform_dequantize %q : (tensor<4x!quant.uniform<i8:f32:0, {0.5,0.25,1.0,2.0}>>) -> tensor<4xf32>
  return %t : tensor<4xf32>
}

// -----

sdy.mesh @m = <["d"=2]>
// CHECK: error: pass `partition`: the sharding of {{.*}}: the extent of dimension 0 is not known before a run
func.func @main(%x: tensor<?x2xf32> {sdy.sharding = #sdy.sharding<@m, [{"d"}, {}]>}) -> tensor<?x2xf32> {
  return %x : tensor<?x2xf32>
}

// The type has no zero to begin a sum of shards with, so every device gets the whole.
// LEAST: stablehlo.all_gather
// LEAST: stablehlo.reduce
