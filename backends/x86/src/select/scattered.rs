//! Lanes at scattered places: gathers and scatters.

use hloom_loops::program::{Access, Lanes, Scalar, Type};
use regalloc2::{Operand, VReg};

use super::values::{Shape, shape};
use super::{Form, Memory, MemoryBase, Parts, Selector, Src};
use crate::machine::End;
use crate::opcode;
use crate::{Built, broken, unsupported};

impl Selector<'_, '_> {
    /// An address of vectors of offsets.
    pub(crate) fn scattered_address(&mut self, access: &Access) -> Built<Memory> {
        let memory = self.address(access.buffer, &access.offset)?;
        match (memory.base, memory.index) {
            (MemoryBase::Register(_), None) => Ok(memory),
            (MemoryBase::Constants, _) => {
                let (base, _) = self.base(access.buffer)?;
                let unit = self.program.buffer(access.buffer).storage().scalar.bytes() as i64;
                let at = i32::try_from(access.offset.offset() * unit);
                at.map_or_else(|_| unsupported("a far constant"), |at| Ok(Memory::at(base, at)))
            }
            _ => Ok(Memory::at(self.lea(memory)?, 0)),
        }
    }

    /// The offsets of an access in registers, and their bytes.
    pub(crate) fn offsets(&mut self, ty: Type, access: &Access) -> Built<(Parts, Shape)> {
        match access.lanes {
            Lanes::Gather(at) => {
                let shape = shape(self.type_of(at));
                Ok((self.parts(at)?, shape))
            }
            Lanes::Strided(stride) => {
                let far = stride.unsigned_abs().saturating_mul(u64::from(ty.lanes));
                let scalar = if far <= i32::MAX as u64 { Scalar::I32 } else { Scalar::I64 };
                let offsets = ty.with(scalar);
                Ok((self.iota_times(offsets, stride)?, shape(offsets)))
            }
            Lanes::Contiguous => broken("offsets of contiguous lanes"),
        }
    }

    /// The lanes that one instruction gathers or scatters, and the lengths of the instruction:
    /// that of the longer one of data and offsets.
    pub(crate) fn pieces(&self, ty: Type, data: Shape, offsets: Shape) -> Built<(u16, u8)> {
        let lanes = data.lanes.min(offsets.lanes);
        let longest = lanes * u16::from(data.bytes.max(offsets.bytes));
        let length = match longest {
            64.. => 2,
            32 => 1,
            _ => 0,
        };
        debug_assert!(lanes <= ty.lanes);
        Ok((lanes, length))
    }

    pub(crate) fn gathered(&mut self, ty: Type, access: &Access) -> Built<Parts> {
        let memory = self.scattered_address(access)?;
        let (offsets, layout) = self.offsets(ty, access)?;
        let masks = access.mask.map(|mask| self.parts(mask)).transpose()?;
        if shape(ty).bytes < 4 {
            if self.program.buffer(access.buffer).units() > i32::MAX as u64 - 8 {
                return unsupported("scattered bytes of a large buffer");
            }
            return self.gathered_bytes(ty, memory, (&offsets, layout), masks.as_ref());
        }
        self.gathered_from(ty, memory, (&offsets, layout), masks.as_ref())
    }

    /// Bytes or pairs of bytes, out of groups of four at multiples of four, which lie in one page
    /// with them.
    pub(crate) fn gathered_bytes(
        &mut self,
        ty: Type,
        memory: Memory,
        (offsets, layout): (&Parts, Shape),
        masks: Option<&Parts>,
    ) -> Built<Parts> {
        let bytes = shape(ty).bytes;
        let per = bytes.trailing_zeros() as u8;
        let address = self.lea(memory)?;
        let aligned = self.with_number(opcode::ALU_IMMEDIATE.wide(true), 4, address, (-4, 4));
        let rest = self.with_number(opcode::ALU_IMMEDIATE.wide(true), 4, address, (3, 4));
        let rest = match per {
            0 => rest,
            _ => self.with_number(opcode::SHIFT_IMMEDIATE.wide(true), 5, rest, (1, 1)),
        };
        let scalar = if layout.bytes == 8 { Scalar::I64 } else { Scalar::I32 };
        let length = layout.length;
        let rest = self.splat(rest, scalar, layout);
        let lane = Type { scalar, lanes: layout.lanes.max(2) };
        let within = self.constant(lane, (4 >> per) - 1)?;
        // The place within four bytes is added by itself, so that no sum is beyond 32 bits.
        let add =
            opcode::integer(1, if layout.bytes == 8 { 0xD4 } else { 0xFE }, layout.bytes == 8);
        let (mut groups, mut shifts) = (Parts::new(), Parts::new());
        for part in offsets {
            let whole = self.shifted(4, layout.bytes, length, *part, 2 - per);
            let at = self.ins2(opcode::AND, length, *part, Src::Register(within));
            let at = self.ins2(add, length, at, Src::Register(rest));
            let more = self.shifted(2, layout.bytes, length, at, 2 - per);
            groups.push(self.ins2(add, length, whole, Src::Register(more)));
            let at = self.ins2(opcode::AND, length, at, Src::Register(within));
            shifts.push(self.shifted(6, layout.bytes, length, at, 3 + per));
        }
        let wide = ty.with(Scalar::I32);
        let shifts = match layout.bytes {
            8 => self.truncated(&shifts, ty.with(Scalar::I64), wide)?,
            _ => shifts,
        };
        let lanes = self.gathered_from(wide, Memory::at(aligned, 0), (&groups, layout), masks)?;
        let shift = opcode::integer(2, 0x45, false);
        let long = shape(wide).length;
        let lanes: Parts = lanes
            .iter()
            .zip(&shifts)
            .map(|(lanes, by)| self.ins2(shift, long, *lanes, Src::Register(*by)))
            .collect();
        self.truncated(&lanes, wide, ty.with(ty.scalar.as_integer()))
    }

    /// Lanes of 4 or 8 bytes at an address plus offsets.
    pub(crate) fn gathered_from(
        &mut self,
        ty: Type,
        memory: Memory,
        (offsets, layout): (&Parts, Shape),
        masks: Option<&Parts>,
    ) -> Built<Parts> {
        let data = shape(ty);
        let (lanes, length) = self.pieces(ty, data, layout)?;
        let mut pieces = Vec::new();
        for piece in 0..ty.lanes / lanes {
            let index = self.piece_of(offsets, layout, piece, lanes)?;
            let mask = self.piece_mask(masks, piece, lanes)?;
            let zero = self.constant(Type { scalar: Scalar::I32, lanes: 16 }, 0)?;
            let (def, rest) = (self.new_vector(), self.new_mask());
            self.vector_access(
                opcode::gather(data.bytes, layout.bytes),
                length,
                memory,
                (index, data.bytes),
                &[
                    Operand::reg_use(zero),
                    Operand::reg_reuse_def(def, 0),
                    Operand::reg_use(mask),
                    Operand::reg_reuse_def(rest, 2),
                ],
            )?;
            pieces.push(def);
        }
        // Pieces that are half of a register.
        let mut parts = Parts::new();
        for pair in pieces.chunks(usize::from(data.lanes / lanes)) {
            parts.push(match *pair {
                [one] => one,
                [low, high] if lanes * u16::from(data.bytes) == 32 => {
                    self.ins_imm(opcode::INSERT_32, 2, Some(low), Src::Register(high), 1)
                }
                [low, high] if lanes * u16::from(data.bytes) == 16 => {
                    self.ins_imm(opcode::INSERT_16, 1, Some(low), Src::Register(high), 1)
                }
                _ => return unsupported("a gather"),
            });
        }
        Ok(parts)
    }

    /// A mask for some lanes of a gather or scatter, all of them without one.
    pub(crate) fn piece_mask(
        &mut self,
        masks: Option<&Parts>,
        piece: u16,
        lanes: u16,
    ) -> Built<VReg> {
        let all = self.mask_constant(u64::MAX >> (64 - lanes))?;
        let Some(masks) = masks else { return Ok(all) };
        let mask = self.mask_of_part(masks, piece, lanes)?;
        let both = self.new_mask();
        let form = Form {
            length: 1,
            def: Some(both),
            vvvv: Some(mask),
            rm: Some(Src::Register(all)),
            ..Form::default()
        };
        self.ins(opcode::KAND, form);
        Ok(both)
    }

    /// Some lanes of a vector, from lane 0 of a register on.
    pub(crate) fn piece_of(
        &mut self,
        parts: &Parts,
        layout: Shape,
        piece: u16,
        lanes: u16,
    ) -> Built<VReg> {
        let first = piece * lanes;
        let (part, within) = (first / layout.lanes, first % layout.lanes);
        let register = parts[usize::from(part)];
        let bytes = lanes * u16::from(layout.bytes);
        match within {
            0 => Ok(register),
            _ if bytes == 32 || bytes == 16 => {
                Ok(self.part_of(register, bytes as u8, (within / lanes) as u8))
            }
            _ => unsupported("a part of a vector"),
        }
    }

    /// A gather or scatter. `first` are the operands ahead: for a gather what lanes hold before,
    /// the result, the mask and what is left of it; for a scatter the data, the mask and what is
    /// left of it.
    pub(crate) fn vector_access(
        &mut self,
        opcode: crate::encode::Opcode,
        length: u8,
        memory: Memory,
        (index, bytes): (VReg, u8),
        first: &[Operand],
    ) -> Built<()> {
        use crate::machine::{Address, Kind, Place, Plain, Reg, Source};
        let MemoryBase::Register(base) = memory.base else { return broken("no base") };
        let mut operands = first.to_vec();
        let gathers = first.len() == 4;
        operands.push(Operand::reg_use_at_end(base));
        operands.push(Operand::reg_use_at_end(index));
        let count = first.len() as u8;
        let plain = Plain {
            opcode,
            length,
            reg: Reg::Operand(u8::from(gathers)),
            vvvv: Reg::Fixed(0),
            rm: Source::Memory(Address {
                place: Place::At(Reg::Operand(count)),
                index: Some(Reg::Operand(count + 1)),
                scale: bytes.trailing_zeros() as u8,
                displacement: memory.displacement,
            }),
            mask: Reg::Operand(count - 1),
            zero: false,
            broadcast: false,
            bytes: false,
            immediate: None,
        };
        self.push(Kind::Plain(plain), &operands);
        Ok(())
    }

    pub(crate) fn scattered(&mut self, ty: Type, parts: &Parts, access: &Access) -> Built<()> {
        let memory = self.scattered_address(access)?;
        let data = shape(ty);
        let (offsets, layout) = self.offsets(ty, access)?;
        let masks = access.mask.map(|mask| self.parts(mask)).transpose()?;
        if data.bytes < 4 {
            return self.scattered_bytes(ty, parts, memory, (&offsets, layout), masks.as_ref());
        }
        let (lanes, length) = self.pieces(ty, data, layout)?;
        for piece in 0..ty.lanes / lanes {
            let index = self.piece_of(&offsets, layout, piece, lanes)?;
            let register = self.piece_of(parts, data, piece, lanes)?;
            let mask = self.piece_mask(masks.as_ref(), piece, lanes)?;
            let rest = self.new_mask();
            self.vector_access(
                opcode::scatter(data.bytes, layout.bytes),
                length,
                memory,
                (index, data.bytes),
                &[
                    Operand::reg_use_at_end(register),
                    Operand::reg_use(mask),
                    Operand::reg_reuse_def(rest, 1),
                ],
            )?;
        }
        Ok(())
    }

    /// Bytes or pairs of bytes, one by one.
    pub(crate) fn scattered_bytes(
        &mut self,
        ty: Type,
        parts: &Parts,
        memory: Memory,
        (offsets, layout): (&Parts, Shape),
        masks: Option<&Parts>,
    ) -> Built<()> {
        let data = shape(ty);
        let values = self.stored(parts, data)?;
        let places = self.stored(offsets, layout)?;
        let MemoryBase::Register(base) = memory.base else { return broken("no base") };
        let mask = match masks {
            Some(masks) if masks.len() == 1 => Some(self.general_of_mask(masks[0])),
            Some(_) => return unsupported("a mask of many lanes"),
            None => None,
        };
        for lane in 0..u64::from(ty.lanes) {
            let after = match mask {
                None => None,
                Some(mask) => {
                    let bit = self.with_number(
                        opcode::SHIFT_IMMEDIATE.wide(true),
                        5,
                        mask,
                        (lane as i32, 1),
                    );
                    let form = Form {
                        extension: 0,
                        rm: Some(Src::Register(bit)),
                        immediate: Some((1, 4)),
                        ..Form::default()
                    };
                    // test r, 1
                    let (kind, operands) = self.plain(opcode::UNARY, form);
                    let test = self.make(kind, &operands);
                    let (yes, no, after) = (self.new_block(), self.new_block(), self.new_block());
                    let at = self.at;
                    self.blocks[at].test = Some(test);
                    self.blocks[at].end = Some(End::Branch(opcode::condition::NE, yes, no));
                    self.blocks[no].end = Some(End::Jump(after, Vec::new()));
                    self.at = yes;
                    Some(after)
                }
            };
            let offset = self.new_general();
            let place = Self::on_stack(places + u64::from(layout.bytes) * lane);
            let form = Form { def: Some(offset), rm: Some(Src::Memory(place)), ..Form::default() };
            let wide = layout.bytes == 8;
            self.ins(if wide { opcode::MOV.wide(true) } else { opcode::MOVSXD }, form);
            let place = Self::on_stack(values + u64::from(data.bytes) * lane);
            let value = self.load_scalar(ty.scalar.as_integer(), place);
            let target = Memory {
                base: MemoryBase::Register(base),
                index: Some(offset),
                scale: data.bytes.trailing_zeros() as u8,
                displacement: memory.displacement,
            };
            self.store_scalar(ty.scalar.as_integer(), value, target);
            if let Some(after) = after {
                let at = self.at;
                self.blocks[at].end = Some(End::Jump(after, Vec::new()));
                self.at = after;
            }
        }
        Ok(())
    }
}
