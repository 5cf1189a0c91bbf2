//! The distribution of the rows of a fusion over the threads of a GPU.

use crate::schedule::Gpu;

/// Bytes of shared memory that are left for what warps put together.
pub(super) const RESERVED: u64 = 1 << 10;

/// Rows of at most so many bytes are a warp's, longer ones a block's.
const WARP_ROW: u64 = 4 << 10;

/// Bytes of a row for each thread of a block, about.
const THREAD_BYTES: u64 = 64;

/// The same where there are fewer rows than multiprocessors, so that other threads would be idle.
const FEW_ROWS_THREAD_BYTES: u64 = 8;

/// The rows of a block, and its threads: of short rows, each warp has one, unless that
/// leaves multiprocessors without work.
pub(super) fn threads_of_rows(
    gpu: &Gpu,
    (leading, count): (u64, u64),
    row_bytes: u64,
) -> (u64, u32) {
    let few = leading * count < u64::from(gpu.multiprocessors);
    if few || row_bytes > WARP_ROW {
        let each = if few { FEW_ROWS_THREAD_BYTES } else { THREAD_BYTES };
        let least = if few { 32 } else { 64 };
        let threads = (row_bytes / each).next_power_of_two().clamp(least, 512);
        return (1, threads as u32);
    }
    let busy = |rows: u64| leading * count / rows >= 2 * u64::from(gpu.multiprocessors);
    let fits = |rows: &u64| count.is_multiple_of(*rows) && busy(*rows);
    let rows = [8, 4, 2].into_iter().find(fits).unwrap_or(1);
    (rows, 32 * rows as u32)
}
