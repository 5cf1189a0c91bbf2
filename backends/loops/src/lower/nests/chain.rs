//! The nests of a chain of two products ([`AttentionPattern`]): its scores with what is made of
//! them, numbers of rows, and its second product.
//!
//! All have the chain's batches and rows as their first dimensions, in one order. What
//! passes between them are results of reductions ([`Node::Reduced`]), which the kernel
//! hands to each: see [`AttentionNests`].

use super::super::Unsupported;
use super::element::Elements;
use super::{Held, Lowered, Lowering, root, tensor_of};
use crate::index::{Index, Var};
use crate::nest::{Node, NodeId, Output, ScalarOp};
use crate::schedule::{AttentionNests, AttentionReduction, RunningMax};
use hloom_analysis::attention::AttentionPattern;
use hloom_ir::literal::write_f64;
use hloom_ir::module::Module;
use hloom_ir::ops::Op;
use hloom_ir::{Element, OpId, Value};

/// The nests of a chain, and the values that each reads.
#[derive(Clone, Debug)]
pub struct ChainNests {
    /// What is computed.
    pub chained: AttentionNests,
    /// What the inputs of its three nests are: operands of the fusion, or constants
    /// inside of it.
    pub inputs: [Vec<Value>; 3],
}

/// The nests of a fusion that is a chain; `None` if it is none, or one with numbers that
/// no kernel for chains computes with.
pub fn chain_of(module: &Module, op: OpId) -> Option<ChainNests> {
    let chain = AttentionPattern::of_block(module, module.entry(op, 0)?)?;
    Making { module, chain, cx: Lowering::new(module, op) }.nests().ok()
}

/// The storage bits of a number.
pub(super) fn number(element: Element, value: f64) -> [u64; 2] {
    let mut bytes = [0; 8];
    write_f64(element, value, &mut bytes[..element.byte_width().min(8)]);
    [u64::from_le_bytes(bytes), 0]
}

struct Making<'m> {
    module: &'m Module,
    chain: AttentionPattern,
    cx: Lowering<'m>,
}

impl Making<'_> {
    fn nests(mut self) -> Result<ChainNests, Unsupported> {
        self.cx.enter_fusion()?;
        let name = self.cx.name.clone();
        let (mut chained, scores) = self.scores()?;
        let rows = self.rows(&mut chained)?;
        let product = self.product(&mut chained)?;
        for nest in [&mut chained.logits, &mut chained.rows, &mut chained.product] {
            nest.name.clone_from(&name);
        }
        Ok(ChainNests { chained, inputs: [scores, rows, product] })
    }

    fn dims(&self, v: Value) -> Result<Vec<i64>, Unsupported> {
        Ok(tensor_of(self.module, self.cx.subject, v)?.dims.to_vec())
    }

    fn element(&self, v: Value) -> Result<Element, Unsupported> {
        Ok(tensor_of(self.module, self.cx.subject, v)?.element)
    }

    /// Begins a nest: its first dimensions, and the index of each dimension of the scores.
    fn begin(&mut self, column: bool) -> Result<Vec<Index>, Unsupported> {
        let extents = self.dims(self.module.result(self.chain.first, 0))?;
        let mut at = vec![Index::constant(0); extents.len()];
        let mut order: Vec<usize> =
            self.chain.batch.iter().chain(&self.chain.rows).copied().collect();
        order.extend(column.then_some(self.chain.column));
        for d in order {
            at[d] = Index::var(Var(self.cx.dim(extents[d], false)));
        }
        Ok(at)
    }

    /// An element of a value between the products.
    fn at(&mut self, v: Value, scores: &[Index]) -> Result<NodeId, Unsupported> {
        let coords = self.chain.axes(v).iter().map(|d| scores[*d].clone()).collect();
        Elements::new(&mut self.cx).at(v, coords, &[])
    }

    /// The scores, what reductions take, and terms.
    fn scores(&mut self) -> Result<(AttentionNests, Vec<Value>), Unsupported> {
        let (module, chain) = (self.module, self.chain.clone());
        let at = self.begin(true)?;
        let reduction = root::stage(&mut self.cx, &[chain.first], &at, &[])?;
        let factors = self.factors(reduction.values[0])?;
        let sum = root::combined_in(&self.cx, chain.first, 0)?;
        self.cx.held.insert(module.result(chain.first, 0), Held::Reduced(0, sum));
        for (n, shift) in (1..).zip(&chain.shifts) {
            let element = self.element(*shift)?;
            self.cx.held.insert(*shift, Held::Reduced(n, element));
        }
        for factor in &chain.scales {
            self.cx.held.insert(factor.value, Held::One);
        }
        let mut folds = Vec::new();
        for fold in &chain.reductions {
            let [of, start] = *module.operands(fold.op) else {
                return Err(self.cx.unsupported("it reduces several values"));
            };
            let own = self.element(module.result(fold.op, 0))?;
            let ops = root::combiner(&self.cx, fold.op, &[own])?;
            let crate::nest::Combiner::Each(ops) = ops else {
                return Err(self.cx.unsupported("it reduces in an order"));
            };
            // Sums of many are made of more than what they are kept in.
            let sums = ops[0] == ScalarOp::Add;
            let element = if sums { Element::F32 } else { own };
            let value = self.at(of, &at)?;
            let value = self.cx.body.convert(value, element);
            let start = module.constant(start).map_or(0.0, |it| it.get_f64(0));
            let (combiner, shifts) = (ops[0], fold.shifts.clone());
            folds.push(AttentionReduction {
                value,
                combiner,
                element,
                start: number(element, start),
                maxima: shifts,
            });
        }
        let handed = module.operand(chain.second, chain.side);
        let terms = self.at(handed, &at)?;
        // What it hands on is never in memory, but its work is counted.
        let coords = chain.axes(handed).iter().map(|d| at[*d].clone()).collect();
        let outputs = vec![Output::at(self.cx.tensor(handed), coords, terms)];
        let Lowered { nest, inputs } = self.cx.finish(Some(reduction), outputs);
        let [left, right] = factors;
        let chained = AttentionNests {
            rows: nest.clone(),
            product: nest.clone(),
            logits: nest,
            batches: chain.batch.len(),
            row_dims: chain.rows.len(),
            operands: if chain.row_side == 0 { [left, right] } else { [right, left] },
            values: left,
            probabilities: terms,
            reductions: folds,
            maxima: Vec::new(),
            rescaled: chain.term_shifts.clone(),
            scaled: Vec::new(),
        };
        Ok((chained, inputs))
    }

    /// The factors of what a product sums.
    fn factors(&self, product: NodeId) -> Result<[NodeId; 2], Unsupported> {
        match self.cx.body.node(product) {
            Node::Op(ScalarOp::Multiply, factors) => Ok([factors[0], factors[1]]),
            _ => Err(self.cx.unsupported("it sums no products")),
        }
    }

    /// What is subtracted, as it is and without infinities, what that growing multiplies
    /// terms by, and what they are multiplied and divided by in the end.
    fn rows(&mut self, chained: &mut AttentionNests) -> Result<Vec<Value>, Unsupported> {
        let (module, chain) = (self.module, self.chain.clone());
        let at = self.begin(false)?;
        self.cx.held.clear();
        for (n, (fold, it)) in (0..).zip(chain.reductions.iter().zip(&chained.reductions)) {
            let held = Held::Reduced(n, it.element);
            self.cx.held.insert(module.result(fold.op, 0), held);
        }
        for (n, shift) in (chain.reductions.len() as u32..).zip(&chain.shifts) {
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
            let growth = body.op(ScalarOp::Subtract, wide, &[before, wide_now]);
            let growth = body.op(ScalarOp::Exponential, wide, &[growth]);
            let last = body.op(ScalarOp::Subtract, wide, &[wide_now, it]);
            let last = body.op(ScalarOp::Exponential, wide, &[last]);
            chained.maxima.push(RunningMax { now, rescale: growth, last });
        }
        for factor in self.chain.term_scales.clone() {
            let factor = chain.scales[factor];
            let node = self.at(factor.value, &at)?;
            let node = self.cx.body.convert(node, Element::F32);
            chained.scaled.push((node, factor.divides));
        }
        let Lowered { nest, inputs } = self.cx.finish(None, Vec::new());
        chained.rows = nest;
        Ok(inputs)
    }

    /// The second product, of terms that are given.
    fn product(&mut self, chained: &mut AttentionNests) -> Result<Vec<Value>, Unsupported> {
        let (module, op, side) = (self.module, self.chain.second, self.chain.side);
        self.begin(false)?;
        self.cx.held.clear();
        let other = self.dims(module.operand(op, 1 - side))?;
        let Op::DotGeneral(it) = module.op(op) else {
            return Err(self.cx.unsupported("it ends in no product"));
        };
        let d = &it.dot_dimension_numbers;
        let free = if side == 0 { d.rhs_free(other.len()) } else { d.lhs_free(other.len()) };
        let (batches, all) = (self.chain.batch.len() as u32, self.cx.dims.len() as u32);
        let own: Vec<u32> =
            free.into_iter().map(|d| self.cx.dim(other[d as usize], false)).collect();
        let (batch, rows) = (0..batches, batches..all);
        let order: Vec<u32> = match side {
            0 => batch.chain(rows).chain(own).collect(),
            _ => batch.chain(own).chain(rows).collect(),
        };
        let own: Vec<Index> = order.into_iter().map(|d| Index::var(Var(d))).collect();
        let coords: Vec<Index> = self.chain.result_axes.iter().map(|d| own[*d].clone()).collect();
        let nodes = self.cx.after(&[op], &[self.chain.result], &coords)?;
        let terms = module.operand(op, side);
        let element = self.element(terms)?;
        self.cx.held.insert(terms, Held::Reduced(1, element));
        let outer = self.cx.asked.take().unwrap_or_default();
        let reduction = root::stage(&mut self.cx, &[op], &outer, &[])?;
        chained.values = self.factors(reduction.values[0])?[1 - side];
        let result = self.cx.tensor(module.result(self.cx.subject, 0));
        let outputs = vec![Output::at(result, coords, nodes[0])];
        let Lowered { nest, inputs } = self.cx.finish(Some(reduction), outputs);
        chained.product = nest;
        Ok(inputs)
    }
}
