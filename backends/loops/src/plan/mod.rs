//! The plan of a program's modules, made before any code.
//!
//! Kernels are functions that know nothing of each other, so a large program is
//! compiled in parts, each in a module of its own and on a thread of its own. The plan is what the parts have in common: where buffers lie,
//! which kernels there are, and what failed checks are called.
//!
//! Programs repeat themselves: the layers of a network differ in their weights alone.
//! Kernels that do the same to different buffers become one function, which is told
//! its buffers in a table of addresses.

pub mod layout;
pub mod non_temporal;
pub mod symbol;
pub mod tiles;

use std::sync::Arc;

use crate::program::{
    Block, BufferId, Canonical, Event, Facts, KernelId, KernelRef, LoopKind, Program, Scalar,
    Space, Stmt, Uses, canonical,
};
use rustc_hash::FxHashMap;

use layout::{BufferPlace, Layout};
use symbol::{function_symbol, symbol};

/// The function of a kernel, which kernels that do the same share: its number among the
/// functions of the program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct FunctionId(pub u32);

impl FunctionId {
    /// The id as a position in a list of all functions.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A kernel that is a function, for all the places where the program does the same.
pub struct PlannedKernel<'p> {
    /// The symbol: the first one's name and, since names repeat, its number.
    pub symbol: String,
    /// The first one's name, and its work.
    pub name: &'p str,
    /// The work of one run.
    pub facts: Facts,
    /// The first one's body, buffers and all.
    pub body: &'p Block,
    /// The values and buffers that it uses.
    pub uses: Uses,
    /// The slots of the table for its buffers. Slot 0 is the scratch memory.
    pub table: FxHashMap<BufferId, usize>,
}

/// A place where the program runs a kernel.
pub struct PlannedCall<'p> {
    /// The kernel.
    pub id: KernelId,
    /// Its function.
    pub function: FunctionId,
    /// Its name here.
    pub name: &'p str,
    /// The buffers of its table, in the order of their slots, from slot 1 on.
    pub buffers: Vec<BufferId>,
}

impl<'p> PlannedKernel<'p> {
    /// The slot of the table for a buffer.
    pub fn slot(&self, buffer: BufferId) -> Option<usize> {
        self.table.get(&buffer).copied()
    }

    /// The statements of the first one.
    pub fn body(&self) -> &'p Block {
        self.body
    }
}

impl PlannedCall<'_> {
    /// The buffers of the table, from slot 1 on.
    pub fn buffers(&self) -> &[BufferId] {
        &self.buffers
    }
}

/// The properties of a buffer that a kernel's code depends on.
#[derive(PartialEq, Eq, Hash)]
enum BufferIdentity {
    /// Its address is in the table: how large it is, of what, where it begins, and
    /// whether it is only ever read.
    Table { bytes: u64, scalar: Scalar, arena: bool, fixed: bool },
    /// It is part of the code, with these bytes.
    Code(Arc<[u8]>),
    /// It lies at a place that is the same in each call.
    At(BufferPlace),
}

/// The identity of a kernel's code: its statements, the properties of each buffer, and the
/// buffers that may share memory (each one's first such).
type Key = (Canonical, Vec<BufferIdentity>, Vec<usize>);

/// A program and how it will be compiled.
pub struct ModulePlan<'p> {
    /// The program.
    pub program: &'p Program,
    /// The function's name in a library.
    pub function: String,
    /// The places of its buffers.
    pub layout: Layout,
    /// The functions of its kernels, each once.
    pub kernels: Vec<PlannedKernel<'p>>,
    /// The places where kernels run, in the order of the program.
    pub calls: Vec<PlannedCall<'p>>,
    /// The messages of checks, by status less one.
    pub messages: Vec<&'p str>,
    statuses: FxHashMap<&'p str, u32>,
}

impl<'p> ModulePlan<'p> {
    /// The plan of a verified program; with `embed`, all constants are code.
    pub fn of(program: &'p Program, embed: bool) -> ModulePlan<'p> {
        let mut plan = ModulePlan {
            program,
            function: function_symbol(program),
            layout: Layout::of(program, embed),
            kernels: Vec::new(),
            calls: Vec::new(),
            messages: Vec::new(),
            statuses: FxHashMap::default(),
        };
        plan.statements();
        plan
    }

    /// The symbol of the program's entry.
    pub fn entry(&self) -> String {
        format!("{}_entry", self.function)
    }

    /// The function with this id.
    pub fn kernel(&self, id: FunctionId) -> &PlannedKernel<'p> {
        &self.kernels[id.index()]
    }

    /// The most buffers that a kernel is told of.
    pub fn longest_table(&self) -> usize {
        self.calls.iter().map(|call| 1 + call.buffers.len()).max().unwrap_or(0)
    }

    /// Notes a kernel, and its function unless an equal one was seen.
    fn call(
        &mut self,
        id: KernelId,
        KernelRef { name, facts, body }: KernelRef<'p>,
        seen: &mut FxHashMap<Key, FunctionId>,
    ) {
        let (block, order) = canonical(self.program, body);
        let known: Vec<BufferIdentity> = order.iter().map(|buffer| self.known(*buffer)).collect();
        let class = |buffer: &BufferId| self.layout.class(*buffer);
        let first = |buffer| order.iter().position(|other| class(other) == class(buffer));
        let classes = order.iter().filter_map(first).collect();
        let in_table =
            order.iter().zip(&known).filter(|(_, k)| matches!(k, BufferIdentity::Table { .. }));
        let buffers: Vec<BufferId> = in_table.map(|(buffer, _)| *buffer).collect();
        let function = *seen.entry((block, known, classes)).or_insert_with(|| {
            let function = FunctionId(self.kernels.len() as u32);
            self.kernels.push(PlannedKernel {
                symbol: format!("{}.{}", symbol(name), function.0),
                name,
                facts: *facts,
                body,
                uses: Uses::of(body, &[]),
                table: buffers.iter().copied().zip(1..).collect(),
            });
            function
        });
        self.calls.push(PlannedCall { id, function, name, buffers });
    }

    fn known(&self, buffer: BufferId) -> BufferIdentity {
        let info = self.program.buffer(buffer);
        let place = self.layout.place(buffer);
        match (place, &info.space) {
            (BufferPlace::Code, Space::Constant(bytes)) => BufferIdentity::Code(bytes.clone()),
            (BufferPlace::Slot(_) | BufferPlace::Arena(_), _) => BufferIdentity::Table {
                bytes: info.certain_bytes(),
                scalar: info.storage().scalar,
                arena: matches!(place, BufferPlace::Arena(_)),
                fixed: info.is_fixed(),
            },
            _ => BufferIdentity::At(place),
        }
    }

    /// The status of a check with this message.
    pub fn status(&self, message: &str) -> Option<u32> {
        self.statuses.get(message).copied()
    }

    /// Notes the kernels and the checks of the program.
    fn statements(&mut self) {
        let program = self.program;
        let mut seen = FxHashMap::default();
        let mut ids = program.each_kernel();
        // How many parallel loops and grids are around a place.
        let mut parallel = 0;
        let is_parallel = |statement: &Stmt| match statement {
            Stmt::For(it) => it.kind == LoopKind::Parallel,
            statement => matches!(statement, Stmt::Grid(_)),
        };
        for event in program.body.events() {
            match event {
                Event::Enter(statement) => {
                    parallel += u32::from(is_parallel(statement));
                    match statement {
                        Stmt::Kernel { .. } => {
                            let Some((id, kernel)) = ids.next() else {
                                unreachable!("the plan has every kernel of the program")
                            };
                            if parallel == 0 {
                                self.call(id, kernel, &mut seen);
                            }
                        }
                        Stmt::Assert { message, .. } => {
                            let next = self.messages.len() as u32 + 1;
                            self.statuses.entry(message).or_insert_with(|| {
                                self.messages.push(message);
                                next
                            });
                        }
                        _ => {}
                    }
                }
                Event::Leave(statement) => parallel -= u32::from(is_parallel(statement)),
                Event::Begin(..) | Event::End(..) => {}
            }
        }
    }
}
