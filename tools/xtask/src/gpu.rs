//! `cargo xtask gpu-test` and `cargo xtask gpu-bench`: what needs an NVIDIA GPU.
//!
//! Both first ask `hloom` for the GPU. If there is none they say so, in its words, do
//! nothing and end with status 1: no run happened. All that can be
//! checked without one is part of `cargo xtask test`.

use std::process::Command;
use std::time::{SystemTime, UNIX_EPOCH};

use crate::{Outcome, Usage, process, setup, suite};

/// The program that says whether there is a GPU.
const PROBE: &str = "tests/tools/run/gpu_present.mlir";

/// `cargo xtask gpu-test [--device N] [--seed N]`: every function of the corpus on a GPU
/// against the interpreter, on random inputs that differ from run to run; random programs, gemms and
/// convolutions.
pub(crate) fn test(args: &[String]) -> Outcome {
    let request = Request::of(args)?;
    setup::ensure()?;
    let mut build = process::cargo(["build", "--package", "hloom"]);
    if !process::status(&mut build)?.success() || !present("debug", request.device)? {
        return Ok(false);
    }
    let tests = ["--test", "gpu", "--test", "gpu_products"];
    let mut command = process::cargo(["test", "--package", "hloom-tests"]);
    command.args(tests).args(["--", "--nocapture"]);
    command.env("HLOOM_GPU", request.device.to_string());
    // Most of the time is the interpreter's and the compilers'.
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(12);
    command.env("HLOOM_GPU_THREADS", threads.to_string());
    command.env("HLOOM_GPU_SEED", request.seed.to_string());
    eprintln!("HLOOM_GPU_SEED={} {}", request.seed, process::line(&command));
    Ok(process::status(&mut command)?.success())
}

/// `cargo xtask gpu-bench [OPTION…] [NAME…]`, all of which go to `tests/bench/gpu.py`.
pub(crate) fn bench(args: &[String]) -> Outcome {
    setup::ensure()?;
    let mut build = process::cargo(["build", "--release", "--package", "hloom"]);
    if !process::status(&mut build)?.success() {
        return Ok(false);
    }
    // Packages of gigabytes are not worth having where there is no GPU.
    let emulate = args.iter().any(|arg| arg == "--emulate");
    if !emulate && !present("release", device(args)?)? {
        return Ok(false);
    }
    let python = match emulate {
        true => suite::environment("python", "tests/bench/requirements.txt")?,
        false => suite::environment("python-gpu", "tests/bench/gpu_requirements.txt")?,
    };
    let Some(python) = python else { return Ok(false) };
    let program = process::target().join("release/hloom");
    let mut command = Command::new(python);
    command.current_dir(process::root()).arg("tests/bench/gpu.py").arg("--hloom").arg(program);
    Ok(process::status(command.args(args))?.success())
}

/// Whether `hloom` runs a program on a GPU; if not, it has said why.
fn present(profile: &str, device: u32) -> anyhow::Result<bool> {
    let program = process::target().join(profile).join("hloom");
    let mut command = Command::new(program);
    command.current_dir(process::root()).args(["run", PROBE, "--backend=ptx"]);
    command.args(["--random-inputs=1", &format!("--device={device}")]);
    let found = process::status(&mut command)?.success();
    if !found {
        eprintln!("no GPU: nothing was run; `cargo xtask test` does all that needs none");
    }
    Ok(found)
}

/// The command line of `gpu-test`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Request {
    device: u32,
    seed: u64,
}

impl Request {
    fn of(args: &[String]) -> anyhow::Result<Request> {
        let mut args = args.iter();
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        let seed = now.map_or(0, |time| time.as_nanos() as u64);
        let mut request = Request { device: 0, seed };
        while let Some(arg) = args.next() {
            let value = args.next().map(String::as_str);
            let number = || -> anyhow::Result<u64> {
                let text = value.ok_or_else(|| Usage(format!("{arg} wants a number")))?;
                Ok(text.parse().map_err(|_| Usage(format!("{arg} wants a number")))?)
            };
            match arg.as_str() {
                "--device" => request.device = u32::try_from(number()?)?,
                "--seed" => request.seed = number()?,
                other => return Err(Usage(format!("unexpected argument `{other}`")).into()),
            }
        }
        Ok(request)
    }
}

/// The number behind `--device`; 0 without that.
fn device(args: &[String]) -> anyhow::Result<u32> {
    let next = |at: usize| args.get(at + 1).map(String::as_str);
    let value = args.iter().enumerate().find_map(|(at, arg)| match arg.as_str() {
        "--device" => Some(next(at).unwrap_or_default()),
        other => other.strip_prefix("--device="),
    });
    match value {
        None => Ok(0),
        Some(text) => text.parse().map_err(|_| Usage("--device wants a number".to_owned()).into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use std::path::Path;

    use anyhow::Context;

    /// The tests of the Python script that need no GPU and no package.
    ///
    /// # Errors
    /// There is no Python.
    fn script_tests(root: &Path) -> anyhow::Result<bool> {
        let mut command = Command::new("python3");
        command.current_dir(root).args(["-W", "error", "tests/bench/gpu_test.py"]);
        let output = command
            .output()
            .with_context(|| format!("can't start `{}`", process::line(&command)))?;
        if !output.status.success() {
            eprint!("{}", String::from_utf8_lossy(&output.stderr));
        }
        Ok(output.status.success())
    }

    fn words(text: &str) -> Vec<String> {
        text.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn command_lines_are_read() {
        let request = Request::of(&words("--seed 7 --device 2")).unwrap();
        assert_eq!(request, Request { device: 2, seed: 7 });
        assert_eq!(Request::of(&[]).unwrap().device, 0);
        for wrong in ["--device", "--seed x", "frob"] {
            assert!(Request::of(&words(wrong)).unwrap_err().is::<Usage>(), "{wrong}");
        }
        assert_eq!(device(&words("softmax --device=3")).unwrap(), 3);
        assert_eq!(device(&words("--device 4 --rounds 1")).unwrap(), 4);
        assert_eq!(device(&words("softmax")).unwrap(), 0);
        assert!(device(&words("--device")).unwrap_err().is::<Usage>());
    }

    #[test]
    fn the_script_holds_what_its_tests_say() {
        match script_tests(process::root()) {
            Ok(passed) => assert!(passed, "tests/bench/gpu_test.py fails"),
            Err(error) => eprintln!("notice: the benchmark's script is not tested: {error:#}"),
        }
    }
}
