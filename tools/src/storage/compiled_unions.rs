//! Storage programs as machine code whose results are sums of sparse tensors, written in order.
//!
//! One pass merges the operands. It leaves gaps between the blocks that threads write, which are
//! closed afterwards; of one thread, there are none.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::collections::BTreeMap;

use hloom_llvm::{AlignedBuffer, Executable as Code, ThreadPool};
use hloom_loops::storage::{
    LoweredUnion, Physical, ascend_together, listed_coordinates, lower_union,
};
use hloom_storage::term::{Symbol, Term, sorts};
use hloom_storage::{Counts, Inputs, Numbers, Scalar, Value};

use super::backend::{Executable, Found, MatrixRows};
use super::machine_data::{Arguments, MachineData, compile_options, element, integers, threads_of};

/// A compiled term with its data.
struct Union {
    code: Code,
    data: Arguments,
    keys: AlignedBuffer,
    values: AlignedBuffer,
    spans: AlignedBuffer,
    ends: AlignedBuffer,
    blocks: usize,
    rows: Option<usize>,
    capacity: usize,
    order: Vec<usize>,
    low: Vec<i64>,
    extents: Vec<u64>,
    base: Scalar,
    pool: Option<ThreadPool>,
}

impl Union {
    /// Moves the entries of each block to those of the block before.
    fn close_gaps(&mut self) {
        let width = element(self.base).byte_width();
        let spans = self.spans.as_slice::<u64>();
        let spans: Vec<(usize, usize)> =
            spans.chunks_exact(2).map(|span| (span[0] as usize, span[1] as usize)).collect();
        let mut end = spans[0].1;
        // A row belongs to the block in whose span it ends; one without entries may be of either.
        let mut row = match self.rows {
            Some(rows) => self.ends.as_slice::<u64>()[..rows]
                .partition_point(|last| *last as usize <= spans[0].1),
            None => 0,
        };
        for (first, last) in &spans[1..] {
            self.keys.as_mut_slice::<u64>().copy_within(*first..*last, end);
            let bytes = first * width..last * width;
            self.values.as_mut_slice::<u8>().copy_within(bytes, end * width);
            let gap = first - end;
            if let Some(rows) = self.rows {
                let ends = &mut self.ends.as_mut_slice::<u64>()[row..rows];
                let inside = ends.iter_mut().take_while(|it| **it as usize <= *last);
                row += inside.map(|it| *it -= gap as u64).count();
            }
            end += last - first;
        }
    }

    /// The number of entries.
    fn total(&self) -> usize {
        let spans = &self.spans.as_slice::<u64>()[..2 * self.blocks];
        spans.chunks_exact(2).map(|span| (span[1] - span[0]) as usize).sum()
    }

    /// The coordinates of all entries by dimension, in the order in which they are in memory.
    fn coordinates(&self) -> Vec<Vec<i64>> {
        let total = self.total();
        let mut all = vec![vec![0; total]; self.order.len()];
        if let Some(rows) = self.rows {
            let column = &mut all[self.order[0]];
            let mut at = 0;
            for (row, end) in self.ends.as_slice::<u64>()[..rows].iter().enumerate() {
                let end = (*end as usize).clamp(at, total);
                column[at..end].fill(row as i64);
                at = end;
            }
        }
        let outer = usize::from(self.rows.is_some());
        for (at, key) in self.keys.as_slice::<u64>()[..total].iter().enumerate() {
            let mut rest = *key;
            // No division for the outermost of them.
            for level in (outer + 1..self.order.len()).rev() {
                let extent = self.extents[level];
                all[self.order[level]][at] = self.low[level] + (rest % extent) as i64;
                rest /= extent;
            }
            if let Some(dimension) = self.order.get(outer) {
                all[*dimension][at] = self.low[outer] + rest as i64;
            }
        }
        all
    }

    /// The number of an entry as 64 bits.
    fn bits(&self, at: usize) -> u64 {
        match self.base {
            Scalar::Bool => u64::from(self.values.as_slice::<u8>()[at]),
            Scalar::Int | Scalar::Real => self.values.as_slice::<u64>()[at],
        }
    }
}

impl Executable for Union {
    fn run(&mut self) -> Result<(), String> {
        let inputs = self.data.slices();
        let width = element(self.base).byte_width();
        let mut results = vec![
            &mut self.keys.as_mut_slice::<u8>()[..8 * self.capacity],
            &mut self.values.as_mut_slice::<u8>()[..width * self.capacity],
            &mut self.spans.as_mut_slice::<u8>()[..16 * self.blocks],
        ];
        if let Some(rows) = self.rows {
            results.push(&mut self.ends.as_mut_slice::<u8>()[..8 * rows]);
        }
        let pool = self.pool.as_ref().unwrap_or_else(|| ThreadPool::global());
        self.code.run(&inputs, &mut results, pool).map_err(|error| error.to_string())?;
        self.close_gaps();
        Ok(())
    }

    fn value(&self) -> Value {
        self.entries(self.order.len(), self.base).value()
    }

    fn entries(&self, _order: usize, _base: Scalar) -> Found {
        let (total, keys) = (self.total(), self.coordinates());
        if self.order.is_sorted() {
            let bits = (0..total).map(|at| self.bits(at)).collect();
            return Found { keys, numbers: Numbers::of_bits(self.base, bits) };
        }
        let mut sorted: Vec<usize> = (0..total).collect();
        sorted.sort_unstable_by(|a, b| {
            let mut all = keys.iter().map(|column| column[*a].cmp(&column[*b]));
            all.find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
        });
        let column = |all: &Vec<i64>| sorted.iter().map(|at| all[*at]).collect();
        let bits = sorted.iter().map(|at| self.bits(*at)).collect();
        Found {
            keys: keys.iter().map(column).collect(),
            numbers: Numbers::of_bits(self.base, bits),
        }
    }

    fn rows(&self, _: u64) -> Option<MatrixRows<'_>> {
        let rows = self.rows?;
        if self.order != [0, 1] || self.base == Scalar::Bool {
            return None;
        }
        let total = self.total();
        let ends = &self.ends.as_slice::<u64>()[..rows];
        Some(MatrixRows {
            first: Cow::Owned([&[0], ends].concat()),
            keys: Cow::Borrowed(&self.keys.as_slice::<u64>()[..total]),
            low: self.low[1],
            values: Cow::Borrowed(&self.values.as_slice::<u64>()[..total]),
        })
    }

    fn counts(&self) -> Option<Counts> {
        None
    }

    fn give(&mut self, name: Symbol, bytes: &[u8]) -> Result<(), String> {
        self.data.give(name, bytes)
    }
}

/// Arrays of coordinates that ascend together, in the order of the dimensions or the opposite.
fn sorted(term: &Term, inputs: &Inputs) -> Vec<Vec<Symbol>> {
    let mut found = Vec::new();
    for names in listed_coordinates(term) {
        let Some(arrays) =
            names.iter().map(|name| inputs.get(name).map(integers)).collect::<Option<Vec<_>>>()
        else {
            continue;
        };
        let mut pairs: Vec<(Symbol, &[i64])> =
            names.iter().copied().zip(arrays.iter().map(|array| &**array)).collect();
        for _ in 0..2 {
            let arrays: Vec<&[i64]> = pairs.iter().map(|pair| pair.1).collect();
            if ascend_together(&arrays) {
                found.push(pairs.iter().map(|pair| pair.0).collect());
                break;
            }
            pairs.reverse();
        }
    }
    found
}

/// Compiles a sum of sparse tensors; `None` if the term is not such a sum.
///
/// # Errors
/// If the code can't be compiled.
pub(super) fn compiled(
    term: &Term,
    data: MachineData<'_>,
    described: &BTreeMap<Symbol, Physical>,
    extents: &[Option<u64>],
    threads: Option<u16>,
) -> anyhow::Result<Option<Box<dyn Executable>>> {
    let Some(sort) = sorts(term).last().copied() else { return Ok(None) };
    let blocks = threads_of(threads);
    let sorted = sorted(term, data.fixed);
    let Ok(union) = lower_union("storage", term, described, &sorted, extents, blocks) else {
        return Ok(None);
    };
    let LoweredUnion { lowered, operands, rows, blocks, order, low, extents, capacity } = union;
    if operands < 2 {
        return Ok(None);
    }
    let (Ok(capacity), Ok(blocks)) = (usize::try_from(capacity), usize::try_from(blocks)) else {
        return Ok(None);
    };
    let code = Code::compile(&lowered.program, &compile_options())?;
    let data = Arguments::new(&lowered.arguments, data, described)?;
    let pool = threads.map(|threads| ThreadPool::new(threads.into())).transpose()?;
    let rows = rows.map(|rows| rows as usize);
    Ok(Some(Box::new(Union {
        code,
        data,
        keys: AlignedBuffer::zeroed(8 * capacity)?,
        values: AlignedBuffer::zeroed(element(sort.base).byte_width() * capacity)?,
        spans: AlignedBuffer::zeroed(16 * blocks)?,
        ends: AlignedBuffer::zeroed(8 * rows.unwrap_or(0))?,
        blocks,
        rows,
        capacity,
        order,
        low,
        extents,
        base: sort.base,
        pool,
    })))
}
