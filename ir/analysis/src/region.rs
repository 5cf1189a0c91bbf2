//! Containment of blocks in the regions of ops.

use hloom_ir::module::Module;
use hloom_ir::{Block, OpId};

/// Whether a block lies in a region of `op`, at any depth.
pub fn is_inside(module: &Module, mut block: Option<Block>, op: OpId) -> bool {
    while let Some(at) = block {
        let Some(owner) = module.block_owner(at) else { return false };
        if owner == op {
            return true;
        }
        block = module.parent(owner);
    }
    false
}
