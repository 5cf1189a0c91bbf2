//! Checks that passes preserve semantics, for every file of a pass test without an extra line in
//! it.
//!
//! The harness takes each `hloom opt FILE --passes=…` of a `RUN` line under `tests/passes`, and
//! passes the programs before and after the passes to [`compare`]. Every function that both
//! programs have is run on seeded inputs: ordinary ones, and ones with infinities, NaN, negative
//! zero and extreme integers. Both must return the same bits.
//!
//! Functions are skipped if their argument types do not have values here (dynamic shapes, tokens)
//! or if the interpreter lacks one of their ops; inputs are skipped if the program fails on them
//! before the passes.

use std::path::Path;

use hloom::run::random;
use hloom_interp::{ErrorKind, Options, Value, ulp};
use hloom_ir::literal::{Bytes, read_f64, write_f64};
use hloom_ir::ops::FunctionType;
use hloom_ir::types::TypeKind;
use hloom_ir::{Literal, Module, TensorType, Type, text};

use super::shell::{Command, Pipeline};
use crate::campaign::Random;

/// The semantic check of a file's passes.
pub fn applies(file: &Path) -> bool {
    file.starts_with("tests/passes")
}

/// The command lines that print the program of a pass test before and after its passes.
#[derive(Clone, Debug, PartialEq)]
pub struct BeforeAfter {
    /// The command line that prints the program before the passes.
    pub before: Vec<String>,
    /// The command line that prints it after the passes.
    pub after: Vec<String>,
    /// The required accuracy of results.
    pub closeness: Closeness,
}

/// The required accuracy of results.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Closeness {
    /// The same bits; all NaNs are equal.
    Exact,
    /// For fast math and storage plans: at most this relative error; results that are not finite are not compared.
    Relative(f64),
}

/// The comparison for one `RUN` line; `None` if its first command does not run passes over `file`
/// or is expected to fail.
pub fn before_after(pipeline: &Pipeline, file: &Path) -> Option<BeforeAfter> {
    let Command { words, inverted, .. } = pipeline.commands.first()?;
    let is_opt = words.first()? == "hloom" && words.get(1)? == "opt";
    let file = file.to_string_lossy().into_owned();
    let options = words.get(2..)?;
    if *inverted || !is_opt || !options.contains(&file) {
        return None;
    }
    // Diagnostics and dumps are not part of the program.
    let is_loud = |word: &&String| {
        ["--verify-diagnostics", "--print-ir", "--timing", "--statistics", "--list-"]
            .iter()
            .any(|loud| word.starts_with(loud))
    };
    if options.iter().any(|word| is_loud(&word)) {
        return None;
    }
    let start = ["hloom".to_owned(), "opt".to_owned(), file.clone()];
    let is_shared = |word: &&String| word.starts_with("--split-input-file");
    let before: Vec<String> =
        start.iter().chain(options.iter().filter(is_shared)).cloned().collect();
    // Storage plans add floats in the order of the stored entries.
    let is_fast = options.iter().any(|word| word.contains("fast") || word.contains("fuse-storage"));
    let closeness = if is_fast { Closeness::Relative(1e-3) } else { Closeness::Exact };
    (before != *words).then(|| BeforeAfter { before, after: words.clone(), closeness })
}

/// Seeds that each function is run with; odd ones give edge-case inputs.
const SEEDS: u64 = 4;
/// The maximum number of ops in one run: a loop over random numbers may not terminate.
const MAX_STEPS: u64 = 2_000_000;
/// Functions with larger inputs are skipped.
const MAX_INPUT_BYTES: u64 = 64 << 20;

/// Runs the functions of two texts, and returns the number of compared runs. The texts may hold
/// several programs, separated by `// -----`.
///
/// # Errors
/// A sentence, if a program after the passes can't be parsed, lacks a public function, fails, or
/// returns another result.
pub fn compare(before: &str, after: &str, closeness: Closeness) -> Result<usize, String> {
    let (before, after) = (parts(before), parts(after));
    if before.len() != after.len() {
        return Err(format!("{} programs became {}", before.len(), after.len()));
    }
    let mut compared = 0;
    for (before, after) in before.iter().zip(&after) {
        // A program that is invalid before its passes is covered by another test.
        let Ok(old) = text::parse_module(before) else { continue };
        let new = text::parse_module(after).map_err(|diagnostics| {
            let first = diagnostics.first().map_or("", |diagnostic| &diagnostic.message);
            format!("what the passes print doesn't parse: {first}")
        })?;
        compared += compare_modules(&old, &new, closeness)?;
    }
    Ok(compared)
}

/// The programs of a text.
fn parts(text: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    for line in text.lines() {
        if line.trim_end() == "// -----" {
            parts.push(String::new());
        } else if let Some(part) = parts.last_mut() {
            part.push_str(line);
            part.push('\n');
        }
    }
    parts.retain(|part| !part.trim().is_empty());
    parts
}

fn compare_modules(old: &Module, new: &Module, closeness: Closeness) -> Result<usize, String> {
    let mut compared = 0;
    for op in old.functions() {
        let function = old.func(op);
        let name = old.symbol_name(op).unwrap_or_default();
        let Some(other) = new.symbol(name).filter(|&other| new.functions().any(|f| f == other))
        else {
            if function.is_public() {
                return Err(format!("the public function @{name} is gone"));
            }
            continue;
        };
        let types = new.func(other).function_type;
        // A pass may refine the extents in a function's type.
        let refined = function.function_type.0.compatible(types.0);
        if !refined && !same_leaves(types, function.function_type) {
            if function.is_public() {
                return Err(format!("the public function @{name} has another type"));
            }
            continue;
        }
        if old.entry(op, 0).is_none() {
            continue;
        }
        for seed in 0..SEEDS {
            let given = if refined { types } else { function.function_type };
            let Some(inputs) = inputs(seed, given.inputs()) else { break };
            if run_both(old, new, (name, types.inputs()), &inputs, closeness)
                .map_err(|difference| format!("@{name}, inputs of seed {seed}: {difference}"))?
            {
                compared += 1;
            }
        }
    }
    Ok(compared)
}

/// Runs one function of both programs; returns whether there were results to compare.
fn run_both(
    old: &Module,
    new: &Module,
    (name, types): (&str, &[Type]),
    inputs: &[Value],
    closeness: Closeness,
) -> Result<bool, String> {
    let options = Options { max_steps: Some(MAX_STEPS), ..Options::default() };
    let Ok(expected) = hloom_interp::run_with(old, name, inputs, &options) else {
        return Ok(false);
    };
    let actual = match hloom_interp::run_with(new, name, &regroup(inputs, types), &options) {
        Ok(actual) => actual,
        Err(error) if matches!(error.kind, ErrorKind::Unsupported | ErrorKind::Limit) => {
            return Ok(false);
        }
        Err(error) => return Err(format!("after the passes `{}`: {error}", error.name)),
    };
    let (actual, expected) = (leaves(&actual), leaves(&expected));
    if actual.len() != expected.len() {
        return Err(format!("{} results became {}", expected.len(), actual.len()));
    }
    for (index, (actual, expected)) in actual.iter().zip(&expected).enumerate() {
        same(actual, expected, closeness).map_err(|e| format!("result {index}: {e}"))?;
    }
    Ok(true)
}

/// Whether two functions have the same leaves as arguments and results, regardless of tuples and
/// structs.
fn same_leaves(a: FunctionType, b: FunctionType) -> bool {
    fn all(types: &[Type], out: &mut Vec<Type>) {
        for &ty in types {
            match ty.members() {
                Some(members) => all(&members, out),
                None => out.push(ty),
            }
        }
    }
    let of = |types: &[Type]| {
        let mut out = Vec::new();
        all(types, &mut out);
        out
    };
    of(a.inputs()) == of(b.inputs()) && of(a.results()) == of(b.results())
}

/// Flattens tuples.
fn leaves(values: &[Value]) -> Vec<Value> {
    let leaf = |value: &Value| match value {
        Value::Tuple(members) => leaves(members),
        other => vec![other.clone()],
    };
    values.iter().flat_map(leaf).collect()
}

/// Regroups leaves to values of these types.
fn regroup(values: &[Value], types: &[Type]) -> Vec<Value> {
    fn group(ty: Type, leaves: &mut impl Iterator<Item = Value>) -> Option<Value> {
        match ty.members() {
            Some(members) => {
                members.iter().map(|&m| group(m, leaves)).collect::<Option<_>>().map(Value::Tuple)
            }
            None => leaves.next(),
        }
    }
    let mut leaves = leaves(values).into_iter();
    types.iter().filter_map(|&ty| group(ty, &mut leaves)).collect()
}

fn same(actual: &Value, expected: &Value, closeness: Closeness) -> Result<(), String> {
    match (actual, expected) {
        (Value::Tensor(actual), Value::Tensor(expected)) => {
            same_tensor(actual, expected, closeness)
        }
        (Value::Tuple(actual), Value::Tuple(expected)) if actual.len() == expected.len() => {
            actual.iter().zip(expected).enumerate().try_for_each(|(index, (a, b))| {
                same(a, b, closeness).map_err(|e| format!("member {index}: {e}"))
            })
        }
        (Value::Token, Value::Token) => Ok(()),
        _ => Err("another kind of value".to_owned()),
    }
}

fn same_tensor(actual: &Literal, expected: &Literal, closeness: Closeness) -> Result<(), String> {
    if actual.element() != expected.element() || actual.dims() != expected.dims() {
        return Err(format!("a {} became a {}", expected.ty(), actual.ty()));
    }
    match closeness {
        Closeness::Exact => {
            let element = actual.element();
            let differs = |&at: &usize| {
                !same_bits(element, actual.element_bytes(at), expected.element_bytes(at))
            };
            match (0..actual.count()).find(differs) {
                Some(at) => Err(difference(actual, expected, at)),
                None => Ok(()),
            }
        }
        Closeness::Relative(most) => match ulp::worst(actual, expected) {
            Some(worst) if worst.relative > most => Err(difference(actual, expected, worst.at)),
            _ => Ok(()),
        },
    }
}

/// Whether two elements have the same bits, or are both NaN, part by part.
fn same_bits(element: hloom_ir::Element, a: &[u8], b: &[u8]) -> bool {
    if element.is_complex() {
        let (part, half) = (element.real_part(), a.len() / 2);
        return same_bits(part, &a[..half], &b[..half]) && same_bits(part, &a[half..], &b[half..]);
    }
    a == b || element.is_float() && read_f64(element, a).is_nan() && read_f64(element, b).is_nan()
}

fn difference(actual: &Literal, expected: &Literal, at: usize) -> String {
    let show = |literal: &Literal| match literal.get_int(at) {
        Some(number) => number.to_string(),
        None => format!("{:?}", literal.get_f64(at)),
    };
    let (ty, before, after) = (expected.ty(), show(expected), show(actual));
    format!("element {at} of {ty} was {before} and is {after}")
}

/// Arguments for a function; `None` if a type has no values here.
fn inputs(seed: u64, types: &[Type]) -> Option<Vec<Value>> {
    let mut room = MAX_INPUT_BYTES;
    let mut position = 0;
    types.iter().map(|&ty| value(seed, &mut position, ty, &mut room)).collect()
}

fn value(seed: u64, position: &mut usize, ty: Type, room: &mut u64) -> Option<Value> {
    match ty.kind() {
        TypeKind::Tensor(tensor) => {
            *room = room.checked_sub(tensor.byte_size()? as u64)?;
            let at = std::mem::replace(position, *position + 1);
            let literal = if seed.is_multiple_of(2) {
                random::tensor(seed, at, tensor)
            } else {
                edges(seed, at, tensor)
            };
            literal.map(Value::Tensor)
        }
        _ => {
            let types = ty.members()?;
            let members = types.iter().map(|&ty| value(seed, position, ty, room));
            members.collect::<Option<_>>().map(Value::Tuple)
        }
    }
}

/// A tensor of edge-case numbers.
fn edges(seed: u64, position: usize, ty: &TensorType) -> Option<Literal> {
    const FLOATS: [f64; 14] = [
        0.0,
        -0.0,
        1.0,
        -1.0,
        2.0,
        0.5,
        -3.25,
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::NAN,
        f64::MAX,
        f64::MIN_POSITIVE,
        5e-324,
        1e-40,
    ];
    const INTEGERS: [f64; 8] = [0.0, 1.0, -1.0, 2.0, 3.0, -7.0, f64::MAX, f64::MIN];
    let element = ty.element;
    let part = element.real_part();
    let numbers: &[f64] = if part.is_float() { &FLOATS } else { &INTEGERS };
    let mut random = Random::new(seed << 32 | position as u64);
    let mut data = Bytes::zeros(ty.byte_size()?);
    for slot in data.as_mut_slice().chunks_exact_mut(part.byte_width()) {
        write_f64(part, random.pick(numbers).copied().unwrap_or_default(), slot);
    }
    Literal::new(ty.clone().into(), data).ok()
}

#[cfg(test)]
mod tests {
    use super::super::{script::Places, shell};
    use super::*;

    #[test]
    fn the_program_before_is_the_file_without_passes() {
        let places = Places { file: "tests/passes/x.mlir".into(), scratch: "t".into() };
        let pair =
            |line| before_after(&shell::parse(line, &places).unwrap(), places.file.as_path());
        let found = pair("hloom opt %s --passes=cse --split-input-file | hloom check %s").unwrap();
        assert_eq!(found.before, ["hloom", "opt", "tests/passes/x.mlir", "--split-input-file"]);
        assert_eq!((found.after.len(), found.closeness), (5, Closeness::Exact));
        assert_eq!(pair("hloom opt %s | hloom check %s"), None);
        assert_eq!(pair("not hloom opt %s --cse 2>&1 | hloom check %s"), None);
        assert_eq!(pair("hloom opt %s --cse --verify-diagnostics"), None);
        assert!(applies(&places.file) && !applies(Path::new("tests/ops/x.mlir")));
    }

    fn program(body: &str) -> String {
        format!(
            "func.func @main(%x: tensor<8xf32>, %n: tensor<8xi32>) -> (tensor<8xf32>, tensor<8xi32>) {{\n\
             {body}\n  return %y, %m : tensor<8xf32>, tensor<8xi32>\n}}\n"
        )
    }

    #[test]
    fn what_changes_the_meaning_is_found() {
        let add_zero = "%z = stablehlo.constant dense<0.0> : tensor<8xf32>\n\
                        %y = stablehlo.add %x, %z : tensor<8xf32>\n\
                        %m = stablehlo.add %n, %n : tensor<8xi32>";
        let old = program(add_zero);
        assert_eq!(compare(&old, &old, Closeness::Exact), Ok(SEEDS as usize));
        let doubled = add_zero.replace("%m = stablehlo.add", "%m = stablehlo.subtract");
        let error = compare(&old, &program(&doubled), Closeness::Exact).unwrap_err();
        assert!(error.starts_with("@main, inputs of seed 0: result 1: element "), "{error}");
        // x + 0.0 is x except for negative zero.
        let unsound = "%y = stablehlo.negate %t : tensor<8xf32>\n\
                       %m = stablehlo.add %n, %n : tensor<8xi32>";
        let unsound = program(&format!("%t = stablehlo.negate %x : tensor<8xf32>\n{unsound}"));
        let error = compare(&old, &unsound, Closeness::Exact).unwrap_err();
        assert!(error.ends_with("was 0.0 and is -0.0"), "{error}");
        assert_eq!(compare(&old, &unsound, Closeness::Relative(1e-3)), Ok(SEEDS as usize));
    }

    #[test]
    fn functions_may_go_where_nobody_sees_them() {
        let both = "func.func @main() {\n return\n}\nfunc.func private @help() {\n return\n}\n";
        let main = "func.func @main() {\n return\n}\n";
        assert_eq!(compare(both, main, Closeness::Exact), Ok(SEEDS as usize));
        let error = compare(main, "module {\n}\n", Closeness::Exact).unwrap_err();
        assert_eq!(error, "the public function @main is gone");
    }
}
