//! The cost of a program if one of its tensors were stored in another format of the library.

use hloom_storage::check::Definition;
use hloom_storage::syntax::ast;
use hloom_storage::term::Term;
use hloom_storage::types::Form;
use hloom_storage::{
    AssembleError, Coordinates, EvalError, Inputs, Module, Value, assemble_within, check,
    evaluate_within, formats, syntax,
};
use hloom_storage_search::search::{
    Budget, Options, Statistics, optimize_logical, optimize_physical,
};
use std::time::{Duration, Instant};

use super::program::StorageProgram;
use super::{Bound, fill};

/// The estimated cost with another format.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Alternative {
    /// The format's name.
    pub(crate) format: &'static str,
    /// The estimated cost of the plan, or why the format can't hold the tensor.
    pub(crate) cost: Result<f64, String>,
}

/// The loop steps that the entries of a stored tensor may take to read.
const STEPS: u64 = 100_000_000;
/// The time that reading them may take, and that of all formats together.
const TIME: Duration = Duration::from_secs(10);
/// The elements that an array of another format may have, for each entry and in any case.
const ELEMENTS: (u64, u64) = (64, 1 << 20);

/// The cost with each format of the library that has the tensor's type, the cheapest first. The
/// entries of the tensor are those of its data; `None` if they are not all given, and the reason if
/// reading them takes too long.
pub(crate) fn alternatives(
    program: &StorageProgram,
    tensor: &Definition,
    bound: &Bound,
) -> Option<Result<Vec<Alternative>, String>> {
    let of = match entries(&program.module, tensor, bound)? {
        Ok(of) => of,
        Err(reason) => return Some(Err(reason)),
    };
    let began = Instant::now();
    let logical = match logical(&program.module, &bound.inputs) {
        Ok(logical) => logical,
        Err(reason) => return Some(Err(reason)),
    };
    let mut found = Vec::new();
    // The own format first: the time may end.
    let own = fill::format_of(&program.module, tensor);
    let mut all: Vec<_> = formats::ALL.to_vec();
    all.sort_by_key(|(format, _)| Some(*format) != own);
    for (format, text) in all {
        let Some(other) = stored(program, tensor, text) else { continue };
        let cost = if began.elapsed() > TIME {
            Err(format!("not tried: the formats before took {} s", TIME.as_secs()))
        } else {
            inputs_of(&other.module, &tensor.name, &of, &bound.inputs)
                .and_then(|inputs| cost(&other.module, &logical, &inputs))
        };
        found.push(Alternative { format, cost });
    }
    let key = |one: &Alternative| one.cost.clone().unwrap_or(f64::INFINITY);
    found.sort_by(|a, b| key(a).total_cmp(&key(b)));
    Some(Ok(found))
}

/// The entries that a tensor's data stand for: those of its arrays, or of a dictionary.
pub(super) fn entries(
    module: &Module,
    tensor: &Definition,
    bound: &Bound,
) -> Option<Result<Coordinates, String>> {
    let sort = tensor.ty.sort();
    let Form::Nested(levels) = sort.form else { return None };
    let value = match &tensor.body {
        None => bound.inputs.get(&tensor.name.as_str().into())?.clone(),
        Some(body) => {
            let term = module.inlined(&body.term);
            match evaluate_within(&term, &bound.inputs, STEPS, TIME) {
                Ok((value, _)) => value,
                Err(error @ (EvalError::TooLong(_) | EvalError::OutOfTime(_))) => {
                    return Some(Err(format!("reading the entries takes {error}")));
                }
                Err(_) => return None,
            }
        }
    };
    let extents = match bound.extents.get(&tensor.name) {
        Some(extents) => extents.sizes.clone(),
        None => {
            let outcome = super::Outcome::new(&value, sort, &vec![None; usize::from(levels)]);
            outcome.tensor().ok()?.extents
        }
    };
    Coordinates::of_value(&value, sort, extents).ok().map(Ok)
}

/// The program with a tensor in another format; `None` if it is not of the format's type.
pub(super) fn stored(
    program: &StorageProgram,
    tensor: &Definition,
    text: &str,
) -> Option<StorageProgram> {
    let computed = !program.module.is_mapping(tensor);
    // The arrays that a computed tensor reads are not its own.
    let own = if computed { Vec::new() } else { fill::arrays_of(&program.module, tensor) };
    let gone =
        |known: &ast::Tensor| known.name.text == tensor.name || own.contains(&known.name.text);
    let rest = program.tree.tensors.iter().filter(|known| !gone(known)).cloned();
    let mut format = syntax::parse(&formats::named(text, &tensor.name)).ok()?;
    formats::retype(&mut format, tensor.ty.base());
    let sort = |module: &Module| module.tensor(&tensor.name).map(|tensor| tensor.ty.sort());
    if sort(&check(&format).ok()?) != Some(tensor.ty.sort()) {
        return None;
    }
    let tensors = format.tensors.into_iter().chain(rest).collect();
    StorageProgram::of(ast::Program { tensors, result: program.tree.result.clone() }).ok()
}

/// The inputs with the arrays of a tensor.
///
/// # Errors
/// If its format can't hold the entries, or takes far more elements.
pub(super) fn inputs_of(
    module: &Module,
    tensor: &str,
    of: &Coordinates,
    inputs: &Inputs,
) -> Result<Inputs, String> {
    let most = ELEMENTS.1.max(ELEMENTS.0 * of.len() as u64);
    let arrays = match assemble_within(module, tensor, of, &Inputs::new(), most) {
        // Sizes that the entries do not determine: small blocks.
        Err(AssembleError::Undetermined(names)) => {
            let small = names.iter().map(|name| (name.as_str().into(), Value::Int(2)));
            assemble_within(module, tensor, of, &small.collect(), most)
        }
        outcome => outcome,
    };
    let mut inputs = inputs.clone();
    // The dictionary that the arrays stand for.
    inputs.remove(&tensor.into());
    inputs.extend(arrays.map_err(|error| error.to_string())?);
    Ok(inputs)
}

/// The options of a search for the cost of a plan, on these data.
fn options(inputs: &Inputs) -> Options {
    let budget = Budget { time: Duration::from_millis(500), ..Budget::default() };
    Options { statistics: Statistics::of(inputs), budget, ..Options::default() }
}

/// A program after the logical stage, which is the same in all formats.
///
/// # Errors
/// If the program has no result.
pub(super) fn logical(module: &Module, inputs: &Inputs) -> Result<Term, String> {
    let found = optimize_logical(module, &options(inputs));
    found.map(|(term, _)| term).ok_or_else(|| "the program has no result".to_owned())
}

/// The estimated cost of the plan of a program with this logical term, on these data.
///
/// # Errors
/// If the search has no stage.
pub(super) fn cost(module: &Module, logical: &Term, inputs: &Inputs) -> Result<f64, String> {
    let plan = optimize_physical(module, logical.clone(), &options(inputs));
    let last = plan.stages.last().ok_or("the search has no stage")?;
    Ok(last.costs[1])
}
