// Terms along two axes that are combined one after another.

// REQUIRES: llvm
// RUN: hloom run %s --ranks 4 --backend interp --random-inputs 1 --compare interp | hloom check %s
// RUN: hloom run %s --ranks 4 --random-inputs 1 --compare interp | hloom check %s
// CHECK: tensor<i32>

sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @main(%a: tensor<8x4xi32, #hloom.split<@mesh, [2 over {"x"}, 2 over {"y"}]>>) -> tensor<i32> {
  %z = stablehlo.constant dense<3> : tensor<i32>
  %q = stablehlo.reduce(%a init: %z) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x4xi32, #hloom.split<@mesh, [2 over {"x"}, 2 over {"y"}]>>, tensor<i32>) -> tensor<i32, #hloom.split<@mesh, [], partial = add 2 over {"x"}, partial = add 2 over {"y"}>>
  %k = hloom.relayout %q : (tensor<i32, #hloom.split<@mesh, [], partial = add 2 over {"x"}, partial = add 2 over {"y"}>>) -> tensor<i32, #hloom.split<@mesh, [], partial = add 2 over {"y"}>>
  %l = hloom.relayout %k : (tensor<i32, #hloom.split<@mesh, [], partial = add 2 over {"y"}>>) -> tensor<i32>
  return %l : tensor<i32>
}
