//! The arms of the `case` that tells the stages apart: the program of each stage.

use super::axis::Axis;
use super::homes::{Homes, steps};
use crate::levels::{Function, LevelProgram, Source, Target, Way};
use crate::micro_batch::emit::splat_zero;
use hloom_analysis::schedule::Order;
use hloom_ir::field::{ResultTypes, Symbol};
use hloom_ir::op::ConstraintError;
use hloom_ir::ops::{
    Add, AfterAll, Call, ChannelHandle, Compare, Direction, Op, Return, Subtract, While,
};
use hloom_ir::rewrite::InsertPoint;
use hloom_ir::{Block, Element, Literal, OpId, Rewriter, Type, Value};
use rustc_hash::FxHashMap;

pub(super) type Built<T> = Result<T, ConstraintError>;

/// The subject of a message between two stages.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Subject {
    /// A value of a micro-batch: the round and the slot.
    Slot(usize, usize),
    /// A value of the whole batch that micro-batches make.
    Output(usize),
    /// A value of the ops after the loops over micro-batches.
    Value(Value),
}

/// Builds arms.
pub(super) struct Arms<'r, 'm, 'p> {
    pub(super) r: &'r mut Rewriter<'m>,
    pub(super) program: &'p LevelProgram,
    pub(super) homes: &'p Homes,
    pub(super) axis: &'p Axis,
    /// The block of the step's function.
    pub(super) block: Block,
    pub(super) order: Order,
    /// The channel of each subject from a stage to another.
    pub(super) channels: FxHashMap<(Subject, usize, usize), i64>,
    /// The largest channel of the program's own exchanges.
    pub(super) taken: i64,
}

/// The values that a stage has.
pub(super) struct State {
    pub(super) stage: usize,
    pub(super) token: Value,
    pub(super) prologue: Vec<Option<Value>>,
    pub(super) outputs: Vec<Option<Value>>,
}

/// The steps of a stage in a round.
pub(super) struct Plan<'p> {
    pub(super) round: usize,
    pub(super) forward: Option<&'p Function>,
    pub(super) backward: Option<&'p Function>,
    /// The slots that come from other stages, before a forward and before a backward step.
    pub(super) received: [Vec<usize>; 2],
    /// The slots that go to other stages, behind a forward and behind a backward step.
    pub(super) sent: [Vec<(usize, usize)>; 2],
    /// The slots that wait for the backward step.
    pub(super) waiting: Vec<usize>,
    /// The outputs that this stage makes.
    pub(super) outputs: Vec<usize>,
    /// The micro-batches that wait for their backward steps.
    pub(super) behind: i64,
}

/// The values that a loop over micro-batches carries.
#[derive(Clone)]
pub(super) struct Carried {
    pub(super) token: Value,
    /// For each slot that waits, those of several micro-batches.
    pub(super) rings: Vec<Value>,
    pub(super) outputs: Vec<Value>,
}

impl Carried {
    fn list(&self, index: Value) -> Vec<Value> {
        let front = [index, self.token].into_iter();
        front.chain(self.rings.iter().copied()).chain(self.outputs.iter().copied()).collect()
    }

    fn read(&self, values: &[Value]) -> Carried {
        let rings = self.rings.len();
        Carried {
            token: values[1],
            rings: values[2..2 + rings].to_vec(),
            outputs: values[2 + rings..].to_vec(),
        }
    }
}

pub(super) type Slots = FxHashMap<usize, Value>;

impl<'r, 'm, 'p> Arms<'r, 'm, 'p> {
    pub(super) fn new(
        r: &'r mut Rewriter<'m>,
        program: &'p LevelProgram,
        homes: &'p Homes,
        axis: &'p Axis,
        block: Block,
        order: Order,
    ) -> Arms<'r, 'm, 'p> {
        let module = r.module();
        let handles = module.walk(module.root()).filter_map(|op| handle(module.op(op)));
        let taken = handles.map(|it| it.handle).max().unwrap_or(0);
        Arms { r, program, homes, axis, block, order, channels: FxHashMap::default(), taken }
    }

    /// Builds the ops of a stage at the insertion point.
    pub(super) fn stage(&mut self, stage: usize) -> Built<()> {
        let (program, homes) = (self.program, self.homes);
        let mut own = State {
            stage,
            token: self.r.value(AfterAll {}, &[])?,
            prologue: vec![None; program.prologue_values()],
            outputs: vec![None; program.outputs.len()],
        };
        for number in 0..program.rounds.len() {
            self.prologue(number, &mut own);
            self.round(number, &mut own)?;
            let made = program.outputs.iter().enumerate().filter(|(_, it)| it.round == number);
            for (n, _) in made {
                let from = homes.outputs[n];
                for &to in &homes.needs[n] {
                    let subject = Subject::Output(n);
                    if from == stage {
                        let value = own.outputs[n].expect("this stage made it");
                        own.token = self.send(own.token, value, subject, (from, to))?;
                    } else if to == stage {
                        let (value, token) =
                            self.receive(own.token, homes.types[n], subject, (from, to))?;
                        (own.outputs[n], own.token) = (Some(value), token);
                    }
                }
            }
        }
        let results = self.epilogue(&mut own)?;
        self.r.build(Return {}, &results)?;
        Ok(())
    }

    /// The ops before a round that this stage needs.
    fn prologue(&mut self, number: usize, own: &mut State) {
        let homes = self.homes;
        let prologue = &homes.prologues[number];
        let wanted = &homes.early[own.stage];
        let (live, runs) = prologue.live(self.r.module(), wanted);
        let mut map: FxHashMap<Value, Value> = FxHashMap::default();
        for (&value, source) in prologue.sources.iter().filter(|(value, _)| live.contains(value)) {
            map.insert(value, self.outer(source, own));
        }
        for (&op, runs) in prologue.ops.iter().zip(runs) {
            if runs {
                self.copy(op, &mut map);
            }
        }
        for (value, n) in prologue.results.iter().filter(|(_, n)| wanted.contains(n)) {
            own.prologue[*n] = Some(map[value]);
        }
    }

    /// A value from outside of micro-batches.
    pub(super) fn outer(&self, source: &Source, own: &State) -> Value {
        let known = "it was computed or received before";
        match *source {
            Source::Argument(i) => self.r.module().args(self.block)[i],
            Source::Prologue(n) => own.prologue[n].expect(known),
            Source::Output(n) => own.outputs[n].expect(known),
            Source::Part { ref of, .. } => self.outer(of, own),
            Source::Slot(_) => unreachable!("slots belong to micro-batches"),
        }
    }

    pub(super) fn call(&mut self, function: &Function, operands: &[Value]) -> Built<Vec<Value>> {
        let module = self.r.module();
        let op = module.symbol(&function.name).expect("it was built");
        let results = module.func(op).function_type.results();
        let call = Call {
            callee: Symbol::from(function.name.as_str()),
            results: ResultTypes(results.iter().copied().collect()),
        };
        let op = self.r.build(call, operands)?;
        Ok(self.r.module().results(op).iter().collect())
    }

    /// The steps of a stage in a round.
    fn plan(&self, round: usize, stage: usize) -> Plan<'p> {
        let program = self.program;
        let group = &program.rounds[round].groups[0];
        let stages = program.levels();
        let mut makers = vec![0; group.slots];
        let mut users: Vec<Vec<usize>> = vec![Vec::new(); group.slots];
        for at in 0..stages {
            for step in steps(program, round, at).into_iter().flatten() {
                for target in &step.results {
                    if let Target::Slot(slot) = *target {
                        makers[slot] = at;
                    }
                }
                for source in &step.inputs {
                    if let Source::Slot(slot) = *source
                        && !users[slot].contains(&at)
                    {
                        users[slot].push(at);
                    }
                }
            }
        }
        let inputs = |step: Option<&Function>| -> Vec<usize> {
            let all = step.into_iter().flat_map(|step| &step.inputs);
            all.filter_map(|it| if let Source::Slot(n) = it { Some(*n) } else { None }).collect()
        };
        let results = |step: Option<&Function>| -> Vec<usize> {
            let all = step.into_iter().flat_map(|step| &step.results);
            all.filter_map(|it| if let Target::Slot(n) = it { Some(*n) } else { None }).collect()
        };
        let [forward, backward] = steps(program, round, stage);
        let foreign = |slots: Vec<usize>| -> Vec<usize> {
            slots.into_iter().filter(|&slot| makers[slot] != stage).collect()
        };
        let early = foreign(inputs(forward));
        let mut late = foreign(inputs(backward));
        late.retain(|slot| !early.contains(slot));
        let sent = [forward, backward].map(|step| {
            let made = results(step).into_iter();
            let pairs = made.flat_map(|n| users[n].iter().map(move |&to| (n, to)));
            pairs.filter(|&(_, to)| to != stage).collect()
        });
        let mut waiting = results(forward);
        waiting.extend(&early);
        let wanted = inputs(backward);
        waiting.retain(|slot| wanted.contains(slot));
        let both = [forward, backward].into_iter().flatten();
        let targets = both.flat_map(|step| &step.results);
        let outputs =
            targets.filter_map(|it| if let Target::Output(n) = it { Some(*n) } else { None });
        let count = program.sizes.len();
        let behind = match (backward, self.order) {
            (None, _) | (_, Order::GPipe) => count,
            (Some(_), Order::OneForwardOneBackward) => count.min(stages - 1 - stage),
        };
        Plan {
            round,
            forward,
            backward,
            received: [early, late],
            sent,
            waiting,
            outputs: outputs.collect(),
            behind: behind as i64,
        }
    }

    /// Runs the micro-batches of a round.
    fn round(&mut self, number: usize, own: &mut State) -> Built<()> {
        let plan = self.plan(number, own.stage);
        let count = self.program.sizes.len() as i64;
        let mut carried = Carried { token: own.token, rings: Vec::new(), outputs: Vec::new() };
        if plan.backward.is_some() && plan.behind > 0 {
            for &slot in &plan.waiting {
                let dims: Vec<i64> =
                    self.slot_type(&plan, slot).as_tensor().map_or_else(Vec::new, |tensor| {
                        [plan.behind].into_iter().chain(tensor.dims.iter().copied()).collect()
                    });
                let ty =
                    self.slot_type(&plan, slot).as_tensor().expect("a tensor").with_dims(&dims);
                carried.rings.push(self.zeros(ty.into()));
            }
        }
        for &n in &plan.outputs {
            let start = match &self.program.outputs[n].way {
                Way::Sum { start } => self.r.constant(start.clone()),
                Way::Kept { .. } => self.zeros(self.homes.types[n]),
            };
            carried.outputs.push(start);
        }
        let behind = plan.behind;
        if plan.forward.is_some() || plan.backward.is_none() {
            carried = self.repeat((0, behind), carried, &mut |it, i, mut now| {
                let slots = it.forward(&plan, i, &mut now, own)?;
                it.store(&plan, i, &slots, &mut now)?;
                Ok(now)
            })?;
        }
        if plan.backward.is_some() {
            carried = self.repeat((behind, count), carried, &mut |it, i, mut now| {
                let waited = match behind {
                    0 => None,
                    _ => Some(it.load(&plan, i, &now)?),
                };
                let slots = it.forward(&plan, i, &mut now, own)?;
                it.store(&plan, i, &slots, &mut now)?;
                let before = it.number(behind);
                let at = if behind == 0 { i } else { it.r.value(Subtract {}, &[i, before])? };
                it.backward(&plan, at, waited.unwrap_or(slots), &mut now, own)?;
                Ok(now)
            })?;
            carried = self.repeat((count - behind, count), carried, &mut |it, i, mut now| {
                let slots = it.load(&plan, i, &now)?;
                it.backward(&plan, i, slots, &mut now, own)?;
                Ok(now)
            })?;
        }
        own.token = carried.token;
        for (&n, value) in plan.outputs.iter().zip(carried.outputs) {
            own.outputs[n] = Some(value);
        }
        Ok(())
    }

    /// The type of a slot that waits.
    pub(super) fn slot_type(&self, plan: &Plan<'_>, slot: usize) -> Type {
        let backward = plan.backward.expect("a backward step waits for it");
        let at = backward.inputs.iter().position(|source| *source == Source::Slot(slot));
        self.input_type(backward, at.expect("it is an input"))
    }

    pub(super) fn input_type(&self, step: &Function, at: usize) -> Type {
        let module = self.r.module();
        let op = module.symbol(&step.name).expect("it was built");
        module.func(op).function_type.inputs()[at]
    }

    fn forward(
        &mut self,
        plan: &Plan<'_>,
        i: Value,
        now: &mut Carried,
        own: &State,
    ) -> Built<Slots> {
        let mut slots = Slots::default();
        if let Some(step) = plan.forward {
            self.step(plan, (step, 0), i, &mut slots, now, own)?;
        }
        Ok(slots)
    }

    fn backward(
        &mut self,
        plan: &Plan<'_>,
        i: Value,
        mut slots: Slots,
        now: &mut Carried,
        own: &State,
    ) -> Built<()> {
        match plan.backward {
            Some(step) => self.step(plan, (step, 1), i, &mut slots, now, own),
            None => Ok(()),
        }
    }

    /// Repeats a body for micro-batches.
    fn repeat(
        &mut self,
        (from, to): (i64, i64),
        carried: Carried,
        body: &mut dyn FnMut(&mut Self, Value, Carried) -> Built<Carried>,
    ) -> Built<Carried> {
        let first = self.number(from);
        match to - from {
            0 => return Ok(carried),
            1 => return body(self, first, carried),
            _ => {}
        }
        let initial = carried.list(first);
        let types: Vec<Type> = initial.iter().map(|&v| self.r.module().ty(v)).collect();
        let point = self.r.point();
        let (condition, block) = self.r.region(&types);
        self.r.set_point(InsertPoint::End(block));
        let now = self.r.module().args(block)[0];
        let end = self.number(to);
        let compare = Compare { comparison_direction: Direction::Lt, compare_type: None };
        let more = self.r.value(compare, &[now, end])?;
        self.r.build(Return {}, &[more])?;
        let (inside, block) = self.r.region(&types);
        self.r.set_point(InsertPoint::End(block));
        let args = self.r.module().args(block).to_vec();
        let next = body(self, args[0], carried.read(&args))?;
        let one = self.number(1);
        let index = self.r.value(Add {}, &[args[0], one])?;
        self.r.build(Return {}, &next.list(index))?;
        self.r.set_point(point);
        let all = self.r.build_with_regions(While {}, &initial, &[condition, inside])?;
        let results: Vec<Value> = self.r.module().results(all).iter().collect();
        Ok(carried.read(&results))
    }

    /// The ops after the loops over micro-batches; returns the step's results.
    fn epilogue(&mut self, own: &mut State) -> Built<Vec<Value>> {
        let homes = self.homes;
        let epilogue = &homes.epilogue;
        let runs = epilogue.runs(self.r.module(), own.stage, &homes.results);
        let mut map: FxHashMap<Value, Value> = FxHashMap::default();
        for (&value, source) in &epilogue.sources {
            // Some belong to other stages.
            let known = match source {
                Source::Argument(i) => Some(self.r.module().args(self.block)[*i]),
                Source::Prologue(n) => own.prologue[*n],
                Source::Output(n) => own.outputs[*n],
                Source::Slot(_) | Source::Part { .. } => None,
            };
            if let Some(known) = known {
                map.insert(value, known);
            }
        }
        let mut transfers = epilogue.transfers.iter().peekable();
        for (number, &(op, _)) in epilogue.ops.iter().enumerate() {
            while let Some(it) = transfers.next_if(|it| it.before == number) {
                let (subject, between) = (Subject::Value(it.value), (it.from, it.to));
                if it.from == own.stage {
                    own.token = self.send(own.token, map[&it.value], subject, between)?;
                } else if it.to == own.stage {
                    let ty = self.r.module().ty(it.value);
                    let (value, token) = self.receive(own.token, ty, subject, between)?;
                    own.token = token;
                    map.insert(it.value, value);
                }
            }
            if runs[number] {
                self.copy(op, &mut map);
            }
        }
        let returned = epilogue.returned.iter().zip(&homes.results);
        let each = returned.map(|(value, home)| match *home == own.stage {
            true => map[value],
            false => self.zeros(self.r.module().ty(*value)),
        });
        Ok(each.collect())
    }

    fn copy(&mut self, op: OpId, map: &mut FxHashMap<Value, Value>) {
        self.r.set_source(op);
        self.r.clone_op(op, map);
    }

    pub(super) fn number(&mut self, n: i64) -> Value {
        let ty = Type::scalar_tensor(Element::I64);
        self.r.constant(Literal::splat(ty, &n.to_le_bytes()).expect("eight bytes"))
    }

    fn zeros(&mut self, ty: Type) -> Value {
        self.r.constant(splat_zero(ty))
    }
}

/// The channel of an op that exchanges data.
fn handle(op: &Op) -> Option<ChannelHandle> {
    match op {
        Op::AllGather(it) => it.channel_handle,
        Op::AllReduce(it) => it.channel_handle,
        Op::AllToAll(it) => it.channel_handle,
        Op::CollectiveBroadcast(it) => it.channel_handle,
        Op::CollectivePermute(it) => it.channel_handle,
        Op::CollectiveReduce(it) => it.channel_handle,
        Op::ReduceScatter(it) => it.channel_handle,
        // Any other op: it has no channel, or is none of a program with stages.
        _ => None,
    }
}
