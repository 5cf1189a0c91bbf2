//! Conditions of rules: predicates on a match that can be printed.
//!
//! ```text
//! rule("add-zero", add(x, 0), x).when(integer(x) | boolean(x))   // x is integer or boolean
//! rule("slice-all", slice(x, u), x).when(holds("the slice takes all of x", move |m| …))
//! ```

use super::matching::Match;
use hloom_ir::Element;
use hloom_ir::pattern::{ConstVar, Var};
use hloom_ir::types::float::{FloatFormat, Specials};
use std::fmt;
use std::ops::{BitAnd, BitOr, Not};

/// A set of element types, with a name.
#[derive(Clone, Copy)]
struct Class {
    name: &'static str,
    has: fn(Element) -> bool,
}

type Code = dyn Fn(&Match<'_, '_>) -> bool + Send + Sync;

/// A condition of a rule.
pub struct Condition(ConditionKind);

enum ConditionKind {
    /// The elements of a variable's value are in one of these classes.
    Elements(Var, Vec<Class>),
    /// The elements of a variable's value are in none of these classes.
    NoElements(Var, Vec<Class>),
    /// A predicate as code, with the sentence that describes it.
    Code(String, Box<Code>),
    All(Box<[Condition; 2]>),
    Any(Box<[Condition; 2]>),
}

/// A condition given as code; `sentence` describes it.
pub fn holds(
    sentence: impl Into<String>,
    code: impl Fn(&Match<'_, '_>) -> bool + Send + Sync + 'static,
) -> Condition {
    Condition(ConditionKind::Code(sentence.into(), Box::new(code)))
}

fn of(x: Var, name: &'static str, has: fn(Element) -> bool) -> Condition {
    Condition(ConditionKind::Elements(x, vec![Class { name, has }]))
}

/// The elements are integers.
pub fn integer(x: Var) -> Condition {
    of(x, "integer", Element::is_integer)
}

/// The elements are signed integers.
pub fn signed(x: Var) -> Condition {
    of(x, "signed", Element::is_signed)
}

/// The elements are booleans.
pub fn boolean(x: Var) -> Condition {
    of(x, "boolean", Element::is_boolean)
}

/// The elements are real floats, of any format.
pub fn float(x: Var) -> Condition {
    of(x, "float", Element::is_float)
}

/// The elements are floats of at most 32 bits. The interpreter computes their products exactly in
/// `f64` and rounds once.
pub fn narrow_float(x: Var) -> Condition {
    of(x, "float of at most 32 bits", |e| e.is_float() && e != Element::F64)
}

/// The elements are `f64`.
pub fn double(x: Var) -> Condition {
    of(x, "f64", |e| e == Element::F64)
}

/// The elements are floats of a format with the special values of IEEE 754:
/// infinities, NaN and both zeros.
pub fn ieee_float(x: Var) -> Condition {
    of(x, "IEEE float", |e| FloatFormat::of(e).is_some_and(|f| f.specials == Specials::Ieee))
}

/// The elements are floats of a format that saturates: it has neither infinities nor NaN.
pub fn saturating_float(x: Var) -> Condition {
    of(x, "saturating float", |e| FloatFormat::of(e).is_some_and(|f| f.specials == Specials::None))
}

/// The elements are complex numbers.
pub fn complex_number(x: Var) -> Condition {
    of(x, "complex", Element::is_complex)
}

/// The elements are `f8E8M0FNU`, a format without a sign and a zero.
pub fn unsigned_float(x: Var) -> Condition {
    of(x, "f8E8M0FNU", |e| FloatFormat::of(e).is_some_and(|f| !f.signed))
}

/// The root's first result has a static shape, and a size in bytes that can be counted.
pub fn static_result() -> Condition {
    holds("the result's size is known", |m| {
        m.root_tensor().is_some_and(|t| t.byte_size().is_some())
    })
}

/// Two constants have one type.
pub fn same_type(c: ConstVar, d: ConstVar) -> Condition {
    holds(format!("{} and {} have one type", c.0, d.0), move |m| m.ty(m[c]) == m.ty(m[d]))
}

/// Each matched op except the root is used by the match only, so that all of them become dead.
pub fn inner_used_once() -> Condition {
    holds("nothing else uses the inner ops", |m| m.inner_used_once())
}

/// The value is not a constant.
pub fn variable(x: Var) -> Condition {
    holds(format!("{} is not constant", x.0), move |m| m.module().constant(m[x]).is_none())
}

/// Replacing the constant by a new one takes little memory: it is a splat, it is small, or it has
/// no other use.
pub fn replaceable(c: ConstVar) -> Condition {
    const SMALL: usize = 1024;
    holds(format!("{} is uniform, small or used once", c.0), move |m| {
        m.literal(c).bytes().len() <= SMALL || m.used_once(m[c])
    })
}

impl Condition {
    /// Whether the condition holds for a match.
    pub(super) fn holds(&self, m: &Match<'_, '_>) -> bool {
        let among = |x: &Var, classes: &[Class]| {
            m.ty(m[*x]).element().map(|e| classes.iter().any(|c| (c.has)(e)))
        };
        match &self.0 {
            ConditionKind::Elements(x, classes) => among(x, classes) == Some(true),
            ConditionKind::NoElements(x, classes) => among(x, classes) == Some(false),
            ConditionKind::Code(_, code) => code(m),
            ConditionKind::All(both) => both.iter().all(|c| c.holds(m)),
            ConditionKind::Any(both) => both.iter().any(|c| c.holds(m)),
        }
    }
}

impl BitOr for Condition {
    type Output = Condition;
    fn bitor(self, other: Condition) -> Condition {
        match (self.0, other.0) {
            (ConditionKind::Elements(x, mut a), ConditionKind::Elements(y, b)) if x == y => {
                a.extend(b);
                Condition(ConditionKind::Elements(x, a))
            }
            (a, b) => Condition(ConditionKind::Any(Box::new([Condition(a), Condition(b)]))),
        }
    }
}

impl BitAnd for Condition {
    type Output = Condition;
    fn bitand(self, other: Condition) -> Condition {
        match (self.0, other.0) {
            (ConditionKind::NoElements(x, mut a), ConditionKind::NoElements(y, b)) if x == y => {
                a.extend(b);
                Condition(ConditionKind::NoElements(x, a))
            }
            (a, b) => Condition(ConditionKind::All(Box::new([Condition(a), Condition(b)]))),
        }
    }
}

impl Not for Condition {
    type Output = Condition;
    fn not(self) -> Condition {
        match self.0 {
            ConditionKind::Elements(x, classes) => Condition(ConditionKind::NoElements(x, classes)),
            ConditionKind::NoElements(x, classes) => Condition(ConditionKind::Elements(x, classes)),
            ConditionKind::All(both) => {
                let [a, b] = *both;
                !a | !b
            }
            ConditionKind::Any(both) => {
                let [a, b] = *both;
                !a & !b
            }
            ConditionKind::Code(sentence, code) => {
                holds(format!("not: {sentence}"), move |m| !code(m))
            }
        }
    }
}

/// Writes names as a list: `a`, `a or b`, `a, b or c`.
fn listed(f: &mut fmt::Formatter<'_>, classes: &[Class], last: &str) -> fmt::Result {
    for (i, class) in classes.iter().enumerate() {
        let between = match (i, classes.len() - i) {
            (0, _) => "",
            (_, 1) => last,
            _ => ", ",
        };
        write!(f, "{between}{}", class.name)?;
    }
    Ok(())
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            ConditionKind::Elements(x, classes) => {
                write!(f, "{} is ", x.0)?;
                listed(f, classes, " or ")
            }
            ConditionKind::NoElements(x, classes) => {
                let neither = if classes.len() > 1 { "neither " } else { "not " };
                write!(f, "{} is {neither}", x.0)?;
                listed(f, classes, " nor ")
            }
            ConditionKind::Code(sentence, _) => f.write_str(sentence),
            ConditionKind::All(both) => {
                for (i, part) in both.iter().enumerate() {
                    let between = if i > 0 { " and " } else { "" };
                    match part.0 {
                        ConditionKind::Any(_) => write!(f, "{between}({part})")?,
                        _ => write!(f, "{between}{part}")?,
                    }
                }
                Ok(())
            }
            ConditionKind::Any(both) => write!(f, "{} or {}", both[0], both[1]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_print_as_sentences() {
        let (x, y) = (Var("x"), Var("y"));
        let shown = |c: Condition| c.to_string();
        assert_eq!(shown(integer(x) | boolean(x)), "x is integer or boolean");
        assert_eq!(shown(integer(x) | boolean(x) | float(x)), "x is integer, boolean or float");
        assert_eq!(shown(!complex_number(x)), "x is not complex");
        assert_eq!(
            shown(!(complex_number(x) | unsigned_float(x))),
            "x is neither complex nor f8E8M0FNU"
        );
        assert_eq!(
            shown((integer(x) | float(y)) & variable(x)),
            "(x is integer or y is float) and x is not constant"
        );
    }
}
