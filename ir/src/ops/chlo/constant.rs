//! Constants.

use crate::attr::Attr;
use crate::literal::Literal;
use crate::op::{ConstraintError, ensure};
use crate::ops::define::op;
use crate::ops::infer::{Infer, InferContext};
use crate::types::Types;
use crate::types::{Element, Type, TypeKind};

op! {
    /// A constant.
    ///
    /// Described at <https://openxla.org/stablehlo/generated/chlo>.
    chlo_constant: ChloConstant = "chlo.constant" () { value: Literal } -> Tensor
    syntax custom
    traits [Pure, NeverFails, NotFoldable]
}
impl Infer for ChloConstant {
    fn infer(&self, _: &InferContext<'_>) -> Result<Types, ConstraintError> {
        Ok(self.value.ty().into())
    }
}

op! {
    /// A tensor of the operand's shape with all elements equal to `value`, whose type they have.
    ///
    /// Described at <https://openxla.org/stablehlo/generated/chlo>.
    constant_like: ConstantLike = "chlo.constant_like" (operand: Tensor) { value: Box<Attr> } -> Tensor
    syntax generic
    traits [Pure, Elementwise, NeverFails, Foldable]
}

impl ConstantLike {
    /// The value as a scalar literal, if the attribute is a number.
    pub fn scalar(&self) -> Option<Literal> {
        let element_of = |ty: &Type| match ty.kind() {
            TypeKind::Scalar(element) => Some(*element),
            _ => None,
        };
        let of = |element: Element, numbers: &[f64]| {
            Literal::from_f64s(Type::scalar_tensor(element), numbers).ok()
        };
        match &*self.value {
            Attr::Bool(b) => of(Element::I1, &[f64::from(u8::from(*b))]),
            Attr::Float(bits, ty) => of(element_of(ty)?, &[f64::from_bits(*bits)]),
            Attr::Int(value, ty) => {
                let element = element_of(ty)?;
                if !(element.is_integer() || element.is_boolean()) {
                    return None;
                }
                let width = element.byte_width();
                Literal::splat(Type::scalar_tensor(element), &value.to_le_bytes()[..width]).ok()
            }
            Attr::Dense(literal) if literal.count() == 1 => {
                literal.with_type(Type::scalar_tensor(literal.element())).ok()
            }
            // `#complex.number<:f32 1.0, 2.0>`, optionally followed by its type.
            Attr::Opaque(text) => {
                let inner = text.strip_prefix("#complex.number<:")?;
                let (inner, _) = inner.split_once('>')?;
                let (part, numbers) = inner.trim().split_once(' ')?;
                let (re, im) = numbers.split_once(',')?;
                let element = Element::from_name(part)?.complex_of()?;
                let parts = [re.trim().parse::<f64>().ok()?, im.trim().parse().ok()?];
                let mut bytes = Vec::new();
                for part in parts {
                    match element {
                        Element::C64 => bytes.extend((part as f32).to_le_bytes()),
                        _ => bytes.extend(part.to_le_bytes()),
                    }
                }
                Literal::splat(Type::scalar_tensor(element), &bytes).ok()
            }
            _ => None,
        }
    }
}

impl Infer for ConstantLike {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        let x = cx.tensor(0)?;
        let scalar = self.scalar();
        ensure!(Type at value, scalar.is_some(), "value `{}` is not a number", self.value);
        let element = scalar.map_or(x.element, |s| s.element());
        Ok(x.with_element(element).into())
    }
}
