//! `unroll-loops`: loops with a known trip count are unrolled, or brought to canonical form.
//!
//! The trip count is known if an induction variable that starts at a constant is compared
//! with a constant, or if the ops that the condition depends on can be evaluated at
//! compile time. Inner loops come first.
//!
//! * If the trip count times the ops of the body, without constants, is within the budget,
//!   the loop is unrolled completely.
//! * So is a loop whose body is elementwise, within a larger budget: unrolled, it becomes one
//!   kernel that keeps the carried tensors in registers. The rounds of counter-based random
//!   generators are such loops.
//! * Otherwise it takes canonical form: one induction variable that starts at 0, has step 1
//!   and is less than a constant, the trip count. The others are computed from it and no
//!   longer carried; nor are values that only the condition used.
//!
//! Results are the same, bit for bit, and effects happen equally often and in the same order. A
//! loop whose condition has effects is not changed.

use super::{
    DEFAULT_STEPS, InductionVariable, blocks, comparison, induction_variables, trip_count, yielded,
};
use crate::context::{Context, PassError};
use hloom_analysis::cost::code_size;
use hloom_analysis::dataflow::is_elementwise;
use hloom_analysis::integers::{range, splat};
use hloom_ir::field::ResultType;
use hloom_ir::module::Module;
use hloom_ir::ops::{Add, Compare, Convert, Direction, Multiply, Op, Return, While};
use hloom_ir::rewrite::InsertPoint;
use hloom_ir::{Block, Element, OpId, Rewriter, Trait, Type, Value};

crate::options! {
    /// Options of `unroll-loops`.
    pub struct Options {
        /// The maximum size of an unrolled loop: trip count times ops of its body.
        budget: usize = 64, "budget";
        /// The same for loops on tensors whose bodies are elementwise; an elementary function
        /// counts as 64 ops.
        elementwise_budget: usize = 512, "elementwise-budget";
        /// The maximum number of ops evaluated to find a trip count.
        steps: usize = DEFAULT_STEPS, "steps";
        /// Rewrite the other loops in canonical form, with one induction variable.
        count: bool = true, "count";
    }
}

/// Runs the pass.
///
/// # Errors
/// If an option has an invalid value.
pub fn run(cx: &mut Context<'_>) -> Result<(), PassError> {
    let Options { budget, elementwise_budget, steps, count } = cx.options()?;
    let (mut unrolled, mut counted) = (0, 0);
    for function in cx.functions() {
        let all: Vec<OpId> = cx.module().walk(function).collect();
        let mut rw = cx.rewriter();
        // A walk visits outer ops first.
        for op in all.into_iter().rev() {
            let module = rw.module();
            if !module.is_live(op) || !matches!(module.op(op), Op::While(_)) {
                continue;
            }
            let Some(trips) = trip_count(module, op, steps) else { continue };
            let (_, body) = blocks(module, op).expect("the loop has a trip count");
            let whole = trips.saturating_mul(cost(module, body));
            let elementwise = || {
                let ops = elementwise_cost(module, body).filter(|_| !is_concatenated(module, op));
                ops.map(|ops| trips.saturating_mul(ops))
            };
            if whole <= budget as u64
                || elementwise().is_some_and(|ops| ops <= elementwise_budget as u64)
            {
                unroll(&mut rw, op, trips);
                unrolled += 1;
            } else if count && !is_canonical(rw.module(), op) && to_canonical(&mut rw, op, trips) {
                counted += 1;
            }
        }
        rw.take_changes();
    }
    cx.count("loops unrolled", unrolled);
    cx.count("loops counted", counted);
    Ok(())
}

/// Number of ops in a block, nested regions included; constants are free.
fn cost(module: &Module, block: Block) -> u64 {
    let all = module.ops(block).flat_map(|op| module.walk(op).chain([op]));
    let counts = |op: &OpId| {
        let kind = module.op(*op);
        !kind.has(Trait::Terminator) && !matches!(kind, Op::Constant(_))
    };
    all.filter(counts).count() as u64
}

/// Whether a result of a loop is a part of a concatenation. Fused with it, the whole loop would be
/// computed for each element of each part.
fn is_concatenated(module: &Module, op: OpId) -> bool {
    let results = module.results(op);
    let mut users = results.iter().flat_map(|v| module.uses(v));
    users.any(|(user, _)| matches!(module.op(user), Op::Concatenate(_)))
}

/// The cost of a block of elementwise ops, at least one of which makes more than one element, and
/// of ops that say where elements are; `None` for other blocks.
fn elementwise_cost(module: &Module, block: Block) -> Option<u64> {
    let (mut cost, mut tensors) = (0, false);
    for op in module.ops(block) {
        cost += match module.op(op) {
            Op::Constant(_) => 0,
            kind if kind.has(Trait::Terminator) => 0,
            Op::BroadcastInDim(_) | Op::Iota(_) | Op::Reshape(_) | Op::Slice(_) => 1,
            kind if is_elementwise(module, op) && module.regions(op).is_empty() => {
                let t = module.ty(module.result(op, 0)).as_tensor();
                tensors |= t.and_then(|t| t.count()).is_some_and(|n| n > 1);
                code_size(kind) as u64
            }
            // Any other op: its loop is not unrolled.
            _ => return None,
        };
    }
    tensors.then_some(cost)
}

/// Copies the body `trips` times.
fn unroll(rw: &mut Rewriter<'_>, op: OpId, trips: u64) {
    let (_, body) = blocks(rw.module(), op).expect("a loop has a body");
    let mut carried = rw.module().operands(op).to_vec();
    rw.set_before(op);
    for _ in 0..trips {
        carried = rw.clone_block(body, &carried);
    }
    rw.replace(op, &carried);
}

/// Whether a loop has the form that [`to_canonical`] would give it.
pub(crate) fn is_canonical(module: &Module, op: OpId) -> bool {
    let all = induction_variables(module, op);
    let Some((index, Direction::Lt, _)) = comparison(module, op) else { return false };
    let [one] = all[..] else { return false };
    one.index == index && one.start == Some(0) && one.step == 1
}

/// Brings a loop to canonical form; returns whether it could.
fn to_canonical(rw: &mut Rewriter<'_>, op: OpId, trips: u64) -> bool {
    let module = rw.module();
    let others = induction_variables(module, op);
    // An existing induction variable is reused if it equals the new one.
    let simple = |c: &&InductionVariable| c.start == Some(0) && c.step == 1;
    let fits = |element: Element| range(element).is_some_and(|r| r.contains(&trips.into()));
    let element = others.iter().find(simple).map(|c| c.element).filter(|&e| fits(e));
    let element = element.unwrap_or(if fits(Element::I32) { Element::I32 } else { Element::I64 });
    let ty = Type::scalar_tensor(element);
    let Some(bound) = splat(ty, trips.into()) else { return false };
    let (_, body) = blocks(module, op).expect("the loop has a trip count");
    let next = yielded(module, op).expect("a body ends").to_vec();
    let operands = module.operands(op).to_vec();
    let args = module.args(body).to_vec();
    let carried_indices: Vec<usize> =
        (0..operands.len()).filter(|&i| others.iter().all(|c| c.index != i)).collect();

    rw.set_source(op);
    rw.set_before(op);
    let zero = rw.constant(splat(ty, 0).expect("the bound fits too"));
    let mut init = vec![zero];
    init.extend(carried_indices.iter().map(|&i| operands[i]));
    let types: Vec<Type> = init.iter().map(|&v| rw.module().ty(v)).collect();

    let (cond, cond_block) = rw.region(&types);
    rw.set_point(InsertPoint::End(cond_block));
    let counter = rw.module().args(cond_block)[0];
    let bound = rw.constant(bound);
    let less = Compare { comparison_direction: Direction::Lt, compare_type: None };
    let less = rw.value(less, &[counter, bound]).expect("integers compare");
    rw.build(Return {}, &[less]).expect("a return takes any value");

    let (region, block) = rw.region(&types);
    rw.set_point(InsertPoint::End(block));
    let fresh = rw.module().args(block).to_vec();
    let mut values = args.clone();
    for (&i, &value) in carried_indices.iter().zip(&fresh[1..]) {
        values[i] = value;
    }
    for other in &others {
        values[other.index] = value_in_round(rw, other, fresh[0], operands[other.index]);
    }
    for (&new, &old) in values.iter().zip(&args) {
        if let Some(name) = rw.module().name(old).map(str::to_owned) {
            rw.set_name(new, &name);
        }
    }
    let ends = rw.clone_block(body, &values);
    debug_assert_eq!(ends.len(), next.len());
    let one = rw.constant(splat(ty, 1).expect("the bound fits too"));
    let mut back = vec![rw.value(Add {}, &[fresh[0], one]).expect("integers add")];
    back.extend(carried_indices.iter().map(|&i| ends[i]));
    rw.build(Return {}, &back).expect("a return takes any value");

    rw.set_before(op);
    let new = rw
        .build_with_regions(While {}, &init, &[cond, region])
        .expect("it carries what it carried before");
    let mut results = operands.clone();
    for (k, &i) in carried_indices.iter().enumerate() {
        results[i] = rw.module().result(new, 1 + k);
    }
    let last = trips.into();
    for other in &others {
        let start = operands[other.index];
        let ty = rw.module().ty(start);
        results[other.index] = match other.start {
            Some(number) => {
                let end = splat(ty, number.wrapping_add(other.step.wrapping_mul(last)));
                rw.constant(end.expect("a counter is an integer"))
            }
            None => {
                let way = splat(ty, other.step.wrapping_mul(last));
                let way = rw.constant(way.expect("a counter is an integer"));
                rw.value(Add {}, &[start, way]).expect("integers add")
            }
        };
    }
    rw.replace(op, &results);
    true
}

/// The value of an induction variable in terms of the new one: `start + step · round`, modulo the
/// range of its type, which is what repeated addition gives.
fn value_in_round(
    rw: &mut Rewriter<'_>,
    counter: &InductionVariable,
    round: Value,
    start: Value,
) -> Value {
    let ty = rw.module().ty(start);
    let number = |n: i128| splat(ty, n).expect("a counter is an integer");
    let mut value = round;
    if rw.module().ty(round) != ty {
        value = rw.value(Convert { ty: ResultType(ty) }, &[round]).expect("integers convert");
    }
    if counter.step != 1 {
        let step = rw.constant(number(counter.step));
        value = rw.value(Multiply {}, &[value, step]).expect("integers multiply");
    }
    match counter.start {
        Some(0) => value,
        Some(start) => {
            let start = rw.constant(number(start));
            rw.value(Add {}, &[start, value]).expect("integers add")
        }
        None => rw.value(Add {}, &[start, value]).expect("integers add"),
    }
}
