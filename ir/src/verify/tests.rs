//! Tests on modules that have no textual form, as a faulty pass could leave them behind.
//! `tests/errors` covers programs.

use super::verify;
use crate::field::Symbol;
use crate::ops::*;
use crate::rewrite::InsertPoint;
use crate::{Block, Element, Module, Rewriter, Type, Value};

fn ty() -> Type {
    Type::tensor(&[2], Element::F32)
}

/// Adds a function from and to `tensor<2xf32>`. `build` builds its body.
fn function(
    rw: &mut Rewriter<'_>,
    name: &str,
    build: impl FnOnce(&mut Rewriter<'_>, Value),
) -> Block {
    let (region, block) = rw.region(&[ty()]);
    rw.set_point(InsertPoint::End(block));
    let arg = rw.module().args(block)[0];
    build(rw, arg);
    let body = rw.module().body();
    rw.set_point(InsertPoint::End(body));
    let func = Func {
        sym_name: Symbol::from(name),
        function_type: FunctionType(Type::function(&[ty()], &[ty()])),
        sym_visibility: None,
        arg_attrs: None,
        res_attrs: None,
    };
    rw.build_with_regions(func, &[], &[region]).unwrap();
    block
}

#[track_caller]
fn assert_errors(module: &Module, expected: &[&str]) {
    let found = verify(module).err().unwrap_or_default();
    let found: Vec<&str> = found.iter().map(|d| &*d.message).collect();
    assert_eq!(found, expected);
}

#[test]
fn a_valid_module_passes() {
    let mut module = Module::new();
    let mut rw = Rewriter::new(&mut module);
    function(&mut rw, "f", |rw, x| {
        let y = rw.value(Add {}, &[x, x]).unwrap();
        rw.build(FuncReturn {}, &[y]).unwrap();
    });
    assert_errors(&module, &[]);
}

#[test]
fn definitions_come_first() {
    let mut module = Module::new();
    let mut rw = Rewriter::new(&mut module);
    let block = function(&mut rw, "f", |rw, x| {
        let y = rw.value(Negate {}, &[x]).unwrap();
        rw.set_name(y, "y");
        let z = rw.value(Abs {}, &[y]).unwrap();
        rw.build(FuncReturn {}, &[z]).unwrap();
    });
    let ops: Vec<_> = rw.module().ops(block).collect();
    rw.move_before(ops[1], ops[0]);
    assert_errors(&module, &["%y is used before it is defined"]);
}

#[test]
fn functions_see_nothing_of_each_other() {
    let mut module = Module::new();
    let mut rw = Rewriter::new(&mut module);
    let mut outside = None;
    function(&mut rw, "f", |rw, x| {
        outside = Some(x);
        rw.build(FuncReturn {}, &[x]).unwrap();
    });
    function(&mut rw, "g", |rw, x| {
        let y = rw.value(Add {}, &[x, outside.unwrap()]).unwrap();
        rw.build(FuncReturn {}, &[y]).unwrap();
    });
    assert_errors(
        &module,
        &["operand 1 is defined outside of `func.func`, whose body sees nothing of that"],
    );
}

#[test]
fn values_of_inner_regions_stay_there() {
    let mut module = Module::new();
    let mut rw = Rewriter::new(&mut module);
    function(&mut rw, "f", |rw, x| {
        let pred = Type::scalar_tensor(Element::I1);
        let pred = rw.constant(crate::Literal::from_f64s(pred, &[1.0]).unwrap());
        let here = rw.point();
        let mut regions = Vec::new();
        let mut inner = x;
        for _ in 0..2 {
            let (region, block) = rw.region(&[]);
            rw.set_point(InsertPoint::End(block));
            inner = rw.value(Negate {}, &[x]).unwrap();
            rw.build(Return {}, &[inner]).unwrap();
            regions.push(region);
        }
        rw.set_point(here);
        rw.build_with_regions(If {}, &[pred], &regions).unwrap();
        let y = rw.value(Abs {}, &[inner]).unwrap();
        rw.build(FuncReturn {}, &[y]).unwrap();
    });
    assert_errors(&module, &["operand 0 is defined in a region that does not enclose this op"]);
}

#[test]
fn every_error_is_told() {
    let mut module = Module::new();
    let mut rw = Rewriter::new(&mut module);
    function(&mut rw, "f", |rw, x| {
        let y = rw.value(Negate {}, &[x]).unwrap();
        rw.set_type(y, Type::tensor(&[3], Element::F32));
    });
    function(&mut rw, "f", |rw, x| {
        let z = rw.value(Abs {}, &[x]).unwrap();
        rw.set_type(z, Type::tensor(&[2], Element::F64));
        rw.build(FuncReturn {}, &[z]).unwrap();
    });
    assert_errors(
        &module,
        &[
            "`@f` is defined twice",
            "the body of `func.func` does not end in `return`",
            "`stablehlo.negate` breaks (C1): the result is tensor<2xf32>, but tensor<3xf32> is declared",
            "`stablehlo.abs` breaks (C2): the result is tensor<2xf32>, but tensor<2xf64> is declared",
            "@f results in tensor<2xf32>, but tensor<2xf64> is returned",
        ],
    );
}

/// A valid op is remembered by its types, but stands for equal ops only.
#[test]
fn an_op_of_known_types_and_other_attributes_is_checked() {
    let transpose = |dims: &str| {
        format!("stablehlo.transpose %x, dims = {dims} : (tensor<2x2xf32>) -> tensor<2x2xf32>")
    };
    let text = format!(
        "func.func @f(%x: tensor<2x2xf32>) {{\n%a = {}\n%b = {}\n%c = {}\nreturn\n}}",
        transpose("[1, 0]"),
        transpose("[0, 0]"),
        transpose("[1, 0]"),
    );
    let found = match crate::text::parse_module(&text) {
        Ok(module) => verify(&module).err().unwrap_or_default(),
        Err(errors) => errors,
    };
    let found: Vec<&str> = found.iter().map(|d| &*d.message).collect();
    let expected =
        "`stablehlo.transpose` breaks (C2): permutation [0, 0] is not a permutation of 0..2";
    assert_eq!(found, [expected]);
}
