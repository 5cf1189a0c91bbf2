//! Storage programs as machine code for the CPU.

use anyhow::bail;
use egg::Id;
use hloom_llvm::{AlignedBuffer, Executable as Code, ThreadPool};
use hloom_loops::storage::{Lowered, lower_for};
use hloom_storage::term::{Node, Symbol, Term, sorts};
use hloom_storage::types::Form;
use hloom_storage::{Counts, Scalar, Sort, Value};

use super::backend::Executable;
use super::machine_data::{
    Arguments, MachineData, compile_options, described, element, number, refused, threads_of,
};
use super::{compiled_rows, compiled_unions, compiled_unordered};

/// The largest result that is made dense if its rows could be made one by one.
const MAX_DENSE: u64 = 1 << 22;

/// The same of a result whose last dimension is gone through whole: its rows are dense, so that making
/// them one by one in a workspace costs more than zeros between them.
const MAX_DENSE_ROWS: u64 = 1 << 25;

/// The same of a vector or such a result that can't be made row by row.
const MAX_DENSE_ELEMENTS: u64 = 1 << 31;

/// The nodes that are visited at most to see that.
const MAX_VISITS: usize = 10_000;

/// Whether the entries of the last of some levels are made in a loop over a range of numbers: in the innermost loop
/// around them, if it is asked for. Of an outer loop, a range may have entries for some numbers only: the columns of a
/// matrix by columns.
fn has_dense_rows(term: &Term, levels: u8, innermost: bool) -> bool {
    Rows { term, innermost, depth: 0, variables: Vec::new(), visits: 0 }.find(term.root(), levels)
}

/// A search for rows that are dense.
struct Rows<'t> {
    term: &'t Term,
    innermost: bool,
    /// The number of loops around.
    depth: usize,
    /// For each variable around, the number of its loop, if it is a number of a range.
    variables: Vec<Option<usize>>,
    visits: usize,
}

impl Rows<'_> {
    fn under(&mut self, made: &[Option<usize>], body: Id, levels: u8) -> bool {
        self.variables.extend(made);
        let found = self.find(body, levels);
        self.variables.truncate(self.variables.len() - made.len());
        found
    }

    fn find(&mut self, id: Id, levels: u8) -> bool {
        self.visits += 1;
        if self.visits > MAX_VISITS {
            return false;
        }
        match self.term[id] {
            Node::Sum([over, body]) => {
                let range = matches!(self.term[over], Node::Range(_));
                self.depth += 1;
                let found = self.under(&[range.then_some(self.depth), None], body, levels);
                self.depth -= 1;
                found
            }
            Node::Let([_, body]) => self.under(&[None], body, levels),
            Node::If([_, e]) | Node::Unary(_, e) => self.find(e, levels),
            Node::Binary(_, [a, b]) => self.find(a, levels) || self.find(b, levels),
            Node::Single([_, value]) if levels > 1 => self.find(value, levels - 1),
            Node::Single([key, _]) => match self.term[key] {
                Node::Var(index, _) => {
                    let at = self.variables.len().checked_sub(1 + index as usize);
                    let depth = at.and_then(|at| self.variables[at]);
                    depth.is_some_and(|depth| !self.innermost || depth == self.depth)
                }
                _ => false,
            },
            _ => false,
        }
    }
}

/// A compiled term with its data.
struct Compiled {
    code: Code,
    data: Arguments,
    result: AlignedBuffer,
    bytes: usize,
    extents: Vec<u64>,
    base: Scalar,
    /// The threads of a run, if they are not those of all other runs.
    pool: Option<ThreadPool>,
}

impl Executable for Compiled {
    fn run(&mut self) -> Result<(), String> {
        let inputs = self.data.slices();
        let result = &mut self.result.as_mut_slice::<u8>()[..self.bytes];
        let pool = self.pool.as_ref().unwrap_or_else(|| ThreadPool::global());
        self.code.run(&inputs, &mut [result], pool).map_err(|error| error.to_string())
    }

    fn value(&self) -> Value {
        let mut at = 0;
        nested(&self.result.as_slice::<u8>()[..self.bytes], self.base, &self.extents, &mut at)
    }

    fn elements(&self) -> Option<&[u8]> {
        Some(&self.result.as_slice::<u8>()[..self.bytes])
    }

    fn counts(&self) -> Option<Counts> {
        None
    }

    fn give(&mut self, name: Symbol, bytes: &[u8]) -> Result<(), String> {
        self.data.give(name, bytes)
    }
}

/// The dictionary of a dense result, from the number at `at` on.
fn nested(bytes: &[u8], base: Scalar, extents: &[u64], at: &mut usize) -> Value {
    let Some((extent, inner)) = extents.split_first() else {
        *at += 1;
        return number(bytes, base, *at - 1);
    };
    Value::dict((0..*extent as i64).map(|key| (key, nested(bytes, base, inner, at))))
}

/// Compiles a term for this machine, for this data, to be run by so many threads, or by one a core.
/// A result that is large, or is asked for in a format (`compressed`), is made row by row if it can be.
///
/// # Errors
/// If the term is not one of loops over arrays, or an extent of the result is not known.
pub(crate) fn compiled(
    term: &Term,
    data: MachineData<'_>,
    extents: &[Option<u64>],
    threads: Option<u16>,
    compressed: bool,
) -> anyhow::Result<Box<dyn Executable>> {
    let Some(sort) = sorts(term).last().copied() else { bail!("the term is empty") };
    let dense = known(sort, extents);
    let described = described(term, data)?;
    let size = |extents: &[u64]| extents.iter().try_fold(1u64, |all, n| all.checked_mul(*n));
    let matrix = matches!(sort.form, Form::Nested(levels) if levels >= 2);
    let rows = |innermost| match sort.form {
        Form::Nested(levels) => has_dense_rows(term, levels, innermost),
        Form::Array => false,
    };
    let dense_rows = rows(false);
    let most = if dense_rows { MAX_DENSE_ROWS } else { MAX_DENSE };
    let small = dense.as_ref().is_ok_and(|all| size(all).is_some_and(|n| n <= most));
    let compressed = compressed || !small;
    if compressed
        && let Some(code) = compiled_unions::compiled(term, data, &described, extents, threads)?
    {
        return Ok(code);
    }
    if matrix && compressed {
        // If not, the result is made dense, or in any order if it is too large.
        if let Ok(code) = compiled_rows::compiled(term, data, &described, extents, threads) {
            return Ok(code);
        }
    }
    let most = if matrix && !dense_rows { MAX_DENSE_ROWS } else { MAX_DENSE_ELEMENTS };
    // The places of a dense result, if it may be one.
    let places = dense.as_ref().ok().and_then(|all| size(all)).filter(|all| *all <= most);
    if places.is_none() && !sort.is_scalar() || matrix && compressed && !rows(true) {
        let made = compiled_unordered::compiled(term, data, &described, extents, places, threads);
        match made {
            Ok(code) => return Ok(code),
            Err(error) => {
                let few = |all: &Vec<u64>| size(all).is_some_and(|n| n <= MAX_DENSE_ELEMENTS);
                if !dense.as_ref().is_ok_and(few) {
                    return Err(error);
                }
            }
        }
    }
    let extents = dense?;
    let shared = threads_of(threads);
    let Lowered { program, arguments } =
        lower_for(shared, "storage", term, &described, element(sort.base), &extents)
            .map_err(refused)?;
    let code = Code::compile(&program, &compile_options())?;
    let data = Arguments::new(&arguments, data, &described)?;
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
