//! Bounds of sums of multiples, with like terms collected.
//!
//! Of `k * w + j - k` the interval of each operator is wider than that of the whole: `k` occurs twice. Here the
//! integer is `k * (w - 1) + j` first. Multiples are exact: 64-bit sums, differences and products wrap around, so
//! that an integer whose value 64 bits hold is the same in whichever order it is computed.

use hloom_storage::term::{Binary, Id, Node, Term, Unary};

/// An interval of integers, both ends included.
type Interval = (i64, i64);

/// The bounds of integers that are no sums.
type Bounds<'b> = dyn FnMut(Id) -> Option<Interval> + 'b;

/// A part of a sum: a variable by its index, or any other integer by its node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Part {
    Variable(u32),
    Node(Id),
}

/// A sum of multiples of parts, each of known bounds, and a number.
#[derive(Clone, Debug, Default)]
struct Linear {
    parts: Vec<(Part, i128, Interval)>,
    plus: i128,
}

/// The most parts of a sum that are collected.
const PARTS: usize = 8;

/// The bounds of a sum, difference or product of integers; `None` if a part has no bounds, or 64 bits do not hold
/// the result.
pub(super) fn interval(term: &Term, id: Id, bounds: &mut Bounds<'_>) -> Option<Interval> {
    if !matches!(term[id], Node::Binary(Binary::Add | Binary::Sub, _)) {
        return None;
    }
    let linear = Linear::of(term, id, bounds)?;
    let mut ends = (linear.plus, linear.plus);
    for (_, times, (low, high)) in &linear.parts {
        let [a, b] = [*low, *high].map(|end| times.checked_mul(end.into()));
        let (a, b) = (a?, b?);
        ends = (ends.0.checked_add(a.min(b))?, ends.1.checked_add(a.max(b))?);
    }
    Some((i64::try_from(ends.0).ok()?, i64::try_from(ends.1).ok()?))
}

impl Linear {
    fn of(term: &Term, id: Id, bounds: &mut Bounds<'_>) -> Option<Linear> {
        match term[id] {
            Node::Int(value) => Some(Linear { parts: Vec::new(), plus: value.into() }),
            Node::Unique(e) => Linear::of(term, e, bounds),
            Node::Unary(Unary::Neg, e) => Linear::of(term, e, bounds)?.times(-1),
            Node::Binary(Binary::Add, [a, b]) => {
                Linear::of(term, a, bounds)?.plus(Linear::of(term, b, bounds)?)
            }
            Node::Binary(Binary::Sub, [a, b]) => {
                Linear::of(term, a, bounds)?.plus(Linear::of(term, b, bounds)?.times(-1)?)
            }
            Node::Binary(Binary::Mul, [a, b]) => {
                let (x, y) = (Linear::of(term, a, bounds)?, Linear::of(term, b, bounds)?);
                match (x.number(), y.number()) {
                    (Some(times), _) => y.times(times),
                    (_, Some(times)) => x.times(times),
                    (None, None) => Linear::part(id, Part::Node(id), bounds),
                }
            }
            Node::Var(index, _) => Linear::part(id, Part::Variable(index), bounds),
            // Any other node: an integer of which only the bounds are known.
            _ => Linear::part(id, Part::Node(id), bounds),
        }
    }

    fn part(id: Id, part: Part, bounds: &mut Bounds<'_>) -> Option<Linear> {
        // The bounds of a product are those of its operands: it is no sum, which would come back here.
        let (low, high) = bounds(id)?;
        match low == high {
            true => Some(Linear { parts: Vec::new(), plus: low.into() }),
            false => Some(Linear { parts: vec![(part, 1, (low, high))], plus: 0 }),
        }
    }

    /// The number that it is, without parts.
    fn number(&self) -> Option<i128> {
        self.parts.is_empty().then_some(self.plus)
    }

    fn times(mut self, by: i128) -> Option<Linear> {
        self.plus = self.plus.checked_mul(by)?;
        for (_, times, _) in &mut self.parts {
            *times = times.checked_mul(by)?;
        }
        Some(self)
    }

    fn plus(mut self, other: Linear) -> Option<Linear> {
        self.plus = self.plus.checked_add(other.plus)?;
        for (part, times, bounds) in other.parts {
            match self.parts.iter_mut().find(|(own, ..)| *own == part) {
                Some((_, own, _)) => *own = own.checked_add(times)?,
                None => self.parts.push((part, times, bounds)),
            }
        }
        (self.parts.len() <= PARTS).then_some(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hloom_storage::compile;

    /// The bounds of the innermost position that a program reads of `V`.
    fn read(position: &str) -> Option<Interval> {
        let text = format!(
            "CREATE TENSOR V : [real]; CREATE TENSOR n : int; CREATE TENSOR l : int;
             sum(<k, _> in 0:n) sum(<_, j> in 0:n) V({position})"
        );
        let term = compile(&text).unwrap().composed().unwrap();
        let at = term.iter().find_map(|node| match node {
            Node::Get([_, at]) => Some(*at),
            _ => None,
        });
        interval(&term, at.unwrap(), &mut |id| match term[id] {
            Node::Var(..) => Some((0, 9)),
            Node::Input(..) => Some((2, 2)),
            Node::Binary(Binary::Mul, _) => Some((0, 81)),
            _ => None,
        })
    }

    #[test]
    fn like_terms_are_collected() {
        // A band of five diagonals: the plain interval would begin at -7.
        assert_eq!(read("k * (l + l + 1) + j - k + l"), Some((2, 47)));
        assert_eq!(read("k - k"), Some((0, 0)));
        assert_eq!(read("k * 3 - (k + j)"), Some((-9, 18)));
        assert_eq!(read("-(k - j) + k"), Some((0, 9)));
        // Products of variables are parts of their own.
        assert_eq!(read("k * j + j - 1"), Some((-1, 89)));
        // Sums that 64 bits do not hold have no bounds.
        assert_eq!(read("k * 4611686018427387904 + j"), None);
        let big = "k * 4611686018427387904 - k * 4611686018427387904 + j";
        assert_eq!(read(big), Some((0, 9)));
    }
}
