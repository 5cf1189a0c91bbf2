//! Register blocks and dot products: sums whose innermost dimension is dense.
//!
//! ```text
//! sum(<p, k> in idx(…)) sum(<_, j> in 0:n) { j -> val(p) * x(k * n + j) }
//! ```
//!
//! adds a row in each iteration to the same `n` places. They are loaded once, carried in vectors
//! through all loops around the row, and stored at the end: up to [`VECTORS`] at a time, and more
//! columns by blocks. Products are fused with the additions.
//!
//! A number that is such a sum over a range, `sum(<_, k> in 0:n) x(i + k) * y(j + k)`, is added up
//! in the lanes of two vectors, and these are added at the end. Numbers side by side in a part of an array are
//! added up in the lanes of one vector.
//!
//! So floats are rounded otherwise than in the evaluator's order, by less.

use super::arrays::Array;
use super::emit::{Destination, Emitted, Emitter, Variable, unsupported};
use super::facts::Fact;
use super::numbers::{LANES, add, element_inside, int, load, load_lanes, store, store_lanes, zero};
use super::vectors::Shape;
use crate::index::Index;
use crate::program::{BinaryOp, Inst, LoopKind, Value};
use hloom_storage::Scalar;
use hloom_storage::term::{Binary, Id, Node};

/// The vectors of a block: half of the registers of AVX-512, which hold the factors too.
const VECTORS: u64 = 8;

/// The columns of a block: vectors side by side from the first one on, and single ones behind.
#[derive(Clone, Copy)]
struct Columns {
    first: Value,
    vectors: u64,
    singles: u64,
}

impl Columns {
    /// The first column of each part, as a distance from the first of all, and whether it is a vector.
    fn parts(self) -> impl Iterator<Item = (i64, bool)> {
        let lanes = u64::from(LANES);
        let vectors = (0..self.vectors).map(move |v| ((v * lanes) as i64, true));
        vectors.chain((0..self.singles).map(move |s| ((self.vectors * lanes + s) as i64, false)))
    }
}

impl Emitter<'_> {
    /// Adds a loop's rows to the same places, in registers; does nothing and returns false if that is
    /// not possible.
    pub(super) fn add_block(&mut self, id: Id, to: Destination) -> Emitted<bool> {
        let workspace = &self.workspaces[to.space];
        let Some(&width) = workspace.extents.last() else { return Ok(false) };
        let fits = !to.erase
            && workspace.listed.is_none()
            && to.level + 1 == workspace.extents.len()
            && to.inside.is_none()
            && to.factor.is_none()
            && !to.negated
            && width >= u64::from(LANES)
            && !self.is_row(id);
        if !fits || !self.is_block(id, width, to)? {
            return Ok(false);
        }
        let lanes = u64::from(LANES);
        let block = VECTORS * lanes;
        let (blocks, rest) = (width / block, width % block);
        if blocks > 0 {
            let (none, end) = (int(&mut self.b, 0), int(&mut self.b, blocks as i64));
            self.count(none, end, |e, at| {
                let length = int(&mut e.b, block as i64);
                let first = e.b.binary(BinaryOp::Mul, at, length);
                e.add_columns(id, to, Columns { first, vectors: VECTORS, singles: 0 })
            })?;
        }
        if rest > 0 {
            let first = int(&mut self.b, (blocks * block) as i64);
            let columns = Columns { first, vectors: rest / lanes, singles: rest % lanes };
            self.add_columns(id, to, columns)?;
        }
        Ok(true)
    }

    /// Whether a term is one row: a loop over a range that makes an entry in each iteration.
    fn is_row(&self, id: Id) -> bool {
        let Node::Sum([over, body]) = self.term[id] else { return false };
        matches!(self.term[over], Node::Range(_)) && matches!(self.term[body], Node::Single(_))
    }

    /// Whether a term is loops around rows of so many columns.
    pub(super) fn is_block(&mut self, id: Id, width: u64, to: Destination) -> Emitted<bool> {
        // The values of the variables do not matter here.
        let any = to.offset;
        match self.term[id] {
            Node::Sum([over, body]) if self.is_row(id) => {
                let Node::Single([key, value]) = self.term[body] else { return Ok(false) };
                let key_of = match self.term[key] {
                    Node::Unique(key) => key,
                    _ => key,
                };
                let ends = match self.term[over] {
                    Node::Range([low, high]) => (self.interval(low), self.interval(high)),
                    _ => return Ok(false),
                };
                let end = i64::try_from(width).ok();
                let whole = ends.0 == Some((0, 0)) && end.is_some_and(|n| ends.1 == Some((n, n)));
                if !whole || !matches!(self.term[key_of], Node::Var(0 | 1, _)) {
                    return Ok(false);
                }
                let variables = self.bound_by(over, any, Variable::Number(any));
                self.with(&variables, |e| Ok(e.is_entry_of_vectors(key, value, to)))
            }
            Node::Sum([over, body]) if !self.sort(over).is_dict() => {
                let variables = self.bound_by(over, any, Variable::Number(any));
                self.with(&variables, |e| e.is_block(body, width, to))
            }
            Node::If([_, value]) => self.is_block(value, width, to),
            Node::Let([value, body]) => {
                let sort = self.sort(value);
                let variable = match (sort.is_scalar(), sort.is_dict()) {
                    (true, _) => Variable::Number(any),
                    (_, true) => return Ok(false),
                    _ => Variable::Array(Array::Range { first: any, low: any, high: any }),
                };
                let fact: Fact = self.fact(value);
                self.with(&[(variable, fact)], |e| e.is_block(body, width, to))
            }
            Node::Binary(Binary::Add, [x, y]) => {
                Ok(self.is_block(x, width, to)? && self.is_block(y, width, to)?)
            }
            _ => Ok(false),
        }
    }

    /// Adds the columns of a block.
    fn add_columns(&mut self, id: Id, to: Destination, columns: Columns) -> Emitted<()> {
        let (buffer, element) =
            (self.workspaces[to.space].buffer, self.workspaces[to.space].element);
        let base = super::scalar(element).unwrap_or(Scalar::Real);
        let low = self.workspaces[to.space].low[to.level];
        let within = self.workspaces[to.space].extents[to.level] as i64;
        let mut places = Vec::new();
        let mut sums = Vec::new();
        for (distance, vector) in columns.parts() {
            let distance = int(&mut self.b, distance + low);
            let key = self.b.binary(BinaryOp::Add, columns.first, distance);
            let at = self.below(to, key, Some((low, low + within - 1))).offset;
            let none = zero(&mut self.b, base);
            sums.push(match (to.once, vector) {
                (true, true) => self.b.broadcast(none, LANES),
                (true, false) => none,
                (false, true) => load_lanes(&mut self.b, buffer, element, at, LANES),
                (false, false) => load(&mut self.b, buffer, element, at, None),
            });
            places.push((at, vector));
        }
        let sums = self.carried(id, columns, sums)?;
        for ((at, vector), sum) in places.into_iter().zip(sums) {
            match vector {
                true => store_lanes(&mut self.b, buffer, element, at, sum),
                false => store(&mut self.b, buffer, element, at, sum),
            }
        }
        Ok(())
    }

    /// The sums of the columns after the loops of a term.
    fn carried(&mut self, id: Id, columns: Columns, sums: Vec<Value>) -> Emitted<Vec<Value>> {
        match self.term[id] {
            Node::Sum([over, body]) if self.is_row(id) => {
                let Node::Single([_, value]) = self.term[body] else {
                    return unsupported("a row of another kind");
                };
                let parts: Vec<_> = columns.parts().zip(sums).collect();
                let next = parts.into_iter().map(|((distance, vector), sum)| {
                    let distance = int(&mut self.b, distance);
                    let column = self.b.binary(BinaryOp::Add, columns.first, distance);
                    let variables = self.bound_by(over, column, Variable::Number(column));
                    self.with(&variables, |e| e.added(value, vector, sum))
                });
                next.collect()
            }
            Node::Sum([over, body]) => {
                let array = self.array(over)?;
                self.totals(array.low(), array.high(), &sums, |e, at, sums| {
                    let value = element_inside(&mut e.b, array, at);
                    let variables = e.bound_by(over, at, Variable::Number(value));
                    e.with(&variables, |e| e.carried(body, columns, sums))
                })
            }
            Node::If([condition, value]) => {
                self.totals_if(condition, sums, |e, sums| e.carried(value, columns, sums))
            }
            Node::Let([value, body]) => {
                let bound = self.bound(value)?;
                self.with(&[bound], |e| e.carried(body, columns, sums))
            }
            Node::Binary(Binary::Add, [x, y]) => {
                let sums = self.carried(x, columns, sums)?;
                self.carried(y, columns, sums)
            }
            _ => unsupported("a row of another kind"),
        }
    }

    /// A sum and one more number, or the numbers of as many iterations as a vector has lanes.
    pub(super) fn added(&mut self, value: Id, vector: bool, sum: Value) -> Emitted<Value> {
        let base = self.sort(value).base;
        let each = |e: &mut Self, id| if vector { e.lanes(id) } else { e.number(id) };
        if let Node::Binary(Binary::Mul, [x, y]) = self.term[value]
            && base == Scalar::Real
        {
            let (x, y) = (each(self, x)?, each(self, y)?);
            return Ok(self.b.fma(x, y, sum));
        }
        let value = each(self, value)?;
        Ok(add(&mut self.b, base, sum, value))
    }

    /// The sum over a range of numbers that vectors can compute; `None` for others.
    pub(super) fn dot(&mut self, over: Id, body: Id) -> Emitted<Option<Value>> {
        let base = self.sort(body).base;
        let Node::Range([low, high]) = self.term[over] else { return Ok(None) };
        let long = match (self.interval(low), self.interval(high)) {
            (Some(low), Some(high)) => high.1.saturating_sub(low.0) >= 2 * i64::from(LANES),
            _ => true,
        };
        if base == Scalar::Bool || !long {
            return Ok(None);
        }
        let any = int(&mut self.b, 0);
        let variables = self.bound_inside(over, any, Variable::Number(any));
        if self.with(&variables, |e| Ok(e.shape(body)))? != Some(Shape::Varying) {
            return Ok(None);
        }
        let array = self.array(over)?;
        let lanes = i64::from(LANES);
        let mask = int(&mut self.b, !(2 * lanes - 1));
        // A range begins at position 0.
        let whole = self.b.binary(BinaryOp::And, array.high(), mask);
        let none = zero(&mut self.b, base);
        let start = self.b.broadcast(none, LANES);
        let bounds = [int(&mut self.b, 0), whole];
        let sums = self.totals_by(bounds, 2 * lanes, &[start, start], |e, at, sums| {
            let each = (0..).zip(sums).map(|(i, sum)| {
                let distance = int(&mut e.b, i * lanes);
                let at = e.b.binary(BinaryOp::Add, at, distance);
                let first = element_inside(&mut e.b, array, at);
                let variables = e.bound_inside(over, at, Variable::Number(first));
                e.with(&variables, |e| e.added(body, true, sum))
            });
            each.collect()
        })?;
        let both = add(&mut self.b, base, sums[0], sums[1]);
        let total = self.b.reduce_lanes(&[both], |b, x, y| vec![add(b, base, x[0], y[0])])[0];
        let total = self.total(whole, array.high(), total, |e, at, total| {
            let value = element_inside(&mut e.b, array, at);
            let variables = e.bound_inside(over, at, Variable::Number(value));
            e.with(&variables, |e| e.added(body, false, total))
        })?;
        Ok(Some(total))
    }

    /// The sum over a part of an array of numbers that stand side by side, and `start`; `None` for
    /// other numbers. The last vector has only the lanes that are left.
    pub(super) fn total_of_part(
        &mut self,
        over: Id,
        array: Array,
        body: Id,
        start: Value,
    ) -> Emitted<Option<Value>> {
        let base = self.sort(body).base;
        // The values of the array are not needed, but the positions are.
        let by_position = self.free_of(body) & 0b11 == 0b10;
        if base == Scalar::Bool || !by_position || !matches!(array, Array::Part { .. }) {
            return Ok(None);
        }
        let any = int(&mut self.b, 0);
        let variables = self.bound_by(over, any, Variable::Number(any));
        if self.with(&variables, |e| Ok(e.shape(body)))? != Some(Shape::Varying) {
            return Ok(None);
        }
        let none = zero(&mut self.b, base);
        let first = self.b.broadcast(none, LANES);
        let open = self.b.open_for("p", &[first]);
        let (at, sums) = (open.var, open.inside[0]);
        let left = self.b.binary(BinaryOp::Sub, array.high(), at);
        let mask = self.b.inst(Inst::FirstLanes(LANES, Index::var(left)));
        let before = (self.lane_mask.replace(mask), std::mem::replace(&mut self.width, LANES));
        self.depth += 1;
        let variables = self.bound_by(over, at, Variable::Number(any));
        let next = self.with(&variables, |e| e.added(body, true, sums));
        self.depth -= 1;
        (self.lane_mask, self.width) = before;
        let (next, failed) = match next {
            Ok(next) => (self.b.select(mask, next, sums), None),
            Err(error) => (sums, Some(error)),
        };
        let bounds = (Index::var(array.low()), Index::var(array.high()));
        let sums = self.b.close_for(open, LoopKind::Serial, bounds, LANES.into(), vec![next])[0];
        if let Some(error) = failed {
            return Err(error);
        }
        let total = self.b.reduce_lanes(&[sums], |b, x, y| vec![add(b, base, x[0], y[0])])[0];
        Ok(Some(add(&mut self.b, base, start, total)))
    }
}
