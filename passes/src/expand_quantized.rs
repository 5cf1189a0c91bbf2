//! `expand-quantized`: lowers quantized types to integer and float arithmetic.
//!
//! First, each op that computes on quantized tensors is wrapped in the arithmetic that defines it.
//! Its operands are dequantized, `(storage - zero_point) * scale`; its result is scaled, shifted,
//! clamped, rounded and converted back. `bitcast_convert` converts between quantized and storage
//! types, so the program stays valid and keeps its meaning after each step. Ops that only move
//! elements, branches, loops and calls are not changed, since they move stored integers.
//!
//! Then every quantized type becomes its storage type, in function types, aggregates and attributes
//! too, and the `bitcast_convert`s are removed.
//!
//! Before: any valid module whose ops compute on quantized tensors of static shapes. After: no
//! quantized types; functions take and return stored integers. Types of unknown dialects stay, as
//! they are kept as text. The results are the interpreter's, bit for bit, as far as the float ops
//! are. A module in which a collective may zero-fill a quantized tensor with a nonzero zero point is
//! not changed: the fill value depends on the type.
//!
//! Spec: <https://openxla.org/stablehlo/spec#quantization-computations>

use crate::context::{Context, PassError};
use crate::retype::{LeafType, reread, retype};
use hloom_ir::field::ResultType;
use hloom_ir::ops::{self, Op};
use hloom_ir::types::{QuantType, TensorType};
use hloom_ir::{Element, Literal, Module, OpId, Rewriter, Type, TypeKind, Value};

/// Runs the pass.
pub fn run(cx: &mut Context<'_>) -> Result<(), PassError> {
    let scope = cx.scope();
    let ops: Vec<OpId> = cx.module().walk(scope).collect();
    if ops.iter().any(|&op| fills_with_zero(cx.module(), op)) {
        cx.count("modules left", 1);
        return Ok(());
    }
    let mut rewriter = cx.rewriter();
    for &op in &ops {
        let module = rewriter.module();
        let touched = module.operands(op).iter().copied().chain(module.results(op).iter());
        if !touched.into_iter().any(|v| is_quantized(module.ty(v))) {
            continue;
        }
        if module.op(op).computes_on_expressed_type() {
            expand(&mut rewriter, op)?;
        } else {
            promote(&mut rewriter, op)?;
        }
    }
    let ops: Vec<OpId> = rewriter.module().walk(scope).chain([scope]).collect();
    for op in ops {
        retype(&mut rewriter, op, &stored)?;
        drop_bitcast(&mut rewriter, op);
    }
    Ok(())
}

/// The type of a tensor or a scalar in integers.
fn stored(part: LeafType<'_>) -> Type {
    match part {
        LeafType::Tensor(t) => t.with_element(stored_element(t.element)).into(),
        LeafType::Unranked(element) => Type::new(TypeKind::Unranked(stored_element(element))),
        LeafType::Scalar(element) => Type::scalar(stored_element(element)),
    }
}

/// Removes a `bitcast_convert` between a quantized type and its storage type, which are one now.
fn drop_bitcast(rewriter: &mut Rewriter<'_>, op: OpId) {
    let module = rewriter.module();
    if let (Op::BitcastConvert(_), [x]) = (module.op(op), module.operands(op))
        && module.ty(*x) == module.ty(module.result(op, 0))
    {
        let x = *x;
        rewriter.replace(op, &[x]);
    }
}

/// Whether a collective fills processes without a sender with a zero whose stored value is not
/// zero.
fn fills_with_zero(module: &Module, op: OpId) -> bool {
    matches!(module.op(op), Op::CollectiveBroadcast(_) | Op::CollectivePermute(_))
        && module.result_types(op).into_iter().any(is_quantized)
}

fn is_quantized(ty: Type) -> bool {
    ty.element().is_some_and(Element::is_quantized)
}

/// The tensor type and its quantization, if it is quantized.
///
/// # Errors
/// If it is quantized and its shape is not static.
fn quantized(op: OpId, ty: Type) -> Result<Option<(&'static TensorType, QuantType)>, PassError> {
    let open = || PassError::at(op, format!("{ty} is quantized and has unknown extents"));
    match (ty.element(), ty.as_tensor()) {
        (Some(Element::Quant(q)), Some(t)) if t.is_static() => Ok(Some((t, q))),
        (Some(Element::Quant(_)), _) => Err(open()),
        _ => Ok(None),
    }
}

/// Replaces an op on quantized tensors by one on floats.
fn expand(rewriter: &mut Rewriter<'_>, op: OpId) -> Result<(), PassError> {
    rewriter.set_before(op);
    let operands = rewriter.module().operands(op).to_vec();
    let mut floats = Vec::with_capacity(operands.len());
    for v in operands {
        floats.push(dequantize(rewriter, op, v)?);
    }
    let declared = rewriter.module().result_types(op);
    let plain: Vec<Type> = declared.iter().map(|&ty| expressed(ty)).collect();
    let kind = rewriter.module().op(op).clone();
    let results: Vec<Value> = match kind {
        Op::UniformQuantize(_) | Op::UniformDequantize(_) => floats,
        // Any other op: `computes_on_expressed_type`, an exhaustive match, says that its meaning is
        // that of the same op on floats.
        _ => {
            let kind = reread(op, &kind, kind.attrs(), &plain)?;
            let made = build(rewriter, op, kind, &floats)?;
            rewriter.module().results(made).iter().collect()
        }
    };
    let mut quantized = Vec::with_capacity(results.len());
    for (value, &ty) in results.into_iter().zip(&declared) {
        quantized.push(quantize(rewriter, op, value, ty)?);
    }
    rewriter.replace(op, &quantized);
    Ok(())
}

/// Converts the operands of an op with regions to the element types that its regions accumulate in,
/// where their quantization differs.
fn promote(rewriter: &mut Rewriter<'_>, op: OpId) -> Result<(), PassError> {
    let module = rewriter.module();
    let accumulates = matches!(module.op(op), Op::Reduce(_) | Op::ReduceWindow(_));
    let (Some(block), true) = (module.entry(op, 0), accumulates) else { return Ok(()) };
    let region_types: Vec<Type> = module.args(block).iter().map(|&v| module.ty(v)).collect();
    let operands = module.operands(op).to_vec();
    for (i, (&v, element)) in
        operands.iter().zip(region_types.iter().map(|ty| ty.element())).enumerate()
    {
        let ty = rewriter.module().ty(v);
        let Some((t, _)) = quantized(op, ty)? else { continue };
        let Some(element @ Element::Quant(_)) = element else { continue };
        if t.element != element {
            rewriter.set_before(op);
            let float = dequantize(rewriter, op, v)?;
            let promoted = quantize(rewriter, op, float, t.with_element(element).into())?;
            rewriter.set_operand(op, i, promoted);
        }
    }
    Ok(())
}

fn expressed(ty: Type) -> Type {
    match ty.as_tensor() {
        Some(t) => match t.element {
            Element::Quant(q) => t.with_element(q.expressed).into(),
            _ => ty,
        },
        None => ty,
    }
}

fn build(
    rewriter: &mut Rewriter<'_>,
    op: OpId,
    kind: impl Into<Op>,
    operands: &[Value],
) -> Result<OpId, PassError> {
    let wrong = |e| PassError::at(op, format!("the arithmetic on floats is not valid: {e}"));
    rewriter.build(kind, operands).map_err(wrong)
}

/// A builder for a sequence of unary ops on one tensor.
struct Arithmetic<'r, 'm> {
    rewriter: &'r mut Rewriter<'m>,
    op: OpId,
    value: Value,
}

impl Arithmetic<'_, '_> {
    fn tensor(&self) -> &'static TensorType {
        self.rewriter.module().ty(self.value).as_tensor().expect("a tensor")
    }

    fn then(&mut self, kind: impl Into<Op>, others: &[Value]) -> Result<(), PassError> {
        let operands = [&[self.value], others].concat();
        let made = build(self.rewriter, self.op, kind, &operands)?;
        self.value = self.rewriter.module().result(made, 0);
        Ok(())
    }

    fn convert(&mut self, to: Element) -> Result<(), PassError> {
        let ty = self.tensor().with_element(to).into();
        self.then(ops::Convert { ty: ResultType(ty) }, &[])
    }

    fn bitcast(&mut self, ty: Type) -> Result<(), PassError> {
        self.then(ops::BitcastConvert { ty: ResultType(ty) }, &[])
    }

    /// A constant of the value's type: one number per tensor, or one per index along the
    /// quantization axis.
    fn numbers(&mut self, q: QuantType, numbers: &[f64]) -> Result<Value, PassError> {
        let t = self.tensor();
        let literal = |ty, numbers: &[f64]| {
            Literal::from_f64s(ty, numbers).map_err(|e| PassError::at(self.op, e.to_string()))
        };
        let Some(axis) = q.axis else {
            let literal = literal(t.clone().into(), numbers)?;
            return Ok(self.rewriter.constant(literal));
        };
        let literal = literal(Type::tensor(&[numbers.len() as i64], t.element), numbers)?;
        let line = self.rewriter.constant(literal);
        let spread = ops::BroadcastInDim {
            broadcast_dimensions: [i64::from(axis)].into(),
            ty: ResultType(t.clone().into()),
        };
        let made = build(self.rewriter, self.op, spread, &[line])?;
        Ok(self.rewriter.module().result(made, 0))
    }

    /// Clamps to these bounds.
    fn clamp(&mut self, low: i64, high: i64) -> Result<(), PassError> {
        let (low, high) = (self.scalar(low)?, self.scalar(high)?);
        let clamped = build(self.rewriter, self.op, ops::Clamp {}, &[low, self.value, high])?;
        self.value = self.rewriter.module().result(clamped, 0);
        Ok(())
    }

    /// A scalar constant.
    fn scalar(&mut self, number: i64) -> Result<Value, PassError> {
        let ty = Type::scalar_tensor(self.tensor().element);
        let literal = Literal::from_f64s(ty, &[number as f64])
            .map_err(|e| PassError::at(self.op, e.to_string()))?;
        Ok(self.rewriter.constant(literal))
    }
}

fn scales(q: QuantType) -> Vec<f64> {
    (0..q.scales.len()).map(|i| q.scale(i).0).collect()
}

fn zero_points(q: QuantType) -> Option<Vec<f64>> {
    let zeros: Vec<f64> = (0..q.scales.len()).map(|i| q.scale(i).1 as f64).collect();
    zeros.iter().any(|&z| z != 0.0).then_some(zeros)
}

/// Dequantizes a value; returns it unchanged if it is not quantized.
fn dequantize(rewriter: &mut Rewriter<'_>, op: OpId, value: Value) -> Result<Value, PassError> {
    let Some((t, q)) = quantized(op, rewriter.module().ty(value))? else { return Ok(value) };
    let mut a = Arithmetic { rewriter, op, value };
    a.bitcast(t.with_element(q.storage).into())?;
    if let Some(zeros) = zero_points(q) {
        // An integer type wide enough for the difference.
        a.convert(if q.storage.bit_width() <= 16 { Element::I32 } else { Element::I64 })?;
        let zeros = a.numbers(q, &zeros)?;
        a.then(ops::Subtract {}, &[zeros])?;
    }
    a.convert(q.expressed)?;
    let scales = a.numbers(q, &scales(q))?;
    a.then(ops::Multiply {}, &[scales])?;
    Ok(a.value)
}

/// Quantizes floats to type `ty`; returns them unchanged if it is not quantized.
fn quantize(
    rewriter: &mut Rewriter<'_>,
    op: OpId,
    value: Value,
    ty: Type,
) -> Result<Value, PassError> {
    let Some((_, q)) = quantized(op, ty)? else { return Ok(value) };
    let (low, high) = q.storage_range();
    let mut a = Arithmetic { rewriter, op, value };
    let scales = a.numbers(q, &scales(q))?;
    a.then(ops::Divide {}, &[scales])?;
    if let Some(zeros) = zero_points(q) {
        let zeros = a.numbers(q, &zeros)?;
        a.then(ops::Add {}, &[zeros])?;
    }
    a.clamp(low, high)?;
    a.then(ops::RoundNearestEven {}, &[])?;
    a.convert(q.storage)?;
    // NaN converts to 0, and the bounds may be no floats.
    let is_float = |n: i64| nearest(q.expressed, n) == Some(n as f64);
    if q.range.is_some() && !(low <= 0 && high >= 0 && is_float(low) && is_float(high)) {
        a.clamp(low, high)?;
    }
    a.bitcast(ty)?;
    Ok(a.value)
}

/// The number of a float type that is nearest to an integer.
fn nearest(element: Element, n: i64) -> Option<f64> {
    let literal = Literal::from_f64s(Type::scalar_tensor(element), &[n as f64]).ok()?;
    Some(literal.get_f64(0))
}

/// The element type in which a tensor of this element type is stored.
fn stored_element(element: Element) -> Element {
    match element {
        Element::Quant(q) => q.storage,
        other => other,
    }
}
