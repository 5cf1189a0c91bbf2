//! The placement of a tensor on the devices of a mesh: the part of its split that is over axes.

use super::grid::Grid;
use super::state::State;
use crate::monoid::Monoid;
use hloom_ir::ops::{DimSharding, Sharding};
use hloom_ir::types::split::{Division, Partial, Split, SplitDim, SplitSpace};
use hloom_ir::{DYNAMIC, TensorType, Type};

/// Terms that have yet to be combined: the operation, and the atoms along which they lie.
pub type Terms = Option<(Monoid, Vec<usize>)>;

/// A device's share of a tensor.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Placement {
    /// The axes of each dimension.
    pub state: State,
    /// The terms that devices hold.
    pub terms: Terms,
    /// For each dimension, the positions of the shards before and after it that a shard also holds.
    pub halo: Vec<(i64, i64)>,
}

impl From<State> for Placement {
    fn from(state: State) -> Placement {
        let halo = vec![(0, 0); state.0.len()];
        Placement { state, terms: None, halo }
    }
}

impl Placement {
    /// The placement that a type states; `None` if it states no division over axes.
    ///
    /// # Errors
    /// If the axes are not those of the mesh, do not divide the tensor evenly, or terms are of
    /// several operations.
    pub fn of_type(grid: &Grid, ty: Type) -> Result<Option<Placement>, String> {
        let Some(tensor) = ty.as_tensor() else { return Ok(None) };
        let Some(split) = tensor.split().filter(|split| split.mesh.is_some()) else {
            return Ok(None);
        };
        let mut seen: Vec<usize> = Vec::new();
        let mut atoms = |division: &Division| -> Result<Vec<usize>, String> {
            let SplitSpace::Axes(axes) = &division.over else { return Ok(Vec::new()) };
            let mut all = Vec::new();
            for axis in axes {
                for atom in grid.atoms_of(axis)? {
                    if seen.contains(&atom) {
                        return Err(format!("axis \"{}\" is named twice", axis.name));
                    }
                    seen.push(atom);
                    all.push(atom);
                }
            }
            let size = grid.parts(&all);
            if size != division.parts {
                let parts = division.parts;
                return Err(format!("{parts} parts are stated over axes of size {size}"));
            }
            Ok(all)
        };
        let mut placement = Placement::from(State::whole(tensor.rank()));
        for (d, dim) in split.dims.iter().enumerate() {
            let mut inside = false;
            for division in &dim.divisions {
                let own = atoms(division)?;
                inside |= own.is_empty();
                if inside && !own.is_empty() {
                    return Err(format!(
                        "dimension {d} is divided over axes inside of a division over cores or time"
                    ));
                }
                if !own.is_empty() && division.boundaries.is_some() {
                    return Err(format!(
                        "dimension {d} has boundaries; devices hold shards of equal extents"
                    ));
                }
                placement.state.0[d].extend(own);
            }
            let (parts, n) = (grid.parts(&placement.state.0[d]), tensor.dims[d]);
            if n == DYNAMIC {
                if parts > 1 {
                    return Err(format!("the extent of dimension {d} is not known before a run"));
                }
                continue;
            }
            if n % parts != 0 {
                return Err(format!(
                    "dimension {d} of extent {n} can't be divided evenly by {parts}"
                ));
            }
            placement.halo[d] = dim.halo;
            if dim.halo.0.max(dim.halo.1) > n / parts {
                return Err(format!("the halo of dimension {d} is longer than a shard"));
            }
        }
        for Partial { combine, terms } in &split.partial {
            let own = atoms(terms)?;
            if own.is_empty() {
                continue;
            }
            let monoid = Monoid::of_name(combine).ok_or("terms are combined by no known op")?;
            match &mut placement.terms {
                None => placement.terms = Some((monoid, own)),
                Some((known, axes)) if *known == monoid => axes.extend(own),
                Some(_) => return Err("terms are combined by two operations".to_owned()),
            }
        }
        Ok(Some(placement))
    }

    /// Whether a shard also holds positions of others.
    pub fn has_halo(&self) -> bool {
        self.halo.iter().any(|&edges| edges != (0, 0))
    }

    /// The placement as a split.
    pub fn split(&self, grid: &Grid) -> Split {
        let over = |axes: &Vec<usize>| Division::over_axes(grid.parts(axes), &grid.axes(axes));
        let dims = self.state.0.iter().zip(&self.halo).map(|(axes, &halo)| match axes.is_empty() {
            true => SplitDim::default(),
            false => SplitDim { divisions: [over(axes)].into_iter().collect(), halo },
        });
        let partial = self.terms.iter().filter(|(_, axes)| !axes.is_empty());
        let partial =
            partial.map(|(monoid, axes)| Partial { combine: monoid.name(), terms: over(axes) });
        Split {
            mesh: Some(grid.name.clone()),
            dims: dims.collect(),
            partial: partial.collect(),
            storage: None,
        }
    }

    /// A tensor type with this placement; its divisions over cores and time stay where the parts of
    /// devices have room for them, as other types do.
    pub fn on(&self, ty: Type, grid: &Grid) -> Type {
        let Some(tensor) = ty.as_tensor() else { return ty };
        let mut split = self.split(grid);
        if split.is_whole() {
            split.mesh = None;
        }
        for (dim, inside) in split.dims.iter_mut().zip(self.inside(tensor, grid)) {
            dim.divisions.extend(inside.divisions);
        }
        tensor.with_split(&split).into()
    }

    /// The type of what a device holds.
    pub fn local(&self, ty: Type, grid: &Grid) -> Type {
        let Some(tensor) = ty.as_tensor() else { return ty };
        let mut inside = Split::whole(tensor.rank());
        inside.dims = self.inside(tensor, grid);
        if self.state.is_whole() {
            return tensor.with_split(&inside).into();
        }
        let own = self.state.local(&tensor.dims, grid);
        let with_halo: Vec<i64> =
            own.iter().zip(&self.halo).map(|(n, (before, after))| n + before + after).collect();
        tensor.with_dims(&with_halo).with_split(&inside).into()
    }

    /// The divisions of a type that are not over axes of a mesh: each part of a device is divided by
    /// them. A dimension whose parts have fewer positions than divisions, or that is divided at
    /// boundaries of the whole, has none.
    fn inside(&self, tensor: &TensorType, grid: &Grid) -> Box<[SplitDim]> {
        let Some(split) = tensor.split() else {
            return vec![SplitDim::default(); tensor.rank()].into();
        };
        let own = self.state.local(&tensor.dims, grid);
        let inside = (split.dims.iter().enumerate()).map(|(d, dim)| {
            let divisions = dim.divisions.iter();
            let inside = divisions.filter(|it| !matches!(it.over, SplitSpace::Axes(_)));
            let inside = SplitDim { divisions: inside.cloned().collect(), halo: (0, 0) };
            let divided = own[d] != tensor.dims[d];
            let bounded = inside.divisions.iter().any(|it| it.boundaries.is_some());
            match divided && (bounded || !inside.fits(own[d])) {
                true => SplitDim::default(),
                false => inside,
            }
        });
        inside.collect()
    }
}

/// The axes of a split as a sharding that nothing may extend; `None` if it is over no mesh.
pub fn sharding_of(split: &Split) -> Option<Sharding> {
    let axes = |division: &Division| match &division.over {
        SplitSpace::Axes(axes) => axes.to_vec(),
        SplitSpace::Cores | SplitSpace::Time => Vec::new(),
    };
    let dims = split.dims.iter().map(|dim| DimSharding {
        axes: dim.divisions.iter().flat_map(axes).collect(),
        open: false,
        priority: None,
    });
    Some(Sharding {
        mesh: split.mesh.clone()?,
        dims: dims.collect(),
        replicated: Box::default(),
        unreduced: split.partial.iter().flat_map(|it| axes(&it.terms)).collect(),
    })
}
