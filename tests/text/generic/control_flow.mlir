// Functions of several blocks, branches between them, and scalars outside of tensors.
"builtin.module"() ({
  "func.func"() <{sym_name = "collatz", function_type = (tensor<i32>) -> tensor<i32>}> ({
  ^bb0(%n: tensor<i32>):
    %zero = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %one = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    "cf.br"(%n, %zero)[^bb1] : (tensor<i32>, tensor<i32>) -> ()
  ^bb1(%x: tensor<i32>, %steps: tensor<i32>):
    %more = "stablehlo.compare"(%x, %one) <{comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %flag = "tensor.extract"(%more) : (tensor<i1>) -> i1
    "cf.cond_br"(%flag, %steps)[^bb2, ^bb5] <{operandSegmentSizes = array<i32: 1, 0, 1>}> : (i1, tensor<i32>) -> ()
  ^bb2:
    %odd = "stablehlo.and"(%x, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %parity = "tensor.extract"(%odd) : (tensor<i32>) -> i32
    "cf.switch"(%parity, %x)[^bb4, ^bb3, ^bb2] <{case_operand_segments = array<i32: 0, 0>, case_values = dense<[0, -7]> : tensor<2xi32>, operandSegmentSizes = array<i32: 1, 1, 0>}> {note = 1 : i32} : (i32, tensor<i32>) -> ()
  ^bb3:
    %half = "stablehlo.shift_right_arithmetic"(%x, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    "cf.br"(%half)[^bb4] : (tensor<i32>) -> ()
  ^bb4(%y: tensor<i32>):
    %more_steps = "stablehlo.add"(%steps, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    "cf.br"(%y, %more_steps)[^bb1] : (tensor<i32>, tensor<i32>) -> ()
  ^bb5(%result: tensor<i32>):
    "func.return"(%result) : (tensor<i32>) -> ()
  }) : () -> ()
  "func.func"() <{sym_name = "later", function_type = (i1, index) -> tensor<2xi32>}> ({
  ^bb0(%c: i1, %i: index):
    "cf.br"()[^bb2] : () -> ()
  ^bb1:
    "cf.assert"(%yes) <{msg = "a \22quoted\22 message"}> : (i1) -> ()
    "cf.cond_br"(%yes, %k, %k)[^bb3, ^bb3] <{operandSegmentSizes = array<i32: 1, 1, 1>}> {branch_weights = array<i32: 1, 2>} : (i1, i32, i32) -> ()
  ^bb2:
    %yes = "arith.constant"() <{value = true}> : () -> i1
    %k = "arith.constant"() <{value = -4 : i32}> : () -> i32
    %t = "arith.constant"() <{value = dense<[1, 2]> : tensor<2xi32>}> : () -> tensor<2xi32>
    %f = "arith.constant"() <{value = 2.500000e-01 : f32}> : () -> f32
    %e = "tensor.extract"(%t, %i) : (tensor<2xi32>, index) -> i32
    "cf.br"()[^bb1] : () -> ()
  ^bb3(%m: i32):
    %pair = "tensor.from_elements"(%m, %e) : (i32, i32) -> tensor<2xi32>
    "cf.switch"(%k)[^bb4] <{case_operand_segments = array<i32>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (i32) -> ()
  ^bb4:
    "func.return"(%pair) : (tensor<2xi32>) -> ()
  }) : () -> ()
  "func.func"() <{sym_name = "foreign", function_type = (tensor<f32>) -> tensor<f32>}> ({
  ^bb0(%x: tensor<f32>):
    "test.invoke"(%x)[^bb1, ^bb2] <{kind = 1 : i32}> {note} : (tensor<f32>) -> ()
  ^bb1:
    "func.return"(%x) : (tensor<f32>) -> ()
  ^bb2:
    %0 = "test.region"() ({
      "cf.br"()[^bb1] : () -> ()
    ^bb1:
      "test.end"() : () -> ()
    }) : () -> tensor<f32>
    "func.return"(%0) : (tensor<f32>) -> ()
  }) : () -> ()
}) : () -> ()
