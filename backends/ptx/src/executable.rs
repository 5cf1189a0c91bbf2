//! Compiled programs that can be called, wherever their kernels run.

use std::sync::{Arc, Mutex, PoisonError, TryLockError};
use std::time::Duration;

use hloom_llvm::Host;
use hloom_llvm::cache::{Cache, Cached};
use hloom_loops::program::{Facts, Program};

use crate::allocator::{Allocator, DeviceArray};
use crate::array_run::{RunArgument, RunArrays};
use crate::codegen::{Compiled, Options, compile};
use crate::collective::{Joining, Peers, Plan, Team};
use crate::device::{Counts, Device, Spans};
use crate::driver::Gpu;
use crate::memory::{Needs, ProgramMemory};
use crate::{Error, Target};

/// A program on a device. Any number of threads may call it; the calls are serialized.
pub struct Executable {
    compiled: Compiled,
    on: Mutex<On>,
    /// Other copies of the program on the same GPU, for runs that begin while the host does its part of
    /// another one: a callback may run the program itself.
    spares: Mutex<Vec<On>>,
    cached: Cached,
    /// The memory of arrays that it runs on, if there are some.
    arrays: Option<(Arc<Allocator>, Needs)>,
}

/// The device, and the program's memory there.
struct On {
    device: Box<dyn Device + Send>,
    memory: Option<ProgramMemory>,
    /// The copies of it that timed runs take turns on.
    copies: Vec<ProgramMemory>,
    /// The memory of runs on arrays.
    bound: Option<ProgramMemory>,
    /// Whether memory is filled with a pattern before each run.
    poison: bool,
    /// Whether the number of a failed check may still be there.
    stale: bool,
}

impl On {
    fn new(device: Box<dyn Device + Send>) -> On {
        let (memory, copies, bound) = (None, Vec::new(), None);
        On { device, memory, copies, bound, poison: false, stale: true }
    }
}

/// The runs of a copy of the memory that are not timed: the second one records a graph.
const UNTIMED: usize = 2;

impl Executable {
    /// Compiles a program for a GPU that the emulator stands for.
    ///
    /// # Errors
    /// No code can be made, or the emulator does not know an instruction.
    pub fn emulated(program: &Program, target: Target) -> Result<Executable, Error> {
        let compiled = compile(program, &Options::new(target))?;
        let device = Box::new(crate::emulated::Emulated::load(&compiled.text)?);
        Ok(Executable::on(compiled, device))
    }

    /// Compiles a program for a GPU, whose machine code is kept in the cache if there is
    /// one.
    ///
    /// # Errors
    /// No code can be made, or the driver is too old for it or refuses it.
    #[cfg(feature = "driver")]
    pub fn on_device(
        program: &Program,
        gpu: &Gpu,
        cache: Option<&Cache>,
    ) -> Result<Executable, Error> {
        let compiled = compile(program, &Options::new(gpu.target))?;
        let (device, cached) = crate::driver::load(gpu, &compiled.text, cache)?;
        let mut executable = Executable::on(compiled, Box::new(device));
        executable.cached = cached;
        Ok(executable)
    }

    /// Compiles a program for a GPU.
    ///
    /// # Errors
    /// Always: this build is without the driver.
    #[cfg(not(feature = "driver"))]
    pub fn on_device(_: &Program, gpu: &Gpu, _: Option<&Cache>) -> Result<Executable, Error> {
        Err(crate::driver::find(gpu.number).err().unwrap_or_else(|| {
            Error::NoDevice("this build of hloom is without NVIDIA's driver".to_owned())
        }))
    }

    /// Compiles a program for the GPU of an allocator, whose arrays it can run on
    /// ([`run_arrays`](Executable::run_arrays)).
    ///
    /// # Errors
    /// As [`emulated`](Executable::emulated) and [`on_device`](Executable::on_device).
    pub fn with_arrays(
        program: &Program,
        allocator: &Arc<Allocator>,
        cache: Option<&Cache>,
    ) -> Result<Executable, Error> {
        let compiled = compile(program, &Options::new(allocator.target()))?;
        let (device, cached) = allocator.load(&compiled.text, cache)?;
        let arrays = Some((allocator.clone(), compiled.needs()));
        let executable = Executable::on(compiled, device);
        Ok(Executable { cached, arrays, ..executable })
    }

    pub(crate) fn on(compiled: Compiled, device: Box<dyn Device + Send>) -> Executable {
        let (on, spares) = (Mutex::new(On::new(device)), Mutex::default());
        Executable { compiled, on, spares, cached: Cached::Off, arrays: None }
    }

    /// The part that the cache had in the machine code.
    pub fn cached(&self) -> &Cached {
        &self.cached
    }

    /// The program.
    pub fn compiled(&self) -> &Compiled {
        &self.compiled
    }

    /// From now on fills the device's memory with a pattern before each run, but for
    /// inputs and constants: what is read and was never written shows in the results.
    pub fn poison(&self) {
        self.on.lock().unwrap_or_else(PoisonError::into_inner).poison = true;
    }

    /// Runs the program on inputs into outputs, each the bytes of a tensor, with a host
    /// for what it leaves to it.
    ///
    /// # Errors
    /// The buffers don't fit; a check does not hold; the device or the host fails.
    pub fn run(
        &self,
        inputs: &[&[u8]],
        outputs: &mut [&mut [u8]],
        host: Option<&mut dyn Host>,
    ) -> Result<(), Error> {
        if self.arrays.is_some() {
            let sizes: Vec<usize> = outputs.iter().map(|bytes| bytes.len()).collect();
            self.compiled.fits("results", &self.compiled.program.results(), &sizes)?;
            let arrays = inputs.iter().map(|bytes| RunArgument::Host(bytes)).collect();
            let results = self.run_arrays(arrays, host)?;
            return results.iter().zip(outputs).try_for_each(|(array, bytes)| array.read(bytes));
        }
        let mut on = self.on.lock().unwrap_or_else(PoisonError::into_inner);
        let On { device, memory, poison, .. } = &mut *on;
        let memory = match memory {
            Some(memory) => memory,
            None => memory.insert(self.compiled.allocate(device.as_mut())?),
        };
        if *poison {
            memory.poison(device.as_mut())?;
        }
        self.compiled.run(device.as_mut(), memory, inputs, outputs, host)
    }

    /// Runs the program on arrays, with a host for what it leaves to it, and returns the results when
    /// they are complete.
    ///
    /// # Errors
    /// The arguments don't fit, or are on another device; the program was not compiled for arrays;
    /// and as [`run`](Executable::run).
    pub fn run_arrays(
        &self,
        inputs: Vec<RunArgument<'_>>,
        host: Option<&mut dyn Host>,
    ) -> Result<Vec<DeviceArray>, Error> {
        let compiled = &self.compiled;
        let mismatch = |what: &str| Error::Mismatch {
            function: compiled.program.name.clone(),
            what: what.to_owned(),
        };
        let Some((allocator, needs)) = &self.arrays else {
            return Err(mismatch("was not compiled for arrays"));
        };
        let arguments = compiled.program.arguments();
        let sizes: Vec<usize> = inputs.iter().map(RunArgument::bytes).collect();
        compiled.fits("arguments", &arguments, &sizes)?;
        if inputs.iter().any(|input| input.is_away_from(allocator)) {
            return Err(mismatch("is given an array of another device"));
        }
        if host.is_none() {
            let mut on = self.on.lock().unwrap_or_else(PoisonError::into_inner);
            return self.run_on(&mut on, (allocator, needs), inputs, None);
        }
        // The host's part may run this program too, or wait for another run of it.
        let own = match self.on.try_lock() {
            Ok(on) => Some(on),
            Err(TryLockError::Poisoned(poisoned)) => Some(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) => None,
        };
        if let Some(mut on) = own {
            return self.run_on(&mut on, (allocator, needs), inputs, host);
        }
        let spare = self.spares.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut on = match spare {
            Some(on) => on,
            None => On::new(allocator.load(&compiled.text, None)?.0),
        };
        let outcome = self.run_on(&mut on, (allocator, needs), inputs, host);
        self.spares.lock().unwrap_or_else(PoisonError::into_inner).push(on);
        outcome
    }

    /// Runs a copy of the program on arrays.
    fn run_on(
        &self,
        on: &mut On,
        (allocator, needs): (&Arc<Allocator>, &Needs),
        inputs: Vec<RunArgument<'_>>,
        host: Option<&mut dyn Host>,
    ) -> Result<Vec<DeviceArray>, Error> {
        let compiled = &self.compiled;
        let arguments = compiled.program.arguments();
        let On { device, bound, poison, stale, .. } = on;
        let device = device.as_mut();
        let memory = match bound {
            Some(memory) => memory,
            None => bound.insert(match compiled.allocate_constants(device) {
                Err(Error::TooLarge { .. }) => {
                    allocator.trim();
                    compiled.allocate_constants(device)?
                }
                outcome => outcome?,
            }),
        };
        let run = RunArrays::new(allocator, needs, inputs)?;
        memory.bind(compiled, needs, &run.bound);
        if *poison {
            memory.poison(device)?;
        }
        let mut parts = Vec::new();
        let mut known = memory.constants.clone();
        for &(number, address, bytes) in &run.writes {
            parts.push((address, bytes));
            // Only integers become conditions and counts.
            if !compiled.program.buffer(arguments[number]).element.is_float() {
                known.set(address, bytes);
            }
        }
        if std::mem::replace(stale, true) {
            parts.push((memory.status, &[0; 4]));
        }
        let outcome = device.write(&parts);
        let outcome = outcome.and_then(|()| compiled.steps(device, memory, known, host));
        let mut status = [0; 4];
        let mut reads: Vec<(u64, &mut [u8])> = Vec::new();
        if !compiled.messages.is_empty() {
            reads.push((memory.status, &mut status));
        }
        // Also after an error: nobody may have the memory before the kernels end.
        let ended = device.read(&mut reads);
        outcome.and(ended)?;
        compiled.intact(status)?;
        *stale = false;
        Ok(run.results)
    }

    /// The device's own times of so many runs on these inputs, and the results of the last
    /// one: from when the inputs are there to when the results are. Runs take turns on as
    /// many copies of the program's memory, so that caches need not hold what the last one
    /// left; they stay until the program is dropped. The first two runs of a copy, of which the second
    /// records a graph, are not timed; the host is lent to them too. There are no times where the device
    /// has no clock.
    ///
    /// # Errors
    /// As [`run`](Executable::run); or the copies don't fit into the device's memory.
    pub fn time(
        &self,
        inputs: &[&[u8]],
        outputs: &mut [&mut [u8]],
        mut host: Option<&mut dyn Host>,
        runs: usize,
        copies: usize,
    ) -> Result<Vec<Duration>, Error> {
        let mut on = self.on.lock().unwrap_or_else(PoisonError::into_inner);
        let On { device, memory, copies: others, .. } = &mut *on;
        let device = device.as_mut();
        if memory.is_none() {
            *memory = Some(self.compiled.allocate(device)?);
        }
        while others.len() + 1 < copies {
            match self.compiled.allocate(device) {
                Ok(memory) => others.push(memory),
                Err(error) => {
                    // The first error is returned.
                    others.drain(..).for_each(|memory| drop(memory.free(device)));
                    return Err(error);
                }
            }
        }
        let mut all: Vec<&mut ProgramMemory> = memory.iter_mut().chain(others).collect();
        all.truncate(copies.max(1));
        let count = all.len();
        let untimed: Vec<usize> =
            all.iter().map(|memory| UNTIMED.saturating_sub(memory.runs)).collect();
        let mut known = Vec::new();
        for memory in &mut all {
            known.push(self.compiled.upload(device, memory, inputs)?);
        }
        let mut once = |device: &mut dyn Device, copy: usize| {
            // A host that is lent to one run after another.
            let host: Option<&mut dyn Host> = match &mut host {
                Some(host) => Some(&mut **host),
                None => None,
            };
            self.compiled.steps(device, all[copy], known[copy].clone(), host)
        };
        for (copy, untimed) in untimed.into_iter().enumerate() {
            for _ in 0..untimed {
                once(device, copy)?;
            }
        }
        let mut marks: Vec<_> = device.mark()?.into_iter().collect();
        for run in 0..runs {
            once(device, run % count)?;
            marks.extend(device.mark()?);
        }
        let times = device.between(&marks)?;
        let last = runs.saturating_sub(1) % count;
        self.compiled.download(device, all[last], outputs)?;
        Ok(times)
    }

    /// From now on records when kernels and collectives run, if the device has a clock.
    ///
    /// # Errors
    /// The device refuses.
    pub fn trace(&self) -> Result<(), Error> {
        self.on.lock().unwrap_or_else(PoisonError::into_inner).device.trace()
    }

    /// The spans since the last call, if they are recorded.
    ///
    /// # Errors
    /// The device refuses, or a kernel failed.
    pub fn spans(&self) -> Result<Option<Spans>, Error> {
        self.on.lock().unwrap_or_else(PoisonError::into_inner).device.spans()
    }

    /// Joins the devices of other ranks, which run the collectives of a plan between themselves from
    /// now on. All ranks call it, each on a thread or in a process of its own, and wait for each
    /// other.
    ///
    /// # Errors
    /// The devices can't reach each other, or a rank does not come.
    pub fn join(
        &self,
        peers: &Peers,
        plan: &Arc<Plan>,
        team: Box<dyn Team>,
        patience: Duration,
    ) -> Result<(), Error> {
        let mut on = self.on.lock().unwrap_or_else(PoisonError::into_inner);
        let On { device, memory, .. } = &mut *on;
        let memory = match memory {
            Some(memory) => memory,
            None => memory.insert(self.compiled.allocate(device.as_mut())?),
        };
        let rank = team.rank();
        device.join(peers, Joining { plan, team, patience })?;
        (memory.plan, memory.rank) = (plan.clone(), rank);
        Ok(())
    }

    /// Replaces the team of a rank that has joined the others, for another run.
    pub fn set_team(&self, team: Box<dyn Team>) {
        self.on.lock().unwrap_or_else(PoisonError::into_inner).device.set_team(team);
    }

    /// The counts of each launched kernel by its entry's name, on devices that count.
    pub fn counts(&self) -> Vec<(String, Counts)> {
        let on = self.on.lock().unwrap_or_else(PoisonError::into_inner);
        let symbols = self.compiled.kernels.iter().map(|kernel| kernel.symbol.clone());
        symbols
            .filter_map(|symbol| Some((on.device.counts(&symbol)?, symbol)))
            .map(|(c, s)| (s, c))
            .collect()
    }

    /// The kernels: the number of launches of each in the program, its name, the work of a launch,
    /// and how
    /// it is launched.
    pub fn kernels(&self) -> Vec<(usize, &str, &Facts, String)> {
        let compiled = &self.compiled;
        let each = compiled.kernels.iter().enumerate().map(|(number, kernel)| {
            let uses = compiled.calls.iter().filter(|call| call.function.index() == number).count();
            let [x, y, z] = kernel.threads.grid;
            let [bx, by, bz] = kernel.threads.block;
            let mut threads = format!("; grid {x}x{y}x{z}, block {bx}x{by}x{bz}");
            let on = self.on.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(counts) = on.device.counts(&kernel.symbol) {
                threads += &format!(
                    "; {} launches, {} instructions of warps, {} sectors read, {} written, \
                     {} passes over shared memory, {} of them for conflicts, {} instructions of \
                     matrix units",
                    counts.launches,
                    counts.instructions,
                    counts.read,
                    counts.written,
                    counts.shared_passes,
                    counts.bank_conflicts,
                    counts.matrix
                );
            }
            (uses, kernel.name.as_str(), &kernel.facts, threads)
        });
        each.collect()
    }
}

impl Drop for On {
    fn drop(&mut self) {
        let one = self.memory.take().into_iter().chain(self.bound.take());
        for memory in one.chain(self.copies.drain(..)) {
            // A device that is lost keeps nothing.
            let _ = memory.free(self.device.as_mut());
        }
    }
}

impl std::fmt::Debug for Executable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Executable")
            .field("kernels", &self.compiled.kernels)
            .finish_non_exhaustive()
    }
}
