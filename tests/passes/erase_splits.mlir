// Splits over a mesh in the forms that others know.

// RUN: hloom opt %s --passes="erase-splits{form=mhlo}" | hloom check %s --check-prefix=MHLO
// RUN: hloom opt %s --passes="erase-splits{form=none}" | hloom check %s --check-prefix=NONE
// RUN: not hloom opt %s --passes="erase-splits{form=gspmd}" 2>&1 | hloom check %s --check-prefix=WRONG

// MHLO: func.func @main(%x: tensor<8x4xf32> {mhlo.sharding = "{devices=[2,1,2]<=[4] last_tile_dim_replicate}"}) -> (tensor<8x4xf32> {mhlo.sharding = "{devices=[1,4]<=[4]}"})
// MHLO: %y = stablehlo.tanh %x {mhlo.sharding = "{devices=[2,1,2]<=[4] last_tile_dim_replicate}"}
// MHLO: stablehlo.custom_call @Sharding(%y) {mhlo.sharding = "{devices=[1,4]<=[4]}"}
// MHLO-NOT: hloom.
// NONE: func.func @main(%x: tensor<8x4xf32>) -> tensor<8x4xf32>
// NONE-NEXT: %y = stablehlo.tanh %x : tensor<8x4xf32>
// NONE-NEXT: return %y
// WRONG: error
sdy.mesh @mesh = <["a"=2, "b"=2]>
func.func @main(%x: tensor<8x4xf32, #hloom.split<@mesh, [2 over {"a"}, 1]>>) -> tensor<8x4xf32, #hloom.split<@mesh, [1, 4 over {"a", "b"}]>> {
  %y = stablehlo.tanh %x : tensor<8x4xf32, #hloom.split<@mesh, [2 over {"a"}, 1]>>
  %z = hloom.relayout %y : (tensor<8x4xf32, #hloom.split<@mesh, [2 over {"a"}, 1]>>) -> tensor<8x4xf32, #hloom.split<@mesh, [1, 4 over {"a", "b"}]>>
  return %z : tensor<8x4xf32, #hloom.split<@mesh, [1, 4 over {"a", "b"}]>>
}
