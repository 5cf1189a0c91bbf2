//! Instructions that are made together with the one who uses them.
//!
//! A comparison and a selection of its operands are a minimum or maximum; sums with constants are
//! one sum with their sum. This is found ahead of selection, where the one in between has no other
//! use.

use hloom_loops::program::{
    BinaryOp, Block, CompareOp, Event, Inst, LoopKind, Scalar, Stmt, Value,
};
use rustc_hash::{FxHashMap, FxHashSet};

use super::values::is_general;

/// The instructions that others are made with.
#[derive(Default)]
pub(crate) struct Fusions {
    /// Those that are not made by themselves.
    inside: FxHashSet<Value>,
    /// Selections that are the minimum (`true` the maximum) of the first and the second value: the
    /// second where one is NaN or both are zero.
    extrema: FxHashMap<Value, (bool, Value, Value)>,
    /// Comparisons of floats of one lane whose masks only selections of floats use.
    masks: FxHashSet<Value>,
    /// Comparisons of integers of one lane that only a branch looks at.
    tests: FxHashMap<Value, (CompareOp, Value, Value)>,
    /// Sums of a vector of integers and a constant.
    sums: FxHashMap<Value, (Value, u64)>,
}

impl Fusions {
    /// Finds them in statements. `left` has the number of uses of each value; `inside` says that
    /// parallel loops are loops of this function, and not functions of their own, which get values
    /// from around them in memory.
    pub(crate) fn find<'p>(
        &mut self,
        block: &'p Block,
        left: &FxHashMap<Value, u32>,
        inside: bool,
        of: &dyn Fn(Value) -> hloom_loops::program::Type,
    ) {
        let mut known: FxHashMap<Value, &'p Inst> = FxHashMap::default();
        let once = |value: Value| left.get(&value) == Some(&1);
        // The values that are known around a parallel loop, and how many of these there are around a place.
        let (mut around, mut depth) = (FxHashMap::default(), 0);
        let is_function = |statement: &Stmt| match statement {
            Stmt::For(it) => it.kind == LoopKind::Parallel && !inside,
            _ => false,
        };
        for event in block.events() {
            match event {
                Event::Enter(statement) if is_function(statement) => {
                    if depth == 0 {
                        around = std::mem::take(&mut known);
                    }
                    depth += 1;
                }
                Event::Leave(statement) if is_function(statement) => {
                    depth -= 1;
                    if depth == 0 {
                        known = std::mem::take(&mut around);
                    }
                }
                _ => {}
            }
            if let Event::Enter(Stmt::If { test, .. }) = event
                && once(*test)
                && let Some(Inst::Compare(op, x, y)) = known.get(test)
                && is_general(of(*x))
            {
                self.tests.insert(*test, (*op, *x, *y));
                self.inside.insert(*test);
            }
            let Event::Enter(Stmt::Let(value, inst)) = event else { continue };
            known.insert(*value, inst);
            match inst {
                Inst::Select(c, a, b) if once(*c) && of(*a).scalar.is_arithmetic_float() => {
                    let Some(Inst::Compare(op, x, y)) = known.get(c) else { continue };
                    match op {
                        // x < y ? y : x
                        CompareOp::Lt | CompareOp::Gt if (*a, *b) == (*y, *x) => {
                            let max = *op == CompareOp::Lt;
                            self.extrema.insert(*value, (max, *y, *x));
                            self.inside.insert(*c);
                        }
                        _ if of(*c).lanes == 1 && of(*x).scalar.is_arithmetic_float() => {
                            self.masks.insert(*c);
                        }
                        _ => {}
                    }
                }
                Inst::Binary(op @ (BinaryOp::Add | BinaryOp::Sub), a, b) => {
                    let ty = of(*value);
                    let wide = matches!(ty.scalar, Scalar::I32 | Scalar::I64);
                    let Some(Inst::Const(_, number)) = known.get(b) else { continue };
                    if !wide || ty.lanes == 1 {
                        continue;
                    }
                    let number = match op {
                        BinaryOp::Add => *number,
                        _ => number.wrapping_neg(),
                    };
                    let sum = match self.sums.get(a).copied() {
                        Some((base, before)) if once(*a) && known.contains_key(a) => {
                            self.inside.insert(*a);
                            (base, before.wrapping_add(number))
                        }
                        _ => (*a, number),
                    };
                    self.sums.insert(*value, (sum.0, sum.1 & ty.scalar.mask()));
                }
                _ => {}
            }
        }
    }

    /// Whether a comparison of one lane stays a mask.
    pub(crate) fn stays_mask(&self, value: Value) -> bool {
        self.masks.contains(&value)
    }

    /// The comparison that a branch makes itself.
    pub(crate) fn test(&self, value: Value) -> Option<(CompareOp, Value, Value)> {
        self.tests.get(&value).copied()
    }

    /// Whether an instruction is made by the one who uses it.
    pub(crate) fn is_inside(&self, value: Value) -> bool {
        self.inside.contains(&value)
    }

    /// The operands of a selection that is a minimum or maximum, the maximum if so said.
    pub(crate) fn extremum(&self, value: Value) -> Option<(bool, Value, Value)> {
        self.extrema.get(&value).copied()
    }

    /// A vector and the constant that is added to it.
    pub(crate) fn sum(&self, value: Value) -> Option<(Value, u64)> {
        self.sums.get(&value).copied()
    }
}
