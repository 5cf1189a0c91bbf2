//! Groups of values with a common layout, and the cost of their layouts.

use super::cost::{Edge, LayoutPreference, Side};
use hloom_ir::module::Module;
use hloom_ir::ops::{Op, reduces_slices};
use hloom_ir::types::Layout;
use hloom_ir::{OpId, Trait, Value};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// The minimum fraction of the traffic that a new layout must save.
const WORTH: f64 = 0.05;

/// The role of an op in layout assignment.
enum Role {
    /// Elementwise access: operands of the result's rank have the result's layout.
    Alike,
    /// A transpose: the result's dimensions are the operand's, permuted.
    Transposed,
    /// It has layout preferences.
    Preferences(Vec<(Value, LayoutPreference)>),
    /// Its operands and results are row-major.
    Plain,
}

fn role(module: &Module, op: OpId) -> Role {
    let rank = |v: Value| module.ty(v).as_tensor().map_or(0, |t| t.rank());
    match module.op(op) {
        Op::Transpose(_) => Role::Transposed,
        Op::DotGeneral(it) => {
            let (x, y, z) = (module.operand(op, 0), module.operand(op, 1), module.result(op, 0));
            let d = &it.dot_dimension_numbers;
            let preferences = vec![
                (x, LayoutPreference::factor(rank(x), &d.lhs_batching_dimensions)),
                (y, LayoutPreference::factor(rank(y), &d.rhs_batching_dimensions)),
                (z, LayoutPreference::product(rank(z), d.lhs_batching_dimensions.len())),
            ];
            Role::Preferences(preferences)
        }
        Op::Convolution(it) => {
            let (x, y, z) = (module.operand(op, 0), module.operand(op, 1), module.result(op, 0));
            let d = &it.dimension_numbers;
            let image = |v: Value, batch: i64, feature: i64| {
                let dims = module.ty(v).as_tensor().map_or(&[][..], |t| &t.dims[..]);
                (v, LayoutPreference::image(dims, batch as usize, feature as usize))
            };
            let kernel =
                LayoutPreference::kernel(rank(y), d.kernel_output_feature_dimension as usize);
            Role::Preferences(vec![
                image(x, d.input_batch_dimension, d.input_feature_dimension),
                (y, kernel),
                image(z, d.output_batch_dimension, d.output_feature_dimension),
            ])
        }
        _ if module.results(op).len() != 1 || reduces_slices(module, op) => Role::Plain,
        Op::Pad(_)
        | Op::Slice(_)
        | Op::Reverse(_)
        | Op::Concatenate(_)
        | Op::ReduceWindow(_)
        | Op::Convert(_) => Role::Alike,
        it if it.has(Trait::Elementwise) => Role::Alike,
        // Any other op: keeps the default layout.
        _ => Role::Plain,
    }
}

/// All groups of a function.
pub(super) struct Groups {
    values: Vec<Vec<Value>>,
    layouts: Vec<Layout>,
    edges: Vec<Edge>,
    /// The edges of each group.
    at: Vec<Vec<usize>>,
}

/// Union-find of the values whose layout is free; tied values have the same layout.
struct Ties<'m> {
    module: &'m Module,
    /// For each free value, its parent in the union-find forest; roots point to themselves.
    parent: BTreeMap<Value, Value>,
}

impl Ties<'_> {
    fn root(&self, v: Value) -> Option<Value> {
        let mut at = v;
        loop {
            match self.parent.get(&at) {
                Some(&up) if up == at => return Some(at),
                Some(&up) => at = up,
                None => return None,
            }
        }
    }

    fn tie(&mut self, a: Value, b: Value) {
        if let (Some(a), Some(b)) = (self.root(a), self.root(b)) {
            // The earlier value becomes the root.
            self.parent.insert(a.max(b), a.min(b));
        }
    }

    /// Whether the layout of a value is free: its definition and all users are in one block and
    /// have roles other than `Plain`.
    fn is_free(&self, v: Value) -> bool {
        let module = self.module;
        let Some(op) = module.def_op(v) else { return false };
        let Some(ty) = module.ty(v).as_tensor() else { return false };
        let plain = |op: OpId| matches!(role(module, op), Role::Plain);
        let here = module.parent(op);
        ty.rank() > 1
            && ty.encoding.is_none()
            && ty.byte_size().is_some()
            && !ty.element.is_quantized()
            && !plain(op)
            && module.uses(v).all(|(user, _)| module.parent(user) == here && !plain(user))
    }
}

impl Groups {
    /// The groups of a function's values, all row-major at first.
    pub(super) fn of(module: &Module, function: OpId) -> Groups {
        let mut ties = Ties { module, parent: BTreeMap::new() };
        let inside = |op: OpId| {
            module.parent_op(op).is_some_and(|p| {
                !matches!(module.op(p), Op::Fusion(_) | Op::Reduce(_) | Op::ReduceWindow(_))
            })
        };
        let ops: Vec<OpId> = module.walk(function).filter(|&op| inside(op)).collect();
        for &op in &ops {
            for v in module.results(op) {
                if ties.is_free(v) {
                    ties.parent.insert(v, v);
                }
            }
        }
        let rank = |v: Value| module.ty(v).as_tensor().map_or(0, |t| t.rank());
        for &op in &ops {
            if let Role::Alike = role(module, op) {
                let result = module.result(op, 0);
                for &v in module.operands(op).iter().filter(|&&v| rank(v) == rank(result)) {
                    ties.tie(v, result);
                }
            }
        }
        let mut number: FxHashMap<Value, usize> = FxHashMap::default();
        let mut groups =
            Groups { values: Vec::new(), layouts: Vec::new(), edges: Vec::new(), at: Vec::new() };
        for &op in &ops {
            for v in module.results(op) {
                let Some(root) = ties.root(v) else { continue };
                let n = *number.entry(root).or_insert_with(|| {
                    groups.values.push(Vec::new());
                    groups.layouts.push(Layout::row_major(rank(v)));
                    groups.at.push(Vec::new());
                    groups.values.len() - 1
                });
                groups.values[n].push(v);
            }
        }
        let side = |v: Value| match ties.root(v).and_then(|root| number.get(&root)) {
            Some(&group) => Side::Group(group),
            None => Side::RowMajor(rank(v)),
        };
        let bytes =
            |v: Value| module.ty(v).as_tensor().and_then(|t| t.byte_size()).unwrap_or(0) as f64;
        for &op in &ops {
            match role(module, op) {
                Role::Plain => {}
                Role::Alike => {
                    let result = module.result(op, 0);
                    let to = side(result);
                    for &v in module.operands(op).iter().filter(|&&v| rank(v) == rank(result)) {
                        let splat = module.constant(v).is_some_and(|literal| literal.is_splat());
                        if side(v) != to && !splat {
                            groups.add(Edge::Alike { from: side(v), to, bytes: bytes(v) });
                        }
                    }
                }
                Role::Transposed => {
                    let Op::Transpose(it) = module.op(op) else { continue };
                    let (x, y) = (module.operand(op, 0), module.result(op, 0));
                    // A value that leaves the function or a region is written in any case.
                    let leaves = |(user, _): (OpId, usize)| module.op(user).has(Trait::Terminator);
                    let given = module.uses(y).any(leaves);
                    let permutation = it.permutation.to_vec();
                    let (from, to, bytes) = (side(x), side(y), bytes(y));
                    groups.add(Edge::Transposed { op, from, to, permutation, bytes, given });
                }
                Role::Preferences(preferences) => {
                    for (v, preference) in preferences {
                        groups.add(Edge::Preference { of: side(v), preference, bytes: bytes(v) });
                    }
                }
            }
        }
        groups
    }

    fn add(&mut self, edge: Edge) {
        for side in edge.sides() {
            if let Side::Group(group) = side
                && self.at[group].last() != Some(&self.edges.len())
            {
                self.at[group].push(self.edges.len());
            }
        }
        self.edges.push(edge);
    }

    /// Number of groups.
    pub(super) fn len(&self) -> usize {
        self.values.len()
    }

    /// The values of a group.
    pub(super) fn values(&self, group: usize) -> &[Value] {
        &self.values[group]
    }

    /// The layouts of all groups.
    pub(super) fn layouts(&self) -> Vec<Layout> {
        self.layouts.clone()
    }

    /// The layout of a group.
    pub(super) fn layout(&self, group: usize) -> &Layout {
        &self.layouts[group]
    }

    /// The extra traffic of a group in bytes if it had this layout.
    pub(super) fn cost(&self, group: usize, layout: &Layout) -> f64 {
        let known = |side: Side| match side {
            Side::Group(n) if n == group => layout.clone(),
            Side::Group(n) => self.layouts[n].clone(),
            Side::RowMajor(rank) => Layout::row_major(rank),
        };
        self.at[group].iter().map(|&n| self.edges[n].cost(&known)).sum()
    }

    /// Changes a group's layout to the best one that its edges prefer, if that pays; returns
    /// whether it did.
    pub(super) fn improve(&mut self, group: usize) -> bool {
        let now = self.cost(group, &self.layouts[group]);
        let known = |side: Side| match side {
            Side::Group(n) => self.layouts[n].clone(),
            Side::RowMajor(rank) => Layout::row_major(rank),
        };
        let rank = self.layouts[group].minor_to_major.len();
        let mut preferred = vec![Layout::row_major(rank)];
        for &n in &self.at[group] {
            preferred.extend(self.edges[n].preferred(group, &self.layouts[group], &known));
        }
        let mut best: Option<(f64, &Layout)> = None;
        for layout in preferred.iter().filter(|l| **l != self.layouts[group]) {
            let cost = self.cost(group, layout);
            if cost < now * (1.0 - WORTH) && best.is_none_or(|(least, _)| cost < least) {
                best = Some((cost, layout));
            }
        }
        let Some((_, layout)) = best else { return false };
        self.layouts[group] = layout.clone();
        true
    }

    /// The free transposes of a group; each is counted at one group only.
    pub(super) fn free(&self, group: usize) -> Vec<OpId> {
        let known = |side: Side| match side {
            Side::Group(n) => self.layouts[n].clone(),
            Side::RowMajor(rank) => Layout::row_major(rank),
        };
        let edges = self.at[group].iter().map(|&n| &self.edges[n]);
        let free = edges.filter(|edge| edge.cost(&known) == 0.0);
        free.filter_map(|edge| edge.transposition(group)).collect()
    }
}
