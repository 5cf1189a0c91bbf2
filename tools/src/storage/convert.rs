//! Conversion between files of tensors and archives of the arrays of a format.
//!
//! An archive has an array for each tensor of the format's text, without `T_`: `pos`, `idx`, `val`.
//! A number is an array without dimensions, and a dictionary `map` is the arrays `map.0`, `map.1` …
//! of its keys and `map.value`. The array `shape` has the extents.

use std::path::Path;

use hloom_storage::syntax::ast;
use hloom_storage::types::Form;
use hloom_storage::{Inputs, Module, Scalar, Sort, Type, Value, evaluate_module, formats};

use super::archives;
use super::bind::{BindError, Binder, archive_complete, unknown_array};
use super::files::{self, Data, Dense, Entries, Numbers};
use super::program::Format;
use super::{Ending, Outcome, fill};
use crate::Io;

/// The most loop steps of a mapping that is read: it ends, since loops are over arrays.
const STEPS: u64 = 1 << 40;

/// The member with the extents.
const SHAPE: &str = "shape";

/// A conversion.
#[derive(Clone, Debug)]
pub(crate) struct Conversion {
    /// The format of the arrays that are read; `None` for a file of a tensor.
    pub(crate) from: Option<Format>,
    /// The format of the arrays that are written; `None` for a file of a tensor.
    pub(crate) to: Option<Format>,
    /// Numbers of the format `to`, by their names without `T_`.
    pub(crate) sizes: Vec<(String, i64)>,
    /// The extents, if the arrays do not tell.
    pub(crate) shape: Option<Vec<u64>>,
    /// Whether entries with the same coordinates are added.
    pub(crate) accumulate: bool,
}

/// The reason for which there is no conversion.
#[derive(Debug)]
pub(crate) enum ConversionError {
    /// The command line is wrong, or a file can't be read.
    Usage(anyhow::Error),
    /// The data are wrong.
    Wrong(String),
}

impl From<BindError> for ConversionError {
    fn from(error: BindError) -> ConversionError {
        match error {
            BindError::Usage(what) => ConversionError::Usage(anyhow::Error::msg(what)),
            BindError::File(error) => ConversionError::Usage(error),
            BindError::Wrong(what) => ConversionError::Wrong(what),
        }
    }
}

impl Conversion {
    /// The bytes of the file `output` that has the tensor of the file `input`.
    ///
    /// # Errors
    /// If the file can't be read, or is wrong, or a format can't hold the tensor.
    pub(crate) fn convert(
        &self,
        input: &Path,
        output: &Path,
        io: &mut Io<'_>,
    ) -> Result<Vec<u8>, ConversionError> {
        let shown = crate::display_name(input);
        let bytes = io.read_bytes(input).map_err(ConversionError::Usage)?;
        let data = files::read(&shown, &bytes)
            .map_err(|error| ConversionError::Wrong(error.of(&shown).to_string()))?;
        let entries = match (&self.from, data) {
            (Some(from), Data::Archive(members)) => self.of_arrays(from, members, &shown)?,
            (Some(from), Data::Dense(_) | Data::Entries(_)) => {
                return Err(ConversionError::Usage(anyhow::anyhow!(
                    "`{shown}` has a tensor, not the arrays of the format {}: leave out --from",
                    from.name
                )));
            }
            (None, Data::Dense(dense)) => dense.to_entries(),
            (None, Data::Entries(entries)) => entries
                .unique(self.accumulate)
                .map_err(|error| ConversionError::Wrong(error.of(&shown).to_string()))?,
            (None, Data::Archive(_)) => {
                return Err(ConversionError::Usage(anyhow::anyhow!(
                    "`{shown}` has arrays by name: say of which format with --from FORMAT"
                )));
            }
        };
        match &self.to {
            Some(to) => self.to_arrays(to, entries, &shown, output),
            None => files::encode(output, &entries).map_err(ConversionError::Usage),
        }
    }

    /// The bytes of the archive `output` with the arrays of a format that have these entries, which a
    /// program computed.
    ///
    /// # Errors
    /// If the format can't hold them, or the file is no archive.
    pub(crate) fn result(
        format: &Format,
        entries: Entries,
        output: &Path,
    ) -> Result<Vec<u8>, ConversionError> {
        let plain =
            Conversion { from: None, to: None, sizes: Vec::new(), shape: None, accumulate: false };
        plain.to_arrays(format, entries, "the result", output)
    }

    /// The entries that the arrays of a format stand for.
    fn of_arrays(
        &self,
        from: &Format,
        mut members: Vec<(String, Dense)>,
        file: &str,
    ) -> Result<Entries, ConversionError> {
        let wrong = |what: String| ConversionError::Wrong(format!("`{file}`: {what}"));
        let mut shape = self.shape.clone();
        if from.tree.tensors.iter().all(|tensor| tensor.name.text != format!("T_{SHAPE}"))
            && let Some(at) = members.iter().position(|(name, _)| name == SHAPE)
        {
            let (_, own) = members.swap_remove(at);
            shape = shape.or(Some(own.extents().map_err(wrong)?));
        }
        let base = base_of(from, &members);
        let single = members.iter().all(|(_, array)| !matches!(array.numbers, Numbers::Reals(_)));
        let program = from.program(base, shape.as_deref()).map_err(wrong)?;
        let mut binder = Binder::new(&program, false, fill::SizeHint::Option);
        let plain = archives::taken(&program, "T", &mut binder.bound.inputs, members);
        let plain = plain.map_err(wrong)?;
        for (name, array) in plain {
            if let Some(tensor) =
                program.tensor("T").filter(|_| program.tensor(&format!("T_{name}")).is_none())
            {
                return Err(wrong(unknown_array(&program, tensor, &name)));
            }
            binder.named(&format!("T_{name}"), Data::Dense(array), &format!("{file}:{name}"))?;
        }
        let inputs = binder.bound.inputs;
        archive_complete(&program, &inputs)
            .map_err(|what| wrong(format!("{what} of the format {}", from.name)))?;
        let duplicates = super::duplicates(self.accumulate);
        super::check(&program, &inputs, duplicates).map_err(ConversionError::Wrong)?;
        let (value, _) =
            evaluate_module(&program, &inputs, STEPS).map_err(|error| wrong(error.to_string()))?;
        let sort = program.tensor("T").map_or(Sort::REAL, |tensor| tensor.ty.sort());
        let known = match &shape {
            Some(shape) => shape.iter().copied().map(Some).collect(),
            None => super::extents(&program, &super::Bound { inputs, ..Default::default() }),
        };
        let mut entries = Outcome::new(&value, sort, &known).tensor().map_err(wrong)?;
        if single {
            entries.numbers = entries.numbers.narrowed();
        }
        match shape.filter(|shape| *shape != entries.extents) {
            Some(shape) => Err(wrong(format!(
                "an entry is beyond the shape {}: the entries are {}",
                files::by(&shape),
                files::by(&entries.extents)
            ))),
            None => Ok(entries),
        }
    }

    /// The archive of the arrays of a format.
    fn to_arrays(
        &self,
        to: &Format,
        mut entries: Entries,
        file: &str,
        output: &Path,
    ) -> Result<Vec<u8>, ConversionError> {
        let wrong = |what: String| ConversionError::Wrong(format!("`{file}`: {what}"));
        if !matches!(Ending::of(output), Some((Ending::Npz, false))) {
            return Err(ConversionError::Usage(anyhow::anyhow!(
                "`{}` does not end in .npz: arrays of a format are written as an archive",
                output.display()
            )));
        }
        let order = to.order();
        if order == 1
            && let Data::Entries(vector) = super::bind::as_vector(Data::Entries(entries.clone()))
        {
            entries = vector;
        }
        let program = to.program(entries.numbers.base(), Some(&entries.extents)).map_err(wrong)?;
        let Some(tensor) = program.tensor("T") else { return Err(wrong("no tensor".to_owned())) };
        let mut given = Inputs::new();
        for (name, number) in &self.sizes {
            let name = format!("T_{name}");
            if !program.tensor(&name).is_some_and(|it| it.ty == Type::Scalar(Scalar::Int)) {
                return Err(ConversionError::Usage(anyhow::anyhow!(
                    "the format {} has no number `{}`",
                    to.name,
                    &name[2..]
                )));
            }
            given.insert(name.as_str().into(), Value::Int(*number));
        }
        let arrays = fill::assembled(&program, tensor, &entries, &given).map_err(|error| {
            wrong(match &error {
                hloom_storage::AssembleError::Undetermined(names) => {
                    let names: Vec<&str> =
                        names.iter().map(|name| name.strip_prefix("T_").unwrap_or(name)).collect();
                    format!(
                        "the entries do not determine {} of the format {}: give --size {}=2",
                        names.join(" and "),
                        to.name,
                        names.first().copied().unwrap_or("NAME")
                    )
                }
                error => format!("as {}: {error}", to.name),
            })
        })?;
        let mut members = Vec::new();
        for name in fill::arrays_of(&program, tensor) {
            let Some(value) = arrays.get(&name.as_str().into()) else { continue };
            let part = name.strip_prefix("T_").unwrap_or(&name);
            members.extend(written(part, value, &program, &name));
        }
        let shape = entries.extents.iter().map(|extent| *extent as i64).collect::<Vec<_>>();
        members.push((SHAPE.to_owned(), list(Numbers::Ints(shape))));
        files::archive(&members).map_err(ConversionError::Usage)
    }
}

impl Format {
    /// The program whose result is the format's tensor `T`, of these numbers and extents.
    fn program(&self, base: Scalar, shape: Option<&[u64]>) -> Result<Module, String> {
        let mut tree = self.tree.clone();
        formats::retype(&mut tree, base);
        let order = self.order();
        if let Some(shape) = shape
            && let Some(tensor) = tree.tensors.iter_mut().find(|it| it.name.text == "T")
        {
            if shape.len() != order {
                return Err(format!(
                    "the format {} stores tensors of order {order}, not {}",
                    self.name,
                    shape.len()
                ));
            }
            let each = shape.iter().rev();
            let ty = each.fold(Type::Scalar(base), |ty, n| Type::Dict(Some(*n), Box::new(ty)));
            tensor.ty = Some((ty, tensor.name.span));
        }
        let name = ast::ExprKind::Name("T".to_owned());
        tree.result = Some(ast::Expr { kind: name, span: Default::default(), depth: 1 });
        hloom_storage::check(&tree)
            .map_err(|errors| format!("the format {}: {}", self.name, errors[0].message))
    }

    /// The number of dimensions.
    fn order(&self) -> usize {
        let module = hloom_storage::check(&self.tree).ok();
        let form = module.and_then(|module| Some(module.tensor("T")?.ty.sort().form));
        match form {
            Some(Form::Nested(levels)) => usize::from(levels),
            _ => 0,
        }
    }
}

/// The numbers of a tensor whose values are these arrays.
fn base_of(format: &Format, members: &[(String, Dense)]) -> Scalar {
    let real = |tensor: &&ast::Tensor| {
        tensor.body.is_none() && tensor.ty.as_ref().is_some_and(|(ty, _)| ty.base() == Scalar::Real)
    };
    let values = format.tensors().filter(real).flat_map(|tensor| {
        let part = tensor.name.text.strip_prefix("T_").unwrap_or(&tensor.name.text).to_owned();
        let key = format!("{part}.value");
        members.iter().filter(move |(name, _)| *name == part || *name == key)
    });
    // Of truth values, integers and reals each holds those before it.
    values.map(|(_, array)| array.numbers.base()).max().unwrap_or(Scalar::Real)
}

impl Format {
    fn tensors(&self) -> impl Iterator<Item = &ast::Tensor> {
        self.tree.tensors.iter()
    }
}

/// The members of an array, a number or a dictionary.
pub(super) fn written(
    part: &str,
    value: &Value,
    program: &Module,
    name: &str,
) -> Vec<(String, Dense)> {
    let scalar = |numbers| vec![(part.to_owned(), Dense { shape: Vec::new(), numbers })];
    match value {
        Value::Bool(value) => scalar(Numbers::Bools(vec![*value])),
        Value::Int(value) => scalar(Numbers::Ints(vec![*value])),
        Value::Real(value) => scalar(Numbers::Reals(vec![*value])),
        Value::Array(array) if array.singles().is_some() => {
            let all = array.singles().unwrap_or_default();
            vec![(part.to_owned(), list(Numbers::Singles(all.to_vec())))]
        }
        Value::Array(array) => {
            let all: Vec<Value> = array.positions().filter_map(|at| array.get(at)).collect();
            let base = program.tensor(name).map_or(Scalar::Real, |tensor| tensor.ty.base());
            vec![(part.to_owned(), list(super::result::numbers(base, &all)))]
        }
        Value::Dict(_) => {
            let Some(tensor) = program.tensor(name) else { return Vec::new() };
            let sort = tensor.ty.sort();
            let Ok(entries) = Outcome::new(value, sort, &[]).tensor() else { return Vec::new() };
            let keys = entries.keys.into_iter().enumerate();
            let keys = keys.map(|(d, all)| (format!("{part}.{d}"), list(Numbers::Ints(all))));
            keys.chain([(format!("{part}.value"), list(entries.numbers))]).collect()
        }
    }
}

/// An array of one dimension.
fn list(numbers: Numbers) -> Dense {
    Dense { shape: vec![numbers.len() as u64], numbers }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn format(name: &str) -> Format {
        let text = formats::find(name).unwrap();
        Format { name: name.to_owned(), tree: hloom_storage::syntax::parse(text).unwrap() }
    }

    fn conversion(from: Option<&str>, to: Option<&str>) -> Conversion {
        let sizes = match to {
            Some("bsr") => vec![("h".to_owned(), 2), ("w".to_owned(), 3)],
            Some("z_order_blocks") => vec![("h".to_owned(), 2)],
            _ => Vec::new(),
        };
        let (from, to) = (from.map(format), to.map(format));
        Conversion { from, to, sizes, shape: None, accumulate: false }
    }

    /// The archive of a tensor in a format; `None` if the format can't hold it.
    fn archive(to: &str, tensor: &Entries) -> Option<Vec<u8>> {
        let made = conversion(None, Some(to)).to_arrays(
            &format(to),
            tensor.clone(),
            "in",
            Path::new("x.npz"),
        );
        match made {
            Ok(bytes) => Some(bytes),
            Err(ConversionError::Wrong(what)) => {
                assert!(what.contains("can't hold"), "{to}: {what}");
                None
            }
            Err(ConversionError::Usage(error)) => panic!("{to}: {error}"),
        }
    }

    fn read_back(from: &str, bytes: &[u8]) -> Entries {
        let Ok(Data::Archive(members)) = files::read("x.npz", bytes) else { panic!("an archive") };
        let conversion = conversion(Some(from), None);
        match conversion.of_arrays(&format(from), members, "x.npz") {
            Ok(entries) => entries,
            Err(error) => panic!("{from}: {error:?}"),
        }
    }

    /// A tensor with an entry at each key for which `holds` is true.
    fn tensor(extents: &[u64], base: Scalar, holds: &mut dyn FnMut(&[i64]) -> i64) -> Entries {
        let count: u64 = extents.iter().product();
        let mut keys = vec![Vec::new(); extents.len()];
        let mut all = Vec::new();
        for at in 0..count {
            let mut rest = at;
            let mut key = vec![0; extents.len()];
            for (part, extent) in key.iter_mut().zip(extents).rev() {
                (*part, rest) = ((rest % extent) as i64, rest / extent);
            }
            let value = holds(&key);
            if value != 0 {
                keys.iter_mut().zip(&key).for_each(|(all, part)| all.push(*part));
                all.push(value);
            }
        }
        let numbers = match base {
            Scalar::Bool => Numbers::Bools(all.iter().map(|_| true).collect()),
            Scalar::Int => Numbers::Ints(all),
            Scalar::Real => Numbers::Reals(all.iter().map(|v| *v as f64 / 2.0).collect()),
        };
        let places = files::Places::Elements((0..numbers.len() as u32).collect());
        Entries {
            extents: extents.to_vec(),
            open: false,
            keys,
            numbers,
            places,
            scalars: Vec::new(),
        }
    }

    /// Every format of the library to every other of its order: the tensor comes back, and the
    /// arrays of the second are those that the tensor's own file makes.
    #[test]
    fn all_pairs_of_formats_keep_the_tensor() {
        let mut state = 5u64;
        let mut random = |below: u64| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 33) % below
        };
        let bases = [Scalar::Real, Scalar::Int, Scalar::Bool];
        let mut pairs = std::collections::BTreeSet::new();
        for round in 0..40u64 {
            let base = bases[round as usize % 3];
            let n = 2 + random(5);
            let mut entry = |percent: u64| {
                if random(100) < percent { random(9) as i64 - 4 } else { 0 }
            };
            let given = match round % 10 {
                0 => tensor(&[n], base, &mut |_| entry(50)),
                1 => tensor(&[n, 3], base, &mut |_| entry(30)),
                2 => tensor(&[n, 9 - n, 2], base, &mut |_| entry(30)),
                // The lower triangle, a band, a diagonal, and two of four.
                3 => tensor(&[n, n], base, &mut |k| if k[1] <= k[0] { entry(60) } else { 0 }),
                4 => tensor(&[n, n], base, &mut |k| {
                    if k[0].abs_diff(k[1]) < 2 { entry(70) } else { 0 }
                }),
                5 => tensor(&[n, n], base, &mut |k| if k[0] == k[1] { 3 } else { 0 }),
                6 => tensor(&[n, 8], base, &mut |k| if k[1] % 4 < 2 { entry(70) } else { 0 }),
                8 => tensor(&[n, 2, 3, 7 - n], base, &mut |_| entry(40)),
                7 => tensor(&[n, n], base, &mut |k| (k[0] + k[1]) * (k[0] * k[1] % 3)),
                _ => tensor(&[n, n], base, &mut |_| 0),
            };
            let names = || formats::ALL.iter().map(|(name, _)| *name);
            let stored: Vec<(&str, Vec<u8>)> = names()
                .filter(|name| format(name).order() == given.extents.len())
                .filter_map(|name| Some((name, archive(name, &given)?)))
                .collect();
            for (from, bytes) in &stored {
                let entries = read_back(from, bytes);
                assert_eq!(entries.extents, given.extents, "{from}");
                assert_eq!(entries.keys, given.keys, "{from}");
                assert_eq!(entries.numbers, given.numbers, "{from}");
                for (to, expected) in &stored {
                    assert_eq!(archive(to, &entries).as_ref(), Some(expected), "{from} to {to}");
                    pairs.insert((*from, *to));
                }
            }
        }
        for (from, _) in formats::ALL {
            for (to, _) in formats::ALL {
                let same = format(from).order() == format(to).order();
                assert_eq!(pairs.contains(&(*from, *to)), same, "{from} to {to}");
            }
        }
    }
}
