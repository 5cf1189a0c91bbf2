//! `fuse-storage`: computes linear algebra on sparse tensors by storage plans.
//!
//! A *region* is a group of ops with one result that the storage calculus has
//! ([`hloom_storage_search::from_stablehlo`]) and that reads a tensor stored by levels. It becomes a
//! storage program, the optimizer finds loops over the stored entries, and a `hloom.fusion` whose
//! `plan` is that program takes the place of the region:
//!
//! ```text
//! %d = hloom.relayout %A        ──►   %y = "hloom.fusion"(%A, %x) ({ … the ops … })
//! %y = dot_general %d, %x                 {plan = "… sum(<k0, _> in 0:3) { k0 -> sum(<k2, v2> in
//!                                                    a0_crd1(a0_pos1(k0):a0_pos1(k0 + 1))) a0_val(k2) * a1_val(v2) }"}
//! ```
//!
//! # Method
//!
//! 1. [`region`] finds the results that are worth a plan, and the ops of each. Ops on stored entries
//!    alone may be in several regions; sums over entries are computed once.
//! 2. The ops are outlined. If the bridge refuses one, it stays outside, and step 1 is repeated.
//! 3. The search knows the extents, and the entries as far as the function's arguments say them
//!    ([`STORED_ENTRIES`](hloom_analysis::sparse::STORED_ENTRIES)). Its limits are numbers of nodes and
//!    iterations, and a time that they end before: the plan does not depend on the machine.
//!
//! 4. Fusions that go over the same entries become one with several results ([`join`]).
//!
//! # Meaning
//!
//! That of plans ([`hloom_storage::fused`]): zeros annihilate infinities and NaN, elements that are not
//! stored stay zero when they are divided, floats are summed in double precision and in another order.
//! Results of integers are the same.
//!
//! Results are dense, or stored by levels or by a mapping (`#hloom.storage`) if the function returns them so.
//! Tensors in the interpreter's memory only are dense too.

mod join;
mod lengths;
mod plan;
mod region;

use crate::context::{Context, PassError};
use crate::fusion::blocks_of_tensors;
use hloom_analysis::sparse::{ZeroRule, densified, density, known_density, sparse_driven};
use hloom_ir::field::Text;
use hloom_ir::module::Module;
use hloom_ir::op::is_pure;
use hloom_ir::ops::{Fusion, Op, Return};
use hloom_ir::rewrite::InsertPoint;
use hloom_ir::types::sparse::LevelKind;
use hloom_ir::{Block, OpId, Rewriter, Type, Value};
use hloom_storage::encoding::MappedFormat;
use hloom_storage::fused::{self, ArrayPart};
use hloom_storage::term::Term;
use hloom_storage_search::from_stablehlo::bridge;
use hloom_storage_search::search::{self, Budget, Statistics};
use plan::Plan;
use region::{Region, is_stored_result, regions};
use rustc_hash::{FxHashMap, FxHashSet};
use std::time::Duration;

crate::options! {
    /// Options of `fuse-storage`.
    pub struct Options {
        /// Also plan regions that `fuse` can compute by a loop over the entries of one matrix.
        drivable: bool = false, "drivable";
        /// The most nodes of an e-graph; fewer for regions of tens of ops.
        nodes: usize = 20_000, "nodes";
        /// The most passes of a stage over the rules.
        iterations: usize = 16, "iterations";
    }
}

/// The most nodes of a region's term, as a tree: values that are read several times are written as often.
const MOST_NODES: u64 = 5000;

/// The nodes of a term, as a tree, up to which its search has all nodes of the option `nodes`; of a larger
/// one it has fewer, but so many.
const FULL_NODES: u64 = 300;
const FEW_NODES: usize = 1000;

/// The time that no search needs.
const MOST_TIME: Duration = Duration::from_secs(60);

/// Runs the pass.
///
/// # Errors
/// If an option has an invalid value.
pub fn run(cx: &mut Context<'_>) -> Result<(), PassError> {
    let options: Options = cx.options()?;
    let (mut made, mut refused, mut left, mut joined) = (0, 0, 0, 0);
    for function in cx.functions() {
        let module = cx.module();
        let reads_sparse = |op: OpId| {
            let operand = module.operands(op).first().map(|v| module.ty(*v));
            matches!(module.op(op), Op::Relayout(_)) && operand.is_some_and(fused::is_stored)
        };
        if !module.walk(function).any(reads_sparse) {
            continue;
        }
        for block in blocks_of_tensors(cx.module(), function) {
            let mut excluded = FxHashSet::default();
            let mut drivable = Vec::new();
            while let Some(found) = regions(cx.module(), block, &excluded).into_iter().next() {
                let root = found.root;
                if !options.drivable && is_drivable(cx.module(), &found) {
                    left += 1;
                    excluded.insert(root);
                    drivable.push(found);
                    continue;
                }
                match outline(&mut cx.rewriter(), &found, &options, None) {
                    Outcome::Planned(_) => made += 1,
                    Outcome::Refused(op) => {
                        refused += 1;
                        // The root itself, if an op of the region can't be told.
                        excluded.insert(op.unwrap_or(root));
                    }
                }
            }
            joined += join::run(&mut cx.rewriter(), block, &drivable, &options);
            sweep(&mut cx.rewriter(), block);
        }
        sweep_relayouts(&mut cx.rewriter(), function);
        cx.rewriter().take_changes();
    }
    cx.count("regions with a storage plan", made);
    cx.count("plans joined to others", joined);
    cx.count("ops left outside of storage plans", refused);
    cx.count("regions left to fuse", left);
    Ok(())
}

/// Whether a region is better left to `fuse`: it can compute the region by a loop over the entries of the
/// one matrix that it reads, and is not slower than a plan.
fn is_drivable(module: &Module, region: &Region) -> bool {
    if fused::is_stored(module.ty(module.result(region.root, 0))) {
        return false;
    }
    let sparse: Vec<Value> =
        region.inputs.iter().copied().filter(|v| fused::is_stored(module.ty(*v))).collect();
    let &[matrix] = &sparse[..] else { return false };
    let encoding = module.ty(matrix).as_tensor().and_then(|t| t.sparse());
    let compressed = encoding.is_some_and(|it| it.outer_and_inner().is_some());
    let result = module.result(region.root, 0);
    let rule = ZeroRule::Annihilates;
    compressed
        && !is_faster(module, region, matrix)
        && sparse_driven(module, &region.ops, &[result], matrix, rule).is_ok()
}

/// The bytes of a row of a dense factor above which the rows that a product adds are vectors of a plan
/// rather than blocks of registers, and the bytes of such a factor. Measured: 1.3 to 1.7 times as fast for
/// 48 to 128 columns of `f64`.
const WIDE: (u64, u64) = (256, 1 << 20);

/// Whether a plan is faster than a kernel of `fuse` that a matrix drives: sums along its compressed
/// dimension, sums of all that is computed of its entries alone, and products of its rows with wide rows of a dense matrix.
fn is_faster(module: &Module, region: &Region, matrix: Value) -> bool {
    let encoding = module.ty(matrix).as_tensor().and_then(|t| t.sparse());
    let Some((_, inner)) = encoding.and_then(|it| it.outer_and_inner()) else { return false };
    let total = module.ty(module.result(region.root, 0)).as_tensor().is_some_and(|t| t.rank() == 0);
    if total && matches!(module.op(region.root), Op::Reduce(_)) && region.inputs == [matrix] {
        return true;
    }
    let ops = region.ops.iter().filter(|op| !matches!(module.op(**op), Op::Constant(_)));
    let &[relayout, op] = &ops.copied().collect::<Vec<_>>()[..] else { return false };
    let dense = module.result(relayout, 0);
    match module.op(op) {
        Op::Reduce(it) => it.dimensions.contains(&(inner as i64)),
        Op::DotGeneral(it) => {
            let numbers = &it.dot_dimension_numbers;
            let operands = module.operands(op);
            let (own, other) = match operands[0] == dense {
                true => (&numbers.lhs_contracting_dimensions, operands[1]),
                false => (&numbers.rhs_contracting_dimensions, operands[0]),
            };
            let wide = module.ty(other).as_tensor().is_some_and(|tensor| {
                let row = tensor.dims.last().map_or(0, |n| *n as u64);
                let row = row.saturating_mul(tensor.element.byte_width() as u64);
                let bytes = tensor.byte_size().unwrap_or(0) as u64;
                tensor.rank() == 2 && row > WIDE.0 && bytes >= WIDE.1
            });
            wide && operands[0] == dense && own.iter().eq([&(inner as i64)])
        }
        // Any other op: kernels of `fuse` are as fast.
        _ => false,
    }
}

/// The result of an attempt at a region.
enum Outcome {
    /// The fusion.
    Planned(OpId),
    /// The op of the block that is in the way, if it is known.
    Refused(Option<OpId>),
}

/// A condition on plans.
type Wanted<'w> = &'w dyn Fn(&Plan) -> bool;

/// Puts a fusion with a plan in place of a region's root, if the plan is a `wanted` one.
fn outline(
    rewriter: &mut Rewriter<'_>,
    region: &Region,
    options: &Options,
    wanted: Option<Wanted<'_>>,
) -> Outcome {
    let module = rewriter.module();
    let types: Vec<Type> = region.inputs.iter().map(|v| module.ty(*v)).collect();
    let result = module.result(region.root, 0);
    if fused::is_stored(module.ty(result)) && !is_stored_result(module, result) {
        return Outcome::Refused(None);
    }
    let statistics = statistics(module, &region.inputs, &|v| density(module, v));
    let name = module.name(result).map(str::to_owned);
    rewriter.set_before(region.root);
    rewriter.set_source(region.root);
    let outer = rewriter.point();
    let (body_region, body) = rewriter.region(&types);
    let args = rewriter.module().args(body).to_vec();
    let mut map: FxHashMap<Value, Value> = region.inputs.iter().copied().zip(args).collect();
    rewriter.set_point(InsertPoint::End(body));
    let mut origin: FxHashMap<OpId, OpId> = FxHashMap::default();
    for &op in &region.ops {
        let copy = rewriter.clone_op(op, &mut map);
        let (from, to) = (rewriter.module().results(op), rewriter.module().results(copy));
        map.extend(from.into_iter().zip(to));
        origin.insert(copy, op);
    }
    let yielded = map[&result];
    rewriter.build(Return {}, &[yielded]).expect("a return takes anything");
    let plan = plan_of(rewriter.module(), body, (&region.inputs, statistics), options);
    let plan = plan.and_then(|plan| match wanted.is_none_or(|wanted| wanted(&plan)) {
        true => Ok(plan.text()),
        false => Err(None),
    });
    rewriter.set_point(outer);
    let (plan, refused) = match plan {
        Ok(plan) => (Some(Text(plan.into_bytes().into())), None),
        Err(op) => (None, Some(op.and_then(|op| origin.get(&op).copied()))),
    };
    let kind = Text(fused::KIND.as_bytes().into());
    let fusion = Fusion { kind, driver: None, plan };
    let fusion = rewriter
        .build_with_regions(fusion, &region.inputs, &[body_region])
        .expect("a fusion takes what its body takes");
    if let Some(op) = refused {
        rewriter.erase(fusion);
        return Outcome::Refused(op);
    }
    let made = rewriter.module().result(fusion, 0);
    rewriter.replace(region.root, &[made]);
    if let Some(name) = name {
        rewriter.set_name(made, &name);
    }
    Outcome::Planned(fusion)
}

/// The plan of a body whose inputs are these values; or the op that is not in the calculus.
fn plan_of(
    module: &Module,
    body: Block,
    (inputs, statistics): (&[Value], Statistics),
    options: &Options,
) -> Result<Plan, Option<OpId>> {
    let bridge = bridge(module, body).map_err(|refused| Some(refused.op))?;
    if let Some(name) = bridge.constants.keys().next() {
        // Inputs are arrays of the fusion; `region` leaves such constants outside.
        debug_assert!(false, "the constant {name} is no input");
        return Err(None);
    }
    let program = hloom_storage::compile(&bridge.program(0)).map_err(|_| None)?;
    let size = program.composed().map(|term| tree_size(&term)).ok_or(None)?;
    if size > MOST_NODES {
        return Err(None);
    }
    // The time for a node of an e-graph grows with the term.
    let share = FULL_NODES as f64 / size.max(FULL_NODES) as f64;
    let nodes = (options.nodes as f64 * share).max(options.nodes.min(FEW_NODES) as f64) as usize;
    let budget = Budget { nodes, time: MOST_TIME, iterations: options.iterations };
    let options = search::Options { budget, statistics, ..search::Options::default() };
    let plan = search::optimize(&program, &options).ok_or(None)?;
    if search::builds_in_loops(&plan.term) || is_slower(module, (inputs, body), &plan.term) {
        return Err(None);
    }
    let plan = Plan::of_program(&program, &plan.term);
    let types: Vec<Type> = module.args(body).iter().map(|v| module.ty(*v)).collect();
    let end = module.terminator(body).ok_or(None)?;
    let result = module.ty(module.operand(end, 0));
    fused::FusedPlan::read(&plan.text(), &types, &[result]).map_err(|_| None)?;
    Ok(plan)
}

/// The time for each entry of a matrix that a plan puts in a dictionary of dictionaries to read it again,
/// and for each element of an op on dense tensors and each product of two, all in nanoseconds. Measured at
/// 14,400 entries of 1200 rows and columns: 1 to 7 µs for an entry.
const TIMES: (f64, f64, f64) = (2000.0, 0.5, 0.01);

/// The time in nanoseconds for each element of a tensor that is stored by a mapping (`#hloom.storage`) and made
/// dense. Measured with 200,000 elements in DDC, CSR, run lengths and columns.
const MAPPED: f64 = 13.0;

/// The time of a unit of a plan's cost, in nanoseconds, and that of a product of a stored entry of a matrix
/// that drives a kernel of `fuse` with a number of a dense row. Measured at the same matrices: 0.09 to 0.35
/// of plans that go through all pairs of rows or entries, and 0.2 to 0.6.
const UNIT: f64 = 0.15;
const DRIVEN: f64 = 0.6;

/// The time in nanoseconds that a plan may always take: ops on dense tensors are several kernels.
const START: f64 = 20_000.0;

/// A density of matrices whose number of entries is not said, besides the expected one.
const THIN: f64 = 0.01;

/// The most elements of a stored result that is made dense first.
const LARGE: usize = 1 << 25;

/// Whether ops on dense tensors are faster than a plan that goes through all pairs of rows or of entries, as
/// it has to if matrices are stored in orders that do not fit, or than one that puts whole matrices in
/// dictionaries. If the density of a matrix is not known, they have to be faster at both densities; or at one of
/// them, if the plan searches rows, whose length is known even less.
/// A large result that is stored is always that of a plan: it may not fit memory.
fn is_slower(module: &Module, (inputs, body): (&[Value], Block), plan: &Term) -> bool {
    let end = module.terminator(body).map(|end| module.ty(module.operand(end, 0)));
    let large = |ty: &Type| ty.as_tensor().and_then(|t| t.count()).is_none_or(|n| n > LARGE);
    if end.is_some_and(|ty| fused::is_stored(ty) && large(&ty)) {
        return false;
    }
    let times = |density: &dyn Fn(Value) -> f64| dense_time(module, (inputs, body), density);
    let (dense, entries) = times(&|v| density(module, v));
    if search::builds_matrices(plan) && entries * TIMES.0 > dense {
        return true;
    }
    let mut slower = [None, Some(THIN)].into_iter().map(|assumed| {
        let density = |v| match assumed {
            Some(assumed) => known_density(module, v).unwrap_or(assumed),
            None => density(module, v),
        };
        let cost = search::planned(plan, &statistics(module, inputs, &density)).total();
        cost * UNIT > START + times(&density).0
    });
    match search::searches_rows(plan) {
        true => slower.any(|it| it),
        false => slower.all(|it| it),
    }
}

/// The time of ops on dense tensors, and the entries of all sparse tensors.
fn dense_time(
    module: &Module,
    (inputs, body): (&[Value], Block),
    density: &dyn Fn(Value) -> f64,
) -> (f64, f64) {
    let (_, element, product) = TIMES;
    let count = |v: Value| module.ty(v).as_tensor().and_then(|t| t.count()).unwrap_or(0) as f64;
    let entries = inputs.iter().filter_map(|v| {
        let tensor = module.ty(*v).as_tensor().filter(|t| t.sparse().is_some())?;
        Some(tensor.count().unwrap_or(0) as f64 * density(*v))
    });
    // The share of entries of a matrix that a kernel of `fuse` can go through.
    let driving = |v: Value| {
        let matrix = densified(module, module.def_op(v)?)?;
        let at = module.args(body).iter().position(|arg| *arg == matrix)?;
        module.ty(matrix).as_tensor()?.sparse()?.outer_and_inner()?;
        Some(density(inputs[at]))
    };
    let is_mapped = |v: Value| {
        let ty = module.ty(v);
        fused::is_stored(ty) && ty.as_tensor().is_some_and(|tensor| tensor.sparse().is_none())
    };
    let dense = module.ops(body).filter_map(|op| {
        let results = module.results(op);
        let own = results.get(0).map(count)?;
        Some(match module.op(op) {
            Op::DotGeneral(it) => {
                let a = module.operand(op, 0);
                let dims = module.ty(a).as_tensor().map_or(&[][..], |tensor| &tensor.dims);
                let summed = it.dot_dimension_numbers.lhs_contracting_dimensions.iter();
                let summed: f64 = summed.map(|d| dims[*d as usize] as f64).product();
                let driven = module
                    .operands(op)
                    .iter()
                    .filter_map(|v| driving(*v))
                    .map(|share| share * DRIVEN);
                own * f64::max(element, summed * driven.fold(product, f64::min))
            }
            Op::Reduce(_) => count(module.operand(op, 0)) * element,
            Op::Constant(_) | Op::BroadcastInDim(_) => 0.0,
            Op::Relayout(_) if is_mapped(module.operand(op, 0)) => own * MAPPED,
            // Any other op: a pass over its result.
            _ => own * element,
        })
    });
    (dense.sum(), entries.sum())
}

/// The number of a term's nodes as a tree.
fn tree_size(term: &Term) -> u64 {
    let mut sizes: Vec<u64> = Vec::with_capacity(term.len());
    for node in term {
        let below = hloom_storage::term::operands(node).iter().map(|id| sizes[usize::from(*id)]);
        sizes.push(below.fold(1, u64::saturating_add));
    }
    sizes.last().copied().unwrap_or(0)
}

/// The lengths of the inputs' arrays, as far as they are known or expected: sparse ones have these
/// densities.
fn statistics(module: &Module, inputs: &[Value], density: &dyn Fn(Value) -> f64) -> Statistics {
    let mut statistics = Statistics::default();
    for (number, &v) in inputs.iter().enumerate() {
        let ty = module.ty(v);
        let (Some(tensor), Some(arrays)) = (ty.as_tensor(), fused::arrays(number, ty)) else {
            continue;
        };
        let cells = tensor.count().unwrap_or(0) as f64;
        let sparse = tensor.sparse();
        let entries = if fused::is_stored(ty) { cells * density(v) } else { cells };
        // The positions of each level, from the outermost one.
        let mut counts = Vec::new();
        let mut count = 1.0;
        for level in sparse.iter().flat_map(|it| &it.levels) {
            let extent = tensor.dims[level.dim] as f64;
            let next = match level.kind {
                LevelKind::Dense => count * extent,
                LevelKind::Singleton => count,
                // A coordinate that may come again has a position for each entry.
                _ if !level.unique => entries.max(count),
                _ => f64::min(count * extent, entries),
            };
            counts.push((count, next));
            count = next;
        }
        let mapped = MappedFormat::of(tensor).map(|it| lengths::lengths(it.module(), &tensor.dims));
        for array in arrays {
            let length = match array.part {
                ArrayPart::Number | ArrayPart::MappedNumber(_) => continue,
                ArrayPart::Mapped(name) => {
                    mapped.as_ref().and_then(|all| all.get(&name)).copied().unwrap_or(entries)
                }
                ArrayPart::Values => entries,
                ArrayPart::Positions(l) => counts[l].0 + 1.0,
                ArrayPart::Coordinates(l) => counts[l].1,
            };
            statistics.set_entries(array.name.as_str(), &[length]);
            // Coordinates of the outermost level ascend in one segment; others repeat from one to the next.
            if let (ArrayPart::Coordinates(l), Some(encoding)) = (array.part, &sparse) {
                let extent = tensor.dims[encoding.levels[l].dim] as f64;
                statistics.set_distinct(array.name.as_str(), f64::min(extent, length));
                statistics.set_extent(array.name.as_str(), extent);
                if l == 0 && fused::order(encoding, l) != fused::Order::Unknown {
                    statistics.set_sorted(array.name.as_str());
                }
            }
        }
    }
    statistics
}

/// Erases pure ops of a block without uses.
fn sweep(rewriter: &mut Rewriter<'_>, block: Block) {
    let ops: Vec<OpId> = rewriter.module().ops_rev(block).collect();
    for op in ops {
        let module = rewriter.module();
        let unused = module.results(op).iter().all(|v| !module.is_used(v));
        if unused && is_pure(module, op) {
            rewriter.erase(op);
        }
    }
}

/// Erases conversions of sparse tensors without uses, which may stand before a loop.
fn sweep_relayouts(rewriter: &mut Rewriter<'_>, function: OpId) {
    let all: Vec<OpId> = rewriter.module().walk(function).collect();
    for op in all.into_iter().rev() {
        let module = rewriter.module();
        if module.is_live(op)
            && matches!(module.op(op), Op::Relayout(_))
            && !module.is_used(module.result(op, 0))
        {
            rewriter.erase(op);
        }
    }
}
