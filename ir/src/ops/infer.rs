//! Inference of result types, and properties of ops that passes query.

use super::{Module, Op};
use crate::id::{OpId, Region, Value};
use crate::literal::Literal;
use crate::op::{ConstraintError, Defined, FieldReader, OpDef, Trait, WrongField, ensure};
use crate::types::{TensorType, Type, Types};

/// The context of an op's inference: its operands, its regions, and their module.
pub struct InferContext<'m> {
    /// The module.
    pub module: &'m Module,
    /// The operands.
    pub values: &'m [Value],
    /// The regions.
    pub regions: &'m [Region],
}

impl<'m> InferContext<'m> {
    /// The number of operands.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether there are no operands.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The type of operand `i`.
    pub fn ty(&self, i: usize) -> Type {
        self.module.ty(self.values[i])
    }

    /// The types of all operands.
    pub fn types(&self) -> Types {
        let mut types = Types::new();
        self.values.iter().for_each(|&v| types.push(self.module.ty(v)));
        types
    }

    /// The tensor type of operand `i`.
    ///
    /// # Errors
    /// If it is not a ranked tensor.
    pub fn tensor(&self, i: usize) -> Result<&'static TensorType, ConstraintError> {
        let ty = self.ty(i);
        let tensor = ty.as_tensor();
        ensure!(I at # i, tensor.is_some(), "operand {i} must be a ranked tensor, not {ty}");
        Ok(tensor.expect("just checked"))
    }

    /// The literal of operand `i`, if it is a constant.
    pub fn constant(&self, i: usize) -> Option<&'m Literal> {
        self.module.constant(self.values[i])
    }

    /// The types of region `i`'s arguments and of the values that its (first) block yields.
    ///
    /// # Errors
    /// If the region is empty or its block does not end in a terminator.
    pub fn signature(&self, i: usize) -> Result<(Types, Types), ConstraintError> {
        let block = self.module.blocks(self.regions[i]).first().copied();
        ensure!(Region in i, block.is_some(), "region {i} is empty");
        let block = block.expect("just checked");
        let terminator = self.module.terminator(block);
        ensure!(Region in i, terminator.is_some(), "region {i} does not end in a terminator");
        let types = |values: &[Value]| values.iter().map(|&v| self.module.ty(v)).collect();
        let yielded = terminator.map_or(&[][..], |t| self.module.operands(t));
        Ok((types(self.module.args(block)), types(yielded)))
    }
}

/// Type inference and verification of an op; the builder uses it too.
pub trait Infer {
    /// Returns the result types. If an operand's extent is unknown, a result's may be too; a
    /// declared type that is [compatible](Type::compatible) with the inferred one is valid.
    ///
    /// # Errors
    /// The first violated constraint of the specification.
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError>;
}

/// The conversion between an op's struct and its case of [`Op`].
pub trait OpStruct: Defined + Sized + Into<Op> {
    /// The struct inside an [`Op`], if that is of this kind.
    fn get(op: &Op) -> Option<&Self>;
}

/// An entry of the op table: the definition, and the constructor from a dictionary.
pub struct OpEntry {
    /// The definition.
    pub def: &'static OpDef,
    /// Makes the op from its attributes.
    pub read: fn(&mut FieldReader<'_>) -> Result<Op, WrongField>,
}

/// Whether a pass may erase an op with unused results, merge it with an equal one, or move it: it
/// and all ops in its regions have the trait `Pure`.
pub fn is_pure(module: &Module, op: OpId) -> bool {
    let traits_say = module.op(op).has(Trait::Pure);
    traits_say
        && module.regions(op).iter().all(|&r| {
            module.blocks(r).iter().all(|&b| {
                module.ops(b).all(|o| module.op(o).has(Trait::Terminator) || is_pure(module, o))
            })
        })
}

/// Whether an op is a reduction, of windows or not, with a body on tensors that are not scalars.
pub fn reduces_slices(module: &Module, op: OpId) -> bool {
    matches!(module.op(op), Op::Reduce(_) | Op::ReduceWindow(_))
        && module.entry(op, 0).is_some_and(|body| {
            module
                .args(body)
                .iter()
                .any(|&arg| module.ty(arg).as_tensor().is_none_or(|t| t.rank() != 0))
        })
}

/// Whether running an op, or an op in its regions, may fail: it does not have
/// [`Trait::NeverFails`], or a dynamic extent may not fit, or it reduces slices, which need not fit
/// either. Such an op must not be speculated.
pub fn may_fail(module: &Module, op: OpId) -> bool {
    let open = |v: Value| module.ty(v).as_tensor().is_some_and(|t| !t.is_static());
    module.walk(op).chain([op]).any(|o| {
        !module.op(o).has(Trait::NeverFails)
            || reduces_slices(module, o)
            || module.operands(o).iter().any(|&v| open(v))
            || module.results(o).iter().any(open)
    })
}

/// Whether the two operands of an op may be swapped: it is commutative for the element type.
/// Complex `maximum` and `minimum` return the first operand on ties and NaN, and complex products
/// round the parts differently in each order.
pub fn commutes(module: &Module, op: OpId) -> bool {
    let kind = module.op(op);
    let depends = matches!(kind, Op::Maximum(_) | Op::Minimum(_) | Op::Multiply(_));
    let of_complex = || {
        let result = module.results(op).get(0);
        let element = result.and_then(|v| module.ty(v).element());
        element.is_none_or(|e| e.is_complex())
    };
    kind.has(Trait::Commutative) && !(depends && of_complex())
}
