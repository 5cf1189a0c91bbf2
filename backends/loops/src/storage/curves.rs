//! Loops along the Z-order curve, a square of the curve at a time.
//!
//! ```text
//! sum(<z, v> in val) { odd(z) -> v * x(even(z)) }
//!
//! sum(<s, _> in 0:n / 64)
//!   let z = 64 * s in let i = 8 * odd(s) in let j = 8 * even(s) in
//!     { i -> val(z) * x(j) } + { i -> val(z + 1) * x(j + 1) } + { i + 1 -> val(z + 2) * x(j) } + …
//! ```
//!
//! The places inside of a square are constants, so that a square's rows and columns are found once, its part of a
//! vector is read once, and its sums stay in registers. Each place of the result is added to in the order of the curve,
//! as in the plain loop. Vectors gain a factor of two to three; matrices, each of whose numbers is another place, gain nothing,
//! and keep the plain loop.

use super::Physical;
use super::emit::{Destination, Emitted, Emitter};
use super::numbers::{add, load, store};
use crate::program::UnaryOp;
use hloom_ir::Element;
use hloom_storage::Sort;
use hloom_storage::term::{
    Binary, Id, Node, Symbol, Term, Unary, operands, operands_mut, same, sort,
};
use std::collections::BTreeMap;

/// The positions of a square: a power of four.
const SQUARE: i64 = 64;
/// The rows of a square.
const SIDE: i64 = 8;
/// The most nodes of a body, which is written for each position of a square.
const MAX_NODES: usize = 24;

/// The term with loops over squares in place of those over positions of a curve whose squares are all whole.
pub(super) fn in_squares(term: &Term, inputs: &BTreeMap<Symbol, Physical>) -> Term {
    let mut out = Term::default();
    let mut copies: Vec<Id> = Vec::with_capacity(term.len());
    for node in term {
        let mut copied = *node;
        for child in operands_mut(&mut copied) {
            *child = copies[usize::from(*child)];
        }
        let along = match copied {
            Node::Sum([over, body]) => squares(&mut out, [over, body], inputs),
            _ => None,
        };
        copies.push(along.unwrap_or_else(|| out.add(copied)));
    }
    out
}

/// The loop over the squares of a curve; `None` if a sum is another one.
fn squares(
    out: &mut Term,
    [over, body]: [Id; 2],
    inputs: &BTreeMap<Symbol, Physical>,
) -> Option<Id> {
    let Node::Input(name, _) = out[over] else { return None };
    let length = i64::try_from(inputs.get(&name)?.length?).ok()?;
    let is_whole = length > 0 && length % SQUARE == 0;
    if !is_whole || !is_vector(sort(out, body)) || !goes_along_curve(out, body) {
        return None;
    }
    let of = out.clone();
    let [position, row, column] = [2, 1, 0].map(|i| out.add(Node::Var(i, Sort::INT)));
    let mut sum = None;
    for place in places(out, body) {
        let [z, i, j] = [(position, place), (row, odd(place)), (column, even(place))]
            .map(|(from, by)| plus(out, from, by));
        let body = at_place(out, &of, body, (over, [z, i, j]));
        sum = Some(match sum {
            Some(sum) => out.add(Node::Binary(Binary::Add, [sum, body])),
            None => body,
        });
    }
    let mut body = sum?;
    // The number of the square is the value of the loop, behind so many more variables.
    for (behind, op, factor) in
        [(2, Some(Unary::Even), SIDE), (1, Some(Unary::Odd), SIDE), (0, None, SQUARE)]
    {
        let number = out.add(Node::Var(behind, Sort::INT));
        let first = op.map_or(number, |op| out.add(Node::Unary(op, number)));
        let factor = out.add(Node::Int(factor));
        let first = out.add(Node::Binary(Binary::Mul, [factor, first]));
        body = out.add(Node::Let([first, body]));
    }
    let [none, count] = [0, length / SQUARE].map(|end| out.add(Node::Int(end)));
    let all = out.add(Node::Range([none, count]));
    Some(out.add(Node::Sum([all, body])))
}

/// Whether a sort is that of a dictionary of numbers.
fn is_vector(sort: Sort) -> bool {
    sort.is_dict() && sort.value().is_scalar()
}

/// Whether a body, which has no loops, finds a row or a column of its position.
fn goes_along_curve(term: &Term, body: Id) -> bool {
    let (mut left, mut count, mut found) = (vec![body], 0, false);
    while let Some(id) = left.pop() {
        count += 1;
        let node = term[id];
        let fits = match node {
            Node::Sum(_) | Node::Merge(_) | Node::Let(_) | Node::Unique(_) => false,
            Node::Unary(Unary::Even | Unary::Odd, of) => {
                found |= matches!(term[of], Node::Var(1, _));
                true
            }
            _ => true,
        };
        if !fits || count > MAX_NODES {
            return false;
        }
        left.extend(operands(&node));
    }
    found
}

/// The places of a square in the order in which a body is written for them. Those that are added to the same row or
/// column stand together, so that its sum is stored once; each row and column has the order of the curve.
fn places(term: &Term, body: Id) -> Vec<i64> {
    let mut all: Vec<i64> = (0..SQUARE).collect();
    let mut left = vec![body];
    let mut keys = Vec::new();
    while let Some(id) = left.pop() {
        match term[id] {
            Node::Single([key, _]) => keys.push(key),
            node => left.extend(operands(&node)),
        }
    }
    let [key] = keys[..] else { return all };
    match apart(term, key) {
        Some(Unary::Odd) => all.sort_by_key(|place| odd(*place)),
        Some(Unary::Even) => all.sort_by_key(|place| even(*place)),
        _ => {}
    }
    all
}

/// Whether a key is another one for each row or each column of a position, and the same in all of it.
fn apart(term: &Term, key: Id) -> Option<Unary> {
    match term[key] {
        Node::Unary(op, of) if matches!(term[of], Node::Var(1, _)) => Some(op),
        Node::Binary(Binary::Add | Binary::Sub, [x, y]) => match [x, y].map(|it| moves(term, it)) {
            [true, false] => apart(term, x),
            [false, true] => apart(term, y),
            _ => None,
        },
        _ => None,
    }
}

/// Whether a number depends on the position or its value.
fn moves(term: &Term, id: Id) -> bool {
    let node = term[id];
    matches!(node, Node::Var(0 | 1, _)) || operands(&node).iter().any(|of| moves(term, *of))
}

/// A body for a place of a square, whose position, row and column are given.
fn at_place(out: &mut Term, of: &Term, body: Id, (over, [z, i, j]): (Id, [Id; 3])) -> Id {
    let mut node = of[body];
    match node {
        Node::Unary(Unary::Odd, key) if matches!(of[key], Node::Var(1, _)) => return i,
        Node::Unary(Unary::Even, key) if matches!(of[key], Node::Var(1, _)) => return j,
        Node::Var(1, _) => return z,
        Node::Var(0, _) => return out.add(Node::Get([over, z])),
        // Three numbers are bound in place of the position and its value, and the square's number and position.
        Node::Var(outer, sort) => return out.add(Node::Var(outer + 3, sort)),
        _ => {}
    }
    for child in operands_mut(&mut node) {
        *child = at_place(out, of, *child, (over, [z, i, j]));
    }
    out.add(node)
}

fn plus(out: &mut Term, x: Id, by: i64) -> Id {
    if by == 0 {
        return x;
    }
    let by = out.add(Node::Int(by));
    out.add(Node::Binary(Binary::Add, [x, by]))
}

/// The bits at even places.
fn even(place: i64) -> i64 {
    (0..32).fold(0, |bits, at| bits | (place >> (2 * at) & 1) << at)
}

/// The bits at odd places.
fn odd(place: i64) -> i64 {
    even(place >> 1)
}

impl Emitter<'_> {
    /// Adds entries one after the other, those that follow each other at one place in a register; does nothing and
    /// returns false for other dictionaries.
    pub(super) fn add_at_places(&mut self, id: Id, to: Destination) -> Emitted<bool> {
        let workspace = &self.workspaces[to.space];
        let (buffer, element) = (workspace.buffer, workspace.element);
        // Narrower elements are rounded by each addition.
        let plain = matches!(element, Element::F64 | Element::I64) && workspace.listed.is_none();
        if !plain || to.once || to.erase || self.keys_at(to).is_some() {
            return Ok(false);
        }
        let Some(entries) = self.entries_of_sum(id, to) else { return Ok(false) };
        let base = self.base_of(to.space);
        for place in entries.chunk_by(|x, y| same(self.term, x[0], y[0])) {
            let within = self.interval(place[0][0]);
            let key = self.number(place[0][0])?;
            let at = self.below(to, key, within).offset;
            let mut sum = load(&mut self.b, buffer, element, at, None);
            for [_, value] in place {
                let mut value = self.number(*value)?;
                if to.negated {
                    value = self.b.unary(UnaryOp::Neg, value);
                }
                sum = add(&mut self.b, base, sum, value);
            }
            store(&mut self.b, buffer, element, at, sum);
        }
        Ok(true)
    }

    /// The keys and numbers of a sum of entries, if all have a place for certain, and two that follow each other the
    /// same one.
    fn entries_of_sum(&self, mut id: Id, to: Destination) -> Option<Vec<[Id; 2]>> {
        let entry = |id: Id| match self.term[id] {
            Node::Single([key, value]) => {
                let fits = self.sort(value).is_scalar() && self.takes_zero(to, self.interval(key));
                fits.then_some([key, value])
            }
            _ => None,
        };
        let mut entries = Vec::new();
        while let Node::Binary(Binary::Add, [before, last]) = self.term[id] {
            entries.push(entry(last)?);
            id = before;
        }
        entries.push(entry(id)?);
        entries.reverse();
        let again = entries.windows(2).any(|pair| same(self.term, pair[0][0], pair[1][0]));
        again.then_some(entries)
    }
}
