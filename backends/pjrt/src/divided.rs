//! Arguments and results that are divided among devices: parts of tensors in one memory.

use std::collections::BTreeMap;
use std::sync::Arc;

use hloom_analysis::shard::{State, propagate};
use hloom_ir::ops::Add;
use hloom_ir::{Attr, Literal, Module, OpId, Type};

use crate::error::{Error, Outcome};
use crate::memory::Storage;
use crate::mesh::{Mesh, Sharding, Tile};
use crate::pool;

/// The division of a program's arguments and results; `None` where each device has the whole.
#[derive(Clone, Default, Debug)]
pub(crate) struct Divided {
    pub(crate) arguments: Vec<Option<Sharding>>,
    pub(crate) results: Vec<Option<Sharding>>,
}

impl Divided {
    /// The shardings of a function's arguments and results: those that its attributes say, and on
    /// several devices those that follow from others where it leaves them open.
    ///
    /// # Errors
    /// If one can't be read.
    pub(crate) fn of(
        module: &Module,
        main: OpId,
        meshes: &[(String, Mesh)],
        devices: usize,
    ) -> Outcome<Divided> {
        // Without an answer tensors stay whole, which is right on any device.
        let states = if devices > 1 { propagate(module, main).ok().flatten() } else { None };
        let follows = |state: State, ty: Type| -> Option<Sharding> {
            let stated = state.sharding(&states.as_ref()?.grid);
            let found = Sharding::stated(&stated, meshes, |_| true).ok()?;
            let even = (0..devices).all(|device| local(ty, &found, device).is_ok());
            (!state.is_whole() && even && !found.is_unreduced()).then_some(found)
        };
        let all = |attrs: Option<&Attr>, types: &[Type], state: &dyn Fn(usize) -> Option<State>| {
            let each = types.iter().enumerate().map(|(i, &ty)| {
                let dict = match attrs {
                    Some(Attr::Array(all)) => all.get(i),
                    _ => None,
                };
                let stated = match dict {
                    Some(Attr::Dict(dict)) => dict.get("sdy.sharding"),
                    _ => None,
                };
                match stated {
                    Some(_) => Sharding::of(stated, meshes),
                    None => Ok(state(i).and_then(|state| follows(state, ty))),
                }
            });
            each.collect::<Outcome<Vec<Option<Sharding>>>>()
        };
        let function = module.func(main);
        let arguments = module.entry(main, 0).map_or(&[][..], |block| module.args(block));
        let argument = |i: usize| Some(states.as_ref()?.of(module, *arguments.get(i)?));
        let result = |i: usize| states.as_ref()?.results.get(i).cloned();
        let it = function.function_type;
        Ok(Divided {
            arguments: all(function.arg_attrs.as_deref(), it.inputs(), &argument)?,
            results: all(function.res_attrs.as_deref(), it.results(), &result)?,
        })
    }
}

/// The offsets of the rows of a tile in its tensor, in elements, and their length.
fn rows(dims: &[i64], tile: &Tile) -> (Vec<usize>, usize) {
    let (Some((&last, dims)), Some((&(from, count), outer))) =
        (dims.split_last(), tile.split_last())
    else {
        return (vec![0], 1);
    };
    let mut offsets = vec![0i64];
    for (&extent, &(start, n)) in dims.iter().zip(outer) {
        let next = offsets.iter().flat_map(|&at| (start..start + n).map(move |i| at * extent + i));
        offsets = next.collect();
    }
    let place = |at: i64| usize::try_from(at * last + from).unwrap_or(0);
    (offsets.into_iter().map(place).collect(), usize::try_from(count).unwrap_or(0))
}

fn shape(ty: Type) -> (&'static [i64], usize) {
    match ty.as_tensor() {
        Some(tensor) => (&tensor.dims, tensor.element.byte_width()),
        None => (&[], 1),
    }
}

fn tile(sharding: &Sharding, ty: Type, device: usize) -> Outcome<Tile> {
    let found = sharding.tile(shape(ty).0, device as i64);
    found.ok_or_else(|| Error::invalid(format!("{ty} can't be divided evenly among the devices")))
}

/// The type of the part of a tensor on a device.
///
/// # Errors
/// If the tensor can't be divided so.
pub(crate) fn local(ty: Type, sharding: &Sharding, device: usize) -> Outcome<Type> {
    let dims: Vec<i64> = tile(sharding, ty, device)?.iter().map(|&(_, n)| n).collect();
    let tensor = ty.as_tensor().ok_or_else(|| Error::invalid(format!("{ty} is no tensor")))?;
    Ok(Type::tensor(&dims, tensor.element))
}

/// The tensor of a type whose parts lie in these buffers, one for each device.
///
/// # Errors
/// If a buffer does not have the type of its part.
pub(crate) fn gather(
    ty: Type,
    sharding: &Sharding,
    parts: Vec<(Type, Arc<Storage>)>,
) -> Outcome<Arc<Storage>> {
    let mut terms: BTreeMap<i64, Vec<(usize, Type, Arc<Storage>)>> = BTreeMap::new();
    for (device, (part, content)) in parts.into_iter().enumerate() {
        let term = sharding.term(device as i64);
        let term = term.ok_or_else(|| Error::invalid(format!("no device {device} in the mesh")))?;
        terms.entry(term).or_default().push((device, part, content));
    }
    let mut sum: Option<Literal> = None;
    for parts in terms.into_values() {
        let term = whole(ty, sharding, parts)?;
        sum = Some(match sum {
            None => term,
            Some(sum) => hloom_interp::eval(&Add {}.into(), &[&sum, &term], ty, u64::MAX)
                .map_err(|error| Error::invalid(error.to_string()))?,
        });
    }
    let sum = sum.ok_or_else(|| Error::bug("a tensor has no parts"))?;
    Ok(Arc::new(Storage::Own(sum.expanded())))
}

/// The tensor of a type whose parts lie in the buffers of these devices.
fn whole(
    ty: Type,
    sharding: &Sharding,
    parts: Vec<(usize, Type, Arc<Storage>)>,
) -> Outcome<Literal> {
    let (dims, width) = shape(ty);
    let mut whole = pool::take(ty)?;
    let bytes = whole.as_mut_slice::<u8>();
    for (device, part, content) in parts {
        let tile = tile(sharding, ty, device)?;
        let (offsets, count) = rows(dims, &tile);
        if !part.as_tensor().is_some_and(|t| t.dims.iter().eq(tile.iter().map(|(_, n)| n))) {
            return Err(Error::invalid(format!("a part of {ty} is {part}")));
        }
        let rows = content.bytes().chunks_exact((count * width).max(1));
        for (offset, row) in offsets.into_iter().zip(rows) {
            bytes[offset * width..][..row.len()].copy_from_slice(row);
        }
    }
    Ok(whole)
}

/// A tensor's parts on this many devices, or the whole on each.
///
/// # Errors
/// If the tensor can't be divided so.
pub(crate) fn scatter(
    ty: Type,
    sharding: Option<&Sharding>,
    whole: &Arc<Storage>,
    devices: usize,
) -> Outcome<Vec<Arc<Storage>>> {
    let (dims, width) = shape(ty);
    let part = |number: usize| {
        let Some(sharding) = sharding else { return Ok(whole.clone()) };
        let tile = tile(sharding, ty, number)?;
        let (offsets, count) = rows(dims, &tile);
        let local = local(ty, sharding, number)?;
        if sharding.term(number as i64) != Some(0) {
            return Ok(Arc::new(Storage::zeros(local)?));
        }
        let mut own = pool::take(local)?;
        let rows = own.as_mut_slice::<u8>().chunks_exact_mut((count * width).max(1));
        for (offset, row) in offsets.into_iter().zip(rows) {
            let end = offset * width + row.len();
            row.copy_from_slice(&whole.bytes()[offset * width..end]);
        }
        Ok(Arc::new(Storage::Own(own)))
    };
    (0..devices).map(part).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_program_leaves_open_follows_from_what_it_says() {
        let source = r#"module {
  "sdy.mesh"() <{mesh = #sdy.mesh<["a"=2]>, sym_name = "mesh"}> : () -> ()
  func.func public @main(%x: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}, %y: tensor<4xf32>)
      -> (tensor<4xf32>, tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
    %z = stablehlo.add %x, %y : tensor<4xf32>
    return %z, %z : tensor<4xf32>, tensor<4xf32>
  }
}"#;
        let module = hloom_ir::text::parse_module(source).unwrap();
        let meshes = crate::mesh::meshes(&module);
        let main = module.symbol("main").unwrap();
        let divided = |devices| Divided::of(&module, main, &meshes, devices).unwrap();
        let whether =
            |all: &[Option<Sharding>]| all.iter().map(Option::is_some).collect::<Vec<_>>();
        assert_eq!(whether(&divided(2).arguments), [true, true]);
        assert_eq!(whether(&divided(2).results), [true, false]);
        assert_eq!(whether(&divided(1).arguments), [true, false]);
    }

    #[test]
    fn rows_of_tiles() {
        assert_eq!(rows(&[], &Tile::new()), (vec![0], 1));
        assert_eq!(rows(&[6], &vec![(2, 3)]), (vec![2], 3));
        assert_eq!(rows(&[4, 6], &vec![(2, 2), (3, 3)]), (vec![15, 21], 3));
    }
}
