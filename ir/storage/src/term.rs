//! Terms: the calculus behind the text.
//!
//! A [`Term`] is a list of [`Node`]s, operands first; the last one is the root. Bound variables are
//! De Bruijn indices: `%0` is the variable bound last. Each variable carries its [`Sort`], so that
//! every node has a sort that does not depend on its surroundings, and the same open term under two
//! binders is the same node.
//!
//! The names of the text's overloaded operators are gone: `*` is [`Binary::Mul`] of two numbers,
//! [`Binary::Scale`] of a number and a dictionary, [`Binary::Hadamard`] of two dictionaries, or
//! [`Node::If`] of a truth value and anything.

use crate::types::{Form, Scalar, Sort};
pub use egg::{Id, Symbol};
use egg::{Language, RecExpr};
use std::collections::{HashMap, HashSet};
use std::fmt;

/// A term.
pub type Term = RecExpr<Node>;

/// Operators of one operand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Unary {
    /// The negative of a number, or of all numbers of a dictionary.
    Neg,
    /// An integer as a real, or all integers of a dictionary.
    ToReal,
    /// The bits of an integer at even places.
    Even,
    /// The bits of an integer at odd places.
    Odd,
}

/// Operators of two operands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Binary {
    /// The sum of two numbers ("or" of truth values), or of two dictionaries entry by entry.
    Add,
    /// The difference, likewise.
    Sub,
    /// The product of two numbers ("and" of truth values).
    Mul,
    /// A number times all numbers of a dictionary.
    Scale,
    /// The product of two dictionaries entry by entry.
    Hadamard,
    /// The quotient of reals; the floor of the quotient of integers, 0 for a divisor 0.
    Div,
    /// `a - b * (a / b)` of integers.
    Mod,
    /// The smaller number.
    Min,
    /// The larger number.
    Max,
    /// `==`
    Eq,
    /// `!=`
    Ne,
    /// `<`
    Lt,
    /// `<=`
    Le,
}

impl Binary {
    /// Whether the result is a truth value about two numbers.
    pub fn is_comparison(self) -> bool {
        matches!(self, Binary::Eq | Binary::Ne | Binary::Lt | Binary::Le)
    }

    /// Whether it is one of the three products.
    pub fn is_product(self) -> bool {
        matches!(self, Binary::Mul | Binary::Scale | Binary::Hadamard)
    }
}

/// An operator with its operands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Node {
    /// `%i`: the variable bound by the `i`-th binder outwards.
    Var(u32, Sort),
    /// A tensor by its name.
    Input(Symbol, Sort),
    /// An integer.
    Int(i64),
    /// A real, as its bits.
    Real(u64),
    /// A truth value.
    Bool(bool),
    /// The empty dictionary, or a zero.
    Zero(Sort),
    /// An operator of one operand.
    Unary(Unary, Id),
    /// An operator of two operands.
    Binary(Binary, [Id; 2]),
    /// `if c then e`: `e` or zero.
    If([Id; 2]),
    /// `{ k -> v }`.
    Single([Id; 2]),
    /// `d(k)`; zero if there is no entry.
    Get([Id; 2]),
    /// `lo:hi`: the array of `lo`, …, `hi - 1`.
    Range([Id; 2]),
    /// `d(lo:hi)`: the entries of `d` at `lo`, …, `hi - 1`, with these keys.
    Slice([Id; 3]),
    /// `unique(k)`: `k`, and the promise that the enclosing sum makes each such key once.
    Unique(Id),
    /// `let %0 = e in b`.
    Let([Id; 2]),
    /// `sum(<%1, %0> in d) b`: key `%1`, value `%0`.
    Sum([Id; 2]),
    /// `merge(<%2, %1, %0> in <a, b>) e`: the positions `%2` of `a` and `%1` of `b` of each pair of
    /// equal values `%0`.
    Merge([Id; 3]),
}

/// The operator of a node: the node without operands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Operator {
    Leaf(Leaf),
    Unary(Unary),
    Binary(Binary),
    If,
    Single,
    Get,
    Range,
    Slice,
    Unique,
    Let,
    Sum,
    Merge,
}

/// The kind of a node without operands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Leaf {
    Var,
    Input,
    Int,
    Real,
    Bool,
    Zero,
}

impl Node {
    /// A real constant.
    pub fn real(value: f64) -> Node {
        Node::Real(value.to_bits())
    }

    /// The number of variables that this node binds in its operand `i`.
    pub fn binds(&self, i: usize) -> u32 {
        match self {
            Node::Let(_) if i == 1 => 1,
            Node::Sum(_) if i == 1 => 2,
            Node::Merge(_) if i == 2 => 3,
            _ => 0,
        }
    }

    /// The sort of the node, from the sorts of its operands.
    pub fn sort(&self, of: impl Fn(Id) -> Sort) -> Sort {
        match *self {
            Node::Var(_, sort) | Node::Input(_, sort) | Node::Zero(sort) => sort,
            Node::Int(_) => Sort::INT,
            Node::Real(_) => Sort::REAL,
            Node::Bool(_) => Sort::BOOL,
            Node::Unary(Unary::ToReal, e) => Sort { base: Scalar::Real, ..of(e) },
            Node::Unary(_, e) | Node::Unique(e) => of(e),
            Node::Binary(Binary::Scale, [_, d]) => of(d),
            Node::Binary(op, _) if op.is_comparison() => Sort::BOOL,
            Node::Binary(_, [a, _]) => of(a),
            Node::If([_, e]) | Node::Let([_, e]) | Node::Sum([_, e]) | Node::Merge([_, _, e]) => {
                of(e)
            }
            Node::Single([_, v]) => of(v).wrapped(),
            Node::Get([d, _]) => of(d).value(),
            Node::Range(_) => Sort::array(Scalar::Int),
            Node::Slice([d, ..]) => of(d),
        }
    }
}

impl Language for Node {
    type Discriminant = Operator;

    fn discriminant(&self) -> Operator {
        match self {
            Node::Var(..) => Operator::Leaf(Leaf::Var),
            Node::Input(..) => Operator::Leaf(Leaf::Input),
            Node::Int(_) => Operator::Leaf(Leaf::Int),
            Node::Real(_) => Operator::Leaf(Leaf::Real),
            Node::Bool(_) => Operator::Leaf(Leaf::Bool),
            Node::Zero(_) => Operator::Leaf(Leaf::Zero),
            Node::Unary(op, _) => Operator::Unary(*op),
            Node::Binary(op, _) => Operator::Binary(*op),
            Node::If(_) => Operator::If,
            Node::Single(_) => Operator::Single,
            Node::Get(_) => Operator::Get,
            Node::Range(_) => Operator::Range,
            Node::Slice(_) => Operator::Slice,
            Node::Unique(_) => Operator::Unique,
            Node::Let(_) => Operator::Let,
            Node::Sum(_) => Operator::Sum,
            Node::Merge(_) => Operator::Merge,
        }
    }

    fn matches(&self, other: &Node) -> bool {
        match (self, other) {
            (Node::Var(i, s), Node::Var(j, t)) => i == j && s == t,
            (Node::Input(a, s), Node::Input(b, t)) => a == b && s == t,
            (Node::Int(a), Node::Int(b)) => a == b,
            (Node::Real(a), Node::Real(b)) => a == b,
            (Node::Bool(a), Node::Bool(b)) => a == b,
            (Node::Zero(a), Node::Zero(b)) => a == b,
            _ => self.discriminant() == other.discriminant(),
        }
    }

    fn children(&self) -> &[Id] {
        match self {
            Node::Var(..)
            | Node::Input(..)
            | Node::Int(_)
            | Node::Real(_)
            | Node::Bool(_)
            | Node::Zero(_) => &[],
            Node::Unary(_, e) | Node::Unique(e) => std::slice::from_ref(e),
            Node::Binary(_, es)
            | Node::If(es)
            | Node::Single(es)
            | Node::Get(es)
            | Node::Range(es)
            | Node::Let(es)
            | Node::Sum(es) => es,
            Node::Slice(es) | Node::Merge(es) => es,
        }
    }

    fn children_mut(&mut self) -> &mut [Id] {
        match self {
            Node::Var(..)
            | Node::Input(..)
            | Node::Int(_)
            | Node::Real(_)
            | Node::Bool(_)
            | Node::Zero(_) => &mut [],
            Node::Unary(_, e) | Node::Unique(e) => std::slice::from_mut(e),
            Node::Binary(_, es)
            | Node::If(es)
            | Node::Single(es)
            | Node::Get(es)
            | Node::Range(es)
            | Node::Let(es)
            | Node::Sum(es) => es,
            Node::Slice(es) | Node::Merge(es) => es,
        }
    }
}

impl fmt::Display for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Node::Var(i, _) => write!(f, "%{i}"),
            Node::Input(name, _) => write!(f, "{name}"),
            Node::Int(value) => write!(f, "{value}"),
            Node::Real(bits) => write!(f, "{:?}", f64::from_bits(*bits)),
            Node::Bool(value) => write!(f, "{value}"),
            Node::Zero(_) => f.write_str("zero"),
            Node::Unary(op, _) => write!(f, "{op:?}"),
            Node::Binary(op, _) => write!(f, "{op:?}"),
            other => write!(f, "{:?}", other.discriminant()),
        }
    }
}

/// The operands of a node.
pub fn operands(node: &Node) -> &[Id] {
    node.children()
}

/// The operands of a node, to be changed.
pub fn operands_mut(node: &mut Node) -> &mut [Id] {
    node.children_mut()
}

/// Whether two parts of a term, below the same binders, are the same.
pub fn same(term: &[Node], a: Id, b: Id) -> bool {
    // Pairs that are the same: a part that is reached in many ways is compared once.
    fn matches(term: &[Node], a: Id, b: Id, known: &mut HashSet<(Id, Id)>) -> bool {
        let (x, y) = (&term[usize::from(a)], &term[usize::from(b)]);
        let found = a == b
            || known.contains(&(a, b))
            || x.matches(y)
                && (x.children().iter().zip(y.children()))
                    .all(|(x, y)| matches(term, *x, *y, known));
        if found {
            known.insert((a, b));
        }
        found
    }
    matches(term, a, b, &mut HashSet::new())
}

/// Appends the part of `from` below `id` to `to`; `leaf` replaces variables and inputs, given the
/// node and the number of binders crossed. Returns the id in `to`. A shared node is copied once for
/// each number of binders around it.
pub fn copy(
    to: &mut Term,
    from: &[Node],
    id: Id,
    crossed: u32,
    leaf: &mut dyn FnMut(&mut Term, Node, u32) -> Id,
) -> Id {
    copy_once(to, from, id, crossed, leaf, &mut HashMap::new())
}

fn copy_once(
    to: &mut Term,
    from: &[Node],
    id: Id,
    crossed: u32,
    leaf: &mut dyn FnMut(&mut Term, Node, u32) -> Id,
    done: &mut HashMap<(Id, u32), Id>,
) -> Id {
    let mut node = from[usize::from(id)];
    if node.children().is_empty() {
        return leaf(to, node, crossed);
    }
    if let Some(copied) = done.get(&(id, crossed)) {
        return *copied;
    }
    let binds = node;
    for (i, child) in node.children_mut().iter_mut().enumerate() {
        *child = copy_once(to, from, *child, crossed + binds.binds(i), leaf, done);
    }
    let copied = to.add(node);
    done.insert((id, crossed), copied);
    copied
}

/// Shifts the free variables from `cut` upwards by `by`. `None` if a variable would be shifted
/// below `cut`: if one of `cut`, …, `cut - by - 1` occurs.
pub fn shift(term: &Term, cut: u32, by: i32) -> Option<Term> {
    let mut out = Term::default();
    let mut fits = true;
    copy(&mut out, term, term.root(), 0, &mut |out, node, crossed| {
        let node = match node {
            Node::Var(i, sort) if i >= cut + crossed => match i.checked_add_signed(by) {
                Some(shifted) if shifted >= cut + crossed => Node::Var(shifted, sort),
                _ => {
                    fits = false;
                    node
                }
            },
            node => node,
        };
        out.add(node)
    });
    fits.then_some(out)
}

/// Replaces `%0` to `%(n-1)` by the `n` given terms, and shifts the variables above down by `n`.
/// The given terms are about the variables outside.
pub fn substitute(term: &Term, by: &[Term]) -> Term {
    let mut out = Term::default();
    let n = by.len() as u32;
    copy(&mut out, term, term.root(), 0, &mut |out, node, crossed| match node {
        Node::Var(i, _) if i >= crossed && i < crossed + n => {
            let given = &by[(i - crossed) as usize];
            copy(out, given, given.root(), 0, &mut |out, node, inner| {
                out.add(match node {
                    Node::Var(j, sort) if j >= inner => Node::Var(j + crossed, sort),
                    node => node,
                })
            })
        }
        Node::Var(i, sort) if i >= crossed + n => out.add(Node::Var(i - n, sort)),
        node => out.add(node),
    });
    out
}

/// The free variables of a node, from those of its operands: a bit for each, the last one for all
/// from 63 upwards.
pub fn free(node: &Node, mut of: impl FnMut(Id) -> u64) -> u64 {
    const FAR: u64 = 1 << 63;
    match node {
        Node::Var(i, _) => 1 << (*i).min(63),
        node => {
            let each = node.children().iter().enumerate().map(|(i, child)| {
                let inside = of(*child);
                let binds = node.binds(i);
                // A far variable is one of those that are near enough without these binders.
                let far = if inside & FAR == 0 { 0 } else { !0 << (63 - binds) };
                (inside >> binds) | far
            });
            each.fold(0, |all, one| all | one)
        }
    }
}

/// The free variables of all nodes of a term, as [`free`] has them.
pub fn all_free(term: &Term) -> Vec<u64> {
    let mut all: Vec<u64> = Vec::with_capacity(term.len());
    for node in term {
        let own = free(node, |id| all[usize::from(id)]);
        all.push(own);
    }
    all
}

/// The sort of a node of a term.
pub fn sort(term: &Term, id: Id) -> Sort {
    term[id].sort(|child| sort(term, child))
}

/// The sorts of all nodes of a term.
pub fn sorts(term: &Term) -> Vec<Sort> {
    let mut sorts: Vec<Sort> = Vec::with_capacity(term.len());
    for node in term {
        let sort = node.sort(|id| sorts[usize::from(id)]);
        sorts.push(sort);
    }
    sorts
}

/// The sorts of the variables that a node binds in its operand `i`, outermost first, given the
/// sorts of its operands.
pub fn bound(node: &Node, i: usize, of: impl Fn(usize) -> Sort) -> Vec<Sort> {
    match (node, i) {
        (Node::Let(_), 1) => vec![of(0)],
        (Node::Sum(_), 1) => vec![Sort::INT, of(0).value()],
        (Node::Merge(_), 2) => vec![Sort::INT, Sort::INT, Sort::INT],
        _ => Vec::new(),
    }
}

/// The deepest nesting of dictionaries.
pub const MAX_LEVELS: u8 = 16;

/// Whether a sort's levels are at most [`MAX_LEVELS`].
pub fn fits(sort: Sort) -> bool {
    !matches!(sort.form, Form::Nested(levels) if levels > MAX_LEVELS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_compared_by_their_form() {
        // Two towers of sums, each of the one before twice: there are 2^100 ways down.
        let mut term = Term::default();
        let mut towers = [7, 7, 8].map(|leaf| term.add(Node::Int(leaf)));
        for _ in 0..100 {
            towers = towers.map(|below| term.add(Node::Binary(Binary::Add, [below, below])));
        }
        let [a, b, other] = towers;
        assert!(same(&term, a, b));
        assert!(!same(&term, a, other));
        let product = term.add(Node::Binary(Binary::Mul, [a, b]));
        let sum = term.add(Node::Binary(Binary::Add, [a, b]));
        assert!(!same(&term, product, sum));
    }
}
