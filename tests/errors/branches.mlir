// RUN: hloom opt %s --split-input-file --verify-diagnostics

// Branches between blocks, dominance, and scalars outside of tensors.

func.func @undefined(%c: tensor<i1>) {
  // expected-error@+2 {{there is no block `^done` in this region}}
  // expected-note@+1 {{did you mean `^one`?}}
  cf.cond_br %c, ^one, ^done
^one:
  return
}

// -----

func.func @twice() {
  cf.br ^one
^one:
  return
// expected-error@+1 {{`^one` is defined twice}}
^one:
  return
}

// -----

func.func @count(%x: tensor<f32>) {
  // expected-error@+1 {{the block takes (tensor<f32>, tensor<f32>), but tensor<f32> is passed to it}}
  cf.br ^one(%x : tensor<f32>)
^one(%a: tensor<f32>, %b: tensor<f32>):
  return
}

// -----

func.func @types(%c: tensor<i1>, %x: tensor<f32>, %i: tensor<i32>) {
  // expected-error@+1 {{the block takes tensor<f32>, but tensor<i32> is passed to it}}
  cf.cond_br %c, ^one(%x : tensor<f32>), ^one(%i : tensor<i32>)
^one(%a: tensor<f32>):
  return
}

// -----

func.func @dominance(%c: tensor<i1>, %x: tensor<f32>) -> tensor<f32> {
  cf.cond_br %c, ^left, ^right
^left:
  %y = stablehlo.abs %x : tensor<f32>
  cf.br ^end
^right:
  cf.br ^end
^end:
  // expected-error@+1 {{%y is not defined on every way that leads here}}
  return %y : tensor<f32>
}

// -----

func.func @dominance_in_a_region(%c: tensor<i1>, %x: tensor<f32>) -> tensor<f32> {
  cf.cond_br %c, ^left, ^end
^left:
  %y = stablehlo.abs %x : tensor<f32>
  cf.br ^end
^end:
  %z = "stablehlo.if"(%c) ({
    // expected-error@+1 {{%y is not defined on every way that leads here}}
    stablehlo.return %y : tensor<f32>
  }, {
    stablehlo.return %x : tensor<f32>
  }) : (tensor<i1>) -> tensor<f32>
  return %z : tensor<f32>
}

// -----

func.func @entry() {
// expected-error@+2 {{nothing can branch to the first block of a region}}
^first:
  cf.br ^first
}

// -----

func.func @no_end(%x: tensor<f32>) {
  cf.br ^one
^one:
  // expected-error@+1 {{block ^one of `func.func` ends neither in a branch nor in `return`}}
  %y = stablehlo.abs %x : tensor<f32>
^two:
  return
}

// -----

func.func @too_early() {
  // expected-error@+1 {{`cf.br` must be the last op of its block}}
  cf.br ^one
  cf.br ^one
^one:
  return
}

// -----

func.func @condition(%x: tensor<2xi1>) {
  // expected-error@+1 {{`cf.cond_br`: the condition must be tensor<i1> or i1, not tensor<2xi1>}}
  cf.cond_br %x, ^one, ^one
^one:
  return
}

// -----

func.func @condition_comes_later() {
  cf.br ^two
^one:
  // expected-error@+1 {{`cf.cond_br`: the condition must be tensor<i1> or i1, not tensor<i32>}}
  cf.cond_br %x, ^three, ^three
^two:
  %x = stablehlo.constant dense<1> : tensor<i32>
  cf.br ^one
^three:
  return
}

// -----

func.func @undefined_condition() {
  // expected-error@+1 {{`%x` is not defined}}
  cf.cond_br %x, ^one, ^one
^one:
  return
}

// -----

func.func @cases(%x: tensor<i32>) {
  // expected-error@+1 {{`cf.switch`: there are two cases 3}}
  cf.switch %x : tensor<i32>, [default: ^one, 3: ^one, 3: ^one]
^one:
  return
}

// -----

func.func @flag(%x: tensor<f32>) {
  // expected-error@+1 {{the flag must be a scalar integer such as i32, not tensor<f32>}}
  cf.switch %x : tensor<f32>, [default: ^one]
^one:
  return
}

// -----

func.func @case_types(%x: tensor<i64>) {
  // expected-error@+1 {{`cf.switch`: the flag is tensor<i64>, but the cases are tensor<1xi32>}}
  "cf.switch"(%x)[^bb1, ^bb1] <{case_operand_segments = array<i32: 0>, case_values = dense<1> : tensor<1xi32>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (tensor<i64>) -> ()
^bb1:
  return
}

// -----

func.func @successors(%x: tensor<i64>) {
  // expected-error@+1 {{`cf.br` has 1 successor here, but 2 are written}}
  "cf.br"()[^bb1, ^bb1] : () -> ()
^bb1:
  return
}

// -----

func.func @no_successor() {
  // expected-error@+1 {{`cf.br` has 1 successor, not 0}}
  "cf.br"() : () -> ()
}

// -----

func.func @not_a_branch(%x: tensor<i64>) {
  // expected-error@+1 {{`stablehlo.abs` has no successors}}
  %y = "stablehlo.abs"(%x)[^bb1] : (tensor<i64>) -> tensor<i64>
^bb1:
  return
}

// -----

func.func @segments(%c: i1, %x: tensor<f32>) {
  // expected-error@+1 {{`operandSegmentSizes` must be sizes `array<i32: …>` that add up to 2}}
  "cf.cond_br"(%c, %x)[^bb1, ^bb1] <{operandSegmentSizes = array<i32: 1, 1, 1>}> : (i1, tensor<f32>) -> ()
^bb1:
  return
}

// -----

func.func @no_segments(%c: i1) {
  // expected-error@+1 {{`cf.cond_br` needs the attribute `operandSegmentSizes`}}
  "cf.cond_br"(%c)[^bb1, ^bb1] : (i1) -> ()
^bb1:
  return
}

// -----

func.func @in_a_loop(%c: tensor<i1>) {
  stablehlo.while()
  cond {
    stablehlo.return %c : tensor<i1>
  } do {
    // expected-error@+1 {{`cf.br` branches between blocks of functions, not in `stablehlo.while`}}
    cf.br ^one
  // expected-error@-3 {{region 1 of `stablehlo.while` has 2 blocks; it must have one}}
  ^one:
    stablehlo.return
  }
  return
}

// -----

func.func @out_of_a_region(%c: tensor<i1>) {
  stablehlo.while()
  cond {
    stablehlo.return %c : tensor<i1>
  } do {
    // expected-error@+1 {{there is no block `^one` in this region}}
    cf.br ^one
  }
  cf.br ^one
^one:
  return
}

// -----

func.func @assertion(%x: tensor<f32>) {
  // expected-error@+1 {{`cf.assert`: the condition must be tensor<i1> or i1, not tensor<f32>}}
  cf.assert %x, "no condition"
  return
}

// -----

func.func @indices(%x: tensor<2x3xf32>, %i: index) {
  // expected-error@+1 {{`tensor.extract`: tensor<2x3xf32> needs 2 indices, not 1}}
  %y = tensor.extract %x[%i] : tensor<2x3xf32>
  return
}

// -----

func.func @elements(%x: i32) {
  // expected-error@+1 {{`tensor.from_elements`: tensor<3xi32> has 3 elements, not 2}}
  %y = tensor.from_elements %x, %x : tensor<3xi32>
  return
}

// -----

func.func @constant() {
  // expected-error@+1 {{`arith.constant`: "text" is neither a number nor a tensor}}
  %y = "arith.constant"() <{value = "text"}> : () -> i32
  return
}
