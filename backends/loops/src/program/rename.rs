//! Blocks with their values and buffers numbered anew.
//!
//! Two kernels that do the same to different buffers are equal once both are counted
//! in the order in which they come up: [`canonical`] does that. A code generator
//! makes one function of them.

use super::walk_mut::{RefMut, Rewrite};
use super::{Block, BufferId, Program, Stmt, Value};
use crate::index::{Index, Var};
use crate::program::Type;
use rustc_hash::FxHashMap;
use std::hash::Hash;

/// A block that is equal to those that do the same.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Canonical {
    /// The block, with values and buffers counted in the order of their first
    /// mention.
    pub block: Block,
    /// The type of each value.
    pub types: Vec<Type>,
}

/// A block's canonical form, and its buffers in the order of their new numbers.
pub fn canonical(program: &Program, block: &Block) -> (Canonical, Vec<BufferId>) {
    let mut counted = Counted::new(program, 0, false);
    let mut block = block.clone();
    block.rewrite(&mut counted);
    (Canonical { block, types: counted.types }, counted.order)
}

/// The same block with values of its own, which the program is given along with their
/// names; values from outside too.
pub fn fresh(program: &mut Program, block: &Block) -> Block {
    let first = program.values.len() as u32;
    let mut counted = Counted::new(program, first, true);
    let mut block = block.clone();
    block.rewrite(&mut counted);
    let mut infos: Vec<(Value, Value)> = counted.values.into_iter().collect();
    infos.sort_unstable_by_key(|(_, new)| *new);
    for (old, _) in infos {
        let info = program.values[old.0 as usize].clone();
        program.values.push(info);
    }
    block
}

struct Counted<'p> {
    program: &'p Program,
    values: FxHashMap<Value, Value>,
    types: Vec<Type>,
    buffers: FxHashMap<BufferId, BufferId>,
    order: Vec<BufferId>,
    /// The number of the first value.
    first: u32,
    /// Whether buffers keep their numbers.
    same_buffers: bool,
}

impl<'p> Counted<'p> {
    fn new(program: &'p Program, first: u32, same_buffers: bool) -> Counted<'p> {
        Counted {
            program,
            values: FxHashMap::default(),
            types: Vec::new(),
            buffers: FxHashMap::default(),
            order: Vec::new(),
            first,
            same_buffers,
        }
    }

    fn value(&mut self, value: Value) -> Value {
        if let Some(known) = self.values.get(&value) {
            return *known;
        }
        let new = Value(self.first + self.types.len() as u32);
        self.types.push(self.program.type_of(value));
        self.values.insert(value, new);
        new
    }

    fn buffer(&mut self, buffer: BufferId) -> BufferId {
        if self.same_buffers {
            return buffer;
        }
        let order = &mut self.order;
        *self.buffers.entry(buffer).or_insert_with(|| {
            order.push(buffer);
            BufferId(order.len() as u32 - 1)
        })
    }

    fn index(&mut self, index: &Index) -> Index {
        index.each_var(&mut |var| {
            self.value(Value(var.0));
        });
        index.rename(&|var| Var(self.values.get(&Value(var.0)).map_or(var.0, |value| value.0)))
    }

    fn renumber(&mut self, reference: RefMut<'_>) {
        match reference {
            RefMut::Value(value) => *value = self.value(*value),
            RefMut::Buffer(buffer) => *buffer = self.buffer(*buffer),
            RefMut::Index(index) => *index = self.index(index),
        }
    }
}

impl Rewrite for Counted<'_> {
    fn enter(&mut self, statement: &mut Stmt) -> bool {
        // A name is for readers, and facts are for profiles.
        if let Stmt::Kernel { name, facts, .. } = statement {
            (*name, *facts) = Default::default();
        }
        statement.each_use_mut(&mut |reference| self.renumber(reference));
        true
    }

    fn leave(&mut self, mut statement: Stmt, into: &mut Vec<Stmt>) {
        statement.each_result_mut(&mut |reference| self.renumber(reference));
        into.push(statement);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The canonical form of the kernel with this number.
    fn kernel(program: &Program, number: usize) -> (Canonical, Vec<BufferId>) {
        let kernels = program.body.statements.iter().filter_map(|statement| match statement {
            Stmt::Kernel { body, .. } => Some(body),
            _ => None,
        });
        canonical(program, kernels.into_iter().nth(number).unwrap())
    }

    #[test]
    fn equal_kernels_are_equal_and_others_are_not() {
        let one = |from: &str, to: &str, what: &str, by: u32| {
            format!(
                r#"kernel "{from} to {to}" reads {by} writes 64 flops 16 special 0 integer 0 {{
                    for %i = 0 to 16 step {by} {{
                      %0 : f32 = load @{from}[%i]
                      %1 : f32 = {what} %0, %0
                      store %1 to @{to}[%i]
                    }}
                  }}"#
            )
        };
        let kernels = [
            one("x", "y", "add", 1),
            one("y", "z", "add", 1),
            one("x", "z", "mul", 1),
            one("x", "z", "add", 2),
            one("x", "x2", "add", 1),
        ];
        let text = format!(
            "program @main {{ argument 0 @x : f32[16]\n result 0 @y : f32[16]\n result 1 @z : f32[16]\n result 2 @x2 : f32[16]\n {} }}",
            kernels.join("\n")
        );
        let program = crate::text::parse(&text).unwrap();
        program.verify().unwrap();
        let (first, buffers) = kernel(&program, 0);
        let names: Vec<&str> =
            buffers.iter().map(|buffer| program.buffer(*buffer).name.as_str()).collect();
        assert_eq!(names, ["x", "y"]);
        let same = [1, 2, 3, 4].map(|number| kernel(&program, number).0 == first);
        assert_eq!(same, [true, false, false, true]);
    }
}
