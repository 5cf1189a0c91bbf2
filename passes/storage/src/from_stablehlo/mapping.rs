//! Storage mappings of tensor types.

use super::{scalar, type_of};
use hloom_ir::TensorType;
use hloom_ir::types::sparse::{LevelKind, SparseEncoding};
use hloom_storage::{Scalar, StorageMapping};
use std::fmt::Write;

/// The tensor `name` of this type: its arrays, and the mapping that its encoding is.
pub(super) fn of_type(ty: &TensorType, name: &str) -> Result<String, String> {
    let base = scalar(ty.element)
        .ok_or_else(|| format!("the calculus has no elements of {}", ty.element))?;
    if !ty.is_static() {
        return Err("its extents are open".to_owned());
    }
    match (ty.sparse(), &ty.encoding) {
        (Some(encoding), _) => Ok(encoded(name, &ty.dims, base, &encoding)),
        (None, None) => Ok(dense(name, &ty.dims, base)),
        (None, Some(encoding)) => match StorageMapping::of(ty) {
            Some(mapping) => mapping.program(name, &ty.dims, base).map_err(|errors| {
                let first = errors.first().map_or("", |error| &error.message);
                format!("its mapping is wrong: {first}")
            }),
            None => Err(format!("`{encoding}` is no storage of entries")),
        },
    }
}

/// A dense tensor in row-major order, of the array `name_val`; of rank 0, the number `name`.
pub fn dense(name: &str, dims: &[i64], base: Scalar) -> String {
    if dims.is_empty() {
        return format!("CREATE TENSOR {name} : {base};\n");
    }
    let size = dims.iter().try_fold(1i64, |all, d| all.checked_mul(*d));
    let length = size.map_or(String::new(), |size| format!("; {size}"));
    let ty = type_of(dims, base);
    let mut text = format!("CREATE TENSOR {name}_val : [{base}{length}];\n");
    let _ = write!(text, "CREATE TENSOR {name} : {ty} AS\n  ");
    let mut index = String::new();
    for (d, extent) in dims.iter().enumerate() {
        if *extent == 1 {
            // No loop has to find the only key.
            text += "{ 0 -> ";
            continue;
        }
        let _ = write!(text, "sum(<i{d}, _> in 0:{extent}) {{ unique(i{d}) -> ");
        index = match index.contains(' ') {
            _ if index.is_empty() => format!("i{d}"),
            false => format!("{index} * {extent} + i{d}"),
            true => format!("({index}) * {extent} + i{d}"),
        };
    }
    if index.is_empty() {
        index = "0".to_owned();
    }
    let _ = writeln!(text, "{name}_val({index}){};", " }".repeat(dims.len()));
    text
}

/// A tensor stored by levels: level `l` has the arrays `name_pos{l}` and `name_crd{l}` if it is
/// compressed, `name_crd{l}` if it is a singleton; the elements are in `name_val`.
pub fn encoded(name: &str, dims: &[i64], base: Scalar, encoding: &SparseEncoding) -> String {
    let mut arrays = String::new();
    let mut loops = String::new();
    let in_order = encoding.levels.iter().enumerate().all(|(l, level)| level.dim == l);
    let mut braces = 0;
    // The position in the level above; `None` at the top, which has one position.
    let mut above: Option<String> = None;
    for (l, level) in encoding.levels.iter().enumerate() {
        let d = level.dim;
        let start = above.clone().unwrap_or_else(|| "0".to_owned());
        let position = match level.kind {
            LevelKind::Dense => {
                let _ = write!(loops, "sum(<i{d}, _> in 0:{}) ", dims[d]);
                match &above {
                    None => format!("i{d}"),
                    Some(p) => format!("({p} * {} + i{d})", dims[d]),
                }
            }
            LevelKind::Compressed => {
                let _ = writeln!(arrays, "CREATE TENSOR {name}_pos{l} : [int];");
                let _ = writeln!(arrays, "CREATE TENSOR {name}_crd{l} : [int];");
                let segment = format!("{name}_pos{l}({start}):{name}_pos{l}({start} + 1)");
                let _ = write!(loops, "sum(<p{l}, i{d}> in {name}_crd{l}({segment})) ");
                format!("p{l}")
            }
            LevelKind::Singleton => {
                let _ = writeln!(arrays, "CREATE TENSOR {name}_crd{l} : [int];");
                let _ = write!(loops, "let i{d} = {name}_crd{l}({start}) in ");
                start
            }
        };
        if in_order {
            let unique = level.unique && level.kind != LevelKind::Singleton;
            let key = if unique { format!("unique(i{d})") } else { format!("i{d}") };
            let _ = write!(loops, "{{ {key} -> ");
            braces += 1;
        }
        above = Some(position);
    }
    let position = above.unwrap_or_else(|| "0".to_owned());
    let value = format!("{name}_val({position})");
    if in_order {
        let _ = write!(loops, "{value}{}", " }".repeat(braces));
    } else {
        let keys: Vec<String> = (0..dims.len()).map(|d| format!("i{d}")).collect();
        let _ = write!(loops, "{{ ({}) -> {value} }}", keys.join(", "));
    }
    let ty = type_of(dims, base);
    format!(
        "{arrays}CREATE TENSOR {name}_val : [{base}];\nCREATE TENSOR {name} : {ty} AS\n  {loops};\n"
    )
}
