//! Quantized element types: `!quant.uniform<i8:f32, 0.5:3>` and its per-axis
//! form `!quant.uniform<i8:f32:1, {0.5:3, 0.25}>`.

use super::{Element, intern::Interned};
use std::fmt;

/// The parameters of a quantized element type: an integer `storage`, the float
/// that it stands for, and an affine map between both for the whole tensor or
/// for each index of one dimension.
///
/// `expressed = (storage - zero_point) * scale`.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Quant {
    /// The integer type in memory.
    pub storage: Element,
    /// Smallest and largest storage value, where narrower than the type.
    pub range: Option<(i64, i64)>,
    /// The float type that is stood for.
    pub expressed: Element,
    /// The dimension of a per-axis type.
    pub axis: Option<u32>,
    /// Scale (as the bits of an `f64`) and zero point: one, or one an index of
    /// the axis.
    pub scales: Vec<(u64, i64)>,
}

/// A [`Quant`], interned: compared and copied as one word.
pub type QuantType = Interned<Quant>;

impl Quant {
    /// The scale and zero point of index `i` along the quantized dimension; of
    /// any index for a per-tensor type.
    pub fn scale(&self, i: usize) -> (f64, i64) {
        let at = if self.axis.is_some() { i } else { 0 };
        let (scale, zero) = self.scales[at];
        (f64::from_bits(scale), zero)
    }

    /// Smallest and largest storage value.
    pub fn storage_range(&self) -> (i64, i64) {
        self.range.unwrap_or_else(|| self.natural_range())
    }

    /// The range of the storage type itself.
    fn natural_range(&self) -> (i64, i64) {
        let bits = self.storage.bit_width().clamp(1, 63);
        if self.storage.is_unsigned() {
            (0, (1i64 << bits) - 1)
        } else {
            (-(1i64 << (bits - 1)), (1i64 << (bits - 1)) - 1)
        }
    }
}

impl fmt::Display for Quant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The quant dialect writes unsigned storage as `u8`, not `ui8`.
        let storage = self.storage.name().replace("ui", "u");
        write!(f, "!quant.uniform<{storage}")?;
        if let Some((low, high)) = self.range {
            write!(f, "<{low}:{high}>")?;
        }
        write!(f, ":{}", self.expressed)?;
        if let Some(axis) = self.axis {
            write!(f, ":{axis}, {{")?;
        } else {
            f.write_str(", ")?;
        }
        for (i, &(scale, zero)) in self.scales.iter().enumerate() {
            if i > 0 {
                f.write_str(",")?;
            }
            write!(f, "{:?}", f64::from_bits(scale))?;
            if zero != 0 {
                write!(f, ":{zero}")?;
            }
        }
        f.write_str(if self.axis.is_some() { "}>" } else { ">" })
    }
}
