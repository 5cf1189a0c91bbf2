// RUN: hloom opt %s --split-input-file --verify-diagnostics

// Meshes and shardings.

// expected-error@+1 {{`sdy.mesh`: axis "x" of the mesh has size 0}}
sdy.mesh @mesh = <["x"=0]>

// -----

// expected-error@+1 {{`sdy.mesh`: the mesh has two axes "x"}}
sdy.mesh @mesh = <["x"=2, "x"=2]>

// -----

// expected-error@+1 {{`sdy.mesh`: the device ids of the mesh must be 0..2, in any order}}
sdy.mesh @mesh = <["x"=2], device_ids=[0, 2]>

// -----

// expected-error@+1 {{the attribute `mesh` of `sdy.mesh`: expected `#sdy.mesh<["axis"=size, …]>`, found `#sdy.mesh<["x"]>`}}
sdy.mesh @mesh = <["x"]>

// -----

sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @sharding_constraint_rank(%x: tensor<4x2xf32>) {
  // expected-error@+1 {{`sdy.sharding_constraint`: the sharding has 1 dimensions, but tensor<4x2xf32> has 2}}
  %y = sdy.sharding_constraint %x <@mesh, [{"x"}]> : tensor<4x2xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @reshard_rank(%x: tensor<4x2xf32>) {
  // expected-error@+1 {{`sdy.reshard`: the sharding has 1 dimensions, but tensor<4x2xf32> has 2}}
  %y = sdy.reshard %x <@mesh, [{"x"}]> : tensor<4x2xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @sharding_text(%x: tensor<4x2xf32>) {
  // expected-error@+1 {{the attribute `sharding` of `sdy.sharding_constraint`: expected `#sdy.sharding<@mesh, [{…}, …]>`, found `#sdy.sharding<@mesh, [{?, "x"}, {}]>`}}
  %y = sdy.sharding_constraint %x <@mesh, [{?, "x"}, {}]> : tensor<4x2xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @data_flow_edge_rank(%x: tensor<4x2xf32>) {
  // expected-error@+1 {{`sdy.data_flow_edge`: the sharding has 0 dimensions, but tensor<4x2xf32> has 2}}
  %y = sdy.data_flow_edge %x sharding=<@mesh, []> : tensor<4x2xf32>
  return
}

// -----

func.func @barrier_direction(%x: tensor<4x2xf32>) {
  // expected-error@+1 {{`sdy.propagation_barrier`: allowed_direction must be 0 to 3, not 4}}
  %y = "sdy.propagation_barrier"(%x) <{allowed_direction = 4 : i32}> : (tensor<4x2xf32>) -> tensor<4x2xf32>
  return
}

// -----

func.func @group_operand(%x: tensor<4x2xf32>) {
  // expected-error@+1 {{`sdy.sharding_group` takes 1 operands, not 2}}
  "sdy.sharding_group"(%x, %x) <{group_id = 1 : i64}> : (tensor<4x2xf32>, tensor<4x2xf32>) -> ()
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @manual_in(%x: tensor<4x2xf32>) {
  // expected-error@+1 {{`sdy.manual_computation`: there are 0 in_shardings for 1 operands}}
  %y = sdy.manual_computation(%x) in_shardings=[] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%a: tensor<2x2xf32>) {
    sdy.return %a : tensor<2x2xf32>
  } : (tensor<4x2xf32>) -> tensor<4x2xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @manual_out(%x: tensor<4x2xf32>) {
  // expected-error@+1 {{`sdy.manual_computation`: there are 0 out_shardings for 1 results}}
  %y = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[] manual_axes={"x"} (%a: tensor<2x2xf32>) {
    sdy.return %a : tensor<2x2xf32>
  } : (tensor<4x2xf32>) -> tensor<4x2xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @manual_arguments(%x: tensor<4x2xf32>) {
  // expected-error@+1 {{`sdy.manual_computation`: the body takes 2 values, not one for each of 1 operands}}
  %y = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%a: tensor<2x2xf32>, %b: tensor<f32>) {
    sdy.return %a : tensor<2x2xf32>
  } : (tensor<4x2xf32>) -> tensor<4x2xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @manual_results(%x: tensor<4x2xf32>) {
  // expected-error@+1 {{`sdy.manual_computation`: the body yields 0 values for 1 results}}
  %y = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%a: tensor<2x2xf32>) {
    sdy.return
  } : (tensor<4x2xf32>) -> tensor<4x2xf32>
  return
}

// -----

func.func @named_arguments(%x: tensor<4x2xf32>) {
  // expected-error@+1 {{`sdy.named_computation`: the body takes tensor<2xf32>, the operands are tensor<4x2xf32>}}
  %y = sdy.named_computation<"f">(%x) (%a: tensor<2xf32>) {
    sdy.return %a : tensor<2xf32>
  } : (tensor<4x2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @return_in_a_function(%x: tensor<f32>) -> tensor<f32> {
  // expected-error@+1 {{`sdy.return` ends bodies of `sdy` ops, not `func.func`}}
  sdy.return %x : tensor<f32>
}
