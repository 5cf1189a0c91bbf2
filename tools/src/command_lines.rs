//! Tests of the exit status for many command lines: no user input makes the program panic. The
//! files under `tests/tools` test the commands' output.

use std::path::PathBuf;

use crate::{Io, bug, main_with};

/// A temporary folder, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("hloom-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn file(&self, name: &str, content: &[u8]) -> String {
        let path = self.0.join(name);
        std::fs::write(&path, content).unwrap();
        path.to_str().unwrap().to_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // A file that can't be removed remains in the temporary folder.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Runs a command line; returns its status and output.
fn hloom(line: &[&str], stdin: &[u8]) -> (u8, String, String) {
    let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
    let status = bug::catch_panic(|| {
        let mut input = stdin;
        let mut io = Io {
            stdin: &mut input,
            stdout: &mut stdout,
            stderr: &mut stderr,
            terminal: crate::Terminal::default(),
        };
        main_with(["hloom"].iter().chain(line), &mut io)
    })
    .unwrap_or_else(|bug| panic!("hloom {}: {bug}", line.join(" ")));
    let text = |bytes| String::from_utf8(bytes).expect("the program writes UTF-8");
    (status, text(stdout), text(stderr))
}

const GOOD: &[u8] = b"func.func @main() -> tensor<i32> {
  %0 = stablehlo.constant dense<1> : tensor<i32>
  return %0 : tensor<i32>
}
";

const WRONG: &[u8] = b"func.func @main() { %0 = stablehlo.negate %1 : tensor<i32> return }";

#[test]
fn the_status_says_what_happened() {
    let folder = Folder::new("status");
    let good = folder.file("good.mlir", GOOD);
    let wrong = folder.file("wrong.mlir", WRONG);
    let latin = folder.file("latin.mlir", b"// caf\xe9\n");
    let absent = folder.0.join("absent").to_str().unwrap().to_owned();
    let inside_a_file = format!("{good}/x");
    let table: &[(u8, &[&str])] = &[
        (0, &["--version"]),
        (0, &["--help"]),
        (2, &[]),
        (2, &["optimise"]),
        (0, &["opt", &good]),
        (0, &["opt", &good, "--passes="]),
        (1, &["opt", &wrong]),
        (2, &["opt", &latin]),
        (2, &["opt", &absent]),
        (2, &["opt", &good, "--passes=nothing"]),
        (2, &["opt", &good, "--nothing"]),
        (2, &["opt", &good, "-o", &inside_a_file]),
        (0, &["run", &good, "--backend=interp"]),
        (1, &["run", &wrong, "--backend=interp"]),
        (2, &["run", &absent, "--backend=interp"]),
        (2, &["run", &good, "--backend=ptx"]),
        (2, &["run", &good, "--backend=interp", "--entry=mian"]),
        (2, &["run", &good, "--backend=interp", "--input", "0=x.npy"]),
        (2, &["run", &good, "--backend=interp", "--repeat=0"]),
        (2, &["run", &good, "--backend=interp", "--output", &inside_a_file]),
        (2, &["run", &good, &good, "--backend=interp", "--output", "out"]),
        (1, &["run", &good, &wrong, "--backend=interp"]),
        (2, &["run", &good, &absent, &wrong, "--backend=interp"]),
        (2, &["run"]),
        (0, &["explain"]),
        (2, &["explain", "nothing-like-it"]),
    ];
    for (expected, line) in table {
        let (status, _, stderr) = hloom(line, b"");
        assert_eq!(status, *expected, "hloom {}: {stderr}", line.join(" "));
        assert!(status == 0 || !stderr.is_empty(), "hloom {} says nothing", line.join(" "));
    }
}

#[test]
fn what_is_wrong_with_an_array_is_the_programs_failure() {
    let folder = Folder::new("array");
    let program = folder.file("f.mlir", b"func.func @main(%x: tensor<2xf32>) { return }");
    let array = folder.file("x.npy", b"\x93NUMPY\x01\x00\x02\x00{}");
    let (status, _, stderr) = hloom(&["run", &program, "--backend=interp", "--input", &array], b"");
    assert_eq!(status, 1, "{stderr}");
    assert!(stderr.contains("x.npy` has a header that can't be read"), "{stderr}");
}

#[test]
fn standard_input_is_read_and_the_file_behind_o_is_written() {
    let folder = Folder::new("streams");
    let out = folder.0.join("out.mlir");
    let (status, stdout, stderr) = hloom(&["opt", "-", "-o", out.to_str().unwrap()], GOOD);
    assert_eq!((status, stdout.as_str(), stderr.as_str()), (0, "", ""));
    let written = std::fs::read(&out).unwrap();
    let (_, again, _) = hloom(&["opt"], &written);
    assert_eq!(again.as_bytes(), written);
    // After an error, the file is unchanged.
    let (status, ..) = hloom(&["opt", "-", "-o", out.to_str().unwrap()], WRONG);
    assert_eq!((status, std::fs::read(&out).unwrap()), (1, written));
}

#[test]
fn garbled_programs_are_reported() {
    let programs: [&[u8]; 7] = [
        b"",
        b"\0\0\0",
        b"module {",
        "func.func @\u{202e}ä(%\u{1F600}: tensor<9999999999999999999xf32>)".as_bytes(),
        b"func.func @main(%x: tensor<4611686018427387904x4xf32>) { return }",
        b"func.func @main() { \"foreign.op\"() : () -> () return }",
        b"// -----\n// -----",
    ];
    for program in programs {
        for line in [
            &["opt", "-", "--canonicalize", "--cse", "--dce", "--inline", "--fuse"][..],
            &["opt", "-", "--split-input-file", "--verify-diagnostics"],
            &["run", "-", "--backend=interp", "--random-inputs=1", "--print"],
            &["run", "-", "--backend=interp", "--split-input-file", "--diagnostics=json"],
        ] {
            let (status, _, stderr) = hloom(line, program);
            assert!(status <= 2, "{program:?}: {stderr}");
        }
    }
}
