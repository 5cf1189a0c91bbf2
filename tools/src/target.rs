//! The way from a module to a loop program, which `hloom run` and `hloom compile`
//! share.

use hloom_ir::{Diagnostic, Module, OpId, Type};
use hloom_loops::lower::{Lowered, Unsupported, lower_function, lower_hosted};
use hloom_loops::schedule::Machine;
use hloom_passes::fusion::Control;
use hloom_passes::{Failure, Pipeline};
use std::sync::Arc;

/// The passes that prepare a module for CPU code, where the command line names none.
pub(crate) const CPU_PIPELINE: &str = "inline,expand-quantized,\
     expand-batch-norm,expand-random,canonicalize,legalize-chlo,dce,hoist,\
     vectorize-loops{limit=16777216,steps=1024},unroll-loops{steps=1024},canonicalize,cse,\
     canonicalize,\
     fuse,dce";

/// [`CPU_PIPELINE`], read.
///
/// # Panics
/// If it is not well formed, which a test sees to.
pub(crate) fn cpu_pipeline() -> Pipeline {
    Pipeline::parse(CPU_PIPELINE).expect("the pipeline is well formed")
}

/// Turns branches between blocks into structured control flow. A module with a
/// function for which that can't be done stays as it is.
#[cfg_attr(not(feature = "llvm"), allow(dead_code))]
pub(crate) fn lift(module: &mut Module) {
    let has_branches =
        |op| module.regions(op).iter().any(|&region| module.blocks(region).len() > 1);
    if module.walk_all().any(has_branches) {
        attempt(module, "lift-control-flow");
    }
}

/// Runs passes, and takes their outcome if they could do their work.
fn attempt(module: &mut Module, passes: &str) {
    let pipeline = Pipeline::parse(passes).expect("the pipeline is well formed");
    let options = hloom_passes::Options { verify_each: true, ..Default::default() };
    let mut changed = module.clone();
    if hloom_passes::run(&mut changed, &pipeline, &options, &mut ()).is_ok() {
        *module = changed;
    }
}

/// Fills in the extents that types leave open, as far as they follow from the
/// module; those of the arguments of `entry` from what they are to be. A module whose
/// extents are at odds stays as it is: it may be that the op in question never runs.
#[cfg_attr(not(feature = "llvm"), allow(dead_code))]
pub(crate) fn refine(module: &mut Module, entry: &str, arguments: &[Type]) {
    let is_open = |ty: Type| ty.as_tensor().is_some_and(|t| !t.is_static());
    let has_open = module.walk_all().any(|op| {
        let operands = module.operands(op).iter().map(|&v| module.ty(v));
        operands.chain(module.result_types(op)).any(is_open)
    });
    if !has_open {
        return;
    }
    // The pass gives extents to the arguments of one function, the entry if it is
    // called `main`.
    let text = match module.symbol("main") {
        Some(main) if entry == "main" => {
            let declared = module.func(main).function_type.inputs();
            declared.iter().zip(arguments).any(|(&ty, _)| is_open(ty)).then(|| {
                let words = declared.iter().zip(arguments).map(|(&ty, given)| {
                    let dims = given.as_tensor().filter(|t| is_open(ty) && t.is_static());
                    let dims = dims.map(|t| t.dims.iter().map(ToString::to_string));
                    dims.map_or_else(|| "_".to_owned(), |d| d.collect::<Vec<_>>().join("x"))
                });
                words.collect::<Vec<_>>().join(":")
            })
        }
        _ => None,
    };
    let option = text.map(|text| format!("{{arguments={text}}}")).unwrap_or_default();
    let passes = format!("inline,refine-shapes{option},canonicalize-dynamism,canonicalize");
    let passes = passes + ",refine-shapes,canonicalize-dynamism";
    attempt(module, &passes);
}

/// Runs a pipeline over a module, fusing as `fusion` says and verifying after each
/// pass in debug builds.
///
/// # Errors
/// A pass could not do its work, or is to blame.
pub(crate) fn optimize(
    module: &mut Module,
    pipeline: &Pipeline,
    fusion: &Arc<Control>,
) -> Result<(), Failure> {
    let options = hloom_passes::Options {
        verify_each: cfg!(debug_assertions),
        fusion: fusion.clone(),
        ..Default::default()
    };
    hloom_passes::run(module, pipeline, &options, &mut ())
}

/// Lowers a function to a loop program for machines with such vectors.
///
/// # Errors
/// The first op that can't be lowered, with its place in the text.
pub(crate) fn lower(
    module: &Module,
    entry: OpId,
    machine: &Machine,
) -> Result<Lowered, Box<Diagnostic>> {
    lower_function(module, entry, machine).map_err(|why| diagnostic(&why))
}

/// As [`lower`], to a program that leaves what can't be lowered to its host.
///
/// # Errors
/// The first op that nobody can run, with its place in the text.
pub(crate) fn lower_attended(
    module: &Module,
    entry: OpId,
    machine: &Machine,
) -> Result<Lowered, Box<Diagnostic>> {
    lower_hosted(module, entry, machine).map_err(|why| diagnostic(&why))
}

fn diagnostic(unsupported: &Unsupported) -> Box<Diagnostic> {
    let message = unsupported.to_string();
    Box::new(Diagnostic::error(unsupported.span, message).label("this can't be lowered"))
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_pipeline_is_well_formed() {
        assert!(super::cpu_pipeline().advice().is_empty());
    }
}
