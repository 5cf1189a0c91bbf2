//! Checks, with which a program tests itself. A failure reports the number of differing elements,
//! the first of them, and the difference.

use crate::error::{ErrorKind, EvalError, EvalResult};
use crate::options::Options;
use crate::ulp;
use hloom_ir::ops::Op;
use hloom_ir::{Attr, AttrDict, Element, Literal, Type};

/// The default tolerance of `expect_almost_eq`.
const TOLERANCE: f64 = 0.0001;

/// The default tolerance of `custom_call @check.expect_almost_eq`, as the reference's driver has it.
const CUSTOM_CALL_TOLERANCE: f64 = 0.001;

/// The default bounds of `expect_close`.
const ULPS: (u64, u64) = (0, 3);

/// The condition under which two elements pass.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Bound {
    /// The same bits, or both NaN.
    Same,
    /// At most this far apart; other than floats, the same.
    Absolute(f64),
    /// The distance in representable numbers is within these bounds.
    Ulps(u64, u64),
}

/// Runs one of the check ops.
pub(crate) fn check(op: &Op, x: &[&Literal], options: &Options<'_>) -> EvalResult<()> {
    match (op, x) {
        (Op::ExpectEq(_), [a, b]) => compare(a, b, Bound::Same),
        (Op::ExpectEqConst(it), [a]) => compare(a, &it.value, Bound::Same),
        (Op::ExpectAlmostEq(it), [a, b]) => {
            compare(a, b, tolerance(it.tolerance.as_deref(), TOLERANCE)?)
        }
        (Op::ExpectAlmostEqConst(it), [a]) => {
            compare(a, &it.value, tolerance(it.tolerance.as_deref(), TOLERANCE)?)
        }
        (Op::ExpectClose(it), [a, b]) => {
            compare(a, b, ulps(it.min_ulp_difference, it.max_ulp_difference))
        }
        (Op::ExpectSerializedEq(it), [a]) => {
            let name = String::from_utf8_lossy(&it.probe_id.0);
            serialized(a, &name, it.iteration, options)
        }
        // Any other op: an error. The caller passes checks only.
        _ => Err(EvalError::invalid(format!("it can't have {} operands", x.len()))),
    }
}

/// The names of custom calls that are checks.
pub(crate) const TARGETS: &[&str] = &[
    "check.eq",
    "check.expect_almost_eq",
    "check.expect_almost_eq_const",
    "check.expect_close",
    "check.expect_eq",
    "check.expect_eq_const",
    "check.expect_serialized_eq",
];

/// Prefixes a failure with the attribute `msg`, which checks that were assertions have.
pub(crate) fn explained(mut error: Box<EvalError>, attrs: Option<&AttrDict>) -> Box<EvalError> {
    let said = attrs.and_then(|dict| dict.get("msg")).and_then(Attr::as_str);
    if let (Some(said), ErrorKind::Check) = (said, error.kind) {
        error.message = format!("{said}: {}", error.message);
    }
    error
}

/// Runs `custom_call @check.NAME` with the op's attributes.
pub(crate) fn custom<'a>(
    name: &str,
    attr: &dyn Fn(&str) -> Option<&'a Attr>,
    x: &[&Literal],
    options: &Options<'_>,
) -> EvalResult<()> {
    let value = || match attr("value") {
        Some(Attr::Dense(literal)) => Ok(literal),
        _ => Err(EvalError::invalid("it needs an attribute `value` that is a tensor")),
    };
    let int = |name: &str| attr(name).and_then(Attr::as_i64);
    match (name, x) {
        // Of JAX's test data: integers are the same, others almost.
        ("eq", [a, b]) => compare(a, b, Bound::Absolute(TOLERANCE)),
        ("expect_eq", [a, b]) => compare(a, b, Bound::Same),
        ("expect_eq_const", [a]) => compare(a, value()?, Bound::Same),
        ("expect_almost_eq", [a, b]) => {
            compare(a, b, tolerance(attr("tolerance"), CUSTOM_CALL_TOLERANCE)?)
        }
        ("expect_almost_eq_const", [a]) => {
            compare(a, value()?, tolerance(attr("tolerance"), TOLERANCE)?)
        }
        ("expect_close", [a, b]) => {
            compare(a, b, ulps(int("min_ulp_difference"), int("max_ulp_difference")))
        }
        ("expect_serialized_eq", [a]) => match attr("probe_id").and_then(Attr::as_str) {
            Some(id) => serialized(a, id, int("iteration"), options),
            None => Err(EvalError::invalid("it needs an attribute `probe_id` that is a string")),
        },
        (
            "eq"
            | "expect_eq"
            | "expect_eq_const"
            | "expect_almost_eq"
            | "expect_almost_eq_const"
            | "expect_close"
            | "expect_serialized_eq",
            _,
        ) => Err(EvalError::invalid(format!("@check.{name} can't have {} operands", x.len()))),
        _ => Err(EvalError::unsupported(format!(
            "the interpreter knows no custom call target @check.{name}"
        ))),
    }
}

fn tolerance(attr: Option<&Attr>, default: f64) -> EvalResult<Bound> {
    match attr {
        None => Ok(Bound::Absolute(default)),
        Some(Attr::Float(bits, _)) => Ok(Bound::Absolute(f64::from_bits(*bits))),
        Some(Attr::Int(n, _)) => Ok(Bound::Absolute(*n as f64)),
        Some(other) => {
            Err(EvalError::invalid(format!("the tolerance must be a number, not `{other}`")))
        }
    }
}

/// The bounds of `expect_close`; attributes hold the bits of unsigned 64-bit numbers.
fn ulps(min: Option<i64>, max: Option<i64>) -> Bound {
    Bound::Ulps(min.map_or(ULPS.0, |n| n as u64), max.map_or(ULPS.1, |n| n as u64))
}

fn serialized(
    x: &Literal,
    id: &str,
    iteration: Option<i64>,
    options: &Options<'_>,
) -> EvalResult<()> {
    let Some(probe) = options.probe else {
        return Err(EvalError::unsupported(format!(
            "no probe was given that array `{id}` could come from"
        )));
    };
    let stored = probe(id, iteration).map_err(EvalError::invalid)?;
    compare(x, &stored, Bound::Same)
}

/// Whether one pair of elements passes.
fn passes(element: Element, a: &[u8], b: &[u8], bound: Bound) -> bool {
    match bound {
        Bound::Ulps(min, max) => (min..=max).contains(&ulp::distance(element, a, b)),
        _ if a == b => true,
        _ if element.is_complex() => {
            let (part, half) = (element.real_part(), a.len() / 2);
            passes(part, &a[..half], &b[..half], bound)
                && passes(part, &a[half..], &b[half..], bound)
        }
        _ if !element.is_float() => false,
        Bound::Same | Bound::Absolute(_) => {
            let x = hloom_ir::literal::read_f64(element, a);
            let y = hloom_ir::literal::read_f64(element, b);
            match bound {
                Bound::Absolute(tolerance) if !x.is_nan() && !y.is_nan() => {
                    x == y || (x - y).abs() <= tolerance
                }
                _ => x.is_nan() && y.is_nan(),
            }
        }
    }
}

/// One element as text.
pub(crate) fn show(literal: &Literal, i: usize) -> String {
    let ty = Type::scalar_tensor(literal.element());
    match Literal::splat(ty, literal.element_bytes(i)) {
        Ok(one) => {
            let text = one.to_string();
            let inner = text.strip_prefix("dense<").and_then(|t| t.split_once('>'));
            inner.map_or(text.clone(), |(value, _)| value.to_owned())
        }
        Err(_) => String::from("?"),
    }
}

/// The multi-dimensional index of an element from its row-major position.
pub(crate) fn index(dims: &[i64], mut i: usize) -> Vec<usize> {
    let mut index: Vec<usize> = dims
        .iter()
        .rev()
        .map(|&n| {
            let n = n.max(1) as usize;
            (i % n, i /= n).0
        })
        .collect();
    index.reverse();
    index
}

fn compare(actual: &Literal, expected: &Literal, bound: Bound) -> EvalResult<()> {
    if actual.element() != expected.element() || actual.dims() != expected.dims() {
        return Err(EvalError::check(format!(
            "{} is compared with {}",
            actual.ty(),
            expected.ty()
        )));
    }
    let (element, count) = (actual.element(), actual.count());
    let (mut first, mut failed) = (None, 0usize);
    for i in 0..count {
        if !passes(element, actual.element_bytes(i), expected.element_bytes(i), bound) {
            first = first.or(Some(i));
            failed += 1;
        }
    }
    let Some(i) = first else { return Ok(()) };
    let ulps = ulp::distance(element, actual.element_bytes(i), expected.element_bytes(i));
    let apart = match ulps {
        ulp::UNRELATED if element.is_float() || element.is_complex() => {
            "no number of ULP apart".to_owned()
        }
        n if element.is_float() || element.is_complex() => format!("{n} ULP apart"),
        n => format!("{n} apart"),
    };
    let allowed = match bound {
        Bound::Same => "they must be the same".to_owned(),
        // The tolerance is for floats; see `passes`.
        Bound::Absolute(_) if !(element.is_float() || element.is_complex()) => {
            "they must be the same".to_owned()
        }
        Bound::Absolute(tolerance) => format!("at most {tolerance} is allowed"),
        Bound::Ulps(0, max) => format!("at most {max} ULP are allowed"),
        Bound::Ulps(min, max) => format!("between {min} and {max} ULP are allowed"),
    };
    Err(EvalError::check(format!(
        "{failed} of {count} elements differ; the first at {:?}: {} and {}, {apart}; {allowed}",
        index(actual.dims(), i),
        show(actual, i),
        show(expected, i),
    )))
}
