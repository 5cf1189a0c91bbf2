//! Scans become a `while` loop that slices each input and updates each output.

use crate::rule::condition::holds;
use crate::rule::{Match, Rule, rule_for_all};
use hloom_ir::field::ResultType;
use hloom_ir::ops::{self, Direction};
use hloom_ir::pattern::Pat;
use hloom_ir::rewrite::InsertPoint;
use hloom_ir::types::TensorType;
use hloom_ir::{Element, Literal, Type, Value};

/// The rule.
pub(super) fn rules() -> Vec<Rule> {
    let is_static = holds("all operands and results are static", |m| {
        let results = m.module().results(m.root()).into_iter();
        let mut all = m.operands().iter().copied().chain(results);
        all.all(|v| m.tensor(v).is_some_and(TensorType::is_static))
    });
    vec![rule_for_all("chlo-scan", Pat::any_operands::<ops::Scan>("s"), scan).when(is_static)]
}

fn number(m: &mut Match<'_, '_>, n: i64) -> Option<Value> {
    let ty = Type::scalar_tensor(Element::I64);
    Some(m.constant(Literal::splat(ty, &n.to_le_bytes()).ok()?))
}

/// The start indices of slice `i` along dimension `d`.
fn starts(m: &mut Match<'_, '_>, d: usize, i: Value, rank: usize) -> Option<Vec<Value>> {
    let zero = number(m, 0)?;
    Some((0..rank).map(|at| if at == d { i } else { zero }).collect())
}

fn scan(m: &mut Match<'_, '_>) -> Option<Vec<Value>> {
    let it = m.module().get::<ops::Scan>(m.root())?.clone();
    let root = m.root();
    let (n, carries, outputs) = it.counts();
    let d = it.dimension as usize;
    let operands = m.operands().to_vec();
    let results: Vec<&'static TensorType> =
        m.module().result_types(root).iter().map(|t| t.as_tensor()).collect::<Option<_>>()?;
    let extent = match operands[..n].first() {
        Some(&x) => m.tensor(x)?.dims[d],
        None => it.scan_dim_size?,
    };
    let body = m.module().entry(root, 0)?;
    // The carried values: the iteration count, the outputs, and the scan's own carried values.
    let mut carried = vec![number(m, 0)?];
    for t in &results[..outputs] {
        carried.push(m.splat(Type::from((*t).clone()), 0.0)?);
    }
    carried.extend_from_slice(&operands[n..]);
    let types: Vec<Type> = carried.iter().map(|&v| m.ty(v)).collect();
    let here = m.rewriter.point();

    let (cond, block) = m.rewriter.region(&types);
    m.rewriter.set_point(InsertPoint::End(block));
    let done = m.module().args(block)[0];
    let count = number(m, extent)?;
    let compare = ops::Compare { comparison_direction: Direction::Lt, compare_type: None };
    let more = m.build(compare, &[done, count])?;
    m.rewriter.build(ops::Return {}, &[more]).ok()?;

    let (round, block) = m.rewriter.region(&types);
    m.rewriter.set_point(InsertPoint::End(block));
    let args = m.module().args(block).to_vec();
    let mut at = args[0];
    if it.is_reverse == Some(true) {
        let last = number(m, extent - 1)?;
        at = m.build(ops::Subtract {}, &[last, at])?;
    }
    let mut inside = Vec::new();
    for &x in &operands[..n] {
        let tensor = m.tensor(x)?;
        let mut sizes = tensor.dims.to_vec();
        sizes[d] = 1;
        let mut cut = vec![x];
        cut.extend(starts(m, d, at, tensor.rank())?);
        let slice = m.build(ops::DynamicSlice { slice_sizes: sizes.clone().into() }, &cut)?;
        sizes.remove(d);
        let ty = ResultType(TensorType::new(&sizes, tensor.element).into());
        inside.push(m.build(ops::Reshape { ty }, &[slice])?);
    }
    inside.extend_from_slice(&args[1 + outputs..]);
    let yielded = m.rewriter.clone_block(body, &inside);
    let one = number(m, 1)?;
    let mut next = vec![m.build(ops::Add {}, &[args[0], one])?];
    for (i, &slice) in yielded[..outputs].iter().enumerate() {
        let tensor = m.tensor(slice)?;
        let mut sizes = tensor.dims.to_vec();
        sizes.insert(d, 1);
        let rank = sizes.len();
        let ty = ResultType(TensorType::new(&sizes, tensor.element).into());
        let slice = m.build(ops::Reshape { ty }, &[slice])?;
        let mut put = vec![args[1 + i], slice];
        put.extend(starts(m, d, at, rank)?);
        next.push(m.build(ops::DynamicUpdateSlice {}, &put)?);
    }
    next.extend_from_slice(&yielded[outputs..]);
    m.rewriter.build(ops::Return {}, &next).ok()?;
    m.rewriter.set_point(here);
    let all = m.rewriter.build_with_regions(ops::While {}, &carried, &[cond, round]).ok()?;
    debug_assert_eq!(carried.len(), 1 + outputs + carries);
    let results: Vec<Value> = m.module().results(all).iter().collect();
    Some(results[1..].to_vec())
}
