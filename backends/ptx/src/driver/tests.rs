//! What is done about each refusal of the driver.

use hloom_llvm::cache::{Cache, Cached};
use hloom_loops::lower_function;
use hloom_loops::program::Program;

use super::fake::{Fake, refusal};
use super::gpu::Loaded;
use super::{Gpu, find_by};
use crate::codegen::{Options, compile};
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

/// Adds numbers on a GPU, and again.
fn add(fake: &Fake, program: &Program) -> Result<Vec<u8>, Error> {
    let gpu = fake.gpu();
    let executable = on(fake, &gpu, program, None)?;
    let inputs = [bytes(&[1.5; 40]), bytes(&[2.0; 40])];
    let inputs: Vec<&[u8]> = inputs.iter().map(Vec::as_slice).collect();
    let mut got = vec![0xb5; 160];
    for _ in 0..3 {
        got.fill(0xb5);
        executable.run(&inputs, &mut [&mut got], None)?;
    }
    Ok(got)
}

#[test]
fn every_call_that_is_refused_is_told_and_leaves_nothing_behind() {
    let fake = Fake::new();
    let sum = program(SUM);
    assert_eq!(add(&fake, &sum).expect("it runs"), bytes(&[3.5; 40]));
    assert_eq!(fake.kept(), [""; 0]);
    let calls = fake.state().calls.clone();
    // Those that finding the GPU takes have a test of their own.
    let first = calls.iter().position(|&name| name == "retain").expect("a context is made");
    for (at, name) in calls.iter().enumerate().skip(first) {
        for code in [1, 719] {
            let fake = Fake::new();
            fake.state().refuse = Some((at, code));
            let ended = add(&fake, &sum);
            assert_eq!(fake.state().calls[at], *name, "the same calls in the same order");
            let given_back = matches!(
                *name,
                "free" | "end_stream" | "unload" | "release" | "end_graph" | "end_capture"
            ) || *name == "begin_capture";
            // What comes after the results are there.
            let late = calls[at..].iter().all(|name| {
                ["enter", "free", "end_stream", "unload", "release", "end_graph"].contains(name)
            });
            match ended {
                Ok(got) => {
                    assert!(given_back || late, "{name} ({at}): a refusal was overlooked");
                    assert_eq!(got, bytes(&[3.5; 40]), "{name} ({at})");
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
            if !given_back && !late {
                assert_eq!(fake.kept(), [""; 0], "{name} ({at}) refused with {code}");
            }
        }
    }
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
    let error = add(&fake, &program(SUM)).expect_err("there is no room");
    assert!(matches!(error, Error::TooLarge { needed: 1024, available: 600 }), "{error}");
    assert!(!fake.state().calls.contains(&"allocate"));
    assert_eq!(fake.kept(), [""; 0]);
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
    // What the driver refuses is made anew, and so is what is damaged.
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
    assert_eq!(fake.kept(), [""; 0]);
    std::fs::remove_dir_all(&folder).expect("it was made");
}
