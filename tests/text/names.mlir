// Names of values survive.
func.func @names(%image: tensor<2xf32>, %_: tensor<2xf32>, %a.b-c$d: tensor<2xf32>) -> tensor<2xf32> {
  %sum = stablehlo.add %image, %_ : tensor<2xf32>
  %sum_0 = stablehlo.add %sum, %a.b-c$d : tensor<2xf32>
  %0 = stablehlo.abs %sum_0 : tensor<2xf32>
  %first, %second = stablehlo.optimization_barrier %0, %sum : tensor<2xf32>, tensor<2xf32>
  %pair:2 = stablehlo.optimization_barrier %first, %second : tensor<2xf32>, tensor<2xf32>
  %1 = stablehlo.add %pair#0, %pair#1 : tensor<2xf32>
  return %1 : tensor<2xf32>
}
func.func @names_start_again(%image: tensor<2xf32>) -> tensor<2xf32> {
  %sum = stablehlo.add %image, %image : tensor<2xf32>
  %0 = stablehlo.abs %sum : tensor<2xf32>
  return %0 : tensor<2xf32>
}
