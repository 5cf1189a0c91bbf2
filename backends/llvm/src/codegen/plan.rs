//! What is known of a program before any code is made.
//!
//! Kernels are functions that know nothing of each other, so a large program is
//! compiled in parts, each in an LLVM module of its own and on a thread of its
//! own. The plan is what the parts have in common: where buffers lie, which
//! kernels there are, and what failed checks are called.

use std::ops::Range;

use hloom_loops::program::{Block, LoopKind, Program, Stmt};
use rustc_hash::FxHashMap;

use super::layout::Layout;
use super::symbol;
use super::uses::Uses;

/// A kernel that is a function.
pub(super) struct Kernel<'p> {
    /// The symbol: the kernel's name and, since names repeat, its number.
    pub(super) symbol: String,
    pub(super) body: &'p Block,
    pub(super) uses: Uses,
}

/// A program and how it will be compiled.
pub(crate) struct Plan<'p> {
    pub(crate) program: &'p Program,
    pub(crate) layout: Layout,
    pub(super) kernels: Vec<Kernel<'p>>,
    /// What checks say, by status less one.
    pub(crate) messages: Vec<&'p str>,
    statuses: FxHashMap<&'p str, u32>,
}

/// Which functions a module holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// All of them.
    Whole,
    /// The entry, if so said, and these kernels; the others are elsewhere.
    Share {
        /// Whether the entry is here.
        entry: bool,
        /// Numbers of the kernels that are here.
        kernels: Range<usize>,
    },
}

impl<'p> Plan<'p> {
    /// The plan of a verified program; with `embed`, all constants are code.
    pub(crate) fn of(program: &'p Program, embed: bool) -> Plan<'p> {
        let mut plan = Plan {
            program,
            layout: Layout::of(program, embed),
            kernels: Vec::new(),
            messages: Vec::new(),
            statuses: FxHashMap::default(),
        };
        plan.walk(&program.body, false);
        plan
    }

    /// The status of a check with this message.
    pub(super) fn status(&self, message: &str) -> Option<u32> {
        self.statuses.get(message).copied()
    }

    fn walk(&mut self, block: &'p Block, parallel: bool) {
        for statement in &block.statements {
            match statement {
                Stmt::For(it) => self.walk(&it.body, parallel || it.kind == LoopKind::Parallel),
                Stmt::While { condition, body, .. } => {
                    self.walk(condition, parallel);
                    self.walk(body, parallel);
                }
                Stmt::If { then, otherwise, .. } => {
                    self.walk(then, parallel);
                    self.walk(otherwise, parallel);
                }
                Stmt::Scratch { body, .. } => self.walk(body, parallel),
                Stmt::Kernel { name, body, .. } => {
                    if !parallel {
                        let symbol = format!("{}.{}", symbol(name), self.kernels.len());
                        self.kernels.push(Kernel { symbol, body, uses: Uses::of(body, &[]) });
                    }
                    self.walk(body, parallel);
                }
                Stmt::Assert { message, .. } => {
                    let next = self.messages.len() as u32 + 1;
                    self.statuses.entry(message).or_insert_with(|| {
                        self.messages.push(message);
                        next
                    });
                }
                Stmt::Let(..) | Stmt::Store(..) | Stmt::Copy { .. } | Stmt::Call { .. } => {}
            }
        }
    }

    /// Cuts the program into parts of about the same work, at most `most`.
    pub(crate) fn parts(&self, most: usize) -> Vec<Part> {
        let all: usize = self.kernels.iter().map(|kernel| kernel.uses.statements).sum();
        let count = most.min(all / STATEMENTS_PER_PART).min(self.kernels.len());
        if count < 2 {
            return vec![Part::Whole];
        }
        let mut parts = Vec::with_capacity(count);
        let (mut first, mut seen) = (0, 0);
        for (number, kernel) in self.kernels.iter().enumerate() {
            seen += kernel.uses.statements;
            let last = number + 1 == self.kernels.len();
            if last || seen * count >= all * (parts.len() + 1) {
                parts.push(Part::Share { entry: parts.is_empty(), kernels: first..number + 1 });
                first = number + 1;
            }
        }
        parts
    }
}

/// Below this many statements a part is not worth its module: a module costs
/// about 2 ms by itself, and so do a hundred statements.
const STATEMENTS_PER_PART: usize = 150;
