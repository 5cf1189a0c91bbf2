//! The arguments of a run, from files or from a seed, and their validation.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use hloom_interp::Value;
use hloom_ir::types::TypeKind;
use hloom_ir::types::levels::{LevelFormat, MapLevel};
use hloom_ir::{Module, OpId, TensorType, Type};

use super::npz::{Archive, argument_of};
use super::{Problem, npy, random, sparse};
use crate::{Io, storage};

/// One `--input`: a file, and optionally the argument that it is for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Input {
    position: Option<usize>,
    path: PathBuf,
    /// Whether entries with the same coordinates are added: `--accumulate`.
    pub(super) accumulate: bool,
}

impl Input {
    /// The tensor of a storage program that the option gives; nothing for `N=FILE`.
    pub(super) fn named(&self) -> Option<crate::storage::Given> {
        let text = self.path.to_str().filter(|_| self.position.is_none())?;
        Some(crate::storage::Given::parse(text))
    }
}

/// Parses `N=FILE` or `FILE`.
pub(super) fn parse_input(text: &str) -> Result<Input, String> {
    let numbered = text
        .split_once('=')
        .and_then(|(number, path)| Some((number.trim().parse::<usize>().ok()?, path)));
    let (position, path) = match numbered {
        Some((position, path)) => (Some(position), path),
        None => (None, text),
    };
    if path.is_empty() {
        return Err("expected N=FILE.npy, FILE.npy or FILE.npz".to_owned());
    }
    Ok(Input { position, path: path.into(), accumulate: false })
}

/// An argument of the entry function.
struct Argument<'m> {
    name: Option<&'m str>,
    ty: Type,
    value: Option<Value>,
    /// The expected density of a sparse tensor.
    density: f64,
}

/// The arguments of `entry`, with the values that files give.
fn read<'m>(
    module: &'m Module,
    entry: OpId,
    inputs: &[Input],
    types: &[Type],
    io: &mut Io<'_>,
) -> Result<Vec<Argument<'m>>, Problem> {
    let block = module.entry(entry, 0);
    let mut arguments: Vec<Argument<'_>> = block
        .map_or(&[][..], |block| module.args(block))
        .iter()
        .enumerate()
        .map(|(position, &value)| Argument {
            name: module.name(value),
            ty: match types.get(position) {
                // An extent that `--extent` gives is that of random inputs.
                Some(&ty) if module.ty(value).as_tensor().is_some_and(|t| t.is_static()) => ty,
                _ => module.ty(value),
            },
            value: None,
            density: hloom_analysis::sparse::known_density(module, value)
                .unwrap_or_else(|| random::density(module.ty(value))),
        })
        .collect();
    for input in inputs {
        let bytes = io.read_bytes(&input.path).map_err(Problem::File)?;
        let list = is_list(&input.path);
        if bytes.starts_with(npy::MAGIC) || input.position.is_some() || list {
            read_array(input, &bytes, &mut arguments)?;
        } else {
            read_archive(&input.path, &bytes, &mut arguments)?;
        }
    }
    Ok(arguments)
}

/// For each argument of `entry` the value that a file gives, if one does.
///
/// # Errors
/// If a file can't be read, or does not match an argument.
#[cfg(feature = "llvm")]
pub(super) fn given(
    module: &Module,
    entry: OpId,
    inputs: &[Input],
    io: &mut Io<'_>,
) -> Result<Vec<Option<Value>>, Problem> {
    let arguments = read(module, entry, inputs, &[], io)?;
    Ok(arguments.into_iter().map(|argument| argument.value).collect())
}

/// The values of all arguments of `entry`. Those that no file gives are random ones of `types`,
/// which may say more than the program does.
///
/// # Errors
/// If a file can't be read, does not match an argument, or an argument does not have a value.
pub(super) fn gather(
    module: &Module,
    entry: OpId,
    inputs: &[Input],
    (seed, types): (Option<u64>, &[Type]),
    io: &mut Io<'_>,
) -> Result<Vec<Value>, Problem> {
    let arguments = read(module, entry, inputs, types, io)?;
    let count = arguments.len();
    arguments
        .into_iter()
        .enumerate()
        .map(|(position, argument)| match (argument.value, seed) {
            (Some(value), _) => Ok(value),
            // A token does not have content.
            (None, _) if matches!(argument.ty.kind(), TypeKind::Token) => Ok(Value::Token),
            (None, Some(seed)) => {
                let ty = types.get(position).copied().unwrap_or(argument.ty);
                let made = random_value(seed, position, ty);
                let thin = |v| thinned(v, seed, position, (argument.ty, argument.density));
                made.map(thin).ok_or_else(|| {
                    let open = ty.as_tensor().and_then(|t| t.dims.iter().position(|&n| n < 0));
                    let help =
                        open.map(|d| format!("; say --extent {position}.{d}=16, for example"));
                    Problem::Usage(format!(
                        "argument {position}{} is {ty}, of which no random value can be made{}",
                        named(argument.name),
                        help.unwrap_or_default()
                    ))
                })
            }
            (None, None) => Err(Problem::Usage(format!(
                "argument {position}{} of {count} has no value: give --input {position}=FILE.npy \
                 with {}, or --random-inputs SEED",
                named(argument.name),
                argument.ty
            ))),
        })
        .collect()
}

/// ` (%x)` for an argument with a name.
fn named(name: Option<&str>) -> String {
    name.map(|name| format!(" (%{name})")).unwrap_or_default()
}

/// Whether a file lists entries: Matrix Market's or FROSTT's.
fn is_list(path: &Path) -> bool {
    let ending = storage::Ending::of(path).map(|(ending, _)| ending);
    matches!(ending, Some(storage::Ending::Market | storage::Ending::Frostt))
}

/// Reads a file for one argument: an array, or a list of entries.
fn read_array(input: &Input, bytes: &[u8], arguments: &mut [Argument<'_>]) -> Result<(), Problem> {
    let count = arguments.len();
    let position = match (input.position, count) {
        (Some(position), _) => position,
        (None, 1) => 0,
        (None, _) => {
            return Err(Problem::Usage(format!(
                "`{}` could be any of {count} arguments: say which with --input N={}",
                input.path.display(),
                input.path.display()
            )));
        }
    };
    let Some(argument) = arguments.get_mut(position) else {
        let takes = match count {
            0 => "no arguments".to_owned(),
            1 => "one argument, number 0".to_owned(),
            _ => format!("{count} arguments, 0 to {}", count - 1),
        };
        return Err(Problem::Usage(format!("--input {position}=…: the function takes {takes}")));
    };
    let file = crate::display_name(&input.path);
    if hloom_storage::fused::is_mapped(argument.ty) {
        return set_value(argument, position, &input.path, |ty| {
            let mapped = storage::mapped(ty, &file, bytes, input.accumulate)
                .map_err(|what| npy::Unusable(format!("is wrong: {what}")))?;
            Ok(Value::Mapped(Arc::new(mapped)))
        });
    }
    if let Ok(mut archive) = Archive::open(bytes) {
        if let Some(members) = archive.sparse_members() {
            return set_value(argument, position, &input.path, |ty| match input.accumulate {
                true => sparse::read_list(&file, bytes, true, ty),
                false => sparse::read(&mut archive, &members, ty)
                    .map_err(|error| sparse::unreadable(&file, bytes, error)),
            });
        }
        let levels = argument.ty.as_tensor().is_some_and(|tensor| tensor.sparse().is_some());
        if levels && archive.names().iter().any(|name| name == "val") {
            return set_value(argument, position, &input.path, |ty| {
                sparse::read_levels(&mut archive, ty)
            });
        }
    }
    if is_list(&input.path) {
        return set_value(argument, position, &input.path, |ty| {
            sparse::read_list(&file, bytes, input.accumulate, ty)
        });
    }
    set(argument, position, &input.path, |tensor| npy::decode(bytes, tensor))
}

/// Reads an `.npz` file for the arguments that its members name.
fn read_archive(path: &Path, bytes: &[u8], arguments: &mut [Argument<'_>]) -> Result<(), Problem> {
    let wrong = |what: npy::Unusable| Problem::Wrong(format!("`{}` {what}", path.display()));
    let mut archive = Archive::open(bytes).map_err(|_| {
        Problem::Wrong(format!("`{}` is neither an .npy nor an .npz file", path.display()))
    })?;
    if let Some(members) = archive.sparse_members() {
        let message = format!(
            "`{}` holds a sparse matrix: say which argument it is with --input N={}",
            path.display(),
            path.display()
        );
        let [argument] = arguments else { return Err(Problem::Usage(message)) };
        return set_value(argument, 0, path, |ty| {
            sparse::read(&mut archive, &members, ty)
                .map_err(|error| sparse::unreadable(&path.display().to_string(), bytes, error))
        });
    }
    let names: Vec<Option<&str>> = arguments.iter().map(|argument| argument.name).collect();
    for (index, member) in archive.names().iter().enumerate() {
        let position = argument_of(member, &names).map_err(wrong)?;
        let within = PathBuf::from(format!("{}:{member}", path.display()));
        set(&mut arguments[position], position, &within, |tensor| archive.decode(index, tensor))?;
    }
    Ok(())
}

/// Sets the value of an argument to a dense tensor.
fn set(
    argument: &mut Argument<'_>,
    position: usize,
    path: &Path,
    read: impl FnOnce(&hloom_ir::TensorType) -> Result<hloom_ir::Literal, npy::Unusable>,
) -> Result<(), Problem> {
    set_value(argument, position, path, |tensor| read(tensor).map(Value::Tensor))
}

/// Sets the value of an argument.
fn set_value(
    argument: &mut Argument<'_>,
    position: usize,
    path: &Path,
    read: impl FnOnce(&hloom_ir::TensorType) -> Result<Value, npy::Unusable>,
) -> Result<(), Problem> {
    let Some(tensor) = argument.ty.as_tensor() else {
        return Err(Problem::Usage(format!(
            "argument {position}{} is {}, which no file can hold",
            named(argument.name),
            argument.ty
        )));
    };
    if argument.value.is_some() {
        return Err(Problem::Usage(format!(
            "argument {position}{} is given twice, the second time by `{}`",
            named(argument.name),
            path.display()
        )));
    }
    let value = read(tensor).map_err(|what| {
        let name = named(argument.name);
        Problem::Wrong(format!("argument {position}{name}: `{}` {what}", path.display()))
    })?;
    if let Value::Tensor(literal) = &value
        && let Some((i, stored)) = literal.outside_storage()
    {
        return Err(Problem::Wrong(format!(
            "argument {position}{}: element {i} of `{}` is stored as {stored}, outside of the range of {}",
            named(argument.name),
            path.display(),
            argument.ty
        )));
    }
    argument.value = Some(value);
    Ok(())
}

/// For a sparse tensor, keeps as many elements as its density says, and no more of a block than a
/// structured level stores; the others become zero.
fn thinned(value: Value, seed: u64, position: usize, (ty, density): (Type, f64)) -> Value {
    let tensor = ty.as_tensor();
    let levels = tensor.and_then(TensorType::mapped_levels);
    let sparse = levels.is_some() || tensor.is_some_and(|t| t.sparse().is_some());
    match value {
        Value::Tensor(literal) if sparse => {
            let thin = random::thinned(literal, seed, position, density);
            Value::Tensor(match levels.iter().flat_map(|map| &map.levels).last() {
                Some(&MapLevel { dim, format: LevelFormat::Structured { n, m }, .. }) => {
                    random::structured(thin, dim, n as usize, m as usize)
                }
                _ => thin,
            })
        }
        value => value,
    }
}

/// A random value of a type. The members of a tuple, struct or array are separate inputs, numbered
/// from 2¹⁶ times the tuple's number.
fn random_value(seed: u64, position: usize, ty: Type) -> Option<Value> {
    match ty.kind() {
        TypeKind::Tensor(tensor) => random::tensor(seed, position, tensor).map(Value::Tensor),
        TypeKind::Tuple(_) | TypeKind::Struct(_) | TypeKind::Array(..) => {
            let members = ty.members().unwrap_or_default();
            let first = (position + 1) << 16;
            let members =
                members.iter().enumerate().map(|(i, &m)| random_value(seed, first + i, m));
            members.collect::<Option<Vec<Value>>>().map(Value::Tuple)
        }
        TypeKind::Token => Some(Value::Token),
        TypeKind::Unranked(_)
        | TypeKind::Function(..)
        | TypeKind::Future(_)
        | TypeKind::Scalar(_)
        | TypeKind::Foreign(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inputs_name_their_arguments() {
        let input =
            |position, path: &str| Ok(Input { position, path: path.into(), accumulate: false });
        assert_eq!(parse_input("0=x.npy"), input(Some(0), "x.npy"));
        assert_eq!(parse_input("x.npy"), input(None, "x.npy"));
        assert_eq!(parse_input("a=b.npy"), input(None, "a=b.npy"));
        assert_eq!(parse_input("1=a=b.npy"), input(Some(1), "a=b.npy"));
        assert!(parse_input("3=").is_err());
        assert!(parse_input("").is_err());
    }
}
