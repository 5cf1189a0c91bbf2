//! The statements of a term.

use super::arrays::Array;
use super::numbers::{
    add, binary, both, element, element_inside, int, load, machine, multiply, store, unary, zero,
};
use super::{Lowered, Physical, Unsupported, fits};
use crate::index::Index;
use crate::program::{
    BinaryOp, BufferId, Builder, CompareOp, LoopKind, Scalar as Machine, Space, UnaryOp, Value,
};
use hloom_ir::Element;
use hloom_storage::term::{Binary, Id, Node, Symbol, Term, Unary};
use hloom_storage::{Scalar, Sort};
use std::collections::BTreeMap;

/// A variable.
#[derive(Clone, Copy, Debug)]
enum Variable {
    Number(Value),
    Array(Array),
}

/// A place in the result that a dictionary or a number is added to.
#[derive(Clone, Copy)]
struct Destination {
    /// The offset so far, in elements of the levels that are left.
    offset: Value,
    /// The number of keys so far.
    level: usize,
    /// The numbers are subtracted.
    negated: bool,
    /// The factor of all numbers.
    factor: Option<Value>,
}

pub(super) struct Emitter<'t> {
    pub b: Builder,
    term: &'t Term,
    sorts: Vec<Sort>,
    /// The buffer and the element type of each input; a number's buffer has one element.
    inputs: BTreeMap<Symbol, (BufferId, Physical)>,
    variables: Vec<Variable>,
    result: BufferId,
    element: Element,
    extents: Vec<u64>,
}

type Emitted<T> = Result<T, Unsupported>;

fn unsupported<T>(what: &str) -> Emitted<T> {
    Err(Unsupported(what.to_owned()))
}

pub(super) fn program(
    name: &str,
    term: &Term,
    inputs: &BTreeMap<Symbol, Physical>,
    element: Element,
    extents: &[u64],
) -> Emitted<Lowered> {
    let sorts = hloom_storage::term::sorts(term);
    let sort = sorts[sorts.len() - 1];
    if !fits(sort, element) {
        return Err(Unsupported(format!("a result of {sort} is not stored as {element}")));
    }
    let mut b = Builder::new(name);
    let mut buffers = BTreeMap::new();
    let mut arguments = Vec::new();
    for node in term {
        let Node::Input(name, sort) = node else { continue };
        if buffers.contains_key(name) {
            continue;
        }
        let Some(physical) = inputs.get(name) else {
            return Err(Unsupported(format!("there is no data for `{name}`")));
        };
        if sort.is_dict() || sort.is_scalar() != physical.length.is_none() {
            return Err(Unsupported(format!("`{name}` is {sort}, and no array or number")));
        }
        if !fits(*sort, physical.element) {
            let element = physical.element;
            return Err(Unsupported(format!("`{name}` is {sort}, and its elements are {element}")));
        }
        let shape = physical.length.as_slice();
        let space = Space::Argument(arguments.len() as u32);
        let buffer = b.buffer(name.as_str(), physical.element, shape, space);
        buffers.insert(*name, (buffer, *physical));
        arguments.push(*name);
    }
    let result = b.buffer("result", element, extents, Space::Result(0));
    let mut emitter = Emitter {
        b,
        term,
        sorts,
        inputs: buffers,
        variables: Vec::new(),
        result,
        element,
        extents: extents.to_vec(),
    };
    let root = term.root();
    if sort.is_scalar() {
        if !extents.is_empty() {
            return unsupported("a number has no extents");
        }
        let value = emitter.number(root)?;
        let at = int(&mut emitter.b, 0);
        store(&mut emitter.b, result, element, at, value);
    } else {
        let levels = match sort.form {
            hloom_storage::types::Form::Nested(levels) => usize::from(levels),
            hloom_storage::types::Form::Array => return unsupported("an array is no result"),
        };
        if levels != extents.len() {
            return unsupported("the result has another number of dimensions than extents");
        }
        emitter.clear();
        let offset = int(&mut emitter.b, 0);
        let whole = Destination { offset, level: 0, negated: false, factor: None };
        emitter.add_into(root, whole)?;
    }
    Ok(Lowered { program: emitter.b.finish(), arguments })
}

impl Emitter<'_> {
    fn sort(&self, id: Id) -> Sort {
        self.sorts[usize::from(id)]
    }

    /// Sets the result to zero.
    fn clear(&mut self) {
        let size: u64 = self.extents.iter().product();
        let (result, element) = (self.result, self.element);
        self.b.for_each(LoopKind::Parallel, "i", 0, size as i64, 1, |b, i| {
            let base = super::scalar(element).unwrap_or(Scalar::Real);
            let none = zero(b, base);
            store(b, result, element, i, none);
        });
    }

    fn variable(&self, index: u32) -> Emitted<Variable> {
        let place = self.variables.len().checked_sub(1 + index as usize);
        match place.map(|place| self.variables[place]) {
            Some(variable) => Ok(variable),
            None => unsupported("the term has free variables"),
        }
    }

    /// Emits with more variables, the innermost last.
    fn with<T>(
        &mut self,
        variables: &[Variable],
        body: impl FnOnce(&mut Self) -> Emitted<T>,
    ) -> Emitted<T> {
        let depth = self.variables.len();
        self.variables.extend(variables);
        let done = body(self);
        self.variables.truncate(depth);
        done
    }

    /// The number that a term is.
    pub(super) fn number(&mut self, id: Id) -> Emitted<Value> {
        let base = self.sort(id).base;
        match self.term[id] {
            Node::Var(i, _) => match self.variable(i)? {
                Variable::Number(value) => Ok(value),
                Variable::Array(_) => unsupported("an array is no number"),
            },
            Node::Input(name, _) => {
                let (buffer, physical) = self.inputs[&name];
                let at = int(&mut self.b, 0);
                Ok(load(&mut self.b, buffer, physical.element, at, None))
            }
            Node::Int(value) => Ok(int(&mut self.b, value)),
            Node::Real(bits) => Ok(self.b.bits(Machine::F64.ty(), bits)),
            Node::Bool(value) => Ok(self.b.bits(Machine::I1.ty(), value.into())),
            Node::Zero(_) => Ok(zero(&mut self.b, base)),
            Node::Unique(e) => self.number(e),
            Node::Unary(op, e) => {
                let of = self.sort(e).base;
                let x = self.number(e)?;
                Ok(unary(&mut self.b, op, of, x))
            }
            Node::Binary(op, [x, y]) => {
                let of = self.sort(x).base;
                let (x, y) = (self.number(x)?, self.number(y)?);
                binary(&mut self.b, op, of, x, y)
            }
            Node::If([condition, value]) => {
                let test = self.number(condition)?;
                if self.has_loop(value) {
                    return self.number_if(test, value, base);
                }
                // Nothing traps: both sides may be computed.
                let value = self.number(value)?;
                let none = zero(&mut self.b, base);
                Ok(self.b.select(test, value, none))
            }
            Node::Get([over, key]) => {
                if self.sort(over).is_dict() {
                    return unsupported("a dictionary that is made in the term is looked up");
                }
                let array = self.array(over)?;
                let at = self.number(key)?;
                Ok(element(&mut self.b, array, at))
            }
            Node::Let([value, body]) => {
                let value = self.bound(value)?;
                self.with(&[value], |e| e.number(body))
            }
            Node::Sum([over, body]) => {
                let array = self.collection(over)?;
                let none = zero(&mut self.b, base);
                self.total(array.low(), array.high(), none, |e, at, total| {
                    let value = element_inside(&mut e.b, array, at);
                    let variables = [Variable::Number(at), Variable::Number(value)];
                    let part = e.with(&variables, |e| e.number(body))?;
                    Ok(add(&mut e.b, base, total, part))
                })
            }
            Node::Merge([x, y, body]) => {
                let (x, y) = (self.collection(x)?, self.collection(y)?);
                let none = zero(&mut self.b, base);
                self.total(x.low(), x.high(), none, |e, p, total| {
                    let value = element_inside(&mut e.b, x, p);
                    e.total(y.low(), y.high(), total, |e, q, total| {
                        let other = element_inside(&mut e.b, y, q);
                        let test = e.b.compare(CompareOp::Eq, value, other);
                        let one = int(&mut e.b, 1);
                        let none = int(&mut e.b, 0);
                        let times = e.b.select(test, one, none);
                        e.total(none, times, total, |e, _, total| {
                            let variables = [p, q, value].map(Variable::Number);
                            let part = e.with(&variables, |e| e.number(body))?;
                            Ok(add(&mut e.b, base, total, part))
                        })
                    })
                })
            }
            Node::Single(_) | Node::Range(_) | Node::Slice(_) => {
                unsupported("a collection is no number")
            }
        }
    }

    /// `if test then value`, where the value is computed only if the test holds: a loop of one step.
    fn number_if(&mut self, test: Value, value: Id, base: Scalar) -> Emitted<Value> {
        let (one, none) = (int(&mut self.b, 1), int(&mut self.b, 0));
        let times = self.b.select(test, one, none);
        let start = zero(&mut self.b, base);
        self.total(none, times, start, |e, _, _| e.number(value))
    }

    /// A loop that carries a total.
    fn total(
        &mut self,
        low: Value,
        high: Value,
        start: Value,
        body: impl FnOnce(&mut Self, Value, Value) -> Emitted<Value>,
    ) -> Emitted<Value> {
        let open = self.b.open_for("i", &[start]);
        let inside = open.inside[0];
        let (next, failed) = match body(self, open.var, inside) {
            Ok(next) => (next, None),
            Err(error) => (inside, Some(error)),
        };
        let bounds = (Index::var(low), Index::var(high));
        let after = self.b.close_for(open, LoopKind::Serial, bounds, 1, vec![next]);
        failed.map_or(Ok(after[0]), Err)
    }

    fn has_loop(&self, id: Id) -> bool {
        let node = self.term[id];
        matches!(node, Node::Sum(_) | Node::Merge(_))
            || hloom_storage::term::operands(&node).iter().any(|child| self.has_loop(*child))
    }

    /// The value of a `let`.
    fn bound(&mut self, id: Id) -> Emitted<Variable> {
        let sort = self.sort(id);
        if sort.is_scalar() {
            return Ok(Variable::Number(self.number(id)?));
        }
        if sort.is_dict() {
            return unsupported("a dictionary is made and read later");
        }
        Ok(Variable::Array(self.array(id)?))
    }

    /// The collection of a loop.
    fn collection(&mut self, id: Id) -> Emitted<Array> {
        if self.sort(id).is_dict() {
            return unsupported("a loop goes over a dictionary that is made in the term");
        }
        self.array(id)
    }

    /// The array, range or slice that a term is.
    fn array(&mut self, id: Id) -> Emitted<Array> {
        match self.term[id] {
            Node::Var(i, _) => match self.variable(i)? {
                Variable::Array(array) => Ok(array),
                Variable::Number(_) => unsupported("a number is no array"),
            },
            Node::Input(name, _) => {
                let (buffer, physical) = self.inputs[&name];
                let length = physical.length.unwrap_or(0) as i64;
                let (low, high) = (int(&mut self.b, 0), int(&mut self.b, length));
                Ok(Array::Part { buffer, element: physical.element, low, high })
            }
            Node::Range([low, high]) => {
                let (first, end) = (self.number(low)?, self.number(high)?);
                let b = &mut self.b;
                let none = int(b, 0);
                // The length saturates, as the evaluator's does; a negative one is empty.
                let length = b.binary(BinaryOp::Sub, end, first);
                let more = b.compare(CompareOp::GtS, end, first);
                let wrapped = b.compare(CompareOp::LtS, length, none);
                let most = int(b, i64::MAX);
                let length = b.select(wrapped, most, length);
                let high = b.select(more, length, none);
                Ok(Array::Range { first, low: none, high })
            }
            Node::Slice([over, low, high]) => {
                if self.sort(over).is_dict() {
                    return unsupported("a part of a dictionary that is made in the term");
                }
                let array = self.array(over)?;
                let (low, high) = (self.number(low)?, self.number(high)?);
                let b = &mut self.b;
                let low = b.binary(BinaryOp::MaxS, low, array.low());
                let high = b.binary(BinaryOp::MinS, high, array.high());
                Ok(array.part(low, high))
            }
            Node::If([condition, value]) => {
                let test = self.number(condition)?;
                let array = self.array(value)?;
                let high = self.b.select(test, array.high(), array.low());
                Ok(array.part(array.low(), high))
            }
            Node::Let([value, body]) => {
                let value = self.bound(value)?;
                self.with(&[value], |e| e.array(body))
            }
            Node::Zero(_) => {
                let none = int(&mut self.b, 0);
                Ok(Array::Range { first: none, low: none, high: none })
            }
            _ => unsupported("an array that is computed"),
        }
    }

    /// Adds the dictionary or number that a term is into the result.
    fn add_into(&mut self, id: Id, to: Destination) -> Emitted<()> {
        if self.sort(id).is_scalar() && !matches!(self.term[id], Node::If(_) | Node::Let(_)) {
            let value = self.number(id)?;
            self.add_number(value, to);
            return Ok(());
        }
        match self.term[id] {
            Node::Zero(_) => Ok(()),
            Node::Single([key, value]) => {
                let key = self.number(key)?;
                let extent = self.extents[to.level];
                let value_to = |e: &mut Self| {
                    let b = &mut e.b;
                    let (none, end) = (int(b, 0), int(b, extent as i64));
                    let from = b.compare(CompareOp::GeS, key, none);
                    let below = b.compare(CompareOp::LtS, key, end);
                    let inside = both(b, from, below);
                    let message = format!(
                        "a key of dimension {} of the result is outside of its extent {extent}",
                        to.level
                    );
                    b.assert(inside, &message);
                    let scaled = b.binary(BinaryOp::Mul, to.offset, end);
                    let offset = b.binary(BinaryOp::Add, scaled, key);
                    e.add_into(value, Destination { offset, level: to.level + 1, ..to })
                };
                value_to(self)
            }
            Node::If([condition, value]) => {
                let test = self.number(condition)?;
                self.only_if(test, |e| e.add_into(value, to))
            }
            Node::Let([value, body]) => {
                let value = self.bound(value)?;
                self.with(&[value], |e| e.add_into(body, to))
            }
            Node::Unary(Unary::Neg, e) => {
                self.add_into(e, Destination { negated: !to.negated, ..to })
            }
            Node::Binary(op @ (Binary::Add | Binary::Sub), [x, y]) => {
                self.add_into(x, to)?;
                let negated = to.negated ^ (op == Binary::Sub);
                self.add_into(y, Destination { negated, ..to })
            }
            Node::Binary(Binary::Scale, [factor, dict]) => {
                let base = self.sort(factor).base;
                let own = self.number(factor)?;
                let factor = match to.factor {
                    None => own,
                    Some(outer) => multiply(&mut self.b, base, outer, own),
                };
                self.add_into(dict, Destination { factor: Some(factor), ..to })
            }
            Node::Sum([over, body]) => {
                let array = self.collection(over)?;
                self.each(array, |e, at, value| {
                    let variables = [Variable::Number(at), Variable::Number(value)];
                    e.with(&variables, |e| e.add_into(body, to))
                })
            }
            Node::Merge([x, y, body]) => {
                let (x, y) = (self.collection(x)?, self.collection(y)?);
                self.each(x, |e, p, value| {
                    e.each(y, |e, q, other| {
                        let test = e.b.compare(CompareOp::Eq, value, other);
                        e.only_if(test, |e| {
                            let variables = [p, q, value].map(Variable::Number);
                            e.with(&variables, |e| e.add_into(body, to))
                        })
                    })
                })
            }
            Node::Binary(Binary::Hadamard, _) => {
                unsupported("a product of two dictionaries, entry by entry")
            }
            Node::Unary(..) => unsupported("a function of the numbers of a dictionary"),
            Node::Get(_) => unsupported("a part of a dictionary that is made in the term"),
            Node::Var(..) | Node::Input(..) => unsupported("a dictionary that is given"),
            _ => unsupported("a result that is no dictionary"),
        }
    }

    /// A loop over the entries of an array.
    fn each(
        &mut self,
        array: Array,
        body: impl FnOnce(&mut Self, Value, Value) -> Emitted<()>,
    ) -> Emitted<()> {
        let open = self.b.open_for("i", &[]);
        let value = element_inside(&mut self.b, array, open.var);
        let done = body(self, open.var, value);
        let bounds = (Index::var(array.low()), Index::var(array.high()));
        self.b.close_for(open, LoopKind::Serial, bounds, 1, Vec::new());
        done
    }

    fn only_if(&mut self, test: Value, body: impl FnOnce(&mut Self) -> Emitted<()>) -> Emitted<()> {
        self.b.open_block();
        let done = body(self);
        let then = self.b.close_block();
        let statement =
            crate::program::Stmt::If { test, then, otherwise: crate::program::Block::default() };
        self.b.push(statement);
        done
    }

    /// Adds a number at a place of the result.
    fn add_number(&mut self, value: Value, to: Destination) {
        let (result, element) = (self.result, self.element);
        let base = super::scalar(element).unwrap_or(Scalar::Real);
        let b = &mut self.b;
        let mut value = match to.factor {
            None => value,
            Some(factor) => multiply(b, base, factor, value),
        };
        if to.negated {
            value = b.unary(UnaryOp::Neg, value);
        }
        let before = load(b, result, element, to.offset, None);
        let after = add(b, base, before, value);
        store(b, result, element, to.offset, after);
        debug_assert_eq!(b.type_of(after), machine(base).ty());
    }
}
