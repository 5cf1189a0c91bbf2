//! The ops of a block as fusion sees them.
//!
//! A node is an op that costs something. Ops that only say where elements stand
//! (broadcasts, constants that are one number, index counts, reshapes that add or
//! drop dimensions of one element) are no nodes where all that use them can read
//! through them: they are part of the edge, and are copied into every fusion that
//! has it.
//!
//! A graph can also be made of numbers alone, for tests of exploration and selection.

use super::class::{Class, class, wrong_type};
use super::machine::{Size, Work};
use hloom_analysis::cost::is_expensive;
use hloom_analysis::dataflow::{is_unit_reshape, parallel_rows, reduced_rows, updated_operands};
use hloom_analysis::monoid::Monoid;
use hloom_analysis::sparse::{densified, density};
use hloom_ir::module::Module;
use hloom_ir::ops::Op;
use hloom_ir::{Block, OpId, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// Where an operand comes from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Source {
    /// A node of the graph.
    Node(usize),
    /// A tensor from outside.
    Input(usize),
    /// Nowhere: it is one number, or counted up.
    Free,
}

/// An operand of a node.
#[derive(Clone, PartialEq, Debug)]
pub struct Operand {
    /// Where it comes from.
    pub source: Source,
    /// Ops between there and here, from the node on, which the edge stands for.
    pub via: Vec<OpId>,
    /// Whether some of these would make a tensor in memory for a node on its own: all
    /// but constants do.
    pub made: bool,
    /// How many times an element is read, because something between repeats it.
    pub spread: f64,
    /// The leading dimensions along which the node works row by row on this operand.
    pub rows: usize,
    /// The leading dimensions of the operand whose rows the node combines.
    pub combines: usize,
}

impl Operand {
    /// One that comes from nowhere.
    fn free(module: &Module, via: Vec<OpId>) -> Operand {
        let made = via.iter().any(|&op| !matches!(module.op(op), Op::Constant(_)));
        Operand { source: Source::Free, via, made, spread: 1.0, rows: 0, combines: 0 }
    }
}

/// An op that costs something.
#[derive(Clone, PartialEq, Debug)]
pub struct Node {
    /// The op; `None` in graphs that are made of numbers.
    pub op: Option<OpId>,
    /// What part it may play.
    pub class: Class,
    /// Its operands.
    pub operands: Vec<Operand>,
    /// The nodes that use it, each with the operand's number.
    pub users: Vec<(usize, usize)>,
    /// Whether something that is no node uses it.
    pub escapes: bool,
    /// The extents of its (first) result.
    pub dims: Vec<i64>,
    /// Elements of its results.
    pub cells: f64,
    /// Bytes of its results.
    pub bytes: f64,
    /// What it computes.
    pub work: Work,
    /// Whether one application costs many times an addition.
    pub expensive: bool,
    /// For a reduction, whether partial results can be combined in any order.
    pub monoid: bool,
    /// Whether it adds or multiplies many floats, so that another order rounds otherwise.
    pub rounds: bool,
    /// For a reduction, the dimensions that are reduced; for a product, those of its
    /// left factor that are summed over.
    pub reduced: Vec<i64>,
    /// For a product, how many elements are summed for each of the result.
    pub depth: f64,
    /// Whether it is an elementwise product.
    pub multiplies: bool,
    /// The chain that it is in, but for the second product of one.
    pub chain: Option<u32>,
    /// The chain whose second product it is.
    pub ends: Option<u32>,
    /// The chain whose result it is made of, element by element.
    pub after: Option<u32>,
}

/// A tensor from outside.
#[derive(Clone, PartialEq, Debug)]
pub struct Input {
    /// The value; `None` in graphs that are made of numbers.
    pub value: Option<Value>,
    /// Its size in bytes.
    pub bytes: f64,
    /// The part of its elements that is stored, of a sparse matrix that may drive
    /// fusions. The size is what it is once it is dense.
    pub density: Option<f64>,
}

/// A chain of two products.
#[derive(Clone, PartialEq, Debug)]
pub struct Link {
    /// The node of its second product.
    pub last: usize,
    /// All other nodes, the first product's first.
    pub nodes: Vec<usize>,
    /// Bytes that are read again, by each tile of rows.
    pub again: f64,
    /// The tiles of rows of a batch.
    pub tiles: f64,
    /// Which operand of the first product has rows.
    pub row_side: usize,
    /// Their ops, and those that edges between them stand for.
    pub(super) ops: Vec<OpId>,
}

/// The ops of a block.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Graph {
    /// Nodes, operands before users.
    pub nodes: Vec<Node>,
    /// Tensors from outside.
    pub inputs: Vec<Input>,
    /// The block's ops by their place in it.
    pub place: FxHashMap<OpId, usize>,
    /// Chains of two products, where they are looked for.
    pub chains: Vec<Link>,
}

impl Node {
    /// A node of so many cells, for graphs that are made of numbers.
    pub fn of_numbers(class: Class, dims: &[i64], operands: Vec<Operand>) -> Node {
        let cells: i64 = dims.iter().product();
        Node {
            op: None,
            class,
            operands,
            users: Vec::new(),
            escapes: false,
            dims: dims.to_vec(),
            cells: cells as f64,
            bytes: 8.0 * cells as f64,
            work: Work { flops: cells as f64, ..Work::default() },
            expensive: false,
            monoid: true,
            rounds: false,
            reduced: Vec::new(),
            depth: 1.0,
            multiplies: false,
            chain: None,
            ends: None,
            after: None,
        }
    }

    /// Whether it is a scatter that changes this operand.
    pub fn changes(&self, position: usize) -> bool {
        self.class == Class::Scatter && position < self.operands.len() / 2
    }

    /// The nodes that it uses, each with the operand's number.
    pub fn producers(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.operands.iter().enumerate().filter_map(|(i, o)| match o.source {
            Source::Node(n) => Some((i, n)),
            Source::Input(_) | Source::Free => None,
        })
    }
}

impl Graph {
    /// Adds a node behind what it uses; gives its number.
    pub fn push(&mut self, node: Node) -> usize {
        let number = self.nodes.len();
        let uses: Vec<(usize, usize)> = node.producers().collect();
        for (position, producer) in uses {
            self.nodes[producer].users.push((number, position));
        }
        self.nodes.push(node);
        number
    }

    /// The chain whose result a node makes, or works on.
    pub fn chain_of(&self, n: usize) -> Option<u32> {
        self.nodes[n].ends.or(self.nodes[n].after)
    }

    /// How many different nodes use a node.
    pub fn consumers(&self, n: usize) -> usize {
        let users = &self.nodes[n].users;
        match users[..] {
            [] => 0,
            [_] => 1,
            _ => users.iter().map(|u| u.0).collect::<FxHashSet<_>>().len(),
        }
    }

    /// The graph of a block.
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
        // What others use has to be in memory.
        for (&op, &n) in &number {
            self.graph.nodes[n].escapes = module.results(op).iter().any(|v| {
                module
                    .uses(v)
                    .any(|(user, _)| !number.contains_key(&user) && !through.contains(&user))
            });
        }
        self.graph
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
                        // The tensors that it updates are in memory.
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
            // One of another block is there anyway.
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
            _ => cells,
        };
        let mut skinny = false;
        if class == Class::Dot {
            // A side with few points: the other factor is read once for each.
            let (left, right) = (from(0) / depth.max(1.0), from(1) / depth.max(1.0));
            skinny = left.min(right) < 16.0 || depth < 8.0;
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
            dims: first.map_or(Vec::new(), |t| t.dims.to_vec()),
            cells,
            bytes,
            work: if skinny { work.into_skinny() } else { work },
            expensive,
            monoid: class != Class::Reduce || Monoid::of_region(module, op).is_some(),
            rounds: class.is_stage() && rounds(module, op),
            reduced,
            depth,
            multiplies: matches!(module.op(op), Op::Multiply(_)),
            chain: None,
            ends: None,
            after: None,
        }
    }
}

/// Whether an op that combines many elements does so by operations of floats that round.
fn rounds(module: &Module, op: OpId) -> bool {
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

/// The sparse argument of a function that an op makes dense, if fusions can run over its
/// entries.
pub fn drivable(module: &Module, op: OpId) -> Option<Value> {
    let of = densified(module, op)?;
    let encoding = module.ty(of).as_tensor()?.sparse()?;
    encoding.outer_and_inner()?;
    let owner = module.def_block(of).and_then(|block| module.block_owner(block))?;
    let argument = module.def_op(of).is_none() && matches!(module.op(owner), Op::Func(_));
    argument.then_some(of)
}
