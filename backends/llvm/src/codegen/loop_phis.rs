//! Loops one iteration after the other, and what they carry from one to the next.

use hloom_loops::index::Range;
use hloom_loops::plan::non_temporal::gcd;
use hloom_loops::program::For;
use inkwell::IntPredicate;
use inkwell::basic_block::BasicBlock;
use inkwell::types::VectorType;
use inkwell::values::{BasicValueEnum, IntValue, PhiValue};

use super::function::Function;
use super::ops::{Built, Register, broken};

/// Kernels of GPUs carry vectors of more lanes through loops lane by lane: tensor cores keep each
/// lane in a register of its own. A CPU has vector registers.
const WIDE: u32 = 16;

/// A loop-carried value: or the lanes of one and the type of the vector.
enum CarriedPhi<'c> {
    One(PhiValue<'c>),
    Lanes(Vec<PhiValue<'c>>, VectorType<'c>),
}

impl<'c> Function<'_, '_, 'c> {
    /// Begins what a loop carries, at the loop's head.
    fn carry(&self, initial: Register<'c>, before: BasicBlock<'c>) -> Built<CarriedPhi<'c>> {
        let builder = &self.ops.builder;
        let lanes = match initial {
            BasicValueEnum::VectorValue(it) if self.is_gpu() && it.get_type().get_size() > WIDE => {
                it.get_type()
            }
            _ => {
                let phi = builder.build_phi(initial.get_type(), "")?;
                phi.add_incoming(&[(&initial, before)]);
                return Ok(CarriedPhi::One(phi));
            }
        };
        let mut phis = Vec::with_capacity(lanes.get_size() as usize);
        for value in self.lanes_before(initial, before)? {
            let phi = builder.build_phi(lanes.get_element_type(), "")?;
            phi.add_incoming(&[(&value, before)]);
            phis.push(phi);
        }
        Ok(CarriedPhi::Lanes(phis, lanes))
    }

    /// The lanes of a vector, taken at the end of a block.
    pub(super) fn lanes_before(
        &self,
        vector: Register<'c>,
        block: BasicBlock<'c>,
    ) -> Built<Vec<Register<'c>>> {
        let builder = self.unit.cx.create_builder();
        match block.get_terminator() {
            Some(end) => builder.position_before(&end),
            None => builder.position_at_end(block),
        }
        let BasicValueEnum::VectorValue(vector) = vector else { return broken("no vector") };
        let lane = |lane: u32| {
            let at = self.unit.cx.i32_type().const_int(u64::from(lane), false);
            Ok(builder.build_extract_element(vector, at, "")?)
        };
        (0..vector.get_type().get_size()).map(lane).collect()
    }

    /// The phis of a loop's carried values.
    fn carried(&self, phi: &CarriedPhi<'c>) -> Built<Register<'c>> {
        match phi {
            CarriedPhi::One(phi) => Ok(phi.as_basic_value()),
            CarriedPhi::Lanes(phis, ty) => {
                let lanes = phis.iter().map(|phi| phi.as_basic_value());
                self.joined(&lanes.collect::<Vec<_>>(), *ty)
            }
        }
    }

    /// Hands a value on to the next turn of a loop.
    fn hand_on(
        &self,
        phi: &CarriedPhi<'c>,
        next: Register<'c>,
        latch: BasicBlock<'c>,
    ) -> Built<()> {
        match phi {
            CarriedPhi::One(phi) => phi.add_incoming(&[(&next, latch)]),
            CarriedPhi::Lanes(phis, _) => {
                for (phi, lane) in phis.iter().zip(self.lanes_before(next, latch)?) {
                    phi.add_incoming(&[(&lane, latch)]);
                }
            }
        }
        Ok(())
    }

    /// A loop as [`counted`](Self::counted) has it, without regard to the caches. A loop
    /// with at least one iteration tests at its end, as machines want it; LLVM rotates the others.
    pub(super) fn iterate(&mut self, it: &For, from: IntValue<'c>, to: IntValue<'c>) -> Built<()> {
        let before = self.block()?;
        let (head, after) = (self.new_block("for"), self.new_block("done"));
        self.ops.builder.build_unconditional_branch(head)?;
        self.ops.builder.position_at_end(head);
        let var = self.ops.builder.build_phi(self.ops.i64_type(), "")?;
        var.add_incoming(&[(&from, before)]);
        let mut carried = Vec::with_capacity(it.carried.len());
        for one in &it.carried {
            let initial = self.value(one.initial)?;
            carried.push(self.carry(initial, before)?);
        }
        for (phi, one) in carried.iter().zip(&it.carried) {
            let inside = self.carried(phi)?;
            self.values.insert(one.inside, inside);
        }
        let runs = match (from.get_sign_extended_constant(), to.get_sign_extended_constant()) {
            (Some(from), Some(to)) => from < to,
            _ => false,
        };
        if !runs {
            let inside = self.new_block("do");
            let test = self.ops.icmp(IntPredicate::SLT, var.as_basic_value(), to.into())?;
            self.branch(test, inside, after)?;
            self.ops.builder.position_at_end(inside);
        }
        let range = self.loop_range(it);
        self.values.insert(it.var, var.as_basic_value());
        self.ranges.insert(it.var, range);
        let multiple = gcd(self.multiple(&it.from), it.step.unsigned_abs());
        self.multiples.insert(it.var, multiple);
        self.statements(&it.body)?;
        let step = self.ops.i64(it.step).into();
        // The last value of the variable is below `to`, and `to` is far from the end.
        let safe = range.high < (1 << 61) && it.step < (1 << 61);
        let next = match safe {
            true => self.ops.add_nsw(var.as_basic_value(), step)?,
            false => self.ops.add(var.as_basic_value(), step)?,
        };
        let latch = self.block()?;
        var.add_incoming(&[(&next, latch)]);
        let mut last = Vec::with_capacity(carried.len());
        for ((phi, one), next) in carried.iter().zip(&it.carried).zip(&it.next) {
            let next = self.value(*next)?;
            self.hand_on(phi, next, latch)?;
            last.push(if runs { next } else { self.value(one.inside)? });
        }
        if runs {
            let test = self.ops.icmp(IntPredicate::SLT, next, to.into())?;
            self.branch(test, head, after)?;
        } else {
            self.ops.builder.build_unconditional_branch(head)?;
        }
        self.ops.builder.position_at_end(after);
        for (value, one) in last.into_iter().zip(&it.carried) {
            self.values.insert(one.after, value);
        }
        Ok(())
    }

    /// The range of a loop's variable.
    pub(super) fn loop_range(&self, it: &For) -> Range {
        let (from, to) = (self.range(&it.from), self.range(&it.to));
        let high = if to.high == i64::MAX { i64::MAX } else { to.high.saturating_sub(1) };
        // A loop that never runs has any range; keep it an interval.
        Range { low: from.low.min(high), high }
    }
}
