//! Integers that are a multiple of a variable and a number: the bounds of bands.

use hloom_storage::term::Binary;

/// An integer `times · %variable + plus`. A number has no variable.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Linear {
    variable: Option<u32>,
    times: f64,
    plus: f64,
    /// The number that it is kept above or below by `max` or `min`.
    limit: Option<f64>,
}

impl Linear {
    /// A number.
    pub(super) fn constant(plus: f64) -> Linear {
        Linear { variable: None, times: 0.0, plus, limit: None }
    }

    /// A variable.
    pub(super) fn variable(index: u32) -> Linear {
        Linear { variable: Some(index), times: 1.0, plus: 0.0, limit: None }
    }

    /// The value of an operator; `None` if it is none of this form.
    pub(super) fn with(self, op: Binary, other: Linear) -> Option<Linear> {
        let variable = self.variable.or(other.variable);
        let same = self.variable == other.variable;
        let one = self.variable.is_none() || other.variable.is_none() || same;
        let sum = |times: f64, plus: f64| {
            // A limit is not kept up to date: it says how far a range reaches at most.
            let limit = self.limit.or(other.limit);
            Some(Linear { variable, times, plus, limit }).filter(|_| one)
        };
        match op {
            Binary::Add => sum(self.times + other.times, self.plus + other.plus),
            Binary::Sub => sum(self.times - other.times, self.plus - other.plus),
            Binary::Mul => match (self.variable, other.variable) {
                (_, None) => sum(self.times * other.plus, self.plus * other.plus),
                (None, _) => sum(other.times * self.plus, other.plus * self.plus),
                _ => None,
            },
            // Of a number and a multiple of a variable, the latter is the bound for most of its values.
            Binary::Min | Binary::Max => match (self.variable, other.variable) {
                (Some(_), None) => Some(Linear { limit: Some(other.plus), ..self }),
                (None, Some(_)) => Some(Linear { limit: Some(self.plus), ..other }),
                _ if same && self.times == other.times => {
                    let first = (self.plus < other.plus) == (op == Binary::Min);
                    Some(if first { self } else { other })
                }
                _ => None,
            },
            // Any other op: the result is no sum of multiples.
            _ => None,
        }
    }

    /// The number of integers from this one to before `high`, if it is the same for most variables.
    pub(super) fn to(self, high: Linear) -> Option<f64> {
        let same = self.variable == high.variable && self.times == high.times;
        let most = high.limit.map(|high| high - self.limit.unwrap_or(0.0));
        let entries = (high.plus - self.plus).max(0.0);
        same.then(|| most.map_or(entries, |most| entries.min(most.max(0.0))))
    }

    /// The variable that the number of integers from this one to before `high` grows with.
    pub(super) fn grows(self, high: Linear) -> Option<u32> {
        let variable = high.variable.or(self.variable).filter(|_| high.times > self.times);
        variable.filter(|it| self.variable.is_none_or(|own| own == *it))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `max(0, i - 2):min(n, i + 3 + 1)` has six entries, unless there are fewer in all.
    #[test]
    fn bands_have_as_many_entries_as_diagonals() {
        let (i, number) = (Linear::variable(0), Linear::constant);
        let low = number(0.0).with(Binary::Max, i.with(Binary::Sub, number(2.0)).unwrap()).unwrap();
        let high = i.with(Binary::Add, number(3.0)).unwrap().with(Binary::Add, number(1.0));
        let end = |n: f64| number(n).with(Binary::Min, high.unwrap()).unwrap();
        assert_eq!(low.to(end(1000.0)), Some(6.0));
        assert_eq!(low.to(end(4.0)), Some(4.0));
        assert_eq!(number(0.0).to(high.unwrap()), None);
        assert_eq!(number(0.0).grows(high.unwrap()), Some(0));
        assert_eq!((low.grows(end(1000.0)), number(0.0).grows(number(9.0))), (None, None));
        let block =
            |plus| i.with(Binary::Add, number(plus)).unwrap().with(Binary::Mul, number(8.0));
        assert_eq!(block(0.0).unwrap().to(block(1.0).unwrap()), Some(8.0));
        assert_eq!(i.with(Binary::Add, Linear::variable(1)), None);
    }
}
