//! A mesh in atoms: the parts of its axes that no sharding divides further.
//!
//! An axis of size 8 of which one sharding uses `(1)2` and another `(2)4` consists of two atoms, of
//! sizes 2 and 4. All of this folder computes with atoms; axes and sub-axes appear only in text.

use hloom_ir::ops::{AxisRef, Mesh, SdyMeshRef};

/// A part of an axis.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Atom {
    /// The number of its axis.
    pub axis: usize,
    /// The product of the sizes of the axis's atoms in front of it.
    pub before: i64,
    /// Its size.
    pub size: i64,
    /// The distance of neighbours, in places of the mesh.
    pub stride: i64,
}

/// A mesh, and its atoms.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Grid {
    /// The text by which shardings refer to the mesh.
    pub name: SdyMeshRef,
    /// The mesh.
    pub mesh: Mesh,
    /// The atoms, in the order of axes, major to minor.
    pub atoms: Vec<Atom>,
}

impl Grid {
    /// The grid of a mesh of which these axes and sub-axes are used.
    ///
    /// # Errors
    /// If the mesh is invalid, an axis is unknown, or sub-axes of an axis overlap.
    pub fn new<'a>(
        name: SdyMeshRef,
        mesh: Mesh,
        used: impl IntoIterator<Item = &'a AxisRef>,
    ) -> Result<Grid, String> {
        if let Some(complaint) = mesh.complaint() {
            return Err(complaint);
        }
        // The borders of sub-axes of each axis: products of sizes in front of them.
        let mut borders: Vec<Vec<i64>> = mesh.axes.iter().map(|(_, n)| vec![1, *n]).collect();
        for axis in used {
            let at = position(&mesh, axis)?;
            let (before, size) = part(&mesh, at, axis)?;
            borders[at].extend([before, before * size]);
        }
        let mut atoms = Vec::new();
        for (axis, borders) in borders.iter_mut().enumerate() {
            borders.sort_unstable();
            borders.dedup();
            let (name, all) = &mesh.axes[axis];
            let inner: i64 = mesh.axes[axis + 1..].iter().map(|(_, n)| n).product();
            for pair in borders.windows(2) {
                if pair[1] % pair[0] != 0 {
                    return Err(format!(
                        "sub-axes of \"{name}\" overlap: {} and {}",
                        pair[0], pair[1]
                    ));
                }
                let (before, size) = (pair[0], pair[1] / pair[0]);
                atoms.push(Atom { axis, before, size, stride: inner * (all / pair[1]) });
            }
        }
        Ok(Grid { name, mesh, atoms })
    }

    /// The number of devices.
    pub fn devices(&self) -> i64 {
        self.mesh.size().unwrap_or(1)
    }

    /// The number of parts that these atoms make.
    pub fn parts(&self, axes: &[usize]) -> i64 {
        axes.iter().map(|&a| self.atoms[a].size).product()
    }

    /// The device at a place.
    pub fn device(&self, place: i64) -> i64 {
        self.mesh.device_ids.as_ref().map_or(place, |ids| ids[place as usize])
    }

    /// The number of a place's part along these atoms.
    pub fn coordinate(&self, place: i64, axes: &[usize]) -> i64 {
        axes.iter().fold(0, |at, &a| {
            let Atom { size, stride, .. } = self.atoms[a];
            at * size + place / stride % size
        })
    }

    /// For each device, the number of its part along these atoms.
    pub fn coordinates(&self, axes: &[usize]) -> Vec<i64> {
        let mut all = vec![0; self.devices() as usize];
        for place in 0..self.devices() {
            all[self.device(place) as usize] = self.coordinate(place, axes);
        }
        all
    }

    /// The places of the parts along these atoms, from the place of the first one.
    pub fn offsets(&self, axes: &[usize]) -> Vec<i64> {
        (0..self.parts(axes))
            .map(|mut part| {
                axes.iter().rev().fold(0, |sum, &a| {
                    let Atom { size, stride, .. } = self.atoms[a];
                    let digit = part % size;
                    part /= size;
                    sum + digit * stride
                })
            })
            .collect()
    }

    /// The groups of devices that differ only along these atoms, each in the order of its parts.
    pub fn groups(&self, axes: &[usize]) -> Vec<Vec<i64>> {
        let first = |&place: &i64| {
            axes.iter().all(|&a| place / self.atoms[a].stride % self.atoms[a].size == 0)
        };
        let offsets = self.offsets(axes);
        (0..self.devices())
            .filter(first)
            .map(|base| offsets.iter().map(|offset| self.device(base + offset)).collect())
            .collect()
    }

    /// The atoms of an axis or sub-axis. Atoms of size 1 are left out.
    ///
    /// # Errors
    /// If the axis is unknown, or is no union of atoms.
    pub fn atoms_of(&self, axis: &AxisRef) -> Result<Vec<usize>, String> {
        let at = position(&self.mesh, axis)?;
        let (before, size) = part(&self.mesh, at, axis)?;
        let inside = |a: &Atom| {
            a.axis == at && a.before >= before && a.before * a.size <= before * size && a.size > 1
        };
        let found: Vec<usize> = (0..self.atoms.len()).filter(|&a| inside(&self.atoms[a])).collect();
        if self.parts(&found) != size {
            return Err(format!(
                "({before}){size} of axis \"{}\" overlaps other parts of it",
                axis.name
            ));
        }
        Ok(found)
    }

    /// Axes and sub-axes of atoms; neighbouring atoms of an axis become one sub-axis.
    pub fn axes(&self, atoms: &[usize]) -> Vec<AxisRef> {
        let mut all: Vec<(usize, i64, i64)> = Vec::new();
        for &a in atoms {
            let Atom { axis, before, size, .. } = self.atoms[a];
            match all.last_mut() {
                Some((last, b, s)) if *last == axis && *b * *s == before => *s *= size,
                _ => all.push((axis, before, size)),
            }
        }
        let named = |(axis, before, size): (usize, i64, i64)| {
            let (name, whole) = &self.mesh.axes[axis];
            AxisRef { name: name.clone(), part: (size != *whole).then_some((before, size)) }
        };
        all.into_iter().map(named).collect()
    }
}

fn position(mesh: &Mesh, axis: &AxisRef) -> Result<usize, String> {
    let found = mesh.axes.iter().position(|(name, _)| *name == axis.name);
    found.ok_or_else(|| {
        let known: Vec<String> = mesh.axes.iter().map(|(name, _)| format!("\"{name}\"")).collect();
        format!("the mesh has no axis \"{}\"; its axes are {}", axis.name, known.join(", "))
    })
}

/// The sizes in front of an axis reference, and its own.
fn part(mesh: &Mesh, at: usize, axis: &AxisRef) -> Result<(i64, i64), String> {
    let size = mesh.axes[at].1;
    let (before, part) = axis.part.unwrap_or((1, size));
    let product = before.checked_mul(part).filter(|_| before >= 1 && part >= 1);
    match product {
        Some(n) if size % n == 0 => Ok((before, part)),
        _ => {
            Err(format!("({before}){part} is not a part of axis \"{}\" of size {size}", axis.name))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn axis(name: &str, part: Option<(i64, i64)>) -> AxisRef {
        AxisRef { name: name.into(), part }
    }

    fn grid(used: &[AxisRef]) -> Result<Grid, String> {
        let axes = [("x".into(), 2), ("y".into(), 8)];
        let mesh = Mesh { axes: axes.into(), device_ids: None };
        Grid::new(SdyMeshRef::Symbol("mesh".into()), mesh, used)
    }

    #[test]
    fn sub_axes_are_atoms() {
        let used = [axis("y", Some((1, 2))), axis("y", Some((2, 4)))];
        let grid = grid(&used).expect("a grid");
        let sizes: Vec<(i64, i64)> = grid.atoms.iter().map(|a| (a.size, a.stride)).collect();
        assert_eq!(sizes, [(2, 8), (2, 4), (4, 1)]);
        assert_eq!(grid.atoms_of(&axis("y", None)), Ok(vec![1, 2]));
        assert_eq!(grid.axes(&[1, 2, 0]), [axis("y", None), axis("x", None)]);
        assert_eq!(grid.axes(&[2]), [axis("y", Some((2, 4)))]);
        assert_eq!(grid.groups(&[0, 1])[0], [0, 4, 8, 12]);
        assert_eq!(grid.groups(&[1, 0])[1], [1, 9, 5, 13]);
        assert_eq!(grid.coordinate(13, &[1, 0]), 3);
    }

    #[test]
    fn wrong_axes_are_told() {
        let of = |used: AxisRef| grid(&[used]).expect_err("an error");
        assert_eq!(of(axis("z", None)), "the mesh has no axis \"z\"; its axes are \"x\", \"y\"");
        assert!(of(axis("y", Some((1, 3)))).contains("(1)3 is not a part of axis \"y\" of size 8"));
        let overlap = [axis("y", Some((1, 4))), axis("y", Some((2, 2))), axis("y", Some((2, 4)))];
        assert!(grid(&overlap).is_ok());
    }
}
