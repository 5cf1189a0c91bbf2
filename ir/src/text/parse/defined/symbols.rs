//! Symbols and aliases: their uses are found among the tokens of the whole text.
//!
//! A symbol is looked up in the body of the innermost module around its use, and then in those
//! around that; `@inner::@f` is looked up in the body of `@inner`.

use std::borrow::Cow;

use super::{Definition, NameKind};
use crate::diag::Span;
use crate::quote::unescape;
use crate::text::lex::Token;
use crate::types::Type;
use logos::Logos;
use rustc_hash::FxHashMap;

/// A symbol that the parser told of.
#[derive(Debug)]
pub(super) struct Symbol {
    pub(super) kind: NameKind,
    /// The place of its name.
    pub(super) name: Span,
    /// The type of a function.
    pub(super) ty: Option<Type>,
    /// The whole op.
    pub(super) op: Span,
    /// The first byte of the module's body in which it is defined.
    pub(super) table: u32,
}

/// The definitions of symbols and aliases with their uses. `tables` are the bodies of modules, the
/// whole text among them. Of two definitions of one name in one table, the first counts.
pub(super) fn find(source: &str, symbols: Vec<Symbol>, mut tables: Vec<Span>) -> Vec<Definition> {
    tables.sort_by_key(|table| (table.start, std::cmp::Reverse(table.end)));
    tables.dedup();
    let mut found = Found { definitions: Vec::new(), symbols: FxHashMap::default() };
    let defined = found.add(source, symbols, &tables);
    let mut aliases: FxHashMap<&str, usize> = FxHashMap::default();
    let mut uses: Vec<(&str, Span)> = Vec::new();
    let mut waiting = tables.iter().copied().peekable();
    let mut open: Vec<Span> = Vec::new();
    // The body of the module that was named before `::`.
    let mut path: Option<u32> = None;
    let mut before = ("", 0, true);
    let mut lexer = Token::lexer(source);
    while let Some(token) = lexer.next() {
        let (text, at) = (lexer.slice(), lexer.span());
        let (previous, behind, begins) = before;
        before = (text, at.end, false);
        let span = Span::new(at.start, at.end);
        match token {
            Ok(Token::Symbol) if defined.contains_key(&span.start) => {}
            Ok(Token::Symbol) => {
                while let Some(table) = waiting.next_if(|table| table.start <= span.start) {
                    open.retain(|outer| outer.end > table.start);
                    open.push(table);
                }
                open.retain(|table| table.end >= span.end);
                let inner = path.filter(|_| previous == "::");
                let around = open.iter().rev().map(|table| table.start);
                let name = plain(text);
                let symbol = inner.into_iter().chain(around.filter(|_| inner.is_none()));
                let symbol = symbol.filter_map(|table| found.get(table, &name)).next();
                path = symbol.and_then(|symbol| found.body(symbol, &tables));
                if let Some(symbol) = symbol {
                    found.definitions[symbol].uses.push(span);
                }
            }
            // Behind a value stands the number of a result.
            Ok(Token::Hash) if behind == at.start && previous.starts_with('%') => {}
            Ok(Token::Hash | Token::Bang) => {
                let on_new_line = begins || source[behind..at.start].contains('\n');
                if on_new_line && source[at.end..].trim_start().starts_with('=') {
                    aliases.entry(text).or_insert(found.definitions.len());
                    let scope = Span::new(0, source.len());
                    found.definitions.push(definition(NameKind::Alias, span, scope));
                } else {
                    uses.push((text, span));
                }
            }
            _ => {}
        }
    }
    for (name, span) in uses {
        if let Some(&alias) = aliases.get(name) {
            found.definitions[alias].uses.push(span);
        }
    }
    found.definitions
}

fn definition(kind: NameKind, name: Span, scope: Span) -> Definition {
    let (types, uses, op) = (Vec::new(), Vec::new(), Span::default());
    Definition { kind, name, types, uses, scope, op }
}

/// The definitions that are known.
struct Found<'s> {
    definitions: Vec<Definition>,
    /// The indices of symbols, by the first byte of their table and by name.
    symbols: FxHashMap<(u32, Cow<'s, str>), usize>,
}

impl<'s> Found<'s> {
    /// Adds symbols; returns their indices by the first bytes of their names.
    fn add(
        &mut self,
        source: &'s str,
        mut symbols: Vec<Symbol>,
        tables: &[Span],
    ) -> FxHashMap<u32, usize> {
        symbols.sort_by_key(|symbol| symbol.name.start);
        // A form that is tried in two ways tells of its symbol twice.
        symbols.dedup_by_key(|symbol| symbol.name.start);
        let mut defined = FxHashMap::default();
        for Symbol { kind, name, ty, op, table } in symbols {
            let index = self.definitions.len();
            defined.insert(name.start, index);
            let text = &source[name.start as usize..name.end as usize];
            self.symbols.entry((table, plain(text))).or_insert(index);
            let around = tables.partition_point(|it| it.start < table);
            let scope = tables.get(around).copied().unwrap_or_default();
            let types = ty.into_iter().collect();
            self.definitions.push(Definition { types, op, ..definition(kind, name, scope) });
        }
        defined
    }

    /// The symbol of a name in a table.
    fn get(&self, table: u32, name: &str) -> Option<usize> {
        self.symbols.get(&(table, Cow::Borrowed(name))).copied()
    }

    /// The first byte of the body of a module.
    fn body(&self, symbol: usize, tables: &[Span]) -> Option<u32> {
        let definition = &self.definitions[symbol];
        if definition.kind != NameKind::Module {
            return None;
        }
        let first = tables.partition_point(|table| table.start <= definition.op.start);
        let body = tables.get(first).filter(|table| table.end <= definition.op.end)?;
        Some(body.start)
    }
}

/// A symbol's name without `@` and quotes: all of `@f`, `@"f"` and `"f"` are `f`.
fn plain(text: &str) -> Cow<'_, str> {
    let text = text.strip_prefix('@').unwrap_or(text);
    let Some(inner) = text.strip_prefix('"').and_then(|text| text.strip_suffix('"')) else {
        return text.into();
    };
    if !inner.contains('\\') {
        return inner.into();
    }
    let bytes = unescape(inner).unwrap_or_else(|_| inner.as_bytes().to_vec());
    String::from_utf8(bytes).unwrap_or_else(|_| inner.to_owned()).into()
}
