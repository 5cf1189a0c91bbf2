//! The sharding of one tensor.

use super::grid::Grid;
use hloom_ir::ops::{DimSharding, Sharding};

/// For each dimension of a tensor, the atoms of a [`Grid`] that shard it, major to minor. Devices
/// that differ in other atoms only hold the same shard.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct State(pub Vec<Vec<usize>>);

impl State {
    /// The state of a tensor that every device holds as a whole.
    pub fn whole(rank: usize) -> State {
        State(vec![Vec::new(); rank])
    }

    /// Whether every device holds the whole tensor.
    pub fn is_whole(&self) -> bool {
        self.0.iter().all(Vec::is_empty)
    }

    /// Whether an atom shards a dimension.
    pub fn uses(&self, atom: usize) -> bool {
        self.0.iter().flatten().any(|&a| a == atom)
    }

    /// The extents of a device's shard.
    pub fn local(&self, dims: &[i64], grid: &Grid) -> Vec<i64> {
        self.0.iter().zip(dims).map(|(axes, &n)| n / grid.parts(axes)).collect()
    }

    /// The number of different shards.
    pub fn shards(&self, grid: &Grid) -> i64 {
        self.0.iter().map(|axes| grid.parts(axes)).product()
    }

    /// For each dimension, the number of atoms that both states begin with.
    pub fn common(&self, other: &State) -> Vec<usize> {
        let pairs = self.0.iter().zip(&other.0);
        pairs.map(|(a, b)| a.iter().zip(b).take_while(|(x, y)| x == y).count()).collect()
    }

    /// The state as an attribute.
    pub fn sharding(&self, grid: &Grid) -> Sharding {
        let dim = |axes: &Vec<usize>| DimSharding {
            axes: grid.axes(axes).into(),
            open: false,
            priority: None,
        };
        Sharding {
            mesh: grid.name.clone(),
            dims: self.0.iter().map(dim).collect(),
            replicated: Box::default(),
            unreduced: Box::default(),
        }
    }
}
