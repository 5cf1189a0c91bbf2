//! Pretty forms of branches, and of scalars outside of tensors.

use super::Printer;
use super::pretty::Fields;
use crate::attr::Attr;
use crate::id::{OpId, Value};
use crate::module::Successor;
use crate::ops::{self, Op};
use crate::quote::write_quoted;
use crate::types::Type;

impl Printer<'_, '_> {
    /// Prints the pretty form of a branch or of an op on scalars; prints nothing if the form can't
    /// express the op.
    pub(super) fn branch(&mut self, op: OpId) -> bool {
        let m = self.m;
        let kind = m.op(op);
        let count = kind.successor_count() == Some(m.successors(op).len());
        if !m.regions(op).is_empty() || !count {
            return false;
        }
        match (kind, m.own_operands(op)) {
            (Op::Br(_), []) => {
                self.put("cf.br ");
                self.successor(m.successor(op, 0));
            }
            (Op::CondBr(_), &[condition]) => {
                self.put("cf.cond_br ");
                self.value(condition);
                for successor in m.successors(op) {
                    self.put(", ");
                    self.successor(successor);
                }
            }
            (Op::Switch(it), &[flag]) => self.switch(op, it, flag),
            (Op::Assert(it), &[condition]) => {
                self.put("cf.assert ");
                self.value(condition);
                self.put(", ");
                let _ = write_quoted(self.out, &it.msg.0);
            }
            (Op::ScalarConstant(it), []) => return self.scalar_constant(op, it),
            (Op::TensorExtract(_), [tensor, indices @ ..]) => {
                return self.tensor_extract(op, *tensor, indices);
            }
            (Op::TensorFromElements(_), elements) => return self.elements(op, elements),
            // Any other op: printed in the generic form.
            _ => return false,
        }
        self.leftover(op, &Fields::new(), &[]);
        true
    }

    /// `^bb1(%a, %b : type, type)`.
    fn successor(&mut self, to: Successor<'_>) {
        self.label(to.block);
        if !to.args.is_empty() {
            self.put("(");
            self.values(to.args);
            self.put(" : ");
            self.types_of(to.args.iter().copied());
            self.put(")");
        }
    }

    /// Prints `cf.switch %flag : i32, [`, a line for each successor, and `]`.
    fn switch(&mut self, op: OpId, it: &ops::Switch, flag: Value) {
        self.put("cf.switch ");
        self.value(flag);
        self.put(" : ");
        self.ty(self.m.ty(flag));
        self.put(", [\n");
        self.indent += 1;
        let last = it.case_count();
        for (i, successor) in self.m.successors(op).enumerate() {
            self.line_start();
            match i.checked_sub(1).and_then(|i| it.case_value(i)) {
                Some(value) => self.show(value),
                None => self.put("default"),
            }
            self.put(": ");
            self.successor(successor);
            self.put(if i < last { ",\n" } else { "\n" });
        }
        self.indent -= 1;
        self.line_start();
        self.put("]");
    }

    fn scalar_constant(&mut self, op: OpId, it: &ops::ScalarConstant) -> bool {
        if it.ty().map(|ty| self.m.result_types(op)[..] == [ty]) != Some(true) {
            return false;
        }
        if matches!(&*it.value, Attr::Dense(literal) if literal.element().is_quantized()) {
            return false;
        }
        self.put("arith.constant");
        self.leftover(op, &Fields::new(), &[]);
        self.put(" ");
        self.attr(&it.value);
        true
    }

    /// `tensor.extract %tensor[%i, %j] : type`.
    fn tensor_extract(&mut self, op: OpId, tensor: Value, indices: &[Value]) -> bool {
        let m = self.m;
        let index = Type::scalar(crate::types::Element::Index);
        let element = m.ty(tensor).as_tensor().map(|t| Type::scalar(t.element));
        if indices.iter().any(|&i| m.ty(i) != index)
            || element.map(|e| m.result_types(op)[..] == [e]) != Some(true)
        {
            return false;
        }
        self.put("tensor.extract ");
        self.value(tensor);
        self.put("[");
        self.values(indices);
        self.put("]");
        self.leftover(op, &Fields::new(), &[]);
        self.put(" : ");
        self.ty(m.ty(tensor));
        true
    }

    /// `tensor.from_elements %a, %b : type`.
    fn elements(&mut self, op: OpId, elements: &[Value]) -> bool {
        let m = self.m;
        let [result] = m.result_types(op)[..] else { return false };
        let element = result.as_tensor().map(|t| Type::scalar(t.element));
        if elements.iter().any(|&e| Some(m.ty(e)) != element) {
            return false;
        }
        self.put("tensor.from_elements");
        self.put(if elements.is_empty() { "" } else { " " });
        self.values(elements);
        self.leftover(op, &Fields::new(), &[]);
        self.put(" : ");
        self.ty(result);
        true
    }
}
