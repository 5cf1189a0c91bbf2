//! Whole-number and bit arithmetic.

use super::builder::{Builder, Result, map1, map2, map3, map4};
use crate::kernel::{Class, Map, Op, Type, signed, truncate};
use crate::text::syntax::{InstructionText, Operand};

impl Builder<'_> {
    /// Decodes whole-number arithmetic. Whether `text` is that.
    pub(super) fn integer(&mut self, text: &InstructionText) -> Result<bool> {
        if let Some("u16x2" | "s16x2") = text.mods.last().map(String::as_str) {
            return self.halves(text);
        }
        let Some(ty) = text.mods.last().and_then(|m| Type::parse(m)) else { return Ok(false) };
        let (Type::Unsigned(bits) | Type::Signed(bits) | Type::Bits(bits)) = ty else {
            return Ok(false);
        };
        let sign = ty.signed();
        self.class = Class::Integer;
        let name = text.name.as_str();
        match name {
            "add" | "sub" | "mad" | "madc" | "addc" | "subc"
                if text.has("cc") || name.ends_with('c') =>
            {
                self.only(text, &["cc", "lo", "hi"])?;
                return self.carry(text, bits, sign);
            }
            "add" | "sub" | "min" | "max" | "div" | "rem" | "and" | "or" | "xor" | "not"
            | "cnot" | "neg" | "abs" | "popc" | "clz" | "brev" | "bmsk" | "szext" => {
                self.only(text, &["sat", "relu", "clamp", "wrap"])?;
            }
            "mul" | "mad" => self.only(text, &["lo", "hi", "wide", "sat"])?,
            "mul24" | "mad24" | "sad" | "bfe" | "bfi" | "shl" | "shr" => {
                self.only(text, &["lo", "hi"])?;
            }
            _ => {}
        }
        let f: Map = match name {
            "add" if text.has("sat") => saturating(bits, |a, b| a + b),
            "sub" if text.has("sat") => saturating(bits, |a, b| a - b),
            "add" => map2(move |a, b| truncate(a.wrapping_add(b), bits)),
            "sub" => map2(move |a, b| truncate(a.wrapping_sub(b), bits)),
            "mul" if text.has("wide") => return self.wide(text, bits, sign),
            "mad" if text.has("wide") => return self.wide(text, bits, sign),
            "mul" if text.has("hi") => map2(move |a, b| high(a, b, bits, sign)),
            "mul" => map2(move |a, b| truncate(a.wrapping_mul(b), bits)),
            "mad" if text.has("hi") && text.has("sat") => map3(move |a, b, c| {
                let sum = signed(high(a, b, bits, true), bits) + signed(c, bits);
                sum.clamp(i32::MIN.into(), i32::MAX.into()) as u32 as u64
            }),
            "mad" if text.has("hi") => {
                map3(move |a, b, c| truncate(high(a, b, bits, sign).wrapping_add(c), bits))
            }
            "mad" => map3(move |a, b, c| truncate(a.wrapping_mul(b).wrapping_add(c), bits)),
            "mul24" | "mad24" => {
                let upper = text.has("hi");
                let low = move |a: u64, b: u64| {
                    let product = if sign {
                        signed(a, 24) * signed(b, 24)
                    } else {
                        (truncate(a, 24) * truncate(b, 24)) as i64
                    };
                    truncate((if upper { product >> 16 } else { product }) as u64, 32)
                };
                if name == "mul24" {
                    map2(low)
                } else {
                    map3(move |a, b, c| truncate(low(a, b).wrapping_add(c), 32))
                }
            }
            "sad" if sign => map3(move |a, b, c| {
                truncate(c.wrapping_add(signed(a, bits).abs_diff(signed(b, bits))), bits)
            }),
            "sad" => map3(move |a, b, c| truncate(c.wrapping_add(a.abs_diff(b)), bits)),
            "div" if sign => map2(move |a, b| {
                // Division by zero has no defined result; all ones here.
                let (a, b) = (signed(a, bits), signed(b, bits));
                truncate(if b == 0 { u64::MAX } else { a.wrapping_div(b) as u64 }, bits)
            }),
            "div" => map2(move |a, b| {
                truncate(a, bits).checked_div(b).unwrap_or(truncate(u64::MAX, bits))
            }),
            "rem" if sign => map2(move |a, b| {
                let (a, b) = (signed(a, bits), signed(b, bits));
                truncate(if b == 0 { a as u64 } else { a.wrapping_rem(b) as u64 }, bits)
            }),
            "rem" => map2(move |a, b| a.checked_rem(b).unwrap_or(a)),
            "min" if sign && text.has("relu") => {
                map2(move |a, b| signed(a, bits).min(signed(b, bits)).max(0) as u64)
            }
            "max" if sign && text.has("relu") => {
                map2(move |a, b| signed(a, bits).max(signed(b, bits)).max(0) as u64)
            }
            "min" if sign => {
                map2(move |a, b| if signed(a, bits) <= signed(b, bits) { a } else { b })
            }
            "max" if sign => {
                map2(move |a, b| if signed(a, bits) >= signed(b, bits) { a } else { b })
            }
            "min" => map2(|a, b| a.min(b)),
            "max" => map2(|a, b| a.max(b)),
            "abs" => map1(move |a| truncate(signed(a, bits).wrapping_abs() as u64, bits)),
            "neg" => map1(move |a| truncate(a.wrapping_neg(), bits)),
            "and" => map2(|a, b| a & b),
            "or" => map2(|a, b| a | b),
            "xor" => map2(|a, b| a ^ b),
            "not" => map1(move |a| truncate(!a, bits)),
            "cnot" => map1(|a| u64::from(a == 0)),
            "shl" => map2(move |a, b| if b >= bits.into() { 0 } else { truncate(a << b, bits) }),
            "shr" if sign => {
                map2(move |a, b| truncate((signed(a, bits) >> b.min(63)) as u64, bits))
            }
            "shr" => map2(move |a, b| if b >= bits.into() { 0 } else { a >> b }),
            "popc" => map1(move |a| truncate(a, bits).count_ones().into()),
            "clz" => map1(move |a| u64::from(truncate(a, bits).leading_zeros() - (64 - bits))),
            "brev" => map1(move |a| a.reverse_bits() >> (64 - bits)),
            "bfind" => {
                self.only(text, &["shiftamt"])?;
                let shift = text.has("shiftamt");
                map1(move |a| {
                    let a = if sign && signed(a, bits) < 0 { truncate(!a, bits) } else { a };
                    match a.checked_ilog2() {
                        None => 0xFFFF_FFFF,
                        Some(top) if shift => u64::from(bits - 1 - top),
                        Some(top) => top.into(),
                    }
                })
            }
            "fns" => map3(|mask, base, offset| fns(mask as u32, base as u32, offset as u32 as i32)),
            "bfe" => map3(move |a, at, length| {
                extract(a, at as u32 & 255, length as u32 & 255, bits, sign)
            }),
            "bfi" => map4(move |[a, b, at, length]| {
                let (at, length) = (at as u32 & 255, length as u32 & 255);
                if at >= bits || length == 0 {
                    return b;
                }
                let field = truncate(truncate(u64::MAX, length) << at, bits);
                b & !field | a << at & field
            }),
            "bmsk" => {
                let clamp = text.has("clamp");
                map2(move |at, length| {
                    let (at, length) =
                        if clamp { (at.min(32), length.min(32)) } else { (at & 31, length & 31) };
                    truncate(truncate(u64::MAX, length as u32) << at, 32)
                })
            }
            "szext" => {
                let clamp = text.has("clamp");
                map2(move |a, b| {
                    let b = if clamp { b.min(32) } else { b & 31 } as u32;
                    match b {
                        0 => 0,
                        _ if sign => signed(a, b) as u32 as u64,
                        _ => truncate(a, b),
                    }
                })
            }
            "prmt" => return self.permute(text),
            "shf" => return self.funnel(text),
            "lop3" => return self.logic3(text),
            "dp4a" | "dp2a" => return self.dot(text),
            _ => return Ok(false),
        };
        let (to, _) = match text.operands.first() {
            Some(to) => self.to(to)?,
            None => return self.fail("operands are missing"),
        };
        let sources = match name {
            "not" | "cnot" | "neg" | "abs" | "popc" | "clz" | "brev" | "bfind" => 1,
            "mad" | "mad24" | "sad" | "bfe" | "fns" => 3,
            "bfi" => 4,
            _ => 2,
        };
        self.count(text, sources + 1..=sources + 1)?;
        let mut from = Vec::new();
        for (index, operand) in text.operands[1..].iter().enumerate() {
            let ty = match name {
                "shl" | "shr" | "bfe" if index > 0 => Type::Unsigned(32),
                "bfi" if index > 1 => Type::Unsigned(32),
                _ => ty,
            };
            from.push(self.from(operand, ty)?);
        }
        // An operand register may be wider than the type: what counts is its low part.
        self.map(f, to, &from);
        Ok(true)
    }

    /// `mul.wide` and `mad.wide`.
    fn wide(&mut self, text: &InstructionText, bits: u32, sign: bool) -> Result<bool> {
        let product = move |a, b| {
            let product = if sign {
                (signed(a, bits).wrapping_mul(signed(b, bits))) as u64
            } else {
                a.wrapping_mul(b)
            };
            truncate(product, bits * 2)
        };
        let narrow = Type::Unsigned(bits);
        let sources = if text.name == "mul" { 2 } else { 3 };
        self.count(text, sources + 1..=sources + 1)?;
        let (to, _) = self.to(&text.operands[0])?;
        let ty = if sign { Type::Signed(bits) } else { narrow };
        let a = self.from(&text.operands[1], ty)?;
        let b = self.from(&text.operands[2], ty)?;
        if sources == 2 {
            self.map(map2(product), to, &[a, b]);
        } else {
            let c = self.from(&text.operands[3], Type::Unsigned(bits * 2))?;
            let f = map3(move |a, b, c| truncate(product(a, b).wrapping_add(c), bits * 2));
            self.map(f, to, &[a, b, c]);
        }
        Ok(true)
    }

    /// Arithmetic that reads or writes the carry flag.
    fn carry(&mut self, text: &InstructionText, bits: u32, sign: bool) -> Result<bool> {
        type Flagged = fn(u64, u64, u64, bool) -> (u64, bool);
        fn add32(a: u64, b: u64, _: u64, carry: bool) -> (u64, bool) {
            let sum = truncate(a, 32) + truncate(b, 32) + u64::from(carry);
            (truncate(sum, 32), sum >> 32 != 0)
        }
        fn add64(a: u64, b: u64, _: u64, carry: bool) -> (u64, bool) {
            let sum = u128::from(a) + u128::from(b) + u128::from(carry);
            (sum as u64, sum >> 64 != 0)
        }
        fn sub32(a: u64, b: u64, _: u64, borrow: bool) -> (u64, bool) {
            let (a, b) = (truncate(a, 32), truncate(b, 32) + u64::from(borrow));
            (truncate(a.wrapping_sub(b), 32), a < b)
        }
        fn sub64(a: u64, b: u64, _: u64, borrow: bool) -> (u64, bool) {
            let (first, under) = a.overflowing_sub(b);
            let (second, also) = first.overflowing_sub(borrow.into());
            (second, under || also)
        }
        fn low32(a: u64, b: u64, c: u64, carry: bool) -> (u64, bool) {
            add32(truncate(a.wrapping_mul(b), 32), c, 0, carry)
        }
        fn low64(a: u64, b: u64, c: u64, carry: bool) -> (u64, bool) {
            add64(a.wrapping_mul(b), c, 0, carry)
        }
        fn high32(a: u64, b: u64, c: u64, carry: bool) -> (u64, bool) {
            add32(high(a, b, 32, false), c, 0, carry)
        }
        fn high64(a: u64, b: u64, c: u64, carry: bool) -> (u64, bool) {
            add64(high(a, b, 64, false), c, 0, carry)
        }
        fn high_signed32(a: u64, b: u64, c: u64, carry: bool) -> (u64, bool) {
            add32(high(a, b, 32, true), c, 0, carry)
        }
        fn high_signed64(a: u64, b: u64, c: u64, carry: bool) -> (u64, bool) {
            add64(high(a, b, 64, true), c, 0, carry)
        }
        let long = bits == 64;
        let upper = text.has("hi");
        let pick = |short: Flagged, wide: Flagged| if long { wide } else { short };
        let f = match text.name.as_str() {
            "add" | "addc" => pick(add32, add64),
            "sub" | "subc" => pick(sub32, sub64),
            _ if upper && sign => pick(high_signed32, high_signed64),
            _ if upper => pick(high32, high64),
            _ => pick(low32, low64),
        };
        let ty = Type::Unsigned(bits);
        let multiply = text.name.starts_with('m');
        self.count(text, if multiply { 4..=4 } else { 3..=3 })?;
        let (to, _) = self.to(&text.operands[0])?;
        let a = self.from(&text.operands[1], ty)?;
        let b = self.from(&text.operands[2], ty)?;
        let c = if multiply { self.from(&text.operands[3], ty)? } else { a };
        let reads = text.name.ends_with('c');
        self.emit(Op::Carry { f, to, from: [a, b, c], reads, writes: text.has("cc") });
        Ok(true)
    }

    /// `prmt`: bytes of two registers chosen by a third.
    fn permute(&mut self, text: &InstructionText) -> Result<bool> {
        self.only(text, &["f4e", "b4e", "rc8", "ecl", "ecr", "rc16"])?;
        self.count(text, 4..=4)?;
        // The modes of PTX ISA, "prmt", as selectors of bytes for each value of the low bits.
        let table: Option<[u64; 4]> = match text.mods[0].as_str() {
            "f4e" => Some([0x3210, 0x4321, 0x5432, 0x6543]),
            "b4e" => Some([0x5670, 0x6701, 0x7012, 0x0123]),
            "rc8" => Some([0x0000, 0x1111, 0x2222, 0x3333]),
            "ecl" => Some([0x3210, 0x3211, 0x3222, 0x3333]),
            "ecr" => Some([0x0000, 0x1110, 0x2210, 0x3210]),
            "rc16" => Some([0x1010, 0x3232, 0x1010, 0x3232]),
            _ => None,
        };
        let f = map3(move |a, b, selector| {
            let bytes = b << 32 | a & 0xFFFF_FFFF;
            let selector = table.map_or(selector, |t| t[selector as usize & 3]);
            (0..4).fold(0, |word, i| {
                let nibble = selector >> (4 * i) & 15;
                let byte = bytes >> (8 * (nibble & 7)) & 0xFF;
                let byte = match nibble >> 3 {
                    0 => byte,
                    _ => (byte >> 7) * 0xFF,
                };
                word | byte << (8 * i)
            })
        });
        self.simple(text, f, 3, Type::Bits(32))
    }

    /// `shf`: a shift of two registers.
    fn funnel(&mut self, text: &InstructionText) -> Result<bool> {
        self.only(text, &["l", "r", "clamp", "wrap"])?;
        let (left, clamp) = (text.has("l"), text.has("clamp"));
        let f = map3(move |low, high, by| {
            let pair = high << 32 | low & 0xFFFF_FFFF;
            let by = if clamp { (by & 0xFFFF_FFFF).min(32) } else { by & 31 };
            truncate(if left { pair << by >> 32 } else { pair >> by }, 32)
        });
        self.simple(text, f, 3, Type::Bits(32))
    }

    /// `lop3`: any function of three bits, by its truth table.
    fn logic3(&mut self, text: &InstructionText) -> Result<bool> {
        self.only(text, &[])?;
        self.count(text, 5..=5)?;
        let Operand::Integer(table) = text.operands[4] else {
            return self.fail("the table of `lop3` is a number");
        };
        let f = map3(move |a, b, c| {
            let mut all = 0;
            for row in (0..8).filter(|row| table >> row & 1 == 1) {
                let pick = |x: u64, bit: u32| if row >> bit & 1 == 1 { x } else { !x };
                all |= pick(a, 2) & pick(b, 1) & pick(c, 0);
            }
            truncate(all, 32)
        });
        let (to, _) = self.to(&text.operands[0])?;
        let mut from = Vec::new();
        for operand in &text.operands[1..4] {
            from.push(self.from(operand, Type::Bits(32))?);
        }
        self.map(f, to, &from);
        Ok(true)
    }

    /// `dp4a` and `dp2a`: dot products of bytes.
    fn dot(&mut self, text: &InstructionText) -> Result<bool> {
        self.only(text, &["lo", "hi"])?;
        let types: Vec<Type> = text.mods.iter().filter_map(|m| Type::parse(m)).collect();
        let [a_type, b_type] = types[..] else { return self.unknown(text) };
        let value = |x: u64, bits: u32, at: u32, ty: Type| {
            let field = truncate(x >> at, bits);
            if ty.signed() { signed(field, bits) } else { field as i64 }
        };
        let upper = text.has("hi");
        let four = text.name == "dp4a";
        let f = map3(move |a, b, c| {
            let terms = if four { 4 } else { 2 };
            let sum: i64 = (0..terms)
                .map(|i| {
                    if four {
                        value(a, 8, 8 * i, a_type) * value(b, 8, 8 * i, b_type)
                    } else {
                        let base = if upper { 16 } else { 0 };
                        value(a, 16, 16 * i, a_type) * value(b, 8, base + 8 * i, b_type)
                    }
                })
                .sum();
            truncate(c.wrapping_add(sum as u64), 32)
        });
        self.simple(text, f, 3, Type::Bits(32))
    }

    /// `add.u16x2` and its kin: two halves apart.
    fn halves(&mut self, text: &InstructionText) -> Result<bool> {
        self.only(text, &["u16x2", "s16x2", "relu"])?;
        self.class = Class::Integer;
        let sign = text.has("s16x2");
        let relu = text.has("relu");
        let name = text.name.clone();
        let kind = match name.as_str() {
            "add" => 0,
            "min" => 1,
            "max" => 2,
            _ => return Ok(false),
        };
        let one = move |a: u64, b: u64| {
            let less = if sign { signed(a, 16) < signed(b, 16) } else { a < b };
            let value = match kind {
                0 => truncate(a.wrapping_add(b), 16),
                1 if less => a,
                2 if !less => a,
                _ => b,
            };
            if relu && signed(value, 16) < 0 { 0 } else { value }
        };
        let f =
            map2(move |a, b| one(a >> 16, b >> 16) << 16 | one(truncate(a, 16), truncate(b, 16)));
        self.simple(text, f, 2, Type::Bits(32))
    }

    /// An instruction with one destination and sources of one type.
    pub(super) fn simple(
        &mut self,
        text: &InstructionText,
        f: Map,
        sources: usize,
        ty: Type,
    ) -> Result<bool> {
        self.count(text, sources + 1..=sources + 1)?;
        let (to, _) = self.to(&text.operands[0])?;
        let mut from = Vec::new();
        for operand in &text.operands[1..] {
            from.push(self.from(operand, ty)?);
        }
        self.map(f, to, &from);
        Ok(true)
    }
}

/// The upper half of a product.
fn high(a: u64, b: u64, bits: u32, sign: bool) -> u64 {
    let product = if sign {
        (i128::from(signed(a, bits)) * i128::from(signed(b, bits))) as u128
    } else {
        u128::from(a) * u128::from(b)
    };
    truncate((product >> bits) as u64, bits)
}

/// Signed arithmetic of 32 bits that stops at the ends.
fn saturating(bits: u32, f: fn(i64, i64) -> i64) -> Map {
    map2(move |a, b| {
        let value = f(signed(a, bits), signed(b, bits));
        value.clamp(i32::MIN.into(), i32::MAX.into()) as u32 as u64
    })
}

/// `bfe`: a field, filled up with its sign or, where it leaves the register, with the register's.
fn extract(a: u64, at: u32, length: u32, bits: u32, sign: bool) -> u64 {
    if length == 0 {
        return 0;
    }
    let top = (at + length - 1).min(bits - 1);
    let fill = sign && a >> top & 1 == 1;
    let field = if at >= bits { 0 } else { truncate(a >> at, length.min(bits - at)) };
    let width = if at >= bits { 0 } else { length.min(bits - at) };
    let filled = if fill { field | u64::MAX.checked_shl(width).unwrap_or(0) } else { field };
    truncate(filled, bits)
}

/// `fns`: the n-th set bit from a bit on.
fn fns(mask: u32, base: u32, offset: i32) -> u64 {
    let set = |i: u32| mask >> i & 1 == 1;
    let base = base & 31;
    let found = match offset {
        0 => set(base).then_some(base),
        1.. => (base..32).filter(|i| set(*i)).nth(offset as usize - 1),
        _ => (0..=base).rev().filter(|i| set(*i)).nth(offset.unsigned_abs() as usize - 1),
    };
    found.map_or(0xFFFF_FFFF, Into::into)
}
