//! Structs and arrays of fixed length: construction, access to members, and copies with one member
//! replaced. Values are immutable.

use super::{GetTupleElement, Op};
use crate::field::{Bits, ResultType, Text};
use crate::op::{ConstraintError, ensure};
use crate::ops::define::op;
use crate::ops::infer::{Infer, InferContext, OpStruct};
use crate::types::Types;
use crate::types::describe;
use crate::types::{StructType, Type};

op! {
    /// A struct with these fields, in the order of its type.
    make_struct: MakeStruct = "hloom.struct" (fields: many Any) { ty: ResultType } -> Any
    syntax "$fields : result"
    traits [Pure, NeverFails, NotFoldable]
}
impl Infer for MakeStruct {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        let ty = self.ty.0;
        ensure!(Type, ty.as_struct().is_some(), "{ty} is not a struct");
        let (found, expected) = (cx.len(), ty.members().unwrap_or_default());
        ensure!(
            Arity,
            found == expected.len(),
            "{ty} has {} fields, but {found} values are given",
            expected.len()
        );
        for (i, &field) in expected.iter().enumerate() {
            ensure!(Type at # i, cx.ty(i).compatible(field),
                "field `{}` is {field}, not {}", ty.member_name(i), cx.ty(i));
        }
        Ok(ty.into())
    }
}

/// The struct type of operand 0.
fn structure(cx: &InferContext<'_>) -> Result<&'static StructType, ConstraintError> {
    let ty = cx.ty(0);
    let found = ty.as_struct();
    ensure!(Type at #0, found.is_some(), "the operand must be a struct, not {ty}");
    Ok(found.expect("just checked"))
}

/// The type of the field of this name.
fn field_type(of: &StructType, name: &Text) -> Result<Type, ConstraintError> {
    let name = String::from_utf8_lossy(&name.0);
    let found = of.field(&name);
    ensure!(Field at field, found.is_some(), "{}", of.no_field(&name));
    Ok(found.expect("just checked").1)
}

op! {
    /// A field of a struct, by its name.
    get_field: GetField = "hloom.field" (operand: Any) { field: Text } -> Any
    syntax "$field of $operand : signature"
    traits [Pure, NeverFails, NotFoldable]
}
impl Infer for GetField {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        Ok(field_type(structure(cx)?, &self.field)?.into())
    }
}

op! {
    /// The struct with one field replaced.
    with_field: WithField = "hloom.with_field" (operand: Any, value: Any) { field: Text } -> Any
    syntax "$operand, $field = $value : signature"
    traits [Pure, NeverFails, NotFoldable]
}
impl Infer for WithField {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        let expected = field_type(structure(cx)?, &self.field)?;
        let name = String::from_utf8_lossy(&self.field.0);
        ensure!(Type at #1, cx.ty(1).compatible(expected),
            "field `{name}` is {expected}, not {}", cx.ty(1));
        Ok(cx.ty(0).into())
    }
}

op! {
    /// An array with these members, all of one type.
    make_array: MakeArray = "hloom.array" (members: many Any) { ty: ResultType } -> Any
    syntax "$members : result"
    traits [Pure, NeverFails, NotFoldable]
}
impl Infer for MakeArray {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        let ty = self.ty.0;
        let array = ty.as_array();
        ensure!(Type, array.is_some(), "{ty} is not an array");
        let (of, count) = array.expect("just checked");
        ensure!(
            Arity,
            cx.len() as u64 == count,
            "{ty} has {count} members, but {} values are given",
            cx.len()
        );
        ensure!(
            Type,
            cx.types().iter().all(|t| t.compatible(of)),
            "the members are {of}, not {}",
            describe(&cx.types())
        );
        Ok(ty.into())
    }
}

/// The member type of the array in operand 0, if the index is in range.
fn member_type(cx: &InferContext<'_>, index: Bits) -> Result<Type, ConstraintError> {
    let ty = cx.ty(0);
    let array = ty.as_array();
    ensure!(Type at #0, array.is_some(), "the operand must be an array, not {ty}");
    let (of, count) = array.expect("just checked");
    ensure!(Index at index, u64::try_from(index.0).is_ok_and(|i| i < count),
        "index {} is not below the array's {count} members", index.0);
    Ok(of)
}

op! {
    /// Member `index` of an array.
    get_element: GetElement = "hloom.element" (operand: Any) { index: Bits } -> Any
    syntax "$operand, $index : signature"
    traits [Pure, NeverFails, NotFoldable]
}
impl Infer for GetElement {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        Ok(member_type(cx, self.index)?.into())
    }
}

op! {
    /// The array with member `index` replaced.
    with_element: WithElement = "hloom.with_element" (operand: Any, value: Any) { index: Bits } -> Any
    syntax "$operand, $index = $value : signature"
    traits [Pure, NeverFails, NotFoldable]
}
impl Infer for WithElement {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        let expected = member_type(cx, self.index)?;
        ensure!(Type at #1, cx.ty(1).compatible(expected),
            "the members are {expected}, not {}", cx.ty(1));
        Ok(cx.ty(0).into())
    }
}

/// The index of the member that an op reads or replaces in a value of type `ty`: a struct's field,
/// or a member of an array or a tuple. `None` for other ops, and if there is no such member.
pub fn member_index(op: &Op, ty: Type) -> Option<usize> {
    let name = GetField::get(op).map(|it| &it.field).or(WithField::get(op).map(|it| &it.field));
    if let Some(name) = name {
        return ty.as_struct()?.field(&String::from_utf8_lossy(&name.0)).map(|(at, _)| at);
    }
    let index = GetElement::get(op)
        .map(|it| it.index)
        .or(WithElement::get(op).map(|it| it.index))
        .or(GetTupleElement::get(op).map(|it| it.index))?;
    usize::try_from(index.0).ok().filter(|&at| at < ty.members().map_or(0, |m| m.len()))
}
