//! Functions that JAX has exported: `jax.export.Exported.serialize()`.
//!
//! They are FlatBuffers with much that belongs to Python around a portable artifact. A FlatBuffer
//! begins with the offset of its root table; a table, with the distance back to its list of fields,
//! which has the offset of each field's contents or zero
//! (<https://flatbuffers.dev/internals/>). The number of the field is that of JAX 0.10,
//! version 11 of `jax/_src/export/serialization.fbs`.

use super::MAGIC;

/// The place of `mlir_module_serialized` in the list of fields, in bytes.
const FIELD: usize = 30;

/// The module of an exported function; `None` if the bytes are something else.
pub(super) fn module(bytes: &[u8]) -> Option<&[u8]> {
    let word = |at: usize| {
        let bytes = bytes.get(at..at.checked_add(4)?)?;
        usize::try_from(u32::from_le_bytes(bytes.try_into().ok()?)).ok()
    };
    let half = |at: usize| {
        let bytes = bytes.get(at..at.checked_add(2)?)?;
        Some(usize::from(u16::from_le_bytes(bytes.try_into().ok()?)))
    };
    let table = word(0)?;
    // The distance has a sign.
    let distance = word(table)? as u32 as i32;
    let fields = usize::try_from(i64::try_from(table).ok()? - i64::from(distance)).ok()?;
    if half(fields)? < FIELD + 2 {
        return None;
    }
    let at = table.checked_add(half(fields.checked_add(FIELD)?)?)?;
    let list = at.checked_add(word(at)?)?;
    let start = list.checked_add(4)?;
    bytes.get(start..start.checked_add(word(list)?)?).filter(|module| module.starts_with(&MAGIC))
}
