//! The grid of a product of matrices ([`super::product`]) by warpgroups: Hopper's way.
//!
//! One warpgroup brings tiles of both factors to a ring of stages in shared memory, as many
//! steps of the sum at a time as 128 bytes hold; one or two others multiply what is there,
//! 64 rows each ([`crate::program::Warpgroup`]). They tell each other by two mbarriers for
//! each stage: *full*, at which the bytes of both tiles arrive, and *empty*, at which each
//! warp arrives that has read them. A product is on its way while that of the next stage
//! begins: a stage is given back once the product after it has begun.
//!
//! Tiles come as they lie in memory, so a factor has to be an input's elements whose places
//! are multiples of the indices of rows (or columns) and steps, one of which lie side by side;
//! what is computed, padded or gathered goes another way ([`super::product_units`]).

use std::cell::RefCell;

use super::ScheduleError;
use super::contract::{Roles, roles};
use super::emit::Standing;
use super::product::{ByUnits, Sides, Tile, blocks, units_of};
use super::product_tile::{Factors, Threads, Tiles};
use crate::index::{Atom, Index, Range, Var};
use crate::math::{Emitter, Unsupported, constant};
use crate::nest::{Nest, Node, NodeId, linear};
use crate::program::{
    AsyncOp, BufferId, Builder, CompareOp, Inst, LoopKind, ProductOp, ROW_BYTES, Scalar, Space,
    Stmt, Tile as Copied, Value, View, ViewDim, Warpgroup, warpgroup,
};
use hloom_ir::Element;

/// Threads of a warpgroup.
const GROUP: u64 = warpgroup::WARPGROUP as u64;
/// Rows that a warpgroup has.
const ROWS: u64 = warpgroup::ROWS as u64;
/// The most stages: copies on their way then hide how long memory takes.
const MOST_STAGES: u64 = 6;
/// Registers of a thread that brings tiles, and of one that multiplies, where two warpgroups
/// do: together as many as 384 threads have at first.
const FEW_REGISTERS: u32 = 40;
const MANY_REGISTERS: u32 = 232;
/// Shared memory that a block of such a GPU may have, less than a KiB for mbarriers.
const SHARED: u64 = (227 << 10) - (1 << 10);
/// Points of a box at most.
const MOST_BOX: u64 = 256;

/// A factor that tiles bring.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Brought {
    input: u32,
    /// The unit of its first element.
    start: u64,
    /// Rows or columns, and units from one to the next.
    side: (u64, u64),
    /// The same of steps.
    steps: (u64, u64),
    /// The same of dimensions that both factors have, with their numbers.
    batch: Vec<(usize, u64, u64)>,
    /// Whether rows or columns lie side by side, and not steps.
    turned: bool,
}

/// What a dimension of a factor is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Axis {
    /// Its rows or columns.
    Side,
    /// Steps of the sum.
    Steps,
    /// A dimension of the nest that both factors have.
    Batch(usize),
}

/// What warpgroups do for a nest.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct ByWarpgroups {
    op: ProductOp,
    nodes: [NodeId; 2],
    factors: [Brought; 2],
}

/// What warpgroups do for a nest, if they can.
pub(super) fn warpgroups_of(nest: &Nest) -> Option<ByWarpgroups> {
    let sides = Sides::of(&roles(nest)?);
    let ByUnits { op, nodes, split } = units_of(nest)?;
    if split || op == ProductOp::F64 {
        return None;
    }
    let left = brought(nest, nodes[0], &sides.rows, &sides)?;
    let right = brought(nest, nodes[1], &sides.columns, &sides)?;
    Some(ByWarpgroups { op, nodes, factors: [left, right] })
}

impl ByWarpgroups {
    /// What keeps it from having tiles of this size.
    pub(super) fn fits(&self, rows: u64, columns: u64) -> Result<(), String> {
        let there = matches!(rows, 64 | 128) && matches!(columns, 32 | 64 | 128 | 256);
        let whole = !self.factors[1].turned || columns >= 64;
        match there && whole {
            true => Ok(()),
            false => Err(format!("there are no tiles of {rows} by {columns}")),
        }
    }

    /// About how many cycles 128 bytes of each row and column of a tile take: those of matrix
    /// units and of shared memory, or of what brings the tiles, whichever are more.
    pub(super) fn cycles(tile: Tile) -> u64 {
        let (rows, columns) = (tile.rows, tile.columns);
        // In a cycle, 32 products of 128 bytes, 128 bytes of shared memory, and 64 of the
        // second-level cache.
        let multiplied = (rows * columns / 32).max(rows / ROWS * (ROWS + columns));
        multiplied.max((rows + columns) * ROW_BYTES / 64)
    }
}

/// How a factor lies in memory, if tiles can bring it.
fn brought(nest: &Nest, node: NodeId, side: &[usize], sides: &Sides) -> Option<Brought> {
    let Node::Load { input, coords, guard } = nest.body.node(node) else { return None };
    let tensor = &nest.inputs[*input as usize];
    let bytes = tensor.element.byte_width() as u64;
    let plain = tensor.element == nest.body.element(node) && guard.is_empty();
    if !plain || tensor.shape.contains(&0) || tensor.element == Element::I1 {
        return None;
    }
    let place = linear(coords, &tensor.shape);
    let known = |dim: usize| {
        let one = nest.dims[dim].extent == 1;
        one || [side, &sides.steps, &sides.batch].iter().any(|d| d.contains(&dim))
    };
    let fine = |(atom, factor): &(Atom, i64)| match atom {
        Atom::Var(Var(dim)) => *factor > 0 && known(*dim as usize),
        _ => false,
    };
    if !place.terms().iter().all(fine) {
        return None;
    }
    let stride = |dim: usize| u64::try_from(place.factor(Var(dim as u32))).ok();
    let sixteen = |units: u64| (units * bytes).is_multiple_of(16);
    let own = in_a_row(nest, side, &stride)?;
    let sum = in_a_row(nest, &sides.steps, &stride)?;
    let turned = match (own.1, sum.1) {
        (_, 1) => false,
        (1, _) if bytes == 2 => true,
        _ => return None,
    };
    let apart = if turned { sum.1 } else { own.1 };
    let start = u64::try_from(place.offset()).ok()?;
    let mut batch = Vec::new();
    for &dim in &sides.batch {
        batch.push((dim, nest.dims[dim].extent, stride(dim)?));
    }
    let aligned = sixteen(apart) && sixteen(start) && batch.iter().all(|b| sixteen(b.2));
    let small = batch.len() + 2 <= View::MOST_DIMS;
    let brought = Brought { input: *input, start, side: own, steps: sum, batch, turned };
    let units = tensor.shape.iter().product();
    let legal = || brought.view(1, bytes, false).check(units, bytes).is_ok();
    (aligned && small && apart > 0 && legal()).then_some(brought)
}

/// Points of some dimensions, the fastest last, and how far one is from the next, if that
/// is the same everywhere.
fn in_a_row(
    nest: &Nest,
    dims: &[usize],
    stride: &dyn Fn(usize) -> Option<u64>,
) -> Option<(u64, u64)> {
    let mut row: Option<(u64, u64)> = None;
    for &dim in dims.iter().rev().filter(|d| nest.dims[**d].extent > 1) {
        let (extent, apart) = (nest.dims[dim].extent, stride(dim)?);
        row = Some(match row {
            None => (extent, apart),
            Some((points, first)) if apart == points * first => (points * extent, first),
            Some(_) => return None,
        });
    }
    row
}

impl Brought {
    /// What its dimensions are, with points and units from one to the next, the innermost
    /// first and then as far as they go: drivers ask for that.
    fn axes(&self) -> Vec<(Axis, u64, u64)> {
        let side = (Axis::Side, self.side.0, self.side.1);
        let steps = (Axis::Steps, self.steps.0, self.steps.1);
        let (inner, outer) = if self.turned { (side, steps) } else { (steps, side) };
        let batch =
            self.batch.iter().map(|&(dim, extent, apart)| (Axis::Batch(dim), extent, apart));
        let mut axes: Vec<_> = batch.chain([outer]).collect();
        axes.sort_by_key(|(_, _, apart)| *apart);
        axes.insert(0, inner);
        axes
    }

    /// What copies see of it, in boxes of so many of its rows or columns.
    fn view(&self, points: u64, bytes: u64, rounded: bool) -> View {
        // Of a turned factor, 128 bytes hold as many steps as rows or columns.
        let inner = ROW_BYTES / bytes;
        let dims = self.axes().into_iter().map(|(axis, extent, stride)| {
            let tile = match axis {
                Axis::Steps => inner,
                Axis::Side if self.turned => inner,
                Axis::Side => points,
                Axis::Batch(_) => 1,
            };
            ViewDim { extent, stride, tile: tile as u32 }
        });
        View { start: self.start, dims: dims.collect(), rounded }
    }
}

struct Groups<'n> {
    tiles: Tiles<'n>,
    by: ByWarpgroups,
    tile: Tile,
    /// Stages of the factors.
    buffers: [BufferId; 2],
    /// Mbarriers of each stage.
    full: BufferId,
    empty: BufferId,
    stages: u64,
}

/// Adds the grid that computes a product.
pub(super) fn emit(
    b: &mut Builder,
    nest: &Nest,
    tile: Tile,
    ends: (&[BufferId], &[BufferId]),
    standing: &Standing,
) -> Result<(), ScheduleError> {
    let found = roles(nest).zip(warpgroups_of(nest)).filter(|_| *standing == Standing::default());
    let Some((roles, by)) = found else {
        return Err(ScheduleError::Illegal {
            directive: format!("wgmma {} by {}", tile.rows, tile.columns),
            nest: nest.name.clone(),
            reason: "it is part of something else".to_owned(),
        });
    };
    let blocks = blocks(nest, &Sides::of(&roles), tile);
    let count = GROUP * (tile.rows / ROWS + 1);
    let made = b.grid(blocks, count as u32, |b, block, thread| {
        let at = Threads { block, blocks, thread, count };
        Groups::new(b, nest, &roles, by, tile, ends, at).emit(b)
    });
    Ok(made?)
}

impl<'n> Groups<'n> {
    fn new(
        b: &mut Builder,
        nest: &'n Nest,
        roles: &Roles,
        by: ByWarpgroups,
        tile: Tile,
        ends: (&'n [BufferId], &'n [BufferId]),
        at: Threads,
    ) -> Groups<'n> {
        let element = nest.body.element(by.nodes[0]);
        let bytes = element.byte_width() as u64;
        let factors = Factors { nodes: by.nodes, element, lanes: 16 / bytes };
        let pairs = nest.dims[roles.column].extent.is_multiple_of(2);
        let wide = pairs.then_some((roles.column, 2));
        let depth = by.op.row_steps() as u64;
        let tiles = Tiles::new(b, nest, roles, tile, (factors, depth), ends, at, wide);
        let each = (tile.rows + tile.columns) * ROW_BYTES;
        let stages = (SHARED / each).min(MOST_STAGES).min(tiles.steps()).max(1);
        let buffers = [tile.rows, tile.columns]
            .map(|points| b.buffer("factor", element, &[stages, points * depth], Space::Shared));
        let [full, empty] =
            ["full", "empty"].map(|name| b.buffer(name, Element::I64, &[stages], Space::Shared));
        Groups { tiles, by, tile, buffers, full, empty, stages }
    }

    /// Warpgroups that multiply.
    fn groups(&self) -> u64 {
        self.tile.rows / ROWS
    }

    fn emit(self, b: &mut Builder) -> Result<(), Unsupported> {
        let all = [self.buffers[0], self.buffers[1], self.full, self.empty];
        b.scratch(&all, |b| {
            let thread = self.tiles.thread;
            let number = |b: &mut Builder, n: u64| b.int(Scalar::I64.ty(), n as i64);
            let zero = number(b, 0);
            let first = b.compare(CompareOp::Eq, thread, zero);
            let (arrivals, stages) = (4 * self.groups() as u32, self.stages as i64);
            b.branch(
                first,
                |b| {
                    for stage in 0..stages {
                        for (buffer, arrivals) in [(self.full, 1), (self.empty, arrivals)] {
                            let at = (buffer, Index::constant(stage));
                            b.push(Stmt::Async(AsyncOp::Mbarrier { at, arrivals }));
                        }
                    }
                },
                |_| {},
            );
            b.push(Stmt::Barrier);
            let limit = number(b, GROUP * self.groups());
            let brings = b.compare(CompareOp::Eq, thread, limit);
            let multiplies = b.compare(CompareOp::LtS, thread, limit);
            let two = self.groups() == 2;
            let made = RefCell::new(Ok(()));
            let this = RefCell::new(self);
            let registers = |b: &mut Builder, count: u32, more: bool| {
                if two {
                    b.push(Stmt::Async(AsyncOp::Registers { count, more }));
                }
            };
            b.branch(
                multiplies,
                |b| {
                    registers(b, MANY_REGISTERS, true);
                    *made.borrow_mut() = this.borrow_mut().multiply(b);
                },
                |b| {
                    registers(b, FEW_REGISTERS, false);
                    b.branch(brings, |b| this.borrow_mut().bring(b), |_| {});
                },
            );
            made.into_inner()
        })
    }

    /// The stage of a step, and how often stages were gone round before it.
    fn slot(&self, step: Value) -> (Index, Index) {
        let ranges = |v: Var| self.tiles.out.range(v);
        let (at, stages) = (Index::var(step), self.stages as i64);
        (at.clone().modulo(stages, &ranges), at.floor_div(stages, &ranges))
    }

    fn each_step(
        &mut self,
        b: &mut Builder,
        initial: &[Value],
        body: impl FnOnce(&mut Self, &mut Builder, Value, &[Value]) -> Vec<Value>,
    ) -> Vec<Value> {
        let steps = self.tiles.steps();
        let bounds = (Index::constant(0), Index::constant(steps as i64));
        b.for_carrying(LoopKind::Serial, "step", bounds, 1, initial, |b, step, inside| {
            self.tiles.know(step, steps - 1);
            body(self, b, step, inside)
        })
    }

    /// What brings the tiles: one thread.
    fn bring(&mut self, b: &mut Builder) {
        self.each_step(b, &[], |this, b, step, _| {
            let (slot, round) = this.slot(step);
            let slot = Index::var(b.index(slot));
            // Stages are empty at first: as if a phase before the first were complete.
            let at = (this.empty, slot.clone());
            b.push(Stmt::Async(AsyncOp::Until { at, phase: round + 1 }));
            let signal = (this.full, slot.clone());
            let bytes = (this.tile.rows + this.tile.columns) * ROW_BYTES;
            let arrive = AsyncOp::Arrive { at: signal.clone(), bytes: bytes as u32, when: None };
            b.push(Stmt::Async(arrive));
            for factor in 0..2 {
                this.copies(b, factor, (step, &slot), &signal);
            }
            Vec::new()
        });
    }

    /// Begins the copies of a factor for a step.
    fn copies(
        &self,
        b: &mut Builder,
        factor: usize,
        (step, slot): (Value, &Index),
        signal: &(BufferId, Index),
    ) {
        let from = &self.by.factors[factor];
        let it = &self.tiles.factors[factor];
        let element = self.tiles.element;
        let depth = self.tiles.depth;
        let side = if from.turned { depth } else { it.points.min(MOST_BOX) };
        let rounded = self.by.op == ProductOp::TF32;
        let view = from.view(side, element.byte_width() as u64, rounded);
        for part in 0..it.points / side {
            let own = it.at.clone() + (part * side) as i64;
            let sum = Index::var(step) * depth as i64;
            let place = from.axes().into_iter().map(|(axis, ..)| match axis {
                Axis::Side => own.clone(),
                Axis::Steps => sum.clone(),
                Axis::Batch(dim) => self.tiles.batch_index(dim),
            });
            let place = place.collect();
            let all = (it.points * depth) as i64;
            let to = slot.clone() * all + (part * side * depth) as i64;
            let copy = Copied {
                to: (self.buffers[factor], to),
                from: it.site.inputs[from.input as usize],
                view: view.clone(),
                place,
                signal: signal.clone(),
            };
            b.push(Stmt::Async(AsyncOp::Tile(Box::new(copy))));
        }
    }

    /// What multiplies: its sums, and the results that it makes of them.
    fn multiply(&mut self, b: &mut Builder) -> Result<(), Unsupported> {
        let nest = self.tiles.nest;
        let Some(reduction) = &nest.reduction else { return Ok(()) };
        let Node::Constant(bits) = *nest.body.node(reduction.initial[0]) else { return Ok(()) };
        let sum = nest.body.element(reduction.initial[0]);
        let lanes = (self.tile.columns / 2) as u16;
        let start = constant(&mut Emitter { builder: b, lanes }, sum, bits).re;
        let ranges = |_: Var| Range::extent(GROUP * self.groups());
        let thread = Index::var(self.tiles.thread);
        let lane = b.index(thread.clone().modulo(32, &ranges));
        let group = b.index(thread.floor_div(GROUP as i64, &ranges));
        self.tiles.know(lane, 31);
        self.tiles.know(group, self.groups() - 1);
        let zero = b.int(Scalar::I64.ty(), 0);
        let says = b.compare(CompareOp::Eq, lane, zero);
        let sums = self.each_step(b, &[start], |this, b, step, inside| {
            let (slot, round) = this.slot(step);
            let slot = Index::var(b.index(slot));
            let at = (this.full, slot.clone());
            b.push(Stmt::Async(AsyncOp::Until { at, phase: round }));
            let depth = this.tiles.depth;
            let factor = |n: usize, points: u64, above: Index| {
                (this.buffers[n], slot.clone() * (points * depth) as i64 + above)
            };
            let above = Index::var(group) * (ROWS * depth) as i64;
            let product = Warpgroup {
                op: this.by.op,
                left: factor(0, this.tile.rows, above),
                right: factor(1, this.tile.columns, Index::constant(0)),
                turned: [0, 1].map(|n| this.by.factors[n].turned),
                sums: inside[0],
            };
            let sums = b.inst(Inst::Warpgroup(Box::new(product)));
            // The product of the step before is done now, and its stage is free.
            let sums = b.inst(Inst::Settle(sums, 1));
            let before = b.index(Index::var(step) - 1);
            let any = b.compare(CompareOp::GeS, before, zero);
            let when = b.binary(crate::program::BinaryOp::And, says, any);
            let stages = this.stages as i64;
            let ranges = |v: Var| this.tiles.out.range(v);
            let slot = (Index::var(step) + (stages - 1)).modulo(stages, &ranges);
            let at = (this.empty, slot);
            b.push(Stmt::Async(AsyncOp::Arrive { at, bytes: 0, when: Some(when) }));
            vec![sums]
        });
        let sums = b.inst(Inst::Settle(sums[0], 0));
        self.finish(b, sums, (lane, group))
    }

    /// Makes the results of the sums.
    fn finish(
        &mut self,
        b: &mut Builder,
        sums: Value,
        (lane, group): (Value, Value),
    ) -> Result<(), Unsupported> {
        let (_, after) = self.tiles.nest.needed();
        let wide = self.tiles.out.lanes;
        let ranges = |v: Var| self.tiles.out.range(v);
        let all = |_: Var| Range::extent(GROUP * self.groups());
        let warp = Index::var(self.tiles.thread).floor_div(32, &all).modulo(4, &all);
        let lane = Index::var(lane);
        let (row, column) = (lane.clone().floor_div(4, &ranges), lane.modulo(4, &ranges));
        let above = Index::var(group) * ROWS as i64 + warp * 16;
        let row = self.tiles.factors[0].at.clone() + above + row;
        let column = self.tiles.factors[1].at.clone() + column * 2;
        let row = Index::var(b.index(row));
        let column = Index::var(b.index(column));
        for first in (0..self.tile.columns as u16 / 2).step_by(usize::from(wide)) {
            let row = row.clone() + i64::from(first / 2 % 2 * 8);
            let column = column.clone() + i64::from(first / 4 * 8 + first % 2);
            let (row, inside) = self.tiles.along(b, (0, &row), 1, None);
            let (column, inside) = self.tiles.along(b, (1, &column), wide.into(), inside);
            let point = self.tiles.result(&row, &column);
            let one = b.inst(Inst::Extract(sums, first));
            let sum = match wide {
                1 => one,
                _ => {
                    let both = b.broadcast(one, 2);
                    let next = b.inst(Inst::Extract(sums, first + 1));
                    b.inst(Inst::Insert(both, next, 1))
                }
            };
            self.tiles.finish(b, (&point, inside), sum, &after)?;
        }
        Ok(())
    }
}
