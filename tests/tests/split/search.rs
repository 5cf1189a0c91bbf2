//! Shardings that the search finds: they compute the same, are never estimated to be slower than no
//! division, and fit into the memory of a device.

use hloom_analysis::shard::propagate;
use hloom_analysis::simulate::Link;
use hloom_ir::module::Module;
use hloom_passes::fusion::machine::Machine;
use hloom_passes::partition::search::times::Times;
use hloom_passes::partition::search::{Plan, Settings, search};
use hloom_passes::{Options, Pipeline};
use hloom_tests::campaign::{Random, seeds};
use std::fmt::Write;
use std::time::Instant;

use super::shard::{annotated, differs};

fn run(module: &mut Module, passes: &str) -> Result<(), String> {
    let pipeline = Pipeline::parse(passes).map_err(|e| e.to_string())?;
    hloom_passes::run(module, &pipeline, &Options::default(), &mut ())
        .map_err(|e| format!("{passes}: {e}\n{module}"))?;
    hloom_ir::verify::verify(module).map_err(|e| format!("{passes}: {e:?}\n{module}"))
}

/// Random programs: with cheap links everything is divided that can be.
#[test]
fn campaign_searched_shardings_compute_the_same() {
    let mut divided = 0;
    for seed in seeds(200) {
        let mut random = Random::new(seed);
        let Some((module, inputs)) = annotated(&mut random) else { continue };
        let link = ["1000000GBps:1ns", "1GBps:1us"][random.below(2)];
        let held = || -> Result<usize, String> {
            let mut typed = module.clone();
            run(&mut typed, &format!("assign-splits{{search=true link={link}}}"))?;
            let text = typed.to_string();
            // Products of many numbers of few bits have no digit in common in another order.
            if text.contains("partial = multiply") {
                return Ok(0);
            }
            differs(&typed, "main", &inputs).map_err(|what| format!("{what}\nof\n{text}"))?;
            Ok(text.matches(" over {").count())
        };
        divided += held().unwrap_or_else(|what| panic!("seed {seed}: {what}\n{module}"));
    }
    assert!(divided > 500, "{divided}");
}

/// Layers of `width`, on `rows` samples.
fn layers(rows: i64, width: i64, count: usize) -> Module {
    let (x, w) = (format!("tensor<{rows}x{width}xf32>"), format!("tensor<{width}x{width}xf32>"));
    let mut text = "sdy.mesh @mesh = <[\"x\"=8]>\nfunc.func @main(%x0: ".to_owned();
    _ = write!(text, "{x}");
    (0..count).for_each(|i| _ = write!(text, ", %w{i}: {w}"));
    _ = writeln!(text, ") -> {x} {{");
    for i in 0..count {
        let next = i + 1;
        _ = writeln!(
            text,
            "%h{i} = stablehlo.dot_general %x{i}, %w{i}, contracting_dims = [1] x [0] : ({x}, {w}) -> {x}"
        );
        _ = writeln!(text, "%x{next} = stablehlo.tanh %h{i} : {x}");
    }
    _ = write!(text, "return %x{count} : {x}\n}}\n");
    hloom_tests::parse(&text)
}

fn plan(module: &Module, link: &str, memory: f64) -> Result<Plan, String> {
    let main = module.symbol("main").expect("there is a main");
    let states = propagate(module, main).expect("no errors").expect("a mesh");
    let links = vec![Link::parse(link).expect("a link"); states.grid.mesh.axes.len()];
    let settings = Settings {
        machine: Machine::default(),
        links,
        memory,
        without: None,
        budget: 10_000,
        times: Times::default(),
    };
    search(module, module.entry(main, 0).expect("a body"), &states, &settings)
}

/// The dimensions of an argument that are divided.
fn divided(module: &Module, plan: &Plan, arg: usize) -> Vec<bool> {
    let main = module.symbol("main").expect("there is a main");
    let arg = module.args(module.entry(main, 0).expect("a body"))[arg];
    plan.states.of(module, arg).0.iter().map(|axes| !axes.is_empty()).collect()
}

#[test]
fn many_samples_are_divided_and_weights_if_memory_is_short() {
    let module = layers(4096, 256, 4);
    let free = plan(&module, "10GBps,1us", f64::INFINITY).expect("a plan");
    assert!(
        free.exact && free.seconds < free.undivided / 4.0,
        "{} {}",
        free.seconds,
        free.undivided
    );
    // Data parallelism: rows of the samples, and whole weights.
    assert_eq!(divided(&module, &free, 0), [true, false]);
    assert_eq!(divided(&module, &free, 1), [false, false]);
    let weights = 4.0 * 256.0 * 256.0 * 4.0;
    assert!(free.bytes > weights, "{}", free.bytes);
    let tight = plan(&module, "10GBps,1us", free.bytes - weights / 2.0).expect("a plan");
    assert!(tight.bytes <= free.bytes - weights / 2.0 && tight.seconds >= free.seconds);
    assert!((1..5).any(|i| divided(&module, &tight, i).contains(&true)));
    // Not all weights are divided if half of them fit: they are alike, and change at one price.
    let whole = (1..5).filter(|&i| divided(&module, &tight, i) == [false, false]).count();
    assert!(whole > 0, "{whole}");
    let error = plan(&module, "10GBps,1us", 1e3).expect_err("no plan fits");
    assert!(error.contains("no plan fits into 1000 bytes of a device"), "{error}");
}

#[test]
fn slow_links_and_small_tensors_divide_nothing() {
    let module = layers(8, 8, 3);
    let none = plan(&module, "1MBps,1ms", f64::INFINITY).expect("a plan");
    assert!(none.seconds <= none.undivided, "{} {}", none.seconds, none.undivided);
    // Rows may be divided for nothing; what is divided must not be exchanged.
    assert!(none.seconds < 1e-3, "{}", none.seconds);
}

#[test]
fn five_hundred_ops_are_searched_in_a_second() {
    let module = layers(4096, 512, 250);
    let start = Instant::now();
    let found = plan(&module, "10GBps,1us", f64::INFINITY).expect("a plan");
    let time = start.elapsed().as_secs_f64();
    println!("{time:.3} s");
    assert!(found.exact && found.seconds < found.undivided);
    // A busy machine may take several times as long.
    assert!(time < 3.0, "{time} s");
}
