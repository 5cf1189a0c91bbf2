//! The functions of levels, and the function that calls them.

use super::memory::Crossings;
use super::{Emitted, Function, Group, LevelProgram, Output, Part, Source, Stage, Target, Way};
use crate::layer_graph::plan::uses;
use crate::micro_batch::emit::{OutputKind, as_type};
use crate::micro_batch::roles::{accumulator, start};
use hloom_ir::field::{Dims, ResultTypes, Symbol, Text};
use hloom_ir::module::Module;
use hloom_ir::op::ConstraintError;
use hloom_ir::ops::{Call, Concatenate, Func, FuncReturn, FunctionType, Op, Slice};
use hloom_ir::rewrite::InsertPoint;
use hloom_ir::{Block, OpId, Rewriter, Type, Value};
use rustc_hash::FxHashMap;

/// Builds functions in front of one whose ops they are made of.
pub(super) struct Builder<'r, 'm> {
    pub(super) r: &'r mut Rewriter<'m>,
    pub(super) function: OpId,
    pub(super) block: Block,
    /// The values that prologues return, and their numbers.
    pub(super) prologue: Vec<Value>,
    /// The values of the whole batch that micro-batches make.
    pub(super) outputs: Vec<(Value, Output)>,
}

/// The values of a stage that come from elsewhere, and where to find each.
struct Inputs<'e> {
    parts: &'e FxHashMap<Value, (Value, crate::micro_batch::roles::Samples)>,
    slots: &'e FxHashMap<Value, usize>,
}

impl Builder<'_, '_> {
    fn module(&self) -> &Module {
        self.r.module()
    }

    /// A value from outside of micro-batches.
    fn outer(&mut self, value: Value) -> Source {
        if let Some(at) = self.module().args(self.block).iter().position(|&arg| arg == value) {
            return Source::Argument(at);
        }
        if let Some(at) = self.outputs.iter().position(|(whole, _)| *whole == value) {
            return Source::Output(at);
        }
        let known = self.prologue.iter().position(|&other| other == value);
        Source::Prologue(known.unwrap_or_else(|| {
            self.prologue.push(value);
            self.prologue.len() - 1
        }))
    }

    /// The stages of micro-batches of one size.
    pub(super) fn group(
        &mut self,
        size: u64,
        emitted: &Emitted,
        levels: usize,
        suffix: &str,
    ) -> Result<Group, ConstraintError> {
        let crossings = Crossings::of(self.module(), emitted, &emitted.again);
        let made: Vec<Value> = crossings.slots.iter().map(|slot| slot.value).collect();
        let slots: FxHashMap<Value, usize> =
            made.iter().enumerate().map(|(slot, &value)| (value, slot)).collect();
        let mut group = Group { size, slots: made.len(), forward: vec![], backward: vec![] };
        for backward in [false, true] {
            for level in 0..levels {
                let ops = crossings.ops(level, backward);
                let name = if backward { "backward" } else { "forward" };
                let name = format!("level{level}_{name}{suffix}");
                let inputs = Inputs { parts: &emitted.parts, slots: &slots };
                let again = emitted.again.get(&(level, backward)).map_or(&[][..], Vec::as_slice);
                let stage = self.stage(&name, [ops, again], &inputs, emitted, &made)?;
                if backward { group.backward.push(stage) } else { group.forward.push(stage) }
            }
        }
        Ok(group)
    }

    /// A stage of ops, some of which it recomputes.
    fn stage(
        &mut self,
        name: &str,
        [ops, again]: [&[OpId]; 2],
        from: &Inputs<'_>,
        emitted: &Emitted,
        made: &[Value],
    ) -> Result<Option<Stage>, ConstraintError> {
        if ops.is_empty() {
            return Ok(None);
        }
        let here = |module: &Module, value: Value| {
            module.def_op(value).is_some_and(|def| ops.contains(&def))
        };
        let own = |module: &Module, value: Value| {
            here(module, value) && !module.def_op(value).is_some_and(|def| again.contains(&def))
        };
        let mut inputs: Vec<(Value, Source)> = Vec::new();
        for &op in ops {
            for value in uses(self.module(), op) {
                let module = self.module();
                let known = inputs.iter().any(|(other, _)| *other == value);
                if known || here(module, value) || module.constant(value).is_some() {
                    continue;
                }
                let source = match (from.parts.get(&value), from.slots.get(&value)) {
                    (Some(&(of, samples)), _) => {
                        let of = Box::new(self.outer(of));
                        Source::Part { of, part: samples.into() }
                    }
                    (None, Some(&slot)) => Source::Slot(slot),
                    (None, None) => self.outer(value),
                };
                inputs.push((value, source));
            }
        }
        let mut results: Vec<(Value, Target)> = Vec::new();
        for (slot, &value) in made.iter().enumerate() {
            if own(self.module(), value) {
                results.push((value, Target::Slot(slot)));
            }
        }
        let mut sums = Vec::new();
        for (i, &(_, value, kind)) in emitted.outputs.iter().enumerate() {
            let number = emitted.first_output + i;
            if !own(self.module(), value) {
                continue;
            }
            match kind {
                OutputKind::Sum(monoid) => sums.push((number, value, monoid)),
                OutputKind::Kept(_) => results.push((value, Target::Output(number))),
            }
        }
        let work = Work { ops, inputs, results, sums };
        self.build(name, work).map(Some)
    }

    /// Builds a prologue of these ops, which returns those of its values that other functions use. The
    /// `first` one returns constants too, of which micro-batches take samples.
    pub(super) fn prologue(
        &mut self,
        name: &str,
        ops: &[OpId],
        first: bool,
    ) -> Result<Stage, ConstraintError> {
        let made = |value: Value| {
            let own = self.module().def_op(value).is_some_and(|def| ops.contains(&def));
            own || first && self.module().constant(value).is_some()
        };
        let results = self.prologue.iter().enumerate().filter(|&(_, &value)| made(value));
        let results: Vec<(Value, Target)> =
            results.map(|(i, &value)| (value, Target::Prologue(i))).collect();
        if results.is_empty() {
            return Ok(Function { name: name.to_owned(), inputs: Vec::new(), results: Vec::new() });
        }
        let inputs = self.inputs_of(ops, &[]);
        self.build(name, Work { ops, inputs, results, sums: Vec::new() })
    }

    /// Builds the epilogue, of these ops, which returns what the function returns.
    pub(super) fn epilogue(&mut self, ops: &[OpId]) -> Result<Stage, ConstraintError> {
        let end = self.module().terminator(self.block).expect("a function returns");
        let returned = self.module().operands(end).to_vec();
        let results: Vec<(Value, Target)> =
            returned.iter().map(|&value| (value, Target::Result)).collect();
        let inputs = self.inputs_of(ops, &returned);
        self.build("epilogue", Work { ops, inputs, results, sums: Vec::new() })
    }

    /// The values that ops take from elsewhere, and these ones if ops do not make them.
    fn inputs_of(&mut self, ops: &[OpId], also: &[Value]) -> Vec<(Value, Source)> {
        let used = ops.iter().flat_map(|&op| uses(self.module(), op));
        let mut needs: Vec<Value> = used.chain(also.iter().copied()).collect();
        let mut seen = rustc_hash::FxHashSet::default();
        needs.retain(|&value| {
            let def = self.module().def_op(value);
            let constant = self.module().constant(value).is_some();
            !constant && !def.is_some_and(|def| ops.contains(&def)) && seen.insert(value)
        });
        needs.into_iter().map(|value| (value, self.outer(value))).collect()
    }

    /// The type of a value as a function gets it: sums of small floats arrive as their accumulators.
    fn arrives(&self, value: Value, source: &Source) -> Type {
        let ty = self.module().ty(value);
        let output = match source {
            Source::Output(n) => *n,
            Source::Part { of, .. } => return self.arrives(value, of),
            Source::Argument(_) | Source::Prologue(_) | Source::Slot(_) => return ty,
        };
        match (&self.outputs[output].1.way, ty.as_tensor()) {
            (Way::Sum { start }, Some(tensor)) => tensor.with_element(start.element()).into(),
            _ => ty,
        }
    }

    /// Builds a function.
    fn build(&mut self, name: &str, work: Work<'_>) -> Result<Stage, ConstraintError> {
        let main = self.module().func(self.function).sym_name.0.to_string();
        let mut name = format!("{main}_{name}");
        while self.module().symbol(&name).is_some() {
            name.push('_');
        }
        let mut types: Vec<Type> =
            work.inputs.iter().map(|(value, source)| self.arrives(*value, source)).collect();
        let sums = work.sums.iter();
        types.extend(sums.map(|&(_, value, monoid)| accumulator(self.module().ty(value), monoid)));
        let names: Vec<Option<String>> = work
            .inputs
            .iter()
            .map(|&(value, _)| self.module().name(value).map(str::to_owned))
            .collect();
        self.r.set_before(self.function);
        let outer = self.r.point();
        let (region, body) = self.r.region(&types);
        let args = self.module().args(body).to_vec();
        for (&arg, name) in args.iter().zip(&names) {
            if let Some(name) = name {
                self.r.set_name(arg, name);
            }
        }
        self.r.set_point(InsertPoint::End(body));
        let mut map: FxHashMap<Value, Value> = FxHashMap::default();
        for (&(value, _), &arg) in work.inputs.iter().zip(&args) {
            let own = as_type(self.r, arg, self.module().ty(value))?;
            map.insert(value, own);
        }
        let mut used: Vec<Value> = work.results.iter().map(|&(value, _)| value).collect();
        used.extend(work.ops.iter().flat_map(|&op| uses(self.module(), op)));
        for value in used {
            if let Some(literal) = self.module().constant(value).cloned()
                && !map.contains_key(&value)
            {
                let copy = self.r.constant(literal);
                map.insert(value, copy);
            }
        }
        for &op in work.ops {
            self.r.set_source(op);
            self.r.clone_op(op, &mut map);
        }
        let mut all: Vec<Value> = work.results.iter().map(|(value, _)| map[value]).collect();
        let mut results: Vec<Target> = work.results.iter().map(|&(_, target)| target).collect();
        let mut inputs: Vec<Source> = work.inputs.into_iter().map(|(_, source)| source).collect();
        for (&(number, value, monoid), &so_far) in work.sums.iter().zip(&args[names.len()..]) {
            let term = as_type(self.r, map[&value], self.module().ty(so_far))?;
            all.push(self.r.value(monoid.op(), &[so_far, term])?);
            results.push(Target::Output(number));
            inputs.push(Source::Output(number));
        }
        self.r.build(FuncReturn {}, &all)?;
        let result_types: Vec<Type> = all.iter().map(|&value| self.module().ty(value)).collect();
        let func = Func {
            sym_name: Symbol::from(name.as_str()),
            function_type: FunctionType(Type::function(&types, &result_types)),
            sym_visibility: Some(Text(Box::from(&b"private"[..]))),
            arg_attrs: None,
            res_attrs: None,
        };
        self.r.set_point(outer);
        self.r.build_with_regions(func, &[], &[region])?;
        Ok(Function { name, inputs, results })
    }

    /// Makes the function call the stages, micro-batch by micro-batch.
    pub(super) fn rewrite(&mut self, program: &LevelProgram) -> Result<(), ConstraintError> {
        let end = self.module().terminator(self.block).expect("a function returns");
        let old: Vec<OpId> = self.module().ops(self.block).filter(|&op| op != end).collect();
        self.r.set_before(end);
        let mut values = Values {
            prologue: vec![None; self.prologue.len()],
            slots: Vec::new(),
            sums: vec![None; program.outputs.len()],
            kept: vec![Vec::new(); program.outputs.len()],
        };
        for (output, sum) in program.outputs.iter().zip(&mut values.sums) {
            if let Way::Sum { start, .. } = &output.way {
                *sum = Some(self.r.constant(start.clone()));
            }
        }
        for (number, round) in program.rounds.iter().enumerate() {
            if !round.prologue.results.is_empty() {
                let results = self.call(&round.prologue, &values, (0, 0))?;
                for (&target, value) in round.prologue.results.iter().zip(results) {
                    if let Target::Prologue(n) = target {
                        values.prologue[n] = Some(value);
                    }
                }
            }
            self.call_round(program, number, &mut values)?;
        }
        let results = self.call(&program.epilogue, &values, (0, 0))?;
        self.r.set_operands(end, &results);
        old.into_iter().rev().for_each(|op| self.r.erase(op));
        Ok(())
    }

    /// Calls the stages of a round for all micro-batches.
    fn call_round(
        &mut self,
        program: &LevelProgram,
        number: usize,
        values: &mut Values,
    ) -> Result<(), ConstraintError> {
        let mut from = 0;
        for &size in &program.sizes {
            let group = program.rounds[number].group(size);
            let size = size as i64;
            values.slots = vec![None; group.slots];
            let stages = group.forward.iter().chain(group.backward.iter().rev());
            for stage in stages.flatten() {
                let results = self.call(stage, values, (from, size))?;
                for (&target, value) in stage.results.iter().zip(results) {
                    match (target, program.output(target)) {
                        (Target::Slot(slot), _) => values.slots[slot] = Some(value),
                        (Target::Output(n), Some(Way::Sum { .. })) => values.sums[n] = Some(value),
                        (Target::Output(n), _) => values.kept[n].push(value),
                        (Target::Prologue(_) | Target::Result, _) => {}
                    }
                }
            }
            from += size;
        }
        for (n, output) in program.outputs.iter().enumerate() {
            if let Way::Kept { dimension } = output.way
                && output.round == number
            {
                let dimension = dimension as i64;
                values.sums[n] = Some(self.r.value(Concatenate { dimension }, &values.kept[n])?);
            }
        }
        Ok(())
    }

    /// Calls a stage for samples that begin at a place.
    fn call(
        &mut self,
        stage: &Stage,
        values: &Values,
        samples: (i64, i64),
    ) -> Result<Vec<Value>, ConstraintError> {
        let mut operands = Vec::with_capacity(stage.inputs.len());
        for source in &stage.inputs {
            operands.push(match source {
                Source::Part { of, part } => {
                    let of = values.get(self.module().args(self.block), of);
                    self.samples(of, *part, samples)?
                }
                other => values.get(self.module().args(self.block), other),
            });
        }
        let function = self.module().symbol(&stage.name).expect("it was built");
        let results = self.module().func(function).function_type.results();
        let call = Call {
            callee: Symbol::from(stage.name.as_str()),
            results: ResultTypes(results.iter().copied().collect()),
        };
        let op = self.r.build(call, &operands)?;
        Ok(self.module().results(op).iter().collect())
    }

    fn samples(
        &mut self,
        of: Value,
        part: Part,
        (from, size): (i64, i64),
    ) -> Result<Value, ConstraintError> {
        let dims = self.module().ty(of).as_tensor().map_or_else(Vec::new, |t| t.dims.to_vec());
        let mut starts = vec![0; dims.len()];
        let strides = vec![1; dims.len()];
        let mut limits = dims;
        starts[part.dimension] = from * part.unit;
        limits[part.dimension] = (from + size) * part.unit;
        let dims = |it: Vec<i64>| Dims(it.into_boxed_slice());
        let slice = Slice {
            start_indices: dims(starts),
            limit_indices: dims(limits),
            strides: dims(strides),
        };
        self.r.value(slice, &[of])
    }
}

/// The parts of a function.
struct Work<'o> {
    ops: &'o [OpId],
    inputs: Vec<(Value, Source)>,
    results: Vec<(Value, Target)>,
    /// Terms that are added to what came before: the number of the output, the term, the operation.
    sums: Vec<(usize, Value, hloom_analysis::monoid::Monoid)>,
}

/// The values of the calling function.
struct Values {
    prologue: Vec<Option<Value>>,
    slots: Vec<Option<Value>>,
    sums: Vec<Option<Value>>,
    kept: Vec<Vec<Value>>,
}

impl Values {
    fn get(&self, args: &[Value], source: &Source) -> Value {
        let made = "a stage before it makes the value";
        match *source {
            Source::Argument(i) => args[i],
            Source::Prologue(i) => self.prologue[i].expect(made),
            Source::Slot(slot) => self.slots[slot].expect(made),
            Source::Output(n) => self.sums[n].expect(made),
            Source::Part { ref of, .. } => self.get(args, of),
        }
    }
}

/// The outputs of the micro-batches of a round.
pub(super) fn outputs(
    module: &Module,
    round: usize,
    emitted: &[(Value, Value, OutputKind)],
) -> Vec<(Value, Output)> {
    let each = emitted.iter().map(|&(whole, _, kind)| {
        let way = match kind {
            OutputKind::Sum(monoid) => Way::Sum { start: start(module, whole, monoid) },
            OutputKind::Kept(samples) => Way::Kept { dimension: samples.dimension },
        };
        (whole, Output { round, way })
    });
    each.collect()
}

/// Whether an op can be computed anywhere again: it takes nothing.
pub(super) fn is_source(op: &Op) -> bool {
    matches!(op, Op::Constant(_))
}
