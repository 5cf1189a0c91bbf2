//! The times of kernels and of exchanges, by the machine model and the links.
//!
//! A kernel takes the time of its arithmetic or of its reading, the larger of the two, and that of its
//! writing; halos, and collectives of terms, come on top. A kernel in whose middle terms are combined
//! is two: the value is written and read again.

use super::Settings;
use super::kernels::Kernel;
use super::node::{At, Node, Subject, classes_of, inner, member_state};
use super::times::{Times, key};
use crate::layer_graph::times::Clock;
use crate::partition::relayout::{Step, steps};
use hloom_analysis::shard::plan::{bytes, combined, halo};
use hloom_analysis::shard::rule::dims;
use hloom_analysis::shard::{Grid, State};
use hloom_analysis::simulate::{Axes, Collective, Span, cost, spans};
use hloom_analysis::split::Access;
use hloom_ir::module::Module;
use hloom_ir::{Block, OpId, Value};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::RefCell;

/// Two states, and the bits of a number of bytes.
type Move = (State, State, u64);

/// Estimates times.
pub(super) struct Costs<'a> {
    module: &'a Module,
    grid: &'a Grid,
    pub(super) settings: &'a Settings,
    /// Values that kernels compute anew instead of reading them.
    pub(super) unread: FxHashSet<Value>,
    spans: RefCell<FxHashMap<Vec<usize>, Vec<Span>>>,
    moves: RefCell<FxHashMap<Move, f64>>,
}

impl<'a> Costs<'a> {
    /// The costs on a mesh.
    pub(super) fn new(module: &'a Module, grid: &'a Grid, settings: &'a Settings) -> Costs<'a> {
        let (spans, moves) = (RefCell::default(), RefCell::default());
        Costs { module, grid, settings, unread: FxHashSet::default(), spans, moves }
    }

    /// The seconds of a block's ops as a whole, what is inside of them too.
    pub(super) fn whole(&self, block: Block) -> FxHashMap<OpId, f64> {
        let clock = Clock {
            machine: &self.settings.machine,
            cores: 1,
            memory_cores: 1.0,
            synchronization: 0.0,
        };
        let times = clock.block(self.module, block).into_iter();
        let inside = times.filter(|(op, _)| !self.module.regions(*op).is_empty());
        inside.map(|(op, times)| (op, times.one_core)).collect()
    }

    fn parts(&self, axes: &[usize]) -> f64 {
        self.grid.parts(axes) as f64
    }

    fn own(&self, value: Value, state: &State) -> f64 {
        bytes(self.module, value) / state.shards(self.grid) as f64
    }

    fn spans(&self, axes: &[usize]) -> Vec<Span> {
        if let Some(known) = self.spans.borrow().get(axes) {
            return known.clone();
        }
        let sizes = Axes(self.grid.mesh.axes.iter().map(|(_, n)| *n).collect());
        // Places of the mesh, not devices: links lie along its axes.
        let found = spans(&self.grid.offsets(axes), &sizes);
        self.spans.borrow_mut().insert(axes.to_vec(), found.clone());
        found
    }

    fn collective(&self, what: Collective, size: f64, axes: &[usize]) -> f64 {
        cost(what, size, &self.spans(axes), &self.settings.links).seconds
    }

    /// The seconds to send bytes to a neighbour along these atoms.
    fn message(&self, size: f64, axes: &[usize]) -> f64 {
        let links = axes.iter().map(|&a| self.settings.links[self.grid.atoms[a].axis]);
        links.map(|link| link.latency + size * link.beta()).fold(0.0, f64::max)
    }

    /// The seconds of a node by itself, once.
    pub(super) fn node(&self, node: &Node, axes: &[Vec<usize>]) -> f64 {
        self.timed(node, axes, &self.settings.times)
    }

    /// The same by the machine model alone.
    pub(super) fn modelled(&self, node: &Node, axes: &[Vec<usize>]) -> f64 {
        self.timed(node, axes, &Times::default())
    }

    fn timed(&self, node: &Node, axes: &[Vec<usize>], times: &Times) -> f64 {
        match &node.subject {
            Subject::Held(_) => 0.0,
            Subject::Kernel(kernel) => match (&kernel.members[..], node.whole) {
                ([only], Some(whole)) if only.table.is_none() => whole,
                _ => self.kernel(kernel, axes, times),
            },
        }
    }

    fn kernel(&self, kernel: &Kernel, axes: &[Vec<usize>], times: &Times) -> f64 {
        let (module, machine) = (self.module, &self.settings.machine);
        let (mut compute, mut read, mut written, mut talked) = (0.0, 0.0, 0.0, 0.0);
        let mut seen: Vec<(Value, Vec<Option<usize>>)> = Vec::new();
        for member in &kernel.members {
            let own: Vec<Vec<usize>> = member.classes.iter().map(|&c| axes[c].clone()).collect();
            let table = member.table.as_ref();
            let state = |at: At| member_state(module, member.op, table, at, |i| own[i].clone());
            let parts: f64 = own.iter().map(|a| self.parts(a)).product();
            compute += machine.compute(&member.work, kernel.rows) / parts;
            for (i, &value) in module.operands(member.op).iter().enumerate() {
                let shard = self.own(value, &state(At::Operand(i)));
                let classes = classes_of(table, &member.classes, i);
                let known = kernel.makes(module, value) || self.unread.contains(&value);
                if !known && !seen.contains(&(value, classes.clone())) {
                    seen.push((value, classes));
                    read += machine.reading(shard);
                }
                let Some(table) = table else { continue };
                for (d, access) in table.operands[i].iter().enumerate() {
                    if let Access::Window { index, window } = *access
                        && !own[index].is_empty()
                    {
                        let n = (dims(module, value)[d] / self.grid.parts(&own[index])).max(1);
                        let (before, after) = halo(window, n);
                        for edge in [before, after].into_iter().filter(|&edge| edge > 0) {
                            talked += self.message(shard * edge as f64 / n as f64, &own[index]);
                        }
                    }
                }
            }
            let terms = table.map_or(Vec::new(), |table| combined(table, &own));
            for (i, value) in module.results(member.op).iter().enumerate() {
                let shard = self.own(value, &state(At::Result(i)));
                let inside = |user: OpId| kernel.members.iter().any(|m| m.op == user);
                let mut users = module.uses(value).map(|(user, _)| user).peekable();
                let (mut leaves, mut read_here) = (users.peek().is_none(), false);
                users.for_each(|user| match inside(user) {
                    true => read_here = true,
                    false => leaves = true,
                });
                let terms = self.grid.parts(&terms) > 1;
                if leaves || terms {
                    written += machine.writing(shard);
                }
                if terms {
                    let all = table.map_or(Vec::new(), |table| combined(table, &own));
                    talked += self.collective(Collective::AllReduce, shard, &all);
                    if read_here {
                        // The kernel ends here, and another one begins.
                        talked += machine.launch + machine.reading(shard);
                    }
                }
            }
        }
        let times = &times.0;
        let known = || times.get(&key(module, kernel, self.grid, axes)).copied();
        match (kernel.contained, (!times.is_empty()).then(known).flatten()) {
            (true, _) => talked,
            (false, Some(measured)) => talked + measured,
            (false, None) => talked + machine.launch + written + f64::max(read, compute),
        }
    }

    /// The seconds to bring a value from a state to another one.
    pub(super) fn moving(&self, value: Value, from: &State, to: &State) -> f64 {
        if from == to {
            return 0.0;
        }
        let size = bytes(self.module, value);
        let key = (from.clone(), to.clone(), size.to_bits());
        if let Some(&known) = self.moves.borrow().get(&key) {
            return known;
        }
        let mut at = from.clone();
        let mut seconds = 0.0;
        for step in steps(from, to, self.grid) {
            let own = size / at.shards(self.grid) as f64;
            match &step {
                // A device copies its part.
                Step::Slice(_, axes) => {
                    let machine = &self.settings.machine;
                    let part = own / self.parts(axes);
                    seconds += machine.launch + machine.reading(part) + machine.writing(part);
                }
                Step::Gather(_, axes) => {
                    let whole = own * self.parts(axes);
                    seconds += self.collective(Collective::AllGather, whole, axes);
                }
                Step::Move(_, _, axes) => {
                    seconds += self.collective(Collective::AllToAll, own, axes);
                }
                Step::Permute(_) => {
                    let all: Vec<usize> = (0..self.grid.atoms.len()).collect();
                    seconds += self.message(own, &all);
                }
            }
            step.apply(&mut at, to);
        }
        self.moves.borrow_mut().insert(key, seconds);
        seconds
    }

    /// The bytes that a device holds of a node's values.
    pub(super) fn held(&self, node: &Node, axes: &[Vec<usize>]) -> f64 {
        let module = self.module;
        match &node.subject {
            Subject::Held(value) => self.own(*value, &State(axes.to_vec())),
            Subject::Kernel(kernel) => {
                let mut sum = 0.0;
                for member in &kernel.members {
                    for (i, value) in module.results(member.op).iter().enumerate() {
                        if !inner(module, kernel, value) {
                            let table = member.table.as_ref();
                            let of = |i: usize| axes[member.classes[i]].clone();
                            let state = member_state(module, member.op, table, At::Result(i), of);
                            sum += self.own(value, &state);
                        }
                    }
                }
                sum
            }
        }
    }
}
