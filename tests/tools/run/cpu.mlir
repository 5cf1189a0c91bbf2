// Machine code gives what the interpreter gives, and honours checks.

// REQUIRES: llvm
// RUN: hloom run %s --entry=main --random-inputs=7 --compare=interp --max-ulp=4 --threads=2 | hloom check %s
// RUN: hloom run %s --entry=main --random-inputs=7 --passes=dce --compare=interp --max-ulp=4
// RUN: hloom run %s --entry=main --random-inputs=7 --time --repeat=4 | hloom check %s --check-prefix=TIME
// RUN: not hloom run %s --entry=checked 2>&1 | hloom check %s --check-prefix=ERROR
// RUN: hloom run %s --entry=pairs --print | hloom check %s --check-prefix=PAIRS

// CHECK: 0: tensor<8xf32>, cpu and interp: {{.*}}
// TIME: {"compile_ms":{{[0-9.]+}}, "min_ms":{{[0-9.]+}}, "median_ms":{{[0-9.]+}}, "max_ms":{{[0-9.]+}}, "runs":4}
func.func @main(%x: tensor<8xf32>, %y: tensor<8xf32>) -> tensor<8xf32> {
  %sum = stablehlo.add %x, %y : tensor<8xf32>
  %exp = stablehlo.exponential %sum : tensor<8xf32>
  return %exp : tensor<8xf32>
}

func.func @checked() {
  %two = stablehlo.constant dense<2> : tensor<i32>
  // ERROR:      error: `check.expect_eq_const`
  // ERROR-NEXT: cpu.mlir:[[#@LINE+1]]:3
  check.expect_eq_const %two, dense<3> : tensor<i32>
  return
}

// PAIRS:      0: tuple (
// PAIRS-NEXT:   tensor<i32> = 1
// PAIRS-NEXT:   tensor<2xi32> = [2, 3]
// PAIRS-NEXT: )
func.func @pairs() -> tuple<tensor<i32>, tensor<2xi32>> {
  %a = stablehlo.constant dense<1> : tensor<i32>
  %b = stablehlo.constant dense<[2, 3]> : tensor<2xi32>
  %pair = stablehlo.tuple %a, %b : tuple<tensor<i32>, tensor<2xi32>>
  return %pair : tuple<tensor<i32>, tensor<2xi32>>
}
