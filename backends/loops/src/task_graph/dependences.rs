//! The order that the accesses of statements to memory demand.

use crate::program::{BufferId, Program, Uses};
use rustc_hash::FxHashMap;

/// For each statement of a list, the earlier ones that must end before it begins.
#[derive(Debug)]
pub struct Dependences {
    before: Vec<Vec<usize>>,
    /// For each statement, what it reads of others' results: the statement that wrote it last, and
    /// the bytes.
    reads: Vec<Vec<(usize, u64)>>,
}

/// The accesses to a buffer so far.
#[derive(Default)]
struct Accesses {
    written: Option<usize>,
    /// Those that read it since.
    read: Vec<usize>,
}

impl Dependences {
    /// The dependences of statements with these uses: one that reads memory follows the one that
    /// wrote it last, one that writes follows those that accessed it before. `owner` gives the
    /// buffer in whose memory a buffer lies.
    pub fn of<'u>(
        program: &Program,
        statements: impl Iterator<Item = &'u Uses>,
        owner: &dyn Fn(BufferId) -> BufferId,
    ) -> Dependences {
        let mut accesses: FxHashMap<BufferId, Accesses> = FxHashMap::default();
        let mut found = Dependences { before: Vec::new(), reads: Vec::new() };
        for (at, uses) in statements.enumerate() {
            let (mut before, mut reads) = (Vec::new(), Vec::new());
            for &buffer in uses.buffers.iter().filter(|buffer| !uses.made.contains(buffer)) {
                let known = accesses.entry(owner(buffer)).or_default();
                before.extend(known.written);
                if let Some(writer) = known.written {
                    reads.push((writer, program.buffer(buffer).bytes()));
                }
                if uses.written.contains(&buffer) {
                    before.append(&mut known.read);
                    known.written = Some(at);
                } else {
                    known.read.push(at);
                }
            }
            before.retain(|&other| other != at);
            reads.retain(|&(other, _)| other != at);
            before.sort_unstable();
            before.dedup();
            found.before.push(before);
            found.reads.push(reads);
        }
        found
    }

    /// The statements that must end before one, in order.
    pub fn before(&self, statement: usize) -> &[usize] {
        &self.before[statement]
    }

    /// The results that a statement accesses: the one that wrote it, and its bytes.
    pub fn reads(&self, statement: usize) -> &[(usize, u64)] {
        &self.reads[statement]
    }
}
