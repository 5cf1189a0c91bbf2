//! Floats of all widths as bit patterns: exact decoding, and encoding with rounding.
//!
//! All formats except `f64` embed exactly in `f64`, so both directions go through it and round
//! once, to nearest, ties to even.

use super::Element;

/// The special values of a format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Specials {
    /// The largest exponent encodes infinities and NaN, as in IEEE 754.
    Ieee,
    /// Only patterns with all magnitude bits set are NaN; there is no infinity.
    NanAtTop,
    /// The pattern of negative zero is the only NaN; there is no infinity and no `-0`.
    NanAtNegativeZero,
    /// Every pattern is finite.
    None,
}

/// A binary float format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FloatFormat {
    /// Bits of the exponent.
    pub exponent_bits: u32,
    /// Number of explicit mantissa bits.
    pub mantissa_bits: u32,
    /// The exponent bias.
    pub bias: i32,
    /// The special values.
    pub specials: Specials,
    /// Whether there is a sign bit.
    pub signed: bool,
}

impl FloatFormat {
    /// The format of a float element type; `None` for other types. `tf32` is stored as an `f32`, of
    /// which it is a subset.
    pub fn of(element: Element) -> Option<FloatFormat> {
        use Element::*;
        use Specials::*;
        let (exponent_bits, mantissa_bits, bias, specials) = match element {
            F4E2M1FN => (2, 1, 1, None),
            F6E2M3FN => (2, 3, 1, None),
            F6E3M2FN => (3, 2, 3, None),
            F8E3M4 => (3, 4, 3, Ieee),
            F8E4M3 => (4, 3, 7, Ieee),
            F8E4M3FN => (4, 3, 7, NanAtTop),
            F8E4M3FNUZ => (4, 3, 8, NanAtNegativeZero),
            F8E4M3B11FNUZ => (4, 3, 11, NanAtNegativeZero),
            F8E5M2 => (5, 2, 15, Ieee),
            F8E5M2FNUZ => (5, 2, 16, NanAtNegativeZero),
            F8E8M0FNU => (8, 0, 127, NanAtTop),
            BF16 => (8, 7, 127, Ieee),
            F16 => (5, 10, 15, Ieee),
            F32 | TF32 => (8, 23, 127, Ieee),
            F64 => (11, 52, 1023, Ieee),
            I1 | I2 | I4 | I8 | I16 | I32 | I64 | U2 | U4 | U8 | U16 | U32 | U64 | C64 | C128
            | Index | Quant(_) => return Option::None,
        };
        let signed = element != F8E8M0FNU;
        Some(FloatFormat { exponent_bits, mantissa_bits, bias, specials, signed })
    }

    /// The pattern of a quiet NaN; `None` if the format has no NaN.
    pub fn nan(self) -> Option<u64> {
        let magnitude = self.exponent_bits + self.mantissa_bits;
        match self.specials {
            Specials::Ieee => Some(
                (((1 << self.exponent_bits) - 1) << self.mantissa_bits)
                    | (1 << (self.mantissa_bits - 1)),
            ),
            Specials::NanAtTop => Some((1 << magnitude) - 1),
            Specials::NanAtNegativeZero => Some(1 << magnitude),
            Specials::None => None,
        }
    }

    /// The pattern of the largest finite value, without sign.
    pub(crate) fn largest(self) -> u64 {
        let magnitude = self.exponent_bits + self.mantissa_bits;
        match self.specials {
            Specials::Ieee => (((1 << self.exponent_bits) - 1) << self.mantissa_bits) - 1,
            Specials::NanAtTop => (1 << magnitude) - 2,
            Specials::NanAtNegativeZero | Specials::None => (1 << magnitude) - 1,
        }
    }

    /// The least and the greatest value: infinities, where the format has them.
    pub fn range(self) -> (f64, f64) {
        let most = match self.specials {
            Specials::Ieee => f64::INFINITY,
            _ => self.decode(self.largest()),
        };
        (if self.signed { -most } else { self.decode(0) }, most)
    }

    /// The value of a pattern.
    pub fn decode(self, bits: u64) -> f64 {
        let magnitude_bits = self.exponent_bits + self.mantissa_bits;
        let negative = self.signed && (bits >> magnitude_bits) & 1 == 1;
        let magnitude = bits & ((1u64 << magnitude_bits) - 1);
        let exponent = (magnitude >> self.mantissa_bits) as i32;
        let mantissa = magnitude & ((1u64 << self.mantissa_bits) - 1);
        let top = (1i32 << self.exponent_bits) - 1;
        let value = match self.specials {
            Specials::Ieee if exponent == top && mantissa == 0 => f64::INFINITY,
            Specials::Ieee if exponent == top => f64::NAN,
            Specials::NanAtTop if magnitude == (1 << magnitude_bits) - 1 => f64::NAN,
            Specials::NanAtNegativeZero if negative && magnitude == 0 => return f64::NAN,
            _ if self.mantissa_bits == 0 => power_of_two(exponent - self.bias),
            _ if exponent == 0 => {
                mantissa as f64 * power_of_two(1 - self.bias - self.mantissa_bits as i32)
            }
            _ => {
                let whole = mantissa | (1 << self.mantissa_bits);
                whole as f64 * power_of_two(exponent - self.bias - self.mantissa_bits as i32)
            }
        };
        if negative { -value } else { value }
    }

    /// The pattern nearest to `value`, ties to even. A value that rounds beyond the largest finite
    /// one becomes infinity, or NaN in formats without infinity, or the largest value in formats
    /// without both. In a format without NaN, NaN becomes the pattern of negative zero, as in
    /// `ml_dtypes`.
    pub fn encode(self, value: f64) -> u64 {
        let magnitude_bits = self.exponent_bits + self.mantissa_bits;
        let sign = u64::from(value.is_sign_negative()) << magnitude_bits;
        if value.is_nan() {
            let keep_sign =
                if self.specials == Specials::NanAtNegativeZero || !self.signed { 0 } else { sign };
            return self.nan().map_or(1 << magnitude_bits, |nan| nan | keep_sign);
        }
        if !self.signed && value <= 2f64.powi(-150) {
            // The exponent-only format has neither a sign nor a zero. Numbers that are zero in an `f32`
            // count as one, as in `ml_dtypes`, which computes in `f32`.
            return self.nan().unwrap_or(0);
        }
        let magnitude = self.encode_magnitude(value.abs());
        if magnitude > self.largest() {
            return match self.specials {
                Specials::Ieee => sign | (self.largest() + 1),
                Specials::NanAtTop => {
                    (if self.signed { sign } else { 0 }) | self.nan().unwrap_or(0)
                }
                Specials::NanAtNegativeZero => 1 << magnitude_bits,
                Specials::None => sign | self.largest(),
            };
        }
        if magnitude == 0 && self.specials == Specials::NanAtNegativeZero {
            return 0;
        }
        (if self.signed { sign } else { 0 }) | magnitude
    }

    /// The pattern of a nonnegative value, without sign, for an unbounded exponent: a result above
    /// `largest` is out of range.
    fn encode_magnitude(self, value: f64) -> u64 {
        if value == 0.0 {
            return 0;
        }
        if value.is_infinite() {
            return u64::MAX;
        }
        // value = mantissa · 2^exponent with a 53-bit mantissa.
        let bits = value.to_bits();
        let field = (bits >> 52) as i32;
        let (mantissa, exponent) = if field == 0 {
            let m = bits & ((1 << 52) - 1);
            let shift = m.leading_zeros() as i32 - 11;
            (m << shift, -1074 - shift)
        } else {
            ((bits & ((1 << 52) - 1)) | (1 << 52), field - 1075)
        };
        // The exponent field of the leading bit in this format.
        let leading = exponent + 52 + self.bias;
        let subnormal = leading <= 0 && self.mantissa_bits > 0;
        let drop = 52 - self.mantissa_bits as i32 + if subnormal { 1 - leading } else { 0 };
        if drop > 54 {
            return 0;
        }
        let (truncated, rest) = if drop <= 0 {
            (mantissa, 0)
        } else {
            (mantissa >> drop, mantissa & ((1u64 << drop) - 1))
        };
        let half = if drop <= 0 { 1 } else { 1u64 << (drop - 1) };
        let even_up = if self.mantissa_bits == 0 {
            // For the exponent-only format, parity is that of the exponent.
            leading & 1 == 1
        } else {
            truncated & 1 == 1
        };
        let up = rest > half || (rest == half && even_up);
        let rounded = truncated + u64::from(up);
        if subnormal {
            return rounded;
        }
        if leading < 0 {
            return 0;
        }
        // The implicit bit adds one to the exponent field.
        (((leading as u64).wrapping_sub(1)) << self.mantissa_bits).wrapping_add(rounded)
    }
}

/// `2^n` for any `n` in the range of `f64`, including subnormals.
fn power_of_two(n: i32) -> f64 {
    if n >= -1022 {
        f64::from_bits(((n + 1023) as u64) << 52)
    } else {
        f64::from_bits(1u64 << (n + 1074))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn narrow_patterns_round_trip() {
        for element in Element::ALL {
            let Some(format) = FloatFormat::of(element) else { continue };
            if element.bit_width() > 16 {
                continue;
            }
            for bits in 0..1u64 << element.bit_width() {
                let value = format.decode(bits);
                if value.is_nan() {
                    assert!(format.decode(format.encode(value)).is_nan());
                } else {
                    assert_eq!(format.encode(value), bits, "{element} {bits:#x} = {value}");
                }
            }
        }
    }

    #[test]
    fn agrees_with_hardware_and_half() {
        let f32s = FloatFormat::of(Element::F32).unwrap();
        let f16s = FloatFormat::of(Element::F16).unwrap();
        let bf16s = FloatFormat::of(Element::BF16).unwrap();
        let mut seed = 1u64;
        for _ in 0..100_000 {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let narrow = f32::from_bits((seed >> 32) as u32);
            let wide = f64::from(narrow) * 1.000_000_1;
            if wide.is_nan() {
                continue;
            }
            assert_eq!(f32s.encode(wide), u64::from((wide as f32).to_bits()), "{wide:e}");
            // `half` may round twice from `f64` on hardware that converts only from `f32`; from
            // `f32` it is exact.
            let f16 = f16s.encode(narrow.into());
            assert_eq!(f16, u64::from(half::f16::from_f32(narrow).to_bits()));
            let bf16 = bf16s.encode(narrow.into());
            assert_eq!(bf16, u64::from(half::bf16::from_f32(narrow).to_bits()));
        }
    }

    #[test]
    fn out_of_range_follows_the_format() {
        let encode = |e, v| FloatFormat::of(e).unwrap().encode(v);
        assert_eq!(encode(Element::F8E5M2, 1e9), 0x7c);
        assert_eq!(encode(Element::F8E4M3FN, -1e9), 0xff);
        assert_eq!(encode(Element::F8E4M3FNUZ, 1e9), 0x80);
        assert_eq!(encode(Element::F4E2M1FN, -100.0), 0xf);
        assert_eq!(encode(Element::F8E8M0FNU, 0.0), 0xff);
    }
}
