//! The tiles that a kernel copies through tensor maps.

use hloom_loops::program::{AsyncOp, Block, BufferId, Inst, Stmt, View};
use rustc_hash::FxHashSet;

/// The alignment in bytes of a shared buffer that tiles are copied to.
pub(super) const TILE_ALIGNMENT: u64 = 1024;

/// The views that a kernel's copies of tiles have of buffers, each once, in the order of the
/// text. Each becomes a tensor map.
pub(crate) fn views(block: &Block) -> Vec<(BufferId, &View)> {
    let mut all = Vec::new();
    each_statement(block, &mut |statement| {
        let Stmt::Async(AsyncOp::Tile(tile)) = statement else { return };
        if !all.contains(&(tile.from, &tile.view)) {
            all.push((tile.from, &tile.view));
        }
    });
    all
}

/// The buffers that tiles are copied to, and those that warpgroups multiply.
pub(super) fn tiled(block: &Block) -> FxHashSet<BufferId> {
    let mut all = FxHashSet::default();
    each_statement(block, &mut |statement| match statement {
        Stmt::Async(AsyncOp::Tile(tile)) => {
            all.insert(tile.to.0);
        }
        Stmt::Let(_, Inst::Warpgroup(product)) => all.extend([product.left.0, product.right.0]),
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
