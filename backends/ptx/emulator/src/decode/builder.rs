//! The state of a kernel while it is decoded: names, registers and constants.

use std::collections::HashMap;

use super::special::special;
use crate::kernel::{
    Address, Class, Constant, Guard, Instruction, KernelCode, Lanes, Map, Op, Type, truncate,
};
use crate::number::{self, Format, Round};
use crate::text::ParseError;
use crate::text::syntax::{Function, InstructionText, Operand, Space};

pub(super) type Result<T, E = ParseError> = std::result::Result<T, E>;

/// The meaning of a name.
#[derive(Clone, Debug)]
pub(super) enum Binding {
    /// A data register of so many bits.
    Register { slot: u32, bits: u32 },
    /// Registers `name0`, `name1`, …, from this slot on.
    Registers { slot: u32, count: u32, bits: u32 },
    /// A predicate.
    Predicate(u32),
    /// Predicates `name0`, `name1`, …
    Predicates { slot: u32, count: u32 },
    /// A variable of a thread's own memory, at this offset: `.local`, and `.param` of calls.
    Local(u32),
    /// A kernel's parameter, at this offset.
    Parameter(u32),
    /// A variable of shared memory, at this address.
    Shared(u32),
    /// The beginning of dynamic shared memory.
    DynamicShared,
    /// A variable of the module.
    Global,
    /// A position in the code, known at last.
    Label(usize),
    /// The targets of an indexed branch.
    Targets(Vec<String>),
}

/// Makes a kernel of a function's text.
pub(super) struct Builder<'a> {
    pub(super) functions: &'a HashMap<&'a str, &'a Function>,
    pub(super) kernel: KernelCode,
    pub(super) scopes: Vec<HashMap<String, Binding>>,
    /// The positions of labels.
    pub(super) labels: Vec<Option<u32>>,
    /// Registers of constants, by what they hold; numbered behind the data registers at last.
    pub(super) constants: Vec<Constant>,
    /// Functions being inlined, and where their `ret` goes.
    pub(super) returns: Vec<(String, usize)>,
    /// The address of shared variables that are placed already, by where they are declared.
    pub(super) shared: HashMap<(u32, String), u32>,
    pub(super) line: u32,
    pub(super) class: Class,
    pub(super) flops: u32,
    pub(super) guard: Option<Guard>,
}

/// The opcode of what sets a condition, which no text can have.
pub(super) const SET_CONDITION: &str = "set condition";

/// Constants are numbered from here while a kernel is built.
pub(super) const CONSTANT: u32 = 1 << 31;

/// A function of one register.
pub(super) fn map1(f: impl Fn(u64) -> u64 + Send + Sync + 'static) -> Map {
    Box::new(move |registers: &[Lanes], from, to| {
        let a = &registers[from[0] as usize];
        for (to, &a) in to.iter_mut().zip(a) {
            *to = f(a);
        }
    })
}

/// A function of two registers.
pub(super) fn map2(f: impl Fn(u64, u64) -> u64 + Send + Sync + 'static) -> Map {
    Box::new(move |registers: &[Lanes], from, to| {
        let (a, b) = (&registers[from[0] as usize], &registers[from[1] as usize]);
        for lane in 0..to.len() {
            to[lane] = f(a[lane], b[lane]);
        }
    })
}

/// A function of three registers.
pub(super) fn map3(f: impl Fn(u64, u64, u64) -> u64 + Send + Sync + 'static) -> Map {
    Box::new(move |registers: &[Lanes], from, to| {
        let [a, b, c, _] = from.map(|r| &registers[r as usize]);
        for lane in 0..to.len() {
            to[lane] = f(a[lane], b[lane], c[lane]);
        }
    })
}

/// A function of four registers.
pub(super) fn map4(f: impl Fn([u64; 4]) -> u64 + Send + Sync + 'static) -> Map {
    Box::new(move |registers: &[Lanes], from, to| {
        let from = from.map(|r| &registers[r as usize]);
        for lane in 0..to.len() {
            to[lane] = f(from.map(|r| r[lane]));
        }
    })
}

impl Builder<'_> {
    pub(super) fn fail<T>(&self, message: impl Into<String>) -> Result<T> {
        Err(ParseError { line: self.line, message: message.into() })
    }

    pub(super) fn unknown<T>(&self, text: &InstructionText) -> Result<T> {
        self.fail(format!("the instruction `{}` is not known to the emulator", text.opcode()))
    }

    /// Adds an operation to the code, in the name of the instruction at hand. Only the first
    /// of several counts.
    pub(super) fn emit(&mut self, op: Op) {
        let instruction = Instruction {
            op,
            guard: self.guard,
            line: self.line,
            class: self.class,
            flops: self.flops,
            operands: Box::default(),
        };
        self.class = Class::Hidden;
        self.flops = 0;
        self.kernel.code.push(instruction);
    }

    pub(super) fn map(&mut self, f: Map, to: u32, from: &[u32]) {
        let mut all = [0; 4];
        all[..from.len()].copy_from_slice(from);
        let fill = all[0];
        all[from.len()..].fill(fill);
        self.emit(Op::Map { f, to, from: all });
    }

    /// The register that holds a constant.
    pub(super) fn constant(&mut self, constant: Constant) -> u32 {
        let found = self.constants.iter().rposition(|c| *c == constant);
        let index = found.unwrap_or_else(|| {
            self.constants.push(constant);
            self.constants.len() - 1
        });
        CONSTANT + index as u32
    }

    pub(super) fn value(&mut self, value: u64) -> u32 {
        self.constant(Constant::Value(value))
    }

    /// A new data register.
    pub(super) fn register(&mut self, name: &str, bits: u32) -> u32 {
        self.kernel.registers.push(name.to_owned());
        self.kernel.widths.push(bits as u8);
        self.kernel.registers.len() as u32 - 1
    }

    /// A register that no name stands for.
    pub(super) fn hidden(&mut self) -> u32 {
        self.register("", 0)
    }

    pub(super) fn new_predicate(&mut self) -> u32 {
        self.kernel.predicates += 1;
        self.kernel.predicates - 1
    }

    /// The binding of a name. Of a numbered register, the binding of itself.
    pub(super) fn lookup(&self, name: &str) -> Option<Binding> {
        let stem = name.trim_end_matches(|c: char| c.is_ascii_digit());
        let number = || name[stem.len()..].parse::<u32>().ok();
        for scope in self.scopes.iter().rev() {
            match scope.get(name) {
                Some(Binding::Registers { .. } | Binding::Predicates { .. }) | None => {}
                Some(binding) => return Some(binding.clone()),
            }
            match scope.get(stem) {
                Some(&Binding::Registers { slot, count, bits }) => {
                    if let Some(n) = number().filter(|n| *n < count) {
                        return Some(Binding::Register { slot: slot + n, bits });
                    }
                }
                Some(&Binding::Predicates { slot, count }) => {
                    if let Some(n) = number().filter(|n| *n < count) {
                        return Some(Binding::Predicate(slot + n));
                    }
                }
                _ => {}
            }
        }
        None
    }

    /// The number of a label.
    pub(super) fn label(&self, name: &str) -> Result<usize> {
        match self.lookup(name) {
            Some(Binding::Label(label)) => Ok(label),
            _ => self.fail(format!("there is no label `{name}` here")),
        }
    }

    pub(super) fn predicate(&self, operand: &Operand) -> Result<Guard> {
        let (name, negated) = match operand {
            Operand::Name(name) => (name, false),
            Operand::Not(name) => (name, true),
            _ => return self.fail("a predicate expected"),
        };
        match self.lookup(name) {
            Some(Binding::Predicate(predicate)) => Ok(Guard { predicate, negated }),
            _ => self.fail(format!("`{name}` is not a predicate")),
        }
    }

    pub(super) fn is_predicate(&self, operand: &Operand) -> bool {
        let (Operand::Name(name) | Operand::Not(name)) = operand else { return false };
        matches!(self.lookup(name), Some(Binding::Predicate(_)))
    }

    /// The predicate an instruction writes; `_` goes nowhere.
    pub(super) fn to_predicate(&self, operand: &Operand) -> Result<Option<u32>> {
        if *operand == Operand::Name("_".into()) {
            return Ok(None);
        }
        Ok(Some(self.predicate(operand)?.predicate))
    }

    /// The register an instruction writes, and its bits; `_` goes nowhere.
    pub(super) fn to(&mut self, operand: &Operand) -> Result<(u32, u32)> {
        let Operand::Name(name) = operand else {
            return self.fail("a register expected as the destination");
        };
        if name == "_" {
            return Ok((self.hidden(), 64));
        }
        match self.lookup(name) {
            Some(Binding::Register { slot, bits }) => Ok((slot, bits)),
            _ => self.fail(format!("`{name}` is not a register that can be written")),
        }
    }

    /// The register that holds a source operand of a type.
    pub(super) fn from(&mut self, operand: &Operand, ty: Type) -> Result<u32> {
        let bits = ty.bits();
        let float = match ty {
            Type::Float(format) => Some(format),
            _ => None,
        };
        match operand {
            Operand::Integer(value) => match float {
                Some(Format::F32 | Format::F64) => {
                    // A whole number where a float is expected is that number's float.
                    let value = *value as i64 as f64;
                    let bits =
                        number::encode(float.unwrap_or(Format::F64), value, Round::Nearest, false);
                    Ok(self.value(bits))
                }
                _ => Ok(self.value(truncate(*value, bits))),
            },
            Operand::Single(value) => match float {
                Some(Format::F64) => Ok(self.value(f64::from(f32::from_bits(*value)).to_bits())),
                _ => Ok(self.value(u64::from(*value))),
            },
            Operand::Double(value) => match float {
                Some(Format::F32) => {
                    Ok(self.value((f64::from_bits(*value) as f32).to_bits().into()))
                }
                _ => Ok(self.value(*value)),
            },
            Operand::Name(name) => self.named(name, 0),
            Operand::Sum(name, offset) => self.named(name, *offset),
            _ => self.fail("a register or a number expected"),
        }
    }

    /// A register, a special register, or the address of a symbol.
    pub(super) fn named(&mut self, name: &str, offset: i64) -> Result<u32> {
        if let Some(special) = special(name) {
            return Ok(self.constant(Constant::Special(special)));
        }
        match self.lookup(name) {
            Some(Binding::Register { slot, .. }) if offset == 0 => Ok(slot),
            Some(Binding::Shared(at) | Binding::Local(at) | Binding::Parameter(at)) => {
                Ok(self.value((i64::from(at) + offset) as u64))
            }
            Some(Binding::DynamicShared) => Ok(self.constant(Constant::DynamicShared(offset))),
            Some(Binding::Global) => Ok(self.constant(Constant::Symbol(name.to_owned(), offset))),
            Some(Binding::Predicate(_)) => {
                self.fail(format!("`{name}` is a predicate where a value is expected"))
            }
            Some(_) => self.fail(format!("`{name}` can't be used as a value here")),
            None => self.fail(format!("there is nothing called `{name}` here")),
        }
    }

    /// Operands of a vector, or the one that is none.
    pub(super) fn elements<'o>(&self, operand: &'o Operand) -> Vec<&'o Operand> {
        match operand {
            Operand::Vector(all) => all.iter().collect(),
            one => vec![one],
        }
    }

    /// The address an operand names, in a space.
    pub(super) fn address(&mut self, operand: &Operand, space: Space) -> Result<Address> {
        let Operand::Address { base, offset, .. } = operand else {
            return self.fail("an address in brackets expected");
        };
        let mut space = space;
        let base = match base {
            None => self.value(0),
            Some(name) => {
                // Parameters of functions live in the thread's own memory.
                match (self.lookup(name), space) {
                    (Some(Binding::Local(_)), Space::Param | Space::Generic) => {
                        space = Space::Local
                    }
                    (Some(Binding::Shared(_) | Binding::DynamicShared), Space::Generic) => {
                        space = Space::Shared;
                    }
                    (Some(Binding::Parameter(_)), Space::Generic) => space = Space::Param,
                    _ => {}
                }
                self.named(name, 0)?
            }
        };
        Ok(Address { space, cluster: false, base, offset: *offset })
    }

    pub(super) fn count(
        &self,
        text: &InstructionText,
        allowed: std::ops::RangeInclusive<usize>,
    ) -> Result<()> {
        let count = text.operands.len();
        if allowed.contains(&count) {
            return Ok(());
        }
        self.fail(format!("`{}` does not take {count} operands", text.opcode()))
    }

    /// The last modifier, as a type.
    pub(super) fn last_type(&self, text: &InstructionText) -> Result<Type> {
        let found = text.mods.last().and_then(|m| Type::parse(m));
        match found {
            Some(ty) => Ok(ty),
            None => self.fail(format!("`{}` does not end with a type", text.opcode())),
        }
    }

    /// Fails unless every modifier is a type or in `known`.
    pub(super) fn only(&self, text: &InstructionText, known: &[&str]) -> Result<()> {
        for part in &text.mods {
            if Type::parse(part).is_none() && !known.contains(&part.as_str()) {
                return self.fail(format!(
                    "the instruction `{}` is not known to the emulator: `.{part}` is not",
                    text.opcode()
                ));
            }
        }
        Ok(())
    }
}
