// Complex elements are as far apart as the parts that are further apart: each part need not be far, and
// the code of a program with a loop decides as the interpreter does.

// RUN: hloom run %s --backend=interp --print | hloom check %s
// RUN: %if llvm %{ hloom run %s --backend=cpu --passes=cse --print | hloom check %s %}
// CHECK: tensor<i32> = 3

func.func @main() -> tensor<i32> {
  %one = stablehlo.constant dense<(1.0, 2.0)> : tensor<complex<f64>>
  %two = stablehlo.constant dense<(2.0, 2.0)> : tensor<complex<f64>>
  check.expect_close %one, %two, min_ulp_difference = 1, max_ulp_difference = 18446744073709551612 : tensor<complex<f64>>, tensor<complex<f64>>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %end = stablehlo.while(%i = %zero) : tensor<i32>
  cond {
    %three = stablehlo.constant dense<3> : tensor<i32>
    %more = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %step = stablehlo.constant dense<1> : tensor<i32>
    %next = stablehlo.add %i, %step : tensor<i32>
    stablehlo.return %next : tensor<i32>
  }
  return %end : tensor<i32>
}
