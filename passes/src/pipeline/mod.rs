//! Pipelines as text: `inline,func(canonicalize,cse),fuse{max-ops=8}`.
//!
//! A pipeline is a list of passes. A pass may have options in braces, separated by commas or
//! blanks; a value in quotes may have any characters. `func(…)` runs a pipeline on each function by itself; `func.func`, `module` and
//! `builtin.module` are accepted as upstream writes them. The grammar is in `grammar.lalrpop`.

mod lex;

use crate::elsewhere::{self, Elsewhere};
use crate::table::{self, PassDef};
use hloom_ir::suggest::nearest;
use lalrpop_util::{ParseError, lalrpop_mod};
use lex::{Lexer, Token};
use std::fmt;

lalrpop_mod!(
    #[allow(clippy::all, missing_docs, unreachable_pub, unused)]
    grammar,
    "/pipeline/grammar.rs"
);

/// An item of a parsed pipeline.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Item {
    /// A pass with its options, and the position of its name.
    Pass { name: String, options: Vec<(String, String)>, at: (usize, usize) },
    /// A pipeline for every op of a kind, and the position of the kind's name.
    Nest { anchor: String, items: Vec<Item>, at: (usize, usize) },
}

/// One step of a pipeline.
#[derive(Clone, Debug)]
pub enum Step {
    /// A pass, on the current scope.
    Pass {
        /// The pass.
        def: &'static PassDef,
        /// Its options as names and values.
        options: Vec<(String, String)>,
    },
    /// A pipeline that runs on each function.
    Functions(Vec<Step>),
}

/// A checked pipeline.
#[derive(Clone, Debug, Default)]
pub struct Pipeline {
    /// The steps, in order.
    pub steps: Vec<Step>,
}

/// An error in a pipeline's text.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{message}")]
pub struct PipelineError {
    /// The error message.
    pub message: String,
    /// The byte range of the text that it is about.
    pub at: (usize, usize),
}

impl Pipeline {
    /// Parses a pipeline.
    ///
    /// # Errors
    /// Bad syntax, an unknown pass or option, or a pass inside of `func(…)` that does not run on
    /// functions.
    pub fn parse(text: &str) -> Result<Pipeline, PipelineError> {
        if text.trim().is_empty() {
            return Ok(Pipeline::default());
        }
        let items = grammar::PipelineParser::new()
            .parse(Lexer::new(text))
            .map_err(|e| describe(e, text))?;
        Ok(Pipeline { steps: check(items, false, 0)? })
    }

    /// Adds a pass without options at the end.
    pub fn push(&mut self, def: &'static PassDef) {
        self.steps.push(Step::Pass { def, options: Vec::new() });
    }

    /// Sentences about pass orders that the pass table advises against: a pass in front of one that
    /// should precede it, with the reason.
    pub fn advice(&self) -> Vec<String> {
        let mut order = Vec::new();
        flatten(&self.steps, &mut order);
        let mut advice = Vec::new();
        for (i, def) in order.iter().enumerate() {
            for (before, reason) in def.after {
                let comes_later = order[i + 1..].iter().any(|d| d.name == *before);
                let came_before = order[..i].iter().any(|d| d.name == *before);
                if comes_later && !came_before {
                    advice.push(format!("`{}` should come after `{before}`: {reason}", def.name));
                }
            }
        }
        advice
    }
}

fn flatten(steps: &[Step], out: &mut Vec<&'static PassDef>) {
    for step in steps {
        match step {
            Step::Pass { def, .. } => out.push(def),
            Step::Functions(inner) => flatten(inner, out),
        }
    }
}

/// The maximum nesting depth; deeper nesting is a mistake or an attack.
const MAX_DEPTH: usize = 16;

fn check(items: Vec<Item>, in_function: bool, depth: usize) -> Result<Vec<Step>, PipelineError> {
    let mut steps = Vec::new();
    for item in items {
        match item {
            Item::Pass { name, options, at } => {
                let elsewhere = elsewhere::find(&name);
                let def = table::lookup(&name).or_else(|| match elsewhere {
                    Some(Elsewhere::Same(ours)) => table::lookup(ours),
                    _ => None,
                });
                let def = def.ok_or_else(|| PipelineError {
                    message: match elsewhere {
                        Some(Elsewhere::Other(what)) => {
                            format!("`{name}` is not a pass here: {what}")
                        }
                        _ => unknown("pass", &name, table::TABLE.iter().map(|p| p.name)),
                    },
                    at,
                })?;
                if in_function && !def.on_functions {
                    let message = format!("`{name}` runs on modules, not on single functions");
                    return Err(PipelineError { message, at });
                }
                let known = (def.options)();
                for (i, (option, _)) in options.iter().enumerate() {
                    if options[..i].iter().any(|(other, _)| other == option) {
                        let message = format!("`{name}` is given the option `{option}` twice");
                        return Err(PipelineError { message, at });
                    }
                    if !known.iter().any(|o| o.name == option) {
                        let start = format!("`{name}` has no option `{option}`");
                        let message = and_nearest(start, option, known.iter().map(|o| o.name));
                        return Err(PipelineError { message, at });
                    }
                }
                steps.push(Step::Pass { def, options });
            }
            Item::Nest { items, at, .. } if depth >= MAX_DEPTH => {
                let _ = items;
                let message = format!("pipelines nest at most {MAX_DEPTH} deep");
                return Err(PipelineError { message, at });
            }
            Item::Nest { anchor, items, at } => match anchor.as_str() {
                "module" | "builtin.module" if !in_function => {
                    steps.extend(check(items, false, depth + 1)?);
                }
                "func" | "func.func" => {
                    steps.push(Step::Functions(check(items, true, depth + 1)?));
                }
                _ => {
                    let message = format!(
                        "pipelines run on `module` and, within it, `func`, not on `{anchor}`"
                    );
                    return Err(PipelineError { message, at });
                }
            },
        }
    }
    Ok(steps)
}

fn unknown(what: &str, name: &str, known: impl Iterator<Item = &'static str>) -> String {
    and_nearest(format!("there is no {what} `{name}`"), name, known)
}

/// The message with the most similar known name as a suggestion.
fn and_nearest(
    mut message: String,
    name: &str,
    known: impl Iterator<Item = &'static str>,
) -> String {
    if let Some(near) = nearest(name, known) {
        message.push_str(&format!("; did you mean `{near}`?"));
    }
    message
}

fn describe(e: ParseError<usize, Token, (usize, usize)>, text: &str) -> PipelineError {
    let (message, at) = match e {
        ParseError::UnrecognizedToken { token: (start, found, end), .. } => {
            (format!("`{found}` is not expected here"), (start, end))
        }
        ParseError::ExtraToken { token: (start, found, end) } => {
            (format!("`{found}` is not expected here"), (start, end))
        }
        ParseError::UnrecognizedEof { .. } | ParseError::InvalidToken { .. } => {
            ("the pipeline ends too early".to_owned(), (text.len(), text.len()))
        }
        ParseError::User { error: at } => ("this character has no meaning here".to_owned(), at),
    };
    PipelineError { message, at }
}

impl fmt::Display for Pipeline {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_steps(f, &self.steps)
    }
}

/// The quote that a value needs.
fn quote_of(value: &str) -> &'static str {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_.+/:-".contains(c);
    match value.contains('\'') {
        true => "\"",
        false if value.is_empty() || !value.chars().all(plain) => "'",
        false => "",
    }
}

fn write_steps(f: &mut fmt::Formatter<'_>, steps: &[Step]) -> fmt::Result {
    for (i, step) in steps.iter().enumerate() {
        if i > 0 {
            f.write_str(",")?;
        }
        match step {
            Step::Pass { def, options } => {
                f.write_str(def.name)?;
                for (j, (name, value)) in options.iter().enumerate() {
                    let quote = quote_of(value);
                    let comma = if j == 0 { "{" } else { "," };
                    write!(f, "{comma}{name}={quote}{value}{quote}")?;
                }
                if !options.is_empty() {
                    f.write_str("}")?;
                }
            }
            Step::Functions(inner) => {
                f.write_str("func(")?;
                write_steps(f, inner)?;
                f.write_str(")")?;
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pipeline_is_printed_as_it_was_read() {
        for text in ["canonicalize", "inline,func(canonicalize{fast=true,fold=false},cse),dce"] {
            assert_eq!(Pipeline::parse(text).unwrap().to_string(), text);
        }
        let quoted = "cse,mlir{pipeline='builtin.module(a{b=1 c=\"d\"},e)'},dce";
        assert_eq!(Pipeline::parse(quoted).unwrap().to_string(), quoted);
        let quoted = Pipeline::parse("mlir{pipeline=\"builtin.module(cse)\"}").unwrap();
        assert_eq!(quoted.to_string(), "mlir{pipeline='builtin.module(cse)'}");
        let blanks = Pipeline::parse(" builtin.module( func.func( cse , dce ) ) ").unwrap();
        assert_eq!(blanks.to_string(), "func(cse,dce)");
        let theirs = "builtin.module(stablehlo-refine-shapes,chlo-legalize-to-stablehlo)";
        let theirs = Pipeline::parse(theirs).unwrap();
        assert_eq!(theirs.to_string(), "refine-shapes,legalize-chlo");
        let upstream = Pipeline::parse("canonicalize{fast=true fold=false}").unwrap();
        assert_eq!(upstream.to_string(), "canonicalize{fast=true,fold=false}");
    }

    #[test]
    fn mistakes_are_named() {
        let error = |text| Pipeline::parse(text).unwrap_err();
        let e = error("cse,canonicalise");
        assert_eq!(e.message, "there is no pass `canonicalise`; did you mean `canonicalize`?");
        assert_eq!(e.at, (4, 16));
        assert_eq!(
            error("gradient{of=main,of=main}").message,
            "`gradient` is given the option `of` twice"
        );
        let twice = error("func(canonicalize{fast=true fold=true fast=false})");
        assert_eq!(twice.message, "`canonicalize` is given the option `fast` twice");
        assert_eq!(twice.at, (5, 17));
        assert_eq!(
            error("canonicalize{fist=true}").message,
            "`canonicalize` has no option `fist`; did you mean `fast`?"
        );
        assert_eq!(
            error("stablehlo-legalize-to-linalg").message,
            "`stablehlo-legalize-to-linalg` is not a pass here: `hloom compile --emit loops` prints \
             hloom's own loops"
        );
        assert_eq!(error("cse,").message, "the pipeline ends too early");
        assert_eq!(error("cse)").message, "`)` is not expected here");
        assert_eq!(error("cse;dce").at, (3, 4));
        assert_eq!(
            error("func(inline)").message,
            "`inline` runs on modules, not on single functions"
        );
        assert!(error(&"func(".repeat(1000)).message.contains("too early"));
    }

    #[test]
    fn an_odd_order_is_explained() {
        let odd = Pipeline::parse("cse,canonicalize").unwrap();
        assert_eq!(
            odd.advice(),
            ["`cse` should come after `canonicalize`: equal ops look equal in canonical form"]
        );
        assert!(Pipeline::parse("canonicalize,cse,canonicalize").unwrap().advice().is_empty());
    }
}
