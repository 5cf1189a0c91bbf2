//! Groups of communicating processes in a grid.
//!
//! Spec: <https://openxla.org/stablehlo/spec#collective-ops>

use crate::error::{EvalError, EvalResult};
use crate::processes::grid::Group;
use crate::processes::shape::GridShape;
use hloom_ir::ops::Strategy;

/// The group of process `me`; `None` if it is in no group. Groups are lists of ids, interpreted by
/// `strategy`; an empty list is one group of all.
pub(crate) fn group_of(
    grid: GridShape,
    me: u32,
    strategy: Strategy,
    ids: &[Vec<i64>],
) -> EvalResult<Option<Group>> {
    let place = grid.place(me);
    let (replicas, partitions) = (grid.replicas, grid.partitions);
    let count = strategy.count((replicas.into(), partitions.into()));
    if let Some(outside) = ids.iter().flatten().find(|&&id| id < 0 || id >= count) {
        return Err(EvalError::invalid(format!(
            "replica_groups names {outside}, but there are {count} {} here",
            strategy.counted()
        )));
    }
    let mine = match strategy {
        Strategy::CrossReplica | Strategy::CrossReplicaAndPartition => place.replica,
        Strategy::CrossPartition => place.partition,
        Strategy::FlattenedIds => me,
    };
    let all: Vec<i64>;
    let ids: &[i64] = if ids.is_empty() {
        all = (0..count).collect();
        &all
    } else {
        match ids.iter().find(|group| group.contains(&i64::from(mine))) {
            Some(group) => group,
            None => return Ok(None),
        }
    };
    let ids = ids.iter().map(|&id| id as u32);
    Ok(Some(match strategy {
        Strategy::CrossReplica => ids.map(|r| r * partitions + place.partition).collect(),
        Strategy::CrossPartition => ids.map(|p| place.replica * partitions + p).collect(),
        Strategy::FlattenedIds => ids.collect(),
        Strategy::CrossReplicaAndPartition => {
            let replicas: Vec<u32> = ids.collect();
            let of = |p: u32| replicas.iter().map(move |&r| r * partitions + p);
            (0..partitions).flat_map(of).collect()
        }
    }))
}

/// The process that an id in a source-target pair refers to, from the view of process `me`.
pub(crate) fn partner(grid: GridShape, me: u32, strategy: Strategy, id: i64) -> EvalResult<u32> {
    let count = strategy.count((grid.replicas.into(), grid.partitions.into()));
    if id < 0 || id >= count {
        return Err(EvalError::invalid(format!(
            "source_target_pairs names {id}, but there are {count} {} here",
            strategy.counted()
        )));
    }
    let (id, place) = (id as u32, grid.place(me));
    Ok(match strategy {
        Strategy::CrossPartition => place.replica * grid.partitions + id,
        _ => id * grid.partitions + place.partition,
    })
}

/// The groups of all processes of a grid, replicas by partitions, in the order of their first members.
/// A process may be in none.
///
/// # Errors
/// A sentence if an id is outside of the grid.
pub fn process_groups(
    (replicas, partitions): (u32, u32),
    strategy: Strategy,
    ids: &[Vec<i64>],
) -> Result<Vec<Vec<u32>>, String> {
    let grid = GridShape { replicas, partitions };
    let mut groups: Vec<Vec<u32>> = Vec::new();
    for me in 0..grid.count() {
        let group = group_of(grid, me, strategy, ids).map_err(|error| error.message.to_string())?;
        let group = group.map(|group| group.to_vec()).unwrap_or_default();
        if !group.is_empty() && !groups.contains(&group) {
            groups.push(group);
        }
    }
    Ok(groups)
}

/// The process that an id in a source-target pair refers to, from the view of process `me`.
///
/// # Errors
/// A sentence if it is outside of the grid.
pub fn process_partner(
    (replicas, partitions): (u32, u32),
    me: u32,
    strategy: Strategy,
    id: i64,
) -> Result<u32, String> {
    let grid = GridShape { replicas, partitions };
    partner(grid, me, strategy, id).map_err(|error| error.message.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The group of each process.
    fn groups(grid: (u32, u32), strategy: Strategy, ids: &[Vec<i64>]) -> Vec<Vec<u32>> {
        let grid = GridShape { replicas: grid.0, partitions: grid.1 };
        let mut all: Vec<Vec<u32>> = Vec::new();
        for me in 0..grid.count() {
            let group = group_of(grid, me, strategy, ids).expect("ids of the grid");
            let group = group.expect("a group").to_vec();
            if !all.contains(&group) {
                all.push(group);
            }
        }
        all
    }

    /// The examples of the specification, processes as `replica * partitions +
    /// partition`.
    #[test]
    fn groups_are_those_of_the_specification() {
        let two = [vec![0, 1], vec![2, 3]];
        let cross = groups((4, 2), Strategy::CrossReplica, &two);
        assert_eq!(cross, [[0, 2], [1, 3], [4, 6], [5, 7]]);
        let partitions = groups((4, 2), Strategy::CrossPartition, &[vec![0, 1]]);
        assert_eq!(partitions, [[0, 1], [2, 3], [4, 5], [6, 7]]);
        let both = groups((4, 2), Strategy::CrossReplicaAndPartition, &two);
        assert_eq!(both, [[0, 2, 1, 3], [4, 6, 5, 7]]);
        let flat = [vec![0, 1, 2, 3], vec![4, 5, 6, 7]];
        let ids = groups((4, 2), Strategy::FlattenedIds, &flat);
        assert_eq!(ids, [[0, 1, 2, 3], [4, 5, 6, 7]]);
        assert_eq!(groups((2, 2), Strategy::FlattenedIds, &[]), [[0, 1, 2, 3]]);
    }

    #[test]
    fn ids_beyond_the_grid_are_an_error() {
        let grid = GridShape { replicas: 2, partitions: 1 };
        let beyond = group_of(grid, 0, Strategy::CrossReplica, &[vec![0, 1, 2]]);
        assert!(beyond.is_err());
        let absent = group_of(grid, 0, Strategy::CrossReplica, &[vec![1]]);
        assert!(matches!(absent, Ok(None)));
    }
}
