//! The boxes and nets of a block's drawing: kernels, ops outside of kernels, arguments, large
//! constants and results.

use std::collections::{BTreeSet, HashMap, HashSet};

use hloom_ir::ops::Op;
use hloom_ir::{Block, Module, OpId, Trait, Value};

use super::super::part::Part;

/// The meaning of a box.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Role {
    /// A kernel of the explanation.
    Kernel(usize),
    /// An op that no kernel contains.
    Op(OpId),
    /// A value from outside of the block: an argument of the block or of one around it.
    Argument(Value),
    /// A constant with elements of its own.
    Constant(Value),
    /// A result of the block, by its number.
    Result(usize),
}

/// A value in memory: the box that makes it and the boxes that read it, each once.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Net {
    pub(super) value: Value,
    pub(super) from: usize,
    pub(super) to: Vec<usize>,
}

/// The boxes and nets of a block.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Scene {
    pub(super) boxes: Vec<Role>,
    pub(super) nets: Vec<Net>,
}

/// Constants up to this size are not drawn.
const SMALL_CONSTANT: usize = 64;

impl Scene {
    /// The scene of a part.
    pub(super) fn new(module: &Module, part: &Part) -> Scene {
        let mut builder = Builder::new(module, part);
        for at in 0..builder.scene.boxes.len() {
            builder.read(at);
        }
        builder.scene.nets.sort_by_key(|net| net.from);
        builder.scene
    }

    /// The box that computes each op: the first one, if several kernels compute it.
    pub(super) fn homes(&self, part: &Part) -> HashMap<OpId, usize> {
        let mut homes = HashMap::new();
        for (at, role) in self.boxes.iter().enumerate() {
            let ops: &[OpId] = match role {
                Role::Kernel(k) => &part.explanation.kernels[*k].ops,
                Role::Op(op) => std::slice::from_ref(op),
                Role::Argument(_) | Role::Constant(_) | Role::Result(_) => &[],
            };
            for &op in ops {
                homes.entry(op).or_insert(at);
            }
        }
        homes
    }
}

struct Builder<'m> {
    module: &'m Module,
    part: &'m Part,
    scene: Scene,
    /// The box that writes a value to memory.
    makers: HashMap<Value, usize>,
    /// The net of a value.
    net_of: HashMap<Value, usize>,
    end: Option<OpId>,
}

impl<'m> Builder<'m> {
    fn new(module: &'m Module, part: &'m Part) -> Builder<'m> {
        let end = module.terminator(part.block);
        let mut builder = Builder {
            module,
            part,
            scene: Scene::default(),
            makers: HashMap::new(),
            net_of: HashMap::new(),
            end,
        };
        for &argument in module.args(part.block) {
            builder.push(Role::Argument(argument), [argument]);
        }
        for (k, kernel) in part.explanation.kernels.iter().enumerate() {
            let made: Vec<Value> = match (&kernel.group, kernel.ops.first()) {
                (Some(group), _) => group.results.clone(),
                (None, Some(&op)) => module.results(op).into_iter().collect(),
                (None, None) => Vec::new(),
            };
            builder.push(Role::Kernel(k), made);
        }
        for op in unfused(module, part) {
            let made: Vec<Value> = module.results(op).into_iter().collect();
            builder.push(Role::Op(op), made);
        }
        let results = end.map_or(0, |end| module.operands(end).len());
        for result in 0..results {
            builder.push(Role::Result(result), []);
        }
        builder
    }

    fn push(&mut self, role: Role, made: impl IntoIterator<Item = Value>) -> usize {
        let at = self.scene.boxes.len();
        self.scene.boxes.push(role);
        self.makers.extend(made.into_iter().map(|value| (value, at)));
        at
    }

    /// Connects a box with the makers of what it reads.
    fn read(&mut self, user: usize) {
        let mut read = Vec::new();
        match self.scene.boxes[user] {
            Role::Kernel(k) => {
                let kernel = &self.part.explanation.kernels[k];
                let own: HashSet<OpId> = kernel.ops.iter().copied().collect();
                let flags: HashMap<OpId, &Vec<bool>> = kernel
                    .group
                    .iter()
                    .flat_map(|group| group.ops.iter().map(|(op, flags)| (*op, flags)))
                    .collect();
                for &op in &kernel.ops {
                    for (i, value) in operands(self.module, op).into_iter().enumerate() {
                        let inside = self.module.def_op(value).is_some_and(|d| own.contains(&d));
                        let from_memory =
                            flags.get(&op).and_then(|f| f.get(i)).copied().unwrap_or(false);
                        if !inside || from_memory {
                            read.push(value);
                        }
                    }
                }
            }
            Role::Op(op) => read = operands(self.module, op),
            Role::Result(at) => {
                read.extend(self.end.and_then(|end| self.module.operands(end).get(at)));
            }
            Role::Argument(_) | Role::Constant(_) => {}
        }
        let mut seen = HashSet::new();
        for value in read {
            self.connect(value, user, &mut seen);
        }
    }

    /// Connects a box with the maker of a value. Ops that no kernel materializes, such as a
    /// broadcast, are read through.
    fn connect(&mut self, value: Value, user: usize, seen: &mut HashSet<Value>) {
        if !seen.insert(value) {
            return;
        }
        let maker = match (self.makers.get(&value), self.module.def_op(value)) {
            (Some(&maker), _) => maker,
            (None, Some(op)) if matches!(self.module.op(op), Op::Constant(_)) => {
                let splat = self.module.constant(value).is_some_and(|it| it.is_splat());
                let small = bytes(self.module, value).is_none_or(|it| it <= SMALL_CONSTANT);
                if splat || small {
                    return;
                }
                self.push(Role::Constant(value), [value])
            }
            (None, Some(op)) if self.module.parent(op) == Some(self.part.block) => {
                for operand in operands(self.module, op) {
                    self.connect(operand, user, seen);
                }
                return;
            }
            (None, _) => self.push(Role::Argument(value), [value]),
        };
        if maker == user {
            return;
        }
        let nets = &mut self.scene.nets;
        let net = *self.net_of.entry(value).or_insert_with(|| {
            nets.push(Net { value, from: maker, to: Vec::new() });
            nets.len() - 1
        });
        if !nets[net].to.contains(&user) {
            nets[net].to.push(user);
        }
    }
}

/// The ops of a block that no kernel contains and that are computed by themselves.
fn unfused(module: &Module, part: &Part) -> BTreeSet<OpId> {
    let it = &part.explanation;
    let refused = it.unfusable.iter().map(|(op, _)| *op);
    // An op with an effect may have no result that anyone reads.
    let in_kernel: HashSet<OpId> = it.kernels.iter().flat_map(|k| k.ops.iter().copied()).collect();
    let effects = module.ops(part.block).filter(|op| {
        let this = module.op(*op);
        !in_kernel.contains(op)
            && !this.has(Trait::Terminator)
            && !matches!(this, Op::Constant(_))
            && module.results(*op).is_empty()
    });
    refused.chain(effects).collect()
}

/// The operands of an op and what its regions use from outside of it.
fn operands(module: &Module, op: OpId) -> Vec<Value> {
    let mut all = module.operands(op).to_vec();
    if module.regions(op).is_empty() {
        return all;
    }
    let mut inside: HashSet<Value> = HashSet::new();
    let mut used = Vec::new();
    let blocks = |op: OpId| {
        module
            .regions(op)
            .iter()
            .flat_map(|&r| module.blocks(r).iter().copied())
            .collect::<Vec<Block>>()
    };
    for block in blocks(op) {
        inside.extend(module.args(block));
    }
    for inner in module.walk(op) {
        inside.extend(module.results(inner));
        for block in blocks(inner) {
            inside.extend(module.args(block));
        }
        used.extend(module.operands(inner));
    }
    for value in used {
        if !inside.contains(&value) && !all.contains(&value) {
            all.push(value);
        }
    }
    all
}

/// The size of a value in bytes, if it is known.
pub(super) fn bytes(module: &Module, value: Value) -> Option<usize> {
    module.ty(value).as_tensor()?.byte_size()
}
