//! Loads, stores, atomics.

use super::builder::{Builder, Result, map1};
use crate::kernel::{Access, Address, Atomic, Class, Op, Strength, Type, update};
use crate::text::syntax::{InstructionText, Operand, Space};

/// Modifiers of accesses that change nothing here: hints for caches, scopes.
const HINTS: &[&str] = &[
    "ca",
    "cg",
    "cs",
    "cv",
    "lu",
    "wb",
    "wt",
    "nc",
    "volatile",
    "relaxed",
    "acquire",
    "release",
    "acq_rel",
    "weak",
    "mmio",
    "cta",
    "cluster",
    "gpu",
    "sys",
    "gl",
    "v2",
    "v4",
    "v8",
    "global",
    "shared",
    "shared::cta",
    "shared::cluster",
    "local",
    "param",
    "param::entry",
    "param::func",
    "const",
    "unified",
    "noftz",
    "L1::evict_normal",
    "L1::evict_unchanged",
    "L1::evict_first",
    "L1::evict_last",
    "L1::no_allocate",
    "L2::cache_hint",
    "L2::64B",
    "L2::128B",
    "L2::256B",
    "L2::evict_last",
    "L2::evict_normal",
    "L2::evict_first",
];

/// The names of atomic operations.
const ATOMICS: &[&str] = &["add", "inc", "dec", "min", "max", "and", "or", "xor", "exch", "cas"];

/// The strength of an access, by its modifiers.
pub(super) fn strength(text: &InstructionText) -> Strength {
    if text.has("acq_rel") {
        Strength::AcquireRelease
    } else if text.has("acquire") {
        Strength::Acquire
    } else if text.has("release") {
        Strength::Release
    } else if text.has("relaxed") || text.has("volatile") || text.has("mmio") {
        Strength::Strong
    } else {
        Strength::Weak
    }
}

impl Builder<'_> {
    /// Decodes accesses of memory. Whether `text` is one.
    pub(super) fn access(&mut self, text: &InstructionText) -> Result<bool> {
        match text.name.as_str() {
            "ld" | "ldu" => self.load(text)?,
            "st" => self.store(text)?,
            "atom" | "red" if !text.has("async") => self.atomic(text)?,
            "prefetch" | "prefetchu" | "applypriority" | "discard" | "createpolicy" => {
                self.class = Class::Move;
                self.count(text, 1..=4)?;
                if text.name == "createpolicy" {
                    // A policy is a hint; the register only has to be defined.
                    let (to, _) = self.to(&text.operands[0])?;
                    let zero = self.value(0);
                    self.map(map1(|a| a), to, &[zero]);
                } else {
                    self.emit(Op::Nothing);
                }
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// The class of an access of a space.
    fn access_class(space: Space, load: bool) -> Class {
        match (space, load) {
            (Space::Shared, true) => Class::LoadShared,
            (Space::Shared, false) => Class::StoreShared,
            (Space::Local, _) => Class::Local,
            (Space::Param, _) => Class::Param,
            (_, true) => Class::LoadGlobal,
            (_, false) => Class::StoreGlobal,
        }
    }

    fn vector(&self, text: &InstructionText) -> usize {
        ["v2", "v4", "v8"].iter().position(|v| text.has(v)).map_or(1, |i| 2 << i)
    }

    fn load(&mut self, text: &InstructionText) -> Result<()> {
        self.only(text, HINTS)?;
        let hint = usize::from(text.has("L2::cache_hint"));
        self.count(text, 2..=2 + hint)?;
        let ty = self.last_type(text)?;
        let space = self.space(text)?;
        let mut address = self.address(&text.operands[1], space)?;
        address.cluster = text.has("shared::cluster");
        self.class = Self::access_class(address.space, true);
        let mut registers = Vec::new();
        for operand in self.elements(&text.operands[0]) {
            registers.push(self.to(operand)?.0);
        }
        if registers.len() != self.vector(text) {
            return self.fail("as many registers expected as the vector has elements");
        }
        let extend = if ty.signed() {
            let Operand::Name(_) = &text.operands[0] else {
                return self.load_vector(text, ty, address, registers);
            };
            Some(self.to(&text.operands[0])?.1)
        } else {
            None
        };
        let access =
            Access { address, bytes: ty.bits() / 8, extend, registers, strength: strength(text) };
        self.emit(Op::Load(Box::new(access)));
        Ok(())
    }

    /// A vector of signed elements, each extended to its register.
    fn load_vector(
        &mut self,
        text: &InstructionText,
        ty: Type,
        address: Address,
        registers: Vec<u32>,
    ) -> Result<()> {
        let Operand::Vector(all) = &text.operands[0] else { return Ok(()) };
        let bits = self.to(&all[0])?.1;
        let access = Access {
            address,
            bytes: ty.bits() / 8,
            extend: Some(bits),
            registers,
            strength: strength(text),
        };
        self.emit(Op::Load(Box::new(access)));
        Ok(())
    }

    fn store(&mut self, text: &InstructionText) -> Result<()> {
        if text.has("async") {
            return self.store_async(text);
        }
        self.only(text, HINTS)?;
        let hint = usize::from(text.has("L2::cache_hint"));
        self.count(text, 2..=2 + hint)?;
        let ty = self.last_type(text)?;
        let space = self.space(text)?;
        let mut address = self.address(&text.operands[0], space)?;
        address.cluster = text.has("shared::cluster");
        self.class = Self::access_class(address.space, false);
        let mut registers = Vec::new();
        for operand in self.elements(&text.operands[1]) {
            registers.push(self.from(operand, ty)?);
        }
        if registers.len() != self.vector(text) {
            return self.fail("as many registers expected as the vector has elements");
        }
        let access = Access {
            address,
            bytes: ty.bits() / 8,
            extend: None,
            registers,
            strength: strength(text),
        };
        self.emit(Op::Store(Box::new(access)));
        Ok(())
    }

    fn atomic(&mut self, text: &InstructionText) -> Result<()> {
        let known: Vec<&str> = HINTS.iter().chain(ATOMICS).copied().collect();
        self.only(text, &known)?;
        self.class = Class::Atomic;
        let Some(name) = text.mods.iter().find(|m| ATOMICS.contains(&m.as_str())) else {
            return self.unknown(text).map(|_: bool| ());
        };
        let ty = self.last_type(text)?;
        let space = self.space(text)?;
        let returns = usize::from(text.name == "atom");
        let cas = usize::from(name == "cas");
        self.count(text, 2 + returns + cas..=3 + returns + cas)?;
        let operands = &text.operands[returns..];
        let mut address = self.address(&operands[0], space)?;
        address.cluster = text.has("shared::cluster");
        let mut old = Vec::new();
        if returns == 1 {
            for operand in self.elements(&text.operands[0]) {
                old.push(self.to(operand)?.0);
            }
        }
        let mut values = Vec::new();
        for operand in self.elements(&operands[1]) {
            values.push(self.from(operand, ty)?);
        }
        if values.is_empty() {
            return self.fail("an operand expected");
        }
        let swap = if cas == 1 { self.from(&operands[2], ty)? } else { values[0] };
        let Some(update) = update(name, ty) else {
            return self.unknown(text).map(|_: bool| ());
        };
        let strength = match strength(text) {
            Strength::Weak => Strength::Strong,
            strength => strength,
        };
        let atomic =
            Atomic { address, bytes: ty.bits() / 8, old, operands: values, swap, update, strength };
        self.emit(Op::Atomic(Box::new(atomic)));
        Ok(())
    }
}
