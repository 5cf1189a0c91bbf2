//! Ctrl-C ends a program that runs without end, says where it was, and gives exit code
//! 130.
#![cfg(unix)]

use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

/// A program that never ends.
const ENDLESS: &str = r#"func.func @main() -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %end = stablehlo.while(%i = %zero) : tensor<i32>
  cond {
    %true = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %true : tensor<i1>
  } do {
    %next = stablehlo.negate %i : tensor<i32> loc("f.py":3:4)
    stablehlo.return %next : tensor<i32>
  }
  return %end : tensor<i32>
}
"#;

#[test]
fn ctrl_c_ends_a_run() {
    let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("endless.mlir");
    std::fs::write(&file, ENDLESS).expect("the file can be written");
    let hloom = Command::new(env!("CARGO_BIN_EXE_hloom"))
        .args(["run", "--backend=interp"])
        .arg(&file)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("hloom starts");
    // A process that is still starting would be ended by the signal itself.
    sleep(Duration::from_millis(1500));
    let sent = Command::new("kill").args(["-INT", &hloom.id().to_string()]).status();
    assert!(sent.expect("kill starts").success(), "hloom still ran");
    let output = hloom.wait_with_output().expect("hloom ends");
    let said = String::from_utf8_lossy(&output.stderr);
    // It may be at any op of the loop.
    assert!(said.contains("the run was interrupted"), "{said}");
    assert!(said.contains("endless.mlir:") && said.contains("interrupted here"), "{said}");
    assert_eq!(output.status.code(), Some(130));
}
