// Two backends on the same inputs; and times.

// RUN: hloom run %s --backend=interp --random-inputs=7 --compare=interp --max-ulp=0 | hloom check %s
// RUN: hloom run %s --backend=interp --random-inputs=7 --time --warmup=1 --repeat=3 | hloom check %s --check-prefix=TIME

// CHECK: 0: tensor<8xf32>, interp and interp: no difference
// TIME: {"compile_ms":{{[0-9.]+}}, "min_ms":{{[0-9.]+}}, "median_ms":{{[0-9.]+}}, "max_ms":{{[0-9.]+}}, "runs":3}
func.func @main(%x: tensor<8xf32>, %y: tensor<8xf32>) -> tensor<8xf32> {
  %sum = stablehlo.add %x, %y : tensor<8xf32>
  %exp = stablehlo.exponential %sum : tensor<8xf32>
  return %exp : tensor<8xf32>
}
