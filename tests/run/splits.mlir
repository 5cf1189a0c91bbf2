// Splits do not change values.

func.func @main() {
  %x = stablehlo.constant dense<[[1, 2], [3, 4], [5, 6], [7, 8]]> : tensor<4x2xi32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %rows = hloom.relayout %x : (tensor<4x2xi32>) -> tensor<4x2xi32, #hloom.split<[2 over cores, 1]>>
  %near = hloom.halo %rows, %zero : (tensor<4x2xi32, #hloom.split<[2 over cores, 1]>>, tensor<i32>) -> tensor<4x2xi32, #hloom.split<[2 over cores halo (1, 0), 1]>>
  %columns = hloom.relayout %near : (tensor<4x2xi32, #hloom.split<[2 over cores halo (1, 0), 1]>>) -> tensor<4x2xi32, #hloom.split<[1, 2 over time]>>
  %double = stablehlo.add %columns, %columns : tensor<4x2xi32, #hloom.split<[1, 2 over time]>>
  %sum = stablehlo.reduce(%double init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x2xi32, #hloom.split<[1, 2 over time]>>, tensor<i32>) -> tensor<4xi32, #hloom.split<[1], partial = add 2 over cores>>
  %y = hloom.relayout %sum : (tensor<4xi32, #hloom.split<[1], partial = add 2 over cores>>) -> tensor<4xi32>
  check.expect_eq_const %y, dense<[6, 14, 22, 30]> : tensor<4xi32>
  %same = hloom.relayout %near : (tensor<4x2xi32, #hloom.split<[2 over cores halo (1, 0), 1]>>) -> tensor<4x2xi32>
  check.expect_eq %same, %x : tensor<4x2xi32>
  return
}
