//! GPU kernels of maps that read along one dimension and write along another: tiled transposes
//! through shared memory.
//!
//! The threads of a warp read adjacent elements and write them to a square tile in shared memory.
//! Its rows are padded by one element, so that the elements of a column are in different banks.
//! Then adjacent threads continue with adjacent results. Only transposed loads use shared memory;
//! all other inputs are read directly.

use super::emit_scope::{EmitPoint, EmitScope, LoadKey};
use super::emitter::EmitContext;
use super::partials::{load, partial_element, store};
use super::transposed_dims::{TransposedDims, transposed};
use super::{Directive, ScheduleError};
use crate::index::Index;
use crate::math::Unsupported;
use crate::nest::{Nest, Node, NodeId, linear};
use crate::program::{BinaryOp, BufferId, Builder, CompareOp, Scalar, Space, Stmt, Value};

/// The edge of a tile: the threads of a warp.
const EDGE: u64 = 32;
/// Rows of a tile that a block processes at once.
const ROWS: u64 = 8;

/// Emits the grid of a nest by tiles.
pub(super) fn emit(
    b: &mut Builder,
    nest: &Nest,
    (inputs, outputs): (&[BufferId], &[BufferId]),
    context: &EmitContext,
) -> Result<(), ScheduleError> {
    let transposed = context.alone(nest, &Directive::Transpose, transposed(nest))?;
    let over = |d: usize| nest.dims[d].extent.div_ceil(EDGE);
    let others: Vec<usize> = (0..nest.dims.len())
        .filter(|d| *d != transposed.read && *d != transposed.written)
        .collect();
    let apart: u64 = others.iter().map(|d| nest.dims[*d].extent).product();
    let blocks = apart * over(transposed.read) * over(transposed.written);
    let made = b.grid(blocks, (EDGE * ROWS) as u32, |b, block, thread| {
        let scope = EmitScope::new(nest, inputs, outputs, None);
        let mut squares = Squares { nest, transposed: &transposed, scope, others, block, thread };
        squares.emit(b)
    });
    Ok(made?)
}

struct Squares<'n> {
    nest: &'n Nest,
    transposed: &'n TransposedDims,
    scope: EmitScope<'n>,
    /// The dimensions outside of tiles.
    others: Vec<usize>,
    block: Value,
    thread: Value,
}

impl Squares<'_> {
    fn extent(&self, dim: usize) -> u64 {
        self.nest.dims[dim].extent
    }

    fn emit(&mut self, b: &mut Builder) -> Result<(), Unsupported> {
        let (read, written) = (self.transposed.read, self.transposed.written);
        let over = |d: usize| self.extent(d).div_ceil(EDGE) as i64;
        let mut rest = Index::var(self.block);
        let mut corner = vec![Index::constant(0); self.nest.dims.len()];
        for (dim, count) in [(written, over(written)), (read, over(read))] {
            corner[dim] = b.modulo(rest.clone(), count) * EDGE as i64;
            rest = b.floor_div(rest, count);
        }
        for dim in self.others.iter().rev() {
            corner[*dim] = b.modulo(rest.clone(), self.extent(*dim) as i64);
            rest = b.floor_div(rest, self.extent(*dim) as i64);
        }
        let side = b.modulo(self.thread, EDGE as i64);
        let row = b.floor_div(self.thread, EDGE as i64);
        let loads = self.transposed.loads.clone();
        let squares: Vec<BufferId> = loads
            .iter()
            .map(|id| {
                let element = partial_element(self.nest.body.element(*id));
                b.buffer("square", element, &[EDGE, EDGE + 1], Space::Shared)
            })
            .collect();
        b.scratch(&squares, |b| {
            for iteration in 0..EDGE / ROWS {
                let down = row.clone() + (iteration * ROWS) as i64;
                let (dims, _) =
                    self.place(b, &corner, (side.clone(), read), (down.clone(), written));
                self.scope.loads.clear();
                let point = EmitPoint { dims, mask: None, transpose: None };
                let values = self.scope.compute(b, &point, &self.only(&loads), None)?;
                for (id, square) in loads.iter().zip(&squares) {
                    let at = down.clone() * (EDGE + 1) as i64 + side.clone();
                    store(b, *square, self.nest.body.element(*id), &at, values[id]);
                }
            }
            b.push(Stmt::Barrier);
            let (_, after) = self.nest.needed();
            for iteration in 0..EDGE / ROWS {
                let down = row.clone() + (iteration * ROWS) as i64;
                let (dims, inside) =
                    self.place(b, &corner, (side.clone(), written), (down.clone(), read));
                self.scope.loads.clear();
                let point = EmitPoint { dims, mask: None, transpose: None };
                for (id, square) in loads.iter().zip(&squares) {
                    let at = side.clone() * (EDGE + 1) as i64 + down.clone();
                    let value = load(b, *square, self.nest.body.element(*id), &at);
                    if let Some(key) = self.key(b, *id, &point) {
                        self.scope.loads.insert(key, value);
                    }
                }
                let values = self.scope.compute(b, &point, &after, None)?;
                self.scope.results(b, &point, &values, inside);
            }
            Ok(())
        })
    }

    /// The set of these nodes.
    fn only(&self, ids: &[NodeId]) -> Vec<bool> {
        self.nest.body.ids().map(|id| ids.contains(&id)).collect()
    }

    /// The cache key of a load.
    fn key(&self, b: &Builder, id: NodeId, point: &EmitPoint) -> Option<LoadKey> {
        let Node::Load { input, coords, .. } = self.nest.body.node(id) else { return None };
        let place = linear(coords, &self.nest.inputs[*input as usize].shape);
        Some((*input, self.scope.resolve(b, &place, point), None, false))
    }

    /// A point in the tile at this corner, clamped to the nest, and whether it is within the nest
    /// if that is not certain.
    fn place(
        &self,
        b: &mut Builder,
        corner: &[Index],
        (x, along): (Index, usize),
        (y, across): (Index, usize),
    ) -> (Vec<Index>, Option<Value>) {
        let mut dims = corner.to_vec();
        let mut inside = None;
        for (by, dim) in [(x, along), (y, across)] {
            let at = corner[dim].clone() + by;
            let extent = self.extent(dim);
            if !extent.is_multiple_of(EDGE) {
                let (value, end) = (b.index(at.clone()), b.int(Scalar::I64.ty(), extent as i64));
                let test = b.compare(CompareOp::LtS, value, end);
                inside = Some(match inside {
                    Some(inside) => b.binary(BinaryOp::And, inside, test),
                    None => test,
                });
            }
            dims[dim] = Index::var(b.index(b.least(at, extent as i64 - 1)));
        }
        (dims, inside)
    }
}
