//! Programs for machines that run one grid of threads at a time.
//!
//! Before this: kernels with parallel loops and serial code in any order. After it:
//! [`grids`] has cut each kernel so that it is one of the [`Shape`]s, and a GPU can
//! start it as one grid. Scratch memory that two parts of a kernel share lies in the
//! arena; values that both use are computed twice.
//!
//! A kernel that can't be cut stays whole, and one thread runs it: a parallel loop
//! inside a serial one, or behind a value that only a loop can compute.

use super::{
    Block, BufferId, Facts, Inst, LoopKind, Program, Rewrite, Space, Stmt, Uses, Value, fresh,
};
use rustc_hash::FxHashMap;

/// Alignment of buffers in the arena, in bytes.
const ALIGNMENT: u64 = 64;

/// The threads that run a kernel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// One thread.
    Serial,
    /// A thread for each iteration of the parallel loop that is the last statement;
    /// what stands before it every thread computes.
    Loop,
    /// The threads of the [`super::Grid`] that is the last statement; what stands before
    /// it every thread computes.
    Grid,
}

/// The parallel loops of which one iteration of each makes one of a thread: this one, and
/// those that each make up the whole body of the one before, with bounds that are known.
pub fn together(it: &super::For) -> Vec<&super::For> {
    let mut loops = vec![it];
    while let Some(inner) = loops.last().and_then(|it| match &it.body.statements[..] {
        [before @ .., Stmt::For(inner)]
            if inner.kind == LoopKind::Parallel
                && inner.from.as_constant().is_some()
                && inner.to.as_constant().is_some()
                && before.iter().all(|s| matches!(s, Stmt::Let(_, inst) if inst.is_pure())) =>
        {
            Some(inner)
        }
        _ => None,
    }) {
        loops.push(inner);
    }
    loops
}

/// The shape of a kernel with this body.
pub fn shape(body: &Block) -> Shape {
    match body.statements.split_last() {
        Some((Stmt::For(it), before))
            if it.kind == LoopKind::Parallel
                && before.iter().all(|s| matches!(s, Stmt::Let(_, inst) if inst.is_pure())) =>
        {
            Shape::Loop
        }
        Some((Stmt::Grid(_), before))
            if before.iter().all(|s| matches!(s, Stmt::Let(_, inst) if inst.is_pure())) =>
        {
            Shape::Grid
        }
        _ => Shape::Serial,
    }
}

/// The same program in kernels of one [`Shape`] each.
pub fn grids(program: &Program) -> Program {
    let mut program = program.clone();
    let mut body = std::mem::take(&mut program.body);
    let used = vec![program.arena_bytes().next_multiple_of(ALIGNMENT)];
    let mut cut = Cut { program, used };
    body.rewrite(&mut cut);
    cut.program.body = body;
    cut.program
}

struct Cut {
    program: Program,
    /// Up to which byte the arena is in use, at each scratch statement around this place.
    used: Vec<u64>,
}

/// The parts of a kernel.
#[derive(Default)]
struct Parts {
    /// Statements that no part has yet.
    pending: Vec<Stmt>,
    /// The definitions of the values of the parts so far.
    known: FxHashMap<Value, Inst>,
    /// The parts.
    parts: Vec<Block>,
    /// Buffers that move to the arena, and where.
    moved: Vec<(BufferId, u64)>,
}

impl Rewrite for Cut {
    fn enter(&mut self, statement: &mut Stmt) -> bool {
        if let Stmt::Scratch { buffers, .. } = statement {
            let (moved, used) = self.places(buffers, self.in_use());
            self.move_to_arena(&moved);
            self.used.push(used);
        }
        !matches!(statement, Stmt::Kernel { .. } | Stmt::Grid(_))
    }

    fn leave(&mut self, statement: Stmt, into: &mut Vec<Stmt>) {
        match statement {
            Stmt::Kernel { name, facts, body } => {
                into.extend(self.kernel(&name, facts, body, self.in_use()));
            }
            Stmt::Scratch { body, .. } => {
                self.used.pop();
                // Its values are defined once, so they can stand in this block.
                into.extend(body.statements);
            }
            statement => into.push(statement),
        }
    }
}

impl Cut {
    fn in_use(&self) -> u64 {
        self.used.last().copied().unwrap_or(0)
    }

    /// The places of scratch buffers in the arena, and how far it is in use then.
    fn places(&self, buffers: &[BufferId], mut used: u64) -> (Vec<(BufferId, u64)>, u64) {
        let mut places = Vec::with_capacity(buffers.len());
        for buffer in buffers {
            places.push((*buffer, used));
            let bytes = self.program.buffer(*buffer).bytes();
            used = (used + bytes).next_multiple_of(ALIGNMENT);
        }
        (places, used)
    }

    fn move_to_arena(&mut self, places: &[(BufferId, u64)]) {
        for (buffer, at) in places {
            self.program.buffers[buffer.0 as usize].space = Space::Arena(*at);
        }
    }

    fn kernel(&mut self, name: &str, facts: Facts, body: Block, used: u64) -> Vec<Stmt> {
        let mut parts = Parts::default();
        let uses = Uses::of(&body, &[]);
        let cut = uses.parallel
            && shape(&body) == Shape::Serial
            && self.cut(&body, &mut parts, used)
            && flush(&mut parts);
        if !cut {
            return vec![Stmt::Kernel { name: name.to_owned(), facts, body }];
        }
        self.move_to_arena(&parts.moved);
        // The work is said once.
        let most = parts.parts.iter().position(|part| shape(part) != Shape::Serial).unwrap_or(0);
        let several = parts.parts.len() > 1;
        let numbered = parts.parts.into_iter().enumerate();
        let kernels = numbered.map(|(number, part)| Stmt::Kernel {
            name: if several { format!("{name}.{}", number + 1) } else { name.to_owned() },
            facts: if number == most { facts } else { Facts::default() },
            body: fresh(&mut self.program, &part),
        });
        kernels.collect()
    }

    /// Cuts a block into parts with one parallel statement each, and moves its scratch buffers to the
    /// arena. Returns false if that is not possible.
    fn cut(&mut self, block: &Block, parts: &mut Parts, used: u64) -> bool {
        for statement in &block.statements {
            let inside = Block { statements: vec![statement.clone()] };
            let uses = Uses::of(&inside, &[]);
            match statement {
                Stmt::For(_) | Stmt::Grid(_) if runs_in_parallel(statement) => {
                    if !flush(parts) {
                        return false;
                    }
                    parts.pending.push(statement.clone());
                    if !flush(parts) {
                        return false;
                    }
                }
                Stmt::Scratch { buffers, body } if uses.parallel => {
                    let (moved, used) = self.places(buffers, used);
                    parts.moved.extend(moved);
                    if !self.cut(body, parts, used) {
                        return false;
                    }
                }
                _ if uses.parallel => return false,
                _ => parts.pending.push(statement.clone()),
            }
        }
        true
    }
}

/// Whether many threads run a statement.
fn runs_in_parallel(statement: &Stmt) -> bool {
    match statement {
        Stmt::For(it) => it.kind == LoopKind::Parallel,
        statement => matches!(statement, Stmt::Grid(_)),
    }
}

/// Makes a part of the statements that no part has yet; whether that can be done.
fn flush(parts: &mut Parts) -> bool {
    let statements = std::mem::take(&mut parts.pending);
    let uses = Uses::of(&Block { statements: statements.clone() }, &[]);
    let mut before = Vec::new();
    if !uses.values.iter().all(|value| again(*value, parts, &mut before)) {
        return false;
    }
    for statement in &statements {
        if let Stmt::Let(value, inst) = statement {
            parts.known.insert(*value, inst.clone());
        }
    }
    if statements.iter().all(|s| matches!(s, Stmt::Let(..))) {
        return true;
    }
    before.extend(statements);
    parts.parts.push(Block { statements: before });
    true
}

/// Computes a value of an earlier part once more; whether that can be done.
fn again(value: Value, parts: &Parts, into: &mut Vec<Stmt>) -> bool {
    let there = |s: &Stmt| matches!(s, Stmt::Let(known, _) if *known == value);
    if into.iter().any(there) {
        return true;
    }
    // Memory may have changed since.
    let inst = parts.known.get(&value).filter(|inst| inst.is_pure());
    let Some(inst) = inst else { return false };
    let mut fine = true;
    inst.each_operand(&mut |operand| fine = fine && again(operand, parts, into));
    into.push(Stmt::Let(value, inst.clone()));
    fine
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::machine::Machine;

    fn kernels(program: &Program) -> Vec<(String, Shape)> {
        let each = program.body.statements.iter().filter_map(|statement| match statement {
            Stmt::Kernel { name, body, .. } => Some((name.clone(), shape(body))),
            _ => None,
        });
        each.collect()
    }

    #[test]
    fn partial_results_and_their_sum_are_kernels_of_their_own() {
        let text = r#"program @main {
          argument 0 @x : f32[8]
          result 0 @y : f32[1]
          temporary @partial : f32[2]
          kernel "sum" reads 32 writes 4 flops 8 special 0 integer 0 {
            %start : f32 = const 0x00000000
            scratch @partial {
              parallel for %i = 0 to 8 step 4 {
                for %k = 0 to 4 step 1 carrying %s : f32 = %start to %sum {
                  %a : f32 = load @x[%i + %k]
                  %b : f32 = add %s, %a
                  next %b
                }
                store %sum to @partial[%i floordiv 4]
              }
              for %l = 0 to 2 step 1 carrying %t : f32 = %start to %all {
                %c : f32 = load @partial[%l]
                %d : f32 = add %t, %c
                next %d
              }
              store %all to @y[0]
            }
          }
        }"#;
        let program = crate::text::parse(text).unwrap();
        program.verify().unwrap();
        let cut = grids(&program);
        cut.verify().unwrap();
        let names = kernels(&cut);
        let want = [("sum.1", Shape::Loop), ("sum.2", Shape::Serial)];
        assert_eq!(names, want.map(|(name, shape)| (name.to_owned(), shape)));
        assert_eq!(cut.arena_bytes(), 8);
        let x: Vec<u8> = (0..8).flat_map(|i| (i as f32).to_le_bytes()).collect();
        let run = |program: &Program| Machine::new(program, &[&x]).unwrap().run(1000).unwrap();
        assert_eq!(run(&cut), run(&program));
        assert_eq!(run(&cut), [28f32.to_le_bytes().to_vec()]);
    }

    #[test]
    fn a_kernel_that_can_not_be_cut_is_serial() {
        let text = r#"program @main {
          result 0 @y : f32[8]
          kernel "fill" reads 0 writes 32 flops 0 special 0 integer 0 {
            for %i = 0 to 8 step 4 {
              parallel for %j = 0 to 4 step 1 {
                %a : f32 = const 0x3f800000
                store %a to @y[%i + %j]
              }
            }
          }
        }"#;
        let program = crate::text::parse(text).unwrap();
        let cut = grids(&program);
        assert_eq!(cut, program);
        assert_eq!(kernels(&cut), [("fill".to_owned(), Shape::Serial)]);
    }
}
