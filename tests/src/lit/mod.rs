//! The file-driven harness: a test is a file that contains its own commands.
//!
//! Every `*.mlir`, `*.mlir.gz` and `*.sdql` under `tests/` with a line `// RUN: command` is a test.
//! Its commands are those of the `hloom` program, piped together as in a shell, and run
//! in this process: a line costs no more than the work in it. The language:
//!
//! | in a file | what it does |
//! |---|---|
//! | `// RUN: hloom opt %s \| hloom check %s` | must end with status 0, every command of it; a `\` at its end goes on in the next `RUN` |
//! | `// DEFINE: %{passes} = cse,dce` | `%{passes}` stands for that text in the lines below |
//! | `// REQUIRES: llvm, !mlir` | the file is run only where the features are (`llvm`, `mlir`, `ptx`; `gpu` and `ptxas` where there is one) |
//! | `%s` `%S` `%t` `%%` | this file, its folder, a file of its own under `target/`, a percent sign |
//! | `%if llvm %{ text %} %else %{ text %}` | the first text where the feature is, else the other |
//! | `not command` | the command must fail with status 1 or 2; a panic (101) never passes |
//! | `\|` `2>&1` `>FILE` `2>FILE` `<FILE` | as in a shell |
//! | `cat FILE…`, `diff FILE FILE` | the only other commands; `-` is standard input |
//!
//! `BLESS=1` rewrites what can be rewritten: the `CHECK` lines after a line
//! `// BLESS: full` (see [`bless`]), and the file `X.out` of `… | diff X.out -`.
//!
//! Files under `tests/passes` are also run before and after their passes, by
//! [`semantics`].
//!
//! The order of work: [`script`] reads a file, [`shell`] parses and runs a line,
//! [`suite`] runs all files and reports.

pub mod bless;
pub mod script;
pub mod semantics;
pub mod shell;
pub mod suite;
