//! `wgmma`: four warps multiply matrices of shared memory, asynchronously.
//!
//! Each warp computes its 16 rows of the 64. The shared memory that it reads stays in use until
//! `wgmma.wait_group` says that it is done; until then the registers of `D` hold a pattern, not the
//! result.
//!
//! A *descriptor* (PTX ISA, "Matrix Descriptor Format") says where a matrix begins and how it
//! lies, in one of the canonical layouts (PTX ISA, "Shared Memory Matrix Layout"). With
//! elements of `s` bytes, rows of `W` bytes (the swizzle's span), `LBO` and `SBO` the leading
//! and the stride byte offset, index `i` along M or N and `k` along K:
//!
//! ```text
//! K-major    no swizzle   16·(i mod 8) + SBO·(i / 8) + LBO·(k·s / 16) + k·s mod 16
//!            swizzle W     W·(i mod 8) + SBO·(i / 8) + k·s
//! MN-major   no swizzle   i·s mod 16 + SBO·(i·s / 16) + 16·(k mod 8) + LBO·(k / 8)
//!            swizzle W     i·s mod W + LBO·(i·s / W) + W·(k mod 8) + SBO·(k / 8)
//! ```
//!
//! and the swizzle changes bits 4 and up of the sum of that and the beginning by its bits 7
//! and up, as a tensor copy does.

use super::fragment;
use super::mma::{Elements, float, row_sums, whole, whole_sum};
use crate::exec::{Flight, Location, Machine, Result, Warp, first, stop};
use crate::fault::FaultKind;
use crate::kernel::{
    Accumulate, Element, Lanes, Mask, Multiply, SHARED_BEGIN, Source, WARP, truncate,
};
use crate::number::{Round, decode, encode, little_endian};
use crate::tensor_map::Swizzle;
use crate::text::syntax::Space;

/// The layout of a matrix in shared memory.
struct Descriptor {
    start: u64,
    leading: u64,
    stride: u64,
    swizzle: Swizzle,
}

impl Descriptor {
    fn new(bits: u64) -> std::result::Result<Self, String> {
        let field = |at: u32| (bits >> at & 0x3FFF) << 4;
        let swizzle = match bits >> 62 {
            0 => Swizzle::None,
            1 => Swizzle::Bytes128,
            2 => Swizzle::Bytes64,
            _ => Swizzle::Bytes32,
        };
        if bits >> 49 & 7 != 0 {
            return Err("descriptors with a base offset are not supported by the emulator".into());
        }
        Ok(Self { start: field(0), leading: field(16), stride: field(32), swizzle })
    }

    /// The address of an element of `size` bytes.
    fn address(&self, i: u64, k: u64, size: u64, transposed: bool) -> u64 {
        let (leading, stride) = (self.leading, self.stride);
        let offset = match (transposed, self.swizzle.span()) {
            (false, None) => i % 8 * 16 + i / 8 * stride + k * size / 16 * leading + k * size % 16,
            (false, Some(row)) => i % 8 * row + i / 8 * stride + k * size,
            (true, None) => i * size % 16 + i * size / 16 * stride + k % 8 * 16 + k / 8 * leading,
            (true, Some(row)) => {
                i * size % row + i * size / row * leading + k % 8 * row + k / 8 * stride
            }
        };
        self.swizzle.apply(self.start + offset)
    }
}

impl Multiply {
    /// Elements of `D` a register holds.
    fn per(&self) -> usize {
        (32 / self.d_type.bits()) as usize
    }

    /// The row and column of element `i` of a lane's part of `D`, in the warp's rows.
    fn row_column(lane: usize, i: usize) -> (usize, usize) {
        let (row, column) = fragment::c(lane, i % 4);
        (row, column + i / 4 * 8)
    }

    /// `D` of a warp's 16 rows, from A (16 by depth) and B (columns by depth).
    fn product(&self, a: &Elements, b: &Elements, d: &Elements) -> Elements {
        let mut result = Elements::new(16, self.columns);
        let negate = self.negated[0] != self.negated[1];
        if let (Element::Float(fa), Element::Float(fb), Element::Float(fd)) =
            (self.a_type, self.b_type, self.d_type)
        {
            let (depth, columns) = (self.depth, self.columns);
            let step = |k| (0..columns).map(move |column| float(fb, b.at(column, k)));
            let b: Vec<f64> = (0..depth).flat_map(step).collect();
            let mut sums = vec![0.0; columns];
            for row in 0..16 {
                let left = (0..depth).map(|k| float(fa, a.at(row, k)));
                row_sums(left.map(|x| if negate { -x } else { x }), &b, &mut sums);
                for (column, sum) in sums.iter().enumerate() {
                    let sum = sum + decode(fd, d.at(row, column));
                    result.set((row, column), encode(fd, sum, Round::Nearest, false));
                }
            }
            return result;
        }
        for row in 0..16 {
            for column in 0..self.columns {
                let product = |k: usize| {
                    whole(self.a_type, a.at(row, k)) * whole(self.b_type, b.at(column, k))
                };
                let sum: i64 = (0..self.depth).map(product).sum();
                let before = i64::from(d.at(row, column) as u32 as i32);
                result.set((row, column), whole_sum(sum + before, self.saturate));
            }
        }
        result
    }
}

impl Machine<'_> {
    /// Reads a matrix of shared memory: its elements, and the pieces of 16 bytes they lie in.
    fn gather(
        &mut self,
        warp: &Warp,
        (bits, transposed): (u64, bool),
        (rows, depth): (std::ops::Range<usize>, usize),
        element: Element,
        pieces: &mut Vec<u32>,
        line: u32,
    ) -> Result<Elements> {
        let lane = first(warp.alive);
        let descriptor = match Descriptor::new(bits) {
            Ok(descriptor) => descriptor,
            Err(what) => return stop(lane, FaultKind::Invalid(what)),
        };
        let size = u64::from(element.bits() / 8);
        let block = self.current;
        let mut me = warp.record(self.blocks[block].linear, lane, line, false);
        me.lanes = warp.alive;
        let mut all = Elements::new(rows.len(), depth);
        let mut mine = Vec::new();
        // A piece of 16 bytes holds adjacent elements along one index: what a descriptor adds is
        // a multiple of 16, and the swizzle changes no lower bits.
        let per = 16 / size as usize;
        let [by_row, by_k] = if transposed { [per, 1] } else { [1, per] };
        let end = u64::from(self.shared_size());
        for i in rows.clone().step_by(by_row) {
            for k in (0..depth).step_by(by_k) {
                let address = descriptor.address(i as u64, k as u64, size, transposed);
                if address < SHARED_BEGIN.into() || address + 16 > end {
                    // The element that lies outside.
                    for element in (address..).step_by(size as usize).take(per) {
                        self.locate(block, warp.number, lane, Space::Shared, element, size as u32)
                            .or_else(|kind| stop(lane, kind))?;
                    }
                }
                let piece = &self.blocks[block].shared.data[address as usize..][..16];
                let inside = if transposed { rows.end - i } else { depth - k };
                for (e, element) in piece.chunks_exact(size as usize).enumerate().take(inside) {
                    let (row, k) = if transposed { (i + e, k) } else { (i, k + e) };
                    all.set((row - rows.start, k), little_endian(element));
                }
                mine.push((address / 16) as u32);
            }
        }
        mine.sort_unstable();
        mine.dedup();
        for piece in &mine {
            let location = Location::Shared { block, at: *piece as usize * 16 };
            self.proxy_read(warp, location, 16, &me).or_else(|kind| stop(lane, kind))?;
        }
        pieces.append(&mut mine);
        Ok(all)
    }

    /// `wgmma.mma_async`, of one warp.
    pub(super) fn multiply(
        &mut self,
        warp: &mut Warp,
        mask: Mask,
        op: &Multiply,
        line: u32,
    ) -> Result<()> {
        let lane = first(mask);
        let invalid = |what: &str| stop(lane, FaultKind::Invalid(what.into()));
        if mask != Mask::MAX
            || self.blocks[self.current].warps.len() < (warp.number as usize / 4 + 1) * 4
        {
            return invalid("`wgmma` needs four whole warps, the first a multiple of four");
        }
        let mut pieces = Vec::new();
        let rows = warp.number as usize % 4 * 16;
        let a = match &op.a {
            Source::Descriptor(register) => {
                let bits = self.same(warp, *register)?;
                let part = (rows..rows + 16, op.depth);
                self.gather(warp, (bits, op.transposed[0]), part, op.a_type, &mut pieces, line)?
            }
            Source::Registers(registers) => {
                let bits = op.a_type.bits();
                let per = (32 / bits) as usize;
                let mut a = Elements::new(16, op.depth);
                for (r, register) in registers.iter().enumerate() {
                    let values = warp.registers[*register as usize];
                    for (lane, value) in values.iter().enumerate() {
                        for e in 0..per {
                            let element = truncate(value >> (bits as usize * e), bits);
                            a.set(fragment::a(lane, 16, per, r, e), element);
                        }
                    }
                }
                a
            }
        };
        let bits = self.same(warp, op.b)?;
        let part = (0..op.columns, op.depth);
        let b = self.gather(warp, (bits, op.transposed[1]), part, op.b_type, &mut pieces, line)?;
        let accumulate = match op.accumulate {
            Accumulate::Fixed(yes) => yes,
            Accumulate::Where(guard) => match warp.holds(guard) {
                0 => false,
                Mask::MAX => true,
                _ => return invalid("the predicate of `wgmma` differs between lanes"),
            },
        };
        let found = warp.multiply.flights.iter().position(|f| f.registers == op.d);
        // Without a fence, registers may only be what the last multiplication made them.
        let untouched = |(registers, values): &(Vec<u32>, Vec<Lanes>)| {
            let now = registers.iter().map(|r| warp.registers[*r as usize]);
            *registers == op.d && now.eq(values.iter().copied())
        };
        let chained =
            found.is_some() || accumulate && warp.multiply.completed.iter().any(untouched);
        if !warp.multiply.fenced && !chained {
            return invalid(
                "`wgmma.mma_async` on registers in use, without a `wgmma.fence` before",
            );
        }
        let overlaps =
            |f: &Flight| f.registers != op.d && f.registers.iter().any(|r| op.d.contains(r));
        if warp.multiply.flights.iter().any(overlaps) {
            return invalid("the registers of D are in use by a `wgmma` of other registers");
        }
        let before: Vec<Lanes> = match found {
            Some(index) => std::mem::take(&mut warp.multiply.flights[index].values),
            None => op.d.iter().map(|r| warp.registers[*r as usize]).collect(),
        };
        let (per, width) = (op.per(), op.d_type.bits());
        let mut d = Elements::new(16, op.columns);
        if accumulate {
            for (r, values) in before.iter().enumerate() {
                for (lane, value) in values.iter().enumerate() {
                    for e in 0..per {
                        let bits = truncate(value >> (width as usize * e), width);
                        d.set(Multiply::row_column(lane, r * per + e), bits);
                    }
                }
            }
        }
        let result = op.product(&a, &b, &d);
        let values = (0..op.d.len()).map(|r| {
            std::array::from_fn(|lane| {
                (0..per).fold(0, |value, e| {
                    let (row, column) = Multiply::row_column(lane, r * per + e);
                    value | result.at(row, column) << (width as usize * e)
                })
            })
        });
        let group = warp.multiply.done + warp.multiply.groups.len();
        let flight = Flight { registers: op.d.clone(), values: values.collect(), group };
        match found {
            Some(index) => warp.multiply.flights[index] = flight,
            None => warp.multiply.flights.push(flight),
        }
        for register in &op.d {
            // A read before the wait gets a conspicuous pattern.
            warp.registers[*register as usize] = [0x7FF5_A5A5; WARP];
        }
        let reading = self.blocks[self.current].copies.begin_pieces(pieces, line);
        warp.multiply.open.push(reading);
        self.report.flops += 2 * (16 * op.columns * op.depth) as u64;
        Ok(())
    }

    /// The value of a register that has to be the same in all lanes.
    fn same(&self, warp: &Warp, register: u32) -> Result<u64> {
        let values = &warp.registers[register as usize];
        match values.iter().position(|v| *v != values[0]) {
            None => Ok(values[0]),
            Some(lane) => {
                let what = "the lanes of a warp have different matrix descriptors";
                stop(lane, FaultKind::Invalid(what.into()))
            }
        }
    }

    /// `wgmma.fence`
    pub(super) fn multiply_fence(&mut self, warp: &mut Warp) {
        warp.multiply.fenced = true;
        warp.multiply.completed.clear();
    }

    /// `wgmma.commit_group`
    pub(super) fn multiply_commit(&mut self, warp: &mut Warp) {
        let group = std::mem::take(&mut warp.multiply.open);
        warp.multiply.groups.push_back(group);
    }

    /// `wgmma.wait_group`: results of all but the last groups come to their registers.
    pub(super) fn multiply_wait(&mut self, warp: &mut Warp, mask: Mask, left: usize) {
        let all = &mut warp.multiply;
        while all.groups.len() > left {
            for reading in all.groups.pop_front().unwrap_or_default() {
                self.blocks[self.current].copies.end_pieces(reading);
            }
            all.done += 1;
        }
        let done = all.done;
        let (over, flying) =
            std::mem::take(&mut all.flights).into_iter().partition(|f| f.group < done);
        all.flights = flying;
        let over: Vec<Flight> = over;
        if !over.is_empty() {
            warp.multiply.fenced = false;
        }
        for flight in over {
            for (register, values) in flight.registers.iter().zip(&flight.values) {
                warp.registers[*register as usize] = *values;
            }
            warp.multiply.completed.push((flight.registers, flight.values));
        }
        // The lanes synchronize: the multiplication read for all of them.
        self.synchronize(warp, mask);
        self.progress += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether every element lies at an address of its own, all within `bytes` from the start.
    fn covers(bits: u64, (rows, depth): (u64, u64), size: u64, transposed: bool, bytes: u64) {
        let descriptor = Descriptor::new(bits).unwrap();
        let address = |x: u64| descriptor.address(x / depth, x % depth, size, transposed);
        let mut all: Vec<u64> = (0..rows * depth).map(address).collect();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len() as u64, rows * depth);
        assert!(all[0] >= descriptor.start && *all.last().unwrap() < descriptor.start + bytes);
    }

    fn descriptor(start: u64, leading: u64, stride: u64, swizzle: u64) -> u64 {
        start >> 4 | leading >> 4 << 16 | stride >> 4 << 32 | swizzle << 62
    }

    #[test]
    fn layouts_give_each_element_its_place() {
        covers(descriptor(1024, 128, 256, 0), (64, 16), 2, false, 64 * 32);
        covers(descriptor(1024, 16, 1024, 1), (64, 16), 2, false, 64 * 128);
        covers(descriptor(1024, 16, 512, 2), (64, 16), 2, false, 64 * 64);
        covers(descriptor(1024, 16, 256, 3), (64, 16), 2, false, 64 * 32);
        covers(descriptor(1024, 8192, 1024, 1), (64, 16), 2, true, 16 * 128);
        covers(descriptor(1024, 1024, 128, 0), (64, 16), 2, true, 16 * 128);
    }

    #[test]
    fn swizzled_rows_are_where_a_tensor_copy_puts_them() {
        let d = Descriptor::new(descriptor(1024, 16, 1024, 1)).unwrap();
        // Row 3, piece 1 of 16 bytes: piece 1 ^ 3 of the row.
        assert_eq!(d.address(3, 8, 2, false), 1024 + 3 * 128 + 2 * 16);
        assert_eq!(d.address(11, 0, 2, false), 1024 + 1024 + 3 * 128 + 3 * 16);
    }
}
