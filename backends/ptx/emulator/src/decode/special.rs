//! The names of special registers.

use std::cmp::Ordering;

use crate::kernel::Special;

/// The special register of a name, if it is one that does not change.
pub(super) fn special(name: &str) -> Option<Special> {
    let (stem, axis) = match name.split_once('.') {
        Some((stem, axis)) => (stem, ["x", "y", "z"].iter().position(|a| *a == axis)?),
        None => (name, 0),
    };
    Some(match stem {
        "%tid" => Special::Tid(axis),
        "%ntid" => Special::Ntid(axis),
        "%ctaid" => Special::Ctaid(axis),
        "%nctaid" => Special::Nctaid(axis),
        "%laneid" => Special::LaneId,
        "%warpid" => Special::WarpId,
        "%nwarpid" => Special::WarpCount,
        "%smid" => Special::SmId,
        "%nsmid" => Special::SmCount,
        "%gridid" => Special::GridId,
        "%lanemask_eq" => Special::LaneMask(Ordering::Equal, false),
        "%lanemask_lt" => Special::LaneMask(Ordering::Less, false),
        "%lanemask_le" => Special::LaneMask(Ordering::Less, true),
        "%lanemask_gt" => Special::LaneMask(Ordering::Greater, false),
        "%lanemask_ge" => Special::LaneMask(Ordering::Greater, true),
        "%clusterid" => Special::ClusterId(axis),
        "%nclusterid" => Special::ClusterCount(axis),
        "%cluster_ctaid" => Special::ClusterCtaid(axis),
        "%cluster_nctaid" => Special::ClusterNctaid(axis),
        "%cluster_ctarank" => Special::ClusterRank,
        "%cluster_nctarank" => Special::ClusterSize,
        "%dynamic_smem_size" => Special::DynamicSharedSize,
        "%total_smem_size" => Special::TotalSharedSize,
        _ => return None,
    })
}
