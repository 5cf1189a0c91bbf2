//! The pipeline on the command line: `--passes '…'`, and one flag per pass, in their order on the
//! command line.

use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Command};
use hloom_passes::TABLE;

use crate::storage::passes;

/// The text of the pipeline, composed from `--passes` and the flags of passes.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(crate) struct PassFlags {
    /// The pipeline; empty if no pass was given.
    pub(crate) pipeline: String,
}

/// The heading of the passes in `--help`.
const HEADING: &str = "Passes (each may have options: --fuse=max-ops=8)";

/// The heading of the passes over storage programs.
const STORAGE_HEADING: &str = "Passes over storage programs (--optimize-storage=strict=true)";

impl clap::FromArgMatches for PassFlags {
    fn from_arg_matches(matches: &ArgMatches) -> Result<PassFlags, clap::Error> {
        let mut flags = PassFlags::default();
        flags.update_from_arg_matches(matches)?;
        Ok(flags)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        let mut parts: Vec<(usize, String)> = Vec::new();
        let own = TABLE.iter().map(|pass| pass.name).chain(passes::names());
        for name in own.chain(["passes"]) {
            if matches.value_source(name) != Some(ValueSource::CommandLine) {
                continue;
            }
            let values = matches.get_many::<String>(name).into_iter().flatten();
            let indices = matches.indices_of(name).into_iter().flatten();
            for (at, value) in indices.zip(values) {
                let part = match (name, value.trim()) {
                    ("passes", "") => continue,
                    ("passes", text) => text.to_owned(),
                    (pass, "") => pass.to_owned(),
                    (pass, options) => {
                        let inner = options.strip_prefix('{').and_then(|o| o.strip_suffix('}'));
                        format!("{pass}{{{}}}", inner.unwrap_or(options))
                    }
                };
                parts.push((at, part));
            }
        }
        parts.sort();
        self.pipeline = parts.into_iter().map(|(_, part)| part).collect::<Vec<_>>().join(",");
        Ok(())
    }
}

impl clap::Args for PassFlags {
    fn augment_args(command: Command) -> Command {
        let command = command.arg(
            Arg::new("passes")
                .long("passes")
                .alias("pass-pipeline")
                .value_name("PIPELINE")
                .action(clap::ArgAction::Append)
                .help("Run these passes: inline,func(canonicalize{fast=true},cse)"),
        );
        let own = TABLE.iter().map(|pass| (pass.name, pass.doc, HEADING));
        let theirs = passes::docs().map(|(name, doc)| (name, doc, STORAGE_HEADING));
        own.chain(theirs).fold(command, |command, (name, doc, heading)| {
            command.arg(
                Arg::new(name)
                    .long(name)
                    .value_name("OPTIONS")
                    .num_args(0..=1)
                    .require_equals(true)
                    .default_missing_value("")
                    .action(clap::ArgAction::Append)
                    .help_heading(heading)
                    .help(doc.trim_end_matches('.')),
            )
        })
    }

    fn augment_args_for_update(command: Command) -> Command {
        PassFlags::augment_args(command)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::{Args as _, FromArgMatches as _};

    fn pipeline(line: &[&str]) -> String {
        let command = PassFlags::augment_args(Command::new("opt").no_binary_name(true));
        let matches = command.try_get_matches_from(line).unwrap();
        PassFlags::from_arg_matches(&matches).unwrap().pipeline
    }

    #[test]
    fn passes_run_in_the_order_of_the_line() {
        assert_eq!(pipeline(&[]), "");
        assert_eq!(pipeline(&["--passes", "inline,cse"]), "inline,cse");
        assert_eq!(pipeline(&["--cse", "--canonicalize", "--cse"]), "cse,canonicalize,cse");
        assert_eq!(pipeline(&["--dce", "--passes=cse", "--inline"]), "dce,cse,inline");
        assert_eq!(
            pipeline(&["--canonicalize=fast=true,fold=false", "--fuse={max-ops=8}"]),
            "canonicalize{fast=true,fold=false},fuse{max-ops=8}"
        );
    }
}
