//! Dictionaries in dense workspaces, and the places that dictionaries are added to.

use super::Unsupported;
use super::emit::{Destination, Dict, Emitted, Emitter, Entries, Variable, Workspace, unsupported};
use super::facts::Fact;
use super::intervals::{Interval, is_within};
use super::numbers::{
    LANES, add, both, int, load, machine, multiply, store, store_lanes, unary, zero,
};
use crate::program::{
    BinaryOp, Block, BufferId, Builder, CompareOp, Inst, LoopKind, Program, Scalar as Machine,
    Space, Stmt, UnaryOp, Value,
};
use hloom_ir::Element;
use hloom_storage::Scalar;
use hloom_storage::term::{Id, Node, Unary};

/// The most elements of a workspace.
const MAX_ELEMENTS: u64 = 1 << 24;
/// The elements of a workspace that are cleared as a whole in each iteration of a loop.
const FEW: u64 = 64;

/// The element type of a workspace.
pub(super) fn wide(base: Scalar) -> Element {
    match base {
        Scalar::Bool => Element::I1,
        Scalar::Int => Element::I64,
        Scalar::Real => Element::F64,
    }
}

impl Emitter<'_> {
    pub(super) fn base_of(&self, space: usize) -> Scalar {
        super::scalar(self.workspaces[space].element).unwrap_or(Scalar::Real)
    }

    /// Sets a workspace to zero. Returns the number of loops for that.
    pub(super) fn clear(&mut self, space: usize, kind: LoopKind) -> usize {
        let (buffer, element) = (self.workspaces[space].buffer, self.workspaces[space].element);
        let size: u64 = self.workspaces[space].extents.iter().product();
        let (base, size) = (self.base_of(space), size as i64);
        // Code generators know a serial loop as `memset`; the stores of a parallel one are of vectors.
        let lanes = i64::from(LANES);
        let vectors = kind == LoopKind::Parallel && base != Scalar::Bool;
        let whole = if vectors { size / lanes * lanes } else { 0 };
        if whole > 0 {
            self.b.for_each(kind, "i", 0, whole, lanes, |b, i| {
                let none = zero(b, base);
                let none = b.broadcast(none, LANES);
                store_lanes(b, buffer, element, i, none);
            });
        }
        if whole < size {
            let kind = if whole > 0 { LoopKind::Serial } else { kind };
            self.b.for_each(kind, "i", whole, size, 1, |b, i| {
                let none = zero(b, base);
                store(b, buffer, element, i, none);
            });
        }
        usize::from(whole > 0) + usize::from(whole < size)
    }

    /// A dictionary that the term makes, in a workspace of its own.
    pub(super) fn materialize(&mut self, id: Id) -> Emitted<Dict> {
        let Fact::Dict(keys) = self.fact(id) else {
            return Err(Unsupported("a dictionary whose keys have no known bounds".to_owned()));
        };
        let mut extents = Vec::new();
        let mut low = Vec::new();
        for key in keys {
            let Some((first, last)) = key else {
                return Err(Unsupported("a dictionary whose keys have no known bounds".to_owned()));
            };
            low.push(if first > last { 0 } else { first });
            extents.push((i128::from(last) - i128::from(first) + 1).max(0) as u128);
        }
        let size = extents.iter().try_fold(1u128, |all, extent| all.checked_mul(*extent));
        let element = wide(self.sort(id).base);
        let Some(size) = size.filter(|size| *size <= u128::from(MAX_ELEMENTS)) else {
            return self.materialize_hashed(id, element, &low, &extents)?.ok_or_else(|| {
                Unsupported(format!("a workspace of more than {MAX_ELEMENTS} elements"))
            });
        };
        let extents: Vec<u64> = extents.into_iter().map(|extent| extent as u64).collect();
        if self.erases && self.depth > 0 && size as u64 > FEW && self.loops(id) <= 1 {
            return self.materialize_sparse(id, element, low, extents);
        }
        let buffer = self.arena(element, size as u64);
        let space = self.workspaces.len();
        self.workspaces.push(Workspace { buffer, element, low, extents, listed: None });
        self.shared_workspaces += 1;
        self.clear(space, LoopKind::Serial);
        let offset = int(&mut self.b, 0);
        let (inside, negated, factor, once, erase) = (None, false, None, false, false);
        let to = Destination { space, offset, level: 0, inside, negated, factor, once, erase };
        self.add_into(id, to)?;
        Ok(Dict { space, level: 0, offset })
    }

    /// A dictionary of a loop's iteration, in a workspace that is zero before and after its use: the
    /// loop that made its entries sets their places to zero again. Each part of a loop that threads
    /// share has a workspace of its own.
    fn materialize_sparse(
        &mut self,
        id: Id,
        element: Element,
        mut low: Vec<i64>,
        mut extents: Vec<u64>,
    ) -> Emitted<Dict> {
        if let Some((_, parts)) = self.part {
            low.insert(0, 0);
            extents.insert(0, parts);
        } else {
            self.shared_workspaces += 1;
        }
        let buffer = self.arena(element, extents.iter().product());
        let space = self.workspaces.len();
        self.workspaces.push(Workspace { buffer, element, low, extents, listed: None });
        self.cleared_first.push(space);
        let offset = int(&mut self.b, 0);
        let (inside, negated, factor, once, erase) = (None, false, None, false, false);
        let mut to = Destination { space, offset, level: 0, inside, negated, factor, once, erase };
        if let Some((part, parts)) = self.part {
            to = self.below(to, part, Some((0, parts as i64 - 1)));
        }
        self.add_into(id, to)?;
        self.pending.push((id, Destination { erase: true, ..to }));
        Ok(Dict { space, level: to.level, offset: to.offset })
    }

    /// Sets the places of dictionaries to zero whose use has ended.
    pub(super) fn erase_since(&mut self, before: usize) -> Emitted<()> {
        while self.pending.len() > before
            && let Some((id, to)) = self.pending.pop()
        {
            self.add_into(id, to)?;
        }
        Ok(())
    }

    /// Sets a place to zero, if it is one.
    pub(super) fn erase_number(&mut self, to: Destination) {
        let (buffer, element) =
            (self.workspaces[to.space].buffer, self.workspaces[to.space].element);
        let base = self.base_of(to.space);
        let b = &mut self.b;
        let none = zero(b, base);
        match to.inside {
            None => store(b, buffer, element, to.offset, none),
            Some(inside) => {
                b.branch(inside, |b| store(b, buffer, element, to.offset, none), |_| ());
            }
        }
    }

    /// The depth of the loops of a term.
    fn loops(&self, id: Id) -> usize {
        let node = self.term[id];
        let own = match node {
            // An operator on dictionaries is a loop too.
            Node::Sum(_) | Node::Merge(_) => 1,
            Node::Binary(..) | Node::Unary(..) if self.sort(id).is_dict() => 2,
            _ => 0,
        };
        let inner =
            hloom_storage::term::operands(&node).iter().map(|child| self.loops(*child)).max();
        own + inner.unwrap_or(0)
    }

    /// The program, which clears workspaces first that stay zero between uses.
    pub(super) fn finish(mut self) -> Program {
        let spaces = std::mem::take(&mut self.cleared_first);
        let loops = spaces.iter().map(|space| self.clear(*space, LoopKind::Parallel)).sum();
        let mut program = self.b.finish();
        let statements = std::mem::take(&mut program.body.statements);
        program.body.statements = clears_first(statements, loops);
        program
    }

    /// Ends the block that was opened for the term, as [`finish`](Self::finish) does for a program.
    pub(super) fn finish_block(mut self) -> (Builder, Block) {
        let spaces = std::mem::take(&mut self.cleared_first);
        let loops = spaces.iter().map(|space| self.clear(*space, LoopKind::Parallel)).sum();
        let mut block = self.b.close_block();
        block.statements = clears_first(block.statements, loops);
        (self.b, block)
    }

    /// A buffer of the arena.
    pub(super) fn arena(&mut self, element: Element, size: u64) -> BufferId {
        let at = self.arena_bytes;
        let buffer = self.b.buffer("workspace", element, &[size.max(1)], Space::Arena(at));
        let bytes = self.b.program().buffers[buffer.0 as usize].bytes();
        self.arena_bytes = (at + bytes).next_multiple_of(64);
        buffer
    }

    /// The keys that a level of a workspace has places for.
    fn keys_of(&self, space: usize, level: usize) -> Interval {
        let workspace = &self.workspaces[space];
        let low = workspace.low[level];
        (low, low.saturating_add(workspace.extents[level] as i64 - 1))
    }

    /// The bounds of the keys of a dictionary's outermost level.
    pub(super) fn keys(&self, dict: Dict) -> Option<Interval> {
        Some(self.keys_of(dict.space, dict.level))
    }

    /// Whether a number that may be zero can be added below a key with these bounds as if it were an
    /// entry: there is a place for certain, and its product with the factor is zero.
    pub(super) fn takes_zero(&self, to: Destination, within: Option<Interval>) -> bool {
        let all = self.keys_of(to.space, to.level);
        let has_place = within.is_some_and(|within| is_within(within, all));
        has_place && to.inside.is_none() && to.factor.is_none()
    }

    /// The place of a key below a destination, the key being in these bounds.
    pub(super) fn below(
        &mut self,
        to: Destination,
        key: Value,
        within: Option<Interval>,
    ) -> Destination {
        let all = self.keys_of(to.space, to.level);
        let extent = self.workspaces[to.space].extents[to.level];
        let b = &mut self.b;
        let index = match all.0 {
            0 => key,
            low => {
                let low = int(b, low);
                b.binary(BinaryOp::Sub, key, low)
            }
        };
        let end = int(b, extent as i64);
        let inside = match within {
            Some(within) if is_within(within, all) => to.inside,
            _ => {
                // As an unsigned number, an index below zero is a large one.
                let here = b.compare(CompareOp::LtU, index, end);
                Some(match to.inside {
                    None => here,
                    Some(outer) => both(b, outer, here),
                })
            }
        };
        if to.level == 0 {
            return Destination { offset: index, level: 1, inside, ..to };
        }
        let scaled = b.binary(BinaryOp::Mul, to.offset, end);
        let offset = b.binary(BinaryOp::Add, scaled, index);
        Destination { offset, level: to.level + 1, inside, ..to }
    }

    /// Adds the entry of a key, which is in these bounds.
    pub(super) fn add_entry(
        &mut self,
        key: Value,
        within: Option<Interval>,
        value: Id,
        to: Destination,
    ) -> Emitted<()> {
        if !self.sort(value).is_scalar() {
            let to = self.below(to, key, within);
            return self.add_into(value, to);
        }
        if to.erase {
            let to = self.below(to, key, within);
            self.erase_number(to);
            return Ok(());
        }
        let number = self.number(value)?;
        self.add_number_at(key, within, number, to)
    }

    /// Adds a number at a key, which is in these bounds.
    pub(super) fn add_number_at(
        &mut self,
        key: Value,
        within: Option<Interval>,
        number: Value,
        to: Destination,
    ) -> Emitted<()> {
        if self.takes_zero(to, within) {
            let to = self.below(to, key, within);
            self.add_number(number, to);
            return Ok(());
        }
        // `{ k -> 0 }` has no entry: its key is not looked at.
        let there = self.is_not_zero(number, self.base_of(to.space));
        self.only_if(there, |e| {
            let to = e.below(to, key, within);
            e.add_number(number, to);
            Ok(())
        })
    }

    /// Adds a number other than zero at a place. The program ends with an error if its keys are
    /// outside: of a block at the edge of a matrix they may be, where the block has zeros.
    pub(super) fn add_number(&mut self, value: Value, to: Destination) {
        if to.erase {
            return self.erase_number(to);
        }
        if let (Some(_), Some(factor)) = (to.inside, to.factor) {
            // A product that is zero is no entry: its keys may be outside.
            let base = self.base_of(to.space);
            let product = multiply(&mut self.b, base, factor, value);
            let there = self.is_not_zero(product, base);
            self.b.open_block();
            self.add_number(product, Destination { factor: None, ..to });
            let then = self.b.close_block();
            self.b.push(Stmt::If { test: there, then, otherwise: Block::default() });
            return;
        }
        let workspace = &self.workspaces[to.space];
        let (buffer, element) = (workspace.buffer, workspace.element);
        let listed = workspace.listed;
        let message = if to.space < self.results {
            format!("an entry is outside of the result's extents {:?}", workspace.extents)
        } else {
            "an entry is outside of the bounds of the data".to_owned()
        };
        let base = self.base_of(to.space);
        let b = &mut self.b;
        if let Some(inside) = to.inside {
            b.assert(inside, &message);
            self.assertions += 1;
        }
        let mut value = match to.factor {
            None => value,
            Some(factor) => multiply(b, base, factor, value),
        };
        if to.negated {
            value = b.unary(UnaryOp::Neg, value);
        }
        match listed {
            Some(Entries::Listed(listed)) => return self.add_listed(value, to, listed),
            Some(Entries::Unordered(places)) => {
                // The table of a plan, not of a block: one thread fills it.
                self.shared_workspaces += usize::from(to.space >= self.results);
                return self.add_unordered(value, to, places);
            }
            // A table that is filled gets no more.
            Some(Entries::Hashed(..)) | None => {}
        }
        // A negative zero is no entry: the sum with zero is zero.
        let before = match to.once {
            true => zero(b, base),
            false => load(b, buffer, element, to.offset, None),
        };
        let after = add(b, base, before, value);
        store(b, buffer, element, to.offset, after);
        debug_assert_eq!(b.type_of(after), machine(base).ty());
    }

    /// The number of keys of a dictionary's outermost level.
    pub(super) fn extent(&mut self, dict: Dict) -> Value {
        let extent = self.workspaces[dict.space].extents[dict.level];
        int(&mut self.b, extent as i64)
    }

    /// The part of a dictionary at an index of its outermost level.
    fn inner(&mut self, dict: Dict, index: Value) -> Dict {
        let extent = self.extent(dict);
        let b = &mut self.b;
        let scaled = b.binary(BinaryOp::Mul, dict.offset, extent);
        let offset = b.binary(BinaryOp::Add, scaled, index);
        Dict { level: dict.level + 1, offset, ..dict }
    }

    fn is_number(&self, dict: Dict) -> bool {
        dict.level == self.workspaces[dict.space].extents.len()
    }

    /// The number at a place of a workspace; zero where `mask` is false.
    fn number_at(&mut self, dict: Dict, mask: Option<Value>) -> Emitted<Value> {
        if self.is_hashed(dict) {
            return self.hashed_number(dict, mask);
        }
        let workspace = &self.workspaces[dict.space];
        let (buffer, element) = (workspace.buffer, workspace.element);
        Ok(load(&mut self.b, buffer, element, dict.offset, mask))
    }

    /// Refuses a loop over the entries of a dictionary in a hash table.
    fn each_place(&self, dict: Dict) -> Emitted<()> {
        match self.is_hashed(dict) {
            true => unsupported("a loop over a dictionary in a hash table"),
            false => Ok(()),
        }
    }

    fn is_not_zero(&mut self, value: Value, base: Scalar) -> Value {
        let none = zero(&mut self.b, base);
        self.b.compare(CompareOp::Ne, value, none)
    }

    /// The entry at an index of a dictionary's outermost level: its key, its value, and whether
    /// there is one.
    pub(super) fn entry(&mut self, dict: Dict, index: Value) -> Emitted<(Value, Variable, Value)> {
        self.each_place(dict)?;
        let low = self.workspaces[dict.space].low[dict.level];
        let low = int(&mut self.b, low);
        let key = self.b.binary(BinaryOp::Add, index, low);
        let inner = self.inner(dict, index);
        let base = self.base_of(dict.space);
        if self.is_number(inner) {
            let value = self.number_at(inner, None)?;
            let there = self.is_not_zero(value, base);
            return Ok((key, Variable::Number(value), there));
        }
        // Whether any number below is not zero.
        let size: u64 = self.workspaces[dict.space].extents[inner.level..].iter().product();
        let size = int(&mut self.b, size as i64);
        let first = self.b.binary(BinaryOp::Mul, inner.offset, size);
        let last = self.b.binary(BinaryOp::Add, first, size);
        let none = zero(&mut self.b, Scalar::Bool);
        let there = self.total(first, last, none, |e, at, any| {
            let value = e.number_at(Dict { offset: at, ..inner }, None)?;
            let one = e.is_not_zero(value, base);
            Ok(e.b.binary(BinaryOp::Or, any, one))
        })?;
        Ok((key, Variable::Dict(inner), there))
    }

    /// The number at a key of a dictionary of one level, `over(key)`; zero if there is none.
    pub(super) fn looked_up(&mut self, id: Id, over: Id, key: Id) -> Emitted<Value> {
        if let Some((inner, inside)) = self.variable_part(id)? {
            return self.number_at(inner, inside);
        }
        let dict = self.dictionary(over)?;
        let key = self.number(key)?;
        let (inner, inside) = self.part(dict, key);
        self.number_at(inner, Some(inside))
    }

    /// The part of a dictionary at a key, and whether the key is inside.
    pub(super) fn part(&mut self, dict: Dict, key: Value) -> (Dict, Value) {
        let low = self.workspaces[dict.space].low[dict.level];
        let extent = self.extent(dict);
        let b = &mut self.b;
        let low = int(b, low);
        let index = b.binary(BinaryOp::Sub, key, low);
        // As an unsigned number, an index below zero is a large one.
        let inside = b.compare(CompareOp::LtU, index, extent);
        (self.inner(dict, index), inside)
    }

    /// Adds the entries of a dictionary to a place, with an operator on the numbers.
    pub(super) fn copy_into(
        &mut self,
        dict: Dict,
        op: Option<(Unary, Scalar)>,
        to: Destination,
    ) -> Emitted<()> {
        if self.is_number(dict) {
            let value = self.number_at(dict, None)?;
            let base = self.base_of(dict.space);
            let there = self.is_not_zero(value, base);
            return self.only_if(there, |e| {
                let value = match op {
                    Some((op, base)) => unary(&mut e.b, op, base, value),
                    None => value,
                };
                e.add_number(value, to);
                Ok(())
            });
        }
        self.each_place(dict)?;
        let (none, extent) = (int(&mut self.b, 0), self.extent(dict));
        self.count(none, extent, |e, index| {
            let (key, value, there) = e.entry(dict, index)?;
            e.only_if(there, |e| {
                let inner = match value {
                    Variable::Dict(inner) => inner,
                    _ => e.inner(dict, index),
                };
                let to = e.below(to, key, e.keys(dict));
                e.copy_into(inner, op, to)
            })
        })
    }

    /// Adds the part of a dictionary at a key to a place, if the key is there.
    pub(super) fn copy_part(&mut self, dict: Dict, key: Value, to: Destination) -> Emitted<()> {
        let (inner, inside) = self.part(dict, key);
        self.only_if(inside, |e| e.copy_into(inner, None, to))
    }

    /// Adds the products of the entries that two dictionaries of the same levels share.
    pub(super) fn multiply_into(&mut self, x: Dict, y: Dict, to: Destination) -> Emitted<()> {
        if self.is_number(x) {
            let (a, c) = (self.number_at(x, None)?, self.number_at(y, None)?);
            let base = self.base_of(x.space);
            let (first, second) = (self.is_not_zero(a, base), self.is_not_zero(c, base));
            let there = both(&mut self.b, first, second);
            return self.only_if(there, |e| {
                let product = multiply(&mut e.b, base, a, c);
                e.add_number(product, to);
                Ok(())
            });
        }
        self.each_place(x)?;
        let (none, extent) = (int(&mut self.b, 0), self.extent(x));
        self.count(none, extent, |e, index| {
            let low = e.workspaces[x.space].low[x.level];
            let low = int(&mut e.b, low);
            let key = e.b.binary(BinaryOp::Add, index, low);
            let inner = e.inner(x, index);
            let (other, inside) = e.part(y, key);
            e.only_if(inside, |e| {
                // An entry that only one of them has makes no key of the product.
                let nonzero = e.shares(inner, other)?;
                e.only_if(nonzero, |e| {
                    let to = e.below(to, key, e.keys(x));
                    e.multiply_into(inner, other, to)
                })
            })
        })
    }

    /// Whether the product of two numbers is an entry; of dictionaries, true.
    fn shares(&mut self, x: Dict, y: Dict) -> Emitted<Value> {
        if !self.is_number(x) {
            return Ok(self.b.bits(Machine::I1.ty(), 1));
        }
        let base = self.base_of(x.space);
        let (a, c) = (self.number_at(x, None)?, self.number_at(y, None)?);
        let (first, second) = (self.is_not_zero(a, base), self.is_not_zero(c, base));
        Ok(both(&mut self.b, first, second))
    }
}

/// Statements of which so many loops at the end, which clear workspaces, come first.
fn clears_first(mut rest: Vec<Stmt>, clears: usize) -> Vec<Stmt> {
    let clears = rest.split_off(rest.len() - clears);
    // Equal constants are one value, whose definition has to come before.
    let is_constant = |stmt: &Stmt| matches!(stmt, Stmt::Let(_, Inst::Const(..)));
    let (constants, rest): (Vec<Stmt>, Vec<Stmt>) = rest.into_iter().partition(is_constant);
    [constants, clears, rest].concat()
}
