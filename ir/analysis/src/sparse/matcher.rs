//! Assigning roles to the ops of a sparse-driven fusion.

use super::roles::{OpRole, SparseDriven, ZeroRule};
use super::zero::{Zero, Zeros, is_finite, is_positive_zero};
use crate::dataflow::is_unit_reshape;
use crate::monoid::Monoid;
use hloom_ir::module::Module;
use hloom_ir::ops::{DotGeneral, Op, Reduce};
use hloom_ir::{Block, OpId, Trait, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// The role of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ValueRole {
    /// Independent of the sparse matrix; computed from a sampled product perhaps.
    Free { of_product: bool },
    /// One element for each entry, and the zero that it is where the sparse matrix is zero.
    Entry { dims: [usize; 2], zero: Option<Zero>, phase: usize },
    /// Complete after each outer coordinate, which is dimension `dim` of it.
    Row { dim: usize, phase: usize },
    /// Complete after the last entry.
    Complete,
}

/// The roles of the ops of a fusion's body that iterates over the entries of an argument.
///
/// # Errors
/// A sentence on why it can't.
pub fn sparse_driven_block(
    module: &Module,
    block: Block,
    matrix: Value,
) -> Result<SparseDriven, String> {
    let end = module.terminator(block).ok_or("its region has no end")?;
    let ops: Vec<OpId> = module.ops(block).filter(|&op| op != end).collect();
    sparse_driven(module, &ops, module.operands(end), matrix, ZeroRule::Annihilates)
}

/// The roles of ops, given in a topological order, that yield these results and iterate
/// over the entries of a sparse matrix, which a `hloom.relayout` among them reads.
///
/// # Errors
/// A sentence on why they can't.
pub fn sparse_driven(
    module: &Module,
    ops: &[OpId],
    results: &[Value],
    matrix: Value,
    rule: ZeroRule,
) -> Result<SparseDriven, String> {
    let tensor = module.ty(matrix).as_tensor();
    let encoding = tensor.and_then(|t| t.sparse()).ok_or("it is not stored sparsely")?;
    let (outer, inner) = encoding
        .outer_and_inner()
        .ok_or("only matrices in compressed rows or columns drive fusions")?;
    let mut it = Matcher {
        module,
        rule,
        matrix,
        outer,
        inner,
        shape: tensor.map_or(&[], |t| &t.dims),
        roles: FxHashMap::default(),
        products: FxHashMap::default(),
        members: ops.iter().copied().collect(),
    };
    let mut roles = Vec::with_capacity(ops.len());
    for &op in ops {
        roles.push((op, it.op(op)?));
    }
    for (op, role) in &mut roles {
        if let OpRole::SampledProduct { dims } = role {
            let found = it.products.get(&module.result(*op, 0)).copied().flatten();
            *dims = found.ok_or("a product is wanted elsewhere than at entries")?;
        }
    }
    let mut entries = Vec::new();
    for (n, v) in results.iter().enumerate() {
        match it.role(*v) {
            ValueRole::Entry { zero: Some(zero), dims, phase } => {
                if !it.hides_sign(zero) {
                    return Err(format!("{} may be -0 where the driver is zero", it.named(*v)));
                }
                entries.push((n, dims, phase));
            }
            ValueRole::Row { .. } | ValueRole::Complete => {}
            ValueRole::Entry { .. } => {
                return Err(format!("{} is not zero where the driver is", it.named(*v)));
            }
            ValueRole::Free { .. } => {
                return Err("a result has nothing to do with the driver".into());
            }
        }
    }
    let phase = |role: &OpRole| match role {
        OpRole::RowReduction { phase } | OpRole::CrossRowReduction { phase } => Some(*phase),
        _ => None,
    };
    let last = roles.iter().filter_map(|(_, p)| phase(p)).chain(entries.iter().map(|e| e.2));
    let phases = last.max().map_or(0, |p| p + 1);
    if phases == 0 {
        return Err("nothing of it goes over the driver's entries".to_owned());
    }
    let of_entry = |(&v, kind): (&Value, &ValueRole)| match kind {
        ValueRole::Entry { dims, .. } => Some((v, *dims)),
        _ => None,
    };
    let dims = it.roles.iter().filter_map(of_entry).collect();
    Ok(SparseDriven { matrix, outer, inner, roles, entries, phases, dims })
}

pub(super) struct Matcher<'m> {
    module: &'m Module,
    rule: ZeroRule,
    matrix: Value,
    outer: usize,
    inner: usize,
    shape: &'m [i64],
    roles: FxHashMap<Value, ValueRole>,
    /// Products, with the dimensions of the sparse matrix that theirs are.
    products: FxHashMap<Value, Option<[usize; 2]>>,
    members: FxHashSet<OpId>,
}

const FREE: ValueRole = ValueRole::Free { of_product: false };

impl Matcher<'_> {
    fn role(&self, v: Value) -> ValueRole {
        self.roles.get(&v).copied().unwrap_or(FREE)
    }

    fn dims(&self, v: Value) -> &'static [i64] {
        self.module.ty(v).as_tensor().map_or(&[], |t| &t.dims)
    }

    fn named(&self, v: Value) -> String {
        match (self.module.name(v), self.module.def_op(v)) {
            (Some(name), _) => format!("%{name}"),
            (None, Some(op)) => format!("the result of `{}`", self.module.op(op).name()),
            (None, None) => "an argument".to_owned(),
        }
    }

    fn refuse<T>(&self, op: OpId, why: &str) -> Result<T, String> {
        Err(format!("`{}` {why}", self.module.op(op).name()))
    }

    /// Whether iterating over stored entries alone, as if the others were `+0`, is exact.
    fn hides_sign(&self, zero: Zero) -> bool {
        self.rule == ZeroRule::Annihilates || zero == Zero::Positive
    }

    fn op(&mut self, op: OpId) -> Result<OpRole, String> {
        let module = self.module;
        let operands = module.operands(op);
        if operands.iter().any(|&v| self.role(v) == ValueRole::Complete) {
            return self.refuse(op, "uses what is whole only after the last entry");
        }
        let v = match (module.results(op).get(0), module.results(op).len()) {
            (Some(v), 1) => v,
            _ => return self.refuse(op, "has several results"),
        };
        let (kind, role) = match module.op(op) {
            Op::Relayout(_) if operands[0] == self.matrix => (
                ValueRole::Entry { dims: [0, 1], zero: Some(Zero::Positive), phase: 0 },
                OpRole::Elementwise,
            ),
            Op::Relayout(_) => return self.refuse(op, "stores another tensor in another way"),
            Op::Reduce(it) => self.reduce(op, it)?,
            Op::DotGeneral(it) => self.dot(op, it)?,
            Op::Transpose(it) => match self.role(operands[0]) {
                ValueRole::Entry { dims, zero, phase } => {
                    let transposed = [0, 1].map(|i| dims[it.permutation[i] as usize]);
                    (ValueRole::Entry { dims: transposed, zero, phase }, OpRole::Elementwise)
                }
                free @ ValueRole::Free { .. } => (free, OpRole::Elementwise),
                _ => return self.refuse(op, "turns rows of sums"),
            },
            Op::BroadcastInDim(it) => match self.role(operands[0]) {
                ValueRole::Row { dim, phase } => {
                    let at = it.broadcast_dimensions[dim] as usize;
                    let dims =
                        if at == 0 { [self.outer, self.inner] } else { [self.inner, self.outer] };
                    let own = self.dims(v);
                    let fits = own.len() == 2 && (0..2).all(|i| own[i] == self.shape[dims[i]]);
                    if !fits {
                        return self.refuse(op, "repeats sums in another shape than the driver's");
                    }
                    (ValueRole::Entry { dims, zero: None, phase }, OpRole::Elementwise)
                }
                FREE => (FREE, OpRole::Elementwise),
                _ => return self.refuse(op, "repeats what there is for each entry"),
            },
            Op::Reshape(_) => match self.role(operands[0]) {
                ValueRole::Row { dim, phase } if is_unit_reshape(module, op) => {
                    let moved = self.moved_by_reshape(operands[0], v, dim);
                    if self.dims(v).first() != Some(&self.shape[self.outer]) {
                        return self.refuse(op, "puts other dimensions before that of sums");
                    }
                    (ValueRole::Row { dim: moved, phase }, OpRole::RowElementwise { phase })
                }
                FREE => (FREE, OpRole::Elementwise),
                _ => return self.refuse(op, "changes the shape of what the driver makes"),
            },
            known if elementwise(known) => self.elementwise(op, v)?,
            _ if operands.iter().all(|&v| self.role(v) == FREE) && moves(module.op(op)) => {
                (FREE, OpRole::Elementwise)
            }
            // Any other op: refused with its name.
            _ => return self.refuse(op, "is none that runs over entries"),
        };
        self.roles.insert(v, kind);
        Ok(role)
    }

    /// The position of dimension `dim` after a reshape that adds or drops dimensions of extent 1.
    fn moved_by_reshape(&self, from: Value, to: Value, dim: usize) -> usize {
        let (from, to) = (self.dims(from), self.dims(to));
        let before = from[..dim].iter().filter(|&&n| n != 1).count();
        let mut long = to.iter().enumerate().filter(|(_, n)| **n != 1).map(|(d, _)| d);
        if from[dim] == 1 { 0 } else { long.nth(before).unwrap_or(0) }
    }

    fn elementwise(&mut self, op: OpId, v: Value) -> Result<(ValueRole, OpRole), String> {
        let operands = self.module.operands(op);
        // The dimensions and the phase of entries, the dimension and the phase of sums.
        let mut entry: Option<([usize; 2], usize)> = None;
        let mut row: Option<(usize, usize)> = None;
        let mut of_product = false;
        for &x in operands {
            match self.role(x) {
                ValueRole::Free { of_product: some } => of_product |= some,
                ValueRole::Entry { dims, phase, .. } => match &mut entry {
                    Some((known, _)) if *known != dims && self.dims(v)[0] != 1 => {
                        return self.refuse(op, "pairs entries with entries of the transpose");
                    }
                    Some((_, most)) => *most = phase.max(*most),
                    none => *none = Some((dims, phase)),
                },
                ValueRole::Row { dim, phase } => match &mut row {
                    Some((known, _)) if *known != dim => {
                        return self.refuse(op, "pairs sums along different dimensions");
                    }
                    Some((_, most)) => *most = phase.max(*most),
                    none => *none = Some((dim, phase)),
                },
                ValueRole::Complete => {}
            }
        }
        match (entry, row) {
            (None, None) => Ok((ValueRole::Free { of_product }, OpRole::Elementwise)),
            (Some((dims, phase)), None) => {
                for &x in operands {
                    self.align(x, dims)?;
                }
                let entry = |v| match self.role(v) {
                    ValueRole::Entry { zero, .. } => Some(zero),
                    _ => None,
                };
                let zero = Zeros { module: self.module, rule: self.rule, entry: &entry };
                let zero = zero.of_result(op);
                Ok((ValueRole::Entry { dims, zero, phase }, OpRole::Elementwise))
            }
            (None, Some((dim, phase))) if !of_product => {
                Ok((ValueRole::Row { dim, phase }, OpRole::RowElementwise { phase }))
            }
            _ => self.refuse(op, "pairs sums with what there is for each entry"),
        }
    }

    /// Notes that elements of a value are needed at the stored entries.
    fn align(&mut self, v: Value, dims: [usize; 2]) -> Result<(), String> {
        if let Some(known) = self.products.get_mut(&v) {
            if known.is_some_and(|known| known != dims) {
                return Err("a product is wanted at entries and at those of the transpose".into());
            }
            *known = Some(dims);
            return Ok(());
        }
        if self.role(v) != (ValueRole::Free { of_product: true }) {
            return Ok(());
        }
        let module = self.module;
        let Some(op) = module.def_op(v).filter(|op| self.members.contains(op)) else {
            return Ok(());
        };
        let dims = match module.op(op) {
            Op::Transpose(it) => {
                let mut inner = dims;
                for (i, &p) in it.permutation.iter().enumerate() {
                    inner[p as usize] = dims[i];
                }
                inner
            }
            _ => dims,
        };
        let operands = module.operands(op).to_vec();
        operands.into_iter().try_for_each(|x| self.align(x, dims))
    }

    /// The roles of a reduction of entries over some dimensions, and of its result.
    fn over(&self, dims: &[usize], phase: usize) -> (ValueRole, OpRole) {
        if dims == [self.inner] {
            (ValueRole::Row { dim: 0, phase: phase + 1 }, OpRole::RowReduction { phase })
        } else {
            (ValueRole::Complete, OpRole::CrossRowReduction { phase })
        }
    }

    fn reduce(&mut self, op: OpId, it: &Reduce) -> Result<(ValueRole, OpRole), String> {
        let module = self.module;
        let operands = module.operands(op);
        let (dims, phase, zero) = match self.role(operands[0]) {
            ValueRole::Entry { dims, zero: Some(zero), phase } => (dims, phase, zero),
            ValueRole::Entry { .. } => {
                return self.refuse(op, "combines what is not zero where the driver is");
            }
            _ => return self.refuse(op, "combines what has nothing to do with the driver"),
        };
        let monoid = Monoid::of_single(module, op);
        let plain = operands.len() == 2 && self.role(operands[1]) == FREE && monoid.is_some();
        if !plain || it.dimensions.is_empty() {
            return self.refuse(op, "combines in a way that does not skip zeros");
        }
        let over: Vec<usize> = it.dimensions.iter().map(|&d| dims[d as usize]).collect();
        // Adding zeros changes nothing.
        let adds = matches!(monoid, Some(Monoid::Add | Monoid::Or | Monoid::Xor));
        // A sum that starts from `+0` never shows the sign of zeros that are added to it; one
        // that starts from `-0` shows that some are.
        let floats = module.ty(operands[0]).element().is_some_and(|e| !e.is_integer());
        let exact = match adds && floats {
            true => self.rule == ZeroRule::Annihilates || is_positive_zero(module, operands[1]),
            false => self.hides_sign(zero),
        };
        if !exact {
            return self.refuse(op, "would show the sign of zeros that are not stored");
        }
        if over == [self.outer] && !adds {
            let why = "combines along the driver's dense dimension by more than a sum";
            return self.refuse(op, why);
        }
        Ok(self.over(&over, phase))
    }

    fn dot(&mut self, op: OpId, it: &DotGeneral) -> Result<(ValueRole, OpRole), String> {
        let module = self.module;
        let operands = [module.operand(op, 0), module.operand(op, 1)];
        let d = &it.dot_dimension_numbers;
        let contracting = [&d.lhs_contracting_dimensions, &d.rhs_contracting_dimensions];
        let roles = operands.map(|v| self.role(v));
        if roles == [FREE, FREE] {
            let v = module.result(op, 0);
            let own = self.dims(v);
            let straight = own == self.shape;
            let transposed = own.len() == 2 && own[0] == self.shape[1] && own[1] == self.shape[0];
            if !straight && !transposed {
                return self.refuse(op, "has another shape than the driver");
            }
            self.products.insert(v, None);
            return Ok((
                ValueRole::Free { of_product: true },
                OpRole::SampledProduct { dims: [0, 1] },
            ));
        }
        let e = match roles {
            [ValueRole::Entry { .. }, ValueRole::Entry { .. }] => {
                return self.refuse(op, "multiplies entries with entries");
            }
            [ValueRole::Entry { .. }, _] => 0,
            [_, ValueRole::Entry { .. }] => 1,
            _ => return self.refuse(op, "multiplies sums"),
        };
        let ValueRole::Entry { dims, zero, phase } = roles[e] else {
            return self.refuse(op, "multiplies nothing");
        };
        let plain = d.lhs_batching_dimensions.is_empty() && contracting[0].len() == 1;
        let other = operands[1 - e];
        let safe =
            zero.is_some() && (self.rule == ZeroRule::Annihilates || is_finite(module, other));
        if !plain || !safe {
            return self.refuse(op, "multiplies what is not annihilated by the driver's zeros");
        }
        let along = contracting[e][0] as usize;
        let with = contracting[1 - e][0] as usize;
        let phase = match roles[1 - e] {
            FREE => phase,
            ValueRole::Row { dim, phase: other } if dim == with && dims[along] == self.outer => {
                phase.max(other)
            }
            _ => return self.refuse(op, "needs sums before they are whole"),
        };
        let (kind, role) = self.over(&[dims[along]], phase);
        // The rows of a right factor come behind the left one's dimensions.
        if e == 1 && self.dims(other).len() > 1 && role == (OpRole::RowReduction { phase }) {
            return self.refuse(op, "has sums along the driver behind its other dimensions");
        }
        Ok((kind, role))
    }
}

fn elementwise(op: &Op) -> bool {
    op.has(Trait::Elementwise) && !matches!(op, Op::Map(_) | Op::VariadicMap(_))
}

/// Whether an op moves elements, or makes them of nothing.
fn moves(op: &Op) -> bool {
    matches!(
        op,
        Op::Constant(_)
            | Op::Iota(_)
            | Op::Slice(_)
            | Op::Reverse(_)
            | Op::Pad(_)
            | Op::Concatenate(_)
    )
}
