//! Extents that a program's types leave open, as the command line gives them:
//! `--extent 0.1=16`, argument 0's dimension 1.

use hloom_ir::{DYNAMIC, Module, OpId, Type};
use hloom_passes::Pipeline;

/// One `--extent`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Extent {
    argument: usize,
    dimension: usize,
    size: i64,
}

/// Reads `ARGUMENT.DIMENSION=SIZE`.
pub(crate) fn parse(text: &str) -> Result<Extent, String> {
    let parts = || {
        let (place, size) = text.split_once('=')?;
        let (argument, dimension) = place.split_once('.')?;
        let size = size.trim().parse().ok().filter(|&n: &i64| n >= 0)?;
        let (argument, dimension) = (argument.trim().parse().ok()?, dimension.trim().parse().ok()?);
        Some(Extent { argument, dimension, size })
    };
    parts().ok_or_else(|| "expected ARGUMENT.DIMENSION=SIZE, such as 0.0=16".to_owned())
}

/// The types of a function's arguments with these extents.
///
/// # Errors
/// There is no such argument or dimension, or its extent is another one.
pub(crate) fn argument_types(
    module: &Module,
    entry: OpId,
    extents: &[Extent],
) -> Result<Vec<Type>, String> {
    let mut types = module.func(entry).function_type.inputs().to_vec();
    for &Extent { argument, dimension, size } in extents {
        let flag = format!("--extent {argument}.{dimension}={size}");
        let count = types.len();
        let Some(ty) = types.get_mut(argument) else {
            return Err(format!("{flag}: there is no argument {argument}, there are {count}"));
        };
        let Some(tensor) = ty.as_tensor().filter(|t| dimension < t.rank()) else {
            return Err(format!("{flag}: argument {argument}, {ty}, has no dimension {dimension}"));
        };
        let mut dims = tensor.dims.to_vec();
        let bound = tensor.bound(dimension);
        if dims[dimension] != DYNAMIC && dims[dimension] != size {
            let known = dims[dimension];
            return Err(format!("{flag}: the extent of argument {argument}, {ty}, is {known}"));
        }
        if bound.is_some_and(|most| size > most) {
            return Err(format!("{flag}: the extent of argument {argument}, {ty}, has a bound"));
        }
        dims[dimension] = size;
        let Some(known) = tensor.with_known_dims(&dims) else {
            return Err(format!(
                "{flag}: the extent of argument {argument}, {ty}, is not made of its blocks"
            ));
        };
        *ty = known.into();
    }
    Ok(types)
}

/// The options that give the open extents of a function's arguments a value, if there are some.
pub(crate) fn proposal(module: &Module, entry: OpId) -> Option<String> {
    let mut flags = Vec::new();
    for (argument, ty) in module.func(entry).function_type.inputs().iter().enumerate() {
        let Some(tensor) = ty.as_tensor() else { continue };
        let open = (0..tensor.rank()).filter(|&d| tensor.dims[d] == DYNAMIC);
        flags.extend(open.map(|dimension| {
            let size = tensor.bound(dimension).unwrap_or(16).min(16);
            format!("--extent {argument}.{dimension}={size}")
        }));
    }
    (!flags.is_empty()).then(|| flags.join(" "))
}

/// The passes that fill in the extents of `main`'s arguments and all that follows from them.
///
/// # Errors
/// As [`argument_types`]; or the function is not the one that `refine-shapes` starts from.
pub(crate) fn pipeline(
    module: &Module,
    entry: OpId,
    extents: &[Extent],
) -> Result<Pipeline, String> {
    let words = argument_types(module, entry, extents)?.into_iter().map(|ty| {
        let size = |&n: &i64| if n == DYNAMIC { "_".to_owned() } else { n.to_string() };
        match ty.as_tensor().filter(|t| t.rank() > 0) {
            Some(t) => t.dims.iter().map(size).collect::<Vec<_>>().join("x"),
            None => "_".to_owned(),
        }
    });
    let words: Vec<String> = words.collect();
    let text = format!(
        "inline,refine-shapes{{arguments={}}},canonicalize-dynamism,canonicalize,refine-shapes,\
         canonicalize-dynamism",
        words.join(":")
    );
    Pipeline::parse(&text).map_err(|e| e.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extents_name_an_argument_and_a_dimension() {
        assert_eq!(parse("1.0=16"), Ok(Extent { argument: 1, dimension: 0, size: 16 }));
        for wrong in ["", "0=3", "0.0", "0.0=-1", "a.b=c"] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }
}
