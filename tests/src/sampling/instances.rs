//! Random instances of the left-hand sides of rewrite rules.
//!
//! A left-hand side is a pattern, which determines the ops; element types, shapes and attributes
//! are random. Invalid draws are discarded. Leaves are arguments, repeated values, constants, or
//! instances of other left-hand sides; inner ops may have other users.
//!
//! Not drawn: ops with regions and ops with any number of operands, for which a rule gives an
//! example, whose element type and numbers alone are random; ranks above 3 and extents above 67;
//! layouts, sparse encodings and bounds; tensors of unknown rank; optional attributes (precision,
//! algorithms, accuracies); quantized types that are expressed in other types than `f32`, or whose
//! range does not hold 0; results of more than one op that take part in one match.

use super::numbers::any_number;
use super::{ELEMENTS, attributes};
use crate::campaign::Random;
use hloom_ir::field::Symbol;
use hloom_ir::module::Module;
use hloom_ir::ops::{Func, FuncReturn, FunctionType};
use hloom_ir::pattern::Pat;
use hloom_ir::rewrite::InsertPoint;
use hloom_ir::types::{Quant, QuantType};
use hloom_ir::{Block, DYNAMIC, Element, Literal, Rewriter, Type, Value};

/// Shapes that most instances are drawn from.
const SHAPES: [&[i64]; 9] =
    [&[], &[3], &[1], &[2, 3], &[2, 1, 3], &[2, 2, 2], &[0], &[2, 0], &[1, 1]];

/// Shapes with extents around and above the width of a vector, many of them prime.
const WIDE_SHAPES: [&[i64]; 7] = [&[5], &[8], &[17], &[67], &[7, 4], &[3, 19], &[2, 5, 9]];

/// A program and its inputs.
pub struct Instance {
    /// The module; its function `main` returns the root of the left-hand side first.
    pub module: Module,
    /// A value for each argument.
    pub inputs: Vec<Literal>,
}

/// The distribution of instances.
#[derive(Clone, Copy, Default)]
pub struct Draw<'d> {
    /// The element type of leaves; any, the usual ones more often, if `None`.
    pub element: Option<Element>,
    /// Left sides of which leaves may be instances.
    pub others: &'d [&'d Pat],
    /// Whether numbers are mild: where a rule may round differently.
    pub mild: bool,
}

/// Draws an instance of a left side: a module whose function `main` takes the
/// pattern's variables and returns its root. `None` if the draw makes no valid
/// program.
pub fn instance(pat: &Pat, draw: Draw<'_>, random: &mut Random) -> Option<Instance> {
    let Draw { others, mild, .. } = draw;
    let mut module = Module::new();
    let mut rewriter = Rewriter::new(&mut module);
    let (region, block) = rewriter.region(&[]);
    rewriter.set_point(InsertPoint::End(block));
    let element = draw.element.unwrap_or_else(|| any_element(random));
    let shapes: &[&[i64]] = if random.chance(5) { &WIDE_SHAPES } else { &SHAPES };
    let shape = random.one_of(shapes).to_vec();
    let mut sampler = Sampler {
        element,
        // The extent of a per-axis quantized dimension is the number of its scales.
        dynamic: !element.is_per_axis_quantized() && random.chance(5),
        shape,
        others,
        mild,
        bound: Vec::new(),
        inner: Vec::new(),
        inputs: Vec::new(),
        block,
        rewriter,
        random,
    };
    let root = sampler.value(pat)?;
    let Sampler { mut rewriter, inner, inputs, random, .. } = sampler;
    // The result of a quantized sum may have another scale than its operands.
    if let Some(Element::Quant(_)) = rewriter.module().ty(root).element()
        && random.chance(3)
        && let Some(tensor) = rewriter.module().ty(root).as_tensor()
        && let Element::Quant(other) = quantized(random)
    {
        // One scale per index of the axis.
        let extent = other.axis.map(|d| tensor.dims.get(d as usize).copied().unwrap_or(0));
        if extent.is_none_or(|n| n == other.scales.len() as i64) {
            rewriter.set_type(root, tensor.with_element(Element::Quant(other)).into());
        }
    }
    let mut results = vec![root];
    results.extend(inner.into_iter().filter(|&v| v != root && random.chance(4)));
    rewriter.build(FuncReturn {}, &results).ok()?;
    let types = |values: &[Value]| -> Vec<Type> {
        values.iter().map(|&v| rewriter.module().ty(v)).collect()
    };
    let ty = Type::function(&types(rewriter.module().args(block)), &types(&results));
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
    // Random argument types may be invalid.
    let valid = !element.is_quantized() || hloom_ir::verify::verify(&module).is_ok();
    valid.then_some(Instance { module, inputs })
}

/// Any element type, the usual ones more often.
pub fn any_element(random: &mut Random) -> Element {
    match random.below(8) {
        0..4 => *random.one_of(&ELEMENTS),
        4 => quantized(random),
        _ => *random.one_of(&Element::ALL),
    }
}

/// A quantized type, per tensor or per axis. Zero points lie at the ends of the range too, which
/// may be narrower than the storage type, and without 0.
fn quantized(random: &mut Random) -> Element {
    let storages = [Element::I8, Element::I8, Element::U8, Element::I4, Element::U4, Element::I16];
    let storage = *random.one_of(&storages);
    let (low, high) = match (storage.is_signed(), storage.bit_width()) {
        (true, bits) => (-(1 << (bits - 1)), (1 << (bits - 1)) - 1),
        (false, bits) => (0, (1 << bits) - 1),
    };
    let narrower = [(low + 1, high - 1), (1, high), (high / 2, high - 1)];
    let range = random.chance(4).then(|| *random.one_of(&narrower));
    let (low, high) = range.unwrap_or((low, high));
    let zeros = [0, 0, 3, -7, low, high].map(|zero: i64| zero.clamp(low, high));
    let mut scale = || (random.one_of(&[1.0f64, 2.0, 0.5, 0.1]).to_bits(), *random.one_of(&zeros));
    let scales: Vec<(u64, i64)> = vec![scale(), scale()];
    let axis = random.chance(3).then(|| random.below(2) as u32);
    Element::Quant(QuantType::new(Quant {
        storage,
        range,
        expressed: Element::F32,
        axis,
        scales: if axis.is_some() { scales } else { scales[..1].to_vec() },
    }))
}

struct Sampler<'m, 'r> {
    rewriter: Rewriter<'m>,
    random: &'r mut Random,
    block: Block,
    /// The element type and shape of leaves.
    element: Element,
    shape: Vec<i64>,
    /// Whether arguments may have unknown extents.
    dynamic: bool,
    /// Whether numbers are moderate.
    mild: bool,
    /// Left-hand sides that leaves may be instances of.
    others: &'r [&'r Pat],
    bound: Vec<(&'static str, Value)>,
    /// Results of inner ops, which may get other users.
    inner: Vec<Value>,
    inputs: Vec<Literal>,
}

impl Sampler<'_, '_> {
    fn value(&mut self, pat: &Pat) -> Option<Value> {
        match pat {
            Pat::Var(v) => {
                if let Some((_, known)) = self.bound.iter().find(|(n, _)| *n == v.0) {
                    return Some(*known);
                }
                let value = self.leaf()?;
                self.bound.push((v.0, value));
                Some(value)
            }
            Pat::Const(v) => {
                if let Some((_, known)) = self.bound.iter().find(|(n, _)| *n == v.0) {
                    return Some(*known);
                }
                let value = self.constant()?;
                self.bound.push((v.0, value));
                Some(value)
            }
            Pat::Number(n) => {
                let literal = self.splat(*n)?;
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
                let value = self.rewriter.value(op, &values).ok()?;
                self.inner.push(value);
                Some(value)
            }
        }
    }

    /// An operand of an op; its type may differ from that of other operands.
    fn operand(&mut self, op: &str, i: usize, pat: &Pat) -> Option<Value> {
        let before = (self.element, self.shape.clone());
        match (op, i) {
            ("stablehlo.select", 0) => self.element = Element::I1,
            ("stablehlo.pad", 1) => self.shape.clear(),
            ("stablehlo.broadcast_in_dim", 0) if self.random.chance(2) => self.shape.clear(),
            // Fewer dimensions, and extents of 1.
            (op, _) if op.starts_with("chlo.broadcast_") => {
                let random = &mut *self.random;
                self.shape.drain(..random.below(self.shape.len() + 1) * random.below(2));
                self.shape.iter_mut().filter(|_| random.chance(3)).for_each(|n| *n = 1);
            }
            _ => {}
        }
        let value = self.value(pat);
        (self.element, self.shape) = before;
        value
    }

    /// The binding of a variable.
    fn leaf(&mut self) -> Option<Value> {
        let ty = self.leaf_type();
        match self.random.below(12) {
            0 | 1 => self.constant(),
            2 | 3 => {
                let known: Vec<Value> = self.bound.iter().map(|(_, v)| *v).collect();
                let ty_of = |v: &Value| self.rewriter.module().ty(*v);
                let same: Vec<Value> = known.into_iter().filter(|v| ty_of(v) == ty).collect();
                self.random.pick(&same).copied().or_else(|| self.argument())
            }
            4..9 if !self.others.is_empty() => {
                let pat = *self.random.one_of(self.others);
                let (outer, others) = (std::mem::take(&mut self.bound), self.others);
                self.others = &[];
                let value = self.value(pat);
                (self.bound, self.others) = (outer, others);
                value
            }
            _ => self.argument(),
        }
    }

    fn argument(&mut self) -> Option<Value> {
        let ty = self.leaf_type();
        let twin = self.inputs.iter().find(|l| l.ty() == ty && self.random.chance(3)).cloned();
        let input = match twin {
            Some(twin) => twin,
            None => any_number(ty, self.mild, self.random)?,
        };
        self.inputs.push(input);
        let mut shape = self.shape.clone();
        if self.dynamic {
            shape.iter_mut().filter(|_| self.random.chance(2)).for_each(|n| *n = DYNAMIC);
        }
        Some(self.rewriter.add_arg(self.block, Type::tensor(&shape, self.element)))
    }

    fn constant(&mut self) -> Option<Value> {
        let ty = self.leaf_type();
        let numbers = [0.25, 0.5, 2.0, 4.0, -8.0, 0.0, 1.0, 3.0];
        let literal = if self.random.chance(2) {
            let usable = if self.mild { &numbers[..5] } else { &numbers[..] };
            let number = *self.random.one_of(usable);
            self.splat(number)?
        } else {
            any_number(ty, self.mild, self.random)?
        };
        Some(self.rewriter.constant(literal))
    }

    /// A constant of one number; a quantized one is stored within its range.
    fn splat(&self, number: f64) -> Option<Literal> {
        let (low, high) = match self.element {
            Element::Quant(q) => q.storage_range(),
            _ => return Literal::from_f64s(self.leaf_type(), &[number]).ok(),
        };
        Literal::from_f64s(self.leaf_type(), &[number.clamp(low as f64, high as f64)]).ok()
    }

    fn leaf_type(&self) -> Type {
        Type::tensor(&self.shape, self.element)
    }
}
