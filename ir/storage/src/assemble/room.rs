//! Ranges whose numbers tell where the keys of an entry are read, as in `sum(<k, _> in 0:w) { idx(i * w + k)
//! -> … }`: each entry gets a number of its own.

use super::AssembleError;
use super::bounds::UNKNOWN;
use super::branch::{TermAt, unsupported};
use super::fill::{Filler, Run};
use crate::term::Node;
use egg::Symbol;
use std::collections::{BTreeSet, HashMap};

impl Filler<'_> {
    /// Gives each entry one of the numbers of the range at `slot`, in the order of the entries; leaves the
    /// entries for which there is none. Entries whose keys are read alike share one.
    pub(super) fn fill_range(
        &mut self,
        run: &mut Run<'_>,
        slot: usize,
        bounds: [TermAt; 2],
    ) -> Result<(), AssembleError> {
        let scope = run.scope(self.term, &self.scalars);
        let mut region = scope.closure(&bounds);
        let mut read = Vec::new();
        for (place, value) in &run.reads {
            let Node::Get([_, index]) = self.term[place.id] else { continue };
            let mut mentioned = BTreeSet::new();
            scope.mentions(TermAt { id: index, ..*place }, &mut mentioned);
            if mentioned.contains(&(slot + 1)) {
                read.push(*value);
                region.extend(mentioned);
            }
        }
        region.remove(&(slot + 1));
        // The numbers so far of each region, by what is read there.
        let mut regions: HashMap<Vec<i64>, HashMap<Vec<i64>, i64>> = HashMap::new();
        let mut numbers: Vec<i64> = Vec::with_capacity(run.rows.len());
        for row in &run.rows {
            let own = |slots: &mut dyn Iterator<Item = &usize>| slots.map(|s| row[*s]).collect();
            let (place, keys): (Vec<i64>, Vec<i64>) =
                (own(&mut region.iter()), own(&mut read.iter()));
            if place.contains(&UNKNOWN) || keys.contains(&UNKNOWN) {
                return Err(unsupported("a range that the entries do not determine"));
            }
            let known = regions.entry(place).or_default();
            let next = known.len() as i64;
            numbers.push(*known.entry(keys).or_insert(next));
        }
        let mut scalars = self.scalars.clone();
        let ends = |scalars: &HashMap<Symbol, i64>, row: &[i64]| {
            let scope = run.scope(self.term, scalars);
            Some((scope.value(bounds[0], row)?, scope.value(bounds[1], row)?))
        };
        let mut keep = Vec::with_capacity(numbers.len());
        for (row, number) in run.rows.iter().zip(&numbers) {
            let fits = |scalars: &HashMap<Symbol, i64>| {
                ends(scalars, row).is_some_and(|(low, high)| high.saturating_sub(low) > *number)
            };
            keep.push(fits(&scalars) || self.raise(&mut scalars, bounds[1], fits));
        }
        let places: Vec<Option<i64>> = run
            .rows
            .iter()
            .zip(&numbers)
            .map(|(row, number)| ends(&scalars, row)?.0.checked_add(*number))
            .collect();
        self.scalars = scalars;
        for ((row, number), place) in run.rows.iter_mut().zip(&numbers).zip(&places) {
            row[slot] = *number;
            row[slot + 1] = place.unwrap_or(UNKNOWN);
        }
        let out = run.split(&keep);
        if !out.is_empty() && self.reason.is_empty() {
            self.reason = "there is no room for it in its range".to_owned();
        }
        self.left.extend(out);
        self.left.sort_unstable();
        Ok(())
    }
}
