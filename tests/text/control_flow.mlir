// Functions of several blocks, branches between them, and scalars outside of tensors.
module {
  func.func @collatz(%n: tensor<i32>) -> tensor<i32> {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    cf.br ^bb1(%n, %zero : tensor<i32>, tensor<i32>)
  ^bb1(%x: tensor<i32>, %steps: tensor<i32>):
    %more = stablehlo.compare GT, %x, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %flag = tensor.extract %more[] : tensor<i1>
    cf.cond_br %flag, ^bb2, ^bb5(%steps : tensor<i32>)
  ^bb2:
    %odd = stablehlo.and %x, %one : tensor<i32>
    %parity = tensor.extract %odd[] : tensor<i32>
    cf.switch %parity : i32, [
      default: ^bb4(%x : tensor<i32>),
      0: ^bb3,
      -7: ^bb2
    ] {note = 1 : i32}
  ^bb3:
    %half = stablehlo.shift_right_arithmetic %x, %one : tensor<i32>
    cf.br ^bb4(%half : tensor<i32>)
  ^bb4(%y: tensor<i32>):
    %more_steps = stablehlo.add %steps, %one : tensor<i32>
    cf.br ^bb1(%y, %more_steps : tensor<i32>, tensor<i32>)
  ^bb5(%result: tensor<i32>):
    return %result : tensor<i32>
  }
  func.func @later(%c: i1, %i: index) -> tensor<2xi32> {
    cf.br ^bb2
  ^bb1:
    cf.assert %yes, "a \22quoted\22 message"
    cf.cond_br %yes, ^bb3(%k : i32), ^bb3(%k : i32) {branch_weights = array<i32: 1, 2>}
  ^bb2:
    %yes = arith.constant true
    %k = arith.constant -4 : i32
    %t = arith.constant dense<[1, 2]> : tensor<2xi32>
    %f = arith.constant 2.500000e-01 : f32
    %e = tensor.extract %t[%i] : tensor<2xi32>
    cf.br ^bb1
  ^bb3(%m: i32):
    %pair = tensor.from_elements %m, %e : tensor<2xi32>
    cf.switch %k : i32, [
      default: ^bb4
    ]
  ^bb4:
    return %pair : tensor<2xi32>
  }
  func.func @foreign(%x: tensor<f32>) -> tensor<f32> {
    "test.invoke"(%x)[^bb1, ^bb2] <{kind = 1 : i32}> {note} : (tensor<f32>) -> ()
  ^bb1:
    return %x : tensor<f32>
  ^bb2:
    %0 = "test.region"() ({
      cf.br ^bb1
    ^bb1:
      "test.end"() : () -> ()
    }) : () -> tensor<f32>
    return %0 : tensor<f32>
  }
}
