//! Arithmetic on vectors, and on floats of one lane.

use hloom_loops::program::{BinaryOp, CompareOp, DotOp, Inst, Scalar, Type, UnaryOp, Value};
use regalloc2::{RegClass, VReg};
use smallvec::smallvec;

use super::values::{Shape, is_general, is_mask, shape};
use super::{Def, Form, Parts, Selector, Src};
use crate::encode::Opcode;
use crate::opcode::{self, floats};
use crate::{Made, broken, unsupported};

impl<'p> Selector<'_, 'p> {
    /// The registers of a pure instruction's result; none if it is made where it is used.
    pub(crate) fn pure(&mut self, value: Value, inst: &'p Inst) -> Made<Option<Parts>> {
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
    fn each(&mut self, opcode: Opcode, shape: Shape, a: Value, b: Value) -> Made<Parts> {
        (0..usize::from(shape.parts))
            .map(|part| {
                let left = self.parts(a)?[part];
                let right = self.source(b, part, opcode)?;
                Ok(self.ins2(opcode, shape.length, left, right))
            })
            .collect()
    }

    /// A vector of integers of 4 or 8 bytes plus a constant.
    fn sum(&mut self, a: Value, number: u64, ty: Type) -> Made<Parts> {
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

    fn unary(&mut self, op: UnaryOp, a: Value, ty: Type) -> Made<Parts> {
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
    fn rounded_away(&mut self, a: VReg, ty: Type, layout: Shape) -> Made<VReg> {
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

    fn binary(&mut self, op: BinaryOp, a: Value, b: Value, ty: Type) -> Made<Parts> {
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

    fn shift(&mut self, op: BinaryOp, a: Value, b: Value, layout: Shape) -> Made<Parts> {
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
    fn extremum(&mut self, op: BinaryOp, a: Value, b: Value, ty: Type) -> Made<Parts> {
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

    /// A mask of a comparison of floats.
    fn float_mask(
        &mut self,
        double: bool,
        packed: bool,
        length: u8,
        (a, b): (VReg, Src),
        predicate: i32,
    ) -> VReg {
        let mask = self.new_mask();
        let form = Form {
            length,
            def: Some(mask),
            vvvv: Some(a),
            rm: Some(b),
            immediate: Some((predicate, 1)),
            ..Form::default()
        };
        self.ins(opcode::float(floats::CMP, double, packed), form);
        mask
    }

    fn copy_sign(&mut self, a: Value, b: Value, ty: Type) -> Made<Parts> {
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

    fn compare(&mut self, op: CompareOp, a: Value, b: Value, as_mask: bool) -> Made<Parts> {
        let ty = self.type_of(a);
        if is_general(ty) {
            return Ok(smallvec![self.general_compare(op, a, b)?]);
        }
        self.used(a);
        self.used(b);
        if is_mask(ty) {
            let (a, b) = (self.parts(a)?, self.parts(b)?);
            let opcode = if op == CompareOp::Eq { opcode::KXNOR } else { opcode::KXOR };
            return Ok(a.iter().zip(&b).map(|(a, b)| self.mask2(opcode, *a, *b)).collect());
        }
        let layout = shape(ty);
        let (double, packed) = (ty.scalar == Scalar::F64, ty.lanes > 1);
        let mut masks = Parts::new();
        for part in 0..usize::from(layout.parts) {
            let left = self.parts(a)?[part];
            let opcode = match ty.scalar.is_float() {
                true => opcode::float(floats::CMP, double, packed),
                false => opcode::compare(layout.bytes, !is_unsigned(op)),
            };
            let right = self.source(b, part, opcode)?;
            let predicate = match ty.scalar.is_float() {
                true => float_predicate(op),
                false => integer_predicate(op),
            };
            let mask = self.new_mask();
            let form = Form {
                length: layout.length,
                def: Some(mask),
                vvvv: Some(left),
                rm: Some(right),
                immediate: Some((predicate, 1)),
                ..Form::default()
            };
            self.ins(opcode, form);
            masks.push(mask);
        }
        if packed {
            return self.joined_masks(&masks, layout.lanes);
        }
        if as_mask {
            return Ok(masks);
        }
        // A truth value of one lane.
        Ok(smallvec![self.general_of_mask(masks[0])])
    }

    /// A mask's bits in a general register.
    pub(crate) fn general_of_mask(&mut self, mask: VReg) -> VReg {
        let general = self.new_general();
        let form = Form { def: Some(general), rm: Some(Src::Register(mask)), ..Form::default() };
        self.ins(opcode::KMOV_TO, form);
        general
    }

    /// A general register's bits as a mask.
    pub(crate) fn mask_of_general(&mut self, general: VReg) -> VReg {
        let mask = self.new_mask();
        let form = Form { def: Some(mask), rm: Some(Src::Register(general)), ..Form::default() };
        self.ins(opcode::KMOV_FROM, form);
        mask
    }

    fn mask2(&mut self, opcode: Opcode, a: VReg, b: VReg) -> VReg {
        let mask = self.new_mask();
        let form = Form {
            length: 1,
            def: Some(mask),
            vvvv: Some(a),
            rm: Some(Src::Register(b)),
            ..Form::default()
        };
        self.ins(opcode, form);
        mask
    }

    fn mask_unary(&mut self, op: UnaryOp, a: Value) -> Made<Parts> {
        self.used(a);
        if op != UnaryOp::Not {
            return unsupported("an operation on truth values");
        }
        let parts = self.parts(a)?;
        Ok(parts
            .iter()
            .map(|a| {
                let mask = self.new_mask();
                let form = Form { def: Some(mask), rm: Some(Src::Register(*a)), ..Form::default() };
                self.ins(opcode::KNOT, form);
                mask
            })
            .collect())
    }

    fn mask_binary(&mut self, op: BinaryOp, a: Value, b: Value) -> Made<Parts> {
        self.used(a);
        self.used(b);
        let opcode = match op {
            BinaryOp::And => opcode::KAND,
            BinaryOp::Or => opcode::KOR,
            BinaryOp::Xor => opcode::KXOR,
            _ => return unsupported("an operation on truth values"),
        };
        let (a, b) = (self.parts(a)?, self.parts(b)?);
        Ok(a.iter().zip(&b).map(|(a, b)| self.mask2(opcode, *a, *b)).collect())
    }

    fn select(&mut self, c: Value, a: Value, b: Value, ty: Type) -> Made<Parts> {
        [c, a, b].into_iter().for_each(|value| {
            self.used(value);
        });
        if is_general(ty) {
            let (c, a, b) = (self.one(c)?, self.one(a)?, self.one(b)?);
            let form = Form { reg: Some(c), rm: Some(Src::Register(c)), ..Form::default() };
            self.ins(opcode::TEST, form);
            return Ok(smallvec![self.two(opcode::cmov(opcode::condition::NE).wide(true), b, a)]);
        }
        if is_mask(ty) {
            let (c, a, b) = (self.parts(c)?, self.parts(a)?, self.parts(b)?);
            return Ok((0..c.len())
                .map(|part| {
                    // b ^ ((a ^ b) & c)
                    let differ = self.mask2(opcode::KXOR, a[part], b[part]);
                    let taken = self.mask2(opcode::KAND, differ, c[part]);
                    self.mask2(opcode::KXOR, taken, b[part])
                })
                .collect());
        }
        let layout = shape(ty);
        let masks = match ty.lanes {
            1 => {
                let c = self.one(c)?;
                match c.class() {
                    RegClass::Int => smallvec![self.mask_of_general(c)],
                    _ => smallvec![c],
                }
            }
            _ => self.parts(c)?,
        };
        let opcode = opcode::blend(layout.bytes);
        let mut results = Parts::new();
        for part in 0..layout.parts {
            let mask = self.mask_of_part(&masks, part, layout.lanes)?;
            let b = self.parts(b)?[usize::from(part)];
            let a = match ty.lanes {
                // Memory would be read as a vector.
                1 => Src::Register(self.parts(a)?[0]),
                _ => self.source(a, usize::from(part), opcode)?,
            };
            let def = self.new_vector();
            let form = Form {
                length: layout.length,
                def: Some(def),
                vvvv: Some(b),
                rm: Some(a),
                mask: Some(mask),
                ..Form::default()
            };
            self.ins(opcode, form);
            results.push(def);
        }
        Ok(results)
    }

    fn fma(&mut self, a: Value, b: Value, c: Value, ty: Type) -> Made<Parts> {
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

    fn dot(&mut self, op: DotOp, a: Value, b: Value, c: Value) -> Made<Parts> {
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

    /// Division of vectors of integers of 4 bytes, by way of double precision: the quotient of two
    /// integers of 32 bits is further from the next whole number than it is off.
    fn divided(&mut self, op: BinaryOp, a: Value, b: Value, ty: Type) -> Made<Parts> {
        let (mut a, mut b) = (self.parts(a)?, self.parts(b)?);
        let signed = matches!(op, BinaryOp::DivS | BinaryOp::RemS);
        let mut wide = ty;
        match ty.scalar {
            Scalar::I64 => return self.divided_lane_by_lane(op, &a, &b, ty),
            Scalar::I32 => {}
            _ => {
                // What wider integers give at the edges is right once it is cut off.
                wide = ty.with(Scalar::I32);
                a = self.extended_lanes(&a, signed, ty, wide)?;
                b = self.extended_lanes(&b, signed, ty, wide)?;
            }
        }
        let lane = Type { lanes: shape(wide).lanes, ..wide };
        let results = a
            .iter()
            .zip(&b)
            .map(|(a, b)| self.divided_part(op, *a, *b, lane))
            .collect::<Made<Parts>>()?;
        match wide == ty {
            true => Ok(results),
            false => self.truncated(&results, wide, ty),
        }
    }

    /// Division of one register of integers of 4 bytes.
    fn divided_part(&mut self, op: BinaryOp, a: VReg, b: VReg, ty: Type) -> Made<VReg> {
        let signed = matches!(op, BinaryOp::DivS | BinaryOp::RemS);
        let length = shape(ty).length;
        let halves = if length == 2 { 2 } else { 1 };
        let mut quotients = Vec::new();
        for half in 0..halves {
            let pick = |it: &mut Self, v: VReg| match half {
                0 => v,
                _ => it.part_of(v, 32, 1),
            };
            let (x, y) = (pick(self, a), pick(self, b));
            // As many doubles as there are integers.
            let long = if length == 0 { 1 } else { 2 };
            let convert = opcode::to_float(4, signed, true);
            let (x, y) = (
                self.ins1(convert, long, Src::Register(x)),
                self.ins1(convert, long, Src::Register(y)),
            );
            let quotient =
                self.ins2(opcode::float(floats::DIV, true, true), long, x, Src::Register(y));
            quotients.push(self.ins1(
                opcode::from_float(4, signed, true),
                long,
                Src::Register(quotient),
            ));
        }
        let quotient = match quotients[..] {
            [low, high] => self.ins_imm(opcode::INSERT_32, 2, Some(low), Src::Register(high), 1),
            [one] => one,
            _ => return broken("a division"),
        };
        let lanes = Type { lanes: ty.lanes.max(4), ..ty };
        let zero = self.constant(lanes, 0)?;
        // The least integer by -1 is too large for an integer, and becomes the least one.
        let by_zero = self.integer_mask(0, length, b, zero);
        if matches!(op, BinaryOp::DivS | BinaryOp::DivU) {
            let ones = self.constant(lanes, 0xFFFF_FFFF)?;
            return Ok(self.blended(quotient, ones, by_zero, length));
        }
        let product =
            self.ins2(opcode::integer(2, 0x40, false), length, quotient, Src::Register(b));
        let rest = self.ins2(subtraction(4), length, a, Src::Register(product));
        Ok(self.blended(rest, a, by_zero, length))
    }

    /// Division of integers of 8 bytes, through memory.
    fn divided_lane_by_lane(
        &mut self,
        op: BinaryOp,
        a: &Parts,
        b: &Parts,
        ty: Type,
    ) -> Made<Parts> {
        let layout = shape(ty);
        let (left, right) = (self.stored(a, layout)?, self.stored(b, layout)?);
        for lane in 0..u64::from(ty.lanes) {
            let a = self.load_general(left + 8 * lane);
            let b = self.load_general(right + 8 * lane);
            let result = self.general_division(op, a, b, true)?;
            self.store_general(result, left + 8 * lane);
        }
        self.reloaded(left, layout)
    }

    /// Counts of bits, through memory.
    fn unary_lane_by_lane(&mut self, op: UnaryOp, a: Value, ty: Type) -> Made<Parts> {
        let layout = shape(ty);
        let parts = self.parts(a)?;
        let at = self.stored(&parts, layout)?;
        for lane in 0..u64::from(ty.lanes) {
            let place = Self::on_stack(at + u64::from(layout.bytes) * lane);
            let value = self.load_scalar(ty.scalar, place);
            let count = self.count_bits(op, value, ty.scalar)?;
            self.store_scalar(ty.scalar, count, place);
        }
        self.reloaded(at, layout)
    }

    /// Remainders of division towards zero, by the C library.
    fn remainder(&mut self, a: Value, b: Value, ty: Type) -> Made<Parts> {
        let name = if ty.scalar == Scalar::F64 { "fmod" } else { "fmodf" };
        let Some(address) = self.unit.outside(name) else {
            return unsupported("the remainder of floats");
        };
        let layout = shape(ty);
        let (a, b) = (self.parts(a)?, self.parts(b)?);
        if ty.lanes == 1 {
            return Ok(smallvec![self.call_of_floats(address, a[0], b[0])]);
        }
        let (left, right) = (self.stored(&a, layout)?, self.stored(&b, layout)?);
        for lane in 0..u64::from(ty.lanes) {
            let behind = u64::from(layout.bytes) * lane;
            let (a, b) = (Self::on_stack(left + behind), Self::on_stack(right + behind));
            let (a, b) = (self.load_scalar(ty.scalar, a), self.load_scalar(ty.scalar, b));
            let result = self.call_of_floats(address, a, b);
            self.store_scalar(ty.scalar, result, Self::on_stack(left + behind));
        }
        self.reloaded(left, layout)
    }

    /// Registers in memory, one behind the other.
    pub(crate) fn stored(&mut self, parts: &Parts, layout: Shape) -> Made<u64> {
        let at = self.stack_slot(64 * parts.len() as u64)?;
        for (part, register) in (0..).zip(parts) {
            let form = Form {
                length: layout.length,
                reg: Some(*register),
                rm: Some(Src::Memory(Self::on_stack(at + 64 * part))),
                ..Form::default()
            };
            self.ins(opcode::STORE_UPS, form);
        }
        Ok(at)
    }

    /// Registers from memory.
    pub(crate) fn reloaded(&mut self, at: u64, layout: Shape) -> Made<Parts> {
        Ok((0..u64::from(layout.parts))
            .map(|part| {
                let memory = Self::on_stack(at + 64 * part);
                self.ins1(opcode::MOVUPS, layout.length, Src::Memory(memory))
            })
            .collect())
    }

    /// Products of bytes: of those at even places, and of those at odd ones.
    fn product_of_bytes(&mut self, a: Value, b: Value, layout: Shape) -> Made<Parts> {
        let (a, b) = (self.parts(a)?, self.parts(b)?);
        let mul = opcode::narrow(1, 0xD5, false);
        let length = layout.length;
        let low_bytes = Type { scalar: Scalar::I16, lanes: (layout.lanes / 2).max(8) };
        let low = self.constant(low_bytes, 0xFF)?;
        Ok(a.iter()
            .zip(&b)
            .map(|(a, b)| {
                let even = self.ins2(mul, length, *a, Src::Register(*b));
                let even = self.ins2(opcode::AND, length, even, Src::Register(low));
                let (a, b) = (self.shifted(2, 2, length, *a, 8), self.shifted(2, 2, length, *b, 8));
                let odd = self.ins2(mul, length, a, Src::Register(b));
                let odd = self.shifted(6, 2, length, odd, 8);
                self.ins2(opcode::OR, length, even, Src::Register(odd))
            })
            .collect())
    }

    /// Shifts of bytes, as pairs of bytes.
    fn shift_of_bytes(&mut self, op: BinaryOp, a: Value, b: Value) -> Made<Parts> {
        let ty = self.type_of(a);
        let wide = ty.with(Scalar::I16);
        let (a, b) = (self.parts(a)?, self.parts(b)?);
        let a = self.extended_lanes(&a, op == BinaryOp::ShrS, ty, wide)?;
        let b = self.extended_lanes(&b, false, ty, wide)?;
        let byte = match op {
            BinaryOp::Shl => 0x12,
            BinaryOp::ShrU => 0x10,
            _ => 0x11,
        };
        let opcode = opcode::narrow(2, byte, true);
        let length = shape(wide).length;
        let results: Parts = a
            .iter()
            .zip(&b)
            .map(|(a, b)| self.ins2(opcode, length, *a, Src::Register(*b)))
            .collect();
        self.truncated(&results, wide, ty)
    }

    /// `b` where the mask is set, else `a`, of lanes of 4 bytes.
    fn blended(&mut self, a: VReg, b: VReg, mask: VReg, length: u8) -> VReg {
        let def = self.new_vector();
        let form = Form {
            length,
            def: Some(def),
            vvvv: Some(a),
            rm: Some(Src::Register(b)),
            mask: Some(mask),
            ..Form::default()
        };
        self.ins(opcode::blend(4), form);
        def
    }

    fn integer_mask(&mut self, predicate: i32, length: u8, a: VReg, b: VReg) -> VReg {
        let mask = self.new_mask();
        let form = Form {
            length,
            def: Some(mask),
            vvvv: Some(a),
            rm: Some(Src::Register(b)),
            immediate: Some((predicate, 1)),
            ..Form::default()
        };
        self.ins(opcode::compare(4, true), form);
        mask
    }
}

/// Ternary logic: the first operand, with the bits of the second where the third has ones.
const COPY_SIGN: i32 = 0xD8;

fn subtraction(bytes: u8) -> Opcode {
    match bytes {
        1 => opcode::narrow(1, 0xF8, false),
        2 => opcode::narrow(1, 0xF9, false),
        4 => opcode::integer(1, 0xFA, false),
        _ => opcode::integer(1, 0xFB, true),
    }
}

/// Whether a comparison reads its operands as unsigned.
pub(crate) fn is_unsigned(op: CompareOp) -> bool {
    matches!(op, CompareOp::LtU | CompareOp::LeU | CompareOp::GtU | CompareOp::GeU)
}

/// The predicate of `vcmp`.
fn float_predicate(op: CompareOp) -> i32 {
    match op {
        CompareOp::Eq => 0,
        CompareOp::Ne => 4,
        CompareOp::Lt | CompareOp::LtS | CompareOp::LtU => 0x11,
        CompareOp::Le | CompareOp::LeS | CompareOp::LeU => 0x12,
        CompareOp::Ge | CompareOp::GeS | CompareOp::GeU => 0x1D,
        CompareOp::Gt | CompareOp::GtS | CompareOp::GtU => 0x1E,
    }
}

/// The predicate of `vpcmp`.
fn integer_predicate(op: CompareOp) -> i32 {
    match op {
        CompareOp::Eq => 0,
        CompareOp::Ne => 4,
        CompareOp::Lt | CompareOp::LtS | CompareOp::LtU => 1,
        CompareOp::Le | CompareOp::LeS | CompareOp::LeU => 2,
        CompareOp::Ge | CompareOp::GeS | CompareOp::GeU => 5,
        CompareOp::Gt | CompareOp::GtS | CompareOp::GtU => 6,
    }
}
