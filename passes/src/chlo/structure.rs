//! Expansion of constants, `top_k` and `ragged_dot`.

use super::expand::constant_like;
use crate::rule::condition::holds;
use crate::rule::{Match, Rule, rule, rule_for_all};
use hloom_ir::field::{Dims, ResultType};
use hloom_ir::op::FieldReader;
use hloom_ir::ops::{self, CompareType, Direction, DotDims, RaggedMode};
use hloom_ir::pattern::Pat;
use hloom_ir::rewrite::InsertPoint;
use hloom_ir::types::TensorType;
use hloom_ir::vars;
use hloom_ir::{Attr, AttrDict, Element, Literal, Type, Value};

/// The rules.
pub(super) fn rules() -> Vec<Rule> {
    vars!(x);
    vars!(like: ops::ConstantLike);
    vec![
        rule(
            "chlo-constant",
            Pat::any_operands::<ops::ChloConstant>("c"),
            |m: &mut Match<'_, '_>| {
                let literal = m.module().get::<ops::ChloConstant>(m.root())?.value.clone();
                Some(m.constant(literal))
            },
        )
        .quantized(),
        rule("chlo-constant-like", ops::constant_like(x, like), move |m: &mut Match<'_, '_>| {
            let scalar = m[like].scalar()?;
            constant_like(m, m[x], &scalar)
        }),
        rule(
            "chlo-dynamic-reshape",
            Pat::any_operands::<ops::ChloDynamicReshape>("r"),
            |m: &mut Match<'_, '_>| {
                let (x, ty) = (m.operands()[0], m.root_type());
                m.build(ops::Reshape { ty: ResultType(ty) }, &[x])
            },
        )
        .when(holds("the operand and the result are static", |m| {
            is_static(m, m.operands()[0]) && m.root_tensor().is_some_and(TensorType::is_static)
        }))
        .quantized(),
        rule_for_all("custom-call-mhlo", Pat::any_operands::<ops::CustomCall>("c"), custom_call)
            .quantized()
            // Its name says that it is a pure function.
            .keeps_effects(),
        rule_for_all("chlo-top-k", Pat::any_operands::<ops::TopK>("k"), top_k).when(holds(
            "the operand is static and not complex",
            |m| {
                let x = m.operands()[0];
                is_static(m, x) && m.ty(x).element().is_some_and(|e| !e.is_complex())
            },
        )),
        rule("chlo-ragged-dot", Pat::any_operands::<ops::RaggedDot>("r"), ragged_dot).when(holds(
            "the operands are static, and their type has a zero",
            |m| {
                let zero = m.ty(m.operands()[0]).element().map(Type::scalar_tensor);
                let zero = zero.and_then(|ty| Literal::zeros(ty).ok());
                // Rows of other groups become zero.
                m.operands().iter().all(|&v| is_static(m, v))
                    && zero.is_some_and(|zero| zero.get_f64(0) == 0.0)
            },
        )),
    ]
}

fn is_static(m: &Match<'_, '_>, v: Value) -> bool {
    m.tensor(v).is_some_and(TensorType::is_static)
}

fn typed(dims: &[i64], element: Element) -> ResultType {
    ResultType(TensorType::new(dims, element).into())
}

/// The CHLO op that a custom call stands for, also under its legacy name: `mhlo.erf` for
/// `chlo.erf`.
fn custom_call(m: &mut Match<'_, '_>) -> Option<Vec<Value>> {
    let call = m.module().get::<ops::CustomCall>(m.root())?;
    let name = call.target().strip_prefix("mhlo.")?.to_owned();
    let operands = m.operands().to_vec();
    let types = m.module().result_types(m.root());
    let made = if name == "topk" {
        let attributes =
            m.module().discardable_attrs(m.root()).and_then(|extra| extra.get("mhlo.attributes"));
        if let Some(Attr::Dict(dict)) = attributes
            && dict.get("largest") == Some(&Attr::Bool(false))
        {
            return None;
        }
        let k = *types.first()?.as_tensor()?.dims.last()?;
        m.rewriter.build(ops::TopK { k }, &operands).ok()?
    } else {
        let entry = ops::lookup(&format!("chlo.{name}"))?;
        let def = entry.def;
        if !def.attrs.is_empty() || !def.regions.is_empty() || types.len() != 1 {
            return None;
        }
        let mut none = AttrDict::new();
        let mut reader = FieldReader { dict: &mut none, results: &types };
        let op = (entry.read)(&mut reader).ok()?;
        m.rewriter.build(op, &operands).ok()?
    };
    let results: Vec<Value> = m.module().results(made).iter().collect();
    let same = results.iter().map(|&v| m.ty(v)).eq(types.iter().copied());
    same.then_some(results)
}

/// `top_k`: sorts the rows together with their indices and slices the first `k`.
fn top_k(m: &mut Match<'_, '_>) -> Option<Vec<Value>> {
    let k = m.module().get::<ops::TopK>(m.root())?.k;
    let x = m.operands()[0];
    let tensor = m.tensor(x)?;
    let last = tensor.rank() as i64 - 1;
    let ty = typed(&tensor.dims, Element::I32);
    let places = m.build(ops::Iota { iota_dimension: last, ty }, &[])?;
    let (element, place) = (Type::scalar_tensor(tensor.element), Type::scalar_tensor(Element::I32));
    // The comparator: whether the first element goes in front of the second.
    let here = m.rewriter.point();
    let (region, block) = m.rewriter.region(&[element, element, place, place]);
    m.rewriter.set_point(InsertPoint::End(block));
    let args = m.module().args(block).to_vec();
    let compare_type = tensor.element.is_float().then_some(CompareType::TotalOrder);
    let compare = ops::Compare { comparison_direction: Direction::Gt, compare_type };
    let before = m.build(compare, &args[..2])?;
    m.rewriter.build(ops::Return {}, &[before]).ok()?;
    m.rewriter.set_point(here);
    let sort = ops::Sort { dimension: Some(last), is_stable: Some(true) };
    let sorted = m.rewriter.build_with_regions(sort, &[x, places], &[region]).ok()?;
    let zeros: Dims = vec![0; tensor.rank()].into();
    let ones: Dims = vec![1; tensor.rank()].into();
    let mut limits = tensor.dims.to_vec();
    limits[last as usize] = k;
    let slice = ops::Slice { start_indices: zeros, limit_indices: limits.into(), strides: ones };
    let sorted: Vec<Value> = m.module().results(sorted).iter().collect();
    sorted.into_iter().map(|v| m.build(slice.clone(), &[v])).collect()
}

/// `ragged_dot`: broadcasts `lhs` over the groups, masks it to each group's rows, multiplies, and
/// sums over the groups unless the result has a group dimension.
fn ragged_dot(m: &mut Match<'_, '_>) -> Option<Value> {
    let it = m.module().get::<ops::RaggedDot>(m.root())?.clone();
    let dims = &it.ragged_dot_dimension_numbers;
    let &[x, y, sizes] = m.operands() else { return None };
    let (lhs, list) = (m.tensor(x)?, m.tensor(sizes)?);
    let ragged = dims.ragged() as usize;
    let groups = *list.dims.last()?;
    // `[groups, prefix…]`: the first row of each group, and one past its last.
    let prefix = if list.rank() == 1 { Vec::new() } else { dims.prefix(lhs.rank()) };
    // Sums of sizes and numbers of rows do not fit narrow integers. No group has fewer than no
    // rows, or more than all.
    let integer = Element::I64;
    let sizes = match list.element {
        Element::I64 => sizes,
        // The greatest sizes do not fit the signed type.
        Element::U64 => {
            let rows =
                m.splat(TensorType::new(&list.dims, list.element).into(), lhs.dims[ragged] as f64)?;
            let fewer = m.build(ops::Minimum {}, &[sizes, rows])?;
            m.build(ops::Convert { ty: typed(&list.dims, integer) }, &[fewer])?
        }
        _ => m.build(ops::Convert { ty: typed(&list.dims, integer) }, &[sizes])?,
    };
    let none = m.splat(Type::scalar_tensor(integer), 0.0)?;
    let rows = m.splat(Type::scalar_tensor(integer), lhs.dims[ragged] as f64)?;
    let sizes = m.build(ops::Clamp {}, &[none, sizes, rows])?;
    let inner = list.rank() as i64 - 1;
    let ends = running_sum(m, sizes, inner)?;
    let starts = m.build(ops::Subtract {}, &[ends, sizes])?;
    // Everything in the shape `[groups, dimensions of lhs…]`.
    let mut shape = vec![groups];
    shape.extend_from_slice(&lhs.dims);
    let places: Dims = prefix.iter().map(|&d| d + 1).chain([0]).collect();
    let index = ops::Iota { iota_dimension: ragged as i64 + 1, ty: typed(&shape, integer) };
    let index = m.build(index, &[])?;
    // A broadcast's dimensions need not be in order.
    let spread = |m: &mut Match<'_, '_>, v: Value| {
        let ty = typed(&shape, integer);
        m.build(ops::BroadcastInDim { broadcast_dimensions: places.clone(), ty }, &[v])
    };
    let (starts, ends) = (spread(m, starts)?, spread(m, ends)?);
    let compare = |comparison_direction| ops::Compare { comparison_direction, compare_type: None };
    let after = m.build(compare(Direction::Ge), &[index, starts])?;
    let before = m.build(compare(Direction::Lt), &[index, ends])?;
    let inside = m.build(ops::And {}, &[after, before])?;
    let of_lhs: Dims = (1..=lhs.rank() as i64).collect();
    let ty = typed(&shape, lhs.element);
    let copies = m.build(ops::BroadcastInDim { broadcast_dimensions: of_lhs, ty }, &[x])?;
    let zero = m.splat(ty.0, 0.0)?;
    let masked = m.build(ops::Select {}, &[inside, copies, zero])?;
    let shifted = |d: &Dims| d.iter().map(|d| d + 1).collect::<Dims>();
    let mode = dims.mode();
    let mut numbers = DotDims {
        lhs_batching_dimensions: shifted(&dims.dot.lhs_batching_dimensions),
        rhs_batching_dimensions: dims.dot.rhs_batching_dimensions.clone(),
        lhs_contracting_dimensions: shifted(&dims.dot.lhs_contracting_dimensions),
        rhs_contracting_dimensions: dims.dot.rhs_contracting_dimensions.clone(),
    };
    let with = |d: &Dims, more: i64| d.iter().copied().chain([more]).collect::<Dims>();
    let out = it.ty.0.as_tensor()?;
    let precision_config = it.precision_config.as_deref().map(|p| p.0.clone());
    let dot = |numbers: DotDims, ty: ResultType| ops::DotGeneral {
        dot_dimension_numbers: Box::new(numbers),
        precision_config: precision_config.clone(),
        algorithm: None,
        ty,
    };
    match mode {
        RaggedMode::NonContracting => {
            numbers.lhs_contracting_dimensions = with(&numbers.lhs_contracting_dimensions, 0);
            let group = *dims.rhs_group_dimensions.first()?;
            numbers.rhs_contracting_dimensions = with(&numbers.rhs_contracting_dimensions, group);
            m.build(dot(numbers, it.ty), &[masked, y])
        }
        RaggedMode::Batch => {
            // A row is zero in all groups but its own, so the sum over groups is its value.
            let any = any_group(m, inside)?;
            let zero = m.splat(TensorType::new(&lhs.dims, lhs.element).into(), 0.0)?;
            let masked = m.build(ops::Select {}, &[any, x, zero])?;
            m.build(dot(dims.dot.clone(), it.ty), &[masked, y])
        }
        RaggedMode::Contracting => {
            // The product's dimensions are batching, groups, lhs, rhs; the group dimension moves to
            // the front.
            let batch = numbers.lhs_batching_dimensions.len();
            let mut shape = out.dims.to_vec();
            let count = shape.remove(0);
            shape.insert(batch, count);
            let product = m.build(dot(numbers, typed(&shape, out.element)), &[masked, y])?;
            let mut permutation: Vec<i64> = (0..shape.len() as i64).collect();
            permutation.remove(batch);
            permutation.insert(0, batch as i64);
            m.build(ops::Transpose { permutation: permutation.into() }, &[product])
        }
    }
}

/// The inclusive prefix sum along the last dimension: a product with a lower triangular matrix of
/// ones.
fn running_sum(m: &mut Match<'_, '_>, x: Value, last: i64) -> Option<Value> {
    let tensor = m.tensor(x)?;
    let n = tensor.dims[last as usize];
    let iota = |m: &mut Match<'_, '_>, d: i64| {
        m.build(ops::Iota { iota_dimension: d, ty: typed(&[n, n], Element::I32) }, &[])
    };
    let (from, to) = (iota(m, 0)?, iota(m, 1)?);
    let compare = ops::Compare { comparison_direction: Direction::Le, compare_type: None };
    let ones = m.build(compare, &[from, to])?;
    let ones = m.build(ops::Convert { ty: typed(&[n, n], tensor.element) }, &[ones])?;
    let dot_dimension_numbers = Box::new(DotDims {
        lhs_batching_dimensions: [].into(),
        rhs_batching_dimensions: [].into(),
        lhs_contracting_dimensions: [last].into(),
        rhs_contracting_dimensions: [0].into(),
    });
    let ty = ResultType(m.ty(x));
    let dot =
        ops::DotGeneral { dot_dimension_numbers, precision_config: None, algorithm: None, ty };
    m.build(dot, &[x, ones])
}

/// Whether a position belongs to any group: an or-reduction over the groups.
fn any_group(m: &mut Match<'_, '_>, inside: Value) -> Option<Value> {
    let scalar = Type::scalar_tensor(Element::I1);
    let no = m.constant(Literal::zeros(scalar).ok()?);
    let here = m.rewriter.point();
    let (region, block) = m.rewriter.region(&[scalar, scalar]);
    m.rewriter.set_point(InsertPoint::End(block));
    let args = m.module().args(block).to_vec();
    let either = m.build(ops::Or {}, &args)?;
    m.rewriter.build(ops::Return {}, &[either]).ok()?;
    m.rewriter.set_point(here);
    let reduce = ops::Reduce { dimensions: [0].into() };
    let reduced = m.rewriter.build_with_regions(reduce, &[inside, no], &[region]).ok()?;
    Some(m.module().result(reduced, 0))
}
