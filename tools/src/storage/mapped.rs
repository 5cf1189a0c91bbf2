//! Files as tensors in the arrays of their type's mapping (`#hloom.storage`).

use anyhow::Context as _;
use hloom_ir::{TensorType, Type};
use hloom_storage::encoding::{Mapped, MappedFormat};

use super::bind::{BindError, Binder, ExtentSource, archive_complete};
use super::checks::{check_keys, duplicates};
use super::convert::written;
use super::files::{self, Dense, Numbers, archive, by};
use super::fill::SizeHint;

/// The tensor of a type that a file has: dense, by its entries, or as the arrays of the mapping, without
/// `T_`, in an `.npz` archive. Duplicate entries are added if `accumulate`.
///
/// # Errors
/// A sentence, if the file is wrong, does not fit the type, or has an entry that the mapping has no place
/// for.
pub(crate) fn mapped(
    ty: &TensorType,
    file: &str,
    bytes: &[u8],
    accumulate: bool,
) -> Result<Mapped, String> {
    let format = MappedFormat::of(ty).ok_or_else(|| format!("{ty} has no mapping"))?;
    let data = files::read(file, bytes).map_err(|error| error.of(file).to_string())?;
    let module = format.module();
    let said = |error| match error {
        BindError::Usage(what) | BindError::Wrong(what) => what,
        BindError::File(error) => format!("{error:#}"),
    };
    let mut binder = Binder::new(module, accumulate, SizeHint::Type);
    binder.named("T", data, file).map_err(said)?;
    let extents = binder.bound.extents.remove("T");
    let announced = extents.filter(|extents| extents.source != ExtentSource::Least);
    let announced = announced.map(|extents| extents.sizes);
    let differ = |extents: &Vec<u64>| extents.iter().map(|n| *n as i64).ne(ty.dims.iter().copied());
    if let Some(extents) = announced.filter(differ) {
        let shape = if extents.is_empty() { "one number".to_owned() } else { by(&extents) };
        return Err(format!("the data are {shape}, and the argument is {ty}"));
    }
    let inputs = binder.bound.inputs;
    archive_complete(module, &inputs)?;
    let inside = check_keys(module, &inputs, duplicates(accumulate))?;
    let narrow = ty.element.is_integer() && ty.element.byte_width() < 8;
    let mapped = Mapped::new(Type::from(ty.clone()), inputs)?;
    if !inside || narrow {
        mapped.check()?;
    }
    Ok(mapped)
}

/// The `.npz` archive of the arrays of a tensor's mapping, without `T_`, and `shape`.
///
/// # Errors
/// If the archive can't be made.
pub(crate) fn mapped_archive(mapped: &Mapped) -> anyhow::Result<Vec<u8>> {
    let tensor = mapped.ty().as_tensor().context("a mapping is that of a tensor")?;
    let format = MappedFormat::of(tensor).context("the type has no mapping")?;
    let mut arrays: Vec<_> = mapped.arrays().iter().collect();
    arrays.sort_by_key(|(name, _)| name.as_str());
    let mut members = Vec::new();
    for (name, value) in arrays {
        let part = name.as_str().strip_prefix("T_").unwrap_or(name.as_str());
        members.extend(written(part, value, format.module(), name.as_str()));
    }
    let numbers = Numbers::Ints(tensor.dims.to_vec());
    members.push(("shape".to_owned(), Dense { shape: vec![tensor.rank() as u64], numbers }));
    archive(&members)
}
