// The same seed gives the same inputs for ever, whichever backend runs; these numbers
// follow from what `tools/src/run/random.rs` says.

// RUN: hloom run %s --backend=interp --random-inputs=1 --print | hloom check %s
// RUN: not hloom run %s --backend=interp --entry=open --random-inputs=1 2>&1 | hloom check %s --check-prefix=OPEN

// CHECK:      0: tensor<2xf64> = [0.38702427802045847, -0.15357710360834553]
// OPEN: error: argument 0 (%x) is tensor<?xf64>, of which no random value can be made
func.func @main(%x: tensor<2xf64>) -> tensor<2xf64> {
  return %x : tensor<2xf64>
}
func.func @open(%x: tensor<?xf64>) -> tensor<?xf64> {
  return %x : tensor<?xf64>
}
