//! `drop-encodings`: makes every tensor dense, for formats and tools that know no storage.
//!
//! Levels (`#sparse_tensor.encoding`) and mappings (`#hloom.storage`) leave all types, those of
//! arguments and results of functions too, so that a caller gives and gets dense tensors. A
//! `hloom.relayout` between what are equal types then is removed. Values do not change: an encoding
//! says where elements are, not what they are. Layouts and splits stay.
//!
//! Before: no fusion has a plan over arrays of a storage or a driver, which are made for these encodings.

use crate::context::{Context, PassError};
use crate::retype::{Part, retype};
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
            let func = without_counts((**func).clone());
            rewriter.set_op(op, func);
        }
    }
    for op in ops {
        let module = rewriter.module();
        if let (Op::Relayout(_), [x]) = (module.op(op), module.operands(op))
            && module.ty(*x) == module.ty(module.result(op, 0))
        {
            let x = *x;
            rewriter.replace(op, &[x]);
        }
    }
    cx.count("values made dense", count);
    Ok(())
}

/// The rule of types.
fn dense(part: Part<'_>) -> Type {
    match part {
        Part::Tensor(tensor) => tensor.densified().into(),
        Part::Unranked(element) => Type::new(TypeKind::Unranked(element)),
        Part::Scalar(element) => Type::scalar(element),
    }
}

/// The function without what its arguments say of their stored entries.
fn without_counts(mut func: Func) -> Func {
    if let Some(Attr::Array(all)) = func.arg_attrs.as_deref() {
        let kept = all.iter().map(|attr| match attr {
            Attr::Dict(dict) => Attr::Dict(
                dict.iter()
                    .filter(|(name, _)| *name != STORED_ENTRIES)
                    .map(|(name, attr)| (name.into(), attr.clone()))
                    .collect(),
            ),
            other => other.clone(),
        });
        let kept: Vec<Attr> = kept.collect();
        let said = kept.iter().any(|attr| !matches!(attr, Attr::Dict(dict) if dict.is_empty()));
        func.arg_attrs = said.then(|| Box::new(Attr::Array(kept.into())));
    }
    func
}
