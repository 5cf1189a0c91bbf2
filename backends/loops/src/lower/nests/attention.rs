//! The nests of an attention fusion ([`AttentionPattern`]): the logits with the probabilities,
//! the row statistics, and the second product.
//!
//! All have the pattern's batches and rows as their first dimensions, in one order. The
//! results of reductions ([`Node::Reduced`]) pass from one to the next inside the kernel: see
//! [`AttentionNests`].

use super::super::Unsupported;
use super::element::Elements;
use super::{Forwarded, Lowered, Lowering, root, tensor_of};
use crate::index::{Index, Var};
use crate::nest::{Node, NodeId, Output, ScalarOp};
use crate::schedule::{AttentionNests, AttentionReduction, RunningMax};
use hloom_analysis::attention::AttentionPattern;
use hloom_ir::literal::write_f64;
use hloom_ir::module::Module;
use hloom_ir::ops::Op;
use hloom_ir::{Element, OpId, Value};

/// The nests of an attention fusion, and the values that each reads.
#[derive(Clone, Debug)]
pub struct LoweredAttention {
    /// The nests.
    pub nests: AttentionNests,
    /// The inputs of the three nests: operands of the fusion, or constants inside of it.
    pub inputs: [Vec<Value>; 3],
}

/// The nests of a fusion that is an attention pattern; `None` if it is not one, or has element
/// types that the attention kernel does not support.
pub fn lower_attention(module: &Module, op: OpId) -> Option<LoweredAttention> {
    let pattern = AttentionPattern::of_block(module, module.entry(op, 0)?)?;
    AttentionLowering { module, pattern, cx: Lowering::new(module, op) }.nests().ok()
}

/// The storage bits of a number.
pub(super) fn number(element: Element, value: f64) -> [u64; 2] {
    let mut bytes = [0; 8];
    write_f64(element, value, &mut bytes[..element.byte_width().min(8)]);
    [u64::from_le_bytes(bytes), 0]
}

struct AttentionLowering<'m> {
    module: &'m Module,
    pattern: AttentionPattern,
    cx: Lowering<'m>,
}

impl AttentionLowering<'_> {
    fn nests(mut self) -> Result<LoweredAttention, Unsupported> {
        self.cx.enter_fusion()?;
        let name = self.cx.name.clone();
        let (mut nests, logits) = self.logits()?;
        let rows = self.rows(&mut nests)?;
        let product = self.product(&mut nests)?;
        for nest in [&mut nests.logits, &mut nests.rows, &mut nests.product] {
            nest.name.clone_from(&name);
        }
        Ok(LoweredAttention { nests, inputs: [logits, rows, product] })
    }

    fn dims(&self, v: Value) -> Result<Vec<i64>, Unsupported> {
        Ok(tensor_of(self.module, self.cx.subject, v)?.dims.to_vec())
    }

    fn element(&self, v: Value) -> Result<Element, Unsupported> {
        Ok(tensor_of(self.module, self.cx.subject, v)?.element)
    }

    /// Begins a nest: its first dimensions, and the index of each dimension of the logits.
    fn begin(&mut self, column: bool) -> Result<Vec<Index>, Unsupported> {
        let extents = self.dims(self.module.result(self.pattern.first, 0))?;
        let mut at = vec![Index::constant(0); extents.len()];
        let mut order: Vec<usize> =
            self.pattern.batch.iter().chain(&self.pattern.rows).copied().collect();
        order.extend(column.then_some(self.pattern.column));
        for d in order {
            at[d] = Index::var(Var(self.cx.dim(extents[d], false)));
        }
        Ok(at)
    }

    /// An element of a value between the products.
    fn at(&mut self, v: Value, logits: &[Index]) -> Result<NodeId, Unsupported> {
        let coords = self.pattern.axes(v).iter().map(|d| logits[*d].clone()).collect();
        Elements::new(&mut self.cx).at(v, coords, &[])
    }

    /// The nest of the logits, with the operands of the row reductions and the probabilities.
    fn logits(&mut self) -> Result<(AttentionNests, Vec<Value>), Unsupported> {
        let (module, pattern) = (self.module, self.pattern.clone());
        let at = self.begin(true)?;
        let reduction = root::stage(&mut self.cx, &[pattern.first], &at, &[])?;
        let operands = self.multiplied(reduction.values[0])?;
        let sum = root::combined_in(&self.cx, pattern.first, 0)?;
        self.cx.forwarded.insert(module.result(pattern.first, 0), Forwarded::Reduced(0, sum));
        for (n, shift) in (1..).zip(&pattern.shifts) {
            let element = self.element(*shift)?;
            self.cx.forwarded.insert(*shift, Forwarded::Reduced(n, element));
        }
        for factor in &pattern.scales {
            self.cx.forwarded.insert(factor.value, Forwarded::One);
        }
        let mut reductions = Vec::new();
        for row_reduction in &pattern.reductions {
            let [of, start] = *module.operands(row_reduction.op) else {
                return Err(self.cx.unsupported("it reduces several values"));
            };
            let own = self.element(module.result(row_reduction.op, 0))?;
            let ops = root::combiner(&self.cx, row_reduction.op, &[own])?;
            let crate::nest::Combiner::Each(ops) = ops else {
                return Err(self.cx.unsupported("it reduces in an order"));
            };
            // Sums of many elements have a wider accumulator.
            let sums = ops[0] == ScalarOp::Add;
            let element = if sums { Element::F32 } else { own };
            let value = self.at(of, &at)?;
            let value = self.cx.body.convert(value, element);
            let start = module.constant(start).map_or(0.0, |it| it.get_f64(0));
            let (combiner, shifts) = (ops[0], row_reduction.shifts.clone());
            reductions.push(AttentionReduction {
                value,
                combiner,
                element,
                start: number(element, start),
                maxima: shifts,
            });
        }
        let weights = module.operand(pattern.second, pattern.side);
        let probabilities = self.at(weights, &at)?;
        // The probabilities are never in memory, but their work is counted.
        let coords = pattern.axes(weights).iter().map(|d| at[*d].clone()).collect();
        let outputs = vec![Output::at(self.cx.tensor(weights), coords, probabilities)];
        let Lowered { nest, inputs } = self.cx.finish(Some(reduction), outputs);
        let [left, right] = operands;
        let nests = AttentionNests {
            rows: nest.clone(),
            product: nest.clone(),
            logits: nest,
            batches: pattern.batch.len(),
            row_dims: pattern.rows.len(),
            operands: if pattern.row_side == 0 { [left, right] } else { [right, left] },
            values: left,
            probabilities,
            reductions,
            maxima: Vec::new(),
            rescaled: pattern.term_shifts.clone(),
            scaled: Vec::new(),
        };
        Ok((nests, inputs))
    }

    /// The operands of the multiplication that a gemm sums.
    fn multiplied(&self, product: NodeId) -> Result<[NodeId; 2], Unsupported> {
        match self.cx.body.node(product) {
            Node::Op(ScalarOp::Multiply, operands) => Ok([operands[0], operands[1]]),
            _ => Err(self.cx.unsupported("it does not sum products")),
        }
    }

    /// The nest of the row statistics: running maxima without infinities, the factors that
    /// rescale earlier partial results, and the factors of the final normalization.
    fn rows(&mut self, nests: &mut AttentionNests) -> Result<Vec<Value>, Unsupported> {
        let (module, pattern) = (self.module, self.pattern.clone());
        let at = self.begin(false)?;
        self.cx.forwarded.clear();
        for (n, (row_reduction, it)) in (0..).zip(pattern.reductions.iter().zip(&nests.reductions))
        {
            let forwarded = Forwarded::Reduced(n, it.element);
            self.cx.forwarded.insert(module.result(row_reduction.op, 0), forwarded);
        }
        for (n, shift) in (pattern.reductions.len() as u32..).zip(&pattern.shifts) {
            let element = self.element(*shift)?;
            let least = match element {
                Element::F32 => f64::from(f32::MIN),
                Element::F16 => -65504.0,
                Element::BF16 => -3.389_531_389_251_535_5e38,
                other => return Err(self.cx.unsupported(format!("{other} is subtracted"))),
            };
            let it = self.at(*shift, &at)?;
            let body = &mut self.cx.body;
            let least = body.add(Node::Constant(number(element, least)), element);
            let now = body.op(ScalarOp::Maximum, element, &[it, least]);
            let before = body.add(Node::Reduced(n), element);
            let wide = Element::F32;
            let [it, wide_now, before] = [it, now, before].map(|node| body.convert(node, wide));
            let rescale = body.op(ScalarOp::Subtract, wide, &[before, wide_now]);
            let rescale = body.op(ScalarOp::Exponential, wide, &[rescale]);
            let last = body.op(ScalarOp::Subtract, wide, &[wide_now, it]);
            let last = body.op(ScalarOp::Exponential, wide, &[last]);
            nests.maxima.push(RunningMax { now, rescale, last });
        }
        for factor in self.pattern.term_scales.clone() {
            let factor = pattern.scales[factor];
            let node = self.at(factor.value, &at)?;
            let node = self.cx.body.convert(node, Element::F32);
            nests.scaled.push((node, factor.divides));
        }
        let Lowered { nest, inputs } = self.cx.finish(None, Vec::new());
        nests.rows = nest;
        Ok(inputs)
    }

    /// The nest of the second product, whose probabilities are given.
    fn product(&mut self, nests: &mut AttentionNests) -> Result<Vec<Value>, Unsupported> {
        let (module, op, side) = (self.module, self.pattern.second, self.pattern.side);
        self.begin(false)?;
        self.cx.forwarded.clear();
        let other = self.dims(module.operand(op, 1 - side))?;
        let Op::DotGeneral(it) = module.op(op) else {
            return Err(self.cx.unsupported("it does not end in a product"));
        };
        let d = &it.dot_dimension_numbers;
        let free = if side == 0 { d.rhs_free(other.len()) } else { d.lhs_free(other.len()) };
        let (batches, all) = (self.pattern.batch.len() as u32, self.cx.dims.len() as u32);
        let own: Vec<u32> =
            free.into_iter().map(|d| self.cx.dim(other[d as usize], false)).collect();
        let (batch, rows) = (0..batches, batches..all);
        let order: Vec<u32> = match side {
            0 => batch.chain(rows).chain(own).collect(),
            _ => batch.chain(own).chain(rows).collect(),
        };
        let own: Vec<Index> = order.into_iter().map(|d| Index::var(Var(d))).collect();
        let coords: Vec<Index> = self.pattern.result_axes.iter().map(|d| own[*d].clone()).collect();
        let nodes = self.cx.after(&[op], &[self.pattern.result], &coords)?;
        let probabilities = module.operand(op, side);
        let element = self.element(probabilities)?;
        self.cx.forwarded.insert(probabilities, Forwarded::Reduced(1, element));
        let outer = self.cx.demanded.take().unwrap_or_default();
        let reduction = root::stage(&mut self.cx, &[op], &outer, &[])?;
        nests.values = self.multiplied(reduction.values[0])?[1 - side];
        let result = self.cx.tensor(module.result(self.cx.subject, 0));
        let outputs = vec![Output::at(result, coords, nodes[0])];
        let Lowered { nest, inputs } = self.cx.finish(Some(reduction), outputs);
        nests.product = nest;
        Ok(inputs)
    }
}
