//! `hloom opt --emit=sdql`: a function of StableHLO as storage programs, one for each result.

use std::collections::BTreeMap;
use std::sync::Arc;

use hloom_ir::ops::Op;
use hloom_ir::{Diagnostic, Literal, Module, OpId, Span};
use hloom_passes::fusion::Control;
use hloom_storage::syntax;
use hloom_storage_search::from_stablehlo::{self, Bridge, Refused, scalar};

use crate::source::MARKER;
use crate::{entry, target};

/// The language of the output.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, clap::ValueEnum)]
pub(super) enum Emit {
    /// MLIR text
    #[default]
    Stablehlo,
    /// Storage programs: one for each result of the function, with a mapping for each argument
    Sdql,
}

/// The most elements of a constant that is written out. Larger ones are data.
const MOST_WRITTEN: usize = 1024;

/// The passes that turn calls, composites and CHLO's ops into ops that the calculus has. Ops of CHLO whose result is stored
/// are expanded as they are; others have dense operands first.
const SIMPLER: &str = "inline,legalize-chlo,relayout-sparse,legalize-chlo";

/// The storage programs of a module's function `main`, else of its only public function. There is
/// one for each result, and a line `// -----` between two. Calls, composites and CHLO's ops are expanded.
///
/// # Errors
/// If there is no such function, or the first op that is not in the calculus, with its place.
pub(crate) fn storage_programs(module: &Module) -> Result<Emitted, Box<Diagnostic>> {
    programs(module).or_else(|refused| {
        let mut simpler = module.clone();
        let passes = super::pipeline(SIMPLER).ok();
        let done = passes.and_then(|passes| {
            let control = Arc::new(Control::new(None, None));
            target::optimize(&mut simpler, &passes, &control).ok()
        });
        done.and_then(|()| programs(&simpler).ok()).ok_or(refused)
    })
}

/// The storage programs of a function.
pub(crate) struct Emitted {
    /// The text of all.
    pub(crate) text: String,
    /// The tensors of the arguments that a result needs, by the arguments' numbers.
    pub(crate) arguments: BTreeMap<usize, String>,
    /// The number of all arguments.
    pub(crate) argument_count: usize,
}

/// As [`storage_programs`], of a module as it is.
fn programs(module: &Module) -> Result<Emitted, Box<Diagnostic>> {
    let refused = |span, what: String| Box::new(Diagnostic::error(span, what));
    let function = entry::choose(module, None, "name one of them @main")
        .map_err(|what| refused(Span::default(), what))?;
    let Some(block) = module.entry(function, 0) else {
        return Err(refused(module.span(function), "the function has no body".to_owned()));
    };
    let bridge =
        from_stablehlo::bridge(module, block).map_err(|it| not_in_calculus(module, &it))?;
    if bridge.results.is_empty() {
        return Err(refused(module.span(function), "the function has no results".to_owned()));
    }
    let mut programs = Vec::new();
    for i in 0..bridge.results.len() {
        let text = with_constants(&bridge, i).map_err(|(literal, what)| {
            let is = |op: &OpId| matches!(module.op(*op), Op::Constant(it) if it.value == *literal);
            let op = module.ops(block).find(is).unwrap_or(function);
            let help = "make the constant an argument, and give it as a file";
            Box::new(Diagnostic::error(module.span(op), what).help(help))
        })?;
        let tree = syntax::parse(&text).map_err(|mut errors| Box::new(errors.swap_remove(0)))?;
        programs.push(syntax::print(&tree));
    }
    let text = programs.join(&format!("{MARKER}\n"));
    let argument_count = module.args(block).len();
    Ok(Emitted { text, arguments: bridge.arguments, argument_count })
}

/// The diagnostic of a refused op: its name, the reason and its place.
fn not_in_calculus(module: &Module, refused: &Refused) -> Box<Diagnostic> {
    let name = module.op(refused.op).name();
    let named = format!("`{name}`");
    let reason = &refused.reason;
    let message = match reason.starts_with(&named) {
        true => reason.clone(),
        false => format!("{named} has no form in the storage calculus: {reason}"),
    };
    Box::new(Diagnostic::error(refused.span, message).label("this op"))
}

/// The program of result `i`, which needs no data for its constants: each is a dictionary of its
/// elements other than zero.
///
/// # Errors
/// The first constant that is not written out, and the reason.
fn with_constants(bridge: &Bridge, i: usize) -> Result<String, (&Literal, String)> {
    let mut text = bridge.program(i);
    for (name, literal) in &bridge.constants {
        // A constant that another result needs has no definition here.
        let base = scalar(literal.element()).unwrap_or(hloom_storage::Scalar::Real);
        let data = from_stablehlo::dense(name, literal.dims(), base);
        if text.contains(&data) {
            text = text.replace(&data, &written(name, literal).map_err(|what| (literal, what))?);
        }
    }
    Ok(text)
}

/// The definition of a constant as a dictionary.
fn written(name: &str, literal: &Literal) -> Result<String, String> {
    let dims = literal.dims();
    let count = literal.count();
    if count > MOST_WRITTEN {
        return Err(format!(
            "a constant of {count} elements that differ is too large for the text of a storage \
             program, which has at most {MOST_WRITTEN}"
        ));
    }
    let base = scalar(literal.element()).unwrap_or(hloom_storage::Scalar::Real);
    let mut entries = Vec::new();
    for i in (0..count).filter(|i| literal.get_f64(*i) != 0.0) {
        let mut rest = i as i64;
        let mut key = vec![String::new(); dims.len()];
        for (part, extent) in key.iter_mut().zip(dims).rev() {
            *part = (rest % extent).to_string();
            rest /= extent;
        }
        let number = from_stablehlo::number(literal, i)
            .ok_or_else(|| format!("a constant has an element of {}", literal.element()))?;
        entries.push(format!("({}) -> {number}", key.join(", ")));
    }
    let ty = from_stablehlo::type_of(dims, base);
    Ok(format!("CREATE TENSOR {name} : {ty} AS\n  {{ {} }};\n", entries.join(", ")))
}
