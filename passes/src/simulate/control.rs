//! Conditions of loops and branches that follow from the rank's number, constants and counters.
//!
//! The *control slice* of a function is the set of small values that its conditions depend on. Those
//! that depend on the rank's number and constants alone are evaluated first, for each rank: ranks for
//! which all of them are equal take the same way through the program.

use hloom_interp::eval;
use hloom_ir::module::Module;
use hloom_ir::ops::Op;
use hloom_ir::{Block, Def, Element, Literal, OpId, Type, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// Values of more bytes than this are not evaluated; constants are.
const SMALL: usize = 4096;

/// Known values.
pub type Known = FxHashMap<Value, Literal>;

/// The values that conditions depend on.
#[derive(Clone, Debug, Default)]
pub struct Control {
    values: FxHashSet<Value>,
    /// Ops that depend on the rank's number and constants alone, in program order.
    by_rank: Vec<OpId>,
    /// The values of these that other ops of the slice use.
    border: Vec<Value>,
}

impl Control {
    /// The control slice of a function.
    pub fn of(module: &Module, function: OpId) -> Control {
        let mut stack: Vec<Value> = Vec::new();
        for op in module.walk(function) {
            stack.extend(condition(module, op));
        }
        let conditions: FxHashSet<Value> = stack.iter().copied().collect();
        let mut values = FxHashSet::default();
        while let Some(value) = stack.pop() {
            let bytes = module.ty(value).as_tensor().and_then(|t| t.byte_size());
            if module.constant(value).is_some()
                || bytes.is_none_or(|bytes| bytes > SMALL)
                || !values.insert(value)
            {
                continue;
            }
            stack.extend(needs(module, value));
        }
        let mut pure: FxHashSet<Value> = FxHashSet::default();
        let mut by_rank = Vec::new();
        for op in module.walk(function) {
            let Some(result) = module.results(op).get(0).filter(|v| values.contains(v)) else {
                continue;
            };
            let known = |v: &Value| pure.contains(v) || module.constant(*v).is_some();
            let number = matches!(module.op(op), Op::PartitionId(_) | Op::ReplicaId(_));
            let alone = !module.operands(op).is_empty()
                && module.operands(op).iter().all(known)
                && module.regions(op).is_empty();
            if number || alone {
                pure.insert(result);
                by_rank.push(op);
            }
        }
        let other = |(user, _): (OpId, usize)| {
            !module.results(user).get(0).is_some_and(|v| pure.contains(&v))
        };
        let in_slice = |v: &Value| module.uses(*v).any(other) || conditions.contains(v);
        let results = by_rank.iter().map(|&op| module.result(op, 0));
        let border = results.filter(in_slice).collect();
        let numbered = by_rank.iter().any(|&op| module.operands(op).is_empty());
        if !numbered {
            // All ranks take the same way.
            return Control { values, ..Control::default() };
        }
        Control { values, by_rank, border }
    }

    /// The values of a rank that depend on its number alone.
    pub fn of_rank(&self, module: &Module, (replica, partition): (i64, i64)) -> Known {
        let mut known = Known::default();
        for &op in &self.by_rank {
            let number = match module.op(op) {
                Op::PartitionId(_) => Some(partition),
                Op::ReplicaId(_) => Some(replica),
                // Any other op: evaluated from these.
                _ => None,
            };
            if let Some(number) = number {
                let ty = Type::scalar_tensor(Element::U32);
                let literal = Literal::from_f64s(ty, &[number as f64]);
                known.extend(literal.ok().map(|it| (module.result(op, 0), it)));
                continue;
            }
            self.evaluate(module, op, &mut known);
        }
        known
    }

    /// The way of a rank: equal for ranks that take the same one.
    pub fn key(&self, known: &Known) -> Vec<u8> {
        let each = self.border.iter().flat_map(|v| {
            let bytes = known.get(v).map_or(&[][..], Literal::bytes);
            std::iter::once(bytes.len() as u8).chain(bytes.iter().copied())
        });
        each.collect()
    }

    /// Whether ranks may take different ways.
    pub fn differs(&self) -> bool {
        !self.border.is_empty()
    }

    /// Evaluates an op if conditions depend on it and its operands are known.
    pub fn evaluate(&self, module: &Module, op: OpId, known: &mut Known) {
        if let Op::Fusion(_) = module.op(op) {
            if module.results(op).iter().any(|v| self.values.contains(&v)) {
                self.fusion(module, op, known);
            }
            return;
        }
        let results = module.results(op);
        if results.len() != 1 || !self.values.contains(&results.get(0).expect("one")) {
            return;
        }
        let result = module.result(op, 0);
        if known.contains_key(&result) && self.by_rank.contains(&op) {
            return;
        }
        let operands: Option<Vec<&Literal>> = module
            .operands(op)
            .iter()
            .map(|v| known.get(v).or_else(|| module.constant(*v)))
            .collect();
        let found = operands.and_then(|operands| {
            eval(module.op(op), &operands, module.ty(result), 2 * SMALL as u64).ok()
        });
        match found {
            Some(literal) => _ = known.insert(result, literal),
            // A value of an earlier iteration does not hold any more.
            None => _ = known.remove(&result),
        }
    }

    /// Evaluates the body of a kernel.
    fn fusion(&self, module: &Module, op: OpId, known: &mut Known) {
        let Some(body) = module.entry(op, 0) else { return };
        let operands = module.operands(op);
        for (&arg, operand) in module.args(body).iter().zip(operands) {
            bind(module, arg, *operand, known);
        }
        for inner in module.ops(body).collect::<Vec<_>>() {
            self.evaluate(module, inner, known);
        }
        let yielded = module.terminator(body).map_or(&[][..], |end| module.operands(end));
        for (result, &value) in module.results(op).iter().zip(yielded) {
            bind(module, result, value, known);
        }
    }
}

/// Gives a value the literal of another one, or none.
pub fn bind(module: &Module, to: Value, from: Value, known: &mut Known) {
    let small = |it: &&Literal| it.bytes().len() <= SMALL;
    match known.get(&from).or_else(|| module.constant(from)).filter(small).cloned() {
        Some(literal) => _ = known.insert(to, literal),
        None => _ = known.remove(&to),
    }
}

/// The condition of a loop or a branch.
fn condition(module: &Module, op: OpId) -> Option<Value> {
    match module.op(op) {
        Op::While(_) => {
            let end = module.terminator(module.entry(op, 0)?)?;
            module.operands(end).first().copied()
        }
        Op::If(_) | Op::Case(_) => module.operands(op).first().copied(),
        // Any other op: it has no condition.
        _ => None,
    }
}

fn yielded(module: &Module, op: OpId, region: usize, at: usize) -> Option<Value> {
    let end = module.terminator(module.entry(op, region)?)?;
    module.operands(end).get(at).copied()
}

/// The values that a value is computed from.
fn needs(module: &Module, value: Value) -> Vec<Value> {
    match module.def(value) {
        Def::Result(op, at) => {
            let at = at as usize;
            let count = module.regions(op).len();
            match module.op(op) {
                Op::While(_) => {
                    let first = module.operands(op).get(at).copied();
                    first.into_iter().chain(yielded(module, op, 1, at)).collect()
                }
                Op::If(_) | Op::Case(_) => {
                    let arms = (0..count).filter_map(|arm| yielded(module, op, arm, at));
                    arms.chain(condition(module, op)).collect()
                }
                Op::Fusion(_) => yielded(module, op, 0, at).into_iter().collect(),
                // Any other op: its operands.
                _ => module.operands(op).to_vec(),
            }
        }
        Def::Arg(block, at) => argument(module, block, at as usize),
    }
}

fn argument(module: &Module, block: Block, at: usize) -> Vec<Value> {
    let Some(owner) = module.block_owner(block) else { return Vec::new() };
    let operand = module.operands(owner).get(at).copied();
    match module.op(owner) {
        Op::While(_) => operand.into_iter().chain(yielded(module, owner, 1, at)).collect(),
        Op::Fusion(_) => operand.into_iter().collect(),
        // Any other op: nothing is known of its arguments.
        _ => Vec::new(),
    }
}
