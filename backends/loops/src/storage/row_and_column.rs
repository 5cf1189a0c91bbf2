//! Numbers that stand for two entries each: a row that is also a column.
//!
//! ```text
//! { i -> sum(<_, k> in 0:i + 1) a(k) * x(k) } + sum(<_, k> in 0:i) { k -> a(k) * x(i) }
//! ```
//!
//! So a row of a packed symmetric matrix is multiplied by a vector: its total is an entry of the result, and its
//! numbers are added to others. One loop does both: it loads each number once, and its additions to the total,
//! of which each waits for the one before, overlap with those to the result.

use super::arrays::Array;
use super::emit::{Destination, Emitted, Emitter, Variable};
use super::numbers::{LANES, add, element_inside, int, zero};
use super::vectors::Shape;
use crate::program::{BinaryOp, Value};
use hloom_storage::Scalar;
use hloom_storage::term::{Binary, Id, Node, Term, same};

/// The vectors in which a total is added up.
const TOTALS: usize = 4;
/// The most iterations that one of the loops has more than the other.
const MORE: u64 = 8;

/// The loop over a row's numbers for their total, and that over the same numbers for entries.
pub(super) struct RowAndColumn {
    /// The key of the total.
    key: Id,
    /// The ranges.
    over: [Id; 2],
    /// The sum's number.
    number: Id,
    /// The entry: its key and its number.
    entry: [Id; 2],
    /// The term that adds an entry.
    single: Id,
}

/// The parts of a sum of two dictionaries, in any order, that is the total of a row and the entries of a column, if
/// both read the same numbers of an array.
pub(super) fn row_and_column(term: &Term, [x, y]: [Id; 2]) -> Option<RowAndColumn> {
    let parts = |x: Id, y: Id| {
        let (Node::Single([key, total]), Node::Sum([other, single])) = (term[x], term[y]) else {
            return None;
        };
        let (Node::Sum([over, number]), Node::Single(entry)) = (term[total], term[single]) else {
            return None;
        };
        let (Node::Range([low, high]), Node::Range([first, end])) = (term[over], term[other])
        else {
            return None;
        };
        let fits = same(term, low, first) && is_nearly(term, high, end);
        let (mut read, mut again) = (Vec::new(), Vec::new());
        reads(term, number, &mut read);
        reads(term, entry[1], &mut again);
        let shared = read.iter().any(|x| again.iter().any(|y| same(term, *x, *y)));
        (fits && shared).then_some(RowAndColumn { key, over: [over, other], number, entry, single })
    };
    parts(x, y).or_else(|| parts(y, x))
}

/// Whether the distance of two integers is a small constant.
fn is_nearly(term: &Term, a: Id, b: Id) -> bool {
    let parts = |id: Id| match term[id] {
        Node::Binary(Binary::Add, [x, by]) => match term[by] {
            Node::Int(by) => (x, by),
            _ => (id, 0),
        },
        _ => (id, 0),
    };
    let ((x, more), (y, other)) = (parts(a), parts(b));
    more.abs_diff(other) <= MORE && same(term, x, y)
}

/// The elements of arrays of which a number is the product or the sum.
fn reads(term: &Term, id: Id, out: &mut Vec<Id>) {
    match term[id] {
        Node::Get([over, _]) if matches!(term[over], Node::Input(..)) => out.push(id),
        Node::Binary(_, operands) => operands.iter().for_each(|it| reads(term, *it, out)),
        Node::Unary(_, of) => reads(term, of, out),
        _ => {}
    }
}

impl Emitter<'_> {
    /// The parts of two terms that [`add_row_and_column`](Self::add_row_and_column) adds, inside of a loop; `None` for
    /// others.
    pub(super) fn vector_row_and_column(
        &mut self,
        terms: [Id; 2],
        to: Destination,
    ) -> Emitted<Option<RowAndColumn>> {
        let plain = !to.erase && !to.negated && !to.once && to.factor.is_none();
        let plain = plain && to.inside.is_none() && self.own_keys.is_none() && self.depth > 0;
        let Some(parts) = row_and_column(self.term, terms).filter(|_| plain) else {
            return Ok(None);
        };
        let sort = self.sort(parts.number);
        if !sort.is_scalar() || !matches!(sort.base, Scalar::Real | Scalar::Int) {
            return Ok(None);
        }
        let any = to.offset;
        let variables = self.bound_inside(parts.over[0], any, Variable::Number(any));
        let varies = self.with(&variables, |e| Ok(e.shape(parts.number)))?;
        let variables = self.bound_inside(parts.over[1], any, Variable::Number(any));
        let [key, value] = parts.entry;
        let entries = self.with(&variables, |e| Ok(e.is_entry_of_vectors(key, value, to)))?;
        Ok((varies == Some(Shape::Varying) && entries).then_some(parts))
    }

    /// Adds a row's total and the entries of its numbers in one loop of vectors.
    pub(super) fn add_row_and_column(
        &mut self,
        parts: &RowAndColumn,
        to: Destination,
    ) -> Emitted<()> {
        let base = self.sort(parts.number).base;
        let [row, column] = [self.array(parts.over[0])?, self.array(parts.over[1])?];
        // Ranges begin at position 0.
        let both = self.b.binary(BinaryOp::MinS, row.high(), column.high());
        let none = zero(&mut self.b, base);
        let mut sums = vec![self.b.broadcast(none, LANES); TOTALS];
        let mut begin = int(&mut self.b, 0);
        // Several totals, and then one for the vectors that are left.
        for vectors in [TOTALS, 1] {
            let step = vectors as i64 * i64::from(LANES);
            let mask = int(&mut self.b, !(step - 1));
            let end = self.b.binary(BinaryOp::And, both, mask);
            let next =
                self.vectors_at(parts, [row, column], ([begin, end], &sums[..vectors]), to)?;
            sums.splice(..vectors, next);
            begin = end;
        }
        let mut sum = sums[0];
        for other in &sums[1..] {
            sum = add(&mut self.b, base, sum, *other);
        }
        let total = self.b.reduce_lanes(&[sum], |b, x, y| vec![add(b, base, x[0], y[0])])[0];
        let total = self.total(begin, both, total, |e, at, total| {
            e.row_and_column_at(parts, [row, column], (at, false, total), to)
        })?;
        // Those that one of them has more.
        let total = self.total(both, row.high(), total, |e, at, total| {
            e.row_at(parts, row, (at, false, total))
        })?;
        self.count(both, column.high(), |e, at| e.column_at(parts, column, (at, false), to))?;
        let within = self.interval(parts.key);
        let key = self.number(parts.key)?;
        self.add_number_at(key, within, total, to)
    }

    /// The totals after the iterations between two positions, as many vectors at once as there are totals.
    fn vectors_at(
        &mut self,
        parts: &RowAndColumn,
        arrays: [Array; 2],
        (bounds, totals): ([Value; 2], &[Value]),
        to: Destination,
    ) -> Emitted<Vec<Value>> {
        let step = totals.len() as i64 * i64::from(LANES);
        self.totals_by(bounds, step, totals, |e, first, totals| {
            let each = (0..).zip(totals).map(|(i, total)| {
                let distance = int(&mut e.b, i * i64::from(LANES));
                let at = e.b.binary(BinaryOp::Add, first, distance);
                e.row_and_column_at(parts, arrays, (at, true, total), to)
            });
            each.collect()
        })
    }

    /// The total, or the lanes of it, after the iterations from a position on; their entries are added.
    fn row_and_column_at(
        &mut self,
        parts: &RowAndColumn,
        [row, column]: [Array; 2],
        (at, vector, total): (Value, bool, Value),
        to: Destination,
    ) -> Emitted<Value> {
        // A number that is loaded before an entry is stored is there for the entry.
        let total = self.row_at(parts, row, (at, vector, total))?;
        self.column_at(parts, column, (at, vector), to)?;
        Ok(total)
    }

    fn row_at(
        &mut self,
        parts: &RowAndColumn,
        row: Array,
        (at, vector, total): (Value, bool, Value),
    ) -> Emitted<Value> {
        let value = element_inside(&mut self.b, row, at);
        let variables = self.bound_inside(parts.over[0], at, Variable::Number(value));
        self.with(&variables, |e| e.added(parts.number, vector, total))
    }

    fn column_at(
        &mut self,
        parts: &RowAndColumn,
        column: Array,
        (at, vector): (Value, bool),
        to: Destination,
    ) -> Emitted<()> {
        let value = element_inside(&mut self.b, column, at);
        let variables = self.bound_inside(parts.over[1], at, Variable::Number(value));
        let [key, number] = parts.entry;
        self.with(&variables, |e| match vector {
            true => e.add_entry_of_vectors(key, number, to),
            false => e.add_into(parts.single, to),
        })
    }
}
