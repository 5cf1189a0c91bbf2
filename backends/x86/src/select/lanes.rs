//! Instructions that move lanes: broadcasts, shuffles, lane numbers.

use hloom_loops::index::Index;
use hloom_loops::program::{Scalar, Type, Value};
use regalloc2::VReg;
use smallvec::smallvec;

use super::index::Operand64;
use super::values::{Shape, is_general, is_mask, shape};
use super::{Def, Form, Parts, Selector, Src};
use crate::opcode::{self, condition};
use crate::{Built, broken, unsupported};

impl<'p> Selector<'_, 'p> {
    /// `0, 1, …` in the lanes.
    pub(crate) fn iota(&mut self, ty: Type) -> Built<Parts> {
        self.iota_times(ty, 1)
    }

    /// `0·step, 1·step, …` in the lanes.
    pub(crate) fn iota_times(&mut self, ty: Type, step: i64) -> Built<Parts> {
        if ty.lanes == 1 {
            return Ok(smallvec![self.number(0)]);
        }
        let layout = shape(ty);
        let size = usize::from(layout.bytes);
        (0..layout.parts)
            .map(|part| {
                let mut bytes: Vec<u8> = (0..layout.lanes)
                    .flat_map(|lane| {
                        let number = i64::from(part * layout.lanes + lane).wrapping_mul(step);
                        number.to_le_bytes()[..size].to_vec()
                    })
                    .collect();
                bytes.resize(bytes.len().max(16), 0);
                self.vector_constant(&bytes)
            })
            .collect()
    }

    /// A mask whose first lanes are true.
    pub(crate) fn first_lanes(&mut self, lanes: u16, count: &Index) -> Built<Parts> {
        if lanes > 64 {
            return unsupported("a mask of many lanes");
        }
        let range = self.range(count);
        let (count, _) = self.index(count)?;
        if let Operand64::Number(count) = count {
            let count = count.clamp(0, i64::from(lanes)) as u32;
            let bits = if count == 0 { 0 } else { u64::MAX >> (64 - count) };
            return Ok(smallvec![match lanes {
                1 => self.number(bits as i64),
                _ => self.mask_constant(bits)?,
            }]);
        }
        let mut count = self.in_register(count);
        if range.high > i64::from(lanes) {
            let most = self.number(i64::from(lanes));
            count = self.choose_by(condition::G, (count, most), true);
        }
        if range.low < 0 {
            let least = self.number(0);
            count = self.choose_by(condition::L, (count, least), true);
        }
        let ones = self.number(-1);
        let bits = self.new_general();
        let form = Form {
            def: Some(bits),
            vvvv: Some(count),
            rm: Some(Src::Register(ones)),
            ..Form::default()
        };
        self.ins(opcode::BZHI, form);
        Ok(smallvec![match lanes {
            1 => bits,
            _ => self.mask_of_general(bits),
        }])
    }

    pub(crate) fn broadcast(&mut self, value: Value, a: Value, lanes: u16) -> Built<Option<Parts>> {
        let ty = self.type_of(value);
        self.used(a);
        if let Some(bits) = self.constant_of(a) {
            self.values.insert(value, Def::Constant(bits));
            return Ok(None);
        }
        if is_mask(ty) {
            // 0 or 1 becomes all zeros or all ones.
            let a = self.one(a)?;
            let all = self.negated(a);
            let mask = self.mask_of_general(all);
            return Ok(Some((0..(lanes / 64).max(1)).map(|_| mask).collect()));
        }
        // One vector may take the load with it, and two need the scalar.
        let taken =
            |other: &Value| matches!(self.values.get(other), Some(Def::Splat(of)) if *of == a);
        let waits = matches!(self.values.get(&a), Some(Def::Load(_)));
        if waits && !self.pending.iter().any(taken) {
            self.values.insert(value, Def::Splat(a));
            self.pending.push(value);
            return Ok(None);
        }
        let layout = shape(ty);
        let scalar = self.one(a)?;
        let register = self.splat(scalar, ty.scalar, layout);
        Ok(Some((0..layout.parts).map(|_| register).collect()))
    }

    /// A scalar in all lanes of a register.
    pub(crate) fn splat(&mut self, scalar: VReg, of: Scalar, layout: Shape) -> VReg {
        let opcode = match is_general(of.ty()) {
            true => opcode::broadcast_general(layout.bytes),
            false => opcode::broadcast(layout.bytes),
        };
        self.ins1(opcode, layout.length, Src::Register(scalar))
    }

    /// So many bytes of a register, 16 or 32, from a multiple of them on.
    pub(crate) fn part_of(&mut self, register: VReg, bytes: u8, at: u8) -> VReg {
        if at == 0 {
            return register;
        }
        let def = self.new_vector();
        let form = Form {
            length: 2,
            def: Some(def),
            def_in_rm: true,
            reg: Some(register),
            immediate: Some((i32::from(at), 1)),
            ..Form::default()
        };
        self.ins(if bytes == 32 { opcode::EXTRACT_32 } else { opcode::EXTRACT_16 }, form);
        def
    }

    /// A lane of a vector as a scalar.
    pub(crate) fn extract(&mut self, a: Value, lane: u16) -> Built<VReg> {
        self.used(a);
        let ty = self.type_of(a);
        let parts = self.parts(a)?;
        if is_mask(ty) {
            let mask = match lane % 64 {
                0 => parts[usize::from(lane / 64)],
                by => self.shifted_mask(parts[usize::from(lane / 64)], by as u8),
            };
            let bits = self.general_of_mask(mask);
            return Ok(self.with_number(opcode::ALU_IMMEDIATE, 4, bits, (1, 4)));
        }
        let layout = shape(ty);
        let (part, lane) = (lane / layout.lanes, lane % layout.lanes);
        let first = self.lane_first(parts[usize::from(part)], layout, lane)?;
        if !is_general(ty.scalar.ty()) {
            return Ok(first);
        }
        Ok(self.lane_0(first, layout.bytes == 8))
    }

    /// A register whose lane 0 is this one.
    fn lane_first(&mut self, register: VReg, layout: Shape, lane: u16) -> Built<VReg> {
        if lane == 0 {
            return Ok(register);
        }
        let bytes = lane * u16::from(layout.bytes);
        let by_four = match bytes / 4 {
            0 => register,
            by => self.ins_imm(
                opcode::align(4),
                layout.length,
                Some(register),
                Src::Register(register),
                i32::from(by),
            ),
        };
        match bytes % 4 {
            0 => Ok(by_four),
            rest => Ok(self.shifted(2, 4, 0, by_four, rest as u8 * 8)),
        }
    }

    pub(crate) fn insert(&mut self, a: Value, b: Value, lane: u16) -> Built<Parts> {
        self.used(a);
        self.used(b);
        let ty = self.type_of(a);
        if is_mask(ty) {
            return unsupported("a truth value in a vector");
        }
        let layout = shape(ty);
        let mut parts = self.parts(a)?;
        let scalar = self.one(b)?;
        let (part, lane) = (usize::from(lane / layout.lanes), lane % layout.lanes);
        let mask = self.mask_constant(1 << lane)?;
        let opcode = match is_general(ty.scalar.ty()) {
            true => opcode::broadcast_general(layout.bytes),
            false => opcode::broadcast(layout.bytes),
        };
        let def = self.new_vector();
        let form = Form {
            length: layout.length,
            def: Some(def),
            tied: Some(parts[part]),
            rm: Some(Src::Register(scalar)),
            mask: Some(mask),
            ..Form::default()
        };
        self.ins(opcode, form);
        parts[part] = def;
        Ok(parts)
    }

    pub(crate) fn shuffle(&mut self, a: Value, b: Value, lanes: &[u16], ty: Type) -> Built<Parts> {
        self.used(a);
        self.used(b);
        let from = self.type_of(a);
        if is_mask(from) {
            return unsupported("a shuffle of truth values");
        }
        let layout = shape(from);
        let (a, b) = (self.parts(a)?, self.parts(b)?);
        let parts = self.shuffled(&a, &b, layout, lanes)?;
        if ty.lanes == 1 && is_general(ty) {
            return Ok(smallvec![self.lane_0(parts[0], layout.bytes == 8)]);
        }
        Ok(parts)
    }

    /// Lanes of two vectors of the same arrangement, counted through.
    pub(crate) fn shuffled(
        &mut self,
        a: &Parts,
        b: &Parts,
        layout: Shape,
        lanes: &[u16],
    ) -> Built<Parts> {
        // Groups of lanes that stay together are lanes of more bytes.
        if layout.bytes < 8
            && layout.lanes >= 2
            && lanes.len().is_multiple_of(2)
            && lanes.chunks(2).all(|pair| pair[0].is_multiple_of(2) && pair[1] == pair[0] + 1)
        {
            let pairs: Vec<u16> = lanes.chunks(2).map(|pair| pair[0] / 2).collect();
            let wider = Shape { lanes: layout.lanes / 2, bytes: layout.bytes * 2, ..layout };
            return self.shuffled(a, b, wider, &pairs);
        }
        let all: Vec<VReg> = a.iter().chain(b).copied().collect();
        // Lanes of one register of the result.
        let most = usize::from(64 / u16::from(layout.bytes));
        lanes.chunks(most).map(|lanes| self.shuffled_part(&all, layout, lanes)).collect()
    }

    /// One register of a shuffle's result.
    fn shuffled_part(&mut self, all: &[VReg], layout: Shape, lanes: &[u16]) -> Built<VReg> {
        let mut from: Vec<VReg> = Vec::new();
        let mut indices: Vec<u16> = Vec::new();
        for lane in lanes {
            let register = all[usize::from(lane / layout.lanes)];
            let at = from.iter().position(|other| *other == register).unwrap_or_else(|| {
                from.push(register);
                from.len() - 1
            });
            indices.push(at as u16 * 1000 + lane % layout.lanes);
        }
        let bytes = usize::from(layout.bytes) * lanes.len();
        let consecutive = |first: u16| (0..).zip(&indices).all(|(at, i)| *i == first + at);
        if from.len() == 1 {
            let first = indices[0];
            if consecutive(first) {
                let start = usize::from(first) * usize::from(layout.bytes);
                return match (bytes, start) {
                    (_, 0) => Ok(from[0]),
                    (32, _) if start.is_multiple_of(32) => {
                        Ok(self.part_of(from[0], 32, (start / 32) as u8))
                    }
                    (16, _) if start.is_multiple_of(16) && layout.length > 0 => {
                        let register = from[0];
                        if layout.length == 2 {
                            return Ok(self.part_of(register, 16, (start / 16) as u8));
                        }
                        self.lane_first(register, layout, first)
                    }
                    // Within four bytes, or from their first.
                    _ if start.is_multiple_of(4) || start % 4 + bytes <= 4 && bytes <= 2 => {
                        self.lane_first(from[0], layout, first)
                    }
                    _ => self.permuted(&from, layout, &indices),
                };
            }
            if indices.iter().all(|lane| *lane == 0) {
                let length = length_of(bytes);
                let opcode = opcode::broadcast(layout.bytes);
                return Ok(self.ins1(opcode, length, Src::Register(from[0])));
            }
        }
        if let [low, high] = from[..]
            && bytes == 2 * usize::from(layout.lanes) * usize::from(layout.bytes)
            && (0..)
                .zip(&indices)
                .all(|(at, i)| *i == if at < layout.lanes { at } else { 1000 + at - layout.lanes })
        {
            // One behind the other.
            match bytes {
                64 => {
                    return Ok(self.ins_imm(
                        opcode::INSERT_32,
                        2,
                        Some(low),
                        Src::Register(high),
                        1,
                    ));
                }
                32 => {
                    return Ok(self.ins_imm(
                        opcode::INSERT_16,
                        1,
                        Some(low),
                        Src::Register(high),
                        1,
                    ));
                }
                _ => {}
            }
        }
        self.permuted(&from, layout, &indices)
    }

    /// Lanes of one or two registers by indices; 1000 and more are of the second.
    fn permuted(&mut self, from: &[VReg], layout: Shape, indices: &[u16]) -> Built<VReg> {
        if layout.bytes == 1 && !self.unit.features.byte_permutations {
            return unsupported("a shuffle of bytes");
        }
        // The longer one of operands and result.
        let source = 16usize << layout.length;
        let bytes = source.max(usize::from(layout.bytes) * indices.len()).max(16);
        // One source of 16 bytes has no instruction of its own.
        let bytes = if from.len() == 1 { bytes.max(32) } else { bytes };
        let length = length_of(bytes);
        let lanes = bytes / usize::from(layout.bytes);
        let index = |at: usize| -> u64 {
            let Some(i) = indices.get(at) else { return 0 };
            u64::from(i % 1000) + if *i >= 1000 { lanes as u64 } else { 0 }
        };
        let table: Vec<u8> = (0..lanes)
            .flat_map(|at| index(at).to_le_bytes()[..usize::from(layout.bytes)].to_vec())
            .collect();
        let table = self.vector_constant(&table)?;
        match *from {
            [one] => {
                Ok(self.ins2(opcode::permute(layout.bytes), length, table, Src::Register(one)))
            }
            [one, other] => Ok(self.ins_tied(
                opcode::permute_two(layout.bytes),
                length,
                (one, table),
                Src::Register(other),
                None,
            )),
            _ if from.len() > 2 => {
                // A tree: lanes of the first two, then of that and the next one, …
                let mut so_far = from[0];
                for (at, next) in (1u16..).zip(&from[1..]) {
                    let table: Vec<u8> = (0..lanes)
                        .flat_map(|lane| {
                            let number = match indices.get(lane) {
                                Some(i) if i / 1000 == at => u64::from(i % 1000) + lanes as u64,
                                // The first step takes lanes from where they are, later ones
                                // leave them.
                                Some(i) if at == 1 && i / 1000 == 0 => u64::from(i % 1000),
                                _ => lane as u64,
                            };
                            number.to_le_bytes()[..usize::from(layout.bytes)].to_vec()
                        })
                        .collect();
                    let table = self.vector_constant(&table)?;
                    so_far = self.ins_tied(
                        opcode::permute_two(layout.bytes),
                        length,
                        (so_far, table),
                        Src::Register(*next),
                        None,
                    );
                }
                Ok(so_far)
            }
            _ => broken("a shuffle of nothing"),
        }
    }
}

fn length_of(bytes: usize) -> u8 {
    match bytes {
        64.. => 2,
        32 => 1,
        _ => 0,
    }
}
