//! Checks symbol definitions and references.

use super::{Verifier, report};
use crate::diag::Span;
use crate::id::OpId;
use crate::op::OpPart;
use crate::ops::Op;
use crate::suggest::nearest;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// The number of symbols that are searched one by one.
const FEW: usize = 4;

impl Verifier<'_> {
    /// Checks that the symbols defined in the blocks of `op` are unique.
    pub(super) fn symbol_table(&mut self, op: OpId) {
        let m = self.m;
        if !matches!(m.op(op), Op::ModuleOp(_)) {
            return;
        }
        // Small modules need no table.
        let mut few: SmallVec<[(&str, OpId); FEW]> = SmallVec::new();
        let mut defined: FxHashMap<&str, OpId> = FxHashMap::default();
        for &region in m.regions(op) {
            for &block in m.blocks(region) {
                for inner in m.ops(block) {
                    let Some(name) = m.symbol_name(inner) else { continue };
                    let before = few.iter().find(|(known, _)| *known == name).map(|(_, op)| op);
                    match before.or_else(|| defined.get(name)) {
                        None if few.len() < FEW => few.push((name, inner)),
                        None => {
                            defined.insert(name, inner);
                        }
                        Some(&first) => {
                            let Span { start, .. } = m.span(first);
                            let note = (Span { start, end: start }, "the first is defined".into());
                            self.error(
                                inner,
                                OpPart::Attr("sym_name"),
                                format!("`@{name}` is defined twice"),
                            )
                            .notes
                            .push(note);
                        }
                    }
                }
            }
        }
    }

    /// Checks that a symbol that an attribute refers to, such as a function, exists.
    pub(super) fn symbol(&mut self, op: OpId, (attr, what): (&'static str, &str), name: &str) {
        let m = self.m;
        if m.symbol(name).is_some() {
            return;
        }
        let known = m.ops(m.body()).filter_map(|o| m.symbol_name(o));
        let near = nearest(name, known);
        let help = near.map(|near| format!("did you mean `@{near}`?"));
        let mut message = format!("there is no {what} `@{name}`");
        let composite = matches!(m.op(op), Op::Composite(_));
        if composite {
            message = format!("`stablehlo.composite` breaks (C2): {message}");
        }
        let mut diagnostic = report::at(m, self.locate, op, OpPart::Attr(attr), message);
        diagnostic.code = composite.then_some("C2");
        diagnostic.help = help;
        self.errors.push(diagnostic);
    }
}
