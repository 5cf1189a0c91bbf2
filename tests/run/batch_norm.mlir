// RUN: hloom run %s --split-input-file --backend=interp

// The examples of the specification.
func.func @main() {
  %x = stablehlo.constant dense<[[[1.0, 2.0], [3.0, 4.0]], [[3.0, 4.0], [1.0, 2.0]]]> : tensor<2x2x2xf32>
  %one = stablehlo.constant dense<1.0> : tensor<2xf32>
  %y, %mean, %variance = "stablehlo.batch_norm_training"(%x, %one, %one) <{epsilon = 0.0 : f32, feature_index = 2 : i64}> : (tensor<2x2x2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2x2x2xf32>, tensor<2xf32>, tensor<2xf32>)
  check.expect_eq_const %y, dense<[[[0.0, 0.0], [2.0, 2.0]], [[2.0, 2.0], [0.0, 0.0]]]> : tensor<2x2x2xf32>
  check.expect_eq_const %mean, dense<[2.0, 3.0]> : tensor<2xf32>
  check.expect_eq_const %variance, dense<[1.0, 1.0]> : tensor<2xf32>
  %again = "stablehlo.batch_norm_inference"(%x, %one, %one, %mean, %variance) <{epsilon = 0.0 : f32, feature_index = 2 : i64}> : (tensor<2x2x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2x2x2xf32>
  check.expect_eq %again, %y : tensor<2x2x2xf32>
  %g = stablehlo.constant dense<0.1> : tensor<2x2x2xf32>
  %dx, %ds, %do = "stablehlo.batch_norm_grad"(%x, %one, %mean, %variance, %g) <{epsilon = 0.0 : f32, feature_index = 2 : i64}> : (tensor<2x2x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2x2x2xf32>) -> (tensor<2x2x2xf32>, tensor<2xf32>, tensor<2xf32>)
  check.expect_eq_const %dx, dense<0.0> : tensor<2x2x2xf32>
  check.expect_eq_const %ds, dense<0.0> : tensor<2xf32>
  check.expect_eq_const %do, dense<0.4> : tensor<2xf32>
  return
}

// -----

// Quantized tensors are normalized by way of what they stand for.
func.func @main() {
  %x = stablehlo.constant dense<[[1.0, 2.0], [3.0, 6.0]]> : tensor<2x2xf32>
  %s = stablehlo.constant dense<1.0> : tensor<2xf32>
  %o = stablehlo.constant dense<0.5> : tensor<2xf32>
  %qx = stablehlo.uniform_quantize %x : (tensor<2x2xf32>) -> tensor<2x2x!quant.uniform<i8:f32, 0.5>>
  %qs = stablehlo.uniform_quantize %s : (tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32, 0.5>>
  %qo = stablehlo.uniform_quantize %o : (tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32, 0.5>>
  %qy, %qm, %qv = "stablehlo.batch_norm_training"(%qx, %qs, %qo) <{epsilon = 0.0 : f32, feature_index = 1 : i64}> : (tensor<2x2x!quant.uniform<i8:f32, 0.5>>, tensor<2x!quant.uniform<i8:f32, 0.5>>, tensor<2x!quant.uniform<i8:f32, 0.5>>) -> (tensor<2x2x!quant.uniform<i8:f32, 0.5>>, tensor<2x!quant.uniform<i8:f32, 0.5>>, tensor<2x!quant.uniform<i8:f32, 0.5>>)
  %y = stablehlo.uniform_dequantize %qy : (tensor<2x2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2x2xf32>
  %m = stablehlo.uniform_dequantize %qm : (tensor<2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2xf32>
  %v = stablehlo.uniform_dequantize %qv : (tensor<2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2xf32>
  check.expect_eq_const %y, dense<[[-0.5, -0.5], [1.5, 1.5]]> : tensor<2x2xf32>
  check.expect_eq_const %m, dense<[2.0, 4.0]> : tensor<2xf32>
  check.expect_eq_const %v, dense<[1.0, 4.0]> : tensor<2xf32>
  %qz = "stablehlo.batch_norm_inference"(%qx, %qs, %qo, %qm, %qv) <{epsilon = 0.0 : f32, feature_index = 1 : i64}> : (tensor<2x2x!quant.uniform<i8:f32, 0.5>>, tensor<2x!quant.uniform<i8:f32, 0.5>>, tensor<2x!quant.uniform<i8:f32, 0.5>>, tensor<2x!quant.uniform<i8:f32, 0.5>>, tensor<2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2x2x!quant.uniform<i8:f32, 0.5>>
  %z = stablehlo.uniform_dequantize %qz : (tensor<2x2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2x2xf32>
  check.expect_eq %z, %y : tensor<2x2xf32>
  return
}
