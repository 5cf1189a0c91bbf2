//! Running reductions by the threads of a grid.
//!
//! Lines whose elements lie side by side are a warp's or a block's: each thread has a few
//! neighbours, whose running results it makes by itself; what comes before them, the
//! threads find out by exchanging totals with those whose number differs in one bit, bit by
//! bit: who has the higher number puts the other's total in front of what it has, and both
//! add up their totals. Warps of a block hand their totals on in shared memory. A line is
//! gone through tile by tile, with what came before in registers.
//!
//! Lines that lie side by side themselves are a thread's each, or a vector of them is.
//!
//! Lines that are too few for a whole GPU are cut into chunks, of which first
//! the totals are made, then these are scanned in the same way, then each chunk is gone
//! through with what comes before it (reduce, then scan: Merrill and Grimshaw, 2009). The
//! cuts follow from the shape and the kind of GPU, and so does the order of what is
//! combined, in which elements never change places: reducers need to be associative, but
//! not commutative. The initial value comes in once, before everything.

use super::super::scan::{Scan, sums_of};
use super::{compare, of};
use crate::index::{Index, Range, Var};
use crate::math::{Emitter, Parts, Unsupported, from_storage, to_storage};
use crate::program::{
    Access, BinaryOp, BufferId, Builder, CompareOp, Inst, Lanes, LoopKind, Space, Stmt, Value,
    storage,
};
use crate::schedule::Gpu;

/// The threads of a warp.
const WARP: i64 = 32;

/// The threads of a block that go through long lines together.
const THREADS: i64 = 256;

/// Vectors of a line that is a warp's, at most, and lines of a block then.
const WARP_VECTORS: i64 = 256;
const WARP_LINES: i64 = 8;

/// Tiles of a chunk, and elements of a column's chunk, at least.
const CHUNK_TILES: i64 = 4;
const CHUNK_COLUMN: i64 = 16;

/// Elements of a column that is not cut, at most.
const FEW: i64 = 64;

/// Elements that a multiprocessor has under way, about.
const UNDER_WAY: i64 = 2048;

/// The parts of one element of each operand.
type Here = Vec<Parts<Value>>;

/// Lines that are scanned: `outer` times `length` times `step` elements.
struct Lines<'s> {
    scan: &'s Scan,
    inputs: &'s [BufferId],
    outputs: &'s [BufferId],
    outer: i64,
    length: i64,
    step: i64,
    /// From the last element to the first.
    backwards: bool,
}

/// The purpose of going through a chunk.
#[derive(Clone, Copy)]
enum Purpose<'a> {
    /// For its total, which goes here.
    Total(&'a [BufferId]),
    /// For its elements' results; before it comes what these hold for the chunk before.
    Results(Option<&'a [BufferId]>),
}

/// Threads that go through a line together.
#[derive(Clone, Copy)]
struct LineThreads {
    warps: i64,
    lines: i64,
    lanes: i64,
}

impl Scan {
    /// All lines, by the threads of grids.
    pub(in crate::lower::program) fn by_grids(
        &self,
        b: &mut Builder,
        gpu: &Gpu,
        outer: i64,
    ) -> Result<(), Unsupported> {
        let lines = Lines {
            scan: self,
            inputs: &self.inputs,
            outputs: &self.outputs,
            outer,
            length: self.length,
            step: self.step,
            backwards: self.backwards,
        };
        lines.emit(b, gpu)
    }

    /// The combined result of two parts of a line, the first one on the left.
    fn join(&self, b: &mut Builder, first: &Here, later: &Here) -> Result<Here, Unsupported> {
        let (left, right) = if self.backwards { (later, first) } else { (first, later) };
        let lanes = left.first().map_or(1, |part| b.type_of(part.re).lanes);
        self.combiner.combine(&mut Emitter { builder: b, lanes }, &self.elements, left, right)
    }

    /// Values from registers.
    fn gathered(&self, values: &[Value]) -> Here {
        let mut values = values.iter().copied();
        let each = self.elements.iter().filter_map(|e| {
            let re = values.next()?;
            Some(Parts { re, im: if e.is_complex() { values.next()? } else { re } })
        });
        each.collect()
    }

    /// Every register of these made anew.
    fn each(
        &self,
        b: &mut Builder,
        here: &Here,
        mut make: impl FnMut(&mut Builder, Value) -> Value,
    ) -> Here {
        let made: Vec<Value> =
            sums_of(here, &self.elements).into_iter().map(|v| make(b, v)).collect();
        self.gathered(&made)
    }

    /// One or the other.
    fn choose(&self, b: &mut Builder, test: Value, then: &Here, otherwise: &Here) -> Here {
        let mut others = sums_of(otherwise, &self.elements).into_iter();
        self.each(b, then, |b, v| others.next().map_or(v, |other| b.select(test, v, other)))
    }

    /// Elements of buffers, from a place on.
    fn load(&self, b: &mut Builder, from: &[BufferId], at: &ScanAccess) -> Here {
        let lanes = at.lanes;
        let each = from.iter().zip(&self.elements).map(|(&buffer, &element)| {
            let unit = storage(element);
            let mut part = |n: i64| {
                let access = at.access(buffer, i64::from(unit.units), n);
                b.inst(Inst::Load(unit.scalar.vector(lanes), access))
            };
            let re = part(0);
            let im = if unit.units == 2 { part(1) } else { re };
            from_storage(&mut Emitter { builder: b, lanes }, element, Parts { re, im })
        });
        each.collect()
    }

    /// Stores elements of buffers, from a place on.
    fn stored(&self, b: &mut Builder, values: &Here, to: &[BufferId], at: &ScanAccess) {
        for ((&buffer, &element), &value) in to.iter().zip(&self.elements).zip(values) {
            let units = i64::from(storage(element).units);
            let emitter = &mut Emitter { builder: b, lanes: at.lanes };
            let stored = to_storage(emitter, element, value);
            b.push(Stmt::Store(stored.re, at.access(buffer, units, 0)));
            if units == 2 {
                b.push(Stmt::Store(stored.im, at.access(buffer, units, 1)));
            }
        }
    }

    /// The initial values.
    fn start(&self, b: &mut Builder, lanes: u16) -> Here {
        let one = self.load(b, &self.initial, &ScanAccess::one(Index::constant(0)));
        self.each(b, &one, |b, v| b.broadcast(v, lanes))
    }
}

/// A few elements.
struct ScanAccess {
    at: Index,
    lanes: u16,
    backwards: bool,
    mask: Option<Value>,
}

impl ScanAccess {
    fn one(at: Index) -> ScanAccess {
        ScanAccess { at, lanes: 1, backwards: false, mask: None }
    }

    fn access(&self, buffer: BufferId, units: i64, part: i64) -> Access {
        let lanes = match self.backwards && self.lanes > 1 {
            true => Lanes::Strided(-1),
            false => Lanes::Contiguous,
        };
        Access { buffer, offset: self.at.clone() * units + part, lanes, mask: self.mask }
    }
}

impl Lines<'_> {
    fn emit(&self, b: &mut Builder, gpu: &Gpu) -> Result<(), Unsupported> {
        let chunk = self.chunk(gpu);
        let count = (self.length + chunk - 1) / chunk;
        if count == 1 {
            return self.pass(b, chunk, Purpose::Results(None));
        }
        let shape = [self.outer as u64, count as u64, self.step as u64];
        let mut room = |name: &str| -> Vec<BufferId> {
            let each = self.scan.elements.iter();
            each.map(|&e| b.buffer(name, e, &shape, Space::Scratch)).collect()
        };
        let (totals, before) = (room("totals"), room("before"));
        let both: Vec<BufferId> = totals.iter().chain(&before).copied().collect();
        b.scratch(&both, |b| {
            self.pass(b, chunk, Purpose::Total(&totals))?;
            let (inputs, outputs) = (&totals[..], &before[..]);
            let (length, backwards) = (count, false);
            Lines { inputs, outputs, length, backwards, ..*self }.emit(b, gpu)?;
            self.pass(b, chunk, Purpose::Results(Some(&before)))
        })
    }

    fn pass(&self, b: &mut Builder, chunk: i64, to: Purpose<'_>) -> Result<(), Unsupported> {
        match self.step {
            1 => self.rows(b, chunk, to),
            _ => self.columns(b, chunk, to),
        }
    }

    /// Elements that a thread has side by side: 16 bytes at most.
    fn lanes(&self) -> i64 {
        let widest = self.scan.elements.iter().map(|e| storage(*e).scalar.bytes()).max();
        let parts = self.scan.elements.iter().any(|e| storage(*e).units > 1);
        let lanes = (16 / widest.unwrap_or(16) as i64).min(8);
        if parts || self.step > 1 && self.step % lanes != 0 { 1 } else { lanes }
    }

    fn line_threads(&self) -> LineThreads {
        let lanes = self.lanes();
        match self.length <= lanes * WARP_VECTORS {
            true => LineThreads { warps: 1, lines: WARP_LINES.min(self.outer), lanes },
            false => LineThreads { warps: THREADS / WARP, lines: 1, lanes },
        }
    }

    /// The elements of a line that are gone through one after the other.
    fn chunk(&self, gpu: &Gpu) -> i64 {
        let processors = i64::from(gpu.multiprocessors);
        if self.step > 1 {
            if self.length <= FEW {
                return self.length;
            }
            let target = processors * UNDER_WAY / (self.outer * self.step).max(1);
            let chunk = self.length / target.max(1);
            return chunk.max(CHUNK_COLUMN).min(self.length);
        }
        let by = self.line_threads();
        let tile = by.warps * WARP * by.lanes;
        let target = (4 * processors / self.outer).max(1);
        let tiles = (self.length + tile - 1) / tile;
        let each =
            if by.warps == 1 || self.outer >= 2 * processors { tiles } else { tiles / target };
        each.max(CHUNK_TILES).min(tiles) * tile
    }

    /// The place of an element, by its number in the line.
    fn place(&self, outer: Index, t: Index, inner: Index) -> Index {
        let t = if self.backwards { -t + (self.length - 1) } else { t };
        outer * (self.length * self.step) + t * self.step + inner
    }

    /// Lines whose elements lie side by side.
    fn rows(&self, b: &mut Builder, chunk: i64, to: Purpose<'_>) -> Result<(), Unsupported> {
        let (scan, by) = (self.scan, self.line_threads());
        let chunks = (self.length + chunk - 1) / chunk;
        let (pieces, threads) = (self.outer * chunks, by.warps * by.lines * WARP);
        let blocks = (pieces + by.lines - 1) / by.lines;
        let both = 2 * by.warps as u64;
        let shared: Vec<BufferId> = match by.warps {
            1 => Vec::new(),
            _ => scan
                .elements
                .iter()
                .map(|&e| b.buffer("warps", e, &[both], Space::Shared))
                .collect(),
        };
        b.grid(blocks as u64, threads as u32, |b, block, thread| {
            let mine = b.floor_div(thread, by.warps * WARP);
            let piece = Index::var(block) * by.lines + mine;
            let number = b.modulo(thread, by.warps * WARP);
            let body = |b: &mut Builder| {
                super::where_below(b, &[(piece.clone(), pieces)], |b| {
                    let row = b.floor_div(piece.clone(), chunks);
                    let part = b.modulo(piece, chunks);
                    let it = Piece { by, shared: &shared, number, row, part, chunk };
                    self.piece(b, &it, to)
                })
            };
            if shared.is_empty() { body(b) } else { b.scratch(&shared, body) }
        })
    }

    /// A chunk of a line, by a warp or a block.
    fn piece(&self, b: &mut Builder, it: &Piece<'_>, to: Purpose<'_>) -> Result<(), Unsupported> {
        let scan = self.scan;
        let lanes = it.by.lanes;
        let tile = it.by.warps * WARP * lanes;
        let start = scan.start(b, 1);
        let start = match to {
            Purpose::Results(Some(before)) => {
                // Of the first one, some place.
                let place = it.row.clone() * self.chunks(it.chunk) + it.part.clone();
                let zero = b.index(Index::constant(0));
                let behind = b.index(place - 1);
                let at = b.binary(BinaryOp::MaxS, behind, zero);
                let before = scan.load(b, before, &ScanAccess::one(Index::var(at)));
                let first = compare(b, CompareOp::Eq, it.part.clone(), Index::constant(0));
                scan.choose(b, first, &start, &before)
            }
            Purpose::Total(_) | Purpose::Results(None) => start,
        };
        let lane = b.index(b.modulo(it.number.clone(), WARP));
        let warp = b.index(b.floor_div(it.number.clone(), WARP));
        let mut carried = sums_of(&start, &scan.elements);
        // Of a total, the first tile has nothing before it.
        if matches!(to, Purpose::Total(_)) {
            let total = self.tile(b, it, (lane, warp), Index::constant(0), None, to)?;
            carried = sums_of(&total, &scan.elements);
        }
        let from = i64::from(matches!(to, Purpose::Total(_)));
        let bounds = (Index::constant(from), Index::constant(it.chunk / tile));
        let after =
            b.try_for_carrying(LoopKind::Serial, "tile", bounds, 1, &carried, |b, n, so_far| {
                let so_far = scan.gathered(so_far);
                let total = self.tile(b, it, (lane, warp), Index::var(n), Some(&so_far), to)?;
                Ok(sums_of(&total, &scan.elements))
            })?;
        if let Purpose::Total(totals) = to {
            let first = compare(b, CompareOp::Eq, it.number.clone(), Index::constant(0));
            let place = it.row.clone() * self.chunks(it.chunk) + it.part.clone();
            let all = scan.gathered(&after);
            b.branch(first, |b| scan.stored(b, &all, totals, &ScanAccess::one(place)), |_| {});
        }
        Ok(())
    }

    fn chunks(&self, chunk: i64) -> i64 {
        (self.length + chunk - 1) / chunk
    }

    /// A vector of each thread, and what they come to with what came before.
    fn tile(
        &self,
        b: &mut Builder,
        it: &Piece<'_>,
        (lane, warp): (Value, Value),
        n: Index,
        so_far: Option<&Here>,
        to: Purpose<'_>,
    ) -> Result<Here, Unsupported> {
        let scan = self.scan;
        let lanes = it.by.lanes as u16;
        let tile = it.by.warps * WARP * it.by.lanes;
        let t = it.part.clone() * it.chunk + n.clone() * tile + it.number.clone() * it.by.lanes;
        // Elements behind the end come after all others, and so does what they add: some
        // others do, where vectors are inside or outside as a whole.
        let whole = self.length % it.chunk == 0;
        let vectors = self.length % i64::from(lanes) == 0;
        let mask = (!whole && !vectors).then(|| {
            let left = -t.clone() + self.length;
            b.inst(Inst::FirstLanes(lanes, left))
        });
        let mut clamped = t.clone();
        if !whole && vectors {
            let last = Index::constant(self.length / i64::from(lanes) - 1);
            let vector = b.floor_div(t.clone(), lanes.into());
            clamped = Index::var(super::least(b, vector, last)) * i64::from(lanes);
        }
        let at = self.place(it.row.clone(), clamped, Index::constant(0));
        let place = ScanAccess { at, lanes, backwards: self.backwards, mask };
        let loaded = scan.load(b, self.inputs, &place);
        let mut each = Vec::with_capacity(lanes.into());
        for lane in 0..lanes {
            let one = match lanes {
                1 => loaded.clone(),
                _ => scan.each(b, &loaded, |b, v| b.inst(Inst::Extract(v, lane))),
            };
            let one = match each.last() {
                Some(before) => scan.join(b, before, &one)?,
                None => one,
            };
            each.push(one);
        }
        let Some(mut total) = each.last().cloned() else { return Ok(Vec::new()) };
        // The prefix within the warp; the first lane has none.
        let mut before: Option<Here> = None;
        for bit in [1, 2, 4, 8, 16] {
            let other = scan.each(b, &total, |b, v| b.inst(Inst::ShuffleXor(v, bit)));
            let high = of(b, BinaryOp::And, lane, Index::constant(bit.into()));
            let high = compare(b, CompareOp::Ne, high, Index::constant(0));
            let (lower, upper) =
                (scan.choose(b, high, &other, &total), scan.choose(b, high, &total, &other));
            before = Some(match before {
                None => other,
                Some(before) => {
                    let joined = scan.join(b, &other, &before)?;
                    let low = of(b, BinaryOp::And, lane, Index::constant(i64::from(bit) - 1));
                    let some = compare(b, CompareOp::Ne, low, Index::constant(0));
                    let moved = scan.choose(b, some, &joined, &other);
                    scan.choose(b, high, &moved, &before)
                }
            });
            total = scan.join(b, &lower, &upper)?;
        }
        // The prefix ahead of the warp.
        let (mine, all) = match (so_far, it.by.warps) {
            (so_far, 1) => match so_far {
                Some(so_far) => (so_far.clone(), scan.join(b, so_far, &total)?),
                None => (total.clone(), total),
            },
            (so_far, warps) => {
                let iteration = n.modulo(2, &|_: Var| Range::ALL) * warps;
                let first = compare(b, CompareOp::Eq, lane, Index::constant(0));
                let own = ScanAccess::one(iteration.clone() + Index::var(warp));
                b.branch(first, |b| scan.stored(b, &total, it.shared, &own), |_| {});
                b.push(Stmt::Barrier);
                let (mut mine, mut all) = match so_far {
                    Some(so_far) => (so_far.clone(), so_far.clone()),
                    None => {
                        let first = scan.load(b, it.shared, &ScanAccess::one(iteration.clone()));
                        (first.clone(), first)
                    }
                };
                for other in i64::from(so_far.is_none())..warps {
                    let here = compare(b, CompareOp::Eq, warp, Index::constant(other));
                    mine = scan.choose(b, here, &all, &mine);
                    let place = ScanAccess::one(iteration.clone() + other);
                    let next = scan.load(b, it.shared, &place);
                    all = scan.join(b, &all, &next)?;
                }
                (mine, all)
            }
        };
        if let (Purpose::Results(_), Some(before)) = (to, before) {
            let joined = scan.join(b, &mine, &before)?;
            let first = compare(b, CompareOp::Eq, lane, Index::constant(0));
            let mine = scan.choose(b, first, &mine, &joined);
            let mut results: Option<Here> = None;
            for (lane, one) in (0..lanes).zip(&each) {
                let one = scan.join(b, &mine, one)?;
                results = Some(match results {
                    None => scan.each(b, &one, |b, v| b.broadcast(v, lanes)),
                    Some(so_far) => {
                        let mut ones = sums_of(&one, &scan.elements).into_iter();
                        scan.each(b, &so_far, |b, v| {
                            ones.next().map_or(v, |one| b.inst(Inst::Insert(v, one, lane)))
                        })
                    }
                });
            }
            let results = results.unwrap_or_default();
            let store = |b: &mut Builder| scan.stored(b, &results, self.outputs, &place);
            if !whole && vectors {
                let inside = compare(b, CompareOp::LtS, t, Index::constant(self.length));
                b.branch(inside, store, |_| {});
            } else {
                store(b);
            }
        }
        Ok(all)
    }

    /// Lines that lie side by side.
    fn columns(&self, b: &mut Builder, chunk: i64, to: Purpose<'_>) -> Result<(), Unsupported> {
        let scan = self.scan;
        let (lanes, chunks) = (self.lanes(), self.chunks(chunk));
        let body = |b: &mut Builder, [outer, part, inner]: [Value; 3]| -> Result<(), Unsupported> {
            let from = Index::var(part) * chunk;
            let till = b.least(from.clone() + chunk, self.length);
            let at = |t: Index| ScanAccess {
                at: self.place(Index::var(outer), t, Index::var(inner)),
                lanes: lanes as u16,
                backwards: false,
                mask: None,
            };
            let of_chunk = |part: Index| ScanAccess {
                at: (Index::var(outer) * chunks + part) * self.step + Index::var(inner),
                ..at(Index::constant(0))
            };
            let (start, from) = match to {
                Purpose::Total(_) => (scan.load(b, self.inputs, &at(from.clone())), from + 1),
                Purpose::Results(None) => (scan.start(b, lanes as u16), from),
                Purpose::Results(Some(before)) => {
                    let start = scan.start(b, lanes as u16);
                    let zero = b.index(Index::constant(0));
                    let behind = b.index(Index::var(part) - 1);
                    let behind = b.binary(BinaryOp::MaxS, behind, zero);
                    let before = scan.load(b, before, &of_chunk(Index::var(behind)));
                    let first = compare(b, CompareOp::Eq, part, Index::constant(0));
                    let first = b.broadcast(first, lanes as u16);
                    (scan.choose(b, first, &start, &before), from)
                }
            };
            let carried = sums_of(&start, &scan.elements);
            let bounds = (from, till);
            let all =
                b.try_for_carrying(LoopKind::Serial, "t", bounds, 1, &carried, |b, t, sums| {
                    let here = scan.load(b, self.inputs, &at(Index::var(t)));
                    let next = scan.join(b, &scan.gathered(sums), &here)?;
                    if let Purpose::Results(_) = to {
                        scan.stored(b, &next, self.outputs, &at(Index::var(t)));
                    }
                    Ok(sums_of(&next, &scan.elements))
                })?;
            if let Purpose::Total(totals) = to {
                let place = of_chunk(Index::var(part));
                scan.stored(b, &scan.gathered(&all), totals, &place);
            }
            Ok(())
        };
        b.for_each(LoopKind::Parallel, "outer", 0, self.outer, 1, |b, outer| {
            b.for_each(LoopKind::Parallel, "part", 0, chunks, 1, |b, part| {
                b.for_each(LoopKind::Parallel, "inner", 0, self.step, lanes, |b, inner| {
                    body(b, [outer, part, inner])
                })
            })
        })
    }
}

/// A chunk of a line, and who goes through it.
struct Piece<'a> {
    by: LineThreads,
    shared: &'a [BufferId],
    /// The thread's number among those that go through it.
    number: Index,
    row: Index,
    part: Index,
    chunk: i64,
}
