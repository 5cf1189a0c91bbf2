// RUN: hloom opt %s --passes=structs-to-tuples{complex=pair} | hloom check %s

// A complex number is the tuple of its parts; what computes with it puts it together.
// CHECK-LABEL: func.func @main
// CHECK: call @square(%{{.*}}) : (tuple<tensor<f64>, tensor<f64>>) -> tuple<tensor<f64>, tensor<f64>>
// CHECK: func.func private @square(%z: tuple<tensor<f64>, tensor<f64>>) -> tuple<tensor<f64>, tensor<f64>>
// CHECK-NEXT: %[[RE:.*]] = stablehlo.get_tuple_element %z[0]
// CHECK-NEXT: %[[IM:.*]] = stablehlo.get_tuple_element %z[1]
// CHECK-NEXT: %[[Z:.*]] = stablehlo.complex %[[RE]], %[[IM]]
// CHECK-NEXT: %[[S:.*]] = stablehlo.multiply %[[Z]], %[[Z]]
// CHECK: stablehlo.tuple
// CHECK-NEXT: return
func.func @main(%re: tensor<f64>, %im: tensor<f64>) -> (tensor<f64>, tensor<f64>) {
  %z = stablehlo.complex %re, %im : tensor<complex<f64>>
  %s = call @square(%z) : (tensor<complex<f64>>) -> tensor<complex<f64>>
  %a = stablehlo.real %s : (tensor<complex<f64>>) -> tensor<f64>
  %b = stablehlo.imag %s : (tensor<complex<f64>>) -> tensor<f64>
  return %a, %b : tensor<f64>, tensor<f64>
}
func.func private @square(%z: tensor<complex<f64>>) -> tensor<complex<f64>> {
  %s = stablehlo.multiply %z, %z : tensor<complex<f64>>
  return %s : tensor<complex<f64>>
}

// What moves elements, adds them or compares them for equality does so part by part; a
// product puts the numbers together, and a reduction keeps its computation.
// CHECK-LABEL: func.func @parts
// CHECK-NOT: stablehlo.complex %
// CHECK: stablehlo.constant dense<[1.000000e+00, -3.000000e+00]> : tensor<2xf32>
// CHECK-NEXT: stablehlo.constant dense<[2.000000e+00, 0.000000e+00]> : tensor<2xf32>
// CHECK-NOT: stablehlo.complex %
// CHECK: %w = stablehlo.tuple
// CHECK: stablehlo.multiply %{{.*}} : tensor<2xcomplex<f32>>
// CHECK: stablehlo.reduce{{.*}} : (tensor<2xcomplex<f32>>, tensor<complex<f32>>) -> tensor<complex<f32>>
func.func @parts(%x: tensor<2xf32>, %y: tensor<2xf32>, %p: tensor<i1>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2x3xi1>, tensor<f32>, tensor<2xf64>, tensor<f32>) {
  %c = stablehlo.constant dense<[(1.0, 2.0), (-3.0, 0.0)]> : tensor<2xcomplex<f32>>
  %z = stablehlo.complex %x, %y : tensor<2xcomplex<f32>>
  %a = stablehlo.add %z, %c : tensor<2xcomplex<f32>>
  %r = stablehlo.reverse %a, dims = [0] : tensor<2xcomplex<f32>>
  %j = chlo.conj %r : tensor<2xcomplex<f32>> -> tensor<2xcomplex<f32>>
  %s = stablehlo.select %p, %j, %z : (tensor<i1>, tensor<2xcomplex<f32>>, tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>>
  %re = stablehlo.real %s : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
  %im = stablehlo.imag %s : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
  %b = stablehlo.broadcast_in_dim %s, dims = [0] : (tensor<2xcomplex<f32>>) -> tensor<2x3xcomplex<f32>>
  %d = stablehlo.broadcast_in_dim %c, dims = [0] : (tensor<2xcomplex<f32>>) -> tensor<2x3xcomplex<f32>>
  %eq = stablehlo.compare NE, %b, %d : (tensor<2x3xcomplex<f32>>, tensor<2x3xcomplex<f32>>) -> tensor<2x3xi1>
  %first = stablehlo.slice %s [1:2] : (tensor<2xcomplex<f32>>) -> tensor<1xcomplex<f32>>
  %scalar = stablehlo.reshape %first : (tensor<1xcomplex<f32>>) -> tensor<complex<f32>>
  %f = stablehlo.imag %scalar : (tensor<complex<f32>>) -> tensor<f32>
  %w = stablehlo.convert %s : (tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f64>>
  %wide = stablehlo.imag %w : (tensor<2xcomplex<f64>>) -> tensor<2xf64>
  %m = stablehlo.multiply %s, %z : tensor<2xcomplex<f32>>
  %zero = stablehlo.constant dense<(0.0, 0.0)> : tensor<complex<f32>>
  %all = stablehlo.reduce(%m init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<2xcomplex<f32>>, tensor<complex<f32>>) -> tensor<complex<f32>>
  %last = stablehlo.real %all : (tensor<complex<f32>>) -> tensor<f32>
  return %re, %im, %eq, %f, %wide, %last : tensor<2xf32>, tensor<2xf32>, tensor<2x3xi1>, tensor<f32>, tensor<2xf64>, tensor<f32>
}

// A number of a language with its own complex integers is a struct of two, and becomes
// a pair; what holds nothing vanishes from between them.
// CHECK-LABEL: func.func private @integers(
// CHECK-SAME: tuple<tensor<i64>, tensor<i64>>
// CHECK-SAME: -> (tuple<tensor<i64>, tensor<i64>>
func.func private @integers(%z: !hloom.struct<"Complex", re: tensor<i64>, kind: !hloom.struct<"Nothing">, im: tensor<i64>>) -> !hloom.struct<"Complex", re: tensor<i64>, kind: !hloom.struct<"Nothing">, im: tensor<i64>> {
  %im = hloom.field "im" of %z : (!hloom.struct<"Complex", re: tensor<i64>, kind: !hloom.struct<"Nothing">, im: tensor<i64>>) -> tensor<i64>
  %n = stablehlo.negate %im : tensor<i64>
  %w = hloom.with_field %z, "im" = %n : (!hloom.struct<"Complex", re: tensor<i64>, kind: !hloom.struct<"Nothing">, im: tensor<i64>>, tensor<i64>) -> !hloom.struct<"Complex", re: tensor<i64>, kind: !hloom.struct<"Nothing">, im: tensor<i64>>
  return %w : !hloom.struct<"Complex", re: tensor<i64>, kind: !hloom.struct<"Nothing">, im: tensor<i64>>
}

// A barrier takes tensors and tokens: the parts of a pair pass it one by one.
// CHECK-LABEL: func.func private @barrier(
// CHECK: %[[RE:.+]] = stablehlo.get_tuple_element %z[0]
// CHECK: %[[IM:.+]] = stablehlo.get_tuple_element %z[1]
// CHECK: stablehlo.optimization_barrier %x, %[[RE]], %[[IM]] : tensor<3xf32>, tensor<2xf32>, tensor<2xf32>
// CHECK: stablehlo.tuple
func.func private @barrier(%x: tensor<3xf32>, %z: tensor<2xcomplex<f32>>) -> (tensor<3xf32>, tensor<2xcomplex<f32>>) {
  %0:2 = stablehlo.optimization_barrier %x, %z : tensor<3xf32>, tensor<2xcomplex<f32>>
  return %0#0, %0#1 : tensor<3xf32>, tensor<2xcomplex<f32>>
}
