//! Ops that are nests, or a few of them one after the other.

use super::reuse::Itself;
use super::{Lowering, Slot};
use crate::lower::Unsupported;
use crate::lower::nests::{Lowered as LoweredNest, Update, nest_of, select_of, update_of};
use crate::nest::{Nest, Node};
use crate::program::{BufferId, Mark, Space};
use crate::schedule::{Placement, ScheduleError};
use hloom_ir::ops::SelectAndScatter;
use hloom_ir::{Element, OpId, Value};

impl Lowering<'_> {
    /// Lowers an op that is a nest.
    pub(super) fn nest(&mut self, op: OpId) -> Result<(), Unsupported> {
        let module = self.module;
        let mut lowered = match nest_of(module, op) {
            Ok(lowered) => lowered,
            Err(why) => return self.host_or(op, why),
        };
        let mut inputs: Vec<BufferId> = Vec::new();
        for (n, v) in lowered.inputs.clone().into_iter().enumerate() {
            inputs.push(self.nest_input(op, v, (&mut lowered.nest, n))?);
        }
        let results: Vec<Value> = module.results(op).into_iter().collect();
        let mut layouts = Vec::new();
        for (n, &result) in results.iter().enumerate() {
            layouts.push(self.nest_output(result, (&mut lowered.nest, n)));
        }
        if let [result] = results[..]
            && let Some(input) = self.moves_nothing(result, &lowered)
        {
            self.lies_in(result, inputs[input], layouts.remove(0));
            return Ok(());
        }
        let mut outputs = Vec::new();
        let in_place = self.in_place(op, &lowered, &inputs);
        for ((n, &result), layout) in results.iter().enumerate().zip(layouts) {
            outputs.push(match (in_place, layout) {
                (None, None) => self.buffer_for(op, result)?,
                (None, layout) => {
                    let tensor = &lowered.nest.outputs[n].tensor;
                    let buffer = self.output_memory(result, (tensor, layout.as_ref()));
                    self.lies_in(result, buffer, layout);
                    buffer
                }
                (Some(buffer), layout) => {
                    self.slots.overwrite(buffer, module.operands(op));
                    self.lies_in(result, buffer, layout);
                    buffer
                }
            });
        }
        if lowered.nest.parallel_points() == 0 {
            return Ok(());
        }
        let mark = self.mark();
        match self.emit_kernel(&lowered.nest, Placement::Kernel, &inputs, &outputs) {
            Ok(()) => self.unless_library(op, mark).map(|_| ()),
            Err(why) => {
                self.go_back(mark);
                self.refused(op, &why)
            }
        }
    }

    /// A state of the program and its choices, for [`Lowering::go_back`].
    pub(super) fn mark(&self) -> Undo {
        Undo(self.builder.mark(), self.scheduler.mark())
    }

    /// As [`Lowering::mark`], with the choices as they were at a mark of the scheduler.
    pub(super) fn mark_from(&self, decided: usize) -> Undo {
        Undo(self.builder.mark(), decided)
    }

    /// Forgets what was built and decided since a mark.
    pub(super) fn go_back(&mut self, Undo(mark, decided): Undo) {
        self.builder.go_back(mark);
        self.scheduler.go_back(decided);
    }

    /// Leaves an op to the host whose kernel was not built because an operation has no
    /// expansion for such elements. A schedule that can't be obeyed is an error.
    pub(super) fn refused(&mut self, op: OpId, why: &ScheduleError) -> Result<(), Unsupported> {
        let error = self.unsupported(op, why.to_string());
        match why {
            ScheduleError::Unsupported(_) => self.host_or(op, error),
            ScheduleError::Illegal { .. } => Err(error),
        }
    }

    /// Leaves an op to the host instead of what was built for it since a mark, if that
    /// calls the C library, which no GPU has; whether it does.
    pub(super) fn unless_library(&mut self, op: OpId, mark: Undo) -> Result<bool, Unsupported> {
        let called = self.builder.library_since(&mark.0);
        let Some(name) = called.filter(|_| self.machine.gpu.is_some()) else { return Ok(false) };
        let why = self.unsupported(op, format!("it calls `{name}`, which no GPU has yet"));
        self.go_back(mark);
        self.host_or(op, why).map(|()| true)
    }

    /// The buffer of an input that a nest may write its result to: nothing else reads
    /// it any more, and the nest reads each element only where it writes it.
    fn in_place(&self, op: OpId, lowered: &LoweredNest, inputs: &[BufferId]) -> Option<BufferId> {
        let nest = &lowered.nest;
        let [output] = &nest.outputs[..] else { return None };
        let result = self.module.result(op, 0);
        let plain = nest.reduction.is_none() && output.start.is_none() && output.when.is_none();
        let given = self.destinations.contains_key(&result)
            || self.destinations_in_layout.contains_key(&result);
        if !plain || given {
            return None;
        }
        let mut same: Vec<bool> = nest
            .inputs
            .iter()
            .map(|i| i.element == output.tensor.element && i.shape == output.tensor.shape)
            .collect();
        for id in nest.body.ids() {
            match nest.body.node(id) {
                Node::Load { coords, .. } if *coords == output.coords => {}
                Node::Load { input, .. } | Node::Lookup { input, .. } => {
                    same[*input as usize] = false;
                }
                Node::Constant(_)
                | Node::Index(_)
                | Node::Holds(_)
                | Node::Op(..)
                | Node::Reduced(_)
                | Node::Parameter(_) => {}
            }
        }
        // A carried value is best written to its own buffer.
        let carried = self.carried.get(&result).copied();
        if carried.is_some_and(|b| self.is_used_up(b, op, Itself::No)) {
            return None;
        }
        carried.into_iter().chain(inputs.iter().copied()).find(|&buffer| {
            let mut its = inputs.iter().zip(&same).filter(|(b, _)| **b == buffer);
            let fits = |(_, same): (&BufferId, &bool)| *same;
            inputs.contains(&buffer)
                && its.all(fits)
                && self.is_used_up(buffer, op, Itself::Operands)
        })
    }

    /// Says that a result is made in a buffer that it was not given.
    fn made_in(&mut self, op: OpId, result: Value, buffer: BufferId) -> BufferId {
        self.lifetimes.touch(buffer);
        self.slots.overwrite(buffer, self.module.operands(op));
        self.slots.insert(result, Slot::Buffer(buffer));
        buffer
    }

    /// Lowers an op that changes parts of a tensor: a copy, then what changes. There is
    /// no copy where nothing else reads the tensor any more.
    pub(super) fn update(&mut self, op: OpId) -> Result<(), Unsupported> {
        let module = self.module;
        let Update { lowered, apart, copies } = match update_of(module, op) {
            Ok(found) => found,
            Err(why) => return self.host_or(op, why),
        };
        let mut outputs = Vec::new();
        for (i, result) in copies.into_iter().zip(module.results(op)) {
            let from = self.slot(op, module.operand(op, i))?;
            if let Slot::Buffer(buffer) = from
                && !self.destinations.contains_key(&result)
                && self.is_used_up(buffer, op, Itself::Operand(i))
            {
                outputs.push(self.made_in(op, result, buffer));
                continue;
            }
            let buffer = self.buffer_for(op, result)?;
            self.copy(op, &from, &Slot::Buffer(buffer))?;
            outputs.push(buffer);
        }
        let inputs: Vec<BufferId> =
            lowered.inputs.iter().map(|&v| self.buffer(op, v)).collect::<Result<_, _>>()?;
        // A window that is inserted is not compared with the extent, which is 0 in a tensor without elements.
        let is_empty = |buffer: &BufferId| self.builder.program().buffer(*buffer).units() == 0;
        if lowered.nest.parallel_points() == 0 || outputs.iter().all(is_empty) {
            return Ok(());
        }
        let apart = match self.machine.gpu {
            // Threads go through the other points each at its own pace.
            Some(_) => &apart.alone,
            None => &apart.together,
        };
        if apart.len() < lowered.nest.dims.len()
            && self.in_segments(op, &lowered.nest, apart, (&inputs, &outputs))?
        {
            return Ok(());
        }
        let placement = Placement::InOrder { apart };
        self.emit(op, &lowered.nest, placement, &inputs, &outputs)
    }

    /// The buffer that a result is made in.
    pub(super) fn buffer_for(&mut self, op: OpId, result: Value) -> Result<BufferId, Unsupported> {
        let buffer = match self.destinations.get(&result) {
            Some(&in_layout) => in_layout,
            None if self
                .carried
                .get(&result)
                .is_some_and(|&b| self.is_used_up(b, op, Itself::No)) =>
            {
                let buffer = self.carried[&result];
                self.lifetimes.touch(buffer);
                buffer
            }
            None => {
                let name = self.module.name(result).unwrap_or("t");
                self.temporary(op, self.module.ty(result), name)?
            }
        };
        self.slots.insert(result, Slot::Buffer(buffer));
        Ok(buffer)
    }

    /// Decides how a nest is computed, and adds its kernel.
    pub(super) fn emit(
        &mut self,
        op: OpId,
        nest: &Nest,
        placement: Placement<'_>,
        inputs: &[BufferId],
        outputs: &[BufferId],
    ) -> Result<(), Unsupported> {
        self.emit_kernel(nest, placement, inputs, outputs)
            .map_err(|e| Unsupported::new(self.module, op, e.to_string()))
    }

    fn emit_kernel(
        &mut self,
        nest: &Nest,
        placement: Placement<'_>,
        inputs: &[BufferId],
        outputs: &[BufferId],
    ) -> Result<(), ScheduleError> {
        let choice = self.scheduler.decide(nest, placement)?;
        choice.emit(&mut self.builder, inputs, outputs)
    }

    /// Lowers `select_and_scatter`: what each window chooses, then what that adds up
    /// to.
    pub(super) fn select_and_scatter(
        &mut self,
        op: OpId,
        it: &SelectAndScatter,
    ) -> Result<(), Unsupported> {
        let module = self.module;
        let nests = match select_of(module, op, it) {
            Ok(nests) => nests,
            Err(why) => return self.host_or(op, why),
        };
        let buffer = self.buffer_for(op, module.result(op, 0))?;
        let inputs = |cx: &mut Self, lowered: &LoweredNest| -> Result<Vec<BufferId>, _> {
            lowered.inputs.iter().map(|&v| cx.buffer(op, v)).collect()
        };
        if nests.fill.nest.parallel_points() > 0 {
            let from = inputs(self, &nests.fill)?;
            self.emit(op, &nests.fill.nest, Placement::Kernel, &from, &[buffer])?;
        }
        if nests.apply.nest.parallel_points() == 0 {
            return Ok(());
        }
        let shape = nests.choose.nest.outputs[0].tensor.shape.clone();
        let chosen = self.builder.buffer("chosen", Element::I64, &shape, Space::Arena(0));
        self.lifetimes.define(chosen);
        let from = inputs(self, &nests.choose)?;
        self.emit(op, &nests.choose.nest, Placement::Kernel, &from, &[chosen])?;
        self.lifetimes.step();
        self.lifetimes.touch(chosen);
        let mut from = inputs(self, &nests.apply)?;
        from.push(chosen);
        if self.in_segments(op, &nests.apply.nest, &[], (&from, &[buffer]))? {
            return Ok(());
        }
        let placement = Placement::InOrder { apart: &[] };
        self.emit(op, &nests.apply.nest, placement, &from, &[buffer])
    }
}

/// A state of a program and its choices.
pub(super) struct Undo(Mark, usize);
