//! Sums of sparse tensors as one pass over the union of their sorted coordinates.
//!
//! ```text
//! A + B - C      streams with a position each; the smallest coordinate comes next:
//!                the numbers of the streams that are there are added, and these streams go on
//! ```
//!
//! The result is written in order, without a workspace and without counting its entries before: it has
//! at most as many as all operands together. Its keys are offsets in a dense tensor of the loops'
//! order. Rows or, where the outermost level is compressed, coordinates are shared out in blocks of
//! about as many entries (`union_blocks.rs`); the entries of a block begin where those of the blocks
//! before would end if no two were at one place. Gaps between blocks are for the caller to close.
//!
//! A merge has no branch: which stream goes on is not foreseen. Numbers are carried as integers of the same
//! bits, since CPUs without AVX-512 choose between floats by a branch. Each stream carries the coordinate and
//! the number of its next entry, so that the loads for the one after are under way while coordinates are
//! compared. At its end, a stream has the largest integer as coordinate. As many steps are taken as there are
//! entries in all operands; after the last entry, steps write behind it, where a later entry will stand or none.

use super::arrays::Array;
use super::emit::{Emitted, Emitter, Variable, new, unsupported};
use super::facts::{Fact, Facts};
use super::intervals::{Interval, is_within};
use super::numbers::{add, both, element_inside, int, multiply, store, unary, zero};
use super::streams::{Step, Stream, streams};
use super::workspaces::wide;
use super::{Lowered, Physical, Unsupported};
use crate::program::{
    BinaryOp, BufferId, Builder, CompareOp, ConvertOp, Scalar as Machine, Space, Value,
};
use hloom_ir::Element;
use hloom_storage::Scalar;
use hloom_storage::term::{Id, Symbol, Term, Unary};
use hloom_storage::types::Form;
use std::collections::BTreeMap;

/// The most operands of a union.
const MAX_STREAMS: usize = 8;

/// A lowered sum of sparse tensors. Its results are
///
/// - the keys of the entries, and their numbers, in places for `capacity` entries;
/// - two numbers for each block: the places of its first entry and behind its last one;
/// - if there are rows, the place behind the last entry of each.
#[derive(Clone, Debug)]
pub struct LoweredUnion {
    /// The program, and its inputs in the order of the arguments.
    pub lowered: Lowered,
    /// The number of operands with entries.
    pub operands: usize,
    /// The number of rows, if the outermost loop is over them: the keys then are those in a row.
    pub rows: Option<u64>,
    /// The blocks of entries.
    pub blocks: u64,
    /// The dimension of each level of the loops, the outermost first.
    pub order: Vec<usize>,
    /// The least coordinate of each level.
    pub low: Vec<i64>,
    /// The number of coordinates of each level.
    pub extents: Vec<u64>,
    /// The places for entries.
    pub capacity: u64,
}

/// A stream on its way.
#[derive(Clone)]
pub(super) struct Live {
    pub step: usize,
    pub variables: Vec<(Variable, Fact)>,
    /// Whether there are entries at all.
    pub mask: Option<Value>,
    pub factor: Option<Value>,
    pub negated: bool,
}

/// A stream at a loop.
#[derive(Clone)]
pub(super) struct Cursor {
    pub live: Live,
    pub over: Id,
    pub array: Array,
    pub low: Value,
    pub high: Value,
    /// The largest position that is inside of the array.
    pub last: i64,
    /// The bounds of its values.
    pub values: Option<Interval>,
}

/// The result and its levels.
pub(super) struct Output {
    pub keys: BufferId,
    pub values: BufferId,
    pub element: Element,
    pub base: Scalar,
    pub low: Vec<i64>,
    pub extents: Vec<u64>,
}

/// Lowers a sum of sparse tensors. `blocks` is the most blocks that threads share, `extents` are those of
/// the result, as far as they are known, and `sorted` are arrays of coordinates that ascend together
/// ([`super::ascend_together`]).
///
/// # Errors
/// If an operand is not made by loops over sorted coordinates, or not in the order of the others.
pub fn lower_union(
    name: &str,
    term: &Term,
    inputs: &BTreeMap<Symbol, Physical>,
    sorted: &[Vec<Symbol>],
    extents: &[Option<u64>],
    blocks: u64,
) -> Result<LoweredUnion, Unsupported> {
    let term = &super::simplify::simplified(term, inputs);
    let (mut emitter, arguments, sort) = new(name, term, inputs)?;
    let levels = match sort.form {
        Form::Nested(levels) if levels >= 1 => usize::from(levels),
        _ => return unsupported("a result that is no dictionary"),
    };
    let Some(mut streams) = streams(term, sorted) else {
        return unsupported("a sum of other terms than loops over sorted coordinates");
    };
    streams.retain(|stream| emitter.innermost_length(stream) != Some(0));
    let Some(first) = streams.first() else { return unsupported("a sum without entries") };
    let (order, listed) = (first.order.clone(), first.listed.is_some());
    let alike = |it: &Stream| it.order == order && it.listed.is_some() == listed;
    if streams.len() > MAX_STREAMS || !streams.iter().all(alike) {
        return unsupported("a sum of operands in several orders");
    }
    let mut capacity: u64 = 0;
    for stream in &streams {
        let plain = emitter.is_plain_number(stream.leaf);
        let Some(length) = emitter.innermost_length(stream).filter(|_| plain) else {
            return unsupported("a sum of numbers that loops make");
        };
        if !emitter.is_sorted(stream) {
            return unsupported("a sum of operands whose coordinates are not sorted");
        }
        capacity = capacity.saturating_add(length);
    }
    let (low, sizes) = emitter.extents_of(term.root(), &order, extents)?;
    let by_rows = levels >= 2 && !listed && emitter.goes_over_rows(&streams);
    let inner = &sizes[usize::from(by_rows)..];
    let size = inner.iter().try_fold(1i64, |all, n| all.checked_mul(i64::try_from(*n).ok()?));
    if size.is_none() || i64::try_from(capacity).is_err() {
        return unsupported("a result with more places than 64 bits hold");
    }
    let mut lives = Vec::new();
    for stream in &streams {
        let (variables, mask, factor) = (Vec::new(), None, None);
        let live = Live { step: 0, variables, mask, factor, negated: false };
        lives.push(emitter.open_stream(stream, live)?);
    }
    let rows = match by_rows && lives.iter().all(|live| live.live.mask.is_none()) {
        true => Some(lives.iter().map(|it| it.last as u64 + 1).max().unwrap_or(0)),
        false => None,
    };
    if by_rows && rows.is_none() {
        return unsupported("rows under a condition");
    }
    // The keys by which blocks are cut: rows, outermost coordinates, or those of whole entries.
    let all_keys = match (rows, listed) {
        (Some(rows), _) => (0, rows),
        (None, true) => (0, size.unwrap_or(0) as u64),
        (None, false) => (low[0], sizes[0]),
    };
    let shared = streams.iter().zip(&lives).all(|it| emitter.has_bounds_of_parts(it));
    let blocks = if shared { blocks.clamp(1, all_keys.1.clamp(1, capacity.max(1))) } else { 1 };
    let element = wide(sort.base);
    let b = &mut emitter.b;
    let keys = b.buffer("keys", Element::I64, &[capacity], Space::Result(0));
    let values = b.buffer("values", element, &[capacity], Space::Result(1));
    let spans = b.buffer("spans", Element::I64, &[2 * blocks], Space::Result(2));
    let ends = rows.map(|rows| b.buffer("ends", Element::I64, &[rows], Space::Result(3)));
    let base = sort.base;
    let out = Output { keys, values, element, base, low: low.clone(), extents: sizes.clone() };
    let operands = streams.len();
    match rows.zip(ends) {
        Some((rows, ends)) => {
            emitter.union_of_rows((&streams, &lives), (rows, blocks), (spans, ends), &out)?;
        }
        None if blocks > 1 => {
            emitter.union_of_keys((&streams, &lives), (all_keys, blocks), spans, &out)?;
        }
        None => {
            let start = int(&mut emitter.b, 0);
            let end = emitter.union(&streams, lives, (0, None), start, &out)?;
            let one = int(&mut emitter.b, 1);
            store(&mut emitter.b, spans, Element::I64, start, start);
            store(&mut emitter.b, spans, Element::I64, one, end);
        }
    }
    let lowered = Lowered { program: emitter.finish(), arguments };
    Ok(LoweredUnion { lowered, operands, rows, blocks, order, low, extents: sizes, capacity })
}

impl Emitter<'_> {
    /// The least coordinate and the number of coordinates of each level.
    pub(super) fn extents_of(
        &self,
        root: Id,
        order: &[usize],
        extents: &[Option<u64>],
    ) -> Emitted<(Vec<i64>, Vec<u64>)> {
        let Fact::Dict(keys) = self.fact(root) else {
            return unsupported("a result that is no dictionary");
        };
        let (mut low, mut sizes) = (Vec::new(), Vec::new());
        for dimension in order {
            let known = extents.get(*dimension).copied().flatten();
            let (first, size) = match (known, keys.get(*dimension).copied().flatten()) {
                (Some(extent), _) => (0, extent),
                (None, Some((first, last))) if first > last => (0, 0),
                (None, Some((first, last))) => {
                    let count = i128::from(last) - i128::from(first) + 1;
                    (first, u64::try_from(count).unwrap_or(u64::MAX))
                }
                (None, None) => return unsupported("a result whose keys have no known bounds"),
            };
            low.push(first);
            sizes.push(size);
        }
        Ok((low, sizes))
    }

    /// Goes on with a stream to its next loop.
    pub(super) fn open_stream(&mut self, stream: &Stream, live: Live) -> Emitted<Cursor> {
        let mut live = live;
        let Some(over) = self.advance(stream, &mut live)? else {
            return unsupported("an operand with fewer loops than others");
        };
        let variables = live.variables.clone();
        self.with(&variables, |e| {
            let Fact::Array { positions: Some((first, last)), values } = e.fact(over) else {
                return unsupported("a loop of no known length");
            };
            if last < 0 || first < 0 || values.is_none_or(|values| values.1 == i64::MAX) {
                return unsupported("an operand without entries, or with coordinates of no bounds");
            }
            let array = e.array(over)?;
            let (low, mut high) = (array.low(), array.high());
            if let Some(mask) = live.mask {
                high = e.b.select(mask, high, low);
            }
            let high = e.b.binary(BinaryOp::MaxS, low, high);
            Ok(Cursor { live, over, array, low, high, last, values })
        })
    }

    /// Goes on to the next loop of a stream, or its number if there is none.
    fn advance(&mut self, stream: &Stream, live: &mut Live) -> Emitted<Option<Id>> {
        while let Some(step) = stream.steps.get(live.step) {
            live.step += 1;
            let variables = live.variables.clone();
            match *step {
                Step::Loop(over) => return Ok(Some(over)),
                Step::Neg => live.negated = !live.negated,
                Step::Let(value) => {
                    if self.sort(value).is_dict() || self.has_loop(value) {
                        return unsupported("a sum of operands that make dictionaries");
                    }
                    let bound = self.with(&variables, |e| e.bound(value))?;
                    live.variables.push(bound);
                }
                Step::If(condition) => {
                    if !self.is_plain_number(condition) {
                        return unsupported("a sum under a condition that loops make");
                    }
                    let test = self.with(&variables, |e| e.number(condition))?;
                    live.mask = Some(match live.mask {
                        None => test,
                        Some(mask) => both(&mut self.b, mask, test),
                    });
                }
                Step::Scale(by) => {
                    if !self.is_plain_number(by) {
                        return unsupported("a sum with a factor that loops make");
                    }
                    let base = self.sort(by).base;
                    let own = self.with(&variables, |e| e.number(by))?;
                    live.factor = Some(match live.factor {
                        None => own,
                        Some(outer) => multiply(&mut self.b, base, outer, own),
                    });
                }
            }
        }
        Ok(None)
    }

    /// The value of a cursor at a position that can be read. Behind the end of a range it is still in
    /// the bounds of the range's numbers: positions that are not checked depend on it.
    pub(super) fn value_at(&mut self, cursor: &Cursor, place: Value) -> Value {
        let value = element_inside(&mut self.b, cursor.array, place);
        match (cursor.array, cursor.values) {
            (Array::Range { .. }, Some((low, high))) if low <= high => {
                let b = &mut self.b;
                let (low, high) = (int(b, low), int(b, high));
                let value = b.binary(BinaryOp::MaxS, value, low);
                b.binary(BinaryOp::MinS, value, high)
            }
            _ => value,
        }
    }

    /// The position of a cursor at a place that may be behind its end: one that can be read.
    pub(super) fn readable(&mut self, cursor: &Cursor, at: Value) -> Value {
        let last = int(&mut self.b, cursor.last);
        self.b.binary(BinaryOp::MinS, at, last)
    }

    /// Checks that the coordinates of a loop have places.
    pub(super) fn check_level(&self, cursor: &Cursor, level: usize, out: &Output) -> Emitted<()> {
        let places = (out.low[level], out.low[level].saturating_add(out.extents[level] as i64 - 1));
        let facts = Facts::new(self.term, self.described);
        let mut variables: Vec<Fact> =
            cursor.live.variables.iter().map(|(_, fact)| fact.clone()).collect();
        let inside = facts.of(cursor.over, &mut variables);
        match inside {
            Fact::Array { values: Some(values), .. } if is_within(values, places) => Ok(()),
            _ => unsupported("a sum whose coordinates may be outside of the result"),
        }
    }

    /// The state of a stream at a position of its cursor that is inside of the array, with the value
    /// there. It has no mask.
    pub(super) fn inside(
        &mut self,
        cursor: &Cursor,
        (place, value): (Value, Value),
    ) -> Emitted<Live> {
        let mut live = cursor.live.clone();
        live.mask = None;
        let bound = self.with(&live.variables, |e| {
            Ok(e.bound_by(cursor.over, place, Variable::Number(value)))
        })?;
        live.variables.extend(bound);
        Ok(live)
    }

    /// The next entry of a stream: its coordinate, or the largest integer, and its number.
    fn peek(
        &mut self,
        stream: &Stream,
        cursor: &Cursor,
        at: Value,
        out: &Output,
    ) -> Emitted<(Value, Value)> {
        let place = self.readable(cursor, at);
        let value = self.value_at(cursor, place);
        let mut live = self.inside(cursor, (place, value))?;
        if self.advance(stream, &mut live)?.is_some() {
            return unsupported("an operand with more loops than others");
        }
        let mut number = self.with(&live.variables, |e| e.number(stream.leaf))?;
        let base = out.base;
        let none = zero(&mut self.b, base);
        if let Some(factor) = live.factor {
            // An entry that is zero is none, so that its product is none with any factor.
            let there = self.b.compare(CompareOp::Ne, number, none);
            let product = multiply(&mut self.b, base, factor, number);
            number = self.b.select(there, product, none);
        }
        if live.negated {
            number = unary(&mut self.b, Unary::Neg, base, number);
        }
        if let Some(mask) = live.mask {
            number = self.b.select(mask, number, none);
        }
        let key = match &stream.listed {
            None => value,
            Some(listed) => self.listed_key(listed, place, out)?,
        };
        let inside = self.b.compare(CompareOp::LtS, at, cursor.high);
        let end = int(&mut self.b, i64::MAX);
        Ok((self.b.select(inside, key, end), number))
    }

    /// The offset that listed coordinates make.
    pub(super) fn listed_key(
        &mut self,
        listed: &[Symbol],
        at: Value,
        out: &Output,
    ) -> Emitted<Value> {
        let mut key = None;
        for (level, name) in listed.iter().enumerate() {
            let (buffer, physical) = self.inputs[name];
            let (low, extent) = (out.low[level], out.extents[level]);
            let places = (low, low.saturating_add(extent as i64 - 1));
            if !physical.within.is_some_and(|within| is_within(within, places)) {
                return unsupported("a sum whose coordinates may be outside of the result");
            }
            let (none, end) = (int(&mut self.b, 0), int(&mut self.b, 0));
            let array = Array::Part { buffer, element: physical.element, low: none, high: end };
            let value = element_inside(&mut self.b, array, at);
            key = Some(self.place(key, value, level, out));
        }
        match key {
            Some(key) => Ok(key),
            None => unsupported("entries without coordinates"),
        }
    }

    /// The offset of a coordinate below that of the levels around.
    fn place(
        &mut self,
        around: Option<Value>,
        coordinate: Value,
        level: usize,
        out: &Output,
    ) -> Value {
        let b = &mut self.b;
        let low = int(b, out.low[level]);
        let own = b.binary(BinaryOp::Sub, coordinate, low);
        let Some(around) = around else { return own };
        let extent = int(b, out.extents[level] as i64);
        let scaled = b.binary(BinaryOp::Mul, around, extent);
        b.binary(BinaryOp::Add, scaled, own)
    }

    /// Merges the streams from a level on: `at` is the place of the next entry, before and after.
    pub(super) fn union(
        &mut self,
        streams: &[Stream],
        cursors: Vec<Cursor>,
        (level, around): (usize, Option<Value>),
        at: Value,
        out: &Output,
    ) -> Emitted<Value> {
        let listed = streams.iter().any(|stream| stream.listed.is_some());
        for cursor in cursors.iter().filter(|_| !listed) {
            self.check_level(cursor, level, out)?;
        }
        let mut steps = int(&mut self.b, 0);
        for cursor in &cursors {
            let length = self.b.binary(BinaryOp::Sub, cursor.high, cursor.low);
            steps = self.b.binary(BinaryOp::Add, steps, length);
        }
        let none = int(&mut self.b, 0);
        if listed || level + 1 == out.extents.len() {
            // A listed key is the whole offset.
            let base = match listed {
                true => none,
                false => {
                    let zero = int(&mut self.b, 0);
                    self.place(around, zero, level, out)
                }
            };
            return self.entries(streams, &cursors, (base, steps), at, out);
        }
        let mut state: Vec<Value> = cursors.iter().map(|cursor| cursor.low).collect();
        state.push(at);
        let after = self.totals(none, steps, &state, |e, _, state| {
            let (end, one) = (int(&mut e.b, i64::MAX), int(&mut e.b, 1));
            let mut found = Vec::new();
            for (cursor, at) in cursors.iter().zip(&state) {
                let place = e.readable(cursor, *at);
                let value = e.value_at(cursor, place);
                let inside = e.b.compare(CompareOp::LtS, *at, cursor.high);
                let key = e.b.select(inside, value, end);
                found.push((place, value, key));
            }
            let least = e.least(found.iter().map(|it| it.2));
            let mut next = Vec::new();
            let mut inner = Vec::new();
            for (i, (place, value, key)) in found.iter().enumerate() {
                let b = &mut e.b;
                let equal = b.compare(CompareOp::Eq, *key, least);
                let some = b.compare(CompareOp::Ne, *key, end);
                let there = both(b, equal, some);
                let step = b.select(there, one, none);
                next.push(b.binary(BinaryOp::Add, state[i], step));
                let mut live = cursors[i].live.clone();
                let bound = e.with(&live.variables, |e| {
                    Ok(e.bound_by(cursors[i].over, *place, Variable::Number(*value)))
                })?;
                live.variables.extend(bound);
                live.mask = Some(there);
                inner.push(e.open_stream(&streams[i], live)?);
            }
            let own = e.place(around, least, level, out);
            let at = state[state.len() - 1];
            next.push(e.union(streams, inner, (level + 1, Some(own)), at, out)?);
            Ok(next)
        })?;
        Ok(after[cursors.len()])
    }

    /// The least of some numbers.
    fn least(&mut self, numbers: impl Iterator<Item = Value>) -> Value {
        let mut least = None;
        for number in numbers {
            least = Some(match least {
                None => number,
                Some(least) => self.b.binary(BinaryOp::MinS, least, number),
            });
        }
        least.unwrap_or_else(|| int(&mut self.b, i64::MAX))
    }

    /// Merges the innermost level: `base` is added to each coordinate.
    fn entries(
        &mut self,
        streams: &[Stream],
        cursors: &[Cursor],
        (base, steps): (Value, Value),
        at: Value,
        out: &Output,
    ) -> Emitted<Value> {
        let mut state = Vec::new();
        for (stream, cursor) in streams.iter().zip(cursors) {
            let (key, number) = self.peek(stream, cursor, cursor.low, out)?;
            let bits = bits_of(&mut self.b, out.base, number);
            state.extend([cursor.low, key, bits]);
        }
        state.push(at);
        let none = int(&mut self.b, 0);
        let after = self.totals(none, steps, &state, |e, _, state| {
            let (end, one) = (int(&mut e.b, i64::MAX), int(&mut e.b, 1));
            let own = |i: usize| [state[3 * i], state[3 * i + 1], state[3 * i + 2]];
            let at = state[state.len() - 1];
            let least = e.least((0..cursors.len()).map(|i| own(i)[1]));
            let nothing = zero(&mut e.b, out.base);
            let no_bits = bits_of(&mut e.b, out.base, nothing);
            let mut total = nothing;
            let mut next = Vec::new();
            for (i, (stream, cursor)) in streams.iter().zip(cursors).enumerate() {
                let [position, key, bits] = own(i);
                let there = e.b.compare(CompareOp::Eq, key, least);
                let part = e.b.select(there, bits, no_bits);
                let part = number_of(&mut e.b, out.base, part);
                total = if i == 0 { part } else { add(&mut e.b, out.base, total, part) };
                let after = e.b.binary(BinaryOp::Add, position, one);
                let (next_key, next_number) = e.peek(stream, cursor, after, out)?;
                next.push(e.b.select(there, after, position));
                next.push(e.b.select(there, next_key, key));
                let next_bits = bits_of(&mut e.b, out.base, next_number);
                next.push(e.b.select(there, next_bits, bits));
            }
            let b = &mut e.b;
            let key = b.binary(BinaryOp::Add, base, least);
            store(b, out.keys, Element::I64, at, key);
            store(b, out.values, out.element, at, total);
            let some = b.compare(CompareOp::Ne, least, end);
            let more = b.select(some, one, none);
            next.push(b.binary(BinaryOp::Add, at, more));
            Ok(next)
        })?;
        Ok(after[3 * cursors.len()])
    }
}

/// The integer with the bits of a float; another number is left alone.
fn bits_of(b: &mut Builder, base: Scalar, number: Value) -> Value {
    if base == Scalar::Real { b.convert(ConvertOp::Bitcast, number, Machine::I64) } else { number }
}

/// The number with these [bits](bits_of).
fn number_of(b: &mut Builder, base: Scalar, bits: Value) -> Value {
    if base == Scalar::Real { b.convert(ConvertOp::Bitcast, bits, Machine::F64) } else { bits }
}
