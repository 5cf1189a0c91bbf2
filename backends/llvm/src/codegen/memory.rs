//! Loads, stores and copies.
//!
//! The only file here with `unsafe` in it: an address computation in LLVM is a
//! promise about memory, which a loop program makes and this file passes on.

mod masked;

use hloom_loops::index::Index;
use hloom_loops::program::{Access, BinaryOp, BufferId, Lanes, Scalar, Space, Type, Value};
use inkwell::attributes::AttributeLoc;
use inkwell::context::AsContextRef;
use inkwell::llvm_sys::core::{
    LLVMBuildGEP2, LLVMGetAggregateElement, LLVMGetSyncScopeID, LLVMSetAtomicSyncScopeID,
};
use inkwell::types::{AsTypeRef, BasicTypeEnum};
use inkwell::values::{
    AsValueRef, BasicValue, BasicValueEnum, CallSiteValue, InstructionValue, IntValue,
    PointerValue, ValueKind, VectorValue,
};
use inkwell::{AtomicOrdering, AtomicRMWBinOp};

use super::function::Function;
use super::ops::{Built, Register, broken};

/// The pattern of an access's lanes, after the simple cases of strides are told
/// apart from the general one.
enum Shape<'c> {
    /// Lane `l` at `l`.
    Contiguous,
    /// Lane `l` at `-l`: read forwards and turned round.
    Reversed,
    /// Lane `l` at lane `l` of this vector.
    Scattered(VectorValue<'c>),
}

/// Shared memory of at most so many bytes is read lane by lane under a mask. It is a choice of cost:
/// masks of such rows are often known to LLVM, which then reads lanes that nobody wrote; those of longer
/// rows seldom are, and vectors matter more.
const SMALL_SHARED: u64 = 1 << 10;

/// The buffer of an access, and what its address is a multiple of.
#[derive(Clone, Copy)]
struct At {
    buffer: BufferId,
    align: u32,
}

impl<'c> Function<'_, '_, 'c> {
    /// The address of a unit of a buffer. `inside` says that it is in the buffer
    /// whatever happens, as the address of an access without a mask is.
    pub(super) fn address(
        &mut self,
        buffer: BufferId,
        offset: &Index,
        inside: bool,
    ) -> Built<PointerValue<'c>> {
        let base = self.base(buffer)?;
        if offset.as_constant() == Some(0) {
            return Ok(base);
        }
        let unit = self.unit_type(buffer);
        let step = |base, offset, inside: bool| {
            // SAFETY: inkwell calls this unsafe because an address outside its object
            // is; the loop program promises that offsets of accesses are in range.
            unsafe {
                if inside {
                    self.ops.builder.build_in_bounds_gep(unit, base, &[offset], "")
                } else {
                    self.ops.builder.build_gep(unit, base, &[offset], "")
                }
            }
        };
        // Accesses that differ by a constant share the rest of their address, and
        // the constant goes into the instruction. Both steps stay in the buffer if
        // neither goes backwards.
        let constant = offset.offset();
        if constant > 0 && offset.as_constant().is_none() {
            let rest = offset.clone() + Index::constant(-constant);
            if !inside || self.range(&rest).low >= 0 {
                let near = step(base, self.index(&rest)?, inside)?;
                return Ok(step(near, self.ops.i64(constant), inside)?);
            }
        }
        Ok(step(base, self.index(offset)?, inside)?)
    }

    /// The addresses of `base[offsets[l]]`, one for each lane.
    fn addresses(
        &self,
        unit: BasicTypeEnum<'c>,
        base: PointerValue<'c>,
        offsets: VectorValue<'c>,
    ) -> VectorValue<'c> {
        let mut indices = [offsets.as_value_ref()];
        // SAFETY: the builder is positioned, all values belong to its context, and
        // a scalar base with a vector of indices gives a vector of pointers.
        unsafe {
            VectorValue::new(LLVMBuildGEP2(
                self.ops.builder.as_mut_ptr(),
                unit.as_type_ref(),
                base.as_value_ref(),
                indices.as_mut_ptr(),
                1,
                c"".as_ptr(),
            ))
        }
    }

    /// Asks for a unit's line to be brought to the caches, for reading and to stay
    /// there. The processor drops what lies nowhere.
    pub(super) fn prefetch(&mut self, buffer: BufferId, at: &Index) -> Built<()> {
        let address = self.address(buffer, at, false)?;
        let flag = |n| self.unit.cx.i32_type().const_int(n, false).into();
        let (read, keep, data) = (flag(0), flag(3), flag(1));
        let operands = [address.into(), read, keep, data];
        self.ops.intrinsic("llvm.prefetch", &[address.get_type().into()], &operands)?;
        Ok(())
    }

    /// The address so many bytes after another, inside the same object.
    pub(super) fn byte_offset(
        &self,
        builder: &inkwell::builder::Builder<'c>,
        base: PointerValue<'c>,
        bytes: inkwell::values::IntValue<'c>,
    ) -> Built<PointerValue<'c>> {
        // SAFETY: as in `address`; the layout keeps offsets inside the memory.
        Ok(unsafe { builder.build_in_bounds_gep(self.ops.cx.i8_type(), base, &[bytes], "")? })
    }

    fn unit_type(&self, buffer: BufferId) -> BasicTypeEnum<'c> {
        self.ops.lane_type(self.unit.program.buffer(buffer).storage().scalar)
    }

    fn shape(&self, access: &Access, ty: Type) -> Built<Shape<'c>> {
        let vector = |register: Register<'c>| match register {
            BasicValueEnum::VectorValue(vector) => Ok(Shape::Scattered(vector)),
            _ => broken("offsets that are no vector"),
        };
        match access.lanes {
            Lanes::Contiguous => Ok(Shape::Contiguous),
            Lanes::Strided(1) => Ok(Shape::Contiguous),
            Lanes::Strided(-1) => Ok(Shape::Reversed),
            Lanes::Strided(stride) => {
                // Narrow offsets make the gather instructions twice as quick.
                let far = stride.unsigned_abs().saturating_mul(u64::from(ty.lanes));
                let scalar = if far <= i32::MAX as u64 { Scalar::I32 } else { Scalar::I64 };
                vector(self.ops.iota(ty.with(scalar), stride)?)
            }
            Lanes::Gather(offsets) => vector(self.value(offsets)?),
        }
    }

    /// The mask of an access, unless it is true in all lanes.
    fn mask(&self, access: &Access) -> Built<Option<Register<'c>>> {
        let Some(mask) = access.mask else { return Ok(None) };
        let lanes = self.unit.program.type_of(mask).lanes;
        // Constants are unique, so equal ones are the same.
        let all = self.ops.splat(Scalar::I1.vector(lanes), 1)?;
        Ok(Some(self.value(mask)?).filter(|mask| *mask != all))
    }

    /// A load of a register of this type.
    pub(super) fn load(&mut self, ty: Type, access: &Access) -> Built<Register<'c>> {
        let mask = self.mask(access)?;
        if ty.lanes == 1 {
            return self.load_scalar(ty, access, mask);
        }
        if let (Lanes::Strided(0), None) = (&access.lanes, mask) {
            let lane = self.load_scalar(ty.scalar.ty(), access, None)?;
            return self.ops.broadcast(lane, ty.lanes);
        }
        let register = self.ops.register_type(ty);
        match self.shape(access, ty)? {
            Shape::Contiguous => {
                let address = self.address(access.buffer, &access.offset, mask.is_none())?;
                let at = self.placed(access.buffer, &access.offset, ty);
                self.load_lanes(ty, at, address, mask)
            }
            Shape::Reversed => {
                let first = access.offset.clone() + Index::constant(1 - i64::from(ty.lanes));
                let address = self.address(access.buffer, &first, mask.is_none())?;
                let mask = mask.map(|mask| self.reverse(mask)).transpose()?;
                let at = self.placed(access.buffer, &first, ty);
                let lanes = self.load_lanes(ty, at, address, mask)?;
                self.reverse(lanes)
            }
            Shape::Scattered(offsets) => {
                let base = self.address(access.buffer, &access.offset, false)?;
                let addresses = self.addresses(self.unit_type(access.buffer), base, offsets);
                let mask = mask.map_or_else(|| self.ops.splat(ty.with(Scalar::I1), 1), Ok)?;
                let call = self.ops.intrinsic(
                    "llvm.masked.gather",
                    &[register, addresses.get_type().into()],
                    &[addresses.into(), mask, register.const_zero()],
                )?;
                call.add_attribute(AttributeLoc::Param(0), self.align_attribute(ty));
                self.describe(instruction_of(call), access.buffer)?;
                self.ops.result(call)
            }
        }
    }

    /// A store of a register of this type.
    pub(super) fn store(&mut self, value: Register<'c>, ty: Type, access: &Access) -> Built<()> {
        let mask = self.mask(access)?;
        if ty.lanes == 1 {
            return self.store_scalar(value, ty, access, mask);
        }
        match self.shape(access, ty)? {
            Shape::Contiguous => {
                let address = self.address(access.buffer, &access.offset, mask.is_none())?;
                let at = self.placed(access.buffer, &access.offset, ty);
                self.store_lanes(value, at, address, mask)
            }
            Shape::Reversed => {
                let first = access.offset.clone() + Index::constant(1 - i64::from(ty.lanes));
                let address = self.address(access.buffer, &first, mask.is_none())?;
                let mask = mask.map(|mask| self.reverse(mask)).transpose()?;
                let at = self.placed(access.buffer, &first, ty);
                self.store_lanes(self.reverse(value)?, at, address, mask)
            }
            Shape::Scattered(offsets) => {
                let base = self.address(access.buffer, &access.offset, false)?;
                let addresses = self.addresses(self.unit_type(access.buffer), base, offsets);
                let mask = mask.map_or_else(|| self.ops.splat(ty.with(Scalar::I1), 1), Ok)?;
                let call = self.ops.intrinsic(
                    "llvm.masked.scatter",
                    &[value.get_type(), addresses.get_type().into()],
                    &[value, addresses.into(), mask],
                )?;
                call.add_attribute(AttributeLoc::Param(1), self.align_attribute(ty));
                self.describe(instruction_of(call), access.buffer)
            }
        }
    }

    /// Combines a scalar with what is in memory, whoever else does; between which threads is
    /// all that is said, so that no others wait.
    pub(super) fn combine(
        &mut self,
        op: BinaryOp,
        value: Register<'c>,
        access: &Access,
    ) -> Built<()> {
        let by = match op {
            BinaryOp::Add => AtomicRMWBinOp::Add,
            BinaryOp::And => AtomicRMWBinOp::And,
            BinaryOp::Or => AtomicRMWBinOp::Or,
            BinaryOp::Xor => AtomicRMWBinOp::Xor,
            BinaryOp::MinS => AtomicRMWBinOp::Min,
            BinaryOp::MinU => AtomicRMWBinOp::UMin,
            BinaryOp::MaxS => AtomicRMWBinOp::Max,
            BinaryOp::MaxU => AtomicRMWBinOp::UMax,
            _ => return broken("an operation that memory is not combined by"),
        };
        let BasicValueEnum::IntValue(value) = value else {
            return broken("the operand of an atomic operation is not an integer");
        };
        let address = self.address(access.buffer, &access.offset, true)?;
        let ordering = AtomicOrdering::Monotonic;
        let made = self.ops.builder.build_atomicrmw(by, address, value, ordering)?;
        if self.is_gpu() {
            let scope = "device";
            // SAFETY: the context is alive, and the instruction an atomic one, just built.
            unsafe {
                let context = self.unit.cx.as_ctx_ref();
                let id = LLVMGetSyncScopeID(context, scope.as_ptr().cast(), scope.len());
                LLVMSetAtomicSyncScopeID(made.as_value_ref(), id);
            }
        }
        Ok(())
    }

    /// Copies units from one buffer to another.
    pub(super) fn copy(
        &mut self,
        to: &(BufferId, Index),
        from: &(BufferId, Index),
        units: &Index,
    ) -> Built<()> {
        let unit = self.unit.program.buffer(to.0).storage().scalar.bytes();
        let (to, from) = (self.address(to.0, &to.1, false)?, self.address(from.0, &from.1, false)?);
        // Fewer than none are none, as the loop level has it.
        let count = self.index(units)?.into();
        let zero = self.ops.i64(0).into();
        let count = if self.range(units).low >= 0 {
            count
        } else {
            self.ops.math("llvm.smax", &[count, zero])?
        };
        let bytes = self.ops.mul(count, self.ops.i64(unit as i64).into())?;
        let BasicValueEnum::IntValue(bytes) = bytes else {
            return broken("a length that is not an integer");
        };
        let align = unit as u32;
        match self.ops.builder.build_memcpy(to, align, from, align, bytes) {
            Ok(_) => Ok(()),
            Err(error) => broken(&format!("a copy: {error}")),
        }
    }

    /// A vector of contiguous lanes.
    fn load_lanes(
        &self,
        ty: Type,
        at: At,
        address: PointerValue<'c>,
        mask: Option<Register<'c>>,
    ) -> Built<Register<'c>> {
        let register = self.ops.register_type(ty);
        let Some(mask) = mask else { return self.plain_load(ty, at, address) };
        // LLVM reads whole vectors on GPUs where it knows the mask, past the buffer's end.
        if let (Some(count), true) = (known_prefix(mask), self.is_gpu()) {
            return self.load_prefix(ty, count, at, address);
        }
        let info = self.unit.program.buffer(at.buffer);
        if info.space == Space::Shared && info.bytes() <= SMALL_SHARED && self.is_gpu() {
            return self.load_lane_by_lane(ty, at, address, mask);
        }
        let call = self.ops.intrinsic(
            "llvm.masked.load",
            &[register, self.ops.pointer_type().into()],
            &[address.into(), mask, register.const_zero()],
        )?;
        call.add_attribute(AttributeLoc::Param(0), self.align_attribute_of(at.align));
        self.describe(instruction_of(call), at.buffer)?;
        self.ops.result(call)
    }

    fn store_lanes(
        &self,
        value: Register<'c>,
        at: At,
        address: PointerValue<'c>,
        mask: Option<Register<'c>>,
    ) -> Built<()> {
        let Some(mask) = mask else { return self.plain_store(value, at, address) };
        // The first lanes alone, known how many, are a narrower store. That is also
        // the way around a defect of LLVM 22 on x86: it narrows a masked store of
        // one constant lane to a scalar store, and where the value is a truncation
        // it forgets that, and writes the wider scalar over its neighbours.
        if let Some(count) = known_prefix(mask) {
            let BasicValueEnum::VectorValue(vector) = value else {
                return broken("a masked store of no vector");
            };
            if count == 0 {
                return Ok(());
            }
            let lanes: Vec<u16> = (0..count).collect();
            let part = self.ops.shuffle(vector, vector, &lanes)?;
            return self.plain_store(part, at, address);
        }
        let call = self.ops.intrinsic(
            "llvm.masked.store",
            &[value.get_type(), self.ops.pointer_type().into()],
            &[value, address.into(), mask],
        )?;
        call.add_attribute(AttributeLoc::Param(1), self.align_attribute_of(at.align));
        self.describe(instruction_of(call), at.buffer)
    }

    fn plain_load(&self, ty: Type, at: At, address: PointerValue<'c>) -> Built<Register<'c>> {
        let value = self.ops.builder.build_load(self.ops.register_type(ty), address, "")?;
        let Some(load) = value.as_instruction_value() else {
            return broken("a load that is not an instruction");
        };
        set_alignment(load, at.align)?;
        if self.unit.program.buffer(at.buffer).is_fixed() {
            self.mark(load, self.unit.kinds.invariant_load, self.unit.empty)?;
        }
        self.describe(Some(load), at.buffer)?;
        Ok(value)
    }

    fn plain_store(&self, value: Register<'c>, at: At, address: PointerValue<'c>) -> Built<()> {
        let store = self.ops.builder.build_store(address, value)?;
        set_alignment(store, at.align)?;
        self.describe(Some(store), at.buffer)
    }

    /// A load of one lane; under a mask it is a branch.
    fn load_scalar(
        &mut self,
        ty: Type,
        access: &Access,
        mask: Option<Register<'c>>,
    ) -> Built<Register<'c>> {
        let Some(test) = mask else {
            let address = self.address(access.buffer, &access.offset, true)?;
            return self.plain_load(ty, self.one(access.buffer, ty), address);
        };
        let address = self.address(access.buffer, &access.offset, false)?;
        let before = self.block()?;
        let (then, after) = (self.new_block("load"), self.new_block("loaded"));
        self.branch(test, then, after)?;
        self.ops.builder.position_at_end(then);
        let loaded = self.plain_load(ty, self.one(access.buffer, ty), address)?;
        self.ops.builder.build_unconditional_branch(after)?;
        self.ops.builder.position_at_end(after);
        let register = self.ops.register_type(ty);
        let phi = self.ops.builder.build_phi(register, "")?;
        phi.add_incoming(&[(&register.const_zero(), before), (&loaded, then)]);
        Ok(phi.as_basic_value())
    }

    fn store_scalar(
        &mut self,
        value: Register<'c>,
        ty: Type,
        access: &Access,
        mask: Option<Register<'c>>,
    ) -> Built<()> {
        let Some(test) = mask else {
            let address = self.address(access.buffer, &access.offset, true)?;
            return self.plain_store(value, self.one(access.buffer, ty), address);
        };
        let address = self.address(access.buffer, &access.offset, false)?;
        let (then, after) = (self.new_block("store"), self.new_block("stored"));
        self.branch(test, then, after)?;
        self.ops.builder.position_at_end(then);
        self.plain_store(value, self.one(access.buffer, ty), address)?;
        self.ops.builder.build_unconditional_branch(after)?;
        self.ops.builder.position_at_end(after);
        Ok(())
    }

    fn reverse(&self, register: Register<'c>) -> Built<Register<'c>> {
        let BasicValueEnum::VectorValue(vector) = register else {
            return broken("a scalar to turn round");
        };
        let lanes: Vec<u16> = (0..vector.get_type().get_size() as u16).rev().collect();
        self.ops.shuffle(vector, vector, &lanes)
    }

    fn align_attribute(&self, ty: Type) -> inkwell::attributes::Attribute {
        self.align_attribute_of(ty.scalar.bytes() as u32)
    }

    fn align_attribute_of(&self, align: u32) -> inkwell::attributes::Attribute {
        self.ops.cx.create_enum_attribute(self.unit.kinds.align_attribute, align.into())
    }

    /// The alignment of a single lane: its own size.
    fn one(&self, buffer: BufferId, ty: Type) -> At {
        At { buffer, align: ty.scalar.bytes() as u32 }
    }

    /// The alignment of contiguous lanes. A GPU loads several at once from addresses that are
    /// multiples of their size alone, and there every buffer begins at a multiple of 64.
    fn placed(&self, buffer: BufferId, offset: &Index, ty: Type) -> At {
        let scalar = ty.scalar.bytes() as u64;
        if !self.is_gpu() {
            return self.one(buffer, ty);
        }
        let bytes = self.multiple(offset).checked_mul(scalar).unwrap_or(scalar);
        let align = if bytes == 0 { 64 } else { 1 << bytes.trailing_zeros().min(6) };
        At { buffer, align: align.max(scalar as u32) }
    }

    pub(super) fn value(&self, value: Value) -> Built<Register<'c>> {
        match self.values.get(&value) {
            Some(register) => Ok(*register),
            None => broken("a value that is used before it is known"),
        }
    }

    /// Says what an access can't alias with.
    pub(super) fn describe(
        &self,
        access: Option<InstructionValue<'c>>,
        buffer: BufferId,
    ) -> Built<()> {
        let Some(access) = access else { return broken("an access that is not an instruction") };
        if let Some(scopes) = self.scopes.get(&self.unit.layout.class(buffer)) {
            self.mark(access, self.unit.kinds.alias_scope, scopes.own)?;
            self.mark(access, self.unit.kinds.noalias, scopes.others)?;
        }
        Ok(())
    }

    pub(super) fn mark(
        &self,
        on: InstructionValue<'c>,
        kind: u32,
        node: inkwell::values::MetadataValue<'c>,
    ) -> Built<()> {
        match on.set_metadata(node, kind) {
            Ok(()) => Ok(()),
            Err(error) => broken(&error.to_string()),
        }
    }
}

fn set_alignment(access: InstructionValue<'_>, align: u32) -> Built<()> {
    match access.set_alignment(align) {
        Ok(()) => Ok(()),
        Err(error) => broken(&error.to_string()),
    }
}

/// The instruction that a call is.
fn instruction_of(call: CallSiteValue<'_>) -> Option<InstructionValue<'_>> {
    match call.try_as_basic_value() {
        ValueKind::Basic(value) => value.as_instruction_value(),
        ValueKind::Instruction(instruction) => Some(instruction),
    }
}

/// The number of lanes that a constant mask enables, if they are the first ones.
fn known_prefix(mask: Register<'_>) -> Option<u16> {
    let BasicValueEnum::VectorValue(mask) = mask else { return None };
    if !mask.is_const() {
        return None;
    }
    let lanes: Vec<bool> = (0..mask.get_type().get_size())
        .map(|l| {
            // SAFETY: the mask is a constant vector and has such a lane; the element,
            // where there is one, is a constant of the lane's type, an integer.
            let bit = unsafe {
                let element = LLVMGetAggregateElement(mask.as_value_ref(), l);
                if element.is_null() {
                    return None;
                }
                IntValue::new(element)
            };
            bit.get_zero_extended_constant().map(|b| b != 0)
        })
        .collect::<Option<_>>()?;
    let count = lanes.iter().take_while(|l| **l).count();
    let is_prefix = lanes[count..].iter().all(|l| !l);
    if is_prefix { u16::try_from(count).ok() } else { None }
}
