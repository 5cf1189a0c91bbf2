//! The shardings that a function states: of arguments, results, and values between.

use super::grid::Grid;
use super::meshes::translated;
use super::placement::{Placement, sharding_of};
use super::rule::dims;
use super::state::State;
use super::tiles;
use hloom_ir::field::Field;
use hloom_ir::module::Module;
use hloom_ir::ops::{AxisRef, DeviceMesh, ManualAxes, Mesh, Op, SdyMeshRef, Sharding, Shardings};
use hloom_ir::types::Split;
use hloom_ir::{Attr, Element, OpId, Type, Value};
use std::fmt;

/// An error about a sharding: a sentence, and the op that it is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShardError {
    /// The op.
    pub op: OpId,
    /// The sentence, without a full stop.
    pub message: String,
}

impl fmt::Display for ShardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

/// A stated sharding.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Annotation {
    /// The axes of each dimension.
    pub state: State,
    /// For each dimension, whether further axes may shard it.
    pub open: Vec<bool>,
    /// For each dimension, when its axes propagate: 0 first.
    pub priority: Vec<i64>,
    /// Atoms that must not shard the tensor.
    pub replicated: Vec<usize>,
    /// Atoms along which devices hold terms of the tensor.
    pub terms: Vec<usize>,
}

impl Annotation {
    /// Fails if devices hold terms of this value: only results of ops can be terms.
    ///
    /// # Errors
    /// A sentence about the value of this name.
    pub fn no_terms(&self, name: &str) -> Result<(), String> {
        match self.terms.is_empty() {
            true => Ok(()),
            false => Err(format!(
                "the sharding of {name}: it can't be partial sums (`unreduced`); only results of ops can"
            )),
        }
    }
}

/// All shardings that a function states.
#[derive(Clone, PartialEq, Debug)]
pub struct Annotations {
    /// The mesh.
    pub grid: Grid,
    /// Values, in program order.
    pub values: Vec<(Value, Annotation)>,
    /// For each result of the function, its sharding if it is stated.
    pub results: Vec<Option<Annotation>>,
    /// Values that a manual computation takes in shards: a wish, not a statement.
    pub wishes: Vec<(Value, State)>,
    /// That shardings are over two meshes, if some are over another mesh of the same devices.
    pub two_meshes: Option<ShardError>,
}

impl Annotations {
    /// These, if all are over one mesh.
    ///
    /// # Errors
    /// If some are over another one.
    pub fn over_one_mesh(self) -> Result<Annotations, ShardError> {
        match self.two_meshes {
            None => Ok(self),
            Some(error) => Err(error),
        }
    }
}

/// A sharding as written, and its value: a result of the function, or another one.
enum Stated {
    Value(Value, Sharding, OpId),
    Wish(Value, Sharding, OpId),
    Result(usize, Sharding),
}

/// The shardings that a function states, over the first mesh that it names; `None` if there are none and
/// the module has no mesh.
///
/// # Errors
/// If a sharding does not fit its mesh or its value, or it is over another mesh and has no counterpart over
/// the first one.
pub fn annotations(module: &Module, function: OpId) -> Result<Option<Annotations>, ShardError> {
    let mut stated = stated(module, function)?;
    let error = |op: OpId, message: String| ShardError { op, message };
    // The mesh: one with devices for all.
    let mut mesh: Option<(SdyMeshRef, Mesh)> = None;
    let mut used: Vec<AxisRef> = Vec::new();
    let mut two_meshes = None;
    for it in &mut stated {
        let (op, sharding) = match it {
            Stated::Value(_, sharding, op) | Stated::Wish(_, sharding, op) => (*op, sharding),
            Stated::Result(_, sharding) => (function, sharding),
        };
        let own = resolve(module, &sharding.mesh).map_err(|what| error(op, what))?;
        if own.axes.is_empty() {
            continue;
        }
        match &mesh {
            Some((name, known)) if *known != own => {
                let message = format!(
                    "shardings of one function are over two meshes, {} and {}",
                    mesh_name(name),
                    mesh_name(&sharding.mesh)
                );
                let two = error(op, message);
                *sharding = translated(sharding, &own, (name, known)).ok_or_else(|| two.clone())?;
                two_meshes.get_or_insert(two);
            }
            Some(_) => {}
            None => mesh = Some((sharding.mesh.clone(), own)),
        }
        // An axis that the mesh lacks is told with its value, below.
        let known = mesh.as_ref().map(|(_, m)| m);
        let exists = |a: &&AxisRef| known.is_some_and(|m| m.axes.iter().any(|(n, _)| *n == a.name));
        let axes = sharding.dims.iter().flat_map(|dim| dim.axes.iter());
        let others = sharding.replicated.iter().chain(&sharding.unreduced);
        used.extend(axes.chain(others).filter(exists).cloned());
    }
    let Some((name, mesh)) = mesh.or_else(|| module_mesh(module)) else { return Ok(None) };
    let grid = Grid::new(name, mesh, &used).map_err(|what| error(function, what))?;
    let mut found = Annotations {
        grid,
        values: Vec::new(),
        results: vec![None; module.func(function).function_type.results().len()],
        wishes: Vec::new(),
        two_meshes,
    };
    for it in stated {
        match it {
            Stated::Value(value, sharding, op) => {
                let name = described(module, value);
                let read = of_type(&found.grid, &sharding, module.ty(value), &name);
                let read = read.map_err(|what| error(op, what))?;
                fits(&found.grid, module.ty(value), &name).map_err(|what| error(op, what))?;
                if module.def_op(value).is_none() {
                    read.no_terms(&name).map_err(|what| error(op, what))?;
                }
                found.values.push((value, read));
            }
            Stated::Wish(value, sharding, op) => {
                let name = described(module, value);
                let read = of_type(&found.grid, &sharding, module.ty(value), &name);
                let read = read.and_then(|it| it.no_terms(&name).map(|()| it.state));
                found.wishes.push((value, read.map_err(|what| error(op, what))?));
            }
            Stated::Result(i, sharding) => {
                let types = &module.func(function).function_type;
                let name = format!("result {i}");
                let read = of_type(&found.grid, &sharding, types.results()[i], &name);
                let read = read.and_then(|it| it.no_terms(&name).map(|()| it));
                fits(&found.grid, types.results()[i], &name)
                    .map_err(|what| error(function, what))?;
                found.results[i] = Some(read.map_err(|what| error(function, what))?);
            }
        }
    }
    Ok(Some(found))
}

/// The words for a value in errors.
pub fn described(module: &Module, value: Value) -> String {
    match module.name(value) {
        Some(name) => format!("%{name}"),
        None => match module.def_op(value) {
            Some(op) => format!("the result of `{}`", module.op(op).name()),
            None => {
                let block = module.def_block(value);
                let at = block.and_then(|b| module.args(b).iter().position(|&v| v == value));
                format!("argument {}", at.unwrap_or(0))
            }
        },
    }
}

fn mesh_name(name: &SdyMeshRef) -> String {
    match name {
        SdyMeshRef::Symbol(name) => format!("@{name}"),
        SdyMeshRef::Inline(mesh) => format!("mesh{mesh}"),
    }
}

/// The mesh that a sharding names.
///
/// # Errors
/// If the module does not define it.
pub fn resolve(module: &Module, name: &SdyMeshRef) -> Result<Mesh, String> {
    match name {
        SdyMeshRef::Inline(mesh) => Ok(mesh.0.clone()),
        SdyMeshRef::Symbol(name) => {
            let op = module.symbol(name).ok_or_else(|| format!("there is no mesh @{name}"))?;
            let mesh = module.get::<DeviceMesh>(op);
            mesh.map(|m| m.mesh.0.clone()).ok_or_else(|| format!("@{name} is not a mesh"))
        }
    }
}

/// The first mesh of a module that has axes.
fn module_mesh(module: &Module) -> Option<(SdyMeshRef, Mesh)> {
    module.ops(module.body()).find_map(|op| {
        let it = module.get::<DeviceMesh>(op)?;
        let named = (SdyMeshRef::Symbol(it.sym_name.0.clone()), it.mesh.0.clone());
        (!named.1.axes.is_empty()).then_some(named)
    })
}

/// The mesh of `mhlo.sharding` strings: the module's, or a line of as many devices as the module
/// runs on.
fn tile_mesh(module: &Module) -> Option<(SdyMeshRef, Mesh)> {
    module_mesh(module).or_else(|| {
        let (replicas, partitions) = hloom_ir::ops::process_grid(module)?;
        let axes = [("devices".into(), replicas * partitions)].into();
        let mesh = Mesh { axes, device_ids: None };
        Some((SdyMeshRef::Inline(hloom_ir::ops::SdyMesh(mesh.clone())), mesh))
    })
}

/// Whether an op stands in the body of a manual computation, on shards.
pub fn is_local(module: &Module, op: OpId) -> bool {
    let parents = std::iter::successors(module.parent_op(op), |&up| module.parent_op(up));
    parents.into_iter().any(|up| matches!(module.op(up), Op::ManualComputation(_)))
}

/// The part of a sharding along the manual axes.
pub fn manual(sharding: &Sharding, axes: &ManualAxes) -> Sharding {
    let mut own = sharding.clone();
    for dim in &mut own.dims {
        dim.axes = dim.axes.iter().filter(|a| axes.0.contains(&a.name)).cloned().collect();
        dim.open = false;
    }
    own.replicated = Box::default();
    own
}

/// The split of a type, if it names a mesh.
fn of_split(ty: Type) -> Option<Split> {
    ty.as_tensor()?.split().filter(|split| split.mesh.is_some())
}

/// Fails if the split of a value's type is not one over the mesh.
fn fits(grid: &Grid, ty: Type, value: &str) -> Result<(), String> {
    let found = Placement::of_type(grid, ty);
    found.map(drop).map_err(|what| format!("the type of {value}: {what}"))
}

/// The sharding that a type states.
fn closed(ty: Type) -> Option<Sharding> {
    sharding_of(&of_split(ty)?)
}

/// The shardings of a function as they are written.
fn stated(module: &Module, function: OpId) -> Result<Vec<Stated>, ShardError> {
    let func = module.func(function);
    let error = |op: OpId, message: String| ShardError { op, message };
    let tiles = tile_mesh(module);
    let from_text = |op: OpId, text: &Attr, rank: usize| -> Result<Sharding, ShardError> {
        let text = text.as_str().unwrap_or_default();
        let Some((name, mesh)) = &tiles else {
            let message = "mhlo.sharding needs a mesh, or mhlo.num_partitions of the module";
            return Err(error(op, message.to_owned()));
        };
        tiles::parse(text, rank, name, mesh).map_err(|what| error(op, what))
    };
    // Of a dictionary of attributes.
    let of_dict = |op: OpId, dict: &Attr, rank: usize| -> Result<Option<Sharding>, ShardError> {
        let Attr::Dict(dict) = dict else { return Ok(None) };
        if let Some(attr) = dict.get("sdy.sharding") {
            let read = Sharding::from_attr(Some(attr.clone()), &[]);
            return read.map(Some).map_err(|what| error(op, format!("`sdy.sharding`: {what}")));
        }
        dict.get("mhlo.sharding").map(|text| from_text(op, text, rank)).transpose()
    };
    let mut all = Vec::new();
    let entry = module.entry(function, 0);
    let args = entry.map_or(&[][..], |block| module.args(block));
    let results = func.function_type.results();
    for &ty in func.function_type.inputs().iter().chain(results) {
        if of_split(ty).is_some_and(|split| split.has_halo()) {
            let message = format!("an argument or a result can't be {ty}: a halo is made by an op");
            return Err(error(function, message));
        }
    }
    let of_types = args.iter().filter_map(|&arg| Some((arg, closed(module.ty(arg))?)));
    all.extend(of_types.map(|(arg, sharding)| Stated::Value(arg, sharding, function)));
    for (i, &ty) in results.iter().enumerate() {
        all.extend(closed(ty).map(|sharding| Stated::Result(i, sharding)));
    }
    if let Some(Attr::Array(dicts)) = func.arg_attrs.as_deref() {
        for (&arg, dict) in args.iter().zip(dicts.iter()) {
            if let Some(sharding) = of_dict(function, dict, dims(module, arg).len())? {
                all.push(Stated::Value(arg, sharding, function));
            }
        }
    }
    for op in module.walk(function).filter(|&op| op != function && !is_local(module, op)) {
        let result = |i: usize| module.results(op).get(i);
        for value in module.results(op).iter() {
            all.extend(closed(module.ty(value)).map(|s| Stated::Value(value, s, op)));
        }
        match module.op(op) {
            Op::ShardingConstraint(it) => {
                all.extend(result(0).map(|v| Stated::Value(v, (*it.sharding).clone(), op)));
            }
            Op::Reshard(it) => {
                all.extend(result(0).map(|v| Stated::Value(v, (*it.sharding).clone(), op)));
            }
            Op::DataFlowEdge(it) => {
                let sharding = it.sharding.as_deref().cloned();
                all.extend(result(0).zip(sharding).map(|(v, s)| Stated::Value(v, s, op)));
            }
            Op::ManualComputation(it) => {
                let operands = module.operands(op).iter().copied().zip(&it.in_shardings.0);
                all.extend(operands.map(|(v, s)| Stated::Wish(v, manual(s, &it.manual_axes), op)));
                let results = module.results(op).iter().zip(&it.out_shardings.0);
                all.extend(results.map(|(v, s)| Stated::Value(v, manual(s, &it.manual_axes), op)));
                continue;
            }
            // Any other op: its attribute says it.
            _ => {}
        }
        let Some(dict) = module.discardable_attrs(op) else { continue };
        if let Some(attr) = dict.get("sdy.sharding") {
            let read = Shardings::from_attr(Some(attr.clone()), &[]);
            let read = read.map_err(|what| error(op, format!("`sdy.sharding`: {what}")))?;
            let count = module.results(op).len();
            if read.0.len() != count {
                let message = format!("{} shardings are given for {count} results", read.0.len());
                return Err(error(op, message));
            }
            let pairs = module.results(op).iter().zip(read.0);
            all.extend(pairs.map(|(v, s)| Stated::Value(v, s, op)));
        } else if let Some(text) = dict.get("mhlo.sharding")
            && let Some(v) = result(0).filter(|_| module.results(op).len() == 1)
        {
            all.push(Stated::Value(v, from_text(op, text, dims(module, v).len())?, op));
        }
    }
    if let Some(Attr::Array(dicts)) = func.res_attrs.as_deref() {
        for (i, (ty, dict)) in func.function_type.results().iter().zip(dicts.iter()).enumerate() {
            let rank = ty.as_tensor().map_or(0, |t| t.rank());
            all.extend(of_dict(function, dict, rank)?.map(|s| Stated::Result(i, s)));
        }
    }
    Ok(all)
}

/// The dimension of a quantized tensor that has a scale for each index.
pub(super) fn scaled_dimension(ty: Type) -> Option<usize> {
    match ty.element()? {
        Element::Quant(quant) => quant.axis.map(|axis| axis as usize),
        _ => None,
    }
}

/// A sharding of a value of a type, in atoms.
fn of_type(grid: &Grid, sharding: &Sharding, ty: Type, value: &str) -> Result<Annotation, String> {
    let extents = ty.as_tensor().map_or(&[][..], |t| &t.dims[..]);
    let found = read(grid, sharding, extents, value)?;
    match scaled_dimension(ty).filter(|&d| found.state.0.get(d).is_some_and(|a| !a.is_empty())) {
        Some(d) => Err(format!(
            "the sharding of {value}: dimension {d} of {ty} has a scale for each index and can't be divided"
        )),
        None => Ok(found),
    }
}

/// A sharding in atoms.
///
/// # Errors
/// If it does not fit the mesh or the tensor.
pub fn read(
    grid: &Grid,
    sharding: &Sharding,
    extents: &[i64],
    value: &str,
) -> Result<Annotation, String> {
    let said = |what: String| format!("the sharding of {value}: {what}");
    if sharding.dims.len() != extents.len() {
        let (have, want) = (sharding.dims.len(), extents.len());
        return Err(said(format!("it has {have} dimensions, the tensor has {want}")));
    }
    let mut seen: Vec<usize> = Vec::new();
    let mut take = |axes: &[AxisRef]| -> Result<Vec<usize>, String> {
        let mut all = Vec::new();
        for axis in axes {
            for atom in grid.atoms_of(axis).map_err(said)? {
                if seen.contains(&atom) {
                    return Err(said(format!("axis \"{}\" is named twice", axis.name)));
                }
                seen.push(atom);
                all.push(atom);
            }
        }
        Ok(all)
    };
    let mut state = Vec::new();
    for dim in &sharding.dims {
        state.push(take(&dim.axes)?);
    }
    let replicated = take(&sharding.replicated)?;
    let terms = take(&sharding.unreduced)?;
    for (d, (axes, &n)) in state.iter().zip(extents).enumerate() {
        let parts = grid.parts(axes);
        if parts > 1 && n < 0 {
            return Err(said(format!("the extent of dimension {d} is not known before a run")));
        }
        if n >= 0 && n % parts != 0 {
            let names: Vec<String> =
                grid.axes(axes).iter().map(|a| format!("\"{}\"", a.name)).collect();
            return Err(said(format!(
                "dimension {d} of extent {n} can't be divided evenly by {parts}, the size of {}",
                names.join(" times ")
            )));
        }
    }
    Ok(Annotation {
        state: State(state),
        open: sharding.dims.iter().map(|dim| dim.open).collect(),
        priority: sharding.dims.iter().map(|dim| dim.priority.unwrap_or(0)).collect(),
        replicated,
        terms,
    })
}
