//! The command line of `hloom check`, the same as FileCheck's.

use std::path::PathBuf;

use clap::{ArgAction, ValueEnum};

use super::block::{self, Scope};
use super::directives::Reading;
use super::expression::{Flaw, Mode, Names};
use super::numeric::{Declared, NoValue};
use super::pattern::Values;

/// Sees that a text has what the directives of a check file say (FileCheck).
#[derive(clap::Args, Debug)]
#[command(after_help = "Example:\n  hloom opt model.mlir --passes=cse | hloom check model.mlir")]
pub struct Args {
    /// The file with the directives
    #[arg(value_name = "CHECK-FILE")]
    pub(super) check_file: PathBuf,
    /// The text to check
    #[arg(long, value_name = "FILE", default_value = "-")]
    pub(super) input_file: PathBuf,
    /// Prefix of the directives (default: CHECK); may be given several times
    #[arg(long = "check-prefix", value_name = "PREFIX")]
    check_prefix: Vec<String>,
    /// Prefixes of the directives
    #[arg(long = "check-prefixes", value_name = "PREFIX,…", value_delimiter = ',')]
    check_prefixes: Vec<String>,
    /// Prefixes of comments (default: COM,RUN)
    #[arg(long, value_name = "PREFIX,…", value_delimiter = ',')]
    comment_prefixes: Vec<String>,
    /// Let a prefix have no directives
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true,
          default_value_t = false, default_missing_value = "true", action = ArgAction::Set,
          overrides_with = "allow_unused_prefixes")]
    allow_unused_prefixes: bool,
    /// Let the input be empty
    #[arg(long, overrides_with = "allow_empty")]
    pub(super) allow_empty: bool,
    /// Don't take runs of blanks for one blank
    #[arg(long, overrides_with = "strict_whitespace")]
    strict_whitespace: bool,
    /// Positive directives match whole lines
    #[arg(long, overrides_with = "match_full_lines")]
    match_full_lines: bool,
    /// Letters match in either case
    #[arg(long, overrides_with = "ignore_case")]
    ignore_case: bool,
    /// A CHECK-NOT pattern before every positive directive and at the end
    #[arg(long, value_name = "PATTERN")]
    pub(super) implicit_check_not: Vec<String>,
    /// Forget variables without a `$` in front at each CHECK-LABEL
    #[arg(long, overrides_with = "enable_var_scope")]
    pub(super) enable_var_scope: bool,
    /// Let the matches of CHECK-DAG directives overlap
    #[arg(long, overrides_with = "allow_deprecated_dag_overlap")]
    pub(super) allow_deprecated_dag_overlap: bool,
    /// Give a variable its value; `-D#X=N` a numeric one
    #[arg(short = 'D', value_name = "VAR=VALUE")]
    pub(super) define: Vec<String>,
    /// Show the input with what was found in it (default: fail)
    #[arg(long, value_name = "WHEN")]
    pub(super) dump_input: Vec<Dump>,
    /// Lines of the input shown before and after a failure
    #[arg(long, value_name = "N", default_value_t = 5, overrides_with = "dump_input_context")]
    pub(super) dump_input_context: usize,
    /// The lines of the input that are shown
    #[arg(long, value_name = "KIND")]
    dump_input_filter: Vec<Filter>,
    /// Report matches too
    #[arg(short = 'v', action = ArgAction::Count)]
    verbose: u8,
    /// The same as -vv
    #[arg(long, overrides_with = "vv")]
    vv: bool,
    /// Use colours
    #[arg(long, overrides_with = "color")]
    pub(super) color: bool,
}

/// When the input is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub(super) enum Dump {
    /// Explain the dump, and end
    Help,
    /// Always, and all of it
    Always,
    /// Around what fails
    Fail,
    /// Never
    Never,
}

/// The lines of the input that are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
enum Filter {
    /// All lines
    All,
    /// Lines with a remark on them
    AnnotationFull,
    /// Lines where a remark begins
    Annotation,
    /// Lines where an error begins
    Error,
}

impl Args {
    /// The options for parsing the check file.
    ///
    /// # Errors
    /// The complete message, if a prefix is invalid.
    pub(super) fn reading(&self) -> Result<Reading, String> {
        let mut prefixes = self.check_prefix.clone();
        prefixes.extend(self.check_prefixes.iter().cloned());
        let default_prefixes = prefixes.is_empty();
        if default_prefixes {
            prefixes.push("CHECK".to_owned());
        }
        let mut comments = self.comment_prefixes.clone();
        if comments.is_empty() {
            comments = vec!["COM".to_owned(), "RUN".to_owned()];
        }
        let kinds = [("check", &prefixes), ("comment", &comments)];
        let mut seen: Vec<&str> = Vec::new();
        for (kind, prefixes) in kinds {
            for prefix in prefixes {
                if prefix.is_empty() {
                    return Err(format!("a {kind} prefix must not be empty"));
                }
                let is_good = |b: u8| b.is_ascii_alphanumeric() || b == b'-' || b == b'_';
                if !prefix.as_bytes()[0].is_ascii_alphanumeric() || !prefix.bytes().all(is_good) {
                    return Err(format!(
                        "a {kind} prefix begins with a letter, and has letters, digits, hyphens \
                         and underscores only: `{prefix}` doesn't"
                    ));
                }
                if seen.contains(&prefix.as_str()) {
                    return Err(format!(
                        "the {kind} prefix `{prefix}` occurs twice among check and comment prefixes"
                    ));
                }
                seen.push(prefix);
            }
        }
        let mode = Mode {
            strict_whitespace: self.strict_whitespace,
            match_full_lines: self.match_full_lines,
            ignore_case: self.ignore_case,
        };
        let allow_unused = self.allow_unused_prefixes;
        Ok(Reading { prefixes, default_prefixes, comments, allow_unused, mode })
    }

    /// When to dump the input: the first in the order of the enum wins.
    pub(super) fn dump(&self) -> super::report::Dump {
        let when = self.dump_input.iter().min().copied().unwrap_or(Dump::Fail);
        let filter = self.dump_input_filter.iter().min();
        match (when, filter) {
            (Dump::Never, _) => super::report::Dump::Never,
            (Dump::Always, None | Some(Filter::All)) => super::report::Dump::All,
            (Dump::Always, Some(_)) => super::report::Dump::Matches,
            (Dump::Fail | Dump::Help, Some(Filter::All)) => super::report::Dump::AllOfFailure,
            (Dump::Fail | Dump::Help, _) => super::report::Dump::Failure,
        }
    }

    /// The verbosity of the report.
    pub(super) fn verbosity(&self) -> u8 {
        self.verbose.max(if self.vv { 2 } else { 0 })
    }
}

/// Defines a variable by `-D`.
///
/// # Errors
/// Errors in the definition, with their positions.
pub(super) fn define(text: &str, names: &mut Names, values: &mut Values) -> Result<(), Flaw> {
    let fail = |at: usize, message: String| Err(Flaw { at, message });
    let Some(equals) = text.find('=') else {
        return fail(0, format!("`-D{text}` has no `=`"));
    };
    if equals == 0 {
        return fail(0, format!("`-D{text}` has no name before its `=`"));
    }
    if let Some(number) = text.strip_prefix('#') {
        // The definition is a block with an equals sign in place of its colon.
        let block = number.replacen('=', ":", 1);
        let texts = &names.texts;
        let is_text = |name: &str| texts.contains(name);
        let scope = Scope { numbers: &names.numbers, is_text: &is_text, line: None };
        let offset = |rest: &[u8]| 1 + block.len() - rest.len().min(block.len());
        let parsed = block::parse_block(block.as_bytes(), false, &scope)
            .map_err(|(rest, message)| Flaw { at: offset(rest), message })?;
        let (Some(name), Some(expr)) = (parsed.defines, parsed.expr) else {
            return fail(equals, "a value is missing after `=`".into());
        };
        let value = expr
            .value(&|name| values.numbers.get(name).copied(), 0)
            .map_err(|no_value| match no_value {
                NoValue::Undefined(name) => format!("`{name}` has no value here"),
                NoValue::Overflow => "the value is too large".to_owned(),
            })
            .map_err(|message| Flaw { at: equals + 1, message })?;
        names.numbers.insert(name.clone(), Declared { format: parsed.format, line: None });
        values.numbers.insert(name, value);
        return Ok(());
    }
    let mut rest = &text.as_bytes()[..equals];
    let name = block::parse_name(&mut rest).map_err(|(_, message)| Flaw { at: 0, message })?;
    if !rest.is_empty() || name.starts_with('@') {
        let name = &text[..equals];
        return fail(0, format!("`{name}` is not a variable that can be defined"));
    }
    if names.numbers.contains_key(&name) {
        return fail(0, format!("`{name}` is a numeric variable already"));
    }
    names.texts.insert(name.clone());
    values.texts.insert(name, text.as_bytes()[equals + 1..].to_vec());
    Ok(())
}
