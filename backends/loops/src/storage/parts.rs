//! Loops in parts, one or more for each thread, where iterations add to the same numbers.
//!
//! - A number: each part of the outermost loop has a total of its own, and these are added in the
//!   order of the parts.
//! - A dense result: each part adds into a copy of its own, and the copies are added to the result, or
//!   the [places](super::ranges) are shared out.
//! - Iterations that make dictionaries, which are in workspaces: each part has its own.
//!
//! A part takes its [share](super::shares) of the loop: by the entries that iterations go over, where
//! these are known, or every so many'th of small chunks.
//!
//! The number of parts is that of the threads: with another one, floats are rounded otherwise.

use super::emit::{Destination, Emitted, Emitter, Variable, Workspace};
use super::facts::Fact;
use super::numbers::{LANES, add, int, load, load_lanes, store, store_lanes, zero};
use super::shares::Shares;
use super::workspaces::wide;
use crate::index::Index;
use crate::program::{BinaryOp, LoopKind, Value};
use hloom_storage::Scalar;
use hloom_storage::term::{Id, Node};

/// The iterations below which a loop without another one inside is not shared out.
const ITERATIONS: i64 = 1 << 15;
/// The elements from one copy of a number to the next: a cache line or two, which no two threads share.
const APART: u64 = 16;
/// The numbers that iterations without a loop read, from which on threads share them.
const MANY: u64 = 1 << 16;
/// The most elements of all copies of a result.
const MAX_COPIES: u64 = 1 << 26;

/// The copies of a workspace, one for each part.
#[derive(Clone, Copy, Debug)]
pub(super) struct Copies {
    /// The workspace of all copies.
    pub space: usize,
    /// The elements of each.
    size: u64,
    /// The elements from one to the next.
    stride: u64,
}

impl Emitter<'_> {
    /// Whether the total of a loop is worth being made in parts.
    pub(super) fn shares_total(&self, over: Id, body: Id) -> bool {
        let long = match self.fact(over) {
            Fact::Array { positions: Some((low, high)), .. } => high - low >= ITERATIONS,
            _ => true,
        };
        self.depth == 0 && self.threads > 1 && (self.has_loop(body) || long)
    }

    /// The total of the outermost loop, in parts.
    pub(super) fn total_in_parts(&mut self, over: Id, body: Id) -> Emitted<Value> {
        let base = self.sort(body).base;
        let array = self.array(over)?;
        let shares = self.shares_of(over, array, &[body]);
        let element = wide(base);
        let totals = self.arena(element, self.threads * APART);
        let tables = self.open_tables(body, 2)?;
        self.in_parts(|e, part| {
            let start = zero(&mut e.b, base);
            let (none, chunks) = (int(&mut e.b, 0), int(&mut e.b, shares.chunks as i64));
            let total = e.total(none, chunks, start, |e, chunk, total| {
                let (from, to) = e.chunk(&shares, part, chunk)?;
                e.total_over(over, array.part(from, to), body, total)
            })?;
            let place = e.place_of_part(part);
            store(&mut e.b, totals, element, place, total);
            Ok(())
        })?;
        self.close_tables(tables)?;
        let (first, end) = (int(&mut self.b, 0), int(&mut self.b, self.threads as i64));
        let none = zero(&mut self.b, base);
        self.total(first, end, none, |e, part, total| {
            let at = e.place_of_part(part);
            let more = load(&mut e.b, totals, element, at, None);
            Ok(add(&mut e.b, base, total, more))
        })
    }

    /// The place of a part's number among those of all.
    fn place_of_part(&mut self, part: Value) -> Value {
        let apart = int(&mut self.b, APART as i64);
        self.b.binary(BinaryOp::Mul, part, apart)
    }

    /// A parallel loop over as many parts as there are threads. A part has workspaces of its own.
    fn in_parts(&mut self, body: impl FnOnce(&mut Self, Value) -> Emitted<()>) -> Emitted<()> {
        let (first, end) = (int(&mut self.b, 0), int(&mut self.b, self.threads as i64));
        self.parallel(first, end, |e, part| {
            e.part = Some((part, e.threads));
            let done = body(e, part);
            e.part = None;
            done
        })
    }

    /// Whether copies of the result pay for a loop whose iterations add to the same places: the
    /// numbers that are read are more than those of the copies.
    pub(super) fn shares_result(&self, body: Id, to: Destination) -> bool {
        let listed = self.workspaces[to.space].listed.is_some();
        let plain = self.depth == 0 && to.level == 0 && to.inside.is_none() && !listed;
        if !plain || self.threads < 2 {
            return false;
        }
        let workspace = &self.workspaces[to.space];
        let numeric = matches!(super::scalar(workspace.element), Some(Scalar::Real | Scalar::Int));
        let size = workspace.extents.iter().try_fold(1u64, |all, n| all.checked_mul(*n));
        let Some(copies) = size.and_then(|size| size.checked_mul(self.threads)) else {
            return false;
        };
        let mut read: u64 = 0;
        let mut seen = Vec::new();
        for node in self.term {
            if let Node::Input(name, _) = node
                && !seen.contains(name)
            {
                seen.push(*name);
                read = read.saturating_add(self.inputs[name].1.length.unwrap_or(0));
            }
        }
        // Rows of a dense matrix are added as a whole.
        let rows = workspace.extents.iter().skip(1).product::<u64>();
        // Iterations without a loop are short: many are needed to pay for the threads' start.
        let long = self.has_loop(body) || read >= MANY && copies <= read / 4;
        numeric && copies <= MAX_COPIES && copies / rows.max(1) <= read && long
    }

    /// Adds a loop into copies of the result, and these to the result. If the loop makes the whole result,
    /// the result is not set to zero first: the sum of the copies overwrites it.
    pub(super) fn add_in_parts(&mut self, over: Id, body: Id, to: Destination) -> Emitted<()> {
        let alone = self.results == 1 && self.term[self.term.root()] == Node::Sum([over, body]);
        let cleared = self.cleared_first.iter().position(|space| *space == to.space);
        let is_whole = alone && to.space == 0 && cleared.is_some();
        if let Some(at) = cleared.filter(|_| is_whole) {
            self.cleared_first.remove(at);
        }
        let copies = self.copies(to.space);
        let array = self.array(over)?;
        let shares = self.shares_of(over, array, &[body]);
        self.chunks_in_parts(
            &shares,
            |e, part| e.own_copy(copies, part, to),
            |e, at, value, own| {
                e.prefetch_parts(over, array, body, at)?;
                let variables = e.bound_by(over, at, Variable::Number(value));
                e.with(&variables, |e| e.add_into(body, *own))
            },
        )?;
        self.add_copies(to.space, copies, !is_whole);
        Ok(())
    }

    /// A loop over an array in parts, each with something of its own.
    pub(super) fn chunks_in_parts<T>(
        &mut self,
        shares: &Shares,
        own: impl FnOnce(&mut Self, Value) -> Emitted<T>,
        body: impl FnOnce(&mut Self, Value, Value, &T) -> Emitted<()>,
    ) -> Emitted<()> {
        self.in_parts(|e, part| {
            let own = own(e, part)?;
            let (none, chunks) = (int(&mut e.b, 0), int(&mut e.b, shares.chunks as i64));
            e.count(none, chunks, |e, chunk| {
                let (from, to) = e.chunk(shares, part, chunk)?;
                let array = shares.array.part(from, to);
                e.each(array, false, |e, at, value| body(e, at, value, &own))
            })
        })
    }

    /// Memory for a copy of a workspace in each part.
    pub(super) fn copies(&mut self, space: usize) -> Copies {
        let parts = self.threads;
        let Workspace { element, low, extents, .. } = self.workspaces[space].clone();
        let size: u64 = extents.iter().product();
        let (low, extents) = match extents.is_empty() {
            true => (vec![0], vec![APART]),
            false => (low, extents),
        };
        let stride: u64 = extents.iter().product();
        let buffer = self.arena(element, stride * parts);
        let own = self.workspaces.len();
        self.workspaces.push(Workspace {
            buffer,
            element,
            low: [vec![0], low].concat(),
            extents: [vec![parts], extents].concat(),
            listed: None,
        });
        Copies { space: own, size, stride }
    }

    /// The copy of a part, which is set to zero: the place that takes the part of `to`.
    pub(super) fn own_copy(
        &mut self,
        copies: Copies,
        part: Value,
        to: Destination,
    ) -> Emitted<Destination> {
        let Workspace { buffer, element, .. } = self.workspaces[copies.space].clone();
        let base = super::scalar(element).unwrap_or(Scalar::Real);
        let stride = int(&mut self.b, copies.stride as i64);
        let length = int(&mut self.b, copies.size as i64);
        let start = self.b.binary(BinaryOp::Mul, part, stride);
        let stop = self.b.binary(BinaryOp::Add, start, length);
        self.count(start, stop, |e, at| {
            let none = zero(&mut e.b, base);
            store(&mut e.b, buffer, element, at, none);
            Ok(())
        })?;
        let offset = int(&mut self.b, 0);
        let own = Destination { space: copies.space, offset, once: false, ..to };
        let own = self.below(own, part, Some((0, self.threads as i64 - 1)));
        if self.workspaces[to.space].extents.len() > to.level {
            return Ok(own);
        }
        // The first place of a number's copy.
        Ok(self.below(own, offset, Some((0, 0))))
    }

    /// Whether an outermost loop is to be shared out by parts because its iterations make dictionaries
    /// or tables.
    pub(super) fn shares_workspaces(&self, body: Id) -> bool {
        self.depth == 0
            && self.threads > 1
            && self.erases
            && (self.makes_dictionary(body) || self.makes_table(body))
    }

    /// Whether a term makes a dictionary that it reads.
    pub(super) fn makes_dictionary(&self, id: Id) -> bool {
        let node = self.term[id];
        let read = match node {
            Node::Let([value, _]) => Some(value),
            Node::Get([over, _]) | Node::Sum([over, _]) => Some(over),
            _ => None,
        };
        let made = |id: Id| self.sort(id).is_dict() && !matches!(self.term[id], Node::Var(..));
        read.is_some_and(made)
            || hloom_storage::term::operands(&node)
                .iter()
                .any(|child| self.makes_dictionary(*child))
    }

    /// Writes the sum of the copies of a workspace into it, with what it holds if `adds`.
    pub(super) fn add_copies(&mut self, space: usize, of: Copies, adds: bool) {
        let Workspace { buffer, element, .. } = self.workspaces[space].clone();
        let copies = self.workspaces[of.space].buffer;
        let (size, parts) = (of.size, self.threads);
        let base = super::scalar(element).unwrap_or(Scalar::Real);
        let lanes = u64::from(LANES);
        let whole = size - size % lanes;
        let b = &mut self.b;
        for (from, end, vector) in [(0, whole, true), (whole, size, false)] {
            if from == end {
                continue;
            }
            let open = b.open_for("i", &[]);
            let at = open.var;
            let mut sum = adds.then(|| match vector {
                true => load_lanes(b, buffer, element, at, LANES),
                false => load(b, buffer, element, at, None),
            });
            for part in 0..parts {
                let start = int(b, (part * of.stride) as i64);
                let place = b.binary(BinaryOp::Add, start, at);
                let more = match vector {
                    true => load_lanes(b, copies, element, place, LANES),
                    false => load(b, copies, element, place, None),
                };
                sum = Some(match sum {
                    Some(sum) => add(b, base, sum, more),
                    None => more,
                });
            }
            let sum = sum.unwrap_or_else(|| zero(b, base));
            match vector {
                true => store_lanes(b, buffer, element, at, sum),
                false => store(b, buffer, element, at, sum),
            }
            let (kind, step) = match vector {
                true => (LoopKind::Parallel, lanes as i64),
                false => (LoopKind::Serial, 1),
            };
            let bounds = (Index::constant(from as i64), Index::constant(end as i64));
            b.close_for(open, kind, bounds, step, Vec::new());
        }
    }
}
