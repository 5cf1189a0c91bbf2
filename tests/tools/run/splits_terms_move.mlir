// Terms that stay terms go to devices that hold the same terms.

// RUN: hloom run %s --ranks 18 --backend interp --random-inputs 1 --compare interp | hloom check %s
// CHECK: tensor<6x2xi32>

sdy.mesh @mesh = <["x"=3, "y"=2, "z"=3]>
func.func @main(%a: tensor<6x4xi32, #hloom.split<@mesh, [3 over {"x"}, 2 over {"y"}]>>, %b: tensor<4x2xi32, #hloom.split<@mesh, [2 over {"y"}, 1]>>) -> tensor<6x2xi32> {
  %y = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<6x4xi32, #hloom.split<@mesh, [3 over {"x"}, 2 over {"y"}]>>, tensor<4x2xi32, #hloom.split<@mesh, [2 over {"y"}, 1]>>) -> tensor<6x2xi32, #hloom.split<@mesh, [3 over {"x"}, 1], partial = add 2 over {"y"}>>
  %z = hloom.relayout %y : (tensor<6x2xi32, #hloom.split<@mesh, [3 over {"x"}, 1], partial = add 2 over {"y"}>>) -> tensor<6x2xi32, #hloom.split<@mesh, [3 over {"z"}, 1], partial = add 2 over {"y"}>>
  %w = hloom.relayout %z : (tensor<6x2xi32, #hloom.split<@mesh, [3 over {"z"}, 1], partial = add 2 over {"y"}>>) -> tensor<6x2xi32>
  return %w : tensor<6x2xi32>
}
