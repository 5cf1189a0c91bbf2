//! Emission of loops.

use super::Lifted;
use super::emit::{Carried, Emitter, tensor_type};
use super::graph::Node;
use super::levels::Level;
use super::state::{Choice, Slots, State, Target};
use hloom_ir::ops::{Not, Return, Tuple, While};
use hloom_ir::rewrite::InsertPoint;
use hloom_ir::{Block, Region, Type, Value};

/// The source of a value after a loop.
#[derive(Clone, Copy)]
enum Out {
    /// The value is not used.
    None,
    /// The result of the loop at this position.
    Carried(usize),
}

impl Emitter<'_, '_> {
    /// Emits a loop of `level`; returns the state after it.
    pub(super) fn inner_loop(&mut self, level: &Level, index: usize, args: Slots) -> Lifted<State> {
        let head = self.nest.loops[index].head;
        let block = self.graph.block[head as usize].expect("a loop's head is a block");
        let last = self.graph.last_op(self.module(), head);
        self.at = last;
        self.rw.set_source(last);
        let mut init = Vec::new();
        let params = self.module().args(block).to_vec();
        for (param, arg) in params.iter().zip(&args) {
            init.push(match arg {
                Some(value) => *value,
                None => self.any(tensor_type(self.module().ty(*param)))?,
            });
        }
        let mark = self.env.mark();
        let mut state = match self.nest.loops[index].inside {
            Some(inside) => self.deeper(|e| e.while_loop(index, inside, block, init))?,
            None => self.deeper(|e| e.loop_with_flag(index, block, init, mark))?,
        };
        // An exit may leave the enclosing loop as well.
        for i in 0..state.targets.len() {
            let node = state.targets[i].node;
            let taken = self.taken_by(level, node)?;
            state.targets[i].args.extend(taken);
            let leaving = self.leaving(level, node);
            if !leaving.is_empty() {
                state.leaving = leaving;
            }
        }
        Ok(state)
    }

    /// Builds a condition or body region of a loop, and names its arguments.
    fn loop_region(&mut self, types: &[Type], params: &[Value]) -> (Region, Block, Vec<Value>) {
        let (region, block) = self.rw.region(types);
        let args = self.module().args(block).to_vec();
        for (&arg, &param) in args.iter().zip(params) {
            self.take_name(arg, param);
        }
        self.rw.set_point(InsertPoint::End(block));
        (region, block, args)
    }

    /// A loop that exits from its head only, and whose head is cheap and pure: the head becomes the
    /// condition, and is recomputed where the body or the code after the loop uses its values.
    fn while_loop(
        &mut self,
        index: usize,
        inside: usize,
        block: Block,
        init: Vec<Value>,
    ) -> Lifted<State> {
        let nest = self.nest;
        let it = &nest.loops[index];
        let head = it.head;
        let last = self.graph.last_op(self.module(), head);
        let here = self.rw.point();
        let params = self.module().args(block).to_vec();
        let carry = Carry::new(self, init)?;
        let mark = self.env.mark();

        let (cond, _, args) = carry.region(self, &params)?;
        self.enter_values(block, &args);
        let copies = self.body(block)?;
        self.spare.extend(copies);
        self.rw.set_source(last);
        let mut condition = self.value(self.module().operand(last, 0));
        if inside == 1 {
            condition = self.build(Not {}, &[condition])?;
        }
        self.op(Return {}, &[condition])?;
        self.env.undo(mark);

        let (body, _, args) = carry.region(self, &params)?;
        self.enter_values(block, &args);
        self.carried.push(Carried { head, args });
        let copies = self.body(block)?;
        self.spare.extend(copies);
        let first = self.edge(&it.level, head, inside)?;
        let state = self.behind(&it.level, 0, first, mark)?;
        self.carried.pop();
        self.rw.set_source(last);
        let back: Vec<Value> = state.targets[0].args.iter().flatten().copied().collect();
        carry.end(self, &back)?;

        self.rw.set_point(here);
        self.rw.set_source(last);
        let results = carry.build(self, [cond, body])?;
        self.enter_values(block, &results);
        for (&result, &param) in results.iter().zip(&params) {
            self.take_name(result, param);
        }
        let copies = self.body(block)?;
        self.spare.extend(copies);
        self.at = last;
        self.rw.set_source(last);
        let exit = self.graph.to[head as usize][1 - inside];
        let passed = self.graph.passed(self.module(), head, 1 - inside).to_vec();
        let args = passed.into_iter().map(|v| Some(self.value(v))).collect();
        Ok(State::one(exit, args, Slots::new()))
    }

    fn enter_values(&mut self, block: Block, values: &[Value]) {
        let params = self.module().args(block).to_vec();
        for (param, &value) in params.into_iter().zip(values) {
            self.env.set(param, value);
        }
    }

    /// The general form of a loop: a carried flag tells whether it continues, and the values that
    /// leave the loop are carried too.
    fn loop_with_flag(
        &mut self,
        index: usize,
        block: Block,
        init: Vec<Value>,
        mark: usize,
    ) -> Lifted<State> {
        let nest = self.nest;
        let it = &nest.loops[index];
        let head = it.head;
        let last = self.graph.last_op(self.module(), head);
        let here = self.rw.point();
        let params = self.module().args(block).to_vec();
        let types: Vec<Type> = init.iter().map(|&v| self.module().ty(v)).collect();
        let (scratch, inner, args) = self.loop_region(&types, &params);
        self.carried.push(Carried { head, args: args.clone() });
        let slots = args.iter().map(|&v| Some(v)).collect();
        let state = self.tree(&it.level, 0, slots)?;
        self.carried.pop();
        debug_assert_eq!(self.env.mark(), mark, "a loop's own values are not seen behind it");
        self.at = last;
        self.rw.set_source(last);
        let back = state.position(head).expect("a loop goes back to its head");

        // The carried values: the head's arguments, the values that leave the loop, the exit that
        // was taken, and the flag.
        let mut ends: Vec<Value> = state.targets[back].args.iter().flatten().copied().collect();
        let own = ends.len();
        let invariant: Vec<bool> =
            ends.iter().zip(&args).map(|(v, arg)| v == arg || self.invariant.contains(v)).collect();
        let mut outs: Vec<(Node, Vec<Out>)> = Vec::new();
        for target in state.targets.iter().filter(|t| t.node != head) {
            let slots = target.args.iter();
            let slots = slots.map(|slot| out(*slot, &mut ends, own, &args, &invariant)).collect();
            outs.push((target.node, slots));
        }
        let leaving: Vec<Out> = state
            .leaving
            .iter()
            .map(|slot| out(*slot, &mut ends, own, &args, &invariant))
            .collect();
        let stay = self.taken(&state, back)?;
        let rest = self.without(&state, back)?;
        let number = match rest.choice {
            Choice::Only => None,
            Choice::Flag(value) | Choice::Number(value) => {
                ends.push(value);
                Some(ends.len() - 1)
            }
        };
        ends.push(stay);
        let end_types: Vec<Type> = ends.iter().map(|&v| self.module().ty(v)).collect();

        // The body has all carried values as arguments, but uses only the head's.
        self.rw.set_point(here);
        let mut inits = init;
        for &ty in &end_types[own..end_types.len() - 1] {
            inits.push(self.any(ty)?);
        }
        inits.push(self.flag(true));
        let carry = Carry::new(self, inits)?;
        let (cond, _, all) = carry.region(self, &params)?;
        self.op(Return {}, &all[all.len() - 1..])?;
        let body = if carry.tuple.is_none() {
            for &ty in &end_types[own..] {
                self.rw.add_arg(inner, ty);
            }
            self.rw.set_point(InsertPoint::End(inner));
            carry.end(self, &ends)?;
            scratch
        } else {
            self.rw.set_point(InsertPoint::End(inner));
            carry.end(self, &ends)?;
            carry.take_tuple(self, scratch, inner, &params, own)?
        };
        self.rw.set_point(here);
        self.rw.set_source(last);
        let results = carry.build(self, [cond, body])?;
        for (&result, &param) in results.iter().zip(&params) {
            self.take_name(result, param);
        }
        let value = |slot: Out| match slot {
            Out::None => None,
            Out::Carried(i) => Some(results[i]),
        };
        for (old, slot) in it.live_out.iter().zip(leaving) {
            if let Some(new) = value(slot) {
                self.env.set(*old, new);
                self.take_name(new, *old);
            }
        }
        let targets = outs
            .into_iter()
            .map(|(node, slots)| Target { node, args: slots.into_iter().map(value).collect() })
            .collect();
        let choice = match (rest.choice, number) {
            (Choice::Flag(_), Some(i)) => Choice::Flag(results[i]),
            (Choice::Number(_), Some(i)) => Choice::Number(results[i]),
            _ => Choice::Only,
        };
        Ok(State { targets, choice, leaving: Slots::new() })
    }
}

/// The way of a value out of a loop: an argument that equals it on every exit, or a carried value.
fn out(
    slot: Option<Value>,
    ends: &mut Vec<Value>,
    own: usize,
    args: &[Value],
    invariant: &[bool],
) -> Out {
    let Some(value) = slot else { return Out::None };
    let same = ends.iter().position(|&end| end == value);
    let known = same.or_else(|| (0..own).find(|&i| args[i] == value && invariant[i]));
    Out::Carried(known.unwrap_or_else(|| {
        ends.push(value);
        ends.len() - 1
    }))
}

/// The carried values of a loop: separate, or packed in one tuple.
struct Carry {
    init: Vec<Value>,
    types: Vec<Type>,
    tuple: Option<Type>,
}

impl Carry {
    fn new(e: &mut Emitter<'_, '_>, init: Vec<Value>) -> Lifted<Carry> {
        let types: Vec<Type> = init.iter().map(|&v| e.module().ty(v)).collect();
        let tuple = (e.options.tuples && types.len() > 1).then(|| Type::tuple(&types));
        Ok(Carry { init, types, tuple })
    }

    /// The types of a region's arguments.
    fn arguments(&self) -> Vec<Type> {
        self.tuple.map_or_else(|| self.types.clone(), |ty| vec![ty])
    }

    /// A region of the loop, and its carried values.
    fn region(
        &self,
        e: &mut Emitter<'_, '_>,
        params: &[Value],
    ) -> Lifted<(Region, Block, Vec<Value>)> {
        if self.tuple.is_none() {
            return Ok(e.loop_region(&self.types, params));
        }
        let (region, block, args) = e.loop_region(&self.arguments(), &[]);
        let members = e.members(args[0], self.types.len())?;
        for (&member, &param) in members.iter().zip(params) {
            e.take_name(member, param);
        }
        Ok((region, block, members))
    }

    /// Ends the body with these values.
    fn end(&self, e: &mut Emitter<'_, '_>, values: &[Value]) -> Lifted<()> {
        let value = match self.tuple {
            Some(_) => vec![e.build(Tuple {}, values)?],
            None => values.to_vec(),
        };
        e.op(Return {}, &value)?;
        Ok(())
    }

    /// Changes a body whose first `own` arguments are separate into one that takes the tuple.
    fn take_tuple(
        &self,
        e: &mut Emitter<'_, '_>,
        body: Region,
        block: Block,
        params: &[Value],
        own: usize,
    ) -> Lifted<Region> {
        let tuple = e.rw.add_arg(block, self.tuple.expect("a tuple is carried"));
        let first = e.module().first_op(block).expect("the body ends in a return");
        e.rw.set_point(InsertPoint::Before(first));
        let members = e.members(tuple, own)?;
        for i in (0..own).rev() {
            let arg = e.module().args(block)[i];
            e.rw.replace_uses(arg, members[i]);
            e.rw.remove_arg(block, i);
        }
        for (&member, &param) in members.iter().zip(params) {
            e.take_name(member, param);
        }
        Ok(body)
    }

    /// Builds the loop; returns the final carried values.
    fn build(&self, e: &mut Emitter<'_, '_>, regions: [Region; 2]) -> Lifted<Vec<Value>> {
        let init = match self.tuple {
            Some(_) => vec![e.build(Tuple {}, &self.init)?],
            None => self.init.clone(),
        };
        let built = e.rw.build_with_regions(While {}, &init, &regions);
        let op = built.map_err(|broken| e.broken(&broken))?;
        e.results(op, self.tuple.is_some(), self.types.len())
    }
}
