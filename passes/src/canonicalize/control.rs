//! Laws of control flow and tuples.
//!
//! A branch that is taken keeps its effects: its ops are copied in front of the root. A branch that
//! is not taken has no effects.

use crate::rule::condition::{holds, static_result};
use crate::rule::{Match, Rule, rule, rule_for_all};
use hloom_ir::op::is_pure;
use hloom_ir::ops::*;
use hloom_ir::pattern::Pat;
use hloom_ir::vars;
use hloom_ir::{Block, Value};

/// The rules.
pub(super) fn rules() -> Vec<Rule> {
    vars!(constant c);
    vars!(g: GetTupleElement);
    vars!(t: Tuple);
    vars!(i: If);
    vars!(k: Case);
    vars!(w: While);
    vars!(mp: Map);
    vec![
        rule("tuple-element", get_tuple_element(Pat::any_operands::<Tuple>(t.slot()), g), move |m: &mut Match<'_, '_>| {
            let index = usize::try_from(m[g].index.0).ok()?;
            Some(m.module().operand(m.bound_id(t.slot()), index))
        })
        .gives("operand g of t")
        .quantized()
        .example("
func.func @main(%x: tensor<2xi32>, %y: tensor<f32>) -> tensor<f32> {
  %0 = \"stablehlo.tuple\"(%x, %y) : (tensor<2xi32>, tensor<f32>) -> tuple<tensor<2xi32>, tensor<f32>>
  %1 = \"stablehlo.get_tuple_element\"(%0) {index = 1 : i32} : (tuple<tensor<2xi32>, tensor<f32>>) -> tensor<f32>
  return %1 : tensor<f32>
}"),
        rule_for_all("if-constant", Pat::op::<If>(vec![c.into()], Some(i.slot())), move |m| {
            let taken = usize::from(m.literal(c).get_int(0)? == 0);
            inline_branch(m, taken)
        })
        .gives("the ops of the branch that c selects")
        .quantized()
        .keeps_effects()
        .example("
func.func @main(%x: tensor<2xi32>) -> tensor<2xi32> {
  %0 = stablehlo.constant dense<false> : tensor<i1>
  %1 = \"stablehlo.if\"(%0) ({
    %2 = stablehlo.add %x, %x : tensor<2xi32>
    stablehlo.return %2 : tensor<2xi32>
  }, {
    %3 = stablehlo.multiply %x, %x : tensor<2xi32>
    stablehlo.return %3 : tensor<2xi32>
  }) : (tensor<i1>) -> tensor<2xi32>
  return %1 : tensor<2xi32>
}"),
        rule_for_all("case-constant", Pat::op::<Case>(vec![c.into()], Some(k.slot())), move |m| {
            let branches = m.module().regions(m.root()).len();
            let index = m.literal(c).get_int(0)?;
            // An index out of range selects the last branch.
            let taken = usize::try_from(index).ok().filter(|&n| n < branches).unwrap_or(branches - 1);
            inline_branch(m, taken)
        })
        .gives("the ops of the branch that c selects")
        .quantized()
        .keeps_effects()
        .example("
func.func @main(%x: tensor<2xi32>) -> tensor<2xi32> {
  %0 = stablehlo.constant dense<-3> : tensor<i32>
  %1 = \"stablehlo.case\"(%0) ({
    stablehlo.return %x : tensor<2xi32>
  }, {
    %3 = stablehlo.multiply %x, %x : tensor<2xi32>
    stablehlo.return %3 : tensor<2xi32>
  }) : (tensor<i32>) -> tensor<2xi32>
  return %1 : tensor<2xi32>
}"),
        // The condition is false at first, so the loop yields its operands and the body's effects
        // do not happen. The condition runs once, so it must not have effects.
        rule_for_all("while-never", Pat::any_operands::<While>(w.slot()), |m| {
            Some(m.operands().to_vec())
        })
        .gives("the operands of w")
        .when(holds("the condition yields a constant false", |m| {
            let module = m.module();
            let end = module.entry(m.root(), 0).and_then(|cond| module.terminator(cond));
            let yielded = end.and_then(|end| module.constant(module.operand(end, 0)));
            yielded.and_then(|literal| literal.get_int(0)) == Some(0)
        }))
        .when(holds("the condition has no effect", |m| {
            let module = m.module();
            let Some(cond) = module.entry(m.root(), 0) else { return false };
            let end = module.terminator(cond);
            module.ops(cond).all(|op| Some(op) == end || is_pure(module, op))
        }))
        .quantized()
        .keeps_effects()
        .example("
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %1 = \"stablehlo.while\"(%x) ({
  ^bb0(%a: tensor<i32>):
    %no = stablehlo.constant dense<false> : tensor<i1>
    stablehlo.return %no : tensor<i1>
  }, {
  ^bb0(%a: tensor<i32>):
    %b = stablehlo.add %a, %a : tensor<i32>
    stablehlo.return %b : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  return %1 : tensor<i32>
}"),
        // A map is its computation applied elementwise to whole tensors.
        rule_for_all("map-elementwise", Pat::any_operands::<Map>(mp.slot()), unmap)
            .gives("the ops of mp on whole tensors")
            .when(static_result())
            .when(holds("the computation yields one of its own values, and holds only elementwise ops and constants, of types that are not quantized, on its own values", is_elementwise))
            .example("
func.func @main(%x: tensor<4xi32>, %y: tensor<4xi32>) -> tensor<4xi32> {
  %1 = \"stablehlo.map\"(%x, %y) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %c = stablehlo.multiply %a, %b : tensor<i32>
    %d = stablehlo.add %c, %b : tensor<i32>
    stablehlo.return %d : tensor<i32>
  }) {dimensions = array<i64: 0>} : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  return %1 : tensor<4xi32>
}"),
    ]
}

/// Copies branch `i` in front of the root and returns the values that it yields.
fn inline_branch(m: &mut Match<'_, '_>, i: usize) -> Option<Vec<Value>> {
    let block: Block = m.module().entry(m.root(), i)?;
    m.module().terminator(block)?;
    Some(m.rewriter.clone_block(block, &[]))
}

/// Whether the computation of the root, a map, means the same on whole tensors.
fn is_elementwise(m: &Match<'_, '_>) -> bool {
    use hloom_ir::{Op, Trait};
    let module = m.module();
    let Some(block) = module.entry(m.root(), 0) else { return false };
    let Some(end) = module.terminator(block) else { return false };
    let own = |v: Value| module.def_block(v) == Some(block);
    module.ops(block).filter(|&op| op != end).all(|op| {
        let kind = module.op(op);
        let simple = matches!(kind, Op::Constant(_)) || kind.has(Trait::Elementwise);
        let plain = |v: Value| module.ty(v).element().is_some_and(|e| !e.is_quantized());
        simple
            && module.operands(op).iter().all(|&v| own(v) && plain(v))
            && module.results(op).iter().all(plain)
    }) && own(module.operand(end, 0))
}

/// Applies the computation of the root, a map, to whole tensors.
fn unmap(m: &mut Match<'_, '_>) -> Option<Vec<Value>> {
    use hloom_ir::{Op, Type};
    let root = m.root();
    let block = m.module().entry(root, 0)?;
    let terminator = m.module().terminator(block)?;
    let dims = m.root_tensor()?.dims.clone();
    let inner: Vec<_> = m.module().ops(block).filter(|&op| op != terminator).collect();
    let mut map: std::collections::HashMap<Value, Value> =
        m.module().args(block).iter().copied().zip(m.operands().iter().copied()).collect();
    for op in inner {
        let result = m.module().result(op, 0);
        let element = m.ty(result).element()?;
        let whole = Type::tensor(&dims, element);
        let value = match m.module().op(op).clone() {
            Op::Constant(c) => {
                let literal = hloom_ir::Literal::splat(whole, c.value.element_bytes(0)).ok()?;
                m.constant(literal)
            }
            kind => {
                let operands: Vec<Value> = m.module().operands(op).iter().map(|v| map[v]).collect();
                let kind = kind.with_result_types(&[whole]).ok()?;
                m.build(kind, &operands)?
            }
        };
        map.insert(result, value);
    }
    Some(vec![map[&m.module().operand(terminator, 0)]])
}
