//! `hloom run MODEL --dataset DATA`: inputs from files, and results as files or text, around
//! [`apply`].

use hloom_interp::Value;

use super::{Args, Problem, inputs, show, write_results};
use crate::embed::Options;
use crate::source::Source;
use crate::train::apply::{self, Trouble};
use crate::{ExitStatus, Io, entry};

/// Runs the program.
///
/// # Errors
/// If the command line is wrong, or a file can't be read or written.
pub(super) fn run(args: &Args, io: &mut Io<'_>) -> anyhow::Result<ExitStatus> {
    let [file] = &args.files[..] else {
        anyhow::bail!("--dataset goes with one program alone");
    };
    let source = Source::read(file, io)?;
    let chunk = &source.chunks(false)[0];
    match applied(&source, args, io) {
        Ok(()) => Ok(ExitStatus::Success),
        Err(problem) => {
            let status = problem.status();
            problem.show(Some((&source, chunk)), args, io)?;
            Ok(status)
        }
    }
}

fn applied(source: &Source, args: &Args, io: &mut Io<'_>) -> Result<(), Problem> {
    let chunk = &source.chunks(false)[0];
    let (module, diagnostics) = chunk.read();
    let Some(module) = module else { return Err(Problem::Found(diagnostics)) };
    source.show(&diagnostics, args.diagnostics, io).map_err(Problem::File)?;
    let entry = entry::choose(&module, args.entry.as_deref(), "choose one with --entry").map_err(
        |what| {
            if args.entry.is_some() { Problem::Usage(what) } else { Problem::Wrong(what) }
        },
    )?;
    let given = inputs::given(&module, entry, &args.input, io)?;
    let tensor = |(i, value)| match value {
        None => Ok(None),
        Some(Value::Tensor(literal)) => Ok(Some(literal)),
        Some(_) => {
            Err(Problem::Usage(format!("--input {i}: a program on a dataset takes tensors")))
        }
    };
    let given = given.into_iter().enumerate().map(tensor).collect::<Result<Vec<_>, _>>()?;
    let options = Options {
        entry: args.entry.clone(),
        passes: args.passes.clone(),
        threads: args.threads.map(usize::from),
        cores: args.cores.map(usize::from),
        cache: super::cache_folder(args),
        ..Options::default()
    };
    let done = apply::run(&args.data, (module, entry), given, options, io);
    let done = done.map_err(|trouble| match trouble {
        Trouble::Usage(error) => Problem::File(error),
        Trouble::Wrong(what) => Problem::Wrong(what),
    })?;
    let results: Vec<Value> = done.results.into_iter().map(Value::Tensor).collect();
    if let Some(folder) = &args.output {
        write_results(folder, &results).map_err(Problem::File)?;
    }
    let mut text = String::new();
    if args.print {
        for (i, result) in results.iter().enumerate() {
            text += &format!("{i}: {}\n", show::value(result));
        }
    }
    text += &format!("{}\n", done.summary);
    io.stdout.write_all(text.as_bytes()).map_err(|error| Problem::File(error.into()))
}
