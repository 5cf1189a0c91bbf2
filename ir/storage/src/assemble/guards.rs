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
use super::bounds::{FAR, Interval, UNKNOWN, children};
use super::branch::{
    Branch, Element, Leaf, Step, Stored, TermAt, element, unsupported, without_real,
};
use super::fill::{Filler, Run};
use super::filling::{Filling, Gaps, stored};
use crate::eval::scalar;
use crate::numbers::{of_bits, to_bits};
use crate::term::{Binary, Node};
use crate::types::Scalar;
use crate::value::Value;
use egg::Symbol;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// A condition about an element of an array: `element relation other`, or `other relation element`.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Guard {
    /// The number of the step; none for a factor.
    pub step: Option<usize>,
    pub element: Element,
    pub relation: Binary,
    pub flipped: bool,
    pub other: Other,
}

/// The number that an element is compared with.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Other {
    Number(Value),
    Int(TermAt),
}

/// The elements that the guards of all branches are about.
#[derive(Clone, Default, Debug)]
pub(super) struct Guarded {
    demands: BTreeMap<Symbol, HashMap<i64, Demand>>,
    conditions: BTreeMap<Symbol, Vec<Condition>>,
}

/// A condition under which an element has an entry, with all numbers that it may be compared with.
#[derive(Clone, PartialEq, Debug)]
struct Condition {
    relation: Binary,
    flipped: bool,
    other: Result<Value, Interval>,
}

/// The numbers that an element may be.
#[derive(Clone, PartialEq, Debug)]
enum Demand {
    /// This number, as its bits.
    Exactly(u64),
    /// Any integer from the first to the second one, other than these.
    Within(i64, i64, Vec<i64>),
}

impl Demand {
    /// The number that is stored: the nearest one to zero, of those next to an end.
    fn choice(&self) -> Option<u64> {
        match self {
            Demand::Exactly(bits) => Some(*bits),
            Demand::Within(low, high, others) => {
                let tried = others.len() as i64;
                let up = (0..=tried).map(|i| low.saturating_add(i));
                let down = (0..=tried).map(|i| high.saturating_sub(i));
                let near = (0..=tried).map(|i| 0i64.clamp(*low.min(high), *high).saturating_add(i));
                let mut all = near.chain(up).chain(down);
                all.find(|v| low <= v && v <= high && !others.contains(v)).map(|v| v as u64)
            }
        }
    }

    /// The numbers that both allow; `None` if there is none.
    fn and(&self, other: &Demand) -> Option<Demand> {
        let both = match (self, other) {
            (Demand::Within(a, b, one), Demand::Within(c, d, two)) => {
                let mut others = one.clone();
                others.extend(two.iter().filter(|v| !one.contains(v)));
                Demand::Within(*a.max(c), *b.min(d), others)
            }
            (Demand::Exactly(a), Demand::Exactly(b)) if a != b => return None,
            (Demand::Within(low, high, others), Demand::Exactly(bits))
            | (Demand::Exactly(bits), Demand::Within(low, high, others)) => {
                let number = *bits as i64;
                if number < *low || *high < number || others.contains(&number) {
                    return None;
                }
                Demand::Exactly(*bits)
            }
            (Demand::Exactly(_), Demand::Exactly(_)) => self.clone(),
        };
        both.choice().map(|_| both)
    }
}

impl Guard {
    fn array(&self) -> Symbol {
        match self.element {
            Element::At(array, _) | Element::Position(array, _) => array,
        }
    }

    /// Whether a number fulfils the condition.
    fn holds(&self, number: &Value, other: &Value) -> bool {
        let pair = if self.flipped { (other, number) } else { (number, other) };
        scalar(self.relation, pair.0, pair.1) == Ok(Value::Bool(true))
    }

    /// The numbers that fulfil the condition; `None` if there is none.
    fn demand(&self, other: &Value) -> Option<Demand> {
        let (_, bits) = to_bits(other)?;
        match (self.relation, other, self.flipped) {
            (Binary::Eq, ..) => Some(Demand::Exactly(bits)),
            (Binary::Ne, Value::Bool(_), _) => Some(Demand::Exactly(1 - bits)),
            (Binary::Ne, Value::Real(value), _) => {
                let number: f64 = if *value == 0.0 { 1.0 } else { 0.0 };
                Some(Demand::Exactly(number.to_bits()))
            }
            (Binary::Ne, Value::Int(value), _) => {
                Some(Demand::Within(i64::MIN, i64::MAX, vec![*value]))
            }
            (Binary::Lt, Value::Int(value), false) => {
                Some(Demand::Within(i64::MIN, value.checked_sub(1)?, Vec::new()))
            }
            (Binary::Le, Value::Int(value), false) => {
                Some(Demand::Within(i64::MIN, *value, Vec::new()))
            }
            (Binary::Lt, Value::Int(value), true) => {
                Some(Demand::Within(value.checked_add(1)?, i64::MAX, Vec::new()))
            }
            (_, Value::Int(value), _) => Some(Demand::Within(*value, i64::MAX, Vec::new())),
            _ => None,
        }
    }
}

impl Condition {
    /// Whether an element of this number may have an entry.
    fn may_hold(&self, number: &Value) -> bool {
        let interval = match (&self.other, number) {
            (Err(interval), _) => *interval,
            (Ok(Value::Int(value)), _) => ((*value).into(), (*value).into()),
            (Ok(other), _) => {
                let pair = if self.flipped { (other, number) } else { (number, other) };
                return scalar(self.relation, pair.0, pair.1) != Ok(Value::Bool(false));
            }
        };
        let (Value::Int(number), (low, high)) = (number, interval) else { return true };
        let number = i128::from(*number);
        match (self.relation, self.flipped) {
            (Binary::Eq, _) => low <= number && number <= high,
            (Binary::Ne, _) => !(low == high && low == number),
            (Binary::Lt, false) => number < high,
            (Binary::Lt, true) => low < number,
            (_, false) => number <= high,
            (_, true) => low <= number,
        }
    }

    /// Numbers that may be next to those for which it holds.
    fn ends(&self) -> Vec<i64> {
        let (low, high) = match &self.other {
            Ok(Value::Int(value)) => ((*value).into(), (*value).into()),
            Ok(_) => return Vec::new(),
            Err(interval) => *interval,
        };
        [low - 1, low, high, high + 1].iter().filter_map(|v| i64::try_from(*v).ok()).collect()
    }
}

impl Filler<'_> {
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
            let array = match element {
                Element::At(array, _) | Element::Position(array, _) => array,
            };
            let one = match self.sorts[&array].base {
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
            let array = guard.array();
            let Some((at, other)) = self.parts_of(run, guard, row) else {
                return Err(unsupported("a condition that the entries do not determine"));
            };
            if self.is_leaf(run, guard, row, at) {
                let number = stored(&run.branch.leaf, &self.of.value_at(entry));
                if number.is_none_or(|number| !guard.holds(&number, &other)) {
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
                        let other = super::filling::number(&other);
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
            Stored::Array(array, index) if array == guard.array() => {
                run.scope(self.term, &self.scalars).value(index, row) == Some(at)
            }
            Stored::Position(array, slot) => array == guard.array() && row[slot] == at,
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
            let all = self.guarded.conditions.entry(guard.array()).or_default();
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
                && let Some(bits) = other_number(&conditions, filling)
            {
                let parts = filling.bits.iter_mut().zip(&filling.written);
                parts.filter(|(_, written)| !**written).for_each(|(old, _)| *old = bits);
            }
        }
        Ok(())
    }
}

/// The number nearest to zero for which no condition holds.
fn other_number(conditions: &[Condition], filling: &Filling) -> Option<u64> {
    let mut tried: Vec<Value> = match filling.base {
        Scalar::Bool => [false, true].map(Value::Bool).into(),
        Scalar::Real => [0.0, 1.0, -1.0].map(Value::Real).into(),
        Scalar::Int => {
            let mut all: Vec<i64> = conditions.iter().flat_map(Condition::ends).collect();
            all.extend([0, 1, -1]);
            all.retain(|v| i128::from(*v).abs() < FAR);
            all.sort_by_key(|v| (v.unsigned_abs(), *v < 0));
            all.into_iter().map(Value::Int).collect()
        }
    };
    tried.retain(|number| conditions.iter().all(|condition| !condition.may_hold(number)));
    tried.first().and_then(to_bits).map(|(_, bits)| bits)
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
