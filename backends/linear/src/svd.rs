//! The singular value decomposition: `gesdd` and `gesvd` of LAPACK.
//!
//! All types are decomposed in double precision: in `f32`, `faer`'s singular values have up to 30 times the
//! error of LAPACK's. That takes 1.1 to 1.7 times as long.

use crate::abi::Call;
use crate::columns::Columns;
use crate::number::{Number, Real, nan, zero};
use crate::schur::{HasWide, Wide, narrow, wide};
use faer::Par;
use faer::diag::DiagMut;
use faer::dyn_stack::{MemBuffer, MemStack};
use faer::linalg::svd::{ComputeSvdVectors, svd, svd_scratch};

/// A decomposition: left vectors as columns, values in descending order, right vectors as columns.
struct Decomposition<T> {
    left: Columns<T>,
    values: Vec<f64>,
    right: Columns<T>,
}

/// Which vectors are computed: none, as many as there are values, or all.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    None,
    Thin,
    Full,
}

/// `None` if the method does not converge.
fn decompose<T: Wide>(mut a: Columns<T>, mode: Mode) -> Option<Decomposition<T>> {
    let (m, n, k) = (a.rows(), a.columns(), a.rows().min(a.columns()));
    let (counts, compute) = match mode {
        Mode::None => ((0, 0), ComputeSvdVectors::No),
        Mode::Thin => ((k, k), ComputeSvdVectors::Thin),
        Mode::Full => ((m, n), ComputeSvdVectors::Full),
    };
    let unit = a.unit();
    a.scale(unit.recip());
    let mut values = vec![zero::<T>(); k];
    let mut left = Columns::identity(m, counts.0);
    let mut right = Columns::identity(n, counts.1);
    if k > 0 {
        let memory = svd_scratch::<T>(m, n, compute, compute, Par::Seq, Default::default());
        let with = mode != Mode::None;
        svd(
            a.view(),
            DiagMut::from_slice_mut(&mut values),
            with.then(|| left.view_mut()),
            with.then(|| right.view_mut()),
            Par::Seq,
            MemStack::new(&mut MemBuffer::new(memory)),
            Default::default(),
        )
        .ok()?;
    }
    let values = values.iter().map(|x| x.re() * unit).collect();
    (left.is_finite() && right.is_finite()).then_some(Decomposition { left, values, right })
}

/// `gesdd`. Sizes: batch, rows, columns, vectors (0 none, 1 as many as values, 2 all), the numbers of
/// elements of the vectors of an item, left and right. Buffers: the matrices; the matrices again,
/// the values in descending order, the left vectors as columns, the right vectors as conjugated
/// rows, `info`: 0, or -4 if a number is not finite, or positive.
pub(crate) fn gesdd<T: HasWide>(call: &Call<'_>) {
    let (m, n, k) = (call.size(1), call.size(2), call.size(1).min(call.size(2)));
    let mode = match call.size(3) {
        0 => Mode::None,
        1 => Mode::Thin,
        _ => Mode::Full,
    };
    call.each(|it, _| {
        let from = it.operand::<T>(0, m * n);
        it.result(1, m * n).copy_from_slice(from);
        let values = it.result::<T::Part>(2, k);
        let (left, right) = (it.result::<T>(3, call.size(4)), it.result::<T>(4, call.size(5)));
        let info = &mut it.result::<i32>(5, 1)[0];
        let a = wide((m, n), from);
        let finite = a.is_finite();
        let found = finite.then(|| decompose(a, mode)).flatten().and_then(|found| {
            let near: Vec<T::Part> = found.values.iter().map(|&x| T::Part::near(x)).collect();
            near.iter().all(|x| x.finite()).then_some((near, found))
        });
        let Some((near, found)) = found else {
            let nan = T::of(nan::<T>().re());
            values.fill(T::Part::near(f64::NAN));
            let fill = if mode == Mode::None { zero() } else { nan };
            left.fill(fill);
            right.fill(fill);
            *info = if finite { k.max(1) as i32 } else { -4 };
            return;
        };
        *info = 0;
        values.copy_from_slice(&near);
        if mode == Mode::None {
            left.fill(zero());
            right.fill(zero());
            return;
        }
        narrow(&found.left, left);
        // Columns of V are rows of Vᴴ, conjugated.
        narrow(&found.right.transposed(), right);
        right.iter_mut().for_each(|x| *x = x.conjugate());
    });
}
