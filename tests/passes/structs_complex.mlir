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
