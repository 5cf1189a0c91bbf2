//! Instruction counts of a module by kind, as XLA counts them: arguments of functions and regions
//! are instructions (`parameter`), returns are not, and every function and every region of an op is
//! a computation.

use hloom_ir::module::Module;
use hloom_ir::{Block, OpId, Trait};
use std::collections::BTreeMap;
use std::fmt;

/// Number of instructions of one kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Count {
    /// Number in the entry computation.
    pub entry: usize,
    /// Number in all computations.
    pub total: usize,
}

/// The instruction counts of a module.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Instructions {
    /// Counts by the op's name without its dialect.
    pub kinds: BTreeMap<String, Count>,
    /// Number of computations.
    pub computations: usize,
}

impl Instructions {
    /// Counts a module's instructions. The entry is `@main`, else the first public function.
    pub fn of(module: &Module) -> Instructions {
        let entry = module.symbol("main").or_else(|| {
            let mut functions = module.functions();
            functions.find(|&f| module.func(f).is_public())
        });
        let mut counted = Instructions::default();
        for function in module.functions() {
            counted.regions(module, function, Some(function) == entry);
        }
        counted
    }

    /// The counts of all kinds together.
    pub fn all(&self) -> Count {
        self.kinds.values().fold(Count::default(), |sum, count| Count {
            entry: sum.entry + count.entry,
            total: sum.total + count.total,
        })
    }

    fn add(&mut self, kind: &str, count: usize, entry: bool) {
        if count > 0 {
            let found = self.kinds.entry(kind.to_owned()).or_default();
            found.total += count;
            found.entry += if entry { count } else { 0 };
        }
    }

    fn regions(&mut self, module: &Module, op: OpId, entry: bool) {
        for &region in module.regions(op) {
            let blocks = module.blocks(region);
            self.computations += usize::from(!blocks.is_empty());
            blocks.iter().for_each(|&block| self.block(module, block, entry));
        }
    }

    fn block(&mut self, module: &Module, block: Block, entry: bool) {
        self.add("parameter", module.args(block).len(), entry);
        for op in module.ops(block) {
            let kind = module.op(op);
            let name = kind.name();
            // Branches between blocks count; terminators that yield results do not.
            if !kind.has(Trait::Terminator) || name.starts_with("cf.") {
                let short = name.split_once('.').map_or(name, |(_, short)| short);
                self.add(short, 1, entry);
            }
            self.regions(module, op, false);
        }
    }
}

impl fmt::Display for Instructions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all = self.all();
        writeln!(
            f,
            "{} instructions in the entry, {} in all {} computations",
            all.entry, all.total, self.computations
        )?;
        writeln!(f, "     entry     total  instruction")?;
        for (kind, count) in &self.kinds {
            writeln!(f, "{:>10}{:>10}  {kind}", count.entry, count.total)?;
        }
        Ok(())
    }
}
