// What is known of ops, passes, rules and labels, from the tables.

// RUN: hloom explain | hloom check %s
// RUN: hloom explain transpose | hloom check %s --check-prefix=OP
// RUN: hloom explain stablehlo.while | hloom check %s --check-prefix=EXAMPLE
// RUN: hloom explain canonicalize | hloom check %s --check-prefix=PASS
// RUN: hloom explain add-zero | hloom check %s --check-prefix=RULE
// RUN: hloom explain C2 of transpose | hloom check %s --check-prefix=LABEL-OF
// RUN: hloom explain Arity | hloom check %s --check-prefix=OURS
// RUN: not hloom explain tranpose 2>&1 | hloom check %s --check-prefix=NEAR
// RUN: not hloom explain scalar_prefetch 2>&1 | hloom check %s --check-prefix=FAR
// RUN: not hloom explain precis 2>&1 | hloom check %s --check-prefix=PART

// CHECK:      Ops
// CHECK:        stablehlo.transpose {{.+}}
// CHECK:      Passes
// CHECK:        canonicalize {{.+}}
// CHECK:      Rules of canonicalize
// CHECK:        add-zero {{.+}}
// CHECK:      Labels of errors

// OP:       stablehlo.transpose
// OP:       Spec: https://openxla.org/stablehlo/spec#transpose
// OP:         %result = stablehlo.transpose %operand, dims = [0, 1] : (types of the operands) -> type of the result
// OP:       Example
// OP:         On small random numbers it gives
// OP-NEXT:    tensor<3x2xf32> =
// OP:         permutation  a list of integers
// OP:         C2  permutation names each dimension of the operand once
// OP:       Backends
// OP-NEXT:    interp  runs it
// OP-NEXT:    cpu     compiles it
// OP:         pure  no side effect
// OP:         transpose-transpose

// EXAMPLE:  stablehlo.while(%i = %zero, %product = %start)
// EXAMPLE:  Regions
// EXAMPLE-NEXT: cond

// PASS:     fast  {{ *}}Also apply rules that may change rounding
// RULE:     add-zero, a rewrite rule of canonicalize
// RULE:       add(x, 0) → x  when x is integer or boolean
// RULE:     hloom opt FILE --canonicalize --disable-rule add-zero
// LABEL-OF: (C2) of stablehlo.transpose
// LABEL-OF: permutation names each dimension of the operand once
// LABEL-OF: https://openxla.org/stablehlo/spec#transpose
// OURS:     The number of operands.
// NEAR:     error: nothing is named `tranpose`; did you mean `transpose`?
// FAR:      error: nothing is named `scalar_prefetch`; `hloom explain` lists the names
// PART:     error: nothing is named `precis`; these contain it: `reduce_precision`
