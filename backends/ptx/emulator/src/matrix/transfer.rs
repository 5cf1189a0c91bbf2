//! `ldmatrix`, `stmatrix`, `movmatrix`: 8×8 matrices of 16-bit elements.
//!
//! Lane `8·j + i` gives the address of row `i` of matrix `j`. Of each matrix, a lane's register
//! holds the two elements `2·(lane mod 4)` and the next of row `lane / 4`; transposed, of that
//! column. (PTX ISA, "ldmatrix", "stmatrix", "movmatrix".)

use crate::exec::{Lines, Machine, Result, Warp, stop};
use crate::kernel::{Address, Mask, WARP};
use crate::shadow::AccessKind;

/// The row and column of half `e` of a lane's register.
fn row_column(lane: usize, e: usize, transposed: bool) -> (usize, usize) {
    let (outer, inner) = (lane / 4, 2 * (lane % 4) + e);
    if transposed { (inner, outer) } else { (outer, inner) }
}

impl Machine<'_> {
    pub(super) fn transfer(
        &mut self,
        block: usize,
        warp: &mut Warp,
        mask: Mask,
        (address, registers, transposed, store): (Address, &[u32], bool, bool),
        line: u32,
    ) -> Result<()> {
        let linear = self.blocks[block].linear;
        let mut traffic = Lines::default();
        for (matrix, register) in registers.iter().enumerate() {
            for row in 0..8 {
                let lane = 8 * matrix + row;
                if mask >> lane & 1 == 0 {
                    continue;
                }
                let base = warp.registers[address.base as usize][lane];
                let at = self.translate(block, warp, lane, &address, base, 16)?;
                let me = warp.record(linear, lane, line, false);
                let (kind, this) =
                    if store { (AccessKind::Write, "write") } else { (AccessKind::Read, "read") };
                let checked = self.check(warp, at, 16, kind, &me, this);
                checked.or_else(|kind| stop(lane, kind))?;
                traffic.add(at, 16);
                let bytes = self.bytes(block, at, 16);
                let values = &mut warp.registers[*register as usize];
                for (other, value) in values.iter_mut().enumerate() {
                    for e in 0..2 {
                        let (r, column) = row_column(other, e, transposed);
                        if r != row {
                            continue;
                        }
                        let part = &mut bytes[2 * column..2 * column + 2];
                        if store {
                            let half = (*value >> (16 * e)) as u16;
                            part.copy_from_slice(&half.to_le_bytes());
                        } else {
                            let half = u64::from(u16::from_le_bytes([part[0], part[1]]));
                            let other_half = *value & 0xFFFF_FFFF & !(0xFFFF << (16 * e));
                            *value = other_half | half << (16 * e);
                        }
                    }
                }
            }
        }
        traffic.count(&mut self.report, store);
        Ok(())
    }
}

/// `movmatrix`: the matrix that lies in a register of each lane, transposed.
pub(super) fn transpose(warp: &mut Warp, to: u32, from: u32) {
    let values = warp.registers[from as usize];
    let mut result = [0; WARP];
    for (lane, result) in result.iter_mut().enumerate() {
        for e in 0..2 {
            let (row, column) = row_column(lane, e, true);
            let source = values[4 * row + column / 2] >> (16 * (column % 2)) & 0xFFFF;
            *result |= source << (16 * e);
        }
    }
    warp.registers[to as usize] = result;
}
