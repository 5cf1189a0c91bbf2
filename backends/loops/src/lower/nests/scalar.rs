//! Ops on single elements: which operation of a nest's body an elementwise op is,
//! and the bodies of regions.

use super::super::Unsupported;
use crate::nest::{Body, Direction, Node, NodeId, ScalarOp};
use hloom_ir::literal::Literal;
use hloom_ir::module::Module;
use hloom_ir::ops::{self, CompareType, Op};
use hloom_ir::{Block, Element, OpId, Trait, Value};
use rustc_hash::FxHashMap;

/// The operation that an elementwise op applies to elements; `None` for ops that
/// are not elementwise, and where there is no code for results of this type.
pub(super) fn scalar_op(op: &Op, result: Element) -> Option<ScalarOp> {
    use ScalarOp as S;
    Some(match op {
        // `legalize-chlo` writes these out by formulas in `f64`.
        hloom_ir::chlo_scalar_op!() if result == Element::F64 => return None,
        Op::Abs(_) => S::Abs,
        Op::Add(_) => S::Add,
        Op::And(_) => S::And,
        Op::Atan2(_) => S::Atan2,
        Op::Cbrt(_) => S::Cbrt,
        Op::Ceil(_) => S::Ceil,
        Op::Clamp(_) => S::Clamp,
        Op::Compare(c) => {
            let direction = direction(c.comparison_direction);
            match c.compare_type {
                Some(CompareType::TotalOrder) => S::CompareTotal(direction),
                _ => S::Compare(direction),
            }
        }
        Op::Complex(_) => S::Complex,
        Op::Convert(_) => S::Convert,
        Op::Cosine(_) => S::Cosine,
        Op::CountLeadingZeros(_) => S::CountLeadingZeros,
        Op::Divide(_) => S::Divide,
        Op::Erf(_) => S::Erf,
        Op::Erfc(_) => S::Erfc,
        Op::ErfInv(_) => S::ErfInv,
        Op::Exponential(_) => S::Exponential,
        Op::ExponentialMinusOne(_) => S::ExponentialMinusOne,
        Op::Floor(_) => S::Floor,
        Op::Imag(_) => S::Imag,
        Op::IsFinite(_) => S::IsFinite,
        Op::Log(_) => S::Log,
        Op::LogPlusOne(_) => S::LogPlusOne,
        Op::Logistic(_) => S::Logistic,
        Op::Maximum(_) => S::Maximum,
        Op::Minimum(_) => S::Minimum,
        Op::Multiply(_) => S::Multiply,
        Op::Negate(_) => S::Negate,
        Op::Not(_) => S::Not,
        Op::Or(_) => S::Or,
        Op::Popcnt(_) => S::Popcnt,
        Op::Power(_) => S::Power,
        Op::Real(_) => S::Real,
        Op::ReducePrecision(r) => S::ReducePrecision {
            exponent_bits: r.exponent_bits.0 as u32,
            mantissa_bits: r.mantissa_bits.0 as u32,
        },
        Op::Remainder(_) => S::Remainder,
        Op::RoundNearestAfz(_) => S::RoundAfz,
        Op::RoundNearestEven(_) => S::RoundEven,
        Op::Rsqrt(_) => S::Rsqrt,
        Op::Select(_) => S::Select,
        Op::ShiftLeft(_) => S::ShiftLeft,
        Op::ShiftRightArithmetic(_) => S::ShiftRightArithmetic,
        Op::ShiftRightLogical(_) => S::ShiftRightLogical,
        Op::Sign(_) => S::Sign,
        Op::Sine(_) => S::Sine,
        Op::Sqrt(_) => S::Sqrt,
        Op::Subtract(_) => S::Subtract,
        Op::Tan(_) => S::Tan,
        Op::Tanh(_) => S::Tanh,
        Op::Xor(_) => S::Xor,
        hloom_ir::quantize_op!()
        | hloom_ir::data_op!()
        | hloom_ir::sized_op!()
        | hloom_ir::structured_op!()
        | hloom_ir::arith_op!()
        | hloom_ir::extents_op!()
        | hloom_ir::chlo_formula_op!() => return None,
    })
}

fn direction(d: ops::Direction) -> Direction {
    match d {
        ops::Direction::Eq => Direction::Eq,
        ops::Direction::Ne => Direction::Ne,
        ops::Direction::Ge => Direction::Ge,
        ops::Direction::Gt => Direction::Gt,
        ops::Direction::Le => Direction::Le,
        ops::Direction::Lt => Direction::Lt,
    }
}

/// Applies an elementwise op to nodes.
pub(super) fn apply(
    body: &mut Body,
    op: &Op,
    scalar: ScalarOp,
    result: Element,
    operands: &[NodeId],
) -> NodeId {
    match (op, operands) {
        (Op::Convert(_), &[x]) => body.convert(x, result),
        _ => body.op(scalar, result, operands),
    }
}

/// The storage bits of an element of a literal: of the real and the imaginary
/// part for complex numbers.
pub(super) fn constant(body: &mut Body, literal: &Literal, i: usize) -> NodeId {
    let element = literal.element();
    let bytes = literal.element_bytes(i);
    let bits = |bytes: &[u8]| {
        let mut wide = [0u8; 8];
        wide[..bytes.len()].copy_from_slice(bytes);
        u64::from_le_bytes(wide)
    };
    let parts = if element.is_complex() {
        let (re, im) = bytes.split_at(bytes.len() / 2);
        [bits(re), bits(im)]
    } else {
        [bits(bytes), 0]
    };
    body.add(Node::Constant(parts), element)
}

/// The values that a region's block yields, for these arguments: a region whose
/// ops all work on single elements.
///
/// # Errors
/// If an op of the region does anything else, or a value from outside is no
/// constant.
pub(super) fn region(
    module: &Module,
    owner: OpId,
    block: Block,
    body: &mut Body,
    args: &[NodeId],
) -> Result<Vec<NodeId>, Unsupported> {
    let mut known: FxHashMap<Value, NodeId> =
        module.args(block).iter().copied().zip(args.iter().copied()).collect();
    let find = |known: &mut FxHashMap<Value, NodeId>, body: &mut Body, v: Value| {
        if let Some(&node) = known.get(&v) {
            return Ok(node);
        }
        match module.constant(v) {
            Some(literal) if literal.is_splat() || literal.count() == 1 => {
                let node = constant(body, literal, 0);
                known.insert(v, node);
                Ok(node)
            }
            _ => Err(Unsupported::new(module, owner, "its region uses a value from outside")),
        }
    };
    for op in module.ops(block) {
        let kind = module.op(op);
        if kind.has(Trait::Terminator) {
            let yielded = module.operands(op).to_vec();
            return yielded.into_iter().map(|v| find(&mut known, body, v)).collect();
        }
        if matches!(kind, Op::Constant(_)) {
            continue;
        }
        if module.result_types(op).len() != 1 {
            let why = format!("its region holds `{}`", kind.name());
            return Err(Unsupported::new(module, owner, why));
        }
        let result = module.result(op, 0);
        let element = module.ty(result).element().unwrap_or(Element::I1);
        let operands: Vec<NodeId> = module
            .operands(op)
            .iter()
            .map(|&v| find(&mut known, body, v))
            .collect::<Result<_, _>>()?;
        let node = match (kind, &operands[..]) {
            // Without dimensions there is nothing to move.
            (Op::Reshape(_) | Op::BroadcastInDim(_) | Op::Transpose(_), &[x]) => x,
            (kind, operands) => match scalar_op(kind, element) {
                Some(scalar) => apply(body, kind, scalar, element, operands),
                None => {
                    let why = format!("its region holds `{}`", kind.name());
                    return Err(Unsupported::new(module, owner, why));
                }
            },
        };
        known.insert(result, node);
    }
    Err(Unsupported::new(module, owner, "its region has no end"))
}
