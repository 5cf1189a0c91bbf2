// RUN: hloom opt %s --passes=lift-control-flow{split-limit=3} --split-input-file --verify-diagnostics

// What can't be written without branches is said, and where.

func.func @forever(%x: tensor<i32>) -> tensor<i32> {
  cf.br ^head
^head:
  // expected-error@+1 {{no way leads to a `return` from here: the loop ^head → ^body → ^head has no exit}}
  cf.br ^body
^body:
  cf.br ^head
}

// -----

func.func @sometimes_forever(%c: tensor<i1>) {
  cf.cond_br %c, ^head, ^end
^head:
  // expected-error@+1 {{the loop ^head → ^head has no exit}}
  cf.br ^head
^end:
  return
}

// -----

func.func @recursion(%c: tensor<i1>, %x: tensor<i32>) -> tensor<i32> {
  cf.cond_br %c, ^again, ^end(%x : tensor<i32>)
^again:
  // expected-error@+1 {{@recursion calls itself; without branches there is no recursion}}
  %y = call @recursion(%c, %x) : (tensor<i1>, tensor<i32>) -> tensor<i32>
  cf.br ^end(%y : tensor<i32>)
^end(%z: tensor<i32>):
  return %z : tensor<i32>
}

// -----

func.func @a(%x: tensor<i32>) -> tensor<i32> {
  // expected-error@+1 {{call each other in a round; without branches there is no recursion}}
  %y = call @b(%x) : (tensor<i32>) -> tensor<i32>
  return %y : tensor<i32>
}
func.func @b(%x: tensor<i32>) -> tensor<i32> {
  %y = call @a(%x) : (tensor<i32>) -> tensor<i32>
  return %y : tensor<i32>
}

// -----

func.func @foreign(%x: tensor<f32>) -> tensor<f32> {
  // expected-error@+1 {{`test.invoke` ends a block, but hloom does not know where control goes behind it}}
  "test.invoke"(%x)[^good, ^bad] : (tensor<f32>) -> ()
^good:
  return %x : tensor<f32>
^bad:
  return %x : tensor<f32>
}

// -----

// Each of two large loops is entered in the middle.
func.func @entries(%c: tensor<i1>, %d: tensor<i1>) {
  cf.cond_br %c, ^a, ^b
^a:
  // expected-error@+1 {{the loop ^a → ^a1 → ^a2 → ^a3 → ^b → ^b1 → ^b2 → ^b3 → ^a is entered at ^a and at ^b; to give it one entry, more than 3 blocks would have to be copied (option `split-limit`)}}
  cf.br ^a1
^b:
  cf.br ^b1
^a1:
  cf.br ^a2
^b1:
  cf.br ^b2
^a2:
  cf.br ^a3
^b2:
  cf.br ^b3
^a3:
  cf.cond_br %d, ^b, ^end
^b3:
  cf.cond_br %d, ^a, ^end
^end:
  return
}

// -----

// A value of unknown extent that only one of two exits hands on.
func.func @extent(%c: tensor<i1>, %d: tensor<i1>, %x: tensor<?xf32>) -> tensor<?xf32> {
  cf.br ^head
^head:
  // expected-error@+1 {{a value of type tensor<?xf32> is needed where control may also come without one, and hloom can make none}}
  cf.cond_br %c, ^out(%x : tensor<?xf32>), ^on
^on:
  %y = stablehlo.abs %x : tensor<?xf32>
  cf.cond_br %d, ^head, ^out(%y : tensor<?xf32>)
^out(%z: tensor<?xf32>):
  return %z : tensor<?xf32>
}
