//! Pretty forms that the op table describes: words, holes and a type suffix.

use super::draft::Draft;
use super::suffix::TypeList;
use super::{Failed, Parse, Parser, Token};
use crate::attr::Attr;
use crate::diag::Diagnostic;
use crate::field::{EnumDef, Style};
use crate::op::{OpDef, OpEntry, Syntax};
use crate::ops::TABLE;
use crate::suggest;
use crate::types::{Element, Type};
use rustc_hash::FxHashMap;
use std::sync::LazyLock;

/// A piece of a pretty form.
#[derive(Clone, Copy, Debug)]
enum Piece {
    /// A literal word or punctuation.
    Text(&'static str),
    /// An operand, or a variadic operand.
    Operand,
    Operands,
    /// An attribute.
    Attr(&'static str, Style),
}

/// The pretty forms of the table, split once, by the address of the entry.
static FORMS: LazyLock<FxHashMap<usize, (Vec<Piece>, &'static str)>> = LazyLock::new(|| {
    let mut forms = FxHashMap::default();
    for entry in TABLE {
        if let Syntax::Pieces(text) = entry.def.syntax {
            let (body, suffix) = text.rsplit_once(" : ").unwrap_or((text, "none"));
            forms.insert(std::ptr::from_ref(entry) as usize, (split(entry.def, body), suffix));
        }
    }
    forms
});

fn split(def: &'static OpDef, body: &'static str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut rest = body.trim_start();
    while let Some(first) = rest.chars().next() {
        let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let hole = first == '$';
        let from = usize::from(hole);
        let end = rest[from..].find(|c| !is_name(c)).unwrap_or(rest.len() - from).max(1) + from;
        let (word, behind) = rest.split_at(end);
        rest = behind.trim_start();
        let name = &word[from..];
        let operand = def.operands.iter().find(|o| o.name == name);
        let attr = def.attrs.iter().find(|a| a.name == name);
        pieces.push(match (hole, operand, attr) {
            (true, Some(operand), _) if operand.many => Piece::Operands,
            (true, Some(_), _) => Piece::Operand,
            (true, None, Some(attr)) => Piece::Attr(attr.name, attr.style),
            _ => Piece::Text(word),
        });
    }
    pieces
}

impl<'s> Parser<'s> {
    /// Parses an op by its pretty form in the table, up to its types.
    pub(super) fn pieces(&mut self, draft: &mut Draft, entry: &'static OpEntry) -> Parse<()> {
        let Some((pieces, suffix)) = FORMS.get(&(std::ptr::from_ref(entry) as usize)) else {
            return self.expected("an op in generic form");
        };
        let mut rest = &pieces[..];
        while let [piece, behind @ ..] = rest {
            rest = behind;
            match *piece {
                // An empty list is omitted, with the comma in front of it.
                Piece::Text(",")
                    if matches!(behind.first(), Some(Piece::Operands))
                        && !(self.token == Token::Comma
                            && matches!(self.peek(), Token::Value | Token::OpenParen)) =>
                {
                    rest = &behind[1..];
                    // StableHLO's printer keeps that comma.
                    if self.token == Token::Comma && self.peek() == Token::Comma {
                        self.advance();
                    }
                }
                Piece::Text("[")
                    if matches!(behind.first(), Some(Piece::Operands))
                        && self.token != Token::OpenBracket =>
                {
                    rest = &behind[2.min(behind.len())..];
                }
                Piece::Text(text) => {
                    if self.text() != text {
                        return self.expected(&format!("`{text}`"));
                    }
                    self.advance();
                }
                Piece::Operand => self.operand()?,
                Piece::Operands => self.operand_list()?,
                Piece::Attr(name, style) => {
                    let start = self.start;
                    let attr = self.styled(style)?;
                    let span = self.since(start);
                    self.attr_spans.push((name, span));
                    draft.set(name, attr);
                }
            }
        }
        self.arith_flags(draft)?;
        self.trailing_dict(draft)?;
        self.types_by(draft, suffix)
    }

    /// Parses the flags of `arith` and `math` ops between operands and types: `overflow<nsw>`,
    /// `fastmath<fast>`, `exact`.
    fn arith_flags(&mut self, draft: &mut Draft) -> Parse<()> {
        while self.token == Token::Word {
            let name = match self.text() {
                "exact" => {
                    self.advance();
                    draft.set("isExact", Attr::Unit);
                    continue;
                }
                "fastmath" => "fastmath",
                "overflow" => "overflowFlags",
                _ => return Ok(()),
            };
            let start = self.start;
            self.advance();
            self.expect(Token::Less)?;
            while self.token == Token::Word {
                self.advance();
                self.eat(Token::Comma);
            }
            self.expect(Token::Greater)?;
            let text = format!("#arith.{}", self.source[start..self.behind].trim());
            draft.set(name, Attr::Opaque(text.into()));
        }
        Ok(())
    }

    /// Parses `%a, %b`, or `()` for an empty list.
    pub(super) fn operand_list(&mut self) -> Parse<()> {
        if self.token == Token::OpenParen {
            return self.operands_until_paren();
        }
        if self.token != Token::Value {
            return Ok(());
        }
        loop {
            self.operand()?;
            if self.token != Token::Comma || self.peek() != Token::Value {
                return Ok(());
            }
            self.advance();
        }
    }

    fn operands_until_paren(&mut self) -> Parse<()> {
        self.expect(Token::OpenParen)?;
        self.operands_until(Token::CloseParen)
    }

    /// Parses an attribute in its pretty style.
    pub(super) fn styled(&mut self, style: Style) -> Parse<Attr> {
        match style {
            Style::Dims if self.token == Token::OpenBracket => {
                Ok(Attr::DenseArray(Element::I64, self.integers()?))
            }
            Style::Int => {
                let value = self.integer()?;
                // A type suffix is optional.
                if self.token == Token::Colon && self.peek() == Token::Word {
                    let back = self.start;
                    self.advance();
                    if self.at_word("i64") || self.at_word("i32") {
                        self.advance();
                    } else {
                        self.seek(back);
                    }
                }
                Ok(Attr::i64(value))
            }
            Style::Word(def) => self.word(def),
            Style::Numbered(words) => self.numbered(words),
            Style::Extents => self.extents(),
            Style::Symbol | Style::Attr | Style::Dims | Style::ResultType => self.attr(),
        }
    }

    /// Parses one of an enum's words.
    pub(super) fn word(&mut self, def: &'static EnumDef) -> Parse<Attr> {
        if self.token == Token::Hash {
            return self.attr();
        }
        let (text, span) = (self.text(), self.span());
        if self.token != Token::Word || !def.words.contains(&text) {
            let found = self.found();
            let message = format!("expected one of {}, found {found}", def.words.join(", "));
            let mut diagnostic = Diagnostic::error(span, message);
            let upper = text.to_ascii_uppercase();
            if let Some(near) = suggest::nearest(&upper, def.words.iter().copied()) {
                diagnostic = diagnostic.help(format!("did you mean `{near}`?"));
            }
            self.report(diagnostic);
            return Err(Failed);
        }
        self.advance();
        Ok(Attr::Opaque(format!("#stablehlo<{} {text}>", def.mnemonic).into()))
    }

    /// Parses an optional `{name = value}` after the pieces.
    pub(super) fn trailing_dict(&mut self, draft: &mut Draft) -> Parse<()> {
        if self.token != Token::OpenBrace {
            return Ok(());
        }
        let mut attrs = std::mem::take(&mut draft.attrs);
        let read = self.dict_into(&mut attrs);
        draft.attrs = attrs;
        read
    }

    /// Parses ` : types` and derives the types of operands and results by a rule of the op table.
    pub(super) fn types_by(&mut self, draft: &mut Draft, rule: &str) -> Parse<()> {
        let count = self.uses.len() - draft.bases.uses;
        if rule == "none" {
            return self.types_from_uses(draft);
        }
        if self.unwritten_types(draft, rule) {
            return Ok(());
        }
        // An op without operands may omit the types.
        if count == 0 && matches!(rule, "operands") && self.token != Token::Colon {
            return Ok(());
        }
        self.expect(Token::Colon)?;
        let start = self.start;
        let at = self.span();
        let id = self.suffix()?;
        draft.types = self.since(start);
        let suffix = &self.suffixes.all[id as usize];
        if let Some(results) = &suffix.results {
            draft.operand_types.extend_from_slice(&suffix.operands);
            draft.result_types.extend_from_slice(results);
            draft.suffix = Some(id);
            return Ok(());
        }
        let types = TypeList::from_slice(&suffix.operands);
        // CHLO writes `type, type -> type`.
        if rule == "arrow" && self.eat(Token::Arrow) {
            draft.operand_types.extend(types);
            let results = self.function_results()?;
            draft.result_types.extend_from_slice(&results);
            draft.types = self.since(start);
            return Ok(());
        }
        if self.upstream_types(draft, rule, &types)? {
            return Ok(());
        }
        let results = |draft: &mut Draft, from: &[Type]| draft.result_types.extend_from_slice(from);
        match (rule, &types[..]) {
            ("same", &[one]) => {
                draft.operand_types.resize(count, one);
                draft.result_types.push(one);
                draft.suffix = Some(id);
            }
            ("result", &[one]) => {
                draft.result_types.push(one);
                // The operands of a tuple, struct or array have its members' types.
                if count > 0 {
                    let members = one.members().unwrap_or_default();
                    draft.operand_types.extend_from_slice(&members);
                }
            }
            ("operands", all) => {
                draft.operand_types.extend_from_slice(all);
                results(draft, all);
            }
            ("operands_one", &[one]) => draft.operand_types.resize(count, one),
            ("operands_one", all) => draft.operand_types.extend_from_slice(all),
            ("select", &[pred, result]) if count == 3 => {
                draft.operand_types.extend([pred, result, result]);
                draft.result_types.push(result);
                draft.suffix = Some(id);
            }
            ("complex", &[one]) => {
                let part = match one.as_tensor() {
                    Some(t) if t.element.is_complex() => {
                        t.with_element(t.element.real_part()).into()
                    }
                    _ => {
                        let message = format!("expected a tensor of complex numbers, found {one}");
                        return self.error(at, message);
                    }
                };
                draft.operand_types.resize(count, part);
                draft.result_types.push(one);
                draft.suffix = Some(id);
            }
            _ => {
                let expected = match rule {
                    "arrow" => "the types of the operands, `->`, and those of the results",
                    "same" => "one type, or `(operands) -> result`",
                    "result" => "one type, the result's",
                    "select" => {
                        "the types of the predicate and the result, or `(operands) -> result`"
                    }
                    "complex" => "one type, the result's, or `(operands) -> result`",
                    _ => "a function type `(operands) -> result`",
                };
                let span = self.since(start);
                return self.error(span, format!("expected {expected}"));
            }
        }
        Ok(())
    }

    /// Takes the types of operands from their definitions, for forms without types.
    fn types_from_uses(&mut self, draft: &mut Draft) -> Parse<()> {
        for i in draft.bases.uses..self.uses.len() {
            let it = self.uses[i];
            match self.known(it) {
                Some(value) => draft.operand_types.push(self.module.ty(value)),
                None if self.locating.is_some() => draft.operand_types.push(Type::token()),
                None => {
                    let name = it.name;
                    // Broken definitions have been reported already.
                    if !self.names.is_broken(name) {
                        self.report(Diagnostic::error(
                            it.span,
                            format!("`%{name}` is not defined"),
                        ));
                    }
                    return Err(Failed);
                }
            }
        }
        Ok(())
    }
}
