//! The general product of tensors.
//!
//! Products of real floats are summed in `f64` in the order of the contracting
//! dimensions and rounded once to the result's type, so the result is as exact as
//! any backend's may hope to be. Integers are summed modulo 2ⁿ of the result's
//! width; booleans combine by "and" and "or". Precision and algorithm are
//! permissions to be less exact, which the interpreter does not use.

use crate::convert;
use crate::elem::C;
use crate::error::{Eval, Trouble};
use crate::pointwise::Column;
use crate::shape::{checked_count, literal, result_type, room};
use crate::strided::{View, copy, count};
use hloom_ir::literal::Bytes;
use hloom_ir::ops::DotGeneral;
use hloom_ir::{Element, Literal, Type};

/// Numbers that products are summed in.
pub(crate) trait Sum: bytemuck::Pod + std::ops::AddAssign {
    /// The sum with a product.
    fn multiply_add(self, a: Self, b: Self) -> Self;
}
impl Sum for f64 {
    fn multiply_add(self, a: f64, b: f64) -> f64 {
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

/// The type in which products of such elements are summed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Wide {
    Integer,
    Float,
    Complex,
}

impl Wide {
    /// The wide type for a result of this element type.
    pub(crate) fn of(element: Element) -> Eval<Wide> {
        if element.is_complex() {
            Ok(Wide::Complex)
        } else if element.is_float() {
            Ok(Wide::Float)
        } else if element.is_quantized() {
            Err(Trouble::unsupported(format!(
                "elements of {element} are quantized; the interpreter does not run them"
            )))
        } else {
            Ok(Wide::Integer)
        }
    }

    fn element(self) -> Element {
        match self {
            Wide::Integer => Element::I64,
            Wide::Float => Element::F64,
            Wide::Complex => Element::C128,
        }
    }

    /// The elements of `x` in the wide type, with dimensions in this order.
    pub(crate) fn arranged(self, x: &Literal, order: &[i64], limit: u64) -> Eval<Bytes> {
        let element = self.element();
        let dims: Vec<i64> = order.iter().map(|&d| x.dims()[d as usize]).collect();
        let ty = Type::tensor(&dims, element);
        checked_count(ty, limit.saturating_mul(8))?;
        let width = element.byte_width();
        let stored = x.bytes().len() / x.element().byte_width();
        let mut wide = Bytes::zeros(stored * width);
        if !convert::apply(Column::from(x), element, wide.as_mut_slice()) {
            return Err(Trouble::unsupported(format!(
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
        let mut data = room(ty, u64::MAX)?;
        copy(&dims, width, (wide.as_slice(), &from), (data.as_mut_slice(), &to));
        Ok(data)
    }
}

/// Sums in the wide type, rounded to the result's.
pub(crate) fn rounded(sums: &Bytes, wide: Wide, ty: Type) -> Eval<Literal> {
    let element = ty.element().unwrap_or(Element::F64);
    let column = Column { element: wide.element(), bytes: sums.as_slice() };
    let count = sums.as_slice().len() / wide.element().byte_width();
    let mut out = Bytes::zeros(count * element.byte_width());
    if wide.element() == element {
        out = sums.clone();
    } else if !convert::apply(column, element, out.as_mut_slice()) {
        return Err(Trouble::unsupported(format!("{ty} is quantized")));
    }
    literal(ty, out)
}

/// `c[b][i][j] = Σ_k x[b][i][k] · y[b][k][j]`.
fn product<T: Sum>(x: &[T], y: &[T], c: &mut [T], (m, n, k): (usize, usize, usize)) {
    if c.is_empty() || k == 0 {
        return;
    }
    let batches = x.chunks_exact(m * k).zip(y.chunks_exact(k * n));
    for ((x, y), c) in batches.zip(c.chunks_exact_mut(m * n)) {
        for (x_row, c_row) in x.chunks_exact(k).zip(c.chunks_exact_mut(n)) {
            for (&a, y_row) in x_row.iter().zip(y.chunks_exact(n)) {
                for (sum, &b) in c_row.iter_mut().zip(y_row) {
                    *sum = sum.multiply_add(a, b);
                }
            }
        }
    }
}

/// `stablehlo.dot_general`.
pub(crate) fn dot_general(
    op: &DotGeneral,
    x: &Literal,
    y: &Literal,
    declared: Type,
    limit: u64,
) -> Eval<Literal> {
    let d = &op.dot_dimension_numbers;
    let (xb, xc) = (&d.lhs_batching_dimensions, &d.lhs_contracting_dimensions);
    let (yb, yc) = (&d.rhs_batching_dimensions, &d.rhs_contracting_dimensions);
    let (xf, yf) = (d.lhs_free(x.dims().len()), d.rhs_free(y.dims().len()));
    let of = |x: &Literal, dims: &[i64]| -> Vec<i64> {
        dims.iter().map(|&i| x.dims()[i as usize]).collect()
    };
    if of(x, xb) != of(y, yb) || of(x, xc) != of(y, yc) {
        return Err(Trouble::invalid(format!(
            "the paired dimensions of {} and {} have different extents",
            x.ty(),
            y.ty()
        )));
    }
    let dims = [of(x, xb), of(x, &xf), of(y, &yf)].concat();
    let ty = result_type(declared, &dims)?;
    let results = checked_count(ty, limit)?;
    let element = ty.element().unwrap_or(x.element());
    let wide = Wide::of(element)?;
    let sizes = (count(&of(x, &xf)), count(&of(y, &yf)), count(&of(x, xc)));
    let a = wide.arranged(x, &[&xb[..], &xf, &xc[..]].concat(), limit)?;
    let b = wide.arranged(y, &[&yb[..], &yc[..], &yf].concat(), limit)?;
    let mut sums = Bytes::zeros(results * wide.element().byte_width());
    macro_rules! go {
        ($T:ty) => {
            product::<$T>(
                bytemuck::cast_slice(a.as_slice()),
                bytemuck::cast_slice(b.as_slice()),
                bytemuck::cast_slice_mut(sums.as_mut_slice()),
                sizes,
            )
        };
    }
    match wide {
        Wide::Integer => go!(i64),
        Wide::Float => go!(f64),
        Wide::Complex => go!(C),
    }
    rounded(&sums, wide, ty)
}
