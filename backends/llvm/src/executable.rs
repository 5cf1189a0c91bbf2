//! Compiled programs that can be called.
//!
//! Before this: [`crate::direct`] made and mapped code, or [`crate::compile`] made object code by LLVM and
//! [`crate::jit`] linked it.
//! After it: results. A call passes addresses and gets a status, some tens of
//! nanoseconds beside the work itself; temporaries and threads are reused. It
//! does not convert between arrays' layouts or element types.

mod host_fallback;
mod parameter;
mod routines;

use std::ffi::c_void;
use std::time::Instant;

use hloom_loops::program::{Buffer, Facts, Program, Space};
use smallvec::SmallVec;

use crate::cache::{Cache, Cached, Key};
pub use crate::codegen::FunctionId;
use crate::codegen::{ARENA_SLOT, FIRST_INPUT_SLOT, ModulePlan, PlannedCall, SCRATCH_SLOT};
use crate::compile::{Timings, objects};
use crate::direct::{self, Mapped};
use crate::error::{Error, Role};
use crate::jit::{HostSymbol, LoadedCode};
use crate::options::{Effort, Generator, Options};
use crate::runtime::abi::{Entry, Runtime};
use crate::runtime::arena::ArenaPool;
use crate::runtime::buffer::{ALIGNMENT, AlignedBuffer, AllocationFailed};
use crate::runtime::host::{Host, Signature};
use crate::runtime::pool::ThreadPool;
use crate::runtime::profile::Recorder;
pub use parameter::ExecutableParam;
use parameter::{parameters, usize_of};

/// A function that a program's calls mean.
#[derive(Clone, Copy, Debug)]
pub struct External<'a> {
    name: &'a str,
    address: *const (),
}

impl<'a> External<'a> {
    /// A function of this process by the name that programs use.
    ///
    /// # Safety
    /// The function has the C calling convention and the parameters and result
    /// that programs declare under this name, and does with the memory it is
    /// given what they expect. It does not unwind.
    pub unsafe fn new(name: &'a str, address: *const ()) -> External<'a> {
        External { name, address }
    }
}

/// A compiled program. Any number of threads may run it at the same time.
pub struct Executable {
    name: String,
    inputs: Vec<ExecutableParam>,
    outputs: Vec<ExecutableParam>,
    entry: Entry,
    /// The memory that `entry` lies in.
    code: Code,
    /// Constants that are not part of the code.
    constants: Vec<Constant>,
    arenas: ArenaPool,
    scratch_bytes: usize,
    /// Scratch regions for pools of up to so many threads, by powers of two.
    scratch: [ArenaPool; SCRATCH_CLASSES],
    messages: Vec<String>,
    kernels: Vec<KernelInfo>,
    calls: Vec<KernelCall>,
    /// The signatures of the host functions.
    host: Vec<Signature>,
    cached: Cached,
    effort: Effort,
    timings: Timings,
}

/// The memory of the code.
enum Code {
    Linked(#[expect(dead_code, reason = "it is kept alive")] LoadedCode),
    Direct(#[expect(dead_code, reason = "it is kept alive")] Mapped),
}

/// Scratch memory is pooled for 1, 2, 4, … threads.
const SCRATCH_CLASSES: usize = 12;

/// Addresses of a frame, on the stack unless there are many.
type Frame = SmallVec<[*mut c_void; 16]>;

/// The function of a kernel.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KernelInfo {
    /// The name of the first kernel that it serves.
    pub name: String,
    /// The work of a call.
    pub facts: Facts,
    /// The number of kernels of the program that it serves.
    pub uses: usize,
    /// Whether the matrix unit works for it.
    pub matrix: bool,
}

/// A place where the program runs a kernel.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KernelCall {
    /// The kernel's name there.
    pub name: String,
    /// Its function among [`Executable::kernels`].
    pub function: FunctionId,
}

/// A constant where the code expects it: at a multiple of [`ALIGNMENT`].
enum Constant {
    Shared(std::sync::Arc<[u8]>),
    Copied(AlignedBuffer),
}

impl Constant {
    fn of(buffer: &Buffer) -> Result<Constant, AllocationFailed> {
        match &buffer.space {
            Space::Constant(bytes) if bytes.as_ptr().addr().is_multiple_of(ALIGNMENT) => {
                Ok(Constant::Shared(bytes.clone()))
            }
            Space::Constant(bytes) => Ok(Constant::Copied(AlignedBuffer::copy_of(&bytes[..])?)),
            _ => Ok(Constant::Copied(AlignedBuffer::empty())),
        }
    }

    fn address(&self) -> *mut c_void {
        match self {
            Constant::Shared(bytes) => bytes.as_ptr().cast_mut().cast(),
            Constant::Copied(buffer) => buffer.as_ptr().cast_mut().cast(),
        }
    }
}

impl Executable {
    /// Compiles a program for this machine.
    ///
    /// # Errors
    /// [`Error::InvalidProgram`], [`Error::Unsupported`], [`Error::ForeignTarget`]
    /// where this machine can't run `options.target`, or a failure of LLVM's.
    pub fn compile(program: &Program, options: &Options) -> Result<Executable, Error> {
        Executable::compile_with(program, options, &[])
    }

    /// As [`Executable::compile`], with functions that the program may call.
    ///
    /// # Errors
    /// As there; also where the program calls a function that is neither given
    /// nor of the C library.
    pub fn compile_with(
        program: &Program,
        options: &Options,
        externals: &[External<'_>],
    ) -> Result<Executable, Error> {
        Executable::compile_cached(program, options, externals, None)
    }

    /// As [`Executable::compile_with`], with LLVM's code from a cache if it is there, and kept
    /// in it if not; code of the direct generator takes no longer to make than to find. That a cache
    /// fails is no error ([`Executable::cached`]).
    ///
    /// # Errors
    /// As there.
    pub fn compile_cached(
        program: &Program,
        options: &Options,
        externals: &[External<'_>],
        cache: Option<&Cache>,
    ) -> Result<Executable, Error> {
        options.target.runs_here()?;
        program.verify()?;
        let plan = ModulePlan::of(program, false);
        let mut symbols: Vec<HostSymbol<'_>> =
            externals.iter().map(|e| HostSymbol { name: e.name, address: e.address }).collect();
        symbols.extend(routines::symbols(program)?);
        let clock = Instant::now();
        let (code, address, timings, cached, effort) =
            match direct::compile(&plan, options, &symbols) {
                Ok(code) => {
                    let timings = Timings { codegen: clock.elapsed(), ..Timings::default() };
                    let address = code.entry();
                    (Code::Direct(code), address, timings, Cached::Off, Effort::Full)
                }
                Err(refused) => {
                    // LLVM compiles the program whatever the reason, but tests are to see defects.
                    debug_assert!(!refused.is_defect(), "{refused}\n{program}");
                    let (objects, mut timings, cached) = cached_objects(&plan, options, cache)?;
                    let clock = Instant::now();
                    let failed = |message| Error::Llvm {
                        stage: "link",
                        function: program.name.clone(),
                        message,
                    };
                    let code = LoadedCode::link(&objects, &symbols).map_err(failed)?;
                    let address = code.address(&plan.entry()).map_err(failed)?;
                    timings.link = clock.elapsed();
                    (Code::Linked(code), address, timings, cached, options.effort)
                }
            };
        // SAFETY: the code generators gave the entry this type.
        let entry = unsafe { std::mem::transmute::<*const (), Entry>(address as *const ()) };

        let layout = &plan.layout;
        let constants = layout.constants.iter().map(|id| Constant::of(program.buffer(*id)));
        let scratch_bytes = usize_of(layout.scratch_bytes)?;
        Ok(Executable {
            name: program.name.clone(),
            inputs: parameters(program, &program.arguments())?,
            outputs: parameters(program, &program.results())?,
            entry,
            code,
            constants: constants.collect::<Result<_, _>>()?,
            arenas: ArenaPool::new(usize_of(layout.arena_bytes)?),
            scratch_bytes,
            scratch: std::array::from_fn(|class| {
                ArenaPool::new(scratch_bytes.saturating_mul(1 << class))
            }),
            host: host_fallback::signatures(program)?,
            kernels: kernels(&plan),
            calls: plan.calls.iter().map(call_of).collect(),
            messages: plan.messages.iter().map(|&message| message.to_owned()).collect(),
            cached,
            effort,
            timings,
        })
    }

    /// The effort of LLVM for the code; that of the direct generator is always full.
    pub fn effort(&self) -> Effort {
        self.effort
    }

    /// The program's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The inputs.
    pub fn inputs(&self) -> &[ExecutableParam] {
        &self.inputs
    }

    /// The outputs.
    pub fn outputs(&self) -> &[ExecutableParam] {
        &self.outputs
    }

    /// The functions of the program's kernels, in the order of their first uses.
    /// Equal kernels share one function.
    pub fn kernels(&self) -> &[KernelInfo] {
        &self.kernels
    }

    /// The places where the program runs kernels, in order.
    pub fn calls(&self) -> &[KernelCall] {
        &self.calls
    }

    /// The part that a cache had in the code.
    pub fn cached(&self) -> &Cached {
        &self.cached
    }

    /// The code generator that made the code.
    pub fn generator(&self) -> Generator {
        match self.code {
            Code::Direct(_) => Generator::Direct,
            Code::Linked(_) => Generator::Llvm,
        }
    }

    /// The time of each stage of the compilation.
    pub fn timings(&self) -> Timings {
        self.timings
    }

    /// Runs the program on these inputs into these outputs, each the bytes of a
    /// tensor in row-major order, parallel loops on `pool`. A donated input
    /// ([`ExecutableParam::donated`]) is copied to its output first, unless it is given as no
    /// bytes at all: then it lies there already.
    ///
    /// # Errors
    /// [`Error::WrongCount`], [`Error::WrongSize`] and [`Error::Misaligned`] where
    /// the buffers don't fit; [`Error::Stopped`] with the message of a check that
    /// does not hold, after which the outputs hold anything; no memory.
    ///
    /// # Panics
    /// If a function that the program calls panics.
    pub fn run(
        &self,
        inputs: &[&[u8]],
        outputs: &mut [&mut [u8]],
        pool: &ThreadPool,
    ) -> Result<(), Error> {
        self.run_recorded(inputs, outputs, pool, None, None)
    }

    /// As [`Executable::run`], with a host for what the program leaves to it.
    ///
    /// # Errors
    /// As [`Executable::run`]; [`Error::Stopped`] also with what the host says.
    ///
    /// # Panics
    /// As [`Executable::run`], and where the host panics.
    pub fn run_with(
        &self,
        inputs: &[&[u8]],
        outputs: &mut [&mut [u8]],
        pool: &ThreadPool,
        host: &mut dyn Host,
    ) -> Result<(), Error> {
        self.run_recorded(inputs, outputs, pool, Some(host), None)
    }

    /// As [`Executable::run_with`] if there is a host, else as [`Executable::run`], with
    /// someone who takes down when kernels ran; they are those of code that was
    /// compiled with [`Options::profile`].
    ///
    /// # Errors
    /// As these.
    ///
    /// # Panics
    /// As these.
    pub fn run_recorded(
        &self,
        inputs: &[&[u8]],
        outputs: &mut [&mut [u8]],
        pool: &ThreadPool,
        host: Option<&mut dyn Host>,
        recorder: Option<&Recorder>,
    ) -> Result<(), Error> {
        self.check_count(Role::Input, self.inputs.len(), inputs.len())?;
        self.check_count(Role::Output, self.outputs.len(), outputs.len())?;
        let mut frame = Frame::with_capacity(
            FIRST_INPUT_SLOT + inputs.len() + outputs.len() + self.constants.len(),
        );
        frame.resize(FIRST_INPUT_SLOT, std::ptr::null_mut());
        for (index, (input, parameter)) in inputs.iter().zip(&self.inputs).enumerate() {
            let there = parameter.donated.is_some() && input.is_empty();
            if !there {
                self.check_buffer(Role::Input, index, parameter, input)?;
            }
            frame.push(input.as_ptr().cast_mut().cast());
        }
        for (index, (output, parameter)) in outputs.iter_mut().zip(&self.outputs).enumerate() {
            self.check_buffer(Role::Output, index, parameter, output)?;
            frame.push(output.as_mut_ptr().cast());
        }
        for (input, parameter) in inputs.iter().zip(&self.inputs) {
            if let Some(output) = parameter.donated.filter(|_| !input.is_empty()) {
                outputs[output].copy_from_slice(input);
            }
        }
        // SAFETY: every buffer was checked, outputs are borrowed alone, and inputs
        // are only read.
        unsafe { self.enter(frame, pool, host, recorder) }
    }

    /// As [`Executable::run`], into new buffers.
    ///
    /// # Errors
    /// As [`Executable::run`].
    ///
    /// # Panics
    /// As [`Executable::run`].
    pub fn call(&self, inputs: &[&[u8]], pool: &ThreadPool) -> Result<Vec<AlignedBuffer>, Error> {
        let new = self.outputs.iter().map(|output| AlignedBuffer::zeroed(output.bytes));
        let mut outputs = new.collect::<Result<Vec<_>, _>>()?;
        let mut slices: SmallVec<[&mut [u8]; 8]> =
            outputs.iter_mut().map(|output| &mut output[..]).collect();
        self.run(inputs, &mut slices, pool)?;
        drop(slices);
        Ok(outputs)
    }

    /// As [`Executable::run`] without any check.
    ///
    /// # Errors
    /// [`Error::Stopped`] and no memory.
    ///
    /// # Safety
    /// There are as many addresses as [`Executable::inputs`] and
    /// [`Executable::outputs`] say, each of memory of the size and alignment they
    /// say; nobody else touches the outputs meanwhile, nor writes to the inputs,
    /// and no output overlaps anything else, but that a donated input lies in its
    /// output.
    pub unsafe fn run_raw(
        &self,
        inputs: &[*const u8],
        outputs: &[*mut u8],
        pool: &ThreadPool,
    ) -> Result<(), Error> {
        let mut frame = Frame::new();
        frame.resize(FIRST_INPUT_SLOT, std::ptr::null_mut());
        frame.extend(inputs.iter().map(|input| input.cast_mut().cast()));
        frame.extend(outputs.iter().map(|output| output.cast()));
        // SAFETY: the caller's promise.
        unsafe { self.enter(frame, pool, None, None) }
    }

    /// Completes the frame and calls the code.
    ///
    /// # Safety
    /// The frame holds the addresses of all inputs and outputs, as
    /// [`Executable::run_raw`] wants them.
    unsafe fn enter(
        &self,
        mut frame: Frame,
        pool: &ThreadPool,
        host: Option<&mut dyn Host>,
        recorder: Option<&Recorder>,
    ) -> Result<(), Error> {
        if host.is_none() && !self.host.is_empty() {
            return Err(Error::Unattended { function: self.name.clone() });
        }
        let mut arena = self.arenas.take()?;
        frame[ARENA_SLOT] = arena.as_mut_ptr().cast();
        let mut scratch = match self.scratch_bytes {
            0 => None,
            bytes => Some(self.scratch_for(pool.threads(), bytes)?),
        };
        if let Some(scratch) = &mut scratch {
            frame[SCRATCH_SLOT] = scratch.as_mut_ptr().cast();
        }
        frame.extend(self.constants.iter().map(Constant::address));
        let mut runtime = Runtime::new(pool).recorded(recorder);
        if let Some(host) = host {
            runtime = runtime.with_host(host, &self.host);
        }
        // SAFETY: the frame is complete, as the layout has it.
        let status = unsafe { (self.entry)(&runtime, frame.as_ptr()) };
        if let Some(payload) = runtime.take_panic() {
            std::panic::resume_unwind(payload);
        }
        match usize::try_from(status) {
            Ok(0) => Ok(()),
            number => {
                if let Some(message) = runtime.take_failure() {
                    return Err(Error::Stopped { function: self.name.clone(), message });
                }
                let at = number.ok().and_then(|number| number.checked_sub(1));
                let message = at.and_then(|at| self.messages.get(at));
                let message = message.map_or_else(|| format!("status {status}"), Clone::clone);
                Err(Error::Stopped { function: self.name.clone(), message })
            }
        }
    }

    fn scratch_for(
        &self,
        threads: usize,
        bytes: usize,
    ) -> Result<crate::runtime::arena::Arena<'_>, AllocationFailed> {
        let class = threads.next_power_of_two().trailing_zeros() as usize;
        match self.scratch.get(class) {
            Some(pool) => pool.take(),
            None => Err(AllocationFailed { bytes: bytes.saturating_mul(threads) }),
        }
    }

    fn check_count(&self, role: Role, expected: usize, found: usize) -> Result<(), Error> {
        if expected == found {
            return Ok(());
        }
        Err(Error::WrongCount { function: self.name.clone(), role, expected, found })
    }

    fn check_buffer(
        &self,
        role: Role,
        index: usize,
        parameter: &ExecutableParam,
        bytes: &[u8],
    ) -> Result<(), Error> {
        let fits = match parameter.list {
            true => {
                bytes.len() <= parameter.bytes && bytes.len().is_multiple_of(parameter.alignment)
            }
            false => bytes.len() == parameter.bytes,
        };
        if !fits {
            return Err(Error::WrongSize {
                function: self.name.clone(),
                role,
                index,
                what: format!("{:?} of {}", parameter.shape, parameter.element),
                expected: parameter.bytes,
                found: bytes.len(),
            });
        }
        // An empty slice may be at any address, and nothing is read there.
        if !bytes.as_ptr().addr().is_multiple_of(parameter.alignment) && !bytes.is_empty() {
            let (function, alignment) = (self.name.clone(), parameter.alignment);
            return Err(Error::Misaligned { function, role, index, alignment });
        }
        Ok(())
    }
}

impl std::fmt::Debug for Executable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Executable")
            .field("name", &self.name)
            .field("inputs", &self.inputs)
            .field("outputs", &self.outputs)
            .finish_non_exhaustive()
    }
}

/// The objects of a program, from a cache if it has them.
fn cached_objects(
    plan: &ModulePlan<'_>,
    options: &Options,
    cache: Option<&Cache>,
) -> Result<(Vec<Vec<u8>>, Timings, Cached), Error> {
    let Some(cache) = cache else {
        let (objects, timings) = objects(plan, options)?;
        return Ok((objects, timings, Cached::Off));
    };
    let key = Key::of(plan.program, options);
    let found = cache.find(key);
    if let Ok(Some(objects)) = found {
        return Ok((objects, Timings::default(), Cached::Hit));
    }
    let (objects, timings) = objects(plan, options)?;
    let stored = cache.keep(key, &objects);
    let cached = match (found, stored) {
        (Err(what), _) | (_, Err(what)) => Cached::Failed(what),
        (Ok(_), Ok(())) => Cached::Stored,
    };
    Ok((objects, timings, cached))
}

fn kernels(plan: &ModulePlan<'_>) -> Vec<KernelInfo> {
    let mut all: Vec<KernelInfo> = plan
        .kernels
        .iter()
        .map(|it| KernelInfo {
            name: it.name.to_owned(),
            facts: it.facts,
            uses: 0,
            matrix: it.uses.matrix,
        })
        .collect();
    plan.calls.iter().for_each(|call| all[call.function.index()].uses += 1);
    all
}

fn call_of(call: &PlannedCall<'_>) -> KernelCall {
    KernelCall { name: call.name.to_owned(), function: call.function }
}
