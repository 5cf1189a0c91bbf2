//! hloom's dialect as IRDL: upstream's `mlir-opt` reads the definition, and by it reads and verifies
//! modules that hold hloom's ops.

#![cfg(feature = "llvm")]

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use hloom_ir::text::{PrintOptions, parse_module, print};

/// The program, where the libraries of MLIR are that hloom is linked with.
fn mlir_opt() -> PathBuf {
    let prefix = std::env::var_os("MLIR_SYS_220_PREFIX").unwrap_or_else(|| "/usr".into());
    Path::new(&prefix).join("bin").join("mlir-opt")
}

/// The status of `hloom`, its standard output and its standard error.
fn outcome(words: &[&str]) -> (u8, String, String) {
    let (mut stdin, mut stdout, mut stderr) = (std::io::empty(), Vec::new(), Vec::new());
    let mut io = hloom::Io {
        stdin: &mut stdin,
        stdout: &mut stdout,
        stderr: &mut stderr,
        terminal: hloom::Terminal::default(),
    };
    let status = hloom::main_with(std::iter::once(&"hloom").chain(words), &mut io);
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (status, text(stdout), text(stderr))
}

/// The standard output of `hloom`, which succeeds.
fn hloom(words: &[&str]) -> String {
    let (status, stdout, stderr) = outcome(words);
    assert_eq!(status, 0, "{stderr}");
    stdout
}

/// A module that `mlir-opt` has verified, as it prints it; the error is its standard error.
fn verified(definition: &Path, module: &str) -> Result<String, String> {
    let mut child = Command::new(mlir_opt())
        .arg(format!("--irdl-file={}", definition.display()))
        .arg("--allow-unregistered-dialect")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("mlir-opt is installed beside the libraries of MLIR");
    let mut stdin = child.stdin.take().expect("it has an input");
    stdin.write_all(module.as_bytes()).expect("it reads");
    drop(stdin);
    let out = child.wait_with_output().expect("it ends");
    match out.status.success() {
        true => Ok(String::from_utf8(out.stdout).expect("UTF-8")),
        false => Err(String::from_utf8_lossy(&out.stderr).into_owned()),
    }
}

/// A module as the definition has it.
fn translated(text: &str, name: &str) -> String {
    let path = std::env::temp_dir().join(format!("hloom-irdl-{name}-{}.mlir", std::process::id()));
    std::fs::write(&path, text).expect("the folder can be written");
    let printed = hloom(&["translate", &path.to_string_lossy(), "-", "--to", "irdl"]);
    std::fs::remove_file(&path).expect("it was written");
    printed
}

/// The definition, in a file that the caller removes.
fn definition(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("hloom-{name}-{}.irdl", std::process::id()));
    std::fs::write(&path, hloom(&["translate", "--emit", "irdl"])).expect("it can be written");
    path
}

/// Lists of one type and of several, regions, an attribute of hloom's in a type.
const LISTS: &str = "func.func @f(%x: tensor<2x3xf32>, %l: tensor<2x3xf32, #hloom.layout<[0, 1]>>, %n: tensor<4xi32>)
      -> (tensor<2x3xf32>, tensor<4xi32>, tensor<2x3xf32>) {
    %y:2 = \"hloom.fusion\"(%x, %x, %n) <{kind = \"cell\"}> ({
    ^bb0(%a: tensor<2x3xf32>, %c: tensor<2x3xf32>, %m: tensor<4xi32>):
      %b = stablehlo.add %a, %c : tensor<2x3xf32>
      stablehlo.return %b, %m : tensor<2x3xf32>, tensor<4xi32>
    }) : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<4xi32>) -> (tensor<2x3xf32>, tensor<4xi32>)
    %z, %w = \"hloom.map\"(%x) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%a: tensor<f32>):
      stablehlo.return %a, %a : tensor<f32>, tensor<f32>
    }) : (tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>)
    return %y#0, %y#1, %w : tensor<2x3xf32>, tensor<4xi32>, tensor<2x3xf32>
  }";

/// Structs and arrays, one empty and one inside another.
const STRUCTS: &str = include_str!("../text/structs.mlir");

/// Types of hloom's in attributes.
const ATTRIBUTES: &str = "func.func @f(%x: tensor<f32>, %t: tuple<!hloom.array<2 x tensor<f32>>> {a.b = !hloom.array<3 x tensor<f32>>})
      -> (!hloom.struct<\"A\", a: tensor<f32>> {a.c = !hloom.struct<\"B\">})
      attributes {a.d = !hloom.struct<\"A\", \"a b\": tensor<f32>>, a.e = [!hloom.array<2 x tensor<f32>>],
      a.g = {k = (!hloom.array<2 x tensor<f32>>) -> !hloom.array<2 x tensor<f32>>}} {
    %y = \"hloom.struct\"(%x) : (tensor<f32>) -> !hloom.struct<\"A\", a: tensor<f32>>
    return %y : !hloom.struct<\"A\", a: tensor<f32>>
  }";

#[test]
fn upstream_verifies_modules_by_the_definition() {
    let definition = definition("verifies");
    let text = translated(LISTS, "verifies");
    assert_eq!(verified(&definition, &text).map(drop), Ok(()));
    let zeros = "0, ".repeat(250);
    for (from, to, why) in [
        ("dimensions = array<i64: 0, 1>, ", "", "attribute \"dimensions\" is expected"),
        ("dimensions = array<i64: 0, 1>", "dimensions = 3", "expected base attribute"),
        ("\"hloom.fusion\"", "\"hloom.confusion\"", "hloom.confusion"),
        ("#hloom.layout<[0, 1]>", "#hloom.layout<3>", "expected base attribute"),
        // Two types in one run, and a value in no run.
        (
            "array<i32: 2, 1, 0, 0, 0, 0, ",
            "array<i32: 3, 0, 0, 0, 0, 0, ",
            "expected 'tensor<2x3xf32>'",
        ),
        (
            &format!("array<i32: 2, 1, {zeros}"),
            &format!("array<i32: 2, 0, {zeros}"),
            "operandSegmentSizes",
        ),
    ] {
        let wrong = text.replace(from, to);
        assert_ne!(wrong, text, "{from} is in the module");
        let said = verified(&definition, &wrong).expect_err("it is wrong");
        assert!(said.contains(why), "{said}");
    }
    std::fs::remove_file(&definition).expect("it was written");
}

#[test]
fn modules_come_back_from_upstream_as_they_were() {
    let definition = definition("back");
    for (name, text) in [("lists", LISTS), ("structs", STRUCTS), ("attributes", ATTRIBUTES)] {
        let sent = translated(text, name);
        let back = verified(&definition, &sent).expect("upstream verifies it");
        assert_ne!(back, sent, "upstream prints in its own form");
        let again =
            verified(&definition, &translated(&back, name)).expect("it was verified before");
        assert_eq!(again, back);
        // The attributes that divide lists, and the second form of types, are for IRDL only.
        let own = print(&parse_module(&sent).expect("it parses"), &PrintOptions::default());
        assert!(!own.contains("SegmentSizes") && !own.contains("_type<"), "{own}");
    }
    std::fs::remove_file(&definition).expect("it was written");
}

#[test]
fn a_list_of_too_many_runs_is_told() {
    let types: Vec<String> = (0..257).map(|i| format!("tensor<{}xf32>", i % 2 + 1)).collect();
    let many = |name: &str| -> String {
        let args: Vec<String> =
            types.iter().enumerate().map(|(i, t)| format!("%{name}{i}: {t}")).collect();
        args.join(", ")
    };
    let values: Vec<String> = (0..257).map(|i| format!("%a{i}")).collect();
    let text = format!(
        "func.func @f({}) {{ \"hloom.layer\"({}) ({{ ^bb0({}): stablehlo.return }}) : ({}) -> () return }}",
        many("a"),
        values.join(", "),
        many("b"),
        types.join(", ")
    );
    let path = std::env::temp_dir().join(format!("hloom-irdl-long-{}.mlir", std::process::id()));
    std::fs::write(&path, text).expect("the folder can be written");
    let (status, _, said) = outcome(&["translate", &path.to_string_lossy(), "-", "--to", "irdl"]);
    std::fs::remove_file(&path).expect("it was written");
    assert_eq!(status, 1, "{said}");
    assert!(
        said.contains("`hloom.layer` are 257 runs of one type; its definition in IRDL has 256"),
        "{said}"
    );
}
