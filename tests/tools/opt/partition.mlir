// RUN: hloom opt %s --partition | hloom check %s

// One program for all ranks of a mesh.

sdy.mesh @mesh = <["x"=2, "y"=2]>

// A sum over a sharded dimension: terms, then all_reduce.
// CHECK:      func.func @sum(%v: tensor<4x4xi32> {hloom.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<4xi32>
// CHECK:        %sum = stablehlo.reduce(%v
// CHECK-NEXT:   %0 = "stablehlo.all_reduce"(%sum) <{{.*}}replica_groups = dense<{{\[\[0, 2\], \[1, 3\]\]}}>
// CHECK:        return %0 : tensor<4xi32>
func.func @sum(%v: tensor<8x4xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<4xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %sum = stablehlo.reduce(%v init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<8x4xi32>, tensor<i32>) -> tensor<4xi32>
  return %sum : tensor<4xi32>
}

// The same, of which each rank keeps a part.
// CHECK:      func.func @scattered(
// CHECK:        "stablehlo.reduce_scatter"(%sum) <{{.*}}replica_groups = dense<{{\[\[0, 2\], \[1, 3\]\]}}>
// CHECK:        return %kept : tensor<2xi32>
func.func @scattered(%v: tensor<8x4xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<4xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %sum = stablehlo.reduce(%v init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<8x4xi32>, tensor<i32>) -> tensor<4xi32>
  %kept = sdy.sharding_constraint %sum <@mesh, [{"x"}]> : tensor<4xi32>
  return %kept : tensor<4xi32>
}

// An axis that goes to another dimension; one that is dropped; one that is added.
// CHECK:      func.func @moved(%v: tensor<4x4xi32>
// CHECK-NEXT:   %0 = "stablehlo.all_to_all"(%v) <{{.*}}concat_dimension = 0 : i64, {{.*}}split_dimension = 1 : i64}> : (tensor<4x4xi32>) -> tensor<8x2xi32>
// CHECK-NEXT:   return %0
func.func @moved(%v: tensor<8x4xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<8x4xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) {
  return %v : tensor<8x4xi32>
}
// CHECK:      func.func @dropped(%v: tensor<2x4xi32>
// CHECK-NEXT:   %0 = "stablehlo.all_gather"(%v) <{all_gather_dim = 0 : i64, {{.*}}replica_groups = dense<{{\[\[0, 1\], \[2, 3\]\]}}>
// CHECK-NEXT:   return %0
func.func @dropped(%v: tensor<8x4xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}, {}]>}) -> (tensor<8x4xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  return %v : tensor<8x4xi32>
}
// CHECK:      func.func @added(%v: tensor<8x4xi32>
// CHECK-NEXT:   stablehlo.partition_id
// CHECK-NEXT:   dense<[0, 4, 0, 4]>
// CHECK-NOT:    collective
// CHECK:        stablehlo.dynamic_slice %v, {{.*}}sizes = [4, 4]
func.func @added(%v: tensor<8x4xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) -> (tensor<8x4xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}) {
  return %v : tensor<8x4xi32>
}

// Rows of the neighbours, for a window; the first and the last rank have none.
// CHECK:      func.func @halo(%v: tensor<1x4x2x1xf32>
// CHECK:        stablehlo.slice %v [0:1, 3:4, 0:2, 0:1]
// CHECK-NEXT:   "stablehlo.collective_permute"{{.*}}dense<{{\[\[0, 2\], \[1, 3\]\]}}>
// CHECK-NEXT:   stablehlo.slice %v [0:1, 0:1, 0:2, 0:1]
// CHECK-NEXT:   "stablehlo.collective_permute"{{.*}}dense<{{\[\[2, 0\], \[3, 1\]\]}}>
// CHECK-NEXT:   stablehlo.concatenate
// CHECK-NEXT:   stablehlo.convolution(%4, %k){{.*}}pad = {{\[\[0, 0\], \[0, 0\]\]}}
func.func @halo(%v: tensor<1x8x2x1xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}, {}]>}, %k: tensor<3x1x1x1xf32>) -> tensor<1x8x2x1xf32> {
  %c = stablehlo.convolution(%v, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [0, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x2x1xf32>, tensor<3x1x1x1xf32>) -> tensor<1x8x2x1xf32>
  return %c : tensor<1x8x2x1xf32>
}
