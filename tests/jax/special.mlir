// RUN: hloom run %s --split-input-file --backend=interp
// RUN: %if llvm %{ hloom run %s --split-input-file %}
// Written by make.py (special.py): do not edit.

func.func public @main() {
  %0 = stablehlo.constant dense<[-2.5, -1.25, -0.375, 0.0625, 0.4375, 0.9375, 1.25, 1.75, 2.625, 5.5, 12.25]> : tensor<11xf32>
  %got = call @erf_float32(%0) : (tensor<11xf32>) -> tensor<11xf32>
  %want = stablehlo.constant dense<[-0.999593, -0.9229001, -0.40411693, 0.07043197, 0.46389815, 0.81510234, 0.9229001, 0.9866717, 0.9997946, 1.0, 1.0]> : tensor<11xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 5 : i64, min_ulp_difference = 0 : i64} : (tensor<11xf32>, tensor<11xf32>) -> ()
  return
}
func.func private @erf_float32(%arg0: tensor<11xf32>) -> (tensor<11xf32> {jax.result_info = "result"}) {
  %0 = chlo.erf %arg0 : tensor<11xf32> -> tensor<11xf32>
  return %0 : tensor<11xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[-2.5, -1.25, -0.375, 0.0625, 0.4375, 0.9375, 1.25, 1.75, 2.625, 5.5, 12.25]> : tensor<11xf64>
  %got = call @erf_float64(%0) : (tensor<11xf64>) -> tensor<11xf64>
  %want = stablehlo.constant dense<[-0.999593047982555, -0.9229001282564582, -0.4041169094348223, 0.07043197772238707, 0.463898135749933, 0.8151024010343998, 0.9229001282564582, 0.9866716712191824, 0.9997946242638588, 0.9999999999999927, 1.0]> : tensor<11xf64>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 4 : i64, min_ulp_difference = 0 : i64} : (tensor<11xf64>, tensor<11xf64>) -> ()
  return
}
func.func private @erf_float64(%arg0: tensor<11xf64>) -> (tensor<11xf64> {jax.result_info = "result"}) {
  %0 = chlo.erf %arg0 : tensor<11xf64> -> tensor<11xf64>
  return %0 : tensor<11xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[-2.5, -1.25, -0.375, 0.0625, 0.4375, 0.9375, 1.25, 1.75, 2.625, 5.5]> : tensor<10xf32>
  %got = call @erfc_float32(%0) : (tensor<10xf32>) -> tensor<10xf32>
  %want = stablehlo.constant dense<[1.999593, 1.9229001, 1.4041169, 0.92956805, 0.53610194, 0.18489763, 0.077099875, 0.013328331, 0.00020537572, 7.357847e-15]> : tensor<10xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 6 : i64, min_ulp_difference = 0 : i64} : (tensor<10xf32>, tensor<10xf32>) -> ()
  return
}
func.func private @erfc_float32(%arg0: tensor<10xf32>) -> (tensor<10xf32> {jax.result_info = "result"}) {
  %0 = chlo.erfc %arg0 : tensor<10xf32> -> tensor<10xf32>
  return %0 : tensor<10xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[-2.5, -1.25, -0.375, 0.0625, 0.4375, 0.9375, 1.25, 1.75, 2.625, 5.5]> : tensor<10xf64>
  %got = call @erfc_float64(%0) : (tensor<10xf64>) -> tensor<10xf64>
  %want = stablehlo.constant dense<[1.999593047982555, 1.9229001282564582, 1.4041169094348223, 0.9295680222776129, 0.536101864250067, 0.18489759896560032, 0.07709987174354176, 0.013328328780817559, 0.00020537573614121742, 7.357847917974397e-15]> : tensor<10xf64>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 8 : i64, min_ulp_difference = 0 : i64} : (tensor<10xf64>, tensor<10xf64>) -> ()
  return
}
func.func private @erfc_float64(%arg0: tensor<10xf64>) -> (tensor<10xf64> {jax.result_info = "result"}) {
  %0 = chlo.erfc %arg0 : tensor<10xf64> -> tensor<10xf64>
  return %0 : tensor<10xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[-0.984375, -0.75, -0.125, 0.03125, 0.5, 0.875, 0.96875]> : tensor<7xf32>
  %got = call @erf_inv_float32(%0) : (tensor<7xf32>) -> tensor<7xf32>
  %want = stablehlo.constant dense<[-1.7094722, -0.8134198, -0.11123545, 0.027701674, 0.47693628, 1.0847871, 1.5230196]> : tensor<7xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 5 : i64, min_ulp_difference = 0 : i64} : (tensor<7xf32>, tensor<7xf32>) -> ()
  return
}
func.func private @erf_inv_float32(%arg0: tensor<7xf32>) -> (tensor<7xf32> {jax.result_info = "result"}) {
  %0 = chlo.erf_inv %arg0 : tensor<7xf32> -> tensor<7xf32>
  return %0 : tensor<7xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[-0.984375, -0.75, -0.125, 0.03125, 0.5, 0.875, 0.96875]> : tensor<7xf64>
  %got = call @erf_inv_float64(%0) : (tensor<7xf64>) -> tensor<7xf64>
  %want = stablehlo.constant dense<[-1.7094723742995113, -0.8134198475976187, -0.11123545184094995, 0.02770167571958433, 0.47693627620446977, 1.084787040069283, 1.5230194019969558]> : tensor<7xf64>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 5 : i64, min_ulp_difference = 0 : i64} : (tensor<7xf64>, tensor<7xf64>) -> ()
  return
}
func.func private @erf_inv_float64(%arg0: tensor<7xf64>) -> (tensor<7xf64> {jax.result_info = "result"}) {
  %0 = chlo.erf_inv %arg0 : tensor<7xf64> -> tensor<7xf64>
  return %0 : tensor<7xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[-2.5, -1.25, -0.375, 0.0625, 0.4375, 0.9375, 1.25, 1.75, 2.625, 5.5, 12.25]> : tensor<11xf32>
  %got = call @lgamma_float32(%0) : (tensor<11xf32>) -> tensor<11xf32>
  %want = stablehlo.constant dense<[-0.056243896, 1.3664312, 1.3416584, 2.739631, 0.70547616, 0.039391518, -0.09827185, -0.08440018, 0.37633467, 3.957816, 18.115671]> : tensor<11xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 230 : i64, min_ulp_difference = 0 : i64} : (tensor<11xf32>, tensor<11xf32>) -> ()
  return
}
func.func private @lgamma_float32(%arg0: tensor<11xf32>) -> (tensor<11xf32> {jax.result_info = "result"}) {
  %0 = chlo.lgamma %arg0 : tensor<11xf32> -> tensor<11xf32>
  return %0 : tensor<11xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[-2.5, -1.25, -0.375, 0.0625, 0.4375, 0.9375, 1.25, 1.75, 2.625, 5.5, 12.25]> : tensor<11xf64>
  %got = call @lgamma_float64(%0) : (tensor<11xf64>) -> tensor<11xf64>
  %want = stablehlo.constant dense<[-0.05624371649767457, 1.3664317612369745, 1.341658748500666, 2.7396316219462027, 0.7054761459854457, 0.03939090173458304, -0.09827183642181314, -0.0844011210204858, 0.37633368202490614, 3.9578139676187183, 18.115669505710894]> : tensor<11xf64>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 171 : i64, min_ulp_difference = 0 : i64} : (tensor<11xf64>, tensor<11xf64>) -> ()
  return
}
func.func private @lgamma_float64(%arg0: tensor<11xf64>) -> (tensor<11xf64> {jax.result_info = "result"}) {
  %0 = chlo.lgamma %arg0 : tensor<11xf64> -> tensor<11xf64>
  return %0 : tensor<11xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[-2.5, -1.25, -0.375, 0.0625, 0.4375, 0.9375, 1.25, 1.75, 2.625, 5.5, 12.25]> : tensor<11xf32>
  %got = call @digamma_float32(%0) : (tensor<11xf32>) -> tensor<11xf32>
  %want = stablehlo.constant dense<[1.1031562, 3.7141397, 1.2139578, -16.478853, -2.3093271, -0.6850006, -0.22745383, 0.24747264, 0.7626762, 1.6110933, 2.4641547]> : tensor<11xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 84 : i64, min_ulp_difference = 0 : i64} : (tensor<11xf32>, tensor<11xf32>) -> ()
  return
}
func.func private @digamma_float32(%arg0: tensor<11xf32>) -> (tensor<11xf32> {jax.result_info = "result"}) {
  %0 = chlo.digamma %arg0 : tensor<11xf32> -> tensor<11xf32>
  return %0 : tensor<11xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[-2.5, -1.25, -0.375, 0.0625, 0.4375, 0.9375, 1.25, 1.75, 2.625, 5.5, 12.25]> : tensor<11xf64>
  %got = call @digamma_float64(%0) : (tensor<11xf64>) -> tensor<11xf64>
  %want = stablehlo.constant dense<[1.103156640645243, 3.7141391202135288, 1.2139579020901003, -16.478853490060104, -2.3093278297195847, -0.6850006744956982, -0.2274535333762654, 0.2474724535468612, 0.7626758508080491, 1.6110931485817512, 2.464154655185369]> : tensor<11xf64>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 69 : i64, min_ulp_difference = 0 : i64} : (tensor<11xf64>, tensor<11xf64>) -> ()
  return
}
func.func private @digamma_float64(%arg0: tensor<11xf64>) -> (tensor<11xf64> {jax.result_info = "result"}) {
  %0 = chlo.digamma %arg0 : tensor<11xf64> -> tensor<11xf64>
  return %0 : tensor<11xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[-0.984375, -0.75, -0.125, 0.03125, 0.5, 0.875, 0.96875]> : tensor<7xf32>
  %got = call @asin_float32(%0) : (tensor<7xf32>) -> tensor<7xf32>
  %want = stablehlo.constant dense<[-1.3937887, -0.8480621, -0.12532784, 0.03125509, 0.5235988, 1.0654358, 1.3201406]> : tensor<7xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 4 : i64, min_ulp_difference = 0 : i64} : (tensor<7xf32>, tensor<7xf32>) -> ()
  return
}
func.func private @asin_float32(%arg0: tensor<7xf32>) -> (tensor<7xf32> {jax.result_info = "result"}) {
  %0 = chlo.asin %arg0 : tensor<7xf32> -> tensor<7xf32>
  return %0 : tensor<7xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[-0.984375, -0.75, -0.125, 0.03125, 0.5, 0.875, 0.96875]> : tensor<7xf64>
  %got = call @asin_float64(%0) : (tensor<7xf64>) -> tensor<7xf64>
  %want = stablehlo.constant dense<[-1.3937886405068658, -0.848062078981481, -0.1253278311680654, 0.031255088499495154, 0.5235987755982989, 1.0654358165107394, 1.3201406644587659]> : tensor<7xf64>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 4 : i64, min_ulp_difference = 0 : i64} : (tensor<7xf64>, tensor<7xf64>) -> ()
  return
}
func.func private @asin_float64(%arg0: tensor<7xf64>) -> (tensor<7xf64> {jax.result_info = "result"}) {
  %0 = chlo.asin %arg0 : tensor<7xf64> -> tensor<7xf64>
  return %0 : tensor<7xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[-0.984375, -0.75, -0.125, 0.03125, 0.5, 0.875, 0.96875]> : tensor<7xf32>
  %got = call @acos_float32(%0) : (tensor<7xf32>) -> tensor<7xf32>
  %want = stablehlo.constant dense<[2.964585, 2.4188585, 1.6961241, 1.5395412, 1.0471976, 0.5053605, 0.25065568]> : tensor<7xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 4 : i64, min_ulp_difference = 0 : i64} : (tensor<7xf32>, tensor<7xf32>) -> ()
  return
}
func.func private @acos_float32(%arg0: tensor<7xf32>) -> (tensor<7xf32> {jax.result_info = "result"}) {
  %0 = chlo.acos %arg0 : tensor<7xf32> -> tensor<7xf32>
  return %0 : tensor<7xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[-0.984375, -0.75, -0.125, 0.03125, 0.5, 0.875, 0.96875]> : tensor<7xf64>
  %got = call @acos_float64(%0) : (tensor<7xf64>) -> tensor<7xf64>
  %want = stablehlo.constant dense<[2.964584967301762, 2.4188584057763776, 1.696124157962962, 1.5395412382954015, 1.0471975511965976, 0.5053605102841573, 0.2506556623361308]> : tensor<7xf64>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 4 : i64, min_ulp_difference = 0 : i64} : (tensor<7xf64>, tensor<7xf64>) -> ()
  return
}
func.func private @acos_float64(%arg0: tensor<7xf64>) -> (tensor<7xf64> {jax.result_info = "result"}) {
  %0 = chlo.acos %arg0 : tensor<7xf64> -> tensor<7xf64>
  return %0 : tensor<7xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[-2.5, -1.25, -0.375, 0.0625, 0.4375, 0.9375, 1.25, 1.75, 2.625, 5.5, 12.25]> : tensor<11xf32>
  %got = call @atan_float32(%0) : (tensor<11xf32>) -> tensor<11xf32>
  %want = stablehlo.constant dense<[-1.19029, -0.8960554, -0.35877064, 0.062418807, 0.41241044, 0.7531513, 0.8960554, 1.0516502, 1.2068174, 1.3909428, 1.4893444]> : tensor<11xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 5 : i64, min_ulp_difference = 0 : i64} : (tensor<11xf32>, tensor<11xf32>) -> ()
  return
}
func.func private @atan_float32(%arg0: tensor<11xf32>) -> (tensor<11xf32> {jax.result_info = "result"}) {
  %0 = chlo.atan %arg0 : tensor<11xf32> -> tensor<11xf32>
  return %0 : tensor<11xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[-2.5, -1.25, -0.375, 0.0625, 0.4375, 0.9375, 1.25, 1.75, 2.625, 5.5, 12.25]> : tensor<11xf64>
  %got = call @atan_float64(%0) : (tensor<11xf64>) -> tensor<11xf64>
  %want = stablehlo.constant dense<[-1.1902899496825317, -0.8960553845713439, -0.3587706702705722, 0.06241880999595735, 0.41241044159738727, 0.7531512809621944, 0.8960553845713439, 1.0516502125483735, 1.2068173702852525, 1.3909428270024182, 1.4893442824890255]> : tensor<11xf64>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 4 : i64, min_ulp_difference = 0 : i64} : (tensor<11xf64>, tensor<11xf64>) -> ()
  return
}
func.func private @atan_float64(%arg0: tensor<11xf64>) -> (tensor<11xf64> {jax.result_info = "result"}) {
  %0 = chlo.atan %arg0 : tensor<11xf64> -> tensor<11xf64>
  return %0 : tensor<11xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[-2.5, -1.25, -0.375, 0.0625, 0.4375, 0.9375, 1.25, 1.75, 2.625, 5.5, 12.25]> : tensor<11xf32>
  %got = call @asinh_float32(%0) : (tensor<11xf32>) -> tensor<11xf32>
  %want = stablehlo.constant dense<[-1.6472311, -1.047593, -0.36672458, 0.06245938, 0.4246241, 0.83648187, 1.047593, 1.3258978, 1.6926802, 2.4060593, 3.200335]> : tensor<11xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 4 : i64, min_ulp_difference = 0 : i64} : (tensor<11xf32>, tensor<11xf32>) -> ()
  return
}
func.func private @asinh_float32(%arg0: tensor<11xf32>) -> (tensor<11xf32> {jax.result_info = "result"}) {
  %0 = chlo.asinh %arg0 : tensor<11xf32> -> tensor<11xf32>
  return %0 : tensor<11xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[-2.5, -1.25, -0.375, 0.0625, 0.4375, 0.9375, 1.25, 1.75, 2.625, 5.5, 12.25]> : tensor<11xf64>
  %got = call @asinh_float64(%0) : (tensor<11xf64>) -> tensor<11xf64>
  %want = stablehlo.constant dense<[-1.6472311463710958, -1.0475930126492587, -0.36672460423013686, 0.06245938125554031, 0.42462411315129894, 0.8364818689255533, 1.0475930126492587, 1.3258977669011374, 1.6926802279198863, 2.4060591252980172, 3.200334942211265]> : tensor<11xf64>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 5 : i64, min_ulp_difference = 0 : i64} : (tensor<11xf64>, tensor<11xf64>) -> ()
  return
}
func.func private @asinh_float64(%arg0: tensor<11xf64>) -> (tensor<11xf64> {jax.result_info = "result"}) {
  %0 = chlo.asinh %arg0 : tensor<11xf64> -> tensor<11xf64>
  return %0 : tensor<11xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[1.25, 1.75, 2.625, 5.5, 12.25]> : tensor<5xf32>
  %got = call @acosh_float32(%0) : (tensor<5xf32>) -> tensor<5xf32>
  %want = stablehlo.constant dense<[0.6931472, 1.1588104, 1.6197963, 2.3895264, 3.197003]> : tensor<5xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 4 : i64, min_ulp_difference = 0 : i64} : (tensor<5xf32>, tensor<5xf32>) -> ()
  return
}
func.func private @acosh_float32(%arg0: tensor<5xf32>) -> (tensor<5xf32> {jax.result_info = "result"}) {
  %0 = chlo.acosh %arg0 : tensor<5xf32> -> tensor<5xf32>
  return %0 : tensor<5xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[1.25, 1.75, 2.625, 5.5, 12.25]> : tensor<5xf64>
  %got = call @acosh_float64(%0) : (tensor<5xf64>) -> tensor<5xf64>
  %want = stablehlo.constant dense<[0.6931471805599453, 1.1588103604299467, 1.6197962748565, 2.3895264345742184, 3.1970029663620614]> : tensor<5xf64>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 4 : i64, min_ulp_difference = 0 : i64} : (tensor<5xf64>, tensor<5xf64>) -> ()
  return
}
func.func private @acosh_float64(%arg0: tensor<5xf64>) -> (tensor<5xf64> {jax.result_info = "result"}) {
  %0 = chlo.acosh %arg0 : tensor<5xf64> -> tensor<5xf64>
  return %0 : tensor<5xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[-0.984375, -0.75, -0.125, 0.03125, 0.5, 0.875, 0.96875]> : tensor<7xf32>
  %got = call @atanh_float32(%0) : (tensor<7xf32>) -> tensor<7xf32>
  %want = stablehlo.constant dense<[-2.4220936, -0.9729551, -0.12565722, 0.031260177, 0.54930615, 1.3540251, 2.0715673]> : tensor<7xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 4 : i64, min_ulp_difference = 0 : i64} : (tensor<7xf32>, tensor<7xf32>) -> ()
  return
}
func.func private @atanh_float32(%arg0: tensor<7xf32>) -> (tensor<7xf32> {jax.result_info = "result"}) {
  %0 = chlo.atanh %arg0 : tensor<7xf32> -> tensor<7xf32>
  return %0 : tensor<7xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[-0.984375, -0.75, -0.125, 0.03125, 0.5, 0.875, 0.96875]> : tensor<7xf64>
  %got = call @atanh_float64(%0) : (tensor<7xf64>) -> tensor<7xf64>
  %want = stablehlo.constant dense<[-2.4220935432292956, -0.9729550745276566, -0.12565721414045306, 0.03126017849066699, 0.5493061443340548, 1.3540251005511048, 2.0715673631957663]> : tensor<7xf64>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 5 : i64, min_ulp_difference = 0 : i64} : (tensor<7xf64>, tensor<7xf64>) -> ()
  return
}
func.func private @atanh_float64(%arg0: tensor<7xf64>) -> (tensor<7xf64> {jax.result_info = "result"}) {
  %0 = chlo.atanh %arg0 : tensor<7xf64> -> tensor<7xf64>
  return %0 : tensor<7xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[-2.5, -1.25, -0.375, 0.0625, 0.4375, 0.9375, 1.25, 1.75, 2.625, 5.5, 12.25]> : tensor<11xf32>
  %got = call @sinh_float32(%0) : (tensor<11xf32>) -> tensor<11xf32>
  %want = stablehlo.constant dense<[-6.0502048, -1.601919, -0.383851, 0.062540695, 0.45159084, 1.0809919, 1.601919, 2.7904143, 6.866067, 122.34392, 104490.59]> : tensor<11xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 10 : i64, min_ulp_difference = 0 : i64} : (tensor<11xf32>, tensor<11xf32>) -> ()
  return
}
func.func private @sinh_float32(%arg0: tensor<11xf32>) -> (tensor<11xf32> {jax.result_info = "result"}) {
  %0 = chlo.sinh %arg0 : tensor<11xf32> -> tensor<11xf32>
  return %0 : tensor<11xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[-2.5, -1.25, -0.375, 0.0625, 0.4375, 0.9375, 1.25, 1.75, 2.625, 5.5, 12.25]> : tensor<11xf64>
  %got = call @sinh_float64(%0) : (tensor<11xf64>) -> tensor<11xf64>
  %want = stablehlo.constant dense<[-6.050204481039787, -1.6019190803008256, -0.3838510679136145, 0.06254069805219181, 0.4515908861031206, 1.0809919156930639, 1.6019190803008256, 2.790414366277642, 6.866067214516421, 122.34392274639094, 104490.64443246392]> : tensor<11xf64>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 5 : i64, min_ulp_difference = 0 : i64} : (tensor<11xf64>, tensor<11xf64>) -> ()
  return
}
func.func private @sinh_float64(%arg0: tensor<11xf64>) -> (tensor<11xf64> {jax.result_info = "result"}) {
  %0 = chlo.sinh %arg0 : tensor<11xf64> -> tensor<11xf64>
  return %0 : tensor<11xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[-2.5, -1.25, -0.375, 0.0625, 0.4375, 0.9375, 1.25, 1.75, 2.625, 5.5, 12.25]> : tensor<11xf32>
  %got = call @cosh_float32(%0) : (tensor<11xf32>) -> tensor<11xf32>
  %want = stablehlo.constant dense<[6.1322894, 1.8884238, 1.0711403, 1.0019538, 1.0972394, 1.4725975, 1.8884238, 2.964188, 6.938507, 122.34801, 104490.59]> : tensor<11xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 10 : i64, min_ulp_difference = 0 : i64} : (tensor<11xf32>, tensor<11xf32>) -> ()
  return
}
func.func private @cosh_float32(%arg0: tensor<11xf32>) -> (tensor<11xf32> {jax.result_info = "result"}) {
  %0 = chlo.cosh %arg0 : tensor<11xf32> -> tensor<11xf32>
  return %0 : tensor<11xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[-2.5, -1.25, -0.375, 0.0625, 0.4375, 0.9375, 1.25, 1.75, 2.625, 5.5, 12.25]> : tensor<11xf64>
  %got = call @cosh_float64(%0) : (tensor<11xf64>) -> tensor<11xf64>
  %want = stablehlo.constant dense<[6.132289479663685, 1.8884238771610158, 1.0711403467045866, 1.0019537608656677, 1.0972394125310125, 1.472597542369863, 1.8884238771610158, 2.9641883097280877, 6.938506971550672, 122.34800951782941, 104490.64443724902]> : tensor<11xf64>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 5 : i64, min_ulp_difference = 0 : i64} : (tensor<11xf64>, tensor<11xf64>) -> ()
  return
}
func.func private @cosh_float64(%arg0: tensor<11xf64>) -> (tensor<11xf64> {jax.result_info = "result"}) {
  %0 = chlo.cosh %arg0 : tensor<11xf64> -> tensor<11xf64>
  return %0 : tensor<11xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[-2.5, -1.25, -0.375, 0.0625, 0.4375, 0.9375, 1.25, 1.75, 2.625, 5.5, 12.25]> : tensor<11xf32>
  %got = call @bessel_i1e_float32(%0) : (tensor<11xf32>) -> tensor<11xf32>
  %want = stablehlo.constant dense<[-0.20658463, -0.21639174, -0.1311453, 0.029370993, 0.14464185, 0.2044844, 0.21639174, 0.2181797, 0.2041654, 0.15770106, 0.11039797]> : tensor<11xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 7 : i64, min_ulp_difference = 0 : i64} : (tensor<11xf32>, tensor<11xf32>) -> ()
  return
}
func.func private @bessel_i1e_float32(%arg0: tensor<11xf32>) -> (tensor<11xf32> {jax.result_info = "result"}) {
  %0 = chlo.bessel_i1e %arg0 : tensor<11xf32> -> tensor<11xf32>
  return %0 : tensor<11xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[-2.5, -1.25, -0.375, 0.0625, 0.4375, 0.9375, 1.25, 1.75, 2.625, 5.5, 12.25]> : tensor<11xf64>
  %got = call @bessel_i1e_float64(%0) : (tensor<11xf64>) -> tensor<11xf64>
  %want = stablehlo.constant dense<[-0.20658464953126654, -0.21639174933399202, -0.1311452872523613, 0.029370994851936602, 0.14464184509246913, 0.20448441866998582, 0.21639174933399202, 0.21817970465193637, 0.20416538021394187, 0.1577010090167565, 0.11039797177996274]> : tensor<11xf64>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 4 : i64, min_ulp_difference = 0 : i64} : (tensor<11xf64>, tensor<11xf64>) -> ()
  return
}
func.func private @bessel_i1e_float64(%arg0: tensor<11xf64>) -> (tensor<11xf64> {jax.result_info = "result"}) {
  %0 = chlo.bessel_i1e %arg0 : tensor<11xf64> -> tensor<11xf64>
  return %0 : tensor<11xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[1.0625, 1.4375, 1.9375, 2.25, 2.75, 3.625, 6.5, 13.25]> : tensor<8xf64>
  %1 = stablehlo.constant dense<[0.0625, 0.4375, 0.9375, 1.25, 1.75, 2.625, 5.5, 12.25]> : tensor<8xf64>
  %got = call @zeta(%0, %1) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
  %want = stablehlo.constant dense<[35.50829235609807, 5.575325277405771, 1.867901208370079, 0.9891299291094645, 0.34784983995611096, 0.0486594032464661, 2.4574039084978718e-5, 6.0682232461481595e-15]> : tensor<8xf64>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 5 : i64, min_ulp_difference = 0 : i64} : (tensor<8xf64>, tensor<8xf64>) -> ()
  return
}
func.func private @zeta(%arg0: tensor<8xf64>, %arg1: tensor<8xf64>) -> (tensor<8xf64> {jax.result_info = "result"}) {
  %0 = chlo.zeta %arg0, %arg1 : tensor<8xf64>, tensor<8xf64> -> tensor<8xf64>
  return %0 : tensor<8xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0.0, 1.0, 2.0, 3.0, 1.0, 2.0, 4.0, 5.0]> : tensor<8xf64>
  %1 = stablehlo.constant dense<[0.0625, 0.4375, 0.9375, 1.25, 1.75, 2.625, 5.5, 12.25]> : tensor<8xf64>
  %got = call @polygamma(%0, %1) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
  %want = stablehlo.constant dense<[-16.478853490060104, 6.213992713813993, -2.8640639419551843, 2.7821440091883978, 0.7641018698938286, -0.2104912592648232, -0.009294606041416378, 0.00010619843261418313]> : tensor<8xf64>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 73 : i64, min_ulp_difference = 0 : i64} : (tensor<8xf64>, tensor<8xf64>) -> ()
  return
}
func.func private @polygamma(%arg0: tensor<8xf64>, %arg1: tensor<8xf64>) -> (tensor<8xf64> {jax.result_info = "result"}) {
  %0 = chlo.polygamma %arg0, %arg1 : tensor<8xf64>, tensor<8xf64> -> tensor<8xf64>
  return %0 : tensor<8xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[1.0, -1.0, 0.0, 2.0, 0.1]> : tensor<5xf32>
  %1 = stablehlo.constant dense<[0.1, 2.0, 0.0, -1.0, 1.0]> : tensor<5xf32>
  %got = call @next_after(%0, %1) : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xf32>
  %want = stablehlo.constant dense<[0.99999994, -0.99999994, 0.0, 1.9999999, 0.10000001]> : tensor<5xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<5xf32>, tensor<5xf32>) -> ()
  return
}
func.func private @next_after(%arg0: tensor<5xf32>, %arg1: tensor<5xf32>) -> (tensor<5xf32> {jax.result_info = "result"}) {
  %0 = chlo.next_after %arg0, %arg1 : tensor<5xf32>, tensor<5xf32> -> tensor<5xf32>
  return %0 : tensor<5xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[1.0, -1.0, 0.0, 2.0, 0.1]> : tensor<5xf32>
  %got = call @square(%0) : (tensor<5xf32>) -> tensor<5xf32>
  %want = stablehlo.constant dense<[1.0, 1.0, 0.0, 4.0, 0.010000001]> : tensor<5xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<5xf32>, tensor<5xf32>) -> ()
  return
}
func.func private @square(%arg0: tensor<5xf32>) -> (tensor<5xf32> {jax.result_info = "result"}) {
  %0 = chlo.square %arg0 : tensor<5xf32> -> tensor<5xf32>
  return %0 : tensor<5xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[2147483647, -2147483648, 12345678]> : tensor<3xi32>
  %1 = stablehlo.constant dense<[12345678, -2147483648, 2147483647]> : tensor<3xi32>
  %got = call @mulhi(%0, %1) : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
  %want = stablehlo.constant dense<[6172838, 1073741824, 6172838]> : tensor<3xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<3xi32>, tensor<3xi32>) -> ()
  return
}
func.func private @mulhi(%arg0: tensor<3xi32>, %arg1: tensor<3xi32>) -> (tensor<3xi32> {jax.result_info = "result"}) {
  %0 = chlo.mulhi %arg0, %arg1 : tensor<3xi32>, tensor<3xi32> -> tensor<3xi32>
  return %0 : tensor<3xi32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[-1.5, 0.5, 2.0]> : tensor<3xf64>
  %got = call @log_ndtr(%0) : (tensor<3xf64>) -> tensor<3xf64>
  %want = stablehlo.constant dense<[-2.7059444008238898, -0.36894641528865635, -0.02301290932896349]> : tensor<3xf64>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 12 : i64, min_ulp_difference = 0 : i64} : (tensor<3xf64>, tensor<3xf64>) -> ()
  return
}
func.func private @log_ndtr(%arg0: tensor<3xf64>) -> (tensor<3xf64> {jax.result_info = "result"}) {
  %cst = stablehlo.constant dense<8.000000e+00> : tensor<f64>
  %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<3xf64>
  %1 = stablehlo.compare GT, %arg0, %0, FLOAT : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xi1>
  %2 = stablehlo.negate %arg0 : tensor<3xf64>
  %cst_0 = stablehlo.constant dense<-2.000000e+01> : tensor<f64>
  %3 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f64>) -> tensor<3xf64>
  %4 = stablehlo.maximum %arg0, %3 : tensor<3xf64>
  %5 = call @_where(%1, %2, %4) : (tensor<3xi1>, tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
  %cst_1 = stablehlo.constant dense<0.70710678118654757> : tensor<f64>
  %6 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f64>) -> tensor<3xf64>
  %7 = stablehlo.multiply %5, %6 : tensor<3xf64>
  %8 = stablehlo.abs %7 : tensor<3xf64>
  %cst_2 = stablehlo.constant dense<0.70710678118654757> : tensor<f64>
  %9 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f64>) -> tensor<3xf64>
  %10 = stablehlo.compare LT, %8, %9, FLOAT : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xi1>
  %11 = chlo.erf %7 : tensor<3xf64> -> tensor<3xf64>
  %cst_3 = stablehlo.constant dense<1.000000e+00> : tensor<f64>
  %12 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f64>) -> tensor<3xf64>
  %13 = stablehlo.add %12, %11 : tensor<3xf64>
  %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
  %14 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f64>) -> tensor<3xf64>
  %15 = stablehlo.compare GT, %7, %14, FLOAT : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xi1>
  %16 = chlo.erfc %8 : tensor<3xf64> -> tensor<3xf64>
  %cst_5 = stablehlo.constant dense<2.000000e+00> : tensor<f64>
  %17 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f64>) -> tensor<3xf64>
  %18 = stablehlo.subtract %17, %16 : tensor<3xf64>
  %19 = chlo.erfc %8 : tensor<3xf64> -> tensor<3xf64>
  %20 = stablehlo.select %15, %18, %19 : tensor<3xi1>, tensor<3xf64>
  %21 = stablehlo.select %10, %13, %20 : tensor<3xi1>, tensor<3xf64>
  %cst_6 = stablehlo.constant dense<5.000000e-01> : tensor<f64>
  %22 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f64>) -> tensor<3xf64>
  %23 = stablehlo.multiply %22, %21 : tensor<3xf64>
  %24 = stablehlo.negate %23 : tensor<3xf64>
  %cst_7 = stablehlo.constant dense<-2.000000e+01> : tensor<f64>
  %25 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f64>) -> tensor<3xf64>
  %26 = stablehlo.compare GT, %arg0, %25, FLOAT : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xi1>
  %27 = stablehlo.log %23 : tensor<3xf64>
  %cst_8 = stablehlo.constant dense<-2.000000e+01> : tensor<f64>
  %28 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f64>) -> tensor<3xf64>
  %29 = stablehlo.minimum %arg0, %28 : tensor<3xf64>
  %30 = chlo.square %29 : tensor<3xf64> -> tensor<3xf64>
  %cst_9 = stablehlo.constant dense<-5.000000e-01> : tensor<f64>
  %31 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f64>) -> tensor<3xf64>
  %32 = stablehlo.multiply %31, %30 : tensor<3xf64>
  %33 = stablehlo.negate %29 : tensor<3xf64>
  %34 = stablehlo.log %33 : tensor<3xf64>
  %35 = stablehlo.subtract %32, %34 : tensor<3xf64>
  %cst_10 = stablehlo.constant dense<0.91893853320467266> : tensor<f64>
  %36 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f64>) -> tensor<3xf64>
  %37 = stablehlo.subtract %35, %36 : tensor<3xf64>
  %38 = chlo.square %29 : tensor<3xf64> -> tensor<3xf64>
  %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
  %39 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f64>) -> tensor<3xf64>
  %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
  %40 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f64>) -> tensor<3xf64>
  %cst_13 = stablehlo.constant dense<1.000000e+00> : tensor<f64>
  %41 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f64>) -> tensor<3xf64>
  %42 = stablehlo.divide %41, %38 : tensor<3xf64>
  %43 = stablehlo.add %40, %42 : tensor<3xf64>
  %44 = stablehlo.multiply %38, %38 : tensor<3xf64>
  %cst_14 = stablehlo.constant dense<3.000000e+00> : tensor<f64>
  %45 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f64>) -> tensor<3xf64>
  %46 = stablehlo.divide %45, %44 : tensor<3xf64>
  %47 = stablehlo.add %39, %46 : tensor<3xf64>
  %48 = stablehlo.multiply %44, %38 : tensor<3xf64>
  %cst_15 = stablehlo.constant dense<1.500000e+01> : tensor<f64>
  %49 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f64>) -> tensor<3xf64>
  %50 = stablehlo.divide %49, %48 : tensor<3xf64>
  %51 = stablehlo.add %43, %50 : tensor<3xf64>
  %52 = stablehlo.multiply %48, %38 : tensor<3xf64>
  %cst_16 = stablehlo.constant dense<1.000000e+00> : tensor<f64>
  %53 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f64>) -> tensor<3xf64>
  %54 = stablehlo.add %53, %47 : tensor<3xf64>
  %55 = stablehlo.subtract %54, %51 : tensor<3xf64>
  %56 = stablehlo.log %55 : tensor<3xf64>
  %57 = stablehlo.add %37, %56 : tensor<3xf64>
  %58 = call @_where(%26, %27, %57) : (tensor<3xi1>, tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
  %59 = call @_where(%1, %24, %58) : (tensor<3xi1>, tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
  return %59 : tensor<3xf64>
}
func.func private @_where(%arg0: tensor<3xi1>, %arg1: tensor<3xf64>, %arg2: tensor<3xf64>) -> tensor<3xf64> {
  %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<3xi1>, tensor<3xf64>
  return %0 : tensor<3xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0.5, 1.5, 3.0]> : tensor<3xf64>
  %1 = stablehlo.constant dense<[0.25, 2.0, 2.5]> : tensor<3xf64>
  %got = call @gammainc(%0, %1) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
  %want = stablehlo.constant dense<[0.5204998778130464, 0.7385358700508898, 0.45618688411667097]> : tensor<3xf64>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 40 : i64, min_ulp_difference = 0 : i64} : (tensor<3xf64>, tensor<3xf64>) -> ()
  return
}
func.func private @gammainc(%arg0: tensor<3xf64>, %arg1: tensor<3xf64>) -> (tensor<3xf64> {jax.result_info = "result"}) {
  %0 = stablehlo.compare NE, %arg0, %arg0, FLOAT : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xi1>
  %1 = stablehlo.compare NE, %arg1, %arg1, FLOAT : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xi1>
  %2 = stablehlo.or %0, %1 : tensor<3xi1>
  %cst = stablehlo.constant dense<0x7FF0000000000000> : tensor<f64>
  %3 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<3xf64>
  %4 = stablehlo.compare EQ, %arg1, %3, FLOAT : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xi1>
  %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
  %5 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f64>) -> tensor<3xf64>
  %6 = stablehlo.compare EQ, %arg0, %5, FLOAT : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xi1>
  %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
  %7 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f64>) -> tensor<3xf64>
  %8 = stablehlo.compare EQ, %arg1, %7, FLOAT : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xi1>
  %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
  %9 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f64>) -> tensor<3xf64>
  %10 = stablehlo.compare LT, %arg1, %9, FLOAT : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xi1>
  %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
  %11 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f64>) -> tensor<3xf64>
  %12 = stablehlo.compare LT, %arg0, %11, FLOAT : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xi1>
  %13 = stablehlo.and %6, %8 : tensor<3xi1>
  %14 = stablehlo.or %10, %12 : tensor<3xi1>
  %15 = stablehlo.or %14, %13 : tensor<3xi1>
  %16 = stablehlo.or %15, %2 : tensor<3xi1>
  %cst_4 = stablehlo.constant dense<1.000000e+00> : tensor<f64>
  %17 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f64>) -> tensor<3xf64>
  %18 = stablehlo.compare GE, %arg1, %17, FLOAT : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xi1>
  %19 = stablehlo.compare GT, %arg1, %arg0, FLOAT : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xi1>
  %20 = stablehlo.and %18, %19 : tensor<3xi1>
  %21 = stablehlo.log %arg1 : tensor<3xf64>
  %22 = stablehlo.multiply %arg0, %21 : tensor<3xf64>
  %23 = stablehlo.subtract %22, %arg1 : tensor<3xf64>
  %24 = chlo.lgamma %arg0 : tensor<3xf64> -> tensor<3xf64>
  %25 = stablehlo.subtract %23, %24 : tensor<3xf64>
  %cst_5 = stablehlo.constant dense<1.7976931348623157E+308> : tensor<f64>
  %26 = stablehlo.log %cst_5 : tensor<f64>
  %27 = stablehlo.negate %26 : tensor<f64>
  %28 = stablehlo.broadcast_in_dim %27, dims = [] : (tensor<f64>) -> tensor<3xf64>
  %29 = stablehlo.compare LT, %25, %28, FLOAT : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xi1>
  %30 = stablehlo.exponential %25 : tensor<3xf64>
  %31 = stablehlo.or %8, %16 : tensor<3xi1>
  %32 = stablehlo.or %31, %29 : tensor<3xi1>
  %33 = stablehlo.or %32, %4 : tensor<3xi1>
  %34 = stablehlo.not %33 : tensor<3xi1>
  %35 = stablehlo.and %34, %20 : tensor<3xi1>
  %cst_6 = stablehlo.constant dense<1.000000e+00> : tensor<f64>
  %36 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f64>) -> tensor<3xf64>
  %37 = stablehlo.subtract %36, %arg0 : tensor<3xf64>
  %38 = stablehlo.add %arg1, %37 : tensor<3xf64>
  %cst_7 = stablehlo.constant dense<1.000000e+00> : tensor<f64>
  %39 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f64>) -> tensor<3xf64>
  %40 = stablehlo.add %38, %39 : tensor<3xf64>
  %cst_8 = stablehlo.constant dense<1.000000e+00> : tensor<f64>
  %41 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f64>) -> tensor<3xf64>
  %cst_9 = stablehlo.constant dense<1.000000e+00> : tensor<f64>
  %42 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f64>) -> tensor<3xf64>
  %43 = stablehlo.add %arg1, %42 : tensor<3xf64>
  %44 = stablehlo.multiply %40, %arg1 : tensor<3xf64>
  %45 = stablehlo.divide %43, %44 : tensor<3xf64>
  %cst_10 = stablehlo.constant dense<1.000000e+00> : tensor<f64>
  %46 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f64>) -> tensor<3xf64>
  %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
  %47 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f64>) -> tensor<3xf64>
  %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
  %48 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f64>) -> tensor<3xf64>
  %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
  %49 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f64>) -> tensor<3xf64>
  %50 = stablehlo.negate %arg1 : tensor<3xf64>
  %51 = stablehlo.multiply %45, %50 : tensor<3xf64>
  %52 = stablehlo.subtract %49, %51 : tensor<3xf64>
  %53 = stablehlo.divide %52, %44 : tensor<3xf64>
  %cst_14 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
  %54:15 = stablehlo.while(%iterArg = %35, %iterArg_23 = %45, %iterArg_24 = %46, %iterArg_25 = %37, %iterArg_26 = %40, %iterArg_27 = %cst_14, %iterArg_28 = %43, %iterArg_29 = %44, %iterArg_30 = %41, %iterArg_31 = %arg1, %iterArg_32 = %47, %iterArg_33 = %48, %iterArg_34 = %49, %iterArg_35 = %50, %iterArg_36 = %53) : tensor<3xi1>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<f64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>
  cond {
    %cst_37 = stablehlo.constant dense<2.000000e+03> : tensor<f64>
    %74 = stablehlo.compare LT, %iterArg_27, %cst_37, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
    %c = stablehlo.constant dense<false> : tensor<i1>
    %75 = stablehlo.reduce(%iterArg init: %c) applies stablehlo.or across dimensions = [0] : (tensor<3xi1>, tensor<i1>) -> tensor<i1>
    %76 = stablehlo.and %74, %75 : tensor<i1>
    stablehlo.return %76 : tensor<i1>
  } do {
    %cst_37 = stablehlo.constant dense<1.000000e+00> : tensor<f64>
    %74 = stablehlo.add %iterArg_27, %cst_37 : tensor<f64>
    %cst_38 = stablehlo.constant dense<1.000000e+00> : tensor<f64>
    %75 = stablehlo.broadcast_in_dim %cst_38, dims = [] : (tensor<f64>) -> tensor<3xf64>
    %76 = stablehlo.add %iterArg_25, %75 : tensor<3xf64>
    %cst_39 = stablehlo.constant dense<2.000000e+00> : tensor<f64>
    %77 = stablehlo.broadcast_in_dim %cst_39, dims = [] : (tensor<f64>) -> tensor<3xf64>
    %78 = stablehlo.add %iterArg_26, %77 : tensor<3xf64>
    %79 = stablehlo.broadcast_in_dim %74, dims = [] : (tensor<f64>) -> tensor<3xf64>
    %80 = stablehlo.multiply %76, %79 : tensor<3xf64>
    %81 = stablehlo.multiply %iterArg_28, %78 : tensor<3xf64>
    %82 = stablehlo.multiply %iterArg_30, %80 : tensor<3xf64>
    %83 = stablehlo.subtract %81, %82 : tensor<3xf64>
    %84 = stablehlo.multiply %iterArg_29, %78 : tensor<3xf64>
    %85 = stablehlo.multiply %iterArg_31, %80 : tensor<3xf64>
    %86 = stablehlo.subtract %84, %85 : tensor<3xf64>
    %cst_40 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %87 = stablehlo.broadcast_in_dim %cst_40, dims = [] : (tensor<f64>) -> tensor<3xf64>
    %88 = stablehlo.compare NE, %86, %87, FLOAT : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xi1>
    %89 = stablehlo.divide %83, %86 : tensor<3xf64>
    %90 = stablehlo.subtract %iterArg_23, %89 : tensor<3xf64>
    %91 = stablehlo.divide %90, %89 : tensor<3xf64>
    %92 = stablehlo.abs %91 : tensor<3xf64>
    %cst_41 = stablehlo.constant dense<1.000000e+00> : tensor<f64>
    %93 = stablehlo.broadcast_in_dim %cst_41, dims = [] : (tensor<f64>) -> tensor<3xf64>
    %94 = stablehlo.select %88, %92, %93 : tensor<3xi1>, tensor<3xf64>
    %95 = stablehlo.select %88, %89, %iterArg_23 : tensor<3xi1>, tensor<3xf64>
    %96 = stablehlo.multiply %iterArg_34, %78 : tensor<3xf64>
    %97 = stablehlo.subtract %96, %iterArg_28 : tensor<3xf64>
    %98 = stablehlo.multiply %iterArg_32, %80 : tensor<3xf64>
    %99 = stablehlo.subtract %97, %98 : tensor<3xf64>
    %100 = stablehlo.broadcast_in_dim %74, dims = [] : (tensor<f64>) -> tensor<3xf64>
    %101 = stablehlo.multiply %iterArg_30, %100 : tensor<3xf64>
    %102 = stablehlo.add %99, %101 : tensor<3xf64>
    %103 = stablehlo.multiply %iterArg_35, %78 : tensor<3xf64>
    %104 = stablehlo.subtract %103, %iterArg_29 : tensor<3xf64>
    %105 = stablehlo.multiply %iterArg_33, %80 : tensor<3xf64>
    %106 = stablehlo.subtract %104, %105 : tensor<3xf64>
    %107 = stablehlo.broadcast_in_dim %74, dims = [] : (tensor<f64>) -> tensor<3xf64>
    %108 = stablehlo.multiply %iterArg_31, %107 : tensor<3xf64>
    %109 = stablehlo.add %106, %108 : tensor<3xf64>
    %110 = stablehlo.multiply %95, %109 : tensor<3xf64>
    %111 = stablehlo.subtract %102, %110 : tensor<3xf64>
    %112 = stablehlo.divide %111, %86 : tensor<3xf64>
    %113 = stablehlo.select %88, %112, %iterArg_36 : tensor<3xi1>, tensor<3xf64>
    %114 = stablehlo.subtract %113, %iterArg_36 : tensor<3xf64>
    %115 = stablehlo.abs %114 : tensor<3xf64>
    %cst_42 = stablehlo.constant dense<1.000000e+00> : tensor<f64>
    %116 = stablehlo.broadcast_in_dim %cst_42, dims = [] : (tensor<f64>) -> tensor<3xf64>
    %117 = stablehlo.select %88, %115, %116 : tensor<3xi1>, tensor<3xf64>
    %118 = stablehlo.abs %83 : tensor<3xf64>
    %cst_43 = stablehlo.constant dense<2.2204460492503131E-16> : tensor<f64>
    %cst_44 = stablehlo.constant dense<1.000000e+00> : tensor<f64>
    %119 = stablehlo.broadcast_in_dim %cst_44, dims = [] : (tensor<f64>) -> tensor<f64>
    %120 = stablehlo.divide %119, %cst_43 : tensor<f64>
    %121 = stablehlo.broadcast_in_dim %120, dims = [] : (tensor<f64>) -> tensor<3xf64>
    %122 = stablehlo.compare GT, %118, %121, FLOAT : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xi1>
    %cst_45 = stablehlo.constant dense<2.2204460492503131E-16> : tensor<f64>
    %123 = stablehlo.broadcast_in_dim %cst_45, dims = [] : (tensor<f64>) -> tensor<3xf64>
    %124 = stablehlo.multiply %iterArg_28, %123 : tensor<3xf64>
    %125 = stablehlo.select %122, %124, %iterArg_28 : tensor<3xi1>, tensor<3xf64>
    %cst_46 = stablehlo.constant dense<2.2204460492503131E-16> : tensor<f64>
    %126 = stablehlo.broadcast_in_dim %cst_46, dims = [] : (tensor<f64>) -> tensor<3xf64>
    %127 = stablehlo.multiply %83, %126 : tensor<3xf64>
    %128 = stablehlo.select %122, %127, %83 : tensor<3xi1>, tensor<3xf64>
    %cst_47 = stablehlo.constant dense<2.2204460492503131E-16> : tensor<f64>
    %129 = stablehlo.broadcast_in_dim %cst_47, dims = [] : (tensor<f64>) -> tensor<3xf64>
    %130 = stablehlo.multiply %iterArg_29, %129 : tensor<3xf64>
    %131 = stablehlo.select %122, %130, %iterArg_29 : tensor<3xi1>, tensor<3xf64>
    %cst_48 = stablehlo.constant dense<2.2204460492503131E-16> : tensor<f64>
    %132 = stablehlo.broadcast_in_dim %cst_48, dims = [] : (tensor<f64>) -> tensor<3xf64>
    %133 = stablehlo.multiply %86, %132 : tensor<3xf64>
    %134 = stablehlo.select %122, %133, %86 : tensor<3xi1>, tensor<3xf64>
    %cst_49 = stablehlo.constant dense<2.2204460492503131E-16> : tensor<f64>
    %135 = stablehlo.broadcast_in_dim %cst_49, dims = [] : (tensor<f64>) -> tensor<3xf64>
    %136 = stablehlo.multiply %iterArg_34, %135 : tensor<3xf64>
    %137 = stablehlo.select %122, %136, %iterArg_34 : tensor<3xi1>, tensor<3xf64>
    %cst_50 = stablehlo.constant dense<2.2204460492503131E-16> : tensor<f64>
    %138 = stablehlo.broadcast_in_dim %cst_50, dims = [] : (tensor<f64>) -> tensor<3xf64>
    %139 = stablehlo.multiply %iterArg_35, %138 : tensor<3xf64>
    %140 = stablehlo.select %122, %139, %iterArg_35 : tensor<3xi1>, tensor<3xf64>
    %cst_51 = stablehlo.constant dense<2.2204460492503131E-16> : tensor<f64>
    %141 = stablehlo.broadcast_in_dim %cst_51, dims = [] : (tensor<f64>) -> tensor<3xf64>
    %142 = stablehlo.multiply %102, %141 : tensor<3xf64>
    %143 = stablehlo.select %122, %142, %102 : tensor<3xi1>, tensor<3xf64>
    %cst_52 = stablehlo.constant dense<2.2204460492503131E-16> : tensor<f64>
    %144 = stablehlo.broadcast_in_dim %cst_52, dims = [] : (tensor<f64>) -> tensor<3xf64>
    %145 = stablehlo.multiply %109, %144 : tensor<3xf64>
    %146 = stablehlo.select %122, %145, %109 : tensor<3xi1>, tensor<3xf64>
    %cst_53 = stablehlo.constant dense<2.2204460492503131E-16> : tensor<f64>
    %147 = stablehlo.broadcast_in_dim %cst_53, dims = [] : (tensor<f64>) -> tensor<3xf64>
    %148 = stablehlo.compare GT, %94, %147, FLOAT : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xi1>
    %149 = stablehlo.and %iterArg, %148 : tensor<3xi1>
    %150 = stablehlo.select %iterArg, %95, %iterArg_23 : tensor<3xi1>, tensor<3xf64>
    %151 = stablehlo.select %iterArg, %94, %iterArg_24 : tensor<3xi1>, tensor<3xf64>
    %152 = stablehlo.select %iterArg, %76, %iterArg_25 : tensor<3xi1>, tensor<3xf64>
    %153 = stablehlo.select %iterArg, %78, %iterArg_26 : tensor<3xi1>, tensor<3xf64>
    %154 = stablehlo.select %iterArg, %128, %iterArg_28 : tensor<3xi1>, tensor<3xf64>
    %155 = stablehlo.select %iterArg, %134, %iterArg_29 : tensor<3xi1>, tensor<3xf64>
    %156 = stablehlo.select %iterArg, %125, %iterArg_30 : tensor<3xi1>, tensor<3xf64>
    %157 = stablehlo.select %iterArg, %131, %iterArg_31 : tensor<3xi1>, tensor<3xf64>
    %158 = stablehlo.select %iterArg, %137, %iterArg_32 : tensor<3xi1>, tensor<3xf64>
    %159 = stablehlo.select %iterArg, %140, %iterArg_33 : tensor<3xi1>, tensor<3xf64>
    %160 = stablehlo.select %iterArg, %143, %iterArg_34 : tensor<3xi1>, tensor<3xf64>
    %161 = stablehlo.select %iterArg, %146, %iterArg_35 : tensor<3xi1>, tensor<3xf64>
    %162 = stablehlo.select %iterArg, %113, %iterArg_36 : tensor<3xi1>, tensor<3xf64>
    stablehlo.return %149, %150, %151, %152, %153, %74, %154, %155, %156, %157, %158, %159, %160, %161, %162 : tensor<3xi1>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<f64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>
  }
  %55 = stablehlo.multiply %54#1, %30 : tensor<3xf64>
  %cst_15 = stablehlo.constant dense<1.000000e+00> : tensor<f64>
  %56 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f64>) -> tensor<3xf64>
  %57 = stablehlo.subtract %56, %55 : tensor<3xf64>
  %58 = stablehlo.not %20 : tensor<3xi1>
  %59 = stablehlo.and %34, %58 : tensor<3xi1>
  %cst_16 = stablehlo.constant dense<1.000000e+00> : tensor<f64>
  %60 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f64>) -> tensor<3xf64>
  %cst_17 = stablehlo.constant dense<1.000000e+00> : tensor<f64>
  %61 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f64>) -> tensor<3xf64>
  %cst_18 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
  %62 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f64>) -> tensor<3xf64>
  %cst_19 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
  %63 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f64>) -> tensor<3xf64>
  %64:7 = stablehlo.while(%iterArg = %59, %iterArg_23 = %arg0, %iterArg_24 = %60, %iterArg_25 = %61, %iterArg_26 = %arg1, %iterArg_27 = %62, %iterArg_28 = %63) : tensor<3xi1>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>
  cond {
    %c = stablehlo.constant dense<false> : tensor<i1>
    %74 = stablehlo.reduce(%iterArg init: %c) applies stablehlo.or across dimensions = [0] : (tensor<3xi1>, tensor<i1>) -> tensor<i1>
    stablehlo.return %74 : tensor<i1>
  } do {
    %cst_29 = stablehlo.constant dense<1.000000e+00> : tensor<f64>
    %74 = stablehlo.broadcast_in_dim %cst_29, dims = [] : (tensor<f64>) -> tensor<3xf64>
    %75 = stablehlo.add %iterArg_23, %74 : tensor<3xf64>
    %76 = stablehlo.divide %iterArg_26, %75 : tensor<3xf64>
    %77 = stablehlo.multiply %iterArg_27, %76 : tensor<3xf64>
    %78 = stablehlo.multiply %iterArg_24, %iterArg_26 : tensor<3xf64>
    %79 = stablehlo.multiply %75, %75 : tensor<3xf64>
    %80 = stablehlo.divide %78, %79 : tensor<3xf64>
    %81 = stablehlo.subtract %77, %80 : tensor<3xf64>
    %82 = stablehlo.add %iterArg_28, %81 : tensor<3xf64>
    %83 = stablehlo.divide %iterArg_26, %75 : tensor<3xf64>
    %84 = stablehlo.multiply %iterArg_24, %83 : tensor<3xf64>
    %85 = stablehlo.add %iterArg_25, %84 : tensor<3xf64>
    %86 = stablehlo.divide %84, %85 : tensor<3xf64>
    %cst_30 = stablehlo.constant dense<2.2204460492503131E-16> : tensor<f64>
    %87 = stablehlo.broadcast_in_dim %cst_30, dims = [] : (tensor<f64>) -> tensor<3xf64>
    %88 = stablehlo.compare GT, %86, %87, FLOAT : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xi1>
    %89 = stablehlo.and %iterArg, %88 : tensor<3xi1>
    %90 = stablehlo.select %iterArg, %75, %iterArg_23 : tensor<3xi1>, tensor<3xf64>
    %91 = stablehlo.select %iterArg, %84, %iterArg_24 : tensor<3xi1>, tensor<3xf64>
    %92 = stablehlo.select %iterArg, %85, %iterArg_25 : tensor<3xi1>, tensor<3xf64>
    %93 = stablehlo.select %iterArg, %iterArg_26, %iterArg_26 : tensor<3xi1>, tensor<3xf64>
    %94 = stablehlo.select %iterArg, %81, %iterArg_27 : tensor<3xi1>, tensor<3xf64>
    %95 = stablehlo.select %iterArg, %82, %iterArg_28 : tensor<3xi1>, tensor<3xf64>
    stablehlo.return %89, %90, %91, %92, %93, %94, %95 : tensor<3xi1>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>
  }
  %65 = stablehlo.multiply %64#3, %30 : tensor<3xf64>
  %66 = stablehlo.divide %65, %arg0 : tensor<3xf64>
  %67 = stablehlo.select %20, %57, %66 : tensor<3xi1>, tensor<3xf64>
  %cst_20 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
  %68 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<f64>) -> tensor<3xf64>
  %69 = stablehlo.select %8, %68, %67 : tensor<3xi1>, tensor<3xf64>
  %cst_21 = stablehlo.constant dense<1.000000e+00> : tensor<f64>
  %70 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f64>) -> tensor<3xf64>
  %71 = stablehlo.select %4, %70, %69 : tensor<3xi1>, tensor<3xf64>
  %cst_22 = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
  %72 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f64>) -> tensor<3xf64>
  %73 = stablehlo.select %16, %72, %71 : tensor<3xi1>, tensor<3xf64>
  return %73 : tensor<3xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[-1.5, 0.5, 2.0]> : tensor<3xf32>
  %got = call @gelu(%0) : (tensor<3xf32>) -> tensor<3xf32>
  %want = stablehlo.constant dense<[-0.10021083, 0.34573123, 1.9544997]> : tensor<3xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 8 : i64, min_ulp_difference = 0 : i64} : (tensor<3xf32>, tensor<3xf32>) -> ()
  return
}
func.func private @gelu(%arg0: tensor<3xf32>) -> (tensor<3xf32> {jax.result_info = "result"}) {
  %cst = stablehlo.constant dense<5.000000e-01> : tensor<f32>
  %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3xf32>
  %1 = stablehlo.multiply %0, %arg0 : tensor<3xf32>
  %2 = stablehlo.negate %arg0 : tensor<3xf32>
  %cst_0 = stablehlo.constant dense<0.707106769> : tensor<f32>
  %3 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<3xf32>
  %4 = stablehlo.multiply %2, %3 : tensor<3xf32>
  %5 = chlo.erfc %4 : tensor<3xf32> -> tensor<3xf32>
  %6 = stablehlo.multiply %1, %5 : tensor<3xf32>
  return %6 : tensor<3xf32>
}
