//! The search of shardings beside all choices, on small programs with loops, branches and chains of
//! ops that fusion makes one kernel of.

use hloom_analysis::shard::propagate;
use hloom_analysis::simulate::Link;
use hloom_interp::Value as Data;
use hloom_ir::module::Module;
use hloom_passes::fusion::machine::Machine;
use hloom_passes::partition::search::space::Space;
use hloom_passes::partition::search::times::Times;
use hloom_passes::partition::search::{Settings, search};
use hloom_passes::{Options, Pipeline};
use hloom_tests::campaign::{Random, seeds};
use hloom_tests::sampling::any_number;
use std::fmt::Write;

use super::shard::differs;

/// The shape of all large tensors of a drawn program: products keep it.
const N: i64 = 8;

/// A program that is drawn op by op, as text.
struct Drawn<'r> {
    random: &'r mut Random,
    text: String,
    next: usize,
    element: &'static str,
    /// The loops and branches around the next op.
    depth: usize,
}

impl Drawn<'_> {
    fn name(&mut self) -> String {
        self.next += 1;
        format!("%v{}", self.next)
    }

    fn matrix(&self) -> String {
        format!("tensor<{N}x{N}x{}>", self.element)
    }

    /// An op on values of one shape, or two ops that lead back to it; its result.
    fn op(&mut self, pool: &[String]) -> String {
        let (x, y) = (self.random.one_of(pool).clone(), self.random.one_of(pool).clone());
        let (ty, element) = (self.matrix(), self.element);
        let v = self.name();
        match self.random.below(8) {
            0 | 1 => {
                _ = writeln!(
                    self.text,
                    "{v} = stablehlo.dot_general {x}, {y}, contracting_dims = [1] x [0] : ({ty}, {ty}) -> {ty}"
                );
            }
            2 => {
                // Some shardings are stated in the middle, of which many in bodies.
                let stated = match self.random.below(4) {
                    0 => " {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{\"x\"}, {}]>]>}",
                    _ => "",
                };
                _ = writeln!(self.text, "{v} = stablehlo.negate {x}{stated} : {ty}");
            }
            3 => _ = writeln!(self.text, "{v} = stablehlo.add {x}, {y} : {ty}"),
            4 => _ = writeln!(self.text, "{v} = stablehlo.maximum {x}, {y} : {ty}"),
            5 => {
                _ = writeln!(
                    self.text,
                    "{v} = stablehlo.transpose {x}, dims = [1, 0] : ({ty}) -> {ty}"
                );
            }
            6 => _ = writeln!(self.text, "{v} = stablehlo.reverse {x}, dims = [0] : {ty}"),
            // Sums of rows, added to all rows: a kernel with a reduction.
            _ => {
                let (zero, sums, wide) = (self.name(), self.name(), self.name());
                let (scalar, row) =
                    (format!("tensor<{element}>"), format!("tensor<{N}x{element}>"));
                let number = if element == "f32" { "0.0" } else { "0" };
                _ = writeln!(
                    self.text,
                    "{zero} = stablehlo.constant dense<{number}> : {scalar}
{sums} = stablehlo.reduce({x} init: {zero}) applies stablehlo.add across dimensions = [1] : ({ty}, {scalar}) -> {row}
{wide} = stablehlo.broadcast_in_dim {sums}, dims = [0] : ({row}) -> {ty}
{v} = stablehlo.subtract {x}, {wide} : {ty}"
                );
            }
        }
        v
    }

    /// A loop whose body has a few ops; its results are the carried matrices.
    fn looping(&mut self, pool: &[String]) -> Vec<String> {
        let ty = self.matrix();
        let trips = self.random.below(4);
        let known = !self.random.chance(4);
        let [zero, one, most, end, out, i, c, j] = [0; 8].map(|_| self.name());
        let limit = match known {
            true => format!("add {most}, {zero}"),
            false => format!("minimum {most}, %n"),
        };
        let carried: Vec<String> = (0..1 + self.random.below(2)).map(|_| self.name()).collect();
        let inits: Vec<String> = carried.iter().map(|_| self.random.one_of(pool).clone()).collect();
        let types: String = carried.iter().map(|_| format!(", {ty}")).collect();
        let bound: String =
            carried.iter().zip(&inits).map(|(a, v)| format!(", {a} = {v}")).collect();
        _ = writeln!(
            self.text,
            "{zero} = stablehlo.constant dense<0> : tensor<i32>
{one} = stablehlo.constant dense<1> : tensor<i32>
{most} = stablehlo.constant dense<{trips}> : tensor<i32>
{end} = stablehlo.{limit} : tensor<i32>
{out}:{} = stablehlo.while({i} = {zero}{bound}) : tensor<i32>{types}
cond {{
{c} = stablehlo.compare LT, {i}, {end} : (tensor<i32>, tensor<i32>) -> tensor<i1>
stablehlo.return {c} : tensor<i1>
}} do {{",
            carried.len() + 1
        );
        self.depth += 1;
        // Values from outside are captured.
        let mut inner: Vec<String> = carried.iter().chain(pool).cloned().collect();
        for _ in 0..self.random.below(3) {
            let all = self.step(&inner);
            inner.extend(all);
        }
        self.depth -= 1;
        let yields: String =
            carried.iter().map(|_| format!(", {}", self.random.one_of(&inner))).collect();
        _ = writeln!(
            self.text,
            "{j} = stablehlo.add {i}, {one} : tensor<i32>\nstablehlo.return {j}{yields} : tensor<i32>{types}\n}}"
        );
        (0..carried.len()).map(|at| format!("{out}#{}", at + 1)).collect()
    }

    /// A branch with a few ops in each arm.
    fn branch(&mut self, pool: &[String]) -> String {
        let (ty, out) = (self.matrix(), self.name());
        let arm = |this: &mut Self, text: &str| {
            _ = writeln!(this.text, "{text}");
            let mut inner = pool.to_vec();
            this.depth += 1;
            for _ in 0..this.random.below(3) {
                let all = this.step(&inner);
                inner.extend(all);
            }
            this.depth -= 1;
            let v = this.random.one_of(&inner).clone();
            _ = writeln!(this.text, "stablehlo.return {v} : {ty}");
        };
        arm(self, &format!("{out} = \"stablehlo.if\"(%p) ({{"));
        arm(self, "}, {");
        _ = writeln!(self.text, "}}) : (tensor<i1>) -> {ty}");
        out
    }

    /// A loop, a branch or an op; loops and branches are rarer inside of others.
    fn step(&mut self, pool: &[String]) -> Vec<String> {
        match self.random.below(5 + 6 * self.depth) {
            0 | 1 => self.looping(pool),
            2 => vec![self.branch(pool)],
            _ => vec![self.op(pool)],
        }
    }

    /// A program of a few steps.
    fn program(mut self) -> String {
        let ty = self.matrix();
        let mesh = self.random.one_of(&["\"x\"=2", "\"x\"=4", "\"x\"=2, \"y\"=2"]);
        let stated = |random: &mut Random| match random.below(3) {
            0 => " {sdy.sharding = #sdy.sharding<@mesh, [{\"x\"}, {}]>}",
            1 => " {sdy.sharding = #sdy.sharding<@mesh, [{?}, {\"x\", ?}]>}",
            _ => "",
        };
        let some = self.random.chance(2);
        let [a, b] = [0; 2].map(|_| if some { stated(self.random) } else { "" });
        self.text = format!(
            "sdy.mesh @mesh = <[{mesh}]>\nfunc.func @main(%p: tensor<i1>, %n: tensor<i32>, %a: {ty}{a}, %b: {ty}{b}) -> {ty} {{\n"
        );
        let mut pool = vec!["%a".to_owned(), "%b".to_owned()];
        for _ in 0..1 + self.random.below(3) {
            let all = self.step(&pool);
            pool.extend(all);
        }
        let last = &pool[pool.len() - 1];
        _ = write!(self.text, "return {last} : {ty}\n}}\n");
        self.text
    }
}

fn drawn(random: &mut Random, element: &'static str) -> Module {
    let text = Drawn { random, text: String::new(), next: 0, element, depth: 0 }.program();
    hloom_tests::parse(&text)
}

/// The most combinations that are all tried.
const MOST: usize = 60_000;

/// No choices cost less than those that are found, on every program whose choices are few enough to try
/// all; the estimate, added up kernel by kernel and use by use, is the one that the search minimizes.
#[test]
fn campaign_no_plan_costs_less_than_the_one_that_is_found() {
    let (mut tried, mut loops, mut branches, mut better, mut fused) = (0, 0, 0, 0, 0);
    let mut timed = 0;
    for seed in seeds(400) {
        let mut random = Random::new(seed);
        let module = drawn(&mut random, "f32");
        let main = module.symbol("main").expect("there is a main");
        let block = module.entry(main, 0).expect("a body");
        let states = propagate(&module, main).expect("no errors").expect("a mesh");
        let link: &&str = random.one_of(&["10GBps,100ns", "1GBps,1ns", "100GBps,10ns"]);
        let links = vec![Link::parse(link).expect("a link"); states.grid.mesh.axes.len()];
        // Slow arithmetic, so that small tensors are worth dividing.
        let machine = Machine { products: 1e9, flops: 1e8, launch: 1e-8, ..Machine::default() };
        let (memory, budget, times) = (f64::INFINITY, 10_000, Times::default());
        let mut settings = Settings { machine, links, memory, budget, without: None, times };
        // Times that were measured for some kernels, or for all.
        for missing in Space::new(&module, block, &states, &settings).missing() {
            if seed % 2 == 0 && !random.chance(3) {
                assert!(missing.program.is_some(), "seed {seed}: {}", missing.key);
                settings.times.0.insert(missing.key, random.below(1000) as f64 * 1e-9);
                timed += 1;
            }
        }
        let plan = search(&module, block, &states, &settings).expect("no limit");
        let near = |a: f64, b: f64| (a - b).abs() <= 1e-9 * a.abs().max(b.abs());
        assert!(plan.seconds <= plan.undivided && plan.seconds <= plan.stated, "seed {seed}");
        better += usize::from(plan.seconds < 0.99 * plan.undivided);
        fused += plan.kernels.iter().filter(|kernel| kernel.ops.len() > 1).count();
        let space = Space::new(&module, block, &states, &settings);
        let sizes = space.sizes();
        assert!(near(space.seconds(&space.undivided()), plan.undivided), "seed {seed}\n{module}");
        assert!(near(space.seconds(&space.spread()), plan.stated), "seed {seed}\n{module}");
        if sizes.iter().try_fold(1usize, |all, &n| all.checked_mul(n)).is_none_or(|n| n > MOST) {
            continue;
        }
        let text = module.to_string();
        tried += 1;
        loops += usize::from(text.contains("stablehlo.while"));
        branches += usize::from(text.contains("stablehlo.if"));
        let mut least = f64::INFINITY;
        let mut choices = vec![0; sizes.len()];
        loop {
            least = least.min(space.seconds(&choices));
            let Some(n) = (0..sizes.len()).find(|&n| choices[n] + 1 < sizes[n]) else { break };
            choices[..n].fill(0);
            choices[n] += 1;
        }
        assert!(plan.exact, "seed {seed}");
        // Bytes break ties, and cost next to nothing.
        assert!(near(plan.seconds, least), "seed {seed}: {} {least}\n{text}", plan.seconds);
    }
    println!(
        "{tried} tried, {loops} with loops, {branches} with branches, {better} better, {fused} kernels"
    );
    assert!(tried > 100 && loops > 30 && branches > 15, "{tried} {loops} {branches}");
    assert!(better > 50 && fused > 50 && timed > 500, "{better} {fused} {timed}");
}

/// The partitioned program of the plan computes what the program computes.
#[test]
fn campaign_plans_of_loops_and_branches_compute_the_same() {
    let mut inside = 0;
    for seed in seeds(200) {
        let mut random = Random::new(seed);
        let element = random.one_of(&["i32", "f32"]);
        let module = drawn(&mut random, element);
        let link = random.one_of(&["1000000GBps:1ns", "1GBps:10ns"]);
        let main = module.symbol("main").expect("there is a main");
        let types = module.func(main).function_type.inputs();
        let inputs = types.iter().map(|&ty| any_number(ty, true, &mut random).map(Data::Tensor));
        let Some(inputs) = inputs.collect::<Option<Vec<Data>>>() else { continue };
        let mut typed = module.clone();
        let passes = format!("assign-splits{{search=true link={link}}}");
        let pipeline = Pipeline::parse(&passes).expect("a pipeline");
        hloom_passes::run(&mut typed, &pipeline, &Options::default(), &mut ())
            .unwrap_or_else(|e| panic!("seed {seed}: {e}\n{module}"));
        hloom_ir::verify::verify(&typed).unwrap_or_else(|e| panic!("seed {seed}: {e:?}\n{typed}"));
        let compared = differs(&typed, "main", &inputs);
        compared.unwrap_or_else(|what| panic!("seed {seed}: {what}\nof\n{typed}\nof\n{module}"));
        // Values of bodies that devices hold parts of.
        let text = typed.to_string();
        let body = text.split("} do {").nth(1).and_then(|it| it.split("\n    }").next());
        inside += usize::from(body.is_some_and(|it| it.contains(" over {")));
    }
    println!("{inside} loops with divided bodies");
    assert!(inside > 20, "{inside}");
}

/// A kernel alone on local shapes has these shapes, and computes.
#[test]
fn campaign_kernels_alone_on_local_shapes_run() {
    let mut ran = 0;
    for seed in seeds(60) {
        let mut random = Random::new(seed);
        let module = drawn(&mut random, "i32");
        let main = module.symbol("main").expect("there is a main");
        let block = module.entry(main, 0).expect("a body");
        let states = propagate(&module, main).expect("no errors").expect("a mesh");
        let links = vec![Link::parse("1GBps,1us").expect("a link"); states.grid.mesh.axes.len()];
        let (memory, budget, times) = (f64::INFINITY, 10_000, Times::default());
        let settings =
            Settings { machine: Machine::default(), links, memory, budget, without: None, times };
        for missing in Space::new(&module, block, &states, &settings).missing() {
            let own = missing.program.unwrap_or_else(|| panic!("seed {seed}: {}", missing.key));
            let function = own.symbol("main").expect("a main");
            let types = own.func(function).function_type;
            let local = |ty: &hloom_ir::Type| {
                let tensor = ty.as_tensor().expect("a tensor");
                let dims: String = tensor.dims.iter().map(|n| format!("{n}x")).collect();
                format!("{dims}{}", tensor.element)
            };
            let outs: Vec<String> = types.results().iter().map(local).collect();
            let end = format!(" -> {} @", outs.join(", "));
            assert!(missing.key.contains(&end), "seed {seed}: {} is not {end}", missing.key);
            let inputs = types.inputs().iter().map(|&ty| any_number(ty, true, &mut random));
            let inputs: Option<Vec<Data>> = inputs.map(|it| it.map(Data::Tensor)).collect();
            let inputs = inputs.expect("numbers");
            hloom_interp::run(&own, "main", &inputs).unwrap_or_else(|e| panic!("seed {seed}: {e}"));
            ran += 1;
        }
    }
    assert!(ran > 500, "{ran}");
}
