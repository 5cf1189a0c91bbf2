//! Storage programs as machine code for the CPU.

use std::collections::BTreeMap;

use anyhow::bail;
use hloom_ir::Element;
use hloom_llvm::{AlignedBuffer, Executable as Code, Options, ThreadPool};
use hloom_loops::storage::{Ascending, Lowered, Physical, ascending, lower, positions_of};
use hloom_storage::term::{Node, Symbol, Term, sorts};
use hloom_storage::types::Form;
use hloom_storage::{Counts, Inputs, Scalar, Sort, Value};

use super::backend::Executable;

/// A compiled term with its data.
struct Compiled {
    code: Code,
    data: Vec<AlignedBuffer>,
    result: AlignedBuffer,
    bytes: usize,
    extents: Vec<u64>,
    base: Scalar,
    /// The threads of a run, if they are not those of all other runs.
    pool: Option<ThreadPool>,
}

impl Executable for Compiled {
    fn run(&mut self) -> Result<(), String> {
        let inputs: Vec<&[u8]> = self.data.iter().map(|data| data.as_slice()).collect();
        let result = &mut self.result.as_mut_slice::<u8>()[..self.bytes];
        let pool = self.pool.as_ref().unwrap_or_else(|| ThreadPool::global());
        self.code.run(&inputs, &mut [result], pool).map_err(|error| error.to_string())
    }

    fn value(&self) -> Value {
        let mut at = 0;
        nested(&self.result.as_slice::<u8>()[..self.bytes], self.base, &self.extents, &mut at)
    }

    fn counts(&self) -> Option<Counts> {
        None
    }
}

/// The element type that numbers are computed in.
fn element(base: Scalar) -> Element {
    match base {
        Scalar::Bool => Element::I1,
        Scalar::Int => Element::I64,
        Scalar::Real => Element::F64,
    }
}

/// The dictionary of a dense result, from the number at `at` on.
fn nested(bytes: &[u8], base: Scalar, extents: &[u64], at: &mut usize) -> Value {
    let Some((extent, inner)) = extents.split_first() else {
        let width = element(base).byte_width();
        let number = &bytes[*at * width..][..width];
        *at += 1;
        let eight = || number.try_into().unwrap_or([0; 8]);
        return match base {
            Scalar::Bool => Value::Bool(number[0] != 0),
            Scalar::Int => Value::Int(i64::from_le_bytes(eight())),
            Scalar::Real => Value::Real(f64::from_le_bytes(eight())),
        };
    };
    Value::dict((0..*extent as i64).map(|key| (key, nested(bytes, base, inner, at))))
}

/// The bytes of a number or of an array.
fn bytes(value: &Value) -> Vec<u8> {
    match value {
        Value::Bool(value) => vec![u8::from(*value)],
        Value::Int(value) => value.to_le_bytes().to_vec(),
        Value::Real(value) => value.to_le_bytes().to_vec(),
        Value::Array(array) => {
            array.positions().filter_map(|at| array.get(at)).flat_map(|v| bytes(&v)).collect()
        }
        Value::Dict(_) => Vec::new(),
    }
}

/// The bounds of integers.
fn within(value: &Value) -> Option<(i64, i64)> {
    let (mut low, mut high) = (i64::MAX, i64::MIN);
    let mut see = |value: &Value| {
        if let Value::Int(value) = value {
            (low, high) = (low.min(*value), high.max(*value));
        }
    };
    match value {
        Value::Array(array) => {
            array.positions().filter_map(|at| array.get(at)).for_each(|value| see(&value));
        }
        value => see(value),
    }
    Some(if low > high { (0, -1) } else { (low, high) })
}

/// The integers of an array.
fn integers(value: &Value) -> Vec<i64> {
    let Value::Array(array) = value else { return Vec::new() };
    let integer = |value: Value| if let Value::Int(value) = value { Some(value) } else { None };
    array.positions().filter_map(|at| integer(array.get(at)?)).collect()
}

/// The order of an array's integers.
fn order(term: &Term, array: Symbol, inputs: &Inputs) -> Ascending {
    let numbers = integers(&inputs[&array]);
    let positions =
        positions_of(term, array).and_then(|name| Some((name, integers(inputs.get(&name)?))));
    ascending(&numbers, positions.as_ref().map(|(name, all)| (*name, all.as_slice())))
}

/// Compiles a term for this machine, for this data, to be run by so many threads, or by one a core.
///
/// # Errors
/// If the term is not one of loops over arrays, or an extent of the result is not known.
pub(crate) fn compiled(
    term: &Term,
    inputs: &Inputs,
    extents: &[Option<u64>],
    threads: Option<u16>,
) -> anyhow::Result<Box<dyn Executable>> {
    let Some(sort) = sorts(term).last().copied() else { bail!("the term is empty") };
    let extents = known(sort, extents)?;
    let mut described: BTreeMap<Symbol, Physical> = BTreeMap::new();
    for node in term {
        let Node::Input(name, sort) = node else { continue };
        if sort.is_dict() {
            bail!("the cpu backend reads arrays and numbers, and `{name}` is {sort}");
        }
        let Some(value) = inputs.get(name) else { bail!("there is no data for `{name}`") };
        let length = match value {
            Value::Array(array) => Some(array.positions().count() as u64),
            _ => None,
        };
        let within = if sort.base == Scalar::Int { within(value) } else { None };
        let order = if *sort == Sort::array(Scalar::Int) {
            order(term, *name, inputs)
        } else {
            Ascending::Unknown
        };
        let element = element(sort.base);
        described.insert(*name, Physical { element, length, within, ascending: order });
    }
    let Lowered { program, arguments } =
        lower("storage", term, &described, element(sort.base), &extents).map_err(|reason| {
            anyhow::anyhow!(
                "the cpu backend does not take this plan: {reason}; use --backend interp"
            )
        })?;
    let code = Code::compile(&program, &Options::default())?;
    let mut data = Vec::new();
    for name in arguments {
        data.push(AlignedBuffer::copy_of(&bytes(&inputs[&name]))?);
    }
    let size = extents
        .iter()
        .try_fold(element(sort.base).byte_width() as u64, |all, extent| all.checked_mul(*extent));
    let Some(size) = size.and_then(|size| usize::try_from(size).ok()) else {
        bail!("the result of extents {extents:?} is too large to be dense")
    };
    let result = AlignedBuffer::zeroed(size)?;
    let pool = threads.map(|threads| ThreadPool::new(threads.into())).transpose()?;
    Ok(Box::new(Compiled { code, data, result, bytes: size, extents, base: sort.base, pool }))
}

/// The extents of a dense result.
fn known(sort: Sort, extents: &[Option<u64>]) -> anyhow::Result<Vec<u64>> {
    let levels = match sort.form {
        Form::Nested(levels) => usize::from(levels),
        Form::Array => bail!("an array is no result"),
    };
    (0..levels)
        .map(|level| match extents.get(level).copied().flatten() {
            Some(extent) => Ok(extent),
            None => bail!(
                "the cpu backend makes dense results, and the extent of dimension {level} is not \
                 known; use --backend interp"
            ),
        })
        .collect()
}
