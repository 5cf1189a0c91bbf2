//! Attributes of collective ops: groups of processes, and channels.

use crate::attr::Attr;
use crate::field::{Field, Style};
use crate::literal::Literal;
use crate::mesh::{Mesh, MeshAxes, MeshRef, Reader};
use crate::module::Module;
use crate::ops::DeviceMesh;
use crate::record;
use crate::types::{Element, Type};

/// A unit attribute, true if present: `use_global_device_ids`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Flag(pub bool);

impl Field for Flag {
    const STYLE: Style = Style::Attr;
    const OPTIONAL: bool = true;
    fn from_attr(attr: Option<Attr>, _: &[Type]) -> Result<Flag, String> {
        match attr {
            None => Ok(Flag(false)),
            Some(Attr::Unit) => Ok(Flag(true)),
            Some(Attr::Bool(value)) => Ok(Flag(value)),
            Some(other) => Err(format!("expected a name without a value, found `{other}`")),
        }
    }
    fn to_attr(&self) -> Option<Attr> {
        self.0.then_some(Attr::Unit)
    }
}

/// A channel between processes or to the host:
/// `#stablehlo.channel_handle<handle = 1, type = 2>`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct ChannelHandle {
    /// The channel's number; 0 for none.
    pub handle: i64,
    /// The ends of the channel, one of [`DEVICE_TO_DEVICE`](Self::DEVICE_TO_DEVICE) and so on; 0 if
    /// unspecified.
    pub kind: i64,
}

impl ChannelHandle {
    /// From a process to another.
    pub const DEVICE_TO_DEVICE: i64 = 1;
    /// From a process to the host.
    pub const DEVICE_TO_HOST: i64 = 2;
    /// From the host to a process.
    pub const HOST_TO_DEVICE: i64 = 3;
}

impl Field for ChannelHandle {
    const STYLE: Style = Style::Attr;
    fn from_attr(attr: Option<Attr>, _: &[Type]) -> Result<ChannelHandle, String> {
        let expected = "`#stablehlo.channel_handle<handle = …, type = …>`";
        let Some(Attr::Opaque(text)) = attr else {
            return Err(attr.map_or("it is missing".into(), |other| {
                format!("expected {expected}, found `{other}`")
            }));
        };
        let Some(body) = record::body(&text, "stablehlo.channel_handle") else {
            return Err(format!("expected {expected}, found `{text}`"));
        };
        let mut values = [None, None];
        for (name, value) in record::fields(body, &["handle", "type"])? {
            values[usize::from(name == "type")] = Some(value.integer(name)?);
        }
        match values {
            [Some(handle), Some(kind)] => Ok(ChannelHandle { handle, kind }),
            _ => Err(format!("expected {expected}, found `{text}`")),
        }
    }
    fn to_attr(&self) -> Option<Attr> {
        let ChannelHandle { handle, kind } = self;
        let text = format!("#stablehlo.channel_handle<handle = {handle}, type = {kind}>");
        Some(Attr::Opaque(text.into()))
    }
}

/// A matrix of integers: `dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Matrix {
    rows: usize,
    columns: usize,
    values: Box<[i64]>,
}

impl Matrix {
    /// The matrix of these rows, all of one length.
    pub fn new(rows: &[Vec<i64>]) -> Matrix {
        let columns = rows.first().map_or(0, Vec::len);
        Matrix { rows: rows.len(), columns, values: rows.concat().into() }
    }

    /// The number of columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// All numbers, row by row.
    pub fn values(&self) -> &[i64] {
        &self.values
    }

    /// The rows; empty for a matrix without columns.
    pub fn rows(&self) -> impl Iterator<Item = &[i64]> {
        self.values.chunks_exact(self.columns.max(1))
    }

    /// The numbers of one column.
    pub fn column(&self, at: usize) -> impl Iterator<Item = i64> {
        self.rows().filter_map(move |row| row.get(at).copied())
    }
}

impl Field for Matrix {
    const STYLE: Style = Style::Attr;
    fn from_attr(attr: Option<Attr>, _: &[Type]) -> Result<Matrix, String> {
        match attr {
            Some(Attr::Dense(l)) if l.element().is_integer() && l.dims().len() == 2 => {
                let [rows, columns] = l.dims()[..] else { return Err("it is not a matrix".into()) };
                let values =
                    (0..l.count()).map(|i| l.get_int(i).unwrap_or(0) as i64).collect::<Box<[_]>>();
                Ok(Matrix { rows: rows as usize, columns: columns as usize, values })
            }
            // Upstream writes a matrix without rows like this.
            Some(Attr::Dense(l)) if l.element().is_integer() && l.dims()[..] == [0] => {
                Ok(Matrix { rows: 0, columns: 2, values: [].into() })
            }
            Some(other) => {
                Err(format!("expected integers `dense<[[…]]> : tensor<…x…xi64>`, found `{other}`"))
            }
            None => Err("it is missing".into()),
        }
    }
    fn to_attr(&self) -> Option<Attr> {
        let ty = Type::tensor(&[self.rows as i64, self.columns as i64], Element::I64);
        let same = self.values.windows(2).all(|w| w[0] == w[1]);
        let literal = match self.values.first() {
            Some(first) if same => Literal::splat(ty, &first.to_le_bytes()).ok()?,
            _ => {
                let mut literal = Literal::zeros(ty).ok()?;
                literal.as_mut_slice::<i64>().copy_from_slice(&self.values);
                literal
            }
        };
        Some(Attr::Dense(literal))
    }
}

/// The groups of processes that communicate.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum ReplicaGroups {
    /// One row per group; shorter groups are padded with -1. An empty table means one group of all
    /// processes.
    Table(Matrix),
    /// Groups given by axes of a mesh.
    Mesh(Box<MeshAxes>),
}

impl ReplicaGroups {
    /// The symbol of the mesh, if it is given by a symbol.
    pub fn mesh_symbol(&self) -> Option<&str> {
        match self {
            ReplicaGroups::Mesh(axes) => match &axes.mesh {
                MeshRef::Symbol(name) => Some(name),
                MeshRef::Inline(_) => None,
            },
            ReplicaGroups::Table(_) => None,
        }
    }

    /// Whether the mesh is not (yet) defined in the module; its definition may follow.
    pub(crate) fn lacks_mesh(&self, module: &Module) -> bool {
        self.mesh_symbol().is_some_and(|name| module.symbol(name).is_none())
    }

    /// The groups as lists of ids; empty for one group of all.
    ///
    /// # Errors
    /// If the mesh is undefined, or does not have the axes.
    pub fn groups(&self, module: &Module) -> Result<Vec<Vec<i64>>, String> {
        match self {
            ReplicaGroups::Table(table) => Ok(table
                .rows()
                .map(|row| row.iter().copied().filter(|&i| i != -1).collect())
                .collect()),
            ReplicaGroups::Mesh(axes) => match &axes.mesh {
                MeshRef::Inline(mesh) => axes.groups(mesh),
                MeshRef::Symbol(name) => axes.groups(&mesh_of(module, name)?),
            },
        }
    }
}

impl Field for ReplicaGroups {
    const STYLE: Style = Style::Attr;
    fn from_attr(attr: Option<Attr>, results: &[Type]) -> Result<ReplicaGroups, String> {
        match &attr {
            Some(Attr::Opaque(text)) if text.starts_with("#stablehlo.replica_group_mesh_axes") => {
                let mut reader = Reader::new(text);
                let axes = reader.mesh_axes().filter(|_| reader.at_end());
                axes.map(|axes| ReplicaGroups::Mesh(Box::new(axes))).ok_or_else(|| {
                    format!(
                        "expected `#stablehlo.replica_group_mesh_axes<mesh = …, axes = […]>`, \
                         found `{text}`"
                    )
                })
            }
            _ => Matrix::from_attr(attr, results).map(ReplicaGroups::Table),
        }
    }
    fn to_attr(&self) -> Option<Attr> {
        match self {
            ReplicaGroups::Table(table) => table.to_attr(),
            ReplicaGroups::Mesh(axes) => Some(Attr::Opaque(axes.to_string().into())),
        }
    }
}

/// The mesh with the symbol `name`.
fn mesh_of(module: &Module, name: &str) -> Result<Mesh, String> {
    let op = module.symbol(name).ok_or_else(|| format!("there is no mesh @{name}"))?;
    let mesh = module.get::<DeviceMesh>(op).ok_or_else(|| format!("@{name} is not a mesh"))?;
    Ok(mesh.mesh.0.clone())
}

/// The numbers of replicas and partitions of a module: `mhlo.num_replicas` and
/// `mhlo.num_partitions`, as JAX writes them.
pub fn process_grid(module: &Module) -> Option<(i64, i64)> {
    let discardable = module.discardable_attrs(module.root())?;
    let number = |name: &str| discardable.get(name).and_then(Attr::as_i64).filter(|&n| n > 0);
    Some((number("mhlo.num_replicas")?, number("mhlo.num_partitions")?))
}
