//! `unroll-loops`: loops whose number of rounds is known are written out, or counted.
//!
//! A loop runs a known number of rounds if a counter that starts at a constant is
//! compared with a constant, or if what its condition depends on can be run at
//! compile time. Inner loops come first.
//!
//! * If rounds times ops, constants not counted, are within the budget, the body is written once for each
//!   round, and the loop is gone.
//! * Else the loop takes the counted form: one counter that starts at 0, grows by 1
//!   and is less than a constant, the number of rounds. Other counters are computed
//!   from it, so that they are carried no more; nor is what only the condition used.
//!
//! Results are the same, bit for bit, and what has an effect has it as often and in
//! the same order. A loop whose condition has an effect stays.

use super::{Counter, blocks, comparison, counters, handed, trip_count};
use crate::pass::{Context, PassError};
use hloom_analysis::integers::{range, splat};
use hloom_ir::field::ResultType;
use hloom_ir::module::Module;
use hloom_ir::ops::{Add, Compare, Convert, Direction, Multiply, Op, Return, While};
use hloom_ir::rewrite::InsertPoint;
use hloom_ir::{Block, Element, OpId, Rewriter, Trait, Type, Value};

/// Runs the pass.
///
/// # Errors
/// If an option is no number or no flag.
pub fn run(cx: &mut Context<'_>) -> Result<(), PassError> {
    let budget = cx.number("budget", 64)?;
    let steps = cx.number("steps", 1 << 16)?;
    let count = cx.flag("count", true)?;
    let (mut unrolled, mut counted) = (0, 0);
    for function in cx.functions() {
        let all: Vec<OpId> = cx.module().walk(function).collect();
        let mut rw = cx.rewriter();
        // What is inside comes behind in a walk.
        for op in all.into_iter().rev() {
            let module = rw.module();
            if !module.is_live(op) || !matches!(module.op(op), Op::While(_)) {
                continue;
            }
            let Some(trips) = trip_count(module, op, steps) else { continue };
            let (_, body) = blocks(module, op).expect("the rounds are counted");
            let ops = cost(module, body);
            if trips.saturating_mul(ops) <= budget as u64 {
                unroll(&mut rw, op, trips);
                unrolled += 1;
            } else if count && !is_counted(rw.module(), op) && to_counted(&mut rw, op, trips) {
                counted += 1;
            }
        }
        rw.take_changes();
    }
    cx.count("loops unrolled", unrolled);
    cx.count("loops counted", counted);
    Ok(())
}

/// How many ops a block holds, those of regions included; constants cost nothing.
fn cost(module: &Module, block: Block) -> u64 {
    let all = module.ops(block).flat_map(|op| module.walk(op).chain([op]));
    let counts = |op: &OpId| {
        let kind = module.op(*op);
        !kind.has(Trait::Terminator) && !matches!(kind, Op::Constant(_))
    };
    all.filter(counts).count() as u64
}

/// Writes the body `trips` times.
fn unroll(rw: &mut Rewriter<'_>, op: OpId, trips: u64) {
    let (_, body) = blocks(rw.module(), op).expect("a loop has a body");
    let mut carried = rw.module().operands(op).to_vec();
    rw.set_before(op);
    for _ in 0..trips {
        carried = rw.clone_block(body, &carried);
    }
    rw.replace(op, &carried);
}

/// Whether a loop has the form that [`to_counted`] would give it.
pub(crate) fn is_counted(module: &Module, op: OpId) -> bool {
    let all = counters(module, op);
    let Some((index, Direction::Lt, _)) = comparison(module, op) else { return false };
    let [one] = all[..] else { return false };
    one.index == index && one.start == Some(0) && one.step == 1
}

/// Gives a loop the counted form; says whether it could.
fn to_counted(rw: &mut Rewriter<'_>, op: OpId, trips: u64) -> bool {
    let module = rw.module();
    let others = counters(module, op);
    // The new counter is one of them where that is the same.
    let simple = |c: &&Counter| c.start == Some(0) && c.step == 1;
    let fits = |element: Element| range(element).is_some_and(|r| r.contains(&trips.into()));
    let element = others.iter().find(simple).map(|c| c.element).filter(|&e| fits(e));
    let element = element.unwrap_or(if fits(Element::I32) { Element::I32 } else { Element::I64 });
    let ty = Type::scalar_tensor(element);
    let Some(bound) = splat(ty, trips.into()) else { return false };
    let (_, body) = blocks(module, op).expect("the rounds are counted");
    let next = handed(module, op).expect("a body ends").to_vec();
    let operands = module.operands(op).to_vec();
    let args = module.args(body).to_vec();
    let kept: Vec<usize> =
        (0..operands.len()).filter(|&i| others.iter().all(|c| c.index != i)).collect();

    rw.set_source(op);
    rw.set_before(op);
    let zero = rw.constant(splat(ty, 0).expect("the bound fits too"));
    let mut init = vec![zero];
    init.extend(kept.iter().map(|&i| operands[i]));
    let types: Vec<Type> = init.iter().map(|&v| rw.module().ty(v)).collect();

    let (cond, cond_block) = rw.region(&types);
    rw.set_point(InsertPoint::End(cond_block));
    let counter = rw.module().args(cond_block)[0];
    let bound = rw.constant(bound);
    let less = Compare { comparison_direction: Direction::Lt, compare_type: None };
    let less = rw.value(less, &[counter, bound]).expect("integers compare");
    rw.build(Return {}, &[less]).expect("any value is handed out");

    let (region, block) = rw.region(&types);
    rw.set_point(InsertPoint::End(block));
    let fresh = rw.module().args(block).to_vec();
    let mut values = args.clone();
    for (&i, &value) in kept.iter().zip(&fresh[1..]) {
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
    back.extend(kept.iter().map(|&i| ends[i]));
    rw.build(Return {}, &back).expect("any value is handed out");

    rw.set_before(op);
    let new = rw
        .build_with_regions(While {}, &init, &[cond, region])
        .expect("it carries what it carried before");
    let mut results = operands.clone();
    for (k, &i) in kept.iter().enumerate() {
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

/// A counter's value, from that of the new counter: `start + step · round`, modulo the
/// range of its type, as adding step by step would give it.
fn value_in_round(rw: &mut Rewriter<'_>, counter: &Counter, round: Value, start: Value) -> Value {
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
