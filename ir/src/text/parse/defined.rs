//! The names of a text: an editor goes from a use to its definition by them.
//!
//! The parser tells here where it defines a name of a value or of a block, and which definition
//! each use refers to, since it alone knows the scopes. It does so for ops with errors, too. Of
//! symbols it tells the definitions and the bodies of modules; the uses of symbols and of aliases
//! may stand in attributes of other dialects, so that [`symbols`] finds them among the tokens.

mod symbols;
#[cfg(test)]
mod tests;

use super::{Parsed, Parser, Token};
use crate::diag::Span;
use crate::id::{Block, Value};
use crate::ops::Op;
use crate::types::Type;
use logos::Logos;
use rustc_hash::FxHashMap;

/// The kind of a name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum NameKind {
    /// `%x`: results of an op, or an argument of a block.
    Value,
    /// `^bb1`.
    Block,
    /// The symbol of a `func.func`.
    Function,
    /// The symbol of a module.
    Module,
    /// The symbol of an `sdy.mesh`.
    Mesh,
    /// The symbol of another op, such as `memref.global`.
    Symbol,
    /// `#map` or `!type`.
    Alias,
}

/// A name that a text defines, and its uses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Definition {
    /// The kind of the name.
    pub kind: NameKind,
    /// The place of the name where it is defined: `%x`, `^bb1`, `@f` or `#map`; of a symbol in
    /// generic form `"f"`.
    pub name: Span,
    /// The types of the values that it stands for, or the type of a function. There are none for
    /// other names, and none if the op that defines it could not be parsed.
    pub types: Vec<Type>,
    /// The places of its uses, in their order; `%x#1` with its number.
    pub uses: Vec<Span>,
    /// The part of the text in which it is visible, nested functions and modules included: for a
    /// value, from its definition to the end of the region.
    pub scope: Span,
    /// The whole op that a symbol names; empty for other names.
    pub op: Span,
}

/// The names of a text.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct NameIndex {
    /// The definitions, in their order.
    pub definitions: Vec<Definition>,
    /// The places of the names of ops, in their order; in generic form with the quotes.
    pub ops: Vec<Span>,
}

/// The definitions and uses that a parser tells of while it reads.
#[derive(Debug)]
pub(super) struct Told {
    names: Vec<Name>,
    /// Uses, each with the first byte of the name's definition.
    uses: Vec<(Span, u32)>,
    symbols: Vec<symbols::Symbol>,
    ops: Vec<Span>,
    /// All regions; the first one is the whole text.
    regions: Vec<Region>,
    /// The regions around the current position, innermost last.
    open: Vec<usize>,
}

/// A value or a block that is defined.
#[derive(Debug)]
struct Name {
    kind: NameKind,
    name: Span,
    values: Option<(Value, u32)>,
    /// The first byte at which it is visible.
    from: usize,
    region: usize,
}

/// A region of the text.
#[derive(Clone, Copy, Debug)]
struct Region {
    /// The text between its braces.
    span: Span,
    /// Whether symbols are defined in it.
    table: bool,
}

/// Parses a module as [`parse`](super::parse) does, and returns the names of the text.
pub fn parse_names(source: &str) -> (Parsed, NameIndex) {
    if u32::try_from(source.len()).is_err() {
        return (super::parse(source), NameIndex::default());
    }
    let mut parser = Parser::new(source, 0);
    parser.told = Some(Box::new(Told::new(source.len())));
    parser.top_level();
    let names = parser.told.take().map(|told| told.index(&parser)).unwrap_or_default();
    (parser.into_parsed(), names)
}

impl Told {
    fn new(length: usize) -> Told {
        Told {
            names: Vec::new(),
            uses: Vec::new(),
            symbols: Vec::new(),
            ops: Vec::new(),
            regions: vec![Region { span: Span::new(0, length), table: true }],
            open: vec![0],
        }
    }

    /// The names of the text that a parser has read.
    fn index(self, parser: &Parser<'_>) -> NameIndex {
        let mut found: FxHashMap<u32, Definition> = FxHashMap::default();
        for Name { kind, name, values, from, region } in self.names {
            let values = values.map_or(0..0, |(first, count)| first.0..first.0 + count);
            let types: Vec<Type> = values.map(|value| parser.module.ty(Value(value))).collect();
            let end = self.regions[region].span.end as usize;
            let scope = Span::new(from.min(end), end);
            let new = || {
                let (uses, op) = (Vec::new(), Span::default());
                Definition { kind, name, types, uses, scope, op }
            };
            // An argument of a loop is defined in each of its regions.
            let known = found.entry(name.start).or_insert_with(new);
            known.scope.start = known.scope.start.min(scope.start);
            known.scope.end = known.scope.end.max(scope.end);
        }
        for (span, definition) in self.uses {
            if let Some(definition) = found.get_mut(&definition) {
                definition.uses.push(span);
            }
        }
        let tables = self.regions.iter().filter(|region| region.table).map(|it| it.span).collect();
        let mut definitions: Vec<Definition> = found.into_values().collect();
        definitions.extend(symbols::find(parser.source, self.symbols, tables));
        for definition in &mut definitions {
            // A form that is tried in two ways tells of its operands twice.
            definition.uses.sort_by_key(|span| span.start);
            definition.uses.dedup();
        }
        definitions.sort_by_key(|definition| definition.name.start);
        let mut ops = self.ops;
        ops.sort_by_key(|span| span.start);
        ops.dedup();
        NameIndex { definitions, ops }
    }
}

impl Parser<'_> {
    /// Tells that a value or a block is defined here.
    #[inline]
    pub(super) fn tell_definition(
        &mut self,
        kind: NameKind,
        name: Span,
        values: Option<(Value, u32)>,
    ) {
        let behind = self.behind;
        if let Some(told) = &mut self.told {
            let region = told.open.last().copied().unwrap_or_default();
            let from = match kind {
                NameKind::Block => told.regions[region].span.start as usize,
                _ => behind,
            };
            told.names.push(Name { kind, name, values, from, region });
        }
    }

    /// Tells that the values whose definitions failed to parse, in a text that began at `start`,
    /// are visible from the next token.
    pub(super) fn tell_broken(&mut self, start: usize) {
        let from = self.start;
        let Some(told) = &mut self.told else { return };
        let region = told.open.last().copied().unwrap_or_default();
        let skipped = told.names.iter_mut().rev();
        for name in skipped.take_while(|name| name.name.start as usize >= start) {
            if name.kind == NameKind::Value && name.values.is_none() && name.region == region {
                name.from = from;
            }
        }
    }

    /// Tells that a name is used here, whose definition begins at a byte.
    #[inline]
    pub(super) fn tell_use(&mut self, span: Span, definition: u32) {
        if let Some(told) = &mut self.told {
            told.uses.push((span, definition));
        }
    }

    /// Tells that the next token is the name of an op, if it is a word or a string.
    #[inline]
    pub(super) fn tell_op(&mut self) {
        let span = self.span();
        if let Some(told) = &mut self.told
            && matches!(self.token, Token::Word | Token::String)
        {
            told.ops.push(span);
        }
    }

    /// Tells that a region begins behind the last token.
    #[inline]
    pub(super) fn tell_region(&mut self, table: bool) {
        let behind = self.behind;
        if let Some(told) = &mut self.told {
            told.open.push(told.regions.len());
            told.regions.push(Region { span: Span::new(behind, behind), table });
        }
    }

    /// Tells that the innermost region ends before the next token.
    #[inline]
    pub(super) fn tell_region_end(&mut self) {
        let end = Span::new(self.start, self.start).start;
        if let Some(told) = &mut self.told
            && let Some(region) = told.open.pop()
        {
            let span = &mut told.regions[region].span;
            span.end = end.max(span.start);
        }
    }

    /// Tells of the symbol of an op that was read, if it has one. The op began at `start`, its
    /// attributes are those behind the first `attrs`, and it is the last one of the block if it
    /// was `parsed` without an error.
    pub(super) fn tell_symbol(&mut self, block: Block, start: usize, attrs: usize, parsed: bool) {
        let is_name = |written: &str| written.trim_matches('"') == "sym_name";
        let mut written = self.attr_spans.get(attrs..).unwrap_or_default().iter();
        let Some(&(_, name)) = written.find(|(attr, _)| is_name(attr)) else { return };
        let mut lexer = Token::lexer(&self.source[start..]);
        lexer.next();
        let kind = match lexer.slice().trim_matches('"') {
            "func.func" | "func" => NameKind::Function,
            "module" => NameKind::Module,
            "sdy.mesh" => NameKind::Mesh,
            name if name.ends_with(".module") => NameKind::Module,
            _ => NameKind::Symbol,
        };
        let made = self.module.last_op(block).filter(|_| parsed);
        let ty = made.and_then(|op| match self.module.op(op) {
            Op::Func(function) => Some(function.function_type.0),
            _ => None,
        });
        let op = self.since(start);
        if let Some(told) = &mut self.told {
            let around = told.open.iter().rev().copied().find(|&at| told.regions[at].table);
            let table = told.regions[around.unwrap_or_default()].span.start;
            told.symbols.push(symbols::Symbol { kind, name, ty, op, table });
        }
    }
}
