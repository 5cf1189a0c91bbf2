//! Ops with implicit broadcasting, and ops on shapes.

use crate::error::{EvalError, EvalResult};
use crate::families::{arith_op, data_op, extents_op, pointwise_op, sized_op, structured_op};
use crate::function::{Binary, Special2};
use crate::pointwise::Pointwise;
use crate::{alloc, quant, shape};
use hloom_ir::field::Dims;
use hloom_ir::ops::{ConstantLike, Op, broadcast_places};
use hloom_ir::{Element, Literal, Type};

/// The function of a broadcasting op, and its broadcast dimensions.
pub(crate) fn function_of(op: &Op) -> Option<(Pointwise, Option<&Dims>)> {
    use Pointwise as P;
    let (f, dims) = match op {
        Op::BroadcastAdd(it) => (P::Binary(Binary::Add), &it.broadcast_dimensions),
        Op::BroadcastAnd(it) => (P::Binary(Binary::And), &it.broadcast_dimensions),
        Op::BroadcastAtan2(it) => (P::Binary(Binary::Atan2), &it.broadcast_dimensions),
        Op::BroadcastDivide(it) => (P::Binary(Binary::Divide), &it.broadcast_dimensions),
        Op::BroadcastMaximum(it) => (P::Binary(Binary::Maximum), &it.broadcast_dimensions),
        Op::BroadcastMinimum(it) => (P::Binary(Binary::Minimum), &it.broadcast_dimensions),
        Op::BroadcastMultiply(it) => (P::Binary(Binary::Multiply), &it.broadcast_dimensions),
        Op::BroadcastOr(it) => (P::Binary(Binary::Or), &it.broadcast_dimensions),
        Op::BroadcastPower(it) => (P::Binary(Binary::Power), &it.broadcast_dimensions),
        Op::BroadcastRemainder(it) => (P::Binary(Binary::Remainder), &it.broadcast_dimensions),
        Op::BroadcastShiftLeft(it) => (P::Binary(Binary::ShiftLeft), &it.broadcast_dimensions),
        Op::BroadcastShiftRightArithmetic(it) => {
            (P::Binary(Binary::ShiftRightArithmetic), &it.broadcast_dimensions)
        }
        Op::BroadcastShiftRightLogical(it) => {
            (P::Binary(Binary::ShiftRightLogical), &it.broadcast_dimensions)
        }
        Op::BroadcastSubtract(it) => (P::Binary(Binary::Subtract), &it.broadcast_dimensions),
        Op::BroadcastXor(it) => (P::Binary(Binary::Xor), &it.broadcast_dimensions),
        Op::BroadcastNextAfter(it) => (P::Special2(Special2::NextAfter), &it.broadcast_dimensions),
        Op::BroadcastPolygamma(it) => (P::Special2(Special2::Polygamma), &it.broadcast_dimensions),
        Op::BroadcastZeta(it) => (P::Special2(Special2::Zeta), &it.broadcast_dimensions),
        Op::BroadcastComplex(it) => (P::Complex, &it.broadcast_dimensions),
        Op::BroadcastCompare(it) => {
            let kind = it.compare_type.map(|t| t.0);
            (P::Compare(it.comparison_direction.0, kind), &it.broadcast_dimensions)
        }
        arith_op!()
        | data_op!()
        | extents_op!()
        | pointwise_op!()
        | sized_op!()
        | structured_op!() => return None,
    };
    Some((f, dims.as_ref()))
}

/// The common extents of a broadcast.
fn common(shapes: &[&[i64]], dims: Option<&Dims>) -> EvalResult<Vec<i64>> {
    let rank = shapes.iter().map(|s| s.len()).max().unwrap_or(0);
    let mut result = vec![1; rank];
    for shape in shapes {
        for (&at, &extent) in broadcast_places(dims, shape.len(), rank).iter().zip(*shape) {
            let slot = &mut result[at as usize];
            if *slot == 1 {
                *slot = extent;
            } else if extent != 1 && extent != *slot {
                return Err(EvalError::invalid(format!(
                    "in dimension {at}, {slot} elements and {extent} can't be broadcast to one shape"
                )));
            }
        }
    }
    Ok(result)
}

fn spread(x: &Literal, dims: Option<&Dims>, to: &[i64], limit: u64) -> EvalResult<Literal> {
    let places = broadcast_places(dims, x.dims().len(), to.len());
    shape::broadcast_in_dim(x, &places, Type::tensor(to, x.element()), limit)
}

/// A function of two operands with broadcasting.
pub(crate) fn broadcast_pair(
    f: Pointwise,
    (x, y): (&Literal, &Literal),
    dims: Option<&Dims>,
    declared: Type,
    limit: u64,
) -> EvalResult<Literal> {
    let to = common(&[x.dims(), y.dims()], dims)?;
    let (x, y) = (spread(x, dims, &to, limit)?, spread(y, dims, &to, limit)?);
    elementwise(f, &[&x, &y], declared, limit)
}

/// The function of operands of one shape. Where indices of a dimension have scales of their
/// own, it is computed with the expressed values.
fn elementwise(f: Pointwise, x: &[&Literal], declared: Type, limit: u64) -> EvalResult<Literal> {
    let per_axis = |e: Element| e.is_per_axis_quantized();
    if x.iter().any(|x| per_axis(x.element())) || declared.element().is_some_and(per_axis) {
        return quant::eval(x, declared, limit, |x, ty| f.eval(x, ty, limit));
    }
    f.eval(x, declared, limit)
}

/// Selection from two operands; all three are broadcast.
pub(crate) fn broadcast_select(
    operands: [&Literal; 3],
    declared: Type,
    limit: u64,
) -> EvalResult<Literal> {
    let to = common(&operands.map(Literal::dims), None)?;
    let [p, x, y] = operands.map(|x| spread(x, None, &to, limit));
    elementwise(Pointwise::Select, &[&p?, &x?, &y?], declared, limit)
}

/// The op's value, in the shape of its operand.
pub(crate) fn constant_like(
    it: &ConstantLike,
    x: &Literal,
    declared: Type,
    limit: u64,
) -> EvalResult<Literal> {
    let Some(scalar) = it.scalar() else {
        return Err(EvalError::invalid(format!("value `{}` is not a number", it.value)));
    };
    shape::broadcast_in_dim(&scalar, &[], alloc::result_type(declared, x.dims())?, limit)
}

/// `dynamic_reshape`; one extent may be -1, which is computed from the others.
pub(crate) fn dynamic_reshape(
    x: &Literal,
    to: &Literal,
    declared: Type,
    limit: u64,
) -> EvalResult<Literal> {
    let mut dims: Vec<i64> = (0..to.count()).map(|i| to.get_int(i).unwrap_or(0) as i64).collect();
    let wrong = || EvalError::invalid(format!("{} has no reshape of extents {to}", x.ty()));
    if let Some(open) = dims.iter().position(|&d| d == -1) {
        let others = dims.iter().enumerate().filter(|&(i, _)| i != open);
        let known = others.map(|(_, &d)| d).try_fold(1i64, i64::checked_mul).ok_or_else(wrong)?;
        if known <= 0 || x.count() as i64 % known != 0 {
            return Err(wrong());
        }
        dims[open] = x.count() as i64 / known;
    }
    let count = dims.iter().try_fold(1i64, |a, &d| a.checked_mul(d).filter(|_| d >= 0));
    if count != Some(x.count() as i64) {
        return Err(wrong());
    }
    shape::reshape(x, alloc::result_type(declared, &dims)?, limit)
}

/// Shapes of minimum rank with the same broadcasting: adjacent dimensions are joined if the same
/// shapes have extent 1 in both.
pub(crate) fn minimum_broadcast_shapes(shapes: &[&Literal]) -> EvalResult<Vec<Literal>> {
    let lists: Vec<Vec<i64>> = shapes
        .iter()
        .map(|s| (0..s.count()).map(|i| s.get_int(i).unwrap_or(0) as i64).collect())
        .collect();
    let slices: Vec<&[i64]> = lists.iter().map(Vec::as_slice).collect();
    common(&slices, None)?;
    let rank = lists.iter().map(Vec::len).max().unwrap_or(0);
    // From the last dimension: the extents, and the set of shapes with extent 1.
    let extent = |list: &[i64], from_end: usize| {
        list.len().checked_sub(from_end + 1).map_or(1, |at| list[at])
    };
    let mut groups: Vec<(Vec<bool>, Vec<i64>)> = Vec::new();
    for d in 0..rank {
        let extents: Vec<i64> = lists.iter().map(|l| extent(l, d)).collect();
        // A dimension that is 1 in all shapes is dropped.
        if extents.iter().all(|&e| e == 1) {
            continue;
        }
        let ones: Vec<bool> = extents.iter().map(|&e| e == 1).collect();
        match groups.last_mut() {
            Some((known, product)) if *known == ones => {
                product.iter_mut().zip(&extents).for_each(|(p, &e)| *p = p.wrapping_mul(e));
            }
            _ => groups.push((ones, extents)),
        }
    }
    (0..lists.len())
        .map(|i| {
            // Leading ones are dropped.
            let used = groups.iter().rposition(|(ones, _)| !ones[i]).map_or(0, |at| at + 1);
            let numbers: Vec<i64> = groups[..used].iter().rev().map(|(_, e)| e[i]).collect();
            let ty = Type::tensor(&[numbers.len() as i64], hloom_ir::Element::Index);
            let mut literal =
                Literal::zeros(ty).map_err(|e| EvalError::invalid(e.to_string()))?.expanded();
            literal.as_mut_slice::<i64>().copy_from_slice(&numbers);
            Ok(literal)
        })
        .collect()
}
