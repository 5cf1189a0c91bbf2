// RUN: hloom run %s --split-input-file --backend=interp
// RUN: %if llvm %{ hloom run %s --split-input-file --backend=cpu %}

// Functions of several blocks: loops, several exits, values that pass over blocks, calls.

// The length of the Collatz sequence.
func.func private @collatz(%n: tensor<i32>) -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  cf.br ^head(%n, %zero : tensor<i32>, tensor<i32>)
^head(%x: tensor<i32>, %steps: tensor<i32>):
  %more = stablehlo.compare GT, %x, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
  cf.cond_br %more, ^body, ^done(%steps : tensor<i32>)
^body:
  %parity = stablehlo.and %x, %one : tensor<i32>
  cf.switch %parity : tensor<i32>, [
    default: ^odd,
    0: ^even
  ]
^even:
  %half = stablehlo.shift_right_arithmetic %x, %one : tensor<i32>
  cf.br ^next(%half : tensor<i32>)
^odd:
  %triple = stablehlo.multiply %x, %three : tensor<i32>
  %up = stablehlo.add %triple, %one : tensor<i32>
  cf.br ^next(%up : tensor<i32>)
^next(%y: tensor<i32>):
  %count = stablehlo.add %steps, %one : tensor<i32>
  cf.br ^head(%y, %count : tensor<i32>, tensor<i32>)
^done(%result: tensor<i32>):
  return %result : tensor<i32>
}
func.func @main() {
  %x = stablehlo.constant dense<27> : tensor<i32>
  %steps = call @collatz(%x) : (tensor<i32>) -> tensor<i32>
  check.expect_eq_const %steps, dense<111> : tensor<i32>
  return
}

// -----

// The first of two numbers on the way from 0 to 9 whose square is above a limit, or -1; found
// by leaving two loops at once. Blocks stand in another order than they are run in.
func.func private @search(%limit: tensor<i32>) -> (tensor<i32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %ten = stablehlo.constant dense<10> : tensor<i32>
  cf.br ^rows(%zero : tensor<i32>)
^found:
  return %i, %j : tensor<i32>, tensor<i32>
^columns(%j: tensor<i32>):
  %product = stablehlo.multiply %i, %j : tensor<i32>
  %hit = stablehlo.compare GT, %product, %limit : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %flag = tensor.extract %hit[] : tensor<i1>
  cf.cond_br %flag, ^found, ^on
^on:
  %k = stablehlo.add %j, %one : tensor<i32>
  %go = stablehlo.compare LE, %k, %i : (tensor<i32>, tensor<i32>) -> tensor<i1>
  cf.cond_br %go, ^columns(%k : tensor<i32>), ^row
^row:
  %l = stablehlo.add %i, %one : tensor<i32>
  cf.br ^rows(%l : tensor<i32>)
^rows(%i: tensor<i32>):
  %in = stablehlo.compare LT, %i, %ten : (tensor<i32>, tensor<i32>) -> tensor<i1>
  cf.cond_br %in, ^columns(%zero : tensor<i32>), ^missed
^missed:
  %no = stablehlo.constant dense<-1> : tensor<i32>
  return %no, %no : tensor<i32>, tensor<i32>
}
func.func @main() {
  %x = stablehlo.constant dense<40> : tensor<i32>
  %a:2 = call @search(%x) : (tensor<i32>) -> (tensor<i32>, tensor<i32>)
  check.expect_eq_const %a#0, dense<7> : tensor<i32>
  check.expect_eq_const %a#1, dense<6> : tensor<i32>
  %y = stablehlo.constant dense<81> : tensor<i32>
  %b:2 = call @search(%y) : (tensor<i32>) -> (tensor<i32>, tensor<i32>)
  check.expect_eq_const %b#0, dense<-1> : tensor<i32>
  return
}

// -----

// Scalars outside of tensors, and arguments that are exchanged on the way to a block.
func.func private @scalars(%k: tensor<i32>) -> (tensor<2xi32>, tensor<2x2xf32>) {
  %yes = arith.constant true
  %five = arith.constant 5 : i32
  %minus = arith.constant -2 : i32
  %table = arith.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %row = arith.constant 1 : index
  %column = arith.constant 0 : index
  %three = tensor.extract %table[%row, %column] : tensor<2x2xf32>
  %quarter = arith.constant 0.25 : f32
  cf.assert %yes, "never"
  %flag = tensor.extract %k[] : tensor<i32>
  cf.switch %flag : i32, [
    default: ^ways(%five, %minus : i32, i32),
    3: ^ways(%minus, %five : i32, i32),
    -3: ^ways(%five, %five : i32, i32)
  ]
^ways(%a: i32, %b: i32):
  %pair = tensor.from_elements %a, %b : tensor<2xi32>
  %square = tensor.from_elements %three, %quarter, %quarter, %three : tensor<2x2xf32>
  return %pair, %square : tensor<2xi32>, tensor<2x2xf32>
}
func.func @main() {
  %n = stablehlo.constant dense<3> : tensor<i32>
  %a:2 = call @scalars(%n) : (tensor<i32>) -> (tensor<2xi32>, tensor<2x2xf32>)
  check.expect_eq_const %a#0, dense<[-2, 5]> : tensor<2xi32>
  check.expect_eq_const %a#1, dense<[[3.0, 0.25], [0.25, 3.0]]> : tensor<2x2xf32>
  %m = stablehlo.constant dense<-3> : tensor<i32>
  %b:2 = call @scalars(%m) : (tensor<i32>) -> (tensor<2xi32>, tensor<2x2xf32>)
  check.expect_eq_const %b#0, dense<5> : tensor<2xi32>
  %d = stablehlo.constant dense<8> : tensor<i32>
  %c:2 = call @scalars(%d) : (tensor<i32>) -> (tensor<2xi32>, tensor<2x2xf32>)
  check.expect_eq_const %c#0, dense<[5, -2]> : tensor<2xi32>
  return
}

// -----

// Two values that change places in each round of a loop.
func.func private @fibonacci(%n: tensor<i32>) -> tensor<i64> {
  %zero = stablehlo.constant dense<0> : tensor<i64>
  %one = stablehlo.constant dense<1> : tensor<i64>
  %down = stablehlo.constant dense<1> : tensor<i32>
  %end = stablehlo.constant dense<0> : tensor<i32>
  cf.br ^head(%n, %zero, %one : tensor<i32>, tensor<i64>, tensor<i64>)
^head(%left: tensor<i32>, %a: tensor<i64>, %b: tensor<i64>):
  %go = stablehlo.compare NE, %left, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %sum = stablehlo.add %a, %b : tensor<i64>
  %next = stablehlo.subtract %left, %down : tensor<i32>
  cf.cond_br %go, ^head(%next, %b, %sum : tensor<i32>, tensor<i64>, tensor<i64>), ^done
^done:
  return %a : tensor<i64>
}
func.func @main() {
  %n = stablehlo.constant dense<50> : tensor<i32>
  %f = call @fibonacci(%n) : (tensor<i32>) -> tensor<i64>
  check.expect_eq_const %f, dense<12586269025> : tensor<i64>
  return
}
