//! Computes ops on complex tensors part by part, where complex tensors are pairs of real ones.
//!
//! A data movement op is applied to both parts; sums and differences are those of the parts. Each
//! result is the same, bit for bit. If a part of the result depends on both parts of an operand
//! with rounding (products, quotients, elementary functions), the complex operands are assembled in
//! front of the op and its result is split after it, so that the op itself defines the rounding.

use super::convert::{Converter, read};
use hloom_ir::field::ResultType;
use hloom_ir::ops::{And, CompareType, Constant, Convert, Direction, Negate, Op, Or, Tuple};
use hloom_ir::{ConstraintError, Element, Literal, Type, Value};

/// The real (0) or imaginary (1) parts of a complex literal.
fn split(literal: &Literal, part: usize) -> Option<Literal> {
    let tensor = literal.tensor();
    let real = tensor.element.real_part();
    let ty = Type::from(tensor.with_element(real));
    let width = real.byte_width();
    let of = |bytes: &[u8]| -> Vec<u8> {
        bytes.chunks_exact(2 * width).flat_map(|z| z[part * width..][..width].to_vec()).collect()
    };
    let bytes = of(literal.bytes());
    if literal.is_splat() {
        return Literal::splat(ty, &bytes).ok();
    }
    Literal::new(ty, bytes[..].into()).ok()
}

/// The same op on a part: declared result types get the part's element type.
fn on_part(kind: &Op, real: Element) -> Option<Op> {
    let mut op = kind.clone();
    let ty = match &mut op {
        Op::Add(_)
        | Op::Subtract(_)
        | Op::Negate(_)
        | Op::Select(_)
        | Op::Transpose(_)
        | Op::Slice(_)
        | Op::DynamicSlice(_)
        | Op::DynamicUpdateSlice(_)
        | Op::Concatenate(_)
        | Op::Pad(_)
        | Op::Reverse(_)
        | Op::Gather(_) => return Some(op),
        Op::Reshape(it) => &mut it.ty,
        Op::BroadcastInDim(it) => &mut it.ty,
        Op::DynamicReshape(it) => &mut it.ty,
        Op::DynamicBroadcastInDim(it) => &mut it.ty,
        // Any other op: computed on assembled complex numbers.
        _ => return None,
    };
    *ty = ResultType(ty.0.as_tensor()?.with_element(real).into());
    Some(op)
}

/// The tuple that represents a complex tensor.
fn pair(cx: &mut Converter<'_>, re: Value, im: Value) -> Result<Option<Value>, ConstraintError> {
    Ok(Some(cx.r.value(Tuple {}, &[re, im])?))
}

/// The replacement of an op with complex operands, which are pairs in `operands`, or with a complex
/// result; `None` if the operands have to be assembled. `of` is the original result type.
pub(super) fn compute(
    cx: &mut Converter<'_>,
    kind: &Op,
    operands: &[Value],
    of: Type,
) -> Result<Option<Value>, ConstraintError> {
    let is_pair = |cx: &Converter<'_>, v: Value| cx.r.module().ty(v).as_tuple().is_some();
    let real = of.element().filter(|e| e.is_complex()).map(Element::real_part);
    match (kind, operands) {
        (Op::Constant(it), []) => {
            let (Some(re), Some(im)) = (split(&it.value, 0), split(&it.value, 1)) else {
                return Ok(None);
            };
            let re = cx.r.value(Constant { value: re }, &[])?;
            let im = cx.r.value(Constant { value: im }, &[])?;
            pair(cx, re, im)
        }
        (Op::Complex(_), &[re, im]) => pair(cx, re, im),
        (Op::Real(_), &[z]) if is_pair(cx, z) => Ok(Some(read(cx, z, 0)?)),
        (Op::Imag(_), &[z]) if is_pair(cx, z) => Ok(Some(read(cx, z, 1)?)),
        (Op::Conj(_), &[z]) if is_pair(cx, z) => {
            let (re, im) = (read(cx, z, 0)?, read(cx, z, 1)?);
            let im = cx.r.value(Negate {}, &[im])?;
            pair(cx, re, im)
        }
        (Op::Convert(it), &[z]) if is_pair(cx, z) => {
            let Some(real) = real else { return Ok(None) };
            let Some(tensor) = it.ty.0.as_tensor() else { return Ok(None) };
            let ty = ResultType(tensor.with_element(real).into());
            let (re, im) = (read(cx, z, 0)?, read(cx, z, 1)?);
            let re = cx.r.value(Convert { ty }, &[re])?;
            let im = cx.r.value(Convert { ty }, &[im])?;
            pair(cx, re, im)
        }
        (Op::Compare(it), &[z, w]) if is_pair(cx, z) => {
            let join: Op = match it.comparison_direction {
                Direction::Eq => And {}.into(),
                Direction::Ne => Or {}.into(),
                _ => return Ok(None),
            };
            if it.compare_type == Some(CompareType::TotalOrder) {
                return Ok(None);
            }
            let mut parts = Vec::new();
            for part in 0..2 {
                let (a, b) = (read(cx, z, part)?, read(cx, w, part)?);
                parts.push(cx.r.value(it.clone(), &[a, b])?);
            }
            Ok(Some(cx.r.value(join, &parts)?))
        }
        // Any other op: computed part by part only if `on_part` names it.
        _ => {
            let Some(real) = real else { return Ok(None) };
            let Some(op) = on_part(kind, real) else { return Ok(None) };
            let mut parts = Vec::new();
            for part in 0..2 {
                let mut values = Vec::with_capacity(operands.len());
                for &v in operands {
                    values.push(if is_pair(cx, v) { read(cx, v, part)? } else { v });
                }
                parts.push(cx.r.value(op.clone(), &values)?);
            }
            pair(cx, parts[0], parts[1])
        }
    }
}
