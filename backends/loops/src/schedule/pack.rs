//! Packing: emission of the copies of a gemm's operands in scratch memory.
//!
//! [`super::copies`] decides what is copied and how; the computation of the operand (a conversion, a
//! window's padding) is done once per point instead of once per product.

use super::copies::{Layout, Piece, interleaved};
use super::emit_scope::{EmitPoint, EmitScope};
use super::emitter::{LoopState, NestEmitter, Packed};
use super::loop_plan::plan;
use super::loops::Pack;
use super::{Operand, Packing, Schedule, ScheduleError};
use crate::index::{Index, Ranges};
use crate::math::{Parts, register};
use crate::nest::NodeId;
use crate::program::{Builder, Space, Value};

impl Packed {
    /// The stride of the panels of a dimension, or of the points in a panel.
    pub(super) fn distance(&self, dim: usize, panels: bool) -> u64 {
        let level = self.levels.iter().find(|level| level.dim == dim);
        level.map_or(0, |level| if panels { level.strides.0 } else { level.strides.1 })
    }

    /// The offset of the point with these indices.
    pub(super) fn offset_at(&self, dims: &[Index], ranges: &dyn Ranges) -> Index {
        let mut offset = Index::constant(0);
        for level in &self.levels {
            let at = dims[level.dim].clone() - self.base[level.dim].clone();
            let panel = level.panel as i64;
            let outer = at.clone().floor_div(panel, ranges) * level.strides.0 as i64;
            offset = offset + outer + at.modulo(panel, ranges) * level.strides.1 as i64;
        }
        offset
    }
}

impl NestEmitter<'_> {
    /// Makes the copies at this loop level, and continues with the loops.
    pub(super) fn with_copies(
        &mut self,
        b: &mut Builder,
        level: usize,
        state: &LoopState,
    ) -> Result<(), ScheduleError> {
        let here: Vec<Pack> =
            self.plan.packs.iter().filter(|pack| pack.at == level).cloned().collect();
        let (mut buffers, mut layouts) = (Vec::new(), Vec::new());
        for pack in &here {
            let element = self.nest.body.element(pack.node);
            let layout = Layout::new(self.nest, &self.plan, pack, &state.spans);
            let name = pack.operand.to_string();
            let buffer = b.buffer(&name, element, &[layout.size], Space::Scratch);
            buffers.push(buffer);
            let (base, levels) = (state.dims.clone(), layout.levels.clone());
            self.packed[pack.operand as usize] = Some(Packed { buffer, base, levels });
            layouts.push(layout);
        }
        b.scratch(&buffers, |b| {
            for (pack, layout) in here.iter().zip(&layouts) {
                for piece in layout.pieces(&state.spans) {
                    self.copy(b, layout, (pack, &piece), state)?;
                }
            }
            self.loops(b, level, state)
        })?;
        for pack in &here {
            self.packed[pack.operand as usize] = None;
        }
        Ok(())
    }

    /// Copies a piece of an operand, by the schedule that was decided for its shape. One that was
    /// not foreseen, in the rest of a loop outside of the nest, is copied point by point.
    fn copy(
        &mut self,
        b: &mut Builder,
        layout: &Layout,
        (pack, piece): (&Pack, &[Piece]),
        state: &LoopState,
    ) -> Result<(), ScheduleError> {
        let Some(packed) = &self.packed[pack.operand as usize] else { return Ok(()) };
        let base: Vec<Option<i64>> = state.dims.iter().map(Index::as_constant).collect();
        let nest = layout.nest(self.nest, &self.plan, (pack, piece), &base);
        let decided = self.copies.iter().find(|copy| copy.nest.name == nest.name);
        let schedule = decided.map_or_else(Schedule::default, |copy| copy.schedule.clone());
        let plan = plan(&nest, &schedule).map_err(|error| self.refused(pack, &error))?;
        let outputs = [packed.buffer];
        let scope = EmitScope::planned(&nest, &plan, self.scope.inputs, &outputs);
        let spans: Vec<u64> = nest.dims.iter().map(|d| d.extent).collect();
        let mut starts = vec![Index::constant(0); spans.len()];
        starts.extend(state.dims.iter().cloned());
        let interleave = interleaved((self.nest, &self.plan), (pack, piece), &plan);
        let mut kernel = NestEmitter::new(&nest, plan, scope, &[]);
        kernel.interleave = interleave;
        kernel.outer(b, 0, &LoopState { dims: starts, spans })
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

    /// Loads the operand at a point from its copy, if there is one.
    pub(super) fn packed_load(
        &mut self,
        b: &mut Builder,
        point: &EmitPoint,
        operand: Operand,
        node: NodeId,
    ) -> Option<Parts<Value>> {
        let packed = self.packed[operand as usize].as_ref()?;
        let offset = packed.offset_at(&point.dims, &self.scope.ranges(b));
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
