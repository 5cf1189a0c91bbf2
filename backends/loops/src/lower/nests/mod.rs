//! Nests of tensor ops.
//!
//! An element of a value is described by the value's op and the coordinates
//! asked for: an elementwise op asks its operands at the same coordinates, a
//! transpose at permuted ones, a pad under a guard, and so on down to what lies in
//! memory. So a chain of ops is a composition of maps, and fusing a region is
//! asking for its last value.
//!
//! A reduction, a window, a product or a convolution has dimensions of its own and
//! is the *root* of a nest, asked for once; all else can stand anywhere below a
//! root.

mod element;
mod indexed;
mod root;
mod scalar;
mod windows;

pub use indexed::update_of;
pub use windows::{SelectNests, select_of};

use super::Unsupported;
use crate::nest::{Body, Dim, Nest, NodeId, Output, Tensor};
use element::Elements;
use hloom_ir::module::Module;
use hloom_ir::ops::Op;
use hloom_ir::types::TensorType;
use hloom_ir::{Block, OpId, Value};
use rustc_hash::FxHashMap;

/// A nest, and the values that it reads and writes.
#[derive(Clone, Debug)]
pub struct Lowered {
    /// What is computed.
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
    let (root, block, args) = match module.op(op) {
        Op::Fusion(_) => fusion_root(module, op)?,
        _ => (op, None, FxHashMap::default()),
    };
    let mut lowering = Lowering {
        module,
        subject: op,
        block,
        args,
        name: name_of(module, op),
        dims: Vec::new(),
        inputs: Vec::new(),
        body: Body::default(),
    };
    let handed: Vec<Value> = match block {
        Some(block) => {
            let end = module.terminator(block).expect("a fusion's body is terminated");
            module.operands(end).to_vec()
        }
        None => module.results(op).into_iter().collect(),
    };
    match module.op(root) {
        Op::Reduce(_) | Op::ReduceWindow(_) | Op::DotGeneral(_) | Op::Convolution(_)
            if handed.iter().copied().eq(module.results(root)) =>
        {
            root::lower(&mut lowering, root)
        }
        _ => lowering.pointwise(&handed),
    }
}

/// What an op's first region hands out for these arguments, as nodes of a body.
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

/// The op whose results a fusion hands out, its block, and what its arguments are.
#[allow(clippy::type_complexity)]
fn fusion_root(
    module: &Module,
    op: OpId,
) -> Result<(OpId, Option<Block>, FxHashMap<Value, Value>), Unsupported> {
    let unsupported = |why: &str| Unsupported::new(module, op, why);
    let block = module.entry(op, 0).ok_or_else(|| unsupported("its region is empty"))?;
    let end = module.terminator(block).ok_or_else(|| unsupported("its region has no end"))?;
    let args =
        module.args(block).iter().copied().zip(module.operands(op).iter().copied()).collect();
    let last = module.operands(end).first().and_then(|&v| module.def_op(v));
    Ok((last.unwrap_or(op), Some(block), args))
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
        Some(t) if t.byte_size().is_some() => Ok(t),
        Some(_) => Err(Unsupported::new(module, op, format!("the size of {ty} is not known"))),
        None => Err(Unsupported::new(module, op, format!("{ty} is no ranked tensor"))),
    }
}

/// A kernel's name: what it computes, and the name of its first result.
fn name_of(module: &Module, op: OpId) -> String {
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
    /// What the fusion's arguments are.
    args: FxHashMap<Value, Value>,
    name: String,
    dims: Vec<Dim>,
    inputs: Vec<Value>,
    body: Body,
}

impl Lowering<'_> {
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
        let coords: Vec<_> = shape
            .iter()
            .map(|&n| crate::index::Index::var(crate::index::Var(self.dim(n, false))))
            .collect();
        let mut nodes = Vec::new();
        for &v in values {
            let t = tensor_of(module, self.subject, v)?;
            if t.dims != shape {
                return Err(self.unsupported("its results have different shapes"));
            }
            nodes.push(Elements::new(self).root(v, &coords)?);
        }
        let outputs = values
            .iter()
            .zip(nodes)
            .map(|(&v, value)| Output::at(self.tensor(v), coords.clone(), value))
            .collect();
        Ok(self.finish(None, outputs))
    }

    fn finish(
        &mut self,
        reduction: Option<crate::nest::Reduction>,
        outputs: Vec<Output>,
    ) -> Lowered {
        let inputs = std::mem::take(&mut self.inputs);
        let nest = Nest {
            name: std::mem::take(&mut self.name),
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
        let t = self.module.ty(v).as_tensor().expect("checked to be a static tensor");
        let name = self.module.name(v).map_or_else(|| format!("v{}", v.index()), str::to_owned);
        Tensor { name, element: t.element, shape: t.dims.iter().map(|&n| n as u64).collect() }
    }

    fn unsupported(&self, why: impl Into<String>) -> Unsupported {
        Unsupported::new(self.module, self.subject, why)
    }
}
