//! Attributes of the `sdy` dialect: meshes, and shardings of tensors over them.
//!
//! Source: <https://openxla.org/shardy/sdy_dialect#attributes>

use crate::attr::Attr;
use crate::field::{Field, Style};
use crate::mesh::{AxisRef, Reader, SdyMesh, SdyMeshRef, write_axes};
use crate::quote::write_quoted;
use crate::types::Type;
use std::fmt;

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

impl Sharding {
    /// The sharding of a tensor of this rank that every device holds as a whole.
    pub fn whole(mesh: SdyMeshRef, rank: usize) -> Sharding {
        let whole = DimSharding { axes: Box::default(), open: false, priority: None };
        let dims = vec![whole; rank].into();
        Sharding { mesh, dims, replicated: Box::default(), unreduced: Box::default() }
    }
}

/// A sharding for each of several values.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Shardings(pub Box<[Sharding]>);

/// The axes that are manual in a body: `{"x", "y"}`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ManualAxes(pub Box<[Box<str>]>);

impl fmt::Display for Sharding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("<")?;
        write!(f, "{}, [", self.mesh)?;
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
        let mesh = self.sdy_mesh_ref()?;
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
