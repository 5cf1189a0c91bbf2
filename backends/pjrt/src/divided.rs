//! Arguments and results that are divided among devices: parts of tensors in one memory.

use std::borrow::Cow;
use std::sync::Arc;

use hloom_analysis::shard::{State, States, propagate_over_meshes};
use hloom_ir::field::Field;
use hloom_ir::ops::{ManualComputation, Sharding as Stated};
use hloom_ir::{Attr, Module, OpId, Rewriter, Type};

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
    /// several devices those that follow from others where it leaves them open, and the division of
    /// all values.
    ///
    /// # Errors
    /// If one can't be read.
    pub(crate) fn of(
        module: &Module,
        main: OpId,
        meshes: &[(String, Mesh)],
        devices: usize,
    ) -> Outcome<(Divided, Option<States>)> {
        // Without an answer tensors stay whole, which is right on any device.
        let states = match devices > 1 {
            true => propagate_over_meshes(&without_terms(module, main), main).ok().flatten(),
            false => None,
        };
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
        let divided = Divided {
            arguments: all(function.arg_attrs.as_deref(), it.inputs(), &argument)?,
            results: all(function.res_attrs.as_deref(), it.results(), &result)?,
        };
        Ok((divided, states))
    }
}

/// A program whose arguments, results and operands of manual computations are not held in terms, so
/// that their shardings are those of the sums. Values keep their numbers.
fn without_terms(module: &Module, main: OpId) -> Cow<'_, Module> {
    let whole = |stated: &Stated| Stated { unreduced: Box::default(), ..stated.clone() };
    let mut changed = false;
    let mut all = |attrs: &Option<Box<Attr>>| -> Option<Box<Attr>> {
        let Some(Attr::Array(all)) = attrs.as_deref() else { return attrs.clone() };
        let each = all.iter().map(|attr| {
            let Attr::Dict(dict) = attr else { return attr.clone() };
            let stated = dict.get("sdy.sharding").cloned();
            let stated = stated.and_then(|attr| Stated::from_attr(Some(attr), &[]).ok());
            let mut dict = dict.clone();
            if let Some(stated) = stated.filter(|it| !it.unreduced.is_empty())
                && let Some(attr) = whole(&stated).to_attr()
            {
                dict.set("sdy.sharding", attr);
                changed = true;
            }
            Attr::Dict(dict)
        });
        Some(Box::new(Attr::Array(each.collect())))
    };
    let mut func = module.func(main).clone();
    func.arg_attrs = all(&func.arg_attrs);
    func.res_attrs = all(&func.res_attrs);
    let computations = module.walk(main).filter_map(|op| {
        let mut it = module.get::<ManualComputation>(op)?.clone();
        let terms = it.in_shardings.0.iter().any(|stated| !stated.unreduced.is_empty());
        it.in_shardings.0 = it.in_shardings.0.iter().map(whole).collect();
        terms.then_some((op, it))
    });
    let computations: Vec<(OpId, ManualComputation)> = computations.collect();
    if !changed && computations.is_empty() {
        return Cow::Borrowed(module);
    }
    let mut own = module.clone();
    let mut rewriter = Rewriter::new(&mut own);
    rewriter.set_op(main, func);
    computations.into_iter().for_each(|(op, it)| rewriter.set_op(op, it));
    Cow::Owned(own)
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

fn tile(sharding: &Sharding, ty: Type, dims: &[i64], device: usize) -> Outcome<Tile> {
    let found = sharding.tile(dims, device as i64);
    found.ok_or_else(|| Error::invalid(format!("{ty} can't be divided evenly among the devices")))
}

/// The type of a tile of a tensor.
fn part_type(ty: Type, tile: &Tile) -> Outcome<Type> {
    let dims: Vec<i64> = tile.iter().map(|&(_, n)| n).collect();
    let tensor = ty.as_tensor().ok_or_else(|| Error::invalid(format!("{ty} is not a tensor")))?;
    Ok(Type::tensor(&dims, tensor.element))
}

/// The type of the part of a tensor on a device.
///
/// # Errors
/// If the tensor can't be divided so.
pub(crate) fn local(ty: Type, sharding: &Sharding, device: usize) -> Outcome<Type> {
    part_type(ty, &tile(sharding, ty, shape(ty).0, device)?)
}

/// The tensor of a type whose parts lie in these buffers, one for each device; of one that devices
/// hold in terms, these are stacked (see [`Terms`](crate::terms::Terms)).
///
/// # Errors
/// If a buffer does not have the type of its part.
pub(crate) fn gather(
    ty: Type,
    sharding: &Sharding,
    parts: Vec<(Type, Arc<Storage>)>,
) -> Outcome<Arc<Storage>> {
    let (dims, width) = shape(ty);
    let (dims, size) = term_of(dims, sharding);
    let mut whole = pool::take(ty)?;
    let bytes = whole.as_mut_slice::<u8>();
    for (device, (part, content)) in parts.into_iter().enumerate() {
        let tile = tile(sharding, ty, dims, device)?;
        let (offsets, count) = rows(dims, &tile);
        if !part.as_tensor().is_some_and(|t| t.dims.iter().eq(tile.iter().map(|(_, n)| n))) {
            return Err(Error::invalid(format!("a part of {ty} is {part}")));
        }
        let first = term(sharding, device)? * size;
        let rows = content.bytes()?.chunks_exact((count * width).max(1));
        for (offset, row) in offsets.into_iter().zip(rows) {
            bytes[(first + offset) * width..][..row.len()].copy_from_slice(row);
        }
    }
    Ok(Arc::new(Storage::own(whole)))
}

/// The extents of one term of a tensor that is stacked if devices hold it in terms, and its elements.
fn term_of<'a>(dims: &'a [i64], sharding: &Sharding) -> (&'a [i64], usize) {
    let dims = if sharding.terms() > 1 { dims.get(1..).unwrap_or_default() } else { dims };
    (dims, usize::try_from(dims.iter().product::<i64>()).unwrap_or(0))
}

/// The number of the term that a device holds.
fn term(sharding: &Sharding, device: usize) -> Outcome<usize> {
    let term = sharding.term(device as i64).and_then(|term| usize::try_from(term).ok());
    term.ok_or_else(|| Error::invalid(format!("no device {device} in the mesh")))
}

/// A tensor's parts on this many devices; the terms of one that devices hold in terms are stacked.
///
/// # Errors
/// If the tensor can't be divided so.
pub(crate) fn scatter(
    ty: Type,
    sharding: &Sharding,
    whole: &Storage,
    devices: usize,
) -> Outcome<Vec<Storage>> {
    let (dims, width) = shape(ty);
    let (dims, size) = term_of(dims, sharding);
    let all = whole.bytes()?;
    let part = |number: usize| {
        let tile = tile(sharding, ty, dims, number)?;
        let (offsets, count) = rows(dims, &tile);
        let first = term(sharding, number)? * size;
        let mut own = pool::take(part_type(ty, &tile)?)?;
        let rows = own.as_mut_slice::<u8>().chunks_exact_mut((count * width).max(1));
        for (offset, row) in offsets.into_iter().zip(rows) {
            let start = (first + offset) * width;
            row.copy_from_slice(&all[start..start + row.len()]);
        }
        Ok(Storage::own(own))
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
        let divided = |devices| Divided::of(&module, main, &meshes, devices).unwrap().0;
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
