// The kinds of code, on standard output or in a file whose name says the kind.

// RUN: hloom compile %s --emit loops | hloom check %s --check-prefix=LOOPS
// RUN: not hloom compile %s --emit=ptx 2>&1 | hloom check %s --check-prefix=GPU
// RUN: not hloom compile %s --emit=obj 2>&1 | hloom check %s --check-prefix=BINARY
// RUN: not hloom compile %s --emit=loops --entry=mian 2>&1 | hloom check %s --check-prefix=ENTRY
// RUN: not hloom compile %s --emit=loops --header=x.h 2>&1 | hloom check %s --check-prefix=HEADER

// LOOPS:  program @scale {
// GPU:    error: --emit ptx and cubin are for GPUs: name one with --target sm_90, say
// BINARY: error: this is not text: name the file with -o FILE, or -o - for standard output
// ENTRY:  error: there is no function @mian
// HEADER: error: --header goes with --emit so
func.func @scale(%x: tensor<1024xf32>) -> tensor<1024xf32> {
  %two = stablehlo.constant dense<2.0> : tensor<1024xf32>
  %twice = stablehlo.multiply %x, %two : tensor<1024xf32>
  return %twice : tensor<1024xf32>
}
