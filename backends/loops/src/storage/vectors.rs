//! Innermost loops of vectors: entries that lie side by side in a destination.
//!
//! ```text
//! sum(<_, j> in lo:hi) { j -> value }
//! ```
//!
//! adds a number at each of the places `lo`, `lo + 1`, …. Eight of them are added at once if
//! `value` is computed, without loops, from numbers that do not depend on `j` and from elements of
//! arrays at `j` plus such a number, or at such a number less `j`. Each lane computes what an iteration computes, so results are
//! the same to the last bit. The iterations that are left over are scalar.

use super::arrays::Array;
use super::emit::{Destination, Emitted, Emitter, Variable, unsupported};
use super::numbers::{
    LANES, add, binary, element_inside, int, load_lanes, load_lanes_if, store_lanes, unary, zero,
};
use crate::index::Index;
use crate::program::{BinaryOp, Inst, LoopKind, UnaryOp, Value};
use hloom_storage::Scalar;
use hloom_storage::term::{Binary, Id, Node, Unary};

/// The dependence of a number on the loop's variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Shape {
    /// It is the same in all iterations.
    Uniform,
    /// It grows by one from one iteration to the next.
    UnitStride,
    /// Its stride is -1.
    Falling,
    /// It is another one in each iteration.
    Varying,
}

impl Emitter<'_> {
    /// Adds a loop's entries by vectors; does nothing and returns false if that is not possible.
    pub(super) fn add_vectors(&mut self, over: Id, body: Id, to: Destination) -> Emitted<bool> {
        let (Node::Range(_), Node::Single([key, value])) = (self.term[over], self.term[body])
        else {
            return Ok(false);
        };
        if to.erase {
            return Ok(false);
        }
        let entry = [key, value];
        let Some(splits) = self.fits_vectors(over, entry, to)? else { return Ok(false) };
        let range = self.array(over)?;
        let array = match self.keys_at(to) {
            Some(keys) => self.positions_of_keys(over, range, key, keys)?,
            None => range,
        };
        let inside = match splits {
            true => self.inside_of_arrays(over, array, value)?,
            false => array,
        };
        // All keys of the loops are the range's own.
        let own = self.own_keys.take();
        let done = self.add_run([over, body], [range, array, inside], splits, to);
        self.own_keys = own;
        done.map(|()| true)
    }

    /// Whether the entries of a loop can be added by vectors, and if so, whether its range is to be split where they
    /// read outside of arrays.
    pub(super) fn fits_vectors(
        &mut self,
        over: Id,
        [key, value]: [Id; 2],
        to: Destination,
    ) -> Emitted<Option<bool>> {
        let any = to.offset;
        let variables = self.bound_inside(over, any, Variable::Number(any));
        for splits in [false, true] {
            if splits && !self.may_be_long(over) {
                break;
            }
            let before = std::mem::replace(&mut self.splits, splits);
            let fits = self.with(&variables, |e| Ok(e.is_entry_of_vectors(key, value, to)));
            self.splits = before;
            if fits? {
                return Ok(Some(splits));
            }
        }
        Ok(None)
    }

    /// Adds the entries of a part of a range: those of a part of this one by vectors, and the others one by one.
    fn add_run(
        &mut self,
        [over, body]: [Id; 2],
        [range, array, inside]: [Array; 3],
        splits: bool,
        to: Destination,
    ) -> Emitted<()> {
        let Node::Single([key, value]) = self.term[body] else {
            return unsupported("a run of other entries");
        };
        // Entries that are written once take the place of what is there.
        let skips = splits && !to.once && self.is_zero_outside(value);
        if splits && !skips {
            self.add_singles([over, body], array.part(array.low(), inside.low()), to)?;
        }
        let mask = int(&mut self.b, !i64::from(LANES - 1));
        let (first, whole) = match inside == range {
            // A range begins at position 0.
            true => (Index::constant(0), self.b.binary(BinaryOp::And, inside.high(), mask)),
            false => {
                let count = self.b.binary(BinaryOp::Sub, inside.high(), inside.low());
                let whole = self.b.binary(BinaryOp::And, count, mask);
                (Index::var(inside.low()), self.b.binary(BinaryOp::Add, inside.low(), whole))
            }
        };
        let kind = if self.depth == 0 { LoopKind::Parallel } else { LoopKind::Serial };
        let open = self.b.open_for("i", &[]);
        self.depth += 1;
        let at = element_inside(&mut self.b, inside, open.var);
        let variables = self.bound_inside(over, open.var, Variable::Number(at));
        let before = std::mem::replace(&mut self.splits, splits);
        let done = self.with(&variables, |e| e.add_entry_of_vectors(key, value, to));
        self.splits = before;
        self.depth -= 1;
        self.b.close_for(open, kind, (first, Index::var(whole)), i64::from(LANES), Vec::new());
        done?;
        let end = if skips { inside.high() } else { array.high() };
        self.add_singles([over, body], array.part(whole, end), to)
    }

    /// Adds the entries of a loop over a part of its array one by one.
    fn add_singles(&mut self, [over, body]: [Id; 2], array: Array, to: Destination) -> Emitted<()> {
        self.count(array.low(), array.high(), |e, at| {
            let value = element_inside(&mut e.b, array, at);
            let variables = e.bound_inside(over, at, Variable::Number(value));
            e.with(&variables, |e| e.add_into(body, to))
        })
    }

    /// Whether an entry of a loop can be added for several iterations at once.
    pub(super) fn is_entry_of_vectors(&self, key: Id, value: Id, to: Destination) -> bool {
        let workspace = &self.workspaces[to.space];
        let base = super::scalar(workspace.element);
        self.sort(value).is_scalar()
            && matches!(base, Some(Scalar::Real | Scalar::Int))
            && workspace.listed.is_none()
            && to.level + 1 == workspace.extents.len()
            && self.shape(key) == Some(Shape::UnitStride)
            && self.takes_zero(to, self.interval(key))
            && matches!(self.shape(value), Some(Shape::Uniform | Shape::Varying))
    }

    /// The dependence of a number on the two variables of the innermost loop; `None` if vectors can't
    /// compute it.
    pub(super) fn shape(&self, id: Id) -> Option<Shape> {
        use Shape::{Falling, Uniform, UnitStride, Varying};
        match self.term[id] {
            Node::Var(0 | 1, _) => Some(UnitStride),
            Node::Var(..) | Node::Input(..) if self.sort(id).is_scalar() => Some(Uniform),
            Node::Int(_) | Node::Real(_) | Node::Bool(_) => Some(Uniform),
            Node::Unique(e) => self.shape(e),
            Node::If([condition, e]) if self.truth(condition) == Some(true) => self.shape(e),
            Node::Unary(op, e) => match self.shape(e)? {
                Uniform => Some(Uniform),
                Varying if op == Unary::Neg => Some(Varying),
                UnitStride if op == Unary::Neg => Some(Falling),
                Falling if op == Unary::Neg => Some(UnitStride),
                _ => None,
            },
            Node::Binary(op, [x, y]) => {
                let int = self.sort(x).base == Scalar::Int;
                match (op, self.shape(x)?, self.shape(y)?) {
                    (_, Uniform, Uniform) => Some(Uniform),
                    (Binary::Add | Binary::Sub, UnitStride, Uniform) if int => Some(UnitStride),
                    (Binary::Add, Uniform, UnitStride) if int => Some(UnitStride),
                    (Binary::Add | Binary::Sub, Falling, Uniform) if int => Some(Falling),
                    (Binary::Add, Uniform, Falling) if int => Some(Falling),
                    (Binary::Sub, Uniform, UnitStride) if int => Some(Falling),
                    (Binary::Sub, Uniform, Falling) if int => Some(UnitStride),
                    (_, UnitStride | Falling, _) | (_, _, UnitStride | Falling) => None,
                    (Binary::Add | Binary::Sub | Binary::Mul, ..) => Some(Varying),
                    (Binary::Div | Binary::Min | Binary::Max, ..) if !int => Some(Varying),
                    _ => None,
                }
            }
            Node::Get([over, key]) if !self.sort(over).is_dict() => match self.shape(key)? {
                // A slice or range may have ends that vary.
                Uniform => (self.free_of(over) & 0b11 == 0).then_some(Uniform),
                UnitStride | Falling if self.is_side_by_side(over, key) => Some(Varying),
                UnitStride | Falling | Varying => None,
            },
            _ => None,
        }
    }

    /// Adds the entries of as many iterations as a vector has lanes.
    pub(super) fn add_entry_of_vectors(
        &mut self,
        key: Id,
        value: Id,
        to: Destination,
    ) -> Emitted<()> {
        let within = self.interval(key);
        let at = self.number(key)?;
        let mut value = self.lanes(value)?;
        let to = self.below(to, at, within);
        if to.negated {
            value = self.b.unary(UnaryOp::Neg, value);
        }
        let workspace = &self.workspaces[to.space];
        let (buffer, element) = (workspace.buffer, workspace.element);
        let base = super::scalar(element).unwrap_or(Scalar::Real);
        let before = if to.once {
            let none = zero(&mut self.b, base);
            self.b.broadcast(none, LANES)
        } else {
            load_lanes(&mut self.b, buffer, element, to.offset, LANES)
        };
        let after = add(&mut self.b, base, before, value);
        store_lanes(&mut self.b, buffer, element, to.offset, after);
        Ok(())
    }

    /// The numbers of the iterations from the innermost loop's variable on.
    pub(super) fn lanes(&mut self, id: Id) -> Emitted<Value> {
        if self.shape(id) == Some(Shape::Uniform) {
            let number = self.number(id)?;
            return Ok(self.b.broadcast(number, self.width));
        }
        match self.term[id] {
            Node::Unique(e) => self.lanes(e),
            Node::If([condition, e]) if self.truth(condition) == Some(true) => self.lanes(e),
            Node::Unary(op, e) => {
                let of = self.sort(e).base;
                let x = self.lanes(e)?;
                Ok(unary(&mut self.b, op, of, x))
            }
            Node::Binary(op, [x, y]) => {
                let of = self.sort(x).base;
                let (x, y) = (self.lanes(x)?, self.lanes(y)?);
                binary(&mut self.b, op, of, x, y)
            }
            Node::Get([over, key]) => {
                let Node::Input(name, _) = self.term[over] else {
                    return unsupported("a vector of an array that is computed");
                };
                let (buffer, physical) = self.inputs[&name];
                let falls = self.shape(key) == Some(Shape::Falling);
                let (mut at, mut mask) = (self.number(key)?, self.lane_mask);
                if falls {
                    // The last lane reads the first of the elements.
                    let behind = int(&mut self.b, 1 - i64::from(self.width));
                    at = self.b.binary(BinaryOp::Add, at, behind);
                    mask = mask.map(|mask| self.reversed(mask));
                }
                if mask.is_some() && !falls {
                    self.prefetch_ahead(buffer, at);
                }
                let lanes = (at, self.width);
                let read = load_lanes_if(&mut self.b, buffer, physical.element, lanes, mask);
                Ok(if falls { self.reversed(read) } else { read })
            }
            _ => unsupported("a vector of other numbers"),
        }
    }

    /// A vector with its lanes in the opposite order.
    fn reversed(&mut self, lanes: Value) -> Value {
        let order = (0..self.width).rev().collect();
        self.b.inst(Inst::Shuffle(lanes, lanes, order))
    }
}
