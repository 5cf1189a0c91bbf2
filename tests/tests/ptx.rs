//! The whole language on six GPUs: every program of the corpus is compiled, run in the emulator,
//! compared with the interpreter, and every kernel is assembled by `ptxas` without register spills.
//!
//! Programs of the benchmarks and models are only compiled and assembled, since their tensors are
//! large. So are those of `fusion/sparse`: they divide by sums that cancel, and lose more digits
//! than the comparison allows. Kernels that the assembler has passed before are not assembled
//! again; `cargo xtask ptx-sweep` assembles all of them and prints statistics.
//! `target/tmp/ptxas/sm_90.kernels` and the like list each kernel's registers, spilled bytes and
//! shared memory.
//!
//! Kernels that are equal for several GPUs run once in the emulator, which has the same semantics
//! for all of them; the sweep runs them once for each GPU.
//!
//! `HLOOM_PTX_SWEEP=0/1` also assembles all kernels again, `3/16` covers about every sixteenth
//! program starting with the third, and `HLOOM_PTX_TARGET=sm_90` covers one GPU only.

#![cfg(feature = "ptx")]

use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Instant;

use hloom_ir::Module;
use hloom_ptx::Target;
use hloom_ptx::ptxas::{Ptxas, Usage};
use hloom_tests::corpus::{Case, agree, cases, files, shown};
use hloom_tests::kernels::{Unit, Verdict, Verdicts, units};
use hloom_tests::programs::{below, text_of};

/// The maximum number of kernels per call of the assembler.
const TOGETHER: usize = 96;

/// Statistics of a GPU.
struct Gpu {
    target: Target,
    verdicts: Option<Arc<Verdicts>>,
    programs: usize,
    kernels: usize,
    seen: HashSet<String>,
    waiting: BTreeMap<String, Vec<Unit>>,
    /// Number of distinct kernels that the assembler passed, and how many of them it had passed
    /// before.
    assembled: usize,
    known: usize,
    spilled: Vec<String>,
    registers: u32,
    /// One line per kernel.
    report: Vec<String>,
    wrong: Vec<String>,
}

impl Gpu {
    fn new(target: Target, verdicts: Option<Arc<Verdicts>>) -> Gpu {
        Gpu {
            target,
            verdicts,
            programs: 0,
            kernels: 0,
            seen: HashSet::new(),
            waiting: BTreeMap::new(),
            assembled: 0,
            known: 0,
            spilled: Vec::new(),
            registers: 0,
            report: Vec::new(),
            wrong: Vec::new(),
        }
    }

    fn passed(&mut self, unit: &Unit, verdict: Verdict) {
        self.assembled += unit.kernels();
        let Verdict { registers, spilled, shared } = verdict;
        self.registers = self.registers.max(registers);
        let place = &unit.place;
        self.report.push(format!("{registers:>9} {spilled:>7} {shared:>6}  {place}\n"));
        if spilled > 0 {
            self.spilled.push(format!("{place}: {spilled} bytes"));
        }
    }

    /// Adds units; returns those to be assembled now, in groups.
    fn take(&mut self, units: Vec<Unit>) -> Vec<Vec<Unit>> {
        let mut ready = Vec::new();
        for unit in units {
            self.kernels += unit.kernels();
            if !self.seen.insert(unit.text.clone()) {
                continue;
            }
            let Some(verdicts) = &self.verdicts else { continue };
            if let Some(verdict) = verdicts.known(&unit) {
                self.known += unit.kernels();
                self.passed(&unit, verdict);
            } else if unit.alone {
                ready.push(vec![unit]);
            } else {
                let waiting = self.waiting.entry(unit.header.clone()).or_default();
                waiting.push(unit);
                if waiting.len() == TOGETHER {
                    ready.push(std::mem::take(waiting));
                }
            }
        }
        ready
    }

    fn line(&self) -> String {
        format!(
            "{}: {} programs, {} kernels, {} of them different, {} assembled ({} of them before), \
             at most {} registers, {} that spill, {} failures",
            self.target,
            self.programs,
            self.kernels,
            self.seen.len(),
            self.assembled,
            self.known,
            self.registers,
            self.spilled.len(),
            self.wrong.len(),
        )
    }
}

struct Sweep {
    sample: (usize, usize),
    /// Whether kernels that are equal for two GPUs run twice.
    whole: bool,
    gpus: Vec<Mutex<Gpu>>,
}

fn locked(gpu: &Mutex<Gpu>) -> MutexGuard<'_, Gpu> {
    gpu.lock().expect("no thread failed with it")
}

impl Sweep {
    /// Whether a function with this number is in the sample.
    fn is_sampled(&self, number: usize) -> bool {
        let (first, every) = self.sample;
        number % every == first % every
    }

    /// Compiles a function for all GPUs and, if there is a case, runs it.
    fn program(&self, module: &Module, (name, place): (&str, &str), case: Option<&Case>) {
        let mut ran = HashSet::new();
        for gpu in &self.gpus {
            let target = locked(gpu).target;
            let options = hloom::Options {
                entry: Some(name.to_owned()),
                emulate: Some(target),
                ..Default::default()
            };
            let outcome = hloom::compile_module(module.clone(), &options).and_then(|program| {
                // Once directly, and once as a captured graph if possible.
                let mut got = Vec::new();
                let texts = program.ptx();
                // Code is generated at run time if the types have unknown extents.
                let new = texts.is_empty() || ran.insert(without_headers(&texts));
                let times = if new || self.whole { 2 } else { 0 };
                for case in [case, case].into_iter().take(times).flatten() {
                    got.push((case, program.run_values(case.inputs.clone())?));
                }
                Ok((program, got))
            });
            let mut seen = locked(gpu);
            seen.programs += 1;
            let mut ready = Vec::new();
            match outcome {
                Ok((program, got)) => {
                    let wrong = got.iter().find(|(case, got)| !case.agrees(got));
                    if let Some((case, got)) = wrong {
                        let what = format!("{} instead of {}", shown(got), shown(&case.want));
                        seen.wrong.push(format!("{place}: {what}"));
                    }
                    for text in program.ptx() {
                        ready.extend(seen.take(units(&text, place)));
                    }
                }
                Err(error) => seen.wrong.push(format!("{place}: {error}")),
            }
            drop(seen);
            ready.iter().for_each(|units| assemble(gpu, units));
        }
    }

    /// The functions of a file that the interpreter can run.
    fn corpus(&self, path: &Path, first: usize) {
        let mut number = first;
        cases(path, &mut |module, case| {
            if self.is_sampled(number) {
                self.program(module, (&case.name, &case.place), Some(&case));
            }
            number += 1;
        });
    }

    /// The program of a file that is too large to be interpreted here.
    fn large(&self, path: &Path, number: usize) {
        if !self.is_sampled(number) {
            return;
        }
        let Ok(module) = hloom_ir::text::parse_module(&text_of(path)) else { return };
        let public = module.functions().map(|op| module.func(op).sym_name.0.to_string());
        let Some(name) = public.into_iter().next() else { return };
        let place = path.strip_prefix(env!("CARGO_MANIFEST_DIR")).unwrap_or(path).display();
        self.program(&module, (&name, &place.to_string()), None);
    }
}

/// PTX without the lines that name the GPU.
fn without_headers(texts: &[String]) -> Vec<String> {
    let header = |line: &&str| line.starts_with(".target") || line.starts_with(".version");
    let body = |text: &String| {
        let lines = text.lines().filter(|line| !header(line) && !line.starts_with("//"));
        lines.collect::<Vec<_>>().join("\n")
    };
    texts.iter().map(body).collect()
}

/// Assembles units of one header, in parallel with other work.
fn assemble(gpu: &Mutex<Gpu>, units: &[Unit]) {
    let Some(verdicts) = locked(gpu).verdicts.clone() else { return };
    let said = verdicts.assemble(units);
    let mut seen = locked(gpu);
    for (unit, verdict) in units.iter().zip(said) {
        match verdict {
            Ok(verdict) => seen.passed(unit, verdict),
            Err(words) => seen.wrong.push(format!("{}: {words}", unit.place)),
        }
    }
}

/// The sample that the environment requests: the first function, and the stride.
fn sample() -> Option<(usize, usize)> {
    let text = std::env::var("HLOOM_PTX_SWEEP").ok()?;
    let both = text.split_once('/').map(|(a, b)| (a.parse(), b.parse()));
    match both {
        Some((Ok(first), Ok(every))) if every > 0 => Some((first, every)),
        _ => panic!("HLOOM_PTX_SWEEP is `FIRST/EVERY`, not `{text}`"),
    }
}

/// The GPUs that the environment requests, or all.
fn targets() -> Vec<Target> {
    match std::env::var("HLOOM_PTX_TARGET") {
        Ok(name) => vec![Target::parse(&name).expect("HLOOM_PTX_TARGET names a target")],
        Err(_) => Target::ALL.to_vec(),
    }
}

#[test]
fn every_program_on_every_gpu() {
    let sampled = sample();
    let ptxas = match Ptxas::find() {
        Ok(ptxas) => Some(ptxas),
        Err(error) => {
            assert!(sampled.is_none(), "the sweep wants an assembler: {error}");
            eprintln!("notice: no kernel goes through ptxas: {error}");
            None
        }
    };
    let began = Instant::now();
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("ptxas");
    let gpu = |target: Target| {
        let verdicts = ptxas.clone().map(|it| Verdicts::new(it, target, &cache, sampled.is_none()));
        let verdicts = verdicts.map(Arc::new);
        Mutex::new(Gpu::new(target, verdicts))
    };
    let gpus = targets().into_iter().map(gpu).collect();
    let sweep = Sweep { sample: sampled.unwrap_or((0, 1)), whole: sampled.is_some(), gpus };
    let (sparse, fusion): (Vec<PathBuf>, Vec<PathBuf>) =
        below("fusion").into_iter().partition(|path| path.iter().any(|part| part == "sparse"));
    let small = files().into_iter().chain(fusion).map(|path| (path, false));
    let large = [below("bench/programs"), below("models"), sparse].concat();
    let large = large.into_iter().map(|path| (path, true));
    // The slowest ones first.
    let paths: Vec<(PathBuf, bool)> = large.chain(small).collect();
    let next = AtomicUsize::new(0);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    match paths.get(at) {
                        Some((path, true)) => sweep.large(path, at),
                        Some((path, false)) => sweep.corpus(path, at),
                        None => break,
                    }
                }
            });
        }
    });
    let mut wrong = Vec::new();
    for gpu in &sweep.gpus {
        let waiting = std::mem::take(&mut locked(gpu).waiting);
        waiting.values().for_each(|units| assemble(gpu, units));
        let mut seen = locked(gpu);
        println!("{}", seen.line());
        seen.report.sort();
        let head = "registers spilled shared  the first program with this kernel\n";
        let file = cache.join(format!("{}.kernels", seen.target));
        let text = head.to_owned() + &seen.report.concat();
        if ptxas.is_some() {
            std::fs::write(&file, text).expect("the report can be written");
        }
        wrong.extend(seen.spilled.iter().map(|what| format!("{} spills: {what}", seen.target)));
        wrong.extend(seen.wrong.iter().map(|what| format!("{}: {what}", seen.target)));
        // Each kernel is either known to pass or reported as wrong.
        if ptxas.is_some() && seen.wrong.is_empty() {
            assert!(seen.assembled >= seen.seen.len(), "{}", seen.line());
        }
        if sampled.is_none() {
            assert!(seen.programs > 4000, "only {} programs are there", seen.programs);
        }
    }
    println!("swept in {:.0} s", began.elapsed().as_secs_f64());
    assert!(wrong.is_empty(), "{} failures:\n{}", wrong.len(), wrong.join("\n"));
}

/// Masked attention as JAX emits it is one kernel, without spills.
#[test]
fn attention_is_one_kernel() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("fusion");
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).expect("it can be read");
    let programs = [(read("attention.mlir"), 1)];
    let file = std::env::temp_dir().join(format!("attention-{}.mlir", std::process::id()));
    let ptxas = Ptxas::find().ok();
    let mut ran = 0;
    for (text, expected) in programs {
        std::fs::write(&file, text).expect("it can be written");
        cases(&file, &mut |module, case| {
            if case.name != "main" {
                return;
            }
            for target in Target::ALL {
                let options = hloom::Options {
                    entry: Some(case.name.clone()),
                    emulate: Some(target),
                    ..Default::default()
                };
                let program = hloom::compile_module(module.clone(), &options).expect("it compiles");
                let texts: Vec<_> =
                    program.ptx().iter().filter(|text| text.contains(".entry")).cloned().collect();
                let kernels: usize = texts.iter().map(|text| text.matches(".entry").count()).sum();
                assert_eq!(kernels, expected, "{target}: {texts:?}");
                for (ptxas, text) in ptxas.iter().zip(&texts) {
                    let cubin = ptxas.assemble(text, target).expect("it is assembled");
                    let spilled = |u: &Usage| u.spill_stores + u.spill_loads > 0;
                    assert!(!cubin.usage.iter().any(spilled), "{target}: {:?}", cubin.usage);
                }
                if matches!(target, Target::Sm75 | Target::Sm90) {
                    let got = program.run_values(case.inputs.clone()).expect("it runs");
                    let (want, got_shown) = (shown(&case.want), shown(&got));
                    assert!(agree(&case.want, &got), "{target}: {got_shown} instead of {want}");
                    ran += 1;
                }
            }
        });
    }
    std::fs::remove_file(&file).expect("it is there");
    assert_eq!(ran, 2);
}
