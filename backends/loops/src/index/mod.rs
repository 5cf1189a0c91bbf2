//! Integer index expressions in a normal form: a constant plus a sum of multiples of atoms, where
//! an atom is a variable, a floor division or a remainder by a positive constant, or a minimum or
//! maximum.
//!
//! The variables are dimensions in nests ([`crate::nest`]), and values in loop programs
//! ([`crate::program`]). Building an expression simplifies it, as far as the ranges of its
//! variables allow; equivalent expressions usually, but not always, become equal.
//!
//! Arithmetic wraps at 64 bits. The creator of expressions from shapes must have checked that the
//! shapes fit.

mod print;
mod simplify;
#[cfg(test)]
mod tests;

use std::fmt;

/// A variable of an index expression: the number of a dimension or a value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Var(pub u32);

/// An inclusive range of integers. The bounds `i64::MIN` and `i64::MAX` mean unbounded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Range {
    /// The minimum.
    pub low: i64,
    /// The maximum.
    pub high: i64,
}

impl Range {
    /// The unbounded range.
    pub const ALL: Range = Range { low: i64::MIN, high: i64::MAX };

    /// The range `0, 1, …, extent - 1`. For an empty extent it is the range of 0 alone, since any
    /// statement holds for no value.
    pub fn extent(extent: u64) -> Range {
        Range { low: 0, high: i64::try_from(extent).unwrap_or(i64::MAX).max(1) - 1 }
    }

    /// The range of a single value.
    pub fn point(value: i64) -> Range {
        Range { low: value, high: value }
    }

    /// Whether this range contains every value of `other`.
    pub fn contains(self, other: Range) -> bool {
        self.low <= other.low && other.high <= self.high
    }

    fn is_bounded(self) -> bool {
        self.low != i64::MIN && self.high != i64::MAX
    }

    /// The range of a sum.
    pub fn plus(self, other: Range) -> Range {
        let add = |a: i64, b: i64, none: i64| {
            if a == none || b == none { none } else { a.checked_add(b).unwrap_or(none) }
        };
        Range {
            low: add(self.low, other.low, i64::MIN),
            high: add(self.high, other.high, i64::MAX),
        }
    }

    /// The range of a multiple.
    pub fn times(self, factor: i64) -> Range {
        let mul = |a: i64| match a {
            i64::MIN | i64::MAX if factor != 0 => {
                if (a > 0) == (factor > 0) {
                    i64::MAX
                } else {
                    i64::MIN
                }
            }
            a => a.saturating_mul(factor),
        };
        let (a, b) = (mul(self.low), mul(self.high));
        Range { low: a.min(b), high: a.max(b) }
    }
}

/// The known ranges of variables.
pub trait Ranges {
    /// The range of a variable.
    fn of(&self, var: Var) -> Range;
}

impl<F: Fn(Var) -> Range> Ranges for F {
    fn of(&self, var: Var) -> Range {
        self(var)
    }
}

/// No ranges are known.
#[derive(Clone, Copy, Debug)]
pub struct Unknown;

impl Ranges for Unknown {
    fn of(&self, _: Var) -> Range {
        Range::ALL
    }
}

/// An atom of a sum.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Atom {
    /// A variable.
    Var(Var),
    /// The quotient by a constant greater than 1, rounded down.
    FloorDiv(Index, i64),
    /// The remainder by a constant greater than 1: from 0 to the constant minus 1.
    Mod(Index, i64),
    /// The minimum of two expressions.
    Min(Index, Index),
    /// The maximum of two expressions.
    Max(Index, Index),
}

/// An index expression: `constant + Σ factor · atom`, atoms in order, no factor 0.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Index {
    terms: Vec<(Atom, i64)>,
    constant: i64,
}

impl Index {
    /// A constant.
    pub fn constant(constant: i64) -> Index {
        Index { terms: Vec::new(), constant }
    }

    /// A variable.
    pub fn var(var: impl Into<Var>) -> Index {
        Index { terms: vec![(Atom::Var(var.into()), 1)], constant: 0 }
    }

    fn atom(atom: Atom) -> Index {
        Index { terms: vec![(atom, 1)], constant: 0 }
    }

    /// The atoms with their factors, in order.
    pub fn terms(&self) -> &[(Atom, i64)] {
        &self.terms
    }

    /// The constant term.
    pub fn offset(&self) -> i64 {
        self.constant
    }

    /// The value, if the expression does not contain variables.
    pub fn as_constant(&self) -> Option<i64> {
        self.terms.is_empty().then_some(self.constant)
    }

    /// The variable, if the expression is a single variable.
    pub fn as_var(&self) -> Option<Var> {
        match (&self.terms[..], self.constant) {
            ([(Atom::Var(var), 1)], 0) => Some(*var),
            _ => None,
        }
    }

    /// The factor of `var` as a top-level term; it may also occur inside of other atoms
    /// ([`linear_in`](Self::linear_in)).
    pub fn factor(&self, var: Var) -> i64 {
        let is_var = |(atom, _): &&(Atom, i64)| *atom == Atom::Var(var);
        self.terms.iter().find(is_var).map_or(0, |(_, factor)| *factor)
    }

    /// The factor of `var` if the expression is linear in it: if `var` does not occur in a
    /// division, remainder, minimum or maximum.
    pub fn linear_in(&self, var: Var) -> Option<i64> {
        let inside = self.terms.iter().any(|(atom, _)| match atom {
            Atom::Var(_) => false,
            Atom::FloorDiv(e, _) | Atom::Mod(e, _) => e.mentions(var),
            Atom::Min(a, b) | Atom::Max(a, b) => a.mentions(var) || b.mentions(var),
        });
        (!inside).then(|| self.factor(var))
    }

    /// Whether `var` occurs.
    pub fn mentions(&self, var: Var) -> bool {
        let mut found = false;
        self.each_var(&mut |v| found |= v == var);
        found
    }

    /// Calls `visit` for every occurrence of a variable.
    pub fn each_var(&self, visit: &mut dyn FnMut(Var)) {
        for (atom, _) in &self.terms {
            match atom {
                Atom::Var(var) => visit(*var),
                Atom::FloorDiv(e, _) | Atom::Mod(e, _) => e.each_var(visit),
                Atom::Min(a, b) | Atom::Max(a, b) => {
                    a.each_var(visit);
                    b.each_var(visit);
                }
            }
        }
    }

    /// Evaluates the expression for these values of variables.
    pub fn eval(&self, value: &dyn Fn(Var) -> i64) -> i64 {
        self.terms.iter().fold(self.constant, |sum, (atom, factor)| {
            let atom = match atom {
                Atom::Var(var) => value(*var),
                Atom::FloorDiv(e, by) => e.eval(value).div_euclid(*by),
                Atom::Mod(e, by) => e.eval(value).rem_euclid(*by),
                Atom::Min(a, b) => a.eval(value).min(b.eval(value)),
                Atom::Max(a, b) => a.eval(value).max(b.eval(value)),
            };
            sum.wrapping_add(atom.wrapping_mul(*factor))
        })
    }

    /// A range that contains every value of the expression.
    pub fn range(&self, ranges: &dyn Ranges) -> Range {
        self.terms.iter().fold(Range::point(self.constant), |sum, (atom, factor)| {
            sum.plus(atom.range(ranges).times(*factor))
        })
    }

    /// Substitutes variables and simplifies the result.
    pub fn substitute(&self, replace: &dyn Fn(Var) -> Index, ranges: &dyn Ranges) -> Index {
        let mut sum = Index::constant(self.constant);
        for (atom, factor) in &self.terms {
            let atom = match atom {
                Atom::Var(var) => replace(*var),
                Atom::FloorDiv(e, by) => e.substitute(replace, ranges).floor_div(*by, ranges),
                Atom::Mod(e, by) => e.substitute(replace, ranges).modulo(*by, ranges),
                Atom::Min(a, b) => {
                    a.substitute(replace, ranges).min(b.substitute(replace, ranges), ranges)
                }
                Atom::Max(a, b) => {
                    a.substitute(replace, ranges).max(b.substitute(replace, ranges), ranges)
                }
            };
            sum = sum + atom * *factor;
        }
        sum
    }

    /// Renames variables, without simplification.
    pub fn rename(&self, name: &dyn Fn(Var) -> Var) -> Index {
        self.substitute(&|v| Index::var(name(v)), &Unknown)
    }

    /// Formats the expression with variables named by `name`.
    pub fn display<'a>(&'a self, name: &'a dyn Fn(Var) -> String) -> impl fmt::Display + 'a {
        print::Shown { index: self, name }
    }
}

impl Atom {
    fn range(&self, ranges: &dyn Ranges) -> Range {
        match self {
            Atom::Var(var) => ranges.of(*var),
            Atom::FloorDiv(e, by) => {
                let r = e.range(ranges);
                let div = |x: i64| match x {
                    i64::MIN | i64::MAX => x,
                    x => x.div_euclid(*by),
                };
                Range { low: div(r.low), high: div(r.high) }
            }
            Atom::Mod(e, by) => {
                let r = e.range(ranges);
                let whole = Range { low: 0, high: by - 1 };
                if r.is_bounded() && r.low.div_euclid(*by) == r.high.div_euclid(*by) {
                    Range { low: r.low.rem_euclid(*by), high: r.high.rem_euclid(*by) }
                } else {
                    whole
                }
            }
            Atom::Min(a, b) => {
                let (a, b) = (a.range(ranges), b.range(ranges));
                Range { low: a.low.min(b.low), high: a.high.min(b.high) }
            }
            Atom::Max(a, b) => {
                let (a, b) = (a.range(ranges), b.range(ranges));
                Range { low: a.low.max(b.low), high: a.high.max(b.high) }
            }
        }
    }
}

impl From<i64> for Index {
    fn from(constant: i64) -> Index {
        Index::constant(constant)
    }
}

impl From<Var> for Index {
    fn from(var: Var) -> Index {
        Index::var(var)
    }
}

impl fmt::Display for Index {
    /// Variables are printed as `d0`, `d1`, ….
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.display(&|var| format!("d{}", var.0)).fmt(f)
    }
}
