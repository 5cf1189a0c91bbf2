// Where the elements of values lie in memory, in generic form.
"func.func"() <{sym_name = "layouts", function_type = (tensor<8x4xf32, #hloom.layout<[0, 1]>>, tensor<8x4xf32>, tensor<?x4xf32, #hloom.layout<[1, 0], pad = [0, 3]>>) -> tensor<8x4xf32, #hloom.layout<[0, 1]>>}> ({
^bb0(%x: tensor<8x4xf32, #hloom.layout<[0, 1]>>, %y: tensor<8x4xf32>, %z: tensor<?x4xf32, #hloom.layout<[1, 0], pad = [0, 3]>>):
  %0 = "stablehlo.add"(%x, %y) : (tensor<8x4xf32, #hloom.layout<[0, 1]>>, tensor<8x4xf32>) -> tensor<8x4xf32, #hloom.layout<[1, 0], tile = [8, 16]>>
  %1 = "stablehlo.transpose"(%0) <{permutation = array<i64: 1, 0>}> : (tensor<8x4xf32, #hloom.layout<[1, 0], tile = [8, 16]>>) -> tensor<4x8xf32, #hloom.layout<[0, 1], pad = [1, 2], tile = [2]>>
  "func.return"(%x) : (tensor<8x4xf32, #hloom.layout<[0, 1]>>) -> ()
}) : () -> ()
