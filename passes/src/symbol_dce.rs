//! `symbol-dce`: erases private functions that no root reaches.

use crate::context::{Context, PassError};
use hloom_ir::attr::Attr;
use hloom_ir::module::Module;
use hloom_ir::ops::Op;
use hloom_ir::{AttrDict, OpId};
use std::collections::HashSet;

/// Runs the pass.
pub fn run(cx: &mut Context<'_>) -> Result<(), PassError> {
    let module = cx.module();
    let functions: Vec<OpId> = module.functions().collect();
    // All symbols except private functions are roots, unknown ops included.
    let mut queue: Vec<OpId> = module
        .ops(module.body())
        .filter(|&op| !matches!(module.op(op), Op::Func(f) if !f.is_public()))
        .collect();
    let mut reachable: HashSet<OpId> = queue.iter().copied().collect();
    while let Some(op) = queue.pop() {
        for name in mentioned(module, op) {
            if let Some(target) = module.symbol(&name)
                && reachable.insert(target)
            {
                queue.push(target);
            }
        }
    }
    let dead: Vec<OpId> = functions.into_iter().filter(|f| !reachable.contains(f)).collect();
    let mut rewriter = cx.rewriter();
    for &function in &dead {
        rewriter.erase(function);
    }
    cx.count("functions dropped", dead.len());
    Ok(())
}

/// All symbols that an op refers to, directly or in its regions.
pub(crate) fn mentioned(module: &Module, op: OpId) -> Vec<Box<str>> {
    let mut names = Vec::new();
    for o in module.walk(op).chain([op]) {
        match module.op(o) {
            Op::Call(c) => names.push(c.callee.0.clone()),
            Op::Foreign(f) => {
                in_dict(&f.attrs, &mut names);
                in_dict(&f.properties, &mut names);
            }
            // Any other op: all symbols in its attributes count.
            known => known.write_attrs(&mut |_, attr| in_attr(&attr, &mut names)),
        }
        if let Some(extra) = module.discardable_attrs(o) {
            in_dict(extra, &mut names);
        }
    }
    names
}

fn in_dict(dict: &AttrDict, names: &mut Vec<Box<str>>) {
    for (_, attr) in dict.iter() {
        in_attr(attr, names);
    }
}

fn in_attr(attr: &Attr, names: &mut Vec<Box<str>>) {
    match attr {
        Attr::Symbol(path) => names.extend(path.first().cloned()),
        Attr::Array(items) => items.iter().for_each(|a| in_attr(a, names)),
        Attr::Dict(dict) => in_dict(dict, names),
        _ => {}
    }
}
