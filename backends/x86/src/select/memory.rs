//! Loads, stores and copies.

use hloom_loops::index::Index;
use hloom_loops::plan::non_temporal;
use hloom_loops::program::{Access, BufferId, Lanes, Scalar, Type, Value};
use regalloc2::{Operand, VReg};
use smallvec::smallvec;

use super::values::{Shape, is_general, shape};
use super::{Def, Form, FrameKind, Memory, MemoryBase, Parts, Selector, Src};
use crate::machine::End;
use crate::opcode;
use crate::{Made, broken, unsupported};

impl<'p> Selector<'_, 'p> {
    /// A load: ahead of the loop, now, or where it is used.
    pub(crate) fn load(&mut self, value: Value, ty: Type, access: &'p Access) -> Made<()> {
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
    pub(crate) fn load_now(&mut self, value: Value) -> Made<()> {
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
    pub(crate) fn access_address(&mut self, access: &Access, behind: i32) -> Made<Memory> {
        Ok(self.address(access.buffer, &access.offset)?.plus(behind))
    }

    fn loaded(&mut self, ty: Type, access: &Access) -> Made<Parts> {
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
                    .collect::<Made<_>>()?;
                let lanes: Vec<u16> = (0..ty.lanes).rev().collect();
                self.shuffled(&parts, &parts, layout, &lanes)
            }
            Lanes::Strided(_) | Lanes::Gather(_) => self.gathered(ty, access),
        }
    }

    fn load_part(&mut self, layout: Shape, memory: Memory) -> Made<VReg> {
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
    fn branch_on(&mut self, test: Value, yes: usize, no: usize) -> Made<()> {
        let test = self.one(test)?;
        let form = Form { reg: Some(test), rm: Some(Src::Register(test)), ..Form::default() };
        let (kind, operands) = self.plain(opcode::TEST, form);
        let inst = self.make(kind, &operands);
        let at = self.at;
        self.blocks[at].test = Some(inst);
        self.blocks[at].end = Some(End::Branch(opcode::condition::NE, yes, no));
        Ok(())
    }

    fn load_scalar_if(&mut self, scalar: Scalar, memory: Memory, mask: Value) -> Made<Parts> {
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
    fn lanes_mask(&mut self, masks: &Parts, part: u16, layout: Shape) -> Made<VReg> {
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

    /// An address of vectors of offsets.
    fn scattered_address(&mut self, access: &Access) -> Made<Memory> {
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
    fn offsets(&mut self, ty: Type, access: &Access) -> Made<(Parts, Shape)> {
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
    fn pieces(&self, ty: Type, data: Shape, offsets: Shape) -> Made<(u16, u8)> {
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

    fn gathered(&mut self, ty: Type, access: &Access) -> Made<Parts> {
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
    fn gathered_bytes(
        &mut self,
        ty: Type,
        memory: Memory,
        (offsets, layout): (&Parts, Shape),
        masks: Option<&Parts>,
    ) -> Made<Parts> {
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
        let add =
            opcode::integer(1, if layout.bytes == 8 { 0xD4 } else { 0xFE }, layout.bytes == 8);
        let (mut groups, mut shifts) = (Parts::new(), Parts::new());
        for part in offsets {
            let at = self.ins2(add, length, *part, Src::Register(rest));
            groups.push(self.shifted(4, layout.bytes, length, at, 2 - per));
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
    fn gathered_from(
        &mut self,
        ty: Type,
        memory: Memory,
        (offsets, layout): (&Parts, Shape),
        masks: Option<&Parts>,
    ) -> Made<Parts> {
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
    fn piece_mask(&mut self, masks: Option<&Parts>, piece: u16, lanes: u16) -> Made<VReg> {
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
    fn piece_of(&mut self, parts: &Parts, layout: Shape, piece: u16, lanes: u16) -> Made<VReg> {
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
    fn vector_access(
        &mut self,
        opcode: crate::encode::Opcode,
        length: u8,
        memory: Memory,
        (index, bytes): (VReg, u8),
        first: &[Operand],
    ) -> Made<()> {
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

    /// A store, past the caches if so said and possible.
    pub(crate) fn store(&mut self, value: Value, access: &Access, past: bool) -> Made<()> {
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

    fn scattered(&mut self, ty: Type, parts: &Parts, access: &Access) -> Made<()> {
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
    fn scattered_bytes(
        &mut self,
        ty: Type,
        parts: &Parts,
        memory: Memory,
        (offsets, layout): (&Parts, Shape),
        masks: Option<&Parts>,
    ) -> Made<()> {
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

    /// Copies units from one buffer to another.
    pub(crate) fn copy(
        &mut self,
        to: &(BufferId, Index),
        from: &(BufferId, Index),
        units: &Index,
    ) -> Made<()> {
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
