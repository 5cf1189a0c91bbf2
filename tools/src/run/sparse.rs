//! Sparse tensors from files: those of `scipy.sparse.save_npz`, archives of level arrays, Matrix Market's and
//! FROSTT's lists.
//!
//! A file of SciPy's is an `.npz` archive with `format` (`csr`, `csc` or `coo`), `shape`, `data`, and
//! `indptr` and `indices`, or `row` and `col`. The matrix is converted to the storage format of the
//! argument's type, or to a dense tensor. Everything is validated first: decreasing positions,
//! indices out of range or out of order, and duplicate entries are errors.

use std::sync::Arc;

use hloom_analysis::sparse::STORED_ENTRIES;
use hloom_interp::Value;
use hloom_ir::attr::{Attr, AttrDict};
use hloom_ir::literal::sparse::{Sparse, WrongStorage};
use hloom_ir::literal::write_f64;
use hloom_ir::module::Module;
use hloom_ir::ops::Op;
use hloom_ir::types::sparse::{LevelKind, SparseEncoding};
use hloom_ir::{Element, Literal, OpId, Rewriter, TensorType};

use super::npy::{self, Unusable};
use super::npz::Archive;
use crate::storage;

/// Says at the sparse arguments of a function how many entries these inputs have, where the program does
/// not: `fuse` and `fuse-storage` choose by it.
pub(super) fn expect_entries(module: &mut Module, function: OpId, inputs: &[Value]) {
    let Op::Func(func) = module.op(function) else { return };
    let mut func = func.clone();
    let given = match func.arg_attrs.as_deref() {
        Some(Attr::Array(all)) => all.to_vec(),
        _ => Vec::new(),
    };
    let mut changed = false;
    let all = inputs.iter().enumerate().map(|(number, input)| {
        let mut attrs = match given.get(number) {
            Some(Attr::Dict(attrs)) => attrs.clone(),
            _ => AttrDict::new(),
        };
        if let Value::Sparse(sparse) = input
            && attrs.get(STORED_ENTRIES).is_none()
        {
            attrs.set(STORED_ENTRIES, Attr::i64(sparse.values().count() as i64));
            changed = true;
        }
        Attr::Dict(attrs)
    });
    let all: Vec<Attr> = all.collect();
    if changed && all.len() == func.function_type.inputs().len() {
        func.arg_attrs = Some(Box::new(Attr::Array(all.into())));
        Rewriter::new(module).set_op(function, *func);
    }
}

/// The maximum size of one array in bytes.
const MOST: u64 = 1 << 36;

fn unusable(error: &WrongStorage) -> Unusable {
    Unusable(error.0.clone())
}

/// Reads the matrix of an archive with these members as a value of a type.
///
/// # Errors
/// If an array is missing or can't be read, the shape or the element type differs from the type's,
/// or the arrays are not a valid matrix.
pub(super) fn read(
    archive: &mut Archive<'_>,
    members: &[String],
    expected: &TensorType,
) -> Result<Value, Unusable> {
    let mut member = |name: &str| {
        let index = members.iter().position(|m| m == name);
        let index = index.ok_or_else(|| Unusable(format!("holds no `{name}`")))?;
        archive.bytes(index, MOST)
    };
    let format = format_of(&member("format")?)?;
    let mut list = |name: &str| numbers(name, &member(name)?);
    let shape = list("shape")?;
    extents_are(&shape, expected)?;
    let (mut own, arrays) = match format {
        "coo" => (SparseEncoding::coo(2), [list("row")?, list("col")?]),
        "csc" => (SparseEncoding::csc(), [list("indptr")?, list("indices")?]),
        _ => (SparseEncoding::csr(), [list("indptr")?, list("indices")?]),
    };
    let data = member("data")?;
    let [a, b] = &arrays;
    let stored = TensorType::new(&[b.len() as i64], expected.element);
    let values = npy::decode(&data, &stored)?;
    let levels: [(&[u64], &[u64]); 2] = match format {
        "coo" => [(&[0, a.len() as u64], a), (&[], b)],
        _ => [(&[], &[]), (a, b)],
    };
    // Directly if the format matches; otherwise from the entries, which may be in any order.
    if let Some(same) = expected.sparse().filter(|s| s.levels == own.levels) {
        let ty = expected.stored(&same).into();
        let sparse = Sparse::from_slices(ty, &levels, values).map_err(|e| unusable(&e))?;
        return Ok(Value::Sparse(Arc::new(sparse)));
    }
    let listed = own.levels.iter_mut().filter(|level| level.kind != LevelKind::Dense);
    listed.for_each(|level| level.ordered = false);
    let ty = expected.densified().stored(&own).into();
    let sparse = Sparse::from_slices(ty, &levels, values).map_err(|e| unusable(&e))?;
    if expected.sparse().is_some() {
        let stored = sparse.stored_as(expected.clone().into()).map_err(|e| unusable(&e))?;
        return Ok(Value::Sparse(Arc::new(stored)));
    }
    sparse.to_dense().map(Value::Tensor).map_err(|error| Unusable(error.to_string()))
}

/// Reads the arrays of a tensor's levels as [`super::stored::archive`] writes them.
///
/// # Errors
/// As [`read`].
pub(super) fn read_levels(
    archive: &mut Archive<'_>,
    expected: &TensorType,
) -> Result<Value, Unusable> {
    let names = archive.names();
    let mut member = |name: &str| {
        let index = names.iter().position(|own| own == name);
        let index = index.ok_or_else(|| Unusable(format!("holds no `{name}`")))?;
        archive.bytes(index, MOST)
    };
    let encoding = expected.sparse().ok_or_else(|| Unusable(format!("is no {expected}")))?;
    extents_are(&numbers("shape", &member("shape")?)?, expected)?;
    let mut arrays = Vec::new();
    for (l, level) in encoding.levels.iter().enumerate() {
        let mut list = |what: &str, there: bool| match there {
            true => {
                let name = format!("{what}{l}");
                numbers(&name, &member(&name)?)
            }
            false => Ok(Vec::new()),
        };
        let pos = list("pos", level.kind == LevelKind::Compressed)?;
        arrays.push((pos, list("crd", level.kind != LevelKind::Dense)?));
    }
    let levels: Vec<(&[u64], &[u64])> = arrays.iter().map(|(pos, crd)| (&**pos, &**crd)).collect();
    let data = member("val")?;
    let count = npy::decode_as_written(&data)?.count();
    let values = npy::decode(&data, &TensorType::new(&[count as i64], expected.element))?;
    let sparse = Sparse::from_slices(expected.clone().into(), &levels, values);
    Ok(Value::Sparse(Arc::new(sparse.map_err(|error| unusable(&error))?)))
}

/// Checks the extents of a tensor in a file.
fn extents_are(shape: &[u64], expected: &TensorType) -> Result<(), Unusable> {
    if shape.iter().map(|&n| n as i64).ne(expected.dims.iter().copied()) {
        let found = shape.iter().map(u64::to_string).collect::<Vec<_>>().join("x");
        let what = if shape.len() == 2 { "matrix" } else { "tensor" };
        return Err(Unusable(format!("is a {what} of {found}, not {expected}")));
    }
    Ok(())
}

/// Reads a file as a list of entries: Matrix Market's, FROSTT's or an archive of SciPy's. Duplicate entries are
/// added if `accumulate`. The extents of a list that announces none are those of the type.
///
/// # Errors
/// If the file is wrong, or has other extents or numbers than the type.
pub(super) fn read_list(
    file: &str,
    bytes: &[u8],
    accumulate: bool,
    expected: &TensorType,
) -> Result<Value, Unusable> {
    let read = storage::read_file(file, bytes).and_then(|data| match data {
        storage::Data::Entries(entries) => entries.unique(accumulate),
        storage::Data::Dense(dense) => Ok(dense.to_entries()),
        storage::Data::Archive(_) => Err(storage::FileError::new("is an archive")),
    });
    let entries = read.map_err(|error| Unusable(format!("is wrong: {}", error.of(file))))?;
    match entries.open && entries.extents.len() == expected.rank() {
        true => entries
            .within(&expected.dims)
            .map_err(|error| Unusable(format!("is wrong for {expected}: {}", error.of(file))))?,
        false => extents_are(&entries.extents, expected)?,
    }
    let element = expected.element;
    let base = hloom_storage::fused::scalar(element);
    let base = base.ok_or_else(|| Unusable(format!("can't hold {element}")))?;
    let numbers = entries.numbers.converted(base).map_err(Unusable)?;
    let of = TensorType::new(&[numbers.len() as i64], element);
    let mut values = Literal::zeros(of.into()).map_err(|error| Unusable(error.to_string()))?;
    let width = element.byte_width();
    for (at, out) in values.as_mut_slice::<u8>().chunks_exact_mut(width).enumerate() {
        match numbers.get(at) {
            hloom_storage::Value::Real(real) => write_f64(element, real, out),
            hloom_storage::Value::Int(int) if fits(int, element) => {
                out.copy_from_slice(&int.to_le_bytes()[..width]);
            }
            hloom_storage::Value::Int(int) => {
                return Err(Unusable(format!("has {int}, which is no value of {element}")));
            }
            hloom_storage::Value::Bool(value) => out[0] = u8::from(value),
            hloom_storage::Value::Array(_) | hloom_storage::Value::Dict(_) => {}
        }
    }
    let column = |all: &Vec<i64>| all.iter().map(|key| *key as u64).collect();
    let columns: Vec<Vec<u64>> = entries.keys.iter().map(column).collect();
    let own = expected.sparse().unwrap_or_else(|| SparseEncoding::coo(expected.rank()));
    let ty = expected.densified().stored(&own).into();
    let sparse = Sparse::from_columns(ty, &columns, &values).map_err(|error| unusable(&error))?;
    if expected.sparse().is_some() {
        return Ok(Value::Sparse(Arc::new(sparse)));
    }
    sparse.to_dense().map(Value::Tensor).map_err(|error| Unusable(error.to_string()))
}

/// The error of a file of SciPy's that can't be read, which says of duplicates that they can be added.
pub(super) fn unreadable(file: &str, bytes: &[u8], error: Unusable) -> Unusable {
    match storage::read_file(file, bytes) {
        Ok(storage::Data::Entries(entries)) => match entries.unique(false) {
            Err(twice) => Unusable(format!("is wrong: {}", twice.of(file))),
            Ok(_) => error,
        },
        Ok(_) | Err(_) => error,
    }
}

/// Whether an integer is a value of an element type.
fn fits(int: i64, element: Element) -> bool {
    let width = 8 * element.byte_width() as u32;
    match element {
        Element::U8 | Element::U16 | Element::U32 => int >= 0 && int < 1 << width,
        // Any other integer: signed.
        _ => width == 64 || (-(1i64 << (width - 1))..1i64 << (width - 1)).contains(&int),
    }
}

/// The name of the storage format, an array of bytes or of characters.
fn format_of(bytes: &[u8]) -> Result<&'static str, Unusable> {
    let letters: Vec<u8> = bytes.iter().copied().filter(|b| b.is_ascii_alphanumeric()).collect();
    let known = ["csr", "csc", "coo"].into_iter().find(|f| letters.ends_with(f.as_bytes()));
    known.ok_or_else(|| {
        Unusable("is a sparse matrix in another format than csr, csc or coo".to_owned())
    })
}

/// The numbers of the array of this name, none of which may be negative.
fn numbers(name: &str, bytes: &[u8]) -> Result<Vec<u64>, Unusable> {
    let array: Literal = npy::decode_as_written(bytes)?;
    let number = |i| match array.get_int(i) {
        Some(n) => u64::try_from(n).map_err(|_| Unusable(format!("has {n} in `{name}` at {i}"))),
        None => Err(Unusable(format!("has `{name}` as {}, not integers", array.ty()))),
    };
    (0..array.count()).map(number).collect()
}
