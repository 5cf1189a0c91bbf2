//! The arrays of the branches of a mapping, filled from entries.

use super::AssembleError;
use super::bounds::{ALL, Interval, Scope, UNKNOWN, children};
use super::branch::{Branch, Leaf, Over, Step, Stored, TermAt, no_runs, unsupported};
use super::demands::{Guard, Guarded};
use super::filling::{Filling, RowDictionary, RowNumber, stored};
use super::solve::{forms, solve};
use crate::coordinates::Coordinates;
use crate::eval::Inputs;
use crate::numbers::to_bits;
use crate::term::{Node, Term, Unary};
use crate::types::Sort;
use crate::value::Value;
use egg::Symbol;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// The way in which a loop's array is filled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum FillMethod {
    /// A range or a dictionary has no array.
    None,
    /// The keys determine the position.
    Positional,
    /// Each entry gets one of the positions between bounds that are known; or one of the numbers of a range,
    /// which tell where keys are read.
    Room,
    /// Positions are appended.
    Append,
}

/// The arrays so far.
pub(super) struct Filler<'a> {
    pub term: &'a Term,
    pub of: &'a Coordinates,
    /// The most elements of an array.
    pub most: u64,
    pub sorts: HashMap<Symbol, Sort>,
    /// Scalars that may be raised to make room for entries.
    pub raisable: BTreeSet<Symbol>,
    pub scalars: HashMap<Symbol, i64>,
    pub arrays: BTreeMap<Symbol, Filling>,
    pub dicts: BTreeMap<Symbol, BTreeMap<Vec<i64>, Value>>,
    /// For an array of distinct values: the position of each.
    pub codes: HashMap<Symbol, HashMap<u64, i64>>,
    /// For an array of codes: the array of values.
    pub coded: HashMap<Symbol, Symbol>,
    /// For an array of rows: the number of each.
    pub row_dictionaries: HashMap<Symbol, RowDictionary>,
    /// For an array of codes of rows: the array of rows.
    pub coded_rows: BTreeMap<Symbol, Symbol>,
    /// The elements that guards are about.
    pub guarded: Guarded,
    /// Values of empty positions of arrays, for keys that promise to be unique.
    pub padding: Vec<(Symbol, i64, i64)>,
    /// Arrays of integers that are given.
    pub given: HashMap<Symbol, Vec<i64>>,
    /// The entries that no branch has taken yet.
    pub left: Vec<usize>,
    /// The reason why a branch did not take the first entry that is left.
    pub reason: String,
}

/// One branch while it is filled.
pub(super) struct Run<'b> {
    pub branch: &'b Branch,
    pub keys: Vec<TermAt>,
    pub kinds: HashMap<usize, FillMethod>,
    pub reads: HashMap<TermAt, usize>,
    /// The bits at even and at odd places of the variables that keys take apart.
    pub parts: HashMap<usize, [usize; 2]>,
    pub guards: Vec<Guard>,
    /// The conditions that tell empty positions.
    pub markers: Vec<Guard>,
    /// The stored variables that a single key mentions.
    pub once: BTreeSet<usize>,
    /// For a loop over runs: the loop over the keys of a run.
    pub runs: HashMap<usize, usize>,
    /// The variable that numbers rows.
    pub rows_by: Option<RowNumber>,
    pub lengths: HashMap<usize, i64>,
    pub counts: HashMap<usize, i64>,
    pub intervals: Vec<Interval>,
    /// The entries that this branch takes.
    pub mine: Vec<usize>,
    /// The variables of each entry of `mine`.
    pub rows: Vec<Vec<i64>>,
}

impl Run<'_> {
    pub(super) fn scope<'s>(
        &'s self,
        term: &'s Term,
        scalars: &'s HashMap<Symbol, i64>,
    ) -> Scope<'s> {
        Scope {
            term,
            branch: self.branch,
            scalars,
            lengths: &self.lengths,
            counts: &self.counts,
            reads: &self.reads,
            parts: &self.parts,
            once: &self.once,
            intervals: &self.intervals,
        }
    }

    /// Keeps the entries for which `keep` is true; returns the others.
    pub(super) fn split(&mut self, keep: &[bool]) -> Vec<usize> {
        let mut out = Vec::new();
        let mut marks = keep.iter();
        self.rows.retain(|_| *marks.next().unwrap_or(&true));
        let mut marks = keep.iter();
        self.mine.retain(|entry| {
            let keep = *marks.next().unwrap_or(&true);
            if !keep {
                out.push(*entry);
            }
            keep
        });
        out
    }
}

impl<'a> Filler<'a> {
    pub(super) fn new(
        term: &'a Term,
        of: &'a Coordinates,
        given: &Inputs,
        most: u64,
    ) -> Filler<'a> {
        let mut sorts = HashMap::new();
        let mut scalars = HashMap::new();
        let mut lists = HashMap::new();
        for node in term {
            if let Node::Input(name, sort) = node {
                sorts.insert(*name, *sort);
                match given.get(name) {
                    Some(Value::Int(value)) => drop(scalars.insert(*name, *value)),
                    Some(Value::Array(array)) => {
                        lists.extend(array.ints().map(|ints| (*name, ints.to_vec())));
                    }
                    _ => {}
                }
            }
        }
        Filler {
            term,
            of,
            most,
            sorts,
            raisable: BTreeSet::new(),
            scalars,
            arrays: BTreeMap::new(),
            dicts: BTreeMap::new(),
            codes: HashMap::new(),
            coded: HashMap::new(),
            row_dictionaries: HashMap::new(),
            coded_rows: BTreeMap::new(),
            guarded: Guarded::default(),
            padding: Vec::new(),
            given: lists,
            left: (0..of.len()).collect(),
            reason: String::new(),
        }
    }

    /// Takes the entries that the branch can store.
    ///
    /// # Errors
    /// If the branch is of a form that is not supported, or a scalar is not determined.
    pub(super) fn branch(&mut self, branch: &Branch) -> Result<(), AssembleError> {
        let mut run = self.start(branch)?;
        self.determine(&mut run);
        self.bound(&mut run);
        let width = self.width_of_rows(&run);
        self.leave_no_room(&run, width)?;
        self.solve(&mut run);
        self.check_ranges(&mut run);
        let mut tried = false;
        for (_, slot) in branch.loops().filter(|(_, s)| run.kinds[s] == FillMethod::Positional) {
            // The only position of an array needs no equation.
            let (low, high) = run.intervals[slot];
            let only = i64::try_from(low).ok().filter(|_| low == high).unwrap_or(UNKNOWN);
            for row in run.rows.iter_mut().filter(|row| row[slot] == UNKNOWN) {
                row[slot] = only;
                tried |= only == UNKNOWN;
            }
        }
        if tried {
            self.try_positions(&mut run)?;
            return self.lengthen_guarded(&mut run);
        }
        for (over, slot) in branch.loops() {
            let is_slice = matches!(over, Over::Array { bounds: Some(_), .. });
            if is_slice && run.kinds[&slot] == FillMethod::Positional {
                self.check_positions(&mut run, over, slot);
            }
        }
        let known = self.known_guards(&run);
        let before_demands = (!known.is_empty()).then(|| self.guarded.clone());
        self.demand(&mut run, &known, true)?;
        let taken = run.mine.len();
        let before: Vec<bool> =
            branch.loops().map(|(over, _)| self.is_before_rows(&run, over)).collect();
        self.fill_loops(&mut run, &before)?;
        if run.rows_by.is_some() {
            self.number_rows(&mut run, width)?;
            let after: Vec<bool> = before.iter().map(|before| !before).collect();
            self.fill_loops(&mut run, &after)?;
        }
        let mut open = run.guards.clone();
        match before_demands {
            // The entries that are left demand nothing.
            Some(guarded) if run.mine.len() < taken => self.guarded = guarded,
            _ => open.retain(|guard| !known.contains(guard)),
        }
        self.demand(&mut run, &open, false)?;
        self.write(&run)?;
        self.lengthen_guarded(&mut run)
    }

    /// Fills the arrays of the loops that are marked.
    fn fill_loops(&mut self, run: &mut Run<'_>, marked: &[bool]) -> Result<(), AssembleError> {
        let branch = run.branch;
        for ((over, slot), _) in branch.loops().zip(marked).filter(|(_, marked)| **marked) {
            match (run.kinds[&slot], over) {
                (FillMethod::Room, Over::Array { array, bounds: Some(bounds) }) => {
                    self.fill_room(run, slot, *array, *bounds)?;
                }
                (FillMethod::Room, Over::Range(bounds)) => {
                    self.fill_range(run, slot, *bounds)?;
                }
                (FillMethod::Append, Over::Array { array, bounds: None })
                    if self.given.contains_key(array) =>
                {
                    self.look_up(run, slot, *array)?;
                }
                (FillMethod::Append, Over::Array { array, bounds }) => {
                    self.append(run, slot, *array, bounds)?;
                }
                (FillMethod::Positional, Over::Array { bounds: Some(_), .. })
                    if run.rows_by.is_some() =>
                {
                    self.check_positions(run, over, slot);
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// The keys, the reads of index arrays, and how each loop's array is filled.
    fn start<'b>(&mut self, branch: &'b Branch) -> Result<Run<'b>, AssembleError> {
        let keys: Vec<TermAt> = branch.keys().map(|(key, _)| key).collect();
        let mut run = Run {
            branch,
            keys: keys.clone(),
            kinds: HashMap::new(),
            reads: HashMap::new(),
            parts: HashMap::new(),
            guards: Vec::new(),
            markers: Vec::new(),
            once: BTreeSet::new(),
            runs: HashMap::new(),
            rows_by: None,
            lengths: HashMap::new(),
            counts: HashMap::new(),
            intervals: Vec::new(),
            mine: Vec::new(),
            rows: Vec::new(),
        };
        let mut work: Vec<TermAt> = keys.iter().rev().copied().collect();
        let mut halved = Vec::new();
        while let Some(place) = work.pop() {
            let node = self.term[place.id];
            if let Node::Var(i, _) = node {
                work.extend(branch.value_of_let(place.depth - 1 - i as usize));
            }
            if let Node::Unary(Unary::Even | Unary::Odd, _) = node {
                halved.push(place);
            }
            if let Node::Get([array, index]) = node {
                if !matches!(self.term[array], Node::Input(_, sort) if sort.form == crate::types::Form::Array)
                {
                    return Err(unsupported("keys that are looked up in a dictionary"));
                }
                let slot = branch.slots + run.reads.len();
                run.reads.entry(place).or_insert(slot);
                work.push(TermAt { id: index, ..place });
                continue;
            }
            work.extend(children(&node).iter().map(|id| TermAt { id: *id, ..place }));
        }
        self.alias_reads(&mut run);
        let mut wholes = BTreeSet::new();
        let scope = run.scope(self.term, &self.scalars);
        halved.iter().for_each(|place| scope.mentions(*place, &mut wholes));
        let first = branch.slots + run.reads.len();
        let parts = wholes.iter().enumerate();
        let parts = parts.map(|(i, whole)| (*whole, [first + 2 * i, first + 2 * i + 1]));
        run.parts = parts.collect();
        run.intervals = vec![ALL; first + 2 * run.parts.len()];
        let (mut in_keys, mut in_reads) = (BTreeSet::new(), BTreeSet::new());
        let scope = run.scope(self.term, &self.scalars);
        let mut often = BTreeSet::new();
        for key in &keys {
            let mut in_key = BTreeSet::new();
            scope.mentions(*key, &mut in_key);
            scope.reads_in(*key, &mut in_key);
            often.extend(in_key.intersection(&in_keys).copied());
            in_keys.extend(in_key);
        }
        for place in run.reads.keys() {
            if let Node::Get([_, index]) = self.term[place.id] {
                scope.mentions(TermAt { id: index, ..*place }, &mut in_reads);
            }
        }
        let mut kinds = HashMap::new();
        for (over, slot) in branch.loops() {
            let kind = match over {
                Over::Range(bounds) => {
                    if bounds.iter().any(|bound| self.reads_arrays(*bound)) {
                        run.runs.insert(self.run_of(&run, *bounds)?, slot);
                        FillMethod::None
                    } else if in_reads.contains(&(slot + 1)) && !in_keys.contains(&(slot + 1)) {
                        FillMethod::Room
                    } else {
                        FillMethod::None
                    }
                }
                Over::Dict { .. } => FillMethod::None,
                Over::Array { bounds, .. } => {
                    let value = in_keys.contains(&(slot + 1)) || in_reads.contains(&slot);
                    let stored = bounds.is_none_or(|b| b.iter().any(|b| self.reads_arrays(*b)));
                    match (value, in_keys.contains(&slot), stored) {
                        (false, true, _) => FillMethod::Positional,
                        (_, _, false) => FillMethod::Room,
                        (_, true, true) => {
                            return Err(unsupported("keys that depend on an appended position"));
                        }
                        (_, false, true) => FillMethod::Append,
                    }
                }
            };
            kinds.insert(slot, kind);
        }
        let stored = |slot: &usize| match branch.loop_of(*slot) {
            Some((Over::Array { .. }, first)) => *slot == first + 1,
            _ => *slot >= branch.slots,
        };
        run.once = in_keys.difference(&often).copied().filter(stored).collect();
        run.kinds = kinds;
        run.rows_by = self.row_number(&run, &in_keys);
        let numbered = |slot: &usize| run.rows_by.is_some_and(|by| by.counts(*slot));
        let is_range = |slot: &usize| matches!(branch.loop_of(*slot), Some((Over::Range(_), _)));
        if run.runs.keys().any(|slot| is_range(slot) && !numbered(slot)) {
            return Err(no_runs());
        }
        in_keys.extend(in_reads);
        (run.guards, run.markers) = self.guards(&run, &in_keys)?;
        Ok(run)
    }

    fn reads_arrays(&self, place: TermAt) -> bool {
        let node = self.term[place.id];
        matches!(node, Node::Get(_))
            || children(&node).iter().any(|id| self.reads_arrays(TermAt { id: *id, ..place }))
    }

    /// Solves the keys of the entries that are left; takes those that have a solution.
    fn solve(&mut self, run: &mut Run<'_>) {
        let left = std::mem::take(&mut self.left);
        let forms = forms(&run.scope(self.term, &self.scalars), &run.keys);
        for entry in left {
            let mut row = vec![UNKNOWN; run.intervals.len()];
            let scope = run.scope(self.term, &self.scalars);
            let solved = solve(&scope, &run.keys, &forms, &self.of.key(entry), &mut row);
            match solved.and_then(|()| self.storable(&run.branch.leaf, entry)) {
                Ok(()) => {
                    run.mine.push(entry);
                    run.rows.push(row);
                }
                Err(reason) => self.leave(entry, reason),
            }
        }
    }

    fn leave(&mut self, entry: usize, reason: String) {
        if self.reason.is_empty() {
            self.reason = reason;
        }
        self.left.push(entry);
    }

    /// Whether the leaf can be the entry's value.
    fn storable(&self, leaf: &Leaf, entry: usize) -> Result<(), String> {
        let stored = stored(leaf, &self.of.value_at(entry));
        match (&leaf.stored, stored) {
            (_, None) => Err("its value is not an integer".to_owned()),
            (Stored::Constant(number), Some(value)) => {
                if to_bits(number) == to_bits(&value) || self.of.value_at(entry).is_zero() {
                    Ok(())
                } else {
                    Err("all entries of the format have the same value".to_owned())
                }
            }
            _ => Ok(()),
        }
    }

    /// Checks the ranges and conditions that the keys alone decide; raises scalars to make room.
    fn check_ranges(&mut self, run: &mut Run<'_>) {
        for step in &run.branch.steps {
            let mut keep = vec![true; run.mine.len()];
            for (e, keep) in keep.iter_mut().enumerate() {
                let failed = match step {
                    Step::Loop { over: Over::Range(bounds), slot } => {
                        self.check_range(run, e, *slot, bounds)
                    }
                    Step::If(condition) => {
                        let scope = run.scope(self.term, &self.scalars);
                        (scope.holds(*condition, &run.rows[e]) == Some(false))
                            .then(|| "a condition of the format excludes it".to_owned())
                    }
                    _ => None,
                };
                if let Some(reason) = failed {
                    *keep = false;
                    if self.reason.is_empty() {
                        self.reason = reason;
                    }
                }
            }
            self.left.extend(run.split(&keep));
        }
        // Scalars have their values now.
        for (over, slot) in run.branch.loops() {
            let Over::Range([low, _]) = over else { continue };
            for e in 0..run.mine.len() {
                let value = run.rows[e][slot + 1];
                let low = run.scope(self.term, &self.scalars).value(*low, &run.rows[e]);
                if let (Some(low), true) = (low, value != UNKNOWN) {
                    run.rows[e][slot] = value - low;
                }
            }
        }
        self.left.sort_unstable();
    }

    fn check_range(
        &mut self,
        run: &mut Run<'_>,
        e: usize,
        slot: usize,
        bounds: &[TermAt; 2],
    ) -> Option<String> {
        let numbered = run.rows_by.is_some_and(|by| by.counts(slot));
        if numbered || run.kinds[&slot] == FillMethod::Room {
            return None;
        }
        if run.rows[e][slot + 1] == UNKNOWN {
            // No key depends on it: the first iteration serves.
            let low = run.scope(self.term, &self.scalars).value(bounds[0], &run.rows[e])?;
            run.rows[e][slot + 1] = low;
        }
        let row = &run.rows[e];
        let value = i128::from(row[slot + 1]);
        let mut raised = self.scalars.clone();
        for (i, bound) in bounds.iter().enumerate() {
            let fits = |scalars: &HashMap<Symbol, i64>| {
                let end = run.scope(self.term, scalars).value(*bound, row).map(i128::from);
                end.is_none_or(|end| if i == 0 { end <= value } else { value < end })
            };
            if !fits(&raised) && !self.raise(&mut raised, *bound, fits) {
                let (low, high) =
                    run.scope(self.term, &self.scalars).ends(&Over::Range(*bounds), slot, row)?;
                return Some(format!("{value} is outside of the range {low}:{high}"));
            }
        }
        self.scalars = raised;
        None
    }

    /// Leaves the entries whose position is outside of the slice.
    fn check_positions(&mut self, run: &mut Run<'_>, over: &Over, slot: usize) {
        let scope = run.scope(self.term, &self.scalars);
        let keep: Vec<bool> = run
            .rows
            .iter()
            .map(|row| match scope.ends(over, slot, row) {
                Some((low, high)) => low <= row[slot] && row[slot] < high,
                None => true,
            })
            .collect();
        let out = run.split(&keep);
        if !out.is_empty() && self.reason.is_empty() {
            self.reason = "its position is outside of the slice".to_owned();
        }
        self.left.extend(out);
        self.left.sort_unstable();
    }
}
