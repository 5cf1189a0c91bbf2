//! Remainders of floats on GPUs, which have no instruction for them.

use hloom_loops::program::{Scalar, Type};
use inkwell::IntPredicate;
use inkwell::attributes::AttributeLoc;
use inkwell::module::Linkage;
use inkwell::types::BasicTypeEnum;
use inkwell::values::{BasicValueEnum, FunctionValue};

use super::function::Function;
use super::ops::{Built, Register, broken};

impl<'c> Function<'_, '_, 'c> {
    /// The remainder of floats, lane by lane, by a function that is printed at its first use.
    pub(super) fn remainder(
        &self,
        a: Register<'c>,
        b: Register<'c>,
        ty: Type,
    ) -> Built<Register<'c>> {
        let function = self.remainder_function(ty.scalar)?;
        let one = |a: Register<'c>, b: Register<'c>| {
            let call = self.ops.builder.build_call(function, &[a.into(), b.into()], "")?;
            self.ops.result(call)
        };
        let (BasicValueEnum::VectorValue(x), BasicValueEnum::VectorValue(y)) = (a, b) else {
            return one(a, b);
        };
        let mut lanes = x.get_type().get_poison();
        for lane in 0..ty.lanes {
            let (a, b) = (self.ops.shuffle(x, x, &[lane])?, self.ops.shuffle(y, y, &[lane])?);
            let at = self.unit.cx.i32_type().const_int(lane.into(), false);
            lanes = self.ops.builder.build_insert_element(lanes, one(a, b)?, at, "")?;
        }
        Ok(lanes.into())
    }

    /// `fmod` by long division of the mantissas, a bit at a time: exact, as every
    /// remainder of floats is.
    fn remainder_function(&self, scalar: Scalar) -> Built<FunctionValue<'c>> {
        let name = format!("hloom_fmod_{}", scalar.name());
        if let Some(known) = self.ops.module.get_function(&name) {
            return Ok(known);
        }
        let (cx, ops) = (self.unit.cx, self.unit.ops());
        let (float, word) = (scalar.ty(), scalar.as_integer().ty());
        let BasicTypeEnum::FloatType(register) = ops.lane_type(scalar) else {
            return broken("a remainder of no floats");
        };
        let signature = register.fn_type(&[register.into(), register.into()], false);
        let function = ops.module.add_function(&name, signature, Some(Linkage::Internal));
        let inline = inkwell::attributes::Attribute::get_named_enum_kind_id("alwaysinline");
        function.add_attribute(AttributeLoc::Function, cx.create_enum_attribute(inline, 0));
        let (Some(a), Some(b)) = (function.get_nth_param(0), function.get_nth_param(1)) else {
            return broken("a function without its parameters");
        };
        let block = |name| cx.append_basic_block(function, name);
        let (start, divide, head, body) =
            (block("start"), block("divide"), block("head"), block("body"));
        let (end, whole, special) = (block("end"), block("whole"), block("special"));
        let width = scalar.bits();
        let mantissa = if scalar == Scalar::F32 { 23 } else { 52 };
        let constant = |value: u64| ops.splat(word, value & scalar.mask());
        let (one, point) = (constant(1)?, constant(mantissa)?);
        let leading = constant(1 << mantissa)?;
        let fraction = constant((1 << mantissa) - 1)?;
        let infinity = constant(scalar.mask() >> 1 & !((1 << mantissa) - 1))?;
        let signs = constant(1 << (width - 1))?;
        let spare = constant(u64::from(width) - 1 - mantissa)?;
        let go = |test: Register<'c>, yes, no| {
            let BasicValueEnum::IntValue(test) = test else { return broken("a test that is none") };
            ops.builder.build_conditional_branch(test, yes, no)?;
            Ok(())
        };
        // By how much a mantissa has to move to have its leading bit in place.
        let missing = |bits: Register<'c>| {
            let zeros = ops.math("llvm.ctlz", &[bits, cx.bool_type().const_zero().into()])?;
            ops.sub(zeros, spare)
        };

        ops.builder.position_at_end(start);
        let bits = ops.bitcast(a, word)?;
        let sign = ops.and(bits, signs)?;
        let x = ops.xor(bits, sign)?;
        let y = ops.and(ops.bitcast(b, word)?, constant(scalar.mask() >> 1)?)?;
        let none = ops.icmp(IntPredicate::EQ, y, constant(0)?)?;
        let none = ops.or(none, ops.icmp(IntPredicate::UGT, y, infinity)?)?;
        let none = ops.or(none, ops.icmp(IntPredicate::UGE, x, infinity)?)?;
        let less = ops.icmp(IntPredicate::ULT, x, y)?;
        go(ops.or(none, less)?, special, divide)?;

        ops.builder.position_at_end(divide);
        let decode = |v: Register<'c>| -> Built<(Register<'c>, Register<'c>)> {
            let (exponent, part) = (ops.lshr(v, point)?, ops.and(v, fraction)?);
            let subnormal = ops.icmp(IntPredicate::EQ, exponent, constant(0)?)?;
            let by = missing(part)?;
            let by = ops.select(subnormal, by, constant(0)?)?;
            let normal = ops.or(part, leading)?;
            let number = ops.select(subnormal, ops.shl(part, by)?, normal)?;
            let small = ops.sub(one, by)?;
            Ok((number, ops.select(subnormal, small, exponent)?))
        };
        let (x_number, x_exponent) = decode(x)?;
        let (y_number, y_exponent) = decode(y)?;
        ops.builder.build_unconditional_branch(head)?;

        ops.builder.position_at_end(head);
        let integer = ops.lane_type(scalar.as_integer());
        let rest = ops.builder.build_phi(integer, "")?;
        let exponent = ops.builder.build_phi(integer, "")?;
        let (number, at) = (rest.as_basic_value(), exponent.as_basic_value());
        let fits = ops.icmp(IntPredicate::UGE, number, y_number)?;
        let left = ops.select(fits, ops.sub(number, y_number)?, number)?;
        go(ops.icmp(IntPredicate::SGT, at, y_exponent)?, body, end)?;

        ops.builder.position_at_end(body);
        let (next, lower) = (ops.shl(left, one)?, ops.sub(at, one)?);
        ops.builder.build_unconditional_branch(head)?;
        rest.add_incoming(&[(&x_number, divide), (&next, body)]);
        exponent.add_incoming(&[(&x_exponent, divide), (&lower, body)]);

        ops.builder.position_at_end(end);
        let nothing = ops.icmp(IntPredicate::EQ, left, constant(0)?)?;
        let by = missing(ops.or(left, ops.zero_extend(nothing, word)?)?)?;
        let number = ops.shl(left, by)?;
        let at = ops.sub(y_exponent, by)?;
        let is_normal = ops.icmp(IntPredicate::SGT, at, constant(0)?)?;
        let normal = ops.or(ops.and(number, fraction)?, ops.shl(at, point)?)?;
        // One who shifts by too much gets what is not chosen.
        let down = ops.select(is_normal, constant(0)?, ops.sub(one, at)?)?;
        let subnormal = ops.lshr(number, down)?;
        let magnitude = ops.select(is_normal, normal, subnormal)?;
        let magnitude = ops.select(nothing, constant(0)?, magnitude)?;
        let found = ops.bitcast(ops.or(magnitude, sign)?, float)?;
        ops.builder.build_unconditional_branch(whole)?;

        ops.builder.position_at_end(special);
        let nan = ops.splat(float, scalar.mask() >> 1 & !((1 << (mantissa - 1)) - 1))?;
        let short = ops.select(none, nan, a)?;
        ops.builder.build_unconditional_branch(whole)?;

        ops.builder.position_at_end(whole);
        let result = ops.builder.build_phi(register, "")?;
        result.add_incoming(&[(&found, end), (&short, special)]);
        ops.builder.build_return(Some(&result.as_basic_value()))?;
        Ok(function)
    }
}
