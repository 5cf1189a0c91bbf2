//! `cp.async.bulk.tensor`: boxes of tensors, by a tensor map.

use crate::exec::{Lines, Location, Machine, Result, Warp, lanes, stop};
use crate::fault::FaultKind;
use crate::kernel::{Mask, TensorOp, signed};
use crate::shadow::AccessKind;
use crate::tensor_map::{OutOfBounds, Run, TensorMap, TensorType};
use crate::text::syntax::Space;

impl TensorMap {
    /// The runs of the box at some coordinates.
    fn runs(&self, coordinates: &[i64]) -> Vec<Run> {
        let size = self.element.bytes();
        let mut all = Vec::new();
        let outer: u64 = (1..self.box_extents.len()).map(|d| self.taken(d)).product();
        for row in 0..outer {
            let mut rest = row;
            let mut base = Some(self.address);
            for (d, first) in coordinates.iter().enumerate().skip(1) {
                let extent = self.taken(d);
                let index = first + (rest % extent) as i64 * i64::from(self.element_strides[d]);
                rest /= extent;
                let inside = index >= 0 && (index as u64) < self.extents[d];
                base = base.filter(|_| inside).map(|b| b + index as u64 * self.strides[d - 1]);
            }
            let inner = u64::from(self.box_extents[0]);
            for element in 0..inner {
                let index = coordinates[0] + element as i64;
                let inside = index >= 0 && (index as u64) < self.extents[0];
                let global = base.filter(|_| inside).map(|b| b + index as u64 * size);
                let at = (row * inner + element) * size;
                match all.last_mut() {
                    Some(Run { at: first, global: g, bytes })
                        if *first + *bytes == at
                            && element > 0
                            && g.map(|g| g + *bytes) == global =>
                    {
                        *bytes += size;
                    }
                    Some(Run { global: None, bytes, .. }) if element > 0 && global.is_none() => {
                        *bytes += size
                    }
                    _ => all.push(Run { at, global, bytes: size }),
                }
            }
        }
        all
    }

    /// Fills bytes outside of the tensor.
    fn fill(&self, bytes: &mut [u8]) {
        bytes.fill(0);
        if self.out_of_bounds == OutOfBounds::Zero {
            return;
        }
        let nan: &[u8] = match self.element {
            TensorType::F16 | TensorType::Bf16 => &[0xFF, 0x7F],
            TensorType::F32 | TensorType::Tf32 => &[0xFF, 0xFF, 0xFF, 0x7F],
            TensorType::F64 => &[0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F],
            _ => return,
        };
        for element in bytes.chunks_exact_mut(nan.len()) {
            element.copy_from_slice(nan);
        }
    }
}

impl Machine<'_> {
    fn tensor_map(
        &mut self,
        block: usize,
        warp: &Warp,
        lane: usize,
        op: &TensorOp,
    ) -> Result<TensorMap> {
        let base = warp.registers[op.map.base as usize][lane].wrapping_add_signed(op.map.offset);
        let space = if op.map.space == Space::Param { Space::Param } else { Space::Generic };
        let location = self
            .locate(block, warp.number, lane, space, base, 128)
            .or_else(|kind| stop(lane, kind))?;
        if !base.is_multiple_of(64) {
            let kind = FaultKind::Misaligned { space: location.space(), address: base, align: 64 };
            return stop(lane, kind);
        }
        let Some(map) = TensorMap::decode(self.bytes(block, location, 128)) else {
            return stop(lane, FaultKind::Invalid("there is no tensor map at that address".into()));
        };
        if map.extents.len() != op.coordinates.len() {
            let (rank, given) = (map.extents.len(), op.coordinates.len());
            let what = format!("the tensor map has {rank} dimensions, the copy {given}");
            return stop(lane, FaultKind::Invalid(what));
        }
        if map.im2col.is_some() != op.offsets.is_some() {
            let (is, other) = match map.im2col {
                Some(_) => ("im2col", "tile"),
                None => ("tile", "im2col"),
            };
            let what = format!("the tensor map is for `.{is}` mode, the copy is in `.{other}`");
            return stop(lane, FaultKind::Invalid(what));
        }
        Ok(map)
    }

    pub(super) fn tensor(
        &mut self,
        block: usize,
        warp: &mut Warp,
        mask: Mask,
        op: &TensorOp,
        line: u32,
    ) -> Result<()> {
        let linear = self.blocks[block].linear;
        for lane in lanes(mask) {
            let map = self.tensor_map(block, warp, lane, op)?;
            let total = map.box_bytes() as u32;
            let coordinate = |r: &u32| signed(warp.registers[*r as usize][lane], 32);
            let coordinates: Vec<i64> = op.coordinates.iter().map(coordinate).collect();
            let base =
                warp.registers[op.shared.base as usize][lane].wrapping_add_signed(op.shared.offset);
            let shared = self
                .locate(block, warp.number, lane, op.shared.space, base, total)
                .or_else(|kind| stop(lane, kind))?;
            let Location::Shared { block: owner, at } = shared else {
                return stop(
                    lane,
                    FaultKind::Invalid("tensors are copied from and to shared memory".into()),
                );
            };
            if !base.is_multiple_of(128) {
                let kind = FaultKind::Misaligned { space: "shared", address: base, align: 128 };
                return stop(lane, kind);
            }
            // Where a byte of the box lies behind the beginning.
            let spread = |offset: u64| (map.swizzle.apply(at as u64 + offset) - at as u64) as usize;
            let me = warp.record(linear, lane, line, false);
            let mut traffic = Lines::default();
            let runs = match (&map.im2col, &op.offsets) {
                (Some(im2col), Some(offsets)) => {
                    let offset = |r: &u32| i64::from(warp.registers[*r as usize][lane] as u16);
                    let offsets: Vec<i64> = offsets.iter().map(offset).collect();
                    im2col
                        .runs(&map, &coordinates, &offsets)
                        .or_else(|what| stop(lane, FaultKind::Invalid(what)))?
                }
                _ => map.runs(&coordinates),
            };
            if let Some(barrier) = &op.barrier {
                let mut data = vec![0; total as usize];
                for run in runs {
                    let mut bytes = vec![0; run.bytes as usize];
                    match run.global {
                        None => map.fill(&mut bytes),
                        Some(global) => {
                            let size = run.bytes as u32;
                            let location = self
                                .locate(block, warp.number, lane, Space::Global, global, size)
                                .or_else(|kind| stop(lane, kind))?;
                            let checked = self.check(
                                warp,
                                location,
                                size as usize,
                                AccessKind::Read,
                                &me,
                                "read",
                            );
                            checked.or_else(|kind| stop(lane, kind))?;
                            traffic.add(location, size as usize);
                            bytes.copy_from_slice(self.bytes(block, location, size as usize));
                        }
                    }
                    if map.element == TensorType::Tf32 {
                        round_tf32(&mut bytes);
                    }
                    for (index, byte) in bytes.into_iter().enumerate() {
                        data[spread(run.at + index as u64)] = byte;
                    }
                }
                traffic.count(&mut self.report, false);
                let key = self.mbarrier_at(block, warp, lane, barrier)?;
                for owner in self.destinations(block, warp, lane, op.multicast, owner)? {
                    let key = if op.multicast.is_some() { (owner, key.1) } else { key };
                    let to = Location::Shared { block: owner, at };
                    self.send(warp, lane, (to, data.clone()), key, None, line)?;
                }
                continue;
            }
            let checked = self.proxy_read(warp, shared, total as usize, &me);
            checked.or_else(|kind| stop(lane, kind))?;
            let data = self.bytes(block, shared, total as usize).to_vec();
            let mut pieces = Vec::new();
            for run in runs {
                let Some(global) = run.global else { continue };
                let location = self
                    .locate(block, warp.number, lane, Space::Global, global, run.bytes as u32)
                    .or_else(|kind| stop(lane, kind))?;
                traffic.add(location, run.bytes as usize);
                let bytes = (0..run.bytes).map(|i| data[spread(run.at + i)]).collect();
                pieces.push((location, bytes));
            }
            traffic.count(&mut self.report, true);
            let read = (shared, total as usize);
            self.keep_store(block, warp, lane, read, pieces, (op.reduce.clone(), line));
        }
        Ok(())
    }
}

/// Floats rounded to 10 bits of fraction.
fn round_tf32(bytes: &mut [u8]) {
    use crate::number::{Format, Round, encode};
    for element in bytes.chunks_exact_mut(4) {
        let value = f32::from_le_bytes([element[0], element[1], element[2], element[3]]);
        let rounded = encode(Format::Tf32, value.into(), Round::Nearest, false) as u32;
        element.copy_from_slice(&rounded.to_le_bytes());
    }
}
