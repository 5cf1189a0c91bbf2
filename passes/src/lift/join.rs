//! Joins the states after the arms of a branch.

use super::emit::Emitter;
use super::graph::Node;
use super::state::{Arm, Choice, Decision, Slots, State};
use super::{Failure, Lifted};
use hloom_ir::field::Text;
use hloom_ir::ops::{Case, Compare, Direction, GetTupleElement, If, Not, Op, Return, Tuple};
use hloom_ir::rewrite::InsertPoint;
use hloom_ir::{Element, Literal, OpId, Region, Type, Value};

/// The source of one value after a branch.
enum Slot {
    /// The value is not used.
    None,
    /// A value that dominates the branch.
    Known(Value),
    /// A result of the branch.
    Result(usize),
}

impl Emitter<'_, '_> {
    /// A `tensor<i1>`: whether control goes to target `i`.
    pub(super) fn taken(&mut self, state: &State, i: usize) -> Lifted<Value> {
        match state.choice {
            Choice::Only => Ok(self.flag(true)),
            Choice::Flag(value) if i == 0 => Ok(value),
            Choice::Flag(value) => self.build(Not {}, &[value]),
            Choice::Number(value) => {
                let node = self.number(state.targets[i].node);
                self.equal(value, node)
            }
        }
    }

    /// The number of the node where control goes, as a `tensor<i32>`.
    pub(super) fn node_number(&mut self, state: &State) -> Lifted<Value> {
        let number = |e: &mut Self, i: usize| e.number(state.targets[i].node);
        match state.choice {
            Choice::Only => Ok(number(self, 0)),
            Choice::Number(value) => Ok(value),
            Choice::Flag(value) => {
                let (yes, no) = (number(self, 0), number(self, 1));
                self.build(hloom_ir::ops::Select {}, &[value, yes, no])
            }
        }
    }

    /// The state without target `i`, for the case that control does not go there.
    pub(super) fn without(&mut self, state: &State, i: usize) -> Lifted<State> {
        let mut rest = state.clone();
        rest.targets.remove(i);
        rest.choice = match (state.choice, rest.targets.len()) {
            (_, 1) => Choice::Only,
            (Choice::Number(_), 2) => Choice::Flag(self.taken(&rest, 0)?),
            (choice, _) => choice,
        };
        Ok(rest)
    }

    /// A constant `tensor<i1>`.
    pub(super) fn flag(&mut self, value: bool) -> Value {
        let ty = Type::scalar_tensor(Element::I1);
        let literal = Literal::splat(ty, &[u8::from(value)]).expect("a flag is a byte");
        self.rw.constant(literal)
    }

    /// A constant `tensor<i32>`.
    pub(super) fn number(&mut self, value: u32) -> Value {
        let ty = Type::scalar_tensor(Element::I32);
        let literal = Literal::splat(ty, &value.to_le_bytes()).expect("a number is 4 bytes");
        self.rw.constant(literal)
    }

    /// Compares two scalar integers for equality.
    pub(super) fn equal(&mut self, a: Value, b: Value) -> Lifted<Value> {
        let op = Compare { comparison_direction: Direction::Eq, compare_type: None };
        self.build(op, &[a, b])
    }

    /// Builds the branch over these arms; returns the state after it.
    ///
    /// `mark` is the number of values before the first arm was begun: values below it are defined
    /// outside of the arms.
    pub(super) fn join(
        &mut self,
        decision: Decision,
        arms: Vec<Arm>,
        mark: usize,
    ) -> Lifted<State> {
        let here = self.rw.point();
        let mut joined = State { targets: Vec::new(), choice: Choice::Only, leaving: Slots::new() };
        for arm in &arms {
            for target in &arm.state.targets {
                if joined.position(target.node).is_none() {
                    joined.targets.push(target.clone());
                }
            }
        }
        let mut yielded: Vec<Vec<Value>> = vec![Vec::new(); arms.len()];
        // The arguments of each target, and the values that leave the loop.
        let mut slots: Vec<Vec<Slot>> = Vec::new();
        for t in 0..joined.targets.len() {
            let node = joined.targets[t].node;
            let mut of_target = Vec::new();
            for j in 0..joined.targets[t].args.len() {
                let values: Vec<Option<Value>> = arms
                    .iter()
                    .map(|arm| arm.state.position(node).and_then(|i| arm.state.targets[i].args[j]))
                    .collect();
                of_target.push(self.slot(&arms, &values, Some((node, j)), mark, &mut yielded)?);
            }
            slots.push(of_target);
        }
        let leaving = arms.iter().map(|arm| arm.state.leaving.len()).max().unwrap_or(0);
        let mut of_loop = Vec::new();
        for j in 0..leaving {
            let values: Vec<Option<Value>> =
                arms.iter().map(|arm| arm.state.leaving.get(j).copied().flatten()).collect();
            of_loop.push(self.slot(&arms, &values, None, mark, &mut yielded)?);
        }
        let choice = self.choice(&arms, &joined, decision, mark, &mut yielded)?;
        let results = self.branch_op(here, decision, &arms, yielded)?;
        let value = |slot: &Slot| match slot {
            Slot::None => None,
            Slot::Known(value) => Some(*value),
            Slot::Result(i) => Some(results[*i]),
        };
        for (target, slots) in joined.targets.iter_mut().zip(&slots) {
            target.args = slots.iter().map(value).collect();
        }
        for (target, slots) in joined.targets.iter().zip(&slots) {
            let block = self.graph.block[target.node as usize];
            let params = block.map_or(Vec::new(), |b| self.module().args(b).to_vec());
            for (slot, param) in slots.iter().zip(params) {
                if let Slot::Result(i) = slot {
                    self.take_name(results[*i], param);
                }
            }
        }
        joined.leaving = of_loop.iter().map(value).collect();
        joined.choice = match (joined.targets.len(), choice) {
            (1, _) => Choice::Only,
            (2, slot) => value(&slot).map_or(Choice::Only, Choice::Flag),
            (_, slot) => value(&slot).map_or(Choice::Only, Choice::Number),
        };
        self.note_invariant(&arms, &slots, &joined, &results);
        Ok(joined)
    }

    /// Merges the values that the arms have for one argument.
    fn slot(
        &mut self,
        arms: &[Arm],
        values: &[Option<Value>],
        of: Option<(Node, usize)>,
        mark: usize,
        yielded: &mut [Vec<Value>],
    ) -> Lifted<Slot> {
        let mut some = values.iter().flatten();
        let Some(&first) = some.next() else { return Ok(Slot::None) };
        if first.index() < mark && some.all(|&v| v == first) {
            return Ok(Slot::Known(first));
        }
        let ty = self.rw.module().ty(first);
        for (i, (arm, value)) in arms.iter().zip(values).enumerate() {
            self.rw.set_point(InsertPoint::End(arm.block));
            let value = match (value, of) {
                (Some(value), _) => *value,
                (None, Some((node, j))) => self.any_argument(node, j, ty)?,
                (None, None) => self.any(ty)?,
            };
            yielded[i].push(value);
        }
        Ok(Slot::Result(yielded[0].len() - 1))
    }

    /// The value that distinguishes the targets after the branch.
    fn choice(
        &mut self,
        arms: &[Arm],
        joined: &State,
        decision: Decision,
        mark: usize,
        yielded: &mut [Vec<Value>],
    ) -> Lifted<Slot> {
        let count = joined.targets.len();
        if count == 1 {
            return Ok(Slot::None);
        }
        let single = arms.iter().all(|arm| arm.state.targets.len() == 1);
        if let (2, true, Decision::Condition(condition)) = (count, single, decision) {
            return Ok(Slot::Known(condition));
        }
        let mut values = Vec::new();
        for arm in arms {
            self.rw.set_point(InsertPoint::End(arm.block));
            values.push(if count > 2 {
                self.node_number(&arm.state)?
            } else {
                match arm.state.position(joined.targets[0].node) {
                    Some(i) => self.taken(&arm.state, i)?,
                    None => self.flag(false),
                }
            });
        }
        if values[0].index() < mark && values.iter().all(|&v| v == values[0]) {
            return Ok(Slot::Known(values[0]));
        }
        values.into_iter().zip(yielded.iter_mut()).for_each(|(value, list)| list.push(value));
        Ok(Slot::Result(yielded[0].len() - 1))
    }

    /// Terminates the arms and builds the op that holds them; returns its results, unpacked if they
    /// are yielded as one tuple.
    fn branch_op(
        &mut self,
        here: InsertPoint,
        decision: Decision,
        arms: &[Arm],
        yielded: Vec<Vec<Value>>,
    ) -> Lifted<Vec<Value>> {
        let count = yielded[0].len();
        let tuple = self.options.tuples && count > 1;
        for (arm, mut values) in arms.iter().zip(yielded) {
            self.rw.set_point(InsertPoint::End(arm.block));
            if tuple {
                values = vec![self.build(Tuple {}, &values)?];
            }
            self.op(Return {}, &values)?;
        }
        self.rw.set_point(here);
        let regions: Vec<Region> = arms.iter().map(|arm| arm.region).collect();
        let (op, operand): (Op, Value) = match decision {
            Decision::Condition(value) => (If {}.into(), value),
            Decision::Index(value) => (Case {}.into(), value),
        };
        let built = self.rw.build_with_regions(op, &[operand], &regions);
        let built = built.map_err(|broken| self.broken(&broken))?;
        self.results(built, tuple, count)
    }

    /// The results of an op, unpacked if they are one tuple.
    pub(super) fn results(&mut self, op: OpId, tuple: bool, count: usize) -> Lifted<Vec<Value>> {
        let results: Vec<Value> = self.rw.module().results(op).into_iter().collect();
        if !tuple {
            return Ok(results);
        }
        self.members(results[0], count)
    }

    /// The members of a tuple.
    pub(super) fn members(&mut self, tuple: Value, count: usize) -> Lifted<Vec<Value>> {
        (0..count)
            .map(|i| {
                let index = hloom_ir::field::Bits(i as i64);
                self.build(GetTupleElement { index }, &[tuple])
            })
            .collect()
    }

    /// Records the results that equal a loop's own arguments on every exit.
    fn note_invariant(
        &mut self,
        arms: &[Arm],
        slots: &[Vec<Slot>],
        joined: &State,
        results: &[Value],
    ) {
        let Some((head, args)) = self.carried.last().map(|c| (c.head, c.args.clone())) else {
            return;
        };
        let Some(t) = joined.position(head) else { return };
        for (j, slot) in slots[t].iter().enumerate() {
            let Slot::Result(i) = slot else { continue };
            let invariant = arms.iter().all(|arm| match arm.state.position(head) {
                None => true,
                Some(_) if arm.state.targets.len() == 1 => true,
                Some(at) => arm.state.targets[at].args[j]
                    .is_some_and(|v| v == args[j] || self.invariant.contains(&v)),
            });
            if invariant {
                self.invariant.insert(results[*i]);
            }
        }
    }

    /// The failure for an op whose inference failed, which is a bug in hloom.
    pub(super) fn broken(&self, broken: &hloom_ir::ConstraintError) -> Failure {
        Failure {
            op: self.at,
            message: format!("this can't be written without branches: {broken}"),
        }
    }
}

/// A text attribute.
pub(super) fn text(of: &str) -> Text {
    Text(of.as_bytes().into())
}
