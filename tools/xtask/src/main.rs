//! `cargo xtask`: hloom's chores, one command each.
//!
//! It comes before everything else: it installs what the other crates need in
//! order to build, so it depends on none of them and on no LLVM. A person
//! types the same commands that continuous integration runs.
//!
//! Exit status: 0 all well; 1 something failed and was reported; 2 the command
//! line is wrong.
//!
//! It computes no tensors: `demo` runs the `hloom` program and reads its results.
//!
//! | module | command |
//! |---|---|
//! | [`setup`] | `setup`: LLVM and MLIR from Debian's packages |
//! | [`check`], [`runner`], [`changed`] | `test`, `test --quick`, `patches` |
//! | [`demo`] | `demo`: builds, classifies images, compares with JAX |
//! | [`mod@bench`], [`suite`], [`chart`] | `bench`, `suite`, `suite --chart` |
//! | [`fuzz`], [`sweep`], [`ptxas`] | `fuzz`, `ptx-sweep`, `mlir-sweep`, `mlir-figures` |
//! | [`storage`] | `storage-bench`: storage programs beside their peers |
//! | [`upstream`] | `upstream`: StableHLO's own tests |
//! | [`symbolic`] | `symbolic`: JAX's shape-polymorphism tests |
//! | [`jax`] | `wheel`, `jax-census`, `jax-test`, `jax-libraries`, `jax-bench`: the plugin for JAX |
//! | [`gpu`] | `gpu-test`, `gpu-bench` |
//! | [`loader`] | `loader`: the loader's number of threads, timed |
//! | [`page`] | `page`: the page of kernels in Chromium |
//! | [`process`], [`terminal`] | programs to start, and the look of the output |

mod bench;
mod changed;
mod chart;
mod check;
mod demo;
mod fuzz;
mod gpu;
mod jax;
mod loader;
mod page;
mod process;
mod ptxas;
mod runner;
mod setup;
mod storage;
mod suite;
mod sweep;
mod symbolic;
mod terminal;
mod upstream;

use std::process::ExitCode;

use terminal::Style;

/// The outcome of a command; `false` means that it reported a failure.
type Outcome = anyhow::Result<bool>;

/// One row of the command table: help and dispatch read the same lines.
struct Command {
    name: &'static str,
    options: &'static str,
    about: &'static str,
    run: fn(&[String]) -> Outcome,
}

const COMMANDS: &[Command] = &[
    Command {
        name: "demo",
        options: "",
        about: "set up, build in release mode, classify real images and compare with JAX",
        run: demo::run,
    },
    Command {
        name: "test",
        options: "[--quick]",
        about: "set up, then check house rules, format, lints, every test and the docs; --quick: format, house rules, and lints and tests of the crates that changed",
        run: check::run,
    },
    Command {
        name: "patches",
        options: "",
        about: "apply the patches of tools/guide/contributing.md to a copy of the tree, build it and run their tests",
        run: check::patches,
    },
    Command {
        name: "setup",
        options: "[--dry-run [--root DIR]]",
        about: "install LLVM and MLIR 22 where missing; --dry-run only says how",
        run: setup::run,
    },
    Command {
        name: "bench",
        options: "[FILTER…]",
        about: "run the benchmarks and print their table, peers in the same run; without a filter, the suite too",
        run: bench::run,
    },
    Command {
        name: "suite",
        options: "[--chart | --mlir | NAME…]",
        about: "run the programs of tests/bench beside XLA, which comes from PyPI, and print their table; --mlir times upstream MLIR too; --chart draws the committed table to tools/guide/suite.svg",
        run: suite::run,
    },
    Command {
        name: "storage-bench",
        options: "[--entries N] [NAME…]",
        about: "run storage programs beside SciPy and PyData sparse, which come from PyPI, and loops by hand in C, and print their table",
        run: storage::run,
    },
    Command {
        name: "gpu-test",
        options: "[--device N] [--seed N]",
        about: "run the corpus on an NVIDIA GPU against the interpreter, on new random inputs each time",
        run: gpu::test,
    },
    Command {
        name: "gpu-bench",
        options: "[--emulate] [NAME…]",
        about: "run programs on an NVIDIA GPU beside PyTorch and JAX, which come from PyPI, and write backends/ptx/BENCH.md; --emulate tries the benchmark itself without a GPU",
        run: gpu::bench,
    },
    Command {
        name: "ptx-sweep",
        options: "[FIRST/EVERY]",
        about: "compile all of the corpus for six GPUs, run it in the emulator, assemble every kernel and print figures; or a sample",
        run: sweep::run,
    },
    Command {
        name: "loader",
        options: "[waiting|computing]",
        about: "time the chosen number of decoding threads against all others, in 40 calibrated cases",
        run: loader::run,
    },
    Command {
        name: "mlir-sweep",
        options: "",
        about: "run all of the corpus on upstream MLIR against the interpreter, hold the table of exceptions and print figures",
        run: sweep::mlir,
    },
    Command {
        name: "mlir-figures",
        options: "[MODULES]",
        about: "time the lowering of 10,000 ops to upstream MLIR, and follow the memory in use while so many modules are compiled and run (default 10,000)",
        run: sweep::mlir_figures,
    },
    Command {
        name: "page",
        options: "",
        about: "open the page of `hloom explain fusion --html` in Chromium at three sizes, light and dark, check it there and take pictures",
        run: page::run,
    },
    Command {
        name: "fuzz",
        options: "[--seconds N | --modules N | --functions N | --executors N | --programs N]",
        about: "run the random campaigns, N seconds each (default 60), those that read and print on N modules, those of control flow on N functions, that of the interpreter, code for CPUs and upstream MLIR on N programs, or that of the interpreter, code for CPUs and the GPU emulator with all settings on N programs",
        run: fuzz::run,
    },
    Command {
        name: "upstream",
        options: "FOLDER [--cpu]",
        about: "run the test files of a checkout of openxla/stablehlo, in the interpreter and with --cpu compiled too, and compare with tests/spec/upstream.txt",
        run: upstream::run,
    },
    Command {
        name: "symbolic",
        options: "FOLDER",
        about: "export the functions of the shape-polymorphism tests of a checkout of jax-ml/jax with JAX from PyPI, run them, interpreted and compiled, and compare with JAX and with tests/spec/symbolic.txt",
        run: symbolic::run,
    },
    Command {
        name: "wheel",
        options: "",
        about: "build the plugin for JAX in release mode, and its manylinux wheel into target/wheels",
        run: jax::wheel,
    },
    Command {
        name: "jax-census",
        options: "[--modules LIST] [--names LIST] [--seconds N] [--verbose]",
        about: "call functions of JAX, which comes from PyPI, on hloom and on JAX's CPU platform, and compare",
        run: jax::census,
    },
    Command {
        name: "jax-test",
        options: "[FOLDER [--files LIST] [--cases N] [--seconds N]]",
        about: "run the tests of a checkout of jax-ml/jax on hloom, and print a table by file and the reasons of failure; without FOLDER, the tests of tools/python",
        run: jax::tests,
    },
    Command {
        name: "jax-libraries",
        options: "[NAME…]",
        about: "run programs of Flax, Optax, Equinox, Haiku, NumPyro and diffrax, which come from PyPI, on hloom and on JAX's CPU platform, and compare",
        run: jax::libraries,
    },
    Command {
        name: "jax-bench",
        options: "[--what LIST] [--scripts LIST] [--rounds N] [--steps N]",
        about: "time calls, compilation and training scripts of JAX on hloom and on JAX's CPU platform, by turns",
        run: jax::bench,
    },
];

fn main() -> ExitCode {
    let args: Vec<String> =
        std::env::args_os().skip(1).map(|a| a.to_string_lossy().into_owned()).collect();
    let Some((name, rest)) = args.split_first() else {
        eprint!("{}", help());
        return ExitCode::from(2);
    };
    if ["help", "-h", "--help"].contains(&name.as_str())
        || rest.iter().any(|a| a == "-h" || a == "--help")
    {
        print!("{}", help());
        return ExitCode::SUCCESS;
    }
    let style = Style::stderr();
    let Some(command) = COMMANDS.iter().find(|c| c.name == name) else {
        eprintln!("{} there is no command `{name}`\n\n{}", style.red("error:"), help());
        return ExitCode::from(2);
    };
    match (command.run)(rest) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{} {error:#}", style.red("error:"));
            ExitCode::from(if error.is::<Usage>() { 2 } else { 1 })
        }
    }
}

/// The command line is wrong: exit status 2.
#[derive(Debug)]
struct Usage(String);

impl std::fmt::Display for Usage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} (see cargo xtask --help)", self.0)
    }
}

impl std::error::Error for Usage {}

/// Refuses arguments that a command has no use for.
fn no_more(args: &[String]) -> anyhow::Result<()> {
    match args.first() {
        Some(arg) => Err(Usage(format!("unexpected argument `{arg}`")).into()),
        None => Ok(()),
    }
}

/// The help text, from the command table.
fn help() -> String {
    let mut text =
        String::from("hloom's chores, one command each\n\nusage: cargo xtask COMMAND\n\n");
    for c in COMMANDS {
        let synopsis = format!("{} {}", c.name, c.options);
        text += &format!("  {:<32}  {}\n", synopsis.trim_end(), c.about);
    }
    text +=
        "\nNO_COLOR=1 prints without colours; CI=true prints without colours and progress bars.\n";
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn help_names_every_command() {
        let text = help();
        for command in COMMANDS {
            assert!(text.contains(&format!("  {}", command.name)), "{text}");
            assert!(text.contains(command.about), "{text}");
        }
    }

    #[test]
    fn surplus_arguments_are_a_usage_error() {
        let error = no_more(&["--frob".to_owned()]).unwrap_err();
        assert!(error.is::<Usage>());
        assert_eq!(error.to_string(), "unexpected argument `--frob` (see cargo xtask --help)");
    }
}
