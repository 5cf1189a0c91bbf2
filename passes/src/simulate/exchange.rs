//! The ranks, the bytes and the cost of a collective.

use super::Settings;
use hloom_analysis::simulate::message::direct;
use hloom_analysis::simulate::{Collective, Cost, Pattern, cost, spans};
use hloom_ir::module::Module;
use hloom_ir::ops::{Op, Strategy, replica_groups};
use hloom_ir::{OpId, Value};

/// An exchange of data.
#[derive(Clone, PartialEq, Debug)]
pub struct Exchange {
    /// The op and the axes that it goes along: `all_reduce over "model"`.
    pub name: String,
    /// The ranks.
    pub pattern: Pattern,
    /// The cost.
    pub cost: Cost,
}

/// The exchange that an op is; `None` for an op that does not exchange data between ranks.
///
/// # Errors
/// If its groups do not fit the ranks.
pub fn exchange(
    module: &Module,
    op: OpId,
    grid: (i64, i64),
    settings: &Settings,
) -> Result<Option<Exchange>, String> {
    let it = module.op(op);
    let pairs = match it {
        Op::CollectivePermute(it) => {
            let moved = module.operands(op).to_vec();
            Some((it.channel_handle, &it.source_target_pairs, moved))
        }
        Op::Send(send) => match &send.source_target_pairs {
            Some(pairs) => {
                Some((Some(send.channel_handle), &**pairs, module.operands(op).to_vec()))
            }
            None => return Ok(None),
        },
        Op::Recv(recv) => match &recv.source_target_pairs {
            Some(pairs) => {
                let moved = module.results(op).iter().collect();
                Some((Some(recv.channel_handle), &**pairs, moved))
            }
            None => return Ok(None),
        },
        // Any other op: no pairs of ranks.
        _ => None,
    };
    if let Some((channel, pairs, moved)) = pairs {
        let strategy = Strategy::moving(channel);
        let rows: Vec<Vec<i64>> = pairs.rows().map(<[i64]>::to_vec).collect();
        let rows = processes(strategy, &rows, grid);
        let ranks = settings.axes.ranks();
        let mut pairs = Vec::with_capacity(rows.len());
        for row in &rows {
            let &[from, to] = &row[..] else { continue };
            if !(0..ranks).contains(&from) || !(0..ranks).contains(&to) {
                return Err(format!(
                    "`{}` sends from rank {from} to rank {to}, but there are {ranks} ranks",
                    it.name()
                ));
            }
            pairs.push((from as u32, to as u32));
        }
        let cost = direct(bytes(module, &moved), &pairs, &settings.axes, &settings.links);
        return Ok(Some(named(it, Pattern::Pairs(pairs), cost, settings)));
    }
    let what = match it {
        Op::AllGather(_) => Collective::AllGather,
        Op::AllReduce(_) => Collective::AllReduce,
        Op::AllToAll(_) => Collective::AllToAll,
        Op::ReduceScatter(_) => Collective::ReduceScatter,
        Op::CollectiveBroadcast(_) => Collective::Broadcast,
        Op::CollectiveReduce(_) => Collective::Reduce,
        // Any other op: it does not exchange data between ranks.
        _ => return Ok(None),
    };
    let Some(groups) = replica_groups(it) else { return Ok(None) };
    let mut ids = groups.ids.groups(module)?;
    if ids.is_empty() {
        ids = vec![(0..groups.strategy.count(grid)).collect()];
    }
    let ids = processes(groups.strategy, &ids, grid);
    let ranks = settings.axes.ranks();
    if let Some(id) = ids.iter().flatten().find(|id| !(0..ranks).contains(*id)) {
        let name = it.name();
        return Err(format!("`{name}` names rank {id}, but there are {ranks} ranks"));
    }
    let size = match what {
        Collective::AllGather => {
            let results: Vec<Value> = module.results(op).iter().collect();
            bytes(module, &results)
        }
        Collective::AllReduce
        | Collective::AllToAll
        | Collective::ReduceScatter
        | Collective::Broadcast
        | Collective::Reduce => bytes(module, module.operands(op)),
    };
    // Groups of a partitioned program are alike; of others, the largest decides.
    let largest = ids.iter().max_by_key(|group| group.len());
    let spans = largest.map(|group| spans(group, &settings.axes)).unwrap_or_default();
    let cost = cost(what, size, &spans, &settings.links);
    let groups = ids.iter().map(|group| group.iter().map(|&rank| rank as u32).collect());
    Ok(Some(named(it, Pattern::Groups(groups.collect()), cost, settings)))
}

fn named(op: &Op, pattern: Pattern, cost: Cost, settings: &Settings) -> Exchange {
    let mut axes: Vec<usize> = cost.stages.iter().map(|stage| stage.axis).collect();
    axes.sort_unstable();
    axes.dedup();
    let names: Vec<String> = axes.iter().map(|&a| format!("\"{}\"", settings.names[a])).collect();
    let op = op.def().short_name();
    let name = match names.is_empty() {
        true => format!("{op} of a rank alone"),
        false => format!("{op} over {}", names.join(" and ")),
    };
    Exchange { name, pattern, cost }
}

/// Rows of ids as rows of processes, which are numbered replica by replica.
fn processes(
    strategy: Strategy,
    rows: &[Vec<i64>],
    (replicas, partitions): (i64, i64),
) -> Vec<Vec<i64>> {
    let each = rows.iter();
    match strategy {
        Strategy::FlattenedIds => rows.to_vec(),
        Strategy::CrossReplica => each
            .flat_map(|row| {
                let of = move |p: i64| row.iter().map(|&r| r * partitions + p).collect();
                (0..partitions).map(of)
            })
            .collect(),
        Strategy::CrossPartition => each
            .flat_map(|row| {
                let of = move |r: i64| row.iter().map(|&p| r * partitions + p).collect();
                (0..replicas).map(of)
            })
            .collect(),
        Strategy::CrossReplicaAndPartition => each
            .map(|row| {
                row.iter().flat_map(|&r| (0..partitions).map(move |p| r * partitions + p)).collect()
            })
            .collect(),
    }
}

/// The bytes of values.
fn bytes(module: &Module, values: &[Value]) -> f64 {
    let size = |v: &Value| module.ty(*v).as_tensor().and_then(|t| t.byte_size()).unwrap_or(0);
    values.iter().map(size).sum::<usize>() as f64
}
