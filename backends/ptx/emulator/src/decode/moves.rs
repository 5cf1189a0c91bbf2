//! Moves, selections, comparisons, predicates, special registers.

use std::cmp::Ordering;

use super::builder::{Builder, Result, map1, map2, map3, map4};
use crate::kernel::{Class, Condition, Guard, Lanes, Logic, Mask, Op, Type, signed, truncate};
use crate::memory::{LOCAL_WINDOW, PARAM_WINDOW, SHARED_WINDOW};
use crate::number;
use crate::text::syntax::{InstructionText, Operand, Space};

impl Builder<'_> {
    /// Decodes moves, selections, comparisons. Whether `text` is one.
    pub(super) fn moves(&mut self, text: &InstructionText) -> Result<bool> {
        self.class = Class::Move;
        match text.name.as_str() {
            "mov" => self.mov(text)?,
            "cvta" => self.cvta(text)?,
            "selp" => {
                self.count(text, 4..=4)?;
                let ty = self.last_type(text)?;
                let (to, _) = self.to(&text.operands[0])?;
                let a = self.from(&text.operands[1], ty)?;
                let b = self.from(&text.operands[2], ty)?;
                let by = self.predicate(&text.operands[3])?;
                self.emit(Op::Select { to, from: [a, b], by });
            }
            "slct" => {
                self.count(text, 4..=4)?;
                let types: Vec<_> = text.mods.iter().filter_map(|m| Type::parse(m)).collect();
                let [ty, by] = types[..] else { return self.unknown(text) };
                let (to, _) = self.to(&text.operands[0])?;
                let a = self.from(&text.operands[1], ty)?;
                let b = self.from(&text.operands[2], ty)?;
                let c = self.from(&text.operands[3], by)?;
                let float = matches!(by, Type::Float(_));
                let flush = text.has("ftz");
                let f = map3(move |a, b, c| {
                    let take = if float {
                        let c = f32::from_bits(c as u32);
                        c >= 0.0 || flush && c.is_subnormal()
                    } else {
                        signed(c, 32) >= 0
                    };
                    if take { a } else { b }
                });
                self.map(f, to, &[a, b, c]);
            }
            "setp" => self.setp(text)?,
            "set" => self.set(text)?,
            "testp" => {
                self.count(text, 2..=2)?;
                let ty = self.last_type(text)?;
                let Type::Float(format) = ty else { return self.unknown(text) };
                let test: fn(f64, bool) -> bool = match text.mods[0].as_str() {
                    "finite" => |x, _| x.is_finite(),
                    "infinite" => |x, _| x.is_infinite(),
                    "number" => |x, _| !x.is_nan(),
                    "notanumber" => |x, _| x.is_nan(),
                    "normal" => |x, small| x.is_normal() && !small,
                    "subnormal" => |x, small| x.is_subnormal() || small,
                    _ => return self.unknown(text),
                };
                let single = format == number::Format::F32;
                let a = self.from(&text.operands[1], ty)?;
                let f = condition(move |a, _| {
                    let x = number::decode(format, a);
                    test(x, single && f32::from_bits(a as u32).is_subnormal())
                });
                let to = self.to_predicate(&text.operands[0])?;
                self.emit(Op::Compare { f, from: [a, a], to, other: None, with: None });
            }
            "and" | "or" | "xor" | "not" if text.mods == ["pred"] => {
                let sources = if text.name == "not" { 1 } else { 2 };
                self.count(text, sources + 1..=sources + 1)?;
                let logic = match text.name.as_str() {
                    "and" => Logic::And,
                    "or" => Logic::Or,
                    "xor" => Logic::Xor,
                    _ => Logic::Not,
                };
                self.logic(logic, text)?;
            }
            "isspacep" => {
                self.count(text, 2..=2)?;
                let space = self.space(text)?;
                let Some(to) = self.to_predicate(&text.operands[0])? else { return Ok(true) };
                let address = self.from(&text.operands[1], Type::Unsigned(64))?;
                self.emit(Op::IsSpace { to, address, space });
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn logic(&mut self, logic: Logic, text: &InstructionText) -> Result<()> {
        let Some(to) = self.to_predicate(&text.operands[0])? else { return Ok(()) };
        let a = self.guard_or_constant(&text.operands[1])?;
        let b = match text.operands.get(2) {
            Some(operand) => self.guard_or_constant(operand)?,
            None => a,
        };
        self.emit(Op::Predicate { logic, to, a, b });
        Ok(())
    }

    /// A predicate, or a number made one.
    fn guard_or_constant(&mut self, operand: &Operand) -> Result<Guard> {
        let Operand::Integer(value) = operand else { return self.predicate(operand) };
        let predicate = self.new_predicate();
        let zero = self.value(0);
        let holds = value & 1 == 1;
        let (class, flops) = (self.class, self.flops);
        let f = condition(move |_, _| holds);
        self.emit(Op::Compare {
            f,
            from: [zero, zero],
            to: Some(predicate),
            other: None,
            with: None,
        });
        (self.class, self.flops) = (class, flops);
        if let Some(last) = self.kernel.code.last_mut() {
            last.class = Class::Hidden;
        }
        Ok(Guard { predicate, negated: false })
    }

    fn mov(&mut self, text: &InstructionText) -> Result<()> {
        self.count(text, 2..=2)?;
        if text.mods == ["pred"] {
            return self.logic(Logic::First, text);
        }
        let ty = self.last_type(text)?;
        let bits = ty.bits();
        match (&text.operands[0], &text.operands[1]) {
            (Operand::Vector(all), _) | (_, Operand::Vector(all))
                if !matches!(all.len(), 2 | 4) =>
            {
                return self.unknown(text);
            }
            (Operand::Vector(to), from) => {
                let part = bits / to.len() as u32;
                let source = match from {
                    Operand::Vector(from) if from.len() == to.len() => {
                        for (to, from) in to.iter().zip(from) {
                            let (to, _) = self.to(to)?;
                            let from = self.from(from, Type::Bits(part))?;
                            self.map(map1(move |a| truncate(a, part)), to, &[from]);
                        }
                        return Ok(());
                    }
                    from => self.from(from, ty)?,
                };
                for (index, to) in to.iter().enumerate() {
                    let (to, _) = self.to(to)?;
                    let shift = part * index as u32;
                    self.map(map1(move |a| truncate(a >> shift, part)), to, &[source]);
                }
            }
            (to, Operand::Vector(from)) => {
                let part = bits / from.len() as u32;
                let (to, _) = self.to(to)?;
                let mut all = Vec::new();
                for operand in from {
                    all.push(self.from(operand, Type::Bits(part))?);
                }
                let low = move |x: u64| truncate(x, part);
                let f = match all.len() {
                    2 => map2(move |a, b| low(b) << part | low(a)),
                    4 => map4(move |v| v.iter().rev().fold(0, |all, x| all << part | low(*x))),
                    _ => return self.unknown(text),
                };
                self.map(f, to, &all);
            }
            (to, Operand::Name(name))
                if matches!(
                    name.as_str(),
                    "%clock" | "%clock_hi" | "%clock64" | "%globaltimer"
                ) || name.starts_with("%globaltimer_") =>
            {
                let (to, _) = self.to(to)?;
                self.emit(Op::Clock { to, bits });
            }
            (to, from) => {
                if self.is_predicate(to) {
                    return self.fail("a predicate can only be moved by `mov.pred`");
                }
                let (to, _) = self.to(to)?;
                let from = self.from(from, ty)?;
                self.map(map1(move |a| truncate(a, bits)), to, &[from]);
            }
        }
        Ok(())
    }

    /// The state space among the modifiers; generic where none is.
    pub(super) fn space(&mut self, text: &InstructionText) -> Result<Space> {
        for part in &text.mods {
            return Ok(match part.as_str() {
                "global" => Space::Global,
                "const" => Space::Const,
                "shared" | "shared::cta" | "shared::cluster" => Space::Shared,
                "local" => Space::Local,
                "param" | "param::entry" | "param::func" => Space::Param,
                _ => continue,
            });
        }
        Ok(Space::Generic)
    }

    /// Addresses of a space to generic ones, or back.
    fn cvta(&mut self, text: &InstructionText) -> Result<()> {
        self.count(text, 2..=2)?;
        let ty = self.last_type(text)?;
        let (to, _) = self.to(&text.operands[0])?;
        let from = self.from(&text.operands[1], ty)?;
        let window = match self.space(text)? {
            Space::Shared => SHARED_WINDOW,
            Space::Local => LOCAL_WINDOW,
            Space::Param => PARAM_WINDOW,
            _ => 0,
        };
        let back = text.has("to");
        let bits = ty.bits();
        let f = map1(move |a| {
            truncate(if back { a.wrapping_sub(window) } else { a.wrapping_add(window) }, bits)
        });
        self.map(f, to, &[from]);
        Ok(())
    }

    /// The comparison that `text` names, with the type of its operands.
    fn comparison(&mut self, text: &InstructionText, ty: Type) -> Result<Condition> {
        let Some(how) = text.mods.first() else { return self.unknown(text) };
        let ftz = text.has("ftz");
        Ok(match ty {
            Type::Float(format) => {
                let Some(test) = float_test(how) else { return self.unknown(text) };
                let read = move |bits: u64| {
                    let x = number::decode(format, bits);
                    let small = ftz && format == number::Format::F32 && (x as f32).is_subnormal();
                    if small { 0.0 } else { x }
                };
                condition(move |a, b| test(read(a), read(b)))
            }
            Type::Unsigned(bits) | Type::Signed(bits) | Type::Bits(bits) => {
                let sign = ty.signed();
                let unsigned = matches!(how.as_str(), "lo" | "ls" | "hi" | "hs");
                let test: fn(Ordering) -> bool = match how.as_str() {
                    "eq" => Ordering::is_eq,
                    "ne" => Ordering::is_ne,
                    "lt" | "lo" => Ordering::is_lt,
                    "le" | "ls" => Ordering::is_le,
                    "gt" | "hi" => Ordering::is_gt,
                    "ge" | "hs" => Ordering::is_ge,
                    _ => return self.unknown(text),
                };
                if sign && !unsigned {
                    condition(move |a, b| test(signed(a, bits).cmp(&signed(b, bits))))
                } else {
                    condition(move |a, b| test(truncate(a, bits).cmp(&truncate(b, bits))))
                }
            }
            _ => return self.unknown(text),
        })
    }

    /// The predicate that a comparison is combined with, and how.
    fn combined(&mut self, text: &InstructionText, at: usize) -> Result<Option<(Logic, Guard)>> {
        let logic = match text.mods.get(1).map(String::as_str) {
            Some("and") => Logic::And,
            Some("or") => Logic::Or,
            Some("xor") => Logic::Xor,
            _ => {
                self.count(text, at..=at)?;
                return Ok(None);
            }
        };
        self.count(text, at + 1..=at + 1)?;
        let guard = self.predicate(&text.operands[at])?;
        Ok(Some((logic, guard)))
    }

    fn setp(&mut self, text: &InstructionText) -> Result<()> {
        let ty = self.last_type(text)?;
        if let Type::Packed(format) = ty {
            return self.setp_packed(text, format);
        }
        let f = self.comparison(text, ty)?;
        let with = self.combined(text, 3)?;
        let a = self.from(&text.operands[1], ty)?;
        let b = self.from(&text.operands[2], ty)?;
        let (to, other) = match &text.operands[0] {
            Operand::Pair(to, other) => (self.to_predicate(to)?, self.to_predicate(other)?),
            to => (self.to_predicate(to)?, None),
        };
        self.emit(Op::Compare { f, from: [a, b], to, other, with });
        Ok(())
    }

    /// `setp.f16x2`: a predicate for each half.
    fn setp_packed(&mut self, text: &InstructionText, format: number::Format) -> Result<()> {
        let ty = Type::Packed(format);
        let with = self.combined(text, 3)?;
        let a = self.from(&text.operands[1], ty)?;
        let b = self.from(&text.operands[2], ty)?;
        let Operand::Pair(low, high) = &text.operands[0] else { return self.unknown(text) };
        for (to, shift) in [(low, 0), (high, 16)] {
            let Some(test) = text.mods.first().and_then(|m| float_test(m)) else {
                return self.unknown(text);
            };
            let half = move |x: u64| number::decode(format, truncate(x >> shift, 16));
            let f = condition(move |a, b| test(half(a), half(b)));
            let to = self.to_predicate(to)?;
            self.emit(Op::Compare { f, from: [a, b], to, other: None, with });
        }
        Ok(())
    }

    /// `set`: a comparison that gives a number.
    fn set(&mut self, text: &InstructionText) -> Result<()> {
        let types: Vec<_> = text.mods.iter().filter_map(|m| Type::parse(m)).collect();
        let [result, ty] = types[..] else { return self.unknown(text).map(|_: bool| ()) };
        let with = self.combined(text, 3)?;
        let (to, _) = self.to(&text.operands[0])?;
        let a = self.from(&text.operands[1], ty)?;
        let b = self.from(&text.operands[2], ty)?;
        if let Type::Packed(format) = ty {
            let Some(test) = text.mods.first().and_then(|m| float_test(m)) else {
                return self.unknown(text).map(|_: bool| ());
            };
            let yes = if matches!(result, Type::Packed(_)) {
                number::encode(format, 1.0, number::Round::Nearest, false)
            } else {
                0xFFFF
            };
            let f = map2(move |a, b| {
                let half = |shift: u32| {
                    let value = |x: u64| number::decode(format, truncate(x >> shift, 16));
                    if test(value(a), value(b)) { yes << shift } else { 0 }
                };
                half(0) | half(16)
            });
            self.map(f, to, &[a, b]);
            return Ok(());
        }
        let f = self.comparison(text, ty)?;
        let predicate = self.new_predicate();
        self.emit(Op::Compare { f, from: [a, b], to: Some(predicate), other: None, with });
        let yes = match result {
            Type::Float(format) => number::encode(format, 1.0, number::Round::Nearest, false),
            ty => truncate(u64::MAX, ty.bits()),
        };
        let (yes, no) = (self.value(yes), self.value(0));
        self.emit(Op::Select { to, from: [yes, no], by: Guard { predicate, negated: false } });
        Ok(())
    }
}

/// A condition, lane by lane.
pub(super) fn condition(f: impl Fn(u64, u64) -> bool + Send + Sync + 'static) -> Condition {
    Box::new(move |registers: &[Lanes], from: [u32; 2]| -> Mask {
        let (a, b) = (&registers[from[0] as usize], &registers[from[1] as usize]);
        let mut mask = 0;
        for lane in 0..a.len() {
            mask |= u32::from(f(a[lane], b[lane])) << lane;
        }
        mask
    })
}

/// A comparison of floats; those with `u` hold where an operand is NaN.
fn float_test(how: &str) -> Option<fn(f64, f64) -> bool> {
    Some(match how {
        "eq" => |a, b| a == b,
        "ne" => |a, b| a != b && !a.is_nan() && !b.is_nan(),
        "lt" => |a, b| a < b,
        "le" => |a, b| a <= b,
        "gt" => |a, b| a > b,
        "ge" => |a, b| a >= b,
        "equ" => |a, b| a == b || a.is_nan() || b.is_nan(),
        "neu" => |a, b| a != b,
        "ltu" => |a, b| a < b || a.is_nan() || b.is_nan(),
        "leu" => |a, b| a <= b || a.is_nan() || b.is_nan(),
        "gtu" => |a, b| a > b || a.is_nan() || b.is_nan(),
        "geu" => |a, b| a >= b || a.is_nan() || b.is_nan(),
        "num" => |a, b| !a.is_nan() && !b.is_nan(),
        "nan" => |a, b| a.is_nan() || b.is_nan(),
        _ => return None,
    })
}
