//! Other types for the tensors of ops: in results, block arguments, function types, aggregates and
//! attributes. For passes that change all types of a module by one rule.

use crate::context::PassError;
use hloom_ir::attr::{Attr, AttrDict};
use hloom_ir::ops::{self, Op};
use hloom_ir::types::{StructType, TensorType};
use hloom_ir::{Element, OpId, Rewriter, Type, TypeKind, Value};

/// A type without parts, which a rule replaces.
#[derive(Clone, Copy)]
pub(crate) enum LeafType<'t> {
    Tensor(&'t TensorType),
    Unranked(Element),
    Scalar(Element),
}

/// A rule: the new type of each type without parts.
pub(crate) type Rule<'r> = &'r dyn Fn(LeafType<'_>) -> Type;

/// The type with the rule applied wherever a tensor or a scalar stands. Types of unknown dialects stay,
/// as they are kept as text.
pub(crate) fn changed(ty: Type, rule: Rule<'_>) -> Type {
    let all = |types: &[Type]| -> Vec<Type> { types.iter().map(|&ty| changed(ty, rule)).collect() };
    match ty.kind() {
        TypeKind::Tensor(t) => rule(LeafType::Tensor(t)),
        TypeKind::Unranked(element) => rule(LeafType::Unranked(*element)),
        TypeKind::Scalar(element) => rule(LeafType::Scalar(*element)),
        TypeKind::Tuple(members) => Type::tuple(&all(members)),
        TypeKind::Struct(it) => {
            let fields = it.fields.iter().map(|(name, ty)| (name.clone(), changed(*ty, rule)));
            StructType { name: it.name.clone(), fields: fields.collect() }.into()
        }
        TypeKind::Array(of, count) => Type::array(changed(*of, rule), *count),
        TypeKind::Future(of) => Type::future(&all(of)),
        TypeKind::Function(from, to) => Type::function(&all(from), &all(to)),
        TypeKind::Token | TypeKind::Foreign(_) => ty,
    }
}

fn changed_attr(attr: &Attr, rule: Rule<'_>) -> Attr {
    match attr {
        Attr::Type(ty) => Attr::Type(changed(*ty, rule)),
        Attr::Dense(literal) => Attr::Dense(
            literal.with_type(changed(literal.ty(), rule)).unwrap_or_else(|_| literal.clone()),
        ),
        Attr::Array(items) => Attr::Array(items.iter().map(|it| changed_attr(it, rule)).collect()),
        Attr::Dict(dict) => Attr::Dict(changed_attrs(dict, rule)),
        Attr::Unit
        | Attr::Bool(_)
        | Attr::Int(..)
        | Attr::Float(..)
        | Attr::String(_)
        | Attr::Symbol(_)
        | Attr::DenseArray(..)
        | Attr::Loc(_)
        | Attr::Opaque(_) => attr.clone(),
    }
}

fn changed_attrs(dict: &AttrDict, rule: Rule<'_>) -> AttrDict {
    dict.iter().map(|(name, attr)| (name.into(), changed_attr(attr, rule))).collect()
}

/// Rebuilds an op from these attributes and result types.
///
/// # Errors
/// If the op can't have such an attribute.
pub(crate) fn reread(
    id: OpId,
    op: &Op,
    attrs: AttrDict,
    results: &[Type],
) -> Result<Op, PassError> {
    op.with_attrs(attrs, results).map_err(|wrong| {
        PassError::at(id, format!("attribute `{}` can't be kept: {}", wrong.name, wrong.why))
    })
}

/// Applies the rule to an op, its results and its block arguments, not to the ops in its regions. Returns the
/// number of values that have another type now.
///
/// # Errors
/// As [`reread`].
pub(crate) fn retype(
    rewriter: &mut Rewriter<'_>,
    op: OpId,
    rule: Rule<'_>,
) -> Result<usize, PassError> {
    let module = rewriter.module();
    let kind = module.op(op);
    let results = module.result_types(op);
    let types: Vec<Type> = results.iter().map(|&ty| changed(ty, rule)).collect();
    let attrs = kind.attrs();
    let new = changed_attrs(&attrs, rule);
    if let Op::Foreign(it) = kind {
        let kind = ops::Foreign {
            name: it.name.clone(),
            attrs: changed_attrs(&it.attrs, rule),
            properties: changed_attrs(&it.properties, rule),
            results: types.into(),
        };
        rewriter.set_op(op, kind);
    } else if types[..] != results[..] || new != attrs {
        let kind = reread(op, kind, new, &types)?;
        rewriter.set_op(op, kind);
    }
    if let Some(extra) = rewriter.module().discardable_attrs(op) {
        let new = changed_attrs(extra, rule);
        rewriter.set_discardable_attrs(op, new);
    }
    let module = rewriter.module();
    let args = module.regions(op).iter().flat_map(|&r| module.blocks(r)).copied();
    let values: Vec<Value> = args
        .flat_map(|block| module.args(block).iter().copied())
        .chain(module.results(op).iter())
        .collect();
    let mut count = 0;
    for value in values {
        let ty = rewriter.module().ty(value);
        let new = changed(ty, rule);
        if new != ty {
            rewriter.set_type(value, new);
            count += 1;
        }
    }
    Ok(count)
}
