//! The dependence graph of a block, for fusion.
//!
//! A node is an op with a cost. Ops that only describe where elements are (broadcasts, splat
//! constants, iota, reshapes that add or drop dimensions of extent 1) are not nodes if all their
//! users can read through them: they belong to the edge, and every fusion with that edge contains a
//! copy.
//!
//! A graph can also be made of numbers alone, to test exploration and selection.

use super::class::{Class, class, wrong_type};
use super::machine::{Size, Work};
use hloom_analysis::cost::{code_size, is_expensive};
use hloom_analysis::dataflow::{is_unit_reshape, parallel_rows, reduced_rows, updated_operands};
use hloom_analysis::monoid::Monoid;
use hloom_analysis::sparse::{densified, density};
use hloom_ir::module::Module;
use hloom_ir::ops::Op;
use hloom_ir::{Block, OpId, Trait, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// Products with fewer rows, or fewer columns, read the other operand anew for each of them. From so
/// many on, a kernel of its own keeps several in registers: 8 dense layers of 256 take 2.4 times as
/// long a row at a time with 4 rows, 3.2 times with 8, and 2.5 times with 15.
const SKINNY: f64 = 4.0;

/// The source of an operand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Source {
    /// A node of the graph.
    Node(usize),
    /// A tensor defined outside of the block.
    Input(usize),
    /// No memory: a splat or an iota.
    Free,
}

/// An operand of a node.
#[derive(Clone, PartialEq, Debug)]
pub struct Operand {
    /// The source.
    pub source: Source,
    /// The ops between the source and this node that the edge reads through, from the source on.
    pub via: Vec<OpId>,
    /// Whether some of these ops would be materialized if the node were not fused: true for all but
    /// constants.
    pub made: bool,
    /// The number of times each element is read, because of a broadcast on the edge.
    pub spread: f64,
    /// Number of leading dimensions along which the node works row by row on this operand.
    pub rows: usize,
    /// Number of leading dimensions of the operand whose rows the node combines.
    pub combines: usize,
}

impl Operand {
    /// An operand without a source in memory.
    fn free(module: &Module, via: Vec<OpId>) -> Operand {
        let made = via.iter().any(|&op| !matches!(module.op(op), Op::Constant(_)));
        Operand { source: Source::Free, via, made, spread: 1.0, rows: 0, combines: 0 }
    }
}

/// An op with a cost.
#[derive(Clone, PartialEq, Debug)]
pub struct Node {
    /// The op; `None` in graphs made of numbers.
    pub op: Option<OpId>,
    /// Its class.
    pub class: Class,
    /// Its operands.
    pub operands: Vec<Operand>,
    /// The nodes that use it, each with the operand position.
    pub users: Vec<(usize, usize)>,
    /// Whether an op that is not a node uses it.
    pub escapes: bool,
    /// Whether an op in the middle of the block is one of these: a loop, say, whose results other
    /// nodes may use.
    pub leaves: bool,
    /// The number of ops that are not nodes on a path from another node to it, at most: of loops
    /// between two nodes, say. Nodes of one epoch depend on each other by nodes only.
    pub epoch: usize,
    /// The extents of its first result.
    pub dims: Vec<i64>,
    /// Number of elements of its results.
    pub cells: f64,
    /// Size of its results in bytes.
    pub bytes: f64,
    /// Its amount of work.
    pub work: Work,
    /// Whether one application costs many times as much as an addition.
    pub expensive: bool,
    /// The size of its code relative to an addition's.
    pub code: usize,
    /// For a reduction, whether partial results can be combined in any order.
    pub monoid: bool,
    /// Whether it sums or multiplies many floats, so that another order rounds differently.
    pub order_matters: bool,
    /// The reduced dimensions of a reduction, or the contracting dimensions of a product's lhs.
    pub reduced: Vec<i64>,
    /// For a product, the size of the contraction (K).
    pub depth: f64,
    /// Whether it is an elementwise product.
    pub multiplies: bool,
    /// The chain that it is part of, except for the second product.
    pub chain: Option<u32>,
    /// The chain that ends in it: it is the second product.
    pub ends: Option<u32>,
    /// The chain of which it is an elementwise epilogue.
    pub after: Option<u32>,
}

/// A tensor defined outside of the block.
#[derive(Clone, PartialEq, Debug)]
pub struct Input {
    /// The value; `None` in graphs made of numbers.
    pub value: Option<Value>,
    /// Its size in bytes.
    pub bytes: f64,
    /// The fraction of stored elements of a sparse matrix that may drive fusions; `bytes` is the
    /// dense size.
    pub density: Option<f64>,
}

/// A chain of two products (attention).
#[derive(Clone, PartialEq, Debug)]
pub struct Link {
    /// The node of its second product.
    pub last: usize,
    /// All other nodes; the first product comes first.
    pub nodes: Vec<usize>,
    /// Bytes that every row tile but the first reads again.
    pub again: f64,
    /// Number of row tiles per batch.
    pub tiles: f64,
    /// The operand position of the first product that has the rows.
    pub row_side: usize,
    /// The ops of these nodes and of the edges between them.
    pub(super) ops: Vec<OpId>,
}

/// The dependence graph of a block.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Graph {
    /// Nodes, operands before users.
    pub nodes: Vec<Node>,
    /// Tensors defined outside of the block.
    pub inputs: Vec<Input>,
    /// Positions of the block's ops.
    pub place: FxHashMap<OpId, usize>,
    /// Chains of two products, if the machine has kernels for them.
    pub chains: Vec<Link>,
}

impl Node {
    /// A node for graphs made of numbers.
    pub fn of_numbers(class: Class, dims: &[i64], operands: Vec<Operand>) -> Node {
        let cells: i64 = dims.iter().product();
        Node {
            op: None,
            class,
            operands,
            users: Vec::new(),
            escapes: false,
            leaves: false,
            epoch: 0,
            dims: dims.to_vec(),
            cells: cells as f64,
            bytes: 8.0 * cells as f64,
            work: Work { flops: cells as f64, ..Work::default() },
            expensive: false,
            code: 1,
            monoid: true,
            order_matters: false,
            reduced: Vec::new(),
            depth: 1.0,
            multiplies: false,
            chain: None,
            ends: None,
            after: None,
        }
    }

    /// Whether the node is a scatter that updates this operand.
    pub fn changes(&self, position: usize) -> bool {
        self.class == Class::Scatter && position < self.operands.len() / 2
    }

    /// The nodes that it uses, each with the operand position.
    pub fn producers(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.operands.iter().enumerate().filter_map(|(i, o)| match o.source {
            Source::Node(n) => Some((i, n)),
            Source::Input(_) | Source::Free => None,
        })
    }
}

impl Graph {
    /// Adds a node after those that it uses; returns its number.
    pub fn push(&mut self, node: Node) -> usize {
        let number = self.nodes.len();
        let uses: Vec<(usize, usize)> = node.producers().collect();
        for (position, producer) in uses {
            self.nodes[producer].users.push((number, position));
        }
        self.nodes.push(node);
        number
    }

    /// The number of times that the kernel of a node computes each element of an operand that it
    /// fuses:
    /// more than once because of a broadcast, or because it computes all parts of a concatenation,
    /// and what is padded, for every element of the result, and then chooses.
    pub fn repeats(&self, node: usize, position: usize) -> f64 {
        let it = &self.nodes[node];
        let operand = &it.operands[position];
        match operand.source {
            Source::Node(p) if it.class == Class::Move => {
                operand.spread.max(it.cells / self.nodes[p].cells.max(1.0))
            }
            Source::Node(_) | Source::Input(_) | Source::Free => operand.spread,
        }
    }

    /// The chain whose result a node computes or post-processes.
    pub fn chain_of(&self, n: usize) -> Option<u32> {
        self.nodes[n].ends.or(self.nodes[n].after)
    }

    /// Number of distinct nodes that use a node.
    pub fn consumers(&self, n: usize) -> usize {
        let users = &self.nodes[n].users;
        match users[..] {
            [] => 0,
            [_] => 1,
            _ => users.iter().map(|u| u.0).collect::<FxHashSet<_>>().len(),
        }
    }

    /// The dependence graph of a block.
    pub fn of(module: &Module, block: Block) -> Graph {
        Builder { module, graph: Graph::default(), known: FxHashMap::default() }.build(block)
    }
}

struct Builder<'m> {
    module: &'m Module,
    graph: Graph,
    known: FxHashMap<Value, Source>,
}

impl Builder<'_> {
    fn build(mut self, block: Block) -> Graph {
        let module = self.module;
        let ops: Vec<OpId> = module.ops(block).collect();
        self.graph.place = ops.iter().enumerate().map(|(i, &op)| (op, i)).collect();
        let through = self.read_through(&ops);
        let mut number: FxHashMap<OpId, usize> = FxHashMap::default();
        for &op in &ops {
            let Ok(class) = class(module, op) else { continue };
            if through.contains(&op) {
                continue;
            }
            let operands = module.operands(op).to_vec();
            let operands = (0..operands.len()).map(|i| self.operand(op, i, &through)).collect();
            let node = self.node(op, class, operands);
            let n = self.graph.push(node);
            number.insert(op, n);
            for v in module.results(op) {
                self.known.insert(v, Source::Node(n));
            }
        }
        // A value with users outside of the graph is materialized.
        let end = module.terminator(block);
        for (&op, &n) in &number {
            let results = module.results(op);
            let users = results.iter().flat_map(|v| module.uses(v)).map(|(user, _)| user);
            let others = users.filter(|op| !number.contains_key(op) && !through.contains(op));
            let node = &mut self.graph.nodes[n];
            others.for_each(|user| {
                node.escapes = true;
                node.leaves |= Some(user) != end;
            });
        }
        self.count_epochs(&ops, &through, &number);
        self.graph
    }

    /// Sets the epochs of all nodes.
    fn count_epochs(
        &mut self,
        ops: &[OpId],
        through: &FxHashSet<OpId>,
        number: &FxHashMap<OpId, usize>,
    ) {
        let module = self.module;
        // Of the values that depend on a node.
        let mut epochs: FxHashMap<Value, usize> = FxHashMap::default();
        let mut effects: Option<usize> = None;
        for &op in ops {
            let every = std::iter::once(op).chain(module.walk(op));
            let operands = every.flat_map(|o| module.operands(o));
            let mut epoch = operands.filter_map(|v| epochs.get(v).copied()).max();
            if let Some(&n) = number.get(&op) {
                let own = epoch.unwrap_or(0);
                self.graph.nodes[n].epoch = own;
                epoch = Some(own);
            } else if !through.contains(&op) {
                // Ops with effects stay behind those in front of them.
                if !module.op(op).has(Trait::Pure) {
                    epoch = epoch.max(effects);
                    effects = epoch;
                }
                epoch = epoch.map(|epoch| epoch + 1);
            }
            epochs.extend(module.results(op).into_iter().filter_map(|v| Some((v, epoch?))));
        }
    }

    /// The ops that all their users can read through.
    fn read_through(&self, ops: &[OpId]) -> FxHashSet<OpId> {
        let module = self.module;
        let mut through: FxHashSet<OpId> = FxHashSet::default();
        for &op in ops.iter().rev() {
            let light = match module.op(op) {
                Op::Constant(c) => c.value.is_splat() || c.value.count() == 1,
                Op::BroadcastInDim(_) | Op::Iota(_) => true,
                Op::Reshape(_) => is_unit_reshape(module, op),
                // Any other op: computed once.
                _ => false,
            };
            if !light || wrong_type(module, op).is_some() {
                continue;
            }
            let v = module.result(op, 0);
            let free = matches!(module.op(op), Op::Constant(_));
            let reads = |(user, i): (OpId, usize)| {
                through.contains(&user)
                    || match class(module, user) {
                        Ok(Class::Map | Class::Move | Class::Reduce) => true,
                        Ok(Class::Window) => i >= module.operands(user).len() / 2 || free,
                        Ok(Class::Transpose | Class::Gather | Class::Dot | Class::Convolution) => {
                            free
                        }
                        // The tensors that a scatter updates are in memory.
                        Ok(Class::Scatter) => i >= updated_operands(module, user),
                        Err(_) => false,
                    }
            };
            let mut users = module.uses(v).peekable();
            if users.peek().is_some() && (free || users.all(reads)) {
                through.insert(op);
            }
        }
        through
    }

    fn operand(&mut self, op: OpId, i: usize, through: &FxHashSet<OpId>) -> Operand {
        let module = self.module;
        let mut v = module.operand(op, i);
        let mut via = Vec::new();
        let mut rows = parallel_rows(module, op, i);
        let wide = count(module, v);
        let changed = i < updated_operands(module, op);
        while let Some(def) = module.def_op(v).filter(|def| !changed && through.contains(def)) {
            via.push(def);
            let Some(&inner) = module.operands(def).first() else {
                via.reverse();
                return Operand::free(module, via);
            };
            rows = rows.min(parallel_rows(module, def, 0));
            v = inner;
        }
        via.reverse();
        let combines = if via.is_empty() { reduced_rows(module, op, i) } else { 0 };
        if !changed && module.constant(v).is_some_and(|c| c.is_splat() || c.count() == 1) {
            // A constant of another block dominates this one, so the edge does not copy it.
            if let Some(def) = module.def_op(v).filter(|d| self.graph.place.contains_key(d)) {
                via.insert(0, def);
            }
            return Operand::free(module, via);
        }
        let source = match self.known.get(&v) {
            Some(&source) => source,
            None => {
                let bytes = module.ty(v).as_tensor().and_then(|t| t.byte_size());
                let bytes = bytes.unwrap_or(0) as f64;
                let sparse = module.def_op(v).and_then(|def| drivable(module, def));
                let density = sparse.map(|of| density(module, of));
                self.graph.inputs.push(Input { value: Some(v), bytes, density });
                let source = Source::Input(self.graph.inputs.len() - 1);
                self.known.insert(v, source);
                source
            }
        };
        let spread = (wide / count(module, v).max(1.0)).max(1.0);
        let made = !via.is_empty();
        Operand { source, via, made, spread, rows, combines }
    }

    fn node(&self, op: OpId, class: Class, operands: Vec<Operand>) -> Node {
        let module = self.module;
        let results = module.results(op);
        let (mut cells, mut bytes) = (0.0, 0.0);
        for v in results {
            cells += count(module, v);
            bytes += module.ty(v).as_tensor().and_then(|t| t.byte_size()).unwrap_or(0) as f64;
        }
        let first = module.ty(module.result(op, 0)).as_tensor();
        let from = |i: usize| count(module, module.operand(op, i));
        let (mut reduced, mut depth) = (Vec::new(), 1.0);
        let applications = match module.op(op) {
            Op::Reduce(it) => {
                reduced = it.dimensions.to_vec();
                from(0) * (module.operands(op).len() / 2) as f64
            }
            Op::ReduceWindow(it) => {
                depth = it.window_dimensions.iter().product::<i64>() as f64;
                cells * depth
            }
            Op::DotGeneral(it) => {
                reduced = it.dot_dimension_numbers.lhs_contracting_dimensions.to_vec();
                let lhs = module.ty(module.operand(op, 0)).as_tensor();
                let extents = |d: &i64| lhs.map_or(1, |t| t.dims[*d as usize]);
                depth = reduced.iter().map(extents).product::<i64>() as f64;
                2.0 * cells * depth
            }
            Op::Convolution(it) => {
                let kernel = module.ty(module.operand(op, 1)).as_tensor();
                let out = it.dimension_numbers.kernel_output_feature_dimension as usize;
                let outs = kernel.map_or(1, |t| t.dims[out]).max(1) as f64;
                depth = from(1) / outs;
                2.0 * cells * depth
            }
            Op::Scatter(_) => from(module.operands(op).len() - 1),
            // Any other op: its cost is an estimate, one application for each element.
            _ => cells,
        };
        let mut skinny = false;
        if class == Class::Dot {
            // A skinny side: the other operand is read once for each of its few rows.
            let (left, right) = (from(0) / depth.max(1.0), from(1) / depth.max(1.0));
            skinny = left.min(right) < SKINNY || depth < 8.0;
        }
        let expensive = is_expensive(module.op(op));
        let product = matches!(class, Class::Dot | Class::Convolution);
        let of = if product { module.operand(op, 0) } else { module.result(op, 0) };
        let size = module.ty(of).as_tensor().map_or(4, |t| t.element.byte_width());
        let work = Work::of(class, expensive, Size::of(size), applications);
        Node {
            op: Some(op),
            class,
            operands,
            users: Vec::new(),
            escapes: false,
            leaves: false,
            epoch: 0,
            dims: first.map_or(Vec::new(), |t| t.dims.to_vec()),
            cells,
            bytes,
            work: if skinny { work.into_skinny() } else { work },
            expensive,
            code: code_size(module.op(op)),
            monoid: class != Class::Reduce || Monoid::of_region(module, op).is_some(),
            order_matters: class.is_stage() && order_matters(module, op),
            reduced,
            depth,
            multiplies: matches!(module.op(op), Op::Multiply(_)),
            chain: None,
            ends: None,
            after: None,
        }
    }
}

/// Whether an op combines many elements by float operations that round.
fn order_matters(module: &Module, op: OpId) -> bool {
    let float = |v: Value| module.ty(v).element().is_some_and(|e| e.is_float() || e.is_complex());
    let exact = |inner: OpId| {
        let exact = matches!(module.op(inner), Op::Maximum(_) | Op::Minimum(_) | Op::Return(_));
        exact || !module.results(inner).into_iter().any(float)
    };
    let region = module.regions(op).is_empty() || !module.walk(op).all(|i| i == op || exact(i));
    region && module.results(op).into_iter().any(float)
}

fn count(module: &Module, v: Value) -> f64 {
    module.ty(v).as_tensor().and_then(|t| t.count()).unwrap_or(0) as f64
}

/// The sparse function argument that an op makes dense, if fusions can run over its stored entries.
pub fn drivable(module: &Module, op: OpId) -> Option<Value> {
    let of = densified(module, op)?;
    let encoding = module.ty(of).as_tensor()?.sparse()?;
    encoding.outer_and_inner()?;
    let owner = module.def_block(of).and_then(|block| module.block_owner(block))?;
    let argument = module.def_op(of).is_none() && matches!(module.op(owner), Op::Func(_));
    argument.then_some(of)
}
