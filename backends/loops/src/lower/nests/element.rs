//! Elements of values at given coordinates.

use super::super::Unsupported;
use super::{Lowering, scalar, tensor_of};
use crate::index::{Index, Range, Ranges, Var};
use crate::nest::{Body, Condition, NodeId, ScalarOp};
use hloom_ir::ops::Op;
use hloom_ir::{Element, OpId, Value};
use rustc_hash::FxHashMap;

/// Asks for elements of values.
pub(super) struct Elements<'l, 'm> {
    lowering: &'l mut Lowering<'m>,
    /// Extents of the nest's dimensions.
    extents: Vec<u64>,
    /// The elements that were built already.
    known: FxHashMap<(Value, Vec<Index>, Vec<Condition>), NodeId>,
}

/// The ranges of a nest's dimensions: variables of the nest, which no builder has, and which hold
/// wherever the nest is emitted.
struct Extents<'e>(&'e [u64]);

impl Ranges for Extents<'_> {
    fn of(&self, var: Var) -> Range {
        self.0.get(var.0 as usize).map_or(Range::ALL, |&n| Range::extent(n))
    }
}

/// Coordinates, and the conditions under which they are inside.
pub(super) struct GuardedCoords {
    pub(super) coords: Vec<Index>,
    pub(super) guard: Vec<Condition>,
}

impl<'l, 'm> Elements<'l, 'm> {
    /// Asks within a nest whose dimensions are all known.
    pub(super) fn new(lowering: &'l mut Lowering<'m>) -> Elements<'l, 'm> {
        let extents = lowering.dims.iter().map(|d| d.extent).collect();
        Elements { lowering, extents, known: FxHashMap::default() }
    }

    /// The element of a result of the op that is lowered, or of what a fusion
    /// yields.
    pub(super) fn root(&mut self, v: Value, coords: &[Index]) -> Result<NodeId, Unsupported> {
        match self.lowering.module.def_op(v) {
            Some(op)
                if self.lowering.block.is_none()
                    && op == self.lowering.subject
                    && !matches!(self.lowering.module.op(op), Op::Constant(_)) =>
            {
                let i = self.result_position(op, v);
                self.of_op(op, i, coords, &[])
            }
            _ => self.at(v, coords.to_vec(), &[]),
        }
    }

    fn result_position(&self, op: OpId, v: Value) -> usize {
        self.lowering.module.results(op).iter().position(|r| r == v).unwrap_or(0)
    }

    /// The element of a value at coordinates that are inside wherever the guard
    /// holds. Where it does not, the result is some number and must not matter.
    pub(super) fn at(
        &mut self,
        v: Value,
        coords: Vec<Index>,
        guard: &[Condition],
    ) -> Result<NodeId, Unsupported> {
        let key = (v, coords, guard.to_vec());
        if let Some(&node) = self.known.get(&key) {
            return Ok(node);
        }
        let (_, coords, _) = &key;
        let module = self.lowering.module;
        if let Some(node) = self.lowering.staged(v, coords, guard)? {
            self.known.insert(key, node);
            return Ok(node);
        }
        let node = match module.constant(v) {
            Some(literal) if literal.is_splat() || literal.count() == 1 => {
                scalar::constant(&mut self.lowering.body, literal, 0)
            }
            _ => match module.def_op(v) {
                Some(op)
                    if self.lowering.block.is_some()
                        && module.parent(op) == self.lowering.block
                        && !matches!(module.op(op), Op::Constant(_)) =>
                {
                    let i = self.result_position(op, v);
                    self.of_op(op, i, coords, guard)?
                }
                _ => self.load(v, coords.clone(), guard)?,
            },
        };
        self.known.insert(key, node);
        Ok(node)
    }

    /// An element in memory.
    fn load(
        &mut self,
        v: Value,
        coords: Vec<Index>,
        guard: &[Condition],
    ) -> Result<NodeId, Unsupported> {
        let outer = *self.lowering.args.get(&v).unwrap_or(&v);
        let t = tensor_of(self.lowering.module, self.lowering.subject, outer)?;
        // A constant from outside a fusion arrives as its argument.
        if let Some(literal) = self.lowering.module.constant(outer)
            && (literal.is_splat() || literal.count() == 1)
        {
            return Ok(scalar::constant(&mut self.lowering.body, literal, 0));
        }
        let input = self.input(outer);
        Ok(self.lowering.body.load(input, t.element, coords, guard.to_vec()))
    }

    /// The number of an input of the nest.
    fn input(&mut self, outer: Value) -> u32 {
        let inputs = &mut self.lowering.inputs;
        let input = inputs.iter().position(|&i| i == outer).unwrap_or_else(|| {
            inputs.push(outer);
            inputs.len() - 1
        });
        input as u32
    }

    /// An error that names the op.
    pub(super) fn unsupported(&self, why: impl Into<String>) -> Unsupported {
        self.lowering.unsupported(why)
    }

    /// The input that a value in memory is, and its element type.
    pub(super) fn in_memory(&mut self, v: Value) -> Result<(u32, Element), Unsupported> {
        let module = self.lowering.module;
        if let Some(op) = module.def_op(v)
            && self.lowering.block.is_some()
            && module.parent(op) == self.lowering.block
            && !matches!(module.op(op), Op::Constant(_))
        {
            let why = format!("places in {} are computed, which is not in memory", module.ty(v));
            return Err(self.lowering.unsupported(why));
        }
        let outer = *self.lowering.args.get(&v).unwrap_or(&v);
        let element = tensor_of(module, self.lowering.subject, outer)?.element;
        Ok((self.input(outer), element))
    }

    /// The nest's body.
    pub(super) fn body(&mut self) -> &mut Body {
        &mut self.lowering.body
    }

    /// The range of a dimension's index.
    pub(super) fn range(&self, var: Var) -> Range {
        Extents(&self.extents).of(var)
    }

    /// The extents of a value.
    pub(super) fn dims(&self, v: Value) -> Result<Vec<i64>, Unsupported> {
        Ok(tensor_of(self.lowering.module, self.lowering.subject, v)?.dims.to_vec())
    }

    /// Adds a condition, unless it always holds.
    pub(super) fn require(&self, guard: &mut Vec<Condition>, index: Index, low: i64, high: i64) {
        let range = index.range(&Extents(&self.extents));
        if range.low < low || range.high >= high {
            guard.push(Condition { index, low, high });
        }
    }

    /// `index / by`, rounded down.
    pub(super) fn floor_div(&self, index: Index, by: i64) -> Index {
        if by == 1 { index } else { index.floor_div(by, &Extents(&self.extents)) }
    }

    fn modulo(&self, index: Index, by: i64) -> Index {
        if by == 1 { Index::constant(0) } else { index.modulo(by, &Extents(&self.extents)) }
    }

    /// The coordinates in `dims` of the elements that, dilated and with `low` padding in
    /// front, are at `coords`; conditions are added to `guard`.
    pub(super) fn undilate(
        &self,
        coords: &[Index],
        dims: &[i64],
        low: &[i64],
        dilation: &[i64],
        guard: &[Condition],
    ) -> GuardedCoords {
        let mut place = GuardedCoords { coords: Vec::new(), guard: guard.to_vec() };
        for d in 0..dims.len() {
            let at = coords[d].clone() - low[d];
            let extent = if dims[d] == 0 { 0 } else { (dims[d] - 1) * dilation[d] + 1 };
            self.require(&mut place.guard, at.clone(), 0, extent);
            if dilation[d] > 1 {
                let rest = self.modulo(at.clone(), dilation[d]);
                self.require(&mut place.guard, rest, 0, 1);
            }
            place.coords.push(self.floor_div(at, dilation[d]));
        }
        place
    }

    /// A value where conditions hold, another where they don't.
    pub(super) fn choose(
        &mut self,
        guard: Vec<Condition>,
        inside: NodeId,
        outside: NodeId,
    ) -> NodeId {
        if guard.is_empty() || inside == outside {
            return inside;
        }
        let body = &mut self.lowering.body;
        let element = body.element(inside);
        let holds = body.holds(guard);
        body.op(ScalarOp::Select, element, &[holds, inside, outside])
    }

    /// An element of result `i` of an op.
    fn of_op(
        &mut self,
        op: OpId,
        i: usize,
        coords: &[Index],
        guard: &[Condition],
    ) -> Result<NodeId, Unsupported> {
        let module = self.lowering.module;
        let result = module.result(op, i);
        let operands = module.operands(op);
        let element = tensor_of(module, self.lowering.subject, result)?.element;
        let kind = module.op(op);
        if let Some(scalar) = scalar::scalar_op(kind, element) {
            let nodes = operands
                .iter()
                .map(|&v| {
                    // One element may stand for all.
                    let single = self.dims(v)?.is_empty();
                    self.at(v, if single { Vec::new() } else { coords.to_vec() }, guard)
                })
                .collect::<Result<Vec<_>, _>>()?;
            return Ok(scalar::apply(&mut self.lowering.body, kind, scalar, element, &nodes));
        }
        match kind {
            Op::Iota(it) => {
                let index = coords[it.iota_dimension as usize].clone();
                if element.is_complex() || element.is_boolean() {
                    let wide = self.lowering.body.index(index, Element::I64);
                    return Ok(self.lowering.body.convert(wide, element));
                }
                Ok(self.lowering.body.index(index, element))
            }
            Op::BroadcastInDim(it) => {
                let dims = self.dims(operands[0])?;
                let inner = it
                    .broadcast_dimensions
                    .iter()
                    .zip(&dims)
                    .map(
                        |(&d, &n)| {
                            if n == 1 { Index::constant(0) } else { coords[d as usize].clone() }
                        },
                    )
                    .collect();
                self.at(operands[0], inner, guard)
            }
            Op::Transpose(it) => {
                let mut inner = vec![Index::constant(0); coords.len()];
                for (coord, &d) in coords.iter().zip(it.permutation.iter()) {
                    inner[d as usize] = coord.clone();
                }
                self.at(operands[0], inner, guard)
            }
            // Elements of all storages and splits are the same.
            Op::Relayout(_) | Op::Halo(_) => self.at(operands[0], coords.to_vec(), guard),
            Op::Reshape(_) => {
                let (from, to) = (self.dims(operands[0])?, self.dims(result)?);
                let inner = self.reshaped(coords, &to, &from);
                self.at(operands[0], inner, guard)
            }
            Op::Slice(it) => {
                let to = self.dims(result)?;
                // The stride behind an only element may be so large that a product overflows.
                let stride = |d: usize| if to[d] > 1 { it.strides[d] } else { 1 };
                let inner = (0..coords.len())
                    .map(|d| coords[d].clone() * stride(d) + it.start_indices[d])
                    .collect();
                self.at(operands[0], inner, guard)
            }
            Op::Reverse(it) => {
                let dims = self.dims(operands[0])?;
                let mut inner = coords.to_vec();
                for &d in it.dimensions.iter() {
                    let d = d as usize;
                    inner[d] = -inner[d].clone() + (dims[d] - 1);
                }
                self.at(operands[0], inner, guard)
            }
            Op::Pad(it) => {
                let dims = self.dims(operands[0])?;
                let dilation: Vec<i64> =
                    it.interior_padding.iter().map(|&n| n.saturating_add(1)).collect();
                let place = self.undilate(coords, &dims, &it.edge_padding_low, &dilation, &[]);
                let both: Vec<Condition> = place.guard.iter().chain(guard).cloned().collect();
                let inside = self.at(operands[0], place.coords, &both)?;
                let outside = self.at(operands[1], Vec::new(), guard)?;
                Ok(self.choose(place.guard, inside, outside))
            }
            Op::Concatenate(it) => {
                let d = it.dimension as usize;
                let mut parts = Vec::new();
                let mut at = 0;
                for &v in operands {
                    let n = self.dims(v)?[d];
                    if n > 0 {
                        parts.push((v, at, n));
                    }
                    at += n;
                }
                let mut chosen = None;
                for (v, start, n) in parts.into_iter().rev() {
                    let mut inner = coords.to_vec();
                    inner[d] = inner[d].clone() - start;
                    let mut within = Vec::new();
                    self.require(&mut within, inner[d].clone(), 0, n);
                    let both: Vec<Condition> = within.iter().chain(guard).cloned().collect();
                    let part = self.at(v, inner, &both)?;
                    chosen = Some(match chosen {
                        None => part,
                        // Parts behind this one are where it ends.
                        Some(rest) => self.choose(within, part, rest),
                    });
                }
                // Of nothing but empty tensors no element is ever asked for.
                Ok(chosen.unwrap_or_else(|| self.zero(element)))
            }
            Op::DynamicSlice(it) => self.dynamic_slice(operands, &it.slice_sizes, coords, guard),
            Op::Gather(it) => self.gather(operands, it, coords, guard),
            Op::BitcastConvert(_) => self.bitcast(operands[0], element, coords, guard),
            Op::Map(_) | Op::VariadicMap(_) => {
                let args = operands
                    .iter()
                    .map(|&v| self.at(v, coords.to_vec(), guard))
                    .collect::<Result<Vec<_>, _>>()?;
                let block = module
                    .entry(op, 0)
                    .ok_or_else(|| self.lowering.unsupported("its region is empty"))?;
                let yielded = scalar::region(module, op, block, &mut self.lowering.body, &args)?;
                Ok(yielded[i])
            }
            // Any other op: refused with its name.
            other => {
                let why = format!("`{}` can't be computed an element at a time", other.name());
                Err(self.lowering.unsupported(why))
            }
        }
    }

    /// An element's bits as another element. Where the widths differ, the last
    /// dimension counts the parts of the wider one, the first in the lowest bits.
    fn bitcast(
        &mut self,
        operand: Value,
        to: Element,
        coords: &[Index],
        guard: &[Condition],
    ) -> Result<NodeId, Unsupported> {
        let from = tensor_of(self.lowering.module, self.lowering.subject, operand)?.element;
        if from == to {
            return self.at(operand, coords.to_vec(), guard);
        }
        let (have, want) = (from.bit_width(), to.bit_width());
        if have == want {
            let x = self.at(operand, coords.to_vec(), guard)?;
            return Ok(self.lowering.body.op(ScalarOp::Bitcast, to, &[x]));
        }
        let (Some(small), Some(large)) = (bits_of(from), bits_of(to)) else {
            let why = format!("it goes from {from} to {to} elements");
            return Err(self.lowering.unsupported(why));
        };
        if have > want {
            let Some((part, outer)) = coords.split_last() else {
                return Err(self.lowering.unsupported("its result has no dimensions"));
            };
            let x = self.at(operand, outer.to_vec(), guard)?;
            let body = &mut self.lowering.body;
            let whole = body.op(ScalarOp::Bitcast, small, &[x]);
            let places = body.index(part.clone() * i64::from(want), small);
            let part = body.op(ScalarOp::ShiftRightLogical, small, &[whole, places]);
            let part = body.convert(part, large);
            return Ok(body.op(ScalarOp::Bitcast, to, &[part]));
        }
        let mut whole = None;
        for k in 0..want / have {
            let mut inner = coords.to_vec();
            inner.push(Index::constant(i64::from(k)));
            let x = self.at(operand, inner, guard)?;
            let body = &mut self.lowering.body;
            let part = body.op(ScalarOp::Bitcast, small, &[x]);
            let part = body.convert(part, large);
            let places = body.constant(large, u64::from(k * have));
            let part = body.op(ScalarOp::ShiftLeft, large, &[part, places]);
            whole = Some(match whole {
                None => part,
                Some(rest) => body.op(ScalarOp::Or, large, &[rest, part]),
            });
        }
        let whole = whole.unwrap_or_else(|| self.zero(large));
        Ok(self.lowering.body.op(ScalarOp::Bitcast, to, &[whole]))
    }

    /// Coordinates in shape `from` of the element that is at `coords` in shape `to`.
    fn reshaped(&self, coords: &[Index], to: &[i64], from: &[i64]) -> Vec<Index> {
        let mut linear = Index::constant(0);
        for (coord, &n) in coords.iter().zip(to) {
            linear = linear * n + coord.clone();
        }
        let mut inner = vec![Index::constant(0); from.len()];
        for d in (0..from.len()).rev() {
            if from[d] == 1 {
                continue;
            }
            // The outermost one needs no remainder: what is left is in range.
            let outermost = from[..d].iter().all(|&n| n == 1);
            inner[d] = if outermost {
                linear.clone()
            } else {
                self.modulo(linear.clone(), from[d].max(1))
            };
            linear = self.floor_div(linear, from[d].max(1));
        }
        inner
    }
}

/// The unsigned integer that holds an element's bits, the lowest of a byte for
/// parts of one.
fn bits_of(element: Element) -> Option<Element> {
    if element.is_complex() {
        return None;
    }
    Some(match element.bit_width() {
        0..=8 => Element::U8,
        16 => Element::U16,
        32 => Element::U32,
        64 => Element::U64,
        _ => return None,
    })
}

impl Elements<'_, '_> {
    /// The module.
    pub(super) fn module(&self) -> &hloom_ir::Module {
        self.lowering.module
    }

    /// The op that is lowered.
    pub(super) fn subject(&self) -> OpId {
        self.lowering.subject
    }

    /// Zero.
    pub(super) fn zero(&mut self, element: Element) -> NodeId {
        self.lowering.body.add(crate::nest::Node::Constant([0, 0]), element)
    }

    /// Whether a node is an element of an input, zero where its guard fails.
    pub(super) fn is_plain_load(&self, node: NodeId) -> bool {
        matches!(self.lowering.body.node(node), crate::nest::Node::Load { .. })
    }
}
