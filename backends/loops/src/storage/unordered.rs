//! Compressed results whose entries come in any order, in two phases.
//!
//! ```text
//! sum(<j, _> in 0:n) … { i -> { j -> number } }    count: the additions of each row, or of all
//!                                                  fill:  their places in the row, or in a table
//! ```
//!
//! The loops of such a result go over columns, or its operands are stored in different orders, and it
//! is too large to be dense. There are two ways to make it ([`Unordered`]):
//!
//! - **rows**: the numbers of a row are put side by side as they come, which is a counting sort by rows.
//!   The caller adds those of the same coordinates.
//! - **tables**: an entry, whose key is its offset in the dense result, is looked for from the slot on
//!   that a multiplicative hash gives (Knuth, "The Art of Computer Programming", 6.4), slot by slot
//!   until one has it or is empty; at most every other slot is taken. That is for results with more
//!   rows than memory has places for, and for vectors.
//!
//! If the result is made by loops, their iterations are shared out in blocks that run in parallel, each
//! with places or a table of its own. The caller adds the numbers of the same entry from several blocks
//! in the order of the blocks, and drops zeros.

use super::emit::{
    Destination, Emitted, Emitter, Entries, Places, Slots, Variable, Workspace, new, unsupported,
};
use super::numbers::{add, int, load, store, zero};
use super::rows::Producer;
use super::workspaces::wide;
use super::{Lowered, Phase, Physical, Unsupported};
use crate::index::Index;
use crate::program::{BinaryOp, BufferId, Builder, CompareOp, LoopKind, Space, Value};
use hloom_ir::Element;
use hloom_storage::Scalar;
use hloom_storage::term::{Binary, Id, Node, Symbol, Term, Unary};
use hloom_storage::types::Form;
use std::collections::BTreeMap;

/// The key of an empty slot.
pub const EMPTY: i64 = -1;
/// The factors of the finalizer of MurmurHash3 (Appleby), which has 64 bits: each bit of a key decides
/// each bit of the hash, so that keys at any distance from each other are spread.
const FACTORS: [u64; 2] = [0xff51_afd7_ed55_8ccd, 0xc4ce_b9fe_1a85_ec53];
/// The most slots of a table.
pub const MAX_SLOTS: u64 = 1 << 31;
/// The most counts of rows, of all blocks. A result with more of them is made in tables.
pub const MAX_COUNTS: u64 = 1 << 24;

/// The strategy for a result whose entries come in any order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unordered {
    /// Row by row: an element of the outermost dimension each. [`Phase::Count`] has the number of
    /// additions of each row as its result, for the first block, then for the next one. [`Phase::Fill`]
    /// has so many coordinates, as offsets in a dense row, and their numbers. Its argument after the
    /// inputs has the place of the first addition of each of these rows.
    Rows,
    /// In a hash table for each block. [`Phase::Count`] has the number of additions of each block as
    /// its result. [`Phase::Fill`] has so many slots of all tables: their keys, [`EMPTY`] or offsets in
    /// the dense result, and their numbers. Its argument after the inputs has, for each block, the first
    /// slot of the table and its number of slots, a power of two that is at most [`MAX_SLOTS`].
    Tables,
}

/// A lowered phase.
#[derive(Clone, Debug)]
pub struct LoweredUnordered {
    /// The program, and its inputs in the order of the arguments.
    pub lowered: Lowered,
    /// The number of blocks.
    pub blocks: u64,
    /// The least key of each dimension.
    pub low: Vec<i64>,
    /// The number of keys of each dimension.
    pub extents: Vec<u64>,
}

/// Lowers a phase of a term whose entries come in any order. `blocks` is the most blocks that threads
/// share, `extents` are those of the result, as far as they are known.
///
/// # Errors
/// If the keys have no known bounds or 64 bits do not hold the offsets, or the term is not one of loops
/// over arrays.
pub fn lower_unordered(
    name: &str,
    term: &Term,
    inputs: &BTreeMap<Symbol, Physical>,
    extents: &[Option<u64>],
    blocks: u64,
    (strategy, phase): (Unordered, Phase),
) -> Result<LoweredUnordered, Unsupported> {
    let term = &super::simplify::simplified(term, inputs);
    let (mut emitter, arguments, sort) = new(name, term, inputs)?;
    emitter.erases = true;
    let levels = match sort.form {
        Form::Nested(levels) if levels >= 1 => usize::from(levels),
        _ => return unsupported("a compressed result that is no dictionary"),
    };
    let dimensions: Vec<usize> = (0..levels).collect();
    let (low, sizes) = emitter.extents_of(term.root(), &dimensions, extents)?;
    // A dimension without keys counts as one, so that parts of the product fit too.
    let places = |all: i64, n: &u64| all.checked_mul(i64::try_from(*n).ok()?.max(1));
    let size = sizes.iter().try_fold(1, places);
    if size.is_none() {
        return unsupported("a result with more places than 64 bits hold");
    }
    let by_loops = emitter.is_sum_of_loops(term.root());
    let blocks = if by_loops { blocks.max(1) } else { 1 };
    let element = wide(sort.base);
    let rows = sizes[0];
    let width = sizes[1..].iter().product::<u64>().max(1);
    // The numbers of counts, and of places that the caller gives.
    let (counts, given) = match strategy {
        Unordered::Rows => (blocks.saturating_mul(rows), blocks.saturating_mul(rows)),
        Unordered::Tables => (blocks, 2 * blocks),
    };
    if counts > MAX_COUNTS {
        return Err(Unsupported(format!("rows and blocks of more than {MAX_COUNTS} counts")));
    }
    let asked = arguments.len() as u32;
    let cells = match strategy {
        Unordered::Rows => emitter.arena(Element::I64, counts),
        Unordered::Tables => emitter.arena(Element::I64, blocks * 8),
    };
    let b = &mut emitter.b;
    let found = match phase {
        Phase::Count => Some(b.buffer("counts", Element::I64, &[counts], Space::Result(0))),
        Phase::Fill(_) => None,
    };
    let filled = match phase {
        Phase::Count => None,
        Phase::Fill(places) => Some((
            b.buffer("places", Element::I64, &[given], Space::Argument(asked)),
            b.buffer("keys", Element::I64, &[places], Space::Result(0)),
            b.buffer("values", element, &[places], Space::Result(1)),
        )),
    };
    // Where additions are counted, numbers have no place.
    let buffer = match filled {
        Some((_, _, values)) => values,
        None => emitter.arena(element, 1),
    };
    let space = emitter.workspaces.len();
    let (low_of, extents) = (low.clone(), sizes.clone());
    emitter.workspaces.push(Workspace { buffer, element, low: low_of, extents, listed: None });
    let mut producers = Vec::new();
    if by_loops {
        emitter.producers(term.root(), false, None, &mut Vec::new(), &mut producers)?;
    }
    let before = (emitter.shared_workspaces, emitter.assertions);
    let open = emitter.b.open_for("block", &[]);
    let block = open.var;
    emitter.depth += 1;
    // A block has dictionaries and tables of its own.
    emitter.part = Some((block, blocks));
    let mut fill = || -> Emitted<()> {
        let none = int(&mut emitter.b, 0);
        let places = match strategy {
            Unordered::Rows => {
                let length = int(&mut emitter.b, rows as i64);
                let first = emitter.b.binary(BinaryOp::Mul, block, length);
                let end = emitter.b.binary(BinaryOp::Add, first, length);
                let next = found.unwrap_or(cells);
                emitter.count(first, end, |e, at| {
                    let number = match filled {
                        Some((places, ..)) => load(&mut e.b, places, Element::I64, at, None),
                        None => int(&mut e.b, 0),
                    };
                    store(&mut e.b, next, Element::I64, at, number);
                    Ok(())
                })?;
                let keys = filled.map(|(_, keys, _)| keys);
                Places::Rows { width, next: (next, first), keys }
            }
            Unordered::Tables => {
                let (eight, two) = (int(&mut emitter.b, 8), int(&mut emitter.b, 2));
                let cell = emitter.b.binary(BinaryOp::Mul, block, eight);
                store(&mut emitter.b, cells, Element::I64, cell, none);
                match filled {
                    None => Places::Counted(cells, cell),
                    Some((tables, keys, _)) => {
                        let own = emitter.b.binary(BinaryOp::Mul, block, two);
                        let table = emitter.empty_table(tables, own, keys)?;
                        Places::Table(table, (cells, cell))
                    }
                }
            }
        };
        emitter.workspaces[space].listed = Some(Entries::Unordered(places));
        match by_loops {
            true => emitter.add_block_of(&producers, (block, blocks), space)?,
            false => emitter.add_into(term.root(), destination(space, none))?,
        }
        if let (Some(counts), Places::Counted(_, cell)) = (found, places) {
            let count = load(&mut emitter.b, cells, Element::I64, cell, None);
            store(&mut emitter.b, counts, Element::I64, block, count);
        }
        Ok(())
    };
    let done = fill();
    emitter.part = None;
    emitter.depth -= 1;
    let alone = before == (emitter.shared_workspaces, emitter.assertions);
    let kind = if alone { LoopKind::Parallel } else { LoopKind::Serial };
    let ends = (Index::constant(0), Index::constant(blocks as i64));
    emitter.b.close_for(open, kind, ends, 1, Vec::new());
    done?;
    let lowered = Lowered { program: emitter.finish(), arguments };
    Ok(LoweredUnordered { lowered, blocks, low, extents: sizes })
}

/// A whole workspace as a destination.
fn destination(space: usize, offset: Value) -> Destination {
    let (inside, negated, factor, once, erase) = (None, false, None, false, false);
    Destination { space, offset, level: 0, inside, negated, factor, once, erase }
}

impl Emitter<'_> {
    /// Whether a term is a loop, or a sum of loops, each perhaps with a factor or a sign.
    fn is_sum_of_loops(&self, id: Id) -> bool {
        match self.term[id] {
            Node::Sum([over, _]) => !self.sort(over).is_dict(),
            Node::Zero(_) => true,
            Node::Unary(Unary::Neg, inner) => self.is_sum_of_loops(inner),
            Node::Binary(Binary::Scale, [_, inner]) | Node::Let([_, inner]) => {
                self.is_sum_of_loops(inner)
            }
            Node::Binary(Binary::Add | Binary::Sub, [x, y]) => {
                self.is_sum_of_loops(x) && self.is_sum_of_loops(y)
            }
            _ => false,
        }
    }

    /// The table of a block, all of whose slots are made empty.
    fn empty_table(&mut self, tables: BufferId, own: Value, keys: BufferId) -> Emitted<Slots> {
        let one = int(&mut self.b, 1);
        let first = load(&mut self.b, tables, Element::I64, own, None);
        let next = self.b.binary(BinaryOp::Add, own, one);
        let slots = load(&mut self.b, tables, Element::I64, next, None);
        let end = self.b.binary(BinaryOp::Add, first, slots);
        self.count(first, end, |e, at| {
            let empty = int(&mut e.b, EMPTY);
            store(&mut e.b, keys, Element::I64, at, empty);
            Ok(())
        })?;
        let mask = self.b.binary(BinaryOp::Sub, slots, one);
        Ok(Slots { keys, first, mask })
    }

    /// Adds what the iterations of a block make: a part of each loop.
    fn add_block_of(
        &mut self,
        producers: &[Producer],
        (block, blocks): (Value, u64),
        space: usize,
    ) -> Emitted<()> {
        for Producer { over, body, negated, factor, variables } in producers {
            self.with(variables, |e| {
                let array = e.array(*over)?;
                let (none, one) = (int(&mut e.b, 0), int(&mut e.b, 1));
                let length = e.length(array);
                let next = e.b.binary(BinaryOp::Add, block, one);
                let all = int(&mut e.b, blocks as i64);
                let [from, to] =
                    [block, next].map(|number| e.even_cut(array, length, [number, all]));
                let part = array.part(from, to);
                let to =
                    Destination { negated: *negated, factor: *factor, ..destination(space, none) };
                let tables = e.open_tables(*body, 2)?;
                e.each(part, false, |e, at, value| {
                    e.prefetch_parts(*over, array, *body, at)?;
                    let bound = e.bound_by(*over, at, Variable::Number(value));
                    e.with(&bound, |e| e.add_into(*body, to))
                })?;
                e.close_tables(tables)
            })?;
        }
        Ok(())
    }

    /// Adds a number to the entry with this key, which may be new; or counts it.
    pub(super) fn add_unordered(&mut self, value: Value, to: Destination, places: Places) {
        let (values, element) =
            (self.workspaces[to.space].buffer, self.workspaces[to.space].element);
        let base = super::scalar(element).unwrap_or(Scalar::Real);
        let b = &mut self.b;
        let key = to.offset;
        match places {
            Places::Counted(cell, cell_at) => {
                one_more(b, (cell, Element::I64), cell_at);
            }
            Places::Rows { width, next: (next, first), keys } => {
                let length = int(b, width as i64);
                let row = b.binary(BinaryOp::DivU, key, length);
                let own = b.binary(BinaryOp::Add, first, row);
                let place = one_more(b, (next, Element::I64), own);
                if let Some(keys) = keys {
                    let before = b.binary(BinaryOp::Mul, row, length);
                    let key = b.binary(BinaryOp::Sub, key, before);
                    store(b, keys, Element::I64, place, key);
                    let none = zero(b, base);
                    let value = add(b, base, none, value);
                    store(b, values, element, place, value);
                }
            }
            Places::Table(table, cell) => {
                add_in_table(b, (values, element), table, cell, key, value)
            }
        }
    }
}

/// Adds one to an element, and gives the number before.
pub(super) fn one_more(
    b: &mut Builder,
    (buffer, element): (BufferId, Element),
    at: Value,
) -> Value {
    let before = load(b, buffer, element, at, None);
    let one = int(b, 1);
    let more = b.binary(BinaryOp::Add, before, one);
    store(b, buffer, element, at, more);
    before
}

/// The hash of a key: one of the slots of a table, whose number less one is `mask`.
pub(super) fn slot_of(b: &mut Builder, key: Value, mask: Value) -> Value {
    let shift = int(b, 33);
    let mut hash = key;
    for factor in FACTORS {
        let high = b.binary(BinaryOp::ShrU, hash, shift);
        let folded = b.binary(BinaryOp::Xor, hash, high);
        let factor = int(b, factor as i64);
        hash = b.binary(BinaryOp::Mul, folded, factor);
    }
    let high = b.binary(BinaryOp::ShrU, hash, shift);
    let hash = b.binary(BinaryOp::Xor, hash, high);
    b.binary(BinaryOp::And, hash, mask)
}

/// Adds a number to the entry of a table with this key, which may be new.
fn add_in_table(
    b: &mut Builder,
    (values, element): (BufferId, Element),
    Slots { keys, first, mask }: Slots,
    (cell, cell_at): (BufferId, Value),
    key: Value,
    value: Value,
) {
    let base = super::scalar(element).unwrap_or(Scalar::Real);
    let one = int(b, 1);
    let slot = slot_of(b, key, mask);
    store(b, cell, Element::I64, cell_at, slot);
    let empty = int(b, EMPTY);
    b.while_loop(
        |b| {
            let slot = load(b, cell, Element::I64, cell_at, None);
            let at = b.binary(BinaryOp::Add, first, slot);
            let found = load(b, keys, Element::I64, at, None);
            let other = b.compare(CompareOp::Ne, found, key);
            let taken = b.compare(CompareOp::Ne, found, empty);
            b.binary(BinaryOp::And, other, taken)
        },
        |b| {
            let slot = load(b, cell, Element::I64, cell_at, None);
            let slot = b.binary(BinaryOp::Add, slot, one);
            let slot = b.binary(BinaryOp::And, slot, mask);
            store(b, cell, Element::I64, cell_at, slot);
        },
    );
    let slot = load(b, cell, Element::I64, cell_at, None);
    let at = b.binary(BinaryOp::Add, first, slot);
    let found = load(b, keys, Element::I64, at, None);
    let known = b.compare(CompareOp::Eq, found, key);
    b.branch(
        known,
        |b| {
            let before = load(b, values, element, at, None);
            let after = add(b, base, before, value);
            store(b, values, element, at, after);
        },
        |b| {
            store(b, keys, Element::I64, at, key);
            let none = zero(b, base);
            let first = add(b, base, none, value);
            store(b, values, element, at, first);
        },
    );
}
