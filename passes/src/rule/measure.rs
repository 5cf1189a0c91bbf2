//! The measure that every rule lowers, so that rewriting terminates.
//!
//! Each op has a weight: a linear function of its operands' weights with coefficients of at least
//! 1, so that an op weighs more than each of its operands. A constant weighs 1, any other value at
//! least 2. The measure of a module is the multiset of its ops' weights. A multiset is less than
//! another if it results from replacing weights by any number of smaller ones; this order is
//! well-founded (Dershowitz and Manna, "Proving Termination with Multiset Orderings", 1979).
//!
//! A rule lowers the measure if its result weighs less than its root and all new ops weigh less
//! than the root, even if the inner ops have other users: those ops do not change, and the users of
//! the result become lighter. Folding replaces an op by a constant, and erasing removes one: both
//! lower the measure too.
//!
//! [`falls`] checks this for one application. It compares linear forms over the values that both
//! sides share, so the check holds for all weights of these values, not only for sampled ones.

use hloom_ir::module::Module;
use hloom_ir::ops::Op;
use hloom_ir::{OpId, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// The depth from the root to which ops are expanded; deeper values are leaves.
const DEPTH: usize = 4;

/// An application is not checked if the root's regions have more ops than this.
const LARGEST: usize = 256;

/// The minimum weight of a value that is not a constant.
const LEAST: f64 = 2.0;

/// The weight of an op: a constant term, and a coefficient for each operand; the last coefficient
/// holds for all further operands.
fn weight(op: &Op) -> (f64, &'static [f64]) {
    match op.name() {
        "stablehlo.constant" => (1.0, &[1.0]),
        "stablehlo.reshape" => (3.0, &[1.0]),
        "stablehlo.transpose" | "stablehlo.concatenate" => (5.0, &[1.0]),
        "stablehlo.broadcast_in_dim" | "stablehlo.pad" => (6.0, &[1.0]),
        // A constant is lighter as the right-hand operand.
        "stablehlo.compare" => (4.0, &[1.0, 2.0]),
        // Coefficient 2 makes the op lighter before a broadcast than after it.
        "stablehlo.abs" | "stablehlo.negate" | "stablehlo.floor" => (4.0, &[2.0]),
        "stablehlo.not" => (6.0, &[2.0]),
        // Exclusive or can be rewritten to `and` with `not`.
        "stablehlo.xor" => (8.0, &[1.0]),
        // A negation has coefficient 2, so the second operand of a difference and the operands of a
        // product have it too.
        "stablehlo.subtract" => (4.0, &[1.0, 2.0]),
        "stablehlo.multiply" => (6.0, &[2.0]),
        "stablehlo.divide" => (8.0, &[2.0]),
        "stablehlo.power" => (8.0, &[4.0, 1.0]),
        // A select of constants can be rewritten to a `not` of its predicate.
        "stablehlo.select" => (8.0, &[2.0, 1.0]),
        "stablehlo.if" | "stablehlo.case" => (12.0, &[2.0, 1.0]),
        _ => (4.0, &[1.0]),
    }
}

/// A linear form: a constant plus leaves times coefficients.
#[derive(Clone, PartialEq, Debug, Default)]
struct LinearForm {
    number: f64,
    leaves: FxHashMap<Value, f64>,
}

impl LinearForm {
    fn number(number: f64) -> LinearForm {
        LinearForm { number, leaves: FxHashMap::default() }
    }

    fn add(&mut self, other: &LinearForm, times: f64) {
        self.number += times * other.number;
        for (&leaf, &n) in &other.leaves {
            *self.leaves.entry(leaf).or_default() += times * n;
        }
    }

    /// Whether all sums are exact in `f64`.
    fn is_exact(&self) -> bool {
        let exact = |n: f64| n < 2f64.powi(52);
        exact(self.number) && self.leaves.values().all(|&n| exact(n))
    }

    /// Whether this form is less than `other` for all weights of leaves.
    fn less(&self, other: &LinearForm) -> bool {
        let mut least = other.number - self.number;
        for (leaf, &n) in &other.leaves {
            let rest = n - self.leaves.get(leaf).copied().unwrap_or(0.0);
            if rest < 0.0 {
                return false;
            }
            least += LEAST * rest;
        }
        self.leaves.keys().all(|leaf| other.leaves.contains_key(leaf)) && least > 0.0
    }
}

/// The weights of the ops that an application of a rule removes and creates.
struct Measured<'m> {
    module: &'m Module,
    /// Ops that are expanded; results of others are leaves.
    open: FxHashSet<OpId>,
    known: FxHashMap<Value, LinearForm>,
}

impl<'m> Measured<'m> {
    /// The weights around `root`, which is about to be replaced, and those of the new ops in front
    /// of it.
    fn new(module: &'m Module, root: OpId, made: &[OpId]) -> Measured<'m> {
        let mut open: FxHashSet<OpId> = module.walk(root).collect();
        open.insert(root);
        for &op in made {
            open.extend(module.walk(op));
            open.insert(op);
        }
        let mut level = vec![root];
        for _ in 0..DEPTH {
            let up: Vec<OpId> = level
                .iter()
                .flat_map(|&op| module.operands(op).iter().filter_map(|&v| module.def_op(v)))
                .collect();
            open.extend(&up);
            level = up;
        }
        Measured { module, open, known: FxHashMap::default() }
    }

    fn value(&mut self, value: Value) -> LinearForm {
        if let Some(form) = self.known.get(&value) {
            return form.clone();
        }
        let form = match self.module.def_op(value) {
            Some(op) if self.module.constant(value).is_some() || self.open.contains(&op) => {
                self.op(op)
            }
            Some(_) => leaf(value),
            // Region arguments have the minimum weight of a value that is not a constant.
            None => match self.module.def_block(value).and_then(|b| self.module.block_owner(b)) {
                Some(op) if self.open.contains(&op) => LinearForm::number(LEAST),
                _ => leaf(value),
            },
        };
        self.known.insert(value, form.clone());
        form
    }

    fn op(&mut self, op: OpId) -> LinearForm {
        let module = self.module;
        let (number, coefficients) = weight(module.op(op));
        let mut form = LinearForm::number(number);
        for (i, &operand) in module.operands(op).iter().enumerate() {
            let times = coefficients.get(i).or(coefficients.last()).copied().unwrap_or(1.0);
            form.add(&self.value(operand), times);
        }
        if let Op::Map(_) = module.op(op) {
            // A map weighs as much as its inlined computation would.
            form.add(&self.computation(op), 1.0);
            return form;
        }
        // The weights of yielded values count for the op's results.
        for &region in module.regions(op) {
            let ends = module.blocks(region).iter().filter_map(|&b| module.terminator(b));
            for end in ends.collect::<Vec<_>>() {
                for &yielded in module.operands(end) {
                    form.add(&self.value(yielded), 1.0);
                }
            }
        }
        form
    }

    /// The sum of the weights of a map's computation when applied to the map's operands.
    fn computation(&mut self, map: OpId) -> LinearForm {
        let Some(block) = self.module.entry(map, 0) else { return LinearForm::default() };
        let args = self.module.args(block).iter().copied();
        let operands: Vec<LinearForm> =
            self.module.operands(map).iter().map(|&v| self.value(v)).collect();
        let mut inner = Measured {
            module: self.module,
            open: self.open.clone(),
            known: args.zip(operands).collect(),
        };
        let mut sum = LinearForm::default();
        for op in self.module.ops(block) {
            let form = inner.op(op);
            sum.add(&form, 1.0);
        }
        sum
    }
}

fn leaf(value: Value) -> LinearForm {
    LinearForm { number: 0.0, leaves: [(value, 1.0)].into_iter().collect() }
}

/// Whether replacing the results of `root` by `values` lowers the measure; `made` are the new ops
/// in front of `root`.
pub(super) fn falls(module: &Module, root: OpId, made: &[OpId], values: &[Value]) -> bool {
    let within = |op: OpId| module.walk(op).collect::<Vec<_>>();
    let mut gone = within(root);
    let mut new: Vec<OpId> =
        made.iter().flat_map(|&op| within(op).into_iter().chain([op])).collect();
    new.sort_unstable();
    new.dedup();
    gone.push(root);
    gone.sort_unstable();
    gone.dedup();
    if gone.len() > LARGEST || new.len() > LARGEST {
        return true;
    }
    let mut weights = Measured::new(module, root, made);
    let mut gone: Vec<LinearForm> = gone.into_iter().map(|op| weights.op(op)).collect();
    let mut new: Vec<LinearForm> = new.into_iter().map(|op| weights.op(op)).collect();
    if !gone.iter().chain(&new).all(LinearForm::is_exact) {
        return true;
    }
    // Weights that occur on both sides cancel.
    new.retain(|form| match gone.iter().position(|g| g == form) {
        Some(at) => {
            gone.swap_remove(at);
            false
        }
        None => true,
    });
    let all = weights.op(root);
    !gone.is_empty()
        && new.iter().all(|form| gone.iter().any(|g| form.less(g)))
        && values.iter().all(|&v| {
            let form = weights.value(v);
            form == all || form.less(&all)
        })
}
