//! Triangular systems: `trsm` of BLAS, and `stablehlo.triangular_solve`.

use crate::abi::{Call, Pool};
use crate::columns::{Columns, STRIP, view_mut};
use crate::number::Number;
use faer::linalg::triangular_solve::{
    solve_lower_triangular_in_place_with_conj, solve_unit_lower_triangular_in_place_with_conj,
    solve_unit_upper_triangular_in_place_with_conj, solve_upper_triangular_in_place_with_conj,
};
use faer::{Conj, MatRef, Par};

/// A system that is solved for several columns.
#[derive(Clone, Copy)]
struct System<'a, T: Number> {
    matrix: MatRef<'a, T>,
    lower: bool,
    unit: bool,
    conjugated: Conj,
}

impl<T: Number> System<'_, T> {
    /// Replaces columns by their solutions, in strips on several threads.
    fn solve(&self, sides: &mut [T], pool: &Pool<'_>) {
        let n = self.matrix.nrows();
        pool.chunks(sides, n * STRIP, |_, strip| {
            let width = strip.len() / n;
            let strip = view_mut(strip, n, width);
            let (matrix, conjugated) = (self.matrix, self.conjugated);
            match (self.lower, self.unit) {
                (true, false) => {
                    solve_lower_triangular_in_place_with_conj(matrix, conjugated, strip, Par::Seq);
                }
                (true, true) => solve_unit_lower_triangular_in_place_with_conj(
                    matrix,
                    conjugated,
                    strip,
                    Par::Seq,
                ),
                (false, false) => {
                    solve_upper_triangular_in_place_with_conj(matrix, conjugated, strip, Par::Seq);
                }
                (false, true) => solve_unit_upper_triangular_in_place_with_conj(
                    matrix,
                    conjugated,
                    strip,
                    Par::Seq,
                ),
            }
        });
    }
}

/// `trsm`. Sizes: batch, n, rows and columns of the other matrices, whether the triangular one is on
/// the left, whether its lower triangle is used, whether its diagonal is one, and its transformation
/// (0 none, 1 transposed, 2 adjoint). Buffers: the triangular matrices, the others; the solutions.
pub(crate) fn trsm<T: Number>(call: &Call<'_>) {
    let (n, rows, columns) = (call.size(1), call.size(2), call.size(3));
    let (left, lower, unit, transform) = (call.is(4), call.is(5), call.is(6), call.size(7));
    call.each(|it, pool| {
        let (a, b) = (it.operand::<T>(0, n * n), it.operand::<T>(1, rows * columns));
        let to = it.result::<T>(2, rows * columns);
        if rows * columns == 0 {
            return;
        }
        let rowwise = MatRef::from_row_major_slice(a, n, n);
        // On the right it is the transposed system for each row.
        let flipped = left == (transform > 0);
        let system = System {
            matrix: if flipped { rowwise.transpose() } else { rowwise },
            lower: lower != flipped,
            unit,
            conjugated: if transform == 2 { Conj::Yes } else { Conj::No },
        };
        if left {
            let mut sides = Columns::from_rows(rows, columns, b);
            system.solve(sides.data_mut(), pool);
            sides.to_rows(to);
        } else {
            to.copy_from_slice(b);
            system.solve(to, pool);
        }
    });
}
