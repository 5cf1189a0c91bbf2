//! Accumulation of products: operands converted to the type that sums are kept in, and
//! sums rounded once to the result's type.
//!
//! The accumulation type of `f32`, `f64` and complex numbers is the type itself. Floats narrower
//! than 32 bits accumulate in `f32`; integers accumulate in 64 bits, modulo 2⁶⁴.

use crate::alloc::{alloc_zeroed, checked_count, literal};
use crate::column::Column;
use crate::convert;
use crate::elem::C;
use crate::error::{EvalError, EvalResult};
use crate::strided::{View, copy};
use hloom_ir::literal::Bytes;
use hloom_ir::{Element, Literal, Type};
use num_complex::Complex;

/// A number type that products are summed in.
pub(crate) trait Sum: bytemuck::Pod + std::ops::AddAssign {
    /// Adds a product to the sum. The product is rounded, then the sum; neither is fused.
    fn multiply_add(self, a: Self, b: Self) -> Self;
}
impl Sum for f64 {
    fn multiply_add(self, a: f64, b: f64) -> f64 {
        self + a * b
    }
}
impl Sum for f32 {
    fn multiply_add(self, a: f32, b: f32) -> f32 {
        self + a * b
    }
}
impl Sum for i64 {
    fn multiply_add(self, a: i64, b: i64) -> i64 {
        self.wrapping_add(a.wrapping_mul(b))
    }
}
impl Sum for C {
    fn multiply_add(self, a: C, b: C) -> C {
        self + a * b
    }
}
impl Sum for Complex<f32> {
    fn multiply_add(self, a: Self, b: Self) -> Self {
        self + a * b
    }
}

/// The type in which products are summed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Accumulator {
    Integer,
    Single,
    Double,
    SingleComplex,
    DoubleComplex,
}

impl Accumulator {
    /// The accumulation type for a result of this element type.
    pub(crate) fn of(element: Element) -> EvalResult<Accumulator> {
        if element == Element::C64 {
            Ok(Accumulator::SingleComplex)
        } else if element.is_complex() {
            Ok(Accumulator::DoubleComplex)
        } else if element == Element::F64 {
            Ok(Accumulator::Double)
        } else if element.is_float() {
            Ok(Accumulator::Single)
        } else if element.is_quantized() {
            Err(EvalError::unsupported(format!(
                "elements of {element} are quantized; the interpreter does not run them"
            )))
        } else {
            Ok(Accumulator::Integer)
        }
    }

    pub(crate) fn element(self) -> Element {
        match self {
            Accumulator::Integer => Element::I64,
            Accumulator::Single => Element::F32,
            Accumulator::Double => Element::F64,
            Accumulator::SingleComplex => Element::C64,
            Accumulator::DoubleComplex => Element::C128,
        }
    }

    /// The elements of `x` in the accumulation type, with dimensions in this order.
    pub(crate) fn arranged(self, x: &Literal, order: &[i64], limit: u64) -> EvalResult<Bytes> {
        let element = self.element();
        let dims: Vec<i64> = order.iter().map(|&d| x.dims()[d as usize]).collect();
        let ty = Type::tensor(&dims, element);
        checked_count(ty, limit.saturating_mul(8))?;
        let width = element.byte_width();
        let stored = x.bytes().len() / x.element().byte_width();
        let mut wide = Bytes::zeros(stored * width);
        if !convert::apply(Column::from(x), element, wide.as_mut_slice()) {
            return Err(EvalError::unsupported(format!(
                "elements of {} are quantized; the interpreter does not run them",
                x.element()
            )));
        }
        let from = View::of(x.dims());
        let pick = |&d: &i64| if x.is_splat() { 0 } else { from.strides[d as usize] };
        let from = View { offset: 0, strides: order.iter().map(pick).collect() };
        let to = View::of(&dims);
        if !x.is_splat() && from.strides == to.strides {
            return Ok(wide);
        }
        let mut data = alloc_zeroed(ty, u64::MAX)?;
        copy(&dims, width, (wide.as_slice(), &from), (data.as_mut_slice(), &to));
        Ok(data)
    }
}

/// Sums in the accumulation type, rounded to the result's.
pub(crate) fn rounded(sums: &Bytes, wide: Accumulator, ty: Type) -> EvalResult<Literal> {
    let element = ty.element().unwrap_or(Element::F64);
    let column = Column { element: wide.element(), bytes: sums.as_slice() };
    let count = sums.as_slice().len() / wide.element().byte_width();
    let mut out = Bytes::zeros(count * element.byte_width());
    if wide.element() == element {
        out = sums.clone();
    } else if !convert::apply(column, element, out.as_mut_slice()) {
        return Err(EvalError::unsupported(format!("{ty} is quantized")));
    }
    literal(ty, out)
}
