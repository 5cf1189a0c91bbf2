//! Shardings over a mesh in the axes of another mesh of the same devices.
//!
//! ```text
//!   mesh ["a"=2, "b"=4]     mesh ["c"=8]           "a" is "c":(1)2, "b" is "c":(2)4
//!   mesh ["a"=2, "b"=4]     mesh ["d"=4, "e"=2]    "b" is "d":(2)2, "e"
//! ```
//!
//! An axis divides the devices in runs of places of the other mesh. It has no counterpart if these are
//! irregular, as for meshes that list their devices in unrelated orders.

use super::tiles::{axes_of, runs};
use hloom_ir::ops::{AxisRef, DimSharding, Mesh, SdyMeshRef, Sharding};

/// A sharding over mesh `from` as one over mesh `to`; `None` if it has no counterpart.
pub(super) fn translated(
    sharding: &Sharding,
    from: &Mesh,
    (name, to): (&SdyMeshRef, &Mesh),
) -> Option<Sharding> {
    let places = places(from, to)?;
    let all = |axes: &[AxisRef]| -> Option<Box<[AxisRef]>> {
        let each = axes.iter().map(|axis| one(axis, from, to, &places));
        Some(each.collect::<Option<Vec<_>>>()?.concat().into())
    };
    let dim = |dim: &DimSharding| Some(DimSharding { axes: all(&dim.axes)?, ..dim.clone() });
    Some(Sharding {
        mesh: name.clone(),
        dims: sharding.dims.iter().map(dim).collect::<Option<_>>()?,
        replicated: all(&sharding.replicated)?,
        unreduced: all(&sharding.unreduced)?,
    })
}

/// For each place of mesh `from`, the place of its device in mesh `to`; `None` if they have others.
fn places(from: &Mesh, to: &Mesh) -> Option<Vec<i64>> {
    let devices = |mesh: &Mesh| -> Option<Vec<i64>> {
        let count = mesh.size()?;
        let all = mesh.device_ids.as_deref().map_or_else(|| (0..count).collect(), <[i64]>::to_vec);
        (all.len() as i64 == count).then_some(all)
    };
    let (from, to) = (devices(from)?, devices(to)?);
    let place = |device: &i64| Some(to.iter().position(|other| other == device)? as i64);
    (from.len() == to.len()).then(|| from.iter().map(place).collect())?
}

/// The axes of mesh `to` that go along the same devices as an axis of mesh `from`.
fn one(axis: &AxisRef, from: &Mesh, to: &Mesh, places: &[i64]) -> Option<Vec<AxisRef>> {
    let at = from.axes.iter().position(|(name, _)| *name == axis.name)?;
    let inner: i64 = from.axes[at + 1..].iter().map(|(_, n)| n).product();
    let all = from.axes[at].1;
    let (before, size) = axis.part.unwrap_or((1, all));
    let behind = all.checked_div(before.checked_mul(size)?)?;
    let stride = usize::try_from(inner * behind).ok().filter(|&n| n > 0)?;
    let size = usize::try_from(size).ok()?;
    let offsets: Vec<i64> =
        (0..size).map(|i| Some(places.get(i * stride)? - places[0])).collect::<Option<_>>()?;
    let regular = places.iter().enumerate().all(|(place, &found)| {
        let digit = place / stride % size;
        found == places[place - digit * stride] + offsets[digit]
    });
    if !regular {
        return None;
    }
    let along = runs(&offsets)?.into_iter().map(|(size, stride)| axes_of(to, size, stride).ok());
    Some(along.collect::<Option<Vec<_>>>()?.concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mesh(axes: &[(&str, i64)], devices: Option<&[i64]>) -> Mesh {
        let axes = axes.iter().map(|&(name, size)| (name.into(), size)).collect();
        Mesh { axes, device_ids: devices.map(Into::into) }
    }

    /// The axes of `to` for each axis of `from`.
    fn of(from: &Mesh, to: &Mesh) -> Vec<Option<String>> {
        let name = SdyMeshRef::Symbol("to".into());
        let dim = |axis: &str| DimSharding {
            axes: [AxisRef { name: axis.into(), part: None }].into(),
            open: false,
            priority: None,
        };
        let each = from.axes.iter().map(|(axis, _)| {
            let sharding = Sharding {
                mesh: SdyMeshRef::Symbol("from".into()),
                dims: [dim(axis)].into(),
                replicated: Box::default(),
                unreduced: Box::default(),
            };
            translated(&sharding, from, (&name, to)).map(|found| found.to_string())
        });
        each.collect()
    }

    #[test]
    fn axes_are_those_along_the_same_devices() {
        let some = |text: &str| Some(text.to_owned());
        let ab = mesh(&[("a", 2), ("b", 4)], None);
        let c = mesh(&[("c", 8)], None);
        let halves = [some(r#"<@to, [{"c":(1)2}]>"#), some(r#"<@to, [{"c":(2)4}]>"#)];
        assert_eq!(of(&ab, &c), halves);
        assert_eq!(of(&c, &ab), [some(r#"<@to, [{"a", "b"}]>"#)]);
        let de = mesh(&[("d", 4), ("e", 2)], None);
        let parts = [some(r#"<@to, [{"d":(1)2}]>"#), some(r#"<@to, [{"d":(2)2, "e"}]>"#)];
        assert_eq!(of(&ab, &de), parts);
        // The devices of the first mesh, with the axes exchanged.
        let turned = mesh(&[("f", 4), ("g", 2)], Some(&[0, 4, 1, 5, 2, 6, 3, 7]));
        assert_eq!(of(&turned, &ab), [some(r#"<@to, [{"b"}]>"#), some(r#"<@to, [{"a"}]>"#)]);
        assert_eq!(of(&ab, &turned), [some(r#"<@to, [{"g"}]>"#), some(r#"<@to, [{"f"}]>"#)]);
    }

    #[test]
    fn unrelated_meshes_have_no_counterparts() {
        let ab = mesh(&[("a", 2), ("b", 2)], None);
        assert_eq!(of(&ab, &mesh(&[("c", 4)], Some(&[0, 3, 1, 2]))), [None, None]);
        assert_eq!(of(&ab, &mesh(&[("c", 4)], Some(&[0, 1, 2, 4]))), [None, None]);
        assert_eq!(of(&ab, &mesh(&[("c", 8)], None)), [None, None]);
    }
}
