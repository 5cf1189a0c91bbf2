//! Meshes of devices, and how tensors are divided among them, as Shardy's attributes say.

use std::collections::BTreeMap;

use hloom_ir::field::Field;
use hloom_ir::ops::{AxisRef, DeviceMesh, DimSharding, SdyMeshRef, Sharding as Stated};
use hloom_ir::{Attr, Module};

use crate::error::{Error, Outcome};

/// Devices in a grid with named axes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Mesh {
    /// The axes with their lengths, the slowest first.
    axes: Vec<(String, i64)>,
    /// The number of the device at each place; in order if empty.
    devices: Vec<i64>,
}

impl Mesh {
    /// The coordinates of a device along the axes other than these; `None` if the mesh lacks it.
    pub(crate) fn beyond(&self, axes: &[Box<str>], device: i64) -> Option<Vec<i64>> {
        let count: i64 = self.axes.iter().map(|(_, n)| n).product();
        let mut place = match self.devices.is_empty() {
            true => Some(device).filter(|at| (0..count).contains(at))?,
            false => self.devices.iter().position(|&other| other == device)? as i64,
        };
        let mut found = Vec::new();
        for (name, n) in self.axes.iter().rev() {
            if !axes.iter().any(|axis| **axis == **name) {
                found.push(place % n);
            }
            place /= n;
        }
        Some(found)
    }
}

/// The axes along which each dimension of a tensor is divided, and those along which devices hold the
/// terms of a sum.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Sharding {
    mesh: Mesh,
    dims: Vec<Vec<AxisRef>>,
    unreduced: Vec<AxisRef>,
}

/// The tiles of a tensor, and the devices that have them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Tiles {
    /// The number of tiles along each dimension, then the number of copies of each tile if there are
    /// several, then that of the terms of a sum if there are several.
    pub(crate) counts: Vec<i64>,
    /// The devices in the order of the tiles, the last count fastest.
    pub(crate) devices: Vec<i64>,
    /// Whether there is a number of copies.
    pub(crate) copies: bool,
    /// Whether there is a number of terms.
    pub(crate) terms: bool,
}

/// The part of a tensor on a device: the first index and the extent of each dimension.
pub(crate) type Tile = Vec<(i64, i64)>;

/// The meshes of a program, by their names.
pub(crate) fn meshes(module: &Module) -> Vec<(String, Mesh)> {
    let mesh = |op| {
        let it = module.get::<DeviceMesh>(op)?;
        Some((it.sym_name.0.to_string(), Mesh::of(&it.mesh.0)))
    };
    module.walk_all().filter_map(mesh).collect()
}

impl Sharding {
    /// The sharding that an attribute of an argument or a result says, if it divides anything.
    ///
    /// # Errors
    /// If the attribute can't be read, or its mesh is not there.
    pub(crate) fn of(attr: Option<&Attr>, meshes: &[(String, Mesh)]) -> Outcome<Option<Sharding>> {
        let Some(attr) = attr else { return Ok(None) };
        let stated = Stated::from_attr(Some(attr.clone()), &[]).map_err(|why| {
            Error::invalid(format!("hloom can't read the sharding `{attr}`: {why}"))
        })?;
        let sharding = Sharding::stated(&stated, meshes, |_| true)?;
        let divides = sharding.is_unreduced() || sharding.dims.iter().any(|axes| !axes.is_empty());
        Ok(divides.then_some(sharding))
    }

    /// A sharding as the program states it, as far as it divides along axes that are `kept`.
    ///
    /// # Errors
    /// If its mesh is not there.
    pub(crate) fn stated(
        stated: &Stated,
        meshes: &[(String, Mesh)],
        kept: impl Fn(&str) -> bool,
    ) -> Outcome<Sharding> {
        let mesh = match &stated.mesh {
            SdyMeshRef::Inline(mesh) => Mesh::of(&mesh.0),
            SdyMeshRef::Symbol(name) => {
                let found = meshes.iter().find(|(known, _)| **known == **name);
                let none = || Error::invalid(format!("the program has no mesh @{name}"));
                found.ok_or_else(none)?.1.clone()
            }
        };
        let axes = |dim: &DimSharding| -> Vec<AxisRef> {
            dim.axes.iter().filter(|axis| kept(&axis.name)).cloned().collect()
        };
        let dims = stated.dims.iter().map(axes).collect();
        let unreduced = stated.unreduced.iter().filter(|axis| kept(&axis.name)).cloned().collect();
        Ok(Sharding { mesh, dims, unreduced })
    }

    /// The sharding of a tensor that is transposed so: dimension `i` is dimension `permutation[i]`.
    pub(crate) fn permuted(&self, permutation: &[i64]) -> Sharding {
        let dim = |&d: &i64| usize::try_from(d).ok().and_then(|d| self.dims.get(d)).cloned();
        let dims = permutation.iter().map(|d| dim(d).unwrap_or_default()).collect();
        Sharding { dims, ..self.clone() }
    }

    /// Whether devices hold terms of a sum.
    pub(crate) fn is_unreduced(&self) -> bool {
        !self.unreduced.is_empty()
    }

    /// The sharding of the sum of the terms.
    pub(crate) fn without_terms(self) -> Sharding {
        Sharding { unreduced: Vec::new(), ..self }
    }

    /// The axes along which devices hold the terms of a sum.
    pub(crate) fn unreduced(&self) -> &[AxisRef] {
        &self.unreduced
    }

    /// The number of terms that devices hold; 1 if they hold the tensor itself.
    pub(crate) fn terms(&self) -> i64 {
        let size = |axis| self.mesh.place(axis, 0).map_or(1, |(_, size)| size);
        self.unreduced.iter().map(size).product()
    }

    /// The first place of the mesh whose device holds a term.
    pub(crate) fn place_of(&self, term: i64) -> i64 {
        let places: i64 = self.mesh.axes.iter().map(|(_, n)| n).product();
        let holds = |&at: &i64| {
            let number = self.unreduced.iter().try_fold(0, |number, axis| {
                let (place, size) = self.mesh.place(axis, at)?;
                Some(number * size + place)
            });
            number == Some(term)
        };
        (0..places).find(holds).unwrap_or(0)
    }

    /// The number of the term that logical device `number` holds; a tensor that is divided has its
    /// elements in term 0, and zeros in the others.
    pub(crate) fn term(&self, number: i64) -> Option<i64> {
        let at = self.at(number)?;
        self.unreduced.iter().try_fold(0, |term, axis| {
            let (place, size) = self.mesh.place(axis, at)?;
            Some(term * size + place)
        })
    }

    /// The place of a device in the mesh.
    fn at(&self, number: i64) -> Option<i64> {
        match self.mesh.devices.is_empty() {
            true => Some(number),
            false => Some(self.mesh.devices.iter().position(|&device| device == number)? as i64),
        }
    }

    /// The tile on logical device `number` of a tensor of these extents; `None` if they can't be
    /// divided so.
    pub(crate) fn tile(&self, dims: &[i64], number: i64) -> Option<Tile> {
        let at = self.at(number)?;
        let mut tile = Vec::with_capacity(dims.len());
        for (d, &extent) in dims.iter().enumerate() {
            let (mut index, mut count) = (0, 1);
            for axis in self.dims.get(d)? {
                let (place, size) = self.mesh.place(axis, at)?;
                (index, count) = (index * size + place, count * size);
            }
            if extent % count != 0 {
                return None;
            }
            tile.push((index * (extent / count), extent / count));
        }
        Some(tile)
    }

    /// The tiles of a tensor of these extents, as HLO counts them; `None` if it is not divided so.
    pub(crate) fn tiles(&self, dims: &[i64], devices: i64) -> Option<Tiles> {
        let mut places = Vec::new();
        let mut counts = vec![1; dims.len()];
        let mut copies_of: BTreeMap<(Vec<i64>, i64), i64> = BTreeMap::new();
        let mut terms = 1;
        for device in 0..devices {
            let tile = self.tile(dims, device)?;
            let extents = tile.iter().zip(dims);
            counts = extents.clone().map(|(&(_, n), &extent)| extent / n.max(1)).collect();
            let place: Vec<i64> = tile.iter().map(|&(start, n)| start / n.max(1)).collect();
            let term = self.term(device)?;
            terms = terms.max(term + 1);
            let copy = copies_of.entry((place.clone(), term)).or_default();
            places.push((place, *copy, term, device));
            *copy += 1;
        }
        places.sort();
        let parts: i64 = counts.iter().product::<i64>() * terms;
        let copies = devices / parts.max(1);
        if parts < 2 || copies * parts != devices {
            return None;
        }
        counts.extend((copies > 1).then_some(copies));
        counts.extend((terms > 1).then_some(terms));
        let devices: Vec<i64> = places.iter().map(|(.., device)| *device).collect();
        Some(Tiles { counts, devices, copies: copies > 1, terms: terms > 1 })
    }

    /// The sharding of a tensor of these extents in the words of HLO, as
    /// `{devices=[2,1,2]0,1,2,3 last_tile_dim_replicate}`, or with `last_tile_dims={unreduced}` for
    /// terms of a sum; `None` if it is not divided so.
    pub(crate) fn hlo(&self, dims: &[i64], devices: i64) -> Option<String> {
        let Tiles { counts, devices, copies, terms } = self.tiles(dims, devices)?;
        let last = match (copies, terms) {
            (false, false) => "",
            (true, false) => " last_tile_dim_replicate",
            (false, true) => " last_tile_dims={unreduced}",
            (true, true) => " last_tile_dims={replicated, unreduced}",
        };
        let list = |all: &[i64]| all.iter().map(i64::to_string).collect::<Vec<_>>().join(",");
        Some(format!("{{devices=[{}]{}{last}}}", list(&counts), list(&devices)))
    }
}

impl Mesh {
    fn of(mesh: &hloom_ir::ops::Mesh) -> Mesh {
        let axes = mesh.axes.iter().map(|(name, size)| (name.to_string(), *size)).collect();
        let devices = mesh.device_ids.as_deref().unwrap_or_default();
        // A mesh without axes is one device.
        let devices = if mesh.axes.is_empty() { &[][..] } else { devices };
        Mesh { axes, devices: devices.to_vec() }
    }

    /// The place of a device along an axis, and the number of places.
    fn place(&self, axis: &AxisRef, at: i64) -> Option<(i64, i64)> {
        let i = self.axes.iter().position(|(name, _)| **name == *axis.name)?;
        let size = self.axes[i].1;
        let faster: i64 = self.axes[i + 1..].iter().map(|(_, n)| n).product();
        let place = at / faster.max(1) % size.max(1);
        match axis.part {
            None => Some((place, size)),
            Some((before, own)) => {
                let after = size / before.checked_mul(own).filter(|&n| n > 0)?;
                Some((place / after.max(1) % own, own))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sharding(text: &str) -> Sharding {
        let axes = [("a".into(), 2), ("b".into(), 4)];
        let mesh = Mesh::of(&hloom_ir::ops::Mesh { axes: axes.into(), device_ids: None });
        read(text, &[("mesh".to_owned(), mesh)]).unwrap()
    }

    fn read(text: &str, meshes: &[(String, Mesh)]) -> Outcome<Sharding> {
        let stated = Stated::from_attr(Some(Attr::Opaque(text.into())), &[]).unwrap();
        Sharding::stated(&stated, meshes, |_| true)
    }

    #[test]
    fn tiles_of_axes_and_of_parts_of_axes() {
        let both = sharding("#sdy.sharding<@mesh, [{\"a\"}, {\"b\", ?}p1]>");
        assert_eq!(both.tile(&[4, 8], 0).unwrap(), [(0, 2), (0, 2)]);
        assert_eq!(both.tile(&[4, 8], 6).unwrap(), [(2, 2), (4, 2)]);
        assert_eq!(both.tile(&[4, 7], 0), None);
        let joined = sharding("#sdy.sharding<@mesh, [{\"b\", \"a\"}, {?}]>");
        assert_eq!(joined.tile(&[8, 1], 5).unwrap(), [(3, 1), (0, 1)]);
        assert_eq!(both.hlo(&[4, 8], 8).unwrap(), "{devices=[2,4]0,1,2,3,4,5,6,7}");
        assert_eq!(joined.hlo(&[8, 1], 8).unwrap(), "{devices=[8,1]0,4,1,5,2,6,3,7}");
        assert_eq!(both.hlo(&[4, 7], 8), None);
        let part = sharding("#sdy.sharding<@mesh, [{\"b\":(2)2}]>");
        assert_eq!(part.tile(&[4], 3).unwrap(), [(2, 2)]);
        assert_eq!(part.tile(&[4], 2).unwrap(), [(0, 2)]);
        let before = sharding("#sdy.sharding<@mesh, [{\"b\":(1)2}]>");
        assert_eq!(before.tile(&[4], 2).unwrap(), [(2, 2)]);
    }

    #[test]
    fn devices_of_a_mesh_may_be_in_any_order() {
        let inline = "#sdy.sharding<mesh<[\"x\"=2], device_ids=[1, 0]>, [{\"x\"}]>";
        assert_eq!(read(inline, &[]).unwrap().tile(&[2], 0).unwrap(), [(1, 1)]);
        let missing = read("#sdy.sharding<@other, [{}]>", &[]).unwrap_err();
        assert_eq!(missing.message, "the program has no mesh @other");
    }

    #[test]
    fn partial_sums_are_refused() {
        let text = "#sdy.sharding<mesh<[\"x\"=2]>, [{}], unreduced={\"x\"}>";
        let terms = read(text, &[]).unwrap();
        assert!(terms.is_unreduced());
        let words = "{devices=[1,2]0,1 last_tile_dims={unreduced}}";
        assert_eq!(terms.hlo(&[4], 2).as_deref(), Some(words));
        assert_eq!([0, 1].map(|device| terms.term(device)), [Some(0), Some(1)]);
        assert_eq!(
            [0, 1].map(|device| terms.tile(&[4], device)),
            [Some(vec![(0, 4)]), Some(vec![(0, 4)])]
        );
    }
}
