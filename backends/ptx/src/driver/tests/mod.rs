//! The reaction to each refusal of the driver.

mod arrays;
mod graphs;
mod ranks;

use hloom_llvm::cache::{Cache, Cached};
use hloom_loops::lower_function;
use hloom_loops::program::Program;
use hloom_ptx_emulator::Im2col;

use crate::codegen::{Compiled, Options, compile};
use crate::driver::fake::{Fake, refusal};
use crate::driver::loaded::Loaded;
use crate::driver::{Gpu, find_by};
use crate::{Error, Executable, Target};

const SUM: &str = "func.func @main(%x: tensor<40xf32>, %y: tensor<40xf32>) -> tensor<40xf32> {
  %z = stablehlo.add %x, %y : tensor<40xf32>
  return %z : tensor<40xf32>
}";

fn program(text: &str) -> Program {
    let module = hloom_ir::text::parse_module(text).expect("it parses");
    let main = module.symbol("main").expect("there is a main");
    lower_function(&module, main, &Target::Sm80.schedule_machine()).expect("it lowers").program
}

/// A program on a driver's first GPU.
fn on(
    fake: &Fake,
    gpu: &Gpu,
    program: &Program,
    cache: Option<&Cache>,
) -> Result<Executable, Error> {
    let compiled = compile(program, &Options::new(gpu.target))?;
    let (device, _) = Loaded::load(Box::new(fake.clone()), gpu, &compiled.text, cache)?;
    Ok(Executable::on(compiled, Box::new(device)))
}

fn bytes(numbers: &[f32]) -> Vec<u8> {
    numbers.iter().flat_map(|x| x.to_le_bytes()).collect()
}

/// Runs a program three times on a GPU.
fn thrice(
    fake: &Fake,
    compiled: &Compiled,
    inputs: &[&[u8]],
    bytes: usize,
) -> Result<Vec<u8>, Error> {
    let gpu = fake.gpu();
    let (device, _) = Loaded::load(Box::new(fake.clone()), &gpu, &compiled.text, None)?;
    let executable = Executable::on(compiled.clone(), Box::new(device));
    let mut got = vec![0xb5; bytes];
    for _ in 0..3 {
        got.fill(0xb5);
        executable.run(inputs, &mut [&mut got], None)?;
    }
    Ok(got)
}

/// Goes through all calls that a program makes of the driver, and has each refused.
fn refused_in_turn(text: &str, inputs: &[&[u8]], want: &[u8]) {
    let compiled = compile(&program(text), &Options::new(Target::Sm80)).expect("it compiles");
    all_refused_in_turn(&compiled, inputs, want);
}

/// The same of a program that is compiled.
fn all_refused_in_turn(compiled: &Compiled, inputs: &[&[u8]], want: &[u8]) {
    refusals_are_told(&|fake| thrice(fake, compiled, inputs, want.len()), want);
}

/// Goes through all calls that a run makes of the driver, and has each refused: the error tells it, and
/// nothing is left behind.
fn refusals_are_told(run: &dyn Fn(&Fake) -> Result<Vec<u8>, Error>, want: &[u8]) {
    let fake = Fake::new();
    assert_eq!(run(&fake).expect("it runs"), want);
    assert_eq!(fake.leaked(), [""; 0]);
    let calls = fake.state().calls.clone();
    // Those that finding the GPU takes have a test of their own.
    let first = calls.iter().position(|&name| name == "retain").expect("a context is made");
    for (at, name) in calls.iter().enumerate().skip(first) {
        for code in [1, 719] {
            let fake = Fake::new();
            fake.state().refuse = Some((at, code));
            let ended = run(&fake);
            assert_eq!(fake.state().calls[at], *name, "the same calls in the same order");
            // It goes without a recording.
            let spared = recorded(&calls, at) && code == 1;
            // Calls after the results are there.
            let late = calls[at..].iter().all(|name| {
                ["enter", "free", "end_stream", "unload", "release", "end_ready"].contains(name)
            });
            match ended {
                Ok(got) => {
                    assert!(spared || late, "{name} ({at}): a refusal was overlooked");
                    assert_eq!(got, want, "{name} ({at})");
                }
                Err(Error::Lost { why, .. }) => {
                    assert_eq!((code, why), (719, refusal(719).to_string()), "{name} ({at})");
                }
                Err(Error::Device { what, why }) => {
                    assert_eq!((code, why), (1, refusal(1).to_string()), "{name} ({at})");
                    assert!(!what.is_empty());
                }
                Err(other) => panic!("{name} ({at}): {other}"),
            }
            // A thing whose giving back was refused is the driver's to keep.
            let ends = *name == "end_graph" || calls.get(at + 1) == Some(&"end_graph");
            if !late && !ends {
                assert_eq!(fake.leaked(), [""; 0], "{name} ({at}) refused with {code}");
            }
        }
    }
}

/// Whether a call is part of making a graph, or enters the context for that.
fn recorded(calls: &[&str], at: usize) -> bool {
    let near = &calls[..calls.len().min(at + 2)];
    let begun = near.iter().rposition(|name| *name == "graph");
    begun.is_some_and(|begun| {
        let ended = calls[begun..].iter().position(|name| *name == "end_graph");
        at + 1 >= begun && ended.is_some_and(|ended| at <= begun + ended)
    })
}

#[test]
fn every_call_that_is_refused_is_told_and_leaves_nothing_behind() {
    refused_in_turn(SUM, &[&bytes(&[1.5; 40]), &bytes(&[2.0; 40])], &bytes(&[3.5; 40]));
}

#[test]
fn so_is_every_call_of_loops() {
    // Recorded and replayed; staying on the device.
    refused_in_turn(COUNTED, &[&bytes(&[1.5; 40]), &2i32.to_le_bytes()], &bytes(&[6.0; 40]));
    refused_in_turn(SEARCH, &[&bytes(&[1.0; 40])], &bytes(&[128.0; 40]));
}

/// A product by warpgroups, with more shared memory than every block may have.
fn hopper() -> Compiled {
    by_warpgroups(
        "func.func @main(%x: tensor<64x256xbf16>, %y: tensor<64x256xbf16>) -> tensor<64x64xf32> {
          %z = stablehlo.dot_general %x, %y, contracting_dims = [1] x [1] : (tensor<64x256xbf16>, tensor<64x256xbf16>) -> tensor<64x64xf32>
          return %z : tensor<64x64xf32>
        }",
    )
}

/// The launches of a program on a Hopper of one multiprocessor.
fn by_warpgroups(text: &str) -> Compiled {
    let module = hloom_ir::text::parse_module(text).expect("it parses");
    let main = module.symbol("main").expect("there is a main");
    let mut machine = Target::Sm90a.schedule_machine();
    machine.gpu.as_mut().expect("it is a GPU").multiprocessors = 1;
    let program = lower_function(&module, main, &machine).expect("it lowers").program;
    compile(&program, &Options::new(Target::Sm90a)).expect("it compiles")
}

#[test]
fn so_is_every_call_of_a_kernel_with_tensor_maps() {
    let compiled = hopper();
    let ones = [0x80, 0x3f].repeat(64 * 256);
    all_refused_in_turn(&compiled, &[&ones, &ones], &bytes(&[256.0; 64 * 64]));
}

#[test]
fn a_tensor_map_that_is_refused_is_told() {
    let compiled = hopper();
    let fake = Fake::new();
    let ones = [0x80, 0x3f].repeat(64 * 256);
    thrice(&fake, &compiled, &[&ones, &ones], 64 * 64 * 4).expect("it runs");
    let calls = fake.state().calls.clone();
    let count = |name: &str| calls.iter().filter(|call| **call == name).count();
    // Maps are made once, shared memory is asked for once.
    assert_eq!((count("tensor_map"), count("allow_shared")), (2, 1));
    let told = |name: &str| {
        let fake = Fake::new();
        let at = calls.iter().position(|call| *call == name).expect("it is asked");
        fake.state().refuse = Some((at, 1));
        let ended = thrice(&fake, &compiled, &[&ones, &ones], 64 * 64 * 4);
        ended.expect_err("it is refused").to_string()
    };
    let text = told("tensor_map");
    let map = "making a tensor map for the kernel `dot_general_z_0` ([256, 64] of Bf16, [512] bytes \
               apart, [64, 64] at a time)";
    assert!(text.contains(map) && text.contains("fake refusal 1"), "{text}");
    let text = told("allow_shared");
    let shared = "giving the kernel `dot_general_z_0` 65632 bytes of shared memory";
    assert!(text.contains(shared) && text.contains("fake refusal 1"), "{text}");
}

/// The map of a convolution's pixels is one of images, which is made once too.
#[test]
fn tensor_maps_of_images() {
    let compiled = by_warpgroups(
        "func.func @main(%x: tensor<1x16x17x64xbf16>, %k: tensor<3x2x64x64xbf16>) -> tensor<1x16x9x64xf32> {
          %y = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 2], pad = [[1, 1], [1, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x16x17x64xbf16>, tensor<3x2x64x64xbf16>) -> tensor<1x16x9x64xf32>
          return %y : tensor<1x16x9x64xf32>
        }",
    );
    let ones = [0x80, 0x3f];
    let (images, weights) = (ones.repeat(16 * 17 * 64), ones.repeat(6 * 64 * 64));
    // So many elements of each window are inside.
    let places = (0..16).flat_map(|y: i64| (0..9).map(move |x: i64| (y, x)));
    let want = places.map(|(y, x)| {
        let inside = |at: i64, end: i64| (0..end).contains(&at);
        let rows = (0..3).filter(|k| inside(y + k - 1, 16)).count();
        (rows * (0..2).filter(|k| inside(2 * x + k - 1, 17)).count()) as f32
    });
    let want: Vec<f32> = want.flat_map(|count| [64.0 * count; 64]).collect();
    let fake = Fake::new();
    let inputs = [&images[..], &weights[..]];
    let got = thrice(&fake, &compiled, &inputs, want.len() * 4).expect("it runs");
    assert!(got == bytes(&want));
    let maps = fake.state().maps.clone();
    assert_eq!(maps.len(), 2);
    let images = maps.iter().find(|map| map.im2col.is_some()).expect("there are images");
    assert_eq!(images.extents, [64, 17, 16, 1]);
    assert_eq!(images.box_extents, [64, 128]);
    assert_eq!(images.element_strides, [1, 2, 1, 1]);
    let Some(Im2col { lower, upper }) = &images.im2col else { panic!("there are corners") };
    assert_eq!((&lower[..], &upper[..]), (&[-1, -1][..], &[-1, -1][..]));
    // Refused, it is told with its corners.
    let at = fake.state().calls.iter().position(|call| *call == "tensor_map");
    let fake = Fake::new();
    fake.state().refuse = Some((at.expect("it is asked"), 1));
    let ended = thrice(&fake, &compiled, &inputs, want.len() * 4);
    let text = ended.expect_err("it is refused").to_string();
    let map = "([64, 17, 16, 1] of Bf16, [128, 2176, 34816] bytes apart, [64, 128] at a time, \
               windows from [-1, -1] to [-1, -1] behind the last by [1, 2, 1, 1])";
    assert!(text.contains(map), "{text}");
}

#[test]
fn after_a_loss_nothing_is_asked_of_the_driver() {
    let fake = Fake::new();
    let sum = program(SUM);
    let executable = on(&fake, &fake.gpu(), &sum, None).expect("it loads");
    let inputs = [bytes(&[1.5; 40]), bytes(&[2.0; 40])];
    let inputs: Vec<&[u8]> = inputs.iter().map(Vec::as_slice).collect();
    let mut got = vec![0; 160];
    executable.run(&inputs, &mut [&mut got], None).expect("it runs");
    // ILLEGAL_ADDRESS, told by the next call of all.
    let next = fake.state().calls.len();
    fake.state().refuse = Some((next, 700));
    let error = executable.run(&inputs, &mut [&mut got], None).expect_err("it is lost");
    assert!(matches!(error, Error::Lost { .. }), "{error}");
    assert!(error.to_string().starts_with("the GPU was lost: "), "{error}");
    let calls = fake.state().calls.len();
    let error = executable.run(&inputs, &mut [&mut got], None).expect_err("it stays lost");
    assert!(matches!(error, Error::Lost { .. }), "{error}");
    assert_eq!(fake.state().calls.len(), calls);
    drop(executable);
    assert_eq!(fake.state().calls[calls..], ["release"]);
}

#[test]
fn gpus_are_found_by_their_numbers() {
    let fake = Fake::new();
    fake.state().gpus = vec![("Tesla T4", (7, 5)), ("NVIDIA H100", (9, 0)), ("old", (6, 1))];
    let found = find_by(&fake, 1).expect("there is a second one");
    assert_eq!((found.number, &*found.name, found.target), (1, "NVIDIA H100", Target::Sm90a));
    assert_eq!((found.driver, found.memory), ((12, 8), 1 << 30));
    assert_eq!(find_by(&fake, 0).expect("there is a first one").target, Target::Sm75);
    let message = |number| find_by(&fake, number).expect_err("there is none").to_string();
    assert_eq!(message(2), "old has compute capability 6.1; the least is 7.5");
    assert_eq!(message(3), "there is no GPU 3: this machine has 3, of numbers 0 to 2");
    fake.state().gpus.clear();
    let none = find_by(&fake, 0).expect_err("there is none").to_string();
    assert_eq!(none, "there is no GPU 0: this machine has none that the driver knows");
    for at in 0..5 {
        let fake = Fake::new();
        fake.state().refuse = Some((at, 999));
        assert!(matches!(find_by(&fake, 0), Err(Error::NoDevice(_))), "call {at}");
    }
}

#[test]
fn a_driver_older_than_the_ptx_is_told_before_it_is_asked() {
    let fake = Fake::new();
    fake.state().version = 11020;
    let gpu = Gpu { target: Target::Sm90, ..fake.gpu() };
    let calls = fake.state().calls.len();
    let error = on(&fake, &gpu, &program(SUM), None).expect_err("it is too old");
    let text = error.to_string();
    assert!(
        text.starts_with("the program is PTX 8.0, which NVIDIA's drivers know from CUDA 12.0 on")
    );
    assert!(text.contains("this machine's knows CUDA 11.2"), "{text}");
    assert_eq!(fake.state().calls.len(), calls);
    // PTX 7.0 it reads.
    on(&fake, &fake.gpu(), &program(SUM), None).expect("it is new enough");
}

#[test]
fn a_program_too_large_is_told_before_memory_is_taken() {
    let fake = Fake::new();
    fake.state().memory = 600;
    let executable = on(&fake, &fake.gpu(), &program(SUM), None).expect("it loads");
    let x = bytes(&[1.5; 40]);
    let ended = executable.run(&[&x, &x], &mut [&mut [0; 160][..]], None);
    let error = ended.expect_err("there is no room");
    drop(executable);
    assert!(matches!(error, Error::TooLarge { needed: 1024, available: 600 }), "{error}");
    assert!(!fake.state().calls.contains(&"allocate"));
    assert_eq!(fake.leaked(), [""; 0]);
}

/// A counted loop, as JAX's `fori_loop` makes them: the limit is an argument.
const COUNTED: &str = "func.func @main(%x: tensor<40xf32>, %n: tensor<i32>) -> tensor<40xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %i, %r = stablehlo.while(%k = %zero, %y = %x) : tensor<i32>, tensor<40xf32>
  cond {
    %c = stablehlo.compare LT, %k, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %m = stablehlo.add %k, %one : tensor<i32>
    %twice = stablehlo.add %y, %y : tensor<40xf32>
    stablehlo.return %m, %twice : tensor<i32>, tensor<40xf32>
  }
  return %r : tensor<40xf32>
}";

/// A loop that ends when its data say so.
const SEARCH: &str = "func.func @main(%x: tensor<40xf32>) -> tensor<40xf32> {
  %r = stablehlo.while(%y = %x) : tensor<40xf32>
  cond {
    %limit = stablehlo.constant dense<100.0> : tensor<f32>
    %first = stablehlo.slice %y [0:1] : (tensor<40xf32>) -> tensor<1xf32>
    %f = stablehlo.reshape %first : (tensor<1xf32>) -> tensor<f32>
    %c = stablehlo.compare LT, %f, %limit : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %twice = stablehlo.add %y, %y : tensor<40xf32>
    stablehlo.return %twice : tensor<40xf32>
  }
  return %r : tensor<40xf32>
}";

/// The number of times that a call was made since.
fn made(fake: &Fake, since: usize, name: &str) -> usize {
    fake.state().calls[since..].iter().filter(|&&call| call == name).count()
}

#[test]
fn counted_loops_read_nothing_back_and_are_replayed() {
    let fake = Fake::new();
    let executable = on(&fake, &fake.gpu(), &program(COUNTED), None).expect("it loads");
    let x = bytes(&[1.5; 40]);
    let mut got = vec![0; 160];
    let mut run = |trip_count: i32| {
        let since = fake.state().calls.len();
        let n = trip_count.to_le_bytes();
        got.fill(0xb5);
        executable.run(&[&x, &n], &mut [&mut got], None).expect("it runs");
        assert_eq!(got, bytes(&[1.5 * 2f32.powi(trip_count); 40]), "{trip_count} rounds");
        // The result is read, nothing else.
        assert_eq!(made(&fake, since, "read"), 1);
        ["launch", "add_launch", "add_conditional", "replay"].map(|name| made(&fake, since, name))
    };
    let [first, nodes, _, replays] = run(5);
    assert!(first >= 15 && (nodes, replays) == (0, 0), "{first} launches");
    assert_eq!(run(5), [0, first, 0, 1], "the second run is recorded, round by round");
    assert_eq!(run(5), [0, 0, 0, 1], "the third one is a replay");
    assert_eq!(run(7)[2..], [0, 0], "nothing is known of others");
    let [launches, nodes, loops, replays] = run(9);
    assert!((launches, loops, replays) == (0, 1, 1) && nodes < 10, "any rounds: {nodes} nodes");
    for trip_count in [0, 30, 5, 7] {
        assert_eq!(run(trip_count), [0, 0, 0, 1], "{trip_count} rounds");
    }
    drop(executable);
    assert_eq!(fake.leaked(), [""; 0]);
}

#[test]
fn drivers_that_can_not_record_launch_again() {
    for (version, refuse) in [(11080, false), (12080, true)] {
        let fake = Fake::new();
        fake.state().version = version;
        let executable = on(&fake, &fake.gpu(), &program(COUNTED), None).expect("it loads");
        let x = bytes(&[1.5; 40]);
        for round in 0..4 {
            let mut got = vec![0xb5; 160];
            if refuse && round == 1 {
                // enter, write, enter, write, enter, write, enter, wait, enter, graph
                let at = fake.state().calls.len() + 9;
                fake.state().refuse = Some((at, 901));
            }
            executable.run(&[&x, &3i32.to_le_bytes()], &mut [&mut got], None).expect("it runs");
            assert_eq!(got, bytes(&[12.0; 40]));
        }
        if refuse {
            let at = fake.state().refuse.expect("it was set").0;
            assert_eq!(fake.state().calls[at], "graph");
        }
        // After one refusal, it is tried again.
        assert_eq!(made(&fake, 0, "replay"), if refuse { 2 } else { 0 }, "{version}");
    }
}

#[test]
fn loops_on_little_data_stay_on_the_device() {
    for version in [12020, 12080] {
        let fake = Fake::new();
        fake.state().version = version;
        let executable = on(&fake, &fake.gpu(), &program(SEARCH), None).expect("it loads");
        for (x, trip_count) in [(1.0, 7), (200.0, 0), (0.001, 17)] {
            let since = fake.state().calls.len();
            let mut got = vec![0xb5; 160];
            executable.run(&[&bytes(&[x; 40])], &mut [&mut got], None).expect("it runs");
            assert_eq!(got, bytes(&[x * 2f32.powi(trip_count); 40]));
            // The condition at first, when the kernel is done, and the result; that alone where
            // the device looks at the condition.
            let by_host = if trip_count > 0 { 3 } else { 2 };
            let replayed = version == 12080 && x != 1.0;
            let want = if replayed { 1 } else { by_host };
            assert_eq!(made(&fake, since, "read"), want, "{version}: {trip_count} rounds");
        }
    }
}

/// Rounds that no kernel does all of.
#[test]
fn kernels_that_stay_come_back_in_the_end() {
    let text = SEARCH.replace("%y, %y", "%y, %a").replace(
        "    %twice",
        "    %a = stablehlo.constant dense<0.0078125> : tensor<40xf32>\n    %twice",
    );
    let fake = Fake::new();
    let executable = on(&fake, &fake.gpu(), &program(&text), None).expect("it loads");
    let mut got = vec![0xb5; 160];
    executable.run(&[&bytes(&[1.0; 40])], &mut [&mut got], None).expect("it runs");
    assert_eq!(got, bytes(&[100.0; 40]));
    // 99 times 128 rounds, 4096 of them a kernel.
    assert_eq!(made(&fake, 0, "read"), 4 + 1 + 1);
}

#[test]
fn old_drivers_read_one_condition_a_round_of_much_data() {
    let fake = Fake::new();
    fake.state().version = 12020;
    let text = SEARCH.replace("tensor<40xf32>", "tensor<40000xf32>");
    let executable = on(&fake, &fake.gpu(), &program(&text), None).expect("it loads");
    for _ in 0..3 {
        let since = fake.state().calls.len();
        let mut got = vec![0xb5; 160_000];
        executable.run(&[&bytes(&[1.0; 40000])], &mut [&mut got], None).expect("it runs");
        assert_eq!(got, bytes(&[128.0; 40000]));
        // Seven rounds, the condition that ends them, and the result.
        assert_eq!(made(&fake, since, "read"), 9);
    }
    for name in ["graph", "replay", "load_text"] {
        assert_eq!(made(&fake, 0, name), 0, "{name}");
    }
}

#[test]
fn runs_are_timed_by_the_devices_clock() {
    let fake = Fake::new();
    let executable = on(&fake, &fake.gpu(), &program(COUNTED), None).expect("it loads");
    let (x, n) = (bytes(&[1.5; 40]), 2i32.to_le_bytes());
    let mut got = vec![0xb5; 160];
    let times = executable.time(&[&x, &n], &mut [&mut got], None, 6, 3).expect("it runs");
    assert_eq!(got, bytes(&[6.0; 40]));
    assert_eq!(times.len(), 6);
    // A launch or a copy takes a millisecond of the fake's, recorded or not.
    assert!(times[0].as_millis() > 6 && times.iter().all(|time| *time == times[0]), "{times:?}");
    // Copies of the memory stay for the next times, whose graphs they have.
    let gpu_memory = |fake: &Fake| fake.leaked().iter().filter(|it| it.ends_with("bytes")).count();
    let before = gpu_memory(&fake);
    executable.poison();
    for _ in 0..3 {
        executable.run(&[&x, &n], &mut [&mut got], None).expect("it runs");
        assert_eq!(got, bytes(&[6.0; 40]));
    }
    assert_eq!(gpu_memory(&fake), before);
    drop(executable);
    assert_eq!(fake.leaked(), [""; 0]);
}

#[test]
fn machine_code_is_kept_for_the_same_text_driver_and_gpu() {
    let folder = std::env::temp_dir().join(format!("hloom-ptx-cache-{}", std::process::id()));
    let cache = Cache::new(&folder);
    let text = compile(&program(SUM), &Options::new(Target::Sm80)).expect("it compiles").text;
    let fake = Fake::new();
    let gpu = fake.gpu();
    let load = |gpu: &Gpu, text: &str| {
        let before = fake.state().calls.iter().filter(|&&name| name == "link").count();
        let loaded = Loaded::load(Box::new(fake.clone()), gpu, text, Some(&cache));
        let (_, cached) = loaded.expect("it loads");
        let after = fake.state().calls.iter().filter(|&&name| name == "link").count();
        (cached, after - before)
    };
    assert_eq!(load(&gpu, &text), (Cached::Stored, 1));
    assert_eq!(load(&gpu, &text), (Cached::Hit, 0));
    // Of another driver, GPU or text it is other code.
    assert_eq!(load(&Gpu { driver: (12, 9), ..gpu.clone() }, &text), (Cached::Stored, 1));
    assert_eq!(load(&Gpu { name: "NVIDIA H200".to_owned(), ..gpu.clone() }, &text).1, 1);
    assert_eq!(load(&Gpu { capability: (10, 0), ..gpu.clone() }, &text).1, 1);
    assert_eq!(load(&gpu, &format!("{text}\n")).1, 1);
    // Code that the driver refuses is made anew, and so is damaged code.
    let next = fake.state().calls.iter().filter(|&&name| name == "load").count();
    assert!(next > 0);
    let calls = fake.state().calls.len();
    // retain, enter, stream, enter, load
    fake.state().refuse = Some((calls + 4, 209));
    let (cached, links) = load(&gpu, &text);
    assert_eq!((fake.state().calls[calls + 4], links), ("load", 1));
    assert!(matches!(&cached, Cached::Failed(what) if what.contains("made anew")), "{cached:?}");
    fake.state().refuse = None;
    assert_eq!(load(&gpu, &text), (Cached::Hit, 0));
    for entry in std::fs::read_dir(&folder).expect("it is there") {
        let path = entry.expect("it can be read").path();
        let mut bytes = std::fs::read(&path).expect("it can be read");
        let middle = bytes.len() / 2;
        bytes[middle] ^= 1;
        std::fs::write(&path, bytes).expect("it can be written");
    }
    let (cached, links) = load(&gpu, &text);
    assert!(matches!(&cached, Cached::Failed(what) if what.contains("is damaged")), "{cached:?}");
    assert_eq!(links, 1);
    assert_eq!(load(&gpu, &text), (Cached::Hit, 0));
    assert_eq!(fake.leaked(), [""; 0]);
    std::fs::remove_dir_all(&folder).expect("it was made");
}
