//! Decompositions with the names that XLA uses on platforms without LAPACK.

use crate::custom_call::Call;
use crate::error::{EvalResult, RegionError};
use crate::linalg::eigen::self_adjoint;
use crate::linalg::factor;
use crate::linalg::matrix::Number;
use crate::run::Run;
use crate::targets::builtin::Builtin;
use crate::targets::lapack;
use crate::targets::matrices::{Batch, CallResults, with_number};
use crate::value::Value;
use hloom_ir::Attr;

/// The targets.
pub(super) const TABLE: &[(&str, Builtin)] = &[
    ("Eigh", eigh),
    ("LuDecomposition", lu),
    ("ProductOfElementaryHouseholderReflectors", product),
    ("Qr", qr),
];

/// `Qr`: the packed reflections with R, and the reflections' factors.
fn qr(_: &mut Run<'_, '_>, call: &Call<'_>) -> Result<Vec<Value>, RegionError> {
    fn go<T: Number>(call: &Call<'_>) -> EvalResult<Vec<Value>> {
        call.takes(1, 2)?;
        lapack::geqrf::<T>(call)
    }
    Ok(with_number!(call, go(call))?)
}

/// `ProductOfElementaryHouseholderReflectors`: the unitary matrix of packed reflections.
fn product(_: &mut Run<'_, '_>, call: &Call<'_>) -> Result<Vec<Value>, RegionError> {
    fn go<T: Number>(call: &Call<'_>) -> EvalResult<Vec<Value>> {
        lapack::orgqr::<T>(call)
    }
    Ok(with_number!(call, go(call))?)
}

/// `Eigh`: the eigenvectors of self-adjoint matrices, and the eigenvalues. The configuration is
/// `lower,sort,iterations,tolerance`; eigenvalues are always in ascending order.
fn eigh(_: &mut Run<'_, '_>, call: &Call<'_>) -> Result<Vec<Value>, RegionError> {
    fn go<T: Number>(call: &Call<'_>) -> EvalResult<Vec<Value>> {
        call.takes(1, 2)?;
        let config = call.config.and_then(Attr::as_str).unwrap_or_default();
        let lower = config.split(',').next().is_some_and(|word| word.trim() == "1");
        let batch = Batch::<T>::new(call, 0)?;
        let (mut vectors, mut values) = (Vec::new(), Vec::new());
        for a in &batch.matrices {
            let n = a.rows();
            match self_adjoint(a, lower) {
                Some((found, v)) => {
                    values.extend(found);
                    vectors.extend_from_slice(v.as_slice());
                }
                None => {
                    values.extend(vec![f64::NAN; n]);
                    vectors.extend(vec![T::of(f64::NAN); n * n]);
                }
            }
        }
        CallResults::new(call).numbers(&vectors)?.numbers(&values)?.done()
    }
    Ok(with_number!(call, go(call))?)
}

/// `LuDecomposition`: the packed factors, the pivot row of each step, counted from 0, and the
/// resulting permutation.
fn lu(_: &mut Run<'_, '_>, call: &Call<'_>) -> Result<Vec<Value>, RegionError> {
    fn go<T: Number>(call: &Call<'_>) -> EvalResult<Vec<Value>> {
        call.takes(1, 3)?;
        let mut batch = Batch::<T>::new(call, 0)?;
        let (mut pivots, mut permutations) = (Vec::new(), Vec::new());
        for a in &mut batch.matrices {
            let (taken, _) = factor::lu(a);
            let mut permutation: Vec<i64> = (0..a.rows() as i64).collect();
            taken.iter().enumerate().for_each(|(i, &p)| permutation.swap(i, p));
            pivots.extend(taken.iter().map(|&p| p as i64));
            permutations.extend(permutation);
        }
        let packed = batch.flat();
        CallResults::new(call).numbers(&packed)?.ints(&pivots)?.ints(&permutations)?.done()
    }
    Ok(with_number!(call, go(call))?)
}
