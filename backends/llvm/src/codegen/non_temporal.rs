//! Non-temporal stores, which go past the caches.
//!
//! A vector goes past them where its address is a multiple of its size. Offsets tell
//! whether they are multiples of whole vectors; where a buffer starts is known at run
//! time alone. So a loop with such stores is made twice, and a test of all these
//! buffers' addresses chooses. Other processors see such stores late unless a fence
//! follows, which is what the outermost loop around them ends with.

use hloom_loops::index::Index;
use hloom_loops::plan::non_temporal::{ALIGNMENT, buffers as non_temporal_buffers, multiple};
use hloom_loops::program::{Access, BufferId, For, Lanes, Type};
use inkwell::values::{IntValue, PointerValue};
use inkwell::{AtomicOrdering, IntPredicate};

use super::function::Function;
use super::ops::{Built, Register, broken};

impl<'c> Function<'_, '_, 'c> {
    /// A number that divides all values of an index expression; 0 if they are 0.
    pub(super) fn multiple(&self, index: &Index) -> u64 {
        multiple(index, &|value| self.multiples.get(&value).copied().unwrap_or(1))
    }

    /// A loop with this variable from `from` while below `to`, one after the other.
    pub(super) fn counted(&mut self, it: &For, from: IntValue<'c>, to: IntValue<'c>) -> Built<()> {
        let outermost = !self.fenced && !non_temporal_buffers(&it.body, true).is_empty();
        self.fenced |= outermost;
        let buffers = match self.non_temporal {
            None if it.carried.is_empty() => non_temporal_buffers(&it.body, false),
            _ => Vec::new(),
        };
        match buffers.is_empty() {
            true => self.iterate(it, from, to)?,
            false => self.twice(it, (from, to), &buffers)?,
        }
        if outermost {
            self.fenced = false;
            self.ops.builder.build_fence(AtomicOrdering::SequentiallyConsistent, false, "")?;
        }
        Ok(())
    }

    /// A loop with stores past the caches: as it is, and with plain stores.
    fn twice(
        &mut self,
        it: &For,
        (from, to): (IntValue<'c>, IntValue<'c>),
        buffers: &[BufferId],
    ) -> Built<()> {
        let mut bits: Register<'c> = self.ops.i64(0).into();
        for buffer in buffers {
            let base = self.base(*buffer)?;
            let address = self.ops.builder.build_ptr_to_int(base, self.ops.i64_type(), "")?;
            bits = self.ops.or(bits, address.into())?;
        }
        let bits = self.ops.and(bits, self.ops.i64(ALIGNMENT as i64 - 1).into())?;
        let aligned = self.ops.icmp(IntPredicate::EQ, bits, self.ops.i64(0).into())?;
        let (past, plain, after) =
            (self.new_block("streamed"), self.new_block("stored"), self.new_block("written"));
        self.branch(aligned, past, plain)?;
        // Both copies call the same functions.
        let first_call = self.unit.next_call.get();
        for (place, non_temporal) in [(past, true), (plain, false)] {
            self.unit.next_call.set(first_call);
            self.ops.builder.position_at_end(place);
            self.non_temporal = Some(non_temporal);
            let made = self.iterate(it, from, to);
            self.non_temporal = None;
            made?;
            self.ops.builder.build_unconditional_branch(after)?;
        }
        self.ops.builder.position_at_end(after);
        Ok(())
    }

    /// A store past the caches, where that can be.
    pub(super) fn store_non_temporal(
        &mut self,
        value: Register<'c>,
        ty: Type,
        access: &Access,
    ) -> Built<()> {
        let scalar = ty.scalar.bytes() as u64;
        let bytes = u64::from(ty.lanes) * scalar;
        let whole = ty.lanes > 1
            && matches!(access.lanes, Lanes::Contiguous | Lanes::Strided(1))
            && access.mask.is_none()
            && self.non_temporal == Some(true)
            && (bytes.is_multiple_of(ALIGNMENT) || [16, 32].contains(&bytes));
        let align = bytes.min(ALIGNMENT);
        let placed = self.multiple(&access.offset).checked_mul(scalar);
        if !whole || !placed.is_some_and(|at| at.is_multiple_of(align)) {
            return self.store(value, ty, access);
        }
        let address: PointerValue<'c> = self.address(access.buffer, &access.offset, true)?;
        let store = self.ops.builder.build_store(address, value)?;
        if let Err(error) = store.set_alignment(align as u32) {
            return broken(&error.to_string());
        }
        let one = self.unit.cx.i32_type().const_int(1, false);
        let node = self.unit.cx.metadata_node(&[one.into()]);
        self.mark(store, self.unit.kinds.nontemporal, node)?;
        self.describe(Some(store), access.buffer)
    }
}
