//! Loop programs printed as LLVM IR.
//!
//! Before this: a verified loop program, which already says everything about
//! loops, vectors, masks and memory. After it: [`crate::compile`] optimises the
//! module and makes machine code of it. What it does not do: decide anything a
//! GPU could profit from too; that belongs to the loop level.
//!
//! The entry is `i32 entry(ptr runtime, ptr frame)`: the runtime runs parallel
//! loops ([`crate::runtime::abi`]), the frame is an array of addresses
//! ([`layout`]), and the result is 0 or the number of the check that failed,
//! counted from 1. Float operations are exact IEEE: no fast-math flags, and no
//! contraction but the program's own `fma`.

mod carried;
mod convert;
pub(crate) mod device;
mod dots;
mod function;
mod host;
mod index;
mod inst;
pub(crate) mod launched;
pub(crate) mod layout;
mod matrix;
mod memory;
mod ops;
mod parallel;
mod parts;
mod plan;
mod stream;
mod unit;
mod warp;
mod warpgroup;

use std::rc::Rc;

use hloom_loops::program::Program;
use inkwell::context::Context;
use inkwell::module::Module;
use inkwell::targets::TargetMachine;
use inkwell::types::BasicMetadataTypeEnum;

use crate::compile::Options;
use crate::error::Error;
use function::Function;
use ops::{Fault, Made};
use parts::Held;
pub(crate) use parts::Part;
use plan::Kernel;
pub(crate) use plan::{Call, Plan};
pub(crate) use unit::symbol;
use unit::{Unit, Visibility};

/// The name under which a shared library exports a program.
pub(crate) fn exported_symbol(program: &Program) -> String {
    format!("hloom_{}", symbol(&program.name).replace('.', "_"))
}

/// The symbol of a program's entry.
pub(crate) fn entry_symbol(program: &Program) -> String {
    format!("{}_entry", exported_symbol(program))
}

/// Prints a part of a program as an LLVM module.
///
/// # Errors
/// [`Error::Unsupported`] for what a CPU can't do, [`Error::Llvm`] for what can
/// only be a defect.
pub(crate) fn generate<'c>(
    cx: &'c Context,
    plan: &Plan<'_>,
    part: &Part,
    options: &Options,
    machine: &TargetMachine,
) -> Result<Module<'c>, Error> {
    let program = plan.program;
    let module = cx.create_module(&program.name);
    module.set_triple(&machine.get_triple());
    module.set_data_layout(&machine.get_target_data().get_data_layout());
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
    let unit = Unit::new(cx, &module, plan, part, options, &attributes);
    functions(&unit, part).map_err(|fault| match fault {
        Fault::Unsupported(what) => Error::Unsupported { function: program.name.clone(), what },
        Fault::Llvm(message) => {
            Error::Llvm { stage: "build code for", function: program.name.clone(), message }
        }
    })?;
    drop(unit);
    Ok(module)
}

fn functions(unit: &Unit<'_, '_>, part: &Part) -> Made<()> {
    if part.entry() {
        entry(unit)?;
    }
    let held = part.held(unit.plan);
    held.iter()
        .try_for_each(|(kernel, held)| kernel_function(unit, &unit.plan.kernels[*kernel], held))
}

fn entry(unit: &Unit<'_, '_>) -> Made<()> {
    let pointer: BasicMetadataTypeEnum<'_> = unit.pointer_type().into();
    let status = unit.cx.i32_type();
    let ty = status.fn_type(&[pointer, pointer], false);
    let program = unit.plan.program;
    let function = unit.add_function(&entry_symbol(program), ty, Visibility::Exported);
    // What is outside kernels moves tensors as a whole, so aliasing matters little.
    let mut entry = Function::new(unit, function, Rc::default())?;
    entry.statements(&program.body)?;
    entry.ops.builder.build_return(Some(&status.const_zero()))?;
    entry.finish()
}

fn kernel_function<'m>(unit: &Unit<'m, '_>, kernel: &'m Kernel<'m>, held: &Held) -> Made<()> {
    let function = match held.own() {
        true => unit.kernel(kernel),
        false => unit.outline(kernel),
    };
    let mut inner = Function::new(unit, function, unit.scopes(&kernel.uses.buffers))?;
    inner.table = Some(&kernel.table);
    inner.bodies = Some((kernel, held, 0));
    inner.statements(kernel.body)?;
    match kernel.uses.asserts {
        true => inner.ops.builder.build_return(Some(&unit.cx.i32_type().const_zero()))?,
        false => inner.ops.builder.build_return(None)?,
    };
    inner.finish()?;
    if !held.own() {
        // SAFETY: the function is called `outline`, has no uses, and no value of it is
        // used from here on.
        unsafe { function.delete() };
    }
    Ok(())
}
