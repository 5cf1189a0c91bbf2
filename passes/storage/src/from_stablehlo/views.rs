//! Operands as the ops of the calculus read them, and the texts of loops and keys.

use super::{Refused, Writer, scalar};
use hloom_ir::ops::Op;
use hloom_ir::{Literal, OpId, Value};
use hloom_storage::Scalar;

/// An operand of an elementwise op.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Operand {
    /// The same number at all places.
    Number(String),
    /// The tensor of this name, whose keys are those of the result at these dimensions, or 0.
    View { name: String, keys: Vec<Option<usize>> },
    /// The tensor of this name, with the result's keys.
    Whole(String),
}

impl Operand {
    /// The element at these keys of the result.
    pub(super) fn at(&self, keys: &[String]) -> String {
        match self {
            Operand::Number(text) => text.clone(),
            Operand::Whole(name) => element(name, keys),
            Operand::View { name, keys: of } => {
                let own: Vec<String> = of
                    .iter()
                    .map(|key| key.map_or_else(|| "0".to_owned(), |d| keys[d].clone()))
                    .collect();
                element(name, &own)
            }
        }
    }
}

/// The element of a tensor at these keys.
pub(super) fn element(name: &str, keys: &[String]) -> String {
    if keys.is_empty() { name.to_owned() } else { format!("{name}({})", keys.join(", ")) }
}

/// `letter0`, `letter1`, … for a rank.
pub(super) fn keys(letter: &str, rank: usize) -> Vec<String> {
    (0..rank).map(|d| format!("{letter}{d}")).collect()
}

/// `<(i0, i1), value> in name`.
pub(super) fn binding(name: &str, keys: &[String], value: &str) -> String {
    match keys {
        [key] => format!("<{key}, {value}> in {name}"),
        keys => format!("<({}), {value}> in {name}", keys.join(", ")),
    }
}

/// `sum(…) body` over bindings; the body alone without any.
pub(super) fn sum(bindings: &[String], body: &str) -> String {
    if bindings.is_empty() {
        body.to_owned()
    } else {
        format!("sum({}) {body}", bindings.join(", "))
    }
}

/// `{ (i0, i1) -> value }`; the value alone without keys.
pub(super) fn single(keys: &[String], value: &str) -> String {
    match keys {
        [] => value.to_owned(),
        [key] => format!("{{ {key} -> {value} }}"),
        keys => format!("{{ ({}) -> {value} }}", keys.join(", ")),
    }
}

/// Loops over all keys of these extents.
pub(super) fn domain(keys: &[String], dims: &[i64]) -> Vec<String> {
    keys.iter().zip(dims).map(|(key, extent)| format!("<{key}, _> in 0:{extent}")).collect()
}

/// The text of element `i` of a literal; `None` if it is not a number of the calculus.
pub fn number(literal: &Literal, i: usize) -> Option<String> {
    Some(match scalar(literal.element())? {
        Scalar::Bool => (literal.get_int(i)? != 0).to_string(),
        Scalar::Int => integer(literal.get_int(i)?)?,
        Scalar::Real => real(literal.get_f64(i)),
    })
}

/// An integer as text, with 64 bits.
fn integer(value: i128) -> Option<String> {
    // Unsigned numbers of 64 bits wrap around.
    let value =
        i64::try_from(value).ok().or_else(|| u64::try_from(value).ok().map(|v| v as i64))?;
    Some(match value {
        // The text has no negative literals, and the least integer has no positive one.
        i64::MIN => format!("(-{} - 1)", i64::MAX),
        v if v < 0 => format!("(-{})", v.unsigned_abs()),
        v => v.to_string(),
    })
}

/// A real as text.
pub(super) fn real(value: f64) -> String {
    if value.is_nan() {
        "nan".to_owned()
    } else if value.is_sign_negative() {
        format!("(-{:?})", -value)
    } else {
        format!("{value:?}")
    }
}

impl Writer<'_> {
    /// The number that all elements of a value are, if it is a constant.
    pub(super) fn splat(&self, value: Value) -> Option<String> {
        let mut value = value;
        loop {
            match self.kind(self.module.def_op(value)?) {
                Op::Constant(it) if it.value.is_uniform() && it.value.count() > 0 => {
                    return number(&it.value, 0);
                }
                Op::BroadcastInDim(_) | Op::Reshape(_) => {
                    value = self.module.operand(self.module.def_op(value)?, 0);
                }
                // Any other op: its result is taken to vary.
                _ => return None,
            }
        }
    }

    /// The operand of an elementwise op: through broadcasts, which need no tensor of their own.
    pub(super) fn operand(&mut self, op: OpId, value: Value) -> Result<Operand, Refused> {
        let rank = self.tensor(op, value)?.dims.len();
        if let Some(number) = self.splat(value) {
            return Ok(Operand::Number(number));
        }
        let mut base = value;
        let mut own: Vec<Option<usize>> = (0..rank).map(Some).collect();
        while let Some(def) = self.module.def_op(base)
            && let Op::BroadcastInDim(it) = self.kind(def)
        {
            let operand = self.module.operand(def, 0);
            let (from, to) = (self.tensor(op, operand)?, self.tensor(op, base)?);
            own = it
                .broadcast_dimensions
                .iter()
                .enumerate()
                .map(|(i, d)| {
                    let d = *d as usize;
                    if from.dims[i] == to.dims[d] { own[d] } else { None }
                })
                .collect();
            base = operand;
        }
        let name = self.read(op, base)?;
        if base == value {
            return Ok(Operand::Whole(name));
        }
        Ok(if own.is_empty() { Operand::Number(name) } else { Operand::View { name, keys: own } })
    }
}
