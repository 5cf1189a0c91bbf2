//! The tensor maps of a kernel, and the shared buffers that its TMA loads write.

use crate::program::{AsyncOp, Block, BufferId, Inst, Stmt, TensorMap};
use rustc_hash::FxHashSet;

/// The alignment in bytes of a shared buffer that TMA loads write.
pub const TILE_ALIGNMENT: u64 = 1024;

/// The tensor maps of a kernel's TMA loads, each once, in the order of the text.
pub fn tensor_maps(block: &Block) -> Vec<(BufferId, &TensorMap)> {
    let mut all = Vec::new();
    for statement in block.walk() {
        if let Stmt::Async(AsyncOp::TmaLoad(load)) = statement
            && !all.contains(&(load.from, &load.map))
        {
            all.push((load.from, &load.map));
        }
    }
    all
}

/// The buffers that TMA loads write, and those that `wgmma`s read.
pub fn tiled(block: &Block) -> FxHashSet<BufferId> {
    let mut all = FxHashSet::default();
    for statement in block.walk() {
        match statement {
            Stmt::Async(AsyncOp::TmaLoad(load)) => {
                all.insert(load.to.0);
            }
            Stmt::Let(_, Inst::Wgmma(it)) => all.extend([it.lhs.0, it.rhs.0]),
            _ => {}
        }
    }
    all
}

/// The alignment of a shared buffer, given the tiled ones.
pub fn alignment(tiled: &FxHashSet<BufferId>, buffer: BufferId) -> u64 {
    if tiled.contains(&buffer) { TILE_ALIGNMENT } else { 64 }
}
