//! Whether a mapping has a place for each element of a tensor.

use crate::check::Module;
use crate::coordinates::Tuple;
use crate::types::Scalar;
use crate::{AssembleError, Coordinates, Duplicates, Inputs, Numbers, Value, assemble};

/// The most keys that are tried one by one.
pub const MOST_KEYS: i64 = 256;

/// The first key of a tensor of these extents that the mapping of `T` has no place for, in a
/// sentence. A tensor with more than [`MOST_KEYS`] elements is tried with smaller extents.
///
/// A mapping that is not read backwards has no answer, and counts as total.
pub(super) fn missing(module: &Module, dims: &[i64], base: Scalar) -> Option<String> {
    let dims = tried(dims);
    let count: i64 = dims.iter().product();
    (0..count).find_map(|i| {
        let mut rest = i;
        let mut key = vec![0; dims.len()];
        for (part, extent) in key.iter_mut().zip(&dims).rev() {
            (*part, rest) = (rest % extent, rest / extent);
        }
        let reason = refused(module, &dims, &key, base)?;
        Some(format!("no place for the element {}: {reason}", Tuple(&key)))
    })
}

/// The extents that are tried.
fn tried(dims: &[i64]) -> Vec<i64> {
    let count = dims.iter().try_fold(1i64, |all, extent| all.checked_mul(*extent));
    if count.is_some_and(|count| count <= MOST_KEYS) {
        return dims.to_vec();
    }
    let most = match dims.len() {
        0 | 1 => 64,
        2 => 12,
        3 => 6,
        4 => 4,
        _ => 2,
    };
    // At most eight dimensions count: the others have one key.
    dims.iter().enumerate().map(|(d, extent)| (*extent).min(if d < 8 { most } else { 1 })).collect()
}

/// The reason for which the tensor whose only element other than zero is at `key` can't be stored.
fn refused(module: &Module, dims: &[i64], key: &[i64], base: Scalar) -> Option<String> {
    let extents = dims.iter().map(|extent| *extent as u64).collect();
    let keys = key.iter().map(|part| vec![*part]).collect();
    let one: Numbers = match base {
        Scalar::Bool => vec![true].into(),
        Scalar::Int => vec![1i64].into(),
        Scalar::Real => vec![1.0f64].into(),
    };
    let of = Coordinates::new(extents, keys, one, Duplicates::Reject).ok()?;
    let found = match assemble(module, "T", &of, &Inputs::new()) {
        // Sizes that the entries do not determine: small blocks.
        Err(AssembleError::Undetermined(names)) => {
            let small = names.iter().map(|name| (name.as_str().into(), Value::Int(2)));
            assemble(module, "T", &of, &small.collect())
        }
        outcome => outcome,
    };
    match found {
        Err(AssembleError::DoesNotFit { reason, .. }) => Some(reason),
        _ => None,
    }
}
