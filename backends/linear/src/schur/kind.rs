//! Matrices of real and of complex numbers in double precision.

use super::turn::C;
use super::{small, swap};
use crate::columns::Columns;
use crate::number::Number;

/// The numbers in double precision, with the steps that differ between real and complex ones.
pub(crate) trait Wide: Number<Part = f64> {
    /// Brings a Hessenberg matrix to Schur form, and multiplies `q` by the transformation. Returns 0, or
    /// the number of leading eigenvalues that were not found.
    fn iterate(h: &mut Columns<Self>, q: &mut Columns<Self>) -> usize;

    /// Exchanges the diagonal blocks of `first` and `second` rows at `j` of a Schur form, and multiplies
    /// `q` by the transformation. False, and nothing is changed, if their eigenvalues are too close.
    fn swap(t: &mut Columns<Self>, q: &mut Columns<Self>, j: usize, sizes: (usize, usize)) -> bool;
}

impl Wide for f64 {
    fn iterate(h: &mut Columns<f64>, q: &mut Columns<f64>) -> usize {
        small::real(h, q)
    }
    fn swap(t: &mut Columns<f64>, q: &mut Columns<f64>, j: usize, sizes: (usize, usize)) -> bool {
        swap::real(t, q, j, sizes)
    }
}

impl Wide for C {
    fn iterate(h: &mut Columns<C>, q: &mut Columns<C>) -> usize {
        small::complex(h, q)
    }
    fn swap(t: &mut Columns<C>, q: &mut Columns<C>, j: usize, _: (usize, usize)) -> bool {
        swap::complex(t, q, j);
        true
    }
}

/// Whether a 2×2 block of a Schur form ends in row `i`.
pub(super) fn ends_pair<T: Wide>(t: &Columns<T>, i: usize) -> bool {
    !T::COMPLEX && i > 0 && t[(i, i - 1)] != T::of(0.0)
}

/// The eigenvalues of a Schur form, whose 2×2 blocks have the standard form, in the order of its
/// diagonal.
pub(super) fn values<T: Wide>(t: &Columns<T>) -> Vec<C> {
    let n = t.rows();
    let of = |i: usize| C::new(t[(i, i)].re(), t[(i, i)].im());
    let mut all: Vec<C> = (0..n).map(of).collect();
    for i in 1..n {
        if ends_pair(t, i) {
            let size = t[(i - 1, i)].size().sqrt() * t[(i, i - 1)].size().sqrt();
            all[i - 1].im = size;
            all[i].im = -size;
        }
    }
    all
}
