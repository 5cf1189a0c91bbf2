//! Quantized elements: what they stand for, and back.
//!
//! The specification computes with quantized tensors by way of the floats that
//! they stand for (`dequantize_op_quantize`): every operand is dequantized, the op
//! runs on floats, and its result is quantized. Ops that only move elements move
//! the stored integers.
//!
//! Each step rounds to the expressed type, as the specification's formulas do. The
//! difference of storage and zero point is taken before it is rounded, where the
//! formulas, read to the letter, would let it wrap in the storage type.
//!
//! Spec: <https://openxla.org/stablehlo/spec#quantization-computations>

use crate::error::{Eval, Trouble};
use crate::pointwise::Column;
use crate::shape::{checked_count, literal, result_type, room};
use hloom_ir::literal::{Bytes, read_f64, write_f64};
use hloom_ir::ops::Op;
use hloom_ir::types::float::FloatFormat;
use hloom_ir::types::{QuantType, TensorType};
use hloom_ir::{Element, Literal, Type};

/// How a tensor is quantized, ready for use.
struct Scales {
    expressed: Element,
    storage: Element,
    /// The bounds of the storage type, rounded to the expressed type.
    bounds: (f64, f64),
    /// For each index of the axis, its scale and zero point, each rounded to the
    /// expressed type, and the exact zero point.
    each: Vec<(f64, f64, i64)>,
}

impl Scales {
    fn of(q: QuantType) -> Scales {
        let expressed = q.expressed;
        let (low, high) = q.storage_range();
        let each = (0..q.scales.len()).map(|i| {
            let (scale, zero) = q.scale(i);
            (round(expressed, scale), round(expressed, zero as f64), zero)
        });
        Scales {
            expressed,
            storage: q.storage,
            bounds: (round(expressed, low as f64), round(expressed, high as f64)),
            each: each.collect(),
        }
    }

    /// What a stored integer stands for.
    fn expressed(&self, bytes: &[u8], at: usize) -> f64 {
        let (scale, _, zero) = self.each[at];
        let difference = read_f64(self.storage, bytes) - zero as f64;
        round(self.expressed, round(self.expressed, difference) * scale)
    }

    /// Stores the integer that stands for `value`, or the nearest one that can.
    fn store(&self, value: f64, at: usize, out: &mut [u8]) {
        let e = self.expressed;
        let (scale, zero, _) = self.each[at];
        let scaled = round(e, round(e, value / scale) + zero);
        // Of a NaN, the integer that NaN is converted to.
        let inside =
            if scaled.is_nan() { 0.0 } else { scaled.max(self.bounds.0).min(self.bounds.1) };
        write_f64(self.storage, inside.round_ties_even(), out);
    }
}

/// The nearest value of a float type.
fn round(element: Element, value: f64) -> f64 {
    match element {
        Element::F64 => value,
        Element::F32 => f64::from(value as f32),
        narrow => match FloatFormat::of(narrow) {
            Some(format) => format.decode(format.encode(value)),
            None => value,
        },
    }
}

/// The float type that elements stand for, of any element type.
fn expressed(element: Element) -> Element {
    match element {
        Element::Quant(q) => q.expressed,
        plain => plain,
    }
}

/// Converts a column to another element type where one of both is quantized, with
/// one scale for the whole tensor. False if there is no such conversion.
pub(crate) fn convert(x: Column<'_>, to: Element, out: &mut [u8]) -> bool {
    let floats: Bytes;
    let mut column = x;
    if let Element::Quant(q) = x.element {
        let scales = Scales::of(q);
        let (from, width) = (q.storage.byte_width(), q.expressed.byte_width());
        let mut data = Bytes::zeros(x.bytes.len() / from * width);
        let slots = data.as_mut_slice().chunks_exact_mut(width);
        for (bytes, slot) in x.bytes.chunks_exact(from).zip(slots) {
            write_f64(q.expressed, scales.expressed(bytes, 0), slot);
        }
        floats = data;
        column = Column { element: q.expressed, bytes: floats.as_slice() };
    }
    let Element::Quant(q) = to else { return crate::convert::apply(column, to, out) };
    if column.element != q.expressed {
        return false;
    }
    let scales = Scales::of(q);
    let width = q.expressed.byte_width();
    let step = if column.bytes.len() == width { 0 } else { width };
    for (i, slot) in out.chunks_exact_mut(q.storage.byte_width()).enumerate() {
        let value = read_f64(q.expressed, &column.bytes[i * step..i * step + width]);
        scales.store(value, 0, slot);
    }
    true
}

/// Whether an op computes with what elements stand for, and some operand or the
/// result is quantized.
pub(crate) fn computes(op: &Op, x: &[&Literal], ty: Type) -> bool {
    let quantized = x.iter().any(|x| x.element().is_quantized())
        || ty.element().is_some_and(Element::is_quantized);
    quantized && op.computes_with_what_is_expressed()
}

/// For each element of a tensor, the index along the dimension that has a scale for
/// each; 0 where one scale stands for all.
fn axis_index(t: &TensorType) -> impl Fn(usize) -> usize + use<> {
    let (inner, extent) = match t.quantized_dimension() {
        Some(d) => (t.dims[d + 1..].iter().product::<i64>() as usize, t.dims[d] as usize),
        None => (1, 1),
    };
    move |i| i / inner.max(1) % extent.max(1)
}

/// What a tensor stands for: itself if it is not quantized.
pub(crate) fn dequantize(x: &Literal, limit: u64) -> Eval<Literal> {
    let Element::Quant(q) = x.element() else { return Ok(x.clone()) };
    let ty = x.tensor().with_element(q.expressed).into();
    let mut data = room(ty, limit)?;
    let (scales, at) = (Scales::of(q), axis_index(x.tensor()));
    let width = q.expressed.byte_width();
    for (i, slot) in data.as_mut_slice().chunks_exact_mut(width).enumerate() {
        write_f64(q.expressed, scales.expressed(x.element_bytes(i), at(i)), slot);
    }
    literal(ty, data)
}

/// The floats `x` in a quantized type, whose unknown extents follow from `x`; `x`
/// itself if the type is none.
pub(crate) fn quantize(x: Literal, declared: Type, limit: u64) -> Eval<Literal> {
    let Some(Element::Quant(q)) = declared.element() else { return Ok(x) };
    if x.element() != q.expressed {
        return Err(Trouble::invalid(format!("{} can't be quantized to {declared}", x.ty())));
    }
    let ty = result_type(declared, x.dims())?;
    checked_count(ty, limit)?;
    let mut data = room(ty, limit)?;
    let tensor = ty.as_tensor().expect("a checked type");
    let (scales, at) = (Scales::of(q), axis_index(tensor));
    for (i, slot) in data.as_mut_slice().chunks_exact_mut(q.storage.byte_width()).enumerate() {
        scales.store(read_f64(x.element(), x.element_bytes(i)), at(i), slot);
    }
    literal(ty, data)
}

/// Runs an op on the floats that its operands stand for, and quantizes the result
/// if it is of a quantized type.
pub(crate) fn eval(
    x: &[&Literal],
    ty: Type,
    limit: u64,
    run: impl FnOnce(&[&Literal], Type) -> Eval<Literal>,
) -> Eval<Literal> {
    let floats = x.iter().map(|x| dequantize(x, limit)).collect::<Eval<Vec<Literal>>>()?;
    let floats: Vec<&Literal> = floats.iter().collect();
    let plain = match ty.as_tensor() {
        Some(t) => t.with_element(expressed(t.element)).into(),
        None => ty,
    };
    quantize(run(&floats, plain)?, ty, limit)
}

/// Columns and result of a function on elements with one scale for all: runs it on
/// what they stand for.
pub(crate) fn apply(
    ins: &[Column<'_>],
    to: Element,
    out: &mut [u8],
    run: impl FnOnce(&[Column<'_>], Element, &mut [u8]) -> Eval<()>,
) -> Eval<()> {
    let refuse = |e: Element| {
        Trouble::unsupported(format!("elements of {e} can't be computed with one by one"))
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
