//! Quantized tensors: dequantization and quantization.
//!
//! The specification defines ops on quantized tensors as `dequantize_op_quantize`: every
//! operand is dequantized, the op runs on floats, and its result is quantized. Ops that
//! only move elements move the stored integers.
//!
//! Each step rounds to the expressed type, as the specification's formulas do. The difference of
//! storage and zero point is computed before it is rounded; read literally, the formulas would wrap
//! in the storage type.
//!
//! Spec: <https://openxla.org/stablehlo/spec#quantization-computations>

use crate::alloc::{alloc_zeroed, checked_count, literal, result_type};
use crate::column::Column;
use crate::error::{EvalError, EvalResult};
use crate::scales::Scales;
use hloom_ir::literal::{Bytes, read_f64, write_f64};
use hloom_ir::ops::Op;
use hloom_ir::types::TensorType;
use hloom_ir::{Element, Literal, Type};

/// The expressed type of a quantized element type; other types are returned unchanged.
fn expressed(element: Element) -> Element {
    match element {
        Element::Quant(q) => q.expressed,
        plain => plain,
    }
}

/// Whether an op is defined on expressed values and has a quantized operand or result.
pub(crate) fn computes(op: &Op, x: &[&Literal], ty: Type) -> bool {
    let quantized = x.iter().any(|x| x.element().is_quantized())
        || ty.element().is_some_and(Element::is_quantized);
    quantized && op.computes_on_expressed_type()
}

/// For each element of a tensor, its index along the quantized dimension; 0 for per-tensor
/// quantization.
///
/// # Errors
/// If the extent of that dimension, which may have been unknown, differs from the number of scales.
fn axis_index(t: &TensorType) -> EvalResult<impl Fn(usize) -> usize + use<>> {
    let (inner, extent) = match t.quantized_dimension() {
        Some(d) => (t.dims[d + 1..].iter().product::<i64>() as usize, t.dims[d] as usize),
        None => (1, 1),
    };
    if let (Some(d), Element::Quant(q)) = (t.quantized_dimension(), t.element)
        && q.scales.len() != extent
    {
        return Err(EvalError::invalid(format!(
            "dimension {d} has {extent} indices, but its type has {} scales",
            q.scales.len()
        )));
    }
    Ok(move |i| i / inner.max(1) % extent.max(1))
}

/// The expressed values of a tensor: itself if it is not quantized.
pub(crate) fn dequantize(x: &Literal, limit: u64) -> EvalResult<Literal> {
    let Element::Quant(q) = x.element() else { return Ok(x.clone()) };
    let ty = x.tensor().with_element(q.expressed).into();
    let mut data = alloc_zeroed(ty, limit)?;
    let (scales, at) = (Scales::of(q), axis_index(x.tensor())?);
    let width = q.expressed.byte_width();
    for (i, slot) in data.as_mut_slice().chunks_exact_mut(width).enumerate() {
        write_f64(q.expressed, scales.expressed(x.element_bytes(i), at(i)), slot);
    }
    literal(ty, data)
}

/// Quantizes the floats `x` to a type whose unknown extents follow from `x`; returns `x` if the
/// type is not quantized.
pub(crate) fn quantize(x: Literal, declared: Type, limit: u64) -> EvalResult<Literal> {
    let Some(Element::Quant(q)) = declared.element() else { return Ok(x) };
    if x.element() != q.expressed {
        return Err(EvalError::invalid(format!("{} can't be quantized to {declared}", x.ty())));
    }
    let ty = result_type(declared, x.dims())?;
    checked_count(ty, limit)?;
    let mut data = alloc_zeroed(ty, limit)?;
    let tensor = ty.as_tensor().expect("a checked type");
    let (scales, at) = (Scales::of(q), axis_index(tensor)?);
    for (i, slot) in data.as_mut_slice().chunks_exact_mut(q.storage.byte_width()).enumerate() {
        scales.store(read_f64(x.element(), x.element_bytes(i)), at(i), slot);
    }
    literal(ty, data)
}

/// Runs an op on the expressed values of its operands, and quantizes the result if its
/// type is quantized.
pub(crate) fn eval(
    x: &[&Literal],
    ty: Type,
    limit: u64,
    run: impl FnOnce(&[&Literal], Type) -> EvalResult<Literal>,
) -> EvalResult<Literal> {
    let floats = x.iter().map(|x| dequantize(x, limit)).collect::<EvalResult<Vec<Literal>>>()?;
    let floats: Vec<&Literal> = floats.iter().collect();
    let plain = match ty.as_tensor() {
        Some(t) => t.with_element(expressed(t.element)).into(),
        None => ty,
    };
    quantize(run(&floats, plain)?, ty, limit)
}

/// Applies a function to per-tensor quantized columns by way of their expressed values.
pub(crate) fn apply(
    ins: &[Column<'_>],
    to: Element,
    out: &mut [u8],
    run: impl FnOnce(&[Column<'_>], Element, &mut [u8]) -> EvalResult<()>,
) -> EvalResult<()> {
    let refuse = |e: Element| {
        EvalError::unsupported(format!("elements of {e} can't be computed with one by one"))
    };
    let mut floats = Vec::with_capacity(ins.len());
    for column in ins {
        let element = expressed(column.element);
        let count = column.bytes.len() / column.element.byte_width();
        let mut data = Bytes::zeros(count * element.byte_width());
        if !crate::convert::apply(*column, element, data.as_mut_slice()) {
            return Err(refuse(column.element));
        }
        floats.push((element, data));
    }
    let columns: Vec<Column<'_>> = floats
        .iter()
        .map(|(element, data)| Column { element: *element, bytes: data.as_slice() })
        .collect();
    let Element::Quant(q) = to else { return run(&columns, to, out) };
    let count = out.len() / q.storage.byte_width();
    let mut result = Bytes::zeros(count * q.expressed.byte_width());
    run(&columns, q.expressed, result.as_mut_slice())?;
    let column = Column { element: q.expressed, bytes: result.as_slice() };
    if crate::convert::apply(column, to, out) { Ok(()) } else { Err(refuse(to)) }
}
