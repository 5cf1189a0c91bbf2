//! The numbers that guards demand of elements of arrays.

use super::bounds::{FAR, Interval};
use super::branch::{Element, TermAt};
use crate::eval::scalar;
use crate::numbers::to_bits;
use crate::term::Binary;
use crate::types::Scalar;
use crate::value::Value;
use egg::Symbol;
use std::collections::{BTreeMap, HashMap};

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
    pub demands: BTreeMap<Symbol, HashMap<i64, Demand>>,
    pub conditions: BTreeMap<Symbol, Vec<Condition>>,
}

/// A condition under which an element has an entry, with all numbers that it may be compared with.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Condition {
    pub relation: Binary,
    pub flipped: bool,
    pub other: Result<Value, Interval>,
}

/// The numbers that an element may be.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Demand {
    /// This number, as its bits.
    Exactly(u64),
    /// Any integer from the first to the second one, other than these.
    Within(i64, i64, Vec<i64>),
}

impl Demand {
    /// The number that is stored: the nearest one to zero, of those next to an end.
    pub(super) fn choice(&self) -> Option<u64> {
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
    pub(super) fn and(&self, other: &Demand) -> Option<Demand> {
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
    /// Whether a number fulfils the condition.
    pub(super) fn holds(&self, number: &Value, other: &Value) -> bool {
        let pair = if self.flipped { (other, number) } else { (number, other) };
        scalar(self.relation, pair.0, pair.1) == Ok(Value::Bool(true))
    }

    /// The numbers that fulfil the condition; `None` if there is none.
    pub(super) fn demand(&self, other: &Value) -> Option<Demand> {
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

/// The number nearest to zero for which no condition holds.
pub(super) fn other_number(conditions: &[Condition], base: Scalar) -> Option<u64> {
    let mut tried: Vec<Value> = match base {
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
