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
//! The places inside of a square are constants: a square's rows and columns are found once, and its part of a vector is
//! read once. Numbers that are added to one row or column follow each other, so that a sum of 64-bit numbers stays in a
//! register; narrower ones are rounded at each addition, and stored. Each place of the result is added to in the order of
//! the curve, as in the plain loop.
//!
//! Only loops without other loops inside go square by square, and only into vectors with a place for each row or
//! column. Those gain a factor of two to three; other results, such as matrices, have another place for each number.

use super::Physical;
use super::emit::{Destination, Emitted, Emitter};
use super::numbers::{add, load, store};
use super::simplify::rebuilt;
use crate::program::UnaryOp;
use hloom_ir::Element;
use hloom_storage::Sort;
use hloom_storage::eval::even_bits;
use hloom_storage::term::{
    Binary, Id, Node, Symbol, Term, Unary, free, operands, operands_mut, same, sort,
};
use std::collections::BTreeMap;

/// The positions of a square: a power of four.
const SQUARE: i64 = 64;
/// The rows of a square.
const SIDE: i64 = 8;
/// The least squares of a curve: the code of one is as long as that of 64 iterations.
const LEAST: i64 = 16;
/// The most nodes of a body, which is written for each position of a square.
const MAX_NODES: usize = 24;
/// The most bodies of a term that are written so often.
const MAX_LOOPS: usize = 8;

/// The term with loops over squares in place of those over positions of a curve whose squares are all whole.
pub(super) fn in_squares(term: &Term, inputs: &BTreeMap<Symbol, Physical>) -> Term {
    let mut loops = 0;
    rebuilt(term, |out, node| {
        let Node::Sum(sum) = node else { return None };
        let by_squares = if loops < MAX_LOOPS { squares(out, sum, inputs) } else { None };
        loops += usize::from(by_squares.is_some());
        by_squares
    })
}

/// The loop over the squares of a curve; `None` in place of any other sum.
fn squares(
    out: &mut Term,
    [over, body]: [Id; 2],
    inputs: &BTreeMap<Symbol, Physical>,
) -> Option<Id> {
    let Node::Input(name, _) = out[over] else { return None };
    let length = i64::try_from(inputs.get(&name)?.length?).ok()?;
    let is_whole = length >= LEAST * SQUARE && length % SQUARE == 0;
    if !is_whole || !is_vector(sort(out, body)) {
        return None;
    }
    let mut keys = Vec::new();
    let nodes = entries(out, body, &mut keys)?;
    if nodes > MAX_NODES || keys.is_empty() {
        return None;
    }
    let [position, row, column] = [2, 1, 0].map(|i| out.add(Node::Var(i, Sort::INT)));
    let mut sum = None;
    for place in places(&keys) {
        let [z, i, j] = [(position, place), (row, odd(place)), (column, even(place))]
            .map(|(from, by)| plus(out, from, by));
        let body = at_place(out, body, (over, [z, i, j]));
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

/// The nodes of a body that is made of entries alone, and what their keys are of a position; `None` for other bodies.
/// A dictionary that is made to be read is refused: each of its copies would have a workspace.
fn entries(term: &Term, body: Id, keys: &mut Vec<Unary>) -> Option<usize> {
    let below = match term[body] {
        Node::Single([key, value]) => {
            keys.push(line_of(term, key)?);
            number(term, key)? + number(term, value)?
        }
        Node::If([factor, dict]) | Node::Binary(Binary::Scale, [factor, dict]) => {
            number(term, factor)? + entries(term, dict, keys)?
        }
        Node::Unary(Unary::Neg, dict) => entries(term, dict, keys)?,
        Node::Binary(Binary::Add | Binary::Sub, [x, y]) => {
            entries(term, x, keys)? + entries(term, y, keys)?
        }
        _ => return None,
    };
    Some(1 + below)
}

/// The nodes of a number that is made without loops, of elements of arrays and dictionaries that are there.
fn number(term: &Term, id: Id) -> Option<usize> {
    let node = term[id];
    let plain = match node {
        Node::Get([over, _]) => matches!(term[over], Node::Input(..) | Node::Var(..)),
        Node::Binary(op, _) => !matches!(op, Binary::Scale | Binary::Hadamard),
        Node::Sum(_) | Node::Merge(_) | Node::Let(_) | Node::Unique(_) | Node::Single(_) => false,
        Node::Slice(_) | Node::Range(_) => false,
        _ => true,
    };
    let below = operands(&node).iter().map(|of| number(term, *of)).sum::<Option<usize>>()?;
    plain.then_some(1 + below)
}

/// The places of a square in the order in which a body is written for them. If there is one key, those of the same row
/// or column stand together, so that its sum is stored once; each row and column has the order of the curve.
fn places(keys: &[Unary]) -> Vec<i64> {
    let mut all: Vec<i64> = (0..SQUARE).collect();
    match keys {
        [Unary::Odd] => all.sort_by_key(|place| odd(*place)),
        [Unary::Even] => all.sort_by_key(|place| even(*place)),
        _ => {}
    }
    all
}

/// The operator of a key that is another one for each row, or for each column, and the same in all of it.
fn line_of(term: &Term, key: Id) -> Option<Unary> {
    match term[key] {
        Node::Unary(op @ (Unary::Odd | Unary::Even), of) if matches!(term[of], Node::Var(1, _)) => {
            Some(op)
        }
        Node::Binary(Binary::Add | Binary::Sub, [x, y]) => {
            match [x, y].map(|it| is_of_iteration(term, it)) {
                [true, false] => line_of(term, x),
                [false, true] => line_of(term, y),
                _ => None,
            }
        }
        _ => None,
    }
}

/// Whether a number depends on the position or its value.
fn is_of_iteration(term: &Term, id: Id) -> bool {
    fn variables(term: &Term, id: Id) -> u64 {
        free(&term[id], |of| variables(term, of))
    }
    variables(term, id) & 0b11 != 0
}

/// A body for a place of a square, whose position, row and column are given.
fn at_place(out: &mut Term, body: Id, (over, [z, i, j]): (Id, [Id; 3])) -> Id {
    let mut node = out[body];
    match node {
        Node::Unary(Unary::Odd, key) if matches!(out[key], Node::Var(1, _)) => return i,
        Node::Unary(Unary::Even, key) if matches!(out[key], Node::Var(1, _)) => return j,
        Node::Var(1, _) => return z,
        Node::Var(0, _) => return out.add(Node::Get([over, z])),
        // Three numbers are bound in place of the position and its value, and the square's number and position.
        Node::Var(outer, sort) => return out.add(Node::Var(outer + 3, sort)),
        _ => {}
    }
    for child in operands_mut(&mut node) {
        *child = at_place(out, *child, (over, [z, i, j]));
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
    even_bits(place as u64) as i64
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
