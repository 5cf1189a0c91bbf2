//! The stage that has each value of the whole batch.
//!
//! A sum or another value of the whole batch is at the stage whose micro-batches make it: its *home*.
//! An op after the loops over micro-batches belongs to the home of its largest operand that has one; other
//! operands are sent there. Ops of arguments alone have no home: each stage that needs them computes
//! them, and so do ops between two rounds of micro-batches.

use crate::layer_graph::plan::uses;
use crate::levels::{Function, LevelProgram, Source, Target, Way};
use hloom_ir::module::Module;
use hloom_ir::{OpId, Trait, Type, Value};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// A value that a stage sends to another one after the loops over micro-batches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Transfer {
    /// The number of the op that needs it first.
    pub before: usize,
    /// The value.
    pub value: Value,
    /// Its home.
    pub from: usize,
    /// The stage that needs it.
    pub to: usize,
}

/// The ops after the loops over micro-batches.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Epilogue {
    /// The ops in order, each with its home.
    pub ops: Vec<(OpId, Option<usize>)>,
    /// The values that come from elsewhere, and their origins.
    pub sources: FxHashMap<Value, Source>,
    /// The values that stages send to each other, in order.
    pub transfers: Vec<Transfer>,
    /// The values that the step returns.
    pub returned: Vec<Value>,
}

/// The ops before a round.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Prologue {
    /// The ops in order.
    pub ops: Vec<OpId>,
    /// The values that come from elsewhere, and their origins.
    pub sources: FxHashMap<Value, Source>,
    /// The values that stages use, and their numbers among those of all prologues.
    pub results: Vec<(Value, usize)>,
}

impl Prologue {
    fn of(module: &Module, function: &Function) -> Prologue {
        let mut it = Prologue::default();
        if function.results.is_empty() {
            return it;
        }
        let op = module.symbol(&function.name).expect("it was built");
        let block = module.entry(op, 0).expect("it has a body");
        let end = module.terminator(block).expect("it returns");
        it.ops = module.ops(block).filter(|&op| op != end).collect();
        it.sources =
            module.args(block).iter().copied().zip(function.inputs.iter().cloned()).collect();
        let returned = module.operands(end).iter().zip(&function.results);
        it.results = returned
            .filter_map(|(&value, target)| match target {
                Target::Prologue(n) => Some((value, *n)),
                Target::Slot(_) | Target::Output(_) | Target::Result => None,
            })
            .collect();
        it
    }

    /// The values that are needed for some of the results, and the ops that compute them.
    pub fn live(&self, module: &Module, wanted: &BTreeSet<usize>) -> (FxHashSet<Value>, Vec<bool>) {
        let results = self.results.iter().filter(|(_, n)| wanted.contains(n));
        let mut live: FxHashSet<Value> = results.map(|&(value, _)| value).collect();
        let mut runs = vec![false; self.ops.len()];
        for (number, &op) in self.ops.iter().enumerate().rev() {
            if module.results(op).iter().any(|v| live.contains(&v)) {
                runs[number] = true;
                live.extend(uses(module, op));
            }
        }
        (live, runs)
    }
}

/// The homes of the values of a step.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Homes {
    /// The home of each output of micro-batches.
    pub outputs: Vec<usize>,
    /// The types of the outputs.
    pub types: Vec<Type>,
    /// The other stages that need each output.
    pub needs: Vec<BTreeSet<usize>>,
    /// For each round, the ops that come before it.
    pub prologues: Vec<Prologue>,
    /// For each stage, the results of prologues that it needs.
    pub early: Vec<BTreeSet<usize>>,
    /// For each argument, the stage that uses it, if it is only one; an argument that none uses is at
    /// the first one.
    pub arguments: Vec<Option<usize>>,
    /// For each result, its home.
    pub results: Vec<usize>,
    /// The ops after the loops over micro-batches.
    pub epilogue: Epilogue,
}

/// The home of a result whose home is not known yet.
const NOWHERE: usize = usize::MAX;

/// A stage that none is, which sends nothing.
const NO_STAGE: usize = usize::MAX - 1;

/// The source of a part, or the source itself.
fn whole(source: &Source) -> &Source {
    match source {
        Source::Part { of, .. } => whole(of),
        Source::Argument(_) | Source::Prologue(_) | Source::Slot(_) | Source::Output(_) => source,
    }
}

/// The functions of a stage in a round.
pub fn steps(program: &LevelProgram, round: usize, stage: usize) -> [Option<&Function>; 2] {
    let group = &program.rounds[round].groups[0];
    [group.forward[stage].as_ref(), group.backward[stage].as_ref()]
}

impl Homes {
    /// The homes of a step that was divided into levels.
    pub fn of(module: &Module, function: OpId, program: &LevelProgram) -> Homes {
        let mut it = Homes::default();
        it.find_outputs(module, program);
        it.find_epilogue(module, program);
        it.prologues = program.rounds.iter().map(|r| Prologue::of(module, &r.prologue)).collect();
        let stages = program.levels();
        let count = module.entry(function, 0).map_or(0, |block| module.args(block).len());
        // The arguments that each stage needs.
        let mut arguments: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); stages];
        it.early = vec![BTreeSet::new(); stages];
        let known = it.results.clone();
        for (stage, arguments) in arguments.iter_mut().enumerate() {
            let mut wanted: Vec<Source> = Vec::new();
            for round in 0..program.rounds.len() {
                for step in steps(program, round, stage).into_iter().flatten() {
                    wanted.extend(step.inputs.iter().map(|source| whole(source).clone()));
                }
            }
            wanted.extend(it.epilogue.wanted(module, stage, &known));
            it.need(module, stage, wanted, arguments);
        }
        it.settle(module, known, &mut arguments);
        let only = |i: usize| {
            let mut users = (0..stages).filter(|&stage| arguments[stage].contains(&i));
            match (users.next(), users.next()) {
                (None, _) => Some(0),
                (Some(one), None) => Some(one),
                (Some(_), Some(_)) => None,
            }
        };
        it.arguments = (0..count).map(only).collect();
        it
    }

    /// Notes what a stage needs: arguments, results of prologues, and outputs of other stages.
    fn need(
        &mut self,
        module: &Module,
        stage: usize,
        wanted: Vec<Source>,
        arguments: &mut BTreeSet<usize>,
    ) {
        let mut note = |it: &mut Homes, source: &Source| match *source {
            Source::Argument(i) => _ = arguments.insert(i),
            Source::Prologue(n) => _ = it.early[stage].insert(n),
            Source::Output(n) if it.outputs[n] != stage => _ = it.needs[n].insert(stage),
            Source::Output(_) | Source::Slot(_) => {}
            Source::Part { .. } => unreachable!("a part has a whole"),
        };
        wanted.iter().for_each(|source| note(self, source));
        // Later prologues need results of earlier ones.
        for number in (0..self.prologues.len()).rev() {
            let prologue = &self.prologues[number];
            let (live, _) = prologue.live(module, &self.early[stage]);
            let sources = prologue.sources.iter().filter(|(value, _)| live.contains(value));
            let sources: Vec<Source> = sources.map(|(_, it)| whole(it).clone()).collect();
            sources.iter().for_each(|source| note(self, source));
        }
    }

    /// Finds homes for results of arguments alone: a stage that has their arguments anyway.
    fn settle(&mut self, module: &Module, known: Vec<usize>, arguments: &mut [BTreeSet<usize>]) {
        let mut results = known;
        let open = (0..results.len()).filter(|&i| results[i] == NOWHERE);
        let mut open: Vec<(usize, Vec<Source>, BTreeSet<usize>)> = open
            .map(|i| {
                let mut alone = vec![NOWHERE; results.len()];
                alone[i] = NO_STAGE;
                let wanted = self.epilogue.wanted(module, NO_STAGE, &alone);
                let argument = |it: &Source| match it {
                    Source::Argument(n) => Some(*n),
                    _ => None,
                };
                let needed = wanted.iter().filter_map(argument).collect();
                (i, wanted, needed)
            })
            .collect();
        // Those of many arguments first: what they bring to a stage is there for others.
        open.sort_by_key(|(i, _, needed)| (std::cmp::Reverse(needed.len()), *i));
        for (i, wanted, needed) in open {
            // The stage that lacks the fewest of them, the first of equals.
            let lacks = |stage: usize| needed.difference(&arguments[stage]).count();
            let home = (0..arguments.len()).min_by_key(|&stage| (lacks(stage), stage));
            results[i] = home.unwrap_or(0);
            self.need(module, results[i], wanted, &mut arguments[results[i]]);
        }
        self.results = results;
    }

    /// The outputs: who makes each, and its type.
    fn find_outputs(&mut self, module: &Module, program: &LevelProgram) {
        let count = program.outputs.len();
        self.outputs = vec![0; count];
        self.needs = vec![BTreeSet::new(); count];
        let mut types = vec![None; count];
        for round in 0..program.rounds.len() {
            for stage in 0..program.levels() {
                for step in steps(program, round, stage).into_iter().flatten() {
                    let function = module.symbol(&step.name).expect("it was built");
                    let results = module.func(function).function_type.results();
                    for (target, ty) in step.results.iter().zip(results) {
                        let Target::Output(n) = *target else { continue };
                        self.outputs[n] = stage;
                        let whole = match (&program.outputs[n].way, ty.as_tensor()) {
                            (Way::Kept { dimension }, Some(tensor)) => {
                                let mut dims = tensor.dims.to_vec();
                                dims[*dimension] *= program.sizes.len() as i64;
                                tensor.with_dims(&dims).into()
                            }
                            _ => *ty,
                        };
                        types[n] = Some(whole);
                    }
                }
            }
        }
        self.types = types.into_iter().map(|ty| ty.expect("a stage makes it")).collect();
    }

    /// The ops after the loops over micro-batches, their homes, and the values that are sent.
    fn find_epilogue(&mut self, module: &Module, program: &LevelProgram) {
        let function = module.symbol(&program.epilogue.name).expect("it was built");
        let block = module.entry(function, 0).expect("it has a body");
        let end = module.terminator(block).expect("it returns");
        let mut home: FxHashMap<Value, usize> = FxHashMap::default();
        let epilogue = &mut self.epilogue;
        epilogue.returned = module.operands(end).to_vec();
        for (&arg, source) in module.args(block).iter().zip(&program.epilogue.inputs) {
            if let Source::Output(n) = source {
                home.insert(arg, self.outputs[*n]);
            }
            epilogue.sources.insert(arg, source.clone());
        }
        let bytes = |v: &Value| module.ty(*v).as_tensor().and_then(|t| t.byte_size()).unwrap_or(0);
        let mut sent: FxHashSet<(Value, usize)> = FxHashSet::default();
        let ops = module.ops(block).filter(|&op| !module.op(op).has(Trait::Terminator));
        for (number, op) in ops.enumerate() {
            let used = uses(module, op);
            let largest =
                used.iter().filter(|v| home.contains_key(v)).rev().max_by_key(|v| bytes(v));
            let own = largest.map(|v| home[v]);
            if let Some(to) = own {
                for value in used {
                    let Some(&from) = home.get(&value).filter(|&&from| from != to) else {
                        continue;
                    };
                    match epilogue.sources.get(&value) {
                        Some(Source::Output(n)) => _ = self.needs[*n].insert(to),
                        _ if sent.insert((value, to)) => {
                            epilogue.transfers.push(Transfer { before: number, value, from, to });
                        }
                        _ => {}
                    }
                }
                module.results(op).iter().for_each(|v| _ = home.insert(v, to));
            }
            epilogue.ops.push((op, own));
        }
        let homes = epilogue.returned.iter().map(|v| home.get(v).copied().unwrap_or(NOWHERE));
        self.results = homes.collect();
    }
}

impl Epilogue {
    /// The values that a stage needs, from the last op to the first, and the ops that it runs.
    fn live(
        &self,
        module: &Module,
        stage: usize,
        results: &[usize],
    ) -> (FxHashSet<Value>, Vec<bool>) {
        let mine = |home: &Option<usize>| home.is_none_or(|home| home == stage);
        let returned = self.returned.iter().zip(results).filter(|(_, home)| **home == stage);
        let mut live: FxHashSet<Value> = returned.map(|(&value, _)| value).collect();
        live.extend(self.transfers.iter().filter(|it| it.from == stage).map(|it| it.value));
        let received: FxHashSet<Value> =
            self.transfers.iter().filter(|it| it.to == stage).map(|it| it.value).collect();
        let mut runs = vec![false; self.ops.len()];
        for (number, (op, home)) in self.ops.iter().enumerate().rev() {
            let needed = |v: Value| live.contains(&v) && !received.contains(&v);
            if mine(home) && module.results(*op).iter().any(needed) {
                runs[number] = true;
                live.extend(uses(module, *op));
            }
        }
        (live, runs)
    }

    /// The ops that a stage runs.
    pub fn runs(&self, module: &Module, stage: usize, results: &[usize]) -> Vec<bool> {
        self.live(module, stage, results).1
    }

    /// The values from elsewhere that a stage needs.
    fn wanted(&self, module: &Module, stage: usize, results: &[usize]) -> Vec<Source> {
        let (live, _) = self.live(module, stage, results);
        let all = self.sources.iter().filter(|(value, _)| live.contains(value));
        all.map(|(_, source)| whole(source).clone()).collect()
    }
}
