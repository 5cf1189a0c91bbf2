//! The whole language on a GPU of this machine: functions of the test files, and random programs,
//! must give the interpreter's results.
//!
//! `cargo xtask gpu-test` runs it. `HLOOM_GPU=N` selects the GPU; without it, or without a driver,
//! the tests print a note and run nothing. `HLOOM_GPU_THREADS` threads share the GPU, and
//! `HLOOM_GPU_SHARD=2/16` runs every sixteenth file, beginning with the third. Inputs are random,
//! from the seed `HLOOM_GPU_SEED`. The device's memory is filled with a pattern before each run, so
//! that unwritten results are detected. If the GPU is lost, the test ends, because nothing can run
//! in its process afterwards.

#![cfg(feature = "ptx")]

use hloom_interp::Value;
use hloom_ir::{Module, Type};
use hloom_tests::campaign::{Log, Random, Watchdog, seeds};
use hloom_tests::corpus::{Case, SEED, agree, cases_of, files, shown};
use hloom_tests::sampling::{input, program};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// A number from an environment variable.
fn named(variable: &str) -> Option<u64> {
    let text = std::env::var(variable).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{variable} is a number, not `{text}`")))
}

/// The first file that is run, and the distance to the next one.
fn shard() -> (usize, usize) {
    let Ok(text) = std::env::var("HLOOM_GPU_SHARD") else { return (0, 1) };
    let parts = text.split_once('/');
    let parts = parts.and_then(|(first, every)| Some((first.parse().ok()?, every.parse().ok()?)));
    parts.unwrap_or_else(|| panic!("HLOOM_GPU_SHARD is two numbers, as 2/16 is, not `{text}`"))
}

/// A device to run on: a GPU by its number, or the emulator.
#[derive(Clone, Copy)]
enum Device {
    Gpu(usize),
    Emulated(hloom_ptx::Target),
}

/// Runs a function three times: launched directly, captured as a graph if possible, and replayed
/// from that graph. `agrees` judges each run's results.
fn run(
    module: &Module,
    entry: &str,
    inputs: &[Value],
    agrees: &dyn Fn(&[Value]) -> bool,
    want: &[Value],
    device: Device,
) -> Result<(), hloom::Error> {
    let (gpu, emulate) = match device {
        Device::Gpu(number) => (Some(number), None),
        Device::Emulated(target) => (None, Some(target)),
    };
    let options = hloom::Options {
        entry: Some(entry.to_owned()),
        gpu,
        emulate,
        poison: true,
        ..Default::default()
    };
    let program = hloom::compile_module(module.clone(), &options)?;
    for number in 1..=3 {
        let got = program.run_values(inputs.to_vec())?;
        if !agrees(&got) {
            let differs = |at: &usize| !agree(&want[*at..=*at], &got[*at..=*at]);
            let at = (0..want.len()).find(differs).unwrap_or(0);
            let (got, want) = (shown(&got[at..]), shown(&want[at..]));
            let what = format!("run {number}, result {at}: {got} instead of {want}");
            return Err(hloom::Error::Input(what));
        }
    }
    Ok(())
}

/// The results of a sweep over the test files.
#[derive(Default)]
struct Tally {
    ran: usize,
    wrong: Vec<String>,
    /// The function that was running when the GPU was lost.
    lost: Option<String>,
}

#[test]
fn what_the_interpreter_runs_a_gpu_runs_too() {
    let Some(gpu) = hloom_tests::gpu::requested() else { return };
    let seed = named("HLOOM_GPU_SEED").unwrap_or(SEED);
    let (major, minor) = gpu.driver;
    println!("{} as {}, CUDA {major}.{minor}, seed {seed}", gpu.name, gpu.target);
    let (first, every) = shard();
    let paths: Vec<_> = files().into_iter().skip(first).step_by(every).collect();
    let (next, tally) = (AtomicUsize::new(0), Mutex::new(Tally::default()));
    let locked = || tally.lock().expect("no thread failed with it");
    let threads = named("HLOOM_GPU_THREADS").unwrap_or(1);
    let work = || {
        let watchdog = Watchdog::new(Duration::from_secs(120));
        while let Some(path) = paths.get(next.fetch_add(1, Ordering::Relaxed)) {
            cases_of(path, seed, &mut |module, case: Case| {
                if locked().lost.is_some() {
                    return;
                }
                watchdog.begin(case.place.clone());
                let started = Instant::now();
                let agrees = |got: &[Value]| case.agrees(got);
                let device = Device::Gpu(gpu.number);
                let ended = run(module, &case.name, &case.inputs, &agrees, &case.want, device);
                let mut tally = locked();
                tally.ran += 1;
                println!("{:>6} ms {}", started.elapsed().as_millis(), case.place);
                match ended {
                    Ok(()) => {}
                    Err(hloom::Error::Gpu(error @ hloom_ptx::Error::Lost { .. })) => {
                        tally.lost.get_or_insert(format!("{}: {error}", case.place));
                    }
                    Err(error) => tally.wrong.push(format!("{}: {error}", case.place)),
                }
            });
            watchdog.begin("the next file".to_owned());
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(work);
        }
    });
    let Tally { ran, wrong, lost } = tally.into_inner().expect("all threads are done");
    println!("{} of {ran} functions agree", ran - wrong.len());
    assert!(wrong.is_empty(), "{} of {ran}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(lost.is_none(), "the GPU was lost at {lost:?}");
    assert!(every > 1 || ran > 3000, "only {ran} functions are there");
}

/// Random programs on a device.
fn random_programs(name: &'static str, usual: u64, device: impl Fn(&mut Random) -> Device) {
    let mut log = Log::new(name);
    for seed in seeds(usual) {
        let mut random = Random::new(seed);
        let sample = program(&mut random, 30);
        let main = sample.module.symbol("main").expect("there is a main");
        let types: &[Type] = sample.module.func(main).function_type.inputs();
        let inputs: Vec<Value> = types
            .iter()
            .map(|&ty| Value::Tensor(input(ty, &mut random).expect("a static tensor").expanded()))
            .collect();
        let want = hloom_interp::run(&sample.module, "main", &inputs).expect("it is a program");
        let agrees = |got: &[Value]| agree(&want, got);
        let device = device(&mut random);
        let one = || match run(&sample.module, "main", &inputs, &agrees, &want, device) {
            Ok(()) => {}
            Err(error) => panic!("seed {seed}: {error}"),
        };
        let text = || hloom_ir::text::print(&sample.module, &Default::default());
        log.hold(one, || format!("// seed {seed}\n{}", text()));
    }
    log.end();
}

#[test]
fn campaign_random_programs_are_the_same_on_a_gpu() {
    let Some(gpu) = hloom_tests::gpu::requested() else { return };
    random_programs("random programs on a GPU", 200, |_| Device::Gpu(gpu.number));
}

#[test]
fn campaign_random_programs_are_the_same_in_the_emulator() {
    random_programs("random programs in the emulator", 60, |random| {
        let all = hloom_ptx::Target::ALL;
        Device::Emulated(all[random.below(all.len())])
    });
}
