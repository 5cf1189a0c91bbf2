//! A run without the host: the steps from the first kernel to the last, taken down before
//! any of them is done.
//!
//! The host goes through the program as it does in a run ([`walk`](crate::walk)), but asks
//! nothing of the device. What it knows it decides: counted loops are rounds one after the
//! other, branches are taken. A condition that it does not know is left to the device, as
//! a [`Test`] of the bytes that the host would have read:
//!
//! ```text
//! while { C } test t do { B }      C; While t { B; C }
//! if t { A } else { B }            If t { A } else { B }
//! ```
//!
//! The body of such a loop is taken down once for all rounds. So at its head nothing is
//! known of what any round writes, and after it neither. Behind a branch what both sides
//! agree about is known. A test is looked at when its loop or branch begins, which may be
//! after its bytes were read in the program's text; if anything was written there since, the
//! plan is given up. So it is where the host has work of its own (calls, stores), where the
//! place or length of a copy depends on data, and where a test is no comparison of loaded
//! bytes with a number. A loop of more steps than [`UNROLLED`] is left to the device too,
//! if that can be.

use std::collections::HashMap;

use hloom_loops::program::machine::{Bits, evaluate};
use hloom_loops::program::{Block, BufferId, CompareOp, For, Inst, Stmt, Uses, Value};

use crate::codegen::Compiled;
use crate::follow::Follow;
use crate::known::Known;
use crate::program::Memory;
use crate::steps::{Step, Test, guarded};

/// A loop whose rounds the host knows is left to the device from so many steps on.
const UNROLLED: usize = 2048;

/// Steps that are looked at before a plan is given up, those of loops that were taken back
/// and those of branches included.
const MOST_WORK: usize = 1 << 16;

/// The steps of a run.
pub(crate) struct Plan {
    pub(crate) steps: Vec<Step>,
    /// How many launches and copies stand in it, at any depth.
    pub(crate) count: usize,
}

/// The steps of every run that begins with at least this knowledge; whether the device can
/// decide conditions. `None` if some run needs the host.
pub(crate) fn plan(
    compiled: &Compiled,
    memory: &Memory,
    known: &Known,
    decides: bool,
) -> Option<Plan> {
    let mut planner = Planner {
        at: Follow::new(compiled, memory, known.clone()),
        decides,
        unknown: vec![false; compiled.program.values.len()],
        sources: HashMap::new(),
        steps: Vec::new(),
        count: 0,
        work: 0,
    };
    planner.block(&compiled.program.body, &mut 0)?;
    let steps = guarded(planner.steps, memory.status);
    // What checks guard is a branch too.
    if !decides && steps.iter().any(Step::decides) {
        return None;
    }
    Some(Plan { steps, count: planner.count })
}

/// Where a value of the host comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Source {
    /// From so many bytes at an address.
    Bytes(u64, u8),
    /// From a comparison of such.
    Test(Test),
}

impl Source {
    /// The bytes that it is computed of.
    fn place(&self) -> (u64, u64) {
        match self {
            Source::Bytes(address, bytes) => (*address, u64::from(*bytes)),
            Source::Test(test) => (test.address, u64::from(test.bytes)),
        }
    }
}

/// The host on its way through a program that nobody runs.
struct Planner<'r> {
    at: Follow<'r>,
    decides: bool,
    /// Which values are not known.
    unknown: Vec<bool>,
    /// What values are computed of, as long as that is still there.
    sources: HashMap<Value, Source>,
    steps: Vec<Step>,
    count: usize,
    work: usize,
}

impl Planner<'_> {
    fn block(&mut self, block: &Block, number: &mut usize) -> Option<()> {
        block.statements.iter().try_for_each(|statement| self.statement(statement, number))
    }

    fn statement(&mut self, statement: &Stmt, number: &mut usize) -> Option<()> {
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
                    self.push(Step::Copy { to, from, bytes })?;
                }
                Some(())
            }
            Stmt::Kernel { body, .. } => {
                *number += 1;
                let start = self.at.start(*number - 1).ok()?;
                self.push(Step::Launch(start))?;
                self.at.follow(*number - 1, body);
                let effects = self.at.memory.effects.get(*number - 1)?;
                self.lost(&effects.written);
                Some(())
            }
            Stmt::For(it) => self.counted(it, number),
            Stmt::While { condition, test, body } => self.repeat(condition, *test, body, number),
            Stmt::If { test, then, otherwise } => self.branch(*test, then, otherwise, number),
            Stmt::Scratch { body, .. } => self.block(body, number),
            Stmt::Fetch(..) => Some(()),
            Stmt::Assert { test, .. } => self.known(*test).filter(|holds| *holds).map(|_| ()),
            Stmt::Store(..)
            | Stmt::Stream(..)
            | Stmt::Combine(..)
            | Stmt::Call { .. }
            | Stmt::Matrix(_)
            | Stmt::Grid(_)
            | Stmt::Barrier
            | Stmt::Async(_) => None,
        }
    }

    fn push(&mut self, step: Step) -> Option<()> {
        self.steps.push(step);
        self.count += 1;
        self.work += 1;
        (self.work <= MOST_WORK).then_some(())
    }

    /// Whether a condition holds, if that is known.
    fn known(&self, test: Value) -> Option<bool> {
        (!self.unknown[test.0 as usize]).then(|| self.at.scalar(test) != 0)
    }

    /// What the device has to look at for a condition.
    fn test(&self, test: Value) -> Option<Test> {
        match self.sources.get(&test) {
            Some(Source::Test(test)) if self.decides => Some(*test),
            _ => None,
        }
    }

    /// Computes a value, or says where it comes from.
    fn evaluate(&mut self, value: Value, inst: &Inst) -> Option<()> {
        self.sources.remove(&value);
        let mut known = true;
        inst.each_operand(&mut |operand| known &= !self.unknown[operand.0 as usize]);
        if let Inst::Load(ty, access) = inst {
            // Where it lies has to be known.
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

    /// Notes that bytes were written: what came from there can't be looked at any more.
    fn overwritten(&mut self, to: u64, bytes: u64) {
        self.sources.retain(|_, source| {
            let (address, own) = source.place();
            address + own <= to || to + bytes <= address
        });
    }

    /// The same of buffers.
    fn lost(&mut self, buffers: &[BufferId]) {
        for &buffer in buffers {
            let bytes = self.at.program.buffer(buffer).bytes();
            self.overwritten(self.at.memory.address(buffer), bytes);
        }
    }

    /// A loop of the host's.
    fn counted(&mut self, it: &For, number: &mut usize) -> Option<()> {
        let mut known = true;
        for index in [&it.from, &it.to] {
            index.each_var(&mut |v| known &= !self.unknown[v.0 as usize]);
        }
        if !known {
            return None;
        }
        let (from, to) = (self.at.index(&it.from), self.at.index(&it.to));
        let first = *number;
        let initial: Vec<Value> = it.carried.iter().map(|carried| carried.initial).collect();
        let inside: Vec<Value> = it.carried.iter().map(|carried| carried.inside).collect();
        let after: Vec<Value> = it.carried.iter().map(|carried| carried.after).collect();
        self.assign(&inside, &initial);
        let mut at = from;
        while at < to {
            *number = first;
            self.unknown[it.var.0 as usize] = false;
            self.at.values[it.var.0 as usize] = std::iter::once(at as u64).collect();
            self.block(&it.body, number)?;
            self.assign(&inside, &it.next);
            // Rounds without steps are work too.
            self.work += 1;
            if self.work > MOST_WORK {
                return None;
            }
            at = at.saturating_add(it.step);
        }
        self.assign(&after, &inside);
        *number = first + it.body.kernels();
        Some(())
    }

    /// Gives values to others, all at once.
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
        number: &mut usize,
    ) -> Option<()> {
        let first = *number;
        let (steps, count) = (self.steps.len(), self.count);
        let before = self.decides.then(|| (self.at.known.clone(), self.sources.clone()));
        loop {
            *number = first;
            self.block(condition, number)?;
            match (self.known(test), &before) {
                (Some(false), _) => {
                    *number += body.kernels();
                    return Some(());
                }
                (Some(true), Some((known, sources))) if self.count - count > UNROLLED => {
                    // Back to its beginning.
                    self.at.known = known.clone();
                    self.sources = sources.clone();
                    self.steps.truncate(steps);
                    self.count = count;
                    *number = first;
                    self.block(condition, number)?;
                    return self.left(condition, test, body, first, number);
                }
                (Some(true), _) => {
                    self.work += 1;
                    if self.work > MOST_WORK {
                        return None;
                    }
                    self.block(body, number)?;
                }
                (None, _) => return self.left(condition, test, body, first, number),
            }
        }
    }

    /// The rest of a loop, behind its condition, left to the device.
    fn left(
        &mut self,
        condition: &Block,
        test: Value,
        body: &Block,
        first: usize,
        number: &mut usize,
    ) -> Option<()> {
        let wanted = self.test(test)?;
        let mut written = Vec::new();
        self.written(condition, first, &mut written)?;
        self.written(body, first + condition.kernels(), &mut written)?;
        // What one round computed says nothing about the others.
        for block in [condition, body] {
            for value in Uses::of(block, &[]).defined {
                self.unknown[value.0 as usize] = true;
                self.sources.remove(&value);
            }
        }
        self.forgotten(&written);
        let outer = std::mem::take(&mut self.steps);
        *number = first + condition.kernels();
        self.block(body, number)?;
        self.block(condition, &mut first.clone())?;
        let again = self.test(test);
        let round = std::mem::replace(&mut self.steps, outer);
        if again != Some(wanted) {
            return None;
        }
        self.forgotten(&written);
        self.steps.push(Step::While { test: wanted, body: round });
        Some(())
    }

    /// Forgets what buffers hold.
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
        number: &mut usize,
    ) -> Option<()> {
        match self.known(test) {
            Some(true) => {
                self.block(then, number)?;
                *number += otherwise.kernels();
                return Some(());
            }
            Some(false) => {
                *number += then.kernels();
                return self.block(otherwise, number);
            }
            None => {}
        }
        let test = self.test(test)?;
        let outer = std::mem::take(&mut self.steps);
        let (known, sources) = (self.at.known.clone(), self.sources.clone());
        self.block(then, number)?;
        let then = std::mem::take(&mut self.steps);
        let ends = (
            std::mem::replace(&mut self.at.known, known),
            std::mem::replace(&mut self.sources, sources),
        );
        self.block(otherwise, number)?;
        let otherwise = std::mem::replace(&mut self.steps, outer);
        self.at.known.keep(&ends.0);
        self.sources.retain(|value, source| ends.1.get(value) == Some(source));
        if !then.is_empty() || !otherwise.is_empty() {
            self.steps.push(Step::If { test, then, otherwise });
        }
        Some(())
    }

    /// The buffers that a block writes whose first kernel has this number.
    fn written(&self, block: &Block, first: usize, to: &mut Vec<BufferId>) -> Option<()> {
        let kernels = first..first + block.kernels();
        for effects in self.at.memory.effects.get(kernels)? {
            to.extend(&effects.written);
        }
        copies(block, to);
        Some(())
    }
}

/// The buffers that a block copies to.
fn copies(block: &Block, to: &mut Vec<BufferId>) {
    for statement in &block.statements {
        match statement {
            Stmt::Copy { to: (buffer, _), .. } => to.push(*buffer),
            Stmt::For(it) => copies(&it.body, to),
            Stmt::While { condition, body, .. } => {
                copies(condition, to);
                copies(body, to);
            }
            Stmt::If { then, otherwise, .. } => {
                copies(then, to);
                copies(otherwise, to);
            }
            Stmt::Scratch { body, .. } => copies(body, to),
            // What kernels copy is theirs; with the others there is no plan.
            Stmt::Let(..)
            | Stmt::Store(..)
            | Stmt::Stream(..)
            | Stmt::Combine(..)
            | Stmt::Fetch(..)
            | Stmt::Kernel { .. }
            | Stmt::Grid(_)
            | Stmt::Barrier
            | Stmt::Async(_)
            | Stmt::Matrix(_)
            | Stmt::Call { .. }
            | Stmt::Assert { .. } => {}
        }
    }
}
