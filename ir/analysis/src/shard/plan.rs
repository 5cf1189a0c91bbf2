//! The axes along which one op is divided: those for which devices exchange the fewest bytes.
//!
//! The shardings of operands and results are given. Each index of the op may be divided along the
//! axes of one of the dimensions that belong to it, or not at all. For each combination, operands
//! are moved from the sharding that they have to the one that the op reads; terms of sums are
//! reduced; and results are moved to their sharding. Of equally cheap combinations, the one that
//! divides the work most is taken, and of these the first.

use super::annotations::described;
use super::grid::Grid;
use super::placement::Placement;
use super::rule::{dims, exchanges_halos};
use super::state::State;
use crate::split::{Access, OpIndices, Role, Window};
use hloom_ir::module::Module;
use hloom_ir::{OpId, Value};

/// The division of an op.
#[derive(Clone, PartialEq, Debug)]
pub struct OpPlan {
    /// The atoms that divide each index.
    pub axes: Vec<Vec<usize>>,
    /// The bytes that each device receives.
    pub bytes: f64,
}

/// The largest number of combinations that are compared.
const MOST: usize = 4096;

/// The bytes that each device receives when a tensor of `bytes` bytes goes from a sharding to
/// another one: its part of the new sharding, without what it holds.
pub fn received(from: &State, to: &State, bytes: f64, grid: &Grid) -> f64 {
    let common = from.common(to);
    let missing: i64 =
        from.0.iter().zip(&common).map(|(axes, &n)| grid.parts(&axes[n..])).product();
    let own = bytes / to.shards(grid) as f64;
    own * (1.0 - 1.0 / missing as f64)
}

/// The halo of a window on shards of extent `own`: the elements before and behind a shard that it
/// reads. Negative numbers are elements that it does not read.
pub fn halo(window: Window, own: i64) -> (i64, i64) {
    let windows = own / window.stride;
    let length = (windows - 1) * window.stride + window.span;
    (window.low, length - own - window.low)
}

/// Whether an index can be divided along these atoms.
pub fn divides(
    module: &Module,
    op: OpId,
    table: &OpIndices,
    index: usize,
    axes: &[usize],
    grid: &Grid,
) -> bool {
    let (parts, extent) = (grid.parts(axes), table.indices[index].extent);
    if extent % parts != 0 {
        return false;
    }
    let operands = module.operands(op).iter().copied().zip(&table.operands);
    operands.into_iter().all(|(value, accesses)| {
        accesses.iter().zip(dims(module, value)).all(|(access, &n)| match *access {
            Access::Window { index: of, window } if of == index => {
                let own = n / parts;
                let (before, behind) = halo(window, own);
                exchanges_halos(window, n, extent) && before.abs() <= own && behind.abs() <= own
            }
            Access::Whole
            | Access::Direct { .. }
            | Access::Reversed { .. }
            | Access::Window { .. } => true,
        })
    })
}

/// The state of an operand or result of a divided op.
pub fn state_of(accesses: &[Access], axes: &[Vec<usize>]) -> State {
    let of = |access: &Access| access.index().map_or_else(Vec::new, |i| axes[i].clone());
    State(accesses.iter().map(of).collect())
}

/// The atoms along which terms of an op's results have to be combined.
pub fn combined(table: &OpIndices, axes: &[Vec<usize>]) -> Vec<usize> {
    let all = table.indices.iter().zip(axes).filter(|(index, _)| index.role == Role::Combined);
    all.flat_map(|(_, axes)| axes.iter().copied()).collect()
}

/// The division of an op that the placements of its operands and results state: the atoms of each
/// index.
///
/// # Errors
/// A sentence, if the op can't have these placements.
pub fn placed_axes(
    module: &Module,
    op: OpId,
    table: &OpIndices,
    grid: &Grid,
    placement: &dyn Fn(Value) -> Placement,
) -> Result<Vec<Vec<usize>>, String> {
    let mut axes: Vec<Option<Vec<usize>>> = vec![None; table.indices.len()];
    let named = |atoms: &[usize]| {
        let names: Vec<String> =
            grid.axes(atoms).iter().map(|axis| format!("\"{}\"", axis.name)).collect();
        format!("{{{}}}", names.join(", "))
    };
    let operands = module.operands(op).iter().copied().zip(&table.operands);
    let results = module.results(op).iter().zip(&table.results);
    for (value, accesses) in operands.chain(results) {
        let own = placement(value);
        for (d, (have, access)) in own.state.0.iter().zip(accesses).enumerate() {
            let Some(index) = access.index() else {
                if !have.is_empty() {
                    let (name, over) = (described(module, value), named(have));
                    return Err(format!(
                        "it needs dimension {d} of {name} as a whole, not over {over}"
                    ));
                }
                continue;
            };
            match &mut axes[index] {
                None => axes[index] = Some(have.clone()),
                Some(known) if known == have => {}
                Some(known) => {
                    let (name, over, known) = (described(module, value), named(have), named(known));
                    return Err(format!(
                        "dimension {d} of {name} lies over {over}, but belongs to one over {known}"
                    ));
                }
            }
        }
    }
    let axes: Vec<Vec<usize>> = axes.into_iter().map(Option::unwrap_or_default).collect();
    if !distinct(&axes) {
        return Err("an axis divides two of its indices".to_owned());
    }
    for (index, own) in axes.iter().enumerate().filter(|(_, own)| !own.is_empty()) {
        if !divides(module, op, table, index, own, grid) {
            return Err(format!("it can't be divided over {}", named(own)));
        }
    }
    Ok(axes)
}

/// The division of an op whose operands and results have these states.
pub fn sharded_plan(
    module: &Module,
    op: OpId,
    table: &OpIndices,
    grid: &Grid,
    state: &dyn Fn(Value) -> State,
) -> OpPlan {
    let values = module.operands(op);
    let operands: Vec<(State, &[Access], f64)> = values
        .iter()
        .zip(&table.operands)
        .map(|(&v, accesses)| (state(v), &accesses[..], bytes(module, v)))
        .collect();
    let results: Vec<(State, &[Access], f64)> = module
        .results(op)
        .iter()
        .zip(&table.results)
        .map(|(v, accesses)| (state(v), &accesses[..], bytes(module, v)))
        .collect();
    // The candidates of each index, no division first.
    let mut candidates: Vec<Vec<Vec<usize>>> = vec![vec![Vec::new()]; table.indices.len()];
    for (own, accesses, _) in operands.iter().chain(&results) {
        for (axes, access) in own.0.iter().zip(*accesses) {
            let Some(index) = access.index().filter(|_| !axes.is_empty()) else { continue };
            // The longest prefix that divides the index.
            let prefix = (1..=axes.len())
                .rev()
                .map(|n| &axes[..n])
                .find(|axes| divides(module, op, table, index, axes, grid));
            if let Some(prefix) = prefix
                && !candidates[index].iter().any(|known| known == prefix)
            {
                candidates[index].push(prefix.to_vec());
            }
        }
    }
    while candidates.iter().map(Vec::len).product::<usize>() > MOST {
        let most = candidates.iter_mut().max_by_key(|all| all.len());
        most.map(|all| all.pop());
    }
    let cost = |axes: &[Vec<usize>]| -> f64 {
        let mut sum = 0.0;
        for (&value, (from, accesses, bytes)) in values.iter().zip(&operands) {
            let want = state_of(accesses, axes);
            sum += received(from, &want, *bytes, grid);
            for (d, access) in accesses.iter().enumerate() {
                if let Access::Window { index, window } = access
                    && !axes[*index].is_empty()
                {
                    // The halo, as a share of the shard.
                    let own = (dims(module, value)[d] / grid.parts(&axes[*index])).max(1);
                    let (before, behind) = halo(*window, own);
                    let share = (before.max(0) + behind.max(0)) as f64 / own as f64;
                    sum += share * bytes / want.shards(grid) as f64;
                }
            }
        }
        let terms = grid.parts(&combined(table, axes)) as f64;
        for (to, accesses, bytes) in &results {
            let own = state_of(accesses, axes);
            let local = bytes / own.shards(grid) as f64;
            sum += 2.0 * local * (1.0 - 1.0 / terms) + received(&own, to, *bytes, grid);
        }
        sum
    };
    let mut best: Option<(f64, i64, Vec<Vec<usize>>)> = None;
    let mut at = vec![0; candidates.len()];
    loop {
        let axes: Vec<Vec<usize>> =
            at.iter().zip(&candidates).map(|(&i, all)| all[i].clone()).collect();
        if distinct(&axes) {
            let (bytes, parts) = (cost(&axes), axes.iter().map(|a| grid.parts(a)).product());
            let better = best.as_ref().is_none_or(|(least, most, _)| {
                bytes < *least || (bytes == *least && parts > *most)
            });
            if better {
                best = Some((bytes, parts, axes));
            }
        }
        let Some(n) = (0..at.len()).find(|&n| at[n] + 1 < candidates[n].len()) else { break };
        at[..n].fill(0);
        at[n] += 1;
    }
    let (bytes, _, axes) = best.expect("no division is a candidate");
    OpPlan { axes, bytes }
}

/// Whether no atom occurs twice.
fn distinct(axes: &[Vec<usize>]) -> bool {
    let mut all: Vec<usize> = axes.concat();
    let count = all.len();
    all.sort_unstable();
    all.dedup();
    all.len() == count
}

/// The bytes of a tensor.
pub fn bytes(module: &Module, value: Value) -> f64 {
    module.ty(value).as_tensor().and_then(|t| t.byte_size()).unwrap_or(0) as f64
}
