//! Random well-typed terms and values.

use crate::Random;
use egg::{Id, Language, Var};
use hloom_storage::term::{Binary, Node, Term, Unary, copy};
use hloom_storage::types::{Form, Scalar, Sort};
use hloom_storage::value::{Array, Items};
use hloom_storage::{Inputs, Value};
use hloom_storage_search::rules::template::Template;
use std::collections::HashMap;

/// A generator of terms.
pub struct Terms<'r> {
    /// The source of randomness.
    pub random: &'r mut Random,
    /// Whether all values are whole numbers, on which floating point is exact.
    pub exact: bool,
    /// The sorts of the variables in scope, the outermost first.
    pub scope: Vec<Sort>,
    /// So many of the innermost variables are not used.
    hidden: usize,
    /// The place in the scope of another one that is not used.
    unused: Option<usize>,
    /// The nodes made so far.
    pub out: Term,
    /// The terms of a rule's variables.
    bound: HashMap<Var, (Term, Sort)>,
}

const BASES: [Scalar; 3] = [Scalar::Int, Scalar::Real, Scalar::Bool];

impl<'r> Terms<'r> {
    /// A generator for terms with these variables in scope.
    pub fn new(random: &'r mut Random, exact: bool, scope: Vec<Sort>) -> Terms<'r> {
        Terms {
            random,
            exact,
            scope,
            hidden: 0,
            unused: None,
            out: Term::default(),
            bound: HashMap::new(),
        }
    }

    /// A random scalar.
    pub fn base(&mut self) -> Scalar {
        *self.random.one_of(&BASES)
    }

    /// A sort of numbers or dictionaries.
    pub fn sort(&mut self) -> Sort {
        let levels = *self.random.one_of(&[0, 0, 1, 1, 2]);
        Sort::nested(self.base(), levels)
    }

    /// A sort that a sum can read.
    fn collection(&mut self) -> Sort {
        match self.random.below(4) {
            0 => Sort::array(self.base()),
            1 => Sort::nested(self.base(), 1),
            2 => Sort::nested(self.base(), 2),
            // Coordinates and codes.
            _ => Sort::array(Scalar::Int),
        }
    }

    fn under(&mut self, sorts: &[Sort], make: impl FnOnce(&mut Self) -> Option<Id>) -> Option<Id> {
        let depth = self.scope.len();
        self.scope.extend(sorts);
        let hidden = std::mem::replace(&mut self.hidden, 0);
        let made = make(self);
        self.hidden = hidden;
        self.scope.truncate(depth);
        made
    }

    /// A term of a rule's side. `None` if the sorts don't fit: another attempt may.
    pub fn instance(&mut self, side: &Template, sort: Sort) -> Option<Id> {
        match side {
            Template::Any { name, .. } => {
                if let Some((term, known)) = self.bound.get(name).cloned() {
                    return (known == sort).then(|| self.insert(&term));
                }
                let term = self.variable(sort);
                let id = self.insert(&term);
                self.bound.insert(*name, (term, sort));
                Some(id)
            }
            Template::Value { .. } => None,
            Template::Node(node, operands) => self.node(node, operands, sort),
        }
    }

    /// A random term for a rule's variable.
    fn variable(&mut self, sort: Sort) -> Term {
        let outer = std::mem::take(&mut self.out);
        let hidden = self.hidden;
        match self.random.below(7) {
            _ if sort == Sort::array(Scalar::Int) && self.random.chance(2) => {
                self.leaf(sort);
            }
            0 => {
                self.zero(sort);
            }
            // A loop that depends on the value of an entry and not on its key.
            6 if self.scope.len() >= 2 && sort.form != Form::Array => {
                self.unused = Some(self.scope.len() - 2);
                self.sum(sort, 3);
                self.unused = None;
            }
            1 if !self.scope.is_empty() => {
                let near = self.scope.len() - 1;
                match self.scope[near] == sort {
                    true => {
                        self.out.add(Node::Var(0, sort));
                    }
                    false => {
                        self.term(sort, 1);
                    }
                }
            }
            2 | 3 if !self.scope.is_empty() => {
                self.linear(sort, 0, 3);
            }
            _ => {
                self.hidden = self.random.below(self.scope.len().min(4) + 1);
                self.term(sort, 2);
            }
        }
        self.hidden = hidden;
        std::mem::replace(&mut self.out, outer)
    }

    fn insert(&mut self, term: &Term) -> Id {
        copy(&mut self.out, term, term.root(), 0, &mut |to, node, _| to.add(node))
    }

    fn node(&mut self, node: &Node, operands: &[Template], sort: Sort) -> Option<Id> {
        let int = Sort::INT;
        // The sort of a collection that occurs before, or any.
        let known = |me: &mut Self, side: &Template| match side {
            Template::Any { name, .. } if me.bound.contains_key(name) => me.bound[name].1,
            Template::Node(Node::Range(_), _) => Sort::array(Scalar::Int),
            _ => me.collection(),
        };
        let (sorts, binders): (Vec<Sort>, Vec<Sort>) = match *node {
            Node::Var(i, s) => {
                let place = self.scope.len().checked_sub(1 + i as usize)?;
                return (s == sort && self.scope[place] == s).then(|| self.out.add(*node));
            }
            Node::Int(_) => return (sort == int).then(|| self.out.add(*node)),
            Node::Unary(Unary::ToReal, _) if sort.base == Scalar::Real => {
                (vec![Sort { base: Scalar::Int, ..sort }], vec![])
            }
            Node::Unary(Unary::Neg, _) if sort.base != Scalar::Bool => (vec![sort], vec![]),
            Node::Unary(Unary::Even | Unary::Odd, _) | Node::Unique(_) if sort == int => {
                (vec![int], vec![])
            }
            Node::Unary(..) | Node::Unique(_) => return None,
            Node::Binary(op, _) => match op {
                _ if op.is_comparison() && sort == Sort::BOOL => {
                    let base = if self.random.chance(3) { Scalar::Real } else { Scalar::Int };
                    (vec![Sort::scalar(base); 2], vec![])
                }
                Binary::Scale if sort.is_dict() && sort.base != Scalar::Bool => {
                    (vec![Sort::scalar(sort.base), sort], vec![])
                }
                Binary::Hadamard if sort.is_dict() => (vec![sort; 2], vec![]),
                Binary::Add => (vec![sort; 2], vec![]),
                Binary::Sub if sort.base != Scalar::Bool => (vec![sort; 2], vec![]),
                Binary::Mul if sort.is_scalar() => (vec![sort; 2], vec![]),
                Binary::Min | Binary::Max if sort.is_scalar() && sort.base != Scalar::Bool => {
                    (vec![sort; 2], vec![])
                }
                Binary::Div | Binary::Mod if sort == int => (vec![sort; 2], vec![]),
                _ => return None,
            },
            Node::If(_) => (vec![Sort::BOOL, sort], vec![]),
            Node::Single(_) if sort.is_dict() => (vec![int, sort.value()], vec![]),
            Node::Single(_) => return None,
            Node::Get(_) => {
                let array = sort.is_scalar() && self.random.chance(2);
                let over = if array { Sort::array(sort.base) } else { sort.wrapped() };
                let over = match &operands[0] {
                    Template::Node(Node::Range(_), _) => Sort::array(Scalar::Int),
                    _ => over,
                };
                (vec![if over.value() == sort { over } else { return None }, int], vec![])
            }
            Node::Range(_) if sort == Sort::array(Scalar::Int) => (vec![int, int], vec![]),
            Node::Range(_) => return None,
            Node::Slice(_) => (vec![sort, int, int], vec![]),
            Node::Let(_) => {
                let value = if self.random.chance(2) { self.sort() } else { self.collection() };
                (vec![value, sort], vec![value])
            }
            Node::Sum(_) => {
                let over = known(self, &operands[0]);
                (vec![over, sort], vec![int, over.value()])
            }
            Node::Merge(_) => {
                let over = |me: &mut Self| match me.random.chance(2) {
                    true => Sort::array(Scalar::Int),
                    false => Sort::nested(Scalar::Int, 1),
                };
                (vec![over(self), over(self), sort], vec![int; 3])
            }
            Node::Input(..) | Node::Real(_) | Node::Bool(_) | Node::Zero(_) => return None,
        };
        let mut ids = Vec::new();
        for (i, (operand, sort)) in operands.iter().zip(sorts).enumerate() {
            ids.push(if node.binds(i) > 0 {
                self.under(&binders, |me| me.instance(operand, sort))?
            } else {
                self.instance(operand, sort)?
            });
        }
        let mut ids = ids.into_iter();
        Some(self.out.add(node.map_children(|id| ids.next().unwrap_or(id))))
    }

    /// A zero.
    fn zero(&mut self, sort: Sort) -> Id {
        match (sort.form, sort.base) {
            (Form::Nested(0), Scalar::Int) => self.out.add(Node::Int(0)),
            (Form::Nested(0), Scalar::Real) => {
                let zero = if self.random.chance(2) && !self.exact { -0.0 } else { 0.0 };
                self.out.add(Node::real(zero))
            }
            (Form::Nested(_), _) => self.out.add(Node::Zero(sort)),
            (Form::Array, _) => self.leaf(sort),
        }
    }

    /// A term that is often zero where `%index` is, or additive in it.
    fn linear(&mut self, sort: Sort, index: u32, depth: u32) -> Id {
        let place = self.scope.len() - 1 - index as usize;
        if self.scope[place] == sort && self.random.below(3) > 0 {
            return self.out.add(Node::Var(index, sort));
        }
        if depth == 0 || sort.form == Form::Array {
            return self.term(sort, 1);
        }
        let from = self.scope[place];
        match self.random.below(6) {
            0 if sort.is_scalar() => {
                let a = self.linear(sort, index, depth - 1);
                let b = self.term(sort, 1);
                self.out.add(Node::Binary(Binary::Mul, [a, b]))
            }
            1 if sort.is_dict() && sort.base != Scalar::Bool => {
                let a = self.term(Sort::scalar(sort.base), 1);
                let b = self.linear(sort, index, depth - 1);
                self.out.add(Node::Binary(Binary::Scale, [a, b]))
            }
            2 | 3 if sort.is_dict() => {
                let key = self.term(Sort::INT, 1);
                let value = self.linear(sort.value(), index, depth - 1);
                self.out.add(Node::Single([key, value]))
            }
            4 if from.is_dict() => {
                let over = self.out.add(Node::Var(index, from));
                let bound = [Sort::INT, from.value()];
                let body = self.under(&bound, |me| Some(me.linear(sort, 0, depth - 1))).unwrap();
                self.out.add(Node::Sum([over, body]))
            }
            5 => {
                let condition = self.term(Sort::BOOL, 1);
                let value = self.linear(sort, index, depth - 1);
                self.out.add(Node::If([condition, value]))
            }
            _ => self.term(sort, depth - 1),
        }
    }

    /// A variable, an input or a constant.
    fn leaf(&mut self, sort: Sort) -> Id {
        let place = |i: usize| self.scope.len() - 1 - i;
        let usable: Vec<u32> = (self.hidden..self.scope.len())
            .filter(|i| self.scope[place(*i)] == sort && self.unused != Some(place(*i)))
            .map(|i| i as u32)
            .collect();
        if !usable.is_empty() && self.random.below(3) > 0 {
            let index = *self.random.one_of(&usable);
            return self.out.add(Node::Var(index, sort));
        }
        if sort.is_scalar() && self.random.chance(2) {
            let node = match sort.base {
                Scalar::Int => Node::Int(self.random.below(6) as i64 - 2),
                Scalar::Real => Node::real(number(self.random, self.exact)),
                Scalar::Bool => Node::Bool(self.random.chance(2)),
            };
            return self.out.add(node);
        }
        let name = format!("{:?}{:?}{}", sort.base, sort.form, self.random.below(2));
        let name: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
        self.out.add(Node::Input(name.into(), sort))
    }

    fn sum(&mut self, sort: Sort, depth: u32) -> Id {
        let over = self.collection();
        let collection = self.term(over, depth - 1);
        let bound = [Sort::INT, over.value()];
        let body = self.under(&bound, |me| Some(me.term(sort, depth - 1))).unwrap();
        self.out.add(Node::Sum([collection, body]))
    }

    /// A random term.
    pub fn term(&mut self, sort: Sort, depth: u32) -> Id {
        if depth == 0 || self.random.chance(4) {
            return self.leaf(sort);
        }
        let d = depth - 1;
        let int = Sort::INT;
        if sort.form == Form::Array {
            return match self.random.below(3) {
                0 if sort.base == Scalar::Int => {
                    let ids = [self.term(int, d), self.term(int, d)];
                    self.out.add(Node::Range(ids))
                }
                1 => {
                    let ids = [self.term(sort, d), self.term(int, d), self.term(int, d)];
                    self.out.add(Node::Slice(ids))
                }
                _ => self.leaf(sort),
            };
        }
        let ring = sort.base != Scalar::Bool;
        match self.random.below(12) {
            0 => {
                let ids = [self.term(sort, d), self.term(sort, d)];
                self.out.add(Node::Binary(Binary::Add, ids))
            }
            1 if ring => {
                let ids = [self.term(sort, d), self.term(sort, d)];
                self.out.add(Node::Binary(Binary::Sub, ids))
            }
            2 | 3 => {
                let scalar = Sort::scalar(sort.base);
                let (op, first) = match (sort.is_scalar(), ring && self.random.chance(2)) {
                    (true, _) => (Binary::Mul, sort),
                    (false, true) => (Binary::Scale, scalar),
                    (false, false) => (Binary::Hadamard, sort),
                };
                let ids = [self.term(first, d), self.term(sort, d)];
                self.out.add(Node::Binary(op, ids))
            }
            4 => {
                let ids = [self.term(Sort::BOOL, d), self.term(sort, d)];
                self.out.add(Node::If(ids))
            }
            5 | 6 => self.sum(sort, depth),
            7 => {
                let array = sort.is_scalar() && self.random.chance(2);
                let over = if array { Sort::array(sort.base) } else { sort.wrapped() };
                let ids = [self.term(over, d), self.term(int, d)];
                self.out.add(Node::Get(ids))
            }
            8 => {
                let value = if self.random.chance(2) { self.sort() } else { self.collection() };
                let given = self.term(value, d);
                let body = self.under(&[value], |me| Some(me.term(sort, d))).unwrap();
                self.out.add(Node::Let([given, body]))
            }
            9 => {
                let over = Sort::array(Scalar::Int);
                let pair = [self.term(over, d), self.term(over, d)];
                let body = self.under(&[int; 3], |me| Some(me.term(sort, d))).unwrap();
                self.out.add(Node::Merge([pair[0], pair[1], body]))
            }
            _ if sort.is_dict() => {
                let ids = [self.term(int, d), self.term(sort.value(), d)];
                self.out.add(Node::Single(ids))
            }
            _ if sort == Sort::BOOL => {
                let base =
                    Sort::scalar(if self.random.chance(3) { Scalar::Real } else { Scalar::Int });
                let ids = [self.term(base, d), self.term(base, d)];
                let all = [Binary::Eq, Binary::Ne, Binary::Lt, Binary::Le];
                let op = *self.random.one_of(&all);
                self.out.add(Node::Binary(op, ids))
            }
            10 if sort.base == Scalar::Real => {
                let e = self.term(Sort::INT, d);
                self.out.add(Node::Unary(Unary::ToReal, e))
            }
            10 => {
                let e = self.term(sort, d);
                let op = *self.random.one_of(&[Unary::Neg, Unary::Even, Unary::Odd]);
                self.out.add(Node::Unary(op, e))
            }
            _ => {
                let ids = [self.term(sort, d), self.term(sort, d)];
                let all: &[Binary] = match sort.base {
                    Scalar::Int => &[Binary::Min, Binary::Max, Binary::Div, Binary::Mod],
                    _ if self.exact => &[Binary::Min, Binary::Max],
                    _ => &[Binary::Min, Binary::Max, Binary::Div],
                };
                let op = *self.random.one_of(all);
                self.out.add(Node::Binary(op, ids))
            }
        }
    }
}

/// A random number; `exact` ones are small and whole.
pub fn number(random: &mut Random, exact: bool) -> f64 {
    let whole = random.below(6) as f64 - 2.0;
    let strange = [0.5, -0.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e300, 0.1, -3.7];
    if exact || random.chance(2) { whole } else { *random.one_of(&strange) }
}

/// A random value of a sort.
pub fn value(random: &mut Random, sort: Sort, exact: bool) -> Value {
    let len = random.below(8).min(4);
    match (sort.form, sort.base) {
        (Form::Nested(0), Scalar::Int) => Value::Int(random.below(6) as i64 - 2),
        (Form::Nested(0), Scalar::Real) => Value::Real(number(random, exact)),
        (Form::Nested(0), Scalar::Bool) => Value::Bool(!random.chance(4)),
        (Form::Nested(_), _) => {
            let entries: Vec<(i64, Value)> = (0..len)
                .map(|_| (random.below(4) as i64, value(random, sort.value(), exact)))
                .collect();
            Value::dict(entries)
        }
        (Form::Array, Scalar::Int) => {
            Value::ints((0..len).map(|_| random.below(5) as i64).collect::<Vec<_>>())
        }
        (Form::Array, Scalar::Real) => {
            Value::reals((0..len).map(|_| number(random, exact)).collect::<Vec<_>>())
        }
        (Form::Array, Scalar::Bool) => {
            let all: Vec<bool> = (0..len).map(|_| random.chance(2)).collect();
            Value::Array(Array::new(Items::Bools(all.into())))
        }
    }
}

/// Random data for the inputs of a term.
pub fn data(random: &mut Random, term: &Term, inputs: &mut Inputs, exact: bool) {
    for node in term {
        if let Node::Input(name, sort) = node {
            inputs.entry(*name).or_insert_with(|| value(random, *sort, exact));
        }
    }
}

/// Whether two values are equal: NaN is, and if `bits` is set, the zeros have signs.
pub fn same(a: &Value, b: &Value, bits: bool) -> bool {
    match (a, b) {
        (Value::Real(a), Value::Real(b)) => {
            a.is_nan() && b.is_nan() || if bits { a.to_bits() == b.to_bits() } else { a == b }
        }
        (Value::Dict(a), Value::Dict(b)) => {
            a.len() == b.len()
                && a.iter().zip(b.iter()).all(|((j, x), (k, y))| j == k && same(x, y, bits))
        }
        (Value::Array(a), Value::Array(b)) => {
            a.positions() == b.positions()
                && a.positions().take(1000).all(|i| match (a.get(i), b.get(i)) {
                    (Some(x), Some(y)) => same(&x, &y, bits),
                    _ => false,
                })
        }
        _ => a == b,
    }
}
