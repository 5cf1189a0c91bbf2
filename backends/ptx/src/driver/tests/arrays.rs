//! Runs on arrays that stay on the GPU, by the driver for tests and in the emulator.

use std::sync::Arc;

use hloom_loops::lower::lower_donating;
use hloom_loops::program::Program;

use super::{COUNTED, SUM, bytes, made, program};
use crate::allocator::{Allocator, DeviceArray};
use crate::driver::fake::Fake;
use crate::driver::loaded::Loaded;
use crate::{Error, Executable, RunArgument, Target};

/// The memory of a driver's first GPU.
fn memory(fake: &Fake) -> Result<Arc<Allocator>, Error> {
    let gpu = fake.gpu();
    let device = Loaded::open(Box::new(fake.clone()), &gpu)?;
    let (api, of) = (fake.clone(), gpu.clone());
    let load = move |text: &str, cache: Option<&hloom_llvm::cache::Cache>| {
        let (device, cached) = Loaded::load(Box::new(api.clone()), &of, text, cache)?;
        let device: Box<dyn crate::device::Device + Send> = Box::new(device);
        Ok((device, cached))
    };
    Ok(Allocator::by(&gpu, Box::new(device), Box::new(load)))
}

fn read(array: &DeviceArray) -> Vec<u8> {
    let mut all = vec![0xb5; array.bytes() as usize];
    array.read(&mut all).expect("it is read");
    all
}

fn one(results: Vec<DeviceArray>) -> Arc<DeviceArray> {
    let [result] = <[DeviceArray; 1]>::try_from(results).expect("there is one result");
    Arc::new(result)
}

/// A program that overwrites its first argument.
fn step() -> Program {
    let module = hloom_ir::text::parse_module(
        "func.func @main(%x: tensor<40xf32>, %y: tensor<40xf32>) -> tensor<40xf32> {
          %z = stablehlo.multiply %x, %y : tensor<40xf32>
          %e = stablehlo.exponential %y : tensor<40xf32>
          %s = stablehlo.transpose %e, dims = [0] : (tensor<40xf32>) -> tensor<40xf32>
          %r = stablehlo.add %z, %s : tensor<40xf32>
          return %r : tensor<40xf32>
        }",
    )
    .expect("it parses");
    let main = module.symbol("main").expect("there is a main");
    let machine = Target::Sm80.schedule_machine();
    lower_donating(&module, main, &machine, false, &[(0, 0)]).expect("it lowers").program
}

#[test]
fn results_are_arguments_of_the_next_run() {
    for memory in [memory(&Fake::new()).unwrap(), Allocator::emulated(Target::Sm80)] {
        let sum = Executable::with_arrays(&program(SUM), &memory, None).unwrap();
        let other = Executable::with_arrays(&program(SUM), &memory, None).unwrap();
        let mut x = Arc::new(memory.upload(&bytes(&[1.0; 40])).unwrap());
        let ones = x.clone();
        for turn in 0..12 {
            // Two programs on streams of their own, by turns; also with bytes of the host.
            let on = if turn % 2 == 0 { &sum } else { &other };
            let y = bytes(&[1.0; 40]);
            let y = match turn % 3 {
                0 => RunArgument::Host(&y),
                _ => RunArgument::Array(ones.clone()),
            };
            x = one(on.run_arrays(vec![RunArgument::Array(x), y], None).unwrap());
            assert_eq!(read(&x), bytes(&[turn as f32 + 2.0; 40]));
        }
        assert_eq!(read(&ones), bytes(&[1.0; 40]));
        // The same array twice.
        let twice = vec![RunArgument::Array(x.clone()), RunArgument::Array(x.clone())];
        assert_eq!(read(&one(sum.run_arrays(twice, None).unwrap())), bytes(&[26.0; 40]));
        // Bytes of the host in and out.
        let mut got = vec![0; 160];
        let input = bytes(&[2.5; 40]);
        sum.run(&[&input, &input], &mut [&mut got], None).unwrap();
        assert_eq!(got, bytes(&[5.0; 40]));
        drop((x, ones));
        assert_eq!(memory.usage().used, 0);
    }
}

#[test]
fn a_donated_array_becomes_the_result_unless_others_hold_it() {
    for memory in [memory(&Fake::new()).unwrap(), Allocator::emulated(Target::Sm80)] {
        let step = Executable::with_arrays(&step(), &memory, None).unwrap();
        let zero = Arc::new(memory.upload(&bytes(&[0.0; 40])).unwrap());
        let run = |x: Arc<DeviceArray>, y: Arc<DeviceArray>| {
            one(step.run_arrays(vec![RunArgument::Array(x), RunArgument::Array(y)], None).unwrap())
        };
        let mut x = Arc::new(memory.upload(&bytes(&[3.0; 40])).unwrap());
        let place = x.address();
        for _ in 0..4 {
            x = run(x, zero.clone());
            assert_eq!((x.address(), read(&x)), (place, bytes(&[1.0; 40])));
        }
        // Another one holds it.
        let held = x.clone();
        let next = run(x, zero.clone());
        assert_ne!(next.address(), place);
        assert_eq!((read(&held), read(&next)), (bytes(&[1.0; 40]), bytes(&[1.0; 40])));
        // The program itself reads it as another argument.
        let y = run(zero.clone(), zero.clone());
        assert_eq!(read(&zero), bytes(&[0.0; 40]));
        assert_eq!(read(&y), bytes(&[1.0; 40]));
        // Bytes of the host may be overwritten too.
        let (x, y) = (bytes(&[3.0; 40]), bytes(&[0.0; 40]));
        let both = vec![RunArgument::Host(&x), RunArgument::Host(&y)];
        assert_eq!(read(&one(step.run_arrays(both, None).unwrap())), bytes(&[1.0; 40]));
    }
}

/// A program whose kernels are recorded as a graph.
const CHAIN: &str = "func.func @main(%x: tensor<40xf32>) -> tensor<40xf32> {
  %c = stablehlo.constant dense<2> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %s = %x) : tensor<i32>, tensor<40xf32>
  cond {
    %t = stablehlo.compare LT, %i, %c : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %t : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %n = stablehlo.add %s, %s : tensor<40xf32>
    stablehlo.return %j, %n : tensor<i32>, tensor<40xf32>
  }
  return %r#1 : tensor<40xf32>
}";

#[test]
fn a_loop_of_runs_goes_through_few_places_whose_graphs_are_recorded() {
    let fake = Fake::new();
    let memory = memory(&fake).unwrap();
    let chain = Executable::with_arrays(&program(CHAIN), &memory, None).unwrap();
    let mut x = Arc::new(memory.upload(&bytes(&[1.0; 40])).unwrap());
    let mut places = Vec::new();
    for turn in 0..20 {
        let since = fake.state().calls.len();
        x = one(chain.run_arrays(vec![RunArgument::Array(x)], None).unwrap());
        let replayed = made(&fake, since, "replay") == 1;
        assert_eq!(replayed, made(&fake, since, "launch") == 0);
        assert!(replayed || turn < 6, "turn {turn}");
        if !places.contains(&x.address()) {
            places.push(x.address());
        }
        assert_eq!(read(&x), bytes(&[4f32.powi(turn + 1); 40]));
    }
    assert!(places.len() <= 3, "{places:x?}");
    // Other places are run too, whether they are recorded or not.
    let mut held = Vec::new();
    for turn in 0..30 {
        let next = vec![RunArgument::Array(x.clone())];
        held.push(one(chain.run_arrays(next, None).unwrap()));
        assert_eq!(read(&held[turn]), bytes(&[4f32.powi(21); 40]));
    }
}

#[test]
fn wrong_arguments_are_told() {
    let (here, there) = (Allocator::emulated(Target::Sm80), Allocator::emulated(Target::Sm80));
    let sum = Executable::with_arrays(&program(SUM), &here, None).unwrap();
    let said = |inputs: Vec<RunArgument<'_>>| sum.run_arrays(inputs, None).unwrap_err().to_string();
    let good = Arc::new(here.upload(&[0; 160]).unwrap());
    let away = Arc::new(there.upload(&[0; 160]).unwrap());
    let short = Arc::new(here.upload(&[0; 156]).unwrap());
    let with = |other: &Arc<DeviceArray>| {
        said(vec![RunArgument::Array(good.clone()), RunArgument::Array(other.clone())])
    };
    assert_eq!(with(&away), "`main` is given an array of another device");
    assert_eq!(with(&short), "`main` takes 160 bytes at place 1 of its arguments, not 156");
    assert_eq!(said(Vec::new()), "`main` has 2 arguments, not 0");
    let plain = Executable::emulated(&program(SUM), Target::Sm80).unwrap();
    let error = plain.run_arrays(Vec::new(), None).unwrap_err().to_string();
    assert_eq!(error, "`main` was not compiled for arrays");
}

#[test]
fn free_blocks_go_back_to_a_driver_that_has_no_more() {
    let fake = Fake::new();
    fake.state().memory = 10 << 20;
    let memory = memory(&fake).unwrap();
    for size in [3 << 20, 4 << 20, 2 << 20] {
        drop(memory.allocate(size).unwrap());
    }
    assert_eq!(memory.usage().kept, 9 << 20);
    let all = memory.allocate(9 << 20).unwrap();
    assert_eq!(memory.usage().kept, 0);
    let error = memory.allocate(9 << 20).unwrap_err();
    assert!(matches!(error, Error::TooLarge { .. }), "{error}");
    drop(all);
    // A program's own memory comes from the driver.
    let sum = Executable::with_arrays(&program(SUM), &memory, None).unwrap();
    fake.state().memory = (9 << 20) + 100;
    let (x, y) = (bytes(&[1.5; 40]), bytes(&[2.0; 40]));
    let result = sum.run_arrays(vec![RunArgument::Host(&x), RunArgument::Host(&y)], None);
    assert_eq!(read(&one(result.unwrap())), bytes(&[3.5; 40]));
}

/// Runs a loop again and again on an array.
fn twice(fake: &Fake) -> Result<Vec<u8>, Error> {
    let memory = memory(fake)?;
    let loops = Executable::with_arrays(&program(COUNTED), &memory, None)?;
    let count = 2i32.to_le_bytes();
    let mut x = Arc::new(memory.upload(&bytes(&[1.5; 40]))?);
    for _ in 0..4 {
        x = one(loops.run_arrays(vec![RunArgument::Array(x), RunArgument::Host(&count)], None)?);
    }
    let mut all = vec![0; 160];
    x.read(&mut all)?;
    Ok(all)
}

#[test]
fn every_call_that_is_refused_is_told_and_leaves_nothing_behind() {
    super::refusals_are_told(&twice, &bytes(&[1.5 * 256.0; 40]));
}

/// A host that runs the program itself, as a callback may.
struct Again<'a> {
    program: &'a Executable,
    depth: usize,
}

impl hloom_llvm::Host for Again<'_> {
    fn call(&mut self, _: usize, from: &[&[u8]], to: &mut [&mut [u8]]) -> Result<(), String> {
        if self.depth == 0 {
            to[0].copy_from_slice(from[0]);
            return Ok(());
        }
        let mut inner = Again { program: self.program, depth: self.depth - 1 };
        self.program.run(from, to, Some(&mut inner)).map_err(|error| error.to_string())
    }
}

#[test]
fn the_host_may_run_the_program_that_waits_for_it() {
    let module = hloom_ir::text::parse_module(
        "func.func @main(%x: tensor<40xf32>) -> tensor<40xf32> {
          %y = stablehlo.custom_call @again(%x) : (tensor<40xf32>) -> tensor<40xf32>
          %z = stablehlo.add %y, %x : tensor<40xf32>
          return %z : tensor<40xf32>
        }",
    )
    .expect("it parses");
    let main = module.symbol("main").expect("there is a main");
    let machine = Target::Sm80.schedule_machine();
    let program = lower_donating(&module, main, &machine, true, &[]).expect("it lowers").program;
    for memory in [memory(&Fake::new()).unwrap(), Allocator::emulated(Target::Sm80)] {
        let executable = Executable::with_arrays(&program, &memory, None).unwrap();
        for _ in 0..2 {
            let mut host = Again { program: &executable, depth: 2 };
            let (x, mut got) = (bytes(&[1.5; 40]), vec![0; 160]);
            executable.run(&[&x], &mut [&mut got], Some(&mut host)).unwrap();
            assert_eq!(got, bytes(&[6.0; 40]));
        }
    }
}
