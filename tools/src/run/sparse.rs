//! Sparse matrices from files: what `scipy.sparse.save_npz` writes.
//!
//! Such a file is an `.npz` archive with `format` (`csr`, `csc` or `coo`), `shape`, `data`,
//! and `indptr` and `indices`, or `row` and `col`. The matrix becomes one of the storage
//! that the argument's type says, or a dense one where that says none. Everything is
//! checked before: positions that fall, indices out of range or out of order where order
//! is promised, and entries that come twice are errors.

use std::sync::Arc;

use hloom_interp::Value;
use hloom_ir::literal::sparse::{Sparse, WrongStorage};
use hloom_ir::types::sparse::{LevelKind, SparseEncoding};
use hloom_ir::{Literal, TensorType};

use super::npy::{self, Unusable};
use super::npz::Archive;

/// The most bytes of one array.
const MOST: u64 = 1 << 36;

fn unusable(error: &WrongStorage) -> Unusable {
    Unusable(error.0.clone())
}

/// Reads the matrix of an archive with these members as a value of a type.
///
/// # Errors
/// If an array is missing or can't be read, the shape or the elements are others than the
/// type's, or the arrays are no matrix.
pub(super) fn read(
    archive: &mut Archive<'_>,
    members: &[String],
    wanted: &TensorType,
) -> Result<Value, Unusable> {
    let mut member = |name: &str| {
        let index = members.iter().position(|m| m == name);
        let index = index.ok_or_else(|| Unusable(format!("holds no `{name}`")))?;
        archive.bytes(index, MOST)
    };
    let format = format_of(&member("format")?)?;
    let shape = numbers(&member("shape")?)?;
    if shape.iter().map(|&n| n as i64).ne(wanted.dims.iter().copied()) {
        let found = shape.iter().map(u64::to_string).collect::<Vec<_>>().join("x");
        return Err(Unusable(format!("is a matrix of {found}, not {wanted}")));
    }
    let data = member("data")?;
    let (mut own, arrays) = match format {
        "coo" => (SparseEncoding::coo(2), [numbers(&member("row")?)?, numbers(&member("col")?)?]),
        "csc" => {
            (SparseEncoding::csc(), [numbers(&member("indptr")?)?, numbers(&member("indices")?)?])
        }
        _ => (SparseEncoding::csr(), [numbers(&member("indptr")?)?, numbers(&member("indices")?)?]),
    };
    let [a, b] = &arrays;
    let stored = TensorType::new(&[b.len() as i64], wanted.element);
    let values = npy::decode(&data, &stored)?;
    let levels: [(&[u64], &[u64]); 2] = match format {
        "coo" => [(&[0, a.len() as u64], a), (&[], b)],
        _ => [(&[], &[]), (a, b)],
    };
    // As the type says, at once; or made so of its entries, which may come in any order.
    if let Some(same) = wanted.sparse().filter(|s| s.levels == own.levels) {
        let ty = wanted.stored(&same).into();
        let sparse = Sparse::from_slices(ty, &levels, values).map_err(|e| unusable(&e))?;
        return Ok(Value::Sparse(Arc::new(sparse)));
    }
    let listed = own.levels.iter_mut().filter(|level| level.kind != LevelKind::Dense);
    listed.for_each(|level| level.ordered = false);
    let ty = wanted.densified().stored(&own).into();
    let sparse = Sparse::from_slices(ty, &levels, values).map_err(|e| unusable(&e))?;
    if wanted.sparse().is_some() {
        let stored = sparse.stored_as(wanted.clone().into()).map_err(|e| unusable(&e))?;
        return Ok(Value::Sparse(Arc::new(stored)));
    }
    sparse.to_dense().map(Value::Tensor).map_err(|error| Unusable(error.to_string()))
}

/// The word that says how the matrix is stored, an array of bytes or of letters.
fn format_of(bytes: &[u8]) -> Result<&'static str, Unusable> {
    let letters: Vec<u8> = bytes.iter().copied().filter(|b| b.is_ascii_alphanumeric()).collect();
    let known = ["csr", "csc", "coo"].into_iter().find(|f| letters.ends_with(f.as_bytes()));
    known.ok_or_else(|| {
        Unusable("is a sparse matrix in another format than csr, csc or coo".to_owned())
    })
}

/// An array of integers; what is negative is larger than anything.
fn numbers(bytes: &[u8]) -> Result<Vec<u64>, Unusable> {
    let array: Literal = npy::decode_as_written(bytes)?;
    let number = |i| {
        let n = array.get_int(i);
        n.map(|n| u64::try_from(n).unwrap_or(u64::MAX))
    };
    let all: Option<Vec<u64>> = (0..array.count()).map(number).collect();
    all.ok_or_else(|| Unusable(format!("has indices of {}", array.ty())))
}
