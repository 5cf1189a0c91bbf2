//! Arithmetic on index expressions in normal form.
//!
//! With `e = c·q + r`, where `q` collects the terms divisible by `c`:
//! - `e floordiv c = q + r floordiv c`, `e mod c = r mod c`, and both are simplified away if the
//!   range of `r` lies in one period;
//! - if `r = g·a + b` with `g` dividing `c` and `0 ≤ b < g`, then `r floordiv c = a floordiv (c/g)`
//!   and `r mod c = g·(a mod (c/g)) + b`;
//! - a sum of a quotient and its remainder is joined again.
//!
//! These rules suffice to eliminate compositions of reshapes and transposes.

use super::{Atom, Index, Range, Ranges};
use std::ops::{Add, Mul, Neg, Sub};

impl Add for Index {
    type Output = Index;

    fn add(self, other: Index) -> Index {
        let constant = self.constant.wrapping_add(other.constant);
        if self.terms.is_empty() || other.terms.is_empty() {
            let terms = if self.terms.is_empty() { other.terms } else { self.terms };
            return Index { terms, constant };
        }
        let mut terms = self.terms;
        for (atom, factor) in other.terms {
            match terms.binary_search_by(|(have, _)| have.cmp(&atom)) {
                Ok(at) => {
                    terms[at].1 = terms[at].1.wrapping_add(factor);
                    if terms[at].1 == 0 {
                        terms.remove(at);
                    }
                }
                Err(at) => terms.insert(at, (atom, factor)),
            }
        }
        rejoin(Index { terms, constant })
    }
}

impl Mul<i64> for Index {
    type Output = Index;

    fn mul(mut self, by: i64) -> Index {
        if by == 0 {
            return Index::constant(0);
        }
        self.constant = self.constant.wrapping_mul(by);
        for (_, factor) in &mut self.terms {
            *factor = factor.wrapping_mul(by);
        }
        self
    }
}

impl Neg for Index {
    type Output = Index;

    fn neg(self) -> Index {
        self * -1
    }
}

impl Sub for Index {
    type Output = Index;

    fn sub(self, other: Index) -> Index {
        self + -other
    }
}

impl Add<i64> for Index {
    type Output = Index;

    fn add(self, other: i64) -> Index {
        self.plus(other)
    }
}

impl Sub<i64> for Index {
    type Output = Index;

    fn sub(self, other: i64) -> Index {
        self.plus(other.wrapping_neg())
    }
}

/// `k·c·(e floordiv c) + k·(e mod c)` is `k·e`, and
/// `k·c·((q + e floordiv c) mod a) + k·(e mod c)` is `k·((c·q + e) mod (a·c))`.
fn rejoin(sum: Index) -> Index {
    for (at, (atom, factor)) in sum.terms.iter().enumerate() {
        let Atom::Mod(e, by) = atom else { continue };
        let quotient = Atom::FloorDiv(e.clone(), *by);
        let multiple = factor.wrapping_mul(*by);
        for (other, (candidate, have)) in sum.terms.iter().enumerate() {
            if *have != multiple || other == at {
                continue;
            }
            let whole = if *candidate == quotient {
                e.clone()
            } else if let Atom::Mod(inner, outer) = candidate
                && inner.terms.iter().any(|(atom, factor)| *atom == quotient && *factor == 1)
                && let Some(period) = outer.checked_mul(*by)
            {
                let rest = inner.clone() - Index::atom(quotient.clone());
                Index::atom(Atom::Mod(rest * *by + e.clone(), period))
            } else {
                continue;
            };
            let (low, high) = (at.min(other), at.max(other));
            let factor = *factor;
            let mut rest = sum;
            rest.terms.remove(high);
            rest.terms.remove(low);
            return rest + whole * factor;
        }
    }
    sum
}

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a.abs() } else { gcd(b, a % b) }
}

/// The residue of least magnitude, which keeps `-1` as it is.
fn balanced(value: i64, by: i64) -> i64 {
    let r = value.rem_euclid(by);
    if r > by / 2 { r - by } else { r }
}

impl Index {
    fn plus(mut self, constant: i64) -> Index {
        self.constant = self.constant.wrapping_add(constant);
        self
    }

    /// `(q, r)` with `self = by·q + r`, where no term of `r` is divisible by `by`.
    fn split(&self, by: i64) -> (Index, Index) {
        let constant = self.constant.rem_euclid(by);
        let mut q = Index::constant(self.constant.div_euclid(by));
        let mut r = Index::constant(constant);
        for (atom, factor) in &self.terms {
            let rest = balanced(*factor, by);
            let whole = factor.wrapping_sub(rest) / by;
            if rest != 0 {
                r.terms.push((atom.clone(), rest));
            }
            if whole != 0 {
                q.terms.push((atom.clone(), whole));
            }
        }
        (q, r)
    }

    /// `(a, b, g)` with `self = g·a + b`, `0 ≤ b < g`, `g > 1` dividing `by`.
    fn digits(&self, by: i64, ranges: &dyn Ranges) -> Option<(Index, Index, i64)> {
        let mut sizes: Vec<i64> = self
            .terms
            .iter()
            .map(|(_, factor)| gcd(*factor, by))
            .filter(|g| *g > 1 && *g < by)
            .collect();
        sizes.sort_unstable_by(|a, b| b.cmp(a));
        sizes.dedup();
        for g in sizes {
            let mut a = Index::constant(0);
            let mut b = Index::constant(self.constant);
            for (atom, factor) in &self.terms {
                let side = if factor % g == 0 { &mut a } else { &mut b };
                let factor = if factor % g == 0 { factor / g } else { *factor };
                side.terms.push((atom.clone(), factor));
            }
            if let Some(period) = period(b.range(ranges), g) {
                return Some((a + period, b - period.wrapping_mul(g), g));
            }
        }
        None
    }

    /// The quotient by a positive constant, rounded down.
    pub fn floor_div(self, by: i64, ranges: &dyn Ranges) -> Index {
        debug_assert!(by > 0, "divisors are positive");
        if by == 1 {
            return self;
        }
        if let Some(period) = period(self.range(ranges), by) {
            return Index::constant(period);
        }
        let (q, r) = self.split(by);
        if let Some(period) = period(r.range(ranges), by) {
            return q + period;
        }
        if let Some((a, _, g)) = r.digits(by, ranges) {
            return q + a.floor_div(by / g, ranges);
        }
        let div = match (&r.terms[..], r.constant) {
            ([(Atom::FloorDiv(e, inner), 1)], 0) if inner.checked_mul(by).is_some() => {
                e.clone().floor_div(inner * by, ranges)
            }
            ([(Atom::Mod(e, inner), 1)], 0) if inner % by == 0 => {
                e.clone().floor_div(by, ranges).modulo(inner / by, ranges)
            }
            _ => Index::atom(Atom::FloorDiv(r, by)),
        };
        q + div
    }

    /// The remainder by a positive constant: from 0 to `by - 1`.
    pub fn modulo(self, by: i64, ranges: &dyn Ranges) -> Index {
        debug_assert!(by > 0, "divisors are positive");
        if by == 1 {
            return Index::constant(0);
        }
        if let Some(period) = period(self.range(ranges), by) {
            return self - period.wrapping_mul(by);
        }
        let (_, r) = self.split(by);
        if let Some(period) = period(r.range(ranges), by) {
            return r - period.wrapping_mul(by);
        }
        if let Some((a, b, g)) = r.digits(by, ranges) {
            return a.modulo(by / g, ranges) * g + b;
        }
        match (&r.terms[..], r.constant) {
            ([(Atom::Mod(e, inner), 1)], 0) if inner % by == 0 => e.clone().modulo(by, ranges),
            _ => Index::atom(Atom::Mod(r, by)),
        }
    }

    /// The minimum.
    pub fn min(self, other: Index, ranges: &dyn Ranges) -> Index {
        let difference = (self.clone() - other.clone()).range(ranges);
        if difference.high <= 0 {
            self
        } else if difference.low >= 0 {
            other
        } else {
            let (a, b) = if self <= other { (self, other) } else { (other, self) };
            Index::atom(Atom::Min(a, b))
        }
    }

    /// The maximum.
    pub fn max(self, other: Index, ranges: &dyn Ranges) -> Index {
        let difference = (self.clone() - other.clone()).range(ranges);
        if difference.low >= 0 {
            self
        } else if difference.high <= 0 {
            other
        } else {
            let (a, b) = if self <= other { (self, other) } else { (other, self) };
            Index::atom(Atom::Max(a, b))
        }
    }
}

/// The `p` with every value of the range in `p·by .. (p + 1)·by`, if it exists.
fn period(range: Range, by: i64) -> Option<i64> {
    if !range.is_bounded() {
        return None;
    }
    let (low, high) = (range.low.div_euclid(by), range.high.div_euclid(by));
    (low == high).then_some(low)
}
