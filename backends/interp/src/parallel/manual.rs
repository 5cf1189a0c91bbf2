//! `sdy.manual_computation`: runs a body on every device of a mesh, each on its shards of the
//! operands.
//!
//! The devices are a grid of one replica; device `i` of the mesh is partition `i`, or the one that
//! the mesh's device list gives. Along axes that are not manual, every device has the whole tensor,
//! so devices that differ only in these axes compute the same.

use crate::alloc::{alloc_zeroed, checked_count, literal};
use crate::error::{EvalError, EvalResult, RegionError};
use crate::parallel::together::{Job, check_process_count, together};
use crate::processes::grid::Grid;
use crate::processes::shape::GridShape;
use crate::run::{Frame, OpResults, Run};
use crate::strided::{View, copy};
use crate::value::Value;
use hloom_ir::ops::{DeviceMesh, ManualComputation, Mesh, SdyMeshRef, Sharding};
use hloom_ir::{Literal, OpId, Type};
use std::sync::Arc;

/// The number of shards along each dimension of a tensor, and the shard of each device of the mesh.
struct Parts {
    counts: Vec<i64>,
    of: Vec<Vec<i64>>,
}

/// The shards of a tensor along the manual axes.
fn parts(mesh: &Mesh, manual: &[Box<str>], sharding: &Sharding, ty: Type) -> EvalResult<Parts> {
    if !sharding.unreduced.is_empty() {
        return Err(EvalError::unsupported("the interpreter adds up no unreduced axes"));
    }
    let rank = ty.as_tensor().map_or(0, |t| t.rank());
    if sharding.dims.len() != rank {
        return Err(EvalError::invalid(format!("a sharding does not have the rank of {ty}")));
    }
    let devices = mesh.size().unwrap_or(0);
    let mut counts = vec![1; rank];
    let mut of = vec![vec![0; rank]; devices as usize];
    for (d, dim) in sharding.dims.iter().enumerate() {
        for axis in dim.axes.iter().filter(|axis| manual.contains(&axis.name)) {
            let at = mesh.axes.iter().position(|(name, _)| *name == axis.name);
            let at = at.ok_or_else(|| {
                EvalError::invalid(format!("the mesh has no axis \"{}\"", axis.name))
            })?;
            let extent = mesh.axes[at].1;
            let (before, size) = axis.part.unwrap_or((1, extent));
            if before < 1 || size < 1 || before.checked_mul(size).is_none_or(|n| extent % n != 0) {
                return Err(EvalError::invalid(format!(
                    "({before}){size} is not a part of axis \"{}\"",
                    axis.name
                )));
            }
            let inner: i64 = mesh.axes[at + 1..].iter().map(|(_, n)| n).product();
            let stride = inner * (extent / (before * size));
            for (place, of) in of.iter_mut().enumerate() {
                of[d] = of[d] * size + place as i64 / stride % size;
            }
            counts[d] *= size;
        }
    }
    Ok(Parts { counts, of })
}

/// The start and the extents of a device's shard.
fn window(parts: &Parts, place: usize, whole: &[i64]) -> EvalResult<(Vec<i64>, Vec<i64>)> {
    let mut starts = Vec::with_capacity(whole.len());
    let mut dims = Vec::with_capacity(whole.len());
    for ((&n, &count), &at) in whole.iter().zip(&parts.counts).zip(&parts.of[place]) {
        if n % count != 0 {
            return Err(EvalError::invalid(format!(
                "an extent of {n} can't be split into {count} parts"
            )));
        }
        starts.push(at * (n / count));
        dims.push(n / count);
    }
    Ok((starts, dims))
}

/// The mesh of all shardings of the op.
fn mesh_of(run: &Run<'_, '_>, it: &ManualComputation) -> EvalResult<Option<Mesh>> {
    let all = it.in_shardings.0.iter().chain(it.out_shardings.0.iter());
    let mut found: Option<Mesh> = None;
    for sharding in all {
        let mesh = match &sharding.mesh {
            SdyMeshRef::Inline(mesh) => mesh.0.clone(),
            SdyMeshRef::Symbol(name) => {
                let op = run.module.symbol(name);
                let mesh = op.and_then(|op| run.module.get::<DeviceMesh>(op));
                let none = || EvalError::invalid(format!("there is no mesh @{name}"));
                mesh.ok_or_else(none)?.mesh.0.clone()
            }
        };
        if let Some(complaint) = mesh.complaint() {
            return Err(EvalError::invalid(complaint));
        }
        match &found {
            Some(known) if *known != mesh => {
                return Err(EvalError::unsupported("its shardings name different meshes"));
            }
            _ => found = Some(mesh),
        }
    }
    Ok(found)
}

/// Runs the body on every device, and assembles the results.
pub(super) fn manual_computation(
    run: &mut Run<'_, '_>,
    frame: &Frame,
    op: OpId,
    it: &ManualComputation,
    operands: &[Value],
) -> Result<OpResults, RegionError> {
    let module = run.module;
    let limit = run.options.max_tensor_bytes;
    let block = module.entry(op, 0).ok_or_else(|| EvalError::invalid("its body is empty"))?;
    let Some(mesh) = mesh_of(run, it)? else {
        return Ok(run.block(&mut frame.clone(), block, operands.to_vec())?.into());
    };
    if run.process()?.shape.count() > 1 {
        let message = "the interpreter runs no manual computation inside of several processes";
        return Err(EvalError::unsupported(message).into());
    }
    let devices = mesh.size().unwrap_or(0) as usize;
    check_process_count(devices)?;
    let manual = &it.manual_axes.0;
    let place_of = |device: usize| match &mesh.device_ids {
        Some(ids) => ids.iter().position(|&id| id == device as i64).unwrap_or(device),
        None => device,
    };
    let mut jobs: Vec<Job<'_>> =
        (0..devices).map(|_| Job::Block(block, frame.clone(), Vec::new())).collect();
    for (operand, sharding) in operands.iter().zip(it.in_shardings.0.iter()) {
        let split = match operand.tensor() {
            Some(x) => Some((x, parts(&mesh, manual, sharding, x.ty())?)),
            None => None,
        };
        for (device, job) in jobs.iter_mut().enumerate() {
            let value = match &split {
                None => operand.clone(),
                Some((x, split)) => {
                    let (starts, dims) = window(split, place_of(device), x.dims())?;
                    let limits: Vec<i64> = starts.iter().zip(&dims).map(|(s, n)| s + n).collect();
                    let ty: Type = x.tensor().with_dims(&dims).into();
                    let steps = vec![1; dims.len()];
                    let bounds = (&starts[..], &limits[..], &steps[..]);
                    Value::Tensor(crate::shape::slice(x, bounds, ty, limit)?)
                }
            };
            if let Job::Block(_, _, args) = job {
                args.push(value);
            }
        }
    }
    let grid = Arc::new(Grid::new(GridShape { replicas: 1, partitions: devices as u32 }, None));
    let results = together(run, &grid, jobs)?;
    let mut outs = OpResults::new();
    for (i, (&ty, sharding)) in it.results.0.iter().zip(it.out_shardings.0.iter()).enumerate() {
        let of = |device: usize| -> EvalResult<&Value> {
            let missing = || EvalError::invalid("the body has fewer results than the op");
            results.get(device).and_then(|values: &Vec<Value>| values.get(i)).ok_or_else(missing)
        };
        if ty.as_tensor().is_none() {
            outs.push(of(0)?.clone());
            continue;
        }
        let split = parts(&mesh, manual, sharding, ty)?;
        checked_count(ty, limit)?;
        outs.push(Value::Tensor(whole(
            ty,
            &split,
            limit,
            |place| {
                let device = mesh.device_ids.as_deref().map_or(place, |ids| ids[place] as usize);
                of(device)?.tensor().ok_or_else(|| EvalError::invalid("a part is not a tensor"))
            },
            devices,
        )?));
    }
    Ok(outs)
}

/// Assembles a tensor from the devices' shards. If several devices have the same shard, the last
/// one is used.
fn whole<'v>(
    ty: Type,
    split: &Parts,
    limit: u64,
    part: impl Fn(usize) -> EvalResult<&'v Literal>,
    places: usize,
) -> EvalResult<Literal> {
    let tensor = ty.as_tensor().ok_or_else(|| EvalError::invalid("a result is not a tensor"))?;
    let mut data = alloc_zeroed(ty, limit)?;
    for place in 0..places {
        let (starts, dims) = window(split, place, &tensor.dims)?;
        let x = part(place)?.expanded();
        if x.dims() != dims || x.element() != tensor.element {
            return Err(EvalError::invalid(format!("a device's part of {ty} is {}", x.ty())));
        }
        let mut to = View::of(&tensor.dims);
        starts.iter().enumerate().for_each(|(d, &start)| to.advance(d, start));
        let from = (x.bytes(), &View::of(&dims));
        copy(&dims, tensor.element.byte_width(), from, (data.as_mut_slice(), &to));
    }
    literal(ty, data)
}
