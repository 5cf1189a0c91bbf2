//! Random well-typed modules over the whole language: valid modules print, parse and print to the
//! same text, pass through all passes, and do not make any part of hloom panic.

use hloom_analysis::verify::verify;
use hloom_interp::{ErrorKind, RunError, Value};
use hloom_ir::bytecode::{self, Encoding};
use hloom_ir::op::may_fail;
use hloom_ir::text::{PrintOptions, parse_module, print};
use hloom_ir::{Module, TensorType, Trait, Type, ops};
use hloom_passes::{Options, Pipeline};
use hloom_tests::campaign::{Log, Random, seeds};
use hloom_tests::damage::{self, WORDS};
use hloom_tests::difference::difference;
use hloom_tests::programs::of_every_op as programs;
use hloom_tests::sampling::{Language, input};
use std::collections::BTreeSet;

/// Ops that no module can be built around, each with the reason.
const UNSPOKEN: &[(&str, &str)] = &[];

/// Whether the op can stand in a module by itself, not only as a terminator or inside of another
/// op.
fn stands_alone(def: &hloom_ir::OpDef) -> bool {
    !def.has(Trait::Terminator) && !def.has(Trait::Symbol)
}

/// Checks the properties of every valid module.
fn holds(module: &Module) {
    verify(module).unwrap_or_else(|found| panic!("not valid: {found:#?}"));
    for form in [false, true].map(|generic| PrintOptions { generic, ..Default::default() }) {
        let name = if form.generic { "generic" } else { "pretty" };
        let text = print(module, &form);
        let again = parse_module(&text).unwrap_or_else(|found| panic!("{name} form: {found:#?}"));
        verify(&again).unwrap_or_else(|found| panic!("{name} form, read again: {found:#?}"));
        same_lines(&print(&again, &form), &text, name);
    }
    let options = bytecode::Options { encoding: Encoding::Bytecode(6), locations: true };
    let bytes = bytecode::write(module, &options).unwrap_or_else(|error| panic!("{error}"));
    let again = bytecode::read(&bytes).unwrap_or_else(|error| panic!("bytecode: {error}"));
    difference(&again, module).unwrap_or_else(|message| panic!("as bytecode: {message}"));
}

/// Asserts that two texts are equal; shows the first different line.
fn same_lines(again: &str, first: &str, form: &str) {
    let differing = again.lines().zip(first.lines()).find(|(a, b)| a != b);
    assert!(again == first, "the {form} form, printed again, differs: {differing:#?}");
}

/// The text of a module for a test file.
fn shown(module: &Module, seed: u64) -> String {
    format!("// seed {seed}\n{}", print(module, &PrintOptions::default()))
}

/// Whether all tensors have static shapes.
fn has_static_types(module: &Module) -> bool {
    let types = module.walk_all().flat_map(|op| module.result_types(op));
    let inputs = module.functions().flat_map(|f| module.func(f).function_type.inputs().to_vec());
    types.chain(inputs).filter_map(Type::as_tensor).all(TensorType::is_static)
}

#[test]
fn every_op_can_be_drawn() {
    let language = Language::new(programs());
    let spoken: BTreeSet<&str> = language.spoken().collect();
    let missing: Vec<&str> = ops::TABLE
        .iter()
        .filter(|entry| stands_alone(entry.def))
        .map(|entry| entry.def.name)
        .filter(|name| !spoken.contains(name) && !UNSPOKEN.iter().any(|(op, _)| op == name))
        .collect();
    assert!(
        missing.is_empty(),
        "no valid program of tests/text, run, jax or passes shows {missing:?}"
    );
}

#[test]
fn campaign_modules_over_the_whole_language_are_read_as_printed() {
    let mut language = Language::new(programs());
    let mut log = Log::new("modules over the whole language, read as printed");
    for seed in seeds(400) {
        let module = language.module(&mut Random::new(seed), 12);
        log.hold(|| holds(&module), || shown(&module, seed));
    }
    let (taken, refused) = (language.taken, language.refused);
    eprintln!("{taken} steps to other instances, {refused} refused");
    log.end();
    assert!(taken * 20 > refused, "the walk hardly moves: {taken} of {}", taken + refused);
}

#[test]
fn campaign_mutated_modules_over_the_whole_language_are_valid_or_errors() {
    let mut language = Language::new(programs());
    let mut log = Log::new("mutated modules over the whole language, valid or errors");
    let mut valid = 0u64;
    for seed in seeds(400) {
        let mut random = Random::new(seed);
        let module = language.module(&mut random, 6);
        let options = PrintOptions { generic: random.chance(3), ..Default::default() };
        let text = print(&module, &options);
        let text = match random.below(3) {
            0 => random.mutate(text.as_bytes(), WORDS),
            _ => damage::transpose_tokens(&text, &mut random).into_bytes(),
        };
        let lossy = || format!("seed {seed}:\n{}", String::from_utf8_lossy(&text));
        valid += u64::from(log.hold(|| damage::holds(&text), lossy) == Some(true));
    }
    eprintln!("{valid} of the mutated modules are valid");
    let held = log.held;
    log.end();
    assert!(valid > 0 && valid < held, "{valid} of {held} are valid");
}

#[test]
fn campaign_modules_over_the_whole_language_go_through_the_passes() {
    let mut language = Language::new(programs());
    let pipeline = Pipeline::parse("inline,canonicalize,cse,canonicalize,fuse,dce")
        .expect("a pipeline of known passes");
    let mut log = Log::new("modules over the whole language, through the passes");
    for seed in seeds(200) {
        let module = language.module(&mut Random::new(seed), 12);
        let check = || {
            let mut module = module.clone();
            hloom_passes::run(&mut module, &pipeline, &Options::default(), &mut ())
                .unwrap_or_else(|e| panic!("{e:?}"));
            // If the extents of a program are inconsistent at run time, this may be detected only
            // after inlining.
            if has_static_types(&module) {
                verify(&module).unwrap_or_else(|found| panic!("after the passes: {found:#?}"));
            }
        };
        log.hold(check, || shown(&module, seed));
    }
    log.end();
}

/// Whether an op that failed at run time may fail: by its definition, or because an extent is known
/// at run time only.
fn keeps_its_word(module: &Module, found: &RunError) -> bool {
    let fails = matches!(found.kind, ErrorKind::Invalid | ErrorKind::Check);
    found.op.is_none_or(|op| !fails || may_fail(module, op))
}

#[test]
fn programs_fail_only_where_the_op_table_says_so() {
    let mut ran = 0;
    let mut random = Random::new(1);
    for module in programs() {
        let Some(function) = module.symbol("main") else { continue };
        let types: &[Type] = module.func(function).function_type.inputs();
        let inputs: Option<Vec<Value>> =
            types.iter().map(|&ty| input(ty, &mut random).map(Value::Tensor)).collect();
        let Some(inputs) = inputs else { continue };
        let limits = hloom_interp::Options {
            max_tensor_bytes: 1 << 20,
            max_steps: Some(20_000),
            ..Default::default()
        };
        match hloom_interp::run_with(&module, "main", &inputs, &limits) {
            Ok(_) => ran += 1,
            Err(found) => {
                let text = print(&module, &PrintOptions::default());
                assert!(keeps_its_word(&module, &found), "{found}\n{text}");
            }
        }
    }
    assert!(ran > 100, "only {ran} programs ran");
}

#[test]
fn campaign_modules_over_the_whole_language_are_run_or_refused() {
    let mut language = Language::new(programs());
    let mut log = Log::new("modules over the whole language, run or refused");
    for seed in seeds(200) {
        let mut random = Random::new(seed);
        let module = language.module(&mut random, 6);
        let function = module.symbol("main").expect("there is a main");
        let types: &[Type] = module.func(function).function_type.inputs();
        let inputs: Option<Vec<Value>> =
            types.iter().map(|&ty| input(ty, &mut random).map(Value::Tensor)).collect();
        let Some(inputs) = inputs else { continue };
        let check = || {
            let limits = hloom_interp::Options {
                max_tensor_bytes: 1 << 20,
                max_steps: Some(20_000),
                ..Default::default()
            };
            // An error is a valid answer, a panic is not. But an op that may not fail according to
            // the table must not be the cause.
            if let Err(found) = hloom_interp::run_with(&module, "main", &inputs, &limits) {
                assert!(keeps_its_word(&module, &found), "{found} at {}", found.name);
            }
        };
        log.hold(check, || shown(&module, seed));
    }
    log.end();
}
