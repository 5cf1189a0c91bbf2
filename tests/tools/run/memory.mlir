// What is larger than the machine's memory is refused before it is tried.

// RUN: not hloom run %s --backend=interp --entry=numbers 2>&1 | hloom check %s --check-prefix=NUMBERS
// RUN: %if llvm %{ not hloom run %s --backend=cpu --entry=ones 2>&1 | hloom check %s --check-prefix=ONES %}

// NUMBERS: error: `stablehlo.iota`: it needs 1000000000000 bytes of memory; there are {{[0-9]+}} left
// ONES: error: `func.return` can't be lowered to loops: a constant of 1000000000000 bytes is too large

func.func @numbers() -> tensor<500000000x500xf32> {
  %i = stablehlo.iota dim = 0 : tensor<500000000x500xf32>
  return %i : tensor<500000000x500xf32>
}

func.func @ones() -> tensor<500000000x500xf32> {
  %c = stablehlo.constant dense<1.0> : tensor<500000000x500xf32>
  return %c : tensor<500000000x500xf32>
}
