// RUN: hloom opt %s --split-input-file --verify-diagnostics

// Linear algebra, Fourier transforms, batch normalization and random numbers.

func.func @case1(%x: tensor<2x3xf32>, %s: tensor<3xf32>, %o: tensor<3xf32>, %m: tensor<3xf32>, %v: tensor<3xf32>) {
  // expected-error@+1 {{`stablehlo.batch_norm_inference` breaks (C1): feature_index 2 is not a dimension of tensor<2x3xf32>}}
  %y = "stablehlo.batch_norm_inference"(%x, %s, %o, %m, %v) <{epsilon = 0.001 : f32, feature_index = 2 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @case2(%x: tensor<2x3xf32>, %s: tensor<3xf64>, %o: tensor<3xf32>, %m: tensor<3xf32>, %v: tensor<3xf32>) {
  // expected-error@+1 {{`stablehlo.batch_norm_inference` breaks (C2): scale has elements of f64, operand of f32}}
  %y = "stablehlo.batch_norm_inference"(%x, %s, %o, %m, %v) <{epsilon = 0.001 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf64>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @case3(%x: tensor<2x3xf32>, %s: tensor<2xf32>, %o: tensor<3xf32>, %m: tensor<3xf32>, %v: tensor<3xf32>) {
  // expected-error@+1 {{`stablehlo.batch_norm_inference` breaks (C3): scale has 2 elements for 3 features}}
  %y = "stablehlo.batch_norm_inference"(%x, %s, %o, %m, %v) <{epsilon = 0.001 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<2xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @case4(%x: tensor<2x3xf32>, %s: tensor<3x1xf32>, %o: tensor<3xf32>, %m: tensor<3xf32>, %v: tensor<3xf32>) {
  // expected-error@+1 {{`stablehlo.batch_norm_inference` breaks (I2): scale must have one dimension, not be tensor<3x1xf32>}}
  %y = "stablehlo.batch_norm_inference"(%x, %s, %o, %m, %v) <{epsilon = 0.001 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3x1xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @case5(%x: tensor<2x3xf32>, %s: tensor<3xf32>, %o: tensor<2xf32>, %m: tensor<3xf32>, %v: tensor<3xf32>) {
  // expected-error@+1 {{`stablehlo.batch_norm_inference` breaks (C4): offset has 2 elements for 3 features}}
  %y = "stablehlo.batch_norm_inference"(%x, %s, %o, %m, %v) <{epsilon = 0.001 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<2xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @case6(%x: tensor<2x3xf32>, %s: tensor<3xf32>, %o: tensor<3x1xf32>, %m: tensor<3xf32>, %v: tensor<3xf32>) {
  // expected-error@+1 {{`stablehlo.batch_norm_inference` breaks (I3): offset must have one dimension, not be tensor<3x1xf32>}}
  %y = "stablehlo.batch_norm_inference"(%x, %s, %o, %m, %v) <{epsilon = 0.001 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3x1xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @case7(%x: tensor<2x3xf32>, %s: tensor<3xf32>, %o: tensor<3xf32>, %m: tensor<2xf32>, %v: tensor<3xf32>) {
  // expected-error@+1 {{`stablehlo.batch_norm_inference` breaks (C5): mean has 2 elements for 3 features}}
  %y = "stablehlo.batch_norm_inference"(%x, %s, %o, %m, %v) <{epsilon = 0.001 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @case8(%x: tensor<2x3xf32>, %s: tensor<3xf32>, %o: tensor<3xf32>, %m: tensor<3x1xf32>, %v: tensor<3xf32>) {
  // expected-error@+1 {{`stablehlo.batch_norm_inference` breaks (I4): mean must have one dimension, not be tensor<3x1xf32>}}
  %y = "stablehlo.batch_norm_inference"(%x, %s, %o, %m, %v) <{epsilon = 0.001 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3x1xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @case9(%x: tensor<2x3xf32>, %s: tensor<3xf32>, %o: tensor<3xf32>, %m: tensor<3xf32>, %v: tensor<2xf32>) {
  // expected-error@+1 {{`stablehlo.batch_norm_inference` breaks (C6): variance has 2 elements for 3 features}}
  %y = "stablehlo.batch_norm_inference"(%x, %s, %o, %m, %v) <{epsilon = 0.001 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @case10(%x: tensor<2x3xf32>, %s: tensor<3xf32>, %o: tensor<3xf32>, %m: tensor<3xf32>, %v: tensor<3x1xf32>) {
  // expected-error@+1 {{`stablehlo.batch_norm_inference` breaks (I5): variance must have one dimension, not be tensor<3x1xf32>}}
  %y = "stablehlo.batch_norm_inference"(%x, %s, %o, %m, %v) <{epsilon = 0.001 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3x1xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @case11(%x: tensor<2x3xi32>, %s: tensor<3xf32>, %o: tensor<3xf32>, %m: tensor<3xf32>, %v: tensor<3xf32>) {
  // expected-error@+1 {{`stablehlo.batch_norm_inference` breaks (I1): operand must be a tensor of floats, not tensor<2x3xi32>}}
  %y = "stablehlo.batch_norm_inference"(%x, %s, %o, %m, %v) <{epsilon = 0.001 : f32, feature_index = 1 : i64}> : (tensor<2x3xi32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3xi32>
  return
}

// -----

func.func @case12(%x: tensor<2x3xf32>, %s: tensor<3xf32>, %o: tensor<3xf32>) {
  // expected-error@+1 {{`stablehlo.batch_norm_training` breaks (C1): feature_index 2 is not a dimension of tensor<2x3xf32>}}
  %y:3 = "stablehlo.batch_norm_training"(%x, %s, %o) <{epsilon = 0.001 : f32, feature_index = 2 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @case13(%x: tensor<2x3xf32>, %s: tensor<3xf64>, %o: tensor<3xf32>) {
  // expected-error@+1 {{`stablehlo.batch_norm_training` breaks (C2): scale has elements of f64, operand of f32}}
  %y:3 = "stablehlo.batch_norm_training"(%x, %s, %o) <{epsilon = 0.001 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf64>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @case14(%x: tensor<2x3xf32>, %s: tensor<2xf32>, %o: tensor<3xf32>) {
  // expected-error@+1 {{`stablehlo.batch_norm_training` breaks (C3): scale has 2 elements for 3 features}}
  %y:3 = "stablehlo.batch_norm_training"(%x, %s, %o) <{epsilon = 0.001 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<2xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @case15(%x: tensor<2x3xf32>, %s: tensor<3x1xf32>, %o: tensor<3xf32>) {
  // expected-error@+1 {{`stablehlo.batch_norm_training` breaks (I2): scale must have one dimension, not be tensor<3x1xf32>}}
  %y:3 = "stablehlo.batch_norm_training"(%x, %s, %o) <{epsilon = 0.001 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3x1xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @case16(%x: tensor<2x3xf32>, %s: tensor<3xf32>, %o: tensor<2xf32>) {
  // expected-error@+1 {{`stablehlo.batch_norm_training` breaks (C4): offset has 2 elements for 3 features}}
  %y:3 = "stablehlo.batch_norm_training"(%x, %s, %o) <{epsilon = 0.001 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<2xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @case17(%x: tensor<2x3xf32>, %s: tensor<3xf32>, %o: tensor<3x1xf32>) {
  // expected-error@+1 {{`stablehlo.batch_norm_training` breaks (I3): offset must have one dimension, not be tensor<3x1xf32>}}
  %y:3 = "stablehlo.batch_norm_training"(%x, %s, %o) <{epsilon = 0.001 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3x1xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @case18(%x: tensor<2x3xi32>, %s: tensor<3xf32>, %o: tensor<3xf32>) {
  // expected-error@+1 {{`stablehlo.batch_norm_training` breaks (I1): operand must be a tensor of floats, not tensor<2x3xi32>}}
  %y:3 = "stablehlo.batch_norm_training"(%x, %s, %o) <{epsilon = 0.001 : f32, feature_index = 1 : i64}> : (tensor<2x3xi32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3xi32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @case19(%x: tensor<2x3xf32>, %s: tensor<3xf32>, %o: tensor<3xf32>, %m: tensor<3xf32>, %v: tensor<3xf32>) {
  // expected-error@+1 {{`stablehlo.batch_norm_inference` breaks (C7): the result is tensor<2x3xf32>, but tensor<3x2xf32> is declared}}
  %y = "stablehlo.batch_norm_inference"(%x, %s, %o, %m, %v) <{epsilon = 0.001 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<3x2xf32>
  return
}

// -----

func.func @case20(%x: tensor<2x3xf32>, %s: tensor<3xf32>, %o: tensor<3xf32>) {
  // expected-error@+1 {{`stablehlo.batch_norm_training` breaks (C7): the result is tensor<2x3xf32>, but tensor<3x2xf32> is declared}}
  %y:3 = "stablehlo.batch_norm_training"(%x, %s, %o) <{epsilon = 0.001 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<3x2xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @case21(%x: tensor<2x3xf32>, %s: tensor<3xf32>, %o: tensor<3xf32>) {
  // expected-error@+1 {{`stablehlo.batch_norm_training` breaks (C5): the result is tensor<3xf32>, but tensor<2xf32> is declared}}
  %y:3 = "stablehlo.batch_norm_training"(%x, %s, %o) <{epsilon = 0.001 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<2xf32>, tensor<3xf32>)
  return
}

// -----

func.func @case22(%x: tensor<2x3xf32>, %s: tensor<3xf32>, %o: tensor<3xf32>) {
  // expected-error@+1 {{`stablehlo.batch_norm_training` breaks (C6): the result is tensor<3xf32>, but tensor<2xf32> is declared}}
  %y:3 = "stablehlo.batch_norm_training"(%x, %s, %o) <{epsilon = 0.001 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<2xf32>)
  return
}

// -----

func.func @case23(%x: tensor<2x3xf32>, %s: tensor<3xf32>, %m: tensor<3xf32>, %v: tensor<3xf32>, %g: tensor<2x3xf32>) {
  // expected-error@+1 {{`stablehlo.batch_norm_grad` breaks (C1): feature_index -1 is not a dimension of tensor<2x3xf32>}}
  %y:3 = "stablehlo.batch_norm_grad"(%x, %s, %m, %v, %g) <{epsilon = 0.001 : f32, feature_index = -1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @case24(%x: tensor<2x3xf32>, %s: tensor<3xf32>, %m: tensor<3xf32>, %v: tensor<3xf32>, %g: tensor<2x3xf64>) {
  // expected-error@+1 {{`stablehlo.batch_norm_grad` breaks (C2): grad_output has elements of f64, operand of f32}}
  %y:3 = "stablehlo.batch_norm_grad"(%x, %s, %m, %v, %g) <{epsilon = 0.001 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2x3xf64>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @case25(%x: tensor<2x3xf32>, %s: tensor<3xf32>, %m: tensor<3xf64>, %v: tensor<3xf32>, %g: tensor<2x3xf32>) {
  // expected-error@+1 {{`stablehlo.batch_norm_grad` breaks (C2): mean has elements of f64, operand of f32}}
  %y:3 = "stablehlo.batch_norm_grad"(%x, %s, %m, %v, %g) <{epsilon = 0.001 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf64>, tensor<3xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @case26(%x: tensor<2x3xf32>, %s: tensor<3xf32>, %m: tensor<3xf32>, %v: tensor<3xf32>, %g: tensor<3x2xf32>) {
  // expected-error@+1 {{`stablehlo.batch_norm_grad` breaks (C3): grad_output is tensor<3x2xf32>, but operand tensor<2x3xf32>}}
  %y:3 = "stablehlo.batch_norm_grad"(%x, %s, %m, %v, %g) <{epsilon = 0.001 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3x2xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @case27(%x: tensor<2x3xf32>, %s: tensor<3xf32>, %m: tensor<2xf32>, %v: tensor<3xf32>, %g: tensor<2x3xf32>) {
  // expected-error@+1 {{`stablehlo.batch_norm_grad` breaks (C4): mean has 2 elements for 3 features}}
  %y:3 = "stablehlo.batch_norm_grad"(%x, %s, %m, %v, %g) <{epsilon = 0.001 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<2xf32>, tensor<3xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @case28(%x: tensor<2x3xf32>, %s: tensor<3xf32>, %m: tensor<3xf32>, %v: tensor<2xf32>, %g: tensor<2x3xf32>) {
  // expected-error@+1 {{`stablehlo.batch_norm_grad` breaks (C4): variance has 2 elements for 3 features}}
  %y:3 = "stablehlo.batch_norm_grad"(%x, %s, %m, %v, %g) <{epsilon = 0.001 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @case29(%x: tensor<2x3xf32>, %s: tensor<3xf32>, %m: tensor<3xf32>, %v: tensor<3xf32>, %g: tensor<2x3xf32>) {
  // expected-error@+1 {{`stablehlo.batch_norm_grad` breaks (C4): the result is tensor<3xf32>, but tensor<2xf32> is declared}}
  %y:3 = "stablehlo.batch_norm_grad"(%x, %s, %m, %v, %g) <{epsilon = 0.001 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<2xf32>, tensor<3xf32>)
  return
}

// -----

func.func @case30(%x: tensor<2x3xf32>, %s: tensor<3xf32>, %m: tensor<3xf32>, %v: tensor<3xf32>, %g: tensor<2x3xf32>) {
  // expected-error@+1 {{`stablehlo.batch_norm_grad` breaks (C3): the result is tensor<2x3xf32>, but tensor<3x2xf32> is declared}}
  %y:3 = "stablehlo.batch_norm_grad"(%x, %s, %m, %v, %g) <{epsilon = 0.001 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2x3xf32>) -> (tensor<3x2xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @case31(%x: tensor<2x3xf32>, %s: tensor<2xf32>, %m: tensor<3xf32>, %v: tensor<3xf32>, %g: tensor<2x3xf32>) {
  // expected-error@+1 {{`stablehlo.batch_norm_grad` breaks (C5): scale has 2 elements for 3 features}}
  %y:3 = "stablehlo.batch_norm_grad"(%x, %s, %m, %v, %g) <{epsilon = 0.001 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<2xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @case32(%x: tensor<2x3xi32>, %s: tensor<3xf32>, %m: tensor<3xf32>, %v: tensor<3xf32>, %g: tensor<2x3xf32>) {
  // expected-error@+1 {{`stablehlo.batch_norm_grad` breaks (I1): operand must be a tensor of floats, not tensor<2x3xi32>}}
  %y:3 = "stablehlo.batch_norm_grad"(%x, %s, %m, %v, %g) <{epsilon = 0.001 : f32, feature_index = 1 : i64}> : (tensor<2x3xi32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2x3xf32>) -> (tensor<2x3xi32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @case33(%x: tensor<2x3xf32>, %s: tensor<f32>, %m: tensor<3xf32>, %v: tensor<3xf32>, %g: tensor<2x3xf32>) {
  // expected-error@+1 {{`stablehlo.batch_norm_grad` breaks (I2): scale must have one dimension, not be tensor<f32>}}
  %y:3 = "stablehlo.batch_norm_grad"(%x, %s, %m, %v, %g) <{epsilon = 0.001 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<f32>, tensor<3xf32>, tensor<3xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @case34(%x: tensor<2x3xf32>, %s: tensor<3xf32>, %m: tensor<f32>, %v: tensor<3xf32>, %g: tensor<2x3xf32>) {
  // expected-error@+1 {{`stablehlo.batch_norm_grad` breaks (I3): mean must have one dimension, not be tensor<f32>}}
  %y:3 = "stablehlo.batch_norm_grad"(%x, %s, %m, %v, %g) <{epsilon = 0.001 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<f32>, tensor<3xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @case35(%x: tensor<2x3xf32>, %s: tensor<3xf32>, %m: tensor<3xf32>, %v: tensor<f32>, %g: tensor<2x3xf32>) {
  // expected-error@+1 {{`stablehlo.batch_norm_grad` breaks (I4): variance must have one dimension, not be tensor<f32>}}
  %y:3 = "stablehlo.batch_norm_grad"(%x, %s, %m, %v, %g) <{epsilon = 0.001 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<f32>, tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @case36(%x: tensor<2x3xf32>, %s: tensor<3xf32>, %m: tensor<3xf32>, %v: tensor<3xf32>, %g: tensor<2x3xi32>) {
  // expected-error@+1 {{`stablehlo.batch_norm_grad` breaks (I5): grad_output must be a tensor of floats, not tensor<2x3xi32>}}
  %y:3 = "stablehlo.batch_norm_grad"(%x, %s, %m, %v, %g) <{epsilon = 0.001 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2x3xi32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @case37(%a: tensor<2x2xi32>) {
  // expected-error@+1 {{`stablehlo.cholesky` breaks (I1): a must be a tensor of floats or complex numbers, not tensor<2x2xi32>}}
  %y = stablehlo.cholesky %a, lower = true : tensor<2x2xi32>
  return
}

// -----

func.func @case38(%a: tensor<2x2x!quant.uniform<i8:f32, 5.000000e-01>>) {
  // expected-error@+1 {{`stablehlo.cholesky` breaks (I1): operand 0 must not be quantized, as tensor<2x2x!quant.uniform<i8:f32, 0.5>> is}}
  %y = stablehlo.cholesky %a, lower = true : tensor<2x2x!quant.uniform<i8:f32, 5.000000e-01>>
  return
}

// -----

func.func @case39(%a: tensor<2x2xf32>) {
  // expected-error@+1 {{`stablehlo.cholesky` breaks (C1): the result is tensor<2x2xf32>, but tensor<2x2xf64> is declared}}
  %y = stablehlo.cholesky %a, lower = true : (tensor<2x2xf32>) -> tensor<2x2xf64>
  return
}

// -----

func.func @case40(%a: tensor<2xf32>) {
  // expected-error@+1 {{`stablehlo.cholesky` breaks (C2): a must have rank 2 or more, not 1}}
  %y = stablehlo.cholesky %a, lower = true : tensor<2xf32>
  return
}

// -----

func.func @case41(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{`stablehlo.cholesky` breaks (C3): a must hold square matrices, not of 2 rows and 3 columns}}
  %y = stablehlo.cholesky %a, lower = true : tensor<2x3xf32>
  return
}

// -----

func.func @case42(%a: tensor<3x3xi32>, %b: tensor<3x3xf32>) {
  // expected-error@+1 {{`stablehlo.triangular_solve` breaks (I1): a must be a tensor of floats or complex numbers, not tensor<3x3xi32>}}
  %y = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<3x3xi32>, tensor<3x3xf32>) -> tensor<3x3xf32>
  return
}

// -----

func.func @case43(%a: tensor<3x3xf32>, %b: tensor<3x3xi32>) {
  // expected-error@+1 {{`stablehlo.triangular_solve` breaks (I2): b must be a tensor of floats or complex numbers, not tensor<3x3xi32>}}
  %y = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<3x3xf32>, tensor<3x3xi32>) -> tensor<3x3xi32>
  return
}

// -----

func.func @case44(%a: tensor<3x3xf32>, %b: tensor<3x3xf64>) {
  // expected-error@+1 {{`stablehlo.triangular_solve` breaks (C1): a has elements of f32, b of f64}}
  %y = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<3x3xf32>, tensor<3x3xf64>) -> tensor<3x3xf64>
  return
}

// -----

func.func @case45(%a: tensor<3x3xf32>, %b: tensor<3xf32>) {
  // expected-error@+1 {{`stablehlo.triangular_solve` breaks (C2): a and b must be of one rank, 2 or more; they are tensor<3x3xf32> and tensor<3xf32>}}
  %y = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<3x3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @case46(%a: tensor<2x3xf32>, %b: tensor<3x3xf32>) {
  // expected-error@+1 {{`stablehlo.triangular_solve` breaks (C3): a must hold square matrices, not of 2 rows and 3 columns}}
  %y = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<2x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
  return
}

// -----

func.func @case47(%a: tensor<3x3xf32>, %b: tensor<4x3xf32>) {
  // expected-error@+1 {{`stablehlo.triangular_solve` breaks (C3): matrices of 3 columns on the left can't be solved for 4 rows}}
  %y = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<3x3xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @case48(%a: tensor<3x3xf32>, %b: tensor<3x2xf32>) {
  // expected-error@+1 {{`stablehlo.triangular_solve` breaks (C3): matrices of 3 columns on the right can't be solved for 2 columns}}
  %y = "stablehlo.triangular_solve"(%a, %b) <{left_side = false, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<3x3xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  return
}

// -----

func.func @case49(%a: tensor<2x3x3xf32>, %b: tensor<4x3x3xf32>) {
  // expected-error@+1 {{`stablehlo.triangular_solve` breaks (C3): a and b, tensor<2x3x3xf32> and tensor<4x3x3xf32>, hold different numbers of matrices}}
  %y = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<2x3x3xf32>, tensor<4x3x3xf32>) -> tensor<4x3x3xf32>
  return
}

// -----

func.func @case50(%a: tensor<3x3xf32>, %b: tensor<3x2xf32>) {
  // expected-error@+1 {{`stablehlo.triangular_solve` breaks (C4): the result is tensor<3x2xf32>, but tensor<2x3xf32> is declared}}
  %y = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<3x3xf32>, tensor<3x2xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @case51(%x: tensor<4xi32>) {
  // expected-error@+1 {{`stablehlo.fft` breaks (I1): operand must be a tensor of floats or complex numbers, not tensor<4xi32>}}
  %y = stablehlo.fft %x, type = RFFT, length = [4] : (tensor<4xi32>) -> tensor<3xcomplex<f32>>
  return
}

// -----

func.func @case52(%x: tensor<3x4xcomplex<f32>>) {
  // expected-error@+1 {{`stablehlo.fft` breaks (C1): fft_length has 3 entries, the operand has rank 2}}
  %y = stablehlo.fft %x, type = FFT, length = [2, 3, 4] : (tensor<3x4xcomplex<f32>>) -> tensor<3x4xcomplex<f32>>
  return
}

// -----

func.func @case53(%x: tensor<4xf32>) {
  // expected-error@+1 {{`stablehlo.fft` breaks (C2): FFT does not take elements of f32}}
  %y = stablehlo.fft %x, type = FFT, length = [4] : (tensor<4xf32>) -> tensor<4xcomplex<f32>>
  return
}

// -----

func.func @case54(%x: tensor<3x4xcomplex<f32>>) {
  // expected-error@+1 {{`stablehlo.fft` breaks (C2): RFFT does not take elements of complex<f32>}}
  %y = stablehlo.fft %x, type = RFFT, length = [4] : (tensor<3x4xcomplex<f32>>) -> tensor<3x4xcomplex<f32>>
  return
}

// -----

func.func @case55(%x: tensor<4xf32>) {
  // expected-error@+1 {{`stablehlo.fft` breaks (C2): RFFT gives elements of complex<f32>, but tensor<3xcomplex<f64>> is declared}}
  %y = stablehlo.fft %x, type = RFFT, length = [4] : (tensor<4xf32>) -> tensor<3xcomplex<f64>>
  return
}

// -----

func.func @case56(%x: tensor<3x4xcomplex<f32>>) {
  // expected-error@+1 {{`stablehlo.fft` breaks (C3): fft_length has 0 entries, not 1 to 3}}
  %y = stablehlo.fft %x, type = IFFT, length = [] : (tensor<3x4xcomplex<f32>>) -> tensor<3x4xcomplex<f32>>
  return
}

// -----

func.func @case57(%x: tensor<1x2x3x4xcomplex<f32>>) {
  // expected-error@+1 {{`stablehlo.fft` breaks (C3): fft_length has 4 entries, not 1 to 3}}
  %y = stablehlo.fft %x, type = IFFT, length = [1, 2, 3, 4] : (tensor<1x2x3x4xcomplex<f32>>) -> tensor<1x2x3x4xcomplex<f32>>
  return
}

// -----

func.func @case58(%x: tensor<4xf32>) {
  // expected-error@+1 {{`stablehlo.fft` breaks (C4): fft_length is [6], but the real numbers are tensor<4xf32>}}
  %y = stablehlo.fft %x, type = RFFT, length = [6] : (tensor<4xf32>) -> tensor<4xcomplex<f32>>
  return
}

// -----

func.func @case59(%x: tensor<3x4xcomplex<f32>>) {
  // expected-error@+1 {{`stablehlo.fft` breaks (C4): fft_length is [2, 6], but the real numbers are tensor<3x6xf32>}}
  %y = stablehlo.fft %x, type = IRFFT, length = [2, 6] : (tensor<3x4xcomplex<f32>>) -> tensor<3x6xf32>
  return
}

// -----

func.func @case60(%x: tensor<3x4xcomplex<f32>>) {
  // expected-error@+1 {{`stablehlo.fft` breaks (C5): 5 numbers are needed for 8 real ones, not 4}}
  %y = stablehlo.fft %x, type = IRFFT, length = [8] : (tensor<3x4xcomplex<f32>>) -> tensor<3x8xf32>
  return
}

// -----

func.func @case61(%x: tensor<4xf32>) {
  // expected-error@+1 {{`stablehlo.fft` breaks (C5): the result is tensor<3xcomplex<f32>>, but tensor<4xcomplex<f32>> is declared}}
  %y = stablehlo.fft %x, type = RFFT, length = [4] : (tensor<4xf32>) -> tensor<4xcomplex<f32>>
  return
}

// -----

func.func @case62(%a: tensor<1xf32>, %b: tensor<f32>, %shape: tensor<2xi64>) {
  // expected-error@+1 {{`stablehlo.rng` breaks (I1): a must be a scalar tensor of integers, booleans or floats, not tensor<1xf32>}}
  %y = stablehlo.rng %a, %b, %shape, distribution = UNIFORM : (tensor<1xf32>, tensor<f32>, tensor<2xi64>) -> tensor<2x3xf32>
  return
}

// -----

func.func @case63(%a: tensor<f32>, %b: tensor<complex<f32>>, %shape: tensor<2xi64>) {
  // expected-error@+1 {{`stablehlo.rng` breaks (I2): b must be a scalar tensor of integers, booleans or floats, not tensor<complex<f32>>}}
  %y = stablehlo.rng %a, %b, %shape, distribution = UNIFORM : (tensor<f32>, tensor<complex<f32>>, tensor<2xi64>) -> tensor<2x3xf32>
  return
}

// -----

func.func @case64(%a: tensor<f32>, %b: tensor<f32>, %shape: tensor<2xf32>) {
  // expected-error@+1 {{`stablehlo.rng` breaks (I3): shape must be a tensor of integers, not tensor<2xf32>}}
  %y = stablehlo.rng %a, %b, %shape, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<2xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @case65(%a: tensor<f32>, %b: tensor<f32>, %shape: tensor<i64>) {
  // expected-error@+1 {{`stablehlo.rng` breaks (I3): shape must have one dimension, not be tensor<i64>}}
  %y = stablehlo.rng %a, %b, %shape, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<i64>) -> tensor<2x3xf32>
  return
}

// -----

func.func @case66(%a: tensor<f32>, %b: tensor<f64>, %shape: tensor<2xi64>) {
  // expected-error@+1 {{`stablehlo.rng` breaks (C1): a is tensor<f32>, but b tensor<f64>}}
  %y = stablehlo.rng %a, %b, %shape, distribution = UNIFORM : (tensor<f32>, tensor<f64>, tensor<2xi64>) -> tensor<2x3xf32>
  return
}

// -----

func.func @case67(%a: tensor<f32>, %b: tensor<f32>, %shape: tensor<2xi64>) {
  // expected-error@+1 {{`stablehlo.rng` breaks (C1): the result has elements of f32, but tensor<2x3xf64> is declared}}
  %y = stablehlo.rng %a, %b, %shape, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<2x3xf64>
  return
}

// -----

func.func @case68(%a: tensor<i32>, %b: tensor<i32>, %shape: tensor<2xi64>) {
  // expected-error@+1 {{`stablehlo.rng` breaks (C2): the normal distribution is of floats, not i32}}
  %y = stablehlo.rng %a, %b, %shape, distribution = NORMAL : (tensor<i32>, tensor<i32>, tensor<2xi64>) -> tensor<2x3xi32>
  return
}

// -----

func.func @case69(%a: tensor<f32>, %b: tensor<f32>, %shape: tensor<2xi64>) {
  // expected-error@+1 {{`stablehlo.rng` breaks (C3): shape has 2 elements, but tensor<6xf32> is declared}}
  %y = stablehlo.rng %a, %b, %shape, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<6xf32>
  return
}

// -----

func.func @case70(%a: tensor<f32>) {
  %shape = stablehlo.constant dense<[2, 4]> : tensor<2xi64>
  // expected-error@+1 {{`stablehlo.rng` breaks (C3): shape says tensor<2x4xf32>, but tensor<2x3xf32> is declared}}
  %y = stablehlo.rng %a, %a, %shape, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<2x3xf32>
  return
}

// -----

func.func @case71(%state: tensor<1x2xf32>) {
  // expected-error@+1 {{`stablehlo.rng_bit_generator` breaks (I2): initial_state must be of one dimension and ui64, not tensor<1x2xf32>}}
  %next, %bits = stablehlo.rng_bit_generator %state, algorithm = PHILOX : (tensor<1x2xf32>) -> (tensor<1x2xf32>, tensor<4xui32>)
  return
}

// -----

func.func @case72(%state: tensor<2xui64>) {
  // expected-error@+1 {{`stablehlo.rng_bit_generator` breaks (C1): the result is tensor<2xui64>, but tensor<3xui64> is declared}}
  %next, %bits = stablehlo.rng_bit_generator %state, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<3xui64>, tensor<4xui32>)
  return
}

// -----

func.func @case73(%state: tensor<3xui64>) {
  // expected-error@+1 {{`stablehlo.rng_bit_generator` breaks (C2): the state of THREE_FRY has 2 elements, not 3}}
  %next, %bits = stablehlo.rng_bit_generator %state, algorithm = THREE_FRY : (tensor<3xui64>) -> (tensor<3xui64>, tensor<4xui32>)
  return
}

// -----

func.func @case74(%state: tensor<4xui64>) {
  // expected-error@+1 {{`stablehlo.rng_bit_generator` breaks (C2): the state of PHILOX has 2 or 3 elements, not 4}}
  %next, %bits = stablehlo.rng_bit_generator %state, algorithm = PHILOX : (tensor<4xui64>) -> (tensor<4xui64>, tensor<4xui32>)
  return
}
