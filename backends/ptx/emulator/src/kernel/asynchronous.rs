//! The asynchronous instructions.

use super::types::{Address, Guard, Type};
use super::update::update;

/// An operation on elements in memory.
#[derive(Clone, Debug)]
pub(crate) struct Reduction {
    pub(crate) name: String,
    pub(crate) element: Type,
}

impl Reduction {
    /// Whether there is such an operation.
    pub(crate) fn is_known(&self) -> bool {
        update(&self.name, self.element).is_some()
    }
}

/// `cp.async`
#[derive(Clone, Copy, Debug)]
pub(crate) struct CopyOp {
    pub(crate) to: Address,
    pub(crate) from: Address,
    pub(crate) bytes: u32,
    /// A register with how many bytes to copy; zeros follow.
    pub(crate) source_bytes: Option<u32>,
    /// A predicate under which zeros are written.
    pub(crate) ignore: Option<Guard>,
}

/// An operation on an `mbarrier`.
#[derive(Clone, Copy, Debug)]
pub(crate) enum MbarrierOp {
    Init {
        barrier: Address,
        count: u32,
    },
    Invalidate {
        barrier: Address,
    },
    ExpectBytes {
        barrier: Address,
        bytes: u32,
    },
    CompleteBytes {
        barrier: Address,
        bytes: u32,
    },
    /// Arrivals: where the state goes, how many, how many bytes are expected before, whether
    /// later phases expect fewer, whether it releases.
    Arrive {
        barrier: Address,
        state: Option<u32>,
        count: Option<u32>,
        bytes: Option<u32>,
        drop: bool,
        releases: bool,
    },
    /// Whether a phase is complete: by its state or its parity; whether the thread may sleep.
    Test {
        barrier: Address,
        phase: u32,
        parity: bool,
        to: u32,
        sleeps: bool,
        acquires: bool,
    },
    /// The number of arrivals that a state was short of.
    Pending {
        to: u32,
        state: u32,
    },
}

/// `cp.async.bulk` and `cp.reduce.async.bulk` without a tensor map.
#[derive(Clone, Debug)]
pub(crate) struct BulkOp {
    pub(crate) to: Address,
    pub(crate) from: Address,
    pub(crate) bytes: u32,
    /// The `mbarrier` on which it completes; a bulk group if there is none.
    pub(crate) barrier: Option<Address>,
    /// A register with the blocks of the cluster that get the bytes.
    pub(crate) multicast: Option<u32>,
    pub(crate) reduce: Option<Reduction>,
}

/// `cp.async.bulk.tensor` and `cp.reduce.async.bulk.tensor`.
#[derive(Clone, Debug)]
pub(crate) struct TensorOp {
    /// The address in shared memory.
    pub(crate) shared: Address,
    /// The generic address of the map.
    pub(crate) map: Address,
    pub(crate) coordinates: Vec<u32>,
    /// In `.im2col` mode, the offsets of a window's element: 16 bits each.
    pub(crate) offsets: Option<Vec<u32>>,
    /// The `mbarrier` of a load; a store has none.
    pub(crate) barrier: Option<Address>,
    pub(crate) multicast: Option<u32>,
    pub(crate) reduce: Option<Reduction>,
}

/// `st.async` and `red.async`.
#[derive(Clone, Debug)]
pub(crate) struct StoreOp {
    pub(crate) to: Address,
    pub(crate) values: Vec<u32>,
    /// Bytes of an element.
    pub(crate) bytes: u32,
    pub(crate) barrier: Address,
    pub(crate) reduce: Option<Reduction>,
}

/// An asynchronous instruction, or one of clusters.
pub(crate) enum Async {
    Copy(CopyOp),
    Commit,
    /// `cp.async.wait_group`, with the groups that may be left; `wait_all` where none is given.
    Wait(Option<usize>),
    /// `cp.async.mbarrier.arrive`: whether it counts itself.
    CopyArrive {
        barrier: Address,
        counts: bool,
    },
    Mbarrier(MbarrierOp),
    Bulk(BulkOp),
    Tensor(TensorOp),
    BulkCommit,
    BulkWait {
        left: usize,
        read: bool,
    },
    Store(StoreOp),
    /// `mapa`
    Map {
        to: u32,
        address: u32,
        rank: u32,
        generic: bool,
    },
    /// `getctarank`
    Rank {
        to: u32,
        address: u32,
        generic: bool,
    },
    /// `barrier.cluster.arrive`: whether it releases.
    ClusterArrive {
        releases: bool,
    },
    ClusterWait,
    SetRegisters {
        count: u64,
    },
}

impl Async {
    pub(crate) fn registers(&mut self, mut visit: impl FnMut(&mut u32)) {
        match self {
            Self::Copy(copy) => {
                visit(&mut copy.to.base);
                visit(&mut copy.from.base);
                copy.source_bytes.iter_mut().for_each(visit);
            }
            Self::CopyArrive { barrier, .. } => visit(&mut barrier.base),
            Self::Mbarrier(op) => match op {
                MbarrierOp::Init { barrier, count } => {
                    visit(&mut barrier.base);
                    visit(count);
                }
                MbarrierOp::Invalidate { barrier } => visit(&mut barrier.base),
                MbarrierOp::ExpectBytes { barrier, bytes }
                | MbarrierOp::CompleteBytes { barrier, bytes } => {
                    visit(&mut barrier.base);
                    visit(bytes);
                }
                MbarrierOp::Arrive { barrier, state, count, bytes, .. } => {
                    visit(&mut barrier.base);
                    [state, count, bytes].into_iter().flatten().for_each(visit);
                }
                MbarrierOp::Test { barrier, phase, .. } => {
                    visit(&mut barrier.base);
                    visit(phase);
                }
                MbarrierOp::Pending { to, state } => {
                    visit(to);
                    visit(state);
                }
            },
            Self::Bulk(bulk) => {
                [&mut bulk.to.base, &mut bulk.from.base, &mut bulk.bytes]
                    .into_iter()
                    .for_each(&mut visit);
                bulk.barrier.iter_mut().for_each(|b| visit(&mut b.base));
                bulk.multicast.iter_mut().for_each(visit);
            }
            Self::Tensor(tensor) => {
                visit(&mut tensor.shared.base);
                visit(&mut tensor.map.base);
                tensor.coordinates.iter_mut().for_each(&mut visit);
                tensor.barrier.iter_mut().for_each(|b| visit(&mut b.base));
                tensor.multicast.iter_mut().for_each(visit);
            }
            Self::Store(store) => {
                visit(&mut store.to.base);
                visit(&mut store.barrier.base);
                store.values.iter_mut().for_each(visit);
            }
            Self::Map { to, address, rank, .. } => [to, address, rank].into_iter().for_each(visit),
            Self::Rank { to, address, .. } => [to, address].into_iter().for_each(visit),
            Self::Commit
            | Self::Wait(_)
            | Self::BulkCommit
            | Self::BulkWait { .. }
            | Self::ClusterArrive { .. }
            | Self::ClusterWait
            | Self::SetRegisters { .. } => {}
        }
    }
}
