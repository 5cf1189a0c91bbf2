//! Ops whose sizes are computed at run time.
//!
//! Constraints on unknown extents can be checked only at run time: [`check`] infers the op's type
//! again from the actual operands. Errors cite the specification's labels, as in the verifier.

use crate::alloc::result_type;
use crate::error::{EvalError, EvalResult};
use crate::families::{arith_op, data_op, extents_op, pointwise_op, sized_op, structured_op};
use crate::operands::integers;
use crate::{conv, gather, shape};
use hloom_ir::field::Padding;
use hloom_ir::op::InferContext;
use hloom_ir::ops::{DynamicConv, Op};
use hloom_ir::rewrite::InsertPoint;
use hloom_ir::{Literal, Module, Rewriter, Type};

/// Operands with at most this many elements are passed by value when an op is checked, because they
/// may be shapes.
const LOOKED_INTO: usize = 64;

/// Checks an op without regions on operands whose types have unknown extents.
pub(crate) fn check(op: &Op, operands: &[&Literal]) -> EvalResult<()> {
    let mut scratch = Module::new();
    let mut rewriter = Rewriter::new(&mut scratch);
    let types: Vec<Type> = operands.iter().map(|x| x.ty()).collect();
    let (_, block) = rewriter.region(&types);
    rewriter.set_point(InsertPoint::End(block));
    let mut values: Vec<_> = rewriter.module().args(block).to_vec();
    for (value, x) in values.iter_mut().zip(operands) {
        if x.element().is_integer() && x.count() <= LOOKED_INTO {
            *value = rewriter.constant((*x).clone());
        }
    }
    let cx = InferContext { module: rewriter.module(), values: &values, regions: &[] };
    match op.infer(&cx) {
        Ok(_) => Ok(()),
        // The specification's labels end in a number.
        Err(broken) if broken.label.ends_with(|c: char| c.is_ascii_digit()) => {
            Err(EvalError::invalid(format!("{}, which breaks ({})", broken.message, broken.label)))
        }
        Err(broken) => Err(EvalError::invalid(broken.message)),
    }
}

/// The extents that an operand lists.
fn extents(x: &Literal) -> EvalResult<Vec<i64>> {
    let extents = integers(x)?;
    match extents.iter().position(|&n| n < 0) {
        Some(d) => {
            Err(EvalError::invalid(format!("extent {} of dimension {d} is negative", extents[d])))
        }
        None => Ok(extents),
    }
}

/// The result of one of these ops; `declared` is its type in the program.
pub(crate) fn eval(
    op: &Op,
    operands: &[&Literal],
    declared: Type,
    limit: u64,
) -> EvalResult<Literal> {
    let wrong = || EvalError::invalid(format!("it can't have {} operands", operands.len()));
    match (op, operands) {
        (Op::DynamicBroadcastInDim(it), [x, shape]) => extents(shape).and_then(|dims| {
            let ty = result_type(declared, &dims)?;
            shape::broadcast_in_dim(x, &it.broadcast_dimensions, ty, limit)
        }),
        (Op::DynamicConv(it), [x, kernel, padding]) => {
            convolution(it, x, kernel, padding, declared, limit)
        }
        (Op::DynamicGather(it), [x, starts, sizes]) => integers(sizes).and_then(|sizes| {
            gather::gather(x, starts, &it.dimension_numbers, &sizes, declared, limit)
        }),
        (Op::DynamicIota(it), [shape]) => extents(shape).and_then(|dims| {
            let ty = result_type(declared, &dims)?;
            shape::iota(it.iota_dimension as usize, ty, limit)
        }),
        (Op::DynamicPad(_), [x, value, low, high, inner]) => {
            padded(x, value, [low, high, inner], declared, limit)
        }
        (Op::DynamicReshape(_), [x, shape]) => extents(shape).and_then(|dims| {
            let ty = result_type(declared, &dims)?;
            if ty.as_tensor().and_then(|t| t.count()) != Some(x.count()) {
                return Err(EvalError::invalid(format!(
                    "the {} elements of {} can't have the extents {dims:?}",
                    x.count(),
                    x.ty()
                )));
            }
            shape::reshape(x, ty, limit)
        }),
        (Op::GetDimensionSize(it), [x]) => dimension_size(x, it.dimension as usize, declared),
        (Op::RealDynamicSlice(_), [x, starts, limits, steps]) => {
            sliced(x, [starts, limits, steps], declared, limit)
        }
        (Op::SetDimensionSize(it), [x, size]) => {
            first_of(x, it.dimension as usize, size, declared, limit)
        }
        (
            arith_op!()
            | data_op!()
            | extents_op!()
            | pointwise_op!()
            | sized_op!()
            | structured_op!(),
            _,
        ) => Err(wrong()),
    }
}

fn convolution(
    op: &DynamicConv,
    x: &Literal,
    kernel: &Literal,
    padding: &Literal,
    declared: Type,
    limit: u64,
) -> EvalResult<Literal> {
    let pairs = integers(padding)?.chunks_exact(2).map(|p| (p[0], p[1])).collect();
    let static_ = op.with_padding(Padding(pairs));
    conv::convolution(&static_, x, kernel, declared, limit)
}

/// Three numbers for each dimension of `x`.
fn by_dimension(x: &Literal, lists: [&Literal; 3]) -> EvalResult<[Vec<i64>; 3]> {
    let [a, b, c] = lists;
    let all = [integers(a)?, integers(b)?, integers(c)?];
    match all.iter().find(|list| list.len() != x.dims().len()) {
        Some(list) => Err(EvalError::invalid(format!(
            "{} numbers are given for the dimensions of {}",
            list.len(),
            x.ty()
        ))),
        None => Ok(all),
    }
}

fn padded(
    x: &Literal,
    value: &Literal,
    lists: [&Literal; 3],
    declared: Type,
    limit: u64,
) -> EvalResult<Literal> {
    let [low, high, inner] = by_dimension(x, lists)?;
    if let Some(d) = inner.iter().position(|&n| n < 0) {
        return Err(EvalError::invalid(format!(
            "the interior padding of dimension {d} is {}; it must not be negative",
            inner[d]
        )));
    }
    shape::pad(x, value, (&low, &high, &inner), declared, limit)
}

fn sliced(x: &Literal, lists: [&Literal; 3], declared: Type, limit: u64) -> EvalResult<Literal> {
    let [starts, limits, steps] = by_dimension(x, lists)?;
    shape::slice(x, (&starts, &limits, &steps), declared, limit)
}

fn dimension_size(x: &Literal, d: usize, declared: Type) -> EvalResult<Literal> {
    let extent = x.dims().get(d).copied().unwrap_or(0);
    let Ok(number) = i32::try_from(extent) else {
        return Err(EvalError::invalid(format!("extent {extent} does not fit {declared}")));
    };
    let ty = result_type(declared, &[])?;
    Literal::splat(ty, &number.to_le_bytes()).map_err(|e| EvalError::invalid(e.to_string()))
}

/// The first elements along a dimension: the result of set_dimension_size.
fn first_of(
    x: &Literal,
    d: usize,
    size: &Literal,
    declared: Type,
    limit: u64,
) -> EvalResult<Literal> {
    let size_value = integers(size)?.first().copied().unwrap_or(-1);
    let Some(&extent) = x.dims().get(d).filter(|&&n| (0..=n).contains(&size_value)) else {
        return Err(EvalError::invalid(format!(
            "dimension {d} of {} can't have the size {size_value}",
            x.ty()
        )));
    };
    let mut ends = x.dims().to_vec();
    ends[d] = size_value.min(extent);
    let (starts, steps) = (vec![0; ends.len()], vec![1; ends.len()]);
    shape::slice(x, (&starts, &ends, &steps), declared, limit)
}
