//! Branches between the blocks of a function: MLIR's `cf` dialect.
//!
//! A branch passes values to the arguments of its target block; these arguments take the place of φ
//! nodes. The module stores which operands belong to which successor
//! ([`Module::successors`](crate::Module::successors)), not the op.
//!
//! Conditions are `tensor<i1>`, or `i1` as in upstream MLIR.

use crate::field::Text;
use crate::literal::Literal;
use crate::op::{ConstraintError, ensure};
use crate::ops::define::op;
use crate::ops::infer::{Infer, InferContext};
use crate::types::Types;
use crate::types::{Element, Type, TypeKind};

/// The element type of a scalar, either in a rank-0 tensor or outside of tensors.
pub fn scalar_element(ty: Type) -> Option<Element> {
    match ty.kind() {
        TypeKind::Scalar(element) => Some(*element),
        TypeKind::Tensor(t) if t.rank() == 0 => Some(t.element),
        _ => None,
    }
}

/// Checks that operand `i` is a condition.
fn condition(cx: &InferContext<'_>, i: usize) -> Result<(), ConstraintError> {
    let ty = cx.ty(i);
    ensure!(Type at # i, scalar_element(ty) == Some(Element::I1),
        "the condition must be tensor<i1> or i1, not {ty}");
    Ok(())
}

op! {
    /// Branches to a block, whose arguments are the operands.
    ///
    /// Docs: <https://mlir.llvm.org/docs/Dialects/ControlFlowDialect/#cfbr-cfbranchop>
    br: Br = "cf.br" (dest_operands: many Any) {} -> None
    syntax custom
    traits [Terminator, MayFail]
}
impl Infer for Br {
    fn infer(&self, _: &InferContext<'_>) -> Result<Types, ConstraintError> {
        Ok(Types::new())
    }
}

op! {
    /// Branches to the first of two blocks if the condition is true, else to the second.
    ///
    /// Docs: <https://mlir.llvm.org/docs/Dialects/ControlFlowDialect/#cfcond_br-cfcondbranchop>
    cond_br: CondBr = "cf.cond_br"
    (condition: Any, true_dest_operands: many Any, false_dest_operands: many Any) {} -> None
    syntax custom
    traits [Terminator, MayFail]
}
impl Infer for CondBr {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        condition(cx, 0)?;
        Ok(Types::new())
    }
}

op! {
    /// Branches to the successor whose number in `case_values` equals the flag, else to the first
    /// successor, the default.
    ///
    /// Docs: <https://mlir.llvm.org/docs/Dialects/ControlFlowDialect/#cfswitch-cfswitchop>
    switch: Switch = "cf.switch"
    (flag: Any, default_operands: many Any, case_operands: many Any)
    {
        /// The number of each successor after the first; absent if there is none.
        case_values: Option<Literal>,
    } -> None
    syntax custom
    traits [Terminator, MayFail]
}
impl Switch {
    /// The number of cases, without the default.
    pub fn case_count(&self) -> usize {
        self.case_values.as_ref().map_or(0, Literal::count)
    }

    /// The case value at this position; `None` if out of range.
    pub fn case_value(&self, i: usize) -> Option<i128> {
        self.case_values.as_ref().filter(|values| i < values.count())?.get_int(i)
    }
}
impl Infer for Switch {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        let ty = cx.ty(0);
        let element = scalar_element(ty).filter(|e| e.is_integer());
        ensure!(Type at #0, element.is_some(),
            "the flag must be a scalar integer such as tensor<i32> or i32, not {ty}");
        if let Some(values) = &self.case_values {
            ensure!(Type at case_values,
                Some(values.element()) == element && values.tensor().rank() == 1,
                "the flag is {ty}, but the cases are {}", values.ty());
            let mut seen = rustc_hash::FxHashSet::default();
            for i in 0..values.count() {
                let value = values.get_int(i).unwrap_or_default();
                ensure!(Type at case_values, seen.insert(value), "there are two cases {value}");
            }
        }
        Ok(Types::new())
    }
}

op! {
    /// Aborts the program with the message `msg` unless the condition is true.
    ///
    /// Docs: <https://mlir.llvm.org/docs/Dialects/ControlFlowDialect/#cfassert-cfassertop>
    assert: Assert = "cf.assert" (arg: Any) { msg: Text } -> None
    syntax custom
    traits []
}
impl Assert {
    /// The message for a false condition.
    pub fn message(&self) -> std::borrow::Cow<'_, str> {
        String::from_utf8_lossy(&self.msg.0)
    }
}
impl Infer for Assert {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        condition(cx, 0)?;
        Ok(Types::new())
    }
}
