//! PTX's `wgmma`, `mbarrier` and `cp.async.bulk.tensor` (TMA loads).
//!
//! LLVM has no intrinsics for the products, so all of this is PTX text in the places of
//! calls, which LLVM neither moves nor copies. The sums of a product stay in the registers
//! they are in: each is an operand that is read and written.

use std::fmt::Write as _;

use hloom_loops::index::Index;
use hloom_loops::program::{
    AsyncOp, BufferId, MmaOp, ROW_BYTES, Scalar, TmaLoad, Type, Wgmma, wgmma,
};
use inkwell::types::{BasicMetadataTypeEnum, BasicType, BasicTypeEnum};
use inkwell::values::{BasicMetadataValueEnum, BasicValueEnum, IntValue};

use super::function::Function;
use super::nvptx::SHARED;
use super::ops::{Built, Register, broken};

impl<'c> Function<'_, '_, 'c> {
    /// A vector of lanes.
    pub(super) fn joined(
        &self,
        lanes: &[Register<'c>],
        ty: inkwell::types::VectorType<'c>,
    ) -> Built<Register<'c>> {
        let mut all = ty.get_poison();
        for (at, lane) in (0..).zip(lanes) {
            let at = self.unit.cx.i32_type().const_int(at, false);
            all = self.ops.builder.build_insert_element(all, *lane, at, "")?;
        }
        Ok(all.into())
    }

    /// PTX in the place of a call: what it gives, its text, the constraints of its
    /// operands, and these.
    fn assembly(
        &self,
        result: Option<BasicTypeEnum<'c>>,
        text: &str,
        constraints: &str,
        operands: &[Register<'c>],
    ) -> Built<Option<Register<'c>>> {
        let types: Vec<BasicMetadataTypeEnum<'c>> =
            operands.iter().map(|operand| operand.get_type().into()).collect();
        let ty = match result {
            Some(result) => result.fn_type(&types, false),
            None => self.unit.cx.void_type().fn_type(&types, false),
        };
        let constraints = match constraints {
            "" => "~{memory}".to_owned(),
            some => format!("{some},~{{memory}}"),
        };
        let (side_effects, none) = (true, false);
        let assembly = self.unit.cx.create_inline_asm(
            ty,
            text.to_owned(),
            constraints,
            side_effects,
            none,
            None,
            none,
        );
        let given: Vec<BasicMetadataValueEnum<'c>> =
            operands.iter().map(|operand| (*operand).into()).collect();
        let call = self.ops.builder.build_indirect_call(ty, assembly, &given, "")?;
        let kind = inkwell::attributes::Attribute::get_named_enum_kind_id;
        for name in ["convergent", "nounwind"] {
            let attribute = self.unit.cx.create_enum_attribute(kind(name), 0);
            call.add_attribute(inkwell::attributes::AttributeLoc::Function, attribute);
        }
        match result {
            Some(_) => self.ops.result(call).map(Some),
            None => Ok(None),
        }
    }

    /// An address in shared memory, as 32 bits.
    fn shared_address(&mut self, at: &(BufferId, Index)) -> Built<IntValue<'c>> {
        let pointer = self.address_in(SHARED, at)?;
        Ok(self.ops.builder.build_ptr_to_int(pointer, self.unit.cx.i32_type(), "")?)
    }

    /// An index as 32 bits.
    fn narrow(&mut self, index: &Index) -> Built<Register<'c>> {
        let wide = self.index(index)?;
        self.ops.truncate(wide.into(), Scalar::I32.ty())
    }

    /// An operation of mbarriers, a TMA load, or `setmaxnreg`.
    pub(super) fn barrier_step(&mut self, op: &AsyncOp) -> Built<()> {
        match op {
            AsyncOp::MbarrierInit { at, arrivals } => {
                let at = self.shared_address(at)?.into();
                // Copies, which see memory in a way of their own, see it then too.
                let text = format!(
                    "mbarrier.init.shared::cta.b64 [$0], {arrivals};\n\t\
                     fence.mbarrier_init.release.cluster;\n\tfence.proxy.async.shared::cta;"
                );
                self.assembly(None, &text, "r", &[at])?;
            }
            AsyncOp::MbarrierArrive { at, bytes, when } => {
                let mut operands: Vec<Register<'c>> = vec![self.shared_address(at)?.into()];
                let (mut guard, mut constraints) = ("", "r");
                if let Some(when) = when {
                    operands.push(self.value(*when)?);
                    (guard, constraints) = ("@$1 ", "r,b");
                }
                let text = match bytes {
                    // What all threads write, products of warpgroups read: they see memory
                    // in a way of their own.
                    0 if when.is_none() => "fence.proxy.async.shared::cta;\n\t\
                         mbarrier.arrive.shared::cta.b64 _, [$0];"
                        .to_owned(),
                    0 => format!("{guard}mbarrier.arrive.shared::cta.b64 _, [$0];"),
                    _ => format!(
                        "{guard}mbarrier.arrive.expect_tx.shared::cta.b64 _, [$0], {bytes};"
                    ),
                };
                self.assembly(None, &text, constraints, &operands)?;
            }
            AsyncOp::MbarrierWait { at, phase } => {
                let at = self.shared_address(at)?.into();
                let phase = self.narrow(phase)?;
                let odd = self.ops.and(phase, self.ops.splat(Scalar::I32.ty(), 1)?)?;
                let (head, after) = (self.new_block("until"), self.new_block("complete"));
                self.ops.builder.build_unconditional_branch(head)?;
                self.ops.builder.position_at_end(head);
                let text = "mbarrier.try_wait.parity.shared::cta.b64 $0, [$1], $2;";
                let flag = self.unit.cx.bool_type().into();
                match self.assembly(Some(flag), text, "=b,r,r", &[at, odd])? {
                    Some(complete) => self.branch(complete, after, head)?,
                    None => return broken("a wait that gives nothing"),
                }
                self.ops.builder.position_at_end(after);
            }
            AsyncOp::TmaLoad(load) => self.tma_load(load)?,
            AsyncOp::SetMaxNReg { count, increase } => {
                let how = if *increase { "inc" } else { "dec" };
                let text = format!("setmaxnreg.{how}.sync.aligned.u32 {count};");
                self.assembly(None, &text, "", &[])?;
            }
            AsyncOp::CpAsync { .. } | AsyncOp::CommitGroup | AsyncOp::WaitGroup(_) => {
                return broken("a cp.async among operations of mbarriers");
            }
        }
        Ok(())
    }

    /// Starts a TMA load.
    fn tma_load(&mut self, load: &TmaLoad) -> Built<()> {
        let map = self.side.nvptx()?.map(load.from, &load.map);
        let Some(map) = map else { return broken("a load without a tensor map") };
        let (to, signal) = (self.shared_address(&load.to)?, self.shared_address(&load.mbarrier)?);
        let mut operands: Vec<Register<'c>> = vec![to.into(), map.into(), signal.into()];
        let mut constraints = "r,l,r".to_owned();
        let dims = load.map.dims.len();
        let (mut place, mut offsets) = (Vec::new(), Vec::new());
        for (at, index) in load.coords.iter().enumerate() {
            let (list, ty, constraint) = match at < dims {
                true => (&mut place, Scalar::I32, ",r"),
                false => (&mut offsets, Scalar::I16, ",h"),
            };
            list.push(format!("${}", operands.len()));
            let index = self.index(index)?;
            operands.push(self.ops.truncate(index.into(), ty.ty())?);
            constraints += constraint;
        }
        // Both lists have the innermost dimension first. (PTX ISA, "cp.async.bulk.tensor";
        // its `im2colOffsets` are 16 bits each.)
        let (mode, offsets) = match load.map.im2col {
            None => ("tile", String::new()),
            Some(_) => ("im2col", format!(", {{{}}}", offsets.join(", "))),
        };
        let text = format!(
            "cp.async.bulk.tensor.{dims}d.shared::cluster.global.{mode}\
             .mbarrier::complete_tx::bytes [$0], [$1, {{{}}}], [$2]{offsets};",
            place.join(", ")
        );
        self.assembly(None, &text, &constraints, &operands)?;
        Ok(())
    }

    /// The descriptor of a factor of a product, without where it begins: rows of 128 bytes
    /// whose pieces have changed places, eight of them 1024 bytes; transposed, so many bytes
    /// from 64 rows or columns to the next. (PTX ISA, "Matrix Descriptor Format".)
    fn descriptor(op: MmaOp, transposed: bool) -> u64 {
        let leading = if transposed { ROW_BYTES * op.row_k() as u64 } else { 16 };
        leading >> 4 << 16 | (8 * ROW_BYTES) >> 4 << 32 | 1 << 62
    }

    /// Starts a `wgmma`.
    pub(super) fn wgmma(&mut self, it: &Wgmma) -> Built<Register<'c>> {
        let ty = self.unit.program.type_of(it.acc);
        let (types, sign) = match it.op {
            MmaOp::BF16 => ("f32.bf16.bf16", true),
            MmaOp::F16 => ("f32.f16.f16", true),
            MmaOp::TF32 => ("f32.tf32.tf32", true),
            MmaOp::E4M3 => ("f32.e4m3.e4m3", true),
            MmaOp::E5M2 => ("f32.e5m2.e5m2", true),
            MmaOp::E4M3E5M2 => ("f32.e4m3.e5m2", true),
            MmaOp::E5M2E4M3 => ("f32.e5m2.e4m3", true),
            MmaOp::S8 => ("s32.s8.s8", false),
            MmaOp::U8 => ("s32.u8.u8", false),
            MmaOp::S8U8 => ("s32.s8.u8", false),
            MmaOp::U8S8 => ("s32.u8.s8", false),
            MmaOp::F64 => return broken("a wgmma of doubles"),
        };
        let steps = it.op.shape().1;
        let lanes = usize::from(ty.lanes);
        let mut descriptors: Vec<Register<'c>> = Vec::with_capacity(8);
        for (n, at) in [&it.lhs, &it.rhs].into_iter().enumerate() {
            let base = self.shared_address(at)?;
            let word = self.ops.lshr(base.into(), self.ops.splat(Scalar::I32.ty(), 4)?)?;
            let word = self.ops.zero_extend(word, Scalar::I64.ty())?;
            // Of a row of 128 bytes a product takes 32, of transposed rows as many as steps.
            let next = if it.transposed[n] { ROW_BYTES * steps as u64 } else { 32 };
            for part in 0..4 {
                let rest = Self::descriptor(it.op, it.transposed[n]) + ((part * next) >> 4);
                descriptors.push(self.ops.add(word, self.ops.i64(rest as i64).into())?);
            }
        }
        let sums = (0..lanes).map(|n| format!("${n}")).collect::<Vec<_>>().join(", ");
        let scales = match (sign, it.op) {
            (false, _) => String::new(),
            (true, MmaOp::BF16 | MmaOp::F16) => {
                let transposed = it.transposed.map(u8::from);
                format!(", 1, 1, {}, {}", transposed[0], transposed[1])
            }
            (true, _) => ", 1, 1".to_owned(),
        };
        let n = Wgmma::n(ty);
        let mut text = "wgmma.fence.sync.aligned;\n".to_owned();
        for part in 0..4 {
            let (left, right) = (lanes + part, lanes + 4 + part);
            let _ = writeln!(
                text,
                "\twgmma.mma_async.sync.aligned.m{}n{n}k{steps}.{types} {{{sums}}}, \
                 ${left}, ${right}, 1{scales};",
                wgmma::M
            );
        }
        text += "\twgmma.commit_group.sync.aligned;";
        self.in_place(&text, &descriptors, self.value(it.acc)?, ty)
    }

    /// Waits until at most so many products are pending.
    pub(super) fn wgmma_wait(
        &self,
        sums: Register<'c>,
        ty: Type,
        left: u32,
    ) -> Built<Register<'c>> {
        self.in_place(&format!("wgmma.wait_group.sync.aligned {left};"), &[], sums, ty)
    }

    /// PTX that changes the lanes of a vector in the registers they are in: its first
    /// operands, with others of 64 bits behind them.
    fn in_place(
        &self,
        text: &str,
        others: &[Register<'c>],
        vector: Register<'c>,
        ty: Type,
    ) -> Built<Register<'c>> {
        let lanes = self.lanes_before(vector, self.block()?)?;
        let kind = if ty.scalar == Scalar::F32 { "f" } else { "r" };
        let mut constraints = vec![format!("={kind}"); lanes.len()];
        constraints.extend(others.iter().map(|_| "l".to_owned()));
        constraints.extend((0..lanes.len()).map(|n| n.to_string()));
        let operands: Vec<Register<'c>> = others.iter().chain(&lanes).copied().collect();
        let fields = vec![self.ops.lane_type(ty.scalar); lanes.len()];
        let all = self.unit.cx.struct_type(&fields, false);
        let made = self.assembly(Some(all.into()), text, &constraints.join(","), &operands)?;
        let Some(BasicValueEnum::StructValue(made)) = made else { return broken("sums of none") };
        let mut lanes = Vec::with_capacity(fields.len());
        for lane in 0..fields.len() as u32 {
            lanes.push(self.ops.builder.build_extract_value(made, lane, "")?);
        }
        match self.ops.register_type(ty) {
            BasicTypeEnum::VectorType(ty) => self.joined(&lanes, ty),
            _ => broken("sums that are no vector"),
        }
    }
}
