//! `stablehlo.reduce` with a body on slices.
//!
//! The body combines slices of the inputs, as large as the initial values, along the dimensions
//! that [`slice_dimensions`] finds among the kept ones, by the extents of this run. At each index
//! of the other kept dimensions, `acc = body(acc, slice)` for the slices in row-major order of the
//! reduced dimensions, starting with the initial values.

use crate::alloc::{checked_count, literal, result_type};
use crate::error::{EvalError, EvalResult, RegionError};
use crate::reduce_parts::{arranged, promoted};
use crate::run::{Frame, Run};
use crate::strided::{View, copy, count, row_major};
use crate::value::Value;
use hloom_ir::literal::Bytes;
use hloom_ir::ops::slice_dimensions;
use hloom_ir::{Block, Element, Literal, Type};

/// Whether a reduction's body takes a tensor that is not a scalar.
pub(crate) fn is_on_slices(run: &Run<'_, '_>, block: Block) -> bool {
    let scalar = |ty: Type| ty.as_tensor().is_some_and(|t| t.rank() == 0);
    run.module.args(block).iter().any(|&arg| !scalar(run.module.ty(arg)))
}

/// The kinds of a reduction's dimensions: each list is in increasing order.
struct Roles {
    /// Kept, at each index of which slices are combined on their own.
    outer: Vec<usize>,
    reduced: Vec<usize>,
    /// Kept, those of a slice.
    slice: Vec<usize>,
}

impl Roles {
    fn new(dims: &[i64], dimensions: &[i64], slice: &[i64]) -> EvalResult<Roles> {
        let (reduced, kept): (Vec<usize>, Vec<usize>) =
            (0..dims.len()).partition(|&d| dimensions.contains(&(d as i64)));
        let extents: Vec<i64> = kept.iter().map(|&d| dims[d]).collect();
        let Some(at) = slice_dimensions(&extents, slice) else {
            return Err(EvalError::invalid(format!(
                "its initial value has the extents {slice:?}, which are no slice of {extents:?}"
            )));
        };
        let slice: Vec<usize> = at.into_iter().map(|i| kept[i]).collect();
        let outer = kept.into_iter().filter(|d| !slice.contains(d)).collect();
        Ok(Roles { outer, reduced, slice })
    }
}

/// `stablehlo.reduce` with a body on slices: the operands are the inputs, then the initial values.
pub(crate) fn reduce(
    run: &mut Run<'_, '_>,
    frame: &mut Frame,
    block: Block,
    operands: &[&Literal],
    dimensions: &[i64],
    declared: &[Type],
) -> Result<Vec<Literal>, RegionError> {
    let limit = run.options.max_tensor_bytes;
    let n = operands.len() / 2;
    let elements: Vec<Element> =
        run.module.args(block).iter().filter_map(|&arg| run.module.ty(arg).element()).collect();
    if n == 0 || operands.len() != 2 * n || elements.len() != 2 * n || declared.len() != n {
        let message = "inputs, initial values and arguments do not pair up";
        return Err(EvalError::invalid(message).into());
    }
    let (dims, slice) = (operands[0].dims(), operands[n].dims());
    if operands[..n].iter().any(|x| x.dims() != dims) {
        return Err(EvalError::invalid("the inputs' extents differ").into());
    }
    if operands[n..].iter().any(|x| x.dims() != slice) {
        let message = "the initial values' extents differ: no slices fit them all";
        return Err(EvalError::invalid(message).into());
    }
    let roles = Roles::new(dims, dimensions, slice)?;
    let order = [&roles.outer[..], &roles.reduced, &roles.slice].concat();
    let extents = |of: &[usize]| of.iter().map(|&d| dims[d]).collect::<Vec<i64>>();
    let sizes = extents(&order);
    let (outer, rows) = (count(&extents(&roles.outer)), count(&extents(&roles.reduced)));
    let mut inputs = Vec::with_capacity(n);
    let mut inits = Vec::with_capacity(n);
    for i in 0..n {
        inputs.push(arranged(&promoted(operands[i], elements[n + i])?, &order, &sizes));
        inits.push(Value::Tensor(promoted(operands[n + i], elements[i])?));
    }
    let kept: Vec<usize> = (0..dims.len()).filter(|d| !roles.reduced.contains(d)).collect();
    let result_dims = extents(&kept);
    let mut results = Vec::with_capacity(n);
    for (&ty, &element) in declared.iter().zip(&elements) {
        let ty = Type::tensor(&result_dims, ty.element().unwrap_or(element));
        results.push(Bytes::zeros(checked_count(ty, limit)? * element.byte_width()));
    }
    let made = [&roles.outer[..], &roles.slice].concat();
    for at in 0..if results[0].as_slice().is_empty() { 0 } else { outer } {
        let mut acc = inits.clone();
        for row in 0..rows {
            let mut args = acc;
            for (data, &element) in inputs.iter().zip(&elements[n..]) {
                let size = count(slice) * element.byte_width();
                let from = (at * rows + row) * size;
                let bytes = Bytes::from(&data.as_slice()[from..from + size]);
                args.push(Value::Tensor(literal(Type::tensor(slice, element), bytes)?));
            }
            run.consume_fuel(1)?;
            acc = run.block(frame, block, args)?;
        }
        for ((value, &element), result) in acc.iter().zip(&elements).zip(&mut results) {
            let value = value.tensor().filter(|x| x.dims() == slice && x.element() == element);
            let value = value.ok_or_else(|| {
                EvalError::invalid(format!("its body does not yield tensors of extents {slice:?}"))
            })?;
            place(value, at, result, (&made, &kept, dims));
        }
    }
    let mut all = Vec::with_capacity(n);
    for ((bytes, &element), &ty) in results.into_iter().zip(&elements).zip(declared) {
        let ty = result_type(ty, &result_dims)?;
        let made = literal(Type::tensor(&result_dims, element), bytes)?;
        let result = promoted(&made, ty.element().unwrap_or(element))?;
        all.push(result.with_type(ty).map_err(|e| EvalError::invalid(e.to_string()))?);
    }
    Ok(all)
}

/// Writes the slice of number `at` of the outer dimensions to a result with the dimensions `kept`
/// of an input; `made` are its outer dimensions, then those of the slice.
fn place(
    value: &Literal,
    mut at: usize,
    result: &mut Bytes,
    (made, kept, dims): (&[usize], &[usize], &[i64]),
) {
    let strides = row_major(&kept.iter().map(|&d| dims[d]).collect::<Vec<i64>>());
    let stride = |d: &usize| kept.iter().position(|k| k == d).map_or(0, |i| strides[i]);
    let (outer, slice) = made.split_at(made.len() - value.dims().len());
    let mut to = View { offset: 0, strides: slice.iter().map(stride).collect() };
    for d in outer.iter().rev() {
        let extent = dims[*d].max(1) as usize;
        to.offset += (at % extent) as i64 * stride(d);
        at /= extent;
    }
    let mut from = View::of(value.dims());
    if value.is_splat() {
        from.strides.fill(0);
    }
    let width = value.element().byte_width();
    copy(value.dims(), width, (value.bytes(), &from), (result.as_mut_slice(), &to));
}
