// Meshes and shardings, as Shardy prints them.
module {
  sdy.mesh @mesh = <["x"=2, "y"=4]> {stablehlo.mesh = {axes = [{name = "x", size = 2 : i64}]}}
  sdy.mesh @max = <[], device_ids=[0]>
  sdy.mesh @ids = <["x"=2, "y"=2], device_ids=[3, 2, 1, 0]>
  sdy.mesh @empty = <[]>
  func.func @part0(%arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y":(1)2, ?}p1, {}], replicated={"y":(2)2}>}, %arg1: tensor<i1>) -> tensor<8x16xf32> {
    %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"x", ?}, {?}]>] out_shardings=[<@mesh, [{"x", ?}, {?}], unreduced={"y"}>] manual_axes={"x"} (%arg2: tensor<4x16xf32>) {
      sdy.return %arg2 : tensor<4x16xf32>
    } : (tensor<8x16xf32>) -> tensor<8x16xf32>
    %1 = sdy.sharding_constraint %0 <@mesh, [{?}, {?}]> : tensor<8x16xf32>
    %2 = sdy.reshard %1 <@mesh, [{?}, {?}]> : tensor<8x16xf32>
    sdy.sharding_group %2 group_id=3 : tensor<8x16xf32>
    %3 = sdy.propagation_barrier %2 allowed_direction=FORWARD : tensor<8x16xf32>
    %4 = sdy.named_computation<"foo">(%3) in_shardings=[<@mesh, [{}, {}]>] out_shardings=[<@mesh, [{}, {}]>] (%arg2: tensor<8x16xf32>) {
      sdy.return %arg2 : tensor<8x16xf32>
    } : (tensor<8x16xf32>) -> tensor<8x16xf32>
    %5 = stablehlo.abs %4 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : tensor<8x16xf32>
    return %5 : tensor<8x16xf32>
  }
  func.func @part1(%arg0: tensor<8x16xf32>) -> tensor<8x16xf32> {
    sdy.manual_computation() in_shardings=[] out_shardings=[] manual_axes={} () {
      sdy.return
    } : () -> ()
    %0 = sdy.manual_computation(%arg0) in_shardings=[<mesh<["a"=2]>, [{"a"}, {}]>] out_shardings=[<mesh<["a"=2]>, [{"a"}, {}]>] manual_axes={"a"} (%arg1: tensor<4x16xf32>) {
      sdy.return %arg1 : tensor<4x16xf32>
    } {foo = 1 : i64} : (tensor<8x16xf32>) -> tensor<8x16xf32>
    return %0 : tensor<8x16xf32>
  }
  func.func @flows(%arg0: tensor<4xi32>) -> tensor<4xi32> {
    %0 = sdy.data_flow_edge %arg0 sharding=<@mesh, [{"x", "y":(1)2, ?}p1], replicated={"y":(2)2}> : tensor<4xi32>
    %1 = sdy.data_flow_edge %0 : tensor<4xi32>
    %2 = sdy.named_computation<"no shardings">(%1) (%arg1: tensor<4xi32>) {
      sdy.return %arg1 : tensor<4xi32>
    } : (tensor<4xi32>) -> tensor<4xi32>
    return %2 : tensor<4xi32>
  }
}
