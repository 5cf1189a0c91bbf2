//! Bounds of integers, positions and keys, from those of the data.

use super::Physical;
use super::arrays::Side;
use super::intervals::{Interval, NONE, held, numbers};
use super::linear::Linear;
use hloom_storage::term::{Binary, Id, Node, Symbol, Term, Unary};
use std::collections::BTreeMap;

/// The bounds that are known of a value.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Fact {
    /// Of an integer.
    Number(Option<Interval>),
    /// Of the induction variable of a loop over a range. [`Facts::of`] has its [`Fact::Number`].
    Induction(Option<Interval>, InductionVariable),
    /// Of an array's positions and values.
    Array { positions: Option<Interval>, values: Option<Interval> },
    /// Of a dictionary's keys, the outermost level first.
    Dict(Vec<Option<Interval>>),
}

impl Fact {
    /// The facts of the variables of a merge over two arrays of these facts: both positions, and the
    /// value. Of a pair the value is in the bounds of both sides. Where it is not known yet whether there
    /// is one, it is an element of the side that is `read`.
    pub(super) fn of_pair(sides: [Fact; 2], read: Option<Side>) -> [Fact; 3] {
        let [(p, value), (q, other)] = sides.map(|fact| match fact {
            Fact::Array { positions, values } => (positions, values),
            Fact::Number(_) | Fact::Induction(..) | Fact::Dict(_) => (None, None),
        });
        let value = match read {
            None => value.or(other),
            Some(Side::First) => value,
            Some(Side::Second) => other,
        };
        [p, q, value].map(Fact::Number)
    }
}

/// An induction variable: one of the two of a loop over a range, in the body of that loop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct InductionVariable {
    /// The ends of the range.
    ends: [Id; 2],
    /// The number of variables around the range.
    depth: usize,
    /// Whether the variable is the position, which begins at 0, and not the number at it.
    is_position: bool,
}

impl InductionVariable {
    /// The place of the variable.
    fn place(self) -> usize {
        self.depth + usize::from(!self.is_position)
    }
}

/// The most ends of ranges that are put in place of variables to find one bound.
const REPLACEMENTS: u32 = 32;

/// The bounds of terms over these inputs.
#[derive(Clone, Copy)]
pub(super) struct Facts<'t> {
    pub term: &'t Term,
    pub inputs: &'t BTreeMap<Symbol, Physical>,
    /// Whether ends of ranges take the place of variables. In those ends themselves they do not: each
    /// loop inside of another one would multiply the time.
    replaces: bool,
}

fn union(a: Option<Interval>, b: Option<Interval>) -> Option<Interval> {
    let (a, b) = (a?, b?);
    Some(match (a.0 > a.1, b.0 > b.1) {
        (true, _) => b,
        (_, true) => a,
        _ => (a.0.min(b.0), a.1.max(b.1)),
    })
}

/// The union of the bounds of two dictionaries of the same levels.
fn union_of_keys(a: Fact, b: Fact) -> Fact {
    match (a, b) {
        (Fact::Dict(a), Fact::Dict(b)) => {
            Fact::Dict(a.into_iter().zip(b).map(|(a, b)| union(a, b)).collect())
        }
        (Fact::Number(a), Fact::Number(b)) => Fact::Number(union(a, b)),
        (Fact::Array { positions, values }, Fact::Array { positions: p, values: v }) => {
            Fact::Array { positions: union(positions, p), values: union(values, v) }
        }
        (a, _) => a,
    }
}

impl<'t> Facts<'t> {
    pub(super) fn new(term: &'t Term, inputs: &'t BTreeMap<Symbol, Physical>) -> Facts<'t> {
        Facts { term, inputs, replaces: true }
    }

    /// The bounds of a term under variables of these bounds, the innermost last.
    pub(super) fn of(&self, id: Id, variables: &mut Vec<Fact>) -> Fact {
        let sort = |id: Id| hloom_storage::term::sort(self.term, id);
        match self.term[id] {
            Node::Var(i, _) => match variables.len().checked_sub(1 + i as usize) {
                Some(place) => match &variables[place] {
                    Fact::Induction(within, _) => Fact::Number(*within),
                    other => other.clone(),
                },
                None => Fact::Number(None),
            },
            Node::Input(_, sort) if sort.is_dict() => Fact::Dict(vec![None; levels(sort)]),
            Node::Input(name, sort) => {
                let physical = self.inputs.get(&name);
                let within = physical.and_then(|p| p.within);
                match physical.and_then(|p| p.length) {
                    _ if sort.is_scalar() => Fact::Number(within),
                    Some(length) => {
                        let last = i64::try_from(length).ok().map(|length| (0, length - 1));
                        Fact::Array { positions: last, values: within }
                    }
                    None => Fact::Array { positions: None, values: None },
                }
            }
            Node::Int(value) => Fact::Number(Some((value, value))),
            Node::Zero(sort) if sort.is_scalar() => Fact::Number(Some((0, 0))),
            Node::Zero(sort) if sort.is_dict() => Fact::Dict(vec![Some(NONE); levels(sort)]),
            Node::Zero(_) => Fact::Array { positions: Some(NONE), values: Some(NONE) },
            Node::Unique(e) => self.of(e, variables),
            Node::Unary(op, e) => match (op, self.of(e, variables)) {
                (_, Fact::Dict(keys)) => Fact::Dict(keys),
                (Unary::Neg, Fact::Number(Some((low, high)))) => {
                    Fact::Number(held((-i128::from(high), -i128::from(low))))
                }
                (op @ (Unary::Even | Unary::Odd), Fact::Number(Some((low, high)))) if low >= 0 => {
                    // Half of the bits, and the one that is left over is an even one.
                    let bits = 64 - high.max(0).leading_zeros() + u32::from(op == Unary::Even);
                    Fact::Number(Some((0, (1 << (bits / 2)) - 1)))
                }
                _ => Fact::Number(None),
            },
            Node::Binary(Binary::Add | Binary::Sub, [a, _])
                if sort(a) == hloom_storage::Sort::INT =>
            {
                let sum = self.linear(id, variables);
                Fact::Number(sum.and_then(|sum| held(self.ends(&sum, variables)?)))
            }
            Node::Binary(op, [a, b]) => {
                let (x, y) = (self.of(a, variables), self.of(b, variables));
                match (op, x, y) {
                    (Binary::Scale, _, keys) => keys,
                    (_, x @ Fact::Dict(_), y) => union_of_keys(x, y),
                    (op, Fact::Number(Some(x)), Fact::Number(Some(y))) => {
                        Fact::Number(numbers(op, x, y))
                    }
                    _ => Fact::Number(None),
                }
            }
            Node::If([_, value]) => {
                let value = self.of(value, variables);
                match value {
                    Fact::Number(number) => Fact::Number(union(number, Some((0, 0)))),
                    other => other,
                }
            }
            Node::Single([key, value]) => {
                let Fact::Number(key) = self.of(key, variables) else { return Fact::Number(None) };
                let mut keys = vec![key];
                if let Fact::Dict(inner) = self.of(value, variables) {
                    keys.extend(inner);
                }
                Fact::Dict(keys)
            }
            Node::Get([over, _]) => match self.of(over, variables) {
                Fact::Array { values, .. } => Fact::Number(union(values, Some((0, 0)))),
                Fact::Dict(keys) if keys.len() > 1 => Fact::Dict(keys[1..].to_vec()),
                _ => Fact::Number(None),
            },
            Node::Range([low, high]) => {
                let ends = (self.of(low, variables), self.of(high, variables));
                let (Fact::Number(Some(low)), Fact::Number(Some(high))) = ends else {
                    return Fact::Array { positions: None, values: None };
                };
                let last = i128::from(high.1) - 1;
                Fact::Array {
                    positions: held((0, last - i128::from(low.0))),
                    values: held((low.0.into(), last)),
                }
            }
            Node::Slice([over, _, _]) => self.of(over, variables),
            Node::Let([_, body]) => {
                let bound = self.bound(id, 1, variables);
                self.under(bound, body, variables)
            }
            Node::Sum([_, body]) => {
                let bound = self.bound(id, 1, variables);
                self.total(bound, body, variables, sort(body).is_scalar())
            }
            Node::Merge([.., body]) => {
                let bound = self.bound(id, 2, variables);
                self.total(bound, body, variables, sort(body).is_scalar())
            }
            Node::Real(_) | Node::Bool(_) => Fact::Number(None),
        }
    }

    /// The bounds of the variables that a term binds in its operand `i`.
    pub(super) fn bound(&self, id: Id, i: usize, variables: &mut Vec<Fact>) -> Vec<Fact> {
        match (self.term[id], i) {
            (Node::Let([value, _]), 1) => vec![self.of(value, variables)],
            (Node::Sum([over, _]), 1) => match self.of(over, variables) {
                Fact::Array { positions, values } => {
                    self.induction_variables(over, [positions, values], variables.len()).into()
                }
                Fact::Dict(keys) if keys.len() > 1 => {
                    vec![Fact::Number(keys[0]), Fact::Dict(keys[1..].to_vec())]
                }
                Fact::Dict(keys) => vec![Fact::Number(keys[0]), Fact::Number(None)],
                Fact::Number(_) | Fact::Induction(..) => {
                    vec![Fact::Number(None), Fact::Number(None)]
                }
            },
            (Node::Merge([a, b, _]), 2) => {
                let sides = [self.of(a, variables), self.of(b, variables)];
                Fact::of_pair(sides, None).into()
            }
            _ => Vec::new(),
        }
    }

    /// The facts of the two variables of a loop over an array, below `depth` variables, in iterations
    /// that run.
    pub(super) fn induction_variables(
        &self,
        over: Id,
        within: [Option<Interval>; 2],
        depth: usize,
    ) -> [Fact; 2] {
        let Node::Range(ends) = self.term[over] else { return within.map(Fact::Number) };
        let variable = |is_position| InductionVariable { ends, depth, is_position };
        [Fact::Induction(within[0], variable(true)), Fact::Induction(within[1], variable(false))]
    }

    /// The sum that an integer is; `None` if a part of it has no bounds.
    fn linear(&self, id: Id, variables: &mut Vec<Fact>) -> Option<Linear> {
        Linear::of(self.term, id, variables.len(), &mut |id| match self.of(id, variables) {
            Fact::Number(number) => number,
            _ => None,
        })
    }

    /// The smallest and the largest value of a sum, whose variables are inside of the ranges of their loops.
    fn ends(&self, sum: &Linear, variables: &mut Vec<Fact>) -> Option<(i128, i128)> {
        let (mut low, mut high) = sum.ends()?;
        // Without values there is nothing to find.
        if low <= high && self.replaces {
            let mut left = REPLACEMENTS;
            let negative = Linear::constant(0).minus(sum.clone())?;
            low = low.max(-self.most(&negative, variables, &mut left)?);
            let mut left = REPLACEMENTS;
            high = high.min(self.most(sum, variables, &mut left)?);
        }
        Some((low, high))
    }

    /// A number that a sum does not exceed, with at most `left` ends of ranges in place of variables.
    fn most(&self, sum: &Linear, variables: &mut Vec<Fact>, left: &mut u32) -> Option<i128> {
        let mut most = sum.ends()?.1;
        let found: Vec<(usize, bool, InductionVariable)> = sum
            .variables()
            .filter_map(|(place, times)| match variables.get(place)? {
                Fact::Induction(_, variable) if variable.place() == place => {
                    Some((place, times > 0, *variable))
                }
                _ => None,
            })
            .collect();
        for (place, upper, variable) in found {
            for end in self.ends_of(variable, upper, variables) {
                if *left == 0 {
                    return Some(most);
                }
                *left -= 1;
                let other = sum.replaced(place, &end);
                let other = other.and_then(|other| self.most(&other, variables, left));
                most = other.map_or(most, |other| other.min(most));
            }
        }
        Some(most)
    }

    /// Sums that a variable of a loop does not exceed (`upper`), or that do not exceed it.
    fn ends_of(
        &self,
        of: InductionVariable,
        upper: bool,
        variables: &mut Vec<Fact>,
    ) -> Vec<Linear> {
        let InductionVariable { ends: [low, high], depth, is_position } = of;
        let plain = Facts { replaces: false, ..*self };
        // The ends are computed outside of the loop.
        let inner = variables.split_off(depth);
        let mut sums = |id, op| {
            let mut parts = Vec::new();
            operands_of(self.term, id, op, &mut parts);
            let sums = parts.into_iter().filter_map(|id| {
                // A sum that 64 bits do not hold is not what is computed.
                plain.linear(id, variables).filter(|sum| sum.ends().and_then(held).is_some())
            });
            sums.collect::<Vec<Linear>>()
        };
        let found: Vec<Linear> = match (upper, is_position) {
            (false, true) => Vec::new(),
            (false, false) => sums(low, Binary::Max),
            (true, _) => {
                let lows = match is_position {
                    true => sums(low, Binary::Max),
                    false => vec![Linear::constant(0)],
                };
                let highs = sums(high, Binary::Min);
                let pairs = highs.iter().flat_map(|high| lows.iter().map(move |low| (high, low)));
                let last = |(high, low): (&Linear, &Linear)| {
                    high.clone().minus(low.clone())?.minus(Linear::constant(1))
                };
                pairs.filter_map(last).collect()
            }
        };
        variables.extend(inner);
        // Ends that are numbers are known as bounds.
        found.into_iter().filter(|sum| sum.variables().next().is_some()).collect()
    }

    /// Whether a truth value holds, if the bounds of integers say so.
    pub(super) fn truth(&self, id: Id, variables: &mut Vec<Fact>) -> Option<bool> {
        match self.term[id] {
            Node::Bool(value) => Some(value),
            Node::Binary(Binary::Mul, [a, b]) => {
                match (self.truth(a, variables), self.truth(b, variables)) {
                    (Some(false), _) | (_, Some(false)) => Some(false),
                    (Some(true), Some(true)) => Some(true),
                    _ => None,
                }
            }
            Node::Binary(op, [a, b]) => {
                let numbers = (self.of(a, variables), self.of(b, variables));
                let (Fact::Number(Some(x)), Fact::Number(Some(y))) = numbers else { return None };
                if x.0 > x.1 || y.0 > y.1 {
                    return None;
                }
                let (holds, fails) = match op {
                    Binary::Lt => (x.1 < y.0, x.0 >= y.1),
                    Binary::Le => (x.1 <= y.0, x.0 > y.1),
                    _ => return None,
                };
                match (holds, fails) {
                    (true, _) => Some(true),
                    (_, true) => Some(false),
                    _ => self.compared(op, [a, b], variables),
                }
            }
            _ => None,
        }
    }

    /// Whether a comparison of integers holds, if the bounds of their difference say so.
    fn compared(&self, op: Binary, [a, b]: [Id; 2], variables: &mut Vec<Fact>) -> Option<bool> {
        let (x, y) = (self.linear(a, variables)?, self.linear(b, variables)?);
        // The difference of what is computed: neither wraps around.
        held(x.ends()?)?;
        held(y.ends()?)?;
        let (low, high) = self.ends(&x.minus(y)?, variables)?;
        match op {
            Binary::Lt | Binary::Le if low > high => None,
            Binary::Lt if high < 0 => Some(true),
            Binary::Lt if low >= 0 => Some(false),
            Binary::Le if high <= 0 => Some(true),
            Binary::Le if low > 0 => Some(false),
            // Any other op: it compares nothing.
            _ => None,
        }
    }

    fn under(&self, bound: Vec<Fact>, body: Id, variables: &mut Vec<Fact>) -> Fact {
        let depth = variables.len();
        variables.extend(bound);
        let fact = self.of(body, variables);
        variables.truncate(depth);
        fact
    }

    /// The bounds of a sum: a number's are not known, and a dictionary's keys are those of the body.
    fn total(&self, bound: Vec<Fact>, body: Id, variables: &mut Vec<Fact>, scalar: bool) -> Fact {
        let fact = self.under(bound, body, variables);
        if scalar { Fact::Number(None) } else { fact }
    }
}

/// The operands of nested `max`, or of nested `min`.
fn operands_of(term: &Term, id: Id, op: Binary, out: &mut Vec<Id>) {
    match term[id] {
        Node::Binary(own, [a, b]) if own == op => {
            operands_of(term, a, op, out);
            operands_of(term, b, op, out);
        }
        Node::Unique(inner) => operands_of(term, inner, op, out),
        // Any other node: an operand.
        _ => out.push(id),
    }
}

/// The number of levels of a dictionary.
fn levels(sort: hloom_storage::Sort) -> usize {
    match sort.form {
        hloom_storage::types::Form::Nested(levels) => usize::from(levels),
        hloom_storage::types::Form::Array => 1,
    }
}
