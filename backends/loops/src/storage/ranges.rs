//! Loops whose iterations add whole dense rows to the same places, with the places shared out.
//!
//! ```text
//! sum(<k, _> in 0:m) sum(<p, i> in idx(…)) { i -> sum(<j, _> in 0:n) { j -> val(p) * x(k * n + j) } }
//! ```
//!
//! Two iterations may add to the same row. Each thread goes through all of them and adds the rows of its
//! own range of the outermost key: it needs no copy of the result, and a smaller part of it in its
//! cache. It reads the coordinates of the others' rows too, which pays if rows are wide. (The halves of
//! each row, in place of ranges of rows, took three times as long: the threads then write to lines side
//! by side.)

use super::arrays::KeyRange;
use super::emit::{Destination, Emitted, Emitter, Variable};
use super::numbers::{LANES, int};
use crate::program::BinaryOp;
use hloom_storage::term::{Binary, Id, Node};

/// The least number of columns of a row.
const COLUMNS: u64 = 2 * LANES as u64;

impl Emitter<'_> {
    /// Whether the threads share the outermost keys to which a loop's iterations add rows.
    pub(super) fn shares_keys(&mut self, over: Id, body: Id, to: Destination) -> bool {
        let plain = self.depth == 0 && to.level == 0 && to.inside.is_none() && !to.erase;
        let extents = &self.workspaces[to.space].extents;
        let [keys, .., width] = extents[..] else { return false };
        let wide = width >= COLUMNS && keys >= self.threads;
        // Workspaces of iterations would be those of all threads.
        let alone = !self.makes_dictionary(body) && !self.makes_table(body);
        if !plain || to.space != 0 || self.threads < 2 || !wide || !alone {
            return false;
        }
        let variables = self.bound_by(over, to.offset, Variable::Number(to.offset));
        self.with(&variables, |e| e.adds_rows(body, to, width)).unwrap_or(false)
    }

    /// Whether a term adds nothing but rows of so many columns.
    fn adds_rows(&mut self, id: Id, to: Destination, width: u64) -> Emitted<bool> {
        // The values of the variables do not matter here.
        let any = to.offset;
        if to.level + 1 == self.workspaces[to.space].extents.len() {
            return self.is_block(id, width, to);
        }
        match self.term[id] {
            Node::Sum([over, body]) if !self.sort(over).is_dict() => {
                let variables = self.bound_by(over, any, Variable::Number(any));
                self.with(&variables, |e| e.adds_rows(body, to, width))
            }
            Node::If([_, value]) => self.adds_rows(value, to, width),
            Node::Single([key, value]) => {
                let has_place = self.takes_zero(to, self.interval(key));
                let below = Destination { level: to.level + 1, ..to };
                Ok(has_place && self.adds_rows(value, below, width)?)
            }
            Node::Binary(Binary::Add, [x, y]) => {
                Ok(self.adds_rows(x, to, width)? && self.adds_rows(y, to, width)?)
            }
            _ => Ok(false),
        }
    }

    /// Adds a loop, a range of the outermost keys in each thread.
    pub(super) fn add_in_ranges(&mut self, over: Id, body: Id, to: Destination) -> Emitted<()> {
        let array = self.array(over)?;
        let each = self.workspaces[to.space].extents[0].div_ceil(self.threads) as i64;
        let (none, end) = (int(&mut self.b, 0), int(&mut self.b, self.threads as i64));
        self.parallel(none, end, |e, part| {
            let count = int(&mut e.b, each);
            let first = e.b.binary(BinaryOp::Mul, part, count);
            e.own_keys = Some(KeyRange { first, count });
            let done = e.each(array, false, |e, at, value| {
                e.prefetch_parts(over, array, body, at)?;
                let variables = e.bound_by(over, at, Variable::Number(value));
                e.with(&variables, |e| e.add_into(body, to))
            });
            e.own_keys = None;
            done
        })
    }
}
