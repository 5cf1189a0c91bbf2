//! The data of a storage program as compiled code takes them.

use std::borrow::Cow;
use std::collections::BTreeMap;

use anyhow::bail;
use hloom_ir::Element;
use hloom_llvm::{AlignedBuffer, Generator, Options};
use hloom_loops::storage::{Ascending, Physical, Unsupported, ascending, bounds, positions_of};
use hloom_storage::term::{Node, Symbol, Term};
use hloom_storage::value::Array;
use hloom_storage::{Inputs, Scalar, Sort, Value};

/// The number of threads of a run: those that are asked for, or one a core.
pub(super) fn threads_of(asked: Option<u16>) -> u64 {
    let cores = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get) as u64;
    asked.map_or_else(cores, u64::from)
}

/// The options of compiled plans. Direct code of loops that carry short vectors, as those over the blocks of a
/// matrix, takes up to twice as long as LLVM's.
pub(super) fn compile_options() -> Options {
    Options { generator: Generator::Llvm, ..Options::default() }
}

/// The error of a plan that is not compiled.
pub(super) fn refused(reason: Unsupported) -> anyhow::Error {
    anyhow::anyhow!("the cpu backend does not take this plan: {reason}; use --backend interp")
}

/// The data of a term.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MachineData<'d> {
    /// Those that stay the same in all runs: code is made for them.
    pub(crate) fixed: &'d Inputs,
    /// Those that are others in each run, by their names: as they are in memory, of which only the types,
    /// the lengths and the bounds of the types are known, and their contents in the first run.
    pub(crate) changing: &'d BTreeMap<Symbol, (Physical, Vec<u8>)>,
}

/// The memory of a program's arguments.
#[derive(Debug)]
pub(super) struct Arguments {
    names: Vec<Symbol>,
    memory: Vec<AlignedBuffer>,
}

impl Arguments {
    /// The memory of arguments of these names.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub(super) fn new(
        names: &[Symbol],
        data: MachineData<'_>,
        described: &BTreeMap<Symbol, Physical>,
    ) -> anyhow::Result<Arguments> {
        let memory = names.iter().map(|name| match data.changing.get(name) {
            Some((_, bytes)) => Ok(AlignedBuffer::copy_of(bytes)?),
            None => memory(&data.fixed[name], described[name].element),
        });
        let memory = memory.collect::<anyhow::Result<Vec<AlignedBuffer>>>()?;
        Ok(Arguments { names: names.to_vec(), memory })
    }

    /// All of them, in order.
    pub(super) fn slices(&self) -> Vec<&[u8]> {
        self.memory.iter().map(|memory| memory.as_slice()).collect()
    }

    /// Gives other data to one of them; those of another name are not read.
    ///
    /// # Errors
    /// If their length is another one.
    pub(super) fn give(&mut self, name: Symbol, bytes: &[u8]) -> Result<(), String> {
        for (at, _) in self.names.iter().enumerate().filter(|(_, own)| **own == name) {
            let to = self.memory[at].as_mut_slice::<u8>();
            if bytes.len() != to.len() {
                return Err(format!("`{name}` has {} bytes instead of {}", bytes.len(), to.len()));
            }
            to.copy_from_slice(bytes);
        }
        Ok(())
    }
}

/// The element type that numbers are computed in.
pub(super) fn element(base: Scalar) -> Element {
    match base {
        Scalar::Bool => Element::I1,
        Scalar::Int => Element::I64,
        Scalar::Real => Element::F64,
    }
}

/// The number at a place of memory.
pub(crate) fn number(bytes: &[u8], base: Scalar, at: usize) -> Value {
    let width = element(base).byte_width();
    let number = &bytes[at * width..][..width];
    let eight = || number.try_into().unwrap_or([0; 8]);
    match base {
        Scalar::Bool => Value::Bool(number[0] != 0),
        Scalar::Int => Value::Int(i64::from_le_bytes(eight())),
        Scalar::Real => Value::Real(f64::from_le_bytes(eight())),
    }
}

/// The element types of arrays of integers, the shortest first. Loops that read each entry once are as fast as
/// memory is: coordinates of 16 bits make a sixth less of a matrix of 64-bit reals than those of 32.
const INTEGERS: [Element; 3] = [Element::U8, Element::U16, Element::I32];

/// The element type that a value has in memory: arrays of integers have the shortest that holds them all, and
/// reals of 32 bits stay so.
fn stored(base: Scalar, value: &Value, within: Option<(i64, i64)>) -> Element {
    match (base, value, within) {
        (Scalar::Int, Value::Array(_), Some((low, high))) => {
            let holds = |element: &Element| {
                bounds(*element).is_some_and(|(least, most)| least <= low && high <= most)
            };
            INTEGERS.into_iter().find(holds).unwrap_or(Element::I64)
        }
        (Scalar::Real, Value::Array(array), _) if array.singles().is_some() => Element::F32,
        _ => element(base),
    }
}

/// The memory of a number, or of an array whose elements are of this type.
fn memory(value: &Value, element: Element) -> anyhow::Result<AlignedBuffer> {
    Ok(match value {
        Value::Bool(value) => AlignedBuffer::copy_of(&[u8::from(*value)])?,
        Value::Int(value) => AlignedBuffer::copy_of(&[*value])?,
        Value::Real(value) => AlignedBuffer::copy_of(&[*value])?,
        Value::Array(array) => {
            if let Some(reals) = array.reals() {
                return Ok(AlignedBuffer::copy_of(reals)?);
            }
            if let Some(singles) = array.singles() {
                return Ok(AlignedBuffer::copy_of(singles)?);
            }
            if element == Element::I1 {
                let truth = |at| matches!(array.get(at), Some(Value::Bool(true)));
                let all: Vec<u8> = array.positions().map(|at| u8::from(truth(at))).collect();
                return Ok(AlignedBuffer::copy_of(&all)?);
            }
            let ints = integers_of(array);
            if element == Element::I64 {
                return Ok(AlignedBuffer::copy_of(&ints)?);
            }
            let width = element.byte_width();
            let mut memory = AlignedBuffer::zeroed(width * ints.len())?;
            let to = memory.as_mut_slice::<u8>().chunks_exact_mut(width);
            for (to, from) in to.zip(ints.iter()) {
                to.copy_from_slice(&from.to_le_bytes()[..width]);
            }
            memory
        }
        Value::Dict(_) => AlignedBuffer::zeroed(0)?,
    })
}

/// Bounds of integers.
fn within(value: &Value) -> Option<(i64, i64)> {
    let ends = |all: &[i64]| {
        let first = *all.first()?;
        Some(all.iter().fold((first, first), |(low, high), int| (low.min(*int), high.max(*int))))
    };
    let found = match value {
        Value::Array(array) => ends(&integers_of(array)),
        Value::Int(value) => Some((*value, *value)),
        _ => None,
    };
    Some(found.unwrap_or((0, -1)))
}

fn integers_of(array: &Array) -> Cow<'_, [i64]> {
    if let Some(ints) = array.ints() {
        return Cow::Borrowed(ints);
    }
    let integer = |value: Value| if let Value::Int(value) = value { Some(value) } else { None };
    array.positions().filter_map(|at| integer(array.get(at)?)).collect()
}

/// The integers of an array.
pub(super) fn integers(value: &Value) -> Cow<'_, [i64]> {
    match value {
        Value::Array(array) => integers_of(array),
        _ => Cow::Borrowed(&[]),
    }
}

/// The order of an array's integers.
fn order(term: &Term, array: Symbol, inputs: &Inputs) -> Ascending {
    let numbers = integers(&inputs[&array]);
    let positions =
        positions_of(term, array).and_then(|name| Some((name, integers(inputs.get(&name)?))));
    ascending(&numbers, positions.as_ref().map(|(name, all)| (*name, &**all)))
}

/// The inputs of a term as they are in memory, with what is known of their integers.
///
/// # Errors
/// If one is missing, or is a dictionary.
pub(super) fn described(
    term: &Term,
    data: MachineData<'_>,
) -> anyhow::Result<BTreeMap<Symbol, Physical>> {
    let inputs = data.fixed;
    let mut described: BTreeMap<Symbol, Physical> = BTreeMap::new();
    for node in term {
        let Node::Input(name, sort) = node else { continue };
        if let Some((physical, _)) = data.changing.get(name) {
            described.insert(*name, *physical);
            continue;
        }
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
        let element = stored(sort.base, value, within);
        let (ascending, finite) = (order, value.is_finite());
        described.insert(*name, Physical { element, length, within, ascending, finite });
    }
    Ok(described)
}
