//! Type suffixes of ops of upstream dialects, which omit some types; and `shape.assuming`.

use super::Printer;
use super::pretty::Fields;
use crate::id::OpId;
use crate::ops;
use crate::types::{Element, Type, TypeKind};
use smallvec::SmallVec;

impl Printer<'_, '_> {
    /// Prints the types by a rule specific to upstream dialects; returns `false` if the rule can't
    /// express them.
    pub(super) fn upstream_suffix(&mut self, op: OpId, rule: &str) -> bool {
        let m = self.m;
        let operands: SmallVec<[Type; 4]> = m.operands(op).iter().map(|&v| m.ty(v)).collect();
        let results = m.result_types(op);
        let [result] = results[..] else { return false };
        let index = Type::scalar(Element::Index);
        let all_are = |from: usize, ty: Type| operands[from..].iter().all(|&t| t == ty);
        let fits = match rule {
            "to" => operands.len() == 1,
            "shape_arrow" => !operands.is_empty(),
            "compared" => {
                operands.len() == 2
                    && all_are(1, operands[0])
                    && result == ops::with_elements(operands[0], Element::I1)
            }
            "chosen" => operands.len() == 3 && all_are(1, result),
            "extent" => !operands.is_empty() && all_are(1, index) && result == index,
            "sized" => all_are(0, index),
            "splat" => {
                !operands.is_empty()
                    && all_are(1, index)
                    && result.element().map(Type::scalar) == Some(operands[0])
            }
            "gives_shape" => !operands.is_empty() && result == ops::shape_type(),
            "gives_i1" => !operands.is_empty() && result == Type::scalar(Element::I1),
            "gives_index" => !operands.is_empty() && result == index,
            "gives_witness" => !operands.is_empty() && result == ops::witness_type(),
            "of_i1" => all_are(0, Type::scalar(Element::I1)) && result == ops::witness_type(),
            "of_index" => all_are(0, index) && result == ops::size_type(),
            "of_witnesses" => all_are(0, ops::witness_type()) && result == ops::witness_type(),
            _ => false,
        };
        if !fits {
            return false;
        }
        if matches!(rule, "of_i1" | "of_index" | "of_witnesses") {
            return true;
        }
        self.put(" : ");
        match rule {
            "compared" | "extent" => self.ty(operands[0]),
            "sized" | "splat" => self.ty(result),
            "chosen" => {
                if !matches!(operands[0].kind(), TypeKind::Scalar(_)) {
                    self.ty(operands[0]);
                    self.put(", ");
                }
                self.ty(result);
            }
            _ => {
                for (i, &ty) in operands.iter().enumerate() {
                    self.put(if i > 0 { ", " } else { "" });
                    self.ty(ty);
                }
                match rule {
                    "to" => self.put(" to "),
                    "shape_arrow" => self.put(" -> "),
                    _ => return true,
                }
                self.ty(result);
            }
        }
        true
    }

    /// `shape.assuming %witness -> (types) {…}`.
    pub(super) fn assuming(&mut self, op: OpId) -> bool {
        let m = self.m;
        let ([witness], [region]) = (m.operands(op), m.regions(op)) else { return false };
        let [block] = m.blocks(*region) else { return false };
        if m.ty(*witness) != ops::witness_type() || !m.args(*block).is_empty() {
            return false;
        }
        self.put("shape.assuming ");
        self.value(*witness);
        let results = m.result_types(op);
        if !results.is_empty() {
            self.put(" -> (");
            for (i, &ty) in results.iter().enumerate() {
                self.put(if i > 0 { ", " } else { "" });
                self.ty(ty);
            }
            self.put(")");
        }
        if let Some(discardable) = m.discardable_attrs(op) {
            self.put(" attributes ");
            self.show(discardable);
        }
        self.put(" ");
        self.region(*region, true);
        true
    }

    /// `shape.assuming_yield %a, %b : types`.
    pub(super) fn assuming_yield(&mut self, op: OpId) -> bool {
        let m = self.m;
        if !m.regions(op).is_empty() || !m.results(op).is_empty() {
            return false;
        }
        self.put("shape.assuming_yield");
        self.leftover(op, &Fields::new(), &[]);
        let operands = m.operands(op);
        if !operands.is_empty() {
            self.put(" ");
            self.values(operands);
            self.put(" : ");
            self.types_of(operands.iter().copied());
        }
        true
    }
}
