// --timing and --statistics report on standard error.

// RUN: hloom opt %s --passes=canonicalize,cse,canonicalize --timing --statistics 2>%t >%t.out
// RUN: cat %t | hloom check %s

// CHECK:      time (ms)   share  runs  what
// CHECK-NEXT: {{[0-9.]+ +[0-9.]+% +}}1  parse and verify
// CHECK-NEXT: {{[0-9.]+ +[0-9.]+% +}}2  canonicalize
// CHECK-NEXT: {{[0-9.]+ +[0-9.]+% +}}1  cse
// CHECK-NEXT: {{[0-9.]+ +[0-9.]+% +}}1  print
// CHECK-NEXT: {{[0-9.]+ +}}100.0%        total
// CHECK-NEXT: canonicalize: 2 runs, 1 with changes
// CHECK:      1  negate-negate
// CHECK:      cse: 1 runs, 0 with changes
// CHECK-NEXT: 1 instructions in the entry, 1 in all 1 computations
// CHECK-NEXT: entry     total  instruction
// CHECK-NEXT: 1         1  parameter
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %once = stablehlo.negate %x : tensor<4xf32>
  %twice = stablehlo.negate %once : tensor<4xf32>
  return %twice : tensor<4xf32>
}
