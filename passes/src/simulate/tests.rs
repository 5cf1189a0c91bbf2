//! Streams of programs, memory of ranks, and the times of planning at scale.

use super::memory::memory;
use super::trace::{Traced, trace};
use super::*;
use crate::pipeline::Pipeline;
use crate::split::plan::Planner;
use hloom_analysis::shard::propagate;
use hloom_analysis::simulate::{Axes, Link, Report, Step, simulate};
use hloom_ir::Module;
use std::fmt::Write;
use std::time::Instant;

fn parse(text: &str) -> Module {
    hloom_ir::text::parse_module(text).expect("a program")
}

fn run(module: &mut Module, passes: &str) {
    let pipeline = Pipeline::parse(passes).expect("a pipeline");
    crate::run(module, &pipeline, &crate::Options::default(), &mut ()).expect("it runs");
}

fn settings(sizes: &[i64]) -> Settings {
    Settings {
        machine: Machine::default(),
        names: (0..sizes.len()).map(|axis| axis.to_string()).collect(),
        axes: Axes(sizes.to_vec()),
        links: vec![Link::parse("10GBps,1us").expect("a link"); sizes.len()],
        cores: None,
    }
}

fn main(module: &Module) -> hloom_ir::OpId {
    module.symbol("main").expect("a main")
}

fn simulated(module: &Module, sizes: &[i64]) -> (Traced, Report) {
    let traced = trace(module, main(module), &settings(sizes)).expect("it is traced");
    let report = simulate(&traced.ranks, sizes.len()).expect("it ends");
    (traced, report)
}

const GRID: &str = "module attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32}";
const CHANNEL: &str = "channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>";

#[test]
fn the_groups_of_a_collective_are_those_of_its_axes() {
    let text = format!(
        "{GRID} {{ func.func @main(%x: tensor<256xf32>) -> tensor<512xf32> {{
           %y = \"stablehlo.all_gather\"(%x) {{all_gather_dim = 0 : i64, {CHANNEL}, replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>, use_global_device_ids}} : (tensor<256xf32>) -> tensor<512xf32>
           return %y : tensor<512xf32>
         }} }}"
    );
    let module = parse(&text);
    let (traced, report) = simulated(&module, &[2, 2]);
    assert_eq!(traced.ranks.phases, ["all_gather over \"0\""]);
    // 1024 bytes to the other rank.
    let seconds = 1e-6 + 1024.0 / 10e9;
    assert!((report.seconds - seconds).abs() < 1e-15, "{}", report.seconds);
    assert_eq!((report.axes[0].sent, report.axes[1].sent), (4096.0, 0.0));
    // The result is there until the end, and the argument all the time.
    assert_eq!(memory(&module, main(&module)).peak, 1024.0 + 2048.0);
    // Another number of ranks does not fit.
    let error = trace(&module, main(&module), &settings(&[8])).expect_err("four processes");
    assert!(error.message.contains("1 × 4 processes, but the mesh has 8 ranks"), "{error}");
}

#[test]
fn loops_run_as_often_as_their_counters_say() {
    let body = |limit: &str| {
        format!(
            "func.func @main(%x: tensor<64xf32>, %n: tensor<i32>) -> tensor<64xf32> {{
               %zero = stablehlo.constant dense<0> : tensor<i32>
               %one = stablehlo.constant dense<1> : tensor<i32>
               %seven = stablehlo.constant dense<7> : tensor<i32>
               %r:2 = stablehlo.while(%i = %zero, %v = %x) : tensor<i32>, tensor<64xf32>
               cond {{
                 %c = stablehlo.compare LT, %i, {limit} : (tensor<i32>, tensor<i32>) -> tensor<i1>
                 stablehlo.return %c : tensor<i1>
               }} do {{
                 %t = stablehlo.tanh %v : tensor<64xf32>
                 %j = stablehlo.add %i, %one : tensor<i32>
                 stablehlo.return %j, %t : tensor<i32>, tensor<64xf32>
               }}
               return %r#1 : tensor<64xf32>
             }}"
        )
    };
    let steps = |limit: &str| {
        let (traced, report) = simulated(&parse(&body(limit)), &[1]);
        let tanh = traced.ranks.phases.iter().position(|name| name == "tanh").expect("a phase");
        (report.phases[tanh].steps, traced.notes.len())
    };
    assert_eq!(steps("%seven"), (7.0, 0));
    // Nobody knows the argument: once, with a note.
    assert_eq!(steps("%n"), (1.0, 1));
}

#[test]
fn long_loops_are_simulated_by_longer_iterations() {
    let text = "func.func @main(%x: tensor<64xf32>) -> tensor<64xf32> {
       %zero = stablehlo.constant dense<0> : tensor<i32>
       %one = stablehlo.constant dense<1> : tensor<i32>
       %many = stablehlo.constant dense<1000000> : tensor<i32>
       %r:2 = stablehlo.while(%i = %zero, %v = %x) : tensor<i32>, tensor<64xf32>
       cond {
         %c = stablehlo.compare LT, %i, %many : (tensor<i32>, tensor<i32>) -> tensor<i1>
         stablehlo.return %c : tensor<i1>
       } do {
         %t = stablehlo.tanh %v : tensor<64xf32>
         %j = stablehlo.add %i, %one : tensor<i32>
         stablehlo.return %j, %t : tensor<i32>, tensor<64xf32>
       }
       return %r#1 : tensor<64xf32>
     }";
    let module = parse(text);
    let (traced, report) = simulated(&module, &[1]);
    let short = parse(&text.replace("1000000", "1000"));
    let (_, thousand) = simulated(&short, &[1]);
    assert_eq!(traced.notes.len(), 1);
    let ratio = report.seconds / thousand.seconds;
    assert!((ratio - 1000.0).abs() < 1e-6, "{ratio}");
}

#[test]
fn ranks_take_their_own_arms() {
    // Rank 2 of 4 computes, the others do not; all meet.
    let text = format!(
        "{GRID} {{ func.func @main(%x: tensor<256x256xf32>) -> tensor<256x256xf32> {{
           %id = \"stablehlo.partition_id\"() : () -> tensor<ui32>
           %two = stablehlo.constant dense<2> : tensor<ui32>
           %own = stablehlo.compare EQ, %id, %two : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
           %y = \"stablehlo.if\"(%own) ({{
             %z = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0] : (tensor<256x256xf32>, tensor<256x256xf32>) -> tensor<256x256xf32>
             stablehlo.return %z : tensor<256x256xf32>
           }}, {{
             stablehlo.return %x : tensor<256x256xf32>
           }}) : (tensor<i1>) -> tensor<256x256xf32>
           %r = \"stablehlo.collective_permute\"(%y) {{{CHANNEL}, source_target_pairs = dense<[[2, 3]]> : tensor<1x2xi64>}} : (tensor<256x256xf32>) -> tensor<256x256xf32>
           return %r : tensor<256x256xf32>
         }} }}"
    );
    let (traced, report) = simulated(&parse(&text), &[4]);
    assert_eq!(traced.ranks.stream_of, [0, 0, 1, 0]);
    // Ranks 0 and 1 exchange nothing; rank 3 waits for rank 2.
    let ends: Vec<f64> =
        (0..4).map(|rank| report.classes[report.class_of[rank as usize] as usize].end).collect();
    assert!(ends[0] == ends[1] && ends[1] < ends[2] && ends[2] == ends[3], "{ends:?}");
    assert_eq!(report.axes[0].sent, 262144.0);
    assert_eq!(report.axes[0].received, 262144.0);
}

#[test]
fn donated_arguments_are_free_after_their_last_use() {
    let text = |attribute: &str| {
        format!(
            "func.func @main(%x: tensor<256xf32>{attribute}) -> tensor<256xf32> {{
               %a = stablehlo.tanh %x : tensor<256xf32>
               %b = stablehlo.tanh %a : tensor<256xf32>
               %c = stablehlo.tanh %b : tensor<256xf32>
               return %c : tensor<256xf32>
             }}"
        )
    };
    let peak = |text: &str| {
        let module = parse(text);
        memory(&module, main(&module)).peak
    };
    // The argument, and two values of the chain; a donated argument is the first of them.
    assert_eq!(peak(&text("")), 3.0 * 1024.0);
    assert_eq!(peak(&text(" {tf.aliasing_output = 0 : i32}")), 2.0 * 1024.0);
}

/// A chain of products and activations over a mesh.
fn layers(count: usize) -> Module {
    let mut text = "sdy.mesh @mesh = <[\"data\"=64, \"model\"=128]>\n\
        func.func @main(%x: tensor<512x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{\"data\"}, {}]>}, \
        %w: tensor<1024x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {\"model\"}]>}, \
        %v: tensor<1024x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{\"model\"}, {}]>}) \
        -> tensor<512x1024xf32> {\n"
        .to_owned();
    let ty = "tensor<512x1024xf32>";
    let mut last = "%x".to_owned();
    for n in 0..count {
        let made = match n % 4 {
            0 => format!(
                "stablehlo.dot_general {last}, %w, contracting_dims = [1] x [0] : ({ty}, tensor<1024x1024xf32>) -> {ty}"
            ),
            2 => format!(
                "stablehlo.dot_general {last}, %v, contracting_dims = [1] x [0] : ({ty}, tensor<1024x1024xf32>) -> {ty}"
            ),
            _ => format!("stablehlo.tanh {last} : {ty}"),
        };
        last = format!("%v{n}");
        writeln!(text, "  {last} = {made}").expect("a string");
    }
    writeln!(text, "  return {last} : {ty}\n}}").expect("a string");
    parse(&text)
}

#[test]
fn a_program_of_five_hundred_ops_on_8192_ranks() {
    let mut module = layers(500);
    run(&mut module, "partition,canonicalize,cse,dce");
    let begin = Instant::now();
    let (traced, report) = simulated(&module, &[64, 128]);
    let seconds = begin.elapsed().as_secs_f64();
    assert_eq!(traced.ranks.stream_of.len(), 8192);
    assert_eq!(report.classes.len(), 1);
    let exchanges = traced.ranks.streams[0].iter();
    assert_eq!(exchanges.filter(|step| matches!(step, Step::Exchange { .. })).count(), 125);
    assert!((report.axes[1].sent - report.axes[1].received).abs() < 1.0);
    assert!(seconds < 1.0, "{seconds} s");
}

#[test]
fn cuts_of_five_hundred_ops_are_found_within_a_second() {
    let module = layers(500);
    let block = module.entry(main(&module), 0).expect("a body");
    let settings = crate::split::plan::Settings { cores: 16, ..Default::default() };
    let begin = Instant::now();
    let plan = Planner::new(&module, block, &settings).plan();
    let seconds = begin.elapsed().as_secs_f64();
    assert!(plan.exact && plan.seconds < 0.2 * plan.undivided, "{plan:?}");
    assert!(seconds < 1.0, "{seconds} s");
}

#[test]
fn shardings_propagate_in_time_linear_in_the_ops() {
    let once = |count: usize| {
        let module = layers(count);
        let begin = Instant::now();
        let states = propagate(&module, main(&module)).expect("right").expect("shardings");
        let seconds = begin.elapsed().as_secs_f64();
        // An op is looked at a few times.
        assert!(states.visits < 6 * count, "{} visits", states.visits);
        seconds
    };
    // The least of three: other work of the machine only adds.
    let least = |count: usize| (0..3).map(|_| once(count)).fold(f64::INFINITY, f64::min);
    // Ten times as many ops leave the caches, and other work may take more of them; quadratic time
    // would be a hundred times as long.
    let ratio = least(100_000) / least(10_000);
    assert!(ratio < 40.0, "{ratio}");
}
