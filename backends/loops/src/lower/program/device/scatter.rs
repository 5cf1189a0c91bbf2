//! Updates that may meet in a place, in the order of the updates, by many threads.
//!
//! The result of an update depends on those before it in the same place: floats add up
//! differently in another order, and of what is stored the last one stays. So no atomics for
//! these: the places are computed first, then sorted together with the updates' numbers, stably;
//! updates of one place then stand side by side, in their order, and a thread applies
//! them. Updates that are left out have a place behind all others.
//!
//! ```text
//! places   5 2 5 0 2 5        sorted   0 2 2 5 5 5
//! updates  0 1 2 3 4 5   ──▶           3 1 4 0 2 5   ──▶  threads at 0, 2 and 5
//! ```
//!
//! Integers that are added, or of which the larger or the smaller is kept, or their bits
//! together, come to the same in any order: of those, of 32 or 64 bits, each thread combines
//! an update with what is in memory, as one step ([`Stmt::AtomicRmw`](crate::program::Stmt)).
//!
//! Dimensions along which updates never meet, as those of the rows that an embedding's
//! gradient adds up, are no part of that: neighbouring threads have their points.

use super::super::Lowering;
use super::super::lines::{Lines, Rows};
use super::{choice, compare, number};
use crate::index::{Index, Range, Var};
use crate::lower::Unsupported;
use crate::nest::{
    Body, Combiner, Dim, Direction, Nest, Node, NodeId, Output, ScalarOp, Tensor, linear,
};
use crate::program::{
    BinaryOp, BufferId, Builder, CompareOp, ConvertOp, LoopKind, Scalar, Space, Value,
};
use crate::schedule::{EmitContext, Placement, ScheduleError, emit_inside, facts};
use hloom_analysis::monoid::Monoid;
use hloom_ir::{Element, OpId};

/// So few updates one thread applies sooner.
const FEW: u64 = 16;

impl Lowering<'_> {
    /// Adds kernels for a nest whose points may meet in places, where they count in their
    /// order; those along the dimensions `alone` never meet. `false` where there are too
    /// few or too many of them, or where there is no GPU.
    pub(in crate::lower::program) fn in_segments(
        &mut self,
        op: OpId,
        nest: &Nest,
        alone: &[usize],
        (inputs, outputs): (&[BufferId], &[BufferId]),
    ) -> Result<bool, Unsupported> {
        let Some(gpu) = self.machine.gpu else { return Ok(false) };
        if let Some((nest, combined)) = in_any_order(nest, inputs, outputs) {
            let choice = self.scheduler.decide(&nest, Placement::AnyOrder);
            let context = EmitContext { combined, ..EmitContext::default() };
            let made = choice.and_then(|choice| {
                self.builder.kernel(&choice.name, choice.facts, |b| {
                    choice.emit_inside(b, inputs, outputs, &context)
                })
            });
            return made.map(|()| true).map_err(|e| self.unsupported(op, e.to_string()));
        }
        let meeting: Vec<usize> = (0..nest.dims.len()).filter(|d| !alone.contains(d)).collect();
        let extent = |d: &usize| nest.dims[*d].extent;
        let count: u64 = meeting.iter().map(extent).product();
        let [first, others @ ..] = &nest.outputs[..] else { return Ok(false) };
        let same = |o: &Output| {
            o.start == first.start
                && o.when == first.when
                && o.coords == first.coords
                && o.tensor.shape == first.tensor.shape
        };
        let size: u64 = first.tensor.shape.iter().product();
        let fits = count.max(size) < i32::MAX as u64 && others.iter().all(same);
        if count <= FEW || !fits || nest.reduction.is_some() {
            return Ok(false);
        }
        let mut temporary = |name: &str| {
            let buffer = self.builder.buffer(name, Element::I32, &[count], Space::Arena(0));
            self.lifetimes.define(buffer);
            buffer
        };
        let found = [temporary("places"), temporary("updates")];
        let sorted = [temporary("in_order"), temporary("updates_in_order")];
        let places = places(nest, &meeting);
        self.emit(op, &places, Placement::Stage, inputs, &found)?;
        let mut body = Body::default();
        let left = body.add(Node::Parameter(0), Element::I32);
        let right = body.add(Node::Parameter(2), Element::I32);
        let before = body.op(ScalarOp::Compare(Direction::Lt), Element::I1, &[left, right]);
        let comparator = Combiner::Body(body, vec![before]);
        let rows = Rows::new(vec![Element::I32; 2], count as i64, &comparator);
        let place = |_: Value, t: Index| t;
        let (from, to) =
            (Lines { buffers: &found, place: &place }, Lines { buffers: &sorted, place: &place });
        let none = crate::program::Facts::default();
        let name = format!("{}.order", nest.name);
        let made = self
            .builder
            .kernel(&name, none, |b| rows.by_grids(b, &gpu, 1, None, (&from, &to)))
            .map_err(|e| self.unsupported(op, e.to_string()))?;
        if !made {
            return Err(self.unsupported(op, "its places do not fit shared memory"));
        }
        self.lifetimes.step();
        for buffer in found.iter().chain(&sorted) {
            self.lifetimes.touch(*buffer);
        }
        let it = Segments { nest, meeting: &meeting, alone, count: count as i64, sorted };
        let name = &nest.name;
        let applied = self.builder.kernel(name, facts(nest), |b| it.apply(b, inputs, outputs));
        applied.map_err(|e| self.unsupported(op, e.to_string()))?;
        Ok(true)
    }
}

/// Returns the nest that computes the updates only, and the operations that combine them with
/// memory; `None` if the order of the updates matters.
fn in_any_order(
    nest: &Nest,
    inputs: &[BufferId],
    outputs: &[BufferId],
) -> Option<(Nest, Vec<BinaryOp>)> {
    let mut made = nest.clone();
    let mut combined = Vec::new();
    for (n, output) in nest.outputs.iter().enumerate() {
        let element = output.tensor.element;
        let signed = match element {
            Element::I32 | Element::I64 => true,
            Element::U32 | Element::U64 => false,
            _ => return None,
        };
        let Node::Op(op, operands) = nest.body.node(output.value) else { return None };
        // Subtracting is adding what is negated.
        let monoid = match op {
            ScalarOp::Subtract => Monoid::Add,
            op => op.monoid(element)?,
        };
        let by = match monoid {
            Monoid::Add => BinaryOp::Add,
            Monoid::And => BinaryOp::And,
            Monoid::Or => BinaryOp::Or,
            Monoid::Xor => BinaryOp::Xor,
            Monoid::Minimum if signed => BinaryOp::MinS,
            Monoid::Minimum => BinaryOp::MinU,
            Monoid::Maximum if signed => BinaryOp::MaxS,
            Monoid::Maximum => BinaryOp::MaxU,
            Monoid::Multiply => return None,
        };
        // The value before the update.
        let before = |id: &NodeId| match nest.body.node(*id) {
            Node::Lookup { input, coords, start } => {
                inputs[*input as usize] == outputs[n]
                    && *coords == output.coords
                    && Some(*start) == output.start
            }
            Node::Load { input, coords, guard } => {
                let same = inputs[*input as usize] == outputs[n] && *coords == output.coords;
                same && guard.is_empty() && output.start.is_none()
            }
            _ => false,
        };
        let at = operands.iter().position(before)?;
        if at == 1 && *op == ScalarOp::Subtract {
            return None;
        }
        let update = operands[1 - at];
        // Nothing else depends on what was there.
        let rest: Vec<NodeId> =
            [update].into_iter().chain(output.start).chain(output.when).collect();
        let needed = nest.body.needed(&rest);
        let read = |id: NodeId| match nest.body.node(id) {
            Node::Load { input, .. } | Node::Lookup { input, .. } => {
                needed[id.0 as usize] && outputs.contains(&inputs[*input as usize])
            }
            _ => false,
        };
        if nest.body.ids().any(read) {
            return None;
        }
        made.outputs[n].value = match op {
            ScalarOp::Subtract => made.body.op(ScalarOp::Negate, element, &[update]),
            _ => update,
        };
        combined.push(by);
    }
    (made.reduction.is_none() && !combined.is_empty()).then_some((made, combined))
}

/// The nest of the places of updates, and of their numbers.
fn places(nest: &Nest, meeting: &[usize]) -> Nest {
    let first = &nest.outputs[0];
    let mut body = nest.body.clone();
    let place = body.index(linear(&first.coords, &first.tensor.shape), Element::I64);
    let place = match first.start {
        Some(start) => body.op(ScalarOp::Add, Element::I64, &[start, place]),
        None => place,
    };
    let mut place = body.convert(place, Element::I32);
    if let Some(when) = first.when {
        let none = body.constant(Element::I32, i32::MAX as u64);
        place = body.op(ScalarOp::Select, Element::I32, &[when, place, none]);
    }
    let coords: Vec<Index> = meeting.iter().map(|d| Index::var(Var(*d as u32))).collect();
    let shape: Vec<u64> = meeting.iter().map(|d| nest.dims[*d].extent).collect();
    let own = body.index(linear(&coords, &shape), Element::I32);
    let output = |name: &str, value| {
        let tensor = Tensor { name: name.to_owned(), element: Element::I32, shape: shape.clone() };
        Output::at(tensor, coords.clone(), value)
    };
    let outputs = vec![output("places", place), output("updates", own)];
    let dims = points(nest, meeting);
    Nest { name: format!("{}.places", nest.name), dims, body, outputs, ..nest.clone() }
}

/// The nest's dimensions, with one point each but for some.
fn points(nest: &Nest, of: &[usize]) -> Vec<Dim> {
    let each = nest.dims.iter().enumerate().map(|(d, dim)| match of.contains(&d) {
        true => dim.clone(),
        false => Dim { extent: 1, ..dim.clone() },
    });
    each.collect()
}

/// Updates in the order of their places.
struct Segments<'a> {
    nest: &'a Nest,
    meeting: &'a [usize],
    alone: &'a [usize],
    count: i64,
    /// The places, and the updates' numbers.
    sorted: [BufferId; 2],
}

impl Segments<'_> {
    fn apply(
        &self,
        b: &mut Builder,
        inputs: &[BufferId],
        outputs: &[BufferId],
    ) -> Result<(), ScheduleError> {
        let points: u64 = self.alone.iter().map(|d| self.nest.dims[*d].extent).product();
        b.for_each(LoopKind::Parallel, "place", 0, self.count, 1, |b, at| {
            b.for_each(LoopKind::Parallel, "point", 0, points as i64, 1, |b, point| {
                let key = self.key(b, at);
                let begins = self.begins(b, at, key);
                b.try_branch(
                    begins,
                    |b| {
                        let end = self.end(b, at, key);
                        let (from, to) = (Index::var(at), Index::var(end));
                        b.for_each(LoopKind::Serial, "turn", from, to, 1, |b, at| {
                            let word = Scalar::I32.ty();
                            let update = b.load(word, self.sorted[1], Index::var(at));
                            let update = b.convert(ConvertOp::ExtendU, update, Scalar::I64);
                            // The sorted values are numbers of updates.
                            b.assuming(update, Range::extent(self.count as u64), |b| {
                                self.update(b, update, point, (inputs, outputs))
                            })
                        })
                    },
                    |_| Ok(()),
                )
            })
        })
    }

    fn key(&self, b: &mut Builder, at: Value) -> Value {
        b.load(Scalar::I32.ty(), self.sorted[0], Index::var(at))
    }

    /// Whether an update is the first of its place, and is not left out.
    fn begins(&self, b: &mut Builder, at: Value, key: Value) -> Value {
        let zero = number(b, 0);
        let behind = b.index(Index::var(at) - 1);
        let behind = b.binary(BinaryOp::MaxS, behind, zero);
        let before = self.key(b, behind);
        let first = b.compare(CompareOp::Eq, at, zero);
        let other = b.compare(CompareOp::Ne, before, key);
        let none = b.int(Scalar::I32.ty(), i32::MAX.into());
        let counts = b.compare(CompareOp::Ne, key, none);
        let begins = b.binary(BinaryOp::Or, first, other);
        b.binary(BinaryOp::And, begins, counts)
    }

    /// The end of the updates of a place that begin here: the next one is looked at first,
    /// as most places have few.
    fn end(&self, b: &mut Builder, at: Value, key: Value) -> Value {
        let next = b.index(Index::var(at) + 1);
        let some = compare(b, CompareOp::LtS, next, Index::constant(self.count));
        let near = b.select(some, next, at);
        let near = self.key(b, near);
        let same = b.compare(CompareOp::Eq, near, key);
        let more = b.binary(BinaryOp::And, some, same);
        let steps = i64::from((self.count as u64).ilog2()) + 1;
        let steps = choice(b, more, Index::constant(steps), Index::constant(0));
        let bounds = (Index::constant(0), Index::var(steps));
        let high = choice(b, more, Index::constant(self.count), next);
        let found =
            b.for_carrying(LoopKind::Serial, "step", bounds, 1, &[next, high], |b, _, ends| {
                let (low, high) = (ends[0], ends[1]);
                let open = b.compare(CompareOp::LtS, low, high);
                let one = number(b, 1);
                let sum = b.binary(BinaryOp::Add, low, high);
                let middle = b.binary(BinaryOp::ShrU, sum, one);
                let place = b.select(open, middle, at);
                let there = self.key(b, place);
                let same = b.compare(CompareOp::Eq, there, key);
                let on = b.binary(BinaryOp::And, same, open);
                let stays = b.binary(BinaryOp::Xor, on, open);
                let past = b.binary(BinaryOp::Add, middle, one);
                vec![b.select(on, past, low), b.select(stays, middle, high)]
            });
        found[0]
    }

    /// One update, at one point of the dimensions along which none meet.
    fn update(
        &self,
        b: &mut Builder,
        update: Value,
        point: Value,
        (inputs, outputs): (&[BufferId], &[BufferId]),
    ) -> Result<(), ScheduleError> {
        let mut standing = EmitContext::default();
        for (dims, number) in [(self.meeting, update), (self.alone, point)] {
            let mut rest = Index::var(number);
            for &dim in dims.iter().rev() {
                let extent = self.nest.dims[dim].extent as i64;
                let at = b.index(b.modulo(rest.clone(), extent));
                standing.at.push((dim, at));
                rest = b.floor_div(rest, extent);
            }
        }
        let nest = Nest { dims: points(self.nest, &[]), ..self.nest.clone() };
        emit_inside(b, &nest, &Default::default(), inputs, outputs, &standing)
    }
}
