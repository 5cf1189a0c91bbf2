//! The data of a program's tensors, from files and numbers on the command line.
//!
//! `--input NAME=FILE` gives a tensor that the program declares as data, or one that a mapping
//! defines: then the mapping's arrays are filled. The members of an archive that is not a sparse
//! matrix are tensors by their names; of `A=FILE.npz`, `pos` is `A_pos`.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use hloom_storage::check::Definition;
use hloom_storage::types::Form;
use hloom_storage::{Inputs, Module, Scalar, Sort, Type, Value};

use super::archives;
use super::files::{self, Data, Dense, Entries, by};
use super::fill::{self, SizeHint};
use crate::{Io, near};

/// One tensor on the command line: `NAME=FILE`, `NAME=NUMBER` or `FILE`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Given {
    pub(crate) name: Option<String>,
    pub(crate) file: PathBuf,
}

impl Given {
    /// Reads the text of an option. A name is a name of the language.
    pub(crate) fn parse(text: &str) -> Given {
        let word = |name: &str| {
            let letters = |c: char| c.is_ascii_alphanumeric() || c == '_';
            name.chars().all(letters) && !name.is_empty() && !name.starts_with(char::is_numeric)
        };
        match text.split_once('=').filter(|(name, _)| word(name)) {
            Some((name, file)) => Given { name: Some(name.to_owned()), file: file.into() },
            None => Given { name: None, file: text.into() },
        }
    }
}

/// The reason for which a program has no data.
#[derive(Debug)]
pub(crate) enum BindError {
    /// The command line does not match the program.
    Usage(String),
    /// A file can't be read.
    File(anyhow::Error),
    /// The data are wrong.
    Wrong(String),
}

/// The data of a program.
#[derive(Clone, Debug, Default)]
pub(crate) struct Bound {
    /// The values of tensors without a definition.
    pub(crate) inputs: Inputs,
    /// The extents of the tensors that files gave, by name.
    pub(crate) extents: HashMap<String, Extents>,
}

/// The extents of a tensor that a file gave.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Extents {
    /// The extent of each dimension.
    pub(crate) sizes: Vec<u64>,
    /// The source of them.
    pub(crate) source: ExtentSource,
}

/// The source of extents.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ExtentSource {
    /// The file announces them, and its entries are inside of them.
    Announced,
    /// The file has none: they are the least that hold its entries.
    Least,
    /// An archive of arrays announces them: whether the arrays keep to them is to be checked.
    Claimed,
}

/// Reads all data that are given. Duplicate entries are added if `accumulate`.
///
/// # Errors
/// If a file can't be read, or does not fit the tensor.
pub(crate) fn bind(
    module: &Module,
    given: &[Given],
    accumulate: bool,
    io: &mut Io<'_>,
) -> Result<Bound, BindError> {
    let mut binder = Binder::new(module, accumulate, SizeHint::Option);
    // Numbers first: a format may need them to be filled.
    let mut files = Vec::new();
    for one in given {
        if !binder.number(one)? {
            files.push(one);
        }
    }
    // Then arrays: they may say which entries of a tensor are whose.
    files.sort_by_key(|one| !binder.is_array(one));
    for one in files {
        binder.file(one, io)?;
    }
    Ok(binder.bound)
}

/// Checks that all data are there that the program's result needs.
///
/// # Errors
/// If some are missing; the message says how to give them.
pub(crate) fn complete(module: &Module, inputs: &Inputs) -> Result<(), BindError> {
    let Some((name, sort)) = missing(module, inputs) else { return Ok(()) };
    let mappings = module.tensors.iter().filter(|t| module.is_mapping(t));
    let of = mappings.into_iter().find(|tensor| fill::arrays_of(module, tensor).contains(&name));
    let ty = sort.to_type();
    Err(BindError::Usage(match of {
        Some(of) => {
            let given = fill::arrays_of(module, of);
            let given = given.iter().find(|array| inputs.contains_key(&array.as_str().into()));
            let of = &of.name;
            let data = if sort.is_scalar() { "NUMBER" } else { "FILE" };
            match given {
                Some(given) => {
                    let part = name.strip_prefix(&format!("{of}_")).unwrap_or(&name);
                    format!(
                        "`{name}` of `{of}` has no data, and `{given}` has: add `{part}` to its archive, or give --input {name}={data}"
                    )
                }
                None => {
                    format!(
                        "`{name}` of `{of}` has no data: give --input {of}=FILE, or {name}={data}"
                    )
                }
            }
        }
        None if sort.is_scalar() => {
            format!("`{name}` has no value: give --input {name}=NUMBER ({ty})")
        }
        None => format!("`{name}` has no data: give --input {name}=FILE with {ty}"),
    }))
}

/// The first tensor that the program's result needs, and that has no data.
fn missing(module: &Module, inputs: &Inputs) -> Option<(String, Sort)> {
    let (name, sort) = hloom_storage::missing(&module.composed()?, inputs)?;
    Some((name.to_string(), sort))
}

/// Whether a tensor is a mapping over arrays of its own: they have its name, or data gave its extents.
pub(super) fn is_stored(
    module: &Module,
    tensor: &Definition,
    extents: &HashMap<String, Extents>,
) -> bool {
    fill::owns_arrays(module, tensor)
        || module.is_mapping(tensor) && extents.contains_key(&tensor.name)
}

/// Checks that an archive had all arrays of the mapping of `T`.
///
/// # Errors
/// The end of a sentence that begins with the archive: the array that is missing.
pub(super) fn archive_complete(module: &Module, inputs: &Inputs) -> Result<(), String> {
    match missing(module, inputs) {
        None => Ok(()),
        Some((name, sort)) => {
            let what = if sort.is_scalar() { "number" } else { "array" };
            Err(format!("has no {what} `{}`", name.strip_prefix("T_").unwrap_or(&name)))
        }
    }
}

/// The data of a program while they are bound one by one.
pub(super) struct Binder<'m> {
    module: &'m Module,
    accumulate: bool,
    /// The way to give numbers that entries do not determine.
    way: SizeHint,
    /// The data that are bound.
    pub(super) bound: Bound,
    /// The names given, for those that come twice.
    names: Vec<String>,
}

impl<'m> Binder<'m> {
    /// A binder of nothing yet. Duplicate entries are added if `accumulate`.
    pub(super) fn new(module: &'m Module, accumulate: bool, way: SizeHint) -> Binder<'m> {
        Binder { module, accumulate, way, bound: Bound::default(), names: Vec::new() }
    }

    /// Sets a number; whether the option is one.
    fn number(&mut self, given: &Given) -> Result<bool, BindError> {
        let Some(name) = &given.name else { return Ok(false) };
        let tensor = self.tensor(name)?;
        let Type::Scalar(base) = tensor.ty else { return Ok(false) };
        let text = given.file.to_str().unwrap_or_default();
        let Some(value) = number(base, text) else {
            // A file may have the number; one of this name is meant.
            if text.parse::<f64>().is_ok() || text.parse::<bool>().is_ok() {
                let is_large = base == Scalar::Int && text.parse::<i128>().is_ok();
                let what = match is_large {
                    true => format!("`{name}` is int, and 64 bits do not hold {text}"),
                    false => format!("`{name}` is {}, and `{text}` is none", tensor.ty),
                };
                return Err(BindError::Usage(what));
            }
            return Ok(false);
        };
        self.set(name, value)?;
        Ok(true)
    }

    /// Whether a file is for an array.
    fn is_array(&self, given: &Given) -> bool {
        let tensor = given.name.as_deref().and_then(|name| self.module.tensor(name));
        tensor.is_some_and(|tensor| matches!(tensor.ty, Type::Array(..)))
    }

    fn file(&mut self, given: &Given, io: &mut Io<'_>) -> Result<(), BindError> {
        let shown = crate::display_name(&given.file);
        let bytes = io.read_bytes(&given.file).map_err(BindError::File)?;
        let data = files::read(&shown, &bytes);
        let data = data.map_err(|error| BindError::Wrong(error.of(&shown).to_string()))?;
        match (&given.name, data) {
            (Some(name), data) => self.named(name, data, &shown),
            (None, Data::Archive(members)) => members.into_iter().try_for_each(|(name, array)| {
                let place = format!("{shown}:{name}");
                self.named(&name, Data::Dense(array), &place)
            }),
            (None, data) => {
                let name = self.only(&given.file)?;
                self.named(&name, data, &shown)
            }
        }
    }

    /// The tensor of a name, which may be given once.
    fn tensor(&self, name: &str) -> Result<&'m Definition, BindError> {
        if let Some(tensor) = self.module.tensor(name) {
            return Ok(tensor);
        }
        let all = || self.module.tensors.iter().map(|tensor| tensor.name.as_str());
        let more = match near::nearest(name, all()) {
            Some(near) => format!("; did you mean `{near}`?"),
            None => format!("; its tensors are {}", all().collect::<Vec<_>>().join(", ")),
        };
        Err(BindError::Usage(format!("the program has no tensor `{name}`{more}")))
    }

    /// The only tensor that a file without a name can be for.
    fn only(&self, file: &Path) -> Result<String, BindError> {
        let module = self.module;
        let mappings = || module.tensors.iter().filter(|tensor| module.is_mapping(tensor));
        let physical: Vec<String> =
            mappings().flat_map(|tensor| fill::arrays_of(module, tensor)).collect();
        let data = module.tensors.iter().filter(|tensor| tensor.body.is_none());
        let data = data.filter(|tensor| !physical.contains(&tensor.name));
        let names: Vec<&str> = mappings().chain(data).map(|t| t.name.as_str()).collect();
        match names[..] {
            [one] => Ok(one.to_owned()),
            _ => Err(BindError::Usage(format!(
                "`{}` could be any of {}: say which, as in NAME={}",
                file.display(),
                names.join(", "),
                file.display()
            ))),
        }
    }

    fn set(&mut self, name: &str, value: Value) -> Result<(), BindError> {
        if self.bound.inputs.insert(name.into(), value).is_some() {
            return Err(BindError::Usage(format!("`{name}` is given twice")));
        }
        Ok(())
    }

    fn extents(&mut self, name: &str, sizes: Vec<u64>, source: ExtentSource) {
        self.bound.extents.insert(name.to_owned(), Extents { sizes, source });
    }

    /// Binds what a file holds to a tensor.
    pub(super) fn named(&mut self, name: &str, data: Data, file: &str) -> Result<(), BindError> {
        let tensor = self.tensor(name)?;
        if self.names.iter().any(|known| known == name) {
            return Err(BindError::Usage(format!("`{name}` is given twice, again by `{file}`")));
        }
        self.names.push(name.to_owned());
        let wrong = |what: String| BindError::Wrong(format!("`{name}`: `{file}`: {what}"));
        let data = match data {
            Data::Archive(members) => return self.members(tensor, members, file),
            Data::Dense(mut dense) => {
                dense.numbers = fill::typed(dense.numbers, tensor).map_err(wrong)?;
                Data::Dense(dense)
            }
            Data::Entries(mut entries) => {
                entries = entries
                    .unique(self.accumulate)
                    .map_err(|error| BindError::Wrong(error.of(file).to_string()))?;
                entries.numbers = fill::typed(entries.numbers, tensor).map_err(wrong)?;
                Data::Entries(entries)
            }
        };
        let order = levels(&tensor.ty);
        match (tensor.ty.sort().form, data) {
            (Form::Nested(0), Data::Dense(dense)) if dense.shape.is_empty() => {
                self.set(name, dense.numbers.get(0))
            }
            (Form::Array, data) => {
                let dense = match as_vector(data) {
                    Data::Dense(dense) => dense,
                    Data::Entries(entries) => entries.to_dense().map_err(wrong)?,
                    Data::Archive(_) => return Ok(()),
                };
                if dense.shape.len() != 1 {
                    let shape = by(&dense.shape);
                    return Err(wrong(format!(
                        "{} has one dimension, the data are {shape}",
                        tensor.ty
                    )));
                }
                fits(&tensor.ty, &dense.shape, true).map_err(wrong)?;
                self.extents(name, dense.shape.clone(), ExtentSource::Announced);
                self.set(name, dense.numbers.to_array())
            }
            (Form::Nested(_), data) => {
                let data = if order == 1 { as_vector(data) } else { data };
                let (entries, dense) = match data {
                    Data::Dense(dense) => (dense.to_entries(), true),
                    Data::Entries(entries) => (entries, false),
                    Data::Archive(_) => return Ok(()),
                };
                if entries.extents.len() != order {
                    let shape = match entries.extents.len() {
                        0 => "one number".to_owned(),
                        1 => format!("a vector of {}", by(&entries.extents)),
                        _ => by(&entries.extents),
                    };
                    let what = format!("{} has order {order}, the data are {shape}", tensor.ty);
                    return Err(wrong(what));
                }
                fits(&tensor.ty, &entries.extents, dense).map_err(wrong)?;
                let source =
                    if entries.open { ExtentSource::Least } else { ExtentSource::Announced };
                self.extents(name, entries.extents.clone(), source);
                self.entries(tensor, &entries, file)
            }
        }
    }

    /// Sets a dictionary, or fills the arrays of a mapping.
    fn entries(
        &mut self,
        tensor: &Definition,
        entries: &Entries,
        file: &str,
    ) -> Result<(), BindError> {
        let name = &tensor.name;
        if tensor.body.is_none() {
            return self.set(name, entries.to_value());
        }
        if !self.module.is_mapping(tensor) {
            let what = format!("`{name}` is computed by the program; it takes no data");
            return Err(BindError::Usage(what));
        }
        let parts = fill::fill(self.module, tensor, entries, &self.bound.inputs, self.way)
            .map_err(|what| BindError::Wrong(format!("`{name}`: `{file}`: {what}")))?;
        let arrays = fill::arrays_of(self.module, tensor);
        for (part, value) in parts {
            let own = arrays.iter().any(|array| array == part.as_str());
            // A number that was given is the one that the arrays were filled for.
            if own && self.bound.inputs.get(&part) != Some(&value) {
                self.set(part.as_str(), value)?;
            }
        }
        Ok(())
    }

    /// Binds the members of an archive to the arrays of a tensor.
    fn members(
        &mut self,
        tensor: &Definition,
        members: Vec<(String, Dense)>,
        file: &str,
    ) -> Result<(), BindError> {
        let members =
            archives::taken(self.module, &tensor.name, &mut self.bound.inputs, members)
                .map_err(|what| BindError::Wrong(format!("`{}`: `{file}`: {what}", tensor.name)))?;
        for (member, array) in members {
            // The extents of the tensor that `hloom relayout` writes.
            if member == "shape" && self.module.tensor(&format!("{}_shape", tensor.name)).is_none()
            {
                let shape = array.extents().map_err(|what| {
                    BindError::Wrong(format!("`{}`: `{file}`: {what}", tensor.name))
                })?;
                let order = levels(&tensor.ty);
                if shape.len() != order {
                    return Err(BindError::Wrong(format!(
                        "`{}`: `{file}`: `shape` has {} numbers, and {} has order {order}",
                        tensor.name,
                        shape.len(),
                        tensor.ty
                    )));
                }
                self.extents(&tensor.name, shape, ExtentSource::Claimed);
                continue;
            }
            let own = format!("{}_{member}", tensor.name);
            let name = if self.module.tensor(&own).is_some() { own } else { member };
            if self.module.tensor(&name).is_none() {
                let what = unknown_array(self.module, tensor, &name);
                return Err(BindError::Wrong(format!("`{}`: `{file}` {what}", tensor.name)));
            }
            let place = format!("{file}:{name}");
            self.named(&name, Data::Dense(array), &place)?;
        }
        Ok(())
    }
}

/// The end of a sentence about an archive with an array that a tensor's mapping does not have.
pub(super) fn unknown_array(module: &Module, tensor: &Definition, name: &str) -> String {
    let prefix = format!("{}_", tensor.name);
    let own = fill::arrays_of(module, tensor);
    let own: Vec<&str> =
        own.iter().map(|array| array.strip_prefix(&prefix).unwrap_or(array)).collect();
    format!("has `{name}`, which is not an array of its storage: these are {}", own.join(", "))
}

/// The number of a scalar from the command line.
fn number(base: Scalar, text: &str) -> Option<Value> {
    match base {
        Scalar::Bool => text.parse().ok().map(Value::Bool),
        Scalar::Int => text.parse().ok().map(Value::Int),
        Scalar::Real => text.parse().ok().map(Value::Real),
    }
}

/// The levels of a dictionary.
fn levels(ty: &Type) -> usize {
    match ty {
        Type::Scalar(_) | Type::Array(..) => 0,
        Type::Dict(_, value) => 1 + levels(value),
    }
}

/// A matrix of one row or column as a vector: Matrix Market files have no others.
pub(super) fn as_vector(data: Data) -> Data {
    match data {
        Data::Dense(dense) if dense.shape.len() == 2 && dense.shape.contains(&1) => {
            let shape = vec![dense.shape.iter().product()];
            Data::Dense(Dense { shape, ..dense })
        }
        Data::Entries(mut entries)
            if entries.extents.len() == 2 && entries.extents.contains(&1) =>
        {
            let along = usize::from(entries.extents[0] == 1);
            entries.extents = vec![entries.extents[along]];
            entries.keys = vec![entries.keys.swap_remove(along)];
            Data::Entries(entries)
        }
        data => data,
    }
}

/// Checks the extents that a type declares: those of a dense tensor are equal, those of a list of
/// entries at most as large.
fn fits(ty: &Type, shape: &[u64], dense: bool) -> Result<(), String> {
    let mut ty = ty;
    for (dimension, found) in shape.iter().enumerate() {
        let declared = match ty {
            Type::Array(_, extent) => *extent,
            Type::Dict(extent, value) => {
                ty = value;
                *extent
            }
            Type::Scalar(_) => None,
        };
        let Some(declared) = declared else { continue };
        if if dense { *found != declared } else { *found > declared } {
            return Err(format!(
                "dimension {dimension} has extent {found}, where {declared} is declared"
            ));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_name_their_tensors() {
        let given = |name: Option<&str>, file: &str| Given {
            name: name.map(str::to_owned),
            file: file.into(),
        };
        assert_eq!(Given::parse("A=x.mtx"), given(Some("A"), "x.mtx"));
        assert_eq!(Given::parse("x.mtx"), given(None, "x.mtx"));
        assert_eq!(Given::parse("a/b=c.mtx"), given(None, "a/b=c.mtx"));
        assert_eq!(Given::parse("A_1=a=b"), given(Some("A_1"), "a=b"));
    }

    #[test]
    fn declared_extents_are_held() {
        let ty = |text: &str| {
            let module = hloom_storage::compile(&format!("CREATE TENSOR A : {text};")).unwrap();
            module.tensor("A").unwrap().ty.clone()
        };
        let ty = ty("{int[3] -> {int -> real}}");
        assert_eq!(fits(&ty, &[3, 9], true), Ok(()));
        assert_eq!(fits(&ty, &[2, 9], false), Ok(()));
        let what = "dimension 0 has extent 2, where 3 is declared";
        assert_eq!(fits(&ty, &[2, 9], true), Err(what.to_owned()));
        let what = "dimension 0 has extent 4, where 3 is declared";
        assert_eq!(fits(&ty, &[4, 9], false), Err(what.to_owned()));
    }
}
