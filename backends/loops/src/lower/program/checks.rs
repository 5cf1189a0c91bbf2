//! Check ops.
//!
//! A check's operands become results of the program, which the caller compares. In
//! a loop or a branch a check may run many times or never: there the program
//! compares as well, and keeps the operands of the first time that it fails, or of
//! the last time if it never does. A byte says whether it ran at all.
//!
//! The interpreter stops at the first check that fails. A program with a loop, or with an op that
//! the world outside sees, compares at every check for that reason: loops end, and neither later
//! checks nor ops on the host run, once one has failed. So a check that fails in front of an
//! endless loop, or in it, is reported, and nothing is printed behind it.

use super::{Check, Lowering, Slot};
use crate::index::{Index, Var};
use crate::lower::Unsupported;
use crate::nest::{
    Body, Combiner, Dim, Direction, Nest, Node, NodeId, Output, Reduction, ScalarOp, Tensor,
};
use crate::program::{
    Access, Block as Statements, BufferId, CompareOp, Inst, Lanes, Program, Scalar, Stmt,
    Value as Loaded, ValueInfo,
};
use crate::schedule::Placement;
use hloom_ir::literal::Literal;
use hloom_ir::ops::{CustomCall, Op};
use hloom_ir::types::float::FloatFormat;
use hloom_ir::{Attr, Element, OpId, Type};

/// When two elements pass, as the interpreter has it.
#[derive(Clone, Copy)]
enum Bound {
    /// The same bits, or both NaN.
    Same,
    /// At most this far apart; other than floats, the same.
    Absolute(f64),
    /// At least and at most so many representable numbers apart.
    Ulps(u64, u64),
}

/// States of a check in a loop or a branch.
const PASSED: i64 = 1;
const FAILED: i64 = 2;

impl Lowering<'_> {
    /// Makes a check's operands results of the program. The result of `@check.eq` says that it
    /// holds: a caller finds out otherwise.
    pub(super) fn check(&mut self, op: OpId) -> Result<(), Unsupported> {
        let module = self.module;
        for result in module.results(op) {
            let holds = Literal::splat(module.ty(result), &[1]).ok();
            let Some(holds) = holds.filter(|l| l.element() == Element::I1) else {
                return Err(self.unsupported(op, "a check results in booleans"));
            };
            let slot = Slot::Buffer(self.literal_buffer(op, "holds", &holds)?);
            self.slots.insert(result, slot);
        }
        if self.nesting > 0 || self.compares_at_once && self.bound(op).is_ok() {
            return self.compared_check(op);
        }
        let operands = self.check_operands(op)?;
        self.keep_operands(op, &operands)?;
        self.checks.push(Check { op, operands: numbers(&operands), state: None });
        Ok(())
    }

    /// Results of the program for a check's operands.
    fn check_operands(&mut self, op: OpId) -> Result<Vec<(usize, Slot)>, Unsupported> {
        let module = self.module;
        let operands = module.operands(op).iter();
        operands.map(|&v| Ok((self.results.len(), self.result_slot(op, module.ty(v))?))).collect()
    }

    fn keep_operands(&mut self, op: OpId, into: &[(usize, Slot)]) -> Result<(), Unsupported> {
        for (&v, (_, to)) in self.module.operands(op).iter().zip(into) {
            let from = self.slot(op, v)?;
            self.copy(op, &from, to)?;
        }
        Ok(())
    }

    fn compared_check(&mut self, op: OpId) -> Result<(), Unsupported> {
        let (bound, value) = self.bound(op)?;
        let operands = self.check_operands(op)?;
        let byte = Type::scalar_tensor(Element::I8);
        let number = self.results.len();
        let Slot::Buffer(state) = self.result_slot(op, byte)? else {
            return Err(self.unsupported(op, "its state is not a tensor"));
        };
        self.checks.push(Check { op, operands: numbers(&operands), state: Some(number) });
        self.states.push(state);
        let mut sides = Vec::new();
        for &v in self.module.operands(op) {
            sides.push(self.buffer(op, v)?);
        }
        if let Some(value) = &value {
            sides.push(self.literal_buffer(op, "expected", value)?);
        }
        let &[x, y] = &sides[..] else {
            return Err(self.unsupported(op, "it does not compare two tensors"));
        };
        self.unless_failed(|cx| {
            cx.keep_operands(op, &operands)?;
            let passes = cx.temporary(op, Type::scalar_tensor(Element::I1), "passes")?;
            cx.compare(op, bound, x, y, passes)?;
            let byte = Scalar::I8.ty();
            let (zero, one) = (cx.builder.int(byte, 0), cx.builder.int(byte, PASSED));
            let two = cx.builder.int(byte, FAILED);
            let passed = cx.builder.load(byte, passes, 0);
            let passed = cx.builder.compare(CompareOp::Ne, passed, zero);
            let after = cx.builder.select(passed, one, two);
            cx.builder.store(after, state, 0);
            Ok(())
        })
    }

    /// Lowers what runs only if no check has failed so far.
    pub(super) fn unless_failed(
        &mut self,
        body: impl FnOnce(&mut Self) -> Result<(), Unsupported>,
    ) -> Result<(), Unsupported> {
        if self.states.is_empty() {
            return body(self);
        }
        let test = self.none_failed(None);
        let then = self.side(body)?;
        self.builder.push(Stmt::If { test, then, otherwise: Default::default() });
        Ok(())
    }

    /// Whether no check has failed so far, and `test` holds if it is given.
    fn none_failed(&mut self, test: Option<Loaded>) -> Loaded {
        let byte = Scalar::I8.ty();
        let (zero, one) = (self.builder.int(byte, 0), self.builder.int(byte, 1));
        let failed = self.builder.int(byte, FAILED);
        let mut all = test.map_or(one, |test| self.builder.select(test, one, zero));
        for &state in &self.states {
            let state = self.builder.load(byte, state, 0);
            let intact = self.builder.compare(CompareOp::Ne, state, failed);
            all = self.builder.select(intact, all, zero);
        }
        self.builder.compare(CompareOp::Ne, all, zero)
    }

    /// The test of a loop that ends when a check has failed; statements that it needs are added to
    /// those of the condition.
    pub(super) fn test_of_checks(
        &mut self,
        condition: &mut Statements,
        test: Loaded,
    ) -> Result<Loaded, Unsupported> {
        if self.states.is_empty() {
            return Ok(test);
        }
        let mut both = test;
        let more = self.side(|cx| {
            both = cx.none_failed(Some(test));
            Ok(())
        })?;
        condition.statements.extend(more.statements);
        Ok(both)
    }

    /// Adds the kernel that says whether all elements of two buffers pass.
    fn compare(
        &mut self,
        op: OpId,
        bound: Bound,
        x: BufferId,
        y: BufferId,
        passes: BufferId,
    ) -> Result<(), Unsupported> {
        let name = self.module.op(op).def().short_name().to_owned();
        // A buffer may be that of a value that was reshaped to this one.
        let shape = self.shape(op, self.module.ty(self.module.operand(op, 0)))?;
        let tensor = |b: BufferId| {
            let it = self.builder.program().buffer(b);
            Tensor { name: it.name.clone(), element: it.element, shape: shape.clone() }
        };
        let inputs = vec![tensor(x), tensor(y)];
        let mut shape = inputs[0].shape.clone();
        let element = inputs[0].element;
        let coords: Vec<Index> = (0..shape.len() as u32).map(|d| Index::var(Var(d))).collect();
        if shape.is_empty() {
            shape.push(1);
        }
        let dims = (0..).zip(&shape);
        let dims = dims.map(|(d, &extent)| Dim { name: format!("k{d}"), extent, reducing: true });
        let mut body = Body::default();
        let a = body.load(0, element, coords.clone(), Vec::new());
        let b = body.load(1, element, coords, Vec::new());
        let value = Passing { body: &mut body }.test(bound, element, a, b);
        let start = body.constant(Element::I1, 1);
        let reduced = body.add(Node::Reduced(0), Element::I1);
        let output = Tensor { name: "passes".to_owned(), element: Element::I1, shape: Vec::new() };
        let nest = Nest {
            name,
            dims: dims.collect(),
            inputs,
            body,
            reduction: Some(Reduction {
                values: vec![value],
                initial: vec![start],
                combiner: Combiner::Each(vec![ScalarOp::And]),
                contract: None,
            }),
            outputs: vec![Output::at(output, Vec::new(), reduced)],
        };
        self.emit(op, &nest, Placement::Kernel, &[x, y], &[passes])
    }

    /// The tolerance of a check, and the literal that it compares with, if there is one.
    fn bound(&self, op: OpId) -> Result<(Bound, Option<Literal>), Unsupported> {
        let module = self.module;
        let tolerance = |attr: Option<&Attr>| match attr {
            None => Ok(Bound::Absolute(0.0001)),
            Some(Attr::Float(bits, _)) => Ok(Bound::Absolute(f64::from_bits(*bits))),
            Some(Attr::Int(n, _)) => Ok(Bound::Absolute(*n as f64)),
            Some(_) => Err(self.unsupported(op, "its tolerance is not a number")),
        };
        // Written as unsigned numbers, of which the bits are kept.
        let ulps = |min: Option<i64>, max: Option<i64>| {
            Bound::Ulps(min.map_or(0, |n| n as u64), max.map_or(3, |n| n as u64))
        };
        let attr = |name: &str| {
            let attrs = module.discardable_attrs(op)?;
            attrs.get(name).or_else(|| match attrs.get("backend_config")? {
                Attr::Dict(config) => config.get(name),
                _ => None,
            })
        };
        let value = || match attr("value") {
            Some(Attr::Dense(literal)) => Ok(Some(literal.clone())),
            _ => Err(self.unsupported(op, "it needs an attribute `value` that is a tensor")),
        };
        let int = |name: &str| attr(name).and_then(Attr::as_i64);
        let target = module.get::<CustomCall>(op).map(CustomCall::target);
        match (module.op(op), target.as_deref()) {
            (_, Some("check.eq")) => Ok((Bound::Absolute(1e-4), None)),
            (Op::ExpectEq(_), _) | (_, Some("check.expect_eq")) => Ok((Bound::Same, None)),
            (Op::ExpectEqConst(it), _) => Ok((Bound::Same, Some(it.value.clone()))),
            (_, Some("check.expect_eq_const")) => Ok((Bound::Same, value()?)),
            (Op::ExpectAlmostEq(it), _) => Ok((tolerance(it.tolerance.as_deref())?, None)),
            (_, Some("check.expect_almost_eq")) => Ok((tolerance(attr("tolerance"))?, None)),
            (Op::ExpectAlmostEqConst(it), _) => {
                Ok((tolerance(it.tolerance.as_deref())?, Some(it.value.clone())))
            }
            (_, Some("check.expect_almost_eq_const")) => {
                Ok((tolerance(attr("tolerance"))?, value()?))
            }
            (Op::ExpectClose(it), _) => {
                Ok((ulps(it.min_ulp_difference, it.max_ulp_difference), None))
            }
            (_, Some("check.expect_close")) => {
                Ok((ulps(int("min_ulp_difference"), int("max_ulp_difference")), None))
            }
            // Any other op: refused with its operand types.
            _ => {
                let ty = module.operands(op).first().map(|&v| module.ty(v).to_string());
                let why = format!(
                    "inside of a loop or a branch it can't compare {} with stored arrays",
                    ty.unwrap_or_default()
                );
                Err(self.unsupported(op, why))
            }
        }
    }
}

/// Sets the states of checks to "did not run" before anything else.
pub(super) fn clear_states(program: &mut Program, states: &[BufferId]) {
    let mut first = Vec::new();
    for &buffer in states {
        let zero = crate::program::Value(program.values.len() as u32);
        program.values.push(ValueInfo { ty: Scalar::I8.ty(), name: None });
        first.push(Stmt::Let(zero, Inst::Const(Scalar::I8.ty(), 0)));
        let offset = Index::constant(0);
        let access = Access { buffer, offset, lanes: Lanes::Contiguous, mask: None };
        first.push(Stmt::Store(zero, access));
    }
    program.body.statements.splice(0..0, first);
}

fn numbers(operands: &[(usize, Slot)]) -> Vec<usize> {
    operands.iter().map(|(number, _)| *number).collect()
}

/// Builds the test of one pair of elements.
struct Passing<'b> {
    body: &'b mut Body,
}

impl Passing<'_> {
    fn compare(&mut self, direction: Direction, a: NodeId, b: NodeId) -> NodeId {
        self.body.op(ScalarOp::Compare(direction), Element::I1, &[a, b])
    }

    fn or(&mut self, a: NodeId, b: NodeId) -> NodeId {
        self.body.op(ScalarOp::Or, Element::I1, &[a, b])
    }

    fn and(&mut self, a: NodeId, b: NodeId) -> NodeId {
        self.body.op(ScalarOp::And, Element::I1, &[a, b])
    }

    fn both_nan(&mut self, a: NodeId, b: NodeId) -> NodeId {
        let (x, y) = (self.compare(Direction::Ne, a, a), self.compare(Direction::Ne, b, b));
        self.and(x, y)
    }

    /// The real and the imaginary parts of two complex elements.
    fn parts(&mut self, element: Element, a: NodeId, b: NodeId) -> [(NodeId, NodeId); 2] {
        [ScalarOp::Real, ScalarOp::Imag].map(|op| {
            let part = |body: &mut Body, v| body.op(op, element.real_part(), &[v]);
            (part(self.body, a), part(self.body, b))
        })
    }

    fn test(&mut self, bound: Bound, element: Element, a: NodeId, b: NodeId) -> NodeId {
        match bound {
            Bound::Same | Bound::Absolute(_) if element.is_complex() => {
                let [re, im] = self.parts(element, a, b);
                let part = element.real_part();
                let (re, im) =
                    (self.test(bound, part, re.0, re.1), self.test(bound, part, im.0, im.1));
                self.and(re, im)
            }
            Bound::Same | Bound::Absolute(_) if !element.is_float() => {
                self.compare(Direction::Eq, a, b)
            }
            Bound::Same => {
                let total = ScalarOp::CompareTotal(Direction::Eq);
                let same = self.body.op(total, Element::I1, &[a, b]);
                let nan = self.both_nan(a, b);
                self.or(same, nan)
            }
            Bound::Absolute(tolerance) => {
                let wide = Element::F64;
                let (x, y) = (self.body.convert(a, wide), self.body.convert(b, wide));
                let same = self.compare(Direction::Eq, x, y);
                let apart = self.body.op(ScalarOp::Subtract, wide, &[x, y]);
                let apart = self.body.op(ScalarOp::Abs, wide, &[apart]);
                let limit = self.body.constant(wide, tolerance.to_bits());
                let near = self.compare(Direction::Le, apart, limit);
                let nan = self.both_nan(a, b);
                let passes = self.or(same, near);
                self.or(passes, nan)
            }
            Bound::Ulps(min, max) => {
                let distance = self.distance(element, a, b);
                let min = self.body.constant(Element::U64, min);
                let max = self.body.constant(Element::U64, max);
                let above = self.compare(Direction::Ge, distance, min);
                let below = self.compare(Direction::Le, distance, max);
                self.and(above, below)
            }
        }
    }

    /// The number of steps between neighbours from one element to the other, a
    /// `u64`; the largest number where nothing leads there. Of complex elements, that of the parts
    /// that are further apart.
    fn distance(&mut self, element: Element, a: NodeId, b: NodeId) -> NodeId {
        if element.is_complex() {
            let parts = self.parts(element, a, b);
            let each = parts.map(|(x, y)| self.distance(element.real_part(), x, y));
            return self.body.op(ScalarOp::Maximum, Element::U64, &each);
        }
        let format = FloatFormat::of(element);
        let (x, y) = (self.place(element, format, a), self.place(element, format, b));
        let unsigned = self.body.element(x) == Element::U64;
        let carrier = if unsigned { Element::U64 } else { Element::I64 };
        let high = self.body.op(ScalarOp::Maximum, carrier, &[x, y]);
        let low = self.body.op(ScalarOp::Minimum, carrier, &[x, y]);
        let steps = self.body.op(ScalarOp::Subtract, carrier, &[high, low]);
        let steps =
            if unsigned { steps } else { self.body.op(ScalarOp::Bitcast, Element::U64, &[steps]) };
        if format.is_none() {
            return steps;
        }
        let (fa, fb) = (
            self.body.op(ScalarOp::IsFinite, Element::I1, &[a]),
            self.body.op(ScalarOp::IsFinite, Element::I1, &[b]),
        );
        let finite = self.and(fa, fb);
        let same = self.compare(Direction::Eq, a, b);
        let nan = self.both_nan(a, b);
        let equal = self.or(same, nan);
        let zero = self.body.constant(Element::U64, 0);
        let endless = self.body.constant(Element::U64, u64::MAX);
        let other = self.body.op(ScalarOp::Select, Element::U64, &[equal, zero, endless]);
        self.body.op(ScalarOp::Select, Element::U64, &[finite, steps, other])
    }

    /// An element's number in the order of all of its type.
    fn place(&mut self, element: Element, format: Option<FloatFormat>, v: NodeId) -> NodeId {
        let Some(format) = format else {
            let carrier = if element.is_signed() { Element::I64 } else { Element::U64 };
            return self.body.convert(v, carrier);
        };
        let bits = match element.bit_width() {
            0..=8 => Element::U8,
            16 => Element::U16,
            32 => Element::U32,
            _ => Element::U64,
        };
        let bits = self.body.op(ScalarOp::Bitcast, bits, &[v]);
        let bits = self.body.convert(bits, Element::U64);
        let width = format.exponent_bits + format.mantissa_bits;
        let mask = self.body.constant(Element::U64, (1 << width) - 1);
        let mut magnitude = self.body.op(ScalarOp::And, Element::U64, &[bits, mask]);
        if element == Element::TF32 {
            // A unit in its last place is 2^13 patterns of an `f32`.
            let drop = self.body.constant(Element::U64, 13);
            magnitude = self.body.op(ScalarOp::ShiftRightLogical, Element::U64, &[magnitude, drop]);
        }
        let magnitude = self.body.op(ScalarOp::Bitcast, Element::I64, &[magnitude]);
        if !format.signed {
            return magnitude;
        }
        let sign = self.body.constant(Element::U64, 1 << width);
        let sign = self.body.op(ScalarOp::And, Element::U64, &[bits, sign]);
        let zero = self.body.constant(Element::U64, 0);
        let negative = self.compare(Direction::Ne, sign, zero);
        let minus = self.body.op(ScalarOp::Negate, Element::I64, &[magnitude]);
        self.body.op(ScalarOp::Select, Element::I64, &[negative, minus, magnitude])
    }
}
