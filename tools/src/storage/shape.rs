//! The extents of a result, from the extents of the data.
//!
//! A key that a loop takes from a dimension of a tensor is below that dimension's extent. An extent
//! that is not known this way is left open; a file then gets the smallest that holds all entries.

use std::collections::HashMap;

use egg::Id;
use hloom_storage::check::Definition;
use hloom_storage::term::{Binary, Node, Term};
use hloom_storage::{Inputs, Module, Value};

use super::Bound;

/// The nodes that are visited at most: shared nodes are visited once for each use.
const MAX_VISITS: usize = 100_000;

/// A number of keys.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Size {
    /// All keys are below this.
    pub(super) size: u64,
    /// Whether the size is that of the tensor, not only one that its keys keep to.
    pub(super) exact: bool,
}

impl Size {
    fn exact(size: u64) -> Size {
        Size { size, exact: true }
    }

    fn at_most(size: u64) -> Size {
        Size { size, exact: false }
    }
}

/// The shape of a value.
#[derive(Clone, Debug, Default)]
struct Shape {
    /// The extent of each level.
    extents: Vec<Option<Size>>,
    /// The innermost integers are at least 0 and below this.
    below: Option<Size>,
    /// The integer, if it is known.
    value: Option<i64>,
}

impl Shape {
    /// The shape of an entry's value.
    fn entry(&self) -> Shape {
        let extents = self.extents.get(1..).unwrap_or_default().to_vec();
        Shape { extents, below: self.below, value: None }
    }

    /// The shape of a key.
    fn key(&self) -> Shape {
        Shape { below: self.extents.first().copied().flatten(), ..Shape::default() }
    }

    /// The number below which the integer is, which is at least 0.
    fn end(&self) -> Option<u64> {
        let value = self.value.and_then(|value| u64::try_from(value).ok());
        value.map(|value| value + 1).or(self.below.map(|below| below.size))
    }
}

/// The extents of a program's result.
pub(crate) fn extents(module: &Module, bound: &Bound) -> Vec<Option<u64>> {
    let known = sizes(module, bound);
    let logical = module.logical();
    let found = logical.map(|term| of_term(&term, &known, &bound.inputs)).unwrap_or_default();
    found.into_iter().map(|size| size.filter(|size| size.exact).map(|size| size.size)).collect()
}

/// The extents of the tensors, by name.
pub(super) fn sizes(module: &Module, bound: &Bound) -> HashMap<String, Vec<Option<Size>>> {
    let known = bound.extents.iter().map(|(name, all)| {
        let sizes = all.sizes.iter().map(|size| Some(Size::exact(*size)));
        (name.clone(), sizes.collect())
    });
    let mut known: HashMap<String, Vec<Option<Size>>> = known.collect();
    // A tensor whose arrays are given one by one has the extents that its mapping shows.
    for tensor in module.tensors.iter().filter(|tensor| module.is_mapping(tensor)) {
        if let Some(body) = tensor.body.as_ref().filter(|_| !known.contains_key(&tensor.name)) {
            let found = of_term(&module.inlined(&body.term), &known, &bound.inputs);
            known.insert(tensor.name.clone(), found);
        }
    }
    known
}

/// The extents that a mapping's numbers and arrays show.
pub(super) fn own_sizes(module: &Module, tensor: &Definition, bound: &Bound) -> Vec<Option<Size>> {
    let of = |term: &Term| of_term(term, &HashMap::new(), &bound.inputs);
    tensor.body.as_ref().map(|body| of(&module.inlined(&body.term))).unwrap_or_default()
}

/// The extents of a term's value. `known` has the extents of tensors by name, `inputs` the numbers.
fn of_term(
    term: &Term,
    known: &HashMap<String, Vec<Option<Size>>>,
    inputs: &Inputs,
) -> Vec<Option<Size>> {
    let mut walk = Walk { term, known, inputs, scope: Vec::new(), visits: 0 };
    walk.shape(term.root()).extents
}

struct Walk<'a> {
    term: &'a Term,
    known: &'a HashMap<String, Vec<Option<Size>>>,
    inputs: &'a Inputs,
    scope: Vec<Shape>,
    visits: usize,
}

impl Walk<'_> {
    fn under(&mut self, variables: impl IntoIterator<Item = Shape>, body: Id) -> Shape {
        let depth = self.scope.len();
        self.scope.extend(variables);
        let shape = self.shape(body);
        self.scope.truncate(depth);
        shape
    }

    fn shape(&mut self, id: Id) -> Shape {
        self.visits += 1;
        if self.visits > MAX_VISITS {
            return Shape::default();
        }
        match self.term[id] {
            Node::Var(index, _) => {
                let place = self.scope.len().checked_sub(1 + index as usize);
                place.map(|place| self.scope[place].clone()).unwrap_or_default()
            }
            Node::Input(name, _) => {
                let extents = self.known.get(name.as_str()).cloned().unwrap_or_default();
                match self.inputs.get(&name) {
                    Some(Value::Int(value)) => Shape { value: Some(*value), ..Shape::default() },
                    Some(Value::Array(array)) if extents.is_empty() => {
                        let length = Some(Size::exact(array.positions().end as u64));
                        let below = array.ints().and_then(past_all).map(Size::at_most);
                        Shape { extents: vec![length], below, ..Shape::default() }
                    }
                    _ => Shape { extents, ..Shape::default() },
                }
            }
            Node::Int(value) => Shape { value: Some(value), ..Shape::default() },
            Node::Real(_) | Node::Bool(_) | Node::Zero(_) => Shape::default(),
            Node::Unary(_, e) => Shape { extents: self.shape(e).extents, ..Shape::default() },
            Node::Unique(e) => self.shape(e),
            Node::Binary(op, [a, b]) => {
                let (a, b) = (self.shape(a), self.shape(b));
                binary(op, &a, &b)
            }
            Node::If([_, e]) => self.shape(e),
            Node::Single([key, value]) => {
                let key = self.shape(key);
                let constant = key.value.and_then(|key| u64::try_from(key).ok());
                let extent = key.below.or(constant.map(|key| Size::exact(key + 1)));
                let value = self.shape(value);
                let extents = [extent].into_iter().chain(value.extents).collect();
                Shape { extents, below: value.below, value: None }
            }
            Node::Get([over, _]) => self.shape(over).entry(),
            Node::Range([low, high]) => {
                let (low, high) = (self.shape(low), self.shape(high));
                let bounds = low.value.zip(high.value);
                let length = bounds.map(|(low, high)| high.saturating_sub(low).max(0) as u64);
                let starts = low.value.is_some_and(|low| low >= 0);
                let high = high.value.and_then(|high| u64::try_from(high).ok());
                let below = high.filter(|_| starts).map(Size::exact);
                Shape { extents: vec![length.map(Size::exact)], below, value: None }
            }
            Node::Slice([over, ..]) => self.shape(over),
            Node::Let([value, body]) => {
                let value = self.shape(value);
                self.under([value], body)
            }
            // A number that is added up may be any.
            Node::Sum([_, body]) | Node::Merge([.., body])
                if hloom_storage::term::sort(self.term, body).is_scalar() =>
            {
                Shape::default()
            }
            Node::Sum([over, body]) => {
                let over = self.shape(over);
                self.under([over.key(), over.entry()], body)
            }
            Node::Merge([a, b, body]) => {
                let (a, b) = (self.shape(a), self.shape(b));
                let below = smaller(a.below, b.below);
                let value = Shape { below, ..Shape::default() };
                self.under([a.key(), b.key(), value], body)
            }
        }
    }
}

/// The number after the largest; `None` if one is negative.
fn past_all(ints: &[i64]) -> Option<u64> {
    ints.iter().try_fold(0, |most: u64, int| Some(most.max(u64::try_from(*int).ok()? + 1)))
}

/// The smaller one of two sizes.
fn smaller(a: Option<Size>, b: Option<Size>) -> Option<Size> {
    match (a, b) {
        (Some(a), Some(b)) => Some(if b.size < a.size { b } else { a }),
        (a, b) => a.or(b),
    }
}

fn binary(op: Binary, a: &Shape, b: &Shape) -> Shape {
    let both = |f: fn(i64, i64) -> Option<i64>| a.value.zip(b.value).and_then(|(a, b)| f(a, b));
    let value = match op {
        Binary::Add => both(i64::checked_add),
        Binary::Sub => both(i64::checked_sub),
        Binary::Mul => both(i64::checked_mul),
        _ => None,
    };
    // Each number is below its end. An end of 0 means that there is no number.
    let ends = a.end().zip(b.end()).map(|(a, b)| (a.saturating_sub(1), b.saturating_sub(1)));
    let end = match op {
        Binary::Add => ends.and_then(|(a, b)| a.checked_add(b)?.checked_add(1)),
        Binary::Mul => ends.and_then(|(a, b)| a.checked_mul(b)?.checked_add(1)),
        _ => None,
    };
    let levels = a.extents.len().max(b.extents.len());
    let pair = |i: usize| {
        let of = |shape: &Shape| shape.extents.get(i).copied().flatten();
        (of(a), of(b))
    };
    let extents = (0..levels).map(|i| match (op, pair(i)) {
        (Binary::Scale, (_, b)) => b,
        (Binary::Hadamard, (a, b)) => smaller(a, b),
        (_, (Some(a), Some(b))) => Some(if b.size > a.size { b } else { a }),
        _ => None,
    });
    let extents = extents.collect();
    Shape { extents, below: end.map(Size::at_most), value }
}

#[cfg(test)]
mod tests {
    use super::super::bind::{ExtentSource, Extents};
    use super::*;
    use hloom_storage::compile;

    fn of(result: &str) -> Vec<Option<u64>> {
        let text =
            "CREATE TENSOR A : {int -> {int -> real}}; CREATE TENSOR B : {int -> {int -> real}};
                    CREATE TENSOR x : [real]; CREATE TENSOR n : int; CREATE TENSOR idx : [int];\n";
        let module = compile(&format!("{text}{result}")).unwrap_or_else(|e| panic!("{e:?}"));
        let known = [("A", vec![3, 4]), ("B", vec![4, 5])].map(|(name, sizes)| {
            (name.to_owned(), Extents { sizes, source: ExtentSource::Announced })
        });
        let inputs =
            Inputs::from([("x".into(), Value::reals([0.0; 7])), ("n".into(), Value::Int(9))]);
        extents(&module, &Bound { inputs, extents: HashMap::from(known) })
    }

    #[test]
    fn arrays_show_the_extents_of_their_tensor() {
        let csr = hloom_storage::formats::find("csr").unwrap();
        let module = compile(&(csr.to_owned() + "sum(<(i, j), a> in T) { i -> a }")).unwrap();
        let inputs = Inputs::from([("T_len".into(), Value::Int(3))]);
        assert_eq!(extents(&module, &Bound { inputs, extents: HashMap::new() }), [Some(3)]);
    }

    #[test]
    fn extents_follow_the_keys() {
        assert_eq!(of("sum(<(i, j), a> in A) { j -> a * x(i) }"), [Some(4)]);
        let product = "sum(<(i, k), a> in A, <(k, j), b> in B) { (i, j) -> a * b }";
        assert_eq!(of(product), [Some(3), Some(5)]);
        assert_eq!(of("A + 2 * B"), [Some(4), Some(5)]);
        assert_eq!(of("A * B"), [Some(3), Some(4)]);
        assert_eq!(of("sum(<i, row> in A) row"), [Some(4)]);
        assert_eq!(of("sum(<i, v> in x) if v < 1.0 then { i -> v }"), [Some(7)]);
        assert_eq!(of("sum(<_, i> in 2:n) { i -> real(i) }"), [Some(9)]);
        assert_eq!(of("sum(<k, _> in 2:n) { k -> real(k) }"), [Some(7)]);
        assert_eq!(of("let C = A in sum(<(i, j), c> in C) { (j, i) -> c }"), [Some(4), Some(3)]);
        assert_eq!(of("A(1)"), [Some(4)]);
        assert_eq!(of("{ 6 -> 1.0 }"), [Some(7)]);
        assert_eq!(of("sum(<_, i> in idx) { i -> 1 }"), [None]);
        assert_eq!(of("sum(<(i, j), a> in A) { i * 4 + j -> a }"), [None]);
        assert_eq!(of("sum(<(i, j), a> in A) a"), []);
        // The number of keys is one, and a sum of ones is not below 2.
        let counted = "let m = sum(<_, _> in x) 1 in sum(<i, _> in 0:m) { i -> x(m - 1 - i) }";
        assert_eq!(of(counted), [None]);
    }
}
