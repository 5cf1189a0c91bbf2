// Modules, functions, calls and tuples, in generic form.
"builtin.module"() <{sym_name = "two words"}> ({
  "func.func"() <{sym_name = "main", function_type = (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>, sym_visibility = "public", arg_attrs = [{jax.buffer_donor = true}, {}], res_attrs = [{jax.result_info = "result"}]}> ({
  ^bb0(%x: tensor<2xf32>, %y: tensor<2xf32>):
    %0 = "func.call"(%x) <{callee = @"a name"}> : (tensor<2xf32>) -> tensor<2xf32>
    "func.call"() <{callee = @nothing}> {note = 1 : i32} : () -> ()
    %1:2 = "func.call"(%0, %y) <{callee = @two}> : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
    %2 = "stablehlo.tuple"(%1#0, %1#1) : (tensor<2xf32>, tensor<2xf32>) -> tuple<tensor<2xf32>, tensor<2xf32>>
    %3 = "stablehlo.get_tuple_element"(%2) <{index = 1 : i32}> : (tuple<tensor<2xf32>, tensor<2xf32>>) -> tensor<2xf32>
    %4 = "stablehlo.custom_call"(%3) <{call_target_name = "foo", has_side_effect = true, backend_config = {a = 1 : i32}, api_version = 4 : i32}> : (tensor<2xf32>) -> tensor<2xf32>
    "stablehlo.custom_call"() <{call_target_name = "not an identifier"}> : () -> ()
    "check.expect_eq"(%3, %3) : (tensor<2xf32>, tensor<2xf32>) -> ()
    "check.expect_eq_const"(%3) <{value = dense<1.000000e+00> : tensor<2xf32>}> : (tensor<2xf32>) -> ()
    "check.expect_almost_eq"(%3, %3) <{tolerance = 1.000000e-02 : f64}> : (tensor<2xf32>, tensor<2xf32>) -> ()
    "check.expect_almost_eq_const"(%3) <{value = dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>}> : (tensor<2xf32>) -> ()
    "check.expect_close"(%3, %4) <{min_ulp_difference = 1 : i64, max_ulp_difference = 3 : i64}> : (tensor<2xf32>, tensor<2xf32>) -> ()
    "check.expect_close"(%3, %4) : (tensor<2xf32>, tensor<2xf32>) -> ()
    "check.expect_serialized_eq"(%3) <{probe_id = "probe", iteration = 2 : i64}> : (tensor<2xf32>) -> ()
    "func.return"(%3) : (tensor<2xf32>) -> ()
  }) {note} : () -> ()
  "func.func"() <{sym_name = "a name", function_type = (tensor<2xf32>) -> tensor<2xf32>, sym_visibility = "private"}> ({
  }) : () -> ()
  "func.func"() <{sym_name = "nothing", function_type = () -> (), sym_visibility = "nested"}> ({
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{sym_name = "two", function_type = (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>), sym_visibility = "private", arg_attrs = [{a.b}, {}], res_attrs = [{}, {c.d = [1, "x"]}]}> ({
  }) {x.y} : () -> ()
  "func.func"() <{sym_name = "token", function_type = (!stablehlo.token, tensor<*xf32>, tensor<?x?xf32, #stablehlo.bounds<3, ?>>) -> tensor<2x!quant.uniform<i8<-127:127>:f32:0, {0.5,0.25:3}>>, sym_visibility = "private"}> ({
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
