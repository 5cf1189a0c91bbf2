// RUN: not hloom opt %s --passes=refine-shapes{arguments=0} 2>&1 | hloom check %s --check-prefix=FAILS
// RUN: not hloom opt %s --passes=refine-shapes{arguments=9} 2>&1 | hloom check %s --check-prefix=BOUND
// RUN: not hloom opt %s --passes=refine-shapes{arguments=2:3} 2>&1 | hloom check %s --check-prefix=COUNT
// RUN: hloom opt %s --passes=refine-shapes{arguments=_} | hloom check %s --check-prefix=OPEN

// FAILS: there must be a row, but there are 0 of at least {1}
// BOUND: an argument of type tensor<?xf32, #stablehlo.bounds<8>> can't have the extents `9`
// COUNT: `2:3` gives the extents of 2 arguments, but there are 1
// OPEN: func.func @main(%x: tensor<?xf32, #stablehlo.bounds<8>>)
// OPEN: shape_assertion
func.func @main(%x: tensor<?xf32, #stablehlo.bounds<8>>) -> tensor<i32> {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32, #stablehlo.bounds<8>>) -> tensor<i32>
  %some = stablehlo.compare GE, %n, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%some, %n) {error_message = "there must be a row, but there are {0} of at least {1}", has_side_effect = true}
    : (tensor<i1>, tensor<i32>) -> ()
  return %n : tensor<i32>
}
