//! The tensor maps of a kernel, and the shared buffers that its TMA loads write.

use hloom_loops::program::{AsyncOp, Block, BufferId, Inst, Stmt, TensorMap};
use rustc_hash::FxHashSet;

/// The alignment in bytes of a shared buffer that tiles are copied to.
pub(super) const TILE_ALIGNMENT: u64 = 1024;

/// The tensor maps of a kernel's TMA loads, each once, in the order of the text.
pub(crate) fn tensor_maps(block: &Block) -> Vec<(BufferId, &TensorMap)> {
    let mut all = Vec::new();
    each_statement(block, &mut |statement| {
        let Stmt::Async(AsyncOp::TmaLoad(load)) = statement else { return };
        if !all.contains(&(load.from, &load.map)) {
            all.push((load.from, &load.map));
        }
    });
    all
}

/// The buffers that tiles are copied to, and those that warpgroups multiply.
pub(super) fn tiled(block: &Block) -> FxHashSet<BufferId> {
    let mut all = FxHashSet::default();
    each_statement(block, &mut |statement| match statement {
        Stmt::Async(AsyncOp::TmaLoad(load)) => {
            all.insert(load.to.0);
        }
        Stmt::Let(_, Inst::Wgmma(it)) => all.extend([it.lhs.0, it.rhs.0]),
        _ => {}
    });
    all
}

/// The alignment of a shared buffer, given the tiled ones.
pub(super) fn alignment(tiled: &FxHashSet<BufferId>, buffer: BufferId) -> u64 {
    if tiled.contains(&buffer) { TILE_ALIGNMENT } else { 64 }
}

fn each_statement<'p>(block: &'p Block, visit: &mut dyn FnMut(&'p Stmt)) {
    for statement in &block.statements {
        visit(statement);
        match statement {
            Stmt::For(it) => each_statement(&it.body, visit),
            Stmt::Grid(it) => each_statement(&it.body, visit),
            Stmt::While { condition, body, .. } => {
                each_statement(condition, visit);
                each_statement(body, visit);
            }
            Stmt::If { then, otherwise, .. } => {
                each_statement(then, visit);
                each_statement(otherwise, visit);
            }
            Stmt::Kernel { body, .. } | Stmt::Scratch { body, .. } => each_statement(body, visit),
            _ => {}
        }
    }
}
