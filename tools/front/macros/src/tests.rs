//! Errors with their places, and the form of the output.

use crate::body;
use crate::program::{Lowering, translate};

/// The text of a program, or its errors: `line: what stands there: the message`.
fn translated(source: &str) -> Result<String, Vec<String>> {
    let file = syn::parse_file(source).expect("the test is Rust");
    translate(&file.items, Lowering::Native, body::translate).map_err(|errors| {
        let render = |e: syn::Error| {
            let span = e.span();
            let found = span.source_text().unwrap_or_default();
            format!("{}: {}: {e}", span.start().line, found.lines().next().unwrap_or_default())
        };
        errors.into_iter().map(render).collect()
    })
}

/// The one error of a program.
#[track_caller]
fn refused(source: &str, expected: &str) {
    let errors = translated(source).expect_err("the program is refused");
    assert_eq!(errors, [expected], "{source}");
}

#[test]
fn dynamic_calls_are_refused() {
    refused(
        "fn f(g: i32, x: i32) -> i32 {\n    g(x)\n}",
        "2: g: this call is dynamic: `g` is a variable, and which function it holds is not known when the program is translated",
    );
    refused(
        "fn f(x: i32) -> i32 {\n    (if x > 0 { h } else { k })(x)\n}\nfn h(x: i32) -> i32 { x }",
        "2: (if x > 0 { h } else { k }): this call is dynamic: which function it calls is not known when the program is translated",
    );
    refused(
        "fn f(x: i32) -> i32 {\n    let g = h;\n    g(x)\n}\nfn h(x: i32) -> i32 { x }",
        "2: h: the function `h` is not a value; call it",
    );
}

#[test]
fn captured_variables_must_be_constants() {
    refused(
        "fn f(xs: [f32; 3], s: f32) -> [f32; 3] {\n    broadcast(|x| x * s, xs)\n}",
        "2: s: the closure captures `s`, which is no constant; pass it as one more argument",
    );
    let constant = "const N: usize = 3;\nfn f(xs: [f32; N]) -> [f32; N] {\n    let s = 2.5;\n    broadcast(|x| x * s, xs)\n}";
    assert!(translated(constant).is_ok_and(|text| text.contains("dense<2.5e0> : tensor<3xf32>")));
}

/// A variable's type is that of its literal; the error says which one it should have had.
#[test]
fn literals_of_another_type_are_named_with_the_type_to_write() {
    refused(
        "fn f(xs: [f32; 3]) -> f32 {\n    let mut s = 0.0;\n    for x in xs {\n        s += x;\n    }\n    s\n}",
        "4: s += x: `add` has operands f64 and f32; they must be of one type; `s` is f64, as a literal without a type is: begin with 0.0f32",
    );
    refused(
        "fn f(x: f32) -> f32 {\n    let mut s = 1.5;\n    if x > 0.0 {\n        s = x;\n    }\n    x\n}",
        "4: s: expected f64, found f32; `s` is f64, as a literal without a type is: begin with 1.5f32",
    );
    refused(
        "fn f(xs: [i64; 3]) -> i64 {\n    let mut n = 7;\n    for x in xs {\n        n = n + x;\n    }\n    n\n}",
        "4: n + x: `add` has operands i32 and i64; they must be of one type; `n` is i32, as a literal without a type is: begin with 7i64",
    );
}

#[test]
fn mutations_that_escape_are_refused() {
    refused(
        "fn f(xs: [f32; 3]) -> f32 {\n    let mut n = 0.0;\n    let ys = broadcast(|x| { n += x; x }, xs);\n    n\n}",
        "3: n: the closure captures `n`, which is no constant; pass it as one more argument",
    );
    refused(
        "fn f(xs: [f32; 3]) -> f32 {\n    let mut n = 0.0;\n    let ys = broadcast(|x| { n = x; x }, xs);\n    n\n}",
        "3: n: the closure changes `n`, which lives outside of it; that mutation would escape",
    );
    refused(
        "fn f(x: &mut f32) {\n    *x = 1.0;\n}",
        "1: &mut f32: `&mut` lets a mutation escape from the function; take the value and return the new one",
    );
    refused(
        "fn f(x: f32) -> f32 {\n    g(&mut x)\n}\nfn g(x: f32) -> f32 { x }",
        "2: &mut x: `&mut` lets a mutation escape; assign the new value",
    );
    refused(
        "static mut COUNT: i32 = 0;\nfn f() {}",
        "1: static mut COUNT: i32 = 0;: a static can be changed from outside; pass the value as an argument, or make it a `const`",
    );
    refused("fn f(x: f32) -> f32 {\n    x = 1.0;\n    x\n}", "2: x: `x` is not `mut`");
}

#[test]
fn recursion_and_endless_loops_are_refused() {
    refused(
        "fn f(n: i32) -> i32 {\n    if n > 0 { g(n - 1) } else { 0 }\n}\nfn g(n: i32) -> i32 {\n    f(n)\n}",
        "5: f: recursion (f calls g calls f) has no translation; write a loop",
    );
    refused(
        "fn f() {\n    let mut n = 0;\n    loop {\n        n += 1;\n    }\n}",
        "3: loop: this loop has no exit",
    );
    refused(
        "fn f(n: i32) -> i32 {\n    if n > 0 { n } else { panic!(\"no\") }\n}",
        "2: panic!(\"no\"): a way that always ends in a panic has no translation; return a value instead",
    );
}

#[test]
fn names_and_types_are_checked() {
    refused(
        "struct Dense { weight: [f32; 2], bias: f32 }\nfn f(d: Dense) -> [f32; 2] {\n    d.wieght\n}",
        "3: wieght: there is no field of `Dense` `wieght`; did you mean `weight`?",
    );
    refused(
        "fn f(x: f32, n: i32) -> f32 {\n    x + n\n}",
        "2: x + n: `add` has operands f32 and i32; they must be of one type",
    );
    refused("fn f(x: f32) -> i32 {\n    x\n}", "3: }: expected i32, found f32");
    refused(
        "fn f(a: [[f32; 3]; 2], b: [[f32; 3]; 2]) -> [[f32; 3]; 2] {\n    matmul(a, b)\n}",
        "2: matmul(a, b): `matmul` of [[f32; 3]; 2] and [[f32; 3]; 2]: the shapes do not fit",
    );
    refused(
        "fn f(a: [f32; 3], b: [f32; 4]) -> [f32; 3] {\n    broadcast(add, a, b)\n}",
        "2: broadcast(add, a, b): `broadcast` of [f32; 3] and [f32; 4]: dimension 0 has extents 3 and 4",
    );
    refused(
        "fn f(xs: [f32; 3]) -> f32 {\n    mapreduce(identity, |a, b| a - b, xs)\n}",
        "2: |a, b| a - b: no identity is known for this operator; there is one for `add`, `mul`, `max`, `min`, `and`, `or` and `xor`, as names or as closures `|a, b| a + b`",
    );
    refused(
        "fn f(n: i32) -> i32 {\n    match n { 0 => 1, 5 => 2 }\n}",
        "2: match: not every integer has an arm; add `_ => …`",
    );
    refused(
        "fn f(x: f32) -> f32 {\n    x.sqr()\n}",
        "2: sqr: there is no translation of a method `sqr`; did you mean `sqrt`?",
    );
}

#[test]
fn indices_into_arrays_of_structs_are_constants() {
    refused(
        "struct S { x: f32 }\nfn f(a: [S; 3], i: usize) -> f32 {\n    a[i].x\n}",
        "3: i: an index into an array of structs must be a constant: which member it is depends on data here; use `for x in …`",
    );
    refused(
        "struct S { x: f32 }\nfn f(a: [S; 3]) -> f32 {\n    a[3].x\n}",
        "3: 3: index 3 is not below 3",
    );
}

#[test]
fn every_function_reports_its_own_error() {
    let errors =
        translated("fn f(x: f32) -> f32 {\n    y\n}\nfn g(x: i32) -> i32 {\n    x.exp()\n}")
            .unwrap_err();
    assert_eq!(
        errors,
        [
            "2: y: there is no variable or constant `y`; did you mean `x`?",
            "5: x.exp(): `exp` is a method of floats, not of i32",
        ]
    );
}

#[test]
fn loops_become_blocks_with_arguments() {
    let text = translated(
        "pub fn f(n: i32) -> i32 {\n    let mut s = 0;\n    for i in 0..n { s += i; }\n    s\n}",
    );
    let text: String = text
        .expect("it is translated")
        .lines()
        .map(|line| format!("{}\n", line.split(" loc(").next().unwrap_or_default()))
        .collect();
    let expected = "\
func.func @f(%n: tensor<i32>) -> tensor<i32> {
  %t.1 = stablehlo.constant dense<0> : tensor<i32>
  %t.2 = stablehlo.constant dense<0> : tensor<i32>
  %t.3 = stablehlo.constant dense<1> : tensor<i32>
  cf.br ^bb1(%t.1, %t.2 : tensor<i32>, tensor<i32>)
^bb1(%s.4: tensor<i32>, %i.5: tensor<i32>):
  %t.6 = stablehlo.compare LT, %i.5, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
  cf.cond_br %t.6, ^bb4, ^bb3(%s.4 : tensor<i32>)
^bb2(%s.8: tensor<i32>):
  %t.9 = stablehlo.add %i.5, %t.3 : tensor<i32>
  cf.br ^bb1(%s.8, %t.9 : tensor<i32>, tensor<i32>)
^bb3(%s.10: tensor<i32>):
  return %s.10 : tensor<i32>
^bb4:
  %t.7 = stablehlo.add %s.4, %i.5 : tensor<i32>
  cf.br ^bb2(%t.7 : tensor<i32>)
}
";
    assert_eq!(text, expected);
}
