//! `drop-encodings`: makes every tensor dense, for formats and tools that know no storage.
//!
//! Levels (`#sparse_tensor.encoding`) and mappings (`#hloom.storage`) leave all types, those of
//! arguments and results of functions too, so that a caller gives and gets dense tensors. Then a
//! `hloom.relayout` (or `sparse_tensor.convert`) whose two types have become equal is removed. Values do
//! not change: an encoding says where elements are, not what they are. Layouts and splits stay.
//!
//! Fusions that follow a storage plan or have a driver are refused: they were made for these encodings, so this
//! pass comes before `fuse-storage` and `fuse`.

use crate::context::{Context, PassError};
use crate::retype::{LeafType, changed, retype};
use hloom_analysis::sparse::STORED_ENTRIES;
use hloom_ir::attr::Attr;
use hloom_ir::ops::{Func, Op};
use hloom_ir::{OpId, Type, TypeKind};

/// Runs the pass.
///
/// # Errors
/// If a fusion was made for the encodings.
pub fn run(cx: &mut Context<'_>) -> Result<(), PassError> {
    let scope = cx.scope();
    let ops: Vec<OpId> = cx.module().walk(scope).chain([scope]).collect();
    for &op in &ops {
        if let Op::Fusion(fusion) = cx.module().op(op)
            && (fusion.plan.is_some() || fusion.driver.is_some())
        {
            let message = "the fusion iterates over stored entries; `drop-encodings` comes before \
                           `fuse-storage` and `fuse`";
            return Err(PassError::at(op, message));
        }
    }
    let mut count = 0;
    let mut rewriter = cx.rewriter();
    for &op in &ops {
        count += retype(&mut rewriter, op, &dense)?;
        if let Op::Func(func) = rewriter.module().op(op) {
            let (arguments, results) = (&func.arg_attrs, &func.res_attrs);
            let new = [arguments, results].map(|attrs| without_counts(attrs.as_deref()));
            if [arguments, results].map(|attrs| attrs.as_deref().cloned()) != new {
                let [arguments, results] = new.map(|attrs| attrs.map(Box::new));
                let func = Func { arg_attrs: arguments, res_attrs: results, ..(**func).clone() };
                rewriter.set_op(op, func);
            }
        }
    }
    for op in ops {
        let module = rewriter.module();
        // Upstream's conversion is one that relayout-sparse would have made a relayout.
        let converts = match module.op(op) {
            Op::Relayout(_) => true,
            Op::Foreign(foreign) => &*foreign.name == "sparse_tensor.convert",
            // Any other op: it computes.
            _ => false,
        };
        if converts
            && let [x] = module.operands(op)
            && module.results(op).len() == 1
            && module.ty(*x) == module.ty(module.result(op, 0))
        {
            let x = *x;
            rewriter.replace(op, &[x]);
        }
    }
    cx.count("values made dense", count);
    Ok(())
}

/// Whether a type is a tensor in a storage other than dense, or has one as a part: the pass changes it.
pub fn has_storage(ty: Type) -> bool {
    changed(ty, &dense) != ty
}

/// The dense type for each tensor type; other types stay.
fn dense(part: LeafType<'_>) -> Type {
    match part {
        LeafType::Tensor(tensor) => tensor.densified().into(),
        LeafType::Unranked(element) => Type::new(TypeKind::Unranked(element)),
        LeafType::Scalar(element) => Type::scalar(element),
    }
}

/// The attributes of a function's arguments or results without the numbers of their stored entries.
fn without_counts(attrs: Option<&Attr>) -> Option<Attr> {
    let Some(Attr::Array(all)) = attrs else { return attrs.cloned() };
    if !all.iter().any(|attr| matches!(attr, Attr::Dict(dict) if dict.iter().any(|(name, _)| name == STORED_ENTRIES)))
    {
        return attrs.cloned();
    }
    let left = all.iter().map(|attr| match attr {
        Attr::Dict(dict) => Attr::Dict(
            dict.iter()
                .filter(|(name, _)| *name != STORED_ENTRIES)
                .map(|(name, attr)| (name.into(), attr.clone()))
                .collect(),
        ),
        other => other.clone(),
    });
    let left: Vec<Attr> = left.collect();
    let any = left.iter().any(|attr| !matches!(attr, Attr::Dict(dict) if dict.is_empty()));
    any.then(|| Attr::Array(left.into()))
}
