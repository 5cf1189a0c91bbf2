//! Lowered terms, run by the emulator and as machine code, and held against the evaluator.

use hloom_ir::Element;
use hloom_loops::program::Program;
use hloom_loops::program::machine::{Machine, MachineError};
use hloom_loops::storage::{
    Ascending, Phase, Physical, ascending, bounds, lower_for, lower_rows, positions_of, scalar,
};
use hloom_storage::term::{Node, Symbol, Term, sorts};
use hloom_storage::{Inputs, Scalar, Sort, Value, evaluate, raise};
use std::collections::BTreeMap;

/// The bytes of numbers stored as this element.
pub(crate) fn bytes(element: Element, value: &Value) -> Vec<u8> {
    let number = |value: &Value| match (value, element) {
        (Value::Bool(v), Element::I1) => vec![u8::from(*v)],
        (Value::Int(v), Element::I64) => v.to_le_bytes().to_vec(),
        (Value::Int(v), Element::I32) => i32::try_from(*v).unwrap().to_le_bytes().to_vec(),
        (Value::Int(v), Element::U16) => u16::try_from(*v).unwrap().to_le_bytes().to_vec(),
        (Value::Int(v), Element::U8) => u8::try_from(*v).unwrap().to_le_bytes().to_vec(),
        (Value::Real(v), Element::F64) => v.to_le_bytes().to_vec(),
        (Value::Real(v), Element::F32) => (*v as f32).to_le_bytes().to_vec(),
        _ => panic!("{value:?} as {element}"),
    };
    match value {
        Value::Array(array) => {
            array.positions().flat_map(|at| number(&array.get(at).unwrap())).collect()
        }
        value => number(value),
    }
}

/// The element type of a value in memory: narrow where all of its numbers fit, if the caller says so.
pub(crate) fn physical(value: &Value, narrow: bool) -> Physical {
    let array = match value {
        Value::Array(array) => Some(array),
        _ => None,
    };
    let base = match (value, array) {
        (Value::Bool(_), _) => Scalar::Bool,
        (Value::Int(_), _) => Scalar::Int,
        (Value::Real(_), _) => Scalar::Real,
        (_, Some(array)) => match array.get(array.positions().start) {
            Some(Value::Bool(_)) => Scalar::Bool,
            Some(Value::Int(_)) => Scalar::Int,
            _ => Scalar::Real,
        },
        _ => panic!("{value:?} is no array"),
    };
    let single = array.is_some_and(|array| array.singles().is_some());
    let element = match (base, narrow) {
        (Scalar::Real, _) if single => Element::F32,
        (Scalar::Bool, _) => Element::I1,
        (Scalar::Int, true) => Element::I32,
        (Scalar::Int, false) => Element::I64,
        (Scalar::Real, true) => Element::F32,
        (Scalar::Real, false) => Element::F64,
    };
    let ints = |value: &Value| if let Value::Int(v) = value { Some(*v) } else { None };
    let all: Vec<i64> = match array {
        Some(array) => array.positions().filter_map(|at| ints(&array.get(at)?)).collect(),
        None => ints(value).into_iter().collect(),
    };
    let within = match base {
        Scalar::Int => {
            Some((all.iter().copied().min().unwrap_or(0), all.iter().copied().max().unwrap_or(-1)))
        }
        _ => None,
    };
    let length = array.map(|a| a.positions().count() as u64);
    let finite = value.is_finite();
    Physical { element, length, within, ascending: Ascending::Unknown, finite }
}

/// The integers of an array.
pub(crate) fn integers(value: &Value) -> Vec<i64> {
    let Value::Array(array) = value else { return Vec::new() };
    let integer = |value| if let Value::Int(value) = value { Some(value) } else { None };
    array.positions().filter_map(|at| integer(array.get(at)?)).collect()
}

/// The shortest of the types that arrays of integers have in memory.
fn shortest(within: (i64, i64)) -> Element {
    let all = [Element::U8, Element::U16, Element::I32];
    let holds = |element: &Element| {
        bounds(*element).is_some_and(|(low, high)| low <= within.0 && within.1 <= high)
    };
    all.into_iter().find(holds).unwrap_or(Element::I64)
}

/// The data as the program takes it.
pub(crate) fn descriptions(
    term: &Term,
    inputs: &Inputs,
    narrow: bool,
) -> BTreeMap<Symbol, Physical> {
    let mut all = BTreeMap::new();
    for node in term {
        if let Node::Input(name, sort) = node
            && !sort.is_dict()
        {
            let mut of = physical(&inputs[name], narrow);
            // An empty array says nothing of its elements.
            if sort.base == Scalar::Int {
                of.within = of.within.or(Some((0, -1)));
            }
            if *sort == Sort::array(Scalar::Int) {
                let positions = positions_of(term, *name);
                let positions = positions.map(|name| (name, integers(&inputs[&name])));
                let positions = positions.as_ref().map(|(name, all)| (*name, all.as_slice()));
                of.ascending = ascending(&integers(&inputs[name]), positions);
            }
            of.element = match (sort.base, narrow) {
                (Scalar::Real, _) if of.element == Element::F32 => Element::F32,
                (Scalar::Bool, _) => Element::I1,
                (Scalar::Int, true) => of.within.map_or(Element::I32, shortest),
                (Scalar::Int, false) => Element::I64,
                (Scalar::Real, true) => Element::F32,
                (Scalar::Real, false) => Element::F64,
            };
            all.insert(*name, of);
        }
    }
    all
}

/// The bytes of the inputs of a program.
pub(crate) fn data_of(
    arguments: &[Symbol],
    inputs: &Inputs,
    of: &BTreeMap<Symbol, Physical>,
) -> Vec<Vec<u8>> {
    arguments.iter().map(|name| bytes(of[name].element, &inputs[name])).collect()
}

/// The results of the program by the emulator, forwards and backwards: they differ if iterations depend
/// on each other.
fn emulated(program: &Program, data: &[&[u8]]) -> Result<Vec<Vec<Vec<u8>>>, MachineError> {
    program.verify().unwrap_or_else(|error| panic!("{error:?}\n{program}"));
    let run = |descending| {
        let mut machine = Machine::new(program, data)?;
        machine.descending = descending;
        machine.run(500_000_000)
    };
    [false, true].into_iter().map(run).collect()
}

/// The results of the program by the emulator, and by machine code if asked for: of one thread and of
/// three. They may differ where the program leaves gaps.
pub(crate) fn run_as(
    program: &Program,
    data: &[Vec<u8>],
    compile: bool,
) -> Result<Vec<Vec<Vec<u8>>>, MachineError> {
    let data: Vec<&[u8]> = data.iter().map(Vec::as_slice).collect();
    #[cfg_attr(not(feature = "llvm"), allow(unused_mut))]
    let mut results = emulated(program, &data)?;
    #[cfg(feature = "llvm")]
    if compile {
        let lengths: Vec<usize> = results[0].iter().map(Vec::len).collect();
        results.extend(machine_code(program, &data, &lengths));
    }
    #[cfg(not(feature = "llvm"))]
    let _ = compile;
    Ok(results)
}

/// The results of the program: of the emulator, forwards and backwards, and of machine code.
pub(crate) fn run(program: &Program, data: &[Vec<u8>]) -> Result<Vec<Vec<u8>>, MachineError> {
    let data: Vec<&[u8]> = data.iter().map(Vec::as_slice).collect();
    let mut results = emulated(program, &data)?;
    assert_eq!(results[0], results[1], "{program}");
    #[cfg(feature = "llvm")]
    compiled(program, &data, &results[0]);
    Ok(results.remove(0))
}

/// Compiles the program for the CPU and holds its results against the emulator's.
#[cfg(feature = "llvm")]
fn compiled(program: &Program, data: &[&[u8]], expected: &[Vec<u8>]) {
    let lengths: Vec<usize> = expected.iter().map(Vec::len).collect();
    for found in machine_code(program, data, &lengths) {
        assert_eq!(found, expected, "{program}");
    }
}

/// The results, of so many bytes, of the program compiled for the CPU, by one thread and by three.
#[cfg(feature = "llvm")]
fn machine_code(program: &Program, data: &[&[u8]], lengths: &[usize]) -> Vec<Vec<Vec<u8>>> {
    use hloom_llvm::{Executable, Options, ThreadPool};
    use std::sync::LazyLock;
    let executable = Executable::compile(program, &Options::default())
        .unwrap_or_else(|error| panic!("{error}\n{program}"));
    static THREE: LazyLock<ThreadPool> = LazyLock::new(|| ThreadPool::new(3).unwrap());
    let mut results = Vec::new();
    for pool in [ThreadPool::serial(), &THREE] {
        let mut found: Vec<Vec<u8>> = lengths.iter().map(|length| vec![0xa5; *length]).collect();
        let mut slices: Vec<&mut [u8]> = found.iter_mut().map(Vec::as_mut_slice).collect();
        executable
            .run(data, &mut slices, pool)
            .unwrap_or_else(|error| panic!("{error}\n{program}"));
        results.push(found);
    }
    results
}

/// Makes a term's result row by row and holds it against the evaluator's; whether it can be made so.
pub(crate) fn check_rows(
    term: &Term,
    inputs: &Inputs,
    extents: &[u64],
    compile: bool,
    what: &str,
) -> Result<(), String> {
    let run = |program: &Program, data: &[Vec<u8>]| -> Result<Vec<Vec<u8>>, MachineError> {
        let runs = run_as(program, data, compile)?;
        assert!(runs.iter().all(|run| *run == runs[0]), "{program}");
        Ok(runs.into_iter().next().unwrap())
    };
    const BLOCKS: u64 = 3;
    let real = sorts(term).last().is_some_and(|sort| sort.base == Scalar::Real);
    let of = descriptions(term, inputs, false);
    let known: Vec<_> = extents.iter().map(|extent| Some(*extent)).collect();
    let phase = |phase| {
        lower_rows("rows", term, &of, &known, BLOCKS, phase).map_err(|error| error.to_string())
    };
    let whole = |all: &[u64]| all.iter().flat_map(|n| n.to_le_bytes()).collect::<Vec<u8>>();
    let words = |bytes: &[u8]| -> Vec<u64> {
        bytes.chunks_exact(8).map(|word| u64::from_le_bytes(word.try_into().unwrap())).collect()
    };
    let count = phase(Phase::Count)?;
    let mut data = data_of(&count.lowered.arguments, inputs, &of);
    let blocks: Vec<u64> = (0..=BLOCKS).map(|block| count.rows * block / BLOCKS).collect();
    data.push(whole(&blocks));
    let fault =
        |fault: MachineError| -> Vec<Vec<u8>> { panic!("{what}: {fault}\n{}", raise::text(term)) };
    let counts = words(&run(&count.lowered.program, &data).unwrap_or_else(fault)[0]);
    let mut first = vec![0];
    counts.iter().for_each(|n| first.push(first[first.len() - 1] + n));
    let total = first[first.len() - 1];
    let width: u64 = extents[1..].iter().product();
    let mut found = vec![0; (extents[0] * width) as usize];
    if total > 0 {
        let fill = phase(Phase::Fill(total))?;
        data.push(whole(&first));
        let results = run(&fill.lowered.program, &data).unwrap_or_else(fault);
        let (keys, values) = (words(&results[0]), words(&results[1]));
        let coordinates = count.coordinates.map(|name| integers(&inputs[&name]));
        for row in 0..counts.len() {
            let own = coordinates.as_ref().map_or(row as u64, |all| all[row] as u64);
            for at in first[row] as usize..first[row + 1] as usize {
                let place = &mut found[(own * width + keys[at]) as usize];
                assert_eq!(*place, 0, "{what}: an entry occurs twice");
                // An entry of a dictionary is not zero.
                let zero = values[at] == 0 || real && f64::from_bits(values[at]) == 0.0;
                *place = if zero { 0 } else { values[at] };
            }
        }
    }
    let (expected, _) = evaluate(term, inputs, 10_000_000).unwrap();
    let element = if real { Element::F64 } else { Element::I64 };
    let expected = words(&dense(&expected, extents, element));
    assert_eq!(found, expected, "{what}\n{}", raise::text(term));
    Ok(())
}

/// The bytes of a value of these extents, dense.
pub(crate) fn dense(value: &Value, extents: &[u64], element: Element) -> Vec<u8> {
    let Some((extent, inner)) = extents.split_first() else {
        return match value {
            // A dictionary's missing entry.
            Value::Dict(_) => vec![0; element.byte_width()],
            value => bytes(element, value),
        };
    };
    let Value::Dict(entries) = value else { panic!("{value:?} has too few levels") };
    let none = Value::dict([]);
    (0..*extent as i64)
        .flat_map(|key| dense(entries.get(&key).unwrap_or(&none), inner, element))
        .collect()
}

/// Lowers a term and holds its result against the evaluator's; whether it was lowered.
pub(crate) fn check(
    term: &Term,
    inputs: &Inputs,
    extents: &[u64],
    narrow: bool,
    what: &str,
) -> Result<(), String> {
    let sort = *sorts(term).last().unwrap();
    let element = match sort.base {
        Scalar::Bool => Element::I1,
        Scalar::Int => Element::I64,
        Scalar::Real => Element::F64,
    };
    assert_eq!(scalar(element), Some(sort.base));
    let of = descriptions(term, inputs, narrow);
    // Threads share loops whose iterations add to the same numbers.
    let threads = if narrow { 3 } else { 1 };
    let lowered = lower_for(threads, "plan", term, &of, element, extents)
        .map_err(|error| error.to_string())?;
    let (expected, _) = evaluate(term, inputs, 10_000_000).unwrap();
    let data = data_of(&lowered.arguments, inputs, &of);
    let found = run(&lowered.program, &data).unwrap_or_else(|fault| {
        panic!("{what}: {fault}\n{}\n{}", raise::text(term), lowered.program)
    });
    let found = &found[0];
    let expected = dense(&expected, extents, element);
    assert_eq!(*found, expected, "{what}\n{}\n{}", raise::text(term), lowered.program);
    Ok(())
}
