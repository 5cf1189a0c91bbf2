// RUN: hloom run %s --split-input-file --backend=interp
// RUN: %if llvm %{ hloom run %s --split-input-file %}
// Written by make.py (elementwise.py): do not edit.

func.func public @main() {
  %0 = stablehlo.constant dense<[7.108062, 7.519657, 4.97635, 8.763697, 2.2078187, 5.857618, 0.67873204, 5.0446405, 3.6809816, 2.4670956, 8.881473, 3.6361272, 3.02326, 1.2138972, 1.0919744, 8.862703]> : tensor<16xf32>
  %1 = stablehlo.constant dense<[1.4189479, -2.8894873, -2.7801979, 0.5682434, 0.51428187, -1.6561905, 0.8288033, 1.6531489, 1.4715987, -2.0719793, 2.057969, -1.1874478, 0.65319663, -1.246346, 0.74362344, -1.2046344]> : tensor<16xf32>
  %got = call @add_f32(%0, %1) : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32>
  %want = stablehlo.constant dense<[8.52701, 4.63017, 2.196152, 9.33194, 2.7221007, 4.2014275, 1.5075353, 6.697789, 5.1525803, 0.39511633, 10.939442, 2.4486794, 3.6764567, -0.03244877, 1.8355978, 7.6580687]> : tensor<16xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<16xf32>, tensor<16xf32>) -> ()
  return
}
func.func private @add_f32(%arg0: tensor<16xf32>, %arg1: tensor<16xf32>) -> (tensor<16xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.add %arg0, %arg1 : tensor<16xf32>
  return %0 : tensor<16xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0], [-1.0, -1.0, -1.0, -1.0, -1.0, -1.0, -1.0, -1.0, -1.0], [0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5], [-2.0, -2.0, -2.0, -2.0, -2.0, -2.0, -2.0, -2.0, -2.0], [3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0], [0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000], [0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000], [0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000]]> : tensor<9x9xf32>
  %1 = stablehlo.constant dense<[[1.0, -1.0, 0.5, -2.0, 3.0, 0x7F800000, 0xFF800000, 0x7FC00000, 0.0], [1.0, -1.0, 0.5, -2.0, 3.0, 0x7F800000, 0xFF800000, 0x7FC00000, 0.0], [1.0, -1.0, 0.5, -2.0, 3.0, 0x7F800000, 0xFF800000, 0x7FC00000, 0.0], [1.0, -1.0, 0.5, -2.0, 3.0, 0x7F800000, 0xFF800000, 0x7FC00000, 0.0], [1.0, -1.0, 0.5, -2.0, 3.0, 0x7F800000, 0xFF800000, 0x7FC00000, 0.0], [1.0, -1.0, 0.5, -2.0, 3.0, 0x7F800000, 0xFF800000, 0x7FC00000, 0.0], [1.0, -1.0, 0.5, -2.0, 3.0, 0x7F800000, 0xFF800000, 0x7FC00000, 0.0], [1.0, -1.0, 0.5, -2.0, 3.0, 0x7F800000, 0xFF800000, 0x7FC00000, 0.0], [1.0, -1.0, 0.5, -2.0, 3.0, 0x7F800000, 0xFF800000, 0x7FC00000, 0.0]]> : tensor<9x9xf32>
  %got = call @add_special_f32(%0, %1) : (tensor<9x9xf32>, tensor<9x9xf32>) -> tensor<9x9xf32>
  %want = stablehlo.constant dense<[[1.0, -1.0, 0.5, -2.0, 3.0, 0x7F800000, 0xFF800000, 0x7FC00000, 0.0], [2.0, 0.0, 1.5, -1.0, 4.0, 0x7F800000, 0xFF800000, 0x7FC00000, 1.0], [0.0, -2.0, -0.5, -3.0, 2.0, 0x7F800000, 0xFF800000, 0x7FC00000, -1.0], [1.5, -0.5, 1.0, -1.5, 3.5, 0x7F800000, 0xFF800000, 0x7FC00000, 0.5], [-1.0, -3.0, -1.5, -4.0, 1.0, 0x7F800000, 0xFF800000, 0x7FC00000, -2.0], [4.0, 2.0, 3.5, 1.0, 6.0, 0x7F800000, 0xFF800000, 0x7FC00000, 3.0], [0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0xFFC00000, 0x7FC00000, 0x7F800000], [0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000, 0xFFC00000, 0xFF800000, 0x7FC00000, 0xFF800000], [0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000]]> : tensor<9x9xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<9x9xf32>, tensor<9x9xf32>) -> ()
  return
}
func.func private @add_special_f32(%arg0: tensor<9x9xf32>, %arg1: tensor<9x9xf32>) -> (tensor<9x9xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.add %arg0, %arg1 : tensor<9x9xf32>
  return %0 : tensor<9x9xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[8.487726, 2.8335314, 2.368669, 2.0813048, 7.0972176, 2.0287015, 7.270966, 6.6206574, 3.853795, 4.477319, 8.192244, 7.139652, 1.4688848, 6.766026, 3.6867766, 8.923524]> : tensor<16xf32>
  %1 = stablehlo.constant dense<[-0.39532027, -1.7302301, 2.472224, 0.6627854, -0.33272794, 0.018427793, -0.20776731, -2.4157617, -1.330617, -2.7296433, 2.4959445, 1.3032516, -0.54677254, 2.94185, -1.0193182, 1.1760738]> : tensor<16xf32>
  %got = call @atan2_f32(%0, %1) : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32>
  %want = stablehlo.constant dense<[1.6173382, 2.1189928, 0.7640097, 1.2625027, 1.6176435, 1.561713, 1.5993634, 1.9206674, 1.9032551, 2.1182885, 1.2750591, 1.390247, 1.927142, 1.1606566, 1.8405374, 1.4397568]> : tensor<16xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 5 : i64, min_ulp_difference = 0 : i64} : (tensor<16xf32>, tensor<16xf32>) -> ()
  return
}
func.func private @atan2_f32(%arg0: tensor<16xf32>, %arg1: tensor<16xf32>) -> (tensor<16xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.atan2 %arg0, %arg1 : tensor<16xf32>
  return %0 : tensor<16xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0], [-1.0, -1.0, -1.0, -1.0, -1.0, -1.0, -1.0, -1.0, -1.0], [0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5], [-2.0, -2.0, -2.0, -2.0, -2.0, -2.0, -2.0, -2.0, -2.0], [3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0], [0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000], [0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000], [0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000]]> : tensor<9x9xf32>
  %1 = stablehlo.constant dense<[[1.0, -1.0, 0.5, -2.0, 3.0, 0x7F800000, 0xFF800000, 0x7FC00000, 0.0], [1.0, -1.0, 0.5, -2.0, 3.0, 0x7F800000, 0xFF800000, 0x7FC00000, 0.0], [1.0, -1.0, 0.5, -2.0, 3.0, 0x7F800000, 0xFF800000, 0x7FC00000, 0.0], [1.0, -1.0, 0.5, -2.0, 3.0, 0x7F800000, 0xFF800000, 0x7FC00000, 0.0], [1.0, -1.0, 0.5, -2.0, 3.0, 0x7F800000, 0xFF800000, 0x7FC00000, 0.0], [1.0, -1.0, 0.5, -2.0, 3.0, 0x7F800000, 0xFF800000, 0x7FC00000, 0.0], [1.0, -1.0, 0.5, -2.0, 3.0, 0x7F800000, 0xFF800000, 0x7FC00000, 0.0], [1.0, -1.0, 0.5, -2.0, 3.0, 0x7F800000, 0xFF800000, 0x7FC00000, 0.0], [1.0, -1.0, 0.5, -2.0, 3.0, 0x7F800000, 0xFF800000, 0x7FC00000, 0.0]]> : tensor<9x9xf32>
  %got = call @atan2_special_f32(%0, %1) : (tensor<9x9xf32>, tensor<9x9xf32>) -> tensor<9x9xf32>
  %want = stablehlo.constant dense<[[0.0, 3.1415927, 0.0, 3.1415927, 0.0, 0.0, 3.1415927, 0x7FC00000, 0.0], [0.7853982, 2.3561945, 1.1071488, 2.6779451, 0.32175055, 0.0, 3.1415927, 0x7FC00000, 1.5707964], [-0.7853982, -2.3561945, -1.1071488, -2.6779451, -0.32175055, -0.0, -3.1415927, 0x7FC00000, -1.5707964], [0.4636476, 2.6779451, 0.7853982, 2.896614, 0.16514868, 0.0, 3.1415927, 0x7FC00000, 1.5707964], [-1.1071488, -2.0344439, -1.3258177, -2.3561945, -0.5880026, -0.0, -3.1415927, 0x7FC00000, -1.5707964], [1.2490457, 1.8925469, 1.4056476, 2.158799, 0.7853982, 0.0, 3.1415927, 0x7FC00000, 1.5707964], [1.5707964, 1.5707964, 1.5707964, 1.5707964, 1.5707964, 0.7853982, 2.3561945, 0x7FC00000, 1.5707964], [-1.5707964, -1.5707964, -1.5707964, -1.5707964, -1.5707964, -0.7853982, -2.3561945, 0x7FC00000, -1.5707964], [0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000]]> : tensor<9x9xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 5 : i64, min_ulp_difference = 0 : i64} : (tensor<9x9xf32>, tensor<9x9xf32>) -> ()
  return
}
func.func private @atan2_special_f32(%arg0: tensor<9x9xf32>, %arg1: tensor<9x9xf32>) -> (tensor<9x9xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.atan2 %arg0, %arg1 : tensor<9x9xf32>
  return %0 : tensor<9x9xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[5.5802903, 5.210614, 4.723938, 0.15686692, 4.9976025, 8.718212, 3.6427312, 0.2409529, 2.2693965, 8.523408, 8.074501, 4.3167033, 1.1426969, 0.80138874, 8.846809, 0.67365795]> : tensor<16xf32>
  %1 = stablehlo.constant dense<[2.9858325, 2.1287277, -1.6938816, 2.8808725, -0.54846615, 2.6344316, -1.6561887, -1.1679713, 2.7130308, -2.1311693, 0.10891302, -0.8427251, 2.1759758, -2.5263083, -2.372829, -0.02423503]> : tensor<16xf32>
  %got = call @divide_f32(%0, %1) : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32>
  %want = stablehlo.constant dense<[1.8689228, 2.4477599, -2.788824, 0.054451186, -9.111961, 3.3093333, -2.1994662, -0.20630036, 0.8364802, -3.9994044, 74.13715, -5.122315, 0.52514225, -0.31721732, -3.7283807, -27.796867]> : tensor<16xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<16xf32>, tensor<16xf32>) -> ()
  return
}
func.func private @divide_f32(%arg0: tensor<16xf32>, %arg1: tensor<16xf32>) -> (tensor<16xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.divide %arg0, %arg1 : tensor<16xf32>
  return %0 : tensor<16xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0], [-1.0, -1.0, -1.0, -1.0, -1.0, -1.0, -1.0, -1.0, -1.0], [0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5], [-2.0, -2.0, -2.0, -2.0, -2.0, -2.0, -2.0, -2.0, -2.0], [3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0], [0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000], [0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000], [0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000]]> : tensor<9x9xf32>
  %1 = stablehlo.constant dense<[[1.0, -1.0, 0.5, -2.0, 3.0, 0x7F800000, 0xFF800000, 0x7FC00000, 0.0], [1.0, -1.0, 0.5, -2.0, 3.0, 0x7F800000, 0xFF800000, 0x7FC00000, 0.0], [1.0, -1.0, 0.5, -2.0, 3.0, 0x7F800000, 0xFF800000, 0x7FC00000, 0.0], [1.0, -1.0, 0.5, -2.0, 3.0, 0x7F800000, 0xFF800000, 0x7FC00000, 0.0], [1.0, -1.0, 0.5, -2.0, 3.0, 0x7F800000, 0xFF800000, 0x7FC00000, 0.0], [1.0, -1.0, 0.5, -2.0, 3.0, 0x7F800000, 0xFF800000, 0x7FC00000, 0.0], [1.0, -1.0, 0.5, -2.0, 3.0, 0x7F800000, 0xFF800000, 0x7FC00000, 0.0], [1.0, -1.0, 0.5, -2.0, 3.0, 0x7F800000, 0xFF800000, 0x7FC00000, 0.0], [1.0, -1.0, 0.5, -2.0, 3.0, 0x7F800000, 0xFF800000, 0x7FC00000, 0.0]]> : tensor<9x9xf32>
  %got = call @divide_special_f32(%0, %1) : (tensor<9x9xf32>, tensor<9x9xf32>) -> tensor<9x9xf32>
  %want = stablehlo.constant dense<[[0.0, -0.0, 0.0, -0.0, 0.0, 0.0, -0.0, 0x7FC00000, 0xFFC00000], [1.0, -1.0, 2.0, -0.5, 0.33333334, 0.0, -0.0, 0x7FC00000, 0x7F800000], [-1.0, 1.0, -2.0, 0.5, -0.33333334, -0.0, 0.0, 0x7FC00000, 0xFF800000], [0.5, -0.5, 1.0, -0.25, 0.16666667, 0.0, -0.0, 0x7FC00000, 0x7F800000], [-2.0, 2.0, -4.0, 1.0, -0.6666667, -0.0, 0.0, 0x7FC00000, 0xFF800000], [3.0, -3.0, 6.0, -1.5, 1.0, 0.0, -0.0, 0x7FC00000, 0x7F800000], [0x7F800000, 0xFF800000, 0x7F800000, 0xFF800000, 0x7F800000, 0xFFC00000, 0xFFC00000, 0x7FC00000, 0x7F800000], [0xFF800000, 0x7F800000, 0xFF800000, 0x7F800000, 0xFF800000, 0xFFC00000, 0xFFC00000, 0x7FC00000, 0xFF800000], [0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000]]> : tensor<9x9xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<9x9xf32>, tensor<9x9xf32>) -> ()
  return
}
func.func private @divide_special_f32(%arg0: tensor<9x9xf32>, %arg1: tensor<9x9xf32>) -> (tensor<9x9xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.divide %arg0, %arg1 : tensor<9x9xf32>
  return %0 : tensor<9x9xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0.19903025, 6.498305, 3.047032, 8.4044895, 1.0329405, 6.0312862, 7.39136, 6.2549453, 8.984828, 6.942241, 2.697264, 2.7817147, 5.438608, 5.702682, 1.7209617, 7.047324]> : tensor<16xf32>
  %1 = stablehlo.constant dense<[-1.1015141, -2.7323709, 0.7745594, -1.1551138, -0.94350284, -1.5147475, 2.32792, -0.55825174, -0.76957506, 0.5749019, -0.05927999, 0.38816306, 1.1673615, -0.60534877, 0.18034676, -0.4476457]> : tensor<16xf32>
  %got = call @maximum_f32(%0, %1) : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32>
  %want = stablehlo.constant dense<[0.19903025, 6.498305, 3.047032, 8.4044895, 1.0329405, 6.0312862, 7.39136, 6.2549453, 8.984828, 6.942241, 2.697264, 2.7817147, 5.438608, 5.702682, 1.7209617, 7.047324]> : tensor<16xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<16xf32>, tensor<16xf32>) -> ()
  return
}
func.func private @maximum_f32(%arg0: tensor<16xf32>, %arg1: tensor<16xf32>) -> (tensor<16xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.maximum %arg0, %arg1 : tensor<16xf32>
  return %0 : tensor<16xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0], [-1.0, -1.0, -1.0, -1.0, -1.0, -1.0, -1.0, -1.0, -1.0], [0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5], [-2.0, -2.0, -2.0, -2.0, -2.0, -2.0, -2.0, -2.0, -2.0], [3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0], [0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000], [0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000], [0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000]]> : tensor<9x9xf32>
  %1 = stablehlo.constant dense<[[1.0, -1.0, 0.5, -2.0, 3.0, 0x7F800000, 0xFF800000, 0x7FC00000, 0.0], [1.0, -1.0, 0.5, -2.0, 3.0, 0x7F800000, 0xFF800000, 0x7FC00000, 0.0], [1.0, -1.0, 0.5, -2.0, 3.0, 0x7F800000, 0xFF800000, 0x7FC00000, 0.0], [1.0, -1.0, 0.5, -2.0, 3.0, 0x7F800000, 0xFF800000, 0x7FC00000, 0.0], [1.0, -1.0, 0.5, -2.0, 3.0, 0x7F800000, 0xFF800000, 0x7FC00000, 0.0], [1.0, -1.0, 0.5, -2.0, 3.0, 0x7F800000, 0xFF800000, 0x7FC00000, 0.0], [1.0, -1.0, 0.5, -2.0, 3.0, 0x7F800000, 0xFF800000, 0x7FC00000, 0.0], [1.0, -1.0, 0.5, -2.0, 3.0, 0x7F800000, 0xFF800000, 0x7FC00000, 0.0], [1.0, -1.0, 0.5, -2.0, 3.0, 0x7F800000, 0xFF800000, 0x7FC00000, 0.0]]> : tensor<9x9xf32>
  %got = call @maximum_special_f32(%0, %1) : (tensor<9x9xf32>, tensor<9x9xf32>) -> tensor<9x9xf32>
  %want = stablehlo.constant dense<[[1.0, 0.0, 0.5, 0.0, 3.0, 0x7F800000, 0.0, 0x7FC00000, 0.0], [1.0, 1.0, 1.0, 1.0, 3.0, 0x7F800000, 1.0, 0x7FC00000, 1.0], [1.0, -1.0, 0.5, -1.0, 3.0, 0x7F800000, -1.0, 0x7FC00000, 0.0], [1.0, 0.5, 0.5, 0.5, 3.0, 0x7F800000, 0.5, 0x7FC00000, 0.5], [1.0, -1.0, 0.5, -2.0, 3.0, 0x7F800000, -2.0, 0x7FC00000, 0.0], [3.0, 3.0, 3.0, 3.0, 3.0, 0x7F800000, 3.0, 0x7FC00000, 3.0], [0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7FC00000, 0x7F800000], [1.0, -1.0, 0.5, -2.0, 3.0, 0x7F800000, 0xFF800000, 0x7FC00000, 0.0], [0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000]]> : tensor<9x9xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<9x9xf32>, tensor<9x9xf32>) -> ()
  return
}
func.func private @maximum_special_f32(%arg0: tensor<9x9xf32>, %arg1: tensor<9x9xf32>) -> (tensor<9x9xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.maximum %arg0, %arg1 : tensor<9x9xf32>
  return %0 : tensor<9x9xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[2.0798187, 4.7153616, 0.8089203, 5.2392135, 0.86647147, 4.1520762, 6.042411, 1.244289, 8.344697, 8.391277, 4.323648, 6.434206, 1.3769337, 1.6432844, 6.9447203, 3.532276]> : tensor<16xf32>
  %1 = stablehlo.constant dense<[1.3925894, 2.401222, 1.4957337, 2.3036132, -1.6352639, 1.4104168, 0.8927739, -1.3028866, -1.3027216, 2.0386288, -1.7041456, -0.6992522, -0.5051167, -1.1549928, -0.87388587, 1.4617614]> : tensor<16xf32>
  %got = call @minimum_f32(%0, %1) : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32>
  %want = stablehlo.constant dense<[1.3925894, 2.401222, 0.8089203, 2.3036132, -1.6352639, 1.4104168, 0.8927739, -1.3028866, -1.3027216, 2.0386288, -1.7041456, -0.6992522, -0.5051167, -1.1549928, -0.87388587, 1.4617614]> : tensor<16xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<16xf32>, tensor<16xf32>) -> ()
  return
}
func.func private @minimum_f32(%arg0: tensor<16xf32>, %arg1: tensor<16xf32>) -> (tensor<16xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.minimum %arg0, %arg1 : tensor<16xf32>
  return %0 : tensor<16xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0], [-1.0, -1.0, -1.0, -1.0, -1.0, -1.0, -1.0, -1.0, -1.0], [0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5], [-2.0, -2.0, -2.0, -2.0, -2.0, -2.0, -2.0, -2.0, -2.0], [3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0], [0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000], [0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000], [0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000]]> : tensor<9x9xf32>
  %1 = stablehlo.constant dense<[[1.0, -1.0, 0.5, -2.0, 3.0, 0x7F800000, 0xFF800000, 0x7FC00000, 0.0], [1.0, -1.0, 0.5, -2.0, 3.0, 0x7F800000, 0xFF800000, 0x7FC00000, 0.0], [1.0, -1.0, 0.5, -2.0, 3.0, 0x7F800000, 0xFF800000, 0x7FC00000, 0.0], [1.0, -1.0, 0.5, -2.0, 3.0, 0x7F800000, 0xFF800000, 0x7FC00000, 0.0], [1.0, -1.0, 0.5, -2.0, 3.0, 0x7F800000, 0xFF800000, 0x7FC00000, 0.0], [1.0, -1.0, 0.5, -2.0, 3.0, 0x7F800000, 0xFF800000, 0x7FC00000, 0.0], [1.0, -1.0, 0.5, -2.0, 3.0, 0x7F800000, 0xFF800000, 0x7FC00000, 0.0], [1.0, -1.0, 0.5, -2.0, 3.0, 0x7F800000, 0xFF800000, 0x7FC00000, 0.0], [1.0, -1.0, 0.5, -2.0, 3.0, 0x7F800000, 0xFF800000, 0x7FC00000, 0.0]]> : tensor<9x9xf32>
  %got = call @minimum_special_f32(%0, %1) : (tensor<9x9xf32>, tensor<9x9xf32>) -> tensor<9x9xf32>
  %want = stablehlo.constant dense<[[0.0, -1.0, 0.0, -2.0, 0.0, 0.0, 0xFF800000, 0x7FC00000, 0.0], [1.0, -1.0, 0.5, -2.0, 1.0, 1.0, 0xFF800000, 0x7FC00000, 0.0], [-1.0, -1.0, -1.0, -2.0, -1.0, -1.0, 0xFF800000, 0xFFC00000, -1.0], [0.5, -1.0, 0.5, -2.0, 0.5, 0.5, 0xFF800000, 0x7FC00000, 0.0], [-2.0, -2.0, -2.0, -2.0, -2.0, -2.0, 0xFF800000, 0xFFC00000, -2.0], [1.0, -1.0, 0.5, -2.0, 3.0, 3.0, 0xFF800000, 0x7FC00000, 0.0], [1.0, -1.0, 0.5, -2.0, 3.0, 0x7F800000, 0xFF800000, 0x7FC00000, 0.0], [0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000, 0xFFC00000, 0xFF800000], [0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000]]> : tensor<9x9xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<9x9xf32>, tensor<9x9xf32>) -> ()
  return
}
func.func private @minimum_special_f32(%arg0: tensor<9x9xf32>, %arg1: tensor<9x9xf32>) -> (tensor<9x9xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.minimum %arg0, %arg1 : tensor<9x9xf32>
  return %0 : tensor<9x9xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[7.5070443, 7.848746, 2.0434208, 2.1478646, 4.4854136, 6.8036838, 6.3676686, 8.529065, 0.703289, 4.4707475, 3.1116943, 5.4570603, 0.47634265, 3.1259818, 0.82712877, 8.744026]> : tensor<16xf32>
  %1 = stablehlo.constant dense<[-2.734062, -0.16938603, -0.22256707, -0.13159156, 2.2815619, 1.758537, -1.612269, 0.98179984, -1.9334171, 0.1523697, -2.1439292, 0.08753558, -2.5287027, 2.8595858, 2.7548623, -1.7570554]> : tensor<16xf32>
  %got = call @multiply_f32(%0, %1) : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32>
  %want = stablehlo.constant dense<[-20.524725, -1.3294679, -0.45479816, -0.28264084, 10.233748, 11.96453, -10.266395, 8.373835, -1.3597509, 0.6812064, -6.6712523, 0.47768694, -1.2045289, 8.9390135, 2.278626, -15.363738]> : tensor<16xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<16xf32>, tensor<16xf32>) -> ()
  return
}
func.func private @multiply_f32(%arg0: tensor<16xf32>, %arg1: tensor<16xf32>) -> (tensor<16xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.multiply %arg0, %arg1 : tensor<16xf32>
  return %0 : tensor<16xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0], [-1.0, -1.0, -1.0, -1.0, -1.0, -1.0, -1.0, -1.0, -1.0], [0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5], [-2.0, -2.0, -2.0, -2.0, -2.0, -2.0, -2.0, -2.0, -2.0], [3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0], [0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000], [0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000], [0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000]]> : tensor<9x9xf32>
  %1 = stablehlo.constant dense<[[1.0, -1.0, 0.5, -2.0, 3.0, 0x7F800000, 0xFF800000, 0x7FC00000, 0.0], [1.0, -1.0, 0.5, -2.0, 3.0, 0x7F800000, 0xFF800000, 0x7FC00000, 0.0], [1.0, -1.0, 0.5, -2.0, 3.0, 0x7F800000, 0xFF800000, 0x7FC00000, 0.0], [1.0, -1.0, 0.5, -2.0, 3.0, 0x7F800000, 0xFF800000, 0x7FC00000, 0.0], [1.0, -1.0, 0.5, -2.0, 3.0, 0x7F800000, 0xFF800000, 0x7FC00000, 0.0], [1.0, -1.0, 0.5, -2.0, 3.0, 0x7F800000, 0xFF800000, 0x7FC00000, 0.0], [1.0, -1.0, 0.5, -2.0, 3.0, 0x7F800000, 0xFF800000, 0x7FC00000, 0.0], [1.0, -1.0, 0.5, -2.0, 3.0, 0x7F800000, 0xFF800000, 0x7FC00000, 0.0], [1.0, -1.0, 0.5, -2.0, 3.0, 0x7F800000, 0xFF800000, 0x7FC00000, 0.0]]> : tensor<9x9xf32>
  %got = call @multiply_special_f32(%0, %1) : (tensor<9x9xf32>, tensor<9x9xf32>) -> tensor<9x9xf32>
  %want = stablehlo.constant dense<[[0.0, -0.0, 0.0, -0.0, 0.0, 0xFFC00000, 0xFFC00000, 0x7FC00000, 0.0], [1.0, -1.0, 0.5, -2.0, 3.0, 0x7F800000, 0xFF800000, 0x7FC00000, 0.0], [-1.0, 1.0, -0.5, 2.0, -3.0, 0xFF800000, 0x7F800000, 0x7FC00000, -0.0], [0.5, -0.5, 0.25, -1.0, 1.5, 0x7F800000, 0xFF800000, 0x7FC00000, 0.0], [-2.0, 2.0, -1.0, 4.0, -6.0, 0xFF800000, 0x7F800000, 0x7FC00000, -0.0], [3.0, -3.0, 1.5, -6.0, 9.0, 0x7F800000, 0xFF800000, 0x7FC00000, 0.0], [0x7F800000, 0xFF800000, 0x7F800000, 0xFF800000, 0x7F800000, 0x7F800000, 0xFF800000, 0x7FC00000, 0xFFC00000], [0xFF800000, 0x7F800000, 0xFF800000, 0x7F800000, 0xFF800000, 0xFF800000, 0x7F800000, 0x7FC00000, 0xFFC00000], [0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000]]> : tensor<9x9xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<9x9xf32>, tensor<9x9xf32>) -> ()
  return
}
func.func private @multiply_special_f32(%arg0: tensor<9x9xf32>, %arg1: tensor<9x9xf32>) -> (tensor<9x9xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.multiply %arg0, %arg1 : tensor<9x9xf32>
  return %0 : tensor<9x9xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[6.562522, 0.25043505, 8.829129, 6.5489774, 4.943488, 2.197021, 5.4990172, 3.2975163, 5.342102, 2.4231277, 0.37230113, 5.3820243, 7.9108386, 0.6649995, 7.6671185, 8.85147]> : tensor<16xf32>
  %1 = stablehlo.constant dense<[0.69277394, -1.9478745, 0.6935082, -0.7647354, -0.78990585, 1.7618705, 2.7568262, -2.2102463, -0.5756952, -0.94665045, -2.119358, -1.3535879, -0.94540477, -0.7039787, 2.7530632, 0.73676336]> : tensor<16xf32>
  %got = call @power_f32(%0, %1) : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32>
  %want = stablehlo.constant dense<[3.681674, 14.83428, 4.5289946, 0.23759826, 0.28299507, 4.0019126, 109.85941, 0.071561456, 0.3811181, 0.43264332, 8.117616, 0.102470964, 0.14151946, 1.3326927, 272.55133, 4.985701]> : tensor<16xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 5 : i64, min_ulp_difference = 0 : i64} : (tensor<16xf32>, tensor<16xf32>) -> ()
  return
}
func.func private @power_f32(%arg0: tensor<16xf32>, %arg1: tensor<16xf32>) -> (tensor<16xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.power %arg0, %arg1 : tensor<16xf32>
  return %0 : tensor<16xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0], [-1.0, -1.0, -1.0, -1.0, -1.0, -1.0, -1.0, -1.0, -1.0], [0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5], [-2.0, -2.0, -2.0, -2.0, -2.0, -2.0, -2.0, -2.0, -2.0], [3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0], [0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000], [0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000], [0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000]]> : tensor<9x9xf32>
  %1 = stablehlo.constant dense<[[1.0, -1.0, 0.5, -2.0, 3.0, 0x7F800000, 0xFF800000, 0x7FC00000, 0.0], [1.0, -1.0, 0.5, -2.0, 3.0, 0x7F800000, 0xFF800000, 0x7FC00000, 0.0], [1.0, -1.0, 0.5, -2.0, 3.0, 0x7F800000, 0xFF800000, 0x7FC00000, 0.0], [1.0, -1.0, 0.5, -2.0, 3.0, 0x7F800000, 0xFF800000, 0x7FC00000, 0.0], [1.0, -1.0, 0.5, -2.0, 3.0, 0x7F800000, 0xFF800000, 0x7FC00000, 0.0], [1.0, -1.0, 0.5, -2.0, 3.0, 0x7F800000, 0xFF800000, 0x7FC00000, 0.0], [1.0, -1.0, 0.5, -2.0, 3.0, 0x7F800000, 0xFF800000, 0x7FC00000, 0.0], [1.0, -1.0, 0.5, -2.0, 3.0, 0x7F800000, 0xFF800000, 0x7FC00000, 0.0], [1.0, -1.0, 0.5, -2.0, 3.0, 0x7F800000, 0xFF800000, 0x7FC00000, 0.0]]> : tensor<9x9xf32>
  %got = call @power_special_f32(%0, %1) : (tensor<9x9xf32>, tensor<9x9xf32>) -> tensor<9x9xf32>
  %want = stablehlo.constant dense<[[0.0, 0x7F800000, 0.0, 0x7F800000, 0.0, 0.0, 0x7F800000, 0x7FC00000, 1.0], [1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0], [-1.0, -1.0, 0xFFC00000, 1.0, -1.0, 1.0, 1.0, 0x7FC00000, 1.0], [0.5, 2.0, 0.70710677, 4.0, 0.125, 0.0, 0x7F800000, 0x7FC00000, 1.0], [-2.0, -0.5, 0xFFC00000, 0.25, -8.0, 0x7F800000, 0.0, 0x7FC00000, 1.0], [3.0, 0.33333334, 1.7320508, 0.11111111, 27.0, 0x7F800000, 0.0, 0x7FC00000, 1.0], [0x7F800000, 0.0, 0x7F800000, 0.0, 0x7F800000, 0x7F800000, 0.0, 0x7FC00000, 1.0], [0xFF800000, -0.0, 0x7F800000, 0.0, 0xFF800000, 0x7F800000, 0.0, 0x7FC00000, 1.0], [0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 1.0]]> : tensor<9x9xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 5 : i64, min_ulp_difference = 0 : i64} : (tensor<9x9xf32>, tensor<9x9xf32>) -> ()
  return
}
func.func private @power_special_f32(%arg0: tensor<9x9xf32>, %arg1: tensor<9x9xf32>) -> (tensor<9x9xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.power %arg0, %arg1 : tensor<9x9xf32>
  return %0 : tensor<9x9xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[6.1890836, 4.2679763, 7.58698, 3.1288464, 3.6050122, 1.4923337, 3.9200413, 6.564421, 2.6887748, 3.0999897, 1.7693181, 4.394478, 8.543664, 8.654614, 4.9945536, 5.840848]> : tensor<16xf32>
  %1 = stablehlo.constant dense<[0.42453858, 1.7012359, -1.965648, -0.11493026, -0.43180144, -1.8685716, 0.2346228, 0.01269895, 1.3852608, -1.1925675, 2.553749, -2.9795277, -2.71345, -2.4894118, 2.3026824, 1.2332053]> : tensor<16xf32>
  %got = call @remainder_f32(%0, %1) : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32>
  %want = stablehlo.constant dense<[0.24554342, 0.8655045, 1.6900357, 0.025729463, 0.15060067, 1.4923337, 0.16607642, 0.01176285, 1.303514, 0.7148547, 1.7693181, 1.4149501, 0.4033141, 1.186379, 0.38918877, 0.9080267]> : tensor<16xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<16xf32>, tensor<16xf32>) -> ()
  return
}
func.func private @remainder_f32(%arg0: tensor<16xf32>, %arg1: tensor<16xf32>) -> (tensor<16xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.remainder %arg0, %arg1 : tensor<16xf32>
  return %0 : tensor<16xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0], [-1.0, -1.0, -1.0, -1.0, -1.0, -1.0, -1.0, -1.0], [0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5], [-2.0, -2.0, -2.0, -2.0, -2.0, -2.0, -2.0, -2.0], [3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0], [0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000], [0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000], [0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000]]> : tensor<9x8xf32>
  %1 = stablehlo.constant dense<[[1.0, -1.0, 0.5, -2.0, 3.0, 0x7F800000, 0xFF800000, 0x7FC00000], [1.0, -1.0, 0.5, -2.0, 3.0, 0x7F800000, 0xFF800000, 0x7FC00000], [1.0, -1.0, 0.5, -2.0, 3.0, 0x7F800000, 0xFF800000, 0x7FC00000], [1.0, -1.0, 0.5, -2.0, 3.0, 0x7F800000, 0xFF800000, 0x7FC00000], [1.0, -1.0, 0.5, -2.0, 3.0, 0x7F800000, 0xFF800000, 0x7FC00000], [1.0, -1.0, 0.5, -2.0, 3.0, 0x7F800000, 0xFF800000, 0x7FC00000], [1.0, -1.0, 0.5, -2.0, 3.0, 0x7F800000, 0xFF800000, 0x7FC00000], [1.0, -1.0, 0.5, -2.0, 3.0, 0x7F800000, 0xFF800000, 0x7FC00000], [1.0, -1.0, 0.5, -2.0, 3.0, 0x7F800000, 0xFF800000, 0x7FC00000]]> : tensor<9x8xf32>
  %got = call @remainder_special_f32(%0, %1) : (tensor<9x8xf32>, tensor<9x8xf32>) -> tensor<9x8xf32>
  %want = stablehlo.constant dense<[[0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0x7FC00000], [0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0, 0x7FC00000], [-0.0, -0.0, -0.0, -1.0, -1.0, -1.0, -1.0, 0x7FC00000], [0.5, 0.5, 0.0, 0.5, 0.5, 0.5, 0.5, 0x7FC00000], [-0.0, -0.0, -0.0, -0.0, -2.0, -2.0, -2.0, 0x7FC00000], [0.0, 0.0, 0.0, 1.0, 0.0, 3.0, 3.0, 0x7FC00000], [0xFFC00000, 0xFFC00000, 0xFFC00000, 0xFFC00000, 0xFFC00000, 0xFFC00000, 0xFFC00000, 0x7FC00000], [0xFFC00000, 0xFFC00000, 0xFFC00000, 0xFFC00000, 0xFFC00000, 0xFFC00000, 0xFFC00000, 0x7FC00000], [0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000]]> : tensor<9x8xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<9x8xf32>, tensor<9x8xf32>) -> ()
  return
}
func.func private @remainder_special_f32(%arg0: tensor<9x8xf32>, %arg1: tensor<9x8xf32>) -> (tensor<9x8xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.remainder %arg0, %arg1 : tensor<9x8xf32>
  return %0 : tensor<9x8xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[2.850205, 7.930519, 2.263514, 1.9549421, 7.627735, 1.3510995, 2.8174596, 1.3324826, 4.7864923, 8.332651, 4.855234, 2.5034406, 8.559864, 3.8553114, 2.4217727, 5.083328]> : tensor<16xf32>
  %1 = stablehlo.constant dense<[-1.7625282, 1.2191253, 1.131057, 1.1332145, 0.97463095, -2.2664535, -1.9630241, -1.1136256, -1.7631452, -2.6364832, -0.7990647, 1.0603849, 0.66713625, -1.7390625, 2.1475396, -1.3546381]> : tensor<16xf32>
  %got = call @subtract_f32(%0, %1) : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32>
  %want = stablehlo.constant dense<[4.612733, 6.711394, 1.132457, 0.82172763, 6.6531043, 3.617553, 4.7804837, 2.4461083, 6.549638, 10.969134, 5.654299, 1.4430557, 7.892728, 5.5943737, 0.2742331, 6.437966]> : tensor<16xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<16xf32>, tensor<16xf32>) -> ()
  return
}
func.func private @subtract_f32(%arg0: tensor<16xf32>, %arg1: tensor<16xf32>) -> (tensor<16xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.subtract %arg0, %arg1 : tensor<16xf32>
  return %0 : tensor<16xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0], [-1.0, -1.0, -1.0, -1.0, -1.0, -1.0, -1.0, -1.0, -1.0], [0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5], [-2.0, -2.0, -2.0, -2.0, -2.0, -2.0, -2.0, -2.0, -2.0], [3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0], [0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000], [0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000], [0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000]]> : tensor<9x9xf32>
  %1 = stablehlo.constant dense<[[1.0, -1.0, 0.5, -2.0, 3.0, 0x7F800000, 0xFF800000, 0x7FC00000, 0.0], [1.0, -1.0, 0.5, -2.0, 3.0, 0x7F800000, 0xFF800000, 0x7FC00000, 0.0], [1.0, -1.0, 0.5, -2.0, 3.0, 0x7F800000, 0xFF800000, 0x7FC00000, 0.0], [1.0, -1.0, 0.5, -2.0, 3.0, 0x7F800000, 0xFF800000, 0x7FC00000, 0.0], [1.0, -1.0, 0.5, -2.0, 3.0, 0x7F800000, 0xFF800000, 0x7FC00000, 0.0], [1.0, -1.0, 0.5, -2.0, 3.0, 0x7F800000, 0xFF800000, 0x7FC00000, 0.0], [1.0, -1.0, 0.5, -2.0, 3.0, 0x7F800000, 0xFF800000, 0x7FC00000, 0.0], [1.0, -1.0, 0.5, -2.0, 3.0, 0x7F800000, 0xFF800000, 0x7FC00000, 0.0], [1.0, -1.0, 0.5, -2.0, 3.0, 0x7F800000, 0xFF800000, 0x7FC00000, 0.0]]> : tensor<9x9xf32>
  %got = call @subtract_special_f32(%0, %1) : (tensor<9x9xf32>, tensor<9x9xf32>) -> tensor<9x9xf32>
  %want = stablehlo.constant dense<[[-1.0, 1.0, -0.5, 2.0, -3.0, 0xFF800000, 0x7F800000, 0x7FC00000, 0.0], [0.0, 2.0, 0.5, 3.0, -2.0, 0xFF800000, 0x7F800000, 0x7FC00000, 1.0], [-2.0, 0.0, -1.5, 1.0, -4.0, 0xFF800000, 0x7F800000, 0x7FC00000, -1.0], [-0.5, 1.5, 0.0, 2.5, -2.5, 0xFF800000, 0x7F800000, 0x7FC00000, 0.5], [-3.0, -1.0, -2.5, 0.0, -5.0, 0xFF800000, 0x7F800000, 0x7FC00000, -2.0], [2.0, 4.0, 2.5, 5.0, 0.0, 0xFF800000, 0x7F800000, 0x7FC00000, 3.0], [0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0xFFC00000, 0x7F800000, 0x7FC00000, 0x7F800000], [0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000, 0xFFC00000, 0x7FC00000, 0xFF800000], [0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000]]> : tensor<9x9xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<9x9xf32>, tensor<9x9xf32>) -> ()
  return
}
func.func private @subtract_special_f32(%arg0: tensor<9x9xf32>, %arg1: tensor<9x9xf32>) -> (tensor<9x9xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.subtract %arg0, %arg1 : tensor<9x9xf32>
  return %0 : tensor<9x9xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0.0, 0.0, -0.0, -0.0, 0.0, -0.0, 2.0, -2.0]> : tensor<8xf32>
  %1 = stablehlo.constant dense<[1.0, -1.0, 1.0, -1.0, 0.0, 0.0, -0.0, 0.0]> : tensor<8xf32>
  %got = call @atan2_zeros_f32(%0, %1) : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  %want = stablehlo.constant dense<[0.0, 3.1415927, -0.0, -3.1415927, 0.0, -0.0, 1.5707964, -1.5707964]> : tensor<8xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 5 : i64, min_ulp_difference = 0 : i64} : (tensor<8xf32>, tensor<8xf32>) -> ()
  return
}
func.func private @atan2_zeros_f32(%arg0: tensor<8xf32>, %arg1: tensor<8xf32>) -> (tensor<8xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.atan2 %arg0, %arg1 : tensor<8xf32>
  return %0 : tensor<8xf32>
}
