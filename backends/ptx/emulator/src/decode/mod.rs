//! Function bodies to flat instructions ([`KernelCode`]).
//!
//! One file a family of instructions; each knows its opcodes by name and modifiers, and
//! builds the function that computes them. An opcode, modifier or operand that no file
//! knows is an error with its line: nothing is passed over.

mod build;
mod builder;
mod convert;
mod copies;
mod float;
mod integer;
mod matrix;
mod memory;
mod moves;
mod special;
mod sync;
mod wgmma;

use std::collections::HashMap;

use crate::kernel::KernelCode;
use crate::text::parse;
use crate::text::syntax::{Function, ModuleText, Statement};
use builder::{Result, SET_CONDITION};

/// All kernels of a module, by name, each decoded or with its error.
pub(crate) fn kernels(module: &ModuleText) -> Vec<(String, Result<KernelCode>)> {
    let defined = module.functions.iter().filter(|f| f.body.is_some());
    let mut functions: HashMap<&str, &Function> = defined.map(|f| (f.name.as_str(), f)).collect();
    // A function that the driver defines for modules that declare it.
    let given = set_conditional();
    if let Some(given) = &given
        && module.functions.iter().any(|f| is_same(f, given))
    {
        functions.entry(&given.name).or_insert(given);
    }
    let entries = module.functions.iter().filter(|f| f.entry && f.body.is_some());
    let kernel = |f: &Function| (f.name.clone(), build::kernel(module, &functions, f));
    entries.map(kernel).collect()
}

/// The function of the driver's that sets the condition of a node of a graph; CUDA's headers
/// declare it as `cudaGraphSetConditional(cudaGraphConditionalHandle handle, unsigned value)`.
fn set_conditional() -> Option<Function> {
    let text = ".func cudaGraphSetConditional(.param .b64 handle, .param .b32 value) {
        .reg .b64 %h; .reg .b32 %v;
        ld.param.b64 %h, [handle];
        ld.param.b32 %v, [value];
        set %h, %v;
        ret;
    }";
    let mut function = parse(text).ok()?.functions.pop()?;
    for statement in function.body.iter_mut().flatten() {
        if let Statement::Instruction(it) = statement
            && it.name == "set"
        {
            SET_CONDITION.clone_into(&mut it.name);
        }
    }
    Some(function)
}

/// Whether a function is declared as another one is defined.
fn is_same(declared: &Function, defined: &Function) -> bool {
    let sizes = |f: &Function| f.params.iter().map(|p| p.size).collect::<Vec<_>>();
    let same = declared.name == defined.name && sizes(declared) == sizes(defined);
    same && declared.body.is_none() && !declared.entry && declared.results.is_empty()
}
