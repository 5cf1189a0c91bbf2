// RUN: hloom opt %s --passes=expand-batch-norm --split-input-file | hloom check %s

// CHECK-LABEL: func.func @inference
// CHECK: %[[MEAN:.*]] = stablehlo.broadcast_in_dim %mean, dims = [1]
// CHECK-NEXT: %[[X:.*]] = stablehlo.subtract %x, %[[MEAN]]
// CHECK: %[[SUM:.*]] = stablehlo.add
// CHECK-NEXT: %[[ROOT:.*]] = stablehlo.sqrt %[[SUM]]
// CHECK-NEXT: stablehlo.divide %[[X]], %[[ROOT]]
// CHECK-NOT: batch_norm
func.func @inference(%x: tensor<4x3x2xf32>, %scale: tensor<3xf32>, %offset: tensor<3xf32>, %mean: tensor<3xf32>, %variance: tensor<3xf32>) -> tensor<4x3x2xf32> {
  %y = "stablehlo.batch_norm_inference"(%x, %scale, %offset, %mean, %variance) <{epsilon = 0.001 : f32, feature_index = 1 : i64}> : (tensor<4x3x2xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<4x3x2xf32>
  return %y : tensor<4x3x2xf32>
}

// -----

// CHECK-LABEL: func.func @training
// CHECK: stablehlo.reduce(%x init: %{{.*}}) applies stablehlo.add across dimensions = [0, 2]
// CHECK: stablehlo.constant dense<8.000000e+00> : tensor<3xf16>
// CHECK-NOT: batch_norm
func.func @training(%x: tensor<4x3x2xf16>, %scale: tensor<3xf16>, %offset: tensor<3xf16>) -> (tensor<4x3x2xf16>, tensor<3xf16>, tensor<3xf16>) {
  %y:3 = "stablehlo.batch_norm_training"(%x, %scale, %offset) <{epsilon = 0.001 : f32, feature_index = 1 : i64}> : (tensor<4x3x2xf16>, tensor<3xf16>, tensor<3xf16>) -> (tensor<4x3x2xf16>, tensor<3xf16>, tensor<3xf16>)
  return %y#0, %y#1, %y#2 : tensor<4x3x2xf16>, tensor<3xf16>, tensor<3xf16>
}

// -----

// CHECK-LABEL: func.func @grad
// CHECK-NOT: batch_norm
// CHECK-COUNT-3: stablehlo.reduce
func.func @grad(%x: tensor<2x5xf64>, %scale: tensor<2xf64>, %mean: tensor<2xf64>, %variance: tensor<2xf64>, %g: tensor<2x5xf64>) -> (tensor<2x5xf64>, tensor<2xf64>, tensor<2xf64>) {
  %y:3 = "stablehlo.batch_norm_grad"(%x, %scale, %mean, %variance, %g) <{epsilon = 1.0 : f32, feature_index = 0 : i64}> : (tensor<2x5xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2x5xf64>) -> (tensor<2x5xf64>, tensor<2xf64>, tensor<2xf64>)
  return %y#0, %y#1, %y#2 : tensor<2x5xf64>, tensor<2xf64>, tensor<2xf64>
}

// -----

// What has unknown extents stays.
// CHECK-LABEL: func.func @open
// CHECK-NEXT: stablehlo.batch_norm_inference
func.func @open(%x: tensor<?x3xf32>, %v: tensor<3xf32>) -> tensor<?x3xf32> {
  %y = "stablehlo.batch_norm_inference"(%x, %v, %v, %v, %v) <{epsilon = 0.001 : f32, feature_index = 1 : i64}> : (tensor<?x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<?x3xf32>
  return %y : tensor<?x3xf32>
}
