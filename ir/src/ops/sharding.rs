//! Attributes of the `sdy` dialect: meshes, and shardings of tensors over them.
//!
//! Source: <https://openxla.org/shardy/sdy_dialect#attributes>

use super::mesh::{AxisRef, Mesh, Reader};
use crate::attr::Attr;
use crate::field::{Field, Style};
use crate::quote::{write_quoted, write_symbol};
use crate::types::Type;
use std::fmt;

/// A mesh in `sdy`'s syntax: `#sdy.mesh<["x"=2, "y"=4], device_ids=[0, …]>`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct SdyMesh(pub Mesh);

impl fmt::Display for SdyMesh {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("<[")?;
        for (i, (name, size)) in self.0.axes.iter().enumerate() {
            f.write_str(if i > 0 { ", " } else { "" })?;
            crate::quote::write_quoted(f, name.as_bytes())?;
            write!(f, "={size}")?;
        }
        f.write_str("]")?;
        if let Some(ids) = &self.0.device_ids {
            f.write_str(", device_ids=[")?;
            crate::types::comma_separated(f, ids)?;
            f.write_str("]")?;
        }
        f.write_str(">")
    }
}

impl Reader<'_> {
    /// Parses `<["x"=2], device_ids=[1, 0]>`.
    fn sdy_mesh(&mut self) -> Option<SdyMesh> {
        self.expect("<")?;
        let axes = self.list("[", "]", |r| {
            let name = r.string()?;
            r.expect("=")?;
            Some((name, r.integer()?))
        })?;
        let mut device_ids = None;
        if self.eat(",") {
            self.expect("device_ids")?;
            self.expect("=")?;
            device_ids = Some(self.list("[", "]", Reader::integer)?);
        }
        self.expect(">")?;
        Some(SdyMesh(Mesh { axes, device_ids }))
    }
}

impl Field for SdyMesh {
    const STYLE: Style = Style::Attr;
    fn from_attr(attr: Option<Attr>, _: &[Type]) -> Result<SdyMesh, String> {
        let expected = "`#sdy.mesh<[\"axis\"=size, …]>`";
        let Some(Attr::Opaque(text)) = attr else {
            return Err(attr.map_or("it is missing".into(), |other| {
                format!("expected {expected}, found `{other}`")
            }));
        };
        let mut reader = Reader::new(&text);
        let mesh = reader.expect("#sdy.mesh").and_then(|()| reader.sdy_mesh());
        mesh.filter(|_| reader.at_end())
            .ok_or_else(|| format!("expected {expected}, found `{text}`"))
    }
    fn to_attr(&self) -> Option<Attr> {
        Some(Attr::Opaque(format!("#sdy.mesh{self}").into()))
    }
}

/// The mesh of a sharding: a symbol, or inline.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum SdyMeshRef {
    /// `@mesh`.
    Symbol(Box<str>),
    /// `mesh<["x"=2]>`.
    Inline(SdyMesh),
}

/// The sharding of one dimension: `{"x", "y":(1)2, ?}p1`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct DimSharding {
    /// The axes that shard the dimension, major to minor.
    pub axes: Box<[AxisRef]>,
    /// Whether further axes may shard it, `?`.
    pub open: bool,
    /// The priority of its propagation, 0 first.
    pub priority: Option<i64>,
}

/// The sharding of a tensor: `<@mesh, [{"x"}, {}], replicated={"y"}>`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Sharding {
    /// The mesh.
    pub mesh: SdyMeshRef,
    /// The sharding of each dimension.
    pub dims: Box<[DimSharding]>,
    /// Axes along which the tensor must be replicated.
    pub replicated: Box<[AxisRef]>,
    /// Axes along which the shards are partial sums.
    pub unreduced: Box<[AxisRef]>,
}

/// A sharding for each of several values.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Shardings(pub Box<[Sharding]>);

/// The axes that are manual in a body: `{"x", "y"}`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ManualAxes(pub Box<[Box<str>]>);

fn write_axes(f: &mut fmt::Formatter<'_>, axes: &[AxisRef]) -> fmt::Result {
    for (i, axis) in axes.iter().enumerate() {
        f.write_str(if i > 0 { ", " } else { "" })?;
        write_quoted(f, axis.name.as_bytes())?;
        if let Some((before, part)) = axis.part {
            write!(f, ":({before}){part}")?;
        }
    }
    Ok(())
}

impl fmt::Display for Sharding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("<")?;
        match &self.mesh {
            SdyMeshRef::Symbol(name) => write_symbol(f, name)?,
            SdyMeshRef::Inline(mesh) => write!(f, "mesh{mesh}")?,
        }
        f.write_str(", [")?;
        for (i, dim) in self.dims.iter().enumerate() {
            f.write_str(if i > 0 { ", {" } else { "{" })?;
            write_axes(f, &dim.axes)?;
            if dim.open {
                f.write_str(if dim.axes.is_empty() { "?" } else { ", ?" })?;
            }
            f.write_str("}")?;
            if let Some(priority) = dim.priority {
                write!(f, "p{priority}")?;
            }
        }
        f.write_str("]")?;
        for (name, axes) in [("replicated", &self.replicated), ("unreduced", &self.unreduced)] {
            if !axes.is_empty() {
                write!(f, ", {name}={{")?;
                write_axes(f, axes)?;
                f.write_str("}")?;
            }
        }
        f.write_str(">")
    }
}

impl fmt::Display for Shardings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[")?;
        crate::types::comma_separated(f, &self.0)?;
        f.write_str("]")
    }
}

impl fmt::Display for ManualAxes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("{")?;
        for (i, name) in self.0.iter().enumerate() {
            f.write_str(if i > 0 { ", " } else { "" })?;
            write_quoted(f, name.as_bytes())?;
        }
        f.write_str("}")
    }
}

impl Reader<'_> {
    /// Parses `"y":(1)2`.
    fn sdy_axis(&mut self) -> Option<AxisRef> {
        let name = self.string()?;
        let mut part = None;
        if self.eat(":") {
            self.expect("(")?;
            let before = self.integer()?;
            self.expect(")")?;
            part = Some((before, self.integer()?));
        }
        Some(AxisRef { name, part })
    }

    /// Parses `{"x", ?}p1`.
    fn dim_sharding(&mut self) -> Option<DimSharding> {
        let mut open = false;
        let axes = self.list("{", "}", |r| {
            if open {
                return None; // `?` is last.
            }
            open = r.eat("?");
            if open { Some(None) } else { r.sdy_axis().map(Some) }
        })?;
        let priority = match self.eat("p") {
            true => Some(self.integer()?),
            false => None,
        };
        let axes = axes.into_iter().flatten().collect();
        Some(DimSharding { axes, open, priority })
    }

    /// Parses `<@mesh, [{"x"}]>`.
    fn sharding(&mut self) -> Option<Sharding> {
        self.expect("<")?;
        let mesh = match self.eat("mesh") {
            true => SdyMeshRef::Inline(self.sdy_mesh()?),
            false => SdyMeshRef::Symbol(self.symbol()?),
        };
        self.expect(",")?;
        let dims = self.list("[", "]", Reader::dim_sharding)?;
        let (mut replicated, mut unreduced) = (Box::default(), Box::default());
        while self.eat(",") {
            let slot = match self.eat("replicated") {
                true => &mut replicated,
                false => {
                    self.expect("unreduced")?;
                    &mut unreduced
                }
            };
            self.expect("=")?;
            *slot = self.list("{", "}", Reader::sdy_axis)?;
        }
        self.expect(">")?;
        Some(Sharding { mesh, dims, replicated, unreduced })
    }
}

/// Parses a whole attribute, whose text begins with `prefix`.
fn read<T>(
    attr: Option<Attr>,
    expected: &str,
    prefix: &str,
    take: impl FnOnce(&mut Reader<'_>) -> Option<T>,
) -> Result<T, String> {
    let Some(Attr::Opaque(text)) = attr else {
        return Err(attr.map_or("it is missing".into(), |other| {
            format!("expected `{expected}`, found `{other}`")
        }));
    };
    let mut reader = Reader::new(&text);
    let found = reader.expect(prefix).and_then(|()| take(&mut reader));
    found
        .filter(|_| reader.at_end())
        .ok_or_else(|| format!("expected `{expected}`, found `{text}`"))
}

impl Field for Sharding {
    const STYLE: Style = Style::Attr;
    fn from_attr(attr: Option<Attr>, _: &[Type]) -> Result<Sharding, String> {
        read(attr, "#sdy.sharding<@mesh, [{…}, …]>", "#sdy.sharding", |r| r.sharding())
    }
    fn to_attr(&self) -> Option<Attr> {
        Some(Attr::Opaque(format!("#sdy.sharding{self}").into()))
    }
}

impl Field for Shardings {
    const STYLE: Style = Style::Attr;
    fn from_attr(attr: Option<Attr>, _: &[Type]) -> Result<Shardings, String> {
        let expected = "#sdy.sharding_per_value<[<@mesh, [{…}, …]>, …]>";
        read(attr, expected, "#sdy.sharding_per_value", |r| {
            r.expect("<")?;
            let all = r.list("[", "]", Reader::sharding)?;
            r.expect(">")?;
            Some(Shardings(all))
        })
    }
    fn to_attr(&self) -> Option<Attr> {
        Some(Attr::Opaque(format!("#sdy.sharding_per_value<{self}>").into()))
    }
}

impl Field for ManualAxes {
    const STYLE: Style = Style::Attr;
    fn from_attr(attr: Option<Attr>, _: &[Type]) -> Result<ManualAxes, String> {
        read(attr, "#sdy<manual_axes{\"axis\", …}>", "#sdy", |r| {
            r.expect("<")?;
            r.expect("manual_axes")?;
            let names = r.list("{", "}", Reader::string)?;
            r.expect(">")?;
            Some(ManualAxes(names))
        })
    }
    fn to_attr(&self) -> Option<Attr> {
        Some(Attr::Opaque(format!("#sdy<manual_axes{self}>").into()))
    }
}
