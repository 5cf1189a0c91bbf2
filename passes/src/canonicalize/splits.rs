//! Laws of split tensors: a tensor's parts move at most once on their way.

use crate::relayout_sparse::can_skip;
use crate::rule::condition::{Condition, holds, inner_used_once};
use crate::rule::{Match, Rule, rule};
use hloom_ir::Type;
use hloom_ir::field::ResultType;
use hloom_ir::ops::*;
use hloom_ir::pattern::Var;
use hloom_ir::vars;
use std::marker;

/// The result can be made of `x` without the type between, and no extent that this one says is lost.
fn skips(
    x: Var,
    between: impl Fn(&Match<'_, '_>) -> Type + marker::Send + Sync + 'static,
) -> Condition {
    holds("x or the result says each extent of the type between", move |m: &Match<'_, '_>| {
        can_skip(m.ty(m[x]), between(m), m.root_type())
    })
}

/// The rules.
pub(super) fn rules() -> Vec<Rule> {
    vars!(x, f);
    vars!(r, s: Relayout);
    vars!(h: Halo);
    let stored = |x: Var| -> Condition {
        holds("x is stored as the result", move |m: &Match<'_, '_>| {
            let storage = |t: &hloom_ir::TensorType| t.storage().map(str::to_owned);
            m.tensor(m[x]).map(storage) == m.root_tensor().map(storage)
        })
    };
    vec![
        rule("relayout-identity", relayout(x, r), x)
            .quantized()
            .when(holds("x has r's type", move |m| m.ty(m[x]) == m.root_type())),
        // If others read the tensor between, it is made in any case, and may be nearer.
        rule("relayout-relayout", relayout(relayout(x, s), r), move |m: &mut Match<'_, '_>| {
            m.build(Relayout { ty: ResultType(m.root_type()) }, &[m[x]])
        })
        .gives("relayout(x, {r})")
        .quantized()
        .when(stored(x))
        .when(skips(x, move |m| m[s].ty.0))
        .when(inner_used_once()),
        rule("relayout-halo", relayout(halo(x, f, h), r), move |m: &mut Match<'_, '_>| {
            m.build(Relayout { ty: ResultType(m.root_type()) }, &[m[x]])
        })
        .gives("relayout(x, {r})")
        .quantized()
        .when(stored(x))
        .when(skips(x, move |m| m[h].ty.0))
        .example("
func.func @main(%x: tensor<4x2xi32, #hloom.split<[2 over cores, 1]>>, %f: tensor<i32>) -> tensor<4x2xi32, #hloom.split<[1, 2 over cores]>> {
  %0 = hloom.halo %x, %f : (tensor<4x2xi32, #hloom.split<[2 over cores, 1]>>, tensor<i32>) -> tensor<4x2xi32, #hloom.split<[2 over cores halo (1, 0), 1]>>
  %1 = hloom.relayout %0 : (tensor<4x2xi32, #hloom.split<[2 over cores halo (1, 0), 1]>>) -> tensor<4x2xi32, #hloom.split<[1, 2 over cores]>>
  return %1 : tensor<4x2xi32, #hloom.split<[1, 2 over cores]>>
}"),
    ]
}
