//! Conversions.

use hloom_loops::program::{ConvertOp, Scalar, Type, Value};
use regalloc2::VReg;
use smallvec::smallvec;

use super::values::{is_general, is_mask, shape};
use super::{Def, Form, Parts, Selector, Src};
use crate::opcode::{self, floats};
use crate::{Built, broken, unsupported};

impl Selector<'_, '_> {
    pub(crate) fn convert(&mut self, op: ConvertOp, a: Value, to: Scalar) -> Built<Parts> {
        self.used(a);
        let from = self.type_of(a);
        let ty = from.with(to);
        if let (ConvertOp::Bitcast, 1, 0, Some(Def::Load(access))) =
            (op, from.lanes, self.left_of(a), self.values.get(&a))
        {
            // The other kind of register is loaded at once.
            let access = *access;
            let memory = self.access_address(access, 0)?;
            self.taken(a);
            return Ok(smallvec![self.load_scalar(to, memory)]);
        }
        let parts = self.parts(a)?;
        if from.lanes == 1 {
            return Ok(smallvec![self.convert_scalar(op, parts[0], from.scalar, to)?]);
        }
        match op {
            ConvertOp::Bitcast => Ok(parts),
            ConvertOp::Truncate if to == Scalar::I1 => self.low_bits(&parts, from),
            ConvertOp::Truncate => self.truncated(&parts, from, ty),
            ConvertOp::ExtendS | ConvertOp::ExtendU if is_mask(from) => {
                self.extended_mask(&parts, op == ConvertOp::ExtendS, ty)
            }
            ConvertOp::ExtendS | ConvertOp::ExtendU => {
                self.extended_lanes(&parts, op == ConvertOp::ExtendS, from, ty)
            }
            ConvertOp::SignedToFloat | ConvertOp::UnsignedToFloat => {
                self.floats_of(parts, op == ConvertOp::SignedToFloat, from, ty)
            }
            ConvertOp::FloatToSigned | ConvertOp::FloatToUnsigned => {
                self.integers_of(&parts, op == ConvertOp::FloatToSigned, from, ty)
            }
            ConvertOp::Float => self.float(&parts, from, ty),
        }
    }

    fn convert_scalar(&mut self, op: ConvertOp, a: VReg, from: Scalar, to: Scalar) -> Built<VReg> {
        match op {
            ConvertOp::Bitcast => Ok(match (is_general(from.ty()), is_general(to.ty())) {
                (true, false) => {
                    let opcode = if to == Scalar::F64 { opcode::MOVQ } else { opcode::MOVD };
                    self.ins1(opcode, 0, Src::Register(a))
                }
                (false, true) => self.lane_0(a, from == Scalar::F64),
                _ => a,
            }),
            ConvertOp::Truncate if to == Scalar::I1 => {
                Ok(self.with_number(opcode::ALU_IMMEDIATE, 4, a, (1, 4)))
            }
            ConvertOp::Truncate => Ok(a),
            ConvertOp::ExtendU if from == Scalar::I1 => Ok(a),
            ConvertOp::ExtendS if from == Scalar::I1 => Ok(self.negated(a)),
            ConvertOp::ExtendS | ConvertOp::ExtendU => {
                Ok(self.extended(a, from, op == ConvertOp::ExtendS))
            }
            ConvertOp::SignedToFloat | ConvertOp::UnsignedToFloat => {
                let signed = op == ConvertOp::SignedToFloat;
                let wide = from == Scalar::I64;
                let a = self.extended(a, from, signed);
                // Narrow numbers fit into signed ones of 64 bits.
                let signed = signed || !wide;
                let zero = self.constant(Type { scalar: Scalar::I32, lanes: 4 }, 0)?;
                let opcode = opcode::general_to_float(true, signed, to == Scalar::F64);
                Ok(self.ins2(opcode, 0, zero, Src::Register(a)))
            }
            ConvertOp::FloatToSigned | ConvertOp::FloatToUnsigned => {
                // As vectors of one lane that counts.
                let (from, to) = (from.vector(2), to.vector(2));
                let signed = op == ConvertOp::FloatToSigned;
                let vector = self.integers_of(&smallvec![a], signed, from, to)?;
                Ok(self.lane_0(vector[0], to.scalar == Scalar::I64))
            }
            ConvertOp::Float => self.float_scalar(a, from, to),
        }
    }

    fn float_scalar(&mut self, a: VReg, from: Scalar, to: Scalar) -> Built<VReg> {
        match (from, to) {
            (Scalar::F32, Scalar::F64) => Ok(self.ins2(opcode::SS_TO_SD, 0, a, Src::Register(a))),
            (Scalar::F64, Scalar::F32) => Ok(self.ins2(opcode::SD_TO_SS, 0, a, Src::Register(a))),
            _ => {
                let vector = match is_general(from.ty()) {
                    true => self.ins1(opcode::MOVD, 0, Src::Register(a)),
                    false => a,
                };
                let parts = self.float(&smallvec![vector], from.vector(2), to.vector(2))?;
                if !is_general(to.ty()) {
                    return Ok(parts[0]);
                }
                Ok(self.lane_0(parts[0], false))
            }
        }
    }

    /// The lowest bits of lanes as a mask.
    fn low_bits(&mut self, parts: &Parts, from: Type) -> Built<Parts> {
        let layout = shape(from);
        let one = self.constant(Type { lanes: layout.lanes.max(2), ..from }, 1)?;
        let masks: Vec<VReg> = parts
            .iter()
            .map(|part| {
                let mask = self.new_mask();
                let form = Form {
                    length: layout.length,
                    def: Some(mask),
                    vvvv: Some(*part),
                    rm: Some(Src::Register(one)),
                    ..Form::default()
                };
                self.ins(opcode::test_mask(layout.bytes), form);
                mask
            })
            .collect();
        self.joined_masks(&masks, layout.lanes)
    }

    fn extended_mask(&mut self, masks: &Parts, signed: bool, ty: Type) -> Built<Parts> {
        let layout = shape(ty);
        let one = self.constant(Type { lanes: layout.lanes.max(2), ..ty }, 1)?;
        (0..layout.parts)
            .map(|part| {
                let mask = self.mask_of_part(masks, part, layout.lanes)?;
                let opcode = opcode::mask_to_vector(layout.bytes);
                let all = self.ins1(opcode, layout.length, Src::Register(mask));
                Ok(match signed {
                    true => all,
                    false => self.ins2(opcode::AND, layout.length, all, Src::Register(one)),
                })
            })
            .collect()
    }

    /// One step to wider or narrower lanes, register by register: `pieces` of the longer side are
    /// one of the shorter side.
    pub(crate) fn truncated(&mut self, parts: &Parts, from: Type, to: Type) -> Built<Parts> {
        let (long, short) = (shape(from), shape(to));
        let opcode = opcode::truncate(long.bytes, short.bytes);
        let pieces: Vec<VReg> = parts
            .iter()
            .map(|part| {
                let def = self.new_vector();
                let form = Form {
                    length: long.length,
                    def: Some(def),
                    def_in_rm: true,
                    reg: Some(*part),
                    ..Form::default()
                };
                self.ins(opcode, form);
                def
            })
            .collect();
        let bytes = long.lanes * u16::from(short.bytes);
        self.put_together(&pieces, bytes, usize::from(short.parts))
    }

    /// Pieces of so many bytes, one behind the other, as so many registers.
    fn put_together(&mut self, pieces: &[VReg], bytes: u16, parts: usize) -> Built<Parts> {
        let (mut pieces, mut bytes) = (pieces.to_vec(), bytes);
        while pieces.len() > parts {
            pieces = pieces
                .chunks(2)
                .map(|pair| {
                    let [low, high] = *pair else { return broken("half a pair") };
                    let high = Src::Register(high);
                    Ok(match bytes {
                        32 => self.ins_imm(opcode::INSERT_32, 2, Some(low), high, 1),
                        16 => self.ins_imm(opcode::INSERT_16, 1, Some(low), high, 1),
                        // vpunpcklqdq
                        8 => self.ins2(opcode::integer(1, 0x6C, true), 0, low, high),
                        _ => return unsupported("short pieces"),
                    })
                })
                .collect::<Built<_>>()?;
            bytes *= 2;
        }
        Ok(Parts::from_vec(pieces))
    }

    /// A piece of a vector for each register of one of longer lanes.
    fn piece(&mut self, parts: &Parts, lanes: u16, bytes: u8, at: u16) -> Built<VReg> {
        let per = 64 / u16::from(bytes);
        let size = lanes * u16::from(bytes);
        let first = at * lanes;
        let register = parts[usize::from(first / per)];
        let within = first % per * u16::from(bytes);
        match size {
            _ if within == 0 => Ok(register),
            32 => Ok(self.part_of(register, 32, (within / 32) as u8)),
            16 => Ok(self.part_of(register, 16, (within / 16) as u8)),
            _ => {
                // The 16 bytes that hold it, moved down.
                let part = self.part_of(register, 16, (within / 16) as u8);
                let by = i32::from(within % 16);
                if by == 0 {
                    return Ok(part);
                }
                let def = self.new_vector();
                // vpsrldq
                let opcode = opcode::narrow(1, 0x73, false);
                let (kind, operands) = {
                    let form = Form {
                        def: Some(def),
                        vvvv: Some(part),
                        immediate: Some((by, 1)),
                        ..Form::default()
                    };
                    self.plain(opcode, form)
                };
                let crate::machine::Kind::Plain(mut plain) = kind else { return Ok(def) };
                plain.rm = crate::machine::Source::Register(plain.vvvv);
                plain.vvvv = plain.reg;
                plain.reg = crate::machine::Reg::Fixed(3);
                self.push(crate::machine::Kind::Plain(plain), &operands);
                Ok(def)
            }
        }
    }

    pub(crate) fn extended_lanes(
        &mut self,
        parts: &Parts,
        signed: bool,
        from: Type,
        to: Type,
    ) -> Built<Parts> {
        let (short, long) = (shape(from), shape(to));
        let opcode = opcode::extend(short.bytes, long.bytes, signed);
        (0..long.parts)
            .map(|part| {
                let piece = self.piece(parts, long.lanes, short.bytes, part)?;
                Ok(self.ins1(opcode, long.length, Src::Register(piece)))
            })
            .collect()
    }

    fn floats_of(&mut self, parts: Parts, signed: bool, from: Type, to: Type) -> Built<Parts> {
        // Bytes and pairs of bytes become integers of four first.
        let (parts, from, signed) = match from.scalar {
            Scalar::I8 | Scalar::I16 => {
                let wider = from.with(Scalar::I32);
                (self.extended_lanes(&parts, signed, from, wider)?, wider, true)
            }
            _ => (parts, from, signed),
        };
        let (source, target) = (shape(from), shape(to));
        let opcode = opcode::to_float(source.bytes, signed, to.scalar == Scalar::F64);
        if source.bytes == 8 && target.bytes == 4 {
            let pieces: Vec<VReg> = parts
                .iter()
                .map(|part| self.ins1(opcode, source.length, Src::Register(*part)))
                .collect();
            let bytes = source.lanes * 4;
            return self.put_together(&pieces, bytes, usize::from(target.parts));
        }
        (0..target.parts)
            .map(|part| {
                let piece = self.piece(&parts, target.lanes, source.bytes, part)?;
                Ok(self.ins1(opcode, target.length, Src::Register(piece)))
            })
            .collect()
    }

    /// Towards zero, with the bounds of the integers for what is beyond, and 0 for NaN.
    fn integers_of(&mut self, parts: &Parts, signed: bool, from: Type, to: Type) -> Built<Parts> {
        let double = from.scalar == Scalar::F64;
        let narrow = matches!(to.scalar, Scalar::I8 | Scalar::I16);
        let target = if narrow { to.with(Scalar::I32) } else { to };
        let wide_signed = signed || narrow;
        let bits = |x: f64| if double { x.to_bits() } else { u64::from((x as f32).to_bits()) };
        let width = to.scalar.bits() as i32;
        // The bounds are floats that are exact.
        let over = match signed {
            true => 2f64.powi(width - 1),
            false => 2f64.powi(width),
        };
        let under = if signed { -over } else { 0.0 };
        let (source, layout) = (shape(from), shape(target));
        let convert = opcode::from_float(layout.bytes, wide_signed, double);
        let vector = Type { lanes: source.lanes.max(2), ..from };
        let least = if signed { 1u64 << (width - 1) } else { 0 };
        let greatest = if signed { least.wrapping_sub(1) } else { to.scalar.mask() };
        // Bounds as lanes of the target: of narrow ones as 32-bit numbers.
        let least = match narrow && signed {
            true => (-(1i64 << (width - 1))) as u64 & target.scalar.mask(),
            false => least,
        };
        let count = source.parts.max(layout.parts);
        let lanes = from.lanes / count;
        let mut pieces = Vec::new();
        for at in 0..count {
            let a = self.piece(parts, lanes, source.bytes, at)?;
            let size = lanes * u16::from(source.bytes);
            let own = match size {
                0..=16 => 0,
                32 => 1,
                _ => 2,
            };
            // NaN and what is under the bounds: compared as floats.
            let over_mark = self.constant(vector, bits(over))?;
            let high = self.compared(double, own, a, over_mark, 0x1D);
            let under_mark = self.constant(vector, bits(under))?;
            let low = self.compared(double, own, a, under_mark, 0x11);
            let nan = self.compared(double, own, a, a, 3);
            let long = match lanes * u16::from(source.bytes.max(layout.bytes)) {
                0..=16 => 0,
                32 => 1,
                _ => 2,
            };
            let made = self.ins1(convert, long, Src::Register(a));
            let size = lanes * u16::from(layout.bytes);
            let result = match size {
                0..=16 => 0,
                32 => 1,
                _ => 2,
            };
            let lane = Type { lanes: lanes.max(2), ..target };
            let mut made = made;
            for (mask, with) in [(high, greatest), (low, least), (nan, 0)] {
                let with = self.constant(lane, with & target.scalar.mask())?;
                let def = self.new_vector();
                let form = Form {
                    length: result,
                    def: Some(def),
                    vvvv: Some(made),
                    rm: Some(Src::Register(with)),
                    mask: Some(mask),
                    ..Form::default()
                };
                self.ins(opcode::blend(layout.bytes), form);
                made = def;
            }
            pieces.push(made);
        }
        let whole =
            self.put_together(&pieces, lanes * u16::from(layout.bytes), usize::from(layout.parts))?;
        match narrow {
            true => self.truncated(&whole, target, to),
            false => Ok(whole),
        }
    }

    fn compared(&mut self, double: bool, length: u8, a: VReg, b: VReg, predicate: i32) -> VReg {
        let mask = self.new_mask();
        let form = Form {
            length,
            def: Some(mask),
            vvvv: Some(a),
            rm: Some(Src::Register(b)),
            immediate: Some((predicate, 1)),
            ..Form::default()
        };
        self.ins(opcode::float(floats::CMP, double, true), form);
        mask
    }

    fn float(&mut self, parts: &Parts, from: Type, to: Type) -> Built<Parts> {
        match (from.scalar, to.scalar) {
            (Scalar::F32, Scalar::F64) => {
                let long = shape(to);
                (0..long.parts)
                    .map(|part| {
                        let piece = self.piece(parts, long.lanes, 4, part)?;
                        Ok(self.ins1(opcode::PS_TO_PD, long.length, Src::Register(piece)))
                    })
                    .collect()
            }
            (Scalar::F64, Scalar::F32) => {
                let long = shape(from);
                let pieces: Vec<VReg> = parts
                    .iter()
                    .map(|part| self.ins1(opcode::PD_TO_PS, long.length, Src::Register(*part)))
                    .collect();
                self.put_together(&pieces, long.lanes * 4, usize::from(shape(to).parts))
            }
            (Scalar::F16, Scalar::F32) => {
                let long = shape(to);
                (0..long.parts)
                    .map(|part| {
                        let piece = self.piece(parts, long.lanes, 2, part)?;
                        Ok(self.ins1(opcode::FROM_HALF, long.length, Src::Register(piece)))
                    })
                    .collect()
            }
            (Scalar::F32, Scalar::F16) => {
                let long = shape(from);
                let pieces: Vec<VReg> = parts
                    .iter()
                    .map(|part| {
                        let def = self.new_vector();
                        let form = Form {
                            length: long.length,
                            def: Some(def),
                            def_in_rm: true,
                            reg: Some(*part),
                            // To nearest even.
                            immediate: Some((0, 1)),
                            ..Form::default()
                        };
                        self.ins(opcode::TO_HALF, form);
                        def
                    })
                    .collect();
                self.put_together(&pieces, long.lanes * 2, usize::from(shape(to).parts))
            }
            (Scalar::BF16, Scalar::F32) => {
                let wide = from.with(Scalar::I32);
                let lanes = self.extended_lanes(parts, false, from.with(Scalar::I16), wide)?;
                let length = shape(wide).length;
                Ok(lanes.iter().map(|part| self.shifted(6, 4, length, *part, 16)).collect())
            }
            (Scalar::F32, Scalar::BF16) => self.bf16_of(parts, from, to),
            (_, Scalar::F64) => {
                let single = from.with(Scalar::F32);
                let parts = self.float(parts, from, single)?;
                self.float(&parts, single, to)
            }
            (Scalar::F64, _) => {
                let parts = self.rounded_to_odd(parts, from)?;
                self.float(&parts, from.with(Scalar::F32), to)
            }
            _ => unsupported("a conversion of halves"),
        }
    }

    /// From double to single precision, rounded to odd: towards zero, and the last bit set if
    /// something was lost. A second rounding to nearest is then right (Boldo and Melquiond, "When
    /// double rounding is odd", 2005).
    fn rounded_to_odd(&mut self, parts: &Parts, from: Type) -> Built<Parts> {
        let layout = shape(from);
        let half = Type { scalar: Scalar::I32, lanes: 8 };
        let one = self.constant(half, 1)?;
        let mut pieces = Vec::new();
        for part in parts {
            let cut = self.new_vector();
            let form = Form {
                length: 2,
                def: Some(cut),
                rm: Some(Src::Register(*part)),
                toward_zero: true,
                ..Form::default()
            };
            self.ins(opcode::PD_TO_PS, form);
            let back = self.ins1(opcode::PS_TO_PD, 2, Src::Register(cut));
            // Not equal and ordered.
            let lost = self.compared(true, 2, back, *part, 0x0C);
            let def = self.new_vector();
            let form = Form {
                length: 1,
                def: Some(def),
                tied: Some(cut),
                vvvv: Some(cut),
                rm: Some(Src::Register(one)),
                mask: Some(lost),
                ..Form::default()
            };
            self.ins(opcode::OR, form);
            pieces.push(def);
        }
        let single = shape(from.with(Scalar::F32));
        self.put_together(&pieces, layout.lanes * 4, usize::from(single.parts))
    }

    /// To nearest even, by integer arithmetic that keeps subnormal numbers.
    fn bf16_of(&mut self, parts: &Parts, from: Type, to: Type) -> Built<Parts> {
        let layout = shape(from);
        let length = layout.length;
        let lane = Type { scalar: Scalar::I32, lanes: layout.lanes.max(2) };
        let mut results = Parts::new();
        for part in parts {
            let add = opcode::integer(1, 0xFE, false);
            let one = self.constant(lane, 1)?;
            let half = self.constant(lane, 0x7FFF)?;
            let odd = self.shifted(2, 4, length, *part, 16);
            let odd = self.ins2(opcode::AND, length, odd, Src::Register(one));
            let sum = self.ins2(add, length, *part, Src::Register(half));
            let sum = self.ins2(add, length, sum, Src::Register(odd));
            let high = self.shifted(2, 4, length, sum, 16);
            // A NaN keeps its high bits, one of which must not be lost.
            let quiet = self.constant(lane, 0x40)?;
            let own = self.shifted(2, 4, length, *part, 16);
            let own = self.ins2(opcode::OR, length, own, Src::Register(quiet));
            let nan = self.compared(false, length, *part, *part, 3);
            let def = self.new_vector();
            let form = Form {
                length,
                def: Some(def),
                vvvv: Some(high),
                rm: Some(Src::Register(own)),
                mask: Some(nan),
                ..Form::default()
            };
            self.ins(opcode::blend(4), form);
            results.push(def);
        }
        self.truncated(&results, from.with(Scalar::I32), to.with(Scalar::I16))
    }
}
