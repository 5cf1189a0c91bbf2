//! Elements at places that are computed: dynamic_slice, gather and, by the nests
//! that write such places, dynamic_update_slice and scatter.

use super::super::Unsupported;
use super::element::Elements;
use super::{Lowered, Lowering, scalar, tensor_of};
use crate::index::{Index, Var};
use crate::nest::{Body, Condition, Direction, NodeId, Output, ScalarOp, strides};
use hloom_analysis::dataflow::updated_operands;
use hloom_analysis::kernel::{KernelShape, kernel_shape_of_block};
use hloom_ir::module::Module;
use hloom_ir::ops::{Gather, Op, Scatter};
use hloom_ir::{Element, OpId, Value};

impl Elements<'_, '_> {
    /// An element of a tensor of integers as an `i64`; what is beyond that is as
    /// large as can be.
    fn start(&mut self, v: Value, coords: Vec<Index>) -> Result<NodeId, Unsupported> {
        let x = self.at(v, coords, &[])?;
        let body = self.body();
        if body.element(x) != Element::U64 {
            return Ok(body.convert(x, Element::I64));
        }
        let most = body.constant(Element::U64, i64::MAX as u64);
        let x = body.op(ScalarOp::Minimum, Element::U64, &[x, most]);
        Ok(body.convert(x, Element::I64))
    }

    /// The offset by a start in each of some dimensions, moved to where a slice of
    /// these sizes is inside.
    fn inside(&mut self, starts: &[(usize, NodeId)], sizes: &[i64], extents: &[i64]) -> NodeId {
        let steps = strides_of(extents);
        let body = self.body();
        let mut sum = body.constant(Element::I64, 0);
        for &(d, start) in starts {
            let most = extents[d] - sizes[d];
            if most <= 0 {
                continue;
            }
            let (zero, most) =
                (body.constant(Element::I64, 0), body.constant(Element::I64, most as u64));
            let start = body.op(ScalarOp::Maximum, Element::I64, &[start, zero]);
            let start = body.op(ScalarOp::Minimum, Element::I64, &[start, most]);
            sum = offset(body, sum, start, steps[d]);
        }
        sum
    }

    /// `dynamic_slice`: operands are the tensor and the starts.
    pub(super) fn dynamic_slice(
        &mut self,
        operands: &[Value],
        sizes: &[i64],
        coords: &[Index],
        guard: &[Condition],
    ) -> Result<NodeId, Unsupported> {
        let extents = self.dims(operands[0])?;
        let mut starts = Vec::new();
        for (d, &v) in operands[1..].iter().enumerate() {
            starts.push((d, self.start(v, Vec::new())?));
        }
        let start = self.inside(&starts, sizes, &extents);
        let coords = self.in_bounds(coords, sizes, guard);
        self.lookup(operands[0], coords, start)
    }

    /// `gather`: operands are the tensor and the indices.
    pub(super) fn gather(
        &mut self,
        operands: &[Value],
        it: &Gather,
        coords: &[Index],
        guard: &[Condition],
    ) -> Result<NodeId, Unsupported> {
        let (extents, places) = (self.dims(operands[0])?, self.dims(operands[1])?);
        let d = &it.dimension_numbers;
        let (batch, window): (Vec<usize>, Vec<usize>) =
            (0..coords.len()).partition(|r| !d.offset_dims.contains(&(*r as i64)));
        let vector = d.index_vector_dim as usize;
        let outer: Vec<usize> = (0..places.len()).filter(|&p| p != vector).collect();
        let of_place = |p: i64| -> Index {
            let at = outer.iter().position(|&q| q as i64 == p);
            at.and_then(|at| batch.get(at)).map_or(Index::constant(0), |&r| coords[r].clone())
        };
        let mut own = vec![Index::constant(0); extents.len()];
        let dropped =
            |i: &i64| d.collapsed_slice_dims.contains(i) || d.operand_batching_dims.contains(i);
        let window_dims = (0..extents.len()).filter(|&i| !dropped(&(i as i64)));
        for (i, &r) in window_dims.zip(&window) {
            own[i] = coords[r].clone();
        }
        let pairs = d.operand_batching_dims.iter().zip(d.start_indices_batching_dims.iter());
        for (&b, &p) in pairs {
            own[b as usize] = of_place(p);
        }
        let mut sizes = it.slice_sizes.to_vec();
        for &b in d.operand_batching_dims.iter() {
            sizes[b as usize] = extents[b as usize];
        }
        // A collapsed dimension may have slices of no element, of which the result has one all the
        // same: like the interpreter, that of the last possible start.
        let kept = (0..extents.len()).filter(|&i| !dropped(&(i as i64)));
        let empty = outer.iter().any(|&p| places[p] == 0) || kept.map(|i| sizes[i]).any(|n| n == 0);
        for &i in d.collapsed_slice_dims.iter() {
            let i = i as usize;
            if extents[i] == 0 && !empty {
                let why = format!("dimension {i} of its operand has no element to gather");
                return Err(self.unsupported(why));
            }
            sizes[i] = 1;
        }
        let mut starts = Vec::new();
        for (k, &i) in d.start_index_map.iter().enumerate() {
            let index = (0..places.len())
                .map(|p| if p == vector { Index::constant(k as i64) } else { of_place(p as i64) });
            let index = self.in_bounds(&index.collect::<Vec<_>>(), &places, guard);
            starts.push((i as usize, self.start(operands[1], index)?));
        }
        let start = self.inside(&starts, &sizes, &extents);
        let own = self.in_bounds(&own, &sizes, guard);
        self.lookup(operands[0], own, start)
    }

    /// Coordinates that are inside even where a guard fails.
    fn in_bounds(&self, coords: &[Index], sizes: &[i64], guard: &[Condition]) -> Vec<Index> {
        if guard.is_empty() {
            return coords.to_vec();
        }
        let ranges = |v: Var| self.range(v);
        let each = coords.iter().zip(sizes).map(|(c, &n)| {
            let low = c.clone().max(Index::constant(0), &ranges);
            low.min(Index::constant((n - 1).max(0)), &ranges)
        });
        each.collect()
    }

    /// An element in memory at a place that is computed.
    fn lookup(
        &mut self,
        v: Value,
        coords: Vec<Index>,
        start: NodeId,
    ) -> Result<NodeId, Unsupported> {
        let (input, element) = self.in_memory(v)?;
        Ok(self.body().lookup(input, element, coords, start))
    }
}

fn strides_of(extents: &[i64]) -> Vec<i64> {
    strides(&extents.iter().map(|&n| n as u64).collect::<Vec<_>>())
}

/// `sum + number · step`.
fn offset(body: &mut Body, sum: NodeId, number: NodeId, step: i64) -> NodeId {
    let step = body.constant(Element::I64, step as u64);
    let by = body.op(ScalarOp::Multiply, Element::I64, &[number, step]);
    body.op(ScalarOp::Add, Element::I64, &[sum, by])
}

/// The dimensions along which the points of an update never meet in a place.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Apart {
    /// The coordinates of the other dimensions, the same for both.
    pub together: Vec<usize>,
    /// Wherever the others are: all dimensions, if the op says so.
    pub alone: Vec<usize>,
}

/// An update of parts of a tensor.
pub struct Update {
    /// The nest that writes the results, which hold what is changed before.
    pub lowered: Lowered,
    /// The dimensions along which no two points meet in a place.
    pub apart: Apart,
    /// For each result, the number of the operand that it is a changed copy of.
    pub copies: Vec<usize>,
}

/// The nest of an op that writes parts of its results, or of a fusion of such an op with
/// what makes its updates.
///
/// # Errors
/// If the op is none of these, or can't be a nest.
pub fn update_of(module: &Module, op: OpId) -> Result<Update, Unsupported> {
    let mut cx = Lowering::new(module, op);
    let mut update = op;
    if matches!(module.op(op), Op::Fusion(_)) {
        let (block, _) = cx.enter_fusion()?;
        match kernel_shape_of_block(module, block) {
            KernelShape::Update(found) => update = found,
            _ => return Err(cx.unsupported("it changes no tensor")),
        }
    }
    let operands = module.operands(update);
    let mut copies = Vec::new();
    for v in &operands[..updated_operands(module, update)] {
        let outer = cx.args.get(v).unwrap_or(v);
        let number = module.operands(op).iter().position(|o| o == outer);
        copies.push(number.ok_or_else(|| cx.unsupported("what it changes is not an operand"))?);
    }
    let (lowered, apart) = match module.op(update) {
        Op::DynamicUpdateSlice(_) => dynamic_update_slice(&mut cx, operands),
        Op::Scatter(it) => scatter(&mut cx, update, it),
        // Any other op: refused with its name.
        other => Err(cx.unsupported(format!("`{}` is not an update", other.name()))),
    }?;
    Ok(Update { lowered, apart, copies })
}

fn dynamic_update_slice(
    cx: &mut Lowering<'_>,
    operands: &[Value],
) -> Result<(Lowered, Apart), Unsupported> {
    let sizes = tensor_of(cx.module, cx.subject, operands[1])?.dims.to_vec();
    let coords: Vec<Index> = sizes.iter().map(|&n| Index::var(Var(cx.dim(n, false)))).collect();
    let mut ask = Elements::new(cx);
    let extents = ask.dims(operands[0])?;
    let mut starts = Vec::new();
    for (d, &v) in operands[2..].iter().enumerate() {
        starts.push((d, ask.start(v, Vec::new())?));
    }
    let start = ask.inside(&starts, &sizes, &extents);
    let value = ask.at(operands[1], coords.clone(), &[])?;
    let result = cx.module.result(cx.subject, 0);
    let output = Output { start: Some(start), ..Output::at(cx.tensor(result), coords, value) };
    let all: Vec<usize> = (0..sizes.len()).collect();
    Ok((cx.finish(None, vec![output]), Apart { together: all.clone(), alone: all }))
}

fn scatter(cx: &mut Lowering<'_>, op: OpId, it: &Scatter) -> Result<(Lowered, Apart), Unsupported> {
    let (module, subject) = (cx.module, cx.subject);
    let operands = module.operands(op);
    let n = operands.len() / 2;
    let d = &it.scatter_dimension_numbers;
    let sizes = tensor_of(module, op, operands[n + 1])?.dims.to_vec();
    let point: Vec<Index> = sizes.iter().map(|&n| Index::var(Var(cx.dim(n, false)))).collect();
    let block = module.entry(op, 0).ok_or_else(|| cx.unsupported("its region is empty"))?;
    let mut ask = Elements::new(cx);
    let (extents, places) = (ask.dims(operands[0])?, ask.dims(operands[n])?);
    let (window, outer): (Vec<usize>, Vec<usize>) =
        (0..sizes.len()).partition(|u| d.update_window_dims.contains(&(*u as i64)));
    let vector = d.index_vector_dim as usize;
    let batch: Vec<usize> = (0..places.len()).filter(|&p| p != vector).collect();
    let of_place = |p: i64| -> Index {
        let at = batch.iter().position(|&q| q as i64 == p);
        at.and_then(|at| outer.get(at)).map_or(Index::constant(0), |&u| point[u].clone())
    };
    let mut coords = vec![Index::constant(0); extents.len()];
    let dropped = |i: &i64| d.inserted_window_dims.contains(i) || d.input_batching_dims.contains(i);
    for (i, &u) in (0..extents.len()).filter(|&i| !dropped(&(i as i64))).zip(&window) {
        coords[i] = point[u].clone();
    }
    for (&b, &p) in d.input_batching_dims.iter().zip(d.scatter_indices_batching_dims.iter()) {
        coords[b as usize] = of_place(p);
    }
    // An element of a window is left out where it would be outside.
    let steps = strides_of(&extents);
    let zero = ask.body().constant(Element::I64, 0);
    let (mut start, mut when) = (zero, None);
    for (k, &i) in d.scatter_dims_to_operand_dims.iter().enumerate() {
        let i = i as usize;
        let index = (0..places.len())
            .map(|p| if p == vector { Index::constant(k as i64) } else { of_place(p as i64) });
        let number = ask.start(operands[n], index.collect())?;
        let body = ask.body();
        // Beyond all numbers it comes back as a negative one.
        let place = if coords[i].as_constant() == Some(0) {
            number
        } else {
            let own = body.index(coords[i].clone(), Element::I64);
            body.op(ScalarOp::Add, Element::I64, &[number, own])
        };
        let end = body.constant(Element::I64, extents[i] as u64);
        let low = body.op(ScalarOp::Compare(Direction::Ge), Element::I1, &[place, zero]);
        let high = body.op(ScalarOp::Compare(Direction::Lt), Element::I1, &[place, end]);
        let both = body.op(ScalarOp::And, Element::I1, &[low, high]);
        when = Some(match when {
            Some(when) => body.op(ScalarOp::And, Element::I1, &[when, both]),
            None => both,
        });
        start = offset(body, start, number, steps[i]);
    }
    if let Some(when) = when {
        start = ask.body().op(ScalarOp::Select, Element::I64, &[when, start, zero]);
    }
    let (mut args, mut updates) = (Vec::new(), Vec::new());
    for i in 0..n {
        let result = module.result(subject, i);
        let element = tensor_of(module, op, result)?.element;
        if tensor_of(module, op, operands[i])?.element != element {
            let why = format!("it goes from {} to {}", module.ty(operands[i]), module.ty(result));
            return Err(Unsupported::new(module, op, why));
        }
        let (input, element) = ask.in_memory(result)?;
        args.push(ask.body().lookup(input, element, coords.clone(), start));
        let update = ask.at(operands[n + 1 + i], point.clone(), &[])?;
        updates.push(ask.body().convert(update, element));
    }
    args.extend(updates);
    let yielded = scalar::region(module, op, block, &mut cx.body, &args)?;
    let mut outputs = Vec::new();
    for (i, &value) in yielded.iter().enumerate() {
        let tensor = cx.tensor(module.result(subject, i));
        let value = cx.body.convert(value, tensor.element);
        let at = Output::at(tensor, coords.clone(), value);
        outputs.push(Output { start: Some(start), when, ..at });
    }
    // Along what no index moves, windows never meet.
    let moved = |i: usize| d.scatter_dims_to_operand_dims.contains(&(i as i64));
    let window_dims = (0..extents.len()).filter(|&i| !dropped(&(i as i64))).zip(&window);
    let alone = match it.unique_indices.unwrap_or(false) {
        true => (0..sizes.len()).collect(),
        false => window_dims.filter(|(i, _)| !moved(*i)).map(|(_, &u)| u).collect(),
    };
    Ok((cx.finish(None, outputs), Apart { together: window, alone }))
}
