//! Numbers: expressions in registers, loads and stores.

use super::Unsupported;
use super::arrays::Array;
use crate::index::Index;
use crate::program::{
    Access, BinaryOp, BufferId, Builder, CompareOp, ConvertOp, Inst, Lanes, Scalar as Machine,
    Stmt, UnaryOp, Value,
};
use hloom_ir::Element;
use hloom_storage::Scalar;
use hloom_storage::term::{Binary, Unary};

/// The lanes of a vector: a cache line of numbers of eight bytes.
pub(super) const LANES: u16 = 8;

/// The machine type of a number.
pub(super) fn machine(base: Scalar) -> Machine {
    match base {
        Scalar::Bool => Machine::I1,
        Scalar::Int => Machine::I64,
        Scalar::Real => Machine::F64,
    }
}

/// The zero of a type.
pub(super) fn zero(b: &mut Builder, base: Scalar) -> Value {
    b.bits(machine(base).ty(), 0)
}

/// An integer.
pub(super) fn int(b: &mut Builder, value: i64) -> Value {
    b.int(Machine::I64.ty(), value)
}

/// The sum of two numbers; "or" of truth values.
pub(super) fn add(b: &mut Builder, base: Scalar, x: Value, y: Value) -> Value {
    b.binary(if base == Scalar::Bool { BinaryOp::Or } else { BinaryOp::Add }, x, y)
}

/// The product of two numbers; "and" of truth values.
pub(super) fn multiply(b: &mut Builder, base: Scalar, x: Value, y: Value) -> Value {
    b.binary(if base == Scalar::Bool { BinaryOp::And } else { BinaryOp::Mul }, x, y)
}

/// "And" of two truth values.
pub(super) fn both(b: &mut Builder, x: Value, y: Value) -> Value {
    b.binary(BinaryOp::And, x, y)
}

/// Converts a number as it is in memory to the one that is computed with.
fn widened(b: &mut Builder, element: Element, value: Value) -> Value {
    match element {
        Element::I1 => {
            let none = b.bits(Machine::I8.ty(), 0);
            b.compare(CompareOp::Ne, value, none)
        }
        Element::I64 | Element::F64 => value,
        Element::F32 => b.convert(ConvertOp::Float, value, Machine::F64),
        e if e.is_signed() => b.convert(ConvertOp::ExtendS, value, Machine::I64),
        _ => b.convert(ConvertOp::ExtendU, value, Machine::I64),
    }
}

/// Converts a number to its form in memory.
fn narrowed(b: &mut Builder, element: Element, value: Value) -> Value {
    let to = crate::program::storage(element).scalar;
    match element {
        Element::I64 | Element::F64 => value,
        Element::I1 => b.convert(ConvertOp::ExtendU, value, Machine::I8),
        Element::F32 => b.convert(ConvertOp::Float, value, to),
        _ => b.convert(ConvertOp::Truncate, value, to),
    }
}

/// The number at an offset of a buffer; zero where `mask` is false.
pub(super) fn load(
    b: &mut Builder,
    buffer: BufferId,
    element: Element,
    at: Value,
    mask: Option<Value>,
) -> Value {
    let ty = crate::program::storage(element).scalar.ty();
    let access = Access { buffer, offset: Index::var(at), lanes: Lanes::Contiguous, mask };
    let value = b.inst(Inst::Load(ty, access));
    widened(b, element, value)
}

/// The numbers at so many offsets of a buffer, side by side from this one on.
pub(super) fn load_lanes(
    b: &mut Builder,
    buffer: BufferId,
    element: Element,
    at: Value,
    lanes: u16,
) -> Value {
    load_lanes_if(b, buffer, element, (at, lanes), None)
}

/// As [`load_lanes`]; zero in the lanes where `mask` is false.
pub(super) fn load_lanes_if(
    b: &mut Builder,
    buffer: BufferId,
    element: Element,
    (at, lanes): (Value, u16),
    mask: Option<Value>,
) -> Value {
    let ty = crate::program::storage(element).scalar.vector(lanes);
    let access = Access { buffer, offset: Index::var(at), lanes: Lanes::Contiguous, mask };
    let value = b.inst(Inst::Load(ty, access));
    widened(b, element, value)
}

/// Stores numbers side by side from this offset of a buffer on.
pub(super) fn store_lanes(
    b: &mut Builder,
    buffer: BufferId,
    element: Element,
    at: Value,
    value: Value,
) {
    let value = narrowed(b, element, value);
    b.store(value, buffer, Index::var(at));
}

/// Stores a number at an offset of a buffer.
pub(super) fn store(b: &mut Builder, buffer: BufferId, element: Element, at: Value, value: Value) {
    let value = narrowed(b, element, value);
    let access = Access { buffer, offset: Index::var(at), lanes: Lanes::Contiguous, mask: None };
    b.push(Stmt::Store(value, access));
}

/// The element of an array at a position; zero outside of the array.
pub(super) fn element(b: &mut Builder, array: Array, at: Value) -> Value {
    let from = b.compare(CompareOp::GeS, at, array.low());
    let below = b.compare(CompareOp::LtS, at, array.high());
    let inside = both(b, from, below);
    match array {
        Array::Range { first, .. } => {
            let value = b.binary(BinaryOp::Add, first, at);
            let none = int(b, 0);
            b.select(inside, value, none)
        }
        Array::Part { buffer, element, .. } => load(b, buffer, element, at, Some(inside)),
    }
}

/// The element at a position that is inside of the array.
pub(super) fn element_inside(b: &mut Builder, array: Array, at: Value) -> Value {
    match array {
        Array::Range { first, .. } => b.binary(BinaryOp::Add, first, at),
        Array::Part { buffer, element, .. } => load(b, buffer, element, at, None),
    }
}

/// An operator of one number of this type.
pub(super) fn unary(b: &mut Builder, op: Unary, base: Scalar, x: Value) -> Value {
    match op {
        Unary::Neg => b.unary(UnaryOp::Neg, x),
        Unary::ToReal if base == Scalar::Int => {
            b.convert(ConvertOp::SignedToFloat, x, Machine::F64)
        }
        Unary::ToReal => x,
        Unary::Even => b.unary(UnaryOp::EvenBits, x),
        Unary::Odd => {
            let one = int(b, 1);
            let shifted = b.binary(BinaryOp::ShrU, x, one);
            b.unary(UnaryOp::EvenBits, shifted)
        }
    }
}

/// An operator of two numbers of this type.
///
/// # Errors
/// If it is one of dictionaries.
pub(super) fn binary(
    b: &mut Builder,
    op: Binary,
    base: Scalar,
    x: Value,
    y: Value,
) -> Result<Value, Unsupported> {
    let real = base == Scalar::Real;
    Ok(match op {
        Binary::Add => add(b, base, x, y),
        Binary::Sub => b.binary(BinaryOp::Sub, x, y),
        Binary::Mul => multiply(b, base, x, y),
        Binary::Div if real => b.binary(BinaryOp::Div, x, y),
        Binary::Div => floor_quotient(b, x, y),
        Binary::Mod => {
            let quotient = floor_quotient(b, x, y);
            let product = b.binary(BinaryOp::Mul, y, quotient);
            b.binary(BinaryOp::Sub, x, product)
        }
        Binary::Min => b.binary(if real { BinaryOp::Min } else { BinaryOp::MinS }, x, y),
        Binary::Max => b.binary(if real { BinaryOp::Max } else { BinaryOp::MaxS }, x, y),
        Binary::Eq => b.compare(CompareOp::Eq, x, y),
        Binary::Ne => b.compare(CompareOp::Ne, x, y),
        // Of truth values, false is less than true.
        Binary::Lt if base == Scalar::Bool => b.compare(CompareOp::LtU, x, y),
        Binary::Le if base == Scalar::Bool => b.compare(CompareOp::LeU, x, y),
        Binary::Lt => b.compare(if real { CompareOp::Lt } else { CompareOp::LtS }, x, y),
        Binary::Le => b.compare(if real { CompareOp::Le } else { CompareOp::LeS }, x, y),
        Binary::Scale | Binary::Hadamard => {
            return Err(Unsupported("a product of dictionaries is no number".to_owned()));
        }
    })
}

/// The floor of a quotient; zero for a divisor zero.
fn floor_quotient(b: &mut Builder, x: Value, y: Value) -> Value {
    let none = int(b, 0);
    let quotient = b.binary(BinaryOp::DivS, x, y);
    let product = b.binary(BinaryOp::Mul, quotient, y);
    let inexact = b.compare(CompareOp::Ne, product, x);
    let signs = b.binary(BinaryOp::Xor, x, y);
    let apart = b.compare(CompareOp::LtS, signs, none);
    let lower = both(b, inexact, apart);
    let one = int(b, 1);
    let less = b.binary(BinaryOp::Sub, quotient, one);
    let floor = b.select(lower, less, quotient);
    let by_zero = b.compare(CompareOp::Eq, y, none);
    b.select(by_zero, none, floor)
}
