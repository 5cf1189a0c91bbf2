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

mod convert;
mod function;
mod index;
mod inst;
pub(crate) mod layout;
mod memory;
mod ops;
mod parallel;
mod unit;
mod uses;

use hloom_loops::program::Program;
use inkwell::context::Context;
use inkwell::module::Module;
use inkwell::targets::TargetMachine;
use inkwell::types::BasicMetadataTypeEnum;

use crate::error::Error;
use crate::target::Target;
use function::Function;
use layout::Layout;
use ops::{Fault, Made};
use unit::Unit;
pub(crate) use unit::symbol;
use uses::Uses;

/// A program as an LLVM module.
pub(crate) struct Generated<'c> {
    pub(crate) module: Module<'c>,
    pub(crate) layout: Layout,
    /// What the program's checks say, by status less one.
    pub(crate) messages: Vec<String>,
}

/// The name under which a shared library exports a program.
pub(crate) fn exported_symbol(program: &Program) -> String {
    format!("hloom_{}", symbol(&program.name).replace('.', "_"))
}

/// The symbol of a program's entry.
pub(crate) fn entry_symbol(program: &Program) -> String {
    format!("{}_entry", exported_symbol(program))
}

/// Prints a program, which must be verified; with `embed`, constants of any size
/// become part of the module.
///
/// # Errors
/// [`Error::Unsupported`] for what a CPU can't do, [`Error::Llvm`] for what can
/// only be a defect.
pub(crate) fn generate<'c>(
    cx: &'c Context,
    program: &Program,
    target: Target,
    machine: &TargetMachine,
    embed: bool,
) -> Result<Generated<'c>, Error> {
    let module = cx.create_module(&program.name);
    module.set_triple(&machine.get_triple());
    module.set_data_layout(&machine.get_target_data().get_data_layout());
    let layout = Layout::of(program, embed);
    let mut attributes = vec![("target-cpu", machine.get_cpu().to_string_lossy().into_owned())];
    let features = machine.get_feature_string().to_string_lossy().into_owned();
    if !features.is_empty() {
        attributes.push(("target-features", features));
    }
    if target.vector_bytes() == 64 {
        // LLVM tunes for 256 bits on some CPUs; the schedule has decided already.
        attributes.push(("prefer-vector-width", "512".to_owned()));
    }
    let unit = Unit::new(cx, &module, program, &layout, target, &attributes);
    entry(&unit, program).map_err(|fault| match fault {
        Fault::Unsupported(what) => Error::Unsupported { function: program.name.clone(), what },
        Fault::Llvm(message) => {
            Error::Llvm { stage: "build code for", function: program.name.clone(), message }
        }
    })?;
    let messages = unit.into_messages();
    Ok(Generated { module, layout, messages })
}

fn entry(unit: &Unit<'_, '_>, program: &Program) -> Made<()> {
    let pointer: BasicMetadataTypeEnum<'_> = unit.pointer_type().into();
    let status = unit.cx.i32_type();
    let ty = status.fn_type(&[pointer, pointer], false);
    let function = unit.add_function(&entry_symbol(program), ty, false);
    let uses = Uses::of(&program.body, &[]);
    let mut entry = Function::new(unit, function, unit.scopes(&uses.buffers))?;
    entry.statements(&program.body)?;
    entry.ops.builder.build_return(Some(&status.const_zero()))?;
    entry.finish()
}
