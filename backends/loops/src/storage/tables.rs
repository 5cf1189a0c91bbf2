//! Tables of positions: where the values of a part of an array are.
//!
//! ```text
//! sum(<_, k> in idx(pos(i):pos(i + 1)))
//!     merge(<p, q, v> in <idx(pos(k):pos(k + 1)), idx(pos(i):pos(i + 1))>) val(p) * val(q)
//! ```
//!
//! The second part does not change in the loop over `k`. Before that loop, a table over the bounds of
//! its values gets the position of each value, and one; the merges look up the values of their other
//! part there, and after the loop the places are zero again. So a pair takes a load and no search.
//! Of integers, the table has the factor of the product that the second part contributes, `val(q)`:
//! a value that is not there is a factor zero, and no test is left. Its elements are the narrowest
//! that hold this factor: those of a graph without weights are bytes.
//!
//! A merge of two parts of similar lengths that change both makes a table of one of them for itself.
//!
//! The values of the part are distinct, since they ascend, and pairs come in the evaluator's order.

use super::arrays::{Array, Pairs, Side, Table};
use super::emit::{Emitted, Emitter, Variable, Workspace};
use super::facts::{Fact, Facts};
use super::intervals::{Interval, is_within, numbers};
use super::numbers::{element_inside, int, load, multiply, store};
use crate::program::{BinaryOp, CompareOp, Value};
use hloom_ir::Element;
use hloom_storage::Scalar;
use hloom_storage::term::{Binary, Id, Node, Term, copy, free, operands};

/// The most elements of a table, of all copies.
const MAX_ELEMENTS: u64 = 1 << 26;
/// A table has so many times as many places as its array has elements at most, and [`SMALL`] more.
const SPARSE: u64 = 4;
/// The places of a table that is small in any case.
const SMALL: u64 = 1 << 12;

/// The narrowest element type of numbers in these bounds and zero.
fn narrowest(numbers: Option<Interval>) -> Element {
    let Some((low, high)) = numbers else { return Element::I64 };
    let all = [(Element::I8, 8), (Element::I16, 16), (Element::I32, 32)];
    let holds =
        |bits: u32| (-1i64 << (bits - 1)..1 << (bits - 1)).contains(&low) && high < 1 << (bits - 1);
    all.into_iter().find(|(_, bits)| holds(*bits)).map_or(Element::I64, |(element, _)| element)
}

/// A table in use.
pub(super) enum Opened {
    /// With a place for each value: the part whose places are to be zero again.
    Direct(Array),
    /// By hash (`buckets.rs`).
    Buckets,
}

impl Emitter<'_> {
    /// The free variables of a part of the term.
    pub(super) fn free_of(&self, id: Id) -> u64 {
        free(&self.term[id], |child| self.free_of(child))
    }

    /// A part of a term with variables as their distances from the outermost binder; the `bound`
    /// innermost ones stay.
    pub(super) fn resolved(&self, id: Id, depth: usize, bound: u32) -> Term {
        const FAR: u32 = 1 << 24;
        let mut out = Term::default();
        copy(&mut out, self.term, id, 0, &mut |out, node, inner| {
            out.add(match node {
                Node::Var(i, sort) if i >= inner + bound => {
                    Node::Var(FAR + depth as u32 + bound + inner - 1 - i, sort)
                }
                node => node,
            })
        });
        out
    }

    /// The operand of a merge that a table may be made of, where the `crossed` innermost variables
    /// are not known yet, and its values' bounds.
    fn indexed(&self, pairs: Pairs, crossed: u32) -> Option<(Side, Interval)> {
        let [x, y] = pairs.sides;
        if !self.erases {
            return None;
        }
        let bounds = |id: Id| {
            let over = match self.term[id] {
                Node::Slice([over, ..]) => over,
                _ => id,
            };
            let Node::Input(name, _) = self.term[over] else { return None };
            let physical = &self.inputs.get(&name)?.1;
            let (length, (low, high)) = (physical.length?, physical.within?);
            let extent = u64::try_from(i128::from(high) - i128::from(low) + 1).ok()?;
            let copies = self.part.map_or(1, |(_, parts)| parts);
            let fits = length > 0
                && extent <= length.saturating_mul(SPARSE).saturating_add(SMALL)
                && extent.saturating_mul(copies.max(self.threads)) <= MAX_ELEMENTS;
            let outside = self.free_of(id) & ((1 << crossed.min(62)) - 1) == 0;
            (fits && outside && self.part_ascends(id)).then_some((low, high))
        };
        match (bounds(y), bounds(x)) {
            (Some(bounds), _) => Some((Side::Second, bounds)),
            // The pairs come in the order of their values from both sides.
            (None, Some(bounds)) if self.part_ascends(y) => Some((Side::First, bounds)),
            _ => None,
        }
    }

    /// Whether a merge in a term may make a table.
    pub(super) fn makes_table(&self, id: Id) -> bool {
        let node = self.term[id];
        let own = match node {
            Node::Merge([x, y, body]) => {
                let pairs = Pairs { sides: [x, y], body };
                self.indexed(pairs, 0).is_some() || self.makes_buckets(pairs)
            }
            _ => false,
        };
        own || operands(&node).iter().any(|child| self.makes_table(*child))
    }

    /// The factors of an integer product that have the position in the indexed part, and the others.
    /// `None` if a factor has both positions, or a loop: it is computed for pairs only.
    fn factors(&self, pairs: Pairs, indexed: Side, crossed: u32) -> Option<[Vec<Id>; 2]> {
        if self.sort(pairs.body) != hloom_storage::Sort::INT {
            return None;
        }
        let (own, other) = match indexed {
            Side::First => (2, 1),
            Side::Second => (1, 2),
        };
        let (mut within, mut rest) = (Vec::new(), Vec::new());
        let mut left = vec![pairs.body];
        while let Some(id) = left.pop() {
            match self.term[id] {
                Node::Binary(Binary::Mul, [a, b]) => {
                    left.extend([b, a]);
                    continue;
                }
                Node::Int(1) => continue,
                _ => {}
            }
            let free = self.free_of(id);
            if free >> own & 1 == 0 && !self.has_loop(id) {
                rest.push(id);
                continue;
            }
            let unknown = ((1u64 << crossed.min(59)) - 1) << 3;
            if free >> other & 1 == 1 || free & unknown != 0 || self.has_loop(id) {
                return None;
            }
            within.push(id);
        }
        Some([within, rest])
    }

    /// The table of a merge's operand, if there is one.
    pub(super) fn table(&self, pairs: Pairs) -> Option<(Side, Table)> {
        for (indexed, id) in [Side::Second, Side::First].into_iter().zip([1, 0]) {
            let part = self.resolved(pairs.sides[id], self.facts.len(), 0);
            let found = self.tables.direct.iter().rev().find(|table| {
                let rest = self.factors(pairs, indexed, 0);
                let product = rest.map(|[within, _]| self.product(&within, self.facts.len()));
                table.of.0 == part && (table.of.1.is_none() || table.of.1 == product)
            });
            if let Some(found) = found {
                if indexed == Side::First && !self.part_ascends(pairs.sides[1]) {
                    continue;
                }
                let mut found = found.clone();
                if found.rest.is_some() {
                    found.rest = self.factors(pairs, indexed, 0).map(|[_, rest]| rest);
                }
                return Some((indexed, found));
            }
        }
        None
    }

    /// The table of a merge's operand that has positions, if there is one.
    pub(super) fn position_table(&self, pairs: Pairs) -> Option<(Side, Table)> {
        self.table(pairs).filter(|(_, table)| table.rest.is_none())
    }

    /// The factors that a table has, as a term that is compared only.
    fn product(&self, factors: &[Id], depth: usize) -> Term {
        let mut out = Term::default();
        let mut last = out.add(Node::Int(1));
        for factor in factors {
            let term = self.resolved(*factor, depth, 3);
            let added = copy(&mut out, &term, term.root(), 0, &mut |out, node, _| out.add(node));
            last = out.add(Node::Binary(Binary::Mul, [last, added]));
        }
        out
    }

    /// The bounds of a product of factors of a merge's body, for values of a side.
    fn product_bounds(&self, pairs: Pairs, read: Side, factors: &[Id]) -> Option<Interval> {
        let facts = Facts::new(self.term, self.described);
        let mut variables = self.facts.clone();
        let sides = pairs.sides.map(|id| self.fact(id));
        variables.extend(Fact::of_pair(sides, Some(read)));
        let mut product = (1, 1);
        for factor in factors {
            let Fact::Number(Some(own)) = facts.of(*factor, &mut variables) else { return None };
            product = numbers(Binary::Mul, product, own)?;
        }
        Some(product)
    }

    /// Makes the tables of the merges in a loop's body whose operand does not change in the loop,
    /// which binds `bound` variables.
    pub(super) fn open_tables(&mut self, body: Id, bound: u32) -> Emitted<Vec<Opened>> {
        let mut opened = Vec::new();
        if !self.erases {
            return Ok(opened);
        }
        let mut found = Vec::new();
        self.merges(body, bound, &mut found);
        for (pairs, crossed) in found {
            let any = int(&mut self.b, 0);
            let unknown = (Variable::Number(any), Fact::Number(None));
            let dummies = vec![unknown; crossed as usize];
            let one = self.with(&dummies, |e| {
                let Some((indexed, values)) = e.indexed(pairs, crossed) else {
                    let made = e.open_shared_buckets(pairs, crossed)?;
                    return Ok(made.then_some(Opened::Buckets));
                };
                let id = pairs.sides[usize::from(indexed == Side::Second)];
                if e.table(pairs).is_some() {
                    return Ok(None);
                }
                let part = e.array(id)?;
                e.open_table(pairs, (indexed, values), part, crossed).map(Some)
            })?;
            opened.extend(one);
        }
        Ok(opened)
    }

    /// The merges in a term, each with the number of binders around it.
    fn merges(&self, id: Id, crossed: u32, out: &mut Vec<(Pairs, u32)>) {
        let node = self.term[id];
        if let Node::Merge([x, y, body]) = node {
            let known = |(it, depth): &(Pairs, u32)| {
                it.sides == [x, y] && it.body == body && *depth == crossed
            };
            if !out.iter().any(known) {
                out.push((Pairs { sides: [x, y], body }, crossed));
            }
        }
        for (i, child) in operands(&node).iter().enumerate() {
            self.merges(*child, crossed + node.binds(i), out);
        }
    }

    /// The operand of a merge that it can make a table of for itself, and its values' bounds.
    pub(super) fn own_table(&self, pairs: Pairs) -> Option<(Side, Interval)> {
        self.indexed(pairs, 0)
    }

    /// Makes a table of a part of an array for one merge.
    pub(super) fn open_own_table(
        &mut self,
        pairs: Pairs,
        found: (Side, Interval),
        part: Array,
    ) -> Emitted<Opened> {
        self.open_table(pairs, found, part, 0)
    }

    /// Makes a table of a part of an array. It is used until [`close_tables`](Self::close_tables).
    fn open_table(
        &mut self,
        pairs: Pairs,
        (indexed, values): (Side, Interval),
        part: Array,
        crossed: u32,
    ) -> Emitted<Opened> {
        let own = usize::from(indexed == Side::Second);
        let id = pairs.sides[own];
        let depth = self.facts.len();
        let factors = self.factors(pairs, indexed, crossed);
        let product = factors.as_ref().map(|[within, _]| self.product(within, depth));
        let of = (self.resolved(id, depth, 0), product);
        let length = match part {
            Array::Part { buffer, .. } => self.b.program().buffers[buffer.0 as usize].elements(),
            Array::Range { .. } => u64::MAX,
        };
        let element = match (&factors, i32::try_from(length)) {
            (Some([within, _]), _) => narrowest(self.product_bounds(pairs, indexed, within)),
            (None, Ok(length)) if length < i32::MAX => Element::I32,
            (None, _) => Element::I64,
        };
        let extent = values.1.saturating_sub(values.0).saturating_add(1).max(1) as u64;
        let parts = self.part.map_or(1, |(_, parts)| parts);
        let buffer = self.arena(element, extent * parts);
        let space = self.workspaces.len();
        let (low, extents) = (vec![0], vec![extent * parts]);
        self.workspaces.push(Workspace { buffer, element, low, extents, listed: None });
        self.cleared_first.push(space);
        let b = &mut self.b;
        let mut shift = int(b, values.0.wrapping_neg());
        if let Some((part, _)) = self.part {
            let size = int(b, extent as i64);
            let first = b.binary(BinaryOp::Mul, part, size);
            shift = b.binary(BinaryOp::Add, first, shift);
        } else if self.depth > 0 {
            // All iterations of the loops around share it.
            self.shared_workspaces += 1;
        }
        let rest = factors.as_ref().map(|[_, rest]| rest.clone());
        let table = Table { of, buffer, element, shift, values, rest };
        self.count(part.low(), part.high(), |e, at| {
            let value = element_inside(&mut e.b, part, at);
            let place = e.b.binary(BinaryOp::Add, value, shift);
            let one = int(&mut e.b, 1);
            let mut number = e.b.binary(BinaryOp::Add, at, one);
            if let Some([within, _]) = &factors {
                number = one;
                let mut pair = [at, at, value];
                pair[1 - own] = int(&mut e.b, 0);
                let variables = e.bound_by_merge(pairs.sides, pair, Some(indexed));
                for factor in within {
                    let next = e.with(&variables, |e| e.number(*factor))?;
                    number = multiply(&mut e.b, Scalar::Int, number, next);
                }
            }
            store(&mut e.b, buffer, element, place, number);
            Ok(())
        })?;
        self.tables.direct.push(table);
        Ok(Opened::Direct(part))
    }

    /// Ends the use of tables, the last ones that were made: their places are zero again.
    pub(super) fn close_tables(&mut self, opened: Vec<Opened>) -> Emitted<()> {
        for opened in opened.into_iter().rev() {
            let Opened::Direct(part) = opened else {
                self.close_buckets();
                continue;
            };
            let Some(table) = self.tables.direct.pop() else { continue };
            // Outside of all loops, it is made once.
            if self.depth == 0 {
                continue;
            }
            self.count(part.low(), part.high(), |e, at| {
                let value = element_inside(&mut e.b, part, at);
                let place = e.b.binary(BinaryOp::Add, value, table.shift);
                let none = int(&mut e.b, 0);
                store(&mut e.b, table.buffer, table.element, place, none);
                Ok(())
            })?;
        }
        Ok(())
    }

    /// The number that a table has for a value with these bounds; zero if there is none.
    fn in_table(&mut self, table: &Table, value: Value, within: Option<Interval>) -> Value {
        let b = &mut self.b;
        let place = b.binary(BinaryOp::Add, value, table.shift);
        let inside = match within {
            Some(within) if is_within(within, table.values) => None,
            _ => {
                let (low, high) = (int(b, table.values.0), int(b, table.values.1));
                let from = b.compare(CompareOp::GeS, value, low);
                let to = b.compare(CompareOp::LeS, value, high);
                Some(b.binary(BinaryOp::And, from, to))
            }
        };
        load(b, table.buffer, table.element, place, inside)
    }

    /// The position of a value in the part of a table, or 0, and whether it is there.
    pub(super) fn found_in(
        &mut self,
        table: &Table,
        value: Value,
        within: Option<Interval>,
    ) -> (Value, Value) {
        let found = self.in_table(table, value, within);
        let b = &mut self.b;
        let (none, one) = (int(b, 0), int(b, 1));
        let there = b.compare(CompareOp::Ne, found, none);
        let position = b.binary(BinaryOp::Sub, found, one);
        (b.binary(BinaryOp::MaxS, position, none), there)
    }

    /// The product of a table's number for a value, which is `read` of a side, and the other factors of a
    /// merge's body.
    pub(super) fn product_in(
        &mut self,
        table: &Table,
        (pairs, pair, read): (Pairs, [Value; 3], Side),
        within: Option<Interval>,
    ) -> Emitted<Value> {
        let mut product = self.in_table(table, pair[2], within);
        let variables = self.bound_by_merge(pairs.sides, pair, Some(read));
        for factor in table.rest.iter().flatten() {
            let next = self.with(&variables, |e| e.number(*factor))?;
            product = multiply(&mut self.b, Scalar::Int, product, next);
        }
        Ok(product)
    }
}
