//! The places of intermediate buffers in the arena.
//!
//! Lowering counts steps. A buffer lives from the step that makes it to the last
//! one that uses it; one that a loop uses and that was made before it lives to the
//! loop's end, for the next iteration uses it again. Buffers whose lives overlap get
//! different places, and so do those that tasks use at the same time: the largest first, each at the lowest offset where it fits
//! (the greedy-by-size heuristic of Pisarchyk and Lee, "Efficient Memory Management
//! for Deep Neural Net Inference", 2020).

use crate::program::tasks::{Order, Span};
use crate::program::{BufferId, Program, Space, Stmt, Uses};
use rustc_hash::{FxHashMap, FxHashSet};

/// Buffers start at multiples of so many bytes.
const ALIGNMENT: u64 = 64;

#[derive(Clone, Copy, Debug)]
struct Life {
    buffer: BufferId,
    from: u32,
    to: u32,
    /// Whether it is from before a loop that uses it.
    over_loop: bool,
}

/// The accesses of statements of tasks to buffers.
#[derive(Default)]
struct TaskUses {
    /// The buffers that the tasks of each statement access.
    touched: Vec<Vec<BufferId>>,
    /// For a buffer that only one statement's tasks access, that statement, and the span of them.
    local: FxHashMap<BufferId, (usize, Span)>,
}

impl TaskUses {
    /// Whether two buffers are needed at the same time, as far as the order of tasks decides it.
    fn decides(&self, a: BufferId, b: BufferId) -> Option<bool> {
        let (of, first) = self.local.get(&a)?;
        let (same, second) = self.local.get(&b)?;
        (of == same).then(|| !first.before(second) && !second.before(first))
    }
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
        self.lives.push(Life { buffer, from: self.now, to: self.now, over_loop: false });
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
            self.lives[i].over_loop = true;
        }
        self.step();
    }

    /// Gives every buffer of the arena its place in the program. The bytes of those
    /// that are alive at once, at most.
    pub(super) fn assign(mut self, program: &mut Program) -> u64 {
        let largest_live = self.largest_live(program);
        let tasks = self.tasks(program);
        // Tasks run at once, so what they access lives at one of their steps together.
        for buffers in &tasks.touched {
            let own = |buffer: &BufferId| self.known.get(buffer).copied();
            let touched: Vec<usize> = buffers.iter().filter_map(own).collect();
            let step = touched.iter().map(|&i| self.lives[i].from).max().unwrap_or(0);
            for i in touched {
                let life = &mut self.lives[i];
                (life.from, life.to) = (life.from.min(step), life.to.max(step));
            }
        }
        let together = |a: &Life, b: &Life| {
            tasks.decides(a.buffer, b.buffer).unwrap_or(a.from <= b.to && b.from <= a.to)
        };
        let size = |b: BufferId| program.buffer(b).bytes().max(1).next_multiple_of(ALIGNMENT);
        let mut order: Vec<&Life> = self.own_lives().collect();
        order.sort_by_key(|l| (std::cmp::Reverse(size(l.buffer)), l.from));
        let mut placed: Vec<(u64, u64, &Life)> = Vec::new();
        for life in order {
            let bytes = size(life.buffer);
            let mut rivals: Vec<(u64, u64)> = placed
                .iter()
                .filter(|(_, _, l)| together(l, life))
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
        largest_live
    }

    /// The buffer in whose memory a buffer lies.
    pub(super) fn root(&self, mut buffer: BufferId) -> BufferId {
        while let Some(&owner) = self.owner.get(&buffer) {
            buffer = owner;
        }
        buffer
    }

    /// The accesses of the program's tasks.
    fn tasks(&self, program: &Program) -> TaskUses {
        let mut uses = TaskUses::default();
        let has_tasks = |statement: &Stmt| matches!(statement, Stmt::Tasks(_));
        let mut others: FxHashSet<BufferId> = FxHashSet::default();
        for statement in program.body.walk_into(|statement| !has_tasks(statement)) {
            let Stmt::Tasks(tasks) = statement else {
                statement.each_buffer(&mut |buffer, _| {
                    others.insert(self.root(buffer));
                });
                continue;
            };
            let mut by: FxHashMap<BufferId, Vec<usize>> = FxHashMap::default();
            for (number, task) in tasks.iter().enumerate() {
                for buffer in Uses::of(&task.body, &[]).buffers {
                    by.entry(self.root(buffer)).or_default().push(number);
                }
            }
            let order = Order::of(tasks);
            let number = uses.touched.len();
            for (&buffer, tasks) in &by {
                if uses.local.insert(buffer, (number, order.span(tasks))).is_some() {
                    others.insert(buffer);
                }
            }
            uses.touched.push(by.into_keys().collect());
        }
        let life = |buffer: &BufferId| self.known.get(buffer).map(|&i| &self.lives[i]);
        uses.local.retain(|buffer, _| {
            !others.contains(buffer) && life(buffer).is_some_and(|life| !life.over_loop)
        });
        uses
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
