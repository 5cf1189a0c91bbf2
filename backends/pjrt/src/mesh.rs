//! Meshes of devices, and how tensors are divided among them: Shardy's attributes, read from text.

use hloom_ir::ops::Op;
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

/// An axis or a part of one: `"x":(2)4` has 2 steps before it and 4 of its own.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Axis {
    name: String,
    part: Option<(i64, i64)>,
}

/// The axes along which each dimension of a tensor is divided.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Sharding {
    mesh: Mesh,
    dims: Vec<Vec<Axis>>,
}

/// The part of a tensor on a device: the first index and the extent of each dimension.
pub(crate) type Tile = Vec<(i64, i64)>;

/// The meshes of a program, by their names.
pub(crate) fn meshes(module: &Module) -> Vec<(String, Mesh)> {
    let mesh = |op| match module.op(op) {
        Op::Foreign(it) if &*it.name == "sdy.mesh" => {
            let field = |name| it.properties.get(name).or_else(|| it.attrs.get(name));
            let mesh = Text(&field("mesh")?.to_string()).mesh()?;
            let name = field("sym_name")?;
            Some((name.as_str()?.to_owned(), mesh))
        }
        // Any other op: no mesh.
        _ => None,
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
        let text = attr.to_string();
        let sharding = Text(&text).sharding(meshes);
        let wrong = || Error::invalid(format!("hloom can't read the sharding `{text}`"));
        let sharding = sharding.ok_or_else(wrong)?;
        Ok(sharding.dims.iter().any(|axes| !axes.is_empty()).then_some(sharding))
    }

    /// The shardings of several values, as far as they divide along `axes`.
    ///
    /// # Errors
    /// If the attribute can't be read.
    pub(crate) fn list(
        attr: &Attr,
        meshes: &[(String, Mesh)],
        axes: &[String],
    ) -> Outcome<Vec<Sharding>> {
        let text = attr.to_string();
        let mut rest = Text(&text);
        let read = || {
            rest.expect("#sdy.sharding_per_value<")?;
            rest.list(("[", "]"), |text| text.sharding(meshes))
        };
        let wrong = |()| Error::invalid(format!("hloom can't read the shardings `{text}`"));
        let mut all = { read }().ok_or(()).map_err(wrong)?;
        for dim in all.iter_mut().flat_map(|sharding| &mut sharding.dims) {
            dim.retain(|axis| axes.contains(&axis.name));
        }
        Ok(all)
    }

    /// The names of an attribute of axes.
    ///
    /// # Errors
    /// If the attribute can't be read.
    pub(crate) fn names(attr: &Attr) -> Outcome<Vec<String>> {
        let text = attr.to_string();
        let mut rest = Text(&text);
        let names =
            rest.expect("#sdy<manual_axes").and_then(|()| rest.list(("{", "}"), Text::name));
        names.ok_or_else(|| Error::invalid(format!("hloom can't read the axes `{text}`")))
    }

    /// The tile on logical device `number` of a tensor of these extents; `None` if they can't be
    /// divided so.
    pub(crate) fn tile(&self, dims: &[i64], number: i64) -> Option<Tile> {
        let at = match self.mesh.devices.is_empty() {
            true => number,
            false => self.mesh.devices.iter().position(|&device| device == number)? as i64,
        };
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
}

impl Mesh {
    /// The place of a device along an axis, and the number of places.
    fn place(&self, axis: &Axis, at: i64) -> Option<(i64, i64)> {
        let i = self.axes.iter().position(|(name, _)| *name == axis.name)?;
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

/// A text that is read from its beginning.
struct Text<'t>(&'t str);

impl Text<'_> {
    fn skip(&mut self, token: &str) -> bool {
        self.0 = self.0.trim_start();
        match self.0.strip_prefix(token) {
            Some(rest) => {
                self.0 = rest;
                true
            }
            None => false,
        }
    }

    fn expect(&mut self, token: &str) -> Option<()> {
        self.skip(token).then_some(())
    }

    fn number(&mut self) -> Option<i64> {
        self.0 = self.0.trim_start();
        let end = self.0.find(|c: char| !c.is_ascii_digit()).unwrap_or(self.0.len());
        let (digits, rest) = self.0.split_at(end);
        self.0 = rest;
        digits.parse().ok()
    }

    fn name(&mut self) -> Option<String> {
        self.expect("\"")?;
        let (name, rest) = self.0.split_once('"')?;
        self.0 = rest;
        Some(name.to_owned())
    }

    /// Items between brackets, separated by commas.
    fn list<T>(
        &mut self,
        (open, close): (&str, &str),
        mut item: impl FnMut(&mut Self) -> Option<T>,
    ) -> Option<Vec<T>> {
        self.expect(open)?;
        let mut all = Vec::new();
        while !self.skip(close) {
            if !all.is_empty() {
                self.expect(",")?;
            }
            all.push(item(self)?);
        }
        Some(all)
    }

    /// `#sdy.mesh<["a"=2], device_ids=[0, 1]>`, or without `#sdy.`.
    fn mesh(&mut self) -> Option<Mesh> {
        self.skip("#sdy.");
        self.expect("mesh<")?;
        let axes = self.list(("[", "]"), |text| {
            let name = text.name()?;
            text.expect("=")?;
            Some((name, text.number()?))
        })?;
        let mut devices = Vec::new();
        if self.skip(",") {
            self.expect("device_ids=")?;
            devices = self.list(("[", "]"), Text::number)?;
        }
        self.expect(">")?;
        Some(Mesh { axes, devices })
    }

    /// `"x"` or `"x":(2)4`.
    fn axis(&mut self) -> Option<Axis> {
        let name = self.name()?;
        if !self.skip(":") {
            return Some(Axis { name, part: None });
        }
        self.expect("(")?;
        let before = self.number()?;
        self.expect(")")?;
        Some(Axis { name, part: Some((before, self.number()?)) })
    }

    /// `#sdy.sharding<@mesh, [{"a"}, {?}, {"b", ?}p1], replicated={"c"}>`.
    fn sharding(&mut self, meshes: &[(String, Mesh)]) -> Option<Sharding> {
        self.skip("#sdy.sharding");
        self.expect("<")?;
        let mesh = if self.skip("@") {
            let end = self.0.find([',', '>'])?;
            let (name, rest) = self.0.split_at(end);
            self.0 = rest;
            let name = name.trim_matches('"');
            meshes.iter().find(|(known, _)| known == name)?.1.clone()
        } else {
            self.mesh()?
        };
        self.expect(",")?;
        let dims = self.list(("[", "]"), |text| {
            let axes = text.list(("{", "}"), |text| match text.skip("?") {
                true => Some(None),
                false => text.axis().map(Some),
            })?;
            if text.skip("p") {
                text.number()?;
            }
            Some(axes.into_iter().flatten().collect())
        })?;
        Some(Sharding { mesh, dims })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sharding(text: &str) -> Sharding {
        let mesh = Text("#sdy.mesh<[\"a\"=2, \"b\"=4]>").mesh().unwrap();
        Text(text).sharding(&[("mesh".to_owned(), mesh)]).unwrap()
    }

    #[test]
    fn tiles_of_axes_and_of_parts_of_axes() {
        let both = sharding("#sdy.sharding<@mesh, [{\"a\"}, {\"b\", ?}p1], replicated={}>");
        assert_eq!(both.tile(&[4, 8], 0).unwrap(), [(0, 2), (0, 2)]);
        assert_eq!(both.tile(&[4, 8], 6).unwrap(), [(2, 2), (4, 2)]);
        assert_eq!(both.tile(&[4, 7], 0), None);
        let joined = sharding("#sdy.sharding<@mesh, [{\"b\", \"a\"}, {?}]>");
        assert_eq!(joined.tile(&[8, 1], 5).unwrap(), [(3, 1), (0, 1)]);
        let part = sharding("#sdy.sharding<@mesh, [{\"b\":(2)2}]>");
        assert_eq!(part.tile(&[4], 3).unwrap(), [(2, 2)]);
        assert_eq!(part.tile(&[4], 2).unwrap(), [(0, 2)]);
        let before = sharding("#sdy.sharding<@mesh, [{\"b\":(1)2}]>");
        assert_eq!(before.tile(&[4], 2).unwrap(), [(2, 2)]);
    }

    #[test]
    fn devices_of_a_mesh_may_be_in_any_order() {
        let inline = "#sdy.sharding<mesh<[\"x\"=2], device_ids=[1, 0]>, [{\"x\"}]>";
        let turned = Text(inline).sharding(&[]).unwrap();
        assert_eq!(turned.tile(&[2], 0).unwrap(), [(1, 1)]);
        assert!(Text("#sdy.sharding<@other, [{}]>").sharding(&[]).is_none());
    }
}
