//! Ops of the host behind a check that failed, without a loop and without a token that would order
//! them: none of them runs, and the error is that of the check.

use super::{backends, failed, outcome, run, with_check};

/// Programs whose only result comes of an op that fails on the host, behind a check, with the start
/// of the error if the check passes.
const FAILING: &[(&str, &str, &str)] = &[
    (
        "a custom call that nobody knows",
        "func.func @main() -> tensor<i32> {
  %x = stablehlo.constant dense<3> : tensor<i32>
  CHECK(%x)
  %y = stablehlo.custom_call @nobody_knows(%x) {has_side_effect = true} : (tensor<i32>) -> tensor<i32>
  return %y : tensor<i32>
}",
        "error: `stablehlo.custom_call`",
    ),
    (
        "the same in a branch",
        "func.func @main() -> tensor<i32> {
  %x = stablehlo.constant dense<3> : tensor<i32>
  %p = stablehlo.constant dense<true> : tensor<i1>
  %q = stablehlo.optimization_barrier %p : tensor<i1>
  CHECK(%x)
  %r = \"stablehlo.if\"(%q) ({
    %y = stablehlo.custom_call @nobody_knows(%x) {has_side_effect = true} : (tensor<i32>) -> tensor<i32>
    stablehlo.return %y : tensor<i32>
  }, {
    stablehlo.return %x : tensor<i32>
  }) : (tensor<i1>) -> tensor<i32>
  return %r : tensor<i32>
}",
        "error: `stablehlo.custom_call`",
    ),
    (
        "another check",
        "func.func @main() {
  %x = stablehlo.constant dense<3> : tensor<i32>
  %z = stablehlo.constant dense<3.0> : tensor<f32>
  CHECK(%x)
  check.expect_almost_eq_const %z, dense<4.0> : tensor<f32>
  return
}",
        "error: `check.expect_almost_eq_const`",
    ),
    (
        "a check of an array in a file",
        "func.func @main() {
  %x = stablehlo.constant dense<3> : tensor<i32>
  CHECK(%x)
  check.expect_serialized_eq %x, probe_id = \"nowhere\", iter = 0 : tensor<i32>
  return
}",
        "error: `check.expect_serialized_eq`",
    ),
    (
        "an infeed whose queue is empty",
        "func.func @main() -> tensor<i32> {
  %x = stablehlo.constant dense<3> : tensor<i32>
  CHECK(%x)
  %t = stablehlo.create_token : !stablehlo.token
  %y:2 = \"stablehlo.infeed\"(%t) {infeed_config = \"\", layout = [[]]} : (!stablehlo.token) -> (tensor<i32>, !stablehlo.token)
  return %y#0 : tensor<i32>
}",
        "error: `stablehlo.infeed`",
    ),
];

#[test]
fn no_op_of_the_host_fails_behind_a_check_that_failed() {
    let mut wrong = Vec::new();
    for (name, text, error) in FAILING {
        for backend in backends() {
            let found = outcome(&with_check(text, true), backend);
            if found != failed() {
                wrong.push(format!("{name} on {backend}: {found:?} instead of the failed check"));
            }
            // The op is one that would be run, or would be refused by the backend at once.
            let (status, found) = outcome(&with_check(text, false), backend);
            if status == 0 || !found.starts_with(error) {
                wrong.push(format!("{name} on {backend}: {found:?} instead of {error}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A probe writes a file.
#[test]
fn no_probe_is_kept_behind_a_check_that_failed() {
    let text = "func.func @main() -> tensor<i32> {
  %x = stablehlo.constant dense<3> : tensor<i32>
  CHECK(%x)
  %y = interpreter.probe %x, probe_id = \"kept\" : tensor<i32>
  return %y : tensor<i32>
}";
    let mut wrong = Vec::new();
    for backend in backends() {
        for (fails, result) in [(true, failed()), (false, (0, String::new()))] {
            let folder = format!("hloom-probes-{}-{backend}-{fails}", std::process::id());
            let folder = std::env::temp_dir().join(folder);
            std::fs::create_dir_all(&folder).expect("a folder can be made");
            let option = format!("--probes={}", folder.display());
            let (found, _) = run(&with_check(text, fails), backend, &[option]);
            let files = std::fs::read_dir(&folder).expect("the folder is there").count();
            if found != result || (files == 0) != fails {
                wrong.push(format!("{backend}, check fails: {fails}: {found:?}, {files} files"));
            }
            std::fs::remove_dir_all(&folder).expect("the folder can be removed");
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
