//! Promotion of memory to registers: scratch of one scalar becomes a value that loops carry.
//!
//! ```text
//! scratch @y {                          %0 = const 0.0
//!   store %0 to @y[0]                   for %p = … carrying %s = %0 {
//!   for %p = … {                          %2 = add %s, %1
//!     %s = load @y[0]            ──►       yield %2
//!     %2 = add %s, %1                   } as %t
//!     store %2 to @y[0]                 store %t to @result[%o]
//!   }
//!   %t = load @y[0]
//!   store %t to @result[%o]
//! }
//! ```
//!
//! A code generator without LLVM's passes would keep such a sum in memory, and each iteration would wait for the
//! store of the one before. This is the `mem2reg` of LLVM, for the case that lowering makes: all accesses are of
//! the whole scalar, and none that writes stands in a branch, a `while` or a parallel loop.

use super::walk_mut::{RefMut, Rewrite};
use super::{Block, BufferId, Carried, For, Inst, LoopKind, Program, Stmt, Type, Value};
use crate::index::Var;
use crate::program::access::{Access, Lanes};
use crate::program::{Space, ValueInfo};
use rustc_hash::FxHashMap;

/// Replaces scratch of one scalar by values, wherever it can.
pub fn promote(program: &mut Program) {
    let mut body = std::mem::take(&mut program.body);
    let mut promotion = Promotion { program, known: FxHashMap::default() };
    promotion.block(&mut body);
    let known = promotion.known;
    if !known.is_empty() {
        body.rewrite(&mut Renaming(known));
    }
    program.body = body;
}

struct Promotion<'p> {
    program: &'p mut Program,
    /// The value that each load gave, which is no more.
    known: FxHashMap<Value, Value>,
}

impl Promotion<'_> {
    fn block(&mut self, block: &mut Block) {
        let statements = std::mem::take(&mut block.statements);
        for mut statement in statements {
            statement.blocks_mut().for_each(|inner| self.block(inner));
            if let Stmt::Scratch { buffers, body } = &mut statement {
                self.scratch(buffers, body);
            }
            match statement {
                // Nothing is left to be allocated; the body has no names of its own.
                Stmt::Scratch { buffers, body } if buffers.is_empty() => {
                    block.statements.extend(body.statements);
                }
                statement => block.statements.push(statement),
            }
        }
    }

    /// Promotes what can be of the buffers of one statement.
    fn scratch(&mut self, buffers: &mut Vec<BufferId>, body: &mut Block) {
        let of = |buffer: &BufferId| {
            let it = self.program.buffer(*buffer);
            let one = it.space == Space::Scratch && it.units() == 1;
            one.then(|| (*buffer, it.storage().scalar.ty()))
        };
        let one: FxHashMap<BufferId, Type> = buffers.iter().filter_map(of).collect();
        if one.is_empty() {
            return;
        }
        let mut uses = FxHashMap::default();
        survey(body, &one, Place::Line, &mut uses);
        for buffer in buffers.clone() {
            let Some(&ty) = one.get(&buffer) else { continue };
            let fits = uses.get(&buffer).is_none_or(|it: &Uses| it.mentions == it.accesses);
            if !fits {
                continue;
            }
            let zero = self.value(ty);
            let mut accesses = Accesses { promotion: self, buffer };
            accesses.block(body, zero);
            body.statements.insert(0, Stmt::Let(zero, Inst::Const(ty, 0)));
            buffers.retain(|known| *known != buffer);
        }
    }

    fn value(&mut self, ty: Type) -> Value {
        self.program.values.push(ValueInfo { ty, name: None });
        Value(self.program.values.len() as u32 - 1)
    }
}

/// The uses of a buffer.
#[derive(Clone, Copy, Debug, Default)]
struct Uses {
    /// Statements that name it.
    mentions: usize,
    /// Loads and stores of the whole scalar, at places where they can be promoted.
    accesses: usize,
}

/// The place of a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Place {
    /// Runs once, or in the iterations of a serial loop.
    Line,
    /// May not run, or runs at once with others: a store there does not reach what comes after.
    Branch,
    /// Uses no values from outside.
    Closed,
}

/// Counts the uses of buffers.
fn survey(
    block: &Block,
    of: &FxHashMap<BufferId, Type>,
    place: Place,
    uses: &mut FxHashMap<BufferId, Uses>,
) {
    for statement in &block.statements {
        statement.each_buffer(&mut |buffer, _| {
            if of.contains_key(&buffer) {
                uses.entry(buffer).or_default().mentions += 1;
            }
        });
        let access = match statement {
            Stmt::Let(_, Inst::Load(ty, access)) if place != Place::Closed => Some((*ty, access)),
            Stmt::Store(_, access) if place == Place::Line => {
                of.get(&access.buffer).map(|ty| (*ty, access))
            }
            _ => None,
        };
        if let Some((ty, access)) = access
            && of.get(&access.buffer) == Some(&ty)
            && is_whole(access)
        {
            uses.entry(access.buffer).or_default().accesses += 1;
        }
        let inside = match statement {
            Stmt::For(it) if it.kind == LoopKind::Serial => place,
            Stmt::Scratch { .. } => place,
            // A loop over a grid's threads reads memory: its values from outside would keep the kernel from being
            // divided (`grids.rs`).
            Stmt::Kernel { .. } | Stmt::Grid(_) | Stmt::Tasks(_) | Stmt::For(_) => Place::Closed,
            _ if place == Place::Closed => Place::Closed,
            _ => Place::Branch,
        };
        statement.blocks().for_each(|inner| survey(inner, of, inside, uses));
    }
}

/// Whether an access is of the one scalar of a buffer.
fn is_whole(access: &Access) -> bool {
    access.lanes == Lanes::Contiguous
        && access.mask.is_none()
        && access.offset.as_constant() == Some(0)
}

/// Replaces the accesses of one buffer.
struct Accesses<'a, 'p> {
    promotion: &'a mut Promotion<'p>,
    buffer: BufferId,
}

impl Accesses<'_, '_> {
    /// Goes through a block that begins with this value in the buffer; returns the one at its end.
    fn block(&mut self, block: &mut Block, mut now: Value) -> Value {
        let statements = std::mem::take(&mut block.statements);
        for mut statement in statements {
            match &mut statement {
                Stmt::Let(value, Inst::Load(_, access)) if access.buffer == self.buffer => {
                    self.promotion.known.insert(*value, now);
                    continue;
                }
                Stmt::Store(value, access) if access.buffer == self.buffer => {
                    now = *value;
                    continue;
                }
                Stmt::For(it) if self.is_stored(&it.body) => now = self.carried(it, now),
                Stmt::Scratch { body, .. } => now = self.block(body, now),
                // Any other statement only reads the buffer, in its blocks.
                other => other.blocks_mut().for_each(|inner| {
                    self.block(inner, now);
                }),
            }
            block.statements.push(statement);
        }
        now
    }

    /// Lets a loop carry the value.
    fn carried(&mut self, it: &mut For, initial: Value) -> Value {
        let ty = self.promotion.program.type_of(initial);
        let (inside, after) = (self.promotion.value(ty), self.promotion.value(ty));
        let next = self.block(&mut it.body, inside);
        it.carried.push(Carried { inside, initial, after });
        it.next.push(next);
        after
    }

    fn is_stored(&self, block: &Block) -> bool {
        block.statements.iter().any(|statement| match statement {
            Stmt::Store(_, access) => access.buffer == self.buffer,
            other => other.blocks().any(|inner| self.is_stored(inner)),
        })
    }
}

/// Puts the values in the place of the loads.
struct Renaming(FxHashMap<Value, Value>);

impl Renaming {
    fn of(&self, mut value: Value) -> Value {
        while let Some(known) = self.0.get(&value) {
            value = *known;
        }
        value
    }

    fn rename(&self, reference: RefMut<'_>) {
        match reference {
            RefMut::Value(value) => *value = self.of(*value),
            RefMut::Index(index) => *index = index.rename(&|var| Var(self.of(Value(var.0)).0)),
            RefMut::Buffer(_) => {}
        }
    }
}

impl Rewrite for Renaming {
    fn enter(&mut self, statement: &mut Stmt) -> bool {
        statement.each_use_mut(&mut |reference| self.rename(reference));
        true
    }

    fn leave(&mut self, mut statement: Stmt, into: &mut Vec<Stmt>) {
        statement.each_result_mut(&mut |reference| self.rename(reference));
        into.push(statement);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::machine::Machine;
    use crate::text::parse;

    /// The text of a promoted program, which computes what it did before.
    fn promoted(body: &str) -> String {
        let text = format!(
            "program @main {{\n result 0 @r : f64[8]\n argument 0 @x : f64[8]\n temporary @y : f64[1]\n \
             temporary @z : f64[2]\n temporary @n : i64[1]\n temporary @w : f64[1]\n \
             %zero : f64 = const 0.0\n {body}\n}}\n"
        );
        let before = parse(&text).unwrap();
        let mut after = before.clone();
        promote(&mut after);
        after.verify().unwrap();
        let x: Vec<u8> = (0..8).flat_map(|i| f64::from(i * i - 5).to_le_bytes()).collect();
        let run = |program: &Program| Machine::new(program, &[&x]).unwrap().run(100_000).unwrap();
        assert_eq!(run(&after), run(&before), "{after}");
        after.to_string()
    }

    /// Loops in loops, a loop without iterations, a bound that is read from scratch, and a scalar that another one
    /// is stored to.
    #[test]
    fn nested_loops_carry_chains_of_values() {
        let text = promoted(
            "for %o = 0 to 8 step 1 {
               scratch @y, @n, @w {
                 %one : i64 = const 1
                 store %zero to @y[0]
                 store %one to @n[0]
                 for %p = 0 to 2 step 1 {
                   %end : i64 = load @n[0]
                   for %q = 0 to %end step 1 {
                     %a : f64 = load @x[%q]
                     %s : f64 = load @y[0]
                     %t : f64 = add %s, %a
                     store %t to @y[0]
                     store %t to @w[0]
                   }
                   %v : f64 = load @w[0]
                   store %v to @y[0]
                   %next : i64 = add %end, %one
                   store %next to @n[0]
                 }
                 for %p = 3 to 3 step 1 {
                   store %zero to @y[0]
                 }
                 %u : f64 = load @y[0]
                 store %u to @r[%o]
               }
             }",
        );
        assert!(!text.contains("scratch"), "{text}");
    }

    /// The iterations of a parallel loop read memory.
    #[test]
    fn parallel_loops_read_memory() {
        let text = promoted(
            "scratch @y {
               %a : f64 = load @x[3]
               store %a to @y[0]
               parallel for %o = 0 to 8 step 1 {
                 %u : f64 = load @y[0]
                 store %u to @r[%o]
               }
             }",
        );
        assert!(text.contains("scratch @y"), "{text}");
    }

    #[test]
    fn sums_are_carried_by_loops() {
        let text = promoted(
            "for %o = 0 to 8 step 1 {
               scratch @y {
                 store %zero to @y[0]
                 for %p = 0 to %o step 1 {
                   %a : f64 = load @x[%p]
                   %s : f64 = load @y[0]
                   %t : f64 = add %s, %a
                   store %t to @y[0]
                 }
                 %u : f64 = load @y[0]
                 store %u to @r[%o]
               }
             }",
        );
        assert!(!text.contains("scratch") && !text.contains("@y["), "{text}");
        assert!(text.contains("carrying") || text.contains("carry"), "{text}");
    }

    #[test]
    fn what_branches_or_two_numbers_need_stays_in_memory() {
        let branch = promoted(
            "scratch @y {
               store %zero to @y[0]
               %c : i1 = lt %zero, %zero
               if %c {
                 store %zero to @y[0]
               }
               %u : f64 = load @y[0]
               store %u to @r[0]
             }",
        );
        assert!(branch.contains("scratch @y"), "{branch}");
        let two = promoted(
            "scratch @z {
               store %zero to @z[1]
               %u : f64 = load @z[1]
               store %u to @r[0]
             }",
        );
        assert!(two.contains("scratch @z"), "{two}");
    }

    /// A load in a branch is of the value before it.
    #[test]
    fn branches_may_read() {
        let text = promoted(
            "scratch @y {
               store %zero to @y[0]
               %c : i1 = lt %zero, %zero
               if %c {
                 %u : f64 = load @y[0]
                 store %u to @r[0]
               }
             }",
        );
        assert!(!text.contains("scratch"), "{text}");
    }
}
