//! What is computed with complex numbers part by part, where they are pairs.
//!
//! An op that moves elements does so with both parts; sums and differences are those of
//! the parts. Each result is the same, bit for bit. Where a part of the result follows
//! from both parts of an operand with rounding (products, quotients, elementary
//! functions), the numbers are put together in front of the op and taken apart behind
//! it: how such an op rounds is its own matter.

use super::convert::{Converter, read};
use hloom_ir::field::ResultType;
use hloom_ir::ops::{And, CompareType, Constant, Convert, Direction, Negate, Op, Or, Tuple};
use hloom_ir::{ConstraintError, Element, Literal, Type, Value};

/// The parts of a literal of complex numbers.
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

/// The same op on a part: results that are declared are of the part's element type.
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
        _ => return None,
    };
    *ty = ResultType(ty.0.as_tensor()?.with_element(real).into());
    Some(op)
}

/// A pair, as the tuple that stands for a complex number.
fn pair(cx: &mut Converter<'_>, re: Value, im: Value) -> Result<Option<Value>, ConstraintError> {
    Ok(Some(cx.r.value(Tuple {}, &[re, im])?))
}

/// What stands for the result of an op with complex numbers among its operands, of which
/// `operands` are pairs, or of one that gives complex numbers; `None` where they have to
/// be put together. `of` is the result's type as it was.
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
