//! Tests that file tests can't express: functions of many blocks.

use crate::{Options, Pipeline, run};
use hloom_interp::Value;
use hloom_ir::module::Module;
use hloom_ir::text::{parse_module, print};
use hloom_ir::{Element, Literal, Type};
use std::fmt::Write as _;

/// A function that tests one value after the other, each computed from those before, and returns
/// early.
fn early_returns(count: usize) -> String {
    const I32: &str = "tensor<i32>";
    let mut text = format!("func.func @main(%x: {I32}) -> {I32} {{\n");
    let _ = writeln!(text, "  %v0 = stablehlo.add %x, %x : {I32}\n  cf.br ^b0");
    for i in 0..count {
        let _ = write!(
            text,
            "^b{i}:
  %c{i} = stablehlo.constant dense<{i}> : {I32}
  %w{i} = stablehlo.add %v{i}, %c{i} : {I32}
  %q{i} = stablehlo.compare EQ, %w{i}, %c{i} : ({I32}, {I32}) -> tensor<i1>
  cf.cond_br %q{i}, ^r{i}, ^s{i}
^r{i}:
  return %w{i} : {I32}
^s{i}:
  %v{} = stablehlo.add %v{}, %w{i} : {I32}
  cf.br ^b{}\n",
            i + 1,
            i / 2,
            i + 1
        );
    }
    let _ = writeln!(text, "^b{count}:\n  return %v{count} : {I32}\n}}");
    text
}

fn results(module: &Module, input: i32) -> Vec<Value> {
    let ty = Type::scalar_tensor(Element::I32);
    let input = Literal::from_f64s(ty, &[f64::from(input)]).expect("a number");
    hloom_interp::run(module, "main", &[input.into()]).expect("the function runs")
}

#[test]
fn many_early_returns_do_not_nest() {
    let module = parse_module(&early_returns(500)).expect("a valid module");
    for pipeline in ["lift-control-flow", "lift-control-flow{arm-limit=3}"] {
        let pipeline = Pipeline::parse(pipeline).expect("a pipeline");
        let mut lifted = module.clone();
        let options = Options { verify_each: true, ..Options::default() };
        run(&mut lifted, &pipeline, &options, &mut ()).expect("it is lifted");
        let again = parse_module(&print(&lifted, &Default::default()));
        assert!(again.is_ok(), "what was lifted can be read");
        for input in [0, 1, -1, 7, -40] {
            assert_eq!(results(&module, input), results(&lifted, input), "of {input}");
        }
    }
}

#[test]
fn what_is_not_lifted_stays_as_it_was() {
    const I32: &str = "tensor<i32>";
    // @g can't be raised: one exit of its loop would need a placeholder; @f can.
    let text = format!(
        "func.func @f(%c: tensor<i1>, %x: {I32}) -> {I32} {{
  cf.cond_br %c, ^a, ^b(%x : {I32})
^a:
  %y = stablehlo.negate %x : {I32}
  cf.br ^b(%y : {I32})
^b(%z: {I32}):
  return %z : {I32}
}}
func.func @g(%c: tensor<i1>, %x: tensor<?xf32>) -> tensor<?xf32> {{
  cf.br ^head
^head:
  cf.cond_br %c, ^out(%x : tensor<?xf32>), ^on
^on:
  %y = stablehlo.abs %x : tensor<?xf32>
  cf.cond_br %c, ^head, ^out(%y : tensor<?xf32>)
^out(%z: tensor<?xf32>):
  return %z : tensor<?xf32>
}}
"
    );
    let mut module = parse_module(&text).expect("a valid module");
    let function = |module: &Module, name: &str| {
        let text = print(module, &Default::default());
        let start = text.find(&format!("func.func @{name}")).expect("the function is there");
        text[start..].split_inclusive("\n}\n").next().map(str::to_owned)
    };
    let before = function(&module, "g");
    let pipeline = Pipeline::parse("lift-control-flow").expect("a pipeline");
    let failure = run(&mut module, &pipeline, &Options::default(), &mut ());
    assert!(failure.is_err_and(|f| f.to_string().contains("tensor<?xf32>")));
    assert_eq!(function(&module, "g"), before);
    assert!(function(&module, "f").is_some_and(|text| text.contains("stablehlo.if")));
    assert!(hloom_ir::verify::verify(&module).is_ok());
}
