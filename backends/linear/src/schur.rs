//! Schur forms: `gees` of LAPACK, of real matrices with Francis's double shift, of complex ones with
//! Wilkinson's single one. They are computed in double precision.
//!
//! Source: Golub and Van Loan, "Matrix Computations" (4th edition, 2013), chapter 7; the standard
//! form of 2×2 blocks after Bai and Demmel, "On Swapping Diagonal Blocks in Real Schur Form" (1993),
//! as LAPACK has it. It is the interpreter's algorithm, on columns.

use crate::abi::{Call, Item, Pool};
use crate::columns::Columns;
use crate::number::{Number, Real};
use crate::reduce::hessenberg;
use crate::reflect::{product, reflect, reflector};
use num_complex::Complex;

/// A complex number in double precision.
pub(crate) type C = Complex<f64>;

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

/// The numbers in double precision, with the QR method for each kind.
pub(crate) trait Wide: Number<Part = f64> {
    /// The Schur form of a matrix.
    fn schur(a: &Columns<Self>, pool: &Pool<'_>) -> Schur<Self>;
}

impl Wide for f64 {
    fn schur(a: &Columns<f64>, pool: &Pool<'_>) -> Schur<f64> {
        schur_real(a, pool)
    }
}

impl Wide for C {
    fn schur(a: &Columns<C>, pool: &Pool<'_>) -> Schur<C> {
        schur_complex(a, pool)
    }
}

/// The upper Hessenberg form of a matrix divided by `unit`, and the orthonormal transformation.
fn reduced<T: Wide>(a: &Columns<T>, unit: f64, pool: &Pool<'_>) -> (Columns<T>, Columns<T>) {
    let n = a.rows();
    let mut h = a.clone();
    h.scale(1.0 / unit);
    let factors = hessenberg(&mut h, 0, n);
    let mut q = Columns::identity(n, n);
    if n > 1 {
        // The reflections change all rows except the first.
        let mut packed = Columns::zeros(n - 1, n - 1);
        (1..n).for_each(|j| packed.column_mut(j - 1).copy_from_slice(&h.column(j - 1)[1..]));
        let below = product(&packed, &factors, pool);
        (1..n).for_each(|j| q.column_mut(j)[1..].copy_from_slice(below.column(j - 1)));
    }
    (0..n).for_each(|j| h.column_mut(j)[(j + 2).min(n)..].fill(T::of(0.0)));
    (h, q)
}

/// The first row of the active block that ends in row `high`. Negligible subdiagonal elements
/// become zero.
fn deflate<T: Wide>(h: &mut Columns<T>, high: usize, norm: f64) -> usize {
    for k in (1..=high).rev() {
        let around = h[(k - 1, k - 1)].size() + h[(k, k)].size();
        let around = if around == 0.0 { norm } else { around };
        let size = h[(k, k - 1)].size();
        if size <= f64::EPSILON * around || size < f64::MIN_POSITIVE {
            h[(k, k - 1)] = T::of(0.0);
            return k;
        }
    }
    0
}

/// The largest size of an element.
fn largest<T: Wide>(a: &Columns<T>) -> f64 {
    a.data().iter().fold(0.0, |max, x| f64::max(max, x.size()))
}

/// The maximum number of steps per eigenvalue.
const STEPS: usize = 300;

/// The Schur form of a complex matrix.
fn schur_complex(a: &Columns<C>, pool: &Pool<'_>) -> Schur<C> {
    let n = a.rows();
    let finite = a.is_finite();
    let unit = if finite { a.unit() } else { 1.0 };
    let (mut h, mut q) = reduced(a, unit, pool);
    let norm = largest(&h);
    let mut info = if finite { 0 } else { n };
    let (mut high, mut steps) = (n, 0);
    while high > 0 && info == 0 {
        let last = high - 1;
        let low = deflate(&mut h, last, norm);
        if low == last {
            (high, steps) = (last, 0);
            continue;
        }
        steps += 1;
        if steps > STEPS {
            info = high;
            break;
        }
        let shift = if steps % 10 == 0 {
            // An exceptional shift, which breaks cycles.
            h[(last, last)] + C::of(h[(last, last - 1)].size())
        } else {
            wilkinson(&h, last)
        };
        single_step(&mut h, &mut q, (low, last), shift);
    }
    h.scale(unit);
    let values = (0..n).map(|i| h[(i, i)]).collect();
    Schur { form: h, vectors: q, values, info }
}

/// The eigenvalue of the 2×2 block that ends in row `last` nearest to its last element.
fn wilkinson(h: &Columns<C>, last: usize) -> C {
    let (a, b) = (h[(last - 1, last - 1)], h[(last - 1, last)]);
    let (c, d) = (h[(last, last - 1)], h[(last, last)]);
    let product = b * c;
    if product == C::of(0.0) {
        return d;
    }
    let half = (a - d).scaled(0.5);
    let root = (half * half + product).sqrt();
    let sum = if half.re * root.re + half.im * root.im < 0.0 { half - root } else { half + root };
    d - product.over(sum)
}

/// One QR step on rows and columns `low..=last`, applied to the whole matrix.
fn single_step(h: &mut Columns<C>, q: &mut Columns<C>, (low, last): (usize, usize), shift: C) {
    let n = h.rows();
    (low..=last).for_each(|i| h[(i, i)] -= shift);
    let mut rotations = Vec::with_capacity(last - low);
    // Column by column: each is turned by the rotations that came before it.
    for k in low..last {
        for (at, &(cosine, sine)) in rotations.iter().enumerate() {
            turn(h.column_mut(k), low + at, cosine, sine);
        }
        let made = rotation(h[(k, k)], h[(k + 1, k)]);
        turn(h.column_mut(k), k, made.0, made.1);
        h[(k + 1, k)] = C::of(0.0);
        rotations.push(made);
    }
    for j in last..n {
        for (at, &(cosine, sine)) in rotations.iter().enumerate() {
            turn(h.column_mut(j), low + at, cosine, sine);
        }
    }
    for (k, &(cosine, sine)) in (low..last).zip(&rotations) {
        rotate_columns(h, k, k + 2, (cosine, sine));
        rotate_columns(q, k, n, (cosine, sine));
    }
    (low..=last).for_each(|i| h[(i, i)] += shift);
}

/// Applies a rotation to rows `k` and `k + 1` of a column.
fn turn(column: &mut [C], k: usize, cosine: f64, sine: C) {
    let (x, y) = (column[k], column[k + 1]);
    column[k] = x.scaled(cosine) + sine * y;
    column[k + 1] = y.scaled(cosine) - sine.conj() * x;
}

/// Applies the adjoint of a rotation to columns `k` and `k + 1`, in the first `rows` rows.
pub(crate) fn rotate_columns(m: &mut Columns<C>, k: usize, rows: usize, (cosine, sine): (f64, C)) {
    let n = m.rows();
    let (left, right) = m.split_at(k + 1);
    let pairs = left[k * n..].iter_mut().zip(right).take(rows);
    for (x, y) in pairs {
        let (a, b) = (*x, *y);
        *x = a.scaled(cosine) + sine.conj() * b;
        *y = b.scaled(cosine) - sine * a;
    }
}

/// The rotation `(c, s)` with `c·x + s·y` as the norm of both and `c·y - s̄·x` zero.
pub(crate) fn rotation(x: C, y: C) -> (f64, C) {
    if y == C::of(0.0) {
        return (1.0, C::of(0.0));
    }
    let size = x.size();
    if size == 0.0 {
        return (0.0, y.conj().scaled(1.0 / y.size()));
    }
    let whole = size.hypot(y.size());
    (size / whole, x.scaled(1.0 / size) * y.conj().scaled(1.0 / whole))
}

/// The Schur form of a real matrix.
fn schur_real(a: &Columns<f64>, pool: &Pool<'_>) -> Schur<f64> {
    let n = a.rows();
    let finite = a.is_finite();
    let unit = if finite { a.unit() } else { 1.0 };
    let (mut h, mut q) = reduced(a, unit, pool);
    let norm = largest(&h);
    let mut info = if finite { 0 } else { n };
    let mut values = vec![C::of(0.0); n];
    let (mut high, mut steps) = (n, 0);
    while high > 0 && info == 0 {
        let last = high - 1;
        let low = deflate(&mut h, last, norm);
        if low == last {
            values[last] = C::of(h[(last, last)]);
            (high, steps) = (last, 0);
        } else if low + 1 == last {
            let [first, second] = standardize(&mut h, &mut q, low);
            (values[low], values[last]) = (first, second);
            (high, steps) = (low, 0);
        } else {
            steps += 1;
            if steps > STEPS {
                info = high;
                break;
            }
            double_step(&mut h, &mut q, (low, last), steps % 10 == 0);
        }
    }
    h.scale(unit);
    values.iter_mut().for_each(|z| *z = z.scaled(unit));
    Schur { form: h, vectors: q, values, info }
}

/// One Francis step on rows and columns `low..=last`, at least three of them, applied to the whole
/// matrix.
fn double_step(
    h: &mut Columns<f64>,
    q: &mut Columns<f64>,
    (low, last): (usize, usize),
    exceptional: bool,
) {
    let n = h.rows();
    let (trace, determinant) = if exceptional {
        // Exceptional shifts, independent of the block.
        let s = h[(last, last - 1)].abs() + h[(last - 1, last - 2)].abs();
        let x = 0.75 * s + h[(last, last)];
        (2.0 * x, x * x + 0.4375 * s * s)
    } else {
        let (a, b) = (h[(last - 1, last - 1)], h[(last - 1, last)]);
        let (c, d) = (h[(last, last - 1)], h[(last, last)]);
        (a + d, a * d - b * c)
    };
    // The first column of (h - shift)(h - other shift).
    let (a, b) = (h[(low, low)], h[(low, low + 1)]);
    let (c, d) = (h[(low + 1, low)], h[(low + 1, low + 1)]);
    let column =
        [a * a + b * c - trace * a + determinant, c * (a + d - trace), c * h[(low + 2, low + 1)]];
    let size = column.iter().map(|x| x.abs()).sum::<f64>();
    let mut bulge = if size > 0.0 { column.map(|x| x / size) } else { column };
    for k in low..last {
        let size = if k + 2 <= last { 3 } else { 2 };
        if k > low {
            (0..size).for_each(|i| bulge[i] = h[(k + i, k - 1)]);
        }
        let tau = reflector(&mut bulge[..size]);
        let vector = &bulge[1..size];
        if k > low {
            h[(k, k - 1)] = bulge[0];
            (1..size).for_each(|i| h[(k + i, k - 1)] = 0.0);
        }
        let (_, right) = h.split_at(k);
        reflect(right, (n, k), vector, tau);
        reflect_columns(h, k, (k + 4).min(last + 1), vector, tau);
        reflect_columns(q, k, n, vector, tau);
    }
}

/// Applies a reflection of one or two numbers behind its leading one from the right, to columns from
/// `k` on, in the first `rows` rows.
fn reflect_columns(m: &mut Columns<f64>, k: usize, rows: usize, vector: &[f64], tau: f64) {
    let n = m.rows();
    let (_, columns) = m.split_at(k);
    let (first, rest) = columns.split_at_mut(n);
    match *vector {
        [v, w] => {
            let (second, third) = rest.split_at_mut(n);
            let all = first.iter_mut().zip(second).zip(third).take(rows);
            for ((x, y), z) in all {
                let sum = tau * (*x + v * *y + w * *z);
                *x -= sum;
                *y -= sum * v;
                *z -= sum * w;
            }
        }
        [v] => {
            for (x, y) in first.iter_mut().zip(rest).take(rows) {
                let sum = tau * (*x + v * *y);
                *x -= sum;
                *y -= sum * v;
            }
        }
        _ => {}
    }
}

/// Transforms the 2×2 block at `k` to standard form: upper triangular, or with equal diagonal
/// elements and off-diagonal elements of opposite signs. Returns its eigenvalues.
fn standardize(h: &mut Columns<f64>, q: &mut Columns<f64>, k: usize) -> [C; 2] {
    let (cosine, sine, complex) =
        standard_rotation(h[(k, k)], h[(k, k + 1)], h[(k + 1, k)], h[(k + 1, k + 1)]);
    let n = h.rows();
    for j in k..n {
        let (x, y) = (h[(k, j)], h[(k + 1, j)]);
        h[(k, j)] = cosine * x + sine * y;
        h[(k + 1, j)] = cosine * y - sine * x;
    }
    for (m, rows) in [(&mut *h, k + 2), (q, n)] {
        for i in 0..rows {
            let (x, y) = (m[(i, k)], m[(i, k + 1)]);
            m[(i, k)] = cosine * x + sine * y;
            m[(i, k + 1)] = cosine * y - sine * x;
        }
    }
    // Entries that are zero or equal up to rounding are made exactly so.
    if complex {
        let mean = (h[(k, k)] + h[(k + 1, k + 1)]) / 2.0;
        h[(k, k)] = mean;
        h[(k + 1, k + 1)] = mean;
        let size = h[(k, k + 1)].abs().sqrt() * h[(k + 1, k)].abs().sqrt();
        [C::new(mean, size), C::new(mean, -size)]
    } else {
        h[(k + 1, k)] = 0.0;
        [C::of(h[(k, k)]), C::of(h[(k + 1, k + 1)])]
    }
}

/// The cosine and sine of the rotation that transforms `[a b; c d]` to standard form, and whether
/// its eigenvalues are complex.
fn standard_rotation(a: f64, b: f64, c: f64, d: f64) -> (f64, f64, bool) {
    if c == 0.0 {
        return (1.0, 0.0, false);
    }
    if b == 0.0 {
        return (0.0, 1.0, false);
    }
    if a == d && (b < 0.0) != (c < 0.0) {
        return (1.0, 0.0, true);
    }
    let half = (a - d) / 2.0;
    let largest = half.abs().max(b.abs()).max(c.abs());
    let discriminant = (half / largest) * half + (b / largest) * c;
    if discriminant >= 4.0 * f64::EPSILON * largest {
        // Real eigenvalues: the first column becomes an eigenvector.
        let z = half + (largest.sqrt() * discriminant.sqrt()).copysign(half);
        let size = c.hypot(z);
        return (z / size, c / size, false);
    }
    // Complex ones, or nearly equal ones: the diagonal becomes equal.
    let sum = b + c;
    let size = sum.hypot(a - d);
    let cosine = (0.5 * (1.0 + sum.abs() / size)).sqrt();
    let sine = -(half / (size * cosine)) * 1f64.copysign(sum);
    let upper = (b * cosine - a * sine) * cosine + (d * cosine - c * sine) * sine;
    let lower = (c * cosine + d * sine) * cosine - (a * cosine + b * sine) * sine;
    if lower == 0.0 {
        return (cosine, sine, false);
    }
    if upper == 0.0 {
        return (-sine, cosine, false);
    }
    if (upper < 0.0) == (lower < 0.0) {
        // They are real after all.
        let size = (upper + lower).abs().sqrt();
        let (x, y) = (upper.abs().sqrt() / size, lower.abs().sqrt() / size);
        return (cosine * x - sine * y, cosine * y + sine * x, false);
    }
    (cosine, sine, true)
}

/// `gees`. Sizes: batch, n, whether there are vectors, elements of an item's vectors. Buffers: the
/// matrices; the forms, the vectors as columns, the real and the imaginary parts of the
/// eigenvalues, or both in one buffer for complex matrices, the numbers of selected ones, which are
/// none, and `info`.
pub(crate) fn gees<T: HasWide>(call: &Call<'_>) {
    let n = call.size(1);
    call.each(|it, pool| {
        let found = T::Wide::schur(&wide(n, it.operand::<T>(0, n * n)), pool);
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

/// A square matrix in double precision.
pub(crate) fn wide<T: HasWide>(n: usize, rows: &[T]) -> Columns<T::Wide> {
    let wide = |x: &T| T::Wide::of_parts(x.re().wide(), x.im().wide());
    let rows: Vec<T::Wide> = rows.iter().map(wide).collect();
    Columns::from_rows(n, n, &rows)
}

/// Writes a matrix in double precision, rounded, row by row.
fn narrow<T: HasWide>(a: &Columns<T::Wide>, to: &mut [T]) {
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
