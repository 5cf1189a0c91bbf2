//! The cut of each op of a block, by estimated time.
//!
//! An op's time is the time of its longest part: arithmetic divides among the cores, traffic with
//! memory only as far as the memory serves several cores. Between two ops whose cuts have the same
//! borders nothing moves and no core waits; else blocks are copied, and all cores wait for each
//! other.

use super::apply::Cuts;
use crate::fusion::graph::Graph;
use crate::fusion::machine::{Machine, Work};
use hloom_analysis::split::{
    Access, Block, Choices, Chosen, Cut, Matrix, OpIndices, Role, cuts, indices,
};
use hloom_ir::module::Module;
use hloom_ir::ops::Op;
use hloom_ir::{OpId, Value};
use rustc_hash::FxHashMap;

/// The largest number of cores that the search takes: it compares all pairs of cuts of neighbouring
/// ops, and tensors of four dimensions have 210 cuts for 64 cores.
pub const MOST_CORES: usize = 64;

/// The steps that trying may take where the search has to try: some tenths of a second.
const STEPS: f64 = 3e8;

/// The machine that times are estimated for, and the limits of the search.
#[derive(Clone, PartialEq, Debug)]
pub struct Settings {
    /// The rates of one core.
    pub machine: Machine,
    /// The number of cores.
    pub cores: usize,
    /// The number of cores that the memory serves at full speed.
    pub memory_cores: f64,
    /// The number of threads that share the work of an op that is not divided.
    pub undivided_threads: usize,
    /// The seconds that cores take to wait for each other.
    pub synchronization: f64,
    /// Whether no sum of floats is divided.
    pub exact: bool,
    /// The number of graphs that are solved where the search has to try.
    pub budget: usize,
}

impl Default for Settings {
    /// Two cores whose memory serves 1.3 of them, as measured on small machines.
    fn default() -> Settings {
        Settings {
            machine: Machine::default(),
            cores: 2,
            memory_cores: 1.3,
            undivided_threads: 1,
            synchronization: 3.0e-6,
            exact: true,
            budget: 10_000,
        }
    }
}

/// An op of a plan.
#[derive(Clone, PartialEq, Debug)]
pub struct PlannedOp {
    /// The op.
    pub op: OpId,
    /// Its indices.
    pub indices: OpIndices,
    /// Its cut.
    pub cut: Cut,
    /// Its estimated seconds, without copies between ops.
    pub seconds: f64,
    /// The same if it is not divided.
    pub undivided: f64,
}

/// The cuts of a block.
#[derive(Clone, PartialEq, Debug)]
pub struct SplitPlan {
    /// The ops that could be divided, in order.
    pub ops: Vec<PlannedOp>,
    /// The estimated seconds of these ops and of what moves between them.
    pub seconds: f64,
    /// The same if no op is divided.
    pub undivided: f64,
    /// Whether no other cuts take less time by these estimates.
    pub exact: bool,
}

impl SplitPlan {
    /// The cuts, for [`apply`](super::apply::apply).
    pub fn cuts(&self) -> Cuts {
        let ops = self.ops.iter().filter(|it| !it.cut.is_none());
        ops.map(|it| (it.op, (it.indices.clone(), it.cut.clone()))).collect()
    }
}

/// An op with its possible cuts.
struct Candidate {
    op: OpId,
    indices: OpIndices,
    cuts: Vec<Cut>,
    /// For each cut and result, the block of each part.
    held: Vec<Vec<Vec<Block>>>,
    work: Work,
}

/// Chooses the cuts of a block's ops.
pub struct Planner<'m> {
    module: &'m Module,
    settings: &'m Settings,
    candidates: Vec<Candidate>,
    number: FxHashMap<OpId, usize>,
}

impl<'m> Planner<'m> {
    /// The ops of a block that can be divided.
    pub fn new(module: &'m Module, block: hloom_ir::Block, settings: &'m Settings) -> Planner<'m> {
        let graph = Graph::of(module, block);
        let work: FxHashMap<OpId, Work> =
            graph.nodes.iter().filter_map(|n| Some((n.op?, n.work))).collect();
        let mut candidates = Vec::new();
        let mut number = FxHashMap::default();
        for op in module.ops(block) {
            let Some(indices) = indices(module, op) else { continue };
            let extents: Vec<i64> = indices.indices.iter().map(|i| i.extent).collect();
            let mut cuts = cuts(&extents, settings.cores);
            if settings.exact && rounds(module, op, &indices) {
                cuts.retain(|cut| terms(&indices, cut) == 1);
            }
            let held = cuts.iter().map(|cut| held(module, op, &indices, cut)).collect();
            let work = work.get(&op).copied().unwrap_or_default();
            number.insert(op, candidates.len());
            candidates.push(Candidate { op, indices, cuts, held, work });
        }
        Planner { module, settings, candidates, number }
    }

    /// The cheapest plan that the search finds; never one that is estimated to be slower than no
    /// division at all.
    pub fn plan(&self) -> SplitPlan {
        let choices = self.choices();
        let chosen = self.search(&choices);
        let none = vec![0; self.candidates.len()];
        let better = chosen.cost < choices.cost(&none);
        self.planned(if better { &chosen.choices } else { &none }, &choices, chosen.exact)
    }

    /// The choices of the least cost that the search finds.
    fn search(&self, choices: &Choices) -> Chosen {
        let quick = choices.solve(1);
        if quick.exact {
            return quick;
        }
        let without = choices.solve_without(&self.shared(), 1);
        if without.exact {
            return without;
        }
        let budget = self.settings.budget.min(choices.affordable(STEPS)).max(1);
        let tried = if budget > 1 { choices.solve(budget) } else { quick };
        if without.cost < tried.cost && !tried.exact { without } else { tried }
    }

    /// Broadcasts of scalars that several ops use.
    fn shared(&self) -> Vec<usize> {
        let shared = |it: &Candidate| {
            let splat = matches!(self.module.op(it.op), Op::BroadcastInDim(_))
                && self.module.operands(it.op).iter().all(|&v| bytes(self.module, v) <= 16.0);
            splat && self.module.uses(self.module.result(it.op, 0)).count() > 1
        };
        let all = self.candidates.iter().enumerate();
        all.filter(|(_, it)| shared(it)).map(|(n, _)| n).collect()
    }

    /// The plan that divides every op into as many parts as possible, along its first index that is
    /// long enough.
    pub fn even(&self) -> SplitPlan {
        let choices = self.choices();
        let picked: Vec<usize> = self
            .candidates
            .iter()
            .map(|it| {
                let along_one = |cut: &Cut| cut.0.iter().filter(|&&n| n > 1).count() <= 1;
                let all = it.cuts.iter().enumerate().filter(|(_, cut)| along_one(cut));
                // The first of the largest: an outer index is named by a larger cut.
                all.max_by_key(|(_, cut)| (cut.parts(), cut.0.clone())).map_or(0, |(c, _)| c)
            })
            .collect();
        self.planned(&picked, &choices, false)
    }

    fn planned(&self, picked: &[usize], choices: &Choices, exact: bool) -> SplitPlan {
        let ops = self.candidates.iter().zip(picked).map(|(it, &choice)| PlannedOp {
            op: it.op,
            indices: it.indices.clone(),
            cut: it.cuts[choice].clone(),
            seconds: self.seconds(it, &it.cuts[choice]),
            undivided: self.seconds(it, &it.cuts[0]),
        });
        SplitPlan {
            ops: ops.collect(),
            seconds: choices.cost(picked),
            undivided: choices.cost(&vec![0; picked.len()]),
            exact,
        }
    }

    /// The possible cuts of each op, the undivided one first.
    pub fn possible(&self) -> Vec<&[Cut]> {
        self.candidates.iter().map(|it| &it.cuts[..]).collect()
    }

    /// The costs of all choices.
    pub fn choices(&self) -> Choices {
        let mut choices = Choices::default();
        for it in &self.candidates {
            let costs = it.cuts.iter().enumerate();
            let costs = costs.map(|(c, cut)| self.seconds(it, cut) + self.assembly(it, c));
            choices.node(costs.collect());
        }
        for (n, it) in self.candidates.iter().enumerate() {
            for (i, &operand) in self.module.operands(it.op).iter().enumerate() {
                let Some(&from) = self.module.def_op(operand).and_then(|def| self.number.get(&def))
                else {
                    continue;
                };
                let producer = &self.candidates[from];
                let wants: Vec<Vec<Block>> =
                    it.cuts.iter().map(|cut| self.wanted(it, i, operand, cut)).collect();
                let results = self.module.results(producer.op);
                let at = results.iter().position(|v| v == operand).unwrap_or(0);
                let matrix = Matrix::new(producer.cuts.len(), it.cuts.len(), |c, d| {
                    self.moving(operand, &producer.held[c][at], &wants[d])
                });
                choices.edge(from, n, &matrix);
            }
        }
        choices
    }

    /// The blocks of an operand that the parts of an op read.
    fn wanted(&self, it: &Candidate, i: usize, operand: Value, cut: &Cut) -> Vec<Block> {
        let dims = extents(self.module, operand);
        let parts = cut.ranges(&it.indices);
        let accesses = &it.indices.operands[i];
        parts.iter().map(|parts| Block(OpIndices::ranges(accesses, dims, parts))).collect()
    }

    /// The seconds of an op by itself.
    fn seconds(&self, it: &Candidate, cut: &Cut) -> f64 {
        let Settings { machine, memory_cores, .. } = self.settings;
        let divided = !cut.is_none();
        let parts =
            if divided { cut.parts() as f64 } else { self.settings.undivided_threads as f64 };
        // The longest part's share of the work.
        let share = if divided {
            let each = it.indices.indices.iter().zip(&cut.0);
            each.map(|(i, &n)| ((i.extent + n - 1) / n) as f64 / i.extent as f64).product()
        } else {
            1.0 / parts
        };
        // Parts that read the same operand read it together.
        let traffic = |bytes: f64, seconds: f64| match bytes <= machine.cache_bytes {
            true => seconds,
            false => seconds * parts / parts.min(*memory_cores),
        };
        let ranges = cut.ranges(&it.indices);
        // The bytes of a tensor that the part with the largest block of it reads or writes.
        let own = |value: Value, accesses: &[Access]| {
            let all = bytes(self.module, value);
            if !divided {
                return all * share;
            }
            let dims = extents(self.module, value);
            let counts =
                ranges.iter().map(|part| Block(OpIndices::ranges(accesses, dims, part)).count());
            let elements = dims.iter().product::<i64>().max(1) as f64;
            all * counts.max().unwrap_or(0) as f64 / elements
        };
        let mut seconds = machine.compute(&it.work, false) * share + machine.launch;
        for (&operand, accesses) in self.module.operands(it.op).iter().zip(&it.indices.operands) {
            let all = bytes(self.module, operand);
            let own = own(operand, accesses);
            seconds += traffic(all, machine.reading(all) * own / all.max(1.0));
        }
        let terms = terms(&it.indices, cut);
        for (value, accesses) in self.module.results(it.op).iter().zip(&it.indices.results) {
            let all = bytes(self.module, value);
            let own = own(value, accesses);
            seconds += traffic(all, machine.writing(all) * own / all.max(1.0));
            // Terms are added by one core, after all have come.
            if terms > 1 {
                let add = 2.0 * machine.reading(own) + machine.writing(own);
                seconds += (terms - 1) as f64 * add + self.settings.synchronization;
            }
        }
        // The threads of an undivided op start and end together; parts of a divided one start where
        // no other op of the plan does.
        let operands = self.module.operands(it.op).iter();
        let inner =
            |v: &Value| self.module.def_op(*v).is_some_and(|d| self.number.contains_key(&d));
        let starts = !operands.clone().any(inner);
        if (divided && starts) || (!divided && self.settings.undivided_threads > 1) {
            seconds += self.settings.synchronization;
        }
        seconds
    }

    /// The seconds to put results together that ops outside of the plan use.
    fn assembly(&self, it: &Candidate, cut: usize) -> f64 {
        let results = self.module.results(it.op);
        let each = results.iter().enumerate().map(|(i, value)| {
            let outside = |(user, _): (OpId, usize)| !self.number.contains_key(&user);
            if !self.module.uses(value).any(outside) {
                return 0.0;
            }
            let whole = Block::whole(extents(self.module, value));
            self.moving(value, &it.held[cut][i], &[whole])
        });
        each.sum()
    }

    /// The seconds to make the blocks that parts read from the blocks that parts hold.
    fn moving(&self, value: Value, held: &[Block], wanted: &[Block]) -> f64 {
        let same = |(q, want): (usize, &Block)| held.get(q) == Some(want);
        // One core that reads what it wrote does not wait.
        let alone = held.len() == 1 && wanted.len() == 1 && held[0].contains(&wanted[0]);
        if alone {
            return 0.0;
        }
        if held.len() == wanted.len() && wanted.iter().enumerate().all(same) {
            return 0.0;
        }
        let machine = &self.settings.machine;
        let width = bytes(self.module, value)
            / extents(self.module, value).iter().product::<i64>().max(1) as f64;
        let copied = wanted.iter().map(|want| {
            // A block inside of another one is read where it lies.
            let in_place = held.iter().any(|block| block.contains(want));
            if in_place { 0.0 } else { want.count() as f64 * width }
        });
        let most = copied.fold(0.0, f64::max);
        self.settings.synchronization + machine.reading(most) + machine.writing(most)
    }
}

/// The number of terms of each element.
fn terms(indices: &OpIndices, cut: &Cut) -> i64 {
    let each = indices.indices.iter().zip(&cut.0);
    each.filter(|(index, _)| index.role == Role::Combined).map(|(_, &n)| n).product()
}

/// Whether terms of the results, combined in another order, round differently.
fn rounds(module: &Module, op: OpId, indices: &OpIndices) -> bool {
    let elements = module.results(op).iter().filter_map(|v| module.ty(v).element());
    indices.combine.iter().zip(elements).any(|(monoid, element)| !monoid.is_exact(element))
}

/// For each result, the block of each part; one block for all terms of an element.
fn held(module: &Module, op: OpId, indices: &OpIndices, cut: &Cut) -> Vec<Vec<Block>> {
    let parts = cut.ranges(indices);
    let results = module.results(op).iter().enumerate().map(|(i, value)| {
        let mut blocks: Vec<Block> = Vec::with_capacity(parts.len());
        for ranges in &parts {
            let dims = extents(module, value);
            let block = Block(OpIndices::ranges(&indices.results[i], dims, ranges));
            if !blocks.contains(&block) {
                blocks.push(block);
            }
        }
        blocks
    });
    results.collect()
}

fn extents(module: &Module, value: Value) -> &'static [i64] {
    module.ty(value).as_tensor().map_or(&[], |t| &t.dims[..])
}

fn bytes(module: &Module, value: Value) -> f64 {
    module.ty(value).as_tensor().and_then(|t| t.byte_size()).unwrap_or(0) as f64
}
