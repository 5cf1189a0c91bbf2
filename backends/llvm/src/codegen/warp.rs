//! Operations of a warp: shuffles, matrix products, and asynchronous copies to shared memory.

use hloom_loops::index::Index;
use hloom_loops::program::{AsyncOp, BufferId, MmaOp, Scalar, Type};
use inkwell::AddressSpace;
use inkwell::types::BasicTypeEnum;
use inkwell::values::{BasicValueEnum, PointerValue};

use super::function::Function;
use super::nvptx::{GLOBAL, SHARED};
use super::ops::{Built, Register, broken};

impl<'c> Function<'_, '_, 'c> {
    /// `2ᵃ`, or zero where that is subnormal: `ex2.approx.ftz`, lane by lane. Without `ftz`, it is
    /// three more instructions.
    pub(super) fn exp2_of_normals(&self, a: Register<'c>, ty: Type) -> Built<Register<'c>> {
        let (ops, name) = (&self.ops, "llvm.nvvm.ex2.approx.ftz");
        let one =
            |lane: Register<'c>| ops.result(ops.intrinsic(name, &[lane.get_type()], &[lane])?);
        let Register::VectorValue(vector) = a else { return one(a) };
        let mut all = vector.get_type().get_poison();
        for lane in 0..ty.lanes {
            let at = self.unit.cx.i32_type().const_int(lane.into(), false);
            let value = one(ops.builder.build_extract_element(vector, at, "")?)?;
            all = ops.builder.build_insert_element(all, value, at, "")?;
        }
        Ok(all.into())
    }

    /// The value that another thread of the warp has, in words of 32 bits: `shfl.sync.bfly`.
    pub(super) fn shuffle_xor(&self, a: Register<'c>, ty: Type, by: u16) -> Built<Register<'c>> {
        let ops = &self.ops;
        let word = Scalar::I32.ty();
        let integer = ty.scalar.as_integer();
        let number =
            |n: u64| -> Register<'c> { self.unit.cx.i32_type().const_int(n, false).into() };
        let one = |value: Register<'c>| {
            let given = [number(0xffff_ffff), value, number(by.into()), number(31)];
            ops.result(ops.intrinsic("llvm.nvvm.shfl.sync.bfly.i32", &[], &given)?)
        };
        let bits = ops.bitcast(a, integer.ty())?;
        let got = match integer {
            Scalar::I32 => one(bits)?,
            Scalar::I64 => {
                let (low, high) =
                    (ops.truncate(bits, word)?, ops.lshr(bits, ops.splat(integer.ty(), 32)?)?);
                let (low, high) = (one(low)?, one(ops.truncate(high, word)?)?);
                let high = ops.zero_extend(high, integer.ty())?;
                let high = ops.shl(high, ops.splat(integer.ty(), 32)?)?;
                ops.or(ops.zero_extend(low, integer.ty())?, high)?
            }
            _ => ops.truncate(one(ops.zero_extend(bits, word)?)?, integer.ty())?,
        };
        ops.bitcast(got, ty)
    }

    /// A matrix multiply-accumulate by the threads of a warp: `mma`.
    pub(super) fn mma(&self, op: MmaOp, operands: [Register<'c>; 3]) -> Built<Register<'c>> {
        let ops = &self.ops;
        let (name, word) = match op {
            MmaOp::BF16 => ("llvm.nvvm.mma.m16n8k16.row.col.bf16", Scalar::I32.ty()),
            MmaOp::F16 => ("llvm.nvvm.mma.m16n8k16.row.col.f32.f32", Scalar::F16.vector(2)),
            MmaOp::S8 => ("llvm.nvvm.mma.m16n8k32.row.col.s8", Scalar::I32.ty()),
            MmaOp::U8 => ("llvm.nvvm.mma.m16n8k32.row.col.u8", Scalar::I32.ty()),
            MmaOp::S8U8 => ("llvm.nvvm.mma.m16n8k32.row.col.s8.u8", Scalar::I32.ty()),
            MmaOp::U8S8 => ("llvm.nvvm.mma.m16n8k32.row.col.u8.s8", Scalar::I32.ty()),
            MmaOp::TF32 => ("llvm.nvvm.mma.m16n8k8.row.col.tf32", Scalar::I32.ty()),
            MmaOp::F64 => ("llvm.nvvm.mma.m8n8k4.row.col.f64", Scalar::F64.ty()),
            MmaOp::E4M3 => ("llvm.nvvm.mma.m16n8k32.row.col.f32.e4m3.e4m3.f32", Scalar::I32.ty()),
            MmaOp::E5M2 => ("llvm.nvvm.mma.m16n8k32.row.col.f32.e5m2.e5m2.f32", Scalar::I32.ty()),
            MmaOp::E4M3E5M2 => {
                ("llvm.nvvm.mma.m16n8k32.row.col.f32.e4m3.e5m2.f32", Scalar::I32.ty())
            }
            MmaOp::E5M2E4M3 => {
                ("llvm.nvvm.mma.m16n8k32.row.col.f32.e5m2.e4m3.f32", Scalar::I32.ty())
            }
        };
        let half = self.unit.cx.f16_type().vec_type(2);
        let (operand_type, total) = op.scalars();
        let [.., sums] = op.lanes();
        let words = match op {
            MmaOp::F64 => [(1, operand_type), (1, operand_type), (sums, total)],
            _ => [(4, Scalar::I32), (2, Scalar::I32), (sums, total)],
        };
        let mut given: Vec<Register<'c>> = Vec::with_capacity(10);
        for (n, (operand, (words, scalar))) in operands.into_iter().zip(words).enumerate() {
            let BasicValueEnum::VectorValue(vector) = ops.bitcast(operand, scalar.vector(words))?
            else {
                given.push(operand);
                continue;
            };
            for lane in 0..words {
                let at = self.unit.cx.i32_type().const_int(u64::from(lane), false);
                let mut one = ops.builder.build_extract_element(vector, at, "")?;
                if n < 2 && word.lanes > 1 {
                    one = ops.builder.build_bit_cast(one, half, "")?;
                }
                given.push(one);
            }
        }
        let call = ops.result(ops.intrinsic(name, &[], &given)?)?;
        let BasicValueEnum::StructValue(made) = call else {
            return broken("an mma without a result");
        };
        let ty = total.vector(sums);
        let BasicTypeEnum::VectorType(vector) = ops.register_type(ty) else {
            return broken("an accumulator that is not a vector");
        };
        let mut all = vector.get_undef();
        for lane in 0..u32::from(sums) {
            let one = ops.builder.build_extract_value(made, lane, "")?;
            let at = self.unit.cx.i32_type().const_int(u64::from(lane), false);
            all = ops.builder.build_insert_element(all, one, at, "")?;
        }
        Ok(all.into())
    }

    /// The address of a unit of a buffer in an address space of its own.
    pub(super) fn address_in(
        &mut self,
        space: u16,
        (buffer, offset): &(BufferId, Index),
    ) -> Built<PointerValue<'c>> {
        let address = self.address(*buffer, offset, false)?;
        let ty = self.unit.cx.ptr_type(AddressSpace::from(space));
        Ok(self.ops.builder.build_address_space_cast(address, ty, "")?)
    }

    /// Loads matrices from shared memory, a fragment to each thread: `ldmatrix`.
    pub(super) fn ldmatrix(
        &mut self,
        ty: Type,
        from: &(BufferId, Index),
        transposed: bool,
    ) -> Built<Register<'c>> {
        let address = self.address_in(SHARED, from)?;
        let count = usize::from(ty.lanes) * ty.scalar.bytes() / 4;
        let how = if transposed { ".trans" } else { "" };
        let name = format!("llvm.nvvm.ldmatrix.sync.aligned.m8n8.x{count}{how}.b16");
        let ops = &self.ops;
        let call = ops.intrinsic(&name, &[address.get_type().into()], &[address.into()])?;
        let loaded = ops.result(call)?;
        let BasicValueEnum::StructValue(parts) = loaded else { return ops.bitcast(loaded, ty) };
        let words = Scalar::I32.vector(count as u16);
        let BasicTypeEnum::VectorType(vector) = ops.register_type(words) else {
            return broken("an ldmatrix to a scalar");
        };
        let mut all = vector.get_undef();
        for part in 0..count as u32 {
            let one = ops.builder.build_extract_value(parts, part, "")?;
            let at = self.unit.cx.i32_type().const_int(u64::from(part), false);
            all = ops.builder.build_insert_element(all, one, at, "")?;
        }
        ops.bitcast(all.into(), ty)
    }

    /// An asynchronous copy, or an operation that orders copies.
    pub(super) fn asynchronous(&mut self, op: &AsyncOp) -> Built<()> {
        let number = |n: u64| self.unit.cx.i32_type().const_int(n, false);
        match op {
            AsyncOp::CpAsync { to, from, units, when } => {
                let unit = self.unit.program.buffer(to.0).storage().scalar.bytes();
                let bytes = u64::from(*units) * unit as u64;
                // Only whole sectors go past the first cache.
                let cache = if bytes == 16 { "cg" } else { "ca" };
                let name = format!("llvm.nvvm.cp.async.{cache}.shared.global.{bytes}");
                let (all, none) = (number(bytes), number(0));
                let (to, from) = (self.address_in(SHARED, to)?, self.address_in(GLOBAL, from)?);
                let Some(when) = when else {
                    self.ops.intrinsic(&name, &[], &[to.into(), from.into()])?;
                    return Ok(());
                };
                let read = self.ops.select(self.value(*when)?, all.into(), none.into())?;
                self.ops.intrinsic(&format!("{name}.s"), &[], &[to.into(), from.into(), read])?;
            }
            AsyncOp::CommitGroup => {
                self.ops.intrinsic("llvm.nvvm.cp.async.commit.group", &[], &[])?;
            }
            AsyncOp::WaitGroup(left) => {
                let left = number(u64::from(*left)).into();
                self.ops.intrinsic("llvm.nvvm.cp.async.wait.group", &[], &[left])?;
            }
            AsyncOp::MbarrierInit { .. }
            | AsyncOp::MbarrierArrive { .. }
            | AsyncOp::MbarrierWait { .. }
            | AsyncOp::TmaLoad(_)
            | AsyncOp::SetMaxNReg { .. } => return self.barrier_step(op),
        }
        Ok(())
    }
}
