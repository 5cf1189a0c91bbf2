//! Eigenvalues and eigenvectors of general matrices: `geev` of LAPACK.
//!
//! faer finds them in the precision of the numbers. It does not rescale vectors on the way, so those of
//! some defective matrices overflow; then they come from the Schur form in double precision.

use crate::abi::{Call, Pool};
use crate::columns::{Columns, add_multiple, dot, product};
use crate::number::{Number, Real, nan, zero};
use crate::schur::{C, HasWide, Schur, Wide, rotate_columns, rotation, wide, write_values};
use faer::Par;
use faer::diag::DiagMut;
use faer::dyn_stack::{MemBuffer, MemStack};
use faer::linalg::evd::{ComputeEigenvectors, evd_cplx, evd_real, evd_scratch};
use num_complex::Complex;

/// Eigenvalues and vectors, as columns. Vectors that are not wanted are not there.
struct Found<R> {
    values: Vec<C>,
    sides: [Option<Columns<Complex<R>>>; 2],
}

/// Numbers whose matrices faer decomposes.
pub(crate) trait HasEigen: HasWide {
    /// The eigenvalues, and the vectors of the wanted sides, left and right, of any length, each a
    /// matrix of columns; for a real matrix and a pair of values, the real and the imaginary part of
    /// the first one's vector.
    fn decompose(a: &Columns<Self>, sides: [Option<&mut Columns<Self>>; 2]) -> Option<Vec<C>>;
}

macro_rules! eigen {
    ($($float:ident)*) => {$(
        impl HasEigen for $float {
            fn decompose(
                a: &Columns<$float>,
                [left, right]: [Option<&mut Columns<$float>>; 2],
            ) -> Option<Vec<C>> {
                let n = a.rows();
                let (mut re, mut im) = (vec![0.0; n], vec![0.0; n]);
                evd_real(
                    a.view(),
                    DiagMut::from_slice_mut(&mut re),
                    DiagMut::from_slice_mut(&mut im),
                    left.map(Columns::view_mut),
                    right.map(Columns::view_mut),
                    Par::Seq,
                    MemStack::new(&mut memory::<$float>(n)),
                    Default::default(),
                )
                .ok()?;
                Some(re.iter().zip(&im).map(|(&re, &im)| C::new(re.wide(), im.wide())).collect())
            }
        }

        impl HasEigen for Complex<$float> {
            fn decompose(
                a: &Columns<Self>,
                [left, right]: [Option<&mut Columns<Self>>; 2],
            ) -> Option<Vec<C>> {
                let mut values = vec![zero::<Self>(); a.rows()];
                evd_cplx(
                    a.view(),
                    DiagMut::from_slice_mut(&mut values),
                    left.map(Columns::view_mut),
                    right.map(Columns::view_mut),
                    Par::Seq,
                    MemStack::new(&mut memory::<Self>(a.rows())),
                    Default::default(),
                )
                .ok()?;
                Some(values.iter().map(|z| C::new(z.re.wide(), z.im.wide())).collect())
            }
        }
    )*};
}

eigen! { f32 f64 }

/// Memory for vectors of both sides.
fn memory<T: Number>(n: usize) -> MemBuffer {
    let yes = ComputeEigenvectors::Yes;
    MemBuffer::new(evd_scratch::<T>(n, yes, yes, Par::Seq, Default::default()))
}

/// Decomposes a matrix of finite numbers in their own precision. `None` if it does not converge, or a
/// vector overflows.
fn direct<T: HasEigen>(a: &Columns<T>, wanted: [bool; 2]) -> Option<Found<T::Part>> {
    let n = a.rows();
    let unit = a.unit();
    let mut scaled = a.clone();
    scaled.scale(num_traits::Float::recip(unit));
    let [mut left, mut right] = wanted.map(|wanted| wanted.then(|| Columns::zeros(n, n)));
    let mut values = T::decompose(&scaled, [left.as_mut(), right.as_mut()])?;
    let is_real = |k: usize| values[k].im == 0.0;
    let sides = [(left, true), (right, false)].map(|(side, is_left)| {
        let side = side?;
        let mut made = Columns::<Complex<T::Part>>::zeros(n, n);
        let mut k = 0;
        while k < n {
            if T::COMPLEX || is_real(k) || k + 1 == n {
                let pairs = made.column_mut(k).iter_mut().zip(side.column(k));
                pairs.for_each(|(to, x)| *to = Complex::new(x.re(), x.im()));
                k += 1;
                continue;
            }
            // A pair of a real matrix. Left vectors are those of the transposed matrix, conjugated, with
            // rows and columns in the opposite order: the imaginary part comes first.
            for i in 0..n {
                let (first, second) = (side[(i, k)].re(), side[(i, k + 1)].re());
                let (re, im) = if is_left { (second, -first) } else { (first, second) };
                made[(i, k)] = Complex::new(re, im);
                made[(i, k + 1)] = Complex::new(re, -im);
            }
            k += 2;
        }
        (0..n).for_each(|k| normalize(made.column_mut(k), !T::COMPLEX && is_real(k)));
        Some(made)
    });
    let finite = |x: &Complex<T::Part>| {
        num_traits::Float::is_finite(x.re) && num_traits::Float::is_finite(x.im)
    };
    let fine = sides.iter().flatten().all(|side| side.data().iter().all(finite));
    values.iter_mut().for_each(|z| *z = z.scaled(unit.wide()));
    (fine && values.iter().all(|z| z.finite())).then_some(Found { values, sides })
}

/// A complex matrix from a real or complex one.
fn complex<T: Wide>(a: &Columns<T>) -> Columns<C> {
    let mut made = Columns::zeros(a.rows(), a.columns());
    let pairs = made.data_mut().iter_mut().zip(a.data());
    pairs.for_each(|(to, x)| *to = C::new(x.re(), x.im()));
    made
}

/// The triangular form and its vectors: rotations make the 2×2 blocks of a real form triangular.
fn triangular<T: Wide>(found: &Schur<T>) -> (Columns<C>, Columns<C>) {
    let n = found.form.rows();
    let (mut t, mut q) = (complex(&found.form), complex(&found.vectors));
    if T::COMPLEX {
        return (t, q);
    }
    for k in 0..n.saturating_sub(1) {
        let value = found.values[k];
        if value.im <= 0.0 {
            continue;
        }
        // The eigenvector of the first of the pair: (b, value - a).
        let (cosine, sine) = rotation(t[(k, k + 1)], value - t[(k, k)]);
        for j in 0..n {
            let (x, y) = (t[(k, j)], t[(k + 1, j)]);
            t[(k, j)] = x.scaled(cosine) + sine * y;
            t[(k + 1, j)] = y.scaled(cosine) - sine.conj() * x;
        }
        rotate_columns(&mut t, k, n, (cosine, sine));
        rotate_columns(&mut q, k, n, (cosine, sine));
        t[(k, k)] = value;
        t[(k + 1, k + 1)] = value.conj();
        t[(k + 1, k)] = C::of(0.0);
    }
    (t, q)
}

/// The right or left eigenvectors of a matrix with Schur form `q · t · qᴴ`, by substitution that
/// rescales them.
fn vectors((t, q): &(Columns<C>, Columns<C>), left: bool, pool: &Pool<'_>) -> Columns<C> {
    let n = t.rows();
    let largest = t.data().iter().fold(0.0, |max, x| f64::max(max, x.size()));
    let smallest = (largest * f64::EPSILON).max(f64::MIN_POSITIVE / f64::EPSILON);
    let mut made = Columns::<C>::zeros(n, n);
    pool.chunks(made.data_mut(), n, |k, x| {
        let value = t[(k, k)];
        x[k] = C::of(1.0);
        let step = |x: &mut [C], i: usize, sum: C| {
            let mut gap = t[(i, i)] - value;
            if gap.size() < smallest {
                gap = C::of(smallest);
            }
            x[i] = (-sum).over(if left { gap.conj() } else { gap });
            // Rescaled to avoid overflow: only the direction matters.
            let size = x[i].size();
            if size > 1e100 {
                x.iter_mut().for_each(|v| *v = v.scaled(1.0 / size));
            }
        };
        if left {
            (k + 1..n).for_each(|i| step(x, i, dot(&t.column(i)[k..i], &x[k..i])));
            return;
        }
        for i in (0..k).rev() {
            // The sums of the rows above take their part of the number that was found last.
            let (rest, known) = x.split_at_mut(i + 1);
            add_multiple(rest, known[0], &t.column(i + 1)[..=i]);
            let sum = rest[i];
            step(x, i, sum);
        }
    });
    let mut made = product(pool, q, &made);
    (0..n).for_each(|k| normalize(made.column_mut(k), false));
    made
}

/// Decomposes a matrix of finite numbers by its Schur form in double precision. `Err` has the number
/// of values that were not found.
fn careful<T: HasWide>(
    a: &Columns<T::Wide>,
    wanted: [bool; 2],
    pool: &Pool<'_>,
) -> Result<Found<T::Part>, usize> {
    let found = Schur::of(a, pool);
    if found.info > 0 {
        return Err(found.info);
    }
    let (form, n) = (triangular(&found), a.rows());
    let sides = [(wanted[0], true), (wanted[1], false)].map(|(wanted, left)| {
        let mut wide = wanted.then(|| vectors(&form, left, pool))?;
        for k in 1..n {
            // Conjugate pairs of a real matrix are exact conjugates.
            let (a, b) = (found.values[k - 1], found.values[k]);
            if !T::COMPLEX && a.im > 0.0 && a == b.conj() {
                (0..n).for_each(|i| wide[(i, k)] = wide[(i, k - 1)].conj());
            }
        }
        let mut made = Columns::<Complex<T::Part>>::zeros(n, n);
        let near = |z: &C| Complex::new(T::Part::near(z.re), T::Part::near(z.im));
        made.data_mut().iter_mut().zip(wide.data()).for_each(|(to, z)| *to = near(z));
        Some(made)
    });
    Ok(Found { values: found.values, sides })
}

/// Scales a vector to norm one, and turns it so that its largest component is real and positive,
/// unless the vector is `real`.
fn normalize<R: Real>(column: &mut [Complex<R>], real: bool) {
    let square = |z: &Complex<R>| z.re * z.re + z.im * z.im;
    let highest = column.iter().fold(R::zero(), |a, z| {
        num_traits::Float::max(a, num_traits::Float::max(z.re.size(), z.im.size()))
    });
    // Divided first, since squares overflow before the numbers do.
    column.iter_mut().for_each(|z| *z = *z / highest);
    let none = Complex::new(R::zero(), R::zero());
    let largest = column.iter().fold(none, |a, b| if square(b) > square(&a) { *b } else { a });
    let whole = column.iter().fold(R::zero(), |a, z| a + square(z));
    let inverse = num_traits::Float::recip(num_traits::Float::sqrt(whole));
    let turned = largest.im != R::zero() && !real;
    let size = num_traits::Float::recip(num_traits::Float::sqrt(square(&largest)));
    let conjugate = Complex::new(largest.re * size, -largest.im * size);
    for z in column {
        let is_largest = turned && *z == largest;
        *z = if turned { *z * conjugate * inverse } else { *z * inverse };
        if is_largest {
            z.im = R::zero();
        }
    }
}

/// `geev`. Sizes: batch, n, whether there are left vectors and right ones, and the numbers of
/// elements of an item's, left and right. Buffers: the matrices; the real and the imaginary parts of
/// the eigenvalues, or both in one buffer for complex matrices, the left and the right vectors as
/// columns, `info`: 0, or -4 if a number is not finite, or the number of values that were not found.
pub(crate) fn geev<T: HasEigen>(call: &Call<'_>) {
    let n = call.size(1);
    let wanted = [call.is(2), call.is(3)];
    call.each(|it, pool| {
        let from = it.operand::<T>(0, n * n);
        let a = Columns::from_rows(n, n, from);
        let found = match a.is_finite() {
            false => Err(-4),
            true => match direct(&a, wanted) {
                Some(found) => Ok(found),
                None => careful::<T>(&wide((n, n), from), wanted, pool).map_err(|info| info as i32),
            },
        };
        let nans = vec![nan::<C>(); n];
        let next = write_values::<T>(it, 1, found.as_ref().map_or(&nans, |it| &it.values));
        for at in 0..2 {
            let to = it.result::<Complex<T::Part>>(next + at, call.size(4 + at));
            match &found {
                _ if !wanted[at] => to.fill(bytemuck::Zeroable::zeroed()),
                Ok(Found { sides, .. }) => {
                    if let Some(side) = &sides[at] {
                        side.to_rows(to);
                    }
                }
                Err(_) => {
                    let nan = nan::<T::Part>();
                    to.fill(Complex::new(nan, nan));
                }
            }
        }
        it.result::<i32>(next + 2, 1)[0] = found.err().unwrap_or(0);
    });
}
