//! Programs as any target needs them: structured control flow, and extents as far as they follow.

use hloom_ir::{Module, Type};
use hloom_passes::Pipeline;

/// Converts branches between blocks to structured control flow. A module with a function that can't
/// be converted is unchanged.
pub(crate) fn lift(module: &mut Module) {
    let has_branches =
        |op| module.regions(op).iter().any(|&region| module.blocks(region).len() > 1);
    if module.walk_all().any(has_branches) {
        attempt(module, "lift-control-flow");
    }
}

/// Runs passes, and keeps their result if they succeed.
fn attempt(module: &mut Module, passes: &str) {
    let pipeline = Pipeline::parse(passes).expect("the pipeline is well formed");
    let options = hloom_passes::Options::default();
    let mut changed = module.clone();
    if hloom_passes::run(&mut changed, &pipeline, &options, &mut ()).is_ok() {
        *module = changed;
    }
}

/// Refines unknown extents as far as they follow from the module and from the given argument types
/// of `entry`. A module with contradictory extents is unchanged, since the op in question may never
/// run.
pub(crate) fn refine(module: &mut Module, entry: &str, arguments: &[Type]) {
    let is_open = |ty: Type| ty.as_tensor().is_some_and(|t| !t.is_static());
    let has_open = module.walk_all().any(|op| {
        let operands = module.operands(op).iter().map(|&v| module.ty(v));
        operands.chain(module.result_types(op)).any(is_open)
    });
    if !has_open {
        return;
    }
    // The pass sets the extents of one function's arguments: those of the entry if it is `main`.
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
