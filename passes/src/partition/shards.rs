//! The shards of a partitioned function's arguments and results.

use super::{SHARDING, STAGE, STAGED};
use hloom_analysis::shard::annotations::{read, resolve};
use hloom_analysis::shard::{Grid, State};
use hloom_ir::field::Field;
use hloom_ir::literal::Bytes;
use hloom_ir::module::Module;
use hloom_ir::ops::{AxisRef, Sharding};
use hloom_ir::{Attr, Literal, OpId, Type};

/// The shardings of a partitioned function.
#[derive(Clone, PartialEq, Debug)]
pub struct Signature {
    /// The mesh.
    pub grid: Grid,
    /// The state of each argument.
    pub args: Vec<State>,
    /// The state of each result.
    pub results: Vec<State>,
    /// The type of each argument as a whole.
    pub inputs: Vec<Type>,
    /// The type of each result as a whole.
    pub types: Vec<Type>,
    /// The stages of a function that is divided into some.
    pub stages: Option<Stages>,
}

/// The stages of devices, arguments and results.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stages {
    /// The stage of each device.
    pub devices: Vec<i64>,
    /// For each place along the other axes, the device of each stage.
    pub lines: Vec<Vec<i64>>,
    /// The stage of each argument; `None` for one that all stages have.
    pub args: Vec<Option<i64>>,
    /// The stage of each result; `None` for one that all stages have.
    pub results: Vec<Option<i64>>,
}

impl Signature {
    /// Whether a device has an argument.
    pub fn takes(&self, device: usize, arg: usize) -> bool {
        self.stages.as_ref().is_none_or(|it| {
            it.args[arg].is_none_or(|stage| it.devices.get(device) == Some(&stage))
        })
    }

    /// Whether a device has a result.
    pub fn gives(&self, device: usize, result: usize) -> bool {
        self.stages.as_ref().is_none_or(|it| {
            it.results[result].is_none_or(|stage| it.devices.get(device) == Some(&stage))
        })
    }

    /// The device that has a device's shard of a result: itself, or that of the result's stage with
    /// the same place along the other axes.
    pub fn holder(&self, device: usize, result: usize) -> usize {
        let Some(it) = self.stages.as_ref() else { return device };
        let Some(stage) = it.results[result] else { return device };
        let line = it.lines.iter().find(|line| line.contains(&(device as i64)));
        line.and_then(|line| line.get(stage as usize)).map_or(device, |&it| it as usize)
    }
}

/// The shardings of a function that was partitioned; `None` if it was not.
///
/// # Errors
/// If an attribute is wrong.
pub fn signature(module: &Module, function: OpId) -> Result<Option<Signature>, String> {
    let func = module.func(function);
    let all = |attrs: Option<&Attr>, count: usize| -> Result<Vec<Option<Sharding>>, String> {
        let Some(Attr::Array(list)) = attrs else { return Ok(vec![None; count]) };
        let each = list.iter().map(|dict| {
            let Attr::Dict(dict) = dict else { return Ok(None) };
            dict.get(SHARDING).map(|attr| Sharding::from_attr(Some(attr.clone()), &[])).transpose()
        });
        each.collect()
    };
    let (inputs, outputs) = (func.function_type.inputs(), func.function_type.results());
    let args = all(func.arg_attrs.as_deref(), inputs.len())?;
    let results = all(func.res_attrs.as_deref(), outputs.len())?;
    let stated: Vec<&Sharding> = args.iter().chain(&results).flatten().collect();
    let Some(first) = stated.first() else { return Ok(None) };
    let used = stated.iter().flat_map(|s| s.dims.iter().flat_map(|dim| dim.axes.iter()));
    let grid = Grid::new(first.mesh.clone(), resolve(module, &first.mesh)?, used)?;
    let states = |shardings: &[Option<Sharding>], types: &[Type]| -> Result<Vec<State>, String> {
        let each = shardings.iter().zip(types).map(|(sharding, ty)| {
            let rank = ty.as_tensor().map_or(0, |t| t.rank());
            let Some(sharding) = sharding else { return Ok(State::whole(rank)) };
            // The extents are those of shards, so any number of parts fits.
            let annotation = read(&grid, sharding, &vec![0; rank], "a value")?;
            Ok(annotation.state)
        });
        each.collect()
    };
    let (args, states) = (states(&args, inputs)?, states(&results, outputs)?);
    let whole = |(ty, state): (&Type, &State)| match ty.as_tensor() {
        Some(tensor) => {
            let dims = tensor.dims.iter().zip(&state.0);
            let dims: Vec<i64> = dims.map(|(&n, axes)| n * grid.parts(axes)).collect();
            tensor.with_dims(&dims).into()
        }
        None => *ty,
    };
    let types = outputs.iter().zip(&states).map(whole).collect();
    let stages = match staged(module, function) {
        None => None,
        Some(axis) => {
            let axis = AxisRef { name: axis.as_str().into(), part: None };
            // The mesh of this axis alone: other atoms do not matter.
            let alone = Grid::new(grid.name.clone(), grid.mesh.clone(), [&axis])?;
            let atoms = alone.atoms_of(&axis)?;
            let (devices, lines) = (alone.coordinates(&atoms), alone.groups(&atoms));
            let args = stages_of(func.arg_attrs.as_deref(), inputs.len());
            let results = stages_of(func.res_attrs.as_deref(), outputs.len());
            Some(Stages { devices, lines, args, results })
        }
    };
    let inputs = inputs.iter().zip(&args).map(whole).collect();
    Ok(Some(Signature { grid, args, results: states, inputs, types, stages }))
}

/// The axis along which an op is divided into stages.
pub fn staged(module: &Module, op: OpId) -> Option<String> {
    match module.discardable_attrs(op)?.get(STAGED)? {
        Attr::String(text) => Some(String::from_utf8_lossy(text).into_owned()),
        _ => None,
    }
}

/// The stage of each argument or result, by the attributes of all; `None` for those that all have.
pub fn stages_of(attrs: Option<&Attr>, count: usize) -> Vec<Option<i64>> {
    let Some(Attr::Array(list)) = attrs else { return vec![None; count] };
    let of = |attr: &Attr| match attr {
        Attr::Dict(dict) => match dict.get(STAGE)? {
            Attr::Int(stage, _) => Some(*stage),
            _ => None,
        },
        _ => None,
    };
    (0..count).map(|i| list.get(i).and_then(of)).collect()
}

/// The shard of each device.
///
/// # Errors
/// If an extent can't be divided.
pub fn divide(value: &Literal, state: &State, grid: &Grid) -> Result<Vec<Literal>, String> {
    let whole = value.expanded();
    for (d, (&n, axes)) in value.dims().iter().zip(&state.0).enumerate() {
        let parts = grid.parts(axes);
        if n % parts != 0 {
            return Err(format!("dimension {d} of extent {n} can't be divided evenly by {parts}"));
        }
    }
    let own = state.local(value.dims(), grid);
    let ty: Type = value.tensor().with_dims(&own).into();
    let mut shards = vec![None; grid.devices() as usize];
    for place in 0..grid.devices() {
        let mut bytes = Bytes::zeros(own.iter().product::<i64>() as usize * width(value));
        let starts = starts(state, &own, grid, place);
        runs(&own, value.dims(), &starts, width(value), |inner, outer| {
            bytes.as_mut_slice()[inner].copy_from_slice(&whole.bytes()[outer]);
        });
        let shard = Literal::new(ty, bytes).map_err(|e| e.to_string())?;
        shards[grid.device(place) as usize] = Some(shard);
    }
    Ok(shards.into_iter().flatten().collect())
}

/// The tensor of which these are the devices' shards. Devices with the same shard must agree bit for
/// bit.
///
/// # Errors
/// If they do not, or have other shapes.
pub fn assemble(shards: &[&Literal], state: &State, grid: &Grid) -> Result<Literal, String> {
    let Some(&first) = shards.first() else { return Err("there are no shards".to_owned()) };
    let dims = first.dims().iter().zip(&state.0);
    let dims: Vec<i64> = dims.map(|(&n, axes)| n * grid.parts(axes)).collect();
    let ty: Type = first.tensor().with_dims(&dims).into();
    let mut bytes = Bytes::zeros(dims.iter().product::<i64>() as usize * width(first));
    let mut seen: Vec<Vec<i64>> = Vec::new();
    let mut differs = None;
    for place in 0..grid.devices() {
        let device = grid.device(place) as usize;
        let shard = shards.get(device).ok_or("a device has no shard")?;
        if shard.ty() != first.ty() {
            return Err(format!("a shard of rank {device} is {}, not {}", shard.ty(), first.ty()));
        }
        let shard = shard.expanded();
        let starts = starts(state, shard.dims(), grid, place);
        let again = seen.contains(&starts);
        runs(shard.dims(), &dims, &starts, width(first), |inner, outer| {
            let (from, to) = (&shard.bytes()[inner], &mut bytes.as_mut_slice()[outer]);
            if again && from != to {
                differs = Some(device);
            }
            to.copy_from_slice(from);
        });
        seen.push(starts);
    }
    if let Some(device) = differs {
        return Err(format!("rank {device} has another copy of {ty} than the ranks before it"));
    }
    Literal::new(ty, bytes).map_err(|e| e.to_string())
}

fn width(value: &Literal) -> usize {
    value.element().byte_width()
}

/// The first position of a device's shard.
fn starts(state: &State, own: &[i64], grid: &Grid, place: i64) -> Vec<i64> {
    state.0.iter().zip(own).map(|(axes, &n)| grid.coordinate(place, axes) * n).collect()
}

/// Calls `copy` with the bytes of each row of a box and the bytes of the same row in the whole.
fn runs(
    own: &[i64],
    whole: &[i64],
    starts: &[i64],
    width: usize,
    mut copy: impl FnMut(std::ops::Range<usize>, std::ops::Range<usize>),
) {
    let row = own.last().copied().unwrap_or(1) as usize * width;
    let count: i64 = own.iter().rev().skip(1).product();
    if row == 0 {
        return;
    }
    for at in 0..count {
        // The position of the row's first element in the whole.
        let (mut rest, mut offset, mut stride) = (at, 0, 1);
        for d in (0..own.len()).rev() {
            let position = if d + 1 == own.len() {
                0
            } else {
                let position = rest % own[d];
                rest /= own[d];
                position
            };
            offset += (starts[d] + position) * stride;
            stride *= whole[d];
        }
        let (inner, outer) = (at as usize * row, offset as usize * width);
        copy(inner..inner + row, outer..outer + row);
    }
}
