//! Floats of every width PTX has, rounded in every direction.
//!
//! Values travel as `f64`. Where a result of one operation on narrower floats isn't exact
//! in `f64`, it is *rounded to odd* there ([`odd`]): 53 bits, the last of which says that
//! something was lost. Rounding that to a format of at most 51 bits, in any direction, is
//! the same as rounding the exact result (Boldo and Melquiond, "When double rounding is
//! odd", 2005). The rounding error of a sum or product comes from the error-free transformations of
//! Knuth and Dekker; that of a fused product-sum from Boldo and Muller, "Exact and approximated
//! error of the FMA", 2011.

/// A direction of rounding.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Round {
    /// `.rn`: to nearest, ties to even.
    Nearest,
    /// `.rna`: to nearest, ties away from zero.
    Away,
    /// `.rz`
    Zero,
    /// `.rm`
    Down,
    /// `.rp`
    Up,
}

/// A format of floats.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Format {
    F64,
    F32,
    /// As `F32`, with 10 bits of fraction.
    Tf32,
    F16,
    Bf16,
    /// 4 bits of exponent, 3 of fraction, no infinity.
    E4m3,
    E5m2,
    /// Without infinity or NaN.
    E2m3,
    /// Without infinity or NaN.
    E3m2,
    /// Without infinity or NaN.
    E2m1,
}

impl Format {
    /// Bits of exponent and of fraction.
    pub(crate) fn widths(self) -> (u32, u32) {
        match self {
            Self::F64 => (11, 52),
            Self::F32 => (8, 23),
            Self::Tf32 => (8, 10),
            Self::F16 => (5, 10),
            Self::Bf16 => (8, 7),
            Self::E4m3 => (4, 3),
            Self::E5m2 => (5, 2),
            Self::E2m3 => (2, 3),
            Self::E3m2 => (3, 2),
            Self::E2m1 => (2, 1),
        }
    }

    /// The bits of the largest finite value.
    fn largest(self) -> u64 {
        let (e, m) = self.widths();
        match self {
            Self::E4m3 => 0x7E,
            Self::E2m3 | Self::E3m2 | Self::E2m1 => (1 << (e + m)) - 1,
            _ => (((1 << e) - 1) << m) - 1,
        }
    }

    /// The NaN that instructions produce.
    pub(crate) fn nan(self) -> u64 {
        match self {
            Self::F64 => 0x7FF8_0000_0000_0000,
            Self::F32 | Self::Tf32 => 0x7FFF_FFFF,
            Self::F16 | Self::Bf16 => 0x7FFF,
            Self::E4m3 | Self::E5m2 => 0x7F,
            // No NaN: conversions give the largest value.
            Self::E2m3 | Self::E3m2 | Self::E2m1 => self.largest(),
        }
    }
}

/// The value of `bits`.
pub(crate) fn decode(format: Format, bits: u64) -> f64 {
    match format {
        Format::F64 => return f64::from_bits(bits),
        Format::F32 | Format::Tf32 => return f32::from_bits(bits as u32).into(),
        Format::Bf16 => return f32::from_bits((bits as u32) << 16).into(),
        _ => {}
    }
    let (e, m) = format.widths();
    let exponent = (bits >> m) & ((1 << e) - 1);
    let fraction = bits & ((1 << m) - 1);
    let bias = (1 << (e - 1)) - 1;
    let magnitude = match format {
        Format::E4m3 if bits & 0x7F == 0x7F => f64::NAN,
        Format::F16 | Format::E5m2 if exponent == (1 << e) - 1 => {
            if fraction == 0 {
                f64::INFINITY
            } else {
                f64::NAN
            }
        }
        _ if exponent == 0 => fraction as f64 * power_of_two(1 - bias - m as i32),
        _ => (fraction | 1 << m) as f64 * power_of_two(exponent as i32 - bias - m as i32),
    };
    if bits >> (e + m) & 1 == 1 { -magnitude } else { magnitude }
}

/// 2 to a power within the normal range.
fn power_of_two(exponent: i32) -> f64 {
    f64::from_bits(((exponent + 1023) as u64) << 52)
}

/// The bits of `x`, exact or rounded to odd, rounded to `format`. Too large a value becomes
/// an infinity or the largest finite value as IEEE 754 has it; in `saturate`, always the
/// latter.
pub(crate) fn encode(format: Format, x: f64, round: Round, saturate: bool) -> u64 {
    if format == Format::F64 {
        return if x.is_nan() { format.nan() } else { x.to_bits() };
    }
    if x.is_nan() {
        return format.nan();
    }
    if format == Format::F32 && round == Round::Nearest && !saturate {
        return (x as f32).to_bits().into();
    }
    let (e, m) = format.widths();
    let bias = (1_i32 << (e - 1)) - 1;
    let bits = x.to_bits();
    let negative = bits >> 63 == 1;
    let up = match round {
        Round::Up => !negative,
        Round::Down => negative,
        _ => false,
    };
    let largest = format.largest();
    let overflow = |exactly: bool| {
        let finite = saturate
            || !(up || exactly || matches!(round, Round::Nearest | Round::Away))
            || matches!(format, Format::E2m3 | Format::E3m2 | Format::E2m1);
        if finite {
            largest
        } else if format == Format::E4m3 {
            0x7F
        } else {
            ((1 << e) - 1) << m
        }
    };
    let raw = (bits >> 52 & 0x7FF) as i32;
    let magnitude = if raw == 0x7FF {
        overflow(true)
    } else {
        let (mut significand, mut exponent) = (bits & ((1 << 52) - 1), raw - 1023);
        if raw == 0 {
            exponent = -1022;
        } else {
            significand |= 1 << 52;
        }
        let least = 1 - bias;
        let below = (least - exponent).max(0) as u32;
        let shift = (52 - m + below).min(63);
        let truncated = significand >> shift;
        let rest = significand & ((1 << shift) - 1);
        let half = 1 << (shift - 1);
        let increment = match round {
            Round::Nearest => rest > half || rest == half && truncated & 1 == 1,
            Round::Away => rest >= half,
            Round::Zero => false,
            Round::Up | Round::Down => up && rest != 0,
        };
        let truncated = truncated + u64::from(increment);
        // The leading bit of `truncated` adds one to the exponent, and so does a carry.
        let base = if below > 0 { 0 } else { ((exponent + bias - 1) as u64) << m };
        let magnitude = base + truncated;
        if magnitude > largest { overflow(false) } else { magnitude }
    };
    let encoded = magnitude | u64::from(negative) << (e + m);
    match format {
        Format::Tf32 => encoded << 13,
        _ => encoded,
    }
}

/// `high + low` rounded to odd, where `high` is the sum rounded to nearest.
pub(crate) fn odd(high: f64, low: f64) -> f64 {
    if low == 0.0 || !low.is_finite() || !high.is_finite() || high.to_bits() & 1 == 1 {
        return high;
    }
    if low > 0.0 { high.next_up() } else { high.next_down() }
}

/// The sum and what rounding it lost.
pub(crate) fn two_sum(a: f64, b: f64) -> (f64, f64) {
    let sum = a + b;
    let b_part = sum - a;
    (sum, (a - (sum - b_part)) + (b - b_part))
}

/// `a * b + c` and a value with the sign of what rounding it lost.
pub(crate) fn fma_error(a: f64, b: f64, c: f64) -> (f64, f64) {
    let result = a.mul_add(b, c);
    let product = a * b;
    let product_low = a.mul_add(b, -product);
    let (first, first_low) = two_sum(c, product_low);
    let (second, second_low) = two_sum(product, first);
    let gamma = (second - result) + second_low;
    (result, gamma + first_low)
}

/// An operation with one rounding.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Arithmetic {
    Add,
    Sub,
    Mul,
    Fma,
    Div,
    Sqrt,
}

/// The result of an operation, with the sign of what was lost.
fn exact(op: Arithmetic, a: f64, b: f64, c: f64) -> (f64, f64) {
    match op {
        Arithmetic::Add => two_sum(a, b),
        Arithmetic::Sub => two_sum(a, -b),
        Arithmetic::Mul => {
            let product = a * b;
            (product, a.mul_add(b, -product))
        }
        Arithmetic::Fma => fma_error(a, b, c),
        Arithmetic::Div => {
            let quotient = a / b;
            let rest = (-quotient).mul_add(b, a);
            (quotient, if b < 0.0 { -rest } else { rest })
        }
        Arithmetic::Sqrt => {
            let root = a.sqrt();
            (root, (-root).mul_add(root, a))
        }
    }
}

/// An operation on floats of one format, rounded once.
pub(crate) fn arithmetic(
    op: Arithmetic,
    format: Format,
    round: Round,
    a: f64,
    b: f64,
    c: f64,
) -> u64 {
    let (mut high, low) = exact(op, a, b, c);
    if high == 0.0 && low == 0.0 && round == Round::Down {
        // A sum that cancels is -0 when rounding down, unless both parts are +0.
        let positive =
            |x: f64, y: f64| x == 0.0 && y == 0.0 && !x.is_sign_negative() && !y.is_sign_negative();
        match op {
            Arithmetic::Add if !positive(a, b) => high = -0.0,
            Arithmetic::Sub if !positive(a, -b) => high = -0.0,
            Arithmetic::Fma if !positive(a * b, c) => high = -0.0,
            _ => {}
        }
    }
    if format == Format::F64 {
        let up = match round {
            Round::Nearest | Round::Away => false,
            Round::Zero => (low > 0.0) == (high < 0.0) && low != 0.0,
            Round::Up => low > 0.0,
            Round::Down => low < 0.0,
        };
        let moved = match round {
            _ if !up || !high.is_finite() => high,
            Round::Zero if high > 0.0 => high.next_down(),
            Round::Zero if high < 0.0 => high.next_up(),
            Round::Up => high.next_up(),
            Round::Down => high.next_down(),
            _ => high,
        };
        return encode(Format::F64, moved, Round::Nearest, false);
    }
    encode(format, odd(high, low), round, false)
}

/// A float of 32 bits with subnormals made zeros of their sign.
pub(crate) fn flush(x: f32) -> f32 {
    if x.is_subnormal() { 0.0_f32.copysign(x) } else { x }
}

/// The number that up to eight bytes are, the least significant first.
pub(crate) fn little_endian(bytes: &[u8]) -> u64 {
    match *bytes {
        [a] => a.into(),
        [a, b] => u16::from_le_bytes([a, b]).into(),
        [a, b, c, d] => u32::from_le_bytes([a, b, c, d]).into(),
        _ => {
            let mut all = [0; 8];
            all[..bytes.len()].copy_from_slice(bytes);
            u64::from_le_bytes(all)
        }
    }
}
