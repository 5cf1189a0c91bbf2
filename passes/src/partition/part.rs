//! The part of one op that a device computes.

use super::exchange::Exchange;
use super::relayout::relayout;
use crate::split::apply::{build_part, neutral_start};
use crate::split::part::part;
use hloom_analysis::shard::State;
use hloom_analysis::shard::plan::{combined, halo, state_of};
use hloom_analysis::split::{Access, OpIndices, Range, Window};
use hloom_ir::field::{Padding, ResultType};
use hloom_ir::op::ConstraintError;
use hloom_ir::ops::{BroadcastInDim, Op};
use hloom_ir::{Literal, OpId, Value};
use rustc_hash::FxHashMap;

/// An op that is divided: its indices, and the atoms that divide each.
pub struct Divided<'a> {
    /// The op in the program of the whole.
    pub op: OpId,
    /// Its indices.
    pub table: &'a OpIndices,
    /// The atoms that divide each index.
    pub axes: &'a [Vec<usize>],
}

/// A value of the device, and its state.
pub type Held = (Value, State);

impl Divided<'_> {
    /// Builds the op's part on operands that are sharded as the division wants them. Returns the
    /// results, with the states that they have or that are wanted of them.
    ///
    /// # Errors
    /// If an op can't be built.
    pub fn build(
        &self,
        x: &mut Exchange<'_, '_>,
        mut operands: Vec<Value>,
        wanted: &[State],
        captured: &FxHashMap<Value, Value>,
    ) -> Result<Vec<Held>, ConstraintError> {
        let whole = x.r.module().operands(self.op).to_vec();
        for i in 0..operands.len() {
            let extents = x.dims(whole[i]);
            for (d, access) in self.table.operands[i].iter().enumerate() {
                operands[i] = match *access {
                    Access::Reversed { index } if !self.axes[index].is_empty() => {
                        let axes = &self.axes[index];
                        let last = x.grid.parts(axes) - 1;
                        let pairs = x.pairs(axes, |part| Some(last - part));
                        x.permute(operands[i], &pairs)?
                    }
                    Access::Window { index, window } if self.axes[index].is_empty() => {
                        let all = Range::new(0, self.table.indices[index].extent);
                        let (read, _, _) = window.read(all, extents[d]);
                        match read == Range::new(0, extents[d]) {
                            true => operands[i],
                            false => x.slice(operands[i], d, read.start, read.end)?,
                        }
                    }
                    Access::Window { index, window } => {
                        self.with_halo(x, &operands, i, d, index, window)?
                    }
                    Access::Whole | Access::Direct { .. } | Access::Reversed { .. } => operands[i],
                };
            }
        }
        let ranges: Vec<Range> = (self.table.indices.iter().zip(self.axes))
            .map(|(index, axes)| Range::new(0, index.extent / x.grid.parts(axes)))
            .collect();
        let mut kind = part(x.r.module(), self.op, self.table, &ranges);
        self.unpad(&mut kind);
        let terms = combined(self.table, self.axes);
        let starts = operands[operands.len() / 2..].to_vec();
        let sums = matches!(kind, Op::Reduce(_)) && !terms.is_empty();
        if sums {
            neutral_start(x.r, self.table, &mut operands);
        }
        let results = build_part(x.r, self.op, kind, operands, captured)?;
        let mut held = Vec::with_capacity(results.len());
        for (i, value) in results.into_iter().enumerate() {
            let state = state_of(&self.table.results[i], self.axes);
            let (mut value, state) = self.combine(x, value, state, &wanted[i], i, &terms)?;
            if sums {
                value = self.add_start(x, value, starts[i], i)?;
            }
            held.push((value, state));
        }
        Ok(held)
    }

    /// Operand `i` with what its windows read of the neighbours along dimension `d`.
    fn with_halo(
        &self,
        x: &mut Exchange<'_, '_>,
        operands: &[Value],
        i: usize,
        d: usize,
        index: usize,
        window: Window,
    ) -> Result<Value, ConstraintError> {
        let axes = &self.axes[index];
        let edges = halo(window, x.dims(operands[i])[d]);
        let fill = match x.r.module().op(self.op) {
            Op::ReduceWindow(_) => Some(operands[operands.len() / 2 + i]),
            Op::Pad(_) => Some(operands[1]),
            // Any other op: padding is zero.
            _ => None,
        };
        x.with_halo(operands[i], d, axes, edges, fill)
    }

    /// Takes away the padding along divided dimensions: the halo stands for it.
    fn unpad(&self, kind: &mut Op) {
        let divided = |d: usize| {
            let access = self.table.operands[0][d];
            matches!(access, Access::Window { index, .. } if !self.axes[index].is_empty())
        };
        match kind {
            Op::Pad(it) => {
                let without = |old: &[i64]| {
                    old.iter().enumerate().map(|(d, &n)| if divided(d) { 0 } else { n }).collect()
                };
                it.edge_padding_low = without(&it.edge_padding_low.0);
                it.edge_padding_high = without(&it.edge_padding_high.0);
            }
            Op::ReduceWindow(it) => {
                if let Some(Padding(all)) = &mut it.padding {
                    let all = all.iter_mut().enumerate();
                    all.filter(|(d, _)| divided(*d)).for_each(|(_, p)| *p = (0, 0));
                }
            }
            Op::Convolution(it) => {
                let spatial = it.dimension_numbers.input_spatial_dimensions.clone();
                if let Some(Padding(all)) = &mut it.padding {
                    let all = all.iter_mut().zip(spatial.iter());
                    all.filter(|(_, d)| divided(**d as usize)).for_each(|(p, _)| *p = (0, 0));
                }
            }
            // Any other op: it has no padding.
            _ => {}
        }
    }

    /// Combines the terms of result `i`, and keeps the device's part at once where that is wanted.
    fn combine(
        &self,
        x: &mut Exchange<'_, '_>,
        mut value: Value,
        mut state: State,
        wanted: &State,
        i: usize,
        terms: &[usize],
    ) -> Result<Held, ConstraintError> {
        let Some(&monoid) = self.table.combine.get(i).filter(|_| !terms.is_empty()) else {
            return Ok((value, state));
        };
        let mut left = terms.to_vec();
        for d in 0..state.0.len() {
            let Some(missing) = wanted.0[d].strip_prefix(&state.0[d][..]) else { continue };
            let n = missing.iter().take_while(|a| left.contains(a)).count();
            if n > 0 {
                let axes = missing[..n].to_vec();
                value = x.reduce_scatter(value, &axes, monoid, d)?;
                left.retain(|a| !axes.contains(a));
                state.0[d].extend(axes);
            }
        }
        if !left.is_empty() {
            value = x.reduce(value, &left, monoid)?;
        }
        Ok((value, state))
    }

    /// Combines a sum with the initial value of a reduction.
    fn add_start(
        &self,
        x: &mut Exchange<'_, '_>,
        value: Value,
        start: Value,
        i: usize,
    ) -> Result<Value, ConstraintError> {
        let monoid = self.table.combine[i];
        let neutral = |known: &Literal| {
            let identity = monoid.identity(known.ty());
            identity.is_some_and(|n| n.element_bytes(0) == known.element_bytes(0))
        };
        if x.r.module().constant(start).is_some_and(neutral) {
            return Ok(value);
        }
        let ty = ResultType(x.r.module().ty(value));
        let all = BroadcastInDim { broadcast_dimensions: Vec::new().into(), ty };
        let all = x.r.value(all, &[start])?;
        x.r.value(monoid.op(), &[all, value])
    }
}

/// Brings a value from the state that it has to another one.
///
/// # Errors
/// If an op can't be built.
pub fn brought(
    x: &mut Exchange<'_, '_>,
    (value, state): &Held,
    to: &State,
) -> Result<Value, ConstraintError> {
    relayout(x, *value, state, to)
}
