//! The passes that make the program of ranks, and of one of them.

use hloom_analysis::shard::annotations::annotations;
use hloom_ir::{Module, OpId};
use hloom_passes::partition::communicates;
use hloom_passes::stages::STAGES;

/// The passes that divide a program with shardings.
const PARTITION: &str = "inline,expand-slice-reduce,partition,canonicalize,cse,dce";

/// The passes that show the samples of a step. They change no types of arguments and results.
const SAMPLES: &str = "inline,expand-slice-reduce,expand-batch-norm,expand-random,canonicalize,legalize-chlo{native=true},\
                       dce,canonicalize,cse,canonicalize";

/// The passes that make the program of all ranks from that of a function.
pub(crate) fn of_ranks(module: &Module, function: OpId) -> String {
    if !states_stages(module, function) {
        return PARTITION.to_owned();
    }
    let name = &module.func(function).sym_name.0;
    // Stages of other functions are not wanted; names that a pipeline can't have are rare.
    let plain = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let only = if plain { format!("{{function={name}}}") } else { String::new() };
    // A program that communicates is a rank's already.
    let unsharded =
        annotations(module, function).is_ok_and(|it| it.is_none_or(|it| it.values.is_empty()));
    let partition = if unsharded && communicates(module, function) { "" } else { "partition," };
    format!("{SAMPLES},{partition}canonicalize,cse,dce,pipeline-ranks{only},symbol-dce")
}

/// The passes that make the program of one rank from one with stages.
pub(crate) fn of_rank(rank: u32) -> String {
    format!(
        "specialize-rank{{partition={rank}}},inline,symbol-dce,canonicalize,cse,dce,canonicalize"
    )
}

/// Whether a function states stages.
pub(crate) fn states_stages(module: &Module, function: OpId) -> bool {
    module.discardable_attrs(function).is_some_and(|attrs| attrs.get(STAGES).is_some())
}
