//! Element types of tensors, quantized ones included: `!quant.uniform<i8:f32, 0.5:3>` and
//! its per-axis form `!quant.uniform<i8:f32:1, {0.5:3, 0.25}>`.

use super::intern::Interned;
use std::fmt;

/// The type of one element of a tensor.
///
/// Includes every element type of StableHLO. An element narrower than a byte takes a whole byte in
/// memory ([`Element::byte_width`]), as in NumPy with `ml_dtypes`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Element {
    /// Boolean, `i1`: `0` or `1` in one byte.
    I1,
    /// Signed 2-bit integer.
    I2,
    /// Signed 4-bit integer.
    I4,
    /// Signed 8-bit integer.
    I8,
    /// Signed 16-bit integer.
    I16,
    /// Signed 32-bit integer.
    I32,
    /// Signed 64-bit integer.
    I64,
    /// Unsigned 2-bit integer, `ui2`.
    U2,
    /// Unsigned 4-bit integer, `ui4`.
    U4,
    /// Unsigned 8-bit integer, `ui8`.
    U8,
    /// Unsigned 16-bit integer, `ui16`.
    U16,
    /// Unsigned 32-bit integer, `ui32`.
    U32,
    /// Unsigned 64-bit integer, `ui64`.
    U64,
    /// 4-bit float: 2 exponent bits, 1 mantissa bit, finite only.
    F4E2M1FN,
    /// 6-bit float: 2 exponent bits, 3 mantissa bits, finite only.
    F6E2M3FN,
    /// 6-bit float: 3 exponent bits, 2 mantissa bits, finite only.
    F6E3M2FN,
    /// 8-bit float: 3 exponent bits, 4 mantissa bits, IEEE-like.
    F8E3M4,
    /// 8-bit float: 4 exponent bits, 3 mantissa bits, IEEE-like.
    F8E4M3,
    /// 8-bit float: 4 exponent bits, 3 mantissa bits, no infinities.
    F8E4M3FN,
    /// 8-bit float: as `f8E4M3FN` with bias 8, no negative zero.
    F8E4M3FNUZ,
    /// 8-bit float: as `f8E4M3FN` with bias 11, no negative zero.
    F8E4M3B11FNUZ,
    /// 8-bit float: 5 exponent bits, 2 mantissa bits, IEEE-like.
    F8E5M2,
    /// 8-bit float: as `f8E5M2` with bias 16, no infinities, no negative zero.
    F8E5M2FNUZ,
    /// 8-bit exponent-only scale, no sign, no zero.
    F8E8M0FNU,
    /// bfloat16.
    BF16,
    /// IEEE half precision.
    F16,
    /// IEEE single precision.
    F32,
    /// TensorFloat-32: stored as `f32` whose mantissa keeps 10 bits.
    TF32,
    /// IEEE double precision.
    F64,
    /// `complex<f32>`.
    C64,
    /// `complex<f64>`.
    C128,
    /// `index`: a 64-bit signed size, in shape computations.
    Index,
    /// A quantized element, `!quant.uniform<…>`.
    Quant(QuantType),
}

/// The kind of number that an element is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ElementClass {
    /// `i1`.
    Boolean,
    /// Signed integers, and `index`.
    Signed,
    /// Unsigned integers.
    Unsigned,
    /// Floats of every width.
    Float,
    /// Complex numbers.
    Complex,
    /// Quantized numbers.
    Quantized,
}

impl Element {
    /// Every element type except the quantized ones, in declaration order.
    pub const ALL: [Element; 32] = [
        Element::I1,
        Element::I2,
        Element::I4,
        Element::I8,
        Element::I16,
        Element::I32,
        Element::I64,
        Element::U2,
        Element::U4,
        Element::U8,
        Element::U16,
        Element::U32,
        Element::U64,
        Element::F4E2M1FN,
        Element::F6E2M3FN,
        Element::F6E3M2FN,
        Element::F8E3M4,
        Element::F8E4M3,
        Element::F8E4M3FN,
        Element::F8E4M3FNUZ,
        Element::F8E4M3B11FNUZ,
        Element::F8E5M2,
        Element::F8E5M2FNUZ,
        Element::F8E8M0FNU,
        Element::BF16,
        Element::F16,
        Element::F32,
        Element::TF32,
        Element::F64,
        Element::C64,
        Element::C128,
        Element::Index,
    ];

    /// The spelling in text, such as `f32` or `complex<f32>`. It omits the parameters of a
    /// quantized type; `Display` prints them.
    pub fn name(self) -> &'static str {
        use Element::*;
        match self {
            I1 => "i1",
            I2 => "i2",
            I4 => "i4",
            I8 => "i8",
            I16 => "i16",
            I32 => "i32",
            I64 => "i64",
            U2 => "ui2",
            U4 => "ui4",
            U8 => "ui8",
            U16 => "ui16",
            U32 => "ui32",
            U64 => "ui64",
            F4E2M1FN => "f4E2M1FN",
            F6E2M3FN => "f6E2M3FN",
            F6E3M2FN => "f6E3M2FN",
            F8E3M4 => "f8E3M4",
            F8E4M3 => "f8E4M3",
            F8E4M3FN => "f8E4M3FN",
            F8E4M3FNUZ => "f8E4M3FNUZ",
            F8E4M3B11FNUZ => "f8E4M3B11FNUZ",
            F8E5M2 => "f8E5M2",
            F8E5M2FNUZ => "f8E5M2FNUZ",
            F8E8M0FNU => "f8E8M0FNU",
            BF16 => "bf16",
            F16 => "f16",
            F32 => "f32",
            TF32 => "tf32",
            F64 => "f64",
            C64 => "complex<f32>",
            C128 => "complex<f64>",
            Index => "index",
            Quant(_) => "!quant.uniform",
        }
    }

    /// The element type with this [`name`](Self::name), except complex and quantized types, which
    /// have parameters.
    pub fn from_name(name: &str) -> Option<Element> {
        Element::ALL
            .into_iter()
            .find(|e| e.name() == name && !matches!(e, Element::C64 | Element::C128))
    }

    /// The number of bits of an element: both parts of a complex number, the storage type of a
    /// quantized element.
    pub fn bit_width(self) -> u32 {
        use Element::*;
        match self {
            I1 => 1,
            I2 | U2 => 2,
            I4 | U4 | F4E2M1FN => 4,
            F6E2M3FN | F6E3M2FN => 6,
            I8 | U8 | F8E3M4 | F8E4M3 | F8E4M3FN | F8E4M3FNUZ | F8E4M3B11FNUZ | F8E5M2
            | F8E5M2FNUZ | F8E8M0FNU => 8,
            I16 | U16 | BF16 | F16 => 16,
            TF32 => 19,
            I32 | U32 | F32 => 32,
            I64 | U64 | F64 | C64 | Index => 64,
            C128 => 128,
            Quant(q) => q.storage.bit_width(),
        }
    }

    /// The size of an element in memory, in bytes.
    pub fn byte_width(self) -> usize {
        match self.bit_width() {
            0..=8 => 1,
            9..=16 => 2,
            17..=32 => 4,
            33..=64 => 8,
            _ => 16,
        }
    }

    /// The kind of number.
    pub fn class(self) -> ElementClass {
        use Element::*;
        match self {
            I1 => ElementClass::Boolean,
            I2 | I4 | I8 | I16 | I32 | I64 | Index => ElementClass::Signed,
            U2 | U4 | U8 | U16 | U32 | U64 => ElementClass::Unsigned,
            C64 | C128 => ElementClass::Complex,
            Quant(_) => ElementClass::Quantized,
            F4E2M1FN | F6E2M3FN | F6E3M2FN | F8E3M4 | F8E4M3 | F8E4M3FN | F8E4M3FNUZ
            | F8E4M3B11FNUZ | F8E5M2 | F8E5M2FNUZ | F8E8M0FNU | BF16 | F16 | F32 | TF32 | F64 => {
                ElementClass::Float
            }
        }
    }

    /// `i1`.
    pub fn is_boolean(self) -> bool {
        self.class() == ElementClass::Boolean
    }

    /// A signed or unsigned integer; not `i1`.
    pub fn is_integer(self) -> bool {
        matches!(self.class(), ElementClass::Signed | ElementClass::Unsigned)
    }

    /// A signed integer or `index`.
    pub fn is_signed(self) -> bool {
        self.class() == ElementClass::Signed
    }

    /// An unsigned integer.
    pub fn is_unsigned(self) -> bool {
        self.class() == ElementClass::Unsigned
    }

    /// A real float.
    pub fn is_float(self) -> bool {
        self.class() == ElementClass::Float
    }

    /// A complex number.
    pub fn is_complex(self) -> bool {
        self.class() == ElementClass::Complex
    }

    /// The element type in memory: the storage type of a quantized one, else itself.
    pub fn stored(self) -> Element {
        match self {
            Element::Quant(q) => q.storage,
            plain => plain,
        }
    }

    /// A quantized number.
    pub fn is_quantized(self) -> bool {
        self.class() == ElementClass::Quantized
    }

    /// Whether elements are quantized with a scale for each index of a dimension.
    pub fn is_per_axis_quantized(self) -> bool {
        matches!(self, Element::Quant(q) if q.axis.is_some())
    }

    /// The type of the real part: `f32` for `complex<f32>`; a type that is not complex itself is
    /// returned.
    pub fn real_part(self) -> Element {
        match self {
            Element::C64 => Element::F32,
            Element::C128 => Element::F64,
            other => other,
        }
    }

    /// Whether both are equal except for scales and zero points: the specification's equality of
    /// baseline element types.
    pub fn same_baseline(self, other: Element) -> bool {
        match (self, other) {
            (Element::Quant(a), Element::Quant(b)) => {
                a.storage == b.storage
                    && a.expressed == b.expressed
                    && a.storage_range() == b.storage_range()
            }
            _ => self == other,
        }
    }

    /// The complex type with this real part, for `f32` and `f64`.
    pub fn complex_of(self) -> Option<Element> {
        match self {
            Element::F32 => Some(Element::C64),
            Element::F64 => Some(Element::C128),
            _ => None,
        }
    }
}

impl fmt::Display for Element {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Element::Quant(q) => q.fmt(f),
            plain => f.write_str(plain.name()),
        }
    }
}

/// The parameters of a quantized element type: an integer `storage` type, the float type that it
/// represents, and an affine map between them, per tensor or per index of one dimension.
///
/// `expressed = (storage - zero_point) * scale`.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Quant {
    /// The integer type in memory.
    pub storage: Element,
    /// The minimum and maximum storage values, if narrower than the type's range.
    pub range: Option<(i64, i64)>,
    /// The represented float type.
    pub expressed: Element,
    /// The dimension of a per-axis type.
    pub axis: Option<u32>,
    /// Scales (as the bits of an `f64`) and zero points: one, or one per index of the axis.
    pub scales: Vec<(u64, i64)>,
}

/// An interned [`Quant`], compared and copied as one word.
pub type QuantType = Interned<Quant>;

impl Quant {
    /// The scale and zero point of index `i` along the axis; of any index for a per-tensor type.
    pub fn scale(&self, i: usize) -> (f64, i64) {
        let at = if self.axis.is_some() { i } else { 0 };
        let (scale, zero) = self.scales[at];
        (f64::from_bits(scale), zero)
    }

    /// The minimum and maximum storage values.
    pub fn storage_range(&self) -> (i64, i64) {
        self.range.unwrap_or_else(|| self.natural_range())
    }

    /// The storage range, if the type restricts that of its storage type.
    pub fn restricted_range(&self) -> Option<(i64, i64)> {
        self.range.filter(|&range| range != self.natural_range())
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_again() {
        for e in Element::ALL {
            let found = Element::from_name(e.name());
            assert_eq!(found, (!e.is_complex()).then_some(e));
        }
        assert_eq!(Element::from_name("f33"), None);
    }

    #[test]
    fn narrow_elements_take_a_byte() {
        assert_eq!(Element::I1.byte_width(), 1);
        assert_eq!(Element::F6E3M2FN.byte_width(), 1);
        assert_eq!(Element::TF32.byte_width(), 4);
        assert_eq!(Element::C128.byte_width(), 16);
    }
}
