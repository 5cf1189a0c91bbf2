//! Masked loads of vectors on GPUs.

use hloom_loops::program::Type;
use inkwell::values::{BasicValue, BasicValueEnum, PointerValue};

use super::At;
use crate::codegen::function::Function;
use crate::codegen::ops::{Built, Register, broken};

impl<'c> Function<'_, '_, 'c> {
    /// The lanes that a mask enables one by one, the others zero bits.
    ///
    /// Where LLVM finds out later what the mask is, it would read whole vectors of a
    /// `llvm.masked.load`, whose other lanes nobody wrote.
    pub(super) fn load_lane_by_lane(
        &self,
        ty: Type,
        at: At,
        address: PointerValue<'c>,
        mask: Register<'c>,
    ) -> Built<Register<'c>> {
        let zero = self.ops.register_type(ty).const_zero();
        let (BasicValueEnum::VectorValue(mut lanes), BasicValueEnum::VectorValue(mask)) =
            (zero, mask)
        else {
            return broken("a mask of a scalar");
        };
        let one = self.one(at.buffer, ty);
        for lane in 0..ty.lanes {
            let number = self.unit.cx.i32_type().const_int(lane.into(), false);
            let test = self.ops.builder.build_extract_element(mask, number, "")?;
            let before = self.block()?;
            let (then, after) = (self.new_block("lane"), self.new_block("loaded"));
            self.branch(test, then, after)?;
            self.ops.builder.position_at_end(then);
            let bytes = self.ops.i64(i64::from(lane) * ty.scalar.bytes() as i64);
            let place = self.byte_offset(&self.ops.builder, address, bytes)?;
            let value = self.plain_load(ty.scalar.ty(), one, place)?;
            // LLVM merges loads that are not volatile.
            if value.as_instruction_value().is_none_or(|load| load.set_volatile(true).is_err()) {
                return broken("a load that is not an instruction");
            }
            self.ops.builder.build_unconditional_branch(after)?;
            self.ops.builder.position_at_end(after);
            let register = self.ops.register_type(ty.scalar.ty());
            let phi = self.ops.builder.build_phi(register, "")?;
            phi.add_incoming(&[(&register.const_zero(), before), (&value, then)]);
            let value = phi.as_basic_value();
            lanes = self.ops.builder.build_insert_element(lanes, value, number, "")?;
        }
        Ok(lanes.into())
    }

    /// The first so many lanes, the others zero bits.
    pub(super) fn load_prefix(
        &self,
        ty: Type,
        count: u16,
        at: At,
        address: PointerValue<'c>,
    ) -> Built<Register<'c>> {
        let zero = self.ops.register_type(ty).const_zero();
        let BasicValueEnum::VectorValue(zeros) = zero else {
            return broken("a mask of a scalar");
        };
        if count == 0 {
            return Ok(zero);
        }
        if !count.is_power_of_two() {
            // LLVM reads three lanes as four where the address is a multiple of their size,
            // and puts single loads together to that, unless they are volatile.
            let one = self.one(at.buffer, ty);
            let mut lanes = zeros;
            for lane in 0..count {
                let bytes = self.ops.i64(i64::from(lane) * ty.scalar.bytes() as i64);
                let place = self.byte_offset(&self.ops.builder, address, bytes)?;
                let value = self.plain_load(ty.scalar.ty(), one, place)?;
                let load = value.as_instruction_value();
                if load.is_none_or(|load| load.set_volatile(true).is_err()) {
                    return broken("a load that is not an instruction");
                }
                let number = self.unit.cx.i32_type().const_int(lane.into(), false);
                lanes = self.ops.builder.build_insert_element(lanes, value, number, "")?;
            }
            return Ok(lanes.into());
        }
        let part = self.plain_load(Type { lanes: count, ..ty }, at, address)?;
        let BasicValueEnum::VectorValue(part) = part else {
            let first = self.unit.cx.i32_type().const_zero();
            return Ok(self.ops.builder.build_insert_element(zeros, part, first, "")?.into());
        };
        let none = part.get_type().const_zero();
        let lanes: Vec<u16> = (0..ty.lanes).map(|lane| lane.min(count)).collect();
        self.ops.shuffle(part, none, &lanes)
    }
}
