//! All of the corpus for all six GPUs: compiled, run in the emulator, held to what the
//! interpreter gives, and every kernel made machine code by `ptxas`.
//!
//! `cargo xtask ptx-sweep` runs it, which takes a while: `HLOOM_PTX_SWEEP=0/1` is all,
//! `3/16` every sixteenth function from the third on; without that nothing is run, and that is
//! said. Programs of the benchmarks and the models are compiled and assembled only, since
//! their tensors are large, and so are those of `fusion/sparse`, whose quotients by sums that
//! cancel lose more digits than results are compared in here. Kernels of the same text are assembled once, many in one call of
//! the assembler.

#![cfg(feature = "ptx")]

use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use hloom_ir::Module;
use hloom_ptx::Target;
use hloom_ptx::ptxas::Ptxas;
use hloom_tests::corpus::{Case, agree, cases, files, shown};
use hloom_tests::programs::{below, text_of};

/// Kernels that one call of the assembler gets at most.
const TOGETHER: usize = 96;

/// A kernel, or a module whose kernels share what is declared ahead of them.
struct Unit {
    /// What is ahead of kernels in the text: version, target and size of addresses.
    header: String,
    text: String,
    /// Whether other units may stand in the same text.
    alone: bool,
    place: String,
}

/// The units of a text, each in a spelling that does not depend on names.
fn units(text: &str, place: &str) -> Vec<Unit> {
    let lines = text.lines().map(|line| line.split("//").next().unwrap_or_default().trim_end());
    let lines: Vec<&str> = lines.filter(|line| !line.is_empty()).collect();
    let entry = |line: &&str| line.contains(".entry ");
    let first = lines.iter().position(&entry).unwrap_or(lines.len());
    let directive = |line: &&&str| {
        [".version", ".target", ".address_size"].iter().any(|word| line.starts_with(word))
    };
    let header: Vec<&str> = lines[..first].iter().filter(|line| directive(line)).copied().collect();
    let header = header.join("\n") + "\n";
    let place = place.to_owned();
    if header.lines().count() < first {
        let text = lines[header.lines().count()..].join("\n");
        return vec![Unit { header, text, alone: true, place }];
    }
    let starts: Vec<usize> = (first..lines.len()).filter(|at| entry(&lines[*at])).collect();
    let ends = starts.iter().skip(1).copied().chain([lines.len()]);
    let each = starts.iter().zip(ends).map(|(&from, to)| {
        let name = lines[from].split(".entry ").nth(1).unwrap_or_default();
        let name = name.split('(').next().unwrap_or_default().trim();
        let text = renamed(&lines[from..to].join("\n"), name);
        Unit { header: header.clone(), text, alone: false, place: place.clone() }
    });
    each.collect()
}

/// What entries are called in [`Unit::text`].
const NAME: &str = "entry_of_this";

/// A text with another name for its entry and the parameters of that.
fn renamed(text: &str, name: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let word = |c: char| c.is_alphanumeric() || "_$.%".contains(c);
    let mut rest = text;
    while !rest.is_empty() {
        let end = rest.find(|c| !word(c)).unwrap_or(rest.len());
        let (token, after) = rest.split_at(end);
        match token.strip_prefix(name) {
            Some(tail) if tail.is_empty() || tail.starts_with("_param_") => {
                out.push_str(NAME);
                out.push_str(tail);
            }
            _ => out.push_str(token),
        }
        let gap = after.find(word).unwrap_or(after.len());
        out.push_str(&after[..gap]);
        rest = &after[gap..];
    }
    out
}

/// What was seen of a GPU.
#[derive(Default)]
struct Figures {
    programs: usize,
    kernels: usize,
    seen: HashSet<String>,
    waiting: BTreeMap<String, Vec<Unit>>,
    spilled: Vec<String>,
    registers: u32,
    wrong: Vec<String>,
}

struct Sweep {
    ptxas: Ptxas,
    sample: (usize, usize),
    figures: [Mutex<Figures>; Target::ALL.len()],
}

impl Sweep {
    /// Whether a function of this number is one of the sample.
    fn wanted(&self, number: usize) -> bool {
        let (first, every) = self.sample;
        number % every == first % every
    }

    fn figures(&self, target: Target) -> std::sync::MutexGuard<'_, Figures> {
        let at = Target::ALL.iter().position(|it| *it == target).expect("it is one of them");
        self.figures[at].lock().expect("no thread failed with it")
    }

    /// Compiles a function for all GPUs and, if there is a case, runs it.
    fn program(&self, module: &Module, (name, place): (&str, &str), case: Option<&Case>) {
        for target in Target::ALL {
            let options = hloom::Options {
                entry: Some(name.to_owned()),
                emulate: Some(target),
                ..Default::default()
            };
            let outcome = hloom::compile_module(module.clone(), &options).and_then(|program| {
                let got = case.map(|case| program.run_values(case.inputs.clone())).transpose()?;
                Ok((program, got))
            });
            self.figures(target).programs += 1;
            match outcome {
                Ok((program, got)) => {
                    if let (Some(case), Some(got)) = (case, got)
                        && !agree(&case.want, &got)
                    {
                        let what = format!("{} instead of {}", shown(&got), shown(&case.want));
                        self.figures(target).wrong.push(format!("{place}: {what}"));
                    }
                    for text in program.ptx() {
                        self.take(target, units(&text, place));
                    }
                }
                Err(error) => self.figures(target).wrong.push(format!("{place}: {error}")),
            }
        }
    }

    /// Takes units that were not seen before, and assembles those that wait once they are many.
    fn take(&self, target: Target, units: Vec<Unit>) {
        let mut ready = Vec::new();
        let mut figures = self.figures(target);
        for unit in units {
            figures.kernels += unit.text.matches(".entry ").count();
            if !figures.seen.insert(unit.text.clone()) {
                continue;
            }
            if unit.alone {
                ready.push(vec![unit]);
                continue;
            }
            let waiting = figures.waiting.entry(unit.header.clone()).or_default();
            waiting.push(unit);
            if waiting.len() == TOGETHER {
                ready.push(std::mem::take(waiting));
            }
        }
        drop(figures);
        ready.iter().for_each(|units| self.assemble(target, units));
    }

    fn assemble(&self, target: Target, units: &[Unit]) {
        let Some(first) = units.first() else { return };
        let mut text = first.header.clone();
        for (number, unit) in units.iter().enumerate() {
            let name = format!("kernel_{number}");
            text += &if unit.alone { unit.text.clone() } else { unit.text.replace(NAME, &name) };
            text.push('\n');
        }
        match self.ptxas.assemble(&text, target) {
            Ok(cubin) => {
                let mut figures = self.figures(target);
                for usage in &cubin.usage {
                    figures.registers = figures.registers.max(usage.registers);
                    if usage.spill_stores + usage.spill_loads > 0 {
                        let number = usage.symbol.strip_prefix("kernel_");
                        let number = number.and_then(|n| n.parse::<usize>().ok());
                        let place = &units[number.unwrap_or(0).min(units.len() - 1)].place;
                        let (stores, loads) = (usage.spill_stores, usage.spill_loads);
                        figures.spilled.push(format!("{place}: {stores} stored, {loads} loaded"));
                    }
                }
            }
            Err(error) if units.len() == 1 => {
                let place = &first.place;
                self.figures(target).wrong.push(format!("{place}: {error}"));
            }
            // The one that it refuses is in one of the halves.
            Err(_) => {
                let (front, back) = units.split_at(units.len() / 2);
                self.assemble(target, front);
                self.assemble(target, back);
            }
        }
    }

    /// The functions of a file that the interpreter runs.
    fn corpus(&self, path: &Path, first: usize) {
        let mut number = first;
        cases(path, &mut |module, case| {
            if self.wanted(number) {
                self.program(module, (&case.name, &case.place), Some(&case));
            }
            number += 1;
        });
    }

    /// The program of a file that is too large to be interpreted here.
    fn large(&self, path: &Path, number: usize) {
        if !self.wanted(number) {
            return;
        }
        let Ok(module) = hloom_ir::text::parse_module(&text_of(path)) else { return };
        let public = module.functions().map(|op| module.func(op).sym_name.0.to_string());
        let Some(name) = public.into_iter().next() else { return };
        let place = path.strip_prefix(env!("CARGO_MANIFEST_DIR")).unwrap_or(path).display();
        self.program(&module, (&name, &place.to_string()), None);
    }
}

/// Which functions are run: this one, and then every so-many-th.
fn sample() -> Option<(usize, usize)> {
    let text = std::env::var("HLOOM_PTX_SWEEP").ok()?;
    let both = text.split_once('/').map(|(a, b)| (a.parse(), b.parse()));
    match both {
        Some((Ok(first), Ok(every))) if every > 0 => Some((first, every)),
        _ => panic!("HLOOM_PTX_SWEEP is `FIRST/EVERY`, not `{text}`"),
    }
}

#[test]
fn every_program_on_every_gpu() {
    let Some(sample) = sample() else {
        eprintln!("notice: HLOOM_PTX_SWEEP names no sample, so nothing is swept");
        return;
    };
    let ptxas = Ptxas::find().expect("the sweep wants an assembler");
    let began = Instant::now();
    let sweep = Sweep { ptxas, sample, figures: Default::default() };
    let (sparse, fusion): (Vec<PathBuf>, Vec<PathBuf>) =
        below("fusion").into_iter().partition(|path| path.iter().any(|part| part == "sparse"));
    let small = files().into_iter().chain(fusion).map(|path| (path, false));
    let large = [below("bench/programs"), below("models"), sparse].concat();
    let large = large.into_iter().map(|path| (path, true));
    // Those that take longest first.
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
    for target in Target::ALL {
        let waiting = std::mem::take(&mut sweep.figures(target).waiting);
        waiting.values().for_each(|units| sweep.assemble(target, units));
        let it = sweep.figures(target);
        println!(
            "{target}: {} programs, {} kernels, {} of them different, at most {} registers, {} that \
             spill, {} failures",
            it.programs,
            it.kernels,
            it.seen.len(),
            it.registers,
            it.spilled.len(),
            it.wrong.len(),
        );
        it.spilled.iter().for_each(|place| println!("  spills: {place}"));
        wrong.extend(it.wrong.iter().map(|what| format!("{target}: {what}")));
    }
    println!("swept in {:.0} s", began.elapsed().as_secs_f64());
    assert!(wrong.is_empty(), "{} failures:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn kernels_of_the_same_text_are_one() {
    let text = |name: &str| {
        format!(
            "// made by LLVM\n.version 8.0\n.target sm_80\n.address_size 64\n\n\
             .visible .entry {name}(\n  .param .u64 {name}_param_0 // x\n)\n{{\n  ret;\n}}\n"
        )
    };
    let (one, other) = (units(&text("add_0"), "here"), units(&text("ret_1"), "there"));
    assert_eq!((one.len(), one[0].alone), (1, false));
    assert_eq!(one[0].text, other[0].text);
    assert!(
        one[0].text.contains("entry_of_this_param_0") && one[0].text.contains("  ret;"),
        "{}",
        one[0].text
    );
    let two = text("add_0") + text("mul_1").split_once("64\n").map_or("", |it| it.1);
    assert_eq!(units(&two, "here").len(), 2);
    let shared = text("add_0").replace("64\n\n", "64\n.global .b8 table[4];\n");
    assert!(units(&shared, "here")[0].alone);
}
