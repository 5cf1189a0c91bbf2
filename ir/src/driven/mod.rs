//! What ops can run over the stored entries of a sparse matrix alone.
//!
//! Whoever gives a `hloom.fusion` a driver, the verifier and whoever makes kernels of one
//! ask [`driven`]. A matrix in compressed rows (or columns) has an *outer* dimension, the
//! dense level, and an *inner* one, the compressed level. Ops that start from it make
//! - *entries*: matrices of its shape, an element of which needs the same element of the
//!   sparse one. An entry is *annihilated* if it is zero where the sparse matrix is. Zero
//!   annihilates what it is multiplied with: `0 · x` and `0 / x` count as 0 for every `x`,
//!   infinite or no number too. Where that is not wanted ([`Rule::Strict`]), products with
//!   what might be that are not annihilated;
//! - *products*: general products of two other matrices, of which only elements at
//!   entries are wanted (the outer product of a factorization);
//! - *rows*: sums over the inner dimension of what is annihilated, whole after each outer
//!   coordinate, and what is made of these element by element;
//! - *closers*: sums over the outer dimension, or both, whole after the last coordinate.
//!
//! So `sum(X ⊙ log(U Vᵀ))`, `X v`, `Xᵀ(w ⊙ (X v))`, `((X ≠ 0) ⊙ (U Vᵀ)) V` and the like
//! need no element that is not stored. Source: the sparse drivers of Boehm et al., "On
//! Optimizing Operator Fusion Plans for Large-Scale Machine Learning in SystemML" (2018).

mod zero;

use crate::attr::Attr;
use crate::fused::{is_unit_reshape, reduces_by_monoids};
use crate::module::Module;
use crate::ops::{DotGeneral, Op, Reduce};
use crate::types::sparse::{LevelKind, SparseEncoding};
use crate::{Block, OpId, Trait, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// What zero does to what it is multiplied with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Rule {
    /// It annihilates everything.
    #[default]
    Annihilates,
    /// It annihilates what is surely finite.
    Strict,
}

/// What an op is to the driver.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Part {
    /// An element of its result is made of elements, wherever one is wanted.
    Element,
    /// A product whose elements are wanted at entries: result dimension `i` is dimension
    /// `dims[i]` of the sparse matrix.
    Product {
        /// Dimensions of the sparse matrix.
        dims: [usize; 2],
    },
    /// A sum over the inner dimension.
    Row {
        /// How many sums over the same coordinate come before it.
        phase: usize,
    },
    /// Made of rows element by element.
    OfRows {
        /// How many sums over the same coordinate come before it.
        phase: usize,
    },
    /// A sum over the outer dimension, or both.
    Closer {
        /// How many sums over the same coordinate come before it.
        phase: usize,
    },
}

/// What a value is to the driver.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    /// It has nothing to do with the driver; it may be made of a product.
    Free { of_product: bool },
    /// One element for each entry.
    Entry { dims: [usize; 2], zero: bool, phase: usize },
    /// Whole after each outer coordinate, which is this dimension of it.
    Row { dim: usize, phase: usize },
    /// Whole at the end.
    Closed,
}

/// Ops that run over the entries of a sparse matrix.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Driven {
    /// The sparse matrix.
    pub main: Value,
    /// Its dimension that is stored densely.
    pub outer: usize,
    /// Its dimension that is compressed.
    pub inner: usize,
    /// What each op is, in order.
    pub parts: Vec<(OpId, Part)>,
    /// Results that have an element for each entry and zeros elsewhere: which result, which
    /// dimensions of the sparse matrix its dimensions are, and how many sums over the same
    /// coordinate come before it.
    pub entries: Vec<(usize, [usize; 2], usize)>,
    /// How many times the entries of an outer coordinate are gone through.
    pub phases: usize,
    /// Of each value with an element for each entry, which dimensions of the sparse matrix
    /// its dimensions are.
    pub dims: FxHashMap<Value, [usize; 2]>,
}

/// The dense and the compressed dimension of a matrix in compressed rows or columns.
pub fn outer_and_inner(encoding: &SparseEncoding) -> Option<(usize, usize)> {
    match encoding.levels[..] {
        [outer, inner] if outer.kind == LevelKind::Dense && inner.kind == LevelKind::Compressed => {
            Some((outer.dim, inner.dim))
        }
        _ => None,
    }
}

/// The name of the attribute of an argument of a function that says how many entries a
/// sparse tensor is thought to store.
pub const STORED_ENTRIES: &str = "hloom.stored_entries";

/// The part of elements that is thought to be stored where nothing is said, as SystemML
/// has it.
const UNKNOWN_DENSITY: f64 = 0.1;

/// The part of a sparse tensor's elements that is thought to be stored.
pub fn density(module: &Module, v: Value) -> f64 {
    let known = || {
        let block = module.def_block(v).filter(|_| module.def_op(v).is_none())?;
        let function = module.block_owner(block)?;
        let number = module.args(block).iter().position(|&arg| arg == v)?;
        let Op::Func(func) = module.op(function) else { return None };
        let Attr::Array(all) = func.arg_attrs.as_deref()? else { return None };
        let Attr::Dict(attrs) = all.get(number)? else { return None };
        let Attr::Int(entries, _) = attrs.get(STORED_ENTRIES)? else { return None };
        let cells = module.ty(v).as_tensor()?.count()?;
        Some((*entries as f64 / (cells as f64).max(1.0)).clamp(0.0, 1.0))
    };
    known().unwrap_or(UNKNOWN_DENSITY)
}

/// The sparse tensor that a `hloom.relayout` makes dense.
pub fn made_dense(module: &Module, op: OpId) -> Option<Value> {
    if !matches!(module.op(op), Op::Relayout(_)) {
        return None;
    }
    let sparse = |v: Value| module.ty(v).as_tensor().is_some_and(|t| t.sparse().is_some());
    let (from, to) = (module.operand(op, 0), module.result(op, 0));
    (sparse(from) && !sparse(to)).then_some(from)
}

/// How the body of a fusion runs over the entries of one of its arguments.
///
/// # Errors
/// A sentence on why it does not.
pub fn driven_block(module: &Module, block: Block, main: Value) -> Result<Driven, String> {
    let end = module.terminator(block).ok_or("its region has no end")?;
    let ops: Vec<OpId> = module.ops(block).filter(|&op| op != end).collect();
    driven(module, &ops, module.operands(end), main, Rule::Annihilates)
}

/// How ops, given in an order in which they can be computed, that hand out these results
/// run over the entries of a sparse matrix, which a `hloom.relayout` among them reads.
///
/// # Errors
/// A sentence on why they don't.
pub fn driven(
    module: &Module,
    ops: &[OpId],
    results: &[Value],
    main: Value,
    rule: Rule,
) -> Result<Driven, String> {
    let tensor = module.ty(main).as_tensor();
    let encoding = tensor.and_then(|t| t.sparse()).ok_or("it is not stored sparsely")?;
    let (outer, inner) = outer_and_inner(&encoding)
        .ok_or("only matrices in compressed rows or columns drive fusions")?;
    let mut it = Analysis {
        module,
        rule,
        main,
        outer,
        inner,
        shape: tensor.map_or(&[], |t| &t.dims),
        kinds: FxHashMap::default(),
        products: FxHashMap::default(),
        members: ops.iter().copied().collect(),
    };
    let mut parts = Vec::with_capacity(ops.len());
    for &op in ops {
        parts.push((op, it.op(op)?));
    }
    for (op, part) in &mut parts {
        if let Part::Product { dims } = part {
            let found = it.products.get(&module.result(*op, 0)).copied().flatten();
            *dims = found.ok_or("a product is wanted elsewhere than at entries")?;
        }
    }
    let mut entries = Vec::new();
    for (n, v) in results.iter().enumerate() {
        match it.kind(*v) {
            Kind::Entry { zero: true, dims, phase } => entries.push((n, dims, phase)),
            Kind::Row { .. } | Kind::Closed => {}
            Kind::Entry { .. } => {
                return Err(format!("{} is not zero where the driver is", it.named(*v)));
            }
            Kind::Free { .. } => return Err("a result has nothing to do with the driver".into()),
        }
    }
    let phase = |part: &Part| match part {
        Part::Row { phase } | Part::Closer { phase } => Some(*phase),
        _ => None,
    };
    let last = parts.iter().filter_map(|(_, p)| phase(p)).chain(entries.iter().map(|e| e.2));
    let phases = last.max().map_or(0, |p| p + 1);
    if phases == 0 {
        return Err("nothing of it goes over the driver's entries".to_owned());
    }
    let of_entry = |(&v, kind): (&Value, &Kind)| match kind {
        Kind::Entry { dims, .. } => Some((v, *dims)),
        _ => None,
    };
    let dims = it.kinds.iter().filter_map(of_entry).collect();
    Ok(Driven { main, outer, inner, parts, entries, phases, dims })
}

struct Analysis<'m> {
    module: &'m Module,
    rule: Rule,
    main: Value,
    outer: usize,
    inner: usize,
    shape: &'m [i64],
    kinds: FxHashMap<Value, Kind>,
    /// Products, with the dimensions of the sparse matrix that theirs are.
    products: FxHashMap<Value, Option<[usize; 2]>>,
    members: FxHashSet<OpId>,
}

const FREE: Kind = Kind::Free { of_product: false };

impl Analysis<'_> {
    fn kind(&self, v: Value) -> Kind {
        self.kinds.get(&v).copied().unwrap_or(FREE)
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

    fn op(&mut self, op: OpId) -> Result<Part, String> {
        let module = self.module;
        let operands = module.operands(op);
        if operands.iter().any(|&v| self.kind(v) == Kind::Closed) {
            return self.refuse(op, "uses what is whole only after the last entry");
        }
        let v = match (module.results(op).get(0), module.results(op).len()) {
            (Some(v), 1) => v,
            _ => return self.refuse(op, "has several results"),
        };
        let (kind, part) = match module.op(op) {
            Op::Relayout(_) if operands[0] == self.main => {
                (Kind::Entry { dims: [0, 1], zero: true, phase: 0 }, Part::Element)
            }
            Op::Relayout(_) => return self.refuse(op, "stores another tensor in another way"),
            Op::Reduce(it) => self.reduce(op, it)?,
            Op::DotGeneral(it) => self.dot(op, it)?,
            Op::Transpose(it) => match self.kind(operands[0]) {
                Kind::Entry { dims, zero, phase } => {
                    let turned = [0, 1].map(|i| dims[it.permutation[i] as usize]);
                    (Kind::Entry { dims: turned, zero, phase }, Part::Element)
                }
                free @ Kind::Free { .. } => (free, Part::Element),
                _ => return self.refuse(op, "turns rows of sums"),
            },
            Op::BroadcastInDim(it) => match self.kind(operands[0]) {
                Kind::Row { dim, phase } => {
                    let at = it.broadcast_dimensions[dim] as usize;
                    let dims =
                        if at == 0 { [self.outer, self.inner] } else { [self.inner, self.outer] };
                    let own = self.dims(v);
                    let fits = own.len() == 2 && (0..2).all(|i| own[i] == self.shape[dims[i]]);
                    if !fits {
                        return self.refuse(op, "repeats sums in another shape than the driver's");
                    }
                    (Kind::Entry { dims, zero: false, phase }, Part::Element)
                }
                FREE => (FREE, Part::Element),
                _ => return self.refuse(op, "repeats what there is for each entry"),
            },
            Op::Reshape(_) => match self.kind(operands[0]) {
                Kind::Row { dim, phase } if is_unit_reshape(module, op) => {
                    let kept = self.moved_by_reshape(operands[0], v, dim);
                    if self.dims(v).first() != Some(&self.shape[self.outer]) {
                        return self.refuse(op, "puts other dimensions before that of sums");
                    }
                    (Kind::Row { dim: kept, phase }, Part::OfRows { phase })
                }
                FREE => (FREE, Part::Element),
                _ => return self.refuse(op, "changes the shape of what the driver makes"),
            },
            known if elementwise(known) => self.elementwise(op, v)?,
            _ if operands.iter().all(|&v| self.kind(v) == FREE) && moves(module.op(op)) => {
                (FREE, Part::Element)
            }
            _ => return self.refuse(op, "is none that runs over entries"),
        };
        self.kinds.insert(v, kind);
        Ok(part)
    }

    /// Where a dimension of rows is after a reshape that adds or drops dimensions of one
    /// element.
    fn moved_by_reshape(&self, from: Value, to: Value, dim: usize) -> usize {
        let (from, to) = (self.dims(from), self.dims(to));
        let before = from[..dim].iter().filter(|&&n| n != 1).count();
        let mut long = to.iter().enumerate().filter(|(_, n)| **n != 1).map(|(d, _)| d);
        if from[dim] == 1 { 0 } else { long.nth(before).unwrap_or(0) }
    }

    fn elementwise(&mut self, op: OpId, v: Value) -> Result<(Kind, Part), String> {
        let operands = self.module.operands(op);
        // The dimensions and the phase of entries, the dimension and the phase of sums.
        let mut entry: Option<([usize; 2], usize)> = None;
        let mut row: Option<(usize, usize)> = None;
        let mut of_product = false;
        for &x in operands {
            match self.kind(x) {
                Kind::Free { of_product: some } => of_product |= some,
                Kind::Entry { dims, phase, .. } => match &mut entry {
                    Some((known, _)) if *known != dims && self.dims(v)[0] != 1 => {
                        return self.refuse(op, "pairs entries with entries of the transpose");
                    }
                    Some((_, most)) => *most = phase.max(*most),
                    none => *none = Some((dims, phase)),
                },
                Kind::Row { dim, phase } => match &mut row {
                    Some((known, _)) if *known != dim => {
                        return self.refuse(op, "pairs sums along different dimensions");
                    }
                    Some((_, most)) => *most = phase.max(*most),
                    none => *none = Some((dim, phase)),
                },
                Kind::Closed => {}
            }
        }
        match (entry, row) {
            (None, None) => Ok((Kind::Free { of_product }, Part::Element)),
            (Some((dims, phase)), None) => {
                for &x in operands {
                    self.align(x, dims)?;
                }
                let zero = self.is_annihilated(op);
                Ok((Kind::Entry { dims, zero, phase }, Part::Element))
            }
            (None, Some((dim, phase))) if !of_product => {
                Ok((Kind::Row { dim, phase }, Part::OfRows { phase }))
            }
            _ => self.refuse(op, "pairs sums with what there is for each entry"),
        }
    }

    /// Notes that elements of a value are wanted at entries.
    fn align(&mut self, v: Value, dims: [usize; 2]) -> Result<(), String> {
        if let Some(known) = self.products.get_mut(&v) {
            if known.is_some_and(|known| known != dims) {
                return Err("a product is wanted at entries and at those of the transpose".into());
            }
            *known = Some(dims);
            return Ok(());
        }
        if self.kind(v) != (Kind::Free { of_product: true }) {
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

    /// What the reductions of some dimensions of entries are.
    fn over(&self, dims: &[usize], phase: usize) -> (Kind, Part) {
        if dims == [self.inner] {
            (Kind::Row { dim: 0, phase: phase + 1 }, Part::Row { phase })
        } else {
            (Kind::Closed, Part::Closer { phase })
        }
    }

    fn reduce(&mut self, op: OpId, it: &Reduce) -> Result<(Kind, Part), String> {
        let module = self.module;
        let operands = module.operands(op);
        let (dims, phase) = match self.kind(operands[0]) {
            Kind::Entry { dims, zero: true, phase } => (dims, phase),
            Kind::Entry { .. } => {
                return self.refuse(op, "combines what is not zero where the driver is");
            }
            _ => return self.refuse(op, "combines what has nothing to do with the driver"),
        };
        let plain =
            operands.len() == 2 && self.kind(operands[1]) == FREE && reduces_by_monoids(module, op);
        if !plain || it.dimensions.is_empty() {
            return self.refuse(op, "combines in a way that does not skip zeros");
        }
        let over: Vec<usize> = it.dimensions.iter().map(|&d| dims[d as usize]).collect();
        if over == [self.outer] && !adds(module, op) {
            let why = "combines along the driver's dense dimension by more than a sum";
            return self.refuse(op, why);
        }
        Ok(self.over(&over, phase))
    }

    fn dot(&mut self, op: OpId, it: &DotGeneral) -> Result<(Kind, Part), String> {
        let module = self.module;
        let operands = [module.operand(op, 0), module.operand(op, 1)];
        let d = &it.dot_dimension_numbers;
        let contracting = [&d.lhs_contracting_dimensions, &d.rhs_contracting_dimensions];
        let kinds = operands.map(|v| self.kind(v));
        if kinds == [FREE, FREE] {
            let v = module.result(op, 0);
            let own = self.dims(v);
            let straight = own == self.shape;
            let turned = own.len() == 2 && own[0] == self.shape[1] && own[1] == self.shape[0];
            if !straight && !turned {
                return self.refuse(op, "has another shape than the driver");
            }
            self.products.insert(v, None);
            return Ok((Kind::Free { of_product: true }, Part::Product { dims: [0, 1] }));
        }
        let e = match kinds {
            [Kind::Entry { .. }, Kind::Entry { .. }] => {
                return self.refuse(op, "multiplies entries with entries");
            }
            [Kind::Entry { .. }, _] => 0,
            [_, Kind::Entry { .. }] => 1,
            _ => return self.refuse(op, "multiplies sums"),
        };
        let Kind::Entry { dims, zero, phase } = kinds[e] else {
            return self.refuse(op, "multiplies nothing");
        };
        let plain = d.lhs_batching_dimensions.is_empty() && contracting[0].len() == 1;
        let other = operands[1 - e];
        let safe = zero && (self.rule == Rule::Annihilates || self.is_finite(other));
        if !plain || !safe {
            return self.refuse(op, "multiplies what is not annihilated by the driver's zeros");
        }
        let along = contracting[e][0] as usize;
        let with = contracting[1 - e][0] as usize;
        let phase = match kinds[1 - e] {
            FREE => phase,
            Kind::Row { dim, phase: other } if dim == with && dims[along] == self.outer => {
                phase.max(other)
            }
            _ => return self.refuse(op, "needs sums before they are whole"),
        };
        let (kind, part) = self.over(&[dims[along]], phase);
        // The rows of a right factor come behind the left one's dimensions.
        if e == 1 && self.dims(other).len() > 1 && part == (Part::Row { phase }) {
            return self.refuse(op, "has sums along the driver behind its other dimensions");
        }
        Ok((kind, part))
    }
}

/// Whether a reduction is a sum, so that zeros change nothing.
fn adds(module: &Module, op: OpId) -> bool {
    let end = module.entry(op, 0).and_then(|block| module.terminator(block));
    end.is_some_and(|end| {
        module.operands(end).iter().all(|&v| {
            let added = |def| matches!(module.op(def), Op::Add(_) | Op::Or(_) | Op::Xor(_));
            module.def_op(v).is_some_and(added)
        })
    })
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
