//! Integers of a mapping: intervals, and sums of multiples of unknown variables.

use super::branch::{Branch, Over, TermAt};
use crate::term::{Binary, Node, Term, Unary};
use egg::Symbol;
use std::collections::{BTreeSet, HashMap};

/// An interval of integers, both ends included. Ends beyond [`FAR`] are unbounded.
pub(super) type Interval = (i128, i128);

/// Beyond any integer of the calculus.
pub(super) const FAR: i128 = 1 << 100;

/// All integers.
pub(super) const ALL: Interval = (-FAR, FAR);

/// A variable that has no value yet.
pub(super) const UNKNOWN: i64 = i64::MIN;

/// A number that the entries determine: a scalar, or the length of the array that the loop at this
/// slot is over.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(super) enum Unknown {
    Scalar(Symbol),
    Length(usize),
}

/// `constant` and a sum of multiples of unknown variables.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Affine {
    pub constant: i128,
    pub terms: Vec<Multiple>,
}

/// `factor * slot`, or `factor * (slot % modulus)`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Multiple {
    pub slot: usize,
    pub factor: i128,
    pub modulus: Option<i128>,
}

/// The facts that are known while a branch is filled.
pub(super) struct Scope<'a> {
    pub term: &'a Term,
    pub branch: &'a Branch,
    /// Scalars.
    pub scalars: &'a HashMap<Symbol, i64>,
    /// Lengths of arrays that are looped over from end to end, by the loop's slot.
    pub lengths: &'a HashMap<usize, i64>,
    /// The number of positions of loops over arrays that are appended to, by slot.
    pub counts: &'a HashMap<usize, i64>,
    /// Reads of index arrays in keys: each is a variable of its own.
    pub reads: &'a HashMap<TermAt, usize>,
    /// The variables that a single key mentions, and that are stored: any with the right remainder
    /// serves.
    pub once: &'a BTreeSet<usize>,
    /// The bits at even and at odd places of variables: each is a variable of its own.
    pub parts: &'a HashMap<usize, [usize; 2]>,
    /// The intervals of the variables, wherever they are known for all entries alike.
    pub intervals: &'a [Interval],
}

fn clamp((low, high): Interval) -> Interval {
    (low.clamp(-FAR, FAR), high.clamp(-FAR, FAR))
}

fn exact(value: i128) -> Interval {
    (value, value)
}

/// The floor of a quotient; zero for a divisor zero, as in the calculus.
pub(super) fn floor(a: i128, b: i128) -> i128 {
    if b == 0 { 0 } else { a.div_euclid(b) - i128::from(b < 0 && a.rem_euclid(b) != 0) }
}

impl Scope<'_> {
    fn slot(&self, place: TermAt, index: u32) -> usize {
        place.depth - 1 - index as usize
    }

    /// The interval of a variable without a value. The key of a range is its value less the lower
    /// end.
    fn key_of_range(&self, slot: usize, known: &[i64]) -> Interval {
        match self.branch.loop_of(slot) {
            Some((Over::Range([low, _]), first)) if first == slot && known[slot + 1] != UNKNOWN => {
                let value = exact(known[slot + 1].into());
                binary(Binary::Sub, value, self.interval(*low, known))
            }
            _ => self.intervals[slot],
        }
    }

    /// The interval of an integer, given the variables that have values.
    pub(super) fn interval(&self, place: TermAt, known: &[i64]) -> Interval {
        let of = |id| self.interval(TermAt { id, ..place }, known);
        match self.term[place.id] {
            Node::Int(value) => exact(value.into()),
            Node::Input(name, _) => self.scalars.get(&name).map_or(ALL, |v| exact((*v).into())),
            Node::Var(i, _) => {
                let slot = self.slot(place, i);
                match (known[slot], self.branch.value_of_let(slot)) {
                    (UNKNOWN, Some(value)) => self.interval(value, known),
                    (UNKNOWN, None) => self.key_of_range(slot, known),
                    (value, _) => exact(value.into()),
                }
            }
            Node::Unique(e) => of(e),
            Node::Unary(Unary::Neg, e) => {
                let (low, high) = of(e);
                (-high, -low)
            }
            Node::Unary(op @ (Unary::Even | Unary::Odd), e) => match of(e) {
                _ if self.part(place, known).is_some_and(|slot| known[slot] != UNKNOWN) => {
                    exact(self.part(place, known).map_or(0, |slot| known[slot].into()))
                }
                (low, high) if low == high => {
                    let bits = if op == Unary::Odd { low >> 1 } else { low };
                    exact((0..32).fold(0, |all, i| all | (bits >> (2 * i) & 1) << i))
                }
                (low, _) if low < 0 => (0, FAR),
                (_, high) => (0, high),
            },
            Node::Binary(op, [a, b]) => binary(op, of(a), of(b)),
            Node::Get(_) => match self.reads.get(&place) {
                Some(&slot) if known[slot] != UNKNOWN => exact(known[slot].into()),
                _ => ALL,
            },
            _ => ALL,
        }
    }

    /// The value of an integer, if all that it depends on is known.
    pub(super) fn value(&self, place: TermAt, known: &[i64]) -> Option<i64> {
        let (low, high) = self.interval(place, known);
        if low == high { i64::try_from(low).ok() } else { None }
    }

    /// Whether a condition about integers holds; `None` if it is about something else.
    pub(super) fn holds(&self, place: TermAt, known: &[i64]) -> Option<bool> {
        let at = |id| TermAt { id, ..place };
        match self.term[place.id] {
            Node::Bool(value) => Some(value),
            Node::Binary(Binary::Mul, [a, b]) => {
                Some(self.holds(at(a), known)? & self.holds(at(b), known)?)
            }
            Node::Binary(Binary::Add, [a, b]) => {
                Some(self.holds(at(a), known)? | self.holds(at(b), known)?)
            }
            Node::If([a, b]) => Some(self.holds(at(a), known)? & self.holds(at(b), known)?),
            Node::Binary(op, [a, b]) if op.is_comparison() => {
                let (a, b) = (self.value(at(a), known)?, self.value(at(b), known)?);
                Some(match op {
                    Binary::Eq => a == b,
                    Binary::Ne => a != b,
                    Binary::Lt => a < b,
                    _ => a <= b,
                })
            }
            _ => None,
        }
    }

    /// An integer as a sum of multiples of the variables that have no value yet; `None` if it is
    /// none.
    pub(super) fn affine(&self, place: TermAt, known: &[i64]) -> Option<Affine> {
        if let Some(value) = self.value(place, known) {
            return Some(Affine { constant: value.into(), terms: Vec::new() });
        }
        let of = |id| self.affine(TermAt { id, ..place }, known);
        match self.term[place.id] {
            Node::Var(i, _) => {
                let slot = self.slot(place, i);
                if let Some(value) = self.branch.value_of_let(slot) {
                    return self.affine(value, known);
                }
                // The key of a range counts from zero: it is the value less the lower end.
                if let Some((Over::Range([low, _]), first)) = self.branch.loop_of(slot)
                    && first == slot
                {
                    return Some(self.affine(*low, known)?.times(-1).plus(Affine::of(slot + 1)));
                }
                Some(Affine::of(slot))
            }
            Node::Get(_) => self.reads.get(&place).map(|slot| Affine::of(*slot)),
            Node::Unique(e) => of(e),
            Node::Unary(Unary::Neg, e) => Some(of(e)?.times(-1)),
            Node::Unary(Unary::Even | Unary::Odd, _) => self.part(place, known).map(Affine::of),
            Node::Binary(Binary::Add, [a, b]) => Some(of(a)?.plus(of(b)?)),
            Node::Binary(Binary::Sub, [a, b]) => Some(of(a)?.plus(of(b)?.times(-1))),
            Node::Binary(Binary::Mul, [a, b]) => match (of(a)?, of(b)?) {
                (a, b) if b.terms.is_empty() => Some(a.times(b.constant)),
                (a, b) if a.terms.is_empty() => Some(b.times(a.constant)),
                _ => None,
            },
            Node::Binary(Binary::Mod, [a, b]) => match (of(a)?, of(b)?) {
                (Affine { constant: 0, terms }, Affine { constant: modulus, terms: none })
                    if none.is_empty() && modulus > 0 =>
                {
                    match terms[..] {
                        [Multiple { factor: 1, modulus: None, slot }]
                            if self.once.contains(&slot) =>
                        {
                            let rest = Multiple { slot, factor: 1, modulus: Some(modulus) };
                            Some(Affine { constant: 0, terms: vec![rest] })
                        }
                        _ => None,
                    }
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// The variable that is the bits at even or odd places of another one, if the number is that.
    fn part(&self, place: TermAt, known: &[i64]) -> Option<usize> {
        let Node::Unary(op @ (Unary::Even | Unary::Odd), e) = self.term[place.id] else {
            return None;
        };
        let Node::Var(i, _) = self.term[e] else { return None };
        let slot = self.slot(place, i);
        let whole = match self.branch.loop_of(slot) {
            // The key of a range is its value, if that counts from zero.
            Some((Over::Range([low, _]), first)) if first == slot => {
                (self.value(*low, known) == Some(0)).then_some(first + 1)?
            }
            _ => slot,
        };
        self.parts.get(&whole).map(|parts| parts[usize::from(op == Unary::Odd)])
    }

    /// The place of a variable in the order of the loops: that of a part is that of its whole.
    pub(super) fn order(&self, slot: usize) -> usize {
        let whole = self.parts.iter().find(|(_, parts)| parts.contains(&slot));
        whole.map_or(slot, |(whole, _)| *whole)
    }

    /// The slots that an integer mentions, outside of reads of index arrays. A slot of a range's
    /// key counts as that of its value.
    pub(super) fn mentions(&self, place: TermAt, all: &mut BTreeSet<usize>) {
        if self.reads.contains_key(&place) {
            return;
        }
        if let Node::Var(i, _) = self.term[place.id] {
            let slot = self.slot(place, i);
            match (self.branch.value_of_let(slot), self.branch.loop_of(slot)) {
                (Some(value), _) => self.mentions(value, all),
                (None, Some((Over::Range(_), first))) => {
                    all.insert(first + 1);
                }
                _ => {
                    all.insert(slot);
                }
            }
        }
        for id in children(&self.term[place.id]) {
            self.mentions(TermAt { id: *id, ..place }, all);
        }
    }

    /// The slots of the reads of index arrays that an integer mentions.
    pub(super) fn reads_in(&self, place: TermAt, all: &mut BTreeSet<usize>) {
        if let Some(slot) = self.reads.get(&place) {
            all.insert(*slot);
            return;
        }
        if let Node::Var(i, _) = self.term[place.id]
            && let Some(value) = self.branch.value_of_let(self.slot(place, i))
        {
            self.reads_in(value, all);
        }
        for id in children(&self.term[place.id]) {
            self.reads_in(TermAt { id: *id, ..place }, all);
        }
    }

    /// The slots that integers depend on: those that they mention, and those that the bounds of
    /// their loops mention. A stored value depends on nothing.
    pub(super) fn closure(&self, places: &[TermAt]) -> BTreeSet<usize> {
        let mut all = BTreeSet::new();
        places.iter().for_each(|place| self.mentions(*place, &mut all));
        let mut work: Vec<usize> = all.iter().copied().collect();
        while let Some(slot) = work.pop() {
            let Some((Over::Range(bounds) | Over::Array { bounds: Some(bounds), .. }, _)) =
                self.branch.loop_of(slot)
            else {
                continue;
            };
            let stored = matches!(self.branch.loop_of(slot), Some((Over::Array { .. }, first)) if first < slot);
            if stored || self.counts.contains_key(&slot) {
                continue;
            }
            let mut outer = BTreeSet::new();
            bounds.iter().for_each(|bound| self.mentions(*bound, &mut outer));
            work.extend(outer.iter().filter(|slot| all.insert(**slot)));
        }
        all
    }

    /// The scalars and lengths without a value that the integers depend on.
    pub(super) fn unknowns(&self, places: &[TermAt]) -> BTreeSet<Unknown> {
        let mut all = BTreeSet::new();
        let mut work = places.to_vec();
        for slot in self.closure(places) {
            match self.branch.loop_of(slot) {
                Some((Over::Range(bounds), _)) => work.extend(bounds),
                Some((Over::Array { bounds: Some(bounds), .. }, first)) if first == slot => {
                    work.extend(bounds);
                }
                Some((Over::Array { bounds: None, .. }, first))
                    if first == slot
                        && !self.lengths.contains_key(&slot)
                        && !self.counts.contains_key(&slot) =>
                {
                    all.insert(Unknown::Length(slot));
                }
                _ => {}
            }
        }
        while let Some(place) = work.pop() {
            match self.term[place.id] {
                Node::Input(name, sort)
                    if sort.is_scalar() && !self.scalars.contains_key(&name) =>
                {
                    all.insert(Unknown::Scalar(name));
                }
                Node::Var(i, _) => work.extend(self.branch.value_of_let(self.slot(place, i))),
                node => {
                    work.extend(children(&node).iter().map(|id| TermAt { id: *id, ..place }));
                }
            }
        }
        all
    }

    /// The bounds of a loop: its first value or position, and the one after the last. `None` if
    /// they are not known.
    pub(super) fn ends(&self, over: &Over, slot: usize, known: &[i64]) -> Option<(i64, i64)> {
        match over {
            Over::Array { bounds: _, .. } if self.counts.contains_key(&slot) => {
                Some((0, self.counts[&slot]))
            }
            Over::Range(bounds) | Over::Array { bounds: Some(bounds), .. } => {
                Some((self.value(bounds[0], known)?, self.value(bounds[1], known)?))
            }
            Over::Array { bounds: None, .. } => Some((0, *self.lengths.get(&slot)?)),
            Over::Dict { .. } => None,
        }
    }

    /// Visits all values of the given slots, which are a [`Scope::closure`], in order. Returns
    /// whether all have been visited: whether the bounds of their loops are known.
    pub(super) fn enumerate(
        &self,
        slots: &BTreeSet<usize>,
        only_ends: bool,
        visit: &mut dyn FnMut(&[i64]),
    ) -> bool {
        let mut known = vec![UNKNOWN; self.intervals.len()];
        // The value that an array holds is known of no position.
        let position = |over: &Over, first: usize| {
            slots.contains(&first) || matches!(over, Over::Range(_)) && slots.contains(&(first + 1))
        };
        let loops: Vec<(&Over, usize)> =
            self.branch.loops().filter(|(over, first)| position(over, *first)).collect();
        let stored = !only_ends
            && self.branch.loops().any(|(over, first)| {
                slots.contains(&(first + 1)) && !matches!(over, Over::Range(_))
            });
        !stored && self.enumerate_loops(&loops, only_ends, &mut known, visit)
    }

    fn enumerate_loops(
        &self,
        loops: &[(&Over, usize)],
        only_ends: bool,
        known: &mut [i64],
        visit: &mut dyn FnMut(&[i64]),
    ) -> bool {
        let Some(((over, slot), rest)) = loops.split_first() else {
            visit(known);
            return true;
        };
        let Some((low, high)) = self.ends(over, *slot, known) else { return false };
        let mut all = true;
        let mut at = low;
        while at < high {
            match over {
                Over::Range(_) => {
                    known[*slot] = at - low;
                    known[slot + 1] = at;
                }
                _ => known[*slot] = at,
            }
            all &= self.enumerate_loops(rest, only_ends, known, visit);
            at = if only_ends && at < high - 1 { high - 1 } else { at + 1 };
        }
        known[*slot] = UNKNOWN;
        known[slot + 1] = UNKNOWN;
        all
    }

    /// The largest value of an integer over all iterations, taken at the ends of each loop: `None`
    /// if it has no bound, `Some(-1)` or less if there is no iteration.
    pub(super) fn reach(&self, place: TermAt) -> Option<i128> {
        let high = self.extremes(place)?.1.max(-1);
        (high < FAR).then_some(high)
    }

    /// The least and the largest value of an integer over all iterations, taken at the ends of each loop;
    /// an interval without numbers if there is no iteration. `None` if the ends are not known.
    pub(super) fn extremes(&self, place: TermAt) -> Option<Interval> {
        let mut ends = (FAR, -FAR);
        let slots = self.closure(&[place]);
        let all = self.enumerate(&slots, true, &mut |known| {
            let (low, high) = self.interval(place, known);
            ends = (ends.0.min(low), ends.1.max(high));
        });
        all.then_some(ends)
    }
}

impl Affine {
    fn of(slot: usize) -> Affine {
        Affine { constant: 0, terms: vec![Multiple { slot, factor: 1, modulus: None }] }
    }

    /// The rest, once these variables have values.
    pub(super) fn with(&self, known: &[i64]) -> Affine {
        let mut rest = Affine { constant: self.constant, terms: Vec::new() };
        for term in &self.terms {
            match (known[term.slot], term.modulus) {
                (UNKNOWN, _) => rest.terms.push(*term),
                (value, None) => rest.constant += term.factor * i128::from(value),
                (value, Some(modulus)) => {
                    rest.constant += term.factor * i128::from(value).rem_euclid(modulus);
                }
            }
        }
        rest
    }

    fn times(mut self, factor: i128) -> Affine {
        self.constant = (self.constant * factor).clamp(-FAR, FAR);
        self.terms.iter_mut().for_each(|term| {
            term.factor = (term.factor * factor).clamp(-FAR, FAR);
        });
        self.terms.retain(|term| term.factor != 0);
        self
    }

    fn plus(mut self, other: Affine) -> Affine {
        self.constant += other.constant;
        for term in other.terms {
            let same = |t: &&mut Multiple| t.slot == term.slot && t.modulus == term.modulus;
            match self.terms.iter_mut().find(same) {
                Some(known) => known.factor += term.factor,
                None => self.terms.push(term),
            }
        }
        self.terms.retain(|term| term.factor != 0);
        self
    }
}

/// The operands of a node of integers.
pub(super) fn children(node: &Node) -> &[egg::Id] {
    egg::Language::children(node)
}

fn binary(op: Binary, a: Interval, b: Interval) -> Interval {
    let corners = |f: fn(i128, i128) -> i128| {
        let all = [f(a.0, b.0), f(a.0, b.1), f(a.1, b.0), f(a.1, b.1)];
        all.iter().fold((i128::MAX, i128::MIN), |(l, h), v| (l.min(*v), h.max(*v)))
    };
    clamp(match op {
        Binary::Add => (a.0 + b.0, a.1 + b.1),
        Binary::Sub => (a.0 - b.1, a.1 - b.0),
        Binary::Mul => corners(|a, b| a.saturating_mul(b)),
        Binary::Div if b.0 > 0 || b.1 < 0 || b.0 == b.1 => corners(floor),
        Binary::Mod if a.0 == a.1 && b.0 == b.1 => exact(a.0 - b.0 * floor(a.0, b.0)),
        Binary::Mod if b.0 == b.1 && b.0 > 0 => (0, b.0 - 1),
        Binary::Min => (a.0.min(b.0), a.1.min(b.1)),
        Binary::Max => (a.0.max(b.0), a.1.max(b.1)),
        _ => ALL,
    })
}
