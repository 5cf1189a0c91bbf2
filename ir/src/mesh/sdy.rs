//! Meshes and axes in `sdy`'s syntax.
//!
//! Source: <https://openxla.github.io/shardy/sdy_dialect>

use super::{AxisRef, Mesh, Reader};
use crate::quote::{comma_separated, write_quoted, write_symbol};
use std::fmt;

/// A mesh in `sdy`'s syntax: `#sdy.mesh<["x"=2, "y"=4], device_ids=[0, …]>`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct SdyMesh(pub Mesh);

impl fmt::Display for SdyMesh {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("<[")?;
        for (i, (name, size)) in self.0.axes.iter().enumerate() {
            f.write_str(if i > 0 { ", " } else { "" })?;
            write_quoted(f, name.as_bytes())?;
            write!(f, "={size}")?;
        }
        f.write_str("]")?;
        if let Some(ids) = &self.0.device_ids {
            f.write_str(", device_ids=[")?;
            comma_separated(f, ids)?;
            f.write_str("]")?;
        }
        f.write_str(">")
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

/// Writes `"x", "y":(1)2`.
pub(crate) fn write_axes(f: &mut fmt::Formatter<'_>, axes: &[AxisRef]) -> fmt::Result {
    for (i, axis) in axes.iter().enumerate() {
        f.write_str(if i > 0 { ", " } else { "" })?;
        write_quoted(f, axis.name.as_bytes())?;
        if let Some((before, part)) = axis.part {
            write!(f, ":({before}){part}")?;
        }
    }
    Ok(())
}

impl fmt::Display for SdyMeshRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SdyMeshRef::Symbol(name) => write_symbol(f, name),
            SdyMeshRef::Inline(mesh) => write!(f, "mesh{mesh}"),
        }
    }
}

impl Reader<'_> {
    /// Parses `<["x"=2], device_ids=[1, 0]>`.
    pub(crate) fn sdy_mesh(&mut self) -> Option<SdyMesh> {
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

    /// Parses `"y":(1)2`.
    pub(crate) fn sdy_axis(&mut self) -> Option<AxisRef> {
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

    /// Parses `@mesh` or `mesh<["x"=2]>`.
    pub(crate) fn sdy_mesh_ref(&mut self) -> Option<SdyMeshRef> {
        Some(match self.eat("mesh") {
            true => SdyMeshRef::Inline(self.sdy_mesh()?),
            false => SdyMeshRef::Symbol(self.symbol()?),
        })
    }
}
