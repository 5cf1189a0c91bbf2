//! Where values lie.

use crate::program::BufferId;
use hloom_ir::types::Layout;
use hloom_ir::types::sparse::SparseEncoding;

/// Where a value is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Slot {
    Buffer(BufferId),
    /// Memory in another order than row-major.
    Laid(BufferId, Layout),
    Tuple(Vec<Slot>),
    Token,
    /// An argument that is stored sparsely.
    Sparse(Box<SparseSlot>),
    /// The host keeps it, under this number.
    OnHost(u32),
}

/// Where a sparse argument is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct SparseSlot {
    pub(super) encoding: SparseEncoding,
    pub(super) dims: Vec<u64>,
    /// Of each level, its positions and coordinates.
    pub(super) levels: Vec<(Option<BufferId>, Option<BufferId>)>,
    /// The stored elements.
    pub(super) values: BufferId,
}

impl SparseSlot {
    /// All of its buffers.
    pub(super) fn buffers(&self) -> impl Iterator<Item = BufferId> + '_ {
        let levels = self.levels.iter().flat_map(|(pos, crd)| pos.iter().chain(crd));
        levels.copied().chain([self.values])
    }
}
