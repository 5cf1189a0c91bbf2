//! Divides ops: builds their parts, and whole values where they are needed.

use super::blocks::Blocks;
use super::part::{part, part_type};
use hloom_analysis::monoid::Monoid;
use hloom_analysis::shard::rule::dims;
use hloom_analysis::split::{Block, Cut, OpIndices, Range, Role};
use hloom_ir::module::Module;
use hloom_ir::op::ConstraintError;
use hloom_ir::ops::{Concatenate, Op};
use hloom_ir::rewrite::InsertPoint;
use hloom_ir::{Literal, OpId, Region, Rewriter, Type, Value};
use rustc_hash::FxHashMap;

/// The cut of each op that is divided.
pub type Cuts = FxHashMap<OpId, (OpIndices, Cut)>;

/// The numbers of ops that were built.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Counts {
    /// The ops divided.
    pub ops: usize,
    /// Their parts.
    pub parts: usize,
    /// The slices and concatenations between parts of different cuts.
    pub copies: usize,
}

/// Replaces the ops of a block that have a cut by their parts. Where a part reads what other parts
/// hold, slices and concatenations put it together; where a cut follows the same borders, there is
/// nothing between two ops.
///
/// # Errors
/// If an op can't be built.
pub fn apply(
    r: &mut Rewriter<'_>,
    block: hloom_ir::Block,
    cuts: &Cuts,
) -> Result<Counts, ConstraintError> {
    let mut counts = Counts::default();
    let mut blocks = Blocks::default();
    let ops: Vec<OpId> = r.module().ops(block).collect();
    let mut replaced = Vec::new();
    for op in ops {
        let Some((indices, cut)) = cuts.get(&op).filter(|(_, cut)| !cut.is_none()) else {
            continue;
        };
        r.set_before(op);
        r.set_source(op);
        divide(r, op, indices, cut, &mut blocks)?;
        counts.ops += 1;
        counts.parts += cut.parts() as usize;
        replaced.push(op);
        let results: Vec<Value> = r.module().results(op).iter().collect();
        for value in results {
            let split = |user: OpId| {
                cuts.get(&user).is_some_and(|(_, cut)| !cut.is_none())
                    && r.module().parent(user) == Some(block)
            };
            if r.module().uses(value).all(|(user, _)| split(user)) {
                continue;
            }
            let dims = &r.module().ty(value).as_tensor().expect("a tensor").dims;
            let whole = blocks.read(r, value, &Block::whole(dims))?;
            if let Some(name) = r.module().name(value).map(str::to_owned) {
                r.set_name(whole, &name);
            }
            r.replace_uses(value, whole);
            blocks.alias(whole, value);
        }
    }
    for &op in replaced.iter().rev() {
        r.erase(op);
    }
    counts.copies = blocks.copies;
    Ok(counts)
}

/// Builds the parts of an op before it, and holds their results as blocks.
fn divide(
    r: &mut Rewriter<'_>,
    op: OpId,
    indices: &OpIndices,
    cut: &Cut,
    blocks: &mut Blocks,
) -> Result<(), ConstraintError> {
    let operands: Vec<Value> = r.module().operands(op).to_vec();
    let results: Vec<Value> = r.module().results(op).iter().collect();
    let mut held: Vec<Vec<(Block, Value)>> = vec![Vec::new(); results.len()];
    for ranges in cut.ranges(indices) {
        let first = indices
            .indices
            .iter()
            .zip(&ranges)
            .all(|(index, range)| index.role == Role::Parallel || range.start == 0);
        let mut own = Vec::with_capacity(operands.len());
        for (i, &operand) in operands.iter().enumerate() {
            let want = block_of(r.module(), operand, &indices.operands[i], &ranges);
            own.push(blocks.read(r, operand, &want)?);
        }
        let computed = build(r, op, indices, &ranges, own, first)?;
        for (i, &value) in computed.iter().enumerate() {
            let block = block_of(r.module(), results[i], &indices.results[i], &ranges);
            match held[i].iter_mut().find(|(other, _)| *other == block) {
                Some((_, term)) if !indices.combine.is_empty() => {
                    *term = r.value(indices.combine[i].op(), &[*term, value])?;
                }
                Some(_) => {}
                None => held[i].push((block, value)),
            }
        }
    }
    for (value, held) in results.into_iter().zip(held) {
        blocks.hold(value, held);
    }
    Ok(())
}

fn block_of(
    module: &Module,
    value: Value,
    accesses: &[hloom_analysis::split::Access],
    ranges: &[Range],
) -> Block {
    let dims = &module.ty(value).as_tensor().expect("an op with indices has tensors").dims;
    Block(OpIndices::ranges(accesses, dims, ranges))
}

/// Builds one part on its own operands. Only the first of several terms has the initial values of a
/// reduction or the input of a scatter; the others begin with the neutral element.
///
/// # Errors
/// If the part can't be built.
pub fn build(
    r: &mut Rewriter<'_>,
    op: OpId,
    indices: &OpIndices,
    ranges: &[Range],
    mut operands: Vec<Value>,
    first: bool,
) -> Result<Vec<Value>, ConstraintError> {
    let kind = part(r.module(), op, indices, ranges);
    if !first {
        for (i, neutral) in neutral_starts(r.module(), &kind, indices, &operands) {
            operands[i] = r.constant(neutral);
        }
    }
    build_part(r, op, kind, operands, &FxHashMap::default())
}

/// The operands with which the terms of a part begin, by their numbers, and the neutral elements with
/// which all terms but one begin instead. Starts that may be repeated are left out: neutral elements,
/// and 0 of a sum.
pub(crate) fn neutral_starts(
    module: &Module,
    kind: &Op,
    indices: &OpIndices,
    operands: &[Value],
) -> Vec<(usize, Literal)> {
    let starts = match kind {
        Op::Reduce(_) => operands.len() / 2..operands.len(),
        Op::Scatter(_) => 0..(operands.len() - 1) / 2,
        // Any other op: its terms begin with nothing.
        _ => return Vec::new(),
    };
    let neutral = |(i, monoid): (usize, &Monoid)| {
        let start = operands[i];
        let ty = part_type(module, start, dims(module, start));
        let neutral = monoid.identity(ty).expect("the table looked");
        let known = module.constant(start).filter(|it| it.is_splat() && it.count() > 0);
        let same = known.is_some_and(|it| {
            // 0 + a + b is 0 + a + (0 + b), though -0 is what changes no float.
            let zero = *monoid == Monoid::Add && it.element_bytes(0).iter().all(|&b| b == 0);
            zero || it.element_bytes(0) == neutral.element_bytes(0)
        });
        (!same).then_some((i, neutral))
    };
    starts.zip(&indices.combine).filter_map(neutral).collect()
}

/// Builds the part `kind` of an op on its own operands. Its regions use values from outside as
/// `captured` says.
pub(crate) fn build_part(
    r: &mut Rewriter<'_>,
    op: OpId,
    kind: Op,
    mut operands: Vec<Value>,
    captured: &FxHashMap<Value, Value>,
) -> Result<Vec<Value>, ConstraintError> {
    if let Op::Concatenate(it) = &kind {
        let d = it.dimension as usize;
        let empty = |v: &Value| r.module().ty(*v).as_tensor().is_some_and(|t| t.dims[d] == 0);
        operands.retain(|v| !empty(v));
        if let [one] = operands[..] {
            return Ok(vec![one]);
        }
        return Ok(vec![r.value(Concatenate { dimension: d as i64 }, &operands)?]);
    }
    let regions = copy_regions(r, op, captured);
    let part = r.build_with_regions(kind, &operands, &regions)?;
    let results: Vec<Value> = r.module().results(part).iter().collect();
    for (i, &value) in results.iter().enumerate() {
        // A declared element type may be another one than inference gives: another scale, say.
        let dims = r.module().ty(value).as_tensor().expect("a tensor").dims.clone();
        let declared = part_type(r.module(), r.module().result(op, i), &dims);
        r.set_type(value, declared);
    }
    Ok(results)
}

/// Copies of an op's regions, which have one block each.
fn copy_regions(r: &mut Rewriter<'_>, op: OpId, captured: &FxHashMap<Value, Value>) -> Vec<Region> {
    let point = r.point();
    let mut copies = Vec::new();
    for region in r.module().regions(op).to_vec() {
        let block = r.module().blocks(region)[0];
        let types: Vec<Type> = r.module().args(block).iter().map(|&v| r.module().ty(v)).collect();
        let (copy, to) = r.region(&types);
        r.set_point(InsertPoint::End(to));
        let mut map: FxHashMap<Value, Value> = r
            .module()
            .args(block)
            .iter()
            .copied()
            .zip(r.module().args(to).iter().copied())
            .collect();
        map.extend(captured);
        for inner in r.module().ops(block).collect::<Vec<_>>() {
            r.clone_op(inner, &mut map);
        }
        copies.push(copy);
    }
    r.set_point(point);
    copies
}
