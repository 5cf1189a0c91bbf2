//! Runs: a stored number that stands for the entries of a range of keys between stored bounds.

use super::AssembleError;
use super::bounds::UNKNOWN;
use super::branch::{Over, TermAt, no_runs};
use super::fill::{Filler, Run};
use super::filling::stored;
use crate::numbers::to_bits;
use std::collections::BTreeSet;

impl Filler<'_> {
    /// The slot of the loop over an array whose position the stored bounds of a range depend on; or of one
    /// over a range.
    pub(super) fn run_of(
        &self,
        run: &Run<'_>,
        bounds: [TermAt; 2],
    ) -> Result<usize, AssembleError> {
        let scope = run.scope(self.term, &self.scalars);
        let mut all = BTreeSet::new();
        for bound in bounds {
            let (_, index) = self.stored_bound(bound)?;
            scope.mentions(index, &mut all);
        }
        let &[slot] = &all.into_iter().collect::<Vec<_>>()[..] else { return Err(no_runs()) };
        match run.branch.loop_of(slot) {
            Some((Over::Array { .. }, first)) if first == slot => Ok(slot),
            Some((Over::Range(_), first)) => Ok(first),
            _ => Err(no_runs()),
        }
    }

    /// For a loop over runs: the number of the run of each entry, from the start of its region.
    /// A run has consecutive keys with the same number; if it ends where the next one starts, the
    /// missing keys between two are a run as well.
    pub(super) fn run_numbers(
        &self,
        run: &Run<'_>,
        slot: usize,
        region: &BTreeSet<usize>,
    ) -> Result<Option<Vec<i64>>, AssembleError> {
        let Some(&range) = run.runs.get(&slot) else { return Ok(None) };
        let Some((Over::Range(bounds), _)) = run.branch.loop_of(range) else { return Ok(None) };
        let shared = self.stored_bound(bounds[0])?.0 == self.stored_bound(bounds[1])?.0;
        let key = |e: usize| -> (Vec<i64>, i64) {
            (region.iter().map(|s| run.rows[e][*s]).collect(), run.rows[e][range + 1])
        };
        let number = |e: usize| {
            let value = stored(&run.branch.leaf, &self.of.value_at(run.mine[e]));
            value.as_ref().and_then(to_bits)
        };
        let mut order: Vec<usize> = (0..run.rows.len()).collect();
        order.sort_by_cached_key(|e| key(*e));
        let mut numbers = vec![0; order.len()];
        for pair in order.windows(2) {
            let ((before, low), (after, high)) = (key(pair[0]), key(pair[1]));
            if low == UNKNOWN || high == UNKNOWN {
                return Err(no_runs());
            }
            if before == after {
                let next = i64::from(low + 1 != high && shared);
                let same = low + 1 == high && number(pair[0]) == number(pair[1]);
                numbers[pair[1]] = numbers[pair[0]] + if same { 0 } else { 1 + next };
            }
        }
        Ok(Some(numbers))
    }

    /// Writes the bounds of the runs at the positions of the entries.
    pub(super) fn write_runs(&mut self, run: &Run<'_>, slot: usize) -> Result<(), AssembleError> {
        let Some(&range) = run.runs.get(&slot) else { return Ok(()) };
        let Some((Over::Range(bounds), _)) = run.branch.loop_of(range) else { return Ok(()) };
        let [low, high] = *bounds;
        let ends = [self.stored_bound(low)?, self.stored_bound(high)?];
        if run.rows.is_empty() && ends[0].0 == ends[1].0 {
            // No runs: the end of the last is where the first would start.
            self.put_bound(ends[0].0, 0, 0)?;
        }
        let mut order: Vec<usize> = (0..run.rows.len()).collect();
        order.sort_by_key(|e| (run.rows[*e][slot], run.rows[*e][range + 1]));
        for part in order.chunk_by(|a, b| run.rows[*a][slot] == run.rows[*b][slot]) {
            let (first, last) = (part[0], part[part.len() - 1]);
            let keys = [run.rows[first][range + 1], run.rows[last][range + 1] + 1];
            for ((array, index), key) in ends.iter().zip(keys) {
                let scope = run.scope(self.term, &self.scalars);
                let at = scope.value(*index, &run.rows[first]).ok_or_else(no_runs)?;
                self.put_bound(*array, at, key)?;
            }
        }
        Ok(())
    }
}
