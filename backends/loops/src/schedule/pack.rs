//! Packing: copies of a gemm's operands in scratch memory.
//!
//! A copy is a nest of its own, over the points that the surrounding loops leave open, and gets a
//! schedule like any other: contiguous rows are copied in vectors, strided ones use register
//! transposes, and the computation of the operand (a conversion, a window's padding) is done once
//! per point instead of once per product.

use super::choose::choose;
use super::emit_scope::{EmitScope, Point};
use super::emitter::{Level, LoopState, NestEmitter, Packed};
use super::loop_plan::plan;
use super::loops::Pack;
use super::{Directive, Machine, Operand, Packing, Schedule, ScheduleError};
use crate::index::{Index, Unknown, Var};
use crate::math::{Parts, register};
use crate::nest::{Body, Dim, Nest, Node, NodeId, Output, Tensor, linear};
use crate::program::{Builder, Space, Value};

/// Rows whose distance is a multiple of this many bytes map to the same few cache sets.
const ALIASING: u64 = 1024;

/// The prefetch distance in rows: strips of rows are too short for hardware prefetching.
const ROWS_AHEAD: i64 = 8;

/// A smaller input is expected to be in a near cache.
const FAR_INPUT: u64 = 256 << 10;

/// A part of a dimension of a copy.
#[derive(Clone, Copy, Debug)]
struct Piece {
    /// Its first point.
    start: u64,
    /// Number of panels, and number of points per panel.
    count: u64,
    points: u64,
    /// Whether it is filled with zeros.
    zero: bool,
}

/// The layout of dimensions in a copy, and the number of its elements.
fn levels(pack: &Pack, spans: &[u64], bytes: u64) -> (Vec<Level>, u64) {
    let mut levels: Vec<Level> = pack
        .over
        .iter()
        .map(|&(dim, panel)| {
            let (span, panel) = (spans[dim], panel.unwrap_or(1));
            Level { dim, span, panel, strides: (0, 0) }
        })
        .collect();
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
    (levels, size)
}

impl Packed {
    /// The offset of a point in the copy.
    fn offset(&self, point: &Point, scope: &EmitScope<'_>) -> Index {
        self.offset_at(&point.dims, scope)
    }

    /// The stride of the panels of a dimension, or of the points in a panel.
    pub(super) fn distance(&self, dim: usize, panels: bool) -> u64 {
        let level = self.levels.iter().find(|level| level.dim == dim);
        level.map_or(0, |level| if panels { level.strides.0 } else { level.strides.1 })
    }

    /// The offset of the point with these indices.
    pub(super) fn offset_at(&self, dims: &[Index], scope: &EmitScope<'_>) -> Index {
        let ranges = |v: Var| scope.range(v);
        let mut offset = Index::constant(0);
        for level in &self.levels {
            let at = dims[level.dim].clone() - self.base[level.dim].clone();
            let panel = level.panel as i64;
            let outer = at.clone().floor_div(panel, &ranges) * level.strides.0 as i64;
            offset = offset + outer + at.modulo(panel, &ranges) * level.strides.1 as i64;
        }
        offset
    }
}

impl NestEmitter<'_> {
    /// Makes the copies at this loop level, and continues with the loops.
    pub(super) fn with_copies(&mut self, b: &mut Builder, level: usize, state: &LoopState) {
        let here: Vec<Pack> =
            self.plan.packs.iter().filter(|pack| pack.at == level).cloned().collect();
        let (mut buffers, mut made) = (Vec::new(), Vec::new());
        for pack in &here {
            let element = self.nest.body.element(pack.node);
            // Dot groups read whole steps.
            let mut spans = state.spans.clone();
            for l in self.plan.loops.iter().filter(|l| l.dot_group) {
                spans[l.dim] = spans[l.dim].next_multiple_of(l.step);
            }
            let (levels, size) = levels(pack, &spans, element.byte_width() as u64);
            let name = match pack.operand {
                Operand::Lhs => "lhs",
                Operand::Rhs => "rhs",
            };
            let buffer = b.buffer(name, element, &[size], Space::Scratch);
            buffers.push(buffer);
            let packed = Packed { buffer, base: state.dims.clone(), levels };
            made.push(packed.clone());
            self.packed[pack.operand as usize] = Some(packed);
        }
        b.scratch(&buffers, |b| {
            for copy in here.iter().zip(&made) {
                if let Err(error) = self.copy(b, copy, state) {
                    self.error.get_or_insert(error);
                }
            }
            self.loops(b, level, state);
        });
        for pack in &here {
            self.packed[pack.operand as usize] = None;
        }
    }

    /// Copies an operand: complete panels first, then incomplete ones.
    fn copy(
        &mut self,
        b: &mut Builder,
        (pack, packed): (&Pack, &Packed),
        state: &LoopState,
    ) -> Result<(), ScheduleError> {
        let mut pieces: Vec<Vec<Piece>> = vec![Vec::new()];
        for level in &packed.levels {
            let span = level.span.min(state.spans[level.dim]);
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
        pieces.iter().try_for_each(|piece| self.copy_piece(b, (pack, packed), piece, state))
    }

    fn copy_piece(
        &mut self,
        b: &mut Builder,
        (pack, packed): (&Pack, &Packed),
        piece: &[Piece],
        state: &LoopState,
    ) -> Result<(), ScheduleError> {
        let mut dims: Vec<Dim> = Vec::new();
        let dim = |dims: &mut Vec<Dim>, name: String, extent: u64| {
            dims.push(Dim { name, extent, reducing: false });
            Index::var(Var(dims.len() as u32 - 1))
        };
        // The points of each dimension of the copy, panels outermost.
        let mut local: Vec<Option<Index>> = vec![None; self.nest.dims.len()];
        let mut offset = Index::constant(0);
        // If panels are adjacent in the rows of an input, these are read completely.
        let mut order: Vec<(&Level, &Piece)> = packed.levels.iter().zip(piece).collect();
        if self.plan.group().is_none() {
            order.sort_by_key(|(level, _)| level.panel > 1 && self.in_a_row(pack.node, level.dim));
        }
        for (level, &Piece { start, count, .. }) in order {
            let outer = dim(&mut dims, self.nest.dims[level.dim].name.clone(), count);
            let inside = start % level.panel * level.strides.1;
            let first = (start / level.panel * level.strides.0 + inside) as i64;
            offset = offset + outer.clone() * level.strides.0 as i64 + first;
            local[level.dim] = Some(outer * level.panel as i64 + start as i64);
        }
        for (level, &Piece { points, .. }) in packed.levels.iter().zip(piece) {
            if level.panel == 1 {
                continue;
            }
            let name = format!("{}p", self.nest.dims[level.dim].name);
            let inner = dim(&mut dims, name, points);
            offset = offset + inner.clone() * level.strides.1 as i64;
            local[level.dim] = local[level.dim].take().map(|at| at + inner);
        }
        // The dimensions of the copy are followed by those that the surrounding loops fix, as
        // symbols.
        let symbols = dims.len() as u32;
        let point = |v: Var| {
            let d = v.0 as usize;
            let base = match packed.base[d].as_constant() {
                Some(constant) => Index::constant(constant),
                None => Index::var(Var(symbols + v.0)),
            };
            base + local[d].clone().unwrap_or(Index::constant(0))
        };
        let needed = self.nest.body.needed(&[pack.node]);
        let map = |index: &Index| index.substitute(&point, &Unknown);
        let element = self.nest.body.element(pack.node);
        let (body, value) = if piece.iter().any(|piece| piece.zero) {
            let mut body = Body::default();
            let zero = body.constant(element, 0);
            (body, zero)
        } else {
            let (mut body, names) = self.nest.body.mapped(&needed, &map);
            let mut value = names[pack.node.0 as usize];
            if let Some(dot) = self.plan.dot {
                value = dot.copied(pack.operand as usize, &mut body, value);
            }
            (body, value)
        };
        let size = b.program().buffer(packed.buffer).elements();
        let tensor = Tensor { name: "packed".to_owned(), element, shape: vec![size] };
        let nest = Nest {
            name: format!("{}, packed", self.nest.name),
            inputs: self.nest.inputs.clone(),
            outputs: vec![Output::at(tensor, vec![offset], value)],
            reduction: None,
            dims,
            body,
        };
        let lanes = self.scope.lanes.max(4) as usize;
        // The copy is read soon.
        let vector_bytes = (lanes * register(element).bytes()) as u32;
        let machine = Machine { vector_bytes, cache_bytes: u64::MAX, ..Machine::default() };
        let interleaved = self.interleaved(pack, piece, &nest);
        let mut schedule = match &interleaved {
            Some((_, schedule)) => schedule.clone(),
            None => choose(&nest, &machine),
        };
        if self.plan.loops[..pack.at].iter().any(|l| l.parallel) {
            schedule.directives.retain(|d| !matches!(d, Directive::Parallel(_)));
        }
        let plan = plan(&nest, &schedule).map_err(|error| self.refused(pack, &error))?;
        let vector = plan.loops.iter().find(|l| l.lanes > 1).map(|l| (l.dim, l.lanes));
        let outputs = [packed.buffer];
        let mut scope = EmitScope::new(&nest, self.scope.inputs, &outputs, vector);
        scope.ranges.clone_from(&self.scope.ranges);
        scope.further = self.rows_ahead(pack);
        let spans: Vec<u64> = nest.dims.iter().map(|d| d.extent).collect();
        let mut starts = vec![Index::constant(0); spans.len()];
        starts.extend(state.dims.iter().cloned());
        let mut kernel = NestEmitter::new(&nest, plan, scope);
        kernel.interleave = interleaved.map(|(turns, _)| turns);
        kernel.outer(b, 0, &LoopState { dims: starts, spans });
        kernel.error.map_or(Ok(()), Err)
    }

    /// The error of a `pack` directive whose copy has no legal schedule.
    fn refused(&self, pack: &Pack, error: &ScheduleError) -> ScheduleError {
        ScheduleError::Illegal {
            directive: format!("pack {}", self.packing(pack)),
            nest: self.nest.name.clone(),
            reason: format!("the copy can't be made: {error}"),
        }
    }

    /// The directive's text that a copy was planned from.
    fn packing(&self, pack: &Pack) -> Packing {
        let inside = pack.at.checked_sub(1).map(|at| self.plan.loops[at].name.clone());
        let name = |dim: usize| {
            let inner = self.plan.loops[pack.at..].iter().find(|l| l.dim == dim);
            inner.map_or_else(|| self.nest.dims[dim].name.clone(), |l| l.name.clone())
        };
        let over = pack.over.iter().map(|&(dim, panel)| (name(dim), panel)).collect();
        Packing { operand: pack.operand, over, inside }
    }

    /// The prefetch distance of a copy in elements, for strips of an input's rows.
    fn rows_ahead(&self, pack: &Pack) -> i64 {
        let [.., (sum, _)] = pack.over[..] else { return 0 };
        let in_rows =
            |&(dim, panel): &(usize, Option<u64>)| panel.is_some() && self.in_a_row(pack.node, dim);
        let Node::Load { input, coords, .. } = self.nest.body.node(pack.node) else { return 0 };
        let tensor = &self.nest.inputs[*input as usize];
        let strips = self.plan.group().is_none()
            && self.nest.dims[sum].reducing
            && tensor.bytes() >= FAR_INPUT
            && pack.over.iter().any(in_rows);
        let row = linear(coords, &tensor.shape).linear_in(Var(sum as u32));
        row.filter(|_| strips).unwrap_or(0).saturating_mul(ROWS_AHEAD)
    }

    /// Whether an operand is an input's element with unit stride along a dimension.
    fn in_a_row(&self, operand: NodeId, dim: usize) -> bool {
        let Node::Load { input, coords, .. } = self.nest.body.node(operand) else { return false };
        let place = linear(coords, &self.nest.inputs[*input as usize].shape);
        place.linear_in(Var(dim as u32)) == Some(1)
    }

    /// The schedule of a copy in dot groups along the columns of an operand, if these are
    /// contiguous: groups of adjacent rows are stored interleaved. Also returns the number of rows
    /// per group.
    fn interleaved(&self, pack: &Pack, piece: &[Piece], copy: &Nest) -> Option<(u64, Schedule)> {
        let (grouped, by) = self.plan.group()?;
        let [.., (own, Some(lanes)), (sum, Some(turns))] = pack.over[..] else { return None };
        let whole = piece.last()?.points == turns && piece.iter().all(|piece| !piece.zero);
        if sum != grouped || turns != by || !whole {
            return None;
        }
        if !self.in_a_row(pack.node, own) || !lanes.is_power_of_two() {
            return None;
        }
        // Panels of columns are parts of rows here, so these are read completely.
        let names: Vec<&String> = copy.dims.iter().map(|d| &d.name).collect();
        let [.., columns, rows, column, row] = names[..] else { return None };
        let directives = vec![
            Directive::Interchange(vec![rows.clone(), columns.clone()]),
            Directive::Parallel(names[0].clone()),
            Directive::Vectorize(column.clone(), u16::try_from(lanes).ok()?),
            Directive::Unroll(row.clone(), turns),
        ];
        let mut schedule = Schedule { directives };
        // The outermost loop is parallel.
        if names[0] == columns {
            schedule.directives[1] = Directive::Parallel(rows.clone());
        }
        Some((turns, schedule))
    }

    /// Loads the operand at a point from its copy, if there is one.
    pub(super) fn packed_load(
        &mut self,
        b: &mut Builder,
        point: &Point,
        operand: Operand,
        node: NodeId,
    ) -> Option<Parts<Value>> {
        let packed = self.packed[operand as usize].as_ref()?;
        let offset = packed.offset(point, &self.scope);
        let varies = self.scope.varies[node.0 as usize];
        // No input has this number.
        let key = (u32::MAX - operand as u32, offset.clone(), None, varies);
        if let Some(known) = self.scope.loads.get(&key) {
            return Some(*known);
        }
        let scalar = register(self.nest.body.element(node));
        let value = if varies {
            // Lanes past the end are in the padding of the copy's last panel.
            let access = self.scope.vector_access(b, packed.buffer, offset, None);
            b.inst(crate::program::Inst::Load(scalar.vector(self.scope.lanes), access))
        } else {
            b.load(scalar.ty(), packed.buffer, offset)
        };
        self.scope.loads.insert(key, value.into());
        Some(value.into())
    }
}
