//! Checks around each op: probes of results, the first NaN or infinity, and free memory.

use crate::check;
use crate::error::{ErrorKind, EvalError, EvalResult};
use crate::eval::has_tensors;
use crate::host::Effect;
use crate::run::Run;
use crate::value::Value;
use hloom_ir::ops::Op;
use hloom_ir::{DYNAMIC, Element, Literal, OpId, Trait, Type};

/// A reported number that is not finite.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum NonFinite {
    Nan,
    Infinite,
}

fn classify(x: f64) -> Option<NonFinite> {
    if x.is_nan() {
        Some(NonFinite::Nan)
    } else if x.is_infinite() {
        Some(NonFinite::Infinite)
    } else {
        None
    }
}

/// Checks that results have the extents that their types state: those of an op on unknown extents may be
/// others.
///
/// # Errors
/// If one has others.
pub(crate) fn check_extents(run: &Run<'_, '_>, op: OpId, outs: &[Value]) -> EvalResult<()> {
    let module = run.module;
    for (value, result) in outs.iter().zip(module.results(op)) {
        let ty = module.ty(result);
        if let Some(found) = contradicting(value, ty) {
            let what = format!("a result is {found}, which contradicts its type {ty}");
            return Err(EvalError::invalid(what));
        }
    }
    Ok(())
}

/// The type of a tensor in a value that has other extents than a type states.
fn contradicting(value: &Value, ty: Type) -> Option<Type> {
    match value {
        Value::Tensor(literal) => {
            let stated = &ty.as_tensor()?.dims;
            let fits = |(&stated, &own): (&i64, &i64)| stated == DYNAMIC || stated == own;
            let same = literal.dims().len() == stated.len();
            (!same || !stated.iter().zip(literal.dims()).all(fits)).then(|| literal.ty())
        }
        Value::Tuple(members) => {
            let types = ty.members()?;
            members.iter().zip(types.iter()).find_map(|(member, ty)| contradicting(member, *ty))
        }
        _ => None,
    }
}

/// The first element of a tensor with a NaN, and the first with an infinity.
#[derive(Clone, Copy, Default, Debug)]
struct FirstNonFinite {
    nan: Option<usize>,
    infinite: Option<usize>,
}

impl FirstNonFinite {
    fn note(&mut self, bad: Option<NonFinite>, at: usize) {
        match bad {
            Some(NonFinite::Nan) => self.nan = self.nan.or(Some(at)),
            Some(NonFinite::Infinite) => self.infinite = self.infinite.or(Some(at)),
            None => {}
        }
    }

    fn of(x: &Literal) -> FirstNonFinite {
        let mut found = FirstNonFinite::default();
        match x.element() {
            Element::F32 => numbers(&mut found, x.as_slice::<f32>(), 1, |x| classify(x.into())),
            Element::F64 => numbers(&mut found, x.as_slice::<f64>(), 1, classify),
            Element::C64 => numbers(&mut found, x.as_slice::<f32>(), 2, |x| classify(x.into())),
            Element::C128 => numbers(&mut found, x.as_slice::<f64>(), 2, classify),
            element if element.is_float() => {
                let stored = if x.is_splat() { x.count().min(1) } else { x.count() };
                (0..stored).for_each(|i| found.note(classify(x.get_f64(i)), i));
            }
            _ => {}
        }
        found
    }
}

/// Scans numbers; each element has `parts` of them.
fn numbers<T: Copy>(
    found: &mut FirstNonFinite,
    numbers: &[T],
    parts: usize,
    classify: impl Fn(T) -> Option<NonFinite>,
) {
    for (i, &x) in numbers.iter().enumerate() {
        let bad = classify(x);
        if bad.is_some() {
            found.note(bad, i / parts);
        }
    }
}

/// Fails if a result has a NaN and no operand does, or an infinity and no operand has either.
/// Constants and external values are not reported; NaNs from inside a region or a called function
/// are reported by the op there.
fn check_finite(
    run: &Run<'_, '_>,
    op: OpId,
    operands: &[Value],
    results: &[Value],
) -> EvalResult<()> {
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
        let found = FirstNonFinite::of(tensor);
        if found.nan.is_none() && found.infinite.is_none() {
            continue;
        }
        let given = operands.iter().filter_map(Value::tensor).map(FirstNonFinite::of);
        let (mut nans, mut infinities) = (false, false);
        given.for_each(|f| {
            (nans, infinities) = (nans | f.nan.is_some(), infinities | f.infinite.is_some())
        });
        let (at, what) = match (found.nan, found.infinite) {
            (Some(at), _) if !nans => (at, "NaN"),
            (_, Some(at)) if !nans && !infinities => (at, "infinity"),
            _ => continue,
        };
        let index = check::index(tensor.dims(), at);
        let mut message = format!("result {i} is the first {what}, at {index:?}");
        if has_tensors(kind) && kind.has(Trait::Elementwise) {
            for (n, operand) in operands.iter().filter_map(Value::tensor).enumerate() {
                let at = if operand.dims().is_empty() { 0 } else { at };
                message += if n == 0 { ", made of " } else { " and " };
                message += &check::show(operand, at);
            }
        }
        return Err(Box::new(EvalError { kind: ErrorKind::Trap, message }));
    }
    Ok(())
}

/// Checks and probes the results of an op as the options request.
pub(crate) fn check_results(
    run: &mut Run<'_, '_>,
    op: OpId,
    operands: &[Value],
    results: &[Value],
) -> EvalResult<()> {
    if run.options.trap_nan {
        check_finite(run, op, operands, results)?;
    }
    let Some(probes) = run.options.probes else { return Ok(()) };
    let module = run.module;
    for (id, value) in module.results(op).iter().zip(results) {
        let Some(tensor) = value.tensor() else { continue };
        if let Some(name) = probes(id) {
            run.emit(Effect::Probe(name, tensor.clone()))?;
        }
    }
    Ok(())
}

/// The size, in bytes, from which results are compared with the free memory.
const LARGE: u64 = 1 << 24;

/// Rejects an op whose results and temporaries need more memory than is free.
pub(crate) fn check_memory(run: &Run<'_, '_>, op: OpId) -> EvalResult<()> {
    let Some(available) = run.options.available else { return Ok(()) };
    let module = run.module;
    let size = |ty: hloom_ir::Type| {
        ty.as_tensor().and_then(|t| t.byte_size()).map_or(0, |bytes| bytes as u64)
    };
    let count = |ty: hloom_ir::Type| ty.as_tensor().and_then(|t| t.count()).unwrap_or(0) as u64;
    let types = module.result_types(op);
    let mut needed = types.iter().fold(0u64, |sum, &ty| sum.saturating_add(size(ty)));
    // Products are computed in 64-bit numbers.
    if matches!(module.op(op), Op::DotGeneral(_) | Op::Convolution(_)) {
        let operands = module.operands(op).iter().map(|&v| module.ty(v));
        let wide = operands.chain(types.iter().copied()).map(|ty| count(ty).saturating_mul(8));
        needed = wide.fold(needed, u64::saturating_add);
    }
    // A splat is stored once.
    let held_once = match module.op(op) {
        Op::Constant(_) => true,
        Op::BroadcastInDim(_) => count(module.ty(module.operand(op, 0))) == 1,
        // Any other op: its results are counted whole.
        _ => false,
    };
    if needed < LARGE || held_once {
        return Ok(());
    }
    let free = available();
    if needed > free {
        let message = format!("it needs {needed} bytes of memory; there are {free} left");
        return Err(EvalError::limit(message));
    }
    Ok(())
}
