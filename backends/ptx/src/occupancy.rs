//! The number of blocks of a kernel that a multiprocessor holds at a time, from what `ptxas` says
//! of
//! it: known without a GPU, and no measure of time.
//!
//! The limits are those of table 27, "Technical Specifications per Compute Capability", of
//! NVIDIA's CUDA C++ Programming Guide as it was last brought up to date (CUDA 13.0,
//! chapter 20, "Compute Capabilities"):
//!
//! | | 7.5 | 8.0 | 9.0 | 10.0 | 12.0 |
//! |---|---|---|---|---|---|
//! | resident blocks | 16 | 32 | 32 | 32 | 24 |
//! | resident warps | 32 | 64 | 64 | 64 | 48 |
//! | 32-bit registers | 64 Ki | 64 Ki | 64 Ki | 64 Ki | 64 Ki |
//! | KiB of shared memory | 64 | 164 | 228 | 228 | 100 |
//! | KiB of a block's at most | 64 | 163 | 227 | 227 | 99 |
//!
//! In what portions registers and shared memory are given away is told by the occupancy
//! calculator of the CUDA toolkit (`cuda_occupancy.h`): registers by 256 a warp, of which each
//! of a multiprocessor's four parts has a quarter, shared memory by 128 bytes (256 on 7.5),
//! and from 8.0 on 1 KiB of each block's is the system's own, which is the difference between
//! the table's last two lines.

use crate::Target;
use crate::ptxas::Usage;

/// The resources of a multiprocessor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Blocks at a time.
    pub blocks: u32,
    /// Warps at a time.
    pub warps: u32,
    /// 32-bit registers.
    pub registers: u32,
    /// Bytes of shared memory.
    pub shared: u64,
    /// Bytes of a block's shared memory at most.
    pub block_shared: u64,
    /// Bytes of each block's shared memory that the system keeps.
    reserved: u64,
    /// Shared memory is given in multiples of so many bytes.
    portion: u64,
}

/// Threads of a warp.
const WARP: u32 = 32;
/// Registers are given to a warp in multiples of this.
const REGISTERS: u32 = 256;
/// Registers are given to so many warps at a time.
const WARPS: u32 = 4;

impl Limits {
    /// Those of a target's GPUs.
    pub fn of(target: Target) -> Limits {
        let (blocks, warps, shared) = match target {
            Target::Sm75 => (16, 32, 64),
            Target::Sm80 => (32, 64, 164),
            Target::Sm90 | Target::Sm90a | Target::Sm100 => (32, 64, 228),
            Target::Sm120 => (24, 48, 100),
        };
        let (reserved, portion) = if target == Target::Sm75 { (0, 256) } else { (1 << 10, 128) };
        let shared = shared << 10;
        let block_shared = shared - reserved;
        Limits { blocks, warps, registers: 1 << 16, shared, block_shared, reserved, portion }
    }
}

/// The part of a kernel that a multiprocessor holds at a time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Occupancy {
    /// Blocks.
    pub blocks: u32,
    /// Their warps.
    pub warps: u32,
    /// The most warps that it holds of any kernel.
    pub most: u32,
    /// The resource that limits the number of blocks.
    pub limit: Limit,
}

/// A resource that limits a kernel's occupancy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit {
    /// Warps.
    Warps,
    /// Blocks.
    Blocks,
    /// Registers.
    Registers,
    /// Shared memory.
    Shared,
}

impl std::fmt::Display for Limit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Limit::Warps => "warps",
            Limit::Blocks => "blocks",
            Limit::Registers => "registers",
            Limit::Shared => "shared memory",
        })
    }
}

impl Occupancy {
    /// That of a kernel in blocks of so many threads.
    pub fn of(target: Target, threads: u32, usage: &Usage) -> Occupancy {
        let limits = Limits::of(target);
        let warps = threads.div_ceil(WARP).max(1);
        let by_registers = match usage.registers {
            0 => u32::MAX,
            each => {
                let warp = (each * WARP).next_multiple_of(REGISTERS);
                limits.registers / warp / WARPS * WARPS / warps
            }
        };
        let shared = match usage.shared + limits.reserved {
            0 => 0,
            bytes => bytes.next_multiple_of(limits.portion),
        };
        let by_shared = limits.shared.checked_div(shared).map_or(u32::MAX, |n| n as u32);
        let each = [
            (limits.warps / warps, Limit::Warps),
            (by_registers, Limit::Registers),
            (by_shared, Limit::Shared),
            (limits.blocks, Limit::Blocks),
        ];
        let (blocks, limit) = each.into_iter().min_by_key(|it| it.0).unwrap_or((0, Limit::Warps));
        Occupancy { blocks, warps: blocks * warps, most: limits.warps, limit }
    }
}

impl std::fmt::Display for Occupancy {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Occupancy { blocks, warps, most, limit } = self;
        let part = 100 * warps / (*most).max(1);
        let s = if *blocks == 1 { "" } else { "s" };
        write!(
            f,
            "{blocks} block{s} a multiprocessor, {warps} of {most} warps ({part} %), for {limit}"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_those_of_the_programming_guide() {
        let of = |target| {
            let it = Limits::of(target);
            let kib = |bytes: u64| bytes >> 10;
            (it.blocks, it.warps, it.registers >> 10, kib(it.shared), kib(it.block_shared))
        };
        assert_eq!(of(Target::Sm75), (16, 32, 64, 64, 64));
        assert_eq!(of(Target::Sm80), (32, 64, 64, 164, 163));
        assert_eq!(of(Target::Sm90), (32, 64, 64, 228, 227));
        assert_eq!(of(Target::Sm90a), of(Target::Sm90));
        assert_eq!(of(Target::Sm100), of(Target::Sm90));
        assert_eq!(of(Target::Sm120), (24, 48, 64, 100, 99));
    }

    #[test]
    fn blocks_are_as_the_occupancy_calculator_has_them() {
        let of = |target, threads, registers, shared| {
            let usage = Usage { registers, shared, ..Usage::default() };
            let it = Occupancy::of(target, threads, &usage);
            (it.blocks, it.warps, it.limit)
        };
        // 72 registers are 2304 a warp, of which there are 28: three blocks of 8 warps.
        assert_eq!(of(Target::Sm90, 256, 72, 8704), (3, 24, Limit::Registers));
        // 48 KiB and what the system keeps go four times into 228 KiB.
        assert_eq!(of(Target::Sm90, 128, 32, 49152), (4, 16, Limit::Shared));
        assert_eq!(of(Target::Sm80, 128, 32, 49152), (3, 12, Limit::Shared));
        assert_eq!(of(Target::Sm75, 128, 32, 49152), (1, 4, Limit::Shared));
        // Small blocks run out of blocks, large ones of warps.
        assert_eq!(of(Target::Sm80, 32, 16, 0), (32, 32, Limit::Blocks));
        assert_eq!(of(Target::Sm120, 32, 16, 0), (24, 24, Limit::Blocks));
        assert_eq!(of(Target::Sm100, 256, 32, 0), (8, 64, Limit::Warps));
        assert_eq!(of(Target::Sm120, 256, 32, 0), (6, 48, Limit::Warps));
        assert_eq!(of(Target::Sm75, 1024, 64, 0), (1, 32, Limit::Warps));
        // More than there is.
        assert_eq!(of(Target::Sm90, 1024, 128, 0).0, 0);
        let text = Occupancy::of(Target::Sm100, 256, &Usage { registers: 32, ..Usage::default() });
        assert_eq!(
            text.to_string(),
            "8 blocks a multiprocessor, 64 of 64 warps (100 %), for warps"
        );
    }
}
