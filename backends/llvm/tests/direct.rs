//! Programs that reach what the direct generator once got wrong, and random programs do not: long chains
//! of empty blocks, neighbouring bytes at any start, one number in vectors of two lengths, indices near
//! the ends of their type, kernels in a loop that is compiled twice, and large frames.

mod common;

use common::{bytes, compare_runs, noise, parse, run};
use hloom_llvm::executable::Executable;
use hloom_llvm::runtime::pool::ThreadPool;
use hloom_llvm::{Generator, Options};
use hloom_loops::program::Program;

/// Compiles by both generators, and compares the results with the interpreter's.
fn check(program: &Program, inputs: &[Vec<u8>]) {
    for generator in [Generator::Direct, Generator::Llvm] {
        let options = Options { generator, ..Options::default() };
        let executable = Executable::compile(program, &options);
        let executable = executable.unwrap_or_else(|error| panic!("{error}\n{program}"));
        compare_runs(program, inputs, &options, &executable);
    }
}

/// So many tests of `%t` inside of each other, around a body.
fn nested(depth: usize, body: &str) -> String {
    format!("{}{body}{}", "if %t {\n".repeat(depth), "} else {\n}\n".repeat(depth))
}

#[test]
fn branches_end_behind_any_number_of_branches() {
    for depth in [1, 63, 64, 65, 66, 150] {
        let deep = nested(depth, "%x : i32 = load @a[1]\nstore %x to @z[0]\n");
        let other = "%y : i32 = load @a[2]\nstore %y to @z[1]\n";
        for (then, otherwise) in [(deep.as_str(), other), (other, deep.as_str())] {
            let program = parse(&format!(
                "program @t {{
                  argument 0 @n : i32[1]
                  argument 1 @a : i32[8]
                  result 0 @z : i32[2]
                  kernel \"k\" reads 4 writes 1 flops 0 special 0 integer 1 {{
                    %zero : i32 = const 0
                    store %zero to @z[0]
                    store %zero to @z[1]
                    for %i = 0 to 3 step 1 {{
                      %n : i32 = load @n[0]
                      %t : i1 = gt.s %n, %zero
                      if %t {{
                        {then}
                      }} else {{
                        {otherwise}
                      }}
                    }}
                  }}
                }}"
            ));
            for n in [-1, 1] {
                check(&program, &[bytes(&[n]), bytes(&[7, 8, 9, 10, 11, 12, 13, 14])]);
            }
        }
    }
}

#[test]
fn neighbouring_lanes_from_any_start() {
    for (scalar, unit) in [("i8", 1), ("i16", 2), ("i32", 4), ("i64", 8)] {
        let lanes = 64 / unit;
        let mut body = format!("%v : <{lanes} x {scalar}> = load @a[0]\n");
        let mut at = 0;
        for width in [2, 4, 8].into_iter().filter(|&width| width < lanes) {
            for start in 0..=lanes - width {
                let these: Vec<String> = (start..start + width).map(|n| n.to_string()).collect();
                body.push_str(&format!(
                    "%s{at} : <{width} x {scalar}> = shuffle %v, %v [{}]\nstore %s{at} to @z[{at}]\n",
                    these.join(", ")
                ));
                at += width;
            }
        }
        let program = parse(&format!(
            "program @t {{
              argument 0 @a : {scalar}[{lanes}]
              result 0 @z : {scalar}[{at}]
              kernel \"k\" reads 4 writes 1 flops 0 special 0 integer 1 {{ {body} }}
            }}"
        ));
        check(&program, &[noise(64, unit as u64)]);
    }
}

#[test]
fn a_number_in_vectors_of_two_lengths() {
    let program = parse(
        "program @t {
          argument 0 @a : f32[64]
          argument 1 @b : f32[64]
          result 0 @z : f32[16]
          result 1 @w : f32[8]
          kernel \"k\" reads 4 writes 1 flops 0 special 0 integer 1 {
            %0 : f32 = load @a[3]
            %1 : <16 x f32> = broadcast %0
            %2 : <8 x f32> = broadcast %0
            %3 : <16 x f32> = load @b[0]
            %4 : <8 x f32> = load @b[16]
            %5 : <16 x f32> = add %3, %1
            %6 : <8 x f32> = mul %4, %2
            store %5 to @z[0]
            store %6 to @w[0]
          }
        }",
    );
    check(&program, &[noise(256, 1), noise(256, 2)]);
}

#[test]
fn bytes_at_indices_near_the_ends_of_their_type() {
    // Offsets and indices whose sum is inside, while parts of it are not.
    for (base, indices) in [
        (-2_147_483_637i64, [0x7FFF_FFFCu32, 0x7FFF_FFFD, 0x7FFF_FFFE, 0x7FFF_FFFF]),
        (2_147_483_647, [0x8000_0001, 0x8000_0002, 0x8000_0003, 0x8000_0011]),
    ] {
        let hex: String = indices
            .iter()
            .flat_map(|index| index.to_le_bytes())
            .map(|byte| format!("{byte:02x}"))
            .collect();
        for (scalar, bytes) in [("i8", 64), ("i16", 128)] {
            let program = parse(&format!(
                "program @t {{
                  argument 0 @b : {scalar}[64]
                  result 0 @w : {scalar}[4]
                  constant @h : i32[4] = \"{hex}\"
                  kernel \"k\" reads 4 writes 1 flops 0 special 0 integer 1 {{
                    %h : <4 x i32> = load @h[0]
                    %x : <4 x {scalar}> = load @b[{base} gather %h]
                    store %x to @w[0]
                  }}
                }}"
            ));
            check(&program, &[noise(bytes, 3)]);
        }
    }
}

#[test]
fn kernels_in_a_loop_that_is_compiled_twice() {
    let program = parse(
        "program @t {
          argument 0 @a : f32[64]
          result 0 @z : f32[32]
          result 1 @w : f32[64]
          for %i = 0 to 4 step 1 {
            kernel \"one\" reads 4 writes 1 flops 0 special 0 integer 1 {
              %x : <16 x f32> = load @a[0]
              store %x to @z[0]
            }
            %y : <16 x f32> = load @a[%i * 16]
            store.nontemporal %y to @w[%i * 16]
          }
          kernel \"two\" reads 4 writes 1 flops 0 special 0 integer 1 {
            %x2 : <16 x f32> = load @a[16]
            %x3 : <16 x f32> = add %x2, %x2
            store %x3 to @z[16]
          }
        }",
    );
    check(&program, &[noise(256, 4)]);
}

#[test]
fn a_frame_of_many_pages() {
    // More vectors at once than there are registers, for several pages.
    let count = 400;
    let load = |n: usize| format!("%x{n} : <16 x f32> = load @a[{}]\n", n * 16);
    let store = |n: usize| {
        let sum = format!("%s{n} : <16 x f32> = add %x{n}, %x{}\n", count - 1 - n);
        format!("{sum}store %s{n} to @z[{}]\n", n * 16)
    };
    let loads: String = (0..count).map(load).collect();
    let stores: String = (0..count).map(store).collect();
    let program = parse(&format!(
        "program @t {{
          argument 0 @a : f32[{n}]
          result 0 @z : f32[{n}]
          kernel \"k\" reads 4 writes 1 flops 0 special 0 integer 1 {{ {loads} {stores} }}
        }}",
        n = count * 16
    ));
    let inputs = [bytes(&(0..count as i32 * 16).map(|n| n as f32).collect::<Vec<f32>>())];
    check(&program, &inputs);
    let direct = Executable::compile(&program, &Options::default()).expect("it compiles");
    // On a thread whose stack has just the room.
    std::thread::Builder::new()
        .stack_size(256 << 10)
        .spawn(move || run(&direct, &inputs, ThreadPool::serial()).expect("it runs").len())
        .expect("a thread")
        .join()
        .expect("it ends");
}
