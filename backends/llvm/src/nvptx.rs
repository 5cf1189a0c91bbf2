//! The kernels of a program as an LLVM module for NVPTX.
//!
//! Before this: a loop program in which each kernel is one grid
//! ([`hloom_loops::program::grids`]). After it: a module with one function for all kernels
//! that do the same, and the calls of kernels in the order of the program's text, for the
//! code that runs the host's part. This module does not choose a GPU, run anything, or print
//! statements outside of kernels.
//!
//! ```text
//! Program ── KernelModule::of ──┬─ kernels()   symbol, launch parameters, memory
//!                               ├─ calls()     which kernel, on which buffers
//!                               └─ module()    LLVM IR, for LLVM's NVPTX code generator
//! ```
//!
//! Instructions are printed by the code that prints those of CPUs, so both compute the same
//! bits.

use hloom_ir::Element;
use hloom_loops::program::{Block, BufferId, Facts, KernelId, Program, TensorMap};
use inkwell::context::Context;
use inkwell::module::Module;
use inkwell::targets::TargetMachine;

pub use crate::codegen::{FunctionId, LaunchParam, NvptxOptions, WIDEST_LOAD};
use crate::codegen::{
    ModulePlan, dynamic_shared, generate_nvptx, kernel_symbol, launch_params, tensor_maps,
};
use crate::error::Error;

/// A verified program whose kernels become the functions of a module.
pub struct KernelModule<'p> {
    plan: ModulePlan<'p>,
}

/// A tensor map among a function's parameters: 128 bytes that the driver encodes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TensorMapParam {
    /// The buffer's number in [`NvptxCall::buffers`].
    pub buffer: usize,
    /// The type of its elements.
    pub element: Element,
    /// The part of the buffer that the map describes.
    pub tensor: TensorMap,
}

/// A kernel's function.
#[derive(Clone, Debug)]
pub struct NvptxKernel<'p> {
    /// The function's name: letters, digits and underscores.
    pub symbol: String,
    /// The name of the first kernel that it serves.
    pub name: &'p str,
    /// The work of a call.
    pub facts: Facts,
    /// The first kernel's body.
    pub body: &'p Block,
    /// The parameters, in order.
    pub params: Vec<LaunchParam>,
    /// The tensor maps among them.
    pub maps: Vec<TensorMapParam>,
    /// The bytes of scratch memory for each thread.
    pub scratch_bytes: u64,
    /// The bytes of dynamic shared memory of a launch, beside the function's own.
    pub shared_bytes: u64,
}

/// A place in the program where a kernel runs.
#[derive(Clone, Debug)]
pub struct NvptxCall {
    /// The kernel.
    pub id: KernelId,
    /// Its function among [`KernelModule::kernels`].
    pub function: FunctionId,
    /// The buffers that it is given.
    pub buffers: Vec<BufferId>,
}

impl<'p> KernelModule<'p> {
    /// Looks through a program; with `embed`, all constants are part of the module.
    ///
    /// # Errors
    /// [`Error::InvalidProgram`].
    pub fn of(program: &'p Program, embed: bool) -> Result<KernelModule<'p>, Error> {
        program.verify()?;
        Ok(KernelModule { plan: ModulePlan::of(program, embed) })
    }

    /// The functions.
    pub fn kernels(&self) -> Vec<NvptxKernel<'p>> {
        let each = self.plan.kernels.iter().map(|kernel| {
            let params = launch_params(&self.plan, kernel);
            let region = params.contains(&LaunchParam::Scratch);
            let maps = tensor_maps(kernel.body()).into_iter().filter_map(|(buffer, map)| {
                let slot = kernel.slot(buffer)?;
                let element = self.plan.program.buffer(buffer).element;
                Some(TensorMapParam { buffer: slot - 1, element, tensor: map.clone() })
            });
            NvptxKernel {
                maps: maps.collect(),
                shared_bytes: dynamic_shared(&self.plan, kernel).1,
                symbol: kernel_symbol(kernel),
                name: kernel.name,
                facts: kernel.facts,
                body: kernel.body(),
                params,
                scratch_bytes: if region { self.plan.layout.scratch_bytes } else { 0 },
            }
        });
        each.collect()
    }

    /// The places where kernels run, in the order of the program's text.
    pub fn calls(&self) -> Vec<NvptxCall> {
        let each = self.plan.calls.iter().map(|it| NvptxCall {
            id: it.id,
            function: it.function,
            buffers: it.buffers().to_vec(),
        });
        each.collect()
    }

    /// The messages of checks, by the number of the check less one.
    pub fn messages(&self) -> &[&'p str] {
        &self.plan.messages
    }

    /// The functions as a module for this target machine.
    ///
    /// # Errors
    /// [`Error::Unsupported`] for what a GPU can't do, [`Error::Llvm`] for what can only
    /// be a defect.
    pub fn module<'c>(
        &self,
        cx: &'c Context,
        options: NvptxOptions,
        machine: &TargetMachine,
    ) -> Result<Module<'c>, Error> {
        generate_nvptx(cx, &self.plan, options, machine)
    }
}
