//! The host on its way through a program: what is outside of kernels, statement by
//! statement. See [`program`](crate::program) for when it waits for the device.

use hloom_llvm::Host;
use hloom_llvm::device::Parameter;
use hloom_loops::index::Index;
use hloom_loops::program::machine::{Bits, evaluate};
use hloom_loops::program::{
    Access, Argument, Block, BufferId, ExternId, For, Inst, Lanes, Parameter as CParameter,
    Program, Stmt, Value,
};

use crate::Error;
use crate::codegen::Compiled;
use crate::device::{Argument as Given, Device, Launch};
use crate::known::{Known, MOST_BYTES};
use crate::maps::tensor_map;
use crate::program::Memory;

/// The host on its way through a program.
pub(crate) struct Walk<'r, 'h> {
    pub(crate) compiled: &'r Compiled,
    pub(crate) program: &'r Program,
    pub(crate) device: &'r mut dyn Device,
    pub(crate) memory: &'r Memory,
    pub(crate) host: Option<&'r mut (dyn Host + 'h)>,
    pub(crate) values: Vec<Bits>,
    /// What is known of the device's memory.
    pub(crate) known: Known,
    /// Launches and copies.
    pub(crate) steps: usize,
    /// How often the device was waited for.
    pub(crate) waits: usize,
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
    pub(crate) fn block(&mut self, block: &Block, number: &mut usize) -> Result<(), Error> {
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
                                self.read(address, &mut word[..bytes])?;
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
                        self.write(address, &lane.to_le_bytes()[..ty.scalar.bytes()])?;
                    }
                }
                Ok(())
            }
            Stmt::Combine(..) => Err(self.stopped("work of many threads on the host")),
            Stmt::Copy { to, from, units } => {
                let unit = self.program.buffer(to.0).storage().scalar.bytes() as u64;
                let Ok(units) = u64::try_from(self.index(units)) else { return Ok(()) };
                let (to, from) =
                    (self.place(to.0, self.index(&to.1)), self.place(from.0, self.index(&from.1)));
                if units == 0 {
                    return Ok(());
                }
                self.steps += 1;
                self.copied(to, from, units * unit);
                self.device.copy(to, from, units * unit)
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
            Stmt::Kernel { body, .. } => {
                *number += 1;
                self.launch(*number - 1)?;
                self.follow(*number - 1, body);
                Ok(())
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
        self.memory.address(buffer).wrapping_add_signed(unit.wrapping_mul(bytes))
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

    /// Reads from the device what is not known of it.
    fn read(&mut self, address: u64, bytes: &mut [u8]) -> Result<(), Error> {
        if self.known.get(address, bytes) {
            return Ok(());
        }
        self.waits += 1;
        self.device.read(&mut [(address, &mut *bytes)])?;
        self.known.set(address, bytes);
        Ok(())
    }

    fn write(&mut self, address: u64, bytes: &[u8]) -> Result<(), Error> {
        self.waits += 1;
        self.known.set(address, bytes);
        self.device.write(&[(address, bytes)])
    }

    /// Notes that bytes are copied on the device.
    fn copied(&mut self, to: u64, from: u64, bytes: u64) {
        let mut content = vec![0; bytes.min(MOST_BYTES) as usize];
        if bytes <= MOST_BYTES && self.known.get(from, &mut content) {
            self.known.set(to, &content);
        } else {
            self.known.forget(to, bytes);
        }
    }

    /// Notes what a kernel that was started writes.
    fn follow(&mut self, number: usize, body: &Block) {
        let memory = self.memory;
        let effects = memory.effects.get(number);
        if effects.is_some_and(|it| it.light) && self.shadow(body).is_some() {
            return;
        }
        for &buffer in effects.map_or(&[][..], |it| &it.written) {
            self.known.forget(memory.address(buffer), self.program.buffer(buffer).bytes());
        }
    }

    /// Does what a light kernel does to what is known; `None` if it reads anything else.
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
                Stmt::Store(value, access) | Stmt::Stream(value, access) => {
                    let ty = self.program.type_of(*value);
                    let lanes = self.values[value.0 as usize].clone();
                    for (place, lane) in self.places(access, ty.lanes).into_iter().zip(lanes) {
                        if let Some(address) = place {
                            self.known.set(address, &lane.to_le_bytes()[..ty.scalar.bytes()]);
                        }
                    }
                }
                Stmt::Copy { to, from, units } => {
                    let unit = self.program.buffer(to.0).storage().scalar.bytes() as u64;
                    let units = u64::try_from(self.index(units)).unwrap_or(0);
                    let (to, from) = (
                        self.place(to.0, self.index(&to.1)),
                        self.place(from.0, self.index(&from.1)),
                    );
                    self.copied(to, from, units * unit);
                }
                Stmt::If { test, then, otherwise } => {
                    let taken = if self.scalar(*test) != 0 { then } else { otherwise };
                    self.shadow(taken)?;
                }
                // A hint, or nothing that a light kernel has.
                _ => {}
            }
        }
        Some(())
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
            let buffer = |at: usize| match call.buffers.get(at) {
                Some(buffer) => Ok(self.memory.address(*buffer)),
                None => Err(self.stopped("a kernel without one of its buffers")),
            };
            parameters.push(match parameter {
                Parameter::Status => {
                    checks = true;
                    Given::Address(self.memory.status)
                }
                Parameter::Scratch => Given::Address(self.memory.scratch),
                Parameter::Buffer(at) => Given::Address(buffer(*at)?),
                Parameter::Map(number) => match kernel.maps.get(*number) {
                    Some(map) => Given::Map(tensor_map(map, buffer(map.buffer)?)),
                    None => return Err(self.stopped("a kernel without one of its tensor maps")),
                },
            });
        }
        let launch = Launch {
            kernel: &kernel.symbol,
            grid: kernel.threads.grid,
            block: kernel.threads.block,
            shared: kernel.shared_bytes,
            parameters: &parameters,
        };
        self.steps += 1;
        self.device.launch(&launch)?;
        if checks {
            let mut status = [0; 4];
            self.waits += 1;
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
        self.waits += 1;
        let Some(number) = function.host_number() else {
            return Err(self.stopped(format!("there is no `{}` on a GPU", function.name)));
        };
        let (mut operands, mut results) = (Vec::new(), Vec::new());
        for (parameter, argument) in function.parameters.iter().zip(arguments) {
            let Argument::Address(buffer, _) = argument else { continue };
            let bytes = vec![0u8; self.program.buffer(*buffer).bytes() as usize];
            let address = self.memory.address(*buffer);
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
        for (address, bytes) in &results {
            self.known.set(*address, bytes);
        }
        let parts = results.iter().map(|(address, bytes)| (*address, &bytes[..]));
        self.device.write(&parts.collect::<Vec<_>>())?;
        if let Some(result) = result {
            self.values[result.0 as usize] = std::iter::once(0).collect();
        }
        Ok(())
    }
}
