//! The data of a storage program as compiled code takes them.

use std::collections::BTreeMap;

use anyhow::bail;
use hloom_ir::Element;
use hloom_loops::storage::{Ascending, Physical, ascending, positions_of};
use hloom_storage::term::{Node, Symbol, Term};
use hloom_storage::{Inputs, Scalar, Sort, Value};

/// The element type that numbers are computed in.
pub(super) fn element(base: Scalar) -> Element {
    match base {
        Scalar::Bool => Element::I1,
        Scalar::Int => Element::I64,
        Scalar::Real => Element::F64,
    }
}

/// The number at a place of memory.
pub(super) fn number(bytes: &[u8], base: Scalar, at: usize) -> Value {
    let width = element(base).byte_width();
    let number = &bytes[at * width..][..width];
    let eight = || number.try_into().unwrap_or([0; 8]);
    match base {
        Scalar::Bool => Value::Bool(number[0] != 0),
        Scalar::Int => Value::Int(i64::from_le_bytes(eight())),
        Scalar::Real => Value::Real(f64::from_le_bytes(eight())),
    }
}

/// The bytes of a number or of an array.
pub(super) fn bytes(value: &Value) -> Vec<u8> {
    match value {
        Value::Bool(value) => vec![u8::from(*value)],
        Value::Int(value) => value.to_le_bytes().to_vec(),
        Value::Real(value) => value.to_le_bytes().to_vec(),
        Value::Array(array) => {
            array.positions().filter_map(|at| array.get(at)).flat_map(|v| bytes(&v)).collect()
        }
        Value::Dict(_) => Vec::new(),
    }
}

/// The bounds of integers.
fn within(value: &Value) -> Option<(i64, i64)> {
    let (mut low, mut high) = (i64::MAX, i64::MIN);
    let mut see = |value: &Value| {
        if let Value::Int(value) = value {
            (low, high) = (low.min(*value), high.max(*value));
        }
    };
    match value {
        Value::Array(array) => {
            array.positions().filter_map(|at| array.get(at)).for_each(|value| see(&value));
        }
        value => see(value),
    }
    Some(if low > high { (0, -1) } else { (low, high) })
}

/// The integers of an array.
pub(super) fn integers(value: &Value) -> Vec<i64> {
    let Value::Array(array) = value else { return Vec::new() };
    let integer = |value: Value| if let Value::Int(value) = value { Some(value) } else { None };
    array.positions().filter_map(|at| integer(array.get(at)?)).collect()
}

/// The order of an array's integers.
fn order(term: &Term, array: Symbol, inputs: &Inputs) -> Ascending {
    let numbers = integers(&inputs[&array]);
    let positions =
        positions_of(term, array).and_then(|name| Some((name, integers(inputs.get(&name)?))));
    ascending(&numbers, positions.as_ref().map(|(name, all)| (*name, all.as_slice())))
}

/// The inputs of a term as they are in memory, with what is known of their integers.
///
/// # Errors
/// If one is missing, or is a dictionary.
pub(super) fn described(
    term: &Term,
    inputs: &Inputs,
) -> anyhow::Result<BTreeMap<Symbol, Physical>> {
    let mut described: BTreeMap<Symbol, Physical> = BTreeMap::new();
    for node in term {
        let Node::Input(name, sort) = node else { continue };
        if sort.is_dict() {
            bail!("the cpu backend reads arrays and numbers, and `{name}` is {sort}");
        }
        let Some(value) = inputs.get(name) else { bail!("there is no data for `{name}`") };
        let length = match value {
            Value::Array(array) => Some(array.positions().count() as u64),
            _ => None,
        };
        let within = if sort.base == Scalar::Int { within(value) } else { None };
        let order = if *sort == Sort::array(Scalar::Int) {
            order(term, *name, inputs)
        } else {
            Ascending::Unknown
        };
        let element = element(sort.base);
        described.insert(*name, Physical { element, length, within, ascending: order });
    }
    Ok(described)
}
