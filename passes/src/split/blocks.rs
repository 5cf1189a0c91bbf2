//! Values in blocks: what the parts of ops computed, and the blocks that other parts read.

use hloom_analysis::split::{Block, Range};
use hloom_ir::op::ConstraintError;
use hloom_ir::ops::{Concatenate, Slice};
use hloom_ir::{Literal, Rewriter, Type, Value};
use rustc_hash::FxHashMap;

/// The blocks of split values.
#[derive(Default)]
pub struct Blocks {
    held: FxHashMap<Value, Vec<(Block, Value)>>,
    read: FxHashMap<(Value, Block), Value>,
    /// The slices and concatenations made.
    pub copies: usize,
}

impl Blocks {
    /// Says that a value consists of these blocks.
    pub fn hold(&mut self, value: Value, blocks: Vec<(Block, Value)>) {
        self.held.insert(value, blocks);
    }

    /// Says that a value is the same as another one that is in blocks.
    pub fn alias(&mut self, value: Value, of: Value) {
        if let Some(blocks) = self.held.get(&of).cloned() {
            self.held.insert(value, blocks);
        }
    }

    /// A block of a value: one that is held, a slice of one, or several put together. Nothing is
    /// built for a block that is held as it is.
    ///
    /// # Errors
    /// If an op can't be built.
    pub fn read(
        &mut self,
        r: &mut Rewriter<'_>,
        value: Value,
        want: &Block,
    ) -> Result<Value, ConstraintError> {
        if let Some(&known) = self.read.get(&(value, want.clone())) {
            return Ok(known);
        }
        let tensor = r.module().ty(value).as_tensor().expect("a split value is a tensor");
        let found = if want.count() == 0 {
            // A window that reads padding alone.
            let ty = Type::tensor(&want.dims(), tensor.element);
            let zero = vec![0; tensor.element.byte_width()];
            r.constant(Literal::splat(ty, &zero).expect("no element"))
        } else {
            let held = self.held.get(&value).cloned();
            let held = held.unwrap_or_else(|| vec![(Block::whole(&tensor.dims), value)]);
            self.assemble(r, value, want, &held)?
        };
        self.read.insert((value, want.clone()), found);
        Ok(found)
    }

    fn assemble(
        &mut self,
        r: &mut Rewriter<'_>,
        value: Value,
        want: &Block,
        held: &[(Block, Value)],
    ) -> Result<Value, ConstraintError> {
        if let Some((_, same)) = held.iter().find(|(block, _)| block == want) {
            return Ok(*same);
        }
        self.copies += 1;
        if let Some((block, of)) = held.iter().find(|(block, _)| block.contains(want)) {
            let own = want.0.iter().zip(&block.0);
            let inner: Vec<Range> =
                own.map(|(w, b)| Range::new(w.start - b.start, w.end - b.start)).collect();
            let slice = Slice {
                start_indices: inner.iter().map(|r| r.start).collect(),
                limit_indices: inner.iter().map(|r| r.end).collect(),
                strides: vec![1; inner.len()].into(),
            };
            return r.value(slice, &[*of]);
        }
        let blocks: Vec<Block> = held.iter().map(|(block, _)| block.clone()).collect();
        let (d, at) = want.seams(&blocks).expect("blocks that cover a tensor have seams");
        let borders: Vec<i64> =
            [want.0[d].start].into_iter().chain(at).chain([want.0[d].end]).collect();
        let mut slabs = Vec::with_capacity(borders.len() - 1);
        for pair in borders.windows(2) {
            let mut slab = want.clone();
            slab.0[d] = Range::new(pair[0], pair[1]);
            slabs.push(self.read(r, value, &slab)?);
        }
        r.value(Concatenate { dimension: d as i64 }, &slabs)
    }
}
