//! The way from a module to a loop program, which `hloom run` and `hloom compile`
//! share.

use hloom_ir::{Diagnostic, Module, OpId};
use hloom_loops::lower::{Lowered, lower_function};
use hloom_loops::schedule::Machine;
use hloom_passes::{Failure, Pipeline};

/// The passes that prepare a module for CPU code, where the command line names none.
pub(crate) const CPU_PIPELINE: &str =
    "inline,expand-quantized,canonicalize,legalize-chlo,canonicalize,cse,canonicalize,fuse,dce";

/// [`CPU_PIPELINE`], read.
///
/// # Panics
/// If it is not well formed, which a test sees to.
pub(crate) fn cpu_pipeline() -> Pipeline {
    Pipeline::parse(CPU_PIPELINE).expect("the pipeline is well formed")
}

/// Runs a pipeline over a module, verifying after each pass in debug builds.
///
/// # Errors
/// A pass could not do its work, or is to blame.
pub(crate) fn optimize(module: &mut Module, pipeline: &Pipeline) -> Result<(), Failure> {
    let options =
        hloom_passes::Options { verify_each: cfg!(debug_assertions), ..Default::default() };
    hloom_passes::run(module, pipeline, &options, &mut ())
}

/// Lowers a function to a loop program for machines with such vectors.
///
/// # Errors
/// The first op that can't be lowered, with its place in the text.
pub(crate) fn lower(
    module: &Module,
    entry: OpId,
    vector_bytes: usize,
) -> Result<Lowered, Box<Diagnostic>> {
    let machine = Machine { vector_bytes: vector_bytes.min(1 << 10) as u32 };
    lower_function(module, entry, &machine).map_err(|unsupported| {
        let message = unsupported.to_string();
        Box::new(Diagnostic::error(unsupported.span, message).label("this can't be lowered"))
    })
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_pipeline_is_well_formed() {
        assert!(super::cpu_pipeline().advice().is_empty());
    }
}
