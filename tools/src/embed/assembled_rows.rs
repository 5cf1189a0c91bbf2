//! Matrices in compressed rows, straight from the rows that code leaves in memory.
//!
//! Threads share the rows, by entries. Each row is copied if its columns ascend, and sorted if not.
//! Results with other storage, and those with zeros among their numbers, are refused: their caller
//! makes them of entries.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use hloom_ir::literal::sparse::{LevelArrays, Sparse};
use hloom_ir::types::sparse::LevelKind;
use hloom_ir::{Element, Literal, Type};

use crate::storage::MatrixRows;

/// The entries below which one thread does all.
const FEW: usize = 1 << 14;

/// An integer that coordinates are stored as.
trait Coordinate: bytemuck::Pod + Send {
    fn of(column: u64) -> Self;
}

impl Coordinate for u64 {
    fn of(column: u64) -> u64 {
        column
    }
}

impl Coordinate for u32 {
    fn of(column: u64) -> u32 {
        column as u32
    }
}

/// A number that is stored.
trait Stored: bytemuck::Pod + Send {
    /// The number of these bits of the code's result.
    fn of(bits: u64) -> Self;
    fn is_zero(self) -> bool;
}

impl Stored for f64 {
    fn of(bits: u64) -> f64 {
        f64::from_bits(bits)
    }

    fn is_zero(self) -> bool {
        self == 0.0
    }
}

impl Stored for f32 {
    fn of(bits: u64) -> f32 {
        f64::from_bits(bits) as f32
    }

    fn is_zero(self) -> bool {
        self == 0.0
    }
}

impl Stored for i64 {
    fn of(bits: u64) -> i64 {
        bits as i64
    }

    fn is_zero(self) -> bool {
        self == 0
    }
}

/// The number of rows of a type whose matrices are stored in compressed rows; `None` for other types.
pub(super) fn csr_rows(ty: Type) -> Option<u64> {
    let tensor = ty.as_tensor()?;
    let [outer, inner] = &tensor.sparse()?.levels[..] else { return None };
    let is_csr = outer.kind == LevelKind::Dense
        && outer.dim == 0
        && inner.kind == LevelKind::Compressed
        && inner.dim == 1;
    u64::try_from(tensor.dims[0]).ok().filter(|_| is_csr)
}

/// The matrix of a type, if it is stored in compressed rows and has an entry for each number that code
/// found, and the system can start the threads.
pub(super) fn of_rows(ty: Type, rows: &MatrixRows<'_>, threads: usize) -> Option<Sparse> {
    let tensor = ty.as_tensor()?;
    let encoding = tensor.sparse()?;
    let has_all = csr_rows(ty)? + 1 == rows.first.len() as u64;
    // Coordinates that don't fit are an error, which others report.
    let fits = |element: Element, most: u64| {
        let bits = 8 * element.byte_width() as u32;
        bits >= 64 || most >> bits == 0
    };
    let (pos, crd) = (encoding.pos_element(), encoding.crd_element());
    let total = *rows.first.last()?;
    if !has_all || !fits(pos, total) || !fits(crd, (tensor.dims[1] as u64).saturating_sub(1)) {
        return None;
    }
    let zeros = |count: u64, element| Literal::zeros(Type::tensor(&[count as i64], element)).ok();
    let mut columns = zeros(total, crd)?;
    let mut values = zeros(total, tensor.element)?;
    let given = Given { rows, extent: tensor.dims[1] as u64, threads };
    let done = match (crd.byte_width(), tensor.element) {
        (8, Element::F64) => given.fill::<u64, f64>(&mut columns, &mut values),
        (8, Element::F32) => given.fill::<u64, f32>(&mut columns, &mut values),
        (8, Element::I64) => given.fill::<u64, i64>(&mut columns, &mut values),
        (4, Element::F64) => given.fill::<u32, f64>(&mut columns, &mut values),
        (4, Element::F32) => given.fill::<u32, f32>(&mut columns, &mut values),
        (4, Element::I64) => given.fill::<u32, i64>(&mut columns, &mut values),
        _ => false,
    };
    if !done {
        return None;
    }
    let width = pos.byte_width();
    let mut first = zeros(rows.first.len() as u64, pos)?;
    for (out, position) in first.as_mut_slice::<u8>().chunks_exact_mut(width).zip(&*rows.first) {
        out.copy_from_slice(&position.to_le_bytes()[..width]);
    }
    let inner = LevelArrays { pos: Some(first), crd: Some(columns) };
    Sparse::new(ty, vec![LevelArrays::default(), inner], values).ok()
}

/// The rows that are copied, and the number of columns.
struct Given<'r> {
    rows: &'r MatrixRows<'r>,
    extent: u64,
    threads: usize,
}

impl Given<'_> {
    /// Fills the arrays; false if a number is zero, a column is not one of the type, or the system
    /// can't start a thread.
    fn fill<C: Coordinate, V: Stored>(&self, columns: &mut Literal, values: &mut Literal) -> bool {
        let first = &*self.rows.first;
        let total = *first.last().unwrap_or(&0) as usize;
        let threads = if total < FEW { 1 } else { self.threads.max(1) };
        let refused = AtomicBool::new(false);
        let (mut columns, mut values) = (columns.as_mut_slice::<C>(), values.as_mut_slice::<V>());
        let mut begin = 0;
        std::thread::scope(|scope| {
            for thread in 0..threads {
                let before = (total * (thread + 1) / threads) as u64;
                let end = match thread + 1 == threads {
                    true => first.len() - 1,
                    false => first.partition_point(|at| *at < before).clamp(begin, first.len() - 1),
                };
                let entries = (first[end] - first[begin]) as usize;
                let (own_columns, rest) = std::mem::take(&mut columns).split_at_mut(entries);
                columns = rest;
                let (own_values, rest) = std::mem::take(&mut values).split_at_mut(entries);
                values = rest;
                let (own, refused) = (begin..end, &refused);
                begin = end;
                let work = move || {
                    if !self.fill_rows(own, own_columns, own_values) {
                        refused.store(true, Ordering::Relaxed);
                    }
                };
                if thread + 1 == threads {
                    work();
                } else if std::thread::Builder::new().spawn_scoped(scope, work).is_err() {
                    refused.store(true, Ordering::Relaxed);
                }
            }
        });
        !refused.into_inner()
    }

    /// Fills the parts of the arrays that some rows have.
    fn fill_rows<C: Coordinate, V: Stored>(
        &self,
        rows: Range<usize>,
        columns: &mut [C],
        values: &mut [V],
    ) -> bool {
        let MatrixRows { first, keys, low, values: bits } = self.rows;
        let mut sorted: Vec<u64> = Vec::new();
        let mut at = 0;
        for row in rows {
            let own = first[row] as usize..first[row + 1] as usize;
            let (keys, bits) = (&keys[own.clone()], &bits[own]);
            let (out, rest) = (&mut columns[at..at + keys.len()], &mut values[at..]);
            at += keys.len();
            let within =
                |key: u64| low.checked_add_unsigned(key).filter(|c| (*c as u64) < self.extent);
            let mut put = |to: usize, key: u64, bits: u64| {
                let value = V::of(bits);
                rest[to] = value;
                let column = within(key);
                out[to] = C::of(column.unwrap_or(0) as u64);
                column.is_some() && !value.is_zero()
            };
            let mut all_fit = true;
            if keys.is_sorted() {
                for (to, (key, bits)) in keys.iter().zip(bits).enumerate() {
                    all_fit &= put(to, *key, *bits);
                }
            } else if keys.len() as u64 <= u64::from(u32::MAX)
                && keys.iter().all(|key| key >> 32 == 0)
            {
                // A column and a place are sorted as one number.
                sorted.clear();
                sorted.extend(keys.iter().zip(0..).map(|(key, place)| key << 32 | place));
                sorted.sort_unstable();
                for (to, both) in sorted.iter().enumerate() {
                    all_fit &= put(to, both >> 32, bits[(both & u64::from(u32::MAX)) as usize]);
                }
            } else {
                all_fit = false;
            }
            if !all_fit {
                return false;
            }
        }
        true
    }
}
