//! `cargo xtask ptx-sweep`: every program of the corpus for every GPU. `cargo xtask mlir-sweep`: every
//! program of the corpus on upstream MLIR. `cargo xtask mlir-figures`: its times and memory.
//!
//! `cargo xtask test` does so too, but asks `ptxas` only about kernels that it has not passed
//! before, and says nothing where all is well; this asks about all of them, and prints what
//! was seen. It takes some minutes on two cores.

use crate::{Outcome, Usage, process, ptxas, setup};

/// `cargo xtask ptx-sweep [FIRST/EVERY]`.
pub(crate) fn run(args: &[String]) -> Outcome {
    let sample = sample(args)?;
    setup::ensure()?;
    let mut command = process::cargo([
        "test",
        "--package",
        "hloom-tests",
        "--test",
        "ptx",
        "--",
        "every_program_on_every_gpu",
        "--nocapture",
    ]);
    command.env("HLOOM_PTX_SWEEP", &sample);
    match ptxas::find()? {
        Some(assembler) => {
            command.env(ptxas::VARIABLE, assembler);
        }
        // The environment may name one.
        None if std::env::var_os(ptxas::VARIABLE).is_some() => {}
        None => return Ok(false),
    }
    eprintln!("HLOOM_PTX_SWEEP={sample} {}", process::line(&command));
    Ok(process::status(&mut command)?.success())
}

/// `cargo xtask mlir-sweep`.
pub(crate) fn mlir(args: &[String]) -> Outcome {
    if let [first, ..] = args {
        return Err(Usage(format!("unexpected argument `{first}`")).into());
    }
    setup::ensure()?;
    let mut build = process::cargo(["build", "--package", "hloom-mlir"]);
    if !process::status(&mut build)?.success() {
        return Ok(false);
    }
    let mut command = process::cargo([
        "test",
        "--package",
        "hloom-tests",
        "--test",
        "mlir",
        "--test",
        "raise",
        "--no-fail-fast",
        "--",
        "--nocapture",
    ]);
    command.env("HLOOM_MLIR_SWEEP", "1");
    Ok(process::status(&mut command)?.success())
}

/// `cargo xtask mlir-figures [MODULES]`.
pub(crate) fn mlir_figures(args: &[String]) -> Outcome {
    let modules = match args {
        [] => 10_000,
        [text] => match text.parse::<u64>() {
            Ok(modules) if modules > 0 => modules,
            _ => return Err(Usage(format!("`{text}` is not a number of modules")).into()),
        },
        [_, second, ..] => return Err(Usage(format!("unexpected argument `{second}`")).into()),
    };
    setup::ensure()?;
    let mut command = process::cargo([
        "test",
        "--package",
        "hloom-mlir",
        "--test",
        "limits",
        "--",
        "--nocapture",
        "--test-threads=1",
    ]);
    command.env("HLOOM_MLIR_MODULES", modules.to_string());
    Ok(process::status(&mut command)?.success())
}

/// The sample: all functions, or every n-th from one on.
fn sample(args: &[String]) -> anyhow::Result<String> {
    let text = match args {
        [] => return Ok("0/1".to_owned()),
        [text] => text,
        [_, second, ..] => return Err(Usage(format!("unexpected argument `{second}`")).into()),
    };
    let numbers = text.split_once('/').map(|(a, b)| (a.parse::<usize>(), b.parse::<usize>()));
    match numbers {
        Some((Ok(_), Ok(every))) if every > 0 => Ok(text.clone()),
        _ => Err(Usage(format!("a sample is FIRST/EVERY, as 3/16, not `{text}`")).into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_are_read() {
        let of = |args: &[&str]| sample(&args.iter().map(|a| (*a).to_owned()).collect::<Vec<_>>());
        assert_eq!(of(&[]).unwrap(), "0/1");
        assert_eq!(of(&["3/16"]).unwrap(), "3/16");
        for bad in [&["3/0"][..], &["3"], &["a/2"], &["0/1", "0/1"]] {
            assert!(of(bad).unwrap_err().is::<Usage>(), "{bad:?}");
        }
    }
}
