//! `mma.sync`: a warp multiplies matrices that lie in its registers.

use super::fragment;
use crate::exec::Warp;
use crate::kernel::{Element, Mma, WARP, signed, truncate};
use crate::number::{Format, Round, decode, encode};

/// The value of a float element. Of `tf32`, the low 13 bits of the register don't count.
pub(super) fn float(format: Format, bits: u64) -> f64 {
    match format {
        Format::Tf32 => decode(Format::F32, bits & 0xFFFF_E000),
        _ => decode(format, bits),
    }
}

/// The value of a whole-number element.
pub(super) fn whole(element: Element, bits: u64) -> i64 {
    match element {
        Element::Signed(width) => signed(bits, width),
        _ => bits as i64,
    }
}

/// Elements of a matrix, as bits.
pub(super) struct Elements {
    columns: usize,
    bits: Vec<u64>,
}

impl Elements {
    pub(super) fn new(rows: usize, columns: usize) -> Self {
        Self { columns, bits: vec![0; rows * columns] }
    }

    pub(super) fn at(&self, row: usize, column: usize) -> u64 {
        self.bits[row * self.columns + column]
    }

    pub(super) fn set(&mut self, at: fragment::RowColumn, bits: u64) {
        self.bits[at.0 * self.columns + at.1] = bits;
    }
}

/// The products of a row of A with the columns of B, summed in the order of K. B has a row for
/// each step of K, so that the columns' sums, which are independent, are taken side by side.
pub(super) fn row_sums(a: impl Iterator<Item = f64>, b: &[f64], sums: &mut [f64]) {
    sums.fill(0.0);
    for (x, row) in a.zip(b.chunks_exact(sums.len())) {
        for (sum, y) in sums.iter_mut().zip(row) {
            *sum += x * y;
        }
    }
}

/// A sum of whole numbers in 32 bits.
pub(super) fn whole_sum(sum: i64, saturate: bool) -> u64 {
    if saturate {
        return sum.clamp(i32::MIN.into(), i32::MAX.into()) as u32 as u64;
    }
    truncate(sum as u64, 32)
}

impl Mma {
    /// The number of registers of each lane for A, B, C and D.
    pub(crate) fn register_counts(&self) -> [usize; 4] {
        let [m, n, k] = self.shape;
        let count = |elements: usize, bits: u32| {
            let per = (32 / bits).max(1) as usize;
            elements / WARP / per
        };
        [
            count(m * k, self.a.bits()),
            count(k * n, self.b.bits()),
            count(m * n, self.c.bits()),
            count(m * n, self.d.bits()),
        ]
    }

    pub(super) fn run(&self, warp: &mut Warp) {
        let [m, n, k] = self.shape;
        let (mut a, mut b, mut c) = (Elements::new(m, k), Elements::new(k, n), Elements::new(m, n));
        let element =
            |value: u64, bits: u32, e: usize| truncate(value >> (bits as usize * e), bits);
        let (bits, bits_c) = (self.a.bits(), self.c.bits());
        let per = (32 / bits).max(1) as usize;
        let per_c = (32 / bits_c).max(1) as usize;
        for lane in 0..WARP {
            for (r, register) in self.registers_a.iter().enumerate() {
                let value = warp.registers[*register as usize][lane];
                for e in 0..per {
                    a.set(fragment::a(lane, m, per, r, e), element(value, bits, e));
                }
            }
            for (r, register) in self.registers_b.iter().enumerate() {
                let value = warp.registers[*register as usize][lane];
                for e in 0..per {
                    b.set(fragment::b(lane, per, r, e), element(value, bits, e));
                }
            }
            for (r, register) in self.registers_c.iter().enumerate() {
                let value = warp.registers[*register as usize][lane];
                for e in 0..per_c {
                    c.set(fragment::c(lane, r * per_c + e), element(value, bits_c, e));
                }
            }
        }
        let d = self.product(&a, &b, &c);
        let bits_d = self.d.bits();
        let per_d = (32 / bits_d).max(1) as usize;
        for lane in 0..WARP {
            for (r, register) in self.registers_d.iter().enumerate() {
                let value = (0..per_d).fold(0, |value, e| {
                    let (row, column) = fragment::c(lane, r * per_d + e);
                    value | d.at(row, column) << (bits_d as usize * e)
                });
                warp.registers[*register as usize][lane] = value;
            }
        }
    }

    fn product(&self, a: &Elements, b: &Elements, c: &Elements) -> Elements {
        let [m, n, k] = self.shape;
        let mut d = Elements::new(m, n);
        match (self.a, self.b, self.c, self.d) {
            (Element::Float(fa), Element::Float(fb), Element::Float(fc), Element::Float(fd)) => {
                let values = |e: &Elements, f: Format| {
                    e.bits.iter().map(|x| float(f, *x)).collect::<Vec<_>>()
                };
                let (a, b) = (values(a, fa), values(b, fb));
                let mut sums = vec![0.0; n];
                for row in 0..m {
                    let left = &a[row * k..][..k];
                    row_sums(left.iter().copied(), &b, &mut sums);
                    for (column, sum) in sums.iter().enumerate() {
                        let c = decode(fc, c.at(row, column));
                        // Sums of doubles are fused, and begin with C.
                        let sum = if fd == Format::F64 {
                            let steps = left.iter().enumerate();
                            steps.fold(c, |sum, (i, x)| x.mul_add(b[i * n + column], sum))
                        } else {
                            sum + c
                        };
                        d.set((row, column), encode(fd, sum, Round::Nearest, false));
                    }
                }
            }
            (Element::Bit, ..) => {
                for row in 0..m {
                    for column in 0..n {
                        let bit = |i: usize| {
                            let (x, y) = (a.at(row, i), b.at(i, column));
                            if self.exclusive { x ^ y } else { x & y }
                        };
                        let count: u64 = (0..k).map(bit).sum();
                        d.set((row, column), truncate(c.at(row, column) + count, 32));
                    }
                }
            }
            _ => {
                let values = |e: &Elements, t: Element| {
                    e.bits.iter().map(|x| whole(t, *x)).collect::<Vec<_>>()
                };
                let (a, b) = (values(a, self.a), values(b, self.b));
                for row in 0..m {
                    for column in 0..n {
                        let products = (0..k).map(|i| a[row * k + i] * b[i * n + column]);
                        let sum = products.sum::<i64>() + signed(c.at(row, column), 32);
                        d.set((row, column), whole_sum(sum, self.saturate));
                    }
                }
            }
        }
        d
    }
}
