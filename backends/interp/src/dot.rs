//! The general product of tensors.
//!
//! Operands are converted to the accumulation type of the result, and products are summed from
//! zero in the row-major order of the contracting dimensions. Each product and each sum is rounded
//! to the accumulation type (see [`accumulate`](crate::accumulate)), the last sum to the result's.
//! Integers are summed modulo 2ⁿ of the result's width; booleans combine by "and" and
//! "or". Precision and algorithm permit less accuracy; the interpreter ignores them.

use crate::accumulate::{Accumulator, Sum, rounded};
use crate::alloc::{checked_count, result_type};
use crate::elem::C;
use crate::error::{EvalError, EvalResult};
use crate::strided::count;
use hloom_ir::literal::Bytes;
use hloom_ir::ops::DotGeneral;
use hloom_ir::{Literal, Type};
use num_complex::Complex;

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
) -> EvalResult<Literal> {
    let d = &op.dot_dimension_numbers;
    let (xb, xc) = (&d.lhs_batching_dimensions, &d.lhs_contracting_dimensions);
    let (yb, yc) = (&d.rhs_batching_dimensions, &d.rhs_contracting_dimensions);
    let (xf, yf) = (d.lhs_free(x.dims().len()), d.rhs_free(y.dims().len()));
    let of = |x: &Literal, dims: &[i64]| -> Vec<i64> {
        dims.iter().map(|&i| x.dims()[i as usize]).collect()
    };
    if of(x, xb) != of(y, yb) || of(x, xc) != of(y, yc) {
        return Err(EvalError::invalid(format!(
            "the paired dimensions of {} and {} have different extents",
            x.ty(),
            y.ty()
        )));
    }
    let dims = [of(x, xb), of(x, &xf), of(y, &yf)].concat();
    let ty = result_type(declared, &dims)?;
    let results = checked_count(ty, limit)?;
    let element = ty.element().unwrap_or(x.element());
    let wide = Accumulator::of(element)?;
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
        Accumulator::Integer => go!(i64),
        Accumulator::Single => go!(f32),
        Accumulator::Double => go!(f64),
        Accumulator::SingleComplex => go!(Complex<f32>),
        Accumulator::DoubleComplex => go!(C),
    }
    rounded(&sums, wide, ty)
}
