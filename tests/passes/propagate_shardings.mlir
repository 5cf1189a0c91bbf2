// RUN: hloom opt %s --propagate-shardings | hloom check %s

// Shardings go from a few values to all, along the indices of ops.

sdy.mesh @mesh = <["x"=2, "y"=2]>

// CHECK-LABEL: func.func @mlp(
// CHECK-SAME: %x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}
// CHECK-SAME: %w: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>}
// A matrix that nobody annotated is sharded along the index that is summed up.
// CHECK-SAME: %v: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}
func.func @mlp(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %w: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>}, %v: tensor<8x4xf32>) -> tensor<8x4xf32> {
  // CHECK: %h = stablehlo.dot_general {{.*}}{sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {"y"}]>]>}
  %h = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
  // CHECK: %t = stablehlo.tanh {{.*}}{sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {"y"}]>]>}
  %t = stablehlo.tanh %h : tensor<8x8xf32>
  // CHECK: %y = stablehlo.dot_general {{.*}}{sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>}
  %y = stablehlo.dot_general %t, %v, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x4xf32>) -> tensor<8x4xf32>
  return %y : tensor<8x4xf32>
}

// The first of two shardings of equal tensors wins where they meet; a barrier lets none through.
// CHECK-LABEL: func.func @meet(
func.func @meet(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %b: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}) -> (tensor<8x4xf32>, tensor<8xf32>) {
  // CHECK: %wide = stablehlo.broadcast_in_dim {{.*}}{sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>}
  %wide = stablehlo.broadcast_in_dim %a, dims = [0] : (tensor<8xf32>) -> tensor<8x4xf32>
  // CHECK: %s = stablehlo.add {{.*}}{sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>}
  %s = stablehlo.add %wide, %b : tensor<8x4xf32>
  // CHECK: %p = sdy.propagation_barrier %a allowed_direction=NONE : tensor<8xf32>
  %p = sdy.propagation_barrier %a allowed_direction=NONE : tensor<8xf32>
  // CHECK-NEXT: %q = stablehlo.negate %p : tensor<8xf32>
  %q = stablehlo.negate %p : tensor<8xf32>
  return %s, %q : tensor<8x4xf32>, tensor<8xf32>
}

// What an op's own operands say comes before what others say of its result: the rows of %x are known
// only when the hyperbolic tangent is looked at, yet they win over the columns of %y.
// CHECK-LABEL: func.func @order(
func.func @order(%x: tensor<8x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %y: tensor<2x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> tensor<8x8xf32> {
  %s = stablehlo.sine %x : tensor<8x2xf32>
  %t = stablehlo.tanh %s : tensor<8x2xf32>
  // CHECK: %z = stablehlo.dot_general {{.*}}{sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>}
  %z = stablehlo.dot_general %t, %y, contracting_dims = [1] x [0] : (tensor<8x2xf32>, tensor<2x8xf32>) -> tensor<8x8xf32>
  return %z : tensor<8x8xf32>
}

// Values of one group are sharded alike, by each other and through them; another group is another one.
// CHECK-LABEL: func.func @group(
// CHECK-SAME: %x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}
// CHECK-SAME: %y: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}
func.func @group(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {?}]>}, %y: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {"y"}]>}) -> (tensor<8x4xi32>, tensor<8x4xi32>) {
  // CHECK: %i = stablehlo.iota {{.*}}{sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {"y"}]>]>}
  %i = stablehlo.iota dim = 0 : tensor<8x4xi32>
  // CHECK: %j = stablehlo.iota dim = 1 : tensor<8x4xi32>
  %j = stablehlo.iota dim = 1 : tensor<8x4xi32>
  sdy.sharding_group %x group_id=0 : tensor<8x4xf32>
  sdy.sharding_group %i group_id=0 : tensor<8x4xi32>
  sdy.sharding_group %y group_id=0 : tensor<8x4xf32>
  sdy.sharding_group %j group_id=1 : tensor<8x4xi32>
  return %i, %j : tensor<8x4xi32>, tensor<8x4xi32>
}

// Values of one group are alike before any other op looks at one of them, so that the second argument says
// nothing of %t.
// CHECK-LABEL: func.func @group_at_once(
func.func @group_at_once(%x: tensor<8x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %y: tensor<8x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}) -> (tensor<8x2xf32>, tensor<8x2xf32>) {
  // CHECK: %s = stablehlo.sine {{.*}}{sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>}
  %s = stablehlo.sine %x : tensor<8x2xf32>
  // CHECK: %t = stablehlo.tanh {{.*}}{sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>}
  %t = stablehlo.tanh %y : tensor<8x2xf32>
  sdy.sharding_group %s group_id=0 : tensor<8x2xf32>
  sdy.sharding_group %t group_id=0 : tensor<8x2xf32>
  return %s, %t : tensor<8x2xf32>, tensor<8x2xf32>
}

// Shardings over another mesh of the same devices go on over the first one.
sdy.mesh @line = <["z"=4]>
// CHECK-LABEL: func.func @two_meshes(
func.func @two_meshes(%x: tensor<8x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> (tensor<8x2xf32>, tensor<8x2xf32>) {
  // CHECK: %s = stablehlo.sine {{.*}}{sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {"y"}]>]>}
  %s = stablehlo.sine %x : tensor<8x2xf32>
  %rows = sdy.sharding_constraint %s <@line, [{"z"}, {}]> : tensor<8x2xf32>
  // CHECK: %t = stablehlo.tanh {{.*}}{sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x", "y"}, {}]>]>}
  %t = stablehlo.tanh %rows : tensor<8x2xf32>
  return %s, %t : tensor<8x2xf32>, tensor<8x2xf32>
}
