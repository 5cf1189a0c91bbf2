#csr = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
func.func @main(%t: tuple<tensor<2x2xf32, #csr>, tensor<f32>>) -> tensor<f32> {
  %x = stablehlo.get_tuple_element %t[1] : (tuple<tensor<2x2xf32, #csr>, tensor<f32>>) -> tensor<f32>
  return %x : tensor<f32>
}
