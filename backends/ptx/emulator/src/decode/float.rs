//! Float arithmetic.
//!
//! Additions, products, divisions and roots are rounded once, as IEEE 754 and PTX say. The
//! approximate instructions of PTX (`.approx`, `div.full`, `sin`, `cos`, `ex2`, `lg2`, `tanh`,
//! `rsqrt`) are computed in `f64` and rounded to nearest: at least as accurate as a device, not
//! bit-equal to one.

use super::builder::{Builder, Result, map1, map2, map3};
use crate::kernel::{Class, Map, Type, truncate};
use crate::number::{Arithmetic, Format, Round, arithmetic, decode, encode, flush};
use crate::text::syntax::InstructionText;

/// Modifiers that float instructions may have, beside types.
const KNOWN: &[&str] = &[
    "rn", "rz", "rm", "rp", "ftz", "sat", "approx", "full", "NaN", "xorsign", "abs", "relu", "oob",
    "noftz",
];

/// The rounding and the treatment of subnormal and large values.
#[derive(Clone, Copy)]
struct Mode {
    format: Format,
    round: Round,
    ftz: bool,
    sat: bool,
    relu: bool,
}

impl Mode {
    fn read(self, bits: u64) -> f64 {
        if self.ftz && self.format == Format::F32 {
            return flush(f32::from_bits(bits as u32)).into();
        }
        if self.ftz && self.format == Format::F16 {
            let subnormal = bits & 0x7C00 == 0;
            return decode(Format::F16, if subnormal { bits & 0x8000 } else { bits });
        }
        decode(self.format, bits)
    }

    /// The treatment of a rounded result: flushed, clamped to [0, 1], clamped below by 0.
    fn finish(self, bits: u64) -> u64 {
        let mut bits = bits;
        if self.ftz && self.format == Format::F32 {
            bits = flush(f32::from_bits(bits as u32)).to_bits().into();
        }
        if self.ftz && self.format == Format::F16 && bits & 0x7C00 == 0 {
            bits &= 0x8000;
        }
        if self.sat {
            let x = decode(self.format, bits);
            // NaN becomes +0.
            if x.is_nan() || x <= 0.0 {
                return 0;
            }
            if x > 1.0 {
                return encode(self.format, 1.0, Round::Nearest, false);
            }
        }
        if self.relu {
            let x = decode(self.format, bits);
            if x.is_nan() {
                return self.format.nan();
            }
            if x <= 0.0 {
                return 0;
            }
        }
        bits
    }

    fn plain(self) -> bool {
        self.round == Round::Nearest && !self.ftz && !self.sat && !self.relu
    }

    fn compute(self, op: Arithmetic, a: u64, b: u64, c: u64) -> u64 {
        let (a, b, c) = (self.read(a), self.read(b), self.read(c));
        self.finish(arithmetic(op, self.format, self.round, a, b, c))
    }

    /// A function of an approximation.
    fn approximate(self, f: impl Fn(f64) -> f64, a: u64) -> u64 {
        self.finish(encode(self.format, f(self.read(a)), Round::Nearest, false))
    }
}

/// The bits of a result of 32 bits; NaN is always the same.
fn single(x: f32) -> u64 {
    if x.is_nan() { 0x7FFF_FFFF } else { x.to_bits().into() }
}

fn as_single(bits: u64) -> f32 {
    f32::from_bits(bits as u32)
}

fn double(x: f64) -> u64 {
    if x.is_nan() { Format::F64.nan() } else { x.to_bits() }
}

impl Builder<'_> {
    /// Decodes float arithmetic. Whether `text` is that.
    pub(super) fn float(&mut self, text: &InstructionText) -> Result<bool> {
        let types: Vec<Type> = text.mods.iter().filter_map(|m| Type::parse(m)).collect();
        let Some(&ty) = types.last() else { return Ok(false) };
        let (format, packed) = match (ty, text.mods.last().map(String::as_str)) {
            (Type::Float(format), _) => (format, false),
            (Type::Packed(format), _) => (format, true),
            _ => return Ok(false),
        };
        let mut mode = Mode {
            format,
            round: Round::Nearest,
            ftz: text.has("ftz"),
            sat: text.has("sat"),
            relu: text.has("relu"),
        };
        for part in &text.mods {
            match part.as_str() {
                "rz" => mode.round = Round::Zero,
                "rm" => mode.round = Round::Down,
                "rp" => mode.round = Round::Up,
                _ => {}
            }
        }
        let Some((f, sources, special)) = function(text, mode) else { return Ok(false) };
        self.only(text, KNOWN)?;
        self.class = if special { Class::Special } else { Class::Float };
        self.flops = if text.name == "fma" || text.name == "mad" { 2 } else { 1 };
        if matches!(text.name.as_str(), "neg" | "abs" | "min" | "max" | "copysign") {
            self.flops = 0;
        }
        if let [Type::Float(Format::F32), Type::Float(narrow @ (Format::F16 | Format::Bf16))] =
            types[..]
        {
            return self.mixed(text, narrow, mode.round);
        }
        if packed {
            self.flops *= 2;
            let half = ty.bits() / 2;
            let f = pairs(f, half);
            return self.simple(text, f, sources, ty);
        }
        self.simple(text, f, sources, ty)
    }

    /// `add.f32.f16` and its kin: narrow operands in 32-bit arithmetic.
    fn mixed(&mut self, text: &InstructionText, narrow: Format, round: Round) -> Result<bool> {
        let mode =
            Mode { format: Format::F32, round, ftz: false, sat: text.has("sat"), relu: false };
        let single = Type::Float(Format::F32);
        let fma = text.name == "fma";
        self.count(text, if fma { 4..=4 } else { 3..=3 })?;
        let (to, _) = self.to(&text.operands[0])?;
        let a = self.from(&text.operands[1], Type::Float(narrow))?;
        let wide =
            move |bits: u64| encode(Format::F32, decode(narrow, bits), Round::Nearest, false);
        if fma {
            let b = self.from(&text.operands[2], Type::Float(narrow))?;
            let c = self.from(&text.operands[3], single)?;
            let f = map3(move |a, b, c| mode.compute(Arithmetic::Fma, wide(a), wide(b), c));
            self.map(f, to, &[a, b, c]);
        } else {
            let op = if text.name == "add" { Arithmetic::Add } else { Arithmetic::Sub };
            let b = self.from(&text.operands[2], single)?;
            self.map(map2(move |a, b| mode.compute(op, wide(a), b, 0)), to, &[a, b]);
        }
        Ok(true)
    }
}

/// A function of both halves of packed registers.
fn pairs(f: Map, half: u32) -> Map {
    Box::new(move |registers, from, to| {
        let low = from.map(|r| registers[r as usize].map(|x| truncate(x, half)));
        let high = from.map(|r| registers[r as usize].map(|x| x >> half));
        let mut upper = [0; 32];
        f(&low, [0, 1, 2, 3], to);
        f(&high, [0, 1, 2, 3], &mut upper);
        for (to, upper) in to.iter_mut().zip(upper) {
            *to |= upper << half;
        }
    })
}

/// The function of a float instruction, its number of sources, and whether it is one of the
/// special-function unit.
fn function(text: &InstructionText, mode: Mode) -> Option<(Map, usize, bool)> {
    let format = mode.format;
    let name = text.name.as_str();
    let binary = |op: Arithmetic| -> Map {
        match (format, op) {
            (Format::F32, Arithmetic::Add) if mode.plain() => {
                map2(|a, b| single(as_single(a) + as_single(b)))
            }
            (Format::F32, Arithmetic::Sub) if mode.plain() => {
                map2(|a, b| single(as_single(a) - as_single(b)))
            }
            (Format::F32, Arithmetic::Mul) if mode.plain() => {
                map2(|a, b| single(as_single(a) * as_single(b)))
            }
            (Format::F32, Arithmetic::Div) if mode.plain() => {
                map2(|a, b| single(as_single(a) / as_single(b)))
            }
            (Format::F64, Arithmetic::Add) if mode.plain() => {
                map2(|a, b| double(f64::from_bits(a) + f64::from_bits(b)))
            }
            (Format::F64, Arithmetic::Sub) if mode.plain() => {
                map2(|a, b| double(f64::from_bits(a) - f64::from_bits(b)))
            }
            (Format::F64, Arithmetic::Mul) if mode.plain() => {
                map2(|a, b| double(f64::from_bits(a) * f64::from_bits(b)))
            }
            _ => map2(move |a, b| mode.compute(op, a, b, 0)),
        }
    };
    let unary = |f: fn(f64) -> f64| -> Map { map1(move |a| mode.approximate(f, a)) };
    let sign = 1 << (Type::Float(format).bits() - 1);
    Some(match name {
        "add" => (binary(Arithmetic::Add), 2, false),
        "sub" => (binary(Arithmetic::Sub), 2, false),
        "mul" => (binary(Arithmetic::Mul), 2, false),
        "div" => {
            let special = text.has("approx") || text.has("full");
            (binary(Arithmetic::Div), 2, special)
        }
        "fma" | "mad" => {
            let f = match format {
                Format::F32 if mode.plain() => {
                    map3(|a, b, c| single(as_single(a).mul_add(as_single(b), as_single(c))))
                }
                Format::F64 if mode.plain() => map3(|a, b, c| {
                    double(f64::from_bits(a).mul_add(f64::from_bits(b), f64::from_bits(c)))
                }),
                _ => map3(move |a, b, c| mode.compute(Arithmetic::Fma, a, b, c)),
            };
            (f, 3, false)
        }
        "rcp" => {
            let one = encode(format, 1.0, Round::Nearest, false);
            let f = map1(move |a| mode.compute(Arithmetic::Div, one, a, 0));
            (f, 1, text.has("approx"))
        }
        "sqrt" => {
            let f = map1(move |a| mode.compute(Arithmetic::Sqrt, a, 0, 0));
            (f, 1, text.has("approx"))
        }
        "rsqrt" => (unary(|x| 1.0 / x.sqrt()), 1, true),
        "sin" => (unary(f64::sin), 1, true),
        "cos" => (unary(f64::cos), 1, true),
        "ex2" => (unary(f64::exp2), 1, true),
        "lg2" => (unary(f64::log2), 1, true),
        "tanh" => (unary(f64::tanh), 1, true),
        "neg" => {
            let f = map1(move |a| {
                let x = mode.read(a);
                if x.is_nan() && format != Format::F64 {
                    format.nan()
                } else {
                    flushed(mode, a) ^ sign
                }
            });
            (f, 1, false)
        }
        "abs" => {
            let f = map1(move |a| {
                let x = mode.read(a);
                if x.is_nan() && format != Format::F64 {
                    format.nan()
                } else {
                    flushed(mode, a) & !sign
                }
            });
            (f, 1, false)
        }
        "copysign" => {
            // The first operand gives the sign, the second the magnitude.
            (map2(move |a, b| a & sign | b & !sign), 2, false)
        }
        "min" | "max" => {
            let (least, nan) = (name == "min", text.has("NaN"));
            let xorsign = text.has("xorsign");
            let three = text.operands.len() == 4;
            let pick = move |a: u64, b: u64| {
                let flip = if xorsign { (a ^ b) & sign } else { 0 };
                let (a, b) = if xorsign { (a & !sign, b & !sign) } else { (a, b) };
                let (x, y) = (mode.read(a), mode.read(b));
                let bits = if x.is_nan() || y.is_nan() {
                    match (nan, x.is_nan(), y.is_nan()) {
                        (true, ..) | (_, true, true) => return format.nan(),
                        (_, true, _) => flushed(mode, b),
                        _ => flushed(mode, a),
                    }
                } else {
                    // -0 is less than +0.
                    let less = x < y || x == y && x.is_sign_negative();
                    flushed(mode, if less == least { a } else { b })
                };
                mode.finish(bits | flip)
            };
            if three {
                (map3(move |a, b, c| pick(pick(a, b), c)), 3, false)
            } else {
                (map2(pick), 2, false)
            }
        }
        _ => return None,
    })
}

/// A value's bits with subnormals made zeros, where the mode says so.
fn flushed(mode: Mode, bits: u64) -> u64 {
    Mode { sat: false, relu: false, ..mode }.finish(bits)
}
