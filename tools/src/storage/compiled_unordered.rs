//! Storage programs as machine code whose results are sparse, and whose entries come in any order.
//!
//! A run counts additions, and makes them: side by side for each row, where those of the same
//! coordinates are then added, or in a hash table for each block of the loops, whose entries are then
//! sorted. Numbers of the same entry from several blocks are added in the order of the blocks.

use std::borrow::Cow;
use std::collections::BTreeMap;

use anyhow::bail;
use hloom_llvm::{AlignedBuffer, Executable as Code, ThreadPool};
use hloom_loops::storage::{
    EMPTY, LoweredUnordered, MAX_COUNTS, MAX_SLOTS, Phase, Physical, Unordered, lower_unordered,
};
use hloom_storage::term::{Symbol, Term, sorts};
use hloom_storage::{Counts, Numbers, Scalar, Value};

use super::backend::{Executable, Found, MatrixRows};
use super::machine_data::{
    Arguments, MachineData, compile_options, element, number, refused, threads_of,
};

/// The slots of all tables.
const MAX_ALL_SLOTS: u64 = 1 << 32;
/// The additions that are put side by side. More of them are made in tables, which have a slot or two
/// for each entry and not for each addition.
const MAX_ADDITIONS: u64 = 1 << 26;
/// The columns of a row that have a mark each, by which entries at the same place are found.
const MAX_COLUMNS: u64 = 1 << 24;

/// The places of a dense result that are cleared and read in the time of an addition in any order.
const SPARSE: u64 = 16;

/// A compiled term with its data.
struct Compiled {
    strategy: Unordered,
    count: Code,
    fill: Code,
    data: Arguments,
    blocks: usize,
    counts: AlignedBuffer,
    /// The additions of each block, or of each row of each block.
    additions: Vec<u64>,
    /// The places that the second phase takes as its argument.
    places: AlignedBuffer,
    /// The number of keys and numbers.
    size: usize,
    keys: AlignedBuffer,
    values: AlignedBuffer,
    /// The offset in the dense result of each entry, and the places of its numbers, if they are in tables.
    entries: Vec<(u64, u32, usize)>,
    /// The places of the first entry of each row and behind the last one.
    rows: Vec<(usize, usize)>,
    low: Vec<i64>,
    extents: Vec<u64>,
    base: Scalar,
    pool: Option<ThreadPool>,
}

/// The slots of a table for so many additions into a result of so many places.
fn slots(additions: u64, places: u64) -> u64 {
    (2 * additions.min(places).max(1)).next_power_of_two()
}

/// The place of the first addition of each row of each block, where those of a row are side by side,
/// and the bounds of the rows.
fn rows_of(additions: &[u64], blocks: usize) -> (Vec<u64>, Vec<(usize, usize)>) {
    let count = additions.len() / blocks;
    let mut first = vec![0; additions.len()];
    let mut rows = Vec::with_capacity(count);
    let mut all = 0;
    for row in 0..count {
        let start = all;
        for block in 0..blocks {
            first[block * count + row] = all;
            all += additions[block * count + row];
        }
        rows.push((start as usize, all as usize));
    }
    (first, rows)
}

/// The number of additions of each block, or of each row.
fn counted(
    code: &Code,
    data: &Arguments,
    counts: &mut AlignedBuffer,
    pool: Option<&ThreadPool>,
    many: usize,
) -> Result<Vec<u64>, String> {
    let inputs = data.slices();
    let pool = pool.unwrap_or_else(|| ThreadPool::global());
    let found = &mut counts.as_mut_slice::<u8>()[..8 * many];
    code.run(&inputs, &mut [found], pool).map_err(|error| error.to_string())?;
    Ok(counts.as_slice::<u64>()[..many].to_vec())
}

/// The sum of two numbers, as the calculus adds them.
fn sum(x: &Value, y: &Value) -> Value {
    match (x, y) {
        (Value::Int(x), Value::Int(y)) => Value::Int(x.wrapping_add(*y)),
        (Value::Real(x), Value::Real(y)) => Value::Real(x + y),
        (Value::Bool(x), Value::Bool(y)) => Value::Bool(x | y),
        (x, _) => x.clone(),
    }
}

/// Adds the numbers of each row that have the same coordinates; the bounds of a row then are those of its
/// entries, in the order in which they first occur. `columns` is the number of columns of a row.
fn add_in_rows<T: Copy>(
    rows: &mut [(usize, usize)],
    keys: &mut [u64],
    values: &mut [T],
    columns: u64,
    add: impl Fn(T, T) -> T,
) {
    if columns > MAX_COLUMNS {
        return add_in_wide_rows(rows, keys, values, add);
    }
    // The place of each column's entry in the row, and one; those of rows before are smaller.
    let mut marks = vec![0usize; columns as usize];
    for (start, end) in rows {
        let mut last = *start;
        for at in *start..*end {
            let mark = &mut marks[keys[at] as usize];
            if *mark > *start {
                values[*mark - 1] = add(values[*mark - 1], values[at]);
                continue;
            }
            keys[last] = keys[at];
            values[last] = values[at];
            last += 1;
            *mark = last;
        }
        *end = last;
    }
}

/// As [`add_in_rows`], by sorting: the entries of a row then ascend.
fn add_in_wide_rows<T: Copy>(
    rows: &mut [(usize, usize)],
    keys: &mut [u64],
    values: &mut [T],
    add: impl Fn(T, T) -> T,
) {
    for (start, end) in rows {
        let mut row: Vec<(u64, T)> = (*start..*end).map(|at| (keys[at], values[at])).collect();
        // Numbers of the same entry stay in their order.
        row.sort_by_key(|entry| entry.0);
        let mut last = *start;
        for (key, value) in row {
            if last > *start && keys[last - 1] == key {
                values[last - 1] = add(values[last - 1], value);
                continue;
            }
            (keys[last], values[last]) = (key, value);
            last += 1;
        }
        *end = last;
    }
}

impl Compiled {
    /// Adds the numbers of each row that have the same coordinates.
    fn add_rows(&mut self) {
        let additions = std::mem::take(&mut self.additions);
        self.rows = rows_of(&additions, self.blocks).1;
        self.additions = additions;
        let columns = self.extents[1..].iter().product();
        let (rows, keys) = (&mut self.rows, self.keys.as_mut_slice::<u64>());
        match self.base {
            Scalar::Bool => {
                add_in_rows(rows, keys, self.values.as_mut_slice::<u8>(), columns, |x, y| x | y);
            }
            Scalar::Int => {
                let values = self.values.as_mut_slice::<i64>();
                add_in_rows(rows, keys, values, columns, i64::wrapping_add);
            }
            Scalar::Real => {
                add_in_rows(rows, keys, self.values.as_mut_slice::<f64>(), columns, |x, y| x + y);
            }
        }
    }

    /// Collects the entries of all tables, and sorts them.
    fn collect_tables(&mut self) {
        let keys = &self.keys.as_slice::<u64>()[..self.size];
        self.entries.clear();
        let tables = &self.places.as_slice::<u64>()[..2 * self.blocks];
        for (block, table) in tables.chunks(2).enumerate() {
            let all = table[0] as usize..(table[0] + table[1]) as usize;
            let taken = all.filter(|slot| keys[*slot] != EMPTY as u64);
            self.entries.extend(taken.map(|slot| (keys[slot], block as u32, slot)));
        }
        self.entries.sort_unstable();
    }

    /// The offset of each entry in a dense result, the table it is in and its place, sorted; an offset may
    /// be in several tables.
    fn sorted(&self) -> Cow<'_, [(u64, u32, usize)]> {
        if self.strategy == Unordered::Tables {
            return Cow::Borrowed(&self.entries);
        }
        let keys = self.keys.as_slice::<u64>();
        let columns: u64 = self.extents[1..].iter().product::<u64>().max(1);
        let mut entries = Vec::new();
        for (row, (start, end)) in self.rows.iter().enumerate() {
            let before = row as u64 * columns;
            let first = entries.len();
            entries.extend((*start..*end).map(|at| (before + keys[at], 0, at)));
            entries[first..].sort_unstable();
        }
        Cow::Owned(entries)
    }
}

impl Executable for Compiled {
    fn run(&mut self) -> Result<(), String> {
        let pool = self.pool.as_ref();
        let many = self.additions.len();
        let additions = counted(&self.count, &self.data, &mut self.counts, pool, many)?;
        if additions != self.additions {
            return Err("the additions of a run are others than before".to_owned());
        }
        let mut inputs = self.data.slices();
        let places = match self.strategy {
            Unordered::Rows => many,
            Unordered::Tables => 2 * many,
        };
        inputs.push(&self.places.as_slice::<u8>()[..8 * places]);
        let width = element(self.base).byte_width();
        let keys = &mut self.keys.as_mut_slice::<u8>()[..8 * self.size];
        let values = &mut self.values.as_mut_slice::<u8>()[..width * self.size];
        let pool = pool.unwrap_or_else(|| ThreadPool::global());
        let done = self.fill.run(&inputs, &mut [keys, values], pool);
        done.map_err(|error| error.to_string())?;
        match self.strategy {
            Unordered::Rows => self.add_rows(),
            Unordered::Tables => self.collect_tables(),
        }
        Ok(())
    }

    fn value(&self) -> Value {
        self.entries(self.extents.len(), self.base).value()
    }

    fn entries(&self, order: usize, base: Scalar) -> Found {
        let mut found = Found { keys: vec![Vec::new(); order], numbers: Numbers::empty(base) };
        let values = self.values.as_slice::<u8>();
        for same in self.sorted().chunk_by(|a, b| a.0 == b.0) {
            let first = number(values, self.base, same[0].2);
            let rest = same[1..].iter().map(|entry| number(values, self.base, entry.2));
            found.numbers.push(&rest.fold(first, |all, next| sum(&all, &next)));
            let mut rest = same[0].0;
            // No division for the outermost dimension.
            for level in (1..order).rev() {
                let extent = self.extents[level];
                found.keys[level].push(self.low[level] + (rest % extent) as i64);
                rest /= extent;
            }
            found.keys[0].push(self.low[0] + rest as i64);
        }
        found
    }

    fn rows(&self, _: u64) -> Option<MatrixRows<'_>> {
        let is_matrix = self.strategy == Unordered::Rows && self.extents.len() == 2;
        if !is_matrix || self.base == Scalar::Bool || self.low[0] < 0 {
            return None;
        }
        let ends = || self.rows.iter().map(|row| row.1);
        let starts = self.rows.iter().map(|row| row.0);
        let (all_keys, all_values) = (self.keys.as_slice::<u64>(), self.values.as_slice::<u64>());
        // The rows before the first one that has a place have no entries.
        let mut first = vec![0; self.low[0] as usize + 1];
        let (keys, values) = if starts.eq(std::iter::once(0).chain(ends()).take(self.rows.len())) {
            first.extend(ends().map(|end| end as u64));
            let total = ends().next_back().unwrap_or(0);
            (Cow::Borrowed(&all_keys[..total]), Cow::Borrowed(&all_values[..total]))
        } else {
            // Rows with several additions of one entry have gaps behind them.
            let (mut keys, mut values) = (Vec::new(), Vec::new());
            for &(start, end) in &self.rows {
                keys.extend_from_slice(&all_keys[start..end]);
                values.extend_from_slice(&all_values[start..end]);
                first.push(keys.len() as u64);
            }
            (Cow::Owned(keys), Cow::Owned(values))
        };
        Some(MatrixRows { first: first.into(), keys, low: self.low[1], values })
    }

    fn counts(&self) -> Option<Counts> {
        None
    }

    fn give(&mut self, name: Symbol, bytes: &[u8]) -> Result<(), String> {
        self.data.give(name, bytes)
    }
}

/// Compiles a term whose entries come in any order, and counts its additions. `places` are those of a dense result,
/// if it may be one.
///
/// # Errors
/// If the places are so few that a dense result is made in less time, the term is not one of loops over arrays, its
/// additions are too many, or counting fails.
pub(super) fn compiled(
    term: &Term,
    data: MachineData<'_>,
    described: &BTreeMap<Symbol, Physical>,
    extents: &[Option<u64>],
    places: Option<u64>,
    threads: Option<u16>,
) -> anyhow::Result<Box<dyn Executable>> {
    let Some(sort) = sorts(term).last().copied() else { bail!("the term is empty") };
    let pool = threads.map(|threads| ThreadPool::new(threads.into())).transpose()?;
    let blocks = threads_of(threads);
    let phase = |strategy, phase| {
        lower_unordered("storage", term, described, extents, blocks, (strategy, phase))
            .map_err(refused)
    };
    let tables = phase(Unordered::Tables, Phase::Count)?;
    let data = Arguments::new(&tables.lowered.arguments, data, described)?;
    let rows = tables.extents[0].saturating_mul(tables.blocks);
    let count_by = |lowered: &LoweredUnordered, many: u64| -> anyhow::Result<_> {
        let code = Code::compile(&lowered.lowered.program, &compile_options())?;
        let mut counts = AlignedBuffer::zeroed(8 * many as usize)?;
        let additions = counted(&code, &data, &mut counts, pool.as_ref(), many as usize);
        Ok((code, counts, additions.map_err(anyhow::Error::msg)?))
    };
    let mut by_rows = None;
    if tables.extents.len() > 1 && rows <= MAX_COUNTS {
        let found = count_by(&phase(Unordered::Rows, Phase::Count)?, rows)?;
        let all: u64 = found.2.iter().sum();
        by_rows = (all <= MAX_ADDITIONS).then_some(found);
    }
    let (strategy, (count, counts, additions)) = match by_rows {
        Some(found) => (Unordered::Rows, found),
        None => (Unordered::Tables, count_by(&tables, tables.blocks)?),
    };
    let all: u64 = additions.iter().sum();
    if places.is_some_and(|places| all.saturating_mul(SPARSE) > places) {
        bail!("a dense result takes less time: it gets {all} additions")
    }
    let LoweredUnordered { blocks, low, extents, .. } = tables;
    let blocks = blocks as usize;
    let mut places = Vec::new();
    let mut size = 0;
    match strategy {
        Unordered::Rows => {
            places = rows_of(&additions, blocks).0;
            size = additions.iter().sum();
        }
        Unordered::Tables => {
            let all = extents.iter().product();
            for count in &additions {
                let own = slots(*count, all);
                places.extend([size, own]);
                size += own;
                if own > MAX_SLOTS || size > MAX_ALL_SLOTS {
                    bail!("{count} additions into the result are too many for a hash table")
                }
            }
        }
    }
    let filled = phase(strategy, Phase::Fill(size))?;
    let fill = Code::compile(&filled.lowered.program, &compile_options())?;
    let size = size as usize;
    Ok(Box::new(Compiled {
        strategy,
        count,
        fill,
        data,
        blocks,
        counts,
        additions,
        places: AlignedBuffer::copy_of(&places)?,
        size,
        keys: AlignedBuffer::zeroed(8 * size)?,
        values: AlignedBuffer::zeroed(element(sort.base).byte_width() * size)?,
        entries: Vec::new(),
        rows: Vec::new(),
        low,
        extents,
        base: sort.base,
        pool,
    }))
}

#[cfg(test)]
mod tests {
    use super::{add_in_rows, add_in_wide_rows, rows_of};

    #[test]
    fn numbers_of_a_row_are_added_in_their_order() {
        let keys = [3, 1, 3, 3, 0, 0, 2, 0];
        let values = [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0];
        let rows = vec![(0, 4), (4, 4), (4, 8)];
        let (mut k, mut v, mut r) = (keys, values, rows.clone());
        add_in_rows(&mut r, &mut k, &mut v, 4, |x, y| x + y);
        assert_eq!(r, [(0, 2), (4, 4), (4, 6)]);
        assert_eq!(
            (&k[..2], &v[..2], &k[4..6], &v[4..6]),
            (&[3, 1][..], &[13.0, 2.0][..], &[0, 2][..], &[176.0, 64.0][..])
        );
        let (mut k, mut v, mut r) = (keys, values, rows);
        add_in_wide_rows(&mut r, &mut k, &mut v, |x, y| x + y);
        assert_eq!(r, [(0, 2), (4, 4), (4, 6)]);
        assert_eq!(
            (&k[..2], &v[..2], &k[4..6], &v[4..6]),
            (&[1, 3][..], &[2.0, 13.0][..], &[0, 2][..], &[176.0, 64.0][..])
        );
    }

    #[test]
    fn the_additions_of_a_row_are_side_by_side() {
        // Two blocks of three rows.
        let (first, rows) = rows_of(&[1, 0, 2, 3, 1, 0], 2);
        assert_eq!(first, [0, 4, 5, 1, 4, 7]);
        assert_eq!(rows, [(0, 4), (4, 5), (5, 7)]);
    }
}
