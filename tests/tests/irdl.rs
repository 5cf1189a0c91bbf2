//! hloom's dialect as IRDL: upstream's `mlir-opt` reads the definition, and by it reads and verifies
//! modules that hold hloom's ops.

#![cfg(feature = "llvm")]

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The program, where the libraries of MLIR are that hloom is linked with.
fn mlir_opt() -> PathBuf {
    let prefix = std::env::var_os("MLIR_SYS_220_PREFIX").unwrap_or_else(|| "/usr".into());
    Path::new(&prefix).join("bin").join("mlir-opt")
}

/// The standard output of `hloom`.
fn hloom(words: &[&str]) -> String {
    let (mut stdin, mut stdout, mut stderr) = (std::io::empty(), Vec::new(), Vec::new());
    let mut io = hloom::Io {
        stdin: &mut stdin,
        stdout: &mut stdout,
        stderr: &mut stderr,
        terminal: hloom::Terminal::default(),
    };
    let status = hloom::main_with(std::iter::once(&"hloom").chain(words), &mut io);
    assert_eq!(status, 0, "{}", String::from_utf8_lossy(&stderr));
    String::from_utf8(stdout).expect("UTF-8")
}

/// Verifies a module by `mlir-opt`; the error is its standard error.
fn verified(definition: &Path, module: &str) -> Result<(), String> {
    let mut child = Command::new(mlir_opt())
        .arg(format!("--irdl-file={}", definition.display()))
        .arg("--allow-unregistered-dialect")
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("mlir-opt is installed beside the libraries of MLIR");
    let mut stdin = child.stdin.take().expect("it has an input");
    stdin.write_all(module.as_bytes()).expect("it reads");
    drop(stdin);
    let out = child.wait_with_output().expect("it ends");
    let said = String::from_utf8_lossy(&out.stderr).into_owned();
    if out.status.success() { Ok(()) } else { Err(said) }
}

/// Ops of hloom's dialect, in generic form.
fn module() -> String {
    let text = "func.func @f(%x: tensor<2x3xf32>, %l: tensor<2x3xf32, #hloom.layout<[0, 1]>>)
        -> (tensor<2x3xf32>, tensor<2x3xf32>) {
      %y = \"hloom.fusion\"(%x) <{kind = \"cell\"}> ({
      ^bb0(%a: tensor<2x3xf32>):
        %b = stablehlo.add %a, %a : tensor<2x3xf32>
        stablehlo.return %b : tensor<2x3xf32>
      }) : (tensor<2x3xf32>) -> tensor<2x3xf32>
      %z, %w = \"hloom.map\"(%x) <{dimensions = array<i64: 0, 1>}> ({
      ^bb0(%a: tensor<f32>):
        stablehlo.return %a, %a : tensor<f32>, tensor<f32>
      }) : (tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>)
      return %y, %w : tensor<2x3xf32>, tensor<2x3xf32>
    }";
    let path = std::env::temp_dir().join(format!("hloom-irdl-{}.mlir", std::process::id()));
    std::fs::write(&path, text).expect("the folder can be written");
    let printed = hloom(&["opt", &path.to_string_lossy(), "--print-generic"]);
    std::fs::remove_file(&path).expect("it was written");
    printed
}

#[test]
fn upstream_verifies_modules_by_the_definition() {
    let path = std::env::temp_dir().join(format!("hloom-{}.irdl", std::process::id()));
    std::fs::write(&path, hloom(&["translate", "--emit", "irdl"])).expect("it can be written");
    let text = module();
    assert_eq!(verified(&path, &text), Ok(()));
    for (from, to, why) in [
        ("dimensions = array<i64: 0, 1>", "", "attribute \"dimensions\" is expected"),
        ("dimensions = array<i64: 0, 1>", "dimensions = 3", "expected base attribute"),
        ("\"hloom.fusion\"", "\"hloom.confusion\"", "hloom.confusion"),
        ("#hloom.layout<[0, 1]>", "#hloom.layout<3>", "expected base attribute"),
    ] {
        let wrong = text.replace(from, to);
        assert_ne!(wrong, text, "{from} is in the module");
        let said = verified(&path, &wrong).expect_err("it is wrong");
        assert!(said.contains(why), "{said}");
    }
    // FIXME: the values of a list share one constraint in IRDL, and so one type.
    let mixed = "\"func.func\"() <{function_type = (tensor<2x3xf32>, tensor<3x2xf32>) -> (), sym_name = \"f\"}> ({
      ^bb0(%x: tensor<2x3xf32>, %y: tensor<3x2xf32>):
        \"hloom.fusion\"(%x, %y) ({
        ^bb0(%a: tensor<2x3xf32>, %b: tensor<3x2xf32>):
          \"stablehlo.return\"() : () -> ()
        }) {kind = \"cell\"} : (tensor<2x3xf32>, tensor<3x2xf32>) -> ()
        \"func.return\"() : () -> ()
      }) : () -> ()";
    let said = verified(&path, mixed).expect_err("upstream refuses it");
    assert!(said.contains("expected 'tensor<2x3xf32>' but got 'tensor<3x2xf32>'"), "{said}");
    std::fs::remove_file(&path).expect("it was written");
}
