//! Compressed results: a matrix or tensor row by row, in two phases.
//!
//! ```text
//! sum(<i, _> in 0:n) { i -> row }      count: the entries of each row
//!                                      fill:  their coordinates and numbers, side by side
//! ```
//!
//! A row is added into a *listed* workspace, as long as a row of the dense result. Each place has a
//! stamp: the row that was there last. A place with another stamp is an entry that is new in this
//! row; it is counted, and its coordinates are put behind those of the entries before (Gustavson,
//! "Two fast algorithms for sparse matrices", 1978). So a row takes the time of its additions, and
//! nothing is cleared. The entries of a row stand in the order in which they first occur.
//!
//! The sum of several such terms goes over the rows of all, and adds the parts of each row in their
//! order. Numbers that are zero in the end remain as entries; the caller drops them, as a dictionary
//! has none.
//!
//! Blocks of rows run in parallel, each with a workspace of its own. The caller chooses their bounds:
//! by the rows' entries, once these are counted.

use super::emit::{
    Destination, Emitted, Emitter, Entries, Listed, Variable, Workspace, new, unsupported,
};
use super::facts::Fact;
use super::keys::{Key, own_key};
use super::numbers::{add, element_inside, int, load, multiply, store, zero};
use super::workspaces::wide;
use super::{Lowered, Physical, Unsupported};
use crate::index::Index;
use crate::program::{BinaryOp, BufferId, CompareOp, LoopKind, Space, Value};
use hloom_ir::Element;
use hloom_storage::Scalar;
use hloom_storage::term::{Binary, Id, Node, Symbol, Term, Unary};
use hloom_storage::types::Form;
use std::collections::BTreeMap;

/// The most elements of the workspaces of all blocks.
const MAX_ELEMENTS: u64 = 1 << 27;

/// A phase of the assembly of a compressed result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// Results: the number of entries of each row.
    Count,
    /// Results: the coordinates of so many entries, each as an offset in a dense row, and their
    /// numbers. One more argument comes last: the position of each row's first entry.
    Fill(u64),
}

/// A lowered phase. Its argument after the inputs has the bounds of the blocks of rows.
#[derive(Clone, Debug)]
pub struct LoweredRows {
    /// The program, and its inputs in the order of the arguments.
    pub lowered: Lowered,
    /// The number of rows.
    pub rows: u64,
    /// The array with the coordinate of each row; a row's number, if there is none.
    pub coordinates: Option<Symbol>,
    /// The least key of each other dimension.
    pub low: Vec<i64>,
    /// The number of keys of each other dimension.
    pub extents: Vec<u64>,
}

/// Some of the rows: a loop, and the variables around it.
pub(super) struct Producer {
    pub over: Id,
    pub body: Id,
    pub negated: bool,
    pub factor: Option<Value>,
    pub variables: Vec<(Variable, Fact)>,
}

/// Lowers a phase of a term whose result is compressed, for so many blocks of rows. `extents` are
/// those of the result, as far as they are known.
///
/// # Errors
/// If the rows are not made one by one, or the term is not one of loops over arrays.
pub fn lower_rows(
    name: &str,
    term: &Term,
    inputs: &BTreeMap<Symbol, Physical>,
    extents: &[Option<u64>],
    blocks: u64,
    phase: Phase,
) -> Result<LoweredRows, Unsupported> {
    let term = &super::simplify::simplified(term, inputs);
    let (mut emitter, arguments, sort) = new(name, term, inputs)?;
    emitter.erases = true;
    let levels = match sort.form {
        Form::Nested(levels) if levels >= 2 => usize::from(levels),
        _ => return unsupported("a compressed result of less than two dimensions"),
    };
    let root = term.root();
    let Fact::Dict(keys) = emitter.fact(root) else {
        return unsupported("a result that is no dictionary");
    };
    let (mut low, mut inner) = (Vec::new(), Vec::new());
    for level in 1..levels {
        match (extents.get(level).copied().flatten(), keys.get(level).copied().flatten()) {
            (Some(extent), _) => {
                low.push(0);
                inner.push(extent);
            }
            (None, Some((first, last))) => {
                low.push(if first > last { 0 } else { first });
                let count = i128::from(last) - i128::from(first) + 1;
                inner.push(u64::try_from(count.max(0)).unwrap_or(u64::MAX));
            }
            (None, None) => return unsupported("a result whose keys have no known bounds"),
        }
    }
    let mut producers = Vec::new();
    emitter.producers(root, false, None, &mut Vec::new(), &mut producers)?;
    let (rows, coordinates) = emitter.rows(&producers)?;
    let appended = match producers.as_slice() {
        [producer] if levels == 2 => emitter.is_appended(producer.body, 0),
        _ => false,
    };
    // The places of each block's workspace: entries that are appended need none.
    let width = match appended {
        true => Some(0),
        false => inner.iter().try_fold(1u64, |all, extent| all.checked_mul(*extent)),
    };
    let size = width.and_then(|width| width.checked_mul(blocks));
    let (Some(width), Some(_)) = (width, size.filter(|size| *size <= MAX_ELEMENTS)) else {
        return Err(Unsupported(format!("workspaces of more than {MAX_ELEMENTS} elements")));
    };
    let base = sort.base;
    let element = wide(base);
    let asked = arguments.len() as u32;
    let b = &mut emitter.b;
    let bounds = b.buffer("blocks", Element::I64, &[blocks + 1], Space::Argument(asked));
    let counts = emitter.arena(Element::I64, blocks * 8);
    let whole = (width * blocks).max(1);
    let stamps = emitter.arena(Element::I64, whole);
    let numbers = emitter.arena(element, whole);
    let b = &mut emitter.b;
    let (list, values, first, each) = match phase {
        Phase::Count => {
            let each = b.buffer("counts", Element::I64, &[rows], Space::Result(0));
            (None, None, None, Some(each))
        }
        Phase::Fill(total) => {
            let first = b.buffer("first", Element::I64, &[rows + 1], Space::Argument(asked + 1));
            let list = b.buffer("keys", Element::I64, &[total], Space::Result(0));
            let values = b.buffer("values", element, &[total], Space::Result(1));
            (Some(list), Some(values), Some(first), None)
        }
    };
    let space = emitter.workspaces.len();
    let workspace = Workspace {
        buffer: numbers,
        element,
        low: low.clone(),
        extents: inner.clone(),
        listed: None,
    };
    emitter.workspaces.push(workspace);
    // All blocks read the tables of what is the same in all rows. Tables are told apart by the variables in scope, of
    // which several loops may have others at the same place.
    let mut tables = Vec::new();
    if producers.len() == 1 || producers.iter().all(|it| it.variables.is_empty()) {
        for Producer { variables, body, .. } in &producers {
            tables.extend(emitter.with(variables, |e| e.open_tables(*body, 2))?);
        }
    }
    let before = (emitter.shared_workspaces, emitter.assertions);
    let open = emitter.b.open_for("block", &[]);
    let block = open.var;
    emitter.depth += 1;
    // A block has dictionaries and tables of its own.
    emitter.part = Some((block, blocks));
    let done = emitter.block(block, width, stamps, |e, base_at, stamp_of| {
        let count_at = {
            let eight = int(&mut e.b, 8);
            e.b.binary(BinaryOp::Mul, block, eight)
        };
        let from = load(&mut e.b, bounds, Element::I64, block, None);
        let one = int(&mut e.b, 1);
        let next = e.b.binary(BinaryOp::Add, block, one);
        let to = load(&mut e.b, bounds, Element::I64, next, None);
        e.count(from, to, |e, row| {
            let none = int(&mut e.b, 0);
            store(&mut e.b, counts, Element::I64, count_at, none);
            let start = first.map(|first| load(&mut e.b, first, Element::I64, row, None));
            let listed = Listed {
                stamps,
                stamp: stamp_of(e, row),
                base: base_at,
                count: (counts, count_at),
                list: list.zip(start),
                appended,
                values,
            };
            e.workspaces[space].listed = Some(Entries::Listed(listed));
            for producer in &producers {
                e.add_row_of(producer, row, space)?;
            }
            let entries = load(&mut e.b, counts, Element::I64, count_at, None);
            if let Some(each) = each {
                store(&mut e.b, each, Element::I64, row, entries);
            }
            if let (Some(list), Some(values), Some(start), false) = (list, values, start, appended)
            {
                let end = e.b.binary(BinaryOp::Add, start, entries);
                e.count(start, end, |e, at| {
                    let key = load(&mut e.b, list, Element::I64, at, None);
                    let place = e.b.binary(BinaryOp::Add, base_at, key);
                    let number = load(&mut e.b, numbers, element, place, None);
                    store(&mut e.b, values, element, at, number);
                    Ok(())
                })?;
            }
            Ok(())
        })
    });
    emitter.part = None;
    emitter.depth -= 1;
    let alone = before == (emitter.shared_workspaces, emitter.assertions);
    let kind = if alone { LoopKind::Parallel } else { LoopKind::Serial };
    let ends = (Index::constant(0), Index::constant(blocks as i64));
    emitter.b.close_for(open, kind, ends, 1, Vec::new());
    done?;
    emitter.close_tables(tables)?;
    let lowered = Lowered { program: emitter.finish(), arguments };
    Ok(LoweredRows { lowered, rows, coordinates, low, extents: inner })
}

impl Emitter<'_> {
    /// Clears the stamps of a block's workspace, and goes on with its first element, and the stamp of
    /// a row.
    fn block(
        &mut self,
        block: Value,
        width: u64,
        stamps: BufferId,
        body: impl FnOnce(&mut Self, Value, &dyn Fn(&mut Self, Value) -> Value) -> Emitted<()>,
    ) -> Emitted<()> {
        let length = int(&mut self.b, width as i64);
        let base = self.b.binary(BinaryOp::Mul, block, length);
        let end = self.b.binary(BinaryOp::Add, base, length);
        self.count(base, end, |e, at| {
            let none = int(&mut e.b, 0);
            store(&mut e.b, stamps, Element::I64, at, none);
            Ok(())
        })?;
        body(self, base, &|e, row| {
            let one = int(&mut e.b, 1);
            e.b.binary(BinaryOp::Add, row, one)
        })
    }

    /// Collects the loops whose iterations are rows.
    pub(super) fn producers(
        &mut self,
        id: Id,
        negated: bool,
        factor: Option<Value>,
        variables: &mut Vec<(Variable, Fact)>,
        out: &mut Vec<Producer>,
    ) -> Emitted<()> {
        match self.term[id] {
            Node::Zero(_) => Ok(()),
            Node::Unary(Unary::Neg, e) => self.producers(e, !negated, factor, variables, out),
            Node::Binary(op @ (Binary::Add | Binary::Sub), [x, y]) => {
                self.producers(x, negated, factor, variables, out)?;
                self.producers(y, negated ^ (op == Binary::Sub), factor, variables, out)
            }
            Node::Binary(Binary::Scale, [by, dict]) => {
                let base = self.sort(by).base;
                let own = self.number(by)?;
                let factor = match factor {
                    None => own,
                    Some(outer) => multiply(&mut self.b, base, outer, own),
                };
                self.producers(dict, negated, Some(factor), variables, out)
            }
            Node::Let([value, body]) => {
                let bound = self.bound(value)?;
                variables.push(bound.clone());
                let done =
                    self.with(&[bound], |e| e.producers(body, negated, factor, variables, out));
                variables.pop();
                done
            }
            Node::Sum([over, body]) if !self.sort(over).is_dict() => {
                out.push(Producer { over, body, negated, factor, variables: variables.clone() });
                Ok(())
            }
            _ => unsupported("a compressed result that is not made row by row"),
        }
    }

    /// The number of rows of all loops, and the array of their coordinates.
    fn rows(&mut self, producers: &[Producer]) -> Emitted<(u64, Option<Symbol>)> {
        let mut rows = 0;
        let mut coordinates = None;
        for producer in producers {
            let Some(key) = own_key(self.term, producer.body) else {
                return unsupported("a compressed result whose loops are not over its rows");
            };
            let Fact::Array { positions, .. } = self.fact(producer.over) else {
                return unsupported("a compressed result whose rows have no known number");
            };
            let from_zero = match self.term[producer.over] {
                Node::Range([low, _]) => Some(self.interval(low) == Some((0, 0))),
                _ => None,
            };
            let known = match (from_zero, key) {
                (Some(true), _) => positions,
                (Some(false), _) => None,
                (None, Key::Position) => positions.filter(|positions| positions.0 >= 0),
                (None, Key::Value) => {
                    let name = match self.term[producer.over] {
                        Node::Input(name, _) => Some(name),
                        Node::Slice([over, ..]) => match self.term[over] {
                            Node::Input(name, _) => Some(name),
                            _ => None,
                        },
                        _ => None,
                    };
                    if producers.len() > 1 || !self.part_ascends(producer.over) {
                        return unsupported("a compressed result whose rows may repeat");
                    }
                    coordinates = name;
                    positions.filter(|positions| positions.0 >= 0 && name.is_some())
                }
            };
            let Some((_, last)) = known else {
                return unsupported("a compressed result whose rows have no known number");
            };
            rows = rows.max(u64::try_from(last.saturating_add(1)).unwrap_or(0));
        }
        Ok((rows, coordinates))
    }

    /// Whether each entry of a row is made once, in the order of its coordinates: by one loop over
    /// coordinates that ascend, or a merge of two such arrays.
    fn is_appended(&self, id: Id, depth: u32) -> bool {
        match self.term[id] {
            Node::Let([_, body]) => self.is_appended(body, depth),
            Node::If([_, body]) => self.is_appended(body, depth),
            Node::Unary(Unary::Neg, body) => self.is_appended(body, depth),
            Node::Binary(Binary::Scale, [_, body]) => self.is_appended(body, depth),
            Node::Single([_, value]) if depth == 0 => self.is_appended(value, 1),
            Node::Sum([over, body]) if depth == 1 => {
                self.part_ascends(over)
                    && !self.sort(over).is_dict()
                    && own_key(self.term, body) == Some(Key::Value)
                    && self.sort(body).value().is_scalar()
            }
            // If both sides ascend, pairs come in the order of their values.
            Node::Merge([x, y, body]) if depth == 1 => {
                [x, y].iter().all(|side| self.part_ascends(*side))
                    && own_key(self.term, body) == Some(Key::Value)
                    && self.sort(body).value().is_scalar()
            }
            _ => false,
        }
    }

    /// Adds what a loop makes in the iteration of a row, if there is one.
    fn add_row_of(&mut self, producer: &Producer, row: Value, space: usize) -> Emitted<()> {
        self.with(&producer.variables, |e| {
            let array = e.array(producer.over)?;
            let from = e.b.compare(CompareOp::GeS, row, array.low());
            let below = e.b.compare(CompareOp::LtS, row, array.high());
            let inside = e.b.binary(BinaryOp::And, from, below);
            e.only_if(inside, |e| {
                let value = element_inside(&mut e.b, array, row);
                let variables = e.bound_by(producer.over, row, Variable::Number(value));
                let offset = int(&mut e.b, 0);
                let (negated, factor) = (producer.negated, producer.factor);
                let (inside, once, erase) = (None, false, false);
                let to =
                    Destination { space, offset, level: 0, inside, negated, factor, once, erase };
                e.with(&variables, |e| e.add_row(producer.body, to))
            })
        })
    }

    /// Adds a row: the value of the entry that an iteration makes.
    fn add_row(&mut self, id: Id, to: Destination) -> Emitted<()> {
        match self.term[id] {
            Node::Let([value, body]) => {
                let bound = self.bound(value)?;
                self.with(&[bound], |e| e.add_row(body, to))
            }
            Node::If([condition, value]) => {
                let test = self.number(condition)?;
                self.only_if(test, |e| e.add_row(value, to))
            }
            Node::Unary(Unary::Neg, e) => {
                self.add_row(e, Destination { negated: !to.negated, ..to })
            }
            Node::Binary(Binary::Scale, [by, inner]) => {
                let base = self.sort(by).base;
                let own = self.number(by)?;
                let factor = match to.factor {
                    None => own,
                    Some(outer) => multiply(&mut self.b, base, outer, own),
                };
                self.add_row(inner, Destination { factor: Some(factor), ..to })
            }
            Node::Single([_, value]) => self.add_into(value, to),
            _ => unsupported("a compressed result that is not made row by row"),
        }
    }

    /// Adds a number at a place of the current row, which may be new.
    pub(super) fn add_listed(&mut self, value: Value, to: Destination, listed: Listed) {
        let (buffer, element) =
            (self.workspaces[to.space].buffer, self.workspaces[to.space].element);
        let base = super::scalar(element).unwrap_or(Scalar::Real);
        let b = &mut self.b;
        if listed.appended {
            let (count, count_at) = listed.count;
            let entries = load(b, count, Element::I64, count_at, None);
            if let (Some((list, start)), Some(values)) = (listed.list, listed.values) {
                let place = b.binary(BinaryOp::Add, start, entries);
                store(b, list, Element::I64, place, to.offset);
                let none = zero(b, base);
                let value = add(b, base, none, value);
                store(b, values, element, place, value);
            }
            let one = int(b, 1);
            let more = b.binary(BinaryOp::Add, entries, one);
            store(b, count, Element::I64, count_at, more);
            return;
        }
        let counts = listed.list.is_none();
        let at = b.binary(BinaryOp::Add, listed.base, to.offset);
        let last = load(b, listed.stamps, Element::I64, at, None);
        let known = b.compare(CompareOp::Eq, last, listed.stamp);
        b.branch(
            known,
            |b| {
                if counts {
                    return;
                }
                let before = load(b, buffer, element, at, None);
                let after = add(b, base, before, value);
                store(b, buffer, element, at, after);
            },
            |b| {
                let (count, count_at) = listed.count;
                store(b, listed.stamps, Element::I64, at, listed.stamp);
                if !counts {
                    let none = zero(b, base);
                    let first = add(b, base, none, value);
                    store(b, buffer, element, at, first);
                }
                let entries = load(b, count, Element::I64, count_at, None);
                if let Some((list, start)) = listed.list {
                    let place = b.binary(BinaryOp::Add, start, entries);
                    store(b, list, Element::I64, place, to.offset);
                }
                let one = int(b, 1);
                let more = b.binary(BinaryOp::Add, entries, one);
                store(b, count, Element::I64, count_at, more);
            },
        );
    }
}
