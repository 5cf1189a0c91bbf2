//! Pretty forms of the `sdy` dialect.

use super::draft::Draft;
use super::region::Around;
use super::{Parse, Parser, Token};
use crate::attr::Attr;
use crate::ops::PropagationBarrier;
use crate::types::{Element, Type};

impl<'s> Parser<'s> {
    /// Parses an op of `sdy` after its name.
    pub(super) fn sdy_form(&mut self, draft: &mut Draft, name: &str) -> Parse<()> {
        match name {
            "sdy.mesh" => {
                self.field(draft, "sym_name", |p| Ok(Attr::symbol(&p.symbol_name()?)))?;
                self.expect(Token::Equal)?;
                self.field(draft, "mesh", |p| p.bracketed("#sdy.mesh"))?;
                self.trailing_dict(draft)
            }
            "sdy.sharding_constraint" | "sdy.reshard" => {
                self.operand()?;
                self.field(draft, "sharding", |p| p.bracketed("#sdy.sharding"))?;
                self.trailing_dict(draft)?;
                self.types_by(draft, "same")
            }
            "sdy.data_flow_edge" => {
                self.operand()?;
                if self.eat_word("sharding") {
                    self.expect(Token::Equal)?;
                    self.field(draft, "sharding", |p| p.bracketed("#sdy.sharding"))?;
                }
                self.trailing_dict(draft)?;
                self.types_by(draft, "same")
            }
            "sdy.propagation_barrier" => {
                self.operand()?;
                self.expect_word("allowed_direction")?;
                self.expect(Token::Equal)?;
                self.field(draft, "allowed_direction", Self::direction)?;
                self.trailing_dict(draft)?;
                self.types_by(draft, "same")
            }
            "sdy.sharding_group" => {
                self.operand()?;
                self.expect_word("group_id")?;
                self.expect(Token::Equal)?;
                self.field(draft, "group_id", |p| Ok(Attr::i64(p.integer()?)))?;
                self.trailing_dict(draft)?;
                self.types_by(draft, "operands_one")
            }
            _ => self.sdy_computation(draft, name),
        }
    }

    /// Parses `<…>` as an attribute that begins with `prefix`.
    fn bracketed(&mut self, prefix: &str) -> Parse<Attr> {
        let start = self.start;
        if self.token != Token::Less {
            return self.expected("`<`");
        }
        self.skip_body()?;
        Ok(Attr::Opaque(format!("{prefix}{}", self.source[start..self.behind].trim_end()).into()))
    }

    fn direction(&mut self) -> Parse<Attr> {
        let word = self.text();
        let Some(at) = PropagationBarrier::DIRECTIONS.iter().position(|d| *d == word) else {
            return self.expected("`NONE`, `FORWARD`, `BACKWARD` or `BOTH`");
        };
        self.advance();
        Ok(Attr::Int(at as i64, Type::scalar(Element::I32)))
    }

    /// Reads `[<@mesh, […]>, …]`.
    fn shardings(&mut self) -> Parse<Attr> {
        let start = self.start;
        self.list(Token::OpenBracket, Token::CloseBracket, |p| {
            if p.token != Token::Less {
                return p.expected("`<`");
            }
            p.skip_body()
        })?;
        let text = self.source[start..self.behind].trim_end();
        Ok(Attr::Opaque(format!("#sdy.sharding_per_value<{text}>").into()))
    }

    /// Reads `{"x", "y"}`.
    fn manual_axes(&mut self) -> Parse<Attr> {
        let start = self.start;
        self.list(Token::OpenBrace, Token::CloseBrace, |p| p.expect(Token::String).map(|_| ()))?;
        let text = self.source[start..self.behind].trim_end();
        Ok(Attr::Opaque(format!("#sdy<manual_axes{text}>").into()))
    }

    /// Reads `(%a) in_shardings=[…] out_shardings=[…] manual_axes={…} (%b: type) { … }
    /// {…} : (…) -> …`, or `<"name">(%a) in_shardings=…` of a named computation.
    fn sdy_computation(&mut self, draft: &mut Draft, name: &str) -> Parse<()> {
        let named = name == "sdy.named_computation";
        if named {
            self.expect(Token::Less)?;
            self.field(draft, "name", |p| Ok(Attr::String(p.string()?.into())))?;
            self.expect(Token::Greater)?;
        }
        self.expect(Token::OpenParen)?;
        self.operands_until(Token::CloseParen)?;
        for (word, field) in [("in_shardings", "in_shardings"), ("out_shardings", "out_shardings")]
        {
            if named && !self.at_word(word) {
                continue;
            }
            self.expect_word(word)?;
            self.expect(Token::Equal)?;
            self.field(draft, field, Self::shardings)?;
        }
        if !named {
            self.expect_word("manual_axes")?;
            self.expect(Token::Equal)?;
            self.field(draft, "manual_axes", Self::manual_axes)?;
        }
        let mut args = Vec::new();
        self.list(Token::OpenParen, Token::CloseParen, |p| {
            args.push(p.argument()?);
            Ok(())
        })?;
        let around = Around::of(draft.entry.map(|e| e.def));
        let region = self.region(around, &args)?;
        draft.regions.push(region);
        self.trailing_dict(draft)?;
        self.types_by(draft, "signature")
    }
}
