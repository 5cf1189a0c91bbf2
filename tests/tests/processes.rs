//! Functions that several processes run compute the same as ops on tensors of all processes
//! (`vectorize-processes`): those of the corpus, each on inputs of its own in each process, and random
//! ones with collectives.

use hloom_interp::Value as Data;
use hloom_ir::literal::read_f64;
use hloom_ir::ops::Op;
use hloom_ir::{Literal, Module};
use hloom_passes::{Pipeline, driver};
use hloom_tests::campaign::{Log, Random, seeds};
use hloom_tests::corpus::{agree, cases_of, files, shown};
use std::collections::BTreeMap;

#[path = "processes/collectives.rs"]
mod collectives;

/// The number of processes of a function of the corpus.
const PROCESSES: usize = 3;

/// A module with a function that runs another one in processes.
fn with_run(module: &Module, name: &str) -> Option<Module> {
    let types = module.func(module.symbol(name)?).function_type;
    let list = |of: &[hloom_ir::Type]| {
        let all: Vec<String> =
            (0..PROCESSES).flat_map(|_| of.iter().map(ToString::to_string)).collect();
        all
    };
    let (inputs, results) = (list(types.inputs()), list(types.results()));
    let names = |prefix: &str, count: usize| -> String {
        (0..count).map(|i| format!("{prefix}{i}")).collect::<Vec<_>>().join(", ")
    };
    let parameters: Vec<String> =
        inputs.iter().enumerate().map(|(i, ty)| format!("%a{i}: {ty}")).collect();
    let run = match results.len() {
        0 => return None,
        count => format!("%r:{count} = "),
    };
    let returned: Vec<String> = (0..results.len()).map(|i| format!("%r#{i}")).collect();
    let programs = vec![format!("@{name}"); PROCESSES].join(", ");
    // A named module, or one with attributes, has braces around its functions.
    let text = module.to_string();
    let (before, after) = match text.strip_prefix("module") {
        Some(_) => (text.trim_end().strip_suffix('}')?, "}"),
        None => (&text[..], ""),
    };
    let text = format!(
        "{before}
        func.func @processes({}) -> ({}) {{
          {run}\"interpreter.run_parallel\"({}) <{{programs = [[{programs}]]}}> : ({}) -> ({})
          return {} : {}
        }}
        {after}",
        parameters.join(", "),
        results.join(", "),
        names("%a", inputs.len()),
        inputs.join(", "),
        results.join(", "),
        returned.join(", "),
        results.join(", ")
    );
    hloom_ir::text::parse_module(&text).ok()
}

/// The module after the pass, and whether it replaced all runs.
fn vectorized(module: &Module) -> Result<(Module, bool), String> {
    let mut done = module.clone();
    let pipeline = Pipeline::parse("inline,vectorize-processes").expect("a pipeline");
    let options = driver::Options { verify_each: true, ..driver::Options::default() };
    driver::run(&mut done, &pipeline, &options, &mut ())
        .map_err(|failure| format!("{failure:?}"))?;
    hloom_ir::verify::verify(&done).map_err(|error| format!("{error:?}\n{done}"))?;
    let runs = done
        .walk_all()
        .any(|op| matches!(done.op(op), Op::RunParallel(_) | Op::ManualComputation(_)));
    Ok((done, !runs))
}

#[test]
fn functions_of_the_corpus_run_for_all_processes() {
    let (mut replaced, mut kept, mut wrong) = (0, 0, Vec::new());
    for path in files() {
        // Each function, and its inputs in as many processes as it does not fail in alone.
        let mut all: BTreeMap<String, (Module, String, Vec<Vec<Data>>)> = BTreeMap::new();
        for seed in 0..PROCESSES as u64 {
            cases_of(&path, 100 + seed, &mut |module, case| {
                let entry = all.entry(case.place.clone());
                let of = || (module.clone(), case.name.clone(), Vec::new());
                entry.or_insert_with(of).2.push(case.inputs);
            });
        }
        for (place, (module, name, inputs)) in all {
            if inputs.len() != PROCESSES {
                continue;
            }
            let inputs = inputs.concat();
            let Some(module) = with_run(&module, &name) else { continue };
            let Ok(want) = hloom_interp::run(&module, "processes", &inputs) else { continue };
            let got = vectorized(&module).and_then(|(done, all)| {
                if all {
                    replaced += 1;
                    let got = hloom_interp::run(&done, "processes", &inputs);
                    return got.map(Some).map_err(|error| format!("{error}\n{done}"));
                }
                kept += 1;
                Ok(None)
            });
            match got {
                Ok(None) => {}
                Ok(Some(got)) if agree(&want, &got) => {}
                Ok(Some(got)) => {
                    wrong.push(format!("{place}: {}\nnot {}", shown(&got), shown(&want)));
                }
                Err(error) => wrong.push(format!("{place}: {error}")),
            }
        }
    }
    let some: Vec<&str> = wrong.iter().take(5).map(String::as_str).collect();
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), some.join("\n\n"));
    println!("{replaced} functions replaced, {kept} kept");
    assert!(replaced > 1000, "{replaced} functions replaced, {kept} kept");
}

/// Whether results are equal bit for bit, but for the payloads of NaN.
fn equal(a: &Literal, b: &Literal) -> bool {
    let (a, b) = (a.expanded(), b.expanded());
    let element = a.element();
    if a.ty() != b.ty() || !element.is_float() {
        return a.ty() == b.ty() && a.bytes() == b.bytes();
    }
    let width = element.byte_width();
    a.bytes()
        .chunks(width)
        .zip(b.bytes().chunks(width))
        .all(|(a, b)| a == b || (read_f64(element, a).is_nan() && read_f64(element, b).is_nan()))
}

/// Random functions with collectives, in random grids; a campaign. Returns whether it was replaced.
fn hold(seed: u64) -> Result<bool, String> {
    let mut random = Random::new(seed);
    let text = collectives::program(&mut random);
    let module = hloom_ir::text::parse_module(&text)
        .map_err(|error| format!("the sampler made a wrong program: {error:?}\n{text}"))?;
    hloom_ir::verify::verify(&module).map_err(|error| format!("{error:?}\n{text}"))?;
    let want = hloom_interp::run(&module, "main", &[]);
    let (done, all) = vectorized(&module).map_err(|error| format!("{error}\n{text}"))?;
    let want = match want {
        Ok(want) => want,
        // A program that fails does so still.
        Err(error) => {
            return match hloom_interp::run(&done, "main", &[]) {
                Ok(got) => Err(format!("{text}\n{done}\n{}\nnot {error}", shown(&got))),
                Err(_) => Ok(false),
            };
        }
    };
    let got = hloom_interp::run(&done, "main", &[]).map_err(|e| format!("{e}\n{text}\n{done}"))?;
    let same = want.iter().zip(&got).all(|(a, b)| match (a.tensor(), b.tensor()) {
        (Some(a), Some(b)) => equal(a, b),
        _ => false,
    });
    if !same || want.len() != got.len() {
        return Err(format!("{text}\n{done}\n{}\nnot {}", shown(&got), shown(&want)));
    }
    if all && seed.is_multiple_of(8) {
        compiled(&text, &want)?;
    }
    Ok(all)
}

/// Holds compiled code to the interpreter's results.
#[cfg(feature = "llvm")]
fn compiled(text: &str, want: &[Data]) -> Result<(), String> {
    let failed = |error: hloom::Error| format!("{error}\n{text}");
    let program = hloom::compile(text, hloom::Options::default()).map_err(failed)?;
    let got = program.run_values(Vec::new()).map_err(failed)?;
    match agree(want, &got) {
        true => Ok(()),
        false => Err(format!("{text}\ncompiled: {}\nnot {}", shown(&got), shown(want))),
    }
}

/// There is no code to hold.
#[cfg(not(feature = "llvm"))]
fn compiled(_: &str, _: &[Data]) -> Result<(), String> {
    Ok(())
}

#[test]
fn collectives_campaign() {
    let mut log = Log::new("functions with collectives in processes");
    let (mut all, mut replaced) = (0u64, 0u64);
    for seed in seeds(400) {
        let check = || hold(seed).unwrap_or_else(|wrong| panic!("{wrong}"));
        if let Some(done) = log.hold(check, || format!("seed {seed}")) {
            all += 1;
            replaced += u64::from(done);
        }
    }
    log.end();
    assert!(2 * replaced > all, "{replaced} of {all} replaced");
}
