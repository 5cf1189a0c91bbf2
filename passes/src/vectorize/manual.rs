//! `sdy.manual_computation` as ops on tensors of all devices: its operands are divided and its results
//! put together as its shardings say, and the body is a function that the devices run
//! ([`super::processes`]).

use super::Lanes;
use super::processes::{Parts, attempt};
use hloom_analysis::shard::Grid;
use hloom_analysis::shard::annotations::{manual, resolve};
use hloom_ir::module::Module;
use hloom_ir::ops::{AxisRef, Concatenate, ManualComputation, Sharding, Slice};
use hloom_ir::{OpId, Rewriter, Type, Value};

/// The parts of a tensor that the devices have.
struct Shards {
    /// The number of parts of each dimension.
    counts: Vec<i64>,
    /// The part of each dimension that each device has.
    parts: Vec<Vec<i64>>,
    /// The extents of a part.
    extents: Vec<i64>,
    /// The devices in the order of the mesh.
    order: Vec<usize>,
}

impl Shards {
    /// The parts of a tensor; `None` if they are terms of a sum, or not of one size.
    fn of(grid: &Grid, sharding: &Sharding, ty: Type) -> Option<Shards> {
        let dims = &ty.as_tensor().filter(|it| it.is_static() && it.encoding.is_none())?.dims;
        if !sharding.unreduced.is_empty() || sharding.dims.len() != dims.len() {
            return None;
        }
        let devices = grid.devices() as usize;
        let mut shards = Shards {
            counts: Vec::new(),
            parts: vec![Vec::new(); devices],
            extents: Vec::new(),
            order: (0..grid.devices()).map(|place| grid.device(place) as usize).collect(),
        };
        for (dim, &extent) in sharding.dims.iter().zip(dims) {
            let atoms: Vec<Vec<usize>> =
                dim.axes.iter().map(|axis| grid.atoms_of(axis).ok()).collect::<Option<_>>()?;
            let atoms = atoms.concat();
            let count = grid.parts(&atoms);
            if extent % count != 0 {
                return None;
            }
            for (of, part) in shards.parts.iter_mut().zip(grid.coordinates(&atoms)) {
                of.push(part);
            }
            shards.counts.push(count);
            shards.extents.push(extent / count);
        }
        Some(shards)
    }
}

/// The grid of a computation's mesh, and its shardings along the manual axes.
fn shardings(module: &Module, it: &ManualComputation) -> Option<(Grid, Vec<Sharding>)> {
    let all = it.in_shardings.0.iter().chain(&it.out_shardings.0);
    let own: Vec<Sharding> = all.clone().map(|one| manual(one, &it.manual_axes)).collect();
    let mut found = None;
    for one in all {
        let mesh = resolve(module, &one.mesh).ok()?;
        match &found {
            None => found = Some((one.mesh.clone(), mesh)),
            Some((_, known)) if *known == mesh => {}
            Some(_) => return None,
        }
    }
    let (name, mesh) = found.filter(|(_, mesh)| !mesh.axes.is_empty())?;
    let used: Vec<AxisRef> = own
        .iter()
        .flat_map(|one| one.dims.iter().flat_map(|dim| dim.axes.iter().cloned()))
        .collect();
    Some((Grid::new(name, mesh, &used).ok()?, own))
}

/// Replaces a manual computation; returns whether it could. If not, the module is unchanged.
pub(super) fn vectorize(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let module = rw.module();
    let Some(it) = module.get::<ManualComputation>(op).cloned() else { return false };
    let (Some((grid, shardings)), Some(body)) = (shardings(module, &it), module.entry(op, 0))
    else {
        return false;
    };
    let Ok(devices) = u32::try_from(grid.devices()) else { return false };
    let operands = module.operands(op).to_vec();
    let types: Vec<Type> = module.result_types(op).to_vec();
    let (ins, outs) = shardings.split_at(operands.len().min(shardings.len()));
    attempt(rw, op, body, (1, devices), |lanes| {
        let mut given = Vec::with_capacity(operands.len());
        for (&operand, sharding) in operands.iter().zip(ins) {
            let shards = Shards::of(&grid, sharding, lanes.module().ty(operand))?;
            let parts: Vec<Value> = (0..devices as usize)
                .map(|device| lanes.shard(operand, &shards, device))
                .collect::<Option<_>>()?;
            given.push(lanes.stacked(&parts)?);
        }
        let results = lanes.of_processes(&given)?;
        let mut values = Vec::with_capacity(types.len());
        for ((result, sharding), &ty) in results.iter().zip(outs).zip(&types) {
            let shards = Shards::of(&grid, sharding, ty)?;
            let whole = lanes.whole(result, &shards, &mut Vec::new())?;
            (lanes.module().ty(whole) == ty).then_some(())?;
            values.push(whole);
        }
        Some((values, results))
    })
}

impl Lanes<'_, '_> {
    /// The part of a tensor that a device has.
    fn shard(&mut self, whole: Value, shards: &Shards, device: usize) -> Option<Value> {
        if shards.counts.iter().all(|&count| count == 1) {
            return Some(whole);
        }
        let at = shards.parts[device].iter().zip(&shards.extents);
        let starts: Vec<i64> = at.map(|(part, extent)| part * extent).collect();
        let limits: Vec<i64> = starts.iter().zip(&shards.extents).map(|(s, n)| s + n).collect();
        let strides = vec![1; starts.len()].into();
        let slice = Slice { start_indices: starts.into(), limit_indices: limits.into(), strides };
        self.rw.value(slice, &[whole]).ok()
    }

    /// A tensor from the parts of the devices, below the parts of its first dimensions. Of several
    /// devices with the same part, that of the last one in the mesh counts, as in the interpreter.
    fn whole(&mut self, result: &Parts, shards: &Shards, first: &mut Vec<i64>) -> Option<Value> {
        let Some(&count) = shards.counts.get(first.len()) else {
            let device = shards.order.iter().rev().find(|&&device| shards.parts[device] == *first);
            return Some(result.parts[*device?]);
        };
        let mut values = Vec::with_capacity(count as usize);
        for part in 0..count {
            first.push(part);
            let value = self.whole(result, shards, first);
            first.pop();
            values.push(value?);
        }
        match values[..] {
            [one] => Some(one),
            _ => {
                let dimension = first.len() as i64;
                self.rw.value(Concatenate { dimension }, &values).ok()
            }
        }
    }
}
