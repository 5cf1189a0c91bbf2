//! The campaign of three executors with all settings: random programs in the interpreter, as code for
//! CPUs and as code for GPUs in the emulator, after passes in random order, which are verified one by
//! one. `cargo xtask fuzz --programs N` runs N programs, goes on past findings, and ends with figures.
//!
//! Every other program is deep: ops of known accuracy, of all element types, on values computed before.
//! The others are broad: a random walk over all ops of the table. Results of a broad program are
//! held to [`error_bounds`]; where these know nothing, and the results are not near, it counts as
//! unclear. `HLOOM_FUZZ_LAST=FILE` keeps the program that runs in a file, for one that ends the process.

#![cfg(feature = "ptx")]

use hloom_interp::Value;
use hloom_ir::ops::Op;
use hloom_ir::types::float::FloatFormat;
use hloom_ir::{Literal, Module, Type};
use hloom_passes::{Options as PassOptions, Pipeline};
use hloom_tests::campaign::{Random, Watchdog, seeds};
use hloom_tests::corpus::{self, agree, shown};
use hloom_tests::programs::of_every_op;
use hloom_tests::sampling::{
    Language, all_values, close, error_bounds, input, multiplies_subnormal_bf16, same,
    wide_program, within,
};
use std::collections::{BTreeMap, HashMap};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

/// The passes that keep the meaning of any program.
const PASSES: &[&str] = &[
    "assign-layouts",
    "canonicalize",
    "canonicalize-dynamism",
    "cse",
    "dce",
    "expand-batch-norm",
    "expand-complex-math",
    "expand-quantized",
    "expand-random",
    "expand-slice-reduce",
    "flatten-tuples",
    "fuse",
    "fuse-storage",
    "hoist",
    "inline",
    "inline-layers",
    "layer-graph",
    "legalize-chlo",
    "lift-control-flow",
    "lower-control-flow",
    "merge-siblings",
    "refine-shapes",
    "relayout-sparse",
    "split",
    "structs-to-tuples",
    "symbol-dce",
    "unfuse",
    "unroll-loops",
    "vectorize-loops",
];

/// Those that may change the types of a function.
const SIGNATURES: &[&str] = &["expand-quantized", "flatten-tuples", "structs-to-tuples"];

/// A program with its inputs and the interpreter's results.
struct Subject {
    module: Module,
    inputs: Vec<Value>,
    want: Vec<Value>,
    /// The allowed errors of a deep program's results, in units in the last place.
    ulps: Option<Vec<u64>>,
}

/// The reason for which an executor has no results.
enum Stop {
    /// It does not take the program, and says why.
    Refused(String),
    /// It should have run it.
    Failed(String),
}

/// The comparison of two results.
#[derive(PartialEq)]
enum Outcome {
    Same,
    Unclear,
    Different(usize),
}

impl Subject {
    fn deep(random: &mut Random) -> Result<Subject, String> {
        let sample = wide_program(random, 24);
        let inputs = arguments(&sample.module, random).ok_or("no input of a type")?;
        Subject::of(sample.module, inputs, Some(sample.ulps))
    }

    fn broad(language: &mut Language, random: &mut Random) -> Result<Subject, String> {
        // Shapes, futures and numbers that are no tensors can't be given.
        let drawn = (0..100).find_map(|_| {
            let module = language.module(random, 8);
            let inputs = arguments(&module, random)?;
            Some((module, inputs))
        });
        let (module, inputs) = drawn.ok_or("no input of a type")?;
        Subject::of(module, inputs, None)
    }

    fn of(module: Module, inputs: Vec<Value>, ulps: Option<Vec<u64>>) -> Result<Subject, String> {
        let want = interpret(&module, &inputs)?;
        Ok(Subject { module, inputs, want, ulps })
    }

    fn compare(&self, got: &[Value]) -> Outcome {
        // A future has its own identity.
        if self.want.iter().any(|value| matches!(value, Value::Future(_))) {
            return Outcome::Unclear;
        }
        if got.len() != self.want.len() {
            return Outcome::Different(got.len().min(self.want.len()));
        }
        let pairs = self.want.iter().zip(got).enumerate();
        let Some(ulps) = &self.ulps else {
            let apart: Vec<usize> = pairs
                .filter(|(_, (a, b))| !agree(std::slice::from_ref(a), std::slice::from_ref(b)))
                .map(|(i, _)| i)
                .collect();
            return if apart.is_empty() { Outcome::Same } else { self.by_bounds(&apart, got) };
        };
        for (i, (a, b)) in pairs {
            let (Some(a), Some(b)) = (a.tensor(), b.tensor()) else { return Outcome::Different(i) };
            let near = |ulps| close(a, b, ulps) || close_to_infinity(a, b, ulps);
            if a.ty() != b.ty() || !(same(a, b) || ulps[i] > 0 && near(ulps[i])) {
                let values = self.values();
                return match values.is_some_and(|it| multiplies_subnormal_bf16(&self.module, &it)) {
                    true => Outcome::Unclear,
                    false => Outcome::Different(i),
                };
            }
        }
        Outcome::Same
    }

    /// The values of the program, if it takes and has tensors alone.
    fn values(&self) -> Option<HashMap<hloom_ir::Value, Literal>> {
        let inputs: Option<Vec<Literal>> =
            self.inputs.iter().map(|v| v.tensor().cloned()).collect();
        all_values(&self.module, &inputs?)
    }

    /// Compares results that are not near by the rounding errors that the program allows.
    fn by_bounds(&self, apart: &[usize], got: &[Value]) -> Outcome {
        // Singular vectors, say, may have either sign.
        let mut ops = self.module.walk_all();
        if ops.any(|op| self.module.op(op).name() == "stablehlo.custom_call")
            || self.breaks_promises()
        {
            return Outcome::Unclear;
        }
        let Some(values) = self.values() else { return Outcome::Unclear };
        if multiplies_subnormal_bf16(&self.module, &values) {
            return Outcome::Unclear;
        }
        let bounds = error_bounds(&self.module, &values);
        let main = self.module.symbol("main").expect("there is a main");
        let block = self.module.entry(main, 0).expect("it has a body");
        let end = self.module.terminator(block).expect("it ends");
        let returned = self.module.operands(end);
        let mut unclear = false;
        for &i in apart {
            let (Some(a), Some(b)) = (self.want[i].tensor(), got[i].tensor()) else {
                return Outcome::Different(i);
            };
            // An elementary function of compiled code may be off by some units.
            match bounds.get(&returned[i]).map(|bound| 16.0 * bound) {
                Some(bound) if bound.is_finite() && !within(a, b, bound) => {
                    return Outcome::Different(i);
                }
                Some(bound) if bound.is_finite() => {}
                _ => unclear = true,
            }
        }
        if unclear { Outcome::Unclear } else { Outcome::Same }
    }

    /// Whether an op says of its indices what random ones do not hold.
    fn breaks_promises(&self) -> bool {
        self.module.walk_all().any(|op| match self.module.op(op) {
            Op::Scatter(it) => {
                it.unique_indices == Some(true) || it.indices_are_sorted == Some(true)
            }
            Op::Gather(it) => it.indices_are_sorted == Some(true),
            // Any other op: its promises are none, or are checked.
            _ => false,
        })
    }

    /// The program as a test file.
    fn as_file(&self, what: &str) -> String {
        let mut file = format!("// {what}\n");
        for (i, x) in self.inputs.iter().enumerate() {
            file.push_str(&format!("// input {i}: {x:?}\n"));
        }
        file.push_str(&hloom_ir::text::print(&self.module, &Default::default()));
        file
    }
}

/// Whether two tensors are close if an infinity counts as the number behind the largest one: a sum may
/// be rounded up to it in one order, and stay below in another.
fn close_to_infinity(a: &Literal, b: &Literal, ulps: u64) -> bool {
    let Some(format) = FloatFormat::of(a.element()) else { return false };
    let (a, b) = (a.expanded(), b.expanded());
    let width = a.element().byte_width();
    a.ty() == b.ty()
        && a.bytes().chunks(width).zip(b.bytes().chunks(width)).all(|(x, y)| {
            let [x, y] = [x, y].map(|bytes| {
                let mut wide = [0; 8];
                wide[..bytes.len()].copy_from_slice(bytes);
                u64::from_le_bytes(wide)
            });
            // The pattern of an infinity is the one behind that of the largest number.
            let both = format.decode(x).is_nan() && format.decode(y).is_nan();
            both || x.abs_diff(y) <= ulps
        })
}

/// Random arguments of `main`.
fn arguments(module: &Module, random: &mut Random) -> Option<Vec<Value>> {
    let function = module.symbol("main")?;
    let types: &[Type] = module.func(function).function_type.inputs();
    let each = types.iter().enumerate().map(|(i, &ty)| {
        let edges = input(ty, random).filter(|_| random.chance(2)).map(Value::Tensor);
        edges.or_else(|| corpus::argument(random.bits(), i, ty))
    });
    each.collect()
}

/// The type of `main`.
fn signature(module: &Module) -> Option<Type> {
    Some(module.func(module.symbol("main")?).function_type.0)
}

fn interpret(module: &Module, inputs: &[Value]) -> Result<Vec<Value>, String> {
    let limits = hloom_interp::Options {
        max_tensor_bytes: 1 << 22,
        max_steps: Some(50_000),
        ..Default::default()
    };
    hloom_interp::run_with(module, "main", inputs, &limits).map_err(|e| e.to_string())
}

/// Some passes, in random order; a pass may come again.
fn pipeline(random: &mut Random) -> String {
    let passes: Vec<&str> = (0..=random.below(8)).map(|_| *random.one_of(PASSES)).collect();
    passes.join(",")
}

/// Random settings of an executor that compiles, and their words.
fn settings(random: &mut Random, gpu: bool) -> (hloom::Options, String) {
    let mut options = hloom::Options {
        threads: Some(1 + random.below(3)),
        cores: Some(1 + random.below(4)),
        split: random.chance(3),
        ..Default::default()
    };
    if random.chance(8) {
        // Without those that change a signature.
        let passes = pipeline(random);
        let kept = passes.split(',').filter(|pass| !SIGNATURES.contains(pass));
        options.passes = Some(kept.collect::<Vec<_>>().join(","));
    }
    let mut words = format!(
        "threads {:?}, cores {:?}, split {}, passes {:?}",
        options.threads, options.cores, options.split, options.passes
    );
    if gpu {
        let target = *random.one_of(&hloom_ptx::Target::ALL);
        (options.emulate, options.poison) = (Some(target), true);
        words = format!("{target:?}, {words}");
    } else if random.chance(30) {
        options.generator = hloom::Generator::Llvm;
        options.quick = random.chance(2);
        words = format!("LLVM, quick {}, {words}", options.quick);
    }
    (options, words)
}

/// A text without what stands in quotes and without numbers: the kind of an error.
fn kind(error: &str) -> String {
    let first = error.lines().next().unwrap_or_default();
    let first = first.split("; operand").next().unwrap_or_default();
    let quoted = first.split('`').enumerate().map(|(i, part)| if i % 2 == 1 { "…" } else { part });
    let all: String = quoted.collect::<String>().chars().filter(|c| !c.is_ascii_digit()).collect();
    all.chars().take(90).collect()
}

/// The figures of the campaign.
#[derive(Default)]
struct Tally {
    programs: u64,
    deep: u64,
    ran: [u64; 3],
    refused: BTreeMap<(&'static str, String), u64>,
    unclear: u64,
    findings: BTreeMap<String, u64>,
    time: [Duration; 4],
}

/// The executors, the first after passes.
const NAMES: [&str; 3] = ["interpreter", "CPU", "GPU"];

impl Tally {
    /// Runs an executor and judges its results.
    fn judge(
        &mut self,
        which: usize,
        subject: &Subject,
        words: &str,
        run: impl FnOnce() -> Result<Vec<Value>, Stop>,
    ) {
        let name = NAMES[which];
        // Code that crashes ends the process: the last program is in the file then.
        if let Some(file) = std::env::var_os("HLOOM_FUZZ_LAST") {
            let _ = std::fs::write(file, subject.as_file(&format!("{name}, {words}")));
        }
        let clock = Instant::now();
        let ran = catch_unwind(AssertUnwindSafe(run));
        self.time[which] += clock.elapsed();
        match ran {
            Err(_) => self.find(name, "panics", subject, words, ""),
            Ok(Err(Stop::Failed(error))) if !subject.breaks_promises() => {
                self.find(name, "fails", subject, words, &error);
            }
            Ok(Err(Stop::Refused(error) | Stop::Failed(error))) => {
                *self.refused.entry((name, kind(&error))).or_default() += 1;
            }
            Ok(Ok(got)) => {
                self.ran[which] += 1;
                match subject.compare(&got) {
                    Outcome::Same => {}
                    Outcome::Unclear => {
                        self.unclear += 1;
                        if std::env::var_os("HLOOM_FUZZ_UNCLEAR").is_some() {
                            println!("unclear: {name}, {words}\n{}", subject.as_file(words));
                        }
                    }
                    Outcome::Different(i) => {
                        let (got, want) = (shown(&got[i..=i]), shown(&subject.want[i..=i]));
                        let what = format!("result {i}: {got} instead of {want}");
                        self.find(name, "differs", subject, words, &what);
                    }
                }
            }
        }
    }

    fn find(&mut self, name: &str, kind: &str, subject: &Subject, words: &str, what: &str) {
        *self.findings.entry(format!("{name} {kind}")).or_default() += 1;
        let count: u64 = self.findings.values().sum();
        println!("finding {count}: {name} {kind}, {words}");
        println!("{}", subject.as_file(what));
        assert!(count < 100, "{:?} in {} programs", self.findings, self.programs);
    }
}

#[test]
fn campaign_executors_agree_with_all_settings() {
    let mut language = Language::new(of_every_op());
    let watchdog = Watchdog::new(Duration::from_secs(300));
    let mut tally = Tally::default();
    let started = Instant::now();
    let mut said = started;
    for seed in seeds(40) {
        let mut random = Random::new(seed);
        let clock = Instant::now();
        let drawn = match seed % 2 {
            0 => Subject::deep(&mut random),
            _ => Subject::broad(&mut language, &mut random),
        };
        tally.time[3] += clock.elapsed();
        let subject = match drawn {
            Ok(subject) => subject,
            Err(error) => {
                *tally.refused.entry(("before", kind(&error))).or_default() += 1;
                continue;
            }
        };
        tally.programs += 1;
        tally.deep += u64::from(seed % 2 == 0);
        watchdog.begin(subject.as_file(&format!("seed {seed}")));
        let text = pipeline(&mut random);
        let mut module = subject.module.clone();
        tally.judge(0, &subject, &format!("seed {seed}, passes {text}"), || {
            let passes = Pipeline::parse(&text);
            let passes = passes.map_err(|e| Stop::Failed(format!("{e:?}")))?;
            let options = PassOptions { verify_each: true, ..Default::default() };
            let done = hloom_passes::run(&mut module, &passes, &options, &mut ());
            let changed = signature(&module) != signature(&subject.module);
            if done.is_err() || changed {
                module = subject.module.clone();
            }
            done.map_err(|failure| match failure.is_bug() {
                true => Stop::Failed(failure.to_string()),
                false => Stop::Refused(failure.to_string()),
            })?;
            if changed {
                return Err(Stop::Refused("passes change the signature".to_owned()));
            }
            // Its limits of steps and bytes are those of the program as it was.
            interpret(&module, &subject.inputs).map_err(Stop::Refused)
        });
        // The emulator takes most of the time.
        let gpu = random.chance(4).then_some(2);
        for which in [1].into_iter().chain(gpu) {
            let (options, words) = settings(&mut random, which == 2);
            let passed = random.chance(2);
            let from = if passed { &module } else { &subject.module };
            let first = if passed { text.as_str() } else { "none" };
            let words = format!("seed {seed}, first {first}, {words}");
            tally.judge(which, &subject, &words, || {
                let program = hloom::compile_module(from.clone(), &options);
                let program = program.map_err(|error| match error {
                    hloom::Error::Bug(_) => Stop::Failed(error.to_string()),
                    error => Stop::Refused(error.to_string()),
                })?;
                let ran = program.run_values(subject.inputs.clone());
                // Programs of unknown extents are compiled by their first run; a pass that is given
                // names the op that it refuses.
                ran.map_err(|error| (matches!(error, hloom::Error::Passes(_)), error.to_string()))
                    .map_err(|(of_passes, error)| match of_passes || error.starts_with("pass `") {
                        true => Stop::Refused(error),
                        false => Stop::Failed(error),
                    })
            });
        }
        if said.elapsed() > Duration::from_secs(60) {
            said = Instant::now();
            let past = started.elapsed().as_secs_f64();
            println!("{} programs in {past:.0} s: {:?}", tally.programs, tally.findings);
        }
    }
    println!(
        "{} programs, {} deep, in {:.0} s; {} results unclear",
        tally.programs,
        tally.deep,
        started.elapsed().as_secs_f64(),
        tally.unclear
    );
    for (i, name) in NAMES.iter().chain(&["drawing"]).enumerate() {
        let each = 1e3 * tally.time[i].as_secs_f64() / tally.programs.max(1) as f64;
        let ran = tally.ran.get(i).map_or(String::new(), |n| format!(", {n} ran"));
        println!("  {name}: {each:.2} ms a program{ran}");
    }
    for ((name, kind), count) in &tally.refused {
        println!("  {name}: {count} times {kind}");
    }
    assert!(tally.findings.is_empty(), "{:?} in {} programs", tally.findings, tally.programs);
    assert!(tally.ran.iter().all(|&n| n > 0), "{:?} ran", tally.ran);
}
