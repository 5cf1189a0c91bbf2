//! Properties of the interpreter's ops on random operands, each compared with another way to
//! compute the result: laws between ops, or the specification's formulas as loops over indices.

#[path = "properties/indexing.rs"]
mod indexing;
#[path = "properties/movement.rs"]
mod movement;
#[path = "properties/products.rs"]
mod products;
#[path = "properties/reductions.rs"]
mod reductions;

use hloom_interp::Value;
use hloom_ir::{Element, Literal, Type};
use hloom_tests::campaign::Random;

/// Number of instances of each property in every run.
const USUAL: u64 = 60;

/// A tensor of integers small enough that all orders of computation are exact.
#[derive(Clone, PartialEq, Debug)]
struct Tensor {
    dims: Vec<usize>,
    data: Vec<i64>,
}

impl Tensor {
    /// A tensor of these extents whose elements are functions of their index.
    fn of(dims: &[usize], mut at: impl FnMut(&[usize]) -> i64) -> Tensor {
        let data = indices(dims).iter().map(|i| at(i)).collect();
        Tensor { dims: dims.to_vec(), data }
    }

    /// Numbers from -9 to 9.
    fn random(dims: &[usize], random: &mut Random) -> Tensor {
        Tensor::of(dims, |_| random.below(19) as i64 - 9)
    }

    fn at(&self, index: &[usize]) -> i64 {
        let place = index.iter().zip(&self.dims).fold(0, |place, (&i, &d)| place * d + i);
        self.data[place]
    }

    fn set(&mut self, index: &[usize], value: i64) {
        let place = index.iter().zip(&self.dims).fold(0, |place, (&i, &d)| place * d + i);
        self.data[place] = value;
    }

    /// The element at an index that may be out of bounds.
    fn get(&self, index: &[i64]) -> Option<i64> {
        let inside = index.iter().zip(&self.dims).all(|(&i, &d)| 0 <= i && (i as usize) < d);
        inside.then(|| self.at(&index.iter().map(|&i| i as usize).collect::<Vec<_>>()))
    }

    fn literal(&self, element: Element) -> Literal {
        let dims: Vec<i64> = self.dims.iter().map(|&d| d as i64).collect();
        let ty = Type::tensor(&dims, element);
        if self.data.is_empty() {
            return Literal::zeros(ty).expect("a static type");
        }
        let numbers: Vec<f64> = self.data.iter().map(|&n| n as f64).collect();
        Literal::from_f64s(ty, &numbers).expect("small numbers")
    }

    fn ty(&self, element: &str) -> String {
        ty(&self.dims, element)
    }
}

/// `tensor<2x3xi32>`.
fn ty(dims: &[usize], element: &str) -> String {
    let dims: String = dims.iter().map(|d| format!("{d}x")).collect();
    format!("tensor<{dims}{element}>")
}

/// All indices of a shape, with the last dimension varying fastest.
fn indices(dims: &[usize]) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for &d in dims {
        all = all
            .iter()
            .flat_map(|front: &Vec<usize>| {
                (0..d).map(move |i| front.iter().copied().chain([i]).collect())
            })
            .collect();
    }
    all
}

/// Formats a list as `1, 2, 3`.
fn list<T: std::fmt::Display>(items: &[T]) -> String {
    items.iter().map(T::to_string).collect::<Vec<_>>().join(", ")
}

/// Extents of some dimensions.
fn extents(rank: usize, most: usize, random: &mut Random) -> Vec<usize> {
    (0..rank).map(|_| 1 + random.below(most)).collect()
}

/// Numbers in a random order.
fn shuffled(n: usize, random: &mut Random) -> Vec<usize> {
    let mut order: Vec<usize> = (0..n).collect();
    for i in (1..n).rev() {
        order.swap(i, random.below(i + 1));
    }
    order
}

/// Runs the body of a function on `i32` tensors: `%0`, `%1` … are the arguments, and `%y` of type
/// `to` is the result.
fn run(body: &str, inputs: &[&Tensor], to: &str) -> Tensor {
    let literals: Vec<Literal> = inputs.iter().map(|t| t.literal(Element::I32)).collect();
    numbers(&run_literals(body, &literals, to))
}

/// The same on literals.
fn run_literals(body: &str, inputs: &[Literal], to: &str) -> Literal {
    let args: Vec<String> =
        inputs.iter().enumerate().map(|(i, x)| format!("%a{i}: {}", x.ty())).collect();
    let text = format!(
        "func.func @main({}) -> {to} {{\n{body}\n  return %y : {to}\n}}\n",
        args.join(", ")
    );
    let module = hloom_tests::parse(&text);
    hloom_ir::verify::verify(&module).unwrap_or_else(|e| panic!("{text}\n{e:#?}"));
    let values: Vec<Value> = inputs.iter().cloned().map(Value::Tensor).collect();
    let results = hloom_interp::run(&module, "main", &values)
        .unwrap_or_else(|e| panic!("{text}\n{}", e.message));
    results[0].tensor().expect("a tensor").clone()
}

fn numbers(x: &Literal) -> Tensor {
    let dims = x.dims().iter().map(|&d| d as usize).collect();
    Tensor { dims, data: (0..x.count()).map(|i| x.get_f64(i) as i64).collect() }
}
