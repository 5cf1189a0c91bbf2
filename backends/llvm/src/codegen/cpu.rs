//! A program, or a part of one, as an LLVM module for a CPU.

use std::rc::Rc;

use inkwell::context::Context;
use inkwell::module::Module;
use inkwell::targets::TargetMachine;
use inkwell::types::BasicMetadataTypeEnum;

use super::function::Function;
use super::ops::Built;
use super::parts::{KernelShare, Part};
use super::plan::{ModulePlan, PlannedKernel};
use super::target::{CpuOptions, Target};
use super::unit::{self, Unit, Visibility};
use crate::error::Error;
use crate::options::{Effort, Options};

/// Prints a part of a program as an LLVM module.
///
/// # Errors
/// [`Error::Unsupported`] for what a CPU can't do, [`Error::Llvm`] for what can
/// only be a defect.
pub(crate) fn generate<'c>(
    cx: &'c Context,
    plan: &ModulePlan<'_>,
    part: &Part,
    options: &Options,
    machine: &TargetMachine,
) -> Result<Module<'c>, Error> {
    let cpu = options.target.cpu();
    let mut attributes = vec![("target-cpu", cpu.name.clone())];
    if !cpu.features.is_empty() {
        attributes.push(("target-features", cpu.features.clone()));
    }
    if let Some(tuned) = &cpu.tuned {
        attributes.push(("tune-cpu", tuned.clone()));
    }
    if options.target.vector_bytes() == 64 {
        // LLVM tunes for 256 bits on some CPUs; the schedule has decided already.
        attributes.push(("prefer-vector-width", "512".to_owned()));
    }
    let target = Target::Cpu(CpuOptions {
        cpu: options.target,
        profile: options.profile,
        split: *part != Part::Whole,
        outline: options.effort == Effort::Quick,
    });
    unit::print(cx, plan, (target, machine), &attributes, |unit| functions(unit, part))
}

fn functions(unit: &Unit<'_, '_>, part: &Part) -> Built<()> {
    if part.entry() {
        entry(unit)?;
    }
    let shares = part.shares(unit.plan);
    shares
        .iter()
        .try_for_each(|(kernel, share)| kernel_function(unit, unit.plan.kernel(*kernel), share))
}

fn entry(unit: &Unit<'_, '_>) -> Built<()> {
    let pointer: BasicMetadataTypeEnum<'_> = unit.pointer_type().into();
    let status = unit.cx.i32_type();
    let ty = status.fn_type(&[pointer, pointer], false);
    let program = unit.plan.program;
    let function = unit.add_function(&unit.plan.entry(), ty, Visibility::Exported);
    // Statements outside kernels move whole tensors, so aliasing matters little.
    let mut entry = Function::of_cpu(unit, function, Rc::default())?;
    entry.statements(&program.body)?;
    entry.ops.builder.build_return(Some(&status.const_zero()))?;
    entry.finish()
}

fn kernel_function<'m>(
    unit: &Unit<'m, '_>,
    kernel: &'m PlannedKernel<'m>,
    share: &KernelShare,
) -> Built<()> {
    let function = match share.own() {
        true => unit.kernel(kernel),
        false => unit.outline(kernel),
    };
    let mut inner = Function::of_cpu(unit, function, unit.scopes(&kernel.uses.buffers))?;
    let side = inner.side.cpu_mut()?;
    (side.table, side.bodies) = (Some(&kernel.table), Some((kernel, share, 0)));
    inner.statements(kernel.body)?;
    match kernel.uses.asserts {
        true => inner.ops.builder.build_return(Some(&unit.cx.i32_type().const_zero()))?,
        false => inner.ops.builder.build_return(None)?,
    };
    inner.finish()?;
    if !share.own() {
        // SAFETY: the function is called `outline`, has no uses, and no value of it is
        // used from here on.
        unsafe { function.delete() };
    }
    Ok(())
}
