//! Programs on a device: memory, and the part of a program that is the host's.
//!
//! Before this: [`crate::codegen`] made PTX of the kernels. After it: results. Each
//! buffer outside of kernels has memory of the device, temporaries share one arena. The
//! host goes through what is outside of kernels statement by statement: it starts
//! kernels, copies, and reads back what a condition depends on.

use hloom_llvm::Host;
use hloom_llvm::device::Parameter;
use hloom_loops::index::Index;
use hloom_loops::program::machine::{Bits, evaluate};
use hloom_loops::program::{
    Access, Argument, Block, BufferId, ExternId, For, Inst, Lanes, Parameter as CParameter,
    Program, Space, Stmt, Value,
};

use crate::Error;
use crate::codegen::Compiled;
use crate::device::{Device, Launch};

/// Bytes of the number of the check that failed.
const STATUS_BYTES: u64 = 4;

/// Devices give memory in multiples of this.
const GRANULE: u64 = 256;

/// Memory of the device for one program, and where each buffer lies in it.
#[derive(Debug)]
pub struct Memory {
    addresses: Vec<u64>,
    status: u64,
    scratch: u64,
    /// All of it.
    owned: Vec<u64>,
}

impl Compiled {
    /// Memory for all of the program's buffers, constants filled in.
    ///
    /// # Errors
    /// The device has not as much.
    pub fn allocate(&self, device: &mut dyn Device) -> Result<Memory, Error> {
        let program = &self.program;
        let scratch = self.kernels.iter().map(|kernel| {
            let threads = kernel.threads.grid.iter().chain(&kernel.threads.block);
            kernel.scratch_bytes * threads.map(|&n| u64::from(n)).product::<u64>()
        });
        let scratch = scratch.max().unwrap_or(0);
        let arena = program.arena_bytes();
        // Whether a buffer has memory of its own.
        let own = |space: &Space| match space {
            Space::Argument(_)
            | Space::List(_)
            | Space::Result(_)
            | Space::Donated(..)
            | Space::Constant(_) => true,
            // Only inside of kernels, but for the arena.
            Space::Arena(_) | Space::Scratch | Space::Matrix | Space::Shared => false,
        };
        let owned = program.buffers.iter().filter(|buffer| own(&buffer.space));
        let owned = owned.map(|buffer| buffer.bytes().max(1));
        let sizes = [STATUS_BYTES, scratch, arena].into_iter().chain(owned);
        let sizes = sizes.map(|bytes| bytes.next_multiple_of(GRANULE));
        let needed = sizes.fold(0, u64::saturating_add);
        if let Some(available) = device.room()?
            && needed > available
        {
            return Err(Error::TooLarge { needed, available });
        }
        let mut memory = Memory { addresses: Vec::new(), status: 0, scratch: 0, owned: Vec::new() };
        let outcome = (|| {
            let mut take = |bytes: u64| {
                let address = device.allocate(bytes.max(1))?;
                memory.owned.push(address);
                Ok::<u64, Error>(address)
            };
            let status = take(STATUS_BYTES)?;
            let scratch = if scratch > 0 { take(scratch)? } else { 0 };
            let arena = if arena > 0 { take(arena)? } else { 0 };
            let mut addresses = Vec::with_capacity(program.buffers.len());
            for buffer in &program.buffers {
                addresses.push(match &buffer.space {
                    Space::Arena(at) => arena + at,
                    space if own(space) => take(buffer.bytes())?,
                    _ => 0,
                });
            }
            Ok((addresses, status, scratch))
        })();
        match outcome {
            Ok((addresses, status, scratch)) => {
                (memory.addresses, memory.status, memory.scratch) = (addresses, status, scratch);
            }
            Err(error) => {
                // The first error is the one to tell.
                let _ = memory.free(device);
                return Err(error);
            }
        }
        let constants = program.buffers.iter().zip(&memory.addresses);
        let constants: Vec<(u64, &[u8])> = constants
            .filter_map(|(buffer, &address)| match &buffer.space {
                Space::Constant(bytes) => Some((address, &bytes[..])),
                _ => None,
            })
            .collect();
        if let Err(error) = device.write(&constants) {
            // The first error is the one to tell.
            let _ = memory.free(device);
            return Err(error);
        }
        Ok(memory)
    }

    /// Runs the program on inputs into outputs, each the bytes of a tensor.
    ///
    /// # Errors
    /// The buffers don't fit; a check does not hold; the device or the host fails.
    pub fn run(
        &self,
        device: &mut dyn Device,
        memory: &Memory,
        inputs: &[&[u8]],
        outputs: &mut [&mut [u8]],
        host: Option<&mut dyn Host>,
    ) -> Result<(), Error> {
        let (arguments, results) = (self.program.arguments(), self.program.results());
        self.fits("arguments", &arguments, &inputs.iter().map(|x| x.len()).collect::<Vec<_>>())?;
        self.fits("results", &results, &outputs.iter().map(|x| x.len()).collect::<Vec<_>>())?;
        let place = |buffer: &BufferId| memory.addresses[buffer.0 as usize];
        let given = arguments.iter().zip(inputs).map(|(buffer, bytes)| (place(buffer), *bytes));
        let parts: Vec<(u64, &[u8])> = given.chain([(memory.status, &[0; 4][..])]).collect();
        device.write(&parts)?;
        let mut walk = Walk {
            compiled: self,
            program: &self.program,
            device: &mut *device,
            memory,
            host,
            values: vec![Bits::new(); self.program.values.len()],
        };
        walk.block(&self.program.body, &mut 0)?;
        let wanted =
            results.iter().zip(outputs).map(|(buffer, bytes)| (place(buffer), &mut **bytes));
        device.read(&mut wanted.collect::<Vec<_>>())
    }

    fn fits(&self, what: &str, buffers: &[BufferId], sizes: &[usize]) -> Result<(), Error> {
        let mismatch = |what: String| Error::Mismatch { function: self.program.name.clone(), what };
        if buffers.len() != sizes.len() {
            return Err(mismatch(format!("has {} {what}, not {}", buffers.len(), sizes.len())));
        }
        for (number, (buffer, &size)) in buffers.iter().zip(sizes).enumerate() {
            let bytes = self.program.buffer(*buffer).bytes();
            if bytes != size as u64 {
                let what =
                    format!("takes {bytes} bytes at place {number} of its {what}, not {size}");
                return Err(mismatch(what));
            }
        }
        Ok(())
    }
}

impl Memory {
    /// Gives the memory back.
    ///
    /// # Errors
    /// The device refuses.
    pub fn free(self, device: &mut dyn Device) -> Result<(), Error> {
        // One that is refused keeps none of the others.
        let freed = self.owned.into_iter().map(|address| device.free(address));
        freed.fold(Ok(()), |first, this| first.and(this))
    }
}

/// The host on its way through a program.
struct Walk<'r, 'h> {
    compiled: &'r Compiled,
    program: &'r Program,
    device: &'r mut dyn Device,
    memory: &'r Memory,
    host: Option<&'r mut (dyn Host + 'h)>,
    values: Vec<Bits>,
}

impl Walk<'_, '_> {
    fn stopped(&self, message: impl Into<String>) -> Error {
        Error::Stopped { function: self.program.name.clone(), message: message.into() }
    }

    fn scalar(&self, value: Value) -> u64 {
        self.values[value.0 as usize].first().copied().unwrap_or(0)
    }

    fn index(&self, index: &Index) -> i64 {
        index.eval(&|v| self.scalar(Value(v.0)) as i64)
    }

    /// Runs a block whose first kernel has this number in the text.
    fn block(&mut self, block: &Block, number: &mut usize) -> Result<(), Error> {
        block.statements.iter().try_for_each(|statement| self.statement(statement, number))
    }

    fn statement(&mut self, statement: &Stmt, number: &mut usize) -> Result<(), Error> {
        match statement {
            Stmt::Let(value, inst) => {
                self.values[value.0 as usize] = match inst {
                    Inst::Load(ty, access) => {
                        let places = self.places(access, ty.lanes);
                        let bytes = ty.scalar.bytes();
                        let mut lanes = Bits::new();
                        for place in places {
                            let mut word = [0; 8];
                            if let Some(address) = place {
                                self.device.read(&mut [(address, &mut word[..bytes])])?;
                            }
                            lanes.push(u64::from_le_bytes(word));
                        }
                        lanes
                    }
                    inst => evaluate(self.program, inst, &self.values),
                };
                Ok(())
            }
            Stmt::Store(value, access) | Stmt::Stream(value, access) => {
                let ty = self.program.type_of(*value);
                let lanes = self.values[value.0 as usize].clone();
                for (place, lane) in self.places(access, ty.lanes).into_iter().zip(lanes) {
                    if let Some(address) = place {
                        let bytes = lane.to_le_bytes();
                        self.device.write(&[(address, &bytes[..ty.scalar.bytes()])])?;
                    }
                }
                Ok(())
            }
            Stmt::Copy { to, from, units } => {
                let unit = self.program.buffer(to.0).storage().scalar.bytes() as u64;
                let Ok(units) = u64::try_from(self.index(units)) else { return Ok(()) };
                let (to, from) =
                    (self.place(to.0, self.index(&to.1)), self.place(from.0, self.index(&from.1)));
                if units == 0 { Ok(()) } else { self.device.copy(to, from, units * unit) }
            }
            Stmt::For(it) => self.counted(it, number),
            Stmt::While { condition, test, body } => {
                let first = *number;
                loop {
                    *number = first;
                    self.block(condition, number)?;
                    let again = self.scalar(*test) != 0;
                    if !again {
                        *number += body.kernels();
                        return Ok(());
                    }
                    self.block(body, number)?;
                }
            }
            Stmt::If { test, then, otherwise } => {
                if self.scalar(*test) != 0 {
                    self.block(then, number)?;
                    *number += otherwise.kernels();
                } else {
                    *number += then.kernels();
                    self.block(otherwise, number)?;
                }
                Ok(())
            }
            Stmt::Kernel { .. } => {
                *number += 1;
                self.launch(*number - 1)
            }
            Stmt::Scratch { body, .. } => self.block(body, number),
            Stmt::Call { result, callee, arguments } => self.call(*result, *callee, arguments),
            // What is asked for ahead of time need not come.
            Stmt::Fetch(..) => Ok(()),
            Stmt::Matrix(_) => Err(self.stopped("a matrix unit on the host")),
            Stmt::Grid(_) | Stmt::Barrier | Stmt::Async(_) => {
                Err(self.stopped("a grid outside of a kernel"))
            }
            Stmt::Assert { test, message } => {
                if self.scalar(*test) == 0 {
                    Err(self.stopped(message.as_str()))
                } else {
                    Ok(())
                }
            }
        }
    }

    fn counted(&mut self, it: &For, number: &mut usize) -> Result<(), Error> {
        let (from, to) = (self.index(&it.from), self.index(&it.to));
        let first = *number;
        for carried in &it.carried {
            let initial = self.values[carried.initial.0 as usize].clone();
            self.values[carried.inside.0 as usize] = initial;
        }
        let mut at = from;
        while at < to {
            *number = first;
            self.values[it.var.0 as usize] = std::iter::once(at as u64).collect();
            self.block(&it.body, number)?;
            let next: Vec<Bits> =
                it.next.iter().map(|next| self.values[next.0 as usize].clone()).collect();
            for (carried, next) in it.carried.iter().zip(next) {
                self.values[carried.inside.0 as usize] = next;
            }
            at = at.saturating_add(it.step);
        }
        for carried in &it.carried {
            let last = self.values[carried.inside.0 as usize].clone();
            self.values[carried.after.0 as usize] = last;
        }
        *number = first + it.body.kernels();
        Ok(())
    }

    /// The address of a unit of a buffer.
    fn place(&self, buffer: BufferId, unit: i64) -> u64 {
        let bytes = self.program.buffer(buffer).storage().scalar.bytes() as i64;
        self.memory.addresses[buffer.0 as usize].wrapping_add_signed(unit.wrapping_mul(bytes))
    }

    /// The address of each lane that is accessed.
    fn places(&self, access: &Access, lanes: u16) -> Vec<Option<u64>> {
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

    /// Starts the kernel of a call.
    fn launch(&mut self, number: usize) -> Result<(), Error> {
        let compiled = self.compiled;
        let call = compiled.calls.get(number);
        let Some((call, kernel)) = call.and_then(|c| Some((c, compiled.kernels.get(c.kernel)?)))
        else {
            return Err(self.stopped("a kernel was never planned"));
        };
        let mut checks = false;
        let mut parameters = Vec::with_capacity(kernel.parameters.len());
        for parameter in &kernel.parameters {
            parameters.push(match parameter {
                Parameter::Status => {
                    checks = true;
                    self.memory.status
                }
                Parameter::Scratch => self.memory.scratch,
                Parameter::Buffer(at) => match call.buffers.get(*at) {
                    Some(buffer) => self.memory.addresses[buffer.0 as usize],
                    None => return Err(self.stopped("a kernel without one of its buffers")),
                },
            });
        }
        let launch = Launch {
            kernel: &kernel.symbol,
            grid: kernel.threads.grid,
            block: kernel.threads.block,
            parameters: &parameters,
        };
        self.device.launch(&launch)?;
        if checks {
            let mut status = [0; 4];
            self.device.read(&mut [(self.memory.status, &mut status)])?;
            let failed = (u32::from_le_bytes(status) as usize).checked_sub(1);
            if let Some(failed) = failed {
                let message = compiled.messages.get(failed);
                return Err(self.stopped(message.map_or("a check failed", String::as_str)));
            }
        }
        Ok(())
    }

    /// Lets the host run a function of its own.
    fn call(
        &mut self,
        result: Option<Value>,
        callee: ExternId,
        arguments: &[Argument],
    ) -> Result<(), Error> {
        let function = self.program.callee(callee);
        let Some(number) = function.host_number() else {
            return Err(self.stopped(format!("there is no `{}` on a GPU", function.name)));
        };
        let (mut operands, mut results) = (Vec::new(), Vec::new());
        for (parameter, argument) in function.parameters.iter().zip(arguments) {
            let Argument::Address(buffer, _) = argument else { continue };
            let bytes = vec![0u8; self.program.buffer(*buffer).bytes() as usize];
            let address = self.memory.addresses[buffer.0 as usize];
            match parameter {
                CParameter::Out(_) => results.push((address, bytes)),
                _ => operands.push((address, bytes)),
            }
        }
        let wanted = operands.iter_mut().map(|(address, bytes)| (*address, &mut bytes[..]));
        self.device.read(&mut wanted.collect::<Vec<_>>())?;
        let Some(host) = self.host.as_deref_mut() else {
            return Err(Error::Unattended { function: self.program.name.clone() });
        };
        let read: Vec<&[u8]> = operands.iter().map(|(_, bytes)| bytes.as_slice()).collect();
        let mut written: Vec<&mut [u8]> =
            results.iter_mut().map(|(_, bytes)| bytes.as_mut_slice()).collect();
        if let Err(message) = host.call(number as usize, &read, &mut written) {
            return Err(self.stopped(message));
        }
        let parts = results.iter().map(|(address, bytes)| (*address, &bytes[..]));
        self.device.write(&parts.collect::<Vec<_>>())?;
        if let Some(result) = result {
            self.values[result.0 as usize] = std::iter::once(0).collect();
        }
        Ok(())
    }
}
