//! Values in registers: where their lanes lie, and constants.
//!
//! A scalar integer is in a general register, whose bits above its width mean nothing, but that an
//! `i1` is 0 or 1; halves and bfloat16 of one lane are there too. A scalar float is in lane 0 of a
//! vector register. Vectors of truth values are masks, of which the bits above the lanes mean
//! nothing; other vectors take as many registers of 64 bytes as they need, or a part of one.

use hloom_loops::program::{Scalar, Type, Value};
use regalloc2::VReg;

use super::{Def, Form, Key, Memory, MemoryBase, Parts, Selector, Src};
use crate::machine::Kind;
use crate::{Built, broken, opcode, unsupported};

/// The arrangement of a vector in registers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Shape {
    /// The number of registers.
    pub(crate) parts: u16,
    /// Lanes of a register.
    pub(crate) lanes: u16,
    /// 0, 1 or 2 for registers of 16, 32 or 64 bytes.
    pub(crate) length: u8,
    /// Bytes of a lane.
    pub(crate) bytes: u8,
}

/// The arrangement of a vector, or of a scalar as one of one lane.
pub(crate) fn shape(ty: Type) -> Shape {
    let bytes = ty.scalar.bytes() as u16;
    let total = ty.lanes * bytes;
    let parts = (total / 64).max(1);
    let length = match total {
        0..=16 => 0,
        32 => 1,
        _ => 2,
    };
    Shape { parts, lanes: ty.lanes / parts, length, bytes: bytes as u8 }
}

/// Whether a value of this type is in a general register.
pub(crate) fn is_general(ty: Type) -> bool {
    ty.lanes == 1 && !ty.scalar.is_arithmetic_float()
}

/// Whether it is a mask.
pub(crate) fn is_mask(ty: Type) -> bool {
    ty.lanes > 1 && ty.scalar == Scalar::I1
}

impl<'p> Selector<'_, 'p> {
    /// Notes that a value is used, and says whether it ends with that.
    pub(crate) fn used(&mut self, value: Value) -> bool {
        let left = self.left.entry(value).or_default();
        *left = left.saturating_sub(1);
        let last = *left == 0;
        let own = match self.values.get(&value) {
            Some(Def::Registers(_, frame)) => *frame == self.now,
            Some(Def::Load(_) | Def::Splat(_)) => true,
            Some(Def::Constant(_)) | None => false,
        };
        last && own
    }

    /// The frame in which a value is known.
    pub(crate) fn frame_of(&self, value: Value) -> usize {
        match self.values.get(&value) {
            Some(Def::Registers(_, frame)) => *frame,
            Some(Def::Constant(_)) | None => 0,
            Some(Def::Load(_) | Def::Splat(_)) => self.frames.len() - 1,
        }
    }

    pub(crate) fn define(&mut self, value: Value, parts: Parts, frame: usize) {
        self.values.insert(value, Def::Registers(parts, frame));
    }

    /// The bits of a constant.
    pub(crate) fn constant_of(&self, value: Value) -> Option<u64> {
        match self.values.get(&value) {
            Some(Def::Constant(bits)) => Some(*bits),
            _ => None,
        }
    }

    /// The registers of a value.
    pub(crate) fn parts(&mut self, value: Value) -> Built<Parts> {
        let ty = self.type_of(value);
        match self.values.get(&value) {
            Some(Def::Registers(parts, _)) => Ok(parts.clone()),
            Some(Def::Constant(bits)) => {
                let register = self.constant(ty, *bits)?;
                let count = match is_mask(ty) {
                    true => (ty.lanes / 64).max(1),
                    false => shape(ty).parts,
                };
                Ok((0..count).map(|_| register).collect())
            }
            Some(Def::Load(_) | Def::Splat(_)) => {
                self.load_now(value)?;
                self.parts(value)
            }
            None => broken("a value that is used before it is known"),
        }
    }

    /// The register of a value that has one.
    pub(crate) fn one(&mut self, value: Value) -> Built<VReg> {
        let parts = self.parts(value)?;
        match parts[..] {
            [register] => Ok(register),
            _ => broken("a value of several registers"),
        }
    }

    /// These bits in every lane of a register.
    pub(crate) fn constant(&mut self, ty: Type, bits: u64) -> Built<VReg> {
        let ty = if is_general(ty) || is_mask(ty) {
            ty
        } else {
            // All registers of a vector hold the same.
            let shape = shape(ty);
            Type { lanes: shape.lanes, ..ty }
        };
        if is_general(ty) {
            return Ok(self.number(bits as i64));
        }
        let key = Key::Constant(ty, bits);
        Ok(self.once(key, 0, |it| it.make_constant(ty, bits))?.0)
    }

    /// A number in a general register, here: it costs less than to keep it.
    pub(crate) fn number(&mut self, value: i64) -> VReg {
        let register = self.new_general();
        self.push(Kind::Number(value), &[regalloc2::Operand::reg_def(register)]);
        register
    }

    fn make_constant(&mut self, ty: Type, bits: u64) -> Built<VReg> {
        if is_mask(ty) {
            let register = self.new_mask();
            let number = self.number(if bits == 0 { 0 } else { -1 });
            let form =
                Form { def: Some(register), rm: Some(Src::Register(number)), ..Form::default() };
            self.ins(opcode::KMOV_FROM, form);
            return Ok(register);
        }
        let shape = shape(ty);
        let register = self.new_vector();
        if bits == 0 {
            return Ok(self.zero(register));
        }
        let memory = self.pooled(bits, shape.bytes);
        let opcode = match ty.lanes {
            1 if shape.bytes == 8 => opcode::MOVSD,
            1 => opcode::MOVSS,
            _ => opcode::broadcast(shape.bytes),
        };
        let form = Form {
            length: if ty.lanes == 1 { 0 } else { shape.length },
            def: Some(register),
            rm: Some(Src::Memory(memory)),
            ..Form::default()
        };
        self.ins(opcode, form);
        Ok(register)
    }

    /// All zeros.
    fn zero(&mut self, register: VReg) -> VReg {
        let at = self.unit.pool(&[0; 64], 64);
        let memory =
            Memory { base: MemoryBase::Constants, index: None, scale: 0, displacement: at as i32 };
        let form = Form {
            length: 2,
            def: Some(register),
            rm: Some(Src::Memory(memory)),
            ..Form::default()
        };
        self.ins(opcode::MOVUPS, form);
        register
    }

    /// A constant of so many bytes in memory.
    pub(crate) fn pooled(&mut self, bits: u64, bytes: u8) -> Memory {
        let at = self.unit.pool(&bits.to_le_bytes()[..usize::from(bytes)], usize::from(bytes));
        Memory { base: MemoryBase::Constants, index: None, scale: 0, displacement: at as i32 }
    }

    /// A vector with these bytes.
    pub(crate) fn vector_constant(&mut self, bytes: &[u8]) -> Built<VReg> {
        let at = self.unit.pool(bytes, bytes.len());
        let length = match bytes.len() {
            64 => 2,
            32 => 1,
            16 => 0,
            _ => return broken("a vector of odd size"),
        };
        let make = |it: &mut Self| {
            let register = it.new_vector();
            let memory = Memory {
                base: MemoryBase::Constants,
                index: None,
                scale: 0,
                displacement: at as i32,
            };
            let form = Form {
                length,
                def: Some(register),
                rm: Some(Src::Memory(memory)),
                ..Form::default()
            };
            it.ins(opcode::MOVUPS, form);
            Ok(register)
        };
        Ok(self.once(Key::Pool(at, length), 0, make)?.0)
    }

    /// A mask with these bits.
    pub(crate) fn mask_constant(&mut self, bits: u64) -> Built<VReg> {
        let make = |it: &mut Self| {
            let number = it.number(bits as i64);
            let register = it.new_mask();
            let form =
                Form { def: Some(register), rm: Some(Src::Register(number)), ..Form::default() };
            it.ins(opcode::KMOV_FROM, form);
            Ok(register)
        };
        Ok(self.once(Key::Lanes(bits), 0, make)?.0)
    }

    /// An operand of an instruction that may take it from memory. Part `part` of it.
    pub(crate) fn source(
        &mut self,
        value: Value,
        part: usize,
        op: crate::encode::Opcode,
    ) -> Built<Src> {
        let ty = self.type_of(value);
        let layout = shape(ty);
        let whole = ty.lanes == 1 || ty.lanes * u16::from(layout.bytes) >= 16;
        let fits = match op.tuple {
            crate::encode::Tuple::Full(bytes) | crate::encode::Tuple::Bytes(bytes) => {
                bytes == layout.bytes
            }
            crate::encode::Tuple::Whole => true,
            _ => false,
        };
        if fits && !is_mask(ty) && !is_general(ty) {
            match self.values.get(&value) {
                Some(Def::Constant(bits))
                    if (op.broadcasts() || ty.lanes == 1)
                        && *bits != 0
                        && layout.bytes >= 4
                        && self
                            .known(&Key::Constant(Type { lanes: layout.lanes, ..ty }, *bits))
                            .is_none() =>
                {
                    let memory = self.pooled(*bits, layout.bytes);
                    return Ok(if ty.lanes == 1 {
                        Src::Memory(memory)
                    } else {
                        Src::Broadcast(memory)
                    });
                }
                Some(Def::Load(access))
                    if whole && layout.parts == 1 && self.left_of(value) == 0 =>
                {
                    let access = *access;
                    let memory = self.access_address(access, 0)?;
                    self.taken(value);
                    return Ok(Src::Memory(memory));
                }
                Some(Def::Splat(of))
                    if op.broadcasts() && layout.parts == 1 && self.left_of(value) == 0 =>
                {
                    // The scalar may have other uses, which need it in a register.
                    let of = *of;
                    if let (Some(Def::Load(access)), 0) = (self.values.get(&of), self.left_of(of)) {
                        let access = *access;
                        let memory = self.access_address(access, 0)?;
                        self.taken(of);
                        self.taken(value);
                        return Ok(Src::Broadcast(memory));
                    }
                }
                _ => {}
            }
        }
        Ok(Src::Register(self.parts(value)?[part]))
    }

    /// The number of times that a value is still to be used.
    pub(crate) fn left_of(&self, value: Value) -> u32 {
        self.left.get(&value).copied().unwrap_or(0)
    }

    /// Notes that a load is made where it is used.
    pub(crate) fn taken(&mut self, value: Value) {
        self.pending.retain(|other| *other != value);
        self.values.remove(&value);
    }

    /// A mask for the lanes of one register of a vector of such lanes.
    pub(crate) fn mask_of_part(&mut self, masks: &Parts, part: u16, lanes: u16) -> Built<VReg> {
        let first = part * lanes;
        let Some(mask) = masks.get(usize::from(first / 64)) else {
            return broken("a mask that is too short");
        };
        let shift = first % 64;
        if shift == 0 {
            return Ok(*mask);
        }
        Ok(self.shifted_mask(*mask, shift as u8))
    }

    pub(crate) fn shifted_mask(&mut self, mask: VReg, by: u8) -> VReg {
        let shifted = self.new_mask();
        let form = Form {
            def: Some(shifted),
            rm: Some(Src::Register(mask)),
            immediate: Some((i32::from(by), 1)),
            ..Form::default()
        };
        self.ins(opcode::KSHIFTR, form);
        shifted
    }

    /// Masks of the lanes of each register, put together.
    pub(crate) fn joined_masks(&mut self, masks: &[VReg], lanes: u16) -> Built<Parts> {
        let (mut masks, mut lanes) = (masks.to_vec(), lanes);
        while masks.len() > 1 && lanes < 64 {
            let opcode = match lanes {
                8 => opcode::KUNPACK_8,
                16 => opcode::KUNPACK_16,
                32 => opcode::KUNPACK_32,
                _ => return unsupported("masks of few lanes"),
            };
            masks = masks
                .chunks(2)
                .map(|pair| {
                    let joined = self.new_mask();
                    let form = Form {
                        length: 1,
                        def: Some(joined),
                        vvvv: Some(pair[pair.len() - 1]),
                        rm: Some(Src::Register(pair[0])),
                        ..Form::default()
                    };
                    self.ins(opcode, form);
                    joined
                })
                .collect();
            lanes *= 2;
        }
        Ok(Parts::from_vec(masks))
    }
}
