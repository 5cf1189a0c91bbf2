//! Comparisons, masks, and selections by them.

use hloom_loops::program::{BinaryOp, CompareOp, Scalar, Type, UnaryOp, Value};
use regalloc2::{RegClass, VReg};
use smallvec::smallvec;

use super::values::{is_general, is_mask, shape};
use super::{Form, Parts, Selector, Src};
use crate::encode::Opcode;
use crate::opcode::{self, floats};
use crate::{Built, unsupported};

impl Selector<'_, '_> {
    pub(crate) fn compare(
        &mut self,
        op: CompareOp,
        a: Value,
        b: Value,
        as_mask: bool,
    ) -> Built<Parts> {
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

    /// A general register's bits as a mask. Several selections by one truth value share it.
    pub(crate) fn mask_of_general(&mut self, general: VReg) -> VReg {
        let here = (self.now, self.at);
        if let Some((known, place)) = self.masks.get(&general)
            && *place == here
        {
            return *known;
        }
        let mask = self.new_mask();
        let form = Form { def: Some(mask), rm: Some(Src::Register(general)), ..Form::default() };
        self.ins(opcode::KMOV_FROM, form);
        self.masks.insert(general, (mask, here));
        mask
    }

    pub(crate) fn mask2(&mut self, opcode: Opcode, a: VReg, b: VReg) -> VReg {
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

    pub(crate) fn mask_unary(&mut self, op: UnaryOp, a: Value) -> Built<Parts> {
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

    pub(crate) fn mask_binary(&mut self, op: BinaryOp, a: Value, b: Value) -> Built<Parts> {
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

    pub(crate) fn select(&mut self, c: Value, a: Value, b: Value, ty: Type) -> Built<Parts> {
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

    /// A mask of a comparison of floats.
    pub(crate) fn float_mask(
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
