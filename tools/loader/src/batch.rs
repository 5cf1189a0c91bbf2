//! Batches: samples with a leading dimension.

use crate::array::Array;
use crate::dataset::Field;

/// The use of the samples that remain at the end of an epoch and do not fill a batch.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Tail {
    /// They are left out.
    #[default]
    Drop,
    /// Their batch is filled by repeating them.
    Pad,
    /// Their batch is smaller.
    Keep,
}

/// Samples side by side.
#[derive(Clone, PartialEq, Debug)]
pub struct Batch {
    /// One array for each field; its first dimension counts samples.
    pub arrays: Vec<Array>,
    /// The epoch.
    pub epoch: u64,
    /// The number of samples that are not repetitions.
    pub samples: usize,
    /// The position behind the last sample in the epoch's order: where to go on after this batch.
    pub next: usize,
    /// The bad samples that were left out since the last batch, as sentences.
    pub skipped: Vec<String>,
}

/// The arrays of samples as arrays of a batch of `size`, repeating samples if there are fewer.
///
/// # Errors
/// If the extents of a sample differ from the first one's: its number, and a clause.
pub(crate) fn collate(
    samples: &[Vec<Array>],
    fields: &[Field],
    size: usize,
) -> Result<Vec<Array>, (usize, String)> {
    let Some(first) = samples.first() else { return Ok(Vec::new()) };
    let mut arrays: Vec<Array> = first
        .iter()
        .map(|array| {
            let dims = std::iter::once(size).chain(array.dims.iter().copied()).collect();
            let bytes = Vec::with_capacity(array.bytes.len() * size);
            Array { kind: array.kind, dims, bytes }
        })
        .collect();
    for i in 0..size {
        let number = i % samples.len();
        for (f, array) in samples[number].iter().enumerate() {
            let batch = &mut arrays[f];
            if (batch.kind, &batch.dims[1..]) != (array.kind, &array.dims[..]) {
                let name = fields.get(f).map_or("", |field| &field.name);
                let what = format!(
                    "has a field `{name}` of {}{:?}, but the batch has {}{:?}",
                    array.kind,
                    array.dims,
                    batch.kind,
                    &batch.dims[1..]
                );
                return Err((number, what));
            }
            batch.bytes.extend_from_slice(&array.bytes);
        }
    }
    Ok(arrays)
}
