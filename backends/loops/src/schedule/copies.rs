//! The copies of packed operands: which nests they are, and how each of them is computed.
//!
//! A `pack` directive asks for a copy. The copy is cut into pieces: complete panels,
//! the incomplete panel at the end of a dimension, and zeros as far as a matrix unit reads. Each
//! piece is a nest of its own, over the points that the surrounding loops leave open; the points of
//! those loops are symbols in it. It gets a schedule like any other nest: contiguous rows are copied
//! in vectors, strided ones use register transposes.
//!
//! Pieces of the same operand and shape are copied in the same way. They are one [`PackedCopy`] of
//! the choice, named after the nest, the operand and the shape (`dot.y.rhs.4x256x16`), and that is
//! the name of its entry in a file of schedules. [`super::pack`] emits them.

use super::choose::choose;
use super::loop_plan::{LoopPlan, Segment};
use super::loops::{Level, Loop, Pack};
use super::{Directive, Machine, Schedule};
use crate::index::{Index, Unknown, Var};
use crate::math::register;
use crate::nest::{Body, Dim, Nest, Node, NodeId, Output, Tensor, linear};

/// Rows whose distance is a multiple of this many bytes map to the same few cache sets.
const ALIASING: u64 = 1024;

/// The prefetch distance in rows: strips of rows are too short for hardware prefetching.
const ROWS_AHEAD: u64 = 8;

/// A smaller input is expected to be in a near cache.
const FAR_INPUT: u64 = 256 << 10;

/// The nest of a packed copy, and its schedule.
#[derive(Clone, Debug)]
pub struct PackedCopy {
    /// The nest; of the copies of its shape, the first that runs. Variables past its dimensions
    /// are those of the gemm's nest.
    pub nest: Nest,
    /// The schedule of its loops.
    pub schedule: Schedule,
    /// Whether threads share a loop around it.
    pub shared: bool,
}

/// A part of a dimension of a copy.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece {
    /// Its first point.
    pub(super) start: u64,
    /// Number of panels, and number of points per panel.
    pub(super) count: u64,
    pub(super) points: u64,
    /// Whether it is filled with zeros.
    pub(super) zero: bool,
}

/// The layout of a copy: its dimensions, and the number of its elements.
pub(super) struct Layout {
    pub(super) levels: Vec<Level>,
    pub(super) size: u64,
}

impl Layout {
    /// The layout of a copy whose surrounding loops leave so many points of each dimension.
    pub(super) fn new(nest: &Nest, plan: &LoopPlan, pack: &Pack, spans: &[u64]) -> Layout {
        // Dot groups read whole steps.
        let whole = |dim: usize| {
            let groups = plan.loops.iter().filter(|l| l.dot_group && l.dim == dim);
            groups.fold(spans[dim], |span, l| span.next_multiple_of(l.step))
        };
        let mut levels: Vec<Level> = pack
            .over
            .iter()
            .map(|&(dim, panel)| {
                let (span, panel) = (whole(dim), panel.unwrap_or(1));
                Level { dim, span, panel, strides: (0, 0) }
            })
            .collect();
        let bytes = nest.body.element(pack.node).byte_width() as u64;
        let mut size = 1u64;
        for level in levels.iter_mut().rev().filter(|l| l.panel > 1) {
            level.strides.1 = size;
            size *= level.panel;
        }
        let rows = size == 1;
        for (n, level) in levels.iter_mut().rev().enumerate() {
            level.strides.0 = size;
            size *= level.span.div_ceil(level.panel).max(1);
            if rows && n == 0 && (size * bytes).is_multiple_of(ALIASING) {
                size += 64 / bytes;
            }
        }
        Layout { levels, size }
    }

    /// The pieces of a copy: complete panels first, then incomplete ones.
    pub(super) fn pieces(&self, spans: &[u64]) -> Vec<Vec<Piece>> {
        let mut pieces: Vec<Vec<Piece>> = vec![Vec::new()];
        for level in &self.levels {
            let span = level.span.min(spans[level.dim]);
            let (full, rest) = (span / level.panel, span % level.panel);
            let piece = |start, count, points, zero| Piece { start, count, points, zero };
            let mut parts = vec![
                piece(0, full, level.panel, false),
                piece(full * level.panel, u64::from(rest > 0), rest, false),
            ];
            // Zeros up to the end of the last panel, and in further panels.
            if level.span > span {
                let (end, over) = (span.next_multiple_of(level.panel), level.panel - rest);
                parts.push(piece(span, u64::from(rest > 0), over, true));
                parts.push(piece(end, (level.span - end) / level.panel, level.panel, true));
            }
            pieces = pieces
                .into_iter()
                .flat_map(|before| {
                    parts.clone().into_iter().filter(|p| p.count > 0).map(move |p| {
                        let mut piece = before.clone();
                        piece.push(p);
                        piece
                    })
                })
                .collect();
        }
        pieces
    }

    /// The nest that copies a piece. `base` has the surrounding loops' points where they are
    /// constants.
    pub(super) fn nest(
        &self,
        nest: &Nest,
        plan: &LoopPlan,
        (pack, piece): (&Pack, &[Piece]),
        base: &[Option<i64>],
    ) -> Nest {
        let mut dims: Vec<Dim> = Vec::new();
        let dim = |dims: &mut Vec<Dim>, name: String, extent: u64| {
            dims.push(Dim { name, extent, reducing: false });
            Index::var(Var(dims.len() as u32 - 1))
        };
        // The points of each dimension of the copy, panels outermost.
        let mut local: Vec<Option<Index>> = vec![None; nest.dims.len()];
        let mut offset = Index::constant(0);
        // If panels are adjacent in the rows of an input, these are read completely.
        let mut order: Vec<(&Level, &Piece)> = self.levels.iter().zip(piece).collect();
        if plan.group().is_none() {
            order.sort_by_key(|(level, _)| level.panel > 1 && in_a_row(nest, pack.node, level.dim));
        }
        for (level, &Piece { start, count, .. }) in order {
            let outer = dim(&mut dims, nest.dims[level.dim].name.clone(), count);
            let inside = start % level.panel * level.strides.1;
            let first = (start / level.panel * level.strides.0 + inside) as i64;
            offset = offset + outer.clone() * level.strides.0 as i64 + first;
            local[level.dim] = Some(outer * level.panel as i64 + start as i64);
        }
        for (level, &Piece { points, .. }) in self.levels.iter().zip(piece) {
            if level.panel == 1 {
                continue;
            }
            let name = format!("{}p", nest.dims[level.dim].name);
            let inner = dim(&mut dims, name, points);
            offset = offset + inner.clone() * level.strides.1 as i64;
            local[level.dim] = local[level.dim].take().map(|at| at + inner);
        }
        // The dimensions of the copy are followed by those that the surrounding loops fix, as
        // symbols.
        let symbols = dims.len() as u32;
        let point = |v: Var| {
            let d = v.0 as usize;
            let base = match base[d] {
                Some(constant) => Index::constant(constant),
                None => Index::var(Var(symbols + v.0)),
            };
            base + local[d].clone().unwrap_or(Index::constant(0))
        };
        let needed = nest.body.needed(&[pack.node]);
        let map = |index: &Index| index.substitute(&point, &Unknown);
        let element = nest.body.element(pack.node);
        let zero = piece.iter().any(|piece| piece.zero);
        let (body, value) = if zero {
            let mut body = Body::default();
            let zero = body.constant(element, 0);
            (body, zero)
        } else {
            let (mut body, names) = nest.body.mapped(&needed, &map);
            let mut value = names[pack.node.0 as usize];
            if let Some(dot) = plan.dot {
                value = dot.copied(pack.operand as usize, &mut body, value);
            }
            (body, value)
        };
        let tensor = Tensor { name: "packed".to_owned(), element, shape: vec![self.size] };
        let shape: Vec<String> = dims.iter().map(|dim| dim.extent.to_string()).collect();
        let zeros = if zero { "zeros." } else { "" };
        Nest {
            name: format!("{}.{}.{zeros}{}", nest.name, pack.operand, shape.join("x")),
            inputs: nest.inputs.clone(),
            outputs: vec![Output::at(tensor, vec![offset], value)],
            reduction: None,
            dims,
            body,
        }
    }
}

/// The number of rows of a copy that are stored interleaved, if the copy is one of dot groups
/// along the
/// contiguous columns of an operand and its plan computes vectors of whole panels of columns, with
/// all rows of a group side by side.
pub(super) fn interleaved(
    (nest, plan): (&Nest, &LoopPlan),
    (pack, piece): (&Pack, &[Piece]),
    copy: &LoopPlan,
) -> Option<u64> {
    let (lanes, rows) = group_of_rows((nest, plan), (pack, piece))?;
    let [.., column, row] = &copy.loops[..] else { return None };
    let inner = column.dim + 1 == row.dim && row.dim + 1 == copy.loops.len();
    let vectors = u64::from(column.lanes) == lanes && column.unroll == 1;
    let group = row.unroll == rows && row.lanes == 1;
    (inner && vectors && group).then_some(rows)
}

/// The columns of a panel and the rows of a dot group, if a piece has whole groups of them and
/// columns are contiguous.
fn group_of_rows(
    (nest, plan): (&Nest, &LoopPlan),
    (pack, piece): (&Pack, &[Piece]),
) -> Option<(u64, u64)> {
    let (dim, by) = plan.group()?;
    let [.., (own, Some(lanes)), (sum, Some(rows))] = pack.over[..] else { return None };
    let whole = piece.last()?.points == rows && piece.iter().all(|piece| !piece.zero);
    let contiguous = in_a_row(nest, pack.node, own) && lanes.is_power_of_two();
    (sum == dim && rows == by && whole && contiguous).then_some((lanes, rows))
}

/// Whether an operand is an input's element with unit stride along a dimension.
fn in_a_row(nest: &Nest, operand: NodeId, dim: usize) -> bool {
    let Node::Load { input, coords, .. } = nest.body.node(operand) else { return false };
    let place = linear(coords, &nest.inputs[*input as usize].shape);
    place.linear_in(Var(dim as u32)) == Some(1)
}

/// Decides the copies of a nest whose loops are planned, one for each operand and shape. If
/// threads share loops `around` the nest, they do not share those of copies.
pub(super) fn decide(nest: &Nest, plan: &LoopPlan, around: bool) -> Vec<PackedCopy> {
    let Some(last) = plan.packs.iter().map(|pack| pack.at).max() else { return Vec::new() };
    let mut walk = Walk { nest, plan, around, last, copies: Vec::new() };
    let spans = nest.dims.iter().map(|dim| dim.extent).collect();
    walk.visit(0, &Position { spans, base: vec![Some(0); nest.dims.len()] });
    walk.copies
}

/// Goes through the loops around copies as emission does.
struct Walk<'w> {
    nest: &'w Nest,
    plan: &'w LoopPlan,
    around: bool,
    /// The level of the innermost copies.
    last: usize,
    copies: Vec<PackedCopy>,
}

/// The position of loops: the number of points left of each dimension, and the first one, if that
/// is
/// a constant.
#[derive(Clone)]
struct Position {
    spans: Vec<u64>,
    base: Vec<Option<i64>>,
}

impl Position {
    fn at(&self, dim: usize, by: Option<u64>, span: u64) -> Position {
        let mut next = self.clone();
        next.base[dim] = next.base[dim].zip(by).map(|(base, by)| base + by as i64);
        next.spans[dim] = span;
        next
    }
}

impl Walk<'_> {
    fn visit(&mut self, level: usize, at: &Position) {
        let plan = self.plan;
        plan.packs.iter().filter(|pack| pack.at == level).for_each(|pack| self.copy(pack, at));
        if level >= self.last {
            return;
        }
        let l = &plan.loops[level];
        for Segment { start, count, step } in plan.steps(l, at.spans[l.dim]) {
            let start = (count == 1).then_some(start);
            self.visit(level + 1, &at.at(l.dim, start, step));
        }
    }

    fn copy(&mut self, pack: &Pack, at: &Position) {
        let layout = Layout::new(self.nest, self.plan, pack, &at.spans);
        let shared = self.around || self.plan.loops[..pack.at].iter().any(|l| l.parallel);
        for piece in layout.pieces(&at.spans) {
            let nest = layout.nest(self.nest, self.plan, (pack, &piece), &at.base);
            if self.copies.iter().any(|copy| copy.nest.name == nest.name) {
                continue;
            }
            let mut schedule = self.chosen((pack, &piece), &nest);
            if shared {
                schedule.directives.retain(|d| !matches!(d, Directive::Parallel(_)));
            }
            self.copies.push(PackedCopy { nest, schedule, shared });
        }
    }

    /// Chooses the schedule of a copy by its shape.
    fn chosen(&self, (pack, piece): (&Pack, &[Piece]), copy: &Nest) -> Schedule {
        if let Some(schedule) = self.of_groups((pack, piece), copy) {
            return schedule;
        }
        let element = self.nest.body.element(pack.node);
        let lanes = self.plan.loops.iter().map(|l| l.lanes).max().unwrap_or(1).max(4);
        let vector_bytes = u32::from(lanes) * register(element).bytes() as u32;
        // The copy is read soon.
        let machine = Machine { vector_bytes, cache_bytes: u64::MAX, ..Machine::default() };
        let mut schedule = choose(copy, &machine);
        let zero = piece.iter().any(|piece| piece.zero);
        schedule.directives.extend(self.prefetch(pack).filter(|_| !zero));
        schedule
    }

    /// The schedule of a copy in dot groups along the contiguous columns of an operand: groups of
    /// adjacent rows are stored interleaved ([`interleaved`]).
    fn of_groups(&self, (pack, piece): (&Pack, &[Piece]), copy: &Nest) -> Option<Schedule> {
        let (lanes, rows) = group_of_rows((self.nest, self.plan), (pack, piece))?;
        // Panels of columns are parts of rows here, so these are read completely.
        let names: Vec<&String> = copy.dims.iter().map(|d| &d.name).collect();
        let [.., columns, groups, column, row] = names[..] else { return None };
        // The outermost loop is parallel.
        let first = if names[0] == columns { groups } else { names[0] };
        let directives = vec![
            Directive::Interchange(vec![groups.clone(), columns.clone()]),
            Directive::Parallel(first.clone()),
            Directive::Vectorize(column.clone(), u16::try_from(lanes).ok()?),
            Directive::Unroll(row.clone(), rows),
        ];
        Some(Schedule { directives })
    }

    /// The prefetch of a copy that reads strips of an input's rows.
    fn prefetch(&self, pack: &Pack) -> Option<Directive> {
        let &(sum, _) = pack.over.last()?;
        let Node::Load { input, coords, .. } = self.nest.body.node(pack.node) else { return None };
        let in_rows = |&(dim, panel): &(usize, Option<u64>)| {
            panel.is_some() && in_a_row(self.nest, pack.node, dim)
        };
        let tensor = &self.nest.inputs[*input as usize];
        let strips = self.plan.group().is_none()
            && self.nest.dims[sum].reducing
            && tensor.bytes() >= FAR_INPUT
            && pack.over.iter().any(in_rows);
        let row = linear(coords, &tensor.shape).linear_in(Var(sum as u32)).unwrap_or(0);
        let name = self.nest.dims[sum].name.clone();
        (strips && row != 0).then_some(Directive::PrefetchAhead(name, ROWS_AHEAD))
    }
}

impl LoopPlan {
    /// The parts into which a loop around copies goes through a span, as far as they differ: those
    /// of one step at a time, and each rest.
    fn steps(&self, l: &Loop, span: u64) -> Vec<Segment> {
        let (full, rest) = (span / l.step, span % l.step);
        if !l.parallel && l.binding.is_none() || full + u64::from(rest > 0) <= 1 {
            return self.segments(l, span);
        }
        // One branch for whole steps, one for the rest.
        let whole = Segment { start: 0, count: 2, step: l.step };
        let rest = (rest > 0).then_some(Segment { start: full * l.step, count: 1, step: rest });
        std::iter::once(whole).chain(rest).collect()
    }
}
