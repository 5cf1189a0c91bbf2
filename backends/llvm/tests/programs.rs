//! Whole small programs, compiled and interpreted: control flow, scratch memory,
//! kernels, checks, parallel loops on several threads.

mod common;

use common::{bytes, check, compare_runs, compile, parse, run};
use hloom_llvm::{External, Options, ThreadPool};
use hloom_loops::program::Program;
use hloom_loops::program::machine::Machine;

fn row_sums(rows: usize, columns: usize) -> Program {
    parse(&format!(
        r#"program @main {{
          argument 0 @x : f32[{rows}, {columns}]
          result 0 @y : f32[{rows}]
          kernel "row_sums" reads 0 writes 0 flops 21 special 0 integer 0 {{
            parallel for %i = 0 to {rows} step 1 {{
              %0 : <4 x f32> = const 0.0
              for %j = 0 to {columns} step 4 carrying %2 : <4 x f32> = %0 to %1 {{
                %3 : <4 x i1> = first -%j + {columns}
                %4 : <4 x f32> = load @x[%i*{columns} + %j] mask %3
                %5 : <4 x f32> = max %4, %0
                %6 : <4 x f32> = add %2, %5
                next %6
              }}
              %7 : <2 x f32> = shuffle %1, %1 [0, 1]
              %8 : <2 x f32> = shuffle %1, %1 [2, 3]
              %9 : <2 x f32> = add %7, %8
              %10 : f32 = shuffle %9, %9 [0]
              %11 : f32 = shuffle %9, %9 [1]
              %12 : f32 = add %10, %11
              store %12 to @y[%i]
            }}
          }}
        }}"#
    ))
}

/// Kernels with equal bodies on different buffers share one function, unless the aliasing or the
/// alignment of their buffers differs.
#[test]
fn equal_kernels_are_one_function() {
    let double = |from: &str, to: &str| {
        format!(
            r#"kernel "{from}{to}" reads 64 writes 64 flops 16 special 0 integer 0 {{
              parallel for %i = 0 to 16 step 4 {{
                %0 : <4 x f32> = load @{from}[%i]
                %1 : <4 x f32> = add %0, %0
                store %1 to @{to}[%i]
              }}
            }}"#
        )
    };
    let kernels = [
        double("x", "a"),
        double("a", "b"),
        double("b", "a"),
        double("a", "b"),
        double("b", "b"),
        double("b", "y"),
        double("c", "z"),
    ];
    let program = parse(&format!(
        r#"program @main {{
          argument 0 @x : f32[16]
          result 0 @y : f32[16]
          result 1 @z : f32[16]
          arena 0 @a : f32[16]
          arena 64 @b : f32[16]
          constant @c : f32[16] = "{zeros}"
          {kernels}
        }}"#,
        zeros = "00".repeat(64),
        kernels = kernels.join("\n")
    ));
    check(&program, &[numbers(16)]);
    let executable = compile(&program);
    let found: Vec<(&str, usize)> =
        executable.kernels().iter().map(|it| (it.name.as_str(), it.uses)).collect();
    assert_eq!(found, [("xa", 1), ("ab", 3), ("bb", 1), ("by", 1), ("cz", 1)]);
    assert_eq!(executable.kernels()[1].facts.flops, 16);
}

fn numbers(count: usize) -> Vec<u8> {
    let number = |n: usize| ((n * 2_654_435_761) % 1000) as f32 / 8.0 - 60.0;
    bytes(&(0..count).map(number).collect::<Vec<f32>>())
}

#[test]
fn sums_rows_with_masked_tails() {
    for (rows, columns) in [(1, 1), (3, 7), (5, 16), (2, 33), (4, 0), (0, 4)] {
        check(&row_sums(rows, columns), &[numbers(rows * columns)]);
    }
}

/// Index expressions of all kinds, on negative values too.
#[test]
fn indices() {
    let program = parse(
        r#"program @main {
          argument 0 @n : i64[]
          result 0 @y : i64[7, 40]
          %n : i64 = load @n[0]
          for %i = -20 to 20 step 1 {
            %0 : i64 = index %i floordiv 3
            %1 : i64 = index (%i + %n) mod 7
            %2 : i64 = index min(%i*3 + %n, %n) + max(%i, -%n)*2
            %3 : i64 = index (%i*5 - 3) floordiv 8
            %4 : i64 = index (%i - %n) mod 16
            %5 : i64 = index %n*9223372036854775807 + %i
            %6 : i64 = index ((%i + 20) floordiv 7)*7 + (%i + 20) mod 7
            store %0 to @y[%i + 20]
            store %1 to @y[%i + 60]
            store %2 to @y[%i + 100]
            store %3 to @y[%i + 140]
            store %4 to @y[%i + 180]
            store %5 to @y[%i + 220]
            store %6 to @y[%i + 260]
          }
        }"#,
    );
    for n in [0i64, 1, -1, 5, -13, i64::MAX, i64::MIN] {
        check(&program, &[bytes(&[n])]);
    }
}

/// Loops whose bounds come from memory, that don't run, or carry several values.
#[test]
fn loops() {
    let program = parse(
        r#"program @main {
          argument 0 @bounds : i64[2]
          result 0 @y : i64[3]
          result 1 @z : f64[2]
          %from : i64 = load @bounds[0]
          %to : i64 = load @bounds[1]
          %zero : i64 = const 0
          %one : i64 = const 1
          %x : f64 = const 0.5
          for %i = %from to %to step 3 carrying %a : i64 = %zero to %a_after, %b : i64 = %one to %b_after {
            %2 : i64 = add %a, %b
            for %j = %i to min(%i + 2, %to) step 1 carrying %c : i64 = %2 to %c_after {
              %3 : i64 = index %c + %j
              next %3
            }
            next %b, %c_after
          }
          store %a_after to @y[0]
          store %b_after to @y[1]
          for %i = %to to %from step 1 carrying %c : f64 = %x to %d {
            %4 : f64 = add %c, %c
            next %4
          }
          store %d to @z[0]
          for %i = 0 to 1 step 100 carrying %c : f64 = %x to %e {
            next %d
          }
          store %e to @z[1]
          store %zero to @y[2]
        }"#,
    );
    for bounds in
        [[0i64, 10], [0, 0], [5, -5], [-7, 8], [i64::MAX - 7, i64::MAX], [i64::MIN, i64::MIN + 4]]
    {
        if bounds[1].saturating_sub(bounds[0]).abs() < 1000 && bounds[1] < i64::MAX {
            check(&program, &[bytes(&bounds)]);
        }
    }
}

#[test]
fn while_if_copy_and_arena() {
    let program = parse(
        r#"program @main {
          argument 0 @x : i32[8]
          result 0 @y : i32[8]
          arena 0 @state : i64[2]
          arena 64 @t : i32[8]
          %zero : i64 = const 0
          store %zero to @state[0]
          store %zero to @state[1]
          copy 8 units from @x[0] to @t[0]
          while {
            %i : i64 = load @state[0]
            %eight : i64 = const 8
            %more : i1 = lt.s %i, %eight
            test %more
          } do {
            %at : i64 = load @state[0]
            %v : i32 = load @x[%at]
            %limit : i32 = const 50
            %big : i1 = gt.s %v, %limit
            if %big {
              %half : i32 = div.s %v, %limit
              store %half to @t[%at]
            } else {
              %odd : i64 = index %at mod 2
              %one : i64 = const 1
              %is_odd : i1 = eq %odd, %one
              if %is_odd {
                store %v to @t[(-%at + 8) mod 8]
              } else {
                %w : i32 = neg %v
                store %w to @t[%at]
              }
            }
            %next : i64 = index %at + 1
            store %next to @state[0]
          }
          copy 8 units from @t[0] to @y[0]
          %count : i64 = load @state[1]
          copy %count units from @x[0] to @y[0]
          copy %count - 3 units from @x[0] to @y[0]
        }"#,
    );
    check(&program, &[bytes(&[1i32, -2, 300, 4, 51, 50, -700, 80])]);
}

/// Scratch buffers on the stack and in the thread's region, allocated outside and inside of
/// parallel loops and kernels.
fn scratch(small: usize, large: usize) -> Program {
    parse(&format!(
        r#"program @main {{
          argument 0 @x : f32[64]
          result 0 @y : f32[64]
          temporary @outer : f32[{large}]
          temporary @near : f32[{small}]
          temporary @inner : f32[{large}]
          temporary @deep : f32[{small}]
          temporary @sibling : f32[{large}]
          scratch @outer {{
            kernel "fill" reads 0 writes 0 flops 0 special 0 integer 0 {{
              scratch @near {{
                for %i = 0 to 64 step 1 {{
                  %0 : f32 = load @x[%i]
                  %1 : f32 = add %0, %0
                  store %1 to @outer[%i]
                }}
                copy 8 units from @outer[0] to @near[0]
                parallel for %i = 0 to 64 step 1 {{
                  scratch @inner, @deep {{
                    %2 : f32 = load @outer[%i]
                    %3 : f32 = load @near[%i mod 8]
                    %4 : f32 = mul %2, %3
                    for %j = 0 to {small} step 1 {{
                      store %4 to @inner[%j + {large} - {small}]
                      store %3 to @deep[%j]
                    }}
                    %5 : f32 = load @inner[{large} - 1]
                    %6 : f32 = load @deep[%i mod {small}]
                    %7 : f32 = sub %5, %6
                    store %7 to @y[%i]
                  }}
                }}
                scratch @sibling {{
                  copy 64 units from @y[0] to @sibling[0]
                  for %i = 0 to 64 step 4 {{
                    %8 : <4 x f32> = load @sibling[%i + 3 stride -1]
                    store %8 to @outer[%i]
                  }}
                }}
              }}
            }}
            copy 64 units from @outer[0] to @y[0]
          }}
        }}"#
    ))
}

#[test]
fn scratch_memory() {
    for (small, large) in [(8, 64), (9, 5000), (1024, 1025), (4000, 200_000)] {
        let program = scratch(small, large);
        let x = numbers(64);
        check(&program, std::slice::from_ref(&x));
        let executable = compile(&program);
        let expected = Machine::new(&program, &[&x]).unwrap().run(common::STEPS).unwrap();
        for threads in [1, 2, 3, 8] {
            let pool = ThreadPool::new(threads).unwrap();
            for _ in 0..50 {
                assert_eq!(run(&executable, std::slice::from_ref(&x), &pool).unwrap(), expected);
            }
        }
    }
}

/// Parallel loops capture values, vectors, masks and constants from outside; the range is dynamic,
/// and the loop is not the first of its program.
#[test]
fn parallel_loops_capture() {
    let program = parse(
        r#"program @main {
          argument 0 @n : i64[2]
          argument 1 @x : f32[256]
          result 0 @y : f32[256]
          result 1 @z : f32[16]
          %from : i64 = load @n[0]
          %to : i64 = load @n[1]
          %zero : f32 = const 0.0
          for %k = 0 to 256 step 1 {
            store %zero to @y[%k]
          }
          %scale : <16 x f32> = load @x[0]
          %mask : <16 x i1> = first %from + 9
          %shift : f32 = const 2.5
          for %round = 0 to 3 step 1 {
            %delta : i64 = index %round*2 + %from
            parallel for %i = %delta to %to step 16 {
              %0 : <16 x f32> = load @x[%i] mask %mask
              %1 : <16 x f32> = mul %0, %scale
              %2 : <16 x f32> = broadcast %shift
              %3 : <16 x f32> = add %1, %2
              parallel for %j = 0 to 2 step 1 {
                %4 : f32 = extract %3 [5]
                store %4 to @y[%i + %j + 13]
              }
              store %3 to @y[%i] mask %mask
            }
          }
          store %scale to @z[0]
        }"#,
    );
    for range in [[0i64, 240], [16, 17], [5, 101], [100, 3], [0, 1]] {
        let inputs = [bytes(&range), numbers(256)];
        check(&program, &inputs);
        let executable = compile(&program);
        let slices: Vec<&[u8]> = inputs.iter().map(|input| &input[..]).collect();
        let expected = Machine::new(&program, &slices).unwrap().run(common::STEPS).unwrap();
        for threads in [2, 8] {
            let pool = ThreadPool::new(threads).unwrap();
            assert_eq!(
                run(&executable, &inputs, &pool).unwrap(),
                expected,
                "{range:?}, {threads} threads"
            );
        }
    }
}

#[test]
fn checks_stop_the_program_with_their_message() {
    let program = parse(
        r#"program @main {
          argument 0 @x : i32[]
          result 0 @y : i32[]
          kernel "one" reads 0 writes 0 flops 0 special 0 integer 0 {
            %v : i32 = load @x[0]
            %zero : i32 = const 0
            %fine : i1 = ge.s %v, %zero
            assert %fine "x is \"negative\""
            store %v to @y[0]
          }
          for %i = 0 to 5 step 1 {
            kernel "two" reads 0 writes 0 flops 0 special 0 integer 0 {
              %v : i32 = load @x[0]
              %ten : i32 = const 10
              %fine : i1 = lt.s %v, %ten
              if %fine {
                store %ten to @y[0]
              } else {
                assert %fine "x is too large"
              }
            }
          }
        }"#,
    );
    for x in [-1i32, 0, 9, 10] {
        check(&program, &[bytes(&[x])]);
    }
}

unsafe extern "C" fn twice(x: f32, from: *const u16, count: i64, flag: bool, byte: u8) -> f32 {
    // SAFETY: the program below passes a buffer of that many elements.
    let sum: u16 = unsafe { std::slice::from_raw_parts(from, count as usize) }.iter().sum();
    x * 2.0 + f32::from(sum) + f32::from(u8::from(flag)) * 0.5 + f32::from(byte)
}

#[test]
fn programs_call_functions_they_are_given() {
    let program = parse(
        r#"program @main {
          argument 0 @x : f32[4]
          argument 1 @h : ui16[3]
          result 0 @y : f32[4]
          extern @twice(f32, pointer i16, i64, i1, i8) -> f32
          %n : i64 = const 2
          %yes : i1 = const true
          %byte : i8 = const 0xf0
          parallel for %i = 0 to 4 step 1 {
            %v : f32 = load @x[%i]
            %w : f32 = call @twice(%v, @h[1], %n, %yes, %byte)
            store %w to @y[%i]
          }
        }"#,
    );
    // SAFETY: the function is declared in the program with the same signature.
    let twice = unsafe { External::new("twice", twice as *const ()) };
    let executable =
        hloom_llvm::Executable::compile_with(&program, &Options::default(), &[twice]).unwrap();
    let inputs = [bytes(&[1f32, 2.0, 3.0, 4.0]), bytes(&[100u16, 20, 3])];
    let found = run(&executable, &inputs, &ThreadPool::new(2).unwrap()).unwrap();
    assert_eq!(found, [bytes(&[265.5f32, 267.5, 269.5, 271.5])]);
}

/// A host function that adds one to each byte of an operand and counts its calls.
struct Counting {
    calls: usize,
    panics: bool,
}

impl hloom_llvm::Host for Counting {
    fn call(
        &mut self,
        function: usize,
        operands: &[&[u8]],
        results: &mut [&mut [u8]],
    ) -> Result<(), String> {
        self.calls += 1;
        assert!(!self.panics, "what is this?");
        match function {
            0 => operands[0].iter().zip(&mut *results[0]).for_each(|(x, y)| *y = x + 1),
            _ => return Err("no more of that".to_owned()),
        }
        Ok(())
    }
}

#[test]
fn programs_leave_work_to_their_host() {
    let program = parse(
        r#"program @main {
          argument 0 @x : ui8[4]
          result 0 @y : ui8[4]
          arena 0 @t : ui8[4]
          extern @host.0(pointer i8, result i8) -> i32
          extern @host.1(pointer i8, result i8) -> i32
          %0 : i32 = call @host.0(@x[0], @t[0])
          %1 : i32 = call @host.1(@t[0], @y[0])
          %2 : i32 = const 0
          %3 : i1 = eq %1, %2
          assert %3 "the host is not there"
        }"#,
    );
    let (executable, pool) = (compile(&program), ThreadPool::new(1).unwrap());
    let mut host = Counting { calls: 0, panics: false };
    let mut outputs = [0u8; 4];
    let mut run = |host: &mut Counting| {
        executable.run_with(&[&[1, 2, 3, 4]], &mut [&mut outputs], &pool, host)
    };
    let failed = run(&mut host).unwrap_err().to_string();
    assert_eq!(failed, "`main` stopped: no more of that");
    assert_eq!(host.calls, 2);
    host.panics = true;
    let panics = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| run(&mut host)));
    assert_eq!(panics.unwrap_err().downcast_ref::<&str>(), Some(&"what is this?"));
    let alone = executable.call(&[&[1, 2, 3, 4]], &pool).unwrap_err().to_string();
    assert!(alone.contains("needs a host"), "{alone}");
}

/// One executable, many threads, pools of every size: always the same bits.
#[test]
fn results_do_not_depend_on_threads() {
    let program = row_sums(257, 100);
    let x = numbers(257 * 100);
    let executable = compile(&program);
    let expected = Machine::new(&program, &[&x]).unwrap().run(common::STEPS).unwrap();
    let pools: Vec<ThreadPool> =
        [1, 2, 3, 8].map(|threads| ThreadPool::new(threads).unwrap()).into();
    std::thread::scope(|scope| {
        for caller in 0..6 {
            let (executable, pools, x, expected) = (&executable, &pools, &x, &expected);
            scope.spawn(move || {
                for turn in 0..30 {
                    let pool = &pools[(caller + turn) % pools.len()];
                    assert_eq!(&run(executable, std::slice::from_ref(x), pool).unwrap(), expected);
                }
            });
        }
    });
}

/// Two arena buffers with disjoint lifetimes at the same address: alias information must not let
/// LLVM reorder their accesses.
#[test]
fn buffers_may_share_the_arena() {
    let program = parse(
        r#"program @main {
          argument 0 @x : f32[16]
          result 0 @y : f32[16]
          arena 0 @a : f32[16]
          arena 0 @b : i32[16]
          arena 64 @c : f32[16]
          kernel "all" reads 0 writes 0 flops 0 special 0 integer 0 {
            %0 : <16 x f32> = load @x[0]
            %1 : <16 x f32> = add %0, %0
            store %1 to @a[0]
            for %i = 0 to 16 step 1 {
              %2 : f32 = load @a[%i]
              %3 : f32 = mul %2, %2
              store %3 to @c[%i]
              %4 : i32 = const 7
              store %4 to @b[%i]
              %5 : i32 = load @b[%i]
              %6 : f32 = float.s %5
              %7 : f32 = load @c[%i]
              %8 : f32 = add %6, %7
              store %8 to @y[%i]
            }
          }
        }"#,
    );
    check(&program, &[numbers(16)]);
}

/// So many kernels that they are compiled in parts, with checks, constants and loops around some of
/// them.
#[test]
fn many_kernels() {
    let kernel = |n: usize| {
        let limit = if n == 75 { 40 } else { 1_000_000 };
        format!(
            r#"kernel "step" reads 0 writes 0 flops 0 special 0 integer 0 {{
              parallel for %i = 0 to 8 step 1 {{
                %0 : i32 = load @y[%i]
                %1 : i32 = load @c[(%i + {n}) mod 4]
                %2 : i32 = add %0, %1
                %3 : i32 = const {n}
                %4 : i32 = xor %2, %3
                store %4 to @y[%i]
              }}
              %5 : i32 = load @x[0]
              %6 : i32 = const {limit}
              %7 : i1 = lt.s %5, %6
              assert %7 "step {n} failed"
            }}
            for %r = 0 to 2 step 1 {{
              kernel "again" reads 0 writes 0 flops 0 special 0 integer 0 {{
                %8 : i32 = load @y[{at}]
                %9 : i32 = add %8, %8
                store %9 to @y[{at}]
              }}
            }}
            "#,
            at = n % 8
        )
    };
    let kernels: String = (0..100).map(kernel).collect();
    let program = parse(&format!(
        r#"program @main {{
          argument 0 @x : i32[8]
          result 0 @y : i32[8]
          constant @c : i32[4] = "01000000020000000300000004000000"
          copy 8 units from @x[0] to @y[0]
          {kernels}
        }}"#
    ));
    let executable = compile(&program);
    for x in [7i32, 41] {
        let inputs = [bytes(&[x, 1, 2, 3, 4, 5, 6, 7])];
        compare_runs(&program, &inputs, &Options::default(), &executable);
    }
}
