//! Differences between two runs of a program: `--compare BACKEND`.
//!
//! Distances are those of [`hloom_interp::ulp`], as in check ops: the number of representable
//! floats from one to the other, or the difference of integers and booleans.

use std::fmt;

use hloom_interp::{Value, ulp};

use super::show;

/// The largest differences between two values.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Difference {
    /// In units of the last place; [`ulp::UNRELATED`] between NaN or an infinity and other numbers.
    pub(super) ulps: u64,
    /// Relative to the second number, over all finite elements.
    relative: f64,
    /// The largest difference: its index, and both numbers as text.
    worst: Option<(Vec<i64>, String, String)>,
}

/// Compares two values, tuples member by member; `None` if their types differ.
pub(super) fn values(left: &Value, right: &Value) -> Option<Difference> {
    match (left, right) {
        (Value::Tensor(a), Value::Tensor(b)) => {
            if a.element() != b.element() || a.dims() != b.dims() {
                return None;
            }
            let Some(worst) = ulp::worst(a, b).filter(|worst| worst.ulps > 0) else {
                return Some(Difference::default());
            };
            let text =
                |of: &hloom_ir::Literal| show::element(of.element(), of.element_bytes(worst.at));
            Some(Difference {
                ulps: worst.ulps,
                relative: worst.relative,
                worst: Some((index_of(worst.at, a.dims()), text(a), text(b))),
            })
        }
        (Value::Tuple(a), Value::Tuple(b)) if a.len() == b.len() => {
            let members = a.iter().zip(b).map(|(a, b)| values(a, b));
            members.collect::<Option<Vec<_>>>().map(|members| {
                let relative = members.iter().map(|m| m.relative).fold(0.0, f64::max);
                let worst = members.into_iter().max_by_key(|m| m.ulps).unwrap_or_default();
                Difference { relative, ..worst }
            })
        }
        (Value::Token, Value::Token) => Some(Difference::default()),
        _ => None,
    }
}

/// The index of element `at` in row-major order.
fn index_of(mut at: usize, dims: &[i64]) -> Vec<i64> {
    let mut index = vec![0; dims.len()];
    for (slot, &extent) in index.iter_mut().zip(dims).rev() {
        *slot = (at % extent as usize) as i64;
        at /= extent as usize;
    }
    index
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some((index, left, right)) = &self.worst else {
            return f.write_str("no difference");
        };
        match self.ulps {
            ulp::UNRELATED => f.write_str("unrelated numbers")?,
            ulps => write!(f, "{ulps} ULP, {:.1e} relative", self.relative)?,
        }
        write!(f, " (at {index:?}: {left} and {right})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hloom_ir::{Element, Literal, Type};

    fn tensor(element: Element, numbers: &[f64]) -> Value {
        let ty = Type::tensor(&[1, numbers.len() as i64], element);
        Literal::from_f64s(ty, numbers).unwrap().expanded().into()
    }

    fn text(left: &Value, right: &Value) -> String {
        values(left, right).unwrap().to_string()
    }

    #[test]
    fn the_worst_element_is_named() {
        let a = tensor(Element::F32, &[1.0, 2.0, 4.0]);
        let b = tensor(Element::F32, &[1.0, 2.5, 4.25]);
        assert_eq!(text(&a, &b), "2097152 ULP, 2.0e-1 relative (at [0, 1]: 2.0 and 2.5)");
        assert_eq!(text(&a, &a), "no difference");
        assert_eq!(values(&a, &tensor(Element::F64, &[0.0; 3])), None);
        let nan = tensor(Element::F32, &[f64::NAN, 2.0, 4.0]);
        assert_eq!(text(&a, &nan), "unrelated numbers (at [0, 0]: 1.0 and nan)");
    }

    #[test]
    fn tuples_are_as_different_as_their_worst_member() {
        let tuple = |x: f64, y: f64| {
            Value::Tuple(vec![tensor(Element::I32, &[x]), tensor(Element::I8, &[y]), Value::Token])
        };
        assert_eq!(text(&tuple(1.0, 2.0), &tuple(1.0, 2.0)), "no difference");
        assert_eq!(
            text(&tuple(1.0, 2.0), &tuple(2.0, 7.0)),
            "5 ULP, 7.1e-1 relative (at [0, 0]: 2 and 7)"
        );
        assert_eq!(values(&tuple(1.0, 2.0), &Value::Tuple(vec![])), None);
    }
}
