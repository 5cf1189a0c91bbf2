//! `assign-storage`: formats for all tensors of a program together.
//!
//! The tensors are those that are stored, and dictionaries that are data. One after the other gets the
//! format of the library with which the program costs least, with the formats that the others have so
//! far, until no change makes it cheaper (coordinate descent). A
//! tensor in another format than its own is converted first: that costs work for each of its entries,
//! which is spread over a number of runs.
//!
//! After that, each tensor that the program computes (`CREATE TENSOR C AS e`) may be *materialized*: each
//! run computes it once into a format, and the rest of the program reads that. Otherwise its definition is
//! part of each of its uses, and the optimizer decides what is computed again.
//!
//! Costs are those of the optimizer, whose plan has the loop order that suits the formats.

use std::time::{Duration, Instant};

use hloom_storage::check::Definition;
use hloom_storage::syntax::ast;
use hloom_storage::term::Term;
use hloom_storage::types::Form;
use hloom_storage::{Coordinates, Inputs, check, formats, syntax};

use super::other_formats::{cost, entries, inputs_of, logical, stored};
use super::program::StorageProgram;
use super::{Bound, archives, fill};

/// The work of a conversion for each entry: it is sorted, and put in its place.
const CONVERSION: f64 = 30.0;
/// The time after which no more formats are tried.
const TIME: Duration = Duration::from_secs(30);

/// The formats of a program's tensors.
#[derive(Clone, Debug)]
pub(crate) struct Assignment {
    /// The format of each tensor, and whether it is another one than the program has; no name for
    /// a mapping of the program's own, and for a dictionary.
    pub(crate) formats: Vec<(String, Option<&'static str>, bool)>,
    /// The computed tensors that are materialized, in the order of the program.
    pub(crate) materialized: Vec<Materialized>,
    /// The estimated cost of a run with the formats that the program has.
    pub(crate) given: f64,
    /// The estimated cost of a run with these formats.
    pub(crate) found: f64,
    /// The estimated cost of all conversions.
    pub(crate) conversion: f64,
    /// Whether all formats were tried.
    pub(crate) complete: bool,
    /// The program with these formats, in which a tensor that each run computes once is data.
    pub(crate) program: StorageProgram,
    /// Its data.
    pub(crate) inputs: Inputs,
}

/// A computed tensor that each run makes once.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Materialized {
    /// The name of the tensor.
    pub(crate) name: String,
    /// The format.
    pub(crate) format: &'static str,
    /// The estimated cost of computing it, which is part of that of a run.
    pub(crate) computing: f64,
    /// The estimated cost of putting its entries in the format, which is part of that of a run too.
    pub(crate) storing: f64,
}

/// A tensor whose format is chosen.
struct Choice {
    name: String,
    entries: Coordinates,
    own: Option<&'static str>,
    format: Option<&'static str>,
    /// The changes that there had been when all formats were tried last: the costs are the same until another
    /// tensor changes.
    tried_after: Option<usize>,
}

impl Choice {
    /// The work of converting the tensor to a format.
    fn conversion(&self, format: Option<&'static str>) -> f64 {
        if format == self.own { 0.0 } else { CONVERSION * self.entries.len() as f64 }
    }
}

/// Chooses formats for so many runs on these data.
///
/// # Errors
/// If there is nothing to choose: a sentence.
pub(crate) fn assign(
    program: &StorageProgram,
    bound: &Bound,
    runs: u32,
) -> Result<Assignment, String> {
    let module = &program.module;
    let mut choices = Vec::new();
    let has_choice = |it: &&Definition| module.is_mapping(it) || is_dictionary(module, it);
    for tensor in module.read().filter(has_choice) {
        let name = &tensor.name;
        let no_data =
            || format!("there are no data for `{name}`: give --statistics-of {name}=FILE");
        let of = entries(module, tensor, bound).ok_or_else(no_data)??;
        let own = fill::format_of(module, tensor);
        let name = tensor.name.clone();
        choices.push(Choice { name, entries: of, own, format: own, tried_after: None });
    }
    if choices.is_empty() && !module.tensors.iter().any(|it| is_computed(module, it)) {
        return Err("no tensor is stored in a format".to_owned());
    }
    let runs = f64::from(runs.max(1));
    let of_all = logical(module, &bound.inputs)?;
    let given = cost(module, &of_all, &bound.inputs)?;
    let (mut current, mut inputs) = (program.clone(), bound.inputs.clone());
    let mut best = given;
    let (began, mut complete) = (Instant::now(), true);
    let mut changes = 0;
    loop {
        let before = changes;
        for choice in &mut choices {
            if choice.tried_after == Some(changes) {
                continue;
            }
            let own = best + choice.conversion(choice.format) / runs;
            let Some(found) = cheapest((&current, &of_all), choice, &inputs, (own, runs), began)
            else {
                complete = false;
                continue;
            };
            if let Some(found) = found.better {
                choice.format = Some(found.format);
                (best, current, inputs) = (found.cost, found.program, found.inputs);
                changes += 1;
            }
            choice.tried_after = Some(changes);
        }
        if changes == before || !complete {
            break;
        }
    }
    // The sum of no floats is a negative zero.
    let conversion: f64 = choices.iter().map(|choice| choice.conversion(choice.format)).sum();
    let conversion = conversion + 0.0;
    let mut materialized = Vec::new();
    // The cost of making the tensors that are materialized so far.
    let mut made = 0.0;
    let computed: Vec<String> = (module.tensors.iter())
        .filter(|tensor| is_computed(module, tensor))
        .map(|tensor| tensor.name.clone())
        .collect();
    for name in &computed {
        let bound = Bound { inputs: inputs.clone(), extents: bound.extents.clone() };
        match materialize(&current, name, &bound, (best, made), began) {
            Attempt::Better(better) => {
                let (found, one) = *better;
                made += one.computing + one.storing;
                (best, current, inputs) = (found.cost, found.program, found.inputs);
                materialized.push(one);
            }
            Attempt::No => {}
            Attempt::OutOfTime => complete = false,
        }
    }
    let formats = choices.into_iter().map(|choice| {
        let other = choice.format != choice.own;
        (choice.name, choice.format, other)
    });
    let formats = formats.collect();
    let (program, found) = (current, best);
    Ok(Assignment { formats, materialized, given, found, conversion, complete, program, inputs })
}

/// Whether a tensor is data without a format: a dictionary, and not one that a mapping reads.
fn is_dictionary(module: &hloom_storage::Module, tensor: &Definition) -> bool {
    let mut mappings = module.tensors.iter().filter(|it| module.is_mapping(it));
    archives::is_data(tensor)
        && mappings.all(|it| !fill::arrays_of(module, it).contains(&tensor.name))
}

/// Whether a tensor is a dictionary that the program computes.
fn is_computed(module: &hloom_storage::Module, tensor: &Definition) -> bool {
    let is_dict = matches!(tensor.ty.sort().form, Form::Nested(levels) if levels > 0);
    tensor.body.is_some() && is_dict && !module.is_mapping(tensor)
}

/// The outcome of an attempt to materialize a tensor.
enum Attempt {
    Better(Box<(Candidate, Materialized)>),
    No,
    OutOfTime,
}

/// The best format that a computed tensor is materialized in, if a run then costs less than `best`, of which
/// the tensors that are materialized already take `made`.
fn materialize(
    program: &StorageProgram,
    name: &str,
    bound: &Bound,
    (best, made): (f64, f64),
    began: Instant,
) -> Attempt {
    let module = &program.module;
    let Some(tensor) = module.tensor(name) else { return Attempt::No };
    let Some(Ok(of)) = entries(module, tensor, bound) else { return Attempt::No };
    let Some(computing) = cost_of(program, name, &bound.inputs) else { return Attempt::No };
    let storing = CONVERSION * of.len() as f64;
    let extra = made + computing + storing;
    let mut better: Option<(Candidate, Materialized)> = None;
    let mut least = best;
    // The logical stage of the program with the tensor as data: it is the same in each format.
    let mut after = None;
    for (format, text) in formats::ALL {
        if began.elapsed() > TIME {
            return Attempt::OutOfTime;
        }
        let Some(other) = stored(program, tensor, text) else { continue };
        let found = inputs_of(&other.module, name, &of, &bound.inputs).and_then(|inputs| {
            let logical = match after.take() {
                Some(known) => known,
                None => logical(&other.module, &inputs)?,
            };
            let logical = after.insert(logical);
            Ok((cost(&other.module, logical, &inputs)?, inputs))
        });
        let Ok((cost, inputs)) = found else { continue };
        let whole = cost + extra;
        if whole < least * (1.0 - 1e-9) {
            least = whole;
            let one = Materialized { name: name.to_owned(), format, computing, storing };
            better = Some((Candidate { format, cost: whole, program: other, inputs }, one));
        }
    }
    better.map_or(Attempt::No, |better| Attempt::Better(Box::new(better)))
}

/// The cost of computing one tensor of a program.
fn cost_of(program: &StorageProgram, name: &str, inputs: &Inputs) -> Option<f64> {
    let tensors = program.tree.tensors.clone();
    let result = syntax::parse(name).ok()?.result;
    let module = check(&ast::Program { tensors, result }).ok()?;
    cost(&module, &logical(&module, inputs).ok()?, inputs).ok()
}

/// A program with one format changed.
struct Candidate {
    format: &'static str,
    cost: f64,
    program: StorageProgram,
    inputs: Inputs,
}

/// The best format of a tensor, if one is better than its present one.
struct Found {
    better: Option<Candidate>,
}

/// The format of a tensor with the least cost of a run and its part of the conversion, if that is
/// less than `own`; `None` if the time is over.
fn cheapest(
    (program, logical): (&StorageProgram, &Term),
    choice: &Choice,
    inputs: &Inputs,
    (own, runs): (f64, f64),
    began: Instant,
) -> Option<Found> {
    let tensor = program.module.tensor(&choice.name)?;
    let (mut better, mut least): (Option<Candidate>, f64) = (None, own);
    for (format, text) in formats::ALL {
        if choice.format == Some(*format) {
            continue;
        }
        if began.elapsed() > TIME {
            return None;
        }
        let Some(other) = stored(program, tensor, text) else { continue };
        let found = inputs_of(&other.module, &choice.name, &choice.entries, inputs)
            .and_then(|inputs| Ok((cost(&other.module, logical, &inputs)?, inputs)));
        let Ok((cost, inputs)) = found else { continue };
        let whole = cost + choice.conversion(Some(format)) / runs;
        // Equal costs change nothing.
        if whole < least * (1.0 - 1e-9) {
            least = whole;
            better = Some(Candidate { format, cost, program: other, inputs });
        }
    }
    Some(Found { better })
}
