//! Random instances of rewrite rules' left sides, random programs (of one block, and
//! of several), and random inputs.
//!
//! A left side is data, so it says itself which ops it is made of; what it leaves
//! open (element types, shapes, attributes) is drawn at random. Draws that the op
//! table refuses are thrown away.

mod attributes;
mod branches;
mod counted;
mod language;
mod numbers;
mod program;

pub use branches::{Form, branches};
pub use counted::counted;
pub use language::Language;
pub use numbers::{close, input, same};
pub use program::{Sample, program};

use crate::campaign::Random;
use hloom_ir::field::Symbol;
use hloom_ir::module::Module;
use hloom_ir::ops::{self, Func, FuncReturn, FunctionType};
use hloom_ir::pattern::Pat;
use hloom_ir::rewrite::InsertPoint;
use hloom_ir::{Element, Literal, Rewriter, Type, Value};

/// Element types that instances are drawn from.
const ELEMENTS: [Element; 8] = [
    Element::I1,
    Element::I8,
    Element::I32,
    Element::U8,
    Element::F16,
    Element::F32,
    Element::F64,
    Element::C64,
];

/// Shapes that instances are drawn from.
const SHAPES: [&[i64]; 6] = [&[], &[3], &[1], &[2, 3], &[2, 1, 3], &[2, 2, 2]];

/// Draws an instance of a left side: a module whose function `main` takes the
/// pattern's variables and returns its root. `None` if the draw makes no valid
/// program.
pub fn instance(pat: &Pat, random: &mut Random) -> Option<Module> {
    let mut module = Module::new();
    let mut rewriter = Rewriter::new(&mut module);
    let (region, block) = rewriter.region(&[]);
    rewriter.set_point(InsertPoint::End(block));
    let mut sampler = Sampler {
        element: *random.one_of(&ELEMENTS),
        shape: random.one_of(&SHAPES).to_vec(),
        bound: Vec::new(),
        constants: Vec::new(),
        block,
        rewriter,
        random,
    };
    let root = sampler.value(pat)?;
    let mut rewriter = sampler.rewriter;
    rewriter.build(FuncReturn {}, &[root]).ok()?;
    let args: Vec<Type> =
        rewriter.module().args(block).iter().map(|&v| rewriter.module().ty(v)).collect();
    let ty = Type::function(&args, &[rewriter.module().ty(root)]);
    let func = Func {
        sym_name: Symbol::from("main"),
        function_type: FunctionType(ty),
        sym_visibility: None,
        arg_attrs: None,
        res_attrs: None,
    };
    let body = rewriter.module().body();
    rewriter.set_point(InsertPoint::End(body));
    rewriter.build_with_regions(func, &[], &[region]).ok()?;
    Some(module)
}

struct Sampler<'m, 'r> {
    rewriter: Rewriter<'m>,
    random: &'r mut Random,
    block: hloom_ir::Block,
    /// The element type and shape that leaves are drawn with.
    element: Element,
    shape: Vec<i64>,
    bound: Vec<(&'static str, Value)>,
    constants: Vec<(&'static str, Value)>,
}

impl Sampler<'_, '_> {
    fn value(&mut self, pat: &Pat) -> Option<Value> {
        match pat {
            Pat::Var(v) => {
                if let Some((_, known)) = self.bound.iter().find(|(n, _)| *n == v.0) {
                    return Some(*known);
                }
                let ty = self.leaf_type();
                let value = self.rewriter.add_arg(self.block, ty);
                self.bound.push((v.0, value));
                Some(value)
            }
            Pat::Const(v) => {
                if let Some((_, known)) = self.constants.iter().find(|(n, _)| *n == v.0) {
                    return Some(*known);
                }
                let ty = self.leaf_type();
                let literal = if self.random.chance(2) {
                    let powers = [0.25, 0.5, 2.0, 4.0, -8.0];
                    Literal::from_f64s(ty, &[*self.random.one_of(&powers)]).ok()?
                } else {
                    numbers::input(ty, self.random)?
                };
                let value = self.rewriter.constant(literal);
                self.constants.push((v.0, value));
                Some(value)
            }
            Pat::Number(n) => {
                let literal = Literal::from_f64s(self.leaf_type(), &[*n]).ok()?;
                Some(self.rewriter.constant(literal))
            }
            Pat::AnyOperands { .. } => None,
            Pat::Op { name, operands, .. } => {
                let values = operands
                    .iter()
                    .enumerate()
                    .map(|(i, p)| self.operand(name, i, p))
                    .collect::<Option<Vec<_>>>()?;
                let types: Vec<Type> =
                    values.iter().map(|&v| self.rewriter.module().ty(v)).collect();
                let op = attributes::draw(name, &types, self.random)?;
                self.rewriter.value(op, &values).ok()
            }
        }
    }

    /// An operand of an op, which may want another type than its neighbours.
    fn operand(&mut self, op: &str, i: usize, pat: &Pat) -> Option<Value> {
        let before = (self.element, self.shape.clone());
        match (op, i) {
            ("stablehlo.select", 0) => self.element = Element::I1,
            ("stablehlo.pad", 1) => self.shape.clear(),
            ("stablehlo.broadcast_in_dim", 0) if self.random.chance(2) => self.shape.clear(),
            _ => {}
        }
        let value = self.value(pat);
        (self.element, self.shape) = before;
        value
    }

    fn leaf_type(&mut self) -> Type {
        Type::tensor(&self.shape, self.element)
    }
}

/// The entry of the op with this name, without attributes.
fn plain(name: &str, root: &[Type]) -> Option<ops::Op> {
    let mut dict = hloom_ir::AttrDict::new();
    let mut reader = hloom_ir::op::FieldReader { dict: &mut dict, results: root };
    (ops::lookup(name)?.read)(&mut reader).ok()
}
