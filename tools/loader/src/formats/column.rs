//! One row of a column in Arrow's memory format, as an array.
//!
//! Numbers and booleans are scalars, lists of them (in any number of lists of equal lengths) are vectors
//! and matrices, and bytes are an image if they begin like one, else a vector. A struct with a member
//! `bytes` stands for that member: collections of images are often stored so.

use arrow_array::cast::AsArray;
use arrow_array::{Array as _, ArrayRef};
use arrow_schema::DataType;

use super::image::{self, ImageMode};
use crate::array::{Array, Kind};

/// The member of a struct that holds an image.
const BYTES: &str = "bytes";

/// The element type of an array of numbers.
fn kind(ty: &DataType) -> Option<Kind> {
    Some(match ty {
        DataType::Boolean => Kind::Bool,
        DataType::Int8 => Kind::I8,
        DataType::Int16 => Kind::I16,
        DataType::Int32 => Kind::I32,
        DataType::Int64 => Kind::I64,
        DataType::UInt8 => Kind::U8,
        DataType::UInt16 => Kind::U16,
        DataType::UInt32 => Kind::U32,
        DataType::UInt64 => Kind::U64,
        DataType::Float16 => Kind::F16,
        DataType::Float32 => Kind::F32,
        DataType::Float64 => Kind::F64,
        _ => return None,
    })
}

/// Whether lists of elements of the type are arrays.
fn is_array(ty: &DataType) -> bool {
    match ty {
        DataType::List(item) | DataType::LargeList(item) | DataType::FixedSizeList(item, _) => {
            is_array(item.data_type())
        }
        other => kind(other).is_some(),
    }
}

/// Whether a column of this type is a field.
pub(super) fn is_field(ty: &DataType) -> bool {
    match ty {
        DataType::Binary
        | DataType::LargeBinary
        | DataType::BinaryView
        | DataType::FixedSizeBinary(_) => true,
        DataType::Struct(members) => members
            .iter()
            .any(|it| it.name() == BYTES && is_field(it.data_type()) && !is_array(it.data_type())),
        other => is_array(other),
    }
}

/// The array of a row of a column, and whether it is an image.
///
/// # Errors
/// If the row has no value, or one that is no array; a clause.
pub(super) fn row(
    column: &ArrayRef,
    at: usize,
    images: ImageMode,
) -> Result<(Array, bool), String> {
    if column.is_null(at) {
        return Err("has no value there".to_owned());
    }
    let bytes: &[u8] = match column.data_type() {
        DataType::Binary => column.as_binary::<i32>().value(at),
        DataType::LargeBinary => column.as_binary::<i64>().value(at),
        DataType::BinaryView => column.as_binary_view().value(at),
        DataType::FixedSizeBinary(_) => column.as_fixed_size_binary().value(at),
        DataType::Struct(_) => match column.as_struct().column_by_name(BYTES) {
            Some(member) => return row(member, at, images),
            None => return Err(format!("is a struct without `{BYTES}`")),
        },
        _ => {
            let mut array = numbers(&column.slice(at, 1))?;
            array.dims.remove(0);
            return Ok((array, false));
        }
    };
    match image::format_of(bytes) {
        Some(_) => Ok((image::decode(bytes, images)?, true)),
        None => Ok((Array::new(Kind::U8, &[bytes.len()], bytes.to_vec())?, false)),
    }
}

/// All elements of numbers, or of lists of equal lengths.
fn numbers(all: &ArrayRef) -> Result<Array, String> {
    if all.null_count() > 0 {
        return Err("has no value at one place of a list".to_owned());
    }
    let lengths: Vec<usize> = match all.data_type() {
        DataType::List(_) => all.as_list::<i32>().offsets().lengths().collect(),
        DataType::LargeList(_) => all.as_list::<i64>().offsets().lengths().collect(),
        DataType::FixedSizeList(_, n) => vec![usize::try_from(*n).unwrap_or(0); all.len()],
        other => {
            let Some(kind) = kind(other) else { return Err(format!("holds {other}")) };
            let bytes = if kind == Kind::Bool {
                all.as_boolean().values().iter().map(u8::from).collect()
            } else {
                let data = all.to_data();
                let from = data.offset() * kind.width();
                data.buffers()[0][from..][..data.len() * kind.width()].to_vec()
            };
            return Array::new(kind, &[all.len()], bytes);
        }
    };
    let length = lengths.first().copied().unwrap_or(0);
    if let Some(other) = lengths.iter().find(|&&n| n != length) {
        return Err(format!("has lists of {length} and of {other} elements in each other"));
    }
    let first = |offsets: &[usize]| (offsets[0], offsets[offsets.len() - 1] - offsets[0]);
    let (items, (from, count)) = match all.data_type() {
        DataType::List(_) => {
            let list = all.as_list::<i32>();
            let offsets: Vec<usize> = list.value_offsets().iter().map(|&n| n as usize).collect();
            (list.values(), first(&offsets))
        }
        DataType::LargeList(_) => {
            let list = all.as_list::<i64>();
            let offsets: Vec<usize> = list.value_offsets().iter().map(|&n| n as usize).collect();
            (list.values(), first(&offsets))
        }
        _ => (all.as_fixed_size_list().values(), (0, length * all.len())),
    };
    // The values of a slice of lists of a fixed size are sliced already.
    let mut array = numbers(&items.slice(from, count))?;
    array.dims.splice(0..1, [all.len(), length]);
    Ok(array)
}
