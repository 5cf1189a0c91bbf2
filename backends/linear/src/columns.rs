//! Column-major matrices, and products of them on several threads.

use crate::abi::Pool;
use crate::number::{Number, one, zero};
use faer::linalg::matmul::matmul;
use faer::{Accum, Conj, MatMut, MatRef, Par};
use std::ops::{Index, IndexMut};

/// The columns of a strip: the part of a product that a thread takes at a time.
pub(crate) const STRIP: usize = 64;

/// A column-major matrix.
#[derive(Clone, Debug)]
pub(crate) struct Columns<T> {
    rows: usize,
    columns: usize,
    data: Vec<T>,
}

impl<T: bytemuck::Pod> Columns<T> {
    /// A matrix of zeros.
    pub(crate) fn zeros(rows: usize, columns: usize) -> Columns<T> {
        let zero: T = bytemuck::Zeroable::zeroed();
        Columns { rows, columns, data: vec![zero; rows * columns] }
    }

    /// The matrix that lies row by row in `data`.
    pub(crate) fn from_rows(rows: usize, columns: usize, data: &[T]) -> Columns<T> {
        let mut made = Columns::zeros(rows, columns);
        transpose(data, &mut made.data, rows, columns);
        made
    }

    /// Writes the matrix row by row.
    pub(crate) fn to_rows(&self, data: &mut [T]) {
        transpose(&self.data, data, self.columns, self.rows);
    }

    /// The transpose.
    pub(crate) fn transposed(&self) -> Columns<T> {
        Columns::from_rows(self.columns, self.rows, &self.data)
    }

    /// The number of rows.
    pub(crate) fn rows(&self) -> usize {
        self.rows
    }

    /// The number of columns.
    pub(crate) fn columns(&self) -> usize {
        self.columns
    }

    /// A column.
    pub(crate) fn column(&self, j: usize) -> &[T] {
        &self.data[j * self.rows..(j + 1) * self.rows]
    }

    /// A column.
    pub(crate) fn column_mut(&mut self, j: usize) -> &mut [T] {
        &mut self.data[j * self.rows..(j + 1) * self.rows]
    }

    /// The elements, column by column.
    pub(crate) fn data(&self) -> &[T] {
        &self.data
    }

    /// The elements, column by column.
    pub(crate) fn data_mut(&mut self) -> &mut [T] {
        &mut self.data
    }

    /// The first `at` columns and the others.
    pub(crate) fn split_at(&mut self, at: usize) -> (&mut [T], &mut [T]) {
        self.data.split_at_mut(at * self.rows)
    }
}

impl<T: Number> Columns<T> {
    /// Ones on the diagonal, zeros elsewhere.
    pub(crate) fn identity(rows: usize, columns: usize) -> Columns<T> {
        let mut made = Columns::zeros(rows, columns);
        (0..rows.min(columns)).for_each(|i| made[(i, i)] = one());
        made
    }

    /// The matrix for faer.
    pub(crate) fn view(&self) -> MatRef<'_, T> {
        view(&self.data, self.rows, self.columns)
    }

    /// The matrix for faer.
    pub(crate) fn view_mut(&mut self) -> MatMut<'_, T> {
        view_mut(&mut self.data, self.rows, self.columns)
    }

    /// Whether all elements are finite.
    pub(crate) fn is_finite(&self) -> bool {
        self.data.iter().all(|x| x.finite())
    }

    /// Multiplies every element by a real number.
    pub(crate) fn scale(&mut self, factor: T::Part) {
        self.data.iter_mut().for_each(|x| *x = x.scaled(factor));
    }

    /// A power of two near the largest element; one for zeros. In such units squares neither overflow nor
    /// underflow, and the thresholds of `faer`'s methods, some of which are absolute, mean what they should.
    /// It has an inverse: that of subnormal elements is the smallest normal number.
    pub(crate) fn unit(&self) -> T::Part {
        let parts = self.data.iter().map(|x| x.taxicab());
        let largest = parts.fold(zero(), |a: T::Part, b| if b > a { b } else { a });
        if largest == zero() {
            return one();
        }
        let exponent = num_traits::Float::floor(num_traits::Float::log2(largest));
        let least = <T::Part as num_traits::Float>::min_positive_value();
        num_traits::Float::max(num_traits::Float::exp2(exponent), least)
    }
}

impl<T> Index<(usize, usize)> for Columns<T> {
    type Output = T;
    fn index(&self, (i, j): (usize, usize)) -> &T {
        &self.data[j * self.rows + i]
    }
}

impl<T> IndexMut<(usize, usize)> for Columns<T> {
    fn index_mut(&mut self, (i, j): (usize, usize)) -> &mut T {
        &mut self.data[j * self.rows + i]
    }
}

/// Columns of a matrix for faer.
pub(crate) fn view<T: Number>(data: &[T], rows: usize, columns: usize) -> MatRef<'_, T> {
    MatRef::from_column_major_slice(&data[..rows * columns], rows, columns)
}

/// Columns of a matrix for faer.
pub(crate) fn view_mut<T: Number>(data: &mut [T], rows: usize, columns: usize) -> MatMut<'_, T> {
    MatMut::from_column_major_slice_mut(&mut data[..rows * columns], rows, columns)
}

/// Copies a matrix of `rows` rows, row by row in `from`, into columns, in blocks that fit a cache.
pub(crate) fn transpose<T: Copy>(from: &[T], to: &mut [T], rows: usize, columns: usize) {
    const BLOCK: usize = 16;
    for first in (0..rows).step_by(BLOCK) {
        let last = (first + BLOCK).min(rows);
        for left in (0..columns).step_by(BLOCK) {
            let right = (left + BLOCK).min(columns);
            for j in left..right {
                for i in first..last {
                    to[j * rows + i] = from[i * columns + j];
                }
            }
        }
    }
}

/// `c += factor · a · b`, or `=` instead of `+=`, on the calling thread.
pub(crate) fn multiply<T: Number>(
    c: MatMut<'_, T>,
    accumulate: Accum,
    factor: T,
    a: MatRef<'_, T>,
    b: MatRef<'_, T>,
) {
    matmul(c, accumulate, a, b, factor, Par::Seq);
}

/// As [`multiply`], with the adjoint of `a`.
pub(crate) fn multiply_adjoint<T: Number>(
    c: MatMut<'_, T>,
    accumulate: Accum,
    factor: T,
    a: MatRef<'_, T>,
    b: MatRef<'_, T>,
) {
    faer::linalg::matmul::matmul_with_conj(
        c,
        accumulate,
        a.transpose(),
        Conj::Yes,
        b,
        Conj::No,
        factor,
        Par::Seq,
    );
}

/// The product `a · b`, in strips of its columns on several threads.
pub(crate) fn product<T: Number>(pool: &Pool<'_>, a: &Columns<T>, b: &Columns<T>) -> Columns<T> {
    let mut made = Columns::zeros(a.rows, b.columns);
    let (rows, depth) = (a.rows, a.columns);
    pool.chunks(&mut made.data, rows * STRIP, |at, strip| {
        let width = strip.len() / rows;
        let b = view(&b.data[at * STRIP * depth..], depth, width);
        multiply(view_mut(strip, rows, width), Accum::Replace, one(), a.view(), b);
    });
    made
}

/// The scalar product `xᴴ · y`, in several sums that the compiler keeps in a register.
pub(crate) fn dot<T: Number>(x: &[T], y: &[T]) -> T {
    let mut sums = [zero::<T>(); 8];
    let (left, right) = (x.chunks_exact(8), y.chunks_exact(8));
    let rest = left.remainder().iter().zip(right.remainder());
    let rest = rest.fold(zero::<T>(), |sum, (&a, &b)| sum + a.conjugate() * b);
    for (a, b) in left.zip(right) {
        for ((sum, &a), &b) in sums.iter_mut().zip(a).zip(b) {
            *sum += a.conjugate() * b;
        }
    }
    sums.into_iter().fold(rest, |sum, x| sum + x)
}

/// `y += factor · x`.
pub(crate) fn add_multiple<T: Number>(y: &mut [T], factor: T, x: &[T]) {
    y.iter_mut().zip(x).for_each(|(y, &x)| *y += factor * x);
}
