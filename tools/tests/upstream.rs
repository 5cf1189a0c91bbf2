//! Upstream MLIR is a program beside `hloom`: without it, each command that needs it says so.
#![cfg(unix)]

use std::path::Path;
use std::process::Command;

const PROGRAM: &str = "func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = stablehlo.add %x, %x : tensor<4xf32>
  return %y : tensor<4xf32>
}
";

#[test]
fn a_missing_server_is_said() {
    // A folder with `hloom` alone, in a folder without the server.
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("upstream").join("alone");
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    let hloom = folder.join("hloom");
    let _ = std::fs::remove_file(&hloom);
    std::fs::hard_link(env!("CARGO_BIN_EXE_hloom"), &hloom).expect("a link can be made");
    let file = folder.join("program.mlir");
    std::fs::write(&file, PROGRAM).expect("the file can be written");
    let file = file.to_string_lossy();
    let pass = "--passes=mlir{pipeline='builtin.module(cse)'}";
    for (words, status) in [
        (&["run", &file, "--random-inputs=1", "--backend=mlir"][..], 2),
        (&["run", &file, "--random-inputs=1", "--backend=interp", "--compare=mlir"], 2),
        (&["run", &file, "--random-inputs=1", "--backend=interp", pass], 1),
        (&["compile", &file, "--emit=linalg"], 2),
        (&["opt", &file, pass], 1),
    ] {
        let output = Command::new(&hloom).args(words).output().expect("hloom starts");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(status), "{words:?}: {said}");
        assert!(said.contains("needs the program `hloom-mlir` next to `hloom`"), "{said}");
        assert!(said.contains("cargo build --package hloom-mlir"), "{said}");
    }
    std::fs::remove_file(&hloom).expect("the link is there");
}
