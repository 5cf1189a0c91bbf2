//! Reductions by monoids: regions that combine two elements by one associative and
//! commutative operation.

use hloom_ir::literal::{read_f64, write_f64};
use hloom_ir::module::Module;
use hloom_ir::ops::{self, Add, And, Maximum, Minimum, Multiply, Op, Or, Xor};
use hloom_ir::types::float::FloatFormat;
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
            // Any other op: not known to be a monoid.
            _ => return None,
        })
    }

    /// The operation's name in text, without the dialect: `add`.
    pub fn name(self) -> &'static str {
        match self {
            Monoid::Add => "add",
            Monoid::Multiply => "multiply",
            Monoid::Minimum => "minimum",
            Monoid::Maximum => "maximum",
            Monoid::And => "and",
            Monoid::Or => "or",
            Monoid::Xor => "xor",
        }
    }

    /// The operation with this name.
    pub fn of_name(name: &str) -> Option<Monoid> {
        use Monoid::*;
        let all = [Add, Multiply, Minimum, Maximum, And, Or, Xor];
        all.into_iter().find(|monoid| monoid.name() == name)
    }

    /// The operations of a reduction's region, one for each result, where result `i`
    /// combines arguments `i` and `n + i` of the block and nothing else. A block with an effect, a
    /// check say, has none: it must run.
    ///
    /// Complex `maximum` and `minimum` are not commutative on ties, so they are none.
    pub fn of_block(module: &Module, block: Block) -> Option<Vec<Monoid>> {
        let terminator = module.terminator(block)?;
        if module.ops(block).any(|op| op != terminator && !ops::is_pure(module, op)) {
            return None;
        }
        let args = module.args(block);
        let n = args.len() / 2;
        let combined = module.operands(terminator).iter().enumerate();
        let each = combined.map(|(i, &v)| {
            let def = module.def_op(v)?;
            let monoid = Monoid::of_op(module.op(def))?;
            let element = module.ty(v).element()?;
            // Partial results begin with the neutral element. Quantized ones are begun otherwise.
            if !element.is_quantized() && monoid.neutral(element).is_none() {
                return None;
            }
            let complex = element.is_complex();
            let ordered = matches!(monoid, Monoid::Maximum | Monoid::Minimum);
            let &[a, b] = module.operands(def) else { return None };
            let pair = (*args.get(i)?, *args.get(n + i)?);
            let combines = pair == (a, b) || pair == (b, a);
            (combines && !(complex && ordered)).then_some(monoid)
        });
        each.collect()
    }

    /// The operations of the first region of an op: see [`Monoid::of_block`]. A reduction by a body
    /// on slices has none.
    pub fn of_region(module: &Module, op: OpId) -> Option<Vec<Monoid>> {
        if ops::reduces_slices(module, op) {
            return None;
        }
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

    /// The element that changes nothing; the one table of them. `None` where the operation
    /// is not defined, or the element type has none: `f8E8M0FNU` has no zero.
    pub fn neutral(self, element: Element) -> Option<Neutral> {
        if element.is_float() || element.is_complex() {
            // Narrow floats without infinities have a largest and a least number instead.
            let (least, most) = match FloatFormat::of(element) {
                Some(format) => format.range(),
                None => (f64::NEG_INFINITY, f64::INFINITY),
            };
            return Some(match self {
                Monoid::Add if least > 0.0 => return None,
                // Adding 0.0 would turn -0.0 into 0.0.
                Monoid::Add => Neutral::Float { re: -0.0, im: -0.0 },
                Monoid::Multiply => Neutral::Float { re: 1.0, im: 0.0 },
                Monoid::Minimum => Neutral::Float { re: most, im: 0.0 },
                Monoid::Maximum => Neutral::Float { re: least, im: 0.0 },
                Monoid::And | Monoid::Or | Monoid::Xor => return None,
            });
        }
        if element.is_quantized() {
            return None;
        }
        let values = 1i128 << element.bit_width();
        let least = if element.is_signed() { -values / 2 } else { 0 };
        let most = least + values - 1;
        Some(Neutral::Integer(match self {
            Monoid::Add | Monoid::Or | Monoid::Xor => 0,
            Monoid::Multiply => 1,
            Monoid::Minimum => most,
            Monoid::Maximum => least,
            // All bits.
            Monoid::And if element.is_signed() => -1,
            Monoid::And => most,
        }))
    }

    /// A tensor of the neutral element; `None` where the element type does not have it.
    pub fn identity(self, ty: Type) -> Option<Literal> {
        let element = ty.element()?;
        match self.neutral(element)? {
            Neutral::Integer(number) => {
                Literal::splat(ty, &number.to_le_bytes()[..element.byte_width()]).ok()
            }
            Neutral::Float { re, im } => {
                let part = element.real_part();
                let parts: &[f64] = if element.is_complex() { &[re, im] } else { &[re] };
                let mut bytes = [0u8; 16];
                for (slot, &number) in bytes.chunks_exact_mut(part.byte_width()).zip(parts) {
                    write_f64(part, number, slot);
                    // Some small floats have no negative zero.
                    if read_f64(part, slot) != number {
                        return None;
                    }
                }
                Literal::splat(ty, &bytes[..element.byte_width()]).ok()
            }
        }
    }

    /// Whether this number changes nothing in the last bit, whatever it is combined with.
    /// `1 * (a + ∞i)` has a part that is NaN, so that no complex number is one for products.
    pub fn is_neutral(self, scalar: &Literal) -> bool {
        let complex_product = self == Monoid::Multiply && scalar.element().is_complex();
        let identity = self.identity(Type::scalar_tensor(scalar.element()));
        !complex_product
            && scalar.count() > 0
            && identity.is_some_and(|it| it.element_bytes(0) == scalar.element_bytes(0))
    }
}

/// The element that changes nothing in a combination.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Neutral {
    /// Of integers and booleans.
    Integer(i128),
    /// Of floats, which are their real part, and of complex numbers.
    Float {
        /// The real part.
        re: f64,
        /// The imaginary part.
        im: f64,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Types name the operations as ops do.
    #[test]
    fn names_are_those_of_types() {
        for name in hloom_ir::types::split::COMBINES {
            assert_eq!(Monoid::of_name(name).map(Monoid::name), Some(name));
        }
        assert_eq!(Monoid::of_name("mean"), None);
        assert_eq!(Monoid::Xor.op().name(), format!("stablehlo.{}", Monoid::Xor.name()));
    }

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
        // Both parts of a complex zero are negative.
        let zero = Monoid::Add.identity(ty(Element::C64)).expect("there is one");
        assert_eq!(zero.bytes(), [0, 0, 0, 128, 0, 0, 0, 128]);
        // All bits that the type has, and no others.
        let ones = Monoid::And.identity(ty(Element::U4)).expect("there is one");
        assert_eq!(ones.bytes(), [15]);
        // The least number of what has no infinities; a sum has none of what has no zero.
        let of = |monoid: Monoid, element| monoid.identity(ty(element)).map(|it| it.get_f64(0));
        assert_eq!(of(Monoid::Maximum, Element::F4E2M1FN), Some(-6.0));
        assert_eq!(of(Monoid::Maximum, Element::F8E5M2FNUZ), Some(-57344.0));
        assert_eq!(of(Monoid::Minimum, Element::F8E4M3FN), Some(448.0));
        assert_eq!(of(Monoid::Maximum, Element::F8E8M0FNU), Some(2f64.powi(-127)));
        assert_eq!(of(Monoid::Add, Element::F8E8M0FNU), None);
    }

    #[test]
    fn complex_numbers_have_no_neutral_factor() {
        let number = |re: f32, im: f32| {
            let bytes: Vec<u8> = [re, im].iter().flat_map(|n| n.to_le_bytes()).collect();
            Literal::splat(Type::scalar_tensor(Element::C64), &bytes).expect("it fits")
        };
        assert!(Monoid::Add.is_neutral(&number(-0.0, -0.0)));
        assert!(!Monoid::Add.is_neutral(&number(-0.0, 0.0)));
        assert!(!Monoid::Multiply.is_neutral(&number(1.0, 0.0)));
    }
}
