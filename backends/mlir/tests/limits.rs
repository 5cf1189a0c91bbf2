//! The time of lowering grows with the number of ops, and memory does not grow with the number of
//! modules. `cargo xtask mlir-figures` takes 10,000 of each and prints what it sees.

use hloom_ir::text::parse_module;
use hloom_ir::{Literal, Module};
use hloom_mlir::{Executable, context, lower};
use std::time::{Duration, Instant};

/// The number of modules of the whole run; `None` in the quick suite.
fn modules() -> Option<u64> {
    std::env::var("HLOOM_MLIR_MODULES").ok()?.parse().ok()
}

/// A function of so many ops of several kinds, on tensors of 4 by `n`.
fn program(ops: usize, n: usize) -> Module {
    let t = format!("tensor<4x{n}xf32>");
    let mut text = format!("func.func @main(%v0: {t}) -> {t} {{\n");
    text += "  %zero = stablehlo.constant dense<0.0> : tensor<f32>\n";
    let mut last = "%v0".to_owned();
    let mut made = 1;
    while made + 4 <= ops {
        let value = format!("%v{made}");
        text += &match made % 4 {
            0 => format!("  {value} = stablehlo.add {last}, %v0 : {t}\n"),
            1 => format!("  {value} = stablehlo.tanh {last} : {t}\n"),
            2 => format!("  {value} = stablehlo.maximum {last}, %v0 : {t}\n"),
            _ => {
                let (r, b) = (format!("%r{made}"), format!("%b{made}"));
                let s = "tensor<4xf32>";
                format!(
                    "  {r} = stablehlo.reduce({last} init: %zero) applies stablehlo.add across dimensions = [1] : ({t}, tensor<f32>) -> {s}
  {b} = stablehlo.broadcast_in_dim {r}, dims = [0] : ({s}) -> {t}
  {value} = stablehlo.subtract {last}, {b} : {t}\n"
                )
            }
        };
        made += if made % 4 == 3 { 3 } else { 1 };
        last = value;
    }
    text += &format!("  return {last} : {t}\n}}\n");
    parse_module(&text).expect("the program is valid")
}

/// The time of lowering, with upstream's verification: the shortest of some runs.
fn lowering(module: &Module, runs: usize) -> Duration {
    let times = (0..runs).map(|_| {
        let cx = context();
        let start = Instant::now();
        let program = lower(&cx, module, "main").expect("all ops have a form");
        let time = start.elapsed();
        drop(program);
        time
    });
    times.min().unwrap_or_default()
}

#[test]
fn lowering_takes_time_in_the_number_of_ops() {
    let (few, many) = (program(1_000, 8), program(4_000, 8));
    let (short, long) = (lowering(&few, 4), lowering(&many, 4));
    assert!(long < short * 12, "{short:?} for 1,000 ops, {long:?} for 4,000");
    if modules().is_some() {
        let module = program(10_000, 8);
        let ops = module.walk_all().count();
        let time = lowering(&module, 8);
        println!("{ops} ops are lowered and verified in {:.3} s", time.as_secs_f64());
        assert!(time <= Duration::from_millis(500), "{time:?}");
    }
}

/// The bytes that malloc has given out, and those of the process in memory.
fn memory() -> (usize, usize) {
    // SAFETY: the function reads the state of the allocator.
    let info = unsafe { libc::mallinfo2() };
    let pages = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages = pages.split(' ').nth(1).and_then(|pages| pages.parse::<usize>().ok());
    (info.uordblks + info.hblkhd, pages.unwrap_or_default() * 4096)
}

/// Compiles and runs one of 16 programs.
fn compile_and_run(programs: &[(Module, Literal)], i: u64) {
    let (module, input) = &programs[i as usize % programs.len()];
    let executable = Executable::new(module, "main", None).expect("it is compiled");
    let results = executable.run(std::slice::from_ref(input)).expect("it runs");
    assert_eq!(results[0].dims(), input.dims());
}

#[test]
fn memory_does_not_grow_with_the_number_of_modules() {
    let programs: Vec<(Module, Literal)> = (1..=16)
        .map(|n| {
            let module = program(20, n);
            let ty = hloom_ir::Type::tensor(&[4, n as i64], hloom_ir::Element::F32);
            (module, Literal::splat(ty, &0.5f32.to_le_bytes()).expect("of its size"))
        })
        .collect();
    let count = modules().unwrap_or(48);
    // Tables that are filled once, and the first growth of arenas, are no leak.
    let warm = 16.max(count / 20);
    for i in 0..warm {
        compile_and_run(&programs, i);
    }
    let before = memory();
    let step = (count / 10).max(1);
    for i in 0..count {
        compile_and_run(&programs, i);
        if modules().is_some() && (i + 1) % step == 0 {
            let (used, resident) = memory();
            println!("{:6} modules: {used} bytes in use, {resident} resident", i + 1);
        }
    }
    let after = memory();
    let grown = after.0.saturating_sub(before.0);
    println!("{count} modules behind the first {warm}: {grown} bytes more in use");
    // A leak of one buffer of 64 bytes in each module would be more.
    let bound = 64 * count as usize + 64 * 1024;
    assert!(grown <= bound, "{before:?} before, {after:?} after {count} modules");
}
