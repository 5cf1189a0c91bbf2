//! Storage programs as machine code whose results are compressed rows.
//!
//! A run counts the entries of each row, adds up where each row begins, and fills coordinates and
//! numbers. Both phases go over blocks of rows in parallel: as many rows each to count, and as many
//! entries each to fill.

use std::borrow::Cow;
use std::collections::BTreeMap;

use anyhow::bail;
use hloom_llvm::{AlignedBuffer, Executable as Code, ThreadPool};
use hloom_loops::storage::{LoweredRows, Phase, Physical, lower_rows};
use hloom_storage::term::{Symbol, Term, sorts};
use hloom_storage::{Counts, Numbers, Scalar, Value};

use super::backend::{Executable, Found, MatrixRows};
use super::machine_data::{
    Arguments, MachineData, compile_options, element, integers, refused, threads_of,
};

/// The blocks of rows for each thread: more than one, since rows differ.
const BLOCKS: u64 = 4;
/// The most rows of a matrix whose rows without entries are made: 2 GiB of positions.
const MAX_ROWS: usize = 1 << 28;

/// A compiled term with its data.
struct Rows {
    count: Code,
    /// None if there are no entries.
    fill: Option<Code>,
    data: Arguments,
    blocks: u64,
    rows: u64,
    total: u64,
    counts: AlignedBuffer,
    /// The position of each row's first entry.
    first: Vec<u64>,
    keys: AlignedBuffer,
    values: AlignedBuffer,
    /// The coordinates of the rows, if they are not their numbers.
    coordinates: Option<Vec<i64>>,
    low: Vec<i64>,
    extents: Vec<u64>,
    base: Scalar,
    pool: Option<ThreadPool>,
}

/// The position of each row's first entry, and the number of all entries.
fn positions(counts: &[u64]) -> Vec<u64> {
    let mut all = vec![0];
    let mut total = 0;
    for count in counts {
        total += count;
        all.push(total);
    }
    all
}

/// The position of the first entry of each of `count` rows of a matrix, and the number of all entries, from those of
/// the rows with these coordinates; rows without entries do not count. `None` if the coordinates of the others do not
/// ascend, one is outside of the matrix, or it has more than [`MAX_ROWS`].
fn of_all_rows(coordinates: &[i64], first: &[u64], count: u64) -> Option<Vec<u64>> {
    let count = usize::try_from(count).ok().filter(|count| *count <= MAX_ROWS)?;
    let mut all = Vec::with_capacity(count + 1);
    for (row, ends) in coordinates.iter().zip(first.windows(2)) {
        if ends[0] == ends[1] {
            continue;
        }
        // Part of an array of coordinates may be the rows: what stands around it may be in any order.
        let row = usize::try_from(*row).ok().filter(|row| (all.len()..count).contains(row))?;
        all.resize(row + 1, ends[0]);
    }
    all.resize(count + 1, first.last().copied().unwrap_or(0));
    Some(all)
}

/// Bounds of blocks that have about as many entries each.
fn balanced(first: &[u64], blocks: u64) -> Vec<u64> {
    let total = first.last().copied().unwrap_or(0);
    let rows = first.len() as u64 - 1;
    let mut ends: Vec<u64> = (0..blocks)
        .map(|block| {
            let before = u128::from(total) * u128::from(block) / u128::from(blocks);
            first.partition_point(|first| u128::from(*first) < before) as u64
        })
        .collect();
    ends[0] = 0;
    ends.push(rows);
    ends
}

impl Rows {
    fn phase(&mut self, fill: bool) -> Result<(), String> {
        let ends = match fill {
            true => balanced(&self.first, self.blocks),
            false => (0..=self.blocks).map(|block| self.rows * block / self.blocks).collect(),
        };
        let aligned = |numbers: &[u64]| {
            let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
            AlignedBuffer::copy_of(&bytes).map_err(|error| error.to_string())
        };
        let (ends, first) = (aligned(&ends)?, aligned(&self.first)?);
        let mut inputs = self.data.slices();
        inputs.push(ends.as_slice());
        let pool = self.pool.as_ref().unwrap_or_else(|| ThreadPool::global());
        let done = if fill {
            inputs.push(first.as_slice());
            let total = self.total as usize;
            let keys = &mut self.keys.as_mut_slice::<u8>()[..8 * total];
            let values = self.values.as_mut_slice::<u8>();
            let values = &mut values[..element(self.base).byte_width() * total];
            let Some(code) = &self.fill else { return Ok(()) };
            code.run(&inputs, &mut [keys, values], pool)
        } else {
            let counts = &mut self.counts.as_mut_slice::<u8>()[..8 * self.rows as usize];
            self.count.run(&inputs, &mut [counts], pool)
        };
        done.map_err(|error| error.to_string())
    }

    /// Counts the entries of the rows.
    fn count(&mut self) -> Result<u64, String> {
        self.phase(false)?;
        self.first = positions(&self.counts.as_slice::<u64>()[..self.rows as usize]);
        Ok(self.first[self.rows as usize])
    }
}

impl Executable for Rows {
    fn run(&mut self) -> Result<(), String> {
        let total = self.count()?;
        if total != self.total {
            return Err(format!("{total} entries are counted, and {} before", self.total));
        }
        self.phase(true)
    }

    fn value(&self) -> Value {
        self.entries(self.extents.len() + 1, self.base).value()
    }

    fn entries(&self, order: usize, base: Scalar) -> Found {
        let total = self.total as usize;
        let mut all: Vec<Vec<i64>> = (0..order).map(|_| Vec::with_capacity(total)).collect();
        let mut bits = Vec::with_capacity(total);
        let keys = self.keys.as_slice::<u64>();
        let mut entries: Vec<(u64, usize)> = Vec::new();
        for row in 0..self.rows as usize {
            let own = self.first[row] as usize..self.first[row + 1] as usize;
            entries.clear();
            entries.extend(own.map(|at| (keys[at], at)));
            entries.sort_unstable();
            let row = self.coordinates.as_ref().map_or(row as i64, |all| all[row]);
            for &(key, at) in &entries {
                let mut rest = key;
                // No division for the rows of a matrix.
                for (level, extent) in self.extents.iter().enumerate().skip(1).rev() {
                    all[level + 1].push(self.low[level] + (rest % extent) as i64);
                    rest /= extent;
                }
                all[1].push(self.low[0] + rest as i64);
                all[0].push(row);
                bits.push(match self.base {
                    Scalar::Bool => u64::from(self.values.as_slice::<u8>()[at]),
                    Scalar::Int | Scalar::Real => self.values.as_slice::<u64>()[at],
                });
            }
        }
        Found { keys: all, numbers: Numbers::of_bits(base, bits) }
    }

    fn rows(&self, count: u64) -> Option<MatrixRows<'_>> {
        if self.extents.len() != 1 || self.base == Scalar::Bool {
            return None;
        }
        let first = match &self.coordinates {
            None => Cow::Borrowed(&self.first[..]),
            Some(coordinates) => Cow::Owned(of_all_rows(coordinates, &self.first, count)?),
        };
        let total = self.total as usize;
        Some(MatrixRows {
            first,
            keys: Cow::Borrowed(&self.keys.as_slice::<u64>()[..total]),
            low: self.low[0],
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

/// Compiles a term whose result is made row by row, and counts its entries.
///
/// # Errors
/// If the term is not one of rows over arrays, or counting fails.
pub(super) fn compiled(
    term: &Term,
    data: MachineData<'_>,
    described: &BTreeMap<Symbol, Physical>,
    extents: &[Option<u64>],
    threads: Option<u16>,
) -> anyhow::Result<Box<dyn Executable>> {
    let Some(sort) = sorts(term).last().copied() else { bail!("the term is empty") };
    let pool = threads.map(|threads| ThreadPool::new(threads.into())).transpose()?;
    let blocks = BLOCKS * threads_of(threads);
    let phase =
        |phase| lower_rows("storage", term, described, extents, blocks, phase).map_err(refused);
    let LoweredRows { lowered, rows, coordinates, low, extents } = phase(Phase::Count)?;
    let coordinates = match coordinates {
        Some(name) => match data.fixed.get(&name) {
            Some(all) => Some(integers(all).into_owned()),
            None => bail!("the coordinates of the rows, `{name}`, change with each run"),
        },
        None => None,
    };
    let count = Code::compile(&lowered.program, &compile_options())?;
    let data = Arguments::new(&lowered.arguments, data, described)?;
    let mut code = Rows {
        count,
        fill: None,
        data,
        blocks,
        rows,
        total: 0,
        counts: AlignedBuffer::zeroed(8 * rows as usize)?,
        first: vec![0],
        keys: AlignedBuffer::zeroed(0)?,
        values: AlignedBuffer::zeroed(0)?,
        coordinates,
        low,
        extents,
        base: sort.base,
        pool,
    };
    let total = code.count().map_err(anyhow::Error::msg)?;
    if total > 0 {
        let filled = phase(Phase::Fill(total))?;
        code.fill = Some(Code::compile(&filled.lowered.program, &compile_options())?);
        code.keys = AlignedBuffer::zeroed(8 * total as usize)?;
        code.values = AlignedBuffer::zeroed(element(sort.base).byte_width() * total as usize)?;
        code.total = total;
    }
    Ok(Box::new(code))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_without_entries_stand_between_those_with_coordinates() {
        let of = of_all_rows;
        assert_eq!(of(&[1, 2, 5], &[0, 3, 4, 9], 6), Some(vec![0, 0, 3, 4, 4, 4, 9]));
        assert_eq!(of(&[0, 1], &[0, 2, 2], 3), Some(vec![0, 2, 2, 2]));
        assert_eq!(of(&[], &[0], 2), Some(vec![0, 0, 0]));
        assert_eq!(of(&[], &[0], 0), Some(vec![0]));
        // Only rows with entries have to ascend.
        assert_eq!(of(&[0, 5, 1, 2], &[0, 1, 3, 3, 3], 6), Some(vec![0, 1, 1, 1, 1, 1, 3]));
        assert_eq!(of(&[0, 5, 1, 2], &[0, 1, 3, 3, 4], 6), None);
        assert_eq!(of(&[2, 2], &[0, 1, 2], 6), None);
        assert_eq!(of(&[-1, 2], &[0, 1, 2], 6), None);
        assert_eq!(of(&[6], &[0, 1], 6), None);
        assert_eq!(of(&[0], &[0, 1], 1 << 40), None);
    }
}
