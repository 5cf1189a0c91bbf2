// A training step of 8 dense layers of 256, on 384 samples: sums of squares, and gradient descent.
func.func @main(%w0: tensor<256x256xf32>, %w1: tensor<256x256xf32>, %w2: tensor<256x256xf32>, %w3: tensor<256x256xf32>, %w4: tensor<256x256xf32>, %w5: tensor<256x256xf32>, %w6: tensor<256x256xf32>, %w7: tensor<256x256xf32>, %x: tensor<384x256xf32>, %y: tensor<384x256xf32>) -> (tensor<256x256xf32>, tensor<256x256xf32>, tensor<256x256xf32>, tensor<256x256xf32>, tensor<256x256xf32>, tensor<256x256xf32>, tensor<256x256xf32>, tensor<256x256xf32>, tensor<f32> {hloom.name = "loss"}) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<384x256xf32>
  %rate = stablehlo.constant dense<1.0e-4> : tensor<256x256xf32>
  %a0 = stablehlo.dot_general %x, %w0, contracting_dims = [1] x [0] : (tensor<384x256xf32>, tensor<256x256xf32>) -> tensor<384x256xf32>
  %h0 = stablehlo.tanh %a0 : tensor<384x256xf32>
  %a1 = stablehlo.dot_general %h0, %w1, contracting_dims = [1] x [0] : (tensor<384x256xf32>, tensor<256x256xf32>) -> tensor<384x256xf32>
  %h1 = stablehlo.tanh %a1 : tensor<384x256xf32>
  %a2 = stablehlo.dot_general %h1, %w2, contracting_dims = [1] x [0] : (tensor<384x256xf32>, tensor<256x256xf32>) -> tensor<384x256xf32>
  %h2 = stablehlo.tanh %a2 : tensor<384x256xf32>
  %a3 = stablehlo.dot_general %h2, %w3, contracting_dims = [1] x [0] : (tensor<384x256xf32>, tensor<256x256xf32>) -> tensor<384x256xf32>
  %h3 = stablehlo.tanh %a3 : tensor<384x256xf32>
  %a4 = stablehlo.dot_general %h3, %w4, contracting_dims = [1] x [0] : (tensor<384x256xf32>, tensor<256x256xf32>) -> tensor<384x256xf32>
  %h4 = stablehlo.tanh %a4 : tensor<384x256xf32>
  %a5 = stablehlo.dot_general %h4, %w5, contracting_dims = [1] x [0] : (tensor<384x256xf32>, tensor<256x256xf32>) -> tensor<384x256xf32>
  %h5 = stablehlo.tanh %a5 : tensor<384x256xf32>
  %a6 = stablehlo.dot_general %h5, %w6, contracting_dims = [1] x [0] : (tensor<384x256xf32>, tensor<256x256xf32>) -> tensor<384x256xf32>
  %h6 = stablehlo.tanh %a6 : tensor<384x256xf32>
  %a7 = stablehlo.dot_general %h6, %w7, contracting_dims = [1] x [0] : (tensor<384x256xf32>, tensor<256x256xf32>) -> tensor<384x256xf32>
  %h7 = stablehlo.tanh %a7 : tensor<384x256xf32>
  %e = stablehlo.subtract %h7, %y : tensor<384x256xf32>
  %ee = stablehlo.multiply %e, %e : tensor<384x256xf32>
  %loss = stablehlo.reduce(%ee init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<384x256xf32>, tensor<f32>) -> tensor<f32>
  %hh7 = stablehlo.multiply %h7, %h7 : tensor<384x256xf32>
  %d7 = stablehlo.subtract %one, %hh7 : tensor<384x256xf32>
  %ga7 = stablehlo.multiply %e, %d7 : tensor<384x256xf32>
  %gw7 = stablehlo.dot_general %h6, %ga7, contracting_dims = [0] x [0] : (tensor<384x256xf32>, tensor<384x256xf32>) -> tensor<256x256xf32>
  %gh7 = stablehlo.dot_general %ga7, %w7, contracting_dims = [1] x [1] : (tensor<384x256xf32>, tensor<256x256xf32>) -> tensor<384x256xf32>
  %dw7 = stablehlo.multiply %gw7, %rate : tensor<256x256xf32>
  %n7 = stablehlo.subtract %w7, %dw7 : tensor<256x256xf32>
  %hh6 = stablehlo.multiply %h6, %h6 : tensor<384x256xf32>
  %d6 = stablehlo.subtract %one, %hh6 : tensor<384x256xf32>
  %ga6 = stablehlo.multiply %gh7, %d6 : tensor<384x256xf32>
  %gw6 = stablehlo.dot_general %h5, %ga6, contracting_dims = [0] x [0] : (tensor<384x256xf32>, tensor<384x256xf32>) -> tensor<256x256xf32>
  %gh6 = stablehlo.dot_general %ga6, %w6, contracting_dims = [1] x [1] : (tensor<384x256xf32>, tensor<256x256xf32>) -> tensor<384x256xf32>
  %dw6 = stablehlo.multiply %gw6, %rate : tensor<256x256xf32>
  %n6 = stablehlo.subtract %w6, %dw6 : tensor<256x256xf32>
  %hh5 = stablehlo.multiply %h5, %h5 : tensor<384x256xf32>
  %d5 = stablehlo.subtract %one, %hh5 : tensor<384x256xf32>
  %ga5 = stablehlo.multiply %gh6, %d5 : tensor<384x256xf32>
  %gw5 = stablehlo.dot_general %h4, %ga5, contracting_dims = [0] x [0] : (tensor<384x256xf32>, tensor<384x256xf32>) -> tensor<256x256xf32>
  %gh5 = stablehlo.dot_general %ga5, %w5, contracting_dims = [1] x [1] : (tensor<384x256xf32>, tensor<256x256xf32>) -> tensor<384x256xf32>
  %dw5 = stablehlo.multiply %gw5, %rate : tensor<256x256xf32>
  %n5 = stablehlo.subtract %w5, %dw5 : tensor<256x256xf32>
  %hh4 = stablehlo.multiply %h4, %h4 : tensor<384x256xf32>
  %d4 = stablehlo.subtract %one, %hh4 : tensor<384x256xf32>
  %ga4 = stablehlo.multiply %gh5, %d4 : tensor<384x256xf32>
  %gw4 = stablehlo.dot_general %h3, %ga4, contracting_dims = [0] x [0] : (tensor<384x256xf32>, tensor<384x256xf32>) -> tensor<256x256xf32>
  %gh4 = stablehlo.dot_general %ga4, %w4, contracting_dims = [1] x [1] : (tensor<384x256xf32>, tensor<256x256xf32>) -> tensor<384x256xf32>
  %dw4 = stablehlo.multiply %gw4, %rate : tensor<256x256xf32>
  %n4 = stablehlo.subtract %w4, %dw4 : tensor<256x256xf32>
  %hh3 = stablehlo.multiply %h3, %h3 : tensor<384x256xf32>
  %d3 = stablehlo.subtract %one, %hh3 : tensor<384x256xf32>
  %ga3 = stablehlo.multiply %gh4, %d3 : tensor<384x256xf32>
  %gw3 = stablehlo.dot_general %h2, %ga3, contracting_dims = [0] x [0] : (tensor<384x256xf32>, tensor<384x256xf32>) -> tensor<256x256xf32>
  %gh3 = stablehlo.dot_general %ga3, %w3, contracting_dims = [1] x [1] : (tensor<384x256xf32>, tensor<256x256xf32>) -> tensor<384x256xf32>
  %dw3 = stablehlo.multiply %gw3, %rate : tensor<256x256xf32>
  %n3 = stablehlo.subtract %w3, %dw3 : tensor<256x256xf32>
  %hh2 = stablehlo.multiply %h2, %h2 : tensor<384x256xf32>
  %d2 = stablehlo.subtract %one, %hh2 : tensor<384x256xf32>
  %ga2 = stablehlo.multiply %gh3, %d2 : tensor<384x256xf32>
  %gw2 = stablehlo.dot_general %h1, %ga2, contracting_dims = [0] x [0] : (tensor<384x256xf32>, tensor<384x256xf32>) -> tensor<256x256xf32>
  %gh2 = stablehlo.dot_general %ga2, %w2, contracting_dims = [1] x [1] : (tensor<384x256xf32>, tensor<256x256xf32>) -> tensor<384x256xf32>
  %dw2 = stablehlo.multiply %gw2, %rate : tensor<256x256xf32>
  %n2 = stablehlo.subtract %w2, %dw2 : tensor<256x256xf32>
  %hh1 = stablehlo.multiply %h1, %h1 : tensor<384x256xf32>
  %d1 = stablehlo.subtract %one, %hh1 : tensor<384x256xf32>
  %ga1 = stablehlo.multiply %gh2, %d1 : tensor<384x256xf32>
  %gw1 = stablehlo.dot_general %h0, %ga1, contracting_dims = [0] x [0] : (tensor<384x256xf32>, tensor<384x256xf32>) -> tensor<256x256xf32>
  %gh1 = stablehlo.dot_general %ga1, %w1, contracting_dims = [1] x [1] : (tensor<384x256xf32>, tensor<256x256xf32>) -> tensor<384x256xf32>
  %dw1 = stablehlo.multiply %gw1, %rate : tensor<256x256xf32>
  %n1 = stablehlo.subtract %w1, %dw1 : tensor<256x256xf32>
  %hh0 = stablehlo.multiply %h0, %h0 : tensor<384x256xf32>
  %d0 = stablehlo.subtract %one, %hh0 : tensor<384x256xf32>
  %ga0 = stablehlo.multiply %gh1, %d0 : tensor<384x256xf32>
  %gw0 = stablehlo.dot_general %x, %ga0, contracting_dims = [0] x [0] : (tensor<384x256xf32>, tensor<384x256xf32>) -> tensor<256x256xf32>
  %dw0 = stablehlo.multiply %gw0, %rate : tensor<256x256xf32>
  %n0 = stablehlo.subtract %w0, %dw0 : tensor<256x256xf32>
  return %n0, %n1, %n2, %n3, %n4, %n5, %n6, %n7, %loss : tensor<256x256xf32>, tensor<256x256xf32>, tensor<256x256xf32>, tensor<256x256xf32>, tensor<256x256xf32>, tensor<256x256xf32>, tensor<256x256xf32>, tensor<256x256xf32>, tensor<f32>
}
