//! The places of intermediate buffers in the arena.
//!
//! Lowering counts steps. A buffer lives from the step that makes it to the last
//! one that uses it; one that a loop uses and that was made before it lives to the
//! loop's end, for the next iteration uses it again. Buffers whose lives overlap get
//! different places: the largest first, each at the lowest offset where it fits
//! (the greedy-by-size heuristic of Pisarchyk and Lee, "Efficient Memory Management
//! for Deep Neural Net Inference", 2020).

use crate::program::{BufferId, Program, Space};
use rustc_hash::{FxHashMap, FxHashSet};

/// Buffers start at multiples of so many bytes.
const ALIGNMENT: u64 = 64;

#[derive(Clone, Copy, Debug)]
struct Life {
    buffer: BufferId,
    from: u32,
    to: u32,
}

/// The lives of buffers, as far as lowering has come.
#[derive(Default)]
pub(super) struct Lifetimes {
    now: u32,
    lives: Vec<Life>,
    /// For a buffer's number, its place in `lives`.
    known: FxHashMap<BufferId, usize>,
    /// Buffers that lie where others lie, in the order in which that was said.
    shared: Vec<(BufferId, BufferId)>,
    /// For each of these, where it lies.
    owner: FxHashMap<BufferId, BufferId>,
    /// The buffers where others lie.
    owners: FxHashSet<BufferId>,
    /// The steps at which the open loops began.
    loops: Vec<u32>,
    /// For each open loop, older buffers that it uses.
    used: Vec<Vec<usize>>,
}

impl Lifetimes {
    /// The next step begins.
    pub(super) fn step(&mut self) {
        self.now += 1;
    }

    /// A buffer is made at this step.
    pub(super) fn define(&mut self, buffer: BufferId) {
        self.known.insert(buffer, self.lives.len());
        self.lives.push(Life { buffer, from: self.now, to: self.now });
    }

    /// A buffer is used at this step.
    pub(super) fn touch(&mut self, buffer: BufferId) {
        let Some(&i) = self.known.get(&buffer) else { return };
        self.lives[i].to = self.now;
        let from = self.lives[i].from;
        for (start, used) in self.loops.iter().zip(&mut self.used) {
            if from < *start {
                used.push(i);
            }
        }
        if let Some(&owner) = self.owner.get(&buffer) {
            self.touch(owner);
        }
    }

    /// `buffer` lies where `owner` does, as long as either lives.
    pub(super) fn share(&mut self, buffer: BufferId, owner: BufferId) {
        self.shared.push((buffer, owner));
        self.owner.entry(buffer).or_insert(owner);
        self.owners.insert(owner);
        self.touch(buffer);
    }

    /// Whether a buffer lies where another one does.
    pub(super) fn is_shared(&self, buffer: BufferId) -> bool {
        self.owner.contains_key(&buffer) || self.owners.contains(&buffer)
    }

    /// A loop begins.
    pub(super) fn enter_loop(&mut self) -> u32 {
        self.step();
        self.loops.push(self.now);
        self.used.push(Vec::new());
        self.now
    }

    /// The loop that began at `start` ends.
    pub(super) fn leave_loop(&mut self, start: u32) {
        debug_assert_eq!(self.loops.last(), Some(&start));
        self.loops.pop();
        for i in self.used.pop().unwrap_or_default() {
            self.lives[i].to = self.now;
        }
        self.step();
    }

    /// Gives every buffer of the arena its place in the program. The bytes of those
    /// that are alive at once, at most.
    pub(super) fn assign(self, program: &mut Program) -> u64 {
        let size = |b: BufferId| program.buffer(b).bytes().max(1).next_multiple_of(ALIGNMENT);
        let mut order: Vec<&Life> = self.own_lives().collect();
        order.sort_by_key(|l| (std::cmp::Reverse(size(l.buffer)), l.from));
        let mut placed: Vec<(u64, u64, &Life)> = Vec::new();
        for life in order {
            let bytes = size(life.buffer);
            let mut rivals: Vec<(u64, u64)> = placed
                .iter()
                .filter(|(_, _, l)| l.from <= life.to && life.from <= l.to)
                .map(|(start, end, _)| (*start, *end))
                .collect();
            rivals.sort_unstable();
            let mut at = 0;
            for (start, end) in rivals {
                if at + bytes <= start {
                    break;
                }
                at = at.max(end);
            }
            placed.push((at, at + bytes, life));
        }
        let places: Vec<(BufferId, u64)> =
            placed.iter().map(|(at, _, l)| (l.buffer, *at)).collect();
        for (buffer, at) in places {
            program.buffers[buffer.0 as usize].space = Space::Arena(at);
        }
        for (buffer, owner) in &self.shared {
            program.buffers[buffer.0 as usize].space = program.buffer(*owner).space.clone();
        }
        self.largest_live(program)
    }

    /// The lives of the buffers that do not lie where others lie.
    fn own_lives(&self) -> impl Iterator<Item = &Life> {
        self.lives.iter().filter(|life| !self.owner.contains_key(&life.buffer))
    }

    /// The bytes of the buffers that are alive at once, at the step where that is most:
    /// no arena can be smaller.
    fn largest_live(&self, program: &Program) -> u64 {
        let mut changes: Vec<(u32, bool, u64)> = Vec::new();
        for life in self.own_lives() {
            let bytes = program.buffer(life.buffer).bytes();
            // A buffer whose life ends at a step is still alive then.
            changes.push((life.from, false, bytes));
            changes.push((life.to, true, bytes));
        }
        changes.sort_unstable();
        let (mut now, mut most) = (0, 0);
        for (_, ends, bytes) in changes {
            now = if ends { now - bytes } else { now + bytes };
            most = most.max(now);
        }
        most
    }
}
