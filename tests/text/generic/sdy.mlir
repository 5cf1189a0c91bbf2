// Meshes and shardings, in generic form.
"builtin.module"() ({
  "sdy.mesh"() <{mesh = #sdy.mesh<["x"=2, "y"=4]>, sym_name = "mesh"}> {stablehlo.mesh = {axes = [{name = "x", size = 2 : i64}]}} : () -> ()
  "sdy.mesh"() <{mesh = #sdy.mesh<[], device_ids=[0]>, sym_name = "max"}> : () -> ()
  "sdy.mesh"() <{mesh = #sdy.mesh<["x"=2, "y"=2], device_ids=[3, 2, 1, 0]>, sym_name = "ids"}> : () -> ()
  "sdy.mesh"() <{mesh = #sdy.mesh<[]>, sym_name = "empty"}> : () -> ()
  "func.func"() <{sym_name = "part0", function_type = (tensor<8x16xf32>, tensor<i1>) -> tensor<8x16xf32>, arg_attrs = [{sdy.sharding = #sdy.sharding<@mesh, [{"x", "y":(1)2, ?}p1, {}], replicated={"y":(2)2}>}, {}]}> ({
  ^bb0(%arg0: tensor<8x16xf32>, %arg1: tensor<i1>):
    %0 = "sdy.manual_computation"(%arg0) <{in_shardings = #sdy.sharding_per_value<[<@mesh, [{"x", ?}, {?}]>]>, manual_axes = #sdy<manual_axes{"x"}>, out_shardings = #sdy.sharding_per_value<[<@mesh, [{"x", ?}, {?}], unreduced={"y"}>]>}> ({
    ^bb0(%arg2: tensor<4x16xf32>):
      "sdy.return"(%arg2) : (tensor<4x16xf32>) -> ()
    }) : (tensor<8x16xf32>) -> tensor<8x16xf32>
    %1 = "sdy.sharding_constraint"(%0) <{sharding = #sdy.sharding<@mesh, [{?}, {?}]>}> : (tensor<8x16xf32>) -> tensor<8x16xf32>
    %2 = "sdy.reshard"(%1) <{sharding = #sdy.sharding<@mesh, [{?}, {?}]>}> : (tensor<8x16xf32>) -> tensor<8x16xf32>
    "sdy.sharding_group"(%2) <{group_id = 3 : i64}> : (tensor<8x16xf32>) -> ()
    %3 = "sdy.propagation_barrier"(%2) <{allowed_direction = 1 : i32}> : (tensor<8x16xf32>) -> tensor<8x16xf32>
    %4 = "sdy.named_computation"(%3) <{in_shardings = #sdy.sharding_per_value<[<@mesh, [{}, {}]>]>, name = "foo", out_shardings = #sdy.sharding_per_value<[<@mesh, [{}, {}]>]>}> ({
    ^bb0(%arg2: tensor<8x16xf32>):
      "sdy.return"(%arg2) : (tensor<8x16xf32>) -> ()
    }) : (tensor<8x16xf32>) -> tensor<8x16xf32>
    %5 = "stablehlo.abs"(%4) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<8x16xf32>) -> tensor<8x16xf32>
    "func.return"(%5) : (tensor<8x16xf32>) -> ()
  }) : () -> ()
  "func.func"() <{sym_name = "part1", function_type = (tensor<8x16xf32>) -> tensor<8x16xf32>}> ({
  ^bb0(%arg0: tensor<8x16xf32>):
    "sdy.manual_computation"() <{in_shardings = #sdy.sharding_per_value<[]>, manual_axes = #sdy<manual_axes{}>, out_shardings = #sdy.sharding_per_value<[]>}> ({
      "sdy.return"() : () -> ()
    }) : () -> ()
    %0 = "sdy.manual_computation"(%arg0) <{in_shardings = #sdy.sharding_per_value<[<mesh<["a"=2]>, [{"a"}, {}]>]>, manual_axes = #sdy<manual_axes{"a"}>, out_shardings = #sdy.sharding_per_value<[<mesh<["a"=2]>, [{"a"}, {}]>]>}> ({
    ^bb0(%arg1: tensor<4x16xf32>):
      "sdy.return"(%arg1) : (tensor<4x16xf32>) -> ()
    }) {foo = 1 : i64} : (tensor<8x16xf32>) -> tensor<8x16xf32>
    "func.return"(%0) : (tensor<8x16xf32>) -> ()
  }) : () -> ()
  "func.func"() <{sym_name = "flows", function_type = (tensor<4xi32>) -> tensor<4xi32>}> ({
  ^bb0(%arg0: tensor<4xi32>):
    %0 = "sdy.data_flow_edge"(%arg0) <{sharding = #sdy.sharding<@mesh, [{"x", "y":(1)2, ?}p1], replicated={"y":(2)2}>}> : (tensor<4xi32>) -> tensor<4xi32>
    %1 = "sdy.data_flow_edge"(%0) : (tensor<4xi32>) -> tensor<4xi32>
    %2 = "sdy.named_computation"(%1) <{name = "no shardings"}> ({
    ^bb0(%arg1: tensor<4xi32>):
      "sdy.return"(%arg1) : (tensor<4xi32>) -> ()
    }) : (tensor<4xi32>) -> tensor<4xi32>
    "func.return"(%2) : (tensor<4xi32>) -> ()
  }) : () -> ()
}) : () -> ()
