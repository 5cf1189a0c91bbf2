//! `cvt`: conversions between all types.

use super::builder::{Builder, Result, map1, map2, map3};
use crate::kernel::{Class, Type, signed, truncate};
use crate::number::{Format, Round, decode, encode, flush};
use crate::text::syntax::InstructionText;

/// Modifiers of conversions, beside types.
const KNOWN: &[&str] = &[
    "rn",
    "rz",
    "rm",
    "rp",
    "rna",
    "rni",
    "rzi",
    "rmi",
    "rpi",
    "ftz",
    "sat",
    "satfinite",
    "relu",
    "pack",
];

/// The rounding and clamping of a conversion.
#[derive(Clone, Copy)]
struct Mode {
    round: Option<Round>,
    /// Rounding to a whole number, which a float may stay.
    whole: Option<Round>,
    ftz: bool,
    sat: bool,
    finite: bool,
    relu: bool,
}

impl Mode {
    fn of(text: &InstructionText) -> Self {
        let round = |suffix: &str| {
            let named = |n: &str| text.has(&format!("{n}{suffix}"));
            [("rn", Round::Nearest), ("rz", Round::Zero), ("rm", Round::Down), ("rp", Round::Up)]
                .into_iter()
                .find(|(n, _)| named(n))
                .map(|(_, r)| r)
        };
        Self {
            round: if text.has("rna") { Some(Round::Away) } else { round("") },
            whole: round("i"),
            ftz: text.has("ftz"),
            sat: text.has("sat"),
            finite: text.has("satfinite"),
            relu: text.has("relu"),
        }
    }

    /// A float's bits from a value.
    fn float(self, format: Format, x: f64) -> u64 {
        let mut x = x;
        if let Some(whole) = self.whole {
            x = to_whole(x, whole);
        }
        if self.relu {
            x = if x.is_nan() { x } else { x.max(0.0) };
            if x == 0.0 {
                x = 0.0;
            }
        }
        if self.sat {
            x = if x.is_nan() { 0.0 } else { x.clamp(0.0, 1.0) };
        }
        let narrow = !matches!(
            format,
            Format::F64 | Format::F32 | Format::F16 | Format::Bf16 | Format::Tf32
        );
        let bits = encode(format, x, self.round.unwrap_or(Round::Nearest), self.finite || narrow);
        if self.ftz && format == Format::F32 {
            return flush(f32::from_bits(bits as u32)).to_bits().into();
        }
        bits
    }

    fn read(self, format: Format, bits: u64) -> f64 {
        if self.ftz && format == Format::F32 {
            return flush(f32::from_bits(bits as u32)).into();
        }
        decode(format, bits)
    }
}

/// A value rounded to a whole number.
fn to_whole(x: f64, round: Round) -> f64 {
    match round {
        Round::Nearest => x.round_ties_even(),
        Round::Away => x.round(),
        Round::Zero => x.trunc(),
        Round::Down => x.floor(),
        Round::Up => x.ceil(),
    }
}

/// A whole number of so many bits as float: 64 bits don't fit `f64`, so what is lost makes
/// the value odd.
fn whole_to_odd(value: u64, bits: u32, sign: bool) -> f64 {
    let negative = sign && signed(value, bits) < 0;
    let magnitude = if sign { signed(value, bits).unsigned_abs() } else { truncate(value, bits) };
    let significant = 64 - magnitude.leading_zeros();
    let shift = significant.saturating_sub(53);
    let lost = magnitude & ((1 << shift) - 1) != 0;
    let top = magnitude >> shift | u64::from(lost);
    let x = top as f64 * f64::from_bits(u64::from(1023 + shift) << 52);
    if negative { -x } else { x }
}

/// A whole number to `f64`, in one rounding.
fn whole_to_double(value: u64, bits: u32, sign: bool, round: Round) -> f64 {
    let near = if sign { signed(value, bits) as f64 } else { truncate(value, bits) as f64 };
    let exact =
        if sign { i128::from(signed(value, bits)) } else { i128::from(truncate(value, bits)) };
    let lost = exact - near as i128;
    match round {
        Round::Nearest | Round::Away => near,
        Round::Up if lost > 0 => near.next_up(),
        Round::Down if lost < 0 => near.next_down(),
        Round::Zero if lost < 0 && near > 0.0 => near.next_down(),
        Round::Zero if lost > 0 && near < 0.0 => near.next_up(),
        _ => near,
    }
}

impl Builder<'_> {
    /// Decodes conversions. Whether `text` is one.
    pub(super) fn convert(&mut self, text: &InstructionText) -> Result<bool> {
        if text.name != "cvt" {
            return Ok(false);
        }
        self.class = Class::Convert;
        self.only(text, KNOWN)?;
        let types: Vec<Type> = text.mods.iter().filter_map(|m| Type::parse(m)).collect();
        let [to_type, from_type] = match types[..] {
            [to, from] => [to, from],
            [to, from, Type::Bits(32)] if text.has("pack") => return self.pack(text, to, from),
            _ => return self.unknown(text),
        };
        let mode = Mode::of(text);
        if text.operands.len() == 3 {
            return self.convert_two(text, mode, to_type, from_type);
        }
        self.count(text, 2..=2)?;
        let (to, width) = self.to(&text.operands[0])?;
        let from = self.from(&text.operands[1], from_type)?;
        let f = match (from_type, to_type) {
            (
                Type::Unsigned(a) | Type::Signed(a) | Type::Bits(a),
                Type::Unsigned(b) | Type::Signed(b) | Type::Bits(b),
            ) => {
                let (from_signed, to_signed, sat) =
                    (from_type.signed(), to_type.signed(), mode.sat);
                map1(move |x| {
                    let value = if from_signed {
                        i128::from(signed(x, a))
                    } else {
                        i128::from(truncate(x, a))
                    };
                    let value = match (sat, to_signed) {
                        (false, _) => value,
                        (true, true) => value.clamp(-(1 << (b - 1)), (1 << (b - 1)) - 1),
                        (true, false) => value.clamp(0, (1 << b) - 1),
                    };
                    let narrowed = truncate(value as u64, b);
                    // A wider destination is filled up with the sign.
                    let filled = if to_signed { signed(narrowed, b) as u64 } else { narrowed };
                    truncate(filled, width)
                })
            }
            (Type::Unsigned(bits) | Type::Signed(bits), Type::Float(format)) => {
                let sign = from_type.signed();
                let round = mode.round.unwrap_or(Round::Nearest);
                map1(move |x| {
                    if format == Format::F64 {
                        return whole_to_double(x, bits, sign, round).to_bits();
                    }
                    mode.float(format, whole_to_odd(x, bits, sign))
                })
            }
            (Type::Float(format), Type::Unsigned(bits) | Type::Signed(bits)) => {
                let sign = to_type.signed();
                let round = mode.whole.unwrap_or(Round::Zero);
                map1(move |x| {
                    truncate(float_to_whole(mode.read(format, x), round, bits, sign), width)
                })
            }
            (Type::Float(a), Type::Float(b)) => map1(move |x| mode.float(b, mode.read(a, x))),
            (Type::Packed(a), Type::Packed(b)) => {
                let (from_half, to_half) = (from_type.bits() / 2, to_type.bits() / 2);
                map1(move |x| {
                    let low = mode.float(b, decode(a, truncate(x, from_half)));
                    let high = mode.float(b, decode(a, truncate(x >> from_half, from_half)));
                    high << to_half | low
                })
            }
            _ => return self.unknown(text),
        };
        self.map(f, to, &[from]);
        Ok(true)
    }

    /// `cvt.rn.f16x2.f32 d, a, b`: two values into one register, the first on top.
    fn convert_two(
        &mut self,
        text: &InstructionText,
        mode: Mode,
        to_type: Type,
        from_type: Type,
    ) -> Result<bool> {
        let (Type::Packed(format), Type::Float(source)) = (to_type, from_type) else {
            return self.unknown(text);
        };
        let (to, _) = self.to(&text.operands[0])?;
        let a = self.from(&text.operands[1], from_type)?;
        let b = self.from(&text.operands[2], from_type)?;
        let half = to_type.bits() / 2;
        let f = map2(move |a, b| {
            let value = |x| mode.float(format, mode.read(source, x));
            value(a) << half | value(b)
        });
        self.map(f, to, &[a, b]);
        Ok(true)
    }

    /// `cvt.pack.sat.u8.s32.b32 d, a, b, c`: two narrow numbers below the low part of a third.
    fn pack(&mut self, text: &InstructionText, to_type: Type, _: Type) -> Result<bool> {
        self.pack_with(text, to_type, 4)
    }

    fn pack_with(
        &mut self,
        text: &InstructionText,
        to_type: Type,
        operands: usize,
    ) -> Result<bool> {
        self.count(text, operands..=operands)?;
        let (bits, sign) = (to_type.bits(), to_type.signed());
        let (to, _) = self.to(&text.operands[0])?;
        let mut from = Vec::new();
        for operand in &text.operands[1..] {
            from.push(self.from(operand, Type::Signed(32))?);
        }
        let f = map3(move |a, b, c| {
            let narrow = |x: u64| {
                let x = signed(x, 32);
                let (low, high) = if sign {
                    (-(1 << (bits - 1)), (1 << (bits - 1)) - 1)
                } else {
                    (0, (1 << bits) - 1)
                };
                truncate(x.clamp(low, high) as u64, bits)
            };
            truncate(c << (2 * bits) | narrow(a) << bits | narrow(b), 32)
        });
        self.map(f, to, &from);
        Ok(true)
    }
}

/// A float to a whole number: clamped to what fits, NaN to 0 (to the top bit for 64 bits).
fn float_to_whole(x: f64, round: Round, bits: u32, sign: bool) -> u64 {
    if x.is_nan() {
        return if bits == 64 { 1 << 63 } else { 0 };
    }
    let x = to_whole(x, round);
    let value = x as i128;
    let clamped = if sign {
        value.clamp(-(1 << (bits - 1)), (1 << (bits - 1)) - 1)
    } else {
        value.clamp(0, (1 << bits) - 1)
    };
    clamped as u64
}
