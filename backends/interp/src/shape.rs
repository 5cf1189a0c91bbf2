//! Data movement: ops that create or move elements.
//!
//! Each op computes its result's extents from the operands, so programs with unknown extents in
//! types run too.

use crate::alloc::{alloc_zeroed, checked_count, literal, result_type};
use crate::elem::{Cplx, Float, Int, with_complex, with_float, with_int};
use crate::error::{EvalError, EvalResult};
use crate::strided::{View, copy, count, row_major};
use hloom_ir::literal::Bytes;
use hloom_ir::{DYNAMIC, Literal, Type};

/// Gathers the elements of `x` at the indices in `from` to a tensor of type `ty`. The result of a
/// splat is a splat.
fn gather(x: &Literal, from: &View, ty: Type, limit: u64) -> EvalResult<Literal> {
    checked_count(ty, limit)?;
    if x.is_splat() {
        return Literal::splat(ty, x.bytes()).map_err(|e| EvalError::invalid(e.to_string()));
    }
    let mut data = alloc_zeroed(ty, limit)?;
    let dims = &ty.as_tensor().expect("a checked type").dims;
    let width = x.element().byte_width();
    copy(dims, width, (x.bytes(), from), (data.as_mut_slice(), &View::of(dims)));
    literal(ty, data)
}

/// `broadcast_in_dim`: a view with stride 0 along the new dimensions.
pub(crate) fn broadcast_in_dim(
    x: &Literal,
    broadcast_dimensions: &[i64],
    declared: Type,
    limit: u64,
) -> EvalResult<Literal> {
    // An unknown extent is that of the operand's dimension.
    let mut dims = declared.as_tensor().map(|t| t.dims.to_vec()).unwrap_or_default();
    for (&d, &extent) in broadcast_dimensions.iter().zip(x.dims()) {
        if let Some(open) = dims.get_mut(d as usize).filter(|n| **n == DYNAMIC) {
            *open = extent;
        }
    }
    let declared = result_type(declared, &dims)?;
    checked_count(declared, limit)?;
    let to = declared.as_tensor().expect("a checked type");
    let mut from = View { offset: 0, strides: vec![0; to.rank()] };
    let strides = row_major(x.dims());
    for (i, &d) in broadcast_dimensions.iter().enumerate() {
        let (extent, expected) = (x.dims()[i], to.dims[d as usize]);
        if extent != 1 {
            if extent != expected {
                return Err(EvalError::invalid(format!("{} can't become {declared}", x.ty())));
            }
            from.strides[d as usize] = strides[i];
        }
    }
    if x.count() == 1 && to.count() != Some(1) {
        return Literal::splat(declared, x.element_bytes(0))
            .map_err(|e| EvalError::invalid(e.to_string()));
    }
    gather(x, &from, declared, limit)
}

/// An unknown extent is inferred from the others.
pub(crate) fn reshape(x: &Literal, declared: Type, limit: u64) -> EvalResult<Literal> {
    let mut dims = declared.as_tensor().map(|t| t.dims.to_vec()).unwrap_or_default();
    let known: Vec<i64> = dims.iter().copied().filter(|&n| n != DYNAMIC).collect();
    if known.len() + 1 == dims.len() && count(&known) > 0 {
        let rest = (x.count() / count(&known)) as i64;
        dims.iter_mut().filter(|n| **n == DYNAMIC).for_each(|n| *n = rest);
    }
    let declared = result_type(declared, &dims)?;
    checked_count(declared, limit)?;
    x.with_type(declared).map_err(|e| EvalError::invalid(e.to_string()))
}

/// The same elements in another physical form, whose type may leave extents open.
pub(crate) fn stored_as(x: &Literal, declared: Type, limit: u64) -> EvalResult<Literal> {
    reshape(x, result_type(declared, x.dims())?, limit)
}

pub(crate) fn transpose(
    x: &Literal,
    permutation: &[i64],
    declared: Type,
    limit: u64,
) -> EvalResult<Literal> {
    let pick = |of: &[i64]| permutation.iter().map(|&d| of[d as usize]).collect::<Vec<_>>();
    let ty = result_type(declared, &pick(x.dims()))?;
    let from = View { offset: 0, strides: pick(&row_major(x.dims())) };
    gather(x, &from, ty, limit)
}

pub(crate) fn reverse(
    x: &Literal,
    dimensions: &[i64],
    declared: Type,
    limit: u64,
) -> EvalResult<Literal> {
    let ty = result_type(declared, x.dims())?;
    let mut from = View::of(x.dims());
    for &d in dimensions {
        let d = d as usize;
        from.advance(d, (x.dims()[d] - 1).max(0));
        from.strides[d] = -from.strides[d];
    }
    gather(x, &from, ty, limit)
}

pub(crate) fn slice(
    x: &Literal,
    (starts, limits, steps): (&[i64], &[i64], &[i64]),
    declared: Type,
    limit: u64,
) -> EvalResult<Literal> {
    let mut from = View::of(x.dims());
    let mut dims = Vec::with_capacity(x.dims().len());
    for (d, &extent) in x.dims().iter().enumerate() {
        let (start, end, step) = (starts[d], limits[d], steps[d]);
        if start < 0 || end > extent || start > end || step < 1 {
            return Err(EvalError::invalid(format!(
                "[{start}:{end}:{step}] is not a slice of dimension {d} of {}",
                x.ty()
            )));
        }
        dims.push(((end - start) as u64).div_ceil(step as u64) as i64);
        from.advance(d, start);
        from.strides[d] = from.strides[d].saturating_mul(step);
    }
    let ty = result_type(declared, &dims)?;
    gather(x, &from, ty, limit)
}

pub(crate) fn concatenate(
    inputs: &[&Literal],
    dimension: usize,
    declared: Type,
    limit: u64,
) -> EvalResult<Literal> {
    let first = inputs[0];
    let mut dims = first.dims().to_vec();
    dims[dimension] = inputs
        .iter()
        .try_fold(0i64, |sum, x| sum.checked_add(x.dims()[dimension]))
        .ok_or_else(|| EvalError::limit("the result is larger than any memory"))?;
    let ty = result_type(declared, &dims)?;
    let mut data = alloc_zeroed(ty, limit)?;
    let mut to = View::of(&dims);
    for x in inputs {
        let fits = |(d, (&a, &b)): (usize, (&i64, &i64))| d == dimension || a == b;
        if x.dims().len() != dims.len() || !x.dims().iter().zip(&dims).enumerate().all(fits) {
            return Err(EvalError::invalid(format!("{} does not match {}", x.ty(), first.ty())));
        }
        let from = if x.is_splat() {
            View { offset: 0, strides: vec![0; dims.len()] }
        } else {
            View::of(x.dims())
        };
        let width = x.element().byte_width();
        copy(x.dims(), width, (x.bytes(), &from), (data.as_mut_slice(), &to));
        to.advance(dimension, x.dims()[dimension]);
    }
    literal(ty, data)
}

/// The part of one dimension that negative padding leaves: the first element left, its position in
/// the result, and the number of elements left.
fn cropped(extent: i64, low: i64, interior: i64, result: i64) -> (i64, i64, i64) {
    let step = i128::from(interior) + 1;
    let (low, result) = (i128::from(low), i128::from(result));
    // Element i moves to low + i·step; positions 0..result are kept.
    let first = if low >= 0 { 0 } else { (-low + step - 1) / step };
    let behind = if result <= low { 0 } else { (result - low + step - 1) / step };
    let behind = behind.min(i128::from(extent));
    if behind <= first {
        return (0, 0, 0);
    }
    (first as i64, (low + first * step) as i64, (behind - first) as i64)
}

pub(crate) fn pad(
    x: &Literal,
    value: &Literal,
    (low, high, interior): (&[i64], &[i64], &[i64]),
    declared: Type,
    limit: u64,
) -> EvalResult<Literal> {
    let rank = x.dims().len();
    let mut dims = Vec::with_capacity(rank);
    for d in 0..rank {
        let extent = i128::from(x.dims()[d])
            + i128::from(low[d])
            + i128::from(high[d])
            + i128::from(interior[d]) * i128::from((x.dims()[d] - 1).max(0));
        if extent < 0 {
            return Err(EvalError::invalid(format!(
                "negative padding removes more of dimension {d} of {} than it has",
                x.ty()
            )));
        }
        let extent = i64::try_from(extent);
        dims.push(extent.map_err(|_| EvalError::limit("the result is larger than any memory"))?);
    }
    let ty = result_type(declared, &dims)?;
    let mut data = alloc_zeroed(ty, limit)?;
    let width = x.element().byte_width();
    let fill = value.element_bytes(0);
    if fill.iter().any(|&b| b != 0) {
        data.as_mut_slice().chunks_exact_mut(width).for_each(|o| o.copy_from_slice(fill));
    }
    let mut from = View::of(x.dims());
    if x.is_splat() {
        from.strides.fill(0);
    }
    let mut to = View::of(&dims);
    let mut counts = Vec::with_capacity(rank);
    for d in 0..rank {
        let (first, place, count) = cropped(x.dims()[d], low[d], interior[d], dims[d]);
        from.advance(d, first);
        to.advance(d, place);
        to.strides[d] = to.strides[d].saturating_mul(interior[d].saturating_add(1));
        counts.push(count);
    }
    copy(&counts, width, (x.bytes(), &from), (data.as_mut_slice(), &to));
    literal(ty, data)
}

/// The index along one dimension, for all element types except quantized ones. Integers wrap; a
/// boolean is whether the index is not zero.
pub(crate) fn iota(dimension: usize, declared: Type, limit: u64) -> EvalResult<Literal> {
    let mut data = alloc_zeroed(declared, limit)?;
    let tensor = declared.as_tensor().expect("a checked type");
    let (extent, element) = (tensor.dims[dimension] as usize, tensor.element);
    let inner = count(&tensor.dims[dimension + 1..]);
    if inner == 0 || extent == 0 || data.as_slice().is_empty() {
        return literal(declared, data);
    }
    fn fill<T: bytemuck::Pod>(
        data: &mut Bytes,
        inner: usize,
        extent: usize,
        f: impl Fn(usize) -> T,
    ) {
        let out: &mut [T] = bytemuck::cast_slice_mut(data.as_mut_slice());
        for (row, chunk) in out.chunks_exact_mut(inner).enumerate() {
            chunk.fill(f(row % extent));
        }
    }
    let known = with_int! { element, T => {
        let boolean = element.is_boolean();
        let number = |i: usize| if boolean { i64::from(i != 0) } else { i as i64 };
        fill(&mut data, inner, extent, |i| T::wrap(number(i)));
        true
    }, else with_float! { element, T => {
        fill(&mut data, inner, extent, |i| T::put(i as f64));
        true
    }, else with_complex! { element, T => {
        fill(&mut data, inner, extent, |i| T::put(crate::elem::C::new(i as f64, 0.0)));
        true
    }, else false } } };
    if !known {
        return Err(EvalError::unsupported(format!(
            "elements of {element} are quantized; the interpreter does not run them"
        )));
    }
    literal(declared, data)
}

/// The operand's bits as another element type. Elements narrower than a byte are packed and
/// unpacked, the first in the lowest bits.
pub(crate) fn bitcast_convert(x: &Literal, declared: Type, limit: u64) -> EvalResult<Literal> {
    let Some(to) = declared.element() else {
        return Err(EvalError::invalid(format!("the result's type is {declared}, not a tensor")));
    };
    let from = x.element();
    let (a, b) = (from.bit_width(), to.bit_width());
    let mut dims = x.dims().to_vec();
    if a > b && a % b == 0 {
        dims.push((a / b).into());
    } else if a < b && b % a == 0 && dims.last() == Some(&i64::from(b / a)) {
        dims.pop();
    } else if a != b {
        return Err(EvalError::invalid(format!("{} can't become {declared}", x.ty())));
    }
    let ty = result_type(declared, &dims)?;
    checked_count(ty, limit)?;
    if a == b && from.byte_width() == to.byte_width() {
        // The bits are the same, unless sub-byte integers are extended differently.
        if a >= 8 || !(from.stored().is_signed() || to.stored().is_signed()) {
            return x.with_type(ty).map_err(|e| EvalError::invalid(e.to_string()));
        }
    }
    let x = x.expanded();
    let mut data = alloc_zeroed(ty, limit)?;
    let (from_width, to_width) = (from.byte_width(), to.byte_width());
    let (ins, out) = (x.bytes(), data.as_mut_slice());
    let per_step = (a.max(b) / a) as usize;
    for (i, chunk) in ins.chunks_exact(from_width * per_step).enumerate() {
        let mut bits = 0u128;
        for (k, one) in chunk.chunks_exact(from_width).enumerate() {
            let mut wide = [0u8; 16];
            wide[..from_width].copy_from_slice(one);
            let low = u128::from_le_bytes(wide) & (u128::MAX >> (128 - a));
            bits |= low << (k as u32 * a);
        }
        let made = (a.max(b) / b) as usize;
        for k in 0..made {
            let mut low = (bits >> (k as u32 * b)) & (u128::MAX >> (128 - b));
            if to.stored().is_signed() && b < 8 && low >> (b - 1) & 1 == 1 {
                low |= u128::MAX << b;
            }
            let at = (i * made + k) * to_width;
            out[at..at + to_width].copy_from_slice(&low.to_le_bytes()[..to_width]);
        }
    }
    literal(ty, data)
}
