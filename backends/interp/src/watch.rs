//! What may be watched while a program runs: which op it is at, the values that ops
//! make, and the first NaN or infinity among them.

use crate::error::{Eval, Fault, Trouble};
use crate::host::Effect;
use crate::run::{Run, has_tensors};
use crate::value::Value;
use hloom_ir::ops::Op;
use hloom_ir::{Element, Literal, OpId, Trait};

/// Sees each op before it runs. Ops of processes that run at the same time are seen
/// in no order.
pub trait Observer: Sync {
    /// The op runs next.
    fn begins(&self, op: OpId);
}

/// A number that a trap springs at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Bad {
    Nan,
    Infinite,
}

fn judge(x: f64) -> Option<Bad> {
    if x.is_nan() {
        Some(Bad::Nan)
    } else if x.is_infinite() {
        Some(Bad::Infinite)
    } else {
        None
    }
}

/// The bad numbers of a tensor: of either kind the first element that holds one.
#[derive(Clone, Copy, Default, Debug)]
struct Found {
    nan: Option<usize>,
    infinite: Option<usize>,
}

impl Found {
    fn note(&mut self, bad: Option<Bad>, at: usize) {
        match bad {
            Some(Bad::Nan) => self.nan = self.nan.or(Some(at)),
            Some(Bad::Infinite) => self.infinite = self.infinite.or(Some(at)),
            None => {}
        }
    }

    fn of(x: &Literal) -> Found {
        let mut found = Found::default();
        match x.element() {
            Element::F32 => numbers(&mut found, x.as_slice::<f32>(), 1, |x| judge(x.into())),
            Element::F64 => numbers(&mut found, x.as_slice::<f64>(), 1, judge),
            Element::C64 => numbers(&mut found, x.as_slice::<f32>(), 2, |x| judge(x.into())),
            Element::C128 => numbers(&mut found, x.as_slice::<f64>(), 2, judge),
            element if element.is_float() => {
                let stored = if x.is_splat() { x.count().min(1) } else { x.count() };
                (0..stored).for_each(|i| found.note(judge(x.get_f64(i)), i));
            }
            _ => {}
        }
        found
    }
}

/// Looks through numbers of which `parts` make an element.
fn numbers<T: Copy>(
    found: &mut Found,
    numbers: &[T],
    parts: usize,
    judge: impl Fn(T) -> Option<Bad>,
) {
    for (i, &x) in numbers.iter().enumerate() {
        let bad = judge(x);
        if bad.is_some() {
            found.note(bad, i / parts);
        }
    }
}

/// Springs if a result holds a NaN and no operand does; or an infinity, and no
/// operand holds either. What a program writes as a constant, reads from outside or
/// only moves is none of its making; what ops in regions and called functions make is
/// theirs.
fn trap(run: &Run<'_, '_>, op: OpId, operands: &[Value], results: &[Value]) -> Eval<()> {
    let module = run.module;
    let kind = module.op(op);
    let inner = !module.regions(op).is_empty()
        && !matches!(
            kind,
            Op::AllReduce(_)
                | Op::Map(_)
                | Op::VariadicMap(_)
                | Op::Reduce(_)
                | Op::ReduceWindow(_)
        );
    if inner || matches!(kind, Op::Call(_) | Op::Constant(_)) || operands.is_empty() {
        return Ok(());
    }
    let made = results.iter().enumerate().filter_map(|(i, value)| Some((i, value.tensor()?)));
    for (i, tensor) in made {
        let found = Found::of(tensor);
        if found.nan.is_none() && found.infinite.is_none() {
            continue;
        }
        let given = operands.iter().filter_map(Value::tensor).map(Found::of);
        let (mut nans, mut infinities) = (false, false);
        given.for_each(|f| {
            (nans, infinities) = (nans | f.nan.is_some(), infinities | f.infinite.is_some())
        });
        let (at, what) = match (found.nan, found.infinite) {
            (Some(at), _) if !nans => (at, "NaN"),
            (_, Some(at)) if !nans && !infinities => (at, "infinity"),
            _ => continue,
        };
        let index = crate::check::index(tensor.dims(), at);
        let mut message = format!("result {i} is the first {what}, at {index:?}");
        if has_tensors(kind) && kind.has(Trait::Elementwise) {
            for (n, operand) in operands.iter().filter_map(Value::tensor).enumerate() {
                let at = if operand.dims().is_empty() { 0 } else { at };
                message += if n == 0 { ", made of " } else { " and " };
                message += &crate::check::show(operand, at);
            }
        }
        return Err(Box::new(Trouble { fault: Fault::Trap, message }));
    }
    Ok(())
}

/// Looks at what an op made, as far as that was asked for.
pub(crate) fn made(
    run: &mut Run<'_, '_>,
    op: OpId,
    operands: &[Value],
    results: &[Value],
) -> Eval<()> {
    if run.options.trap_nan {
        trap(run, op, operands, results)?;
    }
    let Some(wanted) = run.options.probes else { return Ok(()) };
    let module = run.module;
    for (id, value) in module.results(op).iter().zip(results) {
        let Some(tensor) = value.tensor() else { continue };
        let own = module.name(id);
        if wanted(own) {
            let name = match own {
                Some(name) => name.to_owned(),
                None => format!("{}_{}", module.op(op).def().short_name(), id.index()),
            };
            run.emit(Effect::Probe(name, tensor.clone()))?;
        }
    }
    Ok(())
}

/// The least result that is weighed against the memory there is.
const LARGE: u64 = 1 << 24;

/// Refuses an op whose results, and what it computes them in, take more memory than
/// there is; before any of it is asked for.
pub(crate) fn fits(run: &Run<'_, '_>, op: OpId) -> Eval<()> {
    let Some(available) = run.options.available else { return Ok(()) };
    let module = run.module;
    let size = |ty: hloom_ir::Type| {
        ty.as_tensor().and_then(|t| t.byte_size()).map_or(0, |bytes| bytes as u64)
    };
    let count = |ty: hloom_ir::Type| ty.as_tensor().and_then(|t| t.count()).unwrap_or(0) as u64;
    let types = module.result_types(op);
    let mut needed = types.iter().fold(0u64, |sum, &ty| sum.saturating_add(size(ty)));
    // Products are computed in numbers of 64 bits.
    if matches!(module.op(op), Op::DotGeneral(_) | Op::Convolution(_)) {
        let operands = module.operands(op).iter().map(|&v| module.ty(v));
        let wide = operands.chain(types.iter().copied()).map(|ty| count(ty).saturating_mul(8));
        needed = wide.fold(needed, u64::saturating_add);
    }
    // What is one number many times is held once.
    let held_once = match module.op(op) {
        Op::Constant(_) => true,
        Op::BroadcastInDim(_) => count(module.ty(module.operand(op, 0))) == 1,
        _ => false,
    };
    if needed < LARGE || held_once {
        return Ok(());
    }
    let free = available();
    if needed > free {
        let message = format!("it needs {needed} bytes of memory; there are {free} left");
        return Err(Trouble::limit(message));
    }
    Ok(())
}
