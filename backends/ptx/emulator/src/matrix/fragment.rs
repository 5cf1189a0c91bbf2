//! Which element of a matrix lies in which lane, register and bits.
//!
//! From the PTX ISA, "Matrix Fragments for mma.m8n8k4 …" to "… mma.m16n8k256". With
//! `group = lane / 4`, `member = lane % 4`, and `per` elements in a register (one for floats
//! of 32 and 64 bits, else as many as 32 bits hold), all of those tables are one rule:
//!
//! ```text
//! A   register r   row    group + 8·(r mod 2)            (m16; m8 has no second half)
//!                  column 4·per·(r / 2) + per·member + e
//! B   register r   row    4·per·r + per·member + e
//!                  column group
//! C,D element i    row    group + 8·(i / 2)
//!                  column 2·member + i mod 2
//! ```
//!
//! where `e` counts the elements in a register, lowest bits first. The one exception is
//! `m8n8k4` of `f16`, made for `sm_70`.

/// An element's row and column in a matrix.
pub(super) type RowColumn = (usize, usize);

/// The row and column of element `e` of register `r` of `A`, a matrix of `rows` rows.
pub(super) fn a(lane: usize, rows: usize, per: usize, r: usize, e: usize) -> RowColumn {
    let (group, member) = (lane / 4, lane % 4);
    let row_groups = rows / 8;
    (group + 8 * (r % row_groups), 4 * per * (r / row_groups) + per * member + e)
}

/// The row and column of element `e` of register `r` of `B`.
pub(super) fn b(lane: usize, per: usize, r: usize, e: usize) -> RowColumn {
    (4 * per * r + per * (lane % 4) + e, lane / 4)
}

/// The row and column of element `i` of `C` or `D`.
pub(super) fn c(lane: usize, i: usize) -> RowColumn {
    (lane / 4 + 8 * (i / 2), 2 * (lane % 4) + i % 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lanes together hold each element of a matrix once.
    fn covers(rows: usize, columns: usize, elements: impl Iterator<Item = RowColumn>) {
        let mut all: Vec<RowColumn> = elements.collect();
        all.sort_unstable();
        let whole: Vec<RowColumn> =
            (0..rows).flat_map(|r| (0..columns).map(move |c| (r, c))).collect();
        assert_eq!(all, whole);
    }

    #[test]
    fn fragments_cover_their_matrices() {
        let shapes = [
            (16, 8, 2),
            (16, 16, 2),
            (16, 4, 1),
            (16, 8, 1),
            (16, 16, 1),
            (16, 16, 4),
            (16, 32, 4),
        ];
        let more = [
            (16, 32, 8),
            (16, 64, 8),
            (16, 128, 32),
            (16, 256, 32),
            (8, 4, 1),
            (8, 16, 4),
            (8, 32, 8),
        ];
        for (m, k, per) in shapes.into_iter().chain(more) {
            let registers = m * k / 32 / per;
            let elements = |count: usize| {
                (0..32).flat_map(move |l| {
                    (0..count).flat_map(move |r| (0..per).map(move |e| (l, r, e)))
                })
            };
            covers(m, k, elements(registers).map(|(l, r, e)| a(l, m, per, r, e)));
            covers(k, 8, elements(8 * k / 32 / per).map(|(l, r, e)| b(l, per, r, e)));
            covers(m, 8, (0..32).flat_map(|l| (0..m / 4).map(move |i| c(l, i))));
        }
    }

    #[test]
    fn fragments_are_as_the_tables_say() {
        // mma.m16n8k16 of f16: a5 of lane 9, b3 of lane 9, c2 of lane 9.
        assert_eq!(a(9, 16, 2, 2, 1), (2, 11));
        assert_eq!(b(9, 2, 1, 1), (11, 2));
        assert_eq!(c(9, 2), (10, 2));
        // mma.m16n8k32 of s8: a6 of lane 5 lies in row group + 8, column 4 · member + 2.
        assert_eq!(a(5, 16, 4, 1, 2), (9, 6));
    }
}
