#map = affine_map<(d0, d1) -> (d1, d0)>
!t = tensor<4xf32>
module @m attributes {a = 1, b = 2.5 : f32, c = [1, "x\n\00", @f::@"g h"], d = {e, f = unit}, g = #map, h = !t, i = array<i1: true, false>, j = array<f32: 1.0, -2.5>, k = array<i8>, l = -9223372036854775808, m = 18446744073709551615 : ui64, n = 0xFF : i8, o = dense<[1, 2]> : tensor<2xi64>, p = dense<1> : vector<4xi32>, q = #foo.bar<[b, 0]x->[1]>, r = (i32) -> (), s = loc("x":1:1), t = 1 : i128, u = true, v = affine_set<(d0) : (d0 >= 0)>, w = strided<[1, 2], offset: 3>, x = dense<> : tensor<0x3xf32>, y = 0x7FC00000 : f32, z = tensor<2x?xf32, #foo.enc<1>>, aa = tensor<*xi32>, ab = complex<f32>, ac = memref<2xf32>, ad = !foo.bar<"x", [1]>, ae = tuple<i32, tuple<>>, af = distinct[0]<1>, ag = sparse<0, 1> : tensor<4xi32>, ah = 170141183460469231731687303715884105727000 : i200, "quoted name" = 1, ai = "typed" : i32} {
  func.func private @decl(tensor<f32>, !t {x = 1}) -> (tensor<f32> {y = 2})
  func.func nested @types(%a: tensor<2x!quant.uniform<i8<-8:7>:f32, 0.5:3>>, %b: tensor<2x!quant.uniform<u8:f32:0, {0.5:3,0.25}>>, %c: tuple<tensor<f32>, !stablehlo.token>, %d: tensor<3xi128>, %e: !t) attributes {z} {
    %0 = stablehlo.get_tuple_element %c[1] : (tuple<tensor<f32>, !stablehlo.token>) -> !stablehlo.token
    %1 = stablehlo.optimization_barrier %0 : !stablehlo.token
    %2:2 = stablehlo.optimization_barrier %e, %e : !t, tensor<4xf32>
    %3 = stablehlo.tuple %e, %0 : tuple<tensor<4xf32>, !stablehlo.token>
    %4 = stablehlo.constant {x = 1 : i32} dense<true> : tensor<2xi1>
    %5 = stablehlo.constant dense<(1.0, -2.0)> : tensor<complex<f32>>
    %6 = stablehlo.constant dense<[(1.0,2.0), (3.0,0x7F800000)]> : tensor<2xcomplex<f32>>
    %7 = stablehlo.constant dense<[-8, 7]> : tensor<2xi4>
    %8 = stablehlo.constant dense<[0x7E, 0.5]> : tensor<2xf8E4M3FN>
    %9 = "stablehlo.constant"() {value = dense<"0x0000803F00000040"> : tensor<2xf32>} : () -> tensor<2xf32>
    %10 = stablehlo.reduce_precision %e, format = e5m10 : !t
    %11 = stablehlo.slice %e [0:4:2] : (!t) -> tensor<2xf32>
    %12 = stablehlo.iota dim = 0 : tensor<4xi32>
    %13 = stablehlo.compare LT, %e, %e : (!t, !t) -> tensor<4xi1>
    %14 = stablehlo.select %13, %e, %e : tensor<4xi1>, !t
    %15 = stablehlo.complex %e, %e : tensor<4xcomplex<f32>>
    %16 = stablehlo.real %15 : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
    %17:2 = stablehlo.while(%x = %e, %y = %12) : !t, tensor<4xi32> attributes {q = 1} cond {
      %20 = stablehlo.constant dense<true> : tensor<i1>
      stablehlo.return %20 : tensor<i1>
    } do {
      stablehlo.return %x, %y : tensor<4xf32>, tensor<4xi32>
    } loc("while")
    %cst = stablehlo.constant dense<0.0> : tensor<f32>
    %cst_0 = stablehlo.constant dense<0> : tensor<i32>
    %18:2 = stablehlo.reduce(%e init: %cst), (%12 init: %cst_0) across dimensions = [0] {k = 1} : (tensor<4xf32>, tensor<4xi32>, tensor<f32>, tensor<i32>) -> (tensor<f32>, tensor<i32>)
     reducer(%p: tensor<f32>, %r: tensor<f32>) (%s: tensor<i32>, %t: tensor<i32>) {
      %20 = stablehlo.add %p, %r : tensor<f32>
      %21 = stablehlo.add %s, %t : tensor<i32>
      stablehlo.return %20, %21 : tensor<f32>, tensor<i32>
    }
    check.expect_eq %12, %12 : tensor<4xi32>
    check.expect_eq_const %12, dense<[0, 1, 2, 3]> : tensor<4xi32>
    check.expect_close %e, %e, max_ulp_difference = 3 : tensor<4xf32>, tensor<4xf32>
    check.expect_almost_eq %e, %e {tolerance = 1.0e-3 : f64} : tensor<4xf32>
    %19 = stablehlo.custom_call @foo(%e, %18#1) {api_version = 1 : i32, backend_config = "x"} : (tensor<4xf32>, tensor<i32>) -> tensor<*xf32>
    %cst_1 = "arith.constant"() <{value = 4 : i32}> : () -> i32
    %30 = "foo.graph"(%cst_1) ({
    ^bb0(%q: i32, %w: i32):
      "foo.yield"(%q) : (i32) -> ()
    ^bb1:
    }, {}) {x = 1} : (i32) -> i32
    %31 = "arith.constant"() <{value = 3 : i32}> : () -> i32
    "foo.none"() : () -> ()
    func.return
  }
}
{-# dialect_resources: { builtin: { blob: "0x0800" } } #-}
