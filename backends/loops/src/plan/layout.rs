//! The memory layout of a program's buffers.
//!
//! Compiled code gets one array of pointers, the *frame*: the arena, the scratch
//! memory, the inputs, the outputs, and those constants that are not part of the
//! code. Scratch buffers are placed here: small ones on the stack, the others in
//! a region of which every thread has its own, so that code never allocates.

use crate::program::{Block, BufferId, Event, Program, Space, Stmt, Uses};

use super::tiles::tensor_maps;

/// The frame's first slot: the arena.
pub const ARENA_SLOT: usize = 0;
/// The frame's second slot: the scratch regions, one after the other.
pub const SCRATCH_SLOT: usize = 1;
/// The first slot of a kernel's table: the scratch regions.
pub const TABLE_SCRATCH_SLOT: usize = 0;
/// The slot of input 0.
pub const FIRST_INPUT_SLOT: usize = 2;

/// Constants up to this many bytes are part of code that runs in this process, so that LLVM sees
/// them; larger ones stay where they are.
const SMALL_CONSTANT: usize = 1024;
/// A scratch buffer up to this size may go on the stack, where LLVM can keep it
/// in registers and the cache line is likely warm.
const SMALL_SCRATCH: u64 = 4096;
/// All scratch buffers of a kernel on the stack together.
const STACK_LIMIT: u64 = 64 * 1024;
/// Alignment of whatever is placed here, in bytes.
const ALIGNMENT: u64 = 64;

/// The place of a buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BufferPlace {
    /// The frame's pointer at this number.
    Slot(usize),
    /// This many bytes into the arena.
    Arena(u64),
    /// Part of the code.
    Code,
    /// In the frame of the function that makes it.
    Stack,
    /// This many bytes into the thread's scratch region.
    Region(u64),
    /// The register of the matrix unit with this number.
    Matrix(u8),
    /// In the shared memory of a GPU's block.
    Shared,
    /// A scratch buffer that nothing makes.
    Nowhere,
}

/// The places of all buffers of a program.
#[derive(Debug)]
pub struct Layout {
    places: Vec<BufferPlace>,
    /// Buffers of one class may share memory; those of different classes don't.
    classes: Vec<u32>,
    /// The number of inputs.
    pub inputs: usize,
    /// The number of outputs.
    pub outputs: usize,
    /// The constants outside the code, in the order of their slots.
    pub constants: Vec<BufferId>,
    /// Size of the arena in bytes.
    pub arena_bytes: u64,
    /// Size of each thread's scratch region in bytes.
    pub scratch_bytes: u64,
}

impl Layout {
    /// The layout of a verified program; with `embed`, all constants are code.
    pub fn of(program: &Program, embed: bool) -> Layout {
        let (arguments, results) = (program.arguments(), program.results());
        let mut layout = Layout {
            places: vec![BufferPlace::Nowhere; program.buffers.len()],
            classes: Vec::new(),
            inputs: arguments.len(),
            outputs: results.len(),
            constants: Vec::new(),
            arena_bytes: program.arena_bytes(),
            scratch_bytes: 0,
        };
        // Donated inputs lie in their outputs.
        for (slot, id) in (FIRST_INPUT_SLOT..).zip(arguments.iter().chain(&results)) {
            layout.places[id.0 as usize] = BufferPlace::Slot(slot);
        }
        // The host has to know the address of a buffer with a tensor map.
        let seen = tensor_maps(&program.body);
        for (at, buffer) in program.buffers.iter().enumerate() {
            let mapped = seen.iter().any(|(from, _)| from.0 as usize == at);
            match &buffer.space {
                Space::Arena(offset) => layout.places[at] = BufferPlace::Arena(*offset),
                Space::Constant(bytes) if !mapped && (embed || bytes.len() <= SMALL_CONSTANT) => {
                    layout.places[at] = BufferPlace::Code;
                }
                Space::Constant(_) => {
                    layout.places[at] = BufferPlace::Slot(layout.slots());
                    layout.constants.push(BufferId(at as u32));
                }
                Space::Argument(_)
                | Space::Unsized(_)
                | Space::Result(_)
                | Space::Donated(..)
                | Space::Scratch
                | Space::Matrix => {}
                Space::Shared => layout.places[at] = BufferPlace::Shared,
            }
        }
        layout.scratch(program);
        layout.classes = layout.alias_classes(program);
        layout
    }

    /// The number of pointers in the frame.
    pub fn slots(&self) -> usize {
        FIRST_INPUT_SLOT + self.inputs + self.outputs + self.constants.len()
    }

    /// The place of a buffer.
    pub fn place(&self, buffer: BufferId) -> BufferPlace {
        self.places[buffer.0 as usize]
    }

    /// The class of buffers that may share memory with this one.
    pub fn class(&self, buffer: BufferId) -> u32 {
        self.classes[buffer.0 as usize]
    }

    /// Places the scratch buffers of a program.
    fn scratch(&mut self, program: &Program) {
        // The bytes of the region that are in use, at each scratch statement around a place.
        let mut used = vec![0];
        // The bytes on the stack of the function, and of the one around it.
        let mut stack = vec![0];
        for event in program.body.events() {
            match event {
                // A kernel is usually a function with a stack of its own.
                Event::Enter(Stmt::Kernel { .. }) => stack.push(0),
                Event::Leave(Stmt::Kernel { .. }) => {
                    stack.pop();
                }
                Event::Enter(Stmt::Scratch { buffers, body }) => {
                    let mut at = used.last().copied().unwrap_or(0);
                    if let Some(stack) = stack.last_mut() {
                        self.scratch_buffers(program, (buffers, body), &mut at, stack);
                    }
                    self.scratch_bytes = self.scratch_bytes.max(at);
                    used.push(at);
                }
                Event::Leave(Stmt::Scratch { .. }) => {
                    used.pop();
                }
                _ => {}
            }
        }
    }

    /// Places the buffers that a scratch statement makes.
    fn scratch_buffers(
        &mut self,
        program: &Program,
        (buffers, body): (&[BufferId], &Block),
        used: &mut u64,
        stack: &mut u64,
    ) {
        // A kernel inside is a function of its own, which sees the region and not this
        // function's stack.
        let one_function = !Uses::of(body, &[]).kernels;
        let mut registers = 0;
        for id in buffers {
            if program.buffer(*id).space == Space::Matrix {
                self.places[id.0 as usize] = BufferPlace::Matrix(registers);
                registers += 1;
                continue;
            }
            if self.place(*id) == BufferPlace::Shared {
                continue;
            }
            let bytes = program.buffer(*id).bytes();
            let small = bytes <= SMALL_SCRATCH && *stack + bytes <= STACK_LIMIT;
            self.places[id.0 as usize] = if one_function && small {
                *stack += bytes;
                BufferPlace::Stack
            } else {
                let at = *used;
                *used = (*used + bytes).next_multiple_of(ALIGNMENT);
                BufferPlace::Region(at)
            };
        }
    }

    fn alias_classes(&self, program: &Program) -> Vec<u32> {
        let mut classes: Vec<u32> = (0..program.buffers.len() as u32).collect();
        // Read-only buffers may well be the same memory, which is no conflict;
        // one class for all keeps the lists short.
        let mut fixed = None;
        for (at, buffer) in program.buffers.iter().enumerate() {
            if buffer.is_fixed() {
                classes[at] = *fixed.get_or_insert(at as u32);
            }
        }
        let spans = |region: bool| {
            let mut spans: Vec<(u64, u64, usize)> = Vec::new();
            for (at, buffer) in program.buffers.iter().enumerate() {
                match self.places[at] {
                    BufferPlace::Arena(from) if !region => {
                        spans.push((from, from + buffer.bytes(), at))
                    }
                    BufferPlace::Region(from) if region => {
                        spans.push((from, from + buffer.bytes(), at))
                    }
                    _ => {}
                }
            }
            spans.sort_unstable();
            spans
        };
        for region in [false, true] {
            // One sweep: a span that begins before all earlier ones end joins them.
            let mut open: Option<(u64, u32)> = None;
            for (from, to, at) in spans(region) {
                open = match open {
                    Some((end, class)) if from < end => {
                        classes[at] = class;
                        Some((end.max(to), class))
                    }
                    _ => Some((to, at as u32)),
                };
            }
        }
        classes
    }
}
