//! Rows of numbers that are stored once for all equal ones, as in the column groups of compressed linear
//! algebra (Elgohary et al., "Compressed Linear Algebra for Large-Scale Machine Learning", VLDB 2016).
//!
//! The place of a number is `c * w + q`, and no key depends on `c`: it is the number of the *row* that the
//! entry is in, the numbers of the entries that differ in `q` alone. Three kinds of loops have such a `c`:
//!
//! | loop | format | number of a row |
//! |---|---|---|
//! | `sum(<i, c> in code)` | dense dictionary codes (DDC) | that of the equal row before it; `code` has it |
//! | `sum(<c, _> in 0:n) sum(<_, i> in pos(c):pos(c + 1))` | runs (RLE) | the number of its run of equal rows |
//! | `sum(<c, _> in 0:n) sum(<_, i> in idx(pos(c):pos(c + 1)))` | lists of rows (OLE) | as the first |

use super::AssembleError;
use super::bounds::{Scope, UNKNOWN};
use super::branch::{Over, Step, Stored, unsupported};
use super::fill::{FillMethod, Filler, Run};
use super::filling::{Filling, Gaps, Row, RowNumber, least, stored};
use crate::numbers::to_bits;
use crate::types::Scalar;
use egg::Symbol;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// The entries of a row, and the slots that tell it from other rows.
type Entries = BTreeMap<Vec<i64>, Vec<usize>>;

impl Filler<'_> {
    /// The variable that numbers the rows of a branch, if there is one.
    pub(super) fn row_number(&self, run: &Run<'_>, in_keys: &BTreeSet<usize>) -> Option<RowNumber> {
        let Stored::Array(values, index) = run.branch.leaf.stored else { return None };
        if self.code_of(run, index).is_some() {
            return None;
        }
        let scope = run.scope(self.term, &self.scalars);
        let mut mentioned = BTreeSet::new();
        scope.mentions(index, &mut mentioned);
        let free = |(over, first): (&Over, usize)| {
            let is_free = mentioned.contains(&(first + 1)) && !in_keys.contains(&(first + 1));
            let codes = match over {
                Over::Array { array, .. } if run.kinds[&first] == FillMethod::Positional => {
                    Some(*array)
                }
                Over::Range(_) if self.has_list(run, first) => None,
                _ => return None,
            };
            is_free.then_some(RowNumber { first, values, index, codes })
        };
        let mut all = run.branch.loops().filter_map(free);
        let found = all.next()?;
        all.next().is_none().then_some(found)
    }

    /// Whether a loop between stored bounds depends on the loop at this slot.
    fn has_list(&self, run: &Run<'_>, first: usize) -> bool {
        let scope = run.scope(self.term, &self.scalars);
        run.branch.loops().any(|(over, _)| {
            let (Over::Range(bounds) | Over::Array { bounds: Some(bounds), .. }) = over else {
                return false;
            };
            bounds.iter().all(|bound| {
                let mut mentioned = BTreeSet::new();
                let stored = self.stored_bound(*bound).map(|(_, index)| index);
                stored.is_ok_and(|index| {
                    scope.mentions(index, &mut mentioned);
                    mentioned.contains(&(first + 1))
                })
            })
        })
    }

    /// The scalar that is known once the rows are: their width.
    pub(super) fn width_of_rows(&self, run: &Run<'_>) -> Option<Symbol> {
        let index = run.rows_by?.index;
        let mut own = BTreeSet::new();
        self.scalars_in(index, &mut own);
        let mut others = BTreeSet::new();
        for step in &run.branch.steps {
            match step {
                Step::Loop { over: Over::Range(bounds), .. }
                | Step::Loop { over: Over::Array { bounds: Some(bounds), .. }, .. } => {
                    bounds.iter().for_each(|bound| self.scalars_in(*bound, &mut others));
                }
                Step::Loop { .. } => {}
                Step::Let { value: place, .. } | Step::Key { key: place, .. } | Step::If(place) => {
                    self.scalars_in(*place, &mut others);
                }
            }
        }
        let mut unknown =
            own.difference(&others).filter(|name| !self.scalars.contains_key(name)).copied();
        let found = unknown.next()?;
        unknown.next().is_none().then_some(found)
    }

    /// Whether a loop can be filled before the rows are numbered.
    pub(super) fn is_before_rows(&self, run: &Run<'_>, over: &Over) -> bool {
        let Some(by) = run.rows_by else { return true };
        let (Over::Range(bounds) | Over::Array { bounds: Some(bounds), .. }) = over else {
            return true;
        };
        let scope = run.scope(self.term, &self.scalars);
        bounds.iter().all(|bound| {
            let place = self.stored_bound(*bound).map_or(*bound, |(_, index)| index);
            let mut mentioned = BTreeSet::new();
            scope.mentions(place, &mut mentioned);
            !mentioned.contains(&(by.first + 1))
        })
    }

    /// Numbers the rows of the entries, and writes the codes or the bounds of runs.
    pub(super) fn number_rows(
        &mut self,
        run: &mut Run<'_>,
        width: Option<Symbol>,
    ) -> Result<(), AssembleError> {
        let Some(by) = run.rows_by else { return Ok(()) };
        let width = self.find_width(run, by, width)?;
        let (rows, entries) = self.rows(run, by)?;
        let numbers = match run.runs.get(&by.first) {
            Some(&range) => self.numbers_of_runs(run, range, &rows, &entries)?,
            None => {
                let own = self.row_dictionaries.entry(by.values).or_default();
                if width != 0 && own.width != 0 && width != own.width {
                    return Err(no_rows());
                }
                own.width = own.width.max(width);
                rows.iter().map(|row| own.number(row)).collect()
            }
        };
        let count = numbers.iter().max().map_or(0, |last| last + 1);
        for (&number, entries) in numbers.iter().zip(entries.values()) {
            for &e in entries {
                run.rows[e][by.first + 1] = number;
                if by.codes.is_none() {
                    run.rows[e][by.first] = number;
                }
            }
        }
        if let Some(codes) = by.codes {
            run.intervals[by.first + 1] = (0, i128::from(count) - 1);
            for (row, &entry) in run.rows.iter().zip(&run.mine) {
                let (at, number) = (row[by.first], row[by.first + 1]);
                self.put(entry, codes, Scalar::Int, at, number as u64)?;
            }
            self.coded_rows.insert(codes, by.values);
            return Ok(());
        }
        self.make_room_for_rows(run, by, count)?;
        if run.runs.contains_key(&by.first) {
            self.write_runs(run, by.first)?;
            self.end_runs(run, by)?;
        }
        Ok(())
    }

    /// The distance of two rows in the array of numbers. An unknown scalar is the least that has room for
    /// the places inside of a row.
    fn find_width(
        &mut self,
        run: &Run<'_>,
        by: RowNumber,
        unknown: Option<Symbol>,
    ) -> Result<i64, AssembleError> {
        let Some(first) = run.rows.first() else {
            // Without entries, any width serves.
            self.scalars.extend(unknown.map(|name| (name, 0)));
            return Ok(0);
        };
        let at = |scalars: &HashMap<Symbol, i64>, number: i64, row: &[i64]| {
            place(&run.scope(self.term, scalars), by, number, row)
        };
        let distance = |scalars: &HashMap<Symbol, i64>| {
            Some(at(scalars, 1, first)?.saturating_sub(at(scalars, 0, first)?))
        };
        let mut scalars = self.scalars.clone();
        if let Some(name) = unknown {
            scalars.insert(name, 0);
            // The largest place inside of a row, whether or not there is an entry.
            let last = |scalars: &HashMap<Symbol, i64>| {
                let scope = run.scope(self.term, scalars);
                let mut inside = scope.closure(&[by.index]);
                inside.retain(|slot| *slot != by.first && *slot != by.first + 1);
                let mut most = Some(0);
                let all = scope.enumerate(&inside, true, &mut |known| {
                    let place = place(&scope, by, 0, known);
                    most = most.and_then(|most| Some(i64::max(most, place?)));
                });
                if all { most } else { None }
            };
            let most = last(&scalars).ok_or_else(no_rows)?;
            let width = least(|width| {
                let scalars = HashMap::from_iter(
                    scalars.iter().map(|(n, v)| (*n, *v)).chain([(name, width)]),
                );
                distance(&scalars).is_some_and(|distance| distance > most)
            });
            scalars.insert(name, width.ok_or_else(no_rows)?);
            // The width has no influence on the places inside of a row.
            if last(&scalars) != Some(most) {
                return Err(no_rows());
            }
        }
        let distance = distance(&scalars).filter(|it| *it > 0).ok_or_else(no_rows)?;
        self.scalars = scalars;
        Ok(distance)
    }

    /// The rows of the entries, in the order of the slots that tell them apart.
    fn rows(&self, run: &Run<'_>, by: RowNumber) -> Result<(Vec<Row>, Entries), AssembleError> {
        let scope = run.scope(self.term, &self.scalars);
        let mut inside = BTreeSet::new();
        scope.mentions(by.index, &mut inside);
        let outside = |(over, first): (&Over, usize)| {
            let own = first == by.first || inside.contains(&first) || inside.contains(&(first + 1));
            match over {
                // The code of the row is what is looked for.
                Over::Array { .. } if first == by.first => vec![first],
                _ if own => Vec::new(),
                Over::Range(_) => vec![first + 1],
                Over::Array { .. } | Over::Dict { .. } => vec![first, first + 1],
            }
        };
        let outside: Vec<usize> = run.branch.loops().flat_map(outside).collect();
        let mut entries = Entries::new();
        for (e, row) in run.rows.iter().enumerate() {
            entries.entry(outside.iter().map(|slot| row[*slot]).collect()).or_default().push(e);
        }
        let mut rows = Vec::with_capacity(entries.len());
        for entries in entries.values() {
            let mut row = Row::with_capacity(entries.len());
            for &e in entries {
                let value = stored(&run.branch.leaf, &self.of.value_at(run.mine[e]));
                let (_, bits) = value.as_ref().and_then(to_bits).unwrap_or((Scalar::Real, 0));
                let at = place(&scope, by, 0, &run.rows[e]).ok_or_else(no_rows)?;
                if bits != 0 {
                    row.push((at, bits));
                }
            }
            row.sort_unstable();
            rows.push(row);
        }
        Ok((rows, entries))
    }

    /// The number of the run that each row is in. Between rows that do not follow each other is a run of
    /// zeros, if a run ends where the next one starts.
    fn numbers_of_runs(
        &self,
        run: &Run<'_>,
        range: usize,
        rows: &[Row],
        entries: &Entries,
    ) -> Result<Vec<i64>, AssembleError> {
        let Some((Over::Range(bounds), _)) = run.branch.loop_of(range) else {
            return Err(no_rows());
        };
        let shared = self.stored_bound(bounds[0])?.0 == self.stored_bound(bounds[1])?.0;
        let mut numbers: Vec<i64> = Vec::with_capacity(rows.len());
        let mut before: Option<(i64, &Row)> = None;
        for (slots, row) in entries.keys().zip(rows) {
            // Runs are of one dimension.
            let &[key] = &slots[..] else { return Err(no_rows()) };
            let last = numbers.last().copied().unwrap_or(0);
            numbers.push(match before {
                Some((low, same)) if low + 1 == key && same == row => last,
                Some((low, _)) => last + 1 + i64::from(low + 1 != key && shared),
                None => 0,
            });
            before = Some((key, row));
        }
        Ok(numbers)
    }

    /// Raises the end of the range that numbers rows to their `count`.
    fn make_room_for_rows(
        &mut self,
        run: &Run<'_>,
        by: RowNumber,
        count: i64,
    ) -> Result<(), AssembleError> {
        let Some((Over::Range(bounds), _)) = run.branch.loop_of(by.first) else {
            return Err(no_rows());
        };
        let nothing = vec![UNKNOWN; run.intervals.len()];
        let end = |scalars: &HashMap<Symbol, i64>, i: usize| {
            run.scope(self.term, scalars).value(bounds[i], &nothing)
        };
        if end(&self.scalars, 0) != Some(0) {
            return Err(no_rows());
        }
        let fits = |scalars: &HashMap<Symbol, i64>| end(scalars, 1).is_some_and(|n| n >= count);
        let mut scalars = self.scalars.clone();
        if fits(&scalars) || self.raise(&mut scalars, bounds[1], fits) {
            self.scalars = scalars;
            return Ok(());
        }
        let last = run.rows.iter().position(|row| row[by.first] == count - 1).unwrap_or(0);
        let places = end(&self.scalars, 1).unwrap_or(0);
        let reason =
            format!("there are {count} different rows or runs of them, and places for {places}");
        Err(AssembleError::DoesNotFit { keys: self.of.key(run.mine[last]), reason })
    }

    /// Makes the bounds of runs as long as they are read: runs that are not needed are empty.
    fn end_runs(&mut self, run: &Run<'_>, by: RowNumber) -> Result<(), AssembleError> {
        let range = run.runs.get(&by.first).and_then(|range| run.branch.loop_of(*range));
        let Some((Over::Range(bounds), _)) = range else { return Ok(()) };
        for bound in bounds {
            let (array, index) = self.stored_bound(*bound)?;
            let length =
                run.scope(self.term, &self.scalars).reach(index).map_or(0, |last| last + 1);
            let most = self.most;
            let filling =
                self.arrays.entry(array).or_insert_with(|| Filling::new(Scalar::Int, most));
            filling.gaps = Gaps::Before;
            filling.lengthen(array, u64::try_from(length).unwrap_or(0))?;
        }
        Ok(())
    }

    /// Gives the rows without entries the code of a row of zeros.
    pub(super) fn code_zero_rows(&mut self) -> Result<(), AssembleError> {
        for (codes, values) in self.coded_rows.clone() {
            let gap = self.arrays.get(&codes).is_some_and(|it| it.written.contains(&false));
            let rows = self.row_dictionaries.entry(values).or_default();
            if gap {
                let zero = rows.number(&Row::new()) as u64;
                if let Some(filling) = self.arrays.get_mut(&codes) {
                    let parts = filling.bits.iter_mut().zip(&filling.written);
                    parts.filter(|(_, written)| !**written).for_each(|(bits, _)| *bits = zero);
                }
            }
            let length = (rows.numbers.len() as u64).saturating_mul(rows.width.max(0) as u64);
            let (base, most) = (self.sorts[&values].base, self.most);
            let filling = self.arrays.entry(values).or_insert_with(|| Filling::new(base, most));
            filling.lengthen(values, length)?;
        }
        Ok(())
    }
}

/// The place of an entry's number, if its row has this number.
fn place(scope: &Scope<'_>, by: RowNumber, number: i64, row: &[i64]) -> Option<i64> {
    let mut row = row.to_vec();
    row[by.first + 1] = number;
    if by.codes.is_none() {
        row[by.first] = number;
    }
    scope.value(by.index, &row)
}

/// The refusal of other places.
fn no_rows() -> AssembleError {
    unsupported("places of rows that the entries do not determine")
}
