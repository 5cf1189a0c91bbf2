//! Attributes whose text StableHLO defines, wherever they stand.
//!
//! An op of the table reads its own attributes. A discardable attribute, or one on an op of another
//! dialect, is kept as text; [`check`] finds errors in it, as upstream's parser does.

use super::{
    ChannelHandle, ConvDims, DotAlgorithm, DotDims, GatherDims, RaggedDotDims, ResultAccuracy,
    ScatterDims,
};
use crate::attr::Attr;
use crate::field::Field;

/// Finds errors in `#dialect.name<…>`; attributes of other names are not read.
///
/// # Errors
/// A sentence on the first error.
pub(crate) fn check(text: &str) -> Result<(), String> {
    fn read<F: Field>(text: &str) -> Result<(), String> {
        F::from_attr(Some(Attr::Opaque(text.into())), &[]).map(drop)
    }
    let name = text.split('<').next().unwrap_or_default();
    match name.trim_end() {
        "#stablehlo.dot" => read::<DotDims>(text),
        "#chlo.ragged_dot" => read::<RaggedDotDims>(text),
        "#stablehlo.dot_algorithm" => read::<DotAlgorithm>(text),
        "#stablehlo.conv" => read::<ConvDims>(text),
        "#stablehlo.gather" => read::<GatherDims>(text),
        "#stablehlo.scatter" => read::<ScatterDims>(text),
        "#stablehlo.channel_handle" => read::<ChannelHandle>(text),
        "#stablehlo.result_accuracy" => read::<ResultAccuracy>(text),
        _ => Ok(()),
    }
}
