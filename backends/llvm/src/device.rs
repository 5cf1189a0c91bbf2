//! The half of a program that a GPU runs, as an LLVM module; for the back ends of GPUs.
//!
//! Before this: a loop program in which each kernel is one grid
//! ([`hloom_loops::program::grids`]). After it: a module with a function for each kernel
//! that differs from the others, and the list of calls in the order of the program's
//! text, which tells whoever walks the host's half what to start. What it does not do:
//! choose a GPU, run anything, or print what is outside of kernels.
//!
//! Instructions are printed by the very code that prints those of CPUs; so both compute
//! the same bits, and no operation is written twice.

use hloom_ir::Element;
use hloom_loops::program::{Block, BufferId, Facts, Program, View};
use inkwell::context::Context;
use inkwell::module::Module;
use inkwell::targets::TargetMachine;

use crate::codegen::Plan;
use crate::codegen::device::{self, Given};
use crate::codegen::launched;
use crate::error::Error;

/// A program whose kernels are to be functions of a module.
pub struct Planned<'p> {
    plan: Plan<'p>,
}

/// What a function takes at one place: a tensor map, or an address in global memory, a
/// multiple of 64.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Parameter {
    /// Of an `i32`, 0 at first, which a check that fails sets to its number.
    Status,
    /// Of [`Kernel::scratch_bytes`] for each thread of the grid.
    Scratch,
    /// Of a buffer: the one with this number in [`Call::buffers`].
    Buffer(usize),
    /// A tensor map: the one with this number in [`Kernel::maps`].
    Map(usize),
}

/// A tensor map that a function takes: 128 bytes, which a driver makes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Map {
    /// Of which buffer: the one with this number in [`Call::buffers`].
    pub buffer: usize,
    /// The type of its elements.
    pub element: Element,
    /// What is seen of it.
    pub view: View,
}

/// A function.
#[derive(Clone, Debug)]
pub struct Kernel<'p> {
    /// The function's name: letters, digits and underscores.
    pub symbol: String,
    /// What the first of the kernels is called that it serves.
    pub name: &'p str,
    /// The work of a call.
    pub facts: Facts,
    /// The first one's body.
    pub body: &'p Block,
    /// What the function takes, in order.
    pub parameters: Vec<Parameter>,
    /// The tensor maps among them.
    pub maps: Vec<Map>,
    /// The bytes of scratch memory that a thread needs.
    pub scratch_bytes: u64,
    /// The bytes of shared memory that a block is launched with, beside the function's own.
    pub shared_bytes: u64,
}

/// A place in the program where a kernel runs.
#[derive(Clone, Debug)]
pub struct Call {
    /// The number of the function.
    pub kernel: usize,
    /// The buffers that it is given.
    pub buffers: Vec<BufferId>,
}

impl<'p> Planned<'p> {
    /// Looks through a program; with `embed`, all constants are part of the module.
    ///
    /// # Errors
    /// [`Error::InvalidProgram`].
    pub fn of(program: &'p Program, embed: bool) -> Result<Planned<'p>, Error> {
        program.verify()?;
        Ok(Planned { plan: Plan::of(program, embed) })
    }

    /// The functions.
    pub fn kernels(&self) -> Vec<Kernel<'p>> {
        let each = self.plan.kernels.iter().map(|kernel| {
            let given = device::given(&self.plan, kernel);
            let region = given.contains(&Given::Scratch);
            let parameters = given.into_iter().map(|given| match given {
                Given::Status => Parameter::Status,
                Given::Scratch => Parameter::Scratch,
                Given::Buffer(slot) => Parameter::Buffer(slot - 1),
                Given::Map(number) => Parameter::Map(number),
            });
            let maps = launched::views(kernel.body()).into_iter().filter_map(|(buffer, view)| {
                let slot = kernel.slot(buffer)?;
                let element = self.plan.program.buffer(buffer).element;
                Some(Map { buffer: slot - 1, element, view: view.clone() })
            });
            Kernel {
                maps: maps.collect(),
                shared_bytes: launched::dynamic_shared(&self.plan, kernel).1,
                symbol: device::symbol(kernel),
                name: kernel.name,
                facts: kernel.facts,
                body: kernel.body(),
                parameters: parameters.collect(),
                scratch_bytes: if region { self.plan.layout.scratch_bytes } else { 0 },
            }
        });
        each.collect()
    }

    /// The places where kernels run, in the order of the program's text.
    pub fn calls(&self) -> Vec<Call> {
        let each = self.plan.calls.iter();
        each.map(|call| Call { kernel: call.kernel, buffers: call.buffers().to_vec() }).collect()
    }

    /// What checks say, by the number of the check less one.
    pub fn messages(&self) -> &[&'p str] {
        &self.plan.messages
    }

    /// The functions as a module for this machine.
    ///
    /// # Errors
    /// [`Error::Unsupported`] for what a GPU can't do, [`Error::Llvm`] for what can only
    /// be a defect.
    pub fn module<'c>(
        &self,
        cx: &'c Context,
        machine: &TargetMachine,
    ) -> Result<Module<'c>, Error> {
        device::generate(cx, &self.plan, machine)
    }
}
