//! The table of all passes.

use crate::context::{Context, PassError};
use crate::options::{OptionDef, PassOptions};

/// An entry of the pass table.
#[derive(Debug)]
pub struct PassDef {
    /// The name in pipelines.
    pub name: &'static str,
    /// A one-line description.
    pub doc: &'static str,
    /// Its options.
    pub options: fn() -> Vec<OptionDef>,
    /// Passes that should precede it in a pipeline, each with the reason.
    pub after: &'static [(&'static str, &'static str)],
    /// Whether it can run on a single function.
    pub on_functions: bool,
    /// The function that runs it.
    pub run: fn(&mut Context<'_>) -> Result<(), PassError>,
}

/// Every pass.
pub static TABLE: &[PassDef] = &[
    PassDef {
        name: "canonicalize",
        doc: "Applies the rewrite rules and folds constants until nothing changes.",
        options: <crate::canonicalize::Options as PassOptions>::definitions,
        after: &[("inline", "rules match across inlined calls")],
        on_functions: true,
        run: crate::canonicalize::run,
    },
    PassDef {
        name: "canonicalize-dynamism",
        doc: "Replaces dynamic ops whose sizes are constants by static ones.",
        options: Vec::new,
        after: &[("refine-shapes", "sizes are constants then")],
        on_functions: true,
        run: crate::canonicalize_dynamism::run,
    },
    PassDef {
        name: "cse",
        doc: "Eliminates common subexpressions.",
        options: Vec::new,
        after: &[("canonicalize", "equal ops look equal in canonical form")],
        on_functions: true,
        run: crate::cse::run,
    },
    PassDef {
        name: "dce",
        doc: "Eliminates dead code, including unused loop-carried values.",
        options: Vec::new,
        after: &[],
        on_functions: true,
        run: crate::dce::run,
    },
    PassDef {
        name: "expand-batch-norm",
        doc: "Expands batch normalization to elementwise ops, broadcasts and reductions.",
        options: Vec::new,
        after: &[],
        on_functions: true,
        run: crate::expand_batch_norm::run,
    },
    PassDef {
        name: "gradient",
        doc: "Adds the gradient of a function, by reverse-mode differentiation.",
        options: <crate::gradient::Options as PassOptions>::definitions,
        after: &[
            ("inline", "a call has no derivative"),
            ("unroll-loops", "a loop has no derivative"),
            ("flatten-tuples", "a tuple has no derivative"),
        ],
        on_functions: false,
        run: crate::gradient::run,
    },
    PassDef {
        name: "hoist",
        doc: "Moves loop-invariant ops out of loops, and ops common to all arms out of branches.",
        options: Vec::new,
        after: &[("canonicalize", "equal ops look equal in canonical form")],
        on_functions: true,
        run: crate::hoist::run,
    },
    PassDef {
        name: "expand-random",
        doc: "Expands random bit generators to integer arithmetic.",
        options: Vec::new,
        after: &[],
        on_functions: true,
        run: crate::expand_random::run,
    },
    PassDef {
        name: "inline",
        doc: "Inlines calls, and replaces composites by their decompositions.",
        options: <crate::inline::Options as PassOptions>::definitions,
        after: &[],
        on_functions: false,
        run: crate::inline::run,
    },
    PassDef {
        name: "refine-shapes",
        doc: "Infers dynamic extents from the types of the arguments.",
        options: <crate::refine_shapes::Options as PassOptions>::definitions,
        after: &[],
        on_functions: false,
        run: crate::refine_shapes::run,
    },
    PassDef {
        name: "relayout-sparse",
        doc: "Makes conversions of sparse arguments to dense tensors explicit, as hloom.relayout ops.",
        options: Vec::new,
        after: &[("inline", "only arguments of the function that runs are stored sparsely")],
        on_functions: true,
        run: crate::relayout_sparse::run,
    },
    PassDef {
        name: "structs-to-tuples",
        doc: "Converts structs and arrays to tuples; empty ones vanish.",
        options: <crate::structs::Options as PassOptions>::definitions,
        after: &[],
        on_functions: false,
        run: crate::structs::to_tuples,
    },
    PassDef {
        name: "flatten-tuples",
        doc: "Flattens tuples, structs and arrays: every leaf becomes a value.",
        options: Vec::new,
        after: &[],
        on_functions: false,
        run: crate::structs::flatten,
    },
    PassDef {
        name: "expand-quantized",
        doc: "Expands quantized ops to integer storage and floating-point arithmetic.",
        options: Vec::new,
        after: &[],
        on_functions: false,
        run: crate::expand_quantized::run,
    },
    PassDef {
        name: "lift-control-flow",
        doc: "Lifts branches between blocks to stablehlo.if, stablehlo.case and stablehlo.while.",
        options: <crate::lift::Options as PassOptions>::definitions,
        after: &[],
        on_functions: true,
        run: crate::lift::run,
    },
    PassDef {
        name: "lower-control-flow",
        doc: "Lowers stablehlo.if, stablehlo.case and stablehlo.while to branches between blocks.",
        options: <crate::lift::lower::Options as PassOptions>::definitions,
        after: &[("lift-control-flow", "it would undo this")],
        on_functions: true,
        run: crate::lift::lower::run,
    },
    PassDef {
        name: "unroll-loops",
        doc: "Unrolls loops with small trip counts; rewrites others with known trip counts in canonical form.",
        options: <crate::loops::unroll::Options as PassOptions>::definitions,
        after: &[("canonicalize", "conditions compare with constants in canonical form")],
        on_functions: true,
        run: crate::loops::unroll::run,
    },
    PassDef {
        name: "vectorize-loops",
        doc: "Vectorizes loops that are maps or reductions into tensor ops.",
        options: <crate::vectorize::Options as PassOptions>::definitions,
        after: &[("canonicalize", "unused loop-carried values prevent vectorization")],
        on_functions: true,
        run: crate::vectorize::run,
    },
    PassDef {
        name: "symbol-dce",
        doc: "Eliminates private functions without references.",
        options: Vec::new,
        after: &[("inline", "inlining leaves functions without callers")],
        on_functions: false,
        run: crate::symbol_dce::run,
    },
    PassDef {
        name: "legalize-chlo",
        doc: "Expands CHLO ops to StableHLO ops.",
        options: <crate::chlo::Options as PassOptions>::definitions,
        after: &[],
        on_functions: true,
        run: crate::chlo::legalize,
    },
    PassDef {
        name: "expand-complex-math",
        doc: "Expands complex elementary functions to real ones.",
        options: Vec::new,
        after: &[("legalize-chlo", "it produces complex functions")],
        on_functions: true,
        run: crate::chlo::expand_complex,
    },
    PassDef {
        name: "assign-layouts",
        doc: "Assigns layouts by cost, so that transpositions become free.",
        options: Vec::new,
        after: &[
            ("canonicalize", "transpositions that cancel would express preferences"),
            ("cse", "duplicate ops would be weighed twice"),
        ],
        on_functions: true,
        run: crate::layout::run,
    },
    PassDef {
        name: "split",
        doc: "Divides ops into parts that cores compute side by side, by estimated time.",
        options: <crate::split::Options as PassOptions>::definitions,
        after: &[
            ("canonicalize", "no-op data movement would have cuts of its own"),
            ("cse", "duplicate ops would be divided twice"),
        ],
        on_functions: true,
        run: crate::split::run,
    },
    PassDef {
        name: "propagate-shardings",
        doc: "Gives all values shardings over a mesh, from those of a few.",
        options: Vec::new,
        after: &[("inline", "a call is a whole")],
        on_functions: true,
        run: crate::propagate_shardings::run,
    },
    PassDef {
        name: "partition",
        doc: "Turns a program with shardings into the program of one device, with collectives.",
        options: Vec::new,
        after: &[
            ("inline", "a call runs as a whole"),
            ("propagate-shardings", "its shardings are followed"),
        ],
        on_functions: false,
        run: crate::partition::run,
    },
    PassDef {
        name: "fuse",
        doc: "Groups ops into hloom.fusion ops, by estimated cost.",
        options: <crate::fusion::Options as PassOptions>::definitions,
        after: &[
            ("assign-layouts", "fusions would copy where a layout avoids it"),
            ("canonicalize", "no-op data movement would split fusions"),
            ("cse", "duplicate ops would be fused twice"),
            ("relayout-sparse", "its relayouts show which sparse inputs can drive fusions"),
            ("split", "a fusion is not divided"),
        ],
        on_functions: true,
        run: crate::fusion::run,
    },
    PassDef {
        name: "micro-batch",
        doc: "Runs a training step on micro-batches, and accumulates sums over samples.",
        options: <crate::micro_batch::Options as PassOptions>::definitions,
        after: &[
            ("inline", "a call takes the whole batch"),
            ("gradient", "the derivative of a loop is not known"),
            ("expand-batch-norm", "its sums over samples are not seen"),
        ],
        on_functions: false,
        run: crate::micro_batch::run,
    },
    PassDef {
        name: "pipeline-levels",
        doc: "Divides a training step into levels that work on different micro-batches.",
        options: <crate::levels::Options as PassOptions>::definitions,
        after: &[
            ("inline", "a call takes the whole batch"),
            ("gradient", "the derivative belongs to levels too"),
            ("expand-batch-norm", "its sums over samples are not seen"),
        ],
        on_functions: false,
        run: crate::levels::run,
    },
    PassDef {
        name: "merge-siblings",
        doc: "Merges products, and convolutions, that share an operand into one.",
        options: <crate::merge_siblings::Options as PassOptions>::definitions,
        after: &[
            ("canonicalize", "equal operands look equal in canonical form"),
            ("cse", "duplicate ops would be computed twice in one"),
        ],
        on_functions: true,
        run: crate::merge_siblings::run,
    },
    PassDef {
        name: "layer-graph",
        doc: "Groups ops into hloom.layer ops that cores compute side by side, by estimated time.",
        options: <crate::layer_graph::Options as PassOptions>::definitions,
        after: &[
            ("fuse", "kernels would be formed inside of layers only"),
            ("merge-siblings", "ops of several layers are not merged"),
        ],
        on_functions: true,
        run: crate::layer_graph::run,
    },
    PassDef {
        name: "inline-layers",
        doc: "Replaces hloom.layer ops by their bodies.",
        options: Vec::new,
        after: &[],
        on_functions: true,
        run: crate::layer_graph::run_inline,
    },
    PassDef {
        name: "unfuse",
        doc: "Replaces hloom.fusion ops by their bodies.",
        options: Vec::new,
        after: &[],
        on_functions: true,
        run: crate::fusion::run_unfuse,
    },
    PassDef {
        name: "mlir",
        doc: "Runs passes of upstream MLIR, in the program hloom-mlir.",
        options: <crate::upstream::Options as PassOptions>::definitions,
        after: &[],
        on_functions: false,
        run: crate::upstream::run,
    },
    PassDef {
        name: "raise-linalg",
        doc: "Raises linalg, tensor, arith, math and scf to StableHLO where that is exact.",
        options: <crate::upstream::RaiseOptions as PassOptions>::definitions,
        after: &[],
        on_functions: false,
        run: crate::upstream::raise,
    },
];

/// The entry of the pass with this name.
pub fn lookup(name: &str) -> Option<&'static PassDef> {
    TABLE.iter().find(|p| p.name == name)
}
