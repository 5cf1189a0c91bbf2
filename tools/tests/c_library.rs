//! Shared libraries in C and C++ programs: the guide's example starts and runs, two models
//! live in one process, and narrow elements lie as the header says.

#![cfg(all(unix, feature = "llvm"))]

use std::path::{Path, PathBuf};
use std::process::Command;

/// An empty folder of a test's own.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    folder
}

/// Runs a line of the shell in a folder, in which `hloom` is this one; what it wrote.
fn shell(folder: &Path, line: &str) -> String {
    let binary = Path::new(env!("CARGO_BIN_EXE_hloom"));
    let path = std::env::var("PATH").unwrap_or_default();
    let path = format!("{}:{path}", binary.parent().expect("it lies in a folder").display());
    let output = Command::new("sh")
        .args(["-c", line])
        .current_dir(folder)
        .env("PATH", path)
        .env_remove("LD_LIBRARY_PATH")
        .output()
        .expect("a shell can be started");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "`{line}` in {}: {stderr}", folder.display());
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// The first block of the guide in a language.
fn block(language: &str) -> String {
    let guide = Path::new(env!("CARGO_MANIFEST_DIR")).join("guide/embedding.md");
    let text = std::fs::read_to_string(guide).expect("the guide can be read");
    let start = format!("```{language}\n");
    let after = text.split(&start).nth(1).expect("the guide has such a block");
    after.split("```").next().expect("the block ends").to_owned()
}

#[test]
fn the_guides_lines_compile_link_start_and_run() {
    let folder = folder("c-guide");
    let layer = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/tour/layer.mlir");
    std::fs::copy(layer, folder.join("layer.mlir")).expect("the program can be copied");
    std::fs::write(folder.join("caller.c"), block("c")).expect("the folder can be written");
    let said = block("sh").lines().map(|line| shell(&folder, line)).collect::<String>();
    assert_eq!(said, "1.5 2 3 0\n4.5 5 6 0\n");
}

/// A model that adds a number to its argument.
fn adder(folder: &Path, file: &str, function: &str, number: i32) {
    let text = format!(
        "func.func @{function}(%x: tensor<i32>) -> tensor<i32> {{
           %n = stablehlo.constant dense<{number}> : tensor<i32>
           %y = stablehlo.add %x, %n : tensor<i32>
           return %y : tensor<i32>
         }}"
    );
    std::fs::write(folder.join(file), text).expect("the folder can be written");
}

const TWO: &str = r#"
#include <stdio.h>
#include "ten.h"
#include "twenty.h"
int main() {
  int32_t x = 1, a = 0, b = 0;
  const void *inputs[] = {&x};
  void *first[] = {&a}, *second[] = {&b};
  if (ten_main(inputs, first) || twenty_add(inputs, second)) return 1;
  printf("%d %d\n", (int)a, (int)b);
  return 0;
}
"#;

#[test]
fn two_models_live_in_one_process_from_c_and_from_cpp() {
    let folder = folder("c-two");
    adder(&folder, "ten.mlir", "main", 10);
    adder(&folder, "twenty.mlir", "add", 20);
    std::fs::write(folder.join("caller.c"), TWO).expect("the folder can be written");
    std::fs::copy(folder.join("caller.c"), folder.join("caller.cc")).expect("it can be copied");
    shell(&folder, "hloom compile ten.mlir -o libten.so --header ten.h");
    shell(&folder, "hloom compile twenty.mlir -o twenty.so --header twenty.h");
    for compiler in ["cc -std=c11 caller.c", "c++ -std=c++17 caller.cc"] {
        let line = format!(
            "{compiler} -Wall -Wextra -pedantic -Werror -L. -lten ./twenty.so \
             -Wl,-rpath,'$ORIGIN' -o caller && ./caller"
        );
        assert_eq!(shell(&folder, &line.replace(" \\\n", " ")), "11 21\n", "{compiler}");
    }
    // Object files of two models go into one program, too.
    shell(&folder, "hloom compile ten.mlir -o ten.o && hloom compile twenty.mlir -o twenty.o");
    shell(&folder, "cc -shared -fPIC ten.o twenty.o -o both.so -lm");
}

const PLUGIN: &str = r#"
#include "model.h"
int32_t NAME(int32_t x) {
  int32_t y = -1;
  const void *inputs[] = {&x};
  void *outputs[] = {&y};
  return net_main(inputs, outputs) ? -1 : y;
}
"#;

const PLUGGED: &str = r#"
#include <stdio.h>
#include <stdint.h>
int32_t one(int32_t), two(int32_t);
int main(void) { printf("%d %d\n", (int)one(1), (int)two(1)); return 0; }
"#;

/// Two libraries that export the same name: each caller gets the one that it was linked with.
#[test]
fn models_of_one_prefix_are_told_apart_by_their_versions() {
    let folder = folder("c-versions");
    std::fs::write(folder.join("main.c"), PLUGGED).expect("the folder can be written");
    for (name, number) in [("one", 10), ("two", 20)] {
        adder(&folder, &format!("{name}.mlir"), "main", number);
        std::fs::write(folder.join(format!("plugin_{name}.c")), PLUGIN).expect("written");
        shell(
            &folder,
            &format!(
                "hloom compile {name}.mlir -o model_{name}.so --prefix net --header model.h && \
                 cc -shared -fPIC -DNAME={name} plugin_{name}.c ./model_{name}.so \
                 -Wl,-rpath,'$ORIGIN' -o lib{name}.so"
            ),
        );
    }
    let said = shell(
        &folder,
        "cc main.c ./libone.so ./libtwo.so -Wl,-rpath,'$ORIGIN' -Wl,--disable-new-dtags \
         -o main && ./main",
    );
    assert_eq!(said, "11 21\n");
    let symbols = shell(&folder, "nm -D --defined-only model_one.so");
    let mut names: Vec<&str> = symbols.lines().filter_map(|line| line.split(' ').nth(2)).collect();
    names.sort_unstable();
    let version = "model_one.so";
    assert_eq!(
        names,
        [version, &format!("net_main@@{version}"), &format!("net_main_error@@{version}")]
    );
}

const NARROW: &str = r#"
#include <stdio.h>
#include "narrow.h"
int main(void) {
  unsigned char x[3] = {0xFE, 0x07, 0xF8}, u[2] = {0x0E, 1}, p[2] = {0, 1};
  unsigned char a[3], b[2], c[2];
  int32_t wide[3];
  const void *inputs[] = {x, u, p};
  void *outputs[] = {wide, a, b, c};
  if (narrow_main(inputs, outputs)) return 1;
  printf("%d %d %d, %02x %02x %02x, %02x %02x, %02x %02x\n", (int)wide[0], (int)wide[1],
         (int)wide[2], a[0], a[1], a[2], b[0], b[1], c[0], c[1]);
  return 0;
}
"#;

/// `i4` and `ui4` lie as the header says, going in and coming out.
#[test]
fn narrow_elements_lie_as_the_header_says() {
    let folder = folder("c-narrow");
    let text = "func.func @main(%x: tensor<3xi4>, %u: tensor<2xui4>, %p: tensor<2xi1>)
        -> (tensor<3xi32>, tensor<3xi4>, tensor<2xui4>, tensor<2xi1>) {
      %wide = stablehlo.convert %x : (tensor<3xi4>) -> tensor<3xi32>
      %a = stablehlo.add %x, %x : tensor<3xi4>
      %b = stablehlo.add %u, %u : tensor<2xui4>
      %c = stablehlo.not %p : tensor<2xi1>
      return %wide, %a, %b, %c : tensor<3xi32>, tensor<3xi4>, tensor<2xui4>, tensor<2xi1>
    }";
    std::fs::write(folder.join("narrow.mlir"), text).expect("the folder can be written");
    std::fs::write(folder.join("caller.c"), NARROW).expect("the folder can be written");
    let said = shell(
        &folder,
        "hloom compile narrow.mlir -o narrow.so --header narrow.h && \
         cc caller.c ./narrow.so -Wl,-rpath,'$ORIGIN' -o caller && ./caller",
    );
    assert_eq!(said, "-2 7 -8, fc fe 00, 0c 02, 01 00\n");
    let header = std::fs::read_to_string(folder.join("narrow.h")).expect("it was written");
    assert!(header.contains("-2 is 0xFE, and 0x0E is no i4."), "{header}");
}

/// A prefix that is not a name in C, or that names nothing, is refused.
#[test]
fn prefixes_are_names_in_c() {
    let folder = folder("c-prefix");
    adder(&folder, "ten.mlir", "main", 10);
    for (arguments, words) in [
        ("--prefix 1x -o ten.so", "letters, digits and _ make a name in C"),
        ("--prefix x --emit loops", "--prefix names a CPU's code"),
        ("-o ten.txt", "the name `ten.txt` does not say what is to be written: say it with --emit"),
    ] {
        let line = format!("hloom compile ten.mlir {arguments} 2>&1; test $? = 2");
        assert!(shell(&folder, &line).contains(words), "{arguments}");
    }
    assert!(!folder.join("ten.txt").exists());
}
