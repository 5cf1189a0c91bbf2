//! Quantization parameters in the form in which kernels use them.

use hloom_ir::Element;
use hloom_ir::literal::{read_f64, write_f64};
use hloom_ir::types::QuantType;
use hloom_ir::types::float::FloatFormat;

/// The scales, zero points and bounds of a quantized element type.
pub(crate) struct Scales {
    pub(crate) expressed: Element,
    storage: Element,
    /// The bounds of the stored integers.
    range: (f64, f64),
    /// The bounds, rounded to the expressed type.
    bounds: (f64, f64),
    /// For each index of the axis, its scale and zero point, rounded to the expressed type, and the
    /// exact zero point.
    each: Vec<(f64, f64, i64)>,
}

impl Scales {
    pub(crate) fn of(q: QuantType) -> Scales {
        let expressed = q.expressed;
        let (low, high) = q.storage_range();
        let each = (0..q.scales.len()).map(|i| {
            let (scale, zero) = q.scale(i);
            (round(expressed, scale), round(expressed, zero as f64), zero)
        });
        Scales {
            expressed,
            storage: q.storage,
            range: (low as f64, high as f64),
            bounds: (round(expressed, low as f64), round(expressed, high as f64)),
            each: each.collect(),
        }
    }

    /// The float that a stored integer represents.
    pub(crate) fn expressed(&self, bytes: &[u8], at: usize) -> f64 {
        let (scale, _, zero) = self.each[at];
        let difference = read_f64(self.storage, bytes) - zero as f64;
        round(self.expressed, round(self.expressed, difference) * scale)
    }

    /// Stores the integer that represents `value`, clamped to the bounds.
    ///
    /// The specification computes on floats, and leaves open which integer NaN converts to. Stored
    /// integers are in the range of their type: NaN is the one next to 0, and a bound that is
    /// rounded away from the range is the bound itself.
    pub(crate) fn store(&self, value: f64, at: usize, out: &mut [u8]) {
        let e = self.expressed;
        let (scale, zero, _) = self.each[at];
        let scaled = round(e, round(e, value / scale) + zero);
        let inside =
            if scaled.is_nan() { 0.0 } else { scaled.max(self.bounds.0).min(self.bounds.1) };
        let (low, high) = self.range;
        write_f64(self.storage, inside.round_ties_even().max(low).min(high), out);
    }
}

/// The nearest value of a float type.
fn round(element: Element, value: f64) -> f64 {
    match element {
        Element::F64 => value,
        Element::F32 => f64::from(value as f32),
        narrow => match FloatFormat::of(narrow) {
            Some(format) => format.decode(format.encode(value)),
            None => value,
        },
    }
}
