//! Index expressions as 64-bit integer arithmetic.
//!
//! Indices wrap by definition. Where the ranges of the loop variables show that
//! a sum or product does not, LLVM is told so, since its loop analyses live on it.

use hloom_loops::index::{Atom, Index, Range, Var};
use hloom_loops::program::{Scalar, Type, Value};
use inkwell::IntPredicate;
use inkwell::values::IntValue;

use super::function::Function;
use super::ops::{Built, Register, broken};

/// Sums and products this far inside 64 bits are said not to wrap.
const SAFE: i64 = 1 << 62;

fn is_safe(range: Range) -> bool {
    range.low > -SAFE && range.high < SAFE
}

impl<'c> Function<'_, '_, 'c> {
    /// The known range of a value that is used as an index.
    fn range_of(&self, var: Var) -> Range {
        self.ranges.get(&Value(var.0)).copied().unwrap_or(Range::ALL)
    }

    /// The range of an index expression here.
    pub(super) fn range(&self, index: &Index) -> Range {
        index.range(&|var| self.range_of(var))
    }

    /// Computes an index expression.
    pub(super) fn index(&self, index: &Index) -> Built<IntValue<'c>> {
        match self.sum(index)? {
            Register::IntValue(value) => Ok(value),
            _ => broken("an index that is not an integer"),
        }
    }

    fn sum(&self, index: &Index) -> Built<Register<'c>> {
        let ops = &self.ops;
        let mut sum: Option<(Register<'c>, Range)> = None;
        for (atom, factor) in index.terms() {
            let range = self.atom_range(atom).times(*factor);
            let value = self.atom(atom)?;
            let term = match factor {
                1 => value,
                factor if is_safe(range) => ops.mul_nsw(value, ops.i64(*factor).into())?,
                factor => ops.mul(value, ops.i64(*factor).into())?,
            };
            sum = Some(match sum {
                None => (term, range),
                Some(before) => self.plus(before, (term, range))?,
            });
        }
        let constant = (ops.i64(index.offset()).into(), Range::point(index.offset()));
        Ok(match sum {
            None => constant.0,
            Some((sum, _)) if index.offset() == 0 => sum,
            Some(sum) => self.plus(sum, constant)?.0,
        })
    }

    fn plus(
        &self,
        a: (Register<'c>, Range),
        b: (Register<'c>, Range),
    ) -> Built<(Register<'c>, Range)> {
        let range = a.1.plus(b.1);
        let safe = is_safe(a.1) && is_safe(b.1) && is_safe(range);
        let sum = if safe { self.ops.add_nsw(a.0, b.0)? } else { self.ops.add(a.0, b.0)? };
        Ok((sum, range))
    }

    fn atom_range(&self, atom: &Atom) -> Range {
        let range = |index: &Index| self.range(index);
        match atom {
            Atom::Var(var) => self.range_of(*var),
            Atom::Mod(_, by) => Range { low: 0, high: by - 1 },
            Atom::FloorDiv(index, by) => {
                let range = range(index);
                let divide = |bound: i64| match bound {
                    i64::MIN | i64::MAX => bound,
                    bound => bound.div_euclid(*by),
                };
                Range { low: divide(range.low), high: divide(range.high) }
            }
            Atom::Min(a, b) => {
                let (a, b) = (range(a), range(b));
                Range { low: a.low.min(b.low), high: a.high.min(b.high) }
            }
            Atom::Max(a, b) => {
                let (a, b) = (range(a), range(b));
                Range { low: a.low.max(b.low), high: a.high.max(b.high) }
            }
        }
    }

    fn atom(&self, atom: &Atom) -> Built<Register<'c>> {
        let ops = &self.ops;
        let ty = Scalar::I64.ty();
        let constant = |value: i64| -> Register<'c> { ops.i64(value).into() };
        match atom {
            Atom::Var(var) => self.value(Value(var.0)),
            Atom::Min(a, b) => ops.math("llvm.smin", &[self.sum(a)?, self.sum(b)?]),
            Atom::Max(a, b) => ops.math("llvm.smax", &[self.sum(a)?, self.sum(b)?]),
            // Shifts and masks round down by themselves.
            Atom::FloorDiv(index, by) if by.count_ones() == 1 => {
                ops.ashr(self.sum(index)?, constant(i64::from(by.trailing_zeros())))
            }
            Atom::Mod(index, by) if by.count_ones() == 1 => {
                ops.and(self.sum(index)?, constant(by - 1))
            }
            Atom::FloorDiv(index, by) => {
                let value = self.sum(index)?;
                if self.range(index).low >= 0 {
                    return ops.udiv(value, constant(*by));
                }
                let quotient = ops.sdiv(value, constant(*by))?;
                let rest = ops.srem(value, constant(*by))?;
                let below = ops.icmp(IntPredicate::SLT, rest, constant(0))?;
                ops.sub(quotient, ops.zero_extend(below, ty)?)
            }
            Atom::Mod(index, by) => {
                let value = self.sum(index)?;
                if self.range(index).low >= 0 {
                    return ops.urem(value, constant(*by));
                }
                let rest = ops.srem(value, constant(*by))?;
                let below = ops.icmp(IntPredicate::SLT, rest, constant(0))?;
                ops.select(below, ops.add(rest, constant(*by))?, rest)
            }
        }
    }

    /// A mask whose first so many lanes are true.
    pub(super) fn first_lanes(&self, lanes: u16, count: &Index) -> Built<Register<'c>> {
        let ops = &self.ops;
        // A mask that is known stays a constant from the start: stores look for it.
        if let (Some(known), true) = (count.as_constant(), lanes > 1) {
            let bit = |l: u16| ops.truth(i64::from(l) < known);
            let bits: Vec<Register<'c>> = (0..lanes).map(bit).collect();
            return ops.vector_constant(&bits);
        }
        let count: Register<'c> = self.index(count)?.into();
        if lanes == 1 {
            return ops.icmp(IntPredicate::SGT, count, ops.i64(0).into());
        }
        // Lane numbers of a width at which they fill one register of 64 bytes.
        let scalar = match lanes {
            0..=16 => Scalar::I32,
            64 => Scalar::I8,
            _ => Scalar::I16,
        };
        let most = ops.math("llvm.smin", &[count, ops.i64(i64::from(lanes)).into()])?;
        let clamped = ops.math("llvm.smax", &[most, ops.i64(0).into()])?;
        let ty = Type { scalar, lanes };
        let clamped = ops.broadcast(ops.truncate(clamped, scalar.ty())?, lanes)?;
        ops.icmp(IntPredicate::ULT, ops.iota(ty, 1)?, clamped)
    }
}
