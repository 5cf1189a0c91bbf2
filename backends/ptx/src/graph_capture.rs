//! Graph capture: the steps of a run from the first kernel to the last, collected before any of
//! them is executed.
//!
//! The host executes the program as in an eager run ([`eager`](crate::eager)), but without the
//! device. Known conditions are decided: counted loops are unrolled, branches are taken. An
//! unknown condition becomes a [`Test`] on the device, of the bytes that the host would have
//! read:
//!
//! ```text
//! while { C } test t do { B }      C; While t { B; C }
//! if t { A } else { B }            If t { A } else { B }
//! ```
//!
//! The body of such a loop is captured once for all iterations, so memory that any iteration
//! writes is unknown at its head and behind it. Behind a branch, the values on which both sides
//! agree are known. A loop of more steps than [`UNROLLED`] is left to the device if possible.
//!
//! The capture is given up if
//!
//! - the bytes of a test were written between the load in the program's text and the beginning
//!   of its loop or branch, where the device evaluates the test;
//! - the host has work of its own (calls, stores);
//! - the address or the length of a copy depends on unknown data;
//! - a test is not a comparison of loaded bytes with a number.

use std::collections::HashMap;

use hloom_loops::program::machine::{Bits, evaluate};
use hloom_loops::program::{Block, BufferId, CompareOp, For, Inst, KernelId, Stmt, Uses, Value};

use crate::codegen::Compiled;
use crate::const_memory::ConstMemory;
use crate::graph_step::{GraphStep, Test, skipped_after_failure};
use crate::host_state::HostState;
use crate::memory::ProgramMemory;

/// The most steps that a loop with known conditions is unrolled to.
const UNROLLED: usize = 2048;

/// The most steps that are tried before a capture is given up, including those of loops that
/// were rolled back and of branches.
const MOST_WORK: usize = 1 << 16;

/// A captured run.
pub(crate) struct CapturedRun {
    pub(crate) steps: Vec<GraphStep>,
    /// The number of launches and copies in it, at any depth.
    pub(crate) count: usize,
}

/// Captures the runs that begin with at least these known values; `decides` says whether the
/// device evaluates conditions. `None` if a run needs the host.
pub(crate) fn capture(
    compiled: &Compiled,
    memory: &ProgramMemory,
    known: &ConstMemory,
    decides: bool,
) -> Option<CapturedRun> {
    let mut capturer = Capturer {
        at: HostState::new(compiled, memory, known.clone()),
        decides,
        unknown: vec![false; compiled.program.values.len()],
        sources: HashMap::new(),
        steps: Vec::new(),
        count: 0,
        work: 0,
    };
    capturer.block(&compiled.program.body, &mut KernelId(0))?;
    let steps = skipped_after_failure(capturer.steps, memory.status);
    // A step that a check guards is a branch too.
    if !decides && steps.iter().any(GraphStep::decides) {
        return None;
    }
    Some(CapturedRun { steps, count: capturer.count })
}

/// The origin of a value of the host.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Source {
    /// Loaded from an address, so many bytes.
    Bytes(u64, u8),
    /// A comparison of loaded bytes.
    Test(Test),
}

impl Source {
    /// The address and the number of the bytes that it is computed from.
    fn place(&self) -> (u64, u64) {
        match self {
            Source::Bytes(address, bytes) => (*address, u64::from(*bytes)),
            Source::Test(test) => (test.address, u64::from(test.bytes)),
        }
    }
}

/// The state of a capture.
struct Capturer<'r> {
    at: HostState<'r>,
    decides: bool,
    /// The values that are unknown.
    unknown: Vec<bool>,
    /// The origins of values, as long as their bytes are unchanged.
    sources: HashMap<Value, Source>,
    steps: Vec<GraphStep>,
    count: usize,
    work: usize,
}

impl Capturer<'_> {
    fn block(&mut self, block: &Block, next: &mut KernelId) -> Option<()> {
        block.statements.iter().try_for_each(|statement| self.statement(statement, next))
    }

    fn statement(&mut self, statement: &Stmt, next: &mut KernelId) -> Option<()> {
        match statement {
            Stmt::Let(value, inst) => self.evaluate(*value, inst),
            Stmt::Copy { to, from, units } => {
                let indices = [&to.1, &from.1, units];
                let mut known = true;
                for index in indices {
                    index.each_var(&mut |v| known &= !self.unknown[v.0 as usize]);
                }
                if !known {
                    return None;
                }
                let (to, from, bytes) = self.at.copy(to, from, units);
                if bytes > 0 {
                    self.at.copied(to, from, bytes);
                    self.overwritten(to, bytes);
                    self.push(GraphStep::Copy { to, from, bytes })?;
                }
                Some(())
            }
            Stmt::Kernel { body, .. } => {
                let id = *next;
                *next = id.after(1);
                let launch = self.at.launch(id).ok()?;
                self.push(GraphStep::Launch(launch))?;
                self.at.launched(id, body);
                let effects = self.at.memory.effects.get(id.index())?;
                self.lost(&effects.written);
                Some(())
            }
            Stmt::For(it) => self.counted(it, next),
            Stmt::While { condition, test, body } => self.repeat(condition, *test, body, next),
            Stmt::If { test, then, otherwise } => self.branch(*test, then, otherwise, next),
            Stmt::Scratch { body, .. } => self.block(body, next),
            Stmt::Tasks(tasks) => tasks.iter().try_for_each(|task| self.block(&task.body, next)),
            Stmt::Prefetch(..) => Some(()),
            Stmt::Assert { test, .. } => self.known(*test).filter(|holds| *holds).map(|_| ()),
            Stmt::Store(..)
            | Stmt::StoreNontemporal(..)
            | Stmt::AtomicRmw(..)
            | Stmt::Call { .. }
            | Stmt::Matrix(_)
            | Stmt::Grid(_)
            | Stmt::Barrier
            | Stmt::Async(_) => None,
        }
    }

    fn push(&mut self, step: GraphStep) -> Option<()> {
        self.steps.push(step);
        self.count += 1;
        self.work += 1;
        (self.work <= MOST_WORK).then_some(())
    }

    /// Whether a condition holds, if it is known.
    fn known(&self, test: Value) -> Option<bool> {
        (!self.unknown[test.0 as usize]).then(|| self.at.scalar(test) != 0)
    }

    /// The test on the device that a condition is.
    fn test(&self, test: Value) -> Option<Test> {
        match self.sources.get(&test) {
            Some(Source::Test(test)) if self.decides => Some(*test),
            _ => None,
        }
    }

    /// Evaluates an instruction, or notes the origin of its value.
    fn evaluate(&mut self, value: Value, inst: &Inst) -> Option<()> {
        self.sources.remove(&value);
        let mut known = true;
        inst.each_operand(&mut |operand| known &= !self.unknown[operand.0 as usize]);
        if let Inst::Load(ty, access) = inst {
            // Its address has to be known.
            if !known {
                return None;
            }
            let bytes = ty.scalar.bytes();
            let mut lanes = Bits::new();
            let places = self.at.places(access, ty.lanes);
            for place in &places {
                let mut word = [0; 8];
                if let Some(address) = place {
                    known &= self.at.known.get(*address, &mut word[..bytes]);
                }
                lanes.push(u64::from_le_bytes(word));
            }
            if let ([Some(address)], false) = (&places[..], ty.scalar.is_float()) {
                self.sources.insert(value, Source::Bytes(*address, bytes as u8));
            }
            self.unknown[value.0 as usize] = !known;
            self.at.values[value.0 as usize] = lanes;
            return Some(());
        }
        if !inst.is_pure() {
            return None;
        }
        self.unknown[value.0 as usize] = !known;
        if known {
            self.at.values[value.0 as usize] = evaluate(self.at.program, inst, &self.at.values);
        }
        if let Inst::Compare(op @ (CompareOp::Eq | CompareOp::Ne), a, b) = inst {
            for (side, number) in [(a, b), (b, a)] {
                if let Some(Source::Bytes(address, bytes)) = self.sources.get(side).copied()
                    && !self.unknown[number.0 as usize]
                {
                    let mask = u64::MAX >> (64 - 8 * u32::from(bytes));
                    let test = Test {
                        address,
                        bytes,
                        value: self.at.scalar(*number) & mask,
                        equal: *op == CompareOp::Eq,
                        intact: None,
                    };
                    self.sources.insert(value, Source::Test(test));
                    break;
                }
            }
        }
        Some(())
    }

    /// Drops the origins in bytes that were written.
    fn overwritten(&mut self, to: u64, bytes: u64) {
        self.sources.retain(|_, source| {
            let (address, own) = source.place();
            address + own <= to || to + bytes <= address
        });
    }

    /// Drops the origins in buffers that were written.
    fn lost(&mut self, buffers: &[BufferId]) {
        for &buffer in buffers {
            let bytes = self.at.program.buffer(buffer).bytes();
            self.overwritten(self.at.memory.address(buffer), bytes);
        }
    }

    /// Unrolls a counted loop.
    fn counted(&mut self, it: &For, next: &mut KernelId) -> Option<()> {
        let mut known = true;
        for index in [&it.from, &it.to] {
            index.each_var(&mut |v| known &= !self.unknown[v.0 as usize]);
        }
        if !known {
            return None;
        }
        let (from, to) = (self.at.index(&it.from), self.at.index(&it.to));
        let first = *next;
        let initial: Vec<Value> = it.carried.iter().map(|carried| carried.initial).collect();
        let inside: Vec<Value> = it.carried.iter().map(|carried| carried.inside).collect();
        let after: Vec<Value> = it.carried.iter().map(|carried| carried.after).collect();
        self.assign(&inside, &initial);
        let mut at = from;
        while at < to {
            *next = first;
            self.unknown[it.var.0 as usize] = false;
            self.at.values[it.var.0 as usize] = std::iter::once(at as u64).collect();
            self.block(&it.body, next)?;
            self.assign(&inside, &it.next);
            // Iterations without steps count as work too.
            self.work += 1;
            if self.work > MOST_WORK {
                return None;
            }
            at = at.saturating_add(it.step);
        }
        self.assign(&after, &inside);
        *next = first.after(it.body.kernels());
        Some(())
    }

    /// Copies values to others, all at once.
    fn assign(&mut self, to: &[Value], from: &[Value]) {
        let given: Vec<(Bits, bool, Option<Source>)> = from
            .iter()
            .map(|v| {
                let at = v.0 as usize;
                (self.at.values[at].clone(), self.unknown[at], self.sources.get(v).copied())
            })
            .collect();
        for (v, (bits, unknown, source)) in to.iter().zip(given) {
            self.at.values[v.0 as usize] = bits;
            self.unknown[v.0 as usize] = unknown;
            match source {
                Some(source) => self.sources.insert(*v, source),
                None => self.sources.remove(v),
            };
        }
    }

    fn repeat(
        &mut self,
        condition: &Block,
        test: Value,
        body: &Block,
        next: &mut KernelId,
    ) -> Option<()> {
        let first = *next;
        let (steps, count) = (self.steps.len(), self.count);
        let before = self.decides.then(|| (self.at.known.clone(), self.sources.clone()));
        loop {
            *next = first;
            self.block(condition, next)?;
            match (self.known(test), &before) {
                (Some(false), _) => {
                    *next = next.after(body.kernels());
                    return Some(());
                }
                (Some(true), Some((known, sources))) if self.count - count > UNROLLED => {
                    // Back to its beginning.
                    self.at.known = known.clone();
                    self.sources = sources.clone();
                    self.steps.truncate(steps);
                    self.count = count;
                    *next = first;
                    self.block(condition, next)?;
                    return self.left(condition, test, body, first, next);
                }
                (Some(true), _) => {
                    self.work += 1;
                    if self.work > MOST_WORK {
                        return None;
                    }
                    self.block(body, next)?;
                }
                (None, _) => return self.left(condition, test, body, first, next),
            }
        }
    }

    /// Captures a loop with its test on the device.
    fn left(
        &mut self,
        condition: &Block,
        test: Value,
        body: &Block,
        first: KernelId,
        next: &mut KernelId,
    ) -> Option<()> {
        let device_test = self.test(test)?;
        let mut written = Vec::new();
        self.written(condition, first, &mut written)?;
        self.written(body, first.after(condition.kernels()), &mut written)?;
        // The values of one iteration are not those of the others.
        for block in [condition, body] {
            for value in Uses::of(block, &[]).defined {
                self.unknown[value.0 as usize] = true;
                self.sources.remove(&value);
            }
        }
        self.forgotten(&written);
        let outer = std::mem::take(&mut self.steps);
        *next = first.after(condition.kernels());
        self.block(body, next)?;
        self.block(condition, &mut first.clone())?;
        let again = self.test(test);
        let round = std::mem::replace(&mut self.steps, outer);
        if again != Some(device_test) {
            return None;
        }
        self.forgotten(&written);
        self.steps.push(GraphStep::While { test: device_test, body: round });
        Some(())
    }

    /// Makes the contents of buffers unknown.
    fn forgotten(&mut self, buffers: &[BufferId]) {
        for &buffer in buffers {
            let bytes = self.at.program.buffer(buffer).bytes();
            self.at.known.forget(self.at.memory.address(buffer), bytes);
        }
        self.lost(buffers);
    }

    fn branch(
        &mut self,
        test: Value,
        then: &Block,
        otherwise: &Block,
        next: &mut KernelId,
    ) -> Option<()> {
        match self.known(test) {
            Some(true) => {
                self.block(then, next)?;
                *next = next.after(otherwise.kernels());
                return Some(());
            }
            Some(false) => {
                *next = next.after(then.kernels());
                return self.block(otherwise, next);
            }
            None => {}
        }
        let test = self.test(test)?;
        let outer = std::mem::take(&mut self.steps);
        let (known, sources) = (self.at.known.clone(), self.sources.clone());
        self.block(then, next)?;
        let then = std::mem::take(&mut self.steps);
        let ends = (
            std::mem::replace(&mut self.at.known, known),
            std::mem::replace(&mut self.sources, sources),
        );
        self.block(otherwise, next)?;
        let otherwise = std::mem::replace(&mut self.steps, outer);
        self.at.known.keep(&ends.0);
        self.sources.retain(|value, source| ends.1.get(value) == Some(source));
        if !then.is_empty() || !otherwise.is_empty() {
            self.steps.push(GraphStep::If { test, then, otherwise });
        }
        Some(())
    }

    /// The buffers that a block writes whose first kernel is this one.
    fn written(&self, block: &Block, first: KernelId, to: &mut Vec<BufferId>) -> Option<()> {
        let kernels = first.index()..first.after(block.kernels()).index();
        for effects in self.at.memory.effects.get(kernels)? {
            to.extend(&effects.written);
        }
        // The copies of kernels are among their effects.
        let outside = block.walk_into(|statement| !matches!(statement, Stmt::Kernel { .. }));
        to.extend(outside.filter_map(|statement| match statement {
            Stmt::Copy { to: (buffer, _), .. } => Some(*buffer),
            _ => None,
        }));
        Some(())
    }
}
