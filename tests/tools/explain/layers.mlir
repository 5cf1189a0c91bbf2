// Which ops cores compute side by side, and what other divisions would take.

// RUN: hloom explain layers %s | hloom check %s
// RUN: hloom explain layers %s --cores 1 | hloom check %s --check-prefix=ONE
// RUN: hloom explain layers %s --measure | hloom check %s --check-prefix=MEASURE
// RUN: not hloom explain layers %s --cores 65 2>&1 | hloom check %s --check-prefix=CORES

// The block of IOS with few channels: c needs a.
// CHECK:      @main: {{.*}} in {{[0-9]+}} layer{{s?}} on 2 cores; sequential {{.*}}, greedy {{.*}}, Algorithm 1 {{.*}}, exact {{.*}} ({{[0-9]+}} prefix sets)
// CHECK-NEXT:   layer 0: {{.*}}, side by side, each on one core, cores {{[0-9]+}} % busy
// CHECK:          %a {{ *}}convolution {{ *}}{{.*}} on one core
// CHECK:      @nothing: no ops that take time

// MEASURE: @main: {{.*}}s in {{[0-9]+}} layer{{s?}} on 2 cores, by measured times; sequential {{.*}}s, greedy {{.*}}s

// ONE: @main: {{.*}} on 1 core; sequential [[TIME:.*s]], greedy {{.*}}, Algorithm 1 [[TIME]], exact [[TIME]] (

// CORES: error: --cores must be 1 to 64, not 65

func.func @main(%x: tensor<1x8x8x8xf32>, %k: tensor<3x3x8x8xf32>, %l: tensor<3x3x8x16xf32>) -> (tensor<1x8x8x16xf32>, tensor<1x8x8x16xf32>, tensor<1x8x8x8xf32>) {
  %a = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x8xf32>, tensor<3x3x8x8xf32>) -> tensor<1x8x8x8xf32>
  %b = stablehlo.convolution(%x, %l) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x8xf32>, tensor<3x3x8x16xf32>) -> tensor<1x8x8x16xf32>
  %c = stablehlo.convolution(%a, %l) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x8xf32>, tensor<3x3x8x16xf32>) -> tensor<1x8x8x16xf32>
  %n = stablehlo.negate %x : tensor<1x8x8x8xf32>
  %d = stablehlo.convolution(%n, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x8xf32>, tensor<3x3x8x8xf32>) -> tensor<1x8x8x8xf32>
  return %b, %c, %d : tensor<1x8x8x16xf32>, tensor<1x8x8x16xf32>, tensor<1x8x8x8xf32>
}
func.func @nothing(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
