//! Sort by the digits of numbers: for comparators that only ask which of two numbers is the
//! smaller one.
//!
//! Most comparators do: they compute one number of the left element and the same of the right
//! one, and compare the two as integers or by the total order of floats. Such a number is as
//! good as the unsigned integer that has its place in that order, and those are sorted without
//! comparing anything (Knuth, The Art of Computer Programming, vol. 3, 5.2.5): by the last
//! byte, then by the one before it, each time leaving in their order those with equal ones.
//! A pass counts how often each byte occurs, which says where elements with it begin, and then
//! moves the elements there. The sort is stable, as the merge sort that it stands for.
//!
//! One long row is cut into chunks for the threads, each with counts of its own: a chunk's
//! elements begin behind those with the same byte in the chunks before it, so that the order is
//! the same for any number of threads. Many rows go to threads as they are.
//!
//! ```text
//! inputs ──byte 0──▶ copy ──byte 1──▶ copy ── … ──last byte──▶ outputs
//! ```
//!
//! Floats compared without a total order are merged instead: NaNs have no place in that order.

use super::lines::{Lines, Rows};
use crate::index::Index;
use crate::math::{Arith, Emitter, Unsupported, register, total_order};
use crate::nest::{Body, Combiner, Direction, Node, NodeId, ScalarOp};
use crate::program::{BinaryOp, BufferId, Builder, ConvertOp, LoopKind, Scalar, Space, Value};
use hloom_ir::Element;
use hloom_ir::types::ElementClass;

/// The bits of a digit: as many counts stay in the first-level cache, and as many places to
/// write to in the second-level one.
const DIGITS: i64 = 256;
const DIGIT_BITS: i64 = 8;

/// For each byte of the number, rows have at least so many elements: shorter ones are merged
/// before the counts are put in order.
const LEAST_BY_BYTE: i64 = 64;

/// A row is cut into so many chunks, of at least so many elements.
const CHUNKS: i64 = 8;
const CHUNK: i64 = 1 << 13;

/// The key that a comparator compares.
pub(super) struct Key {
    /// Computes it, from an element given as the left one.
    number: Combiner,
    element: Element,
    /// Whether large ones go first.
    descending: bool,
}

impl Key {
    /// The number that a comparator of elements of so many operands compares, if it does no
    /// more than that.
    pub(super) fn of(comparator: &Combiner, operands: usize) -> Option<Key> {
        let Combiner::Body(body, results) = comparator else { return None };
        let [before] = results[..] else { return None };
        let Node::Op(op, compared) = body.node(before) else { return None };
        let [x, y] = compared[..] else { return None };
        let element = body.element(x);
        let integers = matches!(element.class(), ElementClass::Signed | ElementClass::Unsigned);
        let direction = match *op {
            ScalarOp::Compare(direction) if integers => direction,
            ScalarOp::CompareTotal(direction) if integers || element.is_float() => direction,
            _ => return None,
        };
        let ascending = match direction {
            Direction::Lt => true,
            Direction::Gt => false,
            Direction::Eq | Direction::Ne | Direction::Ge | Direction::Le => return None,
        };
        let mirrored = |x, y| mirrors(body, x, y, operands as u32, &mut { MOST_NODES });
        let (left, ascending) = match () {
            () if mirrored(x, y) => (x, ascending),
            () if mirrored(y, x) => (y, !ascending),
            () => return None,
        };
        let (body, names) = body.mapped(&body.needed(&[left]), &Index::clone);
        let number = Combiner::Body(body, vec![names[left.0 as usize]]);
        Some(Key { number, element, descending: !ascending })
    }

    /// The type of the unsigned integer in the number's place.
    fn scalar(&self) -> Scalar {
        register(self.element).as_integer()
    }

    /// Its first digit that can differ: a float that is wider in registers than in memory ends
    /// in zeros.
    fn first_digit(&self) -> i64 {
        let zeros = match self.element {
            Element::BF16 => 16,
            Element::F16 => 13,
            _ => 0,
        };
        zeros / DIGIT_BITS
    }

    fn digits(&self) -> std::ops::Range<i64> {
        self.first_digit()..i64::from(self.scalar().bits()) / DIGIT_BITS
    }

    /// Whether rows of so many elements are worth their counts.
    pub(super) fn pays(&self, length: i64) -> bool {
        let digits = self.digits();
        length >= LEAST_BY_BYTE * (digits.end - digits.start)
    }
}

/// So many nodes of a comparator are compared before it is given up: what is shared in a
/// graph is many nodes of a tree.
const MOST_NODES: u32 = 256;

/// Whether `left` computes from the left element's parts what `right` computes from the right
/// element's. The left element's parts are the first `operands` parameters.
fn mirrors(body: &Body, left: NodeId, right: NodeId, operands: u32, rest: &mut u32) -> bool {
    let Some(fewer) = rest.checked_sub(1) else { return false };
    *rest = fewer;
    match (body.node(left), body.node(right)) {
        (Node::Parameter(x), Node::Parameter(y)) => *x < operands && *y == *x + operands,
        (Node::Constant(_), Node::Constant(_)) => left == right,
        (Node::Op(f, xs), Node::Op(g, ys)) => {
            f == g
                && body.element(left) == body.element(right)
                && xs.len() == ys.len()
                && xs.iter().zip(ys).all(|(x, y)| mirrors(body, *x, *y, operands, rest))
        }
        _ => false,
    }
}

/// The sources or destinations of elements, and of their keys, if these are known.
#[derive(Clone, Copy)]
struct Side<'a> {
    lines: &'a Lines<'a>,
    keys: Option<BufferId>,
}

/// One row.
struct Radix<'a> {
    rows: &'a Rows<'a>,
    key: &'a Key,
    /// The count of each digit in each chunk; later the positions of elements with these digits.
    counts: BufferId,
    chunks: i64,
    /// Elements of a chunk.
    each: i64,
}

impl Rows<'_> {
    /// Sorts so many rows by their elements' keys.
    ///
    /// # Errors
    /// An operation of the comparator is not defined on its elements.
    pub(super) fn by_digits(
        &self,
        b: &mut Builder,
        key: &Key,
        rows: i64,
        (from, to): (&Lines<'_>, &Lines<'_>),
    ) -> Result<(), Unsupported> {
        let cut = rows < CHUNKS && self.length >= 2 * CHUNK;
        let chunks = if cut { CHUNKS.min(self.length / CHUNK) } else { 1 };
        let counts = b.buffer("counts", Element::I64, &[(chunks * DIGITS) as u64], Space::Scratch);
        let digits = key.digits();
        let copies: Vec<(Vec<BufferId>, BufferId)> = (1..(digits.end - digits.start).min(3))
            .map(|_| {
                let shape = [self.length as u64];
                let each = self.elements().iter();
                let row = each.map(|&e| b.buffer("row", e, &shape, Space::Scratch)).collect();
                (row, b.buffer("keys", stored(key.scalar()), &shape, Space::Scratch))
            })
            .collect();
        let mut scratch = vec![counts];
        scratch.extend(copies.iter().flat_map(|(row, keys)| row.iter().chain([keys]).copied()));
        let each = (self.length + chunks - 1) / chunks;
        let radix = Radix { rows: self, key, counts, chunks, each };
        let within = |_: Value, t: Index| t;
        let copies: Vec<(Lines<'_>, BufferId)> = copies
            .iter()
            .map(|(row, keys)| (Lines { buffers: row, place: &within }, *keys))
            .collect();
        let sides: Vec<Side<'_>> =
            copies.iter().map(|(lines, keys)| Side { lines, keys: Some(*keys) }).collect();
        let row = |b: &mut Builder, row: Value| {
            let mut side = Side { lines: from, keys: None };
            for (n, digit) in digits.clone().enumerate() {
                let last = Side { lines: to, keys: None };
                let next = if digit + 1 == digits.end { last } else { sides[n % sides.len()] };
                radix.pass(b, digit, row, side, next)?;
                side = next;
            }
            Ok(())
        };
        // Memory that threads share is made outside of their loop.
        if chunks > 1 {
            b.scratch(&scratch, |b| b.for_each(LoopKind::Serial, "row", 0, rows, 1, row))
        } else {
            b.for_each(LoopKind::Parallel, "row", 0, rows, 1, |b, it| {
                b.scratch(&scratch, |b| row(b, it))
            })
        }
    }
}

/// The element that such an integer is in memory.
fn stored(scalar: Scalar) -> Element {
    match scalar.bits() {
        8 => Element::I8,
        16 => Element::I16,
        32 => Element::I32,
        _ => Element::I64,
    }
}

impl Radix<'_> {
    /// Puts a row into the order of one digit.
    fn pass(
        &self,
        b: &mut Builder,
        digit: i64,
        row: Value,
        from: Side<'_>,
        to: Side<'_>,
    ) -> Result<(), Unsupported> {
        self.each_chunk(b, |b, chunk| {
            b.for_each(LoopKind::Serial, "digit", 0, DIGITS, 1, |b, digit| {
                let zero = b.int(Scalar::I64.ty(), 0);
                b.store(zero, self.counts, chunk.clone() * DIGITS + Index::var(digit));
            });
            self.each_element(b, &chunk, |b, t| {
                let key = self.key(b, row, &t, from)?;
                self.take(b, &chunk, digit, key);
                Ok(())
            })
        })?;
        // How many there are before: those of smaller digits, then those of chunks before.
        let zero = b.int(Scalar::I64.ty(), 0);
        let digits = (Index::constant(0), Index::constant(DIGITS));
        b.for_carrying(LoopKind::Serial, "digit", digits, 1, &[zero], |b, digit, before| {
            let chunks = (Index::constant(0), Index::constant(self.chunks));
            b.for_carrying(LoopKind::Serial, "chunk", chunks, 1, before, |b, chunk, before| {
                let at = Index::var(chunk) * DIGITS + Index::var(digit);
                let count = b.load(Scalar::I64.ty(), self.counts, at.clone());
                b.store(before[0], self.counts, at);
                vec![b.binary(BinaryOp::Add, before[0], count)]
            })
        });
        self.each_chunk(b, |b, chunk| {
            self.each_element(b, &chunk, |b, t| {
                let key = self.key(b, row, &t, from)?;
                let place = Index::var(self.take(b, &chunk, digit, key));
                let here = (from.lines.place)(row, t);
                let there = (to.lines.place)(row, place.clone());
                self.rows.move_element(b, from.lines.buffers, here, to.lines.buffers, there);
                if let Some(keys) = to.keys {
                    b.store(key, keys, place);
                }
                Ok(())
            })
        })
    }

    fn each_chunk<T>(&self, b: &mut Builder, body: impl FnOnce(&mut Builder, Index) -> T) -> T {
        if self.chunks == 1 {
            return body(b, Index::constant(0));
        }
        b.for_each(LoopKind::Parallel, "chunk", 0, self.chunks, 1, |b, chunk| {
            body(b, Index::var(chunk))
        })
    }

    fn each_element<T>(
        &self,
        b: &mut Builder,
        chunk: &Index,
        body: impl FnOnce(&mut Builder, Index) -> T,
    ) -> T {
        let (length, each) = (self.rows.length, self.each);
        let start = chunk.clone() * each;
        let end = match chunk.as_constant() {
            Some(_) => Index::constant(length),
            None => {
                let (end, length) =
                    (b.index(start.clone() + each), b.int(Scalar::I64.ty(), length));
                Index::var(b.binary(BinaryOp::MinS, end, length))
            }
        };
        b.for_each(LoopKind::Serial, "t", start, end, 1, |b, t| body(b, Index::var(t)))
    }

    /// The key of an element, as an unsigned integer.
    fn key(
        &self,
        b: &mut Builder,
        row: Value,
        t: &Index,
        from: Side<'_>,
    ) -> Result<Value, Unsupported> {
        let scalar = self.key.scalar();
        if let Some(keys) = from.keys {
            return Ok(b.load(scalar.ty(), keys, t.clone()));
        }
        let place = (from.lines.place)(row, t.clone());
        let element = self.rows.elements_at(b, from.lines.buffers, &place);
        let a = &mut Emitter { builder: b, lanes: 1 };
        // It has no parameters but the left element's.
        let number = self.key.number.combine(a, self.rows.elements(), &element, &element)?[0].re;
        let float = self.key.element.is_float();
        let mut key = if float { total_order(a, number) } else { number };
        let bits = i64::from(scalar.bits());
        if float || self.key.element.class() == ElementClass::Signed {
            // The sign as the first digit of all.
            let least = a.int(scalar, i64::MIN >> (64 - bits));
            key = a.binary(BinaryOp::Xor, key, least);
        }
        if self.key.descending {
            let ones = a.int(scalar, -1);
            key = a.binary(BinaryOp::Xor, key, ones);
        }
        Ok(key)
    }

    /// The count of a key's digit, which becomes one more.
    fn take(&self, b: &mut Builder, chunk: &Index, digit: i64, key: Value) -> Value {
        let scalar = self.key.scalar();
        let shift = b.int(scalar.ty(), digit * DIGIT_BITS);
        let shifted = b.binary(BinaryOp::ShrU, key, shift);
        let shifted = match scalar {
            Scalar::I64 => shifted,
            _ => b.convert(ConvertOp::ExtendU, shifted, Scalar::I64),
        };
        let mask = b.int(Scalar::I64.ty(), DIGITS - 1);
        let value = b.binary(BinaryOp::And, shifted, mask);
        let at = chunk.clone() * DIGITS + Index::var(value);
        let count = b.load(Scalar::I64.ty(), self.counts, at.clone());
        let one = b.int(Scalar::I64.ty(), 1);
        let more = b.binary(BinaryOp::Add, count, one);
        b.store(more, self.counts, at);
        count
    }
}
