//! Pretty forms that the op table describes: words, holes and a type suffix.

use super::Printer;
use crate::attr::Attr;
use crate::field::Style;
use crate::id::OpId;
use crate::op::{OpDef, Syntax};
use crate::types::{Element, Type};
use smallvec::SmallVec;

/// The attributes of an op by name.
pub(super) type Fields = SmallVec<[(&'static str, Attr); 4]>;

impl Printer<'_, '_> {
    /// The attributes of the op's struct.
    pub(super) fn fields(&self, op: OpId) -> Fields {
        let mut fields = Fields::new();
        if !self.m.op(op).def().attrs.is_empty() {
            self.m.op(op).write_attrs(&mut |name, attr| fields.push((name, attr)));
        }
        fields
    }

    /// Prints the form in `pieces`; prints nothing if the form can't express the op.
    pub(super) fn pieces(&mut self, op: OpId, pieces: &'static str) -> bool {
        let def = self.m.op(op).def();
        let (body, suffix) = pieces.rsplit_once(" : ").unwrap_or((pieces, "none"));
        if !self.m.regions(op).is_empty() || !self.operands_fit(op, def, body) {
            return false;
        }
        let start = self.out.len();
        let fields = self.fields(op);
        self.put(def.name);
        let mut written: SmallVec<[&str; 4]> = SmallVec::new();
        let mut rest = body;
        let mut separate = true;
        while let Some((before, hole)) = rest.split_once('$') {
            if std::mem::take(&mut separate) && !before.starts_with('(') {
                self.put(" ");
            }
            self.put(before);
            let end =
                hole.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(hole.len());
            let (name, after) = hole.split_at(end);
            rest = after;
            if self.operand_hole(op, def, name) {
                // Empty brackets are omitted.
                if self.out.ends_with('[')
                    && let Some(behind) = rest.strip_prefix(']')
                {
                    self.out.truncate(self.out.len() - 1);
                    rest = behind;
                }
                continue;
            }
            let field = fields.iter().find(|(n, _)| *n == name);
            let style = def.attrs.iter().find(|a| a.name == name).map(|a| a.style);
            match (field, style) {
                (Some((_, attr)), Some(style)) if self.styled(style, attr) => written.push(name),
                _ => {
                    self.out.truncate(start);
                    return false;
                }
            }
        }
        self.put(rest);
        self.leftover(op, &fields, &written);
        if !self.suffix(op, suffix, &fields) {
            self.out.truncate(start);
            return false;
        }
        true
    }

    /// Whether the number of the op's operands matches its pretty form.
    fn operands_fit(&self, op: OpId, def: &OpDef, body: &str) -> bool {
        let found = self.m.operands(op).len();
        let mut lists = def.operands.iter().filter(|o| o.many);
        match (lists.next(), lists.next()) {
            (None, _) => found == def.operands.len(),
            (Some(_), None) if found >= def.operands.len() => true,
            // An empty list is omitted, with the comma in front of it.
            (Some(list), None) => {
                // A form with one type for all operands consists of a list only.
                let one_type = matches!(def.syntax, Syntax::Pieces(s) if s.ends_with(" : same"));
                let left_out = [", $", "($", "[$"].iter().any(|before| {
                    body.split_once(before).is_some_and(|(_, name)| name.starts_with(list.name))
                });
                found + 1 == def.operands.len() && (one_type || left_out)
            }
            _ => false,
        }
    }

    /// Prints the operands called `name`; returns whether there are any.
    fn operand_hole(&mut self, op: OpId, def: &OpDef, name: &str) -> bool {
        let Some(at) = def.operands.iter().position(|o| o.name == name) else { return false };
        let operands = self.m.operands(op);
        // A variadic operand takes the operands that the others leave.
        let listed = operands.len() + 1 - def.operands.len();
        let behind = def.operands[..at].iter().any(|o| o.many);
        let from = if behind { at + listed - 1 } else { at };
        let count = if def.operands[at].many { listed } else { 1 };
        if count == 0 && self.out.ends_with(", ") {
            self.out.truncate(self.out.len() - 2);
        }
        self.values(&operands[from..from + count]);
        true
    }

    /// Prints an attribute in its pretty style; returns whether it could.
    pub(super) fn styled(&mut self, style: Style, attr: &Attr) -> bool {
        match (style, attr) {
            (Style::Attr, attr) => self.attr(attr),
            (Style::Dims, Attr::DenseArray(Element::I64, dims)) => self.list(dims),
            (Style::Int, Attr::Int(n, _)) => self.show(n),
            (Style::Symbol, Attr::Symbol(_)) => self.show(attr),
            (Style::Numbered(words), Attr::Int(n, _)) => {
                let Some(word) = usize::try_from(*n).ok().and_then(|n| words.get(n)) else {
                    return false;
                };
                self.put(word);
            }
            (Style::Extents, Attr::Dense(literal)) => {
                let all: Option<Vec<i64>> =
                    (0..literal.count()).map(|i| literal.get_int(i)?.try_into().ok()).collect();
                let Some(all) = all else { return false };
                self.list(&all);
            }
            (Style::Word(def), Attr::Opaque(text)) => {
                let word = text
                    .strip_prefix("#stablehlo<")
                    .and_then(|t| t.strip_suffix('>'))
                    .and_then(|t| t.strip_prefix(def.mnemonic));
                match word {
                    Some(word) => self.put(word.trim()),
                    None => return false,
                }
            }
            _ => return false,
        }
        true
    }

    /// `[1, 2]`.
    pub(super) fn list(&mut self, numbers: &[i64]) {
        self.put("[");
        for (i, n) in numbers.iter().enumerate() {
            if i > 0 {
                self.put(", ");
            }
            self.show(n);
        }
        self.put("]");
    }

    /// Prints the attributes without a hole in the form, and the discardable ones.
    pub(super) fn leftover(&mut self, op: OpId, fields: &Fields, written: &[&str]) {
        let mut entries: SmallVec<[(&str, &Attr); 4]> = fields
            .iter()
            .filter(|(name, _)| !written.contains(name))
            .map(|(name, attr)| (*name, attr))
            .collect();
        let sort = !entries.is_empty();
        if let Some(discardable) = self.m.discardable_attrs(op) {
            entries.extend(discardable.iter());
        }
        if sort {
            entries.sort_by_key(|&(name, _)| name);
        }
        self.dict(&entries);
    }

    /// Prints the type suffix; returns `false` if the suffix can't express the types.
    pub(super) fn suffix(&mut self, op: OpId, suffix: &str, fields: &Fields) -> bool {
        let m = self.m;
        let operands = m.operands(op);
        let results = m.result_types(op);
        let ty = |i: usize| m.ty(operands[i]);
        let colon = |printer: &mut Self| printer.put(" : ");
        match suffix {
            "same" => {
                let [result] = results[..] else { return false };
                colon(self);
                if operands.iter().all(|&v| m.ty(v) == result) {
                    self.ty(result);
                } else {
                    self.signature(op);
                }
            }
            "signature" => {
                colon(self);
                self.signature(op);
            }
            "arrow" => {
                colon(self);
                self.types_of(operands.iter().copied());
                self.put(" -> ");
                self.result_types(&results);
            }
            "result" => {
                let [result] = results[..] else { return false };
                if !operands.is_empty() {
                    let members = result.members().unwrap_or_default();
                    if !operands.iter().map(|&v| m.ty(v)).eq(members.iter().copied()) {
                        return false;
                    }
                }
                colon(self);
                self.ty(result);
            }
            "operands" => {
                if !operands.iter().map(|&v| m.ty(v)).eq(results.iter().copied()) {
                    return false;
                }
                colon(self);
                self.types_of(operands.iter().copied());
            }
            "operands_one" => {
                if operands.is_empty() || !operands.iter().all(|&v| m.ty(v) == ty(0)) {
                    return false;
                }
                colon(self);
                self.ty(ty(0));
            }
            "select" => {
                colon(self);
                if operands.len() == 3 && results[..] == [ty(1)] && ty(1) == ty(2) {
                    self.ty(ty(0));
                    self.put(", ");
                    self.ty(ty(1));
                } else {
                    self.signature(op);
                }
            }
            "complex" => {
                let [result] = results[..] else { return false };
                colon(self);
                let part = result
                    .as_tensor()
                    .filter(|t| t.element.is_complex())
                    .map(|t| Type::from(t.with_element(t.element.real_part())));
                if operands.iter().all(|&v| Some(m.ty(v)) == part) {
                    self.ty(result);
                } else {
                    self.signature(op);
                }
            }
            "to" | "shape_arrow" | "compared" | "chosen" | "extent" | "sized" | "splat"
            | "gives_shape" | "gives_i1" | "gives_index" | "gives_witness" | "of_i1"
            | "of_index" | "of_witnesses" => {
                return self.upstream_suffix(op, suffix);
            }
            _ => {
                // No types: the type is that of the literal.
                let literal = fields.iter().find_map(|(_, attr)| match attr {
                    Attr::Dense(literal) => Some(literal.ty()),
                    _ => None,
                });
                if !results.is_empty() || operands.iter().any(|&v| Some(m.ty(v)) != literal) {
                    return false;
                }
            }
        }
        true
    }
}
