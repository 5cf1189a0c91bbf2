//! Kernels of a GPU, as functions of an LLVM module that a GPU's code generator takes.
//!
//! Before this: a program in which each kernel is one grid
//! ([`hloom_loops::program::grids`]). After it: a module with a function for each kernel
//! that differs from the others; whoever starts them knows the host's part of the
//! program. The statements inside are printed as those of a CPU are; what differs is
//! here: a kernel's parameters are the addresses of its buffers, a parallel loop's
//! iterations go to the threads of the grid, a check that fails leaves its number in
//! memory, and remainders of floats are worked out, since no GPU has them.

use hloom_loops::index::Range;
use hloom_loops::program::{BufferId, For, Grid, Scalar, Type, View, together};
use inkwell::AddressSpace;
use inkwell::IntPredicate;
use inkwell::attributes::{Attribute, AttributeLoc};
use inkwell::context::Context;
use inkwell::module::{Linkage, Module};
use inkwell::targets::TargetMachine;
use inkwell::types::{BasicMetadataTypeEnum, BasicTypeEnum};
use inkwell::values::{BasicValueEnum, FunctionValue, IntValue, PointerValue};
use rustc_hash::{FxHashMap, FxHashSet};

use super::function::Function;
use super::launched::{TILE_ALIGNMENT, alignment, dynamic_shared, tiled, views};
use super::layout::Place;
use super::ops::{Fault, Made, Register, broken};
use super::parts::Part;
use super::plan::{Kernel, Plan};
use super::unit::Unit;
use crate::compile::Options;
use crate::error::Error;

/// LLVM's number for the calling convention of kernels in PTX.
const PTX_KERNEL: u32 = 71;

/// The address space of global memory in PTX.
pub(super) const GLOBAL: u16 = 1;

/// The address space of shared memory in PTX.
pub(super) const SHARED: u16 = 3;

/// What a kernel of a GPU has beside its buffers.
pub(super) struct Device<'c> {
    /// Where a check that fails leaves its number.
    status: Option<PointerValue<'c>>,
    /// Tensor maps of views of buffers.
    maps: Vec<(BufferId, View, PointerValue<'c>)>,
    /// Where shared buffers are in what comes with the launch.
    shared: FxHashMap<BufferId, u64>,
    /// Those that tiles are copied to.
    tiled: FxHashSet<BufferId>,
    /// The GPU's compute capability, in tenths: 80 is 8.0.
    pub(super) capability: u32,
}

impl<'c> Device<'c> {
    /// The tensor map of a view of a buffer.
    pub(super) fn map(&self, buffer: BufferId, view: &View) -> Option<PointerValue<'c>> {
        let found = self.maps.iter().find(|(of, seen, _)| *of == buffer && seen == view);
        found.map(|(.., address)| *address)
    }
}

/// Bytes of a tensor map, and their alignment.
const MAP_BYTES: u32 = 128;
const MAP_ALIGNMENT: u64 = 64;

/// What a kernel's function takes, in order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Given {
    /// The address of an `i32`, which a check that fails sets to its number.
    Status,
    /// Memory for the scratch buffers of all threads.
    Scratch,
    /// The address of the buffer in this slot of the table, counted from 1.
    Buffer(usize),
    /// The tensor map of a view ([`views`]).
    Map(usize),
}

/// What the function of a kernel takes.
pub(crate) fn given(plan: &Plan<'_>, kernel: &Kernel<'_>) -> Vec<Given> {
    let mut given = Vec::with_capacity(2 + kernel.table.len());
    if kernel.uses.asserts {
        given.push(Given::Status);
    }
    if needs_region(plan, kernel) {
        given.push(Given::Scratch);
    }
    given.extend((1..=kernel.table.len()).map(Given::Buffer));
    given.extend((0..views(kernel.body).len()).map(Given::Map));
    given
}

fn needs_region(plan: &Plan<'_>, kernel: &Kernel<'_>) -> bool {
    let in_region = |buffer| matches!(plan.layout.place(buffer), Place::Region(_));
    kernel.uses.made.iter().any(|buffer| in_region(*buffer))
}

/// The name of a kernel's function: letters, digits and underscores.
pub(crate) fn symbol(kernel: &Kernel<'_>) -> String {
    kernel.symbol.replace('.', "_")
}

/// Prints the kernels of a program as an LLVM module.
///
/// # Errors
/// [`Error::Unsupported`] for what a GPU can't do, [`Error::Llvm`] for what can only be
/// a defect.
pub(crate) fn generate<'c>(
    cx: &'c Context,
    plan: &Plan<'_>,
    machine: &TargetMachine,
) -> Result<Module<'c>, Error> {
    let program = plan.program;
    let module = cx.create_module(&program.name);
    module.set_triple(&machine.get_triple());
    module.set_data_layout(&machine.get_target_data().get_data_layout());
    let unit = Unit::new(cx, &module, plan, &Part::Whole, &Options::default(), &[]);
    let cpu = machine.get_cpu();
    let digits = cpu.to_str().unwrap_or_default().trim_start_matches("sm_");
    let digits = digits.trim_end_matches(|c: char| !c.is_ascii_digit());
    let capability = digits.parse().unwrap_or(0);
    let each = |kernel| kernel_function(&unit, &module, kernel, capability);
    let made = plan.kernels.iter().try_for_each(each);
    made.map_err(|fault| match fault {
        Fault::Unsupported(what) => Error::Unsupported { function: program.name.clone(), what },
        Fault::Llvm(message) => {
            Error::Llvm { stage: "build code for", function: program.name.clone(), message }
        }
    })?;
    drop(unit);
    Ok(module)
}

fn kernel_function<'m, 'c>(
    unit: &Unit<'m, 'c>,
    module: &Module<'c>,
    kernel: &'m Kernel<'m>,
    capability: u32,
) -> Made<()> {
    let given = given(unit.plan, kernel);
    let global = unit.cx.ptr_type(AddressSpace::from(GLOBAL));
    let map = unit.cx.i8_type().array_type(MAP_BYTES);
    let parameters: Vec<BasicMetadataTypeEnum<'c>> = given
        .iter()
        .map(|given| match given {
            Given::Map(_) => unit.pointer_type().into(),
            _ => global.into(),
        })
        .collect();
    let ty = unit.cx.void_type().fn_type(&parameters, false);
    let function = module.add_function(&symbol(kernel), ty, Some(Linkage::External));
    function.set_call_conventions(PTX_KERNEL);
    let align = unit.cx.create_enum_attribute(unit.kinds.align_attribute, 64);
    let null = unit.pointer_type().const_null();
    let mut inner =
        Function::empty(unit, function, unit.scopes(&kernel.uses.buffers), (null, null));
    let mut device = Device {
        status: None,
        capability,
        maps: Vec::new(),
        shared: dynamic_shared(unit.plan, kernel).0,
        tiled: tiled(kernel.body),
    };
    let views = views(kernel.body);
    let mut scratch = None;
    for (at, what) in (0..).zip(&given) {
        let Some(BasicValueEnum::PointerValue(address)) = function.get_nth_param(at) else {
            return broken("a kernel without its buffers");
        };
        if let Given::Map(number) = what {
            let kind = Attribute::get_named_enum_kind_id;
            let whole = unit.cx.create_type_attribute(kind("byval"), map.into());
            let aligned = unit.cx.create_enum_attribute(kind("align"), MAP_ALIGNMENT);
            // It stays where the launch left it, and its address there is what copies take.
            let constant = unit.cx.create_string_attribute("nvvm.grid_constant", "");
            for attribute in [whole, aligned, constant] {
                function.add_attribute(AttributeLoc::Param(at), attribute);
            }
            let Some((buffer, view)) = views.get(*number) else { return broken("no such view") };
            device.maps.push((*buffer, (*view).clone(), address));
            continue;
        }
        function.add_attribute(AttributeLoc::Param(at), align);
        // Code of CPUs knows one address space; LLVM finds the way back.
        let pointer = inner.prologue.build_address_space_cast(address, unit.pointer_type(), "")?;
        match what {
            Given::Status => device.status = Some(pointer),
            Given::Scratch => scratch = Some(pointer),
            Given::Buffer(slot) => {
                let buffer = kernel.table.iter().find(|(_, number)| *number == slot);
                let Some((buffer, _)) = buffer else { return broken("a slot of no buffer") };
                inner.bases.insert(*buffer, pointer);
            }
            Given::Map(_) => {}
        }
    }
    if let Some(scratch) = scratch {
        inner.regions(kernel, scratch)?;
    }
    inner.device = Some(device);
    inner.statements(kernel.body)?;
    inner.ops.builder.build_return(None)?;
    inner.finish()
}

impl<'c> Function<'_, '_, 'c> {
    /// Where each thread has its scratch buffers.
    fn regions(&mut self, kernel: &Kernel<'_>, scratch: PointerValue<'c>) -> Made<()> {
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
            if let Place::Region(at) = self.unit.layout.place(*buffer) {
                let at = self.ops.i64(at as i64);
                let base = self.byte_offset(&self.prologue, mine, at)?;
                self.bases.insert(*buffer, base);
            }
        }
        Ok(())
    }

    /// A special register of PTX, an unsigned number of 32 bits, widened.
    fn special(&self, name: &str) -> Made<Register<'c>> {
        let call = self.ops.intrinsic(&format!("llvm.nvvm.read.ptx.sreg.{name}"), &[], &[])?;
        self.ops.zero_extend(self.ops.result(call)?, Scalar::I64.ty())
    }

    /// This thread's number in the grid, and how many there are.
    fn thread(&self) -> Made<(Register<'c>, Register<'c>)> {
        let ops = &self.ops;
        let (block, size) = (self.special("ctaid.x")?, self.special("ntid.x")?);
        let number = ops.add_nsw(ops.mul_nsw(block, size)?, self.special("tid.x")?)?;
        let all = ops.mul_nsw(self.special("nctaid.x")?, size)?;
        Ok((number, all))
    }

    /// A parallel loop, and those that are its whole body: each thread takes the iteration
    /// of its own number, then the one that is as many further on as there are threads.
    /// The innermost loop's iterations follow each other.
    pub(super) fn grid_loop(&mut self, it: &For) -> Made<()> {
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
            let multiple = super::stream::gcd(self.multiple(&it.from), it.step.unsigned_abs());
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
    fn divided(&self, a: Register<'c>, b: Register<'c>) -> Made<(Register<'c>, Register<'c>)> {
        let quotient = self.ops.udiv(a, b)?;
        let back = self.ops.mul_nsw(quotient, b)?;
        Ok((quotient, self.ops.sub(a, back)?))
    }

    /// A grid: every thread is one of its threads.
    pub(super) fn grid(&mut self, it: &Grid) -> Made<()> {
        if self.device.is_none() {
            return Err(Fault::Unsupported("a grid of threads".to_owned()));
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
    pub(super) fn barrier(&self) -> Made<()> {
        let first = self.unit.cx.i32_type().const_zero().into();
        self.ops.intrinsic("llvm.nvvm.barrier.cta.sync.aligned.all", &[], &[first])?;
        Ok(())
    }

    /// Memory that the threads of a block share.
    pub(super) fn shared(&self, buffer: BufferId) -> Made<PointerValue<'c>> {
        let info = self.unit.program.buffer(buffer);
        let placed = self.device.as_ref().and_then(|device| device.shared.get(&buffer));
        if let Some(at) = placed {
            let all = self.dynamic();
            let all = self.prologue.build_address_space_cast(all, self.unit.pointer_type(), "")?;
            let at = self.unit.cx.i64_type().const_int(*at, false);
            return self.byte_offset(&self.prologue, all, at);
        }
        let ty = self.unit.cx.i8_type().array_type(info.bytes() as u32);
        let name = format!(
            "{}_{}",
            self.function.get_name().to_string_lossy(),
            super::symbol(&info.name).replace('.', "_")
        );
        let space = Some(AddressSpace::from(SHARED));
        let global = self.ops.module.add_global(ty, space, &name);
        global.set_initializer(&ty.get_undef());
        global.set_linkage(Linkage::Internal);
        let tiled = self.device.as_ref().map(|device| alignment(&device.tiled, buffer));
        global.set_alignment(tiled.unwrap_or(64) as u32);
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

    /// Leaves a number where the host finds it, and ends.
    pub(super) fn leave_device(&self, device: &Device<'c>, code: IntValue<'c>) -> Made<()> {
        let Some(status) = device.status else { return broken("a check without a place") };
        self.ops.builder.build_store(status, code)?;
        self.ops.builder.build_return(None)?;
        Ok(())
    }

    /// The remainder of floats, lane by lane: by a function, made when it is first asked
    /// for.
    pub(super) fn remainder(
        &self,
        a: Register<'c>,
        b: Register<'c>,
        ty: Type,
    ) -> Made<Register<'c>> {
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
    fn remainder_function(&self, scalar: Scalar) -> Made<FunctionValue<'c>> {
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
        let decode = |v: Register<'c>| -> Made<(Register<'c>, Register<'c>)> {
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
