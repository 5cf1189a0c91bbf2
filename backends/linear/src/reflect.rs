//! Householder reflections `I - tau · v · vᴴ`, whose vectors begin with one, and products of blocks
//! of them.
//!
//! Signs and packed forms are LAPACK's. A product of reflections is `I - V · T · Vᴴ` with an upper
//! triangular `T`, so that products of matrices apply it.
//!
//! Source: Schreiber and Van Loan, "A Storage-Efficient WY Representation for Products of Householder
//! Transformations" (1989).

use crate::abi::Pool;
use crate::columns::{Columns, STRIP, add_multiple, dot, multiply, multiply_adjoint, view_mut};
use crate::number::{Number, one, zero};
use faer::Accum;

/// The most times that numbers are enlarged: two are enough for the smallest ones.
const MOST_ENLARGED: usize = 4;

/// The number of reflections that are applied at a time.
pub(crate) const BLOCK: usize = 32;

/// The Euclidean norm of numbers, whose squares may overflow or underflow.
pub(crate) fn norm<T: Number>(x: &[T]) -> T::Part {
    let sum = x.iter().fold(zero::<T::Part>(), |a, v| a + v.norm_squared());
    // Far from both, neither has happened.
    let least = <T::Part as num_traits::Float>::min_positive_value()
        / <T::Part as num_traits::Float>::epsilon();
    let least = least / <T::Part as num_traits::Float>::epsilon();
    if sum > least && sum < num_traits::Float::recip(least) {
        return num_traits::Float::sqrt(sum);
    }
    let wider = |a: T::Part, x: &T| {
        let size = x.taxicab();
        if size > a || num_traits::Float::is_nan(size) { size } else { a }
    };
    let largest = x.iter().fold(zero::<T::Part>(), wider);
    let usable = largest > zero() && num_traits::Float::is_finite(largest);
    let unit: T::Part = if usable { largest } else { one() };
    let inverse = num_traits::Float::recip(unit);
    if !num_traits::Float::is_finite(inverse) {
        // Subnormal numbers have no inverse.
        let sizes = x.iter().map(|v| v.size());
        return sizes.fold(zero(), |a: T::Part, b| num_traits::Float::hypot(a, b));
    }
    let squares = x.iter().map(|v| v.scaled(inverse).norm_squared());
    num_traits::Float::sqrt(squares.fold(zero(), |a: T::Part, b| a + b)) / inverse
}

/// Replaces `x` by the vector of the reflection whose adjoint maps it to a real multiple of the first
/// unit vector, but for its leading one, which is replaced by the multiple. Its sign is opposite to
/// that of `x[0]`. Returns the factor.
pub(crate) fn reflector<T: Number>(x: &mut [T]) -> T {
    let Some((first, rest)) = x.split_first_mut() else { return zero() };
    let mut alpha = *first;
    let mut length = norm(rest);
    if length == zero() && alpha.im() == zero() {
        return zero();
    }
    let mut whole = num_traits::Float::hypot(alpha.size(), length);
    // Numbers near the smallest ones have few digits, and so would the factor: they are enlarged, as in
    // LAPACK's `larfg`.
    let least = <T::Part as num_traits::Float>::min_positive_value()
        / <T::Part as num_traits::Float>::epsilon();
    let mut enlarged = 0;
    while whole < least && enlarged < MOST_ENLARGED {
        let by = num_traits::Float::recip(least);
        rest.iter_mut().for_each(|v| *v = v.scaled(by));
        alpha = alpha.scaled(by);
        length = norm(rest);
        whole = num_traits::Float::hypot(alpha.size(), length);
        enlarged += 1;
    }
    let beta = -num_traits::Float::copysign(whole, alpha.re());
    let tau = T::of_parts((beta - alpha.re()) / beta, -alpha.im() / beta);
    let factor = one::<T>().over(alpha - T::of(beta));
    if factor.finite() {
        rest.iter_mut().for_each(|v| *v *= factor);
    } else {
        rest.iter_mut().for_each(|v| *v = v.over(alpha - T::of(beta)));
    }
    *first = T::of((0..enlarged).fold(beta, |beta, _| beta * least));
    tau
}

/// Applies a reflection to columns of `rows` numbers each, from row `top` on: `vector` without its
/// leading one.
pub(crate) fn reflect<T: Number>(
    columns: &mut [T],
    (rows, top): (usize, usize),
    vector: &[T],
    tau: T,
) {
    if tau == zero() {
        return;
    }
    for column in columns.chunks_exact_mut(rows) {
        let (first, rest) = column[top..=top + vector.len()].split_at_mut(1);
        let sum = tau * (first[0] + dot(vector, rest));
        first[0] -= sum;
        add_multiple(rest, -sum, vector);
    }
}

/// Reflections in a packed matrix, as `I - V · T · Vᴴ`.
pub(crate) struct Block<T> {
    /// The vectors, with their ones and the zeros above.
    vectors: Columns<T>,
    /// The triangular factor.
    triangle: Columns<T>,
    /// The first row that the reflections change.
    top: usize,
}

impl<T: Number> Block<T> {
    /// The block of the reflections in columns of `rows` numbers each, the first of which has its
    /// one in row `top`.
    pub(crate) fn new(packed: &[T], (rows, top): (usize, usize), factors: &[T]) -> Block<T> {
        let count = factors.len();
        let mut vectors = Columns::zeros(rows - top, count);
        for j in 0..count {
            let from = &packed[j * rows + top + j + 1..(j + 1) * rows];
            let to = vectors.column_mut(j);
            to[j] = one();
            to[j + 1..].copy_from_slice(from);
        }
        let mut products = Columns::zeros(count, count);
        multiply_adjoint(
            products.view_mut(),
            Accum::Replace,
            one(),
            vectors.view(),
            vectors.view(),
        );
        let mut triangle = Columns::<T>::zeros(count, count);
        for (j, &tau) in factors.iter().enumerate() {
            for i in 0..j {
                let mut sum = zero::<T>();
                for k in i..j {
                    sum += triangle[(i, k)] * products[(k, j)];
                }
                triangle[(i, j)] = -(tau * sum);
            }
            triangle[(j, j)] = tau;
        }
        Block { vectors, triangle, top }
    }

    /// The block of these vectors, the first row of which is row `top` of the matrix.
    pub(crate) fn of(vectors: Columns<T>, triangle: Columns<T>, top: usize) -> Block<T> {
        Block { vectors, triangle, top }
    }

    /// Multiplies columns of `rows` numbers each by the product of the reflections, or by its
    /// adjoint, from the left.
    pub(crate) fn apply(&self, columns: &mut [T], rows: usize, adjoint: bool, pool: &Pool<'_>) {
        let (height, count) = (self.vectors.rows(), self.vectors.columns());
        if rows == 0 || count == 0 {
            return;
        }
        pool.chunks(columns, rows * STRIP, |_, strip| {
            let width = strip.len() / rows;
            let mut strip = view_mut(strip, rows, width).subrows_mut(self.top, height);
            let mut sums = Columns::zeros(count, width);
            let vectors = self.vectors.view();
            multiply_adjoint(sums.view_mut(), Accum::Replace, one(), vectors, strip.as_ref());
            let mut turned = Columns::zeros(count, width);
            let (to, triangle) = (turned.view_mut(), self.triangle.view());
            match adjoint {
                true => multiply_adjoint(to, Accum::Replace, one(), triangle, sums.view()),
                false => multiply(to, Accum::Replace, one(), triangle, sums.view()),
            }
            multiply(strip.as_mut(), Accum::Add, -one::<T>(), vectors, turned.view());
        });
    }
}

/// Multiplies `c` by the product of the reflections in `packed`, or by its adjoint, from the left.
pub(crate) fn apply<T: Number>(
    packed: &Columns<T>,
    factors: &[T],
    c: &mut Columns<T>,
    adjoint: bool,
    pool: &Pool<'_>,
) {
    let rows = packed.rows();
    let mut firsts: Vec<usize> = (0..factors.len()).step_by(BLOCK).collect();
    if !adjoint {
        firsts.reverse();
    }
    for first in firsts {
        let last = (first + BLOCK).min(factors.len());
        let block =
            Block::new(&packed.data()[first * rows..], (rows, first), &factors[first..last]);
        block.apply(c.data_mut(), rows, adjoint, pool);
    }
}

/// The first columns of the product of the reflections in `packed`, as many as `packed` has.
pub(crate) fn product<T: Number>(
    packed: &Columns<T>,
    factors: &[T],
    pool: &Pool<'_>,
) -> Columns<T> {
    let rows = packed.rows();
    let mut q = Columns::identity(rows, packed.columns());
    let firsts: Vec<usize> = (0..factors.len()).step_by(BLOCK).collect();
    for &first in firsts.iter().rev() {
        let last = (first + BLOCK).min(factors.len());
        let block =
            Block::new(&packed.data()[first * rows..], (rows, first), &factors[first..last]);
        // Columns left of the block are those of the identity still, with zeros in its rows.
        let (_, changed) = q.split_at(first);
        block.apply(changed, rows, false, pool);
    }
    q
}
