//! Schur forms: `gees` of LAPACK. They are computed in double precision.
//!
//! Small matrices have the QR method with Francis's double shift, or Wilkinson's single one for complex
//! matrices; large ones have many shifts at a time and aggressive early deflation, so that most of
//! the work is in products of matrices.
//!
//! Source: Golub and Van Loan, "Matrix Computations" (4th edition, 2013), chapter 7; Braman, Byers and
//! Mathias, "The Multishift QR Algorithm", parts I and II (2002); the standard form of 2×2 blocks after
//! Bai and Demmel, "On Swapping Diagonal Blocks in Real Schur Form" (1993), as LAPACK has it.
//!
//! | module | |
//! |---|---|
//! | [`turn`] | reflections and rotations of a few rows and columns |
//! | [`small`] | the method for small matrices |
//! | [`swap`] | the exchange of two diagonal blocks |
//! | [`kind`] | real and complex matrices |
//! | [`window`] | a diagonal block's transformation, applied to the matrix around it |
//! | [`early`] | aggressive early deflation |
//! | [`sweep`] | a step with many shifts |
//! | [`large`] | the method for large matrices |

mod early;
mod kind;
mod large;
mod small;
mod swap;
mod sweep;
mod turn;
mod window;

pub(crate) use kind::Wide;
pub(crate) use turn::{C, rotate_columns, rotation};

use crate::abi::{Call, Item, Pool};
use crate::columns::Columns;
use crate::number::{Number, Real};
use crate::reduce::{hessenberg, transformation};
use num_complex::Complex;

/// A Schur form: `vectors · form · vectorsᴴ` is the matrix.
pub(crate) struct Schur<T: Number> {
    /// Upper triangular; for a real matrix, with 2×2 diagonal blocks for complex eigenvalues.
    pub(crate) form: Columns<T>,
    /// Orthonormal columns.
    pub(crate) vectors: Columns<T>,
    /// The eigenvalues in diagonal order; of a pair, the one with positive imaginary part first.
    pub(crate) values: Vec<C>,
    /// 0, or the number of leading eigenvalues that were not found because the method did not
    /// converge.
    pub(crate) info: usize,
}

impl<T: Wide> Schur<T> {
    /// The Schur form of a matrix.
    pub(crate) fn of(a: &Columns<T>, pool: &Pool<'_>) -> Schur<T> {
        let n = a.rows();
        let finite = a.is_finite();
        let unit = if finite { a.unit() } else { 1.0 };
        let mut form = a.clone();
        form.scale(1.0 / unit);
        let factors = hessenberg(&mut form, 0, n, pool);
        let mut vectors = transformation(&form, &factors, n, pool);
        (0..n).for_each(|j| form.column_mut(j)[(j + 2).min(n)..].fill(T::of(0.0)));
        let info = match finite {
            false => n,
            true if n < large::LEAST => T::iterate(&mut form, &mut vectors),
            true => large::iterate(&mut form, &mut vectors, pool),
        };
        form.scale(unit);
        let values = kind::values(&form);
        Schur { form, vectors, values, info }
    }
}

/// `gees`. Sizes: batch, n, whether there are vectors, elements of an item's vectors. Buffers: the
/// matrices; the forms, the vectors as columns, the real and the imaginary parts of the
/// eigenvalues, or both in one buffer for complex matrices, the numbers of selected ones, which are
/// none, and `info`.
pub(crate) fn gees<T: HasWide>(call: &Call<'_>) {
    let n = call.size(1);
    call.each(|it, pool| {
        let found = Schur::of(&wide((n, n), it.operand::<T>(0, n * n)), pool);
        narrow(&found.form, it.result::<T>(1, n * n));
        let vectors = it.result::<T>(2, call.size(3));
        match call.is(2) {
            true => narrow(&found.vectors, vectors),
            false => vectors.fill(crate::number::zero()),
        }
        let next = write_values::<T>(it, 3, &found.values);
        it.result::<i32>(next, 1)[0] = 0;
        it.result::<i32>(next + 1, 1)[0] = found.info as i32;
    });
}

/// Numbers with others in double precision.
pub(crate) trait HasWide: Number {
    /// The numbers in double precision.
    type Wide: Wide;
}

impl HasWide for f32 {
    type Wide = f64;
}
impl HasWide for f64 {
    type Wide = f64;
}
impl HasWide for Complex<f32> {
    type Wide = C;
}
impl HasWide for C {
    type Wide = C;
}

/// A matrix of `m` rows and `n` columns in double precision.
pub(crate) fn wide<T: HasWide>((m, n): (usize, usize), rows: &[T]) -> Columns<T::Wide> {
    let wide = |x: &T| T::Wide::of_parts(x.re().wide(), x.im().wide());
    let rows: Vec<T::Wide> = rows.iter().map(wide).collect();
    Columns::from_rows(m, n, &rows)
}

/// Writes a matrix in double precision, rounded, row by row.
pub(crate) fn narrow<T: HasWide>(a: &Columns<T::Wide>, to: &mut [T]) {
    let mut rows = vec![T::Wide::of(0.0); to.len()];
    a.to_rows(&mut rows);
    let narrow = |x: T::Wide| T::of_parts(T::Part::near(x.re()), T::Part::near(x.im()));
    to.iter_mut().zip(rows).for_each(|(to, x)| *to = narrow(x));
}

/// Writes eigenvalues to buffer `at`, or their parts to that and the next one if the matrix is real.
/// Returns the number of the buffer behind.
pub(crate) fn write_values<T: Number>(it: &Item<'_>, at: usize, values: &[C]) -> usize {
    let near = T::Part::near;
    let n = values.len();
    if T::COMPLEX {
        let to = it.result::<T>(at, n).iter_mut();
        to.zip(values).for_each(|(to, z)| *to = T::of_parts(near(z.re), near(z.im)));
        return at + 1;
    }
    let (re, im) = (it.result::<T::Part>(at, n), it.result::<T::Part>(at + 1, n));
    re.iter_mut().zip(values).for_each(|(to, z)| *to = near(z.re));
    im.iter_mut().zip(values).for_each(|(to, z)| *to = near(z.im));
    at + 2
}
