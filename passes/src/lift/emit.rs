//! Emits a function without branches between blocks.
//!
//! A level is emitted along its dominator tree. The children of an item that are not arms of its
//! branch follow it in topological order: unconditionally if control can go nowhere else, or under
//! a predicate. Only arguments of merge points are therefore yielded from branches; all other
//! values dominate their uses in the result too.

use super::graph::{Graph, Node};
use super::levels::{Level, Nest};
use super::state::{Arm, Decision, Slots, State};
use super::{Failure, Lifted, Options};
use hloom_ir::module::Module;
use hloom_ir::ops::{Op, Select};
use hloom_ir::rewrite::InsertPoint;
use hloom_ir::types::TypeKind;
use hloom_ir::{Block, OpId, Rewriter, Type, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// The mapping from values of the original function to emitted values, at the current point.
#[derive(Default)]
pub(super) struct Env {
    /// The current mapping.
    pub map: FxHashMap<Value, Value>,
    /// The undo log.
    log: Vec<(Value, Option<Value>)>,
}

impl Env {
    /// Maps `old` to `new`.
    pub(super) fn set(&mut self, old: Value, new: Value) {
        let before = self.map.insert(old, new);
        self.log.push((old, before));
    }

    /// Logs the mapping of a value before it is changed in the map directly.
    pub(super) fn keep(&mut self, old: Value) {
        self.log.push((old, self.map.get(&old).copied()));
    }

    /// The length of the undo log.
    pub(super) fn mark(&self) -> usize {
        self.log.len()
    }

    /// Undoes all changes since a mark.
    pub(super) fn undo(&mut self, mark: usize) {
        for (old, before) in self.log.drain(mark..).rev() {
            match before {
                Some(value) => self.map.insert(old, value),
                None => self.map.remove(&old),
            };
        }
    }
}

/// A loop whose body is being emitted.
pub(super) struct Carried {
    /// Its head.
    pub head: Node,
    /// The body's arguments that correspond to those of the head.
    pub args: Vec<Value>,
}

/// The emitter of one function.
pub(super) struct Emitter<'a, 'm> {
    pub rw: Rewriter<'m>,
    pub graph: &'a Graph,
    pub nest: &'a Nest,
    pub options: &'a Options,
    pub env: Env,
    /// The loops whose bodies are being emitted, innermost last.
    pub carried: Vec<Carried>,
    /// Results that equal the loop's own argument on every exit.
    pub invariant: FxHashSet<Value>,
    /// Copies that may turn out to be unused.
    pub spare: Vec<OpId>,
    /// The op of the original function that is being emitted.
    pub at: OpId,
    /// The function.
    of: OpId,
    /// The current nesting depth of regions.
    depth: usize,
    /// The values that the function returns, once they are known.
    returned: Vec<Value>,
}

impl<'a, 'm> Emitter<'a, 'm> {
    pub(super) fn new(
        rw: Rewriter<'m>,
        graph: &'a Graph,
        nest: &'a Nest,
        options: &'a Options,
        function: OpId,
    ) -> Emitter<'a, 'm> {
        Emitter {
            rw,
            graph,
            nest,
            options,
            env: Env::default(),
            carried: Vec::new(),
            invariant: FxHashSet::default(),
            spare: Vec::new(),
            at: function,
            of: function,
            depth: 0,
            returned: Vec::new(),
        }
    }

    /// Emits the whole function into a block with the same arguments.
    pub(super) fn function(&mut self, old: Block, new: Block) -> Lifted<()> {
        self.rw.set_point(InsertPoint::End(new));
        let mut args = Slots::new();
        let pairs: Vec<(Value, Value)> = self
            .module()
            .args(old)
            .iter()
            .copied()
            .zip(self.module().args(new).iter().copied())
            .collect();
        for (from, to) in pairs {
            self.take_name(to, from);
            let arg = self.as_tensor(to)?;
            args.push(Some(arg));
        }
        let nest = self.nest;
        let state = self.tree(&nest.level, 0, args)?;
        self.rw.set_point(InsertPoint::End(new));
        debug_assert!(state.targets.is_empty(), "behind the end of a function is nothing");
        let types = self.module().func(self.of).function_type.results().to_vec();
        let mut values = Vec::new();
        for (value, ty) in std::mem::take(&mut self.returned).into_iter().zip(types) {
            values.push(self.out_of_tensor(value, ty)?);
        }
        self.op(hloom_ir::ops::FuncReturn {}, &values)?;
        // Later copies may use earlier ones.
        for op in std::mem::take(&mut self.spare).into_iter().rev() {
            let unused = self.module().results(op).iter().all(|v| !self.module().is_used(v));
            if unused {
                self.rw.erase(op);
            }
        }
        Ok(())
    }

    pub(super) fn module(&self) -> &Module {
        self.rw.module()
    }

    /// Builds an op with one result.
    pub(super) fn build(&mut self, op: impl Into<Op>, operands: &[Value]) -> Lifted<Value> {
        self.rw.value(op, operands).map_err(|broken| self.broken(&broken))
    }

    /// Builds an op.
    pub(super) fn op(&mut self, op: impl Into<Op>, operands: &[Value]) -> Lifted<OpId> {
        self.rw.build(op, operands).map_err(|broken| self.broken(&broken))
    }

    /// Gives a value the name of a value of the original function, unless it has one.
    pub(super) fn take_name(&mut self, value: Value, from: Value) {
        if self.module().name(value).is_none()
            && let Some(name) = self.module().name(from).map(str::to_owned)
        {
            self.rw.set_name(value, &name);
        }
    }

    /// Emits an item and everything that it dominates in its level; returns the state after it.
    pub(super) fn tree(&mut self, level: &Level, item: u32, args: Slots) -> Lifted<State> {
        let mark = self.env.mark();
        let state = self.item(level, item, args)?;
        self.behind(level, item, state, mark)
    }

    /// Emits the items that an item dominates and that are not its arms; returns the state after
    /// them. `mark` is the log length before the item's own values.
    pub(super) fn behind(
        &mut self,
        level: &Level,
        item: u32,
        mut state: State,
        mark: usize,
    ) -> Lifted<State> {
        // A stack of consecutive items, each with the log length before its values.
        let mut line = vec![(level.items[item as usize].merges.iter(), mark)];
        while let Some((merges, mark)) = line.last_mut() {
            let Some(&next) = merges.next() else {
                let mark = *mark;
                self.env.undo(mark);
                line.pop();
                continue;
            };
            let entry = level.items[next as usize].entry;
            let Some(i) = state.position(entry) else { continue };
            if state.targets.len() == 1 {
                let args = std::mem::take(&mut state.targets[0].args);
                let mark = self.env.mark();
                state = self.item(level, next, args)?;
                line.push((level.items[next as usize].merges.iter(), mark));
            } else {
                state = self.in_if(level, next, state, i)?;
            }
        }
        Ok(state)
    }

    /// Emits an item, and everything that it dominates, in an `if` on whether control goes there.
    fn in_if(&mut self, level: &Level, item: u32, state: State, i: usize) -> Lifted<State> {
        let condition = self.taken(&state, i)?;
        let mark = self.module().value_count();
        let here = self.rw.point();
        let yes = self.arm(|e| e.tree(level, item, state.targets[i].args.clone()))?;
        let no = self.arm(|e| e.without(&state, i))?;
        self.rw.set_point(here);
        self.join(Decision::Condition(condition), vec![yes, no], mark)
    }

    /// Emits an arm of a branch.
    fn arm(&mut self, write: impl FnOnce(&mut Self) -> Lifted<State>) -> Lifted<Arm> {
        if self.depth >= self.options.depth_limit {
            let message = format!(
                "branches and loops would be nested more than {} deep here",
                self.options.depth_limit
            );
            return Err(Failure { op: self.at, message });
        }
        let (region, block) = self.rw.region(&[]);
        self.rw.set_point(InsertPoint::End(block));
        self.depth += 1;
        let state = write(self);
        self.depth -= 1;
        Ok(Arm { region, block, state: state? })
    }

    /// Emits the body of a loop, one level deeper.
    pub(super) fn deeper<T>(&mut self, write: impl FnOnce(&mut Self) -> Lifted<T>) -> Lifted<T> {
        if self.depth >= self.options.depth_limit {
            let message = format!(
                "branches and loops would be nested more than {} deep here",
                self.options.depth_limit
            );
            return Err(Failure { op: self.at, message });
        }
        self.depth += 1;
        let result = write(self);
        self.depth -= 1;
        result
    }

    /// Emits one item; returns the state after it.
    fn item(&mut self, level: &Level, item: u32, args: Slots) -> Lifted<State> {
        let it = &level.items[item as usize];
        let mut args = args;
        let taken: Vec<Option<Value>> = args.drain(args.len() - it.takes.len()..).collect();
        for (&old, slot) in it.takes.iter().zip(taken) {
            let value = match slot {
                Some(value) => value,
                None => self.any(tensor_type(self.module().ty(old)))?,
            };
            self.env.set(old, value);
        }
        if let Some(index) = it.inner {
            return self.inner_loop(level, index, args);
        }
        let Some(block) = self.graph.block[it.entry as usize] else {
            self.returned = args.into_iter().flatten().collect();
            return Ok(State {
                targets: Vec::new(),
                choice: super::state::Choice::Only,
                leaving: Slots::new(),
            });
        };
        self.enter(block, &args)?;
        self.body(block)?;
        self.branch(level, it.entry)
    }

    /// Maps a block's arguments to values.
    pub(super) fn enter(&mut self, block: Block, args: &[Option<Value>]) -> Lifted<()> {
        let params = self.module().args(block).to_vec();
        for (param, arg) in params.into_iter().zip(args) {
            let value = match arg {
                Some(value) => *value,
                None => self.any(tensor_type(self.module().ty(param)))?,
            };
            self.env.set(param, value);
        }
        Ok(())
    }

    /// The emitted value of a value of the original function.
    pub(super) fn value(&self, old: Value) -> Value {
        *self.env.map.get(&old).expect("a value that dominates its use was written before")
    }

    /// The state after taking edge `i` of a node.
    pub(super) fn edge(&mut self, level: &Level, node: Node, i: usize) -> Lifted<State> {
        let target = self.graph.to[node as usize][i];
        let passed = self.graph.passed(self.module(), node, i).to_vec();
        let mut args: Slots = passed.into_iter().map(|v| Some(self.value(v))).collect();
        args.extend(self.taken_by(level, target)?);
        let leaving = self.leaving(level, target);
        Ok(State::one(target, args, leaving))
    }

    /// The values that an item of a level takes in addition to its arguments. Each such value
    /// dominates the item, so it was emitted on every path to it.
    ///
    /// # Errors
    /// If a value was not emitted: an error is better than a wrong program.
    pub(super) fn taken_by(&self, level: &Level, target: Node) -> Lifted<Slots> {
        let takes = level.by_entry.get(&target).map(|&i| &level.items[i as usize].takes);
        let value = |old: &Value| {
            let new = self.env.map.get(old).copied();
            let name = self.module().name(*old).unwrap_or("a value");
            let message = || {
                format!(
                    "{name} does not come to {} where arms stand behind others (option `arm-limit`)",
                    self.graph.name(self.module(), target)
                )
            };
            new.map(Some).ok_or_else(|| Failure::at(self.at, message()))
        };
        takes.into_iter().flatten().map(value).collect()
    }

    /// The values that leave the loop of a level, if the edge to `target` exits the loop.
    pub(super) fn leaving(&self, level: &Level, target: Node) -> Slots {
        let Some(index) = level.of else { return Slots::new() };
        let it = &self.nest.loops[index];
        if target == it.head || self.nest.contains(index, target) {
            return Slots::new();
        }
        it.live_out.iter().map(|v| self.env.map.get(v).copied()).collect()
    }

    /// Emits the branch at the end of a node, with its arms.
    fn branch(&mut self, level: &Level, node: Node) -> Lifted<State> {
        let last = self.graph.last_op(self.module(), node);
        self.at = last;
        self.rw.set_source(last);
        let to = &self.graph.to[node as usize];
        if to.len() == 1 {
            return self.edge(level, node, 0);
        }
        let items: Vec<Option<u32>> = to
            .iter()
            .map(|t| level.by_entry.get(t).copied().filter(|&i| level.items[i as usize].is_arm))
            .collect();
        let decision = self.decision(last)?;
        let no_arms = items.iter().all(Option::is_none);
        if let (Decision::Condition(condition), true) = (decision, no_arms)
            && let Some(state) = self.without_arms(level, node, condition)?
        {
            return Ok(state);
        }
        let mark = self.module().value_count();
        let here = self.rw.point();
        let mut arms = Vec::new();
        for i in self.arm_order(last) {
            self.at = last;
            self.rw.set_source(last);
            let edge = self.edge(level, node, i)?;
            let arm = match items[i] {
                Some(item) => self.arm(|e| e.tree(level, item, edge.targets[0].args.clone()))?,
                None => self.arm(|_| Ok(edge))?,
            };
            arms.push(arm);
        }
        self.at = last;
        self.rw.set_source(last);
        self.rw.set_point(here);
        self.join(decision, arms, mark)
    }

    /// The state after a branch without arms: selects choose the passed values, or the condition
    /// distinguishes the targets.
    fn without_arms(
        &mut self,
        level: &Level,
        node: Node,
        condition: Value,
    ) -> Lifted<Option<State>> {
        let (mut yes, no) = (self.edge(level, node, 0)?, self.edge(level, node, 1)?);
        if yes.targets[0].node != no.targets[0].node {
            // The loop is exited on one side of the branch at most.
            let leaving = match (yes.leaving.is_empty(), no.leaving.is_empty()) {
                (true, _) => no.leaving,
                (_, true) => yes.leaving,
                // Both sides exit with the same values.
                _ => yes.leaving,
            };
            yes.targets.extend(no.targets);
            let choice = super::state::Choice::Flag(condition);
            return Ok(Some(State { targets: yes.targets, choice, leaving }));
        }
        let pairs: Vec<(Option<Value>, Option<Value>)> =
            yes.targets[0].args.iter().copied().zip(no.targets[0].args.iter().copied()).collect();
        let is_tensor = |v: &Value| self.module().ty(*v).as_tensor().is_some();
        let simple = pairs.iter().all(|(a, b)| a == b || a.iter().chain(b).all(is_tensor));
        if !simple {
            return Ok(None);
        }
        for (slot, (a, b)) in yes.targets[0].args.iter_mut().zip(pairs) {
            if let (Some(a), Some(b)) = (a, b)
                && a != b
            {
                *slot = Some(self.rw.value(Select {}, &[condition, a, b]).map_err(|broken| {
                    Failure { op: self.at, message: format!("a value can't be chosen: {broken}") }
                })?);
            }
        }
        Ok(Some(yes))
    }
}

/// The tensor type of a scalar type outside of tensors; any other type is unchanged.
pub(super) fn tensor_type(ty: Type) -> Type {
    match ty.kind() {
        TypeKind::Scalar(element) => Type::scalar_tensor(*element),
        _ => ty,
    }
}
