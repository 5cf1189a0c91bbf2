//! Meshes of devices, and replica groups given by mesh axes.
//!
//! A mesh arranges devices along named axes, most significant first. An axis reference may select a
//! part of an axis: for an axis of size 8, `(2)4` is the part of size 4 that remains after a part
//! of size 2 was split off in front of it.

mod read;
mod sdy;

pub(crate) use read::Reader;
pub(crate) use sdy::write_axes;
pub use sdy::{SdyMesh, SdyMeshRef};

use std::fmt;

/// Devices along named axes.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Mesh {
    /// Name and size of each axis, most significant first.
    pub axes: Box<[(Box<str>, i64)]>,
    /// The device at each position, row-major; `0, 1, 2, …` by default.
    pub device_ids: Option<Box<[i64]>>,
}

/// An axis of a mesh, or a sub-axis.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct AxisRef {
    /// The axis.
    pub name: Box<str>,
    /// The product of the sizes in front of the sub-axis, and its own size; `None` for the whole
    /// axis.
    pub part: Option<(i64, i64)>,
}

/// A reference to a mesh: a symbol, or the mesh itself.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum MeshRef {
    /// The symbol of a mesh op in the module.
    Symbol(Box<str>),
    /// An inline mesh.
    Inline(Mesh),
}

/// Groups of devices that differ only along these axes.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct MeshAxes {
    /// The mesh.
    pub mesh: MeshRef,
    /// The axes, most significant first.
    pub axes: Box<[AxisRef]>,
}

/// An axis or a sub-axis: its size, and its stride in the device order.
struct Factor {
    size: i64,
    stride: i64,
}

impl Mesh {
    /// The number of devices; `None` if that does not fit 63 bits.
    pub fn size(&self) -> Option<i64> {
        self.axes.iter().try_fold(1i64, |n, (_, size)| n.checked_mul(*size))
    }

    /// The error of this mesh, if it is invalid: sizes must be positive, names unique, and the number
    /// of devices must match.
    pub fn complaint(&self) -> Option<String> {
        for (i, (name, size)) in self.axes.iter().enumerate() {
            if *size < 1 {
                return Some(format!("axis \"{name}\" of the mesh has size {size}"));
            }
            if self.axes[..i].iter().any(|(other, _)| other == name) {
                return Some(format!("the mesh has two axes \"{name}\""));
            }
        }
        let Some(size) = self.size().filter(|&n| n <= MOST_DEVICES) else {
            return Some(format!("the mesh has more than {MOST_DEVICES} devices"));
        };
        let ids = self.device_ids.as_deref()?;
        let mut sorted = ids.to_vec();
        sorted.sort_unstable();
        if !sorted.iter().copied().eq(0..size) {
            return Some(format!("the device ids of the mesh must be 0..{size}, in any order"));
        }
        None
    }
}

/// The maximum size of a mesh whose groups are enumerated.
const MOST_DEVICES: i64 = 1 << 20;

impl MeshAxes {
    /// The groups of devices that the axes define on a mesh: devices of a group differ only along
    /// the axes, and are in the axes' order. Groups are in the order of the other axes.
    ///
    /// # Errors
    /// Why the axes do not fit the mesh.
    pub fn groups(&self, mesh: &Mesh) -> Result<Vec<Vec<i64>>, String> {
        if let Some(complaint) = mesh.complaint() {
            return Err(complaint);
        }
        let total = mesh.size().unwrap_or(0);
        let mut inner: Vec<Factor> = Vec::new();
        // For each reference, the axis and the range of strides that it takes: sub-axes of one axis
        // must not overlap.
        let mut taken: Vec<(usize, i64, i64)> = Vec::new();
        for axis in &self.axes {
            let Some(at) = mesh.axes.iter().position(|(name, _)| *name == axis.name) else {
                return Err(format!("the mesh has no axis \"{}\"", axis.name));
            };
            let size = mesh.axes[at].1;
            let (before, part) = axis.part.unwrap_or((1, size));
            let divides = before >= 1
                && part >= 1
                && before.checked_mul(part).is_some_and(|n| n <= size && size % n == 0);
            if !divides {
                return Err(format!(
                    "({before}){part} is not a part of axis \"{}\" of size {size}",
                    axis.name
                ));
            }
            let behind = size / (before * part);
            let stride = mesh.axes[at + 1..].iter().map(|(_, n)| n).product::<i64>() * behind;
            let apart = |&(other, from, to): &(usize, i64, i64)| {
                other != at || stride % to == 0 || from % (stride * part) == 0
            };
            if part > 1 && !taken.iter().all(apart) {
                return Err(format!("axis \"{}\" is named twice", axis.name));
            }
            taken.push((at, stride, stride * part));
            inner.push(Factor { size: part, stride });
        }
        let per_group: i64 = inner.iter().map(|f| f.size).product();
        let mut groups = Vec::with_capacity((total / per_group.max(1)) as usize);
        for first in 0..total {
            // A group begins where the indices of all its axes are zero.
            if inner.iter().any(|f| (first / f.stride) % f.size != 0) {
                continue;
            }
            let group = (0..per_group).map(|mut i| {
                let mut place = first;
                for factor in inner.iter().rev() {
                    place += i % factor.size * factor.stride;
                    i /= factor.size;
                }
                mesh.device_ids.as_deref().map_or(place, |ids| ids[place as usize])
            });
            groups.push(group.collect());
        }
        Ok(groups)
    }
}

impl fmt::Display for Mesh {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("#stablehlo.mesh<axes=[")?;
        for (i, (name, size)) in self.axes.iter().enumerate() {
            f.write_str(if i > 0 { ", <name = " } else { "<name = " })?;
            crate::quote::write_quoted(f, name.as_bytes())?;
            write!(f, ", size = {size}>")?;
        }
        f.write_str("]")?;
        if let Some(ids) = &self.device_ids {
            f.write_str(", device_ids=")?;
            let splat = ids.len() == 1;
            f.write_str(if splat { "dense<" } else { "dense<[" })?;
            crate::quote::comma_separated(f, ids)?;
            write!(f, "{}> : tensor<{}xi64>", if splat { "" } else { "]" }, ids.len())?;
        }
        f.write_str(">")
    }
}

impl fmt::Display for AxisRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("#stablehlo.axis_ref<name = ")?;
        crate::quote::write_quoted(f, self.name.as_bytes())?;
        if let Some((before, part)) = self.part {
            write!(f, ", sub_axis_info = ({before}){part}")?;
        }
        f.write_str(">")
    }
}

impl fmt::Display for MeshAxes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("#stablehlo.replica_group_mesh_axes<mesh = ")?;
        match &self.mesh {
            MeshRef::Symbol(name) => crate::quote::write_symbol(f, name)?,
            MeshRef::Inline(mesh) => mesh.fmt(f)?,
        }
        f.write_str(", axes = [")?;
        crate::quote::comma_separated(f, &self.axes)?;
        f.write_str("]>")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn groups(text: &str) -> Result<Vec<Vec<i64>>, String> {
        let axes = Reader::new(text).mesh_axes().expect("well-formed text");
        let MeshRef::Inline(mesh) = &axes.mesh else { panic!("the mesh stands in the text") };
        axes.groups(mesh)
    }

    fn on_2x4(axes: &str, ids: &str) -> String {
        format!(
            "#stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes=[<name = \"x\", \
             size = 2>, <name = \"y\", size = 4>]{ids}>, axes = [{axes}]>"
        )
    }

    #[test]
    fn axes_group_what_differs_in_them_alone() {
        let x = "#stablehlo.axis_ref<name = \"x\">";
        let y = "#stablehlo.axis_ref<name = \"y\">";
        assert_eq!(groups(&on_2x4(y, "")), Ok(vec![vec![0, 1, 2, 3], vec![4, 5, 6, 7]]));
        let pairs = vec![vec![0, 4], vec![1, 5], vec![2, 6], vec![3, 7]];
        assert_eq!(groups(&on_2x4(x, "")), Ok(pairs));
        // The first axis is the most significant.
        let both = format!("{y}, {x}");
        assert_eq!(groups(&on_2x4(&both, "")), Ok(vec![vec![0, 4, 1, 5, 2, 6, 3, 7]]));
        let singles: Vec<_> = (0..8).map(|i| vec![i]).collect();
        assert_eq!(groups(&on_2x4("", "")), Ok(singles));
        let reversed = ", device_ids=dense<[7, 6, 5, 4, 3, 2, 1, 0]> : tensor<8xi64>";
        assert_eq!(groups(&on_2x4(y, reversed)), Ok(vec![vec![7, 6, 5, 4], vec![3, 2, 1, 0]]));
    }

    #[test]
    fn parts_of_an_axis_group_by_their_own_digits() {
        let major = "#stablehlo.axis_ref<name = \"y\", sub_axis_info = (1)2>";
        let minor = "#stablehlo.axis_ref<name = \"y\", sub_axis_info = (2)2>";
        let by_major = vec![vec![0, 2], vec![1, 3], vec![4, 6], vec![5, 7]];
        assert_eq!(groups(&on_2x4(major, "")), Ok(by_major));
        let by_minor = vec![vec![0, 1], vec![2, 3], vec![4, 5], vec![6, 7]];
        assert_eq!(groups(&on_2x4(minor, "")), Ok(by_minor));
        let twice = format!("{major}, #stablehlo.axis_ref<name = \"y\">");
        assert_eq!(groups(&on_2x4(&twice, "")), Err("axis \"y\" is named twice".into()));
        let odd = "#stablehlo.axis_ref<name = \"y\", sub_axis_info = (1)3>";
        let complaint = "(1)3 is not a part of axis \"y\" of size 4".to_owned();
        assert_eq!(groups(&on_2x4(odd, "")), Err(complaint));
    }

    #[test]
    fn text_is_read_as_it_is_written() {
        let text = on_2x4(
            "#stablehlo.axis_ref<name = \"y\", sub_axis_info = (1)2>",
            ", device_ids=dense<[7, 6, 5, 4, 3, 2, 1, 0]> : tensor<8xi64>",
        );
        let mut reader = Reader::new(&text);
        let axes = reader.mesh_axes().expect("well-formed text");
        assert!(reader.at_end());
        assert_eq!(axes.to_string(), text);
        let spaced = text.replace("=[<", " = [ #stablehlo.mesh_axis<").replace("mesh =", "mesh\n=");
        assert_eq!(Reader::new(&spaced).mesh_axes(), Some(axes));
        assert_eq!(Reader::new(&text[..text.len() - 1]).mesh_axes(), None);
    }
}
