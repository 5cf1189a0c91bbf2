//! `assign-storage`: formats for all tensors of a program together.
//!
//! One tensor after the other gets the format of the library with which the program costs least, with
//! the formats that the others have so far, until no change makes it cheaper (coordinate descent). A
//! tensor in another format than its own is converted first: that costs work for each of its entries,
//! which is spread over a number of runs.
//!
//! Costs are those of the optimizer, whose plan has the loop order that suits the formats.

use std::time::{Duration, Instant};

use hloom_storage::{Coordinates, Inputs, formats};

use super::other_formats::{cost, entries, inputs_of, stored};
use super::program::StorageProgram;
use super::{Bound, fill};

/// The work of a conversion for each entry: it is sorted, and put in its place.
const CONVERSION: f64 = 30.0;
/// The time after which no more formats are tried.
const TIME: Duration = Duration::from_secs(30);

/// The formats of a program's tensors.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Assignment {
    /// The format of each tensor, and whether it is another one than the program has; no name for
    /// a mapping of the program's own.
    pub(crate) formats: Vec<(String, Option<&'static str>, bool)>,
    /// The estimated cost of a run with the formats that the program has.
    pub(crate) given: f64,
    /// The estimated cost of a run with these formats.
    pub(crate) found: f64,
    /// The estimated cost of all conversions.
    pub(crate) conversion: f64,
    /// Whether all formats were tried.
    pub(crate) complete: bool,
}

/// A tensor whose format is chosen.
struct Choice {
    name: String,
    entries: Coordinates,
    own: Option<&'static str>,
    format: Option<&'static str>,
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
    for tensor in module.tensors.iter().filter(|tensor| module.is_mapping(tensor)) {
        let of = entries(module, tensor, bound)
            .ok_or_else(|| format!("there are no data for `{}`", tensor.name))??;
        let own = fill::format_of(module, tensor);
        choices.push(Choice { name: tensor.name.clone(), entries: of, own, format: own });
    }
    if choices.is_empty() {
        return Err("no tensor is stored in a format".to_owned());
    }
    let runs = f64::from(runs.max(1));
    let given = cost(module, &bound.inputs)?;
    let (mut current, mut inputs) = (program.clone(), bound.inputs.clone());
    let mut best = given;
    let (began, mut complete) = (Instant::now(), true);
    loop {
        let mut changed = false;
        for choice in &mut choices {
            let own = best + choice.conversion(choice.format) / runs;
            let Some(found) = cheapest(&current, choice, &inputs, (own, runs), began) else {
                complete = false;
                continue;
            };
            if let Some(found) = found.better {
                choice.format = Some(found.format);
                (best, current, inputs) = (found.cost, found.program, found.inputs);
                changed = true;
            }
        }
        if !changed || !complete {
            break;
        }
    }
    let conversion = choices.iter().map(|choice| choice.conversion(choice.format)).sum();
    let formats = choices.into_iter().map(|choice| {
        let other = choice.format != choice.own;
        (choice.name, choice.format, other)
    });
    Ok(Assignment { formats: formats.collect(), given, found: best, conversion, complete })
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
    program: &StorageProgram,
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
            .and_then(|inputs| Ok((cost(&other.module, &inputs)?, inputs)));
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
