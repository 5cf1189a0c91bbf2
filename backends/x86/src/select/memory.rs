//! Loads, stores and copies.

use hloom_loops::index::Index;
use hloom_loops::plan::non_temporal;
use hloom_loops::program::{Access, BufferId, Lanes, Scalar, Type, Value};
use regalloc2::VReg;
use smallvec::smallvec;

use super::values::{Shape, is_general, shape};
use super::{Def, Form, FrameKind, Memory, Parts, Selector, Src};
use crate::machine::End;
use crate::opcode;
use crate::{Built, broken};

impl<'p> Selector<'_, 'p> {
    /// A load: ahead of the loop, now, or where it is used.
    pub(crate) fn load(&mut self, value: Value, ty: Type, access: &'p Access) -> Built<()> {
        if let Some(mask) = access.mask {
            self.used(mask);
        }
        if let Lanes::Gather(at) = access.lanes {
            self.used(at);
        }
        let mut needs = 0;
        access.each_operand(&mut |operand| needs = needs.max(self.frame_of(operand)));
        let mut frame = self.now;
        let class = self.layout.class(access.buffer);
        while frame > needs
            && access.mask.is_none()
            && matches!(self.frames[frame].kind, FrameKind::Loop { runs: true, .. })
            && self.frames[frame].written.as_ref().is_some_and(|all| !all.contains(&class))
        {
            frame -= 1;
        }
        let waits = frame == self.now
            && access.mask.is_none()
            && matches!(access.lanes, Lanes::Contiguous | Lanes::Strided(1));
        if waits {
            self.values.insert(value, Def::Load(access));
            self.pending.push(value);
            return Ok(());
        }
        let parts = self.in_frame(frame, |it| it.loaded(ty, access))?;
        self.define(value, parts, if access.mask.is_some() { self.now } else { frame });
        Ok(())
    }

    /// Makes a load that waits.
    pub(crate) fn load_now(&mut self, value: Value) -> Built<()> {
        self.pending.retain(|other| *other != value);
        let ty = self.type_of(value);
        match self.values.get(&value) {
            Some(Def::Load(access)) => {
                let access = *access;
                let parts = self.loaded(ty, access)?;
                self.define(value, parts, self.now);
            }
            Some(Def::Splat(of)) => {
                let of = *of;
                let layout = shape(ty);
                let register = match self.values.get(&of) {
                    Some(Def::Load(access)) if self.left_of(of) == 0 => {
                        let access = *access;
                        self.pending.retain(|other| *other != of);
                        self.values.remove(&of);
                        let memory = self.access_address(access, 0)?;
                        let opcode = opcode::broadcast(layout.bytes);
                        self.ins1(opcode, layout.length, Src::Memory(memory))
                    }
                    _ => {
                        let scalar = self.one(of)?;
                        self.splat(scalar, ty.scalar, layout)
                    }
                };
                let parts = (0..layout.parts).map(|_| register).collect();
                self.define(value, parts, self.now);
            }
            _ => {}
        }
        Ok(())
    }

    /// The address of an access, and of what is so many bytes behind it.
    pub(crate) fn access_address(&mut self, access: &Access, behind: i32) -> Built<Memory> {
        Ok(self.address(access.buffer, &access.offset)?.plus(behind))
    }

    fn loaded(&mut self, ty: Type, access: &Access) -> Built<Parts> {
        if ty.lanes == 1 {
            let memory = self.address(access.buffer, &access.offset)?;
            return match access.mask {
                None => Ok(smallvec![self.load_scalar(ty.scalar, memory)]),
                Some(mask) => self.load_scalar_if(ty.scalar, memory, mask),
            };
        }
        let layout = shape(ty);
        match access.lanes {
            Lanes::Contiguous | Lanes::Strided(1) => {
                let memory = self.address(access.buffer, &access.offset)?;
                let masks = access.mask.map(|mask| self.parts(mask)).transpose()?;
                (0..layout.parts)
                    .map(|part| {
                        let memory = memory.plus(64 * i32::from(part));
                        match &masks {
                            None => self.load_part(layout, memory),
                            Some(masks) => {
                                let mask = self.lanes_mask(masks, part, layout)?;
                                let def = self.new_vector();
                                let form = Form {
                                    length: layout.length,
                                    def: Some(def),
                                    rm: Some(Src::Memory(memory)),
                                    mask: Some(mask),
                                    zero: true,
                                    ..Form::default()
                                };
                                self.ins(masked_move(layout.bytes), form);
                                Ok(def)
                            }
                        }
                    })
                    .collect()
            }
            Lanes::Strided(0) if access.mask.is_none() => {
                let memory = self.address(access.buffer, &access.offset)?;
                let opcode = opcode::broadcast(layout.bytes);
                let register = self.ins1(opcode, layout.length, Src::Memory(memory));
                Ok((0..layout.parts).map(|_| register).collect())
            }
            Lanes::Strided(-1) if access.mask.is_none() => {
                let first = access.offset.clone() + Index::constant(1 - i64::from(ty.lanes));
                let memory = self.address(access.buffer, &first)?;
                let parts: Parts = (0..layout.parts)
                    .map(|part| self.load_part(layout, memory.plus(64 * i32::from(part))))
                    .collect::<Built<_>>()?;
                let lanes: Vec<u16> = (0..ty.lanes).rev().collect();
                self.shuffled(&parts, &parts, layout, &lanes)
            }
            Lanes::Strided(_) | Lanes::Gather(_) => self.gathered(ty, access),
        }
    }

    fn load_part(&mut self, layout: Shape, memory: Memory) -> Built<VReg> {
        let bytes = layout.lanes * u16::from(layout.bytes);
        let opcode = match bytes {
            16.. => opcode::MOVUPS,
            8 => opcode::MOVQ,
            4 => opcode::MOVD,
            small => {
                let zero = self.constant(Type { scalar: Scalar::I32, lanes: 4 }, 0)?;
                let opcode = if small == 2 { opcode::PINSRW } else { opcode::PINSRB };
                return Ok(self.ins_imm(opcode, 0, Some(zero), Src::Memory(memory), 0));
            }
        };
        Ok(self.ins1(opcode, layout.length, Src::Memory(memory)))
    }

    pub(crate) fn load_scalar(&mut self, scalar: Scalar, memory: Memory) -> VReg {
        let (opcode, general) = match scalar {
            Scalar::F32 => (opcode::MOVSS, false),
            Scalar::F64 => (opcode::MOVSD, false),
            Scalar::I1 | Scalar::I8 => (opcode::MOVZX_8, true),
            Scalar::I16 | Scalar::F16 | Scalar::BF16 => (opcode::MOVZX_16, true),
            Scalar::I32 => (opcode::MOV, true),
            Scalar::I64 => (opcode::MOV.wide(true), true),
        };
        let def = if general { self.new_general() } else { self.new_vector() };
        let form = Form { def: Some(def), rm: Some(Src::Memory(memory)), ..Form::default() };
        self.ins(opcode, form);
        if general {
            self.clean.insert(def, scalar.bits().max(8));
        }
        def
    }

    /// Goes to one of two blocks by a truth value of one lane.
    fn branch_on(&mut self, test: Value, yes: usize, no: usize) -> Built<()> {
        let test = self.one(test)?;
        let form = Form { reg: Some(test), rm: Some(Src::Register(test)), ..Form::default() };
        let (kind, operands) = self.plain(opcode::TEST, form);
        let inst = self.make(kind, &operands);
        let at = self.at;
        self.blocks[at].test = Some(inst);
        self.blocks[at].end = Some(End::Branch(opcode::condition::NE, yes, no));
        Ok(())
    }

    fn load_scalar_if(&mut self, scalar: Scalar, memory: Memory, mask: Value) -> Built<Parts> {
        let (yes, no, after) = (self.new_block(), self.new_block(), self.new_block());
        self.branch_on(mask, yes, no)?;
        self.at = yes;
        let loaded = self.load_scalar(scalar, memory);
        self.blocks[yes].end = Some(End::Jump(after, vec![loaded]));
        self.at = no;
        let zero = match is_general(scalar.ty()) {
            true => self.number(0),
            false => {
                let number = self.number(0);
                self.ins1(opcode::MOVQ, 0, Src::Register(number))
            }
        };
        self.blocks[no].end = Some(End::Jump(after, vec![zero]));
        let result = self.new_like(loaded);
        self.blocks[after].parameters = vec![result];
        self.at = after;
        Ok(smallvec![result])
    }

    /// A mask of the lanes of a register, without bits of lanes that the vector lacks.
    fn lanes_mask(&mut self, masks: &Parts, part: u16, layout: Shape) -> Built<VReg> {
        let mask = self.mask_of_part(masks, part, layout.lanes)?;
        if layout.lanes * u16::from(layout.bytes) >= 16 {
            return Ok(mask);
        }
        let all = self.mask_constant((1 << layout.lanes) - 1)?;
        let form = Form {
            length: 1,
            def: Some(self.new_mask()),
            vvvv: Some(mask),
            rm: Some(Src::Register(all)),
            ..Form::default()
        };
        self.ins(opcode::KAND, form);
        form.def.map_or_else(|| broken("no mask"), Ok)
    }

    /// A store, past the caches if so said and possible.
    pub(crate) fn store(&mut self, value: Value, access: &Access, past: bool) -> Built<()> {
        let ty = self.type_of(value);
        self.used(value);
        if let Some(mask) = access.mask {
            self.used(mask);
        }
        if let Lanes::Gather(at) = access.lanes {
            self.used(at);
        }
        if ty.lanes == 1 {
            let register = self.one(value)?;
            let memory = self.address(access.buffer, &access.offset)?;
            let Some(mask) = access.mask else {
                self.store_scalar(ty.scalar, register, memory);
                return Ok(());
            };
            let (yes, after) = (self.new_block(), self.new_block());
            let no = self.new_block();
            self.branch_on(mask, yes, no)?;
            self.at = yes;
            self.store_scalar(ty.scalar, register, memory);
            self.blocks[yes].end = Some(End::Jump(after, Vec::new()));
            self.blocks[no].end = Some(End::Jump(after, Vec::new()));
            self.at = after;
            return Ok(());
        }
        let layout = shape(ty);
        let mut parts = self.parts(value)?;
        let (offset, reversed) = match access.lanes {
            Lanes::Contiguous | Lanes::Strided(1) => (access.offset.clone(), false),
            Lanes::Strided(-1) if access.mask.is_none() => {
                (access.offset.clone() + Index::constant(1 - i64::from(ty.lanes)), true)
            }
            _ => return self.scattered(ty, &parts, access),
        };
        if reversed {
            let lanes: Vec<u16> = (0..ty.lanes).rev().collect();
            parts = self.shuffled(&parts, &parts, layout, &lanes)?;
        }
        let memory = self.address(access.buffer, &offset)?;
        let masks = access.mask.map(|mask| self.parts(mask)).transpose()?;
        for part in 0..layout.parts {
            let memory = memory.plus(64 * i32::from(part));
            let register = parts[usize::from(part)];
            let bytes = layout.lanes * u16::from(layout.bytes);
            let mut form = Form {
                length: layout.length,
                reg: Some(register),
                rm: Some(Src::Memory(memory)),
                ..Form::default()
            };
            let opcode = match (&masks, bytes) {
                (Some(masks), _) => {
                    form.mask = Some(self.lanes_mask(masks, part, layout)?);
                    masked_store(layout.bytes)
                }
                (None, 16..) if past => opcode::MOVNTPS,
                (None, 16..) => opcode::STORE_UPS,
                (None, 8) => opcode::FROM_MOVQ,
                (None, 4) => opcode::FROM_MOVD,
                (None, small) => {
                    form.immediate = Some((0, 1));
                    if small == 2 { opcode::PEXTRW } else { opcode::PEXTRB }
                }
            };
            self.ins(opcode, form);
        }
        Ok(())
    }

    /// A number that divides all values of an index expression; 0 if they are 0.
    pub(crate) fn multiple(&self, index: &Index) -> u64 {
        non_temporal::multiple(index, &|value| self.multiples.get(&value).copied().unwrap_or(1))
    }

    /// Whether a store goes past the caches here.
    pub(crate) fn goes_past(&self, ty: Type, access: &Access) -> bool {
        let scalar = ty.scalar.bytes() as u64;
        let bytes = u64::from(ty.lanes) * scalar;
        let whole = ty.lanes > 1
            && matches!(access.lanes, Lanes::Contiguous | Lanes::Strided(1))
            && access.mask.is_none()
            && self.past_caches == Some(true)
            && (bytes.is_multiple_of(non_temporal::ALIGNMENT) || [16, 32].contains(&bytes));
        let align = bytes.min(non_temporal::ALIGNMENT);
        let placed = self.multiple(&access.offset).checked_mul(scalar);
        whole && placed.is_some_and(|at| at.is_multiple_of(align))
    }

    pub(crate) fn store_scalar(&mut self, scalar: Scalar, register: VReg, memory: Memory) {
        let (opcode, bytes) = match scalar {
            Scalar::F32 => (opcode::MOVSS.byte(0x11), false),
            Scalar::F64 => (opcode::MOVSD.byte(0x11), false),
            Scalar::I1 | Scalar::I8 => (opcode::MOV_STORE_8, true),
            Scalar::I16 | Scalar::F16 | Scalar::BF16 => (opcode::MOV_STORE_16, false),
            Scalar::I32 => (opcode::MOV_STORE, false),
            Scalar::I64 => (opcode::MOV_STORE.wide(true), false),
        };
        let form =
            Form { reg: Some(register), rm: Some(Src::Memory(memory)), bytes, ..Form::default() };
        self.ins(opcode, form);
    }

    /// Copies units from one buffer to another.
    pub(crate) fn copy(
        &mut self,
        to: &(BufferId, Index),
        from: &(BufferId, Index),
        units: &Index,
    ) -> Built<()> {
        let unit = self.program.buffer(to.0).storage().scalar.bytes() as i64;
        let count = self.not_negative(units)?;
        let count = self.in_register(count);
        let bytes = self.times(count, unit)?;
        let to = self.address(to.0, &to.1)?;
        let to = self.lea(to)?;
        let from = self.address(from.0, &from.1)?;
        let from = self.lea(from)?;
        self.call_outside("memcpy", &[to, from, bytes])?;
        Ok(())
    }
}

/// A move of masked lanes of so many bytes from `rm`.
fn masked_move(bytes: u8) -> crate::encode::Opcode {
    match bytes {
        1 => opcode::MOVDQU8,
        2 => opcode::MOVDQU8.wide(true),
        4 => opcode::MOVUPS,
        _ => opcode::MOVUPD,
    }
}

/// The same to `rm`.
fn masked_store(bytes: u8) -> crate::encode::Opcode {
    match bytes {
        1 | 2 => masked_move(bytes).byte(0x7F),
        _ => masked_move(bytes).byte(0x11),
    }
}
