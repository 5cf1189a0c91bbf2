//! Three executors that share no code: the interpreter, hloom's code for CPUs, and upstream MLIR. Where
//! two agree on a random program and one does not, that one is named. `cargo xtask fuzz --executors N`
//! runs N programs, goes on past findings, and ends with figures.

use super::{PIPELINE, as_file, by_machine_code, inputs_of, interpret};
use hloom::upstream::{Error, Program, Worker};
use hloom_interp::Value;
use hloom_ir::{Literal, Module, Type};
use hloom_passes::{Options, Pipeline};
use hloom_tests::campaign::{Random, Watchdog, seeds};
use hloom_tests::corpus::agree;
use hloom_tests::sampling::{close, program};
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

/// The results of a program in an executor, or why there are none.
type Said = Result<Vec<Value>, String>;

/// The outcome of an executor; `None` if it has no form for an op.
type Voice = Option<Said>;

/// The names of the executors.
const NAMES: [&str; 3] = ["the interpreter", "the code for CPUs", "upstream MLIR"];

fn values(literals: Vec<Literal>) -> Vec<Value> {
    literals.into_iter().map(Value::Tensor).collect()
}

/// The results of upstream MLIR. An op without a form is counted by its name.
fn by_upstream(
    worker: &mut Option<Worker>,
    module: &Module,
    inputs: &[Literal],
    without: &mut BTreeMap<String, u64>,
) -> Voice {
    let mut running = match worker.take() {
        Some(running) if !running.is_dead() => running,
        _ => Worker::start().unwrap_or_else(|error| panic!("{error}")),
    };
    let inputs = values(inputs.to_vec());
    let types: Vec<Type> = inputs.iter().map(Value::ty).collect();
    let ran = Program::new(&mut running, module, "main", &types, "")
        .and_then(|program| program.run(&mut running, &inputs, &Default::default()));
    *worker = Some(running);
    match ran {
        Ok(results) => Some(Ok(results)),
        Err(Error::Program(found)) if found[0].message.contains("has no form") => {
            let op = found[0].message.split('`').nth(1).unwrap_or_default();
            *without.entry(op.to_owned()).or_default() += 1;
            None
        }
        Err(error) => Some(Err(error.to_string())),
    }
}

/// Whether two values of a result agree. `ulps` is the error that the program allows: a sum may be
/// rounded after each step, or once.
fn near(a: &Value, b: &Value, ulps: u64) -> bool {
    let close = |a: &Literal, b: &Literal| ulps > 0 && close(a, b, ulps);
    agree(std::slice::from_ref(a), std::slice::from_ref(b))
        || a.tensor().zip(b.tensor()).is_some_and(|(a, b)| close(a, b))
}

/// Whether two executors say the same.
fn same(a: &Said, b: &Said, ulps: &[u64]) -> bool {
    let (Ok(a), Ok(b)) = (a, b) else { return false };
    let each = a.iter().zip(b).zip(ulps.iter().chain(std::iter::repeat(&0)));
    a.len() == b.len() && each.into_iter().all(|((a, b), &ulps)| near(a, b, ulps))
}

/// The executor that differs from two that agree, or a sentence if none agree.
fn odd(voices: &[Voice; 3], ulps: &[u64]) -> Option<String> {
    let same = |a: &Said, b: &Said| same(a, b, ulps);
    let [Some(a), Some(b), Some(c)] = voices else {
        let said: Vec<_> = voices.iter().flatten().collect();
        let all = said.windows(2).all(|pair| same(pair[0], pair[1]));
        return (!all).then(|| "two differ, and the third has no form for an op".to_owned());
    };
    let (which, others) = match (same(a, b), same(a, c), same(b, c)) {
        (true, true, _) => return None,
        (true, false, _) => (2, a),
        (false, true, _) => (1, a),
        (false, false, true) => (0, b),
        (false, false, false) => return Some("all three differ".to_owned()),
    };
    let said = match (&voices[which], others) {
        (Some(Ok(it)), Ok(others)) => apart(it, others, ulps),
        (Some(Err(why)), _) => why.clone(),
        _ => String::new(),
    };
    Some(format!("{} is the odd one: {said}", NAMES[which]))
}

/// The first result that differs, and its element that is furthest from the other's.
fn apart(odd: &[Value], others: &[Value], ulps: &[u64]) -> String {
    let differs = |i: usize, a: &Value, b: &Value| !near(a, b, ulps.get(i).copied().unwrap_or(0));
    let mut pairs = odd.iter().zip(others).enumerate();
    let Some((i, (a, b))) = pairs.find(|&(i, (a, b))| differs(i, a, b)) else {
        return format!("it has {} results instead of {}", odd.len(), others.len());
    };
    let (Some(a), Some(b)) = (a.tensor(), b.tensor()) else {
        return format!("{a:?} instead of {b:?}");
    };
    let distance = |&k: &usize| {
        let apart = (a.get_f64(k) - b.get_f64(k)).abs();
        let same = a.element_bytes(k) == b.element_bytes(k);
        let nan = a.get_f64(k).is_nan() && b.get_f64(k).is_nan();
        if same || nan {
            0.0
        } else if apart.is_nan() {
            f64::INFINITY
        } else {
            apart
        }
    };
    let at = (0..a.count()).max_by(|x, y| distance(x).total_cmp(&distance(y))).unwrap_or(0);
    let (x, y) = (a.get_f64(at), b.get_f64(at));
    format!("element {at} of result {i}, {}, is {x} instead of {y}", a.ty())
}

#[test]
fn campaign_three_executors_agree() {
    let pipeline = Pipeline::parse(PIPELINE).expect("a pipeline");
    let pool = hloom_llvm::ThreadPool::new(2).expect("threads");
    let mut worker = None;
    let watchdog = Watchdog::new(Duration::from_secs(300));
    let (mut programs, mut ops, mut without) = (0u64, 0u64, BTreeMap::new());
    let mut findings: BTreeMap<String, u64> = BTreeMap::new();
    let mut time = [Duration::ZERO; 3];
    let started = Instant::now();
    let mut said = started;
    for seed in seeds(40) {
        let mut random = Random::new(seed);
        let sample = program(&mut random, 30);
        let inputs = inputs_of(&sample.module, &mut random);
        watchdog.begin(as_file(&sample, &inputs, &format!("seed {seed}")));
        let mut module = sample.module.clone();
        hloom_passes::run(&mut module, &pipeline, &Options::default(), &mut ())
            .expect("the passes run");
        let timed = |i: usize, time: &mut [Duration; 3], run: &mut dyn FnMut() -> Voice| {
            let clock = Instant::now();
            let voice = run();
            time[i] += clock.elapsed();
            voice
        };
        let voices = [
            timed(0, &mut time, &mut || Some(interpret(&sample.module, &inputs).map(values))),
            timed(1, &mut time, &mut || {
                let run = || by_machine_code(&module, &inputs, &pool);
                let ran = catch_unwind(AssertUnwindSafe(run));
                Some(ran.unwrap_or_else(|_| Err("it panics".to_owned())).map(values))
            }),
            timed(2, &mut time, &mut || {
                by_upstream(&mut worker, &sample.module, &inputs, &mut without)
            }),
        ];
        programs += 1;
        ops += sample.module.walk_all().count() as u64;
        if let Some(what) = odd(&voices, &sample.ulps) {
            let short = what.split(':').next().unwrap_or_default().to_owned();
            *findings.entry(short).or_default() += 1;
            let count: u64 = findings.values().sum();
            println!(
                "finding {count}\n{}",
                as_file(&sample, &inputs, &format!("seed {seed}: {what}"))
            );
            assert!(count < 100, "{findings:?} in {programs} programs");
        }
        if said.elapsed() > Duration::from_secs(60) {
            said = Instant::now();
            let past = started.elapsed().as_secs_f64();
            println!("{programs} programs in {past:.0} s, findings: {findings:?}");
        }
    }
    let none: u64 = without.values().sum();
    println!(
        "{programs} programs of {ops} ops in {:.0} s: {} ran in three executors, {none} in two",
        started.elapsed().as_secs_f64(),
        programs - none
    );
    for (name, time) in NAMES.iter().zip(time) {
        println!("  {name}: {:.1} ms a program", 1e3 * time.as_secs_f64() / programs.max(1) as f64);
    }
    for (op, count) in &without {
        println!("  {op} has no form upstream: {count}");
    }
    for (what, count) in &findings {
        println!("  {what}: {count}");
    }
    assert!(findings.is_empty(), "{findings:?} in {programs} programs");
}

#[test]
fn the_odd_one_is_named() {
    let said = |n: i64| -> Voice {
        let ty = Type::scalar_tensor(hloom_ir::Element::I64);
        let literal = Literal::splat(ty, &n.to_le_bytes()).expect("of its size");
        Some(Ok(vec![Value::Tensor(literal)]))
    };
    let name = |voices: [Voice; 3]| odd(&voices, &[0]);
    assert_eq!(name([said(1), said(1), said(1)]), None);
    assert_eq!(name([said(1), said(1), None]), None);
    assert!(name([said(1), said(2), said(1)]).is_some_and(|s| s.starts_with(NAMES[1])));
    assert!(name([said(2), said(1), said(1)]).is_some_and(|s| s.starts_with(NAMES[0])));
    let failed = Some(Err("no".to_owned()));
    assert!(name([said(1), said(1), failed]).is_some_and(|s| s.starts_with(NAMES[2])));
    assert!(name([said(1), said(2), said(3)]).is_some_and(|s| s == "all three differ"));
    assert!(name([said(1), said(2), None]).is_some());
}
