//! Arithmetic in general registers.

use hloom_loops::program::{BinaryOp, CompareOp, Scalar, UnaryOp, Value};
use regalloc2::VReg;

use super::masks::is_unsigned;
use super::{Form, Selector, Src};
use crate::opcode::{self, condition};
use crate::{Built, unsupported};

impl Selector<'_, '_> {
    /// An integer with meaningful bits above its width: its sign, or zeros.
    pub(crate) fn extended(&mut self, register: VReg, scalar: Scalar, signed: bool) -> VReg {
        if !signed && self.clean.get(&register).is_some_and(|bits| *bits <= scalar.bits()) {
            return register;
        }
        let opcode = match (scalar, signed) {
            (Scalar::I8, true) => opcode::MOVSX_8.wide(true),
            (Scalar::I8, false) => opcode::MOVZX_8,
            (Scalar::I16 | Scalar::F16 | Scalar::BF16, true) => opcode::MOVSX_16.wide(true),
            (Scalar::I16 | Scalar::F16 | Scalar::BF16, false) => opcode::MOVZX_16,
            (Scalar::I32, true) => opcode::MOVSXD,
            // Writing 4 bytes clears the others.
            (Scalar::I32, false) => opcode::MOV,
            _ => return register,
        };
        let result = self.new_general();
        let form = Form {
            def: Some(result),
            rm: Some(Src::Register(register)),
            bytes: scalar == Scalar::I8,
            ..Form::default()
        };
        self.ins(opcode, form);
        if !signed {
            self.clean.insert(result, scalar.bits());
        }
        result
    }

    pub(crate) fn general_unary(&mut self, op: UnaryOp, a: Value) -> Built<VReg> {
        self.used(a);
        let scalar = self.type_of(a).scalar;
        let a = self.one(a)?;
        Ok(match op {
            UnaryOp::Not if scalar == Scalar::I1 => {
                self.with_number(opcode::ALU_IMMEDIATE, 6, a, (1, 4))
            }
            UnaryOp::Not => self.unary_general(2, a),
            UnaryOp::Neg => self.negated(a),
            UnaryOp::Abs => {
                let a = self.extended(a, scalar, true);
                let negative = self.negated(a);
                self.choose_by(condition::L, (negative, a), true)
            }
            UnaryOp::Popcount | UnaryOp::CountLeadingZeros => self.count_bits(op, a, scalar)?,
            _ => return unsupported("an operation on integers"),
        })
    }

    /// The number of ones, or of zeros ahead of them.
    pub(crate) fn count_bits(&mut self, op: UnaryOp, a: VReg, scalar: Scalar) -> Built<VReg> {
        let wide = scalar == Scalar::I64;
        let a = self.extended(a, scalar, false);
        let result = self.new_general();
        let form = Form { def: Some(result), rm: Some(Src::Register(a)), ..Form::default() };
        if op == UnaryOp::Popcount {
            self.ins(opcode::POPCNT.wide(wide), form);
            return Ok(result);
        }
        self.ins(opcode::LZCNT.wide(wide), form);
        match scalar.bits() {
            bits @ (8 | 16) => self.plus(result, i64::from(bits) - 32),
            _ => Ok(result),
        }
    }

    /// A 64-bit number with the other sign: of a truth value, all ones or all zeros.
    pub(crate) fn negated(&mut self, a: VReg) -> VReg {
        self.unary_general(3, a)
    }

    /// Lane 0 of a vector, of 8 bytes or of 4, in a general register.
    pub(crate) fn lane_0(&mut self, vector: VReg, wide: bool) -> VReg {
        let general = self.new_general();
        let form =
            Form { def: Some(general), def_in_rm: true, reg: Some(vector), ..Form::default() };
        self.ins(if wide { opcode::FROM_MOVQ } else { opcode::FROM_MOVD }, form);
        general
    }

    fn unary_general(&mut self, extension: u8, a: VReg) -> VReg {
        let result = self.new_general();
        let form = Form {
            def: Some(result),
            def_in_rm: true,
            tied: Some(a),
            extension,
            ..Form::default()
        };
        self.ins(opcode::UNARY.wide(true), form);
        result
    }

    pub(crate) fn general_binary(&mut self, op: BinaryOp, a: Value, b: Value) -> Built<VReg> {
        self.used(a);
        self.used(b);
        let scalar = self.type_of(a).scalar;
        let wide = scalar == Scalar::I64;
        let small = |bits: u64| match scalar {
            Scalar::I32 => Some(bits as i32),
            _ => i32::try_from(bits as i64).ok(),
        };
        let number = self.constant_of(b);
        let alu = |op| match op {
            BinaryOp::Add => Some((0, opcode::ADD)),
            BinaryOp::Or => Some((1, opcode::GENERAL_OR)),
            BinaryOp::And => Some((4, opcode::GENERAL_AND)),
            BinaryOp::Sub => Some((5, opcode::SUB)),
            BinaryOp::Xor => Some((6, opcode::GENERAL_XOR)),
            _ => None,
        };
        if let Some((extension, opcode)) = alu(op) {
            let a = self.one(a)?;
            if let Some(number) = number.and_then(small) {
                let opcode = opcode::ALU_IMMEDIATE.wide(scalar != Scalar::I32);
                let result = self.with_number(opcode, extension, a, (number, 4));
                if op == BinaryOp::And && number >= 0 {
                    self.clean.insert(result, 32 - number.leading_zeros());
                } else if scalar == Scalar::I32 {
                    self.clean.insert(result, 32);
                }
                return Ok(result);
            }
            let b = self.one(b)?;
            let result = self.two(opcode.wide(scalar != Scalar::I32), a, b);
            if scalar == Scalar::I32 {
                self.clean.insert(result, 32);
            }
            return Ok(result);
        }
        match op {
            BinaryOp::Mul => {
                let (a, b) = (self.one(a)?, self.one(b)?);
                Ok(self.two(opcode::IMUL.wide(true), a, b))
            }
            BinaryOp::MinS | BinaryOp::MaxS | BinaryOp::MinU | BinaryOp::MaxU => {
                let signed = matches!(op, BinaryOp::MinS | BinaryOp::MaxS);
                let (a, b) = (self.one(a)?, self.one(b)?);
                let (a, b) = (self.extended(a, scalar, signed), self.extended(b, scalar, signed));
                let taken = match op {
                    BinaryOp::MinS => condition::G,
                    BinaryOp::MaxS => condition::L,
                    BinaryOp::MinU => condition::A,
                    _ => condition::B,
                };
                Ok(self.choose_by(taken, (a, b), true))
            }
            BinaryOp::Shl | BinaryOp::ShrS | BinaryOp::ShrU => self.general_shift(op, a, b, scalar),
            BinaryOp::DivS | BinaryOp::DivU | BinaryOp::RemS | BinaryOp::RemU => {
                let signed = matches!(op, BinaryOp::DivS | BinaryOp::RemS);
                let (a, b) = (self.one(a)?, self.one(b)?);
                let (a, b) = (self.extended(a, scalar, signed), self.extended(b, scalar, signed));
                self.general_division(op, a, b, wide)
            }
            _ => unsupported("an operation on integers"),
        }
    }

    fn general_shift(&mut self, op: BinaryOp, a: Value, b: Value, scalar: Scalar) -> Built<VReg> {
        let bits = i64::from(scalar.bits());
        let left = self.one(a)?;
        // Instructions of 4 bytes see nothing of the others, and clear them.
        let wide = scalar != Scalar::I32;
        let value = match op {
            _ if !wide => left,
            BinaryOp::Shl => left,
            BinaryOp::ShrS => self.extended(left, scalar, true),
            _ => self.extended(left, scalar, false),
        };
        let extension = match op {
            BinaryOp::Shl => 4,
            BinaryOp::ShrS => 7,
            _ => 5,
        };
        if let Some(by) = self.constant_of(b) {
            let most = if op == BinaryOp::ShrS { bits - 1 } else { bits };
            // Amounts are unsigned.
            let by = by.min(most as u64) as i64;
            if by == bits {
                return Ok(self.number(0));
            }
            if by == 0 {
                return Ok(left);
            }
            let clean = self.clean.get(&value).copied().filter(|clean| i64::from(*clean) <= bits);
            if op == BinaryOp::ShrU
                && let Some(before) = clean
            {
                let (opcode, amount) = (opcode::SHIFT_IMMEDIATE.wide(true), (by as i32, 1));
                let result = self.with_number(opcode, extension, value, amount);
                self.clean.insert(result, before.saturating_sub(by as u32));
                return Ok(result);
            }
            let by = (by as i32, 1);
            let result = self.with_number(opcode::SHIFT_IMMEDIATE.wide(wide), extension, value, by);
            if !wide {
                self.clean.insert(result, 32);
            }
            return Ok(result);
        }
        let by = self.one(b)?;
        let by = self.extended(by, scalar, false);
        let opcode = match op {
            BinaryOp::Shl => opcode::SHLX,
            BinaryOp::ShrS => opcode::SARX,
            _ => opcode::SHRX,
        };
        // Of an amount, the machine sees the last six bits.
        if op == BinaryOp::ShrS {
            let most = self.number(bits - 1);
            let by = self.choose_by(condition::A, (by, most), true);
            return Ok(self.shift_by(opcode.wide(wide), value, by));
        }
        let shifted = self.shift_by(opcode.wide(wide), value, by);
        let zero = self.number(0);
        let form = Form {
            extension: 7,
            rm: Some(Src::Register(by)),
            immediate: Some((bits as i32, 4)),
            ..Form::default()
        };
        self.ins(opcode::ALU_IMMEDIATE.wide(true), form);
        Ok(self.two(opcode::cmov(condition::AE).wide(true), shifted, zero))
    }

    fn shift_by(&mut self, opcode: crate::encode::Opcode, value: VReg, by: VReg) -> VReg {
        let result = self.new_general();
        let form = Form {
            def: Some(result),
            vvvv: Some(by),
            rm: Some(Src::Register(value)),
            ..Form::default()
        };
        self.ins(opcode, form);
        result
    }

    /// Division of 64-bit numbers, or of shorter ones that are extended to that.
    pub(crate) fn general_division(
        &mut self,
        op: BinaryOp,
        a: VReg,
        b: VReg,
        wide: bool,
    ) -> Built<VReg> {
        let signed = matches!(op, BinaryOp::DivS | BinaryOp::RemS);
        let one = self.number(1);
        let is_zero = |it: &mut Self| {
            let form = Form { reg: Some(b), rm: Some(Src::Register(b)), ..Form::default() };
            it.ins(opcode::TEST.wide(true), form);
        };
        // By 1 instead of 0; and the least number is by 1 what it is by -1: itself, and 0 remains.
        is_zero(self);
        let mut divisor = self.two(opcode::cmov(condition::E).wide(true), b, one);
        if signed && wide {
            let least = self.number(i64::MIN);
            let at_least = self.equal(a, least);
            let ones = self.number(-1);
            let by_ones = self.equal(b, ones);
            let both = self.two(opcode::GENERAL_AND, at_least, by_ones);
            let form = Form { reg: Some(both), rm: Some(Src::Register(both)), ..Form::default() };
            self.ins(opcode::TEST, form);
            divisor = self.two(opcode::cmov(condition::NE).wide(true), divisor, one);
        }
        let (quotient, rest) = self.divide(a, divisor, signed, true);
        let (found, otherwise) = match op {
            BinaryOp::DivS | BinaryOp::DivU => (quotient, self.number(-1)),
            _ => (rest, a),
        };
        is_zero(self);
        Ok(self.two(opcode::cmov(condition::E).wide(true), found, otherwise))
    }

    /// 1 if two 64-bit numbers are equal, else 0.
    fn equal(&mut self, a: VReg, b: VReg) -> VReg {
        let form = Form { reg: Some(a), rm: Some(Src::Register(b)), ..Form::default() };
        self.ins(opcode::CMP.wide(true), form);
        self.truth(condition::E)
    }

    /// 1 if the flags say so, else 0.
    pub(crate) fn truth(&mut self, condition: u8) -> VReg {
        let byte = self.new_general();
        let form = Form { def: Some(byte), def_in_rm: true, bytes: true, ..Form::default() };
        self.ins(opcode::set(condition), form);
        self.extended(byte, Scalar::I8, false)
    }

    pub(crate) fn general_compare(&mut self, op: CompareOp, a: Value, b: Value) -> Built<VReg> {
        let condition = self.flags_of(op, a, b)?;
        Ok(self.truth(condition))
    }

    /// Compares integers. Returns the condition under which the comparison holds.
    pub(crate) fn flags_of(&mut self, op: CompareOp, a: Value, b: Value) -> Built<u8> {
        self.used(a);
        self.used(b);
        let scalar = self.type_of(a).scalar;
        let signed = !is_unsigned(op) && scalar != Scalar::I1;
        let number = self.constant_of(b);
        let left = self.one(a)?;
        let left = match scalar {
            Scalar::I1 | Scalar::I32 | Scalar::I64 => left,
            _ => self.extended(left, scalar, signed),
        };
        let wide = matches!(scalar, Scalar::I64 | Scalar::I8 | Scalar::I16);
        // A constant as the comparison reads it.
        let number = number.map(|bits| match (scalar, signed) {
            (Scalar::I8, true) => i64::from(bits as i8),
            (Scalar::I16, true) => i64::from(bits as i16),
            (Scalar::I32, _) => i64::from(bits as i32),
            _ => bits as i64,
        });
        match number.and_then(|number| i32::try_from(number).ok()) {
            Some(number) => {
                let form = Form {
                    extension: 7,
                    rm: Some(Src::Register(left)),
                    immediate: Some((number, 4)),
                    ..Form::default()
                };
                self.ins(opcode::ALU_IMMEDIATE.wide(wide), form);
            }
            None => {
                let right = self.one(b)?;
                let right = match scalar {
                    Scalar::I1 | Scalar::I32 | Scalar::I64 => right,
                    _ => self.extended(right, scalar, signed),
                };
                let form =
                    Form { reg: Some(left), rm: Some(Src::Register(right)), ..Form::default() };
                self.ins(opcode::CMP.wide(wide), form);
            }
        }
        Ok(match op {
            CompareOp::Eq => condition::E,
            CompareOp::Ne => condition::NE,
            CompareOp::LtS | CompareOp::Lt => condition::L,
            CompareOp::LeS | CompareOp::Le => condition::LE,
            CompareOp::GtS | CompareOp::Gt => condition::G,
            CompareOp::GeS | CompareOp::Ge => condition::GE,
            CompareOp::LtU => condition::B,
            CompareOp::LeU => condition::BE,
            CompareOp::GtU => condition::A,
            CompareOp::GeU => condition::AE,
        })
    }
}
