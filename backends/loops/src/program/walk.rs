//! Walks over the statements of a block, including nested ones.
//!
//! | walk | for |
//! |---|---|
//! | [`Block::walk`] | every statement, each ahead of those inside of it |
//! | [`Block::walk_into`] | the same, with the statements to descend into chosen by the caller |
//! | [`Block::events`] | begin and end of statements and blocks, for walks that track scopes |
//! | [`Program::each_kernel`] | the kernels with their ids |
//! | [`Block::rewrite`](super::Block::rewrite) | walks that change statements |
//!
//! Four kinds of code recurse over blocks by themselves, since they do something different for each
//! kind of statement, before, between and after its blocks:
//!
//! | code | why it is not a walk |
//! |---|---|
//! | [`super::machine`]; eager runs, graph capture and host evaluation of a GPU's run | executes: enters a loop's body more than once |
//! | the printer | writes the header and the end of each statement around its blocks |
//! | code generators | emit basic blocks around each nested block |
//! | [`mod@super::grids`] and the persistent kernels of PTX | translate a block to one of another shape; each statement needs the result of the translation of its blocks |

use super::{
    Argument, Block, BufferId, Builder, Facts, Inst, KernelId, Program, Stmt, Task, Value,
};
use crate::index::Index;

/// A step of a walk over nested statements.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Event<'b> {
    /// A statement begins; its blocks follow.
    Enter(&'b Stmt),
    /// The block with this number among [`Stmt::blocks`] begins.
    Begin(&'b Stmt, usize),
    /// That block ends.
    End(&'b Stmt, usize),
    /// The statement ends; without blocks of its own it ends at once.
    Leave(&'b Stmt),
}

/// The steps of a walk over nested statements, in the order of the text.
#[derive(Clone, Debug)]
pub struct Events<'b> {
    /// The steps that are left, the next one last.
    stack: Vec<Pending<'b>>,
}

#[derive(Clone, Debug)]
enum Pending<'b> {
    /// A block that has not begun.
    Block(&'b Stmt, usize, &'b Block),
    /// The rest of a block, and the statement that it belongs to.
    Statements(std::slice::Iter<'b, Stmt>, Option<(&'b Stmt, usize)>),
    Leave(&'b Stmt),
}

impl<'b> Iterator for Events<'b> {
    type Item = Event<'b>;

    fn next(&mut self) -> Option<Event<'b>> {
        loop {
            match self.stack.last_mut()? {
                Pending::Leave(statement) => {
                    let statement = *statement;
                    self.stack.pop();
                    return Some(Event::Leave(statement));
                }
                Pending::Block(of, number, block) => {
                    let (of, number, block) = (*of, *number, *block);
                    self.stack.pop();
                    self.stack
                        .push(Pending::Statements(block.statements.iter(), Some((of, number))));
                    return Some(Event::Begin(of, number));
                }
                Pending::Statements(rest, of) => {
                    let Some(statement) = rest.next() else {
                        let of = *of;
                        self.stack.pop();
                        match of {
                            Some((of, number)) => return Some(Event::End(of, number)),
                            None => continue,
                        }
                    };
                    self.stack.push(Pending::Leave(statement));
                    let mut blocks: Vec<Pending<'b>> = statement
                        .blocks()
                        .enumerate()
                        .map(|(number, block)| Pending::Block(statement, number, block))
                        .collect();
                    self.stack.extend(blocks.drain(..).rev());
                    return Some(Event::Enter(statement));
                }
            }
        }
    }
}

impl Events<'_> {
    /// Leaves out the blocks of the statement that was entered last.
    pub fn skip_blocks(&mut self) {
        while let Some(Pending::Block(..)) = self.stack.last() {
            self.stack.pop();
        }
    }
}

/// A kernel of a program.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct KernelRef<'p> {
    /// The name of what it computes; several kernels may have the same.
    pub name: &'p str,
    /// The amount of work.
    pub facts: &'p Facts,
    /// The work.
    pub body: &'p Block,
}

impl Block {
    /// The statements at any depth with their ends, in the order of the text.
    pub fn events(&self) -> Events<'_> {
        Events { stack: vec![Pending::Statements(self.statements.iter(), None)] }
    }

    /// The statements at any depth, each ahead of those inside of it.
    pub fn walk(&self) -> impl Iterator<Item = &Stmt> {
        self.walk_into(|_| true)
    }

    /// The statements at any depth, each ahead of those inside of it; those inside of a
    /// statement for which `descend` is false are left out.
    pub fn walk_into(&self, descend: impl Fn(&Stmt) -> bool) -> impl Iterator<Item = &Stmt> {
        let mut events = self.events();
        std::iter::from_fn(move || {
            loop {
                if let Event::Enter(statement) = events.next()? {
                    if !descend(statement) {
                        events.skip_blocks();
                    }
                    return Some(statement);
                }
            }
        })
    }

    /// The number of kernels, at any depth.
    pub fn kernels(&self) -> usize {
        self.walk().filter(|statement| matches!(statement, Stmt::Kernel { .. })).count()
    }
}

impl KernelId {
    /// The id as a position in a list of all kernels.
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// The id of the kernel that comes after this many more.
    #[must_use]
    pub fn after(self, kernels: usize) -> KernelId {
        KernelId(self.0 + kernels as u32)
    }
}

impl Program {
    /// The kernels in the order of the text, which numbers them.
    pub fn each_kernel(&self) -> impl Iterator<Item = (KernelId, KernelRef<'_>)> {
        let kernels = self.body.walk().filter_map(|statement| match statement {
            Stmt::Kernel { name, facts, body } => Some(KernelRef { name, facts, body }),
            _ => None,
        });
        (0..).map(KernelId).zip(kernels)
    }

    /// A kernel by its number.
    pub fn kernel(&self, id: KernelId) -> Option<KernelRef<'_>> {
        self.each_kernel().find_map(|(at, kernel)| (at == id).then_some(kernel))
    }
}

/// Calls `visit` with each value of an index expression.
fn each_value(index: &Index, visit: &mut dyn FnMut(Value)) {
    index.each_var(&mut |var| visit(Value(var.0)));
}

impl Builder {
    /// Whether a statement before, in a block that is open now but the program's, writes to a buffer.
    pub fn is_written(&self, buffer: BufferId) -> bool {
        let mut found = false;
        let before = self.open.iter().skip(1).flat_map(|open| open.block.walk());
        before.for_each(|stmt| stmt.each_buffer(&mut |to, writes| found |= writes && to == buffer));
        found
    }
}

impl Stmt {
    /// The blocks directly inside, in the order of the text.
    pub fn blocks(&self) -> impl DoubleEndedIterator<Item = &Block> {
        let mut tasks: &[Task] = &[];
        let blocks = match self {
            Stmt::For(it) => [Some(&it.body), None],
            Stmt::Grid(it) => [Some(&it.body), None],
            Stmt::Kernel { body, .. } | Stmt::Scratch { body, .. } => [Some(body), None],
            Stmt::While { condition, body, .. } => [Some(condition), Some(body)],
            Stmt::If { then, otherwise, .. } => [Some(then), Some(otherwise)],
            Stmt::Tasks(all) => {
                tasks = all;
                [None, None]
            }
            Stmt::Let(..)
            | Stmt::Store(..)
            | Stmt::StoreNontemporal(..)
            | Stmt::AtomicRmw(..)
            | Stmt::Prefetch(..)
            | Stmt::Copy { .. }
            | Stmt::Matrix(_)
            | Stmt::Async(_)
            | Stmt::Call { .. }
            | Stmt::Barrier
            | Stmt::Assert { .. } => [None, None],
        };
        blocks.into_iter().flatten().chain(tasks.iter().map(|task| &task.body))
    }

    /// The same blocks, to be changed.
    pub fn blocks_mut(&mut self) -> impl DoubleEndedIterator<Item = &mut Block> {
        let mut tasks: &mut [Task] = &mut [];
        let blocks = match self {
            Stmt::For(it) => [Some(&mut it.body), None],
            Stmt::Grid(it) => [Some(&mut it.body), None],
            Stmt::Kernel { body, .. } | Stmt::Scratch { body, .. } => [Some(body), None],
            Stmt::While { condition, body, .. } => [Some(condition), Some(body)],
            Stmt::If { then, otherwise, .. } => [Some(then), Some(otherwise)],
            Stmt::Tasks(all) => {
                tasks = all;
                [None, None]
            }
            Stmt::Let(..)
            | Stmt::Store(..)
            | Stmt::StoreNontemporal(..)
            | Stmt::AtomicRmw(..)
            | Stmt::Prefetch(..)
            | Stmt::Copy { .. }
            | Stmt::Matrix(_)
            | Stmt::Async(_)
            | Stmt::Call { .. }
            | Stmt::Barrier
            | Stmt::Assert { .. } => [None, None],
        };
        blocks.into_iter().flatten().chain(tasks.iter_mut().map(|task| &mut task.body))
    }

    /// Calls `visit` with each buffer that the statement itself touches, and whether it writes
    /// there; blocks inside are left out. A call may write to each address that it is given.
    pub fn each_buffer(&self, visit: &mut dyn FnMut(BufferId, bool)) {
        match self {
            Stmt::Let(_, inst) => inst.each_buffer(&mut |buffer| visit(buffer, false)),
            Stmt::Store(_, access)
            | Stmt::StoreNontemporal(_, access)
            | Stmt::AtomicRmw(_, _, access) => {
                visit(access.buffer, true);
            }
            Stmt::Prefetch(buffer, _) => visit(*buffer, false),
            Stmt::Copy { to, from, .. } => {
                visit(to.0, true);
                visit(from.0, false);
            }
            Stmt::Async(op) => op.each_place(&mut |buffer, _, written| visit(buffer, written)),
            Stmt::Matrix(op) => {
                op.registers().into_iter().for_each(|register| visit(register, false));
                op.memory().into_iter().for_each(|(buffer, _)| visit(*buffer, false));
            }
            Stmt::Call { arguments, .. } => arguments.iter().for_each(|argument| match argument {
                Argument::Address(buffer, _) => visit(*buffer, true),
                Argument::Value(_) => {}
            }),
            Stmt::For(_)
            | Stmt::While { .. }
            | Stmt::If { .. }
            | Stmt::Tasks(_)
            | Stmt::Grid(_)
            | Stmt::Kernel { .. }
            | Stmt::Scratch { .. }
            | Stmt::Barrier
            | Stmt::Assert { .. } => {}
        }
    }

    /// Calls `visit` with each value that the statement uses ahead of its blocks.
    pub fn each_operand(&self, visit: &mut dyn FnMut(Value)) {
        match self {
            Stmt::Let(_, inst) => inst.each_operand(visit),
            Stmt::Store(value, access)
            | Stmt::StoreNontemporal(value, access)
            | Stmt::AtomicRmw(_, value, access) => {
                visit(*value);
                access.each_operand(visit);
            }
            Stmt::Prefetch(_, at) => each_value(at, visit),
            Stmt::Copy { to, from, units } => {
                [&to.1, &from.1, units].into_iter().for_each(|index| each_value(index, visit));
            }
            Stmt::Async(op) => op.each_operand(visit),
            Stmt::Matrix(op) => {
                op.memory().into_iter().for_each(|(_, offset)| each_value(offset, visit));
            }
            Stmt::Call { arguments, .. } => arguments.iter().for_each(|argument| match argument {
                Argument::Value(value) => visit(*value),
                Argument::Address(_, offset) => each_value(offset, visit),
            }),
            Stmt::For(it) => {
                [&it.from, &it.to].into_iter().for_each(|bound| each_value(bound, visit));
                it.carried.iter().for_each(|carried| visit(carried.initial));
            }
            Stmt::If { test, .. } | Stmt::Assert { test, .. } => visit(*test),
            Stmt::While { .. }
            | Stmt::Tasks(_)
            | Stmt::Grid(_)
            | Stmt::Kernel { .. }
            | Stmt::Scratch { .. }
            | Stmt::Barrier => {}
        }
    }

    /// Calls `visit` with each value that the statement uses at the end of its blocks, and that
    /// they may define: the test of a `while`, what the iteration of a loop yields.
    pub fn each_late_operand(&self, visit: &mut dyn FnMut(Value)) {
        match self {
            Stmt::For(it) => it.next.iter().for_each(|next| visit(*next)),
            Stmt::While { test, .. } => visit(*test),
            _ => {}
        }
    }

    /// Calls `visit` with each value that the statement defines for the blocks inside of it.
    pub fn each_inner_definition(&self, visit: &mut dyn FnMut(Value)) {
        match self {
            Stmt::For(it) => {
                visit(it.var);
                it.carried.iter().for_each(|carried| visit(carried.inside));
            }
            Stmt::Grid(it) => [it.block, it.thread].into_iter().for_each(visit),
            _ => {}
        }
    }

    /// Calls `visit` with each value that the statement defines for those after it.
    pub fn each_definition(&self, visit: &mut dyn FnMut(Value)) {
        match self {
            Stmt::Let(value, _) => visit(*value),
            Stmt::For(it) => it.carried.iter().for_each(|carried| visit(carried.after)),
            Stmt::Call { result, .. } => result.iter().for_each(|result| visit(*result)),
            _ => {}
        }
    }
}

impl Inst {
    /// Calls `visit` with each buffer that the instruction reads.
    pub fn each_buffer(&self, visit: &mut dyn FnMut(BufferId)) {
        match self {
            Inst::Load(_, access) => visit(access.buffer),
            Inst::Ldmatrix { from, .. } => visit(from.0),
            Inst::Wgmma(it) => [it.lhs.0, it.rhs.0].into_iter().for_each(visit),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = r#"program @main {
      result 0 @y : f32[8]
      for %i = 0 to 2 step 1 {
        kernel "fill" reads 0 writes 32 flops 0 special 0 integer 0 {
          for %j = 0 to 4 step 1 {
            %a : f32 = const 0x3f800000
            store %a to @y[%j]
          }
        }
      }
      kernel "fill" reads 0 writes 4 flops 0 special 0 integer 0 {
        %b : f32 = const 0x3f800000
        store %b to @y[7]
      }
    }"#;

    #[test]
    fn statements_come_in_the_order_of_the_text_and_end_after_what_is_inside() {
        let program = crate::text::parse(TEXT).unwrap();
        let name = |statement: &Stmt| match statement {
            Stmt::For(_) => "for",
            Stmt::Kernel { .. } => "kernel",
            Stmt::Let(..) => "let",
            Stmt::Store(..) => "store",
            _ => "other",
        };
        let walked: Vec<&str> = program.body.walk().map(name).collect();
        let text = ["for", "kernel", "for", "let", "store", "kernel", "let", "store"];
        assert_eq!(walked, text);
        let mut open = Vec::new();
        for event in program.body.events() {
            match event {
                Event::Enter(statement) => open.push(statement),
                Event::Leave(statement) => assert_eq!(open.pop(), Some(statement)),
                Event::Begin(of, 0) | Event::End(of, 0) => assert_eq!(open.last(), Some(&of)),
                Event::Begin(..) | Event::End(..) => panic!("there is no second block"),
            }
        }
        assert_eq!(open, Vec::<&Stmt>::new());
    }

    #[test]
    fn blocks_begin_and_end_in_order() {
        let text = r#"program @main {
          result 0 @y : i64[1]
          %one : i64 = const 1
          %same : i1 = eq %one, %one
          while {
            %go : i1 = eq %one, %one
            test %go
          } do {
            if %same {
            } else {
              store %one to @y[0]
            }
          }
        }"#;
        let program = crate::text::parse(text).unwrap();
        let name = |statement: &Stmt| match statement {
            Stmt::While { .. } => "while",
            Stmt::If { .. } => "if",
            _ => "leaf",
        };
        let steps = program.body.events().filter_map(|event| match event {
            Event::Begin(of, n) => Some(format!("{} {n} {{", name(of))),
            Event::End(of, n) => Some(format!("}} {} {n}", name(of))),
            Event::Enter(_) | Event::Leave(_) => None,
        });
        let steps: Vec<String> = steps.collect();
        let want = [
            "while 0 {",
            "} while 0",
            "while 1 {",
            "if 0 {",
            "} if 0",
            "if 1 {",
            "} if 1",
            "} while 1",
        ];
        assert_eq!(steps, want);
        // The blocks of a statement can be left out.
        let outside = program.body.walk_into(|statement| !matches!(statement, Stmt::If { .. }));
        assert!(outside.map(name).eq(["leaf", "leaf", "while", "leaf", "if"]));
    }

    #[test]
    fn kernels_of_one_name_have_ids_of_their_own() {
        let program = crate::text::parse(TEXT).unwrap();
        let found: Vec<_> = program.each_kernel().collect();
        let ids: Vec<(KernelId, &str)> = found.iter().map(|(id, it)| (*id, it.name)).collect();
        assert_eq!(ids, [(KernelId(0), "fill"), (KernelId(1), "fill")]);
        assert_eq!(program.kernel(KernelId(1)), Some(found[1].1));
        assert_eq!(program.kernel(KernelId(1)).map(|it| it.facts.bytes_written), Some(4));
        assert_eq!(program.kernel(KernelId(2)), None);
        assert_eq!(program.kernels(), 2);
    }
}
