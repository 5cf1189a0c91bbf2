//! Laws of branches: branch-condition propagation into arms, and arms that compute nothing.

use crate::rule::condition::holds;
use crate::rule::{Match, Rule, rule_for_all};
use hloom_ir::ops::*;
use hloom_ir::pattern::Pat;
use hloom_ir::{Block, Element, Literal, OpId, Type, Value};

/// The largest result, in bytes, for which a branch becomes a `select`.
const SMALL: usize = 4096;

/// The rules.
pub(super) fn rules() -> Vec<Rule> {
    vec![
        // The value of the condition is known inside each arm.
        rule_for_all("if-known", Pat::any_operands::<If>("i"), known)
            .gives("i with a constant for its condition in each arm")
            .when(holds("an arm uses the condition", |m| !known_uses(m, m.root()).is_empty()))
            .quantized()
            .keeps_effects()
            .example("
func.func @main(%c: tensor<i1>, %x: tensor<2xi32>) -> tensor<2xi32> {
  %1 = \"stablehlo.if\"(%c) ({
    %2 = stablehlo.select %c, %x, %x : (tensor<i1>, tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
    %3 = stablehlo.add %2, %x : tensor<2xi32>
    stablehlo.return %3 : tensor<2xi32>
  }, {
    %4 = \"stablehlo.if\"(%c) ({
      stablehlo.return %x : tensor<2xi32>
    }, {
      %5 = stablehlo.multiply %x, %x : tensor<2xi32>
      stablehlo.return %5 : tensor<2xi32>
    }) : (tensor<i1>) -> tensor<2xi32>
    stablehlo.return %4 : tensor<2xi32>
  }) : (tensor<i1>) -> tensor<2xi32>
  return %1 : tensor<2xi32>
}"),
        rule_for_all("case-known", Pat::any_operands::<Case>("k"), known)
            .gives("k with a constant for its index in each arm but the last")
            .when(holds("an arm that is not the last uses the index", |m| {
                !known_uses(m, m.root()).is_empty()
            }))
            .quantized()
            .keeps_effects()
            .example("
func.func @main(%c: tensor<i32>) -> tensor<i32> {
  %1 = \"stablehlo.case\"(%c) ({
    %2 = stablehlo.add %c, %c : tensor<i32>
    stablehlo.return %2 : tensor<i32>
  }, {
    %3 = stablehlo.multiply %c, %c : tensor<i32>
    stablehlo.return %3 : tensor<i32>
  }, {
    stablehlo.return %c : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  return %1 : tensor<i32>
}"),
        // Arms that only yield constants.
        rule_for_all("if-select", Pat::any_operands::<If>("i"), selected)
            .gives("select(condition, x, y) of what the arms yield")
            .when(holds("both arms hold only constants, and yield the same values or ones of equal types of at most 4096 bytes", |m| {
                yields_alike(m).is_some()
            }))
            .quantized()
            .example("
func.func @main(%c: tensor<i1>, %x: tensor<2xi32>, %y: tensor<2xi32>) -> (tensor<2xi32>, tensor<i32>) {
  %1:2 = \"stablehlo.if\"(%c) ({
    %one = stablehlo.constant dense<1> : tensor<i32>
    stablehlo.return %x, %one : tensor<2xi32>, tensor<i32>
  }, {
    %two = stablehlo.constant dense<2> : tensor<i32>
    stablehlo.return %y, %two : tensor<2xi32>, tensor<i32>
  }) : (tensor<i1>) -> (tensor<2xi32>, tensor<i32>)
  return %1#0, %1#1 : tensor<2xi32>, tensor<i32>
}"),
    ]
}

/// Returns the index of the region of `op` that holds a block, if one does.
fn region_of(m: &Match<'_, '_>, op: OpId, mut block: Option<Block>) -> Option<usize> {
    while let Some(at) = block {
        let owner = m.module().block_owner(at)?;
        if owner == op {
            let region = m.module().block_region(at);
            return m.module().regions(op).iter().position(|&r| r == region);
        }
        block = m.module().parent(owner);
    }
    None
}

/// The uses of the root's condition in those arms of `op`, the root or its copy, in which its value
/// is known: the user, the number of the operand and the arm. The last arm of a `case` is taken for
/// many indices.
fn known_uses(m: &Match<'_, '_>, op: OpId) -> Vec<(OpId, usize, usize)> {
    let is_if = matches!(m.module().op(op), Op::If(_));
    let last = m.module().regions(op).len() - 1;
    let inside = |(user, at): (OpId, usize)| {
        let arm = region_of(m, op, m.module().parent(user))?;
        (is_if || arm < last).then_some((user, at, arm))
    };
    m.module().uses(m.operands()[0]).filter_map(inside).collect()
}

/// The branch with its condition replaced by a constant in each arm in which it is known.
fn known(m: &mut Match<'_, '_>) -> Option<Vec<Value>> {
    let root = m.root();
    let is_if = matches!(m.module().op(root), Op::If(_));
    let last = m.module().regions(root).len() - 1;
    let copy = m.rewriter.clone_op(root, &mut Default::default());
    let uses = known_uses(m, copy);
    m.rewriter.set_before(copy);
    let ty = Type::scalar_tensor(if is_if { Element::I1 } else { Element::I32 });
    let mut constants: Vec<Option<Value>> = vec![None; last + 1];
    for (user, at, arm) in uses {
        let number = if is_if { 1 - arm } else { arm };
        let value = match constants[arm] {
            Some(value) => value,
            None => m.constant(Literal::from_f64s(ty, &[number as f64]).ok()?),
        };
        constants[arm] = Some(value);
        m.rewriter.set_operand(user, at, value);
    }
    Some(m.module().results(copy).iter().collect())
}

/// The arms of the root, if both hold only constants and their results can be selected from.
fn yields_alike(m: &Match<'_, '_>) -> Option<[Block; 2]> {
    let root = m.root();
    let arms = [m.module().entry(root, 0)?, m.module().entry(root, 1)?];
    let small = |ty: Type| {
        let size = ty.as_tensor().and_then(|t| t.byte_size());
        size.is_some_and(|bytes| bytes <= SMALL)
    };
    let yielded = |arm: Block| -> Option<&[Value]> {
        let end = m.module().terminator(arm)?;
        let constants =
            m.module().ops(arm).all(|o| o == end || matches!(m.module().op(o), Op::Constant(_)));
        constants.then(|| m.module().operands(end))
    };
    let (yes, no) = (yielded(arms[0])?, yielded(arms[1])?);
    let fits = |(&a, &b): (&Value, &Value)| a == b || (m.ty(a) == m.ty(b) && small(m.ty(a)));
    yes.iter().zip(no).all(fits).then_some(arms)
}

/// One `select` per result.
fn selected(m: &mut Match<'_, '_>) -> Option<Vec<Value>> {
    let condition = m.operands()[0];
    let arms = yields_alike(m)?;
    let (yes, no) = (m.rewriter.clone_block(arms[0], &[]), m.rewriter.clone_block(arms[1], &[]));
    yes.into_iter()
        .zip(no)
        .map(|(a, b)| if a == b { Some(a) } else { m.build(Select {}, &[condition, a, b]) })
        .collect()
}
