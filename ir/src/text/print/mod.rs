//! Printing modules as MLIR text, in pretty and in generic form.
//!
//! The pretty form of an op is defined by its table entry ([`Syntax`]) or, for
//! `custom`, by a function in [`custom`] or [`func`]. An op whose types or attributes the pretty
//! form can't express is printed in generic form, so that nothing is lost.
//!
//! The printed text parses to the same module, and prints to the same bytes
//! again.

mod branch;
mod chlo;
mod custom;
mod func;
mod names;
mod pretty;
mod sdy;
pub mod slots;
#[cfg(test)]
mod tests;
mod upstream;

use crate::attr::{Attr, AttrDict};
use crate::id::{Block, OpId, Region, Value};
use crate::literal::Literal;
use crate::module::Module;
use crate::op::{Syntax, Types};
use crate::ops::Op;
use crate::quote::{is_bare_identifier, write_quoted};
use crate::types::{Element, Type, TypeKind};
use names::{Name, Names};
use rustc_hash::FxHashMap;
use std::fmt::{self, Write as _};

/// Options of the printer.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct PrintOptions {
    /// Every op in generic form, `"stablehlo.add"(%0, %1) : (…) -> …`.
    pub generic: bool,
    /// Whether locations are printed, as `loc(…)`.
    pub locations: bool,
    /// The most elements of a constant that is printed whole. A larger one that is not a splat is
    /// printed as `dense_resource<__elided__>`, which can't be read again; `None` prints all.
    pub elide_larger: Option<usize>,
    /// Generic form, and hloom's own types and lists of values as IRDL can define them: see [`slots`].
    pub irdl: bool,
}

impl PrintOptions {
    /// Whether every op is in generic form.
    fn is_generic(&self) -> bool {
        self.generic || self.irdl
    }
}

/// The module's text.
pub fn print(module: &Module, options: &PrintOptions) -> String {
    let mut out = String::new();
    print_into(module, options, &mut out);
    out
}

/// The module's text, as `hloom opt` prints it.
impl fmt::Display for Module {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&print(self, &PrintOptions::default()))
    }
}

/// Appends the module's text to `out`.
pub fn print_into(module: &Module, options: &PrintOptions, out: &mut String) {
    // The average size of an elementwise op is 80 to 110 bytes in generic form.
    out.reserve(module.op_count() * if options.is_generic() { 112 } else { 72 });
    let root = module.root();
    let mut printer = Printer::new(module, root, *options, out);
    printer.shared_locations = true;
    let bare = !module.explicit_root
        && module.symbol_name(root).is_none()
        && module.discardable_attrs(root).is_none();
    if bare {
        for op in module.ops(module.body()) {
            printer.op_line(op);
        }
    } else {
        printer.op_line(root);
    }
    printer.location_table();
    if let Some(resources) = &module.resources {
        printer.put(resources);
        printer.put("\n");
    }
}

/// The text of one op with its regions, without a final line break. Values have the same names as
/// in the text of the whole module.
pub fn print_op(module: &Module, op: OpId, options: &PrintOptions) -> String {
    let mut out = String::new();
    let scope = module.enclosing_function(op).unwrap_or(op);
    let mut printer = Printer::new(module, scope, *options, &mut out);
    printer.op_line(op);
    out.truncate(out.trim_end().len());
    out
}

/// The printed text of each type, computed once.
#[derive(Default)]
struct TypeTexts {
    spans: FxHashMap<Type, (u32, u32)>,
    text: String,
    last: Option<(Type, (u32, u32))>,
    /// Whether types are written as IRDL can define them.
    irdl: bool,
}

impl TypeTexts {
    fn get(&mut self, ty: Type) -> &str {
        let (start, end) = match self.last {
            Some((last, span)) if last == ty => span,
            _ => {
                let text = &mut self.text;
                let span = *self.spans.entry(ty).or_insert_with(|| {
                    let start = text.len() as u32;
                    let _ = match self.irdl {
                        true => write!(text, "{ty:#}"),
                        false => write!(text, "{ty}"),
                    };
                    (start, text.len() as u32)
                });
                self.last = Some((ty, span));
                span
            }
        };
        &self.text[start as usize..end as usize]
    }
}

struct Printer<'m, 'o> {
    m: &'m Module,
    options: PrintOptions,
    out: &'o mut String,
    names: Names<'m>,
    types: TypeTexts,
    indent: usize,
    /// Whether locations are printed as aliases at the end of the text.
    shared_locations: bool,
    /// The alias number of each location.
    locations: FxHashMap<&'m str, usize>,
    /// The label number of each block in a region of several blocks.
    labels: FxHashMap<Block, u32>,
}

impl<'m, 'o> Printer<'m, 'o> {
    fn new(m: &'m Module, scope: OpId, options: PrintOptions, out: &'o mut String) -> Self {
        Printer {
            m,
            options,
            out,
            names: Names::new(m, scope, !options.is_generic()),
            types: TypeTexts { irdl: options.irdl, ..TypeTexts::default() },
            indent: 0,
            shared_locations: false,
            locations: FxHashMap::default(),
            labels: FxHashMap::default(),
        }
    }

    fn put(&mut self, text: &str) {
        self.out.push_str(text);
    }

    /// Prints a displayable value.
    fn show(&mut self, what: impl fmt::Display) {
        let _ = match self.options.irdl {
            true => write!(self.out, "{what:#}"),
            false => write!(self.out, "{what}"),
        };
    }

    fn number(&mut self, mut n: u32) {
        let mut digits = [0u8; 10];
        let mut at = digits.len();
        loop {
            at -= 1;
            digits[at] = b'0' + (n % 10) as u8;
            n /= 10;
            if n == 0 {
                break;
            }
        }
        self.out.push_str(std::str::from_utf8(&digits[at..]).unwrap_or_default());
    }

    fn ty(&mut self, ty: Type) {
        let text = self.types.get(ty);
        self.out.push_str(text);
    }

    /// The name of a group of results, or of a single value.
    fn base_name(&mut self, value: Value) {
        self.out.push('%');
        match self.names.get(value) {
            Name::Number(n) => self.number(n),
            Name::Own => self.out.push_str(self.m.name(value).unwrap_or_default()),
            Name::Text(start, end) => self.out.push_str(self.names.piece(start, end)),
            Name::Member(_) | Name::Unknown => {
                self.put("value_");
                self.number(value.index() as u32);
            }
        }
    }

    /// Prints a value as an operand.
    fn value(&mut self, value: Value) {
        match self.names.get(value) {
            Name::Member(n) => {
                self.base_name(Value::from_index(value.index() - n as usize));
                self.put("#");
                self.number(n);
            }
            _ => {
                self.base_name(value);
                if self.names.leads_group(value) {
                    self.put("#0");
                }
            }
        }
    }

    fn values(&mut self, values: &[Value]) {
        for (i, &value) in values.iter().enumerate() {
            if i > 0 {
                self.put(", ");
            }
            self.value(value);
        }
    }

    fn types_of(&mut self, values: impl IntoIterator<Item = Value>) {
        for (i, value) in values.into_iter().enumerate() {
            if i > 0 {
                self.put(", ");
            }
            self.ty(self.m.ty(value));
        }
    }

    /// `(operands) -> results`.
    fn signature(&mut self, op: OpId) {
        self.put("(");
        self.types_of(self.m.operands(op).iter().copied());
        self.put(") -> ");
        self.result_types(&self.m.result_types(op));
    }

    /// Prints the types after `->`: one type, or several in parentheses.
    fn result_types(&mut self, types: &Types) {
        match types[..] {
            [one] if !matches!(one.kind(), TypeKind::Function(..)) => self.ty(one),
            _ => {
                self.put("(");
                for (i, &ty) in types.iter().enumerate() {
                    if i > 0 {
                        self.put(", ");
                    }
                    self.ty(ty);
                }
                self.put(")");
            }
        }
    }

    fn line_start(&mut self) {
        const BLANKS: &str = "                                                                ";
        let mut left = 2 * self.indent;
        while left > 0 {
            let now = left.min(BLANKS.len());
            self.out.push_str(&BLANKS[..now]);
            left -= now;
        }
    }

    /// Prints an op on its own line.
    fn op_line(&mut self, op: OpId) {
        self.line_start();
        self.op(op);
        self.put("\n");
    }

    fn op(&mut self, op: OpId) {
        let results = self.m.results(op);
        if !results.is_empty() {
            let mut values = results.iter().peekable();
            let mut first = true;
            while let Some(value) = values.next() {
                let mut count = 1;
                while values.next_if(|&v| !self.names.begins_group(v)).is_some() {
                    count += 1;
                }
                if !std::mem::take(&mut first) {
                    self.put(", ");
                }
                self.base_name(value);
                if count > 1 {
                    self.put(":");
                    self.number(count);
                }
            }
            self.put(" = ");
        }
        if self.options.is_generic() || !self.pretty(op) {
            self.generic(op);
        }
        if self.options.locations {
            self.location(op);
        }
    }

    /// Prints the op's pretty form; prints nothing and returns `false` if it does not have one.
    fn pretty(&mut self, op: OpId) -> bool {
        match self.m.op(op).def().syntax {
            Syntax::Generic => false,
            Syntax::Pieces(pieces) => self.pieces(op, pieces),
            Syntax::Custom => self.custom(op),
        }
    }

    /// `"name"(operands) <{attributes}> ({regions}) {discardable attributes} : signature`.
    fn generic(&mut self, op: OpId) {
        let m = self.m;
        let kind = m.op(op);
        match kind {
            Op::Foreign(it) => {
                let _ = write_quoted(self.out, it.name.as_bytes());
            }
            known => {
                self.put("\"");
                self.put(known.def().name);
                self.put("\"");
            }
        }
        self.put("(");
        self.values(m.operands(op));
        self.put(")");
        if m.has_successors(op) {
            self.put("[");
            for (i, successor) in m.successors(op).enumerate() {
                self.put(if i > 0 { ", " } else { "" });
                self.label(successor.block);
            }
            self.put("]");
        }
        match kind {
            Op::Foreign(it) => {
                if !it.properties.is_empty() {
                    self.put(" <");
                    self.show(&it.properties);
                    self.put(">");
                }
            }
            // Upstream's extensible dialects, as IRDL defines them, have no properties.
            _ if self.is_extensible(op) => {}
            _ => self.properties(op),
        }
        if !m.regions(op).is_empty() {
            self.put(" (");
            for (i, &region) in m.regions(op).iter().enumerate() {
                if i > 0 {
                    self.put(", ");
                }
                self.region(region, false);
            }
            self.put(")");
        }
        let discardable = match kind {
            Op::Foreign(it) if !it.attrs.is_empty() => Some(&it.attrs),
            _ => m.discardable_attrs(op),
        };
        if self.is_extensible(op) {
            let mut all = AttrDict::new();
            kind.write_attrs(&mut |name, attr| all.set(name, attr));
            discardable.into_iter().flat_map(|d| d.iter()).for_each(|(n, a)| all.set(n, a.clone()));
            if self.options.irdl {
                slots::write(m, op, &mut all);
            }
            if !all.is_empty() {
                self.put(" ");
                self.show(&all);
            }
        } else if let Some(discardable) = discardable {
            self.put(" ");
            self.show(discardable);
        }
        self.put(" : ");
        self.signature(op);
    }

    /// Whether an op of hloom's own dialect is printed for readers of generic form.
    fn is_extensible(&self, op: OpId) -> bool {
        self.options.is_generic() && self.m.op(op).def().name.starts_with("hloom.")
    }

    /// Prints ` <{attributes}>` of an op of the table, with the operand segments of a branch.
    fn properties(&mut self, op: OpId) {
        let m = self.m;
        let kind = m.op(op);
        let mut any = false;
        let mut entry = |printer: &mut Self, name: &str, attr: &Attr| {
            printer.put(if any { ", " } else { " <{" });
            any = true;
            printer.put(name);
            match attr {
                Attr::Unit => {}
                // The name of a symbol that an op defines is a string, not a reference.
                Attr::Symbol(path) if name == "sym_name" => {
                    printer.put(" = ");
                    let _ = write_quoted(printer.out, path[0].as_bytes());
                }
                other => {
                    printer.put(" = ");
                    printer.attr(other);
                }
            }
        };
        let counts: Vec<i64> = m.successors(op).map(|s| s.args.len() as i64).collect();
        let sizes = |sizes: &[i64]| Attr::DenseArray(Element::I32, sizes.into());
        if let (Op::Switch(_), [_, cases @ ..]) = (kind, &counts[..]) {
            entry(self, "case_operand_segments", &sizes(cases));
        }
        kind.write_attrs(&mut |name, attr| entry(self, name, &attr));
        match (kind, &counts[..]) {
            (Op::CondBr(_), &[yes, no]) => {
                entry(self, "operandSegmentSizes", &sizes(&[1, yes, no]));
            }
            (Op::Switch(_), [default, cases @ ..]) => {
                let all = [1, *default, cases.iter().sum()];
                entry(self, "operandSegmentSizes", &sizes(&all));
            }
            // Any other op: its definition does not have segments.
            _ => {}
        }
        if any {
            self.put("}>");
        }
    }

    /// `^bb1`.
    fn label(&mut self, block: Block) {
        let n = self.labels.get(&block).copied().unwrap_or(0);
        self.put("^bb");
        self.number(n);
    }

    /// Prints an attribute's value.
    fn attr(&mut self, attr: &Attr) {
        match attr {
            // Upstream does not have literals of quantized types, so their storage is printed.
            Attr::Dense(literal) => match literal.stored() {
                Some(stored) => self.literal(&stored),
                None => self.literal(literal),
            },
            other => self.show(other),
        }
    }

    /// Prints a literal, or its type only if it is larger than the options allow.
    fn literal(&mut self, literal: &Literal) {
        let most = self.options.elide_larger.unwrap_or(usize::MAX);
        if literal.is_splat() || literal.count() <= most {
            self.show(literal);
        } else {
            self.put("dense_resource<__elided__> : ");
            self.show(literal.ty());
        }
    }

    /// Prints `{ blocks }`; the arguments of the entry block may already be printed.
    fn region(&mut self, region: Region, args_are_written: bool) {
        self.put("{\n");
        let blocks = self.m.blocks(region);
        if blocks.len() > 1 {
            self.labels.extend(blocks.iter().enumerate().map(|(i, &b)| (b, i as u32)));
        }
        for (i, &block) in self.m.blocks(region).iter().enumerate() {
            self.block(block, i, args_are_written && i == 0);
        }
        self.line_start();
        self.put("}");
    }

    fn block(&mut self, block: Block, i: usize, args_are_written: bool) {
        let args = self.m.args(block);
        if i > 0 || !args_are_written && !args.is_empty() {
            self.line_start();
            self.put("^bb");
            self.number(i as u32);
            if !args.is_empty() {
                self.put("(");
                self.typed_values(args);
                self.put(")");
            }
            self.put(":\n");
        }
        self.indent += 1;
        for op in self.m.ops(block) {
            self.op_line(op);
        }
        self.indent -= 1;
    }

    /// `%a: type, %b: type`.
    fn typed_values(&mut self, values: &[Value]) {
        for (i, &value) in values.iter().enumerate() {
            if i > 0 {
                self.put(", ");
            }
            self.base_name(value);
            self.put(": ");
            self.ty(self.m.ty(value));
            self.arg_location(value);
        }
    }

    /// Prints attributes as a dictionary after a blank, or nothing.
    fn dict(&mut self, entries: &[(&str, &Attr)]) {
        for (i, (name, attr)) in entries.iter().enumerate() {
            self.put(if i == 0 { " {" } else { ", " });
            self.attr_name(name);
            if **attr != Attr::Unit {
                self.put(" = ");
                self.attr(attr);
            }
        }
        if !entries.is_empty() {
            self.put("}");
        }
    }

    fn attr_name(&mut self, name: &str) {
        if is_bare_identifier(name) {
            self.put(name);
        } else {
            let _ = write_quoted(self.out, name.as_bytes());
        }
    }

    fn location(&mut self, op: OpId) {
        if let Some(text) = self.m.loc(op) {
            self.location_text(text);
        }
    }

    /// Prints the location of a block argument.
    fn arg_location(&mut self, arg: Value) {
        if self.options.locations
            && let Some(text) = self.m.arg_loc(arg)
        {
            self.location_text(text);
        }
    }

    fn location_text(&mut self, text: &'m str) {
        if self.shared_locations && text != "unknown" {
            let next = self.locations.len() + 1;
            let n = *self.locations.entry(text).or_insert(next);
            self.put(" loc(#loc");
            self.number(n as u32);
            self.put(")");
        } else {
            self.put(" loc(");
            self.put(text);
            self.put(")");
        }
    }

    /// Prints the location aliases at the end of the text.
    fn location_table(&mut self) {
        let mut table: Vec<_> = self.locations.drain().collect();
        table.sort_unstable_by_key(|&(_, n)| n);
        for (text, n) in table {
            let _ = writeln!(self.out, "#loc{n} = loc({text})");
        }
    }
}
