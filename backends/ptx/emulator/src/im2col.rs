//! Copies in `.im2col` mode: pixels of images under a window, one after the other.
//!
//! From PTX ISA, "Tensors", "im2col mode", and the CUDA driver API, `cuTensorMapEncodeIm2col`
//! (versions 8.8 and 12.6), with the order of lists that CUTLASS has
//! (`copy_traits_sm90_im2col.hpp`, `copy_sm90_tma.hpp`):
//!
//! - A tensor of 3, 4 or 5 dimensions is of images: NWC, NHWC or NDHWC; every list goes from the
//!   innermost dimension out, those of corners and offsets have no number for C and N.
//! - The *bounding box* is of an image's sides: from the lower corner, counted from the first
//!   index, to the upper corner, counted from the last one. Both are 16 bits for one side, 8
//!   for each of two, 5 for each of three; the box is not empty.
//! - Coordinates say where the copy begins: a channel, an image, and a position in the box, where
//!   the corner of the window is. Offsets, of as many bits but without a sign, are added to
//!   every position to find the pixel that is copied.
//! - So many pixels are copied, at most 1024, as the map says: along W by its element stride to
//!   the end of the box, then again from the lower corner with the next H, D and at last N.
//!   Element strides are at most 8 and do not lessen the number of pixels.
//! - Of each, so many channels, at most 256, in a row; with a swizzle no more bytes than it has.
//! - A pixel that is outside of the image, a channel behind the last, and an image behind the
//!   last one come as zeros, or as NaN if the map says so.
//!
//! A copy that the texts leave undefined is a fault here: a copy that begins between two positions
//! of the box, as counted from its lower corner, or outside of it.

use crate::tensor_map::{Im2col, Run, TensorMap};

/// The byte ahead of the corners in an encoded map of this kind.
const PRESENT: u8 = 1;

/// One side of images.
struct Side {
    extent: i64,
    stride: u64,
    lower: i64,
    last: i64,
    step: i64,
    offset: i64,
}

impl Im2col {
    /// Pixels that one copy moves at most.
    pub const MOST_PIXELS: u32 = 1024;

    /// Bits of a corner and of an offset.
    fn bits(sides: usize) -> u32 {
        16 / sides as u32
    }

    /// The rule that a map of this kind breaks.
    pub(crate) fn check(&self, map: &TensorMap) -> Result<(), String> {
        let rank = map.extents.len();
        if !(3..=5).contains(&rank) {
            return Err(format!("images have three to five dimensions, not {rank}"));
        }
        let sides = rank - 2;
        if self.lower.len() != sides || self.upper.len() != sides {
            return Err(format!("images of {sides} sides have as many corners of each kind"));
        }
        let half = 1i32 << (Self::bits(sides) - 1);
        let corners = || self.lower.iter().chain(&self.upper);
        if let Some(corner) = corners().find(|c| !(-half..half).contains(*c)) {
            return Err(format!("a corner at {corner} is not possible with {sides} sides"));
        }
        for (side, (lower, upper)) in self.lower.iter().zip(&self.upper).enumerate() {
            if map.extents[side + 1] as i64 - 1 + i64::from(*upper) < i64::from(*lower) {
                return Err(format!("the box from {lower} to {upper} has no position"));
            }
        }
        let mut end = map.extents[0].saturating_mul(map.element.bytes());
        for (stride, extent) in map.strides.iter().zip(&map.extents[1..]) {
            if *stride < end {
                return Err(format!("a stride of {stride} bytes is less than what it spans"));
            }
            end = stride.saturating_mul(*extent);
        }
        Ok(())
    }

    /// Adds what an encoded map has behind the rest: 13 bytes.
    pub(crate) fn encode(&self, bytes: &mut Vec<u8>) {
        bytes.push(PRESENT);
        for corners in [&self.lower, &self.upper] {
            for side in 0..3 {
                let corner = corners.get(side).map_or(0, |c| *c as i16);
                bytes.extend_from_slice(&corner.to_le_bytes());
            }
        }
    }

    /// Decodes these bytes of an encoded map of so many dimensions.
    pub(crate) fn decode(bytes: &[u8], rank: usize) -> Option<Self> {
        if bytes.first() != Some(&PRESENT) {
            return None;
        }
        let corner = |at: usize| i32::from(i16::from_le_bytes([bytes[at], bytes[at + 1]]));
        let corners = |first: usize| (0..rank - 2).map(|side| corner(first + 2 * side)).collect();
        Some(Self { lower: corners(1), upper: corners(7) })
    }

    /// The runs of a copy.
    ///
    /// # Errors
    ///
    /// The rule that the copy breaks.
    pub(crate) fn runs(
        &self,
        map: &TensorMap,
        coordinates: &[i64],
        offsets: &[i64],
    ) -> Result<Vec<Run>, String> {
        let count = self.lower.len();
        let furthest = (1i64 << Self::bits(count)) - 1;
        if let Some(offset) = offsets.iter().find(|offset| **offset > furthest) {
            return Err(format!("an offset of {offset} is more than {furthest}"));
        }
        let mut sides = Vec::with_capacity(count);
        for n in 0..count {
            let extent = map.extents[n + 1] as i64;
            let side = Side {
                extent,
                stride: map.strides[n],
                lower: i64::from(self.lower[n]),
                last: extent - 1 + i64::from(self.upper[n]),
                step: i64::from(map.element_strides[n + 1]),
                offset: offsets[n],
            };
            let at = coordinates[n + 1];
            let away = at - side.lower;
            if away < 0 || at > side.last || away % side.step != 0 {
                let Side { lower, last, step, .. } = side;
                return Err(format!(
                    "pixels are copied from {at} on, where the box has positions from {lower} to \
                     {last} by {step}"
                ));
            }
            sides.push(side);
        }
        let mut at = coordinates[1..=count].to_vec();
        let mut image = coordinates[count + 1];
        let (channels, pixels) = (u64::from(map.box_extents[0]), u64::from(map.box_extents[1]));
        let size = map.element.bytes();
        // Channels of a pixel that the tensor has, and those ahead of its first and behind.
        let ahead = (-coordinates[0]).clamp(0, channels as i64) as u64;
        let there = (map.extents[0] as i64 - coordinates[0]).clamp(0, channels as i64) as u64;
        let mut all = Vec::new();
        for pixel in 0..pixels {
            let inside =
                sides.iter().zip(&at).all(|(s, at)| (0..s.extent).contains(&(at + s.offset)));
            let inside = inside && (0..map.extents[count + 1] as i64).contains(&image);
            let first = pixel * channels * size;
            let mut add = |from: u64, to: u64, global: Option<u64>| {
                if from < to {
                    let (at, bytes) = (first + from * size, (to - from) * size);
                    all.push(Run { at, global, bytes });
                }
            };
            if inside && ahead < there {
                let mut global = map.address + image as u64 * map.strides[count];
                for (side, at) in sides.iter().zip(&at) {
                    global += (at + side.offset) as u64 * side.stride;
                }
                let from = global + (coordinates[0] + ahead as i64) as u64 * size;
                add(0, ahead, None);
                add(ahead, there, Some(from));
                add(there, channels, None);
            } else {
                add(0, channels, None);
            }
            // The next position: along the first side that has one, the others begin again.
            let mut went = false;
            for (side, at) in sides.iter().zip(&mut at) {
                *at += side.step;
                if *at <= side.last {
                    went = true;
                    break;
                }
                *at = side.lower;
            }
            if !went {
                image += 1;
            }
        }
        Ok(all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tensor_map::{Swizzle, TensorType};

    /// Images under a window.
    struct Window {
        /// C, W, H, D, N as far as there are.
        extents: Vec<u64>,
        padding: Vec<(i32, i32)>,
        window: Vec<i32>,
        steps: Vec<u32>,
        dilation: Vec<i32>,
    }

    const BYTES: u64 = 2;
    const CHANNELS: u32 = 8;

    impl Window {
        fn sides(&self) -> usize {
            self.window.len()
        }

        /// The map as CUTLASS makes one for a convolution: the upper corner is what is padded
        /// less the window's reach.
        fn map(&self, pixels: u32) -> TensorMap {
            let mut map =
                TensorMap::dense(TensorType::F16, 1 << 20, &self.extents, &[CHANNELS, pixels]);
            let reach = |n: usize| (self.window[n] - 1) * self.dilation[n];
            map.im2col = Some(Im2col {
                lower: self.padding.iter().map(|p| -p.0).collect(),
                upper: (0..self.sides()).map(|n| self.padding[n].1 - reach(n)).collect(),
            });
            map.element_strides[1..=self.sides()].copy_from_slice(&self.steps);
            map
        }

        /// Positions of the window along a side.
        fn results(&self, n: usize) -> i64 {
            let reach = i64::from((self.window[n] - 1) * self.dilation[n]);
            let padded = self.extents[n + 1] as i64
                + i64::from(self.padding[n].0)
                + i64::from(self.padding[n].1);
            (padded - reach - 1) / i64::from(self.steps[n]) + 1
        }

        /// The offset of the window's element at `tap`, for a position of it counted through all
        /// sides
        /// and images: from the definition of a convolution.
        fn pixel(&self, mut number: i64, tap: &[i64]) -> Option<u64> {
            let (mut at, mut stride) = (0, self.extents[0] * BYTES);
            let mut inside = true;
            for (n, tap) in tap.iter().enumerate() {
                let position = number % self.results(n);
                number /= self.results(n);
                let x = position * i64::from(self.steps[n]) - i64::from(self.padding[n].0)
                    + tap * i64::from(self.dilation[n]);
                inside &= (0..self.extents[n + 1] as i64).contains(&x);
                at += x as i128 * i128::from(stride);
                stride *= self.extents[n + 1];
            }
            inside &= number < self.extents[self.sides() + 1] as i64;
            inside.then(|| at as u64 + number as u64 * stride)
        }

        /// Compares what copies of so many pixels bring, wherever tiles of them begin, with
        /// what a plain loop finds.
        fn check(&self, pixels: u32) {
            let map = self.map(pixels);
            let map = TensorMap::decode(&map.encode().expect("it is possible")).expect("a map");
            assert_eq!(map, self.map(pixels), "what is encoded is decoded");
            let im2col = map.im2col.as_ref().expect("it is of images");
            let count: i64 = (0..self.sides()).map(|n| self.results(n)).product::<i64>()
                * self.extents[self.sides() + 1] as i64;
            let taps: i64 = self.window.iter().map(|w| i64::from(*w)).product();
            let mut brought = 0;
            for tap in 0..taps {
                let mut rest = tap;
                let tap: Vec<i64> = self
                    .window
                    .iter()
                    .map(|w| {
                        let at = rest % i64::from(*w);
                        rest /= i64::from(*w);
                        at
                    })
                    .collect();
                let offsets: Vec<i64> =
                    tap.iter().zip(&self.dilation).map(|(t, d)| t * i64::from(*d)).collect();
                for first in (0..count).step_by(pixels as usize) {
                    for channel in (0..self.extents[0]).step_by(CHANNELS as usize) {
                        let mut position = vec![channel as i64];
                        let mut rest = first;
                        for n in 0..self.sides() {
                            let at = rest % self.results(n);
                            rest /= self.results(n);
                            position
                                .push(at * i64::from(self.steps[n]) - i64::from(self.padding[n].0));
                        }
                        position.push(rest);
                        let runs = im2col.runs(&map, &position, &offsets).expect("it is possible");
                        let bytes: u64 = runs.iter().map(|run| run.bytes).sum();
                        assert_eq!(bytes, map.box_bytes(), "every byte comes once");
                        for run in runs {
                            for at in (run.at..run.at + run.bytes).step_by(BYTES as usize) {
                                let row = at / BYTES / u64::from(CHANNELS);
                                let c = channel + at / BYTES % u64::from(CHANNELS);
                                let pixel = self.pixel(first + row as i64, &tap);
                                let want = pixel
                                    .filter(|_| c < self.extents[0])
                                    .map(|pixel| map.address + pixel + c * BYTES);
                                let got = run.global.map(|global| global + at - run.at);
                                assert_eq!(got, want, "{position:?} {offsets:?} row {row}");
                                brought += u64::from(got.is_some());
                            }
                        }
                    }
                }
            }
            assert!(brought > 0);
        }
    }

    /// Padding, steps, dilation, windows that are no squares, images of one to three sides,
    /// tiles that go on in the next row and the next image and behind the last one, channels
    /// that are no multiple of those of a copy.
    #[test]
    fn pixels_are_those_of_a_convolution() {
        let one = |extents: &[u64], padding: &[(i32, i32)], window: &[i32]| Window {
            extents: extents.to_vec(),
            padding: padding.to_vec(),
            window: window.to_vec(),
            steps: vec![1; window.len()],
            dilation: vec![1; window.len()],
        };
        for pixels in [1, 7, 64, 200] {
            one(&[8, 6, 5, 3], &[(1, 1); 2], &[3, 3]).check(pixels);
            one(&[8, 6, 5, 3], &[(0, 0); 2], &[3, 3]).check(pixels);
            one(&[8, 6, 5, 2], &[(0, 0); 2], &[1, 1]).check(pixels);
            one(&[24, 6, 5, 2], &[(0, 2), (3, 1)], &[2, 3]).check(pixels);
            one(&[16, 33, 2], &[(2, 2)], &[5]).check(pixels);
            one(&[8, 4, 5, 3, 2], &[(1, 1); 3], &[3, 2, 3]).check(pixels);
            let strided = Window { steps: vec![2, 2], ..one(&[8, 9, 7, 2], &[(1, 1); 2], &[3, 3]) };
            strided.check(pixels);
            let strided =
                Window { steps: vec![3, 1], ..one(&[8, 11, 4, 2], &[(0, 1); 2], &[2, 2]) };
            strided.check(pixels);
            let strided = Window { steps: vec![3], ..one(&[8, 20, 3], &[(2, 2)], &[5]) };
            strided.check(pixels);
            let dilated =
                Window { dilation: vec![2, 2], ..one(&[8, 7, 6, 2], &[(2, 2); 2], &[3, 3]) };
            dilated.check(pixels);
            let both = Window {
                steps: vec![2, 3],
                dilation: vec![3, 2],
                ..one(&[8, 12, 9, 2], &[(3, 3), (1, 0)], &[3, 2])
            };
            both.check(pixels);
        }
        // 12 channels: those behind the twelfth are zeros.
        one(&[16, 6, 5, 1], &[(1, 1); 2], &[3, 3]).check(30);
        let odd =
            Window { extents: vec![24, 5, 4, 1], ..one(&[24, 5, 4, 1], &[(1, 1); 2], &[2, 2]) };
        odd.check(16);
    }

    #[test]
    fn maps_that_a_driver_refuses() {
        let window = Window {
            extents: vec![64, 14, 9, 4],
            padding: vec![(1, 1); 2],
            window: vec![3, 3],
            steps: vec![1; 2],
            dilation: vec![1; 2],
        };
        let map = || {
            let mut map = window.map(64);
            map.box_extents[0] = 64;
            map.swizzle = Swizzle::Bytes128;
            map
        };
        assert!(map().encode().is_ok());
        let refused = |change: &dyn Fn(&mut TensorMap), why: &str| {
            let mut map = map();
            change(&mut map);
            let said = map.encode().expect_err(why);
            assert!(said.contains(why), "{said}");
        };
        let corner = |map: &mut TensorMap, lower: [i32; 2], upper: [i32; 2]| {
            map.im2col = Some(Im2col { lower: lower.to_vec(), upper: upper.to_vec() });
        };
        refused(&|map| map.box_extents[1] = 1025, "a box of 1025");
        refused(&|map| map.box_extents[1] = 0, "a box of 0");
        refused(&|map| map.box_extents[0] = 257, "a box of 257");
        refused(&|map| map.box_extents[0] = 72, "more than the swizzle's");
        refused(&|map| map.element_strides[1] = 9, "an element stride of 9");
        refused(&|map| map.address += 8, "no multiple of 16");
        refused(&|map| map.strides[0] += 8, "no multiple of 16");
        refused(&|map| map.strides[0] = 64, "less than what it spans");
        refused(&|map| map.strides[2] = map.strides[1], "less than what it spans");
        refused(&|map| corner(map, [-129, 0], [0, 0]), "a corner at -129");
        refused(&|map| corner(map, [0, 0], [0, 128]), "a corner at 128");
        refused(&|map| corner(map, [0, 0], [-14, 0]), "no position");
        refused(
            &|map| map.im2col = Some(Im2col { lower: vec![0], upper: vec![0] }),
            "as many corners of each kind",
        );
        let mut flat = TensorMap::dense(TensorType::F16, 0, &[64, 8], &[64, 8]);
        flat.im2col = Some(Im2col { lower: Vec::new(), upper: Vec::new() });
        assert!(flat.encode().expect_err("no side").contains("three to five"));
        let mut deep = TensorMap::dense(TensorType::F16, 0, &[64, 8, 8, 8, 2], &[64, 8]);
        deep.im2col = Some(Im2col { lower: vec![-16; 3], upper: vec![15; 3] });
        assert!(deep.encode().is_ok());
        deep.im2col = Some(Im2col { lower: vec![-17; 3], upper: vec![15; 3] });
        assert!(deep.encode().expect_err("five bits").contains("a corner at -17"));
        let mut line = TensorMap::dense(TensorType::F16, 0, &[64, 8, 2], &[64, 8]);
        line.im2col = Some(Im2col { lower: vec![-1 << 15], upper: vec![(1 << 15) - 1] });
        assert!(line.encode().is_ok());
    }

    #[test]
    fn copies_that_begin_nowhere() {
        let window = Window {
            extents: vec![8, 9, 7, 2],
            padding: vec![(1, 1); 2],
            window: vec![3, 3],
            steps: vec![2; 2],
            dilation: vec![1; 2],
        };
        let map = window.map(4);
        let im2col = map.im2col.clone().expect("it is of images");
        let runs = |position: [i64; 4], offsets: [i64; 2]| im2col.runs(&map, &position, &offsets);
        assert!(runs([0, -1, 5, 0], [0, 255]).is_ok());
        assert!(runs([0, 7, 5, 1], [2, 2]).is_ok());
        for position in [[0, -3, -1, 0], [0, 9, -1, 0], [0, -1, 7, 0], [0, 0, -1, 0]] {
            let said = runs(position, [0, 0]).expect_err("there is no position");
            assert!(said.contains("the box has positions from -1 to"), "{said}");
        }
        let said = runs([0, -1, -1, 0], [256, 0]).expect_err("it is too far");
        assert_eq!(said, "an offset of 256 is more than 255");
    }
}
