//! Kernels on random matrices and hard ones: factors make the matrix, vectors are orthonormal, and
//! options, orders and `info` are LAPACK's.

mod factors;
mod spectra;
mod transforms;

use crate::columns::Columns;
use crate::exports::run;
use crate::number::{Number, Real};
use crate::schur::C;
use num_complex::Complex;

/// A matrix of complex numbers in double precision.
pub(super) type M = Columns<C>;

/// A type of numbers in tests.
pub(super) trait Tested: Number {
    /// The type in the names of kernels.
    const NAME: &'static str;
    /// Half the distance of one to the next number.
    fn epsilon() -> f64 {
        <Self::Part as num_traits::Float>::epsilon().wide()
    }
}

impl Tested for f32 {
    const NAME: &'static str = "f32";
}
impl Tested for f64 {
    const NAME: &'static str = "f64";
}
impl Tested for Complex<f32> {
    const NAME: &'static str = "c64";
}
impl Tested for C {
    const NAME: &'static str = "c128";
}

/// Calls a generic test for each type.
macro_rules! for_each_type {
    ($test:ident $(, $argument:expr)*) => {
        $test::<f32>($($argument),*);
        $test::<f64>($($argument),*);
        $test::<num_complex::Complex<f32>>($($argument),*);
        $test::<num_complex::Complex<f64>>($($argument),*);
    };
}
pub(super) use for_each_type;

/// Random numbers between -1 and 1, by a linear congruence.
pub(super) struct Random(pub(super) u64);

impl Random {
    /// The next one.
    pub(super) fn next(&mut self) -> f64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }

    /// A matrix of numbers that `T` represents.
    pub(super) fn matrix<T: Tested>(&mut self, rows: usize, columns: usize) -> M {
        let mut made = M::zeros(rows, columns);
        made.data_mut().iter_mut().for_each(|x| *x = C::new(self.next(), self.next()));
        rounded::<T>(&made)
    }
}

/// The matrix as numbers of a type represent it.
pub(super) fn rounded<T: Tested>(a: &M) -> M {
    let mut made = a.clone();
    let near = |x: f64| T::Part::near(x).wide();
    let parts = |x: &C| C::new(near(x.re), if T::COMPLEX { near(x.im) } else { 0.0 });
    made.data_mut().iter_mut().for_each(|x| *x = parts(x));
    made
}

/// The bytes of matrices, row by row.
pub(super) fn bytes<T: Tested>(matrices: &[&M]) -> Vec<u8> {
    let mut made: Vec<T> = Vec::new();
    for a in matrices {
        for i in 0..a.rows() {
            let row = (0..a.columns()).map(|j| a[(i, j)]);
            made.extend(row.map(|x| T::of_parts(T::Part::near(x.re), T::Part::near(x.im))));
        }
    }
    bytemuck::cast_slice(&made).to_vec()
}

/// The numbers of a result.
pub(super) fn numbers<T: Tested>(result: &[u64], count: usize) -> Vec<C> {
    let all = &bytemuck::cast_slice::<u64, T>(&result[..(count * size_of::<T>()).div_ceil(8)]);
    all[..count].iter().map(|x| C::new(x.re().wide(), x.im().wide())).collect()
}

/// The integers of a result.
pub(super) fn ints(result: &[u64], count: usize) -> Vec<i32> {
    bytemuck::cast_slice::<u64, i32>(result)[..count].to_vec()
}

/// Matrix `at` of a result.
pub(super) fn matrix<T: Tested>(result: &[u64], at: usize, rows: usize, columns: usize) -> M {
    let all = numbers::<T>(result, (at + 1) * rows * columns);
    M::from_rows(rows, columns, &all[at * rows * columns..])
}

/// The product.
pub(super) fn times(a: &M, b: &M) -> M {
    assert_eq!(a.columns(), b.rows());
    let mut made = M::zeros(a.rows(), b.columns());
    for j in 0..b.columns() {
        for k in 0..a.columns() {
            crate::columns::add_multiple(made.column_mut(j), b[(k, j)], a.column(k));
        }
    }
    made
}

/// The adjoint.
pub(super) fn adjoint(a: &M) -> M {
    let mut made = M::zeros(a.columns(), a.rows());
    for i in 0..a.rows() {
        (0..a.columns()).for_each(|j| made[(j, i)] = a[(i, j)].conj());
    }
    made
}

/// The largest size of an element.
pub(super) fn largest(a: &M) -> f64 {
    a.data().iter().fold(0.0, |max: f64, x| max.max(x.norm()))
}

/// Fails unless matrices are the same but for rounding: `n` operations on numbers as large as `size`.
#[track_caller]
pub(super) fn near<T: Tested>(a: &M, b: &M, n: usize, size: f64, what: &str) {
    assert_eq!((a.rows(), a.columns()), (b.rows(), b.columns()), "{what}");
    let bound = 20.0 * T::epsilon() * (n as f64 + 4.0) * size.max(1e-30);
    for (x, y) in a.data().iter().zip(b.data()) {
        let distance = (x - y).norm();
        assert!(distance <= bound, "{what} of {}: {distance:e} above {bound:e}", T::NAME);
    }
}

/// Fails unless the columns are orthonormal.
#[track_caller]
pub(super) fn orthonormal<T: Tested>(a: &M, what: &str) {
    let identity = M::identity(a.columns(), a.columns());
    near::<T>(&times(&adjoint(a), a), &identity, a.rows(), 1.0, what);
}

/// Runs a kernel for numbers of a type; results have sizes in bytes.
pub(super) fn call<T: Tested>(
    name: &str,
    sizes: &[usize],
    operands: &[&[u8]],
    results: &[usize],
) -> Vec<Vec<u64>> {
    let sizes: Vec<i64> = sizes.iter().map(|&n| n as i64).collect();
    // Threads must not change the results.
    let name = format!("hloom_{name}_{}", T::NAME);
    let alone = run(&name, &sizes, operands, results, false);
    let together = run(&name, &sizes, operands, results, true);
    assert_eq!(alone, together, "{name} with threads");
    alone
}

/// Rectangular and square shapes, small and beyond a block.
pub(super) const SHAPES: &[(usize, usize)] = &[
    (0, 0),
    (1, 1),
    (2, 2),
    (3, 3),
    (4, 4),
    (5, 3),
    (3, 5),
    (0, 3),
    (3, 0),
    (7, 7),
    (8, 8),
    (9, 9),
    (16, 17),
    (17, 16),
    (33, 33),
    (40, 20),
    (20, 40),
    (40, 40),
    (1, 9),
    (9, 1),
    (100, 70),
    (70, 100),
    (130, 130),
];
