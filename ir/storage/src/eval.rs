//! The reference evaluator: the meaning of a term.
//!
//! Everything else (rules, plans, generated loops) is held against it, so it is plain: it follows
//! the definition of each node, in the order of keys and positions, and chooses nothing.
//!
//! - Integers wrap around, and a division by zero is zero, so that no rule changes which programs
//!   have a value.
//! - A dictionary drops zeros, not NaN. Reading what is not there gives zero.
//! - [`Counts`] are the numbers that plans are compared by.

use crate::check::Module;
use crate::term::{Binary, Node, Term, Unary};
use crate::types::Sort;
use crate::value::{Array, Value};
use egg::{Id, Symbol};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The work of an evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Counts {
    /// Evaluations of the body of a `sum` or `merge`.
    pub bodies: u64,
    /// Entries that an operator on dictionaries or the scan of a `merge` visits.
    pub entries: u64,
    /// Products of two numbers.
    pub products: u64,
}

impl Counts {
    /// The steps of all loops: those that are written, and those inside of operators.
    pub fn steps(&self) -> u64 {
        self.bodies.saturating_add(self.entries)
    }
}

/// A failure of evaluation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EvalError {
    /// A tensor has no data.
    Missing(String),
    /// The data of a tensor is not of its type.
    WrongData(String, Sort),
    /// A free variable, or an operator on values that it does not take: the term is not well-typed.
    IllTyped,
    /// The program has definitions only.
    NoResult,
    /// More loop steps than allowed.
    TooLong(u64),
    /// More time than allowed.
    OutOfTime(Duration),
}

impl fmt::Display for EvalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EvalError::Missing(name) => write!(f, "there is no data for `{name}`"),
            EvalError::WrongData(name, sort) => write!(f, "the data of `{name}` is not {sort}"),
            EvalError::IllTyped => f.write_str("the term is not well-typed"),
            EvalError::NoResult => f.write_str("the program has no result"),
            EvalError::TooLong(most) => write!(f, "more than {most} loop steps"),
            EvalError::OutOfTime(most) => write!(f, "more than {} s", most.as_secs_f64()),
        }
    }
}

impl std::error::Error for EvalError {}

/// The data of tensors by name.
pub type Inputs = HashMap<Symbol, Value>;

/// The first array or number of a term that has no value here.
pub fn missing(term: &Term, inputs: &Inputs) -> Option<(Symbol, Sort)> {
    term.iter().find_map(|node| match node {
        Node::Input(name, sort) if !inputs.contains_key(name) => Some((*name, *sort)),
        _ => None,
    })
}

/// Evaluates a closed term.
///
/// # Errors
/// If data is missing or of another type, or after `most` loop steps.
pub fn evaluate(term: &Term, inputs: &Inputs, most: u64) -> Result<(Value, Counts), EvalError> {
    run(term, inputs, most, None)
}

/// As [`evaluate`], for so much time at most.
///
/// # Errors
/// As [`evaluate`], or when the time is over.
pub fn evaluate_within(
    term: &Term,
    inputs: &Inputs,
    most: u64,
    time: Duration,
) -> Result<(Value, Counts), EvalError> {
    run(term, inputs, most, Some((Instant::now(), time)))
}

fn run(
    term: &Term,
    inputs: &Inputs,
    most: u64,
    time: Option<(Instant, Duration)>,
) -> Result<(Value, Counts), EvalError> {
    for node in term {
        if let Node::Input(name, sort) = node {
            let given = inputs.get(name).ok_or_else(|| EvalError::Missing(name.to_string()))?;
            if !given.has_sort(*sort) {
                return Err(EvalError::WrongData(name.to_string(), *sort));
            }
        }
    }
    let sorts = crate::term::sorts(term);
    let mut run = Run {
        term,
        sorts,
        inputs,
        most,
        time,
        nodes: 0,
        counts: Counts::default(),
        variables: Vec::new(),
    };
    let value = run.eval(term.root())?;
    Ok((value, run.counts))
}

/// Evaluates a program's result, each definition that it needs once. Composed, a definition that is
/// used in a loop is evaluated in each iteration.
///
/// # Errors
/// If there is no result, or as [`evaluate`].
pub fn evaluate_module(
    module: &Module,
    inputs: &Inputs,
    most: u64,
) -> Result<(Value, Counts), EvalError> {
    let (result, _) = module.result.as_ref().ok_or(EvalError::NoResult)?;
    let mut needed: BTreeSet<Symbol> = BTreeSet::new();
    let reads = |term: &Term, needed: &mut BTreeSet<Symbol>| {
        for node in term {
            if let Node::Input(name, _) = node {
                needed.insert(*name);
            }
        }
    };
    reads(&result.term, &mut needed);
    for tensor in module.tensors.iter().rev() {
        if let Some(body) = &tensor.body
            && needed.contains(&tensor.name.as_str().into())
        {
            reads(&body.term, &mut needed);
        }
    }
    let mut values = inputs.clone();
    let mut total = Counts::default();
    let mut run = |term: &Term, values: &Inputs| {
        let (value, counts) = evaluate(term, values, most - total.steps().min(most)).map_err(
            |error| match error {
                EvalError::TooLong(_) => EvalError::TooLong(most),
                error => error,
            },
        )?;
        total.bodies += counts.bodies;
        total.entries += counts.entries;
        total.products += counts.products;
        Ok(value)
    };
    for tensor in &module.tensors {
        let name: Symbol = tensor.name.as_str().into();
        if let Some(body) = &tensor.body
            && needed.contains(&name)
        {
            let value = run(&body.term, &values)?;
            values.insert(name, value);
        }
    }
    let value = run(&result.term, &values)?;
    Ok((value, total))
}

/// The evaluations of nodes that each loop step may have, and that a term may have without any.
const NODES_PER_STEP: u64 = 256;
const NODES: u64 = 1 << 20;
/// The evaluations of nodes between two looks at the clock.
const NODES_PER_LOOK: u64 = 1 << 12;

struct Run<'a> {
    term: &'a Term,
    sorts: Vec<Sort>,
    inputs: &'a Inputs,
    most: u64,
    /// When the evaluation began, and the time that it may take.
    time: Option<(Instant, Duration)>,
    /// The evaluations of nodes: a term may share nodes, and have very many without a loop.
    nodes: u64,
    counts: Counts,
    variables: Vec<Value>,
}

/// The value of a term.
type Evaluated = Result<Value, EvalError>;

impl Run<'_> {
    fn int(&mut self, id: Id) -> Result<i64, EvalError> {
        match self.eval(id)? {
            Value::Int(value) => Ok(value),
            _ => Err(EvalError::IllTyped),
        }
    }

    /// Evaluates a body with these variables, the innermost last.
    fn body(&mut self, id: Id, variables: impl IntoIterator<Item = Value>) -> Evaluated {
        let depth = self.variables.len();
        self.variables.extend(variables);
        let value = self.eval(id);
        self.variables.truncate(depth);
        value
    }

    fn count_body(&mut self) -> Result<(), EvalError> {
        self.counts.bodies += 1;
        self.check_steps()
    }

    fn count_entries(&mut self, entries: u64) -> Result<(), EvalError> {
        self.counts.entries = self.counts.entries.saturating_add(entries);
        self.check_steps()
    }

    fn check_steps(&self) -> Result<(), EvalError> {
        if self.counts.steps() > self.most { Err(EvalError::TooLong(self.most)) } else { Ok(()) }
    }

    fn eval(&mut self, id: Id) -> Evaluated {
        self.nodes += 1;
        if self.nodes > self.most.saturating_mul(NODES_PER_STEP).saturating_add(NODES) {
            return Err(EvalError::TooLong(self.most));
        }
        if self.nodes.is_multiple_of(NODES_PER_LOOK)
            && let Some((began, most)) = self.time
            && began.elapsed() > most
        {
            return Err(EvalError::OutOfTime(most));
        }
        let sort = self.sorts[usize::from(id)];
        match self.term[id] {
            Node::Var(index, _) => {
                let place = self.variables.len().checked_sub(1 + index as usize);
                Ok(self.variables[place.ok_or(EvalError::IllTyped)?].clone())
            }
            Node::Input(name, _) => Ok(self.inputs[&name].clone()),
            Node::Int(value) => Ok(Value::Int(value)),
            Node::Real(bits) => Ok(Value::Real(f64::from_bits(bits))),
            Node::Bool(value) => Ok(Value::Bool(value)),
            Node::Zero(sort) => Ok(Value::zero(sort)),
            Node::Unary(op, e) => {
                let value = self.eval(e)?;
                if let Value::Dict(_) = value {
                    self.count_entries(value.entries())?;
                }
                map(&value, &mut |number| unary(op, number))
            }
            Node::Binary(op, [a, b]) => {
                let (a, b) = (self.eval(a)?, self.eval(b)?);
                for operand in [&a, &b] {
                    if let Value::Dict(_) = operand {
                        self.count_entries(operand.entries())?;
                    }
                }
                self.binary(op, a, b)
            }
            Node::If([condition, value]) => match self.eval(condition)? {
                Value::Bool(true) => self.eval(value),
                Value::Bool(false) => Ok(Value::zero(sort)),
                _ => Err(EvalError::IllTyped),
            },
            Node::Single([key, value]) => {
                let key = self.int(key)?;
                Ok(Value::dict([(key, self.eval(value)?)]))
            }
            Node::Get([over, key]) => {
                let over = self.eval(over)?;
                let key = self.int(key)?;
                let found = match &over {
                    Value::Dict(entries) => entries.get(&key).cloned(),
                    Value::Array(array) => array.get(key),
                    _ => return Err(EvalError::IllTyped),
                };
                Ok(found.unwrap_or_else(|| Value::zero(sort)))
            }
            Node::Range([low, high]) => {
                let (low, high) = (self.int(low)?, self.int(high)?);
                Ok(Value::Array(Array::range(low, high)))
            }
            Node::Slice([over, low, high]) => {
                let over = self.eval(over)?;
                let (low, high) = (self.int(low)?, self.int(high)?);
                match over {
                    Value::Array(array) => Ok(Value::Array(array.slice(low, high))),
                    Value::Dict(_) if low >= high => Ok(Value::zero(sort)),
                    Value::Dict(entries) => {
                        Ok(Value::dict(entries.range(low..high).map(|(k, v)| (*k, v.clone()))))
                    }
                    _ => Err(EvalError::IllTyped),
                }
            }
            Node::Unique(key) => self.eval(key),
            Node::Let([value, body]) => {
                let value = self.eval(value)?;
                self.body(body, [value])
            }
            Node::Sum([over, body]) => {
                let over = self.eval(over)?;
                let mut total = Value::zero(sort);
                each(&over, &mut |key, value| {
                    self.count_body()?;
                    let part = self.body(body, [Value::Int(key), value])?;
                    accumulate(&mut total, part)
                })?;
                Ok(total)
            }
            Node::Merge([a, b, body]) => {
                let (a, b) = (self.eval(a)?, self.eval(b)?);
                let mut places: BTreeMap<i64, Vec<i64>> = BTreeMap::new();
                each(&b, &mut |key, value| {
                    let Value::Int(value) = value else { return Err(EvalError::IllTyped) };
                    self.count_entries(1)?;
                    places.entry(value).or_default().push(key);
                    Ok(())
                })?;
                let mut total = Value::zero(sort);
                each(&a, &mut |p, value| {
                    let Value::Int(v) = value else { return Err(EvalError::IllTyped) };
                    self.count_entries(1)?;
                    for q in places.get(&v).into_iter().flatten() {
                        self.count_body()?;
                        let bound = [Value::Int(p), Value::Int(*q), Value::Int(v)];
                        let part = self.body(body, bound)?;
                        accumulate(&mut total, part)?;
                    }
                    Ok(())
                })?;
                Ok(total)
            }
        }
    }

    fn binary(&mut self, op: Binary, a: Value, b: Value) -> Evaluated {
        match (op, a, b) {
            (Binary::Add, mut a, b) => {
                accumulate(&mut a, b)?;
                Ok(a)
            }
            (Binary::Sub, mut a, b) => {
                // Numbers are subtracted: a + (-b) has another NaN.
                if let (Value::Dict(_), Value::Dict(_)) = (&a, &b) {
                    accumulate(&mut a, map(&b, &mut |number| unary(Unary::Neg, number))?)?;
                    return Ok(a);
                }
                scalar(op, &a, &b)
            }
            (Binary::Scale, factor, dict) => map(&dict, &mut |number| {
                self.counts.products += 1;
                scalar(Binary::Mul, &factor, number)
            }),
            (Binary::Hadamard, Value::Dict(a), Value::Dict(b)) => {
                let mut entries = Vec::new();
                for (key, left) in a.iter() {
                    if let Some(right) = b.get(key) {
                        let inner = match left {
                            Value::Dict(_) => Binary::Hadamard,
                            _ => Binary::Mul,
                        };
                        entries.push((*key, self.binary(inner, left.clone(), right.clone())?));
                    }
                }
                Ok(Value::dict(entries))
            }
            (op, a, b) => {
                if op == Binary::Mul && !matches!(a, Value::Bool(_)) {
                    self.counts.products += 1;
                }
                scalar(op, &a, &b)
            }
        }
    }
}

/// Visits the entries of a collection in the order of their keys.
fn each(
    over: &Value,
    visit: &mut dyn FnMut(i64, Value) -> Result<(), EvalError>,
) -> Result<(), EvalError> {
    match over {
        Value::Dict(entries) => entries.iter().try_for_each(|(k, v)| visit(*k, v.clone())),
        Value::Array(array) => array.positions().try_for_each(|at| match array.get(at) {
            Some(value) => visit(at, value),
            None => Err(EvalError::IllTyped),
        }),
        _ => Err(EvalError::IllTyped),
    }
}

/// Applies a function to each number.
fn map(value: &Value, f: &mut dyn FnMut(&Value) -> Evaluated) -> Evaluated {
    match value {
        Value::Dict(entries) => {
            let mapped: Result<Vec<(i64, Value)>, EvalError> =
                entries.iter().map(|(key, value)| Ok((*key, map(value, f)?))).collect();
            Ok(Value::dict(mapped?))
        }
        value => f(value),
    }
}

/// Adds a value of the same sort to `total`.
fn accumulate(total: &mut Value, part: Value) -> Result<(), EvalError> {
    if let (Value::Dict(all), Value::Dict(part)) = (&mut *total, &part) {
        let all = Arc::make_mut(all);
        for (key, value) in part.iter() {
            match all.get_mut(key) {
                None => {
                    all.insert(*key, value.clone());
                }
                Some(sum) => {
                    accumulate(sum, value.clone())?;
                    if sum.is_zero() {
                        all.remove(key);
                    }
                }
            }
        }
        return Ok(());
    }
    *total = scalar(Binary::Add, total, &part)?;
    Ok(())
}

/// The bits of `z` at the even places, packed: the inverse of interleaving.
pub fn even_bits(z: u64) -> u64 {
    (0..32).map(|i| (z >> (2 * i) & 1) << i).fold(0, |all, bit| all | bit)
}

pub(crate) fn unary(op: Unary, number: &Value) -> Evaluated {
    Ok(match (op, number) {
        (Unary::Neg, Value::Int(a)) => Value::Int(a.wrapping_neg()),
        (Unary::Neg, Value::Real(a)) => Value::Real(-a),
        (Unary::ToReal, Value::Int(a)) => Value::Real(*a as f64),
        (Unary::Even, Value::Int(a)) => Value::Int(even_bits(*a as u64) as i64),
        (Unary::Odd, Value::Int(a)) => Value::Int(even_bits(*a as u64 >> 1) as i64),
        _ => return Err(EvalError::IllTyped),
    })
}

/// The floor of `a / b`; zero if `b` is.
fn floor_div(a: i64, b: i64) -> i64 {
    if b == 0 {
        return 0;
    }
    let quotient = a.wrapping_div(b);
    let exact = quotient.wrapping_mul(b) == a;
    if !exact && (a < 0) != (b < 0) { quotient - 1 } else { quotient }
}

/// An operator on two numbers or truth values.
pub(crate) fn scalar(op: Binary, a: &Value, b: &Value) -> Evaluated {
    let truth = |value: bool| Ok(Value::Bool(value));
    match (a, b) {
        (Value::Int(a), Value::Int(b)) => {
            let (a, b) = (*a, *b);
            let number = match op {
                Binary::Add => a.wrapping_add(b),
                Binary::Sub => a.wrapping_sub(b),
                Binary::Mul => a.wrapping_mul(b),
                Binary::Div => floor_div(a, b),
                Binary::Mod => a.wrapping_sub(b.wrapping_mul(floor_div(a, b))),
                Binary::Min => a.min(b),
                Binary::Max => a.max(b),
                Binary::Eq => return truth(a == b),
                Binary::Ne => return truth(a != b),
                Binary::Lt => return truth(a < b),
                Binary::Le => return truth(a <= b),
                Binary::Scale | Binary::Hadamard => return Err(EvalError::IllTyped),
            };
            Ok(Value::Int(number))
        }
        (Value::Real(a), Value::Real(b)) => {
            let (a, b) = (*a, *b);
            let number = match op {
                Binary::Add => a + b,
                Binary::Sub => a - b,
                Binary::Mul => a * b,
                Binary::Div => a / b,
                // A NaN stays one, as in IEEE 754's minimum and maximum.
                Binary::Min | Binary::Max if a.is_nan() || b.is_nan() => f64::NAN,
                // -0 is less than 0 here, which the standard library leaves open.
                Binary::Min if a == b => {
                    if a.is_sign_negative() {
                        a
                    } else {
                        b
                    }
                }
                Binary::Max if a == b => {
                    if a.is_sign_negative() {
                        b
                    } else {
                        a
                    }
                }
                Binary::Min => a.min(b),
                Binary::Max => a.max(b),
                Binary::Eq => return truth(a == b),
                Binary::Ne => return truth(a != b),
                Binary::Lt => return truth(a < b),
                Binary::Le => return truth(a <= b),
                Binary::Mod | Binary::Scale | Binary::Hadamard => return Err(EvalError::IllTyped),
            };
            Ok(Value::Real(number))
        }
        (Value::Bool(a), Value::Bool(b)) => match op {
            Binary::Add => truth(*a || *b),
            Binary::Mul => truth(*a && *b),
            Binary::Eq => truth(a == b),
            Binary::Ne => truth(a != b),
            Binary::Sub
            | Binary::Scale
            | Binary::Hadamard
            | Binary::Div
            | Binary::Mod
            | Binary::Min
            | Binary::Max
            | Binary::Lt
            | Binary::Le => Err(EvalError::IllTyped),
        },
        _ => Err(EvalError::IllTyped),
    }
}
