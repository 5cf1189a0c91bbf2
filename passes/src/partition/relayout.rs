//! From one sharding of a tensor to another one.
//!
//! | change | exchange |
//! |---|---|
//! | none | nothing |
//! | as many parts along each dimension | `collective_permute` |
//! | axes added to a dimension | a slice, without communication |
//! | axes moved from one dimension to another one | `all_to_all` |
//! | axes dropped | `all_gather` |
//! | terms combined | `all_reduce`, or `reduce_scatter` where their axes are added to a dimension |
//! | others | a sequence of these, slices first |

use super::exchange::Exchange;
use hloom_analysis::shard::{Grid, Placement, State};
use hloom_ir::Value;
use hloom_ir::op::ConstraintError;
use rustc_hash::FxHashMap;

/// One exchange of a relayout.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step {
    /// The device's part of a dimension along these atoms.
    Slice(usize, Vec<usize>),
    /// A dimension put together along these atoms.
    Gather(usize, Vec<usize>),
    /// Atoms moved from the first dimension to the second one.
    Move(usize, usize, Vec<usize>),
    /// The shard of another device, from this state.
    Permute(State),
}

impl Step {
    /// Changes a state as the step does, on the way to another one.
    pub fn apply(&self, at: &mut State, to: &State) {
        match self {
            Step::Slice(d, axes) => at.0[*d].extend(axes),
            Step::Gather(d, axes) => {
                let left = at.0[*d].len() - axes.len();
                at.0[*d].truncate(left);
            }
            Step::Move(i, j, axes) => {
                let left = at.0[*i].len() - axes.len();
                at.0[*i].truncate(left);
                at.0[*j].extend(axes);
            }
            Step::Permute(_) => *at = to.clone(),
        }
    }
}

/// The exchanges that lead from one state to another one; none if they are equal.
pub fn steps(from: &State, to: &State, grid: &Grid) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut at = from.clone();
    while at != *to {
        let step = next(&at, to, grid);
        step.apply(&mut at, to);
        steps.push(step);
    }
    steps
}

fn next(at: &State, to: &State, grid: &Grid) -> Step {
    let pairs = || at.0.iter().zip(&to.0);
    let parts = |axes: &Vec<usize>| grid.parts(axes);
    if pairs().all(|(a, b)| parts(a) == parts(b)) {
        return Step::Permute(at.clone());
    }
    let common = at.common(to);
    // The atoms that a dimension lacks, if it has none that it must lose.
    let lacks = |d: usize| (common[d] == at.0[d].len()).then(|| &to.0[d][common[d]..]);
    for d in 0..at.0.len() {
        let Some(missing) = lacks(d) else { continue };
        let free = missing.iter().take_while(|&&a| !at.uses(a)).count();
        if free > 0 {
            return Step::Slice(d, missing[..free].to_vec());
        }
    }
    for (i, &same) in common.iter().enumerate() {
        let surplus = &at.0[i][same..];
        for j in (0..at.0.len()).filter(|&j| j != i) {
            let Some(missing) = lacks(j) else { continue };
            // The longest end of the one that the other one continues with.
            let n = (1..=surplus.len())
                .rev()
                .find(|&n| missing.starts_with(&surplus[surplus.len() - n..]));
            if let Some(n) = n {
                return Step::Move(i, j, surplus[surplus.len() - n..].to_vec());
            }
        }
    }
    let d = (0..at.0.len()).find(|&d| at.0[d].len() > common[d]).expect("the states differ");
    Step::Gather(d, at.0[d][common[d]..].to_vec())
}

/// For states of as many parts along each dimension: who holds the shard that a device needs. A
/// device that holds its own keeps it; else the holders of a shard send to those that need it, in
/// order.
fn permutation(from: &State, to: &State, terms: &[usize], grid: &Grid) -> Vec<Vec<i64>> {
    // Devices with other terms of a shard hold something else.
    let shard = |place: i64, state: &State| -> Vec<i64> {
        let dims = state.0.iter().map(|axes| grid.coordinate(place, axes));
        dims.chain([grid.coordinate(place, terms)]).collect()
    };
    let mut senders: FxHashMap<Vec<i64>, Vec<i64>> = FxHashMap::default();
    let mut receivers = Vec::new();
    let mut pairs = Vec::new();
    for place in 0..grid.devices() {
        let (held, wanted) = (shard(place, from), shard(place, to));
        let device = grid.device(place);
        if held == wanted {
            pairs.push(vec![device, device]);
        } else {
            senders.entry(held).or_default().push(device);
            receivers.push((wanted, device));
        }
    }
    // As many devices hold a shard as need it, so there is a sender for each receiver.
    for (wanted, device) in receivers.into_iter().rev() {
        let sender = senders.get_mut(&wanted).and_then(Vec::pop).expect("a holder of each shard");
        pairs.push(vec![sender, device]);
    }
    pairs.sort_unstable();
    pairs
}

/// Builds the exchanges from one placement of a value to another one. Halos are dropped; a `halo`
/// makes them.
///
/// # Errors
/// If an op can't be built.
pub fn relayout(
    x: &mut Exchange<'_, '_>,
    value: Value,
    from: &Placement,
    to: &Placement,
) -> Result<Value, ConstraintError> {
    let bare = without_halo(x, value, from)?;
    let (mut value, state) = combine(x, bare, from, to)?;
    for step in steps(&state, &to.state, &x.grid) {
        value = match step {
            Step::Slice(d, axes) => x.slice_own(value, d, &axes)?,
            Step::Gather(d, axes) => x.gather(value, d, &axes)?,
            Step::Move(i, j, axes) => x.all_to_all(value, i, j, &axes)?,
            Step::Permute(at) => {
                let terms = to.terms.as_ref().map_or(&[][..], |(_, axes)| axes);
                let pairs = permutation(&at, &to.state, terms, &x.grid);
                x.permute(value, &pairs)?
            }
        };
    }
    Ok(value)
}

/// A shard without what it holds of others.
fn without_halo(
    x: &mut Exchange<'_, '_>,
    mut value: Value,
    from: &Placement,
) -> Result<Value, ConstraintError> {
    for (d, &(before, after)) in from.halo.iter().enumerate() {
        if (before, after) != (0, 0) {
            let n = x.dims(value)[d];
            value = x.slice(value, d, before, n - after)?;
        }
    }
    Ok(value)
}

/// Combines terms that the new placement does not have, and keeps the device's part at once where
/// its state asks for it.
fn combine(
    x: &mut Exchange<'_, '_>,
    mut value: Value,
    from: &Placement,
    to: &Placement,
) -> Result<(Value, State), ConstraintError> {
    let mut state = from.state.clone();
    let Some((monoid, terms)) = &from.terms else { return Ok((value, state)) };
    let kept = to.terms.as_ref().map_or(&[][..], |(_, kept)| kept);
    let mut left: Vec<usize> = terms.iter().copied().filter(|a| !kept.contains(a)).collect();
    for d in 0..state.0.len() {
        let Some(missing) = to.state.0[d].strip_prefix(&state.0[d][..]) else { continue };
        let n = missing.iter().take_while(|a| left.contains(a)).count();
        if n > 0 {
            let axes = missing[..n].to_vec();
            value = x.reduce_scatter(value, &axes, *monoid, d)?;
            left.retain(|a| !axes.contains(a));
            state.0[d].extend(axes);
        }
    }
    if !left.is_empty() {
        value = x.reduce(value, &left, *monoid)?;
    }
    Ok((value, state))
}
