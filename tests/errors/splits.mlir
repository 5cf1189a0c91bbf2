// Splits that are none, and ops that can't make them.

// expected-error@+1 {{tensor<4xf32, #hloom.split<[2 over moon]>> has no split that can be read; one is}}
func.func @moon(%x: tensor<4xf32, #hloom.split<[2 over moon]>>) {
  return
}

// -----

// expected-error@+1 {{tensor<4xf32, #hloom.split<[8 over cores]>> has a split whose dimension 0 of extent 4 is divided into 8 parts}}
func.func @too_many(%x: tensor<4xf32, #hloom.split<[8 over cores]>>) {
  return
}

// -----

func.func @makes_terms(%x: tensor<4xf32>) {
  // expected-error@+1 {{a relayout combines terms and makes none}}
  %y = hloom.relayout %x : (tensor<4xf32>) -> tensor<4xf32, #hloom.split<[1], partial = add 2 over cores>>
  return
}

// -----

func.func @moves_parts(%x: tensor<4x4xf32, #hloom.split<[2 over cores, 1]>>, %f: tensor<f32>) {
  // expected-error@+1 {{only halos may be new}}
  %y = hloom.halo %x, %f : (tensor<4x4xf32, #hloom.split<[2 over cores, 1]>>, tensor<f32>) -> tensor<4x4xf32, #hloom.split<[1, 2 over cores halo (1, 0)]>>
  return
}

// -----

func.func @fill(%x: tensor<4xf32, #hloom.split<[2 over cores]>>, %f: tensor<i32>) {
  // expected-error@+1 {{the fill of tensor<4xf32, #hloom.split<[2 over cores]>> is tensor<i32>; it must be a scalar of the same element type}}
  %y = hloom.halo %x, %f : (tensor<4xf32, #hloom.split<[2 over cores]>>, tensor<i32>) -> tensor<4xf32, #hloom.split<[2 over cores halo (1, 0)]>>
  return
}
