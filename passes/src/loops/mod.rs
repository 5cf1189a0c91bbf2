//! Analysis of `stablehlo.while`: its trip count and its induction variables, as far as
//! they are known at compile time.
//!
//! Users: [`unroll`], which unrolls loops of small trip counts and brings others to
//! canonical form, and `vectorize-loops`.

pub mod unroll;

use hloom_analysis::integers::{range, scalar};
use hloom_interp::eval;
use hloom_ir::module::Module;
use hloom_ir::op::is_pure;
use hloom_ir::ops::{CompareType, Direction, Op};
use hloom_ir::{Block, Def, Element, Literal, OpId, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// Conditions are traced through tensors of at most this size in bytes.
const SMALL: usize = 256;

/// The default of the option `steps`: ops evaluated to find a trip count.
pub(crate) const DEFAULT_STEPS: usize = 1 << 16;

/// A loop-carried integer that grows by a constant in each iteration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct InductionVariable {
    /// Its index among the carried values.
    pub index: usize,
    /// Its element type: an integer of whole bytes.
    pub element: Element,
    /// Its initial value, if it is a known constant.
    pub start: Option<i128>,
    /// Its increment per iteration.
    pub step: i128,
}

impl InductionVariable {
    /// The value after `iterations` iterations, if the start is known and the variable does not wrap
    /// around before.
    pub(crate) fn after(&self, iterations: u64) -> Option<i128> {
        let end = self.start?.checked_add(self.step.checked_mul(i128::from(iterations))?)?;
        range(self.element)?.contains(&end).then_some(end)
    }
}

/// The step that adding a number of this type means, as the value nearest to 0 modulo its range:
/// adding the largest unsigned number is a step of -1.
pub(crate) fn step_of(element: Element, step: i128) -> i128 {
    let all = 1 << element.bit_width();
    let step = step.rem_euclid(all);
    if 2 * step >= all { step - all } else { step }
}

/// The blocks of a loop's condition and body.
pub(crate) fn blocks(module: &Module, op: OpId) -> Option<(Block, Block)> {
    Some((module.entry(op, 0)?, module.entry(op, 1)?))
}

/// The values that the body yields to the next iteration.
pub(crate) fn yielded(module: &Module, op: OpId) -> Option<&[Value]> {
    Some(module.operands(module.terminator(module.entry(op, 1)?)?))
}

/// The induction variables that a loop carries.
pub(crate) fn induction_variables(module: &Module, op: OpId) -> Vec<InductionVariable> {
    let find = |index: usize| {
        let (_, body) = blocks(module, op)?;
        let arg = module.args(body)[index];
        let element = module.ty(arg).as_tensor().filter(|t| t.rank() == 0)?.element;
        range(element)?;
        let next = module.def_op(yielded(module, op)?[index])?;
        let operands = module.operands(next);
        let step = match (module.op(next), operands) {
            (Op::Add(_), &[x, y]) if x == arg => scalar(module, y)?,
            (Op::Add(_), &[x, y]) if y == arg => scalar(module, x)?,
            (Op::Subtract(_), &[x, y]) if x == arg => -scalar(module, y)?,
            // Any other op: not the step of an induction variable.
            _ => return None,
        };
        let step = step_of(element, step);
        let start = scalar(module, module.operand(op, index));
        Some(InductionVariable { index, element, start, step })
    };
    (0..module.operands(op).len()).filter_map(find).collect()
}

/// The trip count of a loop, if it follows from constants: by arithmetic if an induction variable
/// is compared with a constant, else by evaluating the ops that the condition depends on, up to
/// `steps` ops.
pub(crate) fn trip_count(module: &Module, op: OpId, steps: usize) -> Option<u64> {
    let (cond, _) = blocks(module, op)?;
    if !module.ops(cond).all(|o| is_pure(module, o) || module.terminator(cond) == Some(o)) {
        return None;
    }
    by_arithmetic(module, op).or_else(|| by_running(module, op, steps))
}

/// The condition's comparison of an induction variable with a constant: its index, the direction
/// with the variable as the left operand, and the constant.
pub(crate) fn comparison(module: &Module, op: OpId) -> Option<(usize, Direction, i128)> {
    let (cond, _) = blocks(module, op)?;
    let args = module.args(cond);
    let test = module.def_op(module.operand(module.terminator(cond)?, 0))?;
    let Op::Compare(compare) = module.op(test) else { return None };
    let &[x, y] = module.operands(test) else { return None };
    if matches!(compare.compare_type, Some(CompareType::Float | CompareType::TotalOrder)) {
        return None;
    }
    let place = |v: Value| args.iter().position(|&arg| arg == v);
    let direction = compare.comparison_direction;
    if let Some(i) = place(x) {
        return Some((i, direction, scalar(module, y)?));
    }
    let mirrored = match direction {
        Direction::Lt => Direction::Gt,
        Direction::Le => Direction::Ge,
        Direction::Gt => Direction::Lt,
        Direction::Ge => Direction::Le,
        Direction::Eq | Direction::Ne => direction,
    };
    Some((place(y)?, mirrored, scalar(module, x)?))
}

fn by_arithmetic(module: &Module, op: OpId) -> Option<u64> {
    let (index, direction, bound) = comparison(module, op)?;
    let counter = induction_variables(module, op).into_iter().find(|c| c.index == index)?;
    let (start, step) = (counter.start?, counter.step);
    // The number of iterations until the variable reaches the bound.
    let iterations = |distance: i128, step: i128| {
        if distance <= 0 { Some(0) } else { (step > 0).then(|| (distance + step - 1) / step) }
    };
    let count = match direction {
        Direction::Lt => iterations(bound - start, step)?,
        Direction::Le => iterations(bound + 1 - start, step)?,
        Direction::Gt => iterations(start - bound, -step)?,
        Direction::Ge => iterations(start - (bound - 1), -step)?,
        Direction::Ne if start == bound => 0,
        Direction::Ne if step != 0 && (bound - start) % step == 0 && (bound - start) / step > 0 => {
            (bound - start) / step
        }
        Direction::Eq if start != bound => 0,
        Direction::Eq if step != 0 => 1,
        Direction::Ne | Direction::Eq => return None,
    };
    let count = u64::try_from(count).ok()?;
    // It must not wrap around before.
    counter.after(count).map(|_| count)
}

/// A program slice: the ops of a block that values depend on, in order, and the block arguments
/// among their operands.
struct Slice {
    ops: Vec<OpId>,
    args: Vec<usize>,
}

/// The slice of `roots` in a block; `None` if it contains large tensors or ops with regions.
fn slice(module: &Module, block: Block, roots: Vec<Value>) -> Option<Slice> {
    let mut seen = FxHashSet::default();
    let (mut args, mut stack) = (Vec::new(), roots);
    while let Some(value) = stack.pop() {
        if module.constant(value).is_some() {
            continue;
        }
        match module.def(value) {
            Def::Arg(b, i) if b == block => {
                if !args.contains(&(i as usize)) {
                    args.push(i as usize);
                }
            }
            Def::Result(op, _) if module.parent(op) == Some(block) => {
                let small = module.ty(value).as_tensor().and_then(|t| t.byte_size());
                if small.is_none_or(|bytes| bytes > SMALL)
                    || !is_pure(module, op)
                    || !module.regions(op).is_empty()
                {
                    return None;
                }
                if seen.insert(op) {
                    stack.extend(module.operands(op));
                }
            }
            Def::Arg(..) | Def::Result(..) => return None,
        }
    }
    Some(Slice { ops: module.ops(block).filter(|op| seen.contains(op)).collect(), args })
}

type Values = FxHashMap<Value, Literal>;

/// Evaluates the ops of a slice.
fn evaluate(module: &Module, slice: &Slice, values: &mut Values) -> Option<()> {
    for &op in &slice.ops {
        let operands: Vec<&Literal> = module
            .operands(op)
            .iter()
            .map(|v| values.get(v).or_else(|| module.constant(*v)))
            .collect::<Option<_>>()?;
        let result = module.result(op, 0);
        let value = eval(module.op(op), &operands, module.ty(result), 2 * SMALL as u64).ok()?;
        values.insert(result, value);
    }
    Some(())
}

/// Counts the iterations by evaluating the condition's slice.
fn by_running(module: &Module, op: OpId, steps: usize) -> Option<u64> {
    let (cond, body) = blocks(module, op)?;
    let test = module.operand(module.terminator(cond)?, 0);
    let tested = slice(module, cond, vec![test])?;
    // The carried values that the condition depends on, also through the body.
    let yielded = yielded(module, op)?;
    let mut needed = tested.args.clone();
    let next = loop {
        let next = slice(module, body, needed.iter().map(|&i| yielded[i]).collect())?;
        let before = needed.len();
        for &i in &next.args {
            if !needed.contains(&i) {
                needed.push(i);
            }
        }
        if needed.len() == before {
            break next;
        }
    };
    let mut carried: Vec<Literal> = needed
        .iter()
        .map(|&i| module.constant(module.operand(op, i)).cloned())
        .collect::<Option<_>>()?;
    let cost = tested.ops.len() + next.ops.len() + 1;
    let enter = |block: Block, carried: &[Literal]| -> Values {
        let args = module.args(block);
        needed.iter().zip(carried).map(|(&i, value)| (args[i], value.clone())).collect()
    };
    let find = |values: &Values, v: Value| values.get(&v).or_else(|| module.constant(v)).cloned();
    for round in 0..(steps / cost) as u64 {
        let mut values = enter(cond, &carried);
        evaluate(module, &tested, &mut values)?;
        if find(&values, test)?.get_int(0)? == 0 {
            return Some(round);
        }
        let mut values = enter(body, &carried);
        evaluate(module, &next, &mut values)?;
        carried = needed.iter().map(|&i| find(&values, yielded[i])).collect::<Option<_>>()?;
    }
    None
}
