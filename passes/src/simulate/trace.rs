//! The streams of all ranks.

use super::control::{Control, Known, bind};
use super::exchange::exchange;
use super::{Settings, SimulateError};
use crate::layer_graph::times::Clock;
use crate::loops::trip_count;
use hloom_analysis::schedule::OpTimes;
use hloom_analysis::simulate::stream::{Pattern, Ranks, Side, Step};
use hloom_ir::module::Module;
use hloom_ir::ops::{Op, process_grid};
use hloom_ir::{Block, OpId, Trait, Value};
use rustc_hash::FxHashMap;

/// The most steps of a loop; a loop of more is simulated by fewer iterations, which take longer.
const MOST_STEPS: usize = 1 << 16;

/// The ops that are evaluated to find out how often a loop runs.
const COUNTED: usize = 256;

/// The streams of a program's ranks.
#[derive(Clone, PartialEq, Debug)]
pub struct Traced {
    /// The streams, and the ranks that run them.
    pub ranks: Ranks,
    /// For each site, the op.
    pub sites: Vec<OpId>,
    /// Sentences about what could not be followed exactly.
    pub notes: Vec<String>,
}

/// Makes the streams of a function's ranks. Its ops should be kernels: [`fusion`](crate::fusion) comes
/// before.
///
/// # Errors
/// If a collective does not fit the ranks, or ranks send and receive by channels.
pub fn trace(
    module: &Module,
    function: OpId,
    settings: &Settings,
) -> Result<Traced, SimulateError> {
    let count = settings.axes.ranks();
    let grid = process_grid(module).unwrap_or((1, count));
    if grid.0 * grid.1 != count {
        let message = format!(
            "the program runs as {} × {} processes, but the mesh has {count} ranks",
            grid.0, grid.1
        );
        return Err(SimulateError { op: function, message });
    }
    let control = Control::of(module, function);
    let shared = settings.cores.map_or(1.0, |cores| (count as f64 / cores).max(1.0));
    let mut it = Tracer {
        module,
        settings,
        grid,
        shared,
        clock: Clock {
            machine: &settings.machine,
            cores: 1,
            memory_cores: 1.0,
            synchronization: 0.0,
        },
        control: &control,
        ranks: Ranks::default(),
        times: FxHashMap::default(),
        places: FxHashMap::default(),
        patterns: FxHashMap::default(),
        sites: Vec::new(),
        channels: FxHashMap::default(),
        notes: Vec::new(),
        handles: FxHashMap::default(),
    };
    let Some(block) = module.entry(function, 0) else {
        return Err(SimulateError { op: function, message: "it has no body".to_owned() });
    };
    if !control.differs() {
        let steps = it.function(block, control.of_rank(module, (0, 0)))?;
        it.ranks.streams.push(steps);
        it.ranks.stream_of = vec![0; count as usize];
    } else {
        let mut ways: FxHashMap<Vec<u8>, u32> = FxHashMap::default();
        for rank in 0..count {
            let known = control.of_rank(module, (rank / grid.1, rank % grid.1));
            let key = control.key(&known);
            let stream = match ways.get(&key) {
                Some(&stream) => stream,
                None => {
                    let steps = it.function(block, known)?;
                    it.ranks.streams.push(steps);
                    let stream = it.ranks.streams.len() as u32 - 1;
                    ways.insert(key, stream);
                    stream
                }
            };
            it.ranks.stream_of.push(stream);
        }
    }
    it.notes.sort_unstable();
    it.notes.dedup();
    Ok(Traced { ranks: it.ranks, sites: it.sites, notes: it.notes })
}

/// An exchange as the streams name it.
#[derive(Clone, Copy)]
struct Place {
    phase: u32,
    site: u32,
    pattern: u32,
    cost: u32,
    side: Side,
}

struct Tracer<'m> {
    module: &'m Module,
    settings: &'m Settings,
    grid: (i64, i64),
    /// The ranks for each core.
    shared: f64,
    clock: Clock<'m>,
    control: &'m Control,
    ranks: Ranks,
    times: FxHashMap<Block, FxHashMap<OpId, OpTimes>>,
    places: FxHashMap<OpId, Option<Place>>,
    patterns: FxHashMap<Pattern, u32>,
    sites: Vec<OpId>,
    /// The site of each channel of `send` and `recv`.
    channels: FxHashMap<i64, u32>,
    notes: Vec<String>,
    /// The handles of futures.
    handles: FxHashMap<Value, u32>,
}

impl Tracer<'_> {
    fn function(&mut self, block: Block, mut known: Known) -> Result<Vec<Step>, SimulateError> {
        let mut steps = Vec::new();
        self.block(block, &mut known, &mut steps)?;
        Ok(steps)
    }

    fn block(
        &mut self,
        block: Block,
        known: &mut Known,
        steps: &mut Vec<Step>,
    ) -> Result<(), SimulateError> {
        let module = self.module;
        if !self.times.contains_key(&block) {
            let times = self.clock.block(module, block);
            self.times.insert(block, times);
        }
        for op in module.ops(block) {
            let it = module.op(op);
            if it.has(Trait::Terminator) || matches!(it, Op::Constant(_)) {
                continue;
            }
            match it {
                Op::While(_) => self.looping(op, known, steps)?,
                Op::If(_) | Op::Case(_) => self.branch(op, known, steps)?,
                Op::AsyncStart(_) => self.start(op, steps)?,
                Op::AsyncDone(_) => {
                    let handles = module.operands(op).iter();
                    let mut handles: Vec<u32> =
                        handles.filter_map(|v| self.handles.get(v).copied()).collect();
                    handles.dedup();
                    steps.extend(handles.into_iter().map(|handle| Step::Wait { handle }));
                }
                // Any other op: an exchange of data, or a kernel.
                _ => match self.place(op)? {
                    Some(place) => steps.push(step(place, None)),
                    None => {
                        self.compute(block, op, steps);
                        self.control.evaluate(module, op, known);
                    }
                },
            }
        }
        Ok(())
    }

    /// A kernel, if the op takes time.
    fn compute(&mut self, block: Block, op: OpId, steps: &mut Vec<Step>) {
        let idle = matches!(
            self.module.op(op),
            Op::PartitionId(_)
                | Op::ReplicaId(_)
                | Op::AfterAll(_)
                | Op::CreateToken(_)
                | Op::OptimizationBarrier(_)
                | Op::GetTupleElement(_)
                | Op::Tuple(_)
        );
        let Some(times) = self.times[&block].get(&op).filter(|_| !idle) else { return };
        let seconds = times.one_core * self.shared;
        let name = self.name(op);
        let phase = self.ranks.phase(&name);
        steps.push(Step::Compute { phase, seconds });
    }

    /// The name of a kernel's phase: the op that takes longest in it.
    fn name(&self, op: OpId) -> String {
        let module = self.module;
        let Op::Fusion(it) = module.op(op) else {
            return module.op(op).def().short_name().to_owned();
        };
        let products =
            |inner: &OpId| matches!(module.op(*inner), Op::DotGeneral(_) | Op::Convolution(_));
        match module.walk(op).find(products) {
            Some(product) => module.op(product).def().short_name().to_owned(),
            None => format!("{} kernels", String::from_utf8_lossy(&it.kind.0)),
        }
    }

    /// The numbers of an exchange.
    fn place(&mut self, op: OpId) -> Result<Option<Place>, SimulateError> {
        if let Some(&known) = self.places.get(&op) {
            return Ok(known);
        }
        let found = exchange(self.module, op, self.grid, self.settings);
        let found = found.map_err(|message| SimulateError { op, message })?;
        if found.is_none() && matches!(self.module.op(op), Op::Send(_) | Op::Recv(_)) {
            let note = format!("`{}` takes no time here", self.module.op(op).name());
            self.notes.push(note);
        }
        let place = found.map(|it| {
            let next = self.ranks.patterns.len() as u32;
            let pattern = *self.patterns.entry(it.pattern.clone()).or_insert(next);
            if pattern == next {
                self.ranks.patterns.push(it.pattern);
            }
            self.ranks.costs.push(it.cost);
            let next = self.sites.len() as u32;
            // The two ends of a channel meet.
            let (channel, side) = match self.module.op(op) {
                Op::Send(it) => (Some(it.channel_handle.handle), Side::Sends),
                Op::Recv(it) => (Some(it.channel_handle.handle), Side::Receives),
                // Any other op: ranks meet at the op itself.
                _ => (None, Side::Both),
            };
            let site = channel.map_or(next, |it| *self.channels.entry(it).or_insert(next));
            if site == next {
                self.sites.push(op);
            }
            Place {
                phase: self.ranks.phase(&it.name),
                site,
                pattern,
                cost: self.ranks.costs.len() as u32 - 1,
                side,
            }
        });
        self.places.insert(op, place);
        Ok(place)
    }

    /// An exchange that goes on while the rank computes.
    fn start(&mut self, op: OpId, steps: &mut Vec<Step>) -> Result<(), SimulateError> {
        let inner = self.module.entry(op, 0).and_then(|body| self.module.ops(body).next());
        let Some(place) = inner.map(|inner| self.place(inner)).transpose()?.flatten() else {
            return Ok(());
        };
        let handle = place.site;
        for future in self.module.results(op) {
            self.handles.insert(future, handle);
        }
        steps.push(step(place, Some(handle)));
        Ok(())
    }

    fn looping(
        &mut self,
        op: OpId,
        known: &mut Known,
        steps: &mut Vec<Step>,
    ) -> Result<(), SimulateError> {
        let module = self.module;
        let (Some(cond), Some(body)) = (module.entry(op, 0), module.entry(op, 1)) else {
            return Ok(());
        };
        let args: Vec<(Value, Value)> =
            module.args(cond).iter().copied().zip(module.args(body).iter().copied()).collect();
        let mut carried = module.operands(op).to_vec();
        let test = module.terminator(cond).and_then(|end| module.operands(end).first().copied());
        let trips = trip_count(module, op, COUNTED);
        let begin = steps.len();
        let mut round = 0u64;
        loop {
            // All at once: an argument may be carried to another place.
            let values: Vec<_> = carried
                .iter()
                .map(|v| known.get(v).or_else(|| module.constant(*v)).cloned())
                .collect();
            for (&(in_cond, in_body), value) in args.iter().zip(values) {
                match value.filter(|it| it.bytes().len() <= 4096) {
                    Some(value) => {
                        known.insert(in_cond, value.clone());
                        known.insert(in_body, value);
                    }
                    None => {
                        known.remove(&in_cond);
                        known.remove(&in_body);
                    }
                }
            }
            let goes_on = match trips {
                Some(trips) => Some(round < trips),
                None => {
                    for inner in module.ops(cond).collect::<Vec<_>>() {
                        self.control.evaluate(module, inner, known);
                    }
                    let test = test.and_then(|v| known.get(&v).or_else(|| module.constant(v)));
                    test.and_then(|it| it.get_int(0)).map(|it| it != 0)
                }
            };
            match goes_on {
                Some(false) => break,
                None if round > 0 => break,
                None => self.notes.push(format!(
                    "the trip count of `{}` is not known: one iteration is simulated",
                    module.op(op).name()
                )),
                Some(true) => {}
            }
            self.block(body, known, steps)?;
            round += 1;
            let end = module.terminator(body);
            carried = end.map_or(Vec::new(), |end| module.operands(end).to_vec());
            if let Some(trips) = trips.filter(|&trips| trips > round)
                && steps.len() - begin > MOST_STEPS
            {
                self.stretch(&mut steps[begin..], trips as f64 / round as f64);
                self.notes.push(format!(
                    "{trips} iterations of `{}` are simulated by {round} longer ones",
                    module.op(op).name()
                ));
                break;
            }
            if steps.len() - begin > 16 * MOST_STEPS {
                self.notes.push(format!(
                    "`{}` is simulated for {round} iterations and not further",
                    module.op(op).name()
                ));
                break;
            }
        }
        let sources: Vec<Value> = args.iter().map(|&(in_cond, _)| in_cond).collect();
        for (result, from) in module.results(op).iter().zip(sources) {
            bind(module, result, from, known);
        }
        Ok(())
    }

    /// Makes steps longer.
    fn stretch(&mut self, steps: &mut [Step], factor: f64) {
        let mut longer: FxHashMap<u32, u32> = FxHashMap::default();
        for step in steps {
            match step {
                Step::Compute { seconds, .. } => *seconds *= factor,
                Step::Exchange { cost, .. } => {
                    let costs = &mut self.ranks.costs;
                    *cost = *longer.entry(*cost).or_insert_with(|| {
                        let mut own = costs[*cost as usize].clone();
                        own.seconds *= factor;
                        for stage in &mut own.stages {
                            stage.seconds *= factor;
                            stage.sent *= factor;
                            stage.carried = stage.carried.map(|bytes| bytes * factor);
                        }
                        costs.push(own);
                        costs.len() as u32 - 1
                    });
                }
                Step::Wait { .. } => {}
            }
        }
    }

    fn branch(
        &mut self,
        op: OpId,
        known: &mut Known,
        steps: &mut Vec<Step>,
    ) -> Result<(), SimulateError> {
        let module = self.module;
        let arms = module.regions(op).len();
        let index = module.operands(op).first().copied();
        let index = index.and_then(|v| known.get(&v).or_else(|| module.constant(v)));
        let taken = index.and_then(|it| it.get_int(0)).map(|index| match module.op(op) {
            // The first arm is the one of `true`.
            Op::If(_) => usize::from(index == 0),
            // Any other op: `case`, whose last arm is the one of numbers without an arm.
            _ => usize::try_from(index).unwrap_or(arms).min(arms - 1),
        });
        if let Some(arm) = taken {
            let Some(block) = module.entry(op, arm) else { return Ok(()) };
            self.block(block, known, steps)?;
            let end = module.terminator(block);
            let yielded = end.map_or(&[][..], |end| module.operands(end));
            for (result, &value) in module.results(op).iter().zip(yielded) {
                bind(module, result, value, known);
            }
            return Ok(());
        }
        let mut longest: Option<(f64, Vec<Step>)> = None;
        for block in (0..arms).filter_map(|arm| module.entry(op, arm)) {
            let mut own = Vec::new();
            self.block(block, &mut known.clone(), &mut own)?;
            let seconds = own.iter().map(|step| self.seconds(step)).sum();
            if longest.as_ref().is_none_or(|(most, _)| seconds > *most) {
                longest = Some((seconds, own));
            }
        }
        self.notes.push(format!(
            "the condition of `{}` is not known: its longest arm is simulated",
            module.op(op).name()
        ));
        for result in module.results(op) {
            known.remove(&result);
        }
        steps.extend(longest.into_iter().flat_map(|(_, own)| own));
        Ok(())
    }

    fn seconds(&self, step: &Step) -> f64 {
        match *step {
            Step::Compute { seconds, .. } => seconds,
            Step::Exchange { cost, .. } => self.ranks.costs[cost as usize].seconds,
            Step::Wait { .. } => 0.0,
        }
    }
}

fn step(place: Place, handle: Option<u32>) -> Step {
    let Place { phase, site, pattern, cost, side } = place;
    Step::Exchange { phase, site, pattern, cost, handle, side }
}
