//! Collective ops, which several processes run together.
//!
//! `replica_groups` lists the groups of processes. Its ids are replicas, partitions or processes
//! depending on the channel: see [`Strategy`].

use super::reduce::is_promotable;
use super::replica::{ChannelHandle, Flag, Matrix, ReplicaGroups, process_grid};
use crate::field::ResultTypes;
use crate::op::{ConstraintError, OpPart, ensure};
use crate::ops::define::op;
use crate::ops::infer::{Infer, InferContext};
use crate::types::Types;
use crate::types::describe;
use crate::types::{DYNAMIC, Element, TensorType, Type, dims_agree};

/// The meaning of the ids in groups.
///
/// Spec: <https://openxla.org/stablehlo/spec#collective-ops>
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Strategy {
    /// Replicas; the processes of one partition communicate.
    CrossReplica,
    /// Partitions; the processes of one replica communicate.
    CrossPartition,
    /// Replicas; all of their partitions communicate.
    CrossReplicaAndPartition,
    /// Processes, numbered replica by replica.
    FlattenedIds,
}

impl Strategy {
    /// The strategy of an op that reduces or gathers.
    pub fn of(channel: Option<ChannelHandle>, global: Flag) -> Strategy {
        match (has_channel(channel), global.0) {
            (_, true) => Strategy::FlattenedIds,
            (true, false) => Strategy::CrossReplicaAndPartition,
            (false, false) => Strategy::CrossReplica,
        }
    }

    /// The strategy of an op that moves values.
    pub fn moving(channel: Option<ChannelHandle>) -> Strategy {
        if has_channel(channel) { Strategy::CrossPartition } else { Strategy::CrossReplica }
    }

    /// Number of ids in a grid of processes.
    pub fn count(self, (replicas, partitions): (i64, i64)) -> i64 {
        match self {
            Strategy::CrossReplica | Strategy::CrossReplicaAndPartition => replicas,
            Strategy::CrossPartition => partitions,
            Strategy::FlattenedIds => replicas.saturating_mul(partitions),
        }
    }

    /// The name of the ids in diagnostics.
    pub fn counted(self) -> &'static str {
        match self {
            Strategy::CrossReplica | Strategy::CrossReplicaAndPartition => "replicas",
            Strategy::CrossPartition => "partitions",
            Strategy::FlattenedIds => "processes",
        }
    }
}

/// Whether a channel is given; handles up to 0 are none.
fn has_channel(channel: Option<ChannelHandle>) -> bool {
    channel.is_some_and(|c| c.handle > 0)
}

fn broken<T>(label: &'static str, part: OpPart, message: String) -> Result<T, ConstraintError> {
    Err(ConstraintError { label, message, part })
}

const GROUPS: OpPart = OpPart::Attr("replica_groups");

/// The specification's labels of the constraints on groups: uniqueness, number and range of ids.
struct GroupLabels {
    unique: &'static str,
    size: &'static str,
    range: &'static str,
}

/// Checks that groups contain every id, and returns the number of processes per group; `None` if
/// that depends on the grid or differs between groups.
fn covering(
    cx: &InferContext<'_>,
    groups: &ReplicaGroups,
    strategy: Strategy,
    labels: &GroupLabels,
    uniform: bool,
) -> Result<Option<i64>, ConstraintError> {
    if groups.lacks_mesh(cx.module) {
        return Ok(None); // The verifier reports it once all meshes are known.
    }
    let grid = process_grid(cx.module);
    let ids = match groups.groups(cx.module) {
        Ok(ids) => ids,
        Err(why) => return broken("Mesh", GROUPS, why),
    };
    let spread = |n: i64| match (strategy, grid) {
        (Strategy::CrossReplicaAndPartition, Some((_, partitions))) => Some(n * partitions),
        (Strategy::CrossReplicaAndPartition, None) => None,
        _ => Some(n),
    };
    if ids.is_empty() {
        return Ok(grid.and_then(|grid| spread(strategy.count(grid))));
    }
    let size = ids.iter().map(Vec::len).sum::<usize>() as i64;
    let mut seen = vec![false; size as usize];
    for &id in ids.iter().flatten() {
        match usize::try_from(id).ok().and_then(|i| seen.get_mut(i)) {
            Some(seen) if *seen => {
                return broken(labels.unique, GROUPS, format!("replica_groups names {id} twice"));
            }
            Some(seen) => *seen = true,
            None => {
                let message = format!("replica_groups names {id}; {size} ids must be 0..{size}");
                return broken(labels.range, GROUPS, message);
            }
        }
    }
    if let Some(grid) = grid
        && strategy.count(grid) != size
    {
        let (count, what) = (strategy.count(grid), strategy.counted());
        let message = format!("replica_groups has {size} ids, but there are {count} {what}");
        return broken(labels.size, GROUPS, message);
    }
    let first = ids[0].len();
    let same = ids.iter().all(|group| group.len() == first);
    if uniform && !same {
        return broken("Groups", GROUPS, "the groups must be of one size".into());
    }
    Ok(if same { spread(first as i64) } else { None })
}

/// Checks that a channel is given if ids are processes.
fn needs_channel(
    label: &'static str,
    channel: Option<ChannelHandle>,
    global: Flag,
) -> Result<(), ConstraintError> {
    if global.0 && !has_channel(channel) {
        let message = "use_global_device_ids needs a channel_handle with a positive handle".into();
        return broken(label, OpPart::Attr("use_global_device_ids"), message);
    }
    Ok(())
}

/// The element type that a body on two scalars computes in; it must be wide enough for all
/// operands.
fn reducer(cx: &InferContext<'_>, label: &'static str) -> Result<Element, ConstraintError> {
    reducer_of(cx, cx.len(), label)
}

/// The same for a computation that combines the first `count` operands.
fn reducer_of(
    cx: &InferContext<'_>,
    count: usize,
    label: &'static str,
) -> Result<Element, ConstraintError> {
    let (args, yielded) = cx.signature(0)?;
    let scalar = |ty: Type| ty.as_tensor().filter(|t| t.rank() == 0).map(|t| t.element);
    let element = match (&args[..], &yielded[..]) {
        (&[a, b], &[out]) if a == out && b == out => scalar(out),
        _ => None,
    };
    let Some(element) = element else {
        let message = format!(
            "computation takes {} and yields {}; it must take two scalar tensors of the type \
             that it yields",
            describe(&args),
            describe(&yielded)
        );
        return broken(label, OpPart::Region(0), message);
    };
    for i in 0..count {
        let from = cx.tensor(i)?.element;
        if !is_promotable(from, element) {
            let message = format!("computation computes in {element}, which can't hold {from}");
            return broken(label, OpPart::Region(0), message);
        }
    }
    Ok(element)
}

/// The groups of a collective.
#[derive(Clone, Copy, Debug)]
pub struct Groups<'o> {
    /// The groups.
    pub ids: &'o ReplicaGroups,
    /// The meaning of their ids.
    pub strategy: Strategy,
    /// The channel; 0 if there is none.
    pub channel: i64,
}

/// The groups of an op that moves values.
pub(super) fn moving(ids: &ReplicaGroups, channel: Option<ChannelHandle>) -> Groups<'_> {
    let number = channel.map_or(0, |c| c.handle.max(0));
    Groups { ids, strategy: Strategy::moving(channel), channel: number }
}

/// Checks that there is an operand; the constraint does not have a label.
fn some_operand(cx: &InferContext<'_>) -> Result<(), ConstraintError> {
    ensure!(Arity, !cx.is_empty(), "there must be at least one operand");
    Ok(())
}

/// `ty` with another extent of one dimension.
fn resized(ty: &TensorType, dim: usize, extent: i64) -> Type {
    let mut dims = ty.dims.clone();
    dims[dim] = extent;
    ty.with_dims(&dims).into()
}

/// The dimension that an attribute refers to.
fn dimension(
    cx: &InferContext<'_>,
    at: usize,
    dim: i64,
    label: &'static str,
    name: &'static str,
) -> Result<usize, ConstraintError> {
    let rank = cx.tensor(at)?.rank();
    match usize::try_from(dim) {
        Ok(dim) if dim < rank => Ok(dim),
        _ => {
            let message = format!("{name} is {dim}, but {} has rank {rank}", cx.ty(at));
            broken(label, OpPart::Attr(name), message)
        }
    }
}

op! {
    /// Concatenates the operands of all processes of a group along `all_gather_dim`, in the group's
    /// order.
    ///
    /// Spec: <https://openxla.org/stablehlo/spec#all_gather>
    all_gather: AllGather = "stablehlo.all_gather" (operands: many PerTensor)
    {
        all_gather_dim: i64,
        channel_handle: Option<ChannelHandle>,
        replica_groups: ReplicaGroups,
        use_global_device_ids: Flag,
        results: ResultTypes,
    } -> Tensors
    syntax generic
    traits []
}
impl Infer for AllGather {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        some_operand(cx)?;
        let labels = GroupLabels { unique: "C2", size: "C3", range: "C4" };
        let strategy = Strategy::of(self.channel_handle, self.use_global_device_ids);
        let size = covering(cx, &self.replica_groups, strategy, &labels, true)?;
        needs_channel("C5", self.channel_handle, self.use_global_device_ids)?;
        let mut results = Types::new();
        for i in 0..cx.len() {
            let dim = dimension(cx, i, self.all_gather_dim, "C1", "all_gather_dim")?;
            let x = cx.tensor(i)?;
            let declared = self.results.0.get(i).and_then(|ty| ty.as_tensor());
            // On a grid of unknown size, the declared extent is a multiple.
            let extent = match (x.dims[dim], size, declared.and_then(|t| t.dims.get(dim).copied()))
            {
                (DYNAMIC, ..) => DYNAMIC,
                (n, Some(size), _) => n.saturating_mul(size),
                (n, None, Some(d)) if d == DYNAMIC || n != 0 && d % n == 0 => d,
                (n, None, _) => n,
            };
            results.push(resized(x, dim, extent));
        }
        Ok(results) // (C6)
    }
}

op! {
    /// Combines the operands of all processes of a group elementwise with `computation`. The order
    /// is implementation-defined; hloom's interpreter combines from the first process of a group to
    /// the last.
    ///
    /// Spec: <https://openxla.org/stablehlo/spec#all_reduce>
    all_reduce: AllReduce = "stablehlo.all_reduce" (operands: many PerTensor) [computation]
    {
        channel_handle: Option<ChannelHandle>,
        replica_groups: ReplicaGroups,
        use_global_device_ids: Flag,
    } -> Tensors
    syntax generic
    traits []
}
impl Infer for AllReduce {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        some_operand(cx)?;
        let labels = GroupLabels { unique: "C1", size: "C2", range: "C3" };
        let strategy = Strategy::of(self.channel_handle, self.use_global_device_ids);
        covering(cx, &self.replica_groups, strategy, &labels, false)?;
        needs_channel("C4", self.channel_handle, self.use_global_device_ids)?;
        let element = reducer(cx, "C5")?;
        (0..cx.len()).map(|i| Ok(cx.tensor(i)?.with_element(element).into())).collect() // (C6), (C7)
    }
}

op! {
    /// Splits each operand along `split_dimension` into `split_count` parts, sends part `i` to
    /// process `i` of the group, and concatenates the received parts along `concat_dimension`.
    ///
    /// Spec: <https://openxla.org/stablehlo/spec#all_to_all>
    all_to_all: AllToAll = "stablehlo.all_to_all" (operands: many PerTensor)
    {
        channel_handle: Option<ChannelHandle>,
        concat_dimension: i64,
        replica_groups: ReplicaGroups,
        split_count: i64,
        split_dimension: i64,
    } -> Tensors
    syntax generic
    traits []
}
impl Infer for AllToAll {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        some_operand(cx)?;
        let parts = self.split_count;
        ensure!(C4 at split_count, parts > 0, "split_count is {parts}; it must be positive");
        let labels = GroupLabels { unique: "C5", size: "C6", range: "C7" };
        let strategy = Strategy::moving(self.channel_handle);
        let size = covering(cx, &self.replica_groups, strategy, &labels, true)?;
        let none = matches!(&self.replica_groups, ReplicaGroups::Table(table) if table.values().is_empty());
        ensure!(C8 at replica_groups, !none, "there are no groups, but split_count is {parts}");
        ensure!(C8 at replica_groups, size.is_none_or(|n| n == parts),
            "the groups hold {} processes, but split_count is {parts}", size.unwrap_or(0));
        let mut results = Types::new();
        for i in 0..cx.len() {
            let split = dimension(cx, i, self.split_dimension, "C1", "split_dimension")?;
            let concat = dimension(cx, i, self.concat_dimension, "C3", "concat_dimension")?;
            let x = cx.tensor(i)?;
            let extent = x.dims[split];
            ensure!(C2 at split_dimension, extent == DYNAMIC || extent % parts == 0,
                "dimension {split} of {} can't be split into {parts} parts", cx.ty(i));
            let mut dims = x.dims.clone();
            if extent != DYNAMIC {
                dims[split] = extent / parts;
            }
            if dims[concat] != DYNAMIC {
                dims[concat] = dims[concat].saturating_mul(parts);
            }
            results.push(x.with_dims(&dims).into());
        }
        Ok(results) // (C9)
    }
}

op! {
    /// Sends the operands of the first process of each group to the whole group; processes outside
    /// of all groups get zeros. With `has_dynamic_root`, the last operand selects the sending
    /// process of the group for each other operand.
    ///
    /// Spec: <https://openxla.org/stablehlo/spec#collective_broadcast>
    collective_broadcast: CollectiveBroadcast = "stablehlo.collective_broadcast" (operands: many PerTensor)
    {
        channel_handle: Option<ChannelHandle>,
        has_dynamic_root: Flag,
        replica_groups: ReplicaGroups,
    } -> Tensors
    syntax generic
    traits []
}
impl Infer for CollectiveBroadcast {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        some_operand(cx)?;
        let strategy = Strategy::moving(self.channel_handle);
        let count = process_grid(cx.module).map(|grid| strategy.count(grid));
        let ids = match self.replica_groups.groups(cx.module) {
            Ok(ids) => ids.concat(),
            Err(_) if self.replica_groups.lacks_mesh(cx.module) => Vec::new(),
            Err(why) => return broken("Mesh", GROUPS, why),
        };
        let mut sorted = ids.clone();
        sorted.sort_unstable();
        let twice = sorted.windows(2).find(|w| w[0] == w[1]);
        ensure!(C1 at replica_groups, twice.is_none(),
            "replica_groups names {} twice", twice.map_or(0, |w| w[0]));
        let outside = ids.iter().find(|&&id| id < 0 || count.is_some_and(|n| id >= n));
        ensure!(C2 at replica_groups, outside.is_none(),
            "replica_groups names {}, which is not one of the {}", outside.unwrap_or(&0), strategy.counted());
        let mut results = cx.types(); // (C3)
        results.truncate(without_roots(cx, self.has_dynamic_root)?);
        Ok(results)
    }
}

/// The number of operands before the roots, which `has_dynamic_root` puts last.
fn without_roots(cx: &InferContext<'_>, has_dynamic_root: Flag) -> Result<usize, ConstraintError> {
    if !has_dynamic_root.0 {
        return Ok(cx.len());
    }
    let count = cx.len() - 1;
    let roots = cx.tensor(count)?;
    ensure!(
        Root,
        count > 0
            && roots.rank() == 1
            && roots.element == Element::I32
            && dims_agree(roots.dims[0], count as i64),
        "the last operand must be tensor<{count}xi32>, the root of each other operand, not {}",
        cx.ty(count)
    );
    Ok(count)
}

/// Checks pairs of a source and a target; `labels` are those of their number, of unique sources and
/// targets, and of their range.
pub(super) fn pairs(
    cx: &InferContext<'_>,
    pairs: &Matrix,
    strategy: Strategy,
    labels: [&'static str; 4],
) -> Result<(), ConstraintError> {
    let part = OpPart::Attr("source_target_pairs");
    if pairs.columns() != 2 {
        let message = format!(
            "source_target_pairs has {} columns, not a source and a target",
            pairs.columns()
        );
        return broken(labels[0], part, message);
    }
    for (at, what) in ["source", "target"].into_iter().enumerate() {
        let mut sorted: Vec<i64> = pairs.column(at).collect();
        sorted.sort_unstable();
        if let Some(w) = sorted.windows(2).find(|w| w[0] == w[1]) {
            let message = format!("{} is twice a {what} in source_target_pairs", w[0]);
            return broken(labels[1 + at], part, message);
        }
    }
    let count = process_grid(cx.module).map(|grid| strategy.count(grid));
    if let Some(id) = pairs.values().iter().find(|&&id| id < 0 || count.is_some_and(|n| id >= n)) {
        let message = format!(
            "source_target_pairs names {id}, which is not one of the {}",
            strategy.counted()
        );
        return broken(labels[3], part, message);
    }
    Ok(())
}

op! {
    /// Sends the operand of each source to its target; processes that are not a target get zeros.
    ///
    /// Spec: <https://openxla.org/stablehlo/spec#collective_permute>
    collective_permute: CollectivePermute = "stablehlo.collective_permute" (operand: PerTensor)
    { channel_handle: Option<ChannelHandle>, source_target_pairs: Matrix } -> Tensor
    syntax generic
    traits []
}
impl Infer for CollectivePermute {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        let strategy = Strategy::moving(self.channel_handle);
        pairs(cx, &self.source_target_pairs, strategy, ["C1", "C2", "C3", "C4"])?;
        Ok(cx.types()) // (C5)
    }
}

op! {
    /// Combines the operands of all processes of a group as `all_reduce` does, and sends the result
    /// to the first process; the others get zeros. With `has_dynamic_root`, the last operand selects
    /// the receiving process of the group for each other operand.
    ///
    /// Source: `collective_reduce` of StableHLO 1.19; the specification does not describe it yet.
    collective_reduce: CollectiveReduce = "stablehlo.collective_reduce" (operands: many PerTensor) [computation]
    {
        channel_handle: Option<ChannelHandle>,
        has_dynamic_root: Flag,
        replica_groups: ReplicaGroups,
        use_global_device_ids: Flag,
    } -> Tensors
    syntax generic
    traits []
}
impl Infer for CollectiveReduce {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        some_operand(cx)?;
        let labels = GroupLabels { unique: "Groups", size: "Groups", range: "Groups" };
        let strategy = Strategy::of(self.channel_handle, self.use_global_device_ids);
        covering(cx, &self.replica_groups, strategy, &labels, false)?;
        needs_channel("Channel", self.channel_handle, self.use_global_device_ids)?;
        let count = without_roots(cx, self.has_dynamic_root)?;
        let element = reducer_of(cx, count, "Computation")?;
        (0..count).map(|i| Ok(cx.tensor(i)?.with_element(element).into())).collect()
    }
}

op! {
    /// Combines the operands of all processes of a group as `all_reduce` does, splits the result
    /// along `scatter_dimension`, and sends part `i` to process `i` of the group.
    ///
    /// Spec: <https://openxla.org/stablehlo/spec#reduce_scatter>
    reduce_scatter: ReduceScatter = "stablehlo.reduce_scatter" (operand: PerTensor) [computation]
    {
        channel_handle: Option<ChannelHandle>,
        replica_groups: ReplicaGroups,
        scatter_dimension: i64,
        use_global_device_ids: Flag,
        results: ResultTypes,
    } -> Tensor
    syntax generic
    traits []
}
impl Infer for ReduceScatter {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        let labels = GroupLabels { unique: "C3", size: "C4", range: "C5" };
        let strategy = Strategy::of(self.channel_handle, self.use_global_device_ids);
        let size = covering(cx, &self.replica_groups, strategy, &labels, true)?;
        needs_channel("C6", self.channel_handle, self.use_global_device_ids)?;
        let dim = dimension(cx, 0, self.scatter_dimension, "C2", "scatter_dimension")?;
        let element = reducer(cx, "C7")?;
        let x = cx.tensor(0)?;
        let declared = self.results.0.first().and_then(|ty| ty.as_tensor());
        let extent = match (x.dims[dim], size, declared.and_then(|t| t.dims.get(dim).copied())) {
            (DYNAMIC, ..) => DYNAMIC,
            (n, Some(size), _) => {
                ensure!(C1 at scatter_dimension, size > 0 && n % size == 0,
                    "dimension {dim} of {} can't be split between {size} processes", cx.ty(0));
                n / size
            }
            (n, None, Some(d)) if d == DYNAMIC || d > 0 && n % d == 0 => d,
            (n, None, _) => n,
        };
        let result = x.with_element(element);
        Ok(resized(&result, dim, extent).into()) // (C8), (C9)
    }
}
