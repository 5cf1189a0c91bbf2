//! The steps of micro-batches in the arm of a stage: what they receive, compute, keep and send.

use super::arm::{Arms, Built, Carried, Plan, Slots, State, Subject};
use crate::levels::{Function, Part, Source, Target, Way};
use crate::stages::homes::steps;
use hloom_ir::field::{ResultType, ResultTypes};
use hloom_ir::ops::{
    ChannelHandle, DynamicSlice, DynamicUpdateSlice, Multiply, Recv, Remainder, Reshape, Send,
};
use hloom_ir::{Type, Value};

impl Arms<'_, '_, '_> {
    /// The channel of a subject between two stages.
    pub(super) fn channel(&mut self, subject: Subject, between: (usize, usize)) -> ChannelHandle {
        let next = self.taken + self.channels.len() as i64 + 1;
        let handle = *self.channels.entry((subject, between.0, between.1)).or_insert(next);
        ChannelHandle { handle, kind: ChannelHandle::DEVICE_TO_DEVICE }
    }

    pub(super) fn send(
        &mut self,
        token: Value,
        value: Value,
        subject: Subject,
        between: (usize, usize),
    ) -> Built<Value> {
        let send = Send {
            channel_handle: self.channel(subject, between),
            is_host_transfer: Some(false),
            source_target_pairs: Some(Box::new(self.axis.pairs(between.0, between.1))),
        };
        self.r.value(send, &[value, token])
    }

    pub(super) fn receive(
        &mut self,
        token: Value,
        ty: Type,
        subject: Subject,
        between: (usize, usize),
    ) -> Built<(Value, Value)> {
        let recv = Recv {
            channel_handle: self.channel(subject, between),
            is_host_transfer: Some(false),
            source_target_pairs: Some(Box::new(self.axis.pairs(between.0, between.1))),
            results: ResultTypes([ty, Type::token()].into()),
        };
        let op = self.r.build(recv, &[token])?;
        let results = self.r.module().results(op);
        Ok((results.get(0).expect("a value"), results.get(1).expect("a token")))
    }

    /// A step of micro-batch `i`: receives, computes, sends.
    pub(super) fn step(
        &mut self,
        plan: &Plan<'_>,
        (step, way): (&Function, usize),
        i: Value,
        slots: &mut Slots,
        now: &mut Carried,
        own: &State,
    ) -> Built<()> {
        for &slot in &plan.received[way] {
            let at = step.inputs.iter().position(|source| *source == Source::Slot(slot));
            let ty = self.input_type(step, at.expect("it is an input"));
            let from = self.maker(plan.round, slot);
            let subject = Subject::Slot(plan.round, slot);
            let (value, token) = self.receive(now.token, ty, subject, (from, own.stage))?;
            now.token = token;
            slots.insert(slot, value);
        }
        let mut operands = Vec::with_capacity(step.inputs.len());
        for (at, source) in step.inputs.iter().enumerate() {
            operands.push(match source {
                Source::Slot(slot) => slots[slot],
                Source::Output(n) => match plan.outputs.iter().position(|own| own == n) {
                    Some(at) => now.outputs[at],
                    None => self.outer(source, own),
                },
                Source::Part { of, part } => {
                    let of = self.outer(of, own);
                    let ty = self.input_type(step, at);
                    self.samples(of, *part, i, ty)?
                }
                Source::Argument(_) | Source::Prologue(_) => self.outer(source, own),
            });
        }
        let results = self.call(step, &operands)?;
        for (target, value) in step.results.iter().zip(results) {
            match *target {
                Target::Slot(slot) => _ = slots.insert(slot, value),
                Target::Output(n) => {
                    let at = plan.outputs.iter().position(|own| *own == n).expect("it is one");
                    now.outputs[at] = match &self.program.outputs[n].way {
                        Way::Sum { .. } => value,
                        Way::Kept { dimension } => {
                            self.keep(now.outputs[at], value, *dimension, i)?
                        }
                    };
                }
                Target::Prologue(_) | Target::Result => unreachable!("results of other functions"),
            }
        }
        for &(slot, to) in &plan.sent[way] {
            let subject = Subject::Slot(plan.round, slot);
            now.token = self.send(now.token, slots[&slot], subject, (own.stage, to))?;
        }
        Ok(())
    }

    /// The stage that makes a slot.
    pub(super) fn maker(&self, round: usize, slot: usize) -> usize {
        let makes = |&stage: &usize| {
            let all = steps(self.program, round, stage).into_iter().flatten();
            all.flat_map(|step| &step.results).any(|it| *it == Target::Slot(slot))
        };
        (0..self.program.levels()).find(makes).expect("a stage makes it")
    }

    /// The samples of micro-batch `i` of a value.
    pub(super) fn samples(&mut self, of: Value, part: Part, i: Value, ty: Type) -> Built<Value> {
        let sizes = ty.as_tensor().map_or_else(Vec::new, |tensor| tensor.dims.to_vec());
        let starts = self.starts(sizes.len(), part.dimension, sizes[part.dimension], i)?;
        let operands: Vec<Value> = [of].into_iter().chain(starts).collect();
        self.r.value(DynamicSlice { slice_sizes: sizes.into() }, &operands)
    }

    /// Puts the samples of micro-batch `i` to those of the others.
    pub(super) fn keep(
        &mut self,
        all: Value,
        own: Value,
        dimension: usize,
        i: Value,
    ) -> Built<Value> {
        let dims = self.dims(own);
        let starts = self.starts(dims.len(), dimension, dims[dimension], i)?;
        let operands: Vec<Value> = [all, own].into_iter().chain(starts).collect();
        self.r.value(DynamicUpdateSlice {}, &operands)
    }

    pub(super) fn dims(&self, value: Value) -> Vec<i64> {
        self.r.module().ty(value).as_tensor().map_or_else(Vec::new, |t| t.dims.to_vec())
    }

    /// The position of part `i`, which has so many positions of a dimension.
    pub(super) fn starts(
        &mut self,
        rank: usize,
        at: usize,
        extent: i64,
        i: Value,
    ) -> Built<Vec<Value>> {
        let (zero, extent) = (self.number(0), self.number(extent));
        let first = self.r.value(Multiply {}, &[i, extent])?;
        Ok((0..rank).map(|d| if d == at { first } else { zero }).collect())
    }

    /// Puts the values of micro-batch `i` that wait into their rings.
    pub(super) fn store(
        &mut self,
        plan: &Plan<'_>,
        i: Value,
        slots: &Slots,
        now: &mut Carried,
    ) -> Built<()> {
        for (ring, slot) in now.rings.iter_mut().zip(&plan.waiting) {
            let value = slots[slot];
            let mut dims = self.dims(value);
            dims.insert(0, 1);
            let ty = self.r.module().ty(value).as_tensor().expect("a tensor").with_dims(&dims);
            let value = self.r.value(Reshape { ty: ResultType(ty.into()) }, &[value])?;
            let place = self.place(plan.behind, i)?;
            let starts = self.starts(dims.len(), 0, 1, place)?;
            let operands: Vec<Value> = [*ring, value].into_iter().chain(starts).collect();
            *ring = self.r.value(DynamicUpdateSlice {}, &operands)?;
        }
        Ok(())
    }

    /// The values in the place of micro-batch `i` in the rings.
    pub(super) fn load(&mut self, plan: &Plan<'_>, i: Value, now: &Carried) -> Built<Slots> {
        let mut slots = Slots::default();
        for (&ring, &slot) in now.rings.iter().zip(&plan.waiting) {
            let mut sizes = self.dims(ring);
            sizes[0] = 1;
            let place = self.place(plan.behind, i)?;
            let starts = self.starts(sizes.len(), 0, 1, place)?;
            let operands: Vec<Value> = [ring].into_iter().chain(starts).collect();
            let one = self.r.value(DynamicSlice { slice_sizes: sizes.into() }, &operands)?;
            let ty = ResultType(self.slot_type(plan, slot));
            slots.insert(slot, self.r.value(Reshape { ty }, &[one])?);
        }
        Ok(slots)
    }

    /// The place of micro-batch `i` in a ring of so many.
    pub(super) fn place(&mut self, behind: i64, i: Value) -> Built<Value> {
        let behind = self.number(behind);
        self.r.value(Remainder {}, &[i, behind])
    }
}
