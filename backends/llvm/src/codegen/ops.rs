//! Single LLVM instructions that do not care whether they work on a scalar or
//! on a vector.
//!
//! Before this: inkwell's builder, which has a type for each. After it: the
//! rest of [`super`], which says what loop instructions are made of.

use hloom_loops::program::{Scalar, Type};
use inkwell::builder::{Builder, BuilderError};
use inkwell::context::Context;
use inkwell::intrinsics::Intrinsic;
use inkwell::module::Module;
use inkwell::types::{BasicType, BasicTypeEnum, IntType, PointerType};
use inkwell::values::{
    BasicValueEnum, CallSiteValue, FunctionValue, IntValue, ValueKind, VectorValue,
};
use inkwell::{AddressSpace, FloatPredicate, IntPredicate};

/// A value in a register.
pub(super) type Register<'c> = BasicValueEnum<'c>;

/// A failure of code generation.
#[derive(Debug)]
pub(super) enum CodegenError {
    /// The loop program asks for something a CPU has no code for.
    Unsupported(String),
    /// LLVM's builder was used wrongly, or the program was not verified.
    Llvm(String),
}

impl From<BuilderError> for CodegenError {
    fn from(error: BuilderError) -> CodegenError {
        CodegenError::Llvm(error.to_string())
    }
}

pub(super) type Built<T> = Result<T, CodegenError>;

/// A fault of this crate: something a verified program can't contain.
pub(super) fn broken<T>(what: &str) -> Built<T> {
    Err(CodegenError::Llvm(what.to_owned()))
}

/// Applies a builder method of two integer operands.
macro_rules! integer_op {
    ($($name:ident = $method:ident $(($extra:expr))?;)*) => {$(
        pub(super) fn $name(&self, a: Register<'c>, b: Register<'c>) -> Built<Register<'c>> {
            Ok(match (a, b) {
                (BasicValueEnum::IntValue(a), BasicValueEnum::IntValue(b)) => {
                    self.builder.$method(a, b, $($extra,)? "")?.into()
                }
                (BasicValueEnum::VectorValue(a), BasicValueEnum::VectorValue(b)) => {
                    self.builder.$method(a, b, $($extra,)? "")?.into()
                }
                _ => return broken(concat!("operands of ", stringify!($name))),
            })
        }
    )*};
}

/// Applies a builder method of two float operands.
macro_rules! float_op {
    ($($name:ident = $method:ident;)*) => {$(
        pub(super) fn $name(&self, a: Register<'c>, b: Register<'c>) -> Built<Register<'c>> {
            Ok(match (a, b) {
                (BasicValueEnum::FloatValue(a), BasicValueEnum::FloatValue(b)) => {
                    self.builder.$method(a, b, "")?.into()
                }
                (BasicValueEnum::VectorValue(a), BasicValueEnum::VectorValue(b)) => {
                    self.builder.$method(a, b, "")?.into()
                }
                _ => return broken(concat!("operands of ", stringify!($name))),
            })
        }
    )*};
}

/// Applies a builder method that converts a value of one kind to another type.
macro_rules! conversion {
    ($($name:ident = $method:ident from $From:ident to $into:ident;)*) => {$(
        pub(super) fn $name(&self, a: Register<'c>, to: Type) -> Built<Register<'c>> {
            Ok(match (a, self.register_type(to)) {
                (BasicValueEnum::$From(a), to) if !to.is_vector_type() => {
                    self.builder.$method(a, to.$into(), "")?.into()
                }
                (BasicValueEnum::VectorValue(a), BasicTypeEnum::VectorType(to)) => {
                    self.builder.$method(a, to, "")?.into()
                }
                _ => return broken(concat!("operand of ", stringify!($name))),
            })
        }
    )*};
}

/// A place in a function under construction, and the types of its context.
pub(super) struct Ops<'m, 'c> {
    pub(super) cx: &'c Context,
    pub(super) module: &'m Module<'c>,
    pub(super) builder: Builder<'c>,
}

impl<'c> Ops<'_, 'c> {
    integer_op! {
        add = build_int_add;
        add_nsw = build_int_nsw_add;
        sub = build_int_sub;
        mul = build_int_mul;
        mul_nsw = build_int_nsw_mul;
        sdiv = build_int_signed_div;
        udiv = build_int_unsigned_div;
        srem = build_int_signed_rem;
        urem = build_int_unsigned_rem;
        and = build_and;
        or = build_or;
        xor = build_xor;
        shl = build_left_shift;
        lshr = build_right_shift(false);
        ashr = build_right_shift(true);
    }

    float_op! {
        fadd = build_float_add;
        fsub = build_float_sub;
        fmul = build_float_mul;
        fdiv = build_float_div;
        frem = build_float_rem;
    }

    conversion! {
        truncate = build_int_truncate from IntValue to into_int_type;
        zero_extend = build_int_z_extend from IntValue to into_int_type;
        sign_extend = build_int_s_extend from IntValue to into_int_type;
        signed_to_float = build_signed_int_to_float from IntValue to into_float_type;
        unsigned_to_float = build_unsigned_int_to_float from IntValue to into_float_type;
        float_truncate = build_float_trunc from FloatValue to into_float_type;
        float_extend = build_float_ext from FloatValue to into_float_type;
    }

    pub(super) fn fneg(&self, a: Register<'c>) -> Built<Register<'c>> {
        Ok(match a {
            BasicValueEnum::FloatValue(a) => self.builder.build_float_neg(a, "")?.into(),
            BasicValueEnum::VectorValue(a) => self.builder.build_float_neg(a, "")?.into(),
            _ => return broken("operand of fneg"),
        })
    }

    pub(super) fn not(&self, a: Register<'c>) -> Built<Register<'c>> {
        Ok(match a {
            BasicValueEnum::IntValue(a) => self.builder.build_not(a, "")?.into(),
            BasicValueEnum::VectorValue(a) => self.builder.build_not(a, "")?.into(),
            _ => return broken("operand of not"),
        })
    }

    pub(super) fn icmp(
        &self,
        p: IntPredicate,
        a: Register<'c>,
        b: Register<'c>,
    ) -> Built<Register<'c>> {
        Ok(match (a, b) {
            (BasicValueEnum::IntValue(a), BasicValueEnum::IntValue(b)) => {
                self.builder.build_int_compare(p, a, b, "")?.into()
            }
            (BasicValueEnum::VectorValue(a), BasicValueEnum::VectorValue(b)) => {
                self.builder.build_int_compare(p, a, b, "")?.into()
            }
            _ => return broken("operands of an integer comparison"),
        })
    }

    pub(super) fn fcmp(
        &self,
        p: FloatPredicate,
        a: Register<'c>,
        b: Register<'c>,
    ) -> Built<Register<'c>> {
        Ok(match (a, b) {
            (BasicValueEnum::FloatValue(a), BasicValueEnum::FloatValue(b)) => {
                self.builder.build_float_compare(p, a, b, "")?.into()
            }
            (BasicValueEnum::VectorValue(a), BasicValueEnum::VectorValue(b)) => {
                self.builder.build_float_compare(p, a, b, "")?.into()
            }
            _ => return broken("operands of a float comparison"),
        })
    }

    pub(super) fn select(
        &self,
        c: Register<'c>,
        a: Register<'c>,
        b: Register<'c>,
    ) -> Built<Register<'c>> {
        Ok(match c {
            BasicValueEnum::IntValue(c) => self.builder.build_select(c, a, b, "")?,
            BasicValueEnum::VectorValue(c) => self.builder.build_select(c, a, b, "")?,
            _ => return broken("condition of a select"),
        })
    }

    /// The same bits as another type of the same width.
    pub(super) fn bitcast(&self, a: Register<'c>, to: Type) -> Built<Register<'c>> {
        self.bitcast_to(a, self.register_type(to))
    }

    pub(super) fn bitcast_to(&self, a: Register<'c>, to: BasicTypeEnum<'c>) -> Built<Register<'c>> {
        Ok(if a.get_type() == to { a } else { self.builder.build_bit_cast(a, to, "")? })
    }

    /// Calls an intrinsic that is overloaded on `types`.
    pub(super) fn intrinsic(
        &self,
        name: &str,
        types: &[BasicTypeEnum<'c>],
        arguments: &[Register<'c>],
    ) -> Built<CallSiteValue<'c>> {
        let function = self.intrinsic_function(name, types)?;
        let arguments: Vec<_> = arguments.iter().map(|&a| a.into()).collect();
        Ok(self.builder.build_call(function, &arguments, "")?)
    }

    /// As [`Ops::intrinsic`], of operands of one type, which is the result's.
    pub(super) fn math(&self, name: &str, operands: &[Register<'c>]) -> Built<Register<'c>> {
        let Some(first) = operands.first() else { return broken("an intrinsic without operands") };
        let call = self.intrinsic(name, &[first.get_type()], operands)?;
        self.result(call)
    }

    /// The result of a call.
    pub(super) fn result(&self, call: CallSiteValue<'c>) -> Built<Register<'c>> {
        match call.try_as_basic_value() {
            ValueKind::Basic(value) => Ok(value),
            ValueKind::Instruction(_) => broken("a call without a result"),
        }
    }

    fn intrinsic_function(
        &self,
        name: &str,
        types: &[BasicTypeEnum<'c>],
    ) -> Built<FunctionValue<'c>> {
        let found = Intrinsic::find(name)
            .and_then(|intrinsic| intrinsic.get_declaration(self.module, types));
        found.ok_or_else(|| CodegenError::Llvm(format!("LLVM has no intrinsic {name}")))
    }

    /// The LLVM type of a lane. Half and bfloat16 are carried as their bits:
    /// they are only moved and converted, and LLVM moves integers best.
    pub(super) fn lane_type(&self, scalar: Scalar) -> BasicTypeEnum<'c> {
        match scalar {
            Scalar::I1 => self.cx.bool_type().into(),
            Scalar::I8 => self.cx.i8_type().into(),
            Scalar::I16 | Scalar::F16 | Scalar::BF16 => self.cx.i16_type().into(),
            Scalar::I32 => self.cx.i32_type().into(),
            Scalar::I64 => self.cx.i64_type().into(),
            Scalar::F32 => self.cx.f32_type().into(),
            Scalar::F64 => self.cx.f64_type().into(),
        }
    }

    /// The LLVM type of a register.
    pub(super) fn register_type(&self, ty: Type) -> BasicTypeEnum<'c> {
        widen(self.lane_type(ty.scalar), ty.lanes)
    }

    pub(super) fn pointer_type(&self) -> PointerType<'c> {
        self.cx.ptr_type(AddressSpace::default())
    }

    pub(super) fn i64_type(&self) -> IntType<'c> {
        self.cx.i64_type()
    }

    pub(super) fn i64(&self, value: i64) -> IntValue<'c> {
        self.cx.i64_type().const_int(value as u64, true)
    }

    /// These bits in every lane.
    pub(super) fn splat(&self, ty: Type, bits: u64) -> Built<Register<'c>> {
        let integer = match self.lane_type(ty.scalar.as_integer()) {
            BasicTypeEnum::IntType(integer) => integer.const_int(bits, false),
            _ => return broken("an integer type that is none"),
        };
        let lane = self.bitcast(integer.into(), ty.scalar.ty())?;
        if ty.lanes == 1 {
            return Ok(lane);
        }
        let lanes = vec![lane; usize::from(ty.lanes)];
        self.vector_constant(&lanes)
    }

    /// A vector of constants.
    pub(super) fn vector_constant(&self, lanes: &[Register<'c>]) -> Built<Register<'c>> {
        Ok(match lanes.first() {
            Some(BasicValueEnum::IntValue(_)) => {
                let lanes: Vec<_> = lanes.iter().map(|lane| lane.into_int_value()).collect();
                inkwell::types::VectorType::const_vector(&lanes).into()
            }
            Some(BasicValueEnum::FloatValue(_)) => {
                let lanes: Vec<_> = lanes.iter().map(|lane| lane.into_float_value()).collect();
                inkwell::types::VectorType::const_vector(&lanes).into()
            }
            _ => return broken("a vector constant of no numbers"),
        })
    }

    /// `0·step, 1·step, …` in the lanes of an integer vector, cut to its width.
    pub(super) fn iota(&self, ty: Type, step: i64) -> Built<Register<'c>> {
        let BasicTypeEnum::IntType(integer) = self.lane_type(ty.scalar) else {
            return broken("lane numbers that are not integers");
        };
        let lane = |l: u16| i64::from(l).wrapping_mul(step) as u64 & ty.scalar.mask();
        let lanes: Vec<Register<'c>> =
            (0..ty.lanes).map(|l| integer.const_int(lane(l), false).into()).collect();
        if ty.lanes == 1 { Ok(lanes[0]) } else { self.vector_constant(&lanes) }
    }

    /// A constant truth value.
    pub(super) fn truth(&self, value: bool) -> Register<'c> {
        self.cx.bool_type().const_int(u64::from(value), false).into()
    }

    /// A scalar in every lane.
    pub(super) fn broadcast(&self, scalar: Register<'c>, lanes: u16) -> Built<Register<'c>> {
        if lanes == 1 {
            return Ok(scalar);
        }
        let BasicTypeEnum::VectorType(ty) = widen(scalar.get_type(), lanes) else {
            return broken("a broadcast to one lane");
        };
        let zero = self.cx.i32_type().const_zero();
        let first = self.builder.build_insert_element(ty.get_poison(), scalar, zero, "")?;
        let mask = self.cx.i32_type().vec_type(u32::from(lanes)).const_zero();
        Ok(self.builder.build_shuffle_vector(first, ty.get_poison(), mask, "")?.into())
    }

    /// The lanes of two vectors, counted through, as a new vector.
    pub(super) fn shuffle(
        &self,
        a: VectorValue<'c>,
        b: VectorValue<'c>,
        lanes: &[u16],
    ) -> Built<Register<'c>> {
        let i32 = self.cx.i32_type();
        let at = |lane: u16| i32.const_int(u64::from(lane), false);
        if let [lane] = *lanes {
            let width = a.get_type().get_size();
            let (from, lane) =
                if u32::from(lane) < width { (a, lane) } else { (b, lane - width as u16) };
            return Ok(self.builder.build_extract_element(from, at(lane), "")?);
        }
        let mask: Vec<_> = lanes.iter().map(|&lane| at(lane)).collect();
        let mask = inkwell::types::VectorType::const_vector(&mask);
        Ok(self.builder.build_shuffle_vector(a, b, mask, "")?.into())
    }
}

/// The vector type of a lane type, or the type itself for one lane.
pub(super) fn widen(lane: BasicTypeEnum<'_>, lanes: u16) -> BasicTypeEnum<'_> {
    match (lane, u32::from(lanes)) {
        (lane, 1) => lane,
        (BasicTypeEnum::IntType(lane), lanes) => lane.vec_type(lanes).into(),
        (BasicTypeEnum::FloatType(lane), lanes) => lane.vec_type(lanes).into(),
        (BasicTypeEnum::PointerType(lane), lanes) => lane.vec_type(lanes).as_basic_type_enum(),
        (lane, _) => lane,
    }
}
