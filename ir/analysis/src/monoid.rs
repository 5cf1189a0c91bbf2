//! Reductions by monoids: regions that combine two elements by one associative and
//! commutative operation.

use crate::integers::{range, splat};
use hloom_ir::module::Module;
use hloom_ir::ops::{Add, And, Maximum, Minimum, Multiply, Op, Or, Xor};
use hloom_ir::{Block, Element, Literal, OpId, Type};

/// An associative and commutative operation: partial results may be combined in any order,
/// up to rounding.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Monoid {
    /// `add`.
    Add,
    /// `multiply`.
    Multiply,
    /// `minimum`.
    Minimum,
    /// `maximum`.
    Maximum,
    /// `and`.
    And,
    /// `or`.
    Or,
    /// `xor`.
    Xor,
}

impl Monoid {
    /// The operation of an op, whatever its element type.
    pub fn of_op(op: &Op) -> Option<Monoid> {
        Some(match op {
            Op::Add(_) => Monoid::Add,
            Op::Multiply(_) => Monoid::Multiply,
            Op::Minimum(_) => Monoid::Minimum,
            Op::Maximum(_) => Monoid::Maximum,
            Op::And(_) => Monoid::And,
            Op::Or(_) => Monoid::Or,
            Op::Xor(_) => Monoid::Xor,
            _ => return None,
        })
    }

    /// The operations of a reduction's region, one for each result, where result `i`
    /// combines arguments `i` and `n + i` of the block and nothing else.
    ///
    /// Complex `maximum` and `minimum` are not commutative on ties, so they are none.
    pub fn of_block(module: &Module, block: Block) -> Option<Vec<Monoid>> {
        let args = module.args(block);
        let n = args.len() / 2;
        let combined = module.operands(module.terminator(block)?).iter().enumerate();
        let each = combined.map(|(i, &v)| {
            let def = module.def_op(v)?;
            let monoid = Monoid::of_op(module.op(def))?;
            let complex = module.ty(v).element().is_some_and(|e| e.is_complex());
            let ordered = matches!(monoid, Monoid::Maximum | Monoid::Minimum);
            let &[a, b] = module.operands(def) else { return None };
            let pair = (*args.get(i)?, *args.get(n + i)?);
            let combines = pair == (a, b) || pair == (b, a);
            (combines && !(complex && ordered)).then_some(monoid)
        });
        each.collect()
    }

    /// The operations of the first region of an op: see [`Monoid::of_block`].
    pub fn of_region(module: &Module, op: OpId) -> Option<Vec<Monoid>> {
        Monoid::of_block(module, module.entry(op, 0)?)
    }

    /// The operation of the first region of an op that has one result.
    pub fn of_single(module: &Module, op: OpId) -> Option<Monoid> {
        match Monoid::of_region(module, op)?[..] {
            [monoid] => Some(monoid),
            _ => None,
        }
    }

    /// The op that computes it.
    pub fn op(self) -> Op {
        match self {
            Monoid::Add => Add {}.into(),
            Monoid::Multiply => Multiply {}.into(),
            Monoid::Minimum => Minimum {}.into(),
            Monoid::Maximum => Maximum {}.into(),
            Monoid::And => And {}.into(),
            Monoid::Or => Or {}.into(),
            Monoid::Xor => Xor {}.into(),
        }
    }

    /// Whether the result is the same to the last bit for every order.
    pub fn is_exact(self, element: Element) -> bool {
        let ordered = matches!(self, Monoid::Minimum | Monoid::Maximum);
        element.is_integer() || element.is_boolean() || (element.is_float() && ordered)
    }

    /// A tensor of the neutral element.
    pub fn identity(self, ty: Type) -> Option<Literal> {
        let element = ty.element()?;
        if element.is_boolean() {
            let one = matches!(self, Monoid::Multiply | Monoid::Minimum | Monoid::And);
            return Literal::splat(ty, &[u8::from(one)]).ok();
        }
        if element.is_float() || element.is_complex() {
            let number = match self {
                // Adding 0.0 would turn -0.0 into 0.0.
                Monoid::Add => -0.0,
                Monoid::Multiply => 1.0,
                Monoid::Minimum => f64::INFINITY,
                Monoid::Maximum => f64::NEG_INFINITY,
                Monoid::And | Monoid::Or | Monoid::Xor => return None,
            };
            let literal = Literal::from_f64s(ty, &[number]).ok()?;
            // Some small floats have no infinities.
            return (literal.get_f64(0) == number).then_some(literal);
        }
        let range = range(element)?;
        let number = match self {
            Monoid::Add | Monoid::Or | Monoid::Xor => 0,
            Monoid::Multiply => 1,
            Monoid::Minimum => *range.end(),
            Monoid::Maximum => *range.start(),
            Monoid::And => -1,
        };
        splat(ty, number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The monoids of the only `stablehlo.reduce` of a function that reduces `types` by
    /// this region.
    fn of(element: &str, region: &str) -> Option<Vec<Monoid>> {
        let text = format!(
            "func.func @f(%x: tensor<4x{element}>, %y: tensor<{element}>) -> tensor<{element}> {{
              %r = \"stablehlo.reduce\"(%x, %y) <{{dimensions = array<i64: 0>}}> ({{
              ^bb0(%a: tensor<{element}>, %b: tensor<{element}>):
                {region}
                stablehlo.return %c : tensor<{element}>
              }}) : (tensor<4x{element}>, tensor<{element}>) -> tensor<{element}>
              return %r : tensor<{element}>
            }}"
        );
        let module = hloom_ir::text::parse_module(&text).expect("it is well formed");
        let reduce = module.walk(module.root()).find(|&op| matches!(module.op(op), Op::Reduce(_)));
        Monoid::of_region(&module, reduce.expect("a reduce"))
    }

    #[test]
    fn one_operation_on_both_arguments_in_either_order() {
        let max = Some(vec![Monoid::Maximum]);
        assert_eq!(of("f32", "%c = stablehlo.maximum %a, %b : tensor<f32>"), max);
        assert_eq!(of("f32", "%c = stablehlo.maximum %b, %a : tensor<f32>"), max);
        assert_eq!(
            of("complex<f32>", "%c = stablehlo.add %a, %b : tensor<complex<f32>>"),
            Some(vec![Monoid::Add])
        );
    }

    #[test]
    fn others_are_none() {
        assert_eq!(of("f32", "%c = stablehlo.subtract %a, %b : tensor<f32>"), None);
        assert_eq!(of("f32", "%c = stablehlo.add %a, %a : tensor<f32>"), None);
        assert_eq!(of("f32", "%c = stablehlo.add %a, %y : tensor<f32>"), None);
        assert_eq!(
            of("complex<f32>", "%c = stablehlo.maximum %a, %b : tensor<complex<f32>>"),
            None
        );
        let squares = "%d = stablehlo.multiply %b, %b : tensor<f32>
                       %c = stablehlo.add %a, %d : tensor<f32>";
        assert_eq!(of("f32", squares), None);
    }

    #[test]
    fn identities_change_nothing() {
        let ty = |element| Type::scalar_tensor(element);
        let zero = Monoid::Add.identity(ty(Element::F32)).expect("there is one");
        assert!(zero.get_f64(0) == 0.0 && zero.get_f64(0).is_sign_negative());
        let most = Monoid::Minimum.identity(ty(Element::I8)).expect("there is one");
        assert_eq!(most.get_int(0), Some(127));
        assert!(Monoid::Xor.identity(ty(Element::F32)).is_none());
    }
}
