//! Dense matrices of real or complex numbers.

use crate::complex;
use crate::elem::C;
use std::fmt::Debug;
use std::ops::{Add, AddAssign, Index, IndexMut, Mul, Neg, Sub, SubAssign};

/// A real or complex number in double precision.
pub(crate) trait Number:
    bytemuck::Pod
    + PartialEq
    + Debug
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Neg<Output = Self>
    + AddAssign
    + SubAssign
{
    /// Whether it has an imaginary part.
    const COMPLEX: bool;
    /// A real number as a number of this type.
    fn of(real: f64) -> Self;
    /// The real part.
    fn re(self) -> f64;
    /// The imaginary part.
    fn im(self) -> f64;
    /// The complex conjugate.
    fn conj(self) -> Self;
    /// The number with these parts; a real type ignores `im`.
    fn of_parts(re: f64, im: f64) -> Self;
    /// The absolute value, without intermediate overflow.
    fn abs(self) -> f64;
    /// The quotient, without intermediate overflow.
    fn over(self, divisor: Self) -> Self;

    /// The product with a real number.
    fn scaled(self, factor: f64) -> Self {
        self * Self::of(factor)
    }
    /// The square of the absolute value.
    fn norm_squared(self) -> f64 {
        self.re() * self.re() + self.im() * self.im()
    }
}

impl Number for f64 {
    const COMPLEX: bool = false;
    fn of(real: f64) -> f64 {
        real
    }
    fn re(self) -> f64 {
        self
    }
    fn im(self) -> f64 {
        0.0
    }
    fn conj(self) -> f64 {
        self
    }
    fn of_parts(re: f64, _: f64) -> f64 {
        re
    }
    fn abs(self) -> f64 {
        self.abs()
    }
    fn over(self, divisor: f64) -> f64 {
        self / divisor
    }
}

impl Number for C {
    const COMPLEX: bool = true;
    fn of(real: f64) -> C {
        C::new(real, 0.0)
    }
    fn re(self) -> f64 {
        self.re
    }
    fn im(self) -> f64 {
        self.im
    }
    fn conj(self) -> C {
        C::new(self.re, -self.im)
    }
    fn of_parts(re: f64, im: f64) -> C {
        C::new(re, im)
    }
    fn abs(self) -> f64 {
        complex::abs(self)
    }
    fn over(self, divisor: C) -> C {
        complex::div(self, divisor)
    }
    fn scaled(self, factor: f64) -> C {
        C::new(self.re * factor, self.im * factor)
    }
}

/// A row-major matrix, indexed by row and column.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Matrix<T> {
    rows: usize,
    columns: usize,
    data: Vec<T>,
}

impl<T: Number> Matrix<T> {
    /// A matrix of zeros.
    pub(crate) fn zeros(rows: usize, columns: usize) -> Matrix<T> {
        Matrix { rows, columns, data: vec![T::of(0.0); rows * columns] }
    }

    /// One on the diagonal, zero elsewhere.
    pub(crate) fn identity(rows: usize, columns: usize) -> Matrix<T> {
        let mut made = Matrix::zeros(rows, columns);
        (0..rows.min(columns)).for_each(|i| made[(i, i)] = T::of(1.0));
        made
    }

    /// A matrix with these elements, row by row.
    pub(crate) fn from_slice(rows: usize, columns: usize, data: &[T]) -> Matrix<T> {
        debug_assert_eq!(data.len(), rows * columns);
        Matrix { rows, columns, data: data.to_vec() }
    }

    /// The number of rows.
    pub(crate) fn rows(&self) -> usize {
        self.rows
    }

    /// The number of columns.
    pub(crate) fn columns(&self) -> usize {
        self.columns
    }

    /// The elements, row by row.
    pub(crate) fn as_slice(&self) -> &[T] {
        &self.data
    }

    /// Swaps two rows.
    pub(crate) fn swap_rows(&mut self, i: usize, j: usize) {
        (0..self.columns).for_each(|k| self.data.swap(i * self.columns + k, j * self.columns + k));
    }

    /// Swaps two columns.
    pub(crate) fn swap_columns(&mut self, i: usize, j: usize) {
        (0..self.rows).for_each(|k| self.data.swap(k * self.columns + i, k * self.columns + j));
    }

    /// The conjugate transpose.
    pub(crate) fn adjoint(&self) -> Matrix<T> {
        let mut made = Matrix::zeros(self.columns, self.rows);
        for i in 0..self.rows {
            for j in 0..self.columns {
                made[(j, i)] = self[(i, j)].conj();
            }
        }
        made
    }

    /// The largest absolute value; NaN if an element is NaN.
    pub(crate) fn largest(&self) -> f64 {
        self.data.iter().fold(0.0, |max: f64, x| {
            let a = x.abs();
            if a > max || a.is_nan() { a } else { max }
        })
    }

    /// Whether all elements are finite.
    pub(crate) fn is_finite(&self) -> bool {
        self.data.iter().all(|x| x.re().is_finite() && x.im().is_finite())
    }

    /// Every element multiplied by a real number.
    pub(crate) fn scale(&mut self, factor: f64) {
        self.data.iter_mut().for_each(|x| *x = x.scaled(factor));
    }
}

impl Matrix<f64> {
    /// The same numbers as complex ones.
    pub(crate) fn to_complex(&self) -> Matrix<C> {
        let data = self.data.iter().map(|&x| C::new(x, 0.0)).collect();
        Matrix { rows: self.rows, columns: self.columns, data }
    }
}

impl<T> Index<(usize, usize)> for Matrix<T> {
    type Output = T;
    fn index(&self, (i, j): (usize, usize)) -> &T {
        &self.data[i * self.columns + j]
    }
}

impl<T> IndexMut<(usize, usize)> for Matrix<T> {
    fn index_mut(&mut self, (i, j): (usize, usize)) -> &mut T {
        &mut self.data[i * self.columns + j]
    }
}

#[cfg(test)]
impl<T: Number> Matrix<T> {
    /// The product.
    pub(crate) fn times(&self, other: &Matrix<T>) -> Matrix<T> {
        let mut made = Matrix::zeros(self.rows, other.columns);
        for i in 0..self.rows {
            for j in 0..other.columns {
                for k in 0..self.columns {
                    made[(i, j)] += self[(i, k)] * other[(k, j)];
                }
            }
        }
        made
    }

    /// The largest difference from another matrix.
    pub(crate) fn distance(&self, other: &Matrix<T>) -> f64 {
        let pairs = self.data.iter().zip(&other.data);
        pairs.fold(0.0, |max: f64, (&a, &b)| {
            let d = (a - b).abs();
            if d > max || d.is_nan() { d } else { max }
        })
    }

    /// A matrix of numbers between -1 and 1.
    pub(crate) fn random(rows: usize, columns: usize, seed: u32) -> Matrix<T> {
        let unit = |i: usize| {
            let [word, _] = crate::generator::threefry([seed, 0], [i as u32, 7]);
            f64::from(word) / f64::from(u32::MAX) * 2.0 - 1.0
        };
        let data = (0..rows * columns).map(|i| T::of_parts(unit(2 * i), unit(2 * i + 1))).collect();
        Matrix { rows, columns, data }
    }
}
