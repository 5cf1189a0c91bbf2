//! What a pass is, and the table of all of them.

use hloom_ir::module::Module;
use hloom_ir::{OpId, Rewriter};
use std::collections::{BTreeMap, HashSet};

/// An option of a pass.
#[derive(Debug)]
pub struct OptionDef {
    /// The name.
    pub name: &'static str,
    /// What it does, and the default.
    pub doc: &'static str,
}

/// An entry of the pass table.
#[derive(Debug)]
pub struct PassDef {
    /// The name in pipelines.
    pub name: &'static str,
    /// What it does, in one line.
    pub doc: &'static str,
    /// Its options.
    pub options: &'static [OptionDef],
    /// Passes that should come before it where both are in a pipeline, each with
    /// the reason.
    pub after: &'static [(&'static str, &'static str)],
    /// Whether it may run on a single function.
    pub on_functions: bool,
    /// The pass itself.
    pub run: fn(&mut Context<'_>) -> Result<(), PassError>,
}

/// Every pass.
pub static TABLE: &[PassDef] = &[
    PassDef {
        name: "canonicalize",
        doc: "Applies the rewrite rules and folds constants until nothing changes.",
        options: &[
            OptionDef { name: "fast", doc: "Also rules that may change rounding (false)." },
            OptionDef { name: "fold", doc: "Fold constants (true)." },
            OptionDef {
                name: "fold-limit",
                doc: "The largest constant that folding makes, in bytes (1048576).",
            },
        ],
        after: &[("inline", "rules see more where calls are gone")],
        on_functions: true,
        run: crate::canonicalize::run,
    },
    PassDef {
        name: "canonicalize-dynamism",
        doc: "Turns ops whose computed sizes are constants into static ones.",
        options: &[],
        after: &[("refine-shapes", "what computes sizes is constant then")],
        on_functions: true,
        run: crate::canonicalize_dynamism::run,
    },
    PassDef {
        name: "cse",
        doc: "Computes equal things once.",
        options: &[],
        after: &[("canonicalize", "what is equal looks equal in canonical form")],
        on_functions: true,
        run: crate::cse::run,
    },
    PassDef {
        name: "dce",
        doc: "Drops what nothing depends on, carried values of loops included.",
        options: &[],
        after: &[],
        on_functions: true,
        run: crate::dce::run,
    },
    PassDef {
        name: "expand-batch-norm",
        doc: "Turns batch normalization into elementwise ops, broadcasts and sums.",
        options: &[],
        after: &[],
        on_functions: true,
        run: crate::expand_batch_norm::run,
    },
    PassDef {
        name: "gradient",
        doc: "Adds a function that gives the derivatives of another's sum of results by its arguments.",
        options: &[
            OptionDef {
                name: "of",
                doc: "The function, `@NAME_gradient` stands beside it then (main).",
            },
            OptionDef {
                name: "maps",
                doc: "A map's derivatives as one `variadic` map, or one `single` map each (variadic).",
            },
        ],
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
        doc: "Moves what does not depend on a loop or branch out of it.",
        options: &[],
        after: &[("canonicalize", "what is equal looks equal in canonical form")],
        on_functions: true,
        run: crate::hoist::run,
    },
    PassDef {
        name: "expand-random",
        doc: "Turns random bits into the integer arithmetic of their algorithm.",
        options: &[],
        after: &[],
        on_functions: true,
        run: crate::expand_random::run,
    },
    PassDef {
        name: "inline",
        doc: "Replaces calls by what the called function does, and composites by their decompositions.",
        options: &[],
        after: &[],
        on_functions: false,
        run: crate::inline::run,
    },
    PassDef {
        name: "refine-shapes",
        doc: "Fills in extents that types leave open, as far as they follow from the arguments' types.",
        options: &[OptionDef {
            name: "arguments",
            doc: "The extents of main's arguments, `3x2:_:4`; `_` leaves one as it is.",
        }],
        after: &[],
        on_functions: false,
        run: crate::refine_shapes::run,
    },
    PassDef {
        name: "relayout-sparse",
        doc: "Says where sparse arguments become dense: every use is a hloom.relayout.",
        options: &[],
        after: &[("inline", "only arguments of the function that runs are stored sparsely")],
        on_functions: true,
        run: crate::relayout_sparse::run,
    },
    PassDef {
        name: "structs-to-tuples",
        doc: "Turns structs and arrays into tuples; what holds nothing vanishes.",
        options: &[OptionDef {
            name: "complex",
            doc: "`pair` turns tensors of complex numbers into tuples (re, im) (keep).",
        }],
        after: &[],
        on_functions: false,
        run: crate::structs::to_tuples,
    },
    PassDef {
        name: "flatten-tuples",
        doc: "Takes tuples, structs and arrays apart: every leaf is a value of its own.",
        options: &[],
        after: &[],
        on_functions: false,
        run: crate::structs::flatten,
    },
    PassDef {
        name: "expand-quantized",
        doc: "Turns quantized tensors into stored integers and arithmetic on floats.",
        options: &[],
        after: &[],
        on_functions: false,
        run: crate::expand_quantized::run,
    },
    PassDef {
        name: "lift-control-flow",
        doc: "Turns branches between blocks into stablehlo.if, stablehlo.case and stablehlo.while.",
        options: &[
            OptionDef { name: "tuples", doc: "Hand on several values as one tuple (false)." },
            OptionDef {
                name: "split-limit",
                doc: "The most blocks that are copied in a function, to give loops one entry (1000).",
            },
            OptionDef {
                name: "arm-limit",
                doc: "How deep arms stand in each other before one is written behind them (32).",
            },
            OptionDef {
                name: "depth-limit",
                doc: "The deepest nesting of regions that may come out (200).",
            },
        ],
        after: &[],
        on_functions: true,
        run: crate::lift::run,
    },
    PassDef {
        name: "lower-control-flow",
        doc: "Turns stablehlo.if, stablehlo.case and stablehlo.while into branches between blocks.",
        options: &[OptionDef {
            name: "scalars",
            doc: "Take conditions out of their tensors, as upstream MLIR wants them (false).",
        }],
        after: &[("lift-control-flow", "it would undo this")],
        on_functions: true,
        run: crate::lift::lower::run,
    },
    PassDef {
        name: "unroll-loops",
        doc: "Writes loops of few rounds out, and gives others whose rounds are known one counter.",
        options: &[
            OptionDef {
                name: "budget",
                doc: "The most ops that a loop may become: rounds times ops of its body (64).",
            },
            OptionDef {
                name: "steps",
                doc: "How many ops may be run to find a loop's number of rounds (65536).",
            },
            OptionDef { name: "count", doc: "Give loops that stay the counted form (true)." },
        ],
        after: &[("canonicalize", "conditions show their constants in canonical form")],
        on_functions: true,
        run: crate::loops::unroll::run,
    },
    PassDef {
        name: "vectorize-loops",
        doc: "Turns loops that are maps or reductions into tensor ops.",
        options: &[
            OptionDef { name: "fast", doc: "Also where sums may round differently (false)." },
            OptionDef {
                name: "limit",
                doc: "The largest tensor that may be made of all rounds, in bytes (67108864).",
            },
            OptionDef {
                name: "steps",
                doc: "How many ops may be run to find a loop's number of rounds (65536).",
            },
        ],
        after: &[("canonicalize", "what is carried in vain stands in the way")],
        on_functions: true,
        run: crate::vectorize::run,
    },
    PassDef {
        name: "symbol-dce",
        doc: "Drops private functions that nothing refers to.",
        options: &[],
        after: &[("inline", "inlining leaves functions without callers")],
        on_functions: false,
        run: crate::symbol_dce::run,
    },
    PassDef {
        name: "legalize-chlo",
        doc: "Writes CHLO's ops out as StableHLO's.",
        options: &[],
        after: &[],
        on_functions: true,
        run: crate::chlo::legalize,
    },
    PassDef {
        name: "expand-complex-math",
        doc: "Writes elementary functions of complex numbers out as functions of real ones.",
        options: &[],
        after: &[("legalize-chlo", "which leaves functions of complex numbers")],
        on_functions: true,
        run: crate::chlo::expand_complex,
    },
    PassDef {
        name: "assign-layouts",
        doc: "Chooses the order in memory of values, by cost, so that transpositions move nothing.",
        options: &[],
        after: &[
            ("canonicalize", "transpositions that cancel want nothing"),
            ("cse", "what is computed twice would be weighed twice"),
        ],
        on_functions: true,
        run: crate::layout::run,
    },
    PassDef {
        name: "fuse",
        doc: "Joins ops that are computed together into hloom.fusion ops, by cost.",
        options: &[
            OptionDef {
                name: "policy",
                doc: "`cost`, `greedy`, `no-redundancy`, `all` or `none` (cost).",
            },
            OptionDef { name: "max-ops", doc: "The most ops in one fusion (64)." },
            OptionDef {
                name: "max-points",
                doc: "Partitions with more choices are searched locally (14).",
            },
            OptionDef {
                name: "machine",
                doc: "What time is estimated for: `cpu`, or a GPU such as `sm_90` (cpu).",
            },
            OptionDef {
                name: "sparse",
                doc: "Whether sparse inputs drive fusions: `zero-annihilates`, `strict` (0 times what might be infinite or NaN is computed) or `off` (zero-annihilates).",
            },
        ],
        after: &[
            ("assign-layouts", "its kernels would move what layouts leave in place"),
            ("canonicalize", "moves that do nothing would split fusions"),
            ("cse", "what is computed twice would be fused twice"),
            ("relayout-sparse", "which says where a sparse input could drive a fusion"),
        ],
        on_functions: true,
        run: crate::fusion::run,
    },
    PassDef {
        name: "unfuse",
        doc: "Replaces hloom.fusion ops by what they hold.",
        options: &[],
        after: &[],
        on_functions: true,
        run: crate::fusion::run_unfuse,
    },
];

/// The entry of the pass with this name.
pub fn lookup(name: &str) -> Option<&'static PassDef> {
    TABLE.iter().find(|p| p.name == name)
}

/// A pass that could not do its work.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{message}")]
pub struct PassError {
    /// What is wrong.
    pub message: String,
    /// The op that it concerns.
    pub op: Option<OpId>,
}

impl PassError {
    /// An error of the pass as a whole.
    pub fn new(message: impl Into<String>) -> PassError {
        PassError { message: message.into(), op: None }
    }

    /// An error about an op.
    pub fn at(op: OpId, message: impl Into<String>) -> PassError {
        PassError { message: message.into(), op: Some(op) }
    }
}

/// What a pass works with: the module, the part of it that it may change, and its
/// options.
pub struct Context<'m> {
    module: &'m mut Module,
    scope: OpId,
    options: &'m [(String, String)],
    disabled: &'m HashSet<String>,
    fusion: &'m crate::fusion::Control,
    counts: BTreeMap<&'static str, usize>,
}

impl<'m> Context<'m> {
    /// A pass's view of `module` below `scope`.
    pub fn new(
        module: &'m mut Module,
        scope: OpId,
        options: &'m [(String, String)],
        disabled: &'m HashSet<String>,
        fusion: &'m crate::fusion::Control,
    ) -> Context<'m> {
        Context { module, scope, options, disabled, fusion, counts: BTreeMap::new() }
    }

    /// The module.
    pub fn module(&self) -> &Module {
        self.module
    }

    /// The module, to be given to a [`Rewriter`].
    pub fn module_mut(&mut self) -> &mut Module {
        self.module
    }

    /// A rewriter of the module.
    pub fn rewriter(&mut self) -> Rewriter<'_> {
        Rewriter::new(self.module)
    }

    /// The op below which the pass works: the module, or one function.
    pub fn scope(&self) -> OpId {
        self.scope
    }

    /// The functions with a body in the scope.
    pub fn functions(&self) -> Vec<OpId> {
        let has_body = |&f: &OpId| self.module.entry(f, 0).is_some();
        if matches!(self.module.op(self.scope), hloom_ir::Op::Func(_)) {
            [self.scope].into_iter().filter(has_body).collect()
        } else {
            self.module
                .walk(self.scope)
                .filter(|&op| matches!(self.module.op(op), hloom_ir::Op::Func(_)))
                .filter(has_body)
                .collect()
        }
    }

    /// What fusion is to go by.
    pub fn fusion(&self) -> &'m crate::fusion::Control {
        self.fusion
    }

    /// Names of rules that are switched off.
    pub fn disabled_rules(&self) -> &HashSet<String> {
        self.disabled
    }

    /// The value of an option, if it is given.
    pub fn option(&self, name: &str) -> Option<&str> {
        self.options.iter().find(|(n, _)| n == name).map(|(_, v)| v.as_str())
    }

    /// An option that is `true` or `false`.
    ///
    /// # Errors
    /// If it is given and neither.
    pub fn flag(&self, name: &str, default: bool) -> Result<bool, PassError> {
        match self.option(name) {
            None => Ok(default),
            Some("true") => Ok(true),
            Some("false") => Ok(false),
            Some(other) => Err(PassError::new(format!(
                "option `{name}` must be `true` or `false`, not `{other}`"
            ))),
        }
    }

    /// An option that is a number.
    ///
    /// # Errors
    /// If it is given and no number.
    pub fn number(&self, name: &str, default: usize) -> Result<usize, PassError> {
        self.option(name).map_or(Ok(default), |text| {
            text.parse().map_err(|_| {
                PassError::new(format!("option `{name}` must be a number, not `{text}`"))
            })
        })
    }

    /// Adds to a figure that `--statistics` shows.
    pub fn count(&mut self, what: &'static str, n: usize) {
        if n > 0 {
            *self.counts.entry(what).or_default() += n;
        }
    }

    /// The figures so far.
    pub fn into_counts(self) -> BTreeMap<&'static str, usize> {
        self.counts
    }
}
