//! Programs are raised from `linalg` to StableHLO: every function of the corpus that upstream's
//! dialects can express is lowered to them, raised again, and run by the interpreter, which must give
//! the results of the original.
//!
//! `spec/raise.txt` lists the exceptions with their reasons. The quick suite takes a part of the
//! files; `cargo xtask mlir-sweep` takes them all, and prints figures.

#![cfg(feature = "llvm")]

use hloom::upstream::{Error, Worker, prepare};
use hloom_interp::Value;
use hloom_ir::ops::Op;
use hloom_ir::{Literal, Module, Type};
use hloom_passes::Pipeline;
use hloom_passes::driver::Reason;
use hloom_tests::corpus::{Case, cases, files, shown};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The exceptions: a place or an op, and the reason.
const TABLE: &str = "spec/raise.txt";

/// A part of this many of the files, in the quick suite.
const PART: usize = 40;

/// The bytes of a tensor as one of another type of the same widths: integers are signless upstream,
/// and narrow floats are integers of their bits.
fn retyped(value: &Value, ty: Type) -> Option<Value> {
    let tensor = value.tensor()?.expanded();
    let element = ty.element()?;
    let mut bytes = tensor.bytes().to_vec();
    let width = element.bit_width();
    if width < 8 {
        let shift = 8 - width;
        for byte in &mut bytes {
            *byte <<= shift;
            *byte = match element.is_signed() {
                true => ((*byte as i8) >> shift) as u8,
                false => *byte >> shift,
            };
        }
    }
    Literal::new(ty, bytes[..].into()).ok().map(Value::Tensor)
}

/// Runs the checks of a function's body on operands that the raised program computed.
///
/// # Errors
/// The first check that fails, or that operands are missing.
fn checked(module: &Module, name: &str, operands: &[Value]) -> Result<(), String> {
    let function = module.symbol(name).ok_or("the function is gone")?;
    let Some(body) = module.entry(function, 0) else { return Ok(()) };
    let options = hloom_interp::Options::default();
    let mut runner = hloom_interp::OpRunner::new(module, &options);
    let mut rest = operands.iter();
    for op in module.ops(body) {
        let is_check = match module.op(op) {
            Op::CustomCall(it) => it.call_target_name.0.starts_with(b"check."),
            other => other.name().starts_with("check."),
        };
        if !is_check || !module.results(op).is_empty() {
            continue;
        }
        let types = module.operands(op).iter().map(|&v| module.ty(v));
        let values: Option<Vec<Value>> = types.map(|ty| retyped(rest.next()?, ty)).collect();
        let values = values.ok_or("an operand of a check is missing")?;
        runner.op(op, values, None).map_err(|error| error.to_string())?;
    }
    Ok(())
}

/// The functions in which an op stays.
#[derive(Default)]
struct Kept {
    count: usize,
    reasons: BTreeSet<String>,
}

/// The op that keeps a program from being raised whole, and the reason: the first one that is no
/// control flow, which stays where its regions do.
fn reason(text: &str) -> Option<(String, String)> {
    let mut module = hloom_ir::text::parse_module(text).ok()?;
    let pipeline = Pipeline::parse("raise-linalg{strict=true}").ok()?;
    let failure = hloom_passes::run(&mut module, &pipeline, &Default::default(), &mut ()).err()?;
    let Reason::Error(error) = failure.reason else { return None };
    let more = error.more.iter().map(|(_, message)| message.as_str());
    let all: Vec<&str> = std::iter::once(error.message.as_str()).chain(more).collect();
    let message = all.iter().find(|message| !message.starts_with("`scf.")).or(all.first())?;
    let op = message.split('`').nth(1)?;
    let why = message.split_once("StableHLO: ").map_or("", |(_, why)| why);
    Some((op.to_owned(), why.to_owned()))
}

#[derive(Default)]
struct Seen {
    worker: Option<Worker>,
    lowered: usize,
    raised: usize,
    equal: usize,
    /// The functions in which an op stays, by its name.
    kept: BTreeMap<String, Kept>,
    wrong: BTreeMap<String, String>,
}

impl Seen {
    /// The function before its lowering, and in upstream's dialects in generic form.
    fn lowered(&mut self, module: &Module, case: &Case) -> Option<(Module, String)> {
        let types: Vec<_> = case.inputs.iter().map(Value::ty).collect();
        let mut worker = match self.worker.take() {
            Some(worker) if !worker.is_dead() => worker,
            _ => Worker::start().unwrap_or_else(|error| panic!("{error}")),
        };
        let text = prepare(module, &case.name, &types).and_then(|prepared| {
            let text = worker.emit(&prepared, &case.name, "linalg", false)?;
            let generic = worker.passes(&text, "")?;
            Ok((prepared, generic))
        });
        self.worker = Some(worker);
        match text {
            Ok(lowered) => Some(lowered),
            Err(Error::Program(found)) if found[0].message.contains("has no form") => None,
            Err(why) => {
                self.wrong.insert(case.place.clone(), format!("not lowered: {why}"));
                None
            }
        }
    }

    fn case(&mut self, module: &Module, case: &Case) {
        let Some((prepared, text)) = self.lowered(module, case) else { return };
        self.lowered += 1;
        match self.raised(&prepared, &text, case) {
            Ok(Some(got)) if case.agrees(&got) => self.equal += 1,
            Ok(Some(got)) => {
                let (got, want) = (shown(&got), shown(&case.want));
                self.wrong.insert(case.place.clone(), format!("{got} instead of {want}"));
            }
            Ok(None) => {}
            Err(why) => {
                self.wrong.insert(case.place.clone(), why);
            }
        }
    }

    /// The results of the raised program; `None` if an op stays.
    fn raised(
        &mut self,
        prepared: &Module,
        text: &str,
        case: &Case,
    ) -> Result<Option<Vec<Value>>, String> {
        let module = hloom_ir::text::parse_module(text);
        let mut module = module.map_err(|found| format!("not read: {}", found[0].message))?;
        let pipeline = Pipeline::parse("raise-linalg").expect("there is such a pass");
        hloom_passes::run(&mut module, &pipeline, &Default::default(), &mut ())
            .map_err(|failure| failure.to_string())?;
        let dialects = ["linalg", "tensor", "arith", "math", "complex", "scf", "sparse_tensor"];
        let kept = module.walk_all().map(|op| module.op(op).name()).find(|name| {
            name.split_once('.').is_some_and(|(dialect, _)| dialects.contains(&dialect))
        });
        if let Some(name) = kept {
            let (op, why) = reason(text).unwrap_or((name.to_owned(), String::new()));
            let kept = self.kept.entry(op).or_default();
            kept.count += 1;
            kept.reasons.insert(why);
            return Ok(None);
        }
        self.raised += 1;
        let function = module.symbol(&case.name).ok_or("the function is gone")?;
        let types = module.func(function).function_type.inputs().to_vec();
        let tensors = case.inputs.iter().filter(|&input| *input != Value::Token);
        let inputs: Option<Vec<Value>> =
            tensors.zip(types).map(|(value, ty)| retyped(value, ty)).collect();
        let inputs = inputs.ok_or("an argument is no tensor")?;
        let got = hloom_interp::run(&module, &case.name, &inputs).map_err(|e| e.to_string())?;
        // The lowering returns the operands of checks behind the results.
        let tensors = case.want.iter().filter(|&want| *want != Value::Token).count();
        checked(prepared, &case.name, &got[tensors.min(got.len())..])?;
        let mut got = got.iter();
        let results = case.want.iter().map(|want| match want {
            Value::Token => Some(Value::Token),
            want => retyped(got.next()?, want.ty()),
        });
        let results: Option<Vec<Value>> = results.collect();
        results.map(Some).ok_or_else(|| "a result is no tensor".to_owned())
    }
}

fn table() -> BTreeMap<String, String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(TABLE);
    let text = std::fs::read_to_string(path).expect("the table is there");
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let entries = lines.map(|line| line.split_once(": ").expect("a line is `NAME: REASON`"));
    entries.map(|(name, why)| (name.to_owned(), why.to_owned())).collect()
}

#[test]
fn the_corpus_is_lowered_and_raised() {
    let all = std::env::var_os("HLOOM_MLIR_SWEEP").is_some();
    let mut seen = Seen::default();
    for (i, path) in files().iter().enumerate() {
        if all || i % PART == 7 {
            cases(path, &mut |module, case| seen.case(module, &case));
        }
    }
    let table = table();
    let mut findings: Vec<String> = Vec::new();
    let kept = seen.kept.iter().filter(|(op, _)| !table.contains_key(*op));
    findings.extend(
        kept.map(|(op, kept)| {
            format!("{op} stays in {} functions: {:?}", kept.count, kept.reasons)
        }),
    );
    let wrong = seen.wrong.iter().filter(|(place, _)| !table.contains_key(*place));
    findings.extend(wrong.map(|(place, what)| format!("{place}: {what}")));
    if all {
        println!(
            "{} functions are lowered to linalg, {} raised whole, {} equal; {} differ or fail",
            seen.lowered,
            seen.raised,
            seen.equal,
            seen.wrong.len()
        );
        for (op, kept) in &seen.kept {
            println!("  {op} stays: {}, since {:?}", kept.count, kept.reasons);
        }
        let unused = table
            .keys()
            .filter(|name| !seen.kept.contains_key(*name) && !seen.wrong.contains_key(*name));
        findings.extend(unused.map(|name| format!("{TABLE} lists {name}, which is raised")));
    }
    assert!(findings.is_empty(), "{} findings:\n{}", findings.len(), findings.join("\n"));
    assert!(seen.equal > 20, "only {} functions are raised", seen.equal);
}
