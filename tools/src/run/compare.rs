//! Differences between two runs of a program: `--compare BACKEND`.
//!
//! Distances are those of [`hloom_interp::ulp`], as in check ops: the number of representable
//! floats from one to the other, or the difference of integers and booleans.

use std::borrow::Cow;
use std::fmt;

use hloom_interp::{Value, ulp};
use hloom_ir::literal::read_f64;
use hloom_ir::literal::sparse::Sparse;
use hloom_ir::{Element, Literal, Type};

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
        (Value::Tensor(_) | Value::Sparse(_) | Value::Mapped(_), _) => {
            let pair = Pair::of(left, right)?;
            let (a, b) = (&*pair.a, &*pair.b);
            let Some(worst) = ulp::worst(a, b).filter(|worst| worst.ulps > 0) else {
                return Some(Difference::default());
            };
            let text =
                |of: &hloom_ir::Literal| show::element(of.element(), of.element_bytes(worst.at));
            Some(Difference {
                ulps: worst.ulps,
                relative: worst.relative,
                worst: Some((pair.index(worst.at), text(a), text(b))),
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

/// Two tensors of one shape and element type: of sparse ones, the elements that either stores.
struct Pair<'v> {
    a: Cow<'v, Literal>,
    b: Cow<'v, Literal>,
    dims: Vec<i64>,
    /// The number of each element among all of the tensor, if only some are here.
    places: Option<Vec<u64>>,
}

impl<'v> Pair<'v> {
    /// The tensors that two values are; `None` if they are none of one type.
    fn of(left: &'v Value, right: &'v Value) -> Option<Pair<'v>> {
        match (left, right) {
            (Value::Tensor(a), Value::Tensor(b)) => {
                let same = a.element() == b.element() && a.dims() == b.dims();
                let dims = a.dims().to_vec();
                same.then_some(Pair {
                    a: Cow::Borrowed(a),
                    b: Cow::Borrowed(b),
                    dims,
                    places: None,
                })
            }
            (Value::Sparse(a), Value::Sparse(b)) => {
                let (x, y) = (a.ty().as_tensor()?, b.ty().as_tensor()?);
                if x.element != y.element || x.dims != y.dims {
                    return None;
                }
                let (of_a, of_b) = (a.places(), b.places());
                let mut places: Vec<u64> =
                    of_a.iter().chain(&of_b).map(|(place, _)| *place).collect();
                places.sort_unstable();
                places.dedup();
                let spread = |sparse: &Sparse, own: &[(u64, usize)]| {
                    let ty = Type::tensor(&[places.len() as i64], x.element);
                    let mut all = Literal::zeros(ty).ok()?;
                    let width = x.element.byte_width();
                    let out = all.as_mut_slice::<u8>();
                    for (place, position) in own {
                        let at = places.partition_point(|it| it < place) * width;
                        out[at..at + width]
                            .copy_from_slice(sparse.values().element_bytes(*position));
                    }
                    Some(Cow::Owned(all))
                };
                let (a, b) = (spread(a, &of_a)?, spread(b, &of_b)?);
                Some(Pair { a, b, dims: x.dims.to_vec(), places: Some(places) })
            }
            (Value::Mapped(a), Value::Mapped(b)) => {
                let (a, b) = (a.to_dense().ok()?, b.to_dense().ok()?);
                let same = a.element() == b.element() && a.dims() == b.dims();
                let dims = a.dims().to_vec();
                same.then_some(Pair { a: Cow::Owned(a), b: Cow::Owned(b), dims, places: None })
            }
            _ => None,
        }
    }

    /// The index of an element in the tensor.
    fn index(&self, at: usize) -> Vec<i64> {
        let place = self.places.as_ref().map_or(at, |all| all[at] as usize);
        show::index_of(place, &self.dims)
    }
}

/// The bounds of a comparison; without any, every difference is allowed.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Bounds {
    pub(super) ulps: Option<u64>,
    pub(super) rtol: Option<f64>,
    pub(super) atol: Option<f64>,
}

impl Bounds {
    /// Whether two elements are near enough by one of the bounds that are given.
    fn allow(&self, element: Element, a: &[u8], b: &[u8]) -> bool {
        let steps = ulp::distance(element, a, b);
        let by_ulps = self.ulps.map(|most| steps <= most);
        let by_size = (self.rtol.is_some() || self.atol.is_some()).then(|| {
            let (rtol, atol) = (self.rtol.unwrap_or(0.0), self.atol.unwrap_or(0.0));
            let (a, b) = (complex(element, a), complex(element, b));
            let same = |x: f64, y: f64| x == y || x.is_nan() && y.is_nan();
            let equal = same(a.0, b.0) && same(a.1, b.1);
            let size = b.0.hypot(b.1);
            // Of large integers, numbers of 64 bits would hide the difference.
            let apart = match element.is_float() || element.is_complex() {
                true if equal => 0.0,
                true => (a.0 - b.0).hypot(a.1 - b.1),
                false => steps as f64,
            };
            apart == 0.0 || size.is_finite() && apart <= atol + rtol * size
        });
        match (by_ulps, by_size) {
            (None, None) => true,
            (by_ulps, by_size) => by_ulps == Some(true) || by_size == Some(true),
        }
    }
}

/// An element as a complex number.
fn complex(element: Element, bytes: &[u8]) -> (f64, f64) {
    let part = element.real_part();
    match element.is_complex() {
        true => {
            let (re, im) = bytes.split_at(bytes.len() / 2);
            (read_f64(part, re), read_f64(part, im))
        }
        false => (read_f64(element, bytes), 0.0),
    }
}

/// Takes the number behind `--rtol` and `--atol`.
pub(super) fn bound(text: &str) -> Result<f64, String> {
    let number = text.parse::<f64>().ok().filter(|bound| bound.is_finite() && *bound >= 0.0);
    number.ok_or_else(|| "expected a number from 0 on, such as 1e-5".to_owned())
}

/// The first elements of two values of one type that are further apart than the bounds allow.
pub(super) fn beyond(left: &Value, right: &Value, bounds: &Bounds) -> Option<Difference> {
    match (left, right) {
        (Value::Tensor(_) | Value::Sparse(_) | Value::Mapped(_), _) => {
            let pair = Pair::of(left, right)?;
            let (a, b) = (&*pair.a, &*pair.b);
            let element = a.element();
            let far = |&i: &usize| {
                let (x, y) = (a.element_bytes(i), b.element_bytes(i));
                x != y && !bounds.allow(element, x, y)
            };
            let apart = |i: usize| ulp::distance(element, a.element_bytes(i), b.element_bytes(i));
            let at =
                (0..a.count()).filter(far).max_by_key(|&i| (apart(i), std::cmp::Reverse(i)))?;
            let text = |of: &hloom_ir::Literal| show::element(element, of.element_bytes(at));
            let (x, y) =
                (complex(element, a.element_bytes(at)), complex(element, b.element_bytes(at)));
            Some(Difference {
                ulps: apart(at),
                relative: (x.0 - y.0).hypot(x.1 - y.1) / y.0.hypot(y.1),
                worst: Some((pair.index(at), text(a), text(b))),
            })
        }
        (Value::Tuple(a), Value::Tuple(b)) => {
            a.iter().zip(b).find_map(|(a, b)| beyond(a, b, bounds))
        }
        _ => None,
    }
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
    fn an_element_passes_by_any_bound_that_is_given() {
        let a = tensor(Element::F32, &[1.0, 1e-9, 100.0]);
        let b = tensor(Element::F32, &[1.0, 2e-9, 100.001]);
        let text = |ulps, rtol, atol| {
            beyond(&a, &b, &Bounds { ulps, rtol, atol }).map(|it| it.to_string())
        };
        assert_eq!(text(None, None, None), None);
        assert_eq!(text(None, Some(1e-4), Some(1e-6)), None);
        // Without --atol, numbers next to zero need a relation; without --rtol, large ones a size.
        assert!(text(None, Some(1e-4), None).unwrap().contains("(at [0, 1]:"));
        assert!(text(None, None, Some(1e-6)).unwrap().contains("(at [0, 2]:"));
        assert!(text(Some(1), Some(1e-9), None).unwrap().contains("(at [0, 1]:"));
        assert_eq!(text(Some(200), None, Some(1e-6)), None);
        let nan = tensor(Element::F32, &[f64::NAN]);
        let infinite = tensor(Element::F32, &[f64::INFINITY]);
        let loose = Bounds { ulps: None, rtol: Some(1.0), atol: Some(1.0) };
        assert_eq!(beyond(&nan, &nan, &loose), None);
        assert!(beyond(&nan, &infinite, &loose).is_some());
        assert_eq!(beyond(&infinite, &infinite, &loose), None);
        assert!(beyond(&tensor(Element::F32, &[1.0]), &infinite, &loose).is_some());
        assert!(bound("-1").is_err() && bound("nan").is_err() && bound("1e-5") == Ok(1e-5));
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
