//! Examples: a program for each op, with its results.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::{Mutex, MutexGuard, PoisonError};

use hloom_interp::{ErrorKind, Host, Options, Value, run_with};
use hloom_ir::{DYNAMIC, Element, Literal, Module, OpId, TensorType, Trait, Type, TypeKind};
use hloom_loops::schedule::Machine;

use crate::run::{random, show};
use crate::target;

/// For each op, `// ----- NAME` followed by a program.
const FILES: [&str; 5] = [
    include_str!("examples.mlir"),
    include_str!("examples/elementwise.mlir"),
    include_str!("examples/shape.mlir"),
    include_str!("examples/chlo.mlir"),
    include_str!("examples/upstream.mlir"),
];

/// The comment before an op's name.
const MARK: &str = "// ----- ";

/// The names and programs of all examples.
pub(super) fn all() -> impl Iterator<Item = (&'static str, &'static str)> {
    FILES.iter().flat_map(|file| file.split(MARK).skip(1)).filter_map(|p| p.split_once('\n'))
}

/// The example of this op.
pub(super) fn of(name: &str) -> Option<&'static str> {
    all().find(|(op, _)| *op == name).map(|(_, program)| program)
}

/// A value of a type: random numbers; unknown extents are two.
fn input(position: usize, ty: Type) -> Option<Value> {
    match ty.kind() {
        TypeKind::Tensor(tensor) => {
            let dims: Vec<i64> =
                tensor.dims.iter().map(|&d| if d == DYNAMIC { 2 } else { d }).collect();
            let tensor = TensorType::new(&dims, tensor.element);
            if tensor.element == Element::Index {
                // These are mostly extents.
                return Literal::from_f64s(tensor.into(), &[2.0]).ok().map(Value::Tensor);
            }
            random::tensor(1, position, &tensor).map(Value::Tensor)
        }
        TypeKind::Scalar(element) => {
            let ones = Literal::from_f64s(Type::scalar_tensor(*element), &[1.0]);
            ones.ok().map(Value::Tensor)
        }
        TypeKind::Tuple(_) | TypeKind::Struct(_) | TypeKind::Array(..) => {
            let members = ty.members()?;
            let values = members.iter().map(|&m| input(position, m));
            values.collect::<Option<Vec<Value>>>().map(Value::Tuple)
        }
        TypeKind::Token => Some(Value::Token),
        _ => None,
    }
}

/// The first function with a body, and inputs for it.
fn entry(module: &Module) -> Option<(OpId, String, Vec<Value>)> {
    let first = module.functions().find(|&f| module.entry(f, 0).is_some());
    let id = module.symbol("main").or(first)?;
    let function = module.func(id);
    let inputs = function.function_type.inputs().iter().enumerate().map(|(i, &ty)| input(i, ty));
    Some((id, function.sym_name.0.to_string(), inputs.collect::<Option<_>>()?))
}

/// The results of an example in the interpreter.
pub(super) enum Outcome {
    /// The results.
    Gives(Vec<Value>),
    /// It ended with an error of its own.
    Ends(String),
    /// The interpreter does not support the op.
    Unknown(String),
}

/// A program that runs `program` on two replicas.
fn on_two_replicas(program: &str, process: &Module, id: OpId) -> String {
    let function = process.func(id).function_type;
    let list = |types: &[Type]| {
        let both: Vec<String> = types.iter().chain(types).map(Type::to_string).collect();
        both.join(", ")
    };
    let (ins, outs) = (function.inputs(), function.results());
    let names: Vec<String> = (0..2 * ins.len()).map(|i| format!("%a{i}")).collect();
    let args: Vec<String> =
        names.iter().zip(ins.iter().chain(ins)).map(|(n, t)| format!("{n}: {t}")).collect();
    let results: Vec<String> = (0..2 * outs.len()).map(|i| format!("%r#{i}")).collect();
    format!(
        "func.func @main({}) -> ({outs_of}) {{\n  %r:{} = \"interpreter.run_parallel\"({}) \
         <{{programs = [[@process], [@process]]}}> : ({}) -> ({outs_of})\n  return {} : {outs_of}\n}}\n{program}",
        args.join(", "),
        results.len(),
        names.join(", "),
        list(ins),
        results.join(", "),
        outs_of = list(outs),
    )
}

/// Arrays stored by `interpreter.probe`, for later checks.
#[derive(Default)]
struct Stored(Mutex<BTreeMap<String, Literal>>);

impl Stored {
    fn all(&self) -> MutexGuard<'_, BTreeMap<String, Literal>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Host for Stored {
    fn probe(&self, id: &str, value: &Literal) -> Result<(), String> {
        self.all().insert(id.to_owned(), value.clone());
        Ok(())
    }
}

/// Runs an example. `None` if it can't be called because an input is missing.
pub(super) fn run(program: &str) -> Option<Outcome> {
    let module = hloom_ir::text::parse_module(program).ok()?;
    let (id, name, inputs) = entry(&module)?;
    if name == "process" {
        return run(&on_two_replicas(program, &module, id));
    }
    let stored = Stored::default();
    let find =
        |id: &str, _| stored.all().get(id).cloned().ok_or(format!("nothing was stored as {id}"));
    let options = Options {
        max_steps: Some(10_000),
        host: Some(&stored),
        probe: Some(&find),
        ..Default::default()
    };
    Some(match run_with(&module, &name, &inputs, &options) {
        Ok(results) => Outcome::Gives(results),
        Err(e) if e.kind == ErrorKind::Unsupported => Outcome::Unknown(e.message.clone()),
        Err(e) => Outcome::Ends(e.message.clone()),
    })
}

/// Compiles an example for this machine's CPU; returns the reason if that fails.
pub(super) fn compile(program: &str) -> Result<(), String> {
    let mut module =
        hloom_ir::text::parse_module(program).map_err(|_| "it is not well formed".to_owned())?;
    let name = module
        .functions()
        .find(|&f| module.entry(f, 0).is_some())
        .map(|f| module.func(f).sym_name.0.to_string())
        .ok_or("it has no function")?;
    target::optimize(&mut module, &target::cpu_pipeline(), &Default::default())
        .map_err(|e| e.to_string())?;
    let id = module.symbol(&name).ok_or("the passes removed the function")?;
    target::lower(&module, id, &Machine::default()).map(drop).map_err(|d| d.message.clone())
}

/// Whether code for an example uses the host fallback.
fn leaves(program: &str) -> bool {
    let Ok(mut module) = hloom_ir::text::parse_module(program) else { return false };
    let names = module.functions().filter(|&f| module.entry(f, 0).is_some());
    let Some(name) = names.map(|f| module.func(f).sym_name.0.to_string()).next() else {
        return false;
    };
    target::optimize(&mut module, &target::cpu_pipeline(), &Default::default()).is_ok()
        && module.symbol(&name).is_some_and(|id| {
            target::lower_with_host_fallback(&module, id, &Machine::default(), &[]).is_ok()
        })
}

/// The backends that support the op, determined by its example.
pub(super) fn backends(name: &str, is_terminator_or_symbol: bool) -> String {
    let Some(program) = of(name) else { return String::new() };
    let interpreter = match run(program) {
        Some(Outcome::Gives(_) | Outcome::Ends(_)) => "runs it".to_owned(),
        Some(Outcome::Unknown(why)) => format!("does not: {why}"),
        None if is_terminator_or_symbol => "runs it".to_owned(),
        None => "can't be shown here".to_owned(),
    };
    let cpu = match compile(program) {
        Ok(()) => "compiles it".to_owned(),
        Err(_) if leaves(program) => "leaves it to the interpreter".to_owned(),
        Err(why) => format!("does not: {why}"),
    };
    format!("  interp  {interpreter}\n  cpu     {cpu}\n")
}

/// An example and, if it runs, its results.
pub(super) fn shown(name: &str) -> String {
    let Some(program) = of(name) else { return String::new() };
    let mut text = format!("{}\n", program.trim());
    match run(program) {
        Some(Outcome::Gives(results)) if !results.is_empty() => {
            text += "\nOn small random numbers it gives\n";
            for result in &results {
                let _ = writeln!(text, "{}", show::value(result));
            }
        }
        Some(Outcome::Ends(why)) => {
            let _ = writeln!(text, "\nRun by itself it ends with: {why}");
        }
        _ => {}
    }
    text
}

/// Whether the op is a structural part of programs, not an operation.
pub(super) fn is_form(def: &hloom_ir::OpDef) -> bool {
    def.has(Trait::Terminator) || def.has(Trait::Symbol)
}

#[cfg(test)]
mod tests {
    use super::*;
    use hloom_ir::{ops, text, verify};

    #[test]
    fn examples_are_valid_and_show_their_op() {
        for (name, program) in all() {
            assert!(ops::lookup(name).is_some(), "{name} is no op");
            let module = text::parse_module(program).unwrap_or_else(|d| panic!("{name}: {d:#?}"));
            verify::verify(&module).unwrap_or_else(|d| panic!("{name}: {d:#?}"));
            let shown = name == "builtin.module"
                || module.walk_all().any(|op| module.op(op).name() == name);
            assert!(shown, "the example of {name} does not show it");
        }
    }

    #[test]
    fn every_op_has_an_example_that_runs() {
        let mut wrong = Vec::new();
        for op in ops::TABLE {
            let name = op.def.name;
            let Some(program) = of(name) else {
                wrong.push(format!("{name} needs an example"));
                continue;
            };
            match run(program) {
                Some(Outcome::Gives(_)) => {}
                Some(Outcome::Ends(why) | Outcome::Unknown(why)) => {
                    wrong.push(format!("{name}: {why}"));
                }
                None => wrong.push(format!("{name}: there are no inputs")),
            }
        }
        assert!(wrong.is_empty(), "{wrong:#?}");
    }
}
