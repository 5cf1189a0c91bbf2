//! Linear algebra on batches of matrices: the ops of StableHLO here, and in the
//! files beside it what LAPACK's routines do, for [`crate::target`].
//!
//! All of it computes in double precision and rounds once to the element type, so
//! that it is at least as exact as a LAPACK of that type. The algorithms are those
//! of Golub and Van Loan, "Matrix Computations" (4th edition, 2013), unless a
//! function says otherwise; what LAPACK's documentation says of signs, of the
//! order of results, of packed factors and of `info` holds.

mod eigen;
mod factor;
mod matrix;
mod reflect;
mod schur;
mod svd;

pub(crate) use eigen::{eigenvectors, self_adjoint};
pub(crate) use factor::{cholesky, lu, qr, qr_pivoted, triangular_system, tridiagonal_solve};
pub(crate) use matrix::{Matrix, Number};
pub(crate) use reflect::{apply_reflectors, hessenberg, product_of_reflectors, tridiagonal};
pub(crate) use schur::{Schur, schur_complex, schur_real};
pub(crate) use svd::svd;

use crate::dot::{Wide, rounded};
use crate::elem::C;
use crate::error::{Eval, Trouble};
use crate::shape::{checked_count, result_type};
use hloom_ir::literal::Bytes;
use hloom_ir::ops::{Transposition, TriangularSolve};
use hloom_ir::{Literal, Type};

/// The elements of a tensor in double precision, row-major.
pub(crate) fn load<T: Number>(x: &Literal, limit: u64) -> Eval<Vec<T>> {
    let order: Vec<i64> = (0..x.dims().len() as i64).collect();
    let wide = if T::COMPLEX { Wide::Complex } else { Wide::Float };
    let bytes = wide.arranged(x, &order, limit)?;
    Ok(bytemuck::cast_slice(bytes.as_slice()).to_vec())
}

/// A tensor of numbers in double precision, rounded to the type's elements.
pub(crate) fn store<T: Number>(data: &[T], ty: Type) -> Eval<Literal> {
    let wide = if T::COMPLEX { Wide::Complex } else { Wide::Float };
    rounded(&Bytes::from(bytemuck::cast_slice::<T, u8>(data)), wide, ty)
}

/// Rows and columns of each matrix of a batch.
pub(crate) fn extents(x: &Literal) -> Eval<(usize, usize)> {
    match x.dims() {
        [.., rows, columns] => Ok((*rows as usize, *columns as usize)),
        _ => Err(Trouble::invalid(format!("{} holds no matrices", x.ty()))),
    }
}

/// `stablehlo.cholesky`.
pub(crate) fn cholesky_op(x: &Literal, lower: bool, declared: Type, limit: u64) -> Eval<Literal> {
    fn go<T: Number>(x: &Literal, lower: bool, ty: Type, limit: u64) -> Eval<Literal> {
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
        return Err(Trouble::invalid(format!("{} holds no square matrices", x.ty())));
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
) -> Eval<Literal> {
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

/// Which triangular systems are to be solved.
#[derive(Clone, Copy, Debug)]
pub(crate) struct System {
    /// The triangular matrix stands on the left.
    pub(crate) left: bool,
    /// Its lower triangle is what counts.
    pub(crate) lower: bool,
    /// Its diagonal is taken to be one.
    pub(crate) unit_diagonal: bool,
    /// What is done to it before.
    pub(crate) transpose: Transposition,
}

/// The solutions of a batch of triangular systems.
pub(crate) fn solve_triangular(
    system: System,
    a: &Literal,
    b: &Literal,
    ty: Type,
    limit: u64,
) -> Eval<Literal> {
    fn go<T: Number>(s: System, a: &Literal, b: &Literal, ty: Type, limit: u64) -> Eval<Literal> {
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
        return Err(Trouble::invalid(format!("{} does not go with {}", a.ty(), b.ty())));
    }
    if a.element().is_complex() {
        go::<C>(system, a, b, ty, limit)
    } else {
        go::<f64>(system, a, b, ty, limit)
    }
}
