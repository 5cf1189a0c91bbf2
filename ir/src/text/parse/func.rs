//! Modules and functions, and the top level of a text.

use super::draft::Draft;
use super::region::{Arg, Around};
use super::suffix::TypeList;
use super::{Parse, Parser, Token};
use crate::attr::{Attr, AttrDict};
use crate::diag::{Diagnostic, Span};
use crate::id::{Block, OpId};
use crate::ops::Op;
use crate::text::lex::behind_string;
use crate::types::Type;

impl<'s> Parser<'s> {
    /// Parses the whole text.
    pub(super) fn top_level(&mut self) {
        let body = self.module.body();
        let around = Around { isolated: true, ordered: false, table: true };
        let _ = self.nested(|p| {
            p.open.push(super::region::Open { ordered: around.ordered, number: 0 });
            p.begun = 1;
            p.top_level_items(body);
            p.open.pop();
            Ok(())
        });
        self.connect(0, &Default::default());
        self.undefined();
        self.one_module_is_the_root(body);
        self.resolve_locations();
        self.drop_read_resources();
        self.check_calls();
    }

    fn top_level_items(&mut self, body: Block) {
        loop {
            let start = self.start;
            let read = match self.token {
                Token::End => return,
                Token::Hash | Token::Bang => self.alias(),
                Token::OpenMetadata => self.metadata(),
                Token::CloseBrace => {
                    let result = self.error(self.span(), "this `}` closes nothing");
                    self.advance();
                    result
                }
                _ => self.op(body),
            };
            if read.is_err() && self.start == start {
                self.skip_to_op(start);
            } else if read.is_err() {
                self.skip_to_item(start);
            }
        }
    }

    /// Skips to the next op or alias after an error.
    fn skip_to_item(&mut self, start: usize) {
        if !matches!(self.token, Token::CloseBrace) {
            self.skip_to_op(start);
        }
    }

    /// Skips `{-# … #-}`, the resources after the program.
    fn metadata(&mut self) -> Parse<()> {
        let span = self.span();
        let bytes = self.source.as_bytes();
        let mut at = self.end;
        while let Some(&byte) = bytes.get(at) {
            if byte == b'"' {
                let Some(end) = behind_string(bytes, at + 1) else { break };
                at = end;
            } else if bytes[at..].starts_with(b"#-}") {
                let text = &self.source[span.start as usize..at + 3];
                self.module.resources = Some(text.into());
                self.seek(at + 3);
                return Ok(());
            } else {
                at += 1;
            }
        }
        self.seek(bytes.len());
        self.error(span, "nothing closes this `{-#`")
    }

    /// If the text consists of one module, that becomes the root.
    fn one_module_is_the_root(&mut self, body: Block) {
        let (Some(first), last) = (self.module.first_op(body), self.module.last_op(body)) else {
            return;
        };
        if Some(first) == last && matches!(self.module.op(first), Op::ModuleOp(_)) {
            self.module.make_root(first);
        }
    }

    /// Parses `@name attributes {…} {…}` after `module`.
    pub(super) fn module_form(&mut self, block: Block, mut draft: Draft) -> Parse<OpId> {
        if self.token == Token::Symbol {
            let start = self.start;
            let name = self.symbol_name()?;
            draft.set("sym_name", Attr::string(&name));
            let span = self.since(start);
            self.attr_spans.push(("sym_name", span));
        }
        self.attributes(&mut draft)?;
        let around = Around::of(draft.entry.map(|e| e.def));
        let region = self.region(around, &[])?;
        if self.module.blocks(region).is_empty() {
            self.module.create_block(region);
        }
        draft.regions.push(region);
        self.finish(block, draft, "builtin.module")
    }

    /// Reads `attributes {…}`, if it is there.
    pub(super) fn attributes(&mut self, draft: &mut Draft) -> Parse<()> {
        if !self.eat_word("attributes") {
            return Ok(());
        }
        if self.token != Token::OpenBrace {
            return self.expected("`{`");
        }
        self.trailing_dict(draft)
    }

    /// Parses `public @name(%a: type {…}) -> type attributes {…} {…}` after `func.func`.
    pub(super) fn func_form(&mut self, block: Block, mut draft: Draft) -> Parse<OpId> {
        if self.token == Token::Word {
            let (word, span) = (self.text(), self.span());
            if !matches!(word, "public" | "private" | "nested") {
                return self.expected("`public`, `private`, `nested` or a symbol such as `@main`");
            }
            self.advance();
            draft.set("sym_visibility", Attr::string(word));
            self.attr_spans.push(("sym_visibility", span));
        }
        let start = self.start;
        let name = self.symbol_name()?;
        draft.set("sym_name", Attr::symbol(&name));
        let name_span = self.since(start);
        self.attr_spans.push(("sym_name", name_span));
        let read = self.function(block, draft, &name, name_span);
        if read.is_err() {
            self.broken_functions.insert(name);
        }
        read
    }

    /// Parses `(%a: type {…}) -> type attributes {…} {…}` after a function's name.
    fn function(
        &mut self,
        block: Block,
        mut draft: Draft,
        name: &str,
        name_span: Span,
    ) -> Parse<OpId> {
        let start = self.start;
        // Whether all types were parsed.
        let mut whole = true;
        let mut args: Vec<Arg<'s>> = Vec::new();
        let mut inputs = TypeList::new();
        let mut arg_attrs: Vec<AttrDict> = Vec::new();
        self.list(Token::OpenParen, Token::CloseParen, |p| {
            if p.token == Token::Ellipsis {
                return p.expected("an argument; functions with `...` are not supported");
            }
            if args.len() == inputs.len() && (p.token == Token::Value || !args.is_empty()) {
                let (span, name) = p.value_name()?;
                p.expect(Token::Colon)?;
                let ty = p.header_type(&mut whole);
                args.push(Arg { name, span, ty, loc: None });
                inputs.push(ty.unwrap_or_else(Type::token));
            } else {
                inputs.push(p.header_type(&mut whole).unwrap_or_else(Type::token));
            }
            let dict = if p.token == Token::OpenBrace { p.dict()? } else { AttrDict::new() };
            arg_attrs.push(dict);
            let loc = p.optional_loc()?;
            if args.len() == inputs.len()
                && let Some(arg) = args.last_mut()
            {
                arg.loc = loc;
            }
            Ok(())
        })?;
        let mut results = TypeList::new();
        let mut result_attrs: Vec<AttrDict> = Vec::new();
        if self.eat(Token::Arrow) {
            if self.token == Token::OpenParen {
                self.list(Token::OpenParen, Token::CloseParen, |p| {
                    results.push(p.header_type(&mut whole).unwrap_or_else(Type::token));
                    let dict =
                        if p.token == Token::OpenBrace { p.dict()? } else { AttrDict::new() };
                    result_attrs.push(dict);
                    Ok(())
                })?;
            } else {
                results.push(self.header_type(&mut whole).unwrap_or_else(Type::token));
            }
        }
        draft.types = self.since(start);
        self.attr_spans.push(("function_type", draft.types));
        draft.set("function_type", Attr::Type(Type::function(&inputs, &results)));
        for (name, dicts) in [("arg_attrs", arg_attrs), ("res_attrs", result_attrs)] {
            if dicts.iter().any(|d| !d.is_empty()) {
                draft.set(name, Attr::Array(dicts.into_iter().map(Attr::Dict).collect()));
            }
        }
        self.attributes(&mut draft)?;
        let around = Around::of(draft.entry.map(|e| e.def));
        if !whole {
            // The body is parsed only to report its own errors.
            if self.token == Token::OpenBrace {
                self.region(around, &args)?;
            }
            return Err(super::Failed);
        }
        let region = if self.token == Token::OpenBrace {
            if args.len() != inputs.len() {
                let message = format!("the arguments of `@{name}` need names, for it has a body");
                return self.error(draft.types, message);
            }
            let brace = self.span();
            let region = self.region(around, &args)?;
            if self.module.blocks(region).is_empty() {
                let message = format!("the body of `@{name}` is empty");
                let help = "end it by `return`, or leave the braces out for a declaration";
                self.report(Diagnostic::error(brace, message).help(help));
                return Err(super::Failed);
            }
            region
        } else {
            self.module.create_region()
        };
        draft.regions.push(region);
        let id = self.finish(block, draft, "func.func")?;
        self.check_symbol(id, name, name_span);
        Ok(id)
    }

    /// Parses a type of a function's header. On failure, its text is skipped, so that the other
    /// types are parsed.
    fn header_type(&mut self, whole: &mut bool) -> Option<Type> {
        let start = self.start;
        if let Ok(ty) = self.ty() {
            return Some(ty);
        }
        *whole = false;
        self.seek(start);
        let mut open = 0u32;
        loop {
            match self.token {
                Token::End => return None,
                Token::Comma | Token::CloseParen | Token::OpenBrace if open == 0 => return None,
                Token::Less | Token::OpenParen | Token::OpenBracket | Token::OpenBrace => open += 1,
                Token::Greater | Token::CloseParen | Token::CloseBracket | Token::CloseBrace => {
                    open = open.saturating_sub(1);
                }
                _ => {}
            }
            self.advance();
        }
    }

    /// Reports a second definition of a symbol in the same block.
    fn check_symbol(&mut self, id: OpId, name: &str, span: Span) {
        let Some(block) = self.module.parent(id) else { return };
        if self.symbols.contains_key(&(block, name.to_owned())) {
            let earlier = self.symbols[&(block, name.to_owned())];
            self.report(
                Diagnostic::error(span, format!("`@{name}` is defined twice"))
                    .note(earlier, format!("`@{name}` was defined before")),
            );
            return;
        }
        self.symbols.insert((block, name.to_owned()), span);
    }
}
