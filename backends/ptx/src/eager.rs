//! Eager runs: the host executes the statements outside of kernels one by one, and launches the
//! kernels. See [`program`](crate::program) for when it waits for the device.

use hloom_llvm::Host;
use hloom_loops::program::machine::{Bits, evaluate};
use hloom_loops::program::{
    Argument, Block, ExternId, For, Inst, KernelId, Parameter as CParameter, Stmt, Value,
};

use crate::Error;
use crate::collective::{Collective, When};
use crate::device::Device;
use crate::host_state::HostState;

/// An eager run.
pub(crate) struct EagerRun<'r, 'h> {
    pub(crate) at: HostState<'r>,
    pub(crate) device: &'r mut dyn Device,
    pub(crate) host: Option<&'r mut (dyn Host + 'h)>,
}

impl EagerRun<'_, '_> {
    /// Runs a block whose first kernel is `next`, which becomes the first one after it.
    pub(crate) fn block(&mut self, block: &Block, next: &mut KernelId) -> Result<(), Error> {
        block.statements.iter().try_for_each(|statement| self.statement(statement, next))
    }

    fn statement(&mut self, statement: &Stmt, next: &mut KernelId) -> Result<(), Error> {
        match statement {
            Stmt::Let(value, inst) => {
                self.at.values[value.0 as usize] = match inst {
                    Inst::Load(ty, access) => {
                        let places = self.at.places(access, ty.lanes);
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
                    inst => evaluate(self.at.program, inst, &self.at.values),
                };
                Ok(())
            }
            Stmt::Store(value, access) | Stmt::StoreNontemporal(value, access) => {
                let ty = self.at.program.type_of(*value);
                let lanes = self.at.values[value.0 as usize].clone();
                for (place, lane) in self.at.places(access, ty.lanes).into_iter().zip(lanes) {
                    if let Some(address) = place {
                        self.write(address, &lane.to_le_bytes()[..ty.scalar.bytes()])?;
                    }
                }
                Ok(())
            }
            Stmt::AtomicRmw(..) => Err(self.at.stopped("work of many threads on the host")),
            Stmt::Copy { to, from, units } => {
                let (to, from, bytes) = self.at.copy(to, from, units);
                if bytes == 0 {
                    return Ok(());
                }
                self.at.copied(to, from, bytes);
                self.device.copy(to, from, bytes)
            }
            Stmt::For(it) => self.counted(it, next),
            Stmt::While { condition, test, body } => {
                let first = *next;
                loop {
                    *next = first;
                    self.block(condition, next)?;
                    let again = self.at.scalar(*test) != 0;
                    if !again {
                        *next = next.after(body.kernels());
                        return Ok(());
                    }
                    self.block(body, next)?;
                }
            }
            Stmt::If { test, then, otherwise } => {
                if self.at.scalar(*test) != 0 {
                    self.block(then, next)?;
                    *next = next.after(otherwise.kernels());
                } else {
                    *next = next.after(then.kernels());
                    self.block(otherwise, next)?;
                }
                Ok(())
            }
            Stmt::Kernel { body, .. } => {
                let id = *next;
                *next = id.after(1);
                self.launch(id)?;
                self.at.launched(id, body);
                Ok(())
            }
            Stmt::Scratch { body, .. } => self.block(body, next),
            Stmt::Call { result, callee, arguments } => self.call(*result, *callee, arguments),
            // A prefetch is a hint.
            Stmt::Prefetch(..) => Ok(()),
            Stmt::Matrix(_) => Err(self.at.stopped("a matrix unit on the host")),
            // A GPU runs kernels one after the other, each on all multiprocessors.
            Stmt::Tasks(tasks) => tasks.iter().try_for_each(|task| self.block(&task.body, next)),
            Stmt::Grid(_) | Stmt::Barrier | Stmt::Async(_) => {
                Err(self.at.stopped("a grid outside of a kernel"))
            }
            Stmt::Assert { test, message } => {
                if self.at.scalar(*test) == 0 {
                    Err(self.at.stopped(message.as_str()))
                } else {
                    Ok(())
                }
            }
        }
    }

    fn counted(&mut self, it: &For, next: &mut KernelId) -> Result<(), Error> {
        let (from, to) = (self.at.index(&it.from), self.at.index(&it.to));
        let first = *next;
        for carried in &it.carried {
            let initial = self.at.values[carried.initial.0 as usize].clone();
            self.at.values[carried.inside.0 as usize] = initial;
        }
        let mut at = from;
        while at < to {
            *next = first;
            self.at.values[it.var.0 as usize] = std::iter::once(at as u64).collect();
            self.block(&it.body, next)?;
            let next: Vec<Bits> =
                it.next.iter().map(|next| self.at.values[next.0 as usize].clone()).collect();
            for (carried, next) in it.carried.iter().zip(next) {
                self.at.values[carried.inside.0 as usize] = next;
            }
            at = at.saturating_add(it.step);
        }
        for carried in &it.carried {
            let last = self.at.values[carried.inside.0 as usize].clone();
            self.at.values[carried.after.0 as usize] = last;
        }
        *next = first.after(it.body.kernels());
        Ok(())
    }

    /// Reads bytes from the device unless they are known.
    fn read(&mut self, address: u64, bytes: &mut [u8]) -> Result<(), Error> {
        if self.at.known.get(address, bytes) {
            return Ok(());
        }
        self.device.read(&mut [(address, &mut *bytes)])?;
        self.at.known.set(address, bytes);
        Ok(())
    }

    fn write(&mut self, address: u64, bytes: &[u8]) -> Result<(), Error> {
        self.at.known.set(address, bytes);
        self.device.write(&[(address, bytes)])
    }

    /// Launches a kernel.
    fn launch(&mut self, id: KernelId) -> Result<(), Error> {
        let launch = self.at.launch(id)?;
        self.device.launch(&launch)?;
        if launch.checks {
            let mut status = [0; 4];
            self.device.read(&mut [(self.at.memory.status, &mut status)])?;
            self.at.compiled.intact(status)?;
        }
        Ok(())
    }

    /// Calls a function of the host.
    fn call(
        &mut self,
        result: Option<Value>,
        callee: ExternId,
        arguments: &[Argument],
    ) -> Result<(), Error> {
        let function = self.at.program.callee(callee);
        let Some(number) = function.host_number() else {
            return Err(self.at.stopped(format!("there is no `{}` on a GPU", function.name)));
        };
        if let Some(it) = self.at.memory.plan.0.get(&number) {
            return self.collective(it, result, (&function.parameters, arguments));
        }
        let (mut operands, mut results) = (Vec::new(), Vec::new());
        for (parameter, argument) in function.parameters.iter().zip(arguments) {
            let Argument::Address(buffer, _) = argument else { continue };
            let bytes = vec![0u8; self.at.program.buffer(*buffer).bytes() as usize];
            let address = self.at.memory.address(*buffer);
            match parameter {
                CParameter::Out(_) => results.push((address, bytes)),
                _ => operands.push((address, bytes)),
            }
        }
        let reads = operands.iter_mut().map(|(address, bytes)| (*address, &mut bytes[..]));
        self.device.read(&mut reads.collect::<Vec<_>>())?;
        let Some(host) = self.host.as_deref_mut() else {
            return Err(Error::Unattended { function: self.at.program.name.clone() });
        };
        let read: Vec<&[u8]> = operands.iter().map(|(_, bytes)| bytes.as_slice()).collect();
        let mut written: Vec<&mut [u8]> =
            results.iter_mut().map(|(_, bytes)| bytes.as_mut_slice()).collect();
        if let Err(message) = host.call(number as usize, &read, &mut written) {
            return Err(self.at.stopped(message));
        }
        for (address, bytes) in &results {
            self.at.known.set(*address, bytes);
        }
        let parts = results.iter().map(|(address, bytes)| (*address, &bytes[..]));
        self.device.write(&parts.collect::<Vec<_>>())?;
        if let Some(result) = result {
            self.at.values[result.0 as usize] = std::iter::once(0).collect();
        }
        Ok(())
    }

    /// Runs a collective between devices, in place of a function of the host.
    fn collective(
        &mut self,
        it: &Collective,
        result: Option<Value>,
        (parameters, arguments): (&[CParameter], &[Argument]),
    ) -> Result<(), Error> {
        let (mut operands, mut results) = (Vec::new(), Vec::new());
        for (parameter, argument) in parameters.iter().zip(arguments) {
            let Argument::Address(buffer, _) = argument else { continue };
            let place = (self.at.memory.address(*buffer), self.at.program.buffer(*buffer).bytes());
            match parameter {
                CParameter::Out(_) => results.push(place),
                _ => operands.push(place),
            }
        }
        let members = it.group(self.at.memory.rank).map_or(1, <[u32]>::len) as u64;
        let (takes, gives) = match it.when {
            When::Now => (true, true),
            When::Start(_) => (true, false),
            When::Done(_) => (false, true),
        };
        let parts = |asked: bool| if asked { &it.parts[..] } else { &[] };
        let sizes = parts(takes).iter().map(|part| it.operand_bytes(part));
        let made = parts(gives).iter().map(|part| it.result_bytes(part, members));
        if !sizes.eq(operands.iter().map(|(_, bytes)| *bytes))
            || !made.eq(results.iter().map(|(_, bytes)| *bytes))
        {
            let why = format!("`{}` was planned for other buffers", it.op);
            return Err(self.at.stopped(why));
        }
        for &(address, bytes) in &results {
            self.at.known.forget(address, bytes);
        }
        let [operands, results] = [operands, results]
            .map(|all| all.into_iter().map(|(address, _)| address).collect::<Vec<u64>>());
        self.device.collective(it, &operands, &results)?;
        if let Some(result) = result {
            self.at.values[result.0 as usize] = std::iter::once(0).collect();
        }
        Ok(())
    }
}
