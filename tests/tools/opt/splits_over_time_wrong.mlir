// Batches whose types disagree.

// RUN: hloom opt %s --verify-diagnostics --split-input-file --micro-batch

// expected-error@+1 {{argument 1 has 4 parts over time along dimension 0, another one 2 along dimension 0}}
func.func @main(%x: tensor<8xf32, #hloom.split<[2 over time]>>, %y: tensor<8xf32, #hloom.split<[4 over time]>>) {
  return
}

// -----

// expected-error@+1 {{argument 0 is split over time along the dimensions 0 and 1}}
func.func @main(%x: tensor<8x3xf32, #hloom.split<[4 over time, 3 over time]>>) {
  return
}

// -----

// expected-error@+1 {{argument 0 has boundaries over time; micro-batches are even}}
func.func @main(%x: tensor<8xf32, #hloom.split<[3 at (0, 1, 2, 8) over time]>>) {
  return
}
