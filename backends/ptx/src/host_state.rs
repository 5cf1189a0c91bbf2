//! The state of the host while it executes a program, shared by eager runs
//! ([`eager`](crate::eager)) and graph capture ([`graph_capture`](crate::graph_capture)): the
//! host's values, and the contents of device memory that it knows.

use hloom_llvm::nvptx::{LaunchParam, WIDEST_LOAD};
use hloom_loops::index::Index;
use hloom_loops::program::machine::{Bits, evaluate};
use hloom_loops::program::{
    Access, Block, BufferId, Inst, KernelId, Lanes, Program, Space, Stmt, Value,
};

use crate::Error;
use crate::codegen::{Compiled, PtxKernel};
use crate::const_memory::{ConstMemory, MOST_BYTES};
use crate::launch::{Launch, LaunchArg, Touched};
use crate::maps::tensor_map;
use crate::memory::ProgramMemory;

/// The host's values and the device memory that it knows, at one point of a program.
pub(crate) struct HostState<'r> {
    pub(crate) compiled: &'r Compiled,
    pub(crate) program: &'r Program,
    pub(crate) memory: &'r ProgramMemory,
    /// The values that the host computed.
    pub(crate) values: Vec<Bits>,
    /// The known contents of device memory.
    pub(crate) known: ConstMemory,
}

impl<'r> HostState<'r> {
    /// The state at the beginning of a program.
    pub(crate) fn new(
        compiled: &'r Compiled,
        memory: &'r ProgramMemory,
        known: ConstMemory,
    ) -> HostState<'r> {
        let program = &compiled.program;
        let values = vec![Bits::default(); program.values.len()];
        HostState { compiled, program, memory, values, known }
    }

    pub(crate) fn stopped(&self, message: impl Into<String>) -> Error {
        Error::Stopped { function: self.program.name.clone(), message: message.into() }
    }

    pub(crate) fn scalar(&self, value: Value) -> u64 {
        self.values[value.0 as usize].first().copied().unwrap_or(0)
    }

    pub(crate) fn index(&self, index: &Index) -> i64 {
        index.eval(&|v| self.scalar(Value(v.0)) as i64)
    }

    /// The address of a unit of a buffer.
    pub(crate) fn place(&self, buffer: BufferId, unit: i64) -> u64 {
        let bytes = self.program.buffer(buffer).storage().scalar.bytes() as i64;
        self.memory.address(buffer).wrapping_add_signed(unit.wrapping_mul(bytes))
    }

    /// The address of each lane of an access; none for masked-out lanes.
    pub(crate) fn places(&self, access: &Access, lanes: u16) -> Vec<Option<u64>> {
        let base = self.index(&access.offset);
        let mask = access.mask.map(|mask| &self.values[mask.0 as usize]);
        let lane = |lane: u16| {
            if mask.is_some_and(|mask| mask[usize::from(lane)] == 0) {
                return None;
            }
            let away = match &access.lanes {
                Lanes::Contiguous => i64::from(lane),
                Lanes::Strided(stride) => stride.wrapping_mul(i64::from(lane)),
                Lanes::Gather(at) => {
                    let scalar = self.program.type_of(*at).scalar;
                    let bits = self.values[at.0 as usize][usize::from(lane)];
                    hloom_loops::program::eval::signed(scalar, bits)
                }
            };
            Some(self.place(access.buffer, base.wrapping_add(away)))
        };
        (0..lanes).map(lane).collect()
    }

    /// Updates the known memory for a copy on the device.
    pub(crate) fn copied(&mut self, to: u64, from: u64, bytes: u64) {
        let mut content = vec![0; bytes.min(MOST_BYTES) as usize];
        if bytes <= MOST_BYTES && self.known.get(from, &mut content) {
            self.known.set(to, &content);
        } else {
            self.known.forget(to, bytes);
        }
    }

    /// Updates the known memory for a launched kernel: evaluates it on the host if possible, and
    /// else forgets what it writes.
    pub(crate) fn launched(&mut self, id: KernelId, body: &Block) {
        let memory = self.memory;
        let effects = memory.effects.get(id.index());
        if effects.is_some_and(|it| it.host_evaluable) && self.shadow(body).is_some() {
            return;
        }
        for &buffer in effects.map_or(&[][..], |it| &it.written) {
            self.known.forget(memory.address(buffer), self.program.buffer(buffer).bytes());
        }
    }

    /// Evaluates a host-evaluable kernel on the known memory; `None` if it reads anything else.
    fn shadow(&mut self, block: &Block) -> Option<()> {
        for statement in &block.statements {
            match statement {
                Stmt::Let(value, Inst::Load(ty, access)) => {
                    let bytes = ty.scalar.bytes();
                    let mut lanes = Bits::new();
                    for place in self.places(access, ty.lanes) {
                        let mut word = [0; 8];
                        if let Some(address) = place
                            && !self.known.get(address, &mut word[..bytes])
                        {
                            return None;
                        }
                        lanes.push(u64::from_le_bytes(word));
                    }
                    self.values[value.0 as usize] = lanes;
                }
                Stmt::Let(value, inst) => {
                    self.values[value.0 as usize] = evaluate(self.program, inst, &self.values);
                }
                Stmt::Store(value, access) | Stmt::StoreNontemporal(value, access) => {
                    let ty = self.program.type_of(*value);
                    let lanes = self.values[value.0 as usize].clone();
                    for (place, lane) in self.places(access, ty.lanes).into_iter().zip(lanes) {
                        if let Some(address) = place {
                            self.known.set(address, &lane.to_le_bytes()[..ty.scalar.bytes()]);
                        }
                    }
                }
                Stmt::Copy { to, from, units } => {
                    let (to, from, bytes) = self.copy(to, from, units);
                    self.copied(to, from, bytes);
                }
                Stmt::If { test, then, otherwise } => {
                    let taken = if self.scalar(*test) != 0 { then } else { otherwise };
                    self.shadow(taken)?;
                }
                // A hint; host-evaluable kernels contain no other statements.
                _ => {}
            }
        }
        Some(())
    }

    /// The destination, source and bytes of a copy.
    pub(crate) fn copy(
        &self,
        to: &(BufferId, Index),
        from: &(BufferId, Index),
        units: &Index,
    ) -> (u64, u64, u64) {
        let unit = self.program.buffer(to.0).storage().scalar.bytes() as u64;
        let units = u64::try_from(self.index(units)).unwrap_or(0);
        let (to, from) =
            (self.place(to.0, self.index(&to.1)), self.place(from.0, self.index(&from.1)));
        (to, from, units * unit)
    }

    /// The launch of a kernel.
    pub(crate) fn launch(&self, id: KernelId) -> Result<Launch, Error> {
        let compiled = self.compiled;
        let call = compiled.calls.iter().find(|call| call.id == id);
        let kernel = call.and_then(|call| compiled.kernels.get(call.function.index()));
        let (Some(call), Some(kernel)) = (call, kernel) else {
            return Err(self.stopped("a kernel was never planned"));
        };
        let mut checks = false;
        let mut parameters = Vec::with_capacity(kernel.params.len());
        for parameter in &kernel.params {
            let buffer = |at: usize| match call.buffers.get(at) {
                Some(buffer) => Ok(self.memory.address(*buffer)),
                None => Err(self.stopped("a kernel without one of its buffers")),
            };
            parameters.push(match parameter {
                LaunchParam::Status => {
                    checks = true;
                    LaunchArg::Address(self.memory.status)
                }
                LaunchParam::Scratch => LaunchArg::Address(self.memory.scratch),
                LaunchParam::Buffer(at) => LaunchArg::Address(buffer(*at)?),
                LaunchParam::Map(number) => match kernel.maps.get(*number) {
                    Some(map) => LaunchArg::Map(tensor_map(map, buffer(map.buffer)?)),
                    None => return Err(self.stopped("a kernel without one of its tensor maps")),
                },
            });
        }
        Ok(Launch {
            kernel: kernel.symbol.clone(),
            grid: kernel.threads.grid,
            block: kernel.threads.block,
            shared: kernel.shared_bytes,
            parameters,
            checks,
            touched: self.touched(id, kernel, checks),
        })
    }

    /// The device memory that a kernel may touch.
    fn touched(&self, id: KernelId, kernel: &PtxKernel, checks: bool) -> Touched {
        let mut touched = Touched::default();
        let piece = |at: u64, bytes: u64| at..at.saturating_add(bytes);
        if let Some(effects) = self.memory.effects.get(id.index()) {
            for &buffer in &effects.used {
                let it = self.program.buffer(buffer);
                // Buffers inside of kernels have no address.
                let inside = matches!(it.space, Space::Scratch | Space::Matrix | Space::Shared);
                if inside || it.bytes() == 0 {
                    continue;
                }
                let address = self.memory.address(buffer);
                touched.reads.push(piece(address, it.bytes().next_multiple_of(WIDEST_LOAD)));
                if effects.written.contains(&buffer) {
                    touched.writes.push(piece(address, it.bytes()));
                }
            }
        }
        if checks {
            touched.writes.push(piece(self.memory.status, 4));
        }
        // Kernels share their scratch memory.
        let threads = kernel.threads.grid.iter().chain(&kernel.threads.block);
        let scratch = kernel.scratch_bytes * threads.map(|&n| u64::from(n)).product::<u64>();
        if scratch > 0 {
            touched.writes.push(piece(self.memory.scratch, scratch));
        }
        touched
    }
}
