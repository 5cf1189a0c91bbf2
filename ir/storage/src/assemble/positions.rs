//! Positions of entries in the arrays of loops.

use super::AssembleError;
use super::bounds::{Scope, UNKNOWN};
use super::branch::{Branch, Over, Step, TermAt, unsupported};
use super::fill::{Filler, Run};
use super::filling::{Filling, Gaps};
use super::guards::is_guarded_before;
use super::solve::{forms, solve};
use crate::term::Node;
use crate::types::Scalar;
use egg::Symbol;
use std::collections::{BTreeSet, HashMap, HashSet};

impl Filler<'_> {
    /// Appends a position for each entry to the array of the loop at `slot`, in the order of the
    /// regions, and writes the regions' bounds.
    pub(super) fn append(
        &mut self,
        run: &mut Run<'_>,
        slot: usize,
        array: Symbol,
        bounds: &Option<[TermAt; 2]>,
    ) -> Result<(), AssembleError> {
        let ends = match bounds {
            None => None,
            Some([low, high]) => Some([self.stored_bound(*low)?, self.stored_bound(*high)?]),
        };
        let scope = run.scope(self.term, &self.scalars);
        let indices: Vec<TermAt> = ends.iter().flatten().map(|(_, index)| *index).collect();
        let region = scope.closure(&indices);
        let shared = self.determined_by(run, slot, &region);
        let numbers = self.run_numbers(run, slot, &region)?;
        // The number of a region: its loops may be in another order than the regions.
        let number =
            |row: &[i64]| ends.and_then(|[(_, low), _]| scope.value(low, row)).unwrap_or_default();
        // The keys of all entries in one list: as many for each.
        let depth = 1 + region.len();
        let width = depth + shared.len() + usize::from(numbers.is_some());
        let mut keys: Vec<i64> = Vec::with_capacity(width * run.rows.len());
        for (e, row) in run.rows.iter().enumerate() {
            keys.push(number(row));
            keys.extend(region.iter().chain(&shared).map(|s| row[*s]));
            keys.extend(numbers.as_ref().map(|all| all[e]));
        }
        if keys.contains(&UNKNOWN) {
            return Err(unsupported("a loop over an array that the entries do not determine"));
        }
        let key = |e: usize| &keys[e * width..(e + 1) * width];
        // Equal keys stay in the order of the entries.
        let mut order: Vec<usize> = (0..run.rows.len()).collect();
        order.sort_by(|a, b| key(*a).cmp(key(*b)));

        for (name, index) in ends.iter().flatten() {
            self.check_length(*name, scope.reach(*index))?;
        }
        // The regions in order, with the first and the last position of each.
        let mut regions: Vec<(Vec<i64>, Vec<i64>)> = Vec::new();
        let enumerated = scope.enumerate(&region, false, &mut |known| {
            let tuple = std::iter::once(number(known)).chain(region.iter().map(|s| known[*s]));
            regions.push((tuple.collect(), known.to_vec()));
        });
        regions.sort();
        if !enumerated {
            regions.clear();
            for &e in &order {
                let own = &key(e)[..depth];
                if regions.last().is_none_or(|(last, _)| last[..] != *own) {
                    regions.push((own.to_vec(), run.rows[e].clone()));
                }
            }
        }
        let mut next = 0;
        let mut count: i64 = 0;
        let mut writes: Vec<(Symbol, i64, i64)> = Vec::new();
        let mut positions: Vec<(usize, i64)> = Vec::with_capacity(order.len());
        for (tuple, known) in &regions {
            let start = count;
            let mut last: Option<&[i64]> = None;
            while next < order.len() && key(order[next])[..depth] == tuple[..] {
                let (key, e) = (key(order[next]), order[next]);
                if numbers.is_some() {
                    // The runs of zeros between the entries have positions too.
                    count = start + key[depth] + 1;
                } else if last != Some(&key[depth..]) {
                    count += 1;
                    last = Some(&key[depth..]);
                }
                positions.push((e, count - 1));
                next += 1;
            }
            for ((name, index), value) in ends.iter().flatten().zip([start, count]) {
                let at = scope.value(*index, known);
                let at = at.ok_or_else(|| unsupported("bounds of a slice that are not known"))?;
                writes.push((*name, at, value));
            }
        }
        if next < order.len() {
            return Err(unsupported("slices that the loops do not reach"));
        }
        let least = u64::from(ends.is_some_and(|ends| end_to_end(&scope, &ends)));
        for (e, position) in positions {
            run.rows[e][slot] = position;
        }
        run.counts.insert(slot, count);
        for (name, at, value) in writes {
            self.put_bound(name, at, value)?;
        }
        for (name, _) in ends.iter().flatten() {
            let most = self.most;
            let filling =
                self.arrays.entry(*name).or_insert_with(|| Filling::new(Scalar::Int, most));
            filling.gaps = Gaps::Before;
            filling.lengthen(*name, least)?;
        }
        self.write_runs(run, slot)?;
        self.write_indices(run, slot, array)?;
        let filling = self.filling(array);
        filling.lengthen(array, count as u64)
    }

    /// Refuses an array whose last position is too large.
    fn check_length(&self, array: Symbol, last: Option<i128>) -> Result<(), AssembleError> {
        match last {
            Some(last) if last >= i128::from(self.most) => {
                let elements = u64::try_from(last + 1).unwrap_or(u64::MAX);
                let most = self.most;
                Err(AssembleError::TooLarge { array: array.to_string(), elements, most })
            }
            _ => Ok(()),
        }
    }

    /// The array and the index of a stored bound.
    pub(super) fn stored_bound(&self, bound: TermAt) -> Result<(Symbol, TermAt), AssembleError> {
        if let Node::Get([array, index]) = self.term[bound.id]
            && let Node::Input(array, _) = self.term[array]
        {
            return Ok((array, TermAt { id: index, ..bound }));
        }
        Err(unsupported("bounds of a slice that are computed from stored ones"))
    }

    pub(super) fn put_bound(
        &mut self,
        array: Symbol,
        at: i64,
        value: i64,
    ) -> Result<(), AssembleError> {
        let most = self.most;
        let filling = self.arrays.entry(array).or_insert_with(|| Filling::new(Scalar::Int, most));
        let index = usize::try_from(at)
            .map_err(|_| unsupported("bounds of a slice at negative positions"))?;
        filling.lengthen(array, at as u64 + 1)?;
        if filling.written[index] && filling.bits[index] != value as u64 {
            return Err(unsupported("bounds that two slices share"));
        }
        filling.written[index] = true;
        filling.bits[index] = value as u64;
        Ok(())
    }

    /// The variables that a position of the loop at `slot` determines: the array's value, and the
    /// indices that are read at it.
    fn determined_by(&self, run: &Run<'_>, slot: usize, region: &BTreeSet<usize>) -> Vec<usize> {
        let scope = run.scope(self.term, &self.scalars);
        let mut all = Vec::new();
        if self.value_in_keys(run, slot) {
            all.push(slot + 1);
        }
        for (place, read) in &run.reads {
            let Node::Get([_, index]) = self.term[place.id] else { continue };
            let mut mentioned = BTreeSet::new();
            scope.mentions(TermAt { id: index, ..*place }, &mut mentioned);
            if mentioned.contains(&slot)
                && mentioned.iter().all(|m| *m == slot || region.contains(m) || *m < slot)
            {
                all.push(*read);
            }
        }
        all.sort_unstable();
        all
    }

    fn value_in_keys(&self, run: &Run<'_>, slot: usize) -> bool {
        let scope = run.scope(self.term, &self.scalars);
        let mut mentioned = BTreeSet::new();
        run.keys.iter().for_each(|key| scope.mentions(*key, &mut mentioned));
        mentioned.contains(&(slot + 1))
    }

    /// Writes the values of the loop's array at the positions of the entries.
    fn write_indices(
        &mut self,
        run: &Run<'_>,
        slot: usize,
        array: Symbol,
    ) -> Result<(), AssembleError> {
        if !self.value_in_keys(run, slot) {
            return Ok(());
        }
        for (row, &entry) in run.rows.iter().zip(&run.mine) {
            self.put(entry, array, Scalar::Int, row[slot], row[slot + 1] as u64)?;
        }
        Ok(())
    }

    /// Looks up the position of each entry in an array that is given; leaves the entries that are not there.
    pub(super) fn look_up(
        &mut self,
        run: &mut Run<'_>,
        slot: usize,
        array: Symbol,
    ) -> Result<(), AssembleError> {
        let given = self.given.get(&array).cloned().unwrap_or_default();
        let at: HashMap<i64, i64> = (0..).zip(&given).map(|(at, value)| (*value, at)).collect();
        let positions: Vec<Option<i64>> =
            run.rows.iter().map(|row| at.get(&row[slot + 1]).copied()).collect();
        let keep: Vec<bool> = positions.iter().map(Option::is_some).collect();
        if let Some(e) = keep.iter().position(|keep| !keep)
            && self.reason.is_empty()
        {
            self.reason = format!("{} is not in `{array}`, which is given", run.rows[e][slot + 1]);
        }
        let out = run.split(&keep);
        self.left.extend(out);
        self.left.sort_unstable();
        for (row, position) in run.rows.iter_mut().zip(positions.into_iter().flatten()) {
            row[slot] = position;
        }
        let filling = self.filling(array);
        filling.bits = given.iter().map(|value| *value as u64).collect();
        filling.written = vec![true; given.len()];
        run.counts.insert(slot, given.len() as i64);
        filling.lengthen(array, given.len() as u64)
    }

    /// Gives each entry one of the positions between the bounds of the loop at `slot`; leaves the
    /// entries for which there is no room.
    pub(super) fn fill_room(
        &mut self,
        run: &mut Run<'_>,
        slot: usize,
        array: Symbol,
        bounds: [TermAt; 2],
    ) -> Result<(), AssembleError> {
        let region = run.scope(self.term, &self.scalars).closure(&bounds);
        let mut groups: HashMap<Vec<i64>, Vec<usize>> = HashMap::new();
        for (e, row) in run.rows.iter().enumerate() {
            groups.entry(region.iter().map(|s| row[*s]).collect()).or_default().push(e);
        }
        let shared = self.determined_by(run, slot, &region);
        let same = |a: &[i64], b: &[i64]| shared.iter().all(|s| a[*s] == b[*s]);
        // Bounds with room for all entries of each region.
        let mut scalars = self.scalars.clone();
        for group in groups.values() {
            let row = &run.rows[group[0]];
            let mut needed: i64 = 0;
            for (i, e) in group.iter().enumerate() {
                let row = &run.rows[*e];
                // Entries that share a position follow each other, or nearly so.
                let known = shared.iter().all(|s| row[*s] != UNKNOWN);
                let before = group[..i].iter().rev().take(MAX_SHARED);
                let twin = known && before.into_iter().any(|b| same(&run.rows[*b], row));
                needed += i64::from(!twin);
            }
            let fits = |scalars: &HashMap<Symbol, i64>| {
                let scope = run.scope(self.term, scalars);
                let ends = (scope.value(bounds[0], row), scope.value(bounds[1], row));
                matches!(ends, (Some(low), Some(high)) if high - low >= needed)
            };
            if !fits(&scalars) {
                self.raise(&mut scalars, bounds[1], fits);
            }
        }
        self.scalars = scalars;

        let mut regions: Vec<(Vec<i64>, Vec<i64>)> = Vec::new();
        let scope = run.scope(self.term, &self.scalars);
        // Before the regions are listed: there are at most as many as places.
        self.check_length(array, scope.reach(bounds[1]).map(|end| end - 1))?;
        let enumerated = scope.enumerate(&region, false, &mut |known| {
            regions.push((region.iter().map(|s| known[*s]).collect(), known.to_vec()));
        });
        if !enumerated {
            return Err(unsupported("slices whose bounds are not known ahead"));
        }
        let forms = forms(&scope, &run.keys);
        let mut keep = vec![false; run.mine.len()];
        let mut padding: Vec<(i64, i64)> = Vec::new();
        for (tuple, known) in regions {
            let group = groups.remove(&tuple).unwrap_or_default();
            let scope = run.scope(self.term, &self.scalars);
            let ends = (scope.value(bounds[0], &known), scope.value(bounds[1], &known));
            let (Some(low), Some(high)) = ends else {
                return Err(unsupported("slices whose bounds are not known ahead"));
            };
            let mut waiting: Vec<usize> = group;
            let mut empty: Vec<i64> = Vec::new();
            for position in low..high {
                if waiting.is_empty() {
                    empty.push(position);
                    continue;
                }
                let mut taken: Option<Vec<i64>> = None;
                let (mut rest, mut i) = (Vec::new(), 0);
                while i < waiting.len() {
                    let e = waiting[i];
                    i += 1;
                    let mut row = run.rows[e].clone();
                    row[slot] = position;
                    let scope = run.scope(self.term, &self.scalars);
                    let targets = self.of.key(run.mine[e]);
                    let solved = solve(&scope, &run.keys, &forms, &targets, &mut row);
                    let fits =
                        solved.is_ok() && taken.as_ref().is_none_or(|first| same(first, &row));
                    if !fits {
                        rest.push(e);
                        // Entries are in order: of those that share the position, all are near.
                        if taken.is_some() && rest.len() > MAX_SHARED {
                            break;
                        }
                        continue;
                    }
                    keep[e] = true;
                    taken.get_or_insert_with(|| row.clone());
                    run.rows[e] = row;
                    if !self.is_shared(run, slot) {
                        break;
                    }
                }
                rest.extend_from_slice(&waiting[i..]);
                waiting = rest;
                if taken.is_none() {
                    empty.push(position);
                }
            }
            if let Some(e) = waiting.first()
                && self.reason.is_empty()
            {
                self.reason =
                    format!("there is no room for it in the {} places of its slice", high - low);
                debug_assert!(!keep[*e]);
            }
            self.pad(run, slot, &known, &keep, &empty, &mut padding);
        }
        let out = run.split(&keep);
        self.left.extend(out);
        self.left.sort_unstable();
        self.write_indices(run, slot, array)?;
        if self.value_in_keys(run, slot) {
            let padding = padding.into_iter().map(|(position, value)| (array, position, value));
            self.padding.extend(padding);
        }
        Ok(())
    }

    /// Whether there are loops below the one at `slot`: entries may share its positions.
    fn is_shared(&self, run: &Run<'_>, slot: usize) -> bool {
        run.branch.loops().any(|(_, inner)| inner > slot)
    }

    /// The indices of empty positions: zero, or, where keys promise to be unique, the least whose
    /// key no other position of the slice has.
    fn pad(
        &self,
        run: &Run<'_>,
        slot: usize,
        known: &[i64],
        keep: &[bool],
        empty: &[i64],
        padding: &mut Vec<(i64, i64)>,
    ) {
        let scope = run.scope(self.term, &self.scalars);
        let unique: Vec<TermAt> = run
            .branch
            .keys()
            .filter(|(key, unique)| {
                let mut mentioned = BTreeSet::new();
                scope.mentions(*key, &mut mentioned);
                *unique && mentioned.contains(&(slot + 1))
            })
            .map(|(key, _)| key)
            .collect();
        let &[key] = &unique[..] else { return };
        if empty.is_empty() || is_guarded_before(run.branch, &run.markers, slot, key) {
            return;
        }
        let region: Vec<usize> = (0..slot).filter(|s| known[*s] != UNKNOWN).collect();
        let rows = run.rows.iter().zip(keep).filter(|(_, keep)| **keep).map(|(row, _)| row);
        let inside = rows.filter(|row| region.iter().all(|s| row[*s] == known[*s]));
        let mut used: HashSet<i64> = inside.filter_map(|row| scope.value(key, row)).collect();
        for &position in empty {
            let mut row = known.to_vec();
            row[slot] = position;
            let most = used.len() as i64 + 1;
            let value = (0..=most).find_map(|value| {
                row[slot + 1] = value;
                let key = scope.value(key, &row)?;
                (!used.contains(&key)).then_some((value, key))
            });
            if let Some((value, key)) = value {
                used.insert(key);
                padding.push((position, value));
            }
        }
    }

    /// Stores the entries of a branch without index arrays by trying all positions: for keys that
    /// can't be solved.
    pub(super) fn try_positions(&mut self, run: &mut Run<'_>) -> Result<(), AssembleError> {
        if !run.reads.is_empty() {
            return Err(unsupported("keys that can't be solved for the positions"));
        }
        // Each position is tried: there are about as many as elements.
        let size = self.of.extents().iter().try_fold(1u64, |all, extent| all.checked_mul(*extent));
        let array = run.branch.loops().find_map(|(over, _)| match over {
            Over::Array { array, .. } => Some(*array),
            _ => None,
        });
        if let Some(array) = array {
            self.check_length(array, Some(size.map_or(i128::MAX, i128::from) - 1))?;
        }
        let mut waiting: HashMap<Vec<i64>, usize> =
            run.mine.iter().map(|e| (self.of.key(*e), *e)).collect();
        let mut row = vec![UNKNOWN; run.intervals.len()];
        self.try_steps(run, 0, &mut row, &mut Vec::new(), &mut waiting)?;
        for entry in waiting.into_values() {
            self.left.push(entry);
            if self.reason.is_empty() {
                self.reason = "no position has its keys".to_owned();
            }
        }
        self.left.sort_unstable();
        self.lengthen(run)
    }

    fn try_steps(
        &mut self,
        run: &Run<'_>,
        step: usize,
        row: &mut Vec<i64>,
        keys: &mut Vec<i64>,
        waiting: &mut HashMap<Vec<i64>, usize>,
    ) -> Result<(), AssembleError> {
        if waiting.is_empty() {
            return Ok(());
        }
        let branch: &Branch = run.branch;
        let Some(next) = branch.steps.get(step) else {
            return match waiting.remove(keys) {
                Some(entry) => match self.demand_of(run, &run.guards, entry, row)? {
                    Ok(()) => self.write_leaf(run, row, entry),
                    Err(reason) => {
                        self.left.push(entry);
                        if self.reason.is_empty() {
                            self.reason = reason;
                        }
                        Ok(())
                    }
                },
                None => Ok(()),
            };
        };
        let scope: Scope<'_> = run.scope(self.term, &self.scalars);
        let unknown = || unsupported("bounds that the entries do not determine");
        match next {
            Step::Let { .. } => self.try_steps(run, step + 1, row, keys, waiting),
            Step::If(_) if run.guards.iter().any(|guard| guard.step == Some(step)) => {
                self.try_steps(run, step + 1, row, keys, waiting)
            }
            Step::If(condition) => match scope.holds(*condition, row) {
                Some(true) => self.try_steps(run, step + 1, row, keys, waiting),
                Some(false) => Ok(()),
                None => Err(unsupported("conditions that the entries do not determine")),
            },
            Step::Key { key, .. } => {
                keys.push(scope.value(*key, row).ok_or_else(unknown)?);
                let done = self.try_steps(run, step + 1, row, keys, waiting);
                keys.pop();
                done
            }
            Step::Loop { over, slot } => {
                let ends = match over {
                    Over::Array { bounds: None, .. } => Some((0, self.most as i64)),
                    _ => scope.ends(over, *slot, row),
                };
                let (low, high) = ends.ok_or_else(unknown)?;
                for at in low..high {
                    if waiting.is_empty() {
                        break;
                    }
                    match over {
                        Over::Range(_) => (row[*slot], row[slot + 1]) = (at - low, at),
                        _ => row[*slot] = at,
                    }
                    self.try_steps(run, step + 1, row, keys, waiting)?;
                }
                row[*slot] = UNKNOWN;
                row[slot + 1] = UNKNOWN;
                Ok(())
            }
        }
    }

    pub(super) fn filling(&mut self, array: Symbol) -> &mut Filling {
        let base = self.sorts[&array].base;
        let most = self.most;
        self.arrays.entry(array).or_insert_with(|| Filling::new(base, most))
    }
}

/// Whether a slice begins where another ends, in an array of one bound more than there are slices:
/// `pos(p):pos(p + 1)`, and not `pos(2 * p):pos(2 * p + 1)`.
fn end_to_end(scope: &Scope<'_>, ends: &[(Symbol, TermAt); 2]) -> bool {
    let [(first, low), (second, high)] = ends;
    let nothing = vec![UNKNOWN; scope.intervals.len()];
    match (scope.affine(*low, &nothing), scope.affine(*high, &nothing)) {
        (Some(low), Some(high)) if first == second => {
            let step = high.constant - low.constant;
            low.terms.is_empty() || low.terms.iter().any(|term| term.factor == step)
        }
        _ => first == second,
    }
}

/// The most entries of a slice that are looked through for one at the same position.
const MAX_SHARED: usize = 4096;
