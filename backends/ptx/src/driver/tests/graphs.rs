//! Loops and branches that the GPU decides: what the loop level says, and no read-back.

use std::ffi::{CStr, CString};

use hloom_loops::program::{Program, machine};

use super::{COUNTED, SEARCH, bytes, made, on, program, refused_in_turn};
use crate::codegen::{Options, compile};
use crate::driver::api::{Answer, Api, Condition, ConditionalKind, Handle, Parameter, Threads};
use crate::driver::fake::Fake;
use crate::driver::graph::SET_CONDITION;
use crate::ptxas::Ptxas;
use crate::{Error, Executable, Target};

/// The inputs of a run, and its calls of the driver.
struct Ran {
    results: Result<Vec<Vec<u8>>, Error>,
    waits: usize,
    launches: usize,
    replays: usize,
}

/// Runs a program on inputs.
fn run(fake: &Fake, executable: &Executable, inputs: &[&[u8]]) -> Ran {
    let since = fake.state().calls.len();
    let program = &executable.compiled().program;
    let results = program.results();
    let mut got: Vec<Vec<u8>> =
        results.iter().map(|id| vec![0xb5; program.buffer(*id).bytes() as usize]).collect();
    let mut outputs: Vec<&mut [u8]> = got.iter_mut().map(Vec::as_mut_slice).collect();
    let ended = executable.run(inputs, &mut outputs, None);
    let [waits, launches, replays] =
        ["wait", "launch", "replay"].map(|name| made(fake, since, name));
    Ran { results: ended.map(|()| got), waits, launches, replays }
}

/// The results of the loop level.
fn want(program: &Program, inputs: &[&[u8]]) -> Vec<Vec<u8>> {
    let machine = machine::Machine::new(program, inputs).expect("it takes the inputs");
    machine.run(1 << 40).expect("it runs")
}

/// Runs a program on each of some inputs: by an old driver, and by one that knows conditions,
/// where all but the first run are one start, and two waits: for the arguments and for the
/// results. How often the host waited in each run on the old driver.
fn agrees(program: &Program, all: &[&[f32]]) -> Vec<usize> {
    let (old, new) = (Fake::new(), Fake::new());
    old.state().version = 12020;
    new.state().version = 12040;
    let by_host = on(&old, &old.gpu(), program, None).expect("it loads");
    let by_device = on(&new, &new.gpu(), program, None).expect("it loads");
    let mut waits = Vec::new();
    for (number, numbers) in all.iter().enumerate() {
        let input = bytes(numbers);
        let want = want(program, &[&input]);
        let by_host = run(&old, &by_host, &[&input]);
        assert_eq!(by_host.results.expect("it runs"), want, "input {number} by the host");
        assert_eq!(by_host.replays, 0);
        waits.push(by_host.waits);
        let by_device = run(&new, &by_device, &[&input]);
        assert_eq!(by_device.results.expect("it runs"), want, "input {number} by the device");
        let calls = (by_device.waits, by_device.launches, by_device.replays);
        match number {
            0 => assert_eq!(by_device.waits, waits[0]),
            _ => assert_eq!(calls, (2, 0, 1), "input {number}"),
        }
    }
    drop((by_host, by_device));
    assert_eq!((old.leaked(), new.leaked()), (Vec::new(), Vec::new()));
    waits
}

/// A tensor whose numbers all differ.
fn ramp(first: f32) -> Vec<f32> {
    (0..40_000).map(|i| first + i as f32 / 65_536.0).collect()
}

/// Each of these at the beginning of a tensor of its own.
fn ramps(first: &[f32]) -> Vec<Vec<f32>> {
    first.iter().map(|x| ramp(*x)).collect()
}

/// A program on one large tensor; `T<>` is its type, and `CONDITION v, x OP limit -> c` is
/// whether the first number of `x` compares so with a number.
fn large(text: &str) -> Program {
    let mut out = String::new();
    for (number, line) in text.lines().enumerate() {
        let Some(rest) = line.trim().strip_prefix("CONDITION ") else {
            out += line;
            out.push('\n');
            continue;
        };
        let words: Vec<&str> = rest.split_whitespace().collect();
        let [to, x, op, limit] = words[..] else { panic!("{line}") };
        out += &format!(
            "%limit{number} = stablehlo.constant dense<{limit}> : tensor<f32>
             %first{number} = stablehlo.slice {x} [0:1] : (T<>) -> tensor<1xf32>
             %f{number} = stablehlo.reshape %first{number} : (tensor<1xf32>) -> tensor<f32>
             {to} = stablehlo.compare {op}, %f{number}, %limit{number} : (tensor<f32>, tensor<f32>) -> tensor<i1>\n"
        );
    }
    program(&out.replace("T<>", "tensor<40000xf32>"))
}

#[test]
fn loops_that_data_end() {
    let text = SEARCH.replace("tensor<40xf32>", "tensor<40000xf32>");
    // Rounds: 7, 0 (before anything else was recorded, and after), 17, 1.
    let all = ramps(&[1.0, 200.0, 0.001, 64.0, 100.0]);
    let all: Vec<&[f32]> = all.iter().map(Vec::as_slice).collect();
    let waits = agrees(&program(&text), &all);
    assert_eq!(waits, [10, 3, 20, 4, 3], "one for each look at the condition");
}

const NESTED: &str = "func.func @main(%x: T<>) -> T<> {
  %r = stablehlo.while(%y = %x) : T<>
  cond {
    CONDITION %c %y LT 1000.0
    stablehlo.return %c : tensor<i1>
  } do {
    %seven = stablehlo.constant dense<0.0078125> : T<>
    %z0 = stablehlo.multiply %y, %seven : T<>
    %z = stablehlo.while(%w = %z0) : T<>
    cond {
      CONDITION %d %w LT 3.0
      stablehlo.return %d : tensor<i1>
    } do {
      %twice = stablehlo.add %w, %w : T<>
      stablehlo.return %twice : T<>
    }
    %sum = stablehlo.add %y, %z : T<>
    %next = stablehlo.add %sum, %sum : T<>
    stablehlo.return %next : T<>
  }
  return %r : T<>
}";

#[test]
fn a_loop_inside_of_a_loop_begins_anew_each_time() {
    // The inner one goes 9 rounds at first, and fewer and fewer, none at last.
    let all = ramps(&[1.0, 1.0, 2000.0, 0.01, 999.0]);
    let all: Vec<&[f32]> = all.iter().map(Vec::as_slice).collect();
    let waits = agrees(&large(NESTED), &all);
    assert!(waits[0] > 40, "{waits:?}");
}

const BRANCH_IN_LOOP: &str = "func.func @main(%x: T<>) -> T<> {
  %r = stablehlo.while(%y = %x) : T<>
  cond {
    CONDITION %c %y LT 100.0
    stablehlo.return %c : tensor<i1>
  } do {
    CONDITION %d %y LT 10.0
    %z = \"stablehlo.if\"(%d) ({
      %a = stablehlo.multiply %y, %y : T<>
      %one = stablehlo.constant dense<1.5> : T<>
      %b = stablehlo.add %a, %one : T<>
      stablehlo.return %b : T<>
    }, {
      %b = stablehlo.add %y, %y : T<>
      stablehlo.return %b : T<>
    }) : (tensor<i1>) -> T<>
    stablehlo.return %z : T<>
  }
  return %r : T<>
}";

#[test]
fn a_branch_inside_of_a_loop() {
    let all = ramps(&[1.0, 0.5, 300.0, 11.0]);
    let all: Vec<&[f32]> = all.iter().map(Vec::as_slice).collect();
    agrees(&large(BRANCH_IN_LOOP), &all);
}

const LOOP_IN_BRANCH: &str = "func.func @main(%x: T<>) -> T<> {
  CONDITION %d %x GT 0.0
  %r = \"stablehlo.if\"(%d) ({
    %s = stablehlo.while(%y = %x) : T<>
    cond {
      CONDITION %c %y LT 100.0
      stablehlo.return %c : tensor<i1>
    } do {
      %b = stablehlo.add %y, %y : T<>
      stablehlo.return %b : T<>
    }
    stablehlo.return %s : T<>
  }, {
    %n = stablehlo.negate %x : T<>
    stablehlo.return %n : T<>
  }) : (tensor<i1>) -> T<>
  %t = stablehlo.add %r, %x : T<>
  return %t : T<>
}";

#[test]
fn a_loop_inside_of_a_branch() {
    let all = ramps(&[1.0, -3.0, 300.0, 11.0, -1.0]);
    let all: Vec<&[f32]> = all.iter().map(Vec::as_slice).collect();
    let waits = agrees(&large(LOOP_IN_BRANCH), &all);
    assert_eq!(waits[1], 3, "one for the branch");
}

const CASE: &str = "func.func @main(%x: T<>) -> T<> {
  %first = stablehlo.slice %x [0:1] : (T<>) -> tensor<1xf32>
  %f = stablehlo.reshape %first : (tensor<1xf32>) -> tensor<f32>
  %i = stablehlo.convert %f : (tensor<f32>) -> tensor<i32>
  %r = \"stablehlo.case\"(%i) ({
    %a = stablehlo.add %x, %x : T<>
    stablehlo.return %a : T<>
  }, {
    %a = stablehlo.multiply %x, %x : T<>
    stablehlo.return %a : T<>
  }, {
    %a = stablehlo.negate %x : T<>
    stablehlo.return %a : T<>
  }) : (tensor<i32>) -> T<>
  return %r : T<>
}";

#[test]
fn a_case_of_three_branches() {
    // Any other number takes the last.
    let all = ramps(&[0.0, 1.0, 2.0, 3.0, -1.0, 7.5, 0.5, 1.5]);
    let all: Vec<&[f32]> = all.iter().map(Vec::as_slice).collect();
    agrees(&large(CASE), &all);
}

/// A program of the loop level, with a check in a loop, and work behind both that must not be
/// done once it failed: it reads at a place that the check has looked at.
const CHECKED: &str = "program @main {
  argument 0 @x : f32[64]
  result 0 @y : f32[64]
  arena 0 @flag : i1[]
  arena 256 @at : i64[1]
  copy 64 units from @x[0] to @y[0]
  while {
    kernel \"more\" reads 4 writes 1 flops 1 special 0 integer 0 {
      %0 : f32 = load @y[0]
      %1 : f32 = const 100.0
      %2 : i1 = lt %0, %1
      %3 : i8 = extend.u %2
      store %3 to @flag[0]
    }
    %4 : i8 = load @flag[0]
    %5 : i8 = const 0
    %6 : i1 = ne %4, %5
    test %6
  } do {
    kernel \"checked\" reads 4 writes 8 flops 0 special 0 integer 0 {
      %7 : f32 = load @y[1]
      %8 : f32 = const 40.0
      %9 : i1 = lt %7, %8
      %10 : i64 = const 3
      %11 : i64 = const 1000000
      %12 : i64 = select %9, %10, %11
      store %12 to @at[0]
      assert %9 \"it is too large\"
    }
    kernel \"double\" reads 264 writes 256 flops 64 special 0 integer 0 {
      %13 : i64 = load @at[0]
      %14 : f32 = load @x[%13]
      parallel for %i0 = 0 to 64 step 1 {
        %15 : f32 = load @y[%i0]
        %16 : f32 = add %15, %15
        store %16 to @y[%i0]
      }
    }
  }
}
";

#[test]
fn a_check_that_fails_in_a_loop_ends_everything() {
    let program = hloom_loops::text::parse(CHECKED).expect("it is a program");
    let given = |first: f32, second: f32| {
        let mut numbers = [1.0; 64];
        (numbers[0], numbers[1]) = (first, second);
        bytes(&numbers)
    };
    for version in [12020, 12040] {
        let fake = Fake::new();
        fake.state().version = version;
        let executable = on(&fake, &fake.gpu(), &program, None).expect("it loads");
        let good = given(1.0, 0.125);
        let want = want(&program, &[&good]);
        for round in 0..2 {
            let ran = run(&fake, &executable, &[&good]);
            assert_eq!(ran.results.expect("it runs"), want);
            assert_eq!(ran.replays, usize::from(version == 12040 && round == 1));
        }
        // The second number is too large in the fourth round; without a check there is no end
        // to it where the first is no number.
        for first in [1.0, -1.0] {
            let ran = run(&fake, &executable, &[&given(first, 6.0)]);
            let error = ran.results.expect_err("it stops");
            assert!(matches!(error, Error::Stopped { .. }), "{error}");
            assert!(error.to_string().contains("it is too large"), "{error}");
            assert_eq!((ran.replays, version), (usize::from(version == 12040), version));
        }
        let ran = run(&fake, &executable, &[&good]);
        assert_eq!(ran.results.expect("it goes on"), want);
        drop(executable);
        assert_eq!(fake.leaked(), [""; 0]);
    }
}

#[test]
fn counted_loops_of_many_rounds_are_the_devices() {
    let fake = Fake::new();
    let executable = on(&fake, &fake.gpu(), &program(COUNTED), None).expect("it loads");
    let n = 3000i32.to_le_bytes();
    for round in 0..3 {
        let since = fake.state().calls.len();
        let ran = run(&fake, &executable, &[&bytes(&[1e-30; 40]), &n]);
        assert_eq!(ran.results.expect("it runs"), [bytes(&[f32::INFINITY; 40])]);
        let nodes = made(&fake, since, "add_launch");
        assert!(nodes < 10, "{nodes} nodes instead of rounds");
        assert_eq!(ran.replays, usize::from(round > 0));
    }
}

/// That the driver for tests takes what it should, and nothing else.
#[test]
fn graphs_that_no_driver_takes() {
    let fake = Fake::new();
    let code = compile(&program(SEARCH), &Options::new(Target::Sm80)).expect("it compiles");
    let context = fake.retain(0).expect("a context");
    let stream = fake.stream().expect("a stream");
    let image = fake.link(&CString::new(code.text).expect("a text")).expect("machine code");
    let module = fake.load(&image).expect("a module");
    let text = CStr::from_bytes_with_nul(SET_CONDITION.as_bytes()).expect("a text");
    let conditions = fake.load_text(text).expect("a module");
    let set = fake.function(conditions, c"set_condition").expect("a kernel");
    let flag = fake.allocate(4).expect("memory");
    // SAFETY: the bytes are constant.
    unsafe { fake.write(flag, &[1, 0, 0, 0], stream) }.expect("a copy");
    let refused = |answer: Answer<Handle>| answer.expect_err("it is refused").code;
    let threads = Threads { grid: [1; 3], block: [1; 3], shared: 0 };
    let given = |condition: Condition| [flag, 1, 0, 0, 0, 1, condition.0, 0].map(Parameter::Word);

    let graph = fake.graph().expect("a graph");
    let other = fake.graph().expect("a graph");
    let condition = fake.condition(graph, context).expect("a condition");
    let of_other = fake.condition(other, context).expect("a condition");
    // Without a node that has it.
    assert_eq!(refused(fake.instantiate(graph)), 1);
    let add = |graph, behind: &[Handle], condition, kind| {
        fake.add_conditional(graph, behind, condition, kind, context)
    };
    let first = fake.add_launch(graph, &[], set, threads, &given(condition)).expect("a node");
    // Of another graph, or behind a node of another.
    assert_eq!(
        add(graph, &[first], of_other, ConditionalKind::If).expect_err("it is refused").code,
        1
    );
    assert_eq!(
        add(other, &[first], of_other, ConditionalKind::If).expect_err("it is refused").code,
        1
    );
    assert_eq!(
        add(graph, &[], Condition(0), ConditionalKind::If).expect_err("it is refused").code,
        1
    );
    let (_, body) = add(graph, &[first], condition, ConditionalKind::If).expect("a node");
    assert_eq!(
        add(graph, &[first], condition, ConditionalKind::If).expect_err("it is refused").code,
        1
    );
    // The body of a node is started with it alone.
    assert_eq!(refused(fake.instantiate(body)), 1);
    assert_eq!(fake.end_graph(body).expect_err("it is refused").code, 400);
    let ready = fake.instantiate(graph).expect("it may be empty");
    fake.replay(ready, stream).expect("it runs");
    fake.state().version = 12040;
    assert_eq!(refused(fake.instantiate(graph)), 801, "a body has to have a node");
    fake.end_ready(ready).expect("it was there");

    // Nobody set it, or another graph does.
    let (_, body) = add(other, &[], of_other, ConditionalKind::While).expect("a node");
    fake.add_copy(body, &[], flag, flag, 4, context).expect("a node");
    let ready = fake.instantiate(other).expect("it is ready");
    assert_eq!(fake.replay(ready, stream).expect_err("it is undefined").code, 719);
    fake.launch(set, threads, &given(of_other), stream).expect_err("there is no graph");
    fake.end_ready(ready).expect("it was there");
    for graph in [graph, other] {
        fake.end_graph(graph).expect("it was there");
    }
    fake.state().version = 12020;
    assert_eq!(refused(fake.load_text(text)), 218, "there is no such function yet");
    for module in [module, conditions] {
        fake.unload(module).expect("it was there");
    }
    fake.free(flag).expect("it was there");
    fake.end_stream(stream).expect("it was there");
    fake.release(0).expect("it was there");
    assert_eq!(fake.leaked(), [""; 0]);
}

#[test]
fn kernels_that_share_nothing_are_in_no_order() {
    // Four kernels, two that read two of them each, and one that reads those.
    let text = "func.func @main(%x: tensor<64xf32>, %y: tensor<64xf32>) -> tensor<64xf32> {
      %a = stablehlo.sine %x : tensor<64xf32>
      %b = stablehlo.cosine %y : tensor<64xf32>
      %c = stablehlo.tanh %x : tensor<64xf32>
      %d = stablehlo.sqrt %y : tensor<64xf32>
      %e = stablehlo.add %a, %b : tensor<64xf32>
      %f = stablehlo.add %c, %d : tensor<64xf32>
      %g = stablehlo.add %e, %f : tensor<64xf32>
      return %g : tensor<64xf32>
    }";
    let fake = Fake::new();
    let program = program(text);
    let executable = on(&fake, &fake.gpu(), &program, None).expect("it loads");
    let (x, y) = (bytes(&ramp(0.0)[..64]), bytes(&ramp(1.0)[..64]));
    let want = want(&program, &[&x, &y]);
    for round in 0..3 {
        let ran = run(&fake, &executable, &[&x, &y]);
        assert_eq!(ran.results.expect("it runs"), want);
        assert_eq!(ran.replays, usize::from(round > 0));
    }
    assert_eq!(fake.state().shape, (7, 3), "nodes, and how many are one behind the other");
}

/// That the driver for tests sees nodes that lack an order.
#[test]
fn nodes_in_no_order_that_share_memory_race() {
    let fake = Fake::new();
    let code = compile(&program(SEARCH), &Options::new(Target::Sm80)).expect("it compiles");
    let context = fake.retain(0).expect("a context");
    let stream = fake.stream().expect("a stream");
    let image = fake.link(&CString::new(code.text).expect("a text")).expect("machine code");
    let module = fake.load(&image).expect("a module");
    let [a, b, c] = [(); 3].map(|()| fake.allocate(256).expect("memory"));
    for at in [a, b, c] {
        // SAFETY: the bytes are constant.
        unsafe { fake.write(at, &[1; 256], stream) }.expect("a copy");
    }
    // Two copies, whether the second is behind the first, and whether they race.
    for (first, second, behind, races) in [
        ((a, b), (a, c), false, true),
        ((a, b), (a, c), true, false),
        ((a, b), (c, a), false, true),
        ((a, b), (b, c), false, true),
        ((a, b), (b, c), true, false),
        ((a, b), (c, b), false, false),
        ((a, b), (a + 8, c), false, false),
        ((a, b), (a + 7, c), false, true),
    ] {
        let graph = fake.graph().expect("a graph");
        let add = |(to, from), behind: &[Handle]| {
            fake.add_copy(graph, behind, to, from, 8, context).expect("a node")
        };
        let node = add(first, &[]);
        add(second, if behind { std::slice::from_ref(&node) } else { &[] });
        let ready = fake.instantiate(graph).expect("it is ready");
        assert_eq!(fake.state().shape, (2, 1 + usize::from(behind)));
        let ended = fake.replay(ready, stream);
        let said = ended.err().map(|refusal| refusal.words);
        assert_eq!(said.is_some(), races, "{first:?} {second:?} {behind}: {said:?}");
        assert!(said.is_none_or(|words| words.contains(" race for ")));
        fake.end_ready(ready).expect("it was there");
        fake.end_graph(graph).expect("it was there");
    }
    fake.unload(module).expect("it was there");
}

#[test]
fn each_refused_call_is_told_or_spared() {
    let text = SEARCH.replace("tensor<40xf32>", "tensor<40000xf32>");
    refused_in_turn(&text, &[&bytes(&[1.0; 40000])], &bytes(&[128.0; 40000]));
    let text = CASE.replace("T<>", "tensor<40000xf32>");
    refused_in_turn(&text, &[&bytes(&[1.0; 40000])], &bytes(&[1.0; 40000]));
}

#[test]
fn conditions_are_machine_code_on_every_target() {
    let ptxas = match Ptxas::find() {
        Ok(ptxas) => ptxas,
        Err(error) => {
            eprintln!("notice: the kernel that sets conditions is not assembled: {error}");
            return;
        }
    };
    let text = SET_CONDITION.trim_end_matches('\0');
    for target in Target::ALL {
        // As the driver does that makes code of it.
        let text = text.replace(".target sm_75", &format!(".target {target}"));
        let text = text.replace(".version 6.3", ".version 8.7");
        ptxas.assemble(&text, target).expect("it is assembled");
        let other = text.replace("cudaGraphSetConditional", "cudaGraphSomething");
        ptxas.assemble(&other, target).expect_err("no driver has that");
    }
}
