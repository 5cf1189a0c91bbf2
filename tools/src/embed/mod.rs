//! The Rust API: compiles programs to callable functions.
//!
//! ```
//! # fn main() -> Result<(), hloom::Error> {
//! let text = "func.func @main(%x: tensor<2x2xf32>) -> tensor<2x2xf32> {
//!   %y = stablehlo.add %x, %x : tensor<2x2xf32>
//!   return %y : tensor<2x2xf32>
//! }";
//! let program = hloom::compile(text, hloom::Options::default())?;
//! let x = [1f32, 2.0, 3.0, 4.0];
//! let results = program.run(&[hloom::View::new(&[2, 2], &x)])?;
//! assert_eq!(results[0].as_slice::<f32>(), [2.0, 4.0, 6.0, 8.0]);
//! # Ok(())
//! # }
//! ```
//!
//! Inputs are [`View`]s of the caller's memory, of an `ndarray` (`View::new(array.shape(),
//! array.as_slice()?)`) or any other; results are new tensors ([`Program::run`]) or are written to
//! the caller's memory ([`Program::run_into`]). Inputs and results are not copied. A [`Program`] is
//! `Send` and `Sync`, and any number of threads may run it concurrently.
//!
//! Every program that the interpreter runs is supported. Unknown extents are taken from the inputs,
//! and code is generated once per combination; ops without generated code are run by the
//! interpreter ([`Program::interpreted`]).

mod code;
pub(crate) mod engine;
mod host_fallback;
mod making;
mod values;

use std::collections::HashMap;
use std::fmt;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use bytemuck::Pod;
use hloom_interp::Value;
use hloom_ir::literal::Bytes;
use hloom_ir::{Diagnostic, Element, Literal, Module, Type};
use hloom_llvm::ThreadPool;
use hloom_passes::fusion::Control;

pub(crate) use code::{Code, Memory};
pub(crate) use making::{Making, Where};
use values::{has_size, is_open};

use crate::entry;

/// The options of compiling a program.
#[derive(Clone, Default, Debug)]
pub struct Options {
    /// The function to run; by default `main`, or else the only public one.
    pub entry: Option<String>,
    /// The passes to run instead of the backend's own, in the syntax of `--passes`.
    pub passes: Option<String>,
    /// The number of threads of a run; the number of cores by default.
    pub threads: Option<usize>,
    /// Arguments whose memory may be reused for a result of the same type, in addition to those
    /// that the program marks (`tf.aliasing_output`, `jax.buffer_donor`). [`Program::run_owned`]
    /// reuses it; other runs copy such arguments.
    pub donate: Vec<usize>,
    /// A folder that caches machine code.
    pub cache: Option<PathBuf>,
    /// The GPU to compile for, with execution in the emulator; `None` for the CPU.
    #[cfg(feature = "ptx")]
    pub emulate: Option<hloom_ptx::Target>,
    /// The number of the GPU to run on; `None` for the CPU.
    #[cfg(feature = "ptx")]
    pub gpu: Option<usize>,
    /// Whether to fill GPU memory, except inputs and constants, with a pattern before each run, so
    /// that tests detect results that are never written.
    #[cfg(feature = "ptx")]
    pub poison: bool,
}

/// The reason why a program can't be compiled or run.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The program is invalid, at these positions.
    #[error("{}", sentence(.0))]
    Program(Vec<Diagnostic>),
    /// The function does not exist.
    #[error("{0}")]
    Entry(String),
    /// The pipeline is malformed, or a pass failed.
    #[error("{0}")]
    Passes(String),
    /// A given schedule does not fit the program.
    #[error("{0}")]
    Schedules(String),
    /// An input does not match the program's argument.
    #[error("{0}")]
    Input(String),
    /// Code generation or execution failed.
    #[error(transparent)]
    Backend(#[from] hloom_llvm::Error),
    /// GPU code generation or execution failed.
    #[cfg(feature = "ptx")]
    #[error(transparent)]
    Gpu(#[from] hloom_ptx::Error),
    /// A bug in hloom.
    #[error("this is a bug in hloom: {0}")]
    Bug(String),
}

fn sentence(found: &[Diagnostic]) -> String {
    let first = found.first().map_or("the program is wrong", |d| d.message.as_str());
    match found.len() {
        0 | 1 => first.to_owned(),
        n => format!("{first} (and {} more)", n - 1),
    }
}

impl From<hloom_passes::Failure> for Error {
    fn from(failure: hloom_passes::Failure) -> Error {
        if failure.is_bug() {
            Error::Bug(failure.to_string())
        } else {
            Error::Passes(failure.to_string())
        }
    }
}

/// A borrowed row-major tensor.
#[derive(Clone, Copy, Debug)]
pub struct View<'d> {
    dims: &'d [usize],
    bytes: &'d [u8],
    /// The element type, if known.
    element: Option<Element>,
}

impl<'d> View<'d> {
    /// A view of numbers as a tensor with these extents. `T` must have the size of the program's
    /// element type, or of one part if that is complex.
    pub fn new<T: Pod>(dims: &'d [usize], data: &'d [T]) -> View<'d> {
        View { dims, bytes: bytemuck::cast_slice(data), element: None }
    }

    /// A view of bytes as a tensor with these extents and elements, in the format of a [`Literal`].
    pub fn of(dims: &'d [usize], element: Element, bytes: &'d [u8]) -> View<'d> {
        View { dims, bytes, element: Some(element) }
    }

    /// The type of the view as an argument of a declared type.
    fn ty(&self, declared: Type) -> Option<Type> {
        let tensor = declared.as_tensor()?;
        let dims: Vec<i64> = self.dims.iter().map(|&n| n as i64).collect();
        let ty = Type::from(tensor.with_dims(&dims));
        let same = self.element.is_none_or(|element| element == tensor.element);
        let size = ty.as_tensor()?.byte_size()? == self.bytes.len();
        (same && size && ty.compatible(declared)).then_some(ty)
    }
}

/// A compiled program.
pub struct Program {
    /// The original module.
    module: Module,
    entry: String,
    arguments: Vec<Type>,
    results: Vec<Type>,
    how: Making,
    pool: Option<ThreadPool>,
    /// Code by argument types; by an empty list if the declared types are static.
    codes: Mutex<HashMap<Vec<Type>, Arc<Code>>>,
}

/// Compiles a function of a program for this machine.
///
/// # Errors
/// If the text is invalid, does not have the function, or code generation fails.
pub fn compile(text: &str, options: Options) -> Result<Program, Error> {
    let module = hloom_ir::text::parse_module(text).map_err(Error::Program)?;
    hloom_analysis::verify::verify_text(&module, text).map_err(Error::Program)?;
    compile_module(module, &options)
}

/// Compiles a function of a verified module for this machine.
///
/// # Errors
/// As [`compile`].
pub fn compile_module(module: Module, options: &Options) -> Result<Program, Error> {
    let entry = entry::choose(&module, options.entry.as_deref()).map_err(Error::Entry)?;
    let name = module.func(entry).sym_name.0.to_string();
    let pipeline = options.passes.as_deref().map(crate::opt::pipeline).transpose();
    let pipeline = pipeline.map_err(|error| Error::Passes(error.to_string()))?;
    #[cfg(feature = "ptx")]
    let (runs, poison) = match (options.gpu, options.emulate) {
        (Some(number), _) => (Where::Gpu(hloom_ptx::driver::find(number)?.into()), options.poison),
        (None, Some(target)) => (Where::Emulator(target), options.poison),
        (None, None) => (Where::Cpu, false),
    };
    #[cfg(not(feature = "ptx"))]
    let (runs, poison) = (Where::Cpu, false);
    let cache = options.cache.clone().map(hloom_llvm::cache::Cache::new);
    let donate = options.donate.clone();
    let fusion = Arc::new(Control::new(runs.fusion_machine(), None));
    let making = Making { pipeline, fusion, runs, poison, donate, cache, ..Making::default() };
    Program::new(module, name, options.threads, making)
}

impl Program {
    /// The program of a function. If its argument types are static, it is compiled immediately,
    /// else at the first run.
    pub(crate) fn new(
        module: Module,
        entry: String,
        threads: Option<usize>,
        how: Making,
    ) -> Result<Program, Error> {
        let function = module.symbol(&entry);
        let function = function.ok_or_else(|| Error::Entry(format!("there is no @{entry}")))?;
        let it = &module.func(function).function_type;
        let (arguments, results) = (it.inputs().to_vec(), it.results().to_vec());
        let pool = threads.map(ThreadPool::new).transpose().map_err(hloom_llvm::Error::from)?;
        let codes = Mutex::default();
        let program = Program { module, entry, arguments, results, how, pool, codes };
        if !program.arguments.iter().any(|&ty| is_open(ty)) {
            program.code(&[])?;
        }
        Ok(program)
    }

    /// The types of the arguments, as the program declares them.
    pub fn inputs(&self) -> &[Type] {
        &self.arguments
    }

    /// The types of the results, as the program declares them.
    pub fn outputs(&self) -> &[Type] {
        &self.results
    }

    /// The names of the ops that the interpreter runs, once per occurrence in the compiled program.
    pub fn interpreted(&self) -> Vec<String> {
        let codes = self.codes.lock().unwrap_or_else(PoisonError::into_inner);
        codes.values().flat_map(|code| code.hosted()).map(str::to_owned).collect()
    }

    /// The PTX generated so far, for a GPU.
    #[cfg(feature = "ptx")]
    pub fn ptx(&self) -> Vec<String> {
        let codes = self.codes.lock().unwrap_or_else(PoisonError::into_inner);
        codes.values().filter_map(|code| code.engine.ptx()).map(str::to_owned).collect()
    }

    /// Runs the program on arrays.
    ///
    /// # Errors
    /// If the inputs do not match, a check of the program fails, or the run fails.
    pub fn run(&self, inputs: &[View<'_>]) -> Result<Vec<Literal>, Error> {
        let types = self.types(inputs)?;
        let open = self.arguments.iter().any(|&ty| is_open(ty));
        let code = self.code(if open { &types } else { &[] })?;
        let plain = code.is_plain() && code.is_row_major();
        if !plain || !self.results.iter().all(|&ty| has_size(ty)) {
            let pairs = inputs.iter().zip(&types);
            let values = pairs.map(|(view, &ty)| Literal::new(ty, Bytes::from(view.bytes)));
            let values: Result<Vec<Literal>, _> = values.collect();
            let values = values.map_err(|error| Error::Input(error.to_string()))?;
            let values = self.run_values(values.into_iter().map(Value::Tensor).collect())?;
            let tensors: Option<Vec<Literal>> =
                values.into_iter().map(Value::into_tensor).collect();
            return tensors.ok_or_else(|| Error::Input("a result is not a tensor".to_owned()));
        }
        let outputs = self.results.iter().map(|&ty| Literal::zeros(ty));
        let outputs: Result<Vec<Literal>, _> = outputs.collect();
        let mut outputs = outputs.map_err(|error| Error::Input(error.to_string()))?;
        let mut slices: Vec<&mut [u8]> =
            outputs.iter_mut().map(|output| output.as_mut_slice::<u8>()).collect();
        self.enter(&code, inputs, &mut slices)?;
        Ok(outputs)
    }

    /// For each argument, the result that reuses its memory, if any. It is known after compilation:
    /// immediately if argument types are static.
    pub fn donated(&self) -> Vec<Option<usize>> {
        let codes = self.codes.lock().unwrap_or_else(PoisonError::into_inner);
        let executable = codes.values().next().and_then(|code| code.engine.executable());
        let inputs = executable.map(|it| it.inputs());
        inputs.unwrap_or_default().iter().map(|input| input.donated).collect()
    }

    /// Runs the program on arrays that it may overwrite: donated arrays become results without a
    /// copy if they are not shared.
    ///
    /// # Errors
    /// As [`Program::run`].
    pub fn run_owned(&self, mut inputs: Vec<Literal>) -> Result<Vec<Literal>, Error> {
        let dims: Vec<Vec<usize>> =
            inputs.iter().map(|x| x.dims().iter().map(|&n| n as usize).collect()).collect();
        inputs.iter_mut().for_each(|x| *x = x.expanded());
        let views: Vec<View<'_>> =
            inputs.iter().zip(&dims).map(|(x, d)| View::of(d, x.element(), x.bytes())).collect();
        let types = self.types(&views)?;
        let open = self.arguments.iter().any(|&ty| is_open(ty));
        let code = self.code(if open { &types } else { &[] })?;
        let parameters = code.engine.executable().map(|it| it.inputs()).unwrap_or_default();
        let sized = self.results.iter().all(|&ty| has_size(ty));
        let plain = code.is_plain() && code.is_row_major() && sized;
        if !plain || parameters.len() != inputs.len() {
            return self.run(&views);
        }
        let mut outputs: Vec<Option<Literal>> = vec![None; self.results.len()];
        for (input, parameter) in inputs.iter_mut().zip(parameters) {
            if let Some(output) = parameter.donated.and_then(|k| outputs.get_mut(k)) {
                let nothing = Type::from(input.tensor().with_dims(&[0]));
                let nothing = Literal::zeros(nothing);
                let nothing = nothing.map_err(|error| Error::Input(error.to_string()))?;
                *output = Some(std::mem::replace(input, nothing));
            }
        }
        let made = outputs.into_iter().zip(&self.results);
        let made = made.map(|(output, &ty)| output.map_or_else(|| Literal::zeros(ty), Ok));
        let made: Result<Vec<Literal>, _> = made.collect();
        let mut outputs = made.map_err(|error| Error::Input(error.to_string()))?;
        let bytes: Vec<&[u8]> = inputs.iter().map(Literal::bytes).collect();
        let mut slices: Vec<&mut [u8]> =
            outputs.iter_mut().map(|output| output.as_mut_slice::<u8>()).collect();
        let options = hloom_interp::Options::default();
        code.run_on(&bytes, Vec::new(), &mut slices, self.pool(), &options)?;
        Ok(outputs)
    }

    /// Runs the program on arrays and writes each result to given memory. Arguments and results
    /// have the layouts that their types state, row-major by default.
    ///
    /// # Errors
    /// As [`Program::run`]; also if a result is dynamically sized, or the program has checks.
    pub fn run_into(&self, inputs: &[View<'_>], outputs: &mut [&mut [u8]]) -> Result<(), Error> {
        let types = self.types(inputs)?;
        let open = self.arguments.iter().any(|&ty| is_open(ty));
        let code = self.code(if open { &types } else { &[] })?;
        if !code.is_plain() {
            let why = "the program has results of unknown size or checks; use `run`";
            return Err(Error::Input(why.to_owned()));
        }
        self.enter(&code, inputs, outputs)
    }

    /// Runs the program on values, which include tuples and tokens.
    ///
    /// # Errors
    /// As [`Program::run`].
    pub fn run_values(&self, inputs: Vec<Value>) -> Result<Vec<Value>, Error> {
        let (code, mut memory) = self.load(inputs)?;
        let options = hloom_interp::Options::default();
        let failures = code.run(&mut memory, self.pool(), &options)?;
        if !failures.is_empty() {
            return Err(Error::Program(failures));
        }
        self.results_of(&code, &mut memory)
    }

    /// The code for these inputs, and the memory of a run.
    pub(crate) fn load(&self, inputs: Vec<Value>) -> Result<(Arc<Code>, Memory), Error> {
        if inputs.len() != self.arguments.len() {
            return Err(self.wrong_count(inputs.len()));
        }
        for (i, (value, &ty)) in inputs.iter().zip(&self.arguments).enumerate() {
            if !value.fits(ty) {
                let message = format!("argument {i} must be {ty}, but is {}", value.ty());
                return Err(Error::Input(message));
            }
        }
        let open = self.arguments.iter().any(|&ty| is_open(ty));
        let types: Vec<Type> =
            if open { inputs.iter().map(Value::ty).collect() } else { Vec::new() };
        let code = self.code(&types)?;
        let memory = code.load(inputs)?;
        Ok((code, memory))
    }

    /// The results of the last run in this memory.
    pub(crate) fn results_of(&self, code: &Code, memory: &mut Memory) -> Result<Vec<Value>, Error> {
        let bug = || Error::Bug("the code has other results than the function".to_owned());
        code.results(memory, &self.results).ok_or_else(bug)
    }

    /// The thread pool of a run.
    pub(crate) fn pool(&self) -> &ThreadPool {
        self.pool.as_ref().unwrap_or_else(|| ThreadPool::global())
    }

    fn wrong_count(&self, found: usize) -> Error {
        let expected = self.arguments.len();
        Error::Input(format!("@{} takes {expected} arguments but is given {found}", self.entry))
    }

    /// The argument types of views.
    fn types(&self, inputs: &[View<'_>]) -> Result<Vec<Type>, Error> {
        if inputs.len() != self.arguments.len() {
            return Err(self.wrong_count(inputs.len()));
        }
        let pairs = inputs.iter().zip(&self.arguments).enumerate();
        pairs
            .map(|(i, (view, &declared))| {
                view.ty(declared).ok_or_else(|| {
                    Error::Input(format!(
                        "argument {i} must be {declared}, but is {} bytes with the extents {:?}",
                        view.bytes.len(),
                        view.dims
                    ))
                })
            })
            .collect()
    }

    /// Runs code whose inputs and outputs are all in memory.
    fn enter(
        &self,
        code: &Code,
        inputs: &[View<'_>],
        outputs: &mut [&mut [u8]],
    ) -> Result<(), Error> {
        let bytes: Vec<&[u8]> = inputs.iter().map(|view| view.bytes).collect();
        let options = hloom_interp::Options::default();
        code.run_on(&bytes, Vec::new(), outputs, self.pool(), &options).map(|_| ())
    }

    /// The code for arguments of these types, compiled on first use.
    pub(crate) fn code(&self, types: &[Type]) -> Result<Arc<Code>, Error> {
        let mut codes = self.codes.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = codes.get(types) {
            return Ok(known.clone());
        }
        let code = Code::new(self.module.clone(), &self.entry, types, &self.how)?;
        let code = Arc::new(code);
        codes.insert(types.to_vec(), code.clone());
        Ok(code)
    }
}

impl fmt::Debug for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Program")
            .field("entry", &self.entry)
            .field("inputs", &self.arguments)
            .field("outputs", &self.results)
            .finish_non_exhaustive()
    }
}
