//! Divides a program into tasks that cores run side by side.
//!
//! The kernels of a program are written one after the other. Each may use all threads, and all wait
//! at its end. Where kernels are small, or independent of each other, it is better to give each
//! core kernels of its own:
//!
//! | module | it answers |
//! |---|---|
//! | [`dependences`] | which statements must come before which, by the memory they access |
//! | [`estimate`] | how long a kernel takes on one core, and on all |
//! | [`assign`] | the core of each statement, by list scheduling; when the last one ends |
//! | this one | which statements become tasks |
//!
//! A run of statements without control flow is divided into *segments*: a single statement that all
//! threads share, as before, or several statements as tasks. Dynamic programming over the borders
//! of segments finds the division of the least estimated time, so that statements stay as they are
//! where tasks would be slower.
//!
//! Sources: list scheduling by earliest finish time, after Topcuoglu, Hariri and Wu,
//! "Performance-Effective and Low-Complexity Task Scheduling for Heterogeneous Computing", 2002;
//! sub-operators with dependencies on many cores, after Zhang and Zhi, "A machine learning inference
//! framework for multi-core processors", 2019.

pub mod assign;
pub mod dependences;
pub mod estimate;

use crate::program::tasks::{MOST_CORES, Task};
use crate::program::{Block, BufferId, LoopKind, Program, Stmt, Uses};
use crate::schedule::{Machine, TaskPolicy};
use assign::Schedule;
use dependences::Dependences;
use estimate::{Estimate, Rates};

/// The most statements of a segment: more only postpone a wait that costs microseconds.
const LONGEST: usize = 96;

/// The part of the estimated time that tasks must save.
const LEAST_GAIN: f64 = 0.1;

/// Turns statements of a program into tasks where that is estimated to be faster, and returns the
/// estimated seconds of a run in which each loop has one iteration. `owner` gives, for a buffer, the
/// one in whose memory it lies, which may be itself.
pub fn divide(
    program: &mut Program,
    machine: &Machine,
    owner: &dyn Fn(BufferId) -> BufferId,
) -> Option<f64> {
    let cores = machine.cores.min(MOST_CORES);
    if cores < 2 || machine.gpu.is_some() {
        return None;
    }
    let mut body = std::mem::take(&mut program.body);
    let rates = Rates::new(machine, program, cores);
    let planner = Planner { program, rates, cores, task_policy: machine.task_policy, owner };
    let seconds = planner.block(&mut body);
    program.body = body;
    Some(seconds)
}

struct Planner<'p> {
    program: &'p Program,
    rates: Rates,
    cores: u32,
    task_policy: TaskPolicy,
    owner: &'p dyn Fn(BufferId) -> BufferId,
}

/// A statement that may be a task.
struct Candidate {
    uses: Uses,
    estimate: Estimate,
}

impl Planner<'_> {
    /// Divides the statements of a block, and of the blocks inside of it that are not work of a
    /// kernel. Returns the estimated seconds of all.
    fn block(&self, block: &mut Block) -> f64 {
        let mut seconds = 0.0;
        let statements = std::mem::take(&mut block.statements);
        let mut run: Vec<(Stmt, Candidate)> = Vec::new();
        for mut statement in statements {
            if let Some(candidate) = self.candidate(&statement) {
                run.push((statement, candidate));
                continue;
            }
            seconds += self.run(std::mem::take(&mut run), &mut block.statements);
            seconds += self.rates.statement(self.program, &statement).all_cores;
            let inside = match &statement {
                Stmt::For(it) => it.kind == LoopKind::Serial,
                Stmt::While { .. } | Stmt::If { .. } => true,
                // Any other statement: it has no blocks, or is one piece of work.
                _ => false,
            };
            if inside {
                seconds += statement.blocks_mut().map(|inner| self.block(inner)).sum::<f64>();
            }
            block.statements.push(statement);
        }
        seconds + self.run(run, &mut block.statements)
    }

    /// A kernel or a copy that needs nothing from around it but memory, and can't end the program.
    fn candidate(&self, statement: &Stmt) -> Option<Candidate> {
        let copy;
        let body = match statement {
            Stmt::Kernel { body, .. } => body,
            Stmt::Copy { .. } => {
                copy = Block { statements: vec![statement.clone()] };
                &copy
            }
            // Any other statement: control flow, values, and checks stay in order.
            _ => return None,
        };
        let uses = Uses::of(body, &[]);
        let calls_host = body.walk().any(|inner| match inner {
            Stmt::Call { callee, .. } => self.program.callee(*callee).host_number().is_some(),
            // Any other statement: the host has no part in it.
            _ => false,
        });
        if uses.asserts || calls_host || !uses.values.is_empty() {
            return None;
        }
        let estimate = self.rates.statement(self.program, statement);
        Some(Candidate { uses, estimate })
    }

    /// Divides consecutive candidates into segments. Returns the estimated seconds of all.
    fn run(&self, run: Vec<(Stmt, Candidate)>, into: &mut Vec<Stmt>) -> f64 {
        if run.is_empty() {
            return 0.0;
        }
        let candidates: Vec<&Candidate> = run.iter().map(|(_, candidate)| candidate).collect();
        let uses = candidates.iter().map(|it| &it.uses);
        let dependences = Dependences::of(self.program, uses, self.owner);
        let estimates: Vec<Estimate> = candidates.iter().map(|it| it.estimate).collect();
        if let TaskPolicy::RoundRobin(row) = self.task_policy {
            let core = |at: usize| (at as u32 / row.max(1)) % self.cores;
            let cores: Vec<u32> = (0..run.len()).map(core).collect();
            let statements = run.into_iter().map(|(statement, _)| statement).collect();
            into.push(Stmt::Tasks(tasks(statements, 0, &cores, &dependences)));
            return estimates.iter().map(|it| it.one_core).sum();
        }
        // Each core reads its share of what all have made.
        let all_cores = |at: usize| {
            let made: u64 = dependences.reads(at).iter().map(|(_, bytes)| *bytes).sum();
            let bytes = made.min(estimates[at].reads);
            estimates[at].all_cores + self.rates.gather(bytes) / f64::from(self.cores)
        };
        // The least time of the statements up to each border, and where its last segment begins.
        let mut best: Vec<(f64, usize)> = vec![(f64::INFINITY, 0); run.len() + 1];
        best[0].0 = 0.0;
        for begin in 0..run.len() {
            let so_far = best[begin].0;
            let alone = so_far + all_cores(begin);
            if alone < best[begin + 1].0 {
                best[begin + 1] = (alone, begin);
            }
            let mut shared = all_cores(begin);
            let mut schedule = Schedule::new(&self.rates, self.cores, begin);
            schedule.add(&dependences, &estimates[begin]);
            for end in begin + 2..=run.len().min(begin + LONGEST) {
                shared += all_cores(end - 1);
                schedule.add(&dependences, &estimates[end - 1]);
                let time = schedule.time();
                if time < (1.0 - LEAST_GAIN) * shared && so_far + time < best[end].0 {
                    best[end] = (so_far + time, begin);
                }
            }
        }
        let mut borders = vec![run.len()];
        while let Some(&last) = borders.last().filter(|&&last| last > 0) {
            borders.push(best[last].1);
        }
        borders.reverse();
        let mut statements = run.into_iter().map(|(statement, _)| statement);
        for pair in borders.windows(2) {
            let (begin, end) = (pair[0], pair[1]);
            let own: Vec<Stmt> = statements.by_ref().take(end - begin).collect();
            if own.len() == 1 {
                into.extend(own);
                continue;
            }
            let mut schedule = Schedule::new(&self.rates, self.cores, begin);
            estimates[begin..end].iter().for_each(|it| schedule.add(&dependences, it));
            into.push(Stmt::Tasks(tasks(own, begin, &schedule.cores(), &dependences)));
        }
        best.last().map_or(0.0, |last| last.0)
    }
}

/// The tasks of statements that begin at this place, each on its core. Statements that follow each other on a core are
/// one task, unless one waits for another core in between, or another core for it.
fn tasks(
    statements: Vec<Stmt>,
    begin: usize,
    cores: &[u32],
    dependences: &Dependences,
) -> Vec<Task> {
    let before = |at: usize| {
        let before = dependences.before(begin + at).iter();
        before.filter(move |&&other| other >= begin).map(move |&other| other - begin)
    };
    // Whether another core waits for a statement.
    let mut awaited = vec![false; statements.len()];
    for at in 0..statements.len() {
        for other in before(at).filter(|&other| cores[other] != cores[at]) {
            awaited[other] = true;
        }
    }
    let mut tasks: Vec<Task> = Vec::new();
    // The task of each statement, and the last statement of each core.
    let mut of: Vec<usize> = Vec::new();
    let mut last: Vec<Option<usize>> =
        vec![None; 1 + cores.iter().max().map_or(0, |&c| c as usize)];
    for (at, statement) in statements.into_iter().enumerate() {
        let core = cores[at];
        let mut after: Vec<u32> = before(at)
            .filter(|&other| cores[other] != core)
            .map(|other| of[other] as u32)
            .collect();
        after.sort_unstable();
        after.dedup();
        let same = last[core as usize].filter(|&other| after.is_empty() && !awaited[other]);
        match same {
            Some(other) => {
                of.push(of[other]);
                tasks[of[other]].body.statements.push(statement);
            }
            None => {
                of.push(tasks.len());
                tasks.push(Task { core, after, body: Block { statements: vec![statement] } });
            }
        }
        last[core as usize] = Some(at);
    }
    tasks
}
