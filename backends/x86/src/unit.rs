//! The functions of a program, and the constants behind them.

use hloom_loops::plan::{FunctionId, ModulePlan};
use hloom_loops::program::{BufferId, Space};
use rustc_hash::FxHashMap;

use crate::emit::{Blob, Hole, emit};
use crate::machine::Code;
use crate::{Built, Compiled, Features, Options, Outside, broken, unsupported};

/// The most bytes of a function's frame: threads have stacks of a few million bytes, of which a program,
/// its tasks and its kernels take a frame each.
const MOST_STACK: u64 = 256 << 10;

/// A program under construction.
pub(crate) struct Unit<'p> {
    pub(crate) plan: &'p ModulePlan<'p>,
    pub(crate) features: Features,
    pub(crate) profile: bool,
    outside: Outside<'p>,
    /// The number of the call of a kernel that the entry comes to next.
    pub(crate) next_call: usize,
    constants: Vec<u8>,
    known: FxHashMap<Vec<u8>, u32>,
    buffers: FxHashMap<BufferId, u32>,
    blob: Blob,
    /// The places of functions in the code.
    starts: Vec<usize>,
    allocator: regalloc2::Ctx,
    environment: regalloc2::MachineEnv,
}

impl<'p> Unit<'p> {
    pub(crate) fn new(
        plan: &'p ModulePlan<'p>,
        options: &Options,
        outside: Outside<'p>,
    ) -> Unit<'p> {
        Unit {
            plan,
            features: options.features,
            profile: options.profile,
            outside,
            next_call: 0,
            constants: Vec::new(),
            known: FxHashMap::default(),
            buffers: FxHashMap::default(),
            blob: Blob::default(),
            starts: vec![0; plan.kernels.len() + 1],
            allocator: regalloc2::Ctx::default(),
            environment: crate::machine::environment(),
        }
    }

    /// The number of a kernel's function. The entry is function 0.
    pub(crate) fn function_of(&self, kernel: FunctionId) -> u32 {
        kernel.0 + 1
    }

    pub(crate) fn new_function(&mut self) -> u32 {
        self.starts.push(0);
        self.starts.len() as u32 - 1
    }

    /// The address of a function outside.
    pub(crate) fn outside(&self, name: &str) -> Option<u64> {
        (self.outside)(name)
    }

    /// The place of some bytes among the constants, at a multiple of so many.
    pub(crate) fn pool(&mut self, bytes: &[u8], align: usize) -> u32 {
        if let Some(known) = self.known.get(bytes) {
            return *known;
        }
        let at = self.constants.len().next_multiple_of(align);
        self.constants.resize(at, 0);
        self.constants.extend(bytes);
        self.known.insert(bytes.to_vec(), at as u32);
        at as u32
    }

    /// The place of a buffer that is part of the code.
    pub(crate) fn buffer(&mut self, buffer: BufferId) -> Built<u32> {
        if let Some(known) = self.buffers.get(&buffer) {
            return Ok(*known);
        }
        let Space::Constant(bytes) = &self.plan.program.buffer(buffer).space else {
            return broken("a constant that is none");
        };
        let at = self.constants.len().next_multiple_of(64);
        self.constants.resize(at, 0);
        self.constants.extend(&bytes[..]);
        self.buffers.insert(buffer, at as u32);
        Ok(at as u32)
    }

    /// Chooses registers, and writes a function.
    pub(crate) fn emit(&mut self, function: u32, code: Code, stack: u64) -> Built<()> {
        let options = regalloc2::RegallocOptions {
            validate_ssa: cfg!(debug_assertions),
            ..Default::default()
        };
        let result =
            regalloc2::run_with_ctx(&code, &self.environment, &options, &mut self.allocator);
        match result {
            Ok(_) => {}
            Err(error) if cfg!(debug_assertions) => {
                return broken(&format!("registers: {error:?}"));
            }
            Err(_) => return unsupported("a function that needs more registers than there are"),
        }
        if self.allocator.output.num_spillslots as u64 * 8 + stack > MOST_STACK {
            return unsupported("a large stack");
        }
        while !self.blob.code.len().is_multiple_of(32) {
            self.blob.code.push(0xCC);
        }
        self.starts[function as usize] = self.blob.code.len();
        emit(&code, &self.allocator.output, stack, &mut self.blob);
        Ok(())
    }

    /// The code of all functions, and the constants behind it.
    pub(crate) fn link(self) -> Compiled {
        let Blob { mut code, holes } = self.blob;
        let constants = code.len().next_multiple_of(64);
        for (place, to, behind) in holes {
            let target = match to {
                Hole::Constants(at) => constants as i64 + i64::from(at),
                Hole::Function(function) => self.starts[function as usize] as i64,
            };
            let distance = (target - (place as i64 + 4 + i64::from(behind))) as i32;
            code[place..place + 4].copy_from_slice(&distance.to_le_bytes());
        }
        code.resize(constants, 0xCC);
        code.extend(self.constants);
        Compiled { code, entry: self.starts[0] }
    }
}
