//! Scalars that are not given: found from the extents, or raised to make room for entries.

use super::AssembleError;
use super::bounds::{FAR, Scope, UNKNOWN, Unknown, children};
use super::branch::{Element, Over, Step, Stored, TermAt};
use super::demands::Other;
use super::fill::{Filler, Run};
use super::filling::least;
use crate::term::Node;
use egg::Symbol;
use std::collections::{BTreeSet, HashMap};

impl Filler<'_> {
    /// Finds the scalars and lengths that a key's extent determines.
    pub(super) fn determine(&mut self, run: &mut Run<'_>) {
        let nothing = vec![UNKNOWN; run.intervals.len()];
        // An extent of zero says little: any scalar reaches it.
        let mut zeros = false;
        loop {
            let mut progress = false;
            for (d, &extent) in self.of.extents().iter().enumerate() {
                if extent == 0 && !zeros {
                    continue;
                }
                let key = run.keys[d];
                let scope = run.scope(self.term, &self.scalars);
                let unknowns = scope.unknowns(&[key]);
                let &[unknown] = &unknowns.into_iter().collect::<Vec<_>>()[..] else { continue };
                if matches!(unknown, Unknown::Length(_)) && scope.affine(key, &nothing).is_none() {
                    continue;
                }
                // The bits at even places do not grow with the number.
                let mut mentioned = BTreeSet::new();
                scope.mentions(key, &mut mentioned);
                if mentioned.iter().any(|slot| run.parts.contains_key(slot)) {
                    continue;
                }
                let found = least(|value| {
                    let (mut scalars, mut lengths) = (self.scalars.clone(), run.lengths.clone());
                    match unknown {
                        Unknown::Scalar(name) => drop(scalars.insert(name, value)),
                        Unknown::Length(slot) => drop(lengths.insert(slot, value)),
                    }
                    let scope = Scope { lengths: &lengths, ..run.scope(self.term, &scalars) };
                    scope.reach(key).is_some_and(|reach| reach + 1 >= i128::from(extent))
                });
                match (found, unknown) {
                    (Some(value), Unknown::Scalar(name)) => drop(self.scalars.insert(name, value)),
                    (Some(value), Unknown::Length(slot)) => drop(run.lengths.insert(slot, value)),
                    (None, _) => continue,
                }
                progress = true;
            }
            if !progress && zeros {
                return;
            }
            zeros = !progress;
        }
    }

    /// The intervals of the variables that hold for all entries.
    pub(super) fn bound(&self, run: &mut Run<'_>) {
        let nothing = vec![UNKNOWN; run.intervals.len()];
        for (over, slot) in run.branch.loops() {
            let scope = run.scope(self.term, &self.scalars);
            let (low, high) = match over {
                Over::Range([low, high]) | Over::Array { bounds: Some([low, high]), .. } => {
                    (scope.interval(*low, &nothing).0, scope.interval(*high, &nothing).1)
                }
                Over::Array { bounds: None, .. } => {
                    (0, run.lengths.get(&slot).map_or(FAR, |length| i128::from(*length)))
                }
                Over::Dict { .. } => (-FAR, FAR),
            };
            let high = if high >= FAR { FAR } else { high - 1 };
            match over {
                Over::Range(_) => {
                    run.intervals[slot] = (0, (high - low).clamp(-1, FAR));
                    run.intervals[slot + 1] = (low, high);
                }
                _ => run.intervals[slot] = (low, high),
            }
        }
        for (whole, parts) in &run.parts {
            // Of 63 bits, 32 are at even places and 31 at odd ones.
            let high = run.intervals[*whole].1;
            run.intervals[parts[0]] = (0, high.clamp(-1, (1 << 32) - 1));
            run.intervals[parts[1]] = (0, high.clamp(-1, (1 << 31) - 1));
        }
    }

    /// Sets the scalars that make room for entries to zero, from where they are raised.
    ///
    /// # Errors
    /// If a scalar is unknown of which more than room depends, other than the width of rows.
    pub(super) fn leave_no_room(
        &mut self,
        run: &Run<'_>,
        width: Option<Symbol>,
    ) -> Result<(), AssembleError> {
        let mut of_bounds = BTreeSet::new();
        let mut of_others = BTreeSet::new();
        let is_guard = |at| run.guards.iter().any(|guard| guard.step == Some(at));
        for (at, step) in run.branch.steps.iter().enumerate() {
            match step {
                Step::If(_) if is_guard(at) => {}
                Step::Loop { over: Over::Range(bounds), .. }
                | Step::Loop { over: Over::Array { bounds: Some(bounds), .. }, .. } => {
                    bounds.iter().for_each(|bound| self.scalars_in(*bound, &mut of_bounds));
                }
                Step::Loop { .. } => {}
                Step::Let { value: place, .. } | Step::If(place) => {
                    self.scalars_in(*place, &mut of_others);
                }
                Step::Key { key, .. } => self.scalars_of_key(run, *key, &mut of_others),
            }
        }
        let mut of_leaf = BTreeSet::new();
        if let Stored::Array(_, index) = &run.branch.leaf.stored {
            self.scalars_in(*index, &mut of_leaf);
        }
        for key in run.reads.keys() {
            self.scalars_in(*key, &mut of_leaf);
        }
        for guard in &run.guards {
            if let Element::At(_, index) = guard.element {
                self.scalars_in(index, &mut of_leaf);
            }
            if let Other::Int(place) = guard.other {
                self.scalars_in(place, &mut of_leaf);
            }
        }
        let unknown = |name: &Symbol| !self.scalars.contains_key(name);
        let needed = of_others.iter().chain(of_leaf.difference(&of_bounds)).copied();
        let needed = needed.filter(|name| Some(*name) != width);
        let missing: BTreeSet<Symbol> = needed.filter(unknown).collect();
        let room: Vec<Symbol> = of_bounds.difference(&of_others).copied().filter(unknown).collect();
        // Without a single element, any scalar serves.
        let no_elements = self.of.extents().contains(&0);
        if no_elements {
            self.scalars.extend(missing.iter().map(|name| (*name, 0)));
        } else if !missing.is_empty() {
            let mut names: Vec<String> = missing.iter().map(Symbol::to_string).collect();
            names.sort();
            return Err(AssembleError::Undetermined(names));
        }
        self.raisable.extend(room);
        for name in &self.raisable {
            self.scalars.entry(*name).or_insert(0);
        }
        Ok(())
    }

    /// The scalars of a key, other than those of the places where it is read.
    fn scalars_of_key(&self, run: &Run<'_>, place: TermAt, all: &mut BTreeSet<Symbol>) {
        match self.term[place.id] {
            _ if run.reads.contains_key(&place) => {}
            Node::Input(..) => self.scalars_in(place, all),
            node => {
                for id in children(&node) {
                    self.scalars_of_key(run, TermAt { id: *id, ..place }, all);
                }
            }
        }
    }

    pub(super) fn scalars_in(&self, place: TermAt, all: &mut BTreeSet<Symbol>) {
        match self.term[place.id] {
            Node::Input(name, sort) if sort.is_scalar() => {
                all.insert(name);
            }
            node => {
                for id in children(&node) {
                    self.scalars_in(TermAt { id: *id, ..place }, all);
                }
            }
        }
    }

    /// Raises the one scalar of `place` that may be raised until `fits`.
    pub(super) fn raise(
        &self,
        scalars: &mut HashMap<Symbol, i64>,
        place: TermAt,
        fits: impl Fn(&HashMap<Symbol, i64>) -> bool,
    ) -> bool {
        let mut all = BTreeSet::new();
        self.scalars_in(place, &mut all);
        let &[name] = &all.intersection(&self.raisable).collect::<Vec<_>>()[..] else {
            return false;
        };
        let found = least(|value| {
            let mut tried = scalars.clone();
            tried.insert(*name, value);
            fits(&tried)
        });
        match found {
            Some(value) if value >= scalars[name] => {
                scalars.insert(*name, value);
                true
            }
            _ => false,
        }
    }
}
