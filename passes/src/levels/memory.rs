//! The values that forward steps make for backward ones, and which of them are recomputed.
//!
//! A value of a forward step that a backward step of the same level needs waits there, for as many
//! micro-batches as are on their way between the two. Instead, the backward step can
//! recompute it from values that wait anyway: selective checkpointing (Chen et al., "Training deep nets
//! with sublinear memory cost", 2016; Korthikanti et al., "Reducing activation recomputation in large
//! transformer models", 2023). Under a bound on memory, the values are chosen that take the least time:
//!
//! - all choices are tried if there are few values;
//! - else values are added in the order of their time for each byte, until the bound holds, and then
//!   taken back, the slowest first, as far as it still holds.
//!
//! The memory of a choice is the most that waits at any time of the simulated schedule, and the values
//! that a backward step has recomputed while it runs. Where one micro-batch waits at a time, a
//! recomputed value takes as much as it saves; 1F1B on the last level is such a case. A choice
//! counts all micro-batches as the largest.

use super::{Division, Emitted};
use crate::layer_graph::plan::uses;
use hloom_analysis::schedule::pipeline::Step;
use hloom_analysis::schedule::simulate;
use hloom_ir::module::Module;
use hloom_ir::{OpId, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// The results of a level that may wait for the next one.
pub const BUFFERS: usize = 2;

/// The most values of which all choices are tried.
const FEW: usize = 10;

/// A level, and whether it is its backward step.
type Stage = (usize, bool);

/// Figures about the values that wait for backward steps.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Activations {
    /// The values that wait.
    pub kept: usize,
    /// The values that backward steps recompute.
    pub recomputed: usize,
    /// The most bytes that wait at once, by the simulated schedule.
    pub bytes: u64,
    /// The estimated seconds of recomputation in a batch, on all levels.
    pub seconds: f64,
}

impl Activations {
    /// Adds a round's choice for so many micro-batches.
    pub(super) fn add(&mut self, choice: &Choice, count: usize) {
        self.kept += choice.kept;
        self.recomputed += choice.recomputed.len();
        self.bytes = self.bytes.max(choice.bytes);
        self.seconds += choice.seconds * count as f64;
    }
}

/// A value that one stage makes and others use.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Slot {
    pub(super) value: Value,
    maker: Stage,
    users: Vec<Stage>,
}

impl Slot {
    /// Whether a forward stage makes it, for the backward stage of its level too.
    fn waits(&self) -> bool {
        let (level, backward) = self.maker;
        !backward && self.users.contains(&(level, true))
    }
}

/// The ops of stages, and the values between them.
pub(super) struct Crossings {
    ops: FxHashMap<Stage, Vec<OpId>>,
    pub(super) slots: Vec<Slot>,
}

impl Crossings {
    /// The crossings of a round, if stages recompute these ops.
    pub(super) fn of(
        module: &Module,
        emitted: &Emitted,
        again: &FxHashMap<Stage, Vec<OpId>>,
    ) -> Crossings {
        let own: FxHashMap<OpId, Stage> =
            emitted.ops.iter().copied().zip(emitted.stages.iter().copied()).collect();
        let mut stages: Vec<Stage> = emitted.stages.clone();
        stages.sort_unstable_by_key(|&(level, backward)| (backward, level));
        stages.dedup();
        let (mut ops, mut slots) = (FxHashMap::default(), Vec::<Slot>::new());
        let mut numbers: FxHashMap<Value, usize> = FxHashMap::default();
        for stage in stages {
            let again: FxHashSet<OpId> = again.get(&stage).into_iter().flatten().copied().collect();
            let is_here = |op: &OpId| own.get(op) == Some(&stage) || again.contains(op);
            let here: Vec<OpId> = emitted.ops.iter().copied().filter(is_here).collect();
            for value in here.iter().flat_map(|&op| uses(module, op)) {
                let Some(def) = module.def_op(value) else { continue };
                let Some(&maker) = own.get(&def) else { continue };
                if is_here(&def) || module.constant(value).is_some() {
                    continue;
                }
                let number = *numbers.entry(value).or_insert_with(|| {
                    slots.push(Slot { value, maker, users: Vec::new() });
                    slots.len() - 1
                });
                if slots[number].users.last() != Some(&stage) {
                    slots[number].users.push(stage);
                }
            }
            ops.insert(stage, here);
        }
        Crossings { ops, slots }
    }

    /// The ops of a stage, in order.
    pub(super) fn ops(&self, level: usize, backward: bool) -> &[OpId] {
        self.ops.get(&(level, backward)).map_or(&[], Vec::as_slice)
    }
}

impl Emitted {
    /// Makes backward stages recompute these results of ops.
    pub(super) fn recompute(&mut self, module: &Module, results: &[(usize, usize)]) {
        let of = |&(op, result): &(usize, usize)| module.results(self.ops[op]).iter().nth(result);
        let values: FxHashSet<Value> = results.iter().filter_map(of).collect();
        self.again = self.again(module, &values);
    }

    /// The ops that backward stages recompute so that these values need not wait for them.
    fn again(&self, module: &Module, values: &FxHashSet<Value>) -> FxHashMap<Stage, Vec<OpId>> {
        let own: FxHashMap<OpId, Stage> =
            self.ops.iter().copied().zip(self.stages.iter().copied()).collect();
        let none = FxHashMap::default();
        let crossings = Crossings::of(module, self, &none);
        let kept: FxHashSet<Value> = crossings
            .slots
            .iter()
            .filter(|slot| slot.waits())
            .map(|slot| slot.value)
            .filter(|value| !values.contains(value))
            .collect();
        let mut all: FxHashMap<Stage, Vec<OpId>> = FxHashMap::default();
        for slot in crossings.slots.iter().filter(|slot| slot.waits()) {
            if values.contains(&slot.value) {
                let again = all.entry((slot.maker.0, true)).or_default();
                let mut waiting = vec![slot.value];
                while let Some(value) = waiting.pop() {
                    let Some(def) = module.def_op(value) else { continue };
                    let is_own = own.get(&def) == Some(&slot.maker);
                    if !is_own || kept.contains(&value) || again.contains(&def) {
                        continue;
                    }
                    again.push(def);
                    waiting.extend(uses(module, def));
                }
            }
        }
        all
    }
}

/// The bytes of a value; 0 if they are not known.
pub(super) fn bytes_of(module: &Module, value: Value) -> u64 {
    module.ty(value).as_tensor().and_then(|tensor| tensor.byte_size()).unwrap_or(0) as u64
}

/// A round whose memory is to be bounded.
pub(super) struct Round<'e> {
    pub(super) emitted: &'e Emitted,
    /// The seconds of each op.
    pub(super) seconds: &'e [f64],
    /// The number of micro-batches.
    pub(super) count: usize,
    /// The bytes of values that wait between rounds.
    pub(super) between: u64,
}

/// The values to recompute.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Choice {
    /// The number of each one's op, and which of its results it is.
    pub(super) recomputed: Vec<(usize, usize)>,
    kept: usize,
    pub(super) bytes: u64,
    /// The seconds of a micro-batch.
    seconds: f64,
}

impl Round<'_> {
    /// The values to recompute under the bound of a division; if none are within it, those that
    /// take the least memory.
    ///
    /// # Errors
    /// A sentence, if the levels have no schedule.
    pub(super) fn choose(&self, module: &Module, division: &Division) -> Result<Choice, String> {
        let Emitted { ops, stages, .. } = self.emitted;
        let mut times = super::of_levels(stages, self.seconds, division.levels);
        times.iter_mut().for_each(|it| it.forward = it.forward.max(1e-12));
        let schedule = simulate(&times, self.count, division.order, Some(BUFFERS));
        let steps = schedule.map_err(|error| error.to_string())?.steps;
        let mut estimate = Estimate {
            module,
            round: self,
            numbers: ops.iter().enumerate().map(|(i, &op)| (op, i)).collect(),
            schedule: Schedule::new(steps),
        };
        let all = estimate.of(&FxHashSet::default());
        let Some(bound) = division.memory.filter(|&bound| all.bytes > bound) else {
            return Ok(all);
        };
        let crossings = Crossings::of(module, self.emitted, &FxHashMap::default());
        let values: Vec<Value> =
            crossings.slots.iter().filter(|slot| slot.waits()).map(|slot| slot.value).collect();
        Ok(match values.len() <= FEW {
            true => estimate.best_of_all(&values, bound),
            false => estimate.greedy(&values, bound),
        })
    }
}

/// The time and memory of choices.
struct Estimate<'e> {
    module: &'e Module,
    round: &'e Round<'e>,
    numbers: FxHashMap<OpId, usize>,
    schedule: Schedule,
}

impl Estimate<'_> {
    /// A choice of values.
    fn of(&mut self, values: &FxHashSet<Value>) -> Choice {
        let (module, emitted) = (self.module, self.round.emitted);
        let again = match values.is_empty() {
            true => FxHashMap::default(),
            false => emitted.again(module, values),
        };
        let crossings = Crossings::of(module, emitted, &again);
        let bytes = |value: Value| bytes_of(module, value);
        let mut live = vec![0; self.schedule.begins.len()];
        let mut kept = 0;
        for slot in &crossings.slots {
            kept += usize::from(!slot.maker.1 && slot.users.iter().any(|user| user.1));
            self.schedule.add(slot.maker, &slot.users, bytes(slot.value), &mut live);
        }
        let mut seconds = 0.0;
        for (&stage, ops) in &again {
            // Values that its own ops use are there together, those between them one after the other.
            let native = emitted.ops.iter().zip(&emitted.stages).filter(|(_, of)| **of == stage);
            let used: FxHashSet<Value> = native.flat_map(|(&op, _)| uses(module, op)).collect();
            let results = ops.iter().flat_map(|&op| module.results(op).iter());
            let (together, between): (Vec<Value>, Vec<Value>) =
                results.partition(|value| used.contains(value));
            let together: u64 = together.into_iter().map(bytes).sum();
            let between = between.into_iter().map(bytes).max().unwrap_or(0);
            self.schedule.add(stage, &[stage], together + between, &mut live);
            seconds += ops.iter().map(|op| self.round.seconds[self.numbers[op]]).sum::<f64>();
        }
        let mut recomputed: Vec<(usize, usize)> = values
            .iter()
            .filter_map(|&value| {
                let def = module.def_op(value)?;
                let at = module.results(def).iter().position(|result| result == value)?;
                Some((self.numbers[&def], at))
            })
            .collect();
        recomputed.sort_unstable();
        let bytes = self.round.between + live.into_iter().max().unwrap_or(0);
        Choice { recomputed, kept, bytes, seconds }
    }

    /// The fastest of all choices within a bound, or the smallest one if there is none.
    fn best_of_all(&mut self, values: &[Value], bound: u64) -> Choice {
        let choices = (0..1u32 << values.len()).map(|bits| {
            let chosen = values.iter().enumerate().filter(|(i, _)| bits >> i & 1 == 1);
            self.of(&chosen.map(|(_, &value)| value).collect())
        });
        let better = |a: Choice, b: Choice| match b.is_better(&a, bound) {
            true => b,
            false => a,
        };
        choices.reduce(better).unwrap_or_default()
    }

    /// A choice within a bound, as the module's head says; the smallest that was seen if there is none.
    fn greedy(&mut self, values: &[Value], bound: u64) -> Choice {
        let none = self.of(&FxHashSet::default());
        let mut order: Vec<(f64, Value)> = values
            .iter()
            .map(|&value| {
                let alone = self.of(&FxHashSet::from_iter([value]));
                let saved = none.bytes.saturating_sub(alone.bytes);
                (alone.seconds / (saved as f64).max(1e-9), value)
            })
            .collect();
        order.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut chosen: FxHashSet<Value> = FxHashSet::default();
        let mut best = none;
        let mut until = 0;
        for (i, &(_, value)) in order.iter().enumerate() {
            chosen.insert(value);
            let now = self.of(&chosen);
            let is_within = now.bytes <= bound;
            if now.is_better(&best, bound) {
                best = now;
                until = i + 1;
            }
            if is_within {
                break;
            }
        }
        let mut chosen: FxHashSet<Value> = order[..until].iter().map(|&(_, value)| value).collect();
        for &(_, value) in order[..until].iter().rev() {
            chosen.remove(&value);
            let now = self.of(&chosen);
            match now.bytes <= bound && now.is_better(&best, bound) {
                true => best = now,
                false => _ = chosen.insert(value),
            }
        }
        best
    }
}

impl Choice {
    /// Whether a choice is faster within a bound, or smaller if the other one is not within it.
    fn is_better(&self, than: &Choice, bound: u64) -> bool {
        match (self.bytes <= bound, than.bytes <= bound) {
            (true, true) => (self.seconds, self.bytes) < (than.seconds, than.bytes),
            (false, false) => self.bytes < than.bytes,
            (within, _) => within,
        }
    }
}

/// The steps of all levels in time.
struct Schedule {
    /// The times at which steps begin, which are those at which memory is taken.
    begins: Vec<f64>,
    /// The begin and end of each step, by level, whether it is backward, and micro-batch.
    steps: FxHashMap<(Stage, usize), (f64, f64)>,
    count: usize,
    /// For values of these stages, the number of micro-batches that are there at each time.
    known: FxHashMap<(Stage, Vec<Stage>), Vec<u64>>,
}

impl Schedule {
    fn new(steps: Vec<Step>) -> Schedule {
        let mut begins: Vec<f64> = steps.iter().map(|step| step.begin).collect();
        begins.sort_by(f64::total_cmp);
        begins.dedup();
        let count = steps.iter().map(|step| step.micro_batch + 1).max().unwrap_or(0);
        let each = steps
            .into_iter()
            .map(|step| (((step.level, step.backward), step.micro_batch), (step.begin, step.end)));
        Schedule { begins, steps: each.collect(), count, known: FxHashMap::default() }
    }

    /// Adds the bytes of a value of each micro-batch to those at each time.
    fn add(&mut self, maker: Stage, users: &[Stage], bytes: u64, live: &mut [u64]) {
        let Schedule { begins, steps, count, known } = self;
        let counts = known.entry((maker, users.to_vec())).or_insert_with(|| {
            let mut counts = vec![0; begins.len()];
            for m in 0..*count {
                let Some(&(from, _)) = steps.get(&(maker, m)) else { continue };
                let ends = users.iter().filter_map(|&user| steps.get(&(user, m)));
                let to = ends.map(|&(_, end)| end).fold(from, f64::max);
                for (count, &at) in counts.iter_mut().zip(begins.iter()) {
                    *count += u64::from(from <= at && at < to);
                }
            }
            counts
        });
        for (live, &count) in live.iter_mut().zip(counts.iter()) {
            *live += bytes * count;
        }
    }
}
