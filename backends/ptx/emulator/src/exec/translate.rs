//! Address translation, and the checks on the way.

use super::location::Location;
use super::machine::{Machine, Result, Warp, stop};
use crate::clock::{ASYNCHRONOUS, Clock, Record};
use crate::fault::FaultKind;
use crate::kernel::{Address, LOCAL_BEGIN, SHARED_BEGIN, WARP};
use crate::memory::{LOCAL_WINDOW, PARAM_WINDOW, SHARED_WINDOW, Unmapped, WINDOW};
use crate::shadow::{AccessKind, Conflict};
use crate::text::syntax::Space;

impl Machine<'_> {
    /// The location of bytes at a lane's address; misaligned addresses are faults.
    pub(crate) fn translate(
        &mut self,
        block: usize,
        warp: &Warp,
        lane: usize,
        address: &Address,
        value: u64,
        bytes: u32,
    ) -> Result<Location> {
        self.translate_part(block, warp, lane, address, value, (bytes, bytes))
    }

    /// As [`Machine::translate`], of the first bytes of an access; the second number is that of all of
    /// its bytes, to which its address is aligned.
    pub(crate) fn translate_part(
        &mut self,
        block: usize,
        warp: &Warp,
        lane: usize,
        address: &Address,
        value: u64,
        (bytes, align): (u32, u32),
    ) -> Result<Location> {
        let value = value.wrapping_add_signed(address.offset);
        let location = self.locate(block, warp.number, lane, address.space, value, bytes);
        match location {
            Ok(location) => {
                if !value.is_multiple_of(u64::from(align)) {
                    let space = location.space();
                    return stop(lane, FaultKind::Misaligned { space, address: value, align });
                }
                Ok(location)
            }
            Err(kind) => stop(lane, kind),
        }
    }

    /// The location of bytes, without a check of alignment.
    pub(crate) fn locate(
        &mut self,
        block: usize,
        warp: u32,
        lane: usize,
        space: Space,
        value: u64,
        bytes: u32,
    ) -> std::result::Result<Location, FaultKind> {
        match space {
            Space::Shared => self.shared(block, value, bytes),
            Space::Local => self.local(warp, lane, value, bytes),
            Space::Param => self.parameter(value, bytes),
            Space::Generic if value.wrapping_sub(SHARED_WINDOW) < WINDOW => {
                self.shared(block, value - SHARED_WINDOW, bytes)
            }
            Space::Generic if value.wrapping_sub(LOCAL_WINDOW) < WINDOW => {
                self.local(warp, lane, value - LOCAL_WINDOW, bytes)
            }
            Space::Generic if value.wrapping_sub(PARAM_WINDOW) < WINDOW => {
                self.parameter(value - PARAM_WINDOW, bytes)
            }
            Space::Global | Space::Const | Space::Generic => self.global(value, bytes),
        }
    }

    fn global(&mut self, address: u64, bytes: u32) -> std::result::Result<Location, FaultKind> {
        if let Some(at) = self.device.at(self.last, address, bytes.into()) {
            return Ok(Location::Global { allocation: self.last, at });
        }
        match self.device.find(address, bytes.into()) {
            Ok((allocation, at)) => {
                self.last = allocation;
                Ok(Location::Global { allocation, at })
            }
            Err(Unmapped { before }) => {
                let near = match before {
                    Some((base, size)) => {
                        format!(
                            "the nearest allocation before it has {size} bytes from {base:#x} on"
                        )
                    }
                    None => "no allocation lies before it".into(),
                };
                Err(FaultKind::OutOfBounds { space: "global", address, bytes, near })
            }
        }
    }

    fn shared(
        &self,
        block: usize,
        address: u64,
        bytes: u32,
    ) -> std::result::Result<Location, FaultKind> {
        let (mut owner, mut at) = (block, address);
        let size = u64::from(self.shared_size());
        if address >> 24 != 0 {
            let rank = (address >> 24) - 1;
            at = address & 0xFF_FFFF;
            let blocks: u32 = self.launch.cluster.iter().product();
            if rank >= blocks.into() {
                let near = format!("the cluster has {blocks} blocks");
                return Err(FaultKind::OutOfBounds { space: "shared", address, bytes, near });
            }
            owner = self.blocks[block].cluster + rank as usize;
        }
        if at < SHARED_BEGIN.into() || at + u64::from(bytes) > size {
            let near =
                format!("the block's shared memory lies from {SHARED_BEGIN:#x} to {size:#x}");
            return Err(FaultKind::OutOfBounds { space: "shared", address, bytes, near });
        }
        Ok(Location::Shared { block: owner, at: at as usize })
    }

    fn local(
        &self,
        warp: u32,
        lane: usize,
        address: u64,
        bytes: u32,
    ) -> std::result::Result<Location, FaultKind> {
        let size = u64::from(self.kernel.local_bytes);
        if address < LOCAL_BEGIN.into() || address.saturating_add(bytes.into()) > size {
            let near = format!("the thread's local memory lies from {LOCAL_BEGIN:#x} to {size:#x}");
            return Err(FaultKind::OutOfBounds { space: "local", address, bytes, near });
        }
        let thread = u64::from(warp) * WARP as u64 + lane as u64;
        Ok(Location::Local { at: (thread * size + address) as usize })
    }

    fn parameter(&self, address: u64, bytes: u32) -> std::result::Result<Location, FaultKind> {
        let size = self.parameters.len() as u64;
        if address.saturating_add(bytes.into()) > size {
            let near = format!("the kernel has {size} bytes of parameters");
            return Err(FaultKind::OutOfBounds { space: "parameter", address, bytes, near });
        }
        Ok(Location::Parameter { at: address as usize })
    }

    /// The bytes of a location.
    pub(crate) fn bytes(&mut self, block: usize, location: Location, bytes: usize) -> &mut [u8] {
        match location {
            Location::Global { allocation, at } => {
                &mut self.device.allocation(allocation).data[at..at + bytes]
            }
            Location::Shared { block, at } => &mut self.blocks[block].shared.data[at..at + bytes],
            Location::Local { at } => &mut self.blocks[block].local[at..at + bytes],
            Location::Parameter { at } => &mut self.parameters[at..at + bytes],
        }
    }

    /// The address of a location, as a fault names it.
    pub(crate) fn address_of(&mut self, location: Location) -> u64 {
        match location {
            Location::Global { allocation, at } => {
                self.device.allocation(allocation).base() + at as u64
            }
            Location::Shared { at, .. } | Location::Local { at } | Location::Parameter { at } => {
                at as u64
            }
        }
    }

    /// Checks and notes an access: that what is read was written, that what is written may
    /// be, that no asynchronous operation is at it, that it races with nothing.
    pub(crate) fn check(
        &mut self,
        warp: &Warp,
        location: Location,
        bytes: usize,
        kind: AccessKind,
        me: &Record,
        this: &'static str,
    ) -> std::result::Result<(), FaultKind> {
        let clock = &warp.clocks[super::machine::first(me.lanes)];
        self.check_with(clock, location, bytes, kind, me, this)
    }

    /// As [`Machine::check`], for something that has a clock of its own.
    pub(crate) fn check_with(
        &mut self,
        clock: &Clock,
        location: Location,
        bytes: usize,
        kind: AccessKind,
        me: &Record,
        this: &'static str,
    ) -> std::result::Result<(), FaultKind> {
        let conflict = match location {
            Location::Global { allocation, at } => {
                let poison = self.options.uninitialised_global;
                let races = self.options.global_races;
                let allocation = self.device.allocation(allocation);
                if kind == AccessKind::Read {
                    if poison && !allocation.is_written(at, bytes) {
                        let address = allocation.base() + at as u64;
                        return Err(FaultKind::Uninitialised { space: "global", address });
                    }
                } else {
                    if allocation.is_read_only() {
                        return Err(FaultKind::OutOfBounds {
                            space: "global",
                            address: allocation.base() + at as u64,
                            bytes: bytes as u32,
                            near: "it may only be read".into(),
                        });
                    }
                    allocation.mark(at, bytes);
                }
                if !races {
                    return Ok(());
                }
                allocation.shadow.access(kind, at, bytes, me, clock)
            }
            Location::Shared { block, at } => {
                let races = self.options.races;
                let block = &mut self.blocks[block];
                if let Some(fault) = block.copies.pending(at, bytes, kind) {
                    return Err(fault);
                }
                if kind == AccessKind::Read {
                    if let Some(at) = block.shared.unwritten(at, bytes) {
                        return Err(FaultKind::Uninitialised {
                            space: "shared",
                            address: at as u64,
                        });
                    }
                } else {
                    block.shared.mark(at, bytes);
                }
                if !races {
                    return Ok(());
                }
                block.shared.shadow.access(kind, at, bytes, me, clock)
            }
            Location::Local { .. } => return Ok(()),
            Location::Parameter { at } if kind == AccessKind::Write => {
                return Err(FaultKind::OutOfBounds {
                    space: "parameter",
                    address: at as u64,
                    bytes: bytes as u32,
                    near: "parameters may only be read".into(),
                });
            }
            Location::Parameter { .. } => return Ok(()),
        };
        conflict.map_err(|conflict| self.race(location, this, &conflict))
    }

    /// The fault of a race.
    fn race(&mut self, location: Location, this: &'static str, conflict: &Conflict) -> FaultKind {
        let begin = match location {
            Location::Global { allocation, .. } => self.device.allocation(allocation).base(),
            _ => 0,
        };
        let other = &conflict.other;
        let thread = u32::from(other.actor) * WARP as u32 + other.lanes.trailing_zeros();
        FaultKind::Race {
            space: location.space(),
            address: begin + conflict.at as u64,
            this,
            other: match (conflict.wrote, other.strong) {
                (true, true) => "atomic",
                (true, false) => "write",
                (false, _) => "read",
            },
            other_line: other.line,
            other_block: other.block,
            other_thread: (other.actor < ASYNCHRONOUS).then_some(thread),
        }
    }
}
