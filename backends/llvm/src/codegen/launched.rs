//! What a kernel of a GPU is launched with beside addresses: tensor maps, and shared memory.

use hloom_loops::program::{AsyncOp, Block, BufferId, Inst, Stmt, View};
use rustc_hash::{FxHashMap, FxHashSet};

use super::layout::Place;
use super::plan::{Kernel, Plan};

/// Shared memory that a kernel may have as variables of its own, in bytes; more comes with the
/// launch.
const MOST_STATIC_SHARED: u64 = 48 << 10;

/// Alignment of what tiles are copied to.
pub(super) const TILE_ALIGNMENT: u64 = 1024;

/// The views that a kernel's copies of tiles have of buffers, each once, in the order of the
/// text.
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

/// The alignment of a shared buffer, given those with tiles.
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

/// Where a kernel's shared buffers lie in the memory that comes with a launch, and how much
/// that is: none where they are variables.
pub(crate) fn dynamic_shared(
    plan: &Plan<'_>,
    kernel: &Kernel<'_>,
) -> (FxHashMap<BufferId, u64>, u64) {
    let shared = |buffer: &&BufferId| plan.layout.place(**buffer) == Place::Shared;
    let mut buffers: Vec<BufferId> = kernel.uses.made.iter().filter(shared).copied().collect();
    buffers.sort_unstable();
    let bytes = |buffer: BufferId| plan.program.buffer(buffer).bytes();
    let tiled = tiled(kernel.body());
    // The largest first: what lies behind them needs less alignment.
    buffers.sort_by_key(|buffer| std::cmp::Reverse(bytes(*buffer)));
    let (mut places, mut end) = (FxHashMap::default(), 0u64);
    for buffer in buffers {
        let at = end.next_multiple_of(alignment(&tiled, buffer));
        places.insert(buffer, at);
        end = at + bytes(buffer);
    }
    match end {
        ..=MOST_STATIC_SHARED => (FxHashMap::default(), 0),
        _ => (places, end),
    }
}
