//! What the back end itself costs: a call, a compilation, a parallel loop; and
//! whether code for elementwise chains runs at the speed of memory, against a
//! copy of the same number of bytes.
#![allow(missing_docs, reason = "criterion's macros make undocumented functions")]

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use hloom_llvm::{AlignedBuffer, Executable, Options, ThreadPool};
use hloom_loops::program::Program;

fn parse(text: &str) -> Program {
    match hloom_loops::text::parse(text) {
        Ok(program) => program,
        Err(error) => panic!("{error} in {text}"),
    }
}

fn compile(program: &Program) -> Executable {
    match Executable::compile(program, &Options::default()) {
        Ok(executable) => executable,
        Err(error) => panic!("{error}"),
    }
}

/// `z = (x·2 + 1)·x - 0.5` on so many elements, a multiple of 64, in the vectors
/// of this machine, several at a time.
fn chain(elements: usize) -> Program {
    let lanes = Options::default().target.vector_bytes() / 4;
    let one = |n: usize| {
        let at = n * lanes;
        format!(
            "%x{n} : <{lanes} x f32> = load @x[%i + {at}]
             %a{n} : <{lanes} x f32> = fma %x{n}, %two, %one
             %b{n} : <{lanes} x f32> = mul %a{n}, %x{n}
             %c{n} : <{lanes} x f32> = sub %b{n}, %half
             store %c{n} to @z[%i + {at}]\n"
        )
    };
    let body: String = (0..4).map(one).collect();
    let step = lanes * 4;
    parse(&format!(
        r#"program @chain {{
          argument 0 @x : f32[{elements}]
          result 0 @z : f32[{elements}]
          kernel "chain" reads 0 writes 0 flops 0 special 0 integer 0 {{
            %two : <{lanes} x f32> = const 2.0
            %one : <{lanes} x f32> = const 1.0
            %half : <{lanes} x f32> = const 0.5
            for %i = 0 to {elements} step {step} {{
              {body}
            }}
          }}
        }}"#
    ))
}

/// One operation on eight numbers.
fn small() -> Program {
    parse(
        r#"program @small {
          argument 0 @x : f32[8]
          argument 1 @y : f32[8]
          result 0 @z : f32[8]
          kernel "add" reads 64 writes 32 flops 8 special 0 integer 0 {
            %0 : <8 x f32> = load @x[0]
            %1 : <8 x f32> = load @y[0]
            %2 : <8 x f32> = add %0, %1
            store %2 to @z[0]
          }
        }"#,
    )
}

fn buffer(bytes: usize) -> AlignedBuffer {
    match AlignedBuffer::zeroed(bytes) {
        Ok(mut buffer) => {
            // Touched, so that no page is the shared one of zeros.
            buffer.fill(1);
            buffer
        }
        Err(error) => panic!("{error}"),
    }
}

fn calls(c: &mut Criterion) {
    let executable = compile(&small());
    let (x, y, mut z) = (buffer(32), buffer(32), buffer(32));
    c.bench_function("call one small op", |b| {
        b.iter(|| {
            executable.run(&[black_box(&x), &y], &mut [&mut z], ThreadPool::serial()).is_ok()
        });
    });
}

fn compilation(c: &mut Criterion) {
    let program = small();
    c.bench_function("compile one small op", |b| b.iter(|| compile(black_box(&program))));
}

fn parallel(c: &mut Criterion) {
    let program = parse(
        r#"program @empty {
          result 0 @z : f32[64]
          parallel for %i = 0 to 64 step 1 {
            %0 : f32 = const 1.0
            store %0 to @z[%i]
          }
        }"#,
    );
    let executable = compile(&program);
    let mut z = buffer(256);
    for threads in [1, 2] {
        let pool = match ThreadPool::new(threads) {
            Ok(pool) => pool,
            Err(error) => panic!("{error}"),
        };
        c.bench_function(&format!("parallel loop on {threads} threads"), |b| {
            b.iter(|| executable.run(&[], &mut [&mut z], &pool).is_ok());
        });
    }
}

fn bandwidth(c: &mut Criterion) {
    let mut group = c.benchmark_group("one thread");
    for (name, bytes) in [("256 KiB", 1 << 18), ("4 MiB", 1 << 22), ("64 MiB", 1 << 26)] {
        let executable = compile(&chain(bytes / 4));
        let (x, mut z) = (buffer(bytes), buffer(bytes));
        group.throughput(Throughput::Bytes(2 * bytes as u64));
        group.bench_function(BenchmarkId::new("copy", name), |b| {
            b.iter(|| black_box(&mut z[..]).copy_from_slice(black_box(&x)));
        });
        group.bench_function(BenchmarkId::new("chain", name), |b| {
            b.iter(|| {
                executable.run(&[black_box(&x)], &mut [&mut z], ThreadPool::serial()).is_ok()
            });
        });
    }
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(30);
    targets = calls, compilation, parallel, bandwidth
}
criterion_main!(benches);
