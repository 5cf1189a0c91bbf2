//! Every elementwise op on every element type and all kinds of bit patterns.

use crate::{ErrorKind, eval};
use hloom_ir::op::{FieldReader, Trait};
use hloom_ir::ops::{Op, TABLE};
use hloom_ir::rewrite::InsertPoint;
use hloom_ir::{Attr, AttrDict, Element, Literal, Module, Rewriter, Type};

/// Random bits that are valid elements: `i1` is 0 or 1, and narrow numbers are in the low bits.
fn random(element: Element, count: usize, seed: &mut u64) -> Literal {
    let ty = Type::tensor(&[count as i64], element);
    let mut x = Literal::zeros(ty).expect("a static type");
    let bits = element.bit_width();
    for byte in x.as_mut_slice::<u8>() {
        *seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        let random = (*seed >> 40) as u8;
        *byte = match bits {
            8.. => random,
            _ if element.is_signed() => (((random << (8 - bits)) as i8) >> (8 - bits)) as u8,
            _ => random & ((1 << bits) - 1),
        };
    }
    x
}

/// The op with default attributes, if it has them.
fn made(entry: &hloom_ir::op::OpEntry, ty: Type) -> Option<Op> {
    let mut dict = AttrDict::new();
    let i32s = Type::scalar(Element::I32);
    dict.set("comparison_direction", Attr::Opaque("#stablehlo<comparison_direction LE>".into()));
    dict.set("exponent_bits", Attr::Int(4, i32s));
    dict.set("mantissa_bits", Attr::Int(2, i32s));
    (entry.read)(&mut FieldReader { dict: &mut dict, results: &[ty] }).ok()
}

#[test]
fn every_elementwise_op_runs_on_every_element_type() {
    let (mut seed, mut run) = (1u64, 0);
    // Its value is an attribute whose type must be the result's element type.
    let elementwise = TABLE.iter().filter(|e| e.def.has(Trait::Elementwise));
    for entry in elementwise.filter(|e| e.def.name != "chlo.constant_like") {
        for element in Element::ALL {
            let count = 523;
            let mut operands: Vec<Literal> =
                entry.def.operands.iter().map(|_| random(element, count, &mut seed)).collect();
            if entry.def.name == "stablehlo.select" {
                operands[0] = random(Element::I1, count, &mut seed);
            }
            let name = entry.def.name;
            let op = made(entry, operands[0].ty()).expect(name);
            // Invalid ops need not run.
            let mut module = Module::new();
            let mut r = Rewriter::new(&mut module);
            let types: Vec<Type> = operands.iter().map(Literal::ty).collect();
            let (_, block) = r.region(&types);
            r.set_point(InsertPoint::End(block));
            let args = r.module().args(block).to_vec();
            let Ok(result) = r.value(op.clone(), &args) else { continue };
            let ty = r.module().ty(result);
            let refs: Vec<&Literal> = operands.iter().collect();
            let whole = match eval(&op, &refs, ty, 1 << 20) {
                Ok(whole) => whole,
                Err(error) => {
                    // Only where the specification leaves the result open.
                    let open = matches!(name, "stablehlo.remainder" | "chlo.bessel_i1e")
                        && element.is_complex();
                    assert!(
                        open && error.kind == ErrorKind::Unsupported,
                        "{name} {element}: {error}"
                    );
                    continue;
                }
            };
            run += 1;
            // The same with splat operands.
            for i in [0, 1, 17, count - 1] {
                let splats: Vec<Literal> = operands
                    .iter()
                    .map(|x| Literal::splat(x.ty(), x.element_bytes(i)).expect("one element"))
                    .collect();
                let refs: Vec<&Literal> = splats.iter().collect();
                let one = eval(&op, &refs, ty, 1 << 20).expect(name);
                assert!(one.is_splat(), "{name} {element}");
                assert_eq!(one.bytes(), whole.element_bytes(i), "{name} {element} at {i}");
            }
        }
    }
    assert!(run > 500, "only {run} pairs of op and element type were run");
}
