//! `stablehlo.cholesky` and `stablehlo.triangular_solve` on batches of matrices, and the conversion
//! of tensors from and to double precision.

use crate::accumulate::{Accumulator, rounded};
use crate::alloc::{checked_count, result_type};
use crate::elem::C;
use crate::error::{EvalError, EvalResult};
use crate::linalg::factor::{System, cholesky, triangular_system};
use crate::linalg::matrix::{Matrix, Number};
use hloom_ir::literal::Bytes;
use hloom_ir::ops::TriangularSolve;
use hloom_ir::{Literal, Type};

/// The elements of a tensor in double precision, row-major.
pub(crate) fn load<T: Number>(x: &Literal, limit: u64) -> EvalResult<Vec<T>> {
    let order: Vec<i64> = (0..x.dims().len() as i64).collect();
    let wide = if T::COMPLEX { Accumulator::DoubleComplex } else { Accumulator::Double };
    let bytes = wide.arranged(x, &order, limit)?;
    Ok(bytemuck::cast_slice(bytes.as_slice()).to_vec())
}

/// A tensor from numbers in double precision, rounded to the element type.
pub(crate) fn store<T: Number>(data: &[T], ty: Type) -> EvalResult<Literal> {
    let wide = if T::COMPLEX { Accumulator::DoubleComplex } else { Accumulator::Double };
    rounded(&Bytes::from(bytemuck::cast_slice::<T, u8>(data)), wide, ty)
}

/// Number of rows and columns of each matrix of a batch.
pub(crate) fn extents(x: &Literal) -> EvalResult<(usize, usize)> {
    match x.dims() {
        [.., rows, columns] => Ok((*rows as usize, *columns as usize)),
        _ => Err(EvalError::invalid(format!("{} holds no matrices", x.ty()))),
    }
}

/// `stablehlo.cholesky`.
pub(crate) fn cholesky_op(
    x: &Literal,
    lower: bool,
    declared: Type,
    limit: u64,
) -> EvalResult<Literal> {
    fn go<T: Number>(x: &Literal, lower: bool, ty: Type, limit: u64) -> EvalResult<Literal> {
        let (n, _) = extents(x)?;
        let mut data: Vec<T> = load(x, limit)?;
        for block in data.chunks_exact_mut((n * n).max(1)) {
            let mut a = Matrix::from_slice(n, n, block);
            let failed = cholesky(&mut a, lower) > 0;
            for i in 0..n {
                for j in 0..n {
                    let outside = if lower { j > i } else { j < i };
                    if failed {
                        a[(i, j)] = T::of(f64::NAN);
                    } else if outside {
                        a[(i, j)] = T::of(0.0);
                    }
                }
            }
            block.copy_from_slice(a.as_slice());
        }
        store(&data, ty)
    }
    let (rows, columns) = extents(x)?;
    if rows != columns {
        return Err(EvalError::invalid(format!("{} holds no square matrices", x.ty())));
    }
    let ty = result_type(declared, x.dims())?;
    checked_count(ty, limit)?;
    if x.element().is_complex() {
        go::<C>(x, lower, ty, limit)
    } else {
        go::<f64>(x, lower, ty, limit)
    }
}

/// `stablehlo.triangular_solve`.
pub(crate) fn triangular_solve(
    op: &TriangularSolve,
    a: &Literal,
    b: &Literal,
    declared: Type,
    limit: u64,
) -> EvalResult<Literal> {
    let system = System {
        left: op.left_side,
        lower: op.lower,
        unit_diagonal: op.unit_diagonal,
        transpose: op.transpose_a,
    };
    let ty = result_type(declared, b.dims())?;
    checked_count(ty, limit)?;
    solve_triangular(system, a, b, ty, limit)
}

/// The solutions of a batch of triangular systems.
pub(crate) fn solve_triangular(
    system: System,
    a: &Literal,
    b: &Literal,
    ty: Type,
    limit: u64,
) -> EvalResult<Literal> {
    fn go<T: Number>(
        s: System,
        a: &Literal,
        b: &Literal,
        ty: Type,
        limit: u64,
    ) -> EvalResult<Literal> {
        let ((n, _), (rows, columns)) = (extents(a)?, extents(b)?);
        let matrices: Vec<T> = load(a, limit)?;
        let mut data: Vec<T> = load(b, limit)?;
        let blocks = data.chunks_exact_mut((rows * columns).max(1));
        for (block, a) in blocks.zip(matrices.chunks_exact((n * n).max(1))) {
            triangular_system(s, a, n, block, columns);
        }
        store(&data, ty)
    }
    let ((n, m), (rows, columns)) = (extents(a)?, extents(b)?);
    let batch = |x: &Literal| x.dims()[..x.dims().len() - 2].to_vec();
    if n != m || n != if system.left { rows } else { columns } || batch(a) != batch(b) {
        return Err(EvalError::invalid(format!("{} does not match {}", a.ty(), b.ty())));
    }
    if a.element().is_complex() {
        go::<C>(system, a, b, ty, limit)
    } else {
        go::<f64>(system, a, b, ty, limit)
    }
}
