// RUN: hloom run %s --split-input-file --backend=interp
// RUN: hloom run %s --split-input-file --backend=interp --passes=legalize-chlo
// Written by chlo.py: do not edit.

func.func @main() {
  %x0 = stablehlo.constant dense<[0.25, 0.5, 0.875]> : tensor<3xf64>
  %y = chlo.acos %x0 : tensor<3xf64> -> tensor<3xf64>
  %want = stablehlo.constant dense<[1.318116071652818, 1.0471975511965979, 0.5053605102841573]> : tensor<3xf64>
  check.expect_close %y, %want, max_ulp_difference = 3, min_ulp_difference = 0 : tensor<3xf64>, tensor<3xf64>
  return
}

// -----

func.func @main() {
  %x0 = stablehlo.constant dense<[0.25, 0.5, 0.875]> : tensor<3xf32>
  %y = chlo.acos %x0 : tensor<3xf32> -> tensor<3xf32>
  %want = stablehlo.constant dense<[1.318116071652818, 1.0471975511965979, 0.5053605102841573]> : tensor<3xf32>
  check.expect_close %y, %want, max_ulp_difference = 3, min_ulp_difference = 0 : tensor<3xf32>, tensor<3xf32>
  return
}

// -----

func.func @main() {
  %x0 = stablehlo.constant dense<[1.25, 1.5, 1.875]> : tensor<3xf64>
  %y = chlo.acosh %x0 : tensor<3xf64> -> tensor<3xf64>
  %want = stablehlo.constant dense<[0.6931471805599453, 0.9624236501192069, 1.2415784233077212]> : tensor<3xf64>
  check.expect_close %y, %want, max_ulp_difference = 3, min_ulp_difference = 0 : tensor<3xf64>, tensor<3xf64>
  return
}

// -----

func.func @main() {
  %x0 = stablehlo.constant dense<[1.25, 1.5, 1.875]> : tensor<3xf32>
  %y = chlo.acosh %x0 : tensor<3xf32> -> tensor<3xf32>
  %want = stablehlo.constant dense<[0.6931471805599453, 0.9624236501192069, 1.2415784233077212]> : tensor<3xf32>
  check.expect_close %y, %want, max_ulp_difference = 3, min_ulp_difference = 0 : tensor<3xf32>, tensor<3xf32>
  return
}

// -----

func.func @main() {
  %x0 = stablehlo.constant dense<[0.25, 0.5, 0.875]> : tensor<3xf64>
  %y = chlo.asin %x0 : tensor<3xf64> -> tensor<3xf64>
  %want = stablehlo.constant dense<[0.25268025514207865, 0.5235987755982989, 1.0654358165107394]> : tensor<3xf64>
  check.expect_close %y, %want, max_ulp_difference = 3, min_ulp_difference = 0 : tensor<3xf64>, tensor<3xf64>
  return
}

// -----

func.func @main() {
  %x0 = stablehlo.constant dense<[0.25, 0.5, 0.875]> : tensor<3xf32>
  %y = chlo.asin %x0 : tensor<3xf32> -> tensor<3xf32>
  %want = stablehlo.constant dense<[0.25268025514207865, 0.5235987755982989, 1.0654358165107394]> : tensor<3xf32>
  check.expect_close %y, %want, max_ulp_difference = 3, min_ulp_difference = 0 : tensor<3xf32>, tensor<3xf32>
  return
}

// -----

func.func @main() {
  %x0 = stablehlo.constant dense<[0.25, 0.5, 0.875]> : tensor<3xf64>
  %y = chlo.asinh %x0 : tensor<3xf64> -> tensor<3xf64>
  %want = stablehlo.constant dense<[0.24746646154726346, 0.48121182505960347, 0.790168725412397]> : tensor<3xf64>
  check.expect_close %y, %want, max_ulp_difference = 3, min_ulp_difference = 0 : tensor<3xf64>, tensor<3xf64>
  return
}

// -----

func.func @main() {
  %x0 = stablehlo.constant dense<[0.25, 0.5, 0.875]> : tensor<3xf32>
  %y = chlo.asinh %x0 : tensor<3xf32> -> tensor<3xf32>
  %want = stablehlo.constant dense<[0.24746646154726346, 0.48121182505960347, 0.790168725412397]> : tensor<3xf32>
  check.expect_close %y, %want, max_ulp_difference = 3, min_ulp_difference = 0 : tensor<3xf32>, tensor<3xf32>
  return
}

// -----

func.func @main() {
  %x0 = stablehlo.constant dense<[0.25, 0.5, 0.875]> : tensor<3xf64>
  %y = chlo.atan %x0 : tensor<3xf64> -> tensor<3xf64>
  %want = stablehlo.constant dense<[0.24497866312686414, 0.4636476090008061, 0.7188299996216245]> : tensor<3xf64>
  check.expect_close %y, %want, max_ulp_difference = 3, min_ulp_difference = 0 : tensor<3xf64>, tensor<3xf64>
  return
}

// -----

func.func @main() {
  %x0 = stablehlo.constant dense<[0.25, 0.5, 0.875]> : tensor<3xf32>
  %y = chlo.atan %x0 : tensor<3xf32> -> tensor<3xf32>
  %want = stablehlo.constant dense<[0.24497866312686414, 0.4636476090008061, 0.7188299996216245]> : tensor<3xf32>
  check.expect_close %y, %want, max_ulp_difference = 3, min_ulp_difference = 0 : tensor<3xf32>, tensor<3xf32>
  return
}

// -----

func.func @main() {
  %x0 = stablehlo.constant dense<[0.25, 0.5, 0.875]> : tensor<3xf64>
  %y = chlo.atanh %x0 : tensor<3xf64> -> tensor<3xf64>
  %want = stablehlo.constant dense<[0.25541281188299536, 0.5493061443340549, 1.354025100551105]> : tensor<3xf64>
  check.expect_close %y, %want, max_ulp_difference = 3, min_ulp_difference = 0 : tensor<3xf64>, tensor<3xf64>
  return
}

// -----

func.func @main() {
  %x0 = stablehlo.constant dense<[0.25, 0.5, 0.875]> : tensor<3xf32>
  %y = chlo.atanh %x0 : tensor<3xf32> -> tensor<3xf32>
  %want = stablehlo.constant dense<[0.25541281188299536, 0.5493061443340549, 1.354025100551105]> : tensor<3xf32>
  check.expect_close %y, %want, max_ulp_difference = 3, min_ulp_difference = 0 : tensor<3xf32>, tensor<3xf32>
  return
}

// -----

func.func @main() {
  %x0 = stablehlo.constant dense<[0.25, 0.5, 0.875]> : tensor<3xf64>
  %y = chlo.bessel_i1e %x0 : tensor<3xf64> -> tensor<3xf64>
  %want = stablehlo.constant dense<[0.09811262869736824, 0.1564208031848717, 0.2003969648064833]> : tensor<3xf64>
  check.expect_close %y, %want, max_ulp_difference = 3, min_ulp_difference = 0 : tensor<3xf64>, tensor<3xf64>
  return
}

// -----

func.func @main() {
  %x0 = stablehlo.constant dense<[0.25, 0.5, 0.875]> : tensor<3xf32>
  %y = chlo.bessel_i1e %x0 : tensor<3xf32> -> tensor<3xf32>
  %want = stablehlo.constant dense<[0.09811262869736824, 0.1564208031848717, 0.2003969648064833]> : tensor<3xf32>
  check.expect_close %y, %want, max_ulp_difference = 3, min_ulp_difference = 0 : tensor<3xf32>, tensor<3xf32>
  return
}

// -----

func.func @main() {
  %x0 = stablehlo.constant dense<[0.25, 0.5, 0.875]> : tensor<3xf64>
  %y = chlo.cosh %x0 : tensor<3xf64> -> tensor<3xf64>
  %want = stablehlo.constant dense<[1.0314130998795732, 1.1276259652063807, 1.4078686568228032]> : tensor<3xf64>
  check.expect_close %y, %want, max_ulp_difference = 3, min_ulp_difference = 0 : tensor<3xf64>, tensor<3xf64>
  return
}

// -----

func.func @main() {
  %x0 = stablehlo.constant dense<[0.25, 0.5, 0.875]> : tensor<3xf32>
  %y = chlo.cosh %x0 : tensor<3xf32> -> tensor<3xf32>
  %want = stablehlo.constant dense<[1.0314130998795732, 1.1276259652063807, 1.4078686568228032]> : tensor<3xf32>
  check.expect_close %y, %want, max_ulp_difference = 3, min_ulp_difference = 0 : tensor<3xf32>, tensor<3xf32>
  return
}

// -----

func.func @main() {
  %x0 = stablehlo.constant dense<[0.25, 0.5, 0.875]> : tensor<3xf64>
  %y = chlo.digamma %x0 : tensor<3xf64> -> tensor<3xf64>
  %want = stablehlo.constant dense<[-4.2274535333762655, -1.9635100260214235, -0.8040170715476954]> : tensor<3xf64>
  check.expect_close %y, %want, max_ulp_difference = 3, min_ulp_difference = 0 : tensor<3xf64>, tensor<3xf64>
  return
}

// -----

func.func @main() {
  %x0 = stablehlo.constant dense<[0.25, 0.5, 0.875]> : tensor<3xf32>
  %y = chlo.digamma %x0 : tensor<3xf32> -> tensor<3xf32>
  %want = stablehlo.constant dense<[-4.2274535333762655, -1.9635100260214235, -0.8040170715476954]> : tensor<3xf32>
  check.expect_close %y, %want, max_ulp_difference = 3, min_ulp_difference = 0 : tensor<3xf32>, tensor<3xf32>
  return
}

// -----

func.func @main() {
  %x0 = stablehlo.constant dense<[0.25, 0.5, 0.875]> : tensor<3xf64>
  %y = chlo.erf %x0 : tensor<3xf64> -> tensor<3xf64>
  %want = stablehlo.constant dense<[0.27632639016823696, 0.5204998778130465, 0.7840750610598597]> : tensor<3xf64>
  check.expect_close %y, %want, max_ulp_difference = 3, min_ulp_difference = 0 : tensor<3xf64>, tensor<3xf64>
  return
}

// -----

func.func @main() {
  %x0 = stablehlo.constant dense<[0.25, 0.5, 0.875]> : tensor<3xf32>
  %y = chlo.erf %x0 : tensor<3xf32> -> tensor<3xf32>
  %want = stablehlo.constant dense<[0.27632639016823696, 0.5204998778130465, 0.7840750610598597]> : tensor<3xf32>
  check.expect_close %y, %want, max_ulp_difference = 3, min_ulp_difference = 0 : tensor<3xf32>, tensor<3xf32>
  return
}

// -----

func.func @main() {
  %x0 = stablehlo.constant dense<[0.25, 0.5, 0.875]> : tensor<3xf64>
  %y = chlo.erf_inv %x0 : tensor<3xf64> -> tensor<3xf64>
  %want = stablehlo.constant dense<[0.2253120550121781, 0.4769362762044699, 1.0847870400692832]> : tensor<3xf64>
  check.expect_close %y, %want, max_ulp_difference = 3, min_ulp_difference = 0 : tensor<3xf64>, tensor<3xf64>
  return
}

// -----

func.func @main() {
  %x0 = stablehlo.constant dense<[0.25, 0.5, 0.875]> : tensor<3xf32>
  %y = chlo.erf_inv %x0 : tensor<3xf32> -> tensor<3xf32>
  %want = stablehlo.constant dense<[0.2253120550121781, 0.4769362762044699, 1.0847870400692832]> : tensor<3xf32>
  check.expect_close %y, %want, max_ulp_difference = 3, min_ulp_difference = 0 : tensor<3xf32>, tensor<3xf32>
  return
}

// -----

func.func @main() {
  %x0 = stablehlo.constant dense<[0.25, 0.5, 0.875]> : tensor<3xf64>
  %y = chlo.erfc %x0 : tensor<3xf64> -> tensor<3xf64>
  %want = stablehlo.constant dense<[0.7236736098317631, 0.4795001221869535, 0.21592493894014034]> : tensor<3xf64>
  check.expect_close %y, %want, max_ulp_difference = 3, min_ulp_difference = 0 : tensor<3xf64>, tensor<3xf64>
  return
}

// -----

func.func @main() {
  %x0 = stablehlo.constant dense<[0.25, 0.5, 0.875]> : tensor<3xf32>
  %y = chlo.erfc %x0 : tensor<3xf32> -> tensor<3xf32>
  %want = stablehlo.constant dense<[0.7236736098317631, 0.4795001221869535, 0.21592493894014034]> : tensor<3xf32>
  check.expect_close %y, %want, max_ulp_difference = 3, min_ulp_difference = 0 : tensor<3xf32>, tensor<3xf32>
  return
}

// -----

func.func @main() {
  %x0 = stablehlo.constant dense<[0.25, 0.5, 0.875]> : tensor<3xf64>
  %y = chlo.lgamma %x0 : tensor<3xf64> -> tensor<3xf64>
  %want = stablehlo.constant dense<[1.2880225246980774, 0.5723649429247001, 0.08585870722533433]> : tensor<3xf64>
  check.expect_close %y, %want, max_ulp_difference = 3, min_ulp_difference = 0 : tensor<3xf64>, tensor<3xf64>
  return
}

// -----

func.func @main() {
  %x0 = stablehlo.constant dense<[0.25, 0.5, 0.875]> : tensor<3xf32>
  %y = chlo.lgamma %x0 : tensor<3xf32> -> tensor<3xf32>
  %want = stablehlo.constant dense<[1.2880225246980774, 0.5723649429247001, 0.08585870722533433]> : tensor<3xf32>
  check.expect_close %y, %want, max_ulp_difference = 3, min_ulp_difference = 0 : tensor<3xf32>, tensor<3xf32>
  return
}

// -----

func.func @main() {
  %x0 = stablehlo.constant dense<[0.25, 0.5, 0.875]> : tensor<3xf64>
  %y = chlo.sinh %x0 : tensor<3xf64> -> tensor<3xf64>
  %want = stablehlo.constant dense<[0.2526123168081683, 0.5210953054937474, 0.9910066371442947]> : tensor<3xf64>
  check.expect_close %y, %want, max_ulp_difference = 3, min_ulp_difference = 0 : tensor<3xf64>, tensor<3xf64>
  return
}

// -----

func.func @main() {
  %x0 = stablehlo.constant dense<[0.25, 0.5, 0.875]> : tensor<3xf32>
  %y = chlo.sinh %x0 : tensor<3xf32> -> tensor<3xf32>
  %want = stablehlo.constant dense<[0.2526123168081683, 0.5210953054937474, 0.9910066371442947]> : tensor<3xf32>
  check.expect_close %y, %want, max_ulp_difference = 3, min_ulp_difference = 0 : tensor<3xf32>, tensor<3xf32>
  return
}

// -----

func.func @main() {
  %x0 = stablehlo.constant dense<[0.25, 0.5, 0.875]> : tensor<3xf64>
  %y = chlo.square %x0 : tensor<3xf64> -> tensor<3xf64>
  %want = stablehlo.constant dense<[0.0625, 0.25, 0.765625]> : tensor<3xf64>
  check.expect_close %y, %want, max_ulp_difference = 3, min_ulp_difference = 0 : tensor<3xf64>, tensor<3xf64>
  return
}

// -----

func.func @main() {
  %x0 = stablehlo.constant dense<[0.25, 0.5, 0.875]> : tensor<3xf32>
  %y = chlo.square %x0 : tensor<3xf32> -> tensor<3xf32>
  %want = stablehlo.constant dense<[0.0625, 0.25, 0.765625]> : tensor<3xf32>
  check.expect_close %y, %want, max_ulp_difference = 3, min_ulp_difference = 0 : tensor<3xf32>, tensor<3xf32>
  return
}

// -----

func.func @main() {
  %x0 = stablehlo.constant dense<[0.25, 0.5, 0.875]> : tensor<3xf64>
  %y = chlo.tan %x0 : tensor<3xf64> -> tensor<3xf64>
  %want = stablehlo.constant dense<[0.25534192122103627, 0.5463024898437905, 1.197421629234348]> : tensor<3xf64>
  check.expect_close %y, %want, max_ulp_difference = 3, min_ulp_difference = 0 : tensor<3xf64>, tensor<3xf64>
  return
}

// -----

func.func @main() {
  %x0 = stablehlo.constant dense<[0.25, 0.5, 0.875]> : tensor<3xf32>
  %y = chlo.tan %x0 : tensor<3xf32> -> tensor<3xf32>
  %want = stablehlo.constant dense<[0.25534192122103627, 0.5463024898437905, 1.197421629234348]> : tensor<3xf32>
  check.expect_close %y, %want, max_ulp_difference = 3, min_ulp_difference = 0 : tensor<3xf32>, tensor<3xf32>
  return
}

// -----

func.func @main() {
  %x0 = stablehlo.constant dense<[(0.5, 0.25), (-2.0, 0.75), (1.5, -0.125)]> : tensor<3xcomplex<f64>>
  %y = chlo.acos %x0 : tensor<3xcomplex<f64>> -> tensor<3xcomplex<f64>>
  %want = stablehlo.constant dense<[(1.0691874735193958, -0.2813960562452928), (2.741858815243248, -1.4105788975583342), (0.11080483111236096, 0.9706565717740879)]> : tensor<3xcomplex<f64>>
  check.expect_close %y, %want, max_ulp_difference = 3, min_ulp_difference = 0 : tensor<3xcomplex<f64>>, tensor<3xcomplex<f64>>
  return
}

// -----

func.func @main() {
  %x0 = stablehlo.constant dense<[(0.5, 0.25), (-2.0, 0.75), (1.5, -0.125)]> : tensor<3xcomplex<f64>>
  %y = chlo.acosh %x0 : tensor<3xcomplex<f64>> -> tensor<3xcomplex<f64>>
  %want = stablehlo.constant dense<[(0.2813960562452928, 1.0691874735193958), (1.4105788975583342, 2.741858815243248), (0.9706565717740879, -0.11080483111236096)]> : tensor<3xcomplex<f64>>
  check.expect_close %y, %want, max_ulp_difference = 3, min_ulp_difference = 0 : tensor<3xcomplex<f64>>, tensor<3xcomplex<f64>>
  return
}

// -----

func.func @main() {
  %x0 = stablehlo.constant dense<[(0.5, 0.25), (-2.0, 0.75), (1.5, -0.125)]> : tensor<3xcomplex<f64>>
  %y = chlo.asin %x0 : tensor<3xcomplex<f64>> -> tensor<3xcomplex<f64>>
  %want = stablehlo.constant dense<[(0.5016088532755008, 0.2813960562452928), (-1.1710624884483516, 1.4105788975583342), (1.4599914956825357, -0.9706565717740879)]> : tensor<3xcomplex<f64>>
  check.expect_close %y, %want, max_ulp_difference = 3, min_ulp_difference = 0 : tensor<3xcomplex<f64>>, tensor<3xcomplex<f64>>
  return
}

// -----

func.func @main() {
  %x0 = stablehlo.constant dense<[(0.5, 0.25), (-2.0, 0.75), (1.5, -0.125)]> : tensor<3xcomplex<f64>>
  %y = chlo.asinh %x0 : tensor<3xcomplex<f64>> -> tensor<3xcomplex<f64>>
  %want = stablehlo.constant dense<[(0.4926756834207706, 0.2243284526346675), (-1.4925210319880218, 0.3267704027823274), (1.196762222384048, -0.06927765247788761)]> : tensor<3xcomplex<f64>>
  check.expect_close %y, %want, max_ulp_difference = 3, min_ulp_difference = 0 : tensor<3xcomplex<f64>>, tensor<3xcomplex<f64>>
  return
}

// -----

func.func @main() {
  %x0 = stablehlo.constant dense<[(0.5, 0.25), (-2.0, 0.75), (1.5, -0.125)]> : tensor<3xcomplex<f64>>
  %y = chlo.atan %x0 : tensor<3xcomplex<f64>> -> tensor<3xcomplex<f64>>
  %want = stablehlo.constant dense<[(0.4842544903299662, 0.20058661813123432), (-1.1492038297107037, 0.13825013720417587), (0.9850085481850746, -0.038352553324883645)]> : tensor<3xcomplex<f64>>
  check.expect_close %y, %want, max_ulp_difference = 3, min_ulp_difference = 0 : tensor<3xcomplex<f64>>, tensor<3xcomplex<f64>>
  return
}

// -----

func.func @main() {
  %x0 = stablehlo.constant dense<[(0.5, 0.25), (-2.0, 0.75), (1.5, -0.125)]> : tensor<3xcomplex<f64>>
  %y = chlo.atanh %x0 : tensor<3xcomplex<f64>> -> tensor<3xcomplex<f64>>
  %want = stablehlo.constant dense<[(0.5003700000525311, 0.3143981432077165), (-0.4528905241310587, 1.3715351039616865), (0.7901870208125883, -1.473286193092436)]> : tensor<3xcomplex<f64>>
  check.expect_close %y, %want, max_ulp_difference = 3, min_ulp_difference = 0 : tensor<3xcomplex<f64>>, tensor<3xcomplex<f64>>
  return
}

// -----

func.func @main() {
  %x0 = stablehlo.constant dense<[(0.5, 0.25), (-2.0, 0.75), (1.5, -0.125)]> : tensor<3xcomplex<f64>>
  %y = chlo.cosh %x0 : tensor<3xcomplex<f64>> -> tensor<3xcomplex<f64>>
  %want = stablehlo.constant dense<[(1.0925708047319176, 0.12892104172809826), (2.7527567096909453, -2.472208631182566), (2.3340553326121936, -0.26546734836658925)]> : tensor<3xcomplex<f64>>
  check.expect_close %y, %want, max_ulp_difference = 3, min_ulp_difference = 0 : tensor<3xcomplex<f64>>, tensor<3xcomplex<f64>>
  return
}

// -----

func.func @main() {
  %x0 = stablehlo.constant dense<[(0.5, 0.25), (-2.0, 0.75), (1.5, -0.125)]> : tensor<3xcomplex<f64>>
  %y = chlo.sinh %x0 : tensor<3xcomplex<f64>> -> tensor<3xcomplex<f64>>
  %want = stablehlo.constant dense<[(0.504895714387995, 0.2789791283502615), (-2.6537333893808297, 2.5644584058353774), (2.1126661082244147, -0.2932860415932979)]> : tensor<3xcomplex<f64>>
  check.expect_close %y, %want, max_ulp_difference = 3, min_ulp_difference = 0 : tensor<3xcomplex<f64>>, tensor<3xcomplex<f64>>
  return
}

// -----

func.func @main() {
  %x0 = stablehlo.constant dense<[(0.5, 0.25), (-2.0, 0.75), (1.5, -0.125)]> : tensor<3xcomplex<f64>>
  %y = chlo.tan %x0 : tensor<3xcomplex<f64>> -> tensor<3xcomplex<f64>>
  %want = stablehlo.constant dense<[(0.504500702698564, 0.3124206925025888), (0.4455013214367418, 1.2534271713346836), (3.407000306318066, -6.098711675101612)]> : tensor<3xcomplex<f64>>
  check.expect_close %y, %want, max_ulp_difference = 3, min_ulp_difference = 0 : tensor<3xcomplex<f64>>, tensor<3xcomplex<f64>>
  return
}

// -----

func.func @main() {
  %x0 = stablehlo.constant dense<[(0.5, 0.25), (-2.0, 0.75)]> : tensor<2xcomplex<f64>>
  %y = chlo._asin_acos_kernel %x0 : tensor<2xcomplex<f64>> -> tensor<2xcomplex<f64>>
  %want = stablehlo.constant dense<[(0.9117543273261622, 0.2813960562452928), (0.8449590297808991, 1.4105788975583342)]> : tensor<2xcomplex<f64>>
  check.expect_close %y, %want, max_ulp_difference = 3, min_ulp_difference = 0 : tensor<2xcomplex<f64>>, tensor<2xcomplex<f64>>
  return
}

// -----

func.func @main() {
  %x0 = stablehlo.constant dense<[(0.5, 0.25), (-2.0, 0.75)]> : tensor<2xcomplex<f32>>
  %y = chlo.conj %x0 : tensor<2xcomplex<f32>> -> tensor<2xcomplex<f32>>
  %want = stablehlo.constant dense<[(0.5, -0.25), (-2.0, -0.75)]> : tensor<2xcomplex<f32>>
  check.expect_eq %y, %want : tensor<2xcomplex<f32>>
  return
}

// -----

func.func @main() {
  %x0 = stablehlo.constant dense<[0.25, 0.5, 0.875]> : tensor<3xf32>
  %y = chlo.conj %x0 : tensor<3xf32> -> tensor<3xf32>
  %want = stablehlo.constant dense<[0.25, 0.5, 0.875]> : tensor<3xf32>
  check.expect_eq %y, %want : tensor<3xf32>
  return
}

// -----

func.func @main() {
  %x0 = stablehlo.constant dense<[(1.0, 2.0), (-3.0, 1.0)]> : tensor<2xcomplex<f32>>
  %y = chlo.square %x0 : tensor<2xcomplex<f32>> -> tensor<2xcomplex<f32>>
  %want = stablehlo.constant dense<[(-3.0, 4.0), (8.0, -6.0)]> : tensor<2xcomplex<f32>>
  check.expect_eq %y, %want : tensor<2xcomplex<f32>>
  return
}

// -----

func.func @main() {
  %x0 = stablehlo.constant dense<[0.25, 0.5, 0.875]> : tensor<3xf32>
  %y = chlo.is_inf %x0 : tensor<3xf32> -> tensor<3xi1>
  %want = stablehlo.constant dense<[false, false, false]> : tensor<3xi1>
  check.expect_eq %y, %want : tensor<3xi1>
  return
}

// -----

func.func @main() {
  %x0 = stablehlo.constant dense<[0.25, 0.5, 0.875]> : tensor<3xf32>
  %y = chlo.is_pos_inf %x0 : tensor<3xf32> -> tensor<3xi1>
  %want = stablehlo.constant dense<[false, false, false]> : tensor<3xi1>
  check.expect_eq %y, %want : tensor<3xi1>
  return
}

// -----

func.func @main() {
  %x0 = stablehlo.constant dense<[0.25, 0.5, 0.875]> : tensor<3xf32>
  %y = chlo.is_neg_inf %x0 : tensor<3xf32> -> tensor<3xi1>
  %want = stablehlo.constant dense<[false, false, false]> : tensor<3xi1>
  check.expect_eq %y, %want : tensor<3xi1>
  return
}

// -----

func.func @main() {
  %x0 = stablehlo.constant dense<[1.0, 2.0, 0.0]> : tensor<3xf64>
  %x1 = stablehlo.constant dense<[1.5, 2.5, 0.5]> : tensor<3xf64>
  %y = chlo.polygamma %x0, %x1 : tensor<3xf64>, tensor<3xf64> -> tensor<3xf64>
  %want = stablehlo.constant dense<[0.9348022005446793, -0.2362040516417274, -1.9635100260214235]> : tensor<3xf64>
  check.expect_close %y, %want, max_ulp_difference = 3, min_ulp_difference = 0 : tensor<3xf64>, tensor<3xf64>
  return
}

// -----

func.func @main() {
  %x0 = stablehlo.constant dense<[2.0, 3.5, 1.25]> : tensor<3xf64>
  %x1 = stablehlo.constant dense<[1.0, 2.5, 7.0]> : tensor<3xf64>
  %y = chlo.zeta %x0, %x1 : tensor<3xf64>, tensor<3xf64> -> tensor<3xf64>
  %want = stablehlo.constant dense<[1.6449340668482264, 0.06517125158965971, 2.504369782665922]> : tensor<3xf64>
  check.expect_close %y, %want, max_ulp_difference = 3, min_ulp_difference = 0 : tensor<3xf64>, tensor<3xf64>
  return
}

// -----

func.func @main() {
  %x0 = stablehlo.constant dense<[1.0, 1.0, 0.0, 2.0]> : tensor<4xf64>
  %x1 = stablehlo.constant dense<[2.0, 0.0, -1.0, 2.0]> : tensor<4xf64>
  %y = chlo.next_after %x0, %x1 : tensor<4xf64>, tensor<4xf64> -> tensor<4xf64>
  %want = stablehlo.constant dense<[1.0000000000000002, 0.9999999999999999, -5e-324, 2.0]> : tensor<4xf64>
  check.expect_eq %y, %want : tensor<4xf64>
  return
}

// -----

func.func @main() {
  %x0 = stablehlo.constant dense<[100, -128, 7]> : tensor<3xi8>
  %x1 = stablehlo.constant dense<[100, -128, -9]> : tensor<3xi8>
  %y = chlo.mulhi %x0, %x1 : tensor<3xi8>, tensor<3xi8> -> tensor<3xi8>
  %want = stablehlo.constant dense<[39, 64, -1]> : tensor<3xi8>
  check.expect_eq %y, %want : tensor<3xi8>
  return
}

// -----

func.func @main() {
  %x0 = stablehlo.constant dense<[9223372036854775807, -9223372036854775808, -3]> : tensor<3xi64>
  %x1 = stablehlo.constant dense<[4611686018427387904, -9223372036854775808, 5]> : tensor<3xi64>
  %y = chlo.mulhi %x0, %x1 : tensor<3xi64>, tensor<3xi64> -> tensor<3xi64>
  %want = stablehlo.constant dense<[2305843009213693951, 4611686018427387904, -1]> : tensor<3xi64>
  check.expect_eq %y, %want : tensor<3xi64>
  return
}

// -----

func.func @main() {
  %x0 = stablehlo.constant dense<[18446744073709551615, 9223372036854775813]> : tensor<2xui64>
  %x1 = stablehlo.constant dense<[18446744073709551615, 6]> : tensor<2xui64>
  %y = chlo.mulhi %x0, %x1 : tensor<2xui64>, tensor<2xui64> -> tensor<2xui64>
  %want = stablehlo.constant dense<[18446744073709551614, 3]> : tensor<2xui64>
  check.expect_eq %y, %want : tensor<2xui64>
  return
}

// -----

func.func @main() {
  %x0 = stablehlo.constant dense<[6.0, -3.0]> : tensor<2xf64>
  %x1 = stablehlo.constant dense<[[2.0], [4.0], [1.0]]> : tensor<3x1xf64>
  %y = chlo.broadcast_add %x0, %x1 : (tensor<2xf64>, tensor<3x1xf64>) -> tensor<3x2xf64>
  %want = stablehlo.constant dense<[[8.0, -1.0], [10.0, 1.0], [7.0, -2.0]]> : tensor<3x2xf64>
  check.expect_eq %y, %want : tensor<3x2xf64>
  return
}

// -----

func.func @main() {
  %x0 = stablehlo.constant dense<[6.0, -3.0]> : tensor<2xf64>
  %x1 = stablehlo.constant dense<[[2.0], [4.0], [1.0]]> : tensor<3x1xf64>
  %y = chlo.broadcast_atan2 %x0, %x1 : (tensor<2xf64>, tensor<3x1xf64>) -> tensor<3x2xf64>
  %want = stablehlo.constant dense<[[1.2490457723982544, -0.982793723247329], [0.982793723247329, -0.6435011087932844], [1.4056476493802699, -1.2490457723982544]]> : tensor<3x2xf64>
  check.expect_close %y, %want, max_ulp_difference = 3, min_ulp_difference = 0 : tensor<3x2xf64>, tensor<3x2xf64>
  return
}

// -----

func.func @main() {
  %x0 = stablehlo.constant dense<[6.0, -3.0]> : tensor<2xf64>
  %x1 = stablehlo.constant dense<[[2.0], [4.0], [1.0]]> : tensor<3x1xf64>
  %y = chlo.broadcast_divide %x0, %x1 : (tensor<2xf64>, tensor<3x1xf64>) -> tensor<3x2xf64>
  %want = stablehlo.constant dense<[[3.0, -1.5], [1.5, -0.75], [6.0, -3.0]]> : tensor<3x2xf64>
  check.expect_eq %y, %want : tensor<3x2xf64>
  return
}

// -----

func.func @main() {
  %x0 = stablehlo.constant dense<[6.0, -3.0]> : tensor<2xf64>
  %x1 = stablehlo.constant dense<[[2.0], [4.0], [1.0]]> : tensor<3x1xf64>
  %y = chlo.broadcast_maximum %x0, %x1 : (tensor<2xf64>, tensor<3x1xf64>) -> tensor<3x2xf64>
  %want = stablehlo.constant dense<[[6.0, 2.0], [6.0, 4.0], [6.0, 1.0]]> : tensor<3x2xf64>
  check.expect_eq %y, %want : tensor<3x2xf64>
  return
}

// -----

func.func @main() {
  %x0 = stablehlo.constant dense<[6.0, -3.0]> : tensor<2xf64>
  %x1 = stablehlo.constant dense<[[2.0], [4.0], [1.0]]> : tensor<3x1xf64>
  %y = chlo.broadcast_minimum %x0, %x1 : (tensor<2xf64>, tensor<3x1xf64>) -> tensor<3x2xf64>
  %want = stablehlo.constant dense<[[2.0, -3.0], [4.0, -3.0], [1.0, -3.0]]> : tensor<3x2xf64>
  check.expect_eq %y, %want : tensor<3x2xf64>
  return
}

// -----

func.func @main() {
  %x0 = stablehlo.constant dense<[6.0, -3.0]> : tensor<2xf64>
  %x1 = stablehlo.constant dense<[[2.0], [4.0], [1.0]]> : tensor<3x1xf64>
  %y = chlo.broadcast_multiply %x0, %x1 : (tensor<2xf64>, tensor<3x1xf64>) -> tensor<3x2xf64>
  %want = stablehlo.constant dense<[[12.0, -6.0], [24.0, -12.0], [6.0, -3.0]]> : tensor<3x2xf64>
  check.expect_eq %y, %want : tensor<3x2xf64>
  return
}

// -----

func.func @main() {
  %x0 = stablehlo.constant dense<[6.0, -3.0]> : tensor<2xf64>
  %x1 = stablehlo.constant dense<[[2.0], [4.0], [1.0]]> : tensor<3x1xf64>
  %y = chlo.broadcast_next_after %x0, %x1 : (tensor<2xf64>, tensor<3x1xf64>) -> tensor<3x2xf64>
  %want = stablehlo.constant dense<[[5.999999999999999, -2.9999999999999996], [5.999999999999999, -2.9999999999999996], [5.999999999999999, -2.9999999999999996]]> : tensor<3x2xf64>
  check.expect_eq %y, %want : tensor<3x2xf64>
  return
}

// -----

func.func @main() {
  %x0 = stablehlo.constant dense<[6.0, -3.0]> : tensor<2xf64>
  %x1 = stablehlo.constant dense<[[2.0], [4.0], [1.0]]> : tensor<3x1xf64>
  %y = chlo.broadcast_power %x0, %x1 : (tensor<2xf64>, tensor<3x1xf64>) -> tensor<3x2xf64>
  %want = stablehlo.constant dense<[[36.0, 9.0], [1296.0, 81.0], [6.0, -3.0]]> : tensor<3x2xf64>
  check.expect_eq %y, %want : tensor<3x2xf64>
  return
}

// -----

func.func @main() {
  %x0 = stablehlo.constant dense<[6.0, -3.0]> : tensor<2xf64>
  %x1 = stablehlo.constant dense<[[2.0], [4.0], [1.0]]> : tensor<3x1xf64>
  %y = chlo.broadcast_remainder %x0, %x1 : (tensor<2xf64>, tensor<3x1xf64>) -> tensor<3x2xf64>
  %want = stablehlo.constant dense<[[0.0, -1.0], [2.0, -3.0], [0.0, -0.0]]> : tensor<3x2xf64>
  check.expect_eq %y, %want : tensor<3x2xf64>
  return
}

// -----

func.func @main() {
  %x0 = stablehlo.constant dense<[6.0, -3.0]> : tensor<2xf64>
  %x1 = stablehlo.constant dense<[[2.0], [4.0], [1.0]]> : tensor<3x1xf64>
  %y = chlo.broadcast_subtract %x0, %x1 : (tensor<2xf64>, tensor<3x1xf64>) -> tensor<3x2xf64>
  %want = stablehlo.constant dense<[[4.0, -5.0], [2.0, -7.0], [5.0, -4.0]]> : tensor<3x2xf64>
  check.expect_eq %y, %want : tensor<3x2xf64>
  return
}

// -----

func.func @main() {
  %x0 = stablehlo.constant dense<[12, -5]> : tensor<2xi32>
  %x1 = stablehlo.constant dense<[[2], [3], [1]]> : tensor<3x1xi32>
  %y = chlo.broadcast_and %x0, %x1 : (tensor<2xi32>, tensor<3x1xi32>) -> tensor<3x2xi32>
  %want = stablehlo.constant dense<[[0, 2], [0, 3], [0, 1]]> : tensor<3x2xi32>
  check.expect_eq %y, %want : tensor<3x2xi32>
  return
}

// -----

func.func @main() {
  %x0 = stablehlo.constant dense<[12, -5]> : tensor<2xi32>
  %x1 = stablehlo.constant dense<[[2], [3], [1]]> : tensor<3x1xi32>
  %y = chlo.broadcast_or %x0, %x1 : (tensor<2xi32>, tensor<3x1xi32>) -> tensor<3x2xi32>
  %want = stablehlo.constant dense<[[14, -5], [15, -5], [13, -5]]> : tensor<3x2xi32>
  check.expect_eq %y, %want : tensor<3x2xi32>
  return
}

// -----

func.func @main() {
  %x0 = stablehlo.constant dense<[12, -5]> : tensor<2xi32>
  %x1 = stablehlo.constant dense<[[2], [3], [1]]> : tensor<3x1xi32>
  %y = chlo.broadcast_xor %x0, %x1 : (tensor<2xi32>, tensor<3x1xi32>) -> tensor<3x2xi32>
  %want = stablehlo.constant dense<[[14, -7], [15, -8], [13, -6]]> : tensor<3x2xi32>
  check.expect_eq %y, %want : tensor<3x2xi32>
  return
}

// -----

func.func @main() {
  %x0 = stablehlo.constant dense<[12, -5]> : tensor<2xi32>
  %x1 = stablehlo.constant dense<[[2], [3], [1]]> : tensor<3x1xi32>
  %y = chlo.broadcast_shift_left %x0, %x1 : (tensor<2xi32>, tensor<3x1xi32>) -> tensor<3x2xi32>
  %want = stablehlo.constant dense<[[48, -20], [96, -40], [24, -10]]> : tensor<3x2xi32>
  check.expect_eq %y, %want : tensor<3x2xi32>
  return
}

// -----

func.func @main() {
  %x0 = stablehlo.constant dense<[12, -5]> : tensor<2xi32>
  %x1 = stablehlo.constant dense<[[2], [3], [1]]> : tensor<3x1xi32>
  %y = chlo.broadcast_shift_right_arithmetic %x0, %x1 : (tensor<2xi32>, tensor<3x1xi32>) -> tensor<3x2xi32>
  %want = stablehlo.constant dense<[[3, -2], [1, -1], [6, -3]]> : tensor<3x2xi32>
  check.expect_eq %y, %want : tensor<3x2xi32>
  return
}

// -----

func.func @main() {
  %x0 = stablehlo.constant dense<[12, -5]> : tensor<2xi32>
  %x1 = stablehlo.constant dense<[[2], [3], [1]]> : tensor<3x1xi32>
  %y = chlo.broadcast_shift_right_logical %x0, %x1 : (tensor<2xi32>, tensor<3x1xi32>) -> tensor<3x2xi32>
  %want = stablehlo.constant dense<[[3, 1073741822], [1, 536870911], [6, 2147483645]]> : tensor<3x2xi32>
  check.expect_eq %y, %want : tensor<3x2xi32>
  return
}

// -----

func.func @main() {
  %x0 = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf64>
  %x1 = stablehlo.constant dense<[[1.5], [2.5]]> : tensor<2x1xf64>
  %y = chlo.broadcast_polygamma %x0, %x1 : (tensor<2xf64>, tensor<2x1xf64>) -> tensor<2x2xf64>
  %want = stablehlo.constant dense<[[0.9348022005446793, -0.82879664423432], [0.49035775610023485, -0.2362040516417274]]> : tensor<2x2xf64>
  check.expect_close %y, %want, max_ulp_difference = 3, min_ulp_difference = 0 : tensor<2x2xf64>, tensor<2x2xf64>
  return
}

// -----

func.func @main() {
  %x0 = stablehlo.constant dense<[2.0, 3.0]> : tensor<2xf64>
  %x1 = stablehlo.constant dense<[[1.5], [2.5]]> : tensor<2x1xf64>
  %y = chlo.broadcast_zeta %x0, %x1 : (tensor<2xf64>, tensor<2x1xf64>) -> tensor<2x2xf64>
  %want = stablehlo.constant dense<[[0.9348022005446793, 0.41439832211716], [0.49035775610023485, 0.1181020258208637]]> : tensor<2x2xf64>
  check.expect_close %y, %want, max_ulp_difference = 3, min_ulp_difference = 0 : tensor<2x2xf64>, tensor<2x2xf64>
  return
}

// -----

func.func @main() {
  %x0 = stablehlo.constant dense<[6.0, -3.0]> : tensor<2xf64>
  %x1 = stablehlo.constant dense<[[2.0], [4.0], [1.0]]> : tensor<3x1xf64>
  %y = chlo.broadcast_complex %x0, %x1 : (tensor<2xf64>, tensor<3x1xf64>) -> tensor<3x2xcomplex<f64>>
  %want = stablehlo.constant dense<[[(6.0, 2.0), (-3.0, 2.0)], [(6.0, 4.0), (-3.0, 4.0)], [(6.0, 1.0), (-3.0, 1.0)]]> : tensor<3x2xcomplex<f64>>
  check.expect_eq %y, %want : tensor<3x2xcomplex<f64>>
  return
}

// -----

func.func @main() {
  %x0 = stablehlo.constant dense<[6.0, -3.0]> : tensor<2xf64>
  %x1 = stablehlo.constant dense<[[2.0], [4.0], [1.0]]> : tensor<3x1xf64>
  %y = chlo.broadcast_compare %x0, %x1 {comparison_direction = #chlo<comparison_direction GT>} : (tensor<2xf64>, tensor<3x1xf64>) -> tensor<3x2xi1>
  %want = stablehlo.constant dense<[[true, false], [true, false], [true, false]]> : tensor<3x2xi1>
  check.expect_eq %y, %want : tensor<3x2xi1>
  return
}

// -----

// Along the first dimension.
func.func @main() {
  %x0 = stablehlo.constant dense<[6.0, -3.0]> : tensor<2xf32>
  %x1 = stablehlo.constant dense<[[1.0, 1.0, 1.0], [1.0, 1.0, 1.0]]> : tensor<2x3xf32>
  %y = chlo.broadcast_add %x0, %x1 {broadcast_dimensions = array<i64: 0>} : (tensor<2xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %want = stablehlo.constant dense<[[7.0, 7.0, 7.0], [-2.0, -2.0, -2.0]]> : tensor<2x3xf32>
  check.expect_eq %y, %want : tensor<2x3xf32>
  return
}

// -----

func.func @main() {
  %x0 = stablehlo.constant dense<[true, false]> : tensor<2xi1>
  %x1 = stablehlo.constant dense<[6.0, -3.0]> : tensor<2xf64>
  %x2 = stablehlo.constant dense<[[2.0], [4.0], [1.0]]> : tensor<3x1xf64>
  %y = chlo.broadcast_select %x0, %x1, %x2 : (tensor<2xi1>, tensor<2xf64>, tensor<3x1xf64>) -> tensor<3x2xf64>
  %want = stablehlo.constant dense<[[6.0, 2.0], [6.0, 4.0], [6.0, 1.0]]> : tensor<3x2xf64>
  check.expect_eq %y, %want : tensor<3x2xf64>
  return
}

// -----

func.func @main() {
  %x0 = stablehlo.constant dense<[0.25, 0.5, 0.875]> : tensor<3xf32>
  %y = "chlo.constant_like"(%x0) {value = 2.5 : f32} : (tensor<3xf32>) -> tensor<3xf32>
  %want = stablehlo.constant dense<[2.5, 2.5, 2.5]> : tensor<3xf32>
  check.expect_eq %y, %want : tensor<3xf32>
  return
}

// -----

// One extent is what the other leaves.
func.func @main() {
  %x0 = stablehlo.constant dense<[0.0, 1.0, 2.0, 3.0, 4.0, 5.0]> : tensor<6xf32>
  %x1 = stablehlo.constant dense<[2, -1]> : tensor<2xi32>
  %y = chlo.dynamic_reshape %x0, %x1 : (tensor<6xf32>, tensor<2xi32>) -> tensor<2x3xf32>
  %want = stablehlo.constant dense<[[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]]> : tensor<2x3xf32>
  check.expect_eq %y, %want : tensor<2x3xf32>
  return
}

// -----

func.func @main() {
  %y = chlo.constant dense<[1.5, 2.5]> : tensor<2xf32>
  check.expect_eq_const %y, dense<[1.5, 2.5]> : tensor<2xf32>
  return
}

// -----

// NaN is above all, and equal elements stay in order.
func.func @main() {
  %x = stablehlo.constant dense<[[3.0, 1.0, 3.0, 0x7FC00000, -2.0], [0.0, -0.0, 5.0, 4.0, 5.0]]> : tensor<2x5xf32>
  %values, %indices = chlo.top_k(%x, k = 3) : tensor<2x5xf32> -> (tensor<2x3xf32>, tensor<2x3xi32>)
  check.expect_eq_const %indices, dense<[[3, 0, 2], [2, 4, 3]]> : tensor<2x3xi32>
  %nan = stablehlo.constant dense<[[0x7FC00000, 3.0, 3.0], [5.0, 5.0, 4.0]]> : tensor<2x3xf32>
  check.expect_eq %values, %nan : tensor<2x3xf32>
  %i = stablehlo.constant dense<[7, 255, 0, 9]> : tensor<4xui8>
  %largest, %places = chlo.top_k(%i, k = 4) : tensor<4xui8> -> (tensor<4xui8>, tensor<4xi32>)
  check.expect_eq_const %largest, dense<[255, 9, 7, 0]> : tensor<4xui8>
  return
}

// -----

// The shapes of the dialect's own example.
func.func @main() {
  %a = stablehlo.constant dense<[1, 2, 3, 1, 2, 1]> : tensor<6xindex>
  %b = stablehlo.constant dense<[1, 1, 1, 2, 3]> : tensor<5xindex>
  %least:2 = "chlo.minimum_broadcast_shapes"(%a, %b) : (tensor<6xindex>, tensor<5xindex>) -> (tensor<3xindex>, tensor<2xindex>)
  check.expect_eq_const %least#0, dense<[6, 2, 1]> : tensor<3xindex>
  check.expect_eq_const %least#1, dense<[2, 3]> : tensor<2xindex>
  return
}

// -----

// Sums from the first row on, and from the last.
func.func @main() {
  %x = stablehlo.constant dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>
  %zero = stablehlo.constant dense<0> : tensor<2xi32>
  %sums, %last = chlo.scan(%x) inits (%zero) dimension=0 {
    ^bb0(%row: tensor<2xi32>, %sum: tensor<2xi32>):
      %next = stablehlo.add %sum, %row : tensor<2xi32>
      stablehlo.return %next, %next : tensor<2xi32>, tensor<2xi32>
  } : (tensor<3x2xi32>, tensor<2xi32>) -> (tensor<3x2xi32>, tensor<2xi32>)
  check.expect_eq_const %sums, dense<[[1, 2], [4, 6], [9, 12]]> : tensor<3x2xi32>
  check.expect_eq_const %last, dense<[9, 12]> : tensor<2xi32>
  %one = stablehlo.constant dense<1> : tensor<3xi32>
  %turned, %end = chlo.scan(%x) inits (%one) dimension=1 attributes {is_reverse = true} {
    ^bb0(%column: tensor<3xi32>, %product: tensor<3xi32>):
      %next = stablehlo.multiply %product, %column : tensor<3xi32>
      stablehlo.return %next, %next : tensor<3xi32>, tensor<3xi32>
  } : (tensor<3x2xi32>, tensor<3xi32>) -> (tensor<3x2xi32>, tensor<3xi32>)
  check.expect_eq_const %turned, dense<[[2, 2], [12, 4], [30, 6]]> : tensor<3x2xi32>
  check.expect_eq_const %end, dense<[2, 12, 30]> : tensor<3xi32>
  return
}

// -----

// The names under which programs carried CHLO's ops before.
func.func @main() {
  %x = stablehlo.constant dense<[-0.5, 0.0, 2.0]> : tensor<3xf32>
  %y = stablehlo.custom_call @mhlo.erf(%x) {mhlo.attributes = {}, mhlo.version = 1 : i64} : (tensor<3xf32>) -> tensor<3xf32>
  %want = chlo.erf %x : tensor<3xf32> -> tensor<3xf32>
  check.expect_eq %y, %want : tensor<3xf32>
  %values, %indices = stablehlo.custom_call @mhlo.topk(%x) {mhlo.attributes = {k = 2 : i64, largest = true}, mhlo.version = 1 : i64} : (tensor<3xf32>) -> (tensor<2xf32>, tensor<2xi32>)
  check.expect_eq_const %indices, dense<[2, 1]> : tensor<2xi32>
  return
}

// -----

// The last row belongs to no group.
func.func @main() {
  %x0 = stablehlo.constant dense<[[3.0, -4.0, -3.0], [-2.0, -3.0, 3.0], [3.0, 1.0, -4.0], [-4.0, -2.0, -1.0], [1.0, 0.0, -2.0]]> : tensor<5x3xf32>
  %x1 = stablehlo.constant dense<[[[-3.0, 2.0], [2.0, -4.0], [-3.0, 0.0]], [[-1.0, 3.0], [0.0, -1.0], [-1.0, 1.0]]]> : tensor<2x3x2xf32>
  %x2 = stablehlo.constant dense<[2, 2]> : tensor<2xi32>
  %y = "chlo.ragged_dot"(%x0, %x1, %x2) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>} : (tensor<5x3xf32>, tensor<2x3x2xf32>, tensor<2xi32>) -> tensor<5x2xf32>
  %want = stablehlo.constant dense<[[-8.0, 22.0], [-9.0, 8.0], [1.0, 4.0], [5.0, -11.0], [0.0, 0.0]]> : tensor<5x2xf32>
  check.expect_eq %y, %want : tensor<5x2xf32>
  return
}

// -----

// The contracted dimension is ragged: a product for each group.
func.func @main() {
  %x0 = stablehlo.constant dense<[[1.0, -3.0, 2.0, 2.0, 4.0], [3.0, -2.0, -2.0, 1.0, 1.0], [2.0, 3.0, -2.0, 4.0, -4.0]]> : tensor<3x5xf32>
  %x1 = stablehlo.constant dense<[[-4.0, 4.0], [4.0, -2.0], [-3.0, -2.0], [-4.0, 4.0], [1.0, 1.0]]> : tensor<5x2xf32>
  %x2 = stablehlo.constant dense<[1, 3]> : tensor<2xi32>
  %y = "chlo.ragged_dot"(%x0, %x1, %x2) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0], lhs_ragged_dimensions = [1]>} : (tensor<3x5xf32>, tensor<5x2xf32>, tensor<2xi32>) -> tensor<2x3x2xf32>
  %want = stablehlo.constant dense<[[[-4.0, 4.0], [-12.0, 12.0], [-8.0, 8.0]], [[-26.0, 10.0], [-6.0, 12.0], [2.0, 14.0]]]> : tensor<2x3x2xf32>
  check.expect_eq %y, %want : tensor<2x3x2xf32>
  return
}

// -----

// The batching dimension is ragged.
func.func @main() {
  %x0 = stablehlo.constant dense<[[[-2.0, 0.0, -3.0], [2.0, 0.0, -4.0]], [[-2.0, 2.0, 0.0], [-1.0, -2.0, -4.0]], [[1.0, 1.0, 0.0], [4.0, 4.0, -3.0]], [[1.0, 1.0, -2.0], [-2.0, 0.0, 2.0]]]> : tensor<4x2x3xf32>
  %x1 = stablehlo.constant dense<[[[-2.0, 2.0], [1.0, -3.0], [-1.0, 3.0]], [[3.0, 1.0], [-4.0, 2.0], [-2.0, 3.0]], [[4.0, -1.0], [4.0, 2.0], [-2.0, 3.0]], [[-1.0, -4.0], [1.0, 3.0], [1.0, -1.0]]]> : tensor<4x3x2xf32>
  %x2 = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %y = "chlo.ragged_dot"(%x0, %x1, %x2) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0]>} : (tensor<4x2x3xf32>, tensor<4x3x2xf32>, tensor<2xi32>) -> tensor<4x2x2xf32>
  %want = stablehlo.constant dense<[[[7.0, -13.0], [0.0, -8.0]], [[-14.0, 2.0], [13.0, -17.0]], [[8.0, 1.0], [38.0, -5.0]], [[0.0, 0.0], [0.0, 0.0]]]> : tensor<4x2x2xf32>
  check.expect_eq %y, %want : tensor<4x2x2xf32>
  return
}
