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

#[cfg(feature = "ptx")]
mod arrays;
mod assembled_rows;
mod assembly;
mod code;
#[cfg(feature = "ptx")]
pub(crate) mod collectives;
pub(crate) mod engine;
mod error;
mod host_fallback;
mod in_memory;
mod making;
mod options;
mod recorded;
mod tiered;
mod values;
mod view;

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use hloom_interp::Value;
use hloom_ir::literal::Bytes;
use hloom_ir::{Literal, Module, Type};
use hloom_llvm::ThreadPool;
use hloom_passes::fusion::Control;

#[cfg(feature = "ptx")]
pub use arrays::{
    Allocator, DeviceArray, RunArgument, Usage, emulated_gpu_memory, gpu_count, gpu_memory,
};
pub(crate) use code::Code;
pub use error::{Error, Findings};
pub(crate) use making::{Making, Where};
pub use options::Options;
pub use recorded::KernelSpan;
pub use tiered::Tiered;
pub(crate) use values::Memory;
use values::{has_size, is_open};
pub use view::{Number, View};

use crate::entry;

/// A compiled program.
pub struct Program {
    /// The original module.
    module: Module,
    /// The text that it was read from, for errors, if that is known.
    text: Option<Arc<str>>,
    entry: String,
    arguments: Vec<Type>,
    results: Vec<Type>,
    how: Making,
    /// Custom call targets in addition to the interpreter's own.
    targets: Option<Arc<hloom_interp::Targets>>,
    pool: Option<ThreadPool>,
    /// Code by argument types; by an empty list if the declared types are static.
    codes: Mutex<HashMap<Vec<Type>, Arc<Code>>>,
}

/// Compiles a function of a program for this machine.
///
/// # Errors
/// The text is wrong, has no such function, an option does not fit it, or no code can be made
/// for it. The message shows the places in the text.
pub fn compile(text: &str, options: Options) -> Result<Program, Error> {
    let source: Arc<str> = text.into();
    let read = hloom_ir::text::parse_module(text).and_then(|module| {
        hloom_analysis::verify::verify_text(&module, text)?;
        Ok(module)
    });
    let module = read.map_err(|found| Error::from(found).within(Some(&source)))?;
    compile_from(module, Some(source), &options)
}

/// Compiles a function of a verified module for this machine.
///
/// # Errors
/// As [`compile`].
pub fn compile_module(module: Module, options: &Options) -> Result<Program, Error> {
    compile_from(module, None, options)
}

fn compile_from(
    module: Module,
    text: Option<Arc<str>>,
    options: &Options,
) -> Result<Program, Error> {
    let entry = options.entry.as_deref();
    let entry =
        entry::choose(&module, entry, "choose one with Options::entry").map_err(Error::Entry)?;
    let function = module.func(entry);
    let name = function.sym_name.0.to_string();
    let arguments = function.function_type.inputs().len();
    if let Some(beyond) = options.donate.iter().find(|&&i| i >= arguments) {
        let takes = error::arguments(&name, arguments);
        return Err(Error::Option(format!("Options::donate names argument {beyond}, but {takes}")));
    }
    if options.threads == Some(0) {
        let what = "Options::threads is 0, but a run takes one thread at least";
        return Err(Error::Option(what.to_owned()));
    }
    if options.cores == Some(0) {
        let what = "Options::cores is 0, but a program runs on one core at least";
        return Err(Error::Option(what.to_owned()));
    }
    let pipeline = options.passes.as_deref().map(crate::opt::pipeline).transpose();
    let pipeline = pipeline.map_err(|error| Error::Passes(error.to_string()))?;
    #[cfg(feature = "ptx")]
    let (runs, poison) = match (options.gpu, options.emulate, &options.arrays) {
        (Some(number), None, None) => {
            (Where::Gpu(hloom_ptx::driver::find(number)?.into()), options.poison)
        }
        (None, Some(target), None) => (Where::Emulator(target), options.poison),
        (None, None, Some(allocator)) => (arrays::place(allocator), options.poison),
        (None, None, None) => (Where::Cpu, false),
        (..) => {
            let what = "Options::gpu, Options::emulate and Options::arrays exclude each other";
            return Err(Error::Option(what.to_owned()));
        }
    };
    #[cfg(not(feature = "ptx"))]
    let (runs, poison) = (Where::Cpu, false);
    let cache = options.cache.clone().map(hloom_llvm::cache::Cache::new);
    let donate = options.donate.clone();
    let fusion = Arc::new(Control::new(runs.fusion_machine(), None));
    let making = Making {
        pipeline,
        fusion,
        runs,
        poison,
        donate,
        profile: options.profile,
        cores: options.cores,
        split: options.split,
        quick: options.quick,
        generator: options.generator,
        cache,
        #[cfg(feature = "ptx")]
        arrays: options.arrays.clone(),
        ..Making::default()
    };
    let program = Program::new(module, text, name, options.threads, making)?;
    Ok(Program { targets: options.targets.clone(), ..program })
}

impl Program {
    /// The program of a function. If its argument types are static, it is compiled immediately,
    /// else at the first run.
    pub(crate) fn new(
        module: Module,
        text: Option<Arc<str>>,
        entry: String,
        threads: Option<usize>,
        mut how: Making,
    ) -> Result<Program, Error> {
        let available = || std::thread::available_parallelism().map_or(1, usize::from);
        how.cores.get_or_insert_with(|| threads.unwrap_or_else(available));
        let function = module.symbol(&entry);
        let function = function.ok_or_else(|| Error::Entry(format!("there is no @{entry}")))?;
        let it = &module.func(function).function_type;
        let (arguments, results) = (it.inputs().to_vec(), it.results().to_vec());
        let pool = threads.map(ThreadPool::new).transpose().map_err(hloom_llvm::Error::from)?;
        let codes = Mutex::default();
        let targets = None;
        let program =
            Program { module, text, entry, arguments, results, how, targets, pool, codes };
        if !program.arguments.iter().any(|&ty| is_open(ty)) {
            program.code(&[])?;
        }
        Ok(program)
    }

    /// The same program on another device.
    #[cfg(feature = "ptx")]
    pub(crate) fn on(&self, runs: Where, threads: Option<usize>) -> Result<Program, Error> {
        let how = Making { runs, ..self.how.clone() };
        Program::new(self.module.clone(), self.text.clone(), self.entry.clone(), threads, how)
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

    /// Runs the program on arrays. Results are dense, whatever storage their types state.
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
            let tensors = values.into_iter().map(|value| {
                let dense = value.dense().map_err(Error::Input)?;
                let none = || Error::Input("a result is not a tensor".to_owned());
                dense.into_tensor().ok_or_else(none)
            });
            return tensors.collect();
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
        let options = self.host_options();
        let ran = code.run_on(&bytes, Vec::new(), &mut slices, self.pool(), &options);
        ran.map_err(|error| error.within(self.text.as_ref()))?;
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

    /// Runs the program on values, which include tuples, tokens and sparse tensors. A result whose type is
    /// stored by levels is a [`Value::Sparse`] if the program assembles it, and dense if not.
    ///
    /// # Errors
    /// As [`Program::run`].
    pub fn run_values(&self, inputs: Vec<Value>) -> Result<Vec<Value>, Error> {
        let (code, mut memory) = self.load(inputs)?;
        let options = self.host_options();
        let ran = code.run(&mut memory, self.pool(), &options);
        let failures = ran.map_err(|error| error.within(self.text.as_ref()))?;
        if !failures.is_empty() {
            return Err(Error::from(failures).within(self.text.as_ref()));
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

    /// The options of ops that the interpreter runs.
    fn host_options(&self) -> hloom_interp::Options<'_> {
        let targets = self.targets.as_deref();
        hloom_interp::Options { targets, ..hloom_interp::Options::default() }
    }

    /// The thread pool of a run.
    pub(crate) fn pool(&self) -> &ThreadPool {
        self.pool.as_ref().unwrap_or_else(|| ThreadPool::global())
    }

    fn wrong_count(&self, found: usize) -> Error {
        let takes = error::arguments(&self.entry, self.arguments.len());
        Error::Input(format!("{takes}, but {found} are given"))
    }

    /// The argument types of views.
    fn types(&self, inputs: &[View<'_>]) -> Result<Vec<Type>, Error> {
        if inputs.len() != self.arguments.len() {
            return Err(self.wrong_count(inputs.len()));
        }
        let pairs = inputs.iter().zip(&self.arguments).enumerate();
        let each = pairs.map(|(i, (view, &declared))| {
            let wrong = |what| Error::Input(format!("argument {i} must be {declared}, but {what}"));
            view.ty(declared).map_err(wrong)
        });
        each.collect()
    }

    /// Runs code whose inputs and outputs are all in memory.
    fn enter(
        &self,
        code: &Code,
        inputs: &[View<'_>],
        outputs: &mut [&mut [u8]],
    ) -> Result<(), Error> {
        let bytes: Vec<&[u8]> = inputs.iter().map(|view| view.bytes).collect();
        let options = self.host_options();
        let ran = code.run_on(&bytes, Vec::new(), outputs, self.pool(), &options);
        ran.map(|_| ()).map_err(|error| error.within(self.text.as_ref()))
    }

    /// The code for arguments of these types, compiled on first use.
    pub(crate) fn code(&self, types: &[Type]) -> Result<Arc<Code>, Error> {
        let mut codes = self.codes.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = codes.get(types) {
            return Ok(known.clone());
        }
        let code = Code::new(self.module.clone(), &self.entry, types, &self.how);
        let code = code.map_err(|error| error.within(self.text.as_ref()))?;
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

#[cfg(test)]
mod tests {
    use hloom_ir::Element;

    use super::*;

    const ADD: &str = "func.func @main(%x: tensor<4xi32>, %y: tensor<4xi32>) -> tensor<4xi32> {
      %z = stablehlo.add %x, %y : tensor<4xi32>
      return %z : tensor<4xi32>
    }";

    fn said<T: std::fmt::Debug>(outcome: Result<T, Error>) -> String {
        outcome.expect_err("this is refused").to_string()
    }

    #[test]
    fn elements_of_another_type_are_refused_by_name() {
        let program = compile(ADD, Options::default()).unwrap();
        let good = [1i32, 2, 3, 4];
        let (floats, longs) = ([1f32; 4], [1i64; 4]);
        let run = |x: View<'_>| said(program.run(&[View::new(&[4], &good), x]));
        assert_eq!(
            run(View::new(&[4], &floats)),
            "argument 1 must be tensor<4xi32>, but the view is tensor<4xf32>"
        );
        assert_eq!(
            run(View::new(&[4], &longs)),
            "argument 1 must be tensor<4xi32>, but the view is tensor<4xi64>"
        );
        assert_eq!(
            run(View::new(&[4], &[1u32; 4])),
            "argument 1 must be tensor<4xi32>, but the view is tensor<4xui32>"
        );
        assert_eq!(
            run(View::new(&[2, 2], &good)),
            "argument 1 must be tensor<4xi32>, but the view is tensor<2x2xi32>"
        );
        assert_eq!(
            run(View::new(&[4], &good[..3])),
            "argument 1 must be tensor<4xi32>, but the view with the extents [4] has 12 bytes \
             rather than 16"
        );
        let bytes = bytemuck::cast_slice(&floats);
        assert_eq!(
            run(View::of(&[4], Element::F32, bytes)),
            "argument 1 must be tensor<4xi32>, but the view is tensor<4xf32>"
        );
        assert_eq!(said(program.run(&[])), "@main takes 2 arguments, but 0 are given");
        let pairs = [[1i32, 2], [3, 4]];
        let sum = program.run(&[View::new(&[4], &pairs), View::new(&[4], &good)]).unwrap();
        assert_eq!(sum[0].as_slice::<i32>(), [2, 4, 6, 8]);
    }

    #[test]
    fn numbers_stand_for_the_narrower_and_the_complex_elements_they_make_up() {
        let text = "func.func @main(%a: tensor<2xi4>, %b: tensor<2xui2>, %c: tensor<2xi1>,
                                    %d: tensor<2xcomplex<f32>>, %e: tensor<2xbf16>)
            -> (tensor<2xi4>, tensor<2xui2>, tensor<2xi1>, tensor<2xcomplex<f32>>, tensor<2xbf16>) {
          return %a, %b, %c, %d, %e : tensor<2xi4>, tensor<2xui2>, tensor<2xi1>,
            tensor<2xcomplex<f32>>, tensor<2xbf16>
        }";
        let program = compile(text, Options::default()).unwrap();
        let halves = [half::bf16::ONE; 2];
        let (a, b, c, d) = ([-2i8, 7], [3u8, 1], [1u8, 0], [1f32, 2.0, 3.0, 4.0]);
        let views = |complex| {
            let (a, b, c) = (View::new(&[2], &a), View::new(&[2], &b), View::new(&[2], &c));
            [a, b, c, complex, View::new(&[2], &halves)]
        };
        let out = program.run(&views(View::new(&[2], &d))).unwrap();
        assert_eq!(out[0].as_slice::<i8>(), a);
        assert_eq!(out[3].as_slice::<f32>(), d);
        let complex = [num_complex::Complex::new(1f32, 2.0), num_complex::Complex::new(3.0, 4.0)];
        assert_eq!(
            program.run(&views(View::new(&[2], &complex))).unwrap()[3].bytes(),
            out[3].bytes()
        );
        let mut wrong = views(View::new(&[2], &d));
        wrong[4] = View::new(&[2], &[1u16; 2]);
        assert_eq!(
            said(program.run(&wrong)),
            "argument 4 must be tensor<2xbf16>, but the view is tensor<2xui16>"
        );
        wrong[0] = View::new(&[2], &b);
        assert_eq!(
            said(program.run(&wrong)),
            "argument 0 must be tensor<2xi4>, but the view is tensor<2xui8>"
        );
    }

    #[test]
    fn options_that_do_not_fit_the_program_are_refused() {
        let with = |options| said(compile(ADD, options));
        assert_eq!(
            with(Options { donate: vec![0, 9], ..Options::default() }),
            "Options::donate names argument 9, but @main takes 2 arguments"
        );
        assert_eq!(
            with(Options { threads: Some(0), ..Options::default() }),
            "Options::threads is 0, but a run takes one thread at least"
        );
        assert_eq!(
            with(Options { cores: Some(0), ..Options::default() }),
            "Options::cores is 0, but a program runs on one core at least"
        );
    }

    /// Messages to Rust programs have places, and name options of Rust rather than flags.
    #[test]
    fn errors_show_places_and_speak_of_no_flags() {
        let text = "func.func @main(%x: tensor<4xi32>) -> tensor<4xi32> {
  %y = stablehlo.add %x, %z : tensor<4xi32>
  return %y : tensor<4xi32>
}";
        let found = said(compile(text, Options::default()));
        assert!(found.contains("--> <program>:2:26"), "{found}");
        assert!(found.contains("                         ^^"), "{found}");
        let two = "func.func @a() { return }\nfunc.func @b() { return }";
        let found = said(compile(two, Options::default()));
        assert!(found.contains("choose one with Options::entry"), "{found}");
        let failing = "func.func @main(%x: tensor<2xi32>) {
  %y = stablehlo.constant dense<1> : tensor<2xi32>
  check.expect_eq %x, %y : tensor<2xi32>
  return
}";
        let program = compile(failing, Options::default()).unwrap();
        let ran = said(program.run(&[View::new(&[2], &[1i32, 2])]));
        assert!(ran.contains("--> <program>:3:3"), "{ran}");
        let options = |entry: &str, passes: &str| Options {
            entry: (!entry.is_empty()).then(|| entry.to_owned()),
            passes: (!passes.is_empty()).then(|| passes.to_owned()),
            ..Options::default()
        };
        let unread = said(compile(ADD, options("", "canonicalise")));
        let absent = said(compile(ADD, options("mian", "")));
        for message in [found, ran, unread, absent] {
            let arrowless = message.replace(" --> ", " ");
            assert!(!arrowless.contains(" --"), "a flag in: {message}");
        }
    }
}
