//! Sums over ranges that are as long as a vector, such as those over the columns of the blocks of a matrix.
//!
//! ```text
//! sum(<p, c> in idx(…)) sum(<j, _> in 0:4) val(4 * p + j) * x(4 * c + j)
//! ```
//!
//! carries a vector of four lanes through the loop over the blocks, and adds up its lanes at the end. The rows
//! of a block,
//!
//! ```text
//! sum(<i, _> in 0:4) { 4 * b + i -> sum(<p, c> in idx(…)) sum(<j, _> in 0:4) val(16 * p + 4 * i + j) * x(4 * c + j) }
//! ```
//!
//! read the same blocks, if the loops around the range do not depend on `i`: one loop carries the vectors of
//! several rows. So each block is read once and from its first number to its last, and the additions of a row do not
//! wait for each other's. Long rows of blocks that leave the cache are read from memory once.
//!
//! Each number is the same as row by row.

use super::emit::{Destination, Emitted, Emitter, Variable, unsupported};
use super::numbers::{add, element_inside, int, zero};
use super::vectors::Shape;
use crate::program::Value;
use hloom_storage::Scalar;
use hloom_storage::term::{Id, Node};

/// The lanes of all rows that one loop carries: eight registers of four lanes.
const CARRIED: i64 = 32;
/// The most rows of a block whose loops are written one after the other.
const ROWS: i64 = 16;
/// The variables of a loop, the innermost ones.
const OWN: u64 = 0b11;

/// Adds the lanes of a body to the totals of all rows.
type Lanes<'l, 'e> = &'l mut dyn FnMut(&mut Emitter<'e>, Id, Vec<Value>) -> Emitted<Vec<Value>>;

impl<'e> Emitter<'e> {
    /// The sum of loops around a range that is as long as a vector; `None` for other numbers.
    pub(super) fn total_of_lanes(&mut self, id: Id) -> Emitted<Option<Value>> {
        let Some(width) = self.lanes_of_loops(id, 0) else { return Ok(None) };
        let totals = self.totals_of_lanes(id, (width, 1), &mut |e, body, sums| {
            Ok(vec![e.added(body, true, sums[0])?])
        })?;
        Ok(Some(totals[0]))
    }

    /// Adds the rows of a block; does nothing and returns false unless one loop can carry their totals.
    pub(super) fn add_rows_of_block(
        &mut self,
        over: Id,
        body: Id,
        to: Destination,
    ) -> Emitted<bool> {
        let Node::Single([key, value]) = self.term[body] else { return Ok(false) };
        let Node::Range([low, high]) = self.term[over] else { return Ok(false) };
        let rows = match (self.interval(low), self.interval(high)) {
            (Some((0, 0)), Some((rows, same))) if rows == same => rows,
            _ => return Ok(false),
        };
        // A loop that is not inside of another one is left to the threads.
        let fits = (2..=ROWS).contains(&rows) && self.depth > 0 && !to.erase;
        if !fits || !self.sort(value).is_scalar() || self.keys_at(to).is_some() {
            return Ok(false);
        }
        let any = to.offset;
        let variables = self.bound_by(over, any, Variable::Number(any));
        let width = self.with(&variables, |e| Ok(e.lanes_of_loops(value, OWN)))?;
        let Some(width) = width else { return Ok(false) };
        let own = self.variables.len();
        let group = (CARRIED / i64::from(width)).clamp(1, rows);
        for first in (0..rows).step_by(group as usize) {
            let places = first..rows.min(first + group);
            let rows: Vec<Value> = places.map(|row| int(&mut self.b, row)).collect();
            let variables = self.bound_by(over, rows[0], Variable::Number(rows[0]));
            let shape = (width, rows.len());
            let mut lanes = |e: &mut Self, body, sums: Vec<Value>| {
                let each = rows.iter().zip(sums).map(|(row, sum)| {
                    e.variables[own..own + 2].fill(Variable::Number(*row));
                    e.added(body, true, sum)
                });
                each.collect()
            };
            let totals = self.with(&variables, |e| e.totals_of_lanes(value, shape, &mut lanes))?;
            for (row, total) in rows.into_iter().zip(totals) {
                let variables = self.bound_inside(over, row, Variable::Number(row));
                self.with(&variables, |e| {
                    let within = e.interval(key);
                    let key = e.number(key)?;
                    e.add_number_at(key, within, total, to)
                })?;
            }
        }
        Ok(true)
    }

    /// The totals of so many rows of a sum of lanes.
    fn totals_of_lanes(
        &mut self,
        id: Id,
        (width, rows): (u16, usize),
        lanes: Lanes<'_, 'e>,
    ) -> Emitted<Vec<Value>> {
        let base = self.sort(id).base;
        let none = zero(&mut self.b, base);
        let start = self.b.broadcast(none, width);
        // The loops around the range, and what their bounds need, have vectors of their own.
        let mut short = |e: &mut Self, body, sums| {
            let before = std::mem::replace(&mut e.width, width);
            let done = lanes(e, body, sums);
            e.width = before;
            done
        };
        let sums = self.sums_of_lanes(id, vec![start; rows], &mut short)?;
        let totals = sums
            .into_iter()
            .map(|sum| self.b.reduce_lanes(&[sum], |b, x, y| vec![add(b, base, x[0], y[0])])[0]);
        Ok(totals.collect())
    }

    /// The length of the range that is the only loop inside of all others of a sum: 2, 4, 8 or 16. There is a loop around
    /// it at least, none of these reads the variables `hidden`, and none is to be searched for one value.
    fn lanes_of_loops(&mut self, id: Id, hidden: u64) -> Option<u16> {
        let Node::Sum([over, body]) = self.term[id] else { return None };
        let is_plain = !self.sort(over).is_dict() && self.sort(id).base != Scalar::Bool;
        let is_whole = self.only_value(over, body).is_none();
        if !is_plain || !is_whole || self.free_of(over) & hidden != 0 {
            return None;
        }
        self.lanes_of_body([over, body], hidden)
    }

    /// The length of that range in the body of a loop.
    fn lanes_of_body(&mut self, [over, body]: [Id; 2], hidden: u64) -> Option<u16> {
        // The values of the variables do not matter here.
        let any = int(&mut self.b, 0);
        let variables = self.bound_by(over, any, Variable::Number(any));
        self.depth += 1;
        let found = self.with(&variables, |e| Ok(e.lanes_inside(body, hidden << 2)));
        self.depth -= 1;
        found.ok().flatten()
    }

    /// As [`lanes_of_loops`](Self::lanes_of_loops), of a sum inside of a loop: it may be the range itself.
    fn lanes_inside(&mut self, id: Id, hidden: u64) -> Option<u16> {
        match self.term[id] {
            Node::Sum([over, body]) => {
                if let Some(width) = self.lanes_of_loops(id, hidden) {
                    return Some(width);
                }
                let Node::Range([low, high]) = self.term[over] else { return None };
                let length = match (self.interval(low), self.interval(high)) {
                    (Some((0, 0)), Some((length, same))) if length == same => length,
                    _ => return None,
                };
                let any = int(&mut self.b, 0);
                let variables = self.bound_by(over, any, Variable::Number(any));
                let varies = self.with(&variables, |e| Ok(e.shape(body))).ok().flatten();
                let fits = matches!(length, 2 | 4 | 8 | 16) && varies == Some(Shape::Varying);
                fits.then_some(length as u16)
            }
            Node::If([condition, value]) => {
                let fits =
                    self.truth(condition) == Some(true) || self.free_of(condition) & hidden == 0;
                if fits { self.lanes_inside(value, hidden) } else { None }
            }
            _ => None,
        }
    }

    /// Lanes after those of a sum are added to them.
    fn sums_of_lanes(
        &mut self,
        id: Id,
        sums: Vec<Value>,
        lanes: Lanes<'_, 'e>,
    ) -> Emitted<Vec<Value>> {
        match self.term[id] {
            Node::Sum([over, body]) => {
                if self.lanes_of_body([over, body], 0).is_none() {
                    let any = int(&mut self.b, 0);
                    let variables = self.bound_by(over, any, Variable::Number(any));
                    return self.with(&variables, |e| lanes(e, body, sums));
                }
                let array = self.array(over)?;
                self.totals(array.low(), array.high(), &sums, |e, at, sums| {
                    let value = element_inside(&mut e.b, array, at);
                    let variables = e.bound_by(over, at, Variable::Number(value));
                    e.with(&variables, |e| e.sums_of_lanes(body, sums, lanes))
                })
            }
            Node::If([condition, value]) => {
                self.totals_if(condition, sums, |e, sums| e.sums_of_lanes(value, sums, lanes))
            }
            _ => unsupported("a sum of another kind"),
        }
    }
}
