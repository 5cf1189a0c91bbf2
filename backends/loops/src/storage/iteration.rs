//! Loops and branches, and which loops are parallel.

use super::arrays::Array;
use super::emit::{Destination, Emitted, Emitter, Variable};
use super::facts::Fact;
use super::numbers::{add, element_inside, int, zero};
use crate::index::Index;
use crate::program::{Block, LoopKind, Stmt, Value};
use hloom_storage::Scalar;
use hloom_storage::term::Id;

impl Emitter<'_> {
    /// `if test then value`, where the value is computed only if the test holds: a loop of one step.
    pub(super) fn number_if(&mut self, test: Value, value: Id, base: Scalar) -> Emitted<Value> {
        let (one, none) = (int(&mut self.b, 1), int(&mut self.b, 0));
        let times = self.b.select(test, one, none);
        let start = zero(&mut self.b, base);
        self.total(none, times, start, |e, _, _| e.number(value))
    }

    /// A loop that carries a total.
    pub(super) fn total(
        &mut self,
        low: Value,
        high: Value,
        start: Value,
        body: impl FnOnce(&mut Self, Value, Value) -> Emitted<Value>,
    ) -> Emitted<Value> {
        let one = |e: &mut Self, at, inside: Vec<Value>| Ok(vec![body(e, at, inside[0])?]);
        Ok(self.totals(low, high, &[start], one)?[0])
    }

    /// A loop that carries several totals.
    pub(super) fn totals(
        &mut self,
        low: Value,
        high: Value,
        start: &[Value],
        body: impl FnOnce(&mut Self, Value, Vec<Value>) -> Emitted<Vec<Value>>,
    ) -> Emitted<Vec<Value>> {
        self.totals_by([low, high], 1, start, body)
    }

    /// The totals after a body that runs only if a condition holds: as it is if that is sure, else in a loop of one
    /// step.
    pub(super) fn totals_if(
        &mut self,
        condition: Id,
        start: Vec<Value>,
        body: impl FnOnce(&mut Self, Vec<Value>) -> Emitted<Vec<Value>>,
    ) -> Emitted<Vec<Value>> {
        if self.truth(condition) == Some(true) {
            return body(self, start);
        }
        let test = self.number(condition)?;
        let (one, none) = (int(&mut self.b, 1), int(&mut self.b, 0));
        let times = self.b.select(test, one, none);
        self.totals(none, times, &start, |e, _, totals| body(e, totals))
    }

    /// As [`totals`](Self::totals), by steps.
    pub(super) fn totals_by(
        &mut self,
        [low, high]: [Value; 2],
        step: i64,
        start: &[Value],
        body: impl FnOnce(&mut Self, Value, Vec<Value>) -> Emitted<Vec<Value>>,
    ) -> Emitted<Vec<Value>> {
        let open = self.b.open_for("i", start);
        let inside = open.inside.clone();
        self.depth += 1;
        let done = body(self, open.var, inside.clone());
        self.depth -= 1;
        let (next, failed) = match done {
            Ok(next) => (next, None),
            Err(error) => (inside, Some(error)),
        };
        let bounds = (Index::var(low), Index::var(high));
        let after = self.b.close_for(open, LoopKind::Serial, bounds, step, next);
        failed.map_or(Ok(after), Err)
    }

    /// A loop whose iterations are independent: it is parallel if its body can't fail and has no
    /// workspace of its own.
    pub(super) fn parallel(
        &mut self,
        low: Value,
        high: Value,
        body: impl FnOnce(&mut Self, Value) -> Emitted<()>,
    ) -> Emitted<()> {
        let before = (self.shared_workspaces, self.assertions);
        self.loop_of(low, high, |e, at| {
            body(e, at)?;
            let alone = before == (e.shared_workspaces, e.assertions);
            Ok(if alone { LoopKind::Parallel } else { LoopKind::Serial })
        })
    }

    /// A loop over the entries of an array. Its iterations may write to different places each
    /// (`disjoint`): the outermost of such loops is parallel, if its body can't fail and has no
    /// workspace of its own, which all threads would share.
    pub(super) fn each(
        &mut self,
        array: Array,
        disjoint: bool,
        body: impl FnOnce(&mut Self, Value, Value) -> Emitted<()>,
    ) -> Emitted<()> {
        let outermost = self.depth == 0;
        let before = (self.shared_workspaces, self.assertions);
        self.loop_of(array.low(), array.high(), |e, at| {
            let value = element_inside(&mut e.b, array, at);
            body(e, at, value)?;
            let alone = before == (e.shared_workspaces, e.assertions);
            Ok(if outermost && disjoint && alone { LoopKind::Parallel } else { LoopKind::Serial })
        })
    }

    /// A loop from `low` to `high - 1`.
    pub(super) fn count(
        &mut self,
        low: Value,
        high: Value,
        body: impl FnOnce(&mut Self, Value) -> Emitted<()>,
    ) -> Emitted<()> {
        self.loop_of(low, high, |e, at| body(e, at).map(|()| LoopKind::Serial))
    }

    /// A loop from `low` to `high - 1`, of the kind that the body returns.
    fn loop_of(
        &mut self,
        low: Value,
        high: Value,
        body: impl FnOnce(&mut Self, Value) -> Emitted<LoopKind>,
    ) -> Emitted<()> {
        let open = self.b.open_for("i", &[]);
        self.depth += 1;
        let done = body(self, open.var);
        self.depth -= 1;
        let bounds = (Index::var(low), Index::var(high));
        let kind = done.as_ref().map_or(LoopKind::Serial, |kind| *kind);
        self.b.close_for(open, kind, bounds, 1, Vec::new());
        done.map(drop)
    }

    pub(super) fn only_if(
        &mut self,
        test: Value,
        body: impl FnOnce(&mut Self) -> Emitted<()>,
    ) -> Emitted<()> {
        self.b.open_block();
        let done = body(self);
        let then = self.b.close_block();
        self.b.push(Stmt::If { test, then, otherwise: Block::default() });
        done
    }

    /// A number of a loop's body in the iteration at a position of its array, with this value. It is
    /// below `crossed` more binders, whose variables do not occur in it.
    pub(super) fn number_below(
        &mut self,
        over: Id,
        [at, value]: [Value; 2],
        crossed: u32,
        id: Id,
    ) -> Emitted<Value> {
        let mut variables = self.bound_by(over, at, Variable::Number(value)).to_vec();
        variables.resize(2 + crossed as usize, (Variable::Number(at), Fact::Number(None)));
        self.with(&variables, |e| e.number(id))
    }

    /// The sum of a number over an array, and `start`.
    pub(super) fn total_over(
        &mut self,
        over: Id,
        array: Array,
        body: Id,
        start: Value,
    ) -> Emitted<Value> {
        let array = self.narrowed(over, array, body)?;
        if let Some(total) = self.total_of_part(over, array, body, start)? {
            return Ok(total);
        }
        if let Some(total) = self.total_of_long_part(over, array, body, start)? {
            return Ok(total);
        }
        let base = self.sort(body).base;
        self.total(array.low(), array.high(), start, |e, at, total| {
            let part = e.summand(over, array, body, at)?;
            Ok(add(&mut e.b, base, total, part))
        })
    }

    /// The number of a loop's body at a position of its array.
    pub(super) fn summand(
        &mut self,
        over: Id,
        array: Array,
        body: Id,
        at: Value,
    ) -> Emitted<Value> {
        self.prefetch_parts(over, array, body, at)?;
        let value = element_inside(&mut self.b, array, at);
        let variables = self.bound_inside(over, at, Variable::Number(value));
        self.with(&variables, |e| e.number(body))
    }

    /// Adds what the iterations of a loop over an array make.
    pub(super) fn add_each(&mut self, over: Id, body: Id, to: Destination) -> Emitted<()> {
        let array = self.array(over)?;
        let disjoint = self.has_own_keys(over, body);
        let array = self.narrowed(over, array, body)?;
        if !disjoint && let Some(each) = self.key_ranges(over, body, to) {
            return self.add_in_ranges(over, body, to, each);
        }
        if !disjoint && self.shares_result(body, to) {
            return self.add_in_parts(over, body, to);
        }
        let entry = |e: &mut Self, at, value| {
            if !to.erase {
                e.prefetch_parts(over, array, body, at)?;
            }
            let variables = e.bound_inside(over, at, Variable::Number(value));
            e.with(&variables, |e| e.add_into(body, to))
        };
        if disjoint && self.shares_workspaces(body) {
            let shares = self.shares_of(over, array, &[body]);
            return self.chunks_in_parts(
                &shares,
                |_, _| Ok(()),
                |e, at, value, ()| entry(e, at, value),
            );
        }
        self.each(array, disjoint, entry)
    }
}
