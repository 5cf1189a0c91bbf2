//! Emitted files: their contents, and that the code in them runs.

mod common;

use common::{bytes, parse};
use hloom_llvm::emit::{C_HEADER, Format, Names, emit, header};
use hloom_llvm::{CpuTarget, Effort, Error, Options};
use hloom_loops::program::Program;
use std::path::Path;
use std::process::Command;

/// A chain of elementwise operations with a masked tail.
fn chain(lanes: u16) -> Program {
    parse(&format!(
        r#"program @main {{
          argument 0 @x : f32[1003]
          argument 1 @y : f32[1003]
          result 0 @z : f32[1003]
          kernel "chain" reads 8024 writes 4012 flops 3009 special 0 integer 0 {{
            parallel for %i = 0 to 1003 step {lanes} {{
              %0 : <{lanes} x i1> = first -%i + 1003
              %1 : <{lanes} x f32> = load @x[%i] mask %0
              %2 : <{lanes} x f32> = load @y[%i] mask %0
              %3 : <{lanes} x f32> = mul %1, %2
              %4 : <{lanes} x f32> = add %3, %2
              %5 : <{lanes} x f32> = sub %4, %1
              store %5 to @z[%i] mask %0
            }}
          }}
        }}"#
    ))
}

fn text(program: &Program, format: Format, target: &str) -> String {
    let options = Options {
        target: CpuTarget::parse(target).unwrap(),
        effort: Effort::Full,
        ..Options::default()
    };
    String::from_utf8(emit(program, format, &options).unwrap()).unwrap()
}

/// Lines of the chain's loop body that mention a float multiplication.
fn multiplications(assembly: &str) -> Vec<&str> {
    assembly.lines().filter(|line| line.contains("mulps") || line.contains("fmul")).collect()
}

#[test]
fn vectors_are_as_wide_as_the_target() {
    for (target, lanes, register) in [
        ("x86-64", 4, "%xmm"),
        ("x86-64-v2", 4, "%xmm"),
        ("x86-64-v3", 8, "%ymm"),
        ("x86-64-v4", 16, "%zmm"),
        ("aarch64", 4, ".4s"),
    ] {
        let program = chain(lanes);
        assert_eq!(CpuTarget::parse(target).unwrap().vector_bytes(), usize::from(lanes) * 4);
        let assembly = text(&program, Format::Assembly, target);
        let found = multiplications(&assembly);
        assert!(!found.is_empty(), "{assembly}");
        assert!(found.iter().all(|line| line.contains(register)), "{target}: {found:?}");
        // Multiplications and additions are not contracted: each is rounded.
        assert!(!assembly.contains("fmadd") && !assembly.contains("fmla"), "{target}: {assembly}");
    }
}

/// Vectors of many lanes are carried through loops in registers, not lane by lane.
#[test]
fn vectors_are_carried_whole() {
    for (element, lanes) in [("i1", 64), ("i8", 64), ("i16", 32)] {
        let program = parse(&format!(
            r#"program @main {{
              argument 0 @x : i8[1024]
              result 0 @y : i8[{lanes}]
              kernel "sum" reads 1024 writes {lanes} flops 0 special 0 integer 1024 {{
                %0 : <{lanes} x {element}> = const {zero}
                for %k = 0 to 1024 step {lanes} carrying %2 : <{lanes} x {element}> = %0 to %1 {{
                  %3 : <{lanes} x i8> = load @x[%k]
                  %4 : <{lanes} x i8> = const 0
                  {converted}
                  %6 : <{lanes} x {element}> = or %2, %5
                  next %6
                }}
                {narrowed}
                store %7 to @y[0]
              }}
            }}"#,
            zero = if element == "i1" { "false" } else { "0" },
            converted = match element {
                "i1" => format!("%5 : <{lanes} x i1> = ne %3, %4"),
                "i8" => format!("%5 : <{lanes} x i8> = or %3, %4"),
                wide => format!("%5 : <{lanes} x {wide}> = extend.u %3"),
            },
            narrowed = match element {
                "i1" => format!("%7 : <{lanes} x i8> = extend.u %1"),
                "i8" => format!("%7 : <{lanes} x i8> = or %1, %1"),
                _ => format!("%7 : <{lanes} x i8> = truncate %1"),
            },
        ));
        for target in ["x86-64-v3", "x86-64-v4", "aarch64"] {
            let text = text(&program, Format::Llvm, target);
            let phis: Vec<&str> = text.lines().filter(|line| line.contains(" phi ")).collect();
            assert!((1..=4).contains(&phis.len()), "{target}, {element}: {phis:?}");
            assert!(phis.iter().any(|phi| phi.contains(&format!("<{lanes} x {element}>"))));
        }
    }
}

/// Vectors that go past the caches, a last one that does not, and one that is not
/// at a multiple of its size.
const STREAMED: &str = r#"program @main {
  argument 0 @x : f32[1003]
  result 0 @y : f32[1003]
  result 1 @z : f32[1003]
  kernel "copies" reads 4012 writes 8024 flops 0 special 0 integer 0 {
    parallel for %i = 0 to 992 step 32 {
      for %j = 0 to 32 step 16 {
        %0 : <16 x f32> = load @x[%i + %j]
        store.nontemporal %0 to @y[%i + %j]
        store.nontemporal %0 to @z[%i + %j + 8]
      }
    }
    for %k = 992 to 1003 step 16 {
      %1 : <16 x i1> = first -%k + 1003
      %2 : <16 x f32> = load @x[%k] mask %1
      store.nontemporal %2 to @y[%k] mask %1
    }
  }
}"#;

#[test]
fn nontemporal_stores_go_past_the_caches() {
    let program = parse(STREAMED);
    assert_eq!(program.to_string(), parse(&program.to_string()).to_string());
    let assembly = text(&program, Format::Assembly, "x86-64-v4");
    assert!(assembly.contains("vmovntps"), "{assembly}");
    let options = Options {
        target: CpuTarget::parse("x86-64-v4").unwrap(),
        effort: Effort::None,
        ..Options::default()
    };
    let ir = String::from_utf8(emit(&program, Format::Llvm, &options).unwrap()).unwrap();
    let count = |needles: &[&str]| {
        ir.lines().filter(|line| needles.iter().all(|needle| line.contains(needle))).count()
    };
    assert_eq!(count(&["store <16 x float>", "align 64", "!nontemporal"]), 1, "{ir}");
    // One fence after each of the two loops.
    assert_eq!(count(&["fence seq_cst"]), 2, "{ir}");
}

#[test]
fn nontemporal_stores_write_to_any_alignment() {
    let program = parse(STREAMED);
    let numbers: Vec<f32> = (0..1003u16).map(f32::from).collect();
    common::check(&program, &[bytes(&numbers)]);
    // Results whose addresses are not aligned to a vector.
    let executable = common::compile(&program);
    let input = hloom_llvm::AlignedBuffer::copy_of(&bytes(&numbers)).unwrap();
    let mut y = hloom_llvm::AlignedBuffer::zeroed(4012 + 64).unwrap();
    let mut z = hloom_llvm::AlignedBuffer::zeroed(4012).unwrap();
    for shift in [0, 4, 16, 32, 64] {
        y.fill(0);
        let place = &mut y[shift..shift + 4012];
        let pool = hloom_llvm::ThreadPool::new(2).unwrap();
        executable.run(&[&input], &mut [place, &mut z], &pool).unwrap();
        assert_eq!(&y[shift..shift + 4012], &input[..], "{shift}");
        assert_eq!(&z[32..3968 + 32], &input[..3968]);
    }
}

#[test]
fn elements_read_soon_are_prefetched() {
    let program = parse(
        r#"program @main {
  argument 0 @x : f32[1024]
  result 0 @y : f32[1024]
  kernel "copy" reads 4096 writes 4096 flops 0 special 0 integer 0 {
    for %i = 0 to 1024 step 16 {
      prefetch @x[%i + 1024]
      %0 : <16 x f32> = load @x[%i]
      store %0 to @y[%i]
    }
  }
}"#,
    );
    assert_eq!(program.to_string(), parse(&program.to_string()).to_string());
    let assembly = text(&program, Format::Assembly, "x86-64-v4");
    assert!(assembly.contains("prefetcht0"), "{assembly}");
    // The prefetch reaches one page beyond the end of the buffer; prefetches never fault.
    let numbers: Vec<f32> = (0..1024u16).map(f32::from).collect();
    common::check(&program, &[bytes(&numbers)]);
}

#[test]
fn listings_name_the_kernels() {
    let ir = text(&chain(16), Format::Llvm, "x86-64-v4");
    for needle in
        ["i32 @hloom_main_entry", "@chain.0(", "@chain.0.parallel", "<16 x float>", "noalias"]
    {
        assert!(ir.contains(needle), "no {needle} in\n{ir}");
    }
    for fast in ["fast", "nnan", "contract", "reassoc"] {
        assert!(!ir.contains(&format!(" {fast} ")), "{fast} in\n{ir}");
    }
}

#[test]
fn objects_are_elf() {
    for target in hloom_llvm::target::names() {
        let options = Options {
            target: CpuTarget::parse(target).unwrap(),
            effort: Effort::Full,
            ..Options::default()
        };
        let object = emit(&chain(4), Format::Object, &options).unwrap();
        assert_eq!(&object[..4], b"\x7fELF", "{target}");
        // e_machine: x86-64 is 62, AArch64 is 183.
        let arm = target == "aarch64" || target.starts_with("neoverse");
        let expected = if arm { 183 } else { 62 };
        let native = cfg!(not(target_arch = "x86_64")) && target == "native";
        assert!(native || object[18] == expected, "{target}");
    }
}

const CALLER: &str = r#"
#include <stdio.h>
#include "library.h"
int main(void) {
  static float x[1003], y[1003], z[1003];
  for (int i = 0; i < 1003; i++) { x[i] = i; y[i] = 2; }
  const void *inputs[] = {x, y};
  void *outputs[] = {z};
  for (int turn = 0; turn < 100; turn++) {
    for (int i = 0; i < 1003; i++) z[i] = -1;
    int32_t status = hloom_main(inputs, outputs);
    if (status) { printf("%s", hloom_main_error(status)); return 1; }
    for (int i = 0; i < 1003; i++)
      if (z[i] != (float)i + 2) { printf("%d: %g", i, z[i]); return 1; }
  }
  return 0;
}
"#;

const PRODUCT: &str = r#"
#include <stdio.h>
#include <stdint.h>
#include "library.h"
int main(void) {
  static int8_t x[16 * 64], y[16 * 64];
  static int32_t z[16 * 16];
  for (int i = 0; i < 1024; i++) { x[i] = i % 7 - 3; y[i] = i % 5 - 2; }
  const void *inputs[] = {x, y};
  void *outputs[] = {z};
  int32_t status = hloom_main(inputs, outputs);
  if (status) { printf("%s", hloom_main_error(status)); return 1; }
  for (int i = 0; i < 16; i++)
    for (int j = 0; j < 16; j++) {
      int32_t want = 0;
      for (int k = 0; k < 64; k++) want += x[64 * i + k] * y[64 * (k / 4) + 4 * j + k % 4];
      if (z[16 * i + j] != want) { printf("%d %d: %d", i, j, z[16 * i + j]); return 1; }
    }
  return 0;
}
"#;

/// The library requests the matrix unit (AMX) from the operating system by itself.
#[test]
fn libraries_use_the_matrix_unit() {
    if !CpuTarget::Native.has_matrix_unit() {
        return;
    }
    let program = parse(
        "program @main {
           argument 0 @x : i8[16, 64]
           argument 1 @y : i8[16, 64]
           result 0 @z : i32[16, 16]
           matrix @a : i8[16, 64]
           matrix @b : i8[16, 64]
           matrix @c : i32[16, 16]
           scratch @a, @b, @c {
             matrix zero @c
             matrix load @a from @x[0 stride 64]
             matrix load @b from @y[0 stride 64]
             matrix multiply @a, @b into @c
             matrix store @c to @z[0 stride 16]
           }
         }",
    );
    let (ended, said) = run_in_c("matrix", &program, PRODUCT, "1");
    assert!(ended, "{said}");
}

const DONOR: &str = r#"
#include <stdio.h>
#include "library.h"
int main(void) {
  float x[4] = {1, 2, 3, 4}, y[4] = {0};
  const void *inputs[] = {x};
  void *apart[] = {y}, *same[] = {x};
  if (hloom_main(inputs, apart) || x[3] != 4 || y[3] != 8) { printf("apart"); return 1; }
  if (hloom_main(inputs, same) || x[3] != 8) { printf("same"); return 1; }
  return 0;
}
"#;

/// A donated input may share its memory with the output, but does not have to.
#[test]
fn libraries_take_donated_inputs_in_their_outputs() {
    let program = parse(
        "program @main {
           donated 0 0 @x : f32[4]
           %0 : <4 x f32> = load @x[0]
           %1 : <4 x f32> = add %0, %0
           store %1 to @x[0]
         }",
    );
    assert!(header_of(&program).contains("16 bytes, input 0 donated to output 0"));
    let (ended, said) = run_in_c("donor", &program, DONOR, "1");
    assert!(ended, "{said}");
}

/// The C header of the library for a program, without a file name.
fn header_of(program: &Program) -> String {
    header(program, &Names::new(program, None, None))
}

/// Builds a library and a C program that calls it, and runs the C program.
fn run_in_c(name: &str, program: &Program, caller: &str, threads: &str) -> (bool, String) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&folder).unwrap();
    let library = emit(program, Format::SharedLibrary, &Options::default()).unwrap();
    let most = if program.externs.is_empty() { 100_000 } else { 40_000_000 };
    assert!(library.len() < most, "a small program takes {} bytes", library.len());
    std::fs::write(folder.join("library.so"), library).unwrap();
    std::fs::write(folder.join("library.h"), header_of(program)).unwrap();
    std::fs::write(folder.join("caller.c"), caller).unwrap();
    let built = Command::new("cc")
        .args(["-Wall", "-Werror", "caller.c", "./library.so", "-o", "caller"])
        .current_dir(&folder)
        .output()
        .unwrap();
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    let soname = folder.join("libhloom_main.so");
    let _ = std::fs::remove_file(&soname);
    std::fs::rename(folder.join("library.so"), &soname).unwrap();
    let run = Command::new(folder.join("caller"))
        .env("LD_LIBRARY_PATH", &folder)
        .env("HLOOM_THREADS", threads)
        .output()
        .unwrap();
    (run.status.success(), String::from_utf8(run.stdout).unwrap())
}

#[test]
fn a_shared_library_stands_alone() {
    for threads in ["1", "3"] {
        let (fine, said) = run_in_c(&format!("chain-{threads}"), &chain(8), CALLER, threads);
        assert!(fine, "{threads} threads: {said}");
    }
}

/// Each core's part of a sum waits for what the other core copied.
#[test]
fn a_shared_library_runs_tasks() {
    let kernel = |name: &str, from: i64, x: &str, y: &str, to: &str| {
        format!(
            "kernel \"{name}\" reads 0 writes 0 flops 0 special 0 integer 0 {{
               parallel for %{name} = {from} to {} step 1 {{
                 %{name}x : f32 = load @{x}[%{name}]
                 %{name}y : f32 = load @{y}[%{name}]
                 %{name}z : f32 = add %{name}x, %{name}y
                 store %{name}z to @{to}[%{name}]
               }}
             }}",
            if from == 0 { 500 } else { 1003 }
        )
    };
    let program = parse(&format!(
        "program @main {{
           argument 0 @x : f32[1003]
           argument 1 @y : f32[1003]
           result 0 @z : f32[1003]
           arena 0 @a : f32[1003]
           arena 4032 @b : f32[1003]
           tasks {{
             task 0 on 0 {{ copy 1003 units from @y[0] to @a[0] }}
             task 1 on 2 {{ copy 1003 units from @x[0] to @b[0] }}
             task 2 on 0 after 1 {{ {} }}
             task 3 on 2 after 0, 2 {{ {} }}
           }}
         }}",
        kernel("low", 0, "b", "a", "z"),
        kernel("high", 500, "b", "a", "z"),
    ));
    for threads in ["1", "2", "5"] {
        let (fine, said) = run_in_c(&format!("tasks-{threads}"), &program, CALLER, threads);
        assert!(fine, "{threads} threads: {said}");
    }
}

#[test]
fn a_shared_library_says_what_fails() {
    let program = parse(
        r#"program @main {
          argument 0 @x : f32[1003]
          argument 1 @y : f32[1003]
          result 0 @z : f32[1003]
          %0 : f32 = load @x[1]
          %1 : f32 = load @y[0]
          %2 : i1 = gt %0, %1
          assert %2 "x[1] \"must\" be\u{a}over 100% of y*/??/"
        }"#,
    );
    let (fine, said) = run_in_c("assert", &program, CALLER, "1");
    assert!(!fine);
    assert_eq!(said, "x[1] \"must\" be\nover 100% of y*/??/");
}

#[test]
fn a_shared_library_has_no_host() {
    let program = parse(
        "program @main {
          result 0 @y : f32[4]
          extern @host.0(result f32) -> i32
          %0 : i32 = call @host.0(@y[0])
        }",
    );
    let error = emit(&program, Format::SharedLibrary, &Options::default()).unwrap_err();
    assert!(error.to_string().contains("no host to run `host.0`"), "{error}");
    emit(&program, Format::Object, &Options::default()).unwrap();
}

#[test]
fn a_missing_function_is_an_error_that_names_it() {
    let program = parse(
        r#"program @main {
          result 0 @y : f64[]
          extern @no_such_function(f64) -> f64
          %0 : f64 = const 1.0
          %1 : f64 = call @no_such_function(%0)
          store %1 to @y[0]
        }"#,
    );
    let error = emit(&program, Format::SharedLibrary, &Options::default()).unwrap_err();
    assert!(
        matches!(&error, Error::Link { message, .. } if message.contains("no_such_function")),
        "{error}"
    );
    let error = hloom_llvm::Executable::compile(&program, &Options::default()).unwrap_err();
    assert!(error.to_string().contains("no_such_function"), "{error}");
}

#[test]
fn functions_of_the_c_library_are_found() {
    let program = parse(
        r#"program @main {
          argument 0 @x : f64[]
          result 0 @y : f64[]
          extern @cos(f64) -> f64
          %0 : f64 = load @x[0]
          %1 : f64 = call @cos(%0)
          store %1 to @y[0]
        }"#,
    );
    let executable = common::compile(&program);
    let found =
        common::run(&executable, &[bytes(&[0.5f64])], hloom_llvm::ThreadPool::serial()).unwrap();
    assert_eq!(found, [bytes(&[0.5f64.cos()])]);
}

#[test]
fn the_header_is_the_one_the_runtime_uses() {
    assert!(C_HEADER.contains("typedef struct hloom_runtime hloom_runtime;"));
    let header = header_of(&chain(4));
    assert!(header.contains("0 x: f32[1003], 4012 bytes"), "{header}");
    assert!(
        header.contains("int32_t hloom_main(const void *const inputs[], void *const outputs[]);")
    );
}

#[test]
fn names_come_from_the_file_and_the_program() {
    let program = chain(4);
    let names = |prefix, file| {
        let Names { function, library } = Names::new(&program, prefix, file);
        (function, library)
    };
    let pair = |function: &str, library: &str| (function.to_owned(), library.to_owned());
    assert_eq!(names(None, None), pair("hloom_main", "libhloom_main.so"));
    assert_eq!(names(None, Some("model.so")), pair("model_main", "model.so"));
    assert_eq!(names(None, Some("libmodel.so.1")), pair("model_main", "libmodel.so.1"));
    assert_eq!(names(Some("net"), Some("model.so")), pair("net_main", "model.so"));
    assert_eq!(names(None, Some("2 a-é.so")), pair("_2_a___main", "2 a-é.so"));
    assert_eq!(names(None, Some(".so")), pair("hloom_main", ".so"));
}

/// The header describes the layout of element types that C does not have, each type once.
#[test]
fn the_header_says_how_narrow_elements_lie() {
    let program = parse(
        "program @main {
           argument 0 @a : i4[4]
           argument 1 @b : i2[4]
           argument 2 @c : ui4[4]
           argument 3 @d : i1[4]
           argument 4 @e : bf16[4]
           result 0 @f : i4[4]
         }",
    );
    let header = header_of(&program);
    for sentence in [
        "i2 and i4 lie in a byte each, sign-extended: -2 is 0xFE, and 0x0E is no i4.",
        "ui2 and ui4 lie in a byte each, zero-extended: 14 is 0x0E.",
        "i1 is a byte, 0 or 1.",
        "f16 and bf16 lie in a uint16_t, as their bits.",
    ] {
        assert_eq!(header.matches(sentence).count(), 1, "{sentence}\n{header}");
    }
    assert!(!header_of(&chain(4)).contains("lie"), "{header}");
}

#[test]
fn formats_have_names() {
    for format in Format::ALL {
        assert_eq!(Format::from_name(format.name()), Some(format));
    }
    assert_eq!(Format::from_name("exe"), None);
}

/// A library with routines of linear algebra, which are part of it: its threads divide the batch.
#[test]
fn a_shared_library_holds_its_routines() {
    let program = parse(
        "program @main {
  argument 0 @a : f32[2, 2, 2]
  result 0 @l : f32[2, 2, 2]
  extern @hloom_cholesky_f32(i64, i64, i64, pointer f32, result f32) -> i32
  kernel \"cholesky\" reads 32 writes 32 flops 4 special 0 integer 0 {
    %batch : i64 = const 2
    %n : i64 = const 2
    %lower : i64 = const 1
    %status : i32 = call @hloom_cholesky_f32(%batch, %n, %lower, @a[0], @l[0])
  }
}",
    );
    let caller = "#include <stdio.h>\n#include \"library.h\"\n
int main(void) {
  float a[8] = {4, 2, 2, 5, 9, 3, 3, 2}, l[8];
  const void *inputs[] = {a};
  void *outputs[] = {l};
  int32_t status = hloom_main(inputs, outputs);
  for (int i = 0; i < 8; i++) printf(\"%g \", l[i]);
  return status;
}";
    for threads in ["1", "3"] {
        let (fine, said) = run_in_c(&format!("routines-{threads}"), &program, caller, threads);
        assert!(fine, "{said}");
        assert_eq!(said.trim(), "2 0 1 2 3 0 1 1");
    }
}
