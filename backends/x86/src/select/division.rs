//! Division, and other arithmetic that vectors have no instruction for.

use hloom_loops::program::{BinaryOp, Scalar, Type, UnaryOp, Value};
use regalloc2::VReg;
use smallvec::smallvec;

use super::arithmetic::subtraction;
use super::values::{Shape, shape};
use super::{Form, Parts, Selector, Src};
use crate::opcode::{self, floats};
use crate::{Built, broken, unsupported};

impl Selector<'_, '_> {
    /// Division of vectors of integers of 4 bytes, by way of double precision: the quotient of two
    /// integers of 32 bits is further from the next whole number than it is off.
    pub(crate) fn divided(&mut self, op: BinaryOp, a: Value, b: Value, ty: Type) -> Built<Parts> {
        let value_b = b;
        let (mut a, mut b) = (self.parts(a)?, self.parts(b)?);
        let signed = matches!(op, BinaryOp::DivS | BinaryOp::RemS);
        let mut wide = ty;
        match ty.scalar {
            Scalar::I64 => return self.divided_lane_by_lane(op, &a, &b, ty),
            Scalar::I32 => {}
            _ => {
                // The results of wider integers at the edges are right once they are cut off.
                wide = ty.with(Scalar::I32);
                a = self.extended_lanes(&a, signed, ty, wide)?;
                b = self.extended_lanes(&b, signed, ty, wide)?;
            }
        }
        let lane = Type { lanes: shape(wide).lanes, ..wide };
        // The divisor as it is read, if it is a positive constant.
        let number = self.constant_of(value_b).map(|bits| match (signed, ty.scalar) {
            (true, Scalar::I8) => i64::from(bits as i8),
            (true, Scalar::I16) => i64::from(bits as i16),
            (true, _) => i64::from(bits as i32),
            (false, _) => bits as i64,
        });
        let number = number.filter(|number| *number > 0);
        let results = a
            .iter()
            .zip(&b)
            .map(|(a, b)| match number {
                Some(number) => self.divided_by(op, *a, (*b, number), lane),
                None => self.divided_part(op, *a, *b, lane),
            })
            .collect::<Built<Parts>>()?;
        match wide == ty {
            true => Ok(results),
            false => self.truncated(&results, wide, ty),
        }
    }

    /// Division of one register of integers of 4 bytes by a positive constant: the product with
    /// the least double that is not below its reciprocal. It is at least the quotient, and exceeds
    /// it by less than the quotient's distance to the next whole number, which is at least the
    /// reciprocal.
    fn divided_by(
        &mut self,
        op: BinaryOp,
        a: VReg,
        (b, number): (VReg, i64),
        ty: Type,
    ) -> Built<VReg> {
        let signed = matches!(op, BinaryOp::DivS | BinaryOp::RemS);
        let length = shape(ty).length;
        let exact = number as f64;
        let mut inverse = 1.0 / exact;
        // One rounding: whether the reciprocal is below shows in the exact rest.
        if inverse.mul_add(exact, -1.0) < 0.0 {
            inverse = inverse.next_up();
        }
        let quotient = match self.quotients.get(&(a, number, signed)) {
            Some((known, frame)) if *frame == (self.now, self.at) => *known,
            _ => {
                let by = Type { scalar: Scalar::F64, lanes: 8 };
                let by = self.constant(by, inverse.to_bits())?;
                let multiply = opcode::float(floats::MUL, true, true);
                let long = if length == 0 { 1 } else { 2 };
                let halves = if length == 2 { 2 } else { 1 };
                let mut quotients = Vec::new();
                for half in 0..halves {
                    let x = self.part_of(a, 32, half);
                    let convert = opcode::to_float(4, signed, true);
                    let x = self.ins1(convert, long, Src::Register(x));
                    let x = self.ins2(multiply, long, x, Src::Register(by));
                    let back = opcode::from_float(4, signed, true);
                    quotients.push(self.ins1(back, long, Src::Register(x)));
                }
                let quotient = match quotients[..] {
                    [low, high] => {
                        self.ins_imm(opcode::INSERT_32, 2, Some(low), Src::Register(high), 1)
                    }
                    [one] => one,
                    _ => return broken("a division"),
                };
                self.quotients.insert((a, number, signed), (quotient, (self.now, self.at)));
                quotient
            }
        };
        if matches!(op, BinaryOp::DivS | BinaryOp::DivU) {
            return Ok(quotient);
        }
        let product =
            self.ins2(opcode::integer(2, 0x40, false), length, quotient, Src::Register(b));
        Ok(self.ins2(subtraction(4), length, a, Src::Register(product)))
    }

    /// Division of one register of integers of 4 bytes.
    pub(crate) fn divided_part(&mut self, op: BinaryOp, a: VReg, b: VReg, ty: Type) -> Built<VReg> {
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
    pub(crate) fn divided_lane_by_lane(
        &mut self,
        op: BinaryOp,
        a: &Parts,
        b: &Parts,
        ty: Type,
    ) -> Built<Parts> {
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
    pub(crate) fn unary_lane_by_lane(&mut self, op: UnaryOp, a: Value, ty: Type) -> Built<Parts> {
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
    pub(crate) fn remainder(&mut self, a: Value, b: Value, ty: Type) -> Built<Parts> {
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
    pub(crate) fn stored(&mut self, parts: &Parts, layout: Shape) -> Built<u64> {
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
    pub(crate) fn reloaded(&mut self, at: u64, layout: Shape) -> Built<Parts> {
        Ok((0..u64::from(layout.parts))
            .map(|part| {
                let memory = Self::on_stack(at + 64 * part);
                self.ins1(opcode::MOVUPS, layout.length, Src::Memory(memory))
            })
            .collect())
    }

    /// Products of bytes: of those at even places, and of those at odd ones.
    pub(crate) fn product_of_bytes(&mut self, a: Value, b: Value, layout: Shape) -> Built<Parts> {
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
    pub(crate) fn shift_of_bytes(&mut self, op: BinaryOp, a: Value, b: Value) -> Built<Parts> {
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
    pub(crate) fn blended(&mut self, a: VReg, b: VReg, mask: VReg, length: u8) -> VReg {
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

    pub(crate) fn integer_mask(&mut self, predicate: i32, length: u8, a: VReg, b: VReg) -> VReg {
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
