//! Bounds of sums of multiples, with like terms collected.
//!
//! Of `k * w + j - k` the interval of each operator is wider than that of the whole: `k` occurs twice. Here the
//! integer is `k * (w - 1) + j` first. Multiples are exact: 64-bit sums, differences and products wrap around, so
//! that an integer whose value 64 bits hold is the same in whichever order it is computed.
//!
//! The ends of a loop's range are sums too: of `s - i` with `i` in `max(0, s - n + 1):min(n, s + 1)`, the largest
//! value is at `i = s - n + 1`, and it is `n - 1`, whatever `s` is ([`Facts`](super::facts::Facts) puts the ends in
//! place of the variable).

use super::intervals::{Interval, held, numbers};
use hloom_storage::term::{Binary, Id, Node, Term, Unary};

/// The bounds of integers that are no sums.
type Bounds<'b> = dyn FnMut(Id) -> Option<Interval> + 'b;

/// A part of a sum. Terms below different numbers of variables may be of one sum.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Part {
    /// The variable at this place, counted from the outermost one.
    Variable(usize),
    /// Any other integer, by its node and the number of variables around it.
    Node(Id, usize),
}

/// A sum of multiples of parts, each of known bounds, and a number.
#[derive(Clone, Debug, Default)]
pub(super) struct Linear {
    parts: Vec<(Part, i128, Interval)>,
    plus: i128,
}

impl Linear {
    /// The number.
    pub(super) fn constant(plus: i128) -> Linear {
        Linear { parts: Vec::new(), plus }
    }

    /// The smallest and the largest value; a part without a value, which code never reads, leaves none.
    pub(super) fn ends(&self) -> Option<(i128, i128)> {
        let mut ends = (self.plus, self.plus);
        for (_, times, (low, high)) in &self.parts {
            if low > high {
                return Some((0, -1));
            }
            let [a, b] = [*low, *high].map(|end| times.checked_mul(end.into()));
            let (a, b) = (a?, b?);
            ends = (ends.0.checked_add(a.min(b))?, ends.1.checked_add(a.max(b))?);
        }
        Some(ends)
    }

    /// The sum that an integer is, below so many variables; `None` if a part has no bounds.
    pub(super) fn of(term: &Term, id: Id, depth: usize, bounds: &mut Bounds<'_>) -> Option<Linear> {
        match term[id] {
            Node::Int(value) => Some(Linear::constant(value.into())),
            Node::Unique(e) => Linear::of(term, e, depth, bounds),
            Node::Unary(Unary::Neg, e) => Linear::of(term, e, depth, bounds)?.times(-1),
            Node::Binary(Binary::Add, [a, b]) => {
                Linear::of(term, a, depth, bounds)?.plus(Linear::of(term, b, depth, bounds)?)
            }
            Node::Binary(Binary::Sub, [a, b]) => {
                Linear::of(term, a, depth, bounds)?.minus(Linear::of(term, b, depth, bounds)?)
            }
            Node::Binary(Binary::Mul, [a, b]) => {
                let x = Linear::of(term, a, depth, bounds)?;
                let y = Linear::of(term, b, depth, bounds)?;
                match (x.number(), y.number()) {
                    (Some(times), _) => y.times(times),
                    (_, Some(times)) => x.times(times),
                    (None, None) => {
                        let (x, y) = (held(x.ends()?)?, held(y.ends()?)?);
                        let bounds = numbers(Binary::Mul, x, y)?;
                        Some(Linear { parts: vec![(Part::Node(id, depth), 1, bounds)], plus: 0 })
                    }
                }
            }
            Node::Var(index, _) => match depth.checked_sub(1 + index as usize) {
                Some(place) => Linear::part(id, Part::Variable(place), bounds),
                None => Linear::part(id, Part::Node(id, depth), bounds),
            },
            // Any other node: an integer of which only the bounds are known.
            _ => Linear::part(id, Part::Node(id, depth), bounds),
        }
    }

    fn part(id: Id, part: Part, bounds: &mut Bounds<'_>) -> Option<Linear> {
        let (low, high) = bounds(id)?;
        match low == high {
            true => Some(Linear::constant(low.into())),
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
        Some(self)
    }

    /// The difference of two sums.
    pub(super) fn minus(self, other: Linear) -> Option<Linear> {
        self.plus(other.times(-1)?)
    }

    /// The variables with their factors, by their places.
    pub(super) fn variables(&self) -> impl Iterator<Item = (usize, i128)> {
        self.parts.iter().filter_map(|(part, times, _)| match part {
            Part::Variable(place) if *times != 0 => Some((*place, *times)),
            _ => None,
        })
    }

    /// The sum with another one in place of the variable at a place.
    pub(super) fn replaced(&self, place: usize, by: &Linear) -> Option<Linear> {
        let mut rest = self.clone();
        let at = rest.parts.iter().position(|(part, ..)| *part == Part::Variable(place))?;
        let (_, times, _) = rest.parts.swap_remove(at);
        rest.plus(by.clone().times(times)?)
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
        let linear = Linear::of(&term, at.unwrap(), 4, &mut |id| match term[id] {
            Node::Var(..) => Some((0, 9)),
            Node::Input(..) => Some((2, 2)),
            _ => None,
        });
        held(linear?.ends()?)
    }

    /// Each part of a deep sum of products is looked at once.
    #[test]
    fn bounds_of_deep_sums_are_found_in_linear_time() {
        let deep = (0..60).fold("k".to_owned(), |inner, _| format!("({inner}) * l + j - k"));
        let mut seen = 0;
        let text = format!("CREATE TENSOR l : int; sum(<k, _> in 0:9) sum(<j, _> in 0:9) {deep}");
        let term = compile(&text).unwrap().composed().unwrap();
        let sum = term.iter().position(|node| matches!(node, Node::Binary(Binary::Sub, _)));
        let last = (0..term.len()).rev().map(Id::from);
        let top = last.into_iter().find(|id| matches!(term[*id], Node::Binary(Binary::Sub, _)));
        assert!(sum.is_some());
        Linear::of(&term, top.unwrap(), 4, &mut |id| {
            seen += 1;
            matches!(term[id], Node::Var(..) | Node::Input(..)).then_some((0, 1))
        });
        assert!(seen < 1000, "{seen}");
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
