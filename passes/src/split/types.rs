//! Cuts as split types over cores, and back.
//!
//! [`write()`] makes a plan of cuts visible: the types of an op's results say which parts cores
//! compute, and a `hloom.relayout` or a `hloom.halo` stands where an op reads parts that lie
//! otherwise. [`read()`] takes the cuts out of such a program, whoever wrote it.

use super::apply::Cuts;
use crate::context::PassError;
use hloom_analysis::shard::annotations::described;
use hloom_analysis::split::{Access, Cut, OpIndices, Range, Role, balanced, indices};
use hloom_ir::field::ResultType;
use hloom_ir::module::Module;
use hloom_ir::op::ConstraintError;
use hloom_ir::ops::{Constant, Halo, Op, Relayout};
use hloom_ir::types::split::{Division, Partial, Split, SplitDim, SplitSpace};
use hloom_ir::{Block, Element, Literal, OpId, Rewriter, Type, Value};
use rustc_hash::FxHashMap;

/// A division over cores with these boundaries, which are stated if parts are uneven.
fn division(boundaries: Vec<i64>) -> Division {
    let parts = boundaries.len() as i64 - 1;
    let even = even_boundaries(boundaries[boundaries.len() - 1], parts) == boundaries;
    Division { boundaries: (!even).then(|| boundaries.into()), ..Division::over_cores(parts) }
}

/// The boundaries of even parts.
fn even_boundaries(extent: i64, parts: i64) -> Vec<i64> {
    let starts = balanced(extent, parts).into_iter().map(|range| range.start);
    starts.chain([extent]).collect()
}

/// The split of a dimension of extent `n` that the parts of an op read or write; `None` if their
/// parts do not lie one behind the other.
fn split_dim(access: Access, op: &OpIndices, cut: &Cut, n: i64) -> Option<SplitDim> {
    let whole = Some(SplitDim::default());
    let Some(index) = access.index() else { return whole };
    let (extent, parts) = (op.indices[index].extent, cut.0[index]);
    if parts == 1 {
        return whole;
    }
    let own = even_boundaries(extent, parts);
    let (boundaries, halo) = match access {
        Access::Whole => return whole,
        Access::Direct { scale, .. } => (own.iter().map(|b| b * scale).collect(), (0, 0)),
        Access::Reversed { .. } => (own.iter().rev().map(|b| n - b).collect(), (0, 0)),
        Access::Window { window, .. } => {
            let stride = window.stride;
            let mut boundaries: Vec<i64> = own.iter().map(|b| (b * stride).min(n)).collect();
            boundaries[parts as usize] = n;
            let (mut before, mut after) = (0, 0);
            for (i, pair) in own.windows(2).enumerate() {
                let (read, _, _) = window.read(Range::new(pair[0], pair[1]), n);
                if read.is_empty() {
                    continue;
                }
                before = before.max(boundaries[i] - read.start);
                after = after.max(read.end - boundaries[i + 1]);
            }
            (boundaries, (before, after))
        }
    };
    let rising = boundaries.windows(2).all(|pair| pair[0] < pair[1]);
    let fits = boundaries[0] == 0 && boundaries[parts as usize] == n;
    (rising && fits)
        .then(|| SplitDim { divisions: [division(boundaries)].into_iter().collect(), halo })
}

/// The split of an operand or a result.
fn split_of(accesses: &[Access], op: &OpIndices, cut: &Cut, dims: &[i64]) -> Split {
    let mut split = Split::whole(dims.len());
    for ((dim, &access), &n) in split.dims.iter_mut().zip(accesses).zip(dims) {
        // An op reads a dimension as a whole if its parts there can't be told by boundaries.
        *dim = split_dim(access, op, cut, n).unwrap_or_default();
    }
    split
}

/// The terms of result `i`.
fn terms(op: &OpIndices, cut: &Cut, i: usize) -> Option<Partial> {
    let combined = op.indices.iter().zip(&cut.0).filter(|(it, _)| it.role == Role::Combined);
    let parts: i64 = combined.map(|(_, &parts)| parts).product();
    let monoid = op.combine.get(i).filter(|_| parts > 1)?;
    Some(Partial { combine: monoid.name(), terms: Division::over_cores(parts) })
}

fn extents(module: &Module, value: Value) -> &'static [i64] {
    module.ty(value).as_tensor().map_or(&[], |t| &t.dims[..])
}

/// Gives the values of a block split types by cuts, with relayouts and halos between; returns how
/// many of these it made.
///
/// # Errors
/// If an op can't be built.
pub fn write(r: &mut Rewriter<'_>, block: Block, cuts: &Cuts) -> Result<usize, ConstraintError> {
    let mut made: FxHashMap<(Value, Type), Value> = FxHashMap::default();
    let mut count = 0;
    for op in r.module().ops(block).collect::<Vec<_>>() {
        r.set_before(op);
        r.set_source(op);
        let known = cuts.get(&op);
        for (i, value) in r.module().operands(op).to_vec().into_iter().enumerate() {
            let Some(tensor) = r.module().ty(value).as_tensor() else { continue };
            let split = match known {
                Some((table, cut)) => split_of(&table.operands[i], table, cut, &tensor.dims),
                None => Split::whole(tensor.rank()),
            };
            let bare = Type::from(tensor.with_split(&split.without_halo()));
            let with_halo = Type::from(tensor.with_split(&split));
            let mut near = value;
            for ty in [bare, with_halo] {
                if r.module().ty(near) == ty {
                    continue;
                }
                let key = (near, ty);
                near = match made.get(&key) {
                    Some(&known) => known,
                    None => {
                        count += 1;
                        let result = ResultType(ty);
                        let new = if ty == bare {
                            r.value(Relayout { ty: result }, &[near])?
                        } else {
                            let fill = fill(r, op, i);
                            r.value(Halo { ty: result }, &[near, fill])?
                        };
                        made.insert(key, new);
                        new
                    }
                };
            }
            if near != value {
                r.set_operand(op, i, near);
            }
        }
        let Some((table, cut)) = known else { continue };
        for (i, value) in r.module().results(op).iter().enumerate().collect::<Vec<_>>() {
            let tensor = r.module().ty(value).as_tensor().expect("an op with indices has tensors");
            let mut split = split_of(&table.results[i], table, cut, &tensor.dims);
            split.partial.extend(terms(table, cut, i));
            let ty = tensor.with_split(&split).into();
            retype(r, value, ty);
        }
    }
    Ok(count)
}

/// The scalar that stands for the padding of an operand.
fn fill(r: &mut Rewriter<'_>, op: OpId, i: usize) -> Value {
    let operands = r.module().operands(op);
    match r.module().op(op) {
        Op::ReduceWindow(_) => operands[operands.len() / 2 + i],
        Op::Pad(_) => operands[1],
        // Any other op: padding is zero.
        _ => {
            let element = r.module().ty(operands[i]).element().expect("a tensor");
            r.constant(zero(element))
        }
    }
}

/// The division of a dimension over cores that a type states.
///
/// # Errors
/// If it stands beside other divisions.
fn over_cores(module: &Module, value: Value, d: usize) -> Result<Option<Division>, String> {
    let Some(split) = module.ty(value).as_tensor().and_then(|t| t.split()) else { return Ok(None) };
    let dim = &split.dims[d];
    match &dim.divisions[..] {
        [one] if one.over == SplitSpace::Cores => Ok(Some(one.clone())),
        all if all.iter().any(|it| it.over == SplitSpace::Cores) => Err(format!(
            "dimension {d} of {} is `{dim}`; `split` follows one division over cores, after \
             `partition` and `micro-batch` have taken the others",
            described(module, value)
        )),
        _ => Ok(None),
    }
}

/// Whether a value's type states a split over cores.
fn is_split(module: &Module, value: Value) -> bool {
    let split = module.ty(value).as_tensor().and_then(|t| t.split());
    split.is_some_and(|it| it.divisions().any(|one| one.over == SplitSpace::Cores))
}

/// Whether a function has values that are split over a mesh.
pub fn over_mesh(module: &Module, function: OpId) -> bool {
    let blocks = module.entry(function, 0).into_iter();
    let args = blocks.flat_map(|block| module.args(block).iter().copied());
    let results = module.walk(function).flat_map(|op| module.results(op).iter());
    let mut all = args.chain(results).filter_map(|v| module.ty(v).as_tensor()?.split());
    all.any(|split| split.mesh.is_some())
}

/// The cuts that the types of a block state; `None` if they state none over cores.
///
/// # Errors
/// If an op can't have the splits of its operands and results.
pub fn read(module: &Module, block: Block) -> Result<Option<Cuts>, PassError> {
    let mut cuts = Cuts::default();
    let mut any = module.args(block).iter().any(|&arg| is_split(module, arg));
    for op in module.ops(block) {
        let values: Vec<Value> =
            module.operands(op).iter().copied().chain(module.results(op).iter()).collect();
        let moves = matches!(module.op(op), Op::Relayout(_) | Op::Halo(_));
        let any_split = values.iter().any(|&v| is_split(module, v));
        any |= any_split;
        // Values that leave the block are put together.
        if !any_split || moves || module.terminator(block) == Some(op) {
            continue;
        }
        let name = module.op(op).name();
        let wrong =
            |what: String| PassError::at(op, format!("`{name}` can't have its splits: {what}"));
        let Some(table) = indices(module, op) else {
            return Err(wrong("it is not divided among cores".to_owned()));
        };
        let cut = cut_of(module, op, &table).map_err(wrong)?;
        cuts.insert(op, (table, cut));
    }
    Ok(any.then_some(cuts))
}

/// The words for a number of parts.
fn in_parts(count: i64) -> String {
    if count == 1 { "whole".to_owned() } else { format!("in {count} parts") }
}

/// The cut of an op that its operands' and results' types state.
fn cut_of(module: &Module, op: OpId, table: &OpIndices) -> Result<Cut, String> {
    let mut parts: Vec<Option<i64>> = vec![None; table.indices.len()];
    let operands = module.operands(op).iter().copied().zip(&table.operands);
    let results = module.results(op).iter().zip(&table.results);
    let all: Vec<(Value, &Vec<Access>)> = operands.chain(results).collect();
    for (value, accesses) in &all {
        for (d, access) in accesses.iter().enumerate() {
            let own = over_cores(module, *value, d)?;
            let count = own.as_ref().map_or(1, |it| it.parts);
            let said = described(module, *value);
            let Some(index) = access.index() else {
                if count > 1 {
                    return Err(format!("it needs dimension {d} of {said} as a whole"));
                }
                continue;
            };
            // Windows whose parts overlap too much read the dimension as a whole.
            if own.is_none() && matches!(access, Access::Window { .. }) {
                continue;
            }
            match parts[index] {
                None => parts[index] = Some(count),
                Some(known) if known == count => {}
                Some(known) => {
                    let (own, other) = (in_parts(count), in_parts(known));
                    return Err(format!(
                        "dimension {d} of {said} is {own}, but belongs to one that is {other}"
                    ));
                }
            }
        }
    }
    let cut = Cut(parts.into_iter().map(|it| it.unwrap_or(1)).collect());
    if let Some(wrong) = cut.complaint(table) {
        return Err(wrong);
    }
    for (value, accesses) in all {
        let want = split_of(accesses, table, &cut, extents(module, value));
        let have = module.ty(value).as_tensor().and_then(|t| t.split());
        let have = have.unwrap_or_else(|| Split::whole(want.dims.len()));
        for d in 0..want.dims.len() {
            if over_cores(module, value, d)?.is_some() && have.dims[d] != want.dims[d] {
                let said = described(module, value);
                let (have, want) = (&have.dims[d], &want.dims[d]);
                return Err(format!("dimension {d} of {said} is `{have}`; it has to be `{want}`"));
            }
        }
    }
    for (i, value) in module.results(op).iter().enumerate() {
        let have = module.ty(value).as_tensor().and_then(|t| t.split()).map(|it| it.partial);
        let have = have.unwrap_or_default();
        let want = terms(table, &cut, i);
        if have.iter().ne(want.iter()) {
            let said = described(module, value);
            return Err(match want {
                Some(it) => format!("{said} has to be `partial = {} {}`", it.combine, it.terms),
                None => format!("{said} has no terms: no combined index is divided"),
            });
        }
    }
    Ok(cut)
}

/// Takes splits out of the types of a block, and the ops that changed splits only.
///
/// # Errors
/// If an op that changed more can't be built.
pub fn erase(r: &mut Rewriter<'_>, block: Block) -> Result<(), ConstraintError> {
    let unsplit = |r: &mut Rewriter<'_>, value: Value| {
        if let Some(tensor) = r.module().ty(value).as_tensor() {
            let bare = tensor.unsplit().into();
            retype(r, value, bare);
        }
    };
    for arg in r.module().args(block).to_vec() {
        unsplit(r, arg);
    }
    for op in r.module().ops(block).collect::<Vec<_>>() {
        for value in r.module().results(op).iter().collect::<Vec<_>>() {
            unsplit(r, value);
        }
        let module = r.module();
        if matches!(module.op(op), Op::Relayout(_) | Op::Halo(_)) {
            let (operand, ty) = (module.operand(op, 0), module.ty(module.result(op, 0)));
            r.set_before(op);
            r.set_source(op);
            let bare = match r.module().ty(operand) == ty {
                true => operand,
                // Layouts, bounds or known extents differ still.
                false => r.value(Relayout { ty: ResultType(ty) }, &[operand])?,
            };
            r.replace(op, &[bare]);
        }
    }
    Ok(())
}

/// Gives a value another encoding; a constant's literal too.
pub(crate) fn retype(r: &mut Rewriter<'_>, value: Value, ty: Type) {
    if let Some(literal) = r.module().constant(value).and_then(|it| it.with_type(ty).ok()) {
        let op = r.module().def_op(value).expect("a constant");
        r.set_op(op, Constant { value: literal });
    }
    r.set_type(value, ty);
}

/// The scalar that padding holds: zero, or the zero point of quantized elements.
pub(crate) fn zero(element: Element) -> Literal {
    let ty = Type::scalar_tensor(element);
    match element {
        Element::Quant(quant) => {
            let (_, point) = quant.scale(0);
            let bytes = &point.to_le_bytes()[..element.byte_width()];
            Literal::splat(ty, bytes).expect("one element")
        }
        _ => Literal::zeros(ty).expect("a scalar"),
    }
}
