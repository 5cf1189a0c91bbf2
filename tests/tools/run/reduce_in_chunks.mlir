// RUN: %if ptx %{ hloom run %s --backend=ptx-emulator --split-input-file --random-inputs=1 --compare=interp --max-ulp=0 %}

// A GPU reduces in chunks where the order of chunks is all that counts: the largest element, the first
// of equal ones.
func.func @main(%x: tensor<1031xf32>) -> (tensor<f32>, tensor<i32>) {
  %i = stablehlo.iota dim = 0 : tensor<1031xi32>
  %n = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %z = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.reduce(%x init: %n), (%i init: %z) across dimensions = [0] : (tensor<1031xf32>, tensor<1031xi32>, tensor<f32>, tensor<i32>) -> (tensor<f32>, tensor<i32>)
    reducer(%a: tensor<f32>, %b: tensor<f32>) (%c: tensor<i32>, %d: tensor<i32>) {
      %g = stablehlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %ne = stablehlo.compare NE, %a, %a : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %p = stablehlo.or %g, %ne : tensor<i1>
      %e = stablehlo.compare EQ, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %l = stablehlo.compare LT, %c, %d : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %t = stablehlo.and %e, %l : tensor<i1>
      %q = stablehlo.or %p, %t : tensor<i1>
      %v = stablehlo.select %p, %a, %b : tensor<i1>, tensor<f32>
      %w = stablehlo.select %q, %c, %d : tensor<i1>, tensor<i32>
      stablehlo.return %v, %w : tensor<f32>, tensor<i32>
    }
  return %r#0, %r#1 : tensor<f32>, tensor<i32>
}

// -----

// Values of different results are compared: the order of all points counts.
func.func @main(%x: tensor<1024xi32>, %y: tensor<1024xi32>) -> (tensor<i32>, tensor<i32>) {
  %c0 = stablehlo.constant dense<0> : tensor<i32>
  %c1 = stablehlo.constant dense<100> : tensor<i32>
  %r:2 = stablehlo.reduce(%x init: %c0), (%y init: %c1) across dimensions = [0] : (tensor<1024xi32>, tensor<1024xi32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
   reducer(%a: tensor<i32>, %c: tensor<i32>) (%b: tensor<i32>, %d: tensor<i32>)  {
    %p = stablehlo.compare LT, %a, %d, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %7 = stablehlo.select %p, %a, %c : tensor<i1>, tensor<i32>
    %8 = stablehlo.select %p, %b, %d : tensor<i1>, tensor<i32>
    stablehlo.return %7, %8 : tensor<i32>, tensor<i32>
  }
  return %r#0, %r#1 : tensor<i32>, tensor<i32>
}
