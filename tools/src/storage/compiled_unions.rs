//! Storage programs as machine code whose results are sums of sparse tensors, written in order.
//!
//! One pass merges the operands. It leaves gaps between the blocks that threads write, which are
//! closed afterwards; of one thread, there are none.

use std::collections::BTreeMap;

use hloom_llvm::{AlignedBuffer, Executable as Code, ThreadPool};
use hloom_loops::storage::{
    LoweredUnion, Physical, ascend_together, listed_coordinates, lower_union,
};
use hloom_storage::term::{Symbol, Term, sorts};
use hloom_storage::{Counts, Inputs, Scalar, Value};

use super::backend::Executable;
use super::machine_data::{
    Arguments, MachineData, compile_options, element, integers, number, threads_of,
};

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

    /// The coordinates of an entry by dimension.
    fn coordinates(&self, row: Option<usize>, mut key: u64) -> Vec<i64> {
        let levels = self.order.len();
        let outer = usize::from(row.is_some());
        let mut all = vec![0; levels];
        for level in (outer..levels).rev() {
            all[self.order[level]] = self.low[level] + (key % self.extents[level]) as i64;
            key /= self.extents[level];
        }
        if let Some(row) = row {
            all[self.order[0]] = row as i64;
        }
        all
    }
}

/// The dictionary of entries whose coordinates ascend.
fn nested(entries: &[(Vec<i64>, usize)], level: usize, number: &dyn Fn(usize) -> Value) -> Value {
    let levels = entries.first().map_or(0, |entry| entry.0.len());
    let parts = entries.chunk_by(|a, b| a.0[level] == b.0[level]).map(|part| {
        let value = match level + 1 == levels {
            true => number(part[0].1),
            false => nested(part, level + 1, number),
        };
        (part[0].0[level], value)
    });
    Value::dict(parts.collect::<Vec<_>>())
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
        let spans = &self.spans.as_slice::<u64>()[..2 * self.blocks];
        let total: u64 = spans.chunks_exact(2).map(|span| span[1] - span[0]).sum();
        let keys = &self.keys.as_slice::<u64>()[..total as usize];
        let ends = self.rows.map(|rows| &self.ends.as_slice::<u64>()[..rows]);
        let mut entries: Vec<(Vec<i64>, usize)> = Vec::with_capacity(keys.len());
        for (at, key) in keys.iter().enumerate() {
            let row = ends.map(|ends| ends.partition_point(|end| *end as usize <= at));
            entries.push((self.coordinates(row, *key), at));
        }
        if !self.order.is_sorted() {
            entries.sort_unstable();
        }
        nested(&entries, 0, &|at| number(self.values.as_slice::<u8>(), self.base, at))
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
