//! The division of a step into levels.

use hloom_analysis::schedule::{MicroBatches, Order, StageTimes, micro_batches};
use hloom_ir::{Module, OpId};
use hloom_passes::levels::memory::BUFFERS;
use hloom_passes::levels::{Division, LevelProgram, Round, divide};

use super::Count;

/// The passes that come before the division.
const BEFORE: &str = "inline,expand-slice-reduce,inline-layers,expand-quantized,expand-batch-norm,expand-random,canonicalize,\
                      legalize-chlo{native=true},dce,canonicalize,cse,canonicalize";

/// The part of a level's time that is proportional to samples, on a device that counts as full.
const FULL: f64 = 0.9;

/// A step that is divided into levels.
#[derive(Clone)]
pub(crate) struct Plan {
    /// The module, with a function for each stage.
    pub(crate) module: Module,
    /// The function of the step.
    pub(crate) entry: String,
    /// The stages.
    pub(crate) program: LevelProgram,
    /// The choice of micro-batches, if it was asked for.
    pub(crate) chosen: Option<Chosen>,
}

/// The numbers behind a choice of micro-batches.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Chosen {
    /// The samples at which a core is full.
    pub(crate) device: u64,
    /// The micro-batches.
    pub(crate) it: MicroBatches,
}

/// The simplest form of a step's module.
///
/// # Errors
/// If a pass fails; a sentence.
pub(crate) fn simplify(module: &mut Module) -> Result<(), String> {
    let pipeline = crate::opt::pipeline(BEFORE).map_err(|error| error.to_string())?;
    crate::target::optimize(module, &pipeline, &Default::default())
        .map_err(|failure| failure.to_string())
}

/// Divides a function of a simplified module. The number of micro-batches in `division` does not
/// count.
///
/// # Errors
/// If it can't be divided; a sentence.
pub(crate) fn plan(
    module: &Module,
    entry: &str,
    division: &Division,
    count: Count,
) -> Result<Plan, String> {
    let find = |module: &Module| -> Result<OpId, String> {
        module.symbol(entry).ok_or_else(|| format!("the passes removed @{entry}"))
    };
    let of = |count: usize, memory: Option<u64>| -> Result<(Module, LevelProgram), String> {
        let mut module = module.clone();
        let function = find(&module)?;
        let division = Division { count, memory, ..division.clone() };
        let program = divide(&mut module, function, &division).map_err(|e| e.message)?;
        Ok((module, program))
    };
    let (count, chosen) = match count {
        Count::Fixed(count) => (count, None),
        Count::Auto => {
            let sum = |count: usize| -> Result<f64, String> {
                let all = of(count, None)?.1.times();
                Ok(all.iter().map(|it| it.forward + it.backward).sum())
            };
            let samples = of(1, None)?.1.sizes[0];
            // The times of few and of all samples: a line, whose value at 0 is what each costs.
            let pieces = (samples / 2).max(1);
            let (few, whole) = (sum(pieces as usize)?, sum(1)?);
            let size = (samples as f64 / pieces as f64).ceil();
            let each = ((whole - few) / (samples as f64 - size).max(1.0)).max(1e-12);
            let fixed = (whole - each * samples as f64).max(0.0);
            let device = (FULL / (1.0 - FULL) * fixed / each).ceil().max(1.0);
            let device = (device as u64).clamp(1, samples);
            let it = micro_batches(samples, device, division.levels as u64);
            let it = it.map_err(|error| error.to_string())?;
            (it.sizes.len(), Some(Chosen { device, it }))
        }
    };
    let (module, program) = of(count, division.memory)?;
    Ok(Plan { module, entry: entry.to_owned(), program, chosen })
}

/// The steps of each level in a round in order: the micro-batch, and whether the step is backward.
pub(crate) fn orders(round: &Round, count: usize, order: Order) -> Vec<Vec<(usize, bool)>> {
    let trains = round.groups.iter().any(|group| group.backward.iter().any(Option::is_some));
    let times = StageTimes { forward: 1.0, backward: if trains { 1.0 } else { 0.0 } };
    let levels = vec![times; round.times.len()];
    let simulated = hloom_analysis::schedule::simulate(&levels, count, order, Some(BUFFERS));
    let steps = simulated.map_or_else(|_| Vec::new(), |it| it.steps);
    let of = |level: usize| {
        let own = steps.iter().filter(|step| step.level == level);
        own.map(|step| (step.micro_batch, step.backward)).collect()
    };
    (0..levels.len()).map(of).collect()
}
