// Modules, functions, calls and tuples.
module @"two words" attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%x: tensor<2xf32> {jax.buffer_donor = true}, %y: tensor<2xf32>) -> (tensor<2xf32> {jax.result_info = "result"}) attributes {note} {
    %0 = call @"a name"(%x) : (tensor<2xf32>) -> tensor<2xf32>
    call @nothing() {note = 1 : i32} : () -> ()
    %1:2 = call @two(%0, %y) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
    %2 = stablehlo.tuple %1#0, %1#1 : tuple<tensor<2xf32>, tensor<2xf32>>
    %3 = stablehlo.get_tuple_element %2[1] : (tuple<tensor<2xf32>, tensor<2xf32>>) -> tensor<2xf32>
    %4 = stablehlo.custom_call @foo(%3) {api_version = 4 : i32, backend_config = {a = 1 : i32}, has_side_effect = true} : (tensor<2xf32>) -> tensor<2xf32>
    stablehlo.custom_call @"not an identifier"() : () -> ()
    check.expect_eq %3, %3 : tensor<2xf32>
    check.expect_eq_const %3, dense<1.000000e+00> : tensor<2xf32>
    check.expect_almost_eq %3, %3, tolerance = 1.000000e-02 : tensor<2xf32>
    check.expect_almost_eq_const %3, dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>
    check.expect_close %3, %4, max_ulp_difference = 3, min_ulp_difference = 1 : tensor<2xf32>, tensor<2xf32>
    check.expect_close %3, %4 : tensor<2xf32>, tensor<2xf32>
    check.expect_serialized_eq %3, probe_id = "probe", iter = 2 : tensor<2xf32>
    return %3 : tensor<2xf32>
  }
  func.func private @"a name"(tensor<2xf32>) -> tensor<2xf32>
  func.func nested @nothing() {
    return
  }
  func.func private @two(tensor<2xf32> {a.b}, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32> {c.d = [1, "x"]}) attributes {x.y}
  func.func private @token(!stablehlo.token, tensor<*xf32>, tensor<?x?xf32, #stablehlo.bounds<3, ?>>) -> tensor<2x!quant.uniform<i8<-127:127>:f32:0, {0.5,0.25:3}>>
}
