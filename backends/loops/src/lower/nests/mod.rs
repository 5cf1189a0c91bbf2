//! Nests of tensor ops.
//!
//! The value's op and coordinates describe an element of a value: an elementwise op reads its
//! operands at the same coordinates, a transpose at permuted ones, a pad under a guard, and so on
//! down to loads from memory. So a chain of ops is a composition of maps, and a fused region is the
//! description of its last value.
//!
//! A reduction, a window, a gemm or a convolution has dimensions of its own and is the *root* of a
//! nest, described once; all other ops can stand anywhere below a root.

mod attention;
mod element;
mod indexed;
mod root;
mod row_threads;
mod rows;
mod scalar;
mod sparse_driven;
mod warps;
mod windows;

pub use attention::{LoweredAttention, lower_attention};
pub use indexed::{Update, update_of};
pub use rows::{StageNest, Stages, stages_of};
pub use sparse_driven::{LEAD, Memory, SparseDrivenNest, SparseDrivenNests, sparse_driven_nests};
pub use windows::{SelectNests, select_of};

use super::Unsupported;
use crate::index::{Index, Var};
use crate::nest::{Body, Condition, Dim, Nest, Node, NodeId, Output, Tensor};
use element::Elements;
use hloom_analysis::dataflow::is_stage;
use hloom_analysis::kernel::{KernelShape, kernel_shape_of_block};
use hloom_ir::module::Module;
use hloom_ir::ops::Op;
use hloom_ir::types::TensorType;
use hloom_ir::{Block, Element, OpId, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// A nest, and the values that it reads and writes.
#[derive(Clone, Debug)]
pub struct Lowered {
    /// The nest.
    pub nest: Nest,
    /// For each input of the nest, the value that it reads: an operand of the op,
    /// or a constant inside of a fusion.
    pub inputs: Vec<Value>,
}

/// The nest of an op whose results are static tensors; its outputs are the op's
/// results, in order.
///
/// # Errors
/// If the op is none that a nest can describe.
pub fn nest_of(module: &Module, op: OpId) -> Result<Lowered, Unsupported> {
    for v in module.operands(op).iter().copied().chain(module.results(op)) {
        tensor_of(module, op, v)?;
    }
    let mut lowering = Lowering::new(module, op);
    if !matches!(module.op(op), Op::Fusion(_)) {
        let results: Vec<Value> = module.results(op).into_iter().collect();
        return match is_stage(module.op(op)) {
            true => lowering.single(&[op], &results),
            false => lowering.pointwise(&results),
        };
    }
    let (block, yielded) = lowering.enter_fusion()?;
    match kernel_shape_of_block(module, block) {
        KernelShape::Map => lowering.pointwise(&yielded),
        KernelShape::Single(stages) => lowering.single(&stages, &yielded),
        KernelShape::Update(_) => Err(lowering.unsupported("it changes a tensor in memory")),
        KernelShape::Rows(_) | KernelShape::Staged => {
            Err(lowering.unsupported("it takes several nests"))
        }
    }
}

/// The values that an op's first region yields for these arguments, as nodes of a body.
///
/// # Errors
/// If the region does anything but compute with single elements.
pub fn region_of(
    module: &Module,
    op: OpId,
    body: &mut Body,
    args: &[NodeId],
) -> Result<Vec<NodeId>, Unsupported> {
    let block =
        module.entry(op, 0).ok_or_else(|| Unsupported::new(module, op, "its region is empty"))?;
    scalar::region(module, op, block, body, args)
}

/// The static tensor type of a value.
pub(super) fn tensor_of(
    module: &Module,
    op: OpId,
    v: Value,
) -> Result<&'static TensorType, Unsupported> {
    let ty = module.ty(v);
    match ty.as_tensor() {
        Some(t) if t.element.is_quantized() => {
            Err(Unsupported::new(module, op, format!("{ty} is quantized")))
        }
        Some(t) if t.buffer_size().is_some() => Ok(t),
        Some(_) => Err(Unsupported::new(module, op, format!("the size of {ty} is not known"))),
        None => Err(Unsupported::new(module, op, format!("{ty} is not a ranked tensor"))),
    }
}

/// A kernel's name: what it computes, and the name of its first result.
pub(super) fn name_of(module: &Module, op: OpId) -> String {
    let mut name = match module.op(op) {
        Op::Fusion(_) => {
            let mut parts: Vec<&str> = module
                .walk(op)
                .filter(|&o| module.parent_op(o) == Some(op))
                .map(|o| module.op(o).name())
                .filter(|n| !matches!(*n, "stablehlo.return" | "stablehlo.constant"))
                .map(|n| n.split_once('.').map_or(n, |(_, short)| short))
                .collect();
            if parts.len() > 4 {
                parts.drain(2..parts.len() - 2);
                parts.insert(2, "etc");
            }
            parts.join("_")
        }
        known => known.def().short_name().to_owned(),
    };
    if let Some(first) = module.results(op).get(0).and_then(|v| module.name(v)) {
        name.push('.');
        name.push_str(first);
    }
    name
}

/// A nest under construction.
struct Lowering<'m> {
    module: &'m Module,
    /// The op or fusion that is lowered.
    subject: OpId,
    /// The body of the fusion.
    block: Option<Block>,
    /// The operands that stand for the fusion's arguments.
    args: FxHashMap<Value, Value>,
    name: String,
    dims: Vec<Dim>,
    inputs: Vec<Value>,
    body: Body,
    /// The results of the nest's reduction: which one each is, and the element type
    /// in which it is combined.
    reduced: FxHashMap<Value, (u32, Element)>,
    /// The one place at which the outputs demand the reduction's results.
    demanded: Option<Vec<Index>>,
    /// Values of a fusion that lie in memory of their own.
    materialized: FxHashMap<Value, Materialized>,
    /// Values of a fusion whose element at the point that is computed is known.
    forwarded: FxHashMap<Value, Forwarded>,
}

/// The value of an element that is forwarded to its users.
#[derive(Clone, Copy, Debug)]
enum Forwarded {
    /// A result of the reduction by number, of this type.
    Reduced(u32, Element),
    /// The number 1.
    One,
}

/// A value of a fusion that lies in memory.
#[derive(Clone, Debug)]
struct Materialized {
    /// The memory.
    tensor: Tensor,
    /// Coordinates that take the place of so many leading ones.
    instead: (usize, Vec<Index>),
}

impl<'m> Lowering<'m> {
    /// A nest of an op, nothing of it done yet.
    fn new(module: &'m Module, op: OpId) -> Lowering<'m> {
        Lowering {
            module,
            subject: op,
            block: None,
            args: FxHashMap::default(),
            name: name_of(module, op),
            dims: Vec::new(),
            inputs: Vec::new(),
            body: Body::default(),
            reduced: FxHashMap::default(),
            demanded: None,
            materialized: FxHashMap::default(),
            forwarded: FxHashMap::default(),
        }
    }

    /// Turns to the body of the fusion that is lowered; gives it, and what it yields
    ///.
    fn enter_fusion(&mut self) -> Result<(Block, Vec<Value>), Unsupported> {
        let (module, op) = (self.module, self.subject);
        let block = module.entry(op, 0).ok_or_else(|| self.unsupported("its region is empty"))?;
        let end =
            module.terminator(block).ok_or_else(|| self.unsupported("its region has no end"))?;
        let outer = module.operands(op).iter().copied();
        self.args = module.args(block).iter().copied().zip(outer).collect();
        self.block = Some(block);
        Ok((block, module.operands(end).to_vec()))
    }

    /// Whether a value of a fusion is materialized a few rows at a time.
    fn made_by_rows(&self, v: Value) -> bool {
        if self.materialized.is_empty() {
            return false;
        }
        // Values may be used many times: the paths to them are far more than they are.
        let mut seen = FxHashSet::default();
        let mut open = vec![v];
        while let Some(v) = open.pop() {
            if self.materialized.contains_key(&v) {
                return true;
            }
            if !seen.insert(v) {
                continue;
            }
            if let Some(op) = self.module.def_op(v)
                && self.block.is_some()
                && self.module.parent(op) == self.block
            {
                open.extend(self.module.operands(op));
            }
        }
        false
    }

    /// An element of a value that is a result of the reduction, or that is materialized.
    fn staged(
        &mut self,
        v: Value,
        coords: &[Index],
        guard: &[Condition],
    ) -> Result<Option<NodeId>, Unsupported> {
        if let Some(&forwarded) = self.forwarded.get(&v) {
            let element = tensor_of(self.module, self.subject, v)?.element;
            return Ok(Some(match forwarded {
                Forwarded::Reduced(n, of) => {
                    let node = self.body.add(Node::Reduced(n), of);
                    self.body.convert(node, element)
                }
                Forwarded::One => {
                    self.body.add(Node::Constant(attention::number(element, 1.0)), element)
                }
            }));
        }
        if let Some(&(n, element)) = self.reduced.get(&v) {
            if self.demanded.as_ref().is_some_and(|before| before != coords) {
                return Err(
                    self.unsupported("elements of its reduction are asked for at two places")
                );
            }
            self.demanded = Some(coords.to_vec());
            let result = tensor_of(self.module, self.subject, v)?.element;
            let node = self.body.add(Node::Reduced(n), element);
            return Ok(Some(self.body.convert(node, result)));
        }
        let Some(materialized_value) = self.materialized.get(&v) else { return Ok(None) };
        let (from, instead) = &materialized_value.instead;
        let coords = instead.iter().chain(coords.iter().skip(*from)).cloned().collect();
        let element = materialized_value.tensor.element;
        let input = self.inputs.iter().position(|&i| i == v).unwrap_or_else(|| {
            self.inputs.push(v);
            self.inputs.len() - 1
        });
        Ok(Some(self.body.load(input as u32, element, coords, guard.to_vec())))
    }

    /// The indices of new dimensions of a shape.
    fn coords(&mut self, shape: &[i64]) -> Vec<Index> {
        shape.iter().map(|&n| Index::var(Var(self.dim(n, false)))).collect()
    }

    /// A nest with one reduction, of one op or of several over the same elements;
    /// values of one shape are made of its results.
    fn single(&mut self, stages: &[OpId], values: &[Value]) -> Result<Lowered, Unsupported> {
        let first = values.first().ok_or_else(|| self.unsupported("it has no results"))?;
        let shape = tensor_of(self.module, self.subject, *first)?.dims.clone();
        let coords = self.coords(&shape);
        let nodes = self.after(stages, values, &coords)?;
        let outer = self.demanded.take().unwrap_or_default();
        let reduction = root::stage(self, stages, &outer, &[])?;
        let outputs = self.outputs(values, &nodes, &coords);
        Ok(self.finish(Some(reduction), outputs))
    }

    /// Elements of values made of the results of some ops' reduction.
    fn after(
        &mut self,
        stages: &[OpId],
        values: &[Value],
        coords: &[Index],
    ) -> Result<Vec<NodeId>, Unsupported> {
        let mut n = 0;
        for &op in stages {
            for (i, v) in self.module.results(op).iter().enumerate() {
                let element = root::combined_in(self, op, i)?;
                self.reduced.insert(v, (n, element));
                n += 1;
            }
        }
        values.iter().map(|&v| Elements::new(self).at(v, coords.to_vec(), &[])).collect()
    }

    /// Outputs at the same coordinates, named after the fusion's results.
    fn outputs(&self, values: &[Value], nodes: &[NodeId], coords: &[Index]) -> Vec<Output> {
        let results: Vec<Value> = self.module.results(self.subject).into_iter().collect();
        let each = values.iter().zip(nodes).enumerate();
        each.map(|(i, (&v, &node))| {
            let named = if results.len() == values.len() { results[i] } else { v };
            Output::at(self.tensor(named), coords.to_vec(), node)
        })
        .collect()
    }

    /// Adds a dimension and gives its number.
    fn dim(&mut self, extent: i64, reducing: bool) -> u32 {
        let n = self.dims.len() as u32;
        let name = format!("{}{n}", if reducing { "k" } else { "i" });
        self.dims.push(Dim { name, extent: extent as u64, reducing });
        n
    }

    /// A nest without reduction: each of the values at every index of their
    /// common shape.
    fn pointwise(&mut self, values: &[Value]) -> Result<Lowered, Unsupported> {
        let module = self.module;
        let first = values.first().ok_or_else(|| self.unsupported("it has no results"))?;
        let shape = tensor_of(module, self.subject, *first)?.dims.clone();
        let coords = self.coords(&shape);
        let mut nodes = Vec::new();
        for &v in values {
            let t = tensor_of(module, self.subject, v)?;
            if t.dims != shape {
                return Err(self.unsupported("its results have different shapes"));
            }
            nodes.push(Elements::new(self).root(v, &coords)?);
        }
        let outputs = self.outputs(values, &nodes, &coords);
        Ok(self.finish(None, outputs))
    }

    /// Names the next nests after what they compute of the op: one of several nests has a name
    /// of its own, by which its schedule is found.
    fn name_part(&mut self, v: Value, what: &str) {
        let module = self.module;
        let named = module.name(v).map(str::to_owned);
        let of_op = || module.def_op(v).map(|op| module.op(op).def().short_name().to_owned());
        let part = named.or_else(of_op).unwrap_or_else(|| format!("v{}", v.index()));
        self.name = format!("{}.{part}{what}", name_of(module, self.subject));
    }

    fn finish(
        &mut self,
        reduction: Option<crate::nest::Reduction>,
        outputs: Vec<Output>,
    ) -> Lowered {
        let inputs = std::mem::take(&mut self.inputs);
        let nest = Nest {
            name: self.name.clone(),
            dims: std::mem::take(&mut self.dims),
            inputs: inputs.iter().map(|&v| self.tensor(v)).collect(),
            body: std::mem::take(&mut self.body),
            reduction,
            outputs,
        };
        Lowered { nest, inputs }
    }

    /// The description of a value's memory.
    fn tensor(&self, v: Value) -> Tensor {
        if let Some(materialized_value) = self.materialized.get(&v) {
            return materialized_value.tensor.clone();
        }
        let t = self.module.ty(v).as_tensor().expect("checked to be a static tensor");
        let name = self.module.name(v).map_or_else(|| format!("v{}", v.index()), str::to_owned);
        Tensor { name, element: t.element, shape: t.dims.iter().map(|&n| n as u64).collect() }
    }

    fn unsupported(&self, why: impl Into<String>) -> Unsupported {
        Unsupported::new(self.module, self.subject, why)
    }
}
