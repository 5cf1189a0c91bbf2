//! Arithmetic on vectors, and on floats of one lane.

use hloom_loops::program::{BinaryOp, DotOp, Inst, Scalar, Type, UnaryOp, Value};
use regalloc2::VReg;
use smallvec::smallvec;

use super::values::{Shape, is_general, is_mask, shape};
use super::{Def, Form, Parts, Selector, Src};
use crate::encode::Opcode;
use crate::opcode::{self, floats};
use crate::{Built, unsupported};

impl<'p> Selector<'_, 'p> {
    /// The registers of a pure instruction's result; none if it is made where it is used.
    pub(crate) fn pure(&mut self, value: Value, inst: &'p Inst) -> Built<Option<Parts>> {
        let ty = self.type_of(value);
        if let Some((a, number)) = self.fusions.sum(value) {
            return self.sum(a, number, ty).map(Some);
        }
        if let Some((max, a, b)) = self.fusions.extremum(value) {
            let (double, packed) = (ty.scalar == Scalar::F64, ty.lanes > 1);
            for value in [a, b, a, b] {
                self.used(value);
            }
            let byte = if max { floats::MAX } else { floats::MIN };
            return self.each(opcode::float(byte, double, packed), shape(ty), a, b).map(Some);
        }
        let parts = match inst {
            Inst::Index(index) => smallvec![self.index_register(index)?],
            Inst::Iota(ty) => self.iota(*ty)?,
            Inst::FirstLanes(lanes, count) => self.first_lanes(*lanes, count)?,
            Inst::Unary(op, a) if is_general(ty) => smallvec![self.general_unary(*op, *a)?],
            Inst::Unary(op, a) if is_mask(ty) => self.mask_unary(*op, *a)?,
            Inst::Unary(op, a) => self.unary(*op, *a, ty)?,
            Inst::Binary(op, a, b) if is_general(ty) => {
                smallvec![self.general_binary(*op, *a, *b)?]
            }
            Inst::Binary(op, a, b) if is_mask(ty) => self.mask_binary(*op, *a, *b)?,
            Inst::Binary(op, a, b) => self.binary(*op, *a, *b, ty)?,
            Inst::Compare(op, a, b) => self.compare(*op, *a, *b, self.fusions.stays_mask(value))?,
            Inst::Select(c, a, b) => self.select(*c, *a, *b, ty)?,
            Inst::Fma(a, b, c) => self.fma(*a, *b, *c, ty)?,
            Inst::Dot(op, a, b, c) => self.dot(*op, *a, *b, *c)?,
            Inst::Convert(op, a, to) => self.convert(*op, *a, *to)?,
            Inst::Broadcast(a, lanes) => return self.broadcast(value, *a, *lanes),
            Inst::Extract(a, lane) => smallvec![self.extract(*a, *lane)?],
            Inst::Insert(a, b, lane) => self.insert(*a, *b, *lane)?,
            Inst::Shuffle(a, b, lanes) => self.shuffle(*a, *b, lanes, ty)?,
            // Any other instruction is no pure one, or one of GPUs.
            _ => return unsupported("an instruction of GPUs"),
        };
        Ok(Some(parts))
    }

    /// An instruction of one operand in `rm`.
    pub(crate) fn ins1(&mut self, opcode: Opcode, length: u8, rm: Src) -> VReg {
        let def = self.new_vector();
        self.ins(opcode, Form { length, def: Some(def), rm: Some(rm), ..Form::default() });
        def
    }

    /// An instruction of two operands.
    pub(crate) fn ins2(&mut self, opcode: Opcode, length: u8, a: VReg, rm: Src) -> VReg {
        let def = self.new_vector();
        let form = Form { length, def: Some(def), vvvv: Some(a), rm: Some(rm), ..Form::default() };
        self.ins(opcode, form);
        def
    }

    /// An instruction with an immediate operand: of one operand, or of two.
    pub(crate) fn ins_imm(
        &mut self,
        opcode: Opcode,
        length: u8,
        a: Option<VReg>,
        rm: Src,
        immediate: i32,
    ) -> VReg {
        let def = self.new_vector();
        let form = Form {
            length,
            def: Some(def),
            vvvv: a,
            rm: Some(rm),
            immediate: Some((immediate, 1)),
            ..Form::default()
        };
        self.ins(opcode, form);
        def
    }

    /// An instruction that changes its first operand.
    pub(crate) fn ins_tied(
        &mut self,
        opcode: Opcode,
        length: u8,
        (tied, a): (VReg, VReg),
        rm: Src,
        immediate: Option<i32>,
    ) -> VReg {
        let def = self.new_vector();
        let form = Form {
            length,
            def: Some(def),
            tied: Some(tied),
            vvvv: Some(a),
            rm: Some(rm),
            immediate: immediate.map(|immediate| (immediate, 1)),
            ..Form::default()
        };
        self.ins(opcode, form);
        def
    }

    /// Shifts of a whole vector by an immediate amount.
    pub(crate) fn shifted(
        &mut self,
        extension: u8,
        bytes: u8,
        length: u8,
        a: VReg,
        by: u8,
    ) -> VReg {
        let (byte, wide) = match (bytes, extension) {
            (2, _) => (0x71, false),
            (4, _) => (0x72, false),
            (_, 4) => (0x72, true),
            _ => (0x73, true),
        };
        let def = self.new_vector();
        // The result is in `vvvv`.
        let opcode = opcode::integer(1, byte, wide);
        let (kind, operands) = {
            let form = Form {
                length,
                def: Some(def),
                vvvv: Some(a),
                immediate: Some((i32::from(by), 1)),
                ..Form::default()
            };
            self.plain(opcode, form)
        };
        let crate::machine::Kind::Plain(mut plain) = kind else { return def };
        plain.rm = crate::machine::Source::Register(plain.vvvv);
        plain.vvvv = plain.reg;
        plain.reg = crate::machine::Reg::Fixed(extension);
        self.push(crate::machine::Kind::Plain(plain), &operands);
        def
    }

    /// An instruction for each register of two operands.
    fn each(&mut self, opcode: Opcode, shape: Shape, a: Value, b: Value) -> Built<Parts> {
        (0..usize::from(shape.parts))
            .map(|part| {
                let left = self.parts(a)?[part];
                let right = self.source(b, part, opcode)?;
                Ok(self.ins2(opcode, shape.length, left, right))
            })
            .collect()
    }

    /// A vector of integers of 4 or 8 bytes plus a constant.
    fn sum(&mut self, a: Value, number: u64, ty: Type) -> Built<Parts> {
        self.used(a);
        let layout = shape(ty);
        let wide = layout.bytes == 8;
        let parts = self.parts(a)?;
        if number == 0 {
            return Ok(parts);
        }
        let memory = self.pooled(number, layout.bytes);
        let opcode = opcode::integer(1, if wide { 0xD4 } else { 0xFE }, wide);
        Ok(parts
            .iter()
            .map(|part| self.ins2(opcode, layout.length, *part, Src::Broadcast(memory)))
            .collect())
    }

    /// Whether it is better as the second operand of an instruction that doesn't mind.
    fn folds(&self, value: Value) -> bool {
        matches!(self.values.get(&value), Some(Def::Load(_) | Def::Splat(_) | Def::Constant(_)))
    }

    fn unary(&mut self, op: UnaryOp, a: Value, ty: Type) -> Built<Parts> {
        self.used(a);
        let layout = shape(ty);
        let double = ty.scalar == Scalar::F64;
        let is_float = ty.scalar.is_float();
        let packed = ty.lanes > 1;
        let sign = 1u64 << (ty.scalar.bits() - 1);
        let rounding = |op| match op {
            UnaryOp::RoundEven => Some(8),
            UnaryOp::Floor => Some(9),
            UnaryOp::Ceil => Some(10),
            UnaryOp::Trunc => Some(11),
            _ => None,
        };
        let vector = Type { lanes: layout.lanes.max(2), ..ty };
        let mut results = Parts::new();
        for part in 0..usize::from(layout.parts) {
            let made = match op {
                UnaryOp::Neg | UnaryOp::Abs if is_float => {
                    let a = self.parts(a)?[part];
                    let bits = if op == UnaryOp::Neg { sign } else { sign - 1 };
                    let by = self.constant(vector, bits)?;
                    let opcode = if op == UnaryOp::Neg { opcode::XOR } else { opcode::AND };
                    self.ins2(opcode, layout.length, a, Src::Register(by))
                }
                UnaryOp::Sqrt if packed => {
                    let opcode = opcode::float(floats::SQRT, double, true);
                    let a = self.source(a, part, opcode)?;
                    self.ins1(opcode, layout.length, a)
                }
                UnaryOp::Sqrt => {
                    let a = self.parts(a)?[part];
                    let opcode = opcode::float(floats::SQRT, double, false);
                    self.ins2(opcode, 0, a, Src::Register(a))
                }
                op if is_float && rounding(op).is_some() => {
                    let a = self.parts(a)?[part];
                    let left = if packed { None } else { Some(a) };
                    let how = rounding(op).unwrap_or(0);
                    let opcode = opcode::round(double, packed);
                    self.ins_imm(opcode, layout.length, left, Src::Register(a), how)
                }
                UnaryOp::RoundAway if is_float => {
                    let a = self.parts(a)?[part];
                    self.rounded_away(a, vector, layout)?
                }
                UnaryOp::Neg => {
                    let zero = self.constant(vector, 0)?;
                    let a = self.parts(a)?[part];
                    let opcode = subtraction(layout.bytes);
                    self.ins2(opcode, layout.length, zero, Src::Register(a))
                }
                UnaryOp::Not => {
                    let a = self.parts(a)?[part];
                    let all = self.constant(vector, ty.scalar.mask())?;
                    self.ins2(opcode::XOR, layout.length, a, Src::Register(all))
                }
                UnaryOp::Abs => {
                    let a = self.parts(a)?[part];
                    let opcode = match layout.bytes {
                        1 => opcode::narrow(2, 0x1C, false),
                        2 => opcode::narrow(2, 0x1D, false),
                        4 => opcode::integer(2, 0x1E, false),
                        _ => opcode::integer(2, 0x1F, true),
                    };
                    self.ins1(opcode, layout.length, Src::Register(a))
                }
                UnaryOp::CountLeadingZeros if layout.bytes >= 4 => {
                    let a = self.parts(a)?[part];
                    let opcode = opcode::integer(2, 0x44, layout.bytes == 8);
                    self.ins1(opcode, layout.length, Src::Register(a))
                }
                UnaryOp::CountLeadingZeros | UnaryOp::Popcount => {
                    return self.unary_lane_by_lane(op, a, ty);
                }
                _ => return unsupported("an operation on vectors"),
            };
            results.push(made);
        }
        Ok(results)
    }

    /// To the nearest whole number, halves away from zero: the whole part, and one more of the same
    /// sign where the rest is a half at least. Subtraction of the whole part is exact.
    fn rounded_away(&mut self, a: VReg, ty: Type, layout: Shape) -> Built<VReg> {
        let double = ty.scalar == Scalar::F64;
        let length = layout.length;
        let bits = |x: f64| if double { x.to_bits() } else { u64::from((x as f32).to_bits()) };
        let whole = self.ins_imm(opcode::round(double, true), length, None, Src::Register(a), 11);
        let rest =
            self.ins2(opcode::float(floats::SUB, double, true), length, a, Src::Register(whole));
        let clear = self.constant(ty, (1 << (ty.scalar.bits() - 1)) - 1)?;
        let rest = self.ins2(opcode::AND, length, rest, Src::Register(clear));
        let half = self.constant(ty, bits(0.5))?;
        let mask = self.new_mask();
        let form = Form {
            length,
            def: Some(mask),
            vvvv: Some(rest),
            rm: Some(Src::Register(half)),
            immediate: Some((0x1D, 1)),
            ..Form::default()
        };
        self.ins(opcode::float(floats::CMP, double, true), form);
        // 1 with the sign of the operand.
        let sign = self.constant(ty, 1 << (ty.scalar.bits() - 1))?;
        let one = self.constant(ty, bits(1.0))?;
        let signed =
            self.ins_tied(opcode::TERNLOG, length, (one, a), Src::Register(sign), Some(COPY_SIGN));
        let def = self.new_vector();
        let form = Form {
            length,
            def: Some(def),
            tied: Some(whole),
            vvvv: Some(whole),
            rm: Some(Src::Register(signed)),
            mask: Some(mask),
            ..Form::default()
        };
        self.ins(opcode::float(floats::ADD, double, true), form);
        // The whole part of numbers between -1 and 0 is a zero, whose sign the rest had.
        Ok(self.ins_tied(opcode::TERNLOG, length, (def, a), Src::Register(sign), Some(COPY_SIGN)))
    }

    fn binary(&mut self, op: BinaryOp, a: Value, b: Value, ty: Type) -> Built<Parts> {
        let layout = shape(ty);
        let double = ty.scalar == Scalar::F64;
        let packed = ty.lanes > 1;
        self.used(a);
        self.used(b);
        let float = ty.scalar.is_float();
        let commutes = matches!(
            op,
            BinaryOp::Add
                | BinaryOp::Mul
                | BinaryOp::And
                | BinaryOp::Or
                | BinaryOp::Xor
                | BinaryOp::MinS
                | BinaryOp::MinU
                | BinaryOp::MaxS
                | BinaryOp::MaxU
        );
        let (a, b) = if commutes && self.folds(a) && !self.folds(b) { (b, a) } else { (a, b) };
        if float {
            let byte = match op {
                BinaryOp::Add => floats::ADD,
                BinaryOp::Sub => floats::SUB,
                BinaryOp::Mul => floats::MUL,
                BinaryOp::Div => floats::DIV,
                BinaryOp::Min | BinaryOp::Max => return self.extremum(op, a, b, ty),
                BinaryOp::CopySign => return self.copy_sign(a, b, ty),
                BinaryOp::Scale => {
                    let opcode = opcode::float_of_map(2, opcode::SCALEF, double, packed);
                    return self.each(opcode, layout, a, b);
                }
                BinaryOp::Rem => return self.remainder(a, b, ty),
                _ => return unsupported("an operation on floats"),
            };
            return self.each(opcode::float(byte, double, packed), layout, a, b);
        }
        let wide = layout.bytes == 8;
        let by_size = |map: [u8; 4], byte: [u8; 4]| match layout.bytes {
            1 => opcode::narrow(map[0], byte[0], false),
            2 => opcode::narrow(map[1], byte[1], false),
            4 => opcode::integer(map[2], byte[2], false),
            _ => opcode::integer(map[3], byte[3], true),
        };
        let opcode = match op {
            BinaryOp::Add => by_size([1; 4], [0xFC, 0xFD, 0xFE, 0xD4]),
            BinaryOp::Sub => subtraction(layout.bytes),
            BinaryOp::Mul => match layout.bytes {
                1 => return self.product_of_bytes(a, b, layout),
                2 => opcode::narrow(1, 0xD5, false),
                _ => opcode::integer(2, 0x40, wide),
            },
            BinaryOp::And => opcode::integer(1, 0xDB, wide),
            BinaryOp::Or => opcode::integer(1, 0xEB, wide),
            BinaryOp::Xor => opcode::integer(1, 0xEF, wide),
            BinaryOp::MinS => by_size([2, 1, 2, 2], [0x38, 0xEA, 0x39, 0x39]),
            BinaryOp::MinU => by_size([1, 2, 2, 2], [0xDA, 0x3A, 0x3B, 0x3B]),
            BinaryOp::MaxS => by_size([2, 1, 2, 2], [0x3C, 0xEE, 0x3D, 0x3D]),
            BinaryOp::MaxU => by_size([1, 2, 2, 2], [0xDE, 0x3E, 0x3F, 0x3F]),
            BinaryOp::Shl | BinaryOp::ShrS | BinaryOp::ShrU => {
                return self.shift(op, a, b, layout);
            }
            BinaryOp::DivS | BinaryOp::DivU | BinaryOp::RemS | BinaryOp::RemU => {
                return self.divided(op, a, b, ty);
            }
            _ => return unsupported("an operation on integers"),
        };
        self.each(opcode, layout, a, b)
    }

    fn shift(&mut self, op: BinaryOp, a: Value, b: Value, layout: Shape) -> Built<Parts> {
        if layout.bytes == 1 {
            return self.shift_of_bytes(op, a, b);
        }
        let bits = u64::from(layout.bytes) * 8;
        if let Some(by) = self.constant_of(b) {
            let (extension, by) = match op {
                BinaryOp::Shl => (6, by.min(bits)),
                BinaryOp::ShrU => (2, by.min(bits)),
                _ => (4, by.min(bits - 1)),
            };
            let parts = self.parts(a)?;
            return Ok(parts
                .iter()
                .map(|a| self.shifted(extension, layout.bytes, layout.length, *a, by as u8))
                .collect());
        }
        // Amounts of the width or more give what they should.
        let wide = layout.bytes == 8;
        let opcode = match (op, layout.bytes) {
            (BinaryOp::Shl, 2) => opcode::narrow(2, 0x12, true),
            (BinaryOp::ShrU, 2) => opcode::narrow(2, 0x10, true),
            (_, 2) => opcode::narrow(2, 0x11, true),
            (BinaryOp::Shl, _) => opcode::integer(2, 0x47, wide),
            (BinaryOp::ShrU, _) => opcode::integer(2, 0x45, wide),
            _ => opcode::integer(2, 0x46, wide),
        };
        self.each(opcode, layout, a, b)
    }

    /// The lesser or greater of floats: NaN if one is.
    fn extremum(&mut self, op: BinaryOp, a: Value, b: Value, ty: Type) -> Built<Parts> {
        let layout = shape(ty);
        let (double, packed) = (ty.scalar == Scalar::F64, ty.lanes > 1);
        let max = op == BinaryOp::Max;
        // An instruction gives its second operand where one is NaN or both are zero, so that a
        // constant that is neither may be the first.
        let plain = |bits: u64| {
            let value = match double {
                true => f64::from_bits(bits),
                false => f64::from(f32::from_bits(bits as u32)),
            };
            value != 0.0 && !value.is_nan()
        };
        let (a, b) = match self.constant_of(b) {
            Some(bits) if plain(bits) => (b, a),
            _ => (a, b),
        };
        if self.constant_of(a).is_some_and(plain) {
            let byte = if max { floats::MAX } else { floats::MIN };
            return self.each(opcode::float(byte, double, packed), layout, a, b);
        }
        let mut results = Parts::new();
        for part in 0..usize::from(layout.parts) {
            let (a, b) = (self.parts(a)?[part], Src::Register(self.parts(b)?[part]));
            let length = layout.length;
            // Bits 0 and 1: which one; bits 2 and 3: with its own sign. It prefers numbers to NaN.
            let which = if max { 0b0101 } else { 0b0100 };
            let opcode = opcode::float_of_map(3, opcode::RANGE, double, packed);
            let found = self.ins_imm(opcode, length, Some(a), b, which);
            let mask = self.float_mask(double, packed, length, (a, b), 3);
            let def = self.new_vector();
            let form = Form {
                length,
                def: Some(def),
                tied: Some(found),
                vvvv: Some(a),
                rm: Some(b),
                mask: Some(mask),
                ..Form::default()
            };
            self.ins(opcode::float(floats::ADD, double, packed), form);
            results.push(def);
        }
        Ok(results)
    }

    fn copy_sign(&mut self, a: Value, b: Value, ty: Type) -> Built<Parts> {
        let layout = shape(ty);
        let vector = Type { lanes: layout.lanes.max(2), ..ty };
        let sign = self.constant(vector, 1 << (ty.scalar.bits() - 1))?;
        let (a, b) = (self.parts(a)?, self.parts(b)?);
        let both = a.iter().zip(&b);
        Ok(both
            .map(|(a, b)| {
                let by = Src::Register(sign);
                self.ins_tied(opcode::TERNLOG, layout.length, (*a, *b), by, Some(COPY_SIGN))
            })
            .collect())
    }

    fn fma(&mut self, a: Value, b: Value, c: Value, ty: Type) -> Built<Parts> {
        let layout = shape(ty);
        let (double, packed) = (ty.scalar == Scalar::F64, ty.lanes > 1);
        let ends = [a, b, c].map(|value| self.used(value));
        let op = |byte| opcode::float_of_map(2, byte, double, packed);
        let mut results = Parts::new();
        for part in 0..usize::from(layout.parts) {
            let fold_c = self.folds(c);
            let made = if !fold_c && (ends[2] || !(ends[0] || ends[1])) {
                let (a, b) = if self.folds(a) && !self.folds(b) { (b, a) } else { (a, b) };
                let (acc, left) = (self.parts(c)?[part], self.parts(a)?[part]);
                let right = self.source(b, part, op(opcode::FMA_231))?;
                self.ins_tied(op(opcode::FMA_231), layout.length, (acc, left), right, None)
            } else {
                // The one that ends here is overwritten.
                let (a, b) = if ends[1] && !ends[0] { (b, a) } else { (a, b) };
                let (acc, left) = (self.parts(a)?[part], self.parts(b)?[part]);
                let right = self.source(c, part, op(opcode::FMA_213))?;
                self.ins_tied(op(opcode::FMA_213), layout.length, (acc, left), right, None)
            };
            results.push(made);
        }
        Ok(results)
    }

    fn dot(&mut self, op: DotOp, a: Value, b: Value, c: Value) -> Built<Parts> {
        let layout = shape(self.type_of(c));
        for value in [a, b, c] {
            self.used(value);
        }
        let (opcode, features) = match op {
            DotOp::US8 => (opcode::DOT_BYTES, self.unit.features.dot_bytes),
            DotOp::BF16 => (opcode::DOT_BF16, self.unit.features.dot_bf16),
            DotOp::S8 | DotOp::U8 => return unsupported("a dot product of bytes of one sign"),
        };
        if !features {
            return unsupported("a dot product");
        }
        let mut results = Parts::new();
        for part in 0..usize::from(layout.parts) {
            let (acc, left) = (self.parts(c)?[part], self.parts(a)?[part]);
            let right = Src::Register(self.parts(b)?[part]);
            results.push(self.ins_tied(opcode, layout.length, (acc, left), right, None));
        }
        Ok(results)
    }
}

/// Ternary logic: the first operand, with the bits of the second where the third has ones.
const COPY_SIGN: i32 = 0xD8;

/// The subtraction of integers of so many bytes.
pub(crate) fn subtraction(bytes: u8) -> Opcode {
    match bytes {
        1 => opcode::narrow(1, 0xF8, false),
        2 => opcode::narrow(1, 0xF9, false),
        4 => opcode::integer(1, 0xFA, false),
        _ => opcode::integer(1, 0xFB, true),
    }
}
