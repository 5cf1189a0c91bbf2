//! Programs that are ready soon, and run faster when they run again.
//!
//! A framework that runs op by op compiles hundreds of programs of a few ops, most of which run once
//! or twice: making machine code takes a thousand times as long as their elements. A program that
//! is small, and of which code gives the same bits as the interpreter, is therefore ready at once. Its
//! [`UPGRADE`]th run asks a thread in the background for code, and runs are its own when it is there.
//! Because bits are equal, but for the sign of a NaN, it does not show when that is.
//!
//! | tier | programs | next tier |
//! |---|---|---|
//! | interpreter | small ones whose code gives the same bits | full code, asked for by run [`UPGRADE`] |
//! | quick code ([`Options::quick`]) | others with little to compute | full code, when runs have taken [`SPENT`] in all |
//! | full code | all others | |
//!
//! Ops whose code rounds otherwise than the interpreter are left out: sums of floats in another order,
//! elementary functions, narrow floats, complex numbers.

#[cfg(feature = "ptx")]
mod gpu;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, LazyLock, Mutex, OnceLock, PoisonError, Weak};
use std::time::{Duration, Instant};

use hloom_interp::Value;
use hloom_ir::literal::Bytes;
use hloom_ir::ops::Op;
use hloom_ir::{Literal, Module, OpId, Type};

use super::values::{has_size, is_laid, is_open, is_sparse};
use super::{Error, Options, Program, View, compile_module};

/// The run that asks for code.
const UPGRADE: usize = 4;

/// The time of all runs of quick code that asks for full code: about as long as it takes to make it.
const SPENT: Duration = Duration::from_millis(10);

/// The most elements of all arguments and values of a program that is interpreted.
const MOST_ELEMENTS: usize = 1 << 14;

/// The most ops of a program that is interpreted.
const MOST_OPS: usize = 256;

/// The most ops that a run may interpret, loops included; a longer one is compiled.
const MOST_STEPS: u64 = 10_000;

/// A program that may begin in a lower tier.
pub struct Tiered {
    inner: Arc<Inner>,
}

struct Inner {
    module: Module,
    entry: String,
    options: Options,
    inputs: Vec<Type>,
    outputs: Vec<Type>,
    /// Whether it was interpreted at first.
    begins_interpreted: bool,
    /// Code that was made in less time, if it began with that.
    quick: OnceLock<Program>,
    /// The nanoseconds of its runs, and whether full code was asked for.
    spent: AtomicU64,
    asked: AtomicBool,
    compiled: OnceLock<Program>,
    /// The code that records its kernels; `None` if none can be made.
    profiled: OnceLock<Option<Program>>,
    /// One at a time compiles.
    compiling: Mutex<()>,
    runs: AtomicUsize,
    /// Whether code can't take the interpreter's place.
    stays: AtomicBool,
}

impl Tiered {
    /// The program of a function. With `tiers`, it begins in the lowest one that it can; without, full
    /// code is made at once.
    ///
    /// # Errors
    /// As [`compile_module`].
    pub fn new(module: Module, options: Options, tiers: bool) -> Result<Tiered, Error> {
        let entry = crate::entry::choose(&module, options.entry.as_deref(), "choose one");
        let entry = entry.map_err(Error::Entry)?;
        let function = module.func(entry);
        let name = function.sym_name.0.to_string();
        let (inputs, outputs) =
            (function.function_type.inputs().to_vec(), function.function_type.results().to_vec());
        let plain = options.donate.is_empty() && options.passes.is_none();
        let begins_interpreted = tiers && plain && is_small(&module, entry);
        let inner = Inner {
            module,
            entry: name,
            options,
            inputs,
            outputs,
            begins_interpreted,
            quick: OnceLock::new(),
            spent: AtomicU64::new(0),
            asked: AtomicBool::new(false),
            compiled: OnceLock::new(),
            profiled: OnceLock::new(),
            compiling: Mutex::new(()),
            runs: AtomicUsize::new(0),
            stays: AtomicBool::new(false),
        };
        if !begins_interpreted {
            // Code for extents that are open is made in each run that has new ones.
            let quick = tiers && !inner.inputs.iter().any(|&ty| is_open(ty));
            let options = Options { quick, ..inner.options.clone() };
            let program = compile_module(inner.module.clone(), &options)?;
            let place = if program.is_quick() { &inner.quick } else { &inner.compiled };
            // Nothing was there.
            let _ = place.set(program);
        }
        Ok(Tiered { inner: Arc::new(inner) })
    }

    /// The types of the arguments.
    pub fn inputs(&self) -> &[Type] {
        &self.inner.inputs
    }

    /// The types of the results.
    pub fn outputs(&self) -> &[Type] {
        &self.inner.outputs
    }

    /// Whether runs are interpreted so far.
    pub fn is_interpreted(&self) -> bool {
        self.inner.begins_interpreted && self.inner.code().is_none()
    }

    /// Whether runs are those of quick code so far.
    pub fn is_quick(&self) -> bool {
        self.inner.quick.get().is_some() && self.inner.compiled.get().is_none()
    }

    /// As [`Program::is_plain`].
    pub fn is_plain(&self) -> bool {
        self.inner.begins_interpreted || self.inner.made().is_some_and(Program::is_plain)
    }

    /// As [`Program::donated`].
    pub fn donated(&self) -> Vec<Option<usize>> {
        match self.inner.begins_interpreted {
            true => vec![None; self.inner.inputs.len()],
            false => self.inner.made().map(Program::donated).unwrap_or_default(),
        }
    }

    /// The same program with records of its kernels ([`Options::profile`]), compiled on first use;
    /// `None` if that fails.
    pub fn profiled(&self) -> Option<&Program> {
        let inner = &self.inner;
        let made = || {
            let options = Options { profile: true, ..inner.options.clone() };
            compile_module(inner.module.clone(), &options).ok()
        };
        inner.profiled.get_or_init(made).as_ref()
    }

    /// As [`Program::run`].
    ///
    /// # Errors
    /// As [`Program::run`].
    pub fn run(&self, inputs: &[View<'_>]) -> Result<Vec<Literal>, Error> {
        match self.inner.made() {
            Some(program) => program.run(inputs),
            None => self.inner.compile()?.run(inputs),
        }
    }

    /// As [`Program::run_bytes`].
    ///
    /// # Errors
    /// As [`Program::run_bytes`].
    pub fn run_bytes(&self, inputs: &[&[u8]], outputs: &mut [&mut [u8]]) -> Result<(), Error> {
        let inner = &self.inner;
        if let (None, Some(quick)) = (inner.compiled.get(), inner.quick.get()) {
            let begin = Instant::now();
            quick.run_bytes(inputs, outputs)?;
            let own = u64::try_from(begin.elapsed().as_nanos()).unwrap_or(u64::MAX);
            let all = inner.spent.fetch_add(own, Ordering::Relaxed).saturating_add(own);
            let long = u128::from(all) >= SPENT.as_nanos();
            if long && !inner.asked.swap(true, Ordering::Relaxed) {
                background(Arc::downgrade(inner));
            }
            return Ok(());
        }
        if !inner.begins_interpreted {
            return inner.compile()?.run_bytes(inputs, outputs);
        }
        if let Some(program) = inner.code() {
            return program.run_bytes(inputs, outputs);
        }
        let run = inner.runs.fetch_add(1, Ordering::Relaxed) + 1;
        if run == UPGRADE && !inner.stays.load(Ordering::Relaxed) {
            background(Arc::downgrade(inner));
        }
        if inner.interpret(inputs, outputs) {
            return Ok(());
        }
        // A run that is too long, or an op that the interpreter refuses.
        inner.compile()?.run_bytes(inputs, outputs)
    }
}

impl Program {
    /// Whether its code is what [`Options::quick`] asks for.
    fn is_quick(&self) -> bool {
        let codes = self.codes.lock().unwrap_or_else(PoisonError::into_inner);
        codes.values().any(|code| code.engine.is_quick())
    }
}

impl Inner {
    /// The code, if it is there and can take the interpreter's place.
    fn code(&self) -> Option<&Program> {
        self.compiled.get().filter(|_| !self.stays.load(Ordering::Acquire))
    }

    /// The best code that there is; none of a program that is interpreted so far.
    fn made(&self) -> Option<&Program> {
        self.compiled.get().or_else(|| self.quick.get())
    }

    /// Makes full code, if that was not done yet.
    fn compile(&self) -> Result<&Program, Error> {
        if let Some(known) = self.compiled.get() {
            return Ok(known);
        }
        let _one = self.compiling.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = self.compiled.get() {
            return Ok(known);
        }
        let program = compile_module(self.module.clone(), &self.options)?;
        if self.begins_interpreted {
            let fits = program.is_plain() && program.donated().iter().all(Option::is_none);
            self.stays.store(!fits, Ordering::Release);
        }
        Ok(self.compiled.get_or_init(|| program))
    }

    /// Runs the program in the interpreter; `false` if it does not run it.
    fn interpret(&self, inputs: &[&[u8]], outputs: &mut [&mut [u8]]) -> bool {
        if inputs.len() != self.inputs.len() || outputs.len() != self.outputs.len() {
            return false;
        }
        let values = inputs.iter().zip(&self.inputs).map(|(&bytes, &ty)| {
            let literal = Literal::new(ty, Bytes::from(bytes)).ok()?;
            Some(Value::Tensor(literal))
        });
        let Some(values) = values.collect::<Option<Vec<Value>>>() else { return false };
        let targets = self.options.targets.as_deref();
        let max_steps = Some(MOST_STEPS);
        let options = hloom_interp::Options { targets, max_steps, ..Default::default() };
        let Ok(results) = hloom_interp::run_with(&self.module, &self.entry, &values, &options)
        else {
            return false;
        };
        for (result, output) in results.into_iter().zip(outputs) {
            let Some(tensor) = result.into_tensor() else { return false };
            let tensor = tensor.expanded();
            if tensor.bytes().len() != output.len() {
                return false;
            }
            output.copy_from_slice(tensor.bytes());
        }
        true
    }
}

/// Whether a function is small, and code for it gives the interpreter's bits.
fn is_small(module: &Module, entry: OpId) -> bool {
    let it = &module.func(entry).function_type;
    let plain = |ty: &Type| has_size(*ty) && !is_open(*ty) && !is_laid(*ty) && !is_sparse(*ty);
    if !it.inputs().iter().chain(it.results()).all(plain) {
        return false;
    }
    let count = |ty: &Type| ty.as_tensor().and_then(|t| t.count()).unwrap_or(usize::MAX);
    // Arguments are copied, and read.
    let arguments = it.inputs().iter().map(count);
    let (mut ops, mut elements) = (0, arguments.fold(0usize, usize::saturating_add));
    let mut waiting = vec![entry];
    let mut known = vec![entry];
    while let Some(op) = waiting.pop() {
        for &region in module.regions(op) {
            let blocks = module.blocks(region);
            if blocks.len() != 1 {
                return false;
            }
            for inner in module.ops(blocks[0]) {
                ops += 1;
                let results = module.result_types(inner);
                let counts = results.iter().map(count);
                elements = counts.fold(elements, |sum, n| sum.saturating_add(n));
                if ops > MOST_OPS || elements > MOST_ELEMENTS || !is_exact(module, inner) {
                    return false;
                }
                if let Op::Call(call) = module.op(inner) {
                    let Some(callee) = module.symbol(&call.callee.0) else { return false };
                    if known.contains(&callee) {
                        continue;
                    }
                    known.push(callee);
                    waiting.push(callee);
                }
                if !module.regions(inner).is_empty() {
                    waiting.push(inner);
                }
            }
        }
    }
    true
}

/// Whether code for an op gives the interpreter's bits, whatever it is fused with.
fn is_exact(module: &Module, op: OpId) -> bool {
    let element = |ty: Type| ty.element();
    let operands = module.operands(op).iter().map(|&value| module.ty(value));
    let results = module.result_types(op);
    let mut types = operands.chain(results.iter().copied());
    // Narrow floats may be kept wide between ops; parts of complex numbers are rounded otherwise.
    let known = |ty: Type| {
        element(ty).is_some_and(|e| {
            let wide = !e.is_float() || e.bit_width() >= 32;
            wide && !e.is_complex() && !e.is_quantized()
        })
    };
    if !types.all(known) {
        return false;
    }
    let is_float = results.iter().any(|ty| element(*ty).is_some_and(|e| e.is_float()));
    match module.op(op) {
        Op::Abs(_)
        | Op::Add(_)
        | Op::And(_)
        | Op::BitcastConvert(_)
        | Op::BroadcastInDim(_)
        | Op::Call(_)
        | Op::Case(_)
        | Op::Ceil(_)
        | Op::Clamp(_)
        | Op::Compare(_)
        | Op::Concatenate(_)
        | Op::Constant(_)
        | Op::Convert(_)
        | Op::CountLeadingZeros(_)
        | Op::Divide(_)
        | Op::DynamicSlice(_)
        | Op::DynamicUpdateSlice(_)
        | Op::Floor(_)
        | Op::FuncReturn(_)
        | Op::Gather(_)
        | Op::If(_)
        | Op::Iota(_)
        | Op::IsFinite(_)
        | Op::Maximum(_)
        | Op::Minimum(_)
        | Op::Multiply(_)
        | Op::Negate(_)
        | Op::Not(_)
        | Op::Or(_)
        | Op::Pad(_)
        | Op::Popcnt(_)
        | Op::Remainder(_)
        | Op::Reshape(_)
        | Op::Return(_)
        | Op::Reverse(_)
        | Op::RoundNearestAfz(_)
        | Op::RoundNearestEven(_)
        | Op::Select(_)
        | Op::ShiftLeft(_)
        | Op::ShiftRightArithmetic(_)
        | Op::ShiftRightLogical(_)
        | Op::Sign(_)
        | Op::Slice(_)
        | Op::Sort(_)
        | Op::Sqrt(_)
        | Op::Subtract(_)
        | Op::Transpose(_)
        | Op::While(_)
        | Op::Xor(_) => true,
        // In another order, integers have the same sum.
        Op::Reduce(_) | Op::ReduceWindow(_) | Op::Scatter(_) => !is_float,
        // Any other op: its code is not held to the interpreter's bits.
        _ => false,
    }
}

/// Asks the thread in the background for code.
fn background(program: Weak<Inner>) {
    static QUEUE: LazyLock<Option<Mutex<Sender<Weak<Inner>>>>> = LazyLock::new(|| {
        let (sender, receiver) = channel();
        let thread = std::thread::Builder::new().name("hloom-compiler".to_owned());
        thread.spawn(move || compile_all(&receiver)).ok()?;
        wait_at_exit();
        Some(Mutex::new(sender))
    });
    if let Some(queue) = &*QUEUE {
        // Without the thread, the program stays in the interpreter.
        let _ = queue.lock().unwrap_or_else(PoisonError::into_inner).send(program);
    }
}

/// Makes the end of the process wait for the end of a compilation: LLVM's own handlers take away what
/// it works with. Handlers run in reverse order.
fn wait_at_exit() {
    static OWNER: AtomicU32 = AtomicU32::new(0);
    extern "C" fn wait() {
        // A forked process does not have the thread, but may have a lock that it held.
        if OWNER.load(Ordering::SeqCst) != std::process::id() {
            return;
        }
        ENDING.store(true, Ordering::SeqCst);
        drop(AT_WORK.lock().unwrap_or_else(PoisonError::into_inner));
    }
    OWNER.store(std::process::id(), Ordering::SeqCst);
    hloom_llvm::at_exit(wait);
}

/// Whether the process ends, so that nothing more is compiled.
static ENDING: AtomicBool = AtomicBool::new(false);

/// Held while code is made.
static AT_WORK: Mutex<()> = Mutex::new(());

fn compile_all(programs: &Receiver<Weak<Inner>>) {
    while let Ok(program) = programs.recv() {
        let _work = AT_WORK.lock().unwrap_or_else(PoisonError::into_inner);
        if ENDING.load(Ordering::SeqCst) {
            return;
        }
        let Some(program) = program.upgrade() else { continue };
        // A program that can't be compiled stays where it is.
        let compiled = catch_unwind(AssertUnwindSafe(|| program.compile().is_ok()));
        if !compiled.unwrap_or(false) {
            program.stays.store(true, Ordering::Release);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hloom_ir::text::parse_module;
    use hloom_llvm::Generator;

    fn tiered(text: &str) -> Tiered {
        let module = parse_module(text).expect("a program");
        Tiered::new(module, Options::default(), true).expect("it is read")
    }

    /// Code of LLVM, which has a quick tier.
    fn tiered_by_llvm(text: &str) -> Tiered {
        let module = parse_module(text).expect("a program");
        let options = Options { generator: Generator::Llvm, ..Options::default() };
        Tiered::new(module, options, true).expect("it is read")
    }

    #[test]
    fn small_programs_are_interpreted_until_they_run_again() {
        let program = tiered(
            "func.func @main(%x: tensor<4xf32>, %n: tensor<4xi32>) -> (tensor<4xf32>, tensor<i32>) {
               %c = stablehlo.convert %n : (tensor<4xi32>) -> tensor<4xf32>
               %y = stablehlo.divide %x, %c : tensor<4xf32>
               %z = stablehlo.constant dense<0> : tensor<i32>
               %s = stablehlo.reduce(%n init: %z) applies stablehlo.add across dimensions = [0] : (tensor<4xi32>, tensor<i32>) -> tensor<i32>
               return %y, %s : tensor<4xf32>, tensor<i32>
             }",
        );
        assert!(program.is_interpreted() && program.is_plain());
        assert_eq!(program.donated(), [None, None]);
        let (x, n) = ([1f32, 2.0, 3.0, -0.0], [3i32, 7, 11, 2]);
        let run = || {
            let (mut y, mut s) = ([0f32; 4], [0i32]);
            let inputs: [&[u8]; 2] = [bytemuck::bytes_of(&x), bytemuck::bytes_of(&n)];
            let mut outputs = [bytemuck::bytes_of_mut(&mut y), bytemuck::bytes_of_mut(&mut s)];
            program.run_bytes(&inputs, &mut outputs).expect("it runs");
            (y.map(f32::to_bits), s[0])
        };
        let first = run();
        assert_eq!(first.1, 23);
        for _ in 1..UPGRADE - 1 {
            assert_eq!(run(), first);
        }
        assert!(program.is_interpreted());
        run();
        wait(&|| !program.is_interpreted());
        assert_eq!(run(), first);
    }

    fn wait(until: &dyn Fn() -> bool) {
        let begin = Instant::now();
        while !until() {
            assert!(begin.elapsed() < Duration::from_secs(60), "no code is made");
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    #[test]
    fn quick_code_is_replaced_when_its_runs_have_taken_long() {
        let text = "func.func @main(%x: tensor<100xf32>) -> tensor<100xf32> {
                      %s = stablehlo.sine %x : tensor<100xf32>
                      %y = stablehlo.exponential %s : tensor<100xf32>
                      return %y : tensor<100xf32> }";
        let program = tiered_by_llvm(text);
        assert!(program.is_quick() && !program.is_interpreted() && program.is_plain());
        let x: Vec<f32> = (0..100).map(|i| i as f32 * 0.37 - 11.0).collect();
        let run = || {
            let mut y = vec![0f32; 100];
            let mut outputs = [bytemuck::cast_slice_mut(&mut y)];
            program.run_bytes(&[bytemuck::cast_slice(&x)], &mut outputs).expect("it runs");
            y.into_iter().map(f32::to_bits).collect::<Vec<_>>()
        };
        let first = run();
        let begin = Instant::now();
        while begin.elapsed() < SPENT + SPENT / 2 || !program.inner.asked.load(Ordering::Relaxed) {
            assert_eq!(run(), first);
        }
        wait(&|| !program.is_quick());
        assert_eq!(run(), first);
        let views = [View::of(&[100], hloom_ir::Element::F32, bytemuck::cast_slice(&x))];
        let results = program.run(&views).expect("it runs");
        assert_eq!(results[0].as_slice::<u32>(), first);
    }

    #[test]
    fn much_work_is_compiled_fully() {
        let text = "func.func @main(%x: tensor<300x300xf32>) -> tensor<300x300xf32> {
                      %y = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0] : (tensor<300x300xf32>, tensor<300x300xf32>) -> tensor<300x300xf32>
                      return %y : tensor<300x300xf32> }";
        assert!(!tiered_by_llvm(text).is_quick());
        assert!(tiered_by_llvm(&text.replace("300", "20")).is_quick());
        let module = parse_module(&text.replace("300", "20")).expect("a program");
        let program = Tiered::new(module, Options::default(), false).expect("it is read");
        assert!(!program.is_quick());
    }

    #[test]
    fn other_programs_are_compiled_at_once() {
        for body in [
            "%y = stablehlo.sine %x : tensor<4xf32>",
            "%z = stablehlo.constant dense<0.0> : tensor<f32>
             %s = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
             %y = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<4xf32>",
            "%h = stablehlo.convert %x : (tensor<4xf32>) -> tensor<4xbf16>
             %y = stablehlo.convert %h : (tensor<4xbf16>) -> tensor<4xf32>",
        ] {
            let text = format!("func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {{ {body} return %y : tensor<4xf32> }}");
            assert!(!tiered(&text).is_interpreted(), "{text}");
        }
        let large = "func.func @main(%x: tensor<20000xi32>) -> tensor<20000xi32> {
                       %y = stablehlo.add %x, %x : tensor<20000xi32>
                       return %y : tensor<20000xi32> }";
        assert!(!tiered(large).is_interpreted());
        let module = parse_module(&large.replace("20000", "2")).expect("a program");
        assert!(
            !Tiered::new(module, Options::default(), false).expect("it is read").is_interpreted()
        );
    }

    /// A loop that takes long is compiled when it is met.
    #[test]
    fn long_loops_are_compiled() {
        let program = tiered(
            "func.func @main(%n: tensor<i32>) -> tensor<i32> {
               %z = stablehlo.constant dense<0> : tensor<i32>
               %one = stablehlo.constant dense<1> : tensor<i32>
               %r:2 = stablehlo.while(%i = %z, %s = %z) : tensor<i32>, tensor<i32>
               cond {
                 %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
                 stablehlo.return %c : tensor<i1>
               } do {
                 %j = stablehlo.add %i, %one : tensor<i32>
                 %t = stablehlo.add %s, %i : tensor<i32>
                 stablehlo.return %j, %t : tensor<i32>, tensor<i32>
               }
               return %r#1 : tensor<i32>
             }",
        );
        let run = |n: i32| {
            let mut s = [0i32];
            let mut outputs = [bytemuck::bytes_of_mut(&mut s)];
            program.run_bytes(&[bytemuck::bytes_of(&[n])], &mut outputs).expect("it runs");
            s[0]
        };
        assert_eq!(run(10), 45);
        assert!(program.is_interpreted());
        assert_eq!(run(60_000), 1_799_970_000);
        assert!(!program.is_interpreted());
        assert_eq!(run(10), 45);
    }
}
