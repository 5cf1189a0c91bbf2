//! Ops that fusion makes one kernel of.
//!
//! The search decides once for a kernel: ops that [`fusion`](crate::fusion) puts together are divided
//! alike, and values between them are not in memory. The indices of its ops that belong to the same
//! dimension of a value between them are one *class*; a decision gives axes of the mesh to classes.
//!
//! ```text
//!   %h = dot_general %x, %w     indices m, n, k        classes m, n, k
//!   %t = tanh %h                indices m, n      ──►  of which m and n are both ops'
//! ```
//!
//! A kernel of fusion is taken apart again where its ops can't be divided alike: at a window or a
//! gather, which read other elements than those that were computed; at a value whose sharding is
//! stated; and if two indices of one op would be one class.

use crate::fusion::graph::Graph;
use crate::fusion::group::Group;
use crate::fusion::kind::TemplateKind;
use crate::fusion::machine::{Machine, Work};
use crate::fusion::{Settings as FusionSettings, decide};
use hloom_analysis::shard::States;
use hloom_analysis::split::{Access, OpIndices, indices};
use hloom_ir::module::Module;
use hloom_ir::ops::Op;
use hloom_ir::{Block, OpId, Trait, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// An op of a kernel.
#[derive(Clone, PartialEq, Debug)]
pub struct Member {
    /// The op.
    pub op: OpId,
    /// Its indices; `None` if it can't be divided.
    pub table: Option<OpIndices>,
    /// The class of each of its indices.
    pub classes: Vec<usize>,
    /// Its arithmetic.
    pub work: Work,
}

/// Ops with one decision.
#[derive(Clone, PartialEq, Debug)]
pub struct Kernel {
    /// The ops, in program order.
    pub members: Vec<Member>,
    /// The number of classes of indices.
    pub classes: usize,
    /// Whether products are computed a few rows at a time.
    pub rows: bool,
    /// Whether other kernels contain it, so that it takes no time.
    pub contained: bool,
}

impl Kernel {
    /// Whether a value is computed in the kernel.
    pub fn makes(&self, module: &Module, value: Value) -> bool {
        module.def_op(value).is_some_and(|def| self.members.iter().any(|m| m.op == def))
    }
}

/// The kernels of a block, and the values that kernels compute anew instead of reading them.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Kernels {
    /// The kernels; the first ops are in program order.
    pub kernels: Vec<Kernel>,
    /// Splat constants, and results of ops that kernels contain copies of.
    pub unread: FxHashSet<Value>,
}

/// The kernels of the ops of a block that `wanted` names: all but loops, branches, and others that
/// have decisions of their own.
pub fn kernels(
    module: &Module,
    block: Block,
    states: &States,
    machine: &Machine,
    wanted: &dyn Fn(OpId) -> bool,
    spread: &dyn Fn(OpId, &OpIndices) -> Vec<Vec<usize>>,
) -> Kernels {
    let work: FxHashMap<OpId, Work> =
        Graph::of(module, block).nodes.iter().filter_map(|n| Some((n.op?, n.work))).collect();
    let ops: Vec<OpId> = module
        .ops(block)
        .filter(|&op| !module.op(op).has(Trait::Terminator) && wanted(op))
        .collect();
    let mut found = Kernels::default();
    let member = |op: OpId| {
        let table = indices(module, op);
        let classes = (0..table.as_ref().map_or(0, |t| t.indices.len())).collect();
        Member { op, table, classes, work: work.get(&op).copied().unwrap_or_default() }
    };
    let mut single: FxHashMap<OpId, Kernel> = FxHashMap::default();
    for &op in &ops {
        let it = member(op);
        let contained = matches!(module.op(op), Op::Constant(_));
        let splat = |v| module.constant(v).is_some_and(|c| c.is_splat() || c.count() == 1);
        found.unread.extend(module.results(op).iter().filter(|&v| splat(v)));
        let classes = it.classes.len();
        single.insert(op, Kernel { members: vec![it], classes, rows: false, contained });
    }
    let settings = FusionSettings { machine: machine.clone(), ..FusionSettings::default() };
    let groups = decide(module, block, &settings).groups;
    let mut homes: FxHashMap<OpId, Vec<usize>> = FxHashMap::default();
    for (g, group) in groups.iter().enumerate() {
        group.ops.iter().for_each(|(op, _)| homes.entry(*op).or_default().push(g));
    }
    let within = |user: OpId, g: usize| homes.get(&user).is_some_and(|of| of.contains(&g));
    // An op that several kernels contain, or that one contains and others read.
    let copied = |op: OpId| match homes.get(&op).map(Vec::as_slice) {
        None => false,
        Some(&[g]) => module.results(op).iter().any(|v| {
            !groups[g].results.contains(&v) && module.uses(v).any(|(user, _)| !within(user, g))
        }),
        Some(_) => true,
    };
    let copies: FxHashSet<OpId> = ops.iter().copied().filter(|&op| copied(op)).collect();
    for &op in &copies {
        let of = &homes[&op];
        let users = module.results(op).iter().flat_map(|v| module.uses(v)).map(|(user, _)| user);
        let everywhere = users.into_iter().all(|user| of.iter().any(|&g| within(user, g)));
        found.unread.extend(module.results(op).iter());
        if let Some(kernel) = single.get_mut(&op) {
            kernel.contained |= everywhere;
        }
    }
    let place: FxHashMap<OpId, usize> = ops.iter().enumerate().map(|(i, &op)| (op, i)).collect();
    for group in &groups {
        let mut own: Vec<OpId> = group.ops.iter().map(|(op, _)| *op).collect();
        own.retain(|op| single.contains_key(op) && !copies.contains(op));
        own.sort_by_key(|op| place[op]);
        for kernel in joined(module, states, &own, &single, group, spread) {
            kernel.members.iter().for_each(|m| _ = single.remove(&m.op));
            found.kernels.push(kernel);
        }
    }
    found.kernels.extend(single.into_values());
    found.kernels.sort_by_key(|kernel| place[&kernel.members[0].op]);
    found
}

/// Sets of numbers that are joined.
struct Sets(Vec<usize>);

impl Sets {
    fn find(&self, mut n: usize) -> usize {
        while self.0[n] != n {
            n = self.0[n];
        }
        n
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.find(a), self.find(b));
        self.0[a.max(b)] = a.min(b);
    }
}

/// The kernels of several ops that are made of the ops of a kernel of fusion.
fn joined(
    module: &Module,
    states: &States,
    ops: &[OpId],
    single: &FxHashMap<OpId, Kernel>,
    group: &Group,
    spread: &dyn Fn(OpId, &OpIndices) -> Vec<Vec<usize>>,
) -> Vec<Kernel> {
    let members: Vec<&Member> = ops.iter().map(|op| &single[op].members[0]).collect();
    // The indices of all members, one after the other.
    let mut first = vec![0];
    members.iter().for_each(|m| first.push(first[first.len() - 1] + m.classes.len()));
    let mut parts = Sets((0..members.len()).collect());
    let mut same = Sets((0..first[members.len()]).collect());
    for (q, member) in members.iter().enumerate() {
        for (i, &value) in module.operands(member.op).iter().enumerate() {
            let Some(def) = module.def_op(value) else { continue };
            let Some(p) = ops.iter().position(|&op| op == def) else { continue };
            let Some(pairs) = alike(module, members[p], member, i) else { continue };
            if states.stated.contains(&value) {
                continue;
            }
            parts.join(p, q);
            pairs.into_iter().for_each(|(a, b)| same.join(first[p] + a, first[q] + b));
        }
    }
    let rows = [TemplateKind::Row, TemplateKind::Outer];
    let rows = rows.iter().any(|template| template.name() == group.kind);
    let mut made = Vec::new();
    for root in (0..members.len()).filter(|&m| parts.find(m) == m) {
        let own: Vec<usize> = (0..members.len()).filter(|&m| parts.find(m) == root).collect();
        if own.len() < 2 {
            continue;
        }
        let mut numbers: FxHashMap<usize, usize> = FxHashMap::default();
        let classes: Vec<Vec<usize>> = own
            .iter()
            .map(|&m| {
                let all = first[m]..first[m + 1];
                all.map(|at| {
                    let next = numbers.len();
                    *numbers.entry(same.find(at)).or_insert(next)
                })
                .collect()
            })
            .collect();
        let distinct = |all: &Vec<usize>| {
            let set: FxHashSet<usize> = all.iter().copied().collect();
            set.len() == all.len()
        };
        // Stated shardings spread into all ops alike, or the kernel is not one.
        let mut axes: Vec<Option<Vec<usize>>> = vec![None; numbers.len()];
        let agree = own.iter().zip(&classes).all(|(&m, classes)| {
            let member = members[m];
            let Some(table) = &member.table else { return false };
            spread(member.op, table)
                .into_iter()
                .zip(classes)
                .all(|(own, &class)| *axes[class].get_or_insert_with(|| own.clone()) == own)
        });
        if !agree || !classes.iter().all(distinct) {
            continue;
        }
        let members = own.iter().zip(classes);
        let members =
            members.map(|(&m, classes)| Member { classes, ..members_of(single, ops[m]).clone() });
        let members = members.collect();
        made.push(Kernel { members, classes: numbers.len(), rows, contained: false });
    }
    made
}

fn members_of(single: &FxHashMap<OpId, Kernel>, op: OpId) -> &Member {
    &single[&op].members[0]
}

/// The indices of an op and of one that reads its result which belong to the same dimension; `None`
/// if a part of the reader needs other elements than the same part of the op computes.
fn alike(module: &Module, p: &Member, q: &Member, operand: usize) -> Option<Vec<(usize, usize)>> {
    let value = module.operand(q.op, operand);
    let result = module.results(p.op).iter().position(|v| v == value)?;
    let made = &p.table.as_ref()?.results[result];
    let read = &q.table.as_ref()?.operands[operand];
    let mut pairs = Vec::new();
    for (&a, &b) in made.iter().zip(read) {
        match (a, b) {
            (Access::Direct { index: a, .. }, Access::Direct { index: b, .. }) => {
                pairs.push((a, b));
            }
            (Access::Whole, Access::Whole) => {}
            _ => return None,
        }
    }
    Some(pairs)
}
