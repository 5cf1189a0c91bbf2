//! The stage that has each value of the whole batch.
//!
//! A sum or another value of the whole batch is at the stage whose micro-batches make it: its *home*.
//! An op behind the micro-batches belongs to the home of its largest operand that has one; other
//! operands are sent there. Ops of arguments alone have no home: each stage that needs them computes
//! them.

use crate::layer_graph::plan::uses;
use crate::levels::{Function, LevelProgram, Source, Target, Way};
use hloom_ir::module::Module;
use hloom_ir::{OpId, Trait, Type, Value};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// A value that a stage sends to another one behind the micro-batches.
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

/// The ops behind the micro-batches.
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

/// The homes of the values of a step.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Homes {
    /// The home of each output of micro-batches.
    pub outputs: Vec<usize>,
    /// The types of the outputs.
    pub types: Vec<Type>,
    /// The other stages that need each output.
    pub needs: Vec<BTreeSet<usize>>,
    /// For each round, the stages that compute what comes before it.
    pub prologues: Vec<BTreeSet<usize>>,
    /// For each argument, the stage that uses it, if it is only one.
    pub arguments: Vec<Option<usize>>,
    /// For each result, its home; `None` if all stages compute it.
    pub results: Vec<Option<usize>>,
    /// The ops behind the micro-batches.
    pub epilogue: Epilogue,
}

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
        let stages = program.levels();
        // The arguments and results of prologues that each stage needs.
        let mut arguments: Vec<FxHashSet<usize>> = vec![FxHashSet::default(); stages];
        let mut early: Vec<FxHashSet<usize>> = vec![FxHashSet::default(); stages];
        it.prologues = vec![BTreeSet::new(); program.rounds.len()];
        for stage in 0..stages {
            let mut wanted: Vec<Source> = Vec::new();
            for round in 0..program.rounds.len() {
                for step in steps(program, round, stage).into_iter().flatten() {
                    wanted.extend(step.inputs.iter().map(|source| whole(source).clone()));
                }
            }
            wanted.extend(it.epilogue.wanted(module, stage, &it.epilogue_results()));
            while let Some(source) = wanted.pop() {
                match source {
                    Source::Argument(i) => _ = arguments[stage].insert(i),
                    Source::Prologue(n) if early[stage].insert(n) => {
                        let makes = |round: &&crate::levels::Round| {
                            round.prologue.results.contains(&Target::Prologue(n))
                        };
                        let number = program.rounds.iter().position(|round| makes(&round));
                        let number = number.expect("a prologue makes it");
                        if it.prologues[number].insert(stage) {
                            let inputs = &program.rounds[number].prologue.inputs;
                            wanted.extend(inputs.iter().map(|source| whole(source).clone()));
                        }
                    }
                    Source::Output(n) if it.outputs[n] != stage => _ = it.needs[n].insert(stage),
                    Source::Output(_) | Source::Prologue(_) | Source::Slot(_) => {}
                    Source::Part { .. } => unreachable!("a part has a whole"),
                }
            }
        }
        let count = module.entry(function, 0).map_or(0, |block| module.args(block).len());
        let only = |i: usize| {
            let mut users = (0..stages).filter(|&stage| arguments[stage].contains(&i));
            users.next().filter(|_| users.next().is_none())
        };
        it.arguments = (0..count).map(only).collect();
        it.results = it.epilogue_results();
        // An argument that is returned stays where it is used.
        for (result, value) in it.results.iter_mut().zip(&it.epilogue.returned) {
            if let Some(Source::Argument(i)) = it.epilogue.sources.get(value) {
                *result = it.arguments[*i];
            }
        }
        it
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

    /// The ops behind the micro-batches, their homes, and the values that are sent.
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
        self.results = epilogue.returned.iter().map(|v| home.get(v).copied()).collect();
    }

    /// The home of each result, as it is computed.
    fn epilogue_results(&self) -> Vec<Option<usize>> {
        self.results.clone()
    }
}

impl Epilogue {
    /// The values that a stage needs, from the last op to the first, and the ops that it runs.
    fn live(
        &self,
        module: &Module,
        stage: usize,
        results: &[Option<usize>],
    ) -> (FxHashSet<Value>, Vec<bool>) {
        let mine = |home: &Option<usize>| home.is_none_or(|home| home == stage);
        let returned = self.returned.iter().zip(results).filter(|(_, home)| mine(home));
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
    pub fn runs(&self, module: &Module, stage: usize, results: &[Option<usize>]) -> Vec<bool> {
        self.live(module, stage, results).1
    }

    /// The values from elsewhere that a stage needs.
    fn wanted(&self, module: &Module, stage: usize, results: &[Option<usize>]) -> Vec<Source> {
        let (live, _) = self.live(module, stage, results);
        let all = self.sources.iter().filter(|(value, _)| live.contains(value));
        all.map(|(_, source)| whole(source).clone()).collect()
    }
}
