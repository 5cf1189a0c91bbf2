//! Costs of compiled programs: a call, a compilation from text to machine code, a parallel loop,
//! and elementwise chains of several sizes compared with a `memcpy` of the same size.
//!
//! The chains run on one thread. A chain reads one array and writes one, so it moves as many bytes
//! as a copy of its argument.
#![allow(missing_docs, reason = "criterion's macros make undocumented functions")]

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use hloom_ir::text::parse_module;
use hloom_llvm::{AlignedBuffer, Executable, Options, ThreadPool};
use hloom_passes::{Pipeline, run};

/// The work of `hloom run` on a file, up to machine code.
fn compile(text: &str) -> Executable {
    let mut module = parse_module(text).expect("a valid module");
    let pipeline = Pipeline::parse("canonicalize,cse,canonicalize,fuse,dce").expect("a pipeline");
    run(&mut module, &pipeline, &Default::default(), &mut ()).expect("it is optimized");
    let main = module.symbol("main").expect("there is a main");
    let options = Options::default();
    let machine = options.target.schedule_machine();
    let lowered = hloom_loops::lower_function(&module, main, &machine).expect("it is lowered");
    Executable::compile(&lowered.program, &options).expect("it is compiled")
}

fn buffer(bytes: usize) -> AlignedBuffer {
    let mut buffer = AlignedBuffer::zeroed(bytes).expect("there is memory");
    // The pages are written first, so that none is the shared zero page.
    buffer.fill(1);
    buffer
}

const SMALL: &str = "func.func @main(%x: tensor<8xf32>, %y: tensor<8xf32>) -> tensor<8xf32> {
  %z = stablehlo.add %x, %y : tensor<8xf32>
  return %z : tensor<8xf32>
}";

fn one_op(c: &mut Criterion) {
    let executable = compile(SMALL);
    let (x, y, mut z) = (buffer(32), buffer(32), buffer(32));
    c.bench_function("call a compiled function of one small op", |b| {
        b.iter(|| {
            let arguments: [&[u8]; 2] = [black_box(&x), &y];
            executable.run(&arguments, &mut [&mut z], ThreadPool::serial()).expect("it runs");
        });
    });
    c.bench_function("compile a function of one op", |b| b.iter(|| compile(black_box(SMALL))));
}

/// `(x·2 + 1)·x − 0.5`, clamped to -4…4.
fn chain(elements: usize) -> String {
    let ty = format!("tensor<{elements}xf32>");
    format!(
        "func.func @main(%x: {ty}) -> {ty} {{
           %two = stablehlo.constant dense<2.0> : {ty}
           %one = stablehlo.constant dense<1.0> : {ty}
           %half = stablehlo.constant dense<0.5> : {ty}
           %low = stablehlo.constant dense<-4.0> : tensor<f32>
           %high = stablehlo.constant dense<4.0> : tensor<f32>
           %0 = stablehlo.multiply %x, %two : {ty}
           %1 = stablehlo.add %0, %one : {ty}
           %2 = stablehlo.multiply %1, %x : {ty}
           %3 = stablehlo.subtract %2, %half : {ty}
           %4 = stablehlo.clamp %low, %3, %high : (tensor<f32>, {ty}, tensor<f32>) -> {ty}
           return %4 : {ty}
         }}"
    )
}

fn chains(c: &mut Criterion) {
    for (name, bytes) in [("256 KiB", 1 << 18), ("4 MiB", 1 << 22), ("64 MiB", 1 << 26)] {
        let executable = compile(&chain(bytes / 4));
        let (x, mut z) = (buffer(bytes), buffer(bytes));
        let mut group = c.benchmark_group(format!("elementwise chain over {name}"));
        group.throughput(Throughput::Bytes(2 * bytes as u64));
        group.bench_function("hloom", |b| {
            b.iter(|| {
                let arguments: [&[u8]; 1] = [black_box(&x)];
                executable.run(&arguments, &mut [&mut z], ThreadPool::serial()).expect("it runs");
            });
        });
        group.bench_function("memcpy", |b| {
            b.iter(|| black_box(&mut z[..]).copy_from_slice(black_box(&x)));
        });
        group.finish();
    }
}

/// The cost of a parallel loop, measured on one with almost no work.
fn parallel(c: &mut Criterion) {
    let program = hloom_loops::text::parse(
        r#"program @empty {
          result 0 @z : f32[64]
          parallel for %i = 0 to 64 step 1 {
            %0 : f32 = const 1.0
            store %0 to @z[%i]
          }
        }"#,
    );
    let program = program.expect("a valid program");
    let executable = Executable::compile(&program, &Options::default()).expect("it is compiled");
    let mut z = buffer(256);
    for threads in [1, 2] {
        let pool = ThreadPool::new(threads).expect("there are threads");
        c.bench_function(&format!("empty parallel loop, threads: {threads}"), |b| {
            b.iter(|| executable.run(&[], &mut [&mut z], &pool).expect("it runs"));
        });
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(30);
    targets = one_op, chains, parallel
}
criterion_main!(benches);
