//! The kernels of a GPU, as functions of an LLVM module for NVPTX.
//!
//! Before this: a program in which each kernel is one grid
//! ([`hloom_loops::program::grids`]). After it: a module with one function for all kernels
//! that do the same; the caller launches them and runs the host's part of the program. The
//! statements are printed by the code that prints those of CPUs. The differences are here: the
//! parameters are the addresses of the buffers, a parallel loop's iterations are distributed
//! over the threads of the grid, and a failed check stores its number to memory.

use hloom_loops::index::Range;
use hloom_loops::program::{BufferId, For, Grid, Scalar, together};
use inkwell::AddressSpace;
use inkwell::IntPredicate;
use inkwell::attributes::{Attribute, AttributeLoc};
use inkwell::context::Context;
use inkwell::module::{Linkage, Module};
use inkwell::targets::TargetMachine;
use inkwell::types::BasicMetadataTypeEnum;
use inkwell::values::{BasicValueEnum, PointerValue};

use super::function::Function;
use super::launch_params::{LaunchParam, WIDEST_LOAD, dynamic_shared, launch_params};
use super::layout::BufferPlace;
use super::ops::{Built, CodegenError, Register, broken};
use super::plan::{ModulePlan, PlannedKernel};
use super::side::{NvptxSide, Side};
use super::symbol::symbol;
use super::target::{NvptxOptions, Target};
use super::tiles::{TILE_ALIGNMENT, alignment, tensor_maps, tiled};
use super::unit::{self, Unit};
use crate::error::Error;
use hloom_loops::plan::non_temporal::gcd;

/// LLVM's number for the calling convention of kernels in PTX.
const PTX_KERNEL: u32 = 71;

/// The address space of global memory in PTX.
pub(super) const GLOBAL: u16 = 1;

/// The address space of shared memory in PTX.
pub(super) const SHARED: u16 = 3;

/// Bytes of a tensor map, and their alignment.
const MAP_BYTES: u32 = 128;
const MAP_ALIGNMENT: u64 = 64;

/// The name of a kernel's function: letters, digits and underscores.
pub(crate) fn kernel_symbol(kernel: &PlannedKernel<'_>) -> String {
    kernel.symbol.replace('.', "_")
}

/// Prints the kernels of a program as an LLVM module.
///
/// # Errors
/// [`Error::Unsupported`] for what a GPU can't do, [`Error::Llvm`] for what can only be
/// a defect.
pub(crate) fn generate<'c>(
    cx: &'c Context,
    plan: &ModulePlan<'_>,
    options: NvptxOptions,
    machine: &TargetMachine,
) -> Result<Module<'c>, Error> {
    unit::print(cx, plan, (Target::Nvptx(options), machine), &[], |unit| {
        unit.plan.kernels.iter().try_for_each(|kernel| kernel_function(unit, kernel))
    })
}

fn kernel_function<'m, 'c>(unit: &Unit<'m, 'c>, kernel: &'m PlannedKernel<'m>) -> Built<()> {
    let params = launch_params(unit.plan, kernel);
    let global = unit.cx.ptr_type(AddressSpace::from(GLOBAL));
    let map = unit.cx.i8_type().array_type(MAP_BYTES);
    let parameters: Vec<BasicMetadataTypeEnum<'c>> = params
        .iter()
        .map(|param| match param {
            LaunchParam::Map(_) => unit.pointer_type().into(),
            _ => global.into(),
        })
        .collect();
    let ty = unit.cx.void_type().fn_type(&parameters, false);
    let ops = unit.ops();
    let function = ops.module.add_function(&kernel_symbol(kernel), ty, Some(Linkage::External));
    function.set_call_conventions(PTX_KERNEL);
    let align = unit.cx.create_enum_attribute(unit.kinds.align_attribute, 64);
    let mut side = NvptxSide {
        shared: dynamic_shared(unit.plan, kernel).0,
        tiled: tiled(kernel.body),
        ..NvptxSide::default()
    };
    let scopes = unit.scopes(&kernel.uses.buffers);
    let mut inner = Function::new(unit, function, scopes, Side::Nvptx(NvptxSide::default()));
    let maps = tensor_maps(kernel.body);
    let mut scratch = None;
    for (at, what) in (0..).zip(&params) {
        let Some(BasicValueEnum::PointerValue(address)) = function.get_nth_param(at) else {
            return broken("a kernel without its buffers");
        };
        if let LaunchParam::Map(number) = what {
            let kind = Attribute::get_named_enum_kind_id;
            let whole = unit.cx.create_type_attribute(kind("byval"), map.into());
            let aligned = unit.cx.create_enum_attribute(kind("align"), MAP_ALIGNMENT);
            // It stays where the launch left it, and its address there is what copies take.
            let constant = unit.cx.create_string_attribute("nvvm.grid_constant", "");
            for attribute in [whole, aligned, constant] {
                function.add_attribute(AttributeLoc::Param(at), attribute);
            }
            let Some((buffer, map)) = maps.get(*number) else {
                return broken("no such tensor map");
            };
            side.maps.push((*buffer, (*map).clone(), address));
            continue;
        }
        function.add_attribute(AttributeLoc::Param(at), align);
        // Code of CPUs knows one address space; LLVM finds the way back.
        let pointer = inner.prologue.build_address_space_cast(address, unit.pointer_type(), "")?;
        match what {
            LaunchParam::Status => side.status = Some(pointer),
            LaunchParam::Scratch => scratch = Some(pointer),
            LaunchParam::Buffer(number) => {
                let buffer = kernel.table.iter().find(|(_, slot)| **slot == number + 1);
                let Some((buffer, _)) = buffer else { return broken("a slot of no buffer") };
                inner.bases.insert(*buffer, pointer);
            }
            LaunchParam::Map(_) => {}
        }
    }
    if let Some(scratch) = scratch {
        inner.regions(kernel, scratch)?;
    }
    inner.side = Side::Nvptx(side);
    inner.statements(kernel.body)?;
    inner.ops.builder.build_return(None)?;
    inner.finish()
}

impl<'c> Function<'_, '_, 'c> {
    /// Places each thread's scratch buffers in the scratch memory of the launch.
    fn regions(&mut self, kernel: &PlannedKernel<'_>, scratch: PointerValue<'c>) -> Built<()> {
        let size = self.ops.i64(self.unit.layout.scratch_bytes as i64);
        let start = self.ops.builder.get_insert_block();
        // The number of the thread is needed ahead of everything.
        if let Some(block) = self.prologue.get_insert_block() {
            self.ops.builder.position_at_end(block);
        }
        let (thread, _) = self.thread()?;
        let mine = self.ops.mul(thread, size.into())?;
        if let Some(start) = start {
            self.ops.builder.position_at_end(start);
        }
        let BasicValueEnum::IntValue(mine) = mine else { return broken("a size that is none") };
        let mine = self.byte_offset(&self.prologue, scratch, mine)?;
        for buffer in &kernel.uses.made {
            if let BufferPlace::Region(at) = self.unit.layout.place(*buffer) {
                let at = self.ops.i64(at as i64);
                let base = self.byte_offset(&self.prologue, mine, at)?;
                self.bases.insert(*buffer, base);
            }
        }
        Ok(())
    }

    /// A special register of PTX, an unsigned number of 32 bits, widened.
    fn special(&self, name: &str) -> Built<Register<'c>> {
        let call = self.ops.intrinsic(&format!("llvm.nvvm.read.ptx.sreg.{name}"), &[], &[])?;
        self.ops.zero_extend(self.ops.result(call)?, Scalar::I64.ty())
    }

    /// This thread's number in the grid, and how many there are.
    fn thread(&self) -> Built<(Register<'c>, Register<'c>)> {
        let ops = &self.ops;
        let (block, size) = (self.special("ctaid.x")?, self.special("ntid.x")?);
        let number = ops.add_nsw(ops.mul_nsw(block, size)?, self.special("tid.x")?)?;
        let all = ops.mul_nsw(self.special("nctaid.x")?, size)?;
        Ok((number, all))
    }

    /// A parallel loop, and those that are its whole body: each thread takes the iteration
    /// of its own number, then the one that is as many further on as there are threads.
    /// The innermost loop's iterations follow each other.
    pub(super) fn grid_loop(&mut self, it: &For) -> Built<()> {
        let loops = together(it);
        let zero: Register<'c> = self.ops.i64(0).into();
        let mut counts: Vec<Register<'c>> = Vec::with_capacity(loops.len());
        let mut all: Register<'c> = self.ops.i64(1).into();
        for it in &loops {
            let (from, to) = (self.index(&it.from)?, self.index(&it.to)?);
            let span = self.ops.sub(to.into(), from.into())?;
            let up = self.ops.add(span, self.ops.i64(it.step - 1).into())?;
            let span = self.ops.math("llvm.smax", &[up, zero])?;
            let count = self.ops.udiv(span, self.ops.i64(it.step).into())?;
            all = self.ops.mul_nsw(all, count)?;
            counts.push(count);
        }
        self.parallel = true;
        let (thread, threads) = self.thread()?;
        let before = self.block()?;
        let (head, inside, after) =
            (self.new_block("for"), self.new_block("do"), self.new_block("done"));
        self.ops.builder.build_unconditional_branch(head)?;
        self.ops.builder.position_at_end(head);
        let number = self.ops.builder.build_phi(self.ops.i64_type(), "")?;
        number.add_incoming(&[(&thread, before)]);
        let test = self.ops.icmp(IntPredicate::SLT, number.as_basic_value(), all)?;
        self.branch(test, inside, after)?;
        self.ops.builder.position_at_end(inside);
        let mut digits = vec![number.as_basic_value()];
        for count in counts.iter().skip(1).rev() {
            let rest = digits[0];
            let (quotient, digit) = self.divided(rest, *count)?;
            digits[0] = digit;
            digits.insert(0, quotient);
        }
        for (depth, (it, digit)) in loops.iter().zip(digits).enumerate() {
            let from = self.index(&it.from)?;
            let steps = self.ops.mul_nsw(digit, self.ops.i64(it.step).into())?;
            let at = self.ops.add_nsw(from.into(), steps)?;
            self.values.insert(it.var, at);
            let range = self.loop_range(it);
            self.ranges.insert(it.var, range);
            let multiple = gcd(self.multiple(&it.from), it.step.unsigned_abs());
            self.multiples.insert(it.var, multiple);
            let statements = &it.body.statements;
            let inner = usize::from(depth + 1 < loops.len());
            statements[..statements.len() - inner].iter().try_for_each(|s| self.statement(s))?;
        }
        let next = self.ops.add_nsw(number.as_basic_value(), threads)?;
        let latch = self.block()?;
        number.add_incoming(&[(&next, latch)]);
        self.ops.builder.build_unconditional_branch(head)?;
        self.ops.builder.position_at_end(after);
        self.parallel = false;
        Ok(())
    }

    /// Quotient and remainder of numbers that are not negative.
    fn divided(&self, a: Register<'c>, b: Register<'c>) -> Built<(Register<'c>, Register<'c>)> {
        let quotient = self.ops.udiv(a, b)?;
        let back = self.ops.mul_nsw(quotient, b)?;
        Ok((quotient, self.ops.sub(a, back)?))
    }

    /// A grid: every thread is one of its threads.
    pub(super) fn grid(&mut self, it: &Grid) -> Built<()> {
        if !self.is_gpu() {
            return Err(CodegenError::Unsupported("a grid of threads".to_owned()));
        }
        self.parallel = true;
        let numbers = [
            (it.block, self.special("ctaid.x")?, it.blocks),
            (it.thread, self.special("tid.x")?, u64::from(it.threads)),
        ];
        for (value, register, count) in numbers {
            self.values.insert(value, register);
            self.ranges.insert(value, Range::extent(count));
        }
        // A block of just so many threads: each may have the more registers.
        let most = self.unit.cx.create_string_attribute("nvvm.maxntid", &it.threads.to_string());
        self.function.add_attribute(AttributeLoc::Function, most);
        // Else ptxas saves registers to memory for the sake of more blocks at a time.
        let least = self.unit.cx.create_string_attribute("nvvm.minctasm", "1");
        self.function.add_attribute(AttributeLoc::Function, least);
        self.statements(&it.body)
    }

    /// Waits for the block.
    pub(super) fn barrier(&self) -> Built<()> {
        let first = self.unit.cx.i32_type().const_zero().into();
        self.ops.intrinsic("llvm.nvvm.barrier.cta.sync.aligned.all", &[], &[first])?;
        Ok(())
    }

    /// Memory that the threads of a block share.
    pub(super) fn shared(&self, buffer: BufferId) -> Built<PointerValue<'c>> {
        let info = self.unit.program.buffer(buffer);
        let side = self.side.nvptx()?;
        if let Some(at) = side.shared.get(&buffer) {
            let all = self.dynamic();
            let all = self.prologue.build_address_space_cast(all, self.unit.pointer_type(), "")?;
            let at = self.unit.cx.i64_type().const_int(*at, false);
            return self.byte_offset(&self.prologue, all, at);
        }
        let bytes = info.bytes().next_multiple_of(WIDEST_LOAD);
        let ty = self.unit.cx.i8_type().array_type(bytes as u32);
        let name = format!(
            "{}_{}",
            self.function.get_name().to_string_lossy(),
            symbol(&info.name).replace('.', "_")
        );
        let space = Some(AddressSpace::from(SHARED));
        let global = self.ops.module.add_global(ty, space, &name);
        global.set_initializer(&ty.get_undef());
        global.set_linkage(Linkage::Internal);
        global.set_alignment(alignment(&side.tiled, buffer) as u32);
        let pointer = global.as_pointer_value();
        Ok(self.prologue.build_address_space_cast(pointer, self.unit.pointer_type(), "")?)
    }

    /// The shared memory that comes with a launch.
    fn dynamic(&self) -> PointerValue<'c> {
        let name = "hloom_shared";
        let known = self.ops.module.get_global(name);
        let global = known.unwrap_or_else(|| {
            let ty = self.unit.cx.i8_type().array_type(0);
            let global = self.ops.module.add_global(ty, Some(AddressSpace::from(SHARED)), name);
            global.set_linkage(Linkage::External);
            global.set_alignment(TILE_ALIGNMENT as u32);
            global
        });
        global.as_pointer_value()
    }
}
