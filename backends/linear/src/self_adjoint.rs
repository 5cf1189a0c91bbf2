//! Eigenvalues of self-adjoint matrices: `syevd` and `heevd` of LAPACK, and XLA's `Eigh`.
//!
//! All types are decomposed in double precision: in `f32`, `faer`'s eigenvalues have up to 200 times the
//! error of LAPACK's. That takes 1.2 to 1.9 times as long.

use crate::abi::{Call, Item};
use crate::columns::Columns;
use crate::number::{Number, Real, nan, zero};
use crate::schur::{HasWide, Wide, narrow, wide};
use faer::Par;
use faer::diag::DiagMut;
use faer::dyn_stack::{MemBuffer, MemStack};
use faer::linalg::evd::{ComputeEigenvectors, self_adjoint_evd, self_adjoint_evd_scratch};

/// The eigenvalues in ascending order, and the eigenvectors as columns if they are asked for. Only
/// the lower triangle is read. `None` if the method does not converge or a number of that triangle is
/// not finite.
fn decompose<T: Wide>(mut a: Columns<T>, with_vectors: bool) -> Option<(Vec<f64>, Columns<T>)> {
    let n = a.rows();
    for j in 0..n {
        a.column_mut(j)[..j].fill(zero());
        a[(j, j)] = T::of(a[(j, j)].re());
    }
    if !a.is_finite() {
        return None;
    }
    let unit = a.unit();
    a.scale(unit.recip());
    let mut values = vec![zero::<T>(); n];
    let mut vectors = Columns::zeros(if with_vectors { n } else { 0 }, n);
    let compute = if with_vectors { ComputeEigenvectors::Yes } else { ComputeEigenvectors::No };
    let memory = self_adjoint_evd_scratch::<T>(n, compute, Par::Seq, Default::default());
    self_adjoint_evd(
        a.view(),
        DiagMut::from_slice_mut(&mut values),
        with_vectors.then(|| vectors.view_mut()),
        Par::Seq,
        MemStack::new(&mut MemBuffer::new(memory)),
        Default::default(),
    )
    .ok()?;
    let values = values.iter().map(|x| x.re() * unit).collect();
    vectors.is_finite().then_some((values, vectors))
}

/// Decomposes an item with buffers of `vectors` and `values`; returns whether that was possible.
fn item<T: HasWide>(
    it: &Item<'_>,
    (n, lower, with_vectors): (usize, bool, bool),
    (vectors, values): (usize, usize),
) -> bool {
    let from = it.operand::<T>(0, n * n);
    let (vectors, values) = (it.result::<T>(vectors, n * n), it.result(values, n));
    let mut a = wide((n, n), from);
    if !lower {
        // The adjoint's lower triangle is the matrix's upper one, conjugated: the same matrix.
        a = a.transposed();
        a.data_mut().iter_mut().for_each(|x| *x = x.conjugate());
    }
    let found = decompose(a, with_vectors).and_then(|(found, v)| {
        let found: Vec<T::Part> = found.into_iter().map(T::Part::near).collect();
        found.iter().all(|x| x.finite()).then_some((found, v))
    });
    match found {
        Some((found, v)) => {
            values.copy_from_slice(&found);
            match with_vectors {
                true => narrow(&v, vectors),
                false => vectors.copy_from_slice(from),
            }
            true
        }
        None => {
            values.fill(T::Part::near(f64::NAN));
            match with_vectors {
                true => vectors.fill(T::of(nan::<T>().re())),
                false => vectors.copy_from_slice(from),
            }
            false
        }
    }
}

/// `syevd`. Sizes: batch, n, whether the lower triangle is read, whether there are vectors. Buffers:
/// the matrices; the eigenvectors as columns, the eigenvalues in ascending order, `info`.
pub(crate) fn syevd<T: HasWide>(call: &Call<'_>) {
    let n = call.size(1);
    call.each(|it, _| {
        let fine = item::<T>(it, (n, call.is(2), call.is(3)), (1, 2));
        it.result::<i32>(3, 1)[0] = if fine { 0 } else { n as i32 };
    });
}

/// `Eigh`. Sizes: batch, n, whether the lower triangle is read. Buffers: the matrices; the
/// eigenvectors as columns, the eigenvalues in ascending order.
pub(crate) fn eigh<T: HasWide>(call: &Call<'_>) {
    let n = call.size(1);
    call.each(|it, _| {
        item::<T>(it, (n, call.is(2), true), (1, 2));
    });
}
