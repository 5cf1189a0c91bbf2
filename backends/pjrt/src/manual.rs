//! Computations that are written for each device (`sdy.manual_computation`, which `shard_map` and
//! `pmap` make): the body becomes a function that a process runs for each device, on its parts of the
//! operands, and the parts of the results are put together. The pass `vectorize-processes` makes one
//! program of the processes where it can; else the interpreter runs them. It knows manual computations
//! too, but not the terms of sums that devices hold ([`Terms`]).
//!
//! ```text
//! sdy.manual_computation(%x) { body }   ─►   slices of %x, one for each device
//!                                            interpreter.run_parallel  [@body, @body, …]
//!                                            concatenations of the results
//! ```
//!
//! In a program that is only shown, the function is called instead ([`Bodies`]).

use std::collections::{BTreeMap, BTreeSet};

use hloom_ir::ops::{
    Add, Call, Concatenate, Func, FuncReturn, FunctionType, ManualComputation, Names, Programs,
    RunParallel, Shardings, Slice,
};
use hloom_ir::rewrite::InsertPoint;
use hloom_ir::{Block, Literal, Module, OpId, Rewriter, Type, Value};

use crate::error::{Code, Error, Outcome};
use crate::mesh::{Mesh, Sharding, Tile};
use crate::terms::Terms;

/// The fate of the body of a manual computation on several devices.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bodies {
    /// Processes run it.
    Run,
    /// It is called for each device, for readers that know no processes.
    Called,
}

/// The division of the operands and results of a computation.
struct Parts {
    operands: Vec<Sharding>,
    results: Vec<Sharding>,
}

fn parts(module: &Module, op: OpId, meshes: &[(String, Mesh)]) -> Outcome<Parts> {
    let Some(it) = module.get::<ManualComputation>(op) else {
        return Err(Error::invalid("a named computation has other types than its body"));
    };
    let manual = |name: &str| it.manual_axes.0.iter().any(|axis| **axis == *name);
    let all = |stated: &Shardings| -> Outcome<Vec<Sharding>> {
        stated.0.iter().map(|stated| Sharding::stated(stated, meshes, manual)).collect()
    };
    Ok(Parts { operands: all(&it.in_shardings)?, results: all(&it.out_shardings)? })
}

fn dims(module: &Module, value: Value) -> &'static [i64] {
    module.ty(value).as_tensor().map_or(&[], |tensor| &tensor.dims)
}

fn uneven(ty: Type) -> Error {
    Error::new(Code::Unimplemented, format!("{ty} can't be divided evenly among the devices"))
}

/// Replaces a manual computation by a run of its body on each of `devices` devices. Of operands that
/// these hold in terms, they get those that `terms_of` finds.
///
/// # Errors
/// If its shardings can't be read, or its body uses values from outside.
pub(crate) fn outline(
    rewriter: &mut Rewriter<'_>,
    op: OpId,
    (meshes, devices, bodies): (&[(String, Mesh)], i64, Bodies),
    mut terms_of: Option<&mut Terms>,
) -> Outcome<()> {
    let parts = parts(rewriter.module(), op, meshes)?;
    let none = || Error::invalid("a manual computation has no body");
    let body = rewriter.module().entry(op, 0).ok_or_else(none)?;
    let operands = rewriter.module().operands(op).to_vec();
    let types: Vec<Type> = rewriter.module().result_types(op).to_vec();
    let arguments = rewriter.module().args(body).len();
    let fits = [parts.operands.len(), arguments].iter().all(|&n| n == operands.len());
    if !fits || parts.results.len() != types.len() {
        return Err(Error::invalid("a manual computation has other shardings than values"));
    }
    let locals = function(rewriter, op, body)?;
    let (name, results) = locals;
    rewriter.set_before(op);
    // The terms of each operand; that of a device is the first one if the others are zeros.
    let mut held = Vec::new();
    for (&operand, sharding) in operands.iter().zip(&parts.operands) {
        held.push(match &mut terms_of {
            Some(terms) if sharding.terms() > 1 => terms.of(rewriter, operand, sharding)?,
            _ => vec![operand],
        });
    }
    let mut given = Vec::new();
    for device in 0..devices {
        for ((&operand, sharding), terms) in operands.iter().zip(&parts.operands).zip(&held) {
            let extents = dims(rewriter.module(), operand);
            let tile = sharding.tile(extents, device);
            let tile = tile.ok_or_else(|| uneven(rewriter.module().ty(operand)))?;
            let term =
                sharding.term(device).and_then(|term| terms.get(usize::try_from(term).ok()?));
            given.push(match term {
                Some(&term) => slice(rewriter, term, &tile)?,
                None => zeros(rewriter, operand, &tile)?,
            });
        }
    }
    let made = match bodies {
        Bodies::Run => run(rewriter, &name, devices, &results, &given)?,
        Bodies::Called => {
            let mut made = Vec::new();
            for own in given.chunks(operands.len().max(1)) {
                made.extend(call(rewriter, &name, &results, own)?);
            }
            // Without operands there are no chunks.
            while made.len() < types.len() * devices as usize {
                made.extend(call(rewriter, &name, &results, &[])?);
            }
            made
        }
    };
    let mut whole = Vec::new();
    for (i, (&ty, sharding)) in types.iter().zip(&parts.results).enumerate() {
        let extents = ty.as_tensor().map_or(&[][..], |tensor| &tensor.dims);
        let mut terms: BTreeMap<i64, Vec<(Tile, Value)>> = BTreeMap::new();
        for device in 0..devices as usize {
            let tile = sharding.tile(extents, device as i64).ok_or_else(|| uneven(ty))?;
            let term = sharding.term(device as i64).ok_or_else(|| uneven(ty))?;
            let value = made.get(device * types.len() + i);
            let value = *value.ok_or_else(|| Error::bug("a device has no result"))?;
            terms.entry(term).or_default().push((tile, value));
        }
        let mut all = Vec::new();
        let mut sum: Option<Value> = None;
        for tiles in terms.into_values() {
            let term = assemble(rewriter, &tiles, &mut Tile::new(), extents.len())?;
            all.push(term);
            sum = Some(match sum {
                None => term,
                Some(sum) => rewriter.value(Add {}, &[sum, term]).map_err(Error::bug)?,
            });
        }
        let sum = sum.ok_or_else(|| Error::bug("a computation has no devices"))?;
        if let Some(terms) = &mut terms_of
            && all.len() > 1
        {
            let old = rewriter.module().result(op, i);
            terms.keep(rewriter.module(), (old, sum), sharding, all);
        }
        whole.push(sum);
    }
    rewriter.replace(op, &whole);
    Ok(())
}

/// Runs a function once for each device; the results of the devices, one after the other.
fn run(
    rewriter: &mut Rewriter<'_>,
    name: &str,
    devices: i64,
    results: &[Type],
    given: &[Value],
) -> Outcome<Vec<Value>> {
    let names = Names((0..devices).map(|_| name.into()).collect());
    let all: Vec<Type> = (0..devices).flat_map(|_| results.iter().copied()).collect();
    let run = RunParallel {
        infeed: None,
        programs: Programs(Box::new([names])),
        results: hloom_ir::field::ResultTypes(all.into()),
    };
    let run = rewriter.build(run, given).map_err(Error::bug)?;
    Ok(rewriter.module().results(run).into_iter().collect())
}

/// Calls a function; its results.
fn call(
    rewriter: &mut Rewriter<'_>,
    name: &str,
    results: &[Type],
    given: &[Value],
) -> Outcome<Vec<Value>> {
    let call = Call { callee: name.into(), results: hloom_ir::field::ResultTypes(results.into()) };
    let call = rewriter.build(call, given).map_err(Error::bug)?;
    Ok(rewriter.module().results(call).into_iter().collect())
}

/// A private function with a copy of the body; its name and the types of its results.
fn function(rewriter: &mut Rewriter<'_>, op: OpId, body: Block) -> Outcome<(String, Vec<Type>)> {
    let module = rewriter.module();
    let inside: BTreeSet<Block> = std::iter::once(body)
        .chain(module.walk(op).flat_map(|inner| {
            module.regions(inner).iter().flat_map(|&region| module.blocks(region).to_vec())
        }))
        .collect();
    let outside = module.walk(op).flat_map(|inner| module.operands(inner).to_vec());
    let outside: BTreeSet<Value> = outside
        .filter(|&v| module.def_block(v).is_none_or(|block| !inside.contains(&block)))
        .collect();
    if let Some(value) = outside.into_iter().find(|&v| module.constant(v).is_none()) {
        let ty = module.ty(value);
        let what = format!("a manual computation uses a value of {ty} from outside");
        return Err(Error::new(Code::Unimplemented, what));
    }
    let arguments: Vec<Type> = module.args(body).iter().map(|&v| module.ty(v)).collect();
    let end = module.terminator(body);
    let end = end.ok_or_else(|| Error::invalid("a manual computation does not end"))?;
    let results: Vec<Type> = module.operands(end).iter().map(|&v| module.ty(v)).collect();
    let free = |n: &usize| module.symbol(&format!("manual_{n}")).is_none();
    let name = format!("manual_{}", (0..).find(free).unwrap_or(0));
    let end = InsertPoint::End(module.body());
    let (region, block) = rewriter.region(&arguments);
    rewriter.set_point(InsertPoint::End(block));
    let values = rewriter.module().args(block).to_vec();
    let returned = rewriter.clone_block(body, &values);
    rewriter.build(FuncReturn {}, &returned).map_err(Error::bug)?;
    rewriter.set_point(end);
    let function = Func {
        sym_name: name.as_str().into(),
        function_type: FunctionType(Type::function(&arguments, &results)),
        sym_visibility: Some(hloom_ir::field::Text(b"private"[..].into())),
        arg_attrs: None,
        res_attrs: None,
    };
    rewriter.build_with_regions(function, &[], &[region]).map_err(Error::bug)?;
    Ok((name, results))
}

/// Zeros like a part of a value: what the other devices hold of a sum whose first term is the value.
fn zeros(rewriter: &mut Rewriter<'_>, value: Value, tile: &Tile) -> Outcome<Value> {
    let ty = rewriter.module().ty(value);
    let tensor = ty.as_tensor().ok_or_else(|| uneven(ty))?;
    let dims: Vec<i64> = tile.iter().map(|&(_, n)| n).collect();
    let zeros =
        Literal::zeros(tensor.with_dims(&dims).into()).map_err(|e| Error::memory(e.to_string()))?;
    Ok(rewriter.constant(zeros))
}

fn slice(rewriter: &mut Rewriter<'_>, value: Value, tile: &Tile) -> Outcome<Value> {
    let extents = dims(rewriter.module(), value);
    if tile.iter().zip(extents).all(|(&(_, n), &extent)| n == extent) {
        return Ok(value);
    }
    let from: Vec<i64> = tile.iter().map(|&(start, _)| start).collect();
    let to: Vec<i64> = tile.iter().map(|&(start, n)| start + n).collect();
    let by = vec![1; tile.len()];
    let slice = Slice { start_indices: from.into(), limit_indices: to.into(), strides: by.into() };
    rewriter.value(slice, &[value]).map_err(Error::bug)
}

/// The tensor whose tiles these are, in so far as they begin with `place`; of equal tiles the first
/// counts.
fn assemble(
    rewriter: &mut Rewriter<'_>,
    tiles: &[(Tile, Value)],
    place: &mut Tile,
    rank: usize,
) -> Outcome<Value> {
    let here: Vec<&(Tile, Value)> =
        tiles.iter().filter(|(tile, _)| tile.starts_with(place)).collect();
    if place.len() == rank {
        let first = here.first().ok_or_else(|| Error::bug("a result lacks a part"))?;
        return Ok(first.1);
    }
    let d = place.len();
    let steps: BTreeSet<(i64, i64)> = here.iter().map(|(tile, _)| tile[d]).collect();
    let mut all = Vec::new();
    for step in steps {
        place.push(step);
        all.push(assemble(rewriter, tiles, place, rank)?);
        place.pop();
    }
    match all[..] {
        [one] => Ok(one),
        _ => rewriter.value(Concatenate { dimension: d as i64 }, &all).map_err(Error::bug),
    }
}
