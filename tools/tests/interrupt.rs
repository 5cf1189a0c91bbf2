//! Ctrl-C ends a program that runs without end, says where it was, and gives exit code
//! 130.
#![cfg(unix)]

use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// A program that writes a probe and then never ends.
const ENDLESS: &str = r#"func.func @main() -> tensor<i32> {
  %start = stablehlo.constant dense<0> : tensor<i32>
  %zero = interpreter.probe %start, probe_id = "begun" : tensor<i32>
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
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let file = folder.join("endless.mlir");
    std::fs::write(&file, ENDLESS).expect("the file can be written");
    let probes = folder.join("endless-probes");
    // An earlier run's probe would say that this run had begun.
    let _ = std::fs::remove_dir_all(&probes);
    let hloom = Command::new(env!("CARGO_BIN_EXE_hloom"))
        .args(["run", "--backend=interp"])
        .arg(&file)
        .arg("--probes")
        .arg(&probes)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("hloom starts");
    // Before the run begins, an interrupt has no position to report. On a busy machine it may take
    // seconds until it does.
    let begun = probes.join("begun_1.npy");
    let start = Instant::now();
    while !begun.exists() {
        assert!(start.elapsed() < Duration::from_mins(2), "the run did not begin");
        sleep(Duration::from_millis(10));
    }
    let sent = Command::new("kill").args(["-INT", &hloom.id().to_string()]).status();
    assert!(sent.expect("kill starts").success(), "hloom still ran");
    let output = hloom.wait_with_output().expect("hloom ends");
    let said = String::from_utf8_lossy(&output.stderr);
    // It may be at any op of the loop.
    assert!(said.contains("the run was interrupted"), "{said}");
    assert!(said.contains("endless.mlir:") && said.contains("interrupted here"), "{said}");
    assert_eq!(output.status.code(), Some(130));
}
