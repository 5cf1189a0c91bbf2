// Attributes, types and ops that hloom does not know go through as they are, in generic form.
"func.func"() <{sym_name = "attributes", function_type = () -> (), sym_visibility = "private"}> ({
}) {a, b = true, c = -3 : i8, d = 18446744073709551615 : ui64, e = 1.500000e+00 : f32, f = "text \22quoted\22 \\ \0A\C3\A9", g = @f::@"g h", h = tensor<2x?xf32>, i = [1, [], {}], j = array<i64: 1, -2>, k = array<i64>, l = array<i1: true, false>, m = array<f32: 1.000000e+00>, n = {"quoted name" = 1 : i64, p}, o = dense<[1, 2]> : tensor<2xi64>, q = #dialect.attr<"<(" -> [x, {y}]>, r = affine_map<(d0, d1) -> (d1, d0)>, s = (tensor<f32>) -> (), t = !other.type<3 x f32>, u = none, v = memref<2x3xf32>} : () -> ()
"func.func"() <{sym_name = "foreign", function_type = (tensor<2xf32>) -> tensor<2xf32>}> ({
^bb0(%x: tensor<2xf32>):
  %a, %b:2 = "other.op"(%x, %x) <{property = 1 : i64}> ({
  ^bb0(%inner: tensor<2xf32>):
    %0 = "stablehlo.abs"(%inner) : (tensor<2xf32>) -> tensor<2xf32>
    "other.yield"(%0) : (tensor<2xf32>) -> ()
  }, {
  }) {attribute = "x"} : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, !other.type, tensor<2xf32>)
  "other.sink"(%a, %b#0, %b#1) : (tensor<2xf32>, !other.type, tensor<2xf32>) -> ()
  "func.return"(%a) : (tensor<2xf32>) -> ()
}) : () -> ()
