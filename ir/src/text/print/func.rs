//! Pretty forms of modules, functions and calls.

use super::Printer;
use super::pretty::Fields;
use crate::attr::{Attr, AttrDict};
use crate::field::Text;
use crate::id::OpId;
use crate::ops;
use crate::quote::write_symbol;
use crate::types::Type;

impl Printer<'_, '_> {
    /// `module @name attributes {…} { … }`.
    pub(super) fn module_op(&mut self, op: OpId, it: &ops::ModuleOp) -> bool {
        let [region] = self.m.regions(op) else { return false };
        let [body] = self.m.blocks(*region) else { return false };
        if !self.m.operands(op).is_empty()
            || !self.m.results(op).is_empty()
            || !self.m.args(*body).is_empty()
        {
            return false;
        }
        self.put("module");
        if let Some(name) = &it.sym_name {
            self.put(" ");
            let _ = write_symbol(self.out, &name.0);
        }
        let visibility = it.sym_visibility.as_ref().map(|v| Attr::String(v.0.clone()));
        let mut entries: Vec<(&str, &Attr)> =
            visibility.iter().map(|v| ("sym_visibility", v)).collect();
        if let Some(discardable) = self.m.discardable_attrs(op) {
            entries.extend(discardable.iter());
        }
        if !entries.is_empty() {
            self.put(" attributes");
            self.dict(&entries);
        }
        self.put(" ");
        self.region(*region, true);
        true
    }

    /// `func.func private @name(%a: type {…}) -> (type {…}) attributes {…} { … }`.
    pub(super) fn func(&mut self, op: OpId, it: &ops::Func) -> bool {
        let m = self.m;
        let [region] = m.regions(op) else { return false };
        let (inputs, results) = (it.function_type.inputs(), it.function_type.results());
        let entry = m.blocks(*region).first().copied();
        if let Some(entry) = entry
            && !m.args(entry).iter().map(|&v| m.ty(v)).eq(inputs.iter().copied())
        {
            return false;
        }
        let visibility = match it.sym_visibility.as_ref().map(|Text(v)| &**v) {
            None => "",
            Some(b"public") => "public ",
            Some(b"private") => "private ",
            Some(b"nested") => "nested ",
            Some(_) => return false,
        };
        let (Some(arg_attrs), Some(result_attrs)) = (
            dictionaries(it.arg_attrs.as_deref(), inputs.len()),
            dictionaries(it.res_attrs.as_deref(), results.len()),
        ) else {
            return false;
        };
        if !m.operands(op).is_empty() || !m.results(op).is_empty() {
            return false;
        }
        self.put("func.func ");
        self.put(visibility);
        let _ = write_symbol(self.out, &it.sym_name.0);
        self.put("(");
        for (i, &ty) in inputs.iter().enumerate() {
            if i > 0 {
                self.put(", ");
            }
            if let Some(entry) = entry {
                self.base_name(m.args(entry)[i]);
                self.put(": ");
            }
            self.typed_dict(ty, arg_attrs.get(i).copied().flatten());
            if let Some(entry) = entry {
                self.arg_location(m.args(entry)[i]);
            }
        }
        self.put(")");
        let plain = matches!(results, [one] if !Self::is_function_type(*one));
        if plain && result_attrs.iter().all(Option::is_none) {
            self.put(" -> ");
            self.ty(results[0]);
        } else if !results.is_empty() {
            self.put(" -> (");
            for (i, &ty) in results.iter().enumerate() {
                if i > 0 {
                    self.put(", ");
                }
                self.typed_dict(ty, result_attrs.get(i).copied().flatten());
            }
            self.put(")");
        }
        if let Some(discardable) = m.discardable_attrs(op) {
            self.put(" attributes ");
            self.show(discardable);
        }
        if entry.is_some() {
            self.put(" ");
            self.region(*region, true);
        }
        true
    }

    fn typed_dict(&mut self, ty: Type, dict: Option<&AttrDict>) {
        self.ty(ty);
        if let Some(dict) = dict {
            self.put(" ");
            self.show(dict);
        }
    }

    /// `call @name(%a) : (type) -> type`.
    pub(super) fn call(&mut self, op: OpId, it: &ops::Call) -> bool {
        if !self.m.regions(op).is_empty() {
            return false;
        }
        if !self.is_in_function_body(op) {
            self.put("func.");
        }
        self.put("call ");
        let _ = write_symbol(self.out, &it.callee.0);
        self.put("(");
        self.values(self.m.operands(op));
        self.put(")");
        self.leftover(op, &Fields::new(), &[]);
        self.suffix(op, "signature", &Fields::new())
    }
}

/// The dictionaries of `count` arguments or results, `None` for empty ones; the list itself may be
/// absent. Returns `None` if the attribute is not such a list.
fn dictionaries(attr: Option<&Attr>, count: usize) -> Option<Vec<Option<&AttrDict>>> {
    match attr {
        None => Some(Vec::new()),
        Some(Attr::Array(items)) if items.len() == count => items
            .iter()
            .map(|item| match item {
                Attr::Dict(dict) => Some(Some(dict).filter(|d| !d.is_empty())),
                _ => None,
            })
            .collect(),
        Some(_) => None,
    }
}
