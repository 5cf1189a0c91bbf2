//! Emission of a nest's body at one point, or at a vector of points.

use crate::index::{Index, Range, Ranges, Var};
use crate::math::{Arith, Emitter, Parts, Unsupported, constant};
use crate::nest::eval::from_index;
use crate::nest::{Nest, Node, NodeId, operation};
use crate::program::{BinaryOp, BufferId, Builder, ConvertOp, Scalar, Value};
use rustc_hash::FxHashMap;

/// The lane number, as a variable in index expressions of the program.
pub(super) const LANE: Var = Var(u32::MAX);

/// The key of a load, so that points computed together share equal ones: input, offset, mask, and
/// whether lanes differ.
pub(super) type LoadKey = (u32, Index, Option<Value>, bool);

/// A point along an unrolled dimension whose loads may use a register transpose.
#[derive(Clone, Copy, Debug)]
pub(super) struct RegisterTranspose {
    /// The dimension.
    pub(super) dim: usize,
    /// The number of this point, counted from the first one of the tile.
    pub(super) number: u64,
}

/// A point: the index of every dimension in terms of the program's values, and of the lane number
/// for the vectorized dimension.
#[derive(Clone, Debug)]
pub(super) struct EmitPoint {
    pub(super) dims: Vec<Index>,
    /// The mask of valid lanes, if not all are valid.
    pub(super) mask: Option<Value>,
    /// A dimension whose adjacent points may share a register transpose.
    pub(super) transpose: Option<RegisterTranspose>,
}

/// The nest, buffers and vectorization of an emission, and cached values.
pub(super) struct EmitScope<'n> {
    pub(super) nest: &'n Nest,
    pub(super) inputs: &'n [BufferId],
    pub(super) outputs: &'n [BufferId],
    /// The vectorized dimension.
    pub(super) vector: Option<usize>,
    /// The number of lanes; 1 without a vectorized dimension.
    pub(super) lanes: u16,
    /// Whether whole vectors of results are written by non-temporal stores.
    pub(super) nontemporal: bool,
    /// Whether all inputs are prefetched a page ahead.
    pub(super) prefetch: bool,
    /// The dimension along which inputs are prefetched, and by how many points.
    pub(super) prefetch_ahead: Option<(usize, u64)>,
    /// Inputs that are prefetched for a later tile, and by how many tiles.
    pub(super) prefetch_inputs: Vec<(u32, u64)>,
    /// The variable of the loop over tiles around the nest.
    pub(super) tile: Option<Value>,
    /// The combiners of each output with memory (atomic updates); elements are stored if empty.
    pub(super) combined: Vec<BinaryOp>,
    /// For each node, whether it varies with the lane.
    pub(super) varies: Vec<bool>,
    /// The nodes whose exponentials may be approximate ([`Builder::approximate_exp`]).
    pub(super) approximate: Vec<NodeId>,
    /// Loads of the points that are being computed together.
    pub(super) loads: FxHashMap<LoadKey, Parts<Value>>,
}

/// The facts of a builder, and the range of [`LANE`].
#[derive(Clone, Copy)]
pub(super) struct LaneRanges<'b> {
    b: &'b Builder,
    lanes: u16,
}

impl Ranges for LaneRanges<'_> {
    fn of(&self, var: Var) -> Range {
        match var {
            LANE => Range::extent(self.lanes.into()),
            var => self.b.of(var),
        }
    }
}

impl<'n> EmitScope<'n> {
    pub(super) fn new(
        nest: &'n Nest,
        inputs: &'n [BufferId],
        outputs: &'n [BufferId],
        vector: Option<(usize, u16)>,
    ) -> EmitScope<'n> {
        let mut scope = EmitScope {
            nest,
            inputs,
            outputs,
            vector: vector.map(|v| v.0),
            lanes: vector.map_or(1, |v| v.1),
            nontemporal: false,
            prefetch: false,
            prefetch_ahead: None,
            prefetch_inputs: Vec::new(),
            tile: None,
            combined: Vec::new(),
            varies: Vec::new(),
            approximate: Vec::new(),
            loads: FxHashMap::default(),
        };
        for id in nest.body.ids() {
            let varies = scope.node_varies(id);
            scope.varies.push(varies);
        }
        scope
    }

    /// The ranges of the program's values and of the lane number.
    pub(super) fn ranges<'b>(&self, b: &'b Builder) -> LaneRanges<'b> {
        LaneRanges { b, lanes: self.lanes }
    }

    /// Whether lanes are distinct output elements.
    pub(super) fn vector_is_parallel(&self) -> bool {
        self.vector.is_some_and(|d| !self.nest.dims[d].reducing)
    }

    fn node_varies(&self, id: NodeId) -> bool {
        let Some(dim) = self.vector else { return false };
        let lane = Var(dim as u32);
        match self.nest.body.node(id) {
            Node::Constant(_) | Node::Parameter(_) => false,
            Node::Index(index) => index.mentions(lane),
            Node::Holds(conditions) => conditions.iter().any(|c| c.index.mentions(lane)),
            Node::Load { coords, guard, .. } => {
                coords.iter().any(|c| c.mentions(lane))
                    || guard.iter().any(|c| c.index.mentions(lane))
            }
            Node::Lookup { coords, start, .. } => {
                coords.iter().any(|c| c.mentions(lane)) || self.varies[start.0 as usize]
            }
            Node::Op(_, operands) => operands.iter().any(|o| self.varies[o.0 as usize]),
            Node::Reduced(_) => self.vector_is_parallel(),
        }
    }

    /// Broadcasts a value to all lanes.
    pub(super) fn widen(&self, b: &mut Builder, value: Parts<Value>) -> Parts<Value> {
        Parts { re: b.broadcast(value.re, self.lanes), im: b.broadcast(value.im, self.lanes) }
    }

    /// The values of the needed nodes at a point, given the reduction's results; without them,
    /// dependent nodes are omitted.
    pub(super) fn compute(
        &mut self,
        b: &mut Builder,
        point: &EmitPoint,
        needed: &[bool],
        reduced: Option<&[Parts<Value>]>,
    ) -> Result<FxHashMap<NodeId, Parts<Value>>, Unsupported> {
        let nest = self.nest;
        let body = &nest.body;
        let mut values: FxHashMap<NodeId, Parts<Value>> = FxHashMap::default();
        for id in body.ids().filter(|id| needed[id.0 as usize]) {
            let element = body.element(id);
            let varies = self.varies[id.0 as usize];
            let lanes = if varies { self.lanes } else { 1 };
            let value = match body.node(id) {
                Node::Constant(bits) => {
                    constant(&mut Emitter { builder: b, lanes }, element, *bits)
                }
                Node::Index(index) => {
                    let index = self.resolve(b, index, point);
                    let at = if varies {
                        let at = self.vector_index(b, &index);
                        // Elements are made from 64-bit indices, or from 32-bit ones if those
                        // suffice.
                        return_index(b, at)
                    } else {
                        b.index(index)
                    };
                    from_index(&mut Emitter { builder: b, lanes }, element, at)
                }
                Node::Holds(conditions) => match self.holding(b, conditions, point) {
                    Some(mask) => b.broadcast(mask, lanes).into(),
                    None => Emitter { builder: b, lanes }.bits(Scalar::I1, 1).into(),
                },
                Node::Load { input, coords, guard } => {
                    self.load(b, point, *input, coords, guard, varies)
                }
                Node::Lookup { input, coords, start } => {
                    let Some(start) = values.get(start) else { continue };
                    self.lookup(b, point, *input, coords, start.re)
                }
                Node::Op(op, operands) => {
                    if operands.iter().any(|o| !values.contains_key(o)) {
                        continue;
                    }
                    if varies {
                        for o in operands {
                            let wide = self.widen(b, values[o]);
                            // The broadcast value serves only this use; the scalar remains for
                            // uniform users.
                            values.insert(NodeId(o.0 | WIDE), wide);
                        }
                    }
                    let at = |o: NodeId| {
                        if varies { values[&NodeId(o.0 | WIDE)] } else { values[&o] }
                    };
                    b.approximate_exp = self.approximate.contains(&id);
                    let a = &mut Emitter { builder: b, lanes };
                    let value = operation(a, body, *op, operands, element, &at);
                    b.approximate_exp = false;
                    value?
                }
                Node::Reduced(n) => match reduced {
                    Some(reduced) => reduced[*n as usize],
                    None => continue,
                },
                Node::Parameter(_) => continue,
            };
            values.insert(id, value);
        }
        Ok(values)
    }

    /// Stores the outputs at a point, given the values of the needed nodes, predicated by `mine`.
    pub(super) fn results(
        &mut self,
        b: &mut Builder,
        point: &EmitPoint,
        values: &FxHashMap<NodeId, Parts<Value>>,
        mine: Option<Value>,
    ) {
        for (n, output) in self.nest.outputs.iter().enumerate() {
            let node = |n: NodeId| values[&n].re;
            let (start, when) = (output.start.map(node), output.when.map(node));
            let when = match (when, mine) {
                (Some(when), Some(mine)) => Some(self.both(b, when, mine)),
                (when, mine) => when.or(mine),
            };
            self.store(b, point, n, values[&output.value], (start, when));
        }
    }
}

/// Marks the broadcast form of a value in the map of values.
const WIDE: u32 = 1 << 31;

/// An index register as `i64`.
fn return_index(b: &mut Builder, at: Value) -> Value {
    if b.type_of(at).scalar == Scalar::I64 {
        at
    } else {
        b.convert(ConvertOp::ExtendS, at, Scalar::I64)
    }
}
