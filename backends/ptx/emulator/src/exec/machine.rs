//! The state of a launch under way: blocks, warps, and groups of threads.

use std::collections::{HashMap, VecDeque};
use std::rc::Rc;

use super::copies::{BlockCopies, Event, WarpCopies};
use super::multiplications::Multiplications;
use crate::clock::{Clock, Record};
use crate::fault::{Fault, FaultKind};
use crate::kernel::{
    BarrierResult, Constant, Guard, KernelCode, Lanes, Mask, Reduce, SHARED_BEGIN, Special, WARP,
    truncate,
};
use crate::memory::{Device, mark, unmarked};
use crate::options::{Launch, Options};
use crate::report::Report;
use crate::shadow::Shadow;

/// The fault that stops a launch, and its lane.
#[derive(Debug)]
pub(crate) struct Stop {
    pub(crate) kind: FaultKind,
    pub(crate) lane: usize,
}

pub(crate) type Result<T, E = Box<Stop>> = std::result::Result<T, E>;

/// Stops at a lane.
pub(crate) fn stop<T>(lane: usize, kind: FaultKind) -> Result<T> {
    Err(Box::new(Stop { kind, lane }))
}

/// The first lane of a mask.
pub(crate) fn first(mask: Mask) -> usize {
    mask.trailing_zeros().min(31) as usize
}

/// The lanes of a mask.
pub(crate) fn lanes(mask: Mask) -> impl Iterator<Item = usize> {
    let mut rest = mask;
    std::iter::from_fn(move || {
        (rest != 0).then(|| {
            let lane = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            lane
        })
    })
}

/// The state of a group of threads: ready, or waiting.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum State {
    /// Nothing.
    Ready,
    /// Other lanes of its warp: these, together.
    Lanes(Mask),
    /// A barrier of the block.
    Barrier(u32),
    /// A barrier of the cluster.
    Cluster,
    /// Something that only other warps or asynchronous operations can bring about; the
    /// instruction is tried again when one of them did something.
    Elsewhere,
}

/// Threads of a warp at one position in the code.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Group {
    pub(crate) at: u32,
    pub(crate) mask: Mask,
    pub(crate) state: State,
}

/// A warp.
pub(crate) struct Warp {
    pub(crate) number: u32,
    pub(crate) registers: Vec<Lanes>,
    pub(crate) predicates: Vec<Mask>,
    pub(crate) carry: Mask,
    /// Threads that have not ended.
    pub(crate) alive: Mask,
    pub(crate) groups: Vec<Group>,
    /// A group that gives way to the others, by its position in the code.
    pub(crate) gives_way: Option<u32>,
    pub(crate) epoch: u32,
    pub(crate) clocks: Vec<Rc<Clock>>,
    /// The clock that a lane's next fence acquires.
    pub(crate) acquired: Vec<Option<Rc<Clock>>>,
    /// By lane: the clock that it acquired last, as it was released.
    pub(crate) acquired_last: Vec<Option<Rc<Clock>>>,
    /// The clock that a lane's last fence released.
    pub(crate) fenced: Vec<Option<Rc<Clock>>>,
    pub(crate) copies: WarpCopies,
    pub(crate) multiply: Multiplications,
    /// By lane: how often the cluster's barrier had completed when it arrived there.
    pub(crate) generations: Vec<Option<u32>>,
}

/// Shared memory of a block.
#[derive(Default)]
pub(crate) struct Shared {
    pub(crate) data: Vec<u8>,
    pub(crate) written: Vec<u64>,
    pub(crate) shadow: Shadow,
}

/// A barrier of a block.
#[derive(Clone, Default)]
pub(crate) struct BarrierState {
    pub(crate) arrived: u32,
    pub(crate) threads: Option<u32>,
    pub(crate) clock: Clock,
    pub(crate) reduce: Option<(Reduce, u64)>,
    /// The destination of the result in each warp.
    pub(crate) results: Vec<(u32, Mask, BarrierResult)>,
}

/// A block.
pub(crate) struct Block {
    pub(crate) linear: u32,
    pub(crate) index: [u32; 3],
    /// Its rank in its cluster.
    pub(crate) rank: u32,
    /// The number in the wave of the first block of its cluster.
    pub(crate) cluster: usize,
    pub(crate) shared: Shared,
    pub(crate) local: Vec<u8>,
    pub(crate) warps: Vec<Warp>,
    pub(crate) barriers: Vec<BarrierState>,
    pub(crate) copies: BlockCopies,
    /// Arrivals at the barrier of the cluster.
    pub(crate) cluster_barrier: ClusterBarrier,
}

/// A block's part in the barrier of its cluster.
#[derive(Default)]
pub(crate) struct ClusterBarrier {
    /// By warp and lane: whether the thread has arrived and not yet waited.
    pub(crate) arrived: HashMap<u32, Mask>,
    /// The joined clock of the arrived threads.
    pub(crate) clock: Clock,
    /// The number of times that the barrier completed.
    pub(crate) completed: u32,
    /// The clock that waiting for the last completion acquires.
    pub(crate) released: Rc<Clock>,
}

/// A launch under way.
pub(crate) struct Machine<'a> {
    pub(crate) kernel: &'a KernelCode,
    pub(crate) source: &'a str,
    pub(crate) device: &'a mut Device,
    pub(crate) launch: &'a Launch,
    pub(crate) options: &'a Options,
    pub(crate) parameters: Vec<u8>,
    /// Addresses of the module's variables.
    pub(crate) symbols: HashMap<String, u64>,
    pub(crate) report: Report,
    /// The wave that runs.
    pub(crate) blocks: Vec<Block>,
    /// The block that is scheduled.
    pub(crate) current: usize,
    /// Asynchronous operations under way.
    pub(crate) events: VecDeque<Event>,
    pub(crate) steps: u64,
    /// Goes up with every event that orders accesses.
    pub(crate) now: u32,
    /// Goes up with whatever somebody could wait for.
    pub(crate) progress: u64,
    /// The clocks released to locations in memory.
    pub(crate) released: HashMap<(u32, u64), (u32, Rc<Clock>)>,
    /// The initial registers of every warp.
    pub(crate) template: Vec<Lanes>,
    /// Registers of warps that have ended.
    pub(crate) spare: Vec<Vec<Lanes>>,
    /// The allocation accessed last.
    pub(crate) last: usize,
}

impl Machine<'_> {
    /// Runs all blocks.
    pub(crate) fn run(mut self) -> std::result::Result<Report, Box<Fault>> {
        let launch = self.launch;
        let total: u32 = launch.grid.iter().product();
        let cluster: u32 = launch.cluster.iter().product();
        let clusters = total / cluster.max(1);
        let order = self.options.order.of(clusters);
        let resident = (self.options.resident as usize).max(1);
        for wave in order.chunks(resident) {
            for &number in wave {
                self.cluster(number);
            }
            self.wave()?;
            self.report.blocks += self.blocks.len() as u64;
            let ended = self.blocks.drain(..).flat_map(|b| b.warps);
            self.spare.extend(ended.map(|w| w.registers));
        }
        self.report.registers = self.kernel.widths.iter().map(|w| u32::from(*w).div_ceil(32)).sum();
        self.report.shared_bytes = self.shared_size() - SHARED_BEGIN;
        self.report.local_bytes = self.kernel.local_bytes;
        Ok(self.report)
    }

    /// The address where dynamic shared memory begins.
    pub(crate) fn dynamic_begin(&self) -> u32 {
        self.kernel.shared_end.next_multiple_of(self.kernel.dynamic_align)
    }

    /// The address where shared memory ends.
    pub(crate) fn shared_size(&self) -> u32 {
        match self.launch.dynamic_shared {
            0 => self.kernel.shared_end,
            bytes => self.dynamic_begin() + bytes,
        }
    }

    /// Sets up the blocks of a cluster.
    fn cluster(&mut self, number: u32) {
        let launch = self.launch;
        let counts = [0, 1, 2].map(|a| launch.grid[a] / launch.cluster[a]);
        let id =
            [number % counts[0], number / counts[0] % counts[1], number / counts[0] / counts[1]];
        let size: u32 = launch.cluster.iter().product();
        let begin = self.blocks.len();
        for rank in 0..size {
            let c = launch.cluster;
            let inner = [rank % c[0], rank / c[0] % c[1], rank / c[0] / c[1]];
            let index = [0, 1, 2].map(|a| id[a] * c[a] + inner[a]);
            let block = self.block(index, rank, begin);
            self.blocks.push(block);
        }
    }

    fn block(&mut self, index: [u32; 3], rank: u32, cluster: usize) -> Block {
        let launch = self.launch;
        let threads: u32 = launch.block.iter().product();
        let linear = (index[2] * launch.grid[1] + index[1]) * launch.grid[0] + index[0];
        let size = self.shared_size() as usize;
        let pattern = [0xA5, 0x5E, 0xF3, 0x7F];
        let clock = Rc::new(Clock::default());
        let warps = threads.div_ceil(WARP as u32);
        let mut block = Block {
            linear,
            index,
            rank,
            cluster,
            shared: Shared {
                data: pattern.into_iter().cycle().take(size).collect(),
                written: vec![0; size.div_ceil(64)],
                shadow: Shadow::default(),
            },
            local: vec![0xCD; (self.kernel.local_bytes * threads) as usize],
            warps: Vec::new(),
            barriers: vec![BarrierState::default(); 16],
            copies: BlockCopies::default(),
            cluster_barrier: ClusterBarrier::default(),
        };
        for number in 0..warps {
            let count = (threads - number * WARP as u32).min(WARP as u32);
            let alive = u32::MAX >> (32 - count);
            block.warps.push(Warp {
                number,
                registers: self.registers(&block, number),
                predicates: vec![0x5A5A_A5A5; self.kernel.predicates as usize],
                carry: 0,
                alive,
                groups: vec![Group { at: 0, mask: alive, state: State::Ready }],
                gives_way: None,
                epoch: 1,
                clocks: vec![clock.clone(); WARP],
                acquired: vec![None; WARP],
                acquired_last: vec![None; WARP],
                fenced: vec![None; WARP],
                copies: WarpCopies::default(),
                multiply: Multiplications::default(),
                generations: vec![None; WARP],
            });
        }
        block
    }

    /// The initial registers of all warps: data registers hold a pattern, the others what they stand
    /// for; special registers are left out.
    fn template(&self) -> Vec<Lanes> {
        let pattern = |width: &u8| {
            let bits = u32::from(*width).max(1);
            [truncate(0x7FF5_A5A5_7FA5_F3F3, bits); WARP]
        };
        let constant = |constant: &Constant| match constant {
            Constant::Value(value) => [*value; WARP],
            Constant::Symbol(name, offset) => {
                let address = self.symbols.get(name).copied().unwrap_or(0);
                [address.wrapping_add_signed(*offset); WARP]
            }
            Constant::DynamicShared(offset) => {
                [u64::from(self.dynamic_begin()).wrapping_add_signed(*offset); WARP]
            }
            Constant::Special(_) => [0; WARP],
        };
        let kernel = self.kernel;
        kernel.widths.iter().map(pattern).chain(kernel.constants.iter().map(constant)).collect()
    }

    /// The registers of a warp, in the room of one that has ended.
    fn registers(&mut self, block: &Block, warp: u32) -> Vec<Lanes> {
        if self.template.is_empty() {
            self.template = self.template();
        }
        let mut all = self.spare.pop().unwrap_or_default();
        all.clear();
        all.extend_from_slice(&self.template);
        let kernel = self.kernel;
        for (index, constant) in kernel.constants.iter().enumerate() {
            if let Constant::Special(special) = constant {
                all[kernel.widths.len() + index] = std::array::from_fn(|lane| {
                    self.special(*special, block, warp, lane as u32).into()
                });
            }
        }
        all
    }

    /// The indices of a thread in its block.
    pub(crate) fn thread(&self, warp: u32, lane: u32) -> [u32; 3] {
        let size = self.launch.block;
        let linear = warp * WARP as u32 + lane;
        [linear % size[0], linear / size[0] % size[1], linear / size[0] / size[1]]
    }

    fn special(&self, special: Special, block: &Block, warp: u32, lane: u32) -> u32 {
        let launch = self.launch;
        let cluster = launch.cluster;
        match special {
            Special::Tid(axis) => self.thread(warp, lane)[axis],
            Special::Ntid(axis) => launch.block[axis],
            Special::Ctaid(axis) => block.index[axis],
            Special::Nctaid(axis) => launch.grid[axis],
            Special::LaneId => lane,
            Special::WarpId => warp,
            Special::WarpCount => 64,
            Special::SmId => block.linear % 132,
            Special::SmCount => 132,
            Special::GridId => 1,
            Special::LaneMask(order, equal) => (0..32)
                .filter(|other| other.cmp(&lane) == order || equal && *other == lane)
                .fold(0, |mask, other| mask | 1 << other),
            Special::ClusterId(axis) => block.index[axis] / cluster[axis],
            Special::ClusterCount(axis) => launch.grid[axis] / cluster[axis],
            Special::ClusterCtaid(axis) => block.index[axis] % cluster[axis],
            Special::ClusterNctaid(axis) => cluster[axis],
            Special::ClusterRank => block.rank,
            Special::ClusterSize => cluster.iter().product(),
            Special::DynamicSharedSize => launch.dynamic_shared,
            Special::TotalSharedSize => self.shared_size() - SHARED_BEGIN,
        }
    }

    /// A fault of an instruction, or of a launch as a whole.
    pub(crate) fn fault(&self, block: usize, warp: &Warp, at: u32, stop: Stop) -> Box<Fault> {
        let instruction = &self.kernel.code[at as usize];
        let mut registers = Vec::new();
        for &register in &instruction.operands {
            let name = self.kernel.registers.get(register as usize);
            if let Some(name) = name.filter(|n| !n.is_empty()) {
                registers.push((name.clone(), warp.registers[register as usize][stop.lane]));
            }
        }
        Box::new(Fault {
            kind: stop.kind,
            kernel: self.kernel.name.clone(),
            line: instruction.line,
            text: line_of(self.source, instruction.line),
            block: self.blocks[block].index,
            thread: self.thread(warp.number, stop.lane as u32),
            registers,
        })
    }
}

/// A line of a text.
pub(crate) fn line_of(source: &str, line: u32) -> String {
    let text = source.lines().nth((line as usize).saturating_sub(1)).unwrap_or("");
    text.trim().to_owned()
}

impl Shared {
    pub(crate) fn mark(&mut self, at: usize, bytes: usize) {
        mark(&mut self.written, at, bytes);
    }

    pub(crate) fn unwritten(&self, at: usize, bytes: usize) -> Option<usize> {
        unmarked(&self.written, at, bytes)
    }
}

impl Warp {
    /// Which lanes a predicate holds in.
    pub(crate) fn holds(&self, guard: Guard) -> Mask {
        let mask = self.predicates[guard.predicate as usize];
        if guard.negated { !mask } else { mask }
    }

    /// Writes a register in some lanes.
    pub(crate) fn set(&mut self, register: u32, mask: Mask, values: &Lanes) {
        let to = &mut self.registers[register as usize];
        if mask == Mask::MAX {
            *to = *values;
            return;
        }
        for lane in lanes(mask) {
            to[lane] = values[lane];
        }
    }

    /// Writes a predicate in some lanes.
    pub(crate) fn set_predicate(&mut self, predicate: u32, mask: Mask, value: Mask) {
        let to = &mut self.predicates[predicate as usize];
        *to = *to & !mask | value & mask;
    }

    /// The record of a lane's access.
    pub(crate) fn record(&self, block: u32, lane: usize, line: u32, strong: bool) -> Record {
        Record {
            block,
            actor: self.number as u16,
            strong,
            lanes: 1 << lane,
            epoch: self.epoch,
            line,
        }
    }
}
