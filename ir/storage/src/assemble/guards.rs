//! Guards: conditions about stored numbers, and stored numbers that others are multiplied by.
//!
//! | text | element of an entry | other elements |
//! |---|---|---|
//! | `if bit(p) then val(p)` | true | false |
//! | `if kind(b) == 2 then …` | 2 | anything else |
//! | `if k < len(i) then …` | the least that is larger than each `k` | not larger than any `k` |
//! | `real(bit(p)) * val(p)` | 1 | anything else: zero |
//!
//! Entries *demand* numbers of elements. An entry whose demand contradicts that of another entry is left to
//! the next branch; if positions have been appended for it, it does not fit.

use super::AssembleError;
use super::bounds::{UNKNOWN, children};
use super::branch::{
    Branch, Element, Leaf, Step, Stored, TermAt, element, unsupported, without_real,
};
use super::demands::{Condition, Demand, Guard, Guarded, Other, other_number};
use super::fill::{Filler, Run};
use super::filling::{Gaps, number, stored};
use crate::numbers::of_bits;
use crate::term::{Binary, Node};
use crate::types::Scalar;
use crate::value::Value;
use egg::Symbol;
use std::collections::{BTreeSet, HashMap};

impl Filler<'_> {
    /// Makes the reads of conditions that keys have too the same variables.
    pub(super) fn alias_reads(&self, run: &mut Run<'_>) {
        let conditions = run.branch.steps.iter().filter_map(|step| match step {
            Step::If(place) => Some(*place),
            _ => None,
        });
        let mut work: Vec<TermAt> = conditions.collect();
        while let Some(place) = work.pop() {
            let node = self.term[place.id];
            if let Node::Get(_) = node {
                let known = run.reads.iter().find(|(known, _)| self.is_same(**known, place));
                if let Some((_, &slot)) = known {
                    run.reads.insert(place, slot);
                }
            }
            work.extend(children(&node).iter().map(|id| TermAt { id: *id, ..place }));
        }
    }

    /// Whether two numbers are the same term about the same variables.
    fn is_same(&self, a: TermAt, b: TermAt) -> bool {
        let (x, y) = (self.term[a.id], self.term[b.id]);
        if let (Node::Var(i, _), Node::Var(j, _)) = (x, y) {
            return a.depth - i as usize == b.depth - j as usize;
        }
        let mut parts = children(&x).iter().zip(children(&y));
        let same = |(c, d): (&egg::Id, &egg::Id)| {
            self.is_same(TermAt { id: *c, ..a }, TermAt { id: *d, ..b })
        };
        egg::Language::matches(&x, &y) && parts.all(same)
    }

    /// The guards of a branch: conditions about elements that no key determines, and factors; and the
    /// conditions that tell empty positions.
    ///
    /// # Errors
    /// If a condition about such elements is none that can be fulfilled by one number.
    pub(super) fn guards(
        &self,
        run: &Run<'_>,
        determined: &BTreeSet<usize>,
    ) -> Result<(Vec<Guard>, Vec<Guard>), AssembleError> {
        let branch = run.branch;
        let (mut guards, mut markers) = (Vec::new(), Vec::new());
        for (at, step) in branch.steps.iter().enumerate() {
            let Step::If(place) = step else { continue };
            let free = |place| self.free_element(run, place, determined);
            let guard = |element, relation, flipped, other| Guard {
                step: Some(at),
                element,
                relation,
                flipped,
                other,
            };
            let guard = match self.term[place.id] {
                Node::Binary(op, [a, b]) if op.is_comparison() => {
                    let (a, b) = (TermAt { id: a, ..*place }, TermAt { id: b, ..*place });
                    match (free(a), free(b)) {
                        (Some(element), _) if !self.has_free_element(run, b, determined) => {
                            self.other(b).map(|other| guard(element, op, false, other))
                        }
                        (_, Some(element)) if !self.has_free_element(run, a, determined) => {
                            self.other(a).map(|other| guard(element, op, true, other))
                        }
                        _ => None,
                    }
                }
                _ => free(*place).map(|element| {
                    guard(element, Binary::Eq, false, Other::Number(Value::Bool(true)))
                }),
            };
            match guard {
                Some(guard) => guards.push(guard),
                None if self.has_free_element(run, *place, determined) => {
                    return Err(unsupported("a condition that does not compare one stored number"));
                }
                None => markers.extend(self.marker(run, at, *place)),
            }
        }
        for factor in &branch.leaf.factors {
            let place = without_real(self.term, factor.place);
            let element = self
                .free_element(run, place, determined)
                .ok_or_else(|| unsupported("entries that are computed and not stored"))?;
            let one = match self.sorts[&element.array()].base {
                Scalar::Bool => Value::Bool(true),
                Scalar::Int => Value::Int(1),
                Scalar::Real => Value::Real(1.0),
            };
            let other = Other::Number(one);
            guards.push(Guard { step: None, element, relation: Binary::Eq, flipped: false, other });
        }
        Ok((guards, markers))
    }

    /// The condition of a number of the text about an element that keys determine: empty positions get a
    /// number for which it does not hold.
    fn marker(&self, run: &Run<'_>, step: usize, place: TermAt) -> Option<Guard> {
        let Node::Binary(relation, [a, b]) = self.term[place.id] else { return None };
        let (a, b) = (TermAt { id: a, ..place }, TermAt { id: b, ..place });
        let element = |place| {
            let value_of = |slot: usize| run.branch.loops().find(|(_, first)| first + 1 == slot);
            element(self.term, value_of, place)
        };
        let number = |place: TermAt| {
            let known = vec![UNKNOWN; run.intervals.len()];
            run.scope(self.term, &HashMap::new()).value(place, &known)
        };
        let (element, flipped, other) = match (element(a), element(b)) {
            (Some(element), None) => (element, false, number(b)?),
            (None, Some(element)) => (element, true, number(a)?),
            _ => return None,
        };
        let other = Other::Number(Value::Int(other));
        let comparison = relation.is_comparison();
        comparison.then_some(Guard { step: Some(step), element, relation, flipped, other })
    }

    /// The element that a number is, if no key determines it.
    fn free_element(
        &self,
        run: &Run<'_>,
        mut place: TermAt,
        determined: &BTreeSet<usize>,
    ) -> Option<Element> {
        while let Node::Var(i, _) = self.term[place.id]
            && let Some(value) = run.branch.value_of_let(place.depth - 1 - i as usize)
        {
            place = value;
        }
        if run.reads.contains_key(&place) {
            return None;
        }
        let value_of = |slot: usize| run.branch.loops().find(|(_, first)| first + 1 == slot);
        let found = element(self.term, value_of, place)?;
        match found {
            Element::Position(_, slot) if determined.contains(&(slot + 1)) => None,
            found => Some(found),
        }
    }

    /// Whether a number depends on an element that no key determines.
    fn has_free_element(&self, run: &Run<'_>, place: TermAt, determined: &BTreeSet<usize>) -> bool {
        if run.reads.contains_key(&place) {
            return false;
        }
        if self.free_element(run, place, determined).is_some() {
            return true;
        }
        if let Node::Var(i, _) = self.term[place.id]
            && let Some(value) = run.branch.value_of_let(place.depth - 1 - i as usize)
        {
            return self.has_free_element(run, value, determined);
        }
        let each = children(&self.term[place.id]).iter();
        each.map(|id| TermAt { id: *id, ..place })
            .any(|part| self.has_free_element(run, part, determined))
    }

    /// The number that an element is compared with.
    fn other(&self, place: TermAt) -> Option<Other> {
        match self.term[place.id] {
            Node::Real(bits) => Some(Other::Number(Value::Real(f64::from_bits(bits)))),
            Node::Bool(value) => Some(Other::Number(Value::Bool(value))),
            Node::Zero(sort) if sort.is_scalar() => Some(Other::Number(Value::zero(sort))),
            _ if crate::term::sort(self.term, place.id) == crate::Sort::INT => {
                Some(Other::Int(place))
            }
            _ => None,
        }
    }

    /// The guards whose elements are known before positions are.
    pub(super) fn known_guards(&self, run: &Run<'_>) -> Vec<Guard> {
        let Some(row) = run.rows.first() else { return Vec::new() };
        let is_known = |guard: &&Guard| self.parts_of(run, guard, row).is_some();
        run.guards.iter().filter(is_known).cloned().collect()
    }

    /// Makes the demands of the entries; leaves the entries that contradict others.
    ///
    /// # Errors
    /// If such an entry can't be left, as it has positions, or an element is not determined.
    pub(super) fn demand(
        &mut self,
        run: &mut Run<'_>,
        guards: &[Guard],
        may_leave: bool,
    ) -> Result<(), AssembleError> {
        if guards.is_empty() {
            return Ok(());
        }
        let mut keep = vec![true; run.mine.len()];
        for (e, keep) in keep.iter_mut().enumerate() {
            let Err(reason) = self.demand_of(run, guards, run.mine[e], &run.rows[e])? else {
                continue;
            };
            if !may_leave {
                return Err(AssembleError::DoesNotFit { keys: self.of.key(run.mine[e]), reason });
            }
            *keep = false;
            if self.reason.is_empty() {
                self.reason = reason;
            }
        }
        let out = run.split(&keep);
        self.left.extend(out);
        self.left.sort_unstable();
        Ok(())
    }

    /// The place of the element, and the number that it is compared with; `None` if they are not known.
    fn parts_of(&self, run: &Run<'_>, guard: &Guard, row: &[i64]) -> Option<(i64, Value)> {
        let scope = run.scope(self.term, &self.scalars);
        let at = match guard.element {
            Element::At(_, index) => scope.value(index, row)?,
            Element::Position(_, slot) => Some(row[slot]).filter(|at| *at != UNKNOWN)?,
        };
        let other = match &guard.other {
            Other::Number(value) => value.clone(),
            Other::Int(place) => Value::Int(scope.value(*place, row)?),
        };
        Some((at, other))
    }

    /// Makes the demands of one entry, all or none: the inner result is the reason why there is none.
    pub(super) fn demand_of(
        &mut self,
        run: &Run<'_>,
        guards: &[Guard],
        entry: usize,
        row: &[i64],
    ) -> Result<Result<(), String>, AssembleError> {
        let mut made: Vec<(Symbol, i64, Demand)> = Vec::new();
        for guard in guards {
            let array = guard.element.array();
            let Some((at, other)) = self.parts_of(run, guard, row) else {
                return Err(unsupported("a condition that the entries do not determine"));
            };
            if self.is_leaf(run, guard, row, at) {
                let own = stored(&run.branch.leaf, &self.of.value_at(entry));
                if own.is_none_or(|own| !guard.holds(&own, &other)) {
                    return Ok(Err("a condition of the format excludes its value".to_owned()));
                }
                continue;
            }
            if at < 0 {
                return Ok(Err(format!("its place in `{array}` is {at}")));
            }
            let Some(mut demand) = guard.demand(&other) else {
                return match other {
                    Value::Int(_) => Ok(Err("a condition of the format excludes it".to_owned())),
                    _ => Err(unsupported("an order of stored numbers that are not integers")),
                };
            };
            let own = made.iter().rfind(|(name, place, _)| (*name, *place) == (array, at));
            let known = own.map(|(_, _, demand)| demand);
            let all = self.guarded.demands.get(&array);
            if let Some(before) = known.or_else(|| all.and_then(|all| all.get(&at))) {
                match before.and(&demand) {
                    Some(both) => demand = both,
                    None => {
                        let base = self.sorts[&array].base;
                        let other = of_bits(base, before.choice().unwrap_or(0));
                        let other = number(&other);
                        return Ok(Err(format!(
                            "its place {at} in `{array}` holds {other} for another entry"
                        )));
                    }
                }
            }
            made.push((array, at, demand));
        }
        for (array, at, demand) in made {
            self.guarded.demands.entry(array).or_default().insert(at, demand);
        }
        Ok(Ok(()))
    }

    /// Whether the element is that of the entry's own number.
    fn is_leaf(&self, run: &Run<'_>, guard: &Guard, row: &[i64], at: i64) -> bool {
        let Leaf { stored, .. } = &run.branch.leaf;
        match *stored {
            Stored::Array(array, index) if array == guard.element.array() => {
                run.scope(self.term, &self.scalars).value(index, row) == Some(at)
            }
            Stored::Position(array, slot) => array == guard.element.array() && row[slot] == at,
            _ => false,
        }
    }

    /// Makes the arrays of the guards as long as they are read, and notes the conditions.
    pub(super) fn lengthen_guarded(&mut self, run: &mut Run<'_>) -> Result<(), AssembleError> {
        if run.guards.is_empty() && run.markers.is_empty() {
            return Ok(());
        }
        self.bound(run);
        let nothing = vec![UNKNOWN; run.intervals.len()];
        let mut lengths = Vec::new();
        for guard in run.guards.iter().chain(&run.markers) {
            let scope = run.scope(self.term, &self.scalars);
            if let Element::At(array, index) = guard.element
                && let Some(last) = scope.reach(index)
            {
                lengths.push((array, u64::try_from(last + 1).unwrap_or(0)));
            }
            let other = match &guard.other {
                Other::Number(value) => Ok(value.clone()),
                Other::Int(place) => {
                    Err(scope.extremes(*place).unwrap_or_else(|| scope.interval(*place, &nothing)))
                }
            };
            let (relation, flipped) = (guard.relation, guard.flipped);
            let all = self.guarded.conditions.entry(guard.element.array()).or_default();
            all.push(Condition { relation, flipped, other });
        }
        for (array, length) in lengths {
            self.filling(array).lengthen(array, length)?;
        }
        Ok(())
    }

    /// Writes the elements that guards are about: those that entries demand, and all others so that no guard
    /// holds.
    pub(super) fn write_guarded(&mut self) -> Result<(), AssembleError> {
        let Guarded { demands, conditions } = std::mem::take(&mut self.guarded);
        for (array, all) in demands {
            let filling = self.filling(array);
            let length = all.keys().max().map_or(0, |last| *last as u64 + 1);
            filling.lengthen(array, length)?;
            for (at, demand) in all {
                let at = at as usize;
                if let (false, Some(bits)) = (filling.written[at], demand.choice()) {
                    filling.bits[at] = bits;
                    filling.written[at] = true;
                }
            }
        }
        for (array, conditions) in conditions {
            let filling = self.filling(array);
            if filling.gaps == Gaps::Zero
                && let Some(bits) = other_number(&conditions, filling.base)
            {
                let parts = filling.bits.iter_mut().zip(&filling.written);
                parts.filter(|(_, written)| !**written).for_each(|(old, _)| *old = bits);
            }
        }
        Ok(())
    }
}

/// Whether the loop at this slot has a condition about its value before the key with this number.
pub(super) fn is_guarded_before(
    branch: &Branch,
    markers: &[Guard],
    slot: usize,
    key: TermAt,
) -> bool {
    let at =
        branch.steps.iter().position(|step| matches!(step, Step::Key { key: k, .. } if *k == key));
    markers.iter().any(|guard| {
        guard.step < at
            && guard.step.is_some()
            && matches!(guard.element, Element::Position(_, s) if s == slot)
    })
}
