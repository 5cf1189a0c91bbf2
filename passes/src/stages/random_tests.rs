//! Random steps on random meshes: stages compute what the step computes.

use super::tests::{on, results};
use crate::micro_batch::tests::near;
use crate::{Options, Pipeline, run};
use hloom_interp::Value;
use hloom_ir::Literal;
use hloom_ir::text::parse_module;
use std::fmt::Write as _;

/// A small generator of numbers (xorshift).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n as u64) as usize
    }

    fn of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }
}

/// Samples of a batch and features.
const ROWS: usize = 8;
const WIDTH: usize = 4;

/// A step that is written op by op: `@main(%w0 …, %x, %k, %y, %p)` with weights, samples, labels, targets and a
/// predicate of the whole batch.
struct Step {
    body: String,
    /// The values of samples, with their shapes: samples first, or features first.
    samples: Vec<(String, bool)>,
    /// Values of the whole batch: sums of type `tensor<4x4xf64>`, and numbers.
    sums: Vec<String>,
    numbers: Vec<String>,
    count: usize,
}

const S: &str = "tensor<8x4xf64>";
const T: &str = "tensor<4x8xf64>";
const W: &str = "tensor<4x4xf64>";
const N: &str = "tensor<f64>";
const WEIGHTS: usize = 3;

impl Step {
    fn name(&mut self) -> String {
        self.count += 1;
        format!("%v{}", self.count)
    }

    /// Adds an op.
    fn op(&mut self, text: &str) -> String {
        let name = self.name();
        // Writing to a string does not fail.
        let _ = writeln!(self.body, "  {name} = {text}");
        name
    }

    /// A random value of samples, samples first.
    fn sample(&mut self, n: &mut Numbers) -> String {
        // Later ones more often: deep programs.
        let from = if n.below(3) > 0 { self.samples.len().saturating_sub(3) } else { 0 };
        let at = from + n.below(self.samples.len() - from);
        let (name, turned) = self.samples[at].clone();
        match turned {
            true => self.op(&format!("stablehlo.transpose {name}, dims = [1, 0] : ({T}) -> {S}")),
            false => name,
        }
    }

    fn weight(&mut self, n: &mut Numbers) -> String {
        match n.below(8) {
            // A sum of samples is a weight of a later round.
            0 if !self.sums.is_empty() => {
                let sum = n.below(self.sums.len());
                let sum = self.sums[sum].clone();
                self.op(&format!("stablehlo.tanh {sum} : {W}"))
            }
            _ => format!("%w{}", n.below(WEIGHTS)),
        }
    }

    fn grow(&mut self, n: &mut Numbers) {
        let a = self.sample(n);
        let made = match n.below(14) {
            0..=4 => {
                let (w, side) = (self.weight(n), n.below(2));
                self.op(&format!(
                    "stablehlo.dot_general {a}, {w}, contracting_dims = [1] x [{side}] : ({S}, {W}) -> {S}"
                ))
            }
            5 => self.op(&format!("stablehlo.tanh {a} : {S}")),
            6 | 7 => {
                let (b, op) = (self.sample(n), n.of(&["add", "multiply", "subtract", "maximum"]));
                let both = self.op(&format!("stablehlo.{op} {a}, {b} : {S}"));
                self.op(&format!("stablehlo.tanh {both} : {S}"))
            }
            8 => {
                // A row's mean, as in a layer norm.
                let sum = self.op(&format!(
                    "stablehlo.reduce({a} init: %zero) applies stablehlo.add across dimensions = [1] : ({S}, {N}) -> tensor<8xf64>"
                ));
                let all = self.op(&format!(
                    "stablehlo.broadcast_in_dim {sum}, dims = [0] : (tensor<8xf64>) -> {S}"
                ));
                self.op(&format!("stablehlo.subtract {a}, {all} : {S}"))
            }
            9 => {
                // A sum of the whole batch that samples need.
                let op = n.of(&["add", "maximum"]);
                let init = if op == "add" { "%zero" } else { "%least" };
                let sum = self.op(&format!(
                    "stablehlo.reduce({a} init: {init}) applies stablehlo.{op} across dimensions = [0] : ({S}, {N}) -> tensor<4xf64>"
                ));
                let part = self.op(&format!("stablehlo.logistic {sum} : tensor<4xf64>"));
                let all = self.op(&format!(
                    "stablehlo.broadcast_in_dim {part}, dims = [1] : (tensor<4xf64>) -> {S}"
                ));
                self.op(&format!("stablehlo.multiply {a}, {all} : {S}"))
            }
            10 => {
                let made =
                    self.op(&format!("stablehlo.transpose {a}, dims = [1, 0] : ({S}) -> {T}"));
                self.samples.push((made, true));
                return;
            }
            11 => {
                let b = self.sample(n);
                self.op(&format!("stablehlo.select %m, {a}, {b} : tensor<8x4xi1>, {S}"))
            }
            12 => {
                let reversed =
                    self.op(&format!("stablehlo.reverse {a}, dims = [{}] : {S}", n.below(2)));
                self.op(&format!("stablehlo.add {reversed}, {a} : {S}"))
            }
            _ => {
                let b = self.sample(n);
                let sum = self.op(&format!(
                    "stablehlo.dot_general {a}, {b}, contracting_dims = [0] x [0] : ({S}, {S}) -> {W}"
                ));
                self.sums.push(sum);
                return;
            }
        };
        self.samples.push((made, false));
        if n.below(4) == 0 {
            let a = self.sample(n);
            let number = self.op(&format!(
                "stablehlo.reduce({a} init: %zero) applies stablehlo.add across dimensions = [0, 1] : ({S}, {N}) -> {N}"
            ));
            self.numbers.push(number);
        }
    }
}

/// A random step, and the numbers of the results that may be its loss. With `divided`, samples lie along the
/// axis "data", and a weight along "model".
fn step(n: &mut Numbers, divided: bool) -> (String, Vec<usize>) {
    let mut it = Step {
        body: String::new(),
        samples: vec![("%x".to_owned(), false)],
        sums: Vec::new(),
        numbers: Vec::new(),
        count: 0,
    };
    let _ = writeln!(it.body, "  %zero = stablehlo.constant dense<0.0> : {N}");
    let _ = writeln!(it.body, "  %least = stablehlo.constant dense<0xFFF0000000000000> : {N}");
    let _ = writeln!(
        it.body,
        "  %b = stablehlo.broadcast_in_dim %k, dims = [0] : (tensor<8xi32>) -> tensor<8x4xi32>
  %i = stablehlo.iota dim = 1 : tensor<8x4xi32>
  %m = stablehlo.compare LT, %i, %b : (tensor<8x4xi32>, tensor<8x4xi32>) -> tensor<8x4xi1>"
    );
    for _ in 0..6 + n.below(20) {
        it.grow(n);
    }
    let last = it.sample(n);
    let error = it.op(&format!("stablehlo.subtract {last}, %y : {S}"));
    let loss = it.op(&format!(
        "stablehlo.reduce({error} init: %zero) applies stablehlo.add across dimensions = [0, 1] : ({S}, {N}) -> {N}"
    ));
    it.numbers.push(loss);
    let mut returned: Vec<(String, &str)> = Vec::new();
    let mut losses = Vec::new();
    for number in it.numbers.clone() {
        losses.push(returned.len());
        returned.push((number, N));
    }
    // Updates of weights by sums, some clipped by a number of all samples.
    for sum in it.sums.clone() {
        let weight = format!("%w{}", n.below(WEIGHTS));
        let mut scaled = sum;
        if n.below(2) == 0 {
            let number = n.below(it.numbers.len());
            let number = it.numbers[number].clone();
            let factor = it.op(&format!("stablehlo.tanh {number} : {N}"));
            let factor =
                it.op(&format!("stablehlo.broadcast_in_dim {factor}, dims = [] : ({N}) -> {W}"));
            scaled = it.op(&format!("stablehlo.multiply {scaled}, {factor} : {W}"));
        }
        let new = it.op(&format!("stablehlo.subtract {weight}, {scaled} : {W}"));
        returned.push((new, W));
    }
    if n.below(2) == 0 {
        let (value, turned) = it.samples[n.below(it.samples.len())].clone();
        returned.push((value, if turned { T } else { S }));
    }
    // Results that are arguments, results that are twice there, results of arguments alone.
    if n.below(3) == 0 {
        returned.push((format!("%w{}", n.below(WEIGHTS)), W));
    }
    if n.below(3) == 0 {
        let again = returned[n.below(returned.len())].clone();
        returned.push(again);
    }
    if n.below(3) == 0 {
        let decayed = it.op(&format!("stablehlo.multiply %w0, %w1 : {W}"));
        returned.push((decayed, W));
    }
    let axis = |text: &str| match divided {
        true => format!(" {{sdy.sharding = #sdy.sharding<@mesh, [{text}]>}}"),
        false => String::new(),
    };
    let (rows, row) = (axis("{\"data\"}, {}"), axis("{\"data\"}"));
    let columns = axis("{}, {\"model\"}");
    let names: Vec<&str> = returned.iter().map(|(name, _)| name.as_str()).collect();
    let types: Vec<&str> = returned.iter().map(|(_, ty)| *ty).collect();
    let text = format!(
        "func.func @main(%w0: {W}, %x: {S}{rows}, %k: tensor<8xi32>{row}, %w1: {W}{columns}, %y: {S}{rows}, %w2: {W}) -> ({}) {{
{}  return {} : {}
}}",
        types.join(", "),
        it.body,
        names.join(", "),
        types.join(", ")
    );
    (text, losses)
}

#[test]
fn random_steps_on_random_meshes() {
    let mut n = Numbers(20_261_126);
    let (mut divided, mut refused, mut rounds, mut backward) = (0, 0, 0, 0);
    for round in 0..300 {
        let (mesh, divides) = n.of(&[
            ("\"pipe\"=2", false),
            ("\"pipe\"=3", false),
            ("\"pipe\"=4", false),
            ("\"pipe\"=2, \"data\"=2, \"model\"=1", true),
            ("\"data\"=2, \"pipe\"=3, \"model\"=1", true),
            ("\"model\"=2, \"data\"=1, \"pipe\"=2", true),
            ("\"model\"=2, \"pipe\"=2, \"data\"=2", true),
        ]);
        let (text, losses) = step(&mut n, divides);
        let loss = match n.below(3) {
            0 => "none".to_owned(),
            _ => n.of(&losses).to_string(),
        };
        let count = n.of(&[1, 2, 4]);
        let (order, statistics) = (n.of(&["1f1b", "gpipe"]), "whole");
        let options = format!(
            "axis=pipe arguments=1:2:4 count={count} loss={loss} order={order} statistics={statistics}"
        );
        let passes = format!("partition,canonicalize,cse,dce,pipeline-ranks{{{options}}}");
        let whole = parse_module(&on(mesh, &text)).unwrap_or_else(|e| panic!("{e:?}\n{text}"));
        let mut module = whole.clone();
        let pipeline = Pipeline::parse(&passes).expect("a pipeline");
        let options = Options { verify_each: true, ..Options::default() };
        if let Err(error) = run(&mut module, &pipeline, &options, &mut ()) {
            let error = error.to_string();
            // Too few layers, or a loss that samples do not reach.
            let known = ["levels at most", "level at most", "does not depend on the samples"];
            assert!(
                known.iter().any(|it| error.contains(it)),
                "{round}: {error}\n{passes}\n{text}"
            );
            refused += 1;
            continue;
        }
        let main = whole.symbol("main").expect("a step");
        let types = whole.func(main).function_type.inputs();
        let inputs: Vec<Literal> = types
            .iter()
            .map(|ty| {
                let ty = ty.unsplit();
                let count = ty.as_tensor().and_then(|t| t.count()).expect("a static tensor");
                let all: Vec<f64> = match ty.element().is_some_and(|e| e.is_float()) {
                    true => (0..count).map(|_| n.below(2001) as f64 / 1000.0 - 1.0).collect(),
                    false => (0..count).map(|_| n.below(WIDTH + 1) as f64).collect(),
                };
                Literal::from_f64s(ty, &all).expect("as many numbers")
            })
            .collect();
        let values: Vec<Value> = inputs.iter().cloned().map(Value::Tensor).collect();
        let expected = hloom_interp::run(&whole, "main", &values).expect("the step runs");
        let expected: Vec<Literal> = expected.into_iter().filter_map(Value::into_tensor).collect();
        for found in results(&module, &inputs) {
            near(&expected, &found, &format!("{round}: {mesh}: {passes}\n{text}"));
        }
        divided += 1;
        let text = module.to_string();
        rounds += usize::from(text.contains("_round1"));
        backward += usize::from(text.contains("_backward"));
    }
    assert!(
        ROWS == 8 && divided > 150 && rounds > 20 && backward > 40,
        "{divided} divided, {refused} refused, {rounds} of several rounds, {backward} with backward"
    );
}
