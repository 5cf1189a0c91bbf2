//! Nests with a reduction: reduce, reduce_window, dot_general, convolution.

use super::super::Unsupported;
use super::element::Elements;
use super::{Lowering, scalar, tensor_of};
use crate::index::{Index, Var};
use crate::nest::{Body, Combiner, Exactness, Node, NodeId, Reduction, ScalarOp};
use hloom_analysis::monoid::Monoid;
use hloom_ir::ops::{
    Convolution, DotGeneral, Op, Precision, Precisions, Reduce, ReduceWindow, reduces_slices,
};
use hloom_ir::{Element, OpId, Value};

/// The reduction of an op, or of several `reduce` ops over the same elements
/// together: its dimensions are added, and its result is at `outer`. Reduced
/// dimensions that count rows are at `rows` already.
pub(super) fn stage(
    cx: &mut Lowering<'_>,
    ops: &[OpId],
    outer: &[Index],
    rows: &[Index],
) -> Result<Reduction, Unsupported> {
    let module = cx.module;
    let &[op, ..] = ops else { return Err(cx.unsupported("it has no reduction")) };
    match module.op(op) {
        _ if ops.iter().any(|&op| reduces_slices(module, op)) => {
            Err(cx
                .unsupported("its body combines slices: `expand-slice-reduce` rewrites most such"))
        }
        Op::Reduce(it) => reduce(cx, ops, it, outer, rows),
        Op::ReduceWindow(it) => reduce_window(cx, op, it, outer),
        Op::DotGeneral(it) => dot(cx, op, it, outer, rows),
        Op::Convolution(it) => convolution(cx, op, it, outer),
        // Any other op: refused with its name.
        other => Err(cx.unsupported(format!("`{}` does not reduce", other.name()))),
    }
}

/// The element type in which result `i` of an op is combined.
pub(super) fn combined_in(cx: &Lowering<'_>, op: OpId, i: usize) -> Result<Element, Unsupported> {
    let result = tensor_of(cx.module, cx.subject, cx.module.result(op, i))?.element;
    Ok(match cx.module.op(op) {
        Op::DotGeneral(_) | Op::Convolution(_) => sum_type(result),
        // Any other op: combined in the type that it declares. Only sums of products may be wider
        // inside.
        _ => result,
    })
}

fn var(n: u32) -> Index {
    Index::var(Var(n))
}

/// Adds the dimensions of a shape and gives their indices.
fn dims(cx: &mut Lowering<'_>, shape: &[i64], reducing: bool) -> Vec<Index> {
    shape.iter().map(|&n| var(cx.dim(n, reducing))).collect()
}

fn shape_of(cx: &Lowering<'_>, v: Value) -> Result<Vec<i64>, Unsupported> {
    Ok(tensor_of(cx.module, cx.subject, v)?.dims.to_vec())
}

/// The combiner of partial results that an op's region computes.
pub(super) fn combiner(
    cx: &Lowering<'_>,
    op: OpId,
    elements: &[Element],
) -> Result<Combiner, Unsupported> {
    let module = cx.module;
    // Each by one operation that may be done in any order?
    if let Some(monoids) = Monoid::of_region(module, op)
        && monoids.len() == elements.len()
    {
        let each = monoids.into_iter().map(ScalarOp::of_monoid);
        let each: Vec<ScalarOp> =
            each.zip(elements).filter(|(op, e)| op.is_monoid(**e)).map(|(op, _)| op).collect();
        if each.len() == elements.len() {
            return Ok(Combiner::Each(each));
        }
    }
    let block = module.entry(op, 0).ok_or_else(|| cx.unsupported("its region is empty"))?;
    let n = elements.len();
    let mut body = Body::default();
    let parameters: Vec<NodeId> =
        (0..2 * n).map(|i| body.add(Node::Parameter(i as u32), elements[i % n])).collect();
    let yielded = scalar::region(module, op, block, &mut body, &parameters)?;
    Ok(Combiner::Body(body, yielded))
}

fn reduce(
    cx: &mut Lowering<'_>,
    ops: &[OpId],
    it: &Reduce,
    outer: &[Index],
    rows: &[Index],
) -> Result<Reduction, Unsupported> {
    let shape = shape_of(cx, cx.module.operand(ops[0], 0))?;
    let mut coords = vec![Index::constant(0); shape.len()];
    let remaining = (0..shape.len()).filter(|&d| !it.dimensions.contains(&(d as i64)));
    for (d, at) in remaining.zip(outer) {
        coords[d] = at.clone();
    }
    let mut reduced: Vec<usize> = it.dimensions.iter().map(|&d| d as usize).collect();
    reduced.sort_unstable();
    for &d in &reduced {
        coords[d] = match rows.get(d) {
            Some(row) => row.clone(),
            None => var(cx.dim(shape[d], true)),
        };
    }
    if reduced.is_empty() {
        // One step over a dimension that is not there.
        cx.dim(1, true);
    }
    let (mut values, mut initial, mut combiners) = (Vec::new(), Vec::new(), Vec::new());
    for &op in ops {
        let operands = cx.module.operands(op);
        let n = operands.len() / 2;
        let mut elements = Vec::new();
        for i in 0..n {
            // The region may compute in a wider type than the input's.
            let element = combined_in(cx, op, i)?;
            let value = Elements::new(cx).at(operands[i], coords.clone(), &[])?;
            values.push(cx.body.convert(value, element));
            let start = Elements::new(cx).at(operands[n + i], Vec::new(), &[])?;
            initial.push(cx.body.convert(start, element));
            elements.push(element);
        }
        combiners.push(combiner(cx, op, &elements)?);
    }
    let combiner = if combiners.len() == 1 {
        combiners.remove(0)
    } else {
        let mut all = Vec::new();
        for one in combiners {
            match one {
                Combiner::Each(ops) => all.extend(ops),
                Combiner::Body(..) => {
                    return Err(cx.unsupported("only plain reductions are done together"));
                }
            }
        }
        Combiner::Each(all)
    };
    Ok(Reduction { values, initial, combiner, contract: None })
}

fn reduce_window(
    cx: &mut Lowering<'_>,
    op: OpId,
    it: &ReduceWindow,
    outer: &[Index],
) -> Result<Reduction, Unsupported> {
    let operands = cx.module.operands(op);
    let n = operands.len() / 2;
    let shape = shape_of(cx, operands[0])?;
    let rank = shape.len();
    let ones = |d: &Option<hloom_ir::field::Dims>| {
        d.as_ref().map_or_else(|| vec![1; rank], |d| d.to_vec())
    };
    let (strides, base) = (ones(&it.window_strides), ones(&it.base_dilations));
    let dilations = ones(&it.window_dilations);
    let low: Vec<i64> = match &it.padding {
        Some(p) => p.0.iter().map(|&(low, _)| low).collect(),
        None => vec![0; rank],
    };
    let window = dims(cx, &it.window_dimensions, true);
    if rank == 0 {
        cx.dim(1, true);
    }
    let coords: Vec<Index> = (0..rank)
        .map(|d| outer[d].clone() * strides[d] + window[d].clone() * dilations[d])
        .collect();
    let (mut values, mut initial, mut elements) = (Vec::new(), Vec::new(), Vec::new());
    for i in 0..n {
        let result = cx.module.result(op, i);
        let element = tensor_of(cx.module, cx.subject, result)?.element;
        let mut ask = Elements::new(cx);
        let place = ask.undilate(&coords, &shape, &low, &base, &[]);
        let inside = ask.at(operands[i], place.coords, &place.guard)?;
        // The padding holds the initial value.
        let outside = ask.at(operands[n + i], Vec::new(), &[])?;
        let value = ask.choose(place.guard, inside, outside);
        values.push(cx.body.convert(value, element));
        initial.push(cx.body.convert(outside, element));
        elements.push(element);
    }
    let combiner = combiner(cx, op, &elements)?;
    Ok(Reduction { values, initial, combiner, contract: None })
}

/// The type in which products are summed: at least `f32` for floats.
fn sum_type(result: Element) -> Element {
    if result.is_float() && result.bit_width() < 32 { Element::F32 } else { result }
}

/// A sum of products of two nodes.
fn products(
    cx: &mut Lowering<'_>,
    op: OpId,
    x: NodeId,
    y: NodeId,
) -> Result<Reduction, Unsupported> {
    let element = combined_in(cx, op, 0)?;
    let (x, y) = (cx.body.convert(x, element), cx.body.convert(y, element));
    let product = cx.body.op(ScalarOp::Multiply, element, &[x, y]);
    let zero = cx.body.add(Node::Constant([0, 0]), element);
    let sum = Combiner::Each(vec![ScalarOp::Add]);
    let contract = Some(exactness(cx.module.op(op)));
    Ok(Reduction { values: vec![product], initial: vec![zero], combiner: sum, contract })
}

/// The exactness that an op asks of its products.
fn exactness(op: &Op) -> Exactness {
    let high = |config: &Option<Precisions>| match config {
        Some(it) if !it.0.is_empty() && it.0.iter().all(|p| *p == Precision::High) => {
            Exactness::ThreePasses
        }
        _ => Exactness::Full,
    };
    let narrow = |element: Element| matches!(element, Element::TF32 | Element::BF16);
    match op {
        Op::DotGeneral(it) => match it.algorithm.as_deref() {
            // `tf32` has all bits that `bf16` has.
            Some(a) if narrow(a.lhs_precision_type) && narrow(a.rhs_precision_type) => {
                match a.num_primitive_operations {
                    1 => Exactness::OnePass,
                    3 => Exactness::ThreePasses,
                    _ => Exactness::Full,
                }
            }
            Some(_) => Exactness::Full,
            None => high(&it.precision_config),
        },
        Op::Convolution(it) => high(&it.precision_config),
        // Any other op: computed with all digits.
        _ => Exactness::Full,
    }
}

fn dot(
    cx: &mut Lowering<'_>,
    op: OpId,
    it: &DotGeneral,
    outer: &[Index],
    rows: &[Index],
) -> Result<Reduction, Unsupported> {
    let operands = cx.module.operands(op);
    let (xs, ys) = (shape_of(cx, operands[0])?, shape_of(cx, operands[1])?);
    let d = &it.dot_dimension_numbers;
    let mut x = vec![Index::constant(0); xs.len()];
    let mut y = vec![Index::constant(0); ys.len()];
    let mut outer = outer.iter().cloned();
    let mut next = || outer.next().unwrap_or_else(|| Index::constant(0));
    let batching = d.lhs_batching_dimensions.iter().zip(d.rhs_batching_dimensions.iter());
    for (&i, &j) in batching {
        let at = next();
        (x[i as usize], y[j as usize]) = (at.clone(), at);
    }
    for i in d.lhs_free(xs.len()) {
        x[i as usize] = next();
    }
    for j in d.rhs_free(ys.len()) {
        y[j as usize] = next();
    }
    // Rows are counted along the operand that is made by rows, if one is.
    let by_right = cx.made_by_rows(operands[1]);
    let contracting = d.lhs_contracting_dimensions.iter().zip(d.rhs_contracting_dimensions.iter());
    for (&i, &j) in contracting {
        let at = match rows.get(if by_right { j as usize } else { i as usize }) {
            Some(row) => row.clone(),
            None => var(cx.dim(xs[i as usize], true)),
        };
        (x[i as usize], y[j as usize]) = (at.clone(), at);
    }
    if d.lhs_contracting_dimensions.is_empty() {
        cx.dim(1, true);
    }
    let mut ask = Elements::new(cx);
    let (x, y) = (ask.at(operands[0], x, &[])?, ask.at(operands[1], y, &[])?);
    products(cx, op, x, y)
}

fn convolution(
    cx: &mut Lowering<'_>,
    op: OpId,
    it: &Convolution,
    outer: &[Index],
) -> Result<Reduction, Unsupported> {
    let operands = cx.module.operands(op);
    let (xs, ks) = (shape_of(cx, operands[0])?, shape_of(cx, operands[1])?);
    let result = shape_of(cx, cx.module.result(op, 0))?;
    let d = &it.dimension_numbers;
    let n = it.spatial_rank();
    let features = ks[d.kernel_input_feature_dimension as usize];
    let window: Vec<i64> = d.kernel_spatial_dimensions.iter().map(|&k| ks[k as usize]).collect();
    let window = dims(cx, &window, true);
    let feature = var(cx.dim(features, true));
    let batch = outer[d.output_batch_dimension as usize].clone();
    let out = outer[d.output_feature_dimension as usize].clone();
    let outs = result[d.output_feature_dimension as usize];
    let mut ask = Elements::new(cx);
    // The group that an output feature belongs to.
    let group = |ask: &Elements<'_, '_>, groups: i64| {
        if groups == 1 {
            Index::constant(0)
        } else {
            ask.floor_div(out.clone(), (outs / groups).max(1))
        }
    };
    let batches = result[d.output_batch_dimension as usize];
    let mut at = vec![Index::constant(0); n + 2];
    let (mut low, mut dilation) = (vec![0; n + 2], vec![1; n + 2]);
    at[d.input_batch_dimension as usize] = group(&ask, it.batch_group_count) * batches + batch;
    at[d.input_feature_dimension as usize] =
        group(&ask, it.feature_group_count) * features + feature.clone();
    let mut k = vec![Index::constant(0); n + 2];
    k[d.kernel_input_feature_dimension as usize] = feature;
    k[d.kernel_output_feature_dimension as usize] = out.clone();
    let (strides, paddings, reversals) = (it.strides(), it.paddings(), it.reversals());
    let (ld, rd) = (it.lhs_dilations(), it.rhs_dilations());
    for s in 0..n {
        let o = outer[d.output_spatial_dimensions[s] as usize].clone();
        let i = d.input_spatial_dimensions[s] as usize;
        at[i] = o * strides[s] + window[s].clone() * rd[s];
        low[i] = paddings.0[s].0;
        dilation[i] = ld[s];
        let w = d.kernel_spatial_dimensions[s] as usize;
        k[w] = if reversals.0[s] { -window[s].clone() + (ks[w] - 1) } else { window[s].clone() };
    }
    let place = ask.undilate(&at, &xs, &low, &dilation, &[]);
    // Outside, a load gives zero, which is what padding is.
    let x = if place.guard.is_empty() {
        ask.at(operands[0], place.coords, &[])?
    } else {
        let inside = ask.at(operands[0], place.coords, &place.guard)?;
        let element = tensor_of(ask.module(), ask.subject(), operands[0])?.element;
        let zero = ask.zero(element);
        if ask.is_plain_load(inside) { inside } else { ask.choose(place.guard, inside, zero) }
    };
    let y = ask.at(operands[1], k, &[])?;
    products(cx, op, x, y)
}
