//! A check that fails in a region of an op has one outcome on every backend: the interpreter's.
//!
//! Each op of the table with a region has a program whose region holds a check. The program is run
//! with a check that fails and with one that passes; the exit status and the kind of the first
//! error must be the same on all backends. The same holds for checks in and in front of loops that
//! never end: the interpreter stops at the first check that fails.

#![cfg(feature = "llvm")]

#[path = "checks/host.rs"]
mod host;

use hloom::Io;
use hloom_ir::ops;
use std::sync::mpsc;
use std::time::Duration;

/// Programs by the op whose region holds `CHECK(%value)`, a check of a `tensor<i32>` that is not 77.
const PROGRAMS: &[(&str, &str)] = &[
    (
        "func.func",
        "func.func @main() {
  %x = stablehlo.constant dense<3> : tensor<i32>
  CHECK(%x)
  return
}",
    ),
    (
        "func.func",
        "func.func @main() -> tensor<i32> {
  %x = stablehlo.constant dense<3> : tensor<i32>
  %y = call @f(%x) : (tensor<i32>) -> tensor<i32>
  return %y : tensor<i32>
}
func.func private @f(%a: tensor<i32>) -> tensor<i32> {
  CHECK(%a)
  return %a : tensor<i32>
}",
    ),
    (
        "stablehlo.if",
        "func.func @main() -> tensor<i32> {
  %x = stablehlo.constant dense<3> : tensor<i32>
  %p = stablehlo.constant dense<true> : tensor<i1>
  %r = \"stablehlo.if\"(%p) ({
    CHECK(%x)
    stablehlo.return %x : tensor<i32>
  }, {
    stablehlo.return %x : tensor<i32>
  }) : (tensor<i1>) -> tensor<i32>
  return %r : tensor<i32>
}",
    ),
    (
        "stablehlo.case",
        "func.func @main() -> tensor<i32> {
  %x = stablehlo.constant dense<1> : tensor<i32>
  %r = \"stablehlo.case\"(%x) ({
    stablehlo.return %x : tensor<i32>
  }, {
    CHECK(%x)
    stablehlo.return %x : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  return %r : tensor<i32>
}",
    ),
    (
        "stablehlo.while",
        "func.func @main() -> tensor<i32> {
  %x = stablehlo.constant dense<0> : tensor<i32>
  %r = \"stablehlo.while\"(%x) ({
  ^bb0(%a: tensor<i32>):
    CHECK(%a)
    %three = stablehlo.constant dense<3> : tensor<i32>
    %p = stablehlo.compare LT, %a, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }, {
  ^bb0(%a: tensor<i32>):
    %one = stablehlo.constant dense<1> : tensor<i32>
    %b = stablehlo.add %a, %one : tensor<i32>
    stablehlo.return %b : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  return %r : tensor<i32>
}",
    ),
    (
        "stablehlo.while",
        "func.func @main() -> tensor<i32> {
  %x = stablehlo.constant dense<0> : tensor<i32>
  %r = \"stablehlo.while\"(%x) ({
  ^bb0(%a: tensor<i32>):
    %three = stablehlo.constant dense<3> : tensor<i32>
    %p = stablehlo.compare LT, %a, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }, {
  ^bb0(%a: tensor<i32>):
    %one = stablehlo.constant dense<1> : tensor<i32>
    %b = stablehlo.add %a, %one : tensor<i32>
    CHECK(%b)
    stablehlo.return %b : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  return %r : tensor<i32>
}",
    ),
    (
        "stablehlo.map",
        "func.func @main() -> tensor<4xi32> {
  %x = stablehlo.iota dim = 0 : tensor<4xi32>
  %r = \"stablehlo.map\"(%x) ({
  ^bb0(%a: tensor<i32>):
    CHECK(%a)
    %b = stablehlo.add %a, %a : tensor<i32>
    stablehlo.return %b : tensor<i32>
  }) {dimensions = array<i64: 0>} : (tensor<4xi32>) -> tensor<4xi32>
  return %r : tensor<4xi32>
}",
    ),
    (
        "hloom.map",
        "func.func @main() -> (tensor<4xi32>, tensor<4xi32>) {
  %x = stablehlo.iota dim = 0 : tensor<4xi32>
  %r, %s = \"hloom.map\"(%x) ({
  ^bb0(%a: tensor<i32>):
    CHECK(%a)
    %b = stablehlo.add %a, %a : tensor<i32>
    stablehlo.return %b, %a : tensor<i32>, tensor<i32>
  }) {dimensions = array<i64: 0>} : (tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi32>)
  return %r, %s : tensor<4xi32>, tensor<4xi32>
}",
    ),
    (
        "stablehlo.reduce",
        "func.func @main() -> tensor<i32> {
  %x = stablehlo.iota dim = 0 : tensor<4xi32>
  %z = stablehlo.constant dense<0> : tensor<i32>
  %r = \"stablehlo.reduce\"(%x, %z) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    CHECK(%a)
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) {dimensions = array<i64: 0>} : (tensor<4xi32>, tensor<i32>) -> tensor<i32>
  return %r : tensor<i32>
}",
    ),
    (
        "stablehlo.reduce_window",
        "func.func @main() -> tensor<3xi32> {
  %x = stablehlo.iota dim = 0 : tensor<4xi32>
  %z = stablehlo.constant dense<0> : tensor<i32>
  %r = \"stablehlo.reduce_window\"(%x, %z) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    CHECK(%a)
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) {window_dimensions = array<i64: 2>} : (tensor<4xi32>, tensor<i32>) -> tensor<3xi32>
  return %r : tensor<3xi32>
}",
    ),
    (
        "stablehlo.reduce_window",
        "func.func @main() -> tensor<4xi32> {
  %x = stablehlo.iota dim = 0 : tensor<4xi32>
  %z = stablehlo.constant dense<0> : tensor<i32>
  %r = \"stablehlo.reduce_window\"(%x, %z) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    CHECK(%a)
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) {window_dimensions = array<i64: 4>, padding = dense<[[3, 0]]> : tensor<1x2xi64>} : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
  return %r : tensor<4xi32>
}",
    ),
    (
        "stablehlo.sort",
        "func.func @main() -> tensor<4xi32> {
  %x = stablehlo.constant dense<[3, 1, 2, 0]> : tensor<4xi32>
  %r = \"stablehlo.sort\"(%x) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    CHECK(%a)
    %p = stablehlo.compare LT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) {dimension = 0 : i64, is_stable = true} : (tensor<4xi32>) -> tensor<4xi32>
  return %r : tensor<4xi32>
}",
    ),
    (
        "stablehlo.scatter",
        "func.func @main() -> tensor<4xi32> {
  %x = stablehlo.iota dim = 0 : tensor<4xi32>
  %at = stablehlo.constant dense<[[1], [2]]> : tensor<2x1xi32>
  %u = stablehlo.constant dense<[5, 6]> : tensor<2xi32>
  %r = \"stablehlo.scatter\"(%x, %at, %u) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    CHECK(%a)
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<4xi32>, tensor<2x1xi32>, tensor<2xi32>) -> tensor<4xi32>
  return %r : tensor<4xi32>
}",
    ),
    (
        "stablehlo.select_and_scatter",
        "func.func @main() -> tensor<4xi32> {
  %x = stablehlo.iota dim = 0 : tensor<4xi32>
  %s = stablehlo.constant dense<[5, 6]> : tensor<2xi32>
  %z = stablehlo.constant dense<0> : tensor<i32>
  %r = \"stablehlo.select_and_scatter\"(%x, %s, %z) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    CHECK(%a)
    %p = stablehlo.compare GE, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }, {
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %sum = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %sum : tensor<i32>
  }) {window_dimensions = array<i64: 2>, window_strides = array<i64: 2>} : (tensor<4xi32>, tensor<2xi32>, tensor<i32>) -> tensor<4xi32>
  return %r : tensor<4xi32>
}",
    ),
    (
        "stablehlo.select_and_scatter",
        "func.func @main() -> tensor<4xi32> {
  %x = stablehlo.iota dim = 0 : tensor<4xi32>
  %s = stablehlo.constant dense<[5, 6]> : tensor<2xi32>
  %z = stablehlo.constant dense<0> : tensor<i32>
  %r = \"stablehlo.select_and_scatter\"(%x, %s, %z) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %p = stablehlo.compare GE, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }, {
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    CHECK(%a)
    %sum = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %sum : tensor<i32>
  }) {window_dimensions = array<i64: 2>, window_strides = array<i64: 2>} : (tensor<4xi32>, tensor<2xi32>, tensor<i32>) -> tensor<4xi32>
  return %r : tensor<4xi32>
}",
    ),
    (
        "chlo.scan",
        "func.func @main() -> (tensor<4xi32>, tensor<i32>) {
  %x = stablehlo.iota dim = 0 : tensor<4xi32>
  %z = stablehlo.constant dense<0> : tensor<i32>
  %all, %last = chlo.scan(%x) inits (%z) dimension=0 {
  ^bb0(%a: tensor<i32>, %sum: tensor<i32>):
    CHECK(%a)
    %next = stablehlo.add %sum, %a : tensor<i32>
    stablehlo.return %next, %next : tensor<i32>, tensor<i32>
  } : (tensor<4xi32>, tensor<i32>) -> (tensor<4xi32>, tensor<i32>)
  return %all, %last : tensor<4xi32>, tensor<i32>
}",
    ),
    (
        "sdy.named_computation",
        "func.func @main() -> tensor<i32> {
  %x = stablehlo.constant dense<3> : tensor<i32>
  %r = sdy.named_computation<\"f\">(%x) (%a: tensor<i32>) {
    CHECK(%a)
    sdy.return %a : tensor<i32>
  } : (tensor<i32>) -> tensor<i32>
  return %r : tensor<i32>
}",
    ),
    (
        "composite",
        "func.func @main() -> tensor<i32> {
  %x = stablehlo.constant dense<3> : tensor<i32>
  %y = stablehlo.composite \"my.op\" %x {decomposition = @f} : (tensor<i32>) -> tensor<i32>
  return %y : tensor<i32>
}
func.func private @f(%a: tensor<i32>) -> tensor<i32> {
  CHECK(%a)
  return %a : tensor<i32>
}",
    ),
];

/// Programs whose region does not run: one process alone has nothing to combine.
const UNUSED: &[(&str, &str)] = &[
    (
        "stablehlo.all_reduce",
        "func.func @main() -> tensor<4xi32> {
  %x = stablehlo.iota dim = 0 : tensor<4xi32>
  %r = \"stablehlo.all_reduce\"(%x) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    CHECK(%a)
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) {replica_groups = dense<0> : tensor<1x1xi64>} : (tensor<4xi32>) -> tensor<4xi32>
  return %r : tensor<4xi32>
}",
    ),
    (
        "stablehlo.reduce_scatter",
        "func.func @main() -> tensor<4xi32> {
  %x = stablehlo.iota dim = 0 : tensor<4xi32>
  %r = \"stablehlo.reduce_scatter\"(%x) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    CHECK(%a)
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) {scatter_dimension = 0 : i64, replica_groups = dense<0> : tensor<1x1xi64>} : (tensor<4xi32>) -> tensor<4xi32>
  return %r : tensor<4xi32>
}",
    ),
];

/// Ops of the table whose regions hold no checks, or that no backend runs alone.
const OTHERS: &[(&str, &str)] = &[
    ("builtin.module", "its ops are functions"),
    ("hloom.fusion", "passes make it, of ops without effects"),
    ("hloom.layer", "passes make it, of ops without effects"),
    ("sdy.manual_computation", "it needs a mesh of several devices"),
    ("shape.assuming", "its witness is a constraint on shapes; runs like a branch"),
    ("stablehlo.async_start", "its body is one collective"),
    ("stablehlo.collective_reduce", "an all_reduce of one result"),
];

/// Programs in which the interpreter stops at a check, and in which nothing else would end.
const ENDLESS: &[(&str, &str)] = &[
    (
        "in the condition",
        "func.func @main() -> tensor<i32> {
  %x = stablehlo.constant dense<0> : tensor<i32>
  %r = \"stablehlo.while\"(%x) ({
  ^bb0(%a: tensor<i32>):
    CHECK(%a)
    %p = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %p : tensor<i1>
  }, {
  ^bb0(%a: tensor<i32>):
    stablehlo.return %a : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  return %r : tensor<i32>
}",
    ),
    (
        "in the body, in a later iteration",
        "func.func @main() -> tensor<i32> {
  %x = stablehlo.constant dense<70> : tensor<i32>
  %r = \"stablehlo.while\"(%x) ({
  ^bb0(%a: tensor<i32>):
    %p = stablehlo.compare EQ, %a, %a : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }, {
  ^bb0(%a: tensor<i32>):
    %most = stablehlo.constant dense<77> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %far = stablehlo.subtract %most, %a : tensor<i32>
    %y = stablehlo.maximum %far, %one : tensor<i32>
    %z = stablehlo.divide %most, %y : tensor<i32>
    check.expect_eq %z, %z : tensor<i32>
    %next = stablehlo.add %a, %one : tensor<i32>
    %end = stablehlo.constant dense<80> : tensor<i32>
    %late = stablehlo.compare GE, %a, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
    \"stablehlo.if\"(%late) ({
      CHECK(%a)
      stablehlo.return
    }, {
      stablehlo.return
    }) : (tensor<i1>) -> ()
    stablehlo.return %next : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  return %r : tensor<i32>
}",
    ),
    (
        "in front of the loop",
        "func.func @main() -> tensor<i32> {
  %x = stablehlo.constant dense<3> : tensor<i32>
  CHECK(%x)
  %r = \"stablehlo.while\"(%x) ({
  ^bb0(%a: tensor<i32>):
    %p = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %p : tensor<i1>
  }, {
  ^bb0(%a: tensor<i32>):
    %b = stablehlo.add %a, %a : tensor<i32>
    stablehlo.return %b : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  return %r : tensor<i32>
}",
    ),
    (
        "in a loop around an endless one",
        "func.func @main() -> tensor<i32> {
  %x = stablehlo.constant dense<3> : tensor<i32>
  %r = \"stablehlo.while\"(%x) ({
  ^bb0(%a: tensor<i32>):
    %p = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %p : tensor<i1>
  }, {
  ^bb0(%a: tensor<i32>):
    CHECK(%a)
    %s = \"stablehlo.while\"(%a) ({
    ^bb0(%b: tensor<i32>):
      %p = stablehlo.constant dense<true> : tensor<i1>
      stablehlo.return %p : tensor<i1>
    }, {
    ^bb0(%b: tensor<i32>):
      %c = stablehlo.add %b, %b : tensor<i32>
      stablehlo.return %c : tensor<i32>
    }) : (tensor<i32>) -> tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  return %r : tensor<i32>
}",
    ),
];

/// Programs that print behind a check.
const PRINTING: &[(&str, &str)] = &[
    (
        "behind the check",
        "func.func @main() -> tensor<i32> {
  %x = stablehlo.constant dense<3> : tensor<i32>
  CHECK(%x)
  %y = interpreter.print %x : tensor<i32>
  return %y : tensor<i32>
}",
    ),
    (
        "behind a check in a branch, in another branch",
        "func.func @main() -> tensor<i32> {
  %x = stablehlo.constant dense<3> : tensor<i32>
  %p = stablehlo.constant dense<true> : tensor<i1>
  \"stablehlo.if\"(%p) ({
    CHECK(%x)
    stablehlo.return
  }, {
    stablehlo.return
  }) : (tensor<i1>) -> ()
  %r = \"stablehlo.if\"(%p) ({
    %y = interpreter.print %x : tensor<i32>
    stablehlo.return %y : tensor<i32>
  }, {
    stablehlo.return %x : tensor<i32>
  }) : (tensor<i1>) -> tensor<i32>
  return %r : tensor<i32>
}",
    ),
    (
        "in a function that is called behind the check",
        "func.func @main() {
  %x = stablehlo.constant dense<3> : tensor<i32>
  CHECK(%x)
  call @says(%x) : (tensor<i32>) -> ()
  return
}
func.func private @says(%a: tensor<i32>) {
  %y = interpreter.print %a : tensor<i32>
  return
}",
    ),
    (
        "a value of unknown extent, which is used further on",
        "func.func @main() -> tensor<?xi32> {
  %x = stablehlo.constant dense<3> : tensor<i32>
  CHECK(%x)
  %four = stablehlo.constant dense<4> : tensor<1xi64>
  %n = stablehlo.optimization_barrier %four : tensor<1xi64>
  %d = stablehlo.dynamic_iota %n, dim = 0 : (tensor<1xi64>) -> tensor<?xi32>
  %y = interpreter.print %d : tensor<?xi32>
  %z = stablehlo.add %y, %y : tensor<?xi32>
  return %z : tensor<?xi32>
}",
    ),
];

/// The backends that run everything; the emulator stands for GPUs.
fn backends() -> &'static [&'static str] {
    if cfg!(feature = "ptx") { &["interp", "cpu", "ptx-emulator"] } else { &["interp", "cpu"] }
}

/// The longest that a run may take.
const PATIENCE: Duration = Duration::from_secs(120);

/// The outcome of a run: the exit status, and the first error up to its figures.
fn outcome(text: &str, backend: &str) -> (i32, String) {
    run(text, backend, &[]).0
}

/// The outcome of a run with further options, and its standard output.
fn run(text: &str, backend: &str, options: &[String]) -> ((i32, String), String) {
    let (sender, receiver) = mpsc::channel();
    let program = text.to_owned();
    let mut line = ["hloom", "run", "-"].map(str::to_owned).to_vec();
    line.push(format!("--backend={backend}"));
    line.extend_from_slice(options);
    std::thread::spawn(move || {
        let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
        let mut stdin = program.as_bytes();
        let terminal = hloom::Terminal::default();
        let mut io = Io { stdin: &mut stdin, stdout: &mut stdout, stderr: &mut stderr, terminal };
        let status = hloom::main_with(line.iter().map(String::as_str), &mut io);
        let [stdout, stderr] =
            [stdout, stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
        // Nobody listens any more after too long a run.
        let _ = sender.send((i32::from(status), stdout, stderr));
    });
    let Ok((status, stdout, stderr)) = receiver.recv_timeout(PATIENCE) else {
        return ((-1, "it does not end".to_owned()), String::new());
    };
    let first = stderr.lines().find(|line| line.starts_with("error")).unwrap_or_default();
    let kind = first.split(": ").take(2).collect::<Vec<_>>().join(": ");
    ((status, kind), stdout)
}

/// The program with a check that fails, or with one that passes.
fn with_check(text: &str, fails: bool) -> String {
    let mut made = String::new();
    for line in text.lines() {
        let value = line.trim().strip_prefix("CHECK(").and_then(|rest| rest.strip_suffix(')'));
        match value {
            Some(v) if fails => {
                made += &format!("check.expect_eq_const {v}, dense<77> : tensor<i32>");
            }
            Some(v) => made += &format!("check.expect_eq {v}, {v} : tensor<i32>"),
            None => made += line,
        }
        made.push('\n');
    }
    made
}

/// Runs a program on each backend and compares the outcomes.
fn hold(name: &str, text: &str, expected: &(i32, String), wrong: &mut Vec<String>) {
    for backend in backends() {
        let found = outcome(text, backend);
        if found != *expected {
            wrong.push(format!("{name} on {backend}: {found:?} instead of {expected:?}"));
        }
    }
}

fn failed() -> (i32, String) {
    (1, "error: `check.expect_eq_const`".to_owned())
}

#[test]
fn a_check_in_a_region_has_one_outcome() {
    let mut wrong = Vec::new();
    for (name, text) in PROGRAMS {
        hold(name, &with_check(text, true), &failed(), &mut wrong);
        hold(name, &with_check(text, false), &(0, String::new()), &mut wrong);
    }
    for (name, text) in UNUSED {
        hold(name, &with_check(text, true), &(0, String::new()), &mut wrong);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_check_ends_a_loop_that_never_ends() {
    let mut wrong = Vec::new();
    for (name, text) in ENDLESS {
        hold(name, &with_check(text, true), &failed(), &mut wrong);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn nothing_is_printed_behind_a_check_that_failed() {
    let printed = |text: &str, backend: &str| {
        let (outcome, stdout) = run(text, backend, &[]);
        (outcome, stdout.matches(" = tensor<").count())
    };
    let mut wrong = Vec::new();
    for (name, text) in PRINTING {
        for (fails, expected) in [(true, (failed(), 0)), (false, ((0, String::new()), 1))] {
            for backend in backends() {
                let found = printed(&with_check(text, fails), backend);
                if found != expected {
                    wrong.push(format!("{name} on {backend}: {found:?} instead of {expected:?}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_op_with_a_region_is_here() {
    let known: Vec<&str> =
        PROGRAMS.iter().chain(UNUSED).chain(OTHERS).map(|(name, _)| *name).collect();
    let all = ops::TABLE.iter().filter(|entry| !entry.def.regions.is_empty());
    let missing: Vec<&str> =
        all.map(|entry| entry.def.name).filter(|name| !known.contains(name)).collect();
    assert!(missing.is_empty(), "no program has a check in {missing:?}");
}
