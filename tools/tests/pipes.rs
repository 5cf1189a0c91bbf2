//! The exit status of the process is that of the work, whoever reads what it writes.
#![cfg(unix)]

use std::process::{Command, Stdio};

/// The status of a command line whose streams are closed by their readers.
fn status(arguments: &[&str], input: &str, closed: (bool, bool)) -> Option<i32> {
    let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("pipes.mlir");
    std::fs::write(&file, input).expect("the file can be written");
    let mut hloom = Command::new(env!("CARGO_BIN_EXE_hloom"));
    let hloom = hloom.args(arguments).arg(&file).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = hloom.spawn().expect("hloom starts");
    if closed.0 {
        drop(child.stdout.take());
    }
    if closed.1 {
        drop(child.stderr.take());
    }
    child.wait().expect("hloom ends").code()
}

#[test]
fn readers_that_leave_change_no_status() {
    let wrong = "func.func @main() { %0 = stablehlo.negate %1 : tensor<i32> return }";
    let good = "func.func @main() { return }";
    for closed in [(false, false), (true, false), (false, true), (true, true)] {
        for line in [&["opt"][..], &["run", "--backend=interp"], &["compile"]] {
            assert_eq!(status(line, wrong, closed), Some(1), "{line:?} {closed:?}");
            assert_eq!(status(line, good, closed), Some(0), "{line:?} {closed:?}");
        }
        assert_eq!(status(&["opt", "--nothing"], good, closed), Some(2), "{closed:?}");
    }
}
